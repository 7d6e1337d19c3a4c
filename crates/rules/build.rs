//! `include_dir!` does not notice new files by itself.
fn main() {
    println!("cargo::rerun-if-changed=../../rulesets");
}
