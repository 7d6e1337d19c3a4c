//! Laws of the notations, for many rulesets: text reads back as what was written, and no text makes
//! a reader panic.

mod made;
mod no_panics;
mod round_trips;
