//! The same questions that the engine in a browser answers, for pages where it does not run.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use tisane_engine::Engine;
use tisane_protocol::{Desk, ErrorView, Question, QuestionRequest};
use tisane_rules::Position;

use crate::asking::{Address, Body, Perhaps};
use crate::blocking::blocking;
use crate::computer::{Thought, Told};
use crate::limits::Kind;
use crate::refused::Refused;
use crate::room::agreement::lexicon;
use crate::{App, Error};

/// `POST /api/questions`: an answer as the engine in the browser gives it, `{"ok": …}` or `{"error": …}`.
pub(crate) async fn ask(
    State(app): State<App>,
    Perhaps(player): Perhaps,
    address: Address,
    Body(request): Body<QuestionRequest>,
) -> Result<Json<Value>, Error> {
    address.take(&app, Kind::Thinking)?;
    let QuestionRequest { ruleset, lexicon: named, family, question } = request;
    let question = question.bounded();
    let ruleset = app.ruleset(&ruleset)?;
    let positions = match question.positions(&ruleset) {
        Ok(positions) => positions,
        Err(error) => return Ok(Json(said(Err(error)))),
    };
    app.refuse_help(player.as_ref(), &ruleset, &positions.iter().collect::<Vec<&Position>>()).await?;
    if named.is_none() && ruleset.lexicon.is_none() {
        let work = move || said(Desk::without_words(ruleset).answer(&question, &mut |_| ()));
        return Ok(Json(blocking(work).await?));
    }
    let (opening, rules) = (app.clone(), ruleset.clone());
    let words = move || lexicon(&opening, &rules, named.as_deref(), family);
    let words = blocking(words).await??;
    let work = move |engine: &Engine, _: &mut Thought<'_, Value>| Ok(answered(engine, &question));
    let mut told = app.computer().analyse(address.asker(player.as_ref()), app.stopping(), (ruleset, words), work)?;
    match told.recv().await {
        Some(Told::Answer(answer) | Told::SoFar(answer)) => Ok(Json(answer)),
        Some(Told::Refused(refused)) => Err(refused.into()),
        None => Err(Refused::Closing.into()),
    }
}

fn answered(engine: &Engine, question: &Question) -> Value {
    let own = engine.with_evaluation(engine.evaluation().clone());
    said(Desk::new(own).answer(question, &mut |_| ()))
}

fn said(answer: Result<Value, ErrorView>) -> Value {
    match answer {
        Ok(answer) => json!({ "ok": answer }),
        Err(error) => json!({ "error": error }),
    }
}
