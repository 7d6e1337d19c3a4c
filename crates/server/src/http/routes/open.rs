//! Rulesets and lexicons for requests: those that the server has, and no files.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::sync::{Arc, MutexGuard};

use tisane_app::open::{
    Choices, Defaults, LexiconChoices, Library, OpenError, PositionChoices, RuleChoices,
    RulesetSource, Rulesets,
};
use tisane_app::problem::Problem;
use tisane_lexicon::{CatalogueError, Lexicon};
use tisane_rules::Ruleset;

use crate::error::Refused;
use crate::{App, Error};

/// The server's rulesets, each read once.
struct ServerRulesets<'a>(&'a App);

impl Rulesets for ServerRulesets<'_> {
    fn find(&self, name: &OsStr) -> Result<RulesetSource, OpenError> {
        let ruleset = self.0.ruleset(&name.to_string_lossy())?;
        let text = Cow::Borrowed(Ruleset::builtin_source(&ruleset.name)?);
        Ok(RulesetSource { text, file: None, parsed: Some(ruleset) })
    }
}

/// Whether a request must name its game.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(crate) enum Game {
    MustBeNamed,
    HasDefault,
}

/// Opens something from the server's rulesets and lexicons. Opening a lexicon takes memory, so only
/// one is opened at a time.
pub(crate) fn open<T>(
    app: &App,
    game: Game,
    work: impl FnOnce(&Library<'_>) -> Result<T, OpenError>,
) -> Result<T, Error> {
    let _opening: MutexGuard<'_, ()> = app.opening();
    let defaults = Defaults { must_name_game: game == Game::MustBeNamed, ..Defaults::default() };
    let library = Library {
        rulesets: &ServerRulesets(app),
        catalogue: app.catalogue(),
        defaults: &defaults,
        may_read_files: false,
    };
    Ok(work(&library)?)
}

/// What a request chooses; a page sends an empty name for none.
pub(crate) fn choices(ruleset: Option<String>, lexicon: Option<String>, family: bool) -> Choices {
    let rules = RuleChoices { ruleset: given(ruleset).map(Into::into), settings: Vec::new() };
    Choices {
        position: PositionChoices { rules, strict: true, ..PositionChoices::default() },
        lexicon: LexiconChoices { name: given(lexicon).map(Into::into), family },
    }
}

/// A name, unless it is empty.
pub(crate) fn given(name: Option<String>) -> Option<String> {
    name.filter(|name| !name.is_empty())
}

/// The words of a game, which must have some.
pub(crate) fn required(lexicon: Option<Arc<Lexicon>>) -> Result<Arc<Lexicon>, Error> {
    lexicon.ok_or(Error::WhichLexicon)
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Error {
        match error {
            OpenError::NoSuchRuleset(error) => Error::NoSuchRuleset(error),
            OpenError::Lexicon(CatalogueError::Unknown { name, known, .. }) => {
                Error::NoSuchLexicon { name, known }
            }
            OpenError::Lexicon(error) => Error::Lexicon(error),
            OpenError::NoLexicon { .. } => Error::WhichLexicon,
            OpenError::Cgp(error) => Refused::Notation(Problem::from(&error).sentence()).into(),
            error => Refused::Notation(error.to_string()).into(),
        }
    }
}
