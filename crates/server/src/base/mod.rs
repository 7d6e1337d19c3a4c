//! What every other room needs and what needs none of them: time, secrets, names.

pub(crate) mod clock;
pub(crate) mod names;
pub(crate) mod secret;

pub(crate) use clock::now;
