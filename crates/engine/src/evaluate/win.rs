//! Win chances from the lead and from how much of the game remains.
//!
//! Static players ignore the score, so each of their games is a sample for every lead: what matters
//! is the *swing* from a position to the end of the game. Swings are counted for each number of
//! tiles in the bag, and for the racks once it is empty. Their mean is the *tempo*, the value of
//! being on turn. The rest is made symmetric: a player `x` points ahead, tempo included, wins as
//! often as a player `x` points behind loses. Counts are integers and can be added in any order.

use tisane_rules::{Position, Ruleset};

/// A chance, in 65,536ths.
pub type Chance = u32;
/// The chance of a certain event.
pub const CERTAIN: Chance = 1 << 16;

/// Number of points on a curve.
const GRID: usize = 64;
/// A curve is made from at least this many positions, with those of neighbouring rows if needed.
const ENOUGH: u64 = 4000;
/// The same once the bag is empty, where neighbouring rows are less alike.
const ENOUGH_LATE: u64 = 400;

/// The win chances of one game with one lexicon.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct WinModel {
    /// The size of a full rack.
    rack: usize,
    /// Indexed by [`row`].
    curves: Vec<Curve>,
}

/// The win chance by lead, for one amount remaining.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Curve {
    /// The value of being on turn, in thousandths of a point.
    pub tempo: i32,
    /// Points between two entries.
    pub step: u16,
    /// The win chance minus one half for a lead of `step`, twice `step` and so on, in 65,536ths.
    pub above_half: [u16; GRID],
}

/// How much of the game remains, as far as the model distinguishes.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Remaining {
    /// Number of tiles in the bag.
    pub bag: usize,
    /// Number of tiles on the rack of the player on turn.
    pub own: usize,
    /// Number of tiles on the opponent's rack.
    pub other: usize,
    /// Number of turns left, if the rules give everybody one more turn after the bag is empty.
    pub final_turns: Option<u32>,
}

/// A player, as far as win chances depend on it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Seated {
    /// Score in thousandths of a point, relative to any common number.
    pub lead: i32,
    /// Number of tiles on the rack.
    pub rack: usize,
    /// Whether the player has dropped out.
    pub gone: bool,
}

/// The row for what remains: first the rows for an empty bag, by the sizes of the two racks or by
/// the turns left, then one row for each number of tiles in the bag.
fn row(rack: usize, remaining: Remaining) -> usize {
    match remaining {
        Remaining { bag: 0, final_turns: Some(n), .. } => {
            (n as usize).min(rack * rack) - usize::from(n > 0)
        }
        Remaining { bag: 0, own, other, .. } => {
            (own.clamp(1, rack) - 1) * rack + other.clamp(1, rack) - 1
        }
        Remaining { bag, .. } => rack * rack + bag - 1,
    }
}

impl WinModel {
    pub(crate) fn from_parts(rack: usize, curves: Vec<Curve>) -> Option<WinModel> {
        let fits = curves.len() > rack * rack
            && curves.iter().all(|curve| curve.step > 0 && curve.above_half.is_sorted());
        (fits && curves.iter().all(|curve| curve.above_half[GRID - 1] <= 1 << 15))
            .then_some(WinModel { rack, curves })
    }

    pub(crate) fn parts(&self) -> (usize, &[Curve]) {
        (self.rack, &self.curves)
    }

    /// The win chance of the player on turn against one opponent, with a lead of `lead` thousandths
    /// of a point.
    pub fn chance(&self, remaining: Remaining, lead: i32) -> Chance {
        let curve = self.curve(remaining);
        curve.chance(lead.saturating_add(curve.tempo))
    }

    fn curve(&self, remaining: Remaining) -> &Curve {
        &self.curves[row(self.rack, remaining).min(self.curves.len() - 1)]
    }

    /// The value of being on turn, in thousandths of a point.
    pub(crate) fn tempo(&self, remaining: Remaining) -> i32 {
        self.curve(remaining).tempo
    }

    /// The win chances of all seats of a position, the player on turn first. They add up to
    /// [`CERTAIN`], but for rounding.
    pub fn chances(&self, position: &Position) -> Vec<Chance> {
        let seated = |seat: usize| Seated {
            lead: position.scores[seat].saturating_mul(1000),
            rack: if seat == 0 { position.rack.len() } else { position.others[seat - 1].len },
            gone: seat > 0 && position.others[seat - 1].gone,
        };
        let seats: Vec<Seated> = (0..position.scores.len()).map(seated).collect();
        self.at_table(position.bag, position.final_turns, &seats)
    }

    /// The win chances of these seats; the first is on turn. They add up to [`CERTAIN`], but for
    /// rounding.
    ///
    /// With more than two seats, the points each seat still scores are treated as independent, and
    /// a seat wins if all others stay below its total. (Multiplying its chances against each
    /// opponent would overrate a lead: a player who draws badly loses to all of them at once.
    /// `lab/2026-11-17-chances.md` compares both.)
    pub(crate) fn at_table(
        &self,
        bag: usize,
        final_turns: Option<u32>,
        seats: &[Seated],
    ) -> Vec<Chance> {
        let active: Vec<usize> = (0..seats.len()).filter(|&seat| !seats[seat].gone).collect();
        let mut chances = vec![0; seats.len()];
        match active[..] {
            [] => {}
            [only] => chances[only] = CERTAIN,
            [first, second] => {
                let remaining = Remaining {
                    bag,
                    own: seats[first].rack,
                    other: seats[second].rack,
                    final_turns,
                };
                chances[first] =
                    self.chance(remaining, seats[first].lead.saturating_sub(seats[second].lead));
                chances[second] = CERTAIN - chances[first];
            }
            _ => {
                let outlooks = self.outlooks(
                    bag,
                    final_turns,
                    &active.iter().map(|&seat| seats[seat]).collect::<Vec<_>>(),
                );
                let weights: Vec<u64> =
                    (0..outlooks.len()).map(|seat| most(&outlooks, seat)).collect();
                let sum: u64 = weights.iter().sum();
                for (&seat, weight) in active.iter().zip(weights) {
                    chances[seat] = ((weight * u64::from(CERTAIN) + sum / 2) / sum) as Chance;
                }
            }
        }
        chances
    }

    /// The expected totals of three or more active seats; the first is on turn.
    fn outlooks(&self, bag: usize, final_turns: Option<u32>, seats: &[Seated]) -> Vec<Outlook<'_>> {
        let n = seats.len();
        let outlook = |place: usize| {
            let (lead, other) = (i64::from(seats[place].lead), seats[place.max(1)].rack);
            if let Some(turns) = final_turns.filter(|_| bag == 0) {
                // With one turn left between two players, the swing is that turn.
                let curve =
                    self.curve(Remaining { bag, own: seats[0].rack, other, final_turns: Some(1) });
                let has_turn = place < turns as usize;
                return match has_turn {
                    true => Outlook { mean: lead + i64::from(curve.tempo), width: 1000, curve },
                    false => Outlook { mean: lead, width: 0, curve },
                };
            }
            // Use the curve of a two-player game with as many tiles left for each.
            let bag = if bag == 0 { 0 } else { (bag * 2 / n).max(1) };
            let curve = self.curve(Remaining { bag, own: seats[0].rack, other, final_turns });
            // In half of all two-player games the player on turn gets one more turn than the
            // opponent; among `n`, one more than the seat `place` places behind in `place` of `n`
            // games.
            let behind = i64::from(curve.tempo) * 2 * place as i64 / n as i64;
            Outlook { mean: lead - behind, width: width(n), curve }
        };
        (0..n).map(outlook).collect()
    }

    /// The chance once the game is over.
    pub fn at_end(lead: i32) -> Chance {
        match lead.signum() {
            1 => CERTAIN,
            0 => CERTAIN / 2,
            _ => 0,
        }
    }
}

/// The distribution of a seat's total.
struct Outlook<'a> {
    /// In thousandths of a point.
    mean: i64,
    /// Its width, in thousandths of the swing's width in a two-player game.
    width: i64,
    curve: &'a Curve,
}

/// The width of a seat's total among `n`, in thousandths of the swing's width in a two-player game:
/// half the square root of `n`. For two independent totals that is exact; for three and four it was
/// measured (`lab/2026-11-17-chances.md`).
fn width(n: usize) -> i64 {
    (n as i64 * 250_000).isqrt()
}

/// Number of equally likely totals that represent the distribution.
const QUANTILES: u32 = 32;

impl Outlook<'_> {
    /// The total that this share of all totals stays below.
    fn quantile(&self, share: Chance) -> i64 {
        self.mean + self.curve.lead(share) * self.width / 1000
    }

    /// The share of totals below this one.
    fn below(&self, total: i64) -> Chance {
        let ahead = total - self.mean;
        if self.width == 0 {
            WinModel::at_end(clamped(ahead))
        } else {
            self.curve.chance(clamped(ahead * 1000 / self.width))
        }
    }
}

fn clamped(lead: i64) -> i32 {
    lead.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// How often this seat's total is the largest, not normalised.
fn most(outlooks: &[Outlook<'_>], seat: usize) -> u64 {
    let totals =
        (0..QUANTILES).map(|at| outlooks[seat].quantile((2 * at + 1) * CERTAIN / (2 * QUANTILES)));
    let others = || (0..outlooks.len()).filter(|&other| other != seat);
    totals
        .map(|total| {
            others().fold(u64::from(CERTAIN), |product, other| {
                (product * u64::from(outlooks[other].below(total))) >> 16
            })
        })
        .sum()
}

impl Curve {
    /// The lead with this chance.
    fn lead(&self, chance: Chance) -> i64 {
        let half = CERTAIN / 2;
        let above = chance.abs_diff(half) as u16;
        let at = self.above_half.partition_point(|&entry| entry < above);
        let step = i64::from(self.step) * 1000;
        let from = if at == 0 { 0 } else { self.above_half[at - 1] };
        let within = self.above_half.get(at).map_or(0, |&to| {
            (step * i64::from(above - from)).checked_div(i64::from(to - from)).unwrap_or(0)
        });
        let lead = at as i64 * step + within;
        if chance >= half { lead } else { -lead }
    }

    fn chance(&self, lead: i32) -> Chance {
        let step = i64::from(self.step) * 1000;
        let lead_up = i64::from(lead).abs();
        let (cell, within) = ((lead_up / step) as usize, lead_up % step);
        let entry =
            |at: usize| if at == 0 { 0 } else { i64::from(self.above_half[at.min(GRID) - 1]) };
        let above = entry(cell) + (entry(cell + 1) - entry(cell)) * within / step;
        let half = i64::from(CERTAIN / 2);
        (if lead >= 0 { half + above } else { half - above }) as Chance
    }
}

/// Counted swings, from which a model is made.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Swings {
    rack: usize,
    /// By row, then by swing in points.
    counts: Vec<Vec<u32>>,
}

/// The largest swing; larger ones are clamped.
const LARGEST: i32 = 1023;

impl Swings {
    pub(crate) fn new(ruleset: &Ruleset) -> Swings {
        let rows = ruleset.rack * ruleset.rack + ruleset.tiles().len();
        Swings { rack: ruleset.rack, counts: vec![vec![0; 2 * LARGEST as usize + 1]; rows] }
    }

    /// From the counts of games; `None` if they are of another game.
    pub(crate) fn from_counts(ruleset: &Ruleset, counts: Vec<Vec<u32>>) -> Option<Swings> {
        Swings::fit(ruleset, &counts).then_some(Swings { rack: ruleset.rack, counts })
    }

    /// Whether there are as many rows and swings as this game has.
    pub(crate) fn fit(ruleset: &Ruleset, counts: &[Vec<u32>]) -> bool {
        let own = Swings::new(ruleset).counts;
        own.iter().map(Vec::len).eq(counts.iter().map(Vec::len))
    }

    pub(crate) fn into_counts(self) -> Vec<Vec<u32>> {
        self.counts
    }

    pub(crate) fn count(&mut self, remaining: Remaining, swing: i32) {
        let at = swing.clamp(-LARGEST, LARGEST) + LARGEST;
        self.counts[row(self.rack, remaining)][at as usize] += 1;
    }

    pub(crate) fn add(&mut self, other: &Swings) {
        for (row, other) in self.counts.iter_mut().zip(&other.counts) {
            row.iter_mut().zip(other).for_each(|(count, other)| *count += other);
        }
    }

    pub(crate) fn model(&self) -> WinModel {
        let late = self.rack * self.rack;
        let (ends, bags) = self.counts.split_at(late);
        let racks = |a: usize, b: usize| {
            (a / self.rack).abs_diff(b / self.rack) + (a % self.rack).abs_diff(b % self.rack)
        };
        let curves = (0..late).map(|row| curve(ends, ENOUGH_LATE, |other| racks(row, other)));
        let curves = curves
            .chain((0..bags.len()).map(|row| curve(bags, ENOUGH, |other| row.abs_diff(other))));
        WinModel { rack: self.rack, curves: curves.collect() }
    }
}

/// The curve of a row, extended to as many neighbours as needed for `enough` positions.
fn curve(rows: &[Vec<u32>], enough: u64, far: impl Fn(usize) -> usize) -> Curve {
    let mut counts = vec![0u64; 2 * LARGEST as usize + 1];
    for distance in 0..rows.len() * 2 {
        for (_, row) in rows.iter().enumerate().filter(|&(other, _)| far(other) == distance) {
            counts.iter_mut().zip(row).for_each(|(count, &more)| *count += u64::from(more));
        }
        if counts.iter().sum::<u64>() >= enough {
            break;
        }
    }
    let n: u64 = counts.iter().sum();
    if n == 0 {
        return Curve { tempo: 0, step: 1, above_half: [1 << 15; GRID] };
    }
    let swings = || {
        counts
            .iter()
            .zip(-LARGEST..)
            .filter(|&(&count, _)| count > 0)
            .map(|(&count, swing)| (count, i64::from(swing)))
    };
    let tempo = swings().map(|(count, swing)| count as i64 * swing * 1000).sum::<i64>() / n as i64;
    let away = |swing: i64| (swing * 1000 - tempo).abs();
    let farthest = swings().map(|(_, swing)| away(swing)).max().unwrap_or(0);
    let step = (farthest / (GRID as i64 * 1000) + 1) as u16;
    let mut above_half = [0; GRID];
    for (at, entry) in (1..).zip(&mut above_half) {
        let reach = at * i64::from(step) * 1000;
        let inside: u64 =
            swings().filter(|&(_, swing)| away(swing) < reach).map(|(count, _)| count).sum();
        *entry = (u64::from(CERTAIN / 2) * inside / n) as u16;
    }
    Curve { tempo: tempo as i32, step, above_half }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> WinModel {
        let ruleset = Ruleset::named("english").unwrap();
        let mut swings = Swings::new(&ruleset);
        for n in 0..30_000i32 {
            // Roughly a bell curve around 12, narrower with fewer tiles in the bag.
            let noise: i32 = (0..6).map(|k| (n * (k + 7) * 31 + k * 17) % 41 - 20).sum();
            let bag = (n % 40) as usize;
            let racks = if bag == 0 { (n / 40) as usize % 7 + 1 } else { 7 };
            let remaining = Remaining { bag, own: racks, other: 7, final_turns: None };
            swings.count(remaining, 12 + noise * (bag as i32 + 5) / 40);
        }
        swings.model()
    }

    #[test]
    fn chances_grow_with_the_lead_and_sum_to_one() {
        let model = model();
        for bag in 0..40 {
            let remaining = Remaining { bag, own: 7, other: 7, final_turns: None };
            let tempo = model.curves[row(7, remaining)].tempo;
            let chances: Vec<Chance> =
                (-300..=300).map(|lead| model.chance(remaining, lead * 1000)).collect();
            assert!(chances.is_sorted(), "{bag}");
            assert!(chances[0] < CERTAIN / 50 && chances[600] > CERTAIN - CERTAIN / 50);
            for lead in [0, 1, 777, 5000, 123_456] {
                assert_eq!(
                    model.chance(remaining, lead - tempo) + model.chance(remaining, -lead - tempo),
                    CERTAIN
                );
            }
            assert_eq!(model.chance(remaining, -tempo), CERTAIN / 2);
            assert!((8_000..16_000).contains(&tempo), "{tempo}");
        }
    }

    #[test]
    fn fewer_tiles_make_a_lead_safer() {
        let model = model();
        let at = |bag| model.chance(Remaining { bag, own: 7, other: 7, final_turns: None }, 20_000);
        assert!(at(35) < at(20) && at(20) < at(5));
    }

    #[test]
    fn the_chances_of_all_seats_sum_to_one() {
        let model = model();
        let ruleset = Ruleset::named("english").unwrap();
        let board = tisane_rules::Board::empty(&ruleset.layout);
        let rack = ruleset.parse_tiles("AEINRST").unwrap();
        for scores in [vec![10, 30], vec![0, 0, 0], vec![50, 0, 20, 80]] {
            let known = vec![tisane_rules::Tiles::new(); scores.len() - 1];
            let position =
                Position::new(&ruleset, board.clone(), rack.clone(), known, scores.clone())
                    .unwrap();
            let chances = model.chances(&position);
            assert!(chances.iter().sum::<Chance>().abs_diff(CERTAIN) <= 2);
            let best = (0..scores.len()).max_by_key(|&seat| scores[seat]).unwrap();
            assert!(
                scores.iter().all(|&score| score == scores[best])
                    || chances[best] == *chances.iter().max().unwrap()
            );
        }
    }

    /// A random share.
    fn random(state: &mut u64) -> Chance {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 48) as Chance
    }

    #[test]
    fn chances_of_four_are_how_often_their_totals_are_the_largest() {
        let model = model();
        for leads in [[0; 4], [60_000, 0, 0, 0], [0, 40_000, 45_000, -30_000]] {
            let seats = leads.map(|lead| Seated { lead, rack: 7, gone: false });
            let outlooks = model.outlooks(30, None, &seats);
            let mut won = [0; 4];
            let mut state = 1u64;
            for _ in 0..40_000 {
                let totals: Vec<i64> =
                    outlooks.iter().map(|outlook| outlook.quantile(random(&mut state))).collect();
                won[(0..4).max_by_key(|&seat| totals[seat]).unwrap()] += 1;
            }
            for (chance, won) in model.at_table(30, None, &seats).into_iter().zip(won) {
                let (predicted, observed) =
                    (f64::from(chance) / f64::from(CERTAIN), f64::from(won) / 40_000.0);
                assert!(
                    (predicted - observed).abs() < 0.01,
                    "{leads:?}: predicted {predicted}, observed {observed}"
                );
            }
        }
    }

    #[test]
    fn more_opponents_mean_a_lower_chance() {
        let model = model();
        let seated = |lead| Seated { lead, rack: 7, gone: false };
        let gone = Seated { gone: true, ..seated(500_000) };
        let chance = |others: [Seated; 3]| {
            model.at_table(24, None, &[seated(25_000), others[0], others[1], others[2]])[0]
        };
        let [two, three, four] =
            [[seated(0), gone, gone], [seated(0), seated(0), gone], [seated(0); 3]].map(chance);
        assert!(four < three && three < two, "{four} {three} {two}");
        assert_eq!(chance([gone; 3]), CERTAIN);
        assert!(
            (0..40)
                .map(|lead| model.at_table(
                    24,
                    None,
                    &[seated(lead * 5_000), seated(0), seated(60_000)]
                )[0])
                .is_sorted()
        );
    }

    #[test]
    fn players_without_a_final_turn_keep_their_score() {
        let ruleset = Ruleset::named("english").unwrap();
        let mut swings = Swings::new(&ruleset);
        for n in 0..1000 {
            swings.count(Remaining { bag: 0, own: 7, other: 7, final_turns: Some(1) }, 10 + n % 21);
        }
        let model = swings.model();
        let seated = |lead| Seated { lead: lead * 1000, rack: 7, gone: false };
        // The first player scores 10 to 30 points, the others nothing.
        assert_eq!(model.at_table(0, Some(1), &[seated(0), seated(5), seated(0)]), [CERTAIN, 0, 0]);
        assert_eq!(
            model.at_table(0, Some(1), &[seated(0), seated(5), seated(35)]),
            [0, 0, CERTAIN]
        );
        let chances = model.at_table(0, Some(1), &[seated(0), seated(20), seated(0)]);
        assert!(chances[0].abs_diff(CERTAIN / 2) < CERTAIN / 20 && chances[2] == 0, "{chances:?}");
    }

    #[test]
    fn the_end_is_won_tied_or_lost() {
        assert_eq!([1, 0, -1].map(WinModel::at_end), [CERTAIN, CERTAIN / 2, 0]);
    }
}
