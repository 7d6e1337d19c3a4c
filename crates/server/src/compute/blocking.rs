//! Only a few jobs run at once, so that the memory of many requests does not add up. Work for games
//! has slots of its own, and one address never has more than a quarter of the other ones.

use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::error::Refused;
use crate::limits::{Crowds, Limiter};

/// Jobs that wait longer are refused with "busy".
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// The share of one address, and how long its jobs wait for each other.
const PART_OF_ONE: usize = 4;
const PATIENCE: Duration = Duration::from_secs(20);

/// Slots for work outside the analysis pool: two per core, since some of it waits for the disk.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(places()));
/// Slots for creating and loading games, which don't wait for word look-ups.
static GAMES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(places()));

fn places() -> usize {
    2 * std::thread::available_parallelism().map_or(1, usize::from)
}

/// Where the request comes from that a task answers, and what its address may use.
#[derive(Clone)]
pub(crate) struct Origin {
    address: IpAddr,
    shares: Arc<Crowds>,
    limiter: Arc<Limiter>,
}

tokio::task_local! {
    static ORIGIN: Origin;
}

impl Origin {
    pub(crate) fn new(address: IpAddr, shares: Arc<Crowds>, limiter: Arc<Limiter>) -> Origin {
        Origin { address, shares, limiter }
    }

    /// Runs a future on whose behalf [`blocking`] works.
    pub(crate) async fn answer<F: Future>(self, answer: F) -> F::Output {
        ORIGIN.scope(self, answer).await
    }
}

/// The share of each address in the slots.
pub(crate) fn shares() -> Arc<Crowds> {
    Arc::new(Crowds::patient((places() / PART_OF_ONE).max(1), PATIENCE))
}

/// Runs the work when a slot is free, or refuses it with "busy". The time it takes counts against
/// the address of the request.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    let Ok(Origin { address, shares, limiter }) = ORIGIN.try_with(Origin::clone) else {
        return blocking_in(&PLACES, LONGEST_WAIT, work).await;
    };
    limiter.check_work(address)?;
    let share = shares.enter(address).await?;
    let counted = move || {
        let _share = share;
        let began = Instant::now();
        let result = work();
        limiter.count_work(address, began.elapsed());
        result
    };
    blocking_in(&PLACES, LONGEST_WAIT, counted).await
}

/// The same for creating games.
pub(crate) async fn blocking_for_games<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    blocking_in(&GAMES, LONGEST_WAIT, work).await
}

/// The same for work that has to be done however long it waits, such as loading a game whose clock
/// runs.
pub(crate) async fn blocking_however_long<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    let place = GAMES.acquire().await.map_err(|_| Refused::Closing)?;
    holding(place, work).await
}

/// For work that already has a slot in a pool.
pub(crate) async fn blocking_in_pool<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    spawn_blocking(work).await.map_err(|error| {
        if error.is_cancelled() {
            return Refused::Closing;
        }
        tracing::error!(%error, "a background job failed");
        Refused::Failed
    })
}

async fn blocking_in<T: Send + 'static>(
    places: &'static Semaphore,
    longest: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    let place = timeout(longest, places.acquire()).await.map_err(|_| Refused::Busy)?;
    holding(place.map_err(|_| Refused::Closing)?, work).await
}

/// The slot is freed when the work is done, even if nobody waits for the result.
async fn holding<T: Send + 'static>(
    place: SemaphorePermit<'static>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    blocking_in_pool(move || {
        let _place = place;
        work()
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::*;
    use crate::config::{Limits, Rate};
    use crate::news::{NodeTimes, Nodes};

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn one_address_has_a_share_of_the_slots_and_a_budget_of_time() {
        let rate = Rate { burst: 0.001, per_second: 1e-9 };
        let limits = Limits { work: rate, ..Limits::none() };
        let limiter = Arc::new(Limiter::new(limits, Nodes::new(None, NodeTimes::default())));
        let shares = shares();
        let from =
            |address: &str| Origin::new(address.parse().unwrap(), shares.clone(), limiter.clone());
        // Ada's jobs fill her share; they end when Bo has been answered.
        let (started, mut starts) = tokio::sync::mpsc::unbounded_channel();
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(std::sync::Mutex::new(released));
        let n_jobs = 10 * places();
        let mut tasks = Vec::new();
        for _ in 0..n_jobs {
            let (started, released) = (started.clone(), released.clone());
            let work = move || {
                started.send(()).unwrap();
                let _ = released.lock().unwrap().recv();
                std::thread::sleep(Duration::from_millis(2));
            };
            tasks.push(tokio::spawn(from("192.0.2.1").answer(blocking(work))));
        }
        starts.recv().await.unwrap();
        assert_eq!(from("192.0.2.2").answer(blocking(|| 7)).await.unwrap(), 7);
        assert!(starts.len() < places(), "one address has only a part of the slots");
        drop(release);
        let mut refused = 0;
        for task in tasks {
            refused += usize::from(matches!(task.await.unwrap(), Err(Refused::Crowded { .. })));
        }
        assert!(refused < n_jobs);
        let late = from("192.0.2.1").answer(blocking(|| ())).await;
        assert!(matches!(late, Err(Refused::TooOften { .. })), "its time is used up");
        assert!(from("192.0.2.3").answer(blocking(|| ())).await.is_ok());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn jobs_beyond_the_limit_wait_or_are_refused() {
        static TWO: Semaphore = Semaphore::const_new(2);
        let long = Duration::from_secs(600);
        let (started, starts) = mpsc::channel();
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(std::sync::Mutex::new(released));
        let running = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
        let mut tasks = Vec::new();
        for _ in 0..6 {
            let (started, released, running) = (started.clone(), released.clone(), running.clone());
            tasks.push(tokio::spawn(blocking_in(&TWO, long, move || {
                let now = running.0.fetch_add(1, Ordering::SeqCst) + 1;
                running.1.fetch_max(now, Ordering::SeqCst);
                started.send(()).unwrap();
                released.lock().unwrap().recv().unwrap();
                running.0.fetch_sub(1, Ordering::SeqCst);
            })));
        }
        let two = tokio::task::spawn_blocking(move || {
            starts.recv().unwrap();
            starts.recv().unwrap();
            starts
        });
        let _starts = two.await.unwrap();
        // Both places are taken, and nobody gives one back.
        let refused = blocking_in(&TWO, Duration::from_millis(20), || ()).await;
        assert!(matches!(refused, Err(Refused::Busy)));
        (0..6).for_each(|_| release.send(()).unwrap());
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        assert_eq!(running.1.load(Ordering::SeqCst), 2);
        assert!(blocking_in(&TWO, long, || ()).await.is_ok(), "places come back");
    }

    #[tokio::test]
    async fn a_panicking_job_frees_its_slot() {
        static ONE: Semaphore = Semaphore::const_new(1);
        let long = Duration::from_secs(600);
        for _ in 0..3 {
            assert!(matches!(
                blocking_in(&ONE, long, || panic!("no answer to this")).await,
                Err::<(), _>(Refused::Failed)
            ));
        }
        assert!(blocking_in(&ONE, long, || ()).await.is_ok());
    }
}
