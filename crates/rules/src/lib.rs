//! Crossword board games, fairly played: rulesets, boards, scoring, games and notation.
//!
//! # Score a play
//!
//! A [`Ruleset`] is a game as data: board, tiles, bonuses and how it ends. It reads and writes moves
//! in the usual notation, and [`score`] is the only place that knows what a play is worth.
//!
//! ```
//! use tisane_rules::{Board, Ruleset, score};
//!
//! let ruleset = Ruleset::named("english")?;
//! let mut board = Board::empty(&ruleset.layout);
//! let play = ruleset.parse_play(&board, "8D RETAINS")?;
//! assert_eq!(score(&ruleset, &board, &play)?.total, 66);
//! play.place_on(&mut board);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Validate a play
//!
//! A [`Position`] is what the player to move may know. [`validate`] says which words a play forms
//! and whether they are valid, or why the tiles cannot be placed like that.
//!
//! ```
//! use tisane_lexicon::Lexicon;
//! use tisane_rules::{Board, Position, Ruleset, Tiles, validate};
//!
//! let ruleset = Ruleset::named("english")?;
//! let (lexicon, _) = Lexicon::build("small", &ruleset.alphabet, &["TEA"].iter().collect(), 15);
//! let rack = ruleset.parse_tiles("AEINT?")?;
//! let board = Board::empty(&ruleset.layout);
//! let position = Position::new(&ruleset, board, rack, vec![Tiles::new()], vec![0, 0])?;
//!
//! let tea = ruleset.parse_play(&position.board, "8G TEA")?;
//! assert!(validate(&ruleset, &position, &tea, &lexicon)?.is_valid());
//! let tie = ruleset.parse_play(&position.board, "8G TIE")?;
//! assert!(!validate(&ruleset, &position, &tie, &lexicon)?.is_valid());
//! let off_centre = ruleset.parse_play(&position.board, "1A TEA")?;
//! assert!(validate(&ruleset, &position, &off_centre, &lexicon).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Play a game
//!
//! A [`Game`] referees. [`Game::act`] does what a player asks for, or says why not. Every draw
//! follows from the seed, so the same seed gives the same game.
//!
//! ```
//! use std::sync::Arc;
//! use tisane_lexicon::Letter;
//! use tisane_rules::{Action, Game, Phase, Ruleset, Seed, Setup};
//!
//! let ruleset = Arc::new(Ruleset::named("english")?);
//! let mut game = Game::new(Setup::new(ruleset, &["Ada", "Bo"], Seed::from(7))?);
//! let any_word = |_: &[Letter]| true;
//! game.act(&any_word, 0, 0, Action::Start)?;
//! while let Some(seat) = game.on_turn() {
//!     game.act(&any_word, 0, seat, Action::Pass)?;
//! }
//! assert_eq!(game.phase(), Phase::Ended);
//! assert_eq!(game.turns().len(), 6); // six scoreless turns in a row end this game
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Other games
//!
//! Nothing here is about English: Эрудит has other letters, tiles and premium squares, and a bonus
//! of 15 points.
//!
//! ```
//! use tisane_rules::{Board, Ruleset, score};
//!
//! let ruleset = Ruleset::named("Эрудит")?;
//! let board = Board::empty(&ruleset.layout);
//! let play = ruleset.parse_play(&board, "8H КОТ")?;
//! assert_eq!(score(&ruleset, &board, &play)?.total, 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The modules
//!
//! `table` has tiles, boards and moves; `ruleset` the rules as data; `plays` judges one play;
//! `position` is what a player may know; `notation` is moves as text; `record` a game known from
//! outside; `formats` whole positions and games as text; `game` a game in progress. Each uses only
//! those before it.

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
    FormedTile, FormedWord, Misfit, NoPlace, Place, Scored, ScoredTile, ScoredWord, TargetWord,
    TargetWordError, Words, fit, places, score, why_nowhere,
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
    Scoreless, TieBreak, TurnKind, USUAL_RULESET, builtin_names,
};
pub use table::{
    Board, Direction, Layout, LayoutError, Move, Placed, Play, Premium, Seat, Square, Tile, Tiles,
    column_name,
};
