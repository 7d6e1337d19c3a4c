//! `cargo xtask passwords`: makes the list of common passwords that the server refuses.
//!
//! The list has the first 32 bits of each password's SHA-256, sorted. One good password in about
//! 240,000 is refused by chance.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::lexicons::about::{Client, Source};
use crate::lexicons::package::unpacked;
use crate::root;

/// The server refuses shorter passwords for their length.
const SHORTEST: usize = 8;
/// The package must have at least this many passwords.
const AT_LEAST: usize = 10_000;
const FILE: &str = "crates/server/data/common-passwords.bin";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail if the committed file differs
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let source = Source {
        client: Client::Npm,
        package: "@zxcvbn-ts/language-common".to_owned(), // MIT
        version: "4.1.3".to_owned(),
        sha256: "bf3027c16c069d7877e25dc8751bc819e10e479afcc5ee1a323eb2ab73129ca9".to_owned(),
    };
    let list = unpacked(&source)?.join("package/src/passwords.json");
    let text = fs::read_to_string(&list).with_context(|| format!("reading {}", list.display()))?;
    let passwords: Vec<String> =
        serde_json::from_str(&text).with_context(|| format!("in {}", list.display()))?;
    ensure!(
        passwords.len() >= AT_LEAST,
        "{} lists only {} passwords",
        list.display(),
        passwords.len()
    );
    let hashes: BTreeSet<u32> =
        passwords.iter().filter(|it| it.chars().count() >= SHORTEST).map(|it| hash(it)).collect();
    let bytes: Vec<u8> = hashes.iter().flat_map(|hash| hash.to_be_bytes()).collect();
    let path = root().join(FILE);
    if args.check {
        ensure!(fs::read(&path)? == bytes, "{FILE} differs from the package");
    } else {
        fs::write(&path, &bytes).with_context(|| format!("writing {}", path.display()))?;
    }
    println!("{FILE}: {} of {} passwords, {} bytes", hashes.len(), passwords.len(), bytes.len());
    Ok(())
}

/// The same as in the server's passwords.rs.
fn hash(password: &str) -> u32 {
    let digest = Sha256::digest(password.to_lowercase().as_bytes());
    u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
}
