//! Short definitions of English words, from WordNet.
//!
//! One line per word: the word, then up to [`SENSES`] tab-separated senses, each the part of speech
//! (`n`, `v`, `a`, `r` for adverb), a space and the gloss; or, for a form of another word, `=` and
//! that word.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tisane_lexicon::catalogue::pack_definitions;

use super::about::Definitions;
use super::{Levelled, list_dir, package};

const SENSES: usize = 2;

/// A part of speech: its letter, the name of its files, and its regular endings with what they
/// replace.
struct Part {
    letter: char,
    file: &'static str,
    endings: &'static [(&'static str, &'static str)],
}

const PARTS: [Part; 4] = [
    Part {
        letter: 'n',
        file: "noun",
        endings: &[
            ("s", ""),
            ("ses", "s"),
            ("xes", "x"),
            ("zes", "z"),
            ("ches", "ch"),
            ("shes", "sh"),
            ("men", "man"),
            ("ies", "y"),
        ],
    },
    Part {
        letter: 'v',
        file: "verb",
        endings: &[
            ("s", ""),
            ("ies", "y"),
            ("es", "e"),
            ("es", ""),
            ("ed", "e"),
            ("ed", ""),
            ("ing", "e"),
            ("ing", ""),
        ],
    },
    Part {
        letter: 'a',
        file: "adj",
        endings: &[("er", ""), ("est", ""), ("er", "e"), ("est", "e")],
    },
    Part { letter: 'r', file: "adv", endings: &[] },
];

/// The senses of one word in one part of speech.
struct Senses {
    letter: char,
    /// How many senses occur in WordNet's tagged texts. The usual part of speech has the most.
    tagged: usize,
    glosses: Vec<String>,
}

/// The definitions of `words`, as text.
pub(super) fn make(definitions: &Definitions, words: &Levelled) -> Result<String> {
    let wordnet = package::unpacked(&definitions.source)?.join("usr/share/wordnet");
    let entries = entries(&wordnet)?;
    let irregular = irregular(&wordnet)?;
    let mut text = String::new();
    let (mut defined, mut forms) = (0, 0);
    for word in words.keys() {
        let lower = word.to_lowercase();
        if let Some(senses) = entries.get(&lower) {
            writeln!(text, "{word}\t{}", chosen(senses).join("\t"))?;
            defined += 1;
        } else if let Some(lemma) = lemma(&lower, &entries, &irregular) {
            writeln!(text, "{word}\t={}", lemma.to_uppercase())?;
            forms += 1;
        }
    }
    println!("{defined} words defined, {forms} forms of defined words");
    Ok(text)
}

/// Writes the packed file into the list's folder.
pub(super) fn pack(text: &str, definitions: &Definitions) -> Result<()> {
    let packed = pack_definitions(text, |block| package::zstd(block.as_bytes()))?;
    fs::write(path(definitions), &packed)?;
    println!("{} is {} bytes", definitions.file, packed.len());
    Ok(())
}

/// The text of the packed file in the list's folder.
pub(super) fn packed(definitions: &Definitions) -> Result<String> {
    package::output(Command::new("zstd").args(["-q", "-d", "-c"]).arg(path(definitions)))
}

fn path(definitions: &Definitions) -> PathBuf {
    list_dir("english").join(&definitions.file)
}

fn entries(wordnet: &Path) -> Result<HashMap<String, Vec<Senses>>> {
    let mut entries = HashMap::<String, Vec<Senses>>::new();
    for Part { letter, file, .. } in PARTS {
        let data = synsets(&read(&wordnet.join(format!("data.{file}")))?)?;
        for line in read(&wordnet.join(format!("index.{file}")))?
            .lines()
            .filter(|line| !line.starts_with(' '))
        {
            // lemma pos synsets pointers [pointer…] senses tagged offset…
            let fields: Vec<&str> = line.split_whitespace().collect();
            let count = |at: usize| {
                fields
                    .get(at)
                    .and_then(|field| field.parse::<usize>().ok())
                    .context("a number is missing in the index")
            };
            let (synsets, pointers) = (count(2)?, count(3)?);
            let tagged = count(5 + pointers)?;
            let offsets = &fields[6 + pointers..];
            ensure!(offsets.len() == synsets, "the index entry of {} is cut short", fields[0]);
            let glosses: Vec<String> = offsets
                .iter()
                .filter_map(|offset| data.get(*offset)?.gloss_of(fields[0]))
                .collect();
            if !glosses.is_empty() {
                entries.entry(fields[0].to_owned()).or_default().push(Senses {
                    letter,
                    tagged,
                    glosses,
                });
            }
        }
    }
    Ok(entries)
}

/// A set of synonyms and their meaning.
struct Synset {
    words: Vec<String>,
    gloss: String,
}

impl Synset {
    /// The gloss, if the word is in the set in small letters: aa the lava, not AA the organisation.
    fn gloss_of(&self, word: &str) -> Option<String> {
        self.words.iter().any(|member| member == word).then(|| self.gloss.clone())
    }
}

fn synsets(text: &str) -> Result<HashMap<String, Synset>> {
    let mut synsets = HashMap::new();
    for line in text.lines().filter(|line| !line.starts_with(' ')) {
        let (head, gloss) = line.split_once('|').context("a synset has no gloss")?;
        // offset file type words word id [word id…] …
        let fields: Vec<&str> = head.split_whitespace().collect();
        let count = usize::from_str_radix(fields[3], 16)?;
        // Adjectives may have a marker of their position: galore(ip).
        let words = (0..count)
            .map(|at| fields[4 + 2 * at].split('(').next().unwrap_or("").to_owned())
            .collect();
        synsets.insert(fields[0].to_owned(), Synset { words, gloss: without_examples(gloss) });
    }
    Ok(synsets)
}

/// The gloss without its examples.
fn without_examples(gloss: &str) -> String {
    gloss.split("; \"").next().unwrap_or("").trim().trim_end_matches([';', ':', ',']).to_owned()
}

/// The first sense of each part of speech, the usual one first, then further senses.
fn chosen(senses: &[Senses]) -> Vec<String> {
    let mut parts: Vec<&Senses> = senses.iter().collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.tagged));
    let firsts = parts.iter().map(|part| (part.letter, &part.glosses[0]));
    let more =
        parts.iter().flat_map(|part| part.glosses.iter().skip(1).map(|gloss| (part.letter, gloss)));
    let mut picked: Vec<String> = Vec::new();
    for (letter, gloss) in firsts.chain(more) {
        let sense = format!("{letter} {gloss}");
        if picked.len() < SENSES && !picked.contains(&sense) {
            picked.push(sense);
        }
    }
    picked
}

fn irregular(wordnet: &Path) -> Result<BTreeMap<String, String>> {
    let mut irregular = BTreeMap::new();
    for Part { file, .. } in PARTS {
        for line in read(&wordnet.join(format!("{file}.exc")))?.lines() {
            if let [form, lemma, ..] = line.split_whitespace().collect::<Vec<_>>()[..] {
                irregular.entry(form.to_owned()).or_insert_with(|| lemma.to_owned());
            }
        }
    }
    Ok(irregular)
}

/// The defined word that `word` is a form of.
fn lemma(
    word: &str,
    entries: &HashMap<String, Vec<Senses>>,
    irregular: &BTreeMap<String, String>,
) -> Option<String> {
    if let Some(lemma) = irregular.get(word).filter(|lemma| entries.contains_key(*lemma)) {
        return Some(lemma.clone());
    }
    for Part { letter, endings, .. } in PARTS {
        for (ending, instead) in endings {
            let Some(stem) = word.strip_suffix(ending) else {
                continue;
            };
            let lemma = format!("{stem}{instead}");
            let fits = |senses: &Vec<Senses>| senses.iter().any(|part| part.letter == letter);
            if entries.get(&lemma).is_some_and(fits) {
                return Some(lemma);
            }
        }
    }
    None
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_removed_from_glosses() {
        assert_eq!(without_examples(" move fast; \"run for it\"; \"he ran\"  "), "move fast");
        let long = "word ".repeat(40);
        assert_eq!(without_examples(&long), long.trim());
    }

    #[test]
    fn the_first_senses_are_of_different_parts_of_speech() {
        let sense = |letter, tagged, glosses: &[&str]| Senses {
            letter,
            tagged,
            glosses: glosses.iter().map(|&gloss| gloss.to_owned()).collect(),
        };
        let run = [
            sense('n', 7, &["a score in baseball", "the act of testing"]),
            sense('v', 29, &["move fast"]),
        ];
        assert_eq!(chosen(&run), ["v move fast", "n a score in baseball"]);
    }
}
