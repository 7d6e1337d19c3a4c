//! A game looked back upon: what was best in every turn, what was played, and what the difference cost.
//!
//! Every turn is judged by what the player knew then: the [`Position`] before it. A turn is lost by the chance to win that
//! the best move had and the played one had not; where the game was decided, and in endgames, by points. Moves that nobody can judge, since the
//! rack is not known or tiles of an exchange are not, are left out.

use tisane_lexicon::Lexicon;
use tisane_rules::{Impossible, Move, Play, Position, Record, RecordError, RecordedPosition, Ruleset, fit};

use crate::analysis::{Analysis, Limits, Line};
use crate::engine::Engine;
use crate::matches::Go;
use crate::strength::Account;
use crate::win::{CERTAIN, Chance};

/// A game with everything that was found out about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// In the order they were played; the first `n` if it was stopped.
    pub turns: Vec<ReviewedTurn>,
    /// By seat.
    pub players: Vec<ReviewedPlayer>,
}

/// One turn.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedTurn {
    /// Its place in [`Record::entries`].
    pub entry: usize,
    pub seat: usize,
    /// What was played; none if tiles of an exchange are unknown.
    pub played: Option<Move>,
    /// The words it formed that are none.
    pub phonies: Vec<String>,
    pub verdict: Result<Verdict, Unjudged>,
}

/// What a turn was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    pub position: Position,
    pub analysis: Analysis,
    /// The place of the played move among the lines; none for a move that is not legal, such as a phony.
    pub place: Option<usize>,
    /// What the best move has and the played one has not; nothing for a move that is not legal, or that was not looked at in time.
    pub loss: Option<Loss>,
}

/// What was lost by not playing the best move. Neither is below zero.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Loss {
    /// Of the chance to win, where that is known.
    pub win: Option<Chance>,
    /// Of the final spread, in thousandths of a point.
    pub points: i32,
    pub size: Size,
}

/// How bad a mistake was.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Default)]
pub enum Size {
    #[default]
    None,
    Small,
    Medium,
    Large,
}

/// Why a turn was not judged.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Unjudged {
    #[error("{0} {tiles} not known", tiles = if *.0 == 1 { "tile of the rack is" } else { "tiles of the rack are" })]
    UnknownTiles(usize),
    #[error("the tiles that were exchanged are not known")]
    UnknownExchange,
    #[error(transparent)]
    Impossible(Impossible),
}

/// A player's turns together.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct ReviewedPlayer {
    /// Turns that were judged.
    pub turns: usize,
    /// Of them, those whose chances to win are known, and what was lost of these.
    pub with_chances: usize,
    pub win_lost: u64,
    /// In thousandths of a point.
    pub points_lost: i64,
    /// How many mistakes there were of each size: small, medium, large.
    pub mistakes: [usize; 3],
    pub phonies: usize,
    /// Turns in which the best move was played, or one as good.
    pub best: usize,
    /// What the turns lost, next to what there was to be had.
    pub account: Account,
}

/// From so much of the chance to win on a mistake is small, medium, large: a four-hundredth is within what a simulation can err by.
const BY_WIN: [Chance; 3] = [CERTAIN / 400, CERTAIN * 3 / 100, CERTAIN * 7 / 100];
/// The same by points, in thousandths, where there is nothing else to lose.
const BY_POINTS: [i32; 3] = [1_000, 8_000, 16_000];

impl Loss {
    /// Without chances to win, or where the game is decided, points tell how bad it was.
    fn new(win: Option<Chance>, points: i32, decided: bool) -> Loss {
        let reached = match win {
            Some(win) if !decided => BY_WIN.iter().filter(|&&from| win >= from).count(),
            _ => BY_POINTS.iter().filter(|&&from| points >= from).count(),
        };
        let size = [Size::None, Size::Small, Size::Medium, Size::Large][reached];
        Loss { win, points, size }
    }
}

/// How far each turn is looked at.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Care {
    /// By score and leave.
    Static,
    /// By looking ahead.
    Ahead(Limits),
}

/// What to do after a look at a turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Attention {
    /// Look on.
    On,
    /// Enough of this turn.
    NextTurn,
    /// Enough of the game; this turn is left out.
    Stop,
}

impl Engine {
    /// Looks at every turn of a game. `attention` is asked again and again, with the review so far.
    pub fn review(&self, record: &Record, care: Care, attention: &mut dyn FnMut(&Review) -> Attention) -> Result<Review, RecordError> {
        let positions = record.positions(self.ruleset())?;
        let mut review = Review { turns: Vec::new(), players: vec![ReviewedPlayer::default(); record.players.len()] };
        for recorded in positions {
            let Some(entry) = record.entries.get(recorded.entry) else { break };
            let mut stopped = attention(&review) == Attention::Stop;
            let turn = self.review_turn(&recorded, entry.what.to_move(), care, &mut || match attention(&review) {
                Attention::On => Go::On,
                Attention::NextTurn => Go::Stop,
                Attention::Stop => {
                    stopped = true;
                    Go::Stop
                }
            });
            if stopped {
                break;
            }
            review.count(&turn);
            review.turns.push(turn);
        }
        Ok(review)
    }

    /// Looks at one turn of a game, in which this move was played if all its tiles are known. `go_on` is asked again and again.
    pub fn review_turn(
        &self,
        recorded: &RecordedPosition,
        played: Option<Move>,
        care: Care,
        go_on: &mut dyn FnMut() -> Go,
    ) -> ReviewedTurn {
        let verdict = self.verdict(recorded, played.as_ref(), care, go_on);
        let phonies = match (&recorded.position, &played) {
            (Ok(position), Some(Move::Play(play))) => phonies(self.ruleset(), self.lexicon(), position, play),
            _ => Vec::new(),
        };
        ReviewedTurn { entry: recorded.entry, seat: recorded.seat, played, phonies, verdict }
    }

    fn verdict(
        &self,
        recorded: &RecordedPosition,
        played: Option<&Move>,
        care: Care,
        go_on: &mut dyn FnMut() -> Go,
    ) -> Result<Verdict, Unjudged> {
        let position = recorded.position.clone().map_err(Unjudged::Impossible)?;
        if recorded.unknown > 0 {
            return Err(Unjudged::UnknownTiles(recorded.unknown));
        }
        let played = &self.as_listed(&position, played.ok_or(Unjudged::UnknownExchange)?);
        let analysis = match care {
            Care::Static => self.by_equity(&position, usize::MAX),
            Care::Ahead(limits) => self.solve_with(&position, Some(played), limits, &mut |_| go_on()),
        };
        let place = analysis.lines.iter().position(|line| line.candidate.mv == *played);
        let loss = place.and_then(|place| loss(&analysis.lines[0], &analysis.lines[place]));
        Ok(Verdict { position, analysis, place, loss })
    }
}

/// What the played line lacks beside the best. Nothing is known of it if looking ahead ended before it was looked at: a bound is no value.
pub fn loss(best: &Line, played: &Line) -> Option<Loss> {
    if best.win.is_some() && played.win.is_none() {
        return None;
    }
    let points = match (best.spread, played.spread) {
        (Some(best), Some(played)) => best - played,
        _ => best.candidate.equity - played.candidate.equity,
    };
    let is_decided = |line: &Line| line.win.is_some_and(|win| win <= NEARLY_NOTHING || win >= CERTAIN - NEARLY_NOTHING);
    let win = best.win.zip(played.win).map(|(best, played)| best.saturating_sub(played));
    Some(Loss::new(win, points.max(0), is_decided(best) && is_decided(played) && win.is_some_and(|win| win <= NEARLY_NOTHING)))
}

/// Of the chance to win.
const NEARLY_NOTHING: Chance = CERTAIN / 200;

/// The words of a play that are not in the lexicon.
fn phonies(ruleset: &Ruleset, lexicon: &Lexicon, position: &Position, play: &Play) -> Vec<String> {
    let words = fit(ruleset, &position.board, play).unwrap_or_default();
    let letters = words.iter().map(|word| word.letters()).filter(|letters| !lexicon.contains(letters));
    letters.map(|letters| ruleset.alphabet.show(&letters)).collect()
}

impl Review {
    fn count(&mut self, turn: &ReviewedTurn) {
        let player = &mut self.players[turn.seat];
        player.phonies += usize::from(!turn.phonies.is_empty());
        let Ok(Verdict { loss: Some(loss), place: Some(place), analysis, .. }) = &turn.verdict else { return };
        player.turns += 1;
        if let Some(win) = loss.win {
            player.with_chances += 1;
            player.win_lost += u64::from(win);
        }
        player.points_lost += i64::from(loss.points);
        // Strength was measured by static equity, so it is told by that, however far the review looks ahead.
        let played = &analysis.lines[*place].candidate;
        let best = analysis.lines.iter().map(|line| &line.candidate).max_by_key(|candidate| candidate.equity).unwrap_or(played);
        player.account.add(best.equity - played.equity, best.score * 1000);
        match loss.size {
            Size::None => player.best += 1,
            size => player.mistakes[size as usize - 1] += 1,
        }
    }
}

impl ReviewedPlayer {
    /// What a turn lost on average of the chance to win.
    pub fn mean_win_lost(&self) -> Option<Chance> {
        self.win_lost.checked_div(self.with_chances as u64).map(|mean| mean as Chance)
    }

    /// What a turn lost on average, in thousandths of a point.
    pub fn mean_points_lost(&self) -> Option<i32> {
        self.points_lost.checked_div(self.turns as i64).map(|mean| mean as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Exactness;
    use crate::candidate::Candidate;
    use tisane_rules::Tiles;

    #[test]
    fn a_bound_is_no_value() {
        let line = |win, exactness, spread| {
            let candidate = Candidate { mv: Move::Pass, score: 0, leave: Tiles::new(), equity: 0 };
            Line { win, spread: Some(spread), exactness, ..Line::of(candidate) }
        };
        let best = line(Some(CERTAIN), Exactness::Exact, 10_000);
        assert_eq!(loss(&best, &line(None, Exactness::AtMost, 10_000)), None);
        let worse = loss(&best, &line(Some(CERTAIN), Exactness::Exact, 1_000)).unwrap();
        assert_eq!((worse.points, worse.size), (9_000, Size::Medium));
    }
}
