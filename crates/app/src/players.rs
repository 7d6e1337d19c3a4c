//! The bots: one roster, and one factory that makes a player from a name and settings.

use std::sync::Arc;

use tisane_engine::bot::{
    Bot, Champion, ChampionSettings, Greedy, Human, LEVELS, Level, LevelVocabulary, MACHINES,
    Static,
};
use tisane_engine::matches::Go;
use tisane_engine::{Engine, Evaluation, ModelError};
use tisane_lexicon::{excerpt, nearest};
use tisane_rules::Challenge;

/// A bot that anybody can play against.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct RosterEntry {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// A sentence about how it plays.
    pub about: &'static str,
}

/// Every bot, the weakest first.
pub fn roster() -> impl Iterator<Item = RosterEntry> {
    let levels = LEVELS.iter().map(|level| (level.name, level.about));
    levels.chain(MACHINES).map(|(name, about)| RosterEntry { name, about })
}

/// The names of all bots, the weakest first.
pub fn names() -> Vec<&'static str> {
    roster().map(|entry| entry.name).collect()
}

/// The name of the bot that plays unless another is chosen.
pub fn default_name() -> &'static str {
    Level::usual().name
}

/// Whether a player has the name of a bot, or of one of several: `casual 2`.
pub fn is_bot_name(name: &str) -> bool {
    let kind = name
        .rsplit_once(' ')
        .filter(|(_, number)| number.parse::<usize>().is_ok())
        .map_or(name, |(kind, _)| kind);
    roster().any(|entry| entry.name == kind)
}

/// A setting of a bot.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Setting {
    /// The bot that has it.
    pub bot: &'static str,
    /// How it is written after the bot's name: `rollouts=N`.
    pub form: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// Every setting of every bot.
pub const SETTINGS: [Setting; 11] = [
    setting("static", "leaves=none", "ignore leaves"),
    setting("static", "leaves=FILE", "use the leave values of this model or KLV2 file"),
    setting("static", "pool=off", "don't adjust leaves for the unseen tiles"),
    setting("static", "opening=on", "consider where the first play of a game goes"),
    setting("static", "end=off", "ignore the end-of-game bonuses"),
    setting("champion", "rollouts=N", "rollouts for each move [default: 2000]"),
    setting("champion", "plies=N", "turns of each rollout [default: one for each player]"),
    setting("champion", "sim=off", "don't simulate"),
    setting("champion", "preendgame=on", "search the pre-endgame"),
    setting("champion", "endgame=off", "don't search the endgame"),
    setting("champion", "infer=on", "infer opponents' racks from their last moves"),
];

const fn setting(bot: &'static str, form: &'static str, about: &'static str) -> Setting {
    Setting { bot, form, about }
}

/// The most turns a champion's rollouts can have; no game has more left.
const MOST_PLIES: usize = 100;

/// Why a text names no bot.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BotError {
    /// No bot has this name.
    #[error("unknown bot {:?}", excerpt(.name))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The bot whose name is most like it.
        nearest: Option<&'static str>,
    },
    /// The bot has no such setting.
    #[error("{bot} has no setting {:?}", excerpt(.setting))]
    Setting {
        /// The bot's name.
        bot: String,
        /// The setting that was given.
        setting: String,
    },
    /// The value of a setting is out of range.
    #[error("{key} must be {expected}, not {:?}", excerpt(.value))]
    Value {
        /// The setting.
        key: &'static str,
        /// What it takes.
        expected: &'static str,
        /// The value that was given.
        value: String,
    },
}

impl BotError {
    /// How to fix it, where the roster alone can tell.
    pub fn hint(&self) -> Option<String> {
        let BotError::Unknown { nearest, .. } = self else { return None };
        let nearest = nearest.map_or(String::new(), |name| format!("did you mean {name}? "));
        Some(format!("{nearest}choose from {}", names().join(", ")))
    }
}

/// A bot by name, with its settings.
///
/// ```
/// use tisane_app::players::{BotError, BotSpec};
/// assert!(BotSpec::parse("champion,rollouts=500,infer=on").is_ok());
/// assert!(matches!(BotSpec::parse("champoin"), Err(BotError::Unknown { nearest: Some("champion"), .. })));
/// ```
#[derive(Clone, Debug)]
pub struct BotSpec(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Level(&'static Level),
    Greedy,
    Static(StaticSettings),
    Champion(ChampionSettings),
}

#[derive(Clone, Debug, Default)]
struct StaticSettings {
    leaves: LeaveSource,
    ignores_pool: bool,
    minds_opening: bool,
    ignores_end: bool,
}

#[derive(Clone, Debug, Default)]
enum LeaveSource {
    /// The engine's own.
    #[default]
    Engine,
    None,
    File(String),
}

impl BotSpec {
    /// The bot with this name, without settings.
    pub fn named(name: &str) -> Result<BotSpec, BotError> {
        Ok(BotSpec(match name {
            "greedy" => Kind::Greedy,
            "static" => Kind::Static(StaticSettings::default()),
            "champion" => Kind::Champion(ChampionSettings::default()),
            name => Kind::Level(Level::named(name).ok_or_else(|| BotError::Unknown {
                name: name.to_owned(),
                nearest: nearest(name, self::names()),
            })?),
        }))
    }

    /// A name with settings after commas: `champion,rollouts=500`. One of the settings names a
    /// file, so this is not for text from strangers.
    pub fn parse(text: &str) -> Result<BotSpec, BotError> {
        let mut parts = text.split(',');
        let name = parts.next().unwrap_or_default();
        let mut spec = BotSpec::named(name)?;
        for setting in parts {
            spec.set(name, setting)?;
        }
        Ok(spec)
    }

    fn set(&mut self, bot: &str, text: &str) -> Result<(), BotError> {
        let unknown = || BotError::Setting { bot: bot.to_owned(), setting: text.to_owned() };
        let (key, value) = text.split_once('=').ok_or_else(unknown)?;
        let switch = || match value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(unknown()),
        };
        match (&mut self.0, key) {
            (Kind::Static(settings), "leaves") if value == "none" => {
                settings.leaves = LeaveSource::None
            }
            (Kind::Static(settings), "leaves") => {
                settings.leaves = LeaveSource::File(value.to_owned())
            }
            (Kind::Static(settings), "pool") => settings.ignores_pool = !switch()?,
            (Kind::Static(settings), "opening") => settings.minds_opening = switch()?,
            (Kind::Static(settings), "end") => settings.ignores_end = !switch()?,
            (Kind::Champion(settings), "sim") => settings.simulation = switch()?,
            (Kind::Champion(settings), "preendgame") => settings.preendgame = switch()?,
            (Kind::Champion(settings), "infer") => settings.inference = switch()?,
            (Kind::Champion(settings), "endgame") => settings.endgame = switch()?,
            (Kind::Champion(settings), "rollouts") => match value.parse() {
                Ok(rollouts @ 1..) => settings.rollouts = rollouts,
                _ => {
                    return Err(BotError::Value {
                        key: "rollouts",
                        expected: "a whole number, 1 or more",
                        value: value.to_owned(),
                    });
                }
            },
            (Kind::Champion(settings), "plies") => match value.parse() {
                Ok(plies @ 1..=MOST_PLIES) => settings.plies = Some(plies),
                _ => {
                    return Err(BotError::Value {
                        key: "plies",
                        expected: "a whole number from 1 to 100",
                        value: value.to_owned(),
                    });
                }
            },
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// The same bot, with this many rollouts for each move if it is one that simulates.
    #[must_use]
    pub fn with_rollouts(mut self, rollouts: u64) -> BotSpec {
        if let Kind::Champion(settings) = &mut self.0 {
            settings.rollouts = rollouts;
        }
        self
    }

    /// The name of its level, if it plays like a person. Only such a bot takes long to prepare.
    pub fn level(&self) -> Option<&'static str> {
        if let Kind::Level(level) = self.0 { Some(level.name) } else { None }
    }

    /// How the bot values moves in the engine's game. It fails only if a setting names a model file
    /// that can't be used.
    pub fn evaluation(&self, engine: &Engine) -> Result<Evaluation, ModelError> {
        match &self.0 {
            Kind::Static(settings) => settings.evaluation(engine),
            _ => Ok(engine.evaluation().clone()),
        }
    }

    /// Gets the bot ready for the engine's game. It fails only if a setting names a model file that
    /// can't be used.
    pub fn prepare(&self, engine: &Arc<Engine>) -> Result<PreparedBot, ModelError> {
        let (kind, engine) = match &self.0 {
            Kind::Level(level) => {
                (PreparedKind::Level(Box::new(LevelVocabulary::new(level, engine))), engine.clone())
            }
            Kind::Greedy => (PreparedKind::Greedy, engine.clone()),
            Kind::Champion(settings) => (PreparedKind::Champion(*settings), engine.clone()),
            Kind::Static(_) => {
                let own = engine.with_evaluation(self.evaluation(engine)?);
                (PreparedKind::Static, Arc::new(own))
            }
        };
        Ok(PreparedBot { kind, engine, go: || Go::On })
    }
}

impl StaticSettings {
    fn evaluation(&self, engine: &Engine) -> Result<Evaluation, ModelError> {
        let own = engine.evaluation().clone();
        let mut evaluation = match &self.leaves {
            LeaveSource::Engine => own,
            LeaveSource::None => own.without_leaves(),
            LeaveSource::File(file) => {
                Evaluation::open(file.as_ref(), engine.ruleset(), engine.lexicon(), own)?
            }
        };
        if self.ignores_pool {
            evaluation = evaluation.with_pool(false);
        }
        if self.minds_opening {
            evaluation = evaluation.with_opening(true);
        }
        if self.ignores_end {
            evaluation = evaluation.without_end();
        }
        Ok(evaluation)
    }
}

/// A bot that knows its game. Any number of threads may ask it for players.
pub struct PreparedBot {
    kind: PreparedKind,
    engine: Arc<Engine>,
    go: fn() -> Go,
}

enum PreparedKind {
    Level(Box<LevelVocabulary>),
    Greedy,
    Static,
    Champion(ChampionSettings),
}

impl PreparedBot {
    /// The same bot, whose searches end early once `go` says stop.
    #[must_use]
    pub fn until(self, go: fn() -> Go) -> PreparedBot {
        PreparedBot { go, ..self }
    }

    /// A player in a game with this challenge rule. Two players of one kind differ by their seeds.
    pub fn player(&self, rule: Challenge, seed: u64) -> Box<dyn Bot + '_> {
        let engine = &*self.engine;
        match &self.kind {
            PreparedKind::Level(vocabulary) => Box::new(Human::new(engine, vocabulary, rule, seed)),
            PreparedKind::Greedy => Box::new(Greedy::new(engine)),
            PreparedKind::Static => Box::new(Static::new(engine)),
            PreparedKind::Champion(settings) => {
                Box::new(Champion::new(engine, *settings).until(self.go))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_of_the_roster_can_be_made() {
        for entry in roster() {
            assert!(BotSpec::named(entry.name).is_ok(), "{}", entry.name);
            assert!(!entry.about.is_empty());
        }
        assert!(BotSpec::named(default_name()).is_ok());
    }

    #[test]
    fn every_setting_is_read_and_no_other() {
        for Setting { bot, form, .. } in SETTINGS {
            let value = form.replace('N', "5");
            assert!(BotSpec::parse(&format!("{bot},{value}")).is_ok(), "{bot},{value}");
        }
        for text in ["greedy,pool=off", "static,rollouts=5", "champion,sim", "champion,sim=maybe"] {
            assert!(matches!(BotSpec::parse(text), Err(BotError::Setting { .. })), "{text}");
        }
        for text in ["champion,plies=101", "champion,rollouts=0"] {
            assert!(matches!(BotSpec::parse(text), Err(BotError::Value { .. })), "{text}");
        }
    }

    #[test]
    fn an_unknown_bot_is_refused_with_the_nearest_name() {
        let error = BotSpec::named("champoin").unwrap_err();
        assert_eq!(error.to_string(), "unknown bot \"champoin\"");
        assert!(error.hint().unwrap().starts_with("did you mean champion? choose from beginner,"));
        assert!(BotSpec::named("static,leaves=none").is_err(), "a name has no settings");
    }

    #[test]
    fn numbered_bots_are_known_by_name() {
        assert!(is_bot_name("static") && is_bot_name("static 2"));
        assert!(!is_bot_name("static two") && !is_bot_name("Ann"));
    }
}
