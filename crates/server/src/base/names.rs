//! Players' names: which are allowed, and which look alike.

use std::collections::HashSet;
use std::sync::LazyLock;

use tisane_protocol::BotList;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The longest name, in characters.
pub(crate) const LONGEST: usize = 20;
/// Longer text is refused before it is normalised, which can make it longer still.
const LONGEST_TEXT: usize = 200;
/// More accents on one letter would cover the lines above and below.
const MOST_ACCENTS: usize = 3;
/// Looks like a space but is not one.
const BRAILLE_BLANK: char = '\u{2800}';

/// Why a name is not allowed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum NameError {
    Empty {
        longest: usize,
    },
    Long {
        length: usize,
        longest: usize,
    },
    /// Nobody can see or read this character.
    Character(char),
}

/// The name as it is stored: normalised to NFKC, with single spaces.
pub(crate) fn checked(name: &str) -> Result<String, NameError> {
    let name = name.trim();
    let length = name.chars().take(LONGEST_TEXT + 1).count();
    if length > LONGEST_TEXT {
        return Err(NameError::Long { length: name.chars().count(), longest: LONGEST });
    }
    // Line breaks would become spaces.
    if let Some(control) =
        name.chars().find(|&char| char.is_control() || matches!(char, '\u{2028}' | '\u{2029}'))
    {
        return Err(NameError::Character(control));
    }
    let name = normalised(name);
    if name.is_empty() {
        return Err(NameError::Empty { longest: LONGEST });
    }
    let length = name.chars().count();
    if length > LONGEST {
        return Err(NameError::Long { length, longest: LONGEST });
    }
    let mut accents = MOST_ACCENTS; // so that none comes first
    for char in name.chars() {
        accents = if is_accent(char) { accents + 1 } else { 0 };
        if accents > MOST_ACCENTS || is_hidden(char) {
            return Err(NameError::Character(char));
        }
    }
    Ok(name)
}

/// One spelling for all ways to write the same name.
pub(crate) fn normalised(name: &str) -> String {
    // Phones add these to emoji to choose their style.
    let plain = name.chars().filter(|char| !matches!(char, '\u{fe0e}' | '\u{fe0f}'));
    let normal: String = plain.nfkc().collect();
    normal.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_accent(char: char) -> bool {
    matches!(
        char.general_category(),
        GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark
    )
}

/// Whether the character is drawn as nothing, changes the direction of the text, or has no agreed
/// meaning.
fn is_hidden(char: char) -> bool {
    let has_no_look = matches!(
        char.general_category(),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::PrivateUse
            | GeneralCategory::Surrogate
            | GeneralCategory::Unassigned
    );
    // A skeleton leaves out what is drawn as nothing.
    has_no_look
        || char == BRAILLE_BLANK
        || unicode_security::skeleton(char.encode_utf8(&mut [0; 4])).next().is_none()
}

/// How a name looks (Unicode TR39), in lower case: as written, and after folding to lower case.
/// Names are alike if either matches: `ВОВА` and `BOBA` differ in lower case, `IAN` and `ian` in
/// upper case. Spaces and signs make no difference, unless there is nothing else.
pub(crate) fn skeletons(name: &str) -> [String; 2] {
    let name = normalised(name);
    let of = |name: &str| {
        let whole = unicode_security::skeleton(name).collect::<String>().to_lowercase();
        let letters: String = whole.chars().filter(|&char| is_of_a_word(char)).collect();
        if letters.is_empty() { whole } else { letters }
    };
    [of(&name), of(&name.to_uppercase().to_lowercase())] // by way of capitals, so that ß is ss
}

/// Whether a character is a letter, a digit or a mark on one.
fn is_of_a_word(char: char) -> bool {
    let is_mark = matches!(
        char.general_category(),
        GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark
    );
    char.is_alphanumeric() || is_mark
}

/// Whether people could confuse two names.
pub(crate) fn are_alike(one: &str, other: &str) -> bool {
    share_a_look(&skeletons(one), &skeletons(other))
}

fn share_a_look(one: &[String; 2], other: &[String; 2]) -> bool {
    one.iter().zip(other).any(|(one, other)| one == other)
}

/// Names that would look like the server's own, or like a deleted player's.
const RESERVED: [&str; 2] = ["computer", "deleted player"];
/// Words that no name may contain: they would look like those who run the server.
const RESERVED_WORDS: [&str; 17] = [
    "admin",
    "administrator",
    "moderator",
    "mod",
    "tisane",
    "server",
    "system",
    "support",
    "админ",
    "администратор",
    "модератор",
    "модер",
    "мод",
    "сервер",
    "система",
    "поддержка",
    "техподдержка",
];

/// Whether a name is reserved, contains a reserved word, or looks like a bot's, with or without a
/// number.
pub(crate) fn is_reserved(name: &str) -> bool {
    static NAMES: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
        let bots = BotList::every().bots.into_iter().map(|bot| bot.name);
        let names = bots.chain(RESERVED.map(str::to_owned));
        names.chain(RESERVED_WORDS.map(str::to_owned)).map(|name| skeletons(&name)).collect()
    });
    // With their looks in capitals, which differ: I looks like l, i does not.
    static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let both = RESERVED_WORDS.iter().flat_map(|word| [(*word).to_owned(), word.to_uppercase()]);
        both.flat_map(|word| skeletons(&word)).collect()
    });
    let name = normalised(name);
    let without_number = |text: &str| {
        text.trim_end_matches(|char: char| char.is_numeric() || !is_of_a_word(char)).to_owned()
    };
    let looks = skeletons(&without_number(&name));
    let is_word = |word: &str| {
        let word = without_number(word);
        !word.is_empty() && skeletons(&word).iter().any(|look| WORDS.contains(look))
    };
    NAMES.iter().any(|bot| share_a_look(bot, &looks))
        || name.split(|char: char| !is_of_a_word(char)).any(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_normalised() {
        for (name, stored) in [
            (" Ada ", "Ada"),
            ("Ada  Lovelace", "Ada Lovelace"),
            ("Ada\u{a0}L.", "Ada L."),
            ("Ａｄａ", "Ada"),
            ("Zoe\u{308}", "Zoë"),
            ("Ёжик", "Ёжик"),
            ("明日香", "明日香"),
            ("مريم", "مريم"),
            ("Ann ❤\u{fe0f}", "Ann ❤"),
            ("नमिता", "नमिता"),
        ] {
            assert_eq!(checked(name).unwrap(), stored);
        }
        assert_eq!(checked(&"x".repeat(20)).unwrap().len(), 20);
    }

    #[test]
    fn names_with_hidden_characters_are_refused() {
        for hidden in [
            '\u{0}',
            '\n',
            '\u{7f}',
            '\u{85}', // control
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{2060}',
            '\u{feff}',
            '\u{ad}',
            '\u{34f}',
            '\u{3164}',
            '\u{115f}',
            '\u{e0100}', // zero width
            '\u{202e}',
            '\u{202a}',
            '\u{2066}',
            '\u{200f}',
            '\u{61c}', // direction
            '\u{378}',
            '\u{e123}',
            '\u{ffff}',
            '\u{2800}',
            '\u{2028}', // without a meaning or a look
        ] {
            let error = checked(&format!("A{hidden}da")).unwrap_err();
            assert!(matches!(error, NameError::Character(_)), "{hidden:?}: {error:?}");
        }
        assert!(checked("\u{301}da").is_err(), "an accent without a letter");
        assert!(checked("Z\u{335}\u{335}\u{335}\u{335}\u{335}").is_err(), "a tower of accents");
    }

    #[test]
    fn long_names_are_refused_with_their_length() {
        assert!(matches!(
            checked(&"ж".repeat(21)),
            Err(NameError::Long { length: 21, longest: 20 })
        ));
        assert!(
            matches!(checked("ﷺﷺ"), Err(NameError::Long { longest: 20, .. })),
            "it grows when normalised"
        );
        assert!(matches!(
            checked(&"x".repeat(100_000)),
            Err(NameError::Long { length: 100_000, .. })
        ));
        assert!(checked(" ").is_err() && checked("").is_err());
    }

    #[test]
    fn names_that_look_alike_are_found() {
        for (one, other) in [
            ("Ada", "ADA"),
            ("Ada", "Аdа"), // Cyrillic А and а
            ("PayPal", "PayPaI"),
            ("paypal", "PAYPAL"),
            ("BOBA", "ВОВА"), // Cyrillic
            ("Ian", "ian"),
            ("Ian", "ıan"), // without a dot
            ("Olga", "0lga"),
            ("Bill", "BiII"),
            ("Straße", "STRASSE"),
            ("Zoë", "Zoe\u{308}"),
            ("Ada", "A da"),
            ("Ada", "Ada."),
            ("Ada", "Ada✓"),
        ] {
            assert!(
                are_alike(one, other),
                "{one} {other}: {:?} {:?}",
                skeletons(one),
                skeletons(other)
            );
        }
        for (one, other) in [
            ("Ada", "Ado"),
            ("Ann", "Anna"),
            ("Boris", "Борис"),
            ("Guest 1234", "Guest 1243"),
            ("Иван", "Ивана"),
            ("Zoe", "Zoë"),
            ("नमिता", "नमता"),
            ("❤", "✓"),
        ] {
            assert!(!are_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn no_name_looks_like_a_bots() {
        for name in [
            "Admin",
            "Tisane",
            "Deleted player",
            "greedy",
            "Greedy",
            "Champion",
            "Сhampion",
            "expert 2",
            "Static",
            "CLUB",
            "Ada (admin)",
            "Admin Ada",
            "ADMIN",
            "АDМIN", // Cyrillic А and М
            "Ad.min",
            "Moderator1",
            "Tisane Team",
            "Server",
            "Админ",
            "Поддержка 24",
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["Ada", "Greedy Ada", "Experte", "2", "Modesty", "Serveria", "Модест", "❤"]
        {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
