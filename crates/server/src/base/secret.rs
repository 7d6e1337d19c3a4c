//! Secrets: made by the system, kept as hashes, compared without telling by the time it takes.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Without letters and digits that look alike.
const SIGNS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// A random name of so many signs, 5 bits each.
pub(crate) fn random_name(signs: usize) -> String {
    let mut bytes = vec![0; signs];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes.into_iter().map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect()
}

/// No name we make is longer; those of sessions have 16 signs.
const LONGEST_NAME: usize = 40;

/// Whether a text may be a name that we made. Anything else needs no look into the database.
pub(crate) fn is_name(text: &str) -> bool {
    (1..=LONGEST_NAME).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// A seed nobody can guess.
pub(crate) fn random_seed() -> tisane_rules::Seed {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    tisane_rules::Seed(bytes)
}

/// What is kept of a secret. Secrets are random, so nothing slower is needed; passwords are another
/// matter.
pub(crate) fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// As text, two signs for a byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What the log calls a game: always the same, but not its id, by which anybody could join it.
pub(crate) fn log_name(game: &str) -> String {
    hex(&hash(game)[..4])
}

/// Whether this is the secret that was hashed.
pub(crate) fn is_secret(secret: &str, hashed: &[u8]) -> bool {
    hash(secret).ct_eq(hashed).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        assert!(is_name(&random_name(12)) && is_name(&random_name(40)));
        for text in ["", "a b", "../etc", "a'b", "ä", &"a".repeat(41)] {
            assert!(!is_name(text), "{text}");
        }
    }

    #[test]
    fn a_secret_is_known_by_its_hash_alone() {
        let secret = random_name(40);
        assert_eq!(secret.len(), 40);
        assert_ne!(secret, random_name(40));
        assert!(is_secret(&secret, &hash(&secret)));
        assert!(!is_secret(&secret[1..], &hash(&secret)));
        assert!(!is_secret(&secret, b"short"));
    }
}
