//! How much one connection or one address may ask: a bucket that fills at a steady rate and holds so much.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::refused::Refused;

/// So much at once, and then so much each second.
#[derive(Copy, Clone, Debug)]
pub struct Rate {
    pub burst: f64,
    pub per_second: f64,
}

/// How much is left.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket { left: rate.burst, at: now }
    }

    /// Takes one, or says how many seconds to wait.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Refused> {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * rate.per_second).min(rate.burst);
        self.at = now;
        if self.left < 1.0 {
            return Err(Refused::TooOften { seconds: ((1.0 - self.left) / rate.per_second).ceil() as u64 });
        }
        self.left -= 1.0;
        Ok(())
    }
}

/// What is limited by address.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) enum Kind {
    NewGuest,
    Password,
    NewGame,
    /// A question that makes the computer think.
    Thinking,
    /// Something to be kept.
    Keeping,
    Report,
    Download,
}

/// The buckets of all addresses.
#[derive(Default)]
pub(crate) struct Addresses(Mutex<HashMap<(Kind, IpAddr), Bucket>>);

/// Beyond this many, full buckets are forgotten: a full one and none are the same.
const MANY: usize = 10_000;

impl Addresses {
    pub(crate) fn take(&self, kind: Kind, address: IpAddr, rate: Rate) -> Result<(), Refused> {
        let now = Instant::now();
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MANY {
            buckets.retain(|_, bucket| bucket.left + now.saturating_duration_since(bucket.at).as_secs_f64() * rate.per_second < rate.burst);
        }
        buckets.entry((kind, network(address))).or_insert_with(|| Bucket::full(rate, now)).take(rate, now)
    }
}

/// How many sockets each address has open.
#[derive(Clone, Default)]
pub(crate) struct Connections(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One open socket of an address; counted until it is dropped.
pub(crate) struct Connected {
    connections: Connections,
    address: IpAddr,
}

impl Connections {
    pub(crate) fn enter(&self, address: IpAddr, most: usize) -> Result<Connected, Refused> {
        let address = network(address);
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= most {
            return Err(Refused::Busy);
        }
        *count += 1;
        Ok(Connected { connections: self.clone(), address })
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut counts = self.connections.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// One household has a whole network of the new addresses.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => address.into(),
            None => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6([a, b, c, d, 0, 0, 0, 0].into())
            }
        },
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const RATE: Rate = Rate { burst: 3.0, per_second: 0.5 };

    #[test]
    fn a_bucket_gives_what_it_holds_and_fills_again() {
        let start = Instant::now();
        let mut bucket = Bucket::full(RATE, start);
        (0..3).for_each(|_| bucket.take(RATE, start).unwrap());
        assert!(matches!(bucket.take(RATE, start), Err(Refused::TooOften { seconds: 2 })));
        bucket.take(RATE, start + Duration::from_secs(2)).unwrap();
        assert!(bucket.take(RATE, start + Duration::from_secs(3)).is_err());
        (0..3).for_each(|_| bucket.take(RATE, start + Duration::from_secs(60)).unwrap());
        assert!(bucket.take(RATE, start + Duration::from_secs(60)).is_err(), "no more than it holds");
    }

    #[test]
    fn addresses_of_one_network_share_a_bucket_and_others_do_not() {
        let addresses = Addresses::default();
        let take = |address: &str| addresses.take(Kind::NewGuest, address.parse().unwrap(), RATE);
        (0..3).for_each(|n| take(&format!("2001:db8::{n}")).unwrap());
        assert!(take("2001:db8::9").is_err());
        take("2001:db8:0:1::9").unwrap();
        take("192.0.2.1").unwrap();
    }

    #[test]
    fn an_address_has_so_many_sockets_at_once() {
        let connections = Connections::default();
        let enter = || connections.enter("192.0.2.1".parse().unwrap(), 2);
        let (one, _other) = (enter().unwrap(), enter().unwrap());
        assert!(enter().is_err());
        connections.enter("192.0.2.2".parse().unwrap(), 2).unwrap();
        drop(one);
        enter().unwrap();
    }
}
