//! Connections among strangers: half-sent requests, slow bodies, too many connections, names and
//! proxies that are not ours.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use tisane_server::{Config, Limits, Timeouts};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::common::{Server, folder, unlimited};

/// Nothing here takes longer unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);
const HEALTH: &str = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
const HALF: &str = "GET /healthz HTTP/1.1\r\nhost: local";

fn long() -> Timeouts {
    let hour = Duration::from_secs(3600);
    Timeouts { headers: hour, body: hour, idle: hour, write: hour }
}

async fn server(config: Config) -> Server {
    Server::start_in(folder(), config).await
}

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.address).await.unwrap()
}

/// A connection from another address of this machine; Linux has them all.
async fn connect_from(server: &Server, address: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(address.parse().unwrap(), 0)).unwrap();
    socket.connect(server.address).await.unwrap()
}

/// All that comes until the server closes the connection; that may be by a reset.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = async { while stream.read_buf(&mut bytes).await.is_ok_and(|n| n > 0) {} };
    timeout(PATIENCE, read).await.expect("the server closes the connection");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The answer to a whole request that asks for the connection to be closed.
async fn answer(mut stream: TcpStream, request: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    rest(&mut stream).await
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nconnection: close\r\n{headers}\r\n")
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_half_sent_requests_of_one_address_do_not_stop_another() {
    let limits = Limits { connections: 200, connections_per_address: 100, ..Limits::none() };
    let server = server(Config { limits, timeouts: long(), ..Config::default() }).await;
    let mut held = Vec::new();
    for _ in 0..1000 {
        let mut stream = connect(&server).await;
        // Those beyond the limit may be closed by now.
        let _ = stream.write_all(HALF.as_bytes()).await;
        held.push(stream);
    }
    let refused = rest(held.last_mut().unwrap()).await;
    assert!(refused.is_empty() || status(&refused) == "503", "{refused}");
    let other = answer(connect_from(&server, "127.0.0.2").await, HEALTH).await;
    assert_eq!(status(&other), "200", "{other}");
    // Closed ones make room again.
    drop(held);
    let again = async {
        loop {
            if status(&answer(connect(&server).await, HEALTH).await) == "200" {
                break;
            }
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, again).await.expect("the address has room again");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn half_sent_requests_and_idle_connections_are_cut() {
    let timeouts = Timeouts {
        headers: Duration::from_millis(300),
        idle: Duration::from_millis(600),
        ..long()
    };
    let server = server(Config { timeouts, ..unlimited() }).await;
    let mut half = connect(&server).await;
    half.write_all(HALF.as_bytes()).await.unwrap();
    assert_eq!(rest(&mut half).await, "");
    assert_eq!(rest(&mut connect(&server).await).await, "", "one that says nothing at all");
    let mut idle = connect(&server).await;
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    assert_eq!(status(&rest(&mut idle).await), "200", "answered, then closed");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_is_used_for_several_requests() {
    let server = server(Config { timeouts: long(), ..unlimited() }).await;
    let mut stream = connect(&server).await;
    let mut seen = String::new();
    for _ in 0..3 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        let mut part = [0; 2048];
        let before = seen.matches("ok\n").count();
        while seen.matches("ok\n").count() == before {
            let n = timeout(PATIENCE, stream.read(&mut part)).await.expect("an answer").unwrap();
            assert!(n > 0, "closed after {seen}");
            seen += &String::from_utf8_lossy(&part[..n]);
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_body_is_cut_with_a_sentence() {
    let server = server(Config {
        timeouts: Timeouts { body: Duration::from_millis(900), ..long() },
        ..unlimited()
    })
    .await;
    let head = "POST /api/me HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n";
    let mut stream = connect(&server).await;
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(b"{\"name\":").await.unwrap();
    let answer = rest(&mut stream).await;
    assert_eq!(status(&answer), "408", "{answer}");
    assert!(answer.contains("took too long") && answer.contains("\"slow\""), "{answer}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_ends_in_time_whatever_is_half_sent() {
    let server = server(Config { timeouts: long(), ..unlimited() }).await;
    let mut held = Vec::new();
    for half in [
        HALF,
        "",
        "POST /api/me HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
    ] {
        let mut stream = connect(&server).await;
        stream.write_all(half.as_bytes()).await.unwrap();
        held.push(stream);
    }
    // One that never reads a long answer.
    let mut deaf = connect(&server).await;
    deaf.write_all(get("/api/engine/words?ruleset=english", "host: localhost\r\n").as_bytes())
        .await
        .unwrap();
    assert_eq!(
        status(&answer(connect(&server).await, HEALTH).await),
        "200",
        "all of them are connected by now"
    );
    let began = Instant::now();
    server.stop().await;
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    drop((held, deaf));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_names_of_the_server_are_answered() {
    let config = Config {
        public_url: Some("https://tisane.example".into()),
        allowed_hosts: vec!["tisane.lan".parse().unwrap()],
        ..unlimited()
    };
    let server = server(config).await;
    for (headers, expected) in [
        ("host: localhost\r\n", "200"),
        ("host: 127.0.0.1:8472\r\n", "200"),
        ("host: [::1]:8472\r\n", "200"),
        ("host: tisane.example\r\n", "200"),
        ("host: TISANE.lan:8472\r\n", "200"),
        ("host: evil.example\r\n", "421"),
        ("host: evil.example:8472\r\n", "421"),
        ("host: 192.0.2.1\r\n", "421"),
        ("host: localhost\r\nhost: evil.example\r\n", "400"),
        ("", "400"),
    ] {
        let answer = answer(connect(&server).await, &get("/metrics", headers)).await;
        assert_eq!(status(&answer), expected, "{headers:?}: {answer}");
        assert!(expected == "200" || !answer.contains("tisane_rooms"), "{headers:?}: {answer}");
        assert!(expected != "421" || answer.contains("--allow-host"), "{answer}");
    }
    let old = answer(connect(&server).await, "GET /metrics HTTP/1.0\r\n\r\n").await;
    assert_eq!(status(&old), "400", "{old}");
    let line = answer(
        connect(&server).await,
        "GET http://evil.example/metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    )
    .await;
    assert_eq!(status(&line), "421", "{line}");
    let health = answer(connect(&server).await, "GET /healthz HTTP/1.0\r\n\r\n").await;
    assert_eq!(status(&health), "200", "{health}");
    server.stop().await;
}

/// How many of ten new guests the server takes, each said to come from another address.
async fn guests_from_elsewhere(config: Config) -> usize {
    let rate = tisane_server::Rate { burst: 3.0, per_second: 1e-9 };
    let server =
        server(Config { limits: Limits { guests: rate, ..Limits::none() }, ..config }).await;
    let body = json!({ "name": "Ada" }).to_string();
    let mut taken = 0;
    for n in 0..10 {
        let request = format!(
            "POST /api/me HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
             x-forwarded-for: 192.0.2.{n}\r\nforwarded: for=198.51.100.{n}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        taken += usize::from(status(&answer(connect(&server).await, &request).await) == "200");
    }
    server.stop().await;
    taken
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_trusted_proxy_sets_the_client_address() {
    let trusting =
        |net: &str| Config { trusted_proxies: vec![net.parse().unwrap()], ..Config::default() };
    assert_eq!(guests_from_elsewhere(trusting("127.0.0.0/8")).await, 10);
    assert_eq!(guests_from_elsewhere(trusting("10.0.0.0/8")).await, 3);
    assert_eq!(guests_from_elsewhere(Config::default()).await, 3);
}

/// Requests under way here are bodies that never end.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn one_address_cannot_keep_everything_busy() {
    let limits = Limits { requests_per_address: 4, ..Limits::none() };
    let server = server(Config { limits, timeouts: long(), ..Config::default() }).await;
    let mut held = Vec::new();
    for _ in 0..5 {
        let mut stream = connect(&server).await;
        let head = "POST /api/me HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";
        stream.write_all(head.as_bytes()).await.unwrap();
        held.push(stream);
    }
    let other =
        answer(connect_from(&server, "127.0.0.2").await, &get("/readyz", "host: localhost\r\n"))
            .await;
    assert_eq!(status(&other), "200", "{other}");
    let own = answer(connect(&server).await, &get("/readyz", "host: localhost\r\n")).await;
    assert_eq!(status(&own), "503", "{own}");
    assert!(own.contains("retry-after"), "{own}");
    drop(held);
    server.stop().await;
}
