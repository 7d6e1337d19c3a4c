//! Which game a lexicon belongs to: by what its file says, or by the letters of its words.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use tisane_lexicon::catalogue::{Entry, Origin};
use tisane_lexicon::{Alphabet, Catalogue, Lexicon, Listed, WordList, is_readable};
use tisane_rules::{Ruleset, builtin_names};

use super::error::OpenError;
use super::library::Library;
use super::warning::Warning;

/// This many words with letters of another language are more than borrowed ones.
const MANY: usize = 20;

/// About this many words of a list are enough to tell its language.
const SAMPLE: usize = 2000;

impl Library<'_> {
    /// The name of the game that a lexicon belongs to: the default, unless its words are in another
    /// language.
    pub fn game_of_lexicon(&self, lexicon: impl AsRef<OsStr>) -> Result<String, OpenError> {
        let default_name = self.default_ruleset().ok_or(OpenError::WhichGame)?.to_owned();
        let default = self.rulebook().ruleset(&default_name)?;
        let Some(entry) = self.entry(lexicon) else { return Ok(default_name) };
        let language = |tag: &str| tag.split('-').next().unwrap_or_default().to_owned();
        let game = match (entry.head, &entry.origin) {
            (Some(head), _)
                if head.about.language.is_empty()
                    || language(&head.about.language) == language(&default.locale) =>
            {
                None
            }
            (Some(head), _) => {
                let plays_with_it = |game: &Ruleset| game.lexicon.as_deref() == Some(&*head.name);
                let speaks = |game: &Ruleset| game.locale == head.about.language;
                let rank = |game: &Arc<Ruleset>| {
                    (plays_with_it(game), game.name == head.name, Reverse(game.name.clone()))
                };
                let games = self.built_in_games();
                games.filter(|game| plays_with_it(game) || speaks(game)).max_by_key(rank)
            }
            (None, Origin::File(path)) => {
                let words = words_of(self.catalogue, path);
                self.game_of_words(&sample(&words), &default)
            }
            (None, Origin::BuiltIn) => None,
        };
        Ok(game.map_or(default_name, |game| game.name.clone()))
    }

    /// The same, with a warning where only the words of a list tell.
    pub fn guessed_game(
        &self,
        lexicon: impl AsRef<OsStr>,
        warnings: &mut Vec<Warning>,
    ) -> Result<String, OpenError> {
        let lexicon = lexicon.as_ref();
        let shown = || lexicon.to_string_lossy().into_owned();
        let game = self.game_of_lexicon(lexicon)?;
        let Some(Entry { head: None, origin: Origin::File(path), .. }) = self.entry(lexicon) else {
            return Ok(game);
        };
        if Some(&*game) != self.default_ruleset() {
            let (lexicon, game) = (shown(), game.clone());
            warnings.push(Warning::GuessedGame { lexicon, game });
        } else if self.defaults.ruleset.is_none() {
            let ruleset = self.rulebook().ruleset(&game)?;
            let words = words_of(self.catalogue, &path);
            let spelled = Spelled::count(&ruleset, &sample(&words));
            if spelled.with_accents() >= MANY && spelled.with_accents() * 10 > spelled.words {
                let (lexicon, game) = (shown(), ruleset.name.clone());
                warnings.push(Warning::Accents { lexicon, game });
            }
        }
        Ok(game)
    }

    /// The lexicon with this name, or where paths may be given, in this file.
    pub fn entry(&self, name: impl AsRef<OsStr>) -> Option<Entry> {
        let name = name.as_ref();
        let of_file = |path: &Path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Entry::of_file(name, path.to_owned(), self.catalogue.files())
        };
        let path = || Some(Path::new(name)).filter(|path| self.may_read_files && is_readable(path));
        self.catalogue.entry(name).or_else(|| path().map(of_file))
    }

    fn built_in_games(&self) -> impl Iterator<Item = Arc<Ruleset>> {
        builtin_names().filter_map(|name| self.rulebook().ruleset(name).ok())
    }

    /// The game that a word list belongs to, unless it is the default one.
    fn game_of_words(&self, words: &[Listed], default: &Ruleset) -> Option<Arc<Ruleset>> {
        let by_default = Spelled::count(default, words);
        if by_default.words * 2 >= words.len()
            && by_default.with_accents() * 200 <= by_default.words
        {
            return None;
        }
        let games: Vec<(Spelled, Arc<Ruleset>)> =
            self.built_in_games().map(|game| (Spelled::count(&game, words), game)).collect();
        let most = games.iter().map(|(spelled, _)| spelled.words).max().unwrap_or_default();
        // Among games that can spell nearly all words, one that has the written letters is better
        // than one that reads them as others.
        let able = games.into_iter().filter(|(spelled, _)| {
            spelled.words * 2 > words.len() && spelled.words + most / 100 >= most
        });
        // A few accents don't prove a language without a lexicon.
        let is_sure = by_default.words * 2 < words.len() || by_default.with_accents() >= MANY;
        let able = able.filter(|(_, game)| is_sure || game.lexicon.is_some());
        let rank = |(spelled, game): &(Spelled, Arc<Ruleset>)| {
            let plays_by_its_name = game.lexicon.as_ref() == Some(&game.name);
            (
                spelled.words + spelled.plain,
                game.name == default.name,
                game.lexicon.is_some(),
                plays_by_its_name,
                Reverse(game.name.clone()),
            )
        };
        able.max_by_key(rank).map(|(_, game)| game).filter(|game| game.name != default.name)
    }

    /// A lexicon's letters, with accents read as in a game that is played with it or in its
    /// language, preferably one with the same letters.
    pub(super) fn alphabet_as_played(&self, lexicon: &Lexicon) -> Alphabet {
        let alphabet = lexicon.alphabet();
        let default = self.default_ruleset().and_then(|name| self.rulebook().ruleset(name).ok());
        let plays_with_it = |game: &Ruleset| game.lexicon.as_deref() == Some(lexicon.name());
        let speaks = |game: &Ruleset| {
            game.locale == lexicon.about().language && game.alphabet.spells_alike(alphabet)
        };
        let mut games: Vec<Arc<Ruleset>> = default
            .into_iter()
            .chain(self.built_in_games())
            .filter(|game| plays_with_it(game) || speaks(game))
            .collect();
        games.sort_by_key(|game| !plays_with_it(game));
        if let Some(game) = games.iter().find(|game| game.alphabet.spells_alike(alphabet)) {
            return (*game.alphabet).clone();
        }
        let faces = || alphabet.letters().map(|letter| alphabet.face(letter));
        let read = |game: &Arc<Ruleset>| {
            Alphabet::new(alphabet.casing(), faces(), game.alphabet.folds()).ok()
        };
        games.iter().find_map(read).unwrap_or_else(|| alphabet.clone())
    }
}

/// The words of a word list; empty if the file is not a word list.
pub fn words_of(catalogue: &Catalogue, path: &Path) -> WordList {
    catalogue
        .files()
        .read(path)
        .ok()
        .and_then(|bytes| WordList::read(&bytes).ok())
        .unwrap_or_default()
}

fn sample(words: &WordList) -> Vec<Listed<'_>> {
    words.iter().step_by(words.len() / SAMPLE + 1).collect()
}

/// How many words a game's tiles can spell.
#[derive(Copy, Clone, Default)]
struct Spelled {
    words: usize,
    /// Those of them whose every letter has a tile.
    plain: usize,
}

impl Spelled {
    fn count(game: &Ruleset, words: &[Listed]) -> Spelled {
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

    fn with_accents(self) -> usize {
        self.words - self.plain
    }
}
