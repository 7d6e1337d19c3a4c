//! Runs the binary and checks what it prints, writes and returns.

mod common;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(target_os = "linux")]
mod limits;
mod options;
mod output;
mod parts;
mod play;
mod postgres;
mod server;
#[cfg(unix)]
mod storage;
