//! Whole games at random, by every ruleset: they end, no tile gets lost, the log makes the game
//! again, and the same seed makes the same game.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use crate::common::*;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tisane_lexicon::Letter;
use tisane_rules::*;

/// Plays games without looking at anything but what is legal.
struct Monkey {
    random: ChaCha8Rng,
    /// Rather passes and exchanges than plays.
    lazy: bool,
}

impl Monkey {
    fn new(seed: u64) -> Monkey {
        Monkey { random: ChaCha8Rng::seed_from_u64(seed), lazy: seed % 6 == 5 }
    }

    fn below(&mut self, n: usize) -> usize {
        (self.random.next_u32() as usize) % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Tiles of the rack along a line from somewhere; mostly it does not fit.
    fn play(&mut self, ruleset: &Ruleset, board: &Board, rack: &Tiles) -> Play {
        let mut tiles: Vec<Tile> = rack.iter().collect();
        let n = 1 + self.below(tiles.len().max(1)).min(self.below(tiles.len().max(1)));
        let direction = Direction::BOTH[self.below(2)];
        let mut square = if board.is_empty() {
            ruleset.layout.starts()[0]
        } else {
            let beside: Vec<Square> = ruleset
                .layout
                .squares()
                .filter(|&square| board.get(square).is_none() && board.has_neighbour(square))
                .collect();
            if beside.is_empty() {
                return Play::new([]);
            }
            beside[self.below(beside.len())]
        };
        let mut placements = Vec::new();
        while placements.len() < n && !tiles.is_empty() && board.contains(square) {
            if board.get(square).is_none() {
                let tile = tiles.swap_remove(self.below(tiles.len()));
                let placed = match tile {
                    Tile::Letter(letter) => Placed { letter, blank: false },
                    Tile::Blank => Placed {
                        letter: Letter::from_index(self.below(ruleset.alphabet.len())),
                        blank: true,
                    },
                };
                placements.push((square, placed));
            }
            square = square.step(direction, 1).unwrap();
        }
        Play::new(placements)
    }

    fn action(&mut self, game: &Game, seat: Seat) -> Action {
        let rack = game.rack(seat);
        match self.below(if self.lazy { 3 } else { 40 }) {
            0 => Action::Pass,
            1 => {
                let n = 1 + self.below(rack.len().max(1));
                Action::Exchange(rack.iter().take(n).collect())
            }
            2 if self.lazy => Action::Play(self.play(&game.setup().ruleset, game.board(), rack)),
            2..6 => Action::Challenge(Doubt::All),
            6 => Action::Challenge(Doubt::Words(vec![self.below(2)])),
            _ => Action::Play(self.play(&game.setup().ruleset, game.board(), rack)),
        }
    }
}

/// Nine words in ten are valid.
fn permissive(word: &[Letter]) -> bool {
    let mut hasher = Fnv(0xcbf29ce484222325);
    word.iter().for_each(|letter| hasher.write_u8(letter.index() as u8));
    !hasher.finish().is_multiple_of(10)
}

/// A hash that is the same everywhere and with every compiler.
struct Fnv(u64);

impl Fnv {
    fn write_u8(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100000001b3);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

fn setup_of(ruleset: &Arc<Ruleset>, seed: u64) -> Setup {
    let players = ruleset.players;
    let seats = players.from + (seed as usize % (players.to - players.from + 1));
    let mut setup = Setup::new(ruleset.clone(), &NAMES[..seats], Seed::from(seed)).unwrap();
    let points = |points, per| Challenge::Points { points, per };
    setup.challenge = match seed % 7 {
        0 => Challenge::Single,
        1 => Challenge::Double,
        2 => points(5, PerChallenge::Play),
        3 => points(10, PerChallenge::Word),
        4 if seats > 2 => Challenge::Triple,
        _ => ruleset.challenge,
    };
    setup.streams = if seed.is_multiple_of(3) { Streams::PerSeat } else { Streams::Shared };
    setup.local = seed.is_multiple_of(5);
    setup
}

/// Plays to the end; `each` sees the game and its log after every event.
fn play_out(setup: Setup, seed: u64, mut each: impl FnMut(&Game, &[Event])) -> (Game, Vec<Event>) {
    let mut monkey = Monkey::new(seed);
    let mut game = Game::new(setup);
    let mut events = Vec::new();
    let mut now = 0;
    let mut refused = 0;
    let mut action = Action::Start;
    let mut seat = 0;
    loop {
        match game.decide(&permissive, now, seat, action) {
            Ok(decided) => {
                for event in decided {
                    game.apply(&event);
                    events.push(event);
                    conserved(&game);
                    each(&game, &events);
                }
                refused = 0;
            }
            Err(_) => refused += 1,
        }
        if game.phase() == Phase::Ended {
            return (game, events);
        }
        assert!(events.len() < 5_000, "the game ends");
        now += 1_000;
        seat = match game.on_turn() {
            Some(seat) if !monkey.one_in(20) => seat,
            _ => monkey.below(game.n_seats()),
        };
        action = match game.phase() {
            Phase::LastChallenge if monkey.one_in(2) => Action::Accept,
            _ if refused > 60 => Action::Pass,
            _ if game.setup().local && monkey.one_in(200) => Action::Undo,
            _ if monkey.one_in(1_000) => Action::Resign,
            _ => monkey.action(&game, seat),
        };
    }
}

fn conserved(game: &Game) {
    let mut all = game.board().played();
    all.add(game.bag());
    (0..game.n_seats()).for_each(|seat| all.add(game.rack(seat)));
    assert_eq!(all, game.setup().ruleset.tiles());
}

#[test]
fn twenty_games_by_every_ruleset_end_and_lose_no_tile() {
    let names: Vec<&str> = builtin_names().collect();
    let seen = Mutex::new(BTreeSet::new());
    // One thread for every other ruleset, so that both halves take as long.
    std::thread::scope(|scope| {
        for half in 0..2 {
            let (names, seen) = (&names, &seen);
            scope.spawn(move || {
                for name in names.iter().skip(half).step_by(2) {
                    let ruleset = ruleset(name);
                    for seed in 0..20 {
                        let (game, events) = play_out(setup_of(&ruleset, seed), seed, |_, _| {});
                        let outcome = game.outcome().unwrap();
                        seen.lock().unwrap().extend(events.iter().map(kind));
                        assert_eq!(
                            outcome.winners.is_empty(),
                            outcome.reason == Reason::Aborted,
                            "{name} {seed}"
                        );
                        assert_eq!(
                            Game::replay(game.setup().clone(), &events),
                            game,
                            "{name} {seed}"
                        );
                    }
                }
            });
        }
    });
    let seen = seen.into_inner().unwrap();
    for kind in [
        "Withdrawn",
        "TurnLost",
        "Accepted",
        "Exchanged",
        "Lost",
        "Undone",
        "Out",
        "Scoreless",
        "Passes",
        "FinalTurns",
    ] {
        assert!(seen.contains(kind), "{kind} came up: {seen:?}");
    }
}

#[test]
fn games_end_on_boards_of_every_shape() {
    let source = Ruleset::builtin_source("english").unwrap();
    for (rows, cols) in [(2, 2), (2, 32), (32, 2), (27, 19), (19, 27), (32, 32)] {
        let row = format!("\"{}\"", ".".repeat(cols));
        let board = format!(
            "board={{ starts = [[{}, {}]], layout = [{}] }}",
            rows / 2,
            cols / 2,
            vec![row; rows].join(", ")
        );
        let ruleset = Arc::new(Ruleset::parse_with(source, &[board]).unwrap());
        for seed in 0..3 {
            let (game, events) = play_out(setup_of(&ruleset, seed), seed, |_, _| {});
            assert_eq!(Game::replay(game.setup().clone(), &events), game, "{rows}×{cols} {seed}");
        }
    }
}

/// The event's name, for an end with its reason.
fn kind(event: &Event) -> String {
    let text = match event {
        Event::Ended { outcome, .. } => format!("{:?}", outcome.reason),
        event => format!("{event:?}"),
    };
    text.split([' ', '(']).next().unwrap_or_default().to_owned()
}

#[test]
fn replaying_the_log_gives_the_same_game() {
    for (name, seed) in [
        ("english", 0),
        ("english", 5),
        ("crossplay", 2),
        ("spanish", 1),
        ("erudit", 3),
        ("english-super", 4),
    ] {
        play_out(setup_of(&ruleset(name), seed), seed, |game, events| {
            assert_eq!(Game::replay(game.setup().clone(), events), *game, "{name} {seed}");
        });
    }
}

#[test]
fn a_score_sheet_adds_up_and_survives_gcg() {
    for name in ["english", "crossplay", "spanish", "erudit", "english-super", "hebrew"] {
        let ruleset = ruleset(name);
        for seed in 0..20 {
            let (game, _) = play_out(setup_of(&ruleset, seed), seed, |game, _| {
                let record = game.record_for(0);
                let first = game.first().unwrap_or(0);
                for (place, rack) in record.racks.iter().enumerate() {
                    let seat = (first + place) % game.n_seats();
                    assert!(seat == 0 || rack.is_empty() || game.phase() == Phase::Ended);
                }
            });
            let record = game.record();
            let mut scores = game.scores();
            scores.rotate_left(game.first().unwrap());
            assert_eq!(record.totals(), scores, "{name} {seed}");
            assert_eq!(record.board(&ruleset).as_ref(), Ok(game.board()), "{name} {seed}");
            assert_eq!(record.check(&ruleset).unwrap(), [], "{name} {seed}");
            let gcg = record.to_gcg(&ruleset).unwrap();
            let again = GcgFile::read(gcg.as_bytes()).unwrap().record(&ruleset).unwrap();
            assert_eq!(again.record.entries, record.entries, "{name} {seed}\n{gcg}");
        }
    }
}

#[test]
fn a_score_sheet_has_the_positions_of_the_game() {
    for name in ["english", "crossplay", "spanish", "erudit"] {
        let ruleset = ruleset(name);
        for seed in 0..60 {
            let mut setup = setup_of(&ruleset, seed);
            setup.local = false;
            let mut before: Vec<Position> = Vec::new();
            let mut known = Vec::new();
            let (game, _) = play_out(setup, seed, |game, events| {
                match events.last() {
                    Some(
                        Event::Played { seat, .. }
                        | Event::Exchanged { seat, .. }
                        | Event::Passed { seat, .. },
                    ) => {
                        known.push(Some(before[*seat].clone()));
                    }
                    // No decision, and a challenge that came after it is listed before it on the
                    // sheet.
                    Some(Event::TurnLost { .. }) => known.push(None),
                    _ => {}
                }
                before = (0..game.n_seats()).map(|seat| game.position(seat)).collect();
            });
            // A record does not say that a seat dropped out.
            if (0..game.n_seats()).any(|seat| game.lost(seat).is_some()) {
                continue;
            }
            let record = game.record();
            let recorded: Vec<_> = record.positions(&ruleset).unwrap();
            let recorded: Vec<_> = recorded
                .into_iter()
                .filter(|position| position.entry < record.entries.len())
                .collect();
            assert_eq!(recorded.len(), known.len(), "{name} {seed}");
            for (recorded, known) in recorded.into_iter().zip(known) {
                let Some(known) = known else { continue };
                assert_eq!(recorded.position, Ok(known), "{name} {seed} {}", recorded.entry);
            }
        }
    }
}

/// All draws and scores of a game: the first few, and a hash of the whole.
fn digest(seed: u64) -> String {
    let setup = setup_of(&ruleset("english"), seed);
    let play = || play_out(setup.clone(), seed, |_, _| {}).1;
    let events = play();
    assert_eq!(events, play());
    let draws: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Drawn { tiles, .. } | Event::Exchanged { drawn: tiles, .. } => {
                Some(setup.ruleset.show_tiles(tiles))
            }
            Event::Played { score, .. } => Some(score.to_string()),
            _ => None,
        })
        .collect();
    let mut hash = Fnv(0xcbf29ce484222325);
    draws.join(" ").bytes().for_each(|byte| hash.write_u8(byte));
    format!("{} {:016x}", draws[..4].join(" "), hash.finish())
}

/// If draws were changed on purpose, the changelog must say that seeds mean other games now.
#[test]
fn the_same_seed_makes_the_same_game_on_every_machine() {
    assert_eq!(digest(3), "OSTUWZ? AABENQT 12 DMV 350a2729b4726367"); // a stream per seat
    assert_eq!(digest(4), "EIINTUZ AAADEIO BCEHILO 12 ee430749b27feb01"); // one stream
}

/// Swaps a tile on a rack with one in the bag all through a log, if that makes a possible log.
fn with_other_tiles(setup: &Setup, events: &[Event], owner: Seat, salt: u64) -> Option<Vec<Event>> {
    let game = Game::replay(setup.clone(), events);
    let pick = Monkey::new(salt).below(1_000);
    let (from, drawn) = events.iter().enumerate().rev().find_map(|(n, event)| match event {
        Event::Drawn { seat, tiles } if *seat == owner => Some((n, tiles.clone())),
        _ => None,
    })?;
    let known =
        game.position((owner + 1) % game.n_seats()).others[game.n_seats() - 2].known.clone();
    let held: Vec<Tile> =
        drawn.iter().filter(|&tile| game.rack(owner).count(tile) > known.count(tile)).collect();
    let bag: Vec<Tile> = game.bag().iter().collect();
    let (&out, &inn) = (held.get(pick % held.len().max(1))?, bag.get(pick % bag.len().max(1))?);
    let mut changed = drawn.clone();
    changed.remove(out);
    changed.insert(inn);
    // Ever since, the one tile was on the rack and the other in the bag, so they might as well be
    // swapped.
    let unnoticed = (from + 1..=events.len()).all(|n| {
        let game = Game::replay(setup.clone(), &events[..n]);
        game.rack(owner).contains(out) && game.bag().contains(inn)
    });
    let mixed = events[from..]
        .iter()
        .any(|event| matches!(event, Event::Exchanged { .. } | Event::Withdrawn { .. }));
    (unnoticed && !mixed && out != inn).then(|| {
        let mut events = events.to_vec();
        events[from] = Event::Drawn { seat: owner, tiles: changed };
        events
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Tiles on another rack or in the bag do not change the position or score sheet of a seat.
    #[test]
    fn a_position_shows_no_hidden_tile(seed in 0u64..10_000, cut in 10usize..80) {
        let ruleset = ruleset("english");
        let mut setup = setup_of(&ruleset, seed);
        setup.local = false;
        let (_, mut events) = play_out(setup.clone(), seed, |_, _| {});
        events.truncate(cut);
        let game = Game::replay(setup.clone(), &events);
        for owner in 0..game.n_seats() {
            let Some(others) = with_other_tiles(&setup, &events, owner, seed) else { continue };
            let other = Game::replay(setup.clone(), &others);
            prop_assert_ne!(game.rack(owner), other.rack(owner));
            for seat in (0..game.n_seats()).filter(|&seat| seat != owner) {
                prop_assert_eq!(game.position(seat), other.position(seat));
                if game.phase() != Phase::Ended {
                    prop_assert_eq!(game.record_for(seat), other.record_for(seat));
                }
            }
        }
    }

    /// Nothing that is refused changes anything, and nothing that is decided happens before it is
    /// applied.
    #[test]
    fn deciding_changes_nothing(seed in 0u64..10_000, cut in 1usize..120, seat in 0usize..5, choice in 0usize..12) {
        let setup = setup_of(&ruleset("english"), seed);
        let (_, mut events) = play_out(setup.clone(), seed, |_, _| {});
        events.truncate(cut);
        let game = Game::replay(setup, &events);
        let before = game.clone();
        let mut monkey = Monkey::new(seed);
        let action = match choice {
            0 => Action::Leave,
            1 => Action::Ready(true),
            2 => Action::Start,
            3 => Action::Accept,
            4 => Action::Resign,
            5 => Action::OfferAbort,
            6 => Action::AcceptAbort,
            7 => Action::Undo,
            8 => Action::Rejoin,
            9 => Action::Play(Play::new([(Square::new(200, 3), Placed { letter: Letter::from_index(1), blank: true })])),
            _ => monkey.action(&game, seat.min(game.n_seats() - 1)),
        };
        let first = game.decide(&permissive, 7, seat, action.clone());
        prop_assert_eq!(&game, &before);
        prop_assert_eq!(first, game.decide(&permissive, 7, seat, action));
        game.tick(1_000_000, &[]);
        prop_assert_eq!(&game, &before);
    }

    /// The second of two equal ticks does nothing.
    #[test]
    fn a_second_tick_does_nothing(seed in 0u64..10_000, cut in 1usize..120, away in prop::collection::vec(prop::option::of(0i64..500_000), 4), now in 0i64..1_000_000) {
        let mut setup = setup_of(&ruleset("english"), seed);
        setup.grace = Some(60_000);
        setup.clock = Clock::Game { initial: 300_000, increment: 0, overtime: None };
        let (_, mut events) = play_out(setup_of(&ruleset("english"), seed), seed, |_, _| {});
        events.truncate(cut);
        let mut game = Game::replay(setup, &events);
        let presence: Vec<Presence> = away.iter().map(|away| away.map_or(Presence::Here, Presence::AwaySince)).collect();
        let events = game.tick(now, &presence);
        prop_assert!(events.len() < 20);
        events.iter().for_each(|event| game.apply(event));
        conserved(&game);
        prop_assert!(game.tick(now, &presence).is_empty());
        if let Some(at) = game.next_tick(&presence) {
            prop_assert!(at > now);
            prop_assert!(game.tick(at - 1, &presence).is_empty(), "not before");
            prop_assert!(!game.tick(at, &presence).is_empty(), "but then");
        }
    }
}
