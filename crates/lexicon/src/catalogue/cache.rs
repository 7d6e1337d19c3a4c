//! Lexicons cached on disk because making them takes time.

use std::path::Path;

use super::NumberLeftOut;
use crate::files::write_whole;
use crate::lexicon::Lexicon;

/// The extension of the file beside a cached lexicon with two numbers: how many words could not be
/// used, and how many were too long.
const LEFT_OUT: &str = "left-out";

/// Saves the numbers first: a lexicon without them left out no word.
pub(super) fn keep(path: &Path, lexicon: &Lexicon, left_out: NumberLeftOut) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    if left_out != NumberLeftOut::default() {
        let NumberLeftOut { unusable, too_long } = left_out;
        write_whole(&path.with_extension(LEFT_OUT), format!("{unusable} {too_long}").as_bytes())?;
    }
    lexicon.save(path)
}

pub(super) fn kept_left_out(path: &Path) -> NumberLeftOut {
    let read = || {
        let text = std::fs::read_to_string(path.with_extension(LEFT_OUT)).ok()?;
        let (unusable, too_long) = text.split_once(' ')?;
        Some(NumberLeftOut { unusable: unusable.parse().ok()?, too_long: too_long.parse().ok()? })
    };
    read().unwrap_or_default()
}
