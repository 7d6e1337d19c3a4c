//! A server process to load and kill.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Context;

pub(super) struct Server {
    process: Child,
    pub(super) address: SocketAddr,
}

impl Server {
    /// Starts this program as a server with its data in this folder.
    pub(super) fn start(folder: &Path) -> anyhow::Result<Server> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(["serve", "--listen", "127.0.0.1:0", "--unlimited", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("starting a server")?;
        let out = process.stdout.take().context("it prints its address")?;
        let line = BufReader::new(out).lines().next().context("it prints its address")??;
        let address = line
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .parse()
            .with_context(|| format!("no address in {line:?}"))?;
        Ok(Server { process, address })
    }

    /// Kills it without a chance to write anything.
    pub(super) fn kill(mut self) -> anyhow::Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }

    pub(super) fn most_memory_kb(&self) -> Option<u64> {
        most_memory_kb(self.process.id())
    }
}

/// Peak memory of a process, on Linux.
pub(super) fn most_memory_kb(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
