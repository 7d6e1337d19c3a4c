//! The router without a socket: what is asked, what comes back.

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;
use tisane_server::{App, router};
use tower::ServiceExt;

async fn ask(method: &str, path: &str, headers: &[(header::HeaderName, &str)]) -> Response<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    router(App::new()).oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

async fn text(response: Response<Body>) -> String {
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}

async fn json(path: &str) -> (StatusCode, Value) {
    let response = ask("GET", path, &[]).await;
    assert_eq!(response.headers()[header::CONTENT_TYPE], "application/json", "{path}");
    let status = response.status();
    (status, serde_json::from_str(&text(response).await).unwrap())
}

#[tokio::test]
async fn it_is_up() {
    assert_eq!(text(ask("GET", "/healthz", &[]).await).await, "ok\n");
}

#[tokio::test]
async fn rulesets_are_listed() {
    let (status, list) = json("/api/rulesets").await;
    assert_eq!(status, StatusCode::OK);
    let rulesets = list["rulesets"].as_array().unwrap();
    assert_eq!(rulesets.len(), tisane_rules::builtin_names().count());
    let english = rulesets.iter().find(|ruleset| ruleset["name"] == "english").unwrap();
    assert_eq!(english["tiles"], 100);
    assert_eq!(english["bonuses"], serde_json::json!([{ "tiles": 7, "points": 50 }]));
}

#[tokio::test]
async fn a_ruleset_has_its_board_and_tiles() {
    let (status, spanish) = json("/api/rulesets/spanish").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(spanish["layout"]["starts"], serde_json::json!([{ "row": 7, "col": 7 }]));
    assert_eq!(spanish["layout"]["premiums"][0][0], serde_json::json!({ "letter": 1, "word": 3 }));
    assert_eq!(spanish["layout"]["premiums"][0][1], Value::Null);
    let faces: Vec<&str> = spanish["letters"].as_array().unwrap().iter().map(|tile| tile["face"].as_str().unwrap()).collect();
    assert!(faces.contains(&"CH") && faces.contains(&"LL") && faces.contains(&"RR"));
}

#[tokio::test]
async fn an_unknown_ruleset_names_the_nearest() {
    let (status, error) = json("/api/rulesets/englsh").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(error, serde_json::json!({ "error": "there is no ruleset \"englsh\"", "hint": "did you mean \"english\"?" }));
}

#[tokio::test]
async fn unknown_addresses_and_methods_are_refused_with_a_sentence() {
    let (status, error) = json("/api/nothing/here").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(error["error"], "there is nothing at this address");
    assert_eq!(ask("GET", "/assets/gone.js", &[]).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(ask("GET", "/favicon.bmp", &[]).await.status(), StatusCode::NOT_FOUND);
    for path in ["/api/rulesets", "/healthz", "/words"] {
        let response = ask("POST", path, &[]).await;
        assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
}

#[tokio::test]
async fn every_page_of_the_app_is_its_first_page() {
    let first = ask("GET", "/", &[]).await;
    assert_eq!(first.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
    assert_eq!(first.headers()[header::CACHE_CONTROL], "no-cache");
    let first = text(first).await;
    for path in ["/words", "/rulesets/english", "/about"] {
        assert_eq!(text(ask("GET", path, &[]).await).await, first, "{path}");
    }
}

#[tokio::test]
async fn what_the_browser_has_is_not_sent_again() {
    let first = ask("GET", "/", &[]).await;
    let tag = first.headers()[header::ETAG].to_str().unwrap().to_owned();
    let again = ask("GET", "/", &[(header::IF_NONE_MATCH, &tag)]).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(text(again).await, "");
}

#[tokio::test]
async fn files_with_a_hash_in_their_name_are_kept_for_ever() {
    if !tisane_server::has_web_app() {
        return; // built without Node
    }
    let page = text(ask("GET", "/", &[]).await).await;
    let script = page.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js")).unwrap();
    let response = ask("GET", script, &[]).await;
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
    assert_eq!(response.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
}

#[tokio::test]
async fn answers_are_compressed_for_those_who_can_read_them() {
    let response = ask("GET", "/api/rulesets", &[(header::ACCEPT_ENCODING, "gzip")]).await;
    assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    for path in ["/", "/api/rulesets", "/api/nothing", "/healthz"] {
        let response = ask("GET", path, &[]).await;
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"), "{path}: {policy}");
        assert_eq!(response.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
        assert_eq!(response.headers()[header::X_FRAME_OPTIONS], "DENY", "{path}");
    }
}
