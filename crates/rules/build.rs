//! The folder `rulesets/` is bundled whole; without this, a new file in it would go unnoticed.

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets");
    let mut out = std::io::stdout();
    std::io::Write::write_all(&mut out, format!("cargo::rerun-if-changed={folder}\n").as_bytes()).expect("cargo listens");
}
