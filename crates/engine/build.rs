//! Rebuilds when a model is added or changed, which `include_dir` alone does not notice.

fn main() {
    println!("cargo::rerun-if-changed=../../models");
}
