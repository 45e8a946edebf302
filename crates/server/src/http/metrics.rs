//! Metrics for whoever runs the server: sums over all games and players, never of one of them. They
//! have a listener of their own, so that a public server shows them to nobody by mistake.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use protocol::RpcError;

use super::Site;

/// The media type of the text format of OpenMetrics, which Prometheus reads.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Upper bounds of the buckets of the latencies of orders, in microseconds and as they are written, in seconds.
const LATENCIES: [(u64, &str); 13] = [
    (1_000, "0.001"),
    (2_500, "0.0025"),
    (5_000, "0.005"),
    (10_000, "0.01"),
    (25_000, "0.025"),
    (50_000, "0.05"),
    (100_000, "0.1"),
    (250_000, "0.25"),
    (500_000, "0.5"),
    (1_000_000, "1.0"),
    (2_500_000, "2.5"),
    (10_000_000, "10.0"),
    (u64::MAX, "+Inf"),
];

/// What is counted while the server runs.
#[derive(Default)]
pub(super) struct Metrics(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    orders: u64,
    /// Refusals by kind.
    refusals: BTreeMap<&'static str, u64>,
    /// Answered orders by the first bucket that each fits.
    latencies: [u64; LATENCIES.len()],
    latency_sum: Duration,
}

/// Metrics in the text format of OpenMetrics.
#[derive(Default)]
struct Text(String);

impl Text {
    /// Begins a metric; `unit` is a suffix of its name, if it has one.
    fn metric(&mut self, name: &str, kind: &str, unit: Option<&str>, help: &str) {
        // A string takes whatever is written to it.
        let _ = writeln!(self.0, "# HELP {name} {help}.\n# TYPE {name} {kind}");
        if let Some(unit) = unit {
            let _ = writeln!(self.0, "# UNIT {name} {unit}");
        }
    }

    /// A line: its name with its labels, and its value.
    fn line(&mut self, series: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.0, "{series} {value}");
    }

    /// A counter with a line for each value of a label.
    fn counters<'a>(
        &mut self,
        name: &str,
        help: &str,
        label: &str,
        values: impl Iterator<Item = (&'a str, u64)>,
    ) {
        self.metric(name, "counter", None, help);
        for (of, count) in values {
            self.line(&format!("{name}_total{{{label}=\"{of}\"}}"), count);
        }
    }

    fn gauge(&mut self, name: &str, help: &str, value: usize) {
        self.metric(name, "gauge", None, help);
        self.line(name, value);
    }
}

impl Metrics {
    /// An order was answered, after so long.
    pub(super) fn order(&self, took: Duration, accepted: bool) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = LATENCIES.partition_point(|(bound, _)| *bound < micros);
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.latencies[bucket] += 1;
        counts.latency_sum += took;
        counts.orders += u64::from(accepted);
    }

    /// Something was refused. The log tells the kind alone: a sentence for a player may hold what
    /// others must not know.
    pub(super) fn refusal(&self, error: &RpcError) {
        let kind = error.kind();
        match error.code {
            RpcError::NOT_YOURS | RpcError::LIMIT => tracing::info!(kind, "refused"),
            _ => tracing::debug!(kind, "refused"),
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).refusals.entry(kind).or_default() += 1;
    }

    /// The text, with what is so at this moment.
    fn text(&self, site: &Site) -> String {
        let mut text = Text::default();
        let limited = site.allowances.refusals().counts();
        text.counters(
            "longroll_limited",
            "Connections and requests that were refused since a limit was reached, by limit",
            "limit",
            limited.iter().map(|(limit, count)| (limit.as_str(), *count)),
        );
        self.counted(&mut text);
        text.gauge("longroll_sockets", "WebSockets that are open", site.sockets.len());
        let long = site.long_messages.count();
        text.gauge("longroll_long_messages", "Messages of more than 64 KiB that come or are answered", long);
        let untaken = site.allowances.unsent().bytes();
        text.gauge(
            "longroll_untaken_bytes",
            "Bytes that were answered or told and are not taken yet",
            untaken,
        );
        let name = "longroll_work";
        let help = "Pieces of work that were done: packs and records read, maps of packs drawn";
        text.metric(name, "counter", None, help);
        text.line("longroll_work_total", site.allowances.work().done());
        text.gauge("longroll_open_games", "Games that are in memory", site.games.open_games());
        text.metric("longroll_thinking", "gauge", None, "What is in the thinking queue");
        for (kind, waiting, thinking, elsewhere) in site.games.thinking() {
            for (state, count) in [("waiting", waiting), ("thinking", thinking), ("elsewhere", elsewhere)] {
                text.line(&format!("longroll_thinking{{kind=\"{kind}\",state=\"{state}\"}}"), count);
            }
        }
        text.counters(
            "longroll_thoughts",
            "Computers' decisions, advice, lessons and moments of reviews that were thought over, by where",
            "place",
            site.games.thought_over().into_iter(),
        );
        #[cfg(feature = "club")]
        if let Some(notices) = site.games.notices() {
            let (tries, waiting) = notices.counts();
            let help = "Tries to have notices accepted, by what came of them";
            text.counters("longroll_notices", help, "outcome", tries.into_iter());
            let help = "Notices that wait to be accepted, as it was looked last";
            text.gauge("longroll_notices_waiting", help, waiting);
        }
        if let Some(memory) = resident_memory() {
            let name = "process_resident_memory_bytes";
            text.metric(name, "gauge", Some("bytes"), "Memory that the process has in RAM");
            text.line(name, memory);
        }
        text.0 + "# EOF\n"
    }

    fn counted(&self, text: &mut Text) {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.metric("longroll_orders", "counter", None, "Orders of players that were carried out");
        text.line("longroll_orders_total", counts.orders);
        text.counters(
            "longroll_refusals",
            "Requests over WebSockets that were refused, by kind",
            "kind",
            counts.refusals.iter().map(|(kind, count)| (*kind, *count)),
        );
        let name = "longroll_order_latency_seconds";
        let help = "From an order's being taken up to its answer, refused ones among them";
        text.metric(name, "histogram", Some("seconds"), help);
        text.line(&format!("{name}_sum"), counts.latency_sum.as_secs_f64());
        text.line(&format!("{name}_count"), counts.latencies.iter().sum::<u64>());
        let mut below = 0;
        for ((_, bound), count) in LATENCIES.iter().zip(counts.latencies) {
            below += count;
            text.line(&format!("{name}_bucket{{le=\"{bound}\"}}"), below);
        }
    }
}

/// How many bytes of this process are in RAM, where the system tells it.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// What the listener for metrics answers.
pub(super) fn router(site: Site) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .fallback(|| async { (StatusCode::NOT_FOUND, "There is nothing here but /metrics.\n") })
        .with_state(Arc::new(site))
}

async fn metrics(State(site): State<Arc<Site>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, OPEN_METRICS)], site.metrics.text(&site))
}
