//! Questions about one position: what to play, what a move is worth, what opponents hold.

use std::sync::Arc;

use tisane_engine::infer::Inference;
use tisane_engine::leave::NoLeaves;
use tisane_engine::matches::Go;
use tisane_engine::review::{Loss, ReviewMethod, loss};
use tisane_engine::{Analysis, Engine, Fingerprint, Limits, Line, Method};
use tisane_lexicon::Lexicon;
use tisane_rules::{
    Move, MoveText, MoveTextError, Place, Position, Ruleset, TargetWord, TargetWordError, Tile,
    Tiles, places, read_move,
};

use crate::open::phonies;

/// The engine for a game with changed rules or another board. It keeps the model if that still
/// fits.
pub fn variation(engine: &Engine, ruleset: Arc<Ruleset>) -> Engine {
    let lexicon = engine.lexicon().clone();
    let is_kin =
        Fingerprint::of(&ruleset, &lexicon).is_kin(&Fingerprint::of(engine.ruleset(), &lexicon));
    match is_kin && ruleset.layout == engine.ruleset().layout {
        true => Engine::new(ruleset, lexicon, engine.evaluation().clone()),
        false => Engine::new(ruleset, lexicon, NoLeaves),
    }
}

/// What a position tells without a search.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Survey {
    /// The tiles that the player on turn does not see.
    pub unseen: Tiles,
    /// How many of them are in the bag.
    pub bag: usize,
    /// Words on the board that are not in the lexicon: `8D RETANIS`.
    pub phonies: Vec<String>,
}

impl Survey {
    /// Counts the tiles and checks the words of a position.
    pub fn of(ruleset: &Ruleset, lexicon: &Lexicon, position: &Position) -> Survey {
        Survey {
            unseen: position.unseen(ruleset),
            bag: tiles_in_bag(ruleset, position),
            phonies: phonies(ruleset, lexicon, &position.board),
        }
    }
}

/// How many tiles are in the bag. While there is a bag every rack is full, so the tiles missing
/// from an incomplete rack are not in it.
fn tiles_in_bag(ruleset: &Ruleset, position: &Position) -> usize {
    position.bag.saturating_sub(ruleset.rack.saturating_sub(position.rack.len()))
}

/// The best moves by static equity.
pub fn rank(engine: &Engine, position: &Position, top: usize) -> Analysis {
    let candidates = if position.rack.is_empty() { Vec::new() } else { engine.top(position, top) };
    Analysis { method: Method::Static, lines: candidates.into_iter().map(Line::of).collect() }
}

/// What a move is worth compared with the best one.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The move, as the engine lists it.
    pub mv: Move,
    /// The moves it was compared with.
    pub analysis: Analysis,
    /// The index of its line, if it is legal.
    pub place: Option<usize>,
    /// What it loses.
    pub loss: Option<Loss>,
}

/// Compares a move with the best ones.
pub fn judge(engine: &Engine, position: &Position, mv: &Move, method: ReviewMethod) -> Judgement {
    let mv = engine.as_listed(position, mv);
    let analysis = match method {
        ReviewMethod::Static => rank_all(engine, position),
        ReviewMethod::Ahead(limits) => {
            engine.solve_with(position, Some(&mv), limits, &mut |_| Go::On)
        }
    };
    let place = analysis.lines.iter().position(|line| line.candidate.mv == mv);
    let loss = place.and_then(|place| loss(&analysis.lines[0], &analysis.lines[place]));
    Judgement { mv, analysis, place, loss }
}

fn rank_all(engine: &Engine, position: &Position) -> Analysis {
    let lines = engine.moves(position).into_iter().map(Line::of).collect();
    Analysis { method: Method::Static, lines }
}

/// How closely moves are compared: by static equity, or with a search within these limits.
pub fn review_method(limits: Option<Limits>) -> ReviewMethod {
    limits.map_or(ReviewMethod::Static, ReviewMethod::Ahead)
}

/// The tiles each opponent probably kept, with the chance in thousandths, the likeliest first.
pub fn infer(engine: &Engine, position: &Position) -> Vec<Vec<(Tile, u32)>> {
    let unseen = position.unseen(engine.ruleset());
    let beliefs = engine.infer(position, Inference::default());
    let tiles = |belief: &tisane_engine::infer::Belief| {
        let mut tiles: Vec<(Tile, u32)> =
            unseen.kinds().map(|(tile, _)| (tile, belief.holds(tile))).collect();
        tiles.retain(|(_, chance)| *chance > 0);
        tiles.sort_by_key(|(_, chance)| std::cmp::Reverse(*chance));
        tiles
    };
    beliefs.others.iter().map(tiles).collect()
}

/// Why a text is no move that can be judged.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum TypedMoveError {
    /// It can't be read.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// It is something else that players say, such as a challenge.
    #[error("{0:?} is neither a play, an exchange of named tiles nor a pass")]
    NotATurn(String),
}

/// The move that somebody types: `8d retains`, `-QVU`, `pass`. In a word all in small letters only
/// letters that are missing from the rack are blanks.
pub fn typed_move(
    ruleset: &Ruleset,
    position: &Position,
    text: &str,
) -> Result<Move, TypedMoveError> {
    match read_move(ruleset, &position.board, &position.hand(ruleset), text)? {
        MoveText::Move(mv) => Ok(mv),
        MoveText::ExchangeOf(_) => {
            Err(MoveTextError::UnknownTiles { text: text.trim().to_owned() }.into())
        }
        _ => Err(TypedMoveError::NotATurn(text.to_owned())),
    }
}

/// Where a word can be played.
#[derive(Clone, Debug)]
pub struct WordPlaces {
    /// The word.
    pub word: TargetWord,
    /// The places, the highest score first.
    pub places: Vec<Place>,
}

/// Every place for a word whose main and cross words are in the lexicon; anywhere that it fits with
/// `phonies` or without a lexicon.
pub fn word_places(
    ruleset: &Ruleset,
    lexicon: Option<&Lexicon>,
    position: &Position,
    word: &str,
    phonies: bool,
) -> Result<WordPlaces, TargetWordError> {
    let word = TargetWord::parse(&ruleset.alphabet, word)?;
    let is_word =
        |letters: &[_]| phonies || lexicon.is_none_or(|lexicon| lexicon.contains(letters));
    let places = match is_word(&word.letters()) {
        true => places(ruleset, &position.board, &word, &position.hand(ruleset), is_word),
        false => Vec::new(),
    };
    Ok(WordPlaces { word, places })
}
