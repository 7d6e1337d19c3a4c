//! The host name a browser used. Another website can point its own name at this machine (DNS
//! rebinding) and read our responses, so we answer only to our own names.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::Uri;
use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::Response;

use super::connection::LocalAddress;
use crate::config::{Config, HostName};
use crate::error::{Error, Refused};

/// Our host names.
#[derive(Clone)]
pub(super) struct Hosts(Arc<[HostName]>);

impl Hosts {
    pub(super) fn of(config: &Config) -> Hosts {
        let public: Option<Uri> = config.public_url.as_ref().and_then(|url| url.parse().ok());
        let public = public.and_then(|url| HostName::of_authority(url.authority()?.as_str()));
        let local = HostName::localhost();
        Hosts(
            [local].into_iter().chain(public).chain(config.allowed_hosts.iter().cloned()).collect(),
        )
    }

    /// Whether a name is ours, on a connection to this local address.
    fn include(&self, host: &HostName, local: Option<IpAddr>) -> bool {
        let is_own = |address: IpAddr| {
            address.is_loopback() || local.is_some_and(|local| local.to_canonical() == address)
        };
        self.0.contains(host) || host.address().is_some_and(is_own)
    }
}

/// Refuses requests for other host names. Health checks may omit the name.
pub(super) async fn check_host(
    State(hosts): State<Hosts>,
    request: Request,
    next: Next,
) -> Result<Response, Error> {
    if request.uri().path() != "/healthz" {
        check(&hosts, &request)?;
    }
    Ok(next.run(request).await)
}

fn check(hosts: &Hosts, request: &Request) -> Result<(), Refused> {
    let local =
        request.extensions().get::<LocalAddress>().map(|LocalAddress(address)| address.ip());
    let mut named = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else { return Err(Refused::NoHost) };
    // The request line may name a host, too; both have to be ours.
    let of_line = request.uri().authority().map(Authority::as_str);
    let of_header = host.to_str().unwrap_or_default();
    match of_line
        .into_iter()
        .chain([of_header])
        .find(|text| !HostName::of_authority(text).is_some_and(|host| hosts.include(&host, local)))
    {
        Some(text) => Err(Refused::Host(text.to_owned())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(config: &Config, authority: &str, local: &str) -> bool {
        HostName::of_authority(authority)
            .is_some_and(|host| Hosts::of(config).include(&host, Some(local.parse().unwrap())))
    }

    #[test]
    fn local_names_and_the_address_of_the_connection_are_ours() {
        let config = Config::default();
        for authority in [
            "localhost",
            "LOCALHOST:8472",
            "localhost.",
            "127.0.0.1:8472",
            "[::1]:8472",
            "[::1]",
            "192.168.1.5:8472",
        ] {
            assert!(ours(&config, authority, "192.168.1.5"), "{authority}");
        }
        for authority in [
            "evil.example",
            "evil.example:8472",
            "localhost.evil.example",
            "192.168.1.6",
            "user@localhost",
            "",
            "a b",
            "127.0.0.1.evil.example",
        ] {
            assert!(!ours(&config, authority, "192.168.1.5"), "{authority}");
        }
        assert!(ours(&config, "[2001:db8::5]:8472", "2001:db8::5"));
        assert!(ours(&config, "192.168.1.5", "::ffff:192.168.1.5"));
    }

    #[test]
    fn the_public_url_and_named_hosts_are_ours() {
        let allowed_hosts = vec!["Tisane.LAN".parse().unwrap(), "203.0.113.5".parse().unwrap()];
        let config = Config {
            public_url: Some("https://tisane.example:8443".into()),
            allowed_hosts,
            ..Config::default()
        };
        for authority in [
            "tisane.example",
            "tisane.example:8443",
            "TISANE.example.",
            "tisane.lan:8472",
            "203.0.113.5:8472",
        ] {
            assert!(ours(&config, authority, "192.168.1.5"), "{authority}");
        }
        assert!(!ours(&config, "sub.tisane.example", "192.168.1.5"));
        assert!("tisane.lan:8472".parse::<HostName>().is_err());
        assert!("https://tisane.lan".parse::<HostName>().is_err());
    }
}
