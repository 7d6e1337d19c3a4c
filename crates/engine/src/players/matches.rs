//! Games between bots, and matches of game pairs: which of two bots is stronger, and by how much?
//!
//! Both games of a pair have the same seed, and each seat draws the same tiles as far as the bag
//! allows; the sides swap seats. This removes most of the luck, so statistics are over pairs. The
//! seed determines everything, whatever the number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tisane_lexicon::Lexicon;
use tisane_rules::{
    Action, Board, Challenge, Clock, Doubt, First, Game, Phase, Position, Ruleset, Seat, Seed,
    Setup, Streams, Taken, fit,
};

use crate::players::bot::Bot;
pub use crate::search::Go;
use crate::search::analysis::{ERRORS_95, FEWEST_SAMPLES};

/// The game that bots play, and the challenge rule.
#[derive(Copy, Clone)]
pub struct Table<'a> {
    /// The ruleset.
    pub ruleset: &'a Arc<Ruleset>,
    /// The lexicon that decides challenges.
    pub lexicon: &'a Lexicon,
    /// Number of seats.
    pub seats: usize,
    /// The challenge rule.
    pub challenge: Challenge,
}

/// Plays a game to its end; `whose` maps seats to bots. `before_turn` sees what the seat on turn
/// sees, and may stop the game.
pub fn play(
    table: Table<'_>,
    seed: Seed,
    bots: &mut [impl Bot],
    whose: impl Fn(Seat) -> usize,
    mut before_turn: impl FnMut(Seat, &Position) -> Go,
) -> Game {
    let names: Vec<String> = (1..=table.seats).map(|seat| seat.to_string()).collect();
    let mut setup = Setup::new(table.ruleset.clone(), &names, seed)
        .expect("the ruleset allows this number of players");
    setup.first = First::Seat(0);
    setup.challenge = table.challenge;
    setup.clock = Clock::None;
    setup.streams = Streams::PerSeat;
    let mut game = Game::new(setup);
    act(&mut game, table.lexicon, 0, Action::Start);
    while game.phase() != Phase::Ended {
        if let Some(by) = challenger(&game, bots, &whose) {
            act(&mut game, table.lexicon, by, Action::Challenge(Doubt::All));
            continue;
        }
        if game.phase() == Phase::LastChallenge {
            let last = game.turns().last().expect("there is a play to challenge").seat;
            let others = (0..table.seats).filter(|&seat| seat != last && game.lost(seat).is_none());
            others
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|seat| accept(&mut game, table.lexicon, seat));
            continue;
        }
        let Some(seat) = game.on_turn() else { break };
        let position = game.position(seat);
        if before_turn(seat, &position) == Go::Stop {
            break;
        }
        let chosen = bots[whose(seat)].choose(&position);
        act(&mut game, table.lexicon, seat, chosen.into());
    }
    game
}

/// The first seat after the player of the last play that challenges it.
fn challenger(game: &Game, bots: &mut [impl Bot], whose: impl Fn(Seat) -> usize) -> Option<Seat> {
    let last = game.turns().last()?;
    let Taken::Played(play) = &last.taken else { return None };
    game.in_order(last.seat)
        .skip(1)
        .filter(|&seat| !game.challengeable(seat).is_empty())
        .find(|&seat| bots[whose(seat)].challenges(&game.position(seat), play))
}

fn accept(game: &mut Game, lexicon: &Lexicon, seat: Seat) {
    if game.phase() == Phase::LastChallenge {
        act(game, lexicon, seat, Action::Accept);
    }
}

fn act(game: &mut Game, lexicon: &Lexicon, seat: usize, action: Action) {
    let events = game
        .decide(lexicon, 0, seat, action)
        .unwrap_or_else(|refusal| panic!("bots make legal moves: {refusal}"));
    events.iter().for_each(|event| game.apply(event));
}

/// A match to be played.
pub struct Match<'a> {
    /// The sides sit alternately.
    pub table: Table<'a>,
    /// The numbers of the pairs. Each pair's draws follow from its number and the seed.
    pub pairs: Range<u64>,
    /// Random seed.
    pub seed: u64,
    /// Number of threads. It does not change the result.
    pub threads: usize,
    /// Stop when the difference is significant.
    pub sequential: bool,
}

/// Makes a bot for one side; called once for each thread.
pub type Side<'a> = &'a (dyn Fn() -> Box<dyn Bot + 'a> + Sync);

/// Shares of a win are counted in twelfths, so that up to four winners divide it exactly.
const SHARES: i64 = 12;
/// Number of pairs between two tests for significance.
pub const BATCH: u64 = 100;

/// Sums over the pairs played. Parts of a match can be added in any order.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Tally {
    /// Number of pairs.
    pub pairs: u64,
    /// Wins of side A over both games of each pair, in twelfths of a game.
    pub shares: i64,
    /// The sum of their squares over all pairs.
    pub shares_squared: i64,
    /// Points of A's seats minus those of B's, averaged over the seats of a game, in twelfths of a
    /// point.
    pub spread: i64,
    /// The sum of their squares over all pairs.
    pub spread_squared: i64,
    /// Statistics of side A and side B.
    pub sides: [SideTally; 2],
}

/// What one side did.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct SideTally {
    /// Games won.
    pub won: u64,
    /// Games tied.
    pub tied: u64,
    /// Games lost.
    pub lost: u64,
    /// Number of seats, over all games.
    pub seats: u64,
    /// Sum of final scores.
    pub points: i64,
    /// Number of turns.
    pub turns: u64,
    /// Plays with a bonus for the number of tiles.
    pub bingos: u64,
    /// Number of exchanges.
    pub exchanges: u64,
    /// Number of passes and lost turns.
    pub passes: u64,
    /// Plays with an invalid word.
    pub phonies: u64,
    /// Phonies withdrawn after a challenge.
    pub caught: u64,
    /// Number of challenges.
    pub challenges: u64,
    /// Challenges of valid plays.
    pub wrong_challenges: u64,
}

/// A mean with its 95% confidence interval.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval; `None` below [`FEWEST_SAMPLES`].
    pub within: Option<f64>,
}

/// When a confidence interval is valid.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Holds {
    /// After a number of pairs that was fixed in advance.
    AtTheEnd,
    /// At any time, however often the result is looked up.
    Always,
}

impl Holds {
    /// Half the width of the interval for a mean over `n` values with this standard deviation.
    fn radius(self, deviation: f64, n: f64) -> f64 {
        /// The width of the mixture, in pairs; the interval is tightest after about eight times as
        /// many.
        const TUNED_FOR: f64 = 1000.0;
        const MISTAKE: f64 = 0.05;
        match self {
            Holds::AtTheEnd => ERRORS_95 * deviation / n.sqrt(),
            // Robbins' confidence sequence with a normal mixture; the deviation is an estimate.
            Holds::Always => {
                deviation / n
                    * ((n + TUNED_FOR) * ((n + TUNED_FOR) / (TUNED_FOR * MISTAKE * MISTAKE)).ln())
                        .sqrt()
            }
        }
    }
}

impl Tally {
    /// The share of games that side A wins. The deviation is computed as if there were one more
    /// pair won and one more lost: a few pairs that all went the same way prove little.
    pub fn win_rate(&self, holds: Holds) -> Estimate {
        let both = 2 * SHARES;
        let mean = self.shares as f64 / both as f64 / self.pairs as f64;
        let n = self.pairs as f64 + 2.0;
        let (sum, squares) = (
            (self.shares + both) as f64 / both as f64,
            (self.shares_squared + both * both) as f64 / (both * both) as f64,
        );
        let deviation = (squares / n - (sum / n).powi(2)).max(0.0).sqrt();
        // A share is between 0 and 1.
        let widest = mean.max(1.0 - mean);
        Estimate {
            mean,
            within: (self.pairs >= FEWEST_SAMPLES)
                .then(|| holds.radius(deviation, self.pairs as f64).min(widest)),
        }
    }

    /// By how many points side A is ahead in a game.
    pub fn spread(&self, holds: Holds) -> Estimate {
        let both = 2.0 * SHARES as f64;
        let n = self.pairs as f64;
        let mean = self.spread as f64 / n;
        let variance = (self.spread_squared as f64 / n - mean * mean).max(0.0) * n / (n - 1.0);
        Estimate {
            mean: mean / both,
            within: (self.pairs >= FEWEST_SAMPLES).then(|| holds.radius(variance.sqrt() / both, n)),
        }
    }

    /// Whether one side is significantly better. With [`Holds::Always`] this can be tested again
    /// and again: in 95% of matches between equals it is never true, however long they last.
    pub fn is_clear(&self, holds: Holds) -> bool {
        let Estimate { mean, within } = self.win_rate(holds);
        self.pairs >= BATCH && within.is_some_and(|within| (mean - 0.5).abs() > within)
    }

    /// Whether a sequential match stops after these pairs: it is tested after every batch.
    pub fn ends_match(&self) -> bool {
        self.pairs.is_multiple_of(BATCH) && self.is_clear(Holds::Always)
    }

    /// A tally of pairs in which both games were won by the same side.
    #[cfg(test)]
    pub(crate) fn of_pairs(pairs: u64, won: u64) -> Tally {
        let both = 2 * SHARES;
        Tally {
            pairs,
            shares: won as i64 * both,
            shares_squared: won as i64 * both * both,
            ..Tally::default()
        }
    }

    /// Adds another part of the match.
    pub fn add(&mut self, other: &Tally) {
        *self = self.plus(other).expect("no match is long enough for such sums");
    }

    /// The sum of two parts of a match; `None` if a number gets too large.
    pub fn plus(&self, other: &Tally) -> Option<Tally> {
        let [a, b] = &self.sides;
        Some(Tally {
            pairs: self.pairs.checked_add(other.pairs)?,
            shares: self.shares.checked_add(other.shares)?,
            shares_squared: self.shares_squared.checked_add(other.shares_squared)?,
            spread: self.spread.checked_add(other.spread)?,
            spread_squared: self.spread_squared.checked_add(other.spread_squared)?,
            sides: [a.plus(&other.sides[0])?, b.plus(&other.sides[1])?],
        })
    }

    /// Whether games can have these sums. Tallies from files are checked before they are used.
    pub fn is_possible(&self) -> bool {
        /// No machine plays this many games, and sums of their turns fit in a number.
        const LARGEST: u64 = 1 << 50;
        let both = 2 * SHARES;
        let is_within = |sum: i64, each: i64| sum >= 0 && sum / each <= self.pairs as i64;
        let is_possible_side = |side: &SideTally| {
            let SideTally { won, tied, lost, seats, turns, bingos, exchanges, .. } = *side;
            let SideTally { points, passes, phonies, caught, challenges, wrong_challenges, .. } =
                *side;
            let counts = [won, tied, lost, seats, turns, bingos, exchanges, passes, phonies];
            let challenged = [caught, challenges, wrong_challenges, points.unsigned_abs()];
            counts.iter().chain(&challenged).all(|&n| n <= LARGEST)
                && won + tied + lost == 2 * self.pairs
        };
        self.pairs <= LARGEST
            && is_within(self.shares, both)
            && is_within(self.shares_squared, both * both)
            && self.spread_squared >= 0
            && self.sides.iter().all(is_possible_side)
    }
}

impl SideTally {
    fn plus(&self, other: &SideTally) -> Option<SideTally> {
        Some(SideTally {
            won: self.won.checked_add(other.won)?,
            tied: self.tied.checked_add(other.tied)?,
            lost: self.lost.checked_add(other.lost)?,
            seats: self.seats.checked_add(other.seats)?,
            points: self.points.checked_add(other.points)?,
            turns: self.turns.checked_add(other.turns)?,
            bingos: self.bingos.checked_add(other.bingos)?,
            exchanges: self.exchanges.checked_add(other.exchanges)?,
            passes: self.passes.checked_add(other.passes)?,
            phonies: self.phonies.checked_add(other.phonies)?,
            caught: self.caught.checked_add(other.caught)?,
            challenges: self.challenges.checked_add(other.challenges)?,
            wrong_challenges: self.wrong_challenges.checked_add(other.wrong_challenges)?,
        })
    }
}

/// Adds up pairs in the order of their numbers, as they finish in any order.
struct InOrder<P> {
    /// The sum over the first pairs.
    total: Tally,
    /// Finished pairs that wait for one with a lower number.
    waiting: BTreeMap<u64, Tally>,
    sequential: bool,
    progress: P,
}

impl<P: FnMut(&Tally)> InOrder<P> {
    /// Adds a pair by its number, counted from 0. Stops the match if the difference is significant,
    /// which is tested after every batch.
    fn enter(&mut self, number: u64, pair: Tally) -> Go {
        self.waiting.insert(number, pair);
        while !self.is_over()
            && let Some(pair) = self.waiting.remove(&self.total.pairs)
        {
            self.total.add(&pair);
            (self.progress)(&self.total);
        }
        if self.is_over() { Go::Stop } else { Go::On }
    }

    fn is_over(&self) -> bool {
        self.sequential && self.total.ends_match()
    }
}

impl Match<'_> {
    /// Plays the match. `go` is called before every turn and can stop the match; `progress` is
    /// called after every pair. Every tally is the sum over the first pairs by number, so it does
    /// not depend on which thread is faster.
    pub fn run(
        &self,
        a: Side<'_>,
        b: Side<'_>,
        go: &(dyn Fn() -> Go + Sync),
        progress: impl FnMut(&Tally) + Send,
    ) -> Tally {
        let next = AtomicU64::new(self.pairs.start);
        let over = AtomicBool::new(false);
        let go = || if over.load(Ordering::Relaxed) { Go::Stop } else { go() };
        let pairs = Mutex::new(InOrder {
            total: Tally::default(),
            waiting: BTreeMap::new(),
            sequential: self.sequential,
            progress,
        });
        let worker = || {
            let mut players = [a(), b()];
            while go() == Go::On {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.pairs.end {
                    return;
                }
                let Some(pair) = self.pair(number, &mut players, &go) else { return };
                let mut pairs = pairs.lock().unwrap_or_else(PoisonError::into_inner);
                if pairs.enter(number - self.pairs.start, pair) == Go::Stop {
                    over.store(true, Ordering::Relaxed);
                }
            }
        };
        match self.threads {
            0 | 1 => worker(),
            n => std::thread::scope(|scope| {
                (0..n).for_each(|_| drop(scope.spawn(worker)));
            }),
        }
        pairs.into_inner().unwrap_or_else(PoisonError::into_inner).total
    }

    /// Plays both games of a pair; `None` if `go` stops them.
    fn pair(
        &self,
        number: u64,
        players: &mut [Box<dyn Bot + '_>],
        go: &dyn Fn() -> Go,
    ) -> Option<Tally> {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        seed[8..16].copy_from_slice(&number.to_le_bytes());
        let mut tally = Tally { pairs: 1, ..Tally::default() };
        for swapped in [0, 1] {
            let side = |seat: Seat| (seat + swapped) % 2;
            let mut answer = Go::On;
            let game = play(self.table, Seed(seed), players, side, |_, _| {
                answer = go();
                answer
            });
            if answer == Go::Stop {
                return None;
            }
            self.count(&game, side, &mut tally);
        }
        tally.shares_squared = tally.shares * tally.shares;
        tally.spread_squared = tally.spread * tally.spread;
        Some(tally)
    }

    fn count(&self, game: &Game, side: impl Fn(Seat) -> usize, tally: &mut Tally) {
        let outcome = game.outcome().expect("the game is over");
        let n_winners = outcome.winners.len().max(1) as i64;
        let won: i64 = outcome.winners.iter().filter(|&&seat| side(seat) == 0).count() as i64;
        tally.shares += won * SHARES / n_winners;
        let of_side = |which: usize| {
            let scores = || {
                outcome
                    .results
                    .iter()
                    .enumerate()
                    .filter(|&(seat, _)| side(seat) == which)
                    .map(|(_, result)| i64::from(result.total))
            };
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
        let Table { ruleset, lexicon, .. } = self.table;
        let mut board = Board::empty(&ruleset.layout);
        for turn in game.turns() {
            let which = side(turn.seat);
            let own = &mut tally.sides[which];
            own.turns += 1;
            match &turn.taken {
                Taken::Played(play) => {
                    own.bingos += u64::from(
                        !turn.is_withdrawn() && ruleset.bonus(play.placements().len()).is_some(),
                    );
                    let words = fit(ruleset, &board, play).expect("a play that was made");
                    own.phonies +=
                        u64::from(!words.iter().all(|word| lexicon.contains(&word.letters())));
                    own.caught += u64::from(turn.is_withdrawn());
                    if !turn.is_withdrawn() {
                        play.place_on(&mut board);
                    }
                }
                Taken::Exchanged(_) => own.exchanges += 1,
                Taken::Passed | Taken::Skipped | Taken::Lost => own.passes += 1,
            }
            if let Some((by, verdict)) = &turn.challenge {
                let by = &mut tally.sides[side(*by)];
                by.challenges += 1;
                by.wrong_challenges += u64::from(verdict.stands());
            }
        }
    }
}
