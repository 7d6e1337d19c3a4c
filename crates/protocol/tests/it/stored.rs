//! Stored games can be read again, also those of earlier versions.

use std::sync::Arc;

use tisane_engine::Engine;
use tisane_engine::bot::{Bot, Greedy};
use tisane_engine::leave::NoLeaves;
use tisane_lexicon::Catalogue;
use tisane_protocol::request::SpectatorsView;
use tisane_protocol::stored::{
    Occupant, StoredError, StoredSettings, StoredSetup, read_event, write_event,
};
use tisane_rules::{
    Action, Challenge, Clock, Doubt, DoubtTime, Event, First, Game, Overtime, Presence, Ruleset,
    Seed, Setup, Square, Streams, Tile,
};

/// All events of a whole game.
fn played(ruleset: &str, seed: u64) -> (Setup, Vec<Event>) {
    let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
    let lexicon =
        Catalogue::new(None).get(ruleset.lexicon.as_deref().unwrap(), &ruleset.alphabet).unwrap();
    let engine = Engine::new(ruleset.clone(), lexicon, NoLeaves);
    let setup = Setup::new(ruleset, &[] as &[&str], Seed::from(seed)).unwrap();
    let mut game = Game::new(setup.clone());
    let mut log = Vec::new();
    let mut happen = |game: &mut Game, events: Vec<Event>| {
        events.iter().for_each(|event| game.apply(event));
        log.extend(events);
    };
    for name in ["Ada", "Bo"] {
        let events = game.join(name).unwrap();
        happen(&mut game, events);
    }
    let words = &**engine.lexicon();
    let events = game.decide(words, 0, 0, Action::Start).unwrap();
    happen(&mut game, events);
    let mut bot = Greedy::new(&engine);
    for now in 1.. {
        let (seat, action) = match game.on_turn() {
            Some(seat) => (seat, bot.choose(&game.position(seat)).into()),
            None if game.outcome().is_some() => break,
            None => ((0..2).find(|&seat| game.may_accept(seat)).unwrap(), Action::Accept),
        };
        let events = game.decide(words, now * 1000, seat, action).unwrap();
        happen(&mut game, events);
    }
    (setup, log)
}

#[test]
fn a_stored_game_is_read_back_unchanged() {
    for ruleset in ["english", "spanish", "erudit"] {
        let (setup, log) = played(ruleset, 7);
        let kept = StoredSetup::of(&setup, "words", false).to_line();
        let again = StoredSetup::read(&kept).unwrap().setup(setup.ruleset.clone()).unwrap();
        assert_eq!(again, setup);
        let lines: Vec<String> =
            log.iter().map(|event| write_event(&setup.ruleset, event, None)).collect();
        let read: Vec<Event> =
            lines.iter().map(|line| read_event(&setup.ruleset, line).unwrap().0).collect();
        assert_eq!(read, log);
        assert_eq!(Game::replay(again, &read), Game::replay(setup, &log));
    }
}

#[test]
fn every_setup_is_read_back_unchanged() {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let mut setup = Setup::new(ruleset.clone(), &[] as &[&str], Seed([0xa7; 32])).unwrap();
    setup.seats = 3;
    setup.challenge = Challenge::Triple;
    setup.clock = Clock::Game {
        initial: 60_000,
        increment: 0,
        overtime: Some(Overtime { points: 10, per: 60_000, at_most: 600_000 }),
    };
    setup.streams = Streams::PerSeat;
    setup.grace = Some(30_000);
    setup.abandoned_after = Some(86_400_000);
    setup.last_challenge = DoubtTime::For(5_000);
    for first in [First::Seat(2), First::Drawn, First::OrderDrawn] {
        setup.first = first;
        let line = StoredSetup::of(&setup, "words", true).to_line();
        assert_eq!(StoredSetup::read(&line).unwrap().setup(ruleset.clone()).unwrap(), setup);
    }
}

/// Every kind of event that the games above don't contain.
fn one_of_each(ruleset: &Ruleset) -> Vec<(Event, Option<Occupant>)> {
    let letter = |face| ruleset.alphabet.letter(face).unwrap();
    let tiles = |text| ruleset.parse_tiles(text).unwrap();
    let placed = |face, blank| tisane_rules::Placed { letter: letter(face), blank };
    let play = tisane_rules::Play::new([
        (Square::new(7, 6), placed("CH", false)),
        (Square::new(7, 7), placed("A", true)),
    ]);
    let verdict = |invalid, price| tisane_rules::Verdict { doubted: vec![0, 1], invalid, price };
    let settled = tisane_rules::Settled {
        played: 301,
        racks: -9,
        overtime: -10,
        total: 282,
        rack: tiles("[RR]Z?"),
    };
    let outcome =
        |reason| tisane_rules::Outcome { reason, results: vec![settled.clone()], winners: vec![0] };
    use tisane_rules::{Loss, Price, Reason};
    let events = vec![
        Event::Left { seat: 1 },
        Event::Readied { seat: 1, ready: true },
        Event::Started { at: 1 },
        Event::LotsDrawn { tiles: vec![(0, Tile::Blank), (1, Tile::Letter(letter("CH")))] },
        Event::Drawn { seat: 0, tiles: tiles("A[CH]?") },
        Event::Played { seat: 0, play, score: 12, at: 2 },
        Event::Passed { seat: 1, at: 3 },
        Event::Exchanged { seat: 0, tiles: tiles("[LL]"), drawn: tiles("?"), at: 4 },
        Event::Skipped { seat: 1, at: 5 },
        Event::TurnLost { seat: 1, at: 6 },
        Event::Challenged { by: 1, verdict: verdict(vec![1], Price::Nothing), at: 7 },
        Event::Challenged { by: 1, verdict: verdict(vec![], Price::Points(5)), at: 7 },
        Event::Challenged { by: 1, verdict: verdict(vec![], Price::Turn), at: 7 },
        Event::Challenged { by: 1, verdict: verdict(vec![], Price::Game), at: 7 },
        Event::Withdrawn { seat: 0 },
        Event::Accepted { seat: 1, at: 8 },
        Event::Unchallenged { at: 9 },
        Event::Lost { seat: 1, loss: Loss::Resigned, at: 10 },
        Event::Lost { seat: 1, loss: Loss::Time, at: 10 },
        Event::Lost { seat: 1, loss: Loss::Challenge, at: 10 },
        Event::AbortOffered { seat: 0 },
        Event::AbortAccepted { seat: 1 },
        Event::AbortDeclined { seat: 1 },
        Event::Returned { seat: 1 },
        Event::Paused { at: 11 },
        Event::Resumed { at: 12 },
        Event::Undone { at: 13 },
        Event::Ended { outcome: outcome(Reason::Out(0)), at: 14 },
        Event::Ended { outcome: outcome(Reason::Passes), at: 14 },
        Event::Ended { outcome: outcome(Reason::Scoreless), at: 14 },
        Event::Ended { outcome: outcome(Reason::FinalTurns), at: 14 },
        Event::Ended { outcome: outcome(Reason::Lost(Loss::Time)), at: 14 },
        Event::Ended { outcome: outcome(Reason::Aborted), at: 14 },
    ];
    let joined = |name: &str| Event::Joined { name: name.to_owned() };
    let seated = [
        (joined("Ada"), Some(Occupant::Player("p1".into()))),
        (joined("Bo"), Some(Occupant::Bot("static".into()))),
    ];
    seated.into_iter().chain(events.into_iter().map(|event| (event, None))).collect()
}

#[test]
fn an_abandoned_game_is_read_back_as_one() {
    let ruleset = Ruleset::named("spanish").unwrap();
    let lost = Event::Lost { seat: 1, loss: tisane_rules::Loss::Abandoned, at: 10 };
    assert_eq!(read_event(&ruleset, &write_event(&ruleset, &lost, None)).unwrap(), (lost, None));
}

/// The golden file was written by version 1 and never changes. A new version gets its own file.
#[test]
fn what_version_1_wrote_is_read() {
    let ruleset = Ruleset::named("spanish").unwrap();
    let golden = include_str!("../stored/version-1.jsonl");
    let read: Vec<_> = golden.lines().map(|line| read_event(&ruleset, line).unwrap()).collect();
    assert_eq!(read, one_of_each(&ruleset));
    let setup = StoredSetup::read(include_str!("../stored/version-1-setup.json")).unwrap();
    assert_eq!(
        (setup.ruleset.as_str(), setup.lexicon.as_str(), setup.family),
        ("spanish", "spanish", true)
    );
    let setup = setup.setup(Arc::new(ruleset)).unwrap();
    assert_eq!((setup.seats, setup.grace, setup.challenge), (4, Some(60_000), Challenge::Double));
}

#[test]
fn version_1_is_what_is_written_now() {
    let ruleset = Ruleset::named("spanish").unwrap();
    let written: Vec<String> = one_of_each(&ruleset)
        .iter()
        .map(|(event, who)| write_event(&ruleset, event, who.as_ref()))
        .collect();
    assert_eq!(
        written.join("\n") + "\n",
        include_str!("../stored/version-1.jsonl"),
        "another form needs another version"
    );
}

/// Kinds of events that were added after the golden file.
#[test]
fn added_kinds_keep_their_form() {
    let ruleset = Ruleset::named("spanish").unwrap();
    let line = r#"{"v":1,"event":"lag_credited","seat":1,"millis":250}"#;
    let event = Event::LagCredited { seat: 1, millis: 250 };
    assert_eq!(read_event(&ruleset, line).unwrap(), (event.clone(), None));
    assert_eq!(write_event(&ruleset, &event, None), line);
}

#[test]
fn unreadable_lines_are_refused_with_a_sentence() {
    let ruleset = Ruleset::named("english").unwrap();
    let error = |line: &str| read_event(&ruleset, line).unwrap_err().to_string();
    assert!(matches!(
        read_event(&ruleset, r#"{"v":2,"event":"flown"}"#),
        Err(StoredError::Newer { found: 2 })
    ));
    assert!(error(r#"{"v":1,"event":"flown"}"#).contains("flown"));
    assert!(
        error(r#"{"v":1,"event":"drawn","seat":0,"tiles":"AЖ"}"#).contains("english has no tile")
    );
    assert!(error("").contains("not a stored event"));
}

/// Absences and challenges are stored like all other events.
#[test]
fn a_game_with_absences_and_challenges_is_read_back() {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let mut setup = Setup::new(ruleset.clone(), &["Ada", "Bo"], Seed::from(3)).unwrap();
    setup.challenge = Challenge::Double;
    setup.grace = Some(1000);
    let mut game = Game::new(setup.clone());
    let words = |_: &[tisane_lexicon::Letter]| false;
    let mut log = Vec::new();
    let mut happen = |game: &mut Game, events: Vec<Event>| {
        for event in events {
            let line = write_event(&ruleset, &event, None);
            assert_eq!(read_event(&ruleset, &line).unwrap(), (event.clone(), None));
            game.apply(&event);
            log.push(event);
        }
    };
    let events = game.decide(&words, 0, 0, Action::Start).unwrap();
    happen(&mut game, events);
    let mover = game.on_turn().unwrap();
    let rack: Vec<Tile> = game.rack(mover).iter().take(2).collect();
    let placements = rack.iter().zip([7, 8]).map(|(&tile, col)| {
        let letter = if let Tile::Letter(letter) = tile {
            letter
        } else {
            tisane_lexicon::Letter::from_index(0)
        };
        (Square::new(7, col), tisane_rules::Placed { letter, blank: tile == Tile::Blank })
    });
    let events =
        game.decide(&words, 10, mover, Action::Play(tisane_rules::Play::new(placements))).unwrap();
    happen(&mut game, events);
    let events = game.decide(&words, 20, 1 - mover, Action::Challenge(Doubt::All)).unwrap();
    happen(&mut game, events);
    let mut presence = [Presence::Here; 2];
    presence[game.on_turn().unwrap()] = Presence::AwaySince(20);
    let events = game.tick(5000, &presence);
    happen(&mut game, events);
    let events = game.tick(6000, &[Presence::AwaySince(5500); 2]);
    happen(&mut game, events);
    assert!(log.iter().any(|event| matches!(event, Event::Withdrawn { .. })));
    assert!(log.iter().any(|event| matches!(event, Event::Skipped { .. })));
    assert!(log.iter().any(|event| matches!(event, Event::Paused { .. })));
    assert_eq!(Game::replay(setup, &log), game);
}

#[test]
fn settings_of_earlier_versions_show_no_racks_without_consent() {
    let line = r#"{"public":true,"spectators":"racks","rated":false,
        "wishes":{"ruleset":"english","spectators":"racks"}}"#;
    let old = StoredSettings::read(line).unwrap();
    assert_eq!(
        (old.spectators, old.wishes.spectators),
        (SpectatorsView::Table, SpectatorsView::Table)
    );
    assert!(!old.wishes.draw_order && old.expected.is_empty());
    let asked =
        StoredSettings { open_racks_agreed: true, spectators: SpectatorsView::Racks, ..old };
    assert_eq!(StoredSettings::read(&asked.to_line()).unwrap().spectators, SpectatorsView::Racks);
}
