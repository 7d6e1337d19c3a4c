//! Scripts, for whoever has typed a letter that looks like another: К and K, А and A, Ο and O.

use std::ops::RangeInclusive;

/// The scripts of games, by Unicode's blocks; digits and signs between the letters belong to none.
const SCRIPTS: [(&str, &[RangeInclusive<char>]); 7] = [
    ("Latin", &['A'..='Z', 'a'..='z', '\u{c0}'..='\u{24f}', '\u{1e00}'..='\u{1eff}']),
    ("Greek", &['\u{370}'..='\u{3ff}', '\u{1f00}'..='\u{1fff}']),
    ("Cyrillic", &['\u{400}'..='\u{52f}']),
    ("Armenian", &['\u{530}'..='\u{58f}']),
    ("Hebrew", &['\u{590}'..='\u{5ff}']),
    ("Arabic", &['\u{600}'..='\u{6ff}', '\u{750}'..='\u{77f}']),
    ("Georgian", &['\u{10a0}'..='\u{10ff}', '\u{1c90}'..='\u{1cbf}']),
];

/// The name of the script that a letter is of, if it is one of these.
pub(crate) fn script(letter: char) -> Option<&'static str> {
    let of = |ranges: &[RangeInclusive<char>]| letter.is_alphabetic() && ranges.iter().any(|range| range.contains(&letter));
    SCRIPTS.iter().find(|(_, ranges)| of(ranges)).map(|&(name, _)| name)
}
