//! Numbers of things, as people write them.

/// `1 tile`, `2 tiles`.
pub fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
