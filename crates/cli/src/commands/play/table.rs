//! The table: who sits there, what is typed, and what is told.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use tisane_engine::Session;
use tisane_engine::bot::Bot;
use tisane_lexicon::{Lexicon, nearest};
use tisane_rules::{
    Action, Doubt, Game, Millis, MoveText, MoveTextError, Phase, Refusal, Ruleset, Seat, Taken,
    read_move,
};

use super::kept::Course;
use super::refused;
use crate::Outcome;
use crate::data::Data;
use crate::failure::{Failure, is_broken_pipe, warn};
use crate::games;
use crate::interrupt::interrupted;
use crate::prompt::Prompt;
use crate::show::{BAD, HEAD, QUIET, WARNING, board, candidates, screen, tell};

/// How many moves `hint` shows.
const HINTS: usize = 5;

/// With so little time left, somebody is told.
const WARNED_AT: Millis = 60_000;

const HELP: &str = "\
8D retains    play across, beginning on 8D; D8 plays down
8D RETAInS    small letters among capitals are blanks
-qvu          exchange these tiles
pass          give up the turn
challenge     doubt the last play (asks once more, except through a pipe)
accept        let the last play of the game stand
resign        give up the game
hint          show good moves
unseen        show the tiles you do not see
board, rack, scores
undo          take back your last move
save FILE     write the game to a file (GCG); it holds all that is needed
              to go on, the tiles of the others too
quit          leave; the game so far is kept";

/// What stands alone.
const ENTRIES: [&str; 13] = [
    "help",
    "quit",
    "exit",
    "board",
    "rack",
    "scores",
    "unseen",
    "hint",
    "undo",
    "accept",
    "pass",
    "challenge",
    "resign",
];

/// Why a line is no move; a single word may be an entry, misspelled.
fn no_move(line: &str, error: MoveTextError) -> anyhow::Error {
    let entry = nearest(line, ENTRIES.into_iter().chain(["save"]))
        .filter(|_| line.chars().all(|c| c.is_ascii_alphabetic()));
    match entry {
        Some(entry) => Failure::new(format!("{error}; or did you mean {entry}?"), "").into(),
        None => error.into(),
    }
}

/// Everybody who plays, and what lies between them.
pub(super) struct Table<'a> {
    pub game: Game,
    pub ruleset: &'a Arc<Ruleset>,
    pub lexicon: &'a Lexicon,
    pub session: Session<'a>,
    /// By seat; people have none. They sit before the bots.
    pub bots: Vec<Option<Box<dyn Bot + 'a>>>,
    pub people: usize,
    /// When the program did, and what time it was in the game.
    pub began: (Instant, Millis),
    pub prompt: Prompt,
    /// What happened since somebody was last on turn, and is still to be told.
    pub told: Vec<String>,
    /// How many of these were told before a question already.
    pub told_before: usize,
    pub show_racks: bool,
    pub course: Course,
    pub kept: Kept,
    pub data: &'a Data,
}

/// Where the game is kept.
pub(super) enum Kept {
    Nowhere,
    /// Somewhere in this folder, once there is something to keep.
    Folder(PathBuf),
    File(PathBuf),
}

/// What a line that was typed led to.
enum Typed {
    /// Something happened in the game.
    Happened,
    /// An answer was given; the turn goes on.
    Answered,
    Quit,
}

impl<'a> Table<'a> {
    pub(super) fn play(mut self) -> anyhow::Result<Outcome> {
        if self.game.phase() == Phase::Lobby {
            self.act(0, Action::Start).map_err(refused)?;
        }
        let rule = screen::sentence(&tell::challenge_rule(self.game.setup().challenge));
        self.say(format!("{QUIET}{rule}{QUIET:#}"));
        if self.prompt.is_terminal() {
            self.say(format!("{QUIET}help lists what can be typed{QUIET:#}"));
        }
        let mut seen_by = None;
        while self.game.phase() != Phase::Ended && !interrupted() {
            let now = self.now();
            for event in self.game.tick(now, &[]) {
                self.happen(&event);
                self.keep();
            }
            if let Some(by) = self.doubting_bot() {
                self.act(by, Action::Challenge(Doubt::All)).map_err(refused)?;
                continue;
            }
            let seat = match (self.game.phase(), self.game.on_turn()) {
                (Phase::Ended, _) => break,
                (Phase::LastChallenge, _) => match self.doubter() {
                    Some(person) => person,
                    None => continue,
                },
                (_, Some(seat)) => seat,
                (_, None) => break,
            };
            if self.bots[seat].is_some()
                && let Some(person) = self.doubting_person()?
            {
                self.act(person, Action::Challenge(Doubt::All)).map_err(refused)?;
                continue;
            }
            if let Some(bot) = &mut self.bots[seat] {
                let thinking =
                    self.prompt.is_terminal().then(|| Thinking::show(self.game.name(seat)));
                let chosen = bot.choose(&self.game.position(seat));
                drop(thinking);
                self.act(seat, chosen.into()).map_err(refused)?;
                continue;
            }
            if seen_by != Some(seat) {
                if !self.hand_over(seat)? {
                    return self.leave();
                }
                seen_by = (self.people == 1).then_some(seat);
            }
            self.show(seat)?;
            self.told.clear();
            self.told_before = 0;
            let mut is_warned = false;
            loop {
                let left = self.game.left(seat, self.now());
                if !is_warned && left.is_some_and(|left| (0..WARNED_AT).contains(&left)) {
                    is_warned = true;
                    let text = "less than a minute is left, and it goes by while nothing is typed";
                    writeln!(anstream::stdout(), "{WARNING}{}{WARNING:#}", screen::sentence(text))?;
                }
                let left = left.map_or(String::new(), |left| format!(" {}", minutes(left)));
                let Some(line) = self.prompt.ask(&format!("{}{left}", self.game.name(seat)))?
                else {
                    return self.leave();
                };
                match self.typed(seat, &line) {
                    Ok(Typed::Happened) => break,
                    Ok(Typed::Answered) => {}
                    Ok(Typed::Quit) => return self.leave(),
                    Err(error) if is_broken_pipe(&error) => return Err(error),
                    Err(reason) => writeln!(
                        anstream::stderr(),
                        "{BAD}{}{BAD:#}",
                        screen::sentence(&format!("{reason:#}"))
                    )?,
                }
                // Thinking takes time too.
                if !self.game.tick(self.now(), &[]).is_empty() {
                    break;
                }
            }
        }
        self.leave()
    }

    /// The bot that challenges the last play, if one does.
    fn doubting_bot(&mut self) -> Option<Seat> {
        let last = self.game.turns().last()?;
        let Taken::Played(play) = &last.taken else { return None };
        let n = self.game.n_seats();
        for seat in (1..n).map(|step| (last.seat + step) % n) {
            if !self.game.challengeable(seat).is_empty()
                && let Some(bot) = &mut self.bots[seat]
                && bot.challenges(&self.game.position(seat), play)
            {
                return Some(seat);
            }
        }
        None
    }

    /// The person who challenges the last play before a bot moves and it stands, if one does. Of
    /// several, the first who may is asked for all. A program is not asked.
    fn doubting_person(&mut self) -> anyhow::Result<Option<Seat>> {
        let Some(person) =
            (0..self.people).find(|&person| !self.game.challengeable(person).is_empty())
        else {
            return Ok(None);
        };
        if !self.prompt.is_terminal() {
            return Ok(None);
        }
        if self.conceal()? {
            self.draw(&mut anstream::stdout().lock())?;
        }
        for line in &self.told[self.told_before..] {
            writeln!(anstream::stdout(), "{line}")?;
        }
        self.told_before = self.told.len();
        let asked = Instant::now();
        let is_meant = self.is_meant(person, &Action::Challenge(Doubt::All))?;
        self.began.0 += asked.elapsed(); // the bot on turn does not pay for that
        Ok(is_meant.then_some(person))
    }

    /// Lets the bots accept the last play; the person who may still doubt it, if anybody.
    fn doubter(&mut self) -> Option<Seat> {
        let owner = self.game.turns().last()?.seat;
        for seat in (self.people..self.game.n_seats()).filter(|&seat| seat != owner) {
            if self.game.phase() == Phase::LastChallenge && self.game.lost(seat).is_none() {
                let _ = self.act(seat, Action::Accept);
            }
        }
        let may = |&seat: &Seat| seat != owner && self.game.lost(seat).is_none();
        if self.game.phase() == Phase::LastChallenge { (0..self.people).find(may) } else { None }
    }

    fn typed(&mut self, seat: Seat, line: &str) -> anyhow::Result<Typed> {
        let mut out = anstream::stdout().lock();
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let position = || self.game.position(seat);
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", "") => return Ok(Typed::Answered),
            ("help" | "?", "") => writeln!(out, "{HELP}")?,
            ("quit" | "exit", "") => return Ok(Typed::Quit),
            ("board", "") => self.draw(&mut out)?,
            ("rack", "") => writeln!(out, "{}", self.ruleset.show_tiles(self.game.rack(seat)))?,
            ("scores", "") => self.scores(seat, &mut out)?,
            ("unseen", "") => writeln!(
                out,
                "{}",
                screen::sentence(&tell::unseen(self.ruleset, &position().unseen(self.ruleset)))
            )?,
            ("hint", "") if self.game.phase() == Phase::LastChallenge => {
                return Err(Failure::new(
                    "there is no move to make any more; challenge the last play, or accept it",
                    "",
                )
                .into());
            }
            ("hint", "") => {
                let moves = self.session.top(&self.game.position(seat), HINTS);
                candidates::write(&mut out, self.ruleset, self.game.board(), &moves)?;
            }
            ("save", "") => {
                return Err(
                    Failure::new("save needs the name of a file, as in save game.gcg", "").into()
                );
            }
            ("save", file) => {
                self.save(Path::new(file), Some(seat))?;
                writeln!(out, "saved to {file}")?;
            }
            ("undo", "") => {
                drop(out);
                self.undo(seat)?;
                return Ok(Typed::Happened);
            }
            ("accept" | "pass", "") if self.game.phase() == Phase::LastChallenge => {
                drop(out);
                self.act(seat, Action::Accept)?;
                // One answers for all people at the keyboard.
                for person in (0..self.people).filter(|&person| person != seat) {
                    if self.game.phase() == Phase::LastChallenge
                        && !self.game.challengeable(person).is_empty()
                    {
                        self.act(person, Action::Accept)?;
                    }
                }
                return Ok(Typed::Happened);
            }
            ("accept", "") => return Err(Refusal::NothingToAccept.into()),
            (command, more) if ENTRIES.contains(&command) && !more.is_empty() => {
                return Err(
                    Failure::new(format!("{command} stands alone, without {more:?}"), "").into()
                );
            }
            ("-", "") => {
                return Err(Failure::new(
                    "which tiles? -qvu exchanges Q, V and U, and pass gives up the turn",
                    "",
                )
                .into());
            }
            _ => {
                drop(out);
                let read = read_move(self.ruleset, self.game.board(), self.game.rack(seat), line);
                let action = match read.map_err(|error| no_move(line, error))? {
                    MoveText::Move(mv) => mv.into(),
                    MoveText::Challenge => Action::Challenge(Doubt::All),
                    MoveText::Resign => Action::Resign,
                    MoveText::ExchangeOf(_) => {
                        let reason = format!(
                            "{line:?} does not say which tiles to exchange; name them, as in -qvu"
                        );
                        return Err(Failure::new(reason, "").into());
                    }
                };
                if !self.is_meant(seat, &action)? {
                    return Ok(Typed::Answered);
                }
                self.act(seat, action)?;
                return Ok(Typed::Happened);
            }
        }
        Ok(Typed::Answered)
    }

    /// Asks once more where there is no way back.
    fn is_meant(&mut self, seat: Seat, action: &Action) -> anyhow::Result<bool> {
        let question = match action {
            // What is refused need not be asked.
            _ if self.game.decide(self.lexicon, self.now(), seat, action.clone()).is_err() => {
                return Ok(true);
            }
            Action::Challenge(_) => {
                let words = self.game.challengeable(seat);
                let words: Vec<String> =
                    words.iter().map(|word| self.ruleset.alphabet.show(&word.letters())).collect();
                format!(
                    "challenge {}? {}",
                    words.join(", "),
                    tell::price(self.game.setup().challenge)
                )
            }
            Action::Resign => {
                let others = (0..self.game.n_seats())
                    .filter(|&other| other != seat && self.game.lost(other).is_none())
                    .count();
                format!(
                    "give up the game?{}",
                    if others > 1 { " the others play on to the end" } else { "" }
                )
            }
            _ => return Ok(true),
        };
        self.prompt.agrees(&question)
    }

    /// Takes moves back until a person is on turn again.
    fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        if !self.game.turns().iter().any(|turn| self.bots[turn.seat].is_none()) {
            return Err(Refusal::NothingToUndo);
        }
        self.act(seat, Action::Undo)?;
        while self.game.on_turn().is_some_and(|seat| self.bots[seat].is_some())
            && self.act(seat, Action::Undo).is_ok()
        {}
        Ok(())
    }

    /// Does what a seat asks for, and tells what came of it.
    fn act(&mut self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let now = self.now();
        let mut events = self.game.tick(now, &[]);
        // Who is out of time comes too late for anything.
        if events.is_empty() {
            events = self.game.decide(self.lexicon, now, seat, action)?;
        }
        events.iter().for_each(|event| self.happen(event));
        self.keep();
        Ok(())
    }

    fn happen(&mut self, event: &tisane_rules::Event) {
        if let Some(line) = tell::event(self.ruleset, &self.game, event) {
            self.say(line);
        }
        self.course.add(event);
        self.game.apply(event);
    }

    /// Says something: to a person below the next board, where it stays in a small window.
    fn say(&mut self, line: String) {
        match self.prompt.is_terminal() {
            true => self.told.push(line),
            // A reader who has gone away does not stop the game.
            false => drop(writeln!(anstream::stdout(), "{line}")),
        }
    }

    fn now(&self) -> Millis {
        let (began, at) = self.began;
        at + began.elapsed().as_millis() as Millis
    }

    /// Where several people share a keyboard, nobody sees another's tiles. False when nothing more
    /// is typed.
    fn hand_over(&mut self, seat: Seat) -> anyhow::Result<bool> {
        if !self.conceal()? {
            return Ok(true);
        }
        self.prompt
            .waits(&format!("{}, press Enter when the others look away", self.game.name(seat)))
    }

    /// Clears the screen, which shows the tiles of whoever played before, where people share it and
    /// may not see those.
    fn conceal(&mut self) -> anyhow::Result<bool> {
        if !self.prompt.is_terminal() || self.people == 1 || self.show_racks {
            return Ok(false);
        }
        write!(anstream::stdout(), "\x1b[2J\x1b[3J\x1b[H")?;
        anstream::stdout().flush()?;
        self.prompt.forget()?;
        Ok(true)
    }

    /// What the person on turn needs to see.
    fn show(&self, seat: Seat) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        if self.prompt.is_terminal() {
            writeln!(out)?;
            self.draw(&mut out)?;
            writeln!(out)?;
            self.scores(seat, &mut out)?;
            for line in &self.told {
                writeln!(out, "{line}")?;
            }
        } else if self.show_racks {
            for other in (0..self.game.n_seats()).filter(|&other| other != seat) {
                writeln!(
                    out,
                    "{} has {}",
                    self.game.name(other),
                    self.ruleset.show_tiles(self.game.rack(other))
                )?;
            }
        }
        let rack = self.ruleset.show_tiles(self.game.rack(seat));
        match self.game.phase() {
            Phase::LastChallenge => writeln!(
                out,
                "that was the last play: {} may challenge or accept",
                self.game.name(seat)
            )?,
            _ => writeln!(out, "{} to move: {HEAD}{rack}{HEAD:#}", self.game.name(seat))?,
        }
        Ok(())
    }

    fn scores(&self, seat: Seat, out: &mut impl Write) -> std::io::Result<()> {
        for other in 0..self.game.n_seats() {
            let mark = if other == seat { ">" } else { " " };
            let left = self
                .game
                .left(other, self.now())
                .map_or(String::new(), |left| format!("  {}", minutes(left)));
            let rack = if self.show_racks && other != seat {
                self.ruleset.show_tiles(self.game.rack(other))
            } else {
                String::new()
            };
            let line = format!(
                "{mark} {:20} {:>4}{left}  {rack}",
                self.game.name(other),
                self.game.scores()[other]
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out, "{QUIET}{} in the bag{QUIET:#}", tell::count(self.game.bag_len(), "tile"))
    }

    fn draw(&self, out: &mut impl Write) -> std::io::Result<()> {
        let last = self.game.turns().last().filter(|turn| !turn.is_withdrawn());
        let play = last
            .and_then(|turn| if let Taken::Played(play) = &turn.taken { Some(play) } else { None });
        board::write_play(out, self.ruleset, self.game.board(), play)
    }

    /// Says where the game is kept.
    fn leave(&mut self) -> anyhow::Result<Outcome> {
        // The time that went by counts.
        self.keep();
        if self.prompt.is_terminal() && self.game.phase() == Phase::Ended {
            self.draw(&mut anstream::stdout().lock())?;
        }
        for line in self.told.drain(..) {
            writeln!(anstream::stdout(), "{line}")?;
        }
        if let Kept::File(path) = &self.kept {
            let (path, name) = (path.display(), games::name(path, self.data));
            let on = match self.game.phase() {
                Phase::Ended if self.game.turns().is_empty() => String::new(),
                Phase::Ended => format!("\n`tisane review {name}` looks back on it"),
                _ => format!("\n`tisane play {name}` goes on with it"),
            };
            writeln!(anstream::stdout(), "{QUIET}saved to {path}{on}{QUIET:#}")?;
        }
        Ok(Outcome::Yes)
    }

    /// Keeps the game as it is now, so that nothing is lost whatever ends the program. Where that
    /// fails, it is said once.
    fn keep(&mut self) {
        let path = match &self.kept {
            Kept::File(path) => path.clone(),
            Kept::Folder(folder) if self.course.has_moved_on() => {
                let _ = std::fs::create_dir_all(folder); // If it is not there, writing into it says so.
                games::new_file(folder, self.ruleset)
            }
            Kept::Nowhere | Kept::Folder(_) => return,
        };
        let viewer = if self.game.phase() == Phase::Ended { None } else { Some(0) };
        self.kept = match self.save(&path, viewer) {
            Ok(()) => Kept::File(path),
            Err(error) => {
                warn(&format!("the game is not kept: {error:#}"));
                Kept::Nowhere
            }
        };
    }

    /// Writes the game, as this seat may know it or whole.
    fn save(&self, path: &Path, viewer: Option<Seat>) -> anyhow::Result<()> {
        self.course.save(path, &self.game, self.lexicon, viewer, self.now())
    }
}

/// Says who thinks, for as long as it lasts.
struct Thinking;

impl Thinking {
    fn show(name: &str) -> Thinking {
        let _ = write!(anstream::stdout(), "{QUIET}{name} is thinking …{QUIET:#}")
            .and_then(|()| anstream::stdout().flush());
        Thinking
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        let _ = write!(anstream::stdout(), "\r\x1b[K");
    }
}

/// `12:05`, `-0:30` in overtime.
fn minutes(time: Millis) -> String {
    let seconds = time.abs() / 1000;
    format!("{}{}:{:02}", if time < 0 { "-" } else { "" }, seconds / 60, seconds % 60)
}
