//! `/metrics`: sums for whoever runs the server, on a listener of its own.

use serde_json::json;
use tempfile::tempdir;

use crate::site::{Site, raw};

/// The whole text.
async fn text(site: &Site) -> String {
    let get = "GET /metrics HTTP/1.1\r\nHost: measured.example\r\nConnection: close\r\n\r\n";
    let answer = raw(&site.metrics, get).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("application/openmetrics-text"), "{head}");
    assert!(body.ends_with("# EOF\n"), "{body}");
    body.to_owned()
}

/// The value of that series; nothing if there is none.
fn value(text: &str, series: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok())
}

#[tokio::test]
async fn orders_refusals_sockets_and_games_are_counted() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let before = text(&site).await;
    assert_eq!(value(&before, "longroll_orders_total"), Some(0.0), "{before}");
    assert_eq!(value(&before, "longroll_sockets"), Some(0.0));
    assert_eq!(value(&before, "longroll_open_games"), Some(0.0));
    assert_eq!(value(&before, "longroll_thinking{kind=\"turn\",state=\"waiting\"}"), Some(0.0));

    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap", "mode": "two", "seed": null })).await;
    client.take(&game, &tokens["union"], 2).await.unwrap();
    client.take(&game, &tokens["confederate"], 2).await.unwrap();
    assert_eq!(client.take(&game, &tokens["confederate"], 2).await.unwrap_err()["code"], 1);
    assert_eq!(client.take(&game, &json!("nobody's"), 2).await.unwrap_err()["code"], 4);
    client.ask("game.destroy", json!({})).await.unwrap_err();
    let after = text(&site).await;
    for (series, expected) in [
        ("longroll_orders_total", 2.0),
        ("longroll_order_latency_seconds_count", 4.0),
        ("longroll_refusals_total{kind=\"rules\"}", 1.0),
        ("longroll_refusals_total{kind=\"not-yours\"}", 1.0),
        ("longroll_refusals_total{kind=\"malformed\"}", 1.0),
        ("longroll_sockets", 1.0),
        ("longroll_open_games", 1.0),
        ("longroll_thoughts_total{place=\"here\"}", 0.0),
        ("longroll_thoughts_total{place=\"elsewhere\"}", 0.0),
    ] {
        assert_eq!(value(&after, series), Some(expected), "{series}\n{after}");
    }
    if cfg!(target_os = "linux") {
        assert!(value(&after, "process_resident_memory_bytes").unwrap() > 1e6, "{after}");
    }
    // Of no game and no player.
    for told in [&game, "heap", tokens["union"].as_str().unwrap(), "union"] {
        assert!(!after.contains(told), "{told} in {after}");
    }
    site.close().await;
}

#[tokio::test]
async fn the_public_listener_has_no_metrics_and_the_other_nothing_else() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    assert!(site.get("/metrics", "").await.starts_with("HTTP/1.1 404"));
    for path in ["/", "/ws", "/healthz"] {
        let get = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assert!(raw(&site.metrics, &get).await.starts_with("HTTP/1.1 404"), "{path}");
    }
    site.close().await;
}
