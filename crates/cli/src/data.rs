//! The user's data folder, the lexicons and models in it and built in, and the user's defaults.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tisane_app::open::{self, Defaults, Library, OpenError, Warning};
use tisane_engine::leave::NoLeaves;
use tisane_engine::{Engine, Evaluation, Models};
use tisane_lexicon::catalogue::{Entry, Files};
use tisane_lexicon::{Catalogue, Lexicon, WordList};
use tisane_rules::{Ruleset, USUAL_RULESET};

use crate::config::config;
use crate::failure::{Failure, note, warn};
use crate::names::{LexiconName, RulesetName};
use crate::open::{RulesetFiles, print_warnings, ruleset};

/// Where the user's lexicons, models and games are.
#[derive(Clone)]
pub(crate) struct Data {
    folder: Option<PathBuf>,
    /// Files that were read from pipes, shared by all catalogues.
    files: Files,
}

impl Data {
    /// With this folder, or the platform's own.
    pub(crate) fn new(folder: Option<PathBuf>) -> Data {
        Data { folder: folder.or_else(platform_folder), files: Files::default() }
    }

    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    pub(crate) fn catalogue(&self) -> Catalogue {
        Catalogue::new(self.folder.clone()).reading(self.files.clone())
    }

    pub(crate) fn models(&self) -> Models {
        Models::new(self.folder.clone())
    }

    /// An engine for this game and lexicon, with a model if there is one.
    pub(crate) fn engine(
        &self,
        ruleset: Arc<Ruleset>,
        lexicon: Arc<Lexicon>,
        chosen: &LeaveOptions,
    ) -> anyhow::Result<Engine> {
        let mut engine = self.models().engine(ruleset, lexicon).map_err(Failure::from)?;
        if let Some(file) = &chosen.leaves {
            let similar = || self.models().similar(engine.ruleset()).as_ref().map(Evaluation::from);
            let own = Some(engine.evaluation().clone()).filter(Evaluation::is_trained);
            let own = own.or_else(similar).unwrap_or_else(|| NoLeaves.into());
            let evaluation = Evaluation::open(file, engine.ruleset(), engine.lexicon(), own);
            engine = engine.with_evaluation(evaluation.map_err(Failure::from)?);
        }
        note(|| {
            let trained = if engine.evaluation().is_trained() { "with" } else { "without" };
            let (ruleset, lexicon) = (&engine.ruleset().name, engine.lexicon());
            let (name, words) = (lexicon.name(), lexicon.len());
            format!("ruleset {ruleset}, lexicon {name} ({words} words), {trained} a model")
        });
        Ok(engine)
    }

    /// The chosen lexicon, or the ruleset's own, spelled with the ruleset's tiles.
    pub(crate) fn lexicon_for(
        &self,
        catalogue: &Catalogue,
        ruleset: &Ruleset,
        chosen: &LexiconOptions,
    ) -> anyhow::Result<Arc<Lexicon>> {
        let own = ruleset.lexicon.as_deref().map(OsStr::new);
        let Some(name) = chosen.lexicon.as_deref().or(own) else {
            return Err(no_lexicon(ruleset).into());
        };
        let opened = with_library(catalogue, |library, warnings| {
            library.lexicon_for(ruleset, name, chosen.family, warnings)
        });
        Ok(opened.map_err(|failure| failure.or_hint(|| tiles_hint(ruleset)))?)
    }
}

/// Opens something and prints the warnings.
pub(crate) fn with_library<T>(
    catalogue: &Catalogue,
    work: impl FnOnce(&Library<'_>, &mut Vec<Warning>) -> Result<T, OpenError>,
) -> Result<T, Failure> {
    let defaults = defaults();
    let library =
        Library { rulesets: &RulesetFiles, catalogue, defaults: &defaults, may_read_files: true };
    let mut warnings = Vec::new();
    let done = work(&library, &mut warnings);
    print_warnings(&warnings);
    done.map_err(Failure::from)
}

/// The words may be meant for other tiles.
fn tiles_hint(ruleset: &Ruleset) -> String {
    format!("these are the tiles of {}; --ruleset chooses another game", ruleset.name)
}

/// Warns that moves are ranked without a model, if they are.
pub(crate) fn say_if_untrained(engine: &Engine) {
    if !engine.evaluation().is_trained() {
        let (ruleset, lexicon) = (&engine.ruleset().name, engine.lexicon().name());
        warn(&format!(
            "no model for {ruleset} with {lexicon}: moves are ranked by score alone; \
             `tisane train` trains a model"
        ));
    }
}

/// What the user has chosen for when nothing is named.
pub(crate) fn defaults() -> Defaults {
    Defaults {
        ruleset: variable("TISANE_RULESET").or_else(|| config().ruleset.clone()),
        lexicon: variable("TISANE_LEXICON").or_else(|| config().lexicon.clone()),
        must_name_game: false,
    }
}

/// The default ruleset.
pub(crate) fn usual_ruleset() -> String {
    defaults().ruleset.unwrap_or(USUAL_RULESET.to_owned())
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

pub(crate) fn no_lexicon(Ruleset { title, .. }: &Ruleset) -> Failure {
    OpenError::NoLexicon { title: title.clone() }.into()
}

/// Where this platform keeps the data that programs store for a user.
fn platform_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        std::env::home_dir().map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME")
            .or_else(|| std::env::home_dir().map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("tisane"))
}

/// Which lexicon: the same options for every command that takes one.
#[derive(Clone, Default, clap::Args)]
pub(crate) struct LexiconOptions {
    /// Lexicon: a name, or the path of a lexicon file, word list or KWG file [default: the
    /// ruleset's]
    #[arg(long, short, value_name = "NAME|FILE", value_parser = LexiconName, hide_possible_values = true)]
    pub(crate) lexicon: Option<OsString>,
    /// Leave out slurs, if the lexicon marks them
    #[arg(long)]
    pub(crate) family: bool,
}

/// Which leaves: the same option for every command that evaluates moves.
#[derive(Clone, Default, clap::Args)]
pub(crate) struct LeaveOptions {
    /// Leave values: a model, or a KLV2 file of another program [default: the game's model]
    #[arg(long, value_name = "FILE")]
    leaves: Option<PathBuf>,
}

/// Which words: the same options for every command about words.
#[derive(Clone, clap::Args)]
pub(crate) struct WhichWords {
    #[command(flatten)]
    chosen: LexiconOptions,
    /// Use this ruleset's tiles, and leave out words longer than its board
    #[arg(long, short, value_name = "NAME|FILE", value_parser = RulesetName, hide_possible_values = true)]
    ruleset: Option<OsString>,
}

impl WhichWords {
    pub(crate) fn open(&self, data: &Data, catalogue: &Catalogue) -> anyhow::Result<Arc<Lexicon>> {
        let LexiconOptions { lexicon, family } = self.chosen.clone();
        let lexicon =
            lexicon.or_else(|| Some(defaults().lexicon.filter(|_| self.names_nothing())?.into()));
        if let Some(ruleset) = self.game()? {
            return data.lexicon_for(catalogue, &ruleset, &LexiconOptions { lexicon, family });
        }
        let name = match lexicon {
            Some(name) => name,
            None => {
                let default = ruleset(usual_ruleset())?;
                default.lexicon.clone().ok_or_else(|| no_lexicon(&default))?.into()
            }
        };
        let opened = with_library(catalogue, |library, warnings| {
            library.lexicon_alone(&name, family, warnings)
        });
        Ok(opened.map_err(|failure| failure.or_hint(|| self.spelling_hint(catalogue, &name)))?)
    }

    /// A word list may be read with the wrong tiles.
    fn spelling_hint(&self, catalogue: &Catalogue, name: &OsStr) -> String {
        let game = game_of(catalogue, name).ok().and_then(|game| ruleset(&game).ok());
        game.map_or(String::new(), |game| tiles_hint(&game))
    }

    fn names_nothing(&self) -> bool {
        self.chosen.lexicon.is_none() && self.ruleset.is_none()
    }

    /// The game whose tiles are used, if one is chosen.
    pub(crate) fn game(&self) -> anyhow::Result<Option<Ruleset>> {
        self.ruleset
            .clone()
            .or_else(|| Some(defaults().ruleset.filter(|_| self.names_nothing())?.into()))
            .map(|name| ruleset(&name))
            .transpose()
    }

    /// The same, with the lexicon named by an argument of its own.
    pub(crate) fn or_named(&self, name: Option<&OsString>) -> WhichWords {
        let mut which = self.clone();
        which.chosen.lexicon = name.cloned().or(which.chosen.lexicon);
        which
    }

    pub(crate) fn family(&self) -> bool {
        self.chosen.family
    }
}

/// The name of the game that a lexicon belongs to.
pub(crate) fn game_of(catalogue: &Catalogue, lexicon: impl AsRef<OsStr>) -> anyhow::Result<String> {
    Ok(with_library(catalogue, |library, _| library.game_of_lexicon(lexicon))?)
}

/// The same, with a warning if it was guessed from the letters of a word list.
pub(crate) fn guessed_game(
    catalogue: &Catalogue,
    lexicon: impl AsRef<OsStr>,
) -> anyhow::Result<String> {
    Ok(with_library(catalogue, |library, warnings| library.guessed_game(lexicon, warnings))?)
}

pub(crate) fn words_of(catalogue: &Catalogue, path: &Path) -> WordList {
    open::words_of(catalogue, path)
}

/// The path of a lexicon that is a plain word list.
pub(crate) fn list_of(entry: &Entry) -> Option<&Path> {
    open::word_list_path(entry)
}

/// The lexicon with this name, or in this file.
pub(crate) fn entry(catalogue: &Catalogue, name: impl AsRef<OsStr>) -> Option<Entry> {
    with_library(catalogue, |library, _| Ok(library.entry(name))).ok().flatten()
}
