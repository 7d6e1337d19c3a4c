//! PostgreSQL for programs that wait: the command line.

use deadpool_postgres::Pool;
use tokio::runtime::{Builder, Runtime};

use super::super::StoreError;
use super::super::db::Db;
use super::session::{Session, no_connection};
use super::{PostgresAddress, ended, pool, schema};

pub(in super::super) struct Blocking {
    runtime: Runtime,
    pool: Pool,
}

impl Blocking {
    pub(in super::super) fn open(address: &PostgresAddress) -> Result<Blocking, StoreError> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| StoreError::Database(Box::new(error)))?;
        let pool = pool(address)?;
        Ok(Blocking { runtime, pool })
    }

    /// Refuses a database that no server has prepared.
    pub(in super::super) fn must_be_current(&self) -> Result<(), StoreError> {
        self.read(schema::must_be_current)
    }

    /// Brings the tables up to date.
    pub(in super::super) fn migrate(&self) -> Result<(), StoreError> {
        self.write(|session| schema::migrate(session, |sql| session.batch(sql)))
    }

    fn session(&self) -> Result<Session, StoreError> {
        let client = self.runtime.block_on(self.pool.get()).map_err(no_connection)?;
        Ok(Session::new(client, self.runtime.handle().clone()).patient())
    }

    pub(in super::super) fn read<T>(
        &self,
        work: impl FnOnce(&dyn Db) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        work(&self.session()?)
    }

    pub(in super::super) fn write<T>(
        &self,
        work: impl FnOnce(&Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let done = self.session()?.transaction(work);
        self.runtime.block_on(ended(&self.pool, done))
    }
}
