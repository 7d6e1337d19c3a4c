//! The best plays so far.

use tisane_rules::Play;

use crate::movegen::book::Packed;
use crate::movegen::plays::to_play;
use crate::movegen::tables::Tables;

/// A play with its value.
#[derive(Copy, Clone, Debug)]
pub(crate) struct TopPlay {
    pub equity: i32,
    pub score: i32,
    pub squares: u32,
    pub blanks: u32,
    pub letters: Packed,
    pub lane: u8,
}

impl TopPlay {
    pub(crate) fn play(&self, tables: &Tables) -> Play {
        to_play(
            tables,
            self.lane,
            self.squares,
            &self.letters.to_le_bytes()[..self.squares.count_ones() as usize],
            self.blanks,
        )
    }
}

/// The best plays so far, best first; ties in the order of plays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keeper {
    pub kept: Vec<TopPlay>,
    room: usize,
    /// The lowest equity worth considering.
    threshold: i32,
}

impl Keeper {
    pub(crate) fn clear(&mut self, room: usize) {
        self.kept.clear();
        self.room = room;
        self.threshold = if room == 0 { i32::MAX } else { i32::MIN };
    }

    #[inline]
    pub(crate) fn threshold(&self) -> i32 {
        self.threshold
    }

    pub(crate) fn offer(&mut self, tables: &Tables, play: TopPlay) {
        if play.equity < self.threshold {
            return;
        }
        let before = |other: &TopPlay| {
            other.equity > play.equity
                || other.equity == play.equity && other.play(tables) < play.play(tables)
        };
        let at = self.kept.iter().rposition(before).map_or(0, |at| at + 1);
        if at == self.room {
            return;
        }
        self.kept.truncate(self.room - 1);
        self.kept.insert(at, play);
        if self.kept.len() == self.room {
            self.threshold = self.kept[self.room - 1].equity;
        }
    }
}
