//! Names of rulesets and lexicons as arguments. Shells complete the built-in ones; any other name
//! or path is accepted too.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use tisane_lexicon::Catalogue;
use tisane_rules::builtin_names;

#[derive(Clone)]
pub(crate) struct RulesetName;

#[derive(Clone)]
pub(crate) struct LexiconName;

impl TypedValueParser for RulesetName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        text(command, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(builtin_names().map(PossibleValue::new)))
    }
}

impl TypedValueParser for LexiconName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        text(command, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            Catalogue::new(None).list().into_iter().map(|entry| PossibleValue::new(entry.name)),
        ))
    }
}

fn text(command: &clap::Command, value: &std::ffi::OsStr) -> Result<String, clap::Error> {
    value
        .to_str()
        .map(str::to_owned)
        .ok_or_else(|| clap::Error::new(ErrorKind::InvalidUtf8).with_cmd(command))
}
