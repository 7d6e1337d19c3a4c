//! A game that is played elsewhere, written down turn by turn. Whoever follows it keeps its score sheet (GCG); nothing is kept here, so every
//! request brings the sheet along and gets it back with what was written down.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tisane_lexicon::Lexicon;
use tisane_rules::{Entry, Move, MoveText, Record, RecordPlayer, Ruleset, Tiles, What, read_move, score};

use crate::error::{ErrorCode, ErrorView};
use crate::position::faces_of;
use crate::question::UnseenView;
use crate::sheet::{SheetView, game_of, wrong};

/// What is to be written down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum FollowAct {
    /// The follower's tiles.
    Rack { text: String },
    /// The player on turn makes this move: `8D RETAINS`, `-QVU`, `-3`, `pass`.
    Move { text: String },
    /// The last play was challenged and taken back.
    Phony,
    /// The last play was challenged and stood, which gave its player these points.
    Stood { points: i32 },
    /// The last thing written down is taken back.
    Undo,
}

/// A followed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FollowView {
    /// The score sheet, to be brought along next time.
    pub text: String,
    pub sheet: SheetView,
    /// The follower's tiles, as far as they are known.
    pub rack: Vec<String>,
    /// What the follower does not see.
    pub unseen: Vec<UnseenView>,
    /// How many of these are in the bag.
    pub bag: u32,
    /// Words of the last play that are not in the lexicon.
    pub doubtful: Vec<String>,
}

/// The sheet of a new game.
pub(crate) fn begin(ruleset: &Ruleset, lexicon: Option<&Lexicon>, names: &[String]) -> Result<String, ErrorView> {
    let (from, to) = (ruleset.players.from, ruleset.players.to);
    if !(from..=to).contains(&names.len()) {
        let error = format!("{} is played by {from} to {to}, not by {}", ruleset.name, names.len());
        return Err(ErrorView::new(ErrorCode::Agreement, error));
    }
    let player = |name: &String| RecordPlayer { nick: name.replace(char::is_whitespace, "_"), name: name.clone() };
    let record = Record {
        players: names.iter().map(player).collect(),
        lexicon: lexicon.map(|lexicon| lexicon.name().to_owned()),
        tile_distribution: Some(ruleset.name.clone()),
        incomplete: true,
        ..Record::default()
    };
    record.to_gcg(ruleset).map_err(wrong)
}

/// Writes something down, or only shows the game.
pub(crate) fn follow(
    ruleset: &Arc<Ruleset>,
    lexicon: Option<&Lexicon>,
    text: &str,
    me: u32,
    act: Option<&FollowAct>,
) -> Result<FollowView, ErrorView> {
    let (_, game) = game_of(text, &ruleset.name)?;
    let seats = game.record.players.len();
    let me = Some(me as usize).filter(|&me| me < seats).ok_or_else(|| wrong(format!("the game has {seats} seats, and no seat {me}")))?;
    let mut follower = Follower { ruleset, record: game.record, me };
    let mine = follower.record.racks.get(me).cloned().unwrap_or_default();
    follower.record.racks = vec![Tiles::new(); seats];
    follower.record.racks[me] = mine;
    if let Some(act) = act {
        follower.write(act)?;
    }
    follower.view(lexicon)
}

struct Follower<'a> {
    ruleset: &'a Ruleset,
    record: Record,
    me: usize,
}

impl Follower<'_> {
    fn write(&mut self, act: &FollowAct) -> Result<(), ErrorView> {
        match act {
            FollowAct::Rack { text } => self.set_rack(text),
            FollowAct::Move { text } => {
                let what = self.read(text)?;
                self.enter(what)
            }
            FollowAct::Phony => self.settle(|last| (What::Withdrawn, -last.points)),
            FollowAct::Stood { points } => self.settle(|_| (What::ChallengeBonus, *points)),
            FollowAct::Undo => self.undo(),
        }
    }

    fn on_turn(&self) -> Result<usize, ErrorView> {
        let positions = self.record.positions(self.ruleset).map_err(wrong)?;
        let last = positions.last().filter(|at| at.entry == self.record.entries.len());
        last.map(|at| at.seat).ok_or_else(|| ErrorView::new(ErrorCode::AlreadyEnded, "the game is over"))
    }

    /// The tiles that the follower does not see, whoever is on turn.
    fn unseen(&self) -> Result<Tiles, ErrorView> {
        let board = self.record.board(self.ruleset).map_err(wrong)?;
        self.ruleset.unseen(&board, &self.record.racks[self.me]).map_err(|tiles| {
            let error = format!("board and rack have {} more than the set holds", self.ruleset.name_tiles(&tiles));
            ErrorView::new(ErrorCode::Position, error)
        })
    }

    fn set_rack(&mut self, text: &str) -> Result<(), ErrorView> {
        let rack = self.ruleset.parse_tiles(text).map_err(|error| ErrorView::new(ErrorCode::Position, error))?;
        if rack.len() > self.ruleset.rack {
            let error = format!("a rack holds {} tiles, not {}", self.ruleset.rack, rack.len());
            return Err(ErrorView::new(ErrorCode::Position, error));
        }
        self.record.racks[self.me] = rack;
        self.unseen().map(|_| ())
    }

    fn read(&self, text: &str) -> Result<What, ErrorView> {
        let board = self.record.board(self.ruleset).map_err(wrong)?;
        let mine = &self.record.racks[self.me];
        let hand = if self.on_turn()? == self.me && !mine.is_empty() { mine.clone() } else { self.unseen()? };
        match read_move(self.ruleset, &board, &hand, text).map_err(|error| ErrorView::new(ErrorCode::Move, error))? {
            MoveText::Move(Move::Play(play)) => Ok(What::Played(play)),
            MoveText::Move(Move::Exchange(tiles)) => Ok(What::Exchanged { tiles, unknown: 0 }),
            MoveText::Move(Move::Pass) => Ok(What::Passed),
            MoveText::ExchangeOf(unknown) if unknown > self.ruleset.rack => {
                Err(ErrorView::new(ErrorCode::Move, format!("a rack holds {} tiles, not {unknown}", self.ruleset.rack)))
            }
            MoveText::ExchangeOf(unknown) => Ok(What::Exchanged { tiles: Tiles::new(), unknown }),
            MoveText::Challenge | MoveText::Resign => {
                Err(ErrorView::new(ErrorCode::Move, format!("{text:?} is neither a play, an exchange nor a pass")))
            }
        }
    }

    /// Writes a turn down. Tiles that nobody can have are refused before anything is kept.
    fn enter(&mut self, what: What) -> Result<(), ErrorView> {
        let seat = self.on_turn()?;
        let board = self.record.board(self.ruleset).map_err(wrong)?;
        let rack = if seat == self.me { self.record.racks[seat].clone() } else { Tiles::new() };
        let left = match rack.without(&what.tiles_shown()) {
            Err(missing) if !rack.is_empty() => {
                let (missing, rack) = (self.ruleset.name_tiles(&missing), self.ruleset.show_tiles(&rack));
                let mut error = ErrorView::new(ErrorCode::NotOnRack, format!("you do not have {missing} on your rack ({rack})"));
                error.values.insert("missing".to_owned(), missing);
                return Err(error);
            }
            // What is left after an exchange of unknown tiles is unknown.
            _ if matches!(what, What::Exchanged { unknown: 1.., .. }) => Tiles::new(),
            left => left.unwrap_or_default(),
        };
        let points = match &what {
            What::Played(play) => score(self.ruleset, &board, play).map_err(|misfit| ErrorView::from(&misfit))?.total,
            _ => 0,
        };
        let total = self.record.totals()[seat] + points;
        self.record.entries.push(Entry { seat, rack, what, points, total, note: String::new() });
        if seat == self.me {
            self.record.racks[seat] = left;
        }
        self.unseen().map(|_| ())
    }

    /// Writes down what came of the last play.
    fn settle(&mut self, what: impl Fn(&Entry) -> (What, i32)) -> Result<(), ErrorView> {
        let last = self.record.entries.last().filter(|entry| matches!(entry.what, What::Played(_))).cloned();
        let last = last.ok_or_else(|| ErrorView::new(ErrorCode::NothingToChallenge, "the last entry is no play"))?;
        let (what, points) = what(&last);
        if what == What::Withdrawn && last.seat == self.me {
            self.record.racks[self.me] = last.rack.clone();
        }
        let total = last.total + points;
        self.record.entries.push(Entry { seat: last.seat, rack: last.rack, what, points, total, note: String::new() });
        Ok(())
    }

    fn undo(&mut self) -> Result<(), ErrorView> {
        let nothing = || ErrorView::new(ErrorCode::NothingToUndo, "nothing was written down yet");
        let entry = self.record.entries.pop().ok_or_else(nothing)?;
        if entry.seat == self.me && entry.what.is_turn() {
            self.record.racks[self.me] = entry.rack;
        }
        Ok(())
    }

    fn view(&self, lexicon: Option<&Lexicon>) -> Result<FollowView, ErrorView> {
        let text = self.record.to_gcg(self.ruleset).map_err(wrong)?;
        let mut sheet = SheetView::of(self.ruleset, &self.record, Vec::new())?;
        let unseen = self.unseen()?;
        let rack = faces_of(self.ruleset, &self.record.racks[self.me]);
        let seats = self.record.players.len();
        let mut bag = 0;
        if let Some(now) = &mut sheet.now {
            let positions = self.record.positions(self.ruleset).map_err(wrong)?;
            bag = positions.last().and_then(|at| at.position.as_ref().ok()).map_or(0, |position| position.bag) as u32;
            // Whoever is on turn cannot have what lies on the follower's rack.
            let seat = now.seat as usize;
            if let Some(position) = now.position.as_mut().filter(|_| seat != self.me) {
                position.others[(self.me + seats - seat) % seats - 1] = rack.clone();
            }
        }
        let kind = |(tile, n)| UnseenView { tile: self.ruleset.face(tile).to_owned(), count: n as u32 };
        Ok(FollowView { text, sheet, rack, unseen: unseen.kinds().map(kind).collect(), bag, doubtful: self.doubtful(lexicon)? })
    }

    fn doubtful(&self, lexicon: Option<&Lexicon>) -> Result<Vec<String>, ErrorView> {
        let (Some(lexicon), Some(Entry { what: What::Played(play), .. })) = (lexicon, self.record.entries.last()) else {
            return Ok(Vec::new());
        };
        let before = Record { entries: self.record.entries[..self.record.entries.len() - 1].to_vec(), ..self.record.clone() };
        let board = before.board(self.ruleset).map_err(wrong)?;
        let words = score(self.ruleset, &board, play).map(|scored| scored.words).unwrap_or_default();
        let letters = words.iter().map(|word| word.word.letters()).filter(|letters| !lexicon.contains(letters));
        Ok(letters.map(|letters| self.ruleset.alphabet.show(&letters)).collect())
    }
}
