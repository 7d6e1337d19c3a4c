//! Live games: a handle that anybody may hold, and the actor that owns the game.

mod abort;
mod accounts;
mod actor;
pub(crate) mod agreement;
mod bots;
mod bounds;
mod chat;
mod delay;
mod elsewhere;
mod help;
mod loading;
pub(crate) mod lobby;
mod patience;
mod ratings;
mod rooms;
mod services;
mod standard;
mod table;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tisane_protocol::request::ActionRequest;
use tisane_protocol::{MoveResult, UpdateView};
use tisane_rules::{Action, Seat};
use tokio::sync::{mpsc, oneshot};

pub(crate) use agreement::Agreement;
pub(crate) use help::LiveGames;
pub(crate) use rooms::Rooms;
pub(crate) use services::Services;
pub(crate) use table::Table;

use crate::error::Refused;
use crate::limits::{Kind, Limiter};
use crate::news::{Notice, Topic};
use crate::people::Player;
use crate::store::Progress;
use crate::wire::{Lag, Outbox, text};

/// How many messages new watchers receive.
const CHAT: usize = 100;
/// The most requests that wait for a room.
const INBOX: usize = 256;

/// A handle to a room. It counts requests against the limits, however they arrive. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Room {
    inbox: mpsc::Sender<Request>,
    news: mpsc::Sender<Arc<Notice>>,
    seen: Arc<Seen>,
    limiter: Arc<Limiter>,
}

/// How far a room is, for the sweep over watched games.
#[derive(Default)]
struct Seen {
    version: AtomicU64,
    messages: AtomicU64,
    has_rematch: AtomicBool,
    is_watched: AtomicBool,
}

type Reply<T> = oneshot::Sender<Result<T, Refused>>;

/// A request to a room.
enum Request {
    Join {
        player: Player,
        /// Whether they accept that spectators see all racks.
        open_racks: bool,
        reply: Reply<()>,
    },
    SeatBot {
        name: String,
        reply: Reply<()>,
    },
    Act {
        player: Player,
        request: ActionRequest,
        reply: Reply<Option<MoveResult>>,
    },
    Watch {
        watcher: Watcher,
        since: Option<u64>,
        reply: Reply<()>,
    },
    Unwatch {
        connection: u64,
    },
    Hold {
        player: String,
        hold: bool,
        reply: Reply<()>,
    },
    Say {
        player: String,
        name: String,
        text: String,
        reply: Reply<()>,
    },
    Show {
        player: Option<String>,
        since: u64,
        reply: Reply<UpdateView>,
    },
    /// Reads the table, for score sheets and ratings.
    Look {
        look: Box<dyn FnOnce(&Table) + Send>,
    },
    Rematch {
        next: String,
    },
    /// The bots have decided about a turn.
    BotsDecided {
        turn: u64,
        step: patience::Step,
        decision: Option<(Seat, Action)>,
    },
    /// An administrator ends the game.
    End {
        reason: String,
        reply: Reply<()>,
    },
    /// An administrator has deleted a message.
    Redact {
        number: u64,
    },
    /// A player has deleted themselves.
    Reload,
    /// Shuts the room down.
    Close {
        done: oneshot::Sender<()>,
    },
}

impl Request {
    /// Whether the caller no longer waits for the answer. Their session may have ended.
    fn is_abandoned(&self) -> bool {
        match self {
            Request::Act { reply, .. } => reply.is_closed(),
            Request::Join { reply, .. }
            | Request::Watch { reply, .. }
            | Request::Hold { reply, .. }
            | Request::Say { reply, .. } => reply.is_closed(),
            _ => false,
        }
    }
}

/// A connection that watches a room.
pub(crate) struct Watcher {
    pub(crate) connection: u64,
    pub(crate) player: String,
    pub(crate) address: Option<IpAddr>,
    pub(crate) outbox: Outbox,
    pub(crate) lag: Lag,
}

impl Room {
    pub(crate) fn is_closed(&self) -> bool {
        self.inbox.is_closed()
    }

    /// Passes a notice of another node on. One that does not fit is repaired by the sweep.
    pub(crate) fn hear(&self, notice: Arc<Notice>) {
        let _ = self.news.try_send(notice);
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.seen.is_watched.load(Ordering::Relaxed)
    }

    /// Compares the room with the database, and tells it what it has missed.
    pub(crate) fn compare(&self, Progress { id, version, messages, rematch }: Progress) {
        let node = String::new();
        let tell = |topic| self.hear(Arc::new(Notice { node: node.clone(), topic }));
        if version > self.seen.version.load(Ordering::Relaxed) {
            tell(Topic::Game { game: id.clone(), version });
        }
        if messages > self.seen.messages.load(Ordering::Relaxed) {
            tell(Topic::Chat { game: id.clone(), number: messages });
        }
        if rematch.is_some() && !self.seen.has_rematch.load(Ordering::Relaxed) {
            tell(Topic::Rematch { game: id });
        }
    }

    pub(crate) async fn join(&self, player: &Player, open_racks: bool) -> Result<(), Refused> {
        self.limiter.count(Kind::Action, player)?;
        self.ask(|reply| Request::Join { player: player.clone(), open_racks, reply }).await
    }

    /// Seats a player that has accepted the settings, as part of a request that was counted already.
    pub(crate) async fn seat(&self, player: &Player) -> Result<(), Refused> {
        self.ask(|reply| Request::Join { player: player.clone(), open_racks: true, reply }).await
    }

    pub(crate) async fn seat_bot(&self, name: &str) -> Result<(), Refused> {
        self.ask(|reply| Request::SeatBot { name: name.to_owned(), reply }).await
    }

    /// Returns the result of a play or an exchange.
    pub(crate) async fn act(
        &self,
        player: &Player,
        request: ActionRequest,
    ) -> Result<Option<MoveResult>, Refused> {
        self.limiter.count(Kind::Action, player)?;
        self.act_uncounted(player, request).await
    }

    /// The same, as part of a request that was counted already.
    pub(crate) async fn act_uncounted(
        &self,
        player: &Player,
        request: ActionRequest,
    ) -> Result<Option<MoveResult>, Refused> {
        self.ask(|reply| Request::Act { player: player.clone(), request, reply }).await
    }

    pub(crate) async fn watch(&self, watcher: Watcher, since: Option<u64>) -> Result<(), Refused> {
        self.ask(|reply| Request::Watch { watcher, since, reply }).await
    }

    pub(crate) async fn unwatch(&self, connection: u64) {
        // A room that is gone has no watchers.
        let _ = self.inbox.send(Request::Unwatch { connection }).await;
    }

    pub(crate) async fn hold(&self, player: &str, hold: bool) -> Result<(), Refused> {
        self.ask(|reply| Request::Hold { player: player.to_owned(), hold, reply }).await
    }

    pub(crate) async fn say(&self, player: &Player, text: String) -> Result<(), Refused> {
        self.limiter.count(Kind::Chat, player)?;
        self.ask(|reply| Request::Say {
            player: player.id.clone(),
            name: player.name.clone(),
            text,
            reply,
        })
        .await
    }

    pub(crate) async fn show(
        &self,
        player: Option<&str>,
        since: u64,
    ) -> Result<UpdateView, Refused> {
        self.ask(|reply| Request::Show { player: player.map(str::to_owned), since, reply }).await
    }

    /// The result of `look`.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Table) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        self.ask(|reply| Request::Look {
            look: Box::new(move |table| drop(reply.send(Ok(look(table))))),
        })
        .await
    }

    pub(crate) async fn set_rematch(&self, next: &str) {
        let _ = self.inbox.send(Request::Rematch { next: next.to_owned() }).await;
    }

    pub(crate) async fn end(&self, reason: &str) -> Result<(), Refused> {
        self.ask(|reply| Request::End { reason: reason.to_owned(), reply }).await
    }

    pub(crate) async fn redact(&self, number: u64) {
        // A room that is gone has no watchers.
        let _ = self.inbox.send(Request::Redact { number }).await;
    }

    pub(crate) async fn reload(&self) {
        let _ = self.inbox.send(Request::Reload).await;
    }

    /// Ready when the room has stored everything and told its watchers.
    pub(crate) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.inbox.send(Request::Close { done }).await.is_ok() {
            let _ = closed.await;
        }
    }

    async fn ask<T>(&self, request: impl FnOnce(Reply<T>) -> Request) -> Result<T, Refused> {
        let (reply, answer) = oneshot::channel();
        self.inbox.send(request(reply)).await.map_err(|_| Refused::Closing)?;
        answer.await.map_err(|_| Refused::Closing)?
    }
}
