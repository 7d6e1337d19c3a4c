//! Rebuilds the crate when rulesets/ changes. `include_dir` doesn't notice new files.

fn main() {
    println!("cargo::rerun-if-changed=../../rulesets");
}
