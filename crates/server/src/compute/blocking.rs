//! Only a few jobs run at once, so that the memory of many requests does not add up.

use std::sync::LazyLock;
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::error::Refused;

/// Jobs that wait longer are refused with "busy".
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Slots for work outside the analysis pool: two per core, since some of it waits for the disk.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(places()));

fn places() -> usize {
    2 * std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs the work when a slot is free, or refuses it with "busy".
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    blocking_in(&PLACES, LONGEST_WAIT, work).await
}

/// The same for work that has to be done however long it waits, such as loading a game whose clock
/// runs.
pub(crate) async fn blocking_however_long<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    let place = PLACES.acquire().await.map_err(|_| Refused::Closing)?;
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
    use std::sync::{Arc, mpsc};

    use super::*;

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
