//! Runs the binary as people and programs do, and checks what it prints, writes and returns.

#[cfg(target_os = "linux")]
mod limits;
mod output;
mod play;
mod server;
#[cfg(unix)]
mod storage;
