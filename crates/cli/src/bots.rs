//! Bots as they are asked for on the command line: a name, with settings behind commas.

use tisane_engine::bot::{
    Bot, Champion, ChampionSettings, Greedy, Human, LEVELS, Level, MACHINES, Mind, Static,
};
use tisane_engine::{Engine, Evaluation, Model};
use tisane_rules::Challenge;

use crate::failure::Failure;
use crate::interrupt;

/// Which bots there are, for help texts.
pub(crate) fn help() -> String {
    format!(
        "Bots, from the weakest: {}. `tisane bots` says what they are like, and which settings they take.",
        names().join(", ")
    )
}

fn names() -> Vec<&'static str> {
    LEVELS.iter().map(|level| level.name).chain(MACHINES.map(|(name, _)| name)).collect()
}

/// Whether somebody is called like a bot, or like one of several: `casual 2`.
pub(crate) fn is_name_of_one(name: &str) -> bool {
    let kind = name
        .rsplit_once(' ')
        .filter(|(_, number)| number.parse::<usize>().is_ok())
        .map_or(name, |(kind, _)| kind);
    names().contains(&kind)
}

/// The settings of bots: which has them, how they are written, and what they do.
pub(crate) const SETTINGS: [(&str, &str, &str); 11] = [
    ("static", "leaves=none", "nothing for leaves"),
    ("static", "leaves=FILE", "the leaves of this model"),
    ("static", "pool=off", "leaves not corrected for the tiles still to come"),
    ("static", "opening=on", "minds where the first play of a game lies"),
    ("static", "end=off", "nothing for what is settled at the end"),
    ("champion", "rollouts=N", "games played on for each move [default: 2000]"),
    ("champion", "plies=N", "turns of each of them [default: one for each at the table]"),
    ("champion", "sim=off", "static moves while the bag has tiles"),
    ("champion", "preendgame=on", "goes through all ways the last tiles can lie"),
    ("champion", "endgame=off", "static moves when the bag is empty"),
    ("champion", "infer=on", "the others' turns tell what they hold"),
];

/// More than any game has left.
const MOST_PLIES: usize = 100;

/// A bot as it is asked for.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    Level(&'static Level),
    Greedy,
    Static(Settings),
    Champion(ChampionSettings),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    leaves: Leaves,
    no_pool: bool,
    opening: bool,
    no_end: bool,
}

/// Where leaves are from.
#[derive(Clone, Debug, Default)]
enum Leaves {
    #[default]
    Found,
    None,
    File(String),
}

impl Wanted {
    pub(crate) fn parse(text: &str) -> Result<Wanted, Failure> {
        let hint = "`tisane bots` lists the settings of bots";
        let mut parts = text.split(',');
        let mut wanted = match parts.next().unwrap_or_default() {
            "greedy" => Wanted::Greedy,
            "static" => Wanted::Static(Settings::default()),
            "champion" => Wanted::Champion(ChampionSettings::default()),
            name => match Level::named(name) {
                Some(level) => Wanted::Level(level),
                None => {
                    return Err(Failure::unknown(
                        format!("there is no bot {name:?}"),
                        name,
                        &names(),
                    ));
                }
            },
        };
        for setting in parts {
            match (&mut wanted, setting.split_once('=')) {
                (Wanted::Static(settings), Some(("leaves", "none"))) => {
                    settings.leaves = Leaves::None
                }
                (Wanted::Static(settings), Some(("leaves", file))) => {
                    settings.leaves = Leaves::File(file.to_owned())
                }
                (Wanted::Static(settings), Some(("pool", value @ ("on" | "off")))) => {
                    settings.no_pool = value == "off"
                }
                (Wanted::Static(settings), Some(("opening", value @ ("on" | "off")))) => {
                    settings.opening = value == "on"
                }
                (Wanted::Static(settings), Some(("end", value @ ("on" | "off")))) => {
                    settings.no_end = value == "off"
                }
                (Wanted::Champion(settings), Some(("sim", value @ ("on" | "off")))) => {
                    settings.simulation = value == "on"
                }
                (Wanted::Champion(settings), Some(("preendgame", value @ ("on" | "off")))) => {
                    settings.preendgame = value == "on"
                }
                (Wanted::Champion(settings), Some(("infer", value @ ("on" | "off")))) => {
                    settings.inference = value == "on"
                }
                (Wanted::Champion(settings), Some(("endgame", value @ ("on" | "off")))) => {
                    settings.endgame = value == "on"
                }
                (Wanted::Champion(settings), Some(("rollouts", n))) => match n.parse() {
                    Ok(n @ 1..) => settings.rollouts = n,
                    _ => return Err(Failure::new(format!("{n:?} is no number of rollouts"), hint)),
                },
                (Wanted::Champion(settings), Some(("plies", n))) => match n.parse() {
                    Ok(n @ 1..=MOST_PLIES) => settings.plies = Some(n),
                    _ => {
                        return Err(Failure::new(
                            format!("{n:?} is no number of turns from 1 to {MOST_PLIES}"),
                            hint,
                        ));
                    }
                },
                _ => {
                    return Err(Failure::new(
                        format!("{setting:?} is no setting of {text:?}"),
                        hint,
                    ));
                }
            }
        }
        Ok(wanted)
    }

    /// All that the bot needs to know about a game.
    pub(crate) fn prepare(&self, base: &Engine) -> anyhow::Result<Prepared> {
        let same = || base.with_evaluation(base.evaluation().clone());
        Ok(match self {
            Wanted::Level(level) => {
                Prepared::Level(Box::new(Mind::new(level, base)), Box::new(same()))
            }
            Wanted::Greedy => Prepared::Greedy(Box::new(same())),
            Wanted::Champion(settings) => Prepared::Champion(*settings, Box::new(same())),
            Wanted::Static(settings) => {
                Prepared::Static(Box::new(base.with_evaluation(settings.evaluation(base)?)))
            }
        })
    }
}

impl Settings {
    fn evaluation(&self, base: &Engine) -> anyhow::Result<Evaluation> {
        let found = base.evaluation().clone();
        let mut evaluation = match &self.leaves {
            Leaves::Found => found,
            Leaves::None => found.without_leaves(),
            Leaves::File(file) => {
                let model = Model::open(file)
                    .and_then(|model| model.fitting(base.ruleset(), base.lexicon()));
                Evaluation::from(&model.map_err(Failure::from)?)
            }
        };
        if self.no_pool {
            evaluation = evaluation.with_pool(false);
        }
        if self.opening {
            evaluation = evaluation.with_opening(true);
        }
        if self.no_end {
            evaluation = evaluation.without_end();
        }
        Ok(evaluation)
    }
}

/// A bot that knows its game; any number of threads may ask for players.
pub(crate) enum Prepared {
    Level(Box<Mind>, Box<Engine>),
    Greedy(Box<Engine>),
    Static(Box<Engine>),
    Champion(ChampionSettings, Box<Engine>),
}

impl Prepared {
    /// A player in a game with this rule for challenges. Two of one kind differ by their seeds.
    pub(crate) fn player(&self, rule: Challenge, seed: u64) -> Box<dyn Bot + '_> {
        match self {
            Prepared::Level(mind, engine) => Box::new(Human::new(engine, mind, rule, seed)),
            Prepared::Greedy(engine) => Box::new(Greedy::new(engine)),
            Prepared::Static(engine) => Box::new(Static::new(engine)),
            Prepared::Champion(settings, engine) => {
                Box::new(Champion::new(engine, *settings).until(interrupt::go))
            }
        }
    }
}
