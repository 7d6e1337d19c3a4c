//! The lexicon files that are built in: each list in its own letters, and spelled in the tiles of
//! the rulesets that play with it, where these differ.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use tisane_lexicon::{Alphabet, Casing, Lexicon, WordList};
use tisane_rules::{Ruleset, builtin_names};

use super::about::About;
use super::{list_dir, package, work_dir};

/// Writes the files of one list.
pub(super) fn write(about: &About, tsv: &Path) -> Result<()> {
    for (path, lexicon) in made(about, tsv)? {
        let bytes = lexicon.to_bytes_packed(zstd);
        fs::write(&path, &bytes).with_context(|| format!("writing {}", path.display()))?;
        let per_word = bytes.len() as f64 / lexicon.len() as f64;
        println!(
            "{}: {} words, {} bytes, {per_word:.2} a word",
            path.display(),
            lexicon.len(),
            bytes.len()
        );
    }
    Ok(())
}

/// One sentence for each file that is not what the list gives.
pub(super) fn differences(about: &About, tsv: &Path) -> Result<Vec<String>> {
    let differs = |(path, lexicon): &(PathBuf, Lexicon)| {
        let there = Lexicon::open(path).map(|there| there.fingerprint());
        !matches!(there, Ok(there) if there == lexicon.fingerprint())
    };
    let files = made(about, tsv)?;
    Ok(files
        .iter()
        .filter(|file| differs(file))
        .map(|(path, _)| format!("{} is not what the list gives", path.display()))
        .collect())
}

fn made(about: &About, tsv: &Path) -> Result<Vec<(PathBuf, Lexicon)>> {
    let list = WordList::read(&fs::read(tsv)?)?;
    let said = tisane_lexicon::About {
        title: about.title.clone(),
        language: about.language.clone(),
        licence: about.licence.clone(),
        credit: about.notice.clone(),
    };
    alphabets(about)?
        .into_iter()
        .map(|(file, alphabet)| {
            let (lexicon, report) = Lexicon::build(&*about.name, &alphabet, &list, about.longest);
            println!("{file}: {}", report.to_string().lines().next().unwrap_or_default());
            Ok((list_dir(&about.name).join(file), lexicon.with_about(said.clone())))
        })
        .collect()
}

/// The alphabets to spell a list in, by file name.
fn alphabets(about: &About) -> Result<BTreeMap<String, Alphabet>> {
    let letters = about.letters.chars().map(String::from);
    let native =
        Alphabet::new(Casing::of_locale(&about.language), letters, [] as [(&str, &str); 0])?;
    let mut alphabets: BTreeMap<String, Alphabet> = BTreeMap::new();
    for name in builtin_names() {
        let ruleset = Ruleset::named(name)?;
        let known = |alphabet: &Alphabet| alphabet.spells_alike(&ruleset.alphabet);
        let plays = ruleset.lexicon.as_ref() == Some(&about.name);
        if plays && !known(&native) && !alphabets.values().any(known) {
            alphabets.insert(format!("for-{name}.lexicon"), (*ruleset.alphabet).clone());
        }
    }
    alphabets.insert(format!("{}.lexicon", about.name), native);
    Ok(alphabets)
}

/// Packs with the `zstd` program: level 22 is worth its time for what is made once and read often.
fn zstd(bytes: &[u8]) -> Vec<u8> {
    let (plain, packed) = (work_dir().join("plain"), work_dir().join("packed"));
    fs::write(&plain, bytes).expect("the work folder can be written");
    let mut zstd = Command::new("zstd");
    zstd.args(["-q", "-f", "--ultra", "-22", "--no-check", "-o"]).args([&packed, &plain]);
    package::output(&mut zstd).expect("zstd packs");
    fs::read(&packed).expect("zstd wrote it")
}
