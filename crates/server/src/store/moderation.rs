//! Bans, mutes, roles and announcements. The server and `tisane admin` use the same functions.

use ipnet::IpNet;
use tisane_protocol::bounds::DAYS;
use tisane_protocol::{AdminAction, AnnouncementView, BanView, MutedView, PlayerView};
use tisane_rules::Millis;

use super::db::{Db, Lock, Row, values};
use super::{StoreError, admin_log, former_names};

const DAY: Millis = 24 * 3_600_000;
const LONGEST_REASON: usize = 500;
const LONGEST_ANNOUNCEMENT: usize = 300;
/// An announcement is shown for a day.
pub(crate) const ANNOUNCED_FOR: Millis = DAY;
/// The most bans in force; every request is checked against them.
const MOST_BANS: i64 = 10_000;
/// The widest ranges that can be banned: a typing error must not ban a whole country.
const WIDEST_V4: u8 = 8;
const WIDEST_V6: u8 = 16;

pub(super) const GUEST_ADMIN: &str =
    "guests can't be administrators; the player must create an account first";

/// Everything a request is checked against.
#[derive(Clone, Default, Debug)]
pub struct Sanctions {
    pub bans: Vec<Ban>,
    /// Muted players, and until when.
    pub muted: Vec<(String, Option<Millis>)>,
    pub admins: Vec<String>,
    pub announcement: Option<AnnouncementView>,
}

#[derive(Clone, Debug)]
pub struct Ban {
    pub player: Option<String>,
    pub network: Option<IpNet>,
    pub until: Option<Millis>,
    pub reason: String,
}

/// Parses an address or a range.
pub fn network(text: &str) -> Result<IpNet, String> {
    let network = text.parse::<IpNet>().or_else(|_| {
        text.parse().map(|address: std::net::IpAddr| IpNet::from(address.to_canonical()))
    });
    let shown: String = text.chars().take(60).collect();
    let network = network
        .map_err(|_| format!("{shown:?} is not an address or a range such as 192.0.2.0/24"))?
        .trunc();
    let widest = if network.addr().is_ipv4() { WIDEST_V4 } else { WIDEST_V6 };
    if network.prefix_len() < widest {
        return Err(format!(
            "{network} is too wide; the widest range that can be banned is /{widest}"
        ));
    }
    Ok(network)
}

/// What a range contains that must not be banned by accident: this machine or one of these proxies.
pub fn own_range(network: &IpNet, proxies: &[IpNet]) -> Option<&'static str> {
    let overlaps = |other: &IpNet| network.contains(other) || other.contains(network);
    let loopback = ["127.0.0.0/8", "::1/128"].map(|text| text.parse().expect("a network"));
    if loopback.iter().any(overlaps) {
        return Some("this machine's own address");
    }
    proxies.iter().any(overlaps).then_some("a trusted proxy")
}

pub(super) fn sanctions(db: &dyn Db, now: Millis) -> Result<Sanctions, StoreError> {
    let in_force = "WHERE until IS NULL OR until > $1";
    let ban = |row: &Row| {
        let address: Option<String> = row.get(1)?;
        Ok(Ban {
            player: row.get(0)?,
            network: address.and_then(|text| network(&text).ok()),
            until: row.get(2)?,
            reason: row.get(3)?,
        })
    };
    let bans = format!("SELECT player, address, until, reason FROM bans {in_force}");
    let muted = format!("SELECT player, until FROM admin_mutes {in_force}");
    Ok(Sanctions {
        bans: db.list(&bans, values![now], ban)?,
        muted: db.list(&muted, values![now], |row| Ok((row.get(0)?, row.get(1)?)))?,
        admins: db.list("SELECT player FROM admins", values![], |row| row.get(0))?,
        announcement: announcement(db, now)?,
    })
}

fn announcement(db: &dyn Db, now: Millis) -> Result<Option<AnnouncementView>, StoreError> {
    let find = "SELECT id, text, at FROM announcements ORDER BY id DESC LIMIT 1";
    let last = db.find(find, values![], |row| {
        Ok(AnnouncementView { id: row.get(0)?, text: row.get(1)?, at: row.get(2)? })
    })?;
    Ok(last.filter(|last| !last.text.is_empty() && last.at + ANNOUNCED_FOR > now))
}

/// Carries out an action in the database and logs it. A running server closes games and sockets
/// itself.
pub(super) fn act(
    db: &dyn Db,
    action: &AdminAction,
    by: &str,
    at: Millis,
) -> Result<(), StoreError> {
    db.lock(Lock::Moderation)?;
    let about = admin_log::about(db, action)?;
    match action {
        AdminAction::Grant { player } => {
            must_be_account(db, player)?;
            let insert = "INSERT INTO admins (player, at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            db.execute(insert, values![player, at])?;
        }
        AdminAction::Revoke { player } => changed(
            db.execute("DELETE FROM admins WHERE player = $1", values![player])?,
            "this player is not an administrator",
        )?,
        AdminAction::Mute { player, days } => {
            must_not_be_admin(db, player)?;
            let until = until(*days, at)?;
            db.execute(
                "INSERT INTO admin_mutes (player, at, until) VALUES ($1, $2, $3) \
                 ON CONFLICT (player) DO UPDATE SET at = excluded.at, until = excluded.until",
                values![player, at, until],
            )?;
        }
        AdminAction::Unmute { player } => {
            changed(
                db.execute("DELETE FROM admin_mutes WHERE player = $1", values![player])?,
                "this player is not muted",
            )?;
        }
        AdminAction::Ban { player, address, days, reason } => {
            ban(db, player.as_deref(), address.as_deref(), *days, reason, at)?
        }
        AdminAction::Unban { ban } => {
            changed(
                db.execute("DELETE FROM bans WHERE id = $1", values![*ban])?,
                "there is no such ban",
            )?;
            former_names::tidy(db, at)?;
        }
        AdminAction::CloseGame { game, reason } => {
            check_reason(reason)?;
            // A server that is not running yet ends the game when it starts.
            let find = r#"SELECT ended OR EXISTS (SELECT * FROM admin_commands
                WHERE action LIKE '%"close_game"%' AND action LIKE '%"' || rooms.id || '"%')
                FROM rooms WHERE id = $1"#;
            let is_over: Option<bool> = db.find(find, values![game], |row| row.get(0))?;
            match is_over {
                None => return Err(StoreError::NotDone("there is no such game".to_owned())),
                Some(true) => {
                    return Err(StoreError::NotDone("the game is already over".to_owned()));
                }
                Some(false) => {}
            }
            let update = "UPDATE rooms SET closed = $1 WHERE id = $2";
            db.execute(update, values![reason.trim(), game])?;
        }
        AdminAction::DeleteMessage { game, number } => {
            let change = "UPDATE chat SET text = '', deleted = TRUE \
                          WHERE room = $1 AND number = $2 AND NOT deleted";
            changed(db.execute(change, values![game, *number])?, "there is no such message")?;
        }
        AdminAction::Announce { text } => {
            let text = text.trim();
            if text.chars().count() > LONGEST_ANNOUNCEMENT || text.chars().any(char::is_control) {
                return Err(StoreError::NotDone(format!(
                    "an announcement is one line of up to {LONGEST_ANNOUNCEMENT} characters"
                )));
            }
            let insert = "INSERT INTO announcements (text, at) VALUES ($1, $2)";
            db.execute(insert, values![text, at])?;
        }
        AdminAction::CloseReport { report } => {
            let update = "UPDATE reports SET closed = TRUE WHERE id = $1 AND NOT closed";
            changed(db.execute(update, values![*report])?, "there is no such open report")?;
        }
    }
    admin_log::add(db, action, about.as_deref(), by, at)
}

fn ban(
    db: &dyn Db,
    player: Option<&str>,
    address: Option<&str>,
    days: Option<u32>,
    reason: &str,
    at: Millis,
) -> Result<(), StoreError> {
    if player.is_none() && address.is_none() {
        return Err(StoreError::NotDone(
            "a ban names a player, an address range, or both".to_owned(),
        ));
    }
    if let Some(player) = player {
        must_not_be_admin(db, player)?;
    }
    check_reason(reason)?;
    let address = address
        .map(network)
        .transpose()
        .map_err(StoreError::NotDone)?
        .map(|network| network.to_string());
    db.execute("DELETE FROM bans WHERE until <= $1", values![at])?;
    let bans: i64 = db.one("SELECT count(*) FROM bans", values![], |row| row.get(0))?;
    if bans >= MOST_BANS {
        return Err(StoreError::NotDone(format!("{MOST_BANS} bans are in force; lift some first")));
    }
    let until = until(days, at)?;
    let insert =
        "INSERT INTO bans (player, address, reason, at, until) VALUES ($1, $2, $3, $4, $5)";
    db.execute(insert, values![player, address.as_ref(), reason, at, until]).map(drop)
}

fn check_reason(reason: &str) -> Result<(), StoreError> {
    match reason.chars().count() <= LONGEST_REASON {
        true => Ok(()),
        false => {
            Err(StoreError::NotDone(format!("a reason has at most {LONGEST_REASON} characters")))
        }
    }
}

fn until(days: Option<u32>, at: Millis) -> Result<Option<Millis>, StoreError> {
    match days {
        Some(days) if (DAYS.0..=DAYS.1).contains(&days) => Ok(Some(at + Millis::from(days) * DAY)),
        Some(days) => Err(StoreError::NotDone(format!(
            "days must be between {} and {}, not {days}",
            DAYS.0, DAYS.1
        ))),
        None => Ok(None),
    }
}

fn changed(rows: usize, why_not: &str) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::NotDone(why_not.to_owned())) } else { Ok(()) }
}

fn must_be_account(db: &dyn Db, player: &str) -> Result<(), StoreError> {
    let find = "SELECT password FROM players WHERE id = $1";
    let password: Option<Option<String>> = db.find(find, values![player], |row| row.get(0))?;
    match password {
        None => Err(StoreError::NotDone("there is no such player".to_owned())),
        Some(None) => Err(StoreError::NotDone(GUEST_ADMIN.to_owned())),
        Some(Some(_)) => Ok(()),
    }
}

/// Administrators can't ban each other; the command line makes them.
fn must_not_be_admin(db: &dyn Db, player: &str) -> Result<(), StoreError> {
    let find = "SELECT EXISTS (SELECT * FROM admins WHERE player = $1), \
                EXISTS (SELECT * FROM players WHERE id = $1)";
    let (admin, known): (bool, bool) =
        db.one(find, values![player], |row| Ok((row.get(0)?, row.get(1)?)))?;
    match (admin, known) {
        (_, false) => Err(StoreError::NotDone("there is no such player".to_owned())),
        (true, _) => Err(StoreError::NotDone(
            "this player is an administrator; revoke the role first".to_owned(),
        )),
        (false, true) => Ok(()),
    }
}

/// Players by part of their name or by id; accounts first.
pub(super) fn players(
    db: &dyn Db,
    query: &str,
    now: Millis,
    most: usize,
) -> Result<Vec<PlayerView>, StoreError> {
    let pattern: String = query
        .trim()
        .chars()
        .flat_map(|c| if "%_\\".contains(c) { vec!['\\', c] } else { vec![c] })
        .collect();
    let find = "SELECT id, name, password IS NOT NULL, \
         EXISTS (SELECT * FROM admins WHERE player = id), \
         (SELECT count(*) FROM seats WHERE player = id), \
         (SELECT count(*) FROM reports WHERE reports.player = players.id AND NOT closed), \
         EXISTS (SELECT * FROM admin_mutes WHERE player = id AND (until IS NULL OR until > $2)), \
         (SELECT until FROM admin_mutes WHERE player = id AND until > $2) \
         FROM players WHERE id = $3 OR lower(name) LIKE '%' || lower($1) || '%' ESCAPE '\\' \
         OR account LIKE '%' || $5 || '%' ESCAPE '\\' \
         OR ($5 <> '' AND id IN (SELECT player FROM former_names \
         WHERE lower(former_names.name) LIKE '%' || $5 || '%' ESCAPE '\\' OR former_names.account LIKE '%' || $5 || '%' ESCAPE '\\')) \
         ORDER BY account IS NULL, name, id LIMIT $4";
    let view = |row: &Row| {
        Ok(PlayerView {
            id: row.get(0)?,
            name: row.get(1)?,
            account: row.get(2)?,
            admin: row.get(3)?,
            games: row.get(4)?,
            reports: row.get(5)?,
            muted: row.get(6)?,
            muted_until: row.get(7)?,
            bans: Vec::new(),
            former_names: Vec::new(),
            address: None,
        })
    };
    let lower = pattern.to_lowercase();
    let mut found = db.list(find, values![&pattern, now, query.trim(), most, &lower], view)?;
    for player in &mut found {
        player.bans = bans_of(db, Some(&player.id), now)?;
        player.former_names = former_names::of_player(db, &player.id)?;
    }
    Ok(found)
}

/// The bans in force, of everybody or of one player, the newest first.
pub(super) fn bans_of(
    db: &dyn Db,
    player: Option<&str>,
    now: Millis,
) -> Result<Vec<BanView>, StoreError> {
    // The names of deleted players are former ones.
    let find = "SELECT bans.id, bans.player, coalesce(name, (SELECT former_names.name \
         FROM former_names WHERE former_names.player = bans.player ORDER BY at DESC LIMIT 1)), \
         bans.address, reason, bans.at, bans.until \
         FROM bans LEFT JOIN players ON players.id = bans.player \
         WHERE (bans.until IS NULL OR bans.until > $1) AND (CAST($2 AS TEXT) IS NULL OR bans.player = $2) \
         ORDER BY bans.id DESC";
    let view = |row: &Row| {
        Ok(BanView {
            id: row.get(0)?,
            player: person(row, 1)?,
            address: row.get(3)?,
            reason: row.get(4)?,
            at: row.get(5)?,
            until: row.get(6)?,
        })
    };
    db.list(find, values![now, player], view)
}

/// A player's id and name in two columns; deleted players have no name.
pub(super) fn person(row: &Row, from: usize) -> Result<Option<MutedView>, StoreError> {
    let id: Option<String> = row.get(from)?;
    let name = row.get(from + 1)?;
    Ok(id.map(|player| MutedView { player, name, blocked: false }))
}

/// What `tisane admin` has done since the last check.
pub(super) fn commands(db: &dyn Db) -> Result<Vec<(i64, Option<AdminAction>)>, StoreError> {
    let find = "SELECT id, action FROM admin_commands ORDER BY id LIMIT 100";
    db.list(find, values![], |row| {
        Ok((row.get(0)?, serde_json::from_str(&row.get::<String>(1)?).ok()))
    })
}

pub(super) fn end_command(db: &dyn Db, id: i64) -> Result<(), StoreError> {
    db.execute("DELETE FROM admin_commands WHERE id = $1", values![id]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_people_write_them_and_none_is_too_wide() {
        for (text, meant) in [
            ("192.0.2.7", "192.0.2.7/32"),
            ("192.0.2.7/24", "192.0.2.0/24"),
            ("2001:db8::1/64", "2001:db8::/64"),
            ("::ffff:192.0.2.7", "192.0.2.7/32"),
            ("10.0.0.0/8", "10.0.0.0/8"),
        ] {
            assert_eq!(
                network(text).map(|network| network.to_string()),
                Ok(meant.to_owned()),
                "{text}"
            );
        }
        for text in
            ["", "0.0.0.0/0", "10.0.0.0/7", "::/0", "192.0.2.7/33", "example.org", &"9".repeat(500)]
        {
            let error = network(text).unwrap_err();
            assert!(error.len() < 200, "{error}");
        }
    }
}
