//! The user's data folder, the lexicons found there and built in, and what is meant where nothing
//! is named.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tisane_engine::{Engine, Models};
use tisane_lexicon::catalogue::{Entry, Files, FoundLexicon, NumberLeftOut, Origin, Wanted};
use tisane_lexicon::graph::LONGEST;
use tisane_lexicon::{
    Alphabet, Catalogue, CatalogueError, Lexicon, Listed, OpenError, WordList, count, is_readable,
};
use tisane_rules::{Ruleset, USUAL_RULESET, builtin_names};

use crate::failure::{Failure, ruleset, warn};
use crate::names::{LexiconName, RulesetName};

#[derive(Clone)]
pub(crate) struct Data {
    folder: Option<PathBuf>,
    /// What was read from pipes, for all catalogues.
    files: Files,
}

impl Data {
    /// With this folder, or the platform's usual one.
    pub(crate) fn new(folder: Option<PathBuf>) -> Data {
        Data { folder: folder.or_else(usual_folder), files: Files::default() }
    }

    pub(crate) fn folder(&self) -> Option<&std::path::Path> {
        self.folder.as_deref()
    }

    pub(crate) fn catalogue(&self) -> Catalogue {
        Catalogue::new(self.folder.clone()).reading(self.files.clone())
    }

    /// What was learned about games.
    pub(crate) fn models(&self) -> Models {
        Models::new(self.folder.clone())
    }

    /// An engine that knows what was learned about this game with these words, if anything was.
    pub(crate) fn engine(
        &self,
        ruleset: Arc<Ruleset>,
        lexicon: Arc<Lexicon>,
    ) -> anyhow::Result<Engine> {
        Ok(self.models().engine(ruleset, lexicon).map_err(Failure::from)?)
    }

    /// The lexicon that was chosen, or the ruleset's own, spelled with the ruleset's tiles.
    pub(crate) fn lexicon_for(
        &self,
        catalogue: &Catalogue,
        ruleset: &Ruleset,
        chosen: &LexiconOptions,
    ) -> anyhow::Result<Arc<Lexicon>> {
        let Some(name) = chosen.lexicon.as_deref().or(ruleset.lexicon.as_deref()) else {
            return Err(no_lexicon(ruleset).into());
        };
        warn_about_names(catalogue, name);
        let got = get(
            catalogue,
            name,
            &ruleset.alphabet,
            ruleset.layout.longest(),
            chosen.family,
            Some(&ruleset.name),
        );
        Ok(got.map_err(|failure| failure.or_hint(|| tiles_of(ruleset)))?)
    }
}

/// For words that these tiles may not be meant for.
fn tiles_of(ruleset: &Ruleset) -> String {
    format!("these are the tiles of {}; --ruleset names another game", ruleset.name)
}

/// Says that moves are judged without anything learned, if they are.
pub(crate) fn say_if_untrained(engine: &Engine) {
    if !engine.evaluation().is_trained() {
        let (ruleset, lexicon) = (&engine.ruleset().name, engine.lexicon().name());
        warn(&format!(
            "nothing was learned about {ruleset} with {lexicon}, so moves are judged by their scores; `tisane train` learns"
        ));
    }
}

/// `game` is the one whose tiles and board these are, if one is meant.
fn get(
    catalogue: &Catalogue,
    name: &str,
    alphabet: &Alphabet,
    longest: usize,
    family: bool,
    game: Option<&str>,
) -> Result<Arc<Lexicon>, Failure> {
    let wanted = Wanted { longest, without_slurs: family, ..Wanted::new(name, alphabet) };
    let FoundLexicon { lexicon, left_out: NumberLeftOut { unusable, too_long } } =
        catalogue.get_with(&wanted)?;
    let is_own = !catalogue.is_built_in(name);
    if unusable > 0 && is_own {
        let why = match told_by(catalogue, name, alphabet, game) {
            Some(command) => format!("; `{command}` tells which and why"),
            None => ": they are not spelled with these tiles".to_owned(),
        };
        warn(&format!("{} of {name} cannot be used here{why}", count(unusable, "word")));
    }
    if too_long > 0 && is_own {
        let are = if too_long == 1 { "is" } else { "are" };
        warn(&format!("{} of {name} {are} too long for the board", count(too_long, "word")));
    }
    if family && catalogue.slurs(lexicon.name(), alphabet).is_empty() {
        warn(&format!(
            "{name} does not say which of its words are slurs, so --family leaves out none"
        ));
    }
    Ok(lexicon)
}

/// The command that tells which words of a list these tiles leave out.
fn told_by(
    catalogue: &Catalogue,
    name: &str,
    alphabet: &Alphabet,
    game: Option<&str>,
) -> Option<String> {
    let has_these_tiles = |game: &str| ruleset(game).is_ok_and(|game| *game.alphabet == *alphabet);
    entry(catalogue, name).filter(|entry| list_of(entry).is_some())?;
    if game_of(catalogue, name).is_ok_and(|game| has_these_tiles(&game)) {
        return Some(format!("tisane lexicon info {name}"));
    }
    game.filter(|game| has_these_tiles(game))
        .map(|game| format!("tisane lexicon info {name} --ruleset {game}"))
}

/// Says which of the user's files is taken, where several have the name.
fn warn_about_names(catalogue: &Catalogue, name: &str) {
    let Some(Entry { origin: Origin::File(taken), hides, .. }) =
        catalogue.entry(name).filter(|entry| !entry.hides.is_empty())
    else {
        return;
    };
    let file = |path: &Path| path.file_name().unwrap_or_default().display().to_string();
    let others: Vec<String> = hides.iter().map(|path| file(path)).collect();
    warn(&format!(
        "{} is taken, not {}, which is found by its path",
        file(&taken),
        others.join(" or ")
    ));
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
    Failure::new(
        format!("there is no lexicon for {title}"),
        "bring one: --lexicon FILE takes a word list, a lexicon file or a KWG file",
    )
}

/// Where this platform keeps what programs store for a user.
fn usual_folder() -> Option<PathBuf> {
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

/// Which lexicon. The same options for every command that takes one.
#[derive(Clone, Default, clap::Args)]
pub(crate) struct LexiconOptions {
    /// A lexicon's name, or the path of a lexicon file, word list or KWG file [default: the
    /// ruleset's]
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
        let lexicon = lexicon.or_else(|| chosen_lexicon().filter(|_| self.names_nothing()));
        if let Some(ruleset) = self.game()? {
            return data.lexicon_for(catalogue, &ruleset, &LexiconOptions { lexicon, family });
        }
        let name = match lexicon {
            Some(name) => name,
            None => {
                let usual = ruleset(&usual_ruleset())?;
                usual.lexicon.clone().ok_or_else(|| no_lexicon(&usual))?
            }
        };
        warn_about_names(catalogue, &name);
        let native = match catalogue.native(&name) {
            Err(CatalogueError::Open(error)) if says_no_letters(&error) => {
                let game = ruleset(&game_told_of(catalogue, &name)?)?;
                let got = get(catalogue, &name, &game.alphabet, LONGEST, family, None);
                return Ok(got.map_err(|failure| failure.or_hint(|| tiles_of(&game)))?);
            }
            native => native.map_err(Failure::from)?,
        };
        let alphabet = as_games_read(&native);
        let as_it_is = !family && alphabet == *native.alphabet();
        Ok(if as_it_is {
            native
        } else {
            get(catalogue, &name, &alphabet, native.longest(), family, None)?
        })
    }

    fn names_nothing(&self) -> bool {
        self.chosen.lexicon.is_none() && self.ruleset.is_none()
    }

    /// The game whose words are meant, if one is named.
    pub(crate) fn game(&self) -> anyhow::Result<Option<Ruleset>> {
        self.ruleset
            .clone()
            .or_else(|| chosen_ruleset().filter(|_| self.names_nothing()))
            .map(|name| ruleset(&name))
            .transpose()
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

/// The game that is meant by a lexicon where none is named: the usual one, unless the words are of
/// another language.
pub(crate) fn game_of(catalogue: &Catalogue, lexicon: &str) -> anyhow::Result<String> {
    let usual = ruleset(&usual_ruleset())?;
    let language = |tag: &str| tag.split('-').next().unwrap_or_default().to_owned();
    let Some(entry) = entry(catalogue, lexicon) else { return Ok(usual_ruleset()) };
    let others = || builtin_names().filter_map(|name| ruleset(name).ok());
    let game = match (entry.head, &entry.origin) {
        (Some(head), _)
            if head.about.language.is_empty()
                || language(&head.about.language) == language(&usual.locale) =>
        {
            None
        }
        (Some(head), _) => {
            let plays_with_it = |game: &Ruleset| game.lexicon.as_deref() == Some(&*head.name);
            let speaks = |game: &Ruleset| game.locale == head.about.language;
            let rank = |game: &Ruleset| {
                (plays_with_it(game), game.name == head.name, Reverse(game.name.clone()))
            };
            others().filter(|game| plays_with_it(game) || speaks(game)).max_by_key(rank)
        }
        (None, Origin::File(path)) => {
            game_of_words(&some_of(&words_of(catalogue, path)), &usual, others)
        }
        (None, Origin::BuiltIn) => None,
    };
    Ok(game.map_or_else(usual_ruleset, |game| game.name))
}

/// The same, said where only the words of a list tell it.
pub(crate) fn game_told_of(catalogue: &Catalogue, lexicon: &str) -> anyhow::Result<String> {
    let game = game_of(catalogue, lexicon)?;
    let Some(Entry { head: None, origin: Origin::File(path), .. }) = entry(catalogue, lexicon)
    else {
        return Ok(game);
    };
    if game != usual_ruleset() {
        warn(&format!(
            "{lexicon} is read with the tiles of {game}, which has its letters; --ruleset names another game"
        ));
    } else if chosen_ruleset().is_none() {
        let usual = ruleset(&game)?;
        let spelled = Spelled::by(&usual, &some_of(&words_of(catalogue, &path)));
        if spelled.with_folds() >= MANY && spelled.with_folds() * 10 > spelled.words {
            let name = usual.name;
            warn(&format!(
                "many words of {lexicon} have accents that {name} does without; --ruleset names the game of their language"
            ));
        }
    }
    Ok(game)
}

/// The words of a list, or none of what is no list.
pub(crate) fn words_of(catalogue: &Catalogue, path: &Path) -> WordList {
    catalogue
        .files()
        .read(path)
        .ok()
        .and_then(|bytes| WordList::read(&bytes).ok())
        .unwrap_or_default()
}

/// The file of a word list, if it is one.
pub(crate) fn list_of(entry: &Entry) -> Option<&Path> {
    match &entry.origin {
        Origin::File(path)
            if entry.head.is_none()
                && !path.extension().is_some_and(|ending| ending == "kwg" || ending == "kbwg") =>
        {
            Some(path)
        }
        _ => None,
    }
}

/// As many words as tell a language.
fn some_of(words: &WordList) -> Vec<Listed<'_>> {
    words.iter().step_by(words.len() / 2000 + 1).collect()
}

/// The game that a list is of, if that is not the usual one. It says nothing of its letters, but
/// some of its words tell.
fn game_of_words<Games: Iterator<Item = Ruleset>>(
    some: &[Listed],
    usual: &Ruleset,
    others: impl Fn() -> Games,
) -> Option<Ruleset> {
    let by_usual = Spelled::by(usual, some);
    if by_usual.words * 2 >= some.len() && by_usual.with_folds() * 200 <= by_usual.words {
        return None;
    }
    let games: Vec<(Spelled, Ruleset)> =
        others().map(|game| (Spelled::by(&game, some), game)).collect();
    let most = games.iter().map(|(spelled, _)| spelled.words).max().unwrap_or_default();
    // A letter for each that is written counts more than one that it is read as, where nearly all
    // words can be read.
    let able = games.into_iter().filter(|(spelled, _)| {
        spelled.words * 2 > some.len() && spelled.words + most / 100 >= most
    });
    // A few accents are no sign of a language that nobody has words of here.
    let is_sure = by_usual.words * 2 < some.len() || by_usual.with_folds() >= MANY;
    let able = able.filter(|(_, game)| is_sure || game.lexicon.is_some());
    let rank = |(spelled, game): &(Spelled, Ruleset)| {
        let plays_by_its_name = game.lexicon.as_ref() == Some(&game.name);
        (
            spelled.words + spelled.plain,
            game.name == usual.name,
            game.lexicon.is_some(),
            plays_by_its_name,
            Reverse(game.name.clone()),
        )
    };
    able.max_by_key(rank).map(|(_, game)| game).filter(|game| game.name != usual.name)
}

/// So many words with letters of another language are more than borrowed ones.
const MANY: usize = 20;

/// How many words a game can spell.
#[derive(Copy, Clone, Default)]
struct Spelled {
    words: usize,
    /// Of these, with the letters that are written.
    plain: usize,
}

impl Spelled {
    fn by(game: &Ruleset, words: &[Listed]) -> Spelled {
        let alphabet = &game.alphabet;
        let mut spelled = Spelled::default();
        for Listed { spelling, .. } in words {
            if let Ok(letters) = alphabet.parse(spelling) {
                spelled.words += 1;
                spelled.plain +=
                    usize::from(alphabet.casing().upper(spelling) == alphabet.spell(&letters));
            }
        }
        spelled
    }

    fn with_folds(self) -> usize {
        self.words - self.plain
    }
}

/// The lexicon with this name, or in this file.
pub(crate) fn entry(catalogue: &Catalogue, name: &str) -> Option<Entry> {
    let of_file = |path: &Path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Entry::of_file(name, path.to_owned(), catalogue.files())
    };
    catalogue
        .entry(name)
        .or_else(|| Some(Path::new(name)).filter(|path| is_readable(path)).map(of_file))
}

/// The letters of a lexicon, with accents read as a game reads them that is played with it, or else
/// in its language; best one that has the same letters.
fn as_games_read(lexicon: &Lexicon) -> Alphabet {
    let alphabet = lexicon.alphabet();
    let names = std::iter::once(usual_ruleset()).chain(builtin_names().map(str::to_owned));
    let plays_with_it = |game: &Ruleset| game.lexicon.as_deref() == Some(lexicon.name());
    let speaks = |game: &Ruleset| {
        game.locale == lexicon.about().language && game.alphabet.spells_alike(alphabet)
    };
    let mut games: Vec<Ruleset> = names
        .filter_map(|name| ruleset(&name).ok())
        .filter(|game| plays_with_it(game) || speaks(game))
        .collect();
    games.sort_by_key(|game| !plays_with_it(game));
    if let Some(game) = games.iter().find(|game| game.alphabet.spells_alike(alphabet)) {
        return (*game.alphabet).clone();
    }
    let faces = || alphabet.letters().map(|letter| alphabet.face(letter));
    let read =
        |game: &Ruleset| Alphabet::new(alphabet.casing(), faces(), game.alphabet.folds()).ok();
    games.iter().find_map(read).unwrap_or_else(|| alphabet.clone())
}

/// Word lists and KWG files are not lexicon files, which carry their alphabet.
fn says_no_letters(error: &OpenError) -> bool {
    match error {
        OpenError::File { source, .. } => says_no_letters(source),
        error => matches!(error, OpenError::Foreign),
    }
}
