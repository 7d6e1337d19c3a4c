//! What goes over the network and into the log, byte by byte.

use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tracing_subscriber::filter::LevelFilter;

use super::Server;

/// Keeps all that is logged.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// Everything that is logged in this process from the first call on.
    pub(crate) fn capture() -> Log {
        static LOG: LazyLock<Log> = LazyLock::new(|| {
            let log = Log::default();
            let writer = log.clone();
            tracing_subscriber::fmt()
                .json()
                .with_max_level(LevelFilter::DEBUG)
                .with_writer(move || writer.clone())
                .init();
            log
        });
        LOG.clone()
    }

    /// Everything that this thread logs until the guard is dropped. For tests with one thread.
    pub(crate) fn listen() -> (Log, tracing::subscriber::DefaultGuard) {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_max_level(LevelFilter::INFO)
            .with_writer(move || writer.clone())
            .finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    /// How many lines contain this.
    pub(crate) fn lines(&self, containing: &str) -> usize {
        self.text().lines().filter(|line| line.contains(containing)).count()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()).unwrap()
    }
}

/// Asks over the network; returns headers and body.
pub(crate) async fn ask(
    server: &Server,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Value,
) -> String {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut request =
        format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", server.address);
    for (name, value) in headers.iter().chain(&[("content-type", "application/json")]) {
        request += &format!("{name}: {value}\r\n");
    }
    request += &format!("content-length: {}\r\n\r\n{body}", body.len());
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}
