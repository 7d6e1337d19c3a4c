//! `tisane load`: a load test with clients that play whole games over WebSockets.
//!
//! Each pair of clients plays game after game. With `--kills` the server is killed and restarted
//! repeatedly; then every game must have exactly the acknowledged moves, and perhaps the one in
//! flight.

mod client;
mod cluster;
mod script;
mod server;

use std::ffi::OsString;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::json;
use tisane_protocol::request::ActionView;
use tisane_protocol::{Ask, RoomView};
use tokio::task::JoinSet;

use crate::Outcome;
use crate::data::{Data, LeaveOptions, LexiconOptions, usual_ruleset};
use crate::failure::Failure;
use crate::names::RulesetName;
use crate::open::ruleset;
use crate::show::json as print_json;
use client::{Guest, Socket};
use cluster::faults::Planned;
use script::Script;
use server::Server;

/// Load-test a server with whole games
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A running server started with --unlimited [default: a new one in a temporary folder]
    #[arg(long, value_name = "ADDRESS:PORT", conflicts_with_all = ["kills", "nodes"])]
    server: Option<SocketAddr>,
    /// Number of concurrent games, with two sockets each
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Moves per second in all games
    #[arg(long, value_name = "N", default_value_t = 50)]
    rate: u64,
    /// Duration in seconds
    #[arg(long, value_name = "N", default_value_t = 10)]
    seconds: u64,
    /// Number of times to kill the server; it runs --seconds each time, then every game is checked
    #[arg(long, value_name = "N", default_value_t = 0)]
    kills: u64,
    /// Number of clients that request analyses meanwhile
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with_all = ["kills", "nodes"])]
    analyses: u64,
    /// Start this many servers on one PostgreSQL, behind haproxy, and check every game at the end
    #[arg(long, value_name = "N", conflicts_with = "kills")]
    nodes: Option<usize>,
    /// The PostgreSQL of --nodes, in which a new database is created and dropped
    #[arg(long, value_name = "ADDRESS", env = "TISANE_TEST_POSTGRES", hide_env = true)]
    database: Option<String>,
    /// Command that stops the PostgreSQL of --nodes immediately and starts it again
    #[arg(long, value_name = "COMMAND", env = "TISANE_TEST_POSTGRES_RESTART", hide_env = true)]
    restart_database: Option<String>,
    /// Faults to inject after --seconds, and how often: kill=5,database=2,cut:30=1; docs/scaling.md
    /// lists them
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "nodes")]
    faults: Vec<Planned>,
    /// Random seed of the order of the faults
    #[arg(long, value_name = "N", default_value_t = 1, requires = "nodes")]
    seed: u64,
    /// The game's rules
    #[arg(long, short, value_name = "NAME", value_parser = RulesetName, hide_possible_values = true)]
    ruleset: Option<OsString>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Time limit of each analysis.
const ANALYSIS_TIME: Duration = Duration::from_secs(2);
/// The number of different games; the others are repetitions.
const SCRIPTS: u64 = 20;

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let ruleset =
        Arc::new(ruleset(args.ruleset.clone().unwrap_or_else(|| usual_ruleset().into()))?);
    let lexicon = data.lexicon_for(&data.catalogue(), &ruleset, &LexiconOptions::default())?;
    let engine = data.engine(ruleset.clone(), lexicon, &LeaveOptions::default())?;
    let scripts = Script::some(&engine, SCRIPTS);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("starting the clients")?;
    let folder = std::env::temp_dir().join(format!("tisane-load-{}", std::process::id()));
    let done = runtime.block_on(async {
        match args.kills {
            _ if args.nodes.is_some() => tokio::select! {
                done = cluster::run(args, scripts, ruleset, &folder) => done,
                // What was started ends with it.
                _ = tokio::signal::ctrl_c() => Err(Failure::new("interrupted", "").into()),
            },
            0 => load(args, scripts, &folder).await,
            _ => load_and_kill(args, scripts, &folder).await,
        }
    });
    let _ = std::fs::remove_dir_all(&folder);
    done
}

/// Counts of all pairs.
#[derive(Default)]
struct Tally {
    latencies: Mutex<Vec<Duration>>,
    plays: AtomicU64,
    games: AtomicU64,
    analyses: AtomicU64,
    /// Whether moves are counted now.
    counting: AtomicBool,
    stop: AtomicBool,
}

impl Tally {
    fn moved(&self, took: Duration, is_play: bool) {
        if self.counting.load(Ordering::Relaxed) {
            self.latencies.lock().unwrap_or_else(PoisonError::into_inner).push(took);
            self.plays.fetch_add(u64::from(is_play), Ordering::Relaxed);
        }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Two clients and the game between them.
struct Pair {
    guests: [Guest; 2],
    sockets: [Socket; 2],
    script: Arc<[Script]>,
    which: usize,
    /// `None` until the next game has started.
    game: Option<String>,
    /// Number of acknowledged steps.
    done: usize,
}

impl Pair {
    async fn new(
        server: SocketAddr,
        number: usize,
        scripts: Arc<[Script]>,
    ) -> anyhow::Result<Pair> {
        let guests = [
            Guest::new(server, &format!("one {number}")).await?,
            Guest::new(server, &format!("other {number}")).await?,
        ];
        let sockets = [guests[0].socket().await?, guests[1].socket().await?];
        let mut pair = Pair {
            guests,
            sockets,
            which: number % scripts.len(),
            script: scripts,
            game: None,
            done: 0,
        };
        pair.begin().await?;
        Ok(pair)
    }

    fn script(&self) -> &Script {
        &self.script[self.which]
    }

    /// Starts a new game.
    async fn begin(&mut self) -> anyhow::Result<()> {
        if let Some(game) = self.game.take() {
            for socket in &mut self.sockets {
                socket.ask(Ask::Unwatch { game: game.clone() }).await?;
            }
        }
        let room = self.guests[0]
            .post("/api/games", &serde_json::to_value(&self.script().request)?)
            .await?;
        let game = room["id"].as_str().context("a room has an id")?.to_owned();
        self.sockets[1].ask(Ask::Join { game: game.clone(), open_racks: false }).await?;
        for socket in &mut self.sockets {
            socket.ask(Ask::Watch { game: game.clone(), since: None }).await?;
        }
        self.sockets[0]
            .ask(Ask::Act { game: game.clone(), turn: None, action: ActionView::Start })
            .await?;
        (self.game, self.done) = (Some(game), 0);
        Ok(())
    }

    fn game(&self) -> anyhow::Result<&String> {
        self.game.as_ref().context("the game has started")
    }

    /// Makes the next move; returns the time until it was acknowledged, and whether it is a play.
    async fn step(&mut self) -> anyhow::Result<(Duration, bool)> {
        let step = &self.script[self.which].steps[self.done];
        let ask = Ask::Act {
            game: self.game()?.clone(),
            turn: Some(step.turn),
            action: step.action.clone(),
        };
        let started = Instant::now();
        self.sockets[step.seat].ask(ask).await?;
        self.done += 1;
        Ok((started.elapsed(), step.is_play))
    }

    fn is_finished(&self) -> bool {
        self.done == self.script().steps.len()
    }

    /// Plays game after game, a move every `pace`.
    async fn play(
        &mut self,
        pace: Duration,
        offset: Duration,
        tally: &Tally,
    ) -> anyhow::Result<()> {
        let mut next = tokio::time::Instant::now() + offset;
        while !tally.is_over() {
            let [one, other] = &mut self.sockets;
            let (one, other) = tokio::join!(
                one.listen(tokio::time::sleep_until(next)),
                other.listen(tokio::time::sleep_until(next))
            );
            one.and(other)?;
            next += pace;
            if self.is_finished() {
                self.check().await?;
                tally.games.fetch_add(1, Ordering::Relaxed);
                self.which = (self.which + 1) % self.script.len();
                self.begin().await?;
                continue;
            }
            let (took, is_play) = self.step().await?;
            tally.moved(took, is_play);
        }
        Ok(())
    }

    /// Checks that the server's game follows the script; returns how far it is.
    async fn check(&self) -> anyhow::Result<usize> {
        let game = self.game()?;
        let room: RoomView =
            serde_json::from_value(self.guests[0].get(&format!("/api/games/{game}")).await?)?;
        let steps = &self.script().steps;
        let moves = steps.iter().filter(|step| !matches!(step.action, ActionView::Accept)).count();
        let accepted = usize::from(room.game.outcome.is_some()) * (steps.len() - moves);
        let found = room.game.turns.len() + accepted;
        ensure!(
            found >= self.done,
            "game {game}: {} moves were acknowledged, but {found} are stored",
            self.done
        );
        ensure!(
            found <= self.done + 1,
            "game {game}: {} moves were made, but {found} are stored",
            self.done + 1
        );
        for (turn, step) in room.game.turns.iter().zip(steps) {
            ensure!(
                turn.seat as usize == step.seat,
                "game {game}: a turn of seat {} is duplicated or missing",
                step.seat
            );
        }
        if found == steps.len() {
            let totals: Vec<i32> = room.game.seats.iter().map(|seat| seat.score).collect();
            ensure!(
                totals == self.script().totals,
                "game {game}: {totals:?} instead of {:?}",
                self.script().totals
            );
        }
        Ok(found)
    }
}

async fn pairs(
    server: SocketAddr,
    games: u64,
    scripts: &Arc<[Script]>,
) -> anyhow::Result<Vec<Pair>> {
    let mut pairs = Vec::new();
    // A hundred at a time, as after a restart.
    for from in (0..games as usize).step_by(100) {
        let mut coming = JoinSet::new();
        for number in from..(from + 100).min(games as usize) {
            coming.spawn(Pair::new(server, number, scripts.clone()));
        }
        for pair in coming.join_all().await {
            pairs.push(pair?);
        }
    }
    Ok(pairs)
}

/// Requests one analysis after the other.
async fn analyse(
    server: SocketAddr,
    number: usize,
    scripts: Arc<[Script]>,
    tally: Arc<Tally>,
) -> anyhow::Result<()> {
    let guest = Guest::new(server, &format!("asker {number}")).await?;
    for script in scripts.iter().cycle().skip(number).take_while(|_| !tally.is_over()) {
        let request = &script.request;
        let ahead = json!({ "milliseconds": ANALYSIS_TIME.as_millis() as u64 });
        let question = json!({ "position": script.middle, "ruleset": request.ruleset, "lexicon": request.lexicon, "ahead": ahead });
        guest.post("/api/solve", &question).await?;
        tally
            .analyses
            .fetch_add(u64::from(tally.counting.load(Ordering::Relaxed)), Ordering::Relaxed);
    }
    Ok(())
}

fn pace(args: &Args) -> Duration {
    Duration::from_secs_f64(args.games as f64 / args.rate.max(1) as f64)
}

async fn load(
    args: &Args,
    scripts: Arc<[Script]>,
    folder: &std::path::Path,
) -> anyhow::Result<Outcome> {
    let own = if args.server.is_none() { Some(Server::start(folder)?) } else { None };
    let address = args.server.or(own.as_ref().map(|own| own.address)).context("no server")?;
    let tally = Arc::new(Tally::default());
    let mut playing = JoinSet::new();
    for (number, mut pair) in pairs(address, args.games, &scripts).await?.into_iter().enumerate() {
        let (tally, pace) = (tally.clone(), pace(args));
        let offset = pace.mul_f64(number as f64 / args.games as f64);
        playing.spawn(async move { pair.play(pace, offset, &tally).await });
    }
    for number in 0..args.analyses as usize {
        playing.spawn(analyse(address, number, scripts.clone(), tally.clone()));
    }
    tokio::time::sleep(pace(args)).await; // until all are playing
    tally.counting.store(true, Ordering::Relaxed);
    let started = Instant::now();
    tokio::time::sleep(Duration::from_secs(args.seconds)).await;
    tally.counting.store(false, Ordering::Relaxed);
    let seconds = started.elapsed().as_secs_f64();
    let memory = own.as_ref().and_then(Server::most_memory_kb);
    tally.stop.store(true, Ordering::Relaxed);
    let errors: Vec<anyhow::Error> =
        playing.join_all().await.into_iter().filter_map(Result::err).collect();
    report(args, &tally, seconds, memory, &errors)
}

fn report(
    args: &Args,
    tally: &Tally,
    seconds: f64,
    memory: Option<u64>,
    errors: &[anyhow::Error],
) -> anyhow::Result<Outcome> {
    let mut latencies =
        std::mem::take(&mut *tally.latencies.lock().unwrap_or_else(PoisonError::into_inner));
    latencies.sort_unstable();
    let at = |share: f64| {
        latencies.get(((latencies.len() as f64 * share) as usize).min(latencies.len().max(1) - 1))
    };
    let millis = |share| at(share).map_or(0.0, |took| (took.as_secs_f64() * 1e5).round() / 100.0);
    let moves = latencies.len() as f64;
    let rate = (moves / seconds * 10.0).round() / 10.0;
    let plays =
        (tally.plays.load(Ordering::Relaxed) as f64 / moves.max(1.0) * 1000.0).round() / 10.0;
    if args.json {
        print_json(&json!({
            "games": args.games, "sockets": 2 * args.games, "seconds": seconds, "moves": latencies.len(), "moves_per_second": rate,
            "plays_percent": plays, "p50_ms": millis(0.5), "p99_ms": millis(0.99), "most_ms": millis(1.0), "games_finished": tally.games.load(Ordering::Relaxed),
            "analysers": args.analyses, "analyses_finished": tally.analyses.load(Ordering::Relaxed),
            "server_most_memory_kb": memory, "errors": errors.len(),
        }))?;
    } else {
        let mut out = anstream::stdout();
        writeln!(
            out,
            "{} concurrent games, {} sockets, {seconds:.0} seconds",
            args.games,
            2 * args.games
        )?;
        writeln!(
            out,
            "{} moves acknowledged, {rate} per second, {plays}% of them plays",
            latencies.len()
        )?;
        writeln!(
            out,
            "latency: median {} ms, 99% {} ms, maximum {} ms",
            millis(0.5),
            millis(0.99),
            millis(1.0)
        )?;
        writeln!(
            out,
            "{} games finished, {} errors",
            tally.games.load(Ordering::Relaxed),
            errors.len()
        )?;
        if args.analyses > 0 {
            writeln!(
                out,
                "{} analyses finished, by {} clients",
                tally.analyses.load(Ordering::Relaxed),
                args.analyses
            )?;
        }
        if let Some(kb) = memory {
            writeln!(out, "peak memory of the server: {} MB", kb / 1024)?;
        }
    }
    match errors.first() {
        Some(first) => {
            Err(Failure::new(format!("{} clients failed; the first: {first:#}", errors.len()), "")
                .into())
        }
        None => Ok(Outcome::Yes),
    }
}

async fn load_and_kill(
    args: &Args,
    scripts: Arc<[Script]>,
    folder: &std::path::Path,
) -> anyhow::Result<Outcome> {
    let mut server = Server::start(folder)?;
    let mut playing_pairs = pairs(server.address, args.games, &scripts).await?;
    let (mut moves, mut in_flight) = (0, 0);
    for kill in 1..=args.kills {
        let tally = Arc::new(Tally::default());
        tally.counting.store(true, Ordering::Relaxed);
        let mut playing = JoinSet::new();
        for (number, mut pair) in playing_pairs.into_iter().enumerate() {
            let (tally, pace) = (tally.clone(), pace(args));
            let offset = pace.mul_f64(number as f64 / args.games as f64);
            playing.spawn(async move {
                let _ = pair.play(pace, offset, &tally).await; // fails when the server is killed
                pair
            });
        }
        // Varies, so that kills hit different points of a batch.
        tokio::time::sleep(Duration::from_millis(args.seconds * 1000 + kill * 7 % 50)).await;
        server.kill()?;
        playing_pairs = playing.join_all().await;
        server = Server::start(folder)?;
        for pair in &mut playing_pairs {
            for n in 0..2 {
                pair.guests[n] = pair.guests[n].at(server.address);
                pair.sockets[n] = pair.guests[n].socket().await?;
            }
            let Some(game) = pair.game.clone() else {
                pair.begin().await?; // killed before the game started
                continue;
            };
            let stored = pair.check().await?;
            in_flight += stored - pair.done;
            pair.done = stored;
            for socket in &mut pair.sockets {
                socket.ask(Ask::Watch { game: game.clone(), since: None }).await?;
            }
        }
        moves += tally.latencies.lock().unwrap_or_else(PoisonError::into_inner).len();
    }
    if moves == 0 {
        bail!("no move was made between the kills; increase --seconds");
    }
    writeln!(
        anstream::stdout(),
        "{} kills, {} games: {moves} acknowledged moves, all stored exactly once; {in_flight} more stored without an acknowledgement",
        args.kills,
        args.games
    )?;
    Ok(Outcome::Yes)
}
