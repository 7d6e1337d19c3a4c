//! What the command line, the server and the browser do in common.
//!
//! An interface parses its input, calls this crate and shows the result. Nothing here prints, opens
//! a socket or reads a clock.
//!
//! - [`open`]: text and choices become a ruleset, a lexicon, a position or a record, and warnings
//! - [`players`]: the roster of bots, and the factory that makes a player of a name
//! - [`budget`]: a time limit or counts become the engine's limits
//! - [`analysis`]: what to play in a position, and what a move is worth
//! - [`review`]: every turn of a game compared with the best moves
//! - [`practice`]: a game against bots
//! - [`tracking`]: a game played elsewhere, written down turn by turn
//! - [`words`]: look-ups in a lexicon
//! - [`problem`]: what went wrong and how to fix it, as two fields
//!
//! # A position from text to the best move
//!
//! ```
//! use std::sync::Arc;
//! use tisane_app::budget::Budget;
//! use tisane_app::open::{BuiltIn, Choices, Defaults, Library};
//! use tisane_app::players::BotSpec;
//! use tisane_engine::Models;
//! use tisane_engine::matches::Go;
//! use tisane_lexicon::Catalogue;
//! use tisane_rules::Written;
//!
//! // Rulesets and lexicons come from here.
//! let (catalogue, defaults) = (Catalogue::new(None), Defaults::default());
//! let library = Library {
//!     rulesets: &BuiltIn,
//!     catalogue: &catalogue,
//!     defaults: &defaults,
//!     may_read_files: false,
//! };
//!
//! // A CGP names its board, rack and scores; its operations change the rules: `bb` is the bonus
//! // for playing all tiles.
//! let text = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRST/ 0/32 0 bb 40;";
//! let text = Written::read(text.as_bytes())?;
//! let mut choices = Choices::default();
//! choices.position.rack = Some("a e i n r s _".to_owned());
//! let opened = library.open(Some(&text), &choices)?;
//! assert!(opened.warnings.is_empty());
//!
//! // Simulate with a budget of 100 rollouts.
//! let lexicon = opened.lexicon.expect("English has a lexicon");
//! let engine = Models::new(None).engine(opened.ruleset.clone(), lexicon)?;
//! let limits = Budget::rollouts(100).limits();
//! let analysis = engine.solve(&opened.position, limits, &mut |_| Go::On);
//! let best = &analysis.lines[0].candidate;
//! assert!(best.score > 40);
//!
//! // Ask a bot for its move.
//! let bot = BotSpec::named("static")?.prepare(&Arc::new(engine))?;
//! let mv = bot.player(opened.ruleset.challenge, 1).choose(&opened.position);
//! assert!(opened.ruleset.show_move(&opened.position.board, &mv).len() > 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod analysis;
pub mod budget;
pub mod open;
pub mod players;
pub mod practice;
pub mod problem;
pub mod review;
pub mod tracking;
pub mod words;
