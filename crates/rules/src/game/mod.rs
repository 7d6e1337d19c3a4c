//! A game in progress: the fold of its events, and nothing else.
//!
//! [`Game::decide`] judges what a player asks for and returns events; [`Game::tick`] returns what
//! time and absence cause; [`Game::apply`] records events. Only `apply` changes a game. It rolls no
//! dice, reads no clock and cannot fail. Callers store the events between deciding and applying;
//! replaying stored events gives the same game.
//!
//! - [`decide`] – what players may do
//! - [`follow`] – consequences: lots, draws, lost turns, timeouts, the end
//! - [`abandon`] – games in which nobody moves any more
//! - [`fold`] – what each event changes
//! - [`ending`] – when a game is over, and the final account
//! - [`view`] – what a seat may know
//! - [`record`] – the score sheet

mod abandon;
mod action;
mod challenge;
mod decide;
mod draw;
mod ending;
mod event;
mod fold;
mod follow;
mod record;
mod refusal;
mod setup;
mod view;

use crate::record::Dropout;
use crate::ruleset::{Idle, Loss, Millis, Ruleset};
use crate::table::{Board, Play, Seat, Tile, Tiles};

pub use action::{Action, Doubt};
use challenge::judge;
use draw::{When, draw};
pub use event::{Event, Outcome, Price, Settled, Verdict};
pub use follow::{MOST_LAG_CREDIT, Presence};
pub use refusal::Refusal;
use setup::checked_name;
pub use setup::{DoubtTime, First, Seed, Setup, Streams};

/// A game, from the first player who joins to the final account. It knows everything; what one seat
/// may know is its [`position`](Game::position).
///
/// ```
/// use std::sync::Arc;
/// use tisane_lexicon::Letter;
/// use tisane_rules::{Action, Game, Phase, Ruleset, Seed, Setup};
///
/// let ruleset = Arc::new(Ruleset::named("english")?);
/// let mut game = Game::new(Setup::new(ruleset, &["Ada", "Bo"], Seed::from(7))?);
/// let any_word = |_: &[Letter]| true;
/// for event in game.decide(&any_word, 0, 0, Action::Start)? {
///     game.apply(&event);
/// }
/// assert_eq!(game.phase(), Phase::Playing);
/// assert_eq!((game.rack(0).len(), game.rack(1).len(), game.bag_len()), (7, 7, 86));
/// let other = 1 - game.on_turn().unwrap();
/// assert!(game.decide(&any_word, 0, other, Action::Pass).is_err(), "not their turn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    setup: Setup,
    /// The number of events, undone ones included.
    n_events: u64,
    /// How many of them credited lag. Draws do not count these, so a seed gives the same tiles on
    /// any network.
    n_credits: u64,
    state: State,
    /// The events that are not undone, and the undo events; only in games with undo.
    log: Vec<Event>,
}

/// The phase of a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Phase {
    /// Players join; no tiles are dealt.
    Lobby,
    /// Players take turns.
    Playing,
    /// A play would end the game, but can still be challenged.
    LastChallenge,
    /// The game is over.
    Ended,
}

/// One turn, taken or lost.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Turn {
    /// Whose turn it was.
    pub seat: Seat,
    /// What the player did.
    pub taken: Taken,
    /// The points of the turn. A play withdrawn later keeps none.
    pub score: i32,
    /// The seat's rack before.
    pub rack: Tiles,
    /// The score of the seat after the turn and its challenge.
    pub total: i32,
    /// Who challenged the play, and the verdict.
    pub challenge: Option<(Seat, Verdict)>,
    /// When the turn ended.
    pub at: Millis,
    /// The time left on the clock of the seat, if there is one: for the game, or in the bank.
    pub left: Option<Millis>,
}

impl Turn {
    /// Whether the play was withdrawn after a challenge.
    pub fn is_withdrawn(&self) -> bool {
        self.challenge.as_ref().is_some_and(|(_, verdict)| !verdict.stands())
    }
}

/// What a player did with a turn.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Taken {
    /// Placed tiles.
    Played(Play),
    /// Exchanged these tiles.
    Exchanged(Tiles),
    /// Passed.
    Passed,
    /// The player was away.
    Skipped,
    /// A wrong challenge cost the turn.
    Lost,
}

/// The sum of all events.
#[derive(Clone, PartialEq, Debug)]
struct State {
    seats: Vec<SeatState>,
    started: bool,
    /// The rounds of drawing for the first turn.
    lots: Vec<Vec<(Seat, Tile)>>,
    first: Option<Seat>,
    /// The turn order, if it was drawn; otherwise turns follow the seats.
    order: Vec<Seat>,
    board: Board,
    bag: Tiles,
    on_turn: Seat,
    turn_began: Millis,
    /// When a player last acted; skipped turns and pauses do not count.
    active_at: Millis,
    /// Since when no player is connected.
    paused: Option<Millis>,
    idle: Idle,
    /// The bag is empty and everybody has one more turn.
    final_turns: bool,
    turns: Vec<Turn>,
    /// The play that can be challenged.
    open: Option<Open>,
    /// Players who dropped out, in order.
    dropouts: Vec<Dropout>,
    /// Who agrees to abort, if that was offered.
    abort: Option<Vec<bool>>,
    outcome: Option<Outcome>,
}

#[derive(Clone, PartialEq, Debug)]
struct SeatState {
    name: String,
    ready: bool,
    rack: Tiles,
    /// The tiles of the rack that everybody has seen.
    known: Tiles,
    score: i32,
    /// See `ruleset/clock.rs`.
    left: Millis,
    /// The number of tiles drawn so far.
    n_drawn: u64,
    /// Turns to lose for wrong challenges.
    owes_turns: u32,
    had_final_turn: bool,
    away: bool,
    /// Why the player dropped out.
    lost: Option<Loss>,
}

/// A play that can be challenged, and the state before it.
#[derive(Clone, PartialEq, Debug)]
struct Open {
    /// Its index among the turns.
    turn: usize,
    /// The board without it.
    board: Board,
    drawn: Tiles,
    /// Before and after the play.
    idle: [Idle; 2],
    final_turns: bool,
    judged: bool,
    accepted: Vec<bool>,
}

impl Game {
    /// A game that has not started.
    pub fn new(setup: Setup) -> Game {
        let state = State::new(&setup);
        Game { setup, n_events: 0, n_credits: 0, state, log: Vec::new() }
    }

    /// The game after these events: all that [`decide`](Game::decide), [`join`](Game::join) and
    /// [`tick`](Game::tick) returned, in order.
    pub fn replay(setup: Setup, events: &[Event]) -> Game {
        let mut game = Game::new(setup);
        for event in events {
            game.apply(event);
        }
        game
    }

    /// Records an event.
    pub fn apply(&mut self, event: &Event) {
        self.n_events += 1;
        self.n_credits += u64::from(matches!(event, Event::LagCredited { .. }));
        if let Event::Undone { .. } = event {
            let kept = self.undoable().expect("decided only if there is something to take back");
            self.log.truncate(kept);
            self.state = State::new(&self.setup);
            for event in &self.log {
                self.state.apply(&self.setup, event);
            }
        }
        if self.setup.local {
            self.log.push(event.clone());
        }
        self.state.apply(&self.setup, event);
    }

    /// The event that undo would go back to: a turn, a challenge, or a loss.
    pub fn undoable_event(&self) -> Option<&Event> {
        self.undoable().map(|kept| &self.log[kept])
    }

    /// How many events of the log stay after an undo.
    fn undoable(&self) -> Option<usize> {
        self.log.iter().rposition(Event::can_be_undone)
    }

    /// The number of events without undone ones: a turn that is undone and repeated draws the same
    /// tiles.
    fn n_counting(&self) -> u64 {
        match self.setup.local {
            true => self.log.iter().filter(|event| !matches!(event, Event::Undone { .. })).count()
                as u64,
            false => self.n_events - self.n_credits,
        }
    }

    fn ruleset(&self) -> &Ruleset {
        &self.setup.ruleset
    }
}

impl State {
    fn new(setup: &Setup) -> State {
        State {
            seats: setup.names().iter().map(|name| SeatState::new(name, setup)).collect(),
            started: false,
            lots: Vec::new(),
            first: None,
            order: Vec::new(),
            board: Board::empty(&setup.ruleset.layout),
            bag: setup.ruleset.tiles(),
            on_turn: 0,
            turn_began: 0,
            active_at: 0,
            paused: None,
            idle: Idle::default(),
            final_turns: false,
            turns: Vec::new(),
            open: None,
            dropouts: Vec::new(),
            abort: None,
            outcome: None,
        }
    }

    /// The remaining seats.
    fn active(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.seats.len()).filter(|&seat| self.seats[seat].lost.is_none())
    }

    /// The seats in turn order from this one.
    fn in_order(&self, from: Seat) -> impl Iterator<Item = Seat> + use<> {
        let (n, order) = (self.seats.len(), self.order.clone());
        let place = order.iter().position(|&seat| seat == from).unwrap_or(from);
        (0..n).map(move |step| {
            let next = (place + step) % n;
            order.get(next).map_or(next, |&seat| seat)
        })
    }
}

impl SeatState {
    fn new(name: &str, setup: &Setup) -> SeatState {
        SeatState {
            name: name.to_owned(),
            ready: false,
            rack: Tiles::new(),
            known: Tiles::new(),
            score: 0,
            left: setup.clock.at_start(),
            n_drawn: 0,
            owes_turns: 0,
            had_final_turn: false,
            away: false,
            lost: None,
        }
    }
}
