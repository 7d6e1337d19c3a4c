//! Where a PostgreSQL database is.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use super::super::StoreError;
use super::tls::Trust;

const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];
const NOT_AN_ADDRESS: &str =
    "not a PostgreSQL address such as postgres://user:password@host:5432/database";
/// How long a connection attempt may take, unless the address says so.
const CONNECTING: Duration = Duration::from_secs(3);
/// A connection is dead if nothing is acknowledged for this long.
const DEAD_AFTER: Duration = Duration::from_secs(5);

/// The address of a PostgreSQL database. It is printed without the password.
#[derive(Clone)]
pub struct PostgresAddress {
    pub(super) config: Config,
    pub(super) trust: Trust,
}

impl PostgresAddress {
    /// Whether a text looks like such an address.
    pub fn is_one(text: &str) -> bool {
        SCHEMES.iter().any(|scheme| text.starts_with(scheme))
    }

    /// Reads an address. Without a password in it, `PGPASSWORD` is used. The errors don't contain
    /// the text, which may have a password in it.
    pub fn parse(text: &str) -> Result<PostgresAddress, StoreError> {
        let wrong = || StoreError::Address(NOT_AN_ADDRESS.to_owned());
        if !PostgresAddress::is_one(text) {
            return Err(wrong());
        }
        let (place, parameters) = text.split_once('?').unwrap_or((text, ""));
        let (mut rest, mut mode, mut authorities) = (Vec::new(), None, None);
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslmode", value)) => mode = Some(value),
                Some(("sslrootcert", file)) => {
                    authorities = Some(PathBuf::from(decoded(file).ok_or_else(wrong)?));
                }
                _ => rest.push(parameter),
            }
        }
        let plain = match rest.is_empty() {
            true => place.to_owned(),
            false => format!("{place}?{}", rest.join("&")),
        };
        let mut config: Config = plain.parse().map_err(|_| wrong())?;
        let (ssl, trust) = match mode.unwrap_or("prefer") {
            "disable" => (SslMode::Disable, Trust::Anybody),
            // As other clients do: certificates are checked only if there is something to check by.
            "prefer" => (SslMode::Prefer, Trust::Anybody),
            "require" if authorities.is_none() => (SslMode::Require, Trust::Anybody),
            "require" | "verify-ca" => (SslMode::Require, Trust::AnyName(authorities)),
            "verify-full" => (SslMode::Require, Trust::ThisName(authorities)),
            other => {
                return Err(StoreError::Address(format!(
                    "unknown sslmode {:?}; use disable, prefer, require, verify-ca or verify-full",
                    tisane_lexicon::excerpt(other)
                )));
            }
        };
        config.ssl_mode(ssl);
        if config.get_hosts().is_empty() {
            config.host("localhost");
        }
        if config.get_password().is_none()
            && let Ok(password) = std::env::var("PGPASSWORD")
        {
            config.password(password);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECTING);
        }
        if config.get_application_name().is_none() {
            config.application_name("tisane");
        }
        config.keepalives_idle(DEAD_AFTER).keepalives_interval(DEAD_AFTER);
        config.tcp_user_timeout(DEAD_AFTER);
        Ok(PostgresAddress { config, trust })
    }
}

/// Text with `%2F` and the like replaced.
fn decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres://")?;
        if let Some(user) = self.config.get_user() {
            write!(f, "{user}@")?;
        }
        for (n, host) in self.config.get_hosts().iter().enumerate() {
            f.write_str(if n > 0 { "," } else { "" })?;
            match host {
                Host::Tcp(name) => f.write_str(name)?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{}", path.display())?,
            }
            let ports = self.config.get_ports();
            if let Some(port) = ports.get(n).or(ports.first()).filter(|port| **port != 5432) {
                write!(f, ":{port}")?;
            }
        }
        self.config.get_dbname().map_or(Ok(()), |name| write!(f, "/{name}"))
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, shown) in [
            ("postgres://ada:s3cret@db.example/games", "postgres://ada@db.example/games"),
            ("postgresql://ada:s3cret@db:6432/g?sslmode=require", "postgres://ada@db:6432/g"),
            ("postgres:///g?host=/run/postgresql&password=s3cret", "postgres:///run/postgresql/g"),
            ("postgres://one,two/g", "postgres://one,two/g"),
            ("postgres://", "postgres://localhost"),
        ] {
            let address = PostgresAddress::parse(text).unwrap();
            assert_eq!(address.to_string(), shown);
            assert!(!format!("{address:?}").contains("s3cret"));
        }
    }

    #[test]
    fn sslmode_is_read_as_other_clients_do() {
        let read = |parameters: &str| {
            let address = PostgresAddress::parse(&format!("postgres://h/g?{parameters}")).unwrap();
            (address.config.get_ssl_mode(), address.trust)
        };
        let file = || Some(PathBuf::from("/etc/ca 1.pem"));
        assert_eq!(read(""), (SslMode::Prefer, Trust::Anybody));
        assert_eq!(read("sslmode=disable"), (SslMode::Disable, Trust::Anybody));
        assert_eq!(read("sslmode=require"), (SslMode::Require, Trust::Anybody));
        assert_eq!(
            read("sslmode=require&sslrootcert=%2Fetc/ca%201.pem"),
            (SslMode::Require, Trust::AnyName(file()))
        );
        assert_eq!(read("sslmode=verify-ca"), (SslMode::Require, Trust::AnyName(None)));
        assert_eq!(
            read("connect_timeout=9&sslrootcert=/etc/ca%201.pem&sslmode=verify-full"),
            (SslMode::Require, Trust::ThisName(file()))
        );
    }

    #[test]
    fn a_wrong_address_is_not_repeated() {
        for text in [
            "postgres://ada:s3cret@db:port/g",
            "postgres://ada:s3cret@db/g?sslmode=perhaps",
            "postgres://ada:s3cret@db/g?sslrootcert=%s3",
            "mysql://ada:s3cret@db/g",
        ] {
            let error = PostgresAddress::parse(text).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("s3"), "{error}");
        }
    }
}
