//! No view leaks a hidden tile: permuting what a viewer can't see changes no byte.

use std::sync::Arc;

use tisane_engine::Engine;
use tisane_engine::bot::{Bot, Greedy};
use tisane_engine::leave::NoLeaves;
use tisane_lexicon::Catalogue;
use tisane_protocol::game::{Viewer, event_view, view};
use tisane_protocol::{MoveResult, PositionView};
use tisane_rules::{
    Action, Event, First, Game, Loss, Move, Ruleset, Seat, Seed, Setup, Tile, Tiles,
};

struct Played {
    setup: Setup,
    log: Vec<Event>,
}

/// A game with three seats up to some turn, in which the second seat exchanges now and then.
fn play(engine: &Engine, seed: u64, turns: usize) -> Played {
    let setup =
        Setup::new(engine.ruleset().clone(), &["Ada", "Bo", "Cy"], Seed::from(seed)).unwrap();
    let mut game = Game::new(setup.clone());
    let words = &**engine.lexicon();
    let mut log = game.decide(words, 0, 0, Action::Start).unwrap();
    log.iter().for_each(|event| game.apply(event));
    let mut bot = Greedy::new(engine);
    for now in 1..=turns {
        let Some(seat) = game.on_turn() else { break };
        let position = game.position(seat);
        let exchanges = seat == 1 && now % 4 == 0 && position.may_exchange(engine.ruleset(), 3);
        let mv = if exchanges {
            Move::Exchange(position.rack.iter().take(3).collect())
        } else {
            bot.choose(&position)
        };
        let events = game.decide(words, now as i64, seat, mv.into()).unwrap();
        events.iter().for_each(|event| game.apply(event));
        log.extend(events);
    }
    Played { setup, log }
}

/// The same game, in which `seat` drew another tile instead of one it still holds; none if that is
/// impossible.
fn permuted(Played { setup, log }: &Played, seat: Seat, nth: usize) -> Option<Vec<Event>> {
    let game = Game::replay(setup.clone(), log);
    let drawn = |event: &Event| match event {
        Event::Drawn { seat: by, tiles } | Event::Exchanged { seat: by, drawn: tiles, .. }
            if *by == seat =>
        {
            Some(tiles.clone())
        }
        _ => None,
    };
    // Latest first, since a tile drawn last and still held was on the rack all the time.
    let (number, old) = (0..log.len()).rev().find_map(|number| {
        let tiles = drawn(&log[number])?;
        tiles.iter().find(|&tile| game.rack(seat).contains(tile)).map(|old| (number, old))
    })?;
    // Exchanged tiles were not in the bag all the time.
    let swapped = |tile: Tile| {
        log[number..]
            .iter()
            .any(|event| matches!(event, Event::Exchanged { tiles, .. } if tiles.contains(tile)))
    };
    let always_in_bag = |tile: Tile| {
        !swapped(tile) && Game::replay(setup.clone(), &log[..number]).bag().contains(tile)
    };
    let others: Vec<Tile> = game
        .bag()
        .kinds()
        .map(|(tile, _)| tile)
        .filter(|&tile| tile != old && always_in_bag(tile))
        .collect();
    let new = *others.get(nth % others.len().max(1))?;
    let mut log = log.clone();
    if let Event::Drawn { tiles, .. } | Event::Exchanged { drawn: tiles, .. } = &mut log[number] {
        tiles.remove(old);
        tiles.insert(new);
    }
    Some(log)
}

fn bytes(setup: &Setup, log: &[Event], viewer: Viewer) -> String {
    let game = Game::replay(setup.clone(), log);
    let events: Vec<_> = log.iter().map(|event| event_view(&game, viewer, event)).collect();
    let (view, events) = (
        serde_json::to_string(&view(&game, viewer, 99)).unwrap(),
        serde_json::to_string(&events).unwrap(),
    );
    let record = match viewer {
        Viewer::Seat(seat) => game.record_for(seat).to_gcg(&setup.ruleset).unwrap(),
        Viewer::Spectator { .. } => game.record_for(usize::MAX).to_gcg(&setup.ruleset).unwrap(),
    };
    format!("{view}\n{events}\n{record}")
}

#[test]
fn hidden_tiles_change_no_byte_of_a_view() {
    let mut compared = 0;
    for name in ["english", "spanish"] {
        let ruleset = Arc::new(Ruleset::named(name).unwrap());
        let lexicon = Catalogue::new(None)
            .get(ruleset.lexicon.as_deref().unwrap(), &ruleset.alphabet)
            .unwrap();
        let engine = Engine::new(ruleset, lexicon, NoLeaves);
        for seed in 0..6 {
            for turns in [0, 1, 5, 9, 16] {
                let played = play(&engine, seed, turns);
                for seat in 0..3 {
                    let Some(twin) = permuted(&played, seat, seed as usize) else { continue };
                    let others = (0..3)
                        .filter(|&other| other != seat)
                        .map(Viewer::Seat)
                        .chain([Viewer::Spectator { racks: false }]);
                    for viewer in others {
                        let (one, other) = (
                            bytes(&played.setup, &played.log, viewer),
                            bytes(&played.setup, &twin, viewer),
                        );
                        assert_eq!(
                            one, other,
                            "{name} {seed} {turns}: {viewer:?} sees what seat {seat} has"
                        );
                        compared += 1;
                    }
                    for viewer in [Viewer::Seat(seat), Viewer::Spectator { racks: true }] {
                        let (one, other) = (
                            bytes(&played.setup, &played.log, viewer),
                            bytes(&played.setup, &twin, viewer),
                        );
                        assert_ne!(
                            one, other,
                            "{name} {seed} {turns}: {viewer:?} sees the rack of seat {seat}"
                        );
                    }
                }
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn a_hidden_exchange_shows_only_the_number_of_tiles() {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let setup = Setup::new(ruleset.clone(), &["Ada", "Bo"], Seed::from(1)).unwrap();
    let mut game = Game::new(setup);
    let any = |_: &[tisane_lexicon::Letter]| true;
    game.decide(&any, 0, 0, Action::Start).unwrap().iter().for_each(|event| game.apply(event));
    let seat = game.on_turn().unwrap();
    let tiles: Tiles = game.rack(seat).iter().take(3).collect();
    game.decide(&any, 1, seat, Action::Exchange(tiles.clone()))
        .unwrap()
        .iter()
        .for_each(|event| game.apply(event));
    let seen = |viewer| view(&game, viewer, 2).turns[0].clone();
    assert_eq!(seen(Viewer::Seat(1 - seat)).mv, "-3");
    assert_eq!(seen(Viewer::Seat(1 - seat)).rack, None);
    assert_eq!(seen(Viewer::Seat(seat)).mv, format!("-{}", ruleset.show_tiles(&tiles)));
    assert_eq!(view(&game, Viewer::Seat(1 - seat), 2).unseen.len(), 93);
}

#[test]
fn everybody_sees_who_has_to_answer_the_last_play() {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let lexicon =
        Catalogue::new(None).get(ruleset.lexicon.as_deref().unwrap(), &ruleset.alphabet).unwrap();
    let engine = Engine::new(ruleset, lexicon, NoLeaves);
    let Played { setup, log } = play(&engine, 3, 200);
    let mut game = Game::replay(setup, &log);
    let out = game.turns().last().unwrap().seat;
    let mut others: Vec<Seat> = (0..3).filter(|&seat| seat != out).collect();
    let told = |game: &Game, viewer| view(game, viewer, 99).to_accept;
    while let Some(seat) = others.first().copied() {
        let seats: Vec<u32> = others.iter().map(|&seat| seat as u32).collect();
        assert_eq!(told(&game, Viewer::Seat(out)), seats);
        assert_eq!(told(&game, Viewer::Spectator { racks: false }), seats);
        let events = game.decide(&**engine.lexicon(), 1000, seat, Action::Accept).unwrap();
        events.iter().for_each(|event| game.apply(event));
        others.remove(0);
    }
    assert!(game.outcome().is_some());
    assert!(told(&game, Viewer::Seat(out)).is_empty());
}

#[test]
fn scoreless_turns_are_shown_when_the_game_is_over() {
    let setup =
        Setup::new(Arc::new(Ruleset::named("english").unwrap()), &["Ada", "Bo"], Seed::from(1))
            .unwrap();
    let mut game = Game::new(setup);
    let any = |_: &[tisane_lexicon::Letter]| true;
    game.decide(&any, 0, 0, Action::Start).unwrap().iter().for_each(|event| game.apply(event));
    let told = |game: &Game| {
        view(game, Viewer::Seat(0), 99)
            .turns
            .iter()
            .map(|turn| turn.scoreless_turns)
            .collect::<Vec<_>>()
    };
    let at_the_end = |game: &Game| view(game, Viewer::Seat(0), 99).scoreless_turns;
    for now in 1.. {
        let Some(seat) = game.on_turn() else { break };
        assert_eq!(told(&game), vec![None; now - 1]);
        assert_eq!(at_the_end(&game), None);
        // The third turn is a play, whatever its tiles are.
        let word = game.setup().ruleset.name_tiles(
            &game
                .rack(seat)
                .iter()
                .filter(|tile| matches!(tile, Tile::Letter(_)))
                .take(2)
                .collect(),
        );
        let play = || game.setup().ruleset.parse_move(game.board(), &format!("8G {word}")).unwrap();
        let mv = if now == 3 { play() } else { Move::Pass };
        game.decide(&any, now as i64, seat, mv.into())
            .unwrap()
            .iter()
            .for_each(|event| game.apply(event));
    }
    let before: Vec<u32> = told(&game).into_iter().flatten().collect();
    assert_eq!(before[..5], [0, 1, 2, 0, 1]);
    assert_eq!(before.len(), game.turns().len());
    assert_eq!(at_the_end(&game), before.last().map(|n| n + 1));
}

#[test]
fn a_drawn_turn_order_is_shown_and_orders_the_position() {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let mut setup = Setup::new(ruleset, &["Ada", "Bo", "Cy"], Seed::from(1)).unwrap();
    let any = |_: &[tisane_lexicon::Letter]| true;
    let started = |setup: &Setup| {
        let mut game = Game::new(setup.clone());
        game.act(&any, 0, 0, Action::Start).unwrap();
        game
    };
    assert!(view(&started(&setup), Viewer::Seat(0), 0).order.is_empty(), "turns follow the seats");
    setup.first = First::OrderDrawn;
    // An order that the seats alone do not give.
    let is_mixed = |game: &Game| {
        let order: Vec<Seat> = game.in_order(game.first().unwrap()).collect();
        order[1] != (order[0] + 1) % 3
    };
    let games = (0..).map(|seed| {
        setup.seed = Seed::from(seed);
        started(&setup)
    });
    let mut game = games.take(100).find(is_mixed).expect("every second order is like that");
    let second = game.in_order(game.first().unwrap()).nth(1).unwrap();
    let seat = game.on_turn().unwrap();
    game.apply(&Event::Lost { seat: second, loss: Loss::Resigned, at: 1 });
    let shown = view(&game, Viewer::Seat(seat), 2);
    assert_eq!(shown.order[..2], [seat as u32, second as u32]);
    assert_eq!(PositionView::of_game(&shown).unwrap().gone, [1], "the next in turn order");
}

#[test]
fn a_move_brings_points_and_tiles_to_its_player() {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let setup = Setup::new(ruleset.clone(), &["Ada", "Bo"], Seed::from(1)).unwrap();
    let any = |_: &[tisane_lexicon::Letter]| true;
    let mut game = Game::new(setup);
    let started = game.act(&any, 0, 0, Action::Start).unwrap();
    assert_eq!(MoveResult::of(&ruleset, 0, &started), None, "dealt tiles are no move");
    for exchanges in [true, false] {
        let seat = game.on_turn().unwrap();
        let rack = game.rack(seat).clone();
        let leave: Tiles = rack.iter().skip(3).collect();
        let used: Tiles = rack.iter().take(3).collect();
        let action = match exchanges {
            true => Action::Exchange(used),
            false => {
                let letters: String = used.iter().map(|tile| ruleset.face(tile)).collect();
                Action::Play(match ruleset.parse_move(game.board(), &format!("8G {letters}")) {
                    Ok(Move::Play(play)) => play,
                    other => panic!("{other:?}"),
                })
            }
        };
        let events = game.act(&any, 1, seat, action).unwrap();
        let result = MoveResult::of(&ruleset, seat, &events).unwrap();
        assert_eq!(result.score, game.scores()[seat]);
        assert_eq!(result.score == 0, exchanges);
        let drawn = ruleset.parse_tiles(&result.drawn.concat()).unwrap();
        assert_eq!(drawn, game.rack(seat).without(&leave).unwrap());
        assert_eq!(MoveResult::of(&ruleset, 1 - seat, &events), None, "only for the player");
    }
}
