//! Metrics in Prometheus's text format.
//!
//! `prometheus-client` has a registry for each [`App`](crate::App); the `metrics` crate has one
//! recorder for the whole process, which the tests of several servers would share.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use tisane_protocol::ErrorCode;

use crate::store::{StoreMetrics, latency};

#[derive(Clone)]
pub(crate) struct Metrics(Arc<Inner>);

struct Inner {
    registry: Registry,
    sockets: Gauge,
    rooms: Gauge,
    queued_bytes: Gauge,
    analyses: Family<AnalysisState, Gauge>,
    events: Counter,
    actions: Histogram,
    conflicts: Counter,
    nodes: Gauge,
    bot_thoughts: Counter,
    requests: Family<RequestLabels, Counter>,
    request_seconds: Family<RouteLabel, Histogram, fn() -> Histogram>,
    refused: Family<CodeLabel, Counter>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: String,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CodeLabel {
    code: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AnalysisState {
    state: &'static str,
}

/// Read when the metrics are requested.
pub(crate) struct Sizes {
    pub(crate) rooms: usize,
    /// The servers on this database, with this one.
    pub(crate) nodes: usize,
    pub(crate) queued_bytes: usize,
    pub(crate) analyses_running: usize,
    pub(crate) analyses_waiting: usize,
}

/// One open socket; counted until it is dropped.
pub(crate) struct OpenSocket(Gauge);

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    pub(crate) fn new(store: Option<StoreMetrics>) -> Metrics {
        let mut registry = Registry::with_prefix("tisane");
        let (sockets, rooms, queued_bytes, conflicts) =
            (Gauge::default(), Gauge::default(), Gauge::default(), Counter::default());
        let (events, actions, analyses) = (Counter::default(), latency(), Family::default());
        let (requests, refused) = (Family::default(), Family::default());
        let (nodes, bot_thoughts) = (Gauge::default(), Counter::default());
        let request_seconds = Family::new_with_constructor(latency as fn() -> Histogram);
        registry.register("sockets", "Open WebSockets", Gauge::clone(&sockets));
        registry.register("rooms", "Games in memory", Gauge::clone(&rooms));
        registry.register(
            "queued_bytes",
            "Bytes waiting for slow WebSockets",
            Gauge::clone(&queued_bytes),
        );
        registry.register("analyses", "Analyses running and waiting", Family::clone(&analyses));
        registry.register("events", "Events appended to games", Counter::clone(&events));
        registry.register(
            "action_seconds",
            "Time to decide and store an action",
            Histogram::clone(&actions),
        );
        registry.register(
            "conflicts",
            "Appends that another writer forestalled",
            Counter::clone(&conflicts),
        );
        registry.register("nodes", "Servers on this database", Gauge::clone(&nodes));
        registry.register(
            "bot_thoughts",
            "Questions to bots: a move, or whether to challenge",
            Counter::clone(&bot_thoughts),
        );
        registry.register("requests", "HTTP requests answered", Family::clone(&requests));
        registry.register(
            "request_seconds",
            "Time to answer an HTTP request",
            Family::clone(&request_seconds),
        );
        registry.register(
            "refused",
            "Requests and messages refused, by error code",
            Family::clone(&refused),
        );
        if let Some(StoreMetrics { waiting, sync_seconds, failures }) = store {
            registry.register("write_queue", "Writes waiting for the database", waiting);
            registry.register("write_failures", "Transactions that failed", failures);
            registry.register(
                "sync_seconds",
                "Time to commit and sync a batch of writes",
                sync_seconds,
            );
        }
        Metrics(Arc::new(Inner {
            registry,
            sockets,
            rooms,
            queued_bytes,
            analyses,
            events,
            actions,
            conflicts,
            nodes,
            bot_thoughts,
            requests,
            request_seconds,
            refused,
        }))
    }

    pub(crate) fn socket(&self) -> OpenSocket {
        self.0.sockets.inc();
        OpenSocket(self.0.sockets.clone())
    }

    pub(crate) fn sockets(&self) -> u64 {
        self.0.sockets.get() as u64
    }

    pub(crate) fn events(&self, n: usize) {
        self.0.events.inc_by(n as u64);
    }

    /// An action was decided and stored.
    pub(crate) fn acted(&self, took: Duration) {
        self.0.actions.observe(took.as_secs_f64());
    }

    /// Bots were asked.
    pub(crate) fn bots_think(&self) {
        self.0.bot_thoughts.inc();
    }

    pub(crate) fn conflict(&self) {
        self.0.conflicts.inc();
    }

    pub(crate) fn refused(&self, code: ErrorCode) {
        let code = serde_json::to_value(code)
            .ok()
            .and_then(|code| code.as_str().map(str::to_owned))
            .unwrap_or_default();
        self.0.refused.get_or_create(&CodeLabel { code }).inc();
    }

    /// A request was answered. `route` is a pattern such as `/api/games/{id}`, so that their number
    /// is bounded.
    pub(crate) fn answered(
        &self,
        method: &Method,
        route: &str,
        status: StatusCode,
        took: Duration,
    ) {
        let known =
            [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::HEAD, Method::OPTIONS];
        let method = if known.contains(method) { method.as_str() } else { "other" };
        let labels = RequestLabels {
            method: method.to_owned(),
            route: route.to_owned(),
            status: status.as_u16(),
        };
        self.0.requests.get_or_create(&labels).inc();
        self.0
            .request_seconds
            .get_or_create(&RouteLabel { route: route.to_owned() })
            .observe(took.as_secs_f64());
    }

    pub(crate) fn text(&self, sizes: &Sizes) -> String {
        self.0.rooms.set(sizes.rooms as i64);
        self.0.nodes.set(sizes.nodes as i64);
        self.0.queued_bytes.set(sizes.queued_bytes as i64);
        for (state, n) in [("running", sizes.analyses_running), ("waiting", sizes.analyses_waiting)]
        {
            self.0.analyses.get_or_create(&AnalysisState { state }).set(n as i64);
        }
        let mut text = String::new();
        encode(&mut text, &self.0.registry).expect("a string takes any text");
        text
    }
}
