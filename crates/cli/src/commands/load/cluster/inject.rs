//! Injects one fault after the other while the tables play.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use tokio::time::sleep;

use super::database::Database;
use super::faults::{Fault, Random, Way};
use super::network::Network;
use super::node::Node;
use super::relay::Relay;

/// Every table must have moved again by then.
const RECOVERY: Duration = Duration::from_secs(180);
const LOOK: Duration = Duration::from_millis(20);
/// How far a node's clock is off, in milliseconds.
const CLOCK: i64 = 2000;

/// What runs.
pub(super) struct Cluster {
    // Nodes stop before their links disappear.
    pub(super) nodes: Vec<Node>,
    pub(super) relays: Vec<Relay>,
    pub(super) network: Network,
    pub(super) database: Database,
}

/// A fault, and when it began and ended.
pub(super) struct Injected {
    pub(super) fault: Fault,
    pub(super) at: Instant,
    pub(super) over: Instant,
}

impl Cluster {
    /// Injects a fault and waits until every table has moved since.
    pub(super) async fn inject(
        &mut self,
        fault: Fault,
        random: &mut Random,
        progress: &[Arc<AtomicU64>],
    ) -> anyhow::Result<Injected> {
        let node = random.below(self.nodes.len());
        let at = Instant::now();
        match fault {
            Fault::Kill => {
                self.nodes[node].kill().await?;
                self.nodes[node].start(&self.network, 0)?;
            }
            Fault::Database => self.database.restart().await?,
            Fault::Cut { way, seconds } => {
                self.cut(node, way)?;
                sleep(Duration::from_secs(seconds)).await;
                self.mend(node, way)?;
            }
            Fault::Listeners => {
                let ended = self.database.terminate_listeners().await?;
                ensure!(ended > 0, "no connection for news was found");
            }
            Fault::Rolling => {
                for node in &mut self.nodes {
                    node.stop().await?;
                    node.start(&self.network, 0)?;
                    node.wait().await?;
                }
            }
            Fault::Clock => {
                for ahead in [CLOCK, -CLOCK, 0] {
                    self.nodes[node].stop().await?;
                    self.nodes[node].start(&self.network, ahead)?;
                    self.nodes[node].wait().await?;
                    let before = counts(progress);
                    wait_for(&before, progress).await?;
                }
            }
            Fault::Delay { millis } => {
                self.delay(Duration::from_millis(millis));
                for _ in 0..5 {
                    let before = counts(progress);
                    wait_for(&before, progress).await?;
                }
                self.delay(Duration::ZERO);
            }
            Fault::Race | Fault::Watch => {}
        }
        let over = Instant::now();
        let before = counts(progress);
        wait_for(&before, progress).await?;
        for node in &mut self.nodes {
            node.wait().await?;
        }
        Ok(Injected { fault, at, over })
    }

    fn cut(&self, node: usize, way: Way) -> anyhow::Result<()> {
        if self.network.is_isolated {
            return self.network.cut(node, way);
        }
        self.relays[node].cut(Some(way));
        Ok(())
    }

    fn mend(&self, node: usize, way: Way) -> anyhow::Result<()> {
        if self.network.is_isolated {
            return self.network.mend(node, way);
        }
        self.relays[node].cut(None);
        Ok(())
    }

    fn delay(&self, delay: Duration) {
        self.relays.iter().for_each(|relay| relay.delay(delay));
    }
}

fn counts(progress: &[Arc<AtomicU64>]) -> Vec<u64> {
    progress.iter().map(|moves| moves.load(Ordering::Relaxed)).collect()
}

async fn wait_for(before: &[u64], progress: &[Arc<AtomicU64>]) -> anyhow::Result<()> {
    let began = Instant::now();
    loop {
        let now = counts(progress);
        let waiting = now.iter().zip(before).filter(|(now, before)| now <= before).count();
        if waiting == 0 {
            return Ok(());
        }
        let tables = before.len();
        ensure!(began.elapsed() < RECOVERY, "{waiting} of {tables} tables don't move again");
        sleep(LOOK).await;
    }
}
