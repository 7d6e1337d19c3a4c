//! A game that is played elsewhere, written down turn by turn. Whoever follows it keeps its score
//! sheet (GCG); nothing is kept here, so every request brings the sheet along and gets it back with
//! what was written down.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tisane_lexicon::Lexicon;
use tisane_rules::{Following, Record, Ruleset, Unwritable, What, score};

use crate::error::{ErrorCode, ErrorView};
use crate::position::{PositionView, faces_of};
use crate::question::UnseenView;
use crate::sheet::{SheetView, game_of, wrong};

/// What is to be written down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum FollowAct {
    /// The follower's tiles.
    Rack { text: String },
    /// The player on turn makes this move: `8D RETAINS`, `-QVU`, `-3`, `pass`.
    Move { text: String },
    /// The last play was challenged and taken back.
    Phony,
    /// The last play was challenged and stood, which gave its player these points.
    Stood { points: i32 },
    /// The game is over, and these tiles were left, by seat.
    Left { racks: Vec<String> },
    /// The last thing written down is taken back.
    Undo,
}

/// A followed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FollowView {
    /// The score sheet, to be brought along next time.
    pub text: String,
    pub sheet: SheetView,
    /// The follower's tiles, as far as they are known.
    pub rack: Vec<String>,
    /// What the follower does not see.
    pub unseen: Vec<UnseenView>,
    /// How many of these are in the bag.
    pub bag: u32,
    /// Words of the last play that are not in the lexicon.
    pub doubtful: Vec<String>,
    /// The game is over, and what was left on the racks is not counted: of several players it may
    /// not be known.
    pub unsettled: bool,
}

/// The sheet of a new game.
pub(crate) fn begin(
    ruleset: &Ruleset,
    lexicon: Option<&Lexicon>,
    names: &[String],
) -> Result<String, ErrorView> {
    let record = Record::begin(ruleset, lexicon.map(Lexicon::name), names).map_err(refused)?;
    record.to_gcg(ruleset).map_err(wrong)
}

/// Writes something down, or only shows the game.
pub(crate) fn follow(
    ruleset: &Arc<Ruleset>,
    lexicon: Option<&Lexicon>,
    text: &str,
    me: u32,
    act: Option<&FollowAct>,
) -> Result<FollowView, ErrorView> {
    let (_, game) = game_of(text, &ruleset.name)?;
    let mut following = Following::new(ruleset, game.record, me as usize).map_err(refused)?;
    if let Some(act) = act {
        write(&mut following, ruleset, act)?;
    }
    view(&following, ruleset, lexicon)
}

fn write(
    following: &mut Following<'_>,
    ruleset: &Ruleset,
    act: &FollowAct,
) -> Result<(), ErrorView> {
    let tiles = |text: &String| {
        ruleset.parse_tiles(text).map_err(|error| ErrorView::detailed(ErrorCode::Position, &error))
    };
    match act {
        FollowAct::Rack { text } => following.set_rack(tiles(text)?),
        FollowAct::Move { text } => following.read(text).and_then(|what| following.enter(what)),
        FollowAct::Phony => following.withdraw(),
        FollowAct::Stood { points } => following.stand(*points),
        FollowAct::Left { racks } => {
            following.settle(racks.iter().map(tiles).collect::<Result<_, _>>()?)
        }
        FollowAct::Undo => following.undo().map(drop),
    }
    .map_err(refused)
}

fn refused(error: Unwritable) -> ErrorView {
    let code = match &error {
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
    ErrorView::detailed(code, &error)
}

fn view(
    following: &Following<'_>,
    ruleset: &Ruleset,
    lexicon: Option<&Lexicon>,
) -> Result<FollowView, ErrorView> {
    let record = following.record();
    let text = record.to_gcg(ruleset).map_err(wrong)?;
    let mut sheet = SheetView::of(ruleset, record, Vec::new())?;
    let mut bag = 0;
    if let Some(now) = &mut sheet.now {
        // Where tiles are written down that nobody can have, there is no position.
        if let Ok(position) = following.position() {
            bag = position.bag as u32;
            now.position = Some(PositionView::of(ruleset, &position));
        }
    }
    let kind = |(tile, n)| UnseenView { tile: ruleset.face(tile).to_owned(), count: n as u32 };
    Ok(FollowView {
        text,
        rack: faces_of(ruleset, following.rack()),
        unseen: following.unseen().map_err(refused)?.kinds().map(kind).collect(),
        bag,
        doubtful: doubtful(ruleset, record, lexicon)?,
        unsettled: sheet.now.is_none()
            && !record.entries.iter().any(|entry| matches!(entry.what, What::EndRack(_))),
        sheet,
    })
}

/// Words of the last play that are none.
fn doubtful(
    ruleset: &Ruleset,
    record: &Record,
    lexicon: Option<&Lexicon>,
) -> Result<Vec<String>, ErrorView> {
    let last = record.entries.iter().rposition(|entry| !matches!(entry.what, What::EndRack(_)));
    let (Some(lexicon), Some(last)) = (lexicon, last) else { return Ok(Vec::new()) };
    let What::Played(play) = &record.entries[last].what else { return Ok(Vec::new()) };
    let before = Record { entries: record.entries[..last].to_vec(), ..record.clone() };
    let board = before.board(ruleset).map_err(wrong)?;
    let words = score(ruleset, &board, play).map(|scored| scored.words).unwrap_or_default();
    let letters =
        words.iter().map(|word| word.word.letters()).filter(|letters| !lexicon.contains(letters));
    Ok(letters.map(|letters| ruleset.alphabet.show(&letters)).collect())
}
