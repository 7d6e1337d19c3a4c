//! Which models there are: those built in, and those that the user has trained.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tisane_lexicon::Lexicon;
use tisane_rules::Ruleset;

use crate::engine::Engine;
use crate::fingerprint::Fingerprint;
use crate::leave::NoLeaves;
use crate::model::{Model, ModelError};

/// The models at hand.
#[derive(Clone, Debug)]
pub struct Models {
    data: Option<PathBuf>,
}

/// As long as what [`Model::peek`] reads.
const PEEK: u64 = 40;

impl Models {
    /// What is built in, and what lies in the user's data folder, if there is one.
    pub fn new(data: Option<PathBuf>) -> Models {
        Models { data }
    }

    /// The model for this game with these words, if there is one; else one for a game that differs in exchanges and its end at most. The
    /// user's go before those built in.
    pub fn find(&self, ruleset: &Ruleset, lexicon: &Lexicon) -> Result<Option<Model>, ModelError> {
        let wanted = Fingerprint::of(ruleset, lexicon);
        let files: Vec<(Fingerprint, PathBuf)> = self.files().into_iter().filter_map(|path| Some((peek(&path)?, path))).collect();
        for near_enough in [Fingerprint::fits, Fingerprint::is_kin] {
            if let Some((_, path)) = files.iter().find(|(of, _)| near_enough(of, &wanted)) {
                return Model::open(path)?.fitting(ruleset, lexicon).map(Some);
            }
            if let Some(bytes) = built_in().find(|bytes| Model::peek(bytes).is_some_and(|of| near_enough(&of, &wanted))) {
                return Model::from_bytes(bytes).map(Some);
            }
        }
        Ok(None)
    }

    /// An engine that knows what was learned about this game with these words, if anything was.
    pub fn engine(&self, ruleset: Arc<Ruleset>, lexicon: Arc<Lexicon>) -> Result<Engine, ModelError> {
        Ok(match self.find(&ruleset, &lexicon)? {
            Some(model) => Engine::new(ruleset, lexicon, &model),
            None => Engine::new(ruleset, lexicon, NoLeaves),
        })
    }

    /// Where the user's model of this game with these words is kept.
    pub fn place(&self, ruleset: &Ruleset, lexicon: &Lexicon) -> Option<PathBuf> {
        let number = Fingerprint::of(ruleset, lexicon).number();
        let name = format!("{}-{}-{:08x}.model", ruleset.name, lexicon.name(), number as u32);
        self.data.as_ref().map(|data| data.join("models").join(name))
    }

    fn files(&self) -> Vec<PathBuf> {
        let Some(data) = &self.data else { return Vec::new() };
        let Ok(folder) = std::fs::read_dir(data.join("models")) else { return Vec::new() };
        let files = folder.filter_map(|file| Some(file.ok()?.path()));
        let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|extension| extension == "model")).collect();
        files.sort();
        files
    }
}

fn peek(path: &Path) -> Option<Fingerprint> {
    let mut head = Vec::new();
    std::fs::File::open(path).ok()?.take(PEEK).read_to_end(&mut head).ok()?;
    Model::peek(&head)
}

/// The files of `models/`.
#[cfg(feature = "built-in")]
fn built_in() -> impl Iterator<Item = &'static [u8]> {
    static MODELS: include_dir::Dir<'_> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../models");
    MODELS.files().map(|file| file.contents())
}

#[cfg(not(feature = "built-in"))]
fn built_in() -> impl Iterator<Item = &'static [u8]> {
    std::iter::empty()
}
