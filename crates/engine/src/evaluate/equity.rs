//! Static equity: the value of a move without looking ahead, which is its score plus the value of
//! its leave.
//!
//! While the bag has tiles, a leave has its trained value, corrected for the tiles that can still
//! be drawn ([`pool`](super::pool)). Once the bag is empty, it has the value that the rules settle
//! at the end. All values go through [`Leaves`], so that the search for the best move and the list
//! of all moves agree.

use std::path::Path;
use std::sync::Arc;

use tisane_lexicon::Lexicon;
use tisane_rules::{OtherRack, OutGains, Position, Ruleset, Tile, Tiles};

use crate::evaluate::fingerprint::Hash;
use crate::evaluate::leave::{LeaveTable, Leaves, NoLeaves};
use crate::evaluate::model::{Model, ModelError, Opened};
use crate::evaluate::pool::PoolAware;
use crate::evaluate::win::WinModel;

/// How leaves are valued. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Evaluation(Option<Terms>);

/// Everything that equity includes except the score.
#[derive(Clone, Debug)]
struct Terms {
    leaves: Arc<LeaveTable>,
    pool_aware: bool,
    /// Mean score of a turn once the bag is empty, in thousandths of a point. Without it, the end
    /// of the game is ignored.
    late_turn: Option<i32>,
    win: Option<Arc<WinModel>>,
    /// Whether the squares of the first play have a value.
    opening: bool,
}

/// Equity is the score.
impl From<NoLeaves> for Evaluation {
    fn from(_: NoLeaves) -> Evaluation {
        Evaluation(None)
    }
}

/// Without late turns and without a correction for the pool.
impl From<LeaveTable> for Evaluation {
    fn from(leaves: LeaveTable) -> Evaluation {
        Evaluation(Some(Terms {
            leaves: Arc::new(leaves),
            pool_aware: false,
            late_turn: Some(0),
            win: None,
            opening: false,
        }))
    }
}

/// Everything in the model, with the correction for the pool, which wins 50.6% against the table
/// alone (`lab/2026-11-16-leaves.md`).
impl From<&Model> for Evaluation {
    fn from(model: &Model) -> Evaluation {
        let win = Some(Arc::new(model.win.clone()));
        Evaluation(Some(Terms {
            leaves: model.leaves.clone(),
            pool_aware: true,
            late_turn: Some(model.late_turn),
            win,
            opening: false,
        }))
    }
}

impl Evaluation {
    /// The evaluation in a file: a model of this game with these words, or leaves in a KLV2 file,
    /// which replace those of `own`.
    pub fn open(
        path: &Path,
        ruleset: &Ruleset,
        lexicon: &Lexicon,
        own: Evaluation,
    ) -> Result<Evaluation, ModelError> {
        Ok(match Model::open_any(path, ruleset)? {
            Opened::Model(model) => Evaluation::from(&model.fitting(ruleset, lexicon)?),
            Opened::Leaves(leaves) if own.is_trained() => {
                own.changed(|terms| terms.leaves = Arc::new(leaves))
            }
            Opened::Leaves(leaves) => Evaluation::from(leaves).with_pool(true),
        })
    }

    /// Turns the correction for the tiles that can still be drawn on or off.
    pub fn with_pool(self, aware: bool) -> Evaluation {
        self.changed(|terms| terms.pool_aware = aware)
    }

    /// Sets the value of every leave to zero; what the rules settle at the end stays.
    pub fn without_leaves(self) -> Evaluation {
        self.changed(|terms| {
            let nothing = vec![0; terms.leaves.values().len()];
            terms.leaves =
                Arc::new(LeaveTable::from_values(terms.leaves.ranking().clone(), nothing));
        })
    }

    /// Ignores what the rules settle at the end.
    pub fn without_end(self) -> Evaluation {
        self.changed(|terms| terms.late_turn = None)
    }

    /// Turns the value of the first play's squares on or off. Simulations put the gain at a tenth
    /// of a game in a hundred, too little for game pairs to show, so it is off by default
    /// (`lab/2026-11-16-opening.md`).
    pub fn with_opening(self, minded: bool) -> Evaluation {
        self.changed(|terms| terms.opening = minded)
    }

    fn changed(mut self, change: impl FnOnce(&mut Terms)) -> Evaluation {
        self.0.as_mut().map(change);
        self
    }

    /// Whether anything but the score is included.
    pub fn is_trained(&self) -> bool {
        self.0.is_some()
    }

    /// A hash of everything that values depend on; 0 if equity is the score.
    pub fn fingerprint(&self) -> u64 {
        let Some(Terms { leaves, pool_aware, late_turn, win, opening }) = &self.0 else { return 0 };
        let mut hash = Hash::new();
        let values: Vec<u8> =
            leaves.values().iter().flat_map(|value| value.to_le_bytes()).collect();
        hash.bytes(&values);
        hash.numbers([
            leaves.ranking().kinds() as i32,
            leaves.largest() as i32,
            i32::from(*pool_aware),
            late_turn.unwrap_or(i32::MIN),
            i32::from(*opening),
        ]);
        for curve in win.iter().flat_map(|win| win.parts().1) {
            hash.numbers([curve.tempo, curve.step.into()]);
            hash.numbers(curve.above_half.map(i32::from));
        }
        hash.0
    }

    /// The values of leaves in this position.
    pub(crate) fn for_position<'a>(
        &'a self,
        ruleset: &'a Ruleset,
        position: &Position,
    ) -> PositionLeaves<'a> {
        let others = || {
            let (gone, playing): (Vec<&OtherRack>, Vec<_>) =
                position.others.iter().partition(|other| other.gone);
            let known = playing.iter().flat_map(|other| other.known.iter()).collect();
            let hidden = position.hidden(ruleset);
            let of_gone = gone.iter().map(|other| other.len - other.known.len()).sum();
            Others {
                n: playing.len(),
                two: position.others.len() == 1,
                racks: ruleset.worth(&known) * 1000 + worth_without(ruleset, &hidden, of_gone),
            }
        };
        self.for_table(ruleset, position.bag, || position.unseen(ruleset), others)
    }

    /// [`for_position`](Self::for_position) with the number of tiles in the bag, the unseen tiles
    /// and the opponents given directly.
    pub(crate) fn for_table<'a>(
        &'a self,
        ruleset: &'a Ruleset,
        bag: usize,
        unseen: impl FnOnce() -> Tiles,
        others: impl FnOnce() -> Others,
    ) -> PositionLeaves<'a> {
        let Some(Terms { leaves, pool_aware, late_turn, .. }) = &self.0 else {
            return PositionLeaves::None;
        };
        match (bag, late_turn) {
            (0, Some(late_turn)) => PositionLeaves::Late(Late::new(ruleset, others(), *late_turn)),
            (0, None) => PositionLeaves::None,
            _ if *pool_aware => PositionLeaves::PoolAware(PoolAware::new(leaves, &unseen(), bag)),
            _ => PositionLeaves::Table(leaves),
        }
    }

    /// Whether the squares of the first play have a value.
    pub(crate) fn minds_opening(&self) -> bool {
        self.0.as_ref().is_some_and(|terms| terms.opening)
    }

    /// The trained model that turns leads into win chances, if there is one.
    pub fn win(&self) -> Option<&WinModel> {
        self.0.as_ref()?.win.as_deref()
    }
}

/// The values of leaves in general, whatever the position.
impl Leaves for Evaluation {
    fn value(&self, leave: &Tiles) -> i32 {
        self.0.as_ref().map_or(0, |terms| terms.leaves.value(leave))
    }

    fn tabulate(&self, tiles: &[Tile], values: &mut [i32]) {
        match &self.0 {
            None => NoLeaves.tabulate(tiles, values),
            Some(terms) => terms.leaves.tabulate(tiles, values),
        }
    }
}

/// The values of leaves in one position.
#[derive(Clone, Debug)]
pub(crate) enum PositionLeaves<'a> {
    /// All leaves are worth zero.
    None,
    /// The trained table.
    Table(&'a LeaveTable),
    /// The trained table, corrected for the tiles that can still be drawn.
    PoolAware(PoolAware<'a>),
    /// What the rules settle, once the bag is empty.
    Late(Late<'a>),
}

impl Leaves for PositionLeaves<'_> {
    fn value(&self, leave: &Tiles) -> i32 {
        match self {
            PositionLeaves::None => 0,
            PositionLeaves::Table(leaves) => leaves.value(leave),
            PositionLeaves::PoolAware(leaves) => leaves.value(leave),
            PositionLeaves::Late(late) => late.value(leave),
        }
    }

    fn tabulate(&self, tiles: &[Tile], values: &mut [i32]) {
        match self {
            PositionLeaves::None => NoLeaves.tabulate(tiles, values),
            PositionLeaves::Table(leaves) => leaves.tabulate(tiles, values),
            PositionLeaves::PoolAware(leaves) => leaves.tabulate(tiles, values),
            PositionLeaves::Late(late) => late.tabulate(tiles, values),
        }
    }
}

/// The opponents still playing once the bag is empty.
pub(crate) struct Others {
    pub n: usize,
    /// Whether the game was started by two players: some rules differ for two.
    pub two: bool,
    /// The expected value of their racks, in thousandths of a point.
    pub racks: i32,
}

/// The expected value of `tiles` after `some` unknown ones are removed, in thousandths of a point.
pub(crate) fn worth_without(ruleset: &Ruleset, tiles: &Tiles, some: usize) -> i32 {
    (i64::from(ruleset.worth(tiles)) * 1000 * tiles.len().saturating_sub(some) as i64
        / tiles.len().max(1) as i64) as i32
}

/// The value of a leave once the bag is empty: nothing more is drawn, and the rules settle what
/// remains.
#[derive(Clone, Debug)]
pub(crate) struct Late<'a> {
    ruleset: &'a Ruleset,
    /// The value of an empty rack.
    out: i32,
    /// The value of any other rack.
    staying: i32,
    /// Added for each point on the rack.
    for_each_point: i32,
}

impl<'a> Late<'a> {
    fn new(ruleset: &'a Ruleset, others: Others, late_turn: i32) -> Late<'a> {
        if ruleset.end.final_turn_each {
            return Late { ruleset, out: 0, staying: 0, for_each_point: final_turn_cost(ruleset) };
        }
        let swing = out_swing(ruleset, &others);
        let out = (i64::from(swing) * i64::from(others.racks) / 1000) as i32;
        Late { ruleset, out, staying: staying(late_turn), for_each_point: -swing }
    }
}

impl Leaves for Late<'_> {
    fn value(&self, leave: &Tiles) -> i32 {
        if leave.is_empty() {
            self.out
        } else {
            self.staying + self.for_each_point * self.ruleset.worth(leave)
        }
    }
}

/// The cost of not being out: about half of the time, the opponents get one more turn. (Half a turn
/// is 14 points in English. Ten points beat a whole turn by 0.03% of games, and that beat nothing
/// by 0.06%: `lab/2026-11-16-leaves.md`.)
fn staying(late_turn: i32) -> i32 {
    -late_turn / 2
}

/// The cost of a point left on the rack if everybody has one more turn: what the rules deduct.
fn final_turn_cost(ruleset: &Ruleset) -> i32 {
    if ruleset.end.out.others_lose_rack { -1000 } else { 0 }
}

/// What going out gains on the opponents for each point left on their racks, in thousandths: what
/// the rules give plus what they deduct from the opponents. With several opponents, the average of
/// them.
fn out_swing(ruleset: &Ruleset, others: &Others) -> i32 {
    let out = ruleset.end.out;
    let (gains, lose) = match out.gains {
        OutGains::Nothing => (0, out.others_lose_rack),
        OutGains::OtherRacks => (1, out.others_lose_rack),
        OutGains::TwiceOtherRacks if others.two => (2, out.others_lose_rack),
        OutGains::TwiceOtherRacks => (1, true),
    };
    gains * 1000 + if lose { 1000 / (others.n as i32).max(1) } else { 0 }
}
