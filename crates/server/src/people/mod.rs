//! Players: who they are, how they prove it, how well they play, and what they are not allowed.

pub(crate) mod device;
pub(crate) mod kept;
mod logins;
pub(crate) mod moderation;
pub(crate) mod mutes;
mod passwords;
pub(crate) mod players;
pub(crate) mod rating;
pub(crate) mod sessions;

pub(crate) use players::Player;
