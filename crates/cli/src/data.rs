//! The user's data folder, the lexicons found there and built in, and what is meant where nothing is named.

use std::path::PathBuf;
use std::sync::Arc;

use tisane_engine::{Engine, Models};
use tisane_lexicon::catalogue::Wanted;
use tisane_lexicon::graph::LONGEST;
use tisane_lexicon::{Alphabet, Catalogue, CatalogueError, Lexicon, OpenError, count};
use tisane_rules::{Ruleset, USUAL_RULESET, builtin_names};

use crate::failure::{Failure, ruleset, warn};
use crate::names::{LexiconName, RulesetName};

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

    /// The lexicon that was chosen, or the ruleset's own, spelled with the ruleset's tiles.
    pub(crate) fn lexicon_for(&self, catalogue: &Catalogue, ruleset: &Ruleset, chosen: &LexiconOptions) -> anyhow::Result<Arc<Lexicon>> {
        let Some(name) = chosen.lexicon.as_deref().or(ruleset.lexicon.as_deref()) else { return Err(no_lexicon(ruleset).into()) };
        Ok(get(catalogue, name, &ruleset.alphabet, ruleset.layout.longest(), chosen.family)?)
    }
}

/// Says that moves are judged without anything learned, if they are.
pub(crate) fn say_if_untrained(engine: &Engine) {
    if !engine.evaluation().is_trained() {
        let (ruleset, lexicon) = (&engine.ruleset().name, engine.lexicon().name());
        warn(&format!("nothing was learned about {ruleset} with {lexicon}, so moves are judged by their scores; `tisane train` learns"));
    }
}

fn get(catalogue: &Catalogue, name: &str, alphabet: &Alphabet, longest: usize, family: bool) -> Result<Arc<Lexicon>, Failure> {
    let wanted = Wanted { longest, without_slurs: family, ..Wanted::new(name, alphabet) };
    let (lexicon, report) = catalogue.get_with(&wanted)?;
    if let Some(left_out) = report.filter(|_| !catalogue.is_built_in(name)).map(|report| report.unusable()).filter(|&n| n > 0) {
        let words = count(left_out, "word");
        warn(&format!("{words} of {name} cannot be used here; `tisane lexicon build` tells which and why"));
    }
    if family && catalogue.slurs(lexicon.name(), alphabet).is_empty() {
        warn(&format!("{name} does not say which of its words are slurs, so --family leaves out none"));
    }
    Ok(lexicon)
}

/// The ruleset where nothing names one.
pub(crate) fn usual_ruleset() -> String {
    chosen_ruleset().unwrap_or(USUAL_RULESET.to_owned())
}

fn chosen_ruleset() -> Option<String> {
    variable("TISANE_RULESET")
}

/// The lexicon where nothing names one or a ruleset, if the user has chosen one for that.
pub(crate) fn chosen_lexicon() -> Option<String> {
    variable("TISANE_LEXICON")
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn no_lexicon(Ruleset { title, .. }: &Ruleset) -> Failure {
    Failure::new(format!("there is no lexicon for {title}"), "bring one: --lexicon FILE takes a word list, a lexicon file or a KWG file")
}

/// Where this platform keeps what programs store for a user.
fn usual_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        std::env::home_dir().map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| std::env::home_dir().map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("tisane"))
}

/// Which lexicon. The same options for every command that takes one.
#[derive(Clone, Default, clap::Args)]
pub(crate) struct LexiconOptions {
    /// A lexicon's name, or the path of a lexicon file, word list or KWG file [default: the ruleset's]
    #[arg(long, short, value_name = "NAME|FILE", value_parser = LexiconName, hide_possible_values = true)]
    pub(crate) lexicon: Option<String>,
    /// Leave out slurs, where the lexicon says which of its words are
    #[arg(long)]
    pub(crate) family: bool,
}

/// Which words are meant. The same options for every command about words.
#[derive(Clone, clap::Args)]
pub(crate) struct WhichWords {
    #[command(flatten)]
    chosen: LexiconOptions,
    /// Spell with this ruleset's tiles, and leave out words longer than its board
    #[arg(long, short, value_name = "NAME|FILE", value_parser = RulesetName, hide_possible_values = true)]
    ruleset: Option<String>,
}

impl WhichWords {
    pub(crate) fn open(&self, data: &Data, catalogue: &Catalogue) -> anyhow::Result<Arc<Lexicon>> {
        let LexiconOptions { lexicon, family } = self.chosen.clone();
        let unnamed = lexicon.is_none() && self.ruleset.is_none();
        let lexicon = lexicon.or_else(|| chosen_lexicon().filter(|_| unnamed));
        if let Some(name) = self.ruleset.clone().or_else(|| chosen_ruleset().filter(|_| unnamed)) {
            return data.lexicon_for(catalogue, &ruleset(&name)?, &LexiconOptions { lexicon, family });
        }
        let name = match lexicon {
            Some(name) => name,
            None => {
                let usual = ruleset(&usual_ruleset())?;
                usual.lexicon.clone().ok_or_else(|| no_lexicon(&usual))?
            }
        };
        let native = match catalogue.native(&name) {
            // A list says nothing of its letters: they are those of the usual game.
            Err(CatalogueError::Open(error)) if says_no_letters(&error) => {
                return Ok(get(catalogue, &name, &ruleset(&usual_ruleset())?.alphabet, LONGEST, family)?);
            }
            native => native.map_err(Failure::from)?,
        };
        let alphabet = as_games_read(native.name(), native.alphabet());
        let as_it_is = !family && alphabet == *native.alphabet();
        Ok(if as_it_is { native } else { get(catalogue, &name, &alphabet, native.longest(), family)? })
    }

    /// Names the lexicon by an argument of its own.
    pub(crate) fn or_named(&self, name: Option<&String>) -> WhichWords {
        let mut which = self.clone();
        which.chosen.lexicon = name.cloned().or(which.chosen.lexicon);
        which
    }

    pub(crate) fn family(&self) -> bool {
        self.chosen.family
    }
}

/// The letters of a lexicon, with accents read as a game reads them that is played with it; best one that has the same letters.
fn as_games_read(lexicon: &str, alphabet: &Alphabet) -> Alphabet {
    let names = std::iter::once(usual_ruleset()).chain(builtin_names().map(str::to_owned));
    let games: Vec<Ruleset> =
        names.filter_map(|name| ruleset(&name).ok()).filter(|game| game.lexicon.as_deref() == Some(lexicon)).collect();
    if let Some(game) = games.iter().find(|game| game.alphabet.spells_alike(alphabet)) {
        return (*game.alphabet).clone();
    }
    let faces = || alphabet.letters().map(|letter| alphabet.face(letter));
    let read = |game: &Ruleset| Alphabet::new(alphabet.casing(), faces(), game.alphabet.folds()).ok();
    games.iter().find_map(read).unwrap_or_else(|| alphabet.clone())
}

/// Word lists and KWG files are not lexicon files, which carry their alphabet.
fn says_no_letters(error: &OpenError) -> bool {
    match error {
        OpenError::File { source, .. } => says_no_letters(source),
        error => matches!(error, OpenError::Foreign),
    }
}
