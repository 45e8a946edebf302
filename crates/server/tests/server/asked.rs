//! What others see of a side that holds chits: when it is asked, what it answers, which standing
//! orders it gives (K43).

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::kept_in::{Backend, copied};
use crate::site::{Client, Site};

const SCENARIO: &str = "kernstown-1-stone-wall";

/// The number of orders in a game.
const ORDERS: usize = 70;

async fn site(folder: &std::path::Path) -> Site {
    Site::open_with(folder, systems::library().unwrap()).await
}

/// Die faces that are the same in every game.
fn faces() -> Vec<u8> {
    let mut seed = 0x9e37_79b9_u64;
    let mut face = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as u8 % 6 + 1
    };
    (0..600).map(|_| face()).collect()
}

/// A new game with these options.
pub fn chosen(options: Value) -> Value {
    json!({ "scenario": SCENARIO, "mode": "two", "dice": faces(), "options": options })
}

/// An order of the side that is asked: chits are kept and passed on, brigades attack and fire.
pub async fn order(client: &mut Client, game: &str, token: &Value, keys: &[&str]) -> Value {
    let with = |more: Value| {
        let mut params = json!({ "game": game, "token": token });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    let options = client.ask("game.options", with(json!({}))).await.unwrap();
    let offered: Vec<&str> =
        options["verbs"].as_array().unwrap().iter().filter_map(|verb| verb["verb"].as_str()).collect();
    let wanted = ["hold", "pass", "order", "activate", "fire", "place", "end"];
    let verb = wanted.into_iter().find(|verb| offered.contains(verb)).unwrap_or(offered[0]);
    let targets = client.ask("game.targets", with(json!({ "verb": verb, "subject": null }))).await.unwrap();
    let targets = targets["targets"].as_array().unwrap();
    if verb != "keys" {
        return targets[0]["order"].clone();
    }
    let own = |target: &&Value| {
        let chits = target["order"]["keys"]["chits"].as_array().unwrap();
        chits.iter().any(|chit| keys.contains(&chit.as_str().unwrap()))
    };
    targets.iter().find(own).unwrap_or(&targets[0])["order"].clone()
}

/// Removes what differs from game to game.
fn strip(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for name in ["game", "commitment", "prev", "hash", "salt", "updated", "at", "from"] {
                fields.remove(name);
            }
            fields.values_mut().for_each(strip);
        }
        Value::Array(values) => values.iter_mut().for_each(strip),
        _ => {}
    }
}

/// A game in which the Union chooses these Key Chits: everything that the other seat and a watcher
/// are sent, what they get when they ask, and how often the Union was asked about chits.
async fn seen(site: &Site, new: Value, keys: &[&str]) -> (Vec<Value>, usize) {
    let mut players = [site.client().await, site.client().await];
    let mut watcher = site.client().await;
    let (game, tokens) = players[0].begin(new).await;
    let seats = [tokens["union"].clone(), tokens["confederate"].clone()];
    let watch = |token: &Value| json!({ "game": game, "token": token });
    for (client, token) in players.iter_mut().zip(&seats) {
        client.ask("game.watch", watch(token)).await.unwrap();
    }
    let mut view = watcher.ask("game.watch", watch(&Value::Null)).await.unwrap()["view"].clone();
    let (mut told, mut about_chits) = (Vec::new(), 0);
    for number in 0..ORDERS {
        let Some(side) = view["question"]["side"].as_str() else { break };
        let at = usize::from(side == "confederate");
        about_chits +=
            usize::from(at == 0 && ["moment", "held"].contains(&view["question"]["kind"].as_str().unwrap()));
        let order = order(&mut players[at], &game, &seats[at], keys).await;
        if number == ORDERS / 2 {
            // Out of turn and in secret.
            let secret = json!({ "instruct": { "instructions": { "advance": "never" } } });
            let params = json!({ "game": game, "token": seats[0], "order": secret });
            let version = players[0].ask("game.order", params).await.unwrap()["version"].clone();
            assert_eq!(version, view["version"]);
        }
        players[at]
            .ask("game.order", json!({ "game": game, "token": seats[at], "order": order }))
            .await
            .unwrap_or_else(|error| panic!("{order}: {error}"));
        players[0].hear().await;
        for (who, client) in [("watcher", &mut watcher), ("confederate", &mut players[1])] {
            let mut changed = client.hear().await;
            if who == "watcher" {
                view = changed["view"].clone();
            }
            strip(&mut changed);
            told.push(json!({ "who": who, "changed": changed }));
        }
    }
    // A token that is shown twice opens one seat.
    let list = players[1].ask("game.list", json!({ "tokens": [seats[1], seats[1]] })).await.unwrap();
    let log = players[1].ask("game.log", watch(&seats[1])).await.unwrap();
    for mut more in [list, log, watcher.ask("game.log", json!({ "game": game })).await.unwrap()] {
        strip(&mut more);
        told.push(more);
    }
    (told, about_chits)
}

#[tokio::test]
async fn kernstown_k43_the_other_seat_and_a_watcher_see_the_same_whatever_is_held() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    // The default: people who play each other are asked in every reaction window.
    let unchosen = chosen(json!({}));
    let mut games = Vec::new();
    for keys in [["u-take-aim"], ["u-rally"], ["u-hold-the-line"]] {
        games.push(seen(&site, unchosen.clone(), &keys).await);
    }
    let (first, asked) = &games[0];
    assert!(*asked > 2, "the Union was asked about chits {asked} times");
    for (other, _) in &games[1..] {
        assert_eq!(first.len(), other.len());
        for (a, b) in first.iter().zip(other) {
            assert_eq!(a, b);
        }
    }
    assert_eq!(
        first[0]["changed"]["view"]["asking"],
        json!({ "union": "every-moment", "confederate": "every-moment" })
    );
    site.close().await;
}

#[tokio::test]
async fn kernstown_k43_who_is_asked_how_where_nobody_chose() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let mut client = site.client().await;
    let (every, quick) = ("every-moment", "when-playable");
    let recruit = json!({ "level": "recruit" });
    for (more, union, confederate) in [
        (json!({ "mode": "two" }), every, every),
        (json!({ "mode": "hot-seat" }), every, every),
        (json!({}), every, every),
        (json!({ "mode": "two", "options": { "ask-union": false } }), quick, every),
        // A person who plays a computer hides nothing from it; the computer has a person to hide
        // from.
        (json!({ "commanders": { "union": recruit } }), every, quick),
        (json!({ "commanders": { "confederate": recruit }, "options": { "ask-union": true } }), every, every),
        (json!({ "commanders": { "union": recruit, "confederate": recruit } }), quick, quick),
    ] {
        let mut new = json!({ "scenario": SCENARIO });
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (game, _) = client.begin(new).await;
        let view = client.ask("game.view", json!({ "game": game })).await.unwrap();
        assert_eq!(view["asking"], json!({ "union": union, "confederate": confederate }), "{more}");
    }
    site.close().await;
}

pub async fn kernstown_k43_an_instruction_that_was_acknowledged_survives_the_server(backend: Backend) {
    let folder = backend.folder();
    let killed = site(folder.path()).await;
    let mut client = killed.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": SCENARIO, "mode": "two" })).await;
    let give = |instructions: Value| {
        let order = json!({ "instruct": { "instructions": instructions } });
        json!({ "game": game, "token": tokens["confederate"], "order": order })
    };
    let list = json!({ "tokens": [tokens["union"]] });
    let before = client.ask("game.list", list.clone()).await.unwrap();
    for instructions in
        [json!({ "withdrawal": "never" }), json!({ "withdrawal": "always", "advance": "never" })]
    {
        let done = client.ask("game.order", give(instructions)).await.unwrap();
        assert_eq!((&done["version"], &done["events"][0]["event"]), (&json!(0), &json!("instructed")));
        assert_eq!(
            done["view"]["instructions"]["withdrawal"],
            done["events"][0]["instructions"]["withdrawal"]
        );
    }
    assert_eq!(client.ask("game.list", list).await.unwrap(), before, "nobody sees that the game changed");
    for token in [&tokens["union"], &Value::Null] {
        let refused = client.ask("game.save", json!({ "game": game, "token": token })).await.unwrap_err();
        assert_eq!(refused["code"], 4, "{refused}");
    }
    // The folder as left by a process that is killed here: another server opens it while the first
    // still has it open.
    let copy = copied(folder.path()).await;
    killed.close().await;

    let second = site(copy.path()).await;
    let mut client = second.client().await;
    let look = |seat: &str| json!({ "game": game, "token": tokens[seat] });
    let view = client.ask("game.view", look("confederate")).await.unwrap();
    assert_eq!((&view["version"], &view["instructions"]["withdrawal"]), (&json!(0), &json!("always")));
    assert_eq!(client.ask("game.view", look("union")).await.unwrap()["instructions"]["withdrawal"], "ask");
    // With the next order it enters the record.
    let keys = order(&mut client, &game, &tokens["union"], &[]).await;
    let give = json!({ "game": game, "token": tokens["union"], "order": keys });
    client.ask("game.order", give).await.unwrap();
    let log = |seat: &str| json!({ "game": game, "token": tokens[seat] });
    let own = client.ask("game.log", log("confederate")).await.unwrap();
    assert_eq!(
        own["entries"][0]["standing"][0]["order"]["instruct"]["instructions"]["advance"], "never",
        "{own}"
    );
    let others = client.ask("game.log", log("union")).await.unwrap();
    assert!(others["entries"][0]["standing"].is_null(), "{others}");
    second.close().await;

    let third = site(copy.path()).await;
    let mut client = third.client().await;
    let view = client.ask("game.view", look("confederate")).await.unwrap();
    assert_eq!((&view["version"], &view["instructions"]["advance"]), (&json!(1), &json!("never")));
    third.close().await;
}

#[tokio::test]
async fn whether_a_record_is_refused_does_not_tell_that_a_standing_order_was_given() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "training", "mode": "two" })).await;
    let of = |token: &Value| json!({ "game": game, "token": token });
    let others = [&tokens["union"], &Value::Null];
    let mut refusals = Vec::new();
    let order = |order: Value| json!({ "game": game, "token": tokens["union"], "order": order });
    for round in 0..3 {
        for token in others {
            refusals.push(client.ask("game.save", of(token)).await.unwrap_err());
        }
        // Before one was given, while it waits, and once it is in the record.
        if round == 0 {
            let instruct = json!({ "instruct": { "instructions": { "advance": "never" } } });
            let give = json!({ "game": game, "token": tokens["confederate"], "order": instruct });
            client.ask("game.order", give).await.unwrap();
        } else if round == 1 {
            client.ask("game.order", order(json!({ "end-movement": {} }))).await.unwrap();
        }
    }
    let words = "until the game is over, its record may hold what this seat may not know";
    for refused in refusals {
        assert_eq!((&refused["code"], &refused["message"]), (&json!(4), &json!(words)));
    }
    client.ask("game.resign", of(&tokens["union"])).await.unwrap();
    for token in others {
        let saved = client.ask("game.save", of(token)).await.unwrap();
        assert!(saved["record"].as_str().unwrap().contains("standing"), "{saved}");
    }

    // Against a computer, which gives no standing orders, a player may have it at any time.
    let recruit = json!({ "confederate": { "level": "recruit" } });
    let (game, tokens) = client.begin(json!({ "scenario": "training", "commanders": recruit })).await;
    let save = |token: &Value| json!({ "game": game, "token": token });
    client.ask("game.save", save(&tokens["union"])).await.unwrap();
    assert_eq!(client.ask("game.save", save(&Value::Null)).await.unwrap_err()["message"], words);
    site.close().await;
}
