//! The value of a candidate in a deal.

use std::collections::HashMap;
use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tisane_rules::{Board, Move, Position, Reason, Ruleset, Tiles};

use super::deals::{Deal, Deals};
use super::final_spread::FinalSpread;
use super::leaves::Leaves;
use super::workers::{Found, Job, Task};
use crate::engine::Engine;
use crate::evaluate::candidate::Candidate;
use crate::movegen::lanes::LaneLister;
use crate::search::Go;
use crate::search::analysis::{Analysis, Limits, Method, Opponent};
use crate::search::endgame::{self, Bounds, Drawn, DrawnDeal, Outcome};
use crate::search::table::SimulatedGame;

/// What to find out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Question {
    WhoWins,
    /// Whether the spread reaches the goal of the job.
    Reaches,
    ByHowMuch,
}

/// After this many turns without a play, nobody exchanges any more.
const IDLE: u32 = 12;

/// The number of nodes for the endgame of an estimate.
pub(super) const ESTIMATE: u64 = 2_000;

/// The cost of setting up a separate endgame, in nodes.
const SET_UP: u64 = 40;

/// How a candidate can be valued.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Kind {
    /// It empties the bag.
    Empties,
    /// It leaves one tile in the bag, which the opponent draws unless she passes.
    LeavesOne,
    /// A pass with one tile in the bag.
    Passes,
    /// It can only be estimated.
    Estimated,
}

/// The position with its candidates and deals.
#[derive(Copy, Clone)]
pub(super) struct Problem<'a> {
    pub engine: &'a Engine,
    pub position: &'a Position,
    pub candidates: &'a [Candidate],
    pub deals: &'a Deals,
    pub opponent: Opponent,
    /// The number of nodes for a reply of an opponent who doesn't know the bag.
    pub reply_nodes: u64,
}

impl<'a> Problem<'a> {
    pub(super) fn kind(&self, candidate: &Candidate) -> Kind {
        kind(self.engine.ruleset(), self.position, &candidate.mv, self.opponent)
    }

    /// Whether the question about a candidate has a provable answer.
    pub(super) fn is_provable(&self, candidate: &Candidate, question: Question) -> bool {
        match self.kind(candidate) {
            Kind::Empties => true,
            Kind::LeavesOne => question == Question::WhoWins,
            Kind::Passes => question != Question::Reaches,
            Kind::Estimated => false,
        }
    }

    /// The groups of deals that are valued together: those in which a move that empties the bag
    /// has the same outcome, or those that we can't tell apart.
    pub(super) fn units(&self, candidate: &Candidate) -> &'a [Vec<usize>] {
        match self.kind(candidate) {
            Kind::LeavesOne => &self.deals.by_draw,
            Kind::Estimated if self.opponent == Opponent::SeesRack => &self.deals.each,
            _ => &self.deals.by_bag,
        }
    }

    /// Whether one search can serve all candidates of a deal.
    fn shares_search(&self) -> bool {
        self.position.bag == 1 && fits_one_search(self.engine.ruleset())
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

/// How a move of this position can be valued.
pub(super) fn kind(ruleset: &Ruleset, position: &Position, mv: &Move, opponent: Opponent) -> Kind {
    let is_known = opponent == Opponent::KnowsBag && fits_one_search(ruleset);
    match mv {
        Move::Play(play) => {
            let kept = position.rack.len() - play.placements().len();
            match position.bag.saturating_sub(ruleset.rack.saturating_sub(kept)) {
                0 => Kind::Empties,
                1 if is_known => Kind::LeavesOne,
                _ => Kind::Estimated,
            }
        }
        Move::Pass if position.bag == 1 && is_known => Kind::Passes,
        _ => Kind::Estimated,
    }
}

/// Whether a rack and one more tile are short enough for a search.
fn fits_one_search(ruleset: &Ruleset) -> bool {
    ruleset.rack < LaneLister::LONGEST_RACK
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
    /// The replies of an opponent who doesn't know the bag, by candidate and rack.
    replies: HashMap<(usize, Tiles), (Candidate, u64)>,
}

impl<'a> Valuer<'a> {
    pub(super) fn new(problem: Problem<'a>, ask: &'a dyn Fn() -> ControlFlow<()>) -> Valuer<'a> {
        let shares_search = problem.shares_search();
        Valuer {
            problem,
            ask,
            shares_search,
            ours: HashMap::new(),
            hers: HashMap::new(),
            replies: HashMap::new(),
        }
    }

    pub(super) fn value(&mut self, job: &Job, task: Task) -> Found {
        let Problem { candidates, deals, position, .. } = self.problem;
        let candidate = &candidates[job.candidate];
        let unit = &self.problem.units(candidate)[job.unit];
        // The order of the tiles matters only to estimates.
        let at = unit[job.unit % unit.len()];
        let deal = &deals.deals[at];
        let (spread, spent) = match (&candidate.mv, self.problem.kind(candidate)) {
            (Move::Play(play), Kind::Empties) if self.shares_search => {
                let ask = self.ask;
                let drawn = self
                    .ours
                    .entry(at)
                    .or_insert_with(|| Drawn::by_us(self.problem.drawn_deal(deal), move |_| ask()));
                let before = drawn.nodes();
                let bounds = match task.question {
                    Question::WhoWins => drawn.who_wins(play, task.nodes),
                    Question::Reaches => drawn.reaches_with(play, job.goal, task.nodes),
                    Question::ByHowMuch => drawn.by_how_much(play, task.nodes),
                };
                (FinalSpread::of(bounds), drawn.nodes() - before + 1)
            }
            (_, Kind::Passes) => self.value_pass(position, at, deal, task),
            (_, Kind::LeavesOne) => {
                let leaves = Leaves { problem: self.problem, candidate, unit, ask: self.ask };
                return leaves.value(task.nodes);
            }
            _ => self.play_on(job, deal, task),
        };
        (vec![spread], spent)
    }

    fn value_pass(
        &mut self,
        position: &Position,
        at: usize,
        deal: &'a Deal,
        task: Task,
    ) -> (FinalSpread, u64) {
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
        let mut spread = FinalSpread::of(match task.question {
            Question::WhoWins => drawn.passed(task.nodes),
            _ => drawn.passed_by_how_much(task.nodes),
        });
        // She might also exchange the tile she likes least.
        if table.position(board).may_exchange(self.problem.engine.ruleset(), 1) {
            spread.lower = None;
        }
        (spread, drawn.nodes() - before + 1)
    }

    /// Plays static moves until the bag is empty, then searches the endgame. The result is proven
    /// only if the candidate itself empties the bag. An opponent who doesn't know the last tile
    /// searches for her reply.
    fn play_on(&mut self, job: &Job, deal: &Deal, task: Task) -> (FinalSpread, u64) {
        let Problem { engine, opponent, .. } = self.problem;
        let candidate = &self.problem.candidates[job.candidate];
        let (mut table, mut board) = set_up(engine, self.problem.position, deal);
        let mut random = ChaCha8Rng::seed_from_u64(0);
        make(&mut table, &mut board, candidate, &mut random);
        let mut session = engine.session();
        let (mut exact, mut idle, mut turns, mut searched) = (true, 0, 0, SET_UP);
        loop {
            if let Some(reason) = table.over() {
                let spread = FinalSpread::certain(final_spread(&table, reason));
                return (if exact { spread } else { FinalSpread::guessed(spread.guess) }, searched);
            }
            if table.bag.is_empty() {
                let (spread, spent) = self.endgame(&table, board, job.goal, task);
                return (
                    if exact { spread } else { FinalSpread::guessed(spread.spread()) },
                    spent + searched,
                );
            }
            exact = false;
            if (self.ask)().is_break() {
                return (FinalSpread::guessed(table.scores[0] - table.scores[1]), searched);
            }
            let seen = table.position(board.clone());
            turns += 1;
            let searches = opponent == Opponent::SeesRack && table.bag.len() == 1 && turns == 1;
            let mut best = if searches {
                let (reply, spent) = self.reply(job.candidate, &seen);
                searched += spent;
                reply
            } else {
                session.best(&seen)
            };
            idle = if matches!(best.mv, Move::Play(_)) { 0 } else { idle + 1 };
            // Two players who can only exchange would go on forever.
            if idle > IDLE {
                best.mv = Move::Pass;
            }
            make(&mut table, &mut board, &best, &mut random);
        }
    }

    /// The reply to a candidate that wins most often over the tiles hidden from the opponent, and
    /// the number of nodes spent on it.
    fn reply(&mut self, number: usize, seen: &Position) -> (Candidate, u64) {
        let key = (number, seen.rack.clone());
        // The nodes count again, so that the sum doesn't depend on the number of threads.
        if let Some(known) = self.replies.get(&key) {
            return known.clone();
        }
        let engine = self.problem.engine;
        let limits = Limits { nodes: self.problem.reply_nodes, preendgame: 1, ..Limits::default() };
        let ask = self.ask;
        let mut progress = |_: &Analysis| if ask().is_break() { Go::Stop } else { Go::On };
        let likely = engine.top(seen, limits.candidates);
        let solved = super::preendgame(engine, seen, &likely, None, limits, &mut progress);
        let spent = match solved.as_ref().map(|solved| solved.method) {
            Some(Method::Preendgame { nodes, .. }) => nodes,
            _ => 0,
        };
        let first = solved.and_then(|solved| solved.lines.into_iter().next());
        let reply = first.map_or_else(|| likely[0].clone(), |line| line.candidate);
        self.replies.insert(key, (reply.clone(), spent));
        (reply, spent)
    }

    /// Searches the endgame. To find who wins, the goal is 0.
    fn endgame(
        &self,
        table: &SimulatedGame<'_>,
        board: Board,
        goal: i32,
        task: Task,
    ) -> (FinalSpread, u64) {
        let engine = self.problem.engine;
        let position = table.position(board);
        let lead = position.scores[0] - position.scores[1];
        let mut report = |_| (self.ask)();
        let (generator, ruleset) = (engine.generator(), engine.ruleset());
        let limits = endgame::Budget::nodes(task.nodes);
        let found = match task.question {
            // With this gain of the player on turn, our final spread is the goal.
            Question::WhoWins | Question::Reaches => {
                let number = if table.on_turn == 0 { goal - lead } else { -lead - goal };
                endgame::compare(generator, ruleset, &position, number, limits, &mut report)
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
pub(super) fn set_up<'a>(
    engine: &'a Engine,
    position: &Position,
    deal: &Deal,
) -> (SimulatedGame<'a>, Board) {
    let mut table = SimulatedGame::new(engine.ruleset(), position);
    table.racks[1] = deal.rack.clone();
    table.bag.tiles = deal.bag.clone();
    (table, position.board.clone())
}

pub(super) fn make(
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

pub(super) fn final_spread(table: &SimulatedGame<'_>, reason: Reason) -> i32 {
    let (totals, _) = table.settle(reason);
    totals[0] - totals[1]
}
