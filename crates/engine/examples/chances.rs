//! Checks the win chances: static players play games, and before every turn the model predicts the
//! win chances of all seats. How often do seats with a predicted 70% win?
//!
//! Run with `cargo run --release -p tisane-engine --example chances -- english english 4 2000`.
#![allow(clippy::print_stdout)]

use std::sync::Arc;

use tisane_engine::Models;
use tisane_engine::bot::Static;
use tisane_engine::matches::{Go, Table, play};
use tisane_engine::win::{CERTAIN, Chance};
use tisane_lexicon::Catalogue;
use tisane_rules::{Ruleset, Seed};

/// Predictions and results for similar chances.
#[derive(Copy, Clone, Default)]
struct Calibration {
    n: f64,
    chance: f64,
    won: f64,
    /// Sum of squared differences between prediction and result.
    error_squared: f64,
}

impl Calibration {
    fn count(&mut self, chance: f64, won: f64) {
        self.n += 1.0;
        self.chance += chance;
        self.won += won;
        self.error_squared += (chance - won).powi(2);
    }
}

/// The phases of a game, by the share of the bag that is left.
const PHASES: [(&str, f64); 4] = [
    ("more than 2/3 of the bag", 2.0 / 3.0),
    ("1/3 to 2/3", 1.0 / 3.0),
    ("less than 1/3", 0.0),
    ("empty", -1.0),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [ruleset, lexicon, seats, games] = &arguments[..] else {
        return Err("give a ruleset, a lexicon, seats and a number of games".into());
    };
    let (seats, games): (usize, u64) = (seats.parse()?, games.parse()?);
    let ruleset = Arc::new(Ruleset::named(ruleset)?);
    let lexicon = Catalogue::new(None).get(lexicon, &ruleset.alphabet)?;
    let engine = Models::new(None).engine(ruleset.clone(), lexicon.clone())?;
    let model = engine.evaluation().win().ok_or("there is no model")?;
    let table = Table { ruleset: &ruleset, lexicon: &lexicon, seats, challenge: ruleset.challenge };
    let mut bots: Vec<Static<'_>> = (0..seats).map(|_| Static::new(&engine)).collect();
    let full = ruleset.tiles().len() as f64;
    let mut cells = [[Calibration::default(); 10]; PHASES.len()];
    for seed in 0..games {
        let mut seen: Vec<(usize, usize, Chance)> = Vec::new();
        let game = play(
            table,
            Seed::from(seed),
            &mut bots,
            |seat| seat,
            |on_turn, position| {
                let left = position.bag as f64 / full;
                let phase =
                    PHASES.iter().position(|&(_, more)| left > more).unwrap_or(PHASES.len() - 1);
                seen.extend(
                    (0..)
                        .zip(model.chances(position))
                        .map(|(after, chance)| (phase, (on_turn + after) % seats, chance)),
                );
                Go::On
            },
        );
        let scores = game.scores();
        let most = scores.iter().max().copied().unwrap_or(0);
        let winners = scores.iter().filter(|&&score| score == most).count();
        for (phase, seat, chance) in seen {
            let won = if scores[seat] == most { 1.0 / winners as f64 } else { 0.0 };
            let tenth = (chance as usize * 10 / CERTAIN as usize).min(9);
            cells[phase][tenth].count(f64::from(chance) / f64::from(CERTAIN), won);
        }
    }
    println!("{} {seats} seats, {games} games", ruleset.name);
    for (phase, tenths) in PHASES.iter().zip(&cells) {
        let (n, error) = tenths
            .iter()
            .fold((0.0, 0.0), |(n, error), cell| (n + cell.n, error + cell.error_squared));
        println!("bag {}: mean squared error {:.4}", phase.0, error / n);
        for cell in tenths.iter().filter(|cell| cell.n >= 50.0) {
            println!(
                "  predicted {:5.1}%  won {:5.1}%  of {}",
                cell.chance / cell.n * 100.0,
                cell.won / cell.n * 100.0,
                cell.n
            );
        }
    }
    Ok(())
}
