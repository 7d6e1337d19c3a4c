//! Places at the computer, given out fairly: whoever has the fewest is served first, then whoever was served longest ago. So one
//! who asks for ten things at once delays another's one thing by a moment, not by all ten.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::refused::Refused;

/// One asker may have this part of those who wait.
const PART_OF_ONE: usize = 4;
/// Whoever has worked so long lets others go first.
const SLICE: Duration = Duration::from_millis(100);

/// In whose name the computer works.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) enum Asker {
    Player(String),
    /// Of somebody who has not said who they are.
    Address(IpAddr),
}

/// A number of places. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Shares(Arc<Mutex<State>>);

struct State {
    free: usize,
    /// So many may wait.
    most: usize,
    askers: HashMap<Asker, Line>,
    /// How many places were given out so far.
    given: u64,
}

#[derive(Default)]
struct Line {
    waiting: VecDeque<oneshot::Sender<Place>>,
    working: usize,
    /// The number of the last place that was given to this asker.
    last: u64,
}

/// A place, which is free again when this is dropped.
pub(crate) struct Place {
    shares: Shares,
    asker: Asker,
    /// Whether it is held: not while others go first.
    held: bool,
    since: Instant,
    /// How long it was worked at before.
    before: Duration,
}

/// A place that will come.
pub(crate) struct Waiting(oneshot::Receiver<Place>);

impl Waiting {
    pub(crate) async fn place(self) -> Result<Place, Refused> {
        self.0.await.map_err(|_| Refused::Closing)
    }
}

impl Shares {
    pub(crate) fn new(places: usize, most: usize) -> Shares {
        Shares(Arc::new(Mutex::new(State { free: places, most, askers: HashMap::new(), given: 0 })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many places are taken, and how many askers wait.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let state = self.state();
        let working = state.askers.values().map(|line| line.working).sum();
        (working, state.askers.values().map(|line| line.waiting.len()).sum())
    }

    /// A place in the line; refused if too many wait already.
    pub(crate) fn ask(&self, asker: Asker) -> Result<Waiting, Refused> {
        let (sender, receiver) = oneshot::channel();
        {
            let mut state = self.state();
            state.askers.values_mut().for_each(|line| line.waiting.retain(|sender| !sender.is_closed()));
            let all: usize = state.askers.values().map(|line| line.waiting.len()).sum();
            let own = state.askers.get(&asker).map_or(0, |line| line.waiting.len());
            if all >= state.most || own >= state.most / PART_OF_ONE {
                return Err(Refused::Busy);
            }
            state.askers.entry(asker).or_default().waiting.push_back(sender);
        }
        self.give();
        Ok(Waiting(receiver))
    }

    /// Gives out what is free.
    fn give(&self) {
        loop {
            let Some((sender, place)) = self.next() else { return };
            drop(sender.send(place)); // if nobody waits for it any more, dropping it makes it free again
        }
    }

    fn next(&self) -> Option<(oneshot::Sender<Place>, Place)> {
        let mut state = self.state();
        let State { free, askers, given, .. } = &mut *state;
        if *free == 0 {
            return None;
        }
        let waiting = askers.iter_mut().filter(|(_, line)| !line.waiting.is_empty());
        let (asker, line) = waiting.min_by_key(|(_, line)| (line.working, line.last))?;
        let sender = line.waiting.pop_front()?;
        (*free, *given) = (*free - 1, *given + 1);
        (line.working, line.last) = (line.working + 1, *given);
        let asker = asker.clone();
        let place = Place { shares: self.clone(), asker, held: true, since: Instant::now(), before: Duration::ZERO };
        Some((sender, place))
    }

    /// A place is free again; `back` wants the next one of the same asker.
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
        }
        self.give();
    }
}

impl Place {
    /// How long was worked at it, without the time that others had.
    pub(crate) fn worked(&self) -> Duration {
        self.before + self.since.elapsed()
    }

    /// Lets others go first if any wait and this one has had its share. Blocks until it is its turn again.
    pub(crate) fn give_way(&mut self) {
        if self.since.elapsed() < SLICE {
            return;
        }
        let others = {
            let state = self.shares.state();
            state.askers.iter().any(|(asker, line)| *asker != self.asker && line.waiting.iter().any(|sender| !sender.is_closed()))
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
            self.shares.free(&self.asker, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(name: &str) -> Asker {
        Asker::Player(name.to_owned())
    }

    #[tokio::test]
    async fn one_who_asks_for_ten_does_not_delay_another_who_asks_for_one() {
        let shares = Shares::new(1, 40);
        let mut greedy: VecDeque<Waiting> = (0..10).map(|_| shares.ask(asker("greedy")).unwrap()).collect();
        let first = greedy.pop_front().unwrap().place().await.unwrap();
        let mut modest = shares.ask(asker("modest")).unwrap();
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
    async fn a_place_is_not_lost_with_whoever_waited_for_it() {
        let shares = Shares::new(1, 40);
        let held = shares.ask(asker("a")).unwrap().place().await.unwrap();
        let (gone, patient) = (shares.ask(asker("b")).unwrap(), shares.ask(asker("c")).unwrap());
        drop(gone);
        drop(held);
        drop(patient.place().await.unwrap());
        let unclaimed = shares.ask(asker("d")).unwrap(); // was given at once, and is never looked at
        drop(unclaimed);
        shares.ask(asker("e")).unwrap().place().await.unwrap();
        assert!(shares.state().askers.is_empty(), "nothing is remembered of those who are gone");
    }

    #[tokio::test]
    async fn a_line_has_an_end() {
        let shares = Shares::new(1, 40);
        let of_one: Vec<_> = (0..30).map(|_| shares.ask(asker("a"))).collect();
        assert_eq!(of_one.iter().filter(|waiting| waiting.is_ok()).count(), 11);
        let all: Vec<_> = (0..100).map(|n| shares.ask(asker(&n.to_string()))).collect();
        assert_eq!(all.iter().filter(|waiting| waiting.is_ok()).count(), 30);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn long_work_lets_others_in_and_goes_on() {
        let shares = Shares::new(1, 40);
        let mut long = shares.ask(asker("long")).unwrap().place().await.unwrap();
        let waiting = shares.ask(asker("short")).unwrap();
        let work = tokio::task::spawn_blocking(move || {
            std::thread::sleep(SLICE);
            long.give_way();
            long.worked()
        });
        let short = waiting.place().await.unwrap();
        assert!(!work.is_finished());
        drop(short);
        assert!(work.await.unwrap() >= SLICE);
        shares.ask(asker("after")).unwrap().place().await.unwrap();
    }
}
