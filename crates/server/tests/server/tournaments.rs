//! Tournaments from the first entrant to the last result, and that everybody can check them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};
use std::path::Path;

use ai::{Budget, Level};
use catalog::Library;
use serde_json::{Value, json};
use server::Limits;
use server::store::{self, Store};
use tabletop::Side;
use tempfile::tempdir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tournament::club::{Advantages, ClubFile, Verified};

use crate::accounts::{Answer, Club, ORIGIN, PASSWORD, of_account, over_library, settings};
use crate::kept_in::Backend;
use crate::site::{hands, open_store, soon};

const NOON: i64 = 1_800_000_000;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

async fn open(folder: &Path) -> Club {
    over(open_store(folder, store::Settings::default()).await).await
}

async fn over(store: Store) -> Club {
    let library = systems::library().unwrap();
    over_library(store, settings(), ORIGIN, (Limits::default(), library)).await
}

async fn post(club: &Club, path: &str, cookie: &str, body: Value) -> Answer {
    let body = body.to_string();
    let request = format!(
        "POST /tournaments/{path} HTTP/1.1\r\nHost: games.example\r\nConnection: close\r\nOrigin: {ORIGIN}\r\n\
         Content-Type: application/json\r\nCookie: {cookie}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    Answer::of(&club.site.raw(&request).await)
}

/// What is sent, in the old HTTP, in which no answer comes in chunks.
async fn bytes(club: &Club, path: &str, cookie: &str) -> Vec<u8> {
    let request = format!(
        "GET {path} HTTP/1.0\r\nHost: games.example\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n"
    );
    let mut stream = TcpStream::connect(&club.site.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    soon(stream.read_to_end(&mut answer)).await.unwrap();
    let end = answer.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
    let sound = answer.starts_with(b"HTTP/1.0 200") || answer.starts_with(b"HTTP/1.1 200");
    assert!(sound, "{path}: {}", String::from_utf8_lossy(&answer));
    answer.split_off(end + 4)
}

async fn get(club: &Club, path: &str, cookie: &str) -> Value {
    serde_json::from_slice(&bytes(club, path, cookie).await).unwrap()
}

async fn state(club: &Club, id: &str) -> Value {
    get(club, &format!("/tournament/{id}/state.json"), "").await
}

fn plan(more: Value) -> Value {
    let mut plan = json!({
        "title": "Autumn Swiss", "kind": "swiss", "rounds": 3, "scenarios": ["training"], "games": 2,
        "days": 7, "most": 12,
    });
    plan.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    plan
}

async fn make(club: &Club, cookie: &str, more: Value) -> String {
    let made = post(club, "make", cookie, plan(more)).await;
    assert_eq!(made.status, 200, "{made:?}");
    made.body["tournament"].as_str().unwrap().to_owned()
}

async fn done(club: &Club, path: &str, cookie: &str, id: &str) {
    let done = post(club, path, cookie, json!({ "tournament": id })).await;
    assert_eq!(done.status, 200, "{path}: {done:?}");
}

async fn join_all(club: &Club, names: &[&str]) -> Vec<String> {
    let mut cookies = Vec::new();
    for name in names {
        cookies.push(club.join(name).await);
    }
    cookies
}

/// Plays on in a game with orders that are as good as any, until another side is asked or so many
/// are given; then it is given up, once it counts for ratings. Whether it is over.
async fn visit(
    club: &Club,
    cookie: &str,
    library: &Library,
    (game, side): (&str, Side),
    most: usize,
) -> bool {
    let mut client = club.client(cookie).await;
    let token = of_account(side.word(), game);
    let seat = json!({ "game": game, "token": token });
    client.ask("game.watch", json!({ "game": game, "token": token, "seed": side.word() })).await.unwrap();
    for number in 0.. {
        let kept = club.site.games.store().load(game).await.unwrap().unwrap();
        let table = library.load(&kept.header, &kept.entries, None).unwrap();
        match table.asked() {
            None => return true,
            Some(asked) if asked != side => return false,
            Some(_) => {}
        }
        let has_ordered = |by: &Side| {
            kept.entries.iter().any(|entry| entry["side"] == by.word() && entry.get("order").is_some())
        };
        if number >= most && Side::BOTH.iter().all(has_ordered) {
            client.ask("game.resign", seat.clone()).await.unwrap();
            return true;
        }
        let seed = u64::from(table.version());
        let mut player = library.seat(&*table, side, Level::Random, seed).unwrap();
        let order = player.decide(&player.copy(&*table).unwrap(), Budget::Own).unwrap().order;
        let order = json!({ "game": game, "token": token, "order": order });
        if let Err(error) = client.ask("game.order", order).await {
            // The dice wait for the other player, who has not come yet.
            assert_eq!(error["data"]["waiting"], json!([side.other().word()]), "{error}");
            return false;
        }
    }
    unreachable!("it is given up before")
}

/// The games of the last round, each with the number of its match.
fn last_round(told: &Value) -> Vec<(usize, Value)> {
    let round = told["played"].as_array().unwrap().last().cloned().unwrap_or_default();
    let matches = round["matches"].as_array().cloned().unwrap_or_default();
    let games = |(at, of): (usize, Value)| {
        of["games"].as_array().unwrap().iter().map(|game| (at, game.clone())).collect::<Vec<_>>()
    };
    matches.into_iter().enumerate().flat_map(games).filter(|(_, game)| game["result"].is_null()).collect()
}

/// Everybody who plays visits once: in every game of theirs that goes on they play until the other is
/// asked. The first match of the first round is played out, the others are given up after a while.
async fn visits(club: &Club, library: &Library, id: &str, people: &BTreeMap<&str, &String>) {
    let told = state(club, id).await;
    for (name, cookie) in people {
        for (at, game) in last_round(&told) {
            let most = if told["round"] == 1 && at == 0 { 1000 } else { 4 };
            let side = Side::BOTH.into_iter().find(|side| game[side.word()] == **name);
            if let (Some(side), Some(id)) = (side, game["game"].as_str()) {
                visit(club, cookie, library, (id, side), most).await;
            }
        }
    }
}

/// The commanders play on, until people are asked in all their games or dice wait for somebody.
async fn commanders_play(club: &Club, id: &str) {
    let told = state(club, id).await;
    for (_, game) in last_round(&told) {
        let commanded = |side: &Value| {
            let player = side.as_str().and_then(|side| game[side].as_str());
            player.is_some_and(|player| player.ends_with("(computer)"))
        };
        let mut client = club.client("").await;
        let watch = json!({ "game": game["game"] });
        let mut view = client.ask("game.watch", watch).await.unwrap()["view"].take();
        let waits = |view: &Value| view["dice"]["waiting"].as_array().is_some_and(|all| !all.is_empty());
        while commanded(&view["question"]["side"]) && !waits(&view) {
            view = client.hear().await["view"].take();
        }
    }
}

/// The files of an export.
fn unzip(archive: Vec<u8>) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
    (0..zip.len())
        .map(|at| {
            let mut file = zip.by_index(at).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            (file.name().unwrap().into_owned(), content)
        })
        .collect()
}

/// What the command line finds in an export: the standings as the server tells them, and how many
/// records there are, each of which is proved to be what was played.
fn checked(files: &BTreeMap<String, Vec<u8>>, library: &Library) -> (Vec<Value>, usize) {
    let text = String::from_utf8(files["tournament.toml"].clone()).unwrap();
    let file =
        ClubFile::read("tournament.toml", &text, library).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let mut open = |record: &str| Ok(files[record].clone());
    let records = file.verify("tournament.toml", &text, library, &mut open);
    let records = records.unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    for record in &records {
        assert_eq!(record.verified, Verified::Sound, "{}", record.file);
    }
    let ratings = file.ratings(library, &Advantages::shipped().unwrap(), &records);
    let place = |place: &tournament::club::Place| {
        let tie_breaks: Vec<Option<f64>> =
            place.tie_breaks.iter().map(|value| value.map(|of| f64::from(of) / 4.0)).collect();
        json!({
            "name": file.name(place.player),
            "points": f64::from(place.halves) / 2.0,
            "tie-breaks": tie_breaks,
            "rating": ratings.after[place.player].rating.round(),
        })
    };
    (file.event.standings(&file.tie_breaks).iter().map(place).collect(), records.len())
}

/// The same of what the server tells.
fn standings(told: &Value) -> Vec<Value> {
    let place = |place: &Value| {
        json!({
            "name": place["name"], "points": place["points"], "tie-breaks": place["tie-breaks"],
            "rating": place["rating"]["rating"],
        })
    };
    told["standings"].as_array().unwrap().iter().map(place).collect()
}

/// The finish line of the club, in small: six people and three commanders, a Swiss of matches of two
/// games over three weeks. One person never comes again after the first round.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn six_people_and_three_commanders_play_a_swiss_that_anybody_can_check() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let library = systems::library().unwrap();
    let names = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay"];
    let cookies = join_all(&club, &names).await;
    let id = make(&club, &cookies[0], json!({ "commanders": ["recruit", "veteran"] })).await;
    for cookie in &cookies {
        done(&club, "enter", cookie, &id).await;
    }
    let general = json!({ "tournament": id, "level": "general", "on": true });
    assert_eq!(post(&club, "commander", &cookies[0], general).await.status, 200);
    done(&club, "begin", &cookies[0], &id).await;
    let mut people: BTreeMap<&str, &String> = names.into_iter().zip(&cookies).collect();
    let mut days = 0;
    loop {
        club.site.games.look_after_tournaments().await;
        let told = state(&club, &id).await;
        if told["stage"] == "over" {
            break;
        }
        if told["round"] == 2 {
            people.remove("Fay");
        }
        visits(&club, &library, &id, &people).await;
        commanders_play(&club, &id).await;
        days += 1;
        if days % 10 == 0 {
            club.later(DAY);
        }
        assert!(days < 3000, "{told}");
    }
    let told = state(&club, &id).await;
    let played = told["played"].as_array().unwrap();
    assert_eq!(played.len(), 3);
    let games: Vec<&Value> = played
        .iter()
        .flat_map(|round| round["matches"].as_array().unwrap())
        .flat_map(|of| of["games"].as_array().unwrap())
        .collect();
    assert_eq!(games.len(), 24);
    let forfeited = games.iter().filter(|game| game["result"].as_str().unwrap().contains("forfeit")).count();
    assert!(forfeited > 0, "{told}");
    // What the command line says of the export.
    let files = unzip(bytes(&club, &format!("/tournament/{id}/tournament.zip"), "").await);
    let (expected, records) = checked(&files, &library);
    assert_eq!(standings(&told), expected);
    assert_eq!((records, files.len()), (24 - forfeited, 24 - forfeited + 1));
    // One letter of a record, and it is no longer what was played.
    let mut forged = files.clone();
    let (name, record) = forged.iter_mut().find(|(name, _)| name.ends_with(".jsonl")).unwrap();
    let at = record.windows(9).rposition(|part| part == b"\"version\"").unwrap();
    record.truncate(at);
    let (name, text) = (name.clone(), String::from_utf8(forged["tournament.toml"].clone()).unwrap());
    let file = ClubFile::read("tournament.toml", &text, &library).unwrap();
    let faults = file
        .verify("tournament.toml", &text, &library, &mut |record| Ok(forged[record].clone()))
        .expect_err("it is forged");
    assert!(faults.to_string().contains(&name), "{faults}");
    // The ladder counts people against each other and against commanders, and no commanders alone.
    let ladder = get(&club, "/ladder.json", "").await;
    let system = ladder["systems"].as_array().unwrap().iter().find(|one| one["system"] == told["system"]);
    let players = system.unwrap()["players"].as_array().unwrap();
    let is_person = |name: &Value| names.contains(&name.as_str().unwrap());
    let counted: Vec<&&Value> = games
        .iter()
        .filter(|game| !game["hash"].is_null())
        .filter(|game| is_person(&game["union"]) || is_person(&game["confederate"]))
        .collect();
    assert_eq!(system.unwrap()["rated"], counted.len());
    let met: BTreeSet<&str> = counted
        .iter()
        .flat_map(|game| [&game["union"], &game["confederate"]])
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(players.iter().filter_map(|player| player["name"].as_str()).collect::<BTreeSet<_>>(), met);
    let rated = get(&club, "/rated-games.json", "").await;
    assert_eq!(rated["games"].as_array().map(Vec::len), Some(counted.len()));
    assert_eq!(rated["next"], Value::Null);
    let rest = get(&club, "/rated-games.json?from=1", "").await;
    assert_eq!(rest["games"].as_array(), rated["games"].as_array().map(|all| all[1..].to_vec()).as_ref());
    // Anybody can reckon a player's rating anew from the games.
    let ann = get(&club, "/player.json?name=ann", "").await;
    assert_eq!(ann["name"], "Ann");
    let history = ann["systems"][0]["history"].as_array().unwrap();
    let again = tournament::club::Ladder::of(
        rated["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| tournament::club::LadderGame {
                game: game["game"].as_str().unwrap().to_owned(),
                ended: game["finished"].as_i64().unwrap(),
                players: tabletop::BySide::from_fn(|side| game[side.word()].as_str().unwrap().to_owned()),
                winner: game["winner"].as_str().and_then(Side::from_word),
                advantage: game["advantage"].as_f64().unwrap(),
            })
            .collect(),
    );
    let reckoned: Vec<f64> = again.players["Ann"].iter().map(|step| step.rating.rating.round()).collect();
    let shown: Vec<f64> = history.iter().map(|point| point["rating"].as_f64().unwrap()).collect();
    assert_eq!((reckoned, shown.is_empty()), (shown, false));
    club.site.close().await;
}

pub async fn players_enter_and_leave_until_it_begins_and_what_cannot_be_is_refused(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let cookies = join_all(&club, &["Ann", "Ben", "Cid"]).await;
    for (wrong, sentence) in [
        (json!({ "title": " " }), "title: text was expected, not nothing."),
        (json!({ "kind": "ladder" }), "The kind"),
        (json!({ "rounds": 0 }), "A Swiss has 1 to 20 rounds."),
        (json!({ "kind": "knock-out" }), "Only a Swiss"),
        (json!({ "scenarios": ["nowhere"] }), "There is no battle 'nowhere' here."),
        (json!({ "scenarios": ["training", "kernstown-1-stone-wall"] }), "A tournament keeps to one"),
        (json!({ "games": 3 }), "A match has"),
        (json!({ "days": 0 }), "A round has"),
        (json!({ "most": 1 }), "2 to 64"),
        (json!({ "clock": { "bank": 0 } }), "The clock: "),
        (json!({ "begins": NOON - 1 }), "It must begin on a later day"),
        (json!({ "commanders": ["marshal"] }), "A commander is"),
    ] {
        let refused = post(&club, "make", &cookies[0], plan(wrong.clone())).await;
        assert_eq!(refused.status, 400, "{wrong}: {refused:?}");
        assert!(refused.error().starts_with(sentence), "{wrong}: {}", refused.error());
    }
    assert_eq!(post(&club, "make", "", plan(json!({}))).await.status, 401);
    let few = json!({ "most": 2, "invited": ["ann", "Ben "] });
    let id = make(&club, &cookies[0], few).await;
    for path in ["enter", "leave", "begin"] {
        let refused = post(&club, path, "", json!({ "tournament": id })).await;
        assert_eq!((refused.status, refused.error()), (401, "You are not signed in."));
    }
    let one = json!({ "tournament": id });
    assert_eq!(post(&club, "begin", &cookies[0], one.clone()).await.status, 400, "nobody has entered");
    assert_eq!(post(&club, "enter", &cookies[2], one.clone()).await.status, 400, "Cid is not named");
    assert_eq!(post(&club, "begin", &cookies[1], one.clone()).await.status, 400, "it is not Ben's");
    done(&club, "enter", &cookies[0], &id).await;
    done(&club, "enter", &cookies[0], &id).await;
    done(&club, "enter", &cookies[1], &id).await;
    let full = json!({ "tournament": id, "level": "recruit", "on": true });
    assert_eq!(post(&club, "commander", &cookies[0], full.clone()).await.status, 409);
    done(&club, "leave", &cookies[1], &id).await;
    assert_eq!(post(&club, "leave", &cookies[1], one.clone()).await.status, 404);
    assert_eq!(post(&club, "commander", &cookies[0], full).await.status, 200);
    assert_eq!(post(&club, "enter", &cookies[1], one.clone()).await.status, 409);
    let told = get(&club, &format!("/tournament/{id}/state.json"), &cookies[0]).await;
    let names: Vec<&Value> = told["entrants"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Ann", "recruit (computer)"]);
    assert_eq!(told["you"], json!({ "name": "Ann", "maker": true, "takes-part": true, "withdrew": false }));
    done(&club, "cancel", &cookies[0], &id).await;
    assert_eq!(post(&club, "enter", &cookies[1], one).await.status, 409);
    let nobody = post(&club, "enter", &cookies[1], json!({ "tournament": "0".repeat(32) })).await;
    assert_eq!(nobody.status, 404);
    let all = get(&club, "/tournaments.json", "").await;
    assert_eq!(all["tournaments"][0]["stage"], "cancelled");
    club.site.close().await;
}

pub async fn only_so_many_tournaments_are_listed(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let cookies = join_all(&club, &["Ann"]).await;
    let id = make(&club, &cookies[0], json!({})).await;
    let store = open_store(folder.path(), store::Settings::default()).await;
    let line = store.tournament(&id).await.unwrap().unwrap().line;
    let keep = async |kind: &str, stage: &str, many: i64| {
        for n in 0..many {
            let mut line = line.clone();
            line["stage"] = json!(stage);
            line["made"] = json!(NOON + n);
            let id = format!("{kind} {n}");
            let new =
                store::NewTournament { id: &id, version: 0, open: stage == "open", line: &line, games: &[] };
            assert!(store.keep_tournament(&new).await.unwrap());
        }
    };
    let listed = async || {
        let told = get(&club, "/tournaments.json", "").await;
        let id = |one: &Value| one["id"].as_str().unwrap().to_owned();
        told["tournaments"].as_array().unwrap().iter().map(id).collect::<Vec<String>>()
    };
    keep("over", "cancelled", 400).await;
    keep("open", "open", 149).await;
    let all = listed().await;
    assert_eq!((all.len(), &*all[0], &*all[150], &*all[499]), (500, "open 148", "over 399", "over 50"));
    assert!(all.contains(&id));
    keep("more", "open", 360).await;
    let all = listed().await;
    assert!(all.len() == 500 && !all.iter().any(|one| one.starts_with("over")), "{all:?}");
    assert!(!all.contains(&"open 0".to_owned()) && all.contains(&"open 148".to_owned()));
    store.close().await;
    club.site.close().await;
}

#[tokio::test]
async fn tournaments_of_older_programs_have_their_dates() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let cookies = join_all(&club, &["Ann"]).await;
    make(&club, &cookies[0], json!({})).await;
    club.site.close().await;
    for statement in [
        "DROP INDEX tournaments_by_maker",
        "ALTER TABLE tournaments DROP COLUMN maker",
        "DROP INDEX tournaments_by_age",
        "ALTER TABLE tournaments DROP COLUMN made",
        "DROP INDEX challenges_by_age",
        "DROP INDEX games_by_commitment",
        "ALTER TABLE games DROP COLUMN commitment",
        "ALTER TABLE games DROP COLUMN pending",
        "DROP INDEX talk_by_author",
        "DROP INDEX reports_by_author",
        "DROP INDEX reports_by_reporter",
        "DROP INDEX library_facts_by_game",
        "DROP INDEX outbox_by_channel",
        "DROP INDEX outbox_by_until",
        "DROP INDEX outbox_by_lease",
        "DROP INDEX outbox_by_seat",
        "DROP INDEX matches_by_age",
        "DROP INDEX match_games_by_end",
        "DROP INDEX challenges_by_link",
        "DROP INDEX challenges_by_end",
        "DROP INDEX notices_by_feed",
        "DROP INDEX library_by_account",
        "DELETE FROM form WHERE number >= 20",
    ] {
        sqlx::query(statement).execute(&mut hands(folder.path()).await).await.unwrap();
    }
    open(folder.path()).await.site.close().await;
    let made =
        sqlx::query_as::<_, (i64, i64)>("SELECT made, maker = (SELECT id FROM accounts) FROM tournaments");
    assert_eq!(made.fetch_one(&mut hands(folder.path()).await).await.unwrap(), (NOON, 1));
}

/// The moment at which it begins and the end of each round are told by the clock alone; looked after by
/// several at a time, each game is begun once.
pub async fn a_tournament_that_nobody_plays_goes_by_its_dates_and_begins_nothing_twice(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let cookies = join_all(&club, &["Ann", "Ben", "Cid"]).await;
    let dates = json!({ "kind": "round-robin", "rounds": 0, "begins": NOON + DAY, "days": 3 });
    let id = make(&club, &cookies[0], dates).await;
    for cookie in &cookies {
        done(&club, "enter", cookie, &id).await;
    }
    let look = async || {
        tokio::join!(
            club.site.games.look_after_tournaments(),
            club.site.games.look_after_tournaments(),
            club.site.games.look_after_tournaments()
        );
        state(&club, &id).await
    };
    assert_eq!(look().await["stage"], "open");
    club.later(DAY);
    for round in 1..=3 {
        let told = look().await;
        assert_eq!((&told["stage"], &told["round"]), (&json!("running"), &json!(round)));
        assert_eq!(told["played"][round - 1]["byes"].as_array().map(Vec::len), Some(1));
        club.later(3 * DAY - 1);
        assert_eq!(look().await["round"], round, "a second is left");
        club.later(1);
    }
    let told = look().await;
    assert_eq!(told["stage"], "over");
    let results: Vec<&Value> = told["played"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|round| round["matches"][0]["games"].as_array().unwrap())
        .map(|game| &game["result"])
        .collect();
    assert_eq!(results, ["both forfeit"; 6]);
    let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM games")
        .fetch_one(&mut crate::site::hands(folder.path()).await)
        .await
        .unwrap();
    assert_eq!(count, 6);
    club.site.close().await;
}

pub async fn a_round_has_its_days_whatever_the_server_was_down(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let cookies = join_all(&club, &["Ann", "Ben"]).await;
    let dates = json!({ "kind": "round-robin", "rounds": 0, "begins": NOON + DAY, "days": 2 });
    let id = make(&club, &cookies[0], dates).await;
    for cookie in &cookies {
        done(&club, "enter", cookie, &id).await;
    }
    club.later(DAY);
    let look = async || {
        club.site.games.look_after_tournaments().await;
        state(&club, &id).await
    };
    let up = async |at: i64| club.site.games.note_up(NOON + at).await;
    up(DAY).await;
    assert_eq!(look().await["played"][0]["ends"], NOON + 3 * DAY);
    // Down for three days, and for what nobody notices.
    up(DAY + 60).await;
    up(4 * DAY + 60).await;
    up(4 * DAY + 120).await;
    club.later(3 * DAY);
    assert_eq!(look().await["played"][0]["ends"], NOON + 6 * DAY);
    club.later(2 * DAY - 1);
    assert_eq!(look().await["stage"], "running", "a second is left");
    club.later(1);
    assert_eq!(look().await["stage"], "over");
    club.site.close().await;
}

/// A player, by who is asked first in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    First,
    Second,
}

/// What happens in a round.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// A player takes the seat, and gives a share of the dice.
    Comes(Who),
    /// The player who is asked plays until the other is asked.
    HandsOver,
    /// The server is back: it was down since the step before.
    IsBack,
}

/// Plays a game in a round of two days: each step so many seconds after the one before, and nothing after the last.
/// Who has forfeited it. `now` is the time by the club's clock.
async fn forfeited(club: &Club, cookies: &[String], now: &mut i64, steps: &[(i64, Step)]) -> Who {
    let library = systems::library().unwrap();
    let plan = json!({ "kind": "round-robin", "rounds": 0, "games": 1, "days": 2 });
    let id = make(club, &cookies[0], plan).await;
    for cookie in cookies {
        done(club, "enter", cookie, &id).await;
    }
    done(club, "begin", &cookies[0], &id).await;
    let look = async || {
        club.site.games.look_after_tournaments().await;
        let told = state(club, &id).await;
        (told["stage"].clone(), told["played"][0]["matches"][0]["games"][0].clone())
    };
    let (_, played) = look().await;
    let game = played["game"].as_str().unwrap();
    let cookie = |side: Side| &cookies[usize::from(played[side.word()] == "Ben")];
    let asked = async || {
        let kept = club.site.games.store().load(game).await.unwrap().unwrap();
        library.load(&kept.header, &kept.entries, None).unwrap().asked().unwrap()
    };
    let first = asked().await;
    let mut left = 2 * DAY;
    for (after, step) in steps {
        if matches!(step, Step::IsBack) {
            club.site.games.note_up(*now).await;
        } else {
            left -= after;
        }
        club.later(*after);
        *now += after;
        match step {
            Step::Comes(who) => {
                let side = if *who == Who::First { first } else { first.other() };
                let token = of_account(side.word(), game);
                let watch = json!({ "game": game, "token": token, "seed": side.word() });
                club.client(cookie(side)).await.ask("game.watch", watch).await.unwrap();
            }
            Step::HandsOver => {
                let side = asked().await;
                assert!(!visit(club, cookie(side), &library, (game, side), 1000).await, "it goes on");
                assert_eq!(asked().await, side.other());
            }
            Step::IsBack => club.site.games.note_up(*now).await,
        }
        assert_eq!(look().await.0, "running", "{step:?}");
    }
    club.later(left - 1);
    assert_eq!(look().await.0, "running", "a second is left");
    club.later(1);
    *now += left;
    let (stage, played) = look().await;
    assert_eq!(stage, "over");
    let by = |side: Side| played["result"] == format!("{} forfeits", side.word());
    assert!(by(first) || by(first.other()), "{played}");
    if by(first) { Who::First } else { Who::Second }
}

pub async fn who_kept_the_other_waiting_longer_forfeits_at_the_end_of_a_round(backend: Backend) {
    use Step::{Comes, HandsOver, IsBack};
    use Who::{First, Second};
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let cookies = join_all(&club, &["Ann", "Ben"]).await;
    let (come, mut now) = ([(0, Comes(First)), (0, Comes(Second))], NOON);
    for (then, expected, why) in [
        (vec![(2 * DAY - 60, HandsOver)], First, "the other was asked for a minute"),
        (vec![(60, HandsOver)], Second, "of two days a minute was the other's"),
        (
            vec![(14 * HOUR, HandsOver), (8 * HOUR, HandsOver), (14 * HOUR, HandsOver)],
            First,
            "28 of 48 hours",
        ),
        (vec![(14 * HOUR, HandsOver), (26 * HOUR, HandsOver)], Second, "26 of 48 hours"),
    ] {
        let steps: Vec<(i64, Step)> = come.into_iter().chain(then).collect();
        assert_eq!(forfeited(&club, &cookies, &mut now, &steps).await, expected, "{why}");
    }
    // The dice have waited for who comes last, whoever was asked.
    let late = [(0, Comes(First)), (2 * DAY - 60, Comes(Second))];
    assert_eq!(forfeited(&club, &cookies, &mut now, &late).await, Second);
    let down = [come[0], come[1], (10 * DAY, IsBack), (DAY / 4, HandsOver)];
    assert_eq!(
        forfeited(&club, &cookies, &mut now, &down).await,
        Second,
        "while the server was down none waits"
    );
    club.site.close().await;
}

#[tokio::test]
async fn its_maker_removes_a_player_who_cannot_enter_again() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let cookies = join_all(&club, &["Ann", "Ben", "Cid"]).await;
    let id = make(&club, &cookies[0], json!({ "commanders": ["recruit"] })).await;
    for cookie in &cookies {
        done(&club, "enter", cookie, &id).await;
    }
    let remove = async |cookie: &str, name: &str| {
        post(&club, "remove", cookie, json!({ "tournament": id, "name": name })).await
    };
    assert_eq!(remove("", "Cid").await.status, 401);
    let refused = remove(&cookies[1], "Cid").await;
    assert_eq!((refused.status, refused.error()), (400, "Only its organizer may do that."));
    for name in ["Dan", "cid", "recruit (computer)"] {
        let refused = remove(&cookies[0], name).await;
        let missing = format!("No player called '{name}' has entered.");
        assert_eq!((refused.status, refused.error()), (404, &*missing));
    }
    assert_eq!(remove(&cookies[0], "Cid").await.status, 200);
    assert_eq!(remove(&cookies[0], "Cid").await.status, 404);
    let refused = post(&club, "enter", &cookies[2], json!({ "tournament": id })).await;
    assert_eq!((refused.status, refused.error()), (400, "Its organizer has removed you."));
    let told = state(&club, &id).await;
    let names: Vec<&Value> = told["entrants"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["recruit (computer)", "Ann", "Ben"]);
    done(&club, "begin", &cookies[0], &id).await;
    let late = remove(&cookies[0], "Ben").await;
    assert_eq!((late.status, late.error()), (409, "It has already begun, or is over."));
    club.site.close().await;
}

#[tokio::test]
async fn a_tournament_that_was_called_off_is_deleted_after_a_month() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let cookies = join_all(&club, &["Ann", "Ben"]).await;
    let stays = make(&club, &cookies[0], json!({ "title": "\"stage\":\"cancelled\"" })).await;
    let mut called_off = Vec::new();
    for number in 0..12 {
        let id = make(&club, &cookies[0], json!({})).await;
        done(&club, "cancel", &cookies[0], &id).await;
        called_off.push(id);
        club.later(i64::from(number < 3) * DAY);
    }
    // Of one account the newest ten are kept.
    for (number, id) in called_off.iter().enumerate() {
        let shown = post(&club, "enter", &cookies[1], json!({ "tournament": id })).await;
        assert_eq!(shown.status, if number < 2 { 404 } else { 409 }, "{number}: {shown:?}");
    }
    make(&club, &cookies[1], json!({})).await;
    let all = async || {
        club.site.games.sweep_tournaments().await;
        get(&club, "/tournaments.json", "").await["tournaments"].as_array().unwrap().len()
    };
    club.later(29 * DAY - 1);
    assert_eq!(all().await, 12);
    club.later(1);
    assert_eq!(all().await, 11, "the first");
    make(&club, &cookies[0], json!({})).await;
    club.later(DAY);
    assert_eq!(all().await, 3);
    assert_eq!(state(&club, &stays).await["stage"], "open");
    // Whoever runs the server deletes one that has not begun, and no other.
    let store = club.site.games.store();
    assert!(store.delete_tournament(&stays).await.unwrap());
    assert!(!store.delete_tournament(&stays).await.unwrap());
    let id = make(&club, &cookies[0], json!({})).await;
    for cookie in &cookies {
        done(&club, "enter", cookie, &id).await;
    }
    done(&club, "begin", &cookies[0], &id).await;
    assert!(!store.delete_tournament(&id).await.unwrap());
    assert_eq!(state(&club, &id).await["stage"], "running");
    club.site.close().await;
}

#[tokio::test]
async fn a_tournament_without_a_date_is_called_off_when_its_maker_is_deleted() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let cookies = join_all(&club, &["Ann", "Ben", "Cid"]).await;
    let round_robin = json!({ "kind": "round-robin", "rounds": 0 });
    let undated = make(&club, &cookies[0], round_robin.clone()).await;
    let mut dated = round_robin.clone();
    dated["begins"] = json!(NOON + DAY);
    let dated = make(&club, &cookies[0], dated).await;
    let others = make(&club, &cookies[1], round_robin).await;
    for id in [&undated, &dated, &others] {
        for cookie in &cookies[1..] {
            done(&club, "enter", cookie, id).await;
        }
    }
    let stages = async || {
        club.site.games.look_after_tournaments().await;
        let mut stages = Vec::new();
        for id in [&undated, &dated, &others] {
            stages.push(state(&club, id).await["stage"].as_str().unwrap().to_owned());
        }
        stages
    };
    assert_eq!(stages().await, ["open", "open", "open"]);
    assert_eq!(club.post("delete", &cookies[0], json!({ "password": PASSWORD })).await.status, 200);
    assert_eq!(stages().await, ["cancelled", "open", "open"]);
    club.later(DAY);
    assert_eq!(stages().await, ["cancelled", "running", "open"]);
    club.site.close().await;
}

#[tokio::test]
async fn of_those_that_nobody_entered_by_their_date_the_newest_ten_are_kept() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ann = club.join("Ann").await;
    for number in 1..=12 {
        make(&club, &ann, json!({ "begins": NOON + number })).await;
        club.later(1);
        club.site.games.look_after_tournaments().await;
    }
    let all = get(&club, "/tournaments.json", "").await;
    assert_eq!(all["tournaments"].as_array().map(Vec::len), Some(10), "{all}");
    club.site.close().await;
}

#[tokio::test]
async fn the_seat_of_a_tournament_game_stays_in_its_account_while_the_game_goes_on() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ann = club.join("Ann").await;
    let game = against_recruit(&club, &ann).await;
    let seat = json!({ "game": game, "seat": "union" });
    let stays = club.post("seats/let-go", &ann, seat.clone()).await;
    assert_eq!(stays.status, 409, "{stays:?}");
    assert!(stays.error().starts_with("This game is one of a tournament"), "{stays:?}");
    let mut client = club.client(&ann).await;
    let token = json!({ "game": game, "token": of_account("union", &game) });
    client.ask("game.resign", token).await.unwrap();
    assert_eq!(club.post("seats/let-go", &ann, seat).await.status, 200);
    club.site.close().await;
}

/// One against a commander, begun: its game. The person has the Union.
async fn against_recruit(club: &Club, cookie: &str) -> String {
    let more = json!({ "kind": "round-robin", "rounds": 0, "games": 2, "commanders": ["recruit"] });
    let id = make(club, cookie, more).await;
    done(club, "enter", cookie, &id).await;
    done(club, "begin", cookie, &id).await;
    club.site.games.look_after_tournaments().await;
    let told = state(club, &id).await;
    let of = last_round(&told).into_iter().find(|(_, game)| game["union"] == "Ann");
    of.and_then(|(_, game)| game["game"].as_str().map(str::to_owned)).unwrap_or_else(|| panic!("{told}"))
}

#[tokio::test]
async fn a_full_account_is_seated_in_its_tournament() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ann = club.join("Ann").await;
    let mut client = club.client(&ann).await;
    let mut tokens = Vec::new();
    for _ in 0..256 {
        let new = client.ask("game.new", json!({ "scenario": "training" })).await.unwrap();
        tokens.push(new["tokens"]["both"].clone());
    }
    let kept = club.post("seats/keep", &ann, json!({ "tokens": tokens })).await;
    assert_eq!(kept.body["kept"], 256, "{kept:?}");
    let new = client.ask("game.new", json!({ "scenario": "training" })).await.unwrap();
    let more = club.post("seats/keep", &ann, json!({ "tokens": [new["tokens"]["both"]] })).await;
    assert_eq!(more.status, 400, "{more:?}");
    let game = against_recruit(&club, &ann).await;
    let seat = json!({ "game": game, "token": of_account("union", &game) });
    client.ask("game.view", seat).await.unwrap();
    club.site.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_counts_against_a_commander_does_not_go_back_past_a_die() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let library = systems::library().unwrap();
    let ann = club.join("Ann").await;
    let game = against_recruit(&club, &ann).await;
    let token = of_account("union", &game);
    let offer = |to: u64| json!({ "game": game, "token": token, "offer": { "rewind": { "to": to } } });
    let mut client = club.client(&ann).await;
    client.ask("game.watch", json!({ "game": game, "token": token, "seed": "mine" })).await.unwrap();
    let mut turns = 0;
    let thrown = loop {
        let saved = client.ask("game.save", json!({ "game": game, "token": token })).await.unwrap();
        let (header, entries) = protocol::record::read_record(saved["record"].as_str().unwrap()).unwrap();
        if let Some(thrown) = entries.iter().find(|entry| entry.get("dice").is_some()) {
            break thrown["version"].as_u64().unwrap();
        }
        let table = library.load(&header, &entries, None).unwrap();
        if table.asked() == Some(Side::Union) {
            let mut player = library.seat(&*table, Side::Union, Level::Random, turns).unwrap();
            let order = player.decide(&player.copy(&*table).unwrap(), Budget::Own).unwrap().order;
            client.ask("game.order", json!({ "game": game, "token": token, "order": order })).await.unwrap();
        } else {
            client.hear().await;
        }
        turns += 1;
        assert!(turns < 3000);
    };
    let refused = client.ask("game.offer", offer(0)).await.unwrap_err();
    assert_eq!(refused["code"], 2, "{refused}");
    assert!(refused["message"].as_str().unwrap().contains("counts in a tournament"), "{refused}");
    let refused = client.ask("game.offer", offer(thrown - 1)).await.unwrap_err();
    assert!(refused["message"].as_str().unwrap().contains("counts in a tournament"), "{refused}");
    club.site.close().await;
}

/// Rounds in which nobody is left to play take no step of their own: whoever leaves does not make the server write a
/// long tournament again for each.
#[tokio::test]
async fn rounds_that_nobody_is_left_to_play_are_drawn_in_one_step() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let names = ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay"];
    let cookies = join_all(&club, &names).await;
    let id = make(&club, &cookies[0], json!({ "kind": "round-robin", "rounds": 0 })).await;
    for cookie in &cookies {
        done(&club, "enter", cookie, &id).await;
    }
    done(&club, "begin", &cookies[0], &id).await;
    // Whoever is third in the order of the draw meets the last of it in the last round.
    let matches = state(&club, &id).await["played"][0]["matches"].clone();
    let version = async || club.site.games.store().tournament(&id).await.unwrap().unwrap().version;
    let mut before = 0;
    for (table, place) in [(1, 0), (1, 1), (0, 0), (2, 1)] {
        let who = names.iter().position(|name| matches[table]["players"][place] == *name).unwrap();
        before = version().await;
        done(&club, "leave", &cookies[who], &id).await;
    }
    let told = state(&club, &id).await;
    let played = told["played"].as_array().unwrap();
    assert_eq!((&told["stage"], played.len()), (&json!("running"), 5), "{told}");
    let games = |round: &Value| -> Vec<Value> {
        let matches = round["matches"].as_array().unwrap();
        matches.iter().flat_map(|of| of["games"].as_array().unwrap().clone()).collect()
    };
    assert!(played[1..4].iter().flat_map(games).all(|game| !game["result"].is_null()), "{told}");
    let left =
        games(&played[4]).iter().filter(|game| game["result"].is_null() && !game["game"].is_null()).count();
    assert_eq!(left, 2, "{told}");
    // The last of them leaves, four rounds are drawn, a match begins, and it waits for its players.
    assert_eq!(version().await - before, 4);
    club.site.close().await;
}

/// Two commanders play without anybody who looks on; a person who comes once and stays away forfeits
/// what waits for them, and one who withdraws everything.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commanders_play_by_themselves_and_whoever_stays_away_forfeits() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let library = systems::library().unwrap();
    let cookies = join_all(&club, &["Ann"]).await;
    let commanders =
        json!({ "kind": "round-robin", "rounds": 0, "games": 1, "commanders": ["recruit", "veteran"] });
    let id = make(&club, &cookies[0], commanders).await;
    done(&club, "enter", &cookies[0], &id).await;
    done(&club, "begin", &cookies[0], &id).await;
    let mut came = false;
    for _ in 0..2000 {
        club.site.games.look_after_tournaments().await;
        let told = state(&club, &id).await;
        if told["stage"] == "over" {
            break;
        }
        let round = told["played"].as_array().unwrap().last().unwrap();
        let game = &round["matches"][0]["games"][0];
        let side = Side::BOTH.into_iter().find(|side| game[side.word()] == "Ann");
        if let Some(side) = side {
            if !came {
                // A first visit: some orders, and then never again.
                visit(&club, &cookies[0], &library, (game["game"].as_str().unwrap(), side), 1000).await;
                came = true;
            }
            club.later(DAY);
        }
        commanders_play(&club, &id).await;
    }
    let told = state(&club, &id).await;
    assert_eq!(told["stage"], "over", "{told}");
    let mut forfeits = 0;
    for round in told["played"].as_array().unwrap() {
        let game = &round["matches"][0]["games"][0];
        let result = game["result"].as_str().unwrap();
        match Side::BOTH.into_iter().find(|side| game[side.word()] == "Ann") {
            Some(side) => {
                assert_eq!(result, format!("{} forfeits", side.word()), "{game}");
                forfeits += 1;
            }
            None => assert!(!result.contains("forfeit") && game["hash"].is_string(), "{game}"),
        }
    }
    assert_eq!(forfeits, 2);
    assert_eq!(standings(&told)[2]["name"], "Ann");
    club.site.close().await;
}
