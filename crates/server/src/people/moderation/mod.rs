//! A copy of the database in memory, since every request is checked against it. It is reloaded
//! after each action of an administrator, and within a second after one on the command line.

mod sockets;

use std::collections::{HashMap, HashSet};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use ipnet::IpNet;
use tisane_protocol::{AnnouncementView, BannedView};
use tisane_rules::Millis;
use tokio::sync::Semaphore;

use crate::base::now;
use crate::error::Refused;
use crate::store::{ANNOUNCED_FOR, Sanctions};

pub(crate) use sockets::Sockets;

/// The most players whose address is remembered, for administrators.
const MOST_ADDRESSES: usize = 20_000;
/// Downloads that run at once; each reads all games of a player.
const DOWNLOADS: usize = 2;

pub(crate) struct Moderation {
    in_force: RwLock<CurrentSanctions>,
    sockets: Sockets,
    /// The last address of each player.
    addresses: Mutex<HashMap<String, IpAddr>>,
    /// Counts deleted players: a game that was being loaded meanwhile is loaded again.
    forgotten: AtomicU64,
    pub(crate) downloads: Arc<Semaphore>,
    /// Held while bans are loaded, so that an older load never replaces a newer one.
    pub(crate) reading: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct CurrentSanctions {
    players: HashMap<String, BannedView>,
    networks: Vec<(IpNet, BannedView)>,
    muted: HashMap<String, Option<Millis>>,
    admins: HashSet<String>,
    announcement: Option<AnnouncementView>,
}

fn is_over(until: Option<Millis>) -> bool {
    until.is_some_and(|until| until <= now())
}

impl Moderation {
    pub(crate) fn new() -> Moderation {
        Moderation {
            in_force: RwLock::default(),
            sockets: Sockets::default(),
            addresses: Mutex::default(),
            forgotten: AtomicU64::new(0),
            downloads: Arc::new(Semaphore::new(DOWNLOADS)),
            reading: tokio::sync::Mutex::default(),
        }
    }

    pub(crate) fn set(&self, sanctions: Sanctions) {
        let mut in_force = CurrentSanctions {
            muted: sanctions.muted.into_iter().collect(),
            admins: sanctions.admins.into_iter().collect(),
            announcement: sanctions.announcement,
            ..CurrentSanctions::default()
        };
        for ban in sanctions.bans {
            let view = BannedView { reason: ban.reason, until: ban.until };
            in_force.networks.extend(ban.network.map(|network| (network, view.clone())));
            if let Some(player) = ban.player {
                let is_longest =
                    in_force.players.get(&player).is_none_or(|other| is_longer(&view, other));
                if is_longest {
                    in_force.players.insert(player, view);
                }
            }
        }
        *self.in_force.write().unwrap_or_else(PoisonError::into_inner) = in_force;
    }

    fn look<T>(&self, look: impl FnOnce(&CurrentSanctions) -> T) -> T {
        look(&self.in_force.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Refuses a banned account from any address: the request may have begun before the ban.
    pub(crate) fn refuse_banned_player(&self, player: &str) -> Result<(), Refused> {
        self.refuse_banned(Some(player), IpAddr::V4(Ipv4Addr::UNSPECIFIED))
    }

    /// Refuses a banned player, and anybody but an administrator from a banned address.
    pub(crate) fn refuse_banned(
        &self,
        player: Option<&str>,
        address: IpAddr,
    ) -> Result<(), Refused> {
        self.ban(player, address).map_or(Ok(()), |ban| Err(Refused::Banned(ban)))
    }

    /// The ban of a player or address, if one is in force.
    pub(crate) fn ban(&self, player: Option<&str>, address: IpAddr) -> Option<BannedView> {
        let address = address.to_canonical();
        self.look(|in_force| {
            let banned = player
                .and_then(|player| in_force.players.get(player))
                .filter(|ban| !is_over(ban.until));
            let from = || {
                let mut networks = in_force.networks.iter();
                networks.find(|(network, ban)| network.contains(&address) && !is_over(ban.until))
            };
            let is_admin = player.is_some_and(|player| in_force.admins.contains(player));
            banned.or_else(|| from().filter(|_| !is_admin).map(|(_, ban)| ban)).cloned()
        })
    }

    pub(crate) fn refuse_muted(&self, player: &str) -> Result<(), Refused> {
        match self.look(|in_force| in_force.muted.get(player).copied()) {
            Some(until) if !is_over(until) => Err(Refused::Muted { until }),
            _ => Ok(()),
        }
    }

    pub(crate) fn is_admin(&self, player: &str) -> bool {
        self.look(|in_force| in_force.admins.contains(player))
    }

    pub(crate) fn announcement(&self) -> Option<AnnouncementView> {
        self.look(|in_force| in_force.announcement.clone())
            .filter(|it| it.at + ANNOUNCED_FOR > now())
    }

    pub(crate) fn sockets(&self) -> &Sockets {
        &self.sockets
    }

    /// Remembers the address of a player.
    pub(crate) fn remember_address(&self, player: &str, address: IpAddr) {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.get(player) == Some(&address) {
            return;
        }
        if addresses.len() >= MOST_ADDRESSES {
            addresses.clear(); // active players are remembered again soon
        }
        addresses.insert(player.to_owned(), address);
    }

    pub(crate) fn address_of(&self, player: &str) -> Option<IpAddr> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner).get(player).copied()
    }

    pub(crate) fn forget_address(&self, player: &str) {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner).remove(player);
    }

    /// A player has deleted themselves.
    pub(crate) fn count_forgotten(&self) {
        self.forgotten.fetch_add(1, Ordering::SeqCst);
    }

    /// How many players have deleted themselves since the start.
    pub(crate) fn forgotten(&self) -> u64 {
        self.forgotten.load(Ordering::SeqCst)
    }
}

/// Whether a ban ends later than another; no end is the latest.
fn is_longer(ban: &BannedView, other: &BannedView) -> bool {
    let end = |ban: &BannedView| ban.until.unwrap_or(Millis::MAX);
    end(ban) > end(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Ban;

    fn ban(player: Option<&str>, network: Option<&str>, until: Option<Millis>) -> Ban {
        Ban {
            player: player.map(str::to_owned),
            network: network.map(|text| text.parse().unwrap()),
            until,
            reason: "spam".to_owned(),
        }
    }

    #[test]
    fn a_ban_holds_for_a_player_or_a_range_until_it_is_over() {
        let moderation = Moderation::new();
        let later = Some(now() + 100_000);
        moderation.set(Sanctions {
            bans: vec![
                ban(Some("bo"), None, later),
                ban(Some("bo"), None, None),
                ban(Some("cy"), None, Some(now() - 1)),
                ban(None, Some("192.0.2.0/24"), later),
                ban(None, Some("2001:db8::/64"), None),
            ],
            admins: vec!["ada".to_owned()],
            ..Sanctions::default()
        });
        let refused = |player: Option<&str>, address: &str| match moderation
            .refuse_banned(player, address.parse().unwrap())
        {
            Err(Refused::Banned(ban)) => Some(ban.until),
            Ok(()) => None,
            Err(other) => panic!("{other}"),
        };
        assert_eq!(
            refused(Some("bo"), "198.51.100.1"),
            Some(None),
            "the longer of two bans counts"
        );
        assert_eq!(refused(Some("cy"), "198.51.100.1"), None);
        assert_eq!(refused(Some("cy"), "192.0.2.255"), Some(later));
        assert_eq!(
            refused(None, "::ffff:192.0.2.9"),
            Some(later),
            "the same address in another form"
        );
        assert_eq!(refused(None, "2001:db8::9"), Some(None));
        assert_eq!(refused(None, "2001:db8:0:1::9"), None);
        assert_eq!(refused(Some("ada"), "192.0.2.9"), None, "administrators can always lift a ban");
    }

    #[test]
    fn remembered_addresses_are_bounded() {
        let moderation = Moderation::new();
        let address: IpAddr = "192.0.2.1".parse().unwrap();
        (0..MOST_ADDRESSES + 10).for_each(|n| moderation.remember_address(&n.to_string(), address));
        assert!(moderation.addresses.lock().unwrap().len() <= MOST_ADDRESSES);
        assert_eq!(moderation.address_of(&(MOST_ADDRESSES + 9).to_string()), Some(address));
    }
}
