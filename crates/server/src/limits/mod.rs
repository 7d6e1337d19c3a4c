//! Rate limits per connection, player and address: a bucket that fills at a steady rate up to its
//! burst.

mod crowds;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::config::{Limits, Rate};
use crate::error::Refused;
use crate::news::{Nodes, Topic};

pub(crate) use crowds::Crowds;

/// The longest wait in a refusal, in seconds.
const LONGEST_WAIT: f64 = 3600.0;

/// A bucket's level.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket { left: rate.burst, at: now }
    }

    fn left_at(&self, rate: Rate, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        (self.left + passed * rate.per_second).min(rate.burst)
    }

    fn is_full(&self, rate: Rate, now: Instant) -> bool {
        self.left_at(rate, now) >= rate.burst
    }

    /// Takes one, or refuses with the seconds to wait.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Refused> {
        self.take_many(1.0, rate, now)
    }

    fn take_many(&mut self, n: f64, rate: Rate, now: Instant) -> Result<(), Refused> {
        (self.left, self.at) = (self.left_at(rate, now), now);
        if self.left < n {
            let wait = ((n - self.left) / rate.per_second).clamp(1.0, LONGEST_WAIT);
            return Err(Refused::TooOften { seconds: wait.ceil() as u64 });
        }
        self.left -= n;
        Ok(())
    }

    /// Takes what has been used already, even if there is less.
    fn charge(&mut self, n: f64, rate: Rate, now: Instant) {
        (self.left, self.at) = (self.left_at(rate, now) - n, now);
    }
}

/// What is limited.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) enum Kind {
    NewGuest,
    Password,
    NewGame,
    /// Analysis.
    Thinking,
    /// Saving an item.
    Keeping,
    /// The bytes of saved items.
    KeptBytes,
    /// The seconds of work outside the analysis pool.
    Work,
    Chat,
    /// A move, or anything else that is logged in a game: joining, readying, offering.
    Action,
    /// Opening a game. Coming and going pauses and resumes it, which is stored.
    Watching,
    /// Names, tokens, mutes.
    Setting,
    Report,
    Download,
}

/// An address may do as much as this many players: families and classes share one.
const PLAYERS_OF_AN_ADDRESS: f64 = 5.0;

/// The owner of a bucket.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
enum Owner {
    Network(IpAddr),
    Player(String),
}

/// The buckets of all players and addresses.
pub(crate) struct Limiter {
    limits: Limits,
    nodes: Nodes,
    buckets: Mutex<Buckets>,
}

struct Buckets {
    known: HashMap<(Kind, Owner), (Bucket, Rate)>,
    /// At this many buckets, full ones are dropped: they equal new ones.
    sweep_at: usize,
}

/// The fewest buckets that are swept.
const FEW: usize = 10_000;
/// The most buckets, about 50 MB.
const MOST: usize = 500_000;

impl Buckets {
    fn take(&mut self, kind: Kind, owner: Owner, rate: Rate, now: Instant) -> Result<(), Refused> {
        self.bucket(kind, owner, rate, now).take(rate, now)
    }

    fn bucket(&mut self, kind: Kind, owner: Owner, rate: Rate, now: Instant) -> &mut Bucket {
        if self.known.len() >= self.sweep_at {
            self.sweep(now);
        }
        let (bucket, _) =
            self.known.entry((kind, owner)).or_insert_with(|| (Bucket::full(rate, now), rate));
        bucket
    }

    fn sweep(&mut self, now: Instant) {
        self.known.retain(|_, (bucket, rate)| !bucket.is_full(*rate, now));
        if self.known.len() >= MOST {
            tracing::warn!(
                buckets = self.known.len(),
                "too many clients to track; all rate limits start over"
            );
            self.known.clear();
        }
        self.sweep_at = (2 * self.known.len()).clamp(FEW, MOST);
    }
}

impl Limiter {
    pub(crate) fn new(limits: Limits, nodes: Nodes) -> Limiter {
        let buckets = Mutex::new(Buckets { known: HashMap::new(), sweep_at: FEW });
        Limiter { limits, nodes, buckets }
    }

    /// The rates of a player and of an address.
    fn rates(&self, kind: Kind) -> (Rate, Rate) {
        let Limits {
            guests,
            passwords,
            games,
            thinking,
            keeping,
            kept_bytes,
            work,
            chat,
            actions,
            watching,
            settings,
            reports,
            downloads,
            ..
        } = self.limits;
        let alike = |rate: Rate| (rate, rate);
        let of_player = |rate: Rate| (rate, rate.times(PLAYERS_OF_AN_ADDRESS));
        match kind {
            Kind::NewGuest => alike(guests),
            Kind::Password => alike(passwords),
            Kind::NewGame => alike(games),
            Kind::Thinking => alike(thinking),
            Kind::Keeping => alike(keeping),
            Kind::KeptBytes => alike(kept_bytes),
            Kind::Work => alike(work),
            Kind::Chat => of_player(chat),
            Kind::Action => of_player(actions),
            Kind::Watching => of_player(watching),
            Kind::Setting => of_player(settings),
            Kind::Report => alike(reports),
            Kind::Download => alike(downloads),
        }
    }

    /// Counts one request of this kind for the address and the player, as far as they are known, or
    /// refuses it.
    pub(crate) fn take(
        &self,
        kind: Kind,
        address: Option<IpAddr>,
        player: Option<&str>,
    ) -> Result<(), Refused> {
        self.take_here(kind, address, player)?;
        // Other limits count per node; passwords must not be guessed faster on many nodes.
        if kind == Kind::Password {
            self.nodes.publish(|| Topic::PasswordCounted {
                network: address.map(|address| network(address).to_string()),
                player: player.map(str::to_owned),
            });
        }
        Ok(())
    }

    /// Another node has counted a request with a password.
    pub(crate) fn hear_password(&self, network: Option<&str>, player: Option<&str>) {
        let address = network.and_then(|network| network.parse().ok());
        let _ = self.take_here(Kind::Password, address, player); // an empty bucket stays empty
    }

    fn take_here(
        &self,
        kind: Kind,
        address: Option<IpAddr>,
        player: Option<&str>,
    ) -> Result<(), Refused> {
        let (of_player, of_address) = self.rates(kind);
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        // The player first: a refused player costs other players at the address nothing.
        if let Some(player) = player {
            buckets.take(kind, Owner::Player(player.to_owned()), of_player, now)?;
        }
        if let Some(address) = address {
            buckets.take(kind, Owner::Network(network(address)), of_address, now)?;
        }
        Ok(())
    }

    /// Counts bytes that somebody saves against their address, or refuses them.
    pub(crate) fn count_kept_bytes(
        &self,
        bytes: usize,
        by: &impl Requester,
    ) -> Result<(), Refused> {
        match by.address() {
            Some(address) => self.with_bucket(Kind::KeptBytes, address, |bucket, rate, now| {
                bucket.take_many(bytes as f64, rate, now)
            }),
            None => Ok(()),
        }
    }

    /// Refuses work for an address that has used up its time.
    pub(crate) fn check_work(&self, address: IpAddr) -> Result<(), Refused> {
        self.with_bucket(Kind::Work, address, |bucket, rate, now| bucket.take_many(0.0, rate, now))
    }

    /// Counts the time that work for an address has taken.
    pub(crate) fn count_work(&self, address: IpAddr, took: Duration) {
        self.with_bucket(Kind::Work, address, |bucket, rate, now| {
            bucket.charge(took.as_secs_f64(), rate, now)
        });
    }

    fn with_bucket<T>(
        &self,
        kind: Kind,
        address: IpAddr,
        work: impl FnOnce(&mut Bucket, Rate, Instant) -> T,
    ) -> T {
        let ((_, rate), now) = (self.rates(kind), Instant::now());
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        work(buckets.bucket(kind, Owner::Network(network(address)), rate, now), rate, now)
    }

    /// Counts one request of this kind for a player and their address, or refuses it.
    pub(crate) fn count(&self, kind: Kind, by: &impl Requester) -> Result<(), Refused> {
        self.take(kind, by.address(), Some(by.id()))
    }
}

/// Somebody whose requests are limited.
pub(crate) trait Requester {
    fn id(&self) -> &str;
    /// Where the request comes from, if it is about one.
    fn address(&self) -> Option<IpAddr>;
}

/// Open connections or sockets per address.
#[derive(Clone, Default)]
pub(crate) struct Connections(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A counted connection, until it is dropped.
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

/// The network of an address: one household has a whole /64 of IPv6 addresses.
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
    use super::*;
    use crate::news::{LocalNews, News, NodeTimes};

    const RATE: Rate = Rate { burst: 3.0, per_second: 0.5 };

    #[test]
    fn a_bucket_empties_and_refills() {
        let start = Instant::now();
        let mut bucket = Bucket::full(RATE, start);
        (0..3).for_each(|_| bucket.take(RATE, start).unwrap());
        assert!(matches!(bucket.take(RATE, start), Err(Refused::TooOften { seconds: 2 })));
        bucket.take(RATE, start + Duration::from_secs(2)).unwrap();
        assert!(bucket.take(RATE, start + Duration::from_secs(3)).is_err());
        (0..3).for_each(|_| bucket.take(RATE, start + Duration::from_secs(60)).unwrap());
        assert!(
            bucket.take(RATE, start + Duration::from_secs(60)).is_err(),
            "no more than it holds"
        );
    }

    fn limiter() -> Limiter {
        limiter_of(Nodes::new(None, NodeTimes::default()))
    }

    fn limiter_of(nodes: Nodes) -> Limiter {
        Limiter::new(Limits { guests: RATE, chat: RATE, passwords: RATE, ..Limits::none() }, nodes)
    }

    #[test]
    fn passwords_are_limited_over_all_nodes() {
        let news: Arc<dyn News> = Arc::new(LocalNews::default());
        let node = || limiter_of(Nodes::new(Some(news.clone()), NodeTimes::default()));
        let ([one, two], mut notices) = ([node(), node()], news.subscribe());
        let address = Some("192.0.2.1".parse().unwrap());
        (0..3).for_each(|_| one.take(Kind::Password, address, Some("ada")).unwrap());
        one.take(Kind::Chat, address, Some("ada")).unwrap();
        let mut heard = 0;
        while let Ok(notice) = notices.try_recv() {
            let Topic::PasswordCounted { network, player } = &notice.topic else { panic!() };
            two.hear_password(network.as_deref(), player.as_deref());
            heard += 1;
        }
        assert_eq!(heard, 3, "other requests count per node");
        assert!(two.take(Kind::Password, address, None).is_err());
        assert!(two.take(Kind::Password, None, Some("ada")).is_err());
        two.take(Kind::Password, None, Some("bo")).unwrap();
    }

    #[test]
    fn addresses_of_one_network_share_a_bucket_and_others_do_not() {
        let limiter = limiter();
        let take =
            |address: &str| limiter.take(Kind::NewGuest, Some(address.parse().unwrap()), None);
        (0..3).for_each(|n| take(&format!("2001:db8::{n}")).unwrap());
        assert!(take("2001:db8::9").is_err());
        take("2001:db8:0:1::9").unwrap();
        take("192.0.2.1").unwrap();
    }

    #[test]
    fn players_and_addresses_are_limited_separately() {
        let limiter = limiter();
        let say = |address: &str, player: &str| {
            limiter.take(Kind::Chat, Some(address.parse().unwrap()), Some(player))
        };
        (0..3).for_each(|n| say(&format!("192.0.2.{n}"), "ada").unwrap());
        assert!(say("192.0.2.9", "ada").is_err());
        let of_one_address =
            (0..30).filter(|n| say("198.51.100.1", &n.to_string()).is_ok()).count();
        assert_eq!(of_one_address, 15);
    }

    #[test]
    fn buckets_are_forgotten_when_they_are_full_and_never_too_many() {
        let rate = |per_second| Rate { burst: 3.0, per_second };
        let (start, later) = (Instant::now(), Instant::now() + Duration::from_secs(10));
        let mut buckets = Buckets { known: HashMap::new(), sweep_at: FEW };
        let mut take = |n: usize, rate, now| {
            drop(buckets.take(Kind::Chat, Owner::Player(n.to_string()), rate, now))
        };
        (0..FEW).for_each(|n| take(n, rate(if n == 0 { 1e-9 } else { 1.0 }), start));
        take(FEW, rate(1.0), later);
        assert_eq!(buckets.known.len(), 2, "the slow one and the new one");
        (0..MOST).for_each(|n| {
            drop(buckets.take(Kind::Chat, Owner::Player(n.to_string()), rate(1e-9), later))
        });
        assert!(buckets.known.len() <= MOST, "{}", buckets.known.len());
    }

    #[test]
    fn sockets_per_address_are_limited() {
        let connections = Connections::default();
        let enter = || connections.enter("192.0.2.1".parse().unwrap(), 2);
        let (one, _other) = (enter().unwrap(), enter().unwrap());
        assert!(enter().is_err());
        connections.enter("192.0.2.2".parse().unwrap(), 2).unwrap();
        drop(one);
        enter().unwrap();
    }
}
