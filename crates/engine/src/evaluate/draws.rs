//! What every leave is worth with one tile more of each kind.
//!
//! In a [`LeaveTable`] those values lie far apart, and a pool-aware search asks for some thousand
//! of them for each rack. Here they lie side by side, a row for each leave, so that one sum over
//! the pool reads one line of memory. That takes 13 MB in English, and is made when many racks have
//! been asked for.

use super::ranking::{MAX_KINDS, MAX_TILES, Pool, Ranking};

/// Thousandths of a point in the unit of trained leaves.
pub(crate) const UNIT: i32 = 125;

/// A number for each kind of tile, and room.
pub(crate) type KindCounts = [i16; 2 * LINE];

/// So many numbers are 64 bytes. Rows of alphabets up to 31 kinds take one line, others up to two.
const LINE: usize = 32;

/// A row for every leave that has room for a tile more.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    kinds: usize,
    /// What a leave is worth with each kind, and behind that what it is worth itself, in [`UNIT`]s.
    rows: Vec<i16>,
    width: usize,
}

/// More than so many numbers, 64 MB, are not kept.
const MOST: usize = 32 << 20;

impl Draws {
    /// None if the table's values are not those of a model, or there are too many.
    pub(crate) fn new(ranking: &Ranking, values: &[i32]) -> Option<Draws> {
        let kinds = ranking.kinds();
        let largest = ranking.largest().checked_sub(1)?;
        let width = (kinds + 1).next_multiple_of(8);
        let size = ranking.of_size(largest).end * width;
        let unit = |&value: &i32| value % UNIT == 0 && i16::try_from(value / UNIT).is_ok();
        if size > MOST || width > 2 * LINE || !values.iter().all(unit) {
            return None;
        }
        let mut rows = vec![0; size];
        let anything = Pool { counts: [MAX_TILES as u8; MAX_KINDS], len: usize::MAX };
        for n in 0..=largest {
            ranking.visit(n, &anything, |leave, rank| {
                let place = ranking.first(n) + rank as usize;
                let row = &mut rows[place * width..][..width];
                ranking
                    .with_one_more(leave, |kind, place| row[kind] = (values[place] / UNIT) as i16);
                row[kinds] = (values[place] / UNIT) as i16;
            });
        }
        Some(Draws { kinds, rows, width })
    }

    /// Bytes in memory.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.rows)
    }

    /// What the leave at this place is worth, and what it is worth with one tile more, added up
    /// over so many tiles of each kind.
    #[inline(always)]
    pub(crate) fn of(&self, place: usize, counts: &KindCounts) -> (i32, i32) {
        let row = &self.rows[place * self.width..][..self.width];
        let sum = match self.width {
            LINE => dot::<LINE>(row, counts),
            _ => row
                .iter()
                .zip(counts)
                .map(|(&value, &count)| i32::from(value) * i32::from(count))
                .sum(),
        };
        (i32::from(row[self.kinds]) * UNIT, sum * UNIT)
    }
}

/// Where the number is known, so are the instructions.
#[inline(always)]
fn dot<const N: usize>(row: &[i16], counts: &KindCounts) -> i32 {
    let (row, counts) = (row.first_chunk::<N>(), counts.first_chunk::<N>());
    let (Some(row), Some(counts)) = (row, counts) else { return 0 };
    row.iter().zip(counts).map(|(&value, &count)| i32::from(value) * i32::from(count)).sum()
}
