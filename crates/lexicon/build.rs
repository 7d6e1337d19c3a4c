//! Builds again when a lexicon is added or changed, which `include_dir` alone does not notice.

fn main() {
    println!("cargo::rerun-if-changed=../../lexicons");
}
