//! Laws of the notations, for many rulesets: what was written is read back the same, and no text at
//! all makes a reader panic.

mod made;
mod no_panics;
mod round_trips;
