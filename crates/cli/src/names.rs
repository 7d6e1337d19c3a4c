//! Names of rulesets and lexicons as arguments. Shells complete the built-in ones; any other name
//! or path is accepted too.

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, TypedValueParser};
use tisane_lexicon::Catalogue;
use tisane_rules::builtin_names;

#[derive(Clone)]
pub(crate) struct RulesetName;

#[derive(Clone)]
pub(crate) struct LexiconName;

impl TypedValueParser for RulesetName {
    type Value = OsString;

    fn parse_ref(
        &self,
        _: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<OsString, clap::Error> {
        Ok(value.to_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(builtin_names().map(PossibleValue::new)))
    }
}

impl TypedValueParser for LexiconName {
    type Value = OsString;

    fn parse_ref(
        &self,
        _: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<OsString, clap::Error> {
        Ok(value.to_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            Catalogue::new(None).list().into_iter().map(|entry| PossibleValue::new(entry.name)),
        ))
    }
}
