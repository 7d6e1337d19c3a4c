//! From values to moves: the line that both sides play.

use tisane_rules::{End, Move, Position};

use super::search::{INFINITE, Next, Node, OutOfNodes, Ranked, Search};

/// Moves to the end of the game, and the gain of the side that starts.
pub(crate) struct Variation {
    pub moves: Vec<Move>,
    pub value: i32,
}

/// The state while following a line; its plays are on the board.
struct LineWalk {
    line: Variation,
    node: Option<Node>,
    /// 1 if the side that started is on turn, otherwise -1.
    sign: i32,
    placed: usize,
}

impl Search<'_> {
    /// What both sides play without looking ahead, starting with the move named `first`.
    pub(crate) fn playout(&mut self, root: Node, first: u32) -> Variation {
        let mut walk = LineWalk::from(root);
        while let Some(node) = walk.node {
            let moves = self.all_moves(node);
            let expected =
                if walk.line.moves.is_empty() { first } else { self.memory.get(node.key()).best };
            let ranked = moves
                .iter()
                .find(|ranked| expected != 0 && ranked.name() == expected)
                .unwrap_or(&moves[0]);
            self.step(&mut walk, node, ranked);
        }
        self.take_back(walk)
    }

    /// The line that leads to a proven value, as far as the nodes suffice; then a
    /// [`playout`](Self::playout).
    pub(crate) fn proven_line(&mut self, root: Node, value: i32) -> Variation {
        let mut walk = LineWalk::from(root);
        while let Some(node) = walk.node {
            match self.best(node, walk.sign * (value - walk.line.value)) {
                Ok(ranked) => self.step(&mut walk, node, &ranked),
                Err(OutOfNodes) => {
                    let rest = self.playout(node, self.memory.get(node.key()).best);
                    walk.line.moves.extend(rest.moves);
                    break;
                }
            }
        }
        walk.line.value = value;
        self.take_back(walk)
    }

    /// A move with this value; there is one.
    fn best(&mut self, node: Node, value: i32) -> Result<Ranked, OutOfNodes> {
        let mut moves = self.all_moves(node);
        let expected = self.memory.get(node.key()).best;
        if let Some(at) = moves.iter().position(|ranked| expected != 0 && ranked.name() == expected)
        {
            moves[..=at].rotate_right(1);
        }
        for ranked in &moves {
            let reached = match self.next(node, ranked.choice.as_ref()) {
                Next::Over(reached) => reached,
                Next::Node { score, node: next } => {
                    self.place(ranked);
                    let reply = self.value(next, score - value, score - value + 1);
                    self.take(ranked);
                    score - reply?
                }
            };
            if reached >= value {
                return Ok(*ranked);
            }
        }
        unreachable!("some move has the value of the position");
    }

    /// Every move: the best one that goes out first, then by rank.
    fn all_moves(&mut self, node: Node) -> Vec<Ranked> {
        let mut moves = Vec::new();
        let out = self.rank(node, INFINITE, &mut moves);
        if let Some(out) = out.and_then(|(_, out)| self.find(node, out)) {
            moves.insert(0, out);
        }
        moves
    }

    fn step(&mut self, walk: &mut LineWalk, node: Node, ranked: &Ranked) {
        walk.line.moves.push(
            ranked
                .choice
                .as_ref()
                .map_or(Move::Pass, |choice| Move::Play(self.tableau.play(&choice.play))),
        );
        match self.next(node, ranked.choice.as_ref()) {
            Next::Over(value) => {
                walk.line.value += walk.sign * value;
                walk.node = None;
            }
            Next::Node { score, node: next } => {
                self.place(ranked);
                walk.placed += usize::from(ranked.choice.is_some());
                walk.line.value += walk.sign * score;
                walk.sign = -walk.sign;
                walk.node = Some(next);
            }
        }
    }

    fn take_back(&mut self, walk: LineWalk) -> Variation {
        (0..walk.placed).for_each(|_| self.tableau.undo());
        walk.line
    }
}

impl LineWalk {
    fn from(root: Node) -> LineWalk {
        LineWalk {
            line: Variation { moves: Vec::new(), value: 0 },
            node: Some(root),
            sign: 1,
            placed: 0,
        }
    }
}

/// The search treats two passes in a row as the end where that makes no difference. The game may
/// need more.
pub(crate) fn pass_to_the_end(end: &End, position: &Position, moves: &mut Vec<Move>) {
    let has_out = {
        let mut tiles = [position.rack.len(), position.others[0].len];
        moves.iter().enumerate().for_each(|(n, mv)| {
            if let Move::Play(play) = mv {
                tiles[n % 2] -= play.placements().len();
            }
        });
        tiles.contains(&0)
    };
    if has_out || end.final_turn_each || end.scoreless.zero_play {
        return;
    }
    let trailing = moves.iter().rev().take_while(|mv| **mv == Move::Pass).count();
    let before = |so_far: u32| if trailing == moves.len() { so_far as usize } else { 0 };
    let missing = |limit: Option<u32>, so_far: u32| {
        limit.map(|limit| (limit as usize).saturating_sub(before(so_far) + trailing))
    };
    let passes = missing(end.pass_limit(2), position.passes).into_iter();
    let least = passes.chain(missing(end.scoreless_limit(2), position.scoreless_turns)).min();
    moves.extend(std::iter::repeat_n(Move::Pass, least.unwrap_or(0)));
}
