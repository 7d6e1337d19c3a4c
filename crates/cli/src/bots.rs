//! Bots as they are asked for on the command line: a name, with settings behind commas.

use tisane_engine::bot::{Bot, Champion, ChampionSettings, Greedy, Human, LEVELS, Level, Mind, Static};
use tisane_engine::{Engine, Evaluation, Model};
use tisane_rules::Challenge;

use crate::failure::Failure;
use crate::interrupt;

/// Which bots there are, for help texts.
pub(crate) fn help() -> String {
    let width = LEVELS.iter().map(|level| level.name.len()).max().unwrap_or(0);
    let line = |name: &str, about: &str| format!("  {name:width$}  {about}\n");
    let levels: String = LEVELS.iter().map(|level| line(level.name, level.about)).collect();
    let greedy = line("greedy", "takes the most points");
    let static_ = line("static", "score and leave; settings:");
    let settings = |list: &[(&str, &str)]| -> String {
        list.iter().map(|(setting, about)| format!("  {:width$}  {setting:<19}  {about}\n", "")).collect()
    };
    let of_static = settings(&[
        ("leaves=none or FILE", "nothing for leaves, or those of this model"),
        ("pool=off", "leaves not corrected for the tiles still to come"),
        ("opening=on", "minds where the first play of a game lies"),
        ("end=off", "nothing for what is settled at the end"),
    ]);
    let champion = line("champion", "looks ahead; settings:");
    let of_champion = settings(&[
        ("rollouts=N", "games played on for each move [default: 2000]"),
        ("sim=off", "static moves while the bag has tiles"),
        ("preendgame=on", "goes through all ways the last tiles can lie"),
        ("endgame=off", "static moves when the bag is empty"),
        ("infer=on", "the others' turns tell what they hold"),
    ]);
    format!("Bots like people, from the weakest:\n{levels}Others:\n{greedy}{static_}{of_static}{champion}{of_champion}")
}

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
        let hint = "`tisane match --help` lists the settings of bots";
        let mut parts = text.split(',');
        let mut wanted = match parts.next().unwrap_or_default() {
            "greedy" => Wanted::Greedy,
            "static" => Wanted::Static(Settings::default()),
            "champion" => Wanted::Champion(ChampionSettings::default()),
            name => match Level::named(name) {
                Some(level) => Wanted::Level(level),
                None => {
                    let known: Vec<&str> = LEVELS.iter().map(|level| level.name).chain(["greedy", "static", "champion"]).collect();
                    return Err(Failure::unknown(format!("there is no bot {name:?}"), name, &known));
                }
            },
        };
        for setting in parts {
            match (&mut wanted, setting.split_once('=')) {
                (Wanted::Static(settings), Some(("leaves", "none"))) => settings.leaves = Leaves::None,
                (Wanted::Static(settings), Some(("leaves", file))) => settings.leaves = Leaves::File(file.to_owned()),
                (Wanted::Static(settings), Some(("pool", value @ ("on" | "off")))) => settings.no_pool = value == "off",
                (Wanted::Static(settings), Some(("opening", value @ ("on" | "off")))) => settings.opening = value == "on",
                (Wanted::Static(settings), Some(("end", value @ ("on" | "off")))) => settings.no_end = value == "off",
                (Wanted::Champion(settings), Some(("sim", value @ ("on" | "off")))) => settings.simulation = value == "on",
                (Wanted::Champion(settings), Some(("preendgame", value @ ("on" | "off")))) => settings.preendgame = value == "on",
                (Wanted::Champion(settings), Some(("infer", value @ ("on" | "off")))) => settings.inference = value == "on",
                (Wanted::Champion(settings), Some(("endgame", value @ ("on" | "off")))) => settings.endgame = value == "on",
                (Wanted::Champion(settings), Some(("rollouts", n))) => match n.parse() {
                    Ok(n @ 1..) => settings.rollouts = n,
                    _ => return Err(Failure::new(format!("{n:?} is no number of rollouts"), hint)),
                },
                _ => return Err(Failure::new(format!("{setting:?} is no setting of {text:?}"), hint)),
            }
        }
        Ok(wanted)
    }

    /// All that the bot needs to know about a game.
    pub(crate) fn prepare(&self, base: &Engine) -> anyhow::Result<Prepared> {
        let same = || base.with_evaluation(base.evaluation().clone());
        Ok(match self {
            Wanted::Level(level) => Prepared::Level(Box::new(Mind::new(level, base)), Box::new(same())),
            Wanted::Greedy => Prepared::Greedy(Box::new(same())),
            Wanted::Champion(settings) => Prepared::Champion(*settings, Box::new(same())),
            Wanted::Static(settings) => Prepared::Static(Box::new(base.with_evaluation(settings.evaluation(base)?))),
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
                let model = Model::open(file).and_then(|model| model.fitting(base.ruleset(), base.lexicon()));
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
            Prepared::Champion(settings, engine) => Box::new(Champion::new(engine, *settings).until(interrupt::go)),
        }
    }
}
