//! Bots and analysis, on a bounded number of threads: whatever they do, moves of people are not delayed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tisane_engine::bot::{Bot, Greedy, Static};
use tisane_engine::{Engine, Models};
use tisane_lexicon::Lexicon;
use tisane_protocol::BotView;
use tisane_rules::{Move, Position, Ruleset};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::refused::Refused;

/// So many questions may wait for an analysis.
const QUEUE: usize = 64;
/// Engines of so many games are kept at hand; each takes tens of megabytes.
const ENGINES: usize = 8;

#[derive(Clone)]
pub(crate) struct Computer {
    models: Models,
    engines: Arc<Mutex<Engines>>,
    /// Bots do not wait for analyses, nor the other way round.
    bots: Arc<Semaphore>,
    analyses: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

#[derive(Default)]
struct Engines {
    known: HashMap<(usize, usize), (Arc<Engine>, u64)>,
    used: u64,
}

/// Every bot there is, the weakest first. This is the one place that knows them by name.
pub(crate) fn bots() -> Vec<BotView> {
    let bot = |name: &str, about: &str| BotView { name: name.to_owned(), about: about.to_owned() };
    vec![bot("greedy", "takes the most points, and plans nothing"), bot("static", "weighs points against the tiles it keeps")]
}

fn bot_named<'a>(name: &str, engine: &'a Engine) -> Option<Box<dyn Bot + 'a>> {
    match name {
        "greedy" => Some(Box::new(Greedy::new(engine))),
        "static" => Some(Box::new(Static::new(engine))),
        _ => None,
    }
}

impl Computer {
    pub(crate) fn new(models: Models) -> Computer {
        // One core at least stays for the people.
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1);
        Computer {
            models,
            engines: Arc::default(),
            bots: Arc::new(Semaphore::new(threads)),
            analyses: Arc::new(Semaphore::new(threads)),
            queue: Arc::new(Semaphore::new(QUEUE)),
        }
    }

    /// What was learned about games.
    pub(crate) fn models(&self) -> &Models {
        &self.models
    }

    /// Refuses names that no bot has.
    pub(crate) fn check_bot(name: &str) -> Result<(), Refused> {
        let bots = bots();
        match bots.iter().any(|bot| bot.name == name) {
            true => Ok(()),
            false => Err(Refused::NoSuchBot { name: name.to_owned(), known: bots.into_iter().map(|bot| bot.name).collect() }),
        }
    }

    /// The bot's move in this position, when its turn at the computer has come.
    pub(crate) async fn choose(
        &self,
        bot: &str,
        ruleset: Arc<Ruleset>,
        lexicon: Arc<Lexicon>,
        position: Position,
    ) -> Result<Move, Refused> {
        let turn = self.bots.clone().acquire_owned().await.map_err(|_| Refused::Closing)?;
        let (computer, bot) = (self.clone(), bot.to_owned());
        let work = move || {
            let engine = computer.engine(ruleset, lexicon)?;
            let mut player = bot_named(&bot, &engine).ok_or_else(|| Refused::NoSuchBot { name: bot.clone(), known: Vec::new() })?;
            Ok(player.choose(&position))
        };
        run(turn, work).await
    }

    /// Something that takes a while, for somebody who asked. Refused if too many wait already.
    pub(crate) async fn analyse<T: Send + 'static>(
        &self,
        ruleset: Arc<Ruleset>,
        lexicon: Arc<Lexicon>,
        work: impl FnOnce(&Engine) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let _place = self.queue.clone().try_acquire_owned().map_err(|_| Refused::Busy)?;
        let turn = self.analyses.clone().acquire_owned().await.map_err(|_| Refused::Closing)?;
        let computer = self.clone();
        run(turn, move || Ok(work(&*computer.engine(ruleset, lexicon)?))).await
    }

    /// The engine for this game with these words, which takes a while to make the first time.
    fn engine(&self, ruleset: Arc<Ruleset>, lexicon: Arc<Lexicon>) -> Result<Arc<Engine>, Refused> {
        // By what they are, not by name: both live at least as long as the engine that holds them.
        let key = (Arc::as_ptr(&ruleset) as usize, Arc::as_ptr(&lexicon) as usize);
        if let Some(engine) = self.engines().find(&key) {
            return Ok(engine);
        }
        let made = self.models.engine(ruleset, lexicon).map_err(|error| {
            tracing::error!(%error, "a model cannot be used");
            Refused::Busy
        })?;
        Ok(self.engines().keep(key, Arc::new(made)))
    }

    fn engines(&self) -> std::sync::MutexGuard<'_, Engines> {
        self.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engines {
    fn find(&mut self, key: &(usize, usize)) -> Option<Arc<Engine>> {
        self.used += 1;
        let (engine, used) = self.known.get_mut(key)?;
        *used = self.used;
        Some(engine.clone())
    }

    /// Keeps an engine, and lets the one go that was not used for longest.
    fn keep(&mut self, key: (usize, usize), engine: Arc<Engine>) -> Arc<Engine> {
        if self.known.len() >= ENGINES
            && let Some(oldest) = self.known.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| *key)
        {
            self.known.remove(&oldest);
        }
        self.used += 1;
        self.known.entry(key).or_insert((engine, self.used)).0.clone()
    }
}

async fn run<T: Send + 'static>(
    turn: OwnedSemaphorePermit,
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let task = tokio::task::spawn_blocking(move || {
        let _turn = turn; // given back when the work is done, not when nobody waits for it any more
        work()
    });
    task.await.unwrap_or_else(|error| {
        tracing::error!(%error, "the computer failed");
        Err(Refused::Busy)
    })
}
