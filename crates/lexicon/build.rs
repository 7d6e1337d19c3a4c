//! Rebuilds the crate when lexicons/ changes. `include_dir` doesn't notice new files.

fn main() {
    println!("cargo::rerun-if-changed=../../lexicons");
}
