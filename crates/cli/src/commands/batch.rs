//! `tisane solve --batch`: a line of JSON for each position, in order, on all cores.
//!
//! The reader sends each line with a channel for its answer to the workers, and the channels to the
//! writer in the order of the lines. Both queues are short, so memory does not grow with the batch,
//! and answers appear as soon as they are ready.

use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use serde_json::value::RawValue;
use tisane_engine::{Count, Engine, Line, Session};
use tisane_protocol::part::{Answers, Run, Shard, digest};
use tisane_protocol::{BatchError, BatchView, LineView};
use tisane_rules::{Cgp, Move, Position};

use super::solve::{Ahead, Selection};
use crate::Outcome;
use crate::data::{Data, LeaveOptions};
use crate::failure::{Failure, unreadable};
use crate::lines::{is_comment, next_line};
use crate::parts::{self, Work, check_out, file_name};
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

/// A batch to be answered.
pub(crate) struct Batch<'a> {
    pub(crate) file: &'a Path,
    pub(crate) threads: usize,
    pub(crate) selection: Selection,
    pub(crate) ahead: Ahead,
    pub(crate) game: GameOptions,
    pub(crate) leaves: LeaveOptions,
    pub(crate) data: &'a Data,
}

/// A batch in progress.
struct Started {
    /// The answers, in order.
    answers: Receiver<Receiver<Answer>>,
    /// Lines to be answered by all parts, as far as they were read.
    units: Arc<AtomicU64>,
    worker: Arc<Worker>,
}

/// Answers every line, or does a part, or puts parts together.
pub(crate) fn run(batch: Batch<'_>, work: Work<'_>) -> anyhow::Result<Outcome> {
    match work {
        Work::Whole => {
            let Started { answers, .. } = batch.start(None)?;
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            let all_good = write(&answers, &mut out)?;
            Ok(Outcome::yes_if(all_good))
        }
        Work::Part(shard, out) => batch.part(shard, out),
        Work::Merge(files) => {
            let answers = parts::merge_answers(&batch.run()?, files, None)?;
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            answers.in_order().try_for_each(|answer| writeln!(out, "{answer}"))?;
            out.flush()?;
            Ok(Outcome::yes_if(answers.are_valid()))
        }
    }
}

impl Batch<'_> {
    fn input(&self) -> anyhow::Result<Box<dyn BufRead + Send>> {
        Ok(match self.file {
            path if path == "-" => Box::new(BufReader::new(std::io::stdin())),
            path if path.is_dir() => return Err(no_position(&path.display().to_string()).into()),
            path => Box::new(BufReader::new(
                std::fs::File::open(path).map_err(|error| unreadable(path, &error))?,
            )),
        })
    }

    /// Starts the threads. With a shard, only its lines are answered.
    fn start(self, shard: Option<Shard>) -> anyhow::Result<Started> {
        let input = self.input()?;
        let Batch { threads, selection, ahead, game, leaves, data, .. } = self;
        let (to_workers, jobs) = sync_channel::<Job>(threads * QUEUE);
        let (to_writer, answers) = sync_channel::<Receiver<Answer>>(threads * QUEUE);
        let engines = Engines {
            game,
            leaves,
            data: data.clone(),
            made: Mutex::default(),
            fingerprints: shard.is_some(),
            used: Mutex::default(),
        };
        let worker = Arc::new(Worker { jobs: Mutex::new(jobs), engines, selection, ahead });
        for _ in 0..threads {
            let worker = worker.clone();
            std::thread::spawn(move || worker.work());
        }
        let units = Arc::new(AtomicU64::new(0));
        let counter = units.clone();
        // The threads are not joined: after a broken pipe the reader may still wait for input.
        std::thread::spawn(move || read(input, shard, &counter, &to_workers, &to_writer));
        Ok(Started { answers, units, worker })
    }

    /// Describes the run.
    fn run(&self) -> anyhow::Result<Run> {
        if !self.file.is_file() {
            let shown = self.file.display();
            let error = format!("a batch in parts must be a file, and {shown} is not one");
            return Err(Failure::new(error, "write the positions to a file").into());
        }
        if self.ahead.is_timed() {
            return Err(Failure::new(
                "a time limit gives other results on every machine",
                "use --iterations N, or --static; --no-config ignores a limit in config.toml",
            )
            .into());
        }
        let bytes = std::fs::read(self.file).map_err(|error| unreadable(self.file, &error))?;
        let game = [
            ("ruleset", file_name(self.game.ruleset.as_ref())),
            ("lexicon", file_name(self.game.chosen.lexicon.as_ref())),
        ];
        let settings = self.selection.settings().into_iter().chain(self.ahead.settings());
        let fingerprints = [("batch", digest(&bytes))];
        Ok(parts::run("solve", self.ahead.seed(), settings.chain(game), fingerprints))
    }

    /// Answers every Nth line and writes a part.
    fn part(self, shard: Shard, out: &Path) -> anyhow::Result<Outcome> {
        let run = self.run()?;
        check_out(out)?;
        if parts::is_done(&run, shard, out) {
            return Ok(Outcome::Yes);
        }
        let Started { answers, units, worker } = self.start(Some(shard))?;
        let mut result = Answers::new(0);
        for place in answers {
            let (text, good) = place.recv().context(PANICKED)?;
            result.invalid += u64::from(!good);
            result.answers.push(RawValue::from_string(text)?);
        }
        result.units = units.load(Ordering::Relaxed);
        result.engines = worker.engines.used();
        parts::write(&run, shard, out, &result)
    }
}

fn read(
    mut input: impl BufRead,
    shard: Option<Shard>,
    units: &AtomicU64,
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
        let unit = units.fetch_add(1, Ordering::Relaxed);
        if shard.is_some_and(|shard| !shard.is_dealt(unit)) {
            match last {
                true => return,
                false => continue,
            }
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

const PANICKED: &str = "a worker thread panicked";

/// Writes answers as soon as they are ready; returns whether none is an error.
fn write(answers: &Receiver<Receiver<Answer>>, out: &mut impl Write) -> anyhow::Result<bool> {
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
        let (text, good) = answer.context(PANICKED)?;
        all_good &= good;
        writeln!(out, "{text}")?;
    }
    out.flush()?;
    Ok(all_good)
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
    leaves: LeaveOptions,
    data: Data,
    made: Mutex<HashMap<String, Arc<Engine>>>,
    /// Names and fingerprints of all engines that were made, if they are needed for a part.
    fingerprints: bool,
    used: Mutex<BTreeMap<String, String>>,
}

impl Engines {
    fn used(&self) -> BTreeMap<String, String> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn get(&self, cgp: &Cgp) -> anyhow::Result<Arc<Engine>> {
        let key = GameOptions::key(cgp);
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(engine) = made.get(&key) {
            return Ok(engine.clone());
        }
        let (ruleset, lexicon) = self.game.setup(&self.data, cgp)?;
        let engine = Arc::new(self.data.engine(ruleset, lexicon, &self.leaves)?);
        if self.fingerprints {
            let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            used.extend([parts::named_engine(&engine)]);
        }
        if made.len() == ENGINES {
            made.clear();
        }
        made.insert(key, engine.clone());
        Ok(engine)
    }
}
