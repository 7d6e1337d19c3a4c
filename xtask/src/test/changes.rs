//! Which packages the working tree changes, for `cargo xtask test --quick`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Deserialize;

use crate::command::{cargo, git, output, root};

/// The branches a contributor may have started from, the first that exists counts.
const MAIN: [&str; 3] = ["origin/HEAD", "origin/main", "main"];
/// Folders whose files are compiled into a crate.
const DATA: [(&str, &str); 3] =
    [("rulesets", "crates/rules"), ("lexicons", "crates/lexicon"), ("models", "crates/engine")];
/// Files that every crate depends on.
const EVERYTHING: [&str; 3] = ["Cargo.toml", "Cargo.lock", ".cargo"];

#[derive(Default, Eq, PartialEq, Debug)]
pub(super) struct Changes {
    pub packages: BTreeSet<String>,
    pub web: bool,
    /// The commit that the working tree is compared with.
    pub base: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
}

impl Changes {
    pub(super) fn find() -> Result<Changes> {
        let base = base();
        let mut files = output(git(["diff", "--name-only", "--no-renames", &base]))?;
        files += &output(git(["ls-files", "--others", "--exclude-standard"]))?;
        let metadata = output(cargo(["metadata", "--no-deps", "--format-version", "1"]))?;
        let Metadata { packages } = serde_json::from_str(&metadata)?;
        let root = root();
        let folders: Vec<(String, PathBuf)> = packages
            .into_iter()
            .map(|package| {
                let folder = package.manifest_path.parent().unwrap_or(&root);
                (package.name, folder.strip_prefix(&root).unwrap_or(folder).to_owned())
            })
            .collect();
        Ok(Changes { base, ..Changes::of_files(files.lines().map(Path::new), &folders) })
    }

    fn of_files<'a>(
        files: impl Iterator<Item = &'a Path>,
        folders: &[(String, PathBuf)],
    ) -> Changes {
        let mut changes = Changes::default();
        for file in files {
            changes.web |= file.starts_with("web");
            if EVERYTHING.iter().any(|path| file.starts_with(path)) {
                changes.packages.extend(folders.iter().map(|(name, _)| name.clone()));
            }
            let data = DATA.iter().find(|(data, _)| file.starts_with(data));
            let file = data.map_or(file, |(_, krate)| Path::new(krate));
            let package = folders.iter().find(|(_, folder)| file.starts_with(folder));
            changes.packages.extend(package.map(|(name, _)| name.clone()));
        }
        changes
    }
}

/// The commit where this branch left the main branch, or the last commit.
fn base() -> String {
    let merge_base = |main: &&str| output(git(["merge-base", "HEAD", main])).ok();
    MAIN.iter().find_map(merge_base).map_or("HEAD".to_owned(), |base| base.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(files: &[&str]) -> (Vec<String>, bool) {
        let folders =
            [("tisane-rules", "crates/rules"), ("tisane", "crates/cli"), ("xtask", "xtask")]
                .map(|(name, folder)| (name.to_owned(), PathBuf::from(folder)));
        let changes = Changes::of_files(files.iter().map(Path::new), &folders);
        (changes.packages.into_iter().collect(), changes.web)
    }

    #[test]
    fn a_source_file_changes_its_package() {
        assert_eq!(changes(&["crates/cli/src/main.rs"]), (vec!["tisane".to_owned()], false));
        assert_eq!(changes(&["README.md"]), (vec![], false));
        assert_eq!(changes(&["web/src/main.ts"]), (vec![], true));
    }

    #[test]
    fn data_changes_the_package_it_is_compiled_into() {
        assert_eq!(changes(&["rulesets/english.toml"]).0, ["tisane-rules"]);
    }

    #[test]
    fn the_workspace_manifest_changes_every_package() {
        assert_eq!(changes(&["Cargo.toml"]).0, ["tisane", "tisane-rules", "xtask"]);
    }
}
