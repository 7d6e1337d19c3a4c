//! The user's data folder, and the lexicons found there and built in.

use std::path::PathBuf;
use std::sync::Arc;

use tisane_lexicon::catalogue::Wanted;
use tisane_lexicon::{Catalogue, CatalogueError, Lexicon, OpenError};
use tisane_rules::Ruleset;

use crate::failure::{Failure, ruleset};

/// The lexicon when neither `--lexicon` nor `--ruleset` is given.
const DEFAULT_LEXICON: &str = "english";

pub(crate) struct Data {
    folder: Option<PathBuf>,
}

impl Data {
    /// With this folder, or the platform's usual one.
    pub(crate) fn new(folder: Option<PathBuf>) -> Data {
        Data { folder: folder.or_else(usual_folder) }
    }

    pub(crate) fn catalogue(&self) -> Catalogue {
        Catalogue::new(self.folder.clone())
    }
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
        let ruleset = self.ruleset.as_deref().map(ruleset).transpose()?;
        let named = self.lexicon.as_deref().or_else(|| ruleset.as_ref()?.lexicon.as_deref());
        let name = match (named, &ruleset) {
            (Some(name), _) => name,
            (None, None) => DEFAULT_LEXICON,
            (None, Some(Ruleset { title, .. })) => {
                return Err(Failure::new(
                    format!("there is no lexicon for {title}"),
                    "bring one: --lexicon FILE takes a word list, a lexicon file or a KWG file",
                )
                .into());
            }
        };
        let catalogue = data.catalogue();
        let opened = match &ruleset {
            Some(ruleset) => {
                let wanted = Wanted { longest: ruleset.layout.longest(), ..Wanted::new(name, &ruleset.alphabet) };
                catalogue.get_with(&wanted).map(|(lexicon, _)| lexicon)
            }
            None => catalogue.native(name),
        };
        Ok(opened.map_err(|error| match error {
            CatalogueError::Open(error) if ruleset.is_none() && says_no_letters(&error) => Failure::new(
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
