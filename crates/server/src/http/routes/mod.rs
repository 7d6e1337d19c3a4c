//! A file for each resource.

pub(crate) mod about;
pub(crate) mod admin;
pub(crate) mod analysis;
pub(crate) mod bots;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod import;
pub(crate) mod kept;
pub(crate) mod lexicons;
pub(crate) mod lobby;
pub(crate) mod me;
mod open;
pub(crate) mod openapi;
pub(crate) mod questions;
pub(crate) mod review;
pub(crate) mod rulesets;
pub(crate) mod sockets;
pub(crate) mod streamed;
pub(crate) mod words;
