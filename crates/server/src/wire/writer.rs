//! Writes to one socket, in small frames: the WebSocket layer keeps a buffer as large as the
//! largest frame.

use std::time::Duration;

use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};

use super::closing::{Closing, SLOW};
use super::lag::Lag;
use super::outbox::Queue;

/// The largest frame.
const LARGEST_FRAME: usize = 16 * 1024;
/// A reader that takes no frame for this long is dropped.
const STALLED: Duration = Duration::from_secs(10);
/// How often we ping.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Time limit for the last messages.
const FAREWELL: Duration = Duration::from_secs(1);
/// The most that is read and discarded after closing.
const UNREAD: usize = 1024 * 1024;

type Sink<S> = SplitSink<WebSocketStream<S>, Message>;

/// Writes the queue until the connection ends. Returns nothing if the client does not read.
pub(crate) async fn write<S: AsyncRead + AsyncWrite + Unpin>(
    mut sink: Sink<S>,
    mut queue: Queue,
    lag: Lag,
) -> Option<Sink<S>> {
    let closing = write_queue(&mut sink, &mut queue, &lag).await?;
    let last_words = async {
        // Slow readers reconnect and get the current state.
        while let Some(message) = queue.left().filter(|_| closing != SLOW) {
            write_text(&mut sink, &message.text).await?;
        }
        sink.send(Message::Close(Some(closing.frame()))).await.ok()
    };
    timeout(FAREWELL, last_words).await.ok()??;
    Some(sink)
}

async fn write_queue<S: AsyncRead + AsyncWrite + Unpin>(
    sink: &mut Sink<S>,
    queue: &mut Queue,
    lag: &Lag,
) -> Option<Closing> {
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            message = queue.next() => match message {
                Ok(message) => Some(message),
                Err(closing) => return Some(closing),
            },
            _ = heartbeat.tick() => None,
        };
        let write = async {
            match &message {
                Some(message) => write_text(sink, &message.text).await,
                None => write_frame(sink, Message::Ping(lag.ping().to_vec().into())).await,
            }
        };
        tokio::select! {
            written = write => written?,
            closing = queue.closed() => return Some(closing),
        }
    }
}

/// Nothing if the connection is broken or stalled.
async fn write_text<S: AsyncRead + AsyncWrite + Unpin>(
    sink: &mut Sink<S>,
    text: &Utf8Bytes,
) -> Option<()> {
    let mut rest = Bytes::from(text.clone());
    let mut kind = Data::Text;
    loop {
        let part = rest.split_to(rest.len().min(LARGEST_FRAME));
        let is_last = rest.is_empty();
        write_frame(sink, Message::Frame(Frame::message(part, OpCode::Data(kind), is_last)))
            .await?;
        if is_last {
            return Some(());
        }
        kind = Data::Continue;
    }
}

async fn write_frame<S: AsyncRead + AsyncWrite + Unpin>(
    sink: &mut Sink<S>,
    frame: Message,
) -> Option<()> {
    timeout(STALLED, sink.send(frame)).await.ok()?.ok()
}

/// Closes a connection after its last messages. Unread data is read first, or the connection would
/// be reset and the client could lose the close code.
pub(crate) async fn linger<S: AsyncRead + AsyncWrite + Unpin>(mut socket: WebSocketStream<S>) {
    let stream = socket.get_mut();
    let until_closed = async {
        stream.shutdown().await.ok()?;
        let mut buffer = [0; 4096];
        let mut unread = 0;
        while unread < UNREAD {
            match stream.read(&mut buffer).await.ok()? {
                0 => break,
                read => unread += read,
            }
        }
        Some(())
    };
    let _ = timeout(FAREWELL, until_closed).await;
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures_util::StreamExt;
    use tokio::io::{DuplexStream, duplex};
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::super::backlog::Backlog;
    use super::super::outbox::Outbox;
    use super::*;

    /// Both ends of a socket between which so much fits.
    async fn ends(
        between: usize,
    ) -> (WebSocketStream<DuplexStream>, WebSocketStream<DuplexStream>) {
        let (ours, theirs) = duplex(between);
        tokio::join!(
            WebSocketStream::from_raw_socket(ours, Role::Server, None),
            WebSocketStream::from_raw_socket(theirs, Role::Client, None)
        )
    }

    #[tokio::test(start_paused = true)]
    async fn a_stalled_reader_is_dropped_after_ten_seconds() {
        let (ours, _theirs) = ends(1024).await;
        let backlog: Arc<Backlog> = Arc::default();
        let (outbox, queue) = Outbox::new(backlog.clone());
        outbox.send("x".repeat(100_000).into());
        assert!(write(ours.split().0, queue, Lag::new()).await.is_none());
        assert_eq!(backlog.queued(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_that_goes_on_reading_gets_everything() {
        let (ours, mut theirs) = ends(LARGEST_FRAME).await;
        let (outbox, queue) = Outbox::new(Arc::default());
        let writer = tokio::spawn(write(ours.split().0, queue, Lag::new()));
        let long: String = ('a'..='z').cycle().take(100_000).collect();
        outbox.send(long.as_str().into());
        outbox.send("short".into());
        let mut heard = Vec::new();
        while heard.len() < 2 {
            tokio::time::sleep(Duration::from_secs(8)).await;
            if let Message::Text(text) = theirs.next().await.unwrap().unwrap() {
                heard.push(text.as_str().to_owned());
            }
        }
        assert!(heard == [long.as_str(), "short"], "parts come as one message");
        outbox.close(1008, "enough");
        let closed = loop {
            if let Message::Close(frame) = theirs.next().await.unwrap().unwrap() {
                break frame.unwrap();
            }
        };
        assert_eq!((u16::from(closed.code), closed.reason.as_str()), (1008, "enough"));
        assert!(writer.await.unwrap().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_whose_queue_is_full_is_told_to_come_back() {
        let (ours, mut theirs) = ends(1024).await;
        let (outbox, queue) = Outbox::new(Arc::default());
        let writer = tokio::spawn(write(ours.split().0, queue, Lag::new()));
        let update: Utf8Bytes = "x".repeat(100_000).into();
        tokio::task::yield_now().await; // the writer begins
        while outbox.send(update.clone()) {}
        let closed = loop {
            if let Message::Close(frame) = theirs.next().await.unwrap().unwrap() {
                break frame.unwrap();
            }
        };
        assert_eq!(u16::from(closed.code), 1013);
        assert!(writer.await.unwrap().is_some());
    }
}
