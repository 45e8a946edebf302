//! What players agree on: draws, games given up, positions gone back to, and clocks.

use std::time::Duration;

use serde_json::{Value, json};
use server::store::Settings;
use server::{Front, Limits};
use tabletop::{Act, BySide, ClockSettings, GameSystem, Header, Side, hex_string};
use tempfile::tempdir;

use crate::site::{Client, Site, open_store, soon};
use crate::toy::Toys;

/// A game for two, and a client that asks for both and for a watcher.
struct Pair {
    client: Client,
    game: String,
    tokens: Value,
}

impl Pair {
    async fn begin(site: &Site, more: Value) -> Pair {
        let mut client = site.client().await;
        let mut new = json!({ "scenario": "mountain", "mode": "two" });
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (game, tokens) = client.begin(new).await;
        let mut pair = Pair { client, game, tokens };
        // Both have come to the table.
        for seat in ["union", "confederate"] {
            pair.ask("game.options", seat, json!({})).await.unwrap();
        }
        pair
    }

    async fn ask(&mut self, method: &str, seat: &str, more: Value) -> Result<Value, Value> {
        let mut params = json!({ "game": self.game, "token": self.tokens[seat] });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.client.ask(method, params).await
    }

    async fn order(&mut self, seat: &str, order: Value) -> Value {
        self.ask("game.order", seat, json!({ "order": order })).await.unwrap()
    }

    async fn offer(&mut self, seat: &str, offer: Value) -> Result<Value, Value> {
        self.ask("game.offer", seat, json!({ "offer": offer })).await
    }

    async fn view(&mut self) -> Value {
        self.client.ask("game.view", json!({ "game": self.game })).await.unwrap()
    }
}

fn take(count: u32) -> Value {
    json!({ "take": { "count": count } })
}

fn draw() -> Value {
    json!({ "draw": {} })
}

/// Whoever makes entries without end would else keep the other from an order until the other's time is over.
#[tokio::test]
async fn a_player_who_fills_a_record_stops_nobody_else() {
    let folder = tempdir().unwrap();
    let limits = Limits { entries: 8, record_bytes: 8000, ..Limits::default() };
    let open = || Site::open_limited(folder.path(), limits, Front::default());
    let site = open().await;
    let mut pair = Pair::begin(&site, json!({ "scenario": "heap" })).await;
    let mut offers = 0;
    let full = loop {
        let offered = match pair.offer("confederate", draw()).await {
            Ok(offered) => offered,
            Err(full) => break full,
        };
        offers += 1;
        let back = json!({ "offer": offered["version"] });
        pair.ask("game.decline", "confederate", back).await.unwrap();
    };
    let says = full["message"].as_str().unwrap().to_owned();
    assert!(offers == 2 && says.starts_with("your side of this game has 4 entries ("), "{offers}: {says}");
    assert!(says.ends_with("it can only be played to its end now"), "{says}");
    // The same after the server has read the game again.
    site.close().await;
    let site = open().await;
    pair.client = site.client().await;
    assert_eq!(pair.offer("confederate", draw()).await.unwrap_err()["message"], says);
    for _ in 0..2 {
        pair.order("union", take(1)).await;
        pair.order("confederate", take(1)).await;
    }
    assert_eq!(pair.offer("union", draw()).await.unwrap()["version"], 9, "it has half of them");
    site.close().await;
}

/// Instructions take no number and may be given at any time: they stand in the next entry, whoever makes it.
#[tokio::test]
async fn standing_orders_that_fill_a_record_keep_nobody_else_from_an_order() {
    let folder = tempdir().unwrap();
    let limits = Limits { record_bytes: 100_000, ..Limits::default() };
    let store = open_store(folder.path(), Settings::default()).await;
    let (library, idle) = (systems::library().unwrap(), Duration::from_secs(3600));
    let site = Site::open_front(store, library, idle, limits, Front::default()).await;
    let mut pair = Pair::begin(&site, json!({ "scenario": "kernstown-1-stone-wall" })).await;
    let asks = |number: usize| {
        let when = ["every-moment", "when-playable"][number % 2];
        json!({ "order": { "ask": { "when": when } } })
    };
    let mut number = 0;
    let full = loop {
        let moments = vec![["own-order-given", "own-fire-declared"][number % 2]; 700];
        let instruct = json!({ "order": { "instruct": { "instructions": { "no-chits-at": moments } } } });
        let instructed = pair.ask("game.order", "confederate", instruct).await;
        match instructed.and(pair.ask("game.order", "confederate", asks(number)).await) {
            Ok(_) => number += 1,
            Err(full) => break full,
        }
    };
    let says = full["message"].as_str().unwrap();
    assert!(says.starts_with("your side of this game has ") && says.contains("played to its end"), "{says}");
    // What they gave last stands in an entry of the other's.
    for number in 0..number {
        pair.ask("game.order", "union", asks(number)).await.unwrap();
    }
    site.close().await;
}

#[tokio::test]
async fn a_draw_is_offered_and_taken_though_the_server_was_started_again_meanwhile() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site, json!({})).await;
    let mut watcher = site.client().await;
    watcher.ask("game.watch", json!({ "game": pair.game })).await.unwrap();
    // Who only looks on has no say.
    for (method, more) in [
        ("game.offer", json!({ "offer": draw() })),
        ("game.accept", json!({ "offer": 1 })),
        ("game.decline", json!({ "offer": 1 })),
        ("game.resign", json!({})),
        ("game.claim", json!({})),
    ] {
        assert_eq!(pair.ask(method, "nobody", more).await.unwrap_err()["code"], 4, "{method}");
    }
    let offered = pair.offer("union", draw()).await.unwrap();
    assert_eq!((&offered["version"], &offered["view"]["offers"][0]["side"]), (&json!(1), &json!("union")));
    let told = watcher.hear().await;
    assert_eq!(told["entries"][0]["offer"], draw());
    site.close().await;

    let site = Site::open(folder.path()).await;
    pair.client = site.client().await;
    let none = pair.ask("game.accept", "union", json!({ "offer": 1 })).await.unwrap_err();
    assert_eq!((&none["code"], &none["message"]), (&json!(2), &json!("no such offer waits for an answer")));
    let taken = pair.ask("game.accept", "confederate", json!({ "offer": 1 })).await.unwrap();
    assert_eq!(taken["view"]["ended"], json!({ "by": "agreement", "winner": null }));
    let listed = json!({ "tokens": [pair.tokens["union"]] });
    let listed = pair.client.ask("game.list", listed).await.unwrap();
    assert_eq!((&listed["games"][0]["over"], &listed["games"][0]["phase"]), (&json!(true), &json!("over")));
    let late = pair.ask("game.order", "union", json!({ "order": take(1) })).await.unwrap_err();
    assert_eq!((&late["code"], &late["message"]), (&json!(2), &json!("the game is over")));
    site.close().await;
}

#[tokio::test]
async fn the_record_of_a_game_given_up_before_both_came_is_told_whole() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain", "mode": "two" })).await;
    let come = json!({ "game": game, "token": tokens["union"], "seed": "north" });
    client.ask("game.watch", come).await.unwrap();
    let withheld = client.ask("game.save", json!({ "game": game })).await.unwrap_err();
    assert!(withheld["message"].as_str().unwrap().contains("a share of the dice"), "{withheld}");
    client.ask("game.resign", json!({ "game": game, "token": tokens["union"] })).await.unwrap();
    let saved = client.ask("game.save", json!({ "game": game })).await.unwrap();
    assert!(saved["record"].as_str().unwrap().contains("\"north\""), "{saved}");
    site.close().await;
}

#[tokio::test]
async fn a_player_resigns_whosever_turn_it_is() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site, json!({})).await;
    pair.order("union", take(3)).await;
    let resigned = pair.ask("game.resign", "union", json!({})).await.unwrap();
    assert_eq!(resigned["view"]["ended"], json!({ "by": "resignation", "winner": "confederate" }));
    assert!(resigned["view"]["revealed"].is_string(), "the dice can be audited");
    assert_eq!(pair.ask("game.claim", "confederate", json!({})).await.unwrap_err()["code"], 2);
    let saved = pair.ask("game.save", "union", json!({})).await.unwrap();
    let lines = saved["record"].as_str().unwrap().lines().count();
    assert_eq!(lines, 4, "the header, an order, the end and the seed");
    site.close().await;
}

#[tokio::test]
async fn nothing_is_offered_in_a_game_that_was_given_up() {
    let folder = tempdir().unwrap();
    let site = Site::open_with(folder.path(), systems::library().unwrap()).await;
    for (scenario, order) in
        [("training", json!({ "end-movement": {} })), ("kernstown-1-stone-wall", json!({ "pass": {} }))]
    {
        let mut pair = Pair::begin(&site, json!({ "scenario": scenario })).await;
        let offered = pair.ask("game.options", "union", json!({})).await.unwrap()["verbs"][0].clone();
        let asked = json!({ "verb": offered["verb"], "subject": offered["subjects"][0] });
        pair.ask("game.resign", "confederate", json!({})).await.unwrap();
        let options = pair.ask("game.options", "union", json!({})).await.unwrap();
        assert_eq!((&options["verbs"], &options["question"]), (&json!([]), &Value::Null), "{scenario}");
        let view = pair.view().await;
        assert_eq!((&view["phase"], &view["question"]), (&json!("over"), &Value::Null), "{scenario}");
        for (method, more) in [
            ("game.targets", asked),
            ("game.preview", json!({ "order": order })),
            ("game.explain", json!({ "order": order })),
            ("game.order", json!({ "order": order })),
        ] {
            let error = pair.ask(method, "union", more).await.unwrap_err();
            let said = (&error["code"], &error["message"]);
            assert_eq!(said, (&json!(2), &json!("the game is over")), "{scenario}: {method}");
        }
        // What can be seen on the map is told as ever.
        let hex = view["units"][0]["hex"].clone();
        let sight = json!({ "verb": "sight", "subject": hex });
        for seat in ["union", "confederate"] {
            let seen = pair.ask("game.targets", seat, sight.clone()).await.unwrap();
            assert!(!seen["targets"].as_array().unwrap().is_empty(), "{scenario}: {seat}");
        }
    }
    site.close().await;
}

#[tokio::test]
async fn the_game_goes_back_by_consent_even_to_what_has_left_memory_and_patches_follow() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site, json!({})).await;
    let mut watcher = site.client().await;
    let watch = json!({ "game": pair.game, "patches": true });
    let mut held = watcher.ask("game.watch", watch).await.unwrap()["view"].take();
    let sides = ["union", "confederate"];
    let mut dice = Vec::new();
    for number in 0..6 {
        let thrown = pair.order(sides[number % 2], json!({ "throw": {} })).await;
        dice.push(thrown["events"][0]["die"].clone());
    }
    assert_eq!(pair.view().await["thrown"], 6);
    pair.offer("confederate", json!({ "rewind": { "to": 2 } })).await.unwrap();
    let back = pair.ask("game.accept", "union", json!({ "offer": 7 })).await.unwrap();
    assert_eq!((&back["view"]["asked"], &back["view"]["thrown"]), (&json!("union"), &json!(2)));
    for number in 2..6 {
        let thrown = pair.order(sides[number % 2], json!({ "throw": {} })).await;
        assert_eq!(thrown["events"][0]["die"], dice[number], "the dice fall as they fell");
    }
    // Who is told patches comes to the same view.
    let now = pair.view().await;
    follow(&mut watcher, &mut held, &now["version"]).await;
    assert_eq!(held, now);
    let refused = pair.offer("union", json!({ "rewind": { "to": 3 } })).await.unwrap_err();
    let says = "version 3 is no order that counts: name one, or 0 for the start";
    assert_eq!((&refused["code"], &refused["message"]), (&json!(2), &json!(says)));
    site.close().await;
}

/// Applies what a watcher is sent until its view is of that version; returns how many patches came.
async fn follow(watcher: &mut Client, held: &mut Value, version: &Value) -> usize {
    let mut patches = 0;
    while held["version"] != *version {
        let mut changed = soon(watcher.hear()).await;
        let from = changed["from"].take();
        match changed.get_mut("patch") {
            Some(patch) => {
                patches += 1;
                assert_eq!(from, held["version"]);
                let patch: json_patch::Patch = serde_json::from_value(patch.take()).unwrap();
                json_patch::patch(held, &patch).unwrap();
            }
            None => *held = changed["view"].take(),
        }
    }
    patches
}

#[tokio::test]
async fn patches_bring_clocks_and_offers_to_every_kind_of_viewer() {
    for scenario in ["training", "kernstown-training"] {
        let folder = tempdir().unwrap();
        let library = systems::library().unwrap();
        let site = Site::open_library(folder.path(), library, Duration::from_secs(3600)).await;
        let clock = json!({ "bank": 600, "turn": 30 });
        let mut pair = Pair::begin(&site, json!({ "scenario": scenario, "clock": clock })).await;
        let mut watchers = Vec::new();
        for seat in ["union", "confederate", "nobody"] {
            let mut client = site.client().await;
            let watch = json!({ "game": pair.game, "token": pair.tokens[seat], "patches": true });
            let view = client.ask("game.watch", watch).await.unwrap()["view"].take();
            watchers.push((seat, client, view));
        }
        let asked = pair.view().await["question"]["side"].as_str().unwrap().to_owned();
        let other = if asked == "union" { "confederate" } else { "union" };
        let offer = pair.offer(&asked, draw()).await.unwrap();
        assert_eq!(offer["view"]["offers"].as_array().unwrap().len(), 1);
        pair.ask("game.decline", other, json!({ "offer": offer["version"] })).await.unwrap();
        pair.offer(other, draw()).await.unwrap();
        let now = pair.view().await;
        assert!(now["clock"]["bank"].is_object() && now["offers"].is_array(), "{now}");
        for (seat, client, held) in &mut watchers {
            assert!(follow(client, held, &now["version"]).await > 0, "{scenario}: {seat}");
            assert_eq!(*held, pair.ask("game.view", seat, json!({})).await.unwrap(), "{scenario}: {seat}");
        }
        site.close().await;
    }
}

#[tokio::test]
async fn who_offers_what_the_other_has_offered_takes_it() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site, json!({})).await;
    pair.order("union", take(3)).await;
    let rewind = json!({ "rewind": { "to": 0 } });
    // Another offer is no answer: both stand.
    pair.offer("union", rewind.clone()).await.unwrap();
    let both = pair.offer("confederate", draw()).await.unwrap();
    assert_eq!(both["view"]["offers"].as_array().unwrap().len(), 2, "{both}");
    let back = pair.offer("confederate", rewind).await.unwrap();
    assert_eq!((&back["view"]["asked"], &back["view"]["offers"]), (&json!("union"), &Value::Null));
    pair.offer("union", draw()).await.unwrap();
    let agreed = pair.offer("confederate", draw()).await.unwrap();
    assert_eq!(agreed["view"]["ended"], json!({ "by": "agreement", "winner": null }));
    site.close().await;
}

#[tokio::test]
async fn an_offer_to_go_back_to_an_order_is_told_no_more_when_that_order_is_taken_back() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site, json!({})).await;
    pair.order("union", take(3)).await;
    pair.order("confederate", take(1)).await;
    let offered = pair.offer("union", json!({ "rewind": { "to": 1 } })).await.unwrap();
    assert_eq!(offered["view"]["offers"][0]["version"], 3);
    let undone = pair.ask("game.undo", "confederate", json!({})).await.unwrap();
    assert_eq!(undone["view"]["offers"], Value::Null, "the game stands there already");
    let late = pair.ask("game.accept", "confederate", json!({ "offer": 3 })).await.unwrap_err();
    assert_eq!((&late["code"], &late["message"]), (&json!(2), &json!("the game stands there already")));
    site.close().await;
}

#[tokio::test]
async fn whoever_plays_both_sides_goes_back_at_once() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    let token = &tokens["both"];
    for count in [1, 2, 3] {
        client.take(&game, token, count).await.unwrap();
    }
    let rewind = json!({ "game": game, "token": token, "offer": { "rewind": { "to": 1 } } });
    let back = client.ask("game.offer", rewind).await.unwrap();
    assert_eq!((&back["version"], &back["view"]["heap"]), (&json!(5), &json!(999_999)));
    site.close().await;
}

#[tokio::test]
async fn a_computer_lets_one_go_back_and_plays_on_and_takes_no_draw() {
    let folder = tempdir().unwrap();
    let site = Site::open_with(folder.path(), systems::library().unwrap()).await;
    let mut person = site.client().await;
    let new = json!({ "scenario": "training", "commanders": { "confederate": { "level": "recruit" } } });
    let (game, tokens) = person.begin(new).await;
    let token = &tokens["union"];
    let of = |more: Value| {
        let mut params = json!({ "game": game, "token": token });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    let no = person.ask("game.offer", of(json!({ "offer": draw() }))).await.unwrap_err();
    let says = "a computer commands the other side, and it plays to the end";
    assert_eq!((&no["code"], &no["message"]), (&json!(2), &json!(says)));
    let mut view = person.ask("game.watch", of(json!({}))).await.unwrap()["view"].take();
    // Twice the same turn: the computer plays its own after each, and never by a stand-in.
    for round in 0..2 {
        for verb in ["end-movement", "end-combat"] {
            let given = person.ask("game.order", of(json!({ "order": { verb: {} } }))).await;
            if let Ok(given) = given {
                view = given["view"].clone();
            }
        }
        assert_eq!(view["question"]["side"], "confederate", "round {round}: {}", view["question"]);
        while view["question"]["side"] != "union" {
            let changed = soon(person.hear()).await;
            if changed["version"].as_u64() > view["version"].as_u64() {
                view = changed["view"].clone();
            }
        }
        let back = person.ask("game.offer", of(json!({ "offer": { "rewind": { "to": 0 } } }))).await.unwrap();
        assert_eq!((&back["view"]["turn"], &back["view"]["phasing"]), (&json!(1), &json!("union")));
    }
    let log = person.ask("game.log", of(json!({}))).await.unwrap();
    let ordered = |entry: &&Value| entry["side"] == "confederate" && entry.get("order").is_some();
    let orders: Vec<&Value> = log["entries"].as_array().unwrap().iter().filter(ordered).collect();
    assert!(orders.len() > 2, "{orders:?}");
    site.close().await;
}

/// The record of a game for two in which the Union's time began to run long ago, with its secret.
pub fn long_ago() -> String {
    let mut table = Toys.begin("mountain", &serde_json::Map::new(), None, &[], [5; 32]).unwrap();
    table.seat(BySide::from_fn(|_| "person".to_owned()));
    let settings =
        ClockSettings { bank: 3600, turn: 60, answers: 0, off: vec!["sunday".to_owned()], east: 60 };
    table.set_clock(settings).unwrap();
    table.tell_time(1_700_000_000);
    for side in Side::BOTH {
        table.order(side, &take(1), None).unwrap();
    }
    let header = Header { secret: Some(hex_string(&[5; 32])), ..table.header().clone() };
    let lines = std::iter::once(header.value()).chain(table.entries(0));
    lines.map(|line| format!("{line}\n")).collect()
}

#[tokio::test]
async fn a_game_is_claimed_when_the_time_of_the_other_has_run_out() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let record = long_ago();
    let alone = client.ask("game.load", json!({ "record": record })).await.unwrap_err();
    let says = "mode: this game has clocks; it goes on for two only";
    assert_eq!((&alone["code"], &alone["message"]), (&json!(-32602), &json!(says)));
    let loaded = client.ask("game.load", json!({ "record": record, "mode": "two" })).await.unwrap();
    let (game, tokens) = (loaded["game"].clone(), loaded["tokens"].clone());
    let clock = &loaded["view"]["clock"];
    assert_eq!((&clock["running"], &clock["since"]), (&json!("union"), &json!(1_700_000_000)));
    let claim = |seat: &str| json!({ "game": game, "token": tokens[seat] });
    let own = client.ask("game.claim", claim("union")).await.unwrap_err();
    assert_eq!(own["message"], "the Confederate player's clock does not run");
    let listed = client.ask("game.list", json!({ "tokens": [tokens["union"]] })).await.unwrap();
    let clock = &listed["games"][0]["clock"];
    assert_eq!(clock["running"], "union");
    assert!(clock["seconds"].as_i64().unwrap() < -50_000_000, "{clock}");
    // Whose time has run out takes no draw, however it comes to be one, but may be let have it.
    let ask = |seat: &str, field: Value| json!({ "game": game, "token": tokens[seat], "offer": field });
    let offered = client.ask("game.offer", ask("confederate", draw())).await.unwrap();
    for (method, field) in [("game.accept", offered["version"].clone()), ("game.offer", draw())] {
        let late = client.ask(method, ask("union", field)).await.unwrap_err();
        assert_eq!(late["code"], 2, "{method}");
        assert!(late["message"].as_str().unwrap().starts_with("your time has run out"), "{late}");
    }
    let won = client.ask("game.claim", claim("confederate")).await.unwrap();
    assert_eq!(won["view"]["ended"], json!({ "by": "time", "winner": "confederate" }));
    // The record tells when, and its audit finds nothing wrong.
    let saved = client.ask("game.save", claim("union")).await.unwrap();
    let lines: Vec<Value> =
        saved["record"].as_str().unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[4]["at"].as_u64().unwrap() > 1_700_000_000, "{}", lines[4]);
    let again = json!({ "record": saved["record"], "mode": "two" });
    assert_eq!(client.ask("game.load", again).await.unwrap()["view"]["ended"]["by"], "time");
    site.close().await;
}

#[tokio::test]
async fn that_both_seats_are_taken_is_entered_once_and_clocks_start_three_days_later() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let new = json!({ "scenario": "mountain", "mode": "two", "clock": { "bank": 86_400 } });
    let (game, tokens) = client.begin(new).await;
    let watch = |seat: &str| json!({ "game": game, "token": tokens[seat] });
    let first = client.ask("game.watch", watch("confederate")).await.unwrap();
    assert_eq!(first["version"], 0);
    let second = client.ask("game.watch", watch("union")).await.unwrap();
    assert_eq!(second["version"], 1);
    let at = second["entries"][0]["at"].as_u64().unwrap();
    assert_eq!(second["entries"][0]["seated"], true);
    let clock = &second["view"]["clock"];
    assert_eq!((&clock["running"], &clock["starts"]), (&json!("union"), &json!(at + 3 * 86_400)));
    let early = client.ask("game.claim", watch("confederate")).await.unwrap_err();
    assert_eq!(early["message"], "the Union player has 1 d 0 h left");
    // It is entered once, and whoever has come need not come again.
    assert_eq!(client.ask("game.watch", watch("union")).await.unwrap()["version"], 1);
    site.close().await;
}

#[tokio::test]
async fn a_game_without_clocks_is_left_without_a_result_when_the_other_does_not_come() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    // As a server left it long ago: the Union has given an order, the Confederate player never did anything.
    let mut table = Toys.begin("mountain", &serde_json::Map::new(), None, &[], [5; 32]).unwrap();
    table.seat(BySide::from_fn(|_| "person".to_owned()));
    table.tell_time(1_700_000_000);
    table.take_seat(None);
    table.order(Side::Union, &take(1), None).unwrap();
    let header = Header { secret: Some(hex_string(&[5; 32])), ..table.header().clone() };
    let lines = std::iter::once(header.value()).chain(table.entries(0));
    let record: String = lines.map(|line| format!("{line}\n")).collect();
    let loaded = client.ask("game.load", json!({ "record": record, "mode": "two" })).await.unwrap();
    let (game, tokens) = (loaded["game"].clone(), loaded["tokens"].clone());
    let no_show = json!({ "side": "confederate", "from": 1_700_000_000 + 7 * 86_400 });
    assert_eq!(loaded["view"]["no-show"], no_show);
    let ended = client.ask("game.claim", json!({ "game": game, "token": tokens["union"] })).await.unwrap();
    assert_eq!(ended["view"]["ended"], json!({ "by": "no-show", "winner": null }));
    let saved = client.ask("game.save", json!({ "game": game })).await.unwrap();
    let again = json!({ "record": saved["record"], "mode": "two" });
    assert_eq!(client.ask("game.load", again).await.unwrap()["view"]["ended"]["by"], "no-show");
    site.close().await;
}

#[tokio::test]
async fn clocks_are_set_when_a_game_for_two_begins() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let clock = json!({ "bank": 600, "turn": 30, "off": ["saturday", "sunday"], "east": -300 });
    let mut pair = Pair::begin(&site, json!({ "clock": clock })).await;
    let view = pair.view().await;
    assert_eq!(view["clock"]["settings"], clock);
    assert_eq!(view["clock"]["running"], Value::Null);
    pair.order("union", take(1)).await;
    assert_eq!(pair.view().await["clock"]["running"], Value::Null, "the other has done nothing yet");
    pair.order("confederate", take(1)).await;
    assert_eq!(pair.view().await["clock"]["running"], "union");
    let early = pair.ask("game.claim", "confederate", json!({})).await.unwrap_err();
    assert_eq!(early["code"], 2, "{early}");
    for (new, says) in [
        (json!({ "clock": { "bank": 600 } }), "clock: clocks are for games of two people"),
        (json!({ "mode": "two", "clock": { "bank": 0 } }), "clock: bank: at least one second was expected"),
        (
            json!({ "mode": "two", "clock": { "bank": 60, "off": ["Sunday"] } }),
            "clock: off[0]: a weekday or a date like \"2026-12-25\" was expected, not \"Sunday\"",
        ),
    ] {
        let mut params = json!({ "scenario": "mountain" });
        params.as_object_mut().unwrap().extend(new.as_object().unwrap().clone());
        let refused = pair.client.ask("game.new", params).await.unwrap_err();
        assert_eq!((&refused["code"], &refused["message"]), (&json!(-32602), &json!(says)));
    }
    site.close().await;
}

#[tokio::test]
async fn a_commander_plays_on_for_a_player_whose_time_has_run_out_also_when_the_server_was_started_again() {
    let folder = tempdir().unwrap();
    let site = Site::open_with(folder.path(), systems::library().unwrap()).await;
    let mut client = site.client().await;
    let mut table = systems::library().unwrap().begin(&training(), [5; 32]).unwrap();
    table.seat(BySide::from_fn(|_| "person".to_owned()));
    let clock = ClockSettings { bank: 60, turn: 0, answers: 0, off: Vec::new(), east: 0 };
    table.set_clock(clock).unwrap();
    table.tell_time(1_700_000_000);
    table.act(Side::Confederate, Act::Seed("here")).unwrap();
    table.act(Side::Union, Act::Seed("there")).unwrap();
    let header = Header { secret: Some(hex_string(&[5; 32])), ..table.header().clone() };
    let lines = std::iter::once(header.value()).chain(table.entries(0));
    let record: String = lines.map(|line| format!("{line}\n")).collect();
    let loaded = client.ask("game.load", json!({ "record": record, "mode": "two" })).await.unwrap();
    let (game, tokens) = (loaded["game"].clone(), loaded["tokens"].clone());
    let of = |seat: &str, more: Value| {
        let mut params = json!({ "game": game, "token": tokens[seat] });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    let replace = json!({ "level": "recruit" });
    assert_eq!(client.ask("game.replace", of("union", replace.clone())).await.unwrap_err()["code"], 2);
    let wrong = json!({ "level": "colonel" });
    assert_eq!(client.ask("game.replace", of("confederate", wrong)).await.unwrap_err()["code"], -32602);
    let mut view = client.ask("game.watch", of("confederate", json!({}))).await.unwrap()["view"].take();
    client.ask("game.replace", of("confederate", replace)).await.unwrap();
    while view["question"]["side"] != "confederate" {
        view = soon(client.hear()).await["view"].take();
    }
    // Who came too late looks on.
    let late = client.ask("game.resign", of("union", json!({}))).await.unwrap_err();
    let says = "since this side's time ran out a recruit commands it: the seat only looks on";
    assert_eq!((&late["code"], &late["message"]), (&json!(4), &json!(says)));
    client.ask("game.options", of("union", json!({}))).await.unwrap();
    let version = view["version"].clone();
    site.close().await;
    let site = Site::open_with(folder.path(), systems::library().unwrap()).await;
    let mut client = site.client().await;
    let watched = client.ask("game.watch", of("confederate", json!({}))).await.unwrap();
    assert_eq!(watched["commanders"], json!({ "union": { "level": "recruit" } }));
    assert_eq!(watched["view"]["version"], version);
    // It goes on playing: the Confederates let their turn pass, and are asked again.
    let mut view = watched["view"].clone();
    while view["question"]["side"] == "confederate" {
        let options = client.ask("game.options", of("confederate", json!({}))).await.unwrap();
        let verbs = options["verbs"].as_array().unwrap();
        let passes = ["end-movement", "end-combat", "hold", "stand"];
        let verb = passes.into_iter().find(|verb| verbs.iter().any(|offered| offered["verb"] == *verb));
        let order = match verb {
            Some(verb) => json!({ "order": { verb: {} } }),
            None => {
                let unit = &verbs[0]["subjects"][0];
                let asked = json!({ "verb": verbs[0]["verb"], "subject": unit });
                let targets = client.ask("game.targets", of("confederate", asked)).await.unwrap();
                let to = &targets["targets"][0]["hex"];
                json!({ "order": { verbs[0]["verb"].as_str().unwrap(): { "unit": unit, "to": to } } })
            }
        };
        view = client.ask("game.order", of("confederate", order)).await.unwrap()["view"].take();
    }
    while view["question"]["side"] != "confederate" {
        let changed = soon(client.hear()).await;
        if changed["version"].as_u64() > view["version"].as_u64() {
            view = changed["view"].clone();
        }
    }
    site.close().await;
}

/// The training battle, from its start.
fn training() -> catalog::Start<'static> {
    catalog::Start { scenario: "training", options: serde_json::Map::new(), position: None, dice: &[] }
}

/// Whether a game has begun is asked while others wait to write: no more than its first entries are looked at.
#[tokio::test]
async fn a_game_of_many_entries_has_begun_without_an_order() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site, json!({})).await;
    let mut version = 0;
    while version < 70 {
        let offered = pair.offer("union", draw()).await.unwrap();
        let declined = pair.ask("game.decline", "confederate", json!({ "offer": offered["version"] })).await;
        version = declined.unwrap()["version"].as_u64().unwrap();
        let goes = site.games.store().forgettable(Some(&pair.game)).await.unwrap();
        assert_eq!(goes.len(), usize::from(version <= 64), "{version}");
    }
    site.close().await;
}
