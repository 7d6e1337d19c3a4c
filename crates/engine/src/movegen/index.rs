//! Which words consist of which letters.
//!
//! The search for the best play asks which selections of the rack form a word with some tiles on
//! the board. Every letter has a random number, and a multiset of letters is identified by their
//! sum, so that the key of a selection is one addition away from others. Small filters rule out
//! most keys at once, also for one or two additional letters, which is what blanks are; a hash
//! table gives the words themselves.

use std::sync::OnceLock;

use super::graph::WordGraph;
use super::tables::LONGEST;

/// All words, by length.
#[derive(Debug)]
pub(crate) struct Index {
    lengths: Vec<WordsOfLength>,
}

/// All words of one length: data used together is stored together.
#[derive(Debug)]
pub(crate) struct WordsOfLength {
    length: usize,
    n_letters: usize,
    /// The letters of all words, one word after the other; anagrams are adjacent.
    letters: Vec<u8>,
    /// Open addressing: from the top, 28 bits of the hash, the number of words (10 bits), the first
    /// word (26 bits).
    table: Vec<u64>,
    odd: u64,
    /// The keys of words.
    complete: Filter,
    /// The keys of words without one of their letters.
    short_of_one: Filter,
    /// The keys of words without two of their letters; built for the first rack with two blanks.
    short_of_two: OnceLock<Filter>,
    /// Built for the first rack that needs it.
    containing: OnceLock<Containing>,
}

/// Words of one length that consist of the same letters.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Anagrams {
    first: u32,
    count: u32,
}

const FIRST: u32 = 26;
const HOW_MANY: u32 = 10;

/// A number for each letter; sums of them identify multisets of letters.
pub(crate) const KEYS: [u64; 64] = {
    let mut keys = [0; 64];
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut letter = 0;
    while letter < 64 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        keys[letter] = state;
        letter += 1;
    }
    keys
};

/// A Bloom filter with two bits for each key, both in one machine word.
#[derive(Clone, Debug)]
pub(crate) struct Filter(Vec<u64>);

impl Filter {
    /// An empty filter for this many keys.
    fn new(keys: usize, bits_for_each: usize) -> Filter {
        Filter(vec![0; (keys * bits_for_each / 64).next_power_of_two()])
    }

    #[inline(always)]
    fn place(&self, key: u64) -> (usize, u64) {
        // Keys are sums of random numbers, so any of their bits will do.
        ((key >> 12) as usize & (self.0.len() - 1), 1 << (key & 63) | 1 << (key >> 6 & 63))
    }

    fn insert(&mut self, key: u64) {
        let (block, bits) = self.place(key);
        self.0[block] |= bits;
    }

    /// Never returns a false `false`.
    #[inline(always)]
    pub(crate) fn may_have(&self, key: u64) -> bool {
        let (block, bits) = self.place(key);
        self.0[block] & bits == bits
    }
}

impl Index {
    /// For words that fit a lane; `None` if a thousand words consist of the same letters, which no
    /// language has.
    pub(crate) fn new(n_letters: usize, longest: usize, graph: &WordGraph) -> Option<Index> {
        let mut by_length: Vec<Vec<u8>> = vec![Vec::new(); LONGEST + 1];
        graph.for_each_word(|word| {
            if (2..=longest).contains(&word.len()) {
                by_length[word.len()].extend_from_slice(word);
            }
        });
        let lengths = by_length
            .iter()
            .enumerate()
            .map(|(length, words)| WordsOfLength::new(n_letters, length, words));
        Some(Index { lengths: lengths.collect::<Option<_>>()? })
    }

    /// The words of a length.
    #[inline]
    pub(crate) fn of(&self, length: usize) -> &WordsOfLength {
        &self.lengths[length]
    }

    /// Size in memory, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.lengths.iter().map(WordsOfLength::size).sum()
    }
}

impl WordsOfLength {
    fn new(n_letters: usize, length: usize, words: &[u8]) -> Option<WordsOfLength> {
        let mut order: Vec<(u64, u32)> = words
            .chunks_exact(length.max(1))
            .zip(0..)
            .map(|(word, number)| (key_of(word), number))
            .collect();
        order.sort_unstable();
        let mut letters = Vec::with_capacity(words.len());
        let mut groups: Vec<(u64, Anagrams)> = Vec::with_capacity(order.len());
        let mut first = 0;
        for group in order.chunk_by(|a, b| a.0 == b.0) {
            groups.push((group[0].0, Anagrams { first, count: group.len() as u32 }));
            first += group.len() as u32;
            for &(_, number) in group {
                letters.extend_from_slice(&words[number as usize * length..][..length]);
            }
        }
        if groups.iter().any(|(_, found)| found.count >= 1 << HOW_MANY || found.first >= 1 << FIRST)
        {
            return None;
        }
        let mut complete = Filter::new(groups.len(), 8);
        let mut short_of_one = Filter::new(groups.len() * length, 8);
        for &(key, found) in &groups {
            complete.insert(key);
            let word = &letters[found.first as usize * length..][..length];
            each_letter_once(word, |_, letter| {
                short_of_one.insert(key.wrapping_sub(KEYS[letter as usize & 63]))
            });
        }
        let (table, odd) = table(&groups);
        let (short_of_two, containing) = (OnceLock::new(), OnceLock::new());
        Some(WordsOfLength {
            length,
            n_letters,
            letters,
            table,
            odd,
            complete,
            short_of_one,
            short_of_two,
            containing,
        })
    }

    /// The words whose letters' [`KEYS`] add up to this; rarely, others.
    #[inline]
    pub(crate) fn anagrams(&self, key: u64) -> Anagrams {
        let hash = key.wrapping_mul(self.odd);
        let mut slot = hash as usize >> 7 & (self.table.len() - 1);
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                return Anagrams { first: 0, count: 0 };
            }
            if (entry ^ hash) >> (FIRST + HOW_MANY) == 0 {
                let count = (entry >> FIRST & ((1 << HOW_MANY) - 1)) as u32;
                return Anagrams { first: (entry & ((1 << FIRST) - 1)) as u32, count };
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
    }

    /// The filter for words with this many letters missing; `None` if there is no such filter.
    #[inline]
    pub(crate) fn short_of(&self, letters: usize) -> Option<&Filter> {
        match letters {
            0 => Some(&self.complete),
            1 => Some(&self.short_of_one),
            2 => Some(self.short_of_two.get_or_init(|| self.without_two())),
            _ => None,
        }
    }

    /// The words that have `blanks` more letters, from letter `from` on, than those whose [`KEYS`]
    /// add up to this.
    pub(crate) fn completed(
        &self,
        key: u64,
        blanks: usize,
        from: usize,
        found: &mut impl FnMut(Anagrams),
    ) {
        if blanks == 0 {
            let words = self.anagrams(key);
            if words.count > 0 {
                found(words);
            }
            return;
        }
        let filter = self.short_of(blanks - 1);
        for (letter, own) in KEYS.iter().enumerate().take(self.n_letters).skip(from) {
            let key = key.wrapping_add(*own);
            if filter.is_none_or(|filter| filter.may_have(key)) {
                self.completed(key, blanks - 1, letter, found);
            }
        }
    }

    /// The words that contain all these letters, each as often as given or, beyond three times,
    /// perhaps less often.
    pub(crate) fn containing(&self, letters: &[(u8, u8)], mut found: impl FnMut(Anagrams)) {
        let sets = self
            .containing
            .get_or_init(|| Containing::new(self.n_letters, self.length, &self.letters));
        sets.each(letters, |number| found(Anagrams { first: number as u32, count: 1 }));
    }

    /// The letters of some words.
    #[inline]
    pub(crate) fn spelled(&self, found: Anagrams) -> impl Iterator<Item = &[u8]> {
        let begin = found.first as usize * self.length;
        self.letters
            .get(begin..begin + found.count as usize * self.length)
            .unwrap_or_default()
            .chunks_exact(self.length)
    }

    fn size(&self) -> usize {
        let filters = [Some(&self.complete), Some(&self.short_of_one), self.short_of_two.get()];
        size_of_val(&*self.letters)
            + size_of_val(&*self.table)
            + filters.into_iter().flatten().map(|filter| size_of_val(&*filter.0)).sum::<usize>()
            + self.containing.get().map_or(0, Containing::size)
    }

    fn without_two(&self) -> Filter {
        let mut filter = Filter::new(self.letters.len() * self.length / 2, 4);
        let mut latest = 0;
        for word in self.letters.chunks_exact(self.length) {
            let key = key_of(word);
            if key == latest {
                continue;
            }
            latest = key;
            each_letter_once(word, |at, one| {
                let key = key.wrapping_sub(KEYS[one as usize & 63]);
                each_letter_once(&word[at + 1..], |_, other| {
                    filter.insert(key.wrapping_sub(KEYS[other as usize & 63]))
                });
            });
        }
        filter
    }
}

/// The hash table of [`WordsOfLength`], and the number it hashes with.
fn table(groups: &[(u64, Anagrams)]) -> (Vec<u64>, u64) {
    let slots = (groups.len() * 3 / 2).next_power_of_two().max(2);
    let mut odd = 0xD6E8_FEB8_6659_FD93u64;
    // Until no two groups share their bits of the hash where they could meet.
    'again: loop {
        let mut table = vec![0; slots];
        for &(key, Anagrams { first, count }) in groups {
            let hash = key.wrapping_mul(odd);
            let mut slot = hash as usize >> 7 & (slots - 1);
            while table[slot] != 0 {
                if (table[slot] ^ hash) >> (FIRST + HOW_MANY) == 0 {
                    odd = odd.wrapping_add(0x9E37_79B9_7F4A_7C16);
                    continue 'again;
                }
                slot = (slot + 1) & (slots - 1);
            }
            table[slot] = hash >> (FIRST + HOW_MANY) << (FIRST + HOW_MANY)
                | u64::from(count) << FIRST
                | u64::from(first);
        }
        return (table, odd);
    }
}

fn key_of(word: &[u8]) -> u64 {
    word.iter().fold(0, |key, &letter| key.wrapping_add(KEYS[letter as usize & 63]))
}

/// Each different letter of a word, and its first position.
fn each_letter_once(word: &[u8], mut found: impl FnMut(usize, u8)) {
    let mut seen = 0u64;
    for (at, &letter) in word.iter().enumerate() {
        if seen >> letter & 1 == 0 {
            seen |= 1 << letter;
            found(at, letter);
        }
    }
}

/// Which words of one length contain which letters: an inverted index, one bit for each word. A
/// play of the whole rack forms a word with every letter tile of the rack, so such words are the
/// intersection of a few bit sets, however many blanks there are.
#[derive(Clone, Debug, Default)]
struct Containing {
    count: usize,
    /// For each letter and each number of copies from one: the words that have at least that many.
    sets: Vec<[Set; COPIES]>,
}

/// A set of words, one bit each, padded to whole groups of machine words.
#[derive(Clone, Debug, Default)]
struct Set {
    bits: Vec<u64>,
    count: u32,
}

/// The number of copies of a letter that are distinguished.
const COPIES: usize = 3;
/// Machine words processed together.
const GROUP: usize = 4;

impl Containing {
    fn new(n_letters: usize, length: usize, words: &[u8]) -> Containing {
        let count = words.len() / length.max(1);
        let blocks = count.div_ceil(64).next_multiple_of(GROUP);
        let mut sets = vec![[const { Set { bits: Vec::new(), count: 0 } }; COPIES]; n_letters];
        for (number, word) in words.chunks_exact(length.max(1)).enumerate() {
            let mut seen = [0u8; 64];
            for &letter in word {
                let copy = seen[letter as usize & 63] as usize;
                seen[letter as usize & 63] += 1;
                if copy < COPIES {
                    let set = &mut sets[letter as usize][copy];
                    if set.bits.is_empty() {
                        set.bits.resize(blocks, 0);
                    }
                    set.bits[number / 64] |= 1 << (number % 64);
                    set.count += 1;
                }
            }
        }
        Containing { count, sets }
    }

    fn each(&self, letters: &[(u8, u8)], found: impl FnMut(usize)) {
        let mut found = found;
        let mut sets: [Option<&Set>; LONGEST] = [None; LONGEST];
        let mut n = 0;
        for &(letter, copies) in letters {
            let Some(set) =
                self.sets.get(letter as usize).map(|sets| &sets[(copies as usize).min(COPIES) - 1])
            else {
                return;
            };
            if set.count == 0 {
                return;
            }
            sets[n] = Some(set);
            n += 1;
        }
        let sets = &mut sets[..n];
        // Scarce letters first: most groups are empty after two or three sets.
        sets.sort_unstable_by_key(|set| set.map(|set| set.count));
        let [Some(first), rest @ ..] = sets else { return (0..self.count).for_each(found) };
        for (group, words) in first.bits.chunks_exact(GROUP).enumerate() {
            let mut words: [u64; GROUP] = words.try_into().expect("a whole group");
            for set in rest.iter().flatten() {
                if words == [0; GROUP] {
                    break;
                }
                for (words, others) in words.iter_mut().zip(&set.bits[group * GROUP..][..GROUP]) {
                    *words &= others;
                }
            }
            for (block, mut words) in words.into_iter().enumerate() {
                while words != 0 {
                    found((group * GROUP + block) * 64 + words.trailing_zeros() as usize);
                    words &= words - 1;
                }
            }
        }
    }

    fn size(&self) -> usize {
        self.sets.iter().flatten().map(|set| size_of_val(&*set.bits)).sum()
    }
}
