//! News feeds: whoever subscribes to one reads when the seat is asked, and nothing that a watcher
//! may not know.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::site::{Client, Site};

/// Where the feed of a seat is.
async fn path_of(client: &mut Client, game: &str, token: &Value) -> String {
    let told = client.ask("game.feed", json!({ "game": game, "token": token })).await.unwrap();
    told["path"].as_str().unwrap().to_owned()
}

/// The status line, the entity tag and the body of what is at that path.
async fn read(site: &Site, path: &str, head: &str) -> (String, String, String) {
    let answer = site.get(path, head).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.lines().next().unwrap_or_default().to_owned();
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap_or_default().to_owned();
    (status, tag, body.to_owned())
}

#[tokio::test]
async fn a_feed_tells_its_seat_when_it_is_asked_and_what_has_happened() {
    let folder = tempdir().unwrap();
    let site = Site::open_with(folder.path(), systems::library().unwrap()).await;
    let mut client = site.client().await;
    let new = json!({ "scenario": "training", "mode": "two", "name": "Friday <night> & all" });
    let (game, tokens) = client.begin(new).await;
    let mut paths = Vec::new();
    for seat in ["union", "confederate"] {
        paths.push(path_of(&mut client, &game, &tokens[seat]).await);
    }
    assert_ne!(paths[0], paths[1]);
    let (status, tag, body) = read(&site, &paths[0], "").await;
    assert_eq!(status, "HTTP/1.1 200 OK");
    assert!(body.contains("<title>Friday &lt;night&gt; &amp; all: the Union side</title>"), "{body}");
    assert!(body.contains("<title>The Union side is asked: "), "{body}");
    assert!(!read(&site, &paths[1], "").await.2.contains("<entry>"), "the other side is not asked");
    // Who asks again is told that nothing has changed.
    let held = format!("If-None-Match: {tag}\r\n");
    assert_eq!(read(&site, &paths[0], &held).await.0, "HTTP/1.1 304 Not Modified");

    let ended = json!({ "game": game, "token": tokens["union"], "order": { "end-movement": {} } });
    client.ask("game.order", ended).await.unwrap();
    let (_, changed, body) = read(&site, &paths[0], &held).await;
    assert_ne!(changed, tag);
    let asked = json!({ "game": game, "token": tokens["union"] });
    let view = client.ask("game.view", asked).await.unwrap();
    let (one, other) = if view["question"]["side"] == "union" { (0, 1) } else { (1, 0) };
    let news = if one == 0 { body } else { read(&site, &paths[1], "").await.2 };
    let question = view["question"]["text"].as_str().unwrap();
    assert!(news.contains(&format!("is asked: {question}</title>")), "{news}");
    assert!(!read(&site, &paths[other], "").await.2.contains("<entry>"));

    client.ask("game.resign", json!({ "game": game, "token": tokens["union"] })).await.unwrap();
    for path in &paths {
        let (_, _, body) = read(&site, path, "").await;
        let says = "The game is over: the Union side gave it up, the Confederate side has won.";
        assert!(body.contains(says), "{body}");
        assert!(!body.contains(tokens["union"].as_str().unwrap()), "no feed holds a token");
    }
    site.close().await;
    // The address holds when the server is started again.
    let site = Site::open_with(folder.path(), systems::library().unwrap()).await;
    assert_eq!(read(&site, &paths[0], "").await.0, "HTTP/1.1 200 OK");
    site.close().await;
}

#[tokio::test]
async fn a_feed_is_for_reading_and_tells_nothing_hidden() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain", "mode": "two" })).await;
    assert_eq!(client.ask("game.feed", json!({ "game": game })).await.unwrap_err()["code"], 4);
    let strange = json!({ "game": game, "token": "0123456789abcdef0123456789abcdef" });
    assert_eq!(client.ask("game.feed", strange).await.unwrap_err()["code"], 4);
    let path = path_of(&mut client, &game, &tokens["union"]).await;
    let secret = path.rsplit('/').next().unwrap().strip_suffix(".atom").unwrap().to_owned();
    // Its secret opens no seat, and a seat's token no feed.
    let view = json!({ "game": game, "token": secret });
    assert_eq!(client.ask("game.view", view).await.unwrap_err()["code"], 4);
    let token = tokens["union"].as_str().unwrap();
    let other = if game.starts_with('0') { '1' } else { '0' };
    for wrong in [
        format!("/feed/{game}/{token}.atom"),
        format!("/feed/{game}/{secret}"),
        format!("/feed/{game}/{secret}.rss"),
        format!("/feed/{other}{}/{secret}.atom", &game[1..]),
        format!("/feed/{game}/.atom"),
        format!("/feed/%2e%2e/{secret}.atom"),
    ] {
        let (status, _, body) = read(&site, &wrong, "").await;
        assert_eq!(status, "HTTP/1.1 404 Not Found", "{wrong}");
        assert_eq!(body, "There is no such feed.\n", "{wrong}");
    }
    // What a seat whispers stands in no feed, not even in its own.
    let whisper =
        json!({ "game": game, "token": tokens["union"], "order": { "whisper": { "word": "flank" } } });
    client.ask("game.order", whisper).await.unwrap();
    client.take(&game, &tokens["union"], 2).await.unwrap();
    for seat in ["union", "confederate"] {
        let path = path_of(&mut client, &game, &tokens[seat]).await;
        let (_, _, body) = read(&site, &path, "").await;
        assert!(!body.contains("flank"), "{seat}: {body}");
    }
    site.close().await;
}
