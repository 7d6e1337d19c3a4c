//! What players may do. All actions are judged here.

use super::{Game, Phase, State, Taken};
use crate::game::{Action, Doubt, Event, First, Price, Refusal, checked_name, judge};
use crate::plays::{FormedWord, Words, fit, score};
use crate::ruleset::{Challenge, Loss, Millis, Ruleset};
use crate::table::{Play, Seat, Tiles};

impl Game {
    /// Adds a player in the next free seat.
    pub fn join(&self, name: &str) -> Result<Vec<Event>, Refusal> {
        if self.state.started {
            return Err(Refusal::AlreadyStarted);
        }
        // A game can be closed before it starts.
        if self.state.outcome.is_some() {
            return Err(Refusal::AlreadyEnded);
        }
        let name = checked_name(name, self.state.seats.iter().map(|seat| &seat.name))?;
        let seats = self.setup.seats.min(self.ruleset().players.to);
        if self.state.seats.len() >= seats {
            return Err(Refusal::GameFull { seats });
        }
        Ok(vec![Event::Joined { name }])
    }

    /// Judges what a player asks for: the events it causes, or why it is refused. Nothing changes
    /// until the events are [applied](Game::apply), all of them and in order.
    ///
    /// First apply what [`tick`](Game::tick) returns for `now`: the time of another player may be
    /// up.
    pub fn decide(
        &self,
        words: &impl Words,
        now: Millis,
        seat: Seat,
        action: Action,
    ) -> Result<Vec<Event>, Refusal> {
        let mut after = self.clone();
        let mut events = Vec::new();
        if self.state.paused.is_some() {
            // Whoever acts is connected.
            events.push(Event::Resumed { at: now });
            after.apply(&events[0]);
        }
        for event in after.judged(words, now, seat, action)? {
            after.apply(&event);
            events.push(event);
        }
        after.follow(now, &mut events);
        Ok(events)
    }

    /// [Decides](Game::decide) and [applies](Game::apply): what happened, or why it is refused.
    /// For callers that do not have to store the events before they take effect.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tisane_lexicon::Letter;
    /// use tisane_rules::{Action, Event, Game, Ruleset, Seed, Setup};
    ///
    /// let ruleset = Arc::new(Ruleset::named("english")?);
    /// let mut game = Game::new(Setup::new(ruleset, &["Ada", "Bo"], Seed::from(7))?);
    /// let any_word = |_: &[Letter]| true;
    /// game.act(&any_word, 0, 0, Action::Start)?;
    /// let seat = game.on_turn().unwrap();
    /// assert_eq!(game.act(&any_word, 1, seat, Action::Pass)?, [Event::Passed { seat, at: 1 }]);
    /// assert_eq!(game.on_turn(), Some(1 - seat));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn act(
        &mut self,
        words: &impl Words,
        now: Millis,
        seat: Seat,
        action: Action,
    ) -> Result<Vec<Event>, Refusal> {
        let events = self.decide(words, now, seat, action)?;
        for event in &events {
            self.apply(event);
        }
        Ok(events)
    }

    fn judged(
        &self,
        words: &impl Words,
        now: Millis,
        seat: Seat,
        action: Action,
    ) -> Result<Vec<Event>, Refusal> {
        let Some(asking) = self.state.seats.get(seat) else {
            return Err(Refusal::NoSuchSeat(seat));
        };
        match (&action, self.phase()) {
            (Action::Undo, _) => {
                return match self.undoable() {
                    _ if !self.setup.local => Err(Refusal::NotLocal),
                    None => Err(Refusal::NothingToUndo),
                    Some(_) => Ok(vec![Event::Undone { at: now }]),
                };
            }
            (_, Phase::Ended) => return Err(Refusal::AlreadyEnded),
            (Action::Leave, Phase::Lobby) => return Ok(vec![Event::Left { seat }]),
            (Action::Ready(ready), Phase::Lobby) => {
                return Ok(vec![Event::Readied { seat, ready: *ready }]);
            }
            (Action::Start, Phase::Lobby) => return self.start(seat, now),
            (_, Phase::Lobby) => return Err(Refusal::NotStarted),
            (Action::Leave, _) => return Err(Refusal::LeaveByResigning),
            (Action::Ready(_) | Action::Start, _) => return Err(Refusal::AlreadyStarted),
            _ => {}
        }
        if asking.lost.is_some() {
            return Err(Refusal::DroppedOut);
        }
        if self.phase() == Phase::Playing && seat == self.state.on_turn && self.is_time_up(now) {
            return Err(Refusal::TimeUp);
        }
        match action {
            Action::Play(play) => self.play(words, now, seat, play),
            Action::Pass if self.phase() == Phase::LastChallenge => self.accept(now, seat),
            Action::Pass => self.on_turn_only(seat).map(|()| vec![Event::Passed { seat, at: now }]),
            Action::Exchange(tiles) => self.exchange(now, seat, tiles),
            Action::Challenge(doubt) => self.challenge(words, now, seat, doubt),
            Action::Accept => self.accept(now, seat),
            Action::Resign => Ok(vec![Event::Lost { seat, loss: Loss::Resigned, at: now }]),
            Action::OfferAbort if self.state.abort.is_some() => Err(Refusal::AbortOffered),
            Action::OfferAbort => Ok(vec![Event::AbortOffered { seat }]),
            Action::AcceptAbort | Action::DeclineAbort if self.state.abort.is_none() => {
                Err(Refusal::NoAbortOffer)
            }
            Action::AcceptAbort => Ok(vec![Event::AbortAccepted { seat }]),
            Action::DeclineAbort => Ok(vec![Event::AbortDeclined { seat }]),
            Action::Rejoin => {
                Ok(if asking.away { vec![Event::Returned { seat }] } else { Vec::new() })
            }
            Action::Undo | Action::Leave | Action::Ready(_) | Action::Start => {
                unreachable!("judged above")
            }
        }
    }

    fn start(&self, seat: Seat, now: Millis) -> Result<Vec<Event>, Refusal> {
        if seat != 0 {
            return Err(Refusal::NotHost);
        }
        let (needed, have) = (self.ruleset().players.from, self.state.seats.len());
        if have < needed {
            return Err(Refusal::NotEnoughPlayers { needed, have });
        }
        match self.setup.first {
            First::Seat(first) if first >= have => Err(Refusal::NoSuchSeat(first)),
            _ => Ok(vec![Event::Started { at: now }]),
        }
    }

    fn on_turn_only(&self, seat: Seat) -> Result<(), Refusal> {
        if self.phase() == Phase::LastChallenge {
            return Err(Refusal::LastChallenge);
        }
        if seat != self.state.on_turn {
            return Err(Refusal::NotYourTurn(self.state.seats[self.state.on_turn].name.clone()));
        }
        Ok(())
    }

    fn on_rack(&self, seat: Seat, tiles: &Tiles) -> Result<(), Refusal> {
        let rack = &self.state.seats[seat].rack;
        match rack.without(tiles) {
            Ok(_) => Ok(()),
            Err(missing) => Err(Refusal::NotOnRack {
                missing: self.ruleset().name_tiles(&missing),
                rack: self.ruleset().show_tiles(rack),
            }),
        }
    }

    fn play(
        &self,
        words: &impl Words,
        now: Millis,
        seat: Seat,
        play: Play,
    ) -> Result<Vec<Event>, Refusal> {
        self.on_turn_only(seat)?;
        let scored = score(self.ruleset(), &self.state.board, &play)?;
        self.on_rack(seat, &play.tiles())?;
        if self.setup.challenge == Challenge::Void {
            let formed = scored.words.iter().map(|scored| scored.word.letters());
            let invalid: Vec<String> = formed
                .filter(|word| !words.contains(word))
                .map(|word| self.ruleset().alphabet.show(&word))
                .collect();
            if !invalid.is_empty() {
                return Err(Refusal::NotWords(invalid));
            }
        }
        Ok(vec![Event::Played { seat, play, score: scored.total, at: now }])
    }

    fn exchange(&self, now: Millis, seat: Seat, tiles: Tiles) -> Result<Vec<Event>, Refusal> {
        self.on_turn_only(seat)?;
        let rule = self.ruleset().exchange.ok_or(Refusal::NoExchanges)?;
        if tiles.is_empty() {
            return Err(Refusal::NothingToExchange);
        }
        let (needed, bag) = (rule.bag_at_least.max(tiles.len()), self.bag_len());
        if bag < needed {
            return Err(Refusal::BagTooSmall { needed, bag });
        }
        self.on_rack(seat, &tiles)?;
        let drawn = self.draw(seat, tiles.len());
        Ok(vec![Event::Exchanged { seat, tiles, drawn, at: now }])
    }

    fn challenge(
        &self,
        words: &impl Words,
        now: Millis,
        by: Seat,
        doubt: Doubt,
    ) -> Result<Vec<Event>, Refusal> {
        if self.setup.challenge == Challenge::Void {
            return Err(Refusal::NoChallenges);
        }
        let formed = self.state.open_words(self.ruleset()).ok_or(Refusal::NothingToChallenge)?;
        let owner = self.state.open_owner().ok_or(Refusal::NothingToChallenge)?;
        if by == owner {
            return Err(Refusal::OwnPlay);
        }
        if self.state.open.as_ref().is_some_and(|open| open.judged) {
            return Err(Refusal::AlreadyJudged);
        }
        let doubted = match doubt {
            Doubt::All => (0..formed.len()).collect(),
            Doubt::Words(mut doubted) => {
                doubted.sort_unstable();
                doubted.dedup();
                doubted
            }
        };
        match doubted.iter().find(|&&nth| nth >= formed.len()) {
            Some(&asked) => return Err(Refusal::NoSuchWord { asked, words: formed.len() }),
            None if doubted.is_empty() => return Err(Refusal::NothingToChallenge),
            None => {}
        }
        let verdict = judge(self.setup.challenge, words, &formed, doubted);
        let (stands, price) = (verdict.stands(), verdict.price);
        let mut events = vec![Event::Challenged { by, verdict, at: now }];
        if !stands {
            events.push(Event::Withdrawn { seat: owner });
        }
        if price == Price::Game {
            let seat = if stands { by } else { owner };
            events.push(Event::Lost { seat, loss: Loss::Challenge, at: now });
        }
        Ok(events)
    }

    fn accept(&self, now: Millis, seat: Seat) -> Result<Vec<Event>, Refusal> {
        if self.phase() != Phase::LastChallenge {
            return Err(Refusal::NothingToAccept);
        }
        if self.state.open_owner() == Some(seat) {
            return Err(Refusal::OwnPlay);
        }
        // A second accept changes nothing.
        if !self.may_accept(seat) {
            return Err(Refusal::NothingToAccept);
        }
        Ok(vec![Event::Accepted { seat, at: now }])
    }
}

impl State {
    /// The words of the play that may be challenged.
    pub(super) fn open_words(&self, ruleset: &Ruleset) -> Option<Vec<FormedWord>> {
        let open = self.open.as_ref()?;
        let Taken::Played(play) = &self.turns[open.turn].taken else { return None };
        fit(ruleset, &open.board, play).ok()
    }
}
