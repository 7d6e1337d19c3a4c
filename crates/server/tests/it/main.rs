//! The server's tests over its public interface, in one binary so that they link once.

#[allow(dead_code, reason = "its main is for the command line")]
#[path = "../../../../examples/bot.rs"]
mod bot;
mod common;

mod addresses;
mod contract;
mod fuzz;
mod kept;
mod leaks;
mod moderation;
mod personal;
mod play;
mod players;
mod routes;
mod secrets;
mod socket;
mod store;
mod study;
