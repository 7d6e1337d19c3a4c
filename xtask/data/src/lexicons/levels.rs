//! Estimates how common words are, for lists without word frequencies that may be shipped.
//!
//! Levels run from 10 to 80 as in SCOWL, so that one number means about the same share of every
//! list. Level 10 is the hand-made `everyday.txt`, level 20 the usual forms of those words.
//! All other words are ranked by the structure of the dictionary and divided into the same shares
//! as in SCOWL. A word ranks higher if many other words start or end with it, if it occurs in
//! hyphenated words, if it is a form of several headwords or a headword itself. It ranks lower if
//! it is long, if its headword has very many forms, or if it has a bookish ending.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use anyhow::{Result, ensure};

use super::about::About;
use super::spelling::spell_any_case;
use super::{Levelled, hand_made};

/// Levels, and the share of the words up to that level in SCOWL.
const SHARES: [(u8, f64); 7] =
    [(35, 0.166), (40, 0.186), (50, 0.262), (55, 0.286), (60, 0.328), (70, 0.471), (80, 1.0)];

/// What the structure of a dictionary says about its words.
#[derive(Default)]
pub(super) struct Evidence {
    /// Every form, with the headwords it belongs to.
    pub forms: BTreeMap<String, Vec<String>>,
    /// Words that only a prefix derives from a headword, such as KILOMÈTRE from MÈTRE.
    pub prefixed: HashSet<String>,
    /// How many forms a headword has.
    paradigms: HashMap<String, usize>,
    /// How often a word is part of a hyphenated or elided one.
    parts: HashMap<String, usize>,
}

impl Evidence {
    pub(super) fn add_headword(
        &mut self,
        headword: String,
        forms: impl IntoIterator<Item = String>,
    ) {
        let mut count = 0;
        for form in forms {
            let headwords = self.forms.entry(form).or_default();
            if !headwords.contains(&headword) {
                headwords.push(headword.clone());
                count += 1;
            }
        }
        *self.paradigms.entry(headword).or_default() += count;
    }

    pub(super) fn add_parts(&mut self, compound: &str, spell: impl Fn(&str) -> Option<String>) {
        let parts = compound.split(['-', '\'', '’', ' ']);
        if parts.clone().count() > 1 {
            for part in parts.filter_map(|part| spell(&part.to_lowercase())) {
                *self.parts.entry(part).or_default() += 1;
            }
        }
    }
}

/// Gives every word its level.
pub(super) fn estimate(
    about: &About,
    words: BTreeSet<String>,
    evidence: &Evidence,
) -> Result<Levelled> {
    let everyday = everyday(about, &words)?;
    let guess = Guess::new(&about.name, evidence);
    let mut levelled = Levelled::new();
    let mut ranked = Vec::new();
    for word in words {
        if everyday.contains(&word) {
            levelled.insert(word, 10);
        } else if guess.is_usual_form_of(&everyday, &word) {
            levelled.insert(word, 20);
        } else {
            ranked.push((guess.commonness(&word), word));
        }
    }
    // The guess is a sum of a few numbers and never NaN; ties go by the alphabet.
    ranked.sort_by(|(a, first), (b, second)| b.total_cmp(a).then_with(|| first.cmp(second)));
    let total = (levelled.len() + ranked.len()) as f64;
    for (_, word) in ranked {
        let share = levelled.len() as f64 / total;
        let level = SHARES.iter().find(|(_, upto)| share < *upto).map_or(80, |(level, _)| *level);
        levelled.insert(word, level);
    }
    Ok(levelled)
}

/// The hand-made everyday words, spelled as in the list. Every one must be in it.
fn everyday(about: &About, words: &BTreeSet<String>) -> Result<HashSet<String>> {
    let by_hand = hand_made(&about.name, "everyday.txt")?;
    let (spelled, missing): (Vec<String>, Vec<String>) = by_hand
        .into_iter()
        .map(|word| spell_any_case(about, &word).unwrap_or(word))
        .partition(|word| words.contains(word));
    // Everyday words of one letter exist, but can't be played.
    let missing: Vec<String> =
        missing.into_iter().filter(|word| word.chars().count() > 1).collect();
    ensure!(
        missing.is_empty(),
        "everyday.txt has words that are not in the list: {}",
        missing.join(" ")
    );
    Ok(spelled.into_iter().collect())
}

/// Properties of one language.
struct Habits {
    /// Endings of rare forms.
    bookish: &'static [&'static str],
    /// Whether headwords with those endings are rare, too.
    bookish_headwords: bool,
    /// Pronouns written as one with the verb before them.
    pronouns: &'static [&'static str],
    /// Whether the list has several forms of a word, so that everyday words have usual forms.
    inflected: bool,
    /// Endings of usual forms, if the dictionary doesn't list forms under their headword.
    usual: &'static [&'static str],
}

impl Habits {
    fn of(list: &str) -> &'static Habits {
        match list {
            "french" => &FRENCH,
            "spanish" => &SPANISH,
            "russian" => &RUSSIAN,
            "dutch" => &DUTCH,
            other => unreachable!("{other} has levels of its own"),
        }
    }
}

const FRENCH: Habits = Habits {
    bookish: &[
        "ASSE", "ASSES", "ASSENT", "ASSIONS", "ASSIEZ", "ISSE", "ISSES", "ISSIONS", "ISSIEZ",
        "USSE", "USSES", "USSENT", "USSIONS", "USSIEZ", "INSSE", "INSSES", "INSSENT", "AMES",
        "ATES", "IMES", "ITES", "UMES", "UTES", "ERENT", "IRENT", "URENT", "ERIEZ", "ERIONS",
        "IRIEZ", "IRIONS", "IEZ", "IONS", "ERAI", "ERAS", "AI", "AS", "A",
    ],
    bookish_headwords: false,
    pronouns: &[],
    inflected: true,
    usual: &[],
};

const SPANISH: Habits = Habits {
    bookish: &[
        "AREMOS", "EREMOS", "IREMOS", "AREIS", "EREIS", "IREIS", "ASEIS", "IESEIS", "ARAIS",
        "IERAIS", "ASEMOS", "IESEMOS", "ARAMOS", "IERAMOS", "ABAIS", "IAIS", "ASTEIS", "ISTEIS",
        "AIS", "EIS", "IERE", "IERES", "IEREN", "IEREMOS", "ARE", "ASE", "ASES", "ASEN", "IESE",
        "IESES", "IESEN",
    ],
    bookish_headwords: false,
    // OS and SE are left out: they end too many forms that have no pronoun.
    pronouns: &["LO", "LA", "LE", "LOS", "LAS", "LES", "ME", "TE", "NOS"],
    inflected: true,
    usual: &[],
};

const RUSSIAN: Habits = Habits {
    bookish: &["ИЗАЦИЯ", "ОВАНИЕ", "ИВАНИЕ", "ЫВАНИЕ", "ЕМОСТЬ", "ТЕЛЬНОСТЬ", "ЩИЦА", "ЧИЦА"],
    bookish_headwords: true,
    pronouns: &[],
    inflected: false,
    usual: &[],
};

const DUTCH: Habits = Habits {
    bookish: &["JES", "ACHTIG", "ACHTIGE", "ACHTIGER", "ACHTIGST", "ACHTIGSTE"],
    bookish_headwords: true,
    pronouns: &[],
    inflected: true,
    usual: &["EN", "S", "E", "T", "N", "JE", "TJE", "ER"],
};

struct Guess<'a> {
    evidence: &'a Evidence,
    habits: &'static Habits,
    /// How many headwords begin with these letters (three or more).
    beginning: HashMap<&'a str, u32>,
    /// How many longer headwords end with these letters.
    ending: HashMap<&'a str, u32>,
}

impl<'a> Guess<'a> {
    fn new(list: &str, evidence: &'a Evidence) -> Guess<'a> {
        let mut beginning = HashMap::new();
        let mut ending = HashMap::new();
        for headword in evidence.paradigms.keys() {
            let cuts: Vec<usize> =
                headword.char_indices().map(|(at, _)| at).chain([headword.len()]).collect();
            for &cut in cuts.iter().skip(3) {
                *beginning.entry(&headword[..cut]).or_default() += 1;
            }
            for &cut in cuts.iter().skip(1).take(cuts.len().saturating_sub(4)) {
                *ending.entry(&headword[cut..]).or_default() += 1;
            }
        }
        Guess { evidence, habits: Habits::of(list), beginning, ending }
    }

    /// A number to compare words by. The weights were tuned on published word frequencies, which are
    /// not part of the result; about.toml has the correlations.
    fn commonness(&self, word: &str) -> f64 {
        let log = |count: u32| f64::from(1 + count).ln();
        let begin = |letters: &str| log(self.beginning.get(letters).copied().unwrap_or(0));
        let end = |letters: &str| log(self.ending.get(letters).copied().unwrap_or(0));
        let part = |letters: &str| self.evidence.parts.get(letters).copied().unwrap_or(0) as u32;
        let alone = [word.to_owned()];
        let headwords = self.headwords(word).unwrap_or(&alone);
        let most = |of: &dyn Fn(&str) -> f64| {
            headwords.iter().map(|headword| of(headword)).fold(0.0, f64::max)
        };
        let sizes = headwords.iter().filter_map(|headword| self.evidence.paradigms.get(headword));
        let paradigm = sizes.max().copied().unwrap_or(1);
        let in_parts = headwords.iter().map(|headword| part(headword)).max().unwrap_or(0);
        let letters = word.chars().count();
        let root: String = word.chars().take(letters.saturating_sub(3).max(4)).collect();

        6.0 * begin(word)
            + 3.0 * most(&|headword| begin(stem(headword)))
            + 3.0 * begin(&root)
            + 3.0 * end(word)
            + 3.0 * most(&|headword| end(headword))
            + 8.0 * log(part(word) + in_parts)
            + 25.0 * (headwords.len() as f64).ln()
            + if self.is_headword(word) { 5.0 } else { 0.0 }
            - 4.0 * log(paradigm as u32)
            - letters as f64
            - if self.is_bookish(word) { 7.0 } else { 0.0 }
    }

    fn is_usual_form_of(&self, everyday: &HashSet<String>, word: &str) -> bool {
        let of_everyday =
            |headwords: &[String]| headwords.iter().any(|headword| everyday.contains(headword));
        let mut stems = self.habits.usual.iter().filter_map(|ending| word.strip_suffix(ending));
        self.habits.inflected
            && (self.headwords(word).is_some_and(of_everyday)
                || stems.any(|stem| everyday.contains(stem)))
            && !self.is_bookish(word)
            && !self.evidence.prefixed.contains(word)
    }

    fn headwords(&self, word: &str) -> Option<&[String]> {
        self.evidence.forms.get(word).map(Vec::as_slice)
    }

    fn is_headword(&self, word: &str) -> bool {
        self.headwords(word)
            .is_some_and(|headwords| headwords.iter().any(|headword| headword == word))
    }

    fn is_bookish(&self, word: &str) -> bool {
        (self.habits.bookish_headwords || !self.is_headword(word))
            && (self.habits.bookish.iter().any(|ending| word.ends_with(ending))
                || self.has_pronoun(word))
    }

    /// Whether a verb has a pronoun attached: DÁMELO is DAME and LO. (CANTASTE is not CANTAS and
    /// TE.)
    fn has_pronoun(&self, word: &str) -> bool {
        let Some(headwords) = self.headwords(word) else {
            return false;
        };
        let same_verb = |form: &str| {
            self.headwords(form)
                .is_some_and(|others| others.iter().any(|other| headwords.contains(other)))
        };
        !word.ends_with("STE")
            && self
                .habits
                .pronouns
                .iter()
                .filter_map(|pronoun| word.strip_suffix(pronoun))
                .any(same_verb)
    }
}

/// A headword without its last vowels, down to three letters.
fn stem(headword: &str) -> &str {
    let mut stem = headword;
    while stem.chars().count() > 3
        && stem.ends_with(|letter| "AEIOUYSАЕЁИОУЫЭЮЯЬЙ".contains(letter))
    {
        stem = &stem[..stem.char_indices().last().map_or(0, |(at, _)| at)];
    }
    stem
}
