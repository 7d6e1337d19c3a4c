//! Score sheets (GCG) as pages show them: every turn, and what its player knew before it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tisane_app::open::{BuiltIn, RuleChoices, Rulebook, Rules};
use tisane_rules::{
    Board, Dropout, Entry, GcgFile, GcgRecord, Impossible, Move, Reason, Record, RecordedPosition,
    Ruleset, Through, What,
};

use crate::error::{ErrorCode, ErrorView};
use crate::game::{DropoutView, LossView, PlacedView, ReasonView};
use crate::position::PositionView;

/// A score sheet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SheetView {
    pub ruleset: String,
    /// The sheet's name of its lexicon, which may not be installed.
    pub lexicon: Option<String>,
    pub title: String,
    /// The first to move comes first.
    pub players: Vec<SheetPlayerView>,
    pub turns: Vec<SheetTurnView>,
    /// Players who dropped out, in that order. If the sheet does not say after which turn, it was
    /// before the player's next turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<DropoutView>>", optional))]
    pub dropouts: Vec<DropoutView>,
    /// The next turn, if the game is not over.
    pub now: Option<ToComeView>,
    /// How the game ended, if it is over and that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub end: Option<SheetEndView>,
    /// The board after the last turn.
    pub board: Vec<PlacedView>,
    /// What looks wrong, with line numbers.
    pub warnings: Vec<ErrorView>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SheetPlayerView {
    pub name: String,
    /// The total after the last entry, as on the sheet.
    pub total: i32,
    /// The parts of the total that come from the final racks and from overtime.
    #[serde(default)]
    pub racks: i32,
    #[serde(default)]
    pub overtime: i32,
    /// Why the player dropped out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lost: Option<LossView>,
}

/// How a game ended.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SheetEndView {
    pub reason: ReasonView,
    /// More than one is a tie; nobody wins a game that was aborted.
    pub winners: Vec<u32>,
}

/// A turn on the sheet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SheetTurnView {
    pub seat: u32,
    /// What the player knew before it; nothing if the sheet has too many of a tile.
    pub position: Option<PositionView>,
    /// Number of tiles in the bag then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub bag: Option<u32>,
    /// Number of unknown tiles on the rack.
    pub unknown: u32,
    /// `8D RE(TA)INS`, `-QVU`, `-3` if the tiles are unknown, `pass` also for a lost turn.
    #[serde(rename = "move")]
    pub mv: String,
    /// The new tiles of a play.
    pub tiles: Vec<PlacedView>,
    pub points: i32,
    /// The points for a failed challenge of the play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub bonus: Option<i32>,
    /// The player's total, including points from a challenge of the turn.
    pub total: i32,
    /// The play was challenged and withdrawn.
    pub withdrawn: bool,
    /// Why the turn was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lost: Option<LostTurnView>,
    pub note: String,
}

/// Why a turn was lost.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum LostTurnView {
    /// A failed challenge of this word, which is empty if unknown.
    Challenge { word: String },
    /// The player was away.
    Absence,
}

impl LostTurnView {
    pub(crate) fn of(ruleset: &Ruleset, what: &What) -> Option<LostTurnView> {
        match what {
            What::TurnLost { word } => {
                Some(LostTurnView::Challenge { word: ruleset.alphabet.show(word) })
            }
            What::Skipped => Some(LostTurnView::Absence),
            _ => None,
        }
    }
}

/// The next turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToComeView {
    pub seat: u32,
    pub position: Option<PositionView>,
    /// Number of unknown tiles on the rack.
    pub unknown: u32,
}

/// The game on a score sheet, with the rules it names, or else those of `ruleset`.
pub(crate) fn game_of(text: &str, ruleset: &str) -> Result<(Arc<Ruleset>, GcgRecord), ErrorView> {
    let file = GcgFile::read(text.as_bytes())
        .map_err(|error| ErrorView::detailed(ErrorCode::Notation, &error))?;
    let rulebook = Rulebook { rulesets: &BuiltIn, default: Some(ruleset) };
    let (Rules { ruleset, .. }, game) = rulebook
        .record(&file, &RuleChoices::default(), &mut Vec::new())
        .map_err(|error| ErrorView::from(&error))?;
    let (players, found) = (ruleset.players, game.record.players.len());
    if !(players.from..=players.to).contains(&found) {
        return Err(ErrorView::detailed(
            ErrorCode::Notation,
            &Impossible::Seats { from: players.from, to: players.to, found },
        ));
    }
    Ok((ruleset, game))
}

/// A game on a score sheet.
pub fn sheet(text: &str, ruleset: &str) -> Result<SheetView, ErrorView> {
    let (ruleset, game) = game_of(text, ruleset)?;
    SheetView::of(&ruleset, &game.record, game.warnings.iter().map(ErrorView::from).collect())
}

pub(crate) fn wrong(error: impl std::fmt::Display) -> ErrorView {
    ErrorView::new(ErrorCode::Notation, error)
}

impl SheetView {
    pub fn of(
        ruleset: &Ruleset,
        record: &Record,
        warnings: Vec<ErrorView>,
    ) -> Result<SheetView, ErrorView> {
        let mut positions = record.positions(ruleset).map_err(wrong)?;
        let to_come = positions.pop_if(|last| last.entry == record.entries.len());
        let turns: Vec<SheetTurnView> =
            positions.iter().map(|at| turn_view(ruleset, record, at)).collect();
        let players: Vec<SheetPlayerView> =
            (0..record.players.len()).map(|seat| player_view(record, seat)).collect();
        let dropouts = record
            .dropouts()
            .iter()
            .map(|dropout| dropout_view(&turns, players.len(), dropout))
            .collect();
        let end =
            end_reason(ruleset, record).map(|reason| end_view(ruleset, record, &players, reason));
        let to_come =
            to_come.filter(|_| end.is_none() && !record.is_over(ruleset).unwrap_or(false));
        Ok(SheetView {
            ruleset: ruleset.name.clone(),
            lexicon: record.lexicon.clone(),
            title: record.title.clone(),
            players,
            turns,
            dropouts,
            now: to_come.map(|at| ToComeView {
                seat: at.seat as u32,
                unknown: at.unknown as u32,
                position: at.position.ok().map(|position| PositionView::of(ruleset, &position)),
            }),
            end,
            board: PlacedView::list(
                ruleset,
                &record.board(ruleset).map_err(wrong)?.tiles().collect::<Vec<_>>(),
            ),
            warnings,
        })
    }
}

fn player_view(record: &Record, seat: usize) -> SheetPlayerView {
    let points = |counts: fn(&What) -> bool| {
        record
            .entries
            .iter()
            .filter(|entry| entry.seat == seat && counts(&entry.what))
            .map(|entry| entry.points)
            .sum()
    };
    SheetPlayerView {
        name: record.players[seat].shown().to_owned(),
        total: record.totals()[seat],
        racks: points(|what| matches!(what, What::EndRack(_))),
        overtime: points(|what| *what == What::TimePenalty),
        lost: record.loss(seat).map(LossView::from),
    }
}

fn dropout_view(
    turns: &[SheetTurnView],
    seats: usize,
    &Dropout { seat, after, .. }: &Dropout,
) -> DropoutView {
    let after =
        after.map_or_else(|| turns_before_loss(turns, seats, seat), |after| after.min(turns.len()));
    DropoutView { seat: seat as u32, after: after as u32 }
}

/// Number of turns until a player who dropped out was first skipped.
fn turns_before_loss(turns: &[SheetTurnView], seats: usize, seat: usize) -> usize {
    let last = turns.iter().rposition(|turn| turn.seat as usize == seat);
    let before =
        |at: usize| at.checked_sub(1).map_or(seats - 1, |before| turns[before].seat as usize);
    // Number of seats between two, in turn order.
    let between = |from: usize, to: usize| (to + seats - from - 1) % seats;
    let passed =
        |at: &usize| between(before(*at), seat) < between(before(*at), turns[*at].seat as usize);
    (last.map_or(0, |last| last + 1)..turns.len()).find(passed).unwrap_or(turns.len())
}

/// By the rules, or as the sheet says about players who dropped out.
fn end_reason(ruleset: &Ruleset, record: &Record) -> Option<Reason> {
    if record.incomplete {
        return None;
    }
    let dropouts = record.dropouts();
    let lost = dropouts.last().map(|dropout| Reason::Lost(dropout.loss));
    if record.players.len() < dropouts.len() + 2 {
        return lost;
    }
    let by_rules = record.end_reason(ruleset).ok().flatten();
    by_rules.or_else(|| record.is_aborted().then_some(Reason::Aborted)).or(lost)
}

fn end_view(
    ruleset: &Ruleset,
    record: &Record,
    players: &[SheetPlayerView],
    reason: Reason,
) -> SheetEndView {
    let is_there = |seat: usize| reason != Reason::Aborted && record.loss(seat).is_none();
    let totals: Vec<Option<i32>> = players
        .iter()
        .enumerate()
        .map(|(seat, player)| is_there(seat).then_some(player.total))
        .collect();
    let racks: Vec<i32> = players.iter().map(|player| player.racks).collect();
    // The players of a sheet are in turn order.
    let winners = ruleset.end.winners(0..totals.len(), &totals, &racks);
    SheetEndView {
        reason: reason.into(),
        winners: winners.into_iter().map(|seat| seat as u32).collect(),
    }
}

fn turn_view(ruleset: &Ruleset, record: &Record, at: &RecordedPosition) -> SheetTurnView {
    let entry = &record.entries[at.entry];
    let after = &record.entries[at.entry + 1..];
    let is_of_it = |later: &&Entry| {
        later.seat == entry.seat && matches!(later.what, What::Withdrawn | What::ChallengeBonus)
    };
    let settled: Vec<&Entry> = after.iter().take_while(is_of_it).collect();
    let bonus =
        settled.iter().find(|later| later.what == What::ChallengeBonus).map(|later| later.points);
    let mv = match (entry.what.to_move(), &at.position) {
        (Some(mv), Ok(position)) => {
            ruleset.show_move_as(&position.board, &mv, Through::Parenthesised)
        }
        _ => unreadable(ruleset, entry),
    };
    SheetTurnView {
        seat: at.seat as u32,
        position: at.position.as_ref().ok().map(|position| PositionView::of(ruleset, position)),
        bag: at.position.as_ref().ok().map(|position| position.bag as u32),
        unknown: at.unknown as u32,
        mv,
        tiles: if let What::Played(play) = &entry.what {
            PlacedView::list(ruleset, play.placements())
        } else {
            Vec::new()
        },
        points: entry.points,
        bonus,
        total: settled.last().map_or(entry.total, |last| last.total),
        withdrawn: record.is_withdrawn(at.entry),
        lost: LostTurnView::of(ruleset, &entry.what),
        note: entry.note.clone(),
    }
}

/// A turn that is only partly known.
fn unreadable(ruleset: &Ruleset, entry: &Entry) -> String {
    match &entry.what {
        What::Exchanged { tiles, unknown } => format!("-{}", tiles.len() + unknown),
        What::TurnLost { .. } | What::Skipped => {
            ruleset.show_move(&Board::empty(&ruleset.layout), &Move::Pass)
        }
        what => ruleset.show_tiles(&what.tiles_shown()),
    }
}
