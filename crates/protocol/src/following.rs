//! Tracked games on the wire. The page keeps the score sheet (GCG); every request brings the sheet
//! along and gets it back with the new entry.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tisane_app::tracking::{self, TrackedAction};
use tisane_lexicon::Lexicon;
use tisane_rules::{Following, Record, Ruleset};

use crate::analysis::UnseenView;
use crate::error::ErrorView;
use crate::position::PositionView;
use crate::sheet::{SheetView, game_of, wrong};
use crate::tiles::faces_of;

/// An entry on the score sheet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum FollowAct {
    /// The tracker's rack.
    Rack { text: String },
    /// The player on turn makes this move: `8D RETAINS`, `-QVU`, `-3`, `pass`.
    Move { text: String },
    /// The last play was challenged and withdrawn.
    Phony,
    /// The last play was challenged and stood, which earned its player these points.
    Stood { points: i32 },
    /// The game is over, and these tiles were left, by seat.
    Left { racks: Vec<String> },
    /// Takes back the last entry.
    Undo,
}

/// A tracked game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FollowView {
    /// The score sheet, for the next request.
    pub text: String,
    pub sheet: SheetView,
    /// The known tiles of the tracker's rack.
    pub rack: Vec<String>,
    /// The tiles that the tracker does not see.
    pub unseen: Vec<UnseenView>,
    /// How many of these are in the bag.
    pub bag: u32,
    /// Words of the last play that are not in the lexicon.
    pub doubtful: Vec<String>,
    /// The game is over, but the final racks are not settled; with several players they may be
    /// unknown.
    pub unsettled: bool,
}

/// The sheet of a new game.
pub(crate) fn begin(
    ruleset: &Ruleset,
    lexicon: Option<&Lexicon>,
    names: &[String],
) -> Result<String, ErrorView> {
    let record = Record::begin(ruleset, lexicon.map(Lexicon::name), names)
        .map_err(|error| ErrorView::from(&error))?;
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
    let mut following = Following::new(ruleset, game.record, me as usize)
        .map_err(|error| ErrorView::from(&error))?;
    if let Some(act) = act {
        tracking::write(&mut following, ruleset, &act.action())
            .map_err(|error| ErrorView::from(&error))?;
    }
    view(&following, ruleset, lexicon)
}

impl FollowAct {
    fn action(&self) -> TrackedAction {
        match self.clone() {
            FollowAct::Rack { text } => TrackedAction::Rack(text),
            FollowAct::Move { text } => TrackedAction::Move(text),
            FollowAct::Phony => TrackedAction::Phony,
            FollowAct::Stood { points } => TrackedAction::Stood(points),
            FollowAct::Left { racks } => TrackedAction::Left(racks),
            FollowAct::Undo => TrackedAction::Undo,
        }
    }
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
        // There is no position if the sheet has too many of a tile.
        if let Ok(position) = following.position() {
            bag = position.bag as u32;
            now.position = Some(PositionView::of(ruleset, &position));
        }
    }
    let unseen = following.unseen().map_err(|error| ErrorView::from(&error))?;
    let doubtful = lexicon
        .map(|lexicon| tracking::phonies_of_last_play(ruleset, record, lexicon))
        .transpose()
        .map_err(wrong)?;
    Ok(FollowView {
        text,
        rack: faces_of(ruleset, following.rack()),
        unseen: UnseenView::list(ruleset, &unseen),
        bag,
        doubtful: doubtful.unwrap_or_default(),
        unsettled: sheet.now.is_none() && !tracking::is_settled(record),
        sheet,
    })
}
