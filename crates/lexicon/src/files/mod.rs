//! Lexicons as files: our own format, and the KWG and KBWG files of other programs.

mod kwg;
mod native;
mod read;
mod write;

pub use kwg::{KwgError, KwgKind};
pub(crate) use native::unpack;
pub use native::{Head, OpenError, looks_like_lexicon};
pub use read::{Files, is_readable, read_file};
pub use write::write_whole;
