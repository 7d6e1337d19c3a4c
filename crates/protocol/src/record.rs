//! Imported score sheets.

use serde::{Deserialize, Serialize};
use tisane_lexicon::brief;
use tisane_rules::{Cgp, GcgRecord, RecordError, Ruleset, Through, What};

/// An imported game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordView {
    pub ruleset: String,
    /// The first to move comes first.
    pub players: Vec<String>,
    pub turns: Vec<RecordTurn>,
    /// What looks wrong, with line numbers.
    pub warnings: Vec<String>,
}

/// One turn of a score sheet; the last one may be the next turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordTurn {
    pub seat: u32,
    /// What the player knew before it, as CGP; nothing if the sheet has too many of a tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub position: Option<String>,
    /// The move: `8D RETAINS`, `-QVU`, `-3`, `pass`; nothing for the next turn.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mv: Option<String>,
    pub points: i32,
    pub note: String,
}

/// A score sheet to import.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// As GCG.
    pub text: String,
    /// The sheet's own if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ruleset: Option<String>,
}

impl RecordView {
    /// The turns of a sheet, unless they can't be replayed.
    pub fn of(game: &GcgRecord, ruleset: &Ruleset) -> Result<RecordView, RecordError> {
        let GcgRecord { record, warnings, .. } = game;
        let positions = record.positions(ruleset)?;
        let turns = positions.iter().map(|at| {
            let entry = record.entries.get(at.entry);
            RecordTurn {
                seat: at.seat as u32,
                position: at
                    .position
                    .as_ref()
                    .ok()
                    .map(|position| Cgp::new(ruleset, position).to_string()),
                mv: entry.map(|entry| match (&entry.what, entry.what.to_move(), &at.position) {
                    (_, Some(mv), Ok(position)) => {
                        ruleset.show_move_as(&position.board, &mv, Through::Parenthesised)
                    }
                    (What::Exchanged { tiles, unknown }, ..) => {
                        format!("-{}", tiles.len() + unknown)
                    }
                    _ => String::new(),
                }),
                points: entry.map_or(0, |entry| entry.points),
                note: entry.map_or(String::new(), |entry| entry.note.clone()),
            }
        });
        Ok(RecordView {
            ruleset: ruleset.name.clone(),
            turns: turns.collect(),
            players: record.players.iter().map(|player| player.name.clone()).collect(),
            warnings: warnings
                .iter()
                .map(|warning| brief(&warning.to_string()).into_owned())
                .collect(),
        })
    }
}
