//! Analyses: long-running questions that stream interim results.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tisane_engine::Engine;
use tisane_lexicon::Lexicon;
use tisane_rules::Ruleset;
use tokio::sync::{mpsc, watch};

use super::shares::{Asker, Place};
use super::{Computer, run};
use crate::error::Refused;

/// The interval of interim results.
const NEWS: Duration = Duration::from_millis(200);
/// Interim results that can wait for a slow reader; more are dropped, but never the answer.
const QUEUE: usize = 4;

/// A message of an analysis.
pub(crate) enum AnalysisMessage<T> {
    SoFar(T),
    Answer(T),
    Refused(Refused),
}

/// A running analysis.
pub(crate) struct RunningAnalysis<'a, T> {
    place: &'a mut Place,
    teller: mpsc::Sender<AnalysisMessage<T>>,
    stopping: watch::Receiver<bool>,
    told: Instant,
}

impl<T> RunningAnalysis<'_, T> {
    /// The time spent, without pauses for others.
    pub(crate) fn lasted(&self) -> Duration {
        self.place.worked()
    }

    /// Whether somebody still waits for the answer. Lets others go first if it is their turn.
    pub(crate) fn goes_on(&mut self) -> bool {
        self.place.give_way();
        !self.teller.is_closed() && !*self.stopping.borrow()
    }

    /// Sends an interim result, unless the last one is recent.
    pub(crate) fn tell(&mut self, so_far: impl FnOnce() -> T) {
        if self.told.elapsed() >= NEWS {
            let _ = self.teller.try_send(AnalysisMessage::SoFar(so_far()));
            self.told = Instant::now();
        }
    }
}

impl Computer {
    /// Starts an analysis; refused if too many wait. It ends when the receiver is dropped.
    pub(crate) fn analyse<T: Send + 'static>(
        &self,
        asker: Asker,
        stopping: watch::Receiver<bool>,
        game: (Arc<Ruleset>, Arc<Lexicon>),
        work: impl FnOnce(&Engine, &mut RunningAnalysis<'_, T>) -> Result<T, Refused> + Send + 'static,
    ) -> Result<mpsc::Receiver<AnalysisMessage<T>>, Refused> {
        let bots = self.bots.waiting_of(&asker);
        let waiting = self.analyses.ask(asker, bots)?;
        let (teller, told) = mpsc::channel(QUEUE);
        let computer = self.clone();
        tokio::spawn(async move {
            let place = tokio::select! {
                place = waiting.place() => place,
                () = teller.closed() => return,
            };
            let own = teller.clone();
            let think = move |place: &mut Place| {
                let engine = computer.engine(game)?;
                work(
                    &engine,
                    &mut RunningAnalysis { place, teller: own, stopping, told: Instant::now() },
                )
            };
            let answer = match place {
                Ok(place) => run(place, think).await,
                Err(refused) => Err(refused),
            };
            let _ = teller
                .send(answer.map_or_else(AnalysisMessage::Refused, AnalysisMessage::Answer))
                .await; // whoever asked may be gone
        });
        Ok(told)
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::http::StatusCode;
    use tisane_engine::Models;
    use tisane_lexicon::Catalogue;
    use tisane_protocol::ErrorView;

    use super::*;
    use crate::Error;
    use crate::http::routes::streamed::{AnswerForm, answer};

    /// More often than there are places, so that a place that leaks would be missed.
    #[tokio::test]
    async fn an_analysis_that_panics_is_refused_and_the_next_one_is_answered() {
        let computer = Computer::new(Models::new(None));
        let ruleset = Arc::new(Ruleset::named("english").unwrap());
        let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
        let stop = watch::Sender::new(false);
        let ask = async |wanted, fails: bool| {
            let work = move |_: &Engine, _: &mut RunningAnalysis<'_, u32>| {
                if fails { panic!("no answer to this") } else { Ok(42) }
            };
            let asker = Asker { network: None, player: Some("Ada".to_owned()) };
            answer(
                wanted,
                computer
                    .analyse(asker, stop.subscribe(), (ruleset.clone(), lexicon.clone()), work)
                    .unwrap(),
            )
            .await
        };
        let places = std::thread::available_parallelism().unwrap().get();
        for _ in 0..2 * places {
            let error = ask(AnswerForm::Whole, true).await.unwrap_err();
            assert_eq!(error.status(), StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(error.to_string(), "internal error; the server's log has the details");
        }
        let lines = to_bytes(ask(AnswerForm::Lines, true).await.unwrap().into_body(), usize::MAX)
            .await
            .unwrap();
        let refused: tisane_protocol::Streamed<u32> = serde_json::from_slice(&lines).unwrap();
        let wanted: ErrorView = Error::from(Refused::Failed).view();
        assert!(matches!(refused, tisane_protocol::Streamed::Refused { error } if error == wanted));
        let answered =
            to_bytes(ask(AnswerForm::Whole, false).await.unwrap().into_body(), usize::MAX)
                .await
                .unwrap();
        assert_eq!(&answered[..], b"42");
    }
}
