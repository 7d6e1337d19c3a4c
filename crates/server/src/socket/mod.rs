//! A socket has two tasks. One reads, asks rooms and passes on their answers; the other writes the
//! `outbox`. Clients that read too slowly are disconnected and reconnect with the version they have
//! seen.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use tisane_protocol::game::PhaseView;
use tisane_protocol::request::ActionRequest;
use tisane_protocol::{Ask, Asked, MoveResult, Said};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::config::Rate;
use crate::error::{Refused, json};
use crate::limits::{Bucket, Kind};
use crate::people::Player;
use crate::people::sessions::OpenSocket;
use crate::room::lobby;
use crate::room::{Room, Watcher};
use crate::wire::closing::{self, Closing};
use crate::wire::{Lag, Outbox, writer};
use crate::{App, Error, now};

/// The most games watched by one socket.
const MOST_GAMES: usize = 50;
const RATE: Rate = Rate { burst: 60.0, per_second: 20.0 };
/// Watching a game or the lobby has a long answer.
const WATCH_RATE: Rate = Rate { burst: 60.0, per_second: 2.0 };
/// The connection ends after this many refusals for sending too fast.
const PATIENCE: u32 = 100;
/// How long we wait for any sign of the client.
const SILENCE: Duration = Duration::from_secs(60);
/// How long the writer may take to finish.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serves a client until the connection ends.
pub(crate) async fn run<S>(app: App, player: Player, socket: WebSocketStream<S>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    static CONNECTIONS: AtomicU64 = AtomicU64::new(0);
    let (sink, mut stream) = socket.split();
    let (outbox, queue) = Outbox::new(app.backlog().clone());
    let mut stop = app.stopping();
    let mut cut_off = app.cut_off();
    let open = app.sessions().open(&player);
    let mut ended = open.ended();
    let lag = Lag::new();
    let mut writer = tokio::spawn(writer::write(sink, queue, lag.clone()));
    let connection = CONNECTIONS.fetch_add(1, Ordering::Relaxed);
    let _counted = app.metrics().socket();
    let address = player.address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let _listed = app.moderation().sockets().enter(connection, &player.id, address, outbox.clone());
    // A player banned while the socket was opened was not in the list.
    if app.moderation().refuse_banned(Some(&player.id), address).is_err() {
        return;
    }
    let mut client = Client {
        bucket: Bucket::full(RATE, Instant::now()),
        watches: Bucket::full(WATCH_RATE, Instant::now()),
        patience: PATIENCE,
        lobby: None,
        rooms: HashMap::new(),
        app,
        player,
        connection,
        outbox,
        lag,
        open,
    };
    client.welcome().await;
    let outbox = client.outbox.clone();
    let mut heard = tokio::time::Instant::now();
    let closing = loop {
        let has_room = outbox.has_room();
        tokio::select! {
            () = ended.wait() => break closing::SESSION_OVER,
            message = stream.next(), if has_room => {
                heard = tokio::time::Instant::now();
                match message {
                    Some(Ok(message)) => if !client.take(message).await { break closing::TOO_OFTEN },
                    Some(Err(error)) => break Closing::for_error(&error),
                    None => break closing::ENDED,
                }
            }
            () = sleep_until(heard + SILENCE), if has_room => break closing::SILENT,
            () = client.lobby_changed(), if has_room => {}
            // We did not listen.
            () = outbox.written(), if !has_room => heard = tokio::time::Instant::now(),
            _ = stop.changed() => {
                outbox.say(&Said::Closing);
                break closing::RESTART;
            }
            () = is_true(&mut cut_off) => break closing::CUT_OFF,
            _ = &mut writer => break closing::ENDED,
        }
    };
    outbox.close(closing.code, closing.reason);
    client.leave().await;
    drop(client);
    if writer.is_finished() {
        return;
    }
    match timeout(FAREWELL, &mut writer).await {
        Ok(Ok(Some(sink))) => {
            if let Ok(socket) = sink.reunite(stream) {
                writer::linger(socket).await;
            }
        }
        Ok(_) => {}
        Err(_) => writer.abort(),
    }
}

/// Ready when the value is true.
async fn is_true(value: &mut watch::Receiver<bool>) {
    if value.wait_for(|&is_true| is_true).await.is_err() {
        std::future::pending().await // the server is gone
    }
}

struct Client {
    app: App,
    player: Player,
    connection: u64,
    outbox: Outbox,
    lag: Lag,
    bucket: Bucket,
    watches: Bucket,
    patience: u32,
    rooms: HashMap<String, Room>,
    lobby: Option<lobby::Changes>,
    open: OpenSocket,
}

impl Client {
    async fn welcome(&self) {
        if self.open.check().await.is_err() {
            self.outbox.hang_up(); // whether the session goes on is unknown
        }
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

    /// Handles a message. Returns whether the connection goes on. Every message counts, including
    /// pings.
    async fn take(&mut self, message: Message) -> bool {
        let taken = self.bucket.take(RATE, Instant::now());
        match (message, taken) {
            (Message::Text(text), Ok(())) => self.hear(&text).await,
            (Message::Text(text), Err(refused)) => {
                self.refuse(Asked::id_in(&text), &refused.into());
                self.patience -= 1;
            }
            (Message::Binary(_), Ok(())) => self.refuse(
                None,
                &Refused::Message("a message must be text, not binary".to_owned()).into(),
            ),
            (Message::Pong(payload), Ok(())) => self.lag.pong(&payload),
            (_, Ok(())) => {}
            (_, Err(_)) => self.patience -= 1,
        }
        self.patience > 0
    }

    async fn hear(&mut self, text: &str) {
        self.open.is_used();
        let mut ended = self.open.ended();
        match json::read::<Asked>(text.as_bytes()) {
            Ok(Asked { id, ask }) => match tokio::select! {
                biased;
                () = ended.wait() => Err(Refused::SessionEnded.into()),
                answered = self.answer(ask) => answered,
            } {
                Ok(result) => self.outbox.say(&Said::Done { id, result }),
                Err(error) => self.refuse(Some(id), &error),
            },
            Err(refused) => self.refuse(Asked::id_in(text), &refused.into()),
        }
    }

    /// Does what the client asks for. Returns the result of a move.
    async fn answer(&mut self, ask: Ask) -> Result<Option<MoveResult>, Error> {
        match ask {
            Ask::Watch { game, since } => {
                if self.rooms.len() >= MOST_GAMES && !self.rooms.contains_key(&game) {
                    return Err(Refused::Message(format!(
                        "one connection can watch at most {MOST_GAMES} games"
                    ))
                    .into());
                }
                self.watches.take(WATCH_RATE, Instant::now())?;
                self.app.limiter().count(Kind::Watching, &self.player)?;
                let room = self.app.room(&game).await?;
                self.app.mutes().load(&self.player.id).await?;
                let (outbox, lag) = (self.outbox.clone(), self.lag.clone());
                let (player, address) = (self.player.id.clone(), self.player.address);
                let watcher = Watcher { connection: self.connection, player, address, outbox, lag };
                // Registered first, so that the room is left even if the session ends in between.
                let is_new = self.rooms.insert(game.clone(), room.clone()).is_none();
                if let Err(refused) = room.watch(watcher, since).await {
                    if is_new {
                        self.rooms.remove(&game);
                    }
                    return Err(refused.into());
                }
            }
            Ask::Unwatch { game } => {
                if let Some(room) = self.rooms.remove(&game) {
                    room.unwatch(self.connection).await;
                }
            }
            Ask::Join { game, open_racks } => {
                self.refresh_name().await?;
                self.room(&game).await?.join(&self.player, open_racks).await?
            }
            Ask::Act { game, turn, action } => {
                let began = Instant::now();
                let request = ActionRequest { turn, action };
                let result = self.room(&game).await?.act(&self.player, request).await?;
                self.app.metrics().acted(began.elapsed());
                return Ok(result);
            }
            Ask::Hold { game, hold } => self.room(&game).await?.hold(&self.player.id, hold).await?,
            Ask::Say { game, text } => {
                self.refresh_name().await?;
                self.room(&game).await?.say(&self.player, text).await?;
            }
            Ask::Lobby { watch: true } => {
                self.watches.take(WATCH_RATE, Instant::now())?;
                self.app.mutes().load(&self.player.id).await?;
                self.watch_lobby();
            }
            Ask::Lobby { watch: false } => self.lobby = None,
            Ask::Ping => {}
        }
        Ok(None)
    }

    /// The player may have changed their name since the socket was opened.
    async fn refresh_name(&mut self) -> Result<(), Refused> {
        let stored = self.app.store().player(&self.player.id).await?;
        self.player.name = stored.ok_or(Refused::SessionEnded)?.name;
        Ok(())
    }

    async fn room(&self, game: &str) -> Result<Room, Error> {
        match self.rooms.get(game).filter(|room| !room.is_closed()) {
            Some(room) => Ok(room.clone()),
            None => self.app.room(game).await,
        }
    }

    fn refuse(&self, id: Option<u64>, error: &Error) {
        self.app.metrics().refused(error.code());
        self.outbox.say(&Said::Refused { id, error: error.view() });
    }

    /// Sends the first page of the lobby, and then what changes on it.
    fn watch_lobby(&mut self) {
        let (page, changes) = self.app.lobby().watch();
        match self.app.mutes().has_blocks(&self.player.id) {
            true => self.outbox.say(&self.lobby_without_blocked()),
            false => _ = self.outbox.send(page),
        }
        self.lobby = Some(changes);
    }

    /// The first page without tables of blocked players.
    fn lobby_without_blocked(&self) -> Said {
        let (mut rooms, waiting) = self.app.lobby().page(0, lobby::PAGE);
        rooms.retain(|room| {
            room.phase == PhaseView::Lobby
                && lobby::is_shown_to(self.app.mutes(), &self.player.id, room)
        });
        Said::Lobby { rooms, waiting: waiting as u32 }
    }

    /// Sends the next change of the lobby. Never ready while the lobby is not watched.
    async fn lobby_changed(&mut self) {
        let Some(changes) = &mut self.lobby else { return std::future::pending().await };
        match changes.recv().await {
            Ok(change) if !self.app.mutes().has_blocks(&self.player.id) => {
                self.outbox.send(change);
            }
            Ok(_) | Err(RecvError::Lagged(_)) => self.watch_lobby(),
            Err(RecvError::Closed) => self.lobby = None,
        }
    }

    async fn leave(&mut self) {
        for (_, room) in self.rooms.drain() {
            room.unwatch(self.connection).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tisane_engine::Models;
    use tisane_lexicon::Catalogue;
    use tokio::io::{AsyncReadExt, duplex};
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::*;
    use crate::Config;
    use crate::store::Sqlite;

    fn app(name: &str) -> App {
        let file =
            std::env::temp_dir().join(format!("tisane-socket-{name}-{}.db", std::process::id()));
        App::new(
            Catalogue::new(None),
            Models::new(None),
            Arc::new(Sqlite::open(file).unwrap()),
            Config::default(),
        )
    }

    async fn ada(app: &App) -> Player {
        app.players().guest("Ada", "test").await.unwrap().0
    }

    #[tokio::test(start_paused = true)]
    async fn a_socket_that_is_silent_for_a_minute_is_closed_with_1001() {
        let (ours, mut theirs) = duplex(64 * 1024);
        let ours = WebSocketStream::from_raw_socket(ours, Role::Server, None).await;
        let app = app("silent");
        let ada = ada(&app).await;
        let began = tokio::time::Instant::now();
        run(app, ada, ours).await; // nobody answers the pings
        assert!(began.elapsed() >= SILENCE);
        let mut written = Vec::new();
        theirs.read_to_end(&mut written).await.unwrap();
        let reason = b"nothing was received for 60 seconds";
        let frame = [&[0x88, 2 + reason.len() as u8], &1001u16.to_be_bytes()[..], reason].concat();
        assert!(
            written.ends_with(&frame),
            "the last frame closes: {}",
            String::from_utf8_lossy(&written)
        );
    }

    #[tokio::test]
    async fn watching_over_and_over_is_refused() {
        let app = app("watching");
        let (outbox, _queue) = Outbox::new(app.backlog().clone());
        let player = ada(&app).await;
        let mut client = Client {
            open: app.sessions().open(&player),
            lag: Lag::new(),
            bucket: Bucket::full(RATE, Instant::now()),
            watches: Bucket::full(WATCH_RATE, Instant::now()),
            patience: PATIENCE,
            rooms: HashMap::new(),
            lobby: None,
            app,
            player,
            connection: 0,
            outbox,
        };
        let mut answers = Vec::new();
        for _ in 0..500 {
            answers.push(client.answer(Ask::Lobby { watch: true }).await);
        }
        assert!(
            answers[..60].iter().all(Result::is_ok),
            "a program that comes back may watch all its games at once"
        );
        assert!(
            answers
                .iter()
                .any(|answer| matches!(answer, Err(Error::Refused(Refused::TooOften { .. }))))
        );
        client.answer(Ask::Ping).await.unwrap();
    }
}
