//! Passwords: which are allowed, and how they are stored.

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};

use crate::base::{names, secret};
use crate::error::Refused;

pub(crate) const LENGTH: std::ops::RangeInclusive<usize> = 8..=200;

/// The first 32 bits of the SHA-256 of common passwords, sorted; made by `cargo xtask passwords`.
static COMMON: &[u8] = include_bytes!("../../data/common-passwords.bin");

/// Refuses passwords that are easy to guess.
pub(crate) fn check(password: &str, name: &str) -> Result<(), Refused> {
    if !is_possible(password) {
        return Err(Refused::WeakPassword { least: *LENGTH.start(), most: *LENGTH.end() });
    }
    if names::are_alike(password, name) || repeats(password, name) {
        return Err(Refused::PasswordIsName);
    }
    if is_common(password) {
        return Err(Refused::CommonPassword);
    }
    Ok(())
}

/// Whether the length is allowed. Others are wrong without checking the hash.
pub(crate) fn is_possible(password: &str) -> bool {
    LENGTH.contains(&password.chars().take(*LENGTH.end() + 1).count())
}

/// Whether a password is only the name, several times.
fn repeats(password: &str, name: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let [passwords, names] = [password, name].map(|text| names::skeletons(&letters(text)));
    passwords.iter().zip(&names).any(|(password, name)| {
        !name.is_empty()
            && password.len() % name.len() == 0
            && name.repeat(password.len() / name.len()) == *password
    })
}

fn is_common(password: &str) -> bool {
    let hashed = secret::hash(&password.to_lowercase());
    let (hashes, _) = COMMON.as_chunks::<4>();
    hashes.binary_search_by(|hash| hash[..].cmp(&hashed[..4])).is_ok()
}

/// A slow hash, against guessing.
pub(crate) fn hash(password: &str) -> String {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).expect("the system gives random numbers");
    let salt = SaltString::encode_b64(&salt).expect("16 bytes make a salt");
    Argon2::default()
        .hash_password(password.as_bytes(), &salt)
        .expect("the default parameters work")
        .to_string()
}

pub(crate) fn is_right(password: &str, hashed: &str) -> bool {
    let is_right = || {
        PasswordHash::new(hashed).is_ok_and(|hashed| {
            Argon2::default().verify_password(password.as_bytes(), &hashed).is_ok()
        })
    };
    is_possible(password) && is_right()
}

/// Checked for unknown names, so that they take as long as wrong passwords.
pub(crate) fn decoy() -> String {
    static DECOY: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| hash("nobody's"));
    DECOY.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_are_refused_in_any_case() {
        // From all over the list, which has the most common ones first.
        for password in [
            "password",
            "12345678",
            "iloveyou",
            "TrustNo1",
            "QWERTYUIOP",
            "starwars",
            "1qaz2wsx",
            "princess",
            "corvette",
        ] {
            assert!(matches!(check(password, "Ada"), Err(Refused::CommonPassword)), "{password}");
        }
        for password in ["correct horse", "battery staple", "пароль подлиннее", "kT9-vv2x"]
        {
            check(password, "Ada").unwrap_or_else(|error| panic!("{password}: {error}"));
        }
    }

    #[test]
    fn the_list_of_common_passwords_is_sorted_and_complete() {
        let (hashes, rest) = COMMON.as_chunks::<4>();
        assert!(rest.is_empty() && hashes.is_sorted());
        assert!(hashes.len() > 10_000, "{}", hashes.len());
    }

    #[test]
    fn a_password_is_not_the_name() {
        for (password, name) in [
            ("Lovelace", "Lovelace"),
            ("LOVELACE", "Lovelace"),
            ("lоvelace", "Lovelace"),
            ("grandmagrandma", "Grandma"),
            ("Grandma grandma GRANDMA", "Grandma"),
            ("ada-ada-ada", "Ada"),
        ] {
            assert!(matches!(check(password, name), Err(Refused::PasswordIsName)), "{password}");
        }
        check("grandmagranddad", "Grandma").unwrap();
    }

    #[test]
    fn a_password_has_a_length() {
        for password in ["", "short", &"x".repeat(201), &"x".repeat(200_000)] {
            assert!(matches!(check(password, "Ada"), Err(Refused::WeakPassword { .. })));
            assert!(!is_right(password, &hash(&password[..password.len().min(8)])));
        }
        assert!(is_right("correct horse", &hash("correct horse")));
        assert!(!is_right("correct house", &hash("correct horse")));
    }
}
