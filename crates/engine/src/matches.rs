//! Games between players, and matches of game pairs: which of two plays better, and by how much?
//!
//! Both games of a pair have the same seed, and each seat the same luck as far as the bag allows; the sides swap seats. That
//! takes most of the luck out of the comparison, so statistics are over pairs. Everything follows from the seed, however
//! many threads play.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tisane_lexicon::Lexicon;
use tisane_rules::{Action, Challenge, Clock, First, Game, Move, Phase, Position, Ruleset, Seat, Seed, Setup, Streams, Taken};

use crate::bot::Bot;

/// Plays a game to its end; `choose` moves for every seat. `before_turn` sees the game before each turn, and may end it there.
pub fn play(
    ruleset: &Arc<Ruleset>,
    lexicon: &Lexicon,
    seed: Seed,
    seats: usize,
    mut choose: impl FnMut(Seat, &Position) -> Move,
    mut before_turn: impl FnMut(&Game) -> Go,
) -> Game {
    let names: Vec<String> = (1..=seats).map(|seat| seat.to_string()).collect();
    let mut setup = Setup::new(ruleset.clone(), &names, seed).expect("no more players than the ruleset has seats for");
    setup.first = First::Seat(0);
    setup.challenge = Challenge::Void;
    setup.clock = Clock::None;
    setup.streams = Streams::PerSeat;
    let mut game = Game::new(setup);
    act(&mut game, lexicon, 0, Action::Start);
    while game.phase() != Phase::Ended {
        let seat = game.on_turn().expect("somebody is on turn until the end");
        if before_turn(&game) == Go::Stop {
            break;
        }
        let chosen = choose(seat, &game.position(seat));
        act(&mut game, lexicon, seat, chosen.into());
    }
    game
}

fn act(game: &mut Game, lexicon: &Lexicon, seat: usize, action: Action) {
    let events = game.decide(lexicon, 0, seat, action).unwrap_or_else(|refusal| panic!("a player makes legal moves: {refusal}"));
    events.iter().for_each(|event| game.apply(event));
}

/// Whether to go on.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Go {
    On,
    Stop,
}

/// What is to be played.
pub struct Match<'a> {
    pub ruleset: &'a Arc<Ruleset>,
    pub lexicon: &'a Lexicon,
    /// The sides sit alternately.
    pub seats: usize,
    pub pairs: u64,
    pub seed: u64,
    pub threads: usize,
    /// End when the difference is clear.
    pub sequential: bool,
}

/// Makes a player for one side; each thread asks for its own.
pub type Side<'a> = &'a (dyn Fn() -> Box<dyn Bot + 'a> + Sync);

/// A win shared by up to four seats can be divided without a rest.
const SHARES: i64 = 12;
/// Pairs between two looks at whether the difference is clear.
const BATCH: u64 = 100;

/// The sums over all pairs so far. Sums of parts of a match can be added in any order.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Tally {
    pub pairs: u64,
    /// Of side A over both games of each pair, in twelfths of a game.
    shares: i64,
    shares_squared: i64,
    /// What A's seats have more than B's, on average over the seats of a game, in twelfths of a point.
    spread: i64,
    spread_squared: i64,
    pub sides: [SideTally; 2],
}

/// What one side did.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct SideTally {
    pub won: u64,
    pub tied: u64,
    pub lost: u64,
    /// Over all its seats.
    pub seats: u64,
    pub points: i64,
    pub turns: u64,
    /// Plays with a bonus for the number of tiles.
    pub bingos: u64,
    pub exchanges: u64,
    pub passes: u64,
}

/// A mean with its 95 % interval.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    pub mean: f64,
    /// Half the width of the interval.
    pub within: f64,
}

impl Tally {
    /// The share of games that side A wins.
    pub fn win_rate(&self) -> Estimate {
        let both = 2.0 * SHARES as f64;
        let Estimate { mean, within } = self.estimate(self.shares, self.shares_squared);
        Estimate { mean: mean / both, within: within / both }
    }

    /// By how many points side A is ahead in a game.
    pub fn spread(&self) -> Estimate {
        let both = 2.0 * SHARES as f64;
        let Estimate { mean, within } = self.estimate(self.spread, self.spread_squared);
        Estimate { mean: mean / both, within: within / both }
    }

    fn estimate(&self, sum: i64, squares: i64) -> Estimate {
        let n = self.pairs as f64;
        let mean = sum as f64 / n;
        let variance = (squares as f64 / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
        Estimate { mean, within: 1.96 * (variance / n).sqrt() }
    }

    /// Whether one side is better, said so that it may be asked again and again: in 95 % of matches of equals
    /// this is never true, however long they go on, but for the variance, which is an estimate (Robbins' confidence sequence with a normal mixture).
    pub fn is_clear(&self) -> bool {
        /// The mixture's width, in pairs; the test is sharpest after about eight times as many.
        const TUNED_FOR: f64 = 1000.0;
        const MISTAKE: f64 = 0.05;
        let n = self.pairs as f64;
        let Estimate { mean, within } = self.win_rate();
        let deviation = within / 1.96 * n.sqrt();
        let radius = deviation / n * ((n + TUNED_FOR) * ((n + TUNED_FOR) / (TUNED_FOR * MISTAKE * MISTAKE)).ln()).sqrt();
        n >= BATCH as f64 && (mean - 0.5).abs() > radius
    }

    pub fn add(&mut self, other: &Tally) {
        self.pairs += other.pairs;
        self.shares += other.shares;
        self.shares_squared += other.shares_squared;
        self.spread += other.spread;
        self.spread_squared += other.spread_squared;
        for (side, other) in self.sides.iter_mut().zip(&other.sides) {
            side.add(other);
        }
    }
}

impl SideTally {
    fn add(&mut self, other: &SideTally) {
        self.won += other.won;
        self.tied += other.tied;
        self.lost += other.lost;
        self.seats += other.seats;
        self.points += other.points;
        self.turns += other.turns;
        self.bingos += other.bingos;
        self.exchanges += other.exchanges;
        self.passes += other.passes;
    }
}

impl Match<'_> {
    /// Plays the match; `progress` is told of every batch of pairs and may end it.
    pub fn run(&self, a: Side<'_>, b: Side<'_>, mut progress: impl FnMut(&Tally) -> Go) -> Tally {
        let mut total = Tally::default();
        while total.pairs < self.pairs {
            let batch = total.pairs..self.pairs.min(total.pairs + BATCH);
            let next = AtomicU64::new(batch.start);
            let worker = || {
                let mut players = [a(), b()];
                let mut tally = Tally::default();
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= batch.end {
                        return tally;
                    }
                    tally.add(&self.pair(pair, &mut players));
                }
            };
            let parts: Vec<Tally> = match self.threads {
                0 | 1 => vec![worker()],
                n => std::thread::scope(|scope| {
                    let workers: Vec<_> = (0..n).map(|_| scope.spawn(worker)).collect();
                    workers.into_iter().map(|worker| worker.join().expect("games come to their end")).collect()
                }),
            };
            parts.iter().for_each(|part| total.add(part));
            if progress(&total) == Go::Stop || self.sequential && total.is_clear() {
                break;
            }
        }
        total
    }

    fn pair(&self, number: u64, players: &mut [Box<dyn Bot + '_>; 2]) -> Tally {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        seed[8..16].copy_from_slice(&number.to_le_bytes());
        let mut tally = Tally { pairs: 1, ..Tally::default() };
        for swapped in [0, 1] {
            let side = |seat: Seat| (seat + swapped) % 2;
            let choose = |seat, position: &Position| players[side(seat)].choose(position);
            let game = play(self.ruleset, self.lexicon, Seed(seed), self.seats, choose, |_| Go::On);
            self.count(&game, side, &mut tally);
        }
        tally.shares_squared = tally.shares * tally.shares;
        tally.spread_squared = tally.spread * tally.spread;
        tally
    }

    fn count(&self, game: &Game, side: impl Fn(Seat) -> usize, tally: &mut Tally) {
        let outcome = game.outcome().expect("the game is over");
        let n_winners = outcome.winners.len().max(1) as i64;
        let won: i64 = outcome.winners.iter().filter(|&&seat| side(seat) == 0).count() as i64;
        tally.shares += won * SHARES / n_winners;
        let of_side = |which: usize| {
            let scores =
                || outcome.results.iter().enumerate().filter(|&(seat, _)| side(seat) == which).map(|(_, result)| i64::from(result.total));
            (scores().sum::<i64>(), scores().count() as i64)
        };
        let ((a, n_a), (b, n_b)) = (of_side(0), of_side(1));
        tally.spread += a * SHARES / n_a.max(1) - b * SHARES / n_b.max(1);
        for (which, side) in tally.sides.iter_mut().enumerate() {
            let of_winners = if which == 0 { won } else { n_winners - won };
            *match of_winners {
                0 => &mut side.lost,
                n if n == n_winners => &mut side.won,
                _ => &mut side.tied,
            } += 1;
            let (points, seats) = if which == 0 { (a, n_a) } else { (b, n_b) };
            side.points += points;
            side.seats += seats as u64;
        }
        for turn in game.turns() {
            let side = &mut tally.sides[side(turn.seat)];
            side.turns += 1;
            match &turn.taken {
                Taken::Played(play) => side.bingos += u64::from(self.ruleset.bonus(play.placements().len()).is_some()),
                Taken::Exchanged(_) => side.exchanges += 1,
                Taken::Passed | Taken::Skipped | Taken::Lost => side.passes += 1,
            }
        }
    }
}
