//! One client's socket: what it asks, what it is told.
//!
//! A socket has two tasks. One reads, asks rooms and passes their answers on; the other writes. What is to be
//! written waits in a queue of fixed length: whoever reads too slowly to keep it from filling is hung up on, and
//! comes back with the version it has seen.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use tisane_protocol::request::ActionRequest;
use tisane_protocol::{Ask, Asked, Said};
use tokio::sync::{Notify, mpsc, watch};

use crate::limits::{Bucket, Rate};
use crate::lobby;
use crate::players::Player;
use crate::refused::Refused;
use crate::room::{Room, Watcher};
use crate::{App, Error, now};

/// Messages of clients are short; longer ones end the connection before they are read.
pub(crate) const LARGEST_MESSAGE: usize = 16 * 1024;
/// So many messages may wait for a slow reader.
const QUEUE: usize = 128;
/// So many games may be watched at once.
const MOST_GAMES: usize = 50;
const RATE: Rate = Rate { burst: 60.0, per_second: 20.0 };
/// After so many refusals for asking too often, the connection ends.
const PATIENCE: u32 = 100;
/// How often we ask whether the other end lives, and how long we wait for any sign of it.
const HEARTBEAT: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);

/// Where a socket's messages wait to be written. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    hang_up: Arc<Notify>,
    /// What is said last to somebody who is shut out.
    last_word: Arc<OnceLock<Utf8Bytes>>,
}

impl Outbox {
    fn new() -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (queue, written) = mpsc::channel(QUEUE);
        (Outbox { queue, hang_up: Arc::default(), last_word: Arc::default() }, written)
    }

    /// Whether the message found a place. If not, the connection ends.
    pub(crate) fn send(&self, text: Utf8Bytes) -> bool {
        let sent = self.queue.try_send(text).is_ok();
        if !sent {
            self.hang_up();
        }
        sent
    }

    /// Ends the connection.
    pub(crate) fn hang_up(&self) {
        self.hang_up.notify_one();
    }

    /// Says why, and ends the connection.
    pub(crate) fn dismiss(&self, why: Utf8Bytes) {
        let _ = self.last_word.set(why);
        self.hang_up();
    }

    fn say(&self, said: &Said) {
        self.send(serde_json::to_string(said).expect("messages are plain data").into());
    }
}

/// Talks with one client until either end has enough.
pub(crate) async fn run(app: App, player: Player, address: IpAddr, socket: WebSocket) {
    static CONNECTIONS: AtomicU64 = AtomicU64::new(0);
    let (sink, mut stream) = socket.split();
    let (outbox, written) = Outbox::new();
    let mut stop = app.stopping();
    let mut writer = tokio::spawn(write(sink, written, outbox.hang_up.clone(), outbox.last_word.clone(), stop.clone()));
    let connection = CONNECTIONS.fetch_add(1, Ordering::Relaxed);
    let _counted = app.metrics().socket();
    let _listed = app.moderation().sockets().enter(connection, &player.id, address, outbox.clone());
    // Whoever was banned while the socket was opened is not in the list that was hung up on.
    if app.moderation().refuse_banned(Some(&player.id), address).is_err() {
        return;
    }
    let mut client = Client {
        bucket: Bucket::full(RATE, Instant::now()),
        patience: PATIENCE,
        lobby: None,
        rooms: HashMap::new(),
        app,
        player,
        connection,
        outbox,
    };
    client.welcome().await;
    loop {
        tokio::select! {
            message = tokio::time::timeout(SILENCE, stream.next()) => match message {
                Ok(Some(Ok(Message::Text(text)))) => if !client.hear(&text).await { break },
                Ok(Some(Ok(Message::Binary(_)))) => client.refuse(None, &Refused::Message("messages are text".to_owned()).into()),
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                _ => break, // closed, broken, or silent for too long
            },
            () = client.lobby_changed() => client.tell_lobby(),
            _ = stop.changed() => break,
            _ = &mut writer => break,
        }
    }
    client.leave().await;
    drop(client); // and with it the queue, so that the writer writes what is left and ends
    if !writer.is_finished() {
        let _ = tokio::time::timeout(Duration::from_secs(1), writer).await;
    }
}

async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut written: mpsc::Receiver<Utf8Bytes>,
    hang_up: Arc<Notify>,
    last_word: Arc<OnceLock<Utf8Bytes>>,
    mut stop: watch::Receiver<bool>,
) {
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let frame = loop {
        let message = tokio::select! {
            text = written.recv() => match text {
                Some(text) => Message::Text(text),
                None => break CloseFrame { code: close_code::NORMAL, reason: "".into() },
            },
            _ = heartbeat.tick() => Message::Ping(Default::default()),
            () = hang_up.notified() => if let Some(why) = last_word.get() {
                let _ = tokio::time::timeout(Duration::from_secs(1), sink.send(Message::Text(why.clone()))).await;
                break CloseFrame { code: close_code::POLICY, reason: "an administrator has closed this connection".into() };
            } else {
                break CloseFrame { code: close_code::AGAIN, reason: "come back with the version you have seen".into() };
            },
            _ = stop.changed() => {
                let closing = serde_json::to_string(&Said::Closing).expect("messages are plain data");
                let _ = tokio::time::timeout(Duration::from_secs(1), sink.send(Message::Text(closing.into()))).await;
                break CloseFrame { code: close_code::RESTART, reason: "the server is about to end".into() };
            }
        };
        let sent = tokio::select! {
            biased; // what can be written at once is
            sent = sink.send(message) => sent.is_ok(),
            () = hang_up.notified() => false, // the other end reads nothing at all
        };
        if !sent {
            return;
        }
    };
    let _ = tokio::time::timeout(Duration::from_secs(1), sink.send(Message::Close(Some(frame)))).await;
}

struct Client {
    app: App,
    player: Player,
    connection: u64,
    outbox: Outbox,
    bucket: Bucket,
    patience: u32,
    rooms: HashMap<String, Room>,
    lobby: Option<watch::Receiver<std::collections::BTreeMap<String, tisane_protocol::RoomSummary>>>,
}

impl Client {
    async fn welcome(&self) {
        match self.app.me(&self.player).await {
            Ok(me) => {
                self.outbox.say(&Said::Welcome { me, now: now() });
                if let Some(announcement) = self.app.moderation().announcement() {
                    self.outbox.say(&Said::Announcement { announcement: Some(announcement) });
                }
            }
            Err(refused) => self.refuse(None, &refused.into()),
        }
    }

    /// Whether the connection goes on.
    async fn hear(&mut self, text: &str) -> bool {
        if let Err(refused) = self.bucket.take(RATE, Instant::now()) {
            self.refuse(None, &refused.into());
            self.patience -= 1;
            return self.patience > 0;
        }
        match serde_json::from_str::<Asked>(text) {
            Ok(Asked { id, ask }) => match self.answer(ask).await {
                Ok(()) => self.outbox.say(&Said::Done { id }),
                Err(error) => self.refuse(Some(id), &error),
            },
            Err(error) => self.refuse(id_of(text), &Refused::Message(error.to_string()).into()),
        }
        true
    }

    async fn answer(&mut self, ask: Ask) -> Result<(), Error> {
        match ask {
            Ask::Watch { game, since } => {
                if self.rooms.len() >= MOST_GAMES && !self.rooms.contains_key(&game) {
                    return Err(Refused::Message(format!("{MOST_GAMES} games are enough for one connection")).into());
                }
                let room = self.app.room(&game).await?;
                self.app.mutes().load(&self.player.id).await?;
                let watcher = Watcher { connection: self.connection, player: self.player.id.clone(), outbox: self.outbox.clone() };
                room.watch(watcher, since).await?;
                self.rooms.insert(game, room);
            }
            Ask::Unwatch { game } => {
                if let Some(room) = self.rooms.remove(&game) {
                    room.unwatch(self.connection).await;
                }
            }
            Ask::Join { game } => self.room(&game).await?.join(&self.player.id, &self.player.name).await?,
            Ask::Act { game, turn, action } => {
                let began = Instant::now();
                self.room(&game).await?.act(&self.player.id, ActionRequest { turn, action }).await?;
                self.app.metrics().acted(began.elapsed());
            }
            Ask::Hold { game, hold } => self.room(&game).await?.hold(&self.player.id, hold).await?,
            Ask::Say { game, text } => self.room(&game).await?.say(&self.player.id, &self.player.name, text).await?,
            Ask::Lobby { watch: true } => {
                self.app.mutes().load(&self.player.id).await?;
                self.lobby = Some(self.app.lobby().watch());
                self.tell_lobby();
            }
            Ask::Lobby { watch: false } => self.lobby = None,
            Ask::Ping => {}
        }
        Ok(())
    }

    async fn room(&self, game: &str) -> Result<Room, Error> {
        match self.rooms.get(game).filter(|room| !room.is_closed()) {
            Some(room) => Ok(room.clone()),
            None => self.app.room(game).await,
        }
    }

    fn refuse(&self, id: Option<u64>, error: &Error) {
        self.outbox.say(&Said::Refused { id, error: error.view() });
    }

    /// Never, while the lobby is not watched.
    async fn lobby_changed(&mut self) {
        let Some(lobby) = &mut self.lobby else { return std::future::pending().await };
        if lobby.changed().await.is_err() {
            std::future::pending().await
        }
    }

    fn tell_lobby(&mut self) {
        if let Some(lobby) = &mut self.lobby {
            let text = lobby::said(&self.app, &self.player.id, &lobby.borrow_and_update());
            self.outbox.send(text);
        }
    }

    async fn leave(&mut self) {
        for (_, room) in self.rooms.drain() {
            room.unwatch(self.connection).await;
        }
    }
}

/// The id of a message that is wrong otherwise, so that whoever waits for an answer gets it.
fn id_of(text: &str) -> Option<u64> {
    serde_json::from_str::<serde_json::Value>(text).ok()?.get("id")?.as_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_reads_too_slowly_is_hung_up_on_and_not_waited_for() {
        let (outbox, mut written) = Outbox::new();
        for n in 0..QUEUE {
            assert!(outbox.send(n.to_string().into()));
        }
        assert!(!outbox.send("one too many".into()));
        tokio::time::timeout(Duration::from_secs(1), outbox.hang_up.notified()).await.expect("the writer is told");
        assert_eq!(written.recv().await.unwrap().as_str(), "0");
    }

    #[test]
    fn the_id_of_a_broken_message_is_found_where_there_is_one() {
        assert_eq!(id_of("{\"id\":7,\"ask\":{}}"), Some(7));
        assert_eq!(id_of("{\"id\":\"x\"}"), None);
        assert_eq!(id_of("{"), None);
    }
}
