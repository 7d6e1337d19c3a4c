//! Stands between a node and the database: adds a delay, and cuts them off where there are no
//! network namespaces.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::faults::Way;

/// Chunks that wait for their time.
const WAITING: usize = 1024;
const CHUNK: usize = 16 * 1024;

#[derive(Copy, Clone, Default)]
struct Condition {
    delay: Duration,
    cut: Option<Way>,
}

pub(super) struct Relay {
    pub(super) address: SocketAddr,
    condition: watch::Sender<Condition>,
    task: JoinHandle<()>,
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Relay {
    pub(super) async fn start(at: SocketAddr, database: String) -> anyhow::Result<Relay> {
        let listener = TcpListener::bind(at).await?;
        let address = listener.local_addr()?;
        let condition = watch::Sender::default();
        let conditions = condition.subscribe();
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, database.clone(), conditions.clone()));
            }
        });
        Ok(Relay { address, condition, task })
    }

    pub(super) fn delay(&self, delay: Duration) {
        self.condition.send_modify(|condition| condition.delay = delay);
    }

    pub(super) fn cut(&self, cut: Option<Way>) {
        self.condition.send_modify(|condition| condition.cut = cut);
    }
}

async fn carry(near: TcpStream, database: String, conditions: watch::Receiver<Condition>) {
    let Ok(far) = TcpStream::connect(&database).await else { return };
    let _ = near.set_nodelay(true);
    let _ = far.set_nodelay(true);
    let ((from_near, to_near), (from_far, to_far)) = (near.into_split(), far.into_split());
    // Each direction ends the other.
    tokio::select! {
        () = pass_on(from_near, to_far, conditions.clone(), Way::is_lost_out) => {}
        () = pass_on(from_far, to_near, conditions, Way::is_lost_in) => {}
    }
}

async fn pass_on(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    conditions: watch::Receiver<Condition>,
    is_lost: fn(Way) -> bool,
) {
    let (sender, mut chunks) = mpsc::channel::<(Instant, Vec<u8>)>(WAITING);
    let delay = conditions.clone();
    let read = async move {
        let mut buffer = vec![0; CHUNK];
        while let Ok(length @ 1..) = from.read(&mut buffer).await {
            let at = Instant::now() + delay.borrow().delay;
            if sender.send((at, buffer[..length].to_vec())).await.is_err() {
                break;
            }
        }
    };
    let write = async move {
        let mut cut = conditions;
        while let Some((at, chunk)) = chunks.recv().await {
            sleep_until(at).await;
            let passes =
                cut.wait_for(|condition| !condition.cut.is_some_and(is_lost)).await.is_ok();
            if !passes || to.write_all(&chunk).await.is_err() {
                break;
            }
        }
    };
    tokio::join!(read, write);
}
