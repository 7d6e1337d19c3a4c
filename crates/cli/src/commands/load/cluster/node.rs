//! The nodes: processes of this program.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use super::super::client::http_with;
use super::network::Network;

/// How long a node may take to start or to stop.
const STARTING: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(20);
const TOKEN: &str = "load";

pub(super) struct Node {
    pub(super) number: usize,
    pub(super) address: SocketAddr,
    database: String,
    folder: PathBuf,
    process: Option<Child>,
    /// Bots' thoughts of earlier processes.
    thoughts: u64,
    most_memory_kb: u64,
}

impl Node {
    pub(super) fn new(network: &Network, number: usize, database: String, folder: &Path) -> Node {
        Node {
            number,
            address: network.address(number),
            database,
            folder: folder.join(format!("node{number}")),
            process: None,
            thoughts: 0,
            most_memory_kb: 0,
        }
    }

    /// Starts it, with its clock this much ahead.
    pub(super) fn start(&mut self, network: &Network, ahead_millis: i64) -> anyhow::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        let log =
            std::fs::OpenOptions::new().create(true).append(true).open(self.folder.join("log"))?;
        let process = network
            .command(self.number, &std::env::current_exe()?)
            .args(["serve", "--unlimited", "--listen", &self.address.to_string()])
            .args(["--database", &self.database, "--metrics-token", TOKEN, "--data"])
            .arg(&self.folder)
            .env("TISANE_TEST_CLOCK_AHEAD", ahead_millis.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .context("starting a node")?;
        self.process = Some(process);
        Ok(())
    }

    /// Waits until it can save games.
    pub(super) async fn wait(&mut self) -> anyhow::Result<()> {
        let began = Instant::now();
        while self.get("/readyz").await.is_err() {
            let process = self.process.as_mut().context("the node was started")?;
            let ended = process.try_wait()?.is_some();
            let log = || std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            ensure!(!ended && began.elapsed() < STARTING, "a node did not start:\n{}", log());
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    async fn get(&self, path: &str) -> anyhow::Result<String> {
        let header = format!("authorization: Bearer {TOKEN}\r\n");
        Ok(http_with(self.address, "GET", path, &header, "").await?.1)
    }

    /// Kills it without a chance to write anything.
    pub(super) async fn kill(&mut self) -> anyhow::Result<()> {
        self.measure().await;
        if let Some(mut process) = self.process.take() {
            process.kill()?;
            process.wait()?;
        }
        Ok(())
    }

    /// Stops it as a service manager does.
    pub(super) async fn stop(&mut self) -> anyhow::Result<()> {
        self.measure().await;
        let Some(mut process) = self.process.take() else { return Ok(()) };
        let status = Command::new("kill").args(["-TERM", &process.id().to_string()]).status()?;
        ensure!(status.success(), "a node can't be stopped");
        let began = Instant::now();
        while process.try_wait()?.is_none() {
            if began.elapsed() > STARTING {
                process.kill()?;
                process.wait()?;
                anyhow::bail!("a node did not stop");
            }
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    /// Remembers the figures of a process before it ends.
    async fn measure(&mut self) {
        self.most_memory_kb = self.memory_kb().unwrap_or_default().max(self.most_memory_kb);
        self.thoughts += self.metric("tisane_bot_thoughts_total").await.unwrap_or_default();
    }

    async fn metric(&self, name: &str) -> anyhow::Result<u64> {
        let text = self.get("/metrics").await?;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.with_context(|| format!("no {name}"))?.parse().context("a metric is a number")
    }

    pub(super) async fn thoughts(&self) -> u64 {
        self.thoughts + self.metric("tisane_bot_thoughts_total").await.unwrap_or_default()
    }

    /// Peak memory of the present process, on Linux.
    fn memory_kb(&self) -> Option<u64> {
        super::super::server::most_memory_kb(self.process.as_ref()?.id())
    }

    pub(super) fn most_memory_kb(&self) -> u64 {
        self.memory_kb().unwrap_or_default().max(self.most_memory_kb)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
