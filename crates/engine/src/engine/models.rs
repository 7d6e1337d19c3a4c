//! The available models: the built-in ones and those the user has trained.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tisane_lexicon::Lexicon;
use tisane_rules::Ruleset;

use crate::engine::Engine;
use crate::evaluate::fingerprint::Fingerprint;
use crate::evaluate::leave::NoLeaves;
use crate::evaluate::model::{Model, ModelError};

/// The available models.
#[derive(Clone, Debug)]
pub struct Models {
    data: Option<PathBuf>,
}

/// Enough bytes for [`Model::peek`] and [`Model::peek_names`].
const PEEK: u64 = 1024;

/// An available model.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ListedModel {
    /// Name of the ruleset.
    pub ruleset: String,
    /// Name of the lexicon.
    pub lexicon: String,
    /// The user's file; `None` for a built-in model.
    pub file: Option<PathBuf>,
}

impl Models {
    /// The built-in models and those in the user's data folder, if there is one.
    pub fn new(data: Option<PathBuf>) -> Models {
        Models { data }
    }

    /// The best model for this game with these words: for exactly these, for the whole list these
    /// words are part of, or for a game that differs at most in exchanges and its end. The user's
    /// models take precedence.
    pub fn find(&self, ruleset: &Ruleset, lexicon: &Lexicon) -> Result<Option<Model>, ModelError> {
        let fingerprints = Fingerprint::near(ruleset, lexicon);
        let files: Vec<(Fingerprint, PathBuf)> = self
            .files()
            .into_iter()
            .filter_map(|path| Some((Model::peek(&head(&path)?)?, path)))
            .collect();
        for near_enough in [Fingerprint::fits, Fingerprint::is_kin] {
            for fingerprint in &fingerprints {
                if let Some((_, path)) = files.iter().find(|(of, _)| near_enough(of, fingerprint)) {
                    return Model::open(path)?.fitting(ruleset, lexicon).map(Some);
                }
                if let Some(bytes) = built_in().find(|bytes| {
                    Model::peek(bytes).is_some_and(|of| near_enough(&of, fingerprint))
                }) {
                    return Model::from_bytes(bytes).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// A built-in model of a game with the same name and tiles, for whatever words. Its win chances
    /// are better than none.
    pub fn similar(&self, ruleset: &Ruleset) -> Option<Model> {
        built_in()
            .filter(|bytes| Model::peek_names(bytes).is_some_and(|(name, _)| name == ruleset.name))
            .find_map(|bytes| Model::from_bytes(bytes).ok()?.with_tiles_of(ruleset).ok())
    }

    /// All models, sorted by name.
    pub fn list(&self) -> Vec<ListedModel> {
        let listed = |head: &[u8], file| {
            Model::peek_names(head).map(|(ruleset, lexicon)| ListedModel { ruleset, lexicon, file })
        };
        let own = self.files().into_iter().filter_map(|path| listed(&head(&path)?, Some(path)));
        let mut models: Vec<ListedModel> =
            built_in().filter_map(|bytes| listed(bytes, None)).chain(own).collect();
        models.sort_by(|a, b| {
            (&a.ruleset, &a.lexicon, &a.file).cmp(&(&b.ruleset, &b.lexicon, &b.file))
        });
        models
    }

    /// An engine with the model for this game and these words; without leaves if no model exists.
    pub fn engine(
        &self,
        ruleset: Arc<Ruleset>,
        lexicon: Arc<Lexicon>,
    ) -> Result<Engine, ModelError> {
        Ok(match self.find(&ruleset, &lexicon)? {
            Some(model) => Engine::new(ruleset, lexicon, &model),
            None => Engine::new(ruleset, lexicon, NoLeaves),
        })
    }

    /// The file for the user's model of this game with these words.
    pub fn place(&self, ruleset: &Ruleset, lexicon: &Lexicon) -> Option<PathBuf> {
        let number = Fingerprint::of(ruleset, lexicon).number();
        let name = format!("{}-{}-{:08x}.model", ruleset.name, lexicon.name(), number as u32);
        self.data.as_ref().map(|data| data.join("models").join(name))
    }

    fn files(&self) -> Vec<PathBuf> {
        let Some(data) = &self.data else { return Vec::new() };
        let Ok(folder) = std::fs::read_dir(data.join("models")) else { return Vec::new() };
        let files = folder.filter_map(|file| Some(file.ok()?.path()));
        let mut files: Vec<PathBuf> = files
            .filter(|path| path.extension().is_some_and(|extension| extension == "model"))
            .collect();
        files.sort();
        files
    }
}

/// The first bytes of a file.
fn head(path: &Path) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    std::fs::File::open(path).ok()?.take(PEEK).read_to_end(&mut head).ok()?;
    Some(head)
}

/// The files in `models/`.
#[cfg(feature = "built-in")]
fn built_in() -> impl Iterator<Item = &'static [u8]> {
    static MODELS: include_dir::Dir<'_> =
        include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../models");
    MODELS.files().map(|file| file.contents())
}

#[cfg(not(feature = "built-in"))]
fn built_in() -> impl Iterator<Item = &'static [u8]> {
    std::iter::empty()
}
