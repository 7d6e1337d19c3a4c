//! Counts every response; logs refusals by limits, failed logins and faults of the server.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use tisane_protocol::ErrorCode;

use super::asking::Address;
use crate::App;
use crate::config::Rate;
use crate::error::Cause;
use crate::limits::Bucket;

/// Log lines about refusals, so that nobody fills the disk by being refused.
const LINES: Rate = Rate { burst: 20.0, per_second: 1.0 };

/// There is one log, so there is one limit.
static LOG_LIMIT: LazyLock<LogLimit> = LazyLock::new(LogLimit::default);

/// Admits a line to the log, or counts it as omitted.
struct LogLimit(Mutex<(Bucket, u64)>);

impl Default for LogLimit {
    fn default() -> LogLimit {
        LogLimit(Mutex::new((Bucket::full(LINES, Instant::now()), 0)))
    }
}

impl LogLimit {
    /// How many lines were omitted before this one; none if this one is omitted, too.
    fn admit(&self, now: Instant) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (bucket, omitted) = &mut *state;
        if bucket.take(LINES, now).is_err() {
            *omitted += 1;
            return None;
        }
        Some(std::mem::take(omitted))
    }
}

pub(crate) async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let (mut parts, body) = request.into_parts();
    let Ok(address) = Address::from_request_parts(&mut parts, &app).await;
    let route =
        parts.extensions.get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let method = parts.method.clone();
    let response = next.run(Request::from_parts(parts, body)).await;
    let status = response.status();
    app.metrics().answered(&method, &route, status, began.elapsed());
    if let Some(Cause { code, sentence }) = response.extensions().get() {
        app.metrics().refused(*code);
        log_refusal(*code, status, &route, address, sentence);
    }
    response
}

/// Logs refusals that the operator should see: limits and wrong passwords. Client mistakes are only
/// counted. People type passwords into the wrong field, so no names are logged.
fn log_refusal(code: ErrorCode, status: StatusCode, place: &str, address: Address, sentence: &str) {
    let is_limit =
        matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
    let is_wrong_password = matches!(code, ErrorCode::WrongPassword | ErrorCode::WrongOldPassword);
    if !is_limit && !is_wrong_password {
        return;
    }
    let Some(omitted) = LOG_LIMIT.admit(Instant::now()) else { return };
    tracing::warn!(place, status = status.as_u16(), %address, omitted, "{sentence}");
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn lines_left_out_are_counted_in_the_next_one() {
        let limit = LogLimit::default();
        let now = Instant::now();
        let admitted = (0..100).filter(|_| limit.admit(now).is_some()).count();
        assert_eq!(admitted, 20);
        assert_eq!(limit.admit(now + Duration::from_secs(2)), Some(80));
        assert_eq!(limit.admit(now + Duration::from_secs(4)), Some(0));
    }
}
