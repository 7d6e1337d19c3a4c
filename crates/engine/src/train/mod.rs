//! Trains the values of leaves and the win chances for any game with any lexicon.
//!
//! # The census
//!
//! A leave is worth what can be expected from the racks it becomes. On a board from the middle of a
//! game, the best result of *every* rack that could be drawn is computed exactly: a move generation
//! over the whole unseen pool gives a `sheet` with the highest score of each selection of tiles; a
//! full rack is worth its best split into tiles played and tiles kept, with the leaves of the
//! previous generation; and a leave is worth the mean over all racks it can become, weighted by
//! their probability (`census`). The mean over some hundred boards, minus that of the empty leave,
//! is the new table. The first generation starts from leaves worth zero; after four they hardly
//! change. (The idea, and the proof that a few hundred boards are as good as millions of games, are
//! A. Kurnia's, in wolges.)
//!
//! Boards come from static games with the leaves of the previous generation, each with its own
//! random generator, and sums are integers. So the result depends on the seed, not on the number of
//! threads, and parts can be added.
//!
//! # Cost
//!
//! With 27 kinds of tile and racks of seven there are 4.3 million racks and 1.1 million leaves; a
//! board takes a fraction of a second. With 34 kinds it takes four times as long.

mod census;
mod learned;
mod round;
mod sheet;
mod state;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tisane_lexicon::Lexicon;
use tisane_rules::{Board, Challenge, Position, Ruleset, Seed, Tiles};

use crate::engine::Engine;
use crate::evaluate::equity::Evaluation;
use crate::evaluate::leave::{LeaveTable, NoLeaves};
use crate::evaluate::model::{Model, rounded};
use crate::evaluate::ranking::{Pool, Ranking, kinds_of};
use crate::evaluate::win::{Remaining, Swings};
use crate::players::bot::Static;
use crate::players::matches::{Table, play};
use crate::search::Go;

use census::PreviousLeaves;
use learned::Learned;
pub use round::{Round, RoundSums, Step};
use sheet::Sheet;
pub use state::{State, StateError};

/// The unit of scores in a census: sixteenths of a point.
const POINT: i16 = 16;
/// After one draw, leaves are counted in 256ths of a point.
const FINER: i32 = 16;

/// How much to train.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Plan {
    /// Random seed.
    pub seed: u64,
    /// The number of boards of each generation.
    pub boards: Vec<usize>,
    /// The number of games for the win chances.
    pub games: usize,
}

impl Default for Plan {
    /// 128 boards are as good as 256: `lab/2026-11-16-leaves.md`.
    fn default() -> Plan {
        Plan { seed: 1, boards: vec![16, 16, 32, 128], games: 10_000 }
    }
}

/// The progress of a training.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Progress {
    /// Boards of a generation, counted from 1.
    Boards {
        /// The generation, from 1.
        generation: usize,
        /// Boards done.
        done: usize,
        /// Boards in all.
        of: usize,
    },
    /// Games for the win chances.
    Games {
        /// Games done.
        done: usize,
        /// Games in all.
        of: usize,
    },
}

/// Why a game cannot be trained.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum TrainError {
    /// There are too many different racks.
    #[error(
        "too many different racks: {rack} tiles of {kinds} kinds; \
         try a shorter rack, such as --set rack=7"
    )]
    TooManyRacks {
        /// Tiles on a rack.
        rack: usize,
        /// Kinds of tile.
        kinds: usize,
    },
    /// No games are planned.
    #[error("win chances are learned from games; the number of games must not be 0")]
    NoGames,
    /// Racks are too short to have leaves.
    #[error("racks of {0} tile have no leaves; use at least 2 tiles")]
    ShortRack(usize),
    /// There are too few tiles.
    #[error("{tiles} tiles are too few for racks of {rack}")]
    FewTiles {
        /// Tiles in the bag.
        tiles: usize,
        /// Tiles on a rack.
        rack: usize,
    },
    /// Two cannot play this game.
    #[error(
        "win chances are learned from games of 2, but this game needs at least {from} players; \
         try --set players=[2,{from}]"
    )]
    NotForTwo {
        /// The smallest number of players.
        from: usize,
    },
}

/// The training of one game.
pub struct Training {
    engine: Engine,
    ranking: Ranking,
    plan: Plan,
    threads: usize,
}

impl Training {
    /// The game's rules.
    pub fn ruleset(&self) -> &Ruleset {
        self.engine.ruleset()
    }

    /// A training of this game with these words.
    pub fn new(
        ruleset: Arc<Ruleset>,
        lexicon: Arc<Lexicon>,
        plan: Plan,
        threads: usize,
    ) -> Result<Training, TrainError> {
        let (kinds, rack, tiles) = (kinds_of(&ruleset), ruleset.rack, ruleset.tiles().len());
        if rack < 2 {
            return Err(TrainError::ShortRack(rack));
        }
        if ruleset.players.from > 2 {
            return Err(TrainError::NotForTwo { from: ruleset.players.from });
        }
        if plan.games == 0 {
            return Err(TrainError::NoGames);
        }
        if tiles <= 3 * rack {
            return Err(TrainError::FewTiles { tiles, rack });
        }
        let ranking = Ranking::new(kinds, rack).ok_or(TrainError::TooManyRacks { rack, kinds })?;
        let engine = Engine::new(ruleset, lexicon, NoLeaves);
        Ok(Training { engine, ranking, plan, threads: threads.max(1) })
    }

    /// Continues from a state until the model is complete, or until `progress` stops it: then
    /// `state` is where to resume.
    pub fn run(
        &self,
        state: &mut State,
        progress: &(dyn Fn(Progress) -> Go + Sync),
    ) -> Option<Model> {
        while let Round::Generation(_) = self.round(state) {
            let boards = self.units(state);
            let (learned, done) = self.census(state, state.boards..boards, progress);
            state.learned.add(&learned);
            state.boards = done;
            if done < boards {
                return None;
            }
            self.complete_generation(state);
        }
        let games = self.games(state, 0..self.plan.games, progress)?;
        Some(self.model(state, &games))
    }

    /// Counts these boards of the next generation, as far as `progress` lets it: exactly the boards
    /// below the number returned are done.
    fn census(
        &self,
        state: &State,
        boards: Range<usize>,
        progress: &(dyn Fn(Progress) -> Go + Sync),
    ) -> (Learned, usize) {
        let (generation, of) = (state.generation, self.units(state));
        let before = PreviousLeaves::new(&self.ranking, &state.leaves);
        let engine = self.engine.with_evaluation(self.evaluation(state));
        let report = |done| progress(Progress::Boards { generation: generation + 1, done, of });
        let (parts, done) = self.in_parallel(boards, report, || {
            let mut worker = CensusWorker::new(self, &engine, &before, generation as u64);
            (Learned::new(&self.ranking), move |board: usize, learned: &mut Learned| {
                worker.board(board, learned)
            })
        });
        let mut learned = Learned::new(&self.ranking);
        parts.iter().for_each(|part| learned.add(part));
        (learned, done)
    }

    /// Takes the leaves from the boards of a generation.
    fn complete_generation(&self, state: &mut State) {
        let bag = Pool::new(self.ranking.kinds(), &self.engine.ruleset().tiles());
        state.leaves = state.learned.values(&self.ranking, &bag);
        state.learned = Learned::new(&self.ranking);
        (state.generation, state.boards) = (state.generation + 1, 0);
    }

    /// The evaluation learned so far.
    fn evaluation(&self, state: &State) -> Evaluation {
        self.table(state).into()
    }

    fn table(&self, state: &State) -> LeaveTable {
        let ranking = Ranking::new(self.ranking.kinds(), self.ranking.largest() - 1)
            .expect("fewer than the racks");
        LeaveTable::from_values(ranking, state.leaves.iter().map(|&value| rounded(value)).collect())
    }

    /// Plays these games between static players, from which win chances are learned; `None` if
    /// `progress` stops it.
    fn games(
        &self,
        state: &State,
        games: Range<usize>,
        progress: &(dyn Fn(Progress) -> Go + Sync),
    ) -> Option<GameSums> {
        let engine = self.engine.with_evaluation(self.table(state));
        let (ruleset, lexicon) = (self.engine.ruleset(), self.engine.lexicon());
        let report = |done| progress(Progress::Games { done, of: self.plan.games });
        let (parts, done) = self.in_parallel(games.clone(), report, || {
            let mut players = [Static::new(&engine), Static::new(&engine)];
            (GameSums::new(ruleset), move |number: usize, sums: &mut GameSums| {
                // A number that no generation has.
                let seed = self.seed(u64::MAX, number as u64);
                watch(ruleset, lexicon, seed, &mut players, sums);
            })
        });
        let mut sums = GameSums::new(ruleset);
        parts.iter().for_each(|part| sums.add(part));
        (done == games.end).then_some(sums)
    }

    /// The model with these leaves and the win chances of these games.
    fn model(&self, state: &State, games: &GameSums) -> Model {
        let late_turn = (games.late_points * 1000 / games.late_turns.max(1)) as i32;
        Model::new(
            self.engine.ruleset(),
            self.engine.lexicon(),
            self.table(state),
            late_turn,
            games.swings.model(),
        )
    }

    fn seed(&self, generation: u64, number: u64) -> Seed {
        let mut seed = [0; 32];
        for (part, number) in seed.chunks_exact_mut(8).zip([self.plan.seed, generation, number]) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        Seed(seed)
    }

    /// Distributes numbered work. If it is stopped, exactly the numbers below the one returned are
    /// done.
    fn in_parallel<P: Send, W: FnMut(usize, &mut P)>(
        &self,
        numbers: Range<usize>,
        progress: impl Fn(usize) -> Go + Sync,
        worker: impl Fn() -> (P, W) + Sync,
    ) -> (Vec<P>, usize) {
        let next = AtomicUsize::new(numbers.start);
        let finished = AtomicUsize::new(numbers.start);
        let stop = AtomicBool::new(false);
        let one = || {
            let (mut part, mut work) = worker();
            while !stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= numbers.end {
                    break;
                }
                work(number, &mut part);
                if progress(finished.fetch_add(1, Ordering::Relaxed) + 1) == Go::Stop {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            part
        };
        let parts = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(one)).collect();
            workers.into_iter().map(|worker| worker.join().expect("workers do not panic")).collect()
        });
        (parts, finished.into_inner())
    }
}

/// Processes boards, one after the other.
struct CensusWorker<'a> {
    training: &'a Training,
    before: &'a PreviousLeaves,
    generation: u64,
    players: [Static<'a>; 2],
    sheet: Sheet,
    best: Vec<i16>,
    /// The values of leaves of each size on the board, by rank.
    worth: Vec<Vec<i32>>,
}

impl<'a> CensusWorker<'a> {
    fn new(
        training: &'a Training,
        engine: &'a Engine,
        before: &'a PreviousLeaves,
        generation: u64,
    ) -> CensusWorker<'a> {
        let ranking = &training.ranking;
        CensusWorker {
            training,
            before,
            generation,
            players: [Static::new(engine), Static::new(engine)],
            sheet: Sheet::new(ranking),
            best: vec![0; ranking.of_size(ranking.largest()).len()],
            worth: vec![Vec::new(); ranking.largest()],
        }
    }

    fn board(&mut self, number: usize, learned: &mut Learned) {
        let ranking = &self.training.ranking;
        let (ruleset, lexicon) = (self.training.engine.ruleset(), self.training.engine.lexicon());
        let (board, unseen) = self.sample(number as u64);
        let pool = Pool::new(ranking.kinds(), &unseen);
        self.sheet.fill(ranking, ruleset, lexicon, &board, &pool);
        census::best(ranking, self.before, &self.sheet, &pool, &mut self.best);
        let rack = ranking.largest();
        census::draw_one(ranking, &pool, rack - 1, &self.best, FINER, &mut self.worth[rack - 1]);
        for size in (0..rack - 1).rev() {
            let (below, above) = self.worth.split_at_mut(size + 1);
            census::draw_one(ranking, &pool, size, &above[0], 1, &mut below[size]);
        }
        learned.note(ranking, &pool, &self.worth);
    }

    /// A board from the middle of a game, and the tiles that are not on it. The numbers cover all
    /// stages evenly, from a nearly empty bag to a board with one or two plays.
    fn sample(&mut self, number: u64) -> (Board, Tiles) {
        let ruleset = self.training.engine.ruleset();
        let tiles = ruleset.tiles().len();
        let (fewest, most) = (2 * ruleset.rack + 1, tiles - ruleset.rack);
        let span = (most - fewest + 1) as u64;
        // Steps of the golden ratio fill the range evenly, however many there are.
        let part = number.wrapping_mul(0x9E37_79B9) & 0xFFFF_FFFF;
        let target = fewest + ((part * span) >> 32) as usize;
        for attempt in 0.. {
            let seed = self.training.seed(self.generation, number << 16 | attempt);
            let unseen = |board: &Board| tiles - board.n_tiles();
            let stop = |_, position: &Position| {
                if unseen(&position.board) <= target { Go::Stop } else { Go::On }
            };
            let game = play(
                table(ruleset, self.training.engine.lexicon()),
                seed,
                &mut self.players,
                |seat| seat,
                stop,
            );
            let n = unseen(game.board());
            // A game may end early if nobody can play; take any board after many attempts.
            if (fewest..=most).contains(&n) || attempt == 100 {
                let unseen =
                    ruleset.unseen(game.board(), &Tiles::new()).expect("a game keeps its tiles");
                return (game.board().clone(), unseen);
            }
        }
        unreachable!("the last attempt is taken")
    }
}

/// What games tell about win chances and late turns.
struct GameSums {
    swings: Swings,
    /// Scores of turns once the bag is empty.
    late_points: i64,
    late_turns: i64,
}

impl GameSums {
    fn new(ruleset: &Ruleset) -> GameSums {
        GameSums { swings: Swings::new(ruleset), late_points: 0, late_turns: 0 }
    }

    fn add(&mut self, other: &GameSums) {
        self.swings.add(&other.swings);
        self.late_points += other.late_points;
        self.late_turns += other.late_turns;
    }
}

/// Static players know every word and never challenge, so words are validated when they are played.
fn table<'a>(ruleset: &'a Arc<Ruleset>, lexicon: &'a Lexicon) -> Table<'a> {
    Table { ruleset, lexicon, seats: 2, challenge: Challenge::Void }
}

/// Plays a game and counts the swing from each position to the end.
fn watch(
    ruleset: &Arc<Ruleset>,
    lexicon: &Lexicon,
    seed: Seed,
    players: &mut [Static<'_>; 2],
    sums: &mut GameSums,
) {
    let mut seen = Vec::new();
    let mut late_turns = 0;
    let game = play(
        table(ruleset, lexicon),
        seed,
        players,
        |seat| seat,
        |seat, position| {
            let remaining = Remaining {
                bag: position.bag,
                own: position.rack.len(),
                other: position.others[0].len,
                final_turns: position.final_turns,
            };
            late_turns += usize::from(position.bag == 0);
            seen.push((seat, remaining, position.scores[0] - position.scores[1]));
            Go::On
        },
    );
    let outcome = game.outcome().expect("the game is over");
    for (seat, remaining, lead) in seen {
        let at_end = outcome.results[seat].total - outcome.results[1 - seat].total;
        sums.swings.count(remaining, at_end - lead);
    }
    sums.late_turns += late_turns as i64;
    sums.late_points +=
        game.turns().iter().rev().take(late_turns).map(|turn| i64::from(turn.score)).sum::<i64>();
}
