//! `tisane admin`: moderation from the command line, also while the server runs.

use std::io::Write;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Subcommand;
use tisane_lexicon::excerpt;
use tisane_protocol::bounds::DAYS;
use tisane_protocol::{AdminAction, AdminLog, BanList, MutedView, PlayerList, ReportList};
use tisane_server::store::{Admin, StoreError, network, own_range};

use crate::Outcome;
use crate::commands::serve::{existing_database, trusted_proxies};
use crate::data::Data;
use crate::failure::Failure;
use crate::numbers;
use crate::show::json;
use crate::show::table::{Align, Table};

/// The maximum number of rows in a list.
const LISTED: usize = 200;
const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// Moderate a server: players, bans, reports, announcements
#[derive(clap::Args)]
#[command(
    after_help = "Changes the database; a running server applies the change within a second. Name\nplayers by account name, or by the id from `tisane admin players`.\n\nExamples:\n  tisane admin ban troll --days 7 --reason insults\n  tisane admin reports"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
    /// The server's database: a file, or postgres://user@host/name [default: tisane.db in the data
    /// folder]
    #[arg(
        long,
        global = true,
        value_name = "DATABASE",
        env = "TISANE_DATABASE",
        hide_env_values = true
    )]
    database: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Task {
    /// Make an account an administrator
    Grant { name: String },
    /// Remove an administrator
    Revoke { name: String },
    /// List players whose name contains a text
    Players {
        #[arg(default_value = "")]
        query: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Mute a player in chats
    Mute {
        name: String,
        /// Number of days [default: until unmuted]
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::between(DAYS.0, DAYS.1))]
        days: Option<u32>,
    },
    /// Unmute a player
    Unmute { name: String },
    /// Ban a player, an address range, or both
    Ban {
        /// The player; optional with --address
        name: Option<String>,
        /// Number of days [default: until unbanned]
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::between(DAYS.0, DAYS.1))]
        days: Option<u32>,
        /// An address or a range, such as 192.0.2.0/24
        #[arg(long, value_name = "CIDR")]
        address: Option<String>,
        /// The reason; the banned player sees it
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        reason: String,
        /// Ban a range that contains this machine or a trusted proxy
        #[arg(long)]
        force: bool,
    },
    /// Lift a ban, by its number in `tisane admin bans`
    Unban { ban: i64 },
    /// List current bans
    Bans {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// End a game without a winner
    Close {
        game: String,
        /// The reason; the players see it
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        reason: String,
    },
    /// Delete a chat message, by its number in the game
    DeleteMessage { game: String, number: u64 },
    /// Show an announcement to everybody for a day; an empty text removes it
    Announce { text: String },
    /// List open reports
    Reports {
        /// Include closed reports
        #[arg(long)]
        all: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Close a report
    CloseReport { report: i64 },
    /// List actions of administrators
    Log {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let database = existing_database(args.database.as_deref(), data)?;
    let mut admin = Admin::open(&database).map_err(failure)?;
    let player = |name: &str| -> anyhow::Result<String> {
        if let Some(found) = admin.player(name).map_err(failure)? {
            return Ok(found);
        }
        let former = admin.former_owner(name).map_err(failure)?;
        if let Some((_, now)) = &former {
            let (name, now) = (plain(name.trim()), plain(now));
            writeln!(anstream::stderr(), "{name} is now called {now}.")?;
        }
        Ok(former.map(|(player, _)| player).ok_or_else(|| {
            Failure::new(
                format!("unknown player {:?}", excerpt(name)),
                "`tisane admin players` lists them with their ids",
            )
        })?)
    };
    let action = match &args.task {
        Task::Players { query, json: as_json } => {
            let list =
                PlayerList { players: admin.players(query, now(), LISTED).map_err(failure)? };
            return if *as_json { json(&list).map(|()| Outcome::Yes) } else { show_players(&list) };
        }
        Task::Bans { json: as_json } => {
            let list = BanList { bans: admin.bans(now()).map_err(failure)? };
            return if *as_json { json(&list).map(|()| Outcome::Yes) } else { show_bans(&list) };
        }
        Task::Reports { all, json: as_json } => {
            let list = ReportList { reports: admin.reports(*all, LISTED).map_err(failure)? };
            return if *as_json { json(&list).map(|()| Outcome::Yes) } else { show_reports(&list) };
        }
        Task::Log { json: as_json } => {
            let list = AdminLog { entries: admin.log(LISTED).map_err(failure)? };
            return if *as_json { json(&list).map(|()| Outcome::Yes) } else { show_log(&list) };
        }
        Task::Grant { name } => {
            admin.must_not_be_guest(name).map_err(failure)?;
            AdminAction::Grant { player: player(name)? }
        }
        Task::Revoke { name } => AdminAction::Revoke { player: player(name)? },
        Task::Mute { name, days } => AdminAction::Mute { player: player(name)?, days: *days },
        Task::Unmute { name } => AdminAction::Unmute { player: player(name)? },
        Task::Ban { name, days, address, reason, force } => {
            if let Some(address) = address.as_deref().filter(|_| !force) {
                refuse_own_range(address, data)?;
            }
            AdminAction::Ban {
                player: name.as_deref().map(player).transpose()?,
                address: address.clone(),
                days: *days,
                reason: reason.clone(),
            }
        }
        Task::Unban { ban } => AdminAction::Unban { ban: *ban },
        Task::Close { game, reason } => {
            AdminAction::CloseGame { game: game.clone(), reason: reason.clone() }
        }
        Task::DeleteMessage { game, number } => {
            AdminAction::DeleteMessage { game: game.clone(), number: *number }
        }
        Task::Announce { text } => AdminAction::Announce { text: text.clone() },
        Task::CloseReport { report } => AdminAction::CloseReport { report: *report },
    };
    admin.act(&action, now()).map_err(failure)?;
    writeln!(anstream::stdout(), "Done.")?;
    if matches!(action, AdminAction::CloseGame { .. }) {
        writeln!(
            anstream::stderr(),
            "The server closes the game within a second, or when it starts."
        )?;
    }
    Ok(Outcome::Yes)
}

/// Refuses to ban this machine or a trusted proxy by accident: the ban could shut out everybody.
fn refuse_own_range(address: &str, data: &Data) -> anyhow::Result<()> {
    let Ok(network) = network(address) else { return Ok(()) }; // refused with its own message
    match own_range(&network, &trusted_proxies(data)?) {
        Some(own) => Err(Failure::new(
            format!("{network} contains {own}, so the ban could shut out everybody"),
            "add --force to ban it all the same",
        )
        .into()),
        None => Ok(()),
    }
}

fn failure(error: StoreError) -> Failure {
    Failure::new(error.to_string(), "")
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// A duration in days, hours or minutes.
fn days(millis: i64) -> String {
    match millis / DAY {
        0 if millis < HOUR => format!("{} min", millis / 60_000),
        0 => format!("{} h", millis / HOUR),
        days => format!("{days} d"),
    }
}

fn person(person: Option<&MutedView>) -> String {
    person.map_or(String::new(), |person| {
        person.name.clone().unwrap_or_else(|| person.player.clone())
    })
}

/// Removes control characters, which could change the terminal.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn show_players(list: &PlayerList) -> anyhow::Result<Outcome> {
    let heads = ["ID", "NAME", "FORMERLY", "KIND", "GAMES", "REPORTS", "STATE"];
    let mut table = Table::new(heads.map(|head| (head, Align::Left)));
    for player in &list.players {
        let kind = match (player.admin, player.account) {
            (true, _) => "admin",
            (false, true) => "account",
            (false, false) => "guest",
        };
        let states = [(player.muted, "muted"), (!player.bans.is_empty(), "banned")];
        let state = states
            .iter()
            .filter(|(is_on, _)| *is_on)
            .map(|(_, name)| *name)
            .collect::<Vec<_>>()
            .join(", ");
        table.row([
            player.id.clone(),
            plain(&player.name),
            plain(&player.former_names.join(", ")),
            kind.to_owned(),
            player.games.to_string(),
            player.reports.to_string(),
            state,
        ]);
    }
    table.write(&mut anstream::stdout().lock())?;
    Ok(Outcome::yes_if(!list.players.is_empty()))
}

fn show_bans(list: &BanList) -> anyhow::Result<Outcome> {
    if list.bans.is_empty() {
        writeln!(anstream::stdout(), "no bans")?;
        return Ok(Outcome::Yes);
    }
    let mut table = Table::new(
        ["BAN", "PLAYER", "ADDRESS", "ENDS IN", "REASON"].map(|head| (head, Align::Left)),
    );
    for ban in &list.bans {
        table.row([
            ban.id.to_string(),
            plain(&person(ban.player.as_ref())),
            ban.address.clone().unwrap_or_default(),
            ban.until.map_or("never".to_owned(), |until| days(until - now())),
            plain(&ban.reason),
        ]);
    }
    table.write(&mut anstream::stdout().lock())?;
    Ok(Outcome::Yes)
}

fn show_reports(list: &ReportList) -> anyhow::Result<Outcome> {
    let mut table = Table::new(
        ["REPORT", "AGE", "BY", "ABOUT", "GAME", "MESSAGE"].map(|head| (head, Align::Left)),
    );
    for report in &list.reports {
        table.row([
            report.id.to_string(),
            days(now() - report.at),
            plain(&person(report.reporter.as_ref())),
            plain(&person(report.player.as_ref())),
            report.game.clone().unwrap_or_default(),
            report.message.map_or(String::new(), |number| number.to_string()),
        ]);
        if let Some(said) = &report.said {
            table.note(1, format!("message: {}", plain(said)));
        }
        table.note(1, format!("report: {}", plain(&report.text)));
    }
    table.write(&mut anstream::stdout().lock())?;
    Ok(Outcome::yes_if(!list.reports.is_empty()))
}

fn show_log(list: &AdminLog) -> anyhow::Result<Outcome> {
    let mut table = Table::new(["AGE", "BY", "ACTION"].map(|head| (head, Align::Left)));
    for entry in &list.entries {
        table.row([days(now() - entry.at), plain(&entry.by), plain(&entry.text)]);
    }
    table.write(&mut anstream::stdout().lock())?;
    Ok(Outcome::yes_if(!list.entries.is_empty()))
}
