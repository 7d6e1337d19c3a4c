//! Endgames of three and four players compared with an independent search of every line.

use std::cmp::Reverse;
use std::sync::Arc;

use tisane_engine::leave::NoLeaves;
use tisane_engine::{Analysis, Engine, Exactness, Go, Limits, Method};
use tisane_lexicon::{Dawg, Lexicon};
use tisane_rules::{Idle, Move, OtherRack, Position, Ruleset, Tiles, TurnKind, score};

use crate::common;
use crate::common::plain::{Dice, Table, random_position, random_ruleset, random_words};

/// A game with all racks known, strictly by the rules.
#[derive(Clone)]
struct Everybody<'a> {
    ruleset: &'a Ruleset,
    /// The board, and what lists the plays of a rack.
    table: Table<'a>,
    racks: Vec<Tiles>,
    scores: Vec<i32>,
    on_turn: usize,
    idle: Idle,
    final_turns: Option<u32>,
}

impl Everybody<'_> {
    fn after(&self, mv: &Move) -> Self {
        let (mut next, seat) = (self.clone(), self.on_turn);
        let kind = match mv {
            Move::Play(play) => {
                let score = score(self.ruleset, &self.table.board, play).expect("it fits").total;
                next.racks[seat] = self.racks[seat].without(&play.tiles()).expect("on the rack");
                next.scores[seat] += score;
                play.place_on(&mut next.table.board);
                TurnKind::Played { score }
            }
            _ => TurnKind::Passed,
        };
        next.idle = self.ruleset.end.idle_after(self.idle, kind);
        next.final_turns = self.final_turns.map(|turns| turns - 1);
        next.on_turn = (seat + 1) % self.racks.len();
        next
    }

    fn totals(&self) -> Option<Vec<i32>> {
        let end = &self.ruleset.end;
        let lens = self.racks.iter().map(|rack| Some(rack.len()));
        let reason = end.reason(self.idle, self.final_turns, 0, lens)?;
        let worth: Vec<Option<i32>> =
            self.racks.iter().map(|rack| Some(self.ruleset.worth(rack))).collect();
        let racks = end.racks_settled(reason, &worth);
        Some(self.scores.iter().zip(racks).map(|(score, rack)| score + rack).collect())
    }

    fn moves(&self) -> Vec<Move> {
        let mut table = self.table.clone();
        table.racks[0] = self.racks[self.on_turn].clone();
        table.plays().into_iter().map(Move::Play).chain([Move::Pass]).collect()
    }

    /// The final scores if everybody plays for the own spread, and seat 0's spread if all others
    /// play against it; `None` if that takes too long.
    fn values(&self, patience: &mut u32) -> Option<(Vec<i32>, i32)> {
        if let Some(totals) = self.totals() {
            let paranoid = spread(&totals, 0);
            return Some((totals, paranoid));
        }
        *patience = patience.checked_sub(1)?;
        let all: Option<Vec<(Vec<i32>, i32)>> =
            self.moves().iter().map(|mv| self.after(mv).values(patience)).collect();
        let (totals, paranoid): (Vec<_>, Vec<_>) = all?.into_iter().unzip();
        let seat = self.on_turn;
        let best = totals.into_iter().max_by_key(|totals| {
            (spread(totals, seat), Reverse(spread(totals, 0)), totals.clone())
        })?;
        let paranoid = paranoid.into_iter();
        Some((best, if seat == 0 { paranoid.max() } else { paranoid.min() }?))
    }
}

fn spread(totals: &[i32], seat: usize) -> i32 {
    let others = (0..totals.len()).filter(|&other| other != seat);
    totals[seat] - others.map(|other| totals[other]).max().expect("an opponent")
}

fn engine(ruleset: &Arc<Ruleset>, dice: &mut Dice) -> Engine {
    let words = random_words(dice);
    let dawg = Dawg::from_sorted(words.iter().map(|word| &word[..]));
    let lexicon = Lexicon::new("words", (*ruleset.alphabet).clone(), dawg, None);
    Engine::new(ruleset.clone(), Arc::new(lexicon), NoLeaves)
}

fn solve(engine: &Engine, position: &Position, nodes: u64) -> Analysis {
    let limits =
        Limits { candidates: 1_000, nodes, iterations: 2, rollouts: 100, ..Limits::default() };
    engine.solve(position, limits, &mut |_| Go::On)
}

/// Gives the opponent's tiles to several opponents.
fn divided(position: &Position, ruleset: &Ruleset, seats: usize, dice: &mut Dice) -> Position {
    let mut racks = vec![Tiles::new(); seats - 1];
    for (n, tile) in position.unseen(ruleset).iter().enumerate() {
        let seat = if n < seats - 1 { n } else { dice.roll(seats - 1) };
        racks[seat].insert(tile);
    }
    Position {
        scores: (0..seats).map(|_| dice.roll(20) as i32).collect(),
        others: racks
            .into_iter()
            .map(|known| OtherRack { len: known.len(), known, gone: false })
            .collect(),
        final_turns: position.final_turns.map(|_| 1 + dice.roll(seats) as u32),
        ..position.clone()
    }
}

#[test]
fn agrees_with_a_search_of_every_line() {
    let (mut tried, mut compared, mut differ) = (0, 0, 0);
    for seed in common::cases(300..=2_000) {
        tried += 1;
        let dice = &mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let seats = 3 + dice.roll(2);
        let ruleset = Arc::new(random_ruleset(dice));
        let engine = engine(&ruleset, dice);
        let Some(two) = random_position(dice, &ruleset, engine.generator(), 0) else { continue };
        if two.others[0].len < seats - 1 {
            continue;
        }
        let position = divided(&two, &ruleset, seats, dice);
        if engine.over(&position).is_some() {
            continue;
        }
        let table = Everybody {
            ruleset: &ruleset,
            table: Table::new(&ruleset, engine.generator(), &two),
            racks: std::iter::once(&position.rack)
                .chain(position.others.iter().map(|other| &other.known))
                .cloned()
                .collect(),
            scores: position.scores.clone(),
            on_turn: 0,
            idle: Idle { passes: position.passes, scoreless: position.scoreless_turns },
            final_turns: position.final_turns,
        };
        let patience = &mut 3_000;
        let Some(expected) = table
            .moves()
            .into_iter()
            .map(|mv| table.after(&mv).values(patience).map(|values| (mv, values)))
            .collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        let analysis = solve(&engine, &position, u64::MAX);
        assert!(matches!(analysis.method, Method::Endgame { .. }), "seed {seed}");
        assert_eq!(analysis.lines.len(), expected.len(), "seed {seed}");
        for (mv, (totals, paranoid)) in expected {
            let line = analysis.lines.iter().find(|line| line.candidate.mv == mv).expect("a line");
            assert_eq!(line.exactness, Exactness::Exact);
            assert_eq!(
                (line.spread, line.paranoid),
                (Some(spread(&totals, 0) * 1000), Some(paranoid * 1000)),
                "seed {seed}: {mv:?} of {position:?}"
            );
            differ += u32::from(line.spread != line.paranoid);
        }
        compared += 1;
    }
    assert!(5 * compared > tried && differ > 20, "{compared} of {tried} compared, {differ} differ");
}

/// One opponent's tiles follow from the others'.
#[test]
fn unknown_racks_and_many_tiles_are_simulated() {
    let (ruleset, engine, two, dice) = &mut (1..1_000)
        .find_map(|seed| {
            let mut dice = Dice(seed);
            let ruleset = Arc::new(random_ruleset(&mut dice));
            let engine = engine(&ruleset, &mut dice);
            let two = random_position(&mut dice, &ruleset, engine.generator(), 0)?;
            let fits = two.others[0].len > 2 && two.final_turns.is_none() && two.passes == 0;
            fits.then_some((ruleset, engine, two, dice))
        })
        .expect("a position");
    let known = divided(two, ruleset, 3, dice);
    let method = |position: &Position, nodes: u64| solve(engine, position, nodes).method;
    assert!(matches!(method(&known, u64::MAX), Method::Endgame { .. }));
    let mut one_hidden = known.clone();
    one_hidden.others[1].known = Tiles::new();
    assert_eq!(
        solve(engine, &one_hidden, u64::MAX).lines,
        solve(engine, &known, u64::MAX).lines,
        "what one opponent has follows from the rest"
    );
    let mut hidden = one_hidden.clone();
    hidden.others[0].known = Tiles::new();
    assert!(!matches!(method(&hidden, u64::MAX), Method::Endgame { .. }));
    assert!(!matches!(method(&known, 0), Method::Endgame { .. }), "no nodes to search");
}
