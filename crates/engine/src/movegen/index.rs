//! Which words contain which letters: an inverted index, one bit for each word.
//!
//! A play of the whole rack forms a word that contains every letter tile of the rack, so such words are the
//! intersection of a few bit sets, however many blanks there are: with two blanks and seven tiles, five sets
//! of 23,000 bits. This is what makes blanks cheap when only the best play is wanted.

use super::graph::WordGraph;
use super::tables::LONGEST;

/// All words, by length.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    lengths: Vec<Length>,
    anagrams: Anagrams,
    /// Words, as a Bloom filter small enough for the inner caches: bit by hash.
    complete: Vec<u64>,
    /// Words without one of their letters, as a Bloom filter: bit by hash.
    short_of_one: Vec<u64>,
}

/// Words by the letters they are made of.
#[derive(Clone, Debug, Default)]
struct Anagrams {
    /// Open addressing: from the top, 28 bits of the hash, how many words (10 bits), where they begin (26 bits).
    table: Vec<u64>,
    odd: u64,
    /// Words of the same letters stand together.
    letters: Vec<u8>,
}

const WHERE: u32 = 26;
const HOW_MANY: u32 = 10;

impl Anagrams {
    fn new(mut words: Vec<(u64, &[u8])>) -> Anagrams {
        words.sort_unstable_by_key(|&(key, _)| key);
        let mut anagrams = Anagrams { odd: 0xD6E8_FEB8_6659_FD93, ..Anagrams::default() };
        let mut groups = Vec::with_capacity(words.len());
        for group in words.chunk_by(|a, b| a.0 == b.0) {
            assert!(group.len() < 1 << HOW_MANY && anagrams.letters.len() < 1 << WHERE, "a lexicon of human size");
            groups.push((group[0].0, (group.len() << WHERE | anagrams.letters.len()) as u64));
            group.iter().for_each(|(_, word)| anagrams.letters.extend_from_slice(word));
        }
        let slots = (groups.len() * 3 / 2).next_power_of_two().max(2);
        // Until no two groups share their bits of the hash where they could meet.
        'again: loop {
            anagrams.table.clear();
            anagrams.table.resize(slots, 0);
            for &(key, what) in &groups {
                let hash = key.wrapping_mul(anagrams.odd);
                let mut slot = hash as usize >> 7 & (slots - 1);
                while anagrams.table[slot] != 0 {
                    if (anagrams.table[slot] ^ hash) >> (WHERE + HOW_MANY) == 0 {
                        anagrams.odd = anagrams.odd.wrapping_add(0x9E37_79B9_7F4A_7C16);
                        continue 'again;
                    }
                    slot = (slot + 1) & (slots - 1);
                }
                anagrams.table[slot] = hash >> (WHERE + HOW_MANY) << (WHERE + HOW_MANY) | what;
            }
            return anagrams;
        }
    }

    #[inline]
    fn get(&self, key: u64, length: usize) -> &[u8] {
        let hash = key.wrapping_mul(self.odd);
        let mut slot = hash as usize >> 7 & (self.table.len() - 1);
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                return &[];
            }
            if (entry ^ hash) >> (WHERE + HOW_MANY) == 0 {
                let begin = (entry & ((1 << WHERE) - 1)) as usize;
                let count = (entry >> WHERE & ((1 << HOW_MANY) - 1)) as usize;
                return self.letters.get(begin..begin + count * length).unwrap_or_default();
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
    }
}

/// A number for each letter, such that sums of them tell multisets of letters apart.
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

/// Where a key's two bits lie in a filter of so many machine words, a power of two.
#[inline(always)]
fn place(blocks: usize, key: u64) -> (usize, u64) {
    let hash = key.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let hash = hash ^ hash >> 32;
    ((hash >> 12) as usize & (blocks - 1), 1 << (hash & 63) | 1 << (hash >> 6 & 63))
}

fn note(filter: &mut [u64], key: u64) {
    let (block, bits) = place(filter.len(), key);
    filter[block] |= bits;
}

#[inline(always)]
fn maybe(filter: &[u64], key: u64) -> bool {
    let (block, bits) = place(filter.len(), key);
    filter[block] & bits == bits
}

/// Words of one length.
#[derive(Clone, Debug, Default)]
struct Length {
    count: usize,
    /// Their letters, one after the other.
    letters: Vec<u8>,
    /// For each letter and each number of copies from one: the words that have so many or more.
    containing: Vec<[Set; COPIES]>,
}

/// A set of words, one bit each, filled up to whole groups of machine words.
#[derive(Clone, Debug, Default)]
struct Set {
    bits: Vec<u64>,
    count: u32,
}

/// Copies of a letter that are told apart.
const COPIES: usize = 3;
/// Machine words that are looked at together.
const GROUP: usize = 4;

impl Index {
    /// Of words that fit a lane.
    pub(crate) fn new(n_letters: usize, longest: usize, graph: &WordGraph) -> Index {
        let mut lengths = vec![Length::default(); LONGEST + 1];
        graph.for_each_word(|word| {
            if (2..=longest).contains(&word.len()) {
                let length = &mut lengths[word.len()];
                length.count += 1;
                length.letters.extend_from_slice(word);
            }
        });
        for (n, length) in lengths.iter_mut().enumerate() {
            if length.count == 0 {
                continue;
            }
            let blocks = length.count.div_ceil(64).next_multiple_of(GROUP);
            length.containing = vec![[const { Set { bits: Vec::new(), count: 0 } }; COPIES]; n_letters];
            for (number, word) in length.letters.chunks_exact(n).enumerate() {
                let mut seen = [0u8; 64];
                for &letter in word {
                    let copy = seen[letter as usize & 63] as usize;
                    seen[letter as usize & 63] += 1;
                    if copy < COPIES {
                        let set = &mut length.containing[letter as usize][copy];
                        if set.bits.is_empty() {
                            set.bits.resize(blocks, 0);
                        }
                        set.bits[number / 64] |= 1 << (number % 64);
                        set.count += 1;
                    }
                }
            }
        }
        let words: usize = lengths.iter().map(|length| length.count).sum();
        let mut by_letters = Vec::with_capacity(words);
        let mut complete = vec![0; (words / 8).next_power_of_two()];
        let mut short_of_one = vec![0; words.next_power_of_two()];
        for (length, here) in lengths.iter().enumerate().skip(1) {
            for word in here.letters.chunks_exact(length) {
                let key = word.iter().fold(0u64, |key, &letter| key.wrapping_add(KEYS[letter as usize & 63]));
                by_letters.push((key, word));
                note(&mut complete, key);
                let mut seen = 0u64;
                for &letter in word {
                    if seen >> letter & 1 == 0 {
                        seen |= 1 << letter;
                        note(&mut short_of_one, key.wrapping_sub(KEYS[letter as usize & 63]));
                    }
                }
            }
        }
        let anagrams = Anagrams::new(by_letters);
        Index { lengths, anagrams, complete, short_of_one }
    }

    /// The words of this length whose letters' [`KEYS`] add up to this; rarely, others besides.
    #[inline]
    pub(crate) fn anagrams(&self, key: u64, length: usize) -> &[u8] {
        self.anagrams.get(key, length)
    }

    /// Whether some word may have exactly so many letters, none or one, more than those whose [`KEYS`] add up to this.
    #[inline]
    pub(crate) fn may_be_short_of(&self, letters: usize, key: u64) -> bool {
        maybe(if letters == 0 { &self.complete } else { &self.short_of_one }, key)
    }

    /// The words of this length that contain all these letters, each as often as given here or, beyond three
    /// times, perhaps less often.
    pub(crate) fn containing(&self, length: usize, letters: &[(u8, u8)], mut found: impl FnMut(u32)) {
        let here = &self.lengths[length];
        let all = 0..here.count as u32;
        let mut sets: [Option<&Set>; LONGEST] = [None; LONGEST];
        let mut n = 0;
        for &(letter, copies) in letters {
            let Some(set) = here.containing.get(letter as usize).map(|sets| &sets[(copies as usize).min(COPIES) - 1]) else { return };
            if set.count == 0 {
                return;
            }
            sets[n] = Some(set);
            n += 1;
        }
        let sets = &mut sets[..n];
        // Scarce letters first: most groups are empty after two or three sets.
        sets.sort_unstable_by_key(|set| set.map(|set| set.count));
        let [Some(first), rest @ ..] = sets else { return all.for_each(found) };
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
                    found(((group * GROUP + block) * 64) as u32 + words.trailing_zeros());
                    words &= words - 1;
                }
            }
        }
    }

    /// The letters of a word.
    #[inline]
    pub(crate) fn word(&self, length: usize, number: u32) -> &[u8] {
        let at = number as usize * length;
        self.lengths[length].letters.get(at..at + length).unwrap_or_default()
    }

    /// Bytes in memory.
    pub(crate) fn size(&self) -> usize {
        let sets = |length: &Length| length.containing.iter().flatten().map(|set| size_of_val(&*set.bits)).sum::<usize>();
        self.lengths.iter().map(|length| size_of_val(&*length.letters) + sets(length)).sum::<usize>()
            + size_of_val(&*self.complete)
            + size_of_val(&*self.short_of_one)
            + size_of_val(&*self.anagrams.table)
            + size_of_val(&*self.anagrams.letters)
    }
}
