//! Messages waiting for one socket, counted in bytes until they are written.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tisane_protocol::Said;
use tokio::sync::{Notify, mpsc};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::backlog::Backlog;
use super::closing::{AGAIN, Closing, ENDED, SHUT_OUT, SLOW};

/// With more than this waiting, we stop reading from the client, so that nobody fills their queue
/// by asking.
const ENOUGH: usize = 256 * 1024;
/// Overhead per message: its place in the queue and the framing.
const OVERHEAD: usize = 128;

/// A socket's queue of messages. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Outbox {
    queue: mpsc::UnboundedSender<Queued>,
    shared: Arc<Shared>,
}

struct Shared {
    backlog: Arc<Backlog>,
    queued: AtomicUsize,
    /// Wakes the reader when something was written.
    written: Notify,
    closing: Mutex<Option<Closing>>,
    /// Wakes the writer when the connection is to end.
    closed: Notify,
}

/// A queued message, counted until it is dropped.
pub(crate) struct Queued {
    pub(super) text: Utf8Bytes,
    bytes: usize,
    shared: Arc<Shared>,
}

impl Drop for Queued {
    fn drop(&mut self) {
        self.shared.backlog.release(&self.shared.queued, self.bytes);
        self.shared.written.notify_one();
    }
}

/// The writer's end of an outbox.
pub(crate) struct Queue {
    messages: mpsc::UnboundedReceiver<Queued>,
    shared: Arc<Shared>,
}

impl Outbox {
    pub(crate) fn new(backlog: Arc<Backlog>) -> (Outbox, Queue) {
        let (queue, messages) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            backlog,
            queued: AtomicUsize::new(0),
            written: Notify::new(),
            closing: Mutex::new(None),
            closed: Notify::new(),
        });
        (Outbox { queue, shared: shared.clone() }, Queue { messages, shared })
    }

    /// Queues a message. If there is no room for it, closes the connection and returns false.
    pub(crate) fn send(&self, text: Utf8Bytes) -> bool {
        let bytes = text.len() + OVERHEAD;
        if self.is_closed() {
            return false;
        }
        if !self.shared.backlog.reserve(&self.shared.queued, bytes) {
            self.close_for(SLOW);
            return false;
        }
        self.queue.send(Queued { text, bytes, shared: self.shared.clone() }).is_ok()
    }

    pub(crate) fn say(&self, said: &Said) {
        self.send(text(said));
    }

    /// Ends the connection with a WebSocket close code and a reason of at most 123 bytes. The first
    /// reason wins.
    pub(crate) fn close(&self, code: u16, reason: &'static str) {
        self.close_for(Closing { code, reason });
    }

    fn close_for(&self, closing: Closing) {
        self.shared.lock().get_or_insert(closing);
        self.shared.closed.notify_one();
    }

    /// Closes the connection of a client that has to reconnect.
    pub(crate) fn hang_up(&self) {
        self.close_for(AGAIN);
    }

    /// Tells a banned client why, and closes the connection.
    pub(crate) fn dismiss(&self, why: Utf8Bytes) {
        self.send(why);
        self.close_for(SHUT_OUT);
    }

    fn is_closed(&self) -> bool {
        self.shared.lock().is_some()
    }

    /// Whether there is room for more answers.
    pub(crate) fn has_room(&self) -> bool {
        self.shared.queued.load(Ordering::Relaxed) < ENOUGH
    }

    /// Ready when something was written since the last time.
    pub(crate) async fn written(&self) {
        self.shared.written.notified().await;
    }
}

/// A message as it is written.
pub(crate) fn text(said: &Said) -> Utf8Bytes {
    serde_json::to_string(said).expect("messages are plain data").into()
}

impl Queue {
    /// The next message, or why the connection is to end.
    pub(super) async fn next(&mut self) -> Result<Queued, Closing> {
        tokio::select! {
            biased;
            closing = self.shared.closed() => Err(closing),
            message = self.messages.recv() => message.ok_or(ENDED), // all senders are gone
        }
    }

    /// What is left when the connection ends.
    pub(super) fn left(&mut self) -> Option<Queued> {
        self.messages.try_recv().ok()
    }

    /// Ready when the connection is to end.
    pub(super) async fn closed(&self) -> Closing {
        self.shared.closed().await
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.messages.close();
        while self.left().is_some() {}
    }
}

impl Shared {
    async fn closed(&self) -> Closing {
        loop {
            let closing = *self.lock();
            match closing {
                Some(closing) => return closing,
                None => self.closed.notified().await,
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Closing>> {
        self.closing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::backlog::MOST_EACH;
    use super::*;

    fn long(bytes: usize) -> Utf8Bytes {
        "x".repeat(bytes).into()
    }

    #[tokio::test]
    async fn a_queue_is_bounded_in_bytes_and_its_reader_disconnected_beyond() {
        let (outbox, mut queue) = Outbox::new(Arc::default());
        let large = long(MOST_EACH / 4);
        for _ in 0..3 {
            assert!(outbox.send(large.clone()));
        }
        assert!(!outbox.has_room());
        assert!(!outbox.send(large.clone()), "a shared text counts for each socket");
        assert_eq!(queue.closed().await, SLOW);
        assert!(!outbox.send(long(1)), "a closed queue takes nothing more");
        assert_eq!(queue.next().await.err(), Some(SLOW));
        assert_eq!(queue.left().unwrap().text, large);
    }

    #[tokio::test]
    async fn a_message_counts_until_it_is_written() {
        let backlog: Arc<Backlog> = Arc::default();
        let (outbox, mut queue) = Outbox::new(backlog.clone());
        outbox.send(long(1000));
        let being_written = queue.next().await.ok().unwrap();
        assert_eq!(backlog.queued(), 1000 + OVERHEAD);
        drop(being_written);
        outbox.written().await;
        assert_eq!(backlog.queued(), 0);
    }

    #[tokio::test]
    async fn messages_of_a_closed_socket_are_not_counted() {
        let backlog: Arc<Backlog> = Arc::default();
        let (outbox, queue) = Outbox::new(backlog.clone());
        (0..1000).for_each(|_| assert!(outbox.send(long(10))));
        drop(queue);
        assert_eq!(backlog.queued(), 0);
        assert!(!outbox.send(long(10)));
        assert_eq!(backlog.queued(), 0);
    }

    #[tokio::test]
    async fn the_first_reason_to_close_wins() {
        let (outbox, queue) = Outbox::new(Arc::default());
        outbox.close(1008, "first");
        outbox.hang_up();
        assert_eq!(queue.closed().await, Closing { code: 1008, reason: "first" });
    }
}
