//! Whole numbers as arguments: whatever else is given is refused with a sentence that says what will do.

use std::fmt::Display;
use std::str::FromStr;

/// This number or a higher one.
pub(crate) fn from<N: Number>(least: N) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync {
    move |text| read(text, |number| number >= least).ok_or_else(|| format!("give a whole number, {least} or more"))
}

/// One of these numbers.
pub(crate) fn between<N: Number>(least: N, most: N) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync {
    move |text| read(text, |number| (least..=most).contains(&number)).ok_or_else(|| format!("give a whole number from {least} to {most}"))
}

fn read<N: Number>(text: &str, fits: impl Fn(N) -> bool) -> Option<N> {
    text.parse().ok().filter(|&number| fits(number))
}

pub(crate) trait Number: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static {}

impl<N: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static> Number for N {}
