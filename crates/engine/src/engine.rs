//! The engine: a ruleset, a lexicon and values of leaves, asked about positions.

use std::sync::Arc;

use tisane_lexicon::Lexicon;
use tisane_rules::{Direction, Move, Play, Position, PublicMove, Ruleset, Tile, Tiles};

use crate::candidate::Candidate;
use crate::equity::{Evaluation, PositionLeaves};
use crate::leave::Leaves;
use crate::movegen::{Directions, Generator, Plays, Prepared, Searcher, Valued, exchanges};
use crate::opening;

/// Finds moves in one game with one lexicon. It changes nothing, so any number of threads may ask
/// it.
///
/// ```
/// use std::sync::Arc;
/// use tisane_engine::{Engine, leave::NoLeaves};
/// use tisane_lexicon::{Lexicon, WordList};
/// use tisane_rules::{Cgp, Ruleset};
/// let ruleset = Arc::new(Ruleset::named("english")?);
/// let words = WordList::from_text("retains\nretinas\nstain\nat\n");
/// let (lexicon, _) = Lexicon::build("four words", &ruleset.alphabet, &words, ruleset.layout.longest());
/// let engine = Engine::new(ruleset.clone(), Arc::new(lexicon), NoLeaves);
/// let position = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/".parse::<Cgp>()?.position(&ruleset)?;
/// let best = engine.best(&position);
/// assert_eq!(ruleset.show_move(&position.board, &best.mv), "8B RETAINS"); // and five more squares to begin on, all the same
/// assert_eq!(best.score, 66);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    ruleset: Arc<Ruleset>,
    lexicon: Arc<Lexicon>,
    evaluation: Evaluation,
    generator: Arc<Generator>,
}

impl Engine {
    /// # Panics
    /// If the lexicon is not spelled with the ruleset's tiles.
    pub fn new(
        ruleset: Arc<Ruleset>,
        lexicon: Arc<Lexicon>,
        evaluation: impl Into<Evaluation>,
    ) -> Engine {
        assert!(
            *lexicon.alphabet() == *ruleset.alphabet,
            "{} is not spelled with the tiles of {}",
            lexicon.name(),
            ruleset.name
        );
        let generator = Arc::new(Generator::new(&ruleset, &lexicon));
        Engine { ruleset, lexicon, evaluation: evaluation.into(), generator }
    }

    /// The same engine with another evaluation. What was derived from the lexicon is shared.
    pub fn with_evaluation(&self, evaluation: impl Into<Evaluation>) -> Engine {
        Engine {
            evaluation: evaluation.into(),
            ruleset: self.ruleset.clone(),
            lexicon: self.lexicon.clone(),
            generator: self.generator.clone(),
        }
    }

    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.lexicon
    }

    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    /// How moves are valued.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// For many positions one after the other: it keeps its memory.
    pub fn session(&self) -> Session<'_> {
        Session { engine: self, searcher: self.generator.searcher(), plays: Plays::new() }
    }

    /// Every legal move, best first: plays, exchanges where the rules allow them, and the pass.
    pub fn moves(&self, position: &Position) -> Vec<Candidate> {
        self.session().moves(position)
    }

    /// A move as lists have it: on an empty board that is its own mirror image, plays down stand
    /// there across.
    pub fn as_listed(&self, position: &Position, mv: &Move) -> Move {
        match mv {
            Move::Play(play) if self.ruleset.layout.is_symmetric() && position.board.is_empty() => {
                let placements = play.placements();
                let is_down = placements.len() > 1
                    && placements.iter().all(|(square, _)| square.col == placements[0].0.col);
                let across = || {
                    Play::new(
                        placements.iter().map(|&(square, placed)| (square.transposed(), placed)),
                    )
                };
                Move::Play(if is_down { across() } else { play.clone() })
            }
            mv => mv.clone(),
        }
    }

    /// The best move, found without listing the others.
    pub fn best(&self, position: &Position) -> Candidate {
        self.session().best(position)
    }

    /// The `n` best moves, best first: those that [`moves`](Self::moves) has at its head.
    pub fn top(&self, position: &Position, n: usize) -> Vec<Candidate> {
        self.session().top(position, n)
    }
}

/// One line of work of an [`Engine`].
pub struct Session<'a> {
    engine: &'a Engine,
    searcher: Searcher<'a>,
    plays: Plays,
}

/// How many plays there are, and their scores together.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Count {
    pub plays: usize,
    pub points: i64,
}

impl<'a> Session<'a> {
    pub fn engine(&self) -> &'a Engine {
        self.engine
    }

    /// [`Engine::moves`]
    pub fn moves(&mut self, position: &Position) -> Vec<Candidate> {
        let (mut moves, seen, leaves) =
            (self.plays(position, None), Seen::of(position), self.leaves(position));
        moves.extend(self.without_play(&seen, &leaves));
        moves.sort_by(Candidate::by_equity);
        moves.extend(self.unwise_exchanges(&seen, &leaves));
        moves
    }

    /// Every play, best first; only those in one direction if one is given. On an empty board that
    /// is its own mirror image that is across unless down is asked for.
    pub fn plays(&mut self, position: &Position, direction: Option<Direction>) -> Vec<Candidate> {
        self.list(position, direction);
        let leaves = self.leaves(position);
        let is_opening = self.is_opening();
        let candidate = |(index, score)| {
            let candidate =
                candidate(&position.rack, &leaves, self.searcher.play(&self.plays, index), score);
            if is_opening { self.opened(candidate) } else { candidate }
        };
        let mut plays: Vec<Candidate> = self.plays.scores().enumerate().map(candidate).collect();
        plays.sort_by(Candidate::by_equity);
        plays
    }

    /// How many plays there are, without making a list of them.
    pub fn count(&mut self, position: &Position, direction: Option<Direction>) -> Count {
        self.list(position, direction);
        Count { plays: self.plays.len(), points: self.plays.scores().map(i64::from).sum() }
    }

    /// [`Engine::best`]
    pub fn best(&mut self, position: &Position) -> Candidate {
        self.searcher.set_board(&position.board);
        self.best_here(&Seen::of(position), &self.leaves(position))
    }

    /// The best move on the searcher's board.
    fn best_here(&mut self, seen: &Seen<'_>, leaves: &PositionLeaves<'_>) -> Candidate {
        if seen.rack.len() > LONG_RACK || self.is_opening() {
            return self.top_here(seen, leaves, 1).swap_remove(0);
        }
        let play = self.searcher.best(seen.rack, leaves);
        self.best_beside(play, seen, leaves)
    }

    /// The best move on the searcher's board, where plays have touched these lanes since the best
    /// plays of the rack were prepared.
    pub(crate) fn best_since(
        &mut self,
        prepared: Option<(&Prepared, u64)>,
        seen: &Seen<'_>,
        leaves: &PositionLeaves<'_>,
    ) -> Candidate {
        let known = prepared.filter(|_| !self.is_opening()).and_then(|(prepared, touched)| {
            self.searcher.best_prepared(prepared, seen.rack, leaves, touched)
        });
        match known {
            Some(play) => self.best_beside(play, seen, leaves),
            None => self.best_here(seen, leaves),
        }
    }

    /// The best move, where the best play has just been found.
    fn best_beside(
        &mut self,
        play: Option<Valued>,
        seen: &Seen<'_>,
        leaves: &PositionLeaves<'_>,
    ) -> Candidate {
        let best = self.searcher.best_move_beside(play, seen.rack, leaves, self.may_exchange(seen));
        let without =
            |n: usize, rack: &[i32]| (0..n).map(|at| rack[(rack.len() - 1) ^ 1 << at]).sum::<i32>();
        let pass = match self.searcher.leave_values(seen.rack) {
            // What the search has worked out need not be asked for again.
            Some(values) => {
                let equity =
                    pass_equity(&self.engine.ruleset, seen, values[values.len() - 1], || {
                        without(seen.rack.len(), values)
                    });
                Candidate { mv: Move::Pass, score: 0, leave: seen.rack.clone(), equity }
            }
            None => pass(&self.engine.ruleset, seen, leaves),
        };
        if best.mv == Move::Pass || pass.equity > best.equity { pass } else { best }
    }

    /// [`Engine::top`]
    pub fn top(&mut self, position: &Position, n: usize) -> Vec<Candidate> {
        self.searcher.set_board(&position.board);
        self.top_here(&Seen::of(position), &self.leaves(position), n)
    }

    fn top_here(
        &mut self,
        seen: &Seen<'_>,
        leaves: &PositionLeaves<'_>,
        n: usize,
    ) -> Vec<Candidate> {
        let mut top = self.top_plays_here(seen, leaves, n);
        top.extend(self.without_play(seen, leaves));
        top.sort_by(Candidate::by_equity);
        if top.len() < n {
            top.extend(self.unwise_exchanges(seen, leaves));
        }
        top.truncate(n);
        top
    }

    /// The `n` best plays, best first.
    pub fn top_plays(&mut self, position: &Position, n: usize) -> Vec<Candidate> {
        self.searcher.set_board(&position.board);
        self.top_plays_here(&Seen::of(position), &self.leaves(position), n)
    }

    fn top_plays_here(
        &mut self,
        seen: &Seen<'_>,
        leaves: &PositionLeaves<'_>,
        n: usize,
    ) -> Vec<Candidate> {
        if self.is_opening() {
            return self.top_openings(seen, leaves, n);
        }
        self.top_by_score_and_leave(seen, leaves, n).collect()
    }

    fn top_by_score_and_leave(
        &mut self,
        seen: &Seen<'_>,
        leaves: &PositionLeaves<'_>,
        n: usize,
    ) -> impl Iterator<Item = Candidate> {
        let top = self.searcher.top(n, seen.rack, leaves);
        top.into_iter().map(|Valued { play, score, .. }| candidate(seen.rack, leaves, play, score))
    }

    /// The `n` best first plays of a game. Those that their squares cannot lift among them need not
    /// be looked at.
    fn top_openings(
        &mut self,
        seen: &Seen<'_>,
        leaves: &PositionLeaves<'_>,
        n: usize,
    ) -> Vec<Candidate> {
        let mut looked_at = n.saturating_add(8);
        loop {
            let top: Vec<Candidate> =
                self.top_by_score_and_leave(seen, leaves, looked_at).collect();
            let (is_all, least) = (
                top.len() < looked_at,
                top.last().map_or(0, |candidate| candidate.equity) + opening::most(seen.rack.len()),
            );
            let mut top: Vec<Candidate> =
                top.into_iter().map(|candidate| self.opened(candidate)).collect();
            top.sort_by(Candidate::by_equity);
            top.truncate(n);
            if is_all || top.last().is_none_or(|last| last.equity > least) {
                return top;
            }
            looked_at = looked_at.saturating_mul(4);
        }
    }

    /// Whether the searcher's board is empty, and it counts where the first play lies.
    fn is_opening(&self) -> bool {
        self.searcher.is_empty() && self.engine.evaluation.minds_opening()
    }

    /// A first play with what its squares are worth.
    fn opened(&self, candidate: Candidate) -> Candidate {
        let Move::Play(play) = &candidate.mv else { return candidate };
        Candidate {
            equity: candidate.equity + opening::value(&self.engine.ruleset, play),
            ..candidate
        }
    }

    /// The board that is searched.
    pub(crate) fn searcher(&mut self) -> &mut Searcher<'a> {
        &mut self.searcher
    }

    /// The exchange that leaves the best tiles, where one is allowed.
    pub fn best_exchange(&self, position: &Position) -> Option<Candidate> {
        self.exchanges(&Seen::of(position), &self.leaves(position))
            .into_iter()
            .min_by(Candidate::by_equity)
    }

    fn list(&mut self, position: &Position, direction: Option<Direction>) {
        self.searcher.set_board(&position.board);
        let directions = direction.map_or(Directions::Both, Directions::Only);
        self.searcher.all_plays(&position.rack, directions, &mut self.plays);
    }

    /// Exchanges that are legal, but would go on forever: they stand last.
    fn unwise_exchanges(&self, seen: &Seen<'_>, leaves: &impl Leaves) -> Vec<Candidate> {
        if !seen.is_stuck {
            return Vec::new();
        }
        let mut exchanges = self.exchanges(&Seen { is_stuck: false, ..*seen }, leaves);
        exchanges.sort_by(Candidate::by_equity);
        exchanges
    }

    /// Exchanges and the pass.
    fn without_play(&self, seen: &Seen<'_>, leaves: &impl Leaves) -> Vec<Candidate> {
        let mut all = self.exchanges(seen, leaves);
        all.push(pass(&self.engine.ruleset, seen, leaves));
        all
    }

    fn exchanges(&self, seen: &Seen<'_>, leaves: &impl Leaves) -> Vec<Candidate> {
        let rack = seen.rack;
        let exchange = |tiles: Tiles| {
            let leave = rack.without(&tiles).expect("tiles of the rack");
            Candidate { mv: Move::Exchange(tiles), score: 0, equity: leaves.value(&leave), leave }
        };
        let exchanges = match self.may_exchange(seen) {
            0 => Vec::new(),
            n if rack.len() > LONG_RACK => vec![rack.iter().take(n).collect()],
            n => exchanges(rack, n),
        };
        exchanges.into_iter().map(exchange).collect()
    }

    /// What leaves are worth in this position.
    fn leaves(&self, position: &Position) -> PositionLeaves<'a> {
        self.engine.evaluation.for_position(&self.engine.ruleset, position)
    }

    /// How many tiles may be exchanged at most.
    fn may_exchange(&self, seen: &Seen<'_>) -> usize {
        let allowed = self
            .engine
            .ruleset
            .exchange
            .is_some_and(|rule| !seen.is_stuck && seen.bag >= rule.bag_at_least);
        if allowed { seen.rack.len().min(seen.bag) } else { 0 }
    }
}

/// All that static moves depend on, the board aside.
pub(crate) struct Seen<'a> {
    pub rack: &'a Tiles,
    /// How many tiles are in the bag.
    pub bag: usize,
    /// Nobody has played for long.
    pub is_stuck: bool,
}

impl<'a> Seen<'a> {
    fn of(position: &'a Position) -> Seen<'a> {
        Seen { rack: &position.rack, bag: position.bag, is_stuck: is_stuck(position) }
    }
}

/// Whether nobody has played for so long that whoever exchanges again exchanges forever. Few rules
/// end such a game before all pass.
pub(crate) fn is_stuck(position: &Position) -> bool {
    let long = ROUNDS_WITHOUT_PLAY * position.scores.len();
    let since = position
        .history
        .latest_first()
        .take_while(|turn| !matches!(turn.what, PublicMove::Played { .. }))
        .count();
    since >= long
}

/// In a game that still moves, somebody plays within so many rounds.
const ROUNDS_WITHOUT_PLAY: usize = 6;

/// Of longer racks than this, there are more exchanges than anybody wants to see; then the only one
/// is of as many tiles as possible.
const LONG_RACK: usize = 16;

fn candidate(rack: &Tiles, leaves: &impl Leaves, play: Play, score: i32) -> Candidate {
    let leave = rack.without(&play.tiles()).expect("a play takes its tiles from the rack");
    let equity = score * 1000 + leaves.value(&leave);
    Candidate { mv: Move::Play(play), score, leave, equity }
}

fn pass(ruleset: &Ruleset, seen: &Seen<'_>, leaves: &impl Leaves) -> Candidate {
    let rack = seen.rack;
    let without = |tile: Tile| {
        leaves.value(&rack.without(&[tile].into_iter().collect()).expect("a tile of the rack"))
    };
    let equity = pass_equity(ruleset, seen, leaves.value(rack), || rack.iter().map(without).sum());
    Candidate { mv: Move::Pass, score: 0, leave: rack.clone(), equity }
}

/// Tables of leaves end before the full rack. Whoever passes keeps no more than leaves of one tile
/// less are worth on average, so a bad rack is not better kept whole than played from. `one_less`
/// is the sum of what these are worth.
fn pass_equity(
    ruleset: &Ruleset,
    seen: &Seen<'_>,
    kept: i32,
    one_less: impl FnOnce() -> i32,
) -> i32 {
    match seen.rack.len() {
        n if n == ruleset.rack && seen.bag > 0 => kept.min(one_less() / n as i32),
        // A rack entered in part: whoever passes draws nothing to go with the leave.
        n if n < ruleset.rack && seen.bag > 0 => kept.min(0),
        _ => kept,
    }
}
