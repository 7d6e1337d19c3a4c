//! Fair scheduling of work. The address with the fewest running jobs is served first, then the one
//! that was served longest ago; the players of one address are ordered in the same way. So ten
//! requests of one visitor, under any number of names, delay another visitor by one job, not by
//! ten.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::error::Refused;

/// One player or address can have this share of the queue.
const PART_OF_ONE: usize = 4;
/// After this time a job lets others go first.
const SLICE: Duration = Duration::from_millis(100);
/// The assumed duration of a job at first, and the weight of new measurements.
const USUAL_WORK: Duration = Duration::from_secs(2);
const NEWS: u32 = 8;
/// The longest wait that a refusal mentions, in seconds.
const LONGEST_WAIT: u64 = 60;

/// For whom a job is done.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Asker {
    /// Their address, if it is known. After a restart it is not known for bots.
    pub(crate) network: Option<IpAddr>,
    /// The player, if they are logged in or a guest.
    pub(crate) player: Option<String>,
}

/// The unit of fairness: an address, or a player without a known address.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
enum Group {
    Network(IpAddr),
    Player(Option<String>),
}

impl Asker {
    fn group(&self) -> Group {
        self.network.map_or_else(|| Group::Player(self.player.clone()), Group::Network)
    }
}

/// A pool of places. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Shares(Arc<Mutex<State>>);

struct State {
    places: usize,
    free: usize,
    /// The most jobs that can wait.
    most: usize,
    askers: HashMap<Asker, Line>,
    /// The number of the last place that each group got, while it has running or waiting jobs.
    served: HashMap<Group, u64>,
    /// Number of places given out so far.
    given: u64,
    /// The recent duration of a job.
    usual: Duration,
}

#[derive(Default)]
struct Line {
    waiting: VecDeque<oneshot::Sender<Place>>,
    working: usize,
    /// The number of the last place that this asker got.
    last: u64,
}

impl State {
    fn forget_those_who_left(&mut self) {
        self.askers.retain(|_, line| {
            line.waiting.retain(|sender| !sender.is_closed());
            line.working > 0 || !line.waiting.is_empty()
        });
        let groups: HashSet<Group> = self.askers.keys().map(Asker::group).collect();
        self.served.retain(|group, _| groups.contains(group));
    }

    /// Number of waiting jobs of the selected askers.
    fn waiting(&self, is_meant: impl Fn(&Asker) -> bool) -> usize {
        self.askers
            .iter()
            .filter(|(asker, _)| is_meant(asker))
            .map(|(_, line)| line.waiting.len())
            .sum()
    }

    /// The expected seconds until this many jobs are done.
    fn seconds_for(&self, waiting: usize) -> u64 {
        let rounds = waiting.div_ceil(self.places.max(1)) as f64;
        ((self.usual.as_secs_f64() * rounds).ceil() as u64).clamp(1, LONGEST_WAIT)
    }

    /// The next asker: in the group with the fewest places that was served longest ago, the asker
    /// with the fewest places, served longest ago.
    fn next_asker(&self) -> Option<Asker> {
        let mut working: HashMap<Group, usize> = HashMap::new();
        for (asker, line) in &self.askers {
            *working.entry(asker.group()).or_default() += line.working;
        }
        let order = |asker: &Asker, line: &Line| {
            let group = asker.group();
            (working[&group], self.served.get(&group).copied(), line.working, line.last)
        };
        let waiting = self.askers.iter().filter(|(_, line)| !line.waiting.is_empty());
        waiting.min_by_key(|(asker, line)| order(asker, line)).map(|(asker, _)| asker.clone())
    }
}

/// A place in the pool. Dropping it frees it.
pub(crate) struct Place {
    shares: Shares,
    asker: Asker,
    /// False while others go first.
    held: bool,
    since: Instant,
    /// The time worked before the last pause.
    before: Duration,
}

/// A place in the queue.
pub(crate) struct Waiting(oneshot::Receiver<Place>);

impl Waiting {
    pub(crate) async fn place(self) -> Result<Place, Refused> {
        self.0.await.map_err(|_| Refused::Closing)
    }
}

impl Shares {
    pub(crate) fn new(places: usize, most: usize) -> Shares {
        let state = State {
            places,
            free: places,
            most,
            askers: HashMap::new(),
            served: HashMap::new(),
            given: 0,
            usual: USUAL_WORK,
        };
        Shares(Arc::new(Mutex::new(state)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of running and of waiting jobs.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let state = self.state();
        let working = state.askers.values().map(|line| line.working).sum();
        (working, state.askers.values().map(|line| line.waiting.len()).sum())
    }

    /// Number of waiting jobs of the asker's address.
    pub(crate) fn waiting_of(&self, asker: &Asker) -> usize {
        let mut state = self.state();
        state.forget_those_who_left();
        state.waiting(|other| other.group() == asker.group())
    }

    /// Queues a job; refused if too many wait. `elsewhere` is the number of jobs that the asker's
    /// address waits for in other pools.
    pub(crate) fn ask(&self, asker: Asker, elsewhere: usize) -> Result<Waiting, Refused> {
        let (sender, receiver) = oneshot::channel();
        {
            let mut state = self.state();
            state.forget_those_who_left();
            let (all, most_of_one) = (state.waiting(|_| true), state.most / PART_OF_ONE);
            let of_group =
                state.waiting(|other| other.group() == asker.group()).saturating_add(elsewhere);
            let of_player =
                state.waiting(|other| asker.player.is_some() && other.player == asker.player);
            // Askers with a full share wait for their own jobs, others for all.
            let ahead = match () {
                () if of_group.max(of_player) >= most_of_one => Some(of_group.max(of_player)),
                () if all >= state.most => Some(all),
                () => None,
            };
            if let Some(ahead) = ahead {
                return Err(Refused::Queue { seconds: state.seconds_for(ahead) });
            }
            state.askers.entry(asker).or_default().waiting.push_back(sender);
        }
        self.give();
        Ok(Waiting(receiver))
    }

    /// Gives out free places.
    fn give(&self) {
        loop {
            let Some((sender, place)) = self.next() else { return };
            drop(sender.send(place)); // if nobody waits for it any more, dropping it makes it free again
        }
    }

    fn next(&self) -> Option<(oneshot::Sender<Place>, Place)> {
        let mut state = self.state();
        if state.free == 0 {
            return None;
        }
        let asker = state.next_asker()?;
        let State { free, askers, given, served, .. } = &mut *state;
        let line = askers.get_mut(&asker)?;
        let sender = line.waiting.pop_front()?;
        (*free, *given) = (*free - 1, *given + 1);
        (line.working, line.last) = (line.working + 1, *given);
        served.insert(asker.group(), *given);
        let place = Place {
            shares: self.clone(),
            asker,
            held: true,
            since: Instant::now(),
            before: Duration::ZERO,
        };
        Some((sender, place))
    }

    /// Frees a place; `back` waits for the asker's next one.
    fn free(&self, asker: &Asker, back: Option<oneshot::Sender<Place>>) {
        {
            let mut state = self.state();
            state.free += 1;
            if let Some(line) = state.askers.get_mut(asker) {
                line.working -= 1;
                back.into_iter().for_each(|back| line.waiting.push_front(back));
                if line.working == 0 && line.waiting.is_empty() {
                    state.askers.remove(asker);
                }
            }
            let group = asker.group();
            if !state.askers.keys().any(|other| other.group() == group) {
                state.served.remove(&group);
            }
        }
        self.give();
    }
}

impl Place {
    /// The time worked, without pauses for others.
    pub(crate) fn worked(&self) -> Duration {
        self.before + self.since.elapsed()
    }

    /// Lets waiting askers go first after a time slice. Blocks until it is this job's turn again.
    pub(crate) fn give_way(&mut self) {
        if self.since.elapsed() < SLICE {
            return;
        }
        let others = {
            let state = self.shares.state();
            state.askers.iter().any(|(asker, line)| {
                *asker != self.asker && line.waiting.iter().any(|sender| !sender.is_closed())
            })
        };
        if !others {
            return;
        }
        let (sender, receiver) = oneshot::channel();
        (self.before, self.held) = (self.worked(), false);
        self.shares.free(&self.asker, Some(sender));
        if let Ok(mut next) = receiver.blocking_recv() {
            (self.held, next.held) = (true, false);
        }
        self.since = Instant::now();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.held {
            {
                let mut state = self.shares.state();
                state.usual = (state.usual * (NEWS - 1) + self.worked()) / NEWS;
            }
            self.shares.free(&self.asker, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An asker with an own address.
    fn asker(name: &str) -> Asker {
        let number = name
            .bytes()
            .fold(0u32, |number, byte| number.wrapping_mul(31).wrapping_add(byte.into()));
        Asker { network: Some(IpAddr::V4(number.into())), player: Some(name.to_owned()) }
    }

    /// One of several askers at one address.
    fn neighbour(name: &str) -> Asker {
        Asker { network: Some(IpAddr::V4([192, 0, 2, 1].into())), player: Some(name.to_owned()) }
    }

    #[tokio::test]
    async fn ten_requests_of_one_player_delay_another_by_one_job() {
        let shares = Shares::new(1, 40);
        let mut greedy: VecDeque<Waiting> =
            (0..10).map(|_| shares.ask(asker("greedy"), 0).unwrap()).collect();
        let first = greedy.pop_front().unwrap().place().await.unwrap();
        let mut modest = shares.ask(asker("modest"), 0).unwrap();
        assert!(modest.0.try_recv().is_err(), "the place is taken");
        drop(first);
        let place = modest.place().await.unwrap();
        assert!(greedy[0].0.try_recv().is_err());
        drop(place);
        for waiting in greedy {
            waiting.place().await.unwrap();
        }
    }

    #[tokio::test]
    async fn one_address_can_fill_a_quarter_of_the_queue() {
        let shares = Shares::new(1, 64);
        let guests: Vec<_> = (0..5)
            .flat_map(|guest| (0..40).map(move |_| guest))
            .map(|n| shares.ask(neighbour(&n.to_string()), 0))
            .collect();
        assert_eq!(
            guests.iter().filter(|waiting| waiting.is_ok()).count(),
            17,
            "one works, a quarter waits"
        );
        assert!(matches!(guests.last(), Some(Err(Refused::Queue { seconds: 1..=LONGEST_WAIT }))));
        let anonymous = Asker { player: None, ..neighbour("") };
        assert!(shares.ask(anonymous, 0).is_err(), "for every player at that address");
        let others =
            (0..12).filter(|n| shares.ask(asker(&format!("other {n}")), 0).is_ok()).count();
        assert_eq!(others, 12);
    }

    #[tokio::test]
    async fn many_guests_of_one_address_delay_another_address_by_one_job() {
        let shares = Shares::new(1, 64);
        let mut guests: VecDeque<Waiting> =
            (0..10).map(|n| shares.ask(neighbour(&n.to_string()), 0).unwrap()).collect();
        let first = guests.pop_front().unwrap().place().await.unwrap();
        let mut modest = shares.ask(asker("modest"), 0).unwrap();
        drop(first);
        assert!(modest.0.try_recv().is_ok(), "served before the nine who asked earlier");
    }

    #[tokio::test]
    async fn jobs_in_other_pools_count_towards_the_share_of_an_address() {
        let (bots, analyses) = (Shares::new(1, usize::MAX), Shares::new(1, 64));
        let _bots: Vec<_> =
            (0..17).map(|n| bots.ask(neighbour(&n.to_string()), 0).unwrap()).collect();
        assert_eq!(bots.waiting_of(&neighbour("ada")), 16);
        assert!(analyses.ask(neighbour("ada"), bots.waiting_of(&neighbour("ada"))).is_err());
        analyses.ask(asker("bo"), bots.waiting_of(&asker("bo"))).unwrap();
    }

    #[tokio::test]
    async fn a_player_has_one_share_across_addresses() {
        let shares = Shares::new(1, 40);
        let from =
            |n: u32| Asker { network: Some(IpAddr::V4(n.into())), player: Some("ada".to_owned()) };
        let asked: Vec<_> = (0..30).map(|n| shares.ask(from(n), 0)).collect();
        assert_eq!(asked.iter().filter(|waiting| waiting.is_ok()).count(), 11);
    }

    #[tokio::test]
    async fn a_place_given_to_a_dropped_job_is_free_again() {
        let shares = Shares::new(1, 40);
        let held = shares.ask(asker("a"), 0).unwrap().place().await.unwrap();
        let (gone, patient) =
            (shares.ask(asker("b"), 0).unwrap(), shares.ask(asker("c"), 0).unwrap());
        drop(gone);
        drop(held);
        drop(patient.place().await.unwrap());
        let unclaimed = shares.ask(asker("d"), 0).unwrap(); // it got a place and is dropped unused
        drop(unclaimed);
        shares.ask(asker("e"), 0).unwrap().place().await.unwrap();
        assert!(
            shares.state().askers.is_empty() && shares.state().served.is_empty(),
            "nothing is remembered of those who are gone"
        );
    }

    #[tokio::test]
    async fn the_queue_is_bounded() {
        let shares = Shares::new(1, 40);
        let of_one: Vec<_> = (0..30).map(|_| shares.ask(asker("a"), 0)).collect();
        assert_eq!(of_one.iter().filter(|waiting| waiting.is_ok()).count(), 11);
        let all: Vec<_> = (0..100).map(|n| shares.ask(asker(&n.to_string()), 0)).collect();
        assert_eq!(all.iter().filter(|waiting| waiting.is_ok()).count(), 30);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_long_job_lets_others_go_first_and_continues() {
        let shares = Shares::new(1, 40);
        let mut long = shares.ask(asker("long"), 0).unwrap().place().await.unwrap();
        let waiting = shares.ask(asker("short"), 0).unwrap();
        let work = tokio::task::spawn_blocking(move || {
            std::thread::sleep(SLICE);
            long.give_way();
            long.worked()
        });
        let short = waiting.place().await.unwrap();
        assert!(!work.is_finished());
        drop(short);
        assert!(work.await.unwrap() >= SLICE);
        shares.ask(asker("after"), 0).unwrap().place().await.unwrap();
    }
}
