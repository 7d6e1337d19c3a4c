//! Finds good moves in crossword board games.
//!
//! An [`Engine`] knows one game ([`Ruleset`](tisane_rules::Ruleset)), its words
//! ([`Lexicon`](tisane_lexicon::Lexicon)) and how to value leaves ([`Evaluation`]). It is given a
//! [`Position`](tisane_rules::Position), which is what the player on turn may know, and never sees
//! hidden tiles. Results depend on seeds and counts only: they are the same on every machine, for
//! any number of threads.
//!
//! # The best play, and all plays across
//!
//! [`Models`] finds the trained model of a game, if there is one.
//!
//! ```
//! use std::sync::Arc;
//! use tisane_engine::Models;
//! use tisane_lexicon::Catalogue;
//! use tisane_rules::{Cgp, Direction, Ruleset};
//!
//! let ruleset = Arc::new(Ruleset::named("english")?);
//! let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet)?;
//! let engine = Models::new(None).engine(ruleset.clone(), lexicon)?;
//!
//! // The word RETAINS is on row 8; the rack is EINSTAX.
//! let cgp: Cgp = "15/15/15/15/15/15/15/3RETAINS5/15/15/15/15/15/15/15 EINSTAX/ 0/66".parse()?;
//! let position = cgp.position(&ruleset)?;
//! let best = engine.best(&position);
//! println!("{}, {} points", ruleset.show_move(&position.board, &best.mv), best.score);
//!
//! let mut session = engine.session();
//! let across = session.plays(&position, Some(Direction::Across));
//! assert!(across.len() < session.plays(&position, None).len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A bot against another, in Эрудит
//!
//! [`matches::play`] plays one game with the referee; [`matches::Match`] plays pairs of games and
//! says which side is better. [`bot`] has the bots.
//!
//! ```
//! use std::sync::Arc;
//! use tisane_engine::bot::{Bot, Greedy, Static};
//! use tisane_engine::matches::{Table, play};
//! use tisane_engine::{Go, Models};
//! use tisane_lexicon::Catalogue;
//! use tisane_rules::{Phase, Ruleset, Seed};
//!
//! let ruleset = Arc::new(Ruleset::named("erudit")?);
//! let lexicon = Catalogue::new(None).get("russian", &ruleset.alphabet)?;
//! let engine = Models::new(None).engine(ruleset.clone(), lexicon.clone())?;
//! let table =
//!     Table { ruleset: &ruleset, lexicon: &lexicon, seats: 2, challenge: ruleset.challenge };
//! let mut bots: [Box<dyn Bot>; 2] =
//!     [Box::new(Static::new(&engine)), Box::new(Greedy::new(&engine))];
//! let game = play(table, Seed::from(1), &mut bots, |seat| seat, |_, _| Go::On);
//! assert_eq!(game.phase(), Phase::Ended);
//! println!("{:?}", game.scores());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Looking ahead
//!
//! [`Engine::solve`] simulates while the bag has tiles, enumerates the last unseen tiles, and
//! solves the endgame. [`Limits`] are counts; a time limit is up to the callback, which may stop
//! the analysis at any time.
//!
//! ```
//! use std::sync::Arc;
//! use tisane_engine::{Exactness, Go, Limits, Method, Models};
//! use tisane_lexicon::Catalogue;
//! use tisane_rules::{Cgp, Ruleset};
//!
//! let ruleset = Arc::new(Ruleset::named("english")?);
//! let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet)?;
//! let engine = Models::new(None).engine(ruleset.clone(), lexicon)?;
//!
//! // Simulate three candidates, forty times each.
//! let cgp: Cgp = "15/15/15/15/15/15/15/3RETAINS5/15/15/15/15/15/15/15 EINSTAX/ 0/66".parse()?;
//! let limits = Limits { candidates: 3, iterations: 40, ..Limits::default() };
//! let analysis = engine.solve(&cgp.position(&ruleset)?, limits, &mut |_| Go::On);
//! assert!(matches!(analysis.method, Method::Simulation { .. }));
//! let sampled = analysis.lines[0].sampled.as_ref().unwrap();
//! println!("{:?} ± {:?}", analysis.lines[0].win, sampled.win_interval());
//!
//! // Solve an endgame: the opponent has the Q.
//! let cgp: Cgp = "W13A/E3T9V/BETHANK7O/F2IF6AVOW/E3I7O2/D3AR4TALLY/5U3JIBE1A/N3EM1ROOTY2R/\
//!                 I3SILEX5D/D3EN4UNCUS/G3SAURIAN1Z2/E4L1I3PA2/T6D3OR2/SEEThING3O3/7EnCIPHER \
//!                 GMO/Q 409/381 0".parse()?;
//! let analysis = engine.solve(&cgp.position(&ruleset)?, Limits::default(), &mut |_| Go::On);
//! assert!(matches!(analysis.method, Method::Endgame { .. }));
//! assert_eq!(analysis.lines[0].exactness, Exactness::Exact);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | folder | what it does | uses |
//! |---|---|---|
//! | `evaluate` | values of leaves, models, win chances | |
//! | `movegen` | all plays, or the best, of a board and a rack | `evaluate` |
//! | `engine` | static moves of a position; finds the model | `movegen` |
//! | `search` | simulation, pre-endgame, endgame, inference | `engine` |
//! | `players` | bots, matches, Elo ratings | `search` |
//! | `train` | trains a model | `players` |
//! | `study` | reviews games and estimates strength | `search` |
//! | `measure` | fixed work for benchmarks, and perft | `search` |

#![warn(missing_docs)]

mod engine;
mod evaluate;
#[doc(hidden)]
pub mod fuzz;
mod measure;
pub mod movegen;
mod players;
mod search;
mod study;
pub mod train;

pub use engine::models::{ListedModel, Models};
pub use engine::{Count, Engine, Session};
pub use evaluate::candidate::Candidate;
pub use evaluate::equity::Evaluation;
pub use evaluate::fingerprint::Fingerprint;
pub use evaluate::model::{Model, ModelError};
pub use evaluate::{klv, leave, win};
pub use measure::{bench, perft};
pub use players::{bot, matches, rating};
pub use search::analysis::{
    Analysis, DrawOutcome, Ended, Exactness, FEWEST_SAMPLES, Limits, Line, Method, Opponent,
    PlyMeans, Sampled,
};
pub use search::{Go, endgame, infer};
pub use study::{review, strength};

/// The example of docs/library.md is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;
