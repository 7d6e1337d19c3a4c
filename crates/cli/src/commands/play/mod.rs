//! `tisane play`: a game at the terminal, against bots or between people at one keyboard.

mod kept;
mod table;

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

pub(super) use kept::forget_draws;
use kept::{Course, Resumed, local, resume};
use table::{Kept, Table};
use tisane_engine::bot::Level;
use tisane_lexicon::{Lexicon, range};
use tisane_rules::{Challenge, Clock, Game, Millis, PerChallenge, Refusal, Seed, Setup};

use crate::Outcome;
use crate::bots;
use crate::data::{Data, say_if_untrained};
use crate::failure::Failure;
use crate::games;
use crate::interrupt;
use crate::numbers::{between, from};
use crate::position::{GameOptions, ruleset_help};
use crate::prompt::Prompt;
use crate::show::tell;

/// Play against bots, or with others at one keyboard
///
/// Type a move at your turn: `8D retains` across, `D8 retains` down, `-qvu` to exchange, `pass`.
/// Small letters among capitals are blanks: `8D RETAInS`. `help` lists what else can be typed.
/// Through a pipe, each line is one such entry, and nothing is asked back. The game is kept in your
/// data folder after every turn; `tisane play NAME` goes on with it, and `tisane review` lists the
/// games that are kept.
#[derive(clap::Args)]
#[command(after_help = bots::help())]
#[command(mut_arg("ruleset", |arg| arg.help(ruleset_help("what a kept game names, or "))))]
pub(crate) struct Args {
    /// A game that was kept or saved and is not over, by its name or file: goes on with it
    #[arg(value_name = "GAME", conflicts_with_all = ["level", "players", "challenge", "clock", "seed"])]
    file: Option<PathBuf>,
    /// A bot to play against; may be repeated [default: casual, unless several people play]
    #[arg(long, value_name = "BOT")]
    level: Vec<String>,
    /// The people who play, as names with commas between them [default: You]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    #[command(flatten)]
    game: GameOptions,
    /// What happens to doubted words: void, single, double, triple, or the points that a wrong
    /// challenge gives to whoever made the play [default: the ruleset's]
    #[arg(long, value_name = "RULE", value_parser = challenge_rule)]
    challenge: Option<Challenge>,
    /// Minutes that each player has for the game [default: no clock]
    #[arg(long, value_name = "MINUTES", value_parser = between(1i64, 1440))]
    clock: Option<i64>,
    /// What the draws and the bots' moves follow from [default: chance]
    #[arg(long, value_name = "N", value_parser = from(0u64))]
    seed: Option<u64>,
    /// Show everybody's tiles
    #[arg(long)]
    show_racks: bool,
}

/// Who plays where nobody is named.
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
                return Err(
                    "a rule is void, single, double, triple, or points from 0 to 999".to_owned()
                );
            }
        },
    })
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let Beginning { game, lexicon, course, kept, at } = match &args.file {
        Some(path) => resume(path, &args.game, data)?.into(),
        None => begin(args, data)?,
    };
    let ruleset = game.setup().ruleset.clone();
    let wanted = course.bots.iter().map(|bot| bots::parse(bot)).collect::<Result<Vec<_>, _>>()?;
    let engine = data.engine(ruleset.clone(), lexicon.clone())?;
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
        began: (Instant::now(), at),
        prompt,
        told: Vec::new(),
        told_before: 0,
        show_racks: args.show_racks,
        course,
        kept,
        data,
    };
    table.play()
}

/// A game before the first line is typed.
struct Beginning {
    game: Game,
    lexicon: Arc<Lexicon>,
    course: Course,
    kept: Kept,
    /// The time in the game.
    at: Millis,
}

impl From<Resumed> for Beginning {
    fn from(Resumed { path, game, lexicon, course, at }: Resumed) -> Beginning {
        Beginning { game, lexicon, course, kept: Kept::File(path), at }
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
    let course = Course::new(people, bots, args.game.clone());
    let names = course.names();
    let (from, to) = (ruleset.players.from, ruleset.players.to);
    if !(from..=to).contains(&names.len()) {
        let error =
            format!("{} is not played by {}", ruleset.name, tell::count(names.len(), "player"));
        return Err(Failure::new(
            error,
            format!("it takes {}; --players and --level say who plays", range(from, to)),
        )
        .into());
    }
    let seed =
        args.seed.map_or_else(|| random_seed(|| RandomState::new().hash_one(0u8)), Seed::from);
    let mut setup = local(Setup::new(ruleset.clone(), &names, seed).map_err(refused)?);
    setup.challenge = args.challenge.unwrap_or(ruleset.challenge);
    setup.clock = clock(args.clock, ruleset.clock);
    let kept = games::folder(data).map_or(Kept::Nowhere, Kept::Folder);
    Ok(Beginning { game: Game::new(setup), lexicon, course, kept, at: 0 })
}

fn random_seed(chance: impl Fn() -> u64) -> Seed {
    let mut seed = [0; 32];
    seed.chunks_mut(8).for_each(|part| part.copy_from_slice(&chance().to_le_bytes()));
    Seed(seed)
}

/// What the bots' moves follow from; what `--seed` names, where it does.
fn number(Seed(bytes): Seed) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|n| bytes[n]))
}

/// Going on after the time is used up is as the ruleset says.
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
