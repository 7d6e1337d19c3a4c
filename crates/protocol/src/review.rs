//! A reviewed game: what `tisane review` and the review page show.

use serde::{Deserialize, Serialize};
use tisane_engine::review::{ByEquity, Review, ReviewedPlayer, ReviewedTurn, TurnTally, Verdict};
use tisane_engine::strength::Strength;
use tisane_rules::{Board, Move, Record, Ruleset, What};

use crate::game::LossView;
use crate::line::{LineView, MistakeView, method_name, percent};
use crate::sheet::LostTurnView;

/// The review of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewView {
    pub ruleset: String,
    pub lexicon: String,
    pub title: String,
    pub players: Vec<ReviewedPlayerView>,
    pub turns: Vec<ReviewedTurnView>,
    /// Why the review is incomplete, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub unfinished: Option<String>,
}

/// The summary of a player's turns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewedPlayerView {
    pub name: String,
    /// The final total, as in the record.
    pub total: i32,
    /// Why the player dropped out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lost: Option<LossView>,
    /// After how many turns that was, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lost_after: Option<u32>,
    /// Turns that could be judged.
    pub turns: u32,
    /// Turns with the best move, or one as good.
    pub best: u32,
    pub small: u32,
    pub medium: u32,
    pub large: u32,
    /// Turns with a phony, and those of them that nobody challenged.
    pub phonies: u32,
    #[serde(default)]
    pub phonies_stood: u32,
    /// Turns lost to a failed challenge.
    #[serde(default)]
    pub challenges_lost: u32,
    /// Average loss per turn: win probability in percent, and points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mean_win_lost: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mean_points_lost: Option<f64>,
    /// The player's estimated strength, unless there were too few turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub strength: Option<StrengthView>,
    /// The words of best plays that were missed in mistakes, each once.
    #[serde(default)]
    pub missed: Vec<String>,
}

/// Elo points relative to the bot `static`: the estimate and its bounds. A bound outside the
/// measured range is missing; older saved reviews then lack the estimate too.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StrengthView {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub elo: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub least: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub most: Option<i32>,
}

impl From<Strength> for StrengthView {
    fn from(Strength { least, likeliest, most }: Strength) -> StrengthView {
        StrengthView { elo: Some(likeliest), least, most }
    }
}

/// The progress of reviewing a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnProgress {
    /// How its moves are ranked.
    pub method: String,
    /// The share of the budget that is used, up to 1. The review may end earlier.
    pub share: f64,
}

/// A reviewed turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewedTurnView {
    /// From 1.
    pub number: u32,
    pub player: u32,
    /// The known tiles.
    pub rack: String,
    /// The move; for an exchange of unknown tiles, their number: `-3`.
    pub played: String,
    /// 0 for a withdrawn play.
    pub points: i32,
    /// The play was challenged and withdrawn.
    #[serde(default)]
    pub withdrawn: bool,
    /// The player's total after it.
    pub total: i32,
    /// The lead over the best opponent still in the game, after the turn.
    pub lead: i32,
    /// Why the turn was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lost: Option<LostTurnView>,
    /// Words that are not in the lexicon.
    pub phonies: Vec<String>,
    /// Why the turn was not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub unjudged: Option<String>,
    /// How the moves were ranked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub method: Option<String>,
    /// The best moves, best first.
    pub lines: Vec<LineView>,
    /// The line of the played move, if it is legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub line: Option<LineView>,
    /// Its rank, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub place: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub loss: Option<MistakeView>,
    /// The word of the best play, if missing it was a mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub missed: Option<String>,
    /// By static equity, from which strength is estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub by_equity: Option<ByEquityView>,
}

/// A turn judged by static equity.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ByEquityView {
    /// Points that the played move lost.
    pub lost: f64,
    /// The score of the best move.
    pub best: f64,
}

/// Number of lines of a turn.
const LINES: usize = 5;

impl ReviewView {
    /// # Panics
    /// If the review is of another record.
    pub fn of(ruleset: &Ruleset, lexicon: &str, record: &Record, review: &Review) -> ReviewView {
        let turns =
            (1..).zip(&review.turns).map(|(number, turn)| turn_view(ruleset, record, number, turn));
        ReviewView::sum(ruleset, lexicon, record, turns.collect())
    }

    /// The review of a record with these reviewed turns.
    pub(crate) fn sum(
        ruleset: &Ruleset,
        lexicon: &str,
        record: &Record,
        turns: Vec<ReviewedTurnView>,
    ) -> ReviewView {
        ReviewView {
            ruleset: ruleset.name.clone(),
            lexicon: lexicon.to_owned(),
            title: record.title.clone(),
            players: (0..record.players.len())
                .map(|seat| player_view(record, seat, &turns))
                .collect(),
            turns,
            unfinished: None,
        }
    }
}

fn player_view(record: &Record, seat: usize, turns: &[ReviewedTurnView]) -> ReviewedPlayerView {
    let mut player = ReviewedPlayer::default();
    let mut missed: Vec<String> = Vec::new();
    for turn in turns.iter().filter(|turn| turn.player as usize == seat) {
        player.count(turn.counted());
        missed.extend(turn.missed.clone().filter(|word| !missed.contains(word)));
    }
    let [small, medium, large] = player.mistakes.map(|n| n as u32);
    let dropout = record.dropouts().into_iter().find(|dropout| dropout.seat == seat);
    ReviewedPlayerView {
        name: record.players[seat].shown().to_owned(),
        total: record.totals()[seat],
        lost: dropout.map(|dropout| dropout.loss.into()),
        lost_after: dropout.and_then(|dropout| dropout.after).map(|after| after as u32),
        turns: player.turns as u32,
        best: player.best as u32,
        small,
        medium,
        large,
        phonies: player.phonies as u32,
        phonies_stood: player.phonies_stood as u32,
        challenges_lost: player.challenges_lost as u32,
        mean_win_lost: player.mean_win_lost().map(percent),
        mean_points_lost: player.mean_points_lost().map(|points| f64::from(points) / 1000.0),
        strength: player.account.strength().map(StrengthView::from),
        missed,
    }
}

impl ReviewedTurnView {
    fn counted(&self) -> TurnTally {
        let thousandths = |points: f64| (points * 1000.0).round() as i32;
        TurnTally {
            loss: self.loss.as_ref().map(MistakeView::loss),
            by_equity: self
                .by_equity
                .as_ref()
                .map(|it| ByEquity { lost: thousandths(it.lost), best: thousandths(it.best) }),
            phony: !self.phonies.is_empty(),
            withdrawn: self.withdrawn,
            challenge_lost: matches!(self.lost, Some(LostTurnView::Challenge { .. })),
        }
    }
}

pub(crate) fn turn_view(
    ruleset: &Ruleset,
    record: &Record,
    number: u32,
    turn: &ReviewedTurn,
) -> ReviewedTurnView {
    let entry = &record.entries[turn.entry];
    let withdrawn = turn.withdrawn;
    // A challenge may change what the turn scored.
    let later =
        (turn.entry + 1..record.entries.len()).filter(|&at| record.entries[at].seat == turn.seat);
    let later = later.take_while(|&at| !record.entries[at].what.is_turn());
    let settled = later
        .filter(|&at| matches!(record.entries[at].what, What::Withdrawn | What::ChallengeBonus))
        .last();
    let mut totals = vec![0; record.players.len()];
    record.entries[..=settled.unwrap_or(turn.entry)]
        .iter()
        .for_each(|entry| totals[entry.seat] = entry.total);
    let gone: Vec<usize> = record
        .dropouts()
        .iter()
        .filter(|it| it.after.is_some_and(|after| after < number as usize))
        .map(|it| it.seat)
        .collect();
    let others = (0..totals.len())
        .filter(|seat| *seat != turn.seat && !gone.contains(seat))
        .map(|seat| totals[seat])
        .max();
    let (played, rest) = match &turn.verdict {
        Ok(Verdict { position, analysis, place, loss }) => {
            let line = |line| LineView::beside(ruleset, position, &analysis.lines[0], line, false);
            let played = turn.played.as_ref().map(|mv| ruleset.show_move(&position.board, mv));
            let rest = Judged {
                method: Some(method_name(analysis.method, true).to_owned()),
                lines: analysis.lines.iter().take(LINES).map(line).collect(),
                line: place.map(|place| line(&analysis.lines[place])),
                place: place.map(|place| place as u32 + 1),
                loss: loss.map(MistakeView::of),
                unjudged: None,
            };
            (played, rest)
        }
        Err(reason) => {
            let board = board_before(ruleset, record, turn.entry);
            let played =
                turn.played.as_ref().and_then(|mv| Some(ruleset.show_move(board.as_ref()?, mv)));
            (played, Judged { unjudged: Some(reason.to_string()), ..Judged::default() })
        }
    };
    let Judged { unjudged, method, lines, line, place, loss } = rest;
    let points = |thousandths: i32| f64::from(thousandths) / 1000.0;
    ReviewedTurnView {
        number,
        player: turn.seat as u32,
        rack: ruleset.show_tiles(&entry.rack),
        played: played.unwrap_or_else(|| unknown_move(ruleset, &entry.what)),
        lost: LostTurnView::of(ruleset, &entry.what),
        points: if withdrawn { 0 } else { entry.points },
        withdrawn,
        total: totals[turn.seat],
        lead: totals[turn.seat] - others.unwrap_or(0),
        phonies: turn.phonies.clone(),
        unjudged,
        method,
        lines,
        line,
        place,
        loss,
        missed: turn.missed(ruleset).map(|word| ruleset.alphabet.show(&word)),
        by_equity: turn
            .counted()
            .by_equity
            .map(|it| ByEquityView { lost: points(it.lost), best: points(it.best) }),
    }
}

/// The judgement of a turn, or why it could not be judged.
#[derive(Default)]
struct Judged {
    unjudged: Option<String>,
    method: Option<String>,
    lines: Vec<LineView>,
    line: Option<LineView>,
    place: Option<u32>,
    loss: Option<MistakeView>,
}

/// A move that is only partly known.
fn unknown_move(ruleset: &Ruleset, what: &What) -> String {
    match what {
        What::TurnLost { .. } | What::Skipped => {
            ruleset.show_move(&Board::empty(&ruleset.layout), &Move::Pass)
        }
        What::Exchanged { tiles, unknown } => format!("-{}", tiles.len() + unknown),
        _ => "?".to_owned(),
    }
}

fn board_before(ruleset: &Ruleset, record: &Record, entry: usize) -> Option<Board> {
    let before = Record { entries: record.entries[..entry].to_vec(), ..record.clone() };
    before.board(ruleset).ok()
}
