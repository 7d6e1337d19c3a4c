//! Which way a script is written.

use tisane_lexicon::Alphabet;

/// The blocks that Unicode sets aside for scripts written from right to left: Hebrew, Arabic and
/// their neighbours, their presentation forms, and the right-to-left areas of the first
/// supplementary plane.
const RIGHT_TO_LEFT: [std::ops::RangeInclusive<char>; 5] = [
    '\u{590}'..='\u{8FF}',
    '\u{FB1D}'..='\u{FDFF}',
    '\u{FE70}'..='\u{FEFF}',
    '\u{10800}'..='\u{10FFF}',
    '\u{1E800}'..='\u{1EFFF}',
];

/// Whether words in these letters, and boards with them, are read from right to left.
pub fn is_right_to_left(alphabet: &Alphabet) -> bool {
    let first = alphabet.letters().next().and_then(|letter| alphabet.face(letter).chars().next());
    first.is_some_and(|c| RIGHT_TO_LEFT.iter().any(|block| block.contains(&c)))
}

#[cfg(test)]
mod tests {
    use super::is_right_to_left;
    use tisane_rules::{Ruleset, builtin_names};

    #[test]
    fn hebrew_arabic_and_persian_are_read_from_right_to_left() {
        let rulesets = builtin_names().map(|name| Ruleset::named(name).unwrap());
        let found: Vec<String> = rulesets
            .filter(|ruleset| is_right_to_left(&ruleset.alphabet))
            .map(|ruleset| ruleset.name)
            .collect();
        assert_eq!(found, ["arabic", "hebrew", "persian"]);
    }
}
