//! `tisane play`: a game at the terminal, against bots or between people at one keyboard.

mod saved;
mod table;

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

pub(super) use saved::forget_draws;
use saved::{Course, Resumed, local, resume};
use table::{SavedGame, Table};
use tisane_engine::bot::Level;
use tisane_lexicon::{Lexicon, range};
use tisane_rules::{Challenge, Clock, First, Game, Millis, PerChallenge, Refusal, Seed, Setup};

use crate::Outcome;
use crate::bots;
use crate::commands::bots::BotName;
use crate::data::{Data, LeaveOptions, say_if_untrained};
use crate::failure::Failure;
use crate::games;
use crate::interrupt;
use crate::numbers::{between, from};
use crate::position::{GameOptions, ruleset_help};
use crate::prompt::Prompt;
use crate::show::tell;

/// Play against bots, or with others at one keyboard
#[derive(clap::Args)]
#[command(after_help = format!("{NOTES}\n\n{}\n\n{EXAMPLES}", bots::help()))]
#[command(mut_arg("ruleset", |arg| arg.help(ruleset_help(""))))]
pub(crate) struct Args {
    /// Continue this saved game, by its name or file
    #[arg(value_name = "GAME", conflicts_with_all = ["level", "players", "challenge", "clock", "first", "seed"])]
    file: Option<PathBuf>,
    /// A bot to play against; may be repeated [default: casual, unless several people play]
    #[arg(long, value_name = "BOT", value_parser = BotName, hide_possible_values = true)]
    level: Vec<String>,
    /// The people who play, separated by commas [default: You]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    /// Who has the first turn; draw-all draws the order of all players
    #[arg(long, value_name = "WHO", default_value = "draw")]
    first: Starter,
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    leaves: LeaveOptions,
    /// Challenge rule: void, single, double, triple, or the points for a wrong challenge [default:
    /// the ruleset's]
    #[arg(long, value_name = "RULE", value_parser = challenge_rule)]
    challenge: Option<Challenge>,
    /// Minutes per player for the game [default: no clock]
    #[arg(long, value_name = "MINUTES", value_parser = between(1i64, 1440))]
    clock: Option<i64>,
    /// Random seed [default: a new one]
    #[arg(long, value_name = "N", value_parser = from(0u64))]
    seed: Option<u64>,
    /// Show all racks
    #[arg(long)]
    show_racks: bool,
}

/// The player with the first turn.
#[derive(Copy, Clone, clap::ValueEnum)]
enum Starter {
    Me,
    Bot,
    Draw,
    DrawAll,
}

const NOTES: &str = "\
Type a move such as `8D retains`, `-qvu` or `pass`; `help` lists all commands.
Through a pipe, each line is a command. The game is saved after every turn.";

const EXAMPLES: &str = "\
Examples:
  tisane play --level club --first me
  tisane play english-1";

/// The default name.
const PERSON: &str = "You";

fn challenge_rule(text: &str) -> Result<Challenge, String> {
    Ok(match text {
        "void" => Challenge::Void,
        "single" => Challenge::Single,
        "double" => Challenge::Double,
        "triple" => Challenge::Triple,
        points => match points.parse() {
            Ok(points @ 0..=999) => Challenge::Points { points, per: PerChallenge::Play },
            _ => {
                return Err("give void, single, double, triple, or points from 0 to 999".to_owned());
            }
        },
    })
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let Beginning { game, lexicon, course, saved, at } = match &args.file {
        Some(path) => resume(path, &args.game, data)?.into(),
        None => begin(args, data)?,
    };
    let ruleset = game.setup().ruleset.clone();
    let wanted = course.bots.iter().map(|bot| bots::parse(bot)).collect::<Result<Vec<_>, _>>()?;
    let engine = data.engine(ruleset.clone(), lexicon.clone(), &args.leaves)?;
    say_if_untrained(&engine);
    let prepared =
        wanted.iter().map(|bot| bots::prepare(bot, &engine)).collect::<anyhow::Result<Vec<_>>>()?;
    let (challenge, seed) = (game.setup().challenge, number(game.setup().seed));
    let bots = prepared
        .iter()
        .enumerate()
        .map(|(n, bot)| Some(bot.player(challenge, seed.wrapping_add(n as u64))));
    let prompt = Prompt::new()?;
    if prompt.is_terminal() {
        interrupt::listen()?;
    }
    let table = Table {
        game,
        ruleset: &ruleset,
        lexicon: &lexicon,
        session: engine.session(),
        bots: course.people.iter().map(|_| None).chain(bots).collect(),
        people: course.people.len(),
        started: (Instant::now(), at),
        prompt,
        messages: Vec::new(),
        n_shown: 0,
        show_racks: args.show_racks,
        course,
        saved,
        data,
    };
    table.play()
}

/// A game to start or to continue.
struct Beginning {
    game: Game,
    lexicon: Arc<Lexicon>,
    course: Course,
    saved: SavedGame,
    /// The game time.
    at: Millis,
}

impl From<Resumed> for Beginning {
    fn from(Resumed { path, game, lexicon, course, at }: Resumed) -> Beginning {
        Beginning { game, lexicon, course, saved: SavedGame::File(path), at }
    }
}

fn begin(args: &Args, data: &Data) -> anyhow::Result<Beginning> {
    let (ruleset, lexicon) = args.game.open(data)?;
    let people =
        if args.players.is_empty() { vec![PERSON.to_owned()] } else { args.players.clone() };
    let bots = if args.level.is_empty() && people.len() == 1 {
        vec![Level::usual().name.to_owned()]
    } else {
        args.level.clone()
    };
    for bot in &bots {
        bots::parse(bot)?; // before their names are checked
    }
    let course = Course::new(people, bots, args.game.clone());
    let names = course.names();
    let (from, to) = (ruleset.players.from, ruleset.players.to);
    if !(from..=to).contains(&names.len()) {
        let error =
            format!("{} is not a game for {}", ruleset.name, tell::count(names.len(), "player"));
        return Err(Failure::new(
            error,
            format!("it needs {}; use --players and --level", range(from, to)),
        )
        .into());
    }
    let seed =
        args.seed.map_or_else(|| random_seed(|| RandomState::new().hash_one(0u8)), Seed::from);
    let mut setup = local(Setup::new(ruleset.clone(), &names, seed).map_err(refused)?);
    setup.challenge = args.challenge.unwrap_or(ruleset.challenge);
    setup.clock = clock(args.clock, ruleset.clock);
    setup.first = match args.first {
        Starter::Me => First::Seat(0),
        Starter::Bot if course.bots.is_empty() => {
            return Err(Failure::new(
                "--first bot needs a bot",
                "add one with --level, or use --first me",
            )
            .into());
        }
        Starter::Bot => First::Seat(course.people.len()), // bots sit after the people
        Starter::Draw => First::Drawn,
        Starter::DrawAll => First::OrderDrawn,
    };
    let saved = games::folder(data).map_or(SavedGame::Nowhere, SavedGame::Folder);
    Ok(Beginning { game: Game::new(setup), lexicon, course, saved, at: 0 })
}

fn random_seed(chance: impl Fn() -> u64) -> Seed {
    let mut seed = [0; 32];
    seed.chunks_mut(8).for_each(|part| part.copy_from_slice(&chance().to_le_bytes()));
    Seed(seed)
}

/// The seed of the bots; the number given by `--seed`, if any.
fn number(Seed(bytes): Seed) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|n| bytes[n]))
}

/// Overtime is the ruleset's.
fn clock(minutes: Option<i64>, usual: Clock) -> Clock {
    let overtime = if let Clock::Game { overtime, .. } = usual { overtime } else { None };
    minutes.map_or(Clock::None, |minutes| Clock::Game {
        initial: minutes * 60_000,
        increment: 0,
        overtime,
    })
}

fn refused(refusal: Refusal) -> Failure {
    Failure::new(refusal.to_string(), "")
}
