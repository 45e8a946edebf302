//! Several servers over one database: any of them serves any game, and nobody who plays notices
//! which.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use catalog::Library;
use serde_json::{Value, json};
use server::store::{Call, Fault, KeyChoice, Seam, Settings};
use server::{Front, Limits};
use sqlx::Executor;
use tabletop::share_hash;

use crate::kept_in::{Backend, hands};
use crate::site::{Client, Site, open_store, soon};
use crate::toy::Toys;

/// A server over the database of that folder; all of them have one key.
async fn node(folder: &Path) -> Site {
    let key = KeyChoice::File(folder.join("longroll.key"));
    Site::open_settled(folder, Settings { key, ..Settings::default() }).await
}

async fn watch(client: &mut Client, game: &str, token: &Value) -> Value {
    let watch = json!({ "game": game, "token": token, "patches": true });
    client.ask("game.watch", watch).await.unwrap()
}

/// Hears of changes until the game has that version; how many it took.
async fn until(client: &mut Client, version: u32) -> usize {
    for heard in 1.. {
        let told = client.hear().await;
        if told["version"] == version {
            return heard;
        }
    }
    unreachable!()
}

#[tokio::test]
async fn two_players_on_two_servers_play_one_game_and_a_third_server_takes_over() {
    let folder = Backend::Postgres.folder();
    let (one, two) = (node(folder.path()).await, node(folder.path()).await);
    let mut union = one.client().await;
    let (game, tokens) = union.begin(json!({ "scenario": "heap", "mode": "two" })).await;
    let mut confederate = two.client().await;
    watch(&mut union, &game, &tokens["union"]).await;
    watch(&mut confederate, &game, &tokens["confederate"]).await;
    let seats = [(&tokens["union"], 0), (&tokens["confederate"], 1)];
    // The Union takes first.
    let mut asked = false;
    for version in 2..=5 {
        let (token, seat) = seats[usize::from(asked)];
        let (giver, other) = match seat {
            0 => (&mut union, &mut confederate),
            _ => (&mut confederate, &mut union),
        };
        let done = giver.take(&game, token, 1).await.unwrap();
        assert_eq!(done["version"], version, "{done}");
        until(giver, version).await;
        until(other, version).await;
        asked = !asked;
    }
    // What both see is the same that a server sees that has never heard of the game.
    let three = node(folder.path()).await;
    let mut fresh = three.client().await;
    for (client, seat) in [(&mut union, "union"), (&mut confederate, "confederate")] {
        let look = json!({ "game": game, "token": tokens[seat] });
        let here = client.ask("game.view", look.clone()).await.unwrap();
        assert_eq!(here, fresh.ask("game.view", look).await.unwrap(), "{seat}");
    }
    // A server goes, and its player comes to another.
    one.close().await;
    let (token, _) = seats[usize::from(asked)];
    let done = fresh.take(&game, token, 1).await.unwrap();
    assert_eq!(done["version"], 6);
    until(&mut confederate, 6).await;
    two.close().await;
    three.close().await;
}

/// A server that ends before it could tell anybody what it wrote.
#[derive(Debug)]
struct CutOff;

impl Seam for CutOff {
    fn fault(&self, _: Call) -> Option<Fault> {
        None
    }

    fn is_cut_off(&self) -> bool {
        true
    }
}

#[tokio::test]
async fn what_a_server_wrote_and_could_not_tell_before_it_ended_is_seen_by_others() {
    let folder = Backend::Postgres.folder();
    let key = KeyChoice::File(folder.path().join("longroll.key"));
    let settings = Settings { key, seam: Some(Arc::new(CutOff)), ..Settings::default() };
    let (one, two) = (Site::open_settled(folder.path(), settings).await, node(folder.path()).await);
    let mut union = one.client().await;
    let (game, tokens) = union.begin(json!({ "scenario": "heap", "mode": "two" })).await;
    let mut confederate = two.client().await;
    watch(&mut confederate, &game, &tokens["confederate"]).await;
    let done = union.take(&game, &tokens["union"], 1).await.unwrap();
    one.close().await;
    until(&mut confederate, u32::try_from(done["version"].as_u64().unwrap()).unwrap()).await;
    two.close().await;
}

#[tokio::test]
async fn orders_that_cross_are_judged_one_after_another_and_none_is_lost_or_doubled() {
    let folder = Backend::Postgres.folder();
    let nodes = [node(folder.path()).await, node(folder.path()).await, node(folder.path()).await];
    let mut clients = Vec::new();
    for node in &nodes {
        clients.push(node.client().await);
    }
    let (game, tokens) = clients[0].begin(json!({ "scenario": "mountain" })).await;
    for client in &mut clients {
        watch(client, &game, &tokens["both"]).await;
    }
    let order = json!({ "game": game, "token": tokens["both"], "order": { "take": { "count": 1 } } });
    let mut given = tokio::task::JoinSet::new();
    for mut client in clients {
        let order = order.clone();
        given.spawn(async move {
            let mut versions = Vec::new();
            for _ in 0..10 {
                match client.ask("game.order", order.clone()).await {
                    Ok(done) => versions.push(done["version"].as_u64().unwrap()),
                    // So many came between that it was given up; nothing was kept of it then.
                    Err(error) => assert_eq!(error["code"], 2, "{error}"),
                }
            }
            versions
        });
    }
    let mut versions: Vec<u64> = soon(given.join_all()).await.concat();
    versions.sort_unstable();
    let count = versions.len() as u64;
    assert!(count >= 10, "{versions:?}");
    assert_eq!(versions, (1..=count).collect::<Vec<_>>(), "each order has a number of its own");
    for node in &nodes {
        let mut client = node.client().await;
        let view = client.ask("game.view", json!({ "game": game, "token": tokens["both"] })).await.unwrap();
        assert_eq!(view["version"], count);
    }
    for node in nodes {
        node.close().await;
    }
}

#[tokio::test]
async fn what_one_server_has_answered_every_other_knows_at_once() {
    let folder = Backend::Postgres.folder();
    let (one, two) = (node(folder.path()).await, node(folder.path()).await);
    let (mut here, mut there) = (one.client().await, two.client().await);
    let (game, tokens) = here.begin(json!({ "scenario": "mountain" })).await;
    let both = json!({ "game": game, "token": tokens["both"] });
    // News take longer than answers in some of these at least.
    for version in 1..=40 {
        let asked = ["game.view", "game.log", "game.save"][version % 3];
        there.ask(asked, both.clone()).await.unwrap();
        here.take(&game, &tokens["both"], 1).await.unwrap();
        let told = there.ask(asked, both.clone()).await.unwrap();
        let seen = match asked {
            "game.view" => told["version"].as_u64().unwrap() as usize,
            "game.log" => told["entries"].as_array().unwrap().len(),
            _ => told["record"].as_str().unwrap().lines().count() - 1,
        };
        assert_eq!(seen, version, "{asked}");
    }
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn the_dice_wait_for_players_and_shares_on_whichever_server_they_are() {
    let folder = Backend::Postgres.folder();
    let (one, two) = (node(folder.path()).await, node(folder.path()).await);
    let mut union = one.client().await;
    let (game, tokens) = union.begin(json!({ "scenario": "mountain", "mode": "two" })).await;
    let mut confederate = two.client().await;
    watch(&mut union, &game, &tokens["union"]).await;
    let throw = json!({ "game": game, "token": tokens["union"], "order": { "throw": {} } });
    let waiting = union.ask("game.order", throw.clone()).await.unwrap_err();
    assert!(waiting["data"]["waiting"].is_array(), "{waiting}");
    // The other player comes to the other server, and the first hears of it.
    watch(&mut confederate, &game, &tokens["confederate"]).await;
    union.hear().await;
    let thrown = union.ask("game.order", throw).await.unwrap();
    assert_eq!(thrown["version"], 2, "{thrown}");
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn a_lost_line_to_the_database_is_made_good() {
    let folder = Backend::Postgres.folder();
    let (one, two) = (node(folder.path()).await, node(folder.path()).await);
    let mut here = one.client().await;
    let (game, tokens) = here.begin(json!({ "scenario": "mountain" })).await;
    watch(&mut here, &game, &tokens["both"]).await;
    let mut there = two.client().await;
    // Every connection of every server is ended, as if the database had been restarted.
    let mut hands = hands(folder.path()).await;
    hands
        .execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .await
        .unwrap();
    // It is said that the order was not kept, until the database answers.
    let mut version = 0;
    for _ in 0..20 {
        if let Ok(done) = there.take(&game, &tokens["both"], 1).await {
            version = u32::try_from(done["version"].as_u64().unwrap()).unwrap();
            break;
        }
    }
    assert_eq!(version, 1);
    until(&mut here, 1).await;
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn who_watches_a_game_that_has_left_memory_is_told_what_another_server_wrote() {
    let folder = Backend::Postgres.folder();
    let one = node(folder.path()).await;
    let mut union = one.client().await;
    let (game, tokens) = union.begin(json!({ "scenario": "mountain", "mode": "two" })).await;
    let two = Site::open_idle(folder.path(), Duration::from_millis(5)).await;
    let mut confederate = two.client().await;
    watch(&mut confederate, &game, &tokens["confederate"]).await;
    gone(&two).await;
    union.take(&game, &tokens["union"], 1).await.unwrap();
    until(&mut confederate, 1).await;
    gone(&two).await;
    union.ask("game.undo", json!({ "game": game, "token": tokens["union"] })).await.unwrap();
    assert_eq!(until(&mut confederate, 2).await, 1);
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn a_game_that_was_deleted_is_nowhere_any_more() {
    let folder = Backend::Postgres.folder();
    let (one, two) = (node(folder.path()).await, node(folder.path()).await);
    let mut there = two.client().await;
    let (game, tokens) = there.begin(json!({ "scenario": "mountain" })).await;
    there.take(&game, &tokens["both"], 1).await.unwrap();
    assert!(one.games.delete(&game).await.unwrap());
    let look = json!({ "game": game, "token": tokens["both"] });
    assert_eq!(until_refused(&mut there, &look).await["code"], 3);
    one.close().await;
    two.close().await;
}

/// Waits until a look at a game is refused, and with what: another server that has deleted it tells
/// this one by a notice, which may come a moment after.
async fn until_refused(client: &mut Client, look: &Value) -> Value {
    let refused = async {
        loop {
            if let Err(refusal) = client.ask("game.view", look.clone()).await {
                return refusal;
            }
            tokio::task::yield_now().await;
        }
    };
    soon(refused).await
}

/// Waits until no game is in memory there, though they are watched.
async fn gone(site: &Site) {
    soon(site.games.none_open()).await;
}

/// A chain of hashes: its links, the first to be revealed last.
fn chain(start: &str) -> Vec<String> {
    std::iter::successors(Some(start.to_owned()), |link| Some(share_hash(link))).take(9).collect()
}

#[tokio::test]
async fn a_throw_takes_the_shares_that_two_servers_were_given() {
    let folder = Backend::Postgres.folder();
    let (one, two) = (node(folder.path()).await, node(folder.path()).await);
    let mut union = one.client().await;
    let new = json!({ "scenario": "mountain", "mode": "two", "shares": "each-throw" });
    let (game, tokens) = union.begin(new).await;
    let view = union.ask("game.view", json!({ "game": game })).await.unwrap();
    let mut confederate = two.client().await;
    let (north, south) = (chain("north"), chain("south"));
    for (client, seat, chain) in [(&mut union, "union", &north), (&mut confederate, "confederate", &south)] {
        let come = json!({
            "game": game, "token": tokens[seat], "commit": chain[8], "commitment": view["commitment"],
        });
        client.ask("game.watch", come).await.unwrap();
    }
    let throw = json!({ "game": game, "token": tokens["union"], "order": { "throw": {} } });
    let declared = union.ask("game.order", throw).await.unwrap();
    let declared = u32::try_from(declared["version"].as_u64().unwrap()).unwrap();
    until(&mut confederate, declared).await;
    let share = |seat: &str, link: &str| json!({ "game": game, "token": tokens[seat], "seed": link });
    union.ask("game.share", share("union", &north[7])).await.unwrap();
    confederate.ask("game.share", share("confederate", &south[7])).await.unwrap();
    // A share, both shares, and the order with its die, wherever it fell.
    for client in [&mut union, &mut confederate] {
        until(client, declared + 3).await;
    }
    one.close().await;
    two.close().await;
}

/// The same with limits.
async fn limited_node(folder: &Path, limits: Limits) -> Site {
    let key = KeyChoice::File(folder.join("longroll.key"));
    let store = open_store(folder, Settings { key, ..Settings::default() }).await;
    let library = Library::new().with_system(Arc::new(Toys));
    Site::open_front(store, library, Duration::from_secs(3600), limits, Front::default()).await
}

#[tokio::test]
async fn a_game_that_was_begun_on_another_server_counts_as_begun() {
    let folder = Backend::Postgres.folder();
    let limits = Limits { unstarted: 2, ..Limits::default() };
    let (one, two) = (limited_node(folder.path(), limits).await, limited_node(folder.path(), limits).await);
    let (mut here, mut there) = (one.client().await, two.client().await);
    let new = json!({ "scenario": "heap" });
    let (game, tokens) = here.begin(new.clone()).await;
    here.begin(new.clone()).await;
    assert_eq!(here.ask("game.new", new.clone()).await.unwrap_err()["data"]["limit"], "unstarted-games");
    there.take(&game, &tokens["both"], 1).await.unwrap();
    here.begin(new.clone()).await;
    assert_eq!(here.ask("game.new", new).await.unwrap_err()["data"]["limit"], "unstarted-games");
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn a_game_that_is_watched_on_another_server_stays_and_several_that_look_delete_it_once() {
    const DAY: i64 = 24 * 3600;
    let folder = Backend::Postgres.folder();
    let limits = Limits { finished_for: Some(Duration::from_secs(10 * 24 * 3600)), ..Limits::default() };
    let (one, two) = (limited_node(folder.path(), limits).await, limited_node(folder.path(), limits).await);
    let mut client = one.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    client.take(&game, &tokens["both"], 10).await.unwrap();
    let mut watcher = two.client().await;
    watcher.ask("game.watch", json!({ "game": game })).await.unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() as i64;
    let there = async || one.games.store().facts(Some(&game)).await.unwrap().len() == 1;
    // Each looks every hour, the one a little sooner than the other.
    for hour in 0..5 {
        one.games.expire(now + 10 * DAY + hour * 3600 + 60).await;
        assert!(there().await, "after {hour} hours");
        two.games.expire(now + 10 * DAY + hour * 3600 + 120).await;
    }
    watcher.ask("game.unwatch", json!({ "game": game })).await.unwrap();
    let later = now + 11 * DAY;
    tokio::join!(one.games.expire(later), two.games.expire(later));
    assert!(!there().await);
    let gone = |site: &Site| site.games.limits_told().kept.iter().map(|kept| kept.gone).sum::<u64>();
    assert_eq!(gone(&one) + gone(&two), 1);
    assert_eq!(until_refused(&mut watcher, &json!({ "game": game })).await["code"], 3);
    one.close().await;
    two.close().await;
}
