//! Threads that value candidates in deals. Each group of deals belongs to one thread, which keeps its
//! search for later jobs; so the results do not depend on the number of threads.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use super::final_spread::FinalSpread;
use super::value::{Problem, Question, Valuer};
use crate::search::Go;
use crate::search::analysis::Analysis;

/// A candidate in some deals.
#[derive(Copy, Clone, Debug)]
pub(super) struct Job {
    pub candidate: usize,
    /// The number of the group of deals that are valued together ([`Problem::units`]).
    pub unit: usize,
    /// The spread to reach, for that question.
    pub goal: i32,
}

/// The same question about several candidates in several deals.
#[derive(Copy, Clone)]
pub(super) struct Task {
    pub question: Question,
    /// The number of nodes for each job.
    pub nodes: u64,
}

/// The result of a job: the outcome in each deal, or a single one for all of them, and the number of
/// nodes used.
pub(super) type Found = (Vec<FinalSpread>, u64);

/// Reports progress to the caller, who may stop the search.
pub(super) struct ProgressReporter<'p> {
    progress: RefCell<&'p mut dyn FnMut(&Analysis) -> Go>,
    so_far: RefCell<Analysis>,
    stopped: Cell<bool>,
}

impl<'p> ProgressReporter<'p> {
    pub(super) fn new(
        progress: &'p mut dyn FnMut(&Analysis) -> Go,
        so_far: Analysis,
    ) -> ProgressReporter<'p> {
        ProgressReporter {
            progress: RefCell::new(progress),
            so_far: RefCell::new(so_far),
            stopped: Cell::new(false),
        }
    }

    /// Whether to continue.
    pub(super) fn report(&self) -> Go {
        if !self.stopped.get() && (self.progress.borrow_mut())(&self.so_far.borrow()) == Go::Stop {
            self.stopped.set(true);
        }
        if self.stopped.get() { Go::Stop } else { Go::On }
    }

    /// Reports new results; returns whether to continue.
    pub(super) fn show(&self, so_far: Analysis) -> Go {
        *self.so_far.borrow_mut() = so_far;
        self.report()
    }
}

/// The threads that run the jobs.
pub(super) enum Workers<'a, 'p> {
    /// This thread.
    Here(Valuer<'a>, &'a ProgressReporter<'p>),
    Threads {
        tasks: Vec<Sender<Vec<(usize, Job, Task)>>>,
        results: Receiver<Message>,
        stop: &'a AtomicBool,
        progress: &'a ProgressReporter<'p>,
    },
}

/// What a thread sends.
pub(super) enum Message {
    /// It is still working.
    Alive,
    /// The results of the jobs with these numbers.
    Done(Vec<(usize, Found)>),
}

impl Workers<'_, '_> {
    /// Runs the jobs. Those not started before the caller stops the search have no result.
    pub(super) fn run(&mut self, jobs: &[Job], task: Task) -> Vec<Option<Found>> {
        match self {
            Workers::Here(valuer, progress) => jobs
                .iter()
                .map(|job| (progress.report() == Go::On).then(|| valuer.value(job, task)))
                .collect(),
            Workers::Threads { tasks, results, stop, progress } => {
                let mut found = vec![None; jobs.len()];
                let mut shares = vec![Vec::new(); tasks.len()];
                for (number, &job) in jobs.iter().enumerate() {
                    shares[job.unit % tasks.len()].push((number, job, task));
                }
                let mut working = 0;
                for (share, thread) in shares.into_iter().zip(tasks) {
                    if !share.is_empty() {
                        working += usize::from(thread.send(share).is_ok());
                    }
                }
                while working > 0 {
                    match results.recv() {
                        Ok(Message::Alive) => {}
                        Ok(Message::Done(done)) => {
                            working -= 1;
                            done.into_iter()
                                .for_each(|(number, result)| found[number] = Some(result));
                        }
                        Err(_) => break,
                    }
                    if progress.report() == Go::Stop {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                found
            }
        }
    }
}

/// Runs `body` with this many threads for its jobs; a single one is the caller's.
pub(super) fn with_workers<R>(
    threads: usize,
    progress: &ProgressReporter<'_>,
    problem: Problem<'_>,
    body: impl FnOnce(&mut Workers<'_, '_>) -> R,
) -> R {
    if threads <= 1 {
        let ask = || match progress.report() {
            Go::On => ControlFlow::Continue(()),
            Go::Stop => ControlFlow::Break(()),
        };
        return body(&mut Workers::Here(Valuer::new(problem, &ask), progress));
    }
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        let tasks = (0..threads)
            .map(|_| {
                let (task, inbox) = mpsc::channel::<Vec<(usize, Job, Task)>>();
                let (sender, stop) = (sender.clone(), &stop);
                scope.spawn(move || {
                    let ask = || {
                        // The receiver is gone only when everything is over.
                        let _ = sender.send(Message::Alive);
                        if stop.load(Ordering::Relaxed) {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    };
                    let mut valuer = Valuer::new(problem, &ask);
                    for jobs in inbox {
                        let mut done = Vec::with_capacity(jobs.len());
                        for (number, job, task) in jobs {
                            if ask().is_break() {
                                break;
                            }
                            done.push((number, valuer.value(&job, task)));
                        }
                        let _ = sender.send(Message::Done(done));
                    }
                });
                task
            })
            .collect();
        drop(sender);
        body(&mut Workers::Threads { tasks, results, stop: &stop, progress })
    })
}
