//! `tisane bots`: list the bots.

use std::ffi::OsStr;
use std::io::Write;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use tisane_app::players::{self, SETTINGS, Setting};
use tisane_protocol::BotList;

use crate::Outcome;
use crate::show::table::{Align, Table};
use crate::show::{QUIET, json, screen};

/// List the bots, weakest first, and their settings
#[derive(clap::Args)]
#[command(
    after_help = "Settings follow the name of a bot, separated by commas.\n\nExamples:\n  tisane play --level club\n  tisane match champion,rollouts=500 static"
)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The name of a bot as an argument, with or without settings. Shells complete the names.
#[derive(Clone)]
pub(crate) struct BotName;

impl TypedValueParser for BotName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(players::names().into_iter().map(PossibleValue::new)))
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let list = BotList::every();
    if args.json {
        json(&list)?;
        return Ok(Outcome::Yes);
    }
    let mut out = anstream::stdout().lock();
    let mut table = Table::new([("BOT", Align::Left), ("", Align::Left)]);
    for bot in &list.bots {
        table.row([bot.name.clone(), bot.about.clone()]);
    }
    table.write(&mut out)?;
    writeln!(out)?;
    let mut table = Table::new([("BOT", Align::Left), ("SETTING", Align::Left), ("", Align::Left)]);
    for Setting { bot, form, about } in SETTINGS {
        table.row([bot, form, about].map(str::to_owned));
    }
    table.write(&mut out)?;
    let text = format!("`tisane play --level {}` plays against one; it is the default", list.usual);
    writeln!(out, "\n{QUIET}{}{QUIET:#}", screen::sentence(&text))?;
    Ok(Outcome::Yes)
}
