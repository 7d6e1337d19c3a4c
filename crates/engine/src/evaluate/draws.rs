//! The value of every leave with one more tile of each kind.
//!
//! In a leave table those values are far apart, and a pool-aware search reads about a thousand of
//! them for each rack. Here each leave has one row, so that a sum over the pool reads one cache
//! line. The rows take 13 MB in English and are built only after many racks have been evaluated.

use super::ranking::{MAX_KINDS, MAX_TILES, Pool, Ranking};

/// The unit of trained leaves, in thousandths of a point.
pub(crate) const UNIT: i32 = 125;

/// A number for each kind of tile, padded.
pub(crate) type KindCounts = [i16; 2 * LINE];

/// This many `i16` are 64 bytes. Rows take one cache line for up to 31 kinds, otherwise up to two.
const LINE: usize = 32;

/// One row for every leave that has room for another tile.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    kinds: usize,
    /// The value of the leave with each kind added, then of the leave itself, in [`UNIT`]s.
    rows: Vec<i16>,
    width: usize,
}

/// The largest table: 64 MB.
const MOST: usize = 32 << 20;

impl Draws {
    /// `None` if the values are not multiples of [`UNIT`], or if there are too many.
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

    /// Size in memory, in bytes.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.rows)
    }

    /// The value of the leave at this place, and the sum of its values with one more tile over the
    /// tiles counted in `counts`.
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

/// A fixed length lets the compiler unroll and vectorise the loop.
#[inline(always)]
fn dot<const N: usize>(row: &[i16], counts: &KindCounts) -> i32 {
    let (row, counts) = (row.first_chunk::<N>(), counts.first_chunk::<N>());
    let (Some(row), Some(counts)) = (row, counts) else { return 0 };
    row.iter().zip(counts).map(|(&value, &count)| i32::from(value) * i32::from(count)).sum()
}
