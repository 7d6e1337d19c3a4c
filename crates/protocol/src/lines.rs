//! Rows and columns from clients.

use std::fmt;

use serde::Deserializer;
use serde::de::{Error, Visitor};

/// A row or column that no board has; boards have at most 32.
const OFF_BOARD: u8 = u8::MAX;

/// Reads any whole number. A number outside every board becomes `OFF_BOARD`, so that the rules
/// refuse it like any other square off the board.
pub(crate) fn line_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    deserializer.deserialize_any(LineNumber)
}

struct LineNumber;

impl Visitor<'_> for LineNumber {
    type Value = u8;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of a row or column")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u8, E> {
        Ok(u8::try_from(number).unwrap_or(OFF_BOARD))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<u8, E> {
        Ok(u8::try_from(number).unwrap_or(OFF_BOARD))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<u8, E> {
        // Numbers too large for 64 bits also arrive here.
        if number.fract() == 0.0 {
            Ok(OFF_BOARD)
        } else {
            Err(E::custom(format!("{number} is not the number of a row or column")))
        }
    }
}
