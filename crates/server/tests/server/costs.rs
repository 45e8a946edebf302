//! What a call may cost is bounded before anything is done for it: the dearest messages that can be made are sent.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use protocol::METHODS;

use futures_util::future::join_all;
use futures_util::{FutureExt, StreamExt};
use serde_json::{Value, json};
use server::games::{Games, Thinking};
use server::store::Settings;
use server::{Front, Limit, Limits, Networks};
use tempfile::tempdir;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::attacks::raw_socket;
use crate::site::{Client, Site, open_store, raw, soon};

/// By how much the process may grow, client and all, in KiB.
const MOST_MEMORY: u64 = 256 * 1024;

/// The longest answer to any message, in bytes.
const LONGEST_ANSWER: usize = 16 << 20;

/// A server of all games behind a proxy, which says for whom it speaks.
async fn open(folder: &std::path::Path, limits: Limits) -> Site {
    let store = open_store(folder, Settings::default()).await;
    Site::open_front(store, systems::library().unwrap(), Duration::from_secs(3600), limits, front()).await
}

fn front() -> Front {
    Front { proxies: Networks::new([Networks::read("127.0.0.1").unwrap()]), ..Front::default() }
}

/// No limit on how often something may be asked: what one message costs has to be bounded by itself.
fn unlimited() -> Limits {
    let none = server::Limit::usual(0);
    Limits {
        connections_of: none,
        sockets_of: none,
        messages_of: none,
        kilobytes_of: none,
        questions_of: none,
        games_of: none,
        packs_of: none,
        checks_of: none,
        shares_of: none,
        advice_of: none,
        reviews_of: none,
        work_of: none,
        records_of: none,
        shared_packs: 200,
        ..Limits::default()
    }
}

async fn from(site: &Site, address: &str) -> Client {
    let mut request = format!("ws://{}/ws", site.address).into_client_request().unwrap();
    request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
    Client::over(soon(tokio_tungstenite::connect_async(request)).await.unwrap().0)
}

/// All places for questions about short records or long ones.
pub fn all_places(site: &Site, is_long: bool) -> Vec<impl Sized + use<>> {
    let work = site.games.allowances().work();
    std::iter::from_fn(|| work.place(is_long).now_or_never()).collect()
}

/// A line of the metrics.
pub async fn metric(site: &Site, name: &str) -> u64 {
    let text = raw(&site.metrics, "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap_or_else(|| panic!("{name} is missing")).parse().unwrap()
}

/// The most memory that this process has had, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// A map as large as one may be, full of whatever is drawn.
fn dear_map(number: usize) -> Value {
    let letters = ["."; 4].join("").replace('.', "fwh.");
    let row = |row: usize| -> String {
        (0..64)
            .map(|column| letters.as_bytes()[(column * 7 + row * 3 + number) % letters.len()] as char)
            .collect()
    };
    let rows: String = (0..64).map(|n| row(n) + "\n").collect();
    let roads: Vec<Value> = (0..900)
        .map(|n| json!({ "hexes": (1..60).map(|c| format!("{c:02}{:02}", 1 + n % 64)).collect::<Vec<_>>().join(" ") }))
        .take(if number == 0 { 400 } else { 20 })
        .collect();
    json!({
        "title": "M", "about": "M", "hex_metres": 400,
        "ground": { "legend": { "f": "forest", "w": "woods", "h": "rough" }, "rows": rows },
        "road": roads,
        "grid": {
            "layout": "flat-even-lower", "numbering": "column-row", "columns": 64, "rows": 64, "first_column": 1,
            "first_row": 1,
        },
    })
}

/// Documents that cost much to read for their length.
fn dear_files() -> Vec<Value> {
    let many = |count: usize, document: &dyn Fn(usize) -> Value| -> Value {
        (0..count).map(|n| (format!("blue-gray/{n}/map.toml"), document(n))).collect()
    };
    vec![
        many(12, &dear_map),
        many(100, &|_| json!({})),
        many(100, &|_| json!({ "unit": vec![json!({}); 480] })),
        many(1, &|_| json!({ "x": vec![json!({}); 24_000] })),
        many(820, &|_| json!({ "grid": {}, "ground": {} })),
        many(4, &|_| json!({ "title": "x".repeat(500_000) })),
        many(
            20,
            &|_| json!({ "unit": (0..100).map(|n| json!({ "name": "x".repeat(900 + n) })).collect::<Vec<_>>() }),
        ),
    ]
}

/// Zips of files that cost much to read for their length.
fn dear_zips() -> Vec<String> {
    let texts = [
        format!("x = [{}]", "{},".repeat(170_000)),
        format!("x = [{}]", "{},".repeat(24_000)),
        format!("x = [{}]", format!("[{}],", "{},".repeat(900)).repeat(25)),
        (0..25_000).map(|n| format!("k{n} = 1\n")).collect(),
        "[[unit]]\n".repeat(20_000),
        "[".repeat(100_000),
        "[a.b.c.d.e]\n".repeat(20_000),
    ];
    let zip = |text: &String| {
        let about = "title = \"x\"\n".to_owned();
        let files = [("pack.toml".to_owned(), about), ("blue-gray/x/map.toml".to_owned(), text.clone())];
        STANDARD.encode(catalog::pack::write_zip(&files.into()).unwrap())
    };
    texts.iter().map(zip).collect()
}

/// Values that cost much to read, for any parameter, as JSON.
fn dear_values() -> Vec<String> {
    let list = |value: &str, count: usize| format!("[{}{value}]", format!("{value},").repeat(count - 1));
    let keys: Vec<String> = (0..12_000).map(|n| format!("\"{n}\":[1,2]")).collect();
    vec![
        format!("\"{}\"", "x".repeat(4_000_000)),
        format!("\"{}\"", "{}\\n".repeat(900_000)),
        list("{}", 1_300_000),
        list("{}", 24_000),
        format!("{{{}}}", keys.join(",")),
        format!("{}1{}", "[".repeat(100), "]".repeat(100)),
    ]
}

/// The parameters of the dearest messages of a method.
fn dear(method: &str, game: &str, token: &Value) -> Vec<String> {
    let with = |params: &Value, field: &str, value: &str| {
        let mut params = params.to_string();
        let first = if params == "{}" { "" } else { "," };
        params.insert_str(params.len() - 1, &format!("{first}\"{field}\":{value}"));
        params
    };
    let params = match method {
        "pack.keep" => json!({ "title": "x" }),
        "pack.merge" => json!({ "take": { "all": true } }),
        "pack.steps" => json!({ "scenario": "chickamauga-1975" }),
        "pack.read" => json!({ "scenario": "chickamauga-1975", "answers": [] }),
        "game.load" | "game.new" | "game.position" | "game.list" | "game.branch" => json!({}),
        _ if method.starts_with("game.") => json!({ "game": game, "token": token }),
        _ => json!({}),
    };
    let field = match method {
        "pack.load" | "pack.share" => "zip",
        "pack.list" => "packs",
        "pack.after" | "game.load" => "record",
        "game.order" | "game.preview" | "game.explain" => "order",
        "game.targets" => "subject",
        "game.list" => "tokens",
        "game.new" => "options",
        "game.position" => "position",
        "talk.say" | "talk.note" => "text",
        _ => "seed",
    };
    let files = matches!(
        method,
        "pack.check" | "pack.compare" | "pack.merge" | "pack.keep" | "pack.steps" | "pack.read"
    );
    let files =
        files.then(dear_files).into_iter().flatten().map(|files| with(&params, "files", &files.to_string()));
    let zips = (method == "pack.load").then(dear_zips).into_iter().flatten();
    let zips = zips.map(|zip| with(&params, "zip", &format!("\"{zip}\"")));
    files.chain(zips).chain(dear_values().iter().map(|value| with(&params, field, value))).collect()
}

/// Sends a message and waits for its answer, of which only the length is kept; `None` if the connection was cut.
async fn length_of_answer(client: &mut Client, message: &str) -> Option<usize> {
    client.send(message.to_owned()).await;
    loop {
        match soon(client.socket.next()).await {
            Some(Ok(Message::Text(text))) if text.starts_with("{\"jsonrpc\":\"2.0\",\"id\":7,") => {
                return Some(text.len());
            }
            Some(Ok(Message::Text(text))) if text.contains("\"id\":null") => return Some(text.len()),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return None,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dearest_message_of_each_method_is_bounded_in_answer_and_memory() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), unlimited()).await;
    let mut client = from(&site, "192.0.2.1").await;
    let (game, tokens) = client.begin(json!({ "scenario": "chickamauga-1975" })).await;
    let before = peak();
    let mut dearest = Vec::new();
    for (method, _) in METHODS {
        let mut longest = 0;
        for params in dear(method, &game, &tokens["both"]) {
            let message = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{params}}}"#);
            assert!(message.len() <= protocol::LONGEST_MESSAGE);
            match length_of_answer(&mut client, &message).await {
                Some(length) => longest = longest.max(length),
                None => client = from(&site, "192.0.2.1").await,
            }
        }
        assert!(longest <= LONGEST_ANSWER, "{method}: {longest}");
        dearest.push((method, longest, peak() - before));
    }
    let grown = peak() - before;
    assert!(grown <= MOST_MEMORY, "{grown} KiB: {dearest:?}");
    assert_eq!(metric(&site, "longroll_long_messages").await, 0);
    site.close().await;
}

/// The files of the training battle, on a map as large as one may be.
pub async fn large_map(client: &mut Client) -> Value {
    let opened = client.ask("pack.open", json!({ "scenario": "training" })).await.unwrap();
    let mut files = opened["files"].clone();
    let map = &mut files["blue-gray/training/map.toml"];
    map["grid"] = dear_map(0)["grid"].clone();
    let rows = (0..64).map(|n| if n == 63 { ".-".repeat(32) } else { ".".repeat(64) } + "\n");
    map["ground"]["rows"] = json!(rows.collect::<String>());
    for kind in ["creek", "bridge", "ford", "road", "trail", "place"] {
        map.as_object_mut().unwrap().remove(kind);
    }
    map["edge"] = json!([{ "hex": "0105", "side": "west", "way": "road" }]);
    files
}

/// Begins a game of 126 swift units there.
async fn large_game(client: &mut Client) -> Value {
    let files = large_map(client).await;
    let pack = client.ask("pack.keep", json!({ "files": files, "title": "Large" })).await.unwrap();
    let unit = |n: usize| {
        let hex = format!("{:02}{:02}", 32 + n / 2 % 8, 30 + n / 16);
        json!({ "id": format!("x{n}"), "side": "union", "type": "infantry", "strength": 1, "movement": 60, "hex": hex })
    };
    let enemy =
        json!({ "id": "e1", "side": "confederate", "type": "infantry", "strength": 1, "hex": "0101" });
    let units: Vec<Value> = (0..126).map(unit).chain([enemy]).collect();
    let begun = json!({
        "scenario": "training", "pack": pack["pack"], "units": units, "phase": "movement", "side": "union",
    });
    let game = client.ask("game.position", begun).await.unwrap();
    json!({ "game": game["game"], "token": game["tokens"]["both"] })
}

/// Keeps a pack of the training battle by that title, and begins a game on it.
async fn game_on_a_pack(client: &mut Client, title: &str) -> (Value, Value) {
    let files = client.ask("pack.open", json!({ "scenario": "training" })).await.unwrap()["files"].take();
    let units = "blue-gray/training/units.toml";
    let kept = json!({ "files": { units: files[units] }, "title": title });
    let pack = client.ask("pack.keep", kept).await.unwrap()["pack"].take();
    let (game, tokens) = client.begin(json!({ "scenario": "training", "pack": pack })).await;
    (pack, json!({ "game": game, "token": tokens["both"] }))
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_network_waits_for_its_turn_it_holds_nothing_that_others_need() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), unlimited()).await;
    let (pack, of) = game_on_a_pack(&mut from(&site, "192.0.2.1").await, "Of both").await;
    site.close().await;
    let site = open(folder.path(), unlimited()).await;
    let waiting = server::Client::at("192.0.2.9".parse().unwrap());
    let turn = site.games.allowances().work().turn_to_work(waiting).await;
    let open_pack = json!({ "scenario": "training", "pack": pack });
    let call = |method: &str, params: &Value| {
        json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }).to_string()
    };
    let mut asks = from(&site, "192.0.2.1").await;
    asks.send(call("pack.open", &open_pack)).await;
    let map = format!("/maps/training.svg?pack={}", pack.as_str().unwrap());
    let get = |from: &str| {
        let head = format!("Host: {}\r\nConnection: close\r\nX-Forwarded-For: {from}", site.address);
        let (address, request) = (site.address.clone(), format!("GET {map} HTTP/1.1\r\n{head}\r\n\r\n"));
        async move { raw(&address, &request).await }
    };
    let draws = tokio::spawn(get("192.0.2.2"));
    // A game asks for no turn: whoever plays it would wait too.
    let mut watches = from(&site, "192.0.2.3").await;
    watches.ask("game.watch", of.clone()).await.unwrap();
    let mut other = from(&site, "198.51.100.1").await;
    other.ask("game.view", of).await.unwrap();
    other.ask("pack.open", open_pack).await.unwrap();
    assert!(get("198.51.100.1").await.starts_with("HTTP/1.1 200"));
    drop(turn);
    assert!(soon(draws).await.unwrap().starts_with("HTTP/1.1 200"));
    assert_eq!(asks.receive().await.unwrap()["id"], 7);
    site.close().await;
}

#[tokio::test]
async fn a_map_is_not_drawn_for_whoever_has_hung_up() {
    let folder = tempdir().unwrap();
    let limits = Limits {
        connections_of: server::Limit::usual(1),
        requests_of: server::Limit::usual(0),
        ..unlimited()
    };
    let site = open(folder.path(), limits).await;
    let mut client = from(&site, "192.0.2.1").await;
    let (pack, _) = game_on_a_pack(&mut client, "Mine").await;
    let work = site.games.allowances().work();
    let network = server::Client::at("192.0.2.9".parse().unwrap());
    let turn = work.turn_to_work(network).await;
    let before = metric(&site, "longroll_work_total").await;
    let mut draws = TcpStream::connect(&site.address).await.unwrap();
    let path = format!("/maps/training.svg?pack={}", pack.as_str().unwrap());
    let head = format!("Host: {}\r\nX-Forwarded-For: 192.0.2.2", site.address);
    draws.write_all(format!("GET {path} HTTP/1.1\r\n{head}\r\n\r\n").as_bytes()).await.unwrap();
    let may_come =
        async || site.get("/healthz", "X-Forwarded-For: 192.0.2.2\r\n").await.starts_with("HTTP/1.1 200");
    // Its address has one connection: by this it is known that the request has come, and that it has gone.
    soon(async { while may_come().await {} }).await;
    drop(draws);
    soon(async { while !may_come().await {} }).await;
    drop(turn);
    drop(soon(work.turn_to_work(network)).await);
    assert_eq!(metric(&site, "longroll_work_total").await, before);
    site.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_on_many_packs_of_one_network_leave_memory() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), unlimited()).await;
    let mut flood = from(&site, "192.0.2.1").await;
    for number in 0..7 {
        let (_, of) = game_on_a_pack(&mut flood, &format!("Number {number}")).await;
        flood.ask("game.view", of).await.unwrap();
    }
    // Those that were looked at last may be about to leave.
    let open = site.games.open_games();
    assert!(open < 7, "{open} games in memory, of 16 MiB each, and 64 MiB are theirs");
    site.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_units_of_a_side_could_come_is_told_up_to_a_length() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), unlimited()).await;
    let mut client = from(&site, "192.0.2.1").await;
    let mut of = large_game(&mut client).await;
    of["verb"] = json!("reach");
    of["subject"] = json!("union");
    let refused = client.ask("game.targets", of.clone()).await.unwrap_err();
    assert!(refused["message"].as_str().unwrap().ends_with("ask for one unit"), "{refused}");
    of["subject"] = json!("x0");
    let told = client.ask("game.targets", of).await.unwrap();
    assert!(told["targets"].as_array().unwrap().len() > 2000);
    site.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_much_at_once_is_told_as_much_as_may_be_fetched() {
    let folder = tempdir().unwrap();
    let limits = Limits { kilobytes_of: Limit::usual(4), ..unlimited() };
    let site = open(folder.path(), limits).await;
    let mut client = from(&site, "192.0.2.1").await;
    let (game, tokens) = client.begin(json!({ "scenario": "training" })).await;
    let params = json!({ "game": game, "token": tokens["both"] });
    for _ in 0..60 {
        client
            .send(json!({ "jsonrpc": "2.0", "id": 7, "method": "game.view", "params": params }).to_string())
            .await;
    }
    let (mut lengths, mut refused) = (Vec::new(), 0);
    for _ in 0..60 {
        match client.receive().await.unwrap() {
            answer if answer.get("result").is_some() => lengths.push(answer.to_string().len()),
            answer => {
                assert_eq!(answer["error"]["data"]["limit"], "kilobytes-per-second");
                refused += 1;
            }
        }
    }
    let told: usize = lengths.iter().sum();
    assert!(refused > 0 && told <= 40 * 1024 + lengths[0], "{told} bytes, {refused} refused");
    site.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dearest_messages_at_once_wait_for_each_other() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), unlimited()).await;
    let before = peak();
    let files = dear_files().remove(0);
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "pack.check", "params": { "files": files } });
    let message = message.to_string();
    let all = (0..6).map(|n| {
        let (site, message) = (&site, &message);
        async move {
            let mut client = from(site, &format!("2001:db8:{}::1", n / 2)).await;
            length_of_answer(&mut client, message).await.expect("it is answered")
        }
    });
    let lengths = join_all(all).await;
    // What is too much for one answer is named and not drawn.
    let mut client = from(&site, "192.0.2.1").await;
    let files = dear_files().remove(0);
    let checked = client.ask("pack.check", json!({ "files": files })).await.unwrap();
    let (drawn, undrawn) = (checked["maps"].as_object().unwrap(), checked["undrawn"].as_array().unwrap());
    assert!(!drawn.is_empty() && drawn.len() + undrawn.len() == 12, "{undrawn:?}");
    assert!(undrawn.iter().all(|path| !drawn.contains_key(path.as_str().unwrap())));
    assert!(lengths.iter().all(|length| (1..=LONGEST_ANSWER).contains(length)), "{lengths:?}");
    assert!(peak() - before <= MOST_MEMORY, "{} KiB", peak() - before);
    site.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn packs_that_are_made_without_end_take_no_memory_without_end() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), unlimited()).await;
    let mut client = from(&site, "192.0.2.1").await;
    let opened = client.ask("pack.open", json!({ "scenario": "training" })).await.unwrap();
    let before = peak();
    for n in 0..24 {
        let kept = json!({ "title": format!("Pack {n}"), "files": opened["files"] });
        client.ask("pack.keep", kept).await.unwrap();
    }
    assert!(peak() - before <= MOST_MEMORY, "{} KiB", peak() - before);
    site.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_map_of_a_pack_is_drawn_once_and_a_browser_that_has_it_costs_nothing() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), Limits::default()).await;
    let mut client = from(&site, "192.0.2.1").await;
    let opened = client.ask("pack.open", json!({ "scenario": "training" })).await.unwrap();
    let (files, map) = (&opened["files"], opened["map"].as_str().unwrap());
    let kept =
        client.ask("pack.keep", json!({ "title": "Mine", "files": { map: files[map] } })).await.unwrap();
    let name = site.games.library().scenario("training").unwrap().map.clone();
    let path = format!("/maps/{name}.svg?pack={}", kept["pack"].as_str().unwrap());
    let get = async |head: &str| site.get(&path, &format!("X-Forwarded-For: 192.0.2.1\r\n{head}")).await;
    let before = metric(&site, "longroll_work_total").await;
    let answers = join_all((0..40).map(|_| get(""))).await;
    assert!(answers.iter().all(|answer| answer.starts_with("HTTP/1.1 200")), "{}", answers[0]);
    assert_eq!(metric(&site, "longroll_work_total").await, before + 1, "it was drawn once");
    let tag = answers[0].lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    drop(answers);
    // Another server has nothing at hand, and does nothing either.
    let other = tempdir().unwrap();
    let fresh = open(other.path(), Limits::default()).await;
    let asked = fresh.get(&path, &format!("If-None-Match: {tag}\r\n")).await;
    assert!(asked.starts_with("HTTP/1.1 304"), "{asked}");
    assert_eq!(metric(&fresh, "longroll_work_total").await, 0);
    // It has no such pack: there is nothing of which any version could be known.
    let asked = fresh.get(&path, "If-None-Match: *\r\n").await;
    assert!(asked.starts_with("HTTP/1.1 404"), "{asked}");
    let asked = get("If-None-Match: *\r\n").await;
    assert!(asked.starts_with("HTTP/1.1 304"), "{asked}");
    for site in [site, fresh] {
        site.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_used_up_the_work_of_a_minute_waits_and_orders_do_not() {
    let folder = tempdir().unwrap();
    let limits =
        Limits { work_of: server::Limit::usual(1), checks_of: server::Limit::usual(0), ..unlimited() };
    let site = open(folder.path(), limits).await;
    let mut client = from(&site, "192.0.2.1").await;
    let (game, tokens) = client.begin(json!({ "scenario": "training" })).await;
    let files = dear_files().remove(0);
    let mut refused = None;
    while refused.is_none() {
        refused = client.ask("pack.check", json!({ "files": files.clone() })).await.err();
    }
    let refused = refused.unwrap();
    assert_eq!((&refused["code"], &refused["data"]["limit"]), (&json!(7), &json!("work-seconds-per-minute")));
    let sentence = refused["message"].as_str().unwrap();
    assert!(sentence.starts_with("one address may have 1 seconds of work a minute: wait "), "{sentence}");
    let resign = json!({ "game": game, "token": tokens["both"] });
    client.ask("game.resign", resign).await.unwrap();
    // Another address is not asked for it.
    let mut other = from(&site, "192.0.2.2").await;
    other.ask("pack.check", json!({ "files": {} })).await.unwrap();
    site.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_messages_that_never_come_keep_nobody_else_waiting() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), Limits::default()).await;
    let claims = [&[0x81, 0x80 | 127][..], &(7u64 << 20).to_be_bytes(), &[0; 4], b"x"].concat();
    let mut streams = Vec::new();
    for _ in 0..40 {
        let mut stream = raw_socket(&site).await;
        stream.write_all(&claims).await.unwrap();
        streams.push(stream);
    }
    assert!(metric(&site, "longroll_long_messages").await <= 2, "they are all of one address");
    // Others are heard, and so are short messages of the same address.
    let mut client = from(&site, "127.0.0.1").await;
    client.ask("initialize", json!({})).await.unwrap();
    let mut long = from(&site, "192.0.2.1").await;
    let record = json!({ "record": "x".repeat(200_000) });
    assert_eq!(long.ask("game.load", record).await.unwrap_err()["code"], -32602);
    drop(streams);
    site.close().await;
}

#[tokio::test]
async fn only_what_brings_files_or_a_record_may_be_long() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), Limits::default()).await;
    let mut client = from(&site, "192.0.2.1").await;
    let (game, tokens) = client.begin(json!({ "scenario": "training" })).await;
    let order = json!({ "game": game, "token": tokens["both"], "order": "x".repeat(70_000) });
    let error = client.ask("game.order", order).await.unwrap_err();
    assert_eq!(error["code"], -32602);
    assert_eq!(error["message"], "a message of this method has at most 65536 bytes");
    let many = json!({ "files": { "blue-gray/x/map.toml": { "x": vec![json!({}); 60_000] } } });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "pack.check", "params": many });
    client.send(message.to_string()).await;
    let error = client.receive().await.unwrap();
    assert_eq!(error["error"]["message"], "a message has at most 50000 values");
    site.close().await;
}

#[tokio::test]
async fn a_game_with_too_many_entries_is_only_played_to_its_end() {
    let folder = tempdir().unwrap();
    let limits = Limits { entries: 4, ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, Front::default()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    let of_game = json!({ "game": game, "token": tokens["both"] });
    client.take(&game, &tokens["both"], 1).await.unwrap();
    for method in ["game.undo", "game.redo", "game.undo"] {
        client.ask(method, of_game.clone()).await.unwrap();
    }
    let full = client.ask("game.redo", of_game.clone()).await.unwrap_err();
    assert_eq!(full["code"], 2);
    assert_eq!(full["message"], "this game has 4 entries (0 KiB): it can only be played to its end now");
    for _ in 0..4 {
        client.take(&game, &tokens["both"], 1).await.unwrap();
    }
    assert_eq!(client.take(&game, &tokens["both"], 1).await.unwrap_err()["code"], 2);
    client.ask("game.view", of_game.clone()).await.unwrap();
    client.ask("game.resign", of_game).await.unwrap();
    site.close().await;
}

#[tokio::test]
async fn a_game_whose_record_is_too_long_is_only_played_to_its_end() {
    let folder = tempdir().unwrap();
    let limits = Limits { record_bytes: 3000, ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, Front::default()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    let of_game = json!({ "game": game, "token": tokens["both"] });
    client.take(&game, &tokens["both"], 1).await.unwrap();
    let mut full = None;
    for _ in 0..20 {
        for method in ["game.undo", "game.redo"] {
            full = full.or(client.ask(method, of_game.clone()).await.err());
        }
    }
    let says = full.unwrap()["message"].as_str().unwrap().to_owned();
    assert!(says.ends_with(" entries (2 KiB): it can only be played to its end now"), "{says}");
    // The same after the server has read it again.
    site.close().await;
    let site = Site::open_limited(folder.path(), limits, Front::default()).await;
    let mut client = site.client().await;
    assert_eq!(client.ask("game.undo", of_game.clone()).await.unwrap_err()["message"], says);
    client.ask("game.resign", of_game).await.unwrap();
    site.close().await;
}

#[tokio::test]
async fn whoever_has_added_much_to_records_gives_no_more_orders_for_a_while() {
    let folder = tempdir().unwrap();
    let limits = Limits { records_of: Limit::usual(1), ..unlimited() };
    let site = Site::open_limited(folder.path(), limits, front()).await;
    let (mut one, mut other) = (from(&site, "192.0.2.1").await, from(&site, "192.0.2.2").await);
    let (game, tokens) = one.begin(json!({ "scenario": "mountain" })).await;
    let token = &tokens["both"];
    let of_game = json!({ "game": game, "token": token });
    // What a record says is counted as it is written, brought records and what is taken back among it.
    site.games.allowances().recorded(server::Client::at([192, 0, 2, 1].into()), (1 << 20) - 1000);
    let mut refused = None;
    while refused.is_none() {
        refused = match one.take(&game, token, 1).await {
            Ok(_) => one.ask("game.undo", of_game.clone()).await.err(),
            Err(error) => Some(error),
        };
    }
    let refused = refused.unwrap();
    let data = (&refused["code"], &refused["data"]["limit"], &refused["data"]["most"]);
    assert_eq!(data, (&json!(7), &json!("record-megabytes-per-hour"), &json!(1)), "{refused}");
    let sentence = refused["message"].as_str().unwrap();
    assert!(
        sentence.starts_with("one address may add 1 MiB to records of games an hour: wait "),
        "{sentence}"
    );
    let record = one.ask("game.save", of_game.clone()).await.unwrap()["record"].clone();
    let loaded = one.ask("game.load", json!({ "record": record.clone() })).await.unwrap_err();
    assert_eq!(loaded["data"]["limit"], "record-megabytes-per-hour");
    assert_eq!(one.take(&game, token, 1).await.unwrap_err()["code"], 7);
    // Another address plays on, and a game can be given up.
    other.take(&game, token, 1).await.unwrap();
    other.ask("game.load", json!({ "record": record })).await.unwrap();
    one.ask("game.resign", of_game).await.unwrap();
    site.close().await;
}

#[tokio::test]
async fn the_first_game_on_a_pack_counts_as_much_as_the_pack() {
    let folder = tempdir().unwrap();
    let limits = Limits { records_of: Limit::usual(1), ..unlimited() };
    let site = open(folder.path(), limits).await;
    let (mut one, mut other) = (from(&site, "192.0.2.1").await, from(&site, "192.0.2.2").await);
    // More than a game's first entries, and less than the pack.
    site.games.allowances().recorded(server::Client::at([192, 0, 2, 1].into()), (1 << 20) - 1500);
    let (pack, of) = game_on_a_pack(&mut one, "Of both").await;
    let order = |of: &Value| json!({ "game": of["game"], "token": of["token"], "order": { "take": 1 } });
    let refused = one.ask("game.order", order(&of)).await.unwrap_err();
    assert_eq!(refused["data"]["limit"], "record-megabytes-per-hour", "{refused}");
    // The pack is kept: whoever begins another game on it adds nothing but that.
    site.games.allowances().recorded(server::Client::at([192, 0, 2, 2].into()), (1 << 20) - 1500);
    let (game, tokens) = other.begin(json!({ "scenario": "training", "pack": pack })).await;
    let allowed = other.ask("game.order", order(&json!({ "game": game, "token": tokens["both"] }))).await;
    assert_ne!(allowed.unwrap_err()["code"], 7);
    site.close().await;
}

#[tokio::test]
async fn a_network_has_its_part_of_the_games_in_which_computers_think() {
    let folder = tempdir().unwrap();
    let store = open_store(folder.path(), Settings::default()).await;
    let thinking = Thinking { places: Some(1), marshal: 60, ..Thinking::default() };
    let library = std::sync::Arc::new(systems::library().unwrap());
    // Whoever waits outside does so for longer than its game stays in memory.
    let idle = Duration::from_millis(50);
    let limits = Limits { unstarted_of: Limit::usual(0), ..unlimited() };
    let games = Games::thinking_so(library, store, idle, Default::default(), limits, thinking);
    let site = Site::of(games, front()).await;
    let mut one = from(&site, "192.0.2.1").await;
    // The Union's computer is asked first: it takes so many seconds to decide, and the others wait for it.
    let against = |level: &str, clock: u8| {
        let computer = json!({ "level": level, "clock": clock });
        json!({ "scenario": "training", "commanders": { "union": computer } })
    };
    let mut seats = Vec::new();
    for _ in 0..256 {
        let (game, tokens) = one.begin(against("marshal", 60)).await;
        let seat = json!({ "game": game, "token": tokens["confederate"] });
        one.ask("game.view", seat.clone()).await.unwrap();
        seats.push(seat);
    }
    // One more is outside the queue, and its player is told how many are ahead.
    let mut last = from(&site, "192.0.2.1").await;
    let (game, tokens) = last.begin(against("marshal", 1)).await;
    last.ask("game.watch", json!({ "game": game, "token": tokens["confederate"] })).await.unwrap();
    let told = last.notice().await;
    assert_eq!(
        (&told["method"], &told["params"]["kind"]),
        (&json!("game.thinking"), &json!("turn")),
        "{told}"
    );
    assert!(told["params"]["place"].as_u64() >= Some(255), "{told}");
    // Whether they wait or think, and each once it has been opened.
    let inside = || -> usize {
        let lengths = site.games.thinking();
        let of = lengths.iter().find(|(kind, ..)| *kind == "long-turn");
        of.map_or(0, |(_, waiting, thinking, _)| waiting + thinking)
    };
    while inside() < 256 {
        last.ask("game.view", json!({ "game": game })).await.unwrap();
    }
    assert_eq!(inside(), 256);
    // Games against a recruit wait for none of those, in the same network or another.
    for address in ["192.0.2.2", "198.51.100.1"] {
        let mut other = from(&site, address).await;
        let new = json!({ "scenario": "training", "commanders": { "union": { "level": "recruit" } } });
        let (game, tokens) = other.begin(new).await;
        let seat = json!({ "game": game, "token": tokens["confederate"] });
        let watched = other.ask("game.watch", seat).await.unwrap();
        let mut side = watched["view"]["question"]["side"].clone();
        while side != "confederate" {
            let told = other.hear().await;
            side = told["view"]["question"]["side"].as_str().map_or(side, |side| json!(side));
        }
    }
    // Once those are over it is called, and thinks.
    for seat in seats {
        one.ask("game.resign", seat).await.unwrap();
    }
    let mut places = Vec::new();
    loop {
        let notice = last.notice().await;
        if notice["method"] == "game.changed" {
            break;
        }
        places.push(notice["params"]["place"].clone());
    }
    assert!(places.contains(&json!(0)), "whoever watches is told that it waits no more: {places:?}");
    site.close().await;
}

#[tokio::test]
async fn whoever_is_told_more_than_may_be_fetched_is_cut() {
    let folder = tempdir().unwrap();
    let limits = Limits { kilobytes_of: Limit::usual(1), ..unlimited() };
    let site = Site::open_limited(folder.path(), limits, front()).await;
    let mut player = from(&site, "198.51.100.1").await;
    let (game, tokens) = player.begin(json!({ "scenario": "mountain" })).await;
    let of_game = json!({ "game": game });
    let (mut watcher, mut other) = (from(&site, "192.0.2.1").await, from(&site, "203.0.113.2").await);
    watcher.ask("game.watch", of_game.clone()).await.unwrap();
    // All but one of the ten that it may fetch at once.
    site.games.allowances().transferred(server::Client::at([192, 0, 2, 1].into()), 9 << 10);
    let mut told = 0;
    while let Some(message) = {
        player.take(&game, &tokens["both"], 1).await.unwrap();
        watcher.receive().await
    } {
        told += message.to_string().len();
        assert!(told < 20 << 10, "{told} bytes were told");
    }
    assert!(told > 0, "it was cut for nothing");
    // Another address is told as ever.
    other.ask("game.watch", of_game).await.unwrap();
    player.take(&game, &tokens["both"], 1).await.unwrap();
    other.hear().await;
    site.close().await;
}

#[tokio::test]
async fn one_game_of_a_network_is_read_or_changed_at_a_time() {
    let folder = tempdir().unwrap();
    let site = Site::open_limited(folder.path(), unlimited(), front()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    let (others, other_tokens) = client.begin(json!({ "scenario": "heap" })).await;
    site.close().await;
    let site = Site::open_limited(folder.path(), unlimited(), front()).await;
    let (mut one, mut other) = (from(&site, "192.0.2.1").await, from(&site, "203.0.113.1").await);
    // A game is read at once, however busy a network is that asks about it: its players do not wait for that.
    let work = site.games.allowances().work();
    let turn = work.turn_to_move(server::Client::at([192, 0, 2, 200].into())).await;
    one.ask("game.view", json!({ "game": others })).await.unwrap();
    other.take(&others, &other_tokens["both"], 1).await.unwrap();
    drop(turn);
    for (order, token) in [(1, &tokens["both"]), (2, &tokens["both"])] {
        let work = site.games.allowances().work();
        let turn = work.turn_to_move(server::Client::at([192, 0, 2, 200].into())).await;
        let mut waits = Box::pin(one.take(&game, token, order));
        assert!(futures_util::poll!(&mut waits).is_pending());
        other.take(&others, &other_tokens["both"], 1).await.unwrap();
        assert!(futures_util::poll!(&mut waits).is_pending(), "another network does not wait");
        drop(turn);
        assert_eq!(waits.await.unwrap()["version"], order);
    }
    // A new game is written as an order is, and what everybody is answered who comes is a question.
    for (method, params, is_question) in
        [("game.new", json!({ "scenario": "heap" }), false), ("initialize", json!({}), true)]
    {
        let (work, network) = (site.games.allowances().work(), server::Client::at([192, 0, 2, 200].into()));
        let turn = match is_question {
            true => work.turn_to_ask(network).await,
            false => work.turn_to_move(network).await,
        };
        let mut waits = Box::pin(one.ask(method, params.clone()));
        assert!(futures_util::poll!(&mut waits).is_pending());
        let _ = other.ask(method, params).await;
        assert!(futures_util::poll!(&mut waits).is_pending(), "{method}: another network does not wait");
        drop(turn);
        let _ = waits.await;
    }
    // A game that begins in a position of another is as much as a question for the whole record; and before anything
    // is thought over, the game is read.
    for (method, code) in [("game.branch", 2), ("game.advice", 4), ("game.review", 4)] {
        let work = site.games.allowances().work();
        let turn = work.turn_to_ask(server::Client::at([192, 0, 2, 200].into())).await;
        let mut asked = json!({ "game": game, "token": tokens["both"] });
        if method == "game.branch" {
            asked["version"] = json!(1);
        }
        let mut waits = Box::pin(one.ask(method, asked));
        assert!(futures_util::poll!(&mut waits).is_pending());
        let of_game = json!({ "game": others, "token": other_tokens["both"] });
        other.ask("game.view", of_game).await.unwrap();
        assert!(futures_util::poll!(&mut waits).is_pending(), "another network does not wait");
        drop(turn);
        let refused = waits.await.unwrap_err();
        assert_eq!(refused["code"], code, "{method}: {refused}");
    }
    site.close().await;
}

#[tokio::test]
async fn a_question_that_waits_for_a_processor_keeps_no_order_waiting() {
    let folder = tempdir().unwrap();
    let site = Site::open_limited(folder.path(), unlimited(), front()).await;
    let mut player = from(&site, "198.51.100.1").await;
    let (game, tokens) = player.begin(json!({ "scenario": "heap" })).await;
    for method in ["game.view", "game.watch"] {
        // Others have what there is of processors for questions.
        let places = all_places(&site, false);
        let mut asks = from(&site, "192.0.2.1").await;
        let mut waits = Box::pin(asks.ask(method, json!({ "game": game })));
        assert!(futures_util::poll!(&mut waits).is_pending());
        for _ in 0..2 {
            let taken = player.take(&game, &tokens["both"], 1).await.unwrap();
            assert!(futures_util::poll!(&mut waits).is_pending(), "{method}: {taken}");
        }
        drop(places);
        // It is answered as the game is then.
        let answered = waits.await.unwrap();
        assert!(answered["version"].as_u64() >= Some(2), "{method}: {answered}");
    }
    site.close().await;
}

#[tokio::test]
async fn a_long_record_is_told_in_a_place_of_its_own() {
    let folder = tempdir().unwrap();
    let site = Site::open_limited(folder.path(), unlimited(), front()).await;
    let mut player = from(&site, "198.51.100.1").await;
    let (short, _) = player.begin(json!({ "scenario": "heap" })).await;
    let (long, tokens) = player.begin(json!({ "scenario": "heap" })).await;
    let whisper = json!({ "whisper": { "word": "x".repeat(16_000) } });
    let mut written = 0;
    // A record of two megabytes is long; the word stands in the order and in what came of it.
    while written < 2 << 20 {
        let order = json!({ "game": long, "token": tokens["both"], "order": whisper });
        player.ask("game.order", order).await.unwrap();
        written += 2 * 16_000;
    }
    for (held, waiting) in [(true, &long), (false, &short)] {
        let places = all_places(&site, held);
        let mut asks = from(&site, "192.0.2.1").await;
        let mut waits = Box::pin(asks.ask("game.view", json!({ "game": waiting })));
        assert!(futures_util::poll!(&mut waits).is_pending());
        let answered = if waiting == &long { &short } else { &long };
        player.ask("game.view", json!({ "game": answered })).await.unwrap();
        assert!(futures_util::poll!(&mut waits).is_pending(), "{waiting} has no place");
        drop(places);
        waits.await.unwrap();
    }
    site.close().await;
}

#[tokio::test]
async fn a_record_of_many_entries_is_kept_in_order() {
    let folder = tempdir().unwrap();
    let site = Site::open_limited(folder.path(), unlimited(), front()).await;
    let mut player = from(&site, "198.51.100.1").await;
    let (game, tokens) = player.begin(json!({ "scenario": "mountain" })).await;
    let of_game = json!({ "game": game, "token": tokens["both"] });
    player.take(&game, &tokens["both"], 1).await.unwrap();
    // More than one statement inserts at a time.
    for _ in 0..205 {
        player.ask("game.undo", of_game.clone()).await.unwrap();
        player.ask("game.redo", of_game.clone()).await.unwrap();
    }
    let saved = player.ask("game.save", of_game).await.unwrap()["record"].clone();
    let loaded = player.ask("game.load", json!({ "record": saved })).await.unwrap();
    let again = json!({ "game": loaded["game"], "token": loaded["tokens"]["both"] });
    site.close().await;
    let site = Site::open_limited(folder.path(), unlimited(), front()).await;
    let mut player = from(&site, "198.51.100.1").await;
    let kept = player.ask("game.save", again).await.unwrap()["record"].clone();
    let entries = |record: &Value| -> Vec<String> {
        record.as_str().unwrap().lines().skip(1).map(str::to_owned).collect()
    };
    assert_eq!(entries(&kept).len(), 411);
    assert_eq!(entries(&kept), entries(&saved));
    site.close().await;
}
