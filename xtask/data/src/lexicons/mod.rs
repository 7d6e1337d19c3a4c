//! `cargo xtask lexicons`: makes the shipped lexicons from the packages they come from.
//!
//! Each list is a folder under `lexicons/`. Its `about.toml` names the packages, the licence and
//! the expected result; the text files beside it are edited by hand. The steps are package → words
//! → hand edits → levels → `target/lexicons/NAME.tsv` → lexicon files. Every run gives the same
//! files.

pub(crate) mod about;
mod definitions;
mod hunspell;
mod levels;
pub(crate) mod package;
mod recipe;
mod shipped;
mod spelling;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use about::About;

use crate::root;

/// The lists, in the order they are made: the classic list takes its levels from the larger one.
const NAMES: [&str; 6] = ["english", "english-classic", "russian", "french", "spanish", "dutch"];

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Lists to make [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Change nothing; fail if a list differs from its about.toml or its lexicon files
    #[arg(long)]
    check: bool,
}

/// Each word with its level: how common it is, from 10 (everyday) to 80 (rare).
type Levelled = BTreeMap<String, u8>;

pub(crate) fn run(args: &Args) -> Result<()> {
    for name in &args.names {
        ensure!(
            NAMES.contains(&name.as_str()),
            "unknown list {name:?}; the lists are {}",
            NAMES.join(", ")
        );
    }
    let selected = |name: &str| args.names.is_empty() || args.names.iter().any(|it| it == name);
    let mut differences = Vec::new();
    for name in NAMES.into_iter().filter(|name| selected(name)) {
        let about = About::read(name)?;
        let words = recipe::make(&about).with_context(|| format!("making {name}"))?;
        let tsv = save(name, &words)?;
        println!("{}", summary(name, &words));
        if let Some(definitions) = &about.definitions {
            let text = definitions::make(definitions, &words)
                .with_context(|| format!("making the definitions of {name}"))?;
            if !args.check {
                definitions::pack(&text, definitions)?;
            } else if definitions::packed(definitions)? != text {
                differences.push(format!(
                    "{name}: {} differs from what the recipe gives",
                    definitions.file
                ));
            }
        }
        if args.check {
            differences.extend(about.differences(&words, &package::sha256(&tsv)?));
            differences.extend(shipped::differences(&about, &tsv)?);
        } else {
            shipped::write(&about, &tsv)?;
        }
    }
    if !differences.is_empty() {
        bail!("the committed files differ:\n{}", differences.join("\n"));
    }
    Ok(())
}

fn save(name: &str, words: &Levelled) -> Result<PathBuf> {
    let mut text = String::new();
    for (word, level) in words {
        writeln!(text, "{word}\t{level}")?;
    }
    let path = work_dir().join(format!("{name}.tsv"));
    fs::create_dir_all(work_dir())?;
    fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    Ok(path)
}

fn summary(name: &str, words: &Levelled) -> String {
    let mut by_level = BTreeMap::<u8, usize>::new();
    for level in words.values() {
        *by_level.entry(*level).or_default() += 1;
    }
    let levels: Vec<String> =
        by_level.iter().map(|(level, count)| format!("{level}: {count}")).collect();
    format!(
        "{name}: {} words, longest {}; levels {}",
        words.len(),
        longest(words),
        levels.join(", ")
    )
}

fn longest(words: &Levelled) -> usize {
    words.keys().map(|word| word.chars().count()).max().unwrap_or(0)
}

/// Where packages are unpacked and lists are written: `target/lexicons`.
fn work_dir() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("lexicons")
}

/// The folder of one list: `lexicons/NAME`.
fn list_dir(name: &str) -> PathBuf {
    root().join("lexicons").join(name)
}

/// The words of a hand-made file: separated by white space, `#` starts a comment.
/// A missing file has no words.
fn hand_made(list: &str, file: &str) -> Result<Vec<String>> {
    let path = list_dir(list).join(file);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    Ok(lines.flat_map(str::split_whitespace).map(str::to_uppercase).collect())
}
