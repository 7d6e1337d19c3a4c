//! `tisane --version`: the version, the commit and the data that is built in.

use tisane_engine::Models;
use tisane_lexicon::Catalogue;
use tisane_rules::builtin_names;

/// The short form, of `-V`.
pub(crate) const SHORT: &str = concat!(env!("CARGO_PKG_VERSION"), env!("TISANE_COMMIT_NOTE"));

/// The long form: the built-in lexicons with their numbers of words, rulesets and models.
pub(crate) fn long() -> String {
    let lexicons = Catalogue::new(None).list();
    let lexicons = lexicons.iter().filter_map(|entry| {
        let words = entry.head.as_ref()?.words;
        Some(format!("\n  {:<16} {words} words", entry.name))
    });
    format!(
        "{SHORT}\nbuilt in: {} rulesets, {} models, and the lexicons{}",
        builtin_names().count(),
        Models::new(None).list().len(),
        lexicons.collect::<String>()
    )
}
