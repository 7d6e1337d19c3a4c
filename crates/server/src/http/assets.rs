//! The files of the web app, as built by build.rs.

use std::hash::{DefaultHasher, Hasher};

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, File, include_dir};

use super::packed;
use crate::Error;

static FILES: Dir<'_> = include_dir!("$OUT_DIR/web");

/// File names here contain a hash of the content, so the files never change.
const HASHED: &str = "assets/";

/// Whether this binary contains the web app.
pub fn is_complete() -> bool {
    FILES.get_dir("assets").is_some()
}

/// A file of the web app, or index.html for the app's own addresses such as `/words`.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Result<Response, Error> {
    let path = uri.path().trim_start_matches('/');
    let file = match FILES.get_file(path) {
        Some(file) => file,
        None if looks_like_a_file(path) => return Err(Error::NoSuchPage),
        None => FILES.get_file("index.html").expect("the build script writes it"),
    };
    Ok(answer(file, &headers))
}

fn looks_like_a_file(path: &str) -> bool {
    path.starts_with(HASHED) || path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

fn answer(file: &'static File<'static>, request: &HeaderMap) -> Response {
    let path = file.path().to_str().unwrap_or_default();
    let cache =
        if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let tag = tag(file.contents());
    let known = request.get(IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == tag.as_bytes());
    let headers = [(CACHE_CONTROL, cache.to_owned()), (ETAG, tag)];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(CONTENT_TYPE, kind(path))], packed::respond(file.contents(), request))
        .into_response()
}

/// Weak, because the response may be compressed.
fn tag(contents: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(contents);
    format!("W/\"{:016x}\"", hasher.finish())
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
