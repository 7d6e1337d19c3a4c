//! What this is, and whom to thank.

use axum::Json;
use axum::extract::State;
use tisane_protocol::AboutView;

use crate::App;

/// `GET /api/about`: version, licence, and the licences of all words in full.
pub(crate) async fn about(State(app): State<App>) -> Json<AboutView> {
    Json(AboutView::of(app.catalogue()))
}
