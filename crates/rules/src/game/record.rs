//! A game as a score sheet.

use std::collections::VecDeque;

use tisane_lexicon::Letter;

use super::view::place_in;
use super::{Game, Phase, Taken, Turn};
use crate::game::Price;
use crate::plays::{FormedWord, fit};
use crate::record::{Entry, Record, RecordPlayer, What, how_it_stopped};
use crate::ruleset::{Reason, Ruleset};
use crate::table::{Board, Seat, Tiles};

impl Game {
    /// The game with all racks. Players may not see it before the end.
    pub fn record(&self) -> Record {
        self.project(|_| true)
    }

    /// The game as this seat may know it: before the end, without the tiles of opponents.
    pub fn record_for(&self, seat: Seat) -> Record {
        let ended = self.phase() == Phase::Ended;
        self.project(|other| ended || other == seat)
    }

    /// The first player to move comes first in a record.
    fn project(&self, is_open: impl Fn(Seat) -> bool) -> Record {
        let order: Vec<Seat> = self.state.in_order(self.first().unwrap_or(0)).collect();
        let place = |seat: Seat| place_in(&order, seat);
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
            description: self.how_it_stopped(),
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

    /// Score sheets have no line for players who drop out, so the description names them.
    fn how_it_stopped(&self) -> String {
        let dropouts =
            self.dropouts().iter().map(|dropout| (self.name(dropout.seat), *dropout)).collect();
        let aborted = self.outcome().is_some_and(|outcome| outcome.reason == Reason::Aborted);
        how_it_stopped(dropouts, aborted)
    }

    /// Adds what was settled at the end.
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
}

/// The words of wrong challenges that will cost turns.
struct Doubts {
    /// Before the turn.
    board: Board,
    /// By seat, in order.
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
