//! Saved games: a GCG file that any program reads and, until the game is over, what
//! `tisane play` needs to continue it.
//!
//! That is the setup with its random seed, the players and their actions, in the lines of the
//! stored format. Racks and bag follow from the seed, so the file gives every tile away. It is kept
//! in a pragma; other pragmas have the options of the command and the game time.

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

/// Removes from a record what `tisane play` needs to continue the game, which is void once another
/// command changes the game. Returns whether there was any.
pub(crate) fn forget_draws(record: &mut Record) -> bool {
    let n = record.others.len();
    record.others.retain(|(keyword, _)| ![GAME, OPTIONS, TIME].contains(&keyword.as_str()));
    record.others.len() < n
}

/// The players of a game and their actions.
pub(super) struct Course {
    pub(super) people: Vec<String>,
    /// Bots with their settings; they sit after the people.
    pub(super) bots: Vec<String>,
    /// The ruleset and lexicon options of the command.
    options: GameOptions,
    /// Events that are actions of players; the others follow from them.
    actions: Vec<Event>,
}

impl Course {
    pub(super) fn new(people: Vec<String>, bots: Vec<String>, options: GameOptions) -> Course {
        Course { people, bots, options, actions: Vec::new() }
    }

    /// Adds an event if it is an action. Drawn tiles follow from the seed.
    pub(super) fn add(&mut self, event: &Event) {
        let mut event = event.clone();
        if let Event::Exchanged { drawn, .. } = &mut event {
            *drawn = Tiles::new();
        }
        if action(&event).is_some() {
            self.actions.push(event);
        }
    }

    /// Whether there was any action but the start.
    pub(super) fn has_actions(&self) -> bool {
        self.actions.iter().any(|event| !matches!(event, Event::Started { .. }))
    }

    /// Unique names by seat: `casual`, `casual 2`.
    pub(super) fn names(&self) -> Vec<String> {
        // Without settings.
        let called = |n: usize| self.bots[n].split(',').next().unwrap_or_default();
        let name = |n: usize| match (0..n).filter(|&other| called(other) == called(n)).count() {
            0 => called(n).to_owned(),
            before => format!("{} {}", called(n), before + 1),
        };
        self.people.iter().cloned().chain((0..self.bots.len()).map(name)).collect()
    }

    /// Writes the game as this seat sees it, or whole; before its end with everything needed to
    /// continue it.
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
        let events = joined.chain(self.actions.iter().map(|event| (event.clone(), None)));
        let events = events.map(|(event, who)| write_event(&setup.ruleset, &event, who.as_ref()));
        std::iter::once(
            StoredSetup::of(setup, lexicon.name(), self.options.chosen.family).to_line(),
        )
        .chain(events)
        .collect()
    }
}

/// A setup for a game on one machine.
pub(super) fn local(mut setup: Setup) -> Setup {
    setup.last_challenge = DoubtTime::Unlimited;
    setup.local = true;
    setup
}

/// A saved game to continue.
pub(super) struct Resumed {
    pub(super) path: PathBuf,
    pub(super) game: Game,
    pub(super) lexicon: Arc<Lexicon>,
    pub(super) course: Course,
    /// The game time when it was saved.
    pub(super) at: Millis,
}

/// Reads a saved game by its path, or by its name in the data folder.
pub(super) fn resume(path: &Path, options: &GameOptions, data: &Data) -> anyhow::Result<Resumed> {
    let path = games::find(path, data);
    let ((file, state), shown) = (games::read_with_state(&path)?, path.display());
    let Some((_, text)) = file.others.iter().find(|(keyword, _)| keyword == GAME) else {
        let has_turns = !file.events.is_empty();
        return Err(match file.incomplete || !has_turns && !is_resigned(&file) {
            true => Failure::new(
                format!("{shown} does not record the bag, so `tisane play` can't continue it"),
                format!("`tisane follow {shown}` can"),
            ),
            false if has_turns => Failure::new(
                format!("the game in {shown} is over"),
                format!("to analyse it: tisane review {shown}"),
            ),
            false => Failure::new(
                format!("the game in {shown} ended before the first turn"),
                "`tisane play` starts a new one",
            ),
        }
        .into());
    };
    let cut_off = || {
        let error = format!("the last line of {shown} is cut off, so the game can't be continued");
        let hint = match file.events.is_empty() {
            true => "`tisane play` starts a new one".to_owned(),
            false => format!("`tisane review {shown}` still shows the turns before it"),
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
            format!(
                "the game in {shown} uses the ruleset {}, not {}",
                agreed.ruleset,
                name.display()
            ),
            "omit --ruleset",
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
            "{shown} was played with the lexicon {}, not with {}",
            agreed.lexicon,
            lexicon.name()
        );
        return Err(Failure::new(error, "choose it with --lexicon").into());
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
    (setup.challenge, setup.clock, setup.first) = (agreed.challenge, agreed.clock, agreed.first);
    let mismatch = || {
        if state == State::CutOff {
            return cut_off();
        }
        let error = format!("{shown} was played with another ruleset or lexicon, or was edited");
        Failure::new(error, "give the --ruleset, --set and --lexicon it was played with")
    };
    let (mut game, last) = replay(setup, &lexicon, &course.actions).map_err(|_| mismatch())?;
    let written = file.record(&ruleset).map_err(|_| mismatch())?.record;
    if !agree(&written, &game.record()) {
        return Err(mismatch().into());
    }
    let at = pragma(TIME)
        .and_then(|text| text.trim().parse().ok())
        .map_or(last, |left_at: Millis| left_at.max(last));
    game.tick(at, &[]).iter().for_each(|event| game.apply(event));
    Ok(Resumed { path, game, lexicon, course, at })
}

/// Whether somebody resigned, as far as our own files tell.
fn is_resigned(file: &GcgFile) -> bool {
    let ruleset = file.ruleset_name().and_then(|name| Ruleset::named(&name).ok());
    let record = ruleset.and_then(|ruleset| file.record(&ruleset).ok()).map(|game| game.record);
    record.is_some_and(|record| !record.dropouts().is_empty())
}

/// Whether two records are of the same game.
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

/// Repeats the actions; returns the game and the time of the last action.
fn replay(setup: Setup, lexicon: &Lexicon, actions: &[Event]) -> Result<(Game, Millis), Refusal> {
    let mut game = Game::new(setup);
    let mut now = 0;
    for (seat, action, at) in actions.iter().filter_map(action) {
        now = at;
        game.tick(now, &[]).iter().for_each(|event| game.apply(event));
        game.decide(lexicon, now, seat, action)?.iter().for_each(|event| game.apply(event));
    }
    Ok((game, now))
}

/// Who did what when; `None` for events that follow from others.
fn action(event: &Event) -> Option<(Seat, Action, Millis)> {
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
