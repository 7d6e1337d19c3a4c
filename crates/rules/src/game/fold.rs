//! What each event changes.

use tisane_lexicon::Letter;

use super::{Open, SeatState, State, Taken, Turn};
use crate::game::{Event, First, Price, Setup, Verdict};
use crate::record::Dropout;
use crate::ruleset::{Challenge, Clock, Millis, TurnKind};
use crate::table::{Play, Seat, Tile, Tiles};

impl State {
    pub(super) fn apply(&mut self, setup: &Setup, event: &Event) {
        self.active_at = event.acted_at().unwrap_or(self.active_at);
        match event {
            Event::Joined { name } => self.seats.push(SeatState::new(name, setup)),
            Event::Left { seat } => drop(self.seats.remove(*seat)),
            Event::Readied { seat, ready } => self.seats[*seat].ready = *ready,
            Event::Started { at } => self.start(setup, *at),
            Event::LotsDrawn { tiles } => self.draw_lots(setup, tiles),
            Event::Drawn { seat, tiles } => self.draw(setup, *seat, tiles),
            Event::Played { seat, play, score, at } => self.play(setup, *seat, play, *score, *at),
            Event::Passed { seat, at } => {
                self.take_turn(setup, *seat, Taken::Passed, 0, *at);
                self.idle = setup.ruleset.end.idle_after(self.idle, TurnKind::Passed);
                self.open = None;
            }
            // The play before can still be challenged.
            Event::Skipped { seat, at } => {
                self.take_turn(setup, *seat, Taken::Skipped, 0, *at);
                self.idle = setup.ruleset.end.idle_after(self.idle, TurnKind::Skipped);
                self.seats[*seat].away = true;
            }
            Event::Exchanged { seat, tiles, drawn, at } => {
                self.exchange(setup, *seat, tiles, drawn, *at)
            }
            Event::TurnLost { seat, at } => self.lose_turn(setup, *seat, *at),
            Event::Challenged { by, verdict, at } => self.challenge(setup, *by, verdict, *at),
            Event::Withdrawn { seat } => self.withdraw(setup, *seat),
            Event::Accepted { seat, .. } => {
                if let Some(open) = &mut self.open {
                    open.accepted[*seat] = true;
                }
            }
            Event::Unchallenged { .. } => self.open = None,
            Event::Lost { seat, loss, at } => {
                self.charge_running(setup, *seat, *at);
                let waited = self.is_last_challenge(setup);
                self.seats[*seat].lost = Some(*loss);
                // An offer was made to all players: a bot's consent must not save the last person
                // from losing.
                self.abort = None;
                self.dropouts.push(Dropout {
                    seat: *seat,
                    loss: *loss,
                    after: Some(self.turns.len()),
                });
                if self.open_owner() == Some(*seat) {
                    self.open = None;
                    if waited {
                        // As after a challenge: the next turn begins now.
                        self.turn_began = *at;
                    }
                }
                if self.on_turn == *seat {
                    self.advance(*at);
                }
            }
            Event::AbortOffered { seat } => {
                let mut agreed = vec![false; self.seats.len()];
                agreed[*seat] = true;
                self.abort = Some(agreed);
            }
            Event::AbortAccepted { seat } => {
                if let Some(agreed) = &mut self.abort {
                    agreed[*seat] = true;
                }
            }
            Event::AbortDeclined { .. } => self.abort = None,
            Event::Returned { seat } => self.seats[*seat].away = false,
            Event::Paused { at } => self.paused = Some(*at),
            // As if the turn had begun later.
            Event::Resumed { at } => {
                self.turn_began += self.paused.take().map_or(0, |since| (at - since).max(0))
            }
            Event::LagCredited { millis, .. } => self.turn_began += millis,
            Event::Ended { outcome, .. } => {
                for (seat, settled) in self.seats.iter_mut().zip(&outcome.results) {
                    seat.score = settled.total;
                }
                self.open = None;
                self.abort = None;
                self.outcome = Some(outcome.clone());
            }
            // The events are already undone; the turn starts again.
            Event::Undone { at } => self.turn_began = *at,
        }
    }

    fn start(&mut self, setup: &Setup, at: Millis) {
        self.started = true;
        self.turn_began = at;
        if let First::Seat(seat) = setup.first {
            self.begin_with(seat);
        }
    }

    fn begin_with(&mut self, seat: Seat) {
        self.first = Some(seat);
        self.on_turn = seat;
    }

    /// The best tile begins; tied players draw again.
    fn draw_lots(&mut self, setup: &Setup, tiles: &[(Seat, Tile)]) {
        self.lots.push(tiles.to_vec());
        if !self.contenders(setup).is_empty() {
            return;
        }
        let order: Vec<Seat> = self.by_lots().into_iter().map(|(_, seat)| seat).collect();
        self.begin_with(order[0]);
        if setup.first == First::OrderDrawn {
            self.order = order;
        }
    }

    /// Who draws next: everybody, then those tied for the first turn, or for any turn if all turns
    /// are drawn. Ends after some rounds, since a set of identical tiles never decides.
    pub(super) fn contenders(&self, setup: &Setup) -> Vec<Seat> {
        const ROUNDS: usize = 20;
        if self.lots.len() >= ROUNDS {
            return Vec::new();
        }
        let ranked = self.by_lots();
        let tied = ranked.chunk_by(|(a, _), (b, _)| a == b);
        let decided_by = if setup.first == First::OrderDrawn { ranked.len() } else { 1 };
        let mut contenders: Vec<Seat> = tied
            .take(decided_by)
            .filter(|tied| tied.len() > 1)
            .flat_map(|tied| tied.iter().map(|&(_, seat)| seat))
            .collect();
        contenders.sort_unstable();
        contenders
    }

    /// All seats by the tiles they drew, round by round. A blank is `None`, which comes before any
    /// letter.
    fn by_lots(&self) -> Vec<(Vec<Option<Letter>>, Seat)> {
        let rank = |tile: Tile| if let Tile::Letter(letter) = tile { Some(letter) } else { None };
        let drawn_by = |seat: Seat| {
            let lots = self.lots.iter().flatten().filter(move |&&(by, _)| by == seat);
            lots.map(|&(_, tile)| rank(tile)).collect()
        };
        let mut ranked: Vec<_> = (0..self.seats.len()).map(|seat| (drawn_by(seat), seat)).collect();
        ranked.sort();
        ranked
    }

    fn draw(&mut self, setup: &Setup, seat: Seat, tiles: &Tiles) {
        self.move_from_bag(seat, tiles);
        if self.open_owner() == Some(seat) {
            self.open.as_mut().expect("it has an owner").drawn.add(tiles);
        }
        if setup.ruleset.end.final_turn_each && self.bag.is_empty() && !self.final_turns {
            self.final_turns = true;
            self.seats.iter_mut().for_each(|seat| seat.had_final_turn = false);
        }
    }

    fn move_from_bag(&mut self, seat: Seat, tiles: &Tiles) {
        self.bag = self.bag.without(tiles).expect("drawn from this bag");
        self.seats[seat].rack.add(tiles);
        self.seats[seat].n_drawn += tiles.len() as u64;
    }

    fn play(&mut self, setup: &Setup, seat: Seat, play: &Play, score: i32, at: Millis) {
        let before = (self.board.clone(), self.idle, self.final_turns);
        self.take_turn(setup, seat, Taken::Played(play.clone()), score, at);
        let tiles = play.tiles();
        let owner = &mut self.seats[seat];
        owner.rack = owner.rack.without(&tiles).expect("played from this rack");
        owner.known = owner.known.less(|tile| tiles.count(tile));
        play.place_on(&mut self.board);
        self.idle = setup.ruleset.end.idle_after(self.idle, TurnKind::Played { score });
        self.open = (setup.challenge != Challenge::Void).then(|| Open {
            turn: self.turns.len() - 1,
            board: before.0,
            drawn: Tiles::new(),
            idle: [before.1, self.idle],
            final_turns: before.2,
            judged: false,
            accepted: vec![false; self.seats.len()],
        });
    }

    fn exchange(&mut self, setup: &Setup, seat: Seat, tiles: &Tiles, drawn: &Tiles, at: Millis) {
        self.take_turn(setup, seat, Taken::Exchanged(tiles.clone()), 0, at);
        // Drawn before putting back: nobody draws what they exchanged.
        self.move_from_bag(seat, drawn);
        self.bag.add(tiles);
        let owner = &mut self.seats[seat];
        owner.rack = owner.rack.without(tiles).expect("exchanged from this rack");
        // Opponents do not see which tiles were exchanged. Assume the worst: of each kind, as many
        // as possible.
        owner.known = owner.known.less(|_| tiles.len());
        self.idle = setup.ruleset.end.idle_after(self.idle, TurnKind::Exchanged);
        self.open = None;
    }

    /// A lost turn is like a pass, but the play before it can still be challenged.
    fn lose_turn(&mut self, setup: &Setup, seat: Seat, at: Millis) {
        self.take_turn(setup, seat, Taken::Lost, 0, at);
        self.seats[seat].owes_turns -= 1;
        self.idle = setup.ruleset.end.idle_after(self.idle, TurnKind::Lost);
    }

    fn challenge(&mut self, setup: &Setup, by: Seat, verdict: &Verdict, at: Millis) {
        if self.is_last_challenge(setup) {
            // The clocks were stopped; the next turn begins now.
            self.turn_began = at;
        }
        let Some(open) = &mut self.open else { return };
        open.judged = true;
        let turn = &mut self.turns[open.turn];
        turn.challenge = Some((by, verdict.clone()));
        if verdict.stands() {
            match verdict.price {
                Price::Points(points) => {
                    let owner = &mut self.seats[turn.seat];
                    owner.score = owner.score.saturating_add(points);
                    turn.total = turn.total.saturating_add(points);
                }
                Price::Turn => self.seats[by].owes_turns += 1,
                Price::Nothing | Price::Game => {}
            }
        }
    }

    fn withdraw(&mut self, setup: &Setup, seat: Seat) {
        let Some(open) = self.open.take() else { return };
        let turn = &mut self.turns[open.turn];
        let Taken::Played(play) = &turn.taken else { return };
        let owner = &mut self.seats[seat];
        owner.score = owner.score.saturating_sub(turn.score);
        turn.total = owner.score;
        owner.rack = owner.rack.without(&open.drawn).expect("nobody played since");
        self.bag.add(&open.drawn);
        owner.rack.add(&play.tiles());
        owner.known.add(&play.tiles());
        self.board = open.board;
        self.final_turns = open.final_turns;
        self.idle = setup.ruleset.end.idle_withdrawn(open.idle, self.idle);
    }

    /// What all turns have in common. The rack is still the one before the turn.
    fn take_turn(&mut self, setup: &Setup, seat: Seat, taken: Taken, score: i32, at: Millis) {
        let spent = (at - self.turn_began).max(0);
        let owner = &mut self.seats[seat];
        owner.left = setup.clock.left_at_end_of_turn(owner.left, spent);
        owner.score = owner.score.saturating_add(score);
        owner.had_final_turn = true;
        owner.away = false;
        let left = (setup.clock != Clock::None).then_some(owner.left);
        self.turns.push(Turn {
            seat,
            taken,
            score,
            rack: owner.rack.clone(),
            total: owner.score,
            challenge: None,
            at,
            left,
        });
        // Playing on declines an offer to abort.
        if self.abort.as_ref().is_some_and(|agreed| !agreed[seat]) {
            self.abort = None;
        }
        self.advance(at);
    }

    /// The next remaining seat is to move.
    fn advance(&mut self, at: Millis) {
        self.turn_began = at;
        let next =
            self.in_order(self.on_turn).skip(1).find(|&seat| self.seats[seat].lost.is_none());
        self.on_turn = next.unwrap_or(self.on_turn);
    }

    /// Charges a seat for its unfinished turn.
    fn charge_running(&mut self, setup: &Setup, seat: Seat, at: Millis) {
        if self.on_turn == seat && !self.is_last_challenge(setup) {
            let spent = (at - self.turn_began).max(0);
            self.seats[seat].left = setup.clock.left_after(self.seats[seat].left, spent);
        }
    }

    /// The owner of the play that can be challenged.
    pub(super) fn open_owner(&self) -> Option<Seat> {
        self.open.as_ref().map(|open| self.turns[open.turn].seat)
    }
}
