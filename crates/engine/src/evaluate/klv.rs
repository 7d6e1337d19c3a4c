//! KLV and KLV2: the leave files of wolges, Macondo and MAGPIE, read and written.
//!
//! ```text
//! KLV2   number of arcs (4); the arcs of a KWG file with a DAWG (4 each);
//!        number of leaves (4); values of the leaves, 32-bit floats
//! KLV    the same, with values as 16-bit integers in 1/256 of a point
//! ```
//!
//! The words of the DAWG are the leaves: their tiles in ascending order, where 0 is the blank and 1
//! the first letter. The values follow in the order of the words. Numbers are little-endian. The
//! file doesn't name its game; the reader must know it.

use std::collections::HashMap;

use tisane_rules::Ruleset;

use super::leave::LeaveTable;
use super::model::rounded;
use super::ranking::{MAX_TILES, Pool, Ranking, kinds_of};

/// Why a file cannot be read as KLV2, or leaves cannot be written as one.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum KlvError {
    #[error("this is neither a model nor a KLV2 file, or it is cut off")]
    Size,
    #[error("arc {0} is damaged")]
    Arc(usize),
    #[error("the file has {values} values for a different number of leaves")]
    Leaves { values: usize },
    #[error("the value of leave {0} is not a number of points")]
    Value(usize),
    #[error("these leaves are for other tiles than those of {ruleset}: {problem}")]
    OtherTiles { ruleset: String, problem: String },
    #[error("racks of {0} tiles are too long for a table of leaves")]
    Rack(usize),
}

/// No leave is worth as many points.
const LARGEST_VALUE: f32 = 1_000.0;

/// An arc of a KWG file: tile, end of a word, last of its siblings, place of the first arc below.
#[derive(Copy, Clone)]
struct Arc(u32);

impl Arc {
    fn new(tile: usize, ends: bool, last: bool, place: usize) -> Arc {
        Arc((tile as u32) << 24 | u32::from(ends) << 23 | u32::from(last) << 22 | place as u32)
    }

    fn tile(self) -> usize {
        (self.0 >> 24) as usize
    }

    fn ends(self) -> bool {
        self.0 >> 23 & 1 == 1
    }

    fn last(self) -> bool {
        self.0 >> 22 & 1 == 1
    }

    fn place(self) -> usize {
        (self.0 & 0x3F_FFFF) as usize
    }
}

/// Reads a file of leaves for these tiles. Leaves that the file lacks are worth nothing.
pub fn read(bytes: &[u8], ruleset: &Ruleset) -> Result<LeaveTable, KlvError> {
    let number = |at: usize| {
        let bytes = bytes.get(at..at + 4).ok_or(KlvError::Size)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    };
    let arcs = number(0)? as usize;
    let end = arcs.checked_mul(4).and_then(|size| size.checked_add(4)).ok_or(KlvError::Size)?;
    let values = number(end)? as usize;
    let graph = &bytes[4..end];
    let packed = &bytes[end + 4..];
    let value = match (values.checked_mul(4), values.checked_mul(2)) {
        _ if values == 0 => return Err(KlvError::Size),
        (Some(size), _) if size == packed.len() => {
            |four: &[u8]| f32::from_le_bytes(four.try_into().expect("four bytes"))
        }
        (_, Some(size)) if size == packed.len() => {
            |two: &[u8]| f32::from(i16::from_le_bytes(two.try_into().expect("two bytes"))) / 256.0
        }
        _ => return Err(KlvError::Size),
    };
    let points = packed.chunks_exact(packed.len() / values).map(value);
    let largest = ruleset.rack.saturating_sub(1);
    let kinds = kinds_of(ruleset);
    let ranking = Ranking::new(kinds, largest).ok_or(KlvError::Rack(ruleset.rack))?;
    let mut reader = Reader {
        arcs: graph
            .chunks_exact(4)
            .map(|four| Arc(u32::from_le_bytes(four.try_into().expect("four bytes"))))
            .collect(),
        ruleset,
        pool: Pool::new(kinds, &ruleset.tiles()),
        table: vec![0; ranking.len()],
        ranking,
        points: points.enumerate(),
        values,
        steps: 0,
    };
    let root = reader.arcs.first().ok_or(KlvError::Size)?.place();
    reader.read_below(root, &mut Vec::new())?;
    if reader.points.next().is_some() {
        return Err(KlvError::Leaves { values });
    }
    Ok(LeaveTable::from_values(reader.ranking, reader.table))
}

/// The place of a leave in our own tables, where blanks come last.
fn place_of(ranking: &Ranking, tiles: &[usize]) -> usize {
    let blanks = tiles.iter().take_while(|&&tile| tile == 0).count();
    let letters = tiles[blanks..].iter().map(|tile| tile - 1);
    let kinds: Vec<usize> =
        letters.chain(std::iter::repeat_n(ranking.kinds() - 1, blanks)).collect();
    ranking.place(kinds.into_iter())
}

struct Reader<'a, I> {
    arcs: Vec<Arc>,
    ruleset: &'a Ruleset,
    pool: Pool,
    ranking: Ranking,
    table: Vec<i32>,
    points: I,
    values: usize,
    steps: usize,
}

impl<I: Iterator<Item = (usize, f32)>> Reader<'_, I> {
    /// Reads the values of all leaves that begin with `tiles`.
    fn read_below(&mut self, first: usize, tiles: &mut Vec<usize>) -> Result<(), KlvError> {
        for place in first.. {
            let arc = *self.arcs.get(place).ok_or(KlvError::Arc(place))?;
            // Every arc leads to a leave, in a file that isn't damaged.
            self.steps += 1;
            let in_order = tiles.last().is_none_or(|&before| before <= arc.tile());
            if !in_order || self.steps > self.values.saturating_mul(MAX_TILES) {
                return Err(KlvError::Arc(place));
            }
            tiles.push(arc.tile());
            self.check(tiles)?;
            if arc.ends() {
                let (number, points) =
                    self.points.next().ok_or(KlvError::Leaves { values: self.values })?;
                if !points.is_finite() || points.abs() > LARGEST_VALUE {
                    return Err(KlvError::Value(number));
                }
                let place = place_of(&self.ranking, tiles);
                self.table[place] = rounded((points * 1000.0).round() as i32);
            }
            if arc.place() != 0 {
                self.read_below(arc.place(), tiles)?;
            }
            tiles.pop();
            if arc.last() {
                break;
            }
        }
        Ok(())
    }

    /// Can these be left on a rack?
    fn check(&self, tiles: &[usize]) -> Result<(), KlvError> {
        let problem =
            |problem: String| KlvError::OtherTiles { ruleset: self.ruleset.name.clone(), problem };
        let letters = self.ruleset.alphabet.len();
        let &last = tiles.last().expect("at least one tile");
        if last > letters {
            return Err(problem(format!("letter {last} of {letters}")));
        }
        if tiles.len() > self.ranking.largest() {
            return Err(problem(format!("a leave of {} tiles", tiles.len())));
        }
        let n = tiles.iter().filter(|&&tile| tile == last).count();
        let most = self.pool.counts[last.checked_sub(1).unwrap_or(letters)];
        if n > usize::from(most) {
            let name = match last {
                0 => "blanks".to_owned(),
                _ => {
                    let letter = self.ruleset.alphabet.letters().nth(last - 1);
                    format!("tiles {}", letter.map_or("?", |it| self.ruleset.alphabet.face(it)))
                }
            };
            return Err(problem(format!("a leave has {n} {name}, but the game has {most}")));
        }
        Ok(())
    }
}

/// The bytes of a KLV2 file with these values, which are for the tiles of `ruleset`.
pub fn write(leaves: &LeaveTable, ruleset: &Ruleset) -> Vec<u8> {
    let kinds = kinds_of(ruleset);
    let pool = Pool::new(kinds, &ruleset.tiles());
    // Blank first.
    let counts: Vec<usize> = std::iter::once(kinds - 1)
        .chain(0..kinds - 1)
        .map(|kind| pool.counts[kind].into())
        .collect();
    // Arcs 0 and 1 are for the roots of the DAWG and of a GADDAG, which isn't there.
    let mut arcs = vec![Arc::new(0, false, true, 0); 2];
    let mut places = HashMap::new();
    let root = write_arcs(&counts, 0, 0, leaves.largest(), &mut arcs, &mut places);
    arcs[0] = Arc::new(0, false, true, root);
    let mut values = Vec::new();
    each_leave(&arcs, root, &mut Vec::new(), &mut |tiles| {
        values.push(leaves.values()[place_of(leaves.ranking(), tiles)] as f32 / 1000.0);
    });
    let mut bytes = (arcs.len() as u32).to_le_bytes().to_vec();
    arcs.iter().for_each(|arc| bytes.extend(arc.0.to_le_bytes()));
    bytes.extend((values.len() as u32).to_le_bytes());
    values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
    bytes
}

/// Appends the arcs of all leaves of up to `most` more tiles that have no tile below `least`; the
/// leave has `used` of those already. Returns the place of the first arc, or 0 if there are none.
fn write_arcs(
    counts: &[usize],
    least: usize,
    used: usize,
    most: usize,
    arcs: &mut Vec<Arc>,
    places: &mut HashMap<(usize, usize, usize), usize>,
) -> usize {
    let left =
        |tile: usize| if tile == least { counts[tile].saturating_sub(used) } else { counts[tile] };
    let key = (least, left(least).min(most), most);
    if let Some(&place) = places.get(&key) {
        return place;
    }
    let mut siblings = Vec::new();
    for tile in (least..counts.len()).filter(|&tile| most > 0 && left(tile) > 0) {
        let used = if tile == least { used + 1 } else { 1 };
        siblings.push((tile, write_arcs(counts, tile, used, most - 1, arcs, places)));
    }
    let place = if siblings.is_empty() { 0 } else { arcs.len() };
    let n = siblings.len();
    arcs.extend(
        siblings.into_iter().zip(1..).map(|((tile, below), i)| Arc::new(tile, true, i == n, below)),
    );
    places.insert(key, place);
    place
}

/// Visits all leaves in the order of the file.
fn each_leave(
    arcs: &[Arc],
    first: usize,
    tiles: &mut Vec<usize>,
    visit: &mut impl FnMut(&[usize]),
) {
    if first == 0 {
        return;
    }
    for arc in &arcs[first..] {
        tiles.push(arc.tile());
        visit(tiles);
        each_leave(arcs, arc.place(), tiles, visit);
        tiles.pop();
        if arc.last() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::leave::{Leaves, rule_of_thumb};

    fn english() -> Ruleset {
        Ruleset::named("english").unwrap()
    }

    /// A file with these arcs and values.
    fn file(arcs: &[Arc], values: &[f32]) -> Vec<u8> {
        let mut bytes = (arcs.len() as u32).to_le_bytes().to_vec();
        arcs.iter().for_each(|arc| bytes.extend(arc.0.to_le_bytes()));
        bytes.extend((values.len() as u32).to_le_bytes());
        values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        bytes
    }

    #[test]
    fn a_written_table_is_read_back() {
        for ruleset in ["english", "spanish"] {
            let mut ruleset = Ruleset::named(ruleset).unwrap();
            ruleset.rack = 5; // a smaller table
            let leaves = rule_of_thumb(&ruleset, ruleset.rack - 1);
            let back = read(&write(&leaves, &ruleset), &ruleset).unwrap();
            let pool = Pool::new(kinds_of(&ruleset), &ruleset.tiles());
            let ranking = leaves.ranking();
            for size in 1..ruleset.rack {
                ranking.visit(size, &pool, |_, rank| {
                    let place = ranking.first(size) + rank as usize;
                    assert_eq!(back.values()[place], rounded(leaves.values()[place]));
                });
            }
        }
    }

    #[test]
    fn the_blank_is_tile_zero_and_comes_first() {
        // Leaves: a blank, a blank with an A, an A.
        let arcs = [
            Arc::new(0, false, true, 2),
            Arc::new(0, false, true, 0),
            Arc::new(0, true, false, 4),
            Arc::new(1, true, true, 0),
            Arc::new(1, true, true, 0),
        ];
        let ruleset = english();
        let leaves = read(&file(&arcs, &[24.5, 26.0, -1.25]), &ruleset).unwrap();
        let value = |tiles: &str| leaves.value(&ruleset.parse_tiles(tiles).unwrap());
        assert_eq!([value("?"), value("A?"), value("A")], [24_500, 26_000, -1_250]);
        assert_eq!(value("B"), 0);

        let mut old = file(&arcs, &[]);
        let end = old.len() - 4;
        old[end..].copy_from_slice(&3u32.to_le_bytes());
        [6_272i16, 6_656, -320].iter().for_each(|value| old.extend(value.to_le_bytes()));
        assert_eq!(read(&old, &ruleset).unwrap(), leaves);
    }

    #[test]
    fn leaves_of_other_games_are_refused() {
        let (english, french) = (english(), Ruleset::named("french").unwrap());
        let bytes = write(&rule_of_thumb(&french, 6), &french);
        let error = read(&bytes, &english).unwrap_err().to_string();
        assert!(
            error.starts_with("these leaves are for other tiles than those of english"),
            "{error}"
        );
    }

    #[test]
    fn damaged_files_are_refused() {
        let ruleset = english();
        let bytes = write(&rule_of_thumb(&ruleset, 6), &ruleset);
        for cut in [0, 3, 4, 40, bytes.len() / 2, bytes.len() - 1] {
            assert!(read(&bytes[..cut], &ruleset).is_err(), "{cut}");
        }
        let loops =
            [Arc::new(0, false, true, 1), Arc::new(1, false, false, 1), Arc::new(1, true, true, 1)];
        assert!(read(&file(&loops, &[1.0]), &ruleset).is_err());
        let one = [Arc::new(0, false, true, 1), Arc::new(1, true, true, 0)];
        assert_eq!(read(&file(&one, &[f32::NAN]), &ruleset), Err(KlvError::Value(0)));
        assert_eq!(read(&file(&one, &[1.0, 2.0]), &ruleset), Err(KlvError::Leaves { values: 2 }));
        let huge = [u32::MAX.to_le_bytes(), u32::MAX.to_le_bytes()].concat();
        assert_eq!(read(&huge, &ruleset), Err(KlvError::Size));
    }
}
