//! Whole positions and games as text, in the formats that other programs use.

mod cgp;
mod drawing;
mod gcg;
mod wordsolver;
mod written;

pub use cgp::{Cgp, CgpError, Operation};
pub use drawing::{DrawingError, drawing_and_rack};
pub use gcg::{GcgDoubt, GcgError, GcgEvent, GcgFault, GcgFile, GcgRecord, GcgWarning};
pub use wordsolver::{WordsolverCase, WordsolverError};
pub use written::{Written, WrittenError};
