//! Counts plays to compare with other engines: their number, the sum of their scores, the highest
//! score, and a hash over all of them as text.
//!
//! A perft file has blocks like this; only the `position` line is required.
//!
//! ```text
//! # comment
//! ruleset english          for this block and all that follow
//! lexicon english-classic
//! position 15/…/15 AEINRST
//! moves 336
//! points 3754
//! best 22
//! sha256 9e57…             of the sorted lines `8D RETAINS 66`
//! ```

use sha2::{Digest, Sha256};
use tisane_rules::Position;

use crate::engine::Session;

/// One block of a perft file.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Case {
    /// Line number in the file, from 1.
    pub line: usize,
    /// In CGP.
    pub position: String,
    /// Name of the ruleset, if given.
    pub ruleset: Option<String>,
    /// Name of the lexicon, if given.
    pub lexicon: Option<String>,
    /// Expected number of plays.
    pub moves: Option<usize>,
    /// Expected sum of scores.
    pub points: Option<i64>,
    /// Expected highest score.
    pub best: Option<i32>,
    /// Expected hash.
    pub sha256: Option<String>,
}

/// The counts of a position.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct PlayCounts {
    /// Number of plays.
    pub moves: usize,
    /// Sum of their scores.
    pub points: i64,
    /// The highest score; 0 if there is no play.
    pub best: i32,
    /// SHA-256 of the sorted plays as text.
    pub sha256: String,
}

/// An invalid line of a perft file.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum PerftError {
    /// Not a known key with a value.
    #[error(
        "line {line}: expected ruleset, lexicon, position, moves, points, best or sha256 \
         with a value, not {text:?}"
    )]
    Line {
        /// Line number.
        line: usize,
        /// The line.
        text: String,
    },
    /// A value is not a number.
    #[error("line {line}: {key} needs a number, not {value:?}")]
    Number {
        /// Line number.
        line: usize,
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A count comes before any position.
    #[error("line {line}: {key} comes before any position")]
    NoPosition {
        /// Line number.
        line: usize,
        /// The key.
        key: String,
    },
}

/// Whether a text looks like a perft file.
pub fn looks_like_perft(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("position "))
}

/// Reads the blocks of a perft file.
pub fn read(text: &str) -> Result<Vec<Case>, PerftError> {
    let mut cases: Vec<Case> = Vec::new();
    let (mut ruleset, mut lexicon) = (None, None);
    for (line, text) in (1..).zip(text.lines().map(str::trim)) {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let nonsense = || PerftError::Line { line, text: text.to_owned() };
        let (key, value) = text.split_once(' ').ok_or_else(nonsense)?;
        let value = value.trim();
        match key {
            "ruleset" => ruleset = Some(value.to_owned()),
            "lexicon" => lexicon = Some(value.to_owned()),
            "position" => {
                let (ruleset, lexicon) = (ruleset.clone(), lexicon.clone());
                cases.push(Case {
                    line,
                    position: value.to_owned(),
                    ruleset,
                    lexicon,
                    ..Case::default()
                });
            }
            "moves" | "points" | "best" | "sha256" => {
                let case = cases
                    .last_mut()
                    .ok_or_else(|| PerftError::NoPosition { line, key: key.to_owned() })?;
                let number = || {
                    value.parse::<i64>().map_err(|_| PerftError::Number {
                        line,
                        key: key.to_owned(),
                        value: value.to_owned(),
                    })
                };
                match key {
                    "moves" => case.moves = Some(number()? as usize),
                    "points" => case.points = Some(number()?),
                    "best" => case.best = Some(number()? as i32),
                    _ => case.sha256 = Some(value.to_ascii_lowercase()),
                }
            }
            _ => return Err(nonsense()),
        }
    }
    Ok(cases)
}

impl Session<'_> {
    /// Counts the plays of a position.
    pub fn perft(&mut self, position: &Position) -> PlayCounts {
        let plays = self.plays(position, None);
        let ruleset = self.engine().ruleset();
        let line = |play: &crate::Candidate| {
            format!("{} {}\n", ruleset.show_move(&position.board, &play.mv), play.score)
        };
        let mut lines: Vec<String> = plays.iter().map(line).collect();
        lines.sort_unstable();
        let mut hash = Sha256::new();
        lines.iter().for_each(|line| hash.update(line));
        PlayCounts {
            moves: plays.len(),
            points: plays.iter().map(|play| i64::from(play.score)).sum(),
            best: plays.iter().map(|play| play.score).max().unwrap_or(0),
            sha256: hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}
