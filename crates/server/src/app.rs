//! What all requests share, and THE list of routes.

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderName;
use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS};
use axum::routing::{any, get};
use tisane_lexicon::Catalogue;
use tisane_rules::{NoSuchRuleset, Ruleset, builtin_names};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::routes::{about, engine, health, lexicons, rulesets, words};
use crate::{Error, assets};

/// What all requests share. Cheap to clone.
#[derive(Clone)]
pub struct App {
    rulesets: Arc<[Arc<Ruleset>]>,
    catalogue: Arc<Catalogue>,
}

impl App {
    pub fn new(catalogue: Catalogue) -> App {
        let named = |name| Ruleset::named(name).map(Arc::new).expect("a built-in name names a ruleset");
        App { rulesets: builtin_names().map(named).collect(), catalogue: Arc::new(catalogue) }
    }

    pub(crate) fn rulesets(&self) -> &[Arc<Ruleset>] {
        &self.rulesets
    }

    pub(crate) fn ruleset(&self, name: &str) -> Result<Arc<Ruleset>, NoSuchRuleset> {
        match self.rulesets.iter().find(|ruleset| ruleset.name == name) {
            Some(ruleset) => Ok(ruleset.clone()),
            None => Ruleset::named(name).map(Arc::new), // for its way with other spellings, and the nearest name
        }
    }

    pub(crate) fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }
}

/// Every address this server answers to.
pub fn router(app: App) -> Router {
    let routes = Router::new()
        .route("/healthz", get(health::healthz))
        .route("/api/rulesets", get(rulesets::list))
        .route("/api/rulesets/{name}", get(rulesets::show))
        .route("/api/lexicons", get(lexicons::list))
        .route("/api/lexicons/{name}", get(lexicons::show))
        .route("/api/words/check", get(words::check))
        .route("/api/words/anagrams", get(words::anagrams))
        .route("/api/words/patterns", get(words::patterns))
        .route("/api/words/hooks", get(words::hooks))
        .route("/api/engine", get(engine::show))
        .route("/api/engine/words", get(engine::words))
        .route("/api/engine/model", get(engine::model))
        .route("/api/about", get(about::about))
        .route("/api/{*rest}", any(async || Error::NoSuchPage))
        .fallback_service(get(assets::serve))
        .method_not_allowed_fallback(async || Error::Method)
        .with_state(app);
    with_headers(routes).layer(CompressionLayer::new())
}

/// The page loads nothing from elsewhere, runs no script of anybody else (the engine is a compiled module, which needs a word of its own), and sits in nobody's frame.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

fn with_headers(routes: Router) -> Router {
    let headers: [(HeaderName, &'static str); 5] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    headers
        .into_iter()
        .fold(routes, |routes, (name, value)| routes.layer(SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))))
}
