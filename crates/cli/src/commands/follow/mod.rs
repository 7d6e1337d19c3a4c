//! `tisane follow`: sit beside a game that is played elsewhere.

mod sheet;

use std::collections::VecDeque;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sheet::Sheet;
use tisane_engine::{Candidate, Engine, Session};
use tisane_lexicon::Lexicon;
use tisane_rules::{
    Board, Cgp, Move, MoveText, Place, Position, Record, RecordedPosition, Ruleset, TargetWord,
    Through, Tiles, Unwritable, What, places,
};

use super::place::from_to;
use super::play::forget_draws;
use super::solve::Ahead;
use crate::Outcome;
use crate::data::{Data, say_if_untrained};
use crate::failure::{Failure, is_broken_pipe, missing_folder, warn};
use crate::games;
use crate::interrupt;
use crate::position::{GameOptions, ruleset_help};
use crate::prompt::Prompt;
use crate::show::analysis::{Lines, Live, summary};
use crate::show::table::{Align, Table};
use crate::show::{BAD, HEAD, QUIET, board, candidates, screen, tell};
use crate::threads::Threads;

/// Follow a game that is played elsewhere, and see the best moves
///
/// Give your tiles with `rack`, and the best moves are shown; type what the others play, as a word
/// alone to choose among the places where it can go. `help` lists what else can be typed. Through a
/// pipe, each line is one such entry.
#[derive(clap::Args)]
#[command(mut_arg("ruleset", |arg| arg.help(ruleset_help("what the file names, or "))))]
pub(crate) struct Args {
    /// A GCG file: the game goes on if it is there, and is kept there
    file: Option<PathBuf>,
    /// The players in the order of their turns, with commas between them [default: Me,Opponent]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    /// Which of them you are [default: Me, or the first]
    #[arg(long, value_name = "NAME")]
    me: Option<String>,
    #[command(flatten)]
    game: GameOptions,
}

const ME: &str = "Me";
const OPPONENT: &str = "Opponent";
/// How many moves and places are shown.
const SHOWN: usize = 10;

/// How long `ahead` looks ahead.
const AHEAD: f64 = 5.0;

const HELP: &str = "\
rack aeinrs?  your tiles, ? for a blank; shows the best moves
draw qz       the tiles you drew, added to those you kept
best 20       show so many of the best moves
ahead 10      look ahead for so many seconds, or until Ctrl-C
retains       where can that word go? choose one by its number
more          show more of these places
word best     the same for a word that means something else here
3             make the third of the moves or places shown
8D retains    the player on turn plays across; D8 plays down
8D RETAInS    small letters among capitals are blanks
-qvu, -3      the player on turn exchanges these tiles, or so many
pass          the player on turn passes
phony         the last play was challenged and taken back
bonus 5       the last play was challenged and stood; its points
left qz       what the others had left at the end, each by itself, - for
              nothing: left qz -
undo          take back what was typed last
board, unseen, scores
save FILE     write the game to a file (GCG)
cgp           print the position as CGP
quit";

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let file = args.file.as_deref().filter(|file| file.exists()).map(games::read).transpose()?;
    if let Some(path) = &args.file {
        if file.is_some() && !args.players.is_empty() {
            let error = format!(
                "--players is about a new game, and {} says who plays in it",
                path.display()
            );
            return Err(Failure::new(
                error,
                "leave --players out; --me says which of them you are",
            )
            .into());
        }
        // Better known before the first turn than after it.
        if let Some(folder) = missing_folder(path) {
            return Err(Failure::new(
                format!("there is no folder {}", folder.display()),
                "make it first, or name a file elsewhere",
            )
            .into());
        }
    }
    let mut options = args.game.clone();
    if let Some(file) = &file {
        options.ruleset = options.ruleset.or_else(|| file.ruleset_name());
        let known = |name: &String| data.catalogue().knows(name);
        options.chosen.lexicon =
            options.chosen.lexicon.or_else(|| file.lexicon.clone().filter(known));
    }
    let (ruleset, lexicon) = options.open(data)?;
    let mut record = match &file {
        Some(file) => {
            let read = file.record(&ruleset).map_err(|error| {
                Failure::new(error.to_string(), "choose another game with --ruleset")
            })?;
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
            Failure::unknown(format!("nobody here is called {name:?}"), name, &names)
        })?,
        None => named(ME).unwrap_or(0),
    };
    let engine = data.engine(ruleset.clone(), lexicon.clone())?;
    say_if_untrained(&engine);
    if forget_draws(&mut record) {
        warn(
            "once something is entered here, `tisane play` cannot go on with this game, since it does not know the bag any more",
        );
    }
    let mut follower = Follower {
        sheet: Sheet::new(record, me, &ruleset, &lexicon)?,
        ruleset: &ruleset,
        lexicon: &lexicon,
        engine: &engine,
        session: engine.session(),
        offer: Offer::default(),
        file: args.file.as_deref(),
        changes: Changes::None,
    };
    let mut prompt = Prompt::new()?;
    if prompt.is_terminal() {
        interrupt::listen()?;
    }
    // Whoever mistyped the name of a game would look for its turns.
    if let Some(path) = args.file.as_ref().filter(|_| file.is_none()) {
        writeln!(
            anstream::stdout(),
            "a new game, to be kept in {} from its first turn on",
            path.display()
        )?;
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

/// Who sits beside the game.
struct Follower<'a> {
    sheet: Sheet<'a>,
    ruleset: &'a Arc<Ruleset>,
    lexicon: &'a Lexicon,
    engine: &'a Engine,
    session: Session<'a>,
    offer: Offer,
    /// Where every change is written.
    file: Option<&'a Path>,
    changes: Changes,
}

/// What became of what was typed.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Changes {
    None,
    Kept,
    /// Nothing has it but the program.
    Unkept,
    /// The same, and whoever leaves knows.
    GivenUp,
}

/// What there is to choose from by its number.
#[derive(Default)]
struct Offer {
    shown: Vec<Move>,
    /// Places that were not shown yet.
    more: VecDeque<Place>,
}

impl Offer {
    /// Moves that are all shown.
    fn of(moves: impl Iterator<Item = Move>) -> Offer {
        Offer { shown: moves.collect(), more: VecDeque::new() }
    }
}

/// What a line that was typed led to.
enum Typed {
    /// Something was written down, and this is said of it.
    Written(String),
    Answered,
    Quit,
}

impl Follower<'_> {
    fn follow(&mut self, prompt: &mut Prompt) -> anyhow::Result<()> {
        self.tell_turn(prompt)?;
        loop {
            // Where the game is over, there is still something to ask or to take back.
            let who = self
                .sheet
                .now()
                .map_or("over".to_owned(), |now| self.sheet.name(now.seat).to_owned());
            let typed = match prompt.ask(&who)? {
                Some(line) => {
                    interrupt::forget();
                    self.typed(&line)
                }
                None => Ok(Typed::Quit),
            };
            match typed {
                Ok(Typed::Quit) => {
                    if self.may_leave(prompt)? {
                        return self.leave();
                    }
                }
                Ok(Typed::Answered) => {}
                Ok(Typed::Written(said)) => {
                    writeln!(anstream::stdout(), "{said}")?;
                    self.offer = Offer::default();
                    self.changes = Changes::Unkept;
                    if let Some(file) = self.file {
                        self.sheet.save(file)?;
                        self.changes = Changes::Kept;
                    }
                    self.tell_turn(prompt)?;
                }
                Err(error) if is_broken_pipe(&error) => return Err(error),
                Err(error) => writeln!(
                    anstream::stderr(),
                    "{BAD}{}{BAD:#}",
                    screen::sentence(&format!("{error:#}"))
                )?,
            }
        }
    }

    /// Asks once, where something would be lost.
    fn may_leave(&mut self, prompt: &mut Prompt) -> anyhow::Result<bool> {
        if self.changes != Changes::Unkept {
            return Ok(true);
        }
        self.changes = Changes::GivenUp;
        prompt.agrees("the game is not kept (save FILE keeps it); leave?")
    }

    fn leave(&self) -> anyhow::Result<()> {
        let said = match (self.changes, self.file) {
            (Changes::Unkept | Changes::GivenUp, _) => screen::sentence(
                "the game was not kept: save FILE does that, or `tisane follow FILE` from the start",
            ),
            (Changes::Kept, Some(file)) => format!("saved to {}", file.display()),
            (Changes::Kept, None) | (Changes::None, _) => return Ok(()),
        };
        Ok(writeln!(anstream::stdout(), "{QUIET}{said}{QUIET:#}")?)
    }

    /// Does what a line says.
    fn typed(&mut self, line: &str) -> anyhow::Result<Typed> {
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let mut out = anstream::stdout().lock();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", "") => {}
            ("help" | "?", "") => writeln!(out, "{HELP}")?,
            ("quit" | "exit", "") => return Ok(Typed::Quit),
            ("rack" | "draw", "") => {
                return Err(
                    Failure::new(format!("{word} needs tiles, as in {word} aeinrs?"), "").into()
                );
            }
            ("rack", tiles) => {
                return Ok(Typed::Written(self.sheet.set_rack(self.ruleset.parse_tiles(tiles)?)?));
            }
            ("draw", tiles) => {
                let mut rack = self.sheet.rack().clone();
                let drawn = self.ruleset.parse_tiles(tiles)?;
                let (max, found) = (self.ruleset.rack, rack.len() + drawn.len());
                if found > max {
                    return Err(Unwritable::RackTooLong { max, found }.into());
                }
                rack.add(&drawn);
                return Ok(Typed::Written(self.sheet.set_rack(rack)?));
            }
            ("best", "") => self.show_best(SHOWN)?,
            ("best", n) => match n.parse() {
                Ok(n @ 1..) => self.show_best(n)?,
                _ => {
                    return Err(Failure::new(
                        format!("{n:?} is not a number of moves; type 1 or more, as in best 20"),
                        "",
                    )
                    .into());
                }
            },
            ("ahead", seconds) => {
                let seconds = if seconds.is_empty() { Ok(AHEAD) } else { seconds.parse() };
                let time =
                    seconds.ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                self.look_ahead(time.ok_or_else(|| {
                    Failure::new(format!("{rest:?} is not a number of seconds"), "")
                })?)?;
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
                return Err(
                    Failure::new("save needs the name of a file, as in save game.gcg", "").into()
                );
            }
            ("save", file) => {
                self.sheet.save(Path::new(file))?;
                if self.file.is_none() {
                    self.changes = Changes::Kept;
                }
                writeln!(out, "saved to {file}")?;
            }
            ("left", tiles) => return self.settle(tiles),
            ("undo", "") => return Ok(Typed::Written(self.sheet.undo()?)),
            ("phony", "") => return Ok(Typed::Written(self.sheet.withdraw()?)),
            ("bonus", points) => {
                let points = points
                    .parse()
                    .map_err(|_| Failure::new("bonus needs its points, as in bonus 5", ""))?;
                return Ok(Typed::Written(self.sheet.stand(points)?));
            }
            ("-", "") => {
                return Err(Failure::new(
                    "which tiles? -qvu, or -3 where only their number is known; or pass",
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
                // A word in letters of another script is a word all the same.
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
        Ok(Typed::Answered)
    }

    /// My position, if I am on turn and my tiles are known.
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
            return Err(
                Failure::new("your tiles are not known; type rack and the tiles", "").into()
            );
        }
        if unknown > 0 {
            let are = if unknown == 1 { "is" } else { "are" };
            warn(&format!("{} of your rack {are} not known", tell::count(unknown, "tile")));
        }
        Ok(position)
    }

    fn show_best(&mut self, n: usize) -> anyhow::Result<()> {
        let position = self.my_position()?;
        let moves: Vec<Candidate> = self.session.top(&position, n);
        candidates::write(&mut anstream::stdout().lock(), self.ruleset, &position.board, &moves)?;
        self.offer = Offer::of(moves.into_iter().map(|candidate| candidate.mv));
        Ok(())
    }

    fn look_ahead(&mut self, time: Duration) -> anyhow::Result<()> {
        let position = self.my_position()?;
        let mut live = Live::new();
        let mut analysis = Ahead::within(time).solve(
            self.engine,
            &position,
            SHOWN,
            Threads::ALL.count(),
            |analysis, since| {
                let shown = SHOWN.min(analysis.lines.len());
                live.show(since, || {
                    Lines::new(self.ruleset, &position.board, &analysis.lines[..shown]).to_string()
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
        self.offer = Offer::of(analysis.lines.into_iter().map(|line| line.candidate.mv));
        Ok(())
    }

    /// Whether a line is a single word and no move.
    fn is_word(&self, line: &str) -> bool {
        let other = self.ruleset.parse_move_text(&Board::empty(&self.ruleset.layout), line).is_ok();
        !other && self.ruleset.alphabet.parse(line).is_ok_and(|word| word.len() > 1)
    }

    fn find_places(&mut self, word: &str) -> anyhow::Result<()> {
        self.offer = Offer::default(); // so that no number means a move of an older list
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
                true => format!("nowhere does it form only words of {}", self.lexicon.name()),
                false => format!(
                    "{} is not in {}",
                    self.ruleset.alphabet.show(&word.letters()),
                    self.lexicon.name()
                ),
            });
        }
        let has_blanks = found.iter().any(|place| !place.with_blanks.is_empty());
        self.offer.more = found.into();
        self.show_more()?;
        if has_blanks {
            let text = screen::sentence(
                "if a letter is a blank, type the word again with that letter small and the others in capitals",
            );
            writeln!(anstream::stdout(), "{QUIET}{text}{QUIET:#}")?;
        }
        Ok(())
    }

    /// The next of the places that were found.
    fn show_more(&mut self) -> anyhow::Result<()> {
        let Offer { shown, more } = &mut self.offer;
        if more.is_empty() {
            return Err(
                Failure::new("there are no more places; best 20 shows so many moves", "").into()
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
            writeln!(out, "{} more: type more", more.len())?;
        }
        Ok(())
    }

    fn choose(&mut self, number: &str) -> anyhow::Result<Typed> {
        let chosen = number
            .parse::<usize>()
            .ok()
            .and_then(|n| self.offer.shown.get(n.checked_sub(1)?))
            .cloned();
        let mv = chosen.ok_or_else(|| {
            Failure::new(
                format!("there is no move {number} to choose; type a word or best first"),
                "",
            )
        })?;
        self.enter(match mv {
            Move::Play(play) => What::Played(play),
            Move::Exchange(tiles) => What::Exchanged { tiles, unknown: 0 },
            Move::Pass => What::Passed,
        })
    }

    fn turn(&mut self, line: &str) -> anyhow::Result<Typed> {
        self.sheet.now()?;
        match self.sheet.read(line) {
            Ok(what) => self.enter(what),
            Err(Unwritable::NoTurn(MoveText::Challenge)) => Err(Failure::new(
                "type phony if the play was taken back, bonus and points if it stood",
                "",
            )
            .into()),
            Err(Unwritable::NoTurn(_)) => {
                Err(Failure::new("a game that was given up is not followed further; type quit", "")
                    .into())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn enter(&mut self, what: What) -> anyhow::Result<Typed> {
        Ok(Typed::Written(self.sheet.enter(what)?))
    }

    /// `left qz ab`: what the others had left at the end, in the order of their turns after mine.
    fn settle(&mut self, text: &str) -> anyhow::Result<Typed> {
        let (me, n) = (self.sheet.me(), self.sheet.n_players());
        let mut racks = vec![Tiles::new(); n];
        racks[me] = self.sheet.rack().clone();
        let others: Vec<&str> = text.split_whitespace().collect();
        if others.len() != n - 1 {
            let example = ["qz"]
                .into_iter()
                .chain(std::iter::repeat("-"))
                .take(n - 1)
                .collect::<Vec<_>>()
                .join(" ");
            let sentence = format!(
                "left needs the tiles of {}, - for none, as in left {example}",
                tell::count(n - 1, "other player")
            );
            return Err(Failure::new(sentence, "").into());
        }
        for (step, tiles) in (1..).zip(others) {
            racks[(me + step) % n] =
                if tiles == "-" { Tiles::new() } else { self.ruleset.parse_tiles(tiles)? };
        }
        Ok(Typed::Written(self.sheet.settle(racks)?))
    }

    /// What is there to see, and whose turn it is; my best moves, if it is mine.
    fn tell_turn(&mut self, prompt: &Prompt) -> anyhow::Result<()> {
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
            _ if rack.is_empty() => writeln!(out, ": type rack and the tiles")?,
            0 => {
                writeln!(out, ": {rack}")?;
                drop(out);
                self.show_best(SHOWN)?;
            }
            // Moves of half a rack are none to make.
            _ => writeln!(
                out,
                ": {rack} and {} more: type draw and what you drew",
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
