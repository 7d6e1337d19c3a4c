//! `tisane follow`: sit beside a game that is played elsewhere.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tisane_engine::{Candidate, Session};
use tisane_lexicon::Lexicon;
use tisane_rules::{
    Cgp, Entry, GcgFile, Move, MoveText, Play, Position, Record, RecordPlayer, RecordedPosition, Ruleset, Through, Tiles, What, score,
};

use super::place;
use crate::Outcome;
use crate::data::Data;
use crate::failure::{Failure, is_broken_pipe, unreadable, unwritable, warn};
use crate::position::GameOptions;
use crate::prompt::Prompt;
use crate::show::table::{Align, Table};
use crate::show::{BAD, HEAD, QUIET, board, candidates, tell};
use crate::typed::read_move;

/// Follow a game that is played elsewhere, and see the best moves
///
/// Give your tiles with `rack`, and the best moves are shown; type what the others play, as a word alone to choose among the places
/// where it can go. `help` lists what else can be typed. Through a pipe, each line is one such entry.
#[derive(clap::Args)]
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

const HELP: &str = "\
rack aeinrs?  your tiles, ? for a blank; shows the best moves
draw qz       the tiles you drew, added to those you kept
best 20       show so many of the best moves
retains       where can that word go? choose one by its number
3             make the third of the moves or places shown
8D retains    the player on turn plays across; D8 plays down
-qvu, -3      the player on turn exchanges these tiles, or so many
pass          the player on turn passes
phony         the last play was challenged and taken back
bonus 5       the last play was challenged and stood; its points
undo          take the last entry back
board, unseen, scores
save FILE     write the game to a file (GCG)
cgp           print the position as CGP
quit";

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let file = args.file.as_deref().filter(|file| file.exists()).map(read).transpose()?;
    let mut options = args.game.clone();
    if let Some(file) = &file {
        options.ruleset = options.ruleset.or_else(|| file.ruleset_name());
        let known = |name: &String| data.catalogue().knows(name);
        options.chosen.lexicon = options.chosen.lexicon.or_else(|| file.lexicon.clone().filter(known));
    }
    let (ruleset, lexicon) = options.open(data)?;
    let record = match &file {
        Some(file) => {
            let read = file.record(&ruleset).map_err(|error| Failure::new(error.to_string(), "choose another game with --ruleset"))?;
            read.warnings.iter().for_each(|warning| warn(&warning.to_string()));
            read.record
        }
        None => new_record(&ruleset, &lexicon, &args.players)?,
    };
    let named = |name: &str| record.players.iter().position(|player| player.name == name || player.nick == name);
    let me = match &args.me {
        Some(name) => named(name).ok_or_else(|| Failure::new(format!("nobody here is called {name:?}"), "--players says who plays"))?,
        None => named(ME).unwrap_or(0),
    };
    let engine = data.engine(ruleset.clone(), lexicon.clone())?;
    let prompt = Prompt::new();
    let mut follower = Follower {
        record,
        me,
        ruleset: &ruleset,
        lexicon: &lexicon,
        session: engine.session(),
        shown: Vec::new(),
        file: args.file.as_deref(),
    };
    let mine = follower.record.racks.get(me).cloned().unwrap_or_default();
    follower.record.racks = vec![Tiles::new(); follower.record.players.len()];
    follower.record.racks[me] = mine;
    follower.follow(&prompt)?;
    Ok(Outcome::Yes)
}

fn read(path: &Path) -> anyhow::Result<GcgFile> {
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
    Ok(GcgFile::read(&bytes).map_err(|error| Failure::new(format!("{}: {error}", path.display()), ""))?)
}

fn new_record(ruleset: &Ruleset, lexicon: &Lexicon, players: &[String]) -> anyhow::Result<Record> {
    let names = if players.is_empty() { vec![ME.to_owned(), OPPONENT.to_owned()] } else { players.to_vec() };
    let (from, to) = (ruleset.players.from, ruleset.players.to);
    if !(from..=to).contains(&names.len()) {
        let error = format!("{} is not played by {}", ruleset.name, tell::count(names.len(), "player"));
        return Err(Failure::new(error, format!("it takes {from} to {to}")).into());
    }
    let player = |name: &String| RecordPlayer { nick: name.replace(char::is_whitespace, "_"), name: name.clone() };
    Ok(Record {
        players: names.iter().map(player).collect(),
        lexicon: Some(lexicon.name().to_owned()),
        tile_distribution: Some(ruleset.name.clone()),
        racks: vec![Tiles::new(); names.len()],
        incomplete: true,
        ..Record::default()
    })
}

/// Who sits beside the game.
struct Follower<'a> {
    record: Record,
    me: usize,
    ruleset: &'a Arc<Ruleset>,
    lexicon: &'a Lexicon,
    session: Session<'a>,
    /// What a number chooses from.
    shown: Vec<Play>,
    file: Option<&'a Path>,
}

impl Follower<'_> {
    fn follow(&mut self, prompt: &Prompt) -> anyhow::Result<()> {
        self.tell_turn(prompt)?;
        loop {
            let seat = self.now()?.seat;
            let Some(line) = prompt.ask(self.name(seat))? else { return Ok(()) };
            let turns = self.record.entries.len();
            match self.typed(seat, &line) {
                Ok(true) => return Ok(()),
                Ok(false) if self.record.entries.len() != turns => {
                    self.shown.clear();
                    if let Some(file) = self.file {
                        self.save(file)?;
                    }
                    self.tell_turn(prompt)?;
                }
                Ok(false) => {}
                Err(error) if is_broken_pipe(&error) => return Err(error),
                Err(error) => writeln!(anstream::stderr(), "{BAD}{error:#}{BAD:#}")?,
            }
        }
    }

    /// Does what a line says; whether it was the last.
    fn typed(&mut self, seat: usize, line: &str) -> anyhow::Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let mut out = anstream::stdout().lock();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", "") => {}
            ("help" | "?", "") => writeln!(out, "{HELP}")?,
            ("quit" | "exit", "") => return Ok(true),
            ("rack", tiles) => self.set_rack(self.ruleset.parse_tiles(tiles)?)?,
            ("draw", tiles) => {
                let mut rack = self.record.racks[self.me].clone();
                rack.add(&self.ruleset.parse_tiles(tiles)?);
                self.set_rack(rack)?;
            }
            ("best", "") => self.show_best(SHOWN)?,
            ("best", n) => self.show_best(n.parse().map_err(|_| Failure::new(format!("{n:?} is not a number of moves"), ""))?)?,
            ("board", "") => self.draw(&mut out)?,
            ("unseen", "") => writeln!(out, "{}", tell::unseen(self.ruleset, &self.my_unseen()?))?,
            ("scores", "") => self.scores(&mut out)?,
            ("cgp", "") => writeln!(out, "{}", Cgp::new(self.ruleset, &self.now()?.position?).with("lex", self.lexicon.name()))?,
            ("save", "") => return Err(Failure::new("save needs the name of a file, as in save game.gcg", "").into()),
            ("save", file) => {
                self.save(Path::new(file))?;
                writeln!(out, "saved to {file}")?;
            }
            ("undo", "") => self.undo()?,
            ("phony", "") => self.settle(|last| (What::Withdrawn, -last.points))?,
            ("bonus", points) => {
                let points = points.parse().map_err(|_| Failure::new(format!("{points:?} is not a number of points"), ""))?;
                self.settle(|_| (What::ChallengeBonus, points))?;
            }
            (number, "") if number.parse::<usize>().is_ok() => self.choose(seat, number)?,
            (_, "") if self.is_word(line) => self.show_places(seat, line)?,
            _ => self.turn(seat, line)?,
        }
        Ok(false)
    }

    /// The position now, of the player on turn.
    fn now(&self) -> anyhow::Result<RecordedPosition> {
        let last = self.record.positions(self.ruleset)?.pop();
        last.ok_or_else(|| Failure::new("the game is over", "").into())
    }

    fn name(&self, seat: usize) -> &str {
        &self.record.players[seat].name
    }

    fn total(&self, seat: usize) -> i32 {
        self.record.entries.iter().rev().find(|entry| entry.seat == seat).map_or(0, |entry| entry.total)
    }

    /// The tiles that the follower does not see, whoever is on turn.
    fn my_unseen(&self) -> anyhow::Result<Tiles> {
        let board = self.record.board(self.ruleset)?;
        let unseen = self.ruleset.unseen(&board, &self.record.racks[self.me]);
        let many =
            |tiles: Tiles| Failure::new(format!("board and rack have {} more than the set holds", self.ruleset.name_tiles(&tiles)), "");
        Ok(unseen.map_err(many)?)
    }

    fn set_rack(&mut self, rack: Tiles) -> anyhow::Result<()> {
        let before = std::mem::replace(&mut self.record.racks[self.me], rack);
        let len = self.record.racks[self.me].len();
        let checked = if len > self.ruleset.rack {
            Err(Failure::new(format!("a rack holds {} tiles, not {len}", self.ruleset.rack), "").into())
        } else {
            self.my_unseen()
        };
        if let Err(error) = checked {
            self.record.racks[self.me] = before;
            return Err(error);
        }
        if let Some(file) = self.file {
            self.save(file)?;
        }
        if self.now()?.seat == self.me { self.show_best(SHOWN) } else { Ok(()) }
    }

    fn show_best(&mut self, n: usize) -> anyhow::Result<()> {
        let RecordedPosition { seat, position, unknown, .. } = self.now()?;
        if seat != self.me {
            return Err(Failure::new(format!("it is {}'s turn; type the move", self.name(seat)), "").into());
        }
        let position: Position = position?;
        if position.rack.is_empty() {
            return Err(Failure::new("your tiles are not known; type rack and the tiles", "").into());
        }
        if unknown > 0 {
            warn(&format!("{} of your rack are not known", tell::count(unknown, "tile")));
        }
        let moves: Vec<Candidate> = self.session.top(&position, n);
        candidates::write(&mut anstream::stdout().lock(), self.ruleset, &position.board, &moves)?;
        self.shown = moves.into_iter().map_while(|candidate| if let Move::Play(play) = candidate.mv { Some(play) } else { None }).collect();
        Ok(())
    }

    /// Whether a line is a single word and no move.
    fn is_word(&self, line: &str) -> bool {
        let other = self.ruleset.parse_move_text(&tisane_rules::Board::empty(&self.ruleset.layout), line).is_ok();
        !other && self.ruleset.alphabet.parse(line).is_ok_and(|word| word.len() > 1)
    }

    fn show_places(&mut self, seat: usize, word: &str) -> anyhow::Result<()> {
        let position = self.now()?.position?;
        let position = if seat == self.me { position } else { self.without_my_tiles(seat, position) };
        let hand = place::hand(self.ruleset, &position);
        let word = place::read(&self.ruleset.alphabet, word)?;
        let mut places = place::places(self.ruleset, &position.board, &word, &hand, |word| self.lexicon.contains(word));
        if places.is_empty() {
            places = place::places(self.ruleset, &position.board, &word, &hand, |_| true);
            if places.is_empty() {
                return Err(Failure::new("that word cannot be placed", "").into());
            }
            warn(&format!("nowhere does it form only words of {}", self.lexicon.name()));
        }
        let more = places.len().saturating_sub(SHOWN);
        places.truncate(SHOWN);
        let mut table = Table::new([("#", Align::Right), ("MOVE", Align::Left), ("SCORE", Align::Right)]);
        for (number, (play, score)) in (1..).zip(&places) {
            let mv = self.ruleset.show_play(&position.board, play, Through::Parenthesised);
            table.row([number.to_string(), mv, score.to_string()]);
        }
        let mut out = anstream::stdout().lock();
        table.write(&mut out)?;
        if more > 0 {
            writeln!(out, "{more} more")?;
        }
        self.shown = places.into_iter().map(|(play, _)| play).collect();
        Ok(())
    }

    /// The position of another seat, which cannot have what lies on the follower's rack.
    fn without_my_tiles(&self, seat: usize, mut position: Position) -> Position {
        let n = self.record.players.len();
        position.others[(self.me + n - seat) % n - 1].known = self.record.racks[self.me].clone();
        position
    }

    fn choose(&mut self, seat: usize, number: &str) -> anyhow::Result<()> {
        let chosen = number.parse::<usize>().ok().and_then(|n| self.shown.get(n.checked_sub(1)?)).cloned();
        let play = chosen.ok_or_else(|| Failure::new(format!("there is no move {number} to choose; type a word or best first"), ""))?;
        self.enter(seat, What::Played(play))
    }

    fn turn(&mut self, seat: usize, line: &str) -> anyhow::Result<()> {
        let board = self.record.board(self.ruleset)?;
        let hand = if seat == self.me && !self.record.racks[seat].is_empty() { self.record.racks[seat].clone() } else { self.my_unseen()? };
        let what = match read_move(self.ruleset, &board, &hand, line)? {
            MoveText::Move(Move::Play(play)) => What::Played(play),
            MoveText::Move(Move::Exchange(tiles)) => What::Exchanged { tiles, unknown: 0 },
            MoveText::Move(Move::Pass) => What::Passed,
            MoveText::ExchangeOf(unknown) => What::Exchanged { tiles: Tiles::new(), unknown },
            MoveText::Challenge => {
                return Err(Failure::new("type phony if the play was taken back, bonus and points if it stood", "").into());
            }
            MoveText::Resign => return Err(Failure::new("a game that was given up is not followed further; type quit", "").into()),
        };
        self.enter(seat, what)
    }

    /// Writes a turn down.
    fn enter(&mut self, seat: usize, what: What) -> anyhow::Result<()> {
        let board = self.record.board(self.ruleset)?;
        let shown = what.tiles_shown();
        let rack = if seat == self.me { self.record.racks[seat].clone() } else { Tiles::new() };
        let left = match rack.without(&shown) {
            Err(missing) if seat == self.me && !rack.is_empty() => {
                let (missing, rack) = (self.ruleset.name_tiles(&missing), self.ruleset.show_tiles(&rack));
                return Err(Failure::new(format!("you do not have {missing} on your rack ({rack})"), "").into());
            }
            // What is left after an exchange of unknown tiles is unknown.
            _ if matches!(what, What::Exchanged { unknown: 1.., .. }) => Tiles::new(),
            left => left.unwrap_or_default(),
        };
        let points = match &what {
            What::Played(play) => {
                let scored = score(self.ruleset, &board, play)?;
                let unknown: Vec<String> = scored
                    .words
                    .iter()
                    .map(|word| word.word.letters())
                    .filter(|word| !self.lexicon.contains(word))
                    .map(|word| self.ruleset.alphabet.show(&word))
                    .collect();
                if !unknown.is_empty() {
                    warn(&format!("not in {}: {}", self.lexicon.name(), unknown.join(", ")));
                }
                scored.total
            }
            _ => 0,
        };
        let total = self.total(seat) + points;
        let said = match &what {
            What::Played(play) => format!("{}  +{points}  {total}", self.ruleset.show_play(&board, play, Through::Parenthesised)),
            What::Exchanged { tiles, unknown } => format!("exchange of {}", tell::count(tiles.len() + unknown, "tile")),
            _ => "pass".to_owned(),
        };
        let before = self.record.clone();
        self.record.entries.push(Entry { seat, rack, what, points, total, note: String::new() });
        self.record.racks[seat] = left;
        // Tiles that nobody can have are refused here, before anything is kept.
        if let Err(error) = self.now().and_then(|now| Ok(now.position?)).and(self.my_unseen()) {
            self.record = before;
            return Err(error);
        }
        writeln!(anstream::stdout(), "{}  {said}", self.name(seat))?;
        Ok(())
    }

    /// Writes down what came of the last play.
    fn settle(&mut self, what: impl Fn(&Entry) -> (What, i32)) -> anyhow::Result<()> {
        let last = self.record.entries.last().filter(|entry| matches!(entry.what, What::Played(_))).cloned();
        let last = last.ok_or_else(|| Failure::new("the last entry is no play", ""))?;
        let (what, points) = what(&last);
        if what == What::Withdrawn {
            self.remember(last.seat, last.rack.clone());
        }
        let total = last.total + points;
        let said = if what == What::Withdrawn { "play taken back" } else { "play stands" };
        self.record.entries.push(Entry { seat: last.seat, rack: last.rack, what, points, total, note: String::new() });
        writeln!(anstream::stdout(), "{}  {said}  {points:+}  {total}", self.name(last.seat))?;
        Ok(())
    }

    /// Gives tiles back; those of others are not kept track of.
    fn remember(&mut self, seat: usize, rack: Tiles) {
        self.record.racks[seat] = if seat == self.me { rack } else { Tiles::new() };
    }

    fn undo(&mut self) -> anyhow::Result<()> {
        let Some(entry) = self.record.entries.pop() else { return Err(tisane_rules::Refusal::NothingToUndo.into()) };
        self.remember(entry.seat, entry.rack);
        Ok(())
    }

    fn tell_turn(&self, prompt: &Prompt) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        let now = self.now()?;
        if prompt.is_terminal() {
            writeln!(out)?;
            self.draw(&mut out)?;
            writeln!(out)?;
            self.scores(&mut out)?;
        }
        let rack = &self.record.racks[self.me];
        match now.seat == self.me {
            true if rack.is_empty() => writeln!(out, "{HEAD}{}{HEAD:#} to move: type rack and the tiles", self.name(self.me))?,
            true => writeln!(out, "{HEAD}{}{HEAD:#} to move: {}", self.name(self.me), self.ruleset.show_tiles(rack))?,
            false => writeln!(out, "{HEAD}{}{HEAD:#} to move", self.name(now.seat))?,
        }
        Ok(())
    }

    fn scores(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for seat in 0..self.record.players.len() {
            writeln!(out, "{:20} {:>4}", self.name(seat), self.total(seat))?;
        }
        writeln!(out, "{QUIET}{} unseen{QUIET:#}", tell::count(self.my_unseen()?.len(), "tile"))?;
        Ok(())
    }

    fn draw(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let last = self.record.entries.last();
        let play = last.and_then(|entry| if let What::Played(play) = &entry.what { Some(play) } else { None });
        Ok(board::write_play(out, self.ruleset, &self.record.board(self.ruleset)?, play)?)
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        Ok(std::fs::write(path, self.record.to_gcg(self.ruleset)?).map_err(|error| unwritable(path, &error))?)
    }
}
