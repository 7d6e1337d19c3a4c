//! Watches the connection to the database and its clock, once a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use tisane_rules::Millis;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::Client;

use super::super::StoreError;
use super::session::failure;
use super::{PostgresAddress, tls};
use crate::base::now;

const ROUND: Duration = Duration::from_secs(1);
/// How long one answer, or a new connection, may take.
const ANSWER: Duration = Duration::from_secs(2);
/// Without an answer for this long, the database counts as cut off.
const CUT_OFF: Duration = Duration::from_secs(3);
/// The clock is set after this many answers, by the fastest of them.
const ANSWERS: u32 = 30;
/// A larger difference is a jump.
const JUMP: Millis = 500;

const TIME: &str = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

pub(super) struct Watcher {
    state: Arc<State>,
    task: JoinHandle<()>,
}

struct State {
    reachable: watch::Sender<bool>,
    offset: watch::Sender<Millis>,
    /// By how much the clock has jumped.
    jump: AtomicI64,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Watcher {
    /// Measures the clock, then begins to watch.
    pub(super) async fn start(address: &PostgresAddress) -> Result<Watcher, StoreError> {
        let client = connect(address).await?;
        let mut samples = Vec::new();
        for _ in 0..5 {
            samples.push(sample(&client).await?);
        }
        let best = samples.into_iter().min_by_key(|sample| sample.error).expect("there are five");
        let state = Arc::new(State {
            reachable: watch::Sender::new(true),
            offset: watch::Sender::new(best.offset),
            jump: AtomicI64::new(0),
        });
        let clock = Clock::new(best.offset);
        let task = tokio::spawn(watch(address.clone(), client, clock, state.clone()));
        Ok(Watcher { state, task })
    }

    pub(super) fn reachable(&self) -> watch::Receiver<bool> {
        self.state.reachable.subscribe()
    }

    pub(super) fn offset(&self) -> watch::Receiver<Millis> {
        self.state.offset.subscribe()
    }

    /// Fails while the database is cut off or its clock can't be trusted.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        if !*self.state.reachable.borrow() {
            return Err(StoreError::Unreachable("no answer".to_owned()));
        }
        match self.state.jump.load(Ordering::Relaxed) {
            0 => Ok(()),
            jump => Err(StoreError::Clock(jump)),
        }
    }
}

async fn connect(address: &PostgresAddress) -> Result<Client, StoreError> {
    let mut config = address.config.clone();
    config.application_name("tisane health");
    let connecting = config.connect(tls::connector(&address.trust)?);
    let connected = timeout(ANSWER, connecting).await;
    let (client, connection) = connected.map_err(|_| no_answer())?.map_err(failure)?;
    // Ends with the client.
    tokio::spawn(async move { drop(connection.await) });
    Ok(client)
}

fn no_answer() -> StoreError {
    StoreError::Unreachable("no answer".to_owned())
}

async fn watch(address: PostgresAddress, client: Client, mut clock: Clock, state: Arc<State>) {
    let (mut client, mut heard) = (Some(client), Instant::now());
    let mut round = tokio::time::interval(ROUND);
    round.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        round.tick().await;
        let answer = async {
            if client.is_none() {
                client = Some(connect(&address).await?);
            }
            sample(client.as_ref().expect("it is connected")).await
        };
        match answer.await {
            Ok(sample) => {
                heard = Instant::now();
                if !state.reachable.send_replace(true) {
                    tracing::warn!("the database can be reached again");
                }
                note(&mut clock, sample, &state);
            }
            Err(error) => {
                client = None;
                if heard.elapsed() >= CUT_OFF && state.reachable.send_replace(false) {
                    tracing::error!(%error, "the database is cut off");
                }
            }
        }
    }
}

fn note(clock: &mut Clock, sample: Sample, state: &State) {
    let (was, jump) = (state.jump.load(Ordering::Relaxed), clock.note(sample));
    state.jump.store(jump, Ordering::Relaxed);
    if was == 0 && jump != 0 {
        tracing::error!(jump, "the database's clock has jumped, in milliseconds");
    }
    state.offset.send_if_modified(|offset| {
        let is_new = *offset != clock.offset;
        *offset = clock.offset;
        is_new
    });
}

/// The database's time minus ours, with the error that the way there and back allows.
#[derive(Copy, Clone, Debug)]
struct Sample {
    offset: Millis,
    error: Millis,
}

async fn sample(client: &Client) -> Result<Sample, StoreError> {
    let before = now();
    let answer = timeout(ANSWER, client.query_one(TIME, &[])).await;
    let there: Millis = answer.map_err(|_| no_answer())?.map_err(failure)?.get(0);
    let after = now();
    Ok(Sample { offset: there - (before + after) / 2, error: (after - before) / 2 + 1 })
}

/// Our idea of the database's clock.
struct Clock {
    offset: Millis,
    best: Option<Sample>,
    answers: u32,
    jumped: bool,
}

impl Clock {
    fn new(offset: Millis) -> Clock {
        Clock { offset, best: None, answers: 0, jumped: false }
    }

    /// Returns by how much the clock has jumped, or 0. A clock that stays where it jumped to for
    /// half a minute is believed.
    fn note(&mut self, sample: Sample) -> Millis {
        let jumped = (sample.offset - self.offset).abs() > JUMP + sample.error;
        if jumped != self.jumped {
            *self = Clock { jumped, ..Clock::new(self.offset) };
        }
        let best = self.best.filter(|best| best.error <= sample.error).unwrap_or(sample);
        self.best = Some(best);
        self.answers += 1;
        if self.answers < ANSWERS {
            return if jumped { sample.offset - self.offset } else { 0 };
        }
        // Within the error, the clock stays as it is.
        let is_off = (best.offset - self.offset).abs() > best.error;
        *self = Clock::new(if is_off { best.offset } else { self.offset });
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(offset: Millis, error: Millis) -> Sample {
        Sample { offset, error }
    }

    #[test]
    fn the_clock_follows_the_most_precise_of_thirty_answers() {
        let mut clock = Clock::new(100);
        for n in 0..30 {
            assert_eq!(clock.note(if n == 7 { sample(130, 2) } else { sample(180, 90) }), 0);
            assert_eq!(clock.offset, if n < 29 { 100 } else { 130 });
        }
        for _ in 0..30 {
            assert_eq!(clock.note(sample(135, 6)), 0);
        }
        assert_eq!(clock.offset, 130, "the error is larger than the difference");
    }

    #[test]
    fn a_jump_is_noticed_at_once_and_believed_after_half_a_minute() {
        let mut clock = Clock::new(0);
        assert_eq!(clock.note(sample(450, 1)), 0);
        assert_eq!(clock.note(sample(900, 600)), 0, "a slow answer proves nothing");
        assert_eq!(clock.note(sample(-2000, 5)), -2000);
        assert_eq!(clock.note(sample(3, 5)), 0, "back again");
        for _ in 0..29 {
            assert_eq!(clock.note(sample(2000, 5)), 2000);
            assert_eq!(clock.offset, 0);
        }
        assert_eq!(clock.note(sample(2000, 5)), 0);
        assert_eq!(clock.offset, 2000);
        assert_eq!(clock.note(sample(2010, 5)), 0);
    }
}
