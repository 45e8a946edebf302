//! Games for practice that begin in a position of another: from whose games, and for whom.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::site::{Client, Site};

async fn branch(client: &mut Client, game: &str, more: Value) -> Result<Value, Value> {
    let mut params = json!({ "game": game });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.ask("game.branch", params).await
}

/// A game at one screen of which so many were taken, one at a time.
async fn alone(client: &mut Client, more: Value, orders: u32) -> (String, Value) {
    let mut new = json!({ "scenario": "heap" });
    new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (game, tokens) = client.begin(new).await;
    for _ in 0..orders {
        client.take(&game, &tokens["both"], 1).await.unwrap();
    }
    (game, tokens["both"].clone())
}

#[tokio::test]
async fn whoever_looks_at_a_finished_game_plays_on_from_any_of_its_positions() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, token) = alone(&mut client, json!({ "name": "Tuesday" }), 3).await;
    client.ask("game.resign", json!({ "game": game, "token": token })).await.unwrap();
    let mut other = site.client().await;
    let new = branch(&mut other, &game, json!({ "version": 2 })).await.unwrap();
    assert_eq!((&new["version"], &new["view"]["heap"]), (&json!(2), &json!(8)));
    let id = new["game"].as_str().unwrap();
    assert_ne!(id, game);
    let watched = other.ask("game.watch", json!({ "game": id })).await.unwrap();
    assert_eq!(watched["name"], "From turn 2 of Tuesday");
    // It goes on, here and after the server was started again, and its record says what it is.
    other.take(id, &new["tokens"]["both"], 8).await.unwrap();
    site.close().await;
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let saved = client.ask("game.save", json!({ "game": id })).await.unwrap();
    let record = saved["record"].as_str().unwrap();
    let header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    assert_eq!((&header["from"]["version"], &header["practice"]), (&json!(2), &json!(true)));
    assert_eq!(header["seats"], json!({ "union": "person", "confederate": "person" }));
    let audit = site.games.library().audit(record.as_bytes(), &[]);
    assert_eq!((audit.broken, audit.over), (None, true));
    // The old game is as it was.
    let old = client.ask("game.view", json!({ "game": game })).await.unwrap();
    assert_eq!((&old["version"], &old["heap"]), (&json!(5), &json!(7)));
    site.close().await;
}

#[tokio::test]
async fn nobody_learns_the_dice_or_secrets_of_a_game_that_goes_on() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (two, tokens) = client.begin(json!({ "scenario": "heap", "mode": "two" })).await;
    client.take(&two, &tokens["union"], 1).await.unwrap();
    let (honest, both) = alone(&mut client, json!({}), 1).await;
    let (practice, own) = alone(&mut client, json!({ "dice": [6] }), 1).await;
    for (game, token) in
        [(&two, json!(null)), (&two, tokens["union"].clone()), (&honest, both), (&practice, json!(null))]
    {
        let refused = branch(&mut client, game, json!({ "version": 1, "token": token })).await.unwrap_err();
        assert_eq!(refused["code"], 2, "{refused}");
        assert!(refused["message"].as_str().unwrap().starts_with("this game goes on"), "{refused}");
    }
    let new = branch(&mut client, &practice, json!({ "version": 1, "token": own })).await.unwrap();
    assert_eq!(new["view"]["heap"], 9);
    let wrong = branch(&mut client, &practice, json!({ "version": 1, "token": "none" })).await.unwrap_err();
    assert_eq!(wrong["code"], 4);
    site.close().await;
}

#[tokio::test]
async fn what_cannot_be_played_on_from_is_refused_and_nothing_begins() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, _) = alone(&mut client, json!({}), 10).await;
    for (more, code, text) in [
        (json!({ "version": 99 }), -32602, "version: 99 was asked for, the game is at 11"),
        (
            json!({ "version": 11 }),
            2,
            "the battle is over in that position: there is nothing to play on from",
        ),
        (json!({ "version": 2, "mode": "two" }), -32602, "mode: a game that is played on from"),
        (
            json!({ "version": 2, "commanders": { "union": { "level": "recruit" } } }),
            -32602,
            "commanders: there are none for the rules of this scenario",
        ),
    ] {
        let refused = branch(&mut client, &game, more).await.unwrap_err();
        assert_eq!(refused["code"], code, "{refused}");
        assert!(refused["message"].as_str().unwrap().starts_with(text), "{refused}");
    }
    assert_eq!(branch(&mut client, "nowhere", json!({ "version": 0 })).await.unwrap_err()["code"], 3);
    assert_eq!(site.games.open_games(), 1);
    site.close().await;
}

#[tokio::test]
async fn a_commander_of_each_system_plays_on() {
    let folder = tempdir().unwrap();
    let site = Site::open_with(folder.path(), systems::library().unwrap()).await;
    let mut client = site.client().await;
    for (scenario, order) in [
        ("training", json!({ "end-movement": {} })),
        ("kernstown-1-stone-wall", json!({ "choose-keys": { "keys": [] } })),
    ] {
        let (game, tokens) = client.begin(json!({ "scenario": scenario })).await;
        let token = &tokens["both"];
        let ordered = client.ask("game.order", json!({ "game": game, "token": token, "order": order })).await;
        let version = u32::from(ordered.is_ok());
        client.ask("game.resign", json!({ "game": game, "token": token })).await.unwrap();
        // The side that is asked is the computer's.
        let asked = client.ask("game.view", json!({ "game": game, "version": version })).await.unwrap();
        let side = asked["question"]["side"].as_str().unwrap().to_owned();
        let commanders = json!({ side.clone(): { "level": "random" } });
        let more = json!({ "version": version, "commanders": commanders });
        let new = branch(&mut client, &game, more).await.unwrap();
        let id = new["game"].as_str().unwrap();
        let mine = if side == "union" { "confederate" } else { "union" };
        assert!(new["tokens"][mine].is_string() && new["tokens"].get(&side).is_none(), "{}", new["tokens"]);
        // What the computer holds is not told, though it is asked: not to its opponent, nor where there is none.
        let of_two = json!({ "union": { "level": "random" }, "confederate": { "level": "random" } });
        let more = json!({ "version": version, "commanders": of_two });
        let unseated = branch(&mut client, &game, more).await.unwrap();
        for new in [&new, &unseated] {
            let seat = json!({ "game": new["game"], "token": new["tokens"][mine], "version": version });
            let (told, seen) = (&new["view"], client.ask("game.view", seat).await.unwrap());
            let parts = told.as_object().unwrap().keys();
            for part in parts.filter(|part| !["game", "waiting", "dice"].contains(&&***part)) {
                assert_eq!(told[part], seen[part], "{scenario}: {part}");
            }
        }
        let watched = client.ask("game.watch", json!({ "game": id, "token": new["tokens"][mine] })).await;
        let mut at = watched.unwrap()["version"].as_u64().unwrap();
        while at == u64::from(version) {
            at = client.hear().await["version"].as_u64().unwrap();
        }
        // Played alone, it can be played on from while it goes on, but not from the other side.
        let own = json!({ "version": version, "token": new["tokens"][mine], "commanders": commanders });
        branch(&mut client, id, own.clone()).await.unwrap();
        for more in [json!({}), json!({ "commanders": { mine: { "level": "random" } } })] {
            let mut other = own.clone();
            other.as_object_mut().unwrap().remove("commanders");
            other.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            assert_eq!(branch(&mut client, id, other).await.unwrap_err()["code"], 2);
        }
    }
    site.close().await;
}

#[tokio::test]
async fn a_game_of_a_pack_is_played_on_from_on_that_pack() {
    let folder = tempdir().unwrap();
    let site = Site::open_with(folder.path(), systems::library().unwrap()).await;
    let mut client = site.client().await;
    let opened = client.ask("pack.open", json!({ "scenario": "training" })).await.unwrap();
    let mut files = opened["files"].clone();
    let path = files.as_object().unwrap().keys().find(|path| path.ends_with("units.toml")).unwrap().clone();
    files.as_object_mut().unwrap().retain(|name, _| *name == path);
    let units = files[&path]["unit"].as_array_mut().unwrap();
    let strength = units[0]["strength"].as_i64().unwrap();
    units[0]["strength"] = json!(strength + 1);
    let kept = client.ask("pack.keep", json!({ "files": files, "title": "Stronger" })).await.unwrap();
    let pack = kept["pack"].clone();
    let (game, tokens) = client.begin(json!({ "scenario": "training", "pack": pack })).await;
    client.ask("game.resign", json!({ "game": game, "token": tokens["both"] })).await.unwrap();
    let new = branch(&mut client, &game, json!({ "version": 0 })).await.unwrap();
    assert_eq!(new["view"]["pack"]["id"], pack);
    let listed = client.ask("game.list", json!({ "tokens": [new["tokens"]["both"]] })).await.unwrap();
    assert_eq!(listed["games"][0]["pack"]["id"], pack);
    site.close().await;
}
