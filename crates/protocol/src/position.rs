//! Positions on the wire: tiles by square, racks as a list of faces.

use serde::{Deserialize, Serialize};
use tisane_rules::{
    Board, HIGHEST_SCORE, Impossible, Layout, LayoutError, Misfit, Operation, Placed, Play,
    Position, Premium, PublicMove, PublicTurn, Ruleset, SeenTurn, Square, Tiles,
};

use crate::detail::{Kind, PositionKind};
use crate::error::{ErrorCode, ErrorView};
use crate::game::{GameView, PlacedView, SeatState};
use crate::ruleset::LayoutView;
use crate::tiles::{faces_of, tiles_of};

/// A position as the player on turn knows it. Lists over seats begin with that player.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionView {
    pub tiles: Vec<PlacedView>,
    /// `?` is a blank.
    pub rack: Vec<String>,
    /// The known tiles of each opponent.
    pub others: Vec<Vec<String>>,
    pub scores: Vec<i32>,
    /// The seats that dropped out, counted from the player on turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u32>>", optional))]
    pub gone: Vec<u32>,
    /// Turns without points in a row.
    pub scoreless_turns: u32,
    /// Passes in a row. If not given, all scoreless turns were passes where only passes end the
    /// game, and none elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub passes: Option<u32>,
    /// Its own board, if that is not the ruleset's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub layout: Option<LayoutView>,
    /// The CGP operations that change the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<OperationView>>", optional))]
    pub operations: Vec<OperationView>,
    /// The last turn of each seat as everybody saw it, the oldest first, if known. Opponents' racks
    /// can be inferred from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<PublicTurnView>>", optional))]
    pub history: Vec<PublicTurnView>,
}

/// As in rulesets.
const HIGHEST_PREMIUM: u8 = 9;

/// Far more turns than inference uses.
const MOST_TURNS: usize = 100;

/// An operation of a CGP: `bb 40`.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OperationView {
    pub code: String,
    pub value: String,
}

/// A turn as everybody saw it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PublicTurnView {
    /// Counted from the player on turn.
    pub seat: u32,
    pub what: PublicMoveView,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "did", rename_all = "snake_case")]
pub enum PublicMoveView {
    Played {
        tiles: Vec<PlacedView>,
        score: i32,
    },
    /// Played, challenged and withdrawn.
    Withdrawn {
        tiles: Vec<PlacedView>,
    },
    Exchanged {
        count: u32,
    },
    Passed,
    /// The turn was lost to a challenge, or its player was away.
    Lost,
}

impl OperationView {
    pub(crate) fn list(operations: &[Operation]) -> Vec<OperationView> {
        operations
            .iter()
            .map(|Operation { code, value }| OperationView {
                code: code.clone(),
                value: value.clone(),
            })
            .collect()
    }

    pub(crate) fn operations(views: &[OperationView]) -> Vec<Operation> {
        views
            .iter()
            .map(|view| Operation { code: view.code.clone(), value: view.value.clone() })
            .collect()
    }
}

impl PublicTurnView {
    fn of(ruleset: &Ruleset, turn: SeenTurn<'_>) -> PublicTurnView {
        let tiles = |play: &Play| PlacedView::list(ruleset, play.placements());
        let what = match turn.what {
            PublicMove::Played { play, score } => {
                PublicMoveView::Played { tiles: tiles(play), score: *score }
            }
            PublicMove::Withdrawn { play } => PublicMoveView::Withdrawn { tiles: tiles(play) },
            PublicMove::Exchanged { n_tiles } => {
                PublicMoveView::Exchanged { count: *n_tiles as u32 }
            }
            PublicMove::Passed => PublicMoveView::Passed,
            PublicMove::Lost => PublicMoveView::Lost,
        };
        PublicTurnView { seat: turn.seat as u32, what }
    }

    fn turn(&self, ruleset: &Ruleset) -> Result<PublicTurn, ErrorView> {
        let what = match &self.what {
            PublicMoveView::Played { tiles, score }
                if score.unsigned_abs() <= HIGHEST_SCORE.unsigned_abs() =>
            {
                PublicMove::Played { play: play_of(ruleset, tiles)?, score: *score }
            }
            PublicMoveView::Played { score, .. } => {
                return Err(ErrorView::detailed(
                    ErrorCode::Position,
                    &Impossible::Score { score: *score },
                ));
            }
            PublicMoveView::Withdrawn { tiles } => {
                PublicMove::Withdrawn { play: play_of(ruleset, tiles)? }
            }
            PublicMoveView::Exchanged { count } => {
                PublicMove::Exchanged { n_tiles: *count as usize }
            }
            PublicMoveView::Passed => PublicMove::Passed,
            PublicMoveView::Lost => PublicMove::Lost,
        };
        Ok(PublicTurn { seat: self.seat as usize, what })
    }
}

/// The tile on its square, which must be on the board.
fn placement(ruleset: &Ruleset, view: &PlacedView) -> Result<(Square, Placed), ErrorView> {
    let square = Square::new(view.row, view.col);
    if !ruleset.layout.contains(square) {
        return Err(ErrorView::from(&Misfit::OffBoard(square)));
    }
    view.placement(ruleset).ok_or_else(|| no_such_tile(ruleset, &view.tile))
}

/// The play of these new tiles.
pub(crate) fn play_of(ruleset: &Ruleset, tiles: &[PlacedView]) -> Result<Play, ErrorView> {
    let placements: Result<Vec<_>, ErrorView> =
        tiles.iter().map(|tile| placement(ruleset, tile)).collect();
    Ok(Play::new(placements?))
}

/// The rack with these faces.
fn rack_of(ruleset: &Ruleset, faces: &[String]) -> Result<Tiles, ErrorView> {
    if faces.len() > Tiles::MAX_OF_A_KIND {
        let values = vec![("max", ruleset.rack.to_string()), ("found", faces.len().to_string())];
        let sentence = format!("{} tiles are more than a rack has", faces.len());
        return Err(ErrorView::of_kind(
            ErrorCode::Position,
            Kind::Position(PositionKind::RackTooLong),
            values,
            &sentence,
        ));
    }
    tiles_of(ruleset, faces).map_err(|face| no_such_tile(ruleset, face))
}

fn no_such_tile(ruleset: &Ruleset, face: &str) -> ErrorView {
    let faces: Vec<&str> =
        ruleset.letters().map(|(letter, _)| ruleset.alphabet.face(letter)).collect();
    let kind = Kind::Position(PositionKind::NoSuchTile);
    let sentence = format!("{} has no tile {face:?}", ruleset.name);
    ErrorView {
        hint: Some(format!("there are {}, and ? is a blank", faces.join(" "))),
        ..ErrorView::of_kind(ErrorCode::Position, kind, vec![("tile", face.to_owned())], &sentence)
    }
}

impl PositionView {
    pub fn of(ruleset: &Ruleset, position: &Position) -> PositionView {
        PositionView {
            tiles: PlacedView::list(ruleset, &position.board.tiles().collect::<Vec<_>>()),
            rack: faces_of(ruleset, &position.rack),
            others: position.others.iter().map(|other| faces_of(ruleset, &other.known)).collect(),
            scores: position.scores.clone(),
            gone: (1..)
                .zip(&position.others)
                .filter_map(|(seat, other)| other.gone.then_some(seat))
                .collect(),
            scoreless_turns: position.scoreless_turns,
            passes: (position.passes > 0).then_some(position.passes),
            layout: None,
            operations: Vec::new(),
            history: {
                let last = position.history.latest_first().take(position.scores.len());
                let mut turns: Vec<PublicTurnView> =
                    last.map(|turn| PublicTurnView::of(ruleset, turn)).collect();
                turns.reverse();
                turns
            },
        }
    }

    /// What the viewer of a game knows, as if they were on turn; nothing for spectators.
    pub fn of_game(view: &GameView) -> Option<PositionView> {
        let (you, n) = (view.you?, view.seats.len());
        let mut order: Vec<u32> = match view.order.is_empty() {
            true => (0..n as u32).collect(),
            false => view.order.clone(),
        };
        let place = order.iter().position(|&seat| seat == you)?;
        order.rotate_left(place);
        let seats: Vec<&SeatState> =
            order.iter().filter_map(|&seat| view.seats.get(seat as usize)).collect();
        Some(PositionView {
            tiles: view.board.clone(),
            rack: seats[0].rack.clone()?,
            others: vec![Vec::new(); n - 1],
            scores: seats.iter().map(|seat| seat.score).collect(),
            gone: (0..).zip(&seats).filter_map(|(seat, state)| state.lost.map(|_| seat)).collect(),
            ..PositionView::default()
        })
    }

    /// The position in this game. If the position has its own board, the ruleset must have it too.
    pub fn position(&self, ruleset: &Ruleset) -> Result<Position, ErrorView> {
        let mut board = Board::empty(&ruleset.layout);
        for tile in &self.tiles {
            let (square, placed) = placement(ruleset, tile)?;
            board.set(square, Some(placed));
        }
        let others: Result<Vec<Tiles>, ErrorView> =
            self.others.iter().map(|faces| rack_of(ruleset, faces)).collect();
        let (mut others, mut scores) = (others?, self.scores.clone());
        if others.is_empty() && scores.is_empty() {
            others = vec![Tiles::new(); ruleset.players.from - 1];
        }
        scores.resize(others.len() + 1, 0);
        let rack = rack_of(ruleset, &self.rack)?;
        let position = Position::new(ruleset, board, rack, others, scores)
            .map_err(|error| ErrorView::detailed(ErrorCode::Position, &error))?;
        let mut position = position.with_gone(ruleset, |seat| self.gone.contains(&(seat as u32)));
        position.scoreless_turns = self.scoreless_turns;
        position.passes = self.passes.unwrap_or(match ruleset.end.scoreless_turns {
            Some(_) => 0,
            None => self.scoreless_turns,
        });
        if self.history.len() > MOST_TURNS {
            let sentence = format!(
                "the position has {} past turns; at most {MOST_TURNS} can be read",
                self.history.len()
            );
            return Err(ErrorView::new(ErrorCode::Position, sentence));
        }
        position.history =
            self.history.iter().map(|turn| turn.turn(ruleset)).collect::<Result<_, _>>()?;
        if ruleset.end.final_turn_each && position.bag == 0 {
            position.final_turns = Some(position.round().count() as u32);
        }
        Ok(position)
    }
}

impl LayoutView {
    /// The board, or why it is invalid.
    pub fn layout(&self) -> Result<Layout, ErrorView> {
        let too_high = self
            .premiums
            .iter()
            .flatten()
            .flatten()
            .any(|premium| premium.letter > HIGHEST_PREMIUM || premium.word > HIGHEST_PREMIUM);
        if too_high {
            return Err(ErrorView::new(
                ErrorCode::Position,
                format!("a premium multiplies by {HIGHEST_PREMIUM} at most"),
            ));
        }
        let premium = |square: &Option<crate::PremiumView>| {
            square.map_or(Premium::NONE, |premium| Premium {
                letter: premium.letter,
                word: premium.word,
                only_value: premium.only_value,
            })
        };
        let rows = self.premiums.iter().map(|row| row.iter().map(premium).collect()).collect();
        let layout = Layout::new(
            rows,
            self.starts.iter().map(|start| Square::new(start.row, start.col)).collect(),
        );
        layout.map_err(|error| match error {
            LayoutError::StartOffBoard(square) => ErrorView::from(&Misfit::OffBoard(square)),
            error => ErrorView::new(ErrorCode::Position, error),
        })
    }
}

#[cfg(test)]
mod tests {
    use tisane_rules::Cgp;

    use super::*;

    #[test]
    fn a_view_has_the_same_rack_sizes_as_a_cgp() {
        let ruleset = Ruleset::named("english").unwrap();
        let board = "7PA6/7UG6/7FE6/7F3AVOW/4V1LINTOL2H/N2YAQONA3D1I/A3G7I1N/R2BACKET3EME/CUB1R1OXEN2TOY/1MIRITI6Z1/4E8ER/4SELcOUTH2I/\
                     9SEEING/8WEST2I/5JUPe5D";
        for (rest, sizes) in
            [("DEDAOO// 300/341/340 0", [3, 3]), ("DEDAOO// 300/341/340 0 gone 2;", [0, 6])]
        {
            let position =
                format!("{board} {rest}").parse::<Cgp>().unwrap().position(&ruleset).unwrap();
            assert_eq!(position.others.iter().map(|other| other.len).collect::<Vec<_>>(), sizes);
            assert_eq!(PositionView::of(&ruleset, &position).position(&ruleset).unwrap(), position);
        }
    }
}
