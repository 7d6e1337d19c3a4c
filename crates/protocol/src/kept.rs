//! What a guest or an account keeps: boards, games they follow, reviews, how far they have come
//! with a quiz. Each may be shown to others by a link; of a game that is followed, they see what
//! everybody at the table sees.

use serde::{Deserialize, Serialize};
use tisane_rules::{Cgp, Entry, GcgFile, Millis, Record, Ruleset, Tiles, What};

use crate::ReviewView;

/// One thing that somebody keeps.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptView {
    pub id: String,
    pub title: String,
    /// Counts its changes, from 1. Whoever changes it says which version they have seen.
    pub version: u64,
    /// When it was changed last.
    pub at: Millis,
    /// Under which others may read it, at `/api/shared/{link}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub link: Option<String>,
    pub content: Content,
}

/// One of them in a list.
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
    /// What was changed last comes first.
    pub kept: Vec<KeptSummary>,
}

/// One of them as others see it who have the link.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SharedView {
    pub title: String,
    pub version: u64,
    pub at: Millis,
    pub content: Content,
}

/// Something new to be kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct KeepRequest {
    pub title: String,
    pub content: Content,
}

/// What is to be kept instead. It is refused if the version is not the latest: then another device
/// was faster.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChangeRequest {
    /// The version that was changed.
    pub version: u64,
    pub title: String,
    pub content: Content,
}

/// What kinds of things are kept.
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

/// What is kept.
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

/// A position somebody wants to come back to.
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

/// A game that is played elsewhere, as far as it has come.
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
    /// Which of its players the follower is.
    pub me: u32,
    /// For the follower alone: others who have the link do not see it.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub note: String,
}

/// A game that is looked back upon, and what is known about it by now.
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
    /// Which of the players are computers, from 0: a score sheet has only names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u32>>", optional))]
    pub bots: Vec<u32>,
    /// Of the first turns, if it is not finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub review: Option<ReviewView>,
}

/// How far somebody has come with questions about words.
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
    /// Which questions these are, as whoever asks them puts it.
    pub about: String,
    pub cards: Vec<CardView>,
    /// When all cards were thrown away last: what other devices had before that does not come back.
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
    /// What is shown: letters, a word, a pattern.
    pub question: String,
    /// The box it lies in: how often in a row it was known.
    pub level: u32,
    /// When it is to be asked again.
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

    /// Whether it is what it says it is, or a sentence about what is wrong. What was kept once
    /// stays readable, whatever this says today.
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

    /// As others see it who have the link. The one who follows a game knows a rack, and the others
    /// may be sitting at the same table: nothing of the answer depends on tiles that were never
    /// shown there. A sentence if that cannot be told apart.
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

/// Without racks, tiles that went into the bag face down, and what was noted beside them.
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

    /// As it was written while nobody said whose the turns after a move are.
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
