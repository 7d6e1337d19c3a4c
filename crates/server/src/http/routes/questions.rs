//! The questions that the engine in the browser answers, for pages where it can't run.

use axum::extract::State;
use axum::response::Response;
use tisane_engine::Engine;
use tisane_engine::matches::Go;
use tisane_protocol::{Answer, Desk, Question, QuestionRequest};
use tokio::sync::mpsc;

use super::lexicons::lexicon;
use super::streamed::{AnswerForm, answer};
use crate::compute::blocking::blocking;
use crate::compute::{AnalysisMessage, RunningAnalysis};
use crate::http::asking::{Address, Body, MaybePlayer};
use crate::limits::Kind;
use crate::{App, Error};

/// `POST /api/questions`: an answer like that of the engine in the browser, `{"ok": …}` or
/// `{"error": …}`; line by line, also interim results.
pub(crate) async fn ask(
    State(app): State<App>,
    MaybePlayer(player): MaybePlayer,
    address: Address,
    wanted: AnswerForm,
    Body(request): Body<QuestionRequest>,
) -> Result<Response, Error> {
    address.take(&app, Kind::Thinking)?;
    let QuestionRequest { ruleset, lexicon: named, family, question } = request;
    let question = question.bounded();
    let ruleset = app.ruleset(&ruleset)?;
    let rules = ruleset.clone();
    let (positions, question) = blocking(move || (question.positions(&rules), question)).await?;
    let positions = match positions {
        Ok(positions) => positions,
        Err(error) => return answer(wanted, known(Answer::Error(error))).await,
    };
    app.refuse_help(player.as_ref(), &ruleset, positions).await?;
    if named.is_none() && ruleset.lexicon.is_none() {
        let work =
            move || Answer::from(Desk::without_words(ruleset).answer(&question, &mut |_| Go::On));
        return answer(wanted, known(blocking(work).await?)).await;
    }
    let (opening, rules) = (app.clone(), ruleset.clone());
    let words = move || lexicon(&opening, &rules, named.as_deref(), family);
    let words = blocking(words).await??;
    let work = move |engine: &Engine, running: &mut RunningAnalysis<'_, Answer>| {
        Ok(answered(engine, &question, running))
    };
    let told = app.computer().analyse(
        address.asker(player.as_ref()),
        app.stopping(),
        (ruleset, words),
        work,
    )?;
    answer(wanted, told).await
}

fn answered(
    engine: &Engine,
    question: &Question,
    running: &mut RunningAnalysis<'_, Answer>,
) -> Answer {
    let own = engine.with_evaluation(engine.evaluation().clone());
    let mut tell = |so_far| {
        running.tell(|| Answer::Ok(so_far));
        if running.goes_on() { Go::On } else { Go::Stop }
    };
    Desk::new(own).answer(question, &mut tell).into()
}

/// An immediate answer, as a stream.
fn known(answer: Answer) -> mpsc::Receiver<AnalysisMessage<Answer>> {
    let (teller, told) = mpsc::channel(1);
    teller.try_send(AnalysisMessage::Answer(answer)).expect("there is room for one");
    told
}
