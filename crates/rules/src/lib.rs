//! Crossword board games, fairly played: rulesets, boards, scoring, games, notation.

#![warn(missing_docs)]

mod formats;
mod game;
mod notation;
mod plays;
mod position;
mod record;
mod ruleset;
mod table;

pub use formats::{
    Cgp, CgpError, DrawingError, GcgDoubt, GcgError, GcgEvent, GcgFault, GcgFile, GcgRecord,
    GcgWarning, Operation, WordsolverCase, WordsolverError, Written, WrittenError,
    drawing_and_rack,
};
pub use game::{
    Action, Doubt, DoubtTime, Event, First, Game, MOST_LAG_CREDIT, Outcome, Phase, Presence, Price,
    Refusal, Seed, Settled, Setup, Streams, Taken, Turn, Verdict,
};
pub use notation::{MoveText, MoveTextError, Through, TilesError, read_move};
pub use plays::{
    FormedTile, FormedWord, Misfit, NoPlace, Place, Scored, ScoredTile, ScoredWord, WantedWord,
    WantedWordError, Words, fit, places, score, why_nowhere,
};
pub use position::{
    HIGHEST_SCORE, History, Illegal, Impossible, OtherRack, Position, PublicMove, PublicTurn,
    SeenTurn, ValidatedWord, Validation, validate,
};
pub use record::{
    Dropout, Entry, Following, Record, RecordDoubt, RecordError, RecordFault, RecordId,
    RecordPlayer, RecordWarning, RecordedPosition, Unwritable, What,
};
pub use ruleset::{
    Blanks, Bonus, BonusKind, Challenge, Clock, End, Exchange, Idle, LetterTile, Loss, Millis,
    NoSuchRuleset, Out, OutGains, Overtime, PerChallenge, Players, Reason, Ruleset, RulesetError,
    Scoreless, TieBreak, USUAL_RULESET, Went, builtin_names,
};
pub use table::{
    Board, Direction, Layout, LayoutError, Move, Placed, Play, Premium, Seat, Square, Tile, Tiles,
    column_name, column_number,
};
