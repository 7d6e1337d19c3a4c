//! Who gets the computer when many ask.

use std::net::SocketAddr;

use crate::common::{Guest, Server};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tisane_server::router;
use tower::ServiceExt;

const POSITION: &str = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0";

async fn solve(server: &Server, from: &str, who: Option<&Guest>, ahead: Value) -> Response<Body> {
    let mut request = Request::builder()
        .method("POST")
        .uri("/api/solve")
        .header(header::CONTENT_TYPE, "application/json");
    request = request.header(header::ACCEPT, "application/x-ndjson");
    if let Some(guest) = who {
        request = request.header(header::COOKIE, format!("tisane={}", guest.secret));
    }
    let body = json!({ "position": POSITION, "ruleset": "english", "top": 1, "ahead": ahead });
    let mut request = request.body(Body::from(body.to_string())).unwrap();
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(from.parse().unwrap(), 1)));
    router(server.app.clone()).oneshot(request).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_of_one_address_do_not_fill_the_queue() {
    let server = Server::start().await;
    // Answers that nobody reads are worked at until they are dropped.
    let mut waiting = Vec::new();
    let mut refusal = None;
    for n in 0..5 {
        let guest = server.guest(&format!("guest {n}")).await;
        for k in 0..20 {
            let from = format!("2001:db8::{n}:{k}");
            let response =
                solve(&server, &from, Some(&guest), json!({ "milliseconds": 30_000 })).await;
            match response.status().as_u16() {
                200 => waiting.push(response),
                _ => refusal = Some(response),
            }
        }
    }
    let refusal = refusal.expect("not all of them are taken");
    assert_eq!(refusal.status().as_u16(), 503);
    let seconds: u64 = refusal.headers()[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
    let error: Value =
        serde_json::from_slice(&refusal.into_body().collect().await.unwrap().to_bytes()).unwrap();
    assert_eq!(error["code"], "busy");
    assert!(error["error"].as_str().unwrap().contains(&format!("{seconds} second")), "{error}");
    let other = solve(&server, "192.0.2.7", None, json!(null)).await;
    assert_eq!(other.status().as_u16(), 200, "somebody else is not refused");
    let answer = other.into_body().collect().await.unwrap().to_bytes();
    assert!(
        String::from_utf8_lossy(&answer).contains("\"done\""),
        "nor kept waiting until the others are done"
    );
    assert!(!waiting.is_empty());
    drop(waiting);
    server.stop().await;
}
