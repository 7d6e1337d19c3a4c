//! From the lines of a GCG file to a record, by the letters and board of a ruleset.

use super::{
    AWAY, CHALLENGE, GcgDoubt, GcgError, GcgEvent, GcgFault, GcgFile, GcgRecord, GcgWarning,
};
use crate::notation::MoveTextError;
use crate::plays::score;
use crate::position::Impossible;
use crate::record::{Entry, Record, Replay, What};
use crate::ruleset::Ruleset;
use crate::table::Tiles;

impl GcgFile {
    /// The game, played by this ruleset.
    pub fn record(&self, ruleset: &Ruleset) -> Result<GcgRecord, GcgError> {
        let mut record = Record {
            players: self.players.clone(),
            title: self.title.clone(),
            description: self.description.clone(),
            id: self.id.clone(),
            lexicon: self.lexicon.clone(),
            tile_distribution: self.tile_distribution.clone(),
            board_layout: self.board_layout.clone(),
            game_type: self.game_type.clone(),
            others: self.others.clone(),
            incomplete: self.incomplete,
            ..Record::default()
        };
        let mut warnings = self.warnings.clone();
        let mut replay = Replay::new(ruleset, self.players.len());
        for event in &self.events {
            let fault = |fault| GcgError { line: event.line, text: event.text.clone(), fault };
            let mut warn = |doubt| warnings.push(GcgWarning { line: event.line, doubt });
            let entry = entry(ruleset, &replay, event, &mut warn).map_err(fault)?;
            replay.step(&entry).map_err(|error| fault(error.into()))?;
            record.entries.push(entry);
        }
        self.read_racks(ruleset, &mut record, &replay, &mut warnings)?;
        let lines: Vec<usize> = self.events.iter().map(|event| event.line).collect();
        let found = record.check(ruleset).expect("each entry was replayed just now");
        warnings.extend(found.into_iter().map(|found| GcgWarning {
            line: lines[found.entry],
            doubt: GcgDoubt::Entry(found.doubt),
        }));
        warnings.sort_by_key(|warning| warning.line);
        Ok(GcgRecord { record, warnings, lines })
    }

    /// The racks at the end of the file. Impossible ones are a warning.
    fn read_racks(
        &self,
        ruleset: &Ruleset,
        record: &mut Record,
        replay: &Replay<'_>,
        warnings: &mut Vec<GcgWarning>,
    ) -> Result<(), GcgError> {
        let given = self.racks.iter().enumerate();
        let on_turn = self.rack_on_turn.iter().map(|rack| (replay.next_seat(), rack));
        let seats = self.racks.len().max(replay.next_seat() + 1);
        let (mut racks, mut counted) = (vec![Tiles::new(); seats], vec![Tiles::new(); seats]);
        let (mut hidden, _) = ruleset.off_board(&replay.board);
        for (seat, (line, text)) in given.chain(on_turn) {
            let (line, fault) =
                (*line, |fault| GcgError { line: *line, text: text.clone(), fault });
            let tiles = ruleset.parse_tiles(text).map_err(|error| fault(error.into()))?;
            let (max, found) = (ruleset.rack, tiles.len());
            // The second line for a player replaces the first.
            hidden.add(&std::mem::take(&mut counted[seat]));
            let error = match hidden.without(&tiles) {
                _ if found > max => Some(Impossible::RackTooLong { max, found }),
                Ok(left) => {
                    hidden = left;
                    counted[seat] = tiles.clone();
                    None
                }
                Err(missing) => {
                    Some(Impossible::TooManyTiles { tiles: ruleset.name_tiles(&missing) })
                }
            };
            if let Some(error) = error {
                let doubt = GcgDoubt::ImpossibleRack { rack: text.clone(), error };
                warnings.push(GcgWarning { line, doubt });
            }
            racks[seat] = tiles;
        }
        while racks.last().is_some_and(Tiles::is_empty) {
            racks.pop();
        }
        record.racks = racks;
        Ok(())
    }
}

fn entry(
    ruleset: &Ruleset,
    replay: &Replay<'_>,
    event: &GcgEvent,
    warn: &mut dyn FnMut(GcgDoubt),
) -> Result<Entry, GcgFault> {
    let parts: Vec<&str> = event.parts.iter().map(String::as_str).collect();
    let (rack, what) = what(ruleset, replay, &parts)?;
    let mut rack = match rack {
        None => Tiles::new(),
        // Some programs write this for an unknown rack.
        Some("UNKNOWN") => Tiles::new(),
        Some(text) => ruleset.parse_tiles(text).unwrap_or_else(|error| {
            warn(GcgDoubt::Rack { rack: text.to_owned(), error });
            Tiles::new()
        }),
    };
    if rack.is_empty() {
        // Tiles that were played or exchanged were on the rack.
        rack = match &what {
            What::Withdrawn => replay.rack_of_last_play(event.seat).cloned().unwrap_or_default(),
            what => what.tiles_shown(),
        };
    }
    let points = event.points.unwrap_or_else(|| {
        let computed = match &what {
            What::Played(play) => {
                score(ruleset, &replay.board, play).map_or(0, |scored| scored.total)
            }
            _ => event.total.map_or(0, |total| total.saturating_sub(replay.total(event.seat))),
        };
        warn(GcgDoubt::NoPoints { computed });
        computed
    });
    let total = event.total.unwrap_or_else(|| {
        warn(GcgDoubt::NoTotal);
        replay.total(event.seat).saturating_add(points)
    });
    let (what, note) =
        if what == What::Passed { lost(ruleset, &event.note) } else { (what, event.note.clone()) };
    Ok(Entry { seat: event.seat, rack, what, points, total, note })
}

/// The format has the same line for turns that were passed and turns that were lost. Our own note
/// tells them apart.
fn lost(ruleset: &Ruleset, note: &str) -> (What, String) {
    let (first, rest) = note.split_once('\n').unwrap_or((note, ""));
    let word = first.strip_prefix(CHALLENGE).map(|word| ruleset.alphabet.parse(word.trim()));
    match word {
        Some(Ok(word)) => (What::TurnLost { word }, rest.to_owned()),
        None if first.trim() == AWAY => (What::Skipped, rest.to_owned()),
        _ => (What::Passed, note.to_owned()),
    }
}

/// The text of the rack, and what happened.
fn what<'a>(
    ruleset: &Ruleset,
    replay: &Replay<'_>,
    parts: &[&'a str],
) -> Result<(Option<&'a str>, What), GcgFault> {
    let (last, before) = parts.split_last().ok_or(GcgFault::NoEvent)?;
    let in_parentheses = last.strip_prefix('(').and_then(|inside| inside.strip_suffix(')'));
    let what = match (*last, in_parentheses) {
        ("--", _) => What::Withdrawn,
        (_, Some(inside)) if inside.eq_ignore_ascii_case("challenge") => What::ChallengeBonus,
        (_, Some(inside)) if inside.eq_ignore_ascii_case("time") => What::TimePenalty,
        (_, Some(inside)) if before.len() < 2 => What::EndRack(ruleset.parse_tiles(inside)?),
        ("-" | "-0", _) => What::Passed,
        (exchange, _) if exchange.starts_with('-') => {
            let tiles = &exchange[1..];
            match tiles.parse::<usize>() {
                Ok(unknown) if unknown <= ruleset.rack => {
                    What::Exchanged { tiles: Tiles::new(), unknown }
                }
                Ok(_) => return Err(GcgFault::NoEvent),
                Err(_) => What::Exchanged { tiles: ruleset.parse_tiles(tiles)?, unknown: 0 },
            }
        }
        (word, _) => {
            let (place, before) = before.split_last().ok_or(GcgFault::NoEvent)?;
            let play =
                ruleset.parse_placement(&replay.board, place, word).map_err(
                    |error| match error {
                        MoveTextError::Place(_) => GcgFault::NoEvent,
                        error => error.into(),
                    },
                )?;
            return Ok((rack(before)?, What::Played(play)));
        }
    };
    Ok((rack(before)?, what))
}

fn rack<'a>(before: &[&'a str]) -> Result<Option<&'a str>, GcgFault> {
    match before {
        [] => Ok(None),
        [rack] => Ok(Some(rack)),
        _ => Err(GcgFault::NoEvent),
    }
}
