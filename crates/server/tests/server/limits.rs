//! What a server allows, which proxies it trusts, and the names it answers to.

use std::time::Duration;

use futures_util::SinkExt;
use serde_json::{Value, json};
use server::{Front, Limit, Limits, Names, Networks, Patience};
use tempfile::tempdir;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::site::{Client, Site, soon};

/// Behind a proxy on this machine, and reached by name.
fn behind_a_proxy() -> Front {
    Front {
        names: Names::new(["https://games.example.org".parse().unwrap()]),
        proxies: Networks::new([Networks::read("127.0.0.1").unwrap()]),
        ..Front::default()
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("nothing")
}

/// Connects to the WebSocket with additional headers; returns the status if it is refused.
async fn connect(site: &Site, head: &[(&'static str, &str)]) -> Result<Client, String> {
    let mut request = format!("ws://{}/ws", site.address).into_client_request().unwrap();
    for (name, value) in head {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    match soon(tokio_tungstenite::connect_async(request)).await {
        Ok((socket, _)) => Ok(Client::over(socket)),
        Err(tokio_tungstenite::tungstenite::Error::Http(refused)) => {
            let text = refused.body().as_ref().map(|body| String::from_utf8_lossy(body).into_owned());
            Err(format!("{} {}", refused.status().as_u16(), text.unwrap_or_default()))
        }
        Err(other) => panic!("{other}"),
    }
}

fn limited(error: &Value) -> &str {
    assert_eq!(error["code"], 7, "{error}");
    assert!(error["message"].as_str().unwrap().len() > 20, "{error}");
    error["data"]["limit"].as_str().unwrap()
}

#[tokio::test]
async fn a_name_that_is_not_its_own_is_not_answered() {
    let folder = tempdir().unwrap();
    let site = Site::open_limited(folder.path(), Limits::default(), behind_a_proxy()).await;
    let get = async |start: &str, host: &str| {
        site.raw(&format!("{start}\r\nHost: {host}\r\nConnection: close\r\n\r\n")).await
    };
    for path in ["/", "/healthz", "/ws", "/static/js/session/session.js", "/maps/sheet.svg", "/nowhere"] {
        let refused = get(&format!("GET {path} HTTP/1.1"), "rebound.example:1863").await;
        assert_eq!(status(&refused), "421", "{path}: {refused}");
        assert!(refused.contains("--public-url http://rebound.example "), "{refused}");
        assert!(refused.to_ascii_lowercase().contains("content-security-policy"), "guarded all the same");
    }
    assert_eq!(status(&get("GET /healthz HTTP/1.1", "GAMES.example.org:8443").await), "200");
    assert_eq!(status(&get("GET http://rebound.example/healthz HTTP/1.1", "localhost").await), "421");
    assert_eq!(status(&get("GET http://localhost/healthz HTTP/1.1", "localhost").await), "200");
    assert_eq!(status(&get("GET /healthz HTTP/1.1\r\nHost: localhost", "localhost").await), "400");
    assert_eq!(status(&site.raw("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n").await), "400");
    assert_eq!(status(&site.raw("GET /healthz HTTP/1.0\r\n\r\n").await), "200");
    site.close().await;
}

#[tokio::test]
async fn a_page_behind_a_proxy_may_speak_and_others_may_not() {
    let folder = tempdir().unwrap();
    let site = Site::open_limited(folder.path(), Limits::default(), behind_a_proxy()).await;
    assert!(connect(&site, &[("origin", "https://games.example.org")]).await.is_ok());
    for origin in ["http://games.example.org", "https://example.org", "null"] {
        let refused = connect(&site, &[("origin", origin)]).await.map(drop).unwrap_err();
        assert!(refused.starts_with("403 Another site's page"), "{origin}: {refused}");
    }
    let refused = connect(&site, &[("host", "rebound.example")]).await.map(drop).unwrap_err();
    assert!(refused.starts_with("421"), "{refused}");
    site.close().await;
}

#[tokio::test]
async fn requests_that_come_too_fast_are_told_to_wait_each_address_by_itself() {
    let folder = tempdir().unwrap();
    let limits = Limits { requests_of: Limit::usual(1), ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, behind_a_proxy()).await;
    let flood = async |head: &str| {
        let mut told = Vec::new();
        for _ in 0..30 {
            let answer = site.get("/healthz", head).await;
            if status(&answer) == "429" {
                assert!(answer.to_ascii_lowercase().contains("retry-after: "), "{answer}");
                assert!(
                    answer.contains(
                        "Too much comes from your address: one address may make 1 requests a second: wait "
                    ),
                    "{answer}"
                );
            }
            told.push(status(&answer).to_owned());
        }
        told
    };
    assert!(flood("X-Forwarded-For: 192.0.2.1\r\n").await.contains(&"429".to_owned()));
    let other = site.get("/healthz", "X-Forwarded-For: 192.0.2.2\r\n").await;
    assert_eq!(status(&other), "200", "another address is not told");
    let forged = flood("X-Forwarded-For: 203.0.113.9, 192.0.2.3\r\n").await;
    assert!(forged.contains(&"429".to_owned()), "what the caller puts before it does not help");
    site.close().await;
}

#[tokio::test]
async fn a_proxy_that_was_not_named_does_not_lift_the_limits() {
    let folder = tempdir().unwrap();
    let limits = Limits { requests_of: Limit::usual(1), sockets_of: Limit::usual(1), ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, Front::default()).await;
    // The machine's own programs pass.
    for _ in 0..30 {
        assert_eq!(status(&site.get("/healthz", "").await), "200");
    }
    assert_eq!(site.games.limits_told().unnamed_proxy, None);
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(connect(&site, &[]).await.unwrap());
    }
    let one = [("x-forwarded-for", "192.0.2.1")];
    let forwarded = connect(&site, &one).await.unwrap();
    let refused = connect(&site, &one).await.map(drop).unwrap_err();
    assert!(refused.starts_with("429 Your address has all 1 WebSockets that one may have."), "{refused}");
    drop(held);
    for head in ["X-Forwarded-For: 192.0.2.1\r\n", "Forwarded: for=192.0.2.2\r\n"] {
        let mut told = Vec::new();
        for _ in 0..30 {
            told.push(status(&site.get("/healthz", head).await).to_owned());
        }
        assert!(told.contains(&"429".to_owned()), "{head}: {told:?}");
    }
    assert_eq!(site.games.limits_told().unnamed_proxy, Some([127, 0, 0, 1].into()));
    drop(forwarded);
    site.close().await;
    let folder = tempdir().unwrap();
    let limits = Limits { connections_of: Limit::usual(2), ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, Front::default()).await;
    let _own = [connect(&site, &[]).await.unwrap(), connect(&site, &[]).await.unwrap()];
    let _forwarded = [connect(&site, &one).await.unwrap(), connect(&site, &one).await.unwrap()];
    let refused = connect(&site, &one).await.map(drop).unwrap_err();
    assert!(refused.starts_with("429 Your address has all 2 connections that one may have."), "{refused}");
    assert!(connect(&site, &[]).await.is_ok());
    site.close().await;
}

#[tokio::test]
async fn one_address_has_only_so_many_sockets() {
    let folder = tempdir().unwrap();
    let limits = Limits { sockets_of: Limit::set(2), ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, behind_a_proxy()).await;
    let one = [("x-forwarded-for", "192.0.2.1")];
    let mut held = vec![connect(&site, &one).await.unwrap(), connect(&site, &one).await.unwrap()];
    let refused = connect(&site, &one).await.map(drop).unwrap_err();
    assert!(refused.starts_with("429 Your address has all 2 WebSockets that one may have."), "{refused}");
    assert!(connect(&site, &[("x-forwarded-for", "192.0.2.2")]).await.is_ok());
    // A connection that closes makes room as soon as the server has noticed.
    held.pop();
    soon(async {
        while connect(&site, &one).await.is_err() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    site.close().await;
}

#[tokio::test]
async fn a_full_house_says_so() {
    let folder = tempdir().unwrap();
    let limits = Limits { sockets: 1, ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, Front::default()).await;
    let _held = site.client().await;
    let refused = connect(&site, &[]).await.map(drop).unwrap_err();
    assert!(refused.starts_with("503 This server has all 1 WebSockets it can hold."), "{refused}");
    assert_eq!(status(&site.get("/healthz", "").await), "200", "pages are served all the same");
    site.close().await;
}

#[tokio::test]
async fn messages_that_come_too_fast_are_refused_and_the_connection_lives() {
    let folder = tempdir().unwrap();
    let limits = Limits { messages_of: Limit::set(1), ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, Front::default()).await;
    let mut client = site.client().await;
    for id in 0..40 {
        client.send(json!({ "jsonrpc": "2.0", "id": id, "method": "initialize" }).to_string()).await;
    }
    let mut refused = 0;
    for id in 0..40 {
        let answer = client.receive().await.unwrap();
        assert_eq!(answer["id"], id, "answers come in the order of the requests");
        if !answer["error"].is_null() {
            assert_eq!(limited(&answer["error"]), "messages-per-second");
            assert!(answer["error"]["data"]["retry"].as_u64() >= Some(1));
            refused += 1;
        }
    }
    assert!(refused > 0 && refused <= 30, "{refused}");
    // No client needs this many pings: that connection is cut.
    for _ in 0..300 {
        if client.socket.send(Message::Ping(Vec::new().into())).await.is_err() {
            break;
        }
    }
    while client.receive().await.is_some() {}
    site.close().await;
}

#[tokio::test]
async fn games_and_packs_are_made_so_often_and_no_oftener() {
    let folder = tempdir().unwrap();
    let limits = Limits { games_of: Limit::set(3), packs_of: Limit::set(1), ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, Front::default()).await;
    let mut client = site.client().await;
    for _ in 0..3 {
        client.begin(json!({ "scenario": "heap" })).await;
    }
    for (method, params) in [
        ("game.new", json!({ "scenario": "heap" })),
        ("game.position", json!({ "scenario": "heap", "units": [] })),
        ("game.load", json!({ "record": "" })),
    ] {
        let refused = client.ask(method, params).await.unwrap_err();
        assert_eq!(limited(&refused), "games-per-hour", "{method}");
        assert_eq!(refused["data"]["retry"].as_u64().map(|wait| wait > 1000), Some(true), "{refused}");
    }
    client.ask("pack.load", json!({ "zip": "" })).await.unwrap_err();
    let refused = client.ask("pack.load", json!({ "zip": "" })).await.unwrap_err();
    assert_eq!(limited(&refused), "packs-per-hour");
    site.close().await;
}

#[tokio::test]
async fn an_order_has_a_length_that_standing_orders_fit_in() {
    let folder = tempdir().unwrap();
    let site = Site::open_limited(folder.path(), Limits::default(), Front::default()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    for verb in ["take", "instruct"] {
        let order = json!({ verb: { "count": 1, "more": "x".repeat(16 << 10) } });
        let sent = json!({ "game": game, "token": tokens["both"], "order": order });
        let refused = client.ask("game.order", sent).await.unwrap_err();
        assert_eq!(
            (&refused["code"], &refused["message"]),
            (&json!(-32602), &json!("an order has at most 16 KiB"))
        );
    }
    client.take(&game, &tokens["both"], 1).await.unwrap();
    site.close().await;
}

#[tokio::test]
async fn games_nobody_begins_are_few() {
    let folder = tempdir().unwrap();
    let limits = Limits { unstarted_of: Limit::set(2), unstarted: 3, ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, behind_a_proxy()).await;
    let mut one = connect(&site, &[("x-forwarded-for", "192.0.2.1")]).await.unwrap();
    let mut two = connect(&site, &[("x-forwarded-for", "198.51.100.2")]).await.unwrap();
    let (first, tokens) = one.begin(json!({ "scenario": "heap" })).await;
    one.begin(json!({ "scenario": "heap" })).await;
    let refused = one.ask("game.new", json!({ "scenario": "heap" })).await.unwrap_err();
    assert_eq!(limited(&refused), "unstarted-per-address");
    two.begin(json!({ "scenario": "heap" })).await;
    let refused = two.ask("game.new", json!({ "scenario": "heap" })).await.unwrap_err();
    assert_eq!(limited(&refused), "unstarted-games");
    // With its first order a game counts as begun.
    one.take(&first, &tokens["both"], 1).await.unwrap();
    one.begin(json!({ "scenario": "heap" })).await;
    site.close().await;
    // They are counted again after a restart.
    let site = Site::open_limited(folder.path(), limits, behind_a_proxy()).await;
    let mut two = connect(&site, &[("x-forwarded-for", "198.51.100.2")]).await.unwrap();
    let refused = two.ask("game.new", json!({ "scenario": "heap" })).await.unwrap_err();
    assert_eq!(limited(&refused), "unstarted-games");
    site.close().await;
}

#[tokio::test]
async fn games_nobody_begins_go_after_a_while_and_never_one_with_an_order() {
    const DAY: i64 = 24 * 3600;
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (empty, _) = client.begin(json!({ "scenario": "heap", "name": "\"order\": nothing" })).await;
    // A share of the dice is not an order, whatever it contains.
    let (share, _) = client.begin(json!({ "scenario": "heap", "seed": "{\"order\":1}" })).await;
    let (begun, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    client.take(&begun, &tokens["both"], 1).await.unwrap();
    let (undone, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    client.take(&undone, &tokens["both"], 1).await.unwrap();
    client.ask("game.undo", json!({ "game": undone, "token": tokens["both"] })).await.unwrap();
    let (watched, _) = client.begin(json!({ "scenario": "heap" })).await;
    client.ask("game.watch", json!({ "game": watched })).await.unwrap();
    let record = client.ask("game.save", json!({ "game": begun })).await.unwrap()["record"].clone();
    let loaded = client.ask("game.load", json!({ "record": record })).await.unwrap()["game"].clone();

    // A month on the clock: it stays for so long more, and for good once both have agreed on something.
    let timed = json!({ "scenario": "heap", "mode": "two", "clock": { "bank": 30 * DAY } });
    let (clocked, seats) = client.begin(timed.clone()).await;
    let (agreed, both) = client.begin(timed).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() as i64;
    let adjourn = json!({ "adjourn": { "until": now + 50 * DAY } });
    for side in ["union", "confederate"] {
        let offer = json!({ "game": agreed, "token": both[side], "offer": adjourn });
        client.ask("game.offer", offer).await.unwrap();
    }
    // Who has a seat is told when its game goes: a clock may start three days late and run for thirty.
    let listed = json!({ "tokens": [seats["union"], both["union"], tokens["both"]] });
    let listed = client.ask("game.list", listed).await.unwrap()["games"].clone();
    for game in listed.as_array().unwrap() {
        let goes = game["goes"].as_i64().map(|goes| goes - game["updated"].as_i64().unwrap());
        assert_eq!(goes, (game["game"] == clocked).then_some(40 * DAY), "{game}");
    }
    site.games.expire(now + 6 * DAY).await;
    let mut there = async |game: &Value| match client.ask("game.view", json!({ "game": game })).await {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error["code"], 3, "{error}");
            false
        }
    };
    assert!(there(&json!(empty)).await && there(&json!(share)).await, "not yet");
    site.games.expire(now + 8 * DAY).await;
    assert!(!there(&json!(empty)).await && !there(&json!(share)).await);
    for game in [json!(begun), json!(undone), json!(watched), loaded, json!(clocked), json!(agreed)] {
        assert!(there(&game).await, "{game}");
    }
    client.ask("game.unwatch", json!({ "game": watched })).await.unwrap();
    site.games.expire(now + 41 * DAY).await;
    assert_eq!(client.ask("game.view", json!({ "game": clocked })).await.unwrap_err()["code"], 3);
    client.ask("game.view", json!({ "game": agreed })).await.unwrap();
    let gone = client.ask("game.view", json!({ "game": watched })).await.unwrap_err();
    assert_eq!(gone["code"], 3);
    site.close().await;
}

#[tokio::test]
async fn a_message_that_never_ends_is_not_waited_for() {
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
    let folder = tempdir().unwrap();
    let patience = Patience { message: Duration::from_millis(50), ..Patience::default() };
    let site =
        Site::open_limited(folder.path(), Limits { patience, ..Limits::default() }, Front::default()).await;
    let mut client = site.client().await;
    let piece = Frame::message(vec![b' '; 100_000], OpCode::Data(Data::Text), false);
    client.socket.send(Message::Frame(piece)).await.unwrap();
    assert!(client.receive().await.is_none(), "it is cut");
    site.close().await;
}

#[tokio::test]
async fn silent_connections_are_closed_over_the_wire_too() {
    use tokio::io::AsyncReadExt;
    let folder = tempdir().unwrap();
    let patience = Patience { head: Duration::from_millis(20), ..Patience::default() };
    let site =
        Site::open_limited(folder.path(), Limits { patience, ..Limits::default() }, Front::default()).await;
    let mut silent = Vec::new();
    for _ in 0..100 {
        silent.push(tokio::net::TcpStream::connect(&site.address).await.unwrap());
    }
    for stream in &mut silent {
        assert_eq!(soon(stream.read(&mut [0; 1])).await.unwrap_or(0), 0);
    }
    site.close().await;
}
