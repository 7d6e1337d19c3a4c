//! Lexicons on the wire.

use serde::{Deserialize, Serialize};
use tisane_lexicon::Catalogue;
use tisane_lexicon::catalogue::{Entry, Origin};

use crate::script::is_right_to_left;

/// All lexicons.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LexiconList {
    pub lexicons: Vec<LexiconSummary>,
}

/// A lexicon in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LexiconSummary {
    pub name: String,
    pub title: String,
    /// The language tag of its words.
    pub language: String,
    /// Its words are read from right to left.
    pub right_to_left: bool,
    /// Number of words; nothing for word lists and KWG files, which don't say.
    pub words: Option<u32>,
    /// The length of the longest word, in letters.
    pub longest: Option<u32>,
    /// Whether it has a level for each word that says how common it is.
    pub levels: bool,
    /// Whether it marks slurs, so that they can be left out.
    pub family: bool,
    pub licence: String,
    /// `built in`, or the path of its file with notes about it.
    pub place: String,
}

/// All details of a lexicon.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LexiconView {
    #[serde(flatten)]
    #[cfg_attr(test, ts(flatten))]
    pub summary: LexiconSummary,
    /// In alphabetical order.
    pub letters: Vec<String>,
    /// Credits.
    pub credit: String,
    /// How it was made, and its sources.
    pub provenance: String,
    /// The full licence; empty for the user's own lexicons.
    pub licence_text: String,
}

/// The program, and the credits of its lexicons.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AboutView {
    pub version: String,
    pub licence: String,
    /// The built-in lexicons with their full licences.
    pub lexicons: Vec<LexiconView>,
}

impl LexiconList {
    pub fn of(catalogue: &Catalogue) -> LexiconList {
        LexiconList {
            lexicons: catalogue
                .list()
                .iter()
                .map(|entry| LexiconSummary::of(catalogue, entry))
                .collect(),
        }
    }
}

impl LexiconSummary {
    pub fn of(catalogue: &Catalogue, entry: &Entry) -> LexiconSummary {
        let head = entry.head.as_ref();
        let about = head.map(|head| head.about.clone()).unwrap_or_default();
        LexiconSummary {
            name: entry.name.clone(),
            title: if about.title.is_empty() { entry.name.clone() } else { about.title },
            language: about.language,
            right_to_left: head.is_some_and(|head| is_right_to_left(&head.alphabet)),
            words: head.map(|head| head.words as u32),
            longest: head.map(|head| head.longest as u32),
            levels: head.is_some_and(|head| head.has_levels),
            family: entry.origin == Origin::BuiltIn
                && catalogue.text(&entry.name, "slurs.txt").is_some(),
            licence: about.licence,
            place: match &entry.origin {
                Origin::BuiltIn => "built in".to_owned(),
                Origin::File(path) => {
                    let notes: Vec<String> =
                        notes_about(entry).into_iter().map(|note| format!(" ({note})")).collect();
                    format!("{}{}", path.display(), notes.concat())
                }
            },
        }
    }
}

/// Notes about where a lexicon comes from.
pub fn notes_about(entry: &Entry) -> Vec<String> {
    let built_in = entry.instead_of_built_in.then(|| "replaces the built-in one".to_owned());
    let hidden = entry.hides.iter().map(|path| {
        let file = path.file_name().unwrap_or_default().display();
        format!("used instead of {file}, which has the same name")
    });
    built_in.into_iter().chain(hidden).chain(entry.fault.clone()).collect()
}

impl LexiconView {
    pub fn of(catalogue: &Catalogue, entry: &Entry) -> LexiconView {
        let head = entry.head.as_ref();
        let alphabet = head.map(|head| &head.alphabet);
        let text = |file| match entry.origin {
            Origin::BuiltIn => catalogue.text(&entry.name, file).unwrap_or_default(),
            Origin::File(_) => "",
        };
        let about = AboutFile::read(text("about.toml"));
        let licences: Vec<&str> = about
            .licence_files()
            .map(|file| text(file).trim())
            .filter(|text| !text.is_empty())
            .collect();
        LexiconView {
            summary: LexiconSummary::of(catalogue, entry),
            letters: alphabet
                .into_iter()
                .flat_map(|all| all.letters().map(|letter| all.face(letter).to_owned()))
                .collect(),
            credit: head.map(|head| head.about.credit.clone()).unwrap_or_default(),
            provenance: about.provenance(),
            licence_text: licences.join("\n\n"),
        }
    }
}

impl AboutView {
    pub fn of(catalogue: &Catalogue) -> AboutView {
        AboutView {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            licence: env!("CARGO_PKG_LICENSE").to_owned(),
            lexicons: catalogue
                .built_in()
                .iter()
                .map(|entry| LexiconView::of(catalogue, entry))
                .collect(),
        }
    }
}

/// The part of a lexicon's `about.toml` about how it was made.
#[derive(Deserialize, Default)]
struct AboutFile {
    #[serde(default)]
    made: String,
    licence_file: Option<String>,
    #[serde(default)]
    source: Vec<SourceFile>,
    levels: Option<LevelsFile>,
    definitions: Option<DefinitionsFile>,
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

#[derive(Deserialize)]
struct DefinitionsFile {
    licence_file: Option<String>,
    source: Option<SourceFile>,
}

impl AboutFile {
    fn read(text: &str) -> AboutFile {
        toml::from_str(text).unwrap_or_default()
    }

    /// A few lines: how it was made, from which packages, what its levels mean.
    fn provenance(&self) -> String {
        let show = |SourceFile { client, package, version }: &SourceFile| {
            format!("{package} {version} ({client})")
        };
        let sources: Vec<String> = self.source.iter().map(show).collect();
        let mut lines = vec![self.made.trim().to_owned()];
        if !sources.is_empty() {
            lines.push(format!("Made from {}.", sources.join(", ")));
        }
        if let Some(source) =
            self.definitions.as_ref().and_then(|definitions| definitions.source.as_ref())
        {
            lines.push(format!("Definitions from {}.", show(source)));
        }
        if let Some(LevelsFile { meaning }) = &self.levels {
            lines.push(format!("Levels: {}", meaning.trim()));
        }
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// The licence files of the words and of the definitions.
    fn licence_files(&self) -> impl Iterator<Item = &str> {
        let definitions =
            self.definitions.as_ref().and_then(|definitions| definitions.licence_file.as_deref());
        self.licence_file.as_deref().into_iter().chain(definitions)
    }
}

#[test]
fn provenance_is_a_few_lines() {
    let about = AboutFile::read(
        r#"
        name = "small"
        made = "Every word of the package."
        licence_file = "LICENSE.txt"
        [[source]]
        client = "apt"
        package = "words"
        version = "1.0"
        sha256 = "…"
        [levels]
        meaning = "10 everyday; 80 rare."
        how = "by hand"
        [definitions]
        licence_file = "LICENSE-net.txt"
        source = { client = "apt", package = "net", version = "3.0" }
    "#,
    );
    assert_eq!(
        about.provenance(),
        "Every word of the package.\nMade from words 1.0 (apt).\nDefinitions from net 3.0 (apt).\nLevels: 10 everyday; 80 rare."
    );
    assert_eq!(about.licence_files().collect::<Vec<_>>(), ["LICENSE.txt", "LICENSE-net.txt"]);
    assert_eq!(AboutFile::read("").provenance(), "");
}
