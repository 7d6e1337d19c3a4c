//! Converts the spelling of a source to capitals in the letters of the list.

use super::about::About;

/// The lengths of words. The largest boards have 21 squares in a line.
const SHORTEST: usize = 2;
const LONGEST: usize = 21;

/// The word in the list's spelling; nothing for names and for words with other letters.
pub(super) fn spell(about: &About, word: &str) -> Option<String> {
    if word.chars().any(char::is_uppercase) {
        return None;
    }
    spell_any_case(about, word)
}

/// The same for sources that may write ordinary words in capitals.
pub(super) fn spell_any_case(about: &About, word: &str) -> Option<String> {
    let mut spelled = String::with_capacity(word.len());
    for letter in word.chars().flat_map(char::to_uppercase) {
        if about.letters.contains(letter) {
            spelled.push(letter);
        } else {
            let plain = plain(letter)?;
            if !plain.chars().all(|letter| about.letters.contains(letter)) {
                return None;
            }
            spelled.push_str(plain);
        }
    }
    let length = spelled.chars().count();
    (SHORTEST..=LONGEST).contains(&length).then_some(spelled)
}

/// An accented letter without its accent.
fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'À' | 'Á' | 'Â' | 'Ã' | 'Ä' | 'Å' | 'Ā' => "A",
        'Ç' | 'Č' | 'Ć' => "C",
        'È' | 'É' | 'Ê' | 'Ë' | 'Ē' | 'Ě' => "E",
        'Ì' | 'Í' | 'Î' | 'Ï' | 'Ī' => "I",
        'Ñ' | 'Ń' => "N",
        'Ò' | 'Ó' | 'Ô' | 'Õ' | 'Ö' | 'Ō' => "O",
        'Š' | 'Ś' => "S",
        'Ù' | 'Ú' | 'Û' | 'Ü' | 'Ū' => "U",
        'Ý' | 'Ÿ' => "Y",
        'Ž' => "Z",
        'Æ' => "AE",
        'Œ' => "OE",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(list: &str, word: &str, spelled: Option<&str>) {
        let about = About::read(list).unwrap();
        assert_eq!(spell(&about, word).as_deref(), spelled, "{word}");
    }

    #[test]
    fn accents_go_unless_the_alphabet_has_the_letter() {
        check("french", "œuvré", Some("OEUVRE"));
        check("spanish", "añadió", Some("AÑADIO"));
        check("russian", "ёлка", Some("ЁЛКА"));
    }

    #[test]
    fn names_hyphens_and_foreign_letters_are_refused() {
        check("french", "Paris", None);
        check("dutch", "auto-ongeluk", None);
        check("russian", "web", None);
    }

    #[test]
    fn length_is_from_two_letters_to_the_longest_board() {
        check("english", "a", None);
        check("english", &"a".repeat(21), Some(&"A".repeat(21)));
        check("english", &"a".repeat(22), None);
    }
}
