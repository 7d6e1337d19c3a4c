//! Glicko-2: Mark Glickman, "Example of the Glicko-2 system" (2013). Every game is a rating period.

use crate::store::StoredRating;

/// How fast volatility changes.
const TAU: f64 = 0.5;
/// From the usual scale to the one in the formulas.
const SCALE: f64 = 173.7178;
/// The smallest deviation, so that ratings keep following players.
const LEAST_DEVIATION: f64 = 45.0;

/// The rating before the first game.
pub(crate) const NEW: StoredRating =
    StoredRating { rating: 1500.0, deviation: 350.0, volatility: 0.06, games: 0 };

/// `own` after a game against `other`, with 1, ½ or 0 points.
pub(crate) fn after(own: StoredRating, other: StoredRating, share: f64) -> StoredRating {
    let (mu, phi) = ((own.rating - 1500.0) / SCALE, own.deviation / SCALE);
    let (mu_other, phi_other) = ((other.rating - 1500.0) / SCALE, other.deviation / SCALE);
    let g = 1.0 / (1.0 + 3.0 * phi_other.powi(2) / std::f64::consts::PI.powi(2)).sqrt();
    let expected = 1.0 / (1.0 + (-g * (mu - mu_other)).exp());
    let v = 1.0 / (g * g * expected * (1.0 - expected));
    let delta = v * g * (share - expected);
    let volatility = new_volatility(own.volatility, phi, v, delta);
    let phi_star = phi.hypot(volatility);
    let phi_new = 1.0 / (1.0 / phi_star.powi(2) + 1.0 / v).sqrt();
    let mu_new = mu + phi_new.powi(2) * g * (share - expected);
    StoredRating {
        rating: mu_new * SCALE + 1500.0,
        deviation: (phi_new * SCALE).clamp(LEAST_DEVIATION, NEW.deviation),
        volatility,
        games: own.games + 1,
    }
}

/// One rating made of two of the same player, weighted by their certainty.
pub(crate) fn together(one: StoredRating, other: StoredRating) -> StoredRating {
    let (weight, weight_other) = (one.deviation.powi(-2), other.deviation.powi(-2));
    let sum = weight + weight_other;
    StoredRating {
        rating: (one.rating * weight + other.rating * weight_other) / sum,
        deviation: sum.sqrt().recip().max(LEAST_DEVIATION),
        volatility: one.volatility.max(other.volatility),
        games: one.games + other.games,
    }
}

/// The ratings of two players after a game between them; those without a rating start with
/// [`NEW`]. `share` is the first player's share of the point.
pub(crate) fn after_game(before: [Option<StoredRating>; 2], share: f64) -> [StoredRating; 2] {
    let [one, other] = before.map(|rating| rating.unwrap_or(NEW));
    [after(one, other, share), after(other, one, 1.0 - share)]
}

/// The id under which a bot is rated. No player's id has a space.
pub(crate) fn rated_bot(name: &str) -> String {
    format!("bot {name}")
}

/// Step 5 of the paper: the root of a function, by the Illinois method.
fn new_volatility(sigma: f64, phi: f64, v: f64, delta: f64) -> f64 {
    let a = sigma.powi(2).ln();
    let f = |x: f64| {
        let e = x.exp();
        e * (delta.powi(2) - phi.powi(2) - v - e) / (2.0 * (phi.powi(2) + v + e).powi(2))
            - (x - a) / TAU.powi(2)
    };
    let mut low = a;
    let mut high = if delta.powi(2) > phi.powi(2) + v {
        (delta.powi(2) - phi.powi(2) - v).ln()
    } else {
        let mut k = 1.0;
        while f(a - k * TAU) < 0.0 {
            k += 1.0;
        }
        a - k * TAU
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    while (high - low).abs() > 1e-6 {
        let middle = low + (low - high) * f_low / (f_high - f_low);
        let f_middle = f(middle);
        if f_middle * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (middle, f_middle);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(rating: f64, deviation: f64) -> StoredRating {
        StoredRating { rating, deviation, ..NEW }
    }

    /// The paper's player, with the first of their three games only; computed with the formulas by
    /// hand.
    #[test]
    fn winning_raises_the_rating_and_its_certainty() {
        let after = after(rated(1500.0, 200.0), rated(1400.0, 30.0), 1.0);
        assert!((after.rating - 1563.56).abs() < 0.5, "{after:?}");
        assert!((after.deviation - 175.4).abs() < 0.5, "{after:?}");
        assert!((after.volatility - 0.06).abs() < 1e-4, "{after:?}");
    }

    #[test]
    fn a_game_between_equals_is_worth_the_same_to_both() {
        let (won, lost) = (after(NEW, NEW, 1.0), after(NEW, NEW, 0.0));
        assert!((won.rating + lost.rating - 3000.0).abs() < 1e-9);
        assert_eq!(won.deviation, lost.deviation);
        assert_eq!(after(NEW, NEW, 0.5).rating, 1500.0);
    }

    #[test]
    fn the_more_certain_rating_has_more_weight() {
        let joined = together(
            StoredRating { games: 20, ..rated(1700.0, 60.0) },
            StoredRating { games: 3, ..rated(1400.0, 120.0) },
        );
        assert!((joined.rating - 1640.0).abs() < 1e-9, "{joined:?}");
        assert!(joined.deviation < 60.0, "{joined:?}");
        assert_eq!(joined.games, 23);
    }

    #[test]
    fn ratings_find_the_true_difference() {
        // Winning three of four games is worth about 190 points.
        let (mut strong, mut weak) = (NEW, NEW);
        for game in 0..400 {
            let share = if game % 4 == 0 { 0.0 } else { 1.0 };
            (strong, weak) = (after(strong, weak, share), after(weak, strong, 1.0 - share));
        }
        let difference = strong.rating - weak.rating;
        assert!((150.0..260.0).contains(&difference), "{difference}");
        assert!(strong.deviation < 80.0);
    }
}
