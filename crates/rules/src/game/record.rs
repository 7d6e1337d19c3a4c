//! A game as a score sheet: its projection to a [`Record`].

use std::collections::VecDeque;

use tisane_lexicon::{Letter, count};

use super::{Game, Phase, Taken, Turn};
use crate::board::Board;
use crate::event::{Loss, Price, Reason};
use crate::play::{FormedWord, fit};
use crate::record::{Entry, Record, RecordPlayer, What};
use crate::ruleset::Ruleset;
use crate::setup::Seat;
use crate::tile::Tiles;

impl Game {
    /// The game with all racks. Nobody at the table may see it before the end.
    pub fn record(&self) -> Record {
        self.project(|_| true)
    }

    /// The game as this seat may know it: until the end, without the tiles of others.
    pub fn record_for(&self, seat: Seat) -> Record {
        let ended = self.phase() == Phase::Ended;
        self.project(|other| ended || other == seat)
    }

    /// The first player comes first in a record, whatever their seat.
    fn project(&self, is_open: impl Fn(Seat) -> bool) -> Record {
        let order: Vec<Seat> = self.state.in_order(self.first().unwrap_or(0)).collect();
        let place = |seat: Seat| {
            order.iter().position(|&other| other == seat).expect("every seat is in the order")
        };
        let mut sheet = Sheet { entries: Vec::new(), totals: vec![0; order.len()] };
        let mut doubts = Doubts {
            board: Board::empty(&self.ruleset().layout),
            lost: vec![VecDeque::new(); order.len()],
        };
        for turn in self.turns() {
            sheet.turn(turn, place(turn.seat), is_open(turn.seat), &mut doubts);
            doubts.pass(self.ruleset(), turn);
        }
        self.settle(&mut sheet, &order);
        Record {
            players: order.iter().map(|&seat| player(self.name(seat))).collect(),
            description: self.losses(),
            tile_distribution: Some(self.ruleset().name.clone()),
            entries: sheet.entries,
            racks: order
                .iter()
                .map(|&seat| if is_open(seat) { self.rack(seat).clone() } else { Tiles::new() })
                .collect(),
            incomplete: self.phase() != Phase::Ended,
            ..Record::default()
        }
    }

    /// What the end gave and took.
    fn settle(&self, sheet: &mut Sheet, order: &[Seat]) {
        let Some(outcome) = self.outcome() else { return };
        let results: Vec<_> = order.iter().map(|&seat| &outcome.results[seat]).collect();
        for (seat, settled) in results.iter().enumerate() {
            if settled.overtime != 0 {
                sheet.entry(seat, settled.rack.clone(), What::TimePenalty, settled.overtime);
            }
        }
        for (seat, settled) in results.iter().enumerate() {
            let tiles = if settled.racks > 0 {
                let mut others = Tiles::new();
                let counted = order.iter().filter(|&&other| self.lost(other).is_none());
                counted.for_each(|&other| others.add(&outcome.results[other].rack));
                others
            } else {
                settled.rack.clone()
            };
            if settled.racks != 0 {
                sheet.entry(seat, settled.rack.clone(), What::EndRack(tiles), settled.racks);
            }
        }
    }

    /// Who did not play the game out, the first first: score sheets have no line for it.
    /// [`Record::dropouts`] reads it back.
    fn losses(&self) -> String {
        let told = self.dropouts().iter().map(|dropout| said(self.name(dropout.seat), dropout));
        let aborted = self.outcome().is_some_and(|outcome| outcome.reason == Reason::Aborted);
        told.chain(aborted.then(|| ABORTED.to_owned())).collect::<Vec<_>>().join(BETWEEN)
    }
}

const ABORTED: &str = "the players agreed to stop";
const BETWEEN: &str = "; ";

/// One who did not play a game out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Dropout {
    pub seat: Seat,
    pub loss: Loss,
    /// After how many turns that was, if it is told.
    pub after: Option<usize>,
}

fn said(name: &str, &Dropout { loss, after, .. }: &Dropout) -> String {
    let what = match loss {
        Loss::Resigned => "resigned",
        Loss::Time => "ran out of time",
        Loss::Challenge => "lost a challenge, and with it the game",
        Loss::Abandoned => "abandoned the game",
    };
    // A line of a score sheet has single blanks, and a sentence of ours no other `;`.
    let name = name.replace(';', ",").split_whitespace().collect::<Vec<_>>().join(" ");
    let after = after.map_or(String::new(), |after| format!(" after {}", count(after, "turn")));
    format!("{name} {what}{after}")
}

impl Record {
    /// Who did not play the game out, the first first, if it is a game of ours whose description
    /// says so.
    pub fn dropouts(&self) -> Vec<Dropout> {
        let mut dropouts: Vec<Dropout> = Vec::new();
        for dropout in self.description.split(BETWEEN).filter_map(|part| self.dropout(part.trim()))
        {
            if dropouts.iter().all(|before| before.seat != dropout.seat) {
                dropouts.push(dropout);
            }
        }
        dropouts
    }

    /// Nobody, unless we would have said just this.
    fn dropout(&self, part: &str) -> Option<Dropout> {
        let after = part.rsplit(' ').nth(1).and_then(|number| number.parse().ok());
        let told = |seat: Seat, player: &RecordPlayer| {
            let losses = [Loss::Resigned, Loss::Time, Loss::Challenge, Loss::Abandoned].into_iter();
            let possible =
                losses.flat_map(|loss| [None, after].map(|after| Dropout { seat, loss, after }));
            possible.into_iter().find(|dropout| said(&player.name, dropout) == part)
        };
        self.players.iter().enumerate().find_map(|(seat, player)| told(seat, player))
    }

    /// Why this seat did not play the game out, if it is a game of ours whose description says so.
    pub fn loss(&self, seat: Seat) -> Option<Loss> {
        self.dropouts().into_iter().find(|dropout| dropout.seat == seat).map(|dropout| dropout.loss)
    }

    /// Whether the players agreed to stop, if it is a game of ours whose description says so.
    pub fn is_aborted(&self) -> bool {
        self.description.split(BETWEEN).any(|part| part.trim() == ABORTED)
    }
}

/// The words that were doubted wrongly, for which turns will be lost.
struct Doubts {
    /// As it is before the turn.
    board: Board,
    /// By seat, the first that was doubted first.
    lost: Vec<VecDeque<Vec<Letter>>>,
}

impl Doubts {
    fn pass(&mut self, ruleset: &Ruleset, turn: &Turn) {
        let Taken::Played(play) = &turn.taken else { return };
        if let Some((by, verdict)) =
            turn.challenge.as_ref().filter(|(_, verdict)| verdict.price == Price::Turn)
        {
            let words = fit(ruleset, &self.board, play).unwrap_or_default();
            let word = verdict.doubted.first().and_then(|&nth| words.get(nth));
            self.lost[*by].push_back(word.map(FormedWord::letters).unwrap_or_default());
        }
        if !turn.is_withdrawn() {
            play.place_on(&mut self.board);
        }
    }
}

struct Sheet {
    entries: Vec<Entry>,
    totals: Vec<i32>,
}

impl Sheet {
    fn turn(&mut self, turn: &Turn, seat: usize, open: bool, doubts: &mut Doubts) {
        let rack = if open { turn.rack.clone() } else { Tiles::new() };
        let what = match &turn.taken {
            Taken::Played(play) => What::Played(play.clone()),
            Taken::Exchanged(tiles) if open => What::Exchanged { tiles: tiles.clone(), unknown: 0 },
            Taken::Exchanged(tiles) => {
                What::Exchanged { tiles: Tiles::new(), unknown: tiles.len() }
            }
            Taken::Passed => What::Passed,
            Taken::Skipped => What::Skipped,
            Taken::Lost => {
                What::TurnLost { word: doubts.lost[turn.seat].pop_front().unwrap_or_default() }
            }
        };
        self.entry(seat, rack.clone(), what, turn.score);
        match &turn.challenge {
            Some((_, verdict)) if !verdict.stands() => {
                self.entry(seat, rack, What::Withdrawn, -turn.score)
            }
            Some((_, verdict)) => {
                if let Price::Points(points) = verdict.price {
                    self.entry(seat, Tiles::new(), What::ChallengeBonus, points);
                }
            }
            None => {}
        }
    }

    fn entry(&mut self, seat: usize, rack: Tiles, what: What, points: i32) {
        self.totals[seat] += points;
        self.entries.push(Entry {
            seat,
            rack,
            what,
            points,
            total: self.totals[seat],
            note: String::new(),
        });
    }
}

fn player(name: &str) -> RecordPlayer {
    RecordPlayer {
        nick: name.split_whitespace().collect::<Vec<_>>().join("_"),
        name: name.to_owned(),
    }
}
