//! `config.toml` in the data folder: defaults for options.

use std::path::Path;
use std::sync::OnceLock;

use clap::builder::OsStr;

use crate::failure::{Failure, read_text};

/// The defaults in the file. `ruleset` and `lexicon` only apply where nothing else names one.
#[derive(Clone, Default, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    pub(crate) ruleset: Option<String>,
    pub(crate) lexicon: Option<String>,
    threads: Option<u16>,
    time: Option<Time>,
    color: Option<String>,
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(untagged)]
enum Time {
    Whole(u32),
    Seconds(f64),
    Text(String),
}

static CONFIG: OnceLock<Config> = OnceLock::new();

/// The file's defaults; empty before [`set`], or with `--no-config`.
pub(crate) fn config() -> &'static Config {
    static EMPTY: Config =
        Config { ruleset: None, lexicon: None, threads: None, time: None, color: None };
    CONFIG.get().unwrap_or(&EMPTY)
}

/// Makes these defaults available to all commands.
pub(crate) fn set(config: Config) {
    CONFIG.get_or_init(|| config);
}

impl Config {
    /// Reads `config.toml` in this folder, if there is one.
    pub(crate) fn read(folder: &Path) -> Result<Config, Failure> {
        let file = folder.join("config.toml");
        if !file.exists() {
            return Ok(Config::default());
        }
        Config::parse(&read_text(&file)?).map_err(|error| {
            Failure::new(
                format!("{}: {error}", file.display()),
                "`tisane help config` lists the options; --no-config ignores the file",
            )
        })
    }

    fn parse(text: &str) -> Result<Config, String> {
        toml::from_str(text).map_err(|error| error.message().to_owned())
    }

    /// Sets the defaults of these options in a command and its subcommands.
    pub(crate) fn apply(&self, command: clap::Command) -> clap::Command {
        let is_timed = matches!(command.get_name(), "solve" | "review");
        let default = |arg: clap::Arg| {
            let value = match arg.get_long() {
                Some("threads") => self.threads.map(|threads| threads.to_string()),
                Some("color") => self.color.clone(),
                Some("time") if is_timed => self.time.as_ref().map(|time| match time {
                    Time::Whole(seconds) => seconds.to_string(),
                    Time::Seconds(seconds) => seconds.to_string(),
                    Time::Text(text) => text.clone(),
                }),
                _ => None,
            };
            match value {
                Some(value) => arg.default_value(OsStr::from(value)),
                None => arg,
            }
        };
        command.mut_args(default).mut_subcommands(|sub| self.apply(sub))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_refused() {
        let error = Config::parse("rulset = 'french'").unwrap_err();
        assert!(error.contains("unknown field `rulset`, expected one of `ruleset`"), "{error}");
    }

    #[test]
    fn options_get_the_defaults_of_the_file() {
        let config = Config::parse("threads = 3\ntime = '20s'\ncolor = 'never'").unwrap();
        let time = || clap::Arg::new("time").long("time");
        let command = clap::Command::new("tisane")
            .arg(clap::Arg::new("color").long("color"))
            .subcommand(clap::Command::new("solve").arg(time()))
            .subcommand(clap::Command::new("bench").arg(time()));
        let value = |args: &[&str], id: &str| {
            let matches = config.apply(command.clone()).get_matches_from(args);
            let (_, sub) = matches.subcommand().unwrap();
            sub.get_one::<String>(id).or(matches.try_get_one(id).ok().flatten()).cloned()
        };
        assert_eq!(value(&["tisane", "solve"], "time").as_deref(), Some("20s"));
        assert_eq!(value(&["tisane", "solve", "--time", "1"], "time").as_deref(), Some("1"));
        assert_eq!(value(&["tisane", "bench"], "time"), None);
    }
}
