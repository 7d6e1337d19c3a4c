//! PostgreSQL, for several servers on one database.

mod address;
mod append;
mod blocking;
mod health;
mod news;
mod schema;
mod session;
mod tls;

use std::time::{Duration, Instant};

use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime,
};
use tisane_rules::Millis;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio_postgres::types::Type;

use super::backend::Backend;
use super::db::Db;
use super::health as probe;
use super::{Append, StoreError, StoreFuture, StoreMetrics, people};
use health::Watcher;
use session::{Ended, LOCK_MILLIS, STATEMENT_MILLIS, failure, no_connection};

pub(super) use blocking::Blocking;
pub(super) use session::Session;

pub use address::PostgresAddress;
pub use news::PostgresNews;

/// Connections of one server. PostgreSQL allows 100 in all by default.
const CONNECTIONS: usize = 16;
/// How long a request waits for one of them.
const WAITING: Duration = Duration::from_secs(5);
/// How long it may take to find out whether a transaction was committed.
const FINDING_OUT: Duration = Duration::from_secs(5);

pub struct Postgres {
    pool: Pool,
    metrics: StoreMetrics,
    watcher: Watcher,
    /// When a row was last written and read. Held while doing so.
    probed: tokio::sync::Mutex<Option<Instant>>,
}

impl Postgres {
    /// Connects, and brings the tables up to date.
    pub async fn open(address: &PostgresAddress) -> Result<Postgres, StoreError> {
        let pool = pool(address)?;
        let prepared = in_transaction(&pool, |session| {
            schema::migrate(session, |sql| session.batch(sql))?;
            people::refresh_skeletons(session)
        });
        prepared.await?;
        let watcher = Watcher::start(address).await?;
        Ok(Postgres { pool, metrics: StoreMetrics::default(), watcher, probed: Default::default() })
    }

    /// Notices between the servers on this database.
    pub fn news(address: &PostgresAddress) -> Result<PostgresNews, StoreError> {
        PostgresNews::start(address)
    }
}

fn pool(address: &PostgresAddress) -> Result<Pool, StoreError> {
    let manager = Manager::from_config(
        address.config.clone(),
        tls::connector(&address.trust)?,
        ManagerConfig { recycling_method: RecyclingMethod::Fast },
    );
    let prepare = Hook::async_fn(|client: &mut deadpool_postgres::ClientWrapper, _| {
        Box::pin(async move {
            let settings = format!(
                "SET statement_timeout = {STATEMENT_MILLIS}; SET lock_timeout = {LOCK_MILLIS}; \
                 SET idle_in_transaction_session_timeout = {STATEMENT_MILLIS}"
            );
            client.batch_execute(&settings).await.map_err(HookError::Backend)
        })
    });
    Pool::builder(manager)
        .max_size(CONNECTIONS)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(WAITING))
        .create_timeout(Some(WAITING))
        .post_create(prepare)
        .build()
        .map_err(|error| StoreError::Database(Box::new(error)))
}

/// Runs long work in a transaction, without metrics.
async fn in_transaction<T: Send + 'static>(
    pool: &Pool,
    work: impl FnOnce(&Session) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let client = pool.get().await.map_err(no_connection)?;
    let runtime = Handle::current();
    let task = tokio::task::spawn_blocking(move || {
        Session::new(client, runtime).patient().transaction(work)
    });
    ended(pool, joined(task.await)?).await
}

fn joined<T>(joined: Result<T, tokio::task::JoinError>) -> Result<T, StoreError> {
    joined.map_err(|error| match error.is_panic() {
        true => StoreError::Panicked,
        false => StoreError::Stopped,
    })
}

/// Finds out how a transaction ended whose commit was not answered.
async fn ended<T>(pool: &Pool, ended: Ended<T>) -> Result<T, StoreError> {
    let (transaction, result) = match ended {
        Ended::Known(result) => return result,
        Ended::Unknown { transaction, result } => (transaction, result),
    };
    let find_out = async {
        loop {
            match status(pool, &transaction).await {
                Ok(Some(committed)) => return committed,
                Ok(None) | Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    };
    let lost = |what: &str| StoreError::Unreachable(format!("the connection was lost; {what}"));
    match tokio::time::timeout(FINDING_OUT, find_out).await {
        Ok(true) => Ok(result),
        Ok(false) => Err(lost("nothing was written")),
        Err(_) => Err(lost("perhaps the change was written")),
    }
}

/// Whether a transaction was committed; nothing while it is in progress.
async fn status(pool: &Pool, transaction: &str) -> Result<Option<bool>, StoreError> {
    let client: Object = pool.get().await.map_err(no_connection)?;
    let find = "SELECT pg_xact_status($1::text::xid8)";
    let statement = client.prepare_typed_cached(find, &[Type::TEXT]).await.map_err(failure)?;
    let row = client.query_one(&statement, &[&transaction]).await.map_err(failure)?;
    Ok(match row.get::<_, Option<&str>>(0) {
        Some("committed") => Some(true),
        Some("in progress") => None,
        _ => Some(false),
    })
}

impl Postgres {
    /// Counts and times a write.
    async fn measured<T>(
        &self,
        write: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        /// Counts down even if the request is given up.
        struct Waiting<'a>(&'a StoreMetrics);
        impl Drop for Waiting<'_> {
            fn drop(&mut self) {
                self.0.waiting.dec();
            }
        }
        self.metrics.waiting.inc();
        let _waiting = Waiting(&self.metrics);
        let began = Instant::now();
        let result = write.await;
        match &result {
            Ok(_) => self.metrics.sync_seconds.observe(began.elapsed().as_secs_f64()),
            Err(error) if error.is_fault() => drop(self.metrics.failures.inc()),
            Err(_) => {}
        }
        result
    }
}

impl Backend for Postgres {
    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Db) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        Box::pin(async move {
            let client = self.pool.get().await.map_err(no_connection)?;
            let runtime = Handle::current();
            let task = tokio::task::spawn_blocking(move || work(&Session::new(client, runtime)));
            joined(task.await)?
        })
    }

    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Db) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        Box::pin(self.measured(async move {
            let client = self.pool.get().await.map_err(no_connection)?;
            let runtime = Handle::current();
            let task = tokio::task::spawn_blocking(move || {
                Session::new(client, runtime).transaction(|session| work(session))
            });
            ended(&self.pool, joined(task.await)?).await
        }))
    }

    fn append(&self, append: Append) -> StoreFuture<'_, ()> {
        Box::pin(self.measured(async move { append::append(self, &append).await }))
    }

    fn metrics(&self) -> StoreMetrics {
        self.metrics.clone()
    }

    fn check(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.watcher.check()?;
            let mut probed = self.probed.lock().await;
            if !probe::is_fresh(*probed) {
                let written = self.write(probe::write_probe).await?;
                self.read(move |db| probe::read_probe(db, written)).await?;
                *probed = Some(Instant::now());
            }
            Ok(())
        })
    }

    /// PostgreSQL finds damage by its own checksums.
    fn verify(&self) -> StoreFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn reachable(&self) -> Option<watch::Receiver<bool>> {
        Some(self.watcher.reachable())
    }

    fn clock_offset(&self) -> Option<watch::Receiver<Millis>> {
        Some(self.watcher.offset())
    }
}
