//! Word lists as text files: words with an optional commonness level. A list knows no alphabet and
//! no ruleset.
//!
//! ```text
//! # a comment; blank lines are fine too
//! CAT
//! DOG     20          a tab or blanks, then the level: 0 (everybody knows it) to 254 (nobody does)
//! QI<TAB>life force   or what it means, which is read over: behind a tab, or behind a word in capitals
//! EEL a fish [n EELS]
//! ```
//!
//! UTF-8, with or without a byte order mark; lines end in LF, CRLF or CR. Lines that cannot be used
//! are kept as [`Remark`]s, so that nothing disappears silently.

use std::fmt;

use crate::text::excerpt;

/// Words, each with its line and perhaps a level.
#[derive(Clone, Default, Debug)]
pub struct WordList {
    text: String,
    entries: Vec<ListEntry>,
    remarks: Vec<Remark>,
}

#[derive(Copy, Clone, Debug)]
struct ListEntry {
    start: usize,
    end: usize,
    line: u32,
    level: Option<u8>,
}

/// One word of a list.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Listed<'a> {
    /// The word as the list spells it.
    pub spelling: &'a str,
    /// The commonness level; lower is more common.
    pub level: Option<u8>,
    /// Its line in the text, from 1.
    pub line: u32,
}

/// A line with something after the word that is neither a level nor a definition. It was left out,
/// since it may be a phrase.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Remark {
    /// Its number, from 1.
    pub line: u32,
    /// The word at the beginning of the line.
    pub spelling: String,
    /// The text after the word.
    pub rest: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}: {:?} after {} is not a level from 0 to {}; put a tab before a definition",
            self.line,
            excerpt(&self.rest),
            excerpt(&self.spelling),
            WordList::RAREST
        )
    }
}

/// Why some bytes are not a word list.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum ListError {
    #[error("line {line} is not UTF-8 text")]
    NotUtf8 { line: u32 },
    #[error("the word list is UTF-16 text")]
    Utf16,
    #[error("line {line} has a zero byte, so this is not a word list but some other kind of file")]
    Binary { line: u32 },
}

impl ListError {
    /// How to fix it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            ListError::NotUtf8 { .. } | ListError::Utf16 => {
                Some("save the word list as UTF-8".to_owned())
            }
            ListError::Binary { .. } => None,
        }
    }
}

impl WordList {
    /// The highest level. (255 marks words without a level in files.)
    pub const RAREST: u8 = 254;

    /// An empty list.
    pub fn new() -> WordList {
        WordList::default()
    }

    /// Reads the bytes of a text file.
    pub fn read(bytes: &[u8]) -> Result<WordList, ListError> {
        if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
            return Err(ListError::Utf16);
        }
        let line =
            |end: usize| bytes[..end].iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
        if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
            return Err(ListError::Binary { line: line(at) });
        }
        match str::from_utf8(bytes) {
            Ok(text) => Ok(WordList::from_text(text)),
            Err(error) => Err(ListError::NotUtf8 { line: line(error.valid_up_to()) }),
        }
    }

    /// Reads text.
    pub fn from_text(text: impl Into<String>) -> WordList {
        let text = text.into();
        let mut list =
            WordList { entries: Vec::with_capacity(text.len() / 10), ..WordList::default() };
        let bytes = text.as_bytes();
        let mut next = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
        let mut number = 0;
        while next < bytes.len() {
            number += 1;
            let blanks =
                bytes[next..].iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
            let start = next + blanks;
            let end = start
                + bytes[start..].iter().take_while(|&&byte| byte > b' ' && byte != b'#').count();
            let line_end = end
                + bytes[end..].iter().take_while(|&&byte| byte != b'\n' && byte != b'\r').count();
            next = line_end + if bytes[line_end..].starts_with(b"\r\n") { 2 } else { 1 };
            let rest = &text[end..line_end];
            let rest = rest.find('#').map_or(rest, |hash| &rest[..hash]).trim_ascii();
            if start == end && rest.is_empty() {
                continue;
            }
            let mut level = None;
            if !rest.is_empty() {
                level = rest.parse().ok().filter(|&level| level <= Self::RAREST);
                if level.is_none() && !is_definition(&text[start..end], &text[end..line_end]) {
                    list.remarks.push(Remark {
                        line: number,
                        spelling: text[start..end].to_owned(),
                        rest: rest.to_owned(),
                    });
                    continue;
                }
            }
            list.entries.push(ListEntry { start, end, line: number, level });
        }
        list.text = text;
        list
    }

    /// Adds a word, as on a new line.
    pub fn push(&mut self, spelling: &str, level: Option<u8>) {
        let start = self.text.len();
        self.text.push_str(spelling);
        let level = level.map(|level| level.min(Self::RAREST));
        self.entries.push(ListEntry {
            start,
            end: self.text.len(),
            line: self.entries.len() as u32 + 1,
            level,
        });
    }

    /// The words in the order of the list.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Listed<'_>> {
        self.entries.iter().map(|entry| Listed {
            spelling: &self.text[entry.start..entry.end],
            level: entry.level,
            line: entry.line,
        })
    }

    /// The number of words, duplicates included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the list has no words.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Lines that could not be used.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }
}

/// Whether the text after a word may be its definition. A phrase has one case and no tabs.
fn is_definition(word: &str, behind: &str) -> bool {
    let in_capitals = word.chars().all(char::is_uppercase) && behind.contains(char::is_lowercase);
    let is_number = behind.split('#').next().is_some_and(|rest| rest.trim().parse::<f64>().is_ok());
    !word.is_empty() && !is_number && (behind.starts_with('\t') || in_capitals)
}

impl<S: AsRef<str>> FromIterator<S> for WordList {
    fn from_iter<I: IntoIterator<Item = S>>(words: I) -> WordList {
        let mut list = WordList::new();
        for word in words {
            list.push(word.as_ref(), None);
        }
        list
    }
}
