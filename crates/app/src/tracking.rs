//! Tracking a game that is played elsewhere, turn by turn, on a score sheet.

use tisane_lexicon::Lexicon;
use tisane_rules::{Following, Record, RecordError, Ruleset, TilesError, Unwritable, What, score};

use crate::open::read_rack;

/// What the tracker writes down.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum TrackedAction {
    /// The tracker's own rack.
    Rack(String),
    /// A move of the player on turn: `8D RETAINS`, `-QVU`, `-3`, `pass`.
    Move(String),
    /// The last play was challenged and withdrawn.
    Phony,
    /// The last play was challenged and stood, which earned its player these points.
    Stood(i32),
    /// The game is over, and these tiles were left, by seat.
    Left(Vec<String>),
    /// Takes back the last entry.
    Undo,
}

/// Why something can't be written down.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum TrackingError {
    /// It does not fit the game.
    #[error(transparent)]
    Refused(#[from] Unwritable),
    /// A rack can't be read.
    #[error(transparent)]
    Tiles(#[from] TilesError),
}

/// Writes something down.
pub fn write(
    following: &mut Following<'_>,
    ruleset: &Ruleset,
    action: &TrackedAction,
) -> Result<(), TrackingError> {
    match action {
        TrackedAction::Rack(text) => following.set_rack(read_rack(ruleset, text)?)?,
        TrackedAction::Move(text) => {
            let what = following.read(text)?;
            following.enter(what)?;
        }
        TrackedAction::Phony => following.withdraw()?,
        TrackedAction::Stood(points) => following.stand(*points)?,
        TrackedAction::Left(racks) => {
            let racks = racks.iter().map(|text| read_rack(ruleset, text));
            following.settle(racks.collect::<Result<_, _>>()?)?;
        }
        TrackedAction::Undo => drop(following.undo()?),
    }
    Ok(())
}

/// The words of the last play that are not in the lexicon.
pub fn phonies_of_last_play(
    ruleset: &Ruleset,
    record: &Record,
    lexicon: &Lexicon,
) -> Result<Vec<String>, RecordError> {
    let last = record.entries.iter().rposition(|entry| !matches!(entry.what, What::EndRack(_)));
    let Some(last) = last else { return Ok(Vec::new()) };
    let What::Played(play) = &record.entries[last].what else { return Ok(Vec::new()) };
    let before = Record { entries: record.entries[..last].to_vec(), ..record.clone() };
    let board = before.board(ruleset)?;
    let words = score(ruleset, &board, play).map(|scored| scored.words).unwrap_or_default();
    let letters =
        words.iter().map(|word| word.word.letters()).filter(|letters| !lexicon.contains(letters));
    Ok(letters.map(|letters| ruleset.alphabet.show(&letters)).collect())
}

/// Whether the tiles left on the racks of a game that is over have been counted.
pub fn is_settled(record: &Record) -> bool {
    record.entries.iter().any(|entry| matches!(entry.what, What::EndRack(_)))
}
