//! Positions from any notation.

use std::sync::Arc;

use tisane_rules::{
    Board, Cgp, GcgFile, Impossible, Position, Reason, Record, Ruleset, Tiles, TilesError, Written,
    drawing_and_rack,
};

use super::error::OpenError;
use super::rulebook::{RuleChoices, Rulebook, Rules};
use super::warning::{Warning, already_over, guessed_sizes};

/// Which position of a text is asked for.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct PositionChoices {
    /// The rules.
    pub rules: RuleChoices,
    /// The rack of the player on turn, in place of the one the text gives.
    pub rack: Option<String>,
    /// Whether more tiles on the board than the set has are an error, not a warning.
    pub strict: bool,
    /// Of a game, the turn before which the position is, from 1; the last one if not given.
    pub turn: Option<usize>,
}

/// A position with its rules.
#[derive(Clone, Debug)]
pub struct OpenedPosition {
    /// The rules of the position, which may bring its own board.
    pub ruleset: Arc<Ruleset>,
    /// The ruleset without the changes that the text and the user made.
    pub plain: Arc<Ruleset>,
    /// The position.
    pub position: Position,
    /// The game it is from, if the text is one.
    pub game: Option<OpenedGame>,
}

/// The game that a position is from.
#[derive(Clone, Debug)]
pub struct OpenedGame {
    /// The game.
    pub record: Record,
    /// Whose turn it is.
    pub seat: usize,
    /// The turn before which the position is, from 1.
    pub turn: usize,
    /// How many positions the game has.
    pub turns: usize,
    /// The last turn before which the record gives the rack.
    pub last_known_rack: Option<usize>,
    /// Why the game is over, if the position is the one after its last turn.
    pub over: Option<Reason>,
}

impl Rulebook<'_> {
    /// The position that a text gives; the empty board without a text.
    pub fn position(
        &self,
        text: Option<&Written>,
        choices: &PositionChoices,
        warnings: &mut Vec<Warning>,
    ) -> Result<OpenedPosition, OpenError> {
        if let Some(Written::Game(file)) = text {
            return self.position_of_game(file, choices, warnings);
        }
        if choices.turn.is_some() {
            return Err(OpenError::NotAGame);
        }
        let Rules { mut ruleset, plain } = self.rules(text, &choices.rules, warnings)?;
        let chosen_rack = |ruleset: &Ruleset| {
            choices.rack.as_deref().map(|rack| read_rack(ruleset, rack)).transpose()
        };
        let rack = chosen_rack(&ruleset).map_err(OpenError::Rack)?;
        let mut lenient = |(position, excess): (Position, Option<Impossible>)| match excess {
            Some(excess) if choices.strict => Err(excess),
            excess => {
                warnings.extend(excess.map(Warning::Impossible));
                Ok(position)
            }
        };
        let mut guessed = None;
        let position = match text {
            None | Some(Written::Game(_)) => {
                let board = Board::empty(&ruleset.layout);
                lenient(on_board(&ruleset, board, rack.unwrap_or_default())?)?
            }
            Some(Written::Cgp(cgp)) => {
                let cgp = with_rack(&ruleset, cgp, rack.as_ref());
                let position = lenient(cgp.lenient_position(&ruleset)?)?;
                guessed = guessed_sizes(&ruleset, &position);
                position
            }
            Some(Written::Drawing(text)) => {
                // A user who gives the next rack has already made the drawn play.
                let (drawing, below) = drawing_and_rack(text, rack.is_some());
                let board = ruleset.parse_board(&drawing)?;
                let below = || read_rack(&ruleset, &below.unwrap_or_default());
                let rack = rack.map_or_else(below, Ok).map_err(OpenError::Rack)?;
                lenient(on_board(&ruleset, board, rack)?)?
            }
            Some(Written::Wordsolver(text)) => {
                let case = ruleset.parse_wordsolver_case(text)?;
                let rack = rack.unwrap_or_else(|| case.rack());
                let position = lenient(on_board(&case.ruleset, case.board, rack)?)?;
                ruleset = Arc::new(case.ruleset);
                position
            }
        };
        warnings.extend(guessed);
        warnings.extend(already_over(&ruleset, &position));
        Ok(OpenedPosition { ruleset, plain, position, game: None })
    }

    fn position_of_game(
        &self,
        file: &GcgFile,
        choices: &PositionChoices,
        warnings: &mut Vec<Warning>,
    ) -> Result<OpenedPosition, OpenError> {
        let (Rules { ruleset, plain }, game) = self.record(file, &choices.rules, warnings)?;
        let rack = choices.rack.as_deref().map(|rack| read_rack(&ruleset, rack)).transpose();
        let rack = rack.map_err(OpenError::Rack)?;
        let mut positions = game.record.positions(&ruleset)?;
        let turns = positions.len();
        let turn = choices.turn.unwrap_or(turns);
        if !(1..=turns).contains(&turn) {
            return Err(OpenError::NoSuchTurn { number: turn, turns });
        }
        let has_rack = |position: &Position| !position.rack.is_empty();
        let last_known_rack = positions
            .iter()
            .rposition(|recorded| recorded.position.as_ref().is_ok_and(has_rack))
            .map(|index| index + 1);
        let recorded = positions.swap_remove(turn - 1);
        let over = match recorded.entry == game.record.entries.len() {
            true => game.record.end_reason(&ruleset).ok().flatten(),
            false => None,
        };
        let line = game.lines.get(recorded.entry).copied().unwrap_or(usize::MAX);
        let before = game.warnings.into_iter().filter(|warning| warning.line < line);
        warnings.extend(before.map(Warning::Line));
        let mut position = recorded.position?;
        match rack {
            Some(rack) => position = replace_rack(&ruleset, position, rack)?,
            None if recorded.unknown > 0 && !position.rack.is_empty() => {
                warnings.push(Warning::RackIncomplete {
                    known: ruleset.show_tiles(&position.rack),
                    missing: recorded.unknown,
                });
            }
            None => {}
        }
        warnings.extend(already_over(&ruleset, &position));
        let game = OpenedGame {
            record: game.record,
            seat: recorded.seat,
            turn,
            turns,
            last_known_rack,
            over,
        };
        Ok(OpenedPosition { ruleset, plain, position, game: Some(game) })
    }
}

/// The position with another rack, as far as the rest of the game allows.
fn replace_rack(ruleset: &Ruleset, old: Position, rack: Tiles) -> Result<Position, OpenError> {
    let known = old.others.iter().map(|other| other.known.clone()).collect();
    let new = Position::new(ruleset, old.board, rack, known, old.scores)?;
    let Position { passes, scoreless_turns, final_turns, history, others, .. } = old;
    // The game knows how many tiles the opponents have, if the new rack leaves that many.
    let held = others.iter().map(|other| other.len).sum::<usize>();
    let new = match new.unseen(ruleset).len().checked_sub(held) {
        Some(bag) => Position { others, bag, ..new },
        None => new.with_gone(ruleset, |seat| others[seat - 1].gone),
    };
    Ok(Position { passes, scoreless_turns, final_turns, history, ..new })
}

fn with_rack(ruleset: &Ruleset, cgp: &Cgp, rack: Option<&Tiles>) -> Cgp {
    let mut cgp = cgp.clone();
    if let (Some(rack), Some(own)) = (rack, cgp.racks.first_mut()) {
        *own = ruleset.show_tiles(rack);
    }
    cgp
}

/// The position, and a warning if the board has more tiles than the set.
fn on_board(
    ruleset: &Ruleset,
    board: Board,
    rack: Tiles,
) -> Result<(Position, Option<Impossible>), Impossible> {
    let seats = ruleset.players.from;
    let others = vec![Tiles::new(); seats - 1];
    Position::lenient(ruleset, board, rack, others, vec![0; seats])
}

/// Reads a rack as people type it: `AEINRT?`, `a e i`, `A,E,_`. A blank is `?`, `*` or `_`.
///
/// ```
/// use tisane_app::open::read_rack;
/// use tisane_rules::Ruleset;
/// let ruleset = Ruleset::named("english")?;
/// assert_eq!(read_rack(&ruleset, "a e, i _")?, ruleset.parse_tiles("AEI?")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_rack(ruleset: &Ruleset, text: &str) -> Result<Tiles, TilesError> {
    let text = text.replace('_', "?");
    let parts = text.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty());
    let mut rack = Tiles::new();
    for part in parts {
        for tile in ruleset.parse_tiles(part)?.iter() {
            if rack.count(tile) == Tiles::MAX_OF_A_KIND {
                return Err(TilesError::TooMany { face: ruleset.face(tile).to_owned() });
            }
            rack.insert(tile);
        }
    }
    Ok(rack)
}
