//! Requests about games: text and plain numbers, converted to the types of `rules`.

use serde::{Deserialize, Serialize};
use tisane_rules::{
    Action, Board, Challenge, Clock, Doubt, Move, MoveText, MoveTextError, Overtime, PerChallenge,
    Ruleset, Tiles, read_move,
};

use crate::game::PlacedView;
use crate::tiles::{faces_of, tiles_of};
use crate::{ChallengeView, ClockView, PerChallengeView};

/// The host's choices for a new game. What is left out follows the ruleset.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    pub ruleset: String,
    /// The ruleset's own if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    /// Leaves out slurs, if the lexicon marks them.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// Number of seats, including bots. By default as few as the ruleset allows, but enough for the
    /// bots and the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seats: Option<u32>,
    /// Bots that sit down immediately, by name.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub bots: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<ClockView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub challenge: Option<ChallengeView>,
    /// Draws the turn order of all seats; by default only who has the first turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub draw_order: bool,
    /// Whether the game is listed in the lobby. It then starts by itself once people have taken all
    /// seats and the host is watching. Otherwise only its link leads to it.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub public: bool,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<SpectatorsView>", optional))]
    pub spectators: SpectatorsView,
    /// Whether it is rated, if the rules are the ruleset's standard ones.
    #[serde(default = "yes")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub rated: bool,
    /// Random seed that decides all draws. It reveals the bag, so such a game is not rated,
    /// everybody at the table sees the seed, and a public game with several people can't have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seed: Option<u64>,
    /// After this many seconds away, a player's turns are skipped. By default 300 without a clock
    /// and 60 with one; presence does not matter if a turn may last an hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub grace_seconds: Option<u32>,
}

fn yes() -> bool {
    true
}

impl NewGame {
    /// A game with the ruleset's defaults, found by its link.
    pub fn new(ruleset: &str) -> NewGame {
        NewGame {
            ruleset: ruleset.to_owned(),
            lexicon: None,
            family: false,
            seats: None,
            bots: Vec::new(),
            clock: None,
            challenge: None,
            draw_order: false,
            public: false,
            spectators: SpectatorsView::default(),
            rated: true,
            seed: None,
            grace_seconds: None,
        }
    }
}

/// What spectators may see.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SpectatorsView {
    /// No spectators.
    Nobody,
    /// What everybody at the table sees.
    #[default]
    Table,
    /// Also all racks. Players must agree to that.
    Racks,
    /// Board, scores and all racks as they were this many turns ago, 2 to 20; everything when the
    /// game is over.
    Delayed { turns: u32 },
}

/// The shortest and longest delay of spectators, in turns.
pub const SHORTEST_DELAY: u32 = 2;
pub const LONGEST_DELAY: u32 = 20;

impl SpectatorsView {
    /// Whether spectators see racks before the game is over.
    pub fn shows_racks(self) -> bool {
        matches!(self, SpectatorsView::Racks | SpectatorsView::Delayed { .. })
    }

    /// The delay of spectators in turns, if there is one.
    pub fn delay(self) -> Option<usize> {
        if let SpectatorsView::Delayed { turns } = self { Some(turns as usize) } else { None }
    }
}

/// A player joins a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// Agrees that spectators see all racks, if the game is like that.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub open_racks: bool,
}

/// A player's action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// The `turn` of the view that the player acted on. It prevents actions from being done twice
    /// or on a changed board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub turn: Option<u64>,
    pub action: ActionView,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ActionView {
    /// A move as people write it: `8D RE(TA)INs`, `-QVU`, `pass`.
    Move {
        text: String,
    },
    /// A play as its new tiles.
    Place {
        tiles: Vec<PlacedView>,
    },
    /// `?` is a blank.
    Exchange {
        tiles: Vec<String>,
    },
    Pass,
    /// Challenges the last play, or those of its words with these indexes.
    Challenge {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        words: Option<Vec<u32>>,
    },
    /// Accepts the last play of the game.
    Accept,
    Resign,
    OfferAbort,
    AcceptAbort,
    DeclineAbort,
    Ready {
        ready: bool,
    },
    /// Only the host, in the first seat, can start.
    Start,
    /// Only before the start.
    Leave,
}

/// A position to solve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// As CGP.
    pub position: String,
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
    /// Number of moves; 15 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub top: Option<u32>,
    /// How far to search; static equity alone if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ahead: Option<AheadRequest>,
}

/// How far to search. The first limit that is reached ends the search.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AheadRequest {
    /// Time limit; three seconds by default, or as long as the rollouts take. The server has its
    /// own limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub milliseconds: Option<u64>,
    /// Maximum number of rollouts. The same seed gives the same answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rollouts: Option<u64>,
    /// Turns of each rollout; by default one for each player who is still in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plies: Option<u32>,
    /// Number of moves that are compared; 15 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub candidates: Option<u32>,
    /// Random seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seed: Option<u64>,
}

/// A game to review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    pub of: ReviewedGame,
    /// The game's own if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ruleset: Option<String>,
    /// The game's or the ruleset's own if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// How far to search in each turn; static equity alone if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ahead: Option<AheadRequest>,
}

/// Which game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReviewedGame {
    /// A score sheet, as GCG.
    Sheet(String),
    /// A finished game of this server, by its id.
    Game(String),
}

/// A move to score in a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ScoreRequest {
    /// As CGP.
    pub position: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ruleset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexicon: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub family: bool,
    /// As people write it: `8D RE(TA)INs`, `-QVU`, `pass`.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Why an action can't be read.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BadAction {
    #[error(transparent)]
    Text(#[from] MoveTextError),
    #[error("there is no tile {0:?} in this game")]
    NoSuchTile(String),
    #[error("a rack never has {0} tiles")]
    TooMany(usize),
}

impl BadAction {
    /// How to fix it, if that is known.
    pub fn hint(&self) -> Option<String> {
        if let BadAction::Text(error) = self { error.hint() } else { None }
    }
}

impl ActionView {
    /// The action for a move that a program has chosen.
    pub fn of_move(ruleset: &Ruleset, mv: &Move) -> ActionView {
        match mv {
            Move::Play(play) => {
                ActionView::Place { tiles: PlacedView::list(ruleset, play.placements()) }
            }
            Move::Exchange(tiles) => ActionView::Exchange { tiles: faces_of(ruleset, tiles) },
            Move::Pass => ActionView::Pass,
        }
    }

    /// The action for the rules to judge. In a word typed all in lower case, only letters that are
    /// missing from the rack are blanks.
    pub fn action(
        &self,
        ruleset: &Ruleset,
        board: &Board,
        hand: &Tiles,
    ) -> Result<Action, BadAction> {
        Ok(match self {
            ActionView::Move { text } => match read_move(ruleset, board, hand, text)? {
                MoveText::Move(mv) => mv.into(),
                // Describes the error in the text.
                _ => ruleset.parse_move(board, text)?.into(),
            },
            ActionView::Place { tiles } if tiles.len() > ruleset.rack => {
                return Err(BadAction::TooMany(tiles.len()));
            }
            ActionView::Place { tiles } => {
                Action::Play(PlacedView::play(ruleset, tiles).map_err(BadAction::NoSuchTile)?)
            }
            ActionView::Exchange { tiles } if tiles.len() > ruleset.rack => {
                return Err(BadAction::TooMany(tiles.len()));
            }
            ActionView::Exchange { tiles } => Action::Exchange(
                tiles_of(ruleset, tiles).map_err(|face| BadAction::NoSuchTile(face.to_owned()))?,
            ),
            ActionView::Pass => Action::Pass,
            ActionView::Challenge { words: None } => Action::Challenge(Doubt::All),
            ActionView::Challenge { words: Some(words) } => {
                Action::Challenge(Doubt::Words(words.iter().map(|&word| word as usize).collect()))
            }
            ActionView::Accept => Action::Accept,
            ActionView::Resign => Action::Resign,
            ActionView::OfferAbort => Action::OfferAbort,
            ActionView::AcceptAbort => Action::AcceptAbort,
            ActionView::DeclineAbort => Action::DeclineAbort,
            ActionView::Ready { ready } => Action::Ready(*ready),
            ActionView::Start => Action::Start,
            ActionView::Leave => Action::Leave,
        })
    }

    /// Whether it takes a turn.
    pub fn is_move(&self) -> bool {
        use ActionView::*;
        matches!(self, Move { .. } | Place { .. } | Exchange { .. } | Pass)
    }

    /// Whether it belongs to the current turn, so that it must not be done in another.
    pub fn is_for_a_turn(&self) -> bool {
        use ActionView::*;
        matches!(
            self,
            Move { .. } | Place { .. } | Exchange { .. } | Pass | Challenge { .. } | Accept
        )
    }
}

impl From<ChallengeView> for Challenge {
    fn from(challenge: ChallengeView) -> Challenge {
        match challenge {
            ChallengeView::Void => Challenge::Void,
            ChallengeView::Single => Challenge::Single,
            ChallengeView::Double => Challenge::Double,
            ChallengeView::Triple => Challenge::Triple,
            ChallengeView::Points { points, per: PerChallengeView::Play } => {
                Challenge::Points { points, per: PerChallenge::Play }
            }
            ChallengeView::Points { points, per: PerChallengeView::Word } => {
                Challenge::Points { points, per: PerChallenge::Word }
            }
        }
    }
}

impl From<ClockView> for Clock {
    fn from(clock: ClockView) -> Clock {
        match clock {
            ClockView::None => Clock::None,
            ClockView::Game { initial, increment, overtime } => {
                Clock::Game {
                    initial,
                    increment,
                    overtime: overtime.map(|crate::OvertimeView { points, per, at_most }| {
                        Overtime { points, per, at_most }
                    }),
                }
            }
            ClockView::Turn { turn, bank } => Clock::Turn { turn, bank },
        }
    }
}
