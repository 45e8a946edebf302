//! What the log contains, and what it must not.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use ai::Level;
use catalog::{Library, Start};
use serde_json::{Value, json};
use server::store::Store;
use tempfile::{TempDir, tempdir};

use crate::forged::played;
use crate::served::{Client, Served};

/// A server that writes this much into its log.
struct Logging {
    served: Served,
    file: PathBuf,
    _folder: TempDir,
}

impl Logging {
    fn start(level: &str) -> Logging {
        let folder = tempdir().expect("a folder");
        let file = folder.path().join("log");
        let log = File::create(&file).expect("a file");
        Logging {
            served: Served::start_logging(folder.path(), level, Stdio::from(log)),
            file,
            _folder: folder,
        }
    }

    /// What it has written, up to its end.
    fn end(self) -> String {
        self.served.kill();
        std::fs::read_to_string(&self.file).expect("it is text")
    }
}

#[tokio::test]
async fn the_log_holds_no_secret_however_much_of_it_is_asked_for() {
    let server = Logging::start("trace");
    let mut client = Client::connect(&server.served).await;
    let begun = client.ask("game.new", &json!({ "scenario": "training", "mode": "two" })).await;
    let (game, token) = (&begun["game"], &begun["tokens"]["union"]);
    client.ask("game.watch", &json!({ "game": game, "token": token, "seed": "my own share" })).await;
    client.ask("game.order", &json!({ "game": game, "token": token, "order": { "end-movement": {} } })).await;
    let page = get(&server.served, &format!("/game/{}", game.as_str().expect("a name")), "").await;
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let log = server.end();
    assert!(log.contains("a game begins") && log.contains("/game/{id}"), "{log}");
    for secret in [game, token, &begun["tokens"]["confederate"], &json!("my own share")] {
        assert!(!log.contains(secret.as_str().expect("text")), "{secret} in\n{log}");
    }
}

#[tokio::test]
async fn a_system_clock_that_was_put_back_is_warned_of() {
    const DAY: i64 = 24 * 3600;
    let folder = tempdir().expect("a folder");
    let now = std::time::UNIX_EPOCH.elapsed().expect("it is later").as_secs() as i64;
    // Another server of this database was up until then, by its clock.
    let starts = async |until: i64| {
        let store = Store::open(folder.path()).await.expect("it opens");
        store.note_up(until - DAY, until).await.expect("it is noted");
        store.close().await;
        let file = folder.path().join("log");
        let log = Stdio::from(File::create(&file).expect("a file"));
        let served = Served::start_logging(folder.path(), "warn", log);
        // It has looked at the time before it answers.
        get(&served, "/healthz", "").await;
        served.kill();
        std::fs::read_to_string(&file).expect("it is text")
    };
    let steady = starts(now + DAY / 2).await;
    assert!(!steady.contains("jumped"), "{steady}");
    let back = starts(now + 10 * DAY).await;
    assert_eq!(back.matches("the system's clock has jumped by -10.0 days").count(), 1, "{back}");
}

/// The answer to a plain GET request with additional headers.
async fn get(served: &Served, path: &str, head: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let mut stream = tokio::net::TcpStream::connect(&served.address).await.expect("it listens");
    let asked = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{head}\r\n", served.address);
    stream.write_all(asked.as_bytes()).await.expect("it takes it");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("it answers");
    String::from_utf8_lossy(&answer).into_owned()
}

/// The names of all chits, from the data.
fn chits(value: &toml::Value, found: &mut BTreeSet<String>) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                if let ("id", Some(id)) = (key.as_str(), value.as_str()) {
                    found.insert(id.to_owned());
                }
                chits(value, found);
            }
        }
        toml::Value::Array(all) => all.iter().for_each(|value| chits(value, found)),
        _ => {}
    }
}

/// What a record holds that is for nobody, or for one side: its secret, shares and salts.
fn hidden(lines: &[Value]) -> BTreeSet<String> {
    let secret = |line: &Value| -> Vec<String> {
        ["secret", "seed", "salt"]
            .iter()
            .filter_map(|field| line[*field].as_str())
            .map(str::to_owned)
            .collect()
    };
    lines.iter().flat_map(secret).collect()
}

#[tokio::test]
async fn a_game_with_hidden_chits_leaves_none_of_them_in_the_log() {
    let library: Library = systems::library().expect("the data are sound");
    let start = Start { scenario: "kernstown-1-stone-wall", ..Start::default() };
    let game = played(&library, &start, Level::Random, 5, Some(120));
    let mut header = game.header().value();
    header["secret"] = json!(tabletop::hex_string(&[5; 32]));
    let entries = game.entries(0);
    let (before, after) = entries.split_at(10);
    let beginning: String = std::iter::once(&header).chain(before).map(|line| format!("{line}\n")).collect();

    let server = Logging::start("trace");
    let mut client = Client::connect(&server.served).await;
    let loaded = client.ask("game.load", &json!({ "record": beginning })).await;
    let (name, token) = (&loaded["game"], &loaded["tokens"]["both"]);
    client.ask("game.watch", &json!({ "game": name, "token": token })).await;
    let mut orders = 0;
    for entry in after {
        let mut asked = json!({ "game": name, "token": token });
        let method = ["undo", "redo"].into_iter().find(|kind| !entry[*kind].is_null()).unwrap_or("order");
        if method == "order" {
            asked["order"] = entry["order"].clone();
            orders += 1;
        }
        client.ask(&format!("game.{method}"), &asked).await;
    }
    let saved = client.ask("game.save", &json!({ "game": name, "token": token })).await;
    // A refusal's sentence may name a chit: it is for the player, not for the log.
    let id =
        client.send("game.order", &json!({ "game": name, "token": token, "order": { "keys": {} } })).await;
    while client.receive().await.expect("it answers")["id"] != id {}
    let log = server.end();

    let lines: Vec<Value> = saved["record"]
        .as_str()
        .expect("a record")
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect();
    let mut secrets = hidden(&lines);
    assert!(secrets.len() > 2, "a secret and salts: {secrets:?}");
    secrets.extend([name, token].map(|text| text.as_str().expect("text").to_owned()));
    let table = std::fs::read_to_string(crate::game::data().join("kernstown/chits.toml")).expect("the chits");
    chits(&table.parse::<toml::Table>().expect("it is sound").into(), &mut secrets);
    let played = saved["record"].as_str().expect("a record");
    assert!(secrets.iter().filter(|secret| played.contains(secret.as_str())).count() > 10, "{orders} orders");
    assert!(orders > 90 && log.contains("answered"), "{orders}\n{log}");
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret} in\n{log}");
    }
}

/// The id of an answer.
fn id_of(answer: &str) -> String {
    let head = answer.split("\r\n\r\n").next().expect("a head").to_ascii_lowercase();
    let id = head.lines().find_map(|line| line.strip_prefix("x-request-id: ")).expect("an id");
    id.to_owned()
}

#[tokio::test]
async fn every_request_has_an_id_in_its_answer_and_in_the_log() {
    let server = Logging::start("info");
    let mut ids = BTreeSet::new();
    for (path, route) in
        [("/", "/"), ("/game/0123", "/game/{id}"), ("/nowhere", "none"), ("/healthz", "/healthz")]
    {
        // Nobody but a trusted proxy names a request.
        let id = id_of(&get(&server.served, path, "X-Request-Id: mine\r\n").await);
        assert!(id != "mine" && ids.insert((id, route)), "{path}");
    }
    let (socket, opened) = tokio_tungstenite::connect_async(format!("ws://{}/ws", server.served.address))
        .await
        .expect("it answers");
    let of_socket = opened.headers()["x-request-id"].to_str().expect("text").to_owned();
    let mut client = Client::over(socket);
    let begun = client.ask("game.new", &json!({ "scenario": "training" })).await;
    let id = client.send("game.view", &json!({ "game": begun["game"], "token": "a guess" })).await;
    assert_eq!(client.receive().await.expect("it answers")["id"], id);
    #[cfg(target_os = "linux")]
    out_of_room(&server, &mut client, &begun).await;
    let log = server.end();
    let has = |id: &str, words: &str| {
        assert!(log.lines().any(|line| line.contains(id) && line.contains(words)), "{id} {words} in\n{log}");
    };
    for (id, route) in &ids {
        has(id, &format!("route=\"{route}\""));
    }
    has(&of_socket, "a game begins");
    has(&of_socket, "refused kind=\"not-yours\"");
    // A line of the game's own task, which is none of the connection's.
    if cfg!(target_os = "linux") {
        has(&of_socket, "the database failed");
    }
    assert!(begun["game"].is_string());
}

/// Has the database fail at an order.
#[cfg(target_os = "linux")]
async fn out_of_room(server: &Logging, client: &mut Client, begun: &Value) {
    let wal = server.file.parent().map(|folder: &Path| folder.join("games.sqlite-wal")).expect("a folder");
    let size = std::fs::metadata(wal).expect("a log").len();
    crate::limited::limit(&server.served, Some(size));
    let order =
        json!({ "game": begun["game"], "token": begun["tokens"]["both"], "order": { "end-movement": {} } });
    let id = client.send("game.order", &order).await;
    let answer = client.receive().await.expect("it answers");
    assert!(answer["id"] == id && answer["error"]["code"] == -32603, "{answer}");
}
