//! Import cycles between the top-level modules of a crate. A module in a cycle can't be read, or
//! changed, without the others.

mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command::root;
use paths::{PathUse, paths, reexports};

/// Prints every cycle, and returns how many crates have none and how many have some.
pub(crate) fn report(text: &mut String) -> Result<(usize, usize)> {
    let mut sources = vec![("xtask".to_owned(), root().join("xtask/src"))];
    for folder in entries(&root().join("crates"))? {
        sources.push((name(&folder), folder.join("src")));
    }
    sources.retain(|(_, source)| source.is_dir());
    let mut failed = 0;
    for (name, source) in &sources {
        let imports = Imports::of_crate(source)?;
        let cycles = imports.cycles();
        failed += usize::from(!cycles.is_empty());
        for cycle in cycles {
            *text += &format!("{name}: {}\n", cycle.iter().copied().collect::<Vec<_>>().join(" "));
            for (from, to, place) in imports.within(&cycle) {
                *text += &format!("  {from} → {to}  ({place})\n");
            }
        }
    }
    Ok((sources.len() - failed, failed))
}

/// Which top-level module imports which, and where it first does.
#[derive(Default)]
struct Imports {
    edges: BTreeMap<String, BTreeMap<String, String>>,
}

impl Imports {
    fn of_crate(source: &Path) -> Result<Imports> {
        let mut modules = BTreeSet::new();
        let mut reexported = BTreeMap::new();
        for entry in entries(source)? {
            match name(&entry).as_str() {
                "lib" | "main" => reexported.extend(reexports(&read(&entry)?)),
                module => drop(modules.insert(module.to_owned())),
            }
        }
        let mut imports = Imports::default();
        for module in &modules {
            imports.edges.insert(module.clone(), BTreeMap::new());
        }
        let mut files = Vec::new();
        rust_files(source, &mut files)?;
        for file in files {
            let inside = file.strip_prefix(source)?;
            let module = module_path(inside);
            let Some(top) = module.first().filter(|top| modules.contains(*top)) else { continue };
            for PathUse { first, line } in paths(&read(&file)?, module.len()) {
                let target = modules.get(&first).or_else(|| reexported.get(&first));
                if let Some(target) = target.filter(|target| *target != top) {
                    let place = format!("{}:{line}", inside.display());
                    let edges = imports.edges.entry(top.clone()).or_default();
                    edges.entry(target.clone()).or_insert(place);
                }
            }
        }
        Ok(imports)
    }

    fn reachable<'a>(&'a self, from: &'a str) -> BTreeSet<&'a str> {
        let (mut found, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(module) = open.pop() {
            for target in self.edges.get(module).into_iter().flat_map(BTreeMap::keys) {
                if found.insert(target.as_str()) {
                    open.push(target);
                }
            }
        }
        found
    }

    /// The sets of modules that can each reach all others of their set.
    fn cycles(&self) -> Vec<BTreeSet<&str>> {
        let reachable: BTreeMap<&str, BTreeSet<&str>> =
            self.edges.keys().map(|module| (module.as_str(), self.reachable(module))).collect();
        let mut cycles: Vec<BTreeSet<&str>> = Vec::new();
        for (module, targets) in reachable.iter().filter(|(module, to)| to.contains(**module)) {
            if !cycles.iter().any(|cycle| cycle.contains(module)) {
                let returns = |target: &&&str| {
                    reachable.get(**target).is_some_and(|targets| targets.contains(module))
                };
                cycles.push(targets.iter().filter(returns).copied().collect());
            }
        }
        cycles
    }

    fn within(&self, cycle: &BTreeSet<&str>) -> Vec<(&str, &str, &str)> {
        let edges = self.edges.iter().filter(|(from, _)| cycle.contains(from.as_str()));
        edges
            .flat_map(|(from, to)| to.iter().map(move |(to, place)| (&**from, &**to, &**place)))
            .filter(|(_, to, _)| cycle.contains(to))
            .collect()
    }
}

/// `["a", "b"]` for `a/b.rs` and for `a/b/mod.rs`.
fn module_path(inside: &Path) -> Vec<String> {
    let mut module: Vec<String> =
        inside.iter().map(|part| part.to_string_lossy().trim_end_matches(".rs").into()).collect();
    module.pop_if(|last| last == "mod");
    module
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in entries(folder)? {
        if entry.is_dir() {
            rust_files(&entry, files)?;
        } else if entry.extension().is_some_and(|it| it == "rs") && name(&entry) != "tests" {
            files.push(entry);
        }
    }
    Ok(())
}

/// What a folder contains, sorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = || fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let entries: std::io::Result<Vec<PathBuf>> = read();
    let mut entries = entries.with_context(|| format!("reading {}", folder.display()))?;
    entries.sort();
    Ok(entries)
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imports(edges: &[(&str, &str)]) -> Imports {
        let mut imports = Imports::default();
        for (from, to) in edges {
            let edge = imports.edges.entry((*from).to_owned()).or_default();
            edge.insert((*to).to_owned(), String::new());
        }
        imports
    }

    #[test]
    fn finds_each_cycle_once() {
        let imports =
            imports(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "f"), ("f", "e")]);
        let cycles = imports.cycles();
        assert_eq!(cycles, [BTreeSet::from(["a", "b", "c"]), BTreeSet::from(["e", "f"])]);
    }

    #[test]
    fn a_chain_has_no_cycle() {
        assert_eq!(
            imports(&[("a", "b"), ("b", "c"), ("a", "c")]).cycles(),
            [] as [BTreeSet<&str>; 0]
        );
    }

    #[test]
    fn a_file_and_a_folder_are_the_same_module() {
        assert_eq!(module_path(Path::new("a/b.rs")), ["a", "b"]);
        assert_eq!(module_path(Path::new("a/b/mod.rs")), ["a", "b"]);
        assert_eq!(module_path(Path::new("a.rs")), ["a"]);
    }
}
