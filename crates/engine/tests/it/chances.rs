//! Win chances are how often games are won.

use std::sync::Arc;

use tisane_engine::Models;
use tisane_engine::bot::Static;
use tisane_engine::matches::{Go, Table, play};
use tisane_engine::win::CERTAIN;
use tisane_lexicon::Catalogue;
use tisane_rules::{Ruleset, Seed};

const GAMES: u64 = 300;

/// The leader after three rounds wins about as often as predicted.
#[test]
fn leaders_among_two_to_four_win_as_often_as_predicted() {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
    let engine = Models::new(None).engine(ruleset, lexicon).unwrap();
    let model = engine.evaluation().win().unwrap();
    for seats in 2..=4 {
        let table = Table {
            ruleset: engine.ruleset(),
            lexicon: engine.lexicon(),
            seats,
            challenge: engine.ruleset().challenge,
        };
        let mut bots: Vec<Static<'_>> = (0..seats).map(|_| Static::new(&engine)).collect();
        let (mut predicted, mut won) = (0.0, 0.0);
        for seed in 0..GAMES {
            let (mut turn, mut leader) = (0, (0, 0));
            let game = play(
                table,
                Seed::from(seed),
                &mut bots,
                |seat| seat,
                |on_turn, position| {
                    if turn == 3 * seats {
                        let best = model
                            .chances(position)
                            .into_iter()
                            .enumerate()
                            .max_by_key(|&(_, chance)| chance)
                            .unwrap();
                        leader = ((on_turn + best.0) % seats, best.1);
                    }
                    turn += 1;
                    Go::On
                },
            );
            let scores = game.scores();
            predicted += f64::from(leader.1) / f64::from(CERTAIN);
            won += f64::from(u8::from(scores[leader.0] == *scores.iter().max().unwrap()));
        }
        let (predicted, won) = (predicted / GAMES as f64, won / GAMES as f64);
        // Three standard errors of this many games are 0.086.
        assert!(
            (predicted - won).abs() < 0.086,
            "{seats} seats: predicted {predicted:.3}, won {won:.3}"
        );
    }
}
