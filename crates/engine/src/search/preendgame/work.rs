//! Distributes jobs among threads. The results do not depend on the number of threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::search::Go;

/// Whether a job should continue; it asks regularly.
pub(super) type Ask<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Runs all jobs. `poll` is called on this thread while they run, and may stop them. Jobs not
/// started by then have no result.
pub(super) fn share<J: Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    job: impl Fn(&J, Ask<'_>) -> R + Sync,
    poll: &mut dyn FnMut() -> Go,
) -> (Vec<Option<R>>, Go) {
    let mut results: Vec<Option<R>> = jobs.iter().map(|_| None).collect();
    let mut go = Go::On;
    if threads <= 1 {
        for (result, next) in results.iter_mut().zip(jobs) {
            let mut ask = || {
                if go == Go::On {
                    go = poll();
                }
                if go == Go::On { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            if ask().is_break() {
                break;
            }
            *result = Some(job(next, &mut ask));
        }
        return (results, go);
    }
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, stop, job) = (sender.clone(), &next, &stop, &job);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= jobs.len() || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let mut ask = || {
                        // The receiver is gone only when everything is over.
                        let _ = sender.send(None);
                        if stop.load(Ordering::Relaxed) {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    };
                    let result = job(&jobs[at], &mut ask);
                    let _ = sender.send(Some((at, result)));
                }
            });
        }
        drop(sender);
        for message in receiver {
            if let Some((at, result)) = message {
                results[at] = Some(result);
            }
            if go == Go::On && poll() == Go::Stop {
                go = Go::Stop;
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    (results, go)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_by_any_number_of_threads() {
        let jobs: Vec<usize> = (0..100).collect();
        for threads in [1, 2, 3] {
            let (results, go) = share(&jobs, threads, |&n, _| n * n, &mut || Go::On);
            assert_eq!(go, Go::On);
            assert_eq!(results, jobs.iter().map(|&n| Some(n * n)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn jobs_can_be_stopped() {
        let jobs: Vec<usize> = (0..100).collect();
        for threads in [1, 2] {
            let forever = |_: &usize, ask: Ask<'_>| while ask().is_continue() {};
            let mut polls = 0;
            let (results, go) = share(&jobs, threads, forever, &mut || {
                polls += 1;
                if polls > 10 { Go::Stop } else { Go::On }
            });
            assert_eq!(go, Go::Stop);
            assert!(results.iter().filter(|result| result.is_some()).count() <= threads);
        }
    }
}
