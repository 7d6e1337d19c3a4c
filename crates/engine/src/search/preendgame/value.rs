//! The value of a candidate in a deal.

use std::collections::HashMap;
use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tisane_rules::{Board, Move, Position, Reason};

use super::deals::{Deal, Deals};
use super::final_spread::FinalSpread;
use super::workers::{Found, Job, Task};
use crate::engine::Engine;
use crate::evaluate::candidate::Candidate;
use crate::search::endgame::{self, Bounds, Drawn, DrawnDeal, Outcome};
use crate::search::table::SimulatedGame;

/// What to find out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Question {
    WhoWins,
    ByHowMuch,
}

/// After this many turns without a play, nobody exchanges any more.
const IDLE: u32 = 12;

/// The number of nodes for the endgame of an estimate.
pub(super) const ESTIMATE: u64 = 2_000;

/// The cost of setting up a separate endgame, in nodes.
const SET_UP: u64 = 40;

/// The position with its candidates and deals.
#[derive(Copy, Clone)]
pub(super) struct Problem<'a> {
    pub engine: &'a Engine,
    pub position: &'a Position,
    pub candidates: &'a [Candidate],
    pub deals: &'a Deals,
}

impl<'a> Problem<'a> {
    /// Whether a candidate can be proven in each deal: it leads to an endgame, or it is a pass with
    /// one tile in the bag. Others are estimated.
    pub(super) fn is_provable(&self, candidate: &Candidate, question: Question) -> bool {
        match &candidate.mv {
            Move::Play(play) => play.placements().len() >= self.position.bag,
            Move::Pass => self.shares_search() && question == Question::WhoWins,
            Move::Exchange(_) => false,
        }
    }

    /// Whether one search can serve all candidates of a deal.
    fn shares_search(&self) -> bool {
        self.position.bag == 1 && self.deals.deals.iter().all(|deal| self.drawn_deal(deal).fits())
    }

    fn drawn_deal(&self, deal: &'a Deal) -> DrawnDeal<'a> {
        DrawnDeal {
            generator: self.engine.generator(),
            ruleset: self.engine.ruleset(),
            position: self.position,
            last: deal.bag[0],
            other: &deal.rack,
        }
    }
}

/// Values candidates, and keeps the searches of the deals.
pub(super) struct Valuer<'a> {
    problem: Problem<'a>,
    ask: &'a dyn Fn() -> ControlFlow<()>,
    shares_search: bool,
    /// By deal: the endgames after our plays.
    ours: HashMap<usize, Drawn<'a>>,
    /// By deal: the endgames after a pass and a play of the opponent.
    hers: HashMap<usize, Drawn<'a>>,
}

impl<'a> Valuer<'a> {
    pub(super) fn new(problem: Problem<'a>, ask: &'a dyn Fn() -> ControlFlow<()>) -> Valuer<'a> {
        let shares_search = problem.shares_search();
        Valuer { problem, ask, shares_search, ours: HashMap::new(), hers: HashMap::new() }
    }

    pub(super) fn value(&mut self, job: &Job, task: Task) -> Found {
        let Problem { candidates, deals, position, .. } = self.problem;
        let (candidate, deal) = (&candidates[job.candidate], &deals.deals[job.deal]);
        let is_provable = self.problem.is_provable(candidate, task.question);
        match &candidate.mv {
            Move::Play(play) if is_provable && self.shares_search => {
                let ask = self.ask;
                let drawn = self
                    .ours
                    .entry(job.deal)
                    .or_insert_with(|| Drawn::by_us(self.problem.drawn_deal(deal), move |_| ask()));
                let before = drawn.nodes();
                let bounds = match task.question {
                    Question::WhoWins => drawn.who_wins(play, task.nodes),
                    Question::ByHowMuch => drawn.by_how_much(play, task.nodes),
                };
                (FinalSpread::of(bounds), drawn.nodes() - before + 1)
            }
            Move::Pass if is_provable => self.value_pass(position, job.deal, deal, task.nodes),
            _ => self.play_on(candidate, deal, task),
        }
    }

    fn value_pass(&mut self, position: &Position, at: usize, deal: &'a Deal, nodes: u64) -> Found {
        let (mut table, board) = set_up(self.problem.engine, position, deal);
        table.make(&Move::Pass, 0, &mut ChaCha8Rng::seed_from_u64(0));
        if let Some(reason) = table.over() {
            return (FinalSpread::certain(final_spread(&table, reason)), 1);
        }
        let ask = self.ask;
        let drawn = self
            .hers
            .entry(at)
            .or_insert_with(|| Drawn::by_opponent(self.problem.drawn_deal(deal), move |_| ask()));
        let before = drawn.nodes();
        let mut spread = FinalSpread::of(drawn.passed(nodes));
        // She might also exchange the tile she likes least.
        if table.position(board).may_exchange(self.problem.engine.ruleset(), 1) {
            spread.lower = None;
        }
        (spread, drawn.nodes() - before + 1)
    }

    /// Plays static moves until the bag is empty, then searches the endgame. The result is proven
    /// only if the candidate itself empties the bag.
    fn play_on(&mut self, candidate: &Candidate, deal: &Deal, task: Task) -> Found {
        let engine = self.problem.engine;
        let (mut table, mut board) = set_up(engine, self.problem.position, deal);
        let mut random = ChaCha8Rng::seed_from_u64(0);
        make(&mut table, &mut board, candidate, &mut random);
        let mut session = engine.session();
        let (mut exact, mut idle) = (true, 0);
        loop {
            if let Some(reason) = table.over() {
                let spread = FinalSpread::certain(final_spread(&table, reason));
                return (if exact { spread } else { FinalSpread::guessed(spread.guess) }, SET_UP);
            }
            if table.bag.is_empty() {
                let (spread, spent) = self.endgame(&table, board, task);
                return (
                    if exact { spread } else { FinalSpread::guessed(spread.spread()) },
                    spent + SET_UP,
                );
            }
            exact = false;
            if (self.ask)().is_break() {
                return (FinalSpread::guessed(table.scores[0] - table.scores[1]), SET_UP);
            }
            let mut best = session.best(&table.position(board.clone()));
            idle = if matches!(best.mv, Move::Play(_)) { 0 } else { idle + 1 };
            // Two players who can only exchange would go on forever.
            if idle > IDLE {
                best.mv = Move::Pass;
            }
            make(&mut table, &mut board, &best, &mut random);
        }
    }

    /// Searches the endgame.
    fn endgame(&self, table: &SimulatedGame<'_>, board: Board, task: Task) -> Found {
        let engine = self.problem.engine;
        let position = table.position(board);
        let lead = position.scores[0] - position.scores[1];
        let mut report = |_| (self.ask)();
        let (generator, ruleset) = (engine.generator(), engine.ruleset());
        let limits = endgame::Budget::nodes(task.nodes);
        let found = match task.question {
            // With a gain below, equal to or above this, the player on turn loses, ties or wins.
            Question::WhoWins => {
                endgame::compare(generator, ruleset, &position, -lead, limits, &mut report)
            }
            Question::ByHowMuch => {
                let solved = endgame::solve(generator, ruleset, &position, limits, &mut report);
                solved.map(|Outcome { value, lower, upper, nodes, .. }| {
                    (Bounds { guess: value, lower, upper }, nodes)
                })
            }
        };
        match found {
            Ok((bounds, spent)) if table.on_turn == 0 => {
                (FinalSpread::to_move(lead, bounds), spent)
            }
            Ok((bounds, spent)) => (FinalSpread::answered(-lead, bounds), spent),
            Err(_) => {
                let sign = if table.on_turn == 0 { 1 } else { -1 };
                (FinalSpread::guessed(sign * lead), 0)
            }
        }
    }
}

/// The game and the board before the candidate is made.
fn set_up<'a>(engine: &'a Engine, position: &Position, deal: &Deal) -> (SimulatedGame<'a>, Board) {
    let mut table = SimulatedGame::new(engine.ruleset(), position);
    table.racks[1] = deal.rack.clone();
    table.bag.tiles = deal.bag.clone();
    (table, position.board.clone())
}

fn make(
    table: &mut SimulatedGame<'_>,
    board: &mut Board,
    candidate: &Candidate,
    random: &mut ChaCha8Rng,
) {
    table.make(&candidate.mv, candidate.score, random);
    if let Move::Play(play) = &candidate.mv {
        play.place_on(board);
    }
}

fn final_spread(table: &SimulatedGame<'_>, reason: Reason) -> i32 {
    let (totals, _) = table.settle(reason);
    totals[0] - totals[1]
}
