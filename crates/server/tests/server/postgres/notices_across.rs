//! Notices where a player is with another server than the one that was given the order.

use serde_json::json;
use server::store::{KeyChoice, Settings};

use crate::accounts::of_account;
use crate::kept_in::Backend;
use crate::notices::{SETTLED, open_with, own_network};
use crate::receiver::Receiver;

#[tokio::test]
async fn whoever_is_at_the_table_of_another_server_is_told_only_if_still_asked_minutes_later() {
    let folder = Backend::Postgres.folder();
    let with =
        || Settings { key: KeyChoice::File(folder.path().join("longroll.key")), ..Settings::default() };
    let here = open_with(folder.path(), with(), own_network(None)).await;
    let there = open_with(folder.path(), with(), own_network(None)).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (here.join("Ann").await, here.join("Ben").await);
    let game = here.game(&ann, &ben, "mountain").await;
    here.hook(&ben, &receiver).await;
    let mut client = there.client(&ben).await;
    let seat = json!({ "game": game, "token": of_account("confederate", &game) });
    client.ask("game.watch", seat.clone()).await.unwrap();
    here.take(&ann, &game, "union").await;
    here.pass(0).await;
    // It hears that Ann has come, too, and of her link and her order at once or one after the other.
    let own = json!({ "game": game, "token": of_account("union", &game) });
    let reached = here.client(&ann).await.ask("game.view", own).await.unwrap()["version"].as_u64();
    while client.hear().await["version"].as_u64() < reached {}
    // Once this is answered the other server has done all that it does about the order.
    client.ask("game.view", seat).await.unwrap();
    there.pass(0).await;
    for wait in [SETTLED, 60, 200] {
        for server in [&here, &there] {
            server.pass(wait).await;
        }
        assert!(receiver.heard().is_empty(), "Ben is there");
    }
    for server in [&here, &there] {
        server.pass(300 - SETTLED - 260).await;
    }
    assert_eq!(receiver.heard().len(), 1);
    here.site.close().await;
    there.site.close().await;
}
