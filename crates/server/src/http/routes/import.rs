//! Score sheets from elsewhere.

use axum::Json;
use axum::extract::State;
use tisane_protocol::{ImportRequest, RecordView};
use tisane_rules::GcgFile;

use super::open::{Game, choices, open};
use crate::compute::blocking::blocking;
use crate::error::Refused;
use crate::http::asking::{Address, Body};
use crate::limits::Kind;
use crate::{App, Error};

/// `POST /api/import`: the positions and moves of a GCG file, and what looks wrong with it.
pub(crate) async fn import(
    State(app): State<App>,
    address: Address,
    Body(ImportRequest { text, ruleset }): Body<ImportRequest>,
) -> Result<Json<RecordView>, Error> {
    address.take(&app, Kind::Thinking)?;
    let work = move || {
        let file =
            GcgFile::read(text.as_bytes()).map_err(|error| Refused::Notation(error.to_string()))?;
        let choices = choices(ruleset, None, false);
        let (rules, game) = open(&app, Game::MustBeNamed, |library| {
            library.record(&file, &choices, &mut Vec::new())
        })?;
        let view = RecordView::of(&game, &rules.ruleset);
        Ok(Json(view.map_err(|error| Refused::Notation(error.to_string()))?))
    };
    blocking(work).await?
}
