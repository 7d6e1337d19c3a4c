//! Settings of a server.

mod host_name;

use std::time::Duration;

use tokio::sync::Semaphore;

pub use host_name::HostName;
pub use ipnet::IpNet;

use crate::base::clock::ServerClock;
use crate::news::NodeTimes;

const MEGABYTE: f64 = 1024.0 * 1024.0;

/// A burst, and then a steady rate.
#[derive(Copy, Clone, Debug)]
pub struct Rate {
    pub burst: f64,
    pub per_second: f64,
}

impl Rate {
    pub(crate) fn times(self, factor: f64) -> Rate {
        Rate { burst: self.burst * factor, per_second: self.per_second * factor }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The public address, if it differs from the one we listen on: `https://tisane.example`.
    pub public_url: Option<String>,
    /// Proxies whose X-Forwarded-For we trust.
    pub trusted_proxies: Vec<IpNet>,
    /// Host names that browsers may use, in addition to the public URL and this machine's
    /// addresses.
    pub allowed_hosts: Vec<HostName>,
    /// Token that allows remote access to /metrics. Without it, only this machine has access.
    pub metrics_token: Option<String>,
    pub limits: Limits,
    pub timeouts: Timeouts,
    /// Gives no credit for slow connections. For tests that compare every byte.
    pub no_lag_credit: bool,
    /// The time in games. Tests can move it forward.
    pub clock: ServerClock,
    /// How nodes that share a database keep in touch.
    pub nodes: NodeTimes,
}

/// Time limits for clients.
#[derive(Clone, Debug)]
pub struct Timeouts {
    /// For the headers of a request, from their first byte.
    pub headers: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// Between two requests on one connection.
    pub idle: Duration,
    /// Without reading what we send.
    pub write: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let seconds = Duration::from_secs;
        Timeouts { headers: seconds(10), body: seconds(30), idle: seconds(60), write: seconds(30) }
    }
}

/// Rate limits: the first group counts per address and per player, the second per player; an
/// address may do as much as five players.
#[derive(Clone, Debug)]
pub struct Limits {
    pub guests: Rate,
    pub passwords: Rate,
    pub games: Rate,
    pub thinking: Rate,
    pub keeping: Rate,
    /// Bytes of saved items, per address.
    pub kept_bytes: Rate,
    /// Seconds of work outside the analysis pool, per address.
    pub work: Rate,

    pub chat: Rate,
    pub actions: Rate,
    pub watching: Rate,
    pub settings: Rate,

    pub reports: Rate,
    /// Downloads of everything about a player.
    pub downloads: Rate,
    /// Open sockets in total.
    pub sockets: usize,
    pub sockets_per_address: usize,
    /// Connections in total, if the system allows as many open files.
    pub connections: usize,
    pub connections_per_address: usize,
    /// Requests of one address that run at once; more wait.
    pub requests_per_address: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let per_minute = |burst: f64, n: f64| Rate { burst, per_second: n / 60.0 };
        Limits {
            guests: per_minute(20.0, 6.0),
            passwords: per_minute(10.0, 6.0),
            games: per_minute(60.0, 30.0),
            thinking: per_minute(60.0, 120.0),
            keeping: per_minute(120.0, 60.0),
            kept_bytes: per_minute(8.0 * MEGABYTE, MEGABYTE),
            work: per_minute(30.0, 30.0),
            chat: per_minute(5.0, 60.0),
            actions: per_minute(40.0, 300.0),
            watching: per_minute(100.0, 120.0),
            settings: per_minute(20.0, 30.0),
            reports: per_minute(10.0, 2.0),
            downloads: per_minute(3.0, 0.5),
            sockets: 20_000,
            sockets_per_address: 200,
            connections: 20_000,
            connections_per_address: 400,
            requests_per_address: 64,
        }
    }
}

impl Limits {
    /// No limits, for tests and load tests.
    pub fn none() -> Limits {
        let all = Rate { burst: 1e9, per_second: 1e9 };
        Limits {
            guests: all,
            passwords: all,
            games: all,
            thinking: all,
            keeping: all,
            kept_bytes: all,
            work: all,
            chat: all,
            actions: all,
            watching: all,
            settings: all,
            reports: all,
            downloads: all,
            sockets: usize::MAX,
            sockets_per_address: usize::MAX,
            connections: usize::MAX,
            connections_per_address: usize::MAX,
            requests_per_address: Semaphore::MAX_PERMITS,
        }
    }
}

impl Config {
    /// Whether browsers use https.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether an origin is ours: the public URL, or the host the browser asked for.
    pub(crate) fn is_ours(&self, origin: &str, host: Option<&str>) -> bool {
        let origin = origin.trim_end_matches('/');
        let is_public = |url: &String| url.trim_end_matches('/') == origin;
        self.public_url.as_ref().is_some_and(is_public) || self.is_same_host(origin, host)
    }

    /// Whether an origin is the host the browser asked for. With a public URL, the host must be
    /// local: other names belong to the public URL.
    pub(crate) fn is_same_host(&self, origin: &str, host: Option<&str>) -> bool {
        let is_same =
            origin.trim_end_matches('/').split_once("://").is_some_and(|(scheme, place)| {
                matches!(scheme, "http" | "https") && Some(place) == host
            });
        is_same && (self.public_url.is_none() || host.is_some_and(|host| self.is_local(host)))
    }

    /// Whether a host is an address, `localhost` or an allowed name.
    fn is_local(&self, host: &str) -> bool {
        HostName::of_authority(host).is_some_and(|host| {
            host == HostName::localhost()
                || host.address().is_some()
                || self.allowed_hosts.contains(&host)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_are_ours() {
        let local = Config::default();
        assert!(local.is_ours("http://127.0.0.1:8472", Some("127.0.0.1:8472")));
        assert!(!local.is_ours("http://127.0.0.1:9999", Some("127.0.0.1:8472")));
        assert!(!local.is_ours("https://evil.example", Some("127.0.0.1:8472")));
        assert!(!local.is_ours("null", Some("null")));
        let public =
            Config { public_url: Some("https://tisane.example/".to_owned()), ..Config::default() };
        assert!(public.is_ours("https://tisane.example", Some("127.0.0.1:8472")));
        assert!(!public.is_ours("http://tisane.example", Some("tisane.example")));
        assert!(public.is_ours("http://127.0.0.1:8472", Some("127.0.0.1:8472")));
        assert!(public.is_ours("http://192.168.1.5:8472", Some("192.168.1.5:8472")));
        assert!(!public.is_ours("http://127.0.0.1:9999", Some("127.0.0.1:8472")));
        assert!(!public.is_ours("http://evil.example", Some("evil.example")));
        assert!(public.is_secure() && !local.is_secure());
    }
}
