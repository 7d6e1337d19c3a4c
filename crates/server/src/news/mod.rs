//! News between the nodes of one database: short notices that say where to look. A notice can be
//! lost; whoever needs to know finds out from the database a little later.

mod local;
mod nodes;
mod notice;

use std::sync::Arc;

use tokio::sync::broadcast;

pub use local::LocalNews;
pub use nodes::NodeTimes;
pub(crate) use nodes::{Nodes, first_for};
pub use notice::{Notice, PresentPlayer, Topic};

/// Carries notices from each node to all.
pub trait News: Send + Sync + 'static {
    /// Sends a notice without waiting, after what it is about has been committed.
    fn publish(&self, notice: Notice);
    /// All notices from now on, with this node's own. After an interruption comes [`Topic::Gap`].
    fn subscribe(&self) -> broadcast::Receiver<Arc<Notice>>;
}
