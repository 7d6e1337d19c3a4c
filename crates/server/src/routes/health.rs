//! For those who watch over the server.

/// `GET /healthz`: it is up.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}
