//! The wording of messages: numbers, quotes and suggestions.

mod count;
mod excerpt;
mod nearest;
mod unreadable;

pub use count::{count, range};
pub use excerpt::{LONGEST_QUOTE, brief, excerpt};
pub use nearest::nearest;
pub use unreadable::unreadable;
