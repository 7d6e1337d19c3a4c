//! The game that a page has open, and the answers about it.

use std::sync::Arc;

use tisane_engine::leave::NoLeaves;
use tisane_engine::matches::Go;
use tisane_engine::{Engine, Model};
use tisane_lexicon::Lexicon;
use tisane_protocol::{
    Answer, Desk, ErrorCode, ErrorView, Json, Question, no_such_ruleset, read, sheet, written,
};
use tisane_rules::Ruleset;

/// The open game, if there is one.
#[derive(Default)]
pub struct Browser {
    desk: Option<Desk>,
}

impl Browser {
    /// Opens a game by name, with the bytes of a lexicon in its spelling and of a model. Without a
    /// lexicon it scores plays but checks no words.
    pub fn load(&mut self, ruleset: &[u8], lexicon: &[u8], model: &[u8]) -> String {
        text(open(ruleset, lexicon, model).map(|desk| {
            self.desk = Some(desk);
            written(())
        }))
    }

    /// Answers a [`Question`] in JSON. `progress` gets interim results of long-running questions,
    /// in the same form.
    pub fn ask(&mut self, question: &[u8], progress: &mut dyn FnMut(&str)) -> String {
        let mut tell = |answer| {
            progress(&text(Ok(answer)));
            Go::On // to stop it, the page ends the worker
        };
        text(self.answer(question, &mut tell))
    }

    fn answer(
        &mut self,
        question: &[u8],
        progress: &mut dyn FnMut(Json) -> Go,
    ) -> Result<Json, ErrorView> {
        let question: Question = serde_json::from_slice(question)
            .map_err(|error| ErrorView::new(ErrorCode::Query, error))?;
        // These need no open game.
        match &question {
            Question::Read { text, ruleset, turn } => {
                return read(text, ruleset, *turn).map(written);
            }
            Question::Sheet { text, ruleset } => return sheet(text, ruleset).map(written),
            _ => {}
        }
        let closed = || ErrorView::new(ErrorCode::Query, "no game is open");
        self.desk.as_mut().ok_or_else(closed)?.answer(&question, progress)
    }
}

fn text(answer: Result<Json, ErrorView>) -> String {
    serde_json::to_string(&Answer::from(answer)).expect("answers are plain data")
}

fn open(ruleset: &[u8], lexicon: &[u8], model: &[u8]) -> Result<Desk, ErrorView> {
    let name = String::from_utf8_lossy(ruleset);
    let ruleset = Ruleset::named(&name).map_err(|error| no_such_ruleset(&error))?;
    let ruleset = Arc::new(ruleset);
    if lexicon.is_empty() {
        return Ok(Desk::without_words(ruleset));
    }
    let bad = |error: &dyn std::fmt::Display| ErrorView::new(ErrorCode::Lexicon, error);
    let lexicon = Lexicon::from_bytes(lexicon).map_err(|error| bad(&error))?;
    if *lexicon.alphabet() != *ruleset.alphabet {
        return Err(bad(&format!(
            "{} is not spelled with the tiles of {}",
            lexicon.name(),
            ruleset.name
        )));
    }
    let lexicon = Arc::new(lexicon);
    let engine = if model.is_empty() {
        Engine::new(ruleset, lexicon, NoLeaves)
    } else {
        // The server has chosen it for this lexicon, from which slurs may be left out.
        let model = Model::from_bytes(model)
            .and_then(|model| model.with_tiles_of(&ruleset))
            .map_err(|error| bad(&error))?;
        Engine::new(ruleset, lexicon, &model)
    };
    Ok(Desk::new(engine))
}
