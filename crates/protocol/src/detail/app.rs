//! The errors of `app` as clients get them.

use tisane_app::analysis::TypedMoveError;
use tisane_app::open::OpenError;
use tisane_app::players::BotError;
use tisane_app::practice::PracticeError;
use tisane_app::tracking::TrackingError;
use tisane_rules::Unwritable;

use super::{ActionKind, Kind, PositionKind, no_such_ruleset};
use crate::error::{ErrorCode, ErrorView};

impl From<&OpenError> for ErrorView {
    fn from(error: &OpenError) -> ErrorView {
        match error {
            OpenError::UnknownGame { named } => ErrorView::of_kind(
                ErrorCode::Position,
                Kind::Position(PositionKind::NoSuchGame),
                vec![("name", named.clone())],
                &error.to_string(),
            ),
            OpenError::NoSuchRuleset(error) => no_such_ruleset(error),
            OpenError::Cgp(error) => ErrorView::detailed(ErrorCode::Notation, error),
            OpenError::Drawing(error) => ErrorView::detailed(ErrorCode::Notation, error),
            OpenError::Wordsolver(error) => ErrorView::new(ErrorCode::Notation, error),
            OpenError::Game(error) => ErrorView::detailed(ErrorCode::Notation, error),
            OpenError::Rack(error) => ErrorView::detailed(ErrorCode::Position, error),
            OpenError::Impossible(error) => ErrorView::detailed(ErrorCode::Position, error),
            OpenError::WhichGame => ErrorView::new(ErrorCode::Notation, error),
            OpenError::NoLexicon { .. } | OpenError::Lexicon(_) => {
                ErrorView::new(ErrorCode::Lexicon, error)
            }
            OpenError::RulesetFile { .. }
            | OpenError::Ruleset { .. }
            | OpenError::Record(_)
            | OpenError::NotAGame
            | OpenError::NoSuchTurn { .. }
            | OpenError::GameOver { .. } => ErrorView::new(ErrorCode::Position, error),
        }
    }
}

impl From<&BotError> for ErrorView {
    fn from(error: &BotError) -> ErrorView {
        let view = ErrorView::new(ErrorCode::NoSuchBot, error);
        ErrorView { hint: error.hint(), ..view }.brief()
    }
}

impl From<&PracticeError> for ErrorView {
    fn from(error: &PracticeError) -> ErrorView {
        match error {
            PracticeError::Seats { .. } => ErrorView::new(ErrorCode::Agreement, error),
            PracticeError::Bot(error) => error.into(),
            PracticeError::Refused(refusal) => refusal.into(),
        }
    }
}

impl From<&TypedMoveError> for ErrorView {
    fn from(error: &TypedMoveError) -> ErrorView {
        match error {
            TypedMoveError::Text(error) => ErrorView::detailed(ErrorCode::Move, error),
            TypedMoveError::NotATurn(_) => ErrorView::of_kind(
                ErrorCode::Move,
                Kind::Action(ActionKind::NoTurn),
                vec![],
                &error.to_string(),
            ),
        }
    }
}

impl From<&TrackingError> for ErrorView {
    fn from(error: &TrackingError) -> ErrorView {
        match error {
            TrackingError::Refused(error) => error.into(),
            TrackingError::Tiles(error) => ErrorView::detailed(ErrorCode::Position, error),
        }
    }
}

impl From<&Unwritable> for ErrorView {
    fn from(error: &Unwritable) -> ErrorView {
        let code = match error {
            Unwritable::Seats { .. } => ErrorCode::Agreement,
            Unwritable::NoSuchSeat { .. } => ErrorCode::NoSuchSeat,
            Unwritable::Over => ErrorCode::AlreadyEnded,
            Unwritable::NotOver => ErrorCode::NotEnded,
            Unwritable::Record(_) | Unwritable::TooLong { .. } => ErrorCode::Notation,
            Unwritable::Impossible(_)
            | Unwritable::TooManyTiles { .. }
            | Unwritable::RackTooLong { .. } => ErrorCode::Position,
            Unwritable::NotOnRack { .. } => ErrorCode::NotOnRack,
            Unwritable::Misfit(_) => ErrorCode::Misfit,
            Unwritable::Text(_) | Unwritable::NoTurn(_) => ErrorCode::Move,
            Unwritable::NoPlay => ErrorCode::NothingToChallenge,
            Unwritable::Nothing => ErrorCode::NothingToUndo,
        };
        ErrorView::detailed(code, error)
    }
}
