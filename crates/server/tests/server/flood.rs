//! One address asks for all that it can, of everything that costs; another plays on.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use server::{Front, Limit, Limits, Networks};
use tempfile::tempdir;
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_util::sync::CancellationToken;

use crate::site::{Client, Site, raw, soon};

/// What the flood runs into.
const LIMITS: [&str; 7] = [
    "messages-per-second",
    "questions-per-second",
    "games-per-hour",
    "packs-per-hour",
    "pack-checks-per-minute",
    "advice-per-hour",
    "reviews-per-hour",
];

/// A connection of somebody at that address, who comes by a proxy.
async fn from(site: &Site, address: &str) -> Client {
    let mut request = format!("ws://{}/ws", site.address).into_client_request().unwrap();
    request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
    Client::over(soon(tokio_tungstenite::connect_async(request)).await.unwrap().0)
}

/// The limits that refused something.
type Met = watch::Sender<BTreeSet<String>>;

/// Everything that costs, asked for again and again, and how often each limit refused it.
async fn flood(site: &Site, address: &str, met: &Met, stop: CancellationToken) -> BTreeMap<String, u64> {
    let mut client = from(site, address).await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    let of = |more: Value| {
        let mut params = json!({ "game": game, "token": tokens["both"] });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    let take = json!({ "take": { "count": 1 } });
    let asked = [
        ("game.new", json!({ "scenario": "heap" })),
        ("game.preview", of(json!({ "order": take }))),
        ("game.view", of(json!({}))),
        ("game.save", json!({ "game": game })),
        ("game.list", json!({ "tokens": vec!["x"; 200] })),
        ("game.advice", of(json!({}))),
        ("game.review", of(json!({ "whole": true }))),
        ("pack.check", json!({ "files": {} })),
        ("pack.keep", json!({ "files": {}, "title": "x" })),
        ("initialize", json!({})),
    ];
    let mut refused = BTreeMap::new();
    for (method, params) in asked.iter().cycle() {
        if stop.is_cancelled() {
            break;
        }
        let Err(error) = client.ask(method, params.clone()).await else { continue };
        if error["code"] == 7 {
            let data = &error["data"];
            assert!(data["most"].as_u64() > Some(0) && data["retry"].as_u64() > Some(0), "{error}");
            let limit = data["limit"].as_str().unwrap().to_owned();
            met.send_if_modified(|met| met.insert(limit.clone()));
            *refused.entry(limit).or_default() += 1;
        }
    }
    refused
}

#[tokio::test]
async fn one_address_floods_and_another_plays_on_undisturbed() {
    let folder = tempdir().unwrap();
    let front = Front { proxies: Networks::new([Networks::read("127.0.0.1").unwrap()]), ..Front::default() };
    // As by default, but the bursts are used up sooner.
    let limits = Limits {
        messages_of: Limit::usual(10),
        questions_of: Limit::usual(2),
        games_of: Limit::usual(12),
        packs_of: Limit::usual(3),
        checks_of: Limit::usual(5),
        advice_of: Limit::usual(3),
        reviews_of: Limit::usual(3),
        ..Limits::default()
    };
    let site = Site::open_limited(folder.path(), limits, front).await;
    let mut player = from(&site, "2001:db8:1::1").await;
    let stop = CancellationToken::new();
    let (met, mut all_met) = watch::channel(BTreeSet::new());
    // From many addresses of one network, which count as one.
    let floods = async {
        let (one, two, three) = tokio::join!(
            flood(&site, "2001:db8::1", &met, stop.clone()),
            flood(&site, "2001:db8::2", &met, stop.clone()),
            flood(&site, "2001:db8::ffff:3", &met, stop.clone()),
        );
        [one, two, three]
    };
    let plays = async {
        // The flood has used up all it may have.
        all_met.wait_for(|met| LIMITS.iter().all(|limit| met.contains(*limit))).await.unwrap();
        for _ in 0..5 {
            let (game, tokens) = player.begin(json!({ "scenario": "heap" })).await;
            for _ in 0..4 {
                player.take(&game, &tokens["both"], 1).await.unwrap();
            }
            player.ask("game.view", json!({ "game": game, "token": tokens["both"] })).await.unwrap();
        }
        stop.cancel();
    };
    let (refused, ()) = soon(async { tokio::join!(floods, plays) }).await;
    let mut all: BTreeMap<String, u64> = BTreeMap::new();
    for (limit, times) in refused.into_iter().flatten() {
        *all.entry(limit).or_default() += times;
    }
    // Each is counted.
    let get = "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let metrics = raw(&site.metrics, get).await;
    for (limit, times) in &all {
        let line = format!("longroll_limited_total{{limit=\"{limit}\"}} {times}");
        assert!(metrics.contains(&line), "{line}\n{metrics}");
    }
    // Whoever runs the server sees the network that floods, and nobody else.
    let told = site.games.allowances().told();
    assert!(!told.refused.is_empty());
    assert!(told.refused.iter().all(|refused| refused.address.to_string() == "2001:db8::"), "{told:?}");
    site.close().await;
}

#[tokio::test]
async fn who_fetches_too_much_waits_over_http_and_over_websockets_alike() {
    let folder = tempdir().unwrap();
    let front = Front { proxies: Networks::new([Networks::read("127.0.0.1").unwrap()]), ..Front::default() };
    let limits = Limits { kilobytes_of: Limit::usual(4), ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, front).await;
    let get = async |address: &str| {
        site.get("/static/js/game/game.js", &format!("X-Forwarded-For: {address}\r\n")).await
    };
    let mut answers = Vec::new();
    for _ in 0..40 {
        answers.push(get("192.0.2.1").await);
    }
    let refused = answers.iter().find(|answer| answer.starts_with("HTTP/1.1 429")).expect("one is refused");
    assert!(refused.contains("one address may send and fetch 4 KiB a second: wait "), "{refused}");
    assert!(refused.to_ascii_lowercase().contains("retry-after: "), "{refused}");
    let told = soon(async {
        let mut request = format!("ws://{}/ws", site.address).into_client_request().unwrap();
        request.headers_mut().insert("x-forwarded-for", "192.0.2.1".parse().unwrap());
        tokio_tungstenite::connect_async(request).await
    })
    .await;
    assert!(told.is_err(), "nor is a WebSocket opened");
    // Over a WebSocket an answer counts when it is known how long it is.
    let mut other = from(&site, "192.0.2.2").await;
    let error = loop {
        if let Err(error) = other.ask("initialize", json!({})).await {
            break error;
        }
    };
    assert_eq!(error["data"]["limit"], "kilobytes-per-second", "{error}");
    assert_eq!(error["data"]["most"], 4);
    assert!(get("192.0.2.3").await.starts_with("HTTP/1.1 "), "a third is not told");
    site.close().await;
}
