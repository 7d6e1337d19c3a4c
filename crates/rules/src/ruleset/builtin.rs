//! The rulesets that come with the program: every file of the folder `rulesets/`.

use include_dir::{Dir, include_dir};

use super::Ruleset;

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../rulesets");

/// A name that no built-in ruleset has.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("there is no ruleset {name:?}{}; `tisane rulesets` lists them all", nearest.as_ref().map_or(String::new(), |n| format!(", did you mean {n:?}?")))]
pub struct NoSuchRuleset {
    pub name: String,
    pub nearest: Option<String>,
}

/// The names of the built-in rulesets, in order.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    let mut names: Vec<&str> = FOLDER.files().filter_map(|file| file.path().file_name()?.to_str()?.strip_suffix(".toml")).collect();
    names.sort_unstable();
    names.into_iter()
}

impl Ruleset {
    /// The built-in ruleset with this name: `english`, `erudit`, `english-super`. Capitals, blanks and
    /// underscores do not matter.
    pub fn named(name: &str) -> Result<Ruleset, NoSuchRuleset> {
        Ok(Ruleset::parse(source(name)?).expect("a test reads every built-in ruleset"))
    }

    /// The text of the built-in ruleset with this name, to read or to change.
    pub fn builtin_source(name: &str) -> Result<&'static str, NoSuchRuleset> {
        source(name)
    }
}

fn source(name: &str) -> Result<&'static str, NoSuchRuleset> {
    let wanted = name.trim().to_lowercase().replace([' ', '_'], "-");
    FOLDER
        .get_file(format!("{wanted}.toml"))
        .map(|file| file.contents_utf8().expect("a test reads every built-in ruleset"))
        .ok_or_else(|| NoSuchRuleset { name: name.to_owned(), nearest: nearest(&wanted) })
}

fn nearest(wanted: &str) -> Option<String> {
    builtin_names()
        .map(|name| (strsim::damerau_levenshtein(name, wanted), name))
        .filter(|&(distance, name)| distance <= 3 || name.starts_with(wanted))
        .min()
        .map(|(_, name)| name.to_owned())
}
