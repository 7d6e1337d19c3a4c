//! Asks the bots of a room, and makes players and bots wait for each other.

use tisane_protocol::MoveResult;
use tisane_protocol::request::ActionRequest;
use tisane_protocol::stored::Occupant;
use tisane_rules::{Action, Seat};

use super::super::patience::{HELD, Step, time_for_doubts};
use super::super::{Reply, Request};
use super::Actor;
use super::following::Tries;
use crate::base::secret::log_name;
use crate::compute::{Asker, BotsAsked};
use crate::error::Refused;
use crate::news::Topic;
use crate::store::StoreError;

impl Actor {
    /// Holds a move back while the bots have not answered about the play before it. Returns what
    /// need not wait.
    pub(super) fn hold_back(
        &mut self,
        player: &str,
        request: ActionRequest,
        reply: Reply<Option<MoveResult>>,
    ) -> Option<(ActionRequest, Reply<Option<MoveResult>>)> {
        let seat = self.table.seat_of(player);
        if !seat.is_some_and(|seat| self.patience.is_early(&self.table, seat, &request)) {
            return Some((request, reply));
        }
        let (turn, at) = (self.table.turn(), self.now());
        self.patience.add_early_move(&self.table, player.to_owned(), request, reply);
        self.publish(|game| Topic::Early { game, turn, at });
        None
    }

    pub(super) async fn hold(&mut self, player: &str, hold: bool) -> Result<(), Refused> {
        if self.table.seat_of(player).is_none() {
            self.refresh().await;
        }
        let seat = self.table.seat_of(player).ok_or(Refused::NotSeated)?;
        self.patience.hold(&self.table, seat, hold);
        let turn = self.table.turn();
        self.publish(|game| Topic::Hold { game, player: player.to_owned(), turn, hold });
        Ok(())
    }

    /// Delivers the bots' decision again a moment later.
    pub(super) fn decide_again_later(&self, turn: u64, decision: Option<(Seat, Action)>) {
        let (room, clock) = (self.room.clone(), self.services.clock.clone());
        let later = clock.now() + HELD;
        tokio::spawn(async move {
            clock.sleep_until(later).await;
            if let Some(room) = room.upgrade() {
                let _ = room.send(Request::BotsDecided { turn, step: Step::Move, decision }).await;
            }
        });
    }

    pub(super) async fn bots_decided(
        &mut self,
        turn: u64,
        step: Step,
        decision: Option<(Seat, Action)>,
    ) {
        if let Some((seat, action)) = decision
            && matches!(self.decide_for_bot(seat, action).await, Ok(()) | Err(Refused::Store(_)))
        {
            return;
        }
        match step {
            Step::Doubt => {
                self.patience.answered = Some(turn);
                self.publish(|game| Topic::Unchallenged { game, turn });
            }
            Step::Move => self.patience.give_up(turn),
        }
    }

    /// After a database failure the bot is asked again later. If another node was faster, the
    /// decision is repeated while its turn lasts.
    pub(super) async fn decide_for_bot(
        &mut self,
        seat: Seat,
        action: Action,
    ) -> Result<(), Refused> {
        let (turn, mut tries) = (self.table.turn(), Tries::default());
        let decided = loop {
            match self.decide(seat, action.clone()).await {
                Err(refused)
                    if self.tries_again(&mut tries, &refused).await
                        && self.table.turn() == turn => {}
                decided => break decided,
            }
        };
        if matches!(decided, Err(Refused::Store(StoreError::Conflict))) {
            self.retry = true;
        } else if let Err(error) = &decided {
            tracing::error!(%error, game = log_name(&self.table.id), seat, "a bot was refused");
            self.retry |= matches!(error, Refused::Store(_));
        }
        decided
    }

    /// Asks the engine, once for each turn and step. The answer comes back as a request.
    pub(super) fn think(&mut self, step: Step, asked: BotsAsked) {
        let turn = self.table.turn();
        if !self.patience.begins(turn, step) {
            return;
        }
        self.services.metrics.bots_think();
        let (computer, clock) = (self.services.computer.clone(), self.services.clock.clone());
        let (room, host) = (self.room.clone(), self.host());
        let at_a_loss = asked.at_a_loss();
        let now = clock.now();
        let earliest = now + time_for_doubts(&self.table, &self.presence(), &asked, now);
        tokio::spawn(async move {
            let decision = computer.decide(host, asked).await.unwrap_or(at_a_loss);
            clock.sleep_until(earliest).await;
            if let Some(room) = room.upgrade() {
                let _ = room.send(Request::BotsDecided { turn, step, decision }).await;
            }
        });
    }

    /// On whose behalf the bots of this room think: the first player's.
    fn host(&self) -> Asker {
        let person = |occupant: &Occupant| {
            if let Occupant::Player(id) = occupant { Some(id.clone()) } else { None }
        };
        let host =
            self.table.occupants.iter().find_map(person).unwrap_or_else(|| self.table.id.clone());
        Asker { network: self.networks.get(&host).copied(), player: Some(host) }
    }
}
