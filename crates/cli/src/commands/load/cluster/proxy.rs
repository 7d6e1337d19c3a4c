//! haproxy in front of the nodes: round robin, no sticky sessions.

use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use super::network::free_port;
use crate::failure::Failure;

/// Names the node that has answered.
pub(super) const NODE: &str = "x-node";
/// How long haproxy may take to start.
const STARTING: Duration = Duration::from_secs(30);

pub(super) struct Proxy {
    process: Child,
    pub(super) address: SocketAddr,
}

impl Proxy {
    pub(super) fn start(folder: &Path, nodes: &[SocketAddr]) -> anyhow::Result<Proxy> {
        let program = find()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let file = folder.join("haproxy.cfg");
        std::fs::write(&file, configuration(address, nodes))?;
        let log = folder.join("haproxy.log");
        let mut process = Command::new(program)
            .args(["-db", "-q", "-f"])
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&log)?)
            .spawn()
            .context("starting haproxy")?;
        let began = Instant::now();
        while TcpStream::connect(address).is_err() {
            let ended = process.try_wait()?.is_some();
            let said = || std::fs::read_to_string(&log).unwrap_or_default();
            ensure!(!ended && began.elapsed() < STARTING, "haproxy did not start: {}", said());
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(Proxy { process, address })
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn find() -> anyhow::Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Debian keeps it outside of a user's PATH.
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into()]);
    let found = folders.map(|folder| folder.join("haproxy")).find(|file| file.is_file());
    Ok(found.ok_or_else(|| {
        Failure::new("haproxy was not found", "install it; on Debian: apt-get install haproxy")
    })?)
}

fn configuration(address: SocketAddr, nodes: &[SocketAddr]) -> String {
    let mut text = format!(
        "global
    maxconn 8000
defaults
    mode http
    timeout connect 1s
    timeout check 1s
    timeout client 1h
    timeout server 30s
    timeout tunnel 1h
    retries 3
    option redispatch 1
frontend players
    bind {address}
    default_backend nodes
backend nodes
    balance roundrobin
    option httpchk
    http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host 127.0.0.1
    http-response set-header {NODE} %s
    default-server check inter 300ms downinter 300ms fall 2 rise 1
"
    );
    for (number, node) in nodes.iter().enumerate() {
        let _ = writeln!(text, "    server {number} {node}");
    }
    text
}
