//! News within one process.

use std::sync::Arc;

use tokio::sync::broadcast;

use super::{News, Notice};

/// Notices that wait for a slow reader; with more, it has missed some.
const WAITING: usize = 4096;

/// Carries notices between servers in one process.
pub struct LocalNews(broadcast::Sender<Arc<Notice>>);

impl Default for LocalNews {
    fn default() -> LocalNews {
        LocalNews(broadcast::Sender::new(WAITING))
    }
}

impl News for LocalNews {
    fn publish(&self, notice: Notice) {
        let _ = self.0.send(Arc::new(notice)); // perhaps nobody listens yet
    }

    fn subscribe(&self) -> broadcast::Receiver<Arc<Notice>> {
        self.0.subscribe()
    }
}
