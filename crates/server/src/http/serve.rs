//! Accepts connections. `axum::serve` has no timeouts, no limit on connections and waits forever
//! for half a request, so this uses hyper directly.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};
use tower::ServiceExt;

use super::body::{Answer, Cut, Timed};
use super::connection::{Activity, LocalAddress, Slot, Stream};
use super::hosts::{Hosts, check_host};
use super::router;
use crate::App;
use crate::config::{IpNet, Timeouts};
use crate::error::Error;
use crate::error::Refused;
use crate::limits::Connections;
use crate::wire::tcp;

/// Files the server opens besides connections: the database, its readers, the log, the runtime.
const RESERVED: usize = 64;
/// Buffer for headers, and for one read of a body.
const BUFFER: usize = 16 * 1024;
/// The pause after a failed accept; each is twice as long.
const BACK_OFF: Duration = Duration::from_millis(10);
const LONGEST_BACK_OFF: Duration = Duration::from_secs(1);
/// The response to a client with too many connections, before anything is read.
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 10\r\n\
    connection: close\r\ncontent-length: 49\r\n\r\nThere are too many connections; try again later.\n";

/// Serves `listener` until `stop` is ready, then finishes running requests until `farewell` has
/// passed. Returns when that is.
pub(crate) async fn serve(
    listener: TcpListener,
    app: &App,
    stop: impl Future<Output = ()>,
    farewell: Duration,
) -> Instant {
    let server = Server::new(app);
    let mut connections = JoinSet::new();
    let mut stop = pin!(stop);
    let mut back_off = BACK_OFF;
    loop {
        tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok((tcp, peer)) => {
                    back_off = BACK_OFF;
                    if let Some(connection) = server.connection(tcp, peer) {
                        connections.spawn(connection);
                    }
                }
                Err(error) if is_of_the_connection(&error) => {}
                Err(error) => {
                    // Usually too many open files, which an immediate retry would not change.
                    if back_off == BACK_OFF {
                        tracing::error!(%error, "accepting connections failed; trying again");
                    }
                    tokio::select! {
                        () = sleep(back_off) => {}
                        () = &mut stop => break,
                    }
                    back_off = (2 * back_off).min(LONGEST_BACK_OFF);
                }
            },
            Some(_) = connections.join_next() => {}
        }
    }
    drop(listener);
    let end = Instant::now() + farewell;
    app.stop();
    server.stopping.send_replace(true);
    let all = async { while connections.join_next().await.is_some() {} };
    let _ = timeout_at(end, all).await; // dropping the set ends those that are left
    end
}

/// The client is already gone; the next one may not be.
fn is_of_the_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}

struct Server {
    router: Router,
    timeouts: Timeouts,
    trusted: Vec<IpNet>,
    slots: Arc<Semaphore>,
    of_addresses: Connections,
    most_of_address: usize,
    stopping: watch::Sender<bool>,
}

impl Server {
    fn new(app: &App) -> Server {
        let config = app.config();
        let most = config.limits.connections.min(open_files().saturating_sub(RESERVED).max(2));
        Server {
            router: router(app.clone()).layer(from_fn_with_state(Hosts::of(config), check_host)),
            timeouts: config.timeouts.clone(),
            trusted: config.trusted_proxies.clone(),
            slots: Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS))),
            of_addresses: Connections::default(),
            // One address never has all connections.
            most_of_address: config.limits.connections_per_address.min((most / 2).max(1)),
            stopping: watch::Sender::new(false),
        }
    }

    /// The task of a new connection; none if there are too many.
    fn connection(
        &self,
        tcp: TcpStream,
        peer: SocketAddr,
    ) -> Option<impl Future<Output = ()> + Send + use<>> {
        let Some(slot) = self.slot(peer) else {
            // A new connection has room for it, and if not, they find out anyway.
            let _ = tcp.try_write(TOO_MANY);
            return None;
        };
        tcp::set_up(&tcp);
        let local = LocalAddress(tcp.local_addr().ok()?);
        let (router, timeouts, mut stopping) =
            (self.router.clone(), self.timeouts.clone(), self.stopping.subscribe());
        Some(async move {
            let activity = Activity::new();
            let stream = Stream::new(tcp, activity.clone(), timeouts.clone(), slot);
            let service = service_fn(|mut request: Request<Incoming>| {
                request.extensions_mut().insert(ConnectInfo(peer));
                request.extensions_mut().insert(local);
                answer(router.clone(), request, activity.clone(), timeouts.body)
            });
            let mut http = http1::Builder::new();
            // Our timeouts come first. With a shorter one, hyper would read the next request as
            // soon as a response is sent.
            http.timer(TokioTimer::new())
                .header_read_timeout(timeouts.headers + timeouts.idle)
                .max_buf_size(BUFFER);
            let mut talk =
                pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
            tokio::select! {
                _ = talk.as_mut() => {} // errors here are the other end's
                () = activity.too_slow(&timeouts) => {}
                () = async { drop(stopping.wait_for(|stopping| *stopping).await) } => if activity.is_busy() {
                    talk.as_mut().graceful_shutdown();
                    let _ = talk.await;
                },
            }
        })
    }

    fn slot(&self, peer: SocketAddr) -> Option<Slot> {
        let is_proxy = self.trusted.iter().any(|net| net.contains(&peer.ip().to_canonical()));
        let of_address = match is_proxy {
            true => None,
            false => Some(self.of_addresses.enter(peer.ip(), self.most_of_address).ok()?),
        };
        Some(Slot {
            _of_all: self.slots.clone().try_acquire_owned().ok()?,
            _of_address: of_address,
        })
    }
}

/// The most open files, after raising the limit as far as the system allows.
fn open_files() -> usize {
    let most =
        rlimit::increase_nofile_limit(u64::MAX).or_else(|_| rlimit::Resource::NOFILE.get_soft());
    most.map_or(1024, |most| usize::try_from(most).unwrap_or(usize::MAX))
}

async fn answer(
    router: Router,
    request: Request<Incoming>,
    activity: Activity,
    limit: Duration,
) -> Result<Response<Answer>, Infallible> {
    let (busy, cut) = (activity.begin(), Cut::default());
    let request = request.map(|body| Body::new(Timed::new(body, limit, cut.clone())));
    let response = router.oneshot(request).await?;
    // Handlers report a cut-off body as unreadable, which would be misleading.
    let response = if cut.is_set() { Error::from(Refused::Slow).into_response() } else { response };
    Ok(response.map(|body| Answer::new(body, busy)))
}
