//! One connection: what it is doing, so that slow clients can be cut off.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use crate::config::Timeouts;
use crate::limits::Connected;

/// The local address of a connection.
#[derive(Copy, Clone)]
pub(super) struct LocalAddress(pub(super) SocketAddr);

/// A connection's slot. It is held as long as the stream, including any WebSocket on it.
pub(super) struct Slot {
    pub(super) _of_all: OwnedSemaphorePermit,
    /// None for trusted proxies.
    pub(super) _of_address: Option<Connected>,
}

#[derive(Copy, Clone, Debug)]
enum Phase {
    /// No request has begun.
    Idle { since: Instant },
    /// A request has begun to arrive.
    Headers { since: Instant },
    /// A request is being handled. Its body has its own deadline.
    Busy,
}

/// What a connection is doing. Cheap to clone.
#[derive(Clone)]
pub(super) struct Activity(Arc<watch::Sender<Phase>>);

/// A request being handled. When this is dropped, the connection is idle.
pub(super) struct Busy(Activity);

impl Activity {
    pub(super) fn new() -> Activity {
        Activity(Arc::new(watch::Sender::new(Phase::Idle { since: Instant::now() })))
    }

    pub(super) fn begin(&self) -> Busy {
        self.0.send_replace(Phase::Busy);
        Busy(self.clone())
    }

    pub(super) fn is_busy(&self) -> bool {
        matches!(*self.0.borrow(), Phase::Busy)
    }

    fn received(&self) {
        self.0.send_if_modified(|phase| match phase {
            Phase::Idle { .. } => {
                *phase = Phase::Headers { since: Instant::now() };
                true
            }
            _ => false,
        });
    }

    /// Ready when the client is too slow.
    pub(super) async fn too_slow(&self, timeouts: &Timeouts) {
        let mut phases = self.0.subscribe();
        loop {
            let deadline = match *phases.borrow_and_update() {
                Phase::Idle { since } => Some(since + timeouts.idle),
                Phase::Headers { since } => Some(since + timeouts.headers),
                Phase::Busy => None,
            };
            tokio::select! {
                () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => return,
                _ = phases.changed() => {}
            }
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.0.send_replace(Phase::Idle { since: Instant::now() });
    }
}

/// The stream of a connection. It fails when the client reads nothing for too long.
pub(super) struct Stream {
    tcp: TcpStream,
    activity: Activity,
    timeouts: Timeouts,
    /// Runs while the client reads nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    _slot: Slot,
}

impl Stream {
    pub(super) fn new(
        tcp: TcpStream,
        activity: Activity,
        timeouts: Timeouts,
        slot: Slot,
    ) -> Stream {
        Stream { tcp, activity, timeouts, stalled: None, _slot: slot }
    }

    fn written<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let limit = self.timeouts.write;
        ready!(self.stalled.get_or_insert_with(|| Box::pin(sleep(limit))).as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.tcp).poll_read(cx, buf);
        if buf.filled().len() > before {
            self.activity.received();
        }
        read
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.tcp).poll_write(cx, bytes);
        self.written(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.tcp).poll_write_vectored(cx, bytes);
        self.written(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(cx)
    }
}
