//! A minimal client: HTTP/1.1 requests, one connection each, and a WebSocket.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tisane_protocol::{Ask, Asked};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Response;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

const TIMEOUT: Duration = Duration::from_secs(30);

/// A guest, known by a cookie.
#[derive(Clone)]
pub(super) struct Guest {
    server: SocketAddr,
    cookie: String,
}

impl Guest {
    pub(super) async fn new(server: SocketAddr, name: &str) -> anyhow::Result<Guest> {
        let (head, _) = http(server, "POST", "/api/me", "", &json!({ "name": name })).await?;
        let set = head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .context("the server sets a cookie")?;
        Ok(Guest { server, cookie: set.split(';').next().unwrap_or_default().to_owned() })
    }

    #[cfg(test)]
    pub(super) fn nobody() -> Guest {
        Guest { server: SocketAddr::from(([127, 0, 0, 1], 0)), cookie: String::new() }
    }

    /// The same guest at a restarted server, or at another node.
    pub(super) fn at(&self, server: SocketAddr) -> Guest {
        Guest { server, cookie: self.cookie.clone() }
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        Ok(serde_json::from_str(&http(self.server, "POST", path, &self.cookie, body).await?.1)?)
    }

    pub(super) async fn get(&self, path: &str) -> anyhow::Result<Value> {
        Ok(serde_json::from_str(
            &http(self.server, "GET", path, &self.cookie, &Value::Null).await?.1,
        )?)
    }

    pub(super) async fn socket(&self) -> anyhow::Result<Socket> {
        let (stream, _) = self.connect().await?;
        Ok(Socket { stream, ids: 0 })
    }

    /// A socket, and the head of the answer.
    pub(super) async fn connect(&self) -> anyhow::Result<(Stream, Response)> {
        let mut request = format!("ws://{}/api/socket", self.server).into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse()?);
        let small =
            WebSocketConfig::default().read_buffer_size(8 * 1024).write_buffer_size(8 * 1024);
        let connecting = tokio_tungstenite::connect_async_with_config(request, Some(small), true);
        let connected = tokio::time::timeout(TIMEOUT, connecting).await;
        Ok(connected.context("the server does not answer")??)
    }
}

pub(super) type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(super) struct Socket {
    stream: Stream,
    ids: u64,
}

impl Socket {
    /// Sends a request and waits for its answer; other messages are dropped.
    pub(super) async fn ask(&mut self, ask: Ask) -> anyhow::Result<()> {
        self.ids += 1;
        let asked = serde_json::to_string(&Asked { id: self.ids, ask })?;
        self.stream.send(Message::text(asked)).await?;
        // An answer may carry more fields after the id.
        let done = format!("{{\"type\":\"done\",\"id\":{}", self.ids);
        let is_done =
            |text: &str| text.strip_prefix(&*done).is_some_and(|rest| rest.starts_with(['}', ',']));
        loop {
            let message = tokio::time::timeout(TIMEOUT, self.stream.next())
                .await
                .context("the server does not answer")?;
            match message.context("the server has hung up")?? {
                Message::Text(text) if is_done(text.as_str()) => return Ok(()),
                Message::Text(text) if text.starts_with("{\"type\":\"refused\"") => {
                    bail!("refused: {text}")
                }
                Message::Close(_) => bail!("the server has hung up"),
                _ => {}
            }
        }
    }

    /// Reads and drops messages until `until` is ready.
    pub(super) async fn listen(&mut self, until: impl Future<Output = ()>) -> anyhow::Result<()> {
        tokio::pin!(until);
        loop {
            tokio::select! {
                () = &mut until => return Ok(()),
                message = self.stream.next() => drop(message.context("the server has hung up")??),
            }
        }
    }
}

async fn http(
    server: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: &Value,
) -> anyhow::Result<(String, String)> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    http_with(server, method, path, &format!("cookie: {cookie}\r\n"), &body).await
}

/// Head and body of a successful answer.
pub(super) async fn http_with(
    server: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> anyhow::Result<(String, String)> {
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {server}\r\n{headers}content-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let talk = async {
        let mut stream = TcpStream::connect(server).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        Ok::<_, std::io::Error>(String::from_utf8_lossy(&answer).into_owned())
    };
    let answer =
        tokio::time::timeout(TIMEOUT, talk).await.context("the server does not answer")??;
    let (head, body) = answer.split_once("\r\n\r\n").context("the server answers with HTTP")?;
    if !head.starts_with("HTTP/1.1 200") {
        bail!("{method} {path}: {} {body}", head.lines().next().unwrap_or_default());
    }
    Ok((head.to_owned(), body.to_owned()))
}
