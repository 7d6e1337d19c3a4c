//! Clients that ask and never read: they are disconnected, hold little memory, and delay nobody.

use std::time::{Duration, Instant};

use axum::http::header;
use futures_util::SinkExt;
use serde_json::json;
use tisane_protocol::request::NewGame;
use tisane_protocol::{Ask, Said};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::{Guest, Server};

/// A client behind which the system buffers next to nothing.
async fn narrow(server: &Server, guest: &Guest) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(server.address).await.unwrap();
    let mut request = format!("ws://{}/api/socket", server.address).into_client_request().unwrap();
    request
        .headers_mut()
        .insert(header::COOKIE, format!("tisane={}", guest.secret).parse().unwrap());
    tokio_tungstenite::client_async(request, stream).await.unwrap().0
}

/// The most memory this process has had, in MB.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? / 1024)
}

async fn metric(server: &Server, name: &str) -> usize {
    let (_, text) = server.text("GET", "/metrics", None, json!(null)).await;
    text.lines()
        .find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
        .unwrap_or_else(|| panic!("no {name} in {text}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_that_never_read_are_dropped_hold_little_memory_and_delay_nobody() {
    const HOGS: usize = 40;
    const WATCHES: usize = 40;
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    let game = server.game(&ada, &NewGame::new("english")).await;
    // Chat makes every answer to `watch` long.
    let said = "🂡".repeat(500);
    for _ in 0..100 {
        let (status, answer) = server
            .http("POST", &format!("/api/games/{game}/chat"), Some(&ada), json!({ "text": said }))
            .await;
        assert_eq!(status, 200, "{answer}");
    }
    let mut reader = server.socket(&ada).await;
    reader.watch(&game).await;
    let before = peak_megabytes();
    let mut hogs = Vec::new();
    for _ in 0..HOGS {
        let mut hog = narrow(&server, &ada).await;
        for id in 0..WATCHES {
            let ask = json!({ "id": id, "ask": { "type": "watch", "game": game, "since": 0 } });
            hog.feed(Message::text(ask.to_string())).await.unwrap();
        }
        hog.flush().await.unwrap();
        hogs.push(hog);
    }
    assert!(metric(&server, "tisane_sockets ").await > HOGS / 2, "they are connected");
    let began = Instant::now();
    let mut slowest = Duration::ZERO;
    let mut most_queued = 0;
    while metric(&server, "tisane_sockets ").await > 1 {
        assert!(began.elapsed() < Duration::from_secs(50), "sockets that do not read are dropped");
        let asked = Instant::now();
        reader.ask(Ask::Say { game: game.clone(), text: "hello".to_owned() }).await.unwrap();
        while !matches!(reader.next().await, Said::Chat { messages, .. } if messages.last().is_some_and(|last| last.text == "hello"))
        {
        }
        slowest = slowest.max(asked.elapsed());
        most_queued = most_queued.max(metric(&server, "tisane_queued_bytes ").await);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(slowest < Duration::from_secs(5), "a reader waited {slowest:?} for an answer");
    assert!(
        most_queued > 0 && most_queued <= HOGS * 1024 * 1024,
        "{most_queued} bytes were queued"
    );
    assert_eq!(metric(&server, "tisane_queued_bytes ").await, 0, "nothing is left of them");
    if let (Some(before), Some(after)) = (before, peak_megabytes()) {
        eprintln!(
            "{HOGS} sockets that read nothing: {} MB more, {most_queued} bytes queued",
            after - before
        );
        assert!(after - before < 150, "{} MB for {HOGS} sockets", after - before);
    }
    drop(hogs);
    server.stop().await;
}
