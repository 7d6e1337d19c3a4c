//! What a follower has typed: the game as it was written down, what is said of each entry, and the
//! way back.

use std::path::Path;

use tisane_lexicon::Lexicon;
use tisane_rules::{
    Board, Following, Play, Position, Record, RecordError, RecordedPosition, Ruleset, Through,
    Tiles, Unwritable, What, fit,
};

use crate::failure::{Failure, is_gcg, warn, write_over};
use crate::show::tell;

pub(super) struct Sheet<'a> {
    game: Following<'a>,
    ruleset: &'a Ruleset,
    lexicon: &'a Lexicon,
    /// What was written down since the program was started, each with the game before it.
    past: Vec<(String, Following<'a>)>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(
        record: Record,
        me: usize,
        ruleset: &'a Ruleset,
        lexicon: &'a Lexicon,
    ) -> Result<Sheet<'a>, Unwritable> {
        Ok(Sheet { game: Following::new(ruleset, record, me)?, ruleset, lexicon, past: Vec::new() })
    }

    fn record(&self) -> &Record {
        self.game.record()
    }

    pub(super) fn me(&self) -> usize {
        self.game.me()
    }

    pub(super) fn n_players(&self) -> usize {
        self.record().players.len()
    }

    pub(super) fn name(&self, seat: usize) -> &str {
        self.record().players[seat].shown()
    }

    pub(super) fn total(&self, seat: usize) -> i32 {
        self.record().totals()[seat]
    }

    /// My tiles.
    pub(super) fn rack(&self) -> &Tiles {
        self.game.rack()
    }

    pub(super) fn board(&self) -> Result<Board, RecordError> {
        self.record().board(self.ruleset)
    }

    pub(super) fn last_play(&self) -> Option<&Play> {
        let last = self
            .record()
            .entries
            .iter()
            .rev()
            .find(|entry| !matches!(entry.what, What::EndRack(_)));
        last.and_then(|entry| if let What::Played(play) = &entry.what { Some(play) } else { None })
    }

    /// Why the game is over, if it is.
    pub(super) fn end(&self) -> anyhow::Result<Option<String>> {
        Ok(match self.record().end_reason(self.ruleset)? {
            Some(reason) => {
                Some(format!("the game is over: {}", tell::reason(reason, |seat| self.name(seat))))
            }
            None => self.record().is_over(self.ruleset)?.then(|| "the game is over".to_owned()),
        })
    }

    /// The position now, of the player on turn.
    pub(super) fn now(&self) -> anyhow::Result<RecordedPosition> {
        if let Some(end) = self.end()? {
            return Err(Failure::new(end, "").into());
        }
        Ok(self.game.now()?.expect("a game that goes on has a position"))
    }

    pub(super) fn unseen(&self) -> Result<Tiles, Unwritable> {
        self.game.unseen()
    }

    /// The position of the player on turn; others cannot have what lies on my rack.
    pub(super) fn position(&self) -> Result<Position, Unwritable> {
        self.game.position()
    }

    /// What the player on turn did, as somebody typed it.
    pub(super) fn read(&self, text: &str) -> Result<What, Unwritable> {
        self.game.read(text)
    }

    /// Writes something down, and says what; where that cannot be, nothing changes.
    fn change(
        &mut self,
        change: impl FnOnce(&mut Following<'a>) -> Result<(), Unwritable>,
        said: impl FnOnce(&Self) -> String,
    ) -> anyhow::Result<String> {
        let before = self.game.clone();
        change(&mut self.game)?;
        let said = said(self);
        self.past.push((said.clone(), before));
        Ok(said)
    }

    pub(super) fn set_rack(&mut self, rack: Tiles) -> anyhow::Result<String> {
        let tiles = self.ruleset.show_tiles(&rack);
        self.change(
            |game| game.set_rack(rack),
            |sheet| format!("{} has {tiles}", sheet.name(sheet.me())),
        )
    }

    /// Writes a turn down.
    pub(super) fn enter(&mut self, what: What) -> anyhow::Result<String> {
        let (seat, board, nth) = (self.now()?.seat, self.board()?, self.record().entries.len());
        let entered = what.clone();
        let said = self.change(
            |game| game.enter(entered),
            |sheet| {
                let entry = &sheet.record().entries[nth];
                let done = match &entry.what {
                    What::Played(play) => {
                        format!(
                            "{}  +{}  {}",
                            sheet.ruleset.show_play(&board, play, Through::Parenthesised),
                            entry.points,
                            entry.total
                        )
                    }
                    What::Exchanged { tiles, unknown } => {
                        format!("exchange of {}", tell::count(tiles.len() + unknown, "tile"))
                    }
                    _ => "pass".to_owned(),
                };
                format!("{}  {done}", sheet.name(seat))
            },
        )?;
        if let What::Played(play) = &what {
            self.warn_of(&board, play);
        }
        Ok(said)
    }

    fn warn_of(&self, board: &Board, play: &Play) {
        let words = fit(self.ruleset, board, play).unwrap_or_default();
        let unknown =
            words.iter().map(|word| word.letters()).filter(|word| !self.lexicon.contains(word));
        let unknown: Vec<String> = unknown.map(|word| self.ruleset.alphabet.show(&word)).collect();
        if !unknown.is_empty() {
            warn(&format!("not in {}: {}", self.lexicon.name(), unknown.join(", ")));
        }
    }

    /// The last play was challenged and taken back.
    pub(super) fn withdraw(&mut self) -> anyhow::Result<String> {
        self.change(Following::withdraw, |sheet| {
            sheet.said_of_last("play taken back", &What::Withdrawn)
        })
    }

    /// The last play was challenged and stands.
    pub(super) fn stand(&mut self, points: i32) -> anyhow::Result<String> {
        self.change(
            |game| game.stand(points),
            |sheet| sheet.said_of_last("play stands", &What::ChallengeBonus),
        )
    }

    fn said_of_last(&self, said: &str, what: &What) -> String {
        let last = self
            .record()
            .entries
            .iter()
            .rev()
            .find(|entry| entry.what == *what)
            .expect("it was written down just now");
        format!("{}  {said}  {:+}  {}", self.name(last.seat), last.points, last.total)
    }

    /// The game is over, and these tiles were left, by seat.
    pub(super) fn settle(&mut self, racks: Vec<Tiles>) -> anyhow::Result<String> {
        self.change(|game| game.settle(racks), |_| "the racks are settled".to_owned())
    }

    /// Takes back what was written down last.
    pub(super) fn undo(&mut self) -> anyhow::Result<String> {
        if let Some((said, before)) = self.past.pop() {
            self.game = before;
            return Ok(format!("taken back: {said}"));
        }
        // Of a session before this one only the entries are known.
        let entry = self.game.undo()?;
        Ok(format!("taken back: the last entry of {}", self.name(entry.seat)))
    }

    pub(super) fn save(&self, path: &Path) -> anyhow::Result<()> {
        Ok(write_over(path, "score sheet", is_gcg, &self.record().to_gcg(self.ruleset)?)?)
    }
}
