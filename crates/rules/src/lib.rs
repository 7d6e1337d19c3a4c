//! Crossword board games, fairly played: rulesets, boards, scoring, games, notation.

mod action;
mod board;
mod challenge;
mod clock;
mod draw;
mod ending;
mod event;
mod game;
mod gcg;
mod history;
mod layout;
mod notation;
mod places;
mod play;
mod position;
mod record;
mod refusal;
mod ruleset;
mod score;
mod setup;
mod tile;

pub use action::{Action, Doubt};
pub use board::Board;
pub use challenge::Words;
pub use ending::{Idle, Went};
pub use event::{Event, Loss, Outcome, Price, Reason, Settled, Verdict};
pub use game::{Dropout, Game, MOST_LAG_CREDIT, Phase, Presence, Taken, Turn};
pub use gcg::{GcgDoubt, GcgError, GcgEvent, GcgFault, GcgFile, GcgRecord, GcgWarning};
pub use history::{History, SeenTurn};
pub use layout::{Direction, Layout, LayoutError, Premium, Square, column_name, column_number};
pub use notation::{
    CGP_OPERATIONS, Cgp, CgpError, DrawingError, MoveText, MoveTextError, Operation, Through,
    TilesError, WordsolverCase, WordsolverError, Written, WrittenError, drawing_and_rack,
    read_move,
};
pub use places::{NoPlace, Place, WantedWord, WantedWordError, places, why_nowhere};
pub use play::{FormedTile, FormedWord, Misfit, Move, Play, fit};
pub use position::{HIGHEST_SCORE, Impossible, OtherRack, Position, PublicMove, PublicTurn};
pub use record::{
    Entry, Following, Record, RecordDoubt, RecordError, RecordFault, RecordId, RecordPlayer,
    RecordWarning, RecordedPosition, Unwritable, What,
};
pub use refusal::Refusal;
pub use ruleset::{
    Blanks, Bonus, BonusKind, Challenge, Clock, End, Exchange, LetterTile, Millis, NoSuchRuleset,
    Out, OutGains, Overtime, PerChallenge, Players, Ruleset, RulesetError, Scoreless, TieBreak,
    USUAL_RULESET, builtin_names,
};
pub use score::{Scored, ScoredTile, ScoredWord, score};
pub use setup::{DoubtTime, First, Seat, Seed, Setup, Streams};
pub use tile::{Placed, Tile, Tiles};
