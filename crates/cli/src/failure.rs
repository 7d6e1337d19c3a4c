//! Errors for people: what is wrong, and what to do about it.

use std::fmt;
use std::io::{Read, Write};

use tisane_app::problem::Problem;
use tisane_engine::ModelError;
use tisane_lexicon::{CatalogueError, nearest};
use tisane_rules::{GcgFile, NoSuchRuleset, Ruleset, USUAL_RULESET};

use crate::show::{ERROR, HINT, WARNING, screen};

/// A sentence and a hint. The sentence is lower case, names the value and has no dot.
#[derive(Debug)]
pub(crate) struct Failure {
    error: String,
    hint: String,
}

impl Failure {
    pub(crate) fn new(error: impl Into<String>, hint: impl Into<String>) -> Failure {
        Failure { error: error.into(), hint: hint.into() }
    }

    /// With this hint, if it has none.
    pub(crate) fn or_hint(self, hint: impl FnOnce() -> String) -> Failure {
        let hint = if self.hint.is_empty() { hint() } else { self.hint };
        Failure { hint, ..self }
    }

    /// Something was named that is not there: the hint says what it may have been, and what there
    /// is.
    pub(crate) fn unknown(error: impl Into<String>, name: &str, known: &[&str]) -> Failure {
        let nearest = nearest(name, known.iter().copied())
            .map_or(String::new(), |nearest| format!("did you mean {nearest}? "));
        Failure::new(error, format!("{nearest}there are {}", known.join(", ")))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl std::error::Error for Failure {}

impl From<NoSuchRuleset> for Failure {
    fn from(NoSuchRuleset { name, nearest }: NoSuchRuleset) -> Failure {
        let all = "`tisane rulesets` lists them all";
        let usual = || {
            Ruleset::named(USUAL_RULESET)
                .map_or(all.to_owned(), |usual| format!("the usual one is {}; {all}", usual.name))
        };
        let hint = nearest.map_or_else(usual, |nearest| format!("did you mean {nearest}? {all}"));
        Failure::new(format!("there is no ruleset {name:?}"), hint)
    }
}

impl From<CatalogueError> for Failure {
    fn from(error: CatalogueError) -> Failure {
        match error {
            CatalogueError::Unknown { name, nearest, known } => {
                let nearest = file_called(&name)
                    .or(nearest)
                    .map_or(String::new(), |nearest| format!("did you mean {nearest}? "));
                let known = if known.is_empty() {
                    "none is built in".to_owned()
                } else {
                    format!("there are {}", known.join(", "))
                };
                Failure::new(
                    format!("there is no lexicon {name:?}"),
                    format!(
                        "{nearest}{known}; or give the path of a word list, a lexicon file or a KWG file"
                    ),
                )
            }
            other => Problem::from(&other).into(),
        }
    }
}

/// A file in this folder that has this name, apart from its ending.
fn file_called(name: &str) -> Option<String> {
    let files = std::fs::read_dir(".").ok()?.filter_map(|file| Some(file.ok()?.path()));
    let called =
        files.filter(|path| path.is_file() && path.file_stem().is_some_and(|stem| stem == name));
    called.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).min()
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Failure {
        Problem::from(&error).into()
    }
}

impl From<Problem> for Failure {
    fn from(Problem { what, fix }: Problem) -> Failure {
        Failure::new(what, fix.unwrap_or_default())
    }
}

/// Why a file cannot be read, without the system's numbers.
pub(crate) fn unreadable(path: &std::path::Path, error: &std::io::Error) -> Failure {
    let shown = path.display();
    if path.is_dir() {
        return Failure::new(format!("{shown} is a folder, not a file"), "");
    }
    match error.kind() {
        std::io::ErrorKind::NotFound => Failure::new(format!("there is no file {shown}"), ""),
        std::io::ErrorKind::PermissionDenied => {
            Failure::new(format!("you may not read {shown}"), "")
        }
        _ => Failure::new(format!("{shown} cannot be read: {error}"), ""),
    }
}

/// A file as text.
pub(crate) fn read_text(path: &std::path::Path) -> Result<String, Failure> {
    let bytes = tisane_lexicon::read_file(path).map_err(|error| unreadable(path, &error))?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::new(format!("{} is not UTF-8 text", path.display()), ""))
}

/// The folder that a file would lie in, if it is not there.
pub(crate) fn missing_folder(path: &std::path::Path) -> Option<&std::path::Path> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
}

/// Why a file cannot be written, without the system's numbers.
pub(crate) fn unwritable(path: &std::path::Path, error: &std::io::Error) -> Failure {
    let shown = path.display();
    match (error.kind(), missing_folder(path)) {
        _ if path.is_dir() => Failure::new(format!("{shown} is a folder, not a file"), ""),
        (std::io::ErrorKind::NotFound, Some(folder)) => {
            Failure::new(format!("there is no folder {}", folder.display()), "")
        }
        (std::io::ErrorKind::PermissionDenied, _) => {
            Failure::new(format!("you may not write {shown}"), "")
        }
        _ => Failure::new(format!("{shown} cannot be written: {error}"), ""),
    }
}

/// So much of a file tells of what kind it is.
const TELLING: u64 = 1 << 16;

/// Writes a file, over another of its kind if there is one, which its first bytes tell; any other
/// is left alone.
pub(crate) fn write_over(
    path: &std::path::Path,
    kind: &str,
    is_one: impl Fn(&[u8]) -> bool,
    text: &str,
) -> Result<(), Failure> {
    // What is no regular file may have no end, or wait for somebody who writes.
    let first = || -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.take(TELLING).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    match if path.is_file() { first() } else { Ok(Vec::new()) } {
        Ok(there) if !there.is_empty() && !is_one(&there) => {
            // In one sentence, since the dialogues have no place for hints.
            return Err(Failure::new(
                format!("{} is there, and is no {kind}: choose another name", path.display()),
                "",
            ));
        }
        // What is no file, such as /dev/stdout, takes what is written; a link stays one.
        _ if path.exists() && !path.is_file() => std::fs::write(path, text),
        _ => tisane_lexicon::write_whole(
            &path.canonicalize().unwrap_or_else(|_| path.to_owned()),
            text.as_bytes(),
        ),
    }
    .map_err(|error| unwritable(path, &error))
}

/// Whether a file begins as a score sheet on which somebody plays. Comments of many other files
/// begin like pragmas.
pub(crate) fn is_gcg(first: &[u8]) -> bool {
    let lines = first.iter().rposition(|&byte| byte == b'\n').map_or(first, |end| &first[..end]);
    GcgFile::read(lines).is_ok_and(|file| !file.players.is_empty())
}

/// Something to know, which stops nothing.
pub(crate) fn warn(text: &str) {
    let text = screen::sentence_after_on_stderr("warning: ".len(), text);
    let _ = writeln!(anstream::stderr().lock(), "{WARNING}warning:{WARNING:#} {text}");
}

pub(crate) fn print(error: &anyhow::Error) {
    let mut stderr = anstream::stderr().lock();
    let text = screen::sentence_after_on_stderr("error: ".len(), &format!("{error:#}"));
    let _ = writeln!(stderr, "{ERROR}error:{ERROR:#} {text}");
    if let Some(Failure { hint, .. }) =
        error.downcast_ref().filter(|failure: &&Failure| !failure.hint.is_empty())
    {
        let hint = screen::sentence_after_on_stderr("hint: ".len(), hint);
        let _ = writeln!(stderr, "\n{HINT}hint:{HINT:#} {hint}");
    }
}

pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &std::io::Error| error.kind() == std::io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(broken))
}
