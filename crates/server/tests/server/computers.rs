//! Computers in a game: their orders are given like any other, no request waits for them, and they
//! give advice only where it is wanted.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::games::Thinking;
use server::store::Settings;
use tempfile::tempdir;

use crate::site::{Client, STEADY, Site, open_store, soon};

async fn site(folder: &std::path::Path) -> Site {
    Site::open_with(folder, systems::library().unwrap()).await
}

fn training(more: Value) -> Value {
    let mut params = json!({ "scenario": "training" });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    params
}

/// Watches until the game is over or this seat is asked; returns the last view and the notices on
/// the way.
async fn until_asked(client: &mut Client, game: &str, token: &Value, seat: &str) -> (Value, Vec<Value>) {
    let watched = client.ask("game.watch", json!({ "game": game, "token": token })).await.unwrap();
    let mut view = watched["view"].clone();
    let mut entries = watched["entries"].as_array().unwrap().clone();
    while view["phase"] != "over" && view["question"]["side"] != seat {
        let mut changed = client.hear().await;
        if changed["version"].as_u64() > view["version"].as_u64() {
            entries.extend(changed["entries"].as_array().unwrap().iter().cloned());
            view = changed["view"].take();
        }
    }
    (view, entries)
}

#[tokio::test]
async fn a_computer_has_no_seat_to_hand_out_and_plays_when_it_is_asked() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let mut person = site.client().await;
    // The computer has the side that moves first.
    let new = training(json!({ "commanders": { "union": { "level": "recruit" } } }));
    let (game, tokens) = person.begin(new).await;
    assert_eq!(tokens.as_object().unwrap().keys().collect::<Vec<_>>(), ["confederate"]);
    let token = &tokens["confederate"];
    let (view, entries) = until_asked(&mut person, &game, token, "confederate").await;
    assert_eq!(view["question"]["side"], "confederate");
    assert!(entries.iter().all(|entry| entry["side"] == "union"), "{entries:?}");
    assert!(!entries.is_empty());

    // A person cannot give its orders, and cannot take back what it did.
    let stolen = json!({ "game": game, "token": token, "order": { "end-movement": {} }, "version": 0 });
    assert_eq!(person.ask("game.order", stolen).await.unwrap_err()["code"], 2);
    assert_eq!(
        person.ask("game.undo", json!({ "game": game, "token": token })).await.unwrap_err()["code"],
        2
    );

    let listed = person.ask("game.list", json!({ "tokens": [token] })).await.unwrap();
    assert_eq!(listed["games"][0]["commanders"], json!({ "union": { "level": "recruit" } }));
    site.close().await;
}

#[tokio::test]
async fn a_computer_and_whoever_asks_for_advice_go_on_when_the_game_has_left_memory() {
    let folder = tempdir().unwrap();
    let library = systems::library().unwrap();
    let site = Site::open_library(folder.path(), library, Duration::from_millis(1)).await;
    let mut person = site.client().await;
    let new = training(json!({ "commanders": { "union": { "level": "random" } } }));
    let (game, tokens) = person.begin(new).await;
    let token = &tokens["confederate"];
    let mine = |more: Value| {
        let mut params = json!({ "game": game, "token": token });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    let left = async || soon(site.games.none_open()).await;
    let mut turns = 0;
    while turns < 3 {
        // Meanwhile the computer moves, and stays in memory as long as it thinks.
        let (view, _) = until_asked(&mut person, &game, token, "confederate").await;
        if view["phase"] == "over" {
            break;
        }
        left().await;
        let advice = person.ask("game.advice", mine(json!({}))).await.unwrap();
        let first = advice["counsel"][0]["order"].clone();
        left().await;
        let version = view["version"].clone();
        person.ask("game.order", mine(json!({ "order": first, "version": version }))).await.unwrap();
        left().await;
        let options = person.ask("game.options", mine(json!({}))).await.unwrap();
        let end = options["verbs"].as_array().unwrap().iter().find_map(|verb| {
            verb["verb"].as_str().filter(|verb| verb.starts_with("end-")).map(str::to_owned)
        });
        if let Some(end) = end {
            left().await;
            person.ask("game.order", mine(json!({ "order": { end: {} } }))).await.unwrap();
            turns += 1;
        }
    }
    site.close().await;
}

#[tokio::test]
async fn two_computers_play_to_the_end_while_somebody_looks_and_the_game_can_be_reviewed() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let mut watcher = site.client().await;
    let levels = json!({ "union": { "level": "recruit" }, "confederate": { "level": "random" } });
    let (game, tokens) = watcher.begin(training(json!({ "commanders": levels }))).await;
    assert_eq!(tokens, json!({}));
    let (view, _) = until_asked(&mut watcher, &game, &Value::Null, "nobody").await;
    assert_eq!(view["phase"], "over");

    let review = watcher.ask("game.review", json!({ "game": game })).await.unwrap();
    let moments = review["moments"].as_array().unwrap();
    // Every player-turn of every game-turn.
    assert_eq!(moments.len() as u64, 2 * view["turns"].as_u64().unwrap(), "{review}");
    assert_eq!(
        moments[0],
        json!({ "version": 0, "turn": 1, "side": moments[0]["side"], "points": moments[0]["points"] })
    );
    let last = &moments[moments.len() - 1];
    let of = json!({ "game": game, "version": last["version"] });
    let moment = watcher.ask("game.review", of).await.unwrap();
    assert!(moment["outlook"]["games"].as_u64() >= Some(2), "{moment}");
    assert!(!moment["counsel"].as_array().unwrap().is_empty(), "{moment}");
    let beyond = json!({ "game": game, "version": 1_000_000 });
    assert_eq!(watcher.ask("game.review", beyond).await.unwrap_err()["code"], -32602);
    site.close().await;
}

#[tokio::test]
async fn a_computer_goes_on_where_it_was_when_the_server_comes_back() {
    let folder = tempdir().unwrap();
    let first = site(folder.path()).await;
    let mut person = first.client().await;
    let new = training(json!({ "commanders": { "union": { "level": "random" } } }));
    let (game, tokens) = person.begin(new).await;
    // No client has watched yet, so nothing has been played.
    let view = json!({ "game": game, "token": tokens["confederate"] });
    drop(person);
    first.close().await;

    let second = site(folder.path()).await;
    let mut person = second.client().await;
    assert_eq!(person.ask("game.view", view).await.unwrap()["turn"], 1);
    let (view, _) = until_asked(&mut person, &game, &tokens["confederate"], "confederate").await;
    assert_eq!(view["question"]["side"], "confederate");
    second.close().await;
}

#[tokio::test]
async fn advice_is_for_who_plays_against_a_computer_and_nobody_else() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let mut person = site.client().await;
    let first = "union";
    let (game, tokens) =
        person.begin(training(json!({ "commanders": { "confederate": { "level": "recruit" } } }))).await;
    let (view, _) = until_asked(&mut person, &game, &tokens[first], first).await;
    let of = |token: &Value| json!({ "game": game, "token": token });
    let advice = person.ask("game.advice", of(&tokens[first])).await.unwrap();
    assert_eq!(advice["version"], view["version"]);
    let counsel = advice["counsel"].as_array().unwrap();
    assert!(
        counsel.iter().all(|c| c["order"].is_object() && c["reason"].is_string() && c["strokes"].is_array())
    );
    // The advice can be followed: the first order is legal.
    let order = json!({ "game": game, "token": tokens[first], "order": counsel[0]["order"] });
    let preview = person.ask("game.preview", order).await.unwrap();
    assert_eq!(preview["legal"], true, "{counsel:?}");
    assert_eq!(person.ask("game.advice", of(&Value::Null)).await.unwrap_err()["code"], 4, "a watcher");
    assert_eq!(person.ask("game.review", of(&tokens[first])).await.unwrap_err()["code"], 4, "not over yet");

    // There is no advice between people; at one screen only if they want it.
    for (more, token, code) in [
        (json!({ "mode": "two" }), "union", Some(4)),
        (json!({ "mode": "hot-seat" }), "both", Some(4)),
        (json!({ "advice": true }), "both", None),
    ] {
        let (game, tokens) = person.begin(training(more.clone())).await;
        let told = person.ask("game.advice", json!({ "game": game, "token": tokens[token] })).await;
        assert_eq!(told.err().map(|error| error["code"].clone()), code.map(|code| json!(code)), "{more}");
    }
    site.close().await;
}

#[tokio::test]
async fn what_cannot_be_seated_is_refused() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let mut person = site.client().await;
    for (more, named) in [
        (json!({ "mode": "two", "commanders": { "union": { "level": "general" } } }), "mode"),
        (json!({ "mode": "two", "advice": true }), "advice"),
        (json!({ "commanders": { "union": { "level": "emperor" } } }), "commanders.union.level"),
        (json!({ "commanders": { "union": { "level": "general", "clock": 0 } } }), "commanders.union.clock"),
        (json!({ "commanders": { "union": { "level": "general", "clock": 61 } } }), "commanders.union.clock"),
        (json!({ "commanders": { "north": { "level": "general" } } }), "north"),
    ] {
        let refused = person.ask("game.new", training(more.clone())).await.unwrap_err();
        assert_eq!(refused["code"], -32602, "{more}");
        assert!(refused["message"].as_str().unwrap().contains(named), "{more}: {refused}");
    }
    site.close().await;

    // Rules without commanders.
    let folder = tempdir().unwrap();
    let toys = Site::open(folder.path()).await;
    let mut person = toys.client().await;
    let new = json!({ "scenario": "heap", "commanders": { "union": { "level": "random" } } });
    assert_eq!(person.ask("game.new", new).await.unwrap_err()["code"], -32602);
    toys.close().await;
}

#[tokio::test]
async fn a_computer_in_a_game_with_hidden_facts_keeps_its_reasons_to_itself() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let (mut person, mut watcher) = (site.client().await, site.client().await);
    let new =
        json!({ "scenario": "kernstown-1-stone-wall", "commanders": { "union": { "level": "recruit" } } });
    let begun = Instant::now();
    let (game, tokens) = person.begin(new).await;
    let token = &tokens["confederate"];
    watcher.ask("game.watch", json!({ "game": game })).await.unwrap();
    // The Confederate passes and ends until the Union has acted for a while.
    let (mut view, mut told) = until_asked(&mut person, &game, token, "confederate").await;
    // It must not show that a recruit chooses its Key Chits at once.
    assert!(begun.elapsed() >= STEADY, "{:?}", begun.elapsed());
    while view["version"].as_u64() < Some(30) && view["phase"] != "over" {
        let asked = |method: &str| (method.to_owned(), json!({ "game": game, "token": token }));
        let (method, params) = asked("game.options");
        let options = person.ask(&method, params).await.unwrap();
        let verbs: Vec<&str> =
            options["verbs"].as_array().unwrap().iter().filter_map(|verb| verb["verb"].as_str()).collect();
        let idle = ["pass", "end", "hold"].into_iter().find(|verb| verbs.contains(verb));
        let verb = idle.unwrap_or(verbs[0]);
        let of = json!({ "game": game, "token": token, "verb": verb, "subject": null });
        let targets = person.ask("game.targets", of).await.unwrap();
        let order = targets["targets"][0]["order"].clone();
        person.ask("game.order", json!({ "game": game, "token": token, "order": order })).await.unwrap();
        let more;
        (view, more) = until_asked(&mut person, &game, token, "confederate").await;
        told.extend(more);
    }
    assert!(told.iter().any(|entry| entry["side"] == "union" && entry["order"].is_object()));
    let log = json!({ "game": game });
    told.extend(watcher.ask("game.log", log).await.unwrap()["entries"].as_array().unwrap().iter().cloned());
    told.extend(watcher.hear().await["entries"].as_array().unwrap().iter().cloned());
    let leaked: Vec<&Value> = told.iter().filter(|entry| entry["reason"].is_string()).collect();
    assert!(leaked.is_empty(), "{leaked:?}");
    site.close().await;
}

#[tokio::test]
async fn nobody_waits_for_advice_that_was_abandoned_nor_for_games_that_are_only_looked_at() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let general = json!({ "level": "general", "clock": 60 });
    let mut onlooker = site.client().await;
    for _ in 0..3 {
        let new = training(json!({ "commanders": { "union": general, "confederate": general } }));
        let (game, _) = onlooker.begin(new).await;
        onlooker.ask("game.watch", json!({ "game": game })).await.unwrap();
    }
    let mut person = site.client().await;
    let (asked, tokens) =
        person.begin(training(json!({ "commanders": { "confederate": { "level": "recruit" } } }))).await;
    let advice = json!({ "game": asked, "token": tokens["union"] });
    for _ in 0..60 {
        let mut gone = site.client().await;
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "game.advice", "params": advice });
        gone.send(request.to_string()).await;
    }
    // A recruit in another game.
    let new = training(json!({ "commanders": { "union": { "level": "recruit" } } }));
    let (game, tokens) = person.begin(new).await;
    let (view, _) = until_asked(&mut person, &game, &tokens["confederate"], "confederate").await;
    assert_eq!(view["question"]["side"], "confederate");
    // When the server closes, the generals stop in the middle of their minute: otherwise the test
    // would wait for them.
    site.close().await;
}

#[tokio::test]
async fn a_computer_decides_its_whole_turn_before_another_begins_that_came_later() {
    let folder = tempdir().unwrap();
    let store = open_store(folder.path(), Settings::default()).await;
    let thinking = Thinking { places: Some(1), keeps: Duration::from_secs(3600), ..Thinking::default() };
    let site = Site::open_thinking(store, systems::library().unwrap(), thinking).await;
    let mut person = site.client().await;
    let at = |id: &str, side: &str, hex: &str| {
        let kind = "infantry";
        json!({ "id": id, "side": side, "type": kind, "strength": 4, "movement": 6, "hex": hex })
    };
    let (mut games, mut asked) = (Vec::new(), 0);
    for _ in 0..2 {
        let units = [at("a", "union", "0505"), at("b", "union", "0707"), at("c", "confederate", "1010")];
        let position = json!({
            "scenario": "chickamauga-1975", "units": units, "phase": "movement", "side": "union",
            "commanders": { "union": { "level": "veteran" } }
        });
        let begun = person.ask("game.position", position).await.unwrap();
        let look = json!({ "game": begun["game"], "token": begun["tokens"]["confederate"] });
        // It may have decided already.
        let watched = person.ask("game.watch", look).await.unwrap();
        asked += usize::from(watched["view"]["question"]["side"] == "confederate");
        games.push(begun["game"].clone());
    }
    let mut decided = Vec::new();
    while asked < 2 {
        let told = person.hear().await;
        decided.push(games.iter().position(|game| *game == told["game"]).unwrap());
        asked += usize::from(told["view"]["question"]["side"] == "confederate");
    }
    assert!(decided.is_sorted(), "{decided:?}");
    site.close().await;
}

#[tokio::test]
async fn whoever_waits_is_told_its_place() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    // More generals than any machine has processors, each with a minute for its turn.
    let general = json!({ "level": "general", "clock": 60 });
    let count = std::thread::available_parallelism().map_or(1, usize::from) + 2;
    let mut watching = Vec::new();
    for _ in 0..count {
        let mut onlooker = site.client().await;
        let new = training(json!({ "commanders": { "union": general, "confederate": general } }));
        let (game, _) = onlooker.begin(new).await;
        onlooker.ask("game.watch", json!({ "game": game })).await.unwrap();
        watching.push((onlooker, game));
    }
    let (last, game) = watching.last_mut().unwrap();
    let told = loop {
        let notice = last.receive().await.unwrap();
        if notice["method"] == "game.thinking" {
            break notice["params"].clone();
        }
    };
    assert_eq!((&told["game"], &told["kind"]), (&json!(game), &json!("turn")));
    assert!(told["place"].as_u64() >= Some(1), "{told}");
    site.close().await;
}

#[tokio::test]
async fn a_system_that_nobody_here_knows_is_seated_like_any_other() {
    const REGISTRY: catalog::Systems = &[&picket::Picket];
    let folder = tempdir().unwrap();
    let library = catalog::Library::read(REGISTRY, &picket::read).unwrap_or_else(|faults| panic!("{faults}"));
    let site = Site::open_with(folder.path(), library).await;
    let mut person = site.client().await;
    let new = json!({ "scenario": "picket-line", "commanders": { "union": { "level": "random" } } });
    let (game, tokens) = person.begin(new).await;
    let look = json!({ "game": game, "token": tokens["confederate"] });
    let watched = person.ask("game.watch", look).await.unwrap();
    let mut view = watched["view"].clone();
    while view["asked"] != "confederate" {
        let mut changed = person.hear().await;
        if changed["view"].is_object() {
            view = changed["view"].take();
        }
    }
    assert_eq!((&view["version"], &view["turn"]), (&json!(1), &json!(1)));
    site.close().await;
}
