//! Boards, plays, positions and records made from a list of choices, which proptest can make
//! smaller.

use std::sync::LazyLock;

use proptest::prelude::*;
use tisane_lexicon::Letter;
use tisane_rules::*;

/// Latin, Cyrillic, tiles of two letters, a large board, no small letters, L·L, İ and I; and two
/// boards that are not square, one of them with columns beyond Z.
pub(crate) static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
    let named = |name| Ruleset::named(name).unwrap();
    let flat = |rows, cols| {
        Layout::new(vec![vec![Premium::NONE; cols]; rows], vec![Square::new(0, 0)]).unwrap()
    };
    let mut rulesets: Vec<Ruleset> =
        ["english", "erudit", "spanish", "english-super", "hebrew", "catalan", "turkish", "welsh"]
            .map(named)
            .into();
    rulesets.push(named("english").on_layout(flat(3, 30)));
    rulesets.push(named("spanish").on_layout(flat(32, 2)));
    rulesets
});

/// Choices one after the other; always the first possibility when they have run out.
#[derive(Clone, Debug)]
pub(crate) struct Choices(std::vec::IntoIter<u16>);

pub(crate) fn choices() -> impl Strategy<Value = Choices> {
    prop::collection::vec(any::<u16>(), 0..300).prop_map(|choices| Choices(choices.into_iter()))
}

impl Choices {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0.next().unwrap_or(0) as usize % n.max(1)
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    pub(crate) fn ruleset(&mut self) -> &'static Ruleset {
        &RULESETS[self.below(RULESETS.len())]
    }

    pub(crate) fn letter(&mut self, ruleset: &Ruleset) -> Letter {
        let letters: Vec<Letter> = ruleset.alphabet.letters().collect();
        letters[self.below(letters.len())]
    }

    pub(crate) fn placed(&mut self, ruleset: &Ruleset) -> Placed {
        Placed { letter: self.letter(ruleset), blank: self.one_in(4) }
    }

    pub(crate) fn square(&mut self, ruleset: &Ruleset) -> Square {
        Square::new(
            self.below(ruleset.layout.rows() as usize) as u8,
            self.below(ruleset.layout.cols() as usize) as u8,
        )
    }

    /// Any tiles anywhere; many more than a game has.
    pub(crate) fn board(&mut self, ruleset: &Ruleset) -> Board {
        let mut board = Board::empty(&ruleset.layout);
        for _ in 0..self.below(60) {
            let (square, placed) = (self.square(ruleset), self.placed(ruleset));
            board.set(square, Some(placed));
        }
        board
    }

    pub(crate) fn tiles(&mut self, ruleset: &Ruleset, at_most: usize) -> Tiles {
        (0..self.below(at_most + 1))
            .map(|_| if self.one_in(8) { Tile::Blank } else { Tile::Letter(self.letter(ruleset)) })
            .collect()
    }

    /// Tiles in one line without gaps, if there is room where the choices fall.
    pub(crate) fn play(&mut self, ruleset: &Ruleset, board: &Board) -> Option<Play> {
        let direction = Direction::BOTH[self.below(2)];
        let mut next = Some(self.square(ruleset));
        let mut placements = Vec::new();
        for _ in 0..=self.below(ruleset.rack) {
            while let Some(square) = next.filter(|&square| board.get(square).is_some()) {
                next = board.next(square, direction);
            }
            let Some(square) = next else { break };
            placements.push((square, self.placed(ruleset)));
            next = board.next(square, direction);
        }
        (!placements.is_empty()).then(|| Play::new(placements))
    }

    /// A position with the ruleset's own tiles, a few of the others' known.
    pub(crate) fn position(&mut self, ruleset: &Ruleset) -> Position {
        let mut bag: Vec<Tile> = ruleset.tiles().iter().collect();
        let mut draw = |choices: &mut Choices| bag.swap_remove(choices.below(bag.len()));
        let mut board = Board::empty(&ruleset.layout);
        for _ in 0..self.below(40) {
            let square = self.square(ruleset);
            if board.get(square).is_none() {
                let placed = match draw(self) {
                    Tile::Letter(letter) => Placed { letter, blank: false },
                    Tile::Blank => Placed { letter: self.letter(ruleset), blank: true },
                };
                board.set(square, Some(placed));
            }
        }
        let seats =
            ruleset.players.from + self.below(ruleset.players.to - ruleset.players.from + 1);
        let mut racks: Vec<Tiles> = (0..seats)
            .map(|_| (0..self.below(ruleset.rack + 1)).map(|_| draw(self)).collect())
            .collect();
        let scores = (0..seats).map(|_| self.below(900) as i32 - 100).collect();
        let rack = racks.remove(0);
        Position::new(ruleset, board, rack, racks, scores).unwrap()
    }

    /// Lines that a careless writer of files would let pass for something else.
    pub(crate) fn note(&mut self) -> String {
        let line = ["", "plain", "#note", ">ann: X", "two words", "#", "é ß Ж", "+20 20", "- a"];
        let lines: Vec<&str> = (0..self.below(4)).map(|_| line[self.below(line.len())]).collect();
        let note = lines.join("\n");
        if note.trim().is_empty() { String::new() } else { format!("{note}\nend") }
    }

    pub(crate) fn record(&mut self, ruleset: &Ruleset) -> Record {
        let n = 2 + self.below(3);
        let nicks = ["ann", "bob", "Чарли", "d_4"];
        let text = |choices: &mut Choices| {
            ["", "A title", "Größe: 3", "x y z"][choices.below(4)].to_owned()
        };
        let name = |choices: &mut Choices| Some(text(choices)).filter(|text| !text.is_empty());
        let mut record = Record {
            players: nicks[..n]
                .iter()
                .map(|nick| RecordPlayer {
                    nick: nick.to_string(),
                    name: format!("Dr {nick} Example"),
                })
                .collect(),
            title: text(self),
            description: text(self),
            id: self
                .one_in(3)
                .then(|| RecordId { authority: "org.example".into(), id: "42".into() }),
            lexicon: name(self),
            tile_distribution: name(self),
            board_layout: name(self),
            game_type: name(self),
            others: if self.one_in(3) {
                vec![("style".into(), "a\nb".into()), ("tile".into(), "CH ch".into())]
            } else {
                Vec::new()
            },
            incomplete: self.one_in(2),
            ..Record::default()
        };
        let mut board = Board::empty(&ruleset.layout);
        let mut totals = vec![0; n];
        for turn in 0..self.below(12) {
            self.turn(ruleset, turn % n, &mut board, &mut totals, &mut record.entries);
        }
        record.racks = (0..n).map(|_| self.tiles(ruleset, ruleset.rack)).collect();
        while record.racks.last().is_some_and(Tiles::is_empty) {
            record.racks.pop();
        }
        record
    }

    fn turn(
        &mut self,
        ruleset: &Ruleset,
        seat: usize,
        board: &mut Board,
        totals: &mut [i32],
        entries: &mut Vec<Entry>,
    ) {
        let mut push = |choices: &mut Choices, rack: Tiles, what: What, points: i32| {
            totals[seat] += points;
            // A wrong total now and then.
            let total = totals[seat] + choices.one_in(9) as i32;
            entries.push(Entry { seat, rack, what, points, total, note: choices.note() });
        };
        let rack = self.tiles(ruleset, ruleset.rack);
        let with = |shown: Tiles, rack: Tiles| if rack.is_empty() { shown } else { rack };
        match self.below(8) {
            0 => {
                let what = match self.below(4) {
                    0 => What::Passed,
                    1 => What::Skipped,
                    2 => What::TurnLost { word: Vec::new() },
                    _ => What::TurnLost { word: ruleset.alphabet.letters().step_by(3).collect() },
                };
                push(self, rack, what, 0);
            }
            1 => {
                let mut tiles = self.tiles(ruleset, ruleset.rack);
                tiles.insert(Tile::Blank);
                push(self, with(tiles.clone(), rack), What::Exchanged { tiles, unknown: 0 }, 0);
            }
            2 => {
                let unknown = 1 + self.below(ruleset.rack);
                push(self, rack, What::Exchanged { tiles: Tiles::new(), unknown }, 0);
            }
            3 => {
                let (what, points) =
                    [(What::TimePenalty, -10), (What::EndRack(self.tiles(ruleset, 4)), 14)]
                        [self.below(2)]
                    .clone();
                push(self, rack, what, points);
            }
            _ => {
                let Some(play) = self.play(ruleset, board) else { return };
                let points = self.below(100) as i32;
                let rack = with(play.tiles(), rack);
                push(self, rack.clone(), What::Played(play.clone()), points);
                match self.below(4) {
                    // What is known of the rack comes from the play where the line gives none.
                    0 => push(
                        self,
                        if rack.contains_all(&play.tiles()) { rack } else { play.tiles() },
                        What::Withdrawn,
                        -points,
                    ),
                    1 => {
                        play.place_on(board);
                        push(self, Tiles::new(), What::ChallengeBonus, 5);
                    }
                    _ => play.place_on(board),
                }
            }
        }
    }
}
