//! Five attempts are free; after that, the delay doubles up to 15 minutes. An attempt counts before
//! the password is checked, so that parallel attempts gain nothing; the right password clears the
//! count. Networks where the owner has been logged in have their own count, so that strangers can't
//! lock the owner out.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::error::Refused;
use crate::limits::network;
use crate::news::{Nodes, Topic};

const FREE: u32 = 5;
const FIRST_DELAY: Duration = Duration::from_secs(1);
const LONGEST_DELAY: Duration = Duration::from_secs(15 * 60);
/// Attempts are forgotten this long after the last one.
const MEMORY: Duration = Duration::from_secs(24 * 3600);
/// The most counts and known networks in memory.
const MANY: usize = 10_000;

pub(crate) struct Logins {
    state: Mutex<State>,
    nodes: Nodes,
}

#[derive(Default)]
struct State {
    counts: HashMap<Place, Count>,
    /// Networks where owners were logged in, and when.
    known: HashMap<(String, IpAddr), Instant>,
}

/// An account and a network of its owner. Strangers share the entry without a network.
type Place = (String, Option<IpAddr>);

#[derive(Copy, Clone)]
struct Count {
    attempts: u32,
    last: Instant,
}

impl Count {
    /// When the next attempt is allowed.
    fn next(self) -> Instant {
        let doublings = self.attempts.saturating_sub(FREE);
        match self.attempts < FREE {
            true => self.last,
            false => {
                self.last + FIRST_DELAY.saturating_mul(1 << doublings.min(16)).min(LONGEST_DELAY)
            }
        }
    }

    fn is_forgotten(self, now: Instant) -> bool {
        now.saturating_duration_since(self.last) > MEMORY
    }
}

impl Logins {
    pub(crate) fn new(nodes: Nodes) -> Logins {
        Logins { state: Mutex::default(), nodes }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an attempt, or refuses it with the time to wait.
    pub(crate) fn begin(&self, account: &str, address: IpAddr) -> Result<(), Refused> {
        self.state().begin(account, network(address), Instant::now())?;
        self.tell(account, address, |account, network| Topic::LoginTried { account, network });
        Ok(())
    }

    fn tell(&self, account: &str, address: IpAddr, topic: fn(String, String) -> Topic) {
        self.nodes.publish(|| topic(account.to_owned(), network(address).to_string()));
    }

    /// The password was right: clears the count and remembers the network.
    pub(crate) fn succeeded(&self, account: &str, address: IpAddr) {
        self.state().succeeded(account, network(address), Instant::now());
        self.tell(account, address, |account, network| Topic::LoggedIn { account, network });
    }

    /// The owner is logged in at this address.
    pub(crate) fn know(&self, account: &str, address: IpAddr) {
        if self.state().know(account, network(address), Instant::now()) {
            self.tell(account, address, |account, network| Topic::LoginKnown { account, network });
        }
    }

    /// Another node has counted an attempt.
    pub(crate) fn hear_attempt(&self, account: &str, network: &str) {
        if let Ok(network) = network.parse() {
            let mut state = self.state();
            let place = state.place(account, network);
            state.count(place, Instant::now());
        }
    }

    /// The password was right on another node.
    pub(crate) fn hear_success(&self, account: &str, network: &str) {
        if let Ok(network) = network.parse() {
            self.state().succeeded(account, network, Instant::now());
        }
    }

    /// The owner is logged in on another node.
    pub(crate) fn hear_known(&self, account: &str, network: &str) {
        if let Ok(network) = network.parse() {
            self.state().know(account, network, Instant::now());
        }
    }
}

impl State {
    fn place(&self, account: &str, network: IpAddr) -> Place {
        let key = (account.to_owned(), network);
        let is_known = self.known.contains_key(&key);
        (key.0, is_known.then_some(network))
    }

    fn begin(&mut self, account: &str, network: IpAddr, now: Instant) -> Result<(), Refused> {
        let place = self.place(account, network);
        let count = self.counts.get(&place).copied().filter(|count| !count.is_forgotten(now));
        if let Some(count) = count.filter(|count| now < count.next()) {
            let wait = count.next().saturating_duration_since(now);
            return Err(Refused::LoginDelay {
                seconds: wait.as_secs() + u64::from(wait.subsec_nanos() > 0),
            });
        }
        self.count(place, now);
        Ok(())
    }

    fn count(&mut self, place: Place, now: Instant) {
        if self.counts.len() >= MANY && !self.counts.contains_key(&place) {
            self.make_room(now);
        }
        let count = self.counts.get(&place).copied().filter(|count| !count.is_forgotten(now));
        let attempts = count.map_or(0, |count| count.attempts).saturating_add(1);
        self.counts.insert(place, Count { attempts, last: now });
    }

    fn succeeded(&mut self, account: &str, network: IpAddr, now: Instant) {
        let place = self.place(account, network);
        self.counts.remove(&place);
        self.know(account, network, now);
    }

    /// Drops old counts; otherwise the shortest. Guesses at made-up names can't clear an
    /// account's count.
    fn make_room(&mut self, now: Instant) {
        self.counts.retain(|_, count| !count.is_forgotten(now));
        if self.counts.len() >= MANY {
            let shortest = self
                .counts
                .iter()
                .min_by_key(|(_, count)| (count.attempts, count.last))
                .map(|(place, _)| place.clone());
            shortest.map(|place| self.counts.remove(&place));
        }
    }

    /// Returns whether that is new.
    fn know(&mut self, account: &str, network: IpAddr, now: Instant) -> bool {
        let key = (account.to_owned(), network);
        if self.known.len() >= MANY && !self.known.contains_key(&key) {
            let oldest =
                self.known.iter().min_by_key(|(_, seen)| **seen).map(|(key, _)| key.clone());
            oldest.map(|key| self.known.remove(&key));
        }
        self.known.insert(key, now).is_none()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::news::{LocalNews, News, NodeTimes};

    fn logins() -> Logins {
        Logins::new(Nodes::new(None, NodeTimes::default()))
    }

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const AWAY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 7));

    fn wait(result: Result<(), Refused>) -> u64 {
        match result {
            Ok(()) => 0,
            Err(Refused::LoginDelay { seconds }) => seconds,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn delays_double_up_to_a_quarter_of_an_hour() {
        let mut state = State::default();
        let mut now = Instant::now();
        let mut delays = Vec::new();
        for _ in 0..20 {
            let delay = wait(state.begin("ada", AWAY, now));
            delays.push(delay);
            now += Duration::from_secs(delay);
            if delay > 0 {
                state.begin("ada", AWAY, now).unwrap();
            }
        }
        assert_eq!(
            delays,
            [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900]
        );
        assert_eq!(wait(state.begin("bo", AWAY, now)), 0, "another account");
        assert_eq!(
            wait(state.begin("ada", AWAY, now + MEMORY + Duration::from_secs(1))),
            0,
            "a day later"
        );
    }

    #[test]
    fn all_strangers_share_a_count() {
        let mut state = State::default();
        let now = Instant::now();
        for n in 0..5 {
            state.begin("ada", IpAddr::from([198, 51, 100, n]), now).unwrap();
        }
        assert_eq!(wait(state.begin("ada", AWAY, now)), 1);
    }

    #[test]
    fn strangers_do_not_lock_the_owner_out() {
        let logins = logins();
        logins.know("ada", HOME);
        let attempts = (0..50).filter(|_| logins.begin("ada", AWAY).is_ok()).count();
        assert!(attempts <= 6, "{attempts}");
        logins.begin("ada", HOME).unwrap();
        logins.succeeded("ada", HOME);
        assert!(logins.begin("ada", AWAY).is_err(), "the strangers still wait");
    }

    #[test]
    fn a_right_password_clears_the_count() {
        let logins = logins();
        for _ in 0..3 {
            for _ in 0..4 {
                logins.begin("ada", HOME).unwrap();
            }
            logins.succeeded("ada", HOME);
        }
    }

    #[test]
    fn memory_is_bounded_and_long_counts_stay() {
        let mut state = State::default();
        let now = Instant::now();
        for _ in 0..5 {
            state.begin("ada", AWAY, now).unwrap();
        }
        for n in 0..MANY + 100 {
            state.begin(&format!("made up {n}"), AWAY, now).unwrap();
            state.know(&format!("made up {n}"), AWAY, now);
        }
        assert!(state.counts.len() <= MANY && state.known.len() <= MANY);
        assert_eq!(wait(state.begin("ada", IpAddr::from([203, 0, 113, 9]), now)), 1);
    }

    #[test]
    fn attempts_on_another_node_count() {
        let news: Arc<dyn News> = Arc::new(LocalNews::default());
        let node = || Logins::new(Nodes::new(Some(news.clone()), NodeTimes::default()));
        let (one, two) = (node(), node());
        let mut notices = news.subscribe();
        let mut pass_on = || {
            while let Ok(notice) = notices.try_recv() {
                match &notice.topic {
                    Topic::LoginTried { account, network } => two.hear_attempt(account, network),
                    Topic::LoggedIn { account, network } => two.hear_success(account, network),
                    Topic::LoginKnown { account, network } => two.hear_known(account, network),
                    other => panic!("{other:?}"),
                }
            }
        };
        (0..5).for_each(|_| one.begin("ada", AWAY).unwrap());
        pass_on();
        assert_eq!(wait(two.begin("ada", AWAY)), 1);
        one.know("ada", HOME);
        one.know("ada", HOME);
        one.succeeded("ada", AWAY);
        pass_on();
        two.begin("ada", AWAY).unwrap();
        two.begin("ada", HOME).unwrap();
        two.hear_attempt("ada", "no address");
    }
}
