//! Lexicons as readers elsewhere see them.

use serde::{Deserialize, Serialize};
use tisane_lexicon::Catalogue;
use tisane_lexicon::catalogue::{Entry, Origin};

/// Every lexicon there is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LexiconList {
    pub lexicons: Vec<LexiconSummary>,
}

/// A lexicon in a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LexiconSummary {
    pub name: String,
    pub title: String,
    /// The language tag of its words.
    pub language: String,
    /// How many words. Nothing for word lists and KWG files, which do not say.
    pub words: Option<u32>,
    /// The length of the longest, in letters.
    pub longest: Option<u32>,
    /// Whether it says how common each word is.
    pub levels: bool,
    pub licence: String,
    /// `built in`, or where its file is.
    pub place: String,
}

/// Everything a lexicon says about itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LexiconView {
    #[serde(flatten)]
    #[cfg_attr(test, ts(flatten))]
    pub summary: LexiconSummary,
    /// In order.
    pub letters: Vec<String>,
    /// Whom to thank.
    pub credit: String,
    /// How it was made and from what.
    pub provenance: String,
    /// The licence in full; empty for lexicons of your own.
    pub licence_text: String,
}

/// What this program is, and whom to thank for its words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AboutView {
    pub version: String,
    pub licence: String,
    /// Those built in, with their licences in full.
    pub lexicons: Vec<LexiconView>,
}

impl LexiconList {
    pub fn of(catalogue: &Catalogue) -> LexiconList {
        LexiconList { lexicons: catalogue.list().iter().map(LexiconSummary::of).collect() }
    }
}

impl LexiconSummary {
    pub fn of(entry: &Entry) -> LexiconSummary {
        let head = entry.head.as_ref();
        let about = head.map(|head| head.about.clone()).unwrap_or_default();
        LexiconSummary {
            name: entry.name.clone(),
            title: if about.title.is_empty() { entry.name.clone() } else { about.title },
            language: about.language,
            words: head.map(|head| head.words as u32),
            longest: head.map(|head| head.longest as u32),
            levels: head.is_some_and(|head| head.has_levels),
            licence: about.licence,
            place: match &entry.origin {
                Origin::BuiltIn => "built in".to_owned(),
                Origin::File(path) => path.display().to_string(),
            },
        }
    }
}

impl LexiconView {
    pub fn of(catalogue: &Catalogue, entry: &Entry) -> LexiconView {
        let head = entry.head.as_ref();
        let alphabet = head.map(|head| &head.alphabet);
        let text = |file| match entry.origin {
            Origin::BuiltIn => catalogue.text(&entry.name, file).unwrap_or_default(),
            Origin::File(_) => "",
        };
        LexiconView {
            summary: LexiconSummary::of(entry),
            letters: alphabet.into_iter().flat_map(|all| all.letters().map(|letter| all.face(letter).to_owned())).collect(),
            credit: head.map(|head| head.about.credit.clone()).unwrap_or_default(),
            provenance: provenance(text("about.toml")),
            licence_text: text("LICENSE.txt").to_owned(),
        }
    }
}

impl AboutView {
    pub fn of(catalogue: &Catalogue) -> AboutView {
        let built_in = catalogue.list().into_iter().filter(|entry| entry.origin == Origin::BuiltIn);
        AboutView {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            licence: env!("CARGO_PKG_LICENSE").to_owned(),
            lexicons: built_in.map(|entry| LexiconView::of(catalogue, &entry)).collect(),
        }
    }
}

/// What a lexicon's `about.toml` tells of how it was made.
#[derive(Deserialize, Default)]
struct AboutFile {
    #[serde(default)]
    made: String,
    #[serde(default)]
    source: Vec<SourceFile>,
    levels: Option<LevelsFile>,
}

#[derive(Deserialize)]
struct SourceFile {
    client: String,
    package: String,
    version: String,
}

#[derive(Deserialize)]
struct LevelsFile {
    meaning: String,
}

/// In a few lines: how it was made, from which packages, what its levels mean.
fn provenance(about: &str) -> String {
    let AboutFile { made, source, levels } = toml::from_str(about).unwrap_or_default();
    let sources: Vec<String> =
        source.into_iter().map(|SourceFile { client, package, version }| format!("{package} {version} ({client})")).collect();
    let mut lines = vec![made.trim().to_owned()];
    if !sources.is_empty() {
        lines.push(format!("Made from {}.", sources.join(", ")));
    }
    if let Some(LevelsFile { meaning }) = levels {
        lines.push(format!("Levels: {}", meaning.trim()));
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

#[test]
fn provenance_is_told_in_lines() {
    let about = r#"
        name = "small"
        made = "Every word of the package."
        [[source]]
        client = "apt"
        package = "words"
        version = "1.0"
        sha256 = "…"
        [levels]
        meaning = "10 everyday; 80 rare."
        how = "by hand"
    "#;
    assert_eq!(provenance(about), "Every word of the package.\nMade from words 1.0 (apt).\nLevels: 10 everyday; 80 rare.");
    assert_eq!(provenance(""), "");
}
