//! A letter is an index into an alphabet; a set of letters is one machine word.

use std::fmt;

/// A letter, as an index into its [`Alphabet`](crate::Alphabet). Letters of different alphabets do
/// not mix.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Letter(u8);

impl Letter {
    /// The letter with this index. For code that walks masks and tables; text becomes letters
    /// through [`Alphabet::parse`](crate::Alphabet::parse).
    ///
    /// If the index is too large for any alphabet.
    pub const fn from_index(index: usize) -> Letter {
        assert!(index < LetterSet::CAPACITY, "an alphabet has at most 63 letters");
        Letter(index as u8)
    }

    /// The index of the letter in its alphabet.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of letters: bit `i` is the letter with index `i`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Default)]
pub struct LetterSet(u64);

impl LetterSet {
    /// The maximum number of letters of an alphabet. One bit of the word is left for a blank or a
    /// separator.
    pub const CAPACITY: usize = 63;

    /// No letter.
    pub const EMPTY: LetterSet = LetterSet(0);

    /// The first `n` letters of the alphabet.
    pub const fn first(n: usize) -> LetterSet {
        assert!(n <= LetterSet::CAPACITY, "an alphabet has at most 63 letters");
        LetterSet((1 << n) - 1)
    }

    /// The set with these bits. Higher bits than any letter are dropped.
    pub const fn from_bits(bits: u64) -> LetterSet {
        LetterSet(bits & ((1 << LetterSet::CAPACITY) - 1))
    }

    /// Bit `i` is set if the letter with index `i` is in the set.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the letter is in the set.
    pub const fn contains(self, letter: Letter) -> bool {
        self.0 >> letter.0 & 1 == 1
    }

    /// Adds a letter.
    pub const fn insert(&mut self, letter: Letter) {
        self.0 |= 1 << letter.0;
    }

    /// Removes a letter.
    pub const fn remove(&mut self, letter: Letter) {
        self.0 &= !(1 << letter.0);
    }

    /// The number of letters in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no letters.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The letters that are in both sets.
    pub const fn and(self, other: LetterSet) -> LetterSet {
        LetterSet(self.0 & other.0)
    }

    /// The letters that are in either set.
    pub const fn or(self, other: LetterSet) -> LetterSet {
        LetterSet(self.0 | other.0)
    }

    /// The letters in alphabet order.
    pub fn iter(self) -> impl Iterator<Item = Letter> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let letter = Letter(bits.trailing_zeros() as u8);
                bits &= bits - 1;
                letter
            })
        })
    }
}

impl FromIterator<Letter> for LetterSet {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> LetterSet {
        let mut set = LetterSet::EMPTY;
        for letter in letters {
            set.insert(letter);
        }
        set
    }
}

impl fmt::Debug for LetterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
