//! Nobody is helped in a game they are playing, whatever they call it: a position is of a live game if nearly all of its tiles
//! lie where they lie there, so that leaving one out, changing one, adding some or turning the board changes nothing.

use std::collections::HashMap;
use std::sync::Arc;

use tisane_protocol::RoomSummary;
use tisane_protocol::game::PhaseView;
use tisane_rules::{Board, Position, Ruleset, Seat, Square, Tiles};

use crate::blocking::blocking;
use crate::players::Player;
use crate::refused::Refused;
use crate::room::Table;
use crate::{App, Error};

/// So many of one's games are looked at; those under way come first.
const GAMES: usize = 200;

/// What a player sees of a game under way.
struct Live {
    /// What stands on each tile of the board.
    tiles: HashMap<Square, String>,
    rack: Vec<String>,
}

impl Live {
    fn of(table: &Table, seat: Seat) -> Live {
        let ruleset = table.ruleset();
        Live { tiles: faces(ruleset, table.game.board()), rack: rack(ruleset, table.game.rack(seat)) }
    }

    /// Whether an answer about the position would be one about this game.
    fn is(&self, Asked { tiles: asked, rack: left }: &Asked) -> bool {
        if self.tiles.is_empty() {
            let mut left = left.clone();
            let shared =
                self.rack.iter().filter(|face| left.iter().position(|other| other == *face).map(|at| left.swap_remove(at)).is_some());
            return asked.is_empty() && nearly_all(shared.count(), self.rack.len());
        }
        let lies =
            |turn: fn(Square) -> Square| self.tiles.iter().filter(|(square, face)| asked.get(&turn(**square)) == Some(*face)).count();
        nearly_all(lies(|square| square).max(lies(Square::transposed)), self.tiles.len())
    }
}

/// A position that somebody asks about.
struct Asked {
    tiles: HashMap<Square, String>,
    rack: Vec<String>,
}

impl Asked {
    fn of(ruleset: &Ruleset, position: &Position) -> Asked {
        Asked { tiles: faces(ruleset, &position.board), rack: rack(ruleset, &position.rack) }
    }
}

/// Four fifths.
fn nearly_all(part: usize, whole: usize) -> bool {
    5 * part >= 4 * whole
}

/// Faces, since the same game may be asked about under the name of another with other letters.
fn faces(ruleset: &Ruleset, board: &Board) -> HashMap<Square, String> {
    board.tiles().map(|(square, placed)| (square, ruleset.alphabet.face(placed.letter).to_owned())).collect()
}

fn rack(ruleset: &Ruleset, tiles: &Tiles) -> Vec<String> {
    tiles.iter().map(|tile| ruleset.face(tile).to_owned()).collect()
}

impl App {
    /// Refuses if one of the positions is of a game that the player is playing.
    pub(crate) async fn refuse_help(&self, player: Option<&Player>, ruleset: &Arc<Ruleset>, positions: Vec<Position>) -> Result<(), Error> {
        let Some(player) = player else { return Ok(()) };
        let summaries = self.store().rooms_of(&player.id, GAMES).await.map_err(Refused::from)?;
        let playing = summaries
            .iter()
            .filter_map(|summary| serde_json::from_str::<RoomSummary>(summary).ok())
            .filter(|room| matches!(room.phase, PhaseView::Playing | PhaseView::LastChallenge));
        let mut live = Vec::new();
        for room in playing {
            let who = player.id.clone();
            live.extend(self.room(&room.id).await?.look(move |table| table.seat_of(&who).map(|seat| Live::of(table, seat))).await?);
        }
        if live.is_empty() {
            return Ok(());
        }
        let ruleset = ruleset.clone();
        let is_live = move || {
            positions.iter().any(|position| {
                let asked = Asked::of(&ruleset, position);
                live.iter().any(|live| live.is(&asked))
            })
        };
        if blocking(is_live).await? { Err(Refused::NoHelp.into()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tisane_rules::Cgp;

    fn position(text: &str) -> Position {
        text.parse::<Cgp>().unwrap().position(&Ruleset::named("english").unwrap()).unwrap()
    }

    fn is(live: &str, asked: &str) -> bool {
        let ruleset = Ruleset::named("english").unwrap();
        let live = position(live);
        Live { tiles: faces(&ruleset, &live.board), rack: rack(&ruleset, &live.rack) }.is(&Asked::of(&ruleset, &position(asked)))
    }

    #[test]
    fn a_game_is_known_again_however_it_is_disguised() {
        let live = "15/15/15/15/15/15/15/4EXIST6/8E6/8A6/15/15/15/15/15 AEINRT?/ 0/0 0";
        let [tail, rest] = ["15/15/15/15/15", "15/15/15/15/15/15/15"];
        for asked in [
            live.to_owned(),
            format!("{rest}/4EXIST6/8E6/8A6/8S6/15/15/15/15 AEI/ 0/0 0"),
            format!("{rest}/4EXIsT6/8E6/8A6/{tail} QVV/ 0/0 0"),
            format!("{rest}/4EXIST6/8E6/8S6/{tail} AEINRT?/ 0/0 0"),
            format!("{rest}/4EXIST6/8E6/15/{tail} AEINRT?/ 0/0 0"),
            "15/15/15/15/7E7/7X7/7I7/7S7/7TEA5/15/15/15/15/15/15 AEINRT?/ 0/0 0".to_owned(),
        ] {
            assert!(is(live, &asked), "{asked}");
        }
        for asked in [
            format!("15/{rest}/4EXIST6/8E6/8A6/15/15/15/15 AEINRT?/ 0/0 0"),
            format!("{rest}/4EXIST6/15/15/{tail} AEINRT?/ 0/0 0"),
            format!("{rest}/15/15/15/{tail} AEINRT?/ 0/0 0"),
        ] {
            assert!(!is(live, &asked), "{asked}");
        }
    }

    #[test]
    fn before_the_first_play_a_game_is_known_by_the_rack() {
        let empty = |rack: &str| format!("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 {rack}/ 0/0 0");
        assert!(is(&empty("AEINRT?"), &empty("AEINRT?")));
        assert!(is(&empty("AEINRT?"), &empty("AEINRTS")));
        assert!(!is(&empty("AEINRT?"), &empty("AEIOU")));
        assert!(!is(&empty("AEINRT?"), "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/0 0"));
    }
}
