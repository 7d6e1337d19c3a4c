//! Bots and analyses, on a bounded number of threads, so that they never delay people's moves.

pub(crate) mod blocking;
mod fallback;
mod running;
mod shares;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tisane_app::players::{self, BotSpec, PreparedBot};
use tisane_engine::bot::Bot;
use tisane_engine::{Engine, ModelError, Models};
use tisane_lexicon::Lexicon;
use tisane_rules::{Action, Challenge, Move, Play, Position, Ruleset, Seat};

pub(crate) use fallback::{Fallback, challenge};
pub(crate) use running::{AnalysisMessage, RunningAnalysis};
pub(crate) use shares::Asker;
use shares::{Place, Shares};

use crate::compute::blocking::blocking_in_pool;
use crate::error::Refused;

/// The most analyses that can wait.
const MOST_ANALYSES: usize = 64;
/// The most engines and bots that are cached. Each takes tens of megabytes.
const KEPT: usize = 8;

#[derive(Clone)]
pub(crate) struct Computer {
    models: Models,
    engines: Arc<Mutex<Cache<Key, Engine>>>,
    /// Bots that play like people, which take a while to prepare.
    levels: Arc<Mutex<Cache<(Key, &'static str), PreparedBot>>>,
    /// Bots and analyses don't wait for each other.
    bots: Shares,
    analyses: Shares,
    /// Challenges have a place of their own: they are decided quickly, and people wait for them.
    doubts: Shares,
}

/// A ruleset and a lexicon by address, since names are not unique.
type Key = (usize, usize);

/// A cache that drops the least recently used value.
struct Cache<K, T> {
    known: HashMap<K, (Arc<T>, u64)>,
    used: u64,
}

impl<K, T> Default for Cache<K, T> {
    fn default() -> Cache<K, T> {
        Cache { known: HashMap::new(), used: 0 }
    }
}

/// A question to the bots of a game.
pub(crate) struct BotsAsked {
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) lexicon: Arc<Lexicon>,
    pub(crate) rule: Challenge,
    /// The last play.
    pub(crate) play: Option<Play>,
    /// In the order in which they can act.
    pub(crate) seats: Vec<BotSeat>,
}

/// A bot at the table.
pub(crate) struct BotSeat {
    pub(crate) seat: Seat,
    pub(crate) bot: String,
    pub(crate) position: Position,
    /// Makes two bots of the same name play differently.
    pub(crate) seed: u64,
    /// Whether it may challenge the last play.
    pub(crate) may_doubt: bool,
    pub(crate) fallback: Fallback,
}

impl BotsAsked {
    /// Whether only challenges are asked about.
    fn is_doubt(&self) -> bool {
        self.seats.iter().all(|seat| seat.fallback == Fallback::Nothing)
    }

    /// What to do if the computer fails, so that the game continues.
    pub(crate) fn at_a_loss(&self) -> Option<(Seat, Action)> {
        let seat = self.seats.iter().find(|seat| seat.fallback != Fallback::Nothing)?;
        Some((seat.seat, seat.fallback.action(&seat.position, |_| Move::Pass)?))
    }
}

/// Rollouts for each move of a champion: about half a second.
const ROLLOUTS: u64 = 1_000;

impl Computer {
    pub(crate) fn new(models: Models) -> Computer {
        // At least one core stays free for people.
        let threads = std::thread::available_parallelism()
            .map_or(1, |cores| cores.get().saturating_sub(1))
            .max(1);
        Computer {
            models,
            engines: Arc::default(),
            levels: Arc::default(),
            bots: Shares::new(threads, usize::MAX), // as many as there are games
            analyses: Shares::new(threads, MOST_ANALYSES),
            doubts: Shares::new(1, usize::MAX),
        }
    }

    /// The models.
    pub(crate) fn models(&self) -> &Models {
        &self.models
    }

    /// Number of running and of waiting analyses.
    pub(crate) fn analyses(&self) -> (usize, usize) {
        self.analyses.counts()
    }

    /// Refuses unknown bots.
    pub(crate) fn check_bot(name: &str) -> Result<(), Refused> {
        spec(name).map(drop)
    }

    /// What one of the bots does: challenge, move, accept or nothing. Their work counts as the
    /// host's.
    pub(crate) async fn decide(
        &self,
        host: Asker,
        asked: BotsAsked,
    ) -> Result<Option<(Seat, Action)>, Refused> {
        let shares = if asked.is_doubt() { &self.doubts } else { &self.bots };
        let place = shares.ask(host, 0)?.place().await?;
        let computer = self.clone();
        run(place, move |_| computer.decide_now(&asked)).await
    }

    fn decide_now(&self, asked: &BotsAsked) -> Result<Option<(Seat, Action)>, Refused> {
        for seat in asked.seats.iter().filter(|seat| seat.may_doubt) {
            if let Some(play) = &asked.play
                && self.with_bot(asked, seat, |bot| bot.challenges(&seat.position, play))?
            {
                return Ok(Some((seat.seat, challenge())));
            }
        }
        let Some(seat) = asked.seats.iter().find(|seat| seat.fallback != Fallback::Nothing) else {
            return Ok(None);
        };
        let action = self.with_bot(asked, seat, |bot| {
            seat.fallback.action(&seat.position, |position| bot.choose(position))
        })?;
        Ok(action.map(|action| (seat.seat, action)))
    }

    fn with_bot<T>(
        &self,
        asked: &BotsAsked,
        seat: &BotSeat,
        work: impl FnOnce(&mut dyn Bot) -> T,
    ) -> Result<T, Refused> {
        let game = (asked.ruleset.clone(), asked.lexicon.clone());
        let bot = self.bot(&spec(&seat.bot)?, game)?;
        Ok(work(&mut *bot.player(asked.rule, seat.seed)))
    }

    /// The engine for this game and lexicon. The first time, it takes a while to make.
    fn engine(
        &self,
        (ruleset, lexicon): (Arc<Ruleset>, Arc<Lexicon>),
    ) -> Result<Arc<Engine>, Refused> {
        let key = key(&ruleset, &lexicon);
        if let Some(engine) = lock(&self.engines).find(&key) {
            return Ok(engine);
        }
        let made = self.models.engine(ruleset, lexicon).map_err(unusable_model)?;
        Ok(lock(&self.engines).keep(key, Arc::new(made)))
    }

    /// The bot, ready for this game.
    fn bot(
        &self,
        spec: &BotSpec,
        (ruleset, lexicon): (Arc<Ruleset>, Arc<Lexicon>),
    ) -> Result<Arc<PreparedBot>, Refused> {
        let key = spec.level().map(|level| (key(&ruleset, &lexicon), level));
        if let Some(bot) = key.and_then(|key| lock(&self.levels).find(&key)) {
            return Ok(bot);
        }
        let engine = self.engine((ruleset, lexicon))?;
        let bot = Arc::new(spec.prepare(&engine).map_err(unusable_model)?);
        Ok(match key {
            Some(key) => lock(&self.levels).keep(key, bot),
            None => bot,
        })
    }
}

/// The bot with this name, as it plays on a server.
fn spec(name: &str) -> Result<BotSpec, Refused> {
    let spec = BotSpec::named(name).map_err(|_| Refused::NoSuchBot {
        name: name.to_owned(),
        known: players::names().into_iter().map(str::to_owned).collect(),
    })?;
    Ok(spec.with_rollouts(ROLLOUTS))
}

fn unusable_model(error: ModelError) -> Refused {
    tracing::error!(%error, "a model can't be used");
    Refused::Failed
}

/// The engine keeps both alive, so their addresses stay theirs.
fn key(ruleset: &Arc<Ruleset>, lexicon: &Arc<Lexicon>) -> Key {
    (Arc::as_ptr(ruleset) as usize, Arc::as_ptr(lexicon) as usize)
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K: Copy + Eq + std::hash::Hash, T> Cache<K, T> {
    fn find(&mut self, key: &K) -> Option<Arc<T>> {
        self.used += 1;
        let (kept, used) = self.known.get_mut(key)?;
        *used = self.used;
        Some(kept.clone())
    }

    fn keep(&mut self, key: K, made: Arc<T>) -> Arc<T> {
        if self.known.len() >= KEPT
            && let Some(oldest) =
                self.known.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| *key)
        {
            self.known.remove(&oldest);
        }
        self.used += 1;
        self.known.entry(key).or_insert((made, self.used)).0.clone()
    }
}

async fn run<T: Send + 'static>(
    mut place: Place,
    work: impl FnOnce(&mut Place) -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    // The place is freed when the work is done, even if nobody waits for the result.
    blocking_in_pool(move || work(&mut place)).await?
}

#[cfg(test)]
mod tests {
    use tisane_lexicon::Catalogue;
    use tisane_rules::{Game, Seed, Setup, Taken};

    use super::*;

    type Words = (Arc<Ruleset>, Arc<Lexicon>);

    /// What a bot does after the best opening of the game with this seed, under the single
    /// challenge rule.
    fn after_opening(
        computer: &Computer,
        (ruleset, lexicon): &Words,
        bot: &str,
        seed: u64,
    ) -> Action {
        let mut setup = Setup::new(ruleset.clone(), &["Ada", "bot"], Seed::from(seed)).unwrap();
        setup.challenge = Challenge::Single;
        let mut game = Game::new(setup);
        let act = |game: &mut Game, seat, action| {
            let events = game.decide(&**lexicon, 0, seat, action).unwrap();
            events.iter().for_each(|event| game.apply(event));
        };
        act(&mut game, 0, Action::Start);
        let first = game.on_turn().unwrap();
        let engine = computer.engine((ruleset.clone(), lexicon.clone())).unwrap();
        let greedy = BotSpec::named("greedy").unwrap().prepare(&engine).unwrap();
        let best = greedy.player(Challenge::Single, 0).choose(&game.position(first));
        act(&mut game, first, best.into());
        let Taken::Played(play) = &game.turns()[0].taken else { panic!("the opening is a play") };
        let seat = 1 - first;
        let asked = BotSeat {
            seat,
            bot: bot.to_owned(),
            position: game.position(seat),
            seed,
            may_doubt: !game.challengeable(seat).is_empty(),
            fallback: Fallback::Move,
        };
        let asked = BotsAsked {
            ruleset: ruleset.clone(),
            lexicon: lexicon.clone(),
            rule: Challenge::Single,
            play: Some(play.clone()),
            seats: vec![asked],
        };
        let (by, action) = computer.decide_now(&asked).unwrap().unwrap();
        assert_eq!(by, seat);
        action
    }

    #[test]
    fn a_level_challenges_by_its_vocabulary_not_by_the_lexicon() {
        let computer = Computer::new(Models::new(None));
        let ruleset = Arc::new(Ruleset::named("english").unwrap());
        let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
        let game = (ruleset, lexicon);
        let doubts = |bot| {
            (1..=8)
                .filter(|&seed| after_opening(&computer, &game, bot, seed) == challenge())
                .count()
        };
        assert_eq!(doubts("greedy"), 0, "who knows the lexicon doubts no word of it");
        assert!(doubts("beginner") > 0, "a beginner does not know every word");
    }
}
