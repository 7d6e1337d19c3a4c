//! Games computed in advance: with the same seed the server draws the same tiles, so thousands of
//! clients can play good moves without an engine.

use std::sync::Arc;

use tisane_engine::Engine;
use tisane_engine::bot::{Bot, Static};
use tisane_protocol::ClockView;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_rules::{Action, Cgp, Event, Game, Seat, Seed, Setup};

/// A day per turn, so that no absent player is skipped.
const TURN: i64 = 24 * 3600 * 1000;

/// The turn of the position to analyse.
const MIDDLE: usize = 8;

pub(super) struct Script {
    pub(super) request: NewGame,
    pub(super) steps: Vec<Step>,
    /// Final scores.
    pub(super) totals: Vec<i32>,
    /// A position from the middle of the game, as CGP.
    pub(super) middle: String,
}

pub(super) struct Step {
    pub(super) seat: Seat,
    pub(super) action: ActionView,
    /// The number of the turn.
    pub(super) turn: u64,
    /// Whether it places tiles.
    pub(super) is_play: bool,
    /// The points of a play, otherwise 0.
    pub(super) score: i32,
}

impl Script {
    /// A game between two static bots.
    pub(super) fn new(engine: &Engine, seed: u64) -> Script {
        let ruleset = engine.ruleset();
        let clock = ClockView::Turn { turn: TURN, bank: 0 };
        let mut setup =
            Setup::new(ruleset.clone(), &[] as &[&str], Seed::from(seed)).expect("no players yet");
        setup.seats = 2;
        setup.clock = clock.clone().into();
        let mut game = Game::new(setup);
        let words = &**engine.lexicon();
        for name in ["one", "other"] {
            let events = game.join(name).expect("a free seat");
            apply(&mut game, &events);
        }
        let events = game.decide(words, 0, 0, Action::Start).expect("the host may start");
        apply(&mut game, &events);
        let mut bot = Static::new(engine);
        let (mut steps, mut middle) = (Vec::new(), String::new());
        while game.outcome().is_none() {
            if let (MIDDLE, Some(seat)) = (steps.len(), game.on_turn()) {
                middle = Cgp::new(ruleset, &game.position(seat)).to_string();
            }
            let (seat, action) = match game.on_turn() {
                Some(seat) => {
                    (seat, ActionView::of_move(engine.ruleset(), &bot.choose(&game.position(seat))))
                }
                None => (
                    (0..2)
                        .find(|&seat| game.may_accept(seat))
                        .expect("somebody may challenge the last play"),
                    ActionView::Accept,
                ),
            };
            let turn = tisane_protocol::game::turn_number(&game);
            let judged =
                action.action(ruleset, game.board(), game.rack(seat)).expect("our own tiles");
            let events = game.decide(words, 0, seat, judged).expect("bots make legal moves");
            apply(&mut game, &events);
            let score = events.iter().find_map(|event| match event {
                Event::Played { score, .. } => Some(*score),
                _ => None,
            });
            steps.push(Step {
                score: score.unwrap_or_default(),
                seat,
                is_play: matches!(action, ActionView::Place { .. }),
                action,
                turn,
            });
        }
        let request = NewGame {
            clock: Some(clock),
            seed: Some(seed),
            lexicon: Some(engine.lexicon().name().to_owned()),
            ..NewGame::new(&ruleset.name)
        };
        Script { request, steps, totals: game.scores(), middle }
    }

    /// This many different games.
    pub(super) fn some(engine: &Engine, n: u64) -> Arc<[Script]> {
        (1..=n).map(|seed| Script::new(engine, seed)).collect()
    }
}

fn apply(game: &mut Game, events: &[Event]) {
    events.iter().for_each(|event| game.apply(event));
}
