//! The server's tests over its public interface, in one binary so that they link once.

#[allow(dead_code, reason = "its main is for the command line")]
#[path = "../../../../examples/bot.rs"]
mod bot;
mod common;

mod addresses;
mod bounds;
mod clock;
mod connections;
mod contract;
mod fair;
#[cfg(unix)]
mod faults;
mod fuzz;
mod kept;
mod leaks;
mod live_help;
mod measure;
mod moderation;
mod names;
#[cfg(unix)]
mod nodes;
mod observe;
mod open_racks;
mod patience;
mod personal;
mod play;
mod players;
mod postgres;
mod routes;
mod secrets;
mod sessions;
mod shares;
mod socket;
mod storage;
mod store;
mod strangers;
mod study;

mod close_codes;
mod lobby;
mod slow_readers;
mod writes;
