//! `tisane follow`: keep track of a game played elsewhere.

mod sheet;

use std::collections::VecDeque;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sheet::Sheet;
use tisane_engine::{Engine, Line, Session};
use tisane_lexicon::Lexicon;
use tisane_rules::{
    Board, Cgp, Move, MoveText, Place, Position, Record, RecordedPosition, Ruleset, TargetWord,
    Through, Tiles, Unwritable, What, places,
};

use super::place::from_to;
use super::play::forget_draws;
use super::review::gcg_failure;
use super::solve::Ahead;
use crate::Outcome;
use crate::data::{Data, LeaveOptions, say_if_untrained};
use crate::failure::{Failure, in_one_sentence, is_broken_pipe, missing_folder, warn};
use crate::games;
use crate::interrupt;
use crate::position::{GameOptions, ruleset_help};
use crate::prompt::Prompt;
use crate::seconds::seconds;
use crate::show::analysis::{Lines, Live, summary};
use crate::show::table::{Align, Table};
use crate::show::{BAD, HEAD, QUIET, board, screen, tell};
use crate::threads::Threads;

/// Keep track of a game played elsewhere, and see the best moves
#[derive(clap::Args)]
#[command(after_help = NOTES)]
#[command(mut_arg("ruleset", |arg| arg.help(ruleset_help("what the file names, or "))))]
pub(crate) struct Args {
    /// GCG file that every turn is saved to; an existing game is continued
    file: Option<PathBuf>,
    /// The players in turn order, separated by commas [default: Me,Opponent]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    /// Which player you are [default: Me, or the first]
    #[arg(long, value_name = "NAME")]
    me: Option<String>,
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    leaves: LeaveOptions,
}

const NOTES: &str = "\
Type `rack aeinrs?` to enter your tiles and see the best moves. Type each move
when it is made, yours and your opponents'. `help` lists all commands. Through a
pipe, each line is a command.

Examples:
  tisane follow game.gcg
  tisane follow --players Ann,Me,Bob --ruleset french";

const ME: &str = "Me";
const OPPONENT: &str = "Opponent";
/// The number of moves and placements shown.
const SHOWN: usize = 10;

/// The default time limit of `sim`.
const SIM_TIME: Duration = Duration::from_secs(5);

const HELP: &str = "\
rack aeinrs?  set your rack (? is a blank) and show the best moves
draw qz       add the tiles you drew to your rack
best 20       show the 20 best moves
sim 10        simulate for 10 seconds; Ctrl-C stops
retains       list the placements of a word; choose one by its number
more          show more placements
word best     list the placements of a word that is also a command
3             play the third move or placement in the list
8D retains    the player to move plays across; D8 plays down
8D RETAInS    lower case among capitals is a blank
-qvu, -3      the player to move exchanges these tiles, or 3 tiles
pass          the player to move passes
phony         the last play was challenged and taken back
bonus 5       the last play was challenged and is valid, for a bonus of 5
left qz       enter your opponent's last rack; with several opponents, each
              in turn, - if empty: left qz -
undo          undo the last entry
board, unseen, scores
save FILE     write the game to a GCG file
cgp           print the position as CGP
quit";

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let file = args.file.as_deref().filter(|file| file.exists()).map(games::read).transpose()?;
    if let Some(path) = &args.file {
        if file.is_some() && !args.players.is_empty() {
            let error =
                format!("--players is for new games; {} already names its players", path.display());
            return Err(Failure::new(
                error,
                "omit --players; use --me to say which of them you are",
            )
            .into());
        }
        // Report it now, not after the first turn.
        if let Some(folder) = missing_folder(path) {
            return Err(Failure::new(
                format!("no such folder: {}", folder.display()),
                "create it first, or choose another file",
            )
            .into());
        }
    }
    let mut options = args.game.clone();
    if let Some(file) = &file {
        options.ruleset = options.ruleset.or_else(|| Some(file.ruleset_name()?.into()));
        let known = |name: &String| data.catalogue().knows(name);
        options.chosen.lexicon =
            options.chosen.lexicon.or_else(|| Some(file.lexicon.clone().filter(known)?.into()));
    }
    let (ruleset, lexicon) = options.open(data)?;
    let mut record = match &file {
        Some(file) => {
            let read = file.record(&ruleset).map_err(|error| gcg_failure(&ruleset, &error))?;
            read.warnings.iter().for_each(|warning| warn(&warning.to_string()));
            read.record
        }
        None => new_record(&ruleset, &lexicon, &args.players)?,
    };
    let named = |name: &str| {
        record.players.iter().position(|player| player.name == name || player.nick == name)
    };
    let me = match &args.me {
        Some(name) => named(name).ok_or_else(|| {
            let names: Vec<&str> = record.players.iter().map(|player| &*player.name).collect();
            Failure::unknown(format!("no player is called {name:?}"), name, &names)
        })?,
        None => named(ME).unwrap_or(0),
    };
    let engine = data.engine(ruleset.clone(), lexicon.clone(), &args.leaves)?;
    say_if_untrained(&engine);
    if forget_draws(&mut record) {
        warn(
            "after a change here, `tisane play` can't continue this game, because the bag is unknown",
        );
    }
    let mut follower = Follower {
        sheet: Sheet::new(record, me, &ruleset, &lexicon)?,
        ruleset: &ruleset,
        lexicon: &lexicon,
        engine: &engine,
        session: engine.session(),
        choices: Choices::default(),
        file: args.file.as_deref(),
        changes: Changes::None,
    };
    let mut prompt = Prompt::new()?;
    if prompt.is_terminal() {
        interrupt::listen()?;
    }
    // Otherwise a mistyped name would look like a lost game.
    if let Some(path) = args.file.as_ref().filter(|_| file.is_none()) {
        writeln!(anstream::stdout(), "new game; it will be saved to {}", path.display())?;
    }
    follower.follow(&mut prompt)?;
    Ok(Outcome::Yes)
}

fn new_record(ruleset: &Ruleset, lexicon: &Lexicon, players: &[String]) -> anyhow::Result<Record> {
    let names = if players.is_empty() {
        vec![ME.to_owned(), OPPONENT.to_owned()]
    } else {
        players.to_vec()
    };
    Ok(Record::begin(ruleset, Some(lexicon.name()), &names)?)
}

/// The game and the state of the session.
struct Follower<'a> {
    sheet: Sheet<'a>,
    ruleset: &'a Arc<Ruleset>,
    lexicon: &'a Lexicon,
    engine: &'a Engine,
    session: Session<'a>,
    choices: Choices,
    /// Every change is saved here.
    file: Option<&'a Path>,
    changes: Changes,
}

/// Whether changes are saved.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Changes {
    None,
    Saved,
    Unsaved,
    /// Unsaved, and the user was warned.
    Discarded,
}

/// Moves to choose from by number.
#[derive(Default)]
struct Choices {
    shown: Vec<Move>,
    /// Placements not shown yet.
    more: VecDeque<Place>,
}

impl Choices {
    fn of(moves: impl Iterator<Item = Move>) -> Choices {
        Choices { shown: moves.collect(), more: VecDeque::new() }
    }
}

/// The result of a command.
enum Reply {
    /// The game changed; the text describes how.
    Changed(String),
    Answered,
    Quit,
}

impl Follower<'_> {
    fn follow(&mut self, prompt: &mut Prompt) -> anyhow::Result<()> {
        self.show_turn(prompt)?;
        loop {
            // After the end the game can still be inspected and undone.
            let who = self
                .sheet
                .now()
                .map_or("over".to_owned(), |now| self.sheet.name(now.seat).to_owned());
            let reply = match prompt.ask(&who)? {
                Some(line) => {
                    interrupt::reset();
                    self.execute(&line)
                }
                None => Ok(Reply::Quit),
            };
            match reply {
                Ok(Reply::Quit) => {
                    if self.may_leave(prompt)? {
                        return self.leave();
                    }
                }
                Ok(Reply::Answered) => {}
                Ok(Reply::Changed(text)) => {
                    writeln!(anstream::stdout(), "{text}")?;
                    self.choices = Choices::default();
                    self.changes = Changes::Unsaved;
                    if let Some(file) = self.file {
                        self.sheet.save(file)?;
                        self.changes = Changes::Saved;
                    }
                    self.show_turn(prompt)?;
                }
                Err(error) if is_broken_pipe(&error) => return Err(error),
                Err(error) => writeln!(
                    anstream::stderr(),
                    "{BAD}{}{BAD:#}",
                    screen::sentence(&in_one_sentence(&error))
                )?,
            }
        }
    }

    /// Asks once before unsaved changes are lost.
    fn may_leave(&mut self, prompt: &mut Prompt) -> anyhow::Result<bool> {
        if self.changes != Changes::Unsaved {
            return Ok(true);
        }
        self.changes = Changes::Discarded;
        prompt.confirm("the game is not saved (save FILE does that); leave anyway?")
    }

    fn leave(&self) -> anyhow::Result<()> {
        let text = match (self.changes, self.file) {
            (Changes::Unsaved | Changes::Discarded, _) => screen::sentence(
                "the game was not saved; next time use save FILE, or start with `tisane follow FILE`",
            ),
            (Changes::Saved, Some(file)) => format!("saved to {}", file.display()),
            (Changes::Saved, None) | (Changes::None, _) => return Ok(()),
        };
        Ok(writeln!(anstream::stdout(), "{QUIET}{text}{QUIET:#}")?)
    }

    /// Executes a command.
    fn execute(&mut self, line: &str) -> anyhow::Result<Reply> {
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let mut out = anstream::stdout().lock();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", "") => {}
            ("help" | "?", "") => writeln!(out, "{HELP}")?,
            ("quit" | "exit", "") => return Ok(Reply::Quit),
            ("rack" | "draw", "") => {
                return Err(Failure::new(format!("{word} needs tiles: {word} aeinrs?"), "").into());
            }
            ("rack", tiles) => {
                return Ok(Reply::Changed(self.sheet.set_rack(self.ruleset.parse_tiles(tiles)?)?));
            }
            ("draw", tiles) => {
                let mut rack = self.sheet.rack().clone();
                let drawn = self.ruleset.parse_tiles(tiles)?;
                let (max, found) = (self.ruleset.rack, rack.len() + drawn.len());
                if found > max {
                    return Err(Unwritable::RackTooLong { max, found }.into());
                }
                rack.add(&drawn);
                return Ok(Reply::Changed(self.sheet.set_rack(rack)?));
            }
            ("best", "") => self.show_best(SHOWN)?,
            ("best", n) => match n.parse() {
                Ok(n @ 1..) => self.show_best(n)?,
                _ => {
                    return Err(Failure::new(
                        format!("{n:?} is not a number of moves; type best 20"),
                        "",
                    )
                    .into());
                }
            },
            ("sim" | "ahead", "") => self.simulate(SIM_TIME)?,
            ("sim" | "ahead", time) => {
                let time = seconds(time).map_err(|_| {
                    Failure::new(format!("{time:?} is not a time; type sim 10"), "")
                })?;
                self.simulate(time)?;
            }
            ("board", "") => self.draw(&mut out)?,
            ("unseen", "") => writeln!(
                out,
                "{}",
                screen::sentence(&tell::unseen(self.ruleset, &self.sheet.unseen()?))
            )?,
            ("scores", "") => self.scores(&mut out)?,
            ("cgp", "") => {
                let cgp = Cgp::new(self.ruleset, &self.sheet.now()?.position?);
                writeln!(
                    out,
                    "{}",
                    cgp.with("ld", &self.ruleset.name).with("lex", self.lexicon.name())
                )?;
            }
            ("save", "") => {
                return Err(Failure::new("save needs a file name: save game.gcg", "").into());
            }
            ("save", file) => {
                self.sheet.save(Path::new(file))?;
                if self.file.is_none() {
                    self.changes = Changes::Saved;
                }
                writeln!(out, "saved to {file}")?;
            }
            ("left", tiles) => return self.settle(tiles),
            ("undo", "") => return Ok(Reply::Changed(self.sheet.undo()?)),
            ("phony", "") => return Ok(Reply::Changed(self.sheet.withdraw()?)),
            ("bonus", points) => {
                let points = points
                    .parse()
                    .map_err(|_| Failure::new("bonus needs a number of points: bonus 5", ""))?;
                return Ok(Reply::Changed(self.sheet.stand(points)?));
            }
            ("-", "") => {
                return Err(Failure::new(
                    "which tiles? type -qvu, or -3 if you only know how many; or pass",
                    "",
                )
                .into());
            }
            ("more", "") => self.show_more()?,
            ("word", text) => self.find_places(text)?,
            (number, "") if number.parse::<usize>().is_ok() => return self.choose(number),
            (_, "") if self.is_word(line) => self.find_places(line)?,
            _ => {
                drop(out);
                // A word in another script gets the spelling error, not the one for moves.
                let unspelled = self
                    .ruleset
                    .alphabet
                    .parse(line)
                    .err()
                    .filter(|_| line.chars().all(char::is_alphabetic));
                return self
                    .turn(line)
                    .map_err(|error| unspelled.map_or(error, anyhow::Error::from));
            }
        }
        Ok(Reply::Answered)
    }

    /// My position, if it is my turn and my rack is known.
    fn my_position(&self) -> anyhow::Result<Position> {
        let RecordedPosition { seat, position, unknown, .. } = self.sheet.now()?;
        if seat != self.sheet.me() {
            return Err(Failure::new(
                format!("it is {}'s turn; type the move", self.sheet.name(seat)),
                "",
            )
            .into());
        }
        let position: Position = position?;
        if position.rack.is_empty() {
            return Err(Failure::new("your rack is unknown; type rack and the tiles", "").into());
        }
        if unknown > 0 {
            let are = if unknown == 1 { "is" } else { "are" };
            warn(&format!("{} on your rack {are} unknown", tell::count(unknown, "tile")));
        }
        Ok(position)
    }

    fn show_best(&mut self, n: usize) -> anyhow::Result<()> {
        let position = self.my_position()?;
        let moves: Vec<Line> = self.session.top(&position, n).into_iter().map(Line::of).collect();
        write!(anstream::stdout(), "{}", Lines::new(self.ruleset, &position.board, &moves))?;
        self.choices = Choices::of(moves.into_iter().map(|line| line.candidate.mv));
        Ok(())
    }

    fn simulate(&mut self, time: Duration) -> anyhow::Result<()> {
        let position = self.my_position()?;
        let mut live = Live::new();
        let mut analysis = Ahead::within(time).solve(
            self.engine,
            &position,
            SHOWN,
            Threads::ALL.count(),
            |analysis, elapsed| {
                let top = &analysis.lines[..SHOWN.min(analysis.lines.len())];
                let lines = Lines::new(self.ruleset, &position.board, top);
                live.show(elapsed, || {
                    let progress = lines.progress(analysis.method, elapsed);
                    format!("{lines}{QUIET}{progress}; Ctrl-C stops{QUIET:#}\n")
                });
            },
        );
        live.finish();
        analysis.lines.truncate(SHOWN);
        let mut out = anstream::stdout().lock();
        let lines = Lines::new(self.ruleset, &position.board, &analysis.lines);
        write!(out, "{lines}")?;
        lines.write_remarks(analysis.method, position.scores.len(), &mut out)?;
        let summary = summary(analysis.method, self.engine.evaluation().is_trained());
        writeln!(out, "{QUIET}{}{QUIET:#}", screen::sentence(&summary))?;
        self.choices = Choices::of(analysis.lines.into_iter().map(|line| line.candidate.mv));
        Ok(())
    }

    /// Whether a line is a single word and not a move.
    fn is_word(&self, line: &str) -> bool {
        let is_move =
            self.ruleset.parse_move_text(&Board::empty(&self.ruleset.layout), line).is_ok();
        !is_move && self.ruleset.alphabet.parse(line).is_ok_and(|word| word.len() > 1)
    }

    fn find_places(&mut self, word: &str) -> anyhow::Result<()> {
        self.choices = Choices::default(); // so that numbers don't refer to an older list
        let position = self.sheet.position()?;
        let hand = position.hand(self.ruleset);
        let word = TargetWord::parse(&self.ruleset.alphabet, word)?;
        let mut found =
            places(self.ruleset, &position.board, &word, &hand, |word| self.lexicon.contains(word));
        if found.is_empty() {
            found = places(self.ruleset, &position.board, &word, &hand, |_| true);
            if found.is_empty() {
                return Err(
                    Failure::new(tell::nowhere(self.ruleset, &position, &word, None), "").into()
                );
            }
            warn(&match self.lexicon.contains(&word.letters()) {
                true => {
                    format!("every placement forms a word that is not in {}", self.lexicon.name())
                }
                false => format!(
                    "{} is not in {}",
                    self.ruleset.alphabet.show(&word.letters()),
                    self.lexicon.name()
                ),
            });
        }
        let has_blanks = found.iter().any(|place| !place.with_blanks.is_empty());
        self.choices.more = found.into();
        self.show_more()?;
        if has_blanks {
            let text = screen::sentence(
                "for a blank, type the word again with that letter in lower case and the others in capitals",
            );
            writeln!(anstream::stdout(), "{QUIET}{text}{QUIET:#}")?;
        }
        Ok(())
    }

    /// Shows more placements.
    fn show_more(&mut self) -> anyhow::Result<()> {
        let Choices { shown, more } = &mut self.choices;
        if more.is_empty() {
            return Err(
                Failure::new("there are no more placements; best 20 shows 20 moves", "").into()
            );
        }
        let board = self.sheet.board()?;
        let right = Align::Right;
        let mut table = Table::new([
            ("#", right),
            ("MOVE", Align::Left),
            ("SCORE", right),
            ("WITH BLANKS", Align::Left),
        ]);
        table = table.without_empty_columns();
        for place in more.drain(..SHOWN.min(more.len())) {
            let mv = self.ruleset.show_play(&board, &place.play, Through::Parenthesised);
            let with_blanks = from_to(place.with_blanks.iter().map(|&(_, score)| score));
            shown.push(Move::Play(place.play));
            table.row([shown.len().to_string(), mv, place.scored.total.to_string(), with_blanks]);
        }
        let mut out = anstream::stdout().lock();
        table.write(&mut out)?;
        if !more.is_empty() {
            writeln!(out, "{} more; type more", more.len())?;
        }
        Ok(())
    }

    fn choose(&mut self, number: &str) -> anyhow::Result<Reply> {
        let chosen = number
            .parse::<usize>()
            .ok()
            .and_then(|n| self.choices.shown.get(n.checked_sub(1)?))
            .cloned();
        let mv = chosen.ok_or_else(|| {
            Failure::new(
                format!("there is no move {number}; type a word or best to get a list"),
                "",
            )
        })?;
        self.enter(match mv {
            Move::Play(play) => What::Played(play),
            Move::Exchange(tiles) => What::Exchanged { tiles, unknown: 0 },
            Move::Pass => What::Passed,
        })
    }

    fn turn(&mut self, line: &str) -> anyhow::Result<Reply> {
        self.sheet.now()?;
        match self.sheet.read(line) {
            Ok(what) => self.enter(what),
            Err(Unwritable::NoTurn(MoveText::Challenge)) => Err(Failure::new(
                "type phony if the play was taken back, or bonus and the points if it is valid",
                "",
            )
            .into()),
            Err(Unwritable::NoTurn(_)) => {
                Err(Failure::new("resignations can't be entered; type quit", "").into())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn enter(&mut self, what: What) -> anyhow::Result<Reply> {
        Ok(Reply::Changed(self.sheet.enter(what)?))
    }

    /// `left qz ab`: the opponents' last racks, in turn order after me.
    fn settle(&mut self, text: &str) -> anyhow::Result<Reply> {
        let (me, n) = (self.sheet.me(), self.sheet.n_players());
        let mut racks = vec![Tiles::new(); n];
        racks[me] = self.sheet.rack().clone();
        let opponents: Vec<&str> = text.split_whitespace().collect();
        if opponents.len() != n - 1 {
            let example = ["qz"]
                .into_iter()
                .chain(std::iter::repeat("-"))
                .take(n - 1)
                .collect::<Vec<_>>()
                .join(" ");
            let sentence = format!(
                "left needs the racks of {}, - if empty: left {example}",
                tell::count(n - 1, "opponent")
            );
            return Err(Failure::new(sentence, "").into());
        }
        for (step, tiles) in (1..).zip(opponents) {
            racks[(me + step) % n] =
                if tiles == "-" { Tiles::new() } else { self.ruleset.parse_tiles(tiles)? };
        }
        Ok(Reply::Changed(self.sheet.settle(racks)?))
    }

    /// Shows the board and whose turn it is; on my turn, the best moves.
    fn show_turn(&mut self, prompt: &Prompt) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        if prompt.is_terminal() {
            writeln!(out)?;
            self.draw(&mut out)?;
            writeln!(out)?;
            self.scores(&mut out)?;
        }
        if let Some(end) = self.sheet.end()? {
            writeln!(out, "{end}")?;
            if !prompt.is_terminal() {
                self.scores(&mut out)?;
            }
            return Ok(());
        }
        let RecordedPosition { seat, unknown, .. } = self.sheet.now()?;
        write!(out, "{HEAD}{}{HEAD:#} to move", self.sheet.name(seat))?;
        if seat != self.sheet.me() {
            return Ok(writeln!(out)?);
        }
        let rack = self.ruleset.show_tiles(self.sheet.rack());
        match unknown {
            _ if rack.is_empty() => writeln!(out, ": type rack and your tiles")?,
            0 => {
                writeln!(out, ": {rack}")?;
                drop(out);
                self.show_best(SHOWN)?;
            }
            _ => writeln!(
                out,
                ": {rack} and {} more; type draw and the tiles you drew",
                tell::count(unknown, "tile")
            )?,
        }
        Ok(())
    }

    fn scores(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for seat in 0..self.sheet.n_players() {
            writeln!(out, "{:20} {:>4}", self.sheet.name(seat), self.sheet.total(seat))?;
        }
        writeln!(
            out,
            "{QUIET}{} unseen{QUIET:#}",
            tell::count(self.sheet.unseen()?.len(), "tile")
        )?;
        Ok(())
    }

    fn draw(&self, out: &mut impl Write) -> anyhow::Result<()> {
        Ok(board::write_play(out, self.ruleset, &self.sheet.board()?, self.sheet.last_play())?)
    }
}
