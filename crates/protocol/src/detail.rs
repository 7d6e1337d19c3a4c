//! Why tiles do not fit, why a move, a rack or a whole text cannot be read, and what looks wrong in
//! one: by kind and values, for readers who say it in their own language. Where one thing is wrong
//! since another is, `why` names the second, and `because` a third: `misfit.gap`.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::{Deserialize, Serialize};
use tisane_lexicon::query::{Pattern, PatternError};
use tisane_lexicon::{SpellingError, brief, excerpt};
use tisane_rules::{
    CgpError, DrawingError, GcgDoubt, GcgError, GcgFault, GcgWarning, Impossible, Misfit,
    MoveTextError, RecordDoubt, RecordFault, TargetWordError, TilesError, Unwritable, WrittenError,
};

use crate::error::{ErrorCode, ErrorView};
use crate::request::BadAction;

/// The `kind` among the values of a `misfit`.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MisfitKind {
    NoTiles,
    OffBoard,
    Occupied,
    Twice,
    NotInLine,
    Gap,
    MissesStart,
    Unattached,
    NoWord,
}

/// The `kind` among the values of an `action` or a `move`: why its text, or a tile of it, cannot be
/// read.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    Empty,
    NotAMove,
    Place,
    PlaceOffBoard,
    NoWord,
    Spelling,
    OffBoard,
    Contradiction,
    NothingThere,
    Parentheses,
    NoNewTile,
    /// It would become a part of a longer word.
    Part,
    NoTiles,
    UnknownTiles,
    NoSuchTile,
    TooMany,
    /// One letter is no word.
    Short,
    /// Neither a play nor an exchange nor a pass.
    NoTurn,
}

/// The `kind` among the values of a `position`: why there cannot be such a one.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PositionKind {
    Spelling,
    NoSuchTile,
    /// More of one tile than any set has.
    TooManyOfAKind,
    /// More tiles than the set has.
    TooManyTiles,
    RackTooLong,
    BoardSize,
    Score,
    Seats,
    NoSuchGame,
}

/// The `kind` among the values of a `notation`: why a text cannot be read, or that a line of it
/// looks wrong.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NotationKind {
    Nothing,
    NotText,
    Several,
    /// A line of a score sheet has no meaning.
    Line,
    /// A line of a score sheet looks wrong.
    Doubt,
    Missing,
    Scores,
    ScorelessTurns,
    Players,
    Rows,
    Columns,
    Unreadable,
    Rack,
    Variant,
    DrawnRows,
    DrawnColumns,
    DrawnUnreadable,
}

/// What is wrong with a line of a score sheet, or looks wrong.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SheetKind {
    Encoding,
    NoLine,
    Player,
    PlayerTwice,
    PlayerMissing,
    NoSuchPlayer,
    NoEvent,
    NothingToWithdraw,
    NotUtf8,
    NewPlayer,
    PointsMissing,
    TotalMissing,
    Rack,
    Points,
    Misfit,
    Total,
    Withdrawn,
    NoPoints,
    EndRack,
    NotOnRack,
    RackTooLong,
    TooManyTiles,
    OutOfTurn,
    TooLong,
}

type Values = Vec<(&'static str, String)>;

/// Of all that can be wrong, what this is.
#[derive(Copy, Clone)]
pub(crate) enum Kind {
    Misfit(MisfitKind),
    Action(ActionKind),
    Position(PositionKind),
    Notation(NotationKind),
    Sheet(SheetKind),
}

impl Kind {
    /// The family, and the name in it.
    fn names(self) -> (&'static str, String) {
        fn name(kind: impl Serialize) -> String {
            let name = serde_json::to_value(kind).expect("a kind is a name");
            name.as_str().expect("a kind is a name").to_owned()
        }
        match self {
            Kind::Misfit(kind) => ("misfit", name(kind)),
            Kind::Action(kind) => ("action", name(kind)),
            Kind::Position(kind) => ("position", name(kind)),
            Kind::Notation(kind) => ("notation", name(kind)),
            Kind::Sheet(kind) => ("sheet", name(kind)),
        }
    }

    /// As it is named where something else is wrong since this is: `misfit.gap`.
    fn link(self) -> String {
        let (family, name) = self.names();
        format!("{family}.{name}")
    }
}

/// Something that is wrong, by kind and values; without a kind where only the sentence says it.
pub(crate) trait Detailed: Display {
    fn detail(&self) -> (Option<Kind>, Values);
}

impl ErrorView {
    /// An error of a kind. The English sentence stays beside it, for readers who do not know the
    /// kind.
    pub(crate) fn detailed(code: ErrorCode, error: &impl Detailed) -> ErrorView {
        let (kind, values) = error.detail();
        ErrorView { values: map(with_kind(kind, error, values)), ..ErrorView::new(code, error) }
            .brief()
    }

    /// An error that its code and these values tell all about.
    pub(crate) fn about(code: ErrorCode, values: Values, sentence: String) -> ErrorView {
        ErrorView { code, values: map(values), error: sentence, hint: None }.brief()
    }

    /// An error of a kind that has no enum of its own.
    pub(crate) fn of_kind(
        code: ErrorCode,
        kind: Kind,
        values: Values,
        sentence: &str,
    ) -> ErrorView {
        ErrorView {
            values: map(with_kind(Some(kind), &sentence, values)),
            ..ErrorView::new(code, sentence)
        }
        .brief()
    }
}

/// What a misfit is about, by name.
pub(crate) fn misfit_values(misfit: &Misfit) -> Values {
    let (kind, values) = misfit.detail();
    with_kind(kind, misfit, values)
}

/// What an action that makes no sense is about, by name.
pub fn action_values(bad: &BadAction) -> Values {
    let (kind, values) = match bad {
        BadAction::NoSuchTile(tile) => {
            (Some(Kind::Action(ActionKind::NoSuchTile)), vec![("tile", tile.clone())])
        }
        BadAction::TooMany(n) => {
            (Some(Kind::Action(ActionKind::TooMany)), vec![("n", n.to_string())])
        }
        BadAction::Text(text) => text.detail(),
    };
    with_kind(kind, bad, values)
}

/// Tiles as they are named in an English sentence, without the words: `Q and 2 blanks` are `Q??`.
pub(crate) fn tiles_named(text: &str) -> String {
    let (letters, blanks) = text.rsplit_once(" and ").unwrap_or(("", text));
    match blanks.split_once(' ') {
        Some(("a", "blank")) => format!("{letters}?"),
        Some((n, "blanks")) => format!("{letters}{}", "?".repeat(n.parse().unwrap_or(0))),
        _ => text.to_owned(),
    }
}

impl Detailed for Misfit {
    fn detail(&self) -> (Option<Kind>, Values) {
        use MisfitKind::*;
        let at = |square: &tisane_rules::Square| vec![("square", square.to_string())];
        let (kind, values) = match self {
            Misfit::NoTiles => (NoTiles, vec![]),
            Misfit::OffBoard(square) => (OffBoard, at(square)),
            Misfit::Occupied(square) => (Occupied, at(square)),
            Misfit::Twice(square) => (Twice, at(square)),
            Misfit::NotInLine => (NotInLine, vec![]),
            Misfit::Gap(square) => (Gap, at(square)),
            Misfit::MissesStart(squares) => {
                let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
                (MissesStart, vec![("squares", names.join(", "))])
            }
            Misfit::Unattached => (Unattached, vec![]),
            Misfit::NoWord => (NoWord, vec![]),
        };
        (Some(Kind::Misfit(kind)), values)
    }
}

impl Detailed for MoveTextError {
    fn detail(&self) -> (Option<Kind>, Values) {
        use ActionKind::*;
        let (kind, values) = match self {
            MoveTextError::Empty => (Empty, vec![]),
            MoveTextError::NotAMove(text) => (NotAMove, vec![("text", text.clone())]),
            MoveTextError::Place(text) => (Place, vec![("text", text.clone())]),
            MoveTextError::PlaceOffBoard { place, rows, last_col } => (
                PlaceOffBoard,
                vec![
                    ("place", place.clone()),
                    ("rows", rows.to_string()),
                    ("last_col", last_col.clone()),
                ],
            ),
            MoveTextError::NoWord { place } => (NoWord, vec![("place", place.clone())]),
            MoveTextError::Spelling(error) | MoveTextError::Tiles(TilesError::Spelling(error)) => {
                (Spelling, spelling_values(error))
            }
            MoveTextError::Tiles(TilesError::TooMany { face }) => {
                (NoSuchTile, vec![("tile", face.clone())])
            }
            MoveTextError::OffBoard { word, place, last } => (
                OffBoard,
                vec![("word", word.clone()), ("place", place.clone()), ("last", last.to_string())],
            ),
            MoveTextError::Contradiction { word, square, there, wanted } => (
                Contradiction,
                vec![
                    ("word", word.clone()),
                    ("square", square.to_string()),
                    ("there", there.clone()),
                    ("wanted", wanted.clone()),
                ],
            ),
            MoveTextError::NothingThere { word, square } => {
                (NothingThere, vec![("word", word.clone()), ("square", square.to_string())])
            }
            MoveTextError::Parentheses { word } => (Parentheses, vec![("word", word.clone())]),
            MoveTextError::NoNewTile { word, place } => {
                (NoNewTile, vec![("word", word.clone()), ("place", place.clone())])
            }
            MoveTextError::Part { word, place, whole } => (
                Part,
                vec![("word", word.clone()), ("place", place.clone()), ("whole", whole.clone())],
            ),
            MoveTextError::NoTiles(text) => (NoTiles, vec![("text", text.clone())]),
            MoveTextError::UnknownTiles { text } => (UnknownTiles, vec![("text", text.clone())]),
        };
        (Some(Kind::Action(kind)), values)
    }
}

impl Detailed for TargetWordError {
    fn detail(&self) -> (Option<Kind>, Values) {
        let (kind, values) = match self {
            TargetWordError::Spelling(error) => (ActionKind::Spelling, spelling_values(error)),
            TargetWordError::Short(text) => (ActionKind::Short, vec![("text", text.clone())]),
        };
        (Some(Kind::Action(kind)), values)
    }
}

impl Detailed for TilesError {
    fn detail(&self) -> (Option<Kind>, Values) {
        let (kind, values) = match self {
            TilesError::Spelling(error) => (PositionKind::Spelling, spelling_values(error)),
            TilesError::TooMany { face } => {
                (PositionKind::TooManyOfAKind, vec![("tile", face.clone())])
            }
        };
        (Some(Kind::Position(kind)), values)
    }
}

impl Detailed for Impossible {
    fn detail(&self) -> (Option<Kind>, Values) {
        use PositionKind::*;
        let (kind, values) = match self {
            Impossible::BoardSize { rows, cols, found_rows, found_cols, .. } => (
                BoardSize,
                numbers([
                    ("rows", rows),
                    ("cols", cols),
                    ("found_rows", found_rows),
                    ("found_cols", found_cols),
                ]),
            ),
            Impossible::TooManyTiles { tiles } => {
                (TooManyTiles, vec![("tiles", tiles_named(tiles))])
            }
            Impossible::RackTooLong { max, found } => {
                (RackTooLong, numbers([("max", max), ("found", found)]))
            }
            Impossible::Score { score } => (Score, numbers([("score", score)])),
            Impossible::Seats { from, to, found } => {
                (Seats, numbers([("from", from), ("to", to), ("found", found)]))
            }
        };
        (Some(Kind::Position(kind)), values)
    }
}

impl Detailed for Unwritable {
    fn detail(&self) -> (Option<Kind>, Values) {
        match self {
            Unwritable::Misfit(misfit) => misfit.detail(),
            Unwritable::Text(error) => error.detail(),
            Unwritable::NoTurn(_) => (Some(Kind::Action(ActionKind::NoTurn)), vec![]),
            Unwritable::Impossible(error) => error.detail(),
            Unwritable::TooManyTiles { tiles } => (
                Some(Kind::Position(PositionKind::TooManyTiles)),
                vec![("tiles", tiles_named(tiles))],
            ),
            Unwritable::RackTooLong { max, found } => (
                Some(Kind::Position(PositionKind::RackTooLong)),
                numbers([("max", max), ("found", found)]),
            ),
            Unwritable::TooLong { found, max } => {
                (Some(Kind::Sheet(SheetKind::TooLong)), numbers([("found", found), ("max", max)]))
            }
            Unwritable::NotOnRack { missing, .. } => {
                (None, vec![("missing", tiles_named(missing))])
            }
            _ => (None, vec![]),
        }
    }
}

impl Detailed for WrittenError {
    fn detail(&self) -> (Option<Kind>, Values) {
        let kind = match self {
            WrittenError::Nothing => NotationKind::Nothing,
            WrittenError::NotText => NotationKind::NotText,
            WrittenError::Several => NotationKind::Several,
            WrittenError::Unknown => return (None, vec![]),
            WrittenError::Cgp(error) => return error.detail(),
            WrittenError::Game(error) => return error.detail(),
        };
        (Some(Kind::Notation(kind)), vec![])
    }
}

impl Detailed for CgpError {
    fn detail(&self) -> (Option<Kind>, Values) {
        use NotationKind::*;
        let (kind, values) = match self {
            CgpError::Missing(_) => (Missing, vec![]),
            CgpError::Scores(text) => (Scores, vec![("text", text.clone())]),
            CgpError::ScorelessTurns(text) => (ScorelessTurns, vec![("text", text.clone())]),
            CgpError::Players { racks, scores } => {
                (Players, numbers([("racks", racks), ("scores", scores)]))
            }
            CgpError::Rows { found, expected, .. } => {
                (Rows, numbers([("found", found), ("expected", expected)]))
            }
            CgpError::Columns { row, found, expected, .. } => {
                (Columns, numbers([("row", row), ("found", found), ("expected", expected)]))
            }
            CgpError::Unreadable { row, found, .. } => {
                (Unreadable, vec![("row", row.to_string()), ("found", found.clone())])
            }
            CgpError::Rack { number, error } => {
                (Rack, since("why", error, vec![("number", number.to_string())]))
            }
            CgpError::Impossible(error) => return error.detail(),
            CgpError::Variant(name) => (Variant, vec![("name", name.clone())]),
            CgpError::Operation { .. } => return (None, vec![]),
        };
        (Some(Kind::Notation(kind)), values)
    }
}

impl Detailed for DrawingError {
    fn detail(&self) -> (Option<Kind>, Values) {
        use NotationKind::*;
        let (kind, values) = match self {
            DrawingError::Rows { found, expected, .. } => {
                (DrawnRows, numbers([("found", found), ("expected", expected)]))
            }
            DrawingError::Columns { line, found, expected, .. } => {
                (DrawnColumns, numbers([("line", line), ("found", found), ("expected", expected)]))
            }
            DrawingError::Unreadable { line, found, at, .. } => (
                DrawnUnreadable,
                vec![("line", line.to_string()), ("found", found.clone()), ("at", at.to_string())],
            ),
        };
        (Some(Kind::Notation(kind)), values)
    }
}

impl Detailed for GcgError {
    fn detail(&self) -> (Option<Kind>, Values) {
        let values = vec![("line", self.line.to_string()), ("written", self.text.clone())];
        (Some(Kind::Notation(NotationKind::Line)), since("why", &self.fault, values))
    }
}

impl Detailed for GcgFault {
    fn detail(&self) -> (Option<Kind>, Values) {
        use SheetKind::*;
        let (kind, values) = match self {
            GcgFault::Encoding(name) => (Encoding, vec![("name", name.clone())]),
            GcgFault::NoLine => (NoLine, vec![]),
            GcgFault::Player => (Player, vec![]),
            GcgFault::PlayerTwice(n) => (PlayerTwice, vec![("n", n.to_string())]),
            GcgFault::PlayerMissing(n) => (PlayerMissing, vec![("n", n.to_string())]),
            GcgFault::NoSuchPlayer(name) => (NoSuchPlayer, vec![("name", name.clone())]),
            GcgFault::NoEvent => (NoEvent, vec![]),
            GcgFault::TooLong { found, max } => {
                (TooLong, numbers([("found", found), ("max", max)]))
            }
            GcgFault::Move(error) => return error.detail(),
            GcgFault::Tiles(error) => return error.detail(),
            GcgFault::Impossible(error) => return error.detail(),
            GcgFault::Entry(RecordFault::Misfit(misfit)) => return misfit.detail(),
            GcgFault::Entry(RecordFault::NothingToWithdraw) => (NothingToWithdraw, vec![]),
            GcgFault::Entry(RecordFault::NoSuchSeat { seat }) => {
                (NoSuchPlayer, vec![("name", (seat + 1).to_string())])
            }
        };
        (Some(Kind::Sheet(kind)), values)
    }
}

impl Detailed for GcgWarning {
    fn detail(&self) -> (Option<Kind>, Values) {
        (
            Some(Kind::Notation(NotationKind::Doubt)),
            since("why", &self.doubt, vec![("line", self.line.to_string())]),
        )
    }
}

impl Detailed for GcgDoubt {
    fn detail(&self) -> (Option<Kind>, Values) {
        use SheetKind::*;
        let (kind, values) = match self {
            GcgDoubt::Entry(doubt) => return doubt.detail(),
            GcgDoubt::NotUtf8 => (NotUtf8, vec![]),
            GcgDoubt::NewPlayer { nick } => (NewPlayer, vec![("nick", nick.clone())]),
            GcgDoubt::NoPoints { computed } => (PointsMissing, numbers([("computed", computed)])),
            GcgDoubt::NoTotal => (TotalMissing, vec![]),
            GcgDoubt::Rack { rack, error } => {
                (Rack, since("because", error, vec![("rack", rack.clone())]))
            }
            GcgDoubt::ImpossibleRack { .. } | GcgDoubt::GameType(_) | GcgDoubt::SameNick(_) => {
                return (None, vec![]);
            }
        };
        (Some(Kind::Sheet(kind)), values)
    }
}

impl Detailed for RecordDoubt {
    fn detail(&self) -> (Option<Kind>, Values) {
        use SheetKind::*;
        let both =
            |given: &i32, computed: &i32| numbers([("given", given), ("computed", computed)]);
        let (kind, values) = match self {
            RecordDoubt::Points { play, given, computed } => {
                (Points, [vec![("play", play.clone())], both(given, computed)].concat())
            }
            RecordDoubt::Misfit { play, misfit } => {
                (Misfit, since("because", misfit, vec![("play", play.clone())]))
            }
            RecordDoubt::Total { given, computed } => (Total, both(given, computed)),
            RecordDoubt::Withdrawn { given, computed } => (Withdrawn, both(given, computed)),
            RecordDoubt::NoPoints { given } => (NoPoints, numbers([("given", given)])),
            RecordDoubt::EndRack { tiles, worth, given } => (
                EndRack,
                [vec![("left", tiles.clone())], numbers([("worth", worth), ("given", given)])]
                    .concat(),
            ),
            RecordDoubt::NotOnRack { missing, rack } => {
                (NotOnRack, vec![("missing", tiles_named(missing)), ("rack", rack.clone())])
            }
            RecordDoubt::RackTooLong { max, found } => {
                (RackTooLong, numbers([("max", max), ("found", found)]))
            }
            RecordDoubt::TooManyTiles { tiles } => {
                (TooManyTiles, vec![("tiles", tiles_named(tiles))])
            }
            RecordDoubt::OutOfTurn { expected } => (OutOfTurn, numbers([("n", expected)])),
            RecordDoubt::FinalRack { .. } | RecordDoubt::SecondTimePenalty => {
                return (None, vec![]);
            }
        };
        (Some(Kind::Sheet(kind)), values)
    }
}

/// Why a question about words cannot be understood.
pub fn pattern_trouble(error: &PatternError) -> (ErrorCode, Values) {
    let at = |text: &String, at: &usize| vec![("text", text.clone()), ("at", at.to_string())];
    match error {
        PatternError::Spelling(error) => (ErrorCode::Spelling, spelling_values(error)),
        PatternError::Empty => (ErrorCode::PatternEmpty, vec![]),
        PatternError::Open { text, at: place } => (ErrorCode::PatternOpen, at(text, place)),
        PatternError::Nothing { text, at: place } => (ErrorCode::PatternNothing, at(text, place)),
        PatternError::TooLong { max, .. } => (ErrorCode::Long, numbers([("most", max)])),
        PatternError::Long(parts) => {
            (ErrorCode::PatternLong, numbers([("parts", parts), ("most", &Pattern::MOST_PARTS)]))
        }
    }
}

impl From<&PatternError> for ErrorView {
    fn from(error: &PatternError) -> ErrorView {
        let (code, values) = pattern_trouble(error);
        ErrorView { values: map(values), ..ErrorView::new(code, error) }
    }
}

fn numbers<const N: usize>(values: [(&'static str, &dyn Display); N]) -> Values {
    values.into_iter().map(|(name, value)| (name, value.to_string())).collect()
}

/// With what is wrong in turn, under this name; as a sentence where it has no kind.
fn since(name: &'static str, error: &impl Detailed, mut values: Values) -> Values {
    let (kind, inner) = error.detail();
    values.extend(inner);
    values.push((name, kind.map_or_else(|| error.to_string(), Kind::link)));
    values
}

pub fn spelling_values(SpellingError { text, found, at, .. }: &SpellingError) -> Values {
    vec![("text", text.clone()), ("found", found.clone()), ("at", at.to_string())]
}

fn with_kind(kind: Option<Kind>, sentence: &impl ToString, mut values: Values) -> Values {
    values.extend(kind.map(|kind| ("kind", kind.names().1)));
    values.push(("detail", sentence.to_string()));
    values
}

fn map(values: Values) -> BTreeMap<String, String> {
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

impl ErrorView {
    /// The same with no more of what somebody wrote than
    /// [`LONGEST_QUOTE`](tisane_lexicon::LONGEST_QUOTE) characters at a time.
    #[must_use]
    pub fn brief(mut self) -> ErrorView {
        for (name, value) in &mut self.values {
            // These are sentences and lists of ours, which may quote; the others are quotes
            // themselves.
            let is_sentence = matches!(
                name.as_str(),
                "detail" | "known" | "words" | "why" | "because" | "squares"
            );
            *value = if is_sentence { brief(value) } else { excerpt(value) }.into_owned();
        }
        self.error = brief(&self.error).into_owned();
        self.hint = self.hint.map(|hint| brief(&hint).into_owned());
        self
    }
}

impl From<&Misfit> for ErrorView {
    fn from(misfit: &Misfit) -> ErrorView {
        ErrorView::detailed(ErrorCode::Misfit, misfit)
    }
}

impl From<&GcgWarning> for ErrorView {
    fn from(warning: &GcgWarning) -> ErrorView {
        ErrorView::detailed(ErrorCode::Notation, warning)
    }
}

impl From<&BadAction> for ErrorView {
    fn from(bad: &BadAction) -> ErrorView {
        ErrorView {
            code: ErrorCode::Action,
            values: map(action_values(bad)),
            error: bad.to_string(),
            hint: None,
        }
        .brief()
    }
}

#[cfg(test)]
mod tests {
    use tisane_rules::{Board, Ruleset, Square, Tiles};

    use super::*;
    use crate::request::ActionView;

    #[test]
    fn a_misfit_names_its_kind_and_square() {
        let view = ErrorView::from(&Misfit::Gap(Square::new(7, 7)));
        assert_eq!(view.values["kind"], "gap");
        assert_eq!(view.values["square"], "H8");
        assert_eq!(view.values["detail"], view.error);
        let view =
            ErrorView::from(&Misfit::MissesStart(vec![Square::new(4, 4), Square::new(9, 9)]));
        assert_eq!((&*view.values["kind"], &*view.values["squares"]), ("misses_start", "E5, J10"));
    }

    #[test]
    fn a_text_that_is_no_move_says_what_is_wrong_with_it() {
        let ruleset = Ruleset::named("english").unwrap();
        let board = Board::empty(&ruleset.layout);
        let kind = |text: &str| {
            let bad = ActionView::Move { text: text.to_owned() }
                .action(&ruleset, &board, &Tiles::new())
                .unwrap_err();
            ErrorView::from(&bad).values["kind"].clone()
        };
        assert_eq!(
            ["", "hello", "8D", "8N NEST", "99A NEST", "8D K0T", "-3"].map(kind),
            [
                "empty",
                "not_a_move",
                "no_word",
                "off_board",
                "place_off_board",
                "spelling",
                "unknown_tiles"
            ]
        );
    }

    #[test]
    fn words_all_small_are_no_blanks() {
        let ruleset = Ruleset::named("english").unwrap();
        let (board, hand) = (Board::empty(&ruleset.layout), ruleset.parse_tiles("NESTQ?").unwrap());
        let read = |text: &str| {
            ActionView::Move { text: text.to_owned() }.action(&ruleset, &board, &hand).unwrap()
        };
        assert_eq!(read("8g nest"), read("8G NEST"));
        assert_ne!(read("8G NEsT"), read("8G NEST"), "among capitals they are");
    }

    #[test]
    fn tiles_are_named_without_words() {
        let ruleset = Ruleset::named("english").unwrap();
        for tiles in ["Q", "QV", "?", "??", "Q?", "QV??"] {
            assert_eq!(
                tiles_named(&ruleset.name_tiles(&ruleset.parse_tiles(tiles).unwrap())),
                tiles
            );
        }
    }

    #[test]
    fn a_line_of_a_score_sheet_says_what_is_wrong_and_why() {
        let sheet = |line: &str| {
            let text = format!("#player1 a A\n#player2 b B\n{line}\n");
            crate::sheet(&text, "english")
        };
        let fault = sheet(">a: AEINRST 8N NEST +4 4").unwrap_err();
        assert_eq!(
            (&*fault.values["kind"], &*fault.values["why"], &*fault.values["line"]),
            ("line", "action.off_board", "3")
        );
        let warned = |line: &str| sheet(line).unwrap().warnings.remove(0).values;
        let points = warned(">a: AEINRST 8D NASTIER +64 64");
        assert_eq!(
            (&*points["kind"], &*points["why"], &*points["computed"]),
            ("doubt", "sheet.points", "66")
        );
        let misfit = warned(">a: OOZ 1A ZOO +12 12");
        assert_eq!(
            (&*misfit["why"], &*misfit["because"], &*misfit["squares"]),
            ("sheet.misfit", "misfit.misses_start", "H8")
        );
        let rack = warned(">a: A1 8G AT +4 4");
        assert_eq!(
            (&*rack["why"], &*rack["because"], &*rack["found"]),
            ("sheet.rack", "position.spelling", "1")
        );
    }
}
