//! Lexicons as files: our own format, and the KWG and KBWG files of other programs.

mod kwg;
mod native;
mod read;
mod write;

pub use kwg::{KwgError, KwgKind};
pub use native::{Head, OpenError};
pub(crate) use native::{looks_like_lexicon, unpack};
pub use read::{Files, is_readable, read_file};
pub use write::write_whole;
