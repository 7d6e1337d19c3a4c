//! How many endgames are proven, and in what time: `cargo bench -p tisane-engine --bench endgame`.
//!
//! `-- NODES` sets the budget, `-- NODES 20 28` searches only these positions, `-- threads 2 NODES`
//! searches with two threads and reports wall time. `-- check NODES` verifies every value with a
//! plain alpha–beta search of up to this many nodes, which shares only the list of plays with the
//! solver.
#![allow(clippy::print_stdout)]

#[path = "../tests/it/common/mod.rs"]
mod common;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use tisane_engine::endgame::{self, Budget};
use tisane_engine::movegen::{Directions, Generator, Plays, Searcher};
use tisane_lexicon::{Lexicon, WordList};
use tisane_rules::{Cgp, Placed, Play, Position, Ruleset, Square, Tiles};

fn main() {
    let mut arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let check = arguments.first().is_some_and(|argument| argument == "check");
    arguments.drain(..usize::from(check));
    let threads = match &arguments[..] {
        [name, number, ..] if name == "threads" => number.parse().expect("a number"),
        _ => 1,
    };
    arguments.drain(..if threads > 1 { 2 } else { 0 });
    // `in FILE WORDS`: other positions and another word list.
    let (mut text, mut words) = (include_str!("positions/english-endgames.txt").to_owned(), None);
    if let [name, positions, list, ..] = &arguments[..]
        && name == "in"
    {
        let read = |path: &str| std::fs::read_to_string(path).expect("a file");
        (text, words) = (read(positions), Some(read(list)));
        arguments.drain(..3);
    }
    let mut numbers = arguments.iter().map(|number| number.parse::<u64>().expect("a number"));
    let nodes = numbers.next().unwrap_or(4_000_000);
    let only: Vec<u64> = numbers.collect();
    // As in the programs that solved these positions first: two passes in a row end the game.
    let ruleset =
        Ruleset::parse_with(include_str!("../../../rulesets/english.toml"), &["end.passes=2"])
            .unwrap();
    let lexicon = match &words {
        None => common::lexicon(&ruleset, "english-classic"),
        Some(words) => {
            let words = WordList::from_text(words);
            Arc::new(Lexicon::build("words", &ruleset.alphabet, &words, 15).0)
        }
    };
    let generator = Generator::new(&ruleset, &lexicon);
    let (mut n_proven, mut n_quick, mut n_checked) = (0, 0, 0);
    for (number, line) in (0..).zip(text.lines()) {
        if !only.is_empty() && !only.contains(&number) {
            continue;
        }
        let position = line.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
        let (begin, clock) = (cpu_time::ThreadTime::now(), std::time::Instant::now());
        let limits = Budget { nodes, threads };
        let outcome = endgame::solve(&generator, &ruleset, &position, limits, &mut |_| {
            ControlFlow::Continue(())
        })
        .unwrap();
        let seconds = if threads == 1 { begin.elapsed() } else { clock.elapsed() }.as_secs_f64();
        n_proven += usize::from(outcome.is_proven());
        n_quick += usize::from(outcome.is_proven() && seconds <= 10.0);
        let racks = line.split(' ').nth(1).unwrap();
        let bound = |bound: Option<i32>| bound.map_or("?".to_owned(), |bound| bound.to_string());
        let (lower, upper) = (bound(outcome.lower), bound(outcome.upper));
        let first = ruleset.show_move(&position.board, &outcome.line[0]);
        print!(
            "{number:>2} {racks:<16} {lower:>4}..{upper:<4} {:>9} nodes {seconds:>8.3} s  {first}",
            outcome.nodes
        );
        if check
            && let Some(value) = Plain::value(&generator, &ruleset, &position, outcome.value, nodes)
        {
            let agrees = outcome.lower.is_none_or(|lower| lower <= value)
                && outcome.upper.is_none_or(|upper| upper >= value);
            assert!(agrees, "plain alpha–beta says {value}");
            n_checked += 1;
            print!("  = {value}");
        }
        println!();
    }
    println!(
        "{n_proven} proven, {n_quick} of them within 10 s; {n_checked} confirmed by plain alpha–beta"
    );
}

/// Textbook alpha–beta: plays that go out first, then by score, with a transposition table.
struct Plain<'a> {
    ruleset: &'a Ruleset,
    searcher: Searcher<'a>,
    /// Bounds of values, by a hash of the tiles placed, both racks, the side on turn, and whether
    /// the opponent passed.
    known: HashMap<[u64; 2], (i32, i32)>,
    placed: Vec<Play>,
    racks: [Tiles; 2],
    nodes: u64,
}

impl Plain<'_> {
    const FAR: i32 = 100_000;

    /// The value of the position, if this many nodes prove it. Confirming the expected value takes
    /// far fewer than finding another.
    fn value(
        generator: &Generator,
        ruleset: &Ruleset,
        position: &Position,
        expected: i32,
        nodes: u64,
    ) -> Option<i32> {
        let mut searcher = generator.searcher();
        searcher.set_board(&position.board);
        let racks = [position.rack.clone(), position.unseen(ruleset)];
        let mut plain =
            Plain { ruleset, searcher, known: HashMap::new(), placed: Vec::new(), racks, nodes };
        match plain.search(0, false, expected - 1, expected + 1)? {
            value if value == expected => Some(value),
            _ => plain.search(0, false, -Plain::FAR, Plain::FAR),
        }
    }

    fn search(&mut self, side: usize, passed: bool, alpha: i32, beta: i32) -> Option<i32> {
        self.nodes = self.nodes.checked_sub(1)?;
        let mut placed: Vec<(Square, Placed)> =
            self.placed.iter().flat_map(Play::placements).copied().collect();
        placed.sort();
        let key = [0u8, 1].map(|salt| {
            let mut hasher = DefaultHasher::new();
            (salt, &placed, &self.racks, side, passed).hash(&mut hasher);
            hasher.finish()
        });
        let (mut lower, mut upper) =
            self.known.get(&key).copied().unwrap_or((-Plain::FAR, Plain::FAR));
        if lower >= beta || lower == upper {
            return Some(lower);
        }
        if upper <= alpha {
            return Some(upper);
        }
        let mut list = Plays::new();
        self.searcher.all_plays(&self.racks[side], Directions::Both, &mut list);
        let play = |(index, score)| (self.searcher.play(&list, index), score);
        let mut plays: Vec<(Play, i32)> = list.scores().enumerate().map(play).collect();
        plays.sort_by_key(|(play, score)| {
            std::cmp::Reverse((play.placements().len() == self.racks[side].len(), *score))
        });
        let worth = [0, 1].map(|side| self.ruleset.worth(&self.racks[side]));
        let mut best = -Plain::FAR;
        for (play, score) in plays {
            let rest = self.racks[side].without(&play.tiles()).unwrap();
            let value = if rest.is_empty() {
                score + 2 * worth[1 - side]
            } else {
                let rack = std::mem::replace(&mut self.racks[side], rest);
                self.searcher.place(&play);
                self.placed.push(play);
                let reply = self.search(1 - side, false, score - beta, score - alpha.max(best));
                self.placed.pop();
                self.searcher.undo();
                self.racks[side] = rack;
                score - reply?
            };
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        if best < beta {
            let pass = if passed {
                worth[1 - side] - worth[side]
            } else {
                -self.search(1 - side, true, -beta, -alpha.max(best))?
            };
            best = best.max(pass);
        }
        if best > alpha {
            lower = lower.max(best);
        }
        if best < beta {
            upper = upper.min(best);
        }
        self.known.insert(key, (lower, upper));
        Some(best)
    }
}
