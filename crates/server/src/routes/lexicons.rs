//! The word lists at hand.

use axum::Json;
use axum::extract::{Path, State};
use tisane_lexicon::Catalogue;
use tisane_lexicon::catalogue::Entry;
use tisane_protocol::{LexiconList, LexiconSummary, LexiconView};

use crate::{App, Error};

/// `GET /api/lexicons`: all of them, a line for each.
pub(crate) async fn list(State(app): State<App>) -> Json<LexiconList> {
    let mut list = LexiconList::of(app.catalogue());
    list.lexicons.iter_mut().for_each(hide_place);
    Json(list)
}

/// `GET /api/lexicons/{name}`: one of them, with its licence in full.
pub(crate) async fn show(State(app): State<App>, Path(name): Path<String>) -> Result<Json<LexiconView>, Error> {
    let entry = find(app.catalogue(), &name)?;
    let mut view = LexiconView::of(app.catalogue(), &entry);
    hide_place(&mut view.summary);
    Ok(Json(view))
}

/// The lexicon with this name. Never takes a path: visitors do not read our disk.
pub(crate) fn find(catalogue: &Catalogue, name: &str) -> Result<Entry, Error> {
    let list = catalogue.list();
    let known = list.iter().map(|entry| entry.name.clone()).collect();
    list.into_iter().find(|entry| entry.name == name).ok_or_else(|| Error::NoSuchLexicon { name: name.to_owned(), known })
}

/// Nobody needs to know where on the disk things are.
fn hide_place(summary: &mut LexiconSummary) {
    if summary.place.contains(['/', '\\']) {
        summary.place = "brought by the host".to_owned();
    }
}
