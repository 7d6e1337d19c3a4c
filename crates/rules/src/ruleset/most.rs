//! The highest possible score of a play. Rulesets with absurd values are refused, so that sums of
//! scores never overflow.

use super::{BonusKind, Ruleset};
use crate::table::Square;

/// The highest score of a play that is allowed: a board full of such plays still fits.
pub(super) const MOST: i64 = 2_000_000;

impl Ruleset {
    /// An upper bound for the score of a play: the best tiles on the best squares of the best line,
    /// with a cross word at each.
    pub(super) fn most(&self) -> i64 {
        let layout = &self.layout;
        let values = self.letters.iter().map(|tile| tile.value).chain([self.blanks.value]);
        let value = values.map(|value| i64::from(value.abs())).max().unwrap_or(0);
        let letter = layout
            .squares()
            .map(|square| i64::from(layout.premium(square).letter))
            .max()
            .unwrap_or(1);
        let plain = layout.longest() as i64 * value * letter;

        let word = |row: u8, col: u8| i64::from(layout.premium(Square::new(row, col)).word);
        let rows = (0..layout.rows())
            .map(|row| (0..layout.cols()).map(|col| word(row, col)).collect::<Vec<_>>());
        let cols = (0..layout.cols())
            .map(|col| (0..layout.rows()).map(|row| word(row, col)).collect::<Vec<_>>());
        let mut lines: Vec<Vec<i64>> = rows.chain(cols).collect();
        lines.iter_mut().for_each(|line| line.sort_unstable_by(|a, b| b.cmp(a)));
        let best = |n: usize| {
            lines
                .iter()
                .map(|line| line.iter().take(n).fold(1i64, |all, &times| all.saturating_mul(times)))
                .max()
        };
        let (main, cross) = (best(self.rack).unwrap_or(1), best(1).unwrap_or(1));
        let words = plain.saturating_mul(main.saturating_add(cross * self.rack as i64));

        let bonus = |kind| match kind {
            BonusKind::Points(points) => words.saturating_add(i64::from(points).abs()),
            BonusKind::Times(times) => words.saturating_mul(i64::from(times).abs()),
        };
        self.bonuses.iter().map(|bonus_for| bonus(bonus_for.kind)).fold(words, i64::max)
    }
}
