//! Every crate tells the registry what it is.

use std::path::Path;

#[test]
fn every_crate_describes_itself() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    for folder in std::fs::read_dir(crates).unwrap() {
        let manifest = folder.unwrap().path().join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).unwrap();
        assert!(text.contains("\ndescription = \""), "{}: description", manifest.display());
        for key in ["license", "repository", "readme", "keywords", "categories"] {
            let line = format!("\n{key}.workspace = true\n");
            assert!(text.contains(&line), "{}: {key}", manifest.display());
        }
    }
}
