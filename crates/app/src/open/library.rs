//! Rulesets and lexicons together: everything a text needs to be opened.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

use tisane_lexicon::catalogue::{Entry, FoundLexicon, LexiconRequest, NumberLeftOut, Origin};
use tisane_lexicon::graph::LONGEST;
use tisane_lexicon::{Alphabet, Catalogue, CatalogueError, Lexicon, OpenError as FileError};
use tisane_rules::{GcgFile, GcgRecord, Ruleset, USUAL_RULESET, Written};

use super::error::OpenError;
use super::position::{OpenedPosition, PositionChoices};
use super::rulebook::{RuleChoices, Rulebook, Rules, Rulesets, named_game};
use super::warning::{Listing, Warning, board_warnings, phonies};

/// What holds where neither a text nor the user's choices name a game or a lexicon.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Defaults {
    /// The user's own default ruleset.
    pub ruleset: Option<String>,
    /// The user's own default lexicon.
    pub lexicon: Option<String>,
    /// Whether a text must name its game if the user has no default. Otherwise the built-in default
    /// holds.
    pub must_name_game: bool,
}

/// Where rulesets and lexicons are found.
#[derive(Copy, Clone)]
pub struct Library<'a> {
    /// Where rulesets are found.
    pub rulesets: &'a dyn Rulesets,
    /// Where lexicons are found.
    pub catalogue: &'a Catalogue,
    /// What holds where nothing is named.
    pub defaults: &'a Defaults,
    /// Whether a lexicon's name may be the path of a file. A server refuses that to visitors.
    pub may_read_files: bool,
}

impl std::fmt::Debug for Library<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("defaults", self.defaults).finish_non_exhaustive()
    }
}

/// Everything that can be chosen when a text is opened.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Choices {
    /// Rules, rack and turn.
    pub position: PositionChoices,
    /// The lexicon.
    pub lexicon: LexiconChoices,
}

/// Which lexicon the user asks for.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct LexiconChoices {
    /// Its name or, where that is allowed, its path.
    pub name: Option<OsString>,
    /// Whether slurs are left out, if the lexicon marks them.
    pub family: bool,
}

/// A position with its rules and words, and what looks wrong about it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The rules.
    pub ruleset: Arc<Ruleset>,
    /// The rules without the changes that the text and the user made.
    pub plain: Arc<Ruleset>,
    /// The words, unless the game has no lexicon.
    pub lexicon: Option<Arc<Lexicon>>,
    /// The position.
    pub position: tisane_rules::Position,
    /// What looks wrong.
    pub warnings: Vec<Warning>,
}

impl<'a> Library<'a> {
    /// The default ruleset, if a game need not be named.
    pub fn default_ruleset(&self) -> Option<&'a str> {
        let built_in = (!self.defaults.must_name_game).then_some(USUAL_RULESET);
        self.defaults.ruleset.as_deref().or(built_in)
    }

    /// The rulesets alone.
    pub fn rulebook(&self) -> Rulebook<'a> {
        Rulebook { rulesets: self.rulesets, default: self.default_ruleset() }
    }

    /// Opens a text with everything that belongs to it.
    pub fn open(&self, text: Option<&Written>, choices: &Choices) -> Result<Opened, OpenError> {
        let mut warnings = Vec::new();
        let OpenedPosition { ruleset, plain, position, .. } =
            self.position(text, choices, &mut warnings)?;
        let lexicon = self.words(text, &ruleset, choices, &mut warnings)?;
        warnings.extend(position_warnings(&ruleset, lexicon.as_deref(), &position));
        Ok(Opened { ruleset, plain, lexicon, position, warnings })
    }

    /// The rules for a text. A lexicon that the user chooses or the text names decides the game if
    /// nothing else does.
    pub fn rules(
        &self,
        text: Option<&Written>,
        choices: &Choices,
        warnings: &mut Vec<Warning>,
    ) -> Result<Rules, OpenError> {
        self.with_default_for(text, choices, warnings, |rulebook, warnings| {
            rulebook.rules(text, &choices.position.rules, warnings)
        })
    }

    /// The position that a text gives.
    pub fn position(
        &self,
        text: Option<&Written>,
        choices: &Choices,
        warnings: &mut Vec<Warning>,
    ) -> Result<OpenedPosition, OpenError> {
        self.with_default_for(text, choices, warnings, |rulebook, warnings| {
            rulebook.position(text, &choices.position, warnings)
        })
    }

    /// A game on a score sheet with its rules.
    pub fn record(
        &self,
        file: &GcgFile,
        choices: &Choices,
        warnings: &mut Vec<Warning>,
    ) -> Result<(Rules, GcgRecord), OpenError> {
        let text = Written::Game(Box::new(file.clone()));
        self.with_default_for(Some(&text), choices, warnings, |rulebook, warnings| {
            rulebook.record(file, &choices.position.rules, warnings)
        })
    }

    fn with_default_for<T>(
        &self,
        text: Option<&Written>,
        choices: &Choices,
        warnings: &mut Vec<Warning>,
        work: impl FnOnce(Rulebook<'_>, &mut Vec<Warning>) -> Result<T, OpenError>,
    ) -> Result<T, OpenError> {
        let RuleChoices { ruleset, .. } = &choices.position.rules;
        let is_named = ruleset.is_some() || named_game(text)?.is_some();
        let lexicon = || {
            let chosen = choices.lexicon.name.clone();
            let in_text = || text.and_then(Written::lexicon).map(OsString::from);
            let installed = in_text().filter(|name| self.catalogue.knows(name));
            chosen.or(installed).or_else(|| self.defaults.lexicon.clone().map(Into::into))
        };
        let guessed = match lexicon().filter(|_| !is_named && self.default_ruleset().is_some()) {
            Some(lexicon) => Some(self.guessed_game(&lexicon, warnings)?),
            None => None,
        };
        let rulebook = self.rulebook();
        work(Rulebook { default: guessed.as_deref().or(rulebook.default), ..rulebook }, warnings)
    }

    /// The words for a text: those the user chooses, those the text names if they are installed,
    /// the user's default if no game is named, or the ruleset's own. `None` if the game has none.
    pub fn words(
        &self,
        text: Option<&Written>,
        ruleset: &Ruleset,
        choices: &Choices,
        warnings: &mut Vec<Warning>,
    ) -> Result<Option<Arc<Lexicon>>, OpenError> {
        let name = match &choices.lexicon.name {
            Some(name) => Some(name.clone()),
            None => {
                let named = text.and_then(Written::lexicon);
                let installed = named.filter(|name| self.catalogue.knows(name));
                let no_game =
                    choices.position.rules.ruleset.is_none() && named_game(text)?.is_none();
                let default = self.defaults.lexicon.as_deref().filter(|_| no_game);
                let default = default.or(ruleset.lexicon.as_deref());
                if let (Some(named), None, Some(used)) = (named, installed, default) {
                    let (named, used) = (named.to_owned(), used.to_owned());
                    warnings.push(Warning::LexiconMissing { named, used });
                }
                installed.or(default).map(OsString::from)
            }
        };
        let family = choices.lexicon.family;
        name.map(|name| self.lexicon_for(ruleset, &name, family, warnings)).transpose()
    }

    /// A lexicon, spelled with the ruleset's tiles.
    pub fn lexicon_for(
        &self,
        ruleset: &Ruleset,
        name: impl AsRef<OsStr>,
        family: bool,
        warnings: &mut Vec<Warning>,
    ) -> Result<Arc<Lexicon>, OpenError> {
        let name = name.as_ref();
        self.check_name(name)?;
        warnings.extend(self.same_name(name));
        let longest = ruleset.layout.longest();
        self.get(name, &ruleset.alphabet, longest, family, Some(&ruleset.name), warnings)
    }

    /// A lexicon for look-ups without a game: with its own letters, and accents read as in its
    /// language's game. A word list, which does not say its letters, is read with the tiles of the
    /// game that fits it.
    pub fn lexicon_alone(
        &self,
        name: impl AsRef<OsStr>,
        family: bool,
        warnings: &mut Vec<Warning>,
    ) -> Result<Arc<Lexicon>, OpenError> {
        let name = name.as_ref();
        self.check_name(name)?;
        warnings.extend(self.same_name(name));
        let native = match self.catalogue.native(name) {
            Err(CatalogueError::Open(error)) if has_no_alphabet(&error) => {
                let game = self.rulebook().ruleset(&self.guessed_game(name, warnings)?)?;
                return self.get(name, &game.alphabet, LONGEST, family, None, warnings);
            }
            native => native?,
        };
        let alphabet = self.alphabet_as_played(&native);
        if !family && alphabet == *native.alphabet() {
            return Ok(native);
        }
        self.get(name, &alphabet, native.longest(), family, None, warnings)
    }

    fn check_name(&self, name: &OsStr) -> Result<(), OpenError> {
        if self.may_read_files || self.catalogue.knows(name) {
            return Ok(());
        }
        let known: Vec<String> =
            self.catalogue.list().into_iter().map(|entry| entry.name).collect();
        let name = name.to_string_lossy().into_owned();
        let nearest = tisane_lexicon::nearest(&name, known.iter().map(String::as_str));
        let nearest = nearest.map(str::to_owned);
        Err(CatalogueError::Unknown { name, nearest, known }.into())
    }

    /// `game` has these tiles and this board; none for look-ups without a game.
    fn get(
        &self,
        name: &OsStr,
        alphabet: &Alphabet,
        longest: usize,
        family: bool,
        game: Option<&str>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Arc<Lexicon>, OpenError> {
        let shown = || name.to_string_lossy().into_owned();
        let wanted = LexiconRequest {
            longest,
            without_slurs: family,
            ..LexiconRequest::new(name, alphabet)
        };
        let FoundLexicon { lexicon, left_out: NumberLeftOut { unusable, too_long } } =
            self.catalogue.get_with(&wanted)?;
        if !self.catalogue.is_built_in(name) {
            if unusable > 0 {
                warnings.push(Warning::UnusableWords {
                    lexicon: shown(),
                    count: unusable,
                    listing: self.listing(name, alphabet, game),
                });
            }
            if too_long > 0 {
                warnings.push(Warning::LongWords { lexicon: shown(), count: too_long });
            }
        }
        if family && self.catalogue.slurs(lexicon.name(), alphabet).is_empty() {
            warnings.push(Warning::NoSlursMarked { lexicon: shown() });
        }
        Ok(lexicon)
    }

    /// How the words of a list that these tiles can't spell can be shown.
    fn listing(&self, name: &OsStr, alphabet: &Alphabet, game: Option<&str>) -> Listing {
        let has_these_tiles = |game: &str| {
            self.rulebook().ruleset(game).is_ok_and(|game| *game.alphabet == *alphabet)
        };
        if self.entry(name).is_none_or(|entry| word_list_path(&entry).is_none()) {
            return Listing::None;
        }
        if self.game_of_lexicon(name).is_ok_and(|game| has_these_tiles(&game)) {
            return Listing::OwnGame;
        }
        game.filter(|game| has_these_tiles(game))
            .map_or(Listing::None, |game| Listing::Game(game.to_owned()))
    }

    /// Which of the user's files is used, if several have the name.
    fn same_name(&self, name: &OsStr) -> Option<Warning> {
        let Some(Entry { origin: Origin::File(used), hides, .. }) =
            self.catalogue.entry(name).filter(|entry| !entry.hides.is_empty())
        else {
            return None;
        };
        let file = |path: &Path| path.file_name().unwrap_or_default().display().to_string();
        let unused = hides.iter().map(|path| file(path)).collect();
        Some(Warning::SameName { used: file(&used), unused })
    }
}

/// What looks wrong on the board, or that its words can't be checked.
pub fn position_warnings(
    ruleset: &Ruleset,
    lexicon: Option<&Lexicon>,
    position: &tisane_rules::Position,
) -> Vec<Warning> {
    let mut warnings = board_warnings(ruleset, &position.board);
    match lexicon {
        None => warnings.push(Warning::WordsUnchecked { game: ruleset.title.clone() }),
        Some(lexicon) => {
            let words = phonies(ruleset, lexicon, &position.board);
            if !words.is_empty() {
                let lexicon = lexicon.name().to_owned();
                warnings.push(Warning::Phonies { words, lexicon });
            }
        }
    }
    warnings
}

/// The path of a lexicon that is a plain word list.
pub fn word_list_path(entry: &Entry) -> Option<&Path> {
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

/// Word lists and KWG files don't carry an alphabet, unlike lexicon files.
fn has_no_alphabet(error: &FileError) -> bool {
    match error {
        FileError::File { source, .. } => has_no_alphabet(source),
        error => matches!(error, FileError::Foreign),
    }
}
