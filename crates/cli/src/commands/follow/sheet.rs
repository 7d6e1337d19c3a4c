//! The score sheet of a followed game: entries, their descriptions, and undo.

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
    /// Entries of this session: the description, and the game before it.
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

    /// The position of the player to move.
    pub(super) fn now(&self) -> anyhow::Result<RecordedPosition> {
        if let Some(end) = self.end()? {
            return Err(Failure::new(end, "").into());
        }
        Ok(self.game.now()?.expect("a game that goes on has a position"))
    }

    pub(super) fn unseen(&self) -> Result<Tiles, Unwritable> {
        self.game.unseen()
    }

    /// The position of the player to move, whose rack can't contain my tiles.
    pub(super) fn position(&self) -> Result<Position, Unwritable> {
        self.game.position()
    }

    /// Parses a turn of the player to move.
    pub(super) fn read(&self, text: &str) -> Result<What, Unwritable> {
        self.game.read(text)
    }

    /// Makes a change and describes it; on an error nothing changes.
    fn change(
        &mut self,
        change: impl FnOnce(&mut Following<'a>) -> Result<(), Unwritable>,
        describe: impl FnOnce(&Self) -> String,
    ) -> anyhow::Result<String> {
        let before = self.game.clone();
        change(&mut self.game)?;
        let text = describe(self);
        self.past.push((text.clone(), before));
        Ok(text)
    }

    pub(super) fn set_rack(&mut self, rack: Tiles) -> anyhow::Result<String> {
        let tiles = self.ruleset.show_tiles(&rack);
        self.change(
            |game| game.set_rack(rack),
            |sheet| format!("{} has {tiles}", sheet.name(sheet.me())),
        )
    }

    /// Enters a turn.
    pub(super) fn enter(&mut self, what: What) -> anyhow::Result<String> {
        let (seat, board, nth) = (self.now()?.seat, self.board()?, self.record().entries.len());
        let entered = what.clone();
        let text = self.change(
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
                        format!("exchanges {}", tell::count(tiles.len() + unknown, "tile"))
                    }
                    _ => "passes".to_owned(),
                };
                format!("{}  {done}", sheet.name(seat))
            },
        )?;
        if let What::Played(play) = &what {
            self.warn_about_words(&board, play);
        }
        Ok(text)
    }

    fn warn_about_words(&self, board: &Board, play: &Play) {
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
            sheet.last_entry("takes the play back", &What::Withdrawn)
        })
    }

    /// The last play was challenged and is valid.
    pub(super) fn stand(&mut self, points: i32) -> anyhow::Result<String> {
        self.change(
            |game| game.stand(points),
            |sheet| sheet.last_entry("play is valid", &What::ChallengeBonus),
        )
    }

    fn last_entry(&self, text: &str, what: &What) -> String {
        let last = self
            .record()
            .entries
            .iter()
            .rev()
            .find(|entry| entry.what == *what)
            .expect("it was entered just now");
        format!("{}  {text}  {:+}  {}", self.name(last.seat), last.points, last.total)
    }

    /// Enters the final racks, by seat.
    pub(super) fn settle(&mut self, racks: Vec<Tiles>) -> anyhow::Result<String> {
        self.change(|game| game.settle(racks), |_| "final racks entered".to_owned())
    }

    /// Undoes the last entry.
    pub(super) fn undo(&mut self) -> anyhow::Result<String> {
        if let Some((text, before)) = self.past.pop() {
            self.game = before;
            return Ok(format!("undone: {text}"));
        }
        // Entries of earlier sessions have no description.
        let entry = self.game.undo()?;
        Ok(format!("undone: the last entry of {}", self.name(entry.seat)))
    }

    pub(super) fn save(&self, path: &Path) -> anyhow::Result<()> {
        Ok(write_over(path, "score sheet", is_gcg, &self.record().to_gcg(self.ruleset)?)?)
    }
}
