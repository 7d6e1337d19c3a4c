//! The game loop of `tisane play`: turns, commands and messages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use tisane_app::problem::Problem;
use tisane_engine::bot::Bot;
use tisane_engine::{Line, Session};
use tisane_lexicon::{Lexicon, nearest};
use tisane_rules::{
    Action, Doubt, Game, Millis, Move, MoveText, MoveTextError, Phase, Refusal, Ruleset, Seat,
    Taken, read_move,
};

use super::refused;
use super::saved::Course;
use crate::Outcome;
use crate::data::Data;
use crate::failure::{Failure, in_one_sentence, is_broken_pipe, warn};
use crate::games;
use crate::interrupt::interrupted;
use crate::prompt::Prompt;
use crate::show::analysis::Lines;
use crate::show::{BAD, HEAD, QUIET, WARNING, board, screen, tell};

/// The number of moves `hint` shows.
const HINTS: usize = 5;

/// Players are warned when they have less time than this.
const LOW_TIME: Millis = 60_000;

const HELP: &str = "\
8D retains    play across from 8D; D8 plays down
8D RETAInS    lower case among capitals is a blank
-qvu          exchange these tiles
pass          pass your turn
challenge     challenge the last play
accept        accept the last play of the game
resign        resign the game
hint          show the best moves
unseen        show the unseen tiles
board, rack, scores
undo          undo your last move
save FILE     write the game to a GCG file that `tisane play FILE` continues;
              it contains all racks
quit          leave; the game is saved";

/// Commands without arguments.
const COMMANDS: [&str; 13] = [
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

/// The error for an invalid move, which may be a misspelled command.
fn move_error(line: &str, error: MoveTextError) -> anyhow::Error {
    let command = nearest(line, COMMANDS.into_iter().chain(["save"]))
        .filter(|_| line.chars().all(|c| c.is_ascii_alphabetic()));
    match command {
        Some(command) => {
            let sentence = Problem::from(&error).sentence();
            Failure::new(format!("{sentence}; or did you mean {command}?"), "").into()
        }
        None => error.into(),
    }
}

/// A game in progress.
pub(super) struct Table<'a> {
    pub game: Game,
    pub ruleset: &'a Arc<Ruleset>,
    pub lexicon: &'a Lexicon,
    pub session: Session<'a>,
    /// By seat; `None` for people, who sit before the bots.
    pub bots: Vec<Option<Box<dyn Bot + 'a>>>,
    pub people: usize,
    /// When the program started, and the game time then.
    pub started: (Instant, Millis),
    pub prompt: Prompt,
    /// Messages for the next player at a terminal.
    pub messages: Vec<String>,
    /// How many of them were already shown before a question.
    pub n_shown: usize,
    pub show_racks: bool,
    pub course: Course,
    pub saved: SavedGame,
    pub data: &'a Data,
}

/// Where the game is saved.
pub(super) enum SavedGame {
    Nowhere,
    /// In a new file in this folder, after the first action.
    Folder(PathBuf),
    File(PathBuf),
}

/// The result of a command.
enum Reply {
    /// The game changed.
    Changed,
    /// The turn continues.
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
            self.say(format!("{QUIET}type help for a list of commands{QUIET:#}"));
        }
        let mut seen_by = None;
        while self.game.phase() != Phase::Ended && !interrupted() {
            let now = self.now();
            for event in self.game.tick(now, &[]) {
                self.happen(&event);
                self.autosave();
            }
            if let Some(by) = self.challenging_bot() {
                self.act(by, Action::Challenge(Doubt::All)).map_err(refused)?;
                continue;
            }
            let seat = match (self.game.phase(), self.game.on_turn()) {
                (Phase::Ended, _) => break,
                (Phase::LastChallenge, _) => match self.last_challenger() {
                    Some(person) => person,
                    None => continue,
                },
                (_, Some(seat)) => seat,
                (_, None) => break,
            };
            if self.bots[seat].is_some()
                && let Some(person) = self.challenging_person()?
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
            self.messages.clear();
            self.n_shown = 0;
            let mut is_warned = false;
            loop {
                let left = self.game.left(seat, self.now());
                if !is_warned && left.is_some_and(|left| (0..LOW_TIME).contains(&left)) {
                    is_warned = true;
                    let text = "less than a minute left; the clock is running";
                    writeln!(anstream::stdout(), "{WARNING}{}{WARNING:#}", screen::sentence(text))?;
                }
                let left = left.map_or(String::new(), |left| format!(" {}", minutes(left)));
                let Some(line) = self.prompt.ask(&format!("{}{left}", self.game.name(seat)))?
                else {
                    return self.leave();
                };
                match self.execute(seat, &line) {
                    Ok(Reply::Changed) => break,
                    Ok(Reply::Answered) => {}
                    Ok(Reply::Quit) => return self.leave(),
                    Err(error) if is_broken_pipe(&error) => return Err(error),
                    Err(reason) => writeln!(
                        anstream::stderr(),
                        "{BAD}{}{BAD:#}",
                        screen::sentence(&in_one_sentence(&reason))
                    )?,
                }
                // The clock may have run out meanwhile.
                if !self.game.tick(self.now(), &[]).is_empty() {
                    break;
                }
            }
        }
        self.leave()
    }

    /// The bot that challenges the last play, if any.
    fn challenging_bot(&mut self) -> Option<Seat> {
        let last = self.game.turns().last()?;
        let Taken::Played(play) = &last.taken else { return None };
        for seat in self.game.in_order(last.seat).skip(1) {
            if !self.game.challengeable(seat).is_empty()
                && let Some(bot) = &mut self.bots[seat]
                && bot.challenges(&self.game.position(seat), play)
            {
                return Some(seat);
            }
        }
        None
    }

    /// The person who challenges the last play before a bot moves, if any. One person answers for
    /// all; a pipe is never asked.
    fn challenging_person(&mut self) -> anyhow::Result<Option<Seat>> {
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
        for line in &self.messages[self.n_shown..] {
            writeln!(anstream::stdout(), "{line}")?;
        }
        self.n_shown = self.messages.len();
        let asked = Instant::now();
        let is_confirmed = self.confirm(person, &Action::Challenge(Doubt::All))?;
        self.started.0 += asked.elapsed(); // not on the bot's clock
        Ok(is_confirmed.then_some(person))
    }

    /// Lets the bots accept the last play; the person who may still challenge it, if any.
    fn last_challenger(&mut self) -> Option<Seat> {
        let owner = self.game.turns().last()?.seat;
        for seat in (self.people..self.game.n_seats()).filter(|&seat| seat != owner) {
            if self.game.phase() == Phase::LastChallenge && self.game.lost(seat).is_none() {
                let _ = self.act(seat, Action::Accept);
            }
        }
        let may = |&seat: &Seat| seat != owner && self.game.lost(seat).is_none();
        if self.game.phase() == Phase::LastChallenge { (0..self.people).find(may) } else { None }
    }

    fn execute(&mut self, seat: Seat, line: &str) -> anyhow::Result<Reply> {
        let mut out = anstream::stdout().lock();
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let position = || self.game.position(seat);
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", "") => return Ok(Reply::Answered),
            ("help" | "?", "") => writeln!(out, "{HELP}")?,
            ("quit" | "exit", "") => return Ok(Reply::Quit),
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
                    "there are no more moves; challenge the last play or accept it",
                    "",
                )
                .into());
            }
            ("hint", "") => {
                let moves = self.hints(seat);
                write!(out, "{}", Lines::new(self.ruleset, self.game.board(), &moves))?;
            }
            ("save", "") => {
                return Err(Failure::new("save needs a file name: save game.gcg", "").into());
            }
            ("save", file) => {
                self.save(Path::new(file), Some(seat))?;
                writeln!(out, "saved to {file}")?;
            }
            ("undo", "") => {
                drop(out);
                self.undo(seat)?;
                return Ok(Reply::Changed);
            }
            ("accept" | "pass", "") if self.game.phase() == Phase::LastChallenge => {
                drop(out);
                self.act(seat, Action::Accept)?;
                // One person answers for everybody at the keyboard.
                for person in (0..self.people).filter(|&person| person != seat) {
                    if self.game.phase() == Phase::LastChallenge
                        && !self.game.challengeable(person).is_empty()
                    {
                        self.act(person, Action::Accept)?;
                    }
                }
                return Ok(Reply::Changed);
            }
            ("accept", "") => return Err(Refusal::NothingToAccept.into()),
            (command, more) if COMMANDS.contains(&command) && !more.is_empty() => {
                return Err(Failure::new(
                    format!("{command} takes no argument, but got {more:?}"),
                    "",
                )
                .into());
            }
            ("-", "") => {
                return Err(Failure::new(
                    "which tiles? -qvu exchanges Q, V and U; pass skips your turn",
                    "",
                )
                .into());
            }
            _ => {
                drop(out);
                let read = read_move(self.ruleset, self.game.board(), self.game.rack(seat), line);
                let action = match read.map_err(|error| move_error(line, error))? {
                    MoveText::Move(mv) => mv.into(),
                    MoveText::Challenge => Action::Challenge(Doubt::All),
                    MoveText::Resign => Action::Resign,
                    MoveText::ExchangeOf(_) => {
                        let reason = format!(
                            "{line:?} does not say which tiles to exchange; type them: -qvu"
                        );
                        return Err(Failure::new(reason, "").into());
                    }
                };
                if !self.confirm(seat, &action)? {
                    return Ok(Reply::Answered);
                }
                self.act(seat, action)?;
                return Ok(Reply::Changed);
            }
        }
        Ok(Reply::Answered)
    }

    /// The best plays, then the best exchanges; a beginner asks for a word to play.
    fn hints(&mut self, seat: Seat) -> Vec<Line> {
        let position = self.game.position(seat);
        let mut moves = self.session.top_plays(&position, HINTS);
        if moves.len() < HINTS {
            let other = self.session.top(&position, HINTS).into_iter();
            let other = other.filter(|candidate| !matches!(candidate.mv, Move::Play(_)));
            moves.extend(other.take(HINTS - moves.len()));
        }
        moves.into_iter().map(Line::of).collect()
    }

    /// Asks before actions that can't be undone.
    fn confirm(&mut self, seat: Seat, action: &Action) -> anyhow::Result<bool> {
        let question = match action {
            // The game will refuse it anyway.
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
                format!("resign this game?{}", if others > 1 { " the others play on" } else { "" })
            }
            _ => return Ok(true),
        };
        self.prompt.confirm(&question)
    }

    /// Undoes moves until it is a person's turn again.
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

    /// Performs an action and reports the events.
    fn act(&mut self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let now = self.now();
        let mut events = self.game.tick(now, &[]);
        // An event of the clock comes first.
        if events.is_empty() {
            events = self.game.decide(self.lexicon, now, seat, action)?;
        }
        events.iter().for_each(|event| self.happen(event));
        self.autosave();
        Ok(())
    }

    fn happen(&mut self, event: &tisane_rules::Event) {
        if let Some(line) = tell::event(self.ruleset, &self.game, event) {
            self.say(line);
        }
        self.course.add(event);
        self.game.apply(event);
    }

    /// Prints a message: at a terminal below the next board, otherwise at once.
    fn say(&mut self, line: String) {
        match self.prompt.is_terminal() {
            true => self.messages.push(line),
            // A closed pipe does not stop the game.
            false => drop(writeln!(anstream::stdout(), "{line}")),
        }
    }

    fn now(&self) -> Millis {
        let (started, at) = self.started;
        at + started.elapsed().as_millis() as Millis
    }

    /// Hides the last player's tiles if several people share the keyboard. False at the end of
    /// input.
    fn hand_over(&mut self, seat: Seat) -> anyhow::Result<bool> {
        if !self.conceal()? {
            return Ok(true);
        }
        let prompt = format!("{}, press Enter when the others look away", self.game.name(seat));
        self.prompt.wait_for_enter(&prompt)
    }

    /// Clears the screen if several people share it and racks are hidden.
    fn conceal(&mut self) -> anyhow::Result<bool> {
        if !self.prompt.is_terminal() || self.people == 1 || self.show_racks {
            return Ok(false);
        }
        write!(anstream::stdout(), "\x1b[2J\x1b[3J\x1b[H")?;
        anstream::stdout().flush()?;
        self.prompt.clear_history()?;
        Ok(true)
    }

    /// Shows the board, scores, messages and rack to the player to move.
    fn show(&self, seat: Seat) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        if self.prompt.is_terminal() {
            writeln!(out)?;
            self.draw(&mut out)?;
            writeln!(out)?;
            self.scores(seat, &mut out)?;
            for line in &self.messages {
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
                "that was the last play; {} can challenge or accept it",
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

    /// Saves the game and says where.
    fn leave(&mut self) -> anyhow::Result<Outcome> {
        // Saves the time used.
        self.autosave();
        if self.prompt.is_terminal() && self.game.phase() == Phase::Ended {
            self.draw(&mut anstream::stdout().lock())?;
        }
        for line in self.messages.drain(..) {
            writeln!(anstream::stdout(), "{line}")?;
        }
        if let SavedGame::File(path) = &self.saved {
            let (path, name) = (path.display(), games::name(path, self.data));
            let next = match self.game.phase() {
                Phase::Ended if self.game.turns().is_empty() => String::new(),
                Phase::Ended => format!("\nto analyse it: tisane review {name}"),
                _ => format!("\nto continue: tisane play {name}"),
            };
            writeln!(anstream::stdout(), "{QUIET}saved to {path}{next}{QUIET:#}")?;
        }
        Ok(Outcome::Yes)
    }

    /// Saves the game after every event. If that fails, a warning is printed once.
    fn autosave(&mut self) {
        let path = match &self.saved {
            SavedGame::File(path) => path.clone(),
            SavedGame::Folder(folder) if self.course.has_actions() => {
                let _ = std::fs::create_dir_all(folder); // Writing the file reports errors.
                games::new_file(folder, self.ruleset)
            }
            SavedGame::Nowhere | SavedGame::Folder(_) => return,
        };
        let viewer = if self.game.phase() == Phase::Ended { None } else { Some(0) };
        self.saved = match self.save(&path, viewer) {
            Ok(()) => SavedGame::File(path),
            Err(error) => {
                warn(&format!("the game can't be saved: {error:#}"));
                SavedGame::Nowhere
            }
        };
    }

    /// Writes the game as this seat sees it, or whole.
    fn save(&self, path: &Path, viewer: Option<Seat>) -> anyhow::Result<()> {
        self.course.save(path, &self.game, self.lexicon, viewer, self.now())
    }
}

/// Shows that a bot is thinking, until dropped.
struct Thinking;

impl Thinking {
    fn show(name: &str) -> Thinking {
        let _ = write!(anstream::stdout(), "{QUIET}{name} is thinking…{QUIET:#}")
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
