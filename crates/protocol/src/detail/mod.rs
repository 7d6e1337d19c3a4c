//! Details of errors for clients that translate them: a kind and values. If one error causes
//! another, `why` names the cause and `because` the cause of that: `misfit.gap`.

mod app;
mod rules;

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::{Deserialize, Serialize};
use tisane_lexicon::SpellingError;
use tisane_lexicon::query::{Pattern, PatternError};
use tisane_rules::{GcgWarning, Misfit, NoSuchRuleset, Refusal};

use crate::error::{ErrorCode, ErrorView};
use crate::request::BadAction;

/// The `kind` of a `misfit`.
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

/// The `kind` of an `action` or a `move`: why its text or a tile can't be read.
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
    /// It would become part of a longer word.
    Part,
    NoTiles,
    UnknownTiles,
    NoSuchTile,
    TooMany,
    /// A word needs two letters.
    Short,
    /// Neither a play, an exchange nor a pass.
    NoTurn,
}

/// The `kind` of a `position`: why it is impossible.
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

/// The `kind` of a `notation`: why a text can't be read, or that a line looks wrong.
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

/// What is wrong with a line of a score sheet, or looks wrong about it.
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
    ImpossibleRack,
    GameType,
    SameNick,
    FinalRack,
    SecondTimePenalty,
}

type Values = Vec<(&'static str, String)>;

/// Any kind of error.
#[derive(Copy, Clone)]
pub(crate) enum Kind {
    Misfit(MisfitKind),
    Action(ActionKind),
    Position(PositionKind),
    Notation(NotationKind),
    Sheet(SheetKind),
}

impl Kind {
    /// The family of the kind, and its name.
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

    /// Its name as the cause of another error: `misfit.gap`.
    fn link(self) -> String {
        let (family, name) = self.names();
        format!("{family}.{name}")
    }
}

/// An error with a kind and values; without a kind if only the sentence explains it.
pub(crate) trait Detailed: Display {
    fn detail(&self) -> (Option<Kind>, Values);

    /// How to fix it, if that is known.
    fn hint(&self) -> Option<String> {
        None
    }
}

impl ErrorView {
    /// An error with details. The English sentence is kept for clients that don't know the kind.
    pub(crate) fn detailed(code: ErrorCode, error: &impl Detailed) -> ErrorView {
        let (kind, values) = error.detail();
        ErrorView {
            values: map(with_kind(kind, error, values)),
            hint: error.hint(),
            ..ErrorView::new(code, error)
        }
        .brief()
    }

    /// An error that its code and these values explain.
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

/// The values of a misfit.
pub(crate) fn misfit_values(misfit: &Misfit) -> Values {
    let (kind, values) = misfit.detail();
    with_kind(kind, misfit, values)
}

/// The values of an unreadable action.
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

/// Tiles from an English sentence: `Q and 2 blanks` are `Q??`.
pub(crate) fn tiles_named(text: &str) -> String {
    let (letters, blanks) = text.rsplit_once(" and ").unwrap_or(("", text));
    match blanks.split_once(' ') {
        Some(("a", "blank")) => format!("{letters}?"),
        Some((n, "blanks")) => format!("{letters}{}", "?".repeat(n.parse().unwrap_or(0))),
        _ => text.to_owned(),
    }
}

/// Why a word look-up can't be read.
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
        ErrorView { values: map(values), hint: error.hint(), ..ErrorView::new(code, error) }
    }
}

fn numbers<const N: usize>(values: [(&'static str, &dyn Display); N]) -> Values {
    values.into_iter().map(|(name, value)| (name, value.to_string())).collect()
}

/// The values with their cause under this name; as a sentence if it has no kind.
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
            hint: bad.hint(),
        }
        .brief()
    }
}

/// The values of a refusal.
pub fn refusal_values(refusal: &Refusal) -> Vec<(&'static str, String)> {
    match refusal {
        Refusal::NotYourTurn(name) | Refusal::NameTaken(name) => vec![("name", name.clone())],
        Refusal::NotOnRack { missing, rack } => {
            vec![("missing", tiles_named(missing)), ("rack", rack.clone())]
        }
        Refusal::NotWords(words) => vec![("words", words.join(", "))],
        Refusal::BagTooSmall { needed, bag } => {
            vec![("needed", needed.to_string()), ("bag", bag.to_string())]
        }
        Refusal::NotEnoughPlayers { needed, have } => {
            vec![("needed", needed.to_string()), ("have", have.to_string())]
        }
        Refusal::Misfit(misfit) => misfit_values(misfit),
        refusal => vec![("detail", refusal.to_string())],
    }
}

impl From<&Refusal> for ErrorView {
    fn from(refusal: &Refusal) -> ErrorView {
        let values = refusal_values(refusal)
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        ErrorView { code: refusal.into(), values, error: refusal.to_string(), hint: None }.brief()
    }
}

/// The error for a name that no ruleset has.
pub fn no_such_ruleset(error: &NoSuchRuleset) -> ErrorView {
    let mut view = ErrorView::new(ErrorCode::NoSuchRuleset, error);
    view.values.insert("name".to_owned(), error.name.clone());
    view.values.extend(error.nearest.clone().map(|nearest| ("nearest".to_owned(), nearest)));
    view.hint = error.nearest.as_ref().map(|nearest| format!("did you mean {nearest:?}?"));
    view.brief()
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
    fn an_unreadable_move_has_a_kind() {
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
    fn words_in_lower_case_are_not_blanks() {
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
    fn an_error_in_a_score_sheet_names_its_cause() {
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

    #[test]
    fn every_warning_about_a_score_sheet_has_a_kind() {
        let warned = |text: &str| crate::sheet(text, "english").unwrap().warnings;
        let why = |text: &str, kind: &str| {
            let kind = format!("sheet.{kind}");
            let warnings = warned(text);
            let found = warnings.into_iter().find(|warning| warning.values["why"] == kind);
            found.unwrap_or_else(|| panic!("{kind}: {:?}", warned(text))).values
        };
        let players = "#player1 a A\n#player2 b B\n";
        let first = ">a: AEINRST 8D NASTIER +66 66\n";
        let game_type = why(&format!("{players}#game-type wordsmog\n{first}"), "game_type");
        assert_eq!(game_type["name"], "wordsmog");
        let nick = why(&format!("#player1 a A\n#player2 a B\n{first}"), "same_nick");
        assert_eq!(nick["nick"], "a");
        let rack = why(&format!("{players}#rack1 QQQ\n{first}"), "impossible_rack");
        assert_eq!((&*rack["rack"], &*rack["because"]), ("QQQ", "position.too_many_tiles"));
        let penalties = format!("{players}{first}>a: (time) -10 56\n>a: (time) -10 46\n");
        why(&penalties, "second_time_penalty");
    }
}
