//! What went wrong and how to fix it, as two fields.
//!
//! A library error says what went wrong; its `hint` says how to fix it. Interfaces get both from
//! here.

use tisane_engine::ModelError;
use tisane_lexicon::query::PatternError;
use tisane_lexicon::{CatalogueError, OpenError as LexiconFileError};
use tisane_rules::{CgpError, MoveTextError, NoSuchRuleset, RulesetError};

/// An error and, if known, how to fix it.
///
/// ```
/// use tisane_app::problem::Problem;
/// use tisane_engine::ModelError;
/// let problem = Problem::from(&ModelError::Foreign);
/// assert_eq!(problem.what, "this is not a model file");
/// assert_eq!(problem.fix.as_deref(), Some("`tisane train` makes one"));
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Problem {
    /// What went wrong, with the value.
    pub what: String,
    /// How to fix it.
    pub fix: Option<String>,
}

impl Problem {
    /// A problem with a known fix.
    pub fn new(what: impl Into<String>, fix: impl Into<String>) -> Problem {
        Problem { what: what.into(), fix: Some(fix.into()) }
    }

    /// Both in one sentence, for places without room for a hint.
    pub fn sentence(&self) -> String {
        match &self.fix {
            Some(fix) => format!("{}; {fix}", self.what),
            None => self.what.clone(),
        }
    }

    /// The same problem in a file.
    #[must_use]
    pub fn in_file(self, path: impl std::fmt::Display) -> Problem {
        Problem { what: format!("{path}: {}", self.what), ..self }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

macro_rules! problems {
    ($($error:ty),+ $(,)?) => {$(
        impl From<&$error> for Problem {
            fn from(error: &$error) -> Problem {
                Problem { what: error.to_string().trim_end().to_owned(), fix: error.hint() }
            }
        }
    )+};
}

problems!(
    CatalogueError,
    CgpError,
    LexiconFileError,
    ModelError,
    MoveTextError,
    NoSuchRuleset,
    PatternError,
    RulesetError,
);
