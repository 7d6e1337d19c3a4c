//! CGP: a position in one line, as other programs write it.
//!
//! ```text
//! 15/15/…/4WORD7/… AEINRT?/ 102/88 0 lex NWL23; ld english;
//! board            racks    scores turns without points, then operations
//! ```
//!
//! The board lists its rows from the top, with numbers for runs of empty squares and brackets
//! around tiles of several characters. Racks and scores begin with the player to move.
//! [`Cgp::settings`] and [`Cgp::ruleset_name`] interpret the operations.

use std::fmt;

use tisane_lexicon::{composed, count, excerpt};

use crate::notation::{TilesError, read_square, show_square};
use crate::position::{Impossible, Position};
use crate::ruleset::{BonusKind, Ruleset};
use crate::table::{Board, Placed, Square, Tiles};

/// A position as text. Only a ruleset knows what the letters mean.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Cgp {
    /// The rows, joined by `/`.
    pub board: String,
    /// The player to move first. Racks may be partly known or empty.
    pub racks: Vec<String>,
    /// The player to move first.
    pub scores: Vec<i32>,
    /// Scoreless turns in a row.
    pub scoreless_turns: u32,
    /// What follows the position.
    pub operations: Vec<Operation>,
}

/// An operation such as `lex NWL23` or `bb 50`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Operation {
    /// Such as `lex`.
    pub code: String,
    /// May be empty.
    pub value: String,
}

/// The operations that CGP defines: bonus for a full rack, board, challenge rule, exchange limit,
/// game, letter distribution, lexicon, last move, scoreless turns that end the game, opponent's
/// rack unused, time increment, clocks, overtime, variant.
const CGP_OPERATIONS: [&str; 14] =
    ["bb", "bdn", "cr", "etl", "gid", "ld", "lex", "lm", "mcnz", "oru", "ti", "tmr", "to", "var"];

/// Whether a variant has the usual rules. In the others, letters may be in any order.
pub(super) fn is_usual_variant(name: &str) -> bool {
    ["", "classic", "classic_super"].iter().any(|usual| usual.eq_ignore_ascii_case(name.trim()))
}

/// Why a text is not a position of the ruleset.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum CgpError {
    #[error("a CGP has a board, racks, scores and the number of scoreless turns; missing: {0}")]
    Missing(&'static str),
    #[error("{:?} is not a list of scores such as 102/88", excerpt(.0))]
    Scores(String),
    #[error("{:?} is not a number of scoreless turns", excerpt(.0))]
    ScorelessTurns(String),
    #[error("there are {}, but {}", count(*racks, "rack"), count(*scores, "score"))]
    Players { racks: usize, scores: usize },
    #[error("the board has {}, but {ruleset} is played on {expected}", count(*found, "row"))]
    Rows { ruleset: String, found: usize, expected: usize },
    #[error("row {row} of the board has {}, but {ruleset} is played on {expected}: {:?}", count(*found, "square"), excerpt(.text))]
    Columns { ruleset: String, row: usize, found: usize, expected: usize, text: String },
    #[error("row {row} of the board has {:?}, which is neither a tile nor a number: {:?}", excerpt(.found), excerpt(.text))]
    Unreadable { row: usize, found: String, text: String },
    #[error("rack {number}: {error}")]
    Rack { number: usize, error: TilesError },
    #[error(transparent)]
    Impossible(#[from] Impossible),
    #[error("the operation {code} needs {expected}, not {:?}", excerpt(.value))]
    Operation { code: &'static str, value: String, expected: &'static str },
    #[error("the variant {:?} is not supported", excerpt(.0))]
    Variant(String),
}

impl CgpError {
    /// How to fix it, if that is known.
    pub fn hint(&self) -> Option<String> {
        let is_variant = matches!(self, CgpError::Variant(_));
        is_variant.then(|| "remove `var` to read the position as the usual game".to_owned())
    }
}

impl std::str::FromStr for Cgp {
    type Err = CgpError;

    /// Reads one line. Scores and scoreless turns may be missing if no operation follows; they are
    /// 0 then.
    fn from_str(text: &str) -> Result<Cgp, CgpError> {
        let text = composed(text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}'));
        let mut rest = &*text;
        let mut field = || {
            let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            rest = after.trim_start();
            Some(field).filter(|field| !field.is_empty())
        };
        let board = field().ok_or(CgpError::Missing("the board"))?.to_owned();
        let racks = field().ok_or(CgpError::Missing("the racks"))?;
        let mut racks: Vec<String> = racks.split('/').map(str::to_owned).collect();
        let scores = match field() {
            None => vec![0; racks.len().max(2)],
            Some(text) => {
                let scores: Result<Vec<i32>, _> = text.split('/').map(str::parse).collect();
                scores.map_err(|_| CgpError::Scores(text.to_owned()))?
            }
        };
        let scoreless_turns = match field() {
            None => 0,
            Some(text) => text.parse().map_err(|_| CgpError::ScorelessTurns(text.to_owned()))?,
        };
        // `AEINRT? 0/0` for `AEINRT?/ 0/0`.
        if racks.len() == 1 {
            racks.resize(scores.len(), String::new());
        }
        if racks.len() != scores.len() {
            return Err(CgpError::Players { racks: racks.len(), scores: scores.len() });
        }
        let operations = rest.split(';').flat_map(read_operations).collect();
        Ok(Cgp { board, racks, scores, scoreless_turns, operations })
    }
}

impl fmt::Display for Cgp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scores: Vec<String> = self.scores.iter().map(i32::to_string).collect();
        write!(
            f,
            "{} {} {} {}",
            self.board,
            self.racks.join("/"),
            scores.join("/"),
            self.scoreless_turns
        )?;
        for Operation { code, value } in &self.operations {
            let blank = if value.is_empty() { "" } else { " " };
            write!(f, " {code}{blank}{value};")?;
        }
        Ok(())
    }
}

impl Cgp {
    /// Our own operation for players who dropped out: `gone 2/3`, by rack.
    pub const GONE: &str = "gone";

    /// The position in this notation, with no operation but `gone`. CGP has no place for the
    /// history, nor for which scoreless turns were passes.
    pub fn new(ruleset: &Ruleset, position: &Position) -> Cgp {
        let racks =
            std::iter::once(&position.rack).chain(position.others.iter().map(|other| &other.known));
        let cgp = Cgp {
            board: show_board(ruleset, &position.board),
            racks: racks.map(|tiles| ruleset.show_tiles(tiles)).collect(),
            scores: position.scores.clone(),
            scoreless_turns: position.scoreless_turns,
            operations: Vec::new(),
        };
        let gone: Vec<String> = (2..)
            .zip(&position.others)
            .filter(|(_, other)| other.gone)
            .map(|(number, _)| number.to_string())
            .collect();
        if gone.is_empty() { cgp } else { cgp.with(Self::GONE, gone.join("/")) }
    }

    /// The racks of players who dropped out, counted from 1.
    fn gone(&self) -> Result<Vec<usize>, CgpError> {
        let Some(value) = self.operation(Self::GONE) else { return Ok(Vec::new()) };
        let number =
            |text: &str| text.parse().ok().filter(|number| (2..=self.racks.len()).contains(number));
        let error = || CgpError::Operation {
            code: Self::GONE,
            value: value.to_owned(),
            expected: "racks after the first, such as 2/3",
        };
        value.split('/').map(number).collect::<Option<_>>().ok_or_else(error)
    }

    /// Adds an operation, or replaces the one with the same code.
    pub fn with(mut self, code: &str, value: impl fmt::Display) -> Cgp {
        self.operations.retain(|operation| operation.code != code);
        self.operations.push(Operation { code: code.to_owned(), value: value.to_string() });
        self
    }

    /// The value of an operation, if present: `cgp.operation("lex")`.
    pub fn operation(&self, code: &str) -> Option<&str> {
        self.operations
            .iter()
            .rev()
            .find(|operation| operation.code == code)
            .map(|operation| operation.value.as_str())
    }

    /// The operations that neither CGP nor we define. They are kept but ignored.
    pub fn unknown_operations(&self) -> impl Iterator<Item = &Operation> {
        self.operations.iter().filter(|operation| {
            operation.code != Self::GONE && !CGP_OPERATIONS.contains(&operation.code.as_str())
        })
    }

    /// The board of a game by this ruleset.
    pub fn board(&self, ruleset: &Ruleset) -> Result<Board, CgpError> {
        let rows: Vec<&str> = self.board.split('/').collect();
        let expected = ruleset.layout.rows() as usize;
        if rows.len() != expected {
            return Err(CgpError::Rows {
                ruleset: ruleset.name.clone(),
                found: rows.len(),
                expected,
            });
        }
        let mut board = Board::empty(&ruleset.layout);
        for (row, text) in (0..).zip(rows) {
            for (col, placed) in read_row(ruleset, row, text)? {
                board.set(Square::new(row, col), Some(placed));
            }
        }
        Ok(board)
    }

    /// The position of a game by this ruleset. Opponents have full racks if there are enough unseen
    /// tiles, otherwise about equally many. If an empty bag gives everybody one more turn, nobody
    /// has had it yet.
    pub fn position(&self, ruleset: &Ruleset) -> Result<Position, CgpError> {
        match self.lenient_position(ruleset)? {
            (position, None) => Ok(position),
            (_, Some(excess)) => Err(excess.into()),
        }
    }

    /// As [`position`](Self::position), for a board that may have more tiles than the set: then the
    /// second value is a warning.
    pub fn lenient_position(
        &self,
        ruleset: &Ruleset,
    ) -> Result<(Position, Option<Impossible>), CgpError> {
        let board = self.board(ruleset)?;
        let racks: Result<Vec<Tiles>, CgpError> = (1..)
            .zip(&self.racks)
            .map(|(number, rack)| {
                let ignored = number > 1 && self.operation("oru").is_some();
                ruleset
                    .parse_tiles(if ignored { "" } else { rack })
                    .map_err(|error| CgpError::Rack { number, error })
            })
            .collect();
        let mut racks = racks?;
        let rack = if racks.is_empty() {
            return Err(CgpError::Missing("the racks"));
        } else {
            racks.remove(0)
        };
        let gone = self.gone()?;
        let (position, warning) =
            Position::lenient(ruleset, board, rack, racks, self.scores.clone())?;
        let mut position = position.with_gone(ruleset, |seat| gone.contains(&(seat + 1)));
        position.scoreless_turns = self.scoreless_turns;
        if ruleset.end.scoreless_turns.is_none() || self.operation("lm") == Some("pass") {
            // If only passes end the game, the count is of passes; otherwise at least the last turn
            // was one.
            let all_passes = ruleset.end.scoreless_turns.is_none();
            position.passes =
                if all_passes { self.scoreless_turns } else { self.scoreless_turns.min(1) };
        }
        if ruleset.end.final_turn_each && position.bag == 0 {
            position.final_turns = Some(position.round().count() as u32);
        }
        Ok((position, warning))
    }

    /// The built-in ruleset that the operations `ld` and `bdn` name, or else the usual game in the
    /// language of `lex`.
    pub fn ruleset_name(&self) -> Option<String> {
        Ruleset::name_for(self.operation("ld"), self.operation("bdn"))
            .or_else(|| Ruleset::name_for_lexicon(self.operation("lex")?))
    }

    /// What the operations change in the ruleset, for [`Ruleset::parse_with`]: `bb` (bonus for a
    /// full rack), `cr` (challenge), `etl` (exchange) and `mcnz` (scoreless turns). Fails for an
    /// unknown variant.
    pub fn settings(&self, ruleset: &Ruleset) -> Result<Vec<String>, CgpError> {
        if let Some(variant) = self.operation("var").filter(|variant| !is_usual_variant(variant)) {
            return Err(CgpError::Variant(variant.to_owned()));
        }
        let mut settings = Vec::new();
        let number = |code: &'static str| match self.operation(code) {
            None => Ok(None),
            Some(value) => {
                let error = || CgpError::Operation {
                    code,
                    value: value.to_owned(),
                    expected: "a number of 0 or more",
                };
                value.parse::<u16>().map(Some).map_err(|_| error())
            }
        };
        if let Some(points) = number("bb")? {
            let kept =
                ruleset.bonuses().iter().filter(|bonus| bonus.tiles != ruleset.rack).map(|bonus| {
                    match bonus.kind {
                        BonusKind::Points(points) => {
                            format!("{{ tiles = {}, points = {points} }}", bonus.tiles)
                        }
                        BonusKind::Times(times) => {
                            format!("{{ tiles = {}, times = {times} }}", bonus.tiles)
                        }
                    }
                });
            let full =
                (points > 0).then(|| format!("{{ tiles = {}, points = {points} }}", ruleset.rack));
            settings.push(format!("bonuses=[{}]", kept.chain(full).collect::<Vec<_>>().join(", ")));
        }
        if let Some(value) = self.operation("cr") {
            settings.push(challenge(value)?);
        }
        if let Some(limit) = number("etl")? {
            settings.push(format!("exchange={{ bag_at_least = {} }}", limit.max(1)));
        }
        match number("mcnz")? {
            None => {}
            Some(0) => settings.push("end.scoreless_turns=none".to_owned()),
            Some(turns) => settings.push(format!("end.scoreless_turns={turns}")),
        }
        Ok(settings)
    }
}

/// The operations before a semicolon: one, or several as options, which is how MAGPIE writes them:
/// `-lex CSW24 -ld english`.
fn read_operations(text: &str) -> Vec<Operation> {
    let is_option = |word: &str| {
        word.strip_prefix('-')
            .is_some_and(|code| code.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let as_options = words.first().is_some_and(|first| is_option(first));
    let operation = |words: &[&str]| Operation {
        code: words[0].strip_prefix('-').filter(|_| as_options).unwrap_or(words[0]).to_owned(),
        value: words[1..].join(" "),
    };
    words.chunk_by(|_, next| !(as_options && is_option(next))).map(operation).collect()
}

fn challenge(value: &str) -> Result<String, CgpError> {
    let value = value.to_ascii_lowercase();
    let points = value
        .strip_suffix("pt")
        .map(|n| n.trim_end_matches(['-', ' ']))
        .and_then(|n| n.parse::<u8>().ok());
    match (value.as_str(), points) {
        (_, Some(points)) => Ok(format!("challenge={{ points = {points}, per = \"play\" }}")),
        ("single" | "double" | "triple" | "void", _) => Ok(format!("challenge=\"{value}\"")),
        _ => Err(CgpError::Operation {
            code: "cr",
            value,
            expected: "single, double, triple, void, 5pt or 10pt",
        }),
    }
}

/// The tiles of a row with their columns. A tile is one character or in brackets. If that does not
/// give the width of the board, tiles of several characters may be written without brackets.
fn read_row(ruleset: &Ruleset, row: u8, text: &str) -> Result<Vec<(u8, Placed)>, CgpError> {
    let expected = ruleset.layout.cols() as usize;
    let composed = composed(text);
    let result = read_row_by(ruleset, row, &composed, |rest| read_square(&ruleset.alphabet, rest));
    if let Ok((_, found)) = &result
        && *found == expected
    {
        return result.map(|(tiles, _)| tiles);
    }
    let longest = |rest: &str| {
        let reading = ruleset.alphabet.read(rest)?;
        if let &[letter] = reading.letters {
            Some((Placed { letter, blank: reading.lower }, reading.bytes))
        } else {
            None
        }
    };
    match read_row_by(ruleset, row, &composed, longest) {
        Ok((tiles, found)) if found == expected => Ok(tiles),
        _ => {
            let (_, found) = result?;
            Err(CgpError::Columns {
                ruleset: ruleset.name.clone(),
                row: row as usize + 1,
                found,
                expected,
                text: text.to_owned(),
            })
        }
    }
}

/// The tiles of a row, and the width of the row.
type Row = (Vec<(u8, Placed)>, usize);

fn read_row_by(
    ruleset: &Ruleset,
    row: u8,
    text: &str,
    read: impl Fn(&str) -> Option<(Placed, usize)>,
) -> Result<Row, CgpError> {
    let mut tiles = Vec::new();
    let mut width = 0usize;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits > 0 {
            // A number too long to parse is too large for any board.
            width = width.saturating_add(rest[..digits].parse().unwrap_or(usize::MAX));
            rest = &rest[digits..];
        } else if let Some((placed, bytes)) = read(rest) {
            if width < ruleset.layout.cols() as usize {
                tiles.push((width as u8, placed));
            }
            width = width.saturating_add(1);
            rest = &rest[bytes..];
        } else {
            let found = ruleset.alphabet.unreadable(text, rest).found;
            return Err(CgpError::Unreadable {
                row: row as usize + 1,
                found,
                text: text.to_owned(),
            });
        }
    }
    Ok((tiles, width))
}

/// The board field of a CGP.
fn show_board(ruleset: &Ruleset, board: &Board) -> String {
    let row = |row| {
        let mut text = String::new();
        let mut empty = 0;
        for col in 0..board.cols() {
            match board.get(Square::new(row, col)) {
                None => empty += 1,
                Some(placed) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text += &show_square(&ruleset.alphabet, placed);
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    (0..board.rows()).map(row).collect::<Vec<_>>().join("/")
}
