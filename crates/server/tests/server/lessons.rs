//! Lessons about turns: for who may have advice, whatever has become of the game meanwhile, and the
//! same after the server was started again.

use std::sync::Arc;

use protocol::Line;
use protocol::schemas;
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::site::{Client, Site};
use testing::shape::Shapes;

async fn site(folder: &std::path::Path) -> Site {
    Site::open_with(folder, systems::library().unwrap()).await
}

/// Ends the Union's turn of a training battle without having done anything.
async fn pass_turn(person: &mut Client, game: &str, token: &Value) {
    for _ in 0..4 {
        let view = person.ask("game.view", json!({ "game": game, "token": token })).await.unwrap();
        let end = match view["question"]["kind"].as_str() {
            Some("movement") if view["question"]["side"] == "union" => "end-movement",
            Some("combat") if view["question"]["side"] == "union" => "end-combat",
            _ => return,
        };
        person
            .ask("game.order", json!({ "game": game, "token": token, "order": { end: {} } }))
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_turn_that_has_ended_teaches_the_same_after_the_server_was_started_again() {
    let folder = tempdir().unwrap();
    let first = site(folder.path()).await;
    let mut person = first.client().await;
    let new = json!({ "scenario": "training", "commanders": { "confederate": { "level": "recruit" } } });
    let (game, tokens) = person.begin(new).await;
    let token = &tokens["union"];
    let of = |more: Value| {
        let mut params = json!({ "game": game, "token": token });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    assert_eq!(person.ask("game.lesson", of(json!({}))).await.unwrap_err()["code"], 2, "none has ended");
    pass_turn(&mut person, &game, token).await;
    // The computer plays meanwhile.
    let told = person.ask("game.lesson", of(json!({}))).await.unwrap();
    assert_eq!((&told["turn"], &told["side"], &told["orders"]), (&json!(1), &json!("union"), &json!(2)));
    assert!(told["text"].as_str().unwrap().ends_with('.'), "{told}");
    let all = schemas(systems::registry());
    let shapes = Shapes::new(&all);
    let shape = shapes.named("game.lesson.json")["properties"]["result"].clone();
    assert_eq!(shapes.misfit(&shape, &told), None);
    assert_eq!(person.ask("game.lesson", of(json!({ "turn": 7 }))).await.unwrap_err()["code"], 2);
    let watcher = json!({ "game": game });
    assert_eq!(person.ask("game.lesson", watcher).await.unwrap_err()["code"], 4, "a watcher");
    first.close().await;

    let second = site(folder.path()).await;
    let mut person = second.client().await;
    assert_eq!(person.ask("game.lesson", of(json!({ "turn": 1 }))).await.unwrap(), told);
    second.close().await;
}

#[tokio::test]
async fn lessons_are_a_computers_help_like_advice() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let mut person = site.client().await;
    for (more, seat, allowed) in [
        (json!({ "mode": "two" }), "union", false),
        (json!({ "mode": "hot-seat" }), "both", false),
        (json!({ "advice": true }), "both", true),
    ] {
        let mut new = json!({ "scenario": "training" });
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (game, tokens) = person.begin(new).await;
        let token = &tokens[seat];
        if seat == "union" {
            // In a match both must have come to the table before a die is thrown; none is here.
            person.ask("game.watch", json!({ "game": game, "token": tokens["confederate"] })).await.unwrap();
        }
        pass_turn(&mut person, &game, token).await;
        let told = person.ask("game.lesson", json!({ "game": game, "token": token })).await;
        match told {
            Ok(told) => assert!(allowed && told["side"] == "union", "{more}: {told}"),
            Err(error) => assert!(!allowed && error["code"] == 4, "{more}: {error}"),
        }
    }
    site.close().await;
}

#[test]
fn the_line_teaches_too() {
    let mut line = Line::new(Arc::new(systems::library().unwrap()));
    let mut ask = |method: &str, params: Value| -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        serde_json::from_str(&line.hear(request.to_string().as_bytes()).unwrap()).unwrap()
    };
    let units = json!([
        { "id": "x0", "side": "union", "type": "infantry", "strength": 5, "hex": "0705" },
        { "id": "x1", "side": "confederate", "type": "infantry", "strength": 4, "hex": "1005" },
    ]);
    let position =
        json!({ "scenario": "training", "units": units, "turn": 4, "side": "union", "phase": "movement" });
    let game = ask("game.position", position)["result"]["game"].clone();
    let of = json!({ "game": game, "side": "union" });
    assert_eq!(ask("game.lesson", of.clone())["error"]["code"], 2);
    for order in [
        json!({ "move": { "unit": "x0", "to": "0503" } }),
        json!({ "end-movement": {} }),
        json!({ "end-combat": {} }),
    ] {
        ask("game.order", json!({ "game": game, "side": "union", "order": order }));
    }
    let told = ask("game.lesson", of)["result"].take();
    assert_eq!(told["mistake"]["version"], 1, "{told}");
    assert_eq!(told["mistake"]["strokes"][0]["to"], "0503", "{told}");
    // Only a side asks.
    assert_eq!(ask("game.lesson", json!({ "game": game }))["error"]["code"], -32602);
}
