//! The database of the nodes: a new one on the given PostgreSQL, dropped at the end.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tokio_postgres::config::Host;
use tokio_postgres::{Client, Config, NoTls};

use super::checker::{ChatRow, Stored};
use crate::failure::Failure;

/// How long PostgreSQL may take to be back.
const BACK: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(50);

pub(super) struct Database {
    server: Config,
    name: String,
    restart: Option<String>,
}

impl Database {
    pub(super) async fn create(url: &str, restart: Option<String>) -> anyhow::Result<Database> {
        let wrong = || Failure::new("--database is not a PostgreSQL address", "");
        let server: Config = url.parse().map_err(|_| wrong())?;
        let name = format!("tisane_load_{}", std::process::id());
        let client = connect(&server).await.context("connecting to PostgreSQL")?;
        client.batch_execute(&format!("CREATE DATABASE {name}")).await?;
        Ok(Database { server, name, restart })
    }

    /// The address of the server: host and port.
    pub(super) fn place(&self) -> anyhow::Result<String> {
        let port = self.server.get_ports().first().copied().unwrap_or(5432);
        match self.server.get_hosts().first() {
            Some(Host::Tcp(host)) => Ok(format!("{host}:{port}")),
            _ => Err(Failure::new(
                "nodes can't reach a PostgreSQL without a host name",
                "name one: --database postgres://user@host/name",
            )
            .into()),
        }
    }

    /// The database's address for a node that reaches it at `place`.
    pub(super) fn url(&self, place: &str) -> String {
        let user = self.server.get_user().unwrap_or("postgres");
        format!("postgres://{user}@{place}/{}?sslmode=disable", self.name)
    }

    async fn client(&self) -> anyhow::Result<Client> {
        let mut config = self.server.clone();
        connect(config.dbname(&self.name)).await
    }

    /// Terminates the connections for news between nodes; returns how many there were.
    pub(super) async fn terminate_listeners(&self) -> anyhow::Result<u64> {
        let terminate = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE datname = current_database() AND application_name = 'tisane news'";
        Ok(self.client().await?.query(terminate, &[]).await?.len() as u64)
    }

    /// Stops PostgreSQL immediately and starts it again.
    pub(super) async fn restart(&self) -> anyhow::Result<()> {
        let command = self.restart.clone().ok_or_else(|| {
            Failure::new(
                "the fault \"database\" needs a command that restarts PostgreSQL",
                "use --restart-database, or run this by cargo xtask postgres",
            )
        })?;
        let restarted = tokio::task::spawn_blocking(move || {
            Command::new("sh").args(["-c", &command]).stdin(Stdio::null()).output()
        });
        let output = restarted.await??;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "PostgreSQL can't be restarted: {}", error.trim());
        let began = Instant::now();
        while let Err(error) = self.client().await {
            ensure!(began.elapsed() < BACK, "PostgreSQL is not back: {error:#}");
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    pub(super) async fn reader(&self) -> anyhow::Result<Reader> {
        Ok(Reader(self.client().await?))
    }

    pub(super) async fn drop(&self) -> anyhow::Result<()> {
        let client = connect(&self.server).await?;
        client.batch_execute(&format!("DROP DATABASE {} WITH (FORCE)", self.name)).await?;
        Ok(())
    }
}

async fn connect(config: &Config) -> anyhow::Result<Client> {
    let (client, connection) = config.connect(NoTls).await?;
    // Ends with the client.
    tokio::spawn(async move { drop(connection.await) });
    Ok(client)
}

/// Reads what the nodes have stored.
pub(super) struct Reader(Client);

impl Reader {
    pub(super) async fn game(&self, game: &str) -> anyhow::Result<Stored> {
        let room = "SELECT setup, version FROM rooms WHERE id = $1";
        let room = self.0.query_opt(room, &[&game]).await?.context("it is not stored")?;
        let log = "SELECT number, line FROM events WHERE room = $1 ORDER BY number";
        let lines = self.0.query(log, &[&game]).await?;
        let chat = "SELECT number, player, text FROM chat WHERE room = $1 ORDER BY number";
        let chat = self.0.query(chat, &[&game]).await?;
        Ok(Stored {
            setup: room.get(0),
            version: room.get::<_, i64>(1) as u64,
            lines: lines.iter().map(|row| (row.get::<_, i64>(0) as u64, row.get(1))).collect(),
            chat: chat
                .iter()
                .map(|row| ChatRow {
                    number: row.get::<_, i64>(0) as u64,
                    player: row.get(1),
                    text: row.get(2),
                })
                .collect(),
        })
    }

    /// How many games have changed a player's ratings.
    pub(super) async fn rated_games(&self, player: &str) -> anyhow::Result<i64> {
        let count = "SELECT coalesce(sum(games), 0)::bigint FROM ratings WHERE player = $1";
        Ok(self.0.query_one(count, &[&player]).await?.get(0))
    }
}
