//! Saved items of a guest or an account: boards, tracked games, reviews, quiz progress. Each can be
//! shared by a link; of a tracked game, the link shows only what everybody at the table sees.

use serde::{Deserialize, Serialize};
use tisane_rules::{Cgp, Entry, GcgFile, Millis, Record, Ruleset, Tiles, What};

use crate::ReviewView;

/// A saved item.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptView {
    pub id: String,
    pub title: String,
    /// Counts its changes, from 1. A change names the version it is based on.
    pub version: u64,
    /// When it was last changed.
    pub at: Millis,
    /// The link under which others can read it, at `/api/shared/{link}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub link: Option<String>,
    pub content: Content,
}

/// A saved item in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptSummary {
    pub id: String,
    pub kind: KeptKind,
    pub title: String,
    pub version: u64,
    pub at: Millis,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub link: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptList {
    /// The last changed first.
    pub kept: Vec<KeptSummary>,
}

/// A saved item as others see it through the link.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SharedView {
    pub title: String,
    pub version: u64,
    pub at: Millis,
    pub content: Content,
}

/// A new item to save.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct KeepRequest {
    pub title: String,
    pub content: Content,
}

/// A change of a saved item. It is refused unless the version is the latest, since another device
/// has changed the item.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChangeRequest {
    /// The version it is based on.
    pub version: u64,
    pub title: String,
    pub content: Content,
}

/// The kinds of saved items.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum KeptKind {
    Board,
    Followed,
    Review,
    Quiz,
}

/// The content of a saved item.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Content {
    Board(BoardContent),
    Followed(FollowedContent),
    Review(ReviewContent),
    Quiz(QuizContent),
}

/// A position to come back to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BoardContent {
    pub ruleset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// As CGP.
    pub position: String,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub note: String,
}

/// A tracked game that is played elsewhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FollowedContent {
    pub ruleset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// As GCG.
    pub sheet: String,
    /// The seat of the player who tracks the game.
    pub me: u32,
    /// Private: the link does not show it.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub note: String,
}

/// A reviewed game, and the review so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewContent {
    pub ruleset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// As GCG.
    pub sheet: String,
    /// The seats of bots, from 0; a score sheet has only names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u32>>", optional))]
    pub bots: Vec<u32>,
    /// The review of the first turns, if it is not finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub review: Option<ReviewView>,
}

/// Progress in a quiz.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QuizContent {
    pub ruleset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// Which questions these are, in the words of the page.
    pub about: String,
    pub cards: Vec<CardView>,
    /// When all cards were last discarded. Older cards of other devices don't come back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub emptied: Option<Millis>,
}

/// One question of a quiz.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CardView {
    /// The question: letters, a word, a pattern.
    pub question: String,
    /// Its box: how often in a row the answer was right.
    pub level: u32,
    /// When it is due.
    pub due: Millis,
    pub right: u32,
    pub wrong: u32,
    /// When it was added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub added: Option<Millis>,
}

impl Content {
    pub fn kind(&self) -> KeptKind {
        match self {
            Content::Board(_) => KeptKind::Board,
            Content::Followed(_) => KeptKind::Followed,
            Content::Review(_) => KeptKind::Review,
            Content::Quiz(_) => KeptKind::Quiz,
        }
    }

    /// Checks the content, and describes the first error. Items saved before a check was added
    /// stay readable.
    pub fn check(&self) -> Result<(), String> {
        let ruleset = match self {
            Content::Board(BoardContent { ruleset, .. })
            | Content::Followed(FollowedContent { ruleset, .. })
            | Content::Review(ReviewContent { ruleset, .. })
            | Content::Quiz(QuizContent { ruleset, .. }) => {
                Ruleset::named(ruleset).map_err(|error| error.to_string())?
            }
        };
        match self {
            Content::Board(BoardContent { position, .. }) => {
                position.parse::<Cgp>().map(drop).map_err(|error| error.to_string())
            }
            Content::Followed(FollowedContent { sheet, me, .. }) => {
                match players_of(&ruleset, sheet)? {
                    players if (*me as usize) < players => Ok(()),
                    players => {
                        Err(format!("there is no player {me} among {players}, counted from 0"))
                    }
                }
            }
            Content::Review(ReviewContent { sheet, .. }) => players_of(&ruleset, sheet).map(drop),
            Content::Quiz(_) => Ok(()),
        }
    }

    /// The content as the link shows it. The tracker of a game knows a rack, and readers of the
    /// link may sit at the same table, so nothing here depends on tiles that were never shown
    /// there. Fails if private and public tiles can't be separated.
    pub fn for_others(self) -> Result<Content, String> {
        let Content::Followed(followed) = self else { return Ok(self) };
        let ruleset = Ruleset::named(&followed.ruleset).map_err(|error| error.to_string())?;
        let sheet = seen_by_all(record_of(&ruleset, &followed.sheet)?)
            .to_gcg(&ruleset)
            .map_err(|error| error.to_string())?;
        Ok(Content::Followed(FollowedContent { sheet, note: String::new(), ..followed }))
    }
}

fn players_of(ruleset: &Ruleset, sheet: &str) -> Result<usize, String> {
    Ok(record_of(ruleset, sheet)?.players.len())
}

fn record_of(ruleset: &Ruleset, sheet: &str) -> Result<Record, String> {
    let file = GcgFile::read(sheet.as_bytes()).map_err(|error| error.to_string())?;
    Ok(file.record(ruleset).map_err(|error| error.to_string())?.record)
}

/// Without racks, exchanged tiles and notes.
fn seen_by_all(record: Record) -> Record {
    let shown = |entry: Entry| {
        let what = match entry.what {
            What::Exchanged { tiles, unknown } => {
                What::Exchanged { tiles: Tiles::new(), unknown: tiles.len() + unknown }
            }
            what => what,
        };
        Entry { rack: Tiles::new(), what, note: String::new(), ..entry }
    };
    Record {
        entries: record.entries.into_iter().map(shown).collect(),
        racks: Vec::new(),
        description: String::new(),
        others: Vec::new(),
        ..record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As it was written before plies had a seat.
    const WITHOUT_SEATS: &str = r##"{
        "kind": "review", "ruleset": "english", "lexicon": "english", "family": false,
        "sheet": "#player1 Ada Ada\n#player2 Bo Bo\n>Ada: AEINRST 8D NASTIER +66 66\n",
        "review": {
            "ruleset": "english", "lexicon": "english", "title": "Ada and Bo", "players": [],
            "turns": [{
                "number": 1, "player": 0, "rack": "AEINRST", "played": "8D NASTIER", "points": 66, "total": 66, "lead": 66, "phonies": [],
                "lines": [{
                    "move": "8D NASTIER", "score": 66, "leave": "", "equity": 66.0, "samples": 12,
                    "plies": [{ "score": 28.5, "bingos": 0.1 }, { "score": 40.0, "bingos": 0.25 }]
                }]
            }]
        }
    }"##;

    #[test]
    fn a_review_that_was_kept_before_seats_were_told_is_read() {
        let Content::Review(ReviewContent { review: Some(review), .. }) =
            serde_json::from_str(WITHOUT_SEATS).unwrap()
        else {
            panic!("a review with its turns")
        };
        let plies = review.turns[0].lines[0].plies.as_ref().unwrap();
        let told: Vec<_> = plies.iter().map(|ply| (ply.seat, ply.score)).collect();
        assert_eq!(told, [(None, 28.5), (None, 40.0)]);
    }
}
