//! The results of parts: integer sums, or answers.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use tisane_engine::matches::{BATCH, SideTally, Tally};
use tisane_engine::train::RoundSums;

use crate::Json;

/// A part of a `match`.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MatchResult {
    /// The sums from the start of the part: up to each pair after which a sequential match may
    /// stop, and up to its end.
    pub marks: Vec<TallySums>,
}

impl MatchResult {
    /// Adds the sums up to some pair of a part, if they belong to the result.
    pub fn note(&mut self, units: &Range<u64>, sequential: bool, tally: &Tally) {
        let noted = self.marks.last().map_or(0, |TallySums(last)| last.pairs);
        if tally.pairs == next_mark(units, sequential, noted) {
            self.marks.push(TallySums(tally.clone()));
        }
    }

    /// Continues a match with this part: the sums over all pairs, up to where it stops. `None` if
    /// the part does not consist of these units.
    pub fn after(&self, before: &Tally, units: &Range<u64>, sequential: bool) -> Option<Tally> {
        let (mut total, mut noted) = (before.clone(), 0);
        for TallySums(mark) in &self.marks {
            if mark.pairs != next_mark(units, sequential, noted) || !mark.is_possible() {
                return None;
            }
            noted = mark.pairs;
            if !(sequential && total.ends_match()) {
                total = before.plus(mark).filter(Tally::is_possible)?;
            }
        }
        (noted == units.end - units.start).then_some(total)
    }
}

/// The number of pairs of a part up to its next mark.
fn next_mark(units: &Range<u64>, sequential: bool, noted: u64) -> u64 {
    let end = match sequential {
        true => ((units.start + noted) / BATCH).saturating_add(1).saturating_mul(BATCH),
        false => u64::MAX,
    };
    end.min(units.end) - units.start
}

/// A part of a `ladder`: the sums of each meeting.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct LadderResult {
    pub meetings: Vec<TallySums>,
}

/// A part of a round of a `train`.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TrainResult(#[serde(with = "RoundSumsDef")] pub RoundSums);

/// A part of a `review` or a `solve --batch`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answers {
    /// The number of games or positions of the whole run.
    pub units: u64,
    /// The answers to those that are dealt to this part, in order.
    pub answers: Vec<Json>,
    /// How many of the answers are errors.
    pub invalid: u64,
    /// Fingerprints of the games and models that were needed, by name.
    pub engines: BTreeMap<String, String>,
}

impl Answers {
    /// No answers yet.
    pub fn new(units: u64) -> Answers {
        Answers { units, answers: Vec::new(), invalid: 0, engines: BTreeMap::new() }
    }
}

/// A [`Tally`] as JSON.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TallySums(#[serde(with = "TallyDef")] pub Tally);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Tally", deny_unknown_fields)]
struct TallyDef {
    pairs: u64,
    shares: i64,
    shares_squared: i64,
    spread: i64,
    spread_squared: i64,
    #[serde(with = "sides")]
    sides: [SideTally; 2],
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SideTally", deny_unknown_fields)]
struct SideTallyDef {
    won: u64,
    tied: u64,
    lost: u64,
    seats: u64,
    points: i64,
    turns: u64,
    bingos: u64,
    exchanges: u64,
    passes: u64,
    phonies: u64,
    caught: u64,
    challenges: u64,
    wrong_challenges: u64,
}

mod sides {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use tisane_engine::matches::SideTally;

    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    struct Side(#[serde(with = "super::SideTallyDef")] SideTally);

    pub(super) fn serialize<S: Serializer>(
        sides: &[SideTally; 2],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        sides.clone().map(Side).serialize(serializer)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(
        deserializer: D,
    ) -> Result<[SideTally; 2], D::Error> {
        Ok(<[Side; 2]>::deserialize(deserializer)?.map(|Side(side)| side))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "RoundSums", rename_all = "snake_case")]
enum RoundSumsDef {
    Boards { sums: Vec<i64>, boards: Vec<u32> },
    Games { swings: Vec<Vec<u32>>, late_points: i64, late_turns: i64 },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::Shard;

    /// A pair in which A wins both games, or one of them.
    fn pair(number: u64) -> Tally {
        let shares = if number.is_multiple_of(3) { 12 } else { 24 };
        let side = |won| SideTally { won, lost: 2 - won, seats: 2, ..SideTally::default() };
        let won = shares as u64 / 12;
        Tally {
            pairs: 1,
            shares,
            shares_squared: shares * shares,
            sides: [side(won), side(2 - won)],
            ..Tally::default()
        }
    }

    fn played(units: Range<u64>, sequential: bool) -> MatchResult {
        let (mut result, mut total) = (MatchResult::default(), Tally::default());
        for number in units.clone() {
            total.add(&pair(number));
            result.note(&units, sequential, &total);
        }
        result
    }

    #[test]
    fn parts_of_a_match_stop_where_the_whole_stops() {
        for (pairs, sequential) in [(250, false), (250, true), (1234, true)] {
            let mut whole = Tally::default();
            for number in 0..pairs {
                if !(sequential && whole.ends_match()) {
                    whole.add(&pair(number));
                }
            }
            assert_eq!(whole.pairs < pairs, sequential, "A is clearly better");
            for of in [1, 2, 3, 7, 300] {
                let mut total = Tally::default();
                for number in 1..=of {
                    let units = Shard { number, of }.units(pairs);
                    let part = played(units.clone(), sequential);
                    if !(sequential && total.ends_match()) {
                        total = part.after(&total, &units, sequential).unwrap();
                    }
                }
                assert_eq!(total, whole, "{pairs} {sequential} {of}");
            }
        }
    }

    #[test]
    fn results_of_other_units_are_refused() {
        let part = played(50..250, true);
        let none = Tally::default();
        assert!(part.after(&none, &(50..250), true).is_some());
        assert_eq!(part.after(&none, &(50..251), true), None);
        assert_eq!(part.after(&none, &(0..200), true), None);
        assert_eq!(part.after(&none, &(50..250), false), None);
        let mut large = part.clone();
        large.marks[0].0.shares = i64::MAX;
        assert_eq!(large.after(&none, &(50..250), true), None, "more wins than games");
        let mut large = played(0..50, false);
        large.marks[0].0.spread_squared = i64::MAX;
        let once = large.after(&none, &(0..50), false).unwrap();
        assert_eq!(large.after(&once, &(50..100), false), None, "sums that do not fit");
    }

    #[test]
    fn tallies_survive_json() {
        let sums = TallySums(pair(1));
        let text = serde_json::to_string(&sums).unwrap();
        assert!(text.starts_with("{\"pairs\":1,\"shares\":24,"), "{text}");
        assert_eq!(serde_json::from_str::<TallySums>(&text).unwrap(), sums);
    }
}
