//! The files that an engine in the browser needs: a lexicon spelled for a game, and a model.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use tisane_engine::{Fingerprint, Model};
use tisane_protocol::EngineView;

use super::words::{Asked, Which, open_words};
use crate::compute::blocking::blocking;
use crate::http::packed;
use crate::{App, Error};

/// `GET /api/engine?ruleset=&lexicon=&family=true`: where the files are. The addresses change when
/// the files do.
pub(crate) async fn show(
    State(app): State<App>,
    Asked(which): Asked<Which>,
) -> Result<Json<EngineView>, Error> {
    blocking(move || {
        let ruleset = app.ruleset(which.ruleset.as_deref().unwrap_or_default())?;
        let lexicon = match open_words(&app, which.clone()) {
            Ok(lexicon) => lexicon,
            Err(Error::WhichLexicon) => {
                return Ok(Json(EngineView {
                    ruleset: ruleset.name.clone(),
                    lexicon: None,
                    words: None,
                    model: None,
                }));
            }
            Err(error) => return Err(error),
        };
        let print = Fingerprint::of(&ruleset, &lexicon).number();
        let family = if which.family { "&family=true" } else { "" };
        let address = |file: &str| {
            format!(
                "/api/engine/{file}?ruleset={}&lexicon={}{family}&print={:016x}",
                ruleset.name,
                encode(lexicon.name()),
                print
            )
        };
        let model = app
            .computer()
            .models()
            .find(&ruleset, &lexicon)
            .ok()
            .flatten()
            .map(|_| address("model"));
        Ok(Json(EngineView {
            ruleset: ruleset.name.clone(),
            lexicon: Some(lexicon.name().to_owned()),
            words: Some(address("words")),
            model,
        }))
    })
    .await?
}

/// `GET /api/engine/words?ruleset=&lexicon=&family=true&print=`: a lexicon file, spelled with the
/// game's tiles.
pub(crate) async fn words(
    State(app): State<App>,
    request: HeaderMap,
    Asked(which): Asked<Which>,
) -> Result<Response, Error> {
    blocking(move || Ok(file(open_words(&app, which)?.to_bytes(), &request))).await?
}

/// `GET /api/engine/model?ruleset=&lexicon=&family=true&print=`: a model file.
pub(crate) async fn model(
    State(app): State<App>,
    request: HeaderMap,
    Asked(which): Asked<Which>,
) -> Result<Response, Error> {
    blocking(move || {
        let ruleset = app.ruleset(which.ruleset.as_deref().unwrap_or_default())?;
        let lexicon = open_words(&app, which)?;
        let model: Option<Model> = app.computer().models().find(&ruleset, &lexicon).ok().flatten();
        model.map(|model| file(model.to_bytes(), &request)).ok_or(Error::NoSuchPage)
    })
    .await?
}

/// A file that never changes at its address.
fn file(bytes: Vec<u8>, request: &HeaderMap) -> Response {
    let headers = [
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (CONTENT_TYPE, "application/octet-stream"),
    ];
    (headers, packed::respond(bytes, request)).into_response()
}

/// Names of files can contain any character.
fn encode(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    name.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
