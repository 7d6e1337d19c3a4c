//! Where a word can be played.

use serde::{Deserialize, Serialize};
use tisane_app::analysis::{WordPlaces, word_places};
use tisane_lexicon::Lexicon;
use tisane_rules::{Board, Move, Place, Play, Position, Ruleset, TargetWordError, Through};

/// A word, and the position to play it in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PlaceRequest {
    /// As CGP. If the rack is known the tiles come from it; otherwise they may be any unseen tiles.
    pub position: String,
    /// The whole word, including tiles on the board. Lower-case letters among capitals are blanks.
    pub word: String,
    /// The position's own if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ruleset: Option<String>,
    /// The ruleset's own if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// Also placements that form invalid words, as they may happen in a game played elsewhere.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub phonies: bool,
}

/// Where a word can be placed.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlacementsView {
    pub word: String,
    /// Whether it is in the lexicon; nothing without a lexicon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub valid: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    /// The highest score first.
    pub placements: Vec<PlacementView>,
}

/// A placement of a word.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlacementView {
    /// With as few blanks as possible.
    #[serde(rename = "move")]
    pub mv: String,
    pub score: i32,
    /// The same placement with more or other blanks, the fewest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<VariantView>>"))]
    pub with_blanks: Vec<VariantView>,
    /// Invalid words that it forms, if these were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub invalid: Vec<String>,
}

/// A placement with other blanks.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VariantView {
    #[serde(rename = "move")]
    pub mv: String,
    pub score: i32,
}

impl PlacementsView {
    /// Every placement of a word; without a lexicon every word is valid.
    pub fn of(
        ruleset: &Ruleset,
        lexicon: Option<&Lexicon>,
        position: &Position,
        word: &str,
        phonies: bool,
    ) -> Result<PlacementsView, TargetWordError> {
        let WordPlaces { word, places } = word_places(ruleset, lexicon, position, word, phonies)?;
        let letters = word.letters();
        Ok(PlacementsView {
            word: ruleset.alphabet.show(&letters),
            valid: lexicon.map(|lexicon| lexicon.contains(&letters)),
            lexicon: lexicon.map(|lexicon| lexicon.name().to_owned()),
            placements: places
                .iter()
                .map(|place| PlacementView::of(ruleset, lexicon, &position.board, place))
                .collect(),
        })
    }
}

impl PlacementView {
    fn of(
        ruleset: &Ruleset,
        lexicon: Option<&Lexicon>,
        board: &Board,
        place: &Place,
    ) -> PlacementView {
        let show =
            |play: &Play| ruleset.show_move_as(board, &Move::Play(play.clone()), Through::Spelled);
        let formed = place.scored.words.iter().map(|word| word.word.letters());
        let is_none = |letters: &Vec<_>| lexicon.is_some_and(|lexicon| !lexicon.contains(letters));
        PlacementView {
            mv: show(&place.play),
            score: place.scored.total,
            with_blanks: place
                .with_blanks
                .iter()
                .map(|(play, score)| VariantView { mv: show(play), score: *score })
                .collect(),
            invalid: formed
                .filter(is_none)
                .map(|letters| ruleset.alphabet.show(&letters))
                .collect(),
        }
    }
}
