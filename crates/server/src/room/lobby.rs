//! Clients that watch the lobby see its first page. Changes are sent to all of them in one message,
//! at most twice a second. Each node lists the games to which players are connected through it;
//! the lobby is the union over all nodes, in the same order everywhere.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tisane_protocol::game::PhaseView;
use tisane_protocol::{RoomSummary, Said};
use tisane_rules::Millis;
use tokio::sync::{Notify, broadcast};
use tokio::time::{Instant, sleep, timeout};

use crate::base::now;
use crate::news::Topic;
use crate::people::mutes::Mutes;
use crate::wire::{Utf8Bytes, text};

/// Waiting games per page.
pub(crate) const PAGE: usize = 100;
/// The most games in play that are listed, the most recent first.
const MOST_PLAYING: usize = 30;
/// The shortest time between changes.
const PACE: Duration = Duration::from_millis(500);
/// Clients that miss more changes get the whole page again.
const MOST_MISSED: usize = 16;
/// How often the publisher checks whether anybody still watches.
const ROUND: Duration = Duration::from_secs(10);

pub(crate) struct Lobby(Arc<Shared>);

/// Changes of the first page, as messages.
pub(crate) type Changes = broadcast::Receiver<Utf8Bytes>;

struct Shared {
    rooms: Mutex<Rooms>,
    /// Wakes the publisher.
    changed: Notify,
    changes: broadcast::Sender<Utf8Bytes>,
    are_several: bool,
}

/// When a game was listed, and its number among those of that node.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
struct Place {
    since: Millis,
    number: u64,
}

/// A game that another node lists.
struct Foreign {
    place: Place,
    summary: RoomSummary,
    heard: Instant,
}

/// The most games of other nodes.
const MOST_FOREIGN: usize = 100_000;

#[derive(Default)]
struct Rooms {
    /// In order of arrival.
    waiting: BTreeMap<(Place, String), Arc<RoomSummary>>,
    places: HashMap<String, Place>,
    next_number: u64,
    /// Games in memory, and whether players are connected to them through this node.
    own: HashMap<String, (RoomSummary, bool)>,
    /// By game and node.
    foreign: HashMap<String, HashMap<String, Foreign>>,
    /// Waiting games of this node whose changes the other nodes do not know.
    unpublished: HashSet<String>,
    /// These change with every move, so they are listed on request only.
    playing: BTreeMap<String, RoomSummary>,
    /// The page that watchers have.
    published: Page,
    is_publishing: bool,
}

#[derive(Default)]
struct Page {
    rooms: Vec<((Place, String), Arc<RoomSummary>)>,
    waiting: usize,
    /// The page as a message, cached.
    text: Option<Utf8Bytes>,
}

impl Lobby {
    /// With `are_several`, other nodes want to know of changes.
    pub(crate) fn new(are_several: bool) -> Lobby {
        let (rooms, changed, changes) =
            (Mutex::default(), Notify::new(), broadcast::Sender::new(MOST_MISSED));
        Lobby(Arc::new(Shared { rooms, changed, changes, are_several }))
    }

    /// Lists a room of this node or removes it; `is_ours` if players are connected to it through
    /// this node. Watchers are notified if that changes something.
    pub(crate) fn set(&self, id: &str, summary: Option<RoomSummary>, is_ours: bool) {
        let mut rooms = self.0.lock();
        if summary.is_none() && !rooms.own.contains_key(id) {
            return;
        }
        let was_published = rooms.own.get(id).is_some_and(|(_, is_ours)| *is_ours);
        let is_waiting =
            summary.as_ref().is_some_and(|summary| summary.phase == PhaseView::Lobby) && is_ours;
        match summary {
            Some(summary) => drop(rooms.own.insert(id.to_owned(), (summary, is_ours))),
            None => drop(rooms.own.remove(id)),
        }
        let is_changed = rooms.relist(id);
        if self.0.are_several && ((is_waiting && is_changed) || was_published != is_ours) {
            rooms.unpublished.insert(id.to_owned());
        }
        if is_changed {
            self.0.changed.notify_one();
        }
    }

    /// A notice of another node. Returns whether that changes the waiting games.
    pub(crate) fn hear(&self, node: &str, topic: &Topic) -> bool {
        let mut rooms = self.0.lock();
        let is_changed = match topic {
            Topic::Listed { since, number, summary } => {
                let place = Place { since: *since, number: *number };
                rooms.list_foreign(node, place, (**summary).clone())
            }
            Topic::Unlisted { game } => rooms.unlist_foreign(node, game),
            _ => false,
        };
        if is_changed {
            self.0.changed.notify_one();
        }
        is_changed
    }

    /// Forgets games of nodes that have said nothing for this long.
    pub(crate) fn expire(&self, lasts: Duration) {
        let mut rooms = self.0.lock();
        let is_old = |foreign: &Foreign| foreign.heard.elapsed() >= lasts;
        let mut old = Vec::new();
        for (game, nodes) in &mut rooms.foreign {
            let before = nodes.len();
            nodes.retain(|_, foreign| !is_old(foreign));
            if nodes.len() < before {
                old.push(game.clone());
            }
        }
        rooms.foreign.retain(|_, nodes| !nodes.is_empty());
        let mut is_changed = false;
        for game in old {
            is_changed |= rooms.relist(&game);
        }
        if is_changed {
            self.0.changed.notify_one();
        }
    }

    /// What to tell the other nodes: waiting games that have changed, or everything once in a
    /// while.
    pub(crate) fn notices(&self, everything: bool) -> Vec<Topic> {
        let mut rooms = self.0.lock();
        let unpublished = std::mem::take(&mut rooms.unpublished);
        let listed = |id: &String| {
            let (summary, _) = rooms.own.get(id).filter(|(_, is_ours)| *is_ours)?;
            let place = rooms.places.get(id).copied();
            let Place { since, number } = place.unwrap_or(Place { since: 0, number: 0 });
            Some(Topic::Listed { since, number, summary: Box::new(summary.clone()) })
        };
        if !everything {
            let topic = |id: String| listed(&id).unwrap_or(Topic::Unlisted { game: id });
            return unpublished.into_iter().map(topic).collect();
        }
        let is_playing = |id: &&String| rooms.playing.contains_key(*id);
        let mut playing: Vec<&String> = rooms.own.keys().filter(is_playing).collect();
        playing.sort_by_key(|id| Reverse(rooms.playing[*id].changed));
        playing.truncate(MOST_PLAYING);
        let gone = unpublished.iter().filter(|id| listed(id).is_none());
        let gone = gone.map(|id| Topic::Unlisted { game: id.clone() });
        let waiting = rooms.own.keys().filter(|id| rooms.places.contains_key(*id));
        waiting.chain(playing).filter_map(listed).chain(gone).collect()
    }

    /// A page of waiting games and their total; the first page also has games in play, the last
    /// move first.
    pub(crate) fn page(&self, offset: usize, limit: usize) -> (Vec<RoomSummary>, usize) {
        let rooms = self.0.lock();
        let mut playing: Vec<&RoomSummary> =
            if offset == 0 { rooms.playing.values().collect() } else { Vec::new() };
        playing.sort_by_key(|room| Reverse(room.changed));
        playing.truncate(MOST_PLAYING);
        let waiting = rooms.waiting.values().skip(offset).take(limit).map(|room| &**room);
        (waiting.chain(playing).cloned().collect(), rooms.waiting.len())
    }

    /// The first page as a message, and its changes from now on. Clients that are too slow for the
    /// changes ask again.
    pub(crate) fn watch(&self) -> (Utf8Bytes, Changes) {
        let mut rooms = self.0.lock();
        if !rooms.is_publishing {
            rooms.is_publishing = true;
            rooms.publish();
            tokio::spawn(publish(self.0.clone()));
        }
        (rooms.published.text(), self.0.changes.subscribe())
    }
}

/// Whether a player sees a table: not those of players they block or who block them.
pub(crate) fn is_shown_to(mutes: &Mutes, player: &str, room: &RoomSummary) -> bool {
    !room.players.iter().flatten().any(|other| mutes.are_apart(player, other))
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends changes to the watchers, while there are any.
async fn publish(lobby: Arc<Shared>) {
    loop {
        let _ = timeout(ROUND, lobby.changed.notified()).await;
        {
            let mut rooms = lobby.lock();
            if lobby.changes.receiver_count() == 0 {
                rooms.is_publishing = false;
                return;
            }
            if let Some(change) = rooms.publish() {
                let _ = lobby.changes.send(text(&change));
            }
        }
        sleep(PACE).await;
    }
}

impl Rooms {
    fn list_foreign(&mut self, node: &str, place: Place, summary: RoomSummary) -> bool {
        let id = summary.id.clone();
        if self.foreign.len() >= MOST_FOREIGN && !self.foreign.contains_key(&id) {
            return false;
        }
        let foreign = Foreign { place, summary, heard: Instant::now() };
        self.foreign.entry(id.clone()).or_default().insert(node.to_owned(), foreign);
        self.relist(&id)
    }

    fn unlist_foreign(&mut self, node: &str, id: &str) -> bool {
        let Some(nodes) = self.foreign.get_mut(id) else { return false };
        nodes.remove(node);
        if nodes.is_empty() {
            self.foreign.remove(id);
        }
        self.relist(id)
    }

    /// Lists a game as this node knows it, or else as another one does. Returns whether that
    /// changes the waiting games.
    fn relist(&mut self, id: &str) -> bool {
        let foreign = || {
            let nodes = self.foreign.get(id)?;
            nodes.values().max_by_key(|foreign| foreign.summary.changed)
        };
        let summary = match self.own.get(id) {
            Some((summary, _)) => Some(summary.clone()),
            None => foreign().map(|foreign| foreign.summary.clone()),
        };
        let (waiting, playing) = match summary {
            Some(summary) if summary.phase == PhaseView::Lobby => (Some(summary), None),
            playing => (None, playing),
        };
        match playing {
            Some(summary) => drop(self.playing.insert(id.to_owned(), summary)),
            None => drop(self.playing.remove(id)),
        }
        self.set_waiting(id, waiting)
    }

    /// The place of a game: the first that any node has given it.
    fn place(&mut self, id: &str) -> Place {
        let foreign = self.foreign.get(id).into_iter().flat_map(HashMap::values);
        let known = foreign.map(|foreign| foreign.place).chain(self.places.get(id).copied()).min();
        known.unwrap_or_else(|| {
            self.next_number += 1;
            Place { since: now(), number: self.next_number }
        })
    }

    /// Whether that changes the list.
    fn set_waiting(&mut self, id: &str, summary: Option<RoomSummary>) -> bool {
        let old = self.places.get(id).map(|place| (*place, id.to_owned()));
        let Some(summary) = summary else {
            self.places.remove(id);
            return old.is_some_and(|old| self.waiting.remove(&old).is_some());
        };
        let place = (self.place(id), id.to_owned());
        if let Some(old) = old {
            let shown = &self.waiting[&old];
            let is_same = RoomSummary { changed: summary.changed, ..(**shown).clone() } == summary;
            if is_same && old == place {
                return false;
            }
            self.waiting.remove(&old);
        }
        self.places.insert(id.to_owned(), place.0);
        self.waiting.insert(place, Arc::new(summary));
        true
    }

    /// Updates the published page. Returns what has changed.
    fn publish(&mut self) -> Option<Said> {
        let first = self.waiting.iter().take(PAGE);
        let rooms: Vec<_> = first.map(|(place, room)| (place.clone(), room.clone())).collect();
        let (old, waiting) = (&self.published, self.waiting.len());
        let left = |(_, room): &&((Place, String), Arc<RoomSummary>)| {
            (!rooms.iter().any(|(_, other)| other.id == room.id)).then(|| room.id.clone())
        };
        let removed: Vec<String> = old.rooms.iter().filter_map(|room| left(&room)).collect();
        let is_known = |(_, room): &&((Place, String), Arc<RoomSummary>)| {
            old.rooms.iter().any(|(_, known)| Arc::ptr_eq(known, room))
        };
        let changed: Vec<RoomSummary> =
            rooms.iter().filter(|room| !is_known(room)).map(|(_, room)| (**room).clone()).collect();
        let is_same = removed.is_empty() && changed.is_empty() && old.waiting == waiting;
        if is_same {
            return None;
        }
        self.published = Page { rooms, waiting, text: None };
        Some(Said::LobbyChanged { removed, changed, waiting: waiting as u32 })
    }
}

impl Page {
    fn text(&mut self) -> Utf8Bytes {
        let Page { rooms, waiting, text: known } = self;
        let page = || Said::Lobby {
            rooms: rooms.iter().map(|(_, room)| (**room).clone()).collect(),
            waiting: *waiting as u32,
        };
        known.get_or_insert_with(|| text(&page())).clone()
    }
}

#[cfg(test)]
mod tests {
    use tisane_protocol::ClockView;

    use super::*;

    fn room(number: usize, names: &[&str]) -> (String, Option<RoomSummary>) {
        let id = format!("room{number}");
        let summary = RoomSummary {
            id: id.clone(),
            ruleset: "english".to_owned(),
            lexicon: "english".to_owned(),
            family: false,
            challenge: None,
            clock: ClockView::None,
            phase: PhaseView::Lobby,
            names: names.iter().map(|&name| name.to_owned()).collect(),
            players: Vec::new(),
            scores: Vec::new(),
            most_seats: 4,
            rated: false,
            on_turn: None,
            to_accept: Vec::new(),
            winners: Vec::new(),
            expected: Vec::new(),
            guests: Vec::new(),
            seed: None,
            unrated: Vec::new(),
            changed: 0,
        };
        (id, Some(summary))
    }

    fn with_rooms(n: usize) -> Lobby {
        let lobby = Lobby::new(true);
        for number in 0..n {
            let (id, summary) = room(number, &["Ada"]);
            lobby.set(&id, summary, true);
        }
        lobby
    }

    fn said(text: &Utf8Bytes) -> Said {
        serde_json::from_str(text).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn only_changes_of_the_first_page_are_sent_and_the_next_room_moves_up() {
        let lobby = with_rooms(PAGE + 2);
        let (page, mut changes) = lobby.watch();
        let Said::Lobby { rooms, waiting } = said(&page) else { panic!("{page}") };
        assert_eq!((rooms.len(), waiting as usize), (PAGE, PAGE + 2));
        lobby.set("room3", None, false);
        let (id, summary) = room(5, &["Ada", "Bo"]);
        lobby.set(&id, summary, true);
        let (next_up, joined) =
            (room(PAGE, &["Ada"]).1.unwrap(), room(5, &["Ada", "Bo"]).1.unwrap());
        let change = Said::LobbyChanged {
            removed: vec!["room3".to_owned()],
            changed: vec![joined, next_up],
            waiting: PAGE as u32 + 1,
        };
        assert_eq!(said(&changes.recv().await.unwrap()), change);
        let (id, summary) = room(PAGE + 1, &["Ada", "Bo"]);
        lobby.set(&id, summary, true);
        lobby.set("room5", None, false);
        let Said::LobbyChanged { removed, changed, .. } = said(&changes.recv().await.unwrap())
        else {
            panic!()
        };
        assert_eq!(
            (removed, changed),
            (vec!["room5".to_owned()], vec![room(PAGE + 1, &["Ada", "Bo"]).1.unwrap()])
        );
    }

    #[tokio::test(start_paused = true)]
    async fn changes_are_sent_together_at_most_twice_a_second() {
        let lobby = with_rooms(1);
        let (_, mut changes) = lobby.watch();
        let began = tokio::time::Instant::now();
        let mut told = 0;
        for number in 0..200 {
            let (id, summary) = room(number, &["Ada", "Bo"]);
            lobby.set(&id, summary, true);
            sleep(Duration::from_millis(20)).await;
            while changes.try_recv().is_ok() {
                told += 1;
            }
        }
        assert!(
            told >= 4 && told <= began.elapsed().as_millis() as usize / 500 + 1,
            "{told} messages for 200 changes in four seconds"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_watcher_gets_the_page_again() {
        let lobby = with_rooms(1);
        let ((_, mut quick), (_, mut slow)) = (lobby.watch(), lobby.watch());
        for number in 1..=MOST_MISSED + 2 {
            let (id, summary) = room(number, &["Ada"]);
            lobby.set(&id, summary, true);
            quick.recv().await.unwrap();
        }
        assert!(matches!(slow.recv().await, Err(broadcast::error::RecvError::Lagged(_))));
        let (page, _) = lobby.watch();
        let Said::Lobby { rooms, .. } = said(&page) else { panic!("{page}") };
        assert_eq!(rooms.len(), MOST_MISSED + 3);
        let (again, _) = lobby.watch();
        assert_eq!(page.as_ptr(), again.as_ptr(), "the page is written once for all");
    }

    #[test]
    fn pages_follow_each_other_and_games_in_play_are_on_the_first() {
        let lobby = with_rooms(250);
        let playing =
            RoomSummary { phase: PhaseView::Playing, ..room(999, &["Ada", "Bo"]).1.unwrap() };
        lobby.set("room999", Some(playing), true);
        let ids =
            |offset| lobby.page(offset, PAGE).0.into_iter().map(|room| room.id).collect::<Vec<_>>();
        let numbers = |range: std::ops::Range<usize>| {
            range.map(|number| format!("room{number}")).collect::<Vec<_>>()
        };
        assert_eq!(ids(0), [numbers(0..100), vec!["room999".to_owned()]].concat());
        assert_eq!((ids(100), ids(200), ids(300)), (numbers(100..200), numbers(200..250), vec![]));
        assert_eq!(lobby.page(usize::MAX, PAGE), (vec![], 250));
    }

    /// Passes what one node says on to another.
    fn tell(from: &Lobby, to: &Lobby, node: &str, everything: bool) {
        for topic in from.notices(everything) {
            to.hear(node, &topic);
        }
    }

    fn ids(lobby: &Lobby) -> Vec<String> {
        lobby.page(0, PAGE).0.into_iter().map(|room| room.id).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn the_lobby_is_the_union_over_nodes_in_one_order() {
        let (one, two) = (with_rooms(3), with_rooms(0));
        tell(&one, &two, "one", false);
        assert_eq!(ids(&two), ids(&one));
        assert!(one.notices(false).is_empty(), "nothing has changed since");
        // A player of the first room comes to the second node, too.
        let (id, summary) = room(0, &["Ada", "Bo"]);
        two.set(&id, summary, true);
        tell(&two, &one, "two", false);
        one.set("room0", None, false);
        tell(&one, &two, "one", false);
        assert_eq!((ids(&one), ids(&two)), (ids(&two), ids(&one)));
        assert_eq!(ids(&one)[0], "room0", "it keeps its place");
        two.set("room0", None, false);
        tell(&two, &one, "two", false);
        assert_eq!((ids(&one), ids(&two)), (ids(&two), ids(&one)));
        assert_eq!(ids(&one).len(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn games_of_a_node_that_stops_leave_the_lobby() {
        let (one, two) = (with_rooms(2), with_rooms(0));
        let playing =
            RoomSummary { phase: PhaseView::Playing, ..room(9, &["Ada", "Bo"]).1.unwrap() };
        one.set("room9", Some(playing), true);
        let lasts = Duration::from_secs(30);
        tell(&one, &two, "one", true);
        assert_eq!(ids(&two), ["room0", "room1", "room9"]);
        let (_, mut changes) = two.watch();
        tokio::time::advance(lasts / 2).await;
        tell(&one, &two, "one", true);
        tokio::time::advance(lasts / 2).await;
        two.expire(lasts);
        assert_eq!(ids(&two).len(), 3, "it was heard of since");
        tokio::time::advance(lasts / 2).await;
        two.expire(lasts);
        assert_eq!(ids(&two), [] as [&str; 0]);
        let Said::LobbyChanged { removed, .. } = said(&changes.recv().await.unwrap()) else {
            panic!("watchers are told")
        };
        assert_eq!(removed, ["room0", "room1"]);
    }
}
