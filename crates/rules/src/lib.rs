//! Crossword board games, fairly played: rulesets, boards, scoring, games, notation.

mod board;
mod layout;
mod notation;
mod play;
mod position;
mod ruleset;
mod score;
mod tile;

pub use board::Board;
pub use layout::{Direction, Layout, LayoutError, Premium, Square, column_name, column_number};
pub use notation::{MoveText, MoveTextError, Through, TilesError};
pub use play::{FormedTile, FormedWord, Misfit, Move, Play, fit};
pub use position::{Impossible, OtherRack, Position, PublicMove, PublicTurn};
pub use ruleset::{
    Blanks, Bonus, BonusKind, Challenge, Clock, End, Exchange, LetterTile, Millis, NoSuchRuleset, Out, OutGains, Overtime, PerChallenge,
    Players, Ruleset, RulesetError, Scoreless, TieBreak, builtin_names,
};
pub use score::{Scored, ScoredTile, ScoredWord, score};
pub use tile::{Placed, Tile, Tiles};
