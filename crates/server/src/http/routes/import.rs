//! Score sheets from elsewhere.

use axum::Json;
use axum::extract::State;
use tisane_protocol::{ImportRequest, RecordView};
use tisane_rules::GcgFile;

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
        let name = ruleset.filter(|name| !name.is_empty()).or_else(|| file.ruleset_name());
        let name = name.ok_or_else(|| {
            Refused::Notation(
                "the file does not say which game it is from; name a ruleset".to_owned(),
            )
        })?;
        let ruleset = app.ruleset(&name)?;
        Ok(Json(RecordView::of(&file, &ruleset).map_err(Refused::Notation)?))
    };
    blocking(work).await?
}
