//! The built-in rulesets: every file of the folder `rulesets/`.

use include_dir::{Dir, File, include_dir};
use tisane_lexicon::{excerpt, language_of_lexicon, nearest};

use super::Ruleset;

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../rulesets");

/// The alias of the default ruleset; one of the files has it.
pub const USUAL_RULESET: &str = "default";

/// An unknown ruleset name.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("unknown ruleset {:?}", excerpt(.name))]
pub struct NoSuchRuleset {
    /// The name that was asked for.
    pub name: String,
    /// A built-in ruleset with a similar name.
    pub nearest: Option<String>,
}

impl NoSuchRuleset {
    /// How to fix it.
    pub fn hint(&self) -> Option<String> {
        let all = "`tisane rulesets` lists them all";
        let usual = || Ruleset::named(USUAL_RULESET).ok().map(|usual| usual.name);
        Some(match (&self.nearest, usual()) {
            (Some(nearest), _) => format!("did you mean {nearest}? {all}"),
            (None, Some(usual)) => format!("the default is {usual}; {all}"),
            (None, None) => all.to_owned(),
        })
    }
}

/// The names of the built-in rulesets, sorted.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    let mut names: Vec<&str> = FOLDER
        .files()
        .filter_map(|file| file.path().file_name()?.to_str()?.strip_suffix(".toml"))
        .collect();
    names.sort_unstable();
    names.into_iter()
}

impl Ruleset {
    /// The built-in ruleset with this name, such as `english`, `erudit` or `english-super`. Case,
    /// spaces and underscores do not matter. The `aliases` of a file are names that other programs
    /// use.
    pub fn named(name: &str) -> Result<Ruleset, NoSuchRuleset> {
        Ok(Ruleset::parse(source(name)?).expect("a test reads every built-in ruleset"))
    }

    /// The text of the built-in ruleset with this name.
    pub fn builtin_source(name: &str) -> Result<&'static str, NoSuchRuleset> {
        source(name)
    }

    /// The built-in ruleset that other programs mean by the names of a letter distribution and of a
    /// board. If the two name different games in one language, the board decides.
    pub fn name_for(distribution: Option<&str>, board: Option<&str>) -> Option<String> {
        let named = |name: Option<&str>| Ruleset::named(name?).ok();
        match (named(distribution), named(board)) {
            (Some(by_tiles), Some(by_board)) => {
                let fits = by_tiles.layout == by_board.layout || by_tiles.locale != by_board.locale;
                Some(if fits { by_tiles.name } else { by_board.name })
            }
            (by_tiles, by_board) => by_tiles.or(by_board).map(|ruleset| ruleset.name),
        }
    }
}

impl Ruleset {
    /// The built-in ruleset that a game played with this lexicon probably follows: the usual game
    /// in the language of a well-known lexicon.
    ///
    /// ```
    /// use tisane_rules::Ruleset;
    /// assert_eq!(Ruleset::name_for_lexicon("FRA24").as_deref(), Some("french"));
    /// assert_eq!(Ruleset::name_for_lexicon("my-words"), None);
    /// ```
    pub fn name_for_lexicon(lexicon: &str) -> Option<String> {
        let language = language_of_lexicon(lexicon)?;
        let usual = Ruleset::named(USUAL_RULESET).ok()?;
        let in_language: Vec<Ruleset> = builtin_names()
            .filter_map(|name| Ruleset::named(name).ok())
            .filter(|ruleset| ruleset.locale == language && ruleset.rated_as == ruleset.name)
            .collect();
        // Of several games in a language, the one on the usual board.
        let on_usual_board = in_language.iter().find(|ruleset| ruleset.layout == usual.layout);
        on_usual_board.or(in_language.first()).map(|ruleset| ruleset.name.clone())
    }
}

fn source(name: &str) -> Result<&'static str, NoSuchRuleset> {
    let wanted = canonical(name);
    let text = |file: &'static File<'_>| {
        file.contents_utf8().expect("a test reads every built-in ruleset")
    };
    if let Some(file) = FOLDER.get_file(format!("{wanted}.toml")) {
        return Ok(text(file));
    }
    let rulesets = FOLDER
        .files()
        .filter(|file| file.path().extension().is_some_and(|extension| extension == "toml"));
    let mut with_alias = rulesets
        .map(text)
        .filter(|text| aliases(text).iter().any(|alias| canonical(alias) == wanted));
    with_alias.next().ok_or_else(|| {
        let nearest = nearest(&wanted, builtin_names()).map(str::to_owned);
        NoSuchRuleset { name: name.to_owned(), nearest }
    })
}

fn canonical(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}

/// The aliases of a ruleset, without parsing all of its file.
fn aliases(source: &str) -> Vec<String> {
    let line = source.lines().find(|line| line.starts_with("aliases"));
    let table = line.and_then(|line| toml::from_str::<toml::Table>(line).ok());
    let names = table.as_ref().and_then(|table| table.get("aliases")?.as_array());
    names.into_iter().flatten().filter_map(|name| Some(name.as_str()?.to_owned())).collect()
}
