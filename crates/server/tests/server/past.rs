//! What is past of a game is on disk, and comes back into memory when somebody asks for it.

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Executor, Row};

use crate::kept_in::Backend;
use crate::site::{Client, Site, hands};

async fn throw(client: &mut Client, game: &str, token: &Value) -> Value {
    let throw = json!({ "game": game, "token": token, "order": { "throw": {} } });
    client.ask("game.order", throw).await.unwrap()
}

/// Everything that can be asked about the past.
async fn told(client: &mut Client, game: &str, token: &Value) -> Vec<Result<Value, Value>> {
    let mut told = Vec::new();
    for (method, mut params) in [
        ("game.log", json!({})),
        ("game.log", json!({ "since": 2 })),
        ("game.view", json!({ "version": 1 })),
        ("game.save", json!({})),
        ("game.watch", json!({})),
    ] {
        params["game"] = json!(game);
        params["token"] = token.clone();
        told.push(client.ask(method, params).await);
    }
    told
}

pub async fn a_game_that_goes_on_does_without_its_past_until_somebody_asks_for_it(backend: Backend) {
    let folder = backend.folder();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    let token = &tokens["both"];
    for version in 1..=6 {
        assert_eq!(throw(&mut client, &game, token).await["version"], version);
    }
    let mut hands = hands(folder.path()).await;
    let first = "SELECT line FROM entries WHERE version = 1";
    let line: String = hands.fetch_one(first).await.unwrap().get(0);
    let damage = "UPDATE entries SET line = REPLACE(line, 'union', 'uniom') WHERE version = 1";
    assert_eq!(hands.execute(damage).await.unwrap().rows_affected(), 1);
    // Nobody reads it.
    assert_eq!(throw(&mut client, &game, token).await["version"], 7);
    client.take(&game, token, 1).await.unwrap();
    client.ask("game.undo", json!({ "game": game, "token": token })).await.unwrap();
    let log = json!({ "game": game, "token": token, "since": 7 });
    assert_eq!(client.ask("game.log", log).await.unwrap()["entries"].as_array().unwrap().len(), 2);
    // Now it is read, and what is wrong with it told: the game is read whole from then on.
    for told in told(&mut client, &game, token).await {
        let error = told.unwrap_err();
        assert_eq!(error["code"], -32603, "{error}");
    }
    let mended = format!("UPDATE entries SET line = '{}' WHERE version = 1", line.replace('\'', "''"));
    hands.execute(sqlx::query(AssertSqlSafe(mended))).await.unwrap();
    throw(&mut client, &game, token).await;
    let back: Vec<Value> = told(&mut client, &game, token).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(back[0]["entries"].as_array().unwrap().len(), 10);
    assert_eq!(back[1]["entries"].as_array().unwrap().len(), 8);
    assert_eq!(back[2]["version"], 1);
    assert_eq!(back[3]["record"].as_str().unwrap().lines().count(), 11);
    assert_eq!(back[4]["entries"], back[0]["entries"]);
    site.close().await;

    // The same is told by a server that has just read all of it.
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let afresh: Vec<Value> = told(&mut client, &game, token).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(afresh, back);
    site.close().await;
}
