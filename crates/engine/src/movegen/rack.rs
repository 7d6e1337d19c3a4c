//! A rack in the form that walks need, and the choice of blanks.

use tisane_rules::Tiles;

use super::book::{Packed, TILES};
use super::plays::Sink;
use super::slot::Slot;
use super::tables::{BLANK, KINDS, LONGEST, Tables, kind};

/// Tiles to play with.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Rack {
    /// By kind of tile.
    pub counts: [u8; KINDS],
    pub len: usize,
    pub blanks: usize,
    /// Bit `i`: there is a tile with letter `i`.
    pub letters: u64,
}

impl Rack {
    pub(crate) fn new(tiles: &Tiles) -> Rack {
        let mut rack = Rack {
            counts: [0; KINDS],
            len: tiles.len(),
            blanks: tiles.blanks(),
            letters: tiles.letters().bits(),
        };
        for (tile, n) in tiles.kinds() {
            rack.counts[kind(tile)] = n as u8;
        }
        rack
    }
}

/// The remaining tiles during a walk that takes tiles and gives them back.
pub(crate) struct Hand {
    counts: [u8; KINDS],
}

/// The kind of tile that was taken.
pub(crate) struct Taken(usize);

impl Hand {
    pub(crate) fn new(rack: &Rack) -> Hand {
        Hand { counts: rack.counts }
    }

    /// Takes a tile with the letter, otherwise a blank.
    pub(crate) fn take(&mut self, letter: usize) -> Option<Taken> {
        let kind = [letter, BLANK].into_iter().find(|&kind| self.counts[kind] > 0)?;
        self.counts[kind] -= 1;
        Some(Taken(kind))
    }

    pub(crate) fn give_back(&mut self, Taken(kind): Taken) {
        self.counts[kind] += 1;
    }
}

/// Reports a word once for every choice of blanks with which the rack can spell it in the slot.
///
/// Words are walked once, taking a blank only if the rack lacks the letter; which tiles are blanks
/// is decided here, without dead ends.
#[inline(always)]
pub(crate) fn designate(
    tables: &Tables,
    rack: &Rack,
    slot: &Slot,
    letters: Packed,
    sink: &mut impl Sink,
) {
    let bytes = letters.to_le_bytes();
    let mut total = 0;
    if tables.conditional {
        for (n, &letter) in bytes.iter().enumerate().take(slot.n_tiles.into()) {
            total += slot.points(tables, n, letter as usize);
        }
    } else {
        // Beyond the last tile, `times` is 0.
        for (n, &letter) in bytes.iter().enumerate() {
            total += tables.value[letter as usize & 63] * slot.times[n];
        }
    }
    if rack.blanks == 0 {
        return sink.found(slot, letters, 0, slot.total(total));
    }
    with_blanks(tables, rack, slot, letters, total, sink);
}

fn with_blanks(
    tables: &Tables,
    rack: &Rack,
    slot: &Slot,
    letters: Packed,
    mut total: i32,
    sink: &mut impl Sink,
) {
    let n_tiles = slot.n_tiles as usize;
    let bytes = letters.to_le_bytes();
    let bytes = &bytes[..n_tiles];
    let mut change = [0; TILES];
    let mut forced = 0;
    let mut lacking = 0;
    let mut seen = [0u8; 64];
    for (n, &letter) in bytes.iter().enumerate() {
        let letter = letter as usize & 63;
        change[n] = slot.points(tables, n, BLANK) - slot.points(tables, n, letter);
        if rack.letters >> letter & 1 == 0 {
            forced |= 1 << n;
            total += change[n];
        }
        seen[letter] += 1;
        lacking += usize::from(seen[letter] > rack.counts[letter]);
    }
    debug_assert!(lacking <= rack.blanks, "the rack can spell the word");
    if lacking == u32::count_ones(forced) as usize {
        // A letter the rack lacks is missing completely; any other tiles may be blanks too.
        subsets(slot, letters, &change, sink, 0, forced, rack.blanks - lacking, total);
        return;
    }
    let total =
        total - (0..n_tiles).map(|n| if forced >> n & 1 == 1 { change[n] } else { 0 }).sum::<i32>();
    choices(rack, bytes, &change, total, |blanks, points| {
        sink.found(slot, letters, blanks, slot.total(points))
    });
}

/// Every set of blanks that contains these and up to `spare` more from place `from` on.
#[expect(clippy::too_many_arguments)]
fn subsets(
    slot: &Slot,
    letters: Packed,
    change: &[i32; TILES],
    sink: &mut impl Sink,
    from: usize,
    blanks: u32,
    spare: usize,
    total: i32,
) {
    sink.found(slot, letters, blanks, slot.total(total));
    if spare == 0 {
        return;
    }
    for n in from..slot.n_tiles as usize {
        if blanks >> n & 1 == 0 {
            subsets(
                slot,
                letters,
                change,
                sink,
                n + 1,
                blanks | 1 << n,
                spare - 1,
                total + change[n],
            );
        }
    }
}

/// Every choice of blanks with which the rack can spell the letters, with its score. `change` is
/// the difference made by a blank instead of the letter, `total` the score without blanks.
pub(crate) fn choices(
    rack: &Rack,
    letters: &[u8],
    change: &[i32],
    total: i32,
    mut found: impl FnMut(u32, i32),
) {
    let mut choice = BlankChoice {
        letters,
        change,
        left: [0; LONGEST],
        copies: [0; LONGEST],
        group: [0; LONGEST],
    };
    let mut spare = rack.blanks as i32;
    for (n, &letter) in letters.iter().enumerate() {
        let group = letters[..n].iter().position(|&before| before == letter).unwrap_or(n);
        choice.group[n] = group as u8;
        choice.copies[group] += 1;
        choice.left[group] = rack.counts[letter as usize];
        spare -= i32::from(choice.copies[group] > choice.left[group]);
    }
    debug_assert!(spare >= 0, "the rack can spell the word");
    choice.go(0, 0, spare, total, &mut found);
}

struct BlankChoice<'a> {
    letters: &'a [u8],
    change: &'a [i32],
    /// Equal letters share the following entries, at the index of the first of them.
    group: [u8; LONGEST],
    /// Remaining tiles of the letter.
    left: [u8; LONGEST],
    /// How often the letter is still to come.
    copies: [u8; LONGEST],
}

impl BlankChoice<'_> {
    /// `spare` is the number of blanks beyond those needed for letters the rack lacks.
    fn go(
        &mut self,
        n: usize,
        blanks: u32,
        spare: i32,
        total: i32,
        found: &mut impl FnMut(u32, i32),
    ) {
        if n == self.letters.len() {
            return found(blanks, total);
        }
        let group = self.group[n] as usize;
        let (left, copies) = (self.left[group], self.copies[group]);
        self.copies[group] -= 1;
        if left > 0 {
            self.left[group] -= 1;
            self.go(n + 1, blanks, spare, total, found);
            self.left[group] += 1;
        }
        let spare = spare - i32::from(copies <= left);
        if spare >= 0 {
            self.go(n + 1, blanks | 1 << n, spare, total + self.change[n], found);
        }
        self.copies[group] += 1;
    }
}
