//! Tracking a game that is played elsewhere, turn by turn. At most one rack is known.

use tisane_lexicon::{count, range};

use super::{Entry, Record, RecordError, RecordPlayer, RecordedPosition, Replay, What};
use crate::notation::{MoveText, MoveTextError, read_move};
use crate::plays::{Misfit, score};
use crate::position::{Impossible, Position};
use crate::ruleset::Ruleset;
use crate::table::{Move, Tiles};

/// A record that grows. A refused change changes nothing.
#[derive(Clone, Debug)]
pub struct Following<'a> {
    ruleset: &'a Ruleset,
    record: Record,
    me: usize,
}

/// Why something cannot be entered.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum Unwritable {
    #[error("{ruleset} is for {} players, not {found}", range(*from, *to))]
    Seats { ruleset: String, from: usize, to: usize, found: usize },
    #[error("the game has {seats} seats; there is no seat {}", .seat.saturating_add(1))]
    NoSuchSeat { seat: usize, seats: usize },
    #[error("the game is over")]
    Over,
    #[error("the game is not over yet")]
    NotOver,
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Impossible(#[from] Impossible),
    #[error("too many tiles: board and rack have {tiles} more than the set")]
    TooManyTiles { tiles: String },
    #[error("a rack has at most {}, not {found}", count(*max, "tile"))]
    RackTooLong { max: usize, found: usize },
    #[error("you do not have {missing} on your rack ({rack})")]
    NotOnRack { missing: String, rack: String },
    #[error(transparent)]
    Misfit(#[from] Misfit),
    #[error(transparent)]
    Text(#[from] MoveTextError),
    #[error("only a play, an exchange or a pass is a turn")]
    NoTurn(MoveText),
    #[error("the last entry is not a play")]
    NoPlay,
    #[error("there is nothing to undo")]
    Nothing,
    #[error("the sheet has {found} turns; at most {max} are possible")]
    TooLong { found: usize, max: usize },
}

impl RecordPlayer {
    /// The full name, or the nickname.
    pub fn shown(&self) -> &str {
        if self.name.is_empty() { &self.nick } else { &self.name }
    }
}

impl Record {
    /// An empty record with these players, the first to move first.
    pub fn begin(
        ruleset: &Ruleset,
        lexicon: Option<&str>,
        names: &[String],
    ) -> Result<Record, Unwritable> {
        let (from, to, found) = (ruleset.players.from, ruleset.players.to, names.len());
        if !(from..=to).contains(&found) {
            return Err(Unwritable::Seats { ruleset: ruleset.name.clone(), from, to, found });
        }
        let player = |name: &String| RecordPlayer {
            nick: name.replace(char::is_whitespace, "_"),
            name: name.clone(),
        };
        Ok(Record {
            players: names.iter().map(player).collect(),
            lexicon: lexicon.map(str::to_owned),
            tile_distribution: Some(ruleset.name.clone()),
            racks: vec![Tiles::new(); found],
            incomplete: true,
            ..Record::default()
        })
    }

    /// Whether the game is over, by the rules or because racks are settled.
    pub fn is_over(&self, ruleset: &Ruleset) -> Result<bool, RecordError> {
        let settled = self.entries.iter().any(|entry| matches!(entry.what, What::EndRack(_)));
        Ok(settled || self.end_reason(ruleset)?.is_some())
    }
}

impl<'a> Following<'a> {
    /// Continues a record, for the player in this seat. Only this rack is tracked.
    pub fn new(
        ruleset: &'a Ruleset,
        mut record: Record,
        me: usize,
    ) -> Result<Following<'a>, Unwritable> {
        let seats = record.players.len();
        if me >= seats {
            return Err(Unwritable::NoSuchSeat { seat: me, seats });
        }
        let mine = record.racks.get(me).cloned().unwrap_or_default();
        record.racks = vec![Tiles::new(); seats];
        record.racks[me] = mine;
        Ok(Following { ruleset, record, me })
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// My seat.
    pub fn me(&self) -> usize {
        self.me
    }

    /// My tiles, as far as known.
    pub fn rack(&self) -> &Tiles {
        &self.record.racks[self.me]
    }

    /// What the player to move knows; `None` when the game is over.
    pub fn now(&self) -> Result<Option<RecordedPosition>, RecordError> {
        if self.record.is_over(self.ruleset)? {
            return Ok(None);
        }
        Ok(self.record.positions(self.ruleset)?.pop())
    }

    /// The position of the player to move. Opponents cannot have the tiles on my rack.
    pub fn position(&self) -> Result<Position, Unwritable> {
        let RecordedPosition { seat, position, .. } = self.now()?.ok_or(Unwritable::Over)?;
        let mut position = position?;
        if seat != self.me {
            let n = self.record.players.len();
            position.others[(self.me + n - seat) % n - 1].known = self.rack().clone();
        }
        Ok(position)
    }

    /// The tiles that I do not see, whoever is to move.
    pub fn unseen(&self) -> Result<Tiles, Unwritable> {
        let board = self.record.board(self.ruleset)?;
        let many =
            |tiles: Tiles| Unwritable::TooManyTiles { tiles: self.ruleset.name_tiles(&tiles) };
        self.ruleset.unseen(&board, self.rack()).map_err(many)
    }

    /// Reads what the player to move did: `8D RETAINS`, `-QVU`, `-3`, `pass`.
    pub fn read(&self, text: &str) -> Result<What, Unwritable> {
        let board = self.record.board(self.ruleset)?;
        let seat = self.now()?.ok_or(Unwritable::Over)?.seat;
        let hand = if seat == self.me && !self.rack().is_empty() {
            self.rack().clone()
        } else {
            self.unseen()?
        };
        match read_move(self.ruleset, &board, &hand, text)? {
            MoveText::Move(Move::Play(play)) => Ok(What::Played(play)),
            MoveText::Move(Move::Exchange(tiles)) => Ok(What::Exchanged { tiles, unknown: 0 }),
            MoveText::Move(Move::Pass) => Ok(What::Passed),
            MoveText::ExchangeOf(found) if found > self.ruleset.rack => {
                Err(Unwritable::RackTooLong { max: self.ruleset.rack, found })
            }
            MoveText::ExchangeOf(unknown) => Ok(What::Exchanged { tiles: Tiles::new(), unknown }),
            other @ (MoveText::Challenge | MoveText::Resign) => Err(Unwritable::NoTurn(other)),
        }
    }

    /// Enters my tiles.
    pub fn set_rack(&mut self, rack: Tiles) -> Result<(), Unwritable> {
        let (max, found) = (self.ruleset.rack, rack.len());
        if found > max {
            return Err(Unwritable::RackTooLong { max, found });
        }
        self.change(|game| {
            game.record.racks[game.me] = rack;
            Ok(())
        })
    }

    /// Enters a turn of the player to move.
    pub fn enter(&mut self, what: What) -> Result<(), Unwritable> {
        let seat = self.now()?.ok_or(Unwritable::Over)?.seat;
        self.change(|game| {
            let board = game.record.board(game.ruleset)?;
            let rack = game.record.racks[seat].clone();
            let left = match rack.without(&what.tiles_shown()) {
                Err(missing) if !rack.is_empty() => {
                    let (missing, rack) =
                        (game.ruleset.name_tiles(&missing), game.ruleset.show_tiles(&rack));
                    return Err(Unwritable::NotOnRack { missing, rack });
                }
                // After an exchange of unknown tiles the rack is unknown.
                _ if matches!(what, What::Exchanged { unknown: 1.., .. }) => Tiles::new(),
                left => left.unwrap_or_default(),
            };
            let points = if let What::Played(play) = &what {
                score(game.ruleset, &board, play)?.total
            } else {
                0
            };
            game.push(seat, rack, what, points);
            game.record.racks[seat] = left;
            game.close()
        })
    }

    /// Withdraws the last play after a challenge.
    pub fn withdraw(&mut self) -> Result<(), Unwritable> {
        self.judged(|last| (What::Withdrawn, last.points.saturating_neg()))
    }

    /// The last play was challenged and is valid, which gave its player these points.
    pub fn stand(&mut self, points: i32) -> Result<(), Unwritable> {
        self.judged(|_| (What::ChallengeBonus, points))
    }

    /// Settles the end of the game with these tiles left, by seat.
    pub fn settle(&mut self, mut racks: Vec<Tiles>) -> Result<(), Unwritable> {
        racks.resize(self.record.players.len(), Tiles::new());
        let max = self.ruleset.rack;
        if let Some(found) = racks.iter().map(Tiles::len).find(|&len| len > max) {
            return Err(Unwritable::RackTooLong { max, found });
        }
        self.change(|game| {
            game.reopen();
            let reason = game.record.end_reason(game.ruleset)?.ok_or(Unwritable::NotOver)?;
            game.record.incomplete = false;
            let worth: Vec<Option<i32>> =
                racks.iter().map(|rack| Some(game.ruleset.worth(rack))).collect();
            for (seat, points) in
                game.ruleset.end.racks_settled(reason, &worth).into_iter().enumerate()
            {
                let mut tiles = racks[seat].clone();
                if points > 0 {
                    racks
                        .iter()
                        .enumerate()
                        .filter(|&(other, _)| other != seat)
                        .for_each(|(_, rack)| tiles.add(rack));
                }
                if points != 0 {
                    game.push(seat, racks[seat].clone(), What::EndRack(tiles), points);
                }
            }
            Ok(())
        })
    }

    /// Undoes the last entry, and what was settled at the end.
    pub fn undo(&mut self) -> Result<Entry, Unwritable> {
        self.change(|game| {
            game.reopen();
            let entry = game.record.entries.pop().ok_or(Unwritable::Nothing)?;
            if entry.what.is_turn() {
                game.give_back(&entry);
            }
            Ok(entry)
        })
    }

    /// Changes the record, or leaves it unchanged if the result is impossible.
    fn change<T>(
        &mut self,
        change: impl FnOnce(&mut Self) -> Result<T, Unwritable>,
    ) -> Result<T, Unwritable> {
        let before = self.record.clone();
        let changed = change(self).and_then(|changed| {
            let (found, max) = (self.record.entries.len(), Record::MAX_ENTRIES);
            if found > max {
                return Err(Unwritable::TooLong { found, max });
            }
            if let Some(now) = self.now()? {
                now.position?;
            }
            self.unseen().map(|_| changed)
        });
        if changed.is_err() {
            self.record = before;
        }
        changed
    }

    fn push(&mut self, seat: usize, rack: Tiles, what: What, points: i32) {
        let total = self.record.totals()[seat].saturating_add(points);
        self.record.entries.push(Entry { seat, rack, what, points, total, note: String::new() });
    }

    fn judged(&mut self, what: impl Fn(&Entry) -> (What, i32)) -> Result<(), Unwritable> {
        self.change(|game| {
            game.reopen();
            let last = game
                .record
                .entries
                .last()
                .filter(|entry| matches!(entry.what, What::Played(_)))
                .cloned();
            let last = last.ok_or(Unwritable::NoPlay)?;
            let (what, points) = what(&last);
            if what == What::Withdrawn {
                game.give_back(&last);
            }
            game.push(last.seat, last.rack, what, points);
            game.close()
        })
    }

    /// Returns the tiles of an entry. Other racks are not tracked.
    fn give_back(&mut self, entry: &Entry) {
        self.record.racks[entry.seat] =
            if entry.seat == self.me { entry.rack.clone() } else { Tiles::new() };
    }

    /// If the game is over, settles the racks if they are known.
    fn close(&mut self) -> Result<(), Unwritable> {
        if !self.record.is_over(self.ruleset)? {
            return Ok(());
        }
        self.record.incomplete = false;
        self.racks_left()?.map_or(Ok(()), |racks| self.settle(racks))
    }

    /// The racks at the end, if at most one is unknown: it has all remaining tiles.
    fn racks_left(&self) -> Result<Option<Vec<Tiles>>, Unwritable> {
        let mut replay = Replay::new(self.ruleset, self.record.players.len());
        for (entry, what) in self.record.entries.iter().enumerate() {
            replay.step(what).map_err(|fault| RecordError { entry, fault })?;
        }
        let Ok(mut hidden) = self.ruleset.unseen(&replay.board, &Tiles::new()) else {
            return Ok(None);
        };
        let (mut racks, mut unknown) = (Vec::new(), Vec::new());
        for (seat, len) in replay.racks().into_iter().enumerate() {
            let known = &self.record.racks[seat];
            racks.push(if known.len() == len { known.clone() } else { Tiles::new() });
            if known.len() != len {
                unknown.push(seat);
            } else if let Ok(rest) = hidden.without(known) {
                hidden = rest;
            }
        }
        match unknown[..] {
            [] => Ok(Some(racks)),
            [seat] if replay.bag() == 0 => {
                racks[seat] = hidden;
                Ok(Some(racks))
            }
            _ => Ok(None),
        }
    }

    /// Removes what was settled at the end.
    fn reopen(&mut self) {
        while self.record.entries.pop_if(|entry| matches!(entry.what, What::EndRack(_))).is_some() {
        }
        self.record.incomplete = true;
    }
}
