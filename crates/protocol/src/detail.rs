//! Why tiles do not fit and why a move cannot be read: by kind and values, for readers who say it in their own language.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tisane_lexicon::SpellingError;
use tisane_rules::{Misfit, MoveTextError, TilesError};

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

/// The `kind` among the values of an `action`: why its text, or a tile of it, cannot be read.
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
    NoTiles,
    UnknownTiles,
    NoSuchTile,
    TooMany,
}

type Values = Vec<(&'static str, String)>;

/// What a misfit is about, by name.
pub(crate) fn misfit_values(misfit: &Misfit) -> Values {
    use MisfitKind::*;
    let at = |square: &tisane_rules::Square| vec![("square", square.to_string())];
    let (kind, values) = match misfit {
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
    with_kind(kind, misfit, values)
}

/// What an action that makes no sense is about, by name.
pub fn action_values(bad: &BadAction) -> Values {
    use ActionKind::*;
    let (kind, values) = match bad {
        BadAction::NoSuchTile(tile) => (NoSuchTile, vec![("tile", tile.clone())]),
        BadAction::TooMany(n) => (TooMany, vec![("n", n.to_string())]),
        BadAction::Text(text) => text_values(text),
    };
    with_kind(kind, bad, values)
}

fn text_values(error: &MoveTextError) -> (ActionKind, Values) {
    use ActionKind::*;
    match error {
        MoveTextError::Empty => (Empty, vec![]),
        MoveTextError::NotAMove(text) => (NotAMove, vec![("text", text.clone())]),
        MoveTextError::Place(text) => (Place, vec![("text", text.clone())]),
        MoveTextError::PlaceOffBoard { place, rows, last_col } => {
            (PlaceOffBoard, vec![("place", place.clone()), ("rows", rows.to_string()), ("last_col", last_col.clone())])
        }
        MoveTextError::NoWord { place } => (NoWord, vec![("place", place.clone())]),
        MoveTextError::Spelling(error) | MoveTextError::Tiles(TilesError::Spelling(error)) => (Spelling, spelling_values(error)),
        MoveTextError::Tiles(TilesError::TooMany { face }) => (NoSuchTile, vec![("tile", face.clone())]),
        MoveTextError::OffBoard { word, place, last } => {
            (OffBoard, vec![("word", word.clone()), ("place", place.clone()), ("last", last.to_string())])
        }
        MoveTextError::Contradiction { word, square, there, wanted } => (
            Contradiction,
            vec![("word", word.clone()), ("square", square.to_string()), ("there", there.clone()), ("wanted", wanted.clone())],
        ),
        MoveTextError::NothingThere { word, square } => (NothingThere, vec![("word", word.clone()), ("square", square.to_string())]),
        MoveTextError::Parentheses { word } => (Parentheses, vec![("word", word.clone())]),
        MoveTextError::NoNewTile { word, place } => (NoNewTile, vec![("word", word.clone()), ("place", place.clone())]),
        MoveTextError::NoTiles(text) => (NoTiles, vec![("text", text.clone())]),
        MoveTextError::UnknownTiles { text } => (UnknownTiles, vec![("text", text.clone())]),
    }
}

fn spelling_values(SpellingError { text, found, at, .. }: &SpellingError) -> Values {
    vec![("text", text.clone()), ("found", found.clone()), ("at", at.to_string())]
}

/// The English sentence stays beside it, for readers who do not know the kind.
fn with_kind(kind: impl Serialize, sentence: &impl ToString, mut values: Values) -> Values {
    let kind = serde_json::to_value(kind).expect("a kind is a name");
    values.push(("kind", kind.as_str().expect("a kind is a name").to_owned()));
    values.push(("detail", sentence.to_string()));
    values
}

fn map(values: Values) -> BTreeMap<String, String> {
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

impl From<&Misfit> for ErrorView {
    fn from(misfit: &Misfit) -> ErrorView {
        ErrorView { code: ErrorCode::Misfit, values: map(misfit_values(misfit)), error: misfit.to_string(), hint: None }
    }
}

impl From<&BadAction> for ErrorView {
    fn from(bad: &BadAction) -> ErrorView {
        ErrorView { code: ErrorCode::Action, values: map(action_values(bad)), error: bad.to_string(), hint: None }
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
        let view = ErrorView::from(&Misfit::MissesStart(vec![Square::new(4, 4), Square::new(9, 9)]));
        assert_eq!((&*view.values["kind"], &*view.values["squares"]), ("misses_start", "E5, J10"));
    }

    #[test]
    fn a_text_that_is_no_move_says_what_is_wrong_with_it() {
        let ruleset = Ruleset::named("english").unwrap();
        let board = Board::empty(&ruleset.layout);
        let kind = |text: &str| {
            let bad = ActionView::Move { text: text.to_owned() }.action(&ruleset, &board, &Tiles::new()).unwrap_err();
            ErrorView::from(&bad).values["kind"].clone()
        };
        assert_eq!(
            ["", "hello", "8D", "8N NEST", "99A NEST", "8D K0T", "-3"].map(kind),
            ["empty", "not_a_move", "no_word", "off_board", "place_off_board", "spelling", "unknown_tiles"]
        );
    }

    #[test]
    fn words_all_small_are_no_blanks() {
        let ruleset = Ruleset::named("english").unwrap();
        let (board, hand) = (Board::empty(&ruleset.layout), ruleset.parse_tiles("NESTQ?").unwrap());
        let read = |text: &str| ActionView::Move { text: text.to_owned() }.action(&ruleset, &board, &hand).unwrap();
        assert_eq!(read("8g nest"), read("8G NEST"));
        assert_ne!(read("8G NEsT"), read("8G NEST"), "among capitals they are");
    }
}
