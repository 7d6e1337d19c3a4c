//! `tisane bots`: whom can one play against?

use std::io::Write;

use tisane_app::players::{SETTINGS, Setting};
use tisane_protocol::BotList;

use crate::Outcome;
use crate::show::table::{Align, Table};
use crate::show::{QUIET, json, screen};

/// List the bots, the weakest first
///
/// `tisane play --level club` plays against one of them; settings follow its name, with commas
/// between: `champion,rollouts=500`. `tisane ladder` measures how far apart they are.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
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
    let text = format!(
        "`tisane play --level {}` plays against one, and is what `tisane play` alone means",
        list.usual
    );
    writeln!(out, "\n{QUIET}{}{QUIET:#}", screen::sentence(&text))?;
    Ok(Outcome::Yes)
}
