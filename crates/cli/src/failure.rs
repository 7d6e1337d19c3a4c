//! Errors for people: what went wrong, and how to fix it.

use std::borrow::Cow;
use std::fmt;
use std::io::{Read, Write};

use tisane_app::problem::Problem;
use tisane_engine::ModelError;
use tisane_lexicon::{CatalogueError, LONGEST_QUOTE, brief, nearest};
use tisane_rules::{GcgFile, MoveTextError, NoSuchRuleset, Unwritable};

use crate::show::{ERROR, HINT, QUIET, Verbosity, WARNING, screen, verbosity};

/// An error and a hint. Both are lower case and have no full stop; the error names the value.
#[derive(Debug)]
pub(crate) struct Failure {
    error: String,
    hint: String,
}

impl Failure {
    pub(crate) fn new(error: impl Into<String>, hint: impl Into<String>) -> Failure {
        Failure { error: error.into(), hint: hint.into() }
    }

    /// Adds this hint unless there is one.
    pub(crate) fn or_hint(self, hint: impl FnOnce() -> String) -> Failure {
        let hint = if self.hint.is_empty() { hint() } else { self.hint };
        Failure { hint, ..self }
    }

    /// An unknown name: the hint suggests the nearest one and lists all.
    pub(crate) fn unknown(error: impl Into<String>, name: &str, known: &[&str]) -> Failure {
        let nearest = nearest(name, known.iter().copied())
            .map_or(String::new(), |nearest| format!("did you mean {nearest}? "));
        Failure::new(error, format!("{nearest}choose from {}", known.join(", ")))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl std::error::Error for Failure {}

impl From<NoSuchRuleset> for Failure {
    fn from(error: NoSuchRuleset) -> Failure {
        Problem::from(&error).into()
    }
}

impl From<CatalogueError> for Failure {
    fn from(error: CatalogueError) -> Failure {
        match error {
            CatalogueError::Unknown { name, nearest, known } => {
                let nearest = file_called(&name).or(nearest);
                let Failure { error, hint } =
                    Problem::from(&CatalogueError::Unknown { name, nearest, known }).into();
                let path = "or give the path of a word list, lexicon file or KWG file";
                Failure::new(error, format!("{hint}, {path}"))
            }
            other => Problem::from(&other).into(),
        }
    }
}

/// A file in the current folder with this name, its extension aside.
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

/// Why a file cannot be read, without error numbers of the system.
pub(crate) fn unreadable(path: &std::path::Path, error: &std::io::Error) -> Failure {
    let shown = path.display();
    if path.is_dir() {
        return Failure::new(format!("{shown} is a folder, not a file"), "");
    }
    match error.kind() {
        std::io::ErrorKind::NotFound => Failure::new(format!("no such file: {shown}"), ""),
        std::io::ErrorKind::PermissionDenied => {
            Failure::new(format!("permission denied: {shown}"), "")
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

/// The folder of a file, if it does not exist.
pub(crate) fn missing_folder(path: &std::path::Path) -> Option<&std::path::Path> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
}

/// Why a file cannot be written, without error numbers of the system.
pub(crate) fn unwritable(path: &std::path::Path, error: &std::io::Error) -> Failure {
    let shown = path.display();
    match (error.kind(), missing_folder(path)) {
        _ if path.is_dir() => Failure::new(format!("{shown} is a folder, not a file"), ""),
        (std::io::ErrorKind::NotFound, Some(folder)) => {
            Failure::new(format!("no such folder: {}", folder.display()), "")
        }
        (std::io::ErrorKind::PermissionDenied, _) => {
            Failure::new(format!("permission denied: {shown}"), "")
        }
        _ => Failure::new(format!("{shown} cannot be written: {error}"), ""),
    }
}

/// Longer messages are cut even without quotes, in bytes.
const LONG_MESSAGE: usize = 2000;

/// Bytes read to recognise the kind of a file.
const SAMPLE: u64 = 1 << 16;

/// Writes a file. An existing file is replaced only if it is of the same kind, judged by its first
/// bytes.
pub(crate) fn write_over(
    path: &std::path::Path,
    kind: &str,
    is_same_kind: impl Fn(&[u8]) -> bool,
    text: &str,
) -> Result<(), Failure> {
    // Only regular files are sampled: a device may have no end, and a pipe may wait for a writer.
    let sample = || -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.take(SAMPLE).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    match if path.is_file() { sample() } else { Ok(Vec::new()) } {
        Ok(found) if !found.is_empty() && !is_same_kind(&found) => {
            // In one sentence, since `play` and `follow` don't show hints.
            return Err(Failure::new(
                format!(
                    "{} already exists and is not a {kind}; choose another name",
                    path.display()
                ),
                "",
            ));
        }
        // Devices such as /dev/stdout are written to directly; symbolic links are kept.
        _ if path.exists() && !path.is_file() => std::fs::write(path, text),
        _ => tisane_lexicon::write_whole(
            &path.canonicalize().unwrap_or_else(|_| path.to_owned()),
            text.as_bytes(),
        ),
    }
    .map_err(|error| unwritable(path, &error))
}

/// Whether a file begins like a GCG file. It must name a player, since comments in many other
/// files look like pragmas.
pub(crate) fn is_gcg(start: &[u8]) -> bool {
    let lines = start.iter().rposition(|&byte| byte == b'\n').map_or(start, |end| &start[..end]);
    GcgFile::read(lines).is_ok_and(|file| !file.players.is_empty())
}

/// Cuts long quoted input. Paths stay whole, so messages without such input are left alone.
fn shortened(message: &str) -> Cow<'_, str> {
    let mut quoted = message.split('"').skip(1).step_by(2);
    let has_long_quote = quoted.any(|quote| quote.chars().count() > LONGEST_QUOTE);
    if has_long_quote || message.len() > LONG_MESSAGE {
        brief(message)
    } else {
        Cow::Borrowed(message)
    }
}

/// Prints a warning, unless `--quiet` is given.
pub(crate) fn warn(text: &str) {
    if verbosity() == Verbosity::Quiet {
        return;
    }
    let text = screen::sentence_after_on_stderr("warning: ".len(), &shortened(text));
    let _ = writeln!(anstream::stderr().lock(), "{WARNING}warning:{WARNING:#} {text}");
}

/// Prints a detail, if `--verbose` is given.
pub(crate) fn note(text: impl FnOnce() -> String) {
    if verbosity() == Verbosity::Verbose {
        let text = screen::sentence_after_on_stderr("note: ".len(), &text());
        let _ = writeln!(anstream::stderr().lock(), "{QUIET}note:{QUIET:#} {text}");
    }
}

/// Prints an error with its hint. Quoted input is cut at 60 characters.
pub(crate) fn print(error: &anyhow::Error) {
    let mut stderr = anstream::stderr().lock();
    let error_text = format!("{error:#}");
    let text = screen::sentence_after_on_stderr("error: ".len(), &shortened(&error_text));
    let _ = writeln!(stderr, "{ERROR}error:{ERROR:#} {text}");
    if let Some(Failure { hint, .. }) =
        error.downcast_ref().filter(|failure: &&Failure| !failure.hint.is_empty())
    {
        let hint = screen::sentence_after_on_stderr("hint: ".len(), hint);
        let _ = writeln!(stderr, "\n{HINT}hint:{HINT:#} {hint}");
    }
}

/// An error for a dialogue, which has no room for hints: how to write a move is part of the
/// sentence.
pub(crate) fn in_one_sentence(error: &anyhow::Error) -> String {
    let of_move = match error.downcast_ref() {
        Some(Unwritable::Text(error)) => Some(error),
        _ => error.downcast_ref::<MoveTextError>(),
    };
    of_move.map_or_else(|| format!("{error:#}"), |error| Problem::from(error).sentence())
}

pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &std::io::Error| error.kind() == std::io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(broken))
}
