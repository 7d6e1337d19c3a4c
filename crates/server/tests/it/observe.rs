//! What whoever runs the server can see of it.

use crate::common::Server;
use crate::common::wire::{Log, ask};
use serde_json::{Value, json};
use tisane_server::Config;

async fn metrics(server: &Server) -> String {
    server.text("GET", "/metrics", None, Value::Null).await.1
}

#[tokio::test]
async fn requests_are_counted_by_route_and_status() {
    let server = Server::start().await;
    let ada = server.guest("Ada").await;
    for id in ["aaaaaaaaaaaa", "bbbbbbbbbbbb"] {
        server.http("GET", &format!("/api/games/{id}"), Some(&ada), Value::Null).await;
    }
    server.http("GET", "/no/such/page", None, Value::Null).await;
    // The server writes something of its own from time to time.
    let text = loop {
        let text = metrics(&server).await;
        if text.lines().any(|line| line == "tisane_write_queue 0") {
            break text;
        }
    };
    for line in [
        r#"tisane_requests_total{method="POST",route="/api/me",status="200"} 1"#,
        r#"tisane_requests_total{method="GET",route="/api/games/{id}",status="404"} 2"#,
        r#"tisane_request_seconds_count{route="/api/games/{id}"} 2"#,
        r#"tisane_refused_total{code="no_such_game"} 2"#,
        r#"tisane_analyses{state="waiting"} 0"#,
        "tisane_conflicts_total 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is missing from\n{text}");
    }
    let synced = text
        .lines()
        .find_map(|line| line.strip_prefix("tisane_sync_seconds_count "))
        .expect("syncs are timed");
    assert!(synced.parse::<u64>().unwrap() > 0, "the guest was written");
    assert!(!text.contains("aaaaaaaaaaaa"), "no ids");
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_logins_and_refusals_by_limits_are_logged_without_flooding() {
    let log = Log::capture();
    let server = Server::start_in(crate::common::folder(), Config::default()).await;
    let wrong = json!({ "name": "nobody-at-all", "password": "guess-what-it-is" });
    let mut refused = 0;
    for _ in 0..80 {
        let answer = ask(&server, "POST", "/api/login", &[], wrong.clone()).await;
        refused += usize::from(answer.starts_with("HTTP/1.1 429"));
    }
    assert!(refused > 60, "{refused}");
    let text = log.text();
    let lines = |status: u16| {
        text.lines()
            .filter(|line| {
                line.contains("/api/login") && line.contains(&format!("\"status\":{status}"))
            })
            .count()
    };
    assert!(lines(401) > 0, "{text}");
    assert!((1..50).contains(&lines(429)), "{} lines for {refused} refusals", lines(429));
    assert!(text.contains("127.0.0.1") && !text.contains("guess-what-it-is"), "{text}");
}
