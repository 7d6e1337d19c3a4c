//! What `tisane ladder` measured.

use serde::{Deserialize, Serialize};
use tisane_engine::matches::{Estimate, Tally};
use tisane_lexicon::Lexicon;
use tisane_rules::Ruleset;

/// Bots, the weakest first, and how far apart they are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderView {
    pub ruleset: String,
    pub lexicon: String,
    pub seed: u64,
    /// Of two games each, over all matches.
    pub pairs: u64,
    pub rungs: Vec<RungView>,
}

/// One bot on the ladder. What is not known yet is missing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RungView {
    pub bot: String,
    /// Elo points above the first bot, and half the width of the 95 % interval.
    pub elo: Option<f64>,
    pub elo_within: Option<f64>,
    /// Elo points above the bot before, and half the width of the 95 % interval.
    pub above: Option<f64>,
    pub above_within: Option<f64>,
    /// In a game against the same bot: points, plays with a bonus for the number of tiles,
    /// exchanges, plays with a word that is none.
    pub points: Option<f64>,
    pub bingos: Option<f64>,
    pub exchanges: Option<f64>,
    pub phonies: Option<f64>,
    /// For a move.
    pub microseconds: f64,
}

impl LadderView {
    /// Without rungs so far.
    pub fn new(ruleset: &Ruleset, lexicon: &Lexicon, seed: u64) -> LadderView {
        LadderView {
            ruleset: ruleset.name.clone(),
            lexicon: lexicon.name().to_owned(),
            seed,
            pairs: 0,
            rungs: Vec::new(),
        }
    }
}

impl RungView {
    /// `own` is a match of the bot against itself.
    pub fn new(
        bot: &str,
        elo: Option<Estimate>,
        above: Option<Estimate>,
        own: Option<&Tally>,
        microseconds: f64,
    ) -> RungView {
        let rounded = |number: f64| (number * 1000.0).round() / 1000.0;
        let [a, b] = own.map_or_else(Default::default, |own| own.sides.clone());
        let seats = a.seats + b.seats;
        let mean = |sum: i64| (seats > 0).then(|| rounded(sum as f64 / seats as f64));
        RungView {
            bot: bot.to_owned(),
            elo: elo.map(|elo| rounded(elo.mean)),
            elo_within: elo.and_then(|elo| elo.within).map(rounded),
            above: above.map(|above| rounded(above.mean)),
            above_within: above.and_then(|above| above.within).map(rounded),
            points: mean(a.points + b.points),
            bingos: mean((a.bingos + b.bingos) as i64),
            exchanges: mean((a.exchanges + b.exchanges) as i64),
            phonies: mean((a.phonies + b.phonies) as i64),
            microseconds: (microseconds * 10.0).round() / 10.0,
        }
    }
}
