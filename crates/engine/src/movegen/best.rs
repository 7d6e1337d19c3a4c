//! The best plays without the others.
//!
//! Every span of every lane that a play could fill gets an upper bound of what any play there can be worth: the
//! most valuable tiles on the best squares, and the best leave of what remains. Spans are looked at from
//! the highest bound down, and the search ends where no bound reaches what has been found (the idea of
//! Kurnia's "shadow", made span by span). Bounds are kept apart by how many blanks a play uses, because
//! a blank that stays on the rack is worth more than anything it can score.

use tisane_rules::Play;

use super::Generator;
use super::book::{Book, Letters, Planes, Rest, TILES};
use super::grid::{Grid, Lane, mask};
use super::index::KEYS;
use super::plays::to_play;
use super::rack::{Rack, choices};
use super::slot::Slot;
use super::tables::{BLANK, KINDS, LONGEST, Tables};

/// A play with what it is worth.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Kept {
    pub equity: i32,
    pub score: i32,
    pub squares: u32,
    pub blanks: u32,
    pub letters: Letters,
    pub lane: u8,
}

impl Kept {
    pub(crate) fn play(&self, tables: &Tables) -> Play {
        to_play(tables, self.lane, self.squares, &self.letters.to_le_bytes()[..self.squares.count_ones() as usize], self.blanks)
    }
}

/// The best plays so far, best first; equal ones in the order of plays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keeper {
    pub kept: Vec<Kept>,
    room: usize,
    /// What a play must be worth to be looked at.
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

    pub(crate) fn offer(&mut self, tables: &Tables, play: Kept) {
        if play.equity < self.threshold {
            return;
        }
        let before = |other: &Kept| other.equity > play.equity || other.equity == play.equity && other.play(tables) < play.play(tables);
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

/// What is reused from one search to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub keeper: Keeper,
    /// The values of what may be left.
    pub leaves: Vec<i32>,
    spans: Vec<Span>,
    /// Spans by their bound in whole points: the last one, and for each the one before.
    latest: Vec<u32>,
    subracks: Vec<Vec<Subrack>>,
    best: Vec<Best>,
    whole: Whole,
    set: Vec<u64>,
    /// Spans still to be looked at with blanks.
    later: Vec<Later>,
    /// Words that contain certain letters, as far as they were asked for.
    lists: Vec<List>,
    listed: Vec<u32>,
    /// Open addressing; the selections lie in `selections`, by their place in `subracks`.
    feasible: Vec<Feasible>,
    n_feasible: usize,
    selections: Vec<u8>,
    /// What good enough plays in the span at hand may leave.
    live: Vec<Rest>,
    /// By selection of letter tiles: the sum of their [`KEYS`].
    keys: Vec<u64>,
}

/// Words that contain some tiles of the rack and some on the board.
#[derive(Copy, Clone, Debug)]
struct List {
    key: u64,
    from: u32,
    to: u32,
}

/// A span that is worth a look with blanks.
#[derive(Copy, Clone, Debug)]
struct Later {
    bound: i32,
    span: Span,
    blanks: u8,
}

/// No such leave; low enough, and adding a score does not overflow.
const NEVER: i32 = i32::MIN / 2;

/// A stretch of a lane that a play can fill.
#[derive(Copy, Clone, Debug)]
struct Span {
    /// The [`KEYS`] of the tiles to play through, added up.
    through: u64,
    bound: i32,
    /// The span before with a like bound.
    before: u32,
    lane: u8,
    start: u8,
    end: u8,
    /// How many new tiles.
    n_tiles: u8,
}

/// Some tiles of the rack.
#[derive(Copy, Clone, Debug)]
struct Subrack {
    /// Highest first, then zeros.
    values: [i16; TILES],
    leave: i32,
    rest: Rest,
}

/// Which selections of so many tiles make a word with certain tiles on the board.
#[derive(Copy, Clone, Debug, Default)]
struct Feasible {
    /// 0 where the place is free.
    key: u64,
    from: u32,
    to: u32,
}

/// Places for [`Feasible`]; a power of two.
const FEASIBLE: usize = 1024;

/// The best that so many tiles with so many blanks among them can do.
#[derive(Copy, Clone, Debug)]
struct Best {
    /// The sum of the highest `n` values.
    values: [i32; 2 * TILES],
    /// The most that any selection gives in thousandths when all its tiles count once, twice … and its leave is
    /// added; for greater factors, the last with the rest of the factor times all values.
    joint: [i32; FACTORS + 1],
}

/// Word factors for which tiles and leave are weighed together.
const FACTORS: usize = 4;

/// Words that take the whole rack.
#[derive(Clone, Debug, Default)]
struct Whole {
    known: bool,
    /// By their number among words of their length.
    numbers: Vec<u32>,
    planes: Planes,
    /// What the letters of each count at most.
    values: Vec<[i16; TILES]>,
}

/// Spans are sorted by their bound in steps of 1,024 thousandths: the lowest that is told apart, and the number of steps.
const LOWEST: i32 = -64;
const BUCKETS: usize = 512;
const NONE: u32 = u32::MAX;

/// One search.
pub(crate) struct Search<'a> {
    pub generator: &'a Generator,
    pub grid: &'a Grid,
    pub rack: &'a Rack,
    pub book: &'a mut Book,
    pub scratch: &'a mut Scratch,
    pub slot: Slot,
    /// The span for which `slot` and `times` hold.
    pub filled: Option<(u8, u8, u8)>,
    /// What the slot's squares multiply by, highest first.
    pub times: [i16; TILES],
}

impl Search<'_> {
    /// Fills the keeper. Needs the values of leaves, and a ruleset that [`can_bound`].
    pub(crate) fn run(&mut self, lanes: impl Iterator<Item = usize>) {
        self.book.deal(self.rack, 0);
        self.prepare();
        for lane in lanes {
            self.spans(lane);
        }
        for bucket in (0..BUCKETS).rev() {
            // The highest bound that can be in here.
            let most = if bucket == BUCKETS - 1 { i32::MAX } else { ((bucket as i32 + LOWEST + 1) << 10) - 1 };
            if most < self.scratch.keeper.threshold() {
                break;
            }
            let mut at = self.scratch.latest[bucket];
            while at != NONE {
                let span = self.scratch.spans[at as usize];
                if span.bound >= self.scratch.keeper.threshold() {
                    self.look(span);
                }
                at = span.before;
            }
        }
        // Blanks are dear to walk with, and whatever was found without them keeps most of these away.
        let mut later = std::mem::take(&mut self.scratch.later);
        later.sort_unstable_by_key(|later| std::cmp::Reverse(later.bound));
        for later in &later {
            if later.bound < self.scratch.keeper.threshold() {
                break;
            }
            self.live(&later.span, later.blanks.into());
            self.by_index(&later.span, later.blanks.into());
        }
        later.clear();
        self.scratch.later = later;
    }

    /// Finds the rests that good enough plays with so many blanks in the span may leave, and the best bound.
    fn live(&mut self, span: &Span, blanks: usize) -> i32 {
        self.scratch.live.clear();
        let n = span.n_tiles as usize;
        let (from, to) = self.feasible(span.through, n, blanks);
        if from == to {
            return NEVER;
        }
        if self.filled != Some((span.lane, span.start, span.end)) {
            self.filled = Some((span.lane, span.start, span.end));
            self.slot.fill(&self.generator.tables, self.grid, span.lane.into(), span.start.into(), span.end.into());
            self.times = [0; TILES];
            for (sorted, &times) in self.times.iter_mut().zip(&self.slot.times[..n]) {
                *sorted = times as i16;
            }
            descending(&mut self.times[..n]);
        }
        let Scratch { keeper, subracks, selections, live, .. } = &mut *self.scratch;
        let subracks = &subracks[n * (TILES + 1) + blanks];
        let mut best = NEVER;
        for &selection in &selections[from as usize..to as usize] {
            let subrack = &subracks[selection as usize];
            let bound = self.slot.total(dot(&subrack.values, &self.times)) * 1000 + subrack.leave;
            best = best.max(bound);
            if bound >= keeper.threshold() {
                live.push(subrack.rest);
            }
        }
        best
    }

    /// Which selections of `n` tiles with so many blanks may make a word with these tiles on the board.
    fn feasible(&mut self, through: u64, n: usize, blanks: usize) -> (u32, u32) {
        let index = self.generator.index();
        let whole = ((1u32 << self.rack.len) - 1) as Rest;
        let key = (through ^ ((n * 16 + blanks) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1;
        let Scratch { feasible, n_feasible, selections, subracks, keys, .. } = &mut *self.scratch;
        let mut at = (key.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 32) as usize & (FEASIBLE - 1);
        while feasible[at].key != 0 {
            if feasible[at].key == key {
                return (feasible[at].from, feasible[at].to);
            }
            at = (at + 1) & (FEASIBLE - 1);
        }
        let from = selections.len() as u32;
        for (selection, subrack) in subracks[n * (TILES + 1) + blanks].iter().enumerate() {
            let key = through.wrapping_add(keys[(whole & !subrack.rest & !self.book.blanks()) as usize]);
            if blanks > 1 || index.may_be_short_of(blanks, key) {
                selections.push(selection as u8);
            }
        }
        let to = selections.len() as u32;
        // Boards that need more are none that people play on; they only lose the memory.
        if *n_feasible < FEASIBLE * 3 / 4 {
            *n_feasible += 1;
            feasible[at] = Feasible { key, from, to };
        }
        (from, to)
    }

    /// Sorts what may be played by number of tiles and blanks.
    #[inline(never)]
    fn prepare(&mut self) {
        let (rack, tables) = (self.rack, &self.generator.tables);
        let Scratch { spans, latest, subracks, best, whole, leaves, lists, listed, keys, feasible, n_feasible, selections, .. } =
            &mut *self.scratch;
        spans.clear();
        lists.clear();
        listed.clear();
        latest.clear();
        latest.resize(BUCKETS, NONE);
        whole.known = false;
        subracks.resize_with((TILES + 1) * (TILES + 1), Vec::new);
        subracks.iter_mut().for_each(Vec::clear);
        best.clear();
        best.resize((TILES + 1) * (TILES + 1), Best { values: [0; 2 * TILES], joint: [NEVER; FACTORS + 1] });
        let mut tiles: Vec<(i32, u8)> = Vec::with_capacity(TILES);
        let mut at = 0;
        for (kind, &count) in rack.counts.iter().enumerate() {
            for _ in 0..count {
                tiles.push((tables.value[kind], at));
                at += 1;
            }
        }
        tiles.sort_unstable_by_key(|&(value, _)| std::cmp::Reverse(value));
        feasible.clear();
        feasible.resize(FEASIBLE, Feasible::default());
        *n_feasible = 0;
        selections.clear();
        keys.resize(1 << TILES, 0);
        for selection in 1..1usize << (rack.len - rack.blanks) {
            let tile = selection.trailing_zeros() as usize;
            keys[selection] = keys[selection & (selection - 1)].wrapping_add(KEYS[self.book.face(tile) as usize & 63]);
        }
        let whole = ((1u32 << rack.len) - 1) as Rest;
        for rest in (0..whole).filter(|&rest| self.book.is_canonical(rest)) {
            let mut used = [0; TILES];
            let mut i = 0;
            for &(value, bit) in &tiles {
                used[i] = value as i16;
                i += usize::from(rest >> bit & 1 == 0);
            }
            used[i..].fill(0);
            let n = rack.len - rest.count_ones() as usize;
            let blanks = (self.book.blanks() & !rest).count_ones() as usize;
            let subrack = Subrack { values: used, leave: leaves[rest as usize], rest };
            let best = &mut best[n * (TILES + 1) + blanks];
            let mut sum = 0;
            for (i, &value) in subrack.values.iter().enumerate() {
                sum += i32::from(value);
                best.values[i + 1] = best.values[i + 1].max(sum);
            }
            for (factor, joint) in best.joint.iter_mut().enumerate() {
                *joint = (*joint).max(sum * 1000 * factor as i32 + subrack.leave);
            }
            subracks[n * (TILES + 1) + blanks].push(subrack);
        }
    }

    /// Finds the spans of a lane with their bounds.
    #[inline(never)]
    fn spans(&mut self, lane: usize) {
        let (tables, rack) = (&self.generator.tables, self.rack);
        let here = &self.grid.lanes[lane];
        let premiums = &tables.lanes[lane];
        // Never more; said once more so that no index below needs a check.
        let len = (here.len as usize).min(LONGEST);
        let crossed = here.crossed & !here.occupied;
        let anchors = if self.grid.n_tiles == 0 { tables.starts[lane] } else { crossed };
        if anchors | here.occupied == 0 {
            return;
        }
        // A single tile that reads both ways is the across play's.
        let both_ways = if lane >= tables.rows { crossed } else { 0 };
        // What each crossing word counts at most; squares that take no tile of the rack are barred.
        let mut crossing = [0; LONGEST];
        let mut barred = 0u32;
        let mut squares = crossed;
        while squares != 0 {
            let at = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let set = here.cross_sets[at];
            let mut most = i32::MIN;
            let mut letters = set & rack.letters;
            while letters != 0 {
                most = most.max(tables.value[letters.trailing_zeros() as usize]);
                letters &= letters - 1;
            }
            if rack.blanks > 0 && set != 0 {
                most = most.max(tables.value[BLANK]);
            }
            if most == i32::MIN {
                barred |= 1 << at;
            } else {
                crossing[at] = (here.cross_points[at] + most * premiums.letter[at]) * premiums.word[at];
            }
        }
        let stops = here.occupied;
        // Bit `i`: a word may end before square `i`.
        let ends = !u64::from(stops);
        let index = self.generator.index();
        let Scratch { spans, latest, best, keys, .. } = &mut *self.scratch;
        let whole_key = keys[(1 << (rack.len - rack.blanks)) - 1];
        for start in 0..len {
            if start > 0 && stops >> (start - 1) & 1 == 1 {
                continue;
            }
            // Nothing to hold on to within reach.
            let ahead = (anchors | here.occupied) >> start;
            if ahead == 0 || ahead.trailing_zeros() as usize > rack.len {
                continue;
            }
            let (mut word, mut through, mut cross, mut n) = (1, 0, 0, 0usize);
            let mut key = whole_key;
            let mut layers = 0u64;
            let hold = (start + ahead.trailing_zeros() as usize).min(len);
            for at in start..hold {
                word *= premiums.word[at];
                layers += premiums.layers[at];
                n += 1;
            }
            for at in hold..len {
                if stops >> at & 1 == 1 {
                    through += here.values[at];
                    key = key.wrapping_add(KEYS[here.letters[at] as usize & 63]);
                } else {
                    if n == rack.len || barred >> at & 1 == 1 {
                        break;
                    }
                    n += 1;
                    word *= premiums.word[at];
                    cross += crossing[at];
                    layers += premiums.layers[at];
                }
                let end = at + 1;
                if ends >> end & 1 == 0 || n == 0 || end - start < 2 {
                    continue;
                }
                if n == 1 && both_ways & (mask((end - start) as u8) << start) & !stops != 0 {
                    continue;
                }
                // Most racks make no word of all their tiles here, and the bonus would put the span before all others.
                if n == rack.len && rack.blanks < 2 && !index.may_be_short_of(rack.blanks, key) {
                    continue;
                }
                let bonus = tables.bonus[n];
                let mut bound = i32::MIN;
                for best in &best[n * (TILES + 1)..][..=rack.blanks.min(n)] {
                    let mut main = through;
                    let mut layers = layers;
                    while layers != 0 {
                        main += best.values[(layers & 15) as usize];
                        layers >>= 8;
                    }
                    let factor = word * bonus.times;
                    let joint = (factor as usize).min(FACTORS);
                    main = (main * word + cross) * bonus.times + bonus.plus + best.values[n] * (factor - joint as i32);
                    bound = bound.max(main * 1000 + best.joint[joint]);
                }
                let bucket = ((bound >> 10) - LOWEST).clamp(0, BUCKETS as i32 - 1) as usize;
                let before = std::mem::replace(&mut latest[bucket], spans.len() as u32);
                let through = key.wrapping_sub(whole_key);
                spans.push(Span { through, bound, before, lane: lane as u8, start: start as u8, end: end as u8, n_tiles: n as u8 });
            }
        }
    }

    /// Looks for plays in one span.
    #[inline(never)]
    fn look(&mut self, span: Span) {
        let n = span.n_tiles as usize;
        for blanks in 0..=self.rack.blanks.min(n) {
            let bound = self.live(&span, blanks);
            if self.scratch.live.is_empty() {
                continue;
            }
            let alone = span.n_tiles == span.end - span.start;
            if blanks == 0 || n == self.rack.len && !(alone && blanks > 1) {
                self.by_index(&span, blanks);
            } else if n == self.rack.len {
                self.whole(span.lane.into(), span.start.into());
            } else {
                self.scratch.later.push(Later { bound, span, blanks: blanks as u8 });
            }
        }
    }

    /// Words of the whole rack, blanks and all, and nothing else. With two blanks there are a thousand, and the same for
    /// every span.
    #[inline(never)]
    fn whole(&mut self, lane: usize, start: usize) {
        let here = &self.grid.lanes[lane];
        let length = self.rack.len;
        let Scratch { whole, set, .. } = &mut *self.scratch;
        if !whole.known {
            whole.fill(self.generator, self.rack);
        }
        if whole.planes.is_empty() {
            return;
        }
        whole.planes.all(set);
        let mut places = here.crossed & (mask(length as u8) << start);
        while places != 0 {
            let at = places.trailing_zeros() as usize;
            places &= places - 1;
            if !whole.planes.keep(set, at - start, here.cross_sets[at]) {
                return;
            }
        }
        let mut times = [0i16; TILES];
        for (times, &slot) in times.iter_mut().zip(&self.slot.times) {
            *times = slot as i16;
        }
        let leave = self.scratch.leaves[0];
        let index = self.generator.index();
        for block in 0..self.scratch.set.len() {
            let mut fitting = self.scratch.set[block];
            while fitting != 0 {
                let number = block * 64 + fitting.trailing_zeros() as usize;
                fitting &= fitting - 1;
                let whole = &self.scratch.whole;
                let bound = self.slot.total(dot(&whole.values[number], &times)) * 1000 + leave;
                if bound >= self.scratch.keeper.threshold() {
                    self.place(here, start, index.word(length, whole.numbers[number]), 0, self.rack.blanks);
                }
            }
        }
    }

    /// Words that contain the letters of some live selection of tiles and those on the board, from the index.
    fn by_index(&mut self, span: &Span, blanks: usize) {
        let here = &self.grid.lanes[span.lane as usize];
        let (start, length) = (span.start as usize, (span.end - span.start) as usize);
        let whole = ((1u32 << self.rack.len) - 1) as Rest;
        let index = self.generator.index();
        let live = std::mem::take(&mut self.scratch.live);
        for &rest in &live {
            let key = span.through.wrapping_add(self.scratch.keys[(whole & !rest & !self.book.blanks()) as usize]);
            if blanks == 0 {
                for word in index.anagrams(key, length).chunks_exact(length) {
                    self.place(here, start, word, rest, 0);
                }
                continue;
            }
            // The number of blanks tells lengths apart.
            let key = key.wrapping_mul(64).wrapping_add(blanks as u64);
            let Scratch { lists, listed, .. } = &mut *self.scratch;
            let list = match lists.iter().position(|list| list.key == key) {
                Some(at) => lists[at],
                None => {
                    let from = listed.len() as u32;
                    let mut wanted = [0u8; 64];
                    let mut tiles = here.occupied & (mask(length as u8) << start);
                    while tiles != 0 {
                        wanted[here.letters[tiles.trailing_zeros() as usize] as usize & 63] += 1;
                        tiles &= tiles - 1;
                    }
                    let mut kinds = [(0, 0); LONGEST];
                    let mut used = whole & !rest & !self.book.blanks();
                    while used != 0 {
                        wanted[self.book.face(used.trailing_zeros() as usize) as usize] += 1;
                        used &= used - 1;
                    }
                    let mut n = 0;
                    for (letter, &copies) in wanted.iter().enumerate() {
                        if copies > 0 {
                            kinds[n] = (letter as u8, copies);
                            n += 1;
                        }
                    }
                    index.containing(length, &kinds[..n], |number| listed.push(number));
                    let list = List { key, from, to: listed.len() as u32 };
                    lists.push(list);
                    list
                }
            };
            for at in list.from..list.to {
                let word = index.word(length, self.scratch.listed[at as usize]);
                self.place(here, start, word, rest, blanks);
            }
        }
        self.scratch.live = live;
    }

    /// Offers a word for the slot with the tiles that leave `rest`, if they and the board allow it.
    #[inline]
    fn place(&mut self, here: &Lane, start: usize, word: &[u8], rest: Rest, blanks: usize) {
        let (mut letters, mut n) = (0, 0);
        let mut left = ((1u32 << self.rack.len) - 1) as Rest & !rest;
        let mut chosen = 0;
        let mut repeated = false;
        let mut seen = 0u64;
        for (at, &letter) in (start..).zip(word) {
            if here.occupied >> at & 1 == 1 {
                if here.letters[at] != letter {
                    return;
                }
                continue;
            }
            if here.cross_sets[at] >> letter & 1 == 0 {
                return;
            }
            let after = self.book.take(left, letter.into());
            if after == left {
                return;
            }
            chosen |= u32::from(after & self.book.blanks() != left & self.book.blanks()) << n;
            left = after;
            repeated |= seen >> letter & 1 == 1;
            seen |= 1 << letter;
            letters |= u64::from(letter) << (8 * n);
            n += 1;
        }
        if n != self.slot.n_tiles as usize {
            return;
        }
        if !repeated || blanks == 0 {
            return self.keep(letters, chosen, rest);
        }
        let mut rack = Rack { counts: [0; KINDS], blanks, ..*self.rack };
        let mut used = ((1u32 << self.rack.len) - 1) as Rest & !rest & !self.book.blanks();
        while used != 0 {
            rack.counts[self.book.face(used.trailing_zeros() as usize) as usize] += 1;
            used &= used - 1;
        }
        let mut all = Vec::new();
        choices(&rack, &letters.to_le_bytes()[..n], &[0; TILES], 0, |blanks, _| all.push(blanks));
        for blanks in all {
            self.keep(letters, blanks, rest);
        }
    }

    /// Offers a play.
    #[inline]
    fn keep(&mut self, letters: Letters, blanks: u32, rest: Rest) {
        let tables = &self.generator.tables;
        let bytes = letters.to_le_bytes();
        let mut points = 0;
        for (n, &letter) in bytes.iter().enumerate() {
            let kind = if blanks >> n & 1 == 1 { BLANK } else { letter as usize & 63 };
            points += tables.value[kind] * self.slot.times[n];
        }
        let score = self.slot.total(points);
        let equity = score * 1000 + self.scratch.leaves[rest as usize];
        let Slot { lane, squares, .. } = self.slot;
        if equity >= self.scratch.keeper.threshold() {
            self.scratch.keeper.offer(&self.generator.tables, Kept { equity, score, squares, blanks, letters, lane });
        }
    }
}

#[inline(always)]
fn dot(values: &[i16; TILES], times: &[i16; TILES]) -> i32 {
    values.iter().zip(times).map(|(&value, &times)| i32::from(value) * i32::from(times)).sum()
}

/// Sorts a few numbers, highest first.
#[inline]
fn descending(numbers: &mut [i16]) {
    for i in 1..numbers.len() {
        let number = numbers[i];
        let mut at = i;
        while at > 0 && numbers[at - 1] < number {
            numbers[at] = numbers[at - 1];
            at -= 1;
        }
        numbers[at] = number;
    }
}

impl Whole {
    fn fill(&mut self, generator: &Generator, rack: &Rack) {
        self.known = true;
        let Whole { numbers, planes, values, .. } = self;
        numbers.clear();
        values.clear();
        let (tables, index, length) = (&generator.tables, generator.index(), rack.len);
        let mut wanted = [(0, 0); TILES];
        let mut n = 0;
        let mut letters = rack.letters;
        while letters != 0 {
            let letter = letters.trailing_zeros() as usize;
            letters &= letters - 1;
            wanted[n] = (letter as u8, rack.counts[letter]);
            n += 1;
        }
        index.containing(length, &wanted[..n], |number| numbers.push(number));
        planes.clear(numbers.len(), length, tables.alphabet.count_ones() as usize);
        let mut most = [tables.value[BLANK] as i16; 64];
        for &(letter, _) in &wanted[..n] {
            most[letter as usize & 63] = tables.value[letter as usize].max(tables.value[BLANK]) as i16;
        }
        for (number, &word) in numbers.iter().enumerate() {
            let mut at_most = [0; TILES];
            for (place, &letter) in index.word(length, word).iter().enumerate() {
                planes.insert(number, place, letter);
                at_most[place] = most[letter as usize & 63];
            }
            values.push(at_most);
        }
    }
}
