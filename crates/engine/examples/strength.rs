//! The share of points that the levels lose, for the table in `src/study/strength.rs`: every bot
//! plays games against itself, which are reviewed by score and leave. Then how often the range from
//! one game contains the value from all games.
//!
//! Run with `cargo run --release -p tisane-engine --example strength -- english english 40`.
#![allow(clippy::print_stdout)]

use std::sync::Arc;

use tisane_engine::Models;
use tisane_engine::bot::{Bot, Human, LEVELS, LevelVocabulary, Static};
use tisane_engine::matches::{Go, Table, play};
use tisane_engine::review::{ReviewControl, ReviewMethod};
use tisane_engine::strength::{Account, Strength};
use tisane_lexicon::Catalogue;
use tisane_rules::{Ruleset, Seed};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [ruleset, lexicon, games] = &arguments[..] else {
        return Err("give a ruleset, a lexicon and a number of games".into());
    };
    let ruleset = Arc::new(Ruleset::named(ruleset)?);
    let lexicon = Catalogue::new(None).get(lexicon, &ruleset.alphabet)?;
    let engine = Models::new(None).engine(ruleset.clone(), lexicon.clone())?;
    let table =
        Table { ruleset: &ruleset, lexicon: &lexicon, seats: 2, challenge: ruleset.challenge };
    for rung in 0..=LEVELS.len() {
        let level = LEVELS.get(rung);
        let name = level.map_or("static", |level| level.name);
        let vocabulary = level.map(|level| LevelVocabulary::new(level, &engine));
        let player = |seed: u64| -> Box<dyn Bot + '_> {
            match &vocabulary {
                Some(vocabulary) => {
                    Box::new(Human::new(&engine, vocabulary, table.challenge, seed))
                }
                None => Box::new(Static::new(&engine)),
            }
        };
        let mut bots = [player(1), player(2)];
        let mut accounts = Vec::new();
        for seed in 0..games.parse()? {
            let game = play(table, Seed::from(seed), &mut bots, |seat| seat, |_, _| Go::On);
            let review =
                engine.review(&game.record(), ReviewMethod::Static, &mut |_| ReviewControl::On)?;
            accounts.extend(review.players.iter().map(|player| player.account));
        }
        let mut all = Account::default();
        accounts.iter().for_each(|account| all.merge(account));
        let (Some((share, error)), Some(strength)) = (all.share(), all.strength()) else {
            return Err("too few turns".into());
        };
        let single: Vec<Strength> = accounts.iter().filter_map(Account::strength).collect();
        let elo = strength.likeliest;
        let right = single.iter().filter(|single| single.may_be(elo)).count();
        let players = single.len();
        println!(
            "{name:12} loses {share:6.1} ± {error:4.1} thousandths, Elo {elo:5}; one game is right for {right} of {players} players"
        );
    }
    Ok(())
}
