//! Rulesets.

use axum::Json;
use axum::extract::State;
use tisane_protocol::{RulesetList, RulesetSummary, RulesetView};

use crate::http::asking::Path;
use crate::{App, Error};

/// `GET /api/rulesets`: all rulesets.
pub(crate) async fn list(State(app): State<App>) -> Json<RulesetList> {
    Json(RulesetList {
        rulesets: app.rulesets().iter().map(|ruleset| RulesetSummary::of(ruleset)).collect(),
    })
}

/// `GET /api/rulesets/{name}`: one ruleset in full.
pub(crate) async fn show(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<RulesetView>, Error> {
    let ruleset = app.ruleset(&name)?;
    Ok(Json(RulesetView::of(&ruleset)))
}
