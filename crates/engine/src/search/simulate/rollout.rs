//! A rollout: a candidate, then everybody's best static moves, and the result.

use rand_chacha::ChaCha8Rng;
use tisane_rules::{Move, Position, Reason};

use super::deal::Hidden;
use super::race::Products;
use super::tally::{CandidateTally, Sample};
use crate::engine::{Engine, PlayerView, Session};
use crate::evaluate::candidate::Candidate;
use crate::evaluate::equity::PositionLeaves;
use crate::evaluate::win::{CERTAIN, Remaining, Seated};
use crate::movegen::Prepared;
use crate::search::table::SimulatedGame;

/// What all rollouts of a simulation have in common.
pub(super) struct Task<'a> {
    pub engine: &'a Engine,
    pub position: &'a Position,
    pub candidates: &'a [Candidate],
    pub hidden: Hidden,
    pub seed: u64,
    pub plies: usize,
}

/// The board, game state and results of one thread.
pub(super) struct RolloutWorker<'a> {
    task: &'a Task<'a>,
    session: Session<'a>,
    /// Before dealing; with the hidden tiles of one iteration; and during a rollout.
    base: SimulatedGame<'a>,
    dealt: SimulatedGame<'a>,
    table: SimulatedGame<'a>,
    /// By seat: the value of its last leave, in thousandths of a point.
    kept: Vec<i32>,
    /// The number of plays made on the board, and the lanes they touched.
    placed: usize,
    touched: u64,
    /// The best replies on the board of the position, for the current iteration.
    replies: Option<Prepared>,
    tallies: Vec<CandidateTally>,
    products: Products,
    results: Vec<Sample>,
}

/// The number of replies prepared, and the number of candidates that make it worthwhile.
const PREPARED: usize = 24;
const WORTH_PREPARING: usize = 4;

/// The values of leaves for the player on turn.
fn leaves<'a>(engine: &'a Engine, table: &SimulatedGame<'_>) -> PositionLeaves<'a> {
    engine.evaluation().for_table(
        engine.ruleset(),
        table.bag.len(),
        || table.unseen(),
        || table.others(),
    )
}

impl<'a> RolloutWorker<'a> {
    pub(super) fn new(task: &'a Task<'a>, tally: &CandidateTally) -> RolloutWorker<'a> {
        let mut session = task.engine.session();
        session.searcher().set_board(&task.position.board);
        let table = || SimulatedGame::new(task.engine.ruleset(), task.position);
        let n = task.candidates.len();
        RolloutWorker {
            task,
            session,
            base: table(),
            dealt: table(),
            table: table(),
            kept: Vec::new(),
            placed: 0,
            touched: 0,
            replies: None,
            tallies: vec![tally.clone(); n],
            products: Products::new(n),
            results: Vec::new(),
        }
    }

    /// Deals the hidden tiles once and plays every one of these candidates.
    pub(super) fn iteration(&mut self, number: u64, live: &[usize]) {
        self.dealt.set(&self.base);
        let random = self.task.hidden.deal(self.task.seed, number, &mut self.dealt);
        self.prepare(live.len());
        self.results.clear();
        for &at in live {
            let result = self.rollout(at, &mut random.clone());
            self.tallies[at].count(result);
            self.results.push(result);
        }
        self.products.count(live, &self.results);
    }

    /// The results since the last call.
    pub(super) fn take(&mut self, nothing: &CandidateTally) -> (Vec<CandidateTally>, Products) {
        let n = self.tallies.len();
        (
            std::mem::replace(&mut self.tallies, vec![nothing.clone(); n]),
            std::mem::replace(&mut self.products, Products::new(n)),
        )
    }

    fn rollout(&mut self, at: usize, random: &mut ChaCha8Rng) -> Sample {
        self.begin();
        self.make(&self.task.candidates[at], random);
        let mut ply = 0;
        let result = loop {
            if let Some(reason) = self.table.over() {
                break self.at_end(reason);
            }
            if ply >= self.task.plies && !self.table.bag.is_empty() {
                break self.estimate();
            }
            let best = self.best(ply);
            self.make(&best, random);
            let bingo = matches!(&best.mv, Move::Play(play)
                if self.task.engine.ruleset().bonus(play.placements().len()).is_some());
            self.tallies[at].count_ply(ply, best.score, bingo);
            if ply == 0 {
                self.tallies[at].count_reply(best.mv, self.task.position.board.cols().into());
            }
            ply += 1;
        };
        self.take_back();
        result
    }

    /// Starts from the game as it was dealt.
    fn begin(&mut self) {
        self.table.set(&self.dealt);
        self.kept.clear();
        self.kept.resize(self.table.racks.len(), 0);
        self.touched = 0;
    }

    /// Takes back all plays.
    fn take_back(&mut self) {
        for _ in 0..std::mem::take(&mut self.placed) {
            self.session.searcher().undo();
        }
    }

    /// Prepares the best plays of the first reply, if there are enough candidates. The board is
    /// that of the position.
    fn prepare(&mut self, candidates: usize) {
        self.replies = None;
        if candidates < WORTH_PREPARING {
            return;
        }
        let n = self.dealt.racks.len();
        let next = (1..n).find(|&seat| !self.dealt.gone[seat]).unwrap_or(0);
        self.dealt.on_turn = next;
        let leaves = leaves(self.task.engine, &self.dealt);
        self.replies = self.session.searcher().prepare(PREPARED, &self.dealt.racks[next], &leaves);
        self.dealt.on_turn = 0;
    }

    /// The best static move of the player on turn.
    fn best(&mut self, ply: usize) -> Candidate {
        let table = &self.table;
        let leaves = leaves(self.task.engine, table);
        let prepared =
            self.replies.as_ref().filter(|_| ply == 0).map(|replies| (replies, self.touched));
        self.session.best_since(
            prepared,
            &PlayerView {
                rack: &table.racks[table.on_turn],
                bag: table.bag.len(),
                is_stuck: false,
            },
            &leaves,
        )
    }

    fn make(&mut self, candidate: &Candidate, random: &mut ChaCha8Rng) {
        self.kept[self.table.on_turn] = candidate.equity - candidate.score * 1000;
        self.table.make(&candidate.mv, candidate.score, random);
        if let Move::Play(play) = &candidate.mv {
            let searcher = self.session.searcher();
            searcher.place(play);
            self.placed += 1;
            self.touched |= searcher.touched();
        }
    }

    fn at_end(&self, reason: Reason) -> Sample {
        let (totals, winners) = self.table.settle(reason);
        let share = CERTAIN / winners.len().max(1) as u32;
        Sample {
            win: Some(if winners.contains(&0) { share } else { 0 }),
            spread: self.spread(|seat| totals[seat] * 1000),
        }
    }

    /// Estimates the result from the scores and the leaves. The bag is not empty.
    fn estimate(&self) -> Sample {
        let table = &self.table;
        let standing = |seat: usize| table.scores[seat] * 1000 + self.kept[seat];
        let spread = self.spread(standing);
        let Some(model) = self.task.engine.evaluation().win() else {
            return Sample { win: None, spread };
        };
        let n = table.racks.len();
        let in_turn: Vec<usize> = (0..n).map(|step| (table.on_turn + step) % n).collect();
        if let [first, second] = in_turn[..] {
            let [own, other] = [first, second].map(|seat| table.racks[seat].len());
            let remaining =
                Remaining { bag: table.bag.len(), own, other, final_turns: table.final_turns };
            let chance = model.chance(remaining, standing(first) - standing(second));
            let tempo = model.tempo(remaining);
            return match first {
                0 => Sample { win: Some(chance), spread: spread + tempo },
                _ => Sample { win: Some(CERTAIN - chance), spread: spread - tempo },
            };
        }
        let seated = |&seat: &usize| Seated {
            lead: standing(seat),
            rack: table.racks[seat].len(),
            gone: table.gone[seat],
        };
        let seats: Vec<Seated> = in_turn.iter().map(seated).collect();
        let chances = model.at_table(table.bag.len(), table.final_turns, &seats);
        let own = in_turn.iter().position(|&seat| seat == 0).expect("seat 0 is in the round");
        Sample { win: Some(chances[own]), spread }
    }

    /// The lead of seat 0 over the best opponent.
    fn spread(&self, standing: impl Fn(usize) -> i32) -> i32 {
        let others = (1..self.table.racks.len()).filter(|&seat| !self.table.gone[seat]);
        standing(0) - others.map(&standing).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tisane_lexicon::Catalogue;
    use tisane_lexicon::catalogue::LexiconRequest;
    use tisane_rules::{Board, Ruleset, Tiles};

    use super::*;
    use crate::engine::models::Models;
    use crate::measure::bench;
    use crate::search::infer::Beliefs;

    impl RolloutWorker<'_> {
        /// What the player on turn knows in the middle of a rollout.
        fn position(&mut self) -> Position {
            let ruleset = self.task.engine.ruleset();
            let mut board = Board::empty(&ruleset.layout);
            for square in ruleset.layout.squares() {
                board.set(square, self.session.searcher().get(square));
            }
            self.table.position(board)
        }
    }

    /// Plays rollouts from some positions and compares every move with that of a fresh engine, and
    /// the order of seats with the round.
    #[track_caller]
    fn check(
        ruleset: &str,
        lexicon: &str,
        plies: usize,
        at_table: impl Fn(&Ruleset, &Position) -> Position,
    ) {
        let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
        let wanted = LexiconRequest {
            longest: ruleset.layout.longest(),
            ..LexiconRequest::new(lexicon, &ruleset.alphabet)
        };
        let lexicon = Catalogue::new(None).get_with(&wanted).unwrap().lexicon;
        let engine = Models::new(None).engine(ruleset.clone(), lexicon).unwrap();
        assert!(engine.evaluation().win().is_some(), "the game has a model");
        let of_game = bench::disciplines()
            .into_iter()
            .find(|discipline| discipline.ruleset == ruleset.name)
            .unwrap();
        let mut moves = 0;
        for position in of_game.positions(&ruleset).iter().step_by(7) {
            let position = &at_table(&ruleset, position);
            let candidates = engine.top(position, 6);
            let hidden = Hidden::new(&ruleset, position, Beliefs::default());
            let task =
                Task { engine: &engine, position, candidates: &candidates, hidden, seed: 5, plies };
            let mut worker = RolloutWorker::new(&task, &CandidateTally::new(plies, 441));
            for number in 0..2 {
                worker.dealt.set(&worker.base);
                let random = task.hidden.deal(task.seed, number, &mut worker.dealt);
                worker.prepare(candidates.len());
                for candidate in &candidates {
                    let mut random = random.clone();
                    worker.begin();
                    worker.make(candidate, &mut random);
                    for (ply, seat) in position.round().cycle().take(plies).enumerate() {
                        if worker.table.over().is_some() {
                            break;
                        }
                        assert_eq!(worker.table.on_turn, seat, "ply {ply}");
                        let best = worker.best(ply);
                        let position = worker.position();
                        assert_eq!(
                            best,
                            engine.best(&position),
                            "{}",
                            tisane_rules::Cgp::new(&ruleset, &position)
                        );
                        worker.make(&best, &mut random);
                        moves += 1;
                    }
                    worker.take_back();
                }
            }
        }
        assert!(moves > 100, "{moves}");
    }

    #[test]
    fn every_move_of_a_rollout_is_the_best_static_move() {
        check("english", "english", 3, |_, position| position.clone());
    }

    #[test]
    fn every_move_is_the_best_one_with_many_tiles_and_other_letters() {
        check("erudit", "russian", 2, |_, position| position.clone());
    }

    #[test]
    fn every_move_is_the_best_one_among_four_after_one_has_left() {
        check("english", "english", 4, |ruleset, Position { board, rack, .. }| {
            let mut four = Position::new(
                ruleset,
                board.clone(),
                rack.clone(),
                vec![Tiles::new(); 3],
                vec![30; 4],
            )
            .unwrap();
            four.others[1].gone = true;
            four
        });
    }
}
