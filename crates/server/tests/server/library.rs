//! The library: what stands in it, who puts games there, how they are found, and records that are
//! brought.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::FutureExt;
use serde_json::{Map, Value, json};
use server::club::matches::MatchTerms;
use server::store::{self, InLibrary, PutIn, Seam, Source};
use server::{Allowances, Limits};
use sqlx::AssertSqlSafe;
use tabletop::{BySide, GameSystem, Side};
use tempfile::tempdir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::accounts::{
    Club, ORIGIN, behind_a_proxy, of_account, open, over, over_library, over_within, settings,
};
use crate::faults::{Failing, Trouble};
use crate::kept_in::Backend;
use crate::matches::count;
use crate::site::{Client, hands, open_store, soon};
use crate::toy::{LaterToys, Toys};

const NOW: i64 = 1_800_000_000;

/// What is found, by the words of an address.
async fn find(club: &Club, query: &str) -> Value {
    let told = club.get(&format!("/library.json?{query}"), "").await;
    assert_eq!(told.status, 200, "{told:?}");
    told.body
}

fn games(found: &Value) -> Vec<String> {
    found["games"].as_array().unwrap().iter().map(|one| one["game"].as_str().unwrap().to_owned()).collect()
}

/// A game of the heap at one screen that is over; its token.
async fn fought(client: &mut Client, takes: &[u32]) -> (String, String) {
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    for take in takes {
        client.take(&game, &tokens["both"], *take).await.unwrap();
    }
    (game, tokens["both"].as_str().unwrap().to_owned())
}

/// A server of the program's own battles.
async fn of_battles(folder: &Path) -> Club {
    let store = open_store(folder, store::Settings::default()).await;
    over_library(store, settings(), ORIGIN, (Limits::default(), systems::library().unwrap())).await
}

/// A battle of two computers; a watcher's view of its end.
async fn battle(client: &mut Client) -> (String, Value) {
    let levels = json!({ "union": { "level": "recruit" }, "confederate": { "level": "random" } });
    let (game, _) = client.begin(json!({ "scenario": "training", "commanders": levels })).await;
    let mut view = client.ask("game.watch", json!({ "game": game })).await.unwrap()["view"].take();
    while view["phase"] != "over" {
        let mut changed = client.hear().await;
        if changed["game"] == game.as_str() {
            view = changed["view"].take();
        }
    }
    client.ask("game.unwatch", json!({ "game": game })).await.unwrap();
    (game, view)
}

async fn record_of(client: &mut Client, game: &str) -> String {
    let saved = client.ask("game.save", json!({ "game": game })).await.unwrap();
    saved["record"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_player_puts_a_game_in_and_any_player_takes_it_out() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ann = club.join("Ann").await;
    let mut client = club.client("").await;
    let (game, token) = fought(&mut client, &[1, 2]).await;
    let put = |token: Option<&str>| json!({ "game": game, "token": token });
    let early = club.post("/library/put", "", put(Some(&token))).await;
    assert_eq!((early.status, early.error()), (400, "This game goes on."));
    client.take(&game, &json!(token), 7).await.unwrap();
    for (cookie, sent) in [("", put(None)), (&*ann, put(None)), ("", put(Some("a guess")))] {
        assert_eq!(club.post("/library/put", cookie, sent).await.status, 404);
    }
    assert_eq!(games(&find(&club, "").await), Vec::<String>::new());
    for _ in 0..2 {
        assert_eq!(club.post("/library/put", &ann, put(Some(&token))).await.status, 200);
    }
    let found = find(&club, "").await;
    let one = &found["games"][0];
    assert_eq!((&one["game"], &one["source"], &one["by"]), (&json!(game), &json!("player"), &json!("Ann")));
    assert_eq!(
        (&one["practice"], &one["reviewed"], &found["next"]),
        (&json!(false), &json!(false), &Value::Null)
    );
    assert_eq!(found["battles"], json!([{ "scenario": "heap", "title": "The heap" }]));
    assert_eq!(club.get(&format!("/library/game/{game}"), "").await.body, json!({ "source": "player" }));
    // Its record is what verifies.
    let request =
        format!("GET /library/record/{game} HTTP/1.0\r\nHost: games.example\r\nConnection: close\r\n\r\n");
    let record = club.site.raw(&request).await;
    let (head, body) = record.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("attachment; filename="), "{head}");
    let audit = club.site.games.library().audit(body.as_bytes(), &[]);
    assert_eq!((audit.broken, audit.over), (None, true));
    assert_eq!(club.post("/library/take-out", "", put(None)).await.status, 404, "no player of it");
    assert_eq!(club.post("/library/take-out", "", put(Some(&token))).await.status, 200);
    assert_eq!(games(&find(&club, "").await), Vec::<String>::new());
    assert_eq!(club.get(&format!("/library/record/{game}"), "").await.status, 404);
    assert_eq!(club.post("/library/take-out", "", put(Some(&token))).await.status, 404, "it is out");
    // It may come in again.
    assert_eq!(club.post("/library/put", "", put(Some(&token))).await.status, 200);
    assert_eq!(games(&find(&club, "").await), [game]);
    club.site.close().await;
}

/// The record of a game of the heap that was played elsewhere.
pub fn elsewhere(takes: &[u32]) -> String {
    let mut table = Toys.begin("heap", &Map::new(), None, &[], [5; 32]).unwrap();
    for (side, count) in Side::BOTH.into_iter().cycle().zip(takes) {
        table.order(side, &json!({ "take": { "count": count } }), None).unwrap();
    }
    let lines = std::iter::once(table.header().value()).chain(table.entries(0));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The same with the secret of its dice: loaded, it is as if it had been played here.
fn with_secret(record: &str) -> String {
    let (header, entries) = record.split_once('\n').unwrap();
    let mut header: Value = serde_json::from_str(header).unwrap();
    header["secret"] = json!(tabletop::hex_string(&[5; 32]));
    format!("{header}\n{entries}")
}

/// As if a game had been created so many seconds later.
async fn created_later(folder: &Path, game: &str, seconds: i64) {
    let query = sqlx::query("UPDATE games SET created = created + $1 WHERE id = $2").bind(seconds).bind(game);
    query.execute(&mut hands(folder).await).await.unwrap();
}

#[tokio::test]
async fn a_private_game_is_shown_by_its_players_alone() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let mut client = club.client("").await;
    let (game, token) = fought(&mut client, &[4, 6]).await;
    let record = record_of(&mut client, &game).await;
    let nothing = async || assert_eq!(games(&find(&club, "").await), Vec::<String>::new());
    // Ben knows the game's name, and so its record.
    let only = "Only a player of a game may add it or take it out.";
    let brought = club.post("/library/import", &ben, json!({ "record": record })).await;
    assert_eq!((brought.status, brought.error()), (404, only));
    let guessed = json!({ "record": record, "token": "a guess" });
    assert_eq!(club.post("/library/import", &ben, guessed).await.status, 404);
    // Nor has he a seat of it because he has seats of a copy.
    let copy = client.ask("game.load", json!({ "record": record })).await.unwrap();
    created_later(folder.path(), copy["game"].as_str().unwrap(), 1).await;
    let put = json!({ "game": copy["game"], "token": copy["tokens"]["both"] });
    assert_eq!(club.post("/library/put", &ben, put.clone()).await.status, 404);
    nothing().await;
    // A player brings the record with the token of a seat, or by the account that holds it.
    let sent = json!({ "record": record, "token": token });
    let brought = club.post("/library/import", &ann, sent).await;
    assert_eq!((brought.status, &brought.body), (200, &json!({ "game": game, "found": false })));
    assert_eq!(find(&club, "").await["games"][0]["source"], "player");
    assert_eq!(club.post("/library/take-out", &ben, put).await.status, 404);
    let out = json!({ "game": game, "token": token });
    assert_eq!(club.post("/library/take-out", "", out).await.status, 200);
    nothing().await;
    assert_eq!(club.post("seats/keep", &ann, json!({ "tokens": [token] })).await.body["kept"], 1);
    let brought = club.post("/library/import", &ann, json!({ "record": record })).await;
    assert_eq!(brought.status, 200, "{brought:?}");
    // Now that it is shown, whoever brings it finds it.
    let found = club.post("/library/import", &ben, json!({ "record": record })).await;
    assert_eq!(found.body, json!({ "game": game, "found": true }));
    club.site.close().await;
}

#[tokio::test]
async fn the_players_of_a_game_take_out_a_copy_that_another_has_brought() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let record = elsewhere(&[4, 6]);
    let brought = club.post("/library/import", &ben, json!({ "record": record })).await;
    let copy = brought.body["game"].as_str().unwrap().to_owned();
    let mut client = club.client("").await;
    let game = client.ask("game.load", json!({ "record": with_secret(&record) })).await.unwrap();
    let played = json!({ "game": game["game"], "token": game["tokens"]["both"] });
    created_later(folder.path(), &copy, -100).await;
    // What was loaded of a record gives nobody a say over the one that was there before.
    assert_eq!(club.post("/library/take-out", &ann, played.clone()).await.status, 404);
    assert_eq!(games(&find(&club, "").await), std::slice::from_ref(&copy));
    // As if the game had been played here before its record was brought, by a program that let everybody do so.
    created_later(folder.path(), &copy, 200).await;
    let shown = format!("/library/game/{}", game["game"].as_str().unwrap());
    assert_eq!(club.get(&shown, "").await.body, json!({ "source": "imported" }));
    assert_eq!(club.post("/library/take-out", &ann, played.clone()).await.status, 200);
    assert_eq!(games(&find(&club, "").await), Vec::<String>::new());
    assert_eq!(club.get(&shown, "").await.body, json!({ "source": null }));
    let again = club.post("/library/import", &ben, json!({ "record": record })).await;
    assert_eq!(again.status, 404, "{again:?}");
    club.site.close().await;
}

/// An earlier program let anybody bring the record of a match that was played here.
#[tokio::test]
async fn the_game_of_a_match_replaces_a_copy_that_was_brought() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, _) = (club.join("Ann").await, club.join("Ben").await);
    let players = BySide {
        union: crate::matches::id_of(folder.path(), "Ann").await,
        confederate: crate::matches::id_of(folder.path(), "Ben").await,
    };
    let terms = MatchTerms { shown: true, ..MatchTerms::of("heap") };
    club.site.games.begin_match("one", &terms, &players, NOW).await.unwrap();
    let game = club.site.games.the_match("one").await.unwrap().unwrap().games[0].game.clone();
    let mut client = club.client(&ann).await;
    client.take(&game, &of_account("union", &game), 10).await.unwrap();
    let record = record_of(&mut client, &game).await;
    club.site.games.look_after_library().await;
    let store = club.site.games.store();
    let own = store.in_library(&game).await.unwrap().unwrap();
    let loaded = client.ask("game.load", json!({ "record": record })).await.unwrap();
    let copy = loaded["game"].as_str().unwrap().to_owned();
    let remove = sqlx::query("DELETE FROM library WHERE game = $1").bind(&game);
    remove.execute(&mut hands(folder.path()).await).await.unwrap();
    let brought = InLibrary { game: copy.clone(), source: Source::Imported, by: None, ..own };
    assert_eq!(store.put_in_library(&brought, &[], usize::MAX).await.unwrap(), PutIn::Now);
    assert_eq!(games(&find(&club, "").await), std::slice::from_ref(&copy));
    club.site.games.look_after_library().await;
    let listed = find(&club, "").await;
    assert_eq!((games(&listed), &listed["games"][0]["source"]), (vec![game], &json!("match")));
    assert!(store.in_library(&copy).await.unwrap().is_none());
    club.site.close().await;
}

#[tokio::test]
async fn who_played_is_told_only_where_each_seat_is_one_account_s() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let mut client = club.client("").await;
    // Whoever makes a game by links has both, and may keep both.
    for (kept, names) in [
        (vec!["union"], [json!("Ann"), json!("Ben")]),
        (vec!["union", "confederate"], [Value::Null, Value::Null]),
    ] {
        let (game, tokens) = client.begin(json!({ "scenario": "heap", "mode": "two" })).await;
        let of_ann: Vec<&Value> = kept.iter().map(|side| &tokens[side]).collect();
        club.post("seats/keep", &ann, json!({ "tokens": of_ann })).await;
        club.post("seats/keep", &ben, json!({ "tokens": [tokens["confederate"]] })).await;
        client.ask("game.resign", json!({ "game": game, "token": tokens["union"] })).await.unwrap();
        assert_eq!(club.post("/library/put", &ben, json!({ "game": game })).await.status, 200);
        let found = find(&club, "").await;
        let row = found["games"].as_array().unwrap().iter().find(|row| row["game"] == game.as_str()).unwrap();
        let told = [&row["players"]["union"]["name"], &row["players"]["confederate"]["name"]];
        assert_eq!(told, [&names[0], &names[1]], "{kept:?}");
    }
    club.site.close().await;
}

#[tokio::test]
async fn no_end_of_a_game_that_goes_on_is_shown() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, eve) = (club.join("Ann").await, club.join("Eve").await);
    let mut client = club.client("").await;
    // Brought by a program that let everybody do so: it was here before the game itself.
    let forged = elsewhere(&[4, 6]);
    let import = async |cookie: &str, sent: Value| club.post("/library/import", cookie, sent).await;
    let copy = import(&eve, json!({ "record": forged })).await.body["game"].as_str().unwrap().to_owned();
    let going = with_secret(&elsewhere(&[4]));
    let going = client.ask("game.load", json!({ "record": going })).await.unwrap();
    let (game, token) = (going["game"].as_str().unwrap(), &going["tokens"]["both"]);
    created_later(folder.path(), &copy, 200).await;
    // Its players take the copy out while the game goes on, and nobody else does.
    let loaded = client.ask("game.load", json!({ "record": forged })).await.unwrap();
    created_later(folder.path(), loaded["game"].as_str().unwrap(), 200).await;
    let of_loaded = json!({ "game": loaded["game"], "token": loaded["tokens"]["both"] });
    assert_eq!(club.post("/library/take-out", &ann, of_loaded.clone()).await.status, 404);
    let own = json!({ "game": game, "token": token });
    assert_eq!(club.post("/library/take-out", &ann, own.clone()).await.status, 200);
    assert_eq!(games(&find(&club, "").await), Vec::<String>::new());
    // Neither a stranger nor a player shows an end of it.
    let other = elsewhere(&[4, 3, 3]);
    let sentence =
        "The game with these dice is still being played here: its record can be added once it is over.";
    for sent in [json!({ "record": other }), json!({ "record": other, "token": token })] {
        let refused = import(&eve, sent).await;
        assert_eq!((refused.status, refused.error()), (400, sentence));
    }
    let refused = club.post("/library/put", &eve, of_loaded).await;
    assert_eq!((refused.status, refused.error()), (400, sentence));
    let early = club.post("/library/put", &ann, own.clone()).await;
    assert_eq!((early.status, early.error()), (400, "This game goes on."));
    assert_eq!(games(&find(&club, "").await), Vec::<String>::new());
    // Over, it is its players' to show.
    for count in [3, 3] {
        client.take(game, token, count).await.unwrap();
    }
    assert_eq!(import(&eve, json!({ "record": other })).await.status, 404);
    assert_eq!(club.post("/library/put", &ann, own).await.status, 200);
    assert_eq!(games(&find(&club, "").await).len(), 1);
    club.site.close().await;
}

#[tokio::test]
async fn a_record_of_earlier_rules_is_brought_as_it_is() {
    let folder = tempdir().unwrap();
    let record = elsewhere(&[9, 1]);
    let store = open_store(folder.path(), store::Settings::default()).await;
    let today = catalog::Library::new().with_system(Arc::new(LaterToys));
    let club = over_library(store, settings(), ORIGIN, (Limits::default(), today)).await;
    let ann = club.join("Ann").await;
    let brought = club.post("/library/import", &ann, json!({ "record": record })).await;
    assert_eq!((brought.status, &brought.body["found"]), (200, &json!(false)), "{brought:?}");
    let found = find(&club, "").await;
    assert_eq!(found["games"][0]["winner"], json!("confederate"));
    let forged = record.replacen("\"side\":\"confederate\"", "\"side\":\"union\"", 1);
    assert_eq!(club.post("/library/import", &ann, json!({ "record": forged })).await.status, 400);
    club.site.close().await;
}

pub async fn open_matches_come_in_by_themselves_and_stay_out_once_taken_out(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let id = async |name: &str| -> String {
        let query = sqlx::query_scalar("SELECT id FROM accounts WHERE name = $1").bind(name.to_owned());
        query.fetch_one(&mut hands(folder.path()).await).await.unwrap()
    };
    let players = BySide { union: id("Ann").await, confederate: id("Ben").await };
    let terms = |shown| MatchTerms { shown, games: 2, ..MatchTerms::of("heap") };
    for (name, shown) in [("open", true), ("closed", false)] {
        club.site.games.begin_match(name, &terms(shown), &players, NOW).await.unwrap();
    }
    let of = async |name: &str| -> Vec<String> {
        let found = club.site.games.the_match(name).await.unwrap().unwrap();
        found.games.iter().map(|game| game.game.clone()).collect()
    };
    let (open, closed) = (of("open").await, of("closed").await);
    let mut one = club.client(&ann).await;
    for game in [&open[0], &closed[0]] {
        one.take(game, &of_account("union", game), 10).await.unwrap();
    }
    club.site.games.look_after_library().await;
    assert_eq!(games(&find(&club, "").await), [open[0].clone()]);
    let found = find(&club, "player=Ann&side=union").await;
    let row = &found["games"][0];
    assert_eq!((&row["source"], &row["winner"]), (&json!("match"), &json!("union")));
    assert_eq!(row["players"]["confederate"], json!({ "kind": "person", "name": "Ben" }));
    for (query, there) in [
        ("player=Ann&side=confederate", 0),
        ("player=ben", 1),
        ("player=nobody", 0),
        ("player=recruit", 0),
        ("winner=union", 1),
        ("winner=draw", 0),
        ("scenario=mountain", 0),
    ] {
        assert_eq!(games(&find(&club, query).await).len(), there, "{query}");
    }
    // Ben takes it out, and it does not come back by itself.
    let sent = json!({ "game": open[0] });
    assert_eq!(club.post("/library/take-out", &ben, sent.clone()).await.status, 200);
    club.site.games.look_after_library().await;
    assert_eq!(games(&find(&club, "").await), Vec::<String>::new());
    assert_eq!(club.post("/library/put", &ann, sent).await.status, 200);
    // Who has deleted their account has no name there any more.
    let gone = club.post("delete", &ben, json!({ "password": crate::accounts::PASSWORD })).await;
    assert_eq!(gone.status, 200, "{gone:?}");
    let row = find(&club, "").await["games"][0].take();
    assert_eq!(row["players"]["confederate"], json!({ "kind": "person", "name": null }));
    club.site.close().await;
}

pub async fn what_an_account_has_brought_goes_with_it_and_its_games_stay(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let mut client = club.client("").await;
    let (game, token) = fought(&mut client, &[4, 6]).await;
    let put = json!({ "game": game, "token": token });
    assert_eq!(club.post("/library/put", &ann, put).await.status, 200);
    let import = async |cookie: &str| {
        club.post("/library/import", cookie, json!({ "record": elsewhere(&[4, 6]) })).await.body
    };
    let brought = import(&ann).await["game"].take();
    assert_eq!(games(&find(&club, "").await).len(), 2);
    assert_eq!(import(&ben).await, json!({ "game": brought, "found": true }));
    let gone = club.post("delete", &ann, json!({ "password": crate::accounts::PASSWORD })).await;
    assert_eq!(gone.status, 200, "{gone:?}");
    let found = find(&club, "").await;
    assert_eq!(games(&found), [game]);
    assert_eq!((&found["games"][0]["source"], &found["games"][0]["by"]), (&json!("player"), &Value::Null));
    // Whoever brings the record again can take it out.
    let again = import(&ben).await;
    assert_eq!(again["found"], false, "{again}");
    assert_eq!(club.post("/library/take-out", &ben, json!({ "game": again["game"] })).await.status, 200);
    club.site.close().await;
}

/// A stranger can neither bring nor put in copies of the games of a match, which would keep the games themselves out;
/// nor do games that cannot be read keep out those behind them.
#[tokio::test]
async fn neither_copies_nor_failures_keep_a_match_out() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, _) = (club.join("Ann").await, club.join("Ben").await);
    let eve = club.join("Eve").await;
    let players = BySide {
        union: crate::matches::id_of(folder.path(), "Ann").await,
        confederate: crate::matches::id_of(folder.path(), "Ben").await,
    };
    let (mut one, mut stranger) = (club.client(&ann).await, club.client(&eve).await);
    let mut played = Vec::new();
    for number in 0..20 {
        let terms = MatchTerms { shown: true, ..MatchTerms::of("heap") };
        let name = format!("{number}");
        club.site.games.begin_match(&name, &terms, &players, NOW).await.unwrap();
        let game = club.site.games.the_match(&name).await.unwrap().unwrap().games[0].game.clone();
        one.take(&game, &of_account("union", &game), 10).await.unwrap();
        played.push(game);
    }
    // However many have ended before, the newest is among the next few.
    let mut hands = hands(folder.path()).await;
    let later = sqlx::query("UPDATE games SET updated = updated + 100 WHERE id = $1").bind(&played[19]);
    later.execute(&mut hands).await.unwrap();
    let next = club.site.games.store().not_in_library(8).await.unwrap();
    assert!(next[..8].iter().any(|(game, _)| *game == played[19]), "{next:?}");
    for game in &played[..10] {
        let record = record_of(&mut stranger, game).await;
        let brought = club.post("/library/import", &eve, json!({ "record": record })).await;
        assert_ne!(brought.status, 200, "{brought:?}");
        let loaded = stranger.ask("game.load", json!({ "record": record })).await.unwrap();
        let copy = json!({ "game": loaded["game"], "token": loaded["tokens"]["both"] });
        let put = club.post("/library/put", &eve, copy).await;
        assert_ne!(put.status, 200, "{put:?}");
    }
    for game in &played[10..19] {
        let damage = sqlx::query("UPDATE entries SET line = '{}' WHERE game = $1 AND version = 1").bind(game);
        damage.execute(&mut hands).await.unwrap();
    }
    drop(hands);
    club.site.close().await;
    let club = open(folder.path()).await;
    for _ in 0..3 {
        club.site.games.look_after_library().await;
    }
    let mut there: Vec<String> = Vec::new();
    let listed = find(&club, "sort=oldest").await;
    for row in listed["games"].as_array().unwrap() {
        assert_eq!(row["source"], "match", "{row}");
        there.push(row["game"].as_str().unwrap().to_owned());
    }
    let mut expected: Vec<String> = played[..10].iter().chain(&played[19..]).cloned().collect();
    there.sort();
    expected.sort();
    assert_eq!(there, expected);
    club.site.close().await;
}

pub async fn what_happened_is_found_and_what_the_index_says_is_what_the_record_says(backend: Backend) {
    let folder = backend.folder();
    let club = of_battles(folder.path()).await;
    let ann = club.join("Ann").await;
    let mut client = club.client(&ann).await;
    let (game, _) = battle(&mut client).await;
    let record = record_of(&mut client, &game).await;
    // A game of computers has no player who could put it in: its record is brought.
    let brought = club.post("/library/import", &ann, json!({ "record": record })).await;
    assert_eq!((brought.status, &brought.body["found"]), (200, &json!(false)), "{brought:?}");
    let id = brought.body["game"].as_str().unwrap().to_owned();
    let row = find(&club, "").await["games"][0].take();
    assert_eq!((&row["source"], &row["by"]), (&json!("imported"), &json!("Ann")));
    assert_eq!(row["players"]["union"], json!({ "kind": "commander", "name": "recruit" }));

    let library = club.site.games.library();
    let read = tabletop::Record::read(record.as_bytes()).unwrap();
    let entries: Vec<Value> = read.entries.into_iter().map(|(_, entry)| entry).collect();
    let facts = library.load(&read.header, &entries, None).unwrap().facts();
    assert!(!facts.is_empty());
    let told = || async {
        let kept = club.site.games.store().library_facts(&id).await.unwrap();
        assert_eq!(kept.len(), facts.len());
        for (kept, fact) in kept.iter().zip(&facts) {
            let of = (
                fact.kind.word().to_owned(),
                fact.side.word().to_owned(),
                fact.name.clone(),
                i64::from(fact.turn),
                i64::from(fact.version),
                fact.odds.map(i64::from),
            );
            assert_eq!(*kept, of);
        }
    };
    told().await;
    // Each fact is found, and leads to its moment; just before it, it is not.
    for (at, fact) in facts.iter().enumerate() {
        let name = fact.name.replace(' ', "%20").to_uppercase();
        let word = fact.kind.word();
        let query = format!(
            "kind1={word}&name1={name}&side1={}&before1={}&after1={}",
            fact.side.word(),
            fact.turn + 1,
            i64::from(fact.turn) - 1
        );
        let found = find(&club, &query).await;
        assert_eq!(games(&found), std::slice::from_ref(&id), "{query}");
        let first = facts
            .iter()
            .find(|other| {
                (other.kind, other.side, other.turn) == (fact.kind, fact.side, fact.turn)
                    && format!("{} {}", other.name, other.id)
                        .to_lowercase()
                        .contains(&fact.name.to_lowercase())
            })
            .unwrap();
        assert_eq!(found["games"][0]["moments"], json!([first.version]), "{query}");
        if at == 0 {
            let query = format!("{query}&kind2={word}&name2={name}&before2=0");
            assert_eq!(games(&find(&club, &query).await), Vec::<String>::new(), "all of it is to hold");
        }
    }
    let best = facts.iter().filter_map(|fact| fact.odds).max().unwrap() / 100;
    for (odds, there) in [(best, 1), (best + 1, 0)] {
        assert_eq!(games(&find(&club, &format!("kind1=attack&odds1={odds}")).await).len(), there, "{odds}");
    }
    // A sign of a pattern is itself.
    assert_eq!(games(&find(&club, "kind1=taken&name1=%25").await).len(), 0);
    // Facts of another form are found anew.
    let mut hands = hands(folder.path()).await;
    sqlx::query("DELETE FROM library_facts").execute(&mut hands).await.unwrap();
    assert_eq!(club.site.games.store().find_library_anew().await.unwrap(), 1);
    club.site.games.look_after_library().await;
    told().await;
    assert_eq!(club.site.games.store().library_of_old(9).await.unwrap(), []);
    // What is not known is told by its field.
    for (query, text) in [
        ("kind1=eaten", "kind1: one of taken, eliminated, left, attack was expected."),
        ("margin=much", "margin: a whole number was expected."),
        ("winner=me", "winner: neither \"union\" nor \"confederate\"."),
        ("sort=size", "sort: \"newest\", \"oldest\" or \"margin\" were expected."),
        ("after=there", "after: what \"next\" said was expected."),
    ] {
        let told = club.get(&format!("/library.json?{query}"), "").await;
        assert_eq!((told.status, told.error()), (400, text));
    }
    club.site.close().await;
}

#[tokio::test]
async fn a_record_is_judged_on_the_way_in_and_found_when_it_comes_again() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let mut client = club.client("").await;
    let record = elsewhere(&[4, 6]);
    let import = |cookie: String, record: String| {
        let club = &club;
        async move { club.post("/library/import", &cookie, json!({ "record": record })).await }
    };
    assert_eq!(import(String::new(), record.clone()).await.status, 401, "nobody is signed in");
    let (going, _) = fought(&mut client, &[1]).await;
    let going = record_of(&mut client, &going).await;
    let changed = record.replacen("\"count\":6", "\"count\":5", 1);
    assert_ne!(changed, record);
    for (text, why) in [
        (going, "This game goes on."),
        (changed, "Record, line 3: "),
        ("nothing".to_owned(), "Record, line 1: no header: "),
    ] {
        let refused = import(ann.clone(), text).await;
        assert_eq!(refused.status, 400, "{refused:?}");
        assert!(refused.error().starts_with(why), "{refused:?}");
    }
    let first = import(ann.clone(), record.clone()).await;
    assert_eq!((first.status, &first.body["found"]), (200, &json!(false)), "{first:?}");
    let id = first.body["game"].as_str().unwrap();
    let again = import(ben.clone(), record.clone()).await;
    assert_eq!(again.body, json!({ "game": id, "found": true }));
    // It can be looked back at, and played on from.
    let view = client.ask("game.view", json!({ "game": id, "version": 1 })).await.unwrap();
    assert_eq!(view["heap"], 6);
    let new = client.ask("game.branch", json!({ "game": id, "version": 1 })).await.unwrap();
    assert_eq!(new["view"]["heap"], 6);
    // Whoever brought it takes it out, and nobody else.
    let out = json!({ "game": id });
    assert_eq!(club.post("/library/take-out", &ben, out.clone()).await.status, 404);
    let export = club.get("export", &ann).await.body;
    assert_eq!(export["library"][0]["game"], id);
    assert_eq!(club.post("/library/take-out", &ann, out).await.status, 200);
    assert_eq!(games(&find(&club, "").await), Vec::<String>::new());
    let long = import(ann.clone(), " ".repeat(5 * 1024 * 1024)).await;
    assert_eq!((long.status, long.error()), (413, "At most 4096 KiB can be sent here."));
    club.site.close().await;
}

/// Whatever call of the database fails while a record is brought, the game and its row of the library
/// are both there or neither is.
#[tokio::test]
async fn a_failure_at_any_call_leaves_no_game_that_nobody_finds() {
    let (elsewhere, folder) = (tempdir().unwrap(), tempdir().unwrap());
    let club = open(elsewhere.path()).await;
    let mut client = club.client("").await;
    let (game, _) = fought(&mut client, &[4, 6]).await;
    let record = record_of(&mut client, &game).await;
    club.site.close().await;
    let seam = Arc::new(Failing::default());
    let with_seam =
        store::Settings { seam: Some(Arc::clone(&seam) as Arc<dyn Seam>), ..store::Settings::default() };
    let club = over(open_store(folder.path(), with_seam).await, settings(), ORIGIN).await;
    let ann = club.join("Ann").await;
    let import = async || club.post("/library/import", &ann, json!({ "record": record })).await;
    let kept = async || (count(folder.path(), "games").await, count(folder.path(), "library").await);
    let mut failed = 0;
    for (after, lasting) in [(false, false), (true, false), (false, true), (true, true)] {
        for at in 0.. {
            seam.set(Some(Trouble { code: "10", after, at, lasting, only: None }));
            let first = import().await;
            let struck = seam.struck();
            seam.set(None);
            seam.take_failed();
            let there = kept().await;
            assert!(there == (0, 0) || there == (1, 1), "{after}, {lasting}, {at}: {there:?}");
            assert!(first.status != 200 || there == (1, 1), "{after}, {lasting}, {at}: {first:?}");
            failed += usize::from(first.status != 200);
            assert_eq!(import().await.status, 200, "{after}, {lasting}, {at}");
            assert_eq!(kept().await, (1, 1), "{after}, {lasting}, {at}");
            for table in ["library_facts", "library", "entries", "seats", "games"] {
                let query = AssertSqlSafe(format!("DELETE FROM {table}"));
                sqlx::query(query).execute(&mut hands(folder.path()).await).await.unwrap();
            }
            if !struck {
                break;
            }
        }
    }
    assert!(failed > 10, "{failed}");
    club.site.close().await;
}

pub async fn a_long_list_is_told_page_by_page_in_each_order(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let mut client = club.client("").await;
    let mut all = Vec::new();
    for _ in 0..23 {
        let (game, token) = fought(&mut client, &[10]).await;
        let put = club.post("/library/put", "", json!({ "game": game, "token": token })).await;
        assert_eq!(put.status, 200, "{put:?}");
        all.push(game);
    }
    all.sort();
    for sort in ["newest", "oldest", "margin"] {
        let first = find(&club, &format!("sort={sort}")).await;
        let next = first["next"].as_str().unwrap();
        let second = find(&club, &format!("sort={sort}&after={next}")).await;
        assert_eq!((games(&first).len(), games(&second).len()), (20, 3));
        assert_eq!(second["next"], Value::Null);
        let mut both = games(&first);
        both.extend(games(&second));
        both.sort();
        assert_eq!(both, all, "{sort}");
    }
    club.site.close().await;
}

pub async fn a_study_is_its_account_s_and_shown_as_it_says(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let mut client = club.client("").await;
    let (game, _) = fought(&mut client, &[4, 6]).await;
    let (going, _) = fought(&mut client, &[4]).await;
    let branch = async |client: &mut Client, version: u32| {
        let new = client.ask("game.branch", json!({ "game": game, "version": version })).await.unwrap();
        new["game"].as_str().unwrap().to_owned()
    };
    let (fits, other) = (branch(&mut client, 1).await, branch(&mut client, 0).await);
    let moment = |game: &str, version: u32, variations: Value| json!({ "game": game, "version": version, "comment": "Four is too many.", "variations": variations });
    let of = |shown: &str, moments: Value| json!({ "shown": shown, "title": "Taking", "moments": moments });
    let keep = async |cookie: &str, sent: Value| club.post("/studies/keep", cookie, sent).await;
    assert_eq!(keep("", of("open", json!([]))).await.status, 401);
    for (moments, text) in [
        (json!([moment("none", 1, json!([]))]), "moments[0].game: there is no such game here."),
        (json!([moment(&going, 1, json!([]))]), "moments[0].game: a game that is over was expected."),
        (json!([moment(&game, 9, json!([]))]), "moments[0].version: between 0 and 3 was expected."),
        (
            json!([moment(&game, 1, json!([{ "game": other }]))]),
            "moments[0].variations[0].game: a game that was played on from this very moment was expected.",
        ),
    ] {
        let refused = keep(&ann, of("open", moments)).await;
        assert_eq!((refused.status, refused.error()), (400, text));
    }
    let variation = json!([{ "game": fits, "comment": "Three would do." }]);
    let moments = json!([moment(&game, 1, variation), moment(&game, 3, json!([]))]);
    let made = keep(&ann, of("private", moments.clone())).await;
    assert_eq!(made.status, 200, "{made:?}");
    let id = made.body["study"].as_str().unwrap().to_owned();
    let path = format!("/study/{id}/study.json");
    assert_eq!(club.get(&path, &ben).await.status, 404);
    let read = club.get(&path, &ann).await.body;
    assert_eq!((&read["moments"], &read["yours"], &read["by"]), (&moments, &json!(true), &json!("Ann")));
    assert_eq!(read["titles"][&game], "The heap");
    let change = |shown: &str| {
        let mut sent = of(shown, moments.clone());
        sent["study"] = json!(id);
        sent
    };
    assert_eq!(keep(&ben, change("open")).await.status, 404, "another's");
    for (shown, seen, listed) in [("link", 200, 0), ("open", 200, 1), ("private", 404, 0)] {
        assert_eq!(keep(&ann, change(shown)).await.body, json!({ "study": id }));
        assert_eq!(club.get(&path, "").await.status, seen, "{shown}");
        let told = club.get("/studies.json", &ann).await.body;
        assert_eq!(told["open"].as_array().unwrap().len(), listed, "{shown}");
        let yours = &told["yours"][0];
        assert_eq!(
            (&yours["title"], &yours["shown"], &yours["moments"]),
            (&json!("Taking"), &json!(shown), &json!(2))
        );
    }
    assert_eq!(club.get("export", &ann).await.body["studies"][0]["text"]["moments"], moments);
    assert_eq!(club.post("/studies/delete", &ben, json!({ "study": id })).await.status, 404);
    assert_eq!(club.post("/studies/delete", &ann, json!({ "study": id })).await.status, 200);
    // What is left goes with the account.
    keep(&ann, of("open", moments)).await;
    let gone = club.post("delete", &ann, json!({ "password": crate::accounts::PASSWORD })).await;
    assert_eq!(gone.status, 200);
    assert_eq!(club.get("/studies.json", "").await.body["open"], json!([]));
    club.site.close().await;
}

/// Notes whether the database is asked for something while a record is judged, and whether questions wait meanwhile.
#[derive(Debug, Default)]
struct Judging {
    allowances: OnceLock<Arc<Allowances>>,
    seen: AtomicBool,
    asks: AtomicBool,
}

impl Seam for Judging {
    fn fault(&self, _: store::Call) -> Option<store::Fault> {
        let elsewhere = server::Client::at([203, 0, 113, 1].into());
        if let Some(allowances) = self.allowances.get() {
            let is_judged =
                allowances.work().turn_to_judge(elsewhere, Duration::ZERO).now_or_never().is_none();
            let own = server::Client::at([192, 0, 2, 1].into());
            let asks = allowances.work().turn_to_ask(own).now_or_never().is_none();
            self.seen.fetch_or(is_judged, Ordering::Relaxed);
            self.asks.fetch_or(is_judged && asks, Ordering::Relaxed);
        }
        None
    }
}

#[tokio::test]
async fn one_record_is_judged_at_a_time_whichever_way_it_is_brought() {
    let folder = tempdir().unwrap();
    let seam = Arc::new(Judging::default());
    let with_seam = Some(Arc::clone(&seam) as Arc<dyn Seam>);
    let store = open_store(folder.path(), store::Settings { seam: with_seam, ..Default::default() }).await;
    let club = behind_a_proxy(store, settings(), Limits::default()).await;
    seam.allowances.set(Arc::clone(club.site.games.allowances())).unwrap();
    let ann = club.join("Ann").await;
    let mut client = club.client("").await;
    let judged = || seam.seen.swap(false, Ordering::Relaxed);
    client.begin(json!({ "scenario": "heap" })).await;
    assert!(!judged(), "nobody has brought one");
    // Its pack is asked for while it is judged.
    let pack = "a".repeat(64);
    let record = elsewhere(&[4, 6]);
    let (header, entries) = record.split_once('\n').unwrap();
    let mut header: Value = serde_json::from_str(header).unwrap();
    header["pack"] = json!({ "id": pack, "title": "Elsewhere" });
    let record = format!("{header}\n{entries}");
    let loaded = client.ask("game.load", json!({ "record": record })).await.unwrap_err();
    assert!(loaded["code"] == 5 && judged(), "{loaded}");
    let after = client.ask("pack.after", json!({ "record": record, "base": pack })).await.unwrap_err();
    assert!(after["code"] == 5 && judged(), "{after}");
    let head = "X-Forwarded-For: 192.0.2.1\r\n";
    let brought = club.post_with("/library/import", &ann, head, json!({ "record": record })).await;
    assert!(brought.status == 400 && judged(), "{brought:?}");
    assert!(!seam.asks.load(Ordering::Relaxed), "its network may ask meanwhile");
    club.site.close().await;
}

#[tokio::test]
async fn hanging_up_while_an_imported_record_waits_to_be_judged_releases_its_turn() {
    let folder = tempdir().unwrap();
    let store = open_store(folder.path(), store::Settings::default()).await;
    let club = behind_a_proxy(store, settings(), Limits::default()).await;
    let ann = club.join("Ann").await;
    let work = club.site.games.allowances().work();
    let [one, other] = [2, 3].map(|network| server::Client::at([192, 0, network, 1].into()));
    let _held = work.turn_to_judge(other, Duration::MAX).await;
    let body = json!({ "record": elsewhere(&[4, 6]) }).to_string();
    let head = format!(
        "POST /library/import HTTP/1.1\r\nHost: games.example\r\nOrigin: {ORIGIN}\r\nCookie: {ann}\r\n\
         Content-Type: application/json\r\nX-Forwarded-For: 192.0.2.1\r\nExpect: 100-continue\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(&club.site.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut told = [0; 25];
    soon(stream.read_exact(&mut told)).await.unwrap();
    assert_eq!(&told, b"HTTP/1.1 100 Continue\r\n\r\n", "it is known who asks, and the body is read");
    stream.write_all(body.as_bytes()).await.unwrap();
    // What is left until it waits is done by the time in which one thread has served a later connection.
    assert_eq!(club.get("/healthz", "").await.status, 200);
    assert!(work.turn_to_work(one).now_or_never().is_none(), "it waits");
    drop(stream);
    soon(work.turn_to_work(one)).await;
    club.site.close().await;
}

#[tokio::test]
async fn a_record_that_takes_too_long_is_refused_whichever_way_it_is_brought() {
    let folder = tempdir().unwrap();
    let limits = Limits { record_time: Duration::ZERO, ..Limits::default() };
    let store = open_store(folder.path(), store::Settings::default()).await;
    let club = over_within(store, settings(), ORIGIN, limits).await;
    let ann = club.join("Ann").await;
    let mut client = club.client("").await;
    let sentence = "checking this record took longer than 0 s; it is too long for this server";
    let record = json!({ "record": elsewhere(&[4, 6]) });
    for method in ["game.load", "pack.after"] {
        let refused = client.ask(method, record.clone()).await.unwrap_err();
        assert_eq!((&refused["code"], &refused["message"]), (&json!(7), &json!(sentence)), "{method}");
        assert_eq!(refused["data"], json!({ "limit": "record-seconds", "most": 0, "retry": 60 }), "{method}");
    }
    let brought = club.post("/library/import", &ann, record).await;
    assert_eq!((brought.status, brought.error()), (503, &*format!("C{}.", &sentence[1..])));
    club.site.close().await;
}
