//! Bodies: a request's, which must arrive in time, and a response's, which keeps the connection
//! busy until it is sent.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use tokio::time::{Instant, Sleep, sleep_until};

use super::connection::Busy;

/// The slowest rate in bytes per second, after a third of the time limit.
const SLOWEST: f64 = 1024.0;

/// Whether a body was cut off for being too slow. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Cut(Arc<AtomicBool>);

impl Cut {
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the body took too long to arrive")]
struct TooSlow;

/// A request's body with a deadline, which starts when it is first read.
pub(super) struct Timed {
    body: Incoming,
    limit: Duration,
    received: u64,
    deadline: Option<(Instant, Pin<Box<Sleep>>)>,
    cut: Cut,
}

impl Timed {
    pub(super) fn new(body: Incoming, limit: Duration, cut: Cut) -> Timed {
        Timed { body, limit, received: 0, deadline: None, cut }
    }
}

/// How long a body may take until this many bytes have arrived.
fn allowed(limit: Duration, received: u64) -> Duration {
    limit.min(limit / 3 + Duration::from_secs_f64(received as f64 / SLOWEST))
}

impl http_body::Body for Timed {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        let Timed { body, limit, received, deadline, cut } = &mut *self;
        let (began, sleep) = deadline.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + allowed(*limit, 0))))
        });
        match Pin::new(body).poll_frame(cx) {
            Poll::Pending => {
                if sleep.as_mut().poll(cx).is_pending() {
                    return Poll::Pending;
                }
                cut.0.store(true, Ordering::Relaxed);
                Poll::Ready(Some(Err(TooSlow.into())))
            }
            Poll::Ready(frame) => {
                if let Some(Ok(data)) =
                    frame.as_ref().map(|frame| frame.as_ref().map(Frame::data_ref))
                {
                    *received += data.map_or(0, |data| data.len() as u64);
                    sleep.as_mut().reset(*began + allowed(*limit, *received));
                }
                Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of a response.
pub(super) struct Answer {
    body: Body,
    _busy: Busy,
}

impl Answer {
    pub(super) fn new(body: Body, busy: Busy) -> Answer {
        Answer { body, _busy: busy }
    }
}

impl http_body::Body for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trickle_is_cut_sooner_than_a_slow_body() {
        let limit = Duration::from_secs(30);
        assert_eq!(allowed(limit, 0), Duration::from_secs(10));
        assert_eq!(allowed(limit, 5 * 1024), Duration::from_secs(15));
        assert_eq!(allowed(limit, 256 * 1024), limit);
    }
}
