//! The client's address behind a proxy. Only proxies that the operator named are trusted.

use std::net::{IpAddr, SocketAddr};
use std::sync::Once;

use axum::http::HeaderMap;
use ipnet::IpNet;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The client's address: the last one in X-Forwarded-For that is not a trusted proxy, or the peer
/// if it is not a trusted proxy. `Forwarded` is ignored.
pub(crate) fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.contains(&address));
    let peer = peer.to_canonical();
    if !is_trusted(peer) {
        if headers.contains_key(FORWARDED_FOR) {
            warn_once(peer);
        }
        return peer;
    }
    let values = headers.get_all(FORWARDED_FOR).iter().rev();
    let hops = values.flat_map(|value| value.to_str().unwrap_or_default().rsplit(',').map(hop));
    let mut client = peer;
    for hop in hops {
        // Nothing before an unreadable entry is trusted.
        let Some(address) = hop else { break };
        client = address;
        if !is_trusted(address) {
            break;
        }
    }
    client
}

/// An address as proxies write it, with or without port and brackets.
fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

/// Everybody behind an untrusted proxy shares one address, so the operator is warned once.
fn warn_once(peer: IpAddr) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| tracing::warn!(%peer, "X-Forwarded-For is ignored; if {peer} is your proxy, start with --trusted-proxy {peer}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client_of(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        let trusted: Vec<IpNet> = trusted.iter().map(|net| net.parse().unwrap()).collect();
        client(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn the_header_counts_only_from_a_trusted_proxy() {
        let loopback = ["127.0.0.0/8", "::1/128"];
        assert_eq!(client_of("127.0.0.1", &["192.0.2.7"], &loopback), "192.0.2.7");
        assert_eq!(client_of("::1", &["192.0.2.7"], &loopback), "192.0.2.7");
        assert_eq!(client_of("::ffff:127.0.0.1", &["192.0.2.7"], &loopback), "192.0.2.7");
        assert_eq!(client_of("198.51.100.1", &["192.0.2.7"], &loopback), "198.51.100.1");
        assert_eq!(client_of("127.0.0.1", &["192.0.2.7"], &[]), "127.0.0.1");
        assert_eq!(client_of("127.0.0.1", &[], &loopback), "127.0.0.1");
    }

    #[test]
    fn the_list_is_read_from_the_right_past_trusted_proxies() {
        let trusted = ["10.0.0.0/8", "2001:db8::/32"];
        assert_eq!(
            client_of("10.0.0.1", &["203.0.113.9, 192.0.2.7, 10.0.0.2"], &trusted),
            "192.0.2.7"
        );
        assert_eq!(
            client_of("10.0.0.1", &["203.0.113.9", "192.0.2.7, 10.0.0.3", "10.0.0.2"], &trusted),
            "192.0.2.7"
        );
        assert_eq!(client_of("10.0.0.1", &["192.0.2.7, 2001:db8::5"], &trusted), "192.0.2.7");
        assert_eq!(
            client_of("10.0.0.1", &["10.0.0.9, 10.0.0.2"], &trusted),
            "10.0.0.9",
            "all are ours: the farthest"
        );
        assert_eq!(client_of("10.0.0.1", &["192.0.2.7, nonsense, 10.0.0.2"], &trusted), "10.0.0.2");
        assert_eq!(client_of("10.0.0.1", &["nonsense"], &trusted), "10.0.0.1");
        assert_eq!(client_of("10.0.0.1", &["192.0.2.7:4711"], &trusted), "192.0.2.7");
        assert_eq!(client_of("10.0.0.1", &["[2001:dead::7]:4711"], &trusted), "2001:dead::7");
        assert_eq!(client_of("10.0.0.1", &["::ffff:192.0.2.7"], &trusted), "192.0.2.7");
    }
}
