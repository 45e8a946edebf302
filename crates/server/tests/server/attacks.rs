//! Input that only attackers send: broken frames, deeply nested bombs, floods, simultaneous orders.
//! None of it ends the server, and meanwhile another game goes on.

use std::io::Write;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use protocol::{METHODS, schemas};
use serde_json::{Value, json};
use server::{Front, Limits, Patience};
use tempfile::tempdir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::site::{Client, Site, soon};

/// Another game, which goes on whatever happens.
struct Elsewhere {
    client: Client,
    game: String,
    token: Value,
    played: u64,
}

impl Elsewhere {
    async fn at(site: &Site) -> Elsewhere {
        let mut client = site.client().await;
        let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
        Elsewhere { client, game, token: tokens["both"].clone(), played: 0 }
    }

    async fn goes_on(&mut self) {
        self.played += 1;
        assert_eq!(self.client.take(&self.game, &self.token, 1).await.unwrap()["version"], self.played);
    }
}

/// A WebSocket that arbitrary bytes can be written to.
pub async fn raw_socket(site: &Site) -> TcpStream {
    let mut stream = TcpStream::connect(&site.address).await.unwrap();
    let hello = "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                 Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(hello.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(soon(stream.read_u8()).await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// A frame with a mask of zeros, which leaves its content unchanged.
fn frame(first: u8, content: &[u8]) -> Vec<u8> {
    let mut frame = vec![first];
    match content.len() {
        short @ 0..126 => frame.push(0x80 | short as u8),
        medium @ 126..65_536 => {
            frame.push(0x80 | 126);
            frame.extend((medium as u16).to_be_bytes());
        }
        long => {
            frame.push(0x80 | 127);
            frame.extend((long as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(content);
    frame
}

const TEXT: u8 = 0x81;

#[tokio::test]
async fn broken_frames_end_their_connection_and_nothing_else() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut elsewhere = Elsewhere::at(&site).await;
    let claims = |length: u64| [&[TEXT, 0x80 | 127][..], &length.to_be_bytes(), &[0; 4], b"x"].concat();
    let mut broken: Vec<(String, Vec<u8>)> = vec![
        ("unmasked".to_owned(), vec![TEXT, 2, b'{', b'}']),
        ("no text".to_owned(), frame(TEXT, &[0xff, 0xfe, 0x80])),
        ("half a letter".to_owned(), frame(TEXT, "\u{1f600}".as_bytes().get(..3).unwrap())),
        ("a surrogate".to_owned(), frame(TEXT, &[0xed, 0xa0, 0x80])),
        ("a long ping".to_owned(), frame(0x89, &[b'x'; 126])),
        ("a ping in pieces".to_owned(), frame(0x09, b"x")),
        ("a long close".to_owned(), frame(0x88, &[0x03; 200])),
        ("a close of one byte".to_owned(), frame(0x88, &[0x03])),
        ("a close with no text".to_owned(), frame(0x88, &[0x03, 0xe8, 0xff])),
        ("a piece of nothing".to_owned(), frame(0x80, b"x")),
        ("a message in a message".to_owned(), [frame(0x01, b"{"), frame(TEXT, b"}")].concat()),
        ("longer than anything".to_owned(), claims(u64::MAX)),
        ("negative".to_owned(), claims(1 << 63)),
        ("a terabyte".to_owned(), claims(1 << 40)),
        ("just too long".to_owned(), claims(2 * protocol::LONGEST_MESSAGE as u64 + 1)),
    ];
    for opcode in [3, 4, 5, 6, 7, 0xb, 0xc, 0xd, 0xe, 0xf] {
        broken.push((format!("opcode {opcode}"), frame(0x80 | opcode, b"{}")));
    }
    for reserved in [0x40, 0x20, 0x10] {
        broken.push((format!("reserved {reserved}"), frame(TEXT | reserved, b"{}")));
    }
    for (name, bytes) in &broken {
        let mut stream = raw_socket(&site).await;
        stream.write_all(bytes).await.unwrap();
        let mut told = Vec::new();
        // Reset or closed, but over.
        let _ = soon(stream.read_to_end(&mut told)).await;
        assert!(!told.windows(6).any(|w| w == b"result"), "{name}: {told:?}");
        elsewhere.goes_on().await;
    }
    // Cut off anywhere, a sound frame does no harm either.
    let sound = frame(TEXT, br#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#);
    for length in 0..sound.len() {
        let mut stream = raw_socket(&site).await;
        stream.write_all(&sound[..length]).await.unwrap();
    }
    elsewhere.goes_on().await;
    site.close().await;
}

#[tokio::test]
async fn pieces_without_end_are_cut() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut elsewhere = Elsewhere::at(&site).await;
    let mut stream = raw_socket(&site).await;
    let mut sent = 0;
    let piece = frame(0x00, &[b' '; 60_000]);
    let first = stream.write_all(&frame(0x01, b" ")).await;
    assert!(first.is_ok());
    while soon(stream.write_all(&piece)).await.is_ok() {
        sent += piece.len();
        assert!(sent < 64 << 20, "it takes pieces without end");
    }
    elsewhere.goes_on().await;
    // Endless empty fragments are not a message either.
    let mut stream = raw_socket(&site).await;
    stream.write_all(&frame(0x01, b"")).await.unwrap();
    stream.write_all(&frame(0x00, b"").repeat(10_000)).await.unwrap();
    elsewhere.goes_on().await;
    site.close().await;
}

#[tokio::test]
async fn pings_and_orders_without_end_fill_nothing() {
    let folder = tempdir().unwrap();
    let patience = Patience { taking: Duration::from_millis(300), ..Patience::default() };
    let site =
        Site::open_limited(folder.path(), Limits { patience, ..Limits::default() }, Front::default()).await;
    let mut elsewhere = Elsewhere::at(&site).await;
    // A client that asks again and again and reads no answers: the server stops reading from it and
    // finally cuts it off.
    for content in [frame(0x89, b"ping"), frame(TEXT, br#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#)] {
        let mut stream = raw_socket(&site).await;
        let flood = content.repeat(10_000);
        let mut sent = 0;
        while soon(stream.write_all(&flood)).await.is_ok() {
            sent += flood.len();
            assert!(sent < 256 << 20, "it is read without end");
        }
        elsewhere.goes_on().await;
    }
    site.close().await;
}

/// JSON with arrays nested this deep.
fn deep(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

#[tokio::test]
async fn depth_is_refused_in_every_parameter() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut elsewhere = Elsewhere::at(&site).await;
    let mut client = site.client().await;
    let schemas = schemas(systems::registry());
    let mut tried = 0;
    for (method, _) in METHODS {
        let schema: Value = serde_json::from_str(&schemas[&format!("{method}.json")]).unwrap();
        let fields = schema["properties"]["params"]["properties"].as_object();
        let mut names: Vec<String> = fields.into_iter().flat_map(|fields| fields.keys().cloned()).collect();
        names.push("unknown".to_owned());
        for name in names {
            // Shallow nesting reaches the reader of the parameter, deep nesting must not.
            for depth in [100, 40_000] {
                let others = json!({ "game": elsewhere.game, "token": elsewhere.token });
                let others = if name == "unknown" || !schema.to_string().contains("\"game\"") {
                    String::new()
                } else {
                    let mut others = others.as_object().unwrap().clone();
                    others.remove(&name);
                    others.iter().map(|(field, value)| format!(r#""{field}":{value},"#)).collect()
                };
                let params = format!(r#"{{{others}"{name}":{}}}"#, deep(depth));
                client
                    .send(format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#))
                    .await;
                let answer = client.receive().await.expect("the connection lives");
                assert!(answer["error"]["code"].is_i64(), "{method} {name} {depth}: {answer}");
                assert_ne!(answer["error"]["code"], -32603, "{method} {name} {depth}: {answer}");
                if depth == 40_000 {
                    assert_eq!(answer["error"]["code"], -32700, "{method} {name}: {answer}");
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
    elsewhere.goes_on().await;
    site.close().await;
}

#[tokio::test]
async fn depth_is_refused_in_records_and_in_packs() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut elsewhere = Elsewhere::at(&site).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    client.take(&game, &tokens["both"], 1).await.unwrap();
    let record = client.ask("game.save", json!({ "game": game })).await.unwrap()["record"].clone();
    let lines: Vec<Value> =
        record.as_str().unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let marker = json!("here it is deep");
    for (i, line) in lines.iter().enumerate() {
        let fields: Vec<String> =
            line.as_object().unwrap().keys().cloned().chain(["unknown".to_owned()]).collect();
        for field in fields {
            let mut bombed = lines.clone();
            bombed[i][&field] = marker.clone();
            let text: Vec<String> = bombed.iter().map(Value::to_string).collect();
            for depth in [100, 40_000] {
                let record = text.join("\n").replace(&marker.to_string(), &deep(depth));
                // Only an unknown field may be ignored.
                let loaded = client.ask("game.load", json!({ "record": record })).await;
                let code = loaded.as_ref().err().map(|error| error["code"].clone());
                if depth == 40_000 {
                    assert_eq!(code, Some(json!(-32602)), "{i} {field} {depth}: {loaded:?}");
                }
                assert_ne!(code, Some(json!(-32603)), "{i} {field} {depth}: {loaded:?}");
            }
        }
    }
    for bomb in [
        format!("title = \"A bomb\"\nx = {}\n", deep(40_000)),
        format!("title = \"A bomb\"\nx = {}1{}\n", "{ a = ".repeat(20_000), " }".repeat(20_000)),
        format!("title = \"A bomb\"\n[{}a]\n", "a.".repeat(50_000)),
        format!("title = \"A bomb\"\n{}a = 1\n", "a.".repeat(50_000)),
    ] {
        for file in ["pack.toml", "blue-gray/training/map.toml"] {
            let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
            for (path, text) in [("pack.toml", "title = \"A bomb\"\n"), (file, &*bomb)] {
                if path == "pack.toml" && file == "pack.toml" && text != bomb {
                    continue;
                }
                zip.start_file(path, zip::write::SimpleFileOptions::default()).unwrap();
                zip.write_all(text.as_bytes()).unwrap();
            }
            let zip = STANDARD.encode(zip.finish().unwrap().into_inner());
            let refused = client.ask("pack.load", json!({ "zip": zip })).await.unwrap_err();
            assert!(matches!(refused["code"].as_i64(), Some(-32602 | 6)), "{file}: {refused}");
        }
        elsewhere.goes_on().await;
    }
    // A zip of almost nothing that unpacks to hundreds of times its size.
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("pack.toml", zip::write::SimpleFileOptions::default()).unwrap();
    let nothing = vec![b' '; 1 << 20];
    for _ in 0..32 {
        zip.write_all(&nothing).unwrap();
    }
    let zip = STANDARD.encode(zip.finish().unwrap().into_inner());
    let refused = client.ask("pack.load", json!({ "zip": zip })).await.unwrap_err();
    assert_eq!(refused["code"], -32602, "{refused}");
    elsewhere.goes_on().await;
    site.close().await;
}

#[tokio::test]
async fn who_speaks_http_2_is_turned_away_and_floods_of_it_disturb_nobody() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut elsewhere = Elsewhere::at(&site).await;
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    let ping = b"\0\0\x08\x06\0\0\0\0\0longroll";
    for frames in [0, 500_000] {
        let stream = TcpStream::connect(&site.address).await.unwrap();
        let (mut read, mut write) = stream.into_split();
        let flood = [&preface[..], &ping.repeat(frames)].concat();
        let writing = tokio::spawn(async move {
            let _ = write.write_all(&flood).await;
            // It stays connected and sends no more.
            write
        });
        for _ in 0..3 {
            elsewhere.goes_on().await;
        }
        let mut told = Vec::new();
        let _ = soon(read.read_to_end(&mut told)).await;
        assert!(told.len() < 1000 && !told.windows(4).any(|w| w == b" 200"), "{told:?}");
        drop(writing);
    }
    site.close().await;
}

#[tokio::test]
async fn of_two_orders_for_one_version_one_wins_and_the_other_is_told() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut one = site.client().await;
    let mut two = site.client().await;
    let (game, tokens) = one.begin(json!({ "scenario": "mountain" })).await;
    let order = |version: u64, count: u32| {
        let order = json!({ "take": { "count": count } });
        json!({ "game": game, "token": tokens["both"], "order": order, "version": version })
    };
    let mut wins = [0, 0];
    for version in 0..40 {
        let (a, b) =
            tokio::join!(one.ask("game.order", order(version, 1)), two.ask("game.order", order(version, 2)));
        let (won, lost, by) = match (a, b) {
            (Ok(won), Err(lost)) => (won, lost, 0),
            (Err(lost), Ok(won)) => (won, lost, 1),
            both => panic!("exactly one wins: {both:?}"),
        };
        wins[by] += 1;
        assert_eq!(won["version"], version + 1);
        assert_eq!(lost["code"], 2, "{lost}");
        assert!(lost["message"].as_str().unwrap().len() > 10, "{lost}");
    }
    // The same over one connection, sent together.
    for (id, count) in [(1001, 1), (1002, 2)] {
        let params = order(40, count);
        one.send(json!({ "jsonrpc": "2.0", "id": id, "method": "game.order", "params": params }).to_string())
            .await;
    }
    let answers = [one.receive().await.unwrap(), one.receive().await.unwrap()];
    assert_eq!((&answers[0]["result"]["version"], &answers[1]["error"]["code"]), (&json!(41), &json!(2)));
    let view = one.ask("game.view", json!({ "game": game })).await.unwrap();
    let taken: u64 = wins[0] + 2 * wins[1] + 1;
    assert_eq!((&view["version"], &view["heap"]), (&json!(41), &json!(1_000_000 - taken)));
    site.close().await;
}

#[tokio::test]
async fn an_undo_that_comes_late_takes_nothing_back() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    for _ in 0..3 {
        client.take(&game, &tokens["both"], 1).await.unwrap();
    }
    let seen = |version: u64| json!({ "game": game, "token": tokens["both"], "version": version });
    let undone = client.ask("game.undo", seen(3)).await.unwrap();
    assert_eq!(undone["version"], 4);
    // The same again, as after a connection that broke before the answer.
    let order =
        json!({ "game": game, "token": tokens["both"], "order": { "take": { "count": 1 } }, "version": 3 });
    let stale = client.ask("game.order", order).await.unwrap_err();
    let late = client.ask("game.undo", seen(3)).await.unwrap_err();
    assert_eq!((&late["code"], &late), (&json!(2), &stale));
    assert_eq!(client.ask("game.redo", seen(4)).await.unwrap()["version"], 5);
    assert_eq!(client.ask("game.redo", seen(4)).await.unwrap_err()["code"], 2);
    let without = json!({ "game": game, "token": tokens["both"] });
    assert_eq!(client.ask("game.undo", without).await.unwrap()["version"], 6);
    site.close().await;
}

#[tokio::test]
async fn an_undo_and_an_order_at_once_come_one_after_the_other() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut one = site.client().await;
    let mut two = site.client().await;
    let (game, tokens) = one.begin(json!({ "scenario": "mountain" })).await;
    let token = &tokens["both"];
    one.take(&game, token, 1).await.unwrap();
    let mut version = 1;
    for _ in 0..40 {
        let order =
            json!({ "game": game, "token": token, "order": { "take": { "count": 5 } }, "version": version });
        let undo = json!({ "game": game, "token": token });
        let (ordered, undone) = tokio::join!(one.ask("game.order", order), two.ask("game.undo", undo));
        let mut versions: Vec<u64> = Vec::new();
        match &ordered {
            Ok(ordered) => versions.extend(ordered["version"].as_u64()),
            Err(stale) => assert_eq!(stale["code"], 2, "{stale}"),
        }
        match &undone {
            Ok(undone) => versions.extend(undone["version"].as_u64()),
            Err(gone) => assert_eq!(gone["code"], 2, "{gone}"),
        }
        // Each order that was answered has its own version, and at least the undo always succeeds.
        versions.sort_unstable();
        assert_eq!(versions, (version + 1..=version + versions.len() as u64).collect::<Vec<_>>());
        assert!(!versions.is_empty());
        version += versions.len() as u64;
        let told = one.take(&game, token, 1).await.unwrap();
        version += 1;
        assert_eq!(told["version"], version);
    }
    // The disk agrees.
    let view = one.ask("game.view", json!({ "game": game })).await.unwrap();
    site.close().await;
    let site = Site::open(folder.path()).await;
    assert_eq!(site.client().await.ask("game.view", json!({ "game": game })).await.unwrap(), view);
    site.close().await;
}
