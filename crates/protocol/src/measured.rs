//! What `perft`, `bench`, `match` and `ladder` measure.

use serde::{Deserialize, Serialize};
use tisane_engine::matches::{Estimate, Holds, Tally};
use tisane_engine::perft::PlayCounts;
use tisane_lexicon::Lexicon;
use tisane_rules::Ruleset;

use crate::line::rounded;

/// The count of a position's plays.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PerftView {
    /// As CGP.
    pub position: String,
    pub moves: u32,
    /// The sum of all scores.
    pub points: i64,
    /// The highest score.
    pub best: i32,
    pub sha256: String,
    /// Whether this is what the file expects; nothing if it expects nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub expected: Option<bool>,
}

/// The speed of this machine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BenchView {
    pub games: Vec<BenchGame>,
    pub widest: BenchWidest,
    /// The bench signature: one number over all chosen moves.
    pub signature: String,
}

/// The known position with the most plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BenchWidest {
    pub ruleset: String,
    pub lexicon: String,
    pub rack: String,
    pub plays: u32,
    /// Time to list them all, and to find the best.
    pub list_milliseconds: f64,
    pub best_milliseconds: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BenchGame {
    pub ruleset: String,
    pub lexicon: String,
    pub seats: u32,
    /// On one thread.
    pub plays_per_second: f64,
    /// On one thread.
    pub best_moves_per_second: f64,
    pub games_per_second: f64,
}

/// The result of a match. Side A is the first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchView {
    pub ruleset: String,
    pub lexicon: String,
    pub seed: u64,
    /// Number of pairs of games.
    pub pairs: u64,
    /// The share of games that A wins, and half the width of its 95% confidence interval.
    pub win_rate: f64,
    pub win_rate_within: Option<f64>,
    /// A's mean spread, and half the width of its 95% confidence interval.
    pub spread: f64,
    pub spread_within: Option<f64>,
    /// Whether the intervals hold at any stopping time, not only after a fixed number of pairs.
    pub holds_always: bool,
    /// Whether the difference is significant at any stopping time.
    pub clear: bool,
    pub sides: Vec<MatchSideView>,
}

/// One side of a match: games won, tied and lost, and averages per seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchSideView {
    pub player: String,
    pub won: u64,
    pub tied: u64,
    pub lost: u64,
    pub points: f64,
    pub turns: f64,
    pub bingos: f64,
    pub exchanges: f64,
    /// Phonies, and those of them that were challenged.
    pub phonies: f64,
    pub caught: f64,
    /// Challenges, and those of them that failed.
    pub challenges: f64,
    pub wrong_challenges: f64,
    /// Time per move, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub microseconds: Option<f64>,
}

/// Bots, the weakest first, and the rating differences between them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderView {
    pub ruleset: String,
    pub lexicon: String,
    pub seed: u64,
    /// Number of pairs of games over all matches.
    pub pairs: u64,
    pub rungs: Vec<RungView>,
}

/// One bot on the ladder. Unknown values are missing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RungView {
    pub bot: String,
    /// Elo points above the first bot, and half the width of the 95% confidence interval.
    pub elo: Option<f64>,
    pub elo_within: Option<f64>,
    /// Elo points above the previous bot, and half the width of the 95% confidence interval.
    pub above: Option<f64>,
    pub above_within: Option<f64>,
    /// Per game against itself: points, bingos, exchanges, phonies.
    pub points: Option<f64>,
    pub bingos: Option<f64>,
    pub exchanges: Option<f64>,
    pub phonies: Option<f64>,
    /// Time per move, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub microseconds: Option<f64>,
}

impl LadderView {
    /// An empty ladder.
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
        microseconds: Option<f64>,
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
            microseconds: microseconds.map(|time| (time * 10.0).round() / 10.0),
        }
    }
}

impl MatchView {
    pub fn of(
        ruleset: &Ruleset,
        lexicon: &Lexicon,
        players: [&str; 2],
        seed: u64,
        tally: &Tally,
        holds: Holds,
        microseconds: Option<[f64; 2]>,
    ) -> MatchView {
        let (win_rate, spread) = (tally.win_rate(holds), tally.spread(holds));
        let side = |which: usize| {
            let side = &tally.sides[which];
            let mean = |n: f64| rounded(n / side.seats.max(1) as f64, 1000.0);
            MatchSideView {
                player: players[which].to_owned(),
                won: side.won,
                tied: side.tied,
                lost: side.lost,
                points: mean(side.points as f64),
                turns: mean(side.turns as f64),
                bingos: mean(side.bingos as f64),
                exchanges: mean(side.exchanges as f64),
                phonies: mean(side.phonies as f64),
                caught: mean(side.caught as f64),
                challenges: mean(side.challenges as f64),
                wrong_challenges: mean(side.wrong_challenges as f64),
                microseconds: microseconds.map(|times| rounded(times[which], 10.0)),
            }
        };
        MatchView {
            ruleset: ruleset.name.clone(),
            lexicon: lexicon.name().to_owned(),
            seed,
            pairs: tally.pairs,
            win_rate: rounded(win_rate.mean, 1e6),
            win_rate_within: win_rate.within.map(|within| rounded(within, 1e6)),
            spread: rounded(spread.mean, 1000.0),
            spread_within: spread.within.map(|within| rounded(within, 1000.0)),
            holds_always: holds == Holds::Always,
            clear: tally.is_clear(holds),
            sides: vec![side(0), side(1)],
        }
    }
}

impl PerftView {
    pub fn of(position: String, counted: PlayCounts, expected: Option<bool>) -> PerftView {
        let PlayCounts { moves, points, best, sha256 } = counted;
        PerftView { position, moves: moves as u32, points, best, sha256, expected }
    }
}
