//! The built-in lexicon files: each list in its own letters, and in the tiles of each ruleset that
//! uses it with other tiles.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tisane_lexicon::{Alphabet, Casing, Lexicon, WordList};
use tisane_rules::{Ruleset, builtin_names};

use super::about::About;
use super::{list_dir, package};

/// Writes the files of one list.
pub(super) fn write(about: &About, tsv: &Path) -> Result<()> {
    for (path, lexicon) in made(about, tsv)? {
        let bytes = lexicon.to_bytes_packed(|bytes| package::zstd(bytes).expect("zstd works"));
        fs::write(&path, &bytes).with_context(|| format!("writing {}", path.display()))?;
        let per_word = bytes.len() as f64 / lexicon.len() as f64;
        println!(
            "{}: {} words, {} bytes, {per_word:.2} per word",
            path.display(),
            lexicon.len(),
            bytes.len()
        );
    }
    Ok(())
}

/// A sentence for each file that differs from the list.
pub(super) fn differences(about: &About, tsv: &Path) -> Result<Vec<String>> {
    let differs = |(path, lexicon): &(PathBuf, Lexicon)| {
        let committed = Lexicon::open(path).map(|committed| committed.fingerprint());
        committed.ok() != Some(lexicon.fingerprint())
    };
    let files = made(about, tsv)?;
    Ok(files
        .iter()
        .filter(|file| differs(file))
        .map(|(path, _)| format!("{} differs from the list", path.display()))
        .collect())
}

fn made(about: &About, tsv: &Path) -> Result<Vec<(PathBuf, Lexicon)>> {
    let list = WordList::read(&fs::read(tsv)?)?;
    let credits = tisane_lexicon::About {
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
            Ok((list_dir(&about.name).join(file), lexicon.with_about(credits.clone())))
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
