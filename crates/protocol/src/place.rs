//! Where a word can go: what `tisane place` says.

use serde::{Deserialize, Serialize};
use tisane_lexicon::Lexicon;
use tisane_rules::{
    Board, Move, Place, Play, Position, Ruleset, TargetWord, TargetWordError, Through, places,
};

/// A word, and a position to lay it down in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PlaceRequest {
    /// As CGP. Where the rack is known the tiles come from it, otherwise they may be any that are
    /// not seen elsewhere.
    pub position: String,
    /// The whole word, with the tiles that are on the board already. Small letters among capitals
    /// are blanks, exactly there.
    pub word: String,
    /// What the position itself says, if not named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ruleset: Option<String>,
    /// The ruleset's own, if not named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// Also where words are formed that are none, as somebody elsewhere may have played them.
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
    /// Whether it is in the lexicon; nothing where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub valid: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    /// The highest score first.
    pub placements: Vec<PlacementView>,
}

/// Squares on which a word can be laid down.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlacementView {
    /// With as few blanks as can be.
    #[serde(rename = "move")]
    pub mv: String,
    pub score: i32,
    /// The same word on the same squares with more or other blanks, the fewest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<VariantView>>"))]
    pub with_blanks: Vec<VariantView>,
    /// Words it forms that are none, if such were asked for.
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
    /// Every place for a word; without a lexicon every word will do.
    pub fn of(
        ruleset: &Ruleset,
        lexicon: Option<&Lexicon>,
        position: &Position,
        word: &str,
        phonies: bool,
    ) -> Result<PlacementsView, TargetWordError> {
        let word = TargetWord::parse(&ruleset.alphabet, word)?;
        let letters = word.letters();
        let is_word =
            |letters: &[_]| phonies || lexicon.is_none_or(|lexicon| lexicon.contains(letters));
        let places = match is_word(&letters) {
            true => places(ruleset, &position.board, &word, &position.hand(ruleset), is_word),
            false => Vec::new(),
        };
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
