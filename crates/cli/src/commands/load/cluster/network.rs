//! A network namespace for each node, as root on Linux. A node has two links: one to the clients and
//! one to the database, so that the second can be cut. Elsewhere nodes listen on loopback ports.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

use super::faults::Way;

/// The port of a node in its own namespace.
const PORT: u16 = 8472;
/// The network for measurements between machines (RFC 2544), which nothing else uses.
const FRONT: [u8; 2] = [198, 18];
const BACK: [u8; 2] = [198, 19];
/// Nobody's hardware address.
const NOBODY: &str = "02:00:00:00:00:01";
pub(super) const MOST_NODES: usize = 10;
/// How many runs can have addresses of their own.
const PARTS: u32 = 25;

pub(super) struct Network {
    /// Whether nodes have namespaces.
    pub(super) is_isolated: bool,
    name: String,
    third: u8,
    ports: Vec<u16>,
}

impl Network {
    /// Namespaces if possible; otherwise says why not.
    pub(super) fn new(n: usize) -> anyhow::Result<(Network, Option<String>)> {
        let id = std::process::id();
        let name = format!("ts{:x}", id % 0xf_ffff);
        let third = free_part(id);
        let mut network = Network { is_isolated: true, name, third, ports: Vec::new() };
        for node in 0..n {
            if let Err(error) = network.connect(node) {
                network.remove(n);
                network.is_isolated = false;
                for _ in 0..n {
                    network.ports.push(free_port()?);
                }
                return Ok((network, Some(format!("{error:#}"))));
            }
            network.ports.push(PORT);
        }
        Ok((network, None))
    }

    fn connect(&self, node: usize) -> anyhow::Result<()> {
        let namespace = &self.namespace(node);
        ip(&["netns", "add", namespace])?;
        ip(&["-n", namespace, "link", "set", "dev", "lo", "up"])?;
        for (kind, network) in [("front", FRONT), ("back", BACK)] {
            let here = &self.link(kind, node);
            let [ours, theirs] = [1, 2].map(|last| format!("{}/30", self.on(network, node, last)));
            ip(&["link", "add", here, "type", "veth", "peer", "name", kind, "netns", namespace])?;
            ip(&["addr", "add", &ours, "dev", here])?;
            ip(&["link", "set", "dev", here, "up"])?;
            ip(&["-n", namespace, "addr", "add", &theirs, "dev", kind])?;
            ip(&["-n", namespace, "link", "set", "dev", kind, "up"])?;
        }
        Ok(())
    }

    fn namespace(&self, node: usize) -> String {
        format!("{}-{node}", self.name)
    }

    /// The name of our end of a link.
    fn link(&self, kind: &str, node: usize) -> String {
        format!("{}{kind}{node}", self.name)
    }

    fn on(&self, [first, second]: [u8; 2], node: usize, last: u8) -> IpAddr {
        Ipv4Addr::new(first, second, self.third + node as u8, last).into()
    }

    /// Where a node listens.
    pub(super) fn address(&self, node: usize) -> SocketAddr {
        let ip = match self.is_isolated {
            true => self.on(FRONT, node, 2),
            false => Ipv4Addr::LOCALHOST.into(),
        };
        SocketAddr::from((ip, self.ports[node]))
    }

    /// Where a node finds the database: our end of its second link.
    pub(super) fn database(&self, node: usize) -> IpAddr {
        match self.is_isolated {
            true => self.on(BACK, node, 1),
            false => Ipv4Addr::LOCALHOST.into(),
        }
    }

    /// A command that runs a program in the node's namespace.
    pub(super) fn command(&self, node: usize, program: &std::path::Path) -> Command {
        if !self.is_isolated {
            return Command::new(program);
        }
        // It becomes the program, so its process can be killed.
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.namespace(node)]).arg(program);
        command
    }

    /// Loses packets between a node and the database, by a wrong hardware address.
    pub(super) fn cut(&self, node: usize, way: Way) -> anyhow::Result<()> {
        let [ours, theirs] = [1, 2].map(|last| self.on(BACK, node, last).to_string());
        let wrong = ["lladdr", NOBODY, "nud", "permanent", "dev"];
        if way.is_lost_out() {
            let namespace = &self.namespace(node);
            let start = ["-n", namespace, "neigh", "replace", &ours];
            ip(&[&start[..], &wrong, &["back"]].concat())?;
        }
        if way.is_lost_in() {
            let link = &self.link("back", node);
            ip(&[&["neigh", "replace", &theirs], &wrong[..], &[link]].concat())?;
        }
        Ok(())
    }

    pub(super) fn mend(&self, node: usize, way: Way) -> anyhow::Result<()> {
        let [ours, theirs] = [1, 2].map(|last| self.on(BACK, node, last).to_string());
        if way.is_lost_out() {
            ip(&["-n", &self.namespace(node), "neigh", "del", &ours, "dev", "back"])?;
        }
        if way.is_lost_in() {
            ip(&["neigh", "del", &theirs, "dev", &self.link("back", node)])?;
        }
        Ok(())
    }

    fn remove(&self, n: usize) {
        for node in 0..n {
            // Our ends of the links disappear with it.
            let _ = ip(&["netns", "del", &self.namespace(node)]);
        }
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        if self.is_isolated {
            self.remove(self.ports.len());
        }
    }
}

/// The third byte of addresses that no other run uses.
fn free_part(id: u32) -> u8 {
    let output = Command::new("ip").args(["-o", "addr"]).stdin(Stdio::null()).output();
    let used = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let used = used.unwrap_or_default();
    let part = |number: u32| (number % PARTS * MOST_NODES as u32) as u8;
    let is_free = |third: &u8| {
        let [first, second] = FRONT;
        !used.contains(&format!(" {first}.{second}.{third}."))
    };
    (id..id + PARTS).map(part).find(is_free).unwrap_or(part(id))
}

pub(super) fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

fn ip(args: &[&str]) -> anyhow::Result<()> {
    let output = Command::new("ip").args(args).stdin(Stdio::null()).output();
    let output = output.context("the program ip (package iproute2) was not found")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "ip {}: {}", args.join(" "), error.trim());
    Ok(())
}
