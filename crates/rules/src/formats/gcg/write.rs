//! From a record to a GCG file: UTF-8, with dots for tiles that were played through.

use super::{AWAY, CHALLENGE};
use crate::notation::{Brackets, Through};
use crate::record::{Entry, Record, RecordError, Replay, What};
use crate::ruleset::Ruleset;

impl Record {
    /// The record as a GCG file that [`GcgFile`](super::GcgFile) reads back. Spaces and colons in
    /// nicknames become `_`; a player without a full name gets the nickname.
    pub fn to_gcg(&self, ruleset: &Ruleset) -> Result<String, RecordError> {
        let nicks = self.nicks();
        let mut text = String::from("#character-encoding UTF-8\n");
        for (number, (player, nick)) in (1..).zip(self.players.iter().zip(&nicks)) {
            let name = one_line(&player.name);
            text +=
                &format!("#player{number} {nick} {}\n", if name.is_empty() { nick } else { &name });
        }
        let id = self.id.as_ref().map(|id| format!("{} {}", id.authority, id.id));
        let pragmata = [
            ("title", Some(self.title.as_str())),
            ("description", Some(&self.description)),
            ("id", id.as_deref()),
            ("lexicon", self.lexicon.as_deref()),
            ("game-type", self.game_type.as_deref()),
            ("board-layout", self.board_layout.as_deref()),
            ("tile-distribution", self.tile_distribution.as_deref()),
        ];
        for (keyword, value) in pragmata {
            if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
                if keyword == "description" {
                    pragma(&mut text, keyword, value)
                } else {
                    pragma(&mut text, keyword, &one_line(value))
                }
            }
        }
        for (keyword, value) in &self.others {
            pragma(&mut text, keyword, value);
        }
        let mut replay = Replay::new(ruleset, self.players.len());
        for (index, entry) in self.entries.iter().enumerate() {
            let fault = |fault| RecordError { entry: index, fault };
            replay.possible(entry).map_err(fault)?;
            let line = show_entry(ruleset, &replay, entry);
            replay.step(entry).map_err(fault)?;
            text += &format!(">{}:{line}\n", nicks[entry.seat]);
            let said = match &entry.what {
                What::TurnLost { word } => format!("{CHALLENGE} {}", ruleset.alphabet.show(word)),
                What::Skipped => AWAY.to_owned(),
                _ => String::new(),
            };
            // The note itself follows on the next lines.
            let noted = if said.is_empty() || entry.note.is_empty() {
                said + &entry.note
            } else {
                format!("{said}\n{}", entry.note)
            };
            if !noted.is_empty() {
                note(&mut text, &noted);
            }
        }
        for (number, rack) in (1..).zip(&self.racks).filter(|(_, rack)| !rack.is_empty()) {
            text += &format!("#rack{number} {}\n", ruleset.show_tiles(rack));
        }
        if self.incomplete {
            text += "#incomplete\n";
        }
        Ok(text)
    }

    /// Nicknames without spaces and colons, all different.
    fn nicks(&self) -> Vec<String> {
        let mut nicks: Vec<String> = Vec::new();
        for (number, player) in (1..).zip(&self.players) {
            let mut nick =
                player.nick.replace(|c: char| c.is_whitespace() || c.is_control() || c == ':', "_");
            if nick.is_empty() {
                nick = format!("player{number}");
            }
            while nicks.iter().any(|other| other.eq_ignore_ascii_case(&nick)) {
                nick += &number.to_string();
            }
            nicks.push(nick);
        }
        nicks
    }
}

/// The text after the nickname and colon.
fn show_entry(ruleset: &Ruleset, replay: &Replay<'_>, entry: &Entry) -> String {
    let what = match &entry.what {
        What::Played(play) => {
            ruleset.show_play_with(&replay.board, play, Through::Dots, Brackets::SeveralCharacters)
        }
        What::Withdrawn => "--".to_owned(),
        What::Exchanged { tiles, unknown: 0 } => format!("-{}", ruleset.show_tiles(tiles)),
        What::Exchanged { tiles, unknown } => format!("-{}", tiles.len() + unknown),
        What::Passed | What::TurnLost { .. } | What::Skipped => "-".to_owned(),
        What::ChallengeBonus => CHALLENGE.to_owned(),
        What::TimePenalty => "(time)".to_owned(),
        What::EndRack(tiles) => format!("({})", ruleset.show_tiles(tiles)),
    };
    // Some programs need a rack in every line; use the known tiles.
    let shown = entry.what.tiles_shown();
    let rack = match &entry.what {
        _ if !entry.rack.is_empty() => &entry.rack,
        What::Withdrawn => replay.rack_of_last_play(entry.seat).unwrap_or(&entry.rack),
        _ => &shown,
    };
    format!(" {} {what} {:+} {}", ruleset.show_tiles(rack), entry.points, entry.total)
}

fn note(text: &mut String, note: &str) {
    let mut lines = note.split('\n');
    *text += format!("#note {}", lines.next().unwrap_or("").trim()).trim_end();
    text.push('\n');
    for line in lines.map(str::trim) {
        // Mark a line that looks like the start of something else as a continuation.
        if line.is_empty() || line.starts_with(['#', '>']) {
            *text += format!("#- {line}").trim_end();
        } else {
            *text += line;
        }
        text.push('\n');
    }
}

fn pragma(text: &mut String, keyword: &str, value: &str) {
    let mut lines = value.split('\n');
    *text += format!(
        "#{} {}",
        keyword.replace(char::is_whitespace, "-"),
        lines.next().unwrap_or("").trim()
    )
    .trim_end();
    text.push('\n');
    for line in lines {
        *text += format!("#- {}", line.trim()).trim_end();
        text.push('\n');
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
