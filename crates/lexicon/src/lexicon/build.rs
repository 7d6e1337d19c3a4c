//! From a word list to a lexicon, with a report of every word left out.

use std::fmt;

use crate::alphabet::{Alphabet, Letter, SpellingError};
use crate::graph::{DawgBuilder, LONGEST};
use crate::lexicon::{Lexicon, NO_LEVEL, Remark, WordList};
use crate::text::{count, excerpt};

/// What became of a word list.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// How many words the list had, duplicates included.
    pub listed: usize,
    /// How many went into the lexicon.
    pub kept: usize,
    /// Words left out, by line.
    pub left_out: Vec<LeftOut>,
    /// Lines left out because what follows the word is neither a level nor a definition.
    pub remarks: Vec<Remark>,
}

/// A word that was left out.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct LeftOut {
    /// Its line in the list, from 1.
    pub line: u32,
    /// The word as the list spells it.
    pub spelling: String,
    /// Why it was left out.
    pub why: Why,
}

/// Why a word was left out.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Why {
    /// It is already on an earlier line, perhaps in another spelling.
    Again {
        /// The earlier line.
        line: u32,
    },
    /// It has letters that the alphabet lacks.
    Letters(SpellingError),
    /// It is longer than the maximum.
    Long {
        /// How many letters it has.
        letters: usize,
    },
    /// It has fewer than two letters.
    Short,
}

impl Report {
    /// How many words or lines can be used on no board. Repeated words can.
    pub fn unusable(&self) -> usize {
        self.left_out.iter().filter(|left_out| !matches!(left_out.why, Why::Again { .. })).count()
            + self.remarks.len()
            - self.too_long()
    }

    /// How many words are longer than the maximum, which is the size of the board.
    pub fn too_long(&self) -> usize {
        self.left_out
            .iter()
            .filter(|left_out| matches!(left_out.why, Why::Long { letters } if letters <= LONGEST))
            .count()
    }
}

impl Lexicon {
    /// The words of `list` that this alphabet can spell with at most `longest` letters. Order does
    /// not matter; a repeated word gets its most common level.
    pub fn build(
        name: impl Into<String>,
        alphabet: &Alphabet,
        list: &WordList,
        longest: usize,
    ) -> (Lexicon, Report) {
        let longest = longest.min(LONGEST);
        let mut report = Report {
            listed: list.len() + list.remarks().len(),
            remarks: list.remarks().to_vec(),
            ..Report::default()
        };
        let mut letters: Vec<Letter> = Vec::with_capacity(list.len() * 10);
        let mut words: Vec<Word> = Vec::with_capacity(list.len());
        let mut word = Vec::new();
        let mut has_levels = false;
        for listed in list.iter() {
            let why = match alphabet.parse_into(listed.spelling, &mut word) {
                Err(error) => Why::Letters(error),
                Ok(()) if word.len() < 2 => Why::Short,
                Ok(()) if word.len() > longest => Why::Long { letters: word.len() },
                Ok(()) => {
                    has_levels |= listed.level.is_some();
                    words.push(Word::new(
                        &word,
                        letters.len(),
                        listed.line,
                        listed.level.unwrap_or(NO_LEVEL),
                    ));
                    letters.extend_from_slice(&word);
                    continue;
                }
            };
            report.left_out.push(LeftOut {
                line: listed.line,
                spelling: listed.spelling.to_owned(),
                why,
            });
        }
        // One comparison of two numbers decides almost always; sorted input takes one pass.
        let order = |a: &Word, b: &Word| {
            a.head.cmp(&b.head).then_with(|| a.tail(&letters).cmp(b.tail(&letters)))
        };
        words.sort_by(order);
        let mut builder = DawgBuilder::new(words.len());
        let mut levels = Vec::with_capacity(if has_levels { words.len() } else { 0 });
        let mut before: Option<&Word> = None;
        for word in &words {
            if let Some(first) = before.filter(|before| order(before, word).is_eq()) {
                let why = Why::Again { line: first.line };
                let spelling = alphabet.show(word.letters(&letters));
                report.left_out.push(LeftOut { line: word.line, spelling, why });
                if let Some(level) = levels.last_mut() {
                    *level = word.level.min(*level);
                }
                continue;
            }
            builder.add(word.letters(&letters));
            if has_levels {
                levels.push(word.level);
            }
            before = Some(word);
        }
        report.left_out.sort_by_key(|left_out| left_out.line);
        let lexicon =
            Lexicon::new(name, alphabet.clone(), builder.finish(), has_levels.then_some(levels));
        report.kept = lexicon.len();
        (lexicon, report)
    }
}

/// A word to be sorted.
struct Word {
    /// The first sixteen letters as a number with the same order.
    head: u128,
    start: usize,
    line: u32,
    length: u8,
    level: u8,
}

impl Word {
    fn new(word: &[Letter], start: usize, line: u32, level: u8) -> Word {
        let mut head = [0; 16];
        for (byte, letter) in head.iter_mut().zip(word) {
            *byte = letter.index() as u8 + 1;
        }
        Word { head: u128::from_be_bytes(head), start, line, length: word.len() as u8, level }
    }

    fn letters<'a>(&self, letters: &'a [Letter]) -> &'a [Letter] {
        &letters[self.start..][..usize::from(self.length)]
    }

    fn tail<'a>(&self, letters: &'a [Letter]) -> &'a [Letter] {
        self.letters(letters).get(16..).unwrap_or_default()
    }
}

impl Why {
    /// The kinds of reasons, in the order of the report.
    const KINDS: [fn(&Why) -> bool; 4] = [
        |why| matches!(why, Why::Letters(_)),
        |why| matches!(why, Why::Long { .. }),
        |why| matches!(why, Why::Short),
        |why| matches!(why, Why::Again { .. }),
    ];

    fn heading(&self) -> &'static str {
        match self {
            Why::Letters(_) => "left out: letters that the alphabet does not have",
            Why::Long { .. } => "left out: too long",
            Why::Short => "left out: fewer than two letters",
            Why::Again { .. } => "repeated",
        }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeftOut { line, spelling, why } = self;
        let spelling = excerpt(spelling);
        match why {
            Why::Again { line: first } => {
                write!(f, "line {line}: {spelling} is already on line {first}")
            }
            Why::Letters(error) => {
                write!(f, "line {line}: {spelling} has {:?}", excerpt(&error.found))
            }
            Why::Long { letters } => {
                write!(f, "line {line}: {spelling} has {}", count(*letters, "letter"))
            }
            Why::Short => write!(f, "line {line}: {spelling} has fewer than two letters"),
        }
    }
}

/// A few lines: how many words are in the lexicon, and for each reason the number of words left
/// out, with examples.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const EXAMPLES: usize = 3;
        write!(f, "{} of {} taken", self.kept, count(self.listed, "word"))?;
        for is_kind in Why::KINDS {
            let all = || self.left_out.iter().filter(|left_out| is_kind(&left_out.why));
            let Some(first) = all().next() else { continue };
            let count = all().count();
            write!(f, "\n{count} {}:", first.why.heading())?;
            for example in all().take(EXAMPLES) {
                write!(f, "\n  {example}")?;
            }
            if count > EXAMPLES {
                write!(f, "\n  and {} more", count - EXAMPLES)?;
            }
        }
        if !self.remarks.is_empty() {
            write!(
                f,
                "\n{} left out: neither a level nor a definition after the word:",
                self.remarks.len()
            )?;
            for remark in self.remarks.iter().take(EXAMPLES) {
                write!(f, "\n  {remark}")?;
            }
            if self.remarks.len() > EXAMPLES {
                write!(f, "\n  and {} more", self.remarks.len() - EXAMPLES)?;
            }
        }
        Ok(())
    }
}
