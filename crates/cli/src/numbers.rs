//! Whole numbers as arguments. Errors say which numbers are accepted.

use std::fmt::Display;
use std::str::FromStr;

/// At least this number.
pub(crate) fn from<N: Number>(
    least: N,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync {
    move |text| {
        let is_too_large =
            || text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<N>().is_err();
        read(text, |number| number >= least).ok_or_else(|| {
            match !text.is_empty() && is_too_large() {
                true => format!("give a whole number from {least} to {}", N::MOST),
                false => format!("give a whole number, {least} or more"),
            }
        })
    }
}

/// A number in this range.
pub(crate) fn between<N: Number>(
    least: N,
    most: N,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync {
    move |text| {
        read(text, |number| (least..=most).contains(&number))
            .ok_or_else(|| format!("give a whole number from {least} to {most}"))
    }
}

fn read<N: Number>(text: &str, fits: impl Fn(N) -> bool) -> Option<N> {
    text.parse().ok().filter(|&number| fits(number))
}

pub(crate) trait Number:
    FromStr + PartialOrd + Display + Copy + Send + Sync + 'static
{
    const MOST: Self;
}

macro_rules! numbers {
    ($($number:ty),*) => { $(impl Number for $number { const MOST: $number = <$number>::MAX; })* };
}

numbers!(u16, u32, u64, usize, i64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_distinguish_invalid_from_too_large_numbers() {
        let error = |text: &str| from(1u32)(text).unwrap_err();
        assert_eq!(error("99999999999999999999999"), "give a whole number from 1 to 4294967295");
        for text in ["0", "-1", "", "+", "two", "1.5"] {
            assert_eq!(error(text), "give a whole number, 1 or more", "{text}");
        }
        assert_eq!(from(1u32)("4294967295"), Ok(u32::MAX));
    }
}
