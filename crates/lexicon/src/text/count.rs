//! Numbers of things.

/// `1 tile`, `2 tiles`.
pub fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// `2 to 4`, or `2` if both are equal.
pub fn range(from: usize, to: usize) -> String {
    if from == to { from.to_string() } else { format!("{from} to {to}") }
}
