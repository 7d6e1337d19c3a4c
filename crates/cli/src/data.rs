//! The user's data folder, and the lexicons found there and built in.

use std::path::PathBuf;
use std::sync::Arc;

use tisane_engine::{Engine, Models};
use tisane_lexicon::catalogue::Wanted;
use tisane_lexicon::{Catalogue, CatalogueError, Lexicon, OpenError};
use tisane_rules::Ruleset;

use crate::failure::{Failure, ruleset};

/// The lexicon when neither `--lexicon` nor `--ruleset` is given.
const DEFAULT_LEXICON: &str = "english";

#[derive(Clone)]
pub(crate) struct Data {
    folder: Option<PathBuf>,
}

impl Data {
    /// With this folder, or the platform's usual one.
    pub(crate) fn new(folder: Option<PathBuf>) -> Data {
        Data { folder: folder.or_else(usual_folder) }
    }

    pub(crate) fn folder(&self) -> Option<&std::path::Path> {
        self.folder.as_deref()
    }

    pub(crate) fn catalogue(&self) -> Catalogue {
        Catalogue::new(self.folder.clone())
    }

    /// What was learned about games.
    pub(crate) fn models(&self) -> Models {
        Models::new(self.folder.clone())
    }

    /// An engine that knows what was learned about this game with these words, if anything was.
    pub(crate) fn engine(&self, ruleset: Arc<Ruleset>, lexicon: Arc<Lexicon>) -> anyhow::Result<Engine> {
        Ok(self.models().engine(ruleset, lexicon).map_err(Failure::from)?)
    }

    /// The lexicon with this name or in this file, or the ruleset's own, spelled with the ruleset's tiles.
    pub(crate) fn lexicon_for(&self, catalogue: &Catalogue, ruleset: &Ruleset, name: Option<&str>) -> anyhow::Result<Arc<Lexicon>> {
        let Some(name) = name.or(ruleset.lexicon.as_deref()) else { return Err(no_lexicon(ruleset).into()) };
        let wanted = Wanted { longest: ruleset.layout.longest(), ..Wanted::new(name, &ruleset.alphabet) };
        Ok(catalogue.get_with(&wanted).map(|(lexicon, _)| lexicon).map_err(Failure::from)?)
    }
}

fn no_lexicon(Ruleset { title, .. }: &Ruleset) -> Failure {
    Failure::new(format!("there is no lexicon for {title}"), "bring one: --lexicon FILE takes a word list, a lexicon file or a KWG file")
}

/// Where this platform keeps what programs store for a user.
fn usual_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        std::env::home_dir().map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| std::env::home_dir().map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("tisane"))
}

/// Which words are meant. The same options for every command about words.
#[derive(clap::Args)]
pub(crate) struct WhichWords {
    /// A lexicon's name, or the path of a lexicon file, word list or KWG file [default: the ruleset's, or english]
    #[arg(long, short, value_name = "NAME|FILE")]
    lexicon: Option<String>,
    /// Spell with this ruleset's tiles, and leave out words longer than its board
    #[arg(long, short, value_name = "NAME|FILE")]
    ruleset: Option<String>,
}

impl WhichWords {
    pub(crate) fn open(&self, data: &Data) -> anyhow::Result<Arc<Lexicon>> {
        let catalogue = data.catalogue();
        if let Some(name) = &self.ruleset {
            return data.lexicon_for(&catalogue, &ruleset(name)?, self.lexicon.as_deref());
        }
        let name = self.lexicon.as_deref().unwrap_or(DEFAULT_LEXICON);
        Ok(catalogue.native(name).map_err(|error| match error {
            CatalogueError::Open(error) if says_no_letters(&error) => Failure::new(
                format!("{name} does not say which letters it is made of"),
                "add --ruleset, whose tiles are then meant; `tisane rulesets` lists them",
            ),
            error => error.into(),
        })?)
    }
}

/// Word lists and KWG files are not lexicon files, which carry their alphabet.
fn says_no_letters(error: &OpenError) -> bool {
    match error {
        OpenError::File { source, .. } => says_no_letters(source),
        error => matches!(error, OpenError::Foreign),
    }
}
