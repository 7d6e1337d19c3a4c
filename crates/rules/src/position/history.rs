//! The turns of a game as everybody saw them.

use std::fmt;
use std::sync::Arc;

use crate::table::Play;

/// The turns before a position. Positions of one game share them, so memory grows with the length
/// of the game, not with its square.
#[derive(Clone, Default)]
pub struct History {
    last: Option<Arc<Node>>,
    len: usize,
    view: View,
}

/// One turn as everybody saw it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct PublicTurn {
    /// Whose turn it was, counted from the player to move.
    pub seat: usize,
    /// What the player did.
    pub what: PublicMove,
}

/// What a player did with a turn, as everybody saw it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum PublicMove {
    /// Placed tiles.
    Played {
        /// The tiles and where they lie.
        play: Play,
        /// What the play scored.
        score: i32,
    },
    /// Placed tiles that were withdrawn after a challenge.
    Withdrawn {
        /// The tiles and where they lay.
        play: Play,
    },
    /// Exchanged tiles.
    Exchanged {
        /// How many.
        n_tiles: usize,
    },
    /// Passed.
    Passed,
    /// The turn was lost to a challenge, or the player was away.
    Lost,
}

/// One turn of a history.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SeenTurn<'a> {
    /// Whose turn it was, counted from the player to move.
    pub seat: usize,
    /// What the player did.
    pub what: &'a PublicMove,
}

struct Node {
    turn: PublicTurn,
    before: Option<Arc<Node>>,
}

/// The seat that turns are counted from. If `seats` is 0, they are as pushed.
#[derive(Copy, Clone, Default)]
struct View {
    mover: usize,
    seats: usize,
}

impl View {
    fn relative(self, seat: usize) -> usize {
        if self.seats == 0 { seat } else { (seat + self.seats - self.mover) % self.seats }
    }

    fn absolute(self, seat: usize) -> usize {
        if self.seats == 0 { seat } else { (seat + self.mover) % self.seats }
    }
}

impl History {
    /// The number of turns.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no turn was taken yet.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a turn at the end.
    pub fn push(&mut self, turn: PublicTurn) {
        let turn = PublicTurn { seat: self.view.absolute(turn.seat), ..turn };
        self.last = Some(Arc::new(Node { turn, before: self.last.take() }));
        self.len += 1;
    }

    /// The turns from the last to the first.
    pub fn latest_first(&self) -> impl Iterator<Item = SeenTurn<'_>> {
        let nodes = std::iter::successors(self.last.as_deref(), |node| node.before.as_deref());
        nodes.map(|node| SeenTurn {
            seat: self.view.relative(node.turn.seat),
            what: &node.turn.what,
        })
    }

    /// The turns from the first to the last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = SeenTurn<'_>> + ExactSizeIterator {
        let turns: Vec<SeenTurn<'_>> = self.latest_first().collect();
        turns.into_iter().rev()
    }

    /// The first turn.
    pub fn first(&self) -> Option<SeenTurn<'_>> {
        self.latest_first().last()
    }

    /// The last turn.
    pub fn last(&self) -> Option<SeenTurn<'_>> {
        self.latest_first().next()
    }

    /// The same turns, with seats counted from `mover` among this many.
    pub(crate) fn seen_by(&self, mover: usize, seats: usize) -> History {
        History { view: View { mover, seats }, ..self.clone() }
    }

    /// Changes one turn, counted from 0. Earlier positions keep what they saw.
    pub(crate) fn replace(&mut self, index: usize, what: PublicMove) {
        let mut later = Vec::new();
        while self.len > index + 1 {
            later.extend(self.pop());
        }
        if let Some(turn) = self.pop() {
            self.push(PublicTurn { what, ..turn });
        }
        later.into_iter().rev().for_each(|turn| self.push(turn));
    }

    fn pop(&mut self) -> Option<PublicTurn> {
        let node = self.last.take()?;
        self.last = node.before.clone();
        self.len -= 1;
        Some(PublicTurn { seat: self.view.relative(node.turn.seat), what: node.turn.what.clone() })
    }
}

impl Drop for Node {
    /// Dropping a long list recursively would overflow the stack.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut node) = before.and_then(Arc::into_inner) {
            before = node.before.take();
        }
    }
}

impl FromIterator<PublicTurn> for History {
    fn from_iter<I: IntoIterator<Item = PublicTurn>>(turns: I) -> History {
        let mut history = History::default();
        turns.into_iter().for_each(|turn| history.push(turn));
        history
    }
}

impl PartialEq for History {
    fn eq(&self, other: &History) -> bool {
        self.len == other.len && self.latest_first().eq(other.latest_first())
    }
}

impl Eq for History {}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(seats: &[usize]) -> History {
        seats.iter().map(|&seat| PublicTurn { seat, what: PublicMove::Passed }).collect()
    }

    #[test]
    fn a_position_keeps_its_history_when_a_turn_changes_later() {
        let mut history = passes(&[0, 1, 2, 0]);
        let before = history.seen_by(1, 3);
        history.replace(1, PublicMove::Lost);
        let seen = |history: &History| {
            history.iter().map(|turn| (turn.seat, turn.what.clone())).collect::<Vec<_>>()
        };
        use PublicMove::{Lost, Passed};
        assert_eq!(seen(&before), [(2, Passed), (0, Passed), (1, Passed), (2, Passed)]);
        assert_eq!(
            seen(&history.seen_by(1, 3)),
            [(2, Passed), (0, Lost), (1, Passed), (2, Passed)]
        );
        assert_eq!(
            (
                history.len(),
                history.first().map(|turn| turn.seat),
                history.last().map(|turn| turn.seat)
            ),
            (4, Some(0), Some(0))
        );
        assert_ne!(before, history.seen_by(1, 3));
        assert_eq!(before, passes(&[2, 0, 1, 2]), "whoever counts the seats");
    }

    #[test]
    fn turns_are_counted_from_the_seat_of_the_view() {
        let mut history = passes(&[0, 1]).seen_by(1, 2);
        history.push(PublicTurn { seat: 1, what: PublicMove::Lost });
        assert_eq!(history.iter().map(|turn| turn.seat).collect::<Vec<_>>(), [1, 0, 1]);
    }

    #[test]
    fn a_very_long_history_is_dropped_without_deep_recursion() {
        let history: History =
            (0..1_000_000).map(|n| PublicTurn { seat: n % 2, what: PublicMove::Passed }).collect();
        let copy = history.clone();
        drop(history);
        assert_eq!(copy.len(), 1_000_000);
    }
}
