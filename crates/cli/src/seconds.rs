//! Time limits as arguments.

use std::time::Duration;

/// Seconds, or a number with a unit: `2.5`, `20s`, `2m`, `1h`. With 0 the search stops at once.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.trim() {
        text if text.ends_with("ms") => (&text[..text.len() - 2], 0.001),
        text if text.ends_with('s') => (&text[..text.len() - 1], 1.0),
        text if text.ends_with('m') => (&text[..text.len() - 1], 60.0),
        text if text.ends_with('h') => (&text[..text.len() - 1], 3600.0),
        text => (text, 1.0),
    };
    let number: Option<f64> = number.trim_end().parse().ok();
    let time = number.and_then(|number| Duration::try_from_secs_f64(number * unit).ok());
    time.ok_or_else(|| "give a time such as 2.5, 20s or 2m".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let millis = |text: &str| seconds(text).map(|time| time.as_millis());
        assert_eq!(
            ["2.5", "20s", "2m", "1h", "500ms", "0"].map(millis),
            [2500, 20_000, 120_000, 3_600_000, 500, 0].map(Ok)
        );
        for text in ["", "s", "soon", "-1", "2 minutes", "inf"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
