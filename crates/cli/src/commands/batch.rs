//! `tisane solve --batch`: a line of JSON for each position, in order, on all cores.
//!
//! The reader sends each line with a channel for its answer to the workers, and the channels to the
//! writer in the order of the lines. Both queues are short, so memory does not grow with the batch,
//! and answers appear as soon as they are ready.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use tisane_engine::{Count, Engine, Line, Session};
use tisane_protocol::{BatchError, BatchView, LineView};
use tisane_rules::{Cgp, Move, Position};

use super::solve::{Ahead, Selection};
use crate::Outcome;
use crate::data::Data;
use crate::failure::unreadable;
use crate::lines::{is_comment, next_line};
use crate::position::{GameOptions, needs_rack, no_position, parse_cgp};

/// Lines in the queue, for each thread.
const QUEUE: usize = 16;
/// Engines kept in memory. A batch rarely needs more than one.
const ENGINES: usize = 8;

/// The engine and the position for a line.
type Question = anyhow::Result<(Arc<Engine>, Position)>;
/// The answer to a line, and whether it is not an error.
type Answer = (String, bool);

struct Job {
    line: usize,
    text: anyhow::Result<String>,
    answer: SyncSender<Answer>,
}

pub(crate) fn run(
    file: &Path,
    threads: usize,
    selection: Selection,
    ahead: Ahead,
    game: GameOptions,
    data: &Data,
) -> anyhow::Result<Outcome> {
    let input: Box<dyn BufRead + Send> = match file {
        path if path == "-" => Box::new(BufReader::new(std::io::stdin())),
        path if path.is_dir() => return Err(no_position(&path.display().to_string()).into()),
        path => Box::new(BufReader::new(
            std::fs::File::open(path).map_err(|error| unreadable(path, &error))?,
        )),
    };
    let (to_workers, jobs) = sync_channel::<Job>(threads * QUEUE);
    let (to_writer, answers) = sync_channel::<Receiver<Answer>>(threads * QUEUE);
    let engines = Engines { game, data: data.clone(), made: Mutex::default() };
    let worker = Arc::new(Worker { jobs: Mutex::new(jobs), engines, selection, ahead });
    for _ in 0..threads {
        let worker = worker.clone();
        std::thread::spawn(move || worker.work());
    }
    // The threads are not joined: after a broken pipe the reader may still wait for input.
    std::thread::spawn(move || read(input, &to_workers, &to_writer));
    write(&answers)
}

fn read(
    mut input: impl BufRead,
    to_workers: &SyncSender<Job>,
    to_writer: &SyncSender<Receiver<Answer>>,
) {
    for line in 1.. {
        let (text, last) = match next_line(&mut input) {
            Ok(None) => return,
            Ok(Some(text)) => (text, false),
            Err(error) => (Err(anyhow::Error::from(error).context("reading the batch")), true),
        };
        if text.as_ref().is_ok_and(|text| is_comment(text)) {
            continue;
        }
        let (answer, place) = sync_channel(1);
        if to_writer.send(place).is_err()
            || to_workers.send(Job { line, text, answer }).is_err()
            || last
        {
            return;
        }
    }
}

fn write(answers: &Receiver<Receiver<Answer>>) -> anyhow::Result<Outcome> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut all_good = true;
    loop {
        let place = match answers.try_recv() {
            Ok(place) => place,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                out.flush()?; // A client may send one line and wait for its answer.
                match answers.recv() {
                    Ok(place) => place,
                    Err(_) => break,
                }
            }
        };
        let answer = place.try_recv().or_else(|_| {
            out.flush().ok();
            place.recv()
        });
        let (text, good) = answer.context("a worker thread panicked")?;
        all_good &= good;
        writeln!(out, "{text}")?;
    }
    out.flush()?;
    Ok(if all_good { Outcome::Yes } else { Outcome::No })
}

struct Worker {
    jobs: Mutex<Receiver<Job>>,
    engines: Engines,
    selection: Selection,
    ahead: Ahead,
}

impl Worker {
    fn work(&self) {
        let mut next = self.next();
        while let Some((job, question)) = next {
            let (engine, position) = match question {
                Ok(question) => question,
                Err(error) => {
                    job.fail(&error);
                    next = self.next();
                    continue;
                }
            };
            // The session and its memory are reused while the game stays the same.
            let mut session = engine.session();
            job.answer(self.solve(&mut session, &position));
            next = loop {
                match self.next() {
                    Some((job, Ok((same, position)))) if Arc::ptr_eq(&same, &engine) => {
                        job.answer(self.solve(&mut session, &position))
                    }
                    other => break other,
                }
            };
        }
    }

    fn next(&self) -> Option<(Job, Question)> {
        let mut job = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()?;
        let text = std::mem::replace(&mut job.text, Ok(String::new()));
        let question = text.and_then(|text| self.question(text.trim()));
        Some((job, question))
    }

    fn question(&self, text: &str) -> Question {
        let cgp = parse_cgp(text)?;
        let engine = self.engines.get(&cgp)?;
        let position = cgp.position(engine.ruleset())?;
        needs_rack(&position)?;
        Ok((engine, position))
    }

    fn solve(&self, session: &mut Session<'_>, position: &Position) -> BatchView {
        let ruleset = session.engine().ruleset();
        let line = |candidate| LineView::of(ruleset, &position.board, &candidate);
        let count = self.selection.count(session, position);
        if self.ahead.is_requested() {
            return self.simulate(session, position, count);
        }
        let best = self.selection.moves(session, position, 1).pop();
        let plays = self
            .selection
            .listed()
            .map(|n| self.selection.plays(session, position, n).into_iter().map(line).collect());
        BatchView { count: count.plays as u32, sum: count.points, best: best.map(line), plays }
    }
}

impl Worker {
    /// Uses one thread, since every position has its own.
    fn simulate(&self, session: &Session<'_>, position: &Position, count: Count) -> BatchView {
        let ruleset = session.engine().ruleset();
        let listed = self.selection.listed();
        let analysis =
            self.ahead.solve(session.engine(), position, listed.unwrap_or(1), 1, |_, _| {});
        let line = |line: &Line| LineView::of_line(ruleset, &position.board, line, false);
        let best = analysis.lines.first().map(line);
        let is_play = |line: &&Line| matches!(line.candidate.mv, Move::Play(_));
        let plays =
            listed.map(|n| analysis.lines.iter().filter(is_play).take(n).map(line).collect());
        BatchView { count: count.plays as u32, sum: count.points, best, plays }
    }
}

impl Job {
    fn answer(self, view: BatchView) {
        self.send(&view, true);
    }

    fn fail(self, error: &anyhow::Error) {
        let view = BatchError { error: format!("{error:#}"), line: self.line as u32 };
        self.send(&view, false);
    }

    fn send(self, view: &impl serde::Serialize, good: bool) {
        let text = serde_json::to_string(view)
            .unwrap_or_else(|error| format!("{{\"error\":\"{error}\",\"line\":{}}}", self.line));
        let _ = self.answer.send((text, good)); // The writer may be gone.
    }
}

/// An engine for each ruleset and lexicon in the batch.
struct Engines {
    game: GameOptions,
    data: Data,
    made: Mutex<HashMap<String, Arc<Engine>>>,
}

impl Engines {
    fn get(&self, cgp: &Cgp) -> anyhow::Result<Arc<Engine>> {
        let key = GameOptions::key(cgp);
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(engine) = made.get(&key) {
            return Ok(engine.clone());
        }
        let (ruleset, lexicon) = self.game.setup(&self.data, cgp)?;
        let engine = Arc::new(self.data.engine(ruleset, lexicon)?);
        if made.len() == ENGINES {
            made.clear();
        }
        made.insert(key, engine.clone());
        Ok(engine)
    }
}
