//! Patterns: `?` or `.` is any letter, `*` any run of letters, including none, `[AEIOU]` one of
//! these, `[A-E]` one from A to E in alphabetical order, `[^AEIOU]` any other; everything else is a
//! letter.
//!
//! The face of a tile in brackets is that tile, as in all other text: if CH is a tile, `[CH]` is
//! it, otherwise `[CH]` is C or H. `[C,H]` is always C or H; `[CHE]` with a tile CH is CH or E,
//! since the longest tile wins.

use super::Side;
use super::machine::{Machine, Step};
use super::search::Guide;
use crate::alphabet::{Alphabet, Letter, SpellingError, composed};
use crate::graph::{LONGEST, Reach, bits};
use crate::text::excerpt;

/// A pattern for words.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Pattern {
    parts: Vec<Part>,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Part {
    /// One of these letters, as bits.
    One(u64),
    /// Any letters, or none. Two runs are never adjacent.
    Run,
}

/// Why a text is not a pattern.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum PatternError {
    #[error("the pattern is empty")]
    Empty,
    #[error("the bracket at position {at} of {:?} is not closed", excerpt(.text))]
    Open { text: String, at: usize },
    #[error("the brackets at position {at} of {:?} need letters", excerpt(.text))]
    Nothing { text: String, at: usize },
    #[error(transparent)]
    Spelling(#[from] SpellingError),
    #[error("the pattern has {0} parts; at most {max} are possible", max = Pattern::MOST_PARTS)]
    Long(usize),
    #[error("the text has {found} bytes; at most {max} can be looked up")]
    TooLong { found: usize, max: usize },
}

impl PatternError {
    /// How to fix it, if that is known.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            PatternError::Empty => "`?` is any letter and `*` any run of letters",
            PatternError::Nothing { .. } => "a range goes forward, as in [A-E]",
            PatternError::Spelling(_) => {
                "in patterns `?` or `.` is any letter, `*` any run, `[AEIOU]` and `[A-E]` one of \
                 these, `[^AEIOU]` any other letter"
            }
            PatternError::Open { .. } | PatternError::Long(_) | PatternError::TooLong { .. } => {
                return None;
            }
        };
        Some(hint.to_owned())
    }
}

impl Pattern {
    /// The maximum number of letters, classes and runs.
    pub const MOST_PARTS: usize = 63;

    /// Reads a pattern.
    ///
    /// ```
    /// # use tisane_lexicon::*;
    /// # let (lexicon, _) = Lexicon::build("", &Alphabet::latin(), &["TEA", "TEAM", "TIE", "TISANE"].iter().collect(), 15);
    /// let pattern = query::Pattern::parse(lexicon.alphabet(), "T[AEI]*e")?;
    /// let words: Vec<String> = lexicon.matches(&pattern).map(|word| lexicon.alphabet().spell(&word)).collect();
    /// assert_eq!(words, ["TIE", "TISANE"]);
    /// # Ok::<(), query::PatternError>(())
    /// ```
    pub fn parse(alphabet: &Alphabet, text: &str) -> Result<Pattern, PatternError> {
        let text = composed(text.trim());
        let mut parts = Vec::new();
        let mut rest = &*text;
        while let Some(first) = rest.chars().next() {
            match first {
                '?' | '.' => {
                    parts.push(Part::One(alphabet.all().bits()));
                    rest = &rest[1..];
                }
                '*' => {
                    if parts.last() != Some(&Part::Run) {
                        parts.push(Part::Run);
                    }
                    rest = &rest[1..];
                }
                '[' => {
                    let end = rest.find(']').ok_or_else(|| PatternError::Open {
                        text: text.to_string(),
                        at: place(&text, rest),
                    })?;
                    parts.push(Part::One(class(alphabet, &text, &rest[..=end])?));
                    rest = &rest[end + 1..];
                }
                _ => {
                    let reading =
                        alphabet.read(rest).ok_or_else(|| alphabet.unreadable(&text, rest))?;
                    parts.extend(
                        reading.letters.iter().map(|letter| Part::One(1 << letter.index())),
                    );
                    rest = &rest[reading.bytes..];
                }
            }
        }
        match parts.len() {
            0 => Err(PatternError::Empty),
            long if long > Self::MOST_PARTS => Err(PatternError::Long(long)),
            _ => Ok(Pattern { parts }),
        }
    }

    /// Words that contain this one; `None` if it is too long.
    pub(super) fn extending(word: &[Letter], side: Side) -> Option<Pattern> {
        let front = (side != Side::Back).then_some(Part::Run);
        let back = (side != Side::Front).then_some(Part::Run);
        let letters = word.iter().map(|letter| Part::One(1 << letter.index()));
        let mut parts: Vec<Part> = front.into_iter().chain(letters).chain(back).collect();
        parts.dedup_by(|a, b| *a == Part::Run && *b == Part::Run);
        (parts.len() <= Self::MOST_PARTS).then_some(Pattern { parts })
    }

    pub(super) fn guide(&self) -> Fitting {
        Fitting::new(&self.parts)
    }
}

/// The letters of a bracket, `[…]`.
fn class(alphabet: &Alphabet, text: &str, bracket: &str) -> Result<u64, PatternError> {
    if let Some(reading) =
        alphabet.read(bracket).filter(|reading| !reading.lower || !bracket.contains('?'))
    {
        return Ok(reading.letters.iter().fold(0, |set, letter| set | 1 << letter.index()));
    }
    let inside = &bracket[1..bracket.len() - 1];
    let (not, inside) = inside.strip_prefix('^').map_or((false, inside), |inside| (true, inside));
    let nothing = || PatternError::Nothing { text: text.to_owned(), at: place(text, bracket) };
    let mut set = 0;
    for mut rest in inside.split(',') {
        while !rest.is_empty() {
            let first = take_letter(alphabet, text, &mut rest)?;
            let last = match rest.strip_prefix('-') {
                None => first,
                Some("") => return Err(nothing()),
                Some(after) => {
                    rest = after;
                    take_letter(alphabet, text, &mut rest)?
                }
            };
            if first > last {
                return Err(nothing());
            }
            set |= (first.index()..=last.index()).fold(0, |range, index| range | 1 << index);
        }
    }
    if set == 0 {
        return Err(nothing());
    }
    Ok(if not { alphabet.all().bits() & !set } else { set })
}

/// Takes a letter from the start of `rest`, which is a part of `text`.
fn take_letter(alphabet: &Alphabet, text: &str, rest: &mut &str) -> Result<Letter, PatternError> {
    // A fold to several letters is not one letter.
    let reading = alphabet.read(rest).filter(|reading| reading.letters.len() == 1);
    let Some(reading) = reading else {
        let found = rest.chars().next().map(String::from).unwrap_or_default();
        return Err(alphabet.no_letter(text, &found, place(text, rest)).into());
    };
    *rest = &rest[reading.bytes..];
    Ok(reading.letters[0])
}

/// The position of `rest` in `text` in characters, from 1.
fn place(text: &str, rest: &str) -> usize {
    let bytes = rest.as_ptr() as usize - text.as_ptr() as usize;
    text[..bytes].chars().count() + 1
}

/// Follows all paths through a pattern at once: bit `i` of `active` means that the parts before `i`
/// may have been read. The bit after the last part is the goal.
pub(super) struct Fitting {
    active: u64,
    before: Vec<u64>,
    goal: u64,
    /// The parts that are runs.
    runs: u64,
    /// For each letter, the parts that include it.
    ones: [u64; 64],
    /// For each part, its letters.
    takes: [u64; 64],
    /// For each part, the letters that must follow.
    needs: [u64; 64],
    /// For each part, how many letters may follow.
    lengths: [u64; 64],
}

impl Fitting {
    fn new(parts: &[Part]) -> Fitting {
        let mut fitting = Fitting {
            active: 1,
            before: Vec::with_capacity(LONGEST),
            goal: 1 << parts.len(),
            runs: 0,
            ones: [0; 64],
            takes: [0; 64],
            needs: [0; 64],
            lengths: [0; 64],
        };
        fitting.lengths[parts.len()] = 1;
        for (index, part) in parts.iter().enumerate().rev() {
            let (needs, lengths) = (fitting.needs[index + 1], fitting.lengths[index + 1]);
            (fitting.takes[index], fitting.needs[index], fitting.lengths[index]) = match *part {
                Part::One(set) => {
                    bits(set).for_each(|letter| fitting.ones[letter as usize] |= 1 << index);
                    (set, needs | if set.is_power_of_two() { set } else { 0 }, lengths << 1)
                }
                Part::Run => {
                    fitting.runs |= 1 << index;
                    // The shortest length and everything longer.
                    (
                        u64::MAX,
                        needs,
                        if lengths == 0 { 0 } else { u64::MAX << lengths.trailing_zeros() },
                    )
                }
            };
        }
        fitting.active = fitting.skip(1);
        fitting
    }

    /// A run may be empty, so a state before it is also after it.
    #[inline]
    fn skip(&self, active: u64) -> u64 {
        active | (active & self.runs) << 1
    }
}

impl Guide for Fitting {
    #[inline]
    fn letters(&self) -> u64 {
        bits(self.active).fold(0, |set, part| set | self.takes[part as usize])
    }

    #[inline]
    fn enter(&mut self, letter: u32) {
        self.before.push(self.active);
        self.active =
            self.skip((self.active & self.ones[letter as usize]) << 1 | self.active & self.runs);
    }

    #[inline]
    fn leave(&mut self, _: u32) {
        self.active = self.before.pop().unwrap_or(0);
    }

    #[inline]
    fn complete(&self) -> bool {
        self.active & self.goal != 0
    }

    #[inline]
    fn hopeful(&self, below: Reach) -> bool {
        bits(self.active).any(|part| {
            let part = part as usize;
            self.lengths[part] & below.lengths != 0 && self.needs[part] & !below.letters == 0
        })
    }

    fn machine(&self) -> Option<Machine> {
        let steps = self.ones.map(|moves| Step { moves, by: 1, stays: self.runs });
        Some(Machine { steps, skips: self.runs, goals: self.goal })
    }

    #[inline]
    fn states(&self) -> u64 {
        self.active
    }
}
