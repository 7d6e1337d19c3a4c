//! Secrets: random, stored as hashes, compared in constant time.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// No letters or digits that look alike.
const SIGNS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// A random name with this many characters, 5 bits each.
pub(crate) fn random_name(signs: usize) -> String {
    let mut bytes = vec![0; signs];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes.into_iter().map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect()
}

/// Our names are never longer; session ids have 16 characters.
const LONGEST_NAME: usize = 40;

/// Whether a text could be one of our names. Others need no query.
pub(crate) fn is_name(text: &str) -> bool {
    (1..=LONGEST_NAME).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// A seed that nobody can guess.
pub(crate) fn random_seed() -> tisane_rules::Seed {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    tisane_rules::Seed(bytes)
}

/// The stored form of a secret. Secrets are random, so a fast hash is enough; passwords need a slow
/// one.
pub(crate) fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// In hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A game's name in the log. Not its id, which would let readers of the log join it.
pub(crate) fn log_name(game: &str) -> String {
    hex(&hash(game)[..4])
}

/// Whether the secret matches the hash.
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
