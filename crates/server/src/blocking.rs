//! Work that takes a while, away from the threads that talk to the network. If it panics, that is logged, whoever asked is told, and
//! nobody else notices.

use tokio::task::spawn_blocking;

use crate::refused::Refused;

pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
    spawn_blocking(work).await.map_err(|error| {
        if error.is_cancelled() {
            return Refused::Closing;
        }
        tracing::error!(%error, "something that was asked for has failed");
        Refused::Failed
    })
}
