//! Two computers, one game: the WebSocket.

use std::time::Duration;

use protocol::{Call, Transport};

use crate::site::{Client, Site, soon};
use futures_util::{FutureExt, SinkExt};
use serde_json::{Value, json};
use server::games::Connection;
use tempfile::tempdir;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_util::sync::CancellationToken;

/// A game for two with both players present and a watcher, all watching.
async fn table(site: &Site) -> (String, Value, [Client; 3]) {
    let mut union = site.client().await;
    let mut confederate = site.client().await;
    let mut watcher = site.client().await;
    let (game, tokens) = union.begin(json!({ "scenario": "mountain", "mode": "two", "name": "Ours" })).await;
    for (client, token) in [
        (&mut union, &tokens["union"]),
        (&mut confederate, &tokens["confederate"]),
        (&mut watcher, &Value::Null),
    ] {
        client.ask("game.watch", json!({ "game": game, "token": token })).await.unwrap();
    }
    let seated = union.hear().await;
    assert_eq!((&seated["version"], &seated["entries"][0]["seated"]), (&json!(1), &json!(true)));
    (game, tokens, [union, confederate, watcher])
}

#[tokio::test]
async fn two_stay_in_step_and_each_sees_its_own() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let (game, tokens, [mut union, mut confederate, mut watcher]) = table(&site).await;

    let done = union.take(&game, &tokens["union"], 3).await.unwrap();
    assert_eq!((&done["version"], &done["view"]["heap"]), (&json!(2), &json!(999_997)));
    for (client, seat) in
        [(&mut union, json!("union")), (&mut confederate, json!("confederate")), (&mut watcher, Value::Null)]
    {
        let changed = client.hear().await;
        assert_eq!(changed["game"], json!(game));
        assert_eq!(changed["version"], 2);
        assert_eq!(changed["entries"][0]["events"][0]["count"], 3);
        assert_eq!(changed["view"]["seat"], seat);
        assert_eq!(changed["view"]["undo"], seat == "union");
    }

    // A secret message reaches only its own side.
    let whisper = json!({ "whisper": { "word": "flank" } });
    let order = json!({ "game": game, "token": tokens["confederate"], "order": whisper });
    confederate.ask("game.order", order).await.unwrap();
    assert_eq!(confederate.hear().await["view"]["words"], json!(["flank"]));
    for client in [&mut union, &mut watcher] {
        let changed = client.hear().await;
        assert_eq!(changed["version"], 3);
        assert!(!changed.to_string().contains("flank"), "{changed}");
        let log = client.ask("game.log", json!({ "game": game })).await.unwrap();
        assert!(!log.to_string().contains("flank"), "{log}");
        let refused = client.ask("game.save", json!({ "game": game })).await.unwrap_err();
        assert_eq!(refused["code"], 4);
    }
    site.close().await;
}

#[tokio::test]
async fn nobody_plays_another_s_seat() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let (game, tokens, [mut union, _confederate, mut watcher]) = table(&site).await;
    let (other, _) = union.begin(json!({ "scenario": "heap" })).await;

    // A watcher may only look.
    for (method, more) in [
        ("game.order", json!({ "order": { "take": { "count": 1 } } })),
        ("game.undo", json!({})),
        ("game.redo", json!({})),
        ("game.options", json!({})),
        ("game.targets", json!({ "verb": "take" })),
        ("game.preview", json!({ "order": { "take": { "count": 1 } } })),
        ("game.explain", json!({ "order": { "take": { "count": 1 } } })),
        ("game.watch", json!({ "seed": "mine" })),
    ] {
        let mut params = more.clone();
        params["game"] = json!(game);
        let refused = watcher.ask(method, params.clone()).await.unwrap_err();
        assert_eq!(refused["code"], 4, "{method}: {refused}");
        // Nor does it help to name a side.
        params["side"] = json!("union");
        assert_eq!(watcher.ask(method, params).await.unwrap_err()["code"], -32602, "{method}");
    }
    assert_eq!(watcher.ask("game.view", json!({ "game": game })).await.unwrap()["version"], 1);

    // A token opens only its own game and seat.
    assert_eq!(union.take(&other, &tokens["union"], 1).await.unwrap_err()["code"], 4);
    assert_eq!(union.take(&game, &json!("0123456789abcdef"), 1).await.unwrap_err()["code"], 4);
    assert_eq!(union.take(&game, &json!(""), 1).await.unwrap_err()["code"], 4);
    let wrong = union.take(&game, &tokens["confederate"], 1).await.unwrap_err();
    assert_eq!((&wrong["code"], &wrong["data"]["case"]), (&json!(1), &json!("1.1")));
    assert_eq!(union.ask("game.view", json!({ "game": "nowhere" })).await.unwrap_err()["code"], 3);
    site.close().await;
}

#[tokio::test]
async fn a_stale_order_changes_nothing() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let (game, tokens, [mut union, mut confederate, _]) = table(&site).await;
    let order = |version: u32, token: &str| json!({ "game": game, "token": tokens[token], "order": { "take": { "count": 1 } }, "version": version });
    union.ask("game.order", order(1, "union")).await.unwrap();
    assert_eq!(confederate.ask("game.order", order(1, "confederate")).await.unwrap_err()["code"], 2);
    assert_eq!(confederate.ask("game.order", order(3, "confederate")).await.unwrap_err()["code"], 2);
    assert_eq!(confederate.ask("game.order", order(2, "confederate")).await.unwrap()["version"], 3);
    site.close().await;
}

#[tokio::test]
async fn who_comes_back_is_told_what_was_missed() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let (game, tokens, [mut union, mut confederate, watcher]) = table(&site).await;
    drop(watcher);
    union.take(&game, &tokens["union"], 1).await.unwrap();
    confederate.hear().await;
    drop(confederate);
    // No other client is there to hear this one.
    let mut other = site.client().await;
    other.take(&game, &tokens["confederate"], 2).await.unwrap();
    let mut back = site.client().await;
    let params = json!({ "game": game, "token": tokens["confederate"], "version": 2 });
    let watched = back.ask("game.watch", params).await.unwrap();
    assert_eq!(
        (&watched["version"], &watched["you"], &watched["name"]),
        (&json!(3), &json!("confederate"), &json!("Ours"))
    );
    assert_eq!(watched["entries"].as_array().unwrap().len(), 1);
    assert_eq!(watched["entries"][0]["version"], 3);
    union.take(&game, &tokens["union"], 1).await.unwrap();
    assert_eq!(back.hear().await["version"], 4);

    // A client that no longer watches hears nothing: the next message is the answer to its own
    // question.
    back.ask("game.unwatch", json!({ "game": game })).await.unwrap();
    union.take(&game, &tokens["confederate"], 1).await.unwrap();
    back.send(json!({ "jsonrpc": "2.0", "id": 99, "method": "initialize" }).to_string()).await;
    assert_eq!(back.receive().await.unwrap()["id"], 99);
    site.close().await;
}

#[tokio::test]
async fn at_one_screen_one_token_plays_both_sides() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap", "seed": "mine" })).await;
    assert_eq!(tokens.as_object().unwrap().keys().collect::<Vec<_>>(), ["both"]);
    let token = &tokens["both"];
    assert_eq!(client.take(&game, token, 1).await.unwrap()["view"]["seat"], "confederate");
    // The order that passed the move to the other side can still be undone.
    let view = client.ask("game.view", json!({ "game": game, "token": token })).await.unwrap();
    assert_eq!((&view["undo"], &view["redo"]), (&json!(true), &json!(false)));
    let options = client.ask("game.options", json!({ "game": game, "token": token })).await.unwrap();
    assert_eq!((&options["undo"], &options["redo"]), (&json!(true), &json!(false)), "as the view says");
    let back = client.ask("game.undo", json!({ "game": game, "token": token })).await.unwrap();
    assert_eq!((&back["view"]["heap"], &back["view"]["redo"]), (&json!(10), &json!(true)));
    let on = client.ask("game.redo", json!({ "game": game, "token": token })).await.unwrap();
    assert_eq!(on["view"]["heap"], 9);
    let order = json!({ "game": game, "token": token, "order": { "throw": {} } });
    client.ask("game.order", order).await.unwrap();
    let no = client.ask("game.undo", json!({ "game": game, "token": token })).await.unwrap_err();
    assert_eq!(no["message"], "a die was thrown for the last order: it stands");
    let log = client.ask("game.log", json!({ "game": game })).await.unwrap();
    assert_eq!(log["entries"][0]["seed"], "mine");
    site.close().await;
}

#[tokio::test]
async fn each_player_has_a_share_of_the_dice_until_one_is_thrown() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain", "mode": "two" })).await;
    let watch = |seat: &str, seed: &str| json!({ "game": game, "token": tokens[seat], "seed": seed });
    assert_eq!(client.ask("game.watch", watch("union", "north")).await.unwrap()["version"], 1);
    // Offered again, as by a page that comes back: the first one counts.
    assert_eq!(client.ask("game.watch", watch("union", "east")).await.unwrap()["version"], 1);
    // A player who comes without a share keeps nobody waiting.
    let came = json!({ "game": game, "token": tokens["confederate"] });
    client.ask("game.watch", came).await.unwrap();
    let order = json!({ "game": game, "token": tokens["union"], "order": { "throw": {} } });
    client.ask("game.order", order).await.unwrap();
    assert_eq!(client.ask("game.watch", watch("confederate", "south")).await.unwrap()["version"], 3);
    let long = client.ask("game.watch", watch("confederate", &"x".repeat(65))).await.unwrap_err();
    assert_eq!(long["code"], -32602);
    let refused =
        client.ask("game.new", json!({ "scenario": "heap", "mode": "two", "seed": "x" })).await.unwrap_err();
    assert_eq!(refused["code"], -32602);
    site.close().await;
}

#[tokio::test]
async fn my_games_are_those_of_my_tokens() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (first, one) = client.begin(json!({ "scenario": "heap", "name": "  First " })).await;
    let (second, two) = client.begin(json!({ "scenario": "mountain", "mode": "two" })).await;
    client.take(&first, &one["both"], 10).await.unwrap();
    let tokens = json!({ "tokens": [two["confederate"], one["both"], "nobody's"] });
    let listed = client.ask("game.list", tokens).await.unwrap();
    let mut games = listed["games"].as_array().unwrap().clone();
    games.sort_by_key(|game| game["name"].as_str().map(str::len));
    assert_eq!(games.len(), 2);
    let [mountain, heap] = &games[..] else { panic!("two games") };
    assert_eq!(
        (&mountain["game"], &mountain["you"], &mountain["asked"], &mountain["over"], &mountain["title"]),
        (&json!(second), &json!("confederate"), &json!("union"), &json!(false), &json!("The mountain"))
    );
    assert_eq!(
        (&heap["game"], &heap["you"], &heap["asked"], &heap["over"], &heap["name"], &heap["turn"]),
        (&json!(first), &json!("both"), &Value::Null, &json!(true), &json!("First"), &json!(10))
    );
    let many = vec!["x"; 257];
    assert_eq!(client.ask("game.list", json!({ "tokens": many })).await.unwrap_err()["code"], -32602);
    site.close().await;
}

#[tokio::test]
async fn malformed_messages_are_answered_and_the_connection_lives() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    for (text, code) in [
        ("{", -32700),
        ("[]", -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"game.destroy"}"#, -32601),
        (r#"{"jsonrpc":"2.0","id":1,"method":"game.new","params":{"scenario":"heap","x":1}}"#, -32602),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"game.new","params":{"scenario":"heap","name":"a\nb"}}"#,
            -32602,
        ),
        (r#"{"jsonrpc":"2.0","id":1,"method":"game.view","params":{"game":"1","token":7}}"#, -32602),
    ] {
        client.send(text.to_owned()).await;
        assert_eq!(client.receive().await.unwrap()["error"]["code"], code, "{text}");
    }
    client.socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(client.receive().await.unwrap()["error"]["code"], -32600);
    // A message just over the limit is answered.
    client.send(" ".repeat(protocol::LONGEST_MESSAGE + 1)).await;
    let refused = client.receive().await.unwrap();
    assert_eq!(refused["error"]["code"], -32600);
    assert!(refused["error"]["message"].as_str().unwrap().contains("at most"));
    assert!(client.ask("initialize", json!({})).await.is_ok());
    // A notification is carried out without an answer.
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    let order = json!({ "game": game, "token": tokens["both"], "order": { "take": { "count": 4 } } });
    client.send(json!({ "jsonrpc": "2.0", "method": "game.order", "params": order }).to_string()).await;
    assert_eq!(client.ask("game.view", json!({ "game": game })).await.unwrap()["heap"], 6);
    // Far over the limit the connection is cut, and the server survives.
    let _ = client.socket.send(Message::text("x".repeat(3 * protocol::LONGEST_MESSAGE))).await;
    while client.receive().await.is_some() {}
    assert!(site.client().await.ask("initialize", json!({})).await.is_ok());
    site.close().await;
}

#[tokio::test]
async fn a_page_of_another_site_may_not_speak() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let connect = async |origin: &str| {
        let mut request = format!("ws://{}/ws", site.address).into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        soon(tokio_tungstenite::connect_async(request)).await.map(|_| ())
    };
    assert!(connect(&format!("http://{}", site.address)).await.is_ok());
    let refused = connect("http://example.org").await.unwrap_err();
    assert!(refused.to_string().contains("403"), "{refused}");
    site.close().await;
}

#[tokio::test]
async fn a_panic_ends_neither_the_server_nor_its_game_nor_another() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let (game, tokens, [mut union, mut confederate, _]) = table(&site).await;
    let (other, others) = confederate.begin(json!({ "scenario": "heap" })).await;
    union.take(&game, &tokens["union"], 1).await.unwrap();
    confederate.hear().await;
    let explode = json!({ "game": game, "token": tokens["confederate"], "order": { "explode": {} } });
    assert_eq!(confederate.ask("game.order", explode).await.unwrap_err()["code"], -32603);
    assert_eq!(confederate.take(&other, &others["both"], 1).await.unwrap()["version"], 1);
    assert_eq!(confederate.take(&game, &tokens["confederate"], 1).await.unwrap()["version"], 3);
    // Those that were watching still are.
    assert_eq!(union.hear().await["version"], 2);
    assert_eq!(union.hear().await["version"], 3);
    site.close().await;
}

#[tokio::test]
async fn a_game_put_away_comes_back_as_it_was() {
    let folder = tempdir().unwrap();
    let site = Site::open_idle(folder.path(), Duration::from_millis(1)).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    for i in 1..=20 {
        assert_eq!(client.take(&game, &tokens["both"], 1).await.unwrap()["version"], i);
        if i % 5 == 0 {
            soon(site.games.none_open()).await;
        }
    }
    // A watched game stays open.
    client.ask("game.watch", json!({ "game": game })).await.unwrap();
    client.ask("game.view", json!({ "game": "nowhere" })).await.unwrap_err();
    client.take(&game, &tokens["both"], 1).await.unwrap();
    assert_eq!(client.hear().await["version"], 21);
    site.close().await;
}

#[tokio::test]
async fn a_record_carries_a_game_from_one_server_to_another() {
    let (here, there) = (tempdir().unwrap(), tempdir().unwrap());
    let (here, there) = (Site::open(here.path()).await, Site::open(there.path()).await);
    let mut client = here.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    let throw = |game: &str, token: &Value| json!({ "game": game, "token": token, "order": { "throw": {} } });
    client.ask("game.order", throw(&game, &tokens["both"])).await.unwrap();
    let save = |token: &Value| json!({ "game": game, "token": token });
    let whole = client.ask("game.save", save(&tokens["both"])).await.unwrap();
    let public = client.ask("game.save", save(&Value::Null)).await.unwrap();
    let next = client.ask("game.order", throw(&game, &tokens["both"])).await.unwrap();

    // With the secret, which only the player of both sides is given, it continues with the same
    // dice.
    let mut other = there.client().await;
    let loaded = other.ask("game.load", whole.clone()).await.unwrap();
    let again = other
        .ask("game.order", throw(loaded["game"].as_str().unwrap(), &loaded["tokens"]["both"]))
        .await
        .unwrap();
    assert_eq!(again["events"], next["events"]);
    // With another game's secret it is refused.
    let forged = whole["record"].as_str().unwrap();
    let digit = forged.find(r#""secret":""#).unwrap() + r#""secret":""#.len();
    let other_digit = if forged.as_bytes()[digit] == b'0' { "1" } else { "0" };
    let mut forged = forged.to_owned();
    forged.replace_range(digit..=digit, other_digit);
    assert_eq!(other.ask("game.load", json!({ "record": forged })).await.unwrap_err()["code"], -32602);
    // For two players it is a practice game, since the player who loaded it can predict the dice.
    let practice = other.ask("game.load", json!({ "record": whole["record"], "mode": "two" })).await.unwrap();
    assert_eq!((&practice["view"]["practice"], &loaded["view"]["practice"]), (&json!(true), &json!(false)));
    // Without the secret it can be viewed, and played only until a die is needed.
    let loaded = other.ask("game.load", public).await.unwrap();
    let (game, token) = (loaded["game"].as_str().unwrap(), &loaded["tokens"]["both"]);
    assert_eq!(other.ask("game.order", throw(game, token)).await.unwrap_err()["code"], 2);
    assert_eq!(other.take(game, token, 1).await.unwrap()["version"], 2);
    here.close().await;
    there.close().await;
}

#[tokio::test]
async fn the_server_says_goodbye_when_it_stops() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let (_, _, [mut union, _, _]) = table(&site).await;
    site.close().await;
    assert!(union.receive().await.is_none());
}

#[tokio::test]
async fn whoever_hangs_up_while_a_record_waits_to_be_judged_holds_nothing() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let work = site.games.allowances().work();
    let [one, other] = [2, 3].map(|network| server::Client::at([192, 0, network, 1].into()));
    let _held = work.turn_to_judge(other, Duration::MAX).await;
    for method in ["game.load", "pack.after"] {
        let (connection, _messages) = Connection::new(one, CancellationToken::new());
        let params = json!({ "record": "" }).as_object().unwrap().clone();
        let call = Call::read(Transport::Server, method, params).unwrap();
        let mut answer = Box::pin(site.games.call(call, &connection));
        assert!(futures_util::poll!(&mut answer).is_pending(), "{method}");
        assert!(work.turn_to_work(one).now_or_never().is_none(), "{method}");
        site.games.leave(&connection);
        assert_eq!(soon(answer).await.unwrap_err().code, -32603, "{method}");
        assert!(work.turn_to_work(one).now_or_never().is_some(), "{method}");
    }
    // Nor is anything done then for a question that waits for another of its network.
    let turn = work.turn_to_work(one).await;
    let (connection, _messages) = Connection::new(one, CancellationToken::new());
    let params = json!({ "files": {} }).as_object().unwrap().clone();
    let call = Call::read(Transport::Server, "pack.check", params).unwrap();
    let mut answer = Box::pin(site.games.call(call, &connection));
    assert!(futures_util::poll!(&mut answer).is_pending());
    site.games.leave(&connection);
    assert_eq!(soon(answer).await.unwrap_err().code, -32603);
    drop(turn);
    assert!(work.turn_to_work(one).now_or_never().is_some());
    assert_eq!(work.done(), 0);
    site.close().await;
}
