//! What went wrong and how to fix it, as two fields.
//!
//! Library errors are one sentence. Interfaces that show the fix apart from the error get both from
//! here.

use std::io::ErrorKind;

use tisane_engine::ModelError;
use tisane_lexicon::query::PatternError;
use tisane_lexicon::{
    CatalogueError, KwgError, ListError, OpenError as LexiconFileError, count, excerpt,
};
use tisane_rules::{CgpError, MoveTextError, RulesetError};

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

    /// A problem that its sentence explains.
    pub fn plain(what: impl ToString) -> Problem {
        Problem { what: what.to_string(), fix: None }
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

fn unreadable(error: &std::io::Error) -> Problem {
    Problem::plain(match error.kind() {
        ErrorKind::NotFound => "no such file".to_owned(),
        ErrorKind::IsADirectory => "this is a folder, not a file".to_owned(),
        _ => format!("can't be read: {error}"),
    })
}

impl From<&ModelError> for Problem {
    fn from(error: &ModelError) -> Problem {
        match error {
            ModelError::File { path, source } => Problem::from(&**source).in_file(path.display()),
            ModelError::Io(error) => unreadable(error),
            ModelError::Foreign => {
                Problem::new("this is not a model file", "`tisane train` makes one")
            }
            ModelError::Newer { found } => Problem::new(
                format!("this model has format {found}, which this version can't read"),
                "update tisane, or train the model again with `tisane train`",
            ),
            ModelError::Damaged(how) => Problem::new(
                format!("the file is damaged ({how})"),
                "copy it again, or train the model again with `tisane train`",
            ),
            ModelError::OtherGame { ruleset, lexicon } => Problem::new(
                format!(
                    "this model is for {ruleset} with the lexicon {lexicon}, not for this game"
                ),
                "train one with `tisane train`",
            ),
        }
    }
}

impl From<&LexiconFileError> for Problem {
    fn from(error: &LexiconFileError) -> Problem {
        let copy = "copy it again or rebuild it with `tisane lexicon build`";
        match error {
            LexiconFileError::File { path, source } => {
                Problem::from(&**source).in_file(path.display())
            }
            LexiconFileError::Io(error) => unreadable(error),
            LexiconFileError::Foreign => Problem::new(
                "this is not a lexicon file",
                "if it is a word list, convert it with `tisane lexicon build`",
            ),
            LexiconFileError::Newer { found } => Problem::new(
                format!("the file has format {found}, which this version can't read"),
                "update tisane, or rebuild the file with `tisane lexicon build`",
            ),
            LexiconFileError::Truncated { missing } => Problem::new(
                format!("the file is cut off: {} missing", count(*missing, "byte")),
                copy,
            ),
            LexiconFileError::Damaged(how) => {
                Problem::new(format!("the file is damaged ({how})"), copy)
            }
        }
    }
}

impl From<&ListError> for Problem {
    fn from(error: &ListError) -> Problem {
        match error {
            ListError::NotUtf8 { line } => Problem::new(
                format!("line {line} is not UTF-8 text"),
                "save the word list as UTF-8",
            ),
            ListError::Utf16 => Problem::new("the word list is UTF-16 text", "save it as UTF-8"),
            error => Problem::plain(error),
        }
    }
}

impl From<&KwgError> for Problem {
    fn from(error: &KwgError) -> Problem {
        match error {
            KwgError::NoDawg => {
                Problem::new("this KWG file has no DAWG", "export it again with its DAWG")
            }
            error => Problem::plain(error),
        }
    }
}

impl From<&CatalogueError> for Problem {
    fn from(error: &CatalogueError) -> Problem {
        match error {
            CatalogueError::Unknown { name, nearest, known } => {
                let nearest = nearest.as_ref().map(|name| format!("did you mean {name}? "));
                let known = match known.is_empty() {
                    true => "no lexicon is built in".to_owned(),
                    false => format!("choose from {}", known.join(", ")),
                };
                Problem::new(
                    format!("unknown lexicon {:?}", excerpt(name)),
                    format!("{}{known}", nearest.unwrap_or_default()),
                )
            }
            CatalogueError::Open(error) => error.into(),
            CatalogueError::List { path, source } => Problem::from(source).in_file(path.display()),
            CatalogueError::Kwg { path, source } => Problem::from(source).in_file(path.display()),
            CatalogueError::Empty { name } => {
                Problem::new(format!("{name} has no words"), "a word list has one word per line")
            }
            error @ CatalogueError::Nothing { .. } => Problem::plain(error),
        }
    }
}

impl From<&RulesetError> for Problem {
    fn from(error: &RulesetError) -> Problem {
        Problem::plain(error.to_string().trim_end())
    }
}

impl From<&CgpError> for Problem {
    fn from(error: &CgpError) -> Problem {
        match error {
            CgpError::Variant(name) => Problem::new(
                format!("the variant {:?} is not supported", excerpt(name)),
                "remove `var` to read the position as the usual game",
            ),
            error => Problem::plain(error),
        }
    }
}

impl From<&MoveTextError> for Problem {
    fn from(error: &MoveTextError) -> Problem {
        match error {
            MoveTextError::NotAMove(text) => Problem::new(
                format!("{:?} is not a move", excerpt(text)),
                "write a square and a word, such as 8D RETAINS (across) or D8 RETAINS (down), \
                 -QVU to exchange, or pass",
            ),
            MoveTextError::Place(text) => Problem::new(
                format!("{:?} is not a square", excerpt(text)),
                "columns are Latin letters: 8D for across, D8 for down",
            ),
            MoveTextError::Part { word, place, whole } => Problem::new(
                format!("{} at {place} would be part of {whole}", excerpt(word)),
                "write the whole word",
            ),
            MoveTextError::UnknownTiles { text } => Problem::new(
                format!("{:?} says how many tiles to exchange, not which", excerpt(text)),
                "write the tiles, such as -QVU",
            ),
            error => Problem::plain(error),
        }
    }
}

impl From<&PatternError> for Problem {
    fn from(error: &PatternError) -> Problem {
        match error {
            PatternError::Empty => {
                Problem::new("the pattern is empty", "`?` is any letter and `*` any run of letters")
            }
            PatternError::Nothing { text, at } => Problem::new(
                format!("the brackets at position {at} of {:?} need letters", excerpt(text)),
                "a range goes forward, as in [A-E]",
            ),
            PatternError::Spelling(error) => Problem::new(
                error.to_string(),
                "in patterns `?` or `.` is any letter, `*` any run, `[AEIOU]` and `[A-E]` one of \
                 these, `[^AEIOU]` any other letter",
            ),
            error => Problem::plain(error),
        }
    }
}
