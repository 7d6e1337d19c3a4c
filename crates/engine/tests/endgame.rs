//! The endgame solver against an independent search of every line, against known positions, and with limits.

mod common;

use std::ops::ControlFlow;

use tisane_engine::endgame::{self, Limits, Outcome, Refusal};
use tisane_engine::movegen::{Directions, Generator, Plays};
use tisane_lexicon::Letter;
use tisane_rules::{Board, Cgp, Move, OtherRack, OutGains, Play, Position, Ruleset, Tile, Tiles, score};

const ENGLISH: &str = include_str!("../../../rulesets/english.toml");

fn solve(generator: &Generator, ruleset: &Ruleset, position: &Position, nodes: u64) -> Result<Outcome, Refusal> {
    endgame::solve(generator, ruleset, position, Limits { nodes }, &mut |_| ControlFlow::Continue(()))
}

/// A game from where the bag is empty, by the letter of the rules: every move counted, nothing left out, nothing remembered.
#[derive(Clone)]
struct Table<'a> {
    ruleset: &'a Ruleset,
    generator: &'a Generator,
    board: Board,
    /// Who is on turn first.
    racks: [Tiles; 2],
    passes: u32,
    scoreless: u32,
    final_turns: Option<u32>,
}

impl<'a> Table<'a> {
    fn new(ruleset: &'a Ruleset, generator: &'a Generator, position: &Position) -> Table<'a> {
        Table {
            ruleset,
            generator,
            board: position.board.clone(),
            racks: [position.rack.clone(), position.unseen(ruleset)],
            passes: position.passes,
            scoreless: position.scoreless_turns,
            final_turns: position.final_turns,
        }
    }

    /// What the one on turn gains on the other when the game ends here, if it does.
    fn settled(&self) -> Option<i32> {
        let end = &self.ruleset.end;
        let worth = [0, 1].map(|seat| self.ruleset.worth(&self.racks[seat]));
        if self.final_turns == Some(0) {
            return Some(if end.out.others_lose_rack { worth[1] - worth[0] } else { 0 });
        }
        if self.final_turns.is_none()
            && let Some(out) = [0, 1].into_iter().find(|&seat| self.racks[seat].is_empty())
        {
            let other = worth[1 - out];
            let gains = match end.out.gains {
                OutGains::Nothing => 0,
                OutGains::OtherRacks => other,
                OutGains::TwiceOtherRacks => 2 * other,
            };
            let gained = gains + if end.out.others_lose_rack { other } else { 0 };
            return Some(if out == 0 { gained } else { -gained });
        }
        let stalled =
            end.passes.is_some_and(|limit| self.passes >= limit) || end.scoreless_turns.is_some_and(|limit| self.scoreless >= limit);
        stalled.then(|| if end.stalled_loses_rack { worth[1] - worth[0] } else { 0 })
    }

    fn plays(&self) -> Vec<Play> {
        let mut searcher = self.generator.searcher();
        searcher.set_board(&self.board);
        let mut plays = Plays::new();
        searcher.all_plays_plainly(&self.racks[0], Directions::Both, &mut plays);
        (0..plays.len()).map(|index| searcher.play(&plays, index)).collect()
    }

    /// Makes a move, which must be legal; gives the points and the table as the other sees it.
    fn after(&self, mv: &Move) -> (i32, Table<'a>) {
        let mut next = self.clone();
        next.racks.swap(0, 1);
        next.final_turns = self.final_turns.map(|turns| turns - 1);
        match mv {
            Move::Pass => {
                next.passes += 1;
                next.scoreless += 1;
                (0, next)
            }
            Move::Play(play) => {
                let points = score(self.ruleset, &self.board, play).expect("it fits").total;
                next.racks[1] = self.racks[0].without(&play.tiles()).expect("from the rack");
                play.place_on(&mut next.board);
                next.passes = 0;
                next.scoreless = if points == 0 && self.ruleset.end.scoreless.zero_play { self.scoreless + 1 } else { 0 };
                (points, next)
            }
            Move::Exchange(_) => unreachable!("the bag is empty"),
        }
    }

    /// The value for the one on turn, by trying everything; none if that takes too long.
    fn value(&self, patience: &mut u32) -> Option<i32> {
        if let Some(settled) = self.settled() {
            return Some(settled);
        }
        *patience = patience.checked_sub(1)?;
        let moves = self.plays().into_iter().map(Move::Play).chain([Move::Pass]);
        let mut best = None;
        for mv in moves {
            let (points, next) = self.after(&mv);
            best = best.max(Some(points - next.value(patience)?));
        }
        best
    }

    /// What a line to the end of the game is worth. Every play must be legal, and nothing may come after the end.
    fn line(&self, moves: &[Move]) -> i32 {
        let Some((mv, rest)) = moves.split_first() else { return self.settled().expect("a line leads to the end") };
        assert_eq!(self.settled(), None, "no moves after the end");
        if let Move::Play(play) = mv {
            assert!(self.plays().contains(play), "{play:?} is legal");
        }
        let (points, next) = self.after(mv);
        points - next.line(rest)
    }
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

/// A small board, four letters, and any rules for the end.
fn random_ruleset(dice: &mut Dice) -> Ruleset {
    let size = 4 + dice.roll(3);
    let rows: Vec<String> = (0..size).map(|_| (0..size).map(|_| dice.pick(&['.', '.', '.', '2', '3', 'd', 't'])).collect()).collect();
    let values: Vec<String> = ["A", "B", "C", "D"]
        .iter()
        .map(|letter| format!("{{ tile = {letter:?}, value = {}, count = {} }}", dice.pick(&[0, 1, 1, 3, 8]), 2 + dice.roll(3)))
        .collect();
    let limits = match dice.roll(4) {
        0 => format!("passes = {}", 1 + dice.roll(4)),
        1 => format!("passes = {}\nscoreless_turns = {}", 2 + dice.roll(2), 2 + dice.roll(3)),
        _ => format!("scoreless_turns = {}", 1 + dice.roll(4)),
    };
    let text = format!(
        "name = \"random\"\ntitle = \"random\"\nlocale = \"en\"\nplayers = [2, 2]\nrack = 4\nbonuses = [{{ tiles = 2, points = {} }}]\n\
         blanks = {{ count = {}, value = {} }}\ntiles = [{}]\n[end]\n{limits}\nscoreless = [{}]\nout_player = {:?}\nothers = {:?}\n\
         stalled = {:?}\nfinal_turn_each = {}\n[board]\nstarts = [[{}, {}]]\nlayout = {rows:?}\n",
        dice.pick(&[0, 7]),
        dice.roll(2),
        dice.pick(&[0, 0, 2]),
        values.join(", "),
        dice.pick(&["", "\"zero-play\""]),
        dice.pick(&["nothing", "gains-other-racks", "gains-twice-other-racks"]),
        dice.pick(&["lose-rack", "nothing"]),
        dice.pick(&["lose-rack", "nothing"]),
        dice.roll(6) == 0,
        size / 2,
        size / 2,
    );
    Ruleset::parse(&text).expect("a ruleset")
}

/// Random plays until few tiles are left, which two racks share.
fn random_position(dice: &mut Dice, ruleset: &Ruleset, generator: &Generator) -> Option<Position> {
    let mut tiles: Vec<Tile> = ruleset.tiles().iter().collect();
    let mut board = Board::empty(&ruleset.layout);
    let most = 2 + dice.roll(5);
    for _ in 0..20 {
        if tiles.len() <= most {
            break;
        }
        let mut searcher = generator.searcher();
        searcher.set_board(&board);
        let rack: Tiles = (0..3.min(tiles.len() - 2)).map(|_| tiles[dice.roll(tiles.len())]).collect();
        if !tiles.iter().copied().collect::<Tiles>().contains_all(&rack) {
            continue;
        }
        let mut plays = Plays::new();
        searcher.all_plays_plainly(&rack, Directions::Both, &mut plays);
        if plays.is_empty() {
            continue;
        }
        let play = searcher.play(&plays, dice.roll(plays.len()));
        for tile in play.tiles().iter() {
            tiles.remove(tiles.iter().position(|&other| other == tile).expect("it is left"));
        }
        play.place_on(&mut board);
    }
    let own = 1 + dice.roll(tiles.len() - 1);
    let rack: Tiles = (0..own).map(|_| tiles.swap_remove(dice.roll(tiles.len()))).collect();
    let limit = |limit: Option<u32>| limit.map_or(3, |limit| limit - 1) as usize + 1;
    let passes = dice.roll(limit(ruleset.end.passes).min(limit(ruleset.end.scoreless_turns))) as u32;
    let position = Position {
        board,
        rack,
        scores: vec![0, 0],
        others: vec![OtherRack { len: tiles.len(), ..OtherRack::default() }],
        bag: 0,
        passes,
        scoreless_turns: passes,
        final_turns: ruleset.end.final_turn_each.then(|| 1 + dice.roll(2) as u32),
        history: Vec::new(),
    };
    (position.rack.len() <= 4 && tiles.len() <= 4).then_some(position)
}

#[test]
fn agrees_with_a_search_of_every_line() {
    let (mut compared, mut with_passes, mut final_turns) = (0, 0, 0);
    for seed in 1..=3_000u64 {
        let dice = &mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let ruleset = random_ruleset(dice);
        let mut words: Vec<Vec<Letter>> =
            (0..6 + dice.roll(12)).map(|_| (0..2 + dice.roll(3)).map(|_| Letter::from_index(dice.roll(4))).collect()).collect();
        words.sort();
        words.dedup();
        let generator = common::generator(&ruleset, &words);
        let Some(position) = random_position(dice, &ruleset, &generator) else { continue };
        let table = Table::new(&ruleset, &generator, &position);
        let Some(value) = table.value(&mut 6_000) else { continue };
        let outcome = solve(&generator, &ruleset, &position, 1_000_000).expect("an endgame");
        assert!(outcome.is_proven(), "seed {seed}: {outcome:?}");
        assert_eq!(outcome.value, value, "seed {seed}: {position:?}");
        assert_eq!(table.line(&outcome.line), value, "seed {seed}: {:?}", outcome.line);
        compared += 1;
        with_passes += u32::from(outcome.line.contains(&Move::Pass));
        final_turns += u32::from(ruleset.end.final_turn_each);
    }
    assert!(compared > 1_500 && with_passes > 300 && final_turns > 200, "{compared} compared, {with_passes}, {final_turns}");
}

/// Board, racks, and what the mover gains: solved by two other programs, which agree. Two passes in a row end the game.
const KNOWN: &str = include_str!("english.endgames");

#[test]
fn agrees_with_other_programs() {
    let ruleset = Ruleset::parse_with(ENGLISH, &["end.passes=2"]).unwrap();
    let generator = Generator::new(&ruleset, &common::lexicon(&ruleset, "english-classic"));
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
        let (cgp, value) = line.rsplit_once(' ').unwrap();
        let position = cgp.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
        let outcome = solve(&generator, &ruleset, &position, 200_000).unwrap();
        assert!(outcome.is_proven(), "{cgp}: {outcome:?}");
        assert_eq!(outcome.value, value.parse::<i32>().unwrap(), "{cgp}");
        assert_eq!(Table::new(&ruleset, &generator, &position).line(&outcome.line), outcome.value, "{cgp}");
    }
}

/// Whether two passes end the game or six turns without points makes no difference to the value, only to how long the line is.
#[test]
fn more_passes_change_no_value() {
    let known = KNOWN.lines().find(|line| line.contains(" RR/NT ")).unwrap();
    let cgp: Cgp = known.rsplit_once(' ').unwrap().0.parse().unwrap();
    let ruleset = Ruleset::parse(ENGLISH).unwrap();
    let generator = Generator::new(&ruleset, &common::lexicon(&ruleset, "english-classic"));
    let mut position = cgp.position(&ruleset).unwrap();
    for so_far in 0..=4 {
        position.scoreless_turns = so_far;
        let outcome = solve(&generator, &ruleset, &position, 10_000).unwrap();
        assert_eq!((outcome.value, outcome.is_proven()), (0, true));
        assert_eq!(outcome.line, vec![Move::Pass; 6 - so_far as usize]);
    }
}

/// A hard one: whatever the limit, the line is legal to its end, the bounds agree, and the same limit gives the same answer.
#[test]
fn says_what_it_knows_when_the_limit_is_reached() {
    let text = "ZED4Y4PUG/1TENDERED3R2/3O3A2EME2/3C3R2FOX2/3T3l2SLY2/3U3I1V1L2H/3O3N1E1AQUA/OIDIA2GARTH2W/3d5T4K/7J1I3B1/\
                4COVINGS2U1/6IN1O1F1R1/6EN1SWABS1/7E3L1AA/7E3L1EM EIINOOT/AIPRT 404/360 0";
    let ruleset = Ruleset::parse_with(ENGLISH, &["end.passes=2"]).unwrap();
    let generator = Generator::new(&ruleset, &common::lexicon(&ruleset, "english-classic"));
    let position = text.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
    for nodes in [0, 1, 2, 3, 10, 30, 100, 10_000] {
        let outcome = solve(&generator, &ruleset, &position, nodes).unwrap();
        Table::new(&ruleset, &generator, &position).line(&outcome.line);
        assert!(outcome.lower.is_none_or(|lower| lower <= -4) && outcome.upper.is_none_or(|upper| upper >= -4), "{nodes}: {outcome:?}");
        assert_eq!(outcome, solve(&generator, &ruleset, &position, nodes).unwrap());
    }
    let mut heard = 0;
    let stop = &mut |_| {
        heard += 1;
        ControlFlow::Break(())
    };
    let outcome = endgame::solve(&generator, &ruleset, &position, Limits { nodes: u64::MAX }, stop).unwrap();
    assert!(heard <= 1 && !outcome.line.is_empty());
}

#[test]
fn refuses_what_is_no_endgame() {
    let ruleset = Ruleset::parse(ENGLISH).unwrap();
    let generator = Generator::new(&ruleset, &common::lexicon(&ruleset, "english-classic"));
    let check = |position: &Position, expected: &str| {
        assert_eq!(solve(&generator, &ruleset, position, 10).unwrap_err().to_string(), expected);
    };
    let full: Cgp = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0".parse().unwrap();
    check(&full.position(&ruleset).unwrap(), "an endgame begins when the bag is empty, but there are 86 tiles in it");
    let known = KNOWN.lines().find(|line| line.contains(" RR/NT ")).unwrap().rsplit_once(' ').unwrap().0;
    let end = known.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
    let other = OtherRack::default();
    check(&Position { others: vec![other.clone(), other.clone()], ..end.clone() }, "an endgame is solved for two seats, not 3");
    check(&Position { others: vec![other], ..end.clone() }, "the opponent has 0 tiles, but 2 are unseen, so that nobody knows which");
    check(&Position { scoreless_turns: 6, ..end }, "the game is over");
}
