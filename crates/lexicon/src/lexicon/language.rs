//! The language of well-known lexicons, by the names that players and programs use for them.

/// The beginning of a name, without the year or edition, and a language tag.
const KNOWN: [(&str, &str); 18] = [
    ("CEL", "en"),
    ("CSW", "en"),
    ("ECWL", "en"),
    ("NWL", "en"),
    ("OSPD", "en"),
    ("OTCWL", "en"),
    ("OWL", "en"),
    ("SOWPODS", "en"),
    ("TWL", "en"),
    ("DISC", "ca"),
    ("FILE", "es"),
    ("FISE", "es"),
    ("FRA", "fr"),
    ("ODS", "fr"),
    ("NSF", "nb"),
    ("OSPS", "pl"),
    ("RD", "de"),
    ("SLV", "sl"),
];

/// The language tag of a well-known lexicon such as `CSW24`, `FRA20` or `OSPS`. The name may be
/// followed by a year or an edition; capitals do not matter.
///
/// ```
/// use tisane_lexicon::language_of_lexicon;
/// assert_eq!(language_of_lexicon("NWL2023"), Some("en"));
/// assert_eq!(language_of_lexicon("osps49"), Some("pl"));
/// assert_eq!(language_of_lexicon("my-words"), None);
/// ```
pub fn language_of_lexicon(name: &str) -> Option<&'static str> {
    let name = name.trim().to_uppercase();
    let is_known = |known: &str| {
        name.strip_prefix(known).is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    };
    KNOWN.iter().find(|(known, _)| is_known(known)).map(|&(_, language)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_lexicons_have_a_language() {
        for (name, language) in [
            ("DISC2", "ca"),
            ("OSPS49", "pl"),
            ("FRA24", "fr"),
            ("ods9", "fr"),
            ("RD29", "de"),
            ("NSF25", "nb"),
            ("FILE2017", "es"),
            ("SLV", "sl"),
            ("NWL23", "en"),
            ("TWL06", "en"),
            ("CSW21_dawg_only", "en"),
            (" csw ", "en"),
        ] {
            assert_eq!(language_of_lexicon(name), Some(language), "{name}");
        }
        for name in ["", "english", "franc", "rdx", "FILES", "2023"] {
            assert_eq!(language_of_lexicon(name), None, "{name}");
        }
    }
}
