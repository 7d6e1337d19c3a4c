//! Bots and analysis, on a bounded number of threads: whatever they do, moves of people are not delayed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tisane_engine::bot::{Bot, Champion, ChampionSettings, Greedy, Human, LEVELS, Level, Mind, Static};
use tisane_engine::{Engine, Models};
use tisane_lexicon::Lexicon;
use tisane_protocol::BotView;
use tisane_rules::{Challenge, Move, Position, Ruleset};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::refused::Refused;

/// So many questions may wait for an analysis.
const QUEUE: usize = 64;
/// Engines of so many games are kept at hand, and so many minds of bots; each takes tens of megabytes.
const KEPT: usize = 8;

#[derive(Clone)]
pub(crate) struct Computer {
    models: Models,
    engines: Arc<Mutex<Kept<Key, Engine>>>,
    minds: Arc<Mutex<Kept<(Key, &'static str), OwnMind>>>,
    /// Bots do not wait for analyses, nor the other way round.
    bots: Arc<Semaphore>,
    analyses: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

/// Which game and which words: by what they are, not by name.
type Key = (usize, usize);

/// What a bot like people knows about a game, with the engine that keeps the key's owners alive.
struct OwnMind {
    mind: Mind,
    engine: Arc<Engine>,
}

/// Things that take a while to make. The one that was not used for longest goes.
struct Kept<K, T> {
    known: HashMap<K, (Arc<T>, u64)>,
    used: u64,
}

impl<K, T> Default for Kept<K, T> {
    fn default() -> Kept<K, T> {
        Kept { known: HashMap::new(), used: 0 }
    }
}

/// What a bot is asked.
pub(crate) struct BotTurn {
    pub ruleset: Arc<Ruleset>,
    pub lexicon: Arc<Lexicon>,
    pub position: Position,
    pub rule: Challenge,
    /// Makes one bot differ from the next of its name.
    pub seed: u64,
}

/// Every bot there is, the weakest first. This is the one place that knows them by name.
pub(crate) fn bots() -> Vec<BotView> {
    let bot = |name: &str, about: &str| BotView { name: name.to_owned(), about: about.to_owned() };
    let others = [
        bot("greedy", "takes the most points, and plans nothing"),
        bot("static", "weighs points against the tiles it keeps"),
        bot("champion", "looks ahead, and knows how the game ends"),
    ];
    LEVELS.iter().map(|level| bot(level.name, level.about)).chain(others).collect()
}

/// So many games are played on for each of a champion's moves: about half a second.
const ROLLOUTS: u64 = 1_000;

impl Computer {
    pub(crate) fn new(models: Models) -> Computer {
        // One core at least stays for the people.
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1);
        Computer {
            models,
            engines: Arc::default(),
            minds: Arc::default(),
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
    pub(crate) async fn choose(&self, bot: &str, asked: BotTurn) -> Result<Move, Refused> {
        let turn = self.bots.clone().acquire_owned().await.map_err(|_| Refused::Closing)?;
        let (computer, bot) = (self.clone(), bot.to_owned());
        run(turn, move || computer.choose_now(&bot, asked)).await
    }

    fn choose_now(&self, bot: &str, asked: BotTurn) -> Result<Move, Refused> {
        let BotTurn { ruleset, lexicon, position, rule, seed } = asked;
        if let Some(level) = Level::named(bot) {
            let own = self.mind(level, ruleset, lexicon)?;
            return Ok(Human::new(&own.engine, &own.mind, rule, seed).choose(&position));
        }
        let engine = self.engine(ruleset, lexicon)?;
        match bot {
            "greedy" => Ok(Greedy::new(&engine).choose(&position)),
            "static" => Ok(Static::new(&engine).choose(&position)),
            "champion" => {
                let settings = ChampionSettings { rollouts: ROLLOUTS, ..ChampionSettings::default() };
                Ok(Champion::new(&engine, settings).choose(&position))
            }
            _ => Err(Refused::NoSuchBot { name: bot.to_owned(), known: Vec::new() }),
        }
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
        let key = key(&ruleset, &lexicon);
        if let Some(engine) = lock(&self.engines).find(&key) {
            return Ok(engine);
        }
        let made = self.models.engine(ruleset, lexicon).map_err(|error| {
            tracing::error!(%error, "a model cannot be used");
            Refused::Busy
        })?;
        Ok(lock(&self.engines).keep(key, Arc::new(made)))
    }

    /// What somebody of this level knows about the game.
    fn mind(&self, level: &'static Level, ruleset: Arc<Ruleset>, lexicon: Arc<Lexicon>) -> Result<Arc<OwnMind>, Refused> {
        let key = (key(&ruleset, &lexicon), level.name);
        if let Some(mind) = lock(&self.minds).find(&key) {
            return Ok(mind);
        }
        let engine = self.engine(ruleset, lexicon)?;
        let mind = Mind::new(level, &engine);
        Ok(lock(&self.minds).keep(key, Arc::new(OwnMind { mind, engine })))
    }
}

/// Both live at least as long as the engine that holds them.
fn key(ruleset: &Arc<Ruleset>, lexicon: &Arc<Lexicon>) -> Key {
    (Arc::as_ptr(ruleset) as usize, Arc::as_ptr(lexicon) as usize)
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K: Copy + Eq + std::hash::Hash, T> Kept<K, T> {
    fn find(&mut self, key: &K) -> Option<Arc<T>> {
        self.used += 1;
        let (kept, used) = self.known.get_mut(key)?;
        *used = self.used;
        Some(kept.clone())
    }

    fn keep(&mut self, key: K, made: Arc<T>) -> Arc<T> {
        if self.known.len() >= KEPT
            && let Some(oldest) = self.known.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| *key)
        {
            self.known.remove(&oldest);
        }
        self.used += 1;
        self.known.entry(key).or_insert((made, self.used)).0.clone()
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
