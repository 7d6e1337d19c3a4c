//! Making the shipped word lists from the packages they come from.
//!
//! Each list is a folder under `lexicons/`. Its `about.toml` names the packages, the licence and
//! what the result must be; the text files beside it are what people decided by hand. One run goes
//! package → words → hand edits → commonness levels → `target/lexicons/NAME.tsv` → the lexicon
//! files that are built in, the same every time.

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
    /// Lists to make; all of them if none is named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Compare count and digest with about.toml, and fail if they differ
    #[arg(long)]
    check: bool,
}

/// A list in the making: spelling, and how common the word is (10 everyday … 80 rare).
type Levelled = BTreeMap<String, u8>;

pub(crate) fn run(args: &Args) -> Result<()> {
    for name in &args.names {
        ensure!(
            NAMES.contains(&name.as_str()),
            "there is no list {name}; there are {}",
            NAMES.join(", ")
        );
    }
    let wanted = |name: &str| args.names.is_empty() || args.names.iter().any(|asked| asked == name);
    let mut differing = Vec::new();
    for name in NAMES.into_iter().filter(|name| wanted(name)) {
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
                differing
                    .push(format!("{name}: {} is not what the recipe gives", definitions.file));
            }
        }
        if args.check {
            differing.extend(about.differences(&words, &package::sha256(&tsv)?));
            differing.extend(shipped::differences(&about, &tsv)?);
        } else {
            shipped::write(&about, &tsv)?;
        }
    }
    if !differing.is_empty() {
        bail!("not what about.toml says:\n{}", differing.join("\n"));
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
/// A file that is not there holds no words.
fn hand_made(list: &str, file: &str) -> Result<Vec<String>> {
    let path = list_dir(list).join(file);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    Ok(lines.flat_map(str::split_whitespace).map(str::to_uppercase).collect())
}
