//! A player's socket. Everything it receives is read, so that a hidden tile is noticed.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tisane_protocol::game::{EventView, PhaseView};
use tisane_protocol::{Ask, Asked, ErrorView, Said, UpdateView};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

use super::super::client::{Guest, Stream};
use super::proxy::NODE;
use super::record::{Record, millis};

/// An answer that takes longer is lost.
const ANSWER: Duration = Duration::from_secs(20);

/// A game, as last received.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub(super) game: String,
    pub(super) version: u64,
    pub(super) turn: u64,
    pub(super) on_turn: Option<usize>,
    pub(super) turns: usize,
    pub(super) is_over: bool,
    /// The connection has ended.
    pub(super) is_closed: bool,
    /// When it ended, in milliseconds.
    pub(super) closed_at: i64,
}

/// Why an action was not acknowledged.
pub(super) enum Unanswered {
    Refused(Box<ErrorView>),
    /// The connection was lost; perhaps it was done.
    Lost,
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unanswered::Refused(error) => f.write_str(&error.error),
            Unanswered::Lost => f.write_str("the connection was lost"),
        }
    }
}

pub(super) struct Feed {
    /// The node, as the proxy calls it.
    pub(super) node: String,
    sink: SplitSink<Stream, Message>,
    answers: mpsc::UnboundedReceiver<(u64, Option<Box<ErrorView>>)>,
    pub(super) seen: watch::Receiver<Seen>,
    ids: u64,
    task: JoinHandle<()>,
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Feed {
    pub(super) async fn open(guest: &Guest, record: &Arc<Record>) -> anyhow::Result<Feed> {
        let (stream, head) = guest.connect().await?;
        let node = head.headers().get(NODE).and_then(|name| name.to_str().ok()).unwrap_or_default();
        let (sink, stream) = stream.split();
        let (answer, answers) = mpsc::unbounded_channel();
        let (sender, seen) = watch::channel(Seen::default());
        let task = tokio::spawn(receive(stream, answer, sender, record.clone()));
        Ok(Feed { node: node.to_owned(), sink, answers, seen, ids: 0, task })
    }

    pub(super) async fn ask(&mut self, ask: Ask) -> Result<(), Unanswered> {
        self.ids += 1;
        let Ok(text) = serde_json::to_string(&Asked { id: self.ids, ask }) else {
            return Err(Unanswered::Lost);
        };
        let answer = async {
            self.sink.send(Message::text(text)).await.ok()?;
            loop {
                let (id, refused) = self.answers.recv().await?;
                if id == self.ids {
                    return Some(refused);
                }
            }
        };
        match tokio::time::timeout(ANSWER, answer).await {
            Ok(Some(None)) => Ok(()),
            Ok(Some(Some(refused))) => Err(Unanswered::Refused(refused)),
            Ok(None) | Err(_) => Err(Unanswered::Lost),
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.seen.borrow().is_closed
    }

    /// When the connection ended, if it has.
    pub(super) fn closed_at(&self) -> Option<i64> {
        let seen = self.seen.borrow();
        seen.is_closed.then_some(seen.closed_at)
    }

    /// Waits until the game is as wanted, or the connection ends.
    pub(super) async fn until(&mut self, is_so: impl FnMut(&Seen) -> bool) -> Seen {
        let mut is_so = is_so;
        match self.seen.wait_for(|seen| seen.is_closed || is_so(seen)).await {
            Ok(seen) => seen.clone(),
            Err(_) => Seen { is_closed: true, ..Seen::default() },
        }
    }
}

async fn receive(
    mut stream: SplitStream<Stream>,
    answers: mpsc::UnboundedSender<(u64, Option<Box<ErrorView>>)>,
    seen: watch::Sender<Seen>,
    record: Arc<Record>,
) {
    while let Some(Ok(message)) = stream.next().await {
        let Message::Text(text) = message else {
            if message.is_close() {
                break;
            }
            continue;
        };
        match serde_json::from_str::<Said>(&text) {
            Ok(Said::Done { id, .. }) => drop(answers.send((id, None))),
            Ok(Said::Refused { id: Some(id), error }) => {
                drop(answers.send((id, Some(Box::new(error)))));
            }
            Ok(Said::Update { update }) => {
                if let Some(leak) = leak(&update) {
                    record.wrong(format!("game {}: {leak}", update.room.id));
                }
                let game = &update.room.game;
                seen.send_replace(Seen {
                    version: game.version,
                    turn: game.turn,
                    on_turn: game.on_turn.map(|seat| seat as usize),
                    turns: game.turns.len(),
                    is_over: game.outcome.is_some(),
                    is_closed: false,
                    closed_at: 0,
                    game: update.room.id,
                });
            }
            Ok(Said::Closing) => break,
            Ok(_) => {}
            Err(error) => record.wrong(format!("a message can't be read: {error}")),
        }
    }
    seen.send_modify(|seen| (seen.is_closed, seen.closed_at) = (true, millis()));
}

/// A hidden tile in an update, if there is one. Racks are open once the game is over.
pub(super) fn leak(update: &UpdateView) -> Option<String> {
    let game = &update.room.game;
    if game.phase == PhaseView::Ended {
        return None;
    }
    let is_other = |seat: u32| game.you != Some(seat);
    for (number, seat) in game.seats.iter().enumerate() {
        if seat.rack.is_some() && is_other(number as u32) {
            return Some(format!("seat {:?} sees the rack of seat {number}", game.you));
        }
    }
    if let Some(turn) = game.turns.iter().find(|turn| turn.rack.is_some() && is_other(turn.seat)) {
        return Some(format!("seat {:?} sees an earlier rack of seat {}", game.you, turn.seat));
    }
    update.events.iter().find_map(|event| match event {
        EventView::Drawn { seat, tiles: Some(_), .. }
        | EventView::Exchanged { seat, tiles: Some(_), .. }
            if is_other(*seat) =>
        {
            Some(format!("seat {:?} sees tiles drawn or exchanged by seat {seat}", game.you))
        }
        _ => None,
    })
}
