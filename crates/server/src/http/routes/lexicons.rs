//! Lexicons.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use tisane_lexicon::Lexicon;
use tisane_protocol::{LexiconList, LexiconSummary, LexiconView};
use tisane_rules::Ruleset;

use crate::http::asking::Path;
pub(super) use crate::library::no_such_lexicon as no_such;
use crate::{App, Error};

/// `GET /api/lexicons`: all lexicons.
pub(crate) async fn list(State(app): State<App>) -> Json<LexiconList> {
    let mut list = LexiconList::of(app.catalogue());
    list.lexicons.iter_mut().for_each(hide_place);
    Json(list)
}

/// `GET /api/lexicons/{name}`: one lexicon, with its licence in full.
pub(crate) async fn show(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<LexiconView>, Error> {
    let entry = app.catalogue().entry(&name).ok_or_else(|| no_such(app.catalogue(), &name))?;
    let mut view = LexiconView::of(app.catalogue(), &entry);
    hide_place(&mut view.summary);
    Ok(Json(view))
}

/// The lexicon of this name, or the ruleset's own, spelled with the ruleset's tiles.
pub(crate) fn lexicon(
    app: &App,
    ruleset: &Ruleset,
    name: Option<&str>,
    family: bool,
) -> Result<Arc<Lexicon>, Error> {
    app.library().lexicon(ruleset, name, family)
}

/// Hides paths on the server's disk.
fn hide_place(summary: &mut LexiconSummary) {
    if summary.place.contains(['/', '\\']) {
        summary.place = "added by the operator".to_owned();
    }
}
