//! A game in a file: a score sheet that any program reads, and while it goes on, what it takes to
//! go on with it.
//!
//! That is what was agreed, with the seed, who sits where, and what the players did; racks and bag
//! follow from it, so the file tells every tile to whoever looks for them. It stands in a pragma of
//! the score sheet, in lines as games are stored everywhere; in others, the options of the command
//! that the game was begun with, and what time it is in the game.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tisane_lexicon::Lexicon;
use tisane_protocol::stored::{Occupant, StoredSetup, read_event, write_event};
use tisane_rules::{
    Action, Doubt, DoubtTime, Event, Game, GcgFile, Loss, Millis, Phase, Record, Refusal, Ruleset,
    Seat, Setup, Tiles,
};

use crate::data::Data;
use crate::failure::{Failure, is_gcg, write_over};
use crate::games::{self, GAME, State};
use crate::position::GameOptions;

/// The keywords of the other pragmas.
const OPTIONS: &str = "tisane-options";
const TIME: &str = "tisane-time";

/// Leaves out of a score sheet what it takes to go on with the game, which is not true any more
/// once others write in it. Whether there was something.
pub(crate) fn forget_draws(record: &mut Record) -> bool {
    let n = record.others.len();
    record.others.retain(|(keyword, _)| ![GAME, OPTIONS, TIME].contains(&keyword.as_str()));
    record.others.len() < n
}

/// What the players of a game did so far, with who they are.
pub(super) struct Course {
    pub(super) people: Vec<String>,
    /// As they are asked for; they sit after the people.
    pub(super) bots: Vec<String>,
    /// Which rules and which words were asked for.
    options: GameOptions,
    /// What was done, and nothing that followed from it.
    done: Vec<Event>,
}

impl Course {
    pub(super) fn new(people: Vec<String>, bots: Vec<String>, options: GameOptions) -> Course {
        Course { people, bots, options, done: Vec::new() }
    }

    /// Remembers what happened, if somebody did it. What was drawn follows from the seed.
    pub(super) fn add(&mut self, event: &Event) {
        let mut event = event.clone();
        if let Event::Exchanged { drawn, .. } = &mut event {
            *drawn = Tiles::new();
        }
        if asked(&event).is_some() {
            self.done.push(event);
        }
    }

    /// Whether anybody did something, a game that was given up at once included.
    pub(super) fn has_moved_on(&self) -> bool {
        self.done.iter().any(|event| !matches!(event, Event::Started { .. }))
    }

    /// Who sits at the table, by seat. Names differ: `casual`, `casual 2`.
    pub(super) fn names(&self) -> Vec<String> {
        // Without its settings.
        let called = |n: usize| self.bots[n].split(',').next().unwrap_or_default();
        let name = |n: usize| match (0..n).filter(|&other| called(other) == called(n)).count() {
            0 => called(n).to_owned(),
            before => format!("{} {}", called(n), before + 1),
        };
        self.people.iter().cloned().chain((0..self.bots.len()).map(name)).collect()
    }

    /// Writes the score sheet as this seat may know it, or whole, and while the game goes on, what
    /// it takes to go on with it.
    pub(super) fn save(
        &self,
        path: &Path,
        game: &Game,
        lexicon: &Lexicon,
        viewer: Option<Seat>,
        now: Millis,
    ) -> anyhow::Result<()> {
        let ruleset = &game.setup().ruleset;
        let mut record = viewer.map_or_else(|| game.record(), |seat| game.record_for(seat));
        record.lexicon = Some(lexicon.name().to_owned());
        if game.phase() != Phase::Ended {
            record.others.push((GAME.to_owned(), self.lines(game.setup(), lexicon).join("\n")));
            let options = self.options.to_lines();
            if !options.is_empty() {
                record.others.push((OPTIONS.to_owned(), options.join("\n")));
            }
            record.others.push((TIME.to_owned(), now.to_string()));
        }
        Ok(write_over(path, "score sheet", is_gcg, &record.to_gcg(ruleset)?)?)
    }

    fn lines(&self, setup: &Setup, lexicon: &Lexicon) -> Vec<String> {
        let people = self.people.iter().map(|name| (name, Occupant::Player(String::new())));
        let bots = self.bots.iter().map(|bot| (bot, Occupant::Bot(bot.clone())));
        let joined =
            people.chain(bots).map(|(name, who)| (Event::Joined { name: name.clone() }, Some(who)));
        let events = joined.chain(self.done.iter().map(|event| (event.clone(), None)));
        let events = events.map(|(event, who)| write_event(&setup.ruleset, &event, who.as_ref()));
        std::iter::once(
            StoredSetup::of(setup, lexicon.name(), self.options.chosen.family).to_line(),
        )
        .chain(events)
        .collect()
    }
}

/// A setup for a game at one machine.
pub(super) fn local(mut setup: Setup) -> Setup {
    setup.last_challenge = DoubtTime::Unlimited;
    setup.local = true;
    setup
}

/// A game that was kept, and can go on.
pub(super) struct Resumed {
    pub(super) path: PathBuf,
    pub(super) game: Game,
    pub(super) lexicon: Arc<Lexicon>,
    pub(super) course: Course,
    /// What time it was in the game when it was left.
    pub(super) at: Millis,
}

/// Reads a game that was kept: the one in this file, or in one of this name among those in the data
/// folder.
pub(super) fn resume(path: &Path, options: &GameOptions, data: &Data) -> anyhow::Result<Resumed> {
    let path = games::find(path, data);
    let ((file, state), shown) = (games::read_with_state(&path)?, path.display());
    let Some((_, text)) = file.others.iter().find(|(keyword, _)| keyword == GAME) else {
        let has_turns = !file.events.is_empty();
        return Err(match file.incomplete || !has_turns && !is_given_up(&file) {
            true => Failure::new(
                format!("{shown} does not say what is in the bag"),
                format!("`tisane follow {shown}` goes on with it"),
            ),
            false if has_turns => Failure::new(
                format!("the game in {shown} is over"),
                format!("`tisane review {shown}` looks back on it"),
            ),
            false => Failure::new(
                format!("the game in {shown} was given up before the first turn"),
                "`tisane play` begins another",
            ),
        }
        .into());
    };
    let cut_off = || {
        let error = format!("the last line of {shown} is cut off, so the game cannot go on");
        let hint = match file.events.is_empty() {
            true => "`tisane play` begins another".to_owned(),
            false => format!(
                "`tisane review {shown}` looks back on the turns that are there; `tisane play` begins another"
            ),
        };
        Failure::new(error, hint)
    };
    if games::is_cut_off(&file) {
        return Err(cut_off().into());
    }
    let stored = |error: &dyn std::fmt::Display| Failure::new(format!("{shown}: {error}"), "");
    let mut lines = text.lines();
    let agreed =
        StoredSetup::read(lines.next().unwrap_or_default()).map_err(|error| stored(&error))?;
    if let Some(name) = &options.ruleset
        && crate::open::ruleset(name)?.name != agreed.ruleset
    {
        return Err(Failure::new(
            format!("the game in {shown} is played by {}, not by {name}", agreed.ruleset),
            "leave --ruleset out",
        )
        .into());
    }
    let pragma = |wanted: &str| {
        file.others.iter().find(|(keyword, _)| keyword == wanted).map(|(_, text)| text.as_str())
    };
    let options = options.clone().or(pragma(OPTIONS).unwrap_or_default(), agreed.family);
    let (ruleset, lexicon) = options.open_game(data, &file)?;
    if lexicon.name() != agreed.lexicon {
        let error = format!(
            "{shown} was played with the words of {}, not with those of {}",
            agreed.lexicon,
            lexicon.name()
        );
        return Err(Failure::new(error, "name them with --lexicon").into());
    }
    let mut course = Course::new(Vec::new(), Vec::new(), options);
    for line in lines {
        match read_event(&ruleset, line).map_err(|error| stored(&error))? {
            (Event::Joined { .. }, Some(Occupant::Bot(bot))) => course.bots.push(bot),
            (Event::Joined { name }, _) => course.people.push(name),
            (event, _) => course.add(&event),
        }
    }
    let agreed = agreed.setup(ruleset.clone()).map_err(|error| stored(&error))?;
    let mut setup = local(Setup::new(ruleset.clone(), &course.names(), agreed.seed)?);
    (setup.challenge, setup.clock) = (agreed.challenge, agreed.clock);
    let other = || {
        if state == State::CutOff {
            return cut_off();
        }
        let error = format!(
            "{shown} was played by other rules or with other words than these, or was changed since"
        );
        Failure::new(error, "give the --ruleset, --set and --lexicon that it was played with")
    };
    let (mut game, last) = play_again(setup, &lexicon, &course.done).map_err(|_| other())?;
    let written = file.record(&ruleset).map_err(|_| other())?.record;
    if !agree(&written, &game.record()) {
        return Err(other().into());
    }
    let at = pragma(TIME)
        .and_then(|text| text.trim().parse().ok())
        .map_or(last, |left_at: Millis| left_at.max(last));
    game.tick(at, &[]).iter().for_each(|event| game.apply(event));
    Ok(Resumed { path, game, lexicon, course, at })
}

/// Whether somebody gave the game up, as far as our own score sheets say.
fn is_given_up(file: &GcgFile) -> bool {
    let ruleset = file.ruleset_name().and_then(|name| Ruleset::named(&name).ok());
    let record = ruleset.and_then(|ruleset| file.record(&ruleset).ok()).map(|game| game.record);
    record.is_some_and(|record| !record.dropouts().is_empty())
}

/// Whether a score sheet is one of this game, whoever wrote it.
fn agree(written: &Record, record: &Record) -> bool {
    let accounts = |record: &Record| {
        record
            .entries
            .iter()
            .map(|entry| (entry.seat, entry.points, entry.total))
            .collect::<Vec<_>>()
    };
    accounts(written) == accounts(record)
}

/// The game in which all this is done again, and when the last of it was.
fn play_again(setup: Setup, lexicon: &Lexicon, done: &[Event]) -> Result<(Game, Millis), Refusal> {
    let mut game = Game::new(setup);
    let mut now = 0;
    for (seat, action, at) in done.iter().filter_map(asked) {
        now = at;
        game.tick(now, &[]).iter().for_each(|event| game.apply(event));
        game.decide(lexicon, now, seat, action)?.iter().for_each(|event| game.apply(event));
    }
    Ok((game, now))
}

/// Who asked for what when, if the event is that; nothing for what follows by itself.
fn asked(event: &Event) -> Option<(Seat, Action, Millis)> {
    Some(match event {
        Event::Started { at } => (0, Action::Start, *at),
        Event::Played { seat, play, at, .. } => (*seat, Action::Play(play.clone()), *at),
        Event::Passed { seat, at } => (*seat, Action::Pass, *at),
        Event::Exchanged { seat, tiles, at, .. } => (*seat, Action::Exchange(tiles.clone()), *at),
        Event::Challenged { by, verdict, at } => {
            (*by, Action::Challenge(Doubt::Words(verdict.doubted.clone())), *at)
        }
        Event::Accepted { seat, at } => (*seat, Action::Accept, *at),
        Event::Lost { seat, loss: Loss::Resigned, at } => (*seat, Action::Resign, *at),
        Event::Undone { at } => (0, Action::Undo, *at),
        _ => return None,
    })
}
