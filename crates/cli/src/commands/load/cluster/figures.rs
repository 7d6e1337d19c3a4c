//! What was measured, as text or JSON.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::inject::Injected;

pub(super) struct Figures {
    pub(super) nodes: usize,
    pub(super) is_isolated: bool,
    pub(super) tables: usize,
    pub(super) seed: u64,
    /// Of the time without faults.
    pub(super) seconds: f64,
    pub(super) latencies: Vec<Duration>,
    pub(super) news: Vec<Duration>,
    pub(super) moves: u64,
    pub(super) unanswered: u64,
    pub(super) games: usize,
    pub(super) finished: usize,
    pub(super) rated: usize,
    pub(super) bot_turns: u64,
    pub(super) bot_thoughts: u64,
    pub(super) memory_kb: Vec<u64>,
    pub(super) injected: Vec<Injected>,
    pub(super) recoveries: Vec<(Instant, Instant)>,
    pub(super) races: u64,
    pub(super) watchers: Option<Watched>,
}

/// One game before many spectators.
pub(super) struct Watched {
    pub(super) sockets: usize,
    pub(super) news: Vec<Duration>,
}

/// The value below which a share of the durations is, in milliseconds.
pub(super) fn share(durations: &mut [Duration], share: f64) -> f64 {
    durations.sort_unstable();
    let place = ((durations.len() as f64 * share) as usize).min(durations.len().max(1) - 1);
    durations.get(place).map_or(0.0, |took| (took.as_secs_f64() * 1e5).round() / 100.0)
}

/// The faults of one kind.
struct Row {
    fault: String,
    count: usize,
    lasted: Vec<Duration>,
    /// Tables that noticed, and how long after the beginning of the fault they moved again.
    recoveries: Vec<Duration>,
}

impl Figures {
    fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for (n, injected) in self.injected.iter().enumerate() {
            let next = self.injected.get(n + 1).map(|next| next.at);
            let own = self.recoveries.iter().filter(|(disturbed, _)| {
                *disturbed >= injected.at && next.is_none_or(|next| *disturbed < next)
            });
            let times = own.map(|(_, moved)| moved.duration_since(injected.at));
            let fault = injected.fault.to_string();
            let place = rows.iter().position(|row| row.fault == fault).unwrap_or_else(|| {
                rows.push(Row { fault, count: 0, lasted: Vec::new(), recoveries: Vec::new() });
                rows.len() - 1
            });
            rows[place].count += 1;
            rows[place].lasted.push(injected.over - injected.at);
            rows[place].recoveries.extend(times);
        }
        rows
    }

    fn thoughts_per_turn(&self) -> f64 {
        let share = self.bot_thoughts as f64 / self.bot_turns.max(1) as f64;
        (share * 1000.0).round() / 1000.0
    }

    pub(super) fn json(&mut self, wrong: &[String]) -> Value {
        let rows = self.rows().into_iter().map(|mut row| {
            json!({
                "fault": row.fault, "count": row.count, "lasted_p50_ms": share(&mut row.lasted, 0.5), "tables": row.recoveries.len(),
                "recovery_p50_ms": share(&mut row.recoveries, 0.5), "recovery_most_ms": share(&mut row.recoveries, 1.0),
            })
        });
        let rows: Vec<Value> = rows.collect();
        let watchers = self.watchers.as_mut().map(|watched| {
            json!({ "sockets": watched.sockets, "news_p50_ms": share(&mut watched.news, 0.5), "news_p99_ms": share(&mut watched.news, 0.99) })
        });
        json!({
            "nodes": self.nodes, "namespaces": self.is_isolated, "tables": self.tables, "seed": self.seed,
            "seconds": self.seconds, "moves_per_second": (self.latencies.len() as f64 / self.seconds * 10.0).round() / 10.0,
            "p50_ms": share(&mut self.latencies, 0.5), "p99_ms": share(&mut self.latencies, 0.99),
            "news_p50_ms": share(&mut self.news, 0.5), "news_p99_ms": share(&mut self.news, 0.99),
            "moves": self.moves, "unanswered": self.unanswered, "games": self.games, "games_finished": self.finished, "games_rated": self.rated,
            "bot_turns": self.bot_turns, "bot_thoughts": self.bot_thoughts, "bot_thoughts_per_turn": self.thoughts_per_turn(),
            "memory_kb": self.memory_kb, "faults": rows, "races": self.races, "watchers": watchers, "wrong": wrong,
        })
    }

    pub(super) fn print(&mut self) -> std::io::Result<()> {
        let mut out = anstream::stdout();
        let place = if self.is_isolated { "in namespaces" } else { "on loopback ports" };
        writeln!(
            out,
            "{} nodes {place}, {} tables, seed {}: {} moves acknowledged, {} requests unanswered or refused",
            self.nodes, self.tables, self.seed, self.moves, self.unanswered
        )?;
        let rate = self.latencies.len() as f64 / self.seconds;
        let (p50, p99) = (share(&mut self.latencies, 0.5), share(&mut self.latencies, 0.99));
        writeln!(out, "without faults: {rate:.0} moves per second, median {p50} ms, 99% {p99} ms")?;
        let (p50, p99) = (share(&mut self.news, 0.5), share(&mut self.news, 0.99));
        writeln!(out, "news on another node: median {p50} ms, 99% {p99} ms")?;
        for mut row in self.rows() {
            writeln!(
                out,
                "{:>4} × {:<12} of {:.0} ms: {} tables disturbed; next move after {:.0} ms (median), {:.0} ms (maximum)",
                row.count,
                row.fault,
                share(&mut row.lasted, 0.5),
                row.recoveries.len(),
                share(&mut row.recoveries, 0.5),
                share(&mut row.recoveries, 1.0)
            )?;
        }
        if self.races > 0 {
            writeln!(out, "{} turns played by several clients at once", self.races)?;
        }
        if let Some(watched) = &mut self.watchers {
            let (p50, p99) = (share(&mut watched.news, 0.5), share(&mut watched.news, 0.99));
            writeln!(
                out,
                "one game before {} sockets: median {p50} ms, 99% {p99} ms",
                watched.sockets
            )?;
        }
        let memory: Vec<String> =
            self.memory_kb.iter().map(|kb| format!("{} MB", kb / 1024)).collect();
        writeln!(
            out,
            "{} games, {} finished, {} rated; {} thoughts for {} turns of bots; peak memory {}",
            self.games,
            self.finished,
            self.rated,
            self.bot_thoughts,
            self.bot_turns,
            memory.join(", ")
        )
    }
}
