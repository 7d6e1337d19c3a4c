//! PostgreSQL for tests. `cargo xtask postgres COMMAND` starts a server and says where it is.

use std::sync::Arc;
use std::sync::Mutex;

use tisane_server::store::PostgresAddress;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_postgres::{Client, NoTls};

/// The address of the server.
const VARIABLE: &str = "TISANE_TEST_POSTGRES";

/// Whether tests are to use PostgreSQL.
pub(crate) fn is_there() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// The server's address, with another database.
pub(crate) fn address(database: &str) -> String {
    let server = std::env::var(VARIABLE).unwrap_or_else(|_| {
        panic!(
            "{VARIABLE} is not set: run this test with `cargo xtask postgres cargo nextest run …`"
        )
    });
    let (server, _) = server.rsplit_once('/').expect("the address ends with a database");
    format!("{server}/{database}")
}

/// A connection for the test itself.
pub(crate) async fn client(database: &str) -> Client {
    let (client, connection) =
        tokio_postgres::connect(&address(database), NoTls).await.expect("PostgreSQL runs");
    tokio::spawn(connection);
    client
}

/// The database of this name, which is created if needed.
pub(crate) async fn database(name: &str) -> PostgresAddress {
    create(name).await;
    PostgresAddress::parse(&address(name)).unwrap()
}

async fn create(name: &str) {
    let admin = client("postgres").await;
    let exists = admin.query("SELECT 1 FROM pg_database WHERE datname = $1", &[&name]).await;
    if exists.unwrap().is_empty() {
        admin.batch_execute(&format!("CREATE DATABASE \"{name}\"")).await.unwrap();
    }
}

/// A database that nobody else uses, by name.
pub(crate) async fn new_database() -> String {
    let name = super::folder().file_name().unwrap().to_str().unwrap().to_owned();
    let admin = client("postgres").await;
    // Of an earlier process with the same id.
    admin.batch_execute(&format!("DROP DATABASE IF EXISTS \"{name}\" WITH (FORCE)")).await.unwrap();
    create(&name).await;
    name
}

/// Every row of every table, as text after the table's name.
pub(crate) async fn all_rows(database: &str) -> Vec<String> {
    let client = client(database).await;
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'";
    let mut all = Vec::new();
    for table in client.query(tables, &[]).await.unwrap() {
        let table: &str = table.get(0);
        let rows = client.query(&format!("SELECT whole::text FROM {table} AS whole"), &[]).await;
        all.extend(rows.unwrap().iter().map(|row| format!("{table}: {}", row.get::<_, &str>(0))));
    }
    all
}

/// What happens to a message that contains some text.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Loss {
    /// It never arrives.
    Message,
    /// Its answer never arrives.
    Answer,
}

/// Stands between a store and PostgreSQL and loses messages, with the connection.
pub(crate) struct Proxy {
    port: u16,
    shared: Arc<Shared>,
}

struct Shared {
    server: String,
    loss: Mutex<Option<(Loss, Vec<u8>)>>,
    stalled: watch::Sender<bool>,
}

impl Proxy {
    pub(crate) async fn start() -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let place = address("");
        let server = place.trim_end_matches('/').rsplit(['@', '/']).next().unwrap().to_owned();
        let shared =
            Arc::new(Shared { server, loss: Mutex::new(None), stalled: watch::Sender::new(false) });
        let own = shared.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(carry(stream, own.clone()));
            }
        });
        Proxy { port, shared }
    }

    /// The address of a database by way of this proxy. Without TLS, so that it can read along.
    pub(crate) fn address(&self, database: &str) -> PostgresAddress {
        let text =
            format!("postgres://postgres@127.0.0.1:{}/{database}?sslmode=disable", self.port);
        PostgresAddress::parse(&text).unwrap()
    }

    /// Loses the next message with this text, or its answer.
    pub(crate) fn lose(&self, loss: Loss, text: &str) {
        *self.shared.loss.lock().unwrap() = Some((loss, text.as_bytes().to_vec()));
    }

    /// Whether the message has been lost.
    pub(crate) fn has_lost(&self) -> bool {
        self.shared.loss.lock().unwrap().is_none()
    }

    /// Carries nothing, but keeps connections open.
    pub(crate) fn stall(&self, stalled: bool) {
        self.shared.stalled.send_replace(stalled);
    }
}

async fn carry(client: TcpStream, shared: Arc<Shared>) {
    let Ok(server) = TcpStream::connect(&shared.server).await else { return };
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let (mut asked, mut answered) = (vec![0; 65536], vec![0; 65536]);
    let mut losing = false;
    let mut stalled = shared.stalled.subscribe();
    loop {
        if stalled.wait_for(|stalled| !stalled).await.is_err() {
            return;
        }
        tokio::select! {
            _ = stalled.changed() => {}
            read = from_client.read(&mut asked) => {
                let Ok(n @ 1..) = read else { return };
                let lost = take_loss(&shared, &asked[..n]);
                if lost == Some(Loss::Message) {
                    return;
                }
                losing |= lost == Some(Loss::Answer);
                if to_server.write_all(&asked[..n]).await.is_err() {
                    return;
                }
            }
            read = from_server.read(&mut answered) => {
                let Ok(n @ 1..) = read else { return };
                if losing || to_client.write_all(&answered[..n]).await.is_err() {
                    return;
                }
            }
        }
    }
}

fn take_loss(shared: &Shared, message: &[u8]) -> Option<Loss> {
    let mut loss = shared.loss.lock().unwrap();
    let (_, text) = loss.as_ref()?;
    if !message.windows(text.len()).any(|part| part == text) {
        return None;
    }
    loss.take().map(|(loss, _)| loss)
}
