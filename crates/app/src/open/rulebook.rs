//! Rulesets: where they come from, and which one a text and the user's choices select.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use tisane_rules::{GcgFile, GcgRecord, Ruleset, USUAL_RULESET, Written};

use super::error::OpenError;
use super::warning::{Warning, bonus_unchanged};

/// A place where rulesets are found by name.
pub trait Rulesets {
    /// The ruleset with this name, or where paths may be given, in this file.
    fn find(&self, name: &OsStr) -> Result<RulesetSource, OpenError>;
}

/// A ruleset as it was found.
#[derive(Clone, Debug)]
pub struct RulesetSource {
    /// Its text, from which changed rules are made.
    pub text: Cow<'static, str>,
    /// The file it comes from, unless it is built in.
    pub file: Option<String>,
    /// The ruleset itself, if it was read before.
    pub parsed: Option<Arc<Ruleset>>,
}

impl RulesetSource {
    fn plain(&self) -> Result<Arc<Ruleset>, OpenError> {
        self.parsed.clone().map_or_else(|| self.with(&[]), Ok)
    }

    fn with(&self, settings: &[String]) -> Result<Arc<Ruleset>, OpenError> {
        let parsed = Ruleset::parse_with(&self.text, settings);
        let error = |error| OpenError::Ruleset { file: self.file.clone(), error: Box::new(error) };
        parsed.map(Arc::new).map_err(error)
    }
}

/// The rulesets that come with the program.
#[derive(Copy, Clone, Debug)]
pub struct BuiltIn;

impl Rulesets for BuiltIn {
    fn find(&self, name: &OsStr) -> Result<RulesetSource, OpenError> {
        let text = Ruleset::builtin_source(&name.to_string_lossy())?;
        Ok(RulesetSource { text: Cow::Borrowed(text), file: None, parsed: None })
    }
}

/// Which rules the user asks for. What is not chosen comes from the text, then from the defaults.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct RuleChoices {
    /// The ruleset's name, or where [`Rulesets`] allows it, its path.
    pub ruleset: Option<OsString>,
    /// Changes of it, such as `end.passes=2`.
    pub settings: Vec<String>,
}

/// Finds rulesets for texts.
#[derive(Copy, Clone)]
pub struct Rulebook<'a> {
    /// Where rulesets are found.
    pub rulesets: &'a dyn Rulesets,
    /// The ruleset of texts that name none. Without a default such a text is refused.
    pub default: Option<&'a str>,
}

impl std::fmt::Debug for Rulebook<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rulebook").field("default", &self.default).finish_non_exhaustive()
    }
}

/// The rules that a text is read with.
#[derive(Clone, Debug)]
pub struct Rules {
    /// With all changes.
    pub ruleset: Arc<Ruleset>,
    /// Without any.
    pub plain: Arc<Ruleset>,
}

impl Rulebook<'_> {
    /// The ruleset with this name.
    pub fn ruleset(&self, name: impl AsRef<OsStr>) -> Result<Arc<Ruleset>, OpenError> {
        self.rulesets.find(name.as_ref())?.plain()
    }

    /// The rules for a text: the chosen ruleset or the one the text names, with the changes that
    /// its CGP operations and then the user make. The ruleset is read once.
    pub fn rules(
        &self,
        text: Option<&Written>,
        choices: &RuleChoices,
        warnings: &mut Vec<Warning>,
    ) -> Result<Rules, OpenError> {
        let named = if choices.ruleset.is_none() { named_game(text)? } else { None };
        let in_text = named.as_deref().or(self.default).map(OsStr::new);
        let name = choices.ruleset.as_deref().or(in_text);
        let source = self.rulesets.find(name.ok_or(OpenError::WhichGame)?)?;
        let plain = source.plain()?;
        let mut ruleset = plain.clone();
        let mut settings = choices.settings.clone();
        if !choices.settings.is_empty() {
            ruleset = source.with(&choices.settings)?;
        }
        if let Some(Written::Cgp(cgp)) = text {
            warnings.extend(
                cgp.unknown_operations()
                    .map(|unknown| Warning::UnknownOperation { code: unknown.code.clone() }),
            );
            let of_cgp = cgp.settings(&ruleset)?;
            if !of_cgp.is_empty() {
                settings.splice(..0, of_cgp);
                ruleset = source.with(&settings)?;
            }
        }
        warnings.extend(bonus_unchanged(&plain, &ruleset, &settings));
        Ok(Rules { ruleset, plain })
    }

    /// A game on a score sheet, and its rules. A sheet that names no game and can't be read with
    /// the default is tried with the most common one, since most such sheets are from there.
    pub fn record(
        &self,
        file: &GcgFile,
        choices: &RuleChoices,
        warnings: &mut Vec<Warning>,
    ) -> Result<(Rules, GcgRecord), OpenError> {
        let text = Written::Game(Box::new(file.clone()));
        let rules = self.rules(Some(&text), choices, warnings)?;
        match file.record(&rules.ruleset) {
            Ok(game) => Ok((rules, game)),
            Err(error) => {
                let is_named = choices.ruleset.is_some() || named_game(Some(&text))?.is_some();
                let usual = || {
                    let usual = self.ruleset(USUAL_RULESET).ok()?;
                    let game = file.record(&usual).ok()?;
                    Some((Rules { ruleset: usual.clone(), plain: usual }, game))
                };
                match is_named || !choices.settings.is_empty() {
                    true => None,
                    false => usual(),
                }
                .ok_or(OpenError::Game(error))
            }
        }
    }
}

/// The ruleset that a text names, if it names one.
pub(super) fn named_game(text: Option<&Written>) -> Result<Option<String>, OpenError> {
    match text.and_then(Written::game) {
        Some((named, None)) => Err(OpenError::UnknownGame { named }),
        named => Ok(named.and_then(|(_, ruleset)| ruleset)),
    }
}
