//! The score sheet of a game that is followed: what is written down, and taken back.

use std::path::Path;

use tisane_lexicon::Lexicon;
use tisane_rules::{
    Board, Entry, Play, Position, Reason, Record, RecordError, RecordedPosition, Refusal, Ruleset, Through, Tiles, What, score,
};

use crate::failure::{Failure, unwritable, warn};
use crate::show::tell;

pub(super) struct Sheet<'a> {
    record: Record,
    /// Whose tiles are known.
    pub(super) me: usize,
    ruleset: &'a Ruleset,
    lexicon: &'a Lexicon,
    /// What was written down since the program was started, each with the record before it.
    past: Vec<(String, Record)>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(mut record: Record, me: usize, ruleset: &'a Ruleset, lexicon: &'a Lexicon) -> Sheet<'a> {
        let mine = record.racks.get(me).cloned().unwrap_or_default();
        record.racks = vec![Tiles::new(); record.players.len()];
        record.racks[me] = mine;
        Sheet { record, me, ruleset, lexicon, past: Vec::new() }
    }

    pub(super) fn n_players(&self) -> usize {
        self.record.players.len()
    }

    pub(super) fn name(&self, seat: usize) -> &str {
        let player = &self.record.players[seat];
        if player.name.is_empty() { &player.nick } else { &player.name }
    }

    pub(super) fn total(&self, seat: usize) -> i32 {
        self.record.entries.iter().rev().find(|entry| entry.seat == seat).map_or(0, |entry| entry.total)
    }

    /// My tiles.
    pub(super) fn rack(&self) -> &Tiles {
        &self.record.racks[self.me]
    }

    pub(super) fn board(&self) -> Result<Board, RecordError> {
        self.record.board(self.ruleset)
    }

    pub(super) fn last_play(&self) -> Option<&Play> {
        let last = self.record.entries.iter().rev().find(|entry| !matches!(entry.what, What::EndRack(_)));
        last.and_then(|entry| if let What::Played(play) = &entry.what { Some(play) } else { None })
    }

    /// Why the game is over, if it is.
    pub(super) fn end(&self) -> anyhow::Result<Option<String>> {
        let settled = self.record.entries.iter().any(|entry| matches!(entry.what, What::EndRack(_)));
        Ok(match self.record.end_reason(self.ruleset)? {
            Some(reason) => Some(format!("the game is over: {}", tell::reason(reason, |seat| self.name(seat)))),
            None => settled.then(|| "the game is over".to_owned()),
        })
    }

    /// The position now, of the player on turn.
    pub(super) fn now(&self) -> anyhow::Result<RecordedPosition> {
        if let Some(end) = self.end()? {
            return Err(Failure::new(end, "").into());
        }
        Ok(self.record.positions(self.ruleset)?.pop().expect("a game that goes on has a position"))
    }

    /// The tiles that I do not see, whoever is on turn.
    pub(super) fn unseen(&self) -> anyhow::Result<Tiles> {
        let many =
            |tiles: Tiles| Failure::new(format!("board and rack have {} more than the set holds", self.ruleset.name_tiles(&tiles)), "");
        Ok(self.ruleset.unseen(&self.board()?, self.rack()).map_err(many)?)
    }

    /// What may lie on the rack of the player on turn: mine if I am and it is known, else all that I do not see.
    pub(super) fn hand(&self, seat: usize) -> anyhow::Result<Tiles> {
        if seat == self.me && !self.rack().is_empty() { Ok(self.rack().clone()) } else { self.unseen() }
    }

    /// The position of the player on turn; others cannot have what lies on my rack.
    pub(super) fn position(&self) -> anyhow::Result<Position> {
        let RecordedPosition { seat, position, .. } = self.now()?;
        let mut position = position?;
        if seat != self.me {
            let n = self.n_players();
            position.others[(self.me + n - seat) % n - 1].known = self.rack().clone();
        }
        Ok(position)
    }

    /// Changes the record, or where that leads to something impossible, leaves it as it is. What is said comes from `change`.
    fn change(&mut self, change: impl FnOnce(&mut Self) -> anyhow::Result<String>) -> anyhow::Result<String> {
        let before = self.record.clone();
        // Tiles that nobody can have are refused here, before anything is kept.
        let possible = |sheet: &Self| -> anyhow::Result<()> {
            if sheet.end()?.is_none() {
                sheet.now()?.position?;
            }
            sheet.unseen().map(drop)
        };
        match change(self).and_then(|said| possible(self).map(|()| said)) {
            Ok(said) => {
                self.past.push((said.clone(), before));
                Ok(said)
            }
            Err(error) => {
                self.record = before;
                Err(error)
            }
        }
    }

    pub(super) fn set_rack(&mut self, rack: Tiles) -> anyhow::Result<String> {
        let (len, most) = (rack.len(), self.ruleset.rack);
        if len > most {
            return Err(Failure::new(format!("a rack holds {most} tiles, not {len}"), "").into());
        }
        self.change(|sheet| {
            let said = format!("{} has {}", sheet.name(sheet.me), sheet.ruleset.show_tiles(&rack));
            sheet.record.racks[sheet.me] = rack;
            Ok(said)
        })
    }

    /// Writes a turn down.
    pub(super) fn enter(&mut self, seat: usize, what: What) -> anyhow::Result<String> {
        self.change(|sheet| {
            let board = sheet.board()?;
            let shown = what.tiles_shown();
            let rack = if seat == sheet.me { sheet.rack().clone() } else { Tiles::new() };
            let left = match rack.without(&shown) {
                Err(missing) if seat == sheet.me && !rack.is_empty() => {
                    let (missing, rack) = (sheet.ruleset.name_tiles(&missing), sheet.ruleset.show_tiles(&rack));
                    return Err(Failure::new(format!("you do not have {missing} on your rack ({rack})"), "").into());
                }
                // What is left after an exchange of unknown tiles is unknown.
                _ if matches!(what, What::Exchanged { unknown: 1.., .. }) => Tiles::new(),
                left => left.unwrap_or_default(),
            };
            let points = if let What::Played(play) = &what { sheet.points(&board, play)? } else { 0 };
            let total = sheet.total(seat) + points;
            let said = match &what {
                What::Played(play) => format!("{}  +{points}  {total}", sheet.ruleset.show_play(&board, play, Through::Parenthesised)),
                What::Exchanged { tiles, unknown } => format!("exchange of {}", tell::count(tiles.len() + unknown, "tile")),
                _ => "pass".to_owned(),
            };
            sheet.record.entries.push(Entry { seat, rack, what, points, total, note: String::new() });
            sheet.record.racks[seat] = left;
            sheet.close()?;
            Ok(format!("{}  {said}", sheet.name(seat)))
        })
    }

    fn points(&self, board: &Board, play: &Play) -> anyhow::Result<i32> {
        let scored = score(self.ruleset, board, play)?;
        let words = scored.words.iter().map(|word| word.word.letters());
        let unknown: Vec<String> =
            words.filter(|word| !self.lexicon.contains(word)).map(|word| self.ruleset.alphabet.show(&word)).collect();
        if !unknown.is_empty() {
            warn(&format!("not in {}: {}", self.lexicon.name(), unknown.join(", ")));
        }
        Ok(scored.total)
    }

    /// The last play was challenged and taken back.
    pub(super) fn withdraw(&mut self) -> anyhow::Result<String> {
        self.settle("play taken back", |last| (What::Withdrawn, -last.points))
    }

    /// The last play was challenged and stands.
    pub(super) fn stand(&mut self, points: i32) -> anyhow::Result<String> {
        self.settle("play stands", |_| (What::ChallengeBonus, points))
    }

    fn settle(&mut self, said: &str, what: impl Fn(&Entry) -> (What, i32)) -> anyhow::Result<String> {
        self.change(|sheet| {
            sheet.reopen();
            let last = sheet.record.entries.last().filter(|entry| matches!(entry.what, What::Played(_))).cloned();
            let last = last.ok_or_else(|| Failure::new("the last entry is no play", ""))?;
            let (what, points) = what(&last);
            if what == What::Withdrawn {
                sheet.give_back(last.seat, last.rack.clone());
            }
            let total = last.total + points;
            sheet.record.entries.push(Entry { seat: last.seat, rack: last.rack, what, points, total, note: String::new() });
            sheet.close()?;
            Ok(format!("{}  {said}  {points:+}  {total}", sheet.name(last.seat)))
        })
    }

    /// Gives tiles back; those of others are not kept track of.
    fn give_back(&mut self, seat: usize, rack: Tiles) {
        self.record.racks[seat] = if seat == self.me { rack } else { Tiles::new() };
    }

    /// If the game is over, writes down what the racks give and take, where it can be told: of two players, the one who did
    /// not go out has all that is not on the board.
    fn close(&mut self) -> anyhow::Result<()> {
        let Some(reason) = self.record.end_reason(self.ruleset)? else { return Ok(()) };
        self.record.incomplete = false;
        let (Reason::Out(out), 2) = (reason, self.n_players()) else { return Ok(()) };
        let Ok(left) = self.ruleset.unseen(&self.board()?, &Tiles::new()) else { return Ok(()) };
        let worth = [0, 1].map(|seat| Some(if seat == out { 0 } else { self.ruleset.worth(&left) }));
        for (seat, points) in self.ruleset.end.racks_settled(reason, &worth).into_iter().enumerate().filter(|&(_, points)| points != 0) {
            let rack = if seat == out { Tiles::new() } else { left.clone() };
            let total = self.total(seat) + points;
            let what = What::EndRack(left.clone());
            self.record.entries.push(Entry { seat, rack, what, points, total, note: String::new() });
        }
        Ok(())
    }

    /// What the end brought is taken back.
    fn reopen(&mut self) {
        while self.record.entries.pop_if(|entry| matches!(entry.what, What::EndRack(_))).is_some() {}
        self.record.incomplete = true;
    }

    /// Takes back what was written down last.
    pub(super) fn undo(&mut self) -> anyhow::Result<String> {
        if let Some((said, before)) = self.past.pop() {
            self.record = before;
            return Ok(format!("taken back: {said}"));
        }
        // Of a session before this one only the entries are known.
        self.reopen();
        let entry = self.record.entries.pop().ok_or(Refusal::NothingToUndo)?;
        self.give_back(entry.seat, entry.rack);
        Ok(format!("taken back: the last entry of {}", self.name(entry.seat)))
    }

    pub(super) fn save(&self, path: &Path) -> anyhow::Result<()> {
        Ok(std::fs::write(path, self.record.to_gcg(self.ruleset)?).map_err(|error| unwritable(path, &error))?)
    }
}
