//! The engine: a ruleset, a lexicon and an evaluation, which find and value static moves.

pub(crate) mod models;

use std::sync::Arc;

use tisane_lexicon::Lexicon;
use tisane_rules::{Direction, Move, Play, Position, PublicMove, Ruleset, Tile, Tiles};

use crate::evaluate::candidate::Candidate;
use crate::evaluate::equity::{Evaluation, PositionLeaves};
use crate::evaluate::leave::Leaves;
use crate::evaluate::opening;
use crate::movegen::{Directions, Generator, Plays, Prepared, Searcher, Valued, exchanges};

/// Finds moves in one game with one lexicon. It is immutable, so threads can share it.
///
/// ```
/// use std::sync::Arc;
/// use tisane_engine::{Engine, leave::NoLeaves};
/// use tisane_lexicon::{Lexicon, WordList};
/// use tisane_rules::{Cgp, Ruleset};
///
/// let ruleset = Arc::new(Ruleset::named("english")?);
/// let words = WordList::from_text("retains\nretinas\nstain\nat\n");
/// let longest = ruleset.layout.longest();
/// let (lexicon, _) = Lexicon::build("four words", &ruleset.alphabet, &words, longest);
/// let engine = Engine::new(ruleset.clone(), Arc::new(lexicon), NoLeaves);
///
/// let cgp: Cgp = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/".parse()?;
/// let position = cgp.position(&ruleset)?;
/// let best = engine.best(&position);
/// // Five other squares give the same score.
/// assert_eq!(ruleset.show_move(&position.board, &best.mv), "8B RETAINS");
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
    /// An engine for this game, with these words and this evaluation.
    ///
    /// # Panics
    ///
    /// If the lexicon and the ruleset have different alphabets.
    pub fn new(
        ruleset: Arc<Ruleset>,
        lexicon: Arc<Lexicon>,
        evaluation: impl Into<Evaluation>,
    ) -> Engine {
        assert!(
            *lexicon.alphabet() == *ruleset.alphabet,
            "{} and {} have different alphabets",
            lexicon.name(),
            ruleset.name
        );
        let generator = Arc::new(Generator::new(&ruleset, &lexicon));
        Engine { ruleset, lexicon, evaluation: evaluation.into(), generator }
    }

    /// The same engine with another evaluation. It shares the tables derived from the lexicon.
    pub fn with_evaluation(&self, evaluation: impl Into<Evaluation>) -> Engine {
        Engine {
            evaluation: evaluation.into(),
            ruleset: self.ruleset.clone(),
            lexicon: self.lexicon.clone(),
            generator: self.generator.clone(),
        }
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The lexicon.
    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.lexicon
    }

    /// The move generator, for callers that manage boards themselves.
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    /// How moves are valued.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// A session, which keeps its memory from position to position.
    pub fn session(&self) -> Session<'_> {
        Session { engine: self, searcher: self.generator.searcher(), plays: Plays::new() }
    }

    /// Every legal move, best first: plays, exchanges if the rules allow them, and the pass.
    pub fn moves(&self, position: &Position) -> Vec<Candidate> {
        self.session().moves(position)
    }

    /// The move as it appears in lists: on an empty symmetric board, plays down are listed as their
    /// mirror images across.
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

    /// The `n` best moves, best first: the first `n` of [`moves`](Self::moves).
    pub fn top(&self, position: &Position, n: usize) -> Vec<Candidate> {
        self.session().top(position, n)
    }
}

/// Reusable memory of an [`Engine`], for one thread.
pub struct Session<'a> {
    engine: &'a Engine,
    searcher: Searcher<'a>,
    plays: Plays,
}

/// The number of plays and the sum of their scores.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Count {
    /// Number of plays.
    pub plays: usize,
    /// Sum of their scores.
    pub points: i64,
}

impl<'a> Session<'a> {
    /// The engine of this session.
    pub fn engine(&self) -> &'a Engine {
        self.engine
    }

    /// See [`Engine::moves`].
    pub fn moves(&mut self, position: &Position) -> Vec<Candidate> {
        let (mut moves, seen, leaves) =
            (self.plays(position, None), PlayerView::of(position), self.leaves(position));
        moves.extend(self.without_play(&seen, &leaves));
        moves.sort_by(Candidate::by_equity);
        moves.extend(self.unwise_exchanges(&seen, &leaves));
        moves
    }

    /// Every play, best first; only those in one direction if it is given. On an empty symmetric
    /// board, plays down are listed only if `direction` is down.
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

    /// Counts the plays without building a list.
    pub fn count(&mut self, position: &Position, direction: Option<Direction>) -> Count {
        self.list(position, direction);
        Count { plays: self.plays.len(), points: self.plays.scores().map(i64::from).sum() }
    }

    /// See [`Engine::best`].
    pub fn best(&mut self, position: &Position) -> Candidate {
        self.searcher.set_board(&position.board);
        self.best_here(&PlayerView::of(position), &self.leaves(position))
    }

    /// The best move on the searcher's board.
    fn best_here(&mut self, seen: &PlayerView<'_>, leaves: &PositionLeaves<'_>) -> Candidate {
        if seen.rack.len() > LONG_RACK || self.is_opening() {
            return self.top_here(seen, leaves, 1).swap_remove(0);
        }
        let play = self.searcher.best(seen.rack, leaves);
        self.best_beside(play, seen, leaves)
    }

    /// The best move on the searcher's board. `prepared` holds the best plays of the rack and the
    /// lanes touched by plays since then.
    pub(crate) fn best_since(
        &mut self,
        prepared: Option<(&Prepared, u64)>,
        seen: &PlayerView<'_>,
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

    /// The best move, given the best play, which has just been found.
    fn best_beside(
        &mut self,
        play: Option<Valued>,
        seen: &PlayerView<'_>,
        leaves: &PositionLeaves<'_>,
    ) -> Candidate {
        let best = self.searcher.best_move_beside(play, seen.rack, leaves, self.may_exchange(seen));
        let without =
            |n: usize, rack: &[i32]| (0..n).map(|at| rack[(rack.len() - 1) ^ 1 << at]).sum::<i32>();
        let pass = match self.searcher.leave_values(seen.rack) {
            // The search has already computed these.
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

    /// See [`Engine::top`].
    pub fn top(&mut self, position: &Position, n: usize) -> Vec<Candidate> {
        self.searcher.set_board(&position.board);
        self.top_here(&PlayerView::of(position), &self.leaves(position), n)
    }

    fn top_here(
        &mut self,
        seen: &PlayerView<'_>,
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
        self.top_plays_here(&PlayerView::of(position), &self.leaves(position), n)
    }

    fn top_plays_here(
        &mut self,
        seen: &PlayerView<'_>,
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
        seen: &PlayerView<'_>,
        leaves: &PositionLeaves<'_>,
        n: usize,
    ) -> impl Iterator<Item = Candidate> {
        let top = self.searcher.top(n, seen.rack, leaves);
        top.into_iter().map(|Valued { play, score, .. }| candidate(seen.rack, leaves, play, score))
    }

    /// The `n` best first plays of a game. Plays that the value of their squares cannot lift into
    /// the top `n` are skipped.
    fn top_openings(
        &mut self,
        seen: &PlayerView<'_>,
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

    /// Whether the board is empty and the evaluation values the squares of the first play.
    fn is_opening(&self) -> bool {
        self.searcher.is_empty() && self.engine.evaluation.minds_opening()
    }

    /// A first play with the value of its squares added.
    fn opened(&self, candidate: Candidate) -> Candidate {
        let Move::Play(play) = &candidate.mv else { return candidate };
        Candidate {
            equity: candidate.equity + opening::value(&self.engine.ruleset, play),
            ..candidate
        }
    }

    /// The searcher, which holds the board.
    pub(crate) fn searcher(&mut self) -> &mut Searcher<'a> {
        &mut self.searcher
    }

    /// The exchange with the best leave, if exchanging is allowed.
    pub(crate) fn best_exchange(&self, position: &Position) -> Option<Candidate> {
        self.exchanges(&PlayerView::of(position), &self.leaves(position))
            .into_iter()
            .min_by(Candidate::by_equity)
    }

    fn list(&mut self, position: &Position, direction: Option<Direction>) {
        self.searcher.set_board(&position.board);
        let directions = direction.map_or(Directions::Both, Directions::Only);
        self.searcher.all_plays(&position.rack, directions, &mut self.plays);
    }

    /// Exchanges that are legal but would be repeated forever; they are listed last.
    fn unwise_exchanges(&self, seen: &PlayerView<'_>, leaves: &impl Leaves) -> Vec<Candidate> {
        if !seen.is_stuck {
            return Vec::new();
        }
        let mut exchanges = self.exchanges(&PlayerView { is_stuck: false, ..*seen }, leaves);
        exchanges.sort_by(Candidate::by_equity);
        exchanges
    }

    /// Exchanges and the pass.
    fn without_play(&self, seen: &PlayerView<'_>, leaves: &impl Leaves) -> Vec<Candidate> {
        let mut all = self.exchanges(seen, leaves);
        all.push(pass(&self.engine.ruleset, seen, leaves));
        all
    }

    fn exchanges(&self, seen: &PlayerView<'_>, leaves: &impl Leaves) -> Vec<Candidate> {
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

    /// The values of leaves in this position.
    fn leaves(&self, position: &Position) -> PositionLeaves<'a> {
        self.engine.evaluation.for_position(&self.engine.ruleset, position)
    }

    /// The largest number of tiles that may be exchanged.
    fn may_exchange(&self, seen: &PlayerView<'_>) -> usize {
        let allowed = self
            .engine
            .ruleset
            .exchange
            .is_some_and(|rule| !seen.is_stuck && seen.bag >= rule.bag_at_least);
        if allowed { seen.rack.len().min(seen.bag) } else { 0 }
    }
}

/// Everything that static moves depend on, except the board.
pub(crate) struct PlayerView<'a> {
    pub rack: &'a Tiles,
    /// Number of tiles in the bag.
    pub bag: usize,
    /// Nobody has played for a long time.
    pub is_stuck: bool,
}

impl<'a> PlayerView<'a> {
    fn of(position: &'a Position) -> PlayerView<'a> {
        PlayerView { rack: &position.rack, bag: position.bag, is_stuck: is_stuck(position) }
    }
}

/// Whether nobody has played for so long that further exchanges would go on forever. Few rulesets
/// end such a game before all players pass.
pub(crate) fn is_stuck(position: &Position) -> bool {
    let long = ROUNDS_WITHOUT_PLAY * position.scores.len();
    let since = position
        .history
        .latest_first()
        .take_while(|turn| !matches!(turn.what, PublicMove::Played { .. }))
        .count();
    since >= long
}

/// After this many rounds without a play, a game is stuck.
const ROUNDS_WITHOUT_PLAY: usize = 6;

/// Longer racks have too many exchanges; only one is listed, of as many tiles as possible.
const LONG_RACK: usize = 16;

fn candidate(rack: &Tiles, leaves: &impl Leaves, play: Play, score: i32) -> Candidate {
    let leave = rack.without(&play.tiles()).expect("a play takes its tiles from the rack");
    let equity = score * 1000 + leaves.value(&leave);
    Candidate { mv: Move::Play(play), score, leave, equity }
}

fn pass(ruleset: &Ruleset, seen: &PlayerView<'_>, leaves: &impl Leaves) -> Candidate {
    let rack = seen.rack;
    let without = |tile: Tile| {
        leaves.value(&rack.without(&[tile].into_iter().collect()).expect("a tile of the rack"))
    };
    let equity = pass_equity(ruleset, seen, leaves.value(rack), || rack.iter().map(without).sum());
    Candidate { mv: Move::Pass, score: 0, leave: rack.clone(), equity }
}

/// Leave tables end one tile before the full rack. The value of a full rack is at most the mean
/// over the leaves with one tile fewer, so that passing with a bad rack is no better than playing.
/// `one_less` is the sum of those values.
fn pass_equity(
    ruleset: &Ruleset,
    seen: &PlayerView<'_>,
    kept: i32,
    one_less: impl FnOnce() -> i32,
) -> i32 {
    match seen.rack.len() {
        n if n == ruleset.rack && seen.bag > 0 => kept.min(one_less() / n as i32),
        _ => kept,
    }
}
