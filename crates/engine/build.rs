//! Rebuilds the crate when models/ changes. `include_dir` doesn't notice new files.

fn main() {
    println!("cargo::rerun-if-changed=../../models");
}
