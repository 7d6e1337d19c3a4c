//! A table to play at in tests: every action is checked against the laws that always hold.
#![allow(dead_code, unreachable_pub, reason = "every test file uses some of it")]

use std::collections::HashSet;
use std::sync::Arc;

use tisane_lexicon::Letter;
use tisane_rules::*;

pub fn ruleset(name: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::named(name).unwrap())
}

pub fn english(settings: &[&str]) -> Arc<Ruleset> {
    Arc::new(Ruleset::parse_with(Ruleset::builtin_source("english").unwrap(), settings).unwrap())
}

/// English with just these tiles in the bag.
pub fn english_with(bag: &str, settings: &[&str]) -> Arc<Ruleset> {
    let full = ruleset("english");
    let bag = full.parse_tiles(bag).unwrap();
    let tiles: Vec<String> = full
        .letters()
        .map(|(letter, tile)| {
            let face = full.alphabet.show(&[letter]);
            format!(
                "{{ tile = \"{face}\", value = {}, count = {} }}",
                tile.value,
                bag.count(Tile::Letter(letter))
            )
        })
        .collect();
    let tiles = format!("tiles=[{}]", tiles.join(", "));
    let blanks = format!("blanks={{ count = {} }}", bag.blanks());
    let settings: Vec<&str> =
        ["total_tiles=none", &tiles, &blanks].into_iter().chain(settings.iter().copied()).collect();
    english(&settings)
}

/// The test ruleset in `tests/rulesets/`.
pub fn test_ruleset(text: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::parse(text).unwrap())
}

/// A play from this square on: small letters are blanks, `.` is a tile already there.
pub fn play(ruleset: &Ruleset, row: u8, col: u8, direction: Direction, text: &str) -> Play {
    let mut square = Square::new(row, col);
    let mut placements = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            rest = after;
        } else {
            let reading = ruleset.alphabet.read(rest).unwrap();
            assert_eq!(reading.letters.len(), 1);
            placements.push((square, Placed { letter: reading.letters[0], blank: reading.lower }));
            rest = &rest[reading.bytes..];
        }
        square = square.step(direction, 1).unwrap();
    }
    Play::new(placements)
}

pub fn across(ruleset: &Ruleset, row: u8, col: u8, text: &str) -> Play {
    play(ruleset, row, col, Direction::Across, text)
}

pub fn down(ruleset: &Ruleset, row: u8, col: u8, text: &str) -> Play {
    play(ruleset, row, col, Direction::Down, text)
}

/// A board with these words on it.
pub fn board(ruleset: &Ruleset, plays: &[Play]) -> Board {
    let mut board = Board::empty(&ruleset.layout);
    plays.iter().for_each(|play| play.place_on(&mut board));
    board
}

pub const NAMES: [&str; 4] = ["Ada", "Bo", "Cy", "Di"];

pub fn setup(ruleset: &Arc<Ruleset>, seats: usize) -> Setup {
    let mut setup = Setup::new(ruleset.clone(), &NAMES[..seats], Seed::from(1)).unwrap();
    setup.first = First::Seat(0);
    setup
}

/// A game with its log. Whatever is done at it, tiles are conserved, the log makes the game again,
/// and refusals change nothing.
pub struct Table {
    pub game: Game,
    pub events: Vec<Event>,
    pub now: Millis,
    /// What is not a word; everything else is.
    pub phonies: HashSet<Vec<Letter>>,
}

impl Table {
    pub fn new(setup: Setup) -> Table {
        Table { game: Game::new(setup), events: Vec::new(), now: 0, phonies: HashSet::new() }
    }

    pub fn started(setup: Setup) -> Table {
        let mut table = Table::new(setup);
        table.act(0, Action::Start).unwrap();
        table
    }

    /// Started, with these racks instead of drawn ones. Seat 0 begins.
    pub fn dealt(setup: Setup, racks: &[&str]) -> Table {
        let mut table = Table::new(setup);
        table.apply(vec![Event::Started { at: 0 }]);
        for (seat, rack) in racks.iter().enumerate() {
            let tiles = table.ruleset().parse_tiles(rack).unwrap();
            table.apply(vec![Event::Drawn { seat, tiles }]);
        }
        table
    }

    pub fn ruleset(&self) -> Arc<Ruleset> {
        self.game.setup().ruleset.clone()
    }

    pub fn phony(mut self, word: &str) -> Table {
        self.phonies.insert(self.ruleset().alphabet.parse(word).unwrap());
        self
    }

    pub fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, Refusal> {
        let before = self.game.clone();
        let words = |word: &[Letter]| !self.phonies.contains(word);
        let decided = self.game.decide(&words, self.now, seat, action);
        assert_eq!(self.game, before, "deciding changes nothing");
        let events = decided?;
        self.apply(events.clone());
        Ok(events)
    }

    pub fn tick(&mut self, presence: &[Presence]) -> Vec<Event> {
        let events = self.game.tick(self.now, presence);
        self.apply(events.clone());
        assert!(
            self.game.tick(self.now, presence).is_empty(),
            "the same tick again has nothing to add"
        );
        events
    }

    pub fn apply(&mut self, events: Vec<Event>) {
        for event in events {
            self.game.apply(&event);
            self.events.push(event);
            self.check_tiles();
        }
        assert_eq!(Game::replay(self.game.setup().clone(), &self.events), self.game);
    }

    fn check_tiles(&self) {
        let mut all = self.game.board().played();
        all.add(self.game.bag());
        (0..self.game.n_seats()).for_each(|seat| all.add(self.game.rack(seat)));
        assert_eq!(all, self.ruleset().tiles(), "no tile is lost or made");
    }

    /// Plays across from this square.
    pub fn across(
        &mut self,
        seat: Seat,
        row: u8,
        col: u8,
        text: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let play = across(&self.ruleset(), row, col, text);
        self.act(seat, Action::Play(play))
    }

    pub fn down(
        &mut self,
        seat: Seat,
        row: u8,
        col: u8,
        text: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let play = down(&self.ruleset(), row, col, text);
        self.act(seat, Action::Play(play))
    }

    pub fn pass(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        self.act(seat, Action::Pass)
    }

    pub fn exchange(&mut self, seat: Seat, tiles: &str) -> Result<Vec<Event>, Refusal> {
        let tiles = self.ruleset().parse_tiles(tiles).unwrap();
        self.act(seat, Action::Exchange(tiles))
    }

    pub fn challenge(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        self.act(seat, Action::Challenge(Doubt::All))
    }

    pub fn outcome(&self) -> &Outcome {
        self.game.outcome().expect("the game is over")
    }

    pub fn totals(&self) -> Vec<i32> {
        self.outcome().results.iter().map(|settled| settled.total).collect()
    }

    pub fn tiles(&self, text: &str) -> Tiles {
        self.ruleset().parse_tiles(text).unwrap()
    }
}
