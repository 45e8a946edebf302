//! Metrics for whoever runs the server: sums over all games and players, never of one of them. They
//! have a listener of their own, so that a public server shows them to nobody by mistake.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use super::Site;
use crate::limits::Refusals;
use crate::protocol::RpcError;

/// What Prometheus calls the text that is sent.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Where the latencies of orders are told apart, in seconds.
const LATENCIES: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// One label with its value.
type Label = (&'static str, &'static str);

/// What is counted while the server runs.
pub(super) struct Metrics {
    registry: Registry,
    orders: Counter,
    refusals: Family<[Label; 1], Counter>,
    latencies: Histogram,
    sockets: Gauge,
    open_games: Gauge,
    thinking: Family<[Label; 2], Gauge>,
    thoughts: Family<[Label; 1], Counter>,
    #[cfg(feature = "club")]
    notices: Family<[Label; 1], Counter>,
    #[cfg(feature = "club")]
    notices_waiting: Gauge,
    memory: Gauge,
}

impl Metrics {
    pub(super) fn new(limited: &Refusals) -> Metrics {
        let mut registry = Registry::default();
        registry.register(
            "longroll_limited",
            "Connections and requests that were refused since a limit was reached, by limit",
            limited.counts().clone(),
        );
        let orders = Counter::default();
        registry.register("longroll_orders", "Orders of players that were carried out", orders.clone());
        let refusals = Family::default();
        registry.register(
            "longroll_refusals",
            "Requests over WebSockets that were refused, by kind",
            refusals.clone(),
        );
        let latencies = Histogram::new(LATENCIES);
        registry.register_with_unit(
            "longroll_order_latency",
            "From an order's being taken up to its answer, refused ones among them",
            Unit::Seconds,
            latencies.clone(),
        );
        let sockets = Gauge::default();
        registry.register("longroll_sockets", "WebSockets that are open", sockets.clone());
        let open_games = Gauge::default();
        registry.register("longroll_open_games", "Games that are in memory", open_games.clone());
        let thinking = Family::default();
        registry.register("longroll_thinking", "What is in the thinking queue", thinking.clone());
        let thoughts = Family::default();
        registry.register(
            "longroll_thoughts",
            "Computers' decisions, advice, lessons and moments of reviews that were thought over, by where",
            thoughts.clone(),
        );
        #[cfg(feature = "club")]
        let (notices, notices_waiting) = (Family::default(), Gauge::default());
        #[cfg(feature = "club")]
        {
            let help = "Tries to have notices accepted, by what came of them";
            registry.register("longroll_notices", help, notices.clone());
            let help = "Notices that wait to be accepted, as it was looked last";
            registry.register("longroll_notices_waiting", help, notices_waiting.clone());
        }
        let memory = Gauge::default();
        if resident_memory().is_some() {
            registry.register_with_unit(
                "process_resident_memory",
                "Memory that the process has in RAM",
                Unit::Bytes,
                memory.clone(),
            );
        }
        Metrics {
            registry,
            orders,
            refusals,
            latencies,
            sockets,
            open_games,
            thinking,
            thoughts,
            #[cfg(feature = "club")]
            notices,
            #[cfg(feature = "club")]
            notices_waiting,
            memory,
        }
    }

    /// An order was answered, after so long.
    pub(super) fn order(&self, took: Duration, accepted: bool) {
        self.latencies.observe(took.as_secs_f64());
        if accepted {
            self.orders.inc();
        }
    }

    /// Something was refused. The log tells the kind alone: a sentence for a player may hold what
    /// others must not know.
    pub(super) fn refusal(&self, error: &RpcError) {
        let kind = error.kind();
        match error.code {
            RpcError::NOT_YOURS | RpcError::LIMIT => tracing::info!(kind, "refused"),
            _ => tracing::debug!(kind, "refused"),
        }
        self.refusals.get_or_create(&[("kind", kind)]).inc();
    }

    /// The text, with what is so at this moment.
    fn text(&self, site: &Site) -> Result<String, std::fmt::Error> {
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let sockets = site.limits.sockets.saturating_sub(site.sockets.available_permits());
        self.sockets.set(count(sockets));
        self.open_games.set(count(site.games.open_games()));
        for (kind, waiting, thought_over, elsewhere) in site.games.thinking() {
            self.thinking.get_or_create(&[("kind", kind), ("state", "waiting")]).set(count(waiting));
            self.thinking.get_or_create(&[("kind", kind), ("state", "thinking")]).set(count(thought_over));
            self.thinking.get_or_create(&[("kind", kind), ("state", "elsewhere")]).set(count(elsewhere));
        }
        for (place, count) in site.games.thought_over() {
            let thoughts: Counter = self.thoughts.get_or_create(&[("place", place)]).clone();
            thoughts.inner().store(count, Ordering::Relaxed);
        }
        #[cfg(feature = "club")]
        if let Some(notices) = site.games.notices() {
            let (tries, waiting) = notices.counts();
            for (outcome, count) in tries {
                let tries: Counter = self.notices.get_or_create(&[("outcome", outcome)]).clone();
                tries.inner().store(count, Ordering::Relaxed);
            }
            self.notices_waiting.set(count(waiting));
        }
        if let Some(memory) = resident_memory() {
            self.memory.set(memory);
        }
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// How many bytes of this process are in RAM, where the system tells it.
fn resident_memory() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// What the listener for metrics answers.
pub(super) fn router(site: Site) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .fallback(|| async { (StatusCode::NOT_FOUND, "There is nothing here but /metrics.\n") })
        .with_state(Arc::new(site))
}

async fn metrics(State(site): State<Arc<Site>>) -> Response {
    match site.metrics.text(&site) {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
