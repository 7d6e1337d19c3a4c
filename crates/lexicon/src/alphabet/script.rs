//! Scripts, to explain letters that look like others: К and K, А and A, Ο and O.

use std::fmt;
use std::ops::RangeInclusive;

/// A script that games are played in.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Georgian,
}

/// By Unicode block.
const BLOCKS: [(Script, &[RangeInclusive<char>]); 7] = [
    (Script::Latin, &['A'..='Z', 'a'..='z', '\u{c0}'..='\u{24f}', '\u{1e00}'..='\u{1eff}']),
    (Script::Greek, &['\u{370}'..='\u{3ff}', '\u{1f00}'..='\u{1fff}']),
    (Script::Cyrillic, &['\u{400}'..='\u{52f}']),
    (Script::Armenian, &['\u{530}'..='\u{58f}']),
    (Script::Hebrew, &['\u{590}'..='\u{5ff}']),
    (Script::Arabic, &['\u{600}'..='\u{6ff}', '\u{750}'..='\u{77f}']),
    (Script::Georgian, &['\u{10a0}'..='\u{10ff}', '\u{1c90}'..='\u{1cbf}']),
];

impl Script {
    /// The script of a letter, if it is one of these.
    pub(crate) fn of(letter: char) -> Option<Script> {
        let within = |ranges: &[RangeInclusive<char>]| {
            letter.is_alphabetic() && ranges.iter().any(|range| range.contains(&letter))
        };
        BLOCKS.iter().find(|(_, ranges)| within(ranges)).map(|&(script, _)| script)
    }
}

/// Its name.
impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
