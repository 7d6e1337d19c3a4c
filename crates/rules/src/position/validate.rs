//! Checking a play before it is made.

use super::Position;
use crate::plays::{FormedWord, Misfit, Words, score};
use crate::ruleset::Ruleset;
use crate::table::Play;

/// A play that the rules allow, and whether its words are valid.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Validation {
    /// The main word first, then cross words in board order.
    pub words: Vec<ValidatedWord>,
    /// What the play scores, whether or not its words are valid.
    pub score: i32,
}

/// One word that a play forms.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ValidatedWord {
    /// The word, tile by tile.
    pub word: FormedWord,
    /// Whether the lexicon has it.
    pub is_valid: bool,
}

/// Why a play is illegal, whatever its words.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum Illegal {
    /// The tiles are placed where the rules do not allow them.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// The player does not have these tiles.
    #[error("{missing} is not on the rack ({rack})")]
    NotOnRack {
        /// The tiles that are missing.
        missing: String,
        /// The rack.
        rack: String,
    },
    /// More tiles than a rack has, where the rack is unknown.
    #[error("the play uses {used} tiles, but a rack has at most {rack}")]
    TooManyTiles {
        /// How many tiles the play uses.
        used: usize,
        /// How many tiles a rack has.
        rack: usize,
    },
}

impl Validation {
    /// Whether all words of the play are valid.
    pub fn is_valid(&self) -> bool {
        self.words.iter().all(|word| word.is_valid)
    }
}

/// Whether a play is legal in a position: the words it forms and which of them are valid, or why
/// the tiles cannot be placed like that. Where the rack is unknown, the player may have any tiles
/// that are not seen elsewhere.
///
/// ```
/// use tisane_lexicon::Lexicon;
/// use tisane_rules::{Board, Position, Ruleset, Tiles, validate};
///
/// let ruleset = Ruleset::named("english")?;
/// let words = ["RETAINS", "AT"].iter().collect();
/// let (lexicon, _) = Lexicon::build("small", &ruleset.alphabet, &words, 15);
/// let mut board = Board::empty(&ruleset.layout);
/// ruleset.parse_play(&board, "8D RETAINS")?.place_on(&mut board);
/// let rack = ruleset.parse_tiles("ATQ")?;
/// let position = Position::new(&ruleset, board, rack, vec![Tiles::new()], vec![0, 66])?;
///
/// let play = ruleset.parse_play(&position.board, "9G AT")?; // forms AT, AA and IT
/// let checked = validate(&ruleset, &position, &play, &lexicon)?;
/// let words: Vec<(String, bool)> = checked
///     .words
///     .iter()
///     .map(|word| (ruleset.alphabet.show(&word.word.letters()), word.is_valid))
///     .collect();
/// assert_eq!(words, [("AT".into(), true), ("AA".into(), false), ("IT".into(), false)]);
/// assert!(!checked.is_valid());
///
/// let play = ruleset.parse_play(&position.board, "1A AT")?;
/// let error = validate(&ruleset, &position, &play, &lexicon).unwrap_err();
/// assert_eq!(error.to_string(), "the play does not touch any tile on the board");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn validate(
    ruleset: &Ruleset,
    position: &Position,
    play: &Play,
    words: &impl Words,
) -> Result<Validation, Illegal> {
    let scored = score(ruleset, &position.board, play)?;
    if let Err(missing) = position.hand(ruleset).without(&play.tiles()) {
        return Err(Illegal::NotOnRack {
            missing: ruleset.name_tiles(&missing),
            rack: ruleset.show_tiles(&position.rack),
        });
    }
    let used = play.placements().len();
    if used > ruleset.rack {
        return Err(Illegal::TooManyTiles { used, rack: ruleset.rack });
    }
    let checked = |word: FormedWord| {
        let is_valid = words.contains(&word.letters());
        ValidatedWord { word, is_valid }
    };
    let words = scored.words.into_iter().map(|scored| checked(scored.word)).collect();
    Ok(Validation { words, score: scored.total })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Board, Tiles};

    fn check(rack: &str, play: &str) -> Result<Validation, String> {
        let ruleset = Ruleset::named("english").unwrap();
        let mut board = Board::empty(&ruleset.layout);
        ruleset.parse_play(&board, "8D RETAINS").unwrap().place_on(&mut board);
        let rack = ruleset.parse_tiles(rack).unwrap();
        let scores = vec![0, 66];
        let position = Position::new(&ruleset, board, rack, vec![Tiles::new()], scores).unwrap();
        let play = ruleset.parse_play(&position.board, play).unwrap();
        let anything_but_aa =
            |word: &[tisane_lexicon::Letter]| ruleset.alphabet.spell(word) != "AA";
        validate(&ruleset, &position, &play, &anything_but_aa).map_err(|error| error.to_string())
    }

    #[test]
    fn each_word_of_a_play_is_judged() {
        let checked = check("ATQ", "9G AT").unwrap();
        assert_eq!(
            checked.words.iter().map(|word| word.is_valid).collect::<Vec<_>>(),
            [true, false, true]
        );
        assert_eq!(checked.score, 8);
        assert!(check("ATQ", "9H AT").unwrap().is_valid());
    }

    #[test]
    fn an_illegal_placement_or_a_missing_tile_is_an_error() {
        assert_eq!(
            check("ATQ", "1A AT").unwrap_err(),
            "the play does not touch any tile on the board"
        );
        assert_eq!(check("ATQ", "9G AX").unwrap_err(), "X is not on the rack (AQT)");
        assert_eq!(check("", "9G AS").unwrap().words.len(), 3, "an unknown rack may have any tile");
        assert_eq!(
            check("", "D1 ABCDEFG(R)H").unwrap_err(),
            "the play uses 8 tiles, but a rack has at most 7"
        );
    }
}
