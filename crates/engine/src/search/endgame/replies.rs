//! The opponent's replies: the best of its plays that a play leaves unchanged.

use super::packed::PackedRack;
use super::tableau::{Choice, SideIndex, Tableau};
use crate::movegen::lanes::{Footprint, LanePlay};

/// The number of replies considered.
const LOOKED_AT: usize = 8;

/// The highest-scoring plays of a side, and the highest-scoring ones that go out.
#[derive(Default)]
pub(crate) struct Replies {
    plays: Vec<Reply>,
    outs: Vec<Reply>,
}

struct Reply {
    play: LanePlay,
    footprint: Option<Footprint>,
}

impl Replies {
    /// Collects the plays of a side with this rack.
    pub(crate) fn gather(&mut self, tableau: &Tableau<'_>, side: SideIndex, hand: PackedRack) {
        self.plays.clear();
        self.outs.clear();
        if tableau.is_empty() {
            // A first play on an empty board may not touch anything after a play elsewhere.
            return;
        }
        for choice in tableau.choices(side, hand) {
            keep(&mut self.plays, choice);
            if choice.hand == hand {
                keep(&mut self.outs, choice);
            }
        }
    }

    /// Whether the list has no replies.
    pub(crate) fn is_empty(&self) -> bool {
        self.plays.is_empty()
    }

    /// The score of the best reply that is still possible after `play`.
    pub(crate) fn best(&mut self, tableau: &Tableau<'_>, play: Option<&LanePlay>) -> i32 {
        let least =
            if self.plays.len() == LOOKED_AT { self.plays[LOOKED_AT - 1].play.score } else { 0 };
        first_left(&mut self.plays, tableau, play).unwrap_or(least)
    }

    /// The score of the best reply that is still possible after `play` and goes out.
    pub(crate) fn out(&mut self, tableau: &Tableau<'_>, play: Option<&LanePlay>) -> Option<i32> {
        first_left(&mut self.outs, tableau, play)
    }
}

fn keep(kept: &mut Vec<Reply>, choice: &Choice) {
    if kept.len() == LOOKED_AT {
        if kept[LOOKED_AT - 1].play.score >= choice.play.score {
            return;
        }
        kept.pop();
    }
    let at = kept.partition_point(|reply| reply.play.score >= choice.play.score);
    kept.insert(at, Reply { play: choice.play, footprint: None });
}

fn first_left(
    replies: &mut [Reply],
    tableau: &Tableau<'_>,
    play: Option<&LanePlay>,
) -> Option<i32> {
    let is_left = |reply: &mut Reply| {
        let footprint = reply.footprint.get_or_insert_with(|| tableau.footprint(&reply.play));
        play.is_none_or(|play| footprint[play.lane as usize] & play.squares == 0)
    };
    replies.iter_mut().find_map(|reply| is_left(reply).then_some(reply.play.score))
}
