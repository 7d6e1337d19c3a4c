//! The kinds and values of the errors of `rules`.

use tisane_rules::{
    CgpError, DrawingError, GcgDoubt, GcgError, GcgFault, GcgWarning, Impossible, Misfit,
    MoveTextError, RecordDoubt, RecordFault, TargetWordError, TilesError, Unwritable, WrittenError,
};

use super::{
    ActionKind, Detailed, Kind, MisfitKind, NotationKind, PositionKind, SheetKind, Values, numbers,
    since, spelling_values, tiles_named,
};

impl Detailed for Misfit {
    fn detail(&self) -> (Option<Kind>, Values) {
        use MisfitKind::*;
        let at = |square: &tisane_rules::Square| vec![("square", square.to_string())];
        let (kind, values) = match self {
            Misfit::NoTiles => (NoTiles, vec![]),
            // The square of a row or column that no board has is not shown.
            Misfit::OffBoard(square) if square.row.max(square.col) == u8::MAX => {
                (OffBoard, Vec::new())
            }
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

    fn hint(&self) -> Option<String> {
        self.hint()
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
            // Their codes explain them.
            Unwritable::Seats { .. }
            | Unwritable::NoSuchSeat { .. }
            | Unwritable::Over
            | Unwritable::NotOver
            | Unwritable::Record(_)
            | Unwritable::NoPlay
            | Unwritable::Nothing => (None, vec![]),
        }
    }

    fn hint(&self) -> Option<String> {
        if let Unwritable::Text(error) = self { error.hint() } else { None }
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

    fn hint(&self) -> Option<String> {
        if let WrittenError::Cgp(error) = self { error.hint() } else { None }
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

    fn hint(&self) -> Option<String> {
        self.hint()
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
            GcgDoubt::ImpossibleRack { rack, error } => {
                (ImpossibleRack, since("because", error, vec![("rack", rack.clone())]))
            }
            GcgDoubt::GameType(name) => (GameType, vec![("name", name.clone())]),
            GcgDoubt::SameNick(nick) => (SameNick, vec![("nick", nick.clone())]),
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
            RecordDoubt::FinalRack { given, left } => {
                (FinalRack, vec![("given", given.clone()), ("left", left.clone())])
            }
            RecordDoubt::SecondTimePenalty => (SecondTimePenalty, vec![]),
        };
        (Some(Kind::Sheet(kind)), values)
    }
}
