//! Limits the requests of one address that run at once; the rest wait. However many connections a
//! client opens, even through a proxy, the database stays free for other addresses.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::network;
use crate::error::Refused;

/// How long a request waits.
const PATIENCE: Duration = Duration::from_secs(5);
/// At this many addresses, idle ones are dropped.
const SWEEP_AT: usize = 1_000;

pub(crate) struct Crowds {
    most: usize,
    patience: Duration,
    doors: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
}

impl Crowds {
    pub(crate) fn new(most: usize) -> Crowds {
        Crowds::patient(most, PATIENCE)
    }

    /// Requests wait for this long.
    pub(crate) fn patient(most: usize, patience: Duration) -> Crowds {
        Crowds { most, patience, doors: Mutex::default() }
    }

    /// A slot for a request, until it is dropped.
    pub(crate) async fn enter(&self, address: IpAddr) -> Result<OwnedSemaphorePermit, Refused> {
        let door = self.door(network(address));
        match tokio::time::timeout(self.patience, door.acquire_owned()).await {
            Ok(Ok(turn)) => Ok(turn),
            _ => Err(Refused::Crowded { most: self.most, seconds: self.patience.as_secs() }),
        }
    }

    fn door(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut doors = self.doors.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(door) = doors.get(&address).and_then(Weak::upgrade) {
            return door;
        }
        if doors.len() >= SWEEP_AT {
            doors.retain(|_, door| door.strong_count() > 0);
        }
        let door = Arc::new(Semaphore::new(self.most));
        doors.insert(address, Arc::downgrade(&door));
        door
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn requests_of_one_address_are_limited_and_others_do_not_wait() {
        let crowds = Crowds { patience: Duration::from_millis(20), ..Crowds::new(2) };
        let [ada, bo]: [IpAddr; 2] = ["2001:db8::1".parse().unwrap(), "192.0.2.1".parse().unwrap()];
        let (one, _two) = (
            crowds.enter(ada).await.unwrap(),
            crowds.enter("2001:db8::2".parse().unwrap()).await.unwrap(),
        );
        assert!(matches!(crowds.enter(ada).await, Err(Refused::Crowded { most: 2, .. })));
        drop(crowds.enter(bo).await.unwrap());
        drop(one);
        drop(crowds.enter(ada).await.unwrap());
    }

    #[tokio::test]
    async fn addresses_without_a_request_are_forgotten() {
        let crowds = Crowds::new(2);
        for n in 0..2 * SWEEP_AT as u32 {
            drop(crowds.enter(IpAddr::V4(n.into())).await.unwrap());
        }
        assert!(crowds.doors.lock().unwrap().len() <= SWEEP_AT);
    }
}
