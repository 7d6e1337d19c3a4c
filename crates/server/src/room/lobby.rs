//! Clients that watch the lobby see its first page. Changes are sent to all of them in one message,
//! at most twice a second.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tisane_protocol::game::PhaseView;
use tisane_protocol::{RoomSummary, Said};
use tokio::sync::{Notify, broadcast};
use tokio::time::{sleep, timeout};

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
}

#[derive(Default)]
struct Rooms {
    /// In order of arrival.
    waiting: BTreeMap<u64, Arc<RoomSummary>>,
    places: HashMap<String, u64>,
    next_place: u64,
    /// These change with every move, so they are listed on request only.
    playing: BTreeMap<String, RoomSummary>,
    /// The page that watchers have.
    published: Page,
    is_publishing: bool,
}

#[derive(Default)]
struct Page {
    rooms: Vec<(u64, Arc<RoomSummary>)>,
    waiting: usize,
    /// The page as a message, cached.
    text: Option<Utf8Bytes>,
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        let (rooms, changed, changes) =
            (Mutex::default(), Notify::new(), broadcast::Sender::new(MOST_MISSED));
        Lobby(Arc::new(Shared { rooms, changed, changes }))
    }

    /// Lists a room or removes it. Watchers are notified if that changes something.
    pub(crate) fn set(&self, id: &str, summary: Option<RoomSummary>) {
        let (waiting, playing) = match summary {
            Some(summary) if summary.phase == PhaseView::Lobby => (Some(summary), None),
            playing => (None, playing),
        };
        let mut rooms = self.0.lock();
        match playing {
            Some(summary) => drop(rooms.playing.insert(id.to_owned(), summary)),
            None => drop(rooms.playing.remove(id)),
        }
        if rooms.set_waiting(id, waiting) {
            self.0.changed.notify_one();
        }
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
    /// Whether that changes the list.
    fn set_waiting(&mut self, id: &str, summary: Option<RoomSummary>) -> bool {
        let place = self.places.get(id).copied();
        match (place, summary) {
            (Some(place), Some(summary)) => {
                let shown = &self.waiting[&place];
                let is_same =
                    RoomSummary { changed: summary.changed, ..(**shown).clone() } == summary;
                if !is_same {
                    self.waiting.insert(place, Arc::new(summary));
                }
                !is_same
            }
            (None, Some(summary)) => {
                self.places.insert(id.to_owned(), self.next_place);
                self.waiting.insert(self.next_place, Arc::new(summary));
                self.next_place += 1;
                true
            }
            (Some(place), None) => {
                self.places.remove(id);
                self.waiting.remove(&place);
                true
            }
            (None, None) => false,
        }
    }

    /// Updates the published page. Returns what has changed.
    fn publish(&mut self) -> Option<Said> {
        let rooms: Vec<_> =
            self.waiting.iter().take(PAGE).map(|(&place, room)| (place, room.clone())).collect();
        let (old, waiting) = (&self.published, self.waiting.len());
        let left = |(place, room): &&(u64, Arc<RoomSummary>)| {
            (!rooms.iter().any(|(other, _)| other == place)).then(|| room.id.clone())
        };
        let removed: Vec<String> = old.rooms.iter().filter_map(|room| left(&room)).collect();
        let is_known = |(place, room): &&(u64, Arc<RoomSummary>)| {
            old.rooms.iter().any(|(other, known)| other == place && Arc::ptr_eq(known, room))
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
        let lobby = Lobby::new();
        for number in 0..n {
            let (id, summary) = room(number, &["Ada"]);
            lobby.set(&id, summary);
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
        lobby.set("room3", None);
        let (id, summary) = room(5, &["Ada", "Bo"]);
        lobby.set(&id, summary);
        let (next_up, joined) =
            (room(PAGE, &["Ada"]).1.unwrap(), room(5, &["Ada", "Bo"]).1.unwrap());
        let change = Said::LobbyChanged {
            removed: vec!["room3".to_owned()],
            changed: vec![joined, next_up],
            waiting: PAGE as u32 + 1,
        };
        assert_eq!(said(&changes.recv().await.unwrap()), change);
        let (id, summary) = room(PAGE + 1, &["Ada", "Bo"]);
        lobby.set(&id, summary);
        lobby.set("room5", None);
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
            lobby.set(&id, summary);
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
            lobby.set(&id, summary);
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
        lobby.set("room999", Some(playing));
        let ids =
            |offset| lobby.page(offset, PAGE).0.into_iter().map(|room| room.id).collect::<Vec<_>>();
        let numbers = |range: std::ops::Range<usize>| {
            range.map(|number| format!("room{number}")).collect::<Vec<_>>()
        };
        assert_eq!(ids(0), [numbers(0..100), vec!["room999".to_owned()]].concat());
        assert_eq!((ids(100), ids(200), ids(300)), (numbers(100..200), numbers(200..250), vec![]));
        assert_eq!(lobby.page(usize::MAX, PAGE), (vec![], 250));
    }
}
