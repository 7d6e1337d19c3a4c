//! Names by which browsers reach the server.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::uri::Authority;

/// A host name or an IP address, without a port.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct HostName(String);

#[derive(Debug, thiserror::Error)]
#[error("not a host name such as tisane.lan, without a port or a path")]
pub struct BadHostName;

impl FromStr for HostName {
    type Err = BadHostName;

    fn from_str(text: &str) -> Result<HostName, BadHostName> {
        let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        if let Ok(address) = bare.parse::<IpAddr>() {
            return Ok(HostName(address.to_canonical().to_string()));
        }
        let name = text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
        let is_label = |label: &str| {
            (1..=63).contains(&label.len())
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        };
        match name.len() <= 253 && name.split('.').all(is_label) {
            true => Ok(HostName(name)),
            false => Err(BadHostName),
        }
    }
}

impl HostName {
    /// Of `name`, `name:port` or `[address]:port`.
    pub(crate) fn of_authority(authority: &str) -> Option<HostName> {
        let authority: Authority = authority.parse().ok()?;
        if authority.as_str().contains('@') {
            return None;
        }
        authority.host().parse().ok()
    }

    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.0.parse().ok()
    }

    pub(crate) fn localhost() -> HostName {
        HostName("localhost".to_owned())
    }
}
