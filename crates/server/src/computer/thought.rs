//! Analyses: questions that take a while, and tell what is known so far to whoever still wants to hear it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tisane_engine::Engine;
use tisane_lexicon::Lexicon;
use tisane_rules::Ruleset;
use tokio::sync::{mpsc, watch};

use super::shares::{Asker, Place};
use super::{Computer, run};
use crate::refused::Refused;

/// How often it is told what is known.
const NEWS: Duration = Duration::from_millis(200);
/// So much may wait for a slow reader; the rest is left out, the answer never is.
const QUEUE: usize = 4;

/// What an analysis says.
pub(crate) enum Told<T> {
    SoFar(T),
    Answer(T),
    Refused(Refused),
}

/// An analysis under way.
pub(crate) struct Thought<'a, T> {
    place: &'a mut Place,
    teller: mpsc::Sender<Told<T>>,
    stopping: watch::Receiver<bool>,
    told: Instant,
}

impl<T> Thought<'_, T> {
    /// How long it has been thought about, without the time that others had.
    pub(crate) fn lasted(&self) -> Duration {
        self.place.worked()
    }

    /// Whether somebody still waits for the answer. Others may go first meanwhile.
    pub(crate) fn goes_on(&mut self) -> bool {
        self.place.give_way();
        !self.teller.is_closed() && !*self.stopping.borrow()
    }

    /// Tells what is known so far, if the last news is a while ago.
    pub(crate) fn tell(&mut self, so_far: impl FnOnce() -> T) {
        if self.told.elapsed() >= NEWS {
            let _ = self.teller.try_send(Told::SoFar(so_far()));
            self.told = Instant::now();
        }
    }
}

impl Computer {
    /// Begins an analysis for somebody; refused if too many wait already. It ends when nobody holds the receiver any more.
    pub(crate) fn analyse<T: Send + 'static>(
        &self,
        asker: Asker,
        stopping: watch::Receiver<bool>,
        game: (Arc<Ruleset>, Arc<Lexicon>),
        work: impl FnOnce(&Engine, &mut Thought<'_, T>) -> Result<T, Refused> + Send + 'static,
    ) -> Result<mpsc::Receiver<Told<T>>, Refused> {
        let waiting = self.analyses.ask(asker)?;
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
                work(&engine, &mut Thought { place, teller: own, stopping, told: Instant::now() })
            };
            let answer = match place {
                Ok(place) => run(place, think).await,
                Err(refused) => Err(refused),
            };
            let _ = teller.send(answer.map_or_else(Told::Refused, Told::Answer)).await; // whoever asked may be gone
        });
        Ok(told)
    }
}
