//! What a move scores word by word, or why it is not legal.

use serde::{Deserialize, Serialize};
use tisane_app::open::place_name;
use tisane_lexicon::{Lexicon, count};
use tisane_rules::{Impossible, Move, Position, Ruleset, ScoredWord, score};

use crate::detail::{Kind, PositionKind};
use crate::error::{ErrorCode, ErrorView};

/// Whether a move is legal, and what it scores word by word.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoreView {
    #[serde(rename = "move")]
    pub mv: String,
    pub legal: bool,
    /// Why it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
    /// Why it does not fit the board, for clients that translate it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub misfit: Option<ErrorView>,
    /// Why it is not legal, for the same clients. Answers that carry it do so in a field of their
    /// own.
    #[serde(skip)]
    pub refused: Option<ErrorView>,
    /// Its score if it stands; nothing if it does not fit the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub score: Option<i32>,
    /// The bonus for the number of tiles.
    pub bonus: i32,
    /// The main word first.
    pub words: Vec<ScoredWordView>,
    /// The words that are not in the lexicon.
    pub invalid: Vec<String>,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoredWordView {
    /// Blanks are in lower case.
    pub word: String,
    /// `8D` across, `D8` down.
    pub place: String,
    /// Whether it is in the lexicon; nothing without a lexicon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub valid: Option<bool>,
    pub tiles: Vec<ScoredTileView>,
    /// The word premiums under its new tiles, multiplied.
    pub multiplier: i32,
    pub points: i32,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoredTileView {
    pub square: String,
    /// The letter on the tile, or the letter that the blank represents.
    pub tile: String,
    pub blank: bool,
    /// Placed by this play.
    pub new: bool,
    pub value: i32,
    /// The letter premium under it.
    pub times: i32,
}

impl ScoreView {
    /// Scores a move. An empty rack is unknown.
    pub fn of(ruleset: &Ruleset, lexicon: &Lexicon, position: &Position, mv: &Move) -> ScoreView {
        ScoreView::judge(ruleset, Some(lexicon), position, mv)
    }

    /// The same without a lexicon: every word is valid.
    pub fn without_lexicon(ruleset: &Ruleset, position: &Position, mv: &Move) -> ScoreView {
        ScoreView::judge(ruleset, None, position, mv)
    }

    fn judge(
        ruleset: &Ruleset,
        lexicon: Option<&Lexicon>,
        position: &Position,
        mv: &Move,
    ) -> ScoreView {
        let text = ruleset.show_move(&position.board, mv);
        let needed = match mv {
            Move::Play(play) => play.tiles(),
            Move::Exchange(tiles) => tiles.clone(),
            Move::Pass => {
                return ScoreView { legal: true, reason: None, ..ScoreView::illegal(text, "") };
            }
        };
        let missing = match position.rack.without(&needed) {
            Err(missing) if !position.rack.is_empty() => {
                let rack = ruleset.show_tiles(&position.rack);
                let values =
                    vec![("missing", ruleset.show_tiles(&missing)), ("rack", rack.clone())];
                Some(ErrorView::about(
                    ErrorCode::NotOnRack,
                    values,
                    format!("the rack {rack} does not have {}", ruleset.name_tiles(&missing)),
                ))
            }
            Err(_) if needed.len() > ruleset.rack => Some(ErrorView::detailed(
                ErrorCode::Position,
                &Impossible::RackTooLong { max: ruleset.rack, found: needed.len() },
            )),
            Err(_) => position.unseen(ruleset).without(&needed).err().map(|missing| {
                let (kind, values) = (
                    Kind::Position(PositionKind::TooManyTiles),
                    vec![("tiles", ruleset.show_tiles(&missing))],
                );
                let sentence =
                    format!("{} would be more than the set has", ruleset.name_tiles(&missing));
                ErrorView::of_kind(ErrorCode::Position, kind, values, &sentence)
            }),
            Ok(_) => None,
        };
        let play = match mv {
            Move::Play(play) => play,
            _ => {
                let refused = missing.or_else(|| no_exchange(ruleset, position, needed.len()));
                return ScoreView { score: Some(0), ..ScoreView::judged(text, refused) };
            }
        };
        let scored = match score(ruleset, &position.board, play) {
            Ok(scored) => scored,
            Err(misfit) => {
                let view = ErrorView::from(&misfit);
                return ScoreView {
                    misfit: Some(view.clone()),
                    ..ScoreView::judged(text, Some(view))
                };
            }
        };
        let words: Vec<ScoredWordView> =
            scored.words.iter().map(|word| ScoredWordView::of(ruleset, lexicon, word)).collect();
        let invalid: Vec<String> = words
            .iter()
            .filter(|word| word.valid == Some(false))
            .map(|word| word.word.clone())
            .collect();
        let not_words = || {
            let lexicon = lexicon.filter(|_| !invalid.is_empty())?;
            let (verb, list) = (if invalid.len() == 1 { "is" } else { "are" }, invalid.join(", "));
            let sentence = format!("{list} {verb} not in {}", lexicon.name());
            Some(ErrorView::about(ErrorCode::NotWords, vec![("words", list)], sentence))
        };
        let refused = missing.or_else(not_words);
        ScoreView {
            score: Some(scored.total),
            bonus: scored.bonus,
            words,
            invalid,
            ..ScoreView::judged(text, refused)
        }
    }

    /// A legal move, unless it is refused.
    fn judged(mv: String, refused: Option<ErrorView>) -> ScoreView {
        let reason = refused.as_ref().map(|refused| refused.error.clone());
        ScoreView { legal: reason.is_none(), reason, refused, ..ScoreView::illegal(mv, "") }
    }

    /// An illegal move.
    pub fn illegal(mv: String, reason: &str) -> ScoreView {
        ScoreView {
            mv,
            legal: false,
            reason: Some(reason.to_owned()),
            misfit: None,
            refused: None,
            score: None,
            bonus: 0,
            words: Vec::new(),
            invalid: Vec::new(),
        }
    }
}

fn no_exchange(ruleset: &Ruleset, position: &Position, n_tiles: usize) -> Option<ErrorView> {
    if position.may_exchange(ruleset, n_tiles) {
        return None;
    }
    let bag = count(position.bag, "tile");
    let (needed, sentence) = match ruleset.exchange {
        None => {
            return Some(ErrorView::about(
                ErrorCode::NoExchanges,
                vec![],
                "tiles can't be exchanged in this game".to_owned(),
            ));
        }
        Some(rule) if position.bag < rule.bag_at_least => (
            rule.bag_at_least,
            format!("the bag has {bag}, and an exchange needs {}", rule.bag_at_least),
        ),
        Some(_) => (n_tiles, format!("the bag has {bag}, fewer than {n_tiles}")),
    };
    let values = vec![("needed", needed.to_string()), ("bag", position.bag.to_string())];
    Some(ErrorView::about(ErrorCode::BagTooSmall, values, sentence))
}

impl ScoredWordView {
    fn of(ruleset: &Ruleset, lexicon: Option<&Lexicon>, scored: &ScoredWord) -> ScoredWordView {
        let tiles =
            scored.word.tiles.iter().zip(&scored.tiles).map(|(tile, points)| ScoredTileView {
                square: tile.square.to_string(),
                tile: ruleset.alphabet.face(tile.placed.letter).to_owned(),
                blank: tile.placed.blank,
                new: tile.new,
                value: points.value,
                times: points.times,
            });
        ScoredWordView {
            word: ruleset.show_word(scored.word.tiles.iter().map(|tile| tile.placed)),
            place: place_name(scored.word.start, scored.word.direction),
            valid: lexicon.map(|lexicon| lexicon.contains(&scored.word.letters())),
            tiles: tiles.collect(),
            multiplier: scored.multiplier,
            points: scored.points,
        }
    }
}
