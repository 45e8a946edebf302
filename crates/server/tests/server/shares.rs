//! Shares of the dice on a server: all are bound before any is revealed and revealed before a die
//! is thrown, and nobody waits forever.

use std::time::Duration;

use serde_json::{Value, json};
use server::{Front, Limits};
use tabletop::share_hash;
use tempfile::tempdir;

use crate::kept_in::Backend;
use crate::site::{Client, Site, soon};

/// A game for two and a client to play it; neither player has come yet.
struct Pair {
    client: Client,
    game: String,
    tokens: Value,
    commitment: String,
}

impl Pair {
    async fn begin(site: &Site) -> Pair {
        Pair::begin_with(site, json!({})).await
    }

    async fn begin_with(site: &Site, more: Value) -> Pair {
        let mut client = site.client().await;
        let mut new = json!({ "scenario": "mountain", "mode": "two" });
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (game, tokens) = client.begin(new).await;
        let view = client.ask("game.view", json!({ "game": game })).await.unwrap();
        let commitment = view["commitment"].as_str().unwrap().to_owned();
        Pair { client, game, tokens, commitment }
    }

    async fn ask(&mut self, method: &str, seat: &str, more: Value) -> Result<Value, Value> {
        let mut params = json!({ "game": self.game, "token": self.tokens[seat] });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.client.ask(method, params).await
    }

    /// Takes the seat as a page does: bound by the hash of that share.
    async fn come(&mut self, seat: &str, share: &str) -> Result<Value, Value> {
        let stake = json!({ "commit": share_hash(share), "commitment": self.commitment });
        self.ask("game.watch", seat, stake).await
    }

    async fn commit(&mut self, seat: &str, share: &str) -> Result<Value, Value> {
        let stake = json!({ "commit": share_hash(share), "commitment": self.commitment });
        self.ask("game.share", seat, stake).await
    }

    async fn tell(&mut self, seat: &str, share: &str) -> Result<Value, Value> {
        self.ask("game.share", seat, json!({ "seed": share })).await
    }

    async fn throw(&mut self, seat: &str) -> Result<Value, Value> {
        self.ask("game.order", seat, json!({ "order": { "throw": {} } })).await
    }

    /// What a watcher sees of the shares, and for whom the dice wait.
    async fn stand(&mut self) -> (Value, Value) {
        let mut view = self.client.ask("game.view", json!({ "game": self.game })).await.unwrap();
        (view["shares"].take(), view["waiting"].take())
    }
}

fn shares(union: &str, confederate: &str) -> Value {
    json!({ "union": union, "confederate": confederate })
}

/// Waits until no game is in memory, though they are watched.
async fn away(site: &Site) {
    soon(site.games.none_open()).await;
}

#[tokio::test]
async fn shares_stand_as_they_did_when_the_game_has_left_memory() {
    let folder = tempdir().unwrap();
    let site = Site::open_idle(folder.path(), Duration::from_millis(5)).await;
    // Somebody watches all the time.
    let mut pair = Pair::begin(&site).await;
    let mut watcher = site.client().await;
    watcher.ask("game.watch", json!({ "game": pair.game })).await.unwrap();
    pair.come("union", "north").await.unwrap();
    let stood = pair.stand().await;
    assert_eq!(stood, (shares("committed", "awaited"), json!(["confederate"])));
    away(&site).await;
    assert_eq!(pair.stand().await, stood);
    // Who came without a share and no longer watches has come all the same.
    pair.ask("game.watch", "confederate", json!({})).await.unwrap();
    let stood = pair.stand().await;
    assert_eq!(stood, (shares("asked", "none"), json!(["union"])));
    pair.client.ask("game.unwatch", json!({ "game": pair.game })).await.unwrap();
    away(&site).await;
    assert_eq!(pair.stand().await, stood);
    away(&site).await;
    pair.tell("union", "north").await.unwrap();
    away(&site).await;
    pair.throw("union").await.unwrap();
    away(&site).await;
    assert_eq!(pair.stand().await.0, shares("bound", "none"));
    site.close().await;
}

#[tokio::test]
async fn both_are_bound_before_either_share_is_told() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site).await;
    assert_eq!(pair.stand().await, (shares("awaited", "awaited"), json!(["union", "confederate"])));

    pair.come("union", "north").await.unwrap();
    assert_eq!(pair.stand().await, (shares("committed", "awaited"), json!(["confederate"])));
    // The other side could respond to a share that is revealed now.
    let early = pair.tell("union", "north").await.unwrap_err();
    assert_eq!(
        (&early["code"], early["message"].as_str().unwrap().contains("not bound yet")),
        (&json!(2), true)
    );

    // An order that needs no die is carried out; one that needs a die waits and changes nothing.
    let moved =
        pair.ask("game.order", "union", json!({ "order": { "take": { "count": 1 } } })).await.unwrap();
    assert_eq!(moved["version"], 2);
    pair.ask("game.undo", "union", json!({})).await.unwrap();
    let waits = pair.throw("union").await.unwrap_err();
    assert_eq!((&waits["code"], &waits["data"]["waiting"]), (&json!(2), &json!(["confederate"])));
    assert_eq!(
        waits["message"],
        "this order needs a die, and the dice wait for the Confederate player to come to the table"
    );

    pair.come("confederate", "south").await.unwrap();
    assert_eq!(pair.stand().await, (shares("asked", "asked"), json!(["union", "confederate"])));
    let waits = pair.throw("union").await.unwrap_err();
    assert!(
        waits["message"].as_str().unwrap().contains("the shares of the Union player and the Confederate")
    );
    pair.tell("confederate", "south").await.unwrap();
    assert_eq!(pair.stand().await, (shares("asked", "bound"), json!(["union"])));
    assert_eq!(pair.tell("union", "another").await.unwrap_err()["code"], -32602);
    pair.tell("union", "north").await.unwrap();
    assert_eq!(pair.stand().await, (shares("bound", "bound"), json!([])));

    // An order made before the shares were revealed is not stale: they changed no position.
    let order = json!({ "order": { "throw": {} }, "version": 3 });
    assert_eq!(pair.ask("game.order", "union", order).await.unwrap()["version"], 7);
    let log = pair.client.ask("game.log", json!({ "game": pair.game })).await.unwrap();
    let told: Vec<Value> = log["entries"].as_array().unwrap().iter().map(|e| e["seed"].clone()).collect();
    assert_eq!((&told[4], &told[5]), (&json!("south"), &json!("north")));
    assert_eq!(pair.commit("union", "late").await.unwrap_err()["code"], 2);
    site.close().await;
}

#[tokio::test]
async fn the_wrong_commitment_binds_nobody() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site).await;
    let other = json!({ "commit": share_hash("north"), "commitment": share_hash("another server seed") });
    for method in ["game.share", "game.watch"] {
        let refused = pair.ask(method, "union", other.clone()).await.unwrap_err();
        assert!(refused["message"].as_str().unwrap().starts_with("commitment: "), "{refused}");
    }
    for (wrong, field) in [
        (json!({ "commit": share_hash("north") }), "commitment"),
        (json!({ "commitment": pair.commitment }), "commitment"),
        (json!({ "commit": "abc", "commitment": pair.commitment }), "commit"),
        (json!({ "commit": share_hash("x"), "commitment": pair.commitment, "seed": "x" }), "seed"),
        (json!({}), "commit"),
    ] {
        let refused = pair.ask("game.share", "union", wrong.clone()).await.unwrap_err();
        assert_eq!(refused["code"], -32602, "{wrong}");
        assert!(refused["message"].as_str().unwrap().starts_with(&format!("{field}:")), "{refused}");
    }
    let nobody = json!({ "game": pair.game, "seed": "mine" });
    assert_eq!(pair.client.ask("game.share", nobody).await.unwrap_err()["code"], 4);
    assert_eq!(pair.client.ask("game.view", json!({ "game": pair.game })).await.unwrap()["version"], 0);

    // The other side's hash cannot be used again.
    pair.come("union", "north").await.unwrap();
    assert_eq!(pair.commit("confederate", "north").await.unwrap_err()["code"], -32602);
    // The same hash again, as offered by a page that comes back, is not a second entry; nor is
    // another hash that the page may have made.
    assert_eq!(pair.commit("union", "north").await.unwrap()["version"], 1);
    assert_eq!(pair.come("union", "made in a second tab").await.unwrap()["version"], 2);
    site.close().await;
}

#[tokio::test]
async fn a_share_without_a_commitment_is_told_to_nobody_before_all_have_come() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site).await;
    pair.ask("game.watch", "union", json!({ "seed": "bare" })).await.unwrap();
    let game = pair.game.clone();
    let log = pair.client.ask("game.log", json!({ "game": game })).await.unwrap();
    assert_eq!(log["entries"][0]["given"], true);
    assert!(!log.to_string().contains("bare"), "{log}");
    let watched = pair.client.ask("game.watch", json!({ "game": game })).await.unwrap();
    assert!(!watched.to_string().contains("bare"), "{watched}");
    let refused = pair.client.ask("game.save", json!({ "game": game })).await.unwrap_err();
    assert_eq!(refused["code"], 4);
    let own = pair.ask("game.log", "union", json!({})).await.unwrap();
    assert_eq!(own["entries"][0]["seed"], "bare");
    assert!(
        pair.ask("game.save", "union", json!({})).await.unwrap()["record"].as_str().unwrap().contains("bare")
    );

    // The other player has come and is bound, but by a share that the server could have known.
    pair.come("confederate", "south").await.unwrap();
    let log = pair.client.ask("game.log", json!({ "game": game })).await.unwrap();
    assert_eq!(log["entries"][0]["seed"], "bare");
    pair.tell("confederate", "south").await.unwrap();
    assert_eq!(pair.stand().await, (shares("unbound", "unbound"), json!([])));
    pair.throw("union").await.unwrap();
    site.close().await;
}

#[tokio::test]
async fn who_lost_a_share_commits_anew() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site).await;
    pair.come("union", "lost in another browser").await.unwrap();
    pair.commit("union", "north").await.unwrap();
    pair.come("confederate", "south").await.unwrap();
    pair.tell("union", "north").await.unwrap();
    // By now the other share is known: the new one counts as unbound.
    pair.commit("confederate", "east").await.unwrap();
    assert_eq!(pair.tell("confederate", "south").await.unwrap_err()["code"], -32602);
    pair.tell("confederate", "east").await.unwrap();
    assert_eq!(pair.stand().await, (shares("bound", "unbound"), json!([])));
    pair.throw("union").await.unwrap();
    site.close().await;
}

#[tokio::test]
async fn who_comes_without_a_share_keeps_nobody_waiting_and_gives_none_once_another_is_told() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site).await;
    pair.come("union", "north").await.unwrap();
    assert_eq!(pair.throw("union").await.unwrap_err()["data"]["waiting"], json!(["confederate"]));
    // Looking with the seat's token counts as coming; the waiting side is notified.
    let mut other = site.client().await;
    other.ask("game.view", json!({ "game": pair.game, "token": pair.tokens["confederate"] })).await.unwrap();
    let told = pair.client.hear().await;
    assert_eq!((&told["version"], &told["entries"]), (&json!(1), &json!([])));
    assert_eq!(told["view"]["shares"], shares("asked", "none"));
    pair.tell("union", "north").await.unwrap();
    // An operator in the other seat tries out shares: none of them counts any more.
    let late = pair.tell("confederate", "the 150,000th").await.unwrap_err();
    assert_eq!(late["code"], 2);
    assert_eq!(pair.ask("game.watch", "confederate", json!({ "seed": "x" })).await.unwrap()["version"], 3);
    pair.throw("union").await.unwrap();
    site.close().await;
}

pub async fn what_the_dice_wait_for_outlives_the_server(backend: Backend) {
    let folder = backend.folder();
    let site = Site::open(folder.path()).await;
    let mut pair = Pair::begin(&site).await;
    pair.come("union", "north").await.unwrap();
    site.close().await;
    let site = Site::open(folder.path()).await;
    pair.client = site.client().await;
    assert_eq!(pair.stand().await, (shares("committed", "awaited"), json!(["confederate"])));
    pair.come("confederate", "south").await.unwrap();
    pair.tell("union", "north").await.unwrap();
    pair.tell("confederate", "south").await.unwrap();
    pair.throw("union").await.unwrap();
    site.close().await;
}

#[tokio::test]
async fn at_one_screen_there_is_one_share_and_in_practice_nobody_waits() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    let view = client.ask("game.view", json!({ "game": game })).await.unwrap();
    let stake = |stake: Value| {
        let mut params = json!({ "game": game, "token": tokens["both"] });
        params.as_object_mut().unwrap().extend(stake.as_object().unwrap().clone());
        params
    };
    let bound = json!({ "commit": share_hash("mine"), "commitment": view["commitment"] });
    let watched = client.ask("game.watch", stake(bound)).await.unwrap();
    assert_eq!(watched["view"]["shares"], shares("asked", "none"));
    let order = stake(json!({ "order": { "throw": {} } }));
    assert_eq!(
        client.ask("game.order", order.clone()).await.unwrap_err()["data"]["waiting"],
        json!(["union"])
    );
    client.ask("game.share", stake(json!({ "seed": "mine" }))).await.unwrap();
    client.ask("game.order", order).await.unwrap();

    let practice = json!({ "scenario": "mountain", "mode": "two", "dice": [3] });
    let (game, tokens) = client.begin(practice).await;
    for seat in ["union", "confederate"] {
        let order = json!({ "game": game, "token": tokens[seat], "order": { "throw": {} } });
        client.ask("game.order", order).await.unwrap();
    }
    site.close().await;
}

/// A chain of hashes: its links, the first to be revealed last.
fn chain(start: &str, length: usize) -> Vec<String> {
    std::iter::successors(Some(start.to_owned()), |link| Some(share_hash(link))).take(length + 1).collect()
}

/// A match with shares for each throw, both players present and bound by their chains.
async fn match_of_two(site: &Site) -> (Pair, [Vec<String>; 2]) {
    match_of_two_with(site, Value::Null).await
}

/// The same with clocks that are set so.
async fn match_of_two_with(site: &Site, clock: Value) -> (Pair, [Vec<String>; 2]) {
    let mut pair = Pair::begin_with(site, json!({ "shares": "each-throw", "clock": clock })).await;
    let chains = [chain("north", 8), chain("south", 8)];
    for (seat, chain) in ["union", "confederate"].into_iter().zip(&chains) {
        assert_eq!(pair.throw("union").await.unwrap_err()["code"], 2, "not all are bound");
        pair.come(seat, &chain[7]).await.unwrap();
    }
    (pair, chains)
}

pub async fn every_throw_of_a_match_takes_a_share_of_both_after_the_order_is_fixed(backend: Backend) {
    let folder = backend.folder();
    let site = Site::open(folder.path()).await;
    let (mut pair, [union, confederate]) = match_of_two(&site).await;
    assert_eq!(pair.stand().await, (shares("committed", "committed"), json!([])));
    // A link revealed before there is an order would let the server know its dice in advance.
    assert_eq!(pair.tell("union", &union[7]).await.unwrap_err()["code"], 2);

    let declared = pair.throw("union").await.unwrap();
    assert_eq!((&declared["version"], &declared["events"]), (&json!(3), &json!([])));
    assert_eq!(declared["view"]["throw"]["owed"], json!(["union", "confederate"]));
    assert_eq!(pair.stand().await, (shares("asked", "asked"), json!(["union", "confederate"])));
    // It is final: neither side can give another order or undo it, and each must reveal exactly the
    // next link.
    for (method, more) in [
        ("game.order", json!({ "order": { "take": { "count": 1 } } })),
        ("game.undo", json!({})),
        ("game.share", json!({ "seed": union[6] })),
        ("game.share", json!({ "seed": confederate[7] })),
    ] {
        assert!(pair.ask(method, "union", more.clone()).await.is_err(), "{method} {more}");
    }
    pair.tell("union", &union[7]).await.unwrap();
    // Everybody sees who has given theirs.
    let log = pair.client.ask("game.log", json!({ "game": pair.game, "since": 3 })).await.unwrap();
    assert_eq!(log["entries"], json!([{ "version": 4, "side": "union", "link": union[7] }]));
    let waits = pair.throw("union").await.unwrap_err();
    assert_eq!(waits["data"]["waiting"], json!(["confederate"]));
    assert_eq!(
        waits["message"],
        "an order is declared, and its dice wait for the Confederate player to give a share for it"
    );
    // After a restart of the server the declared order and the link are still in force.
    site.close().await;
    let site = Site::open(folder.path()).await;
    pair.client = site.client().await;
    assert_eq!(pair.stand().await, (shares("committed", "asked"), json!(["confederate"])));
    let fell = pair.tell("confederate", &confederate[7]).await.unwrap();
    assert_eq!((&fell["version"], &fell["view"]["thrown"]), (&json!(6), &json!(1)));
    let log = pair.client.ask("game.log", json!({ "game": pair.game, "since": 2 })).await.unwrap();
    let entries = log["entries"].as_array().unwrap();
    assert_eq!(entries[0]["declared"], json!({ "throw": {} }));
    assert_eq!(entries[1]["link"], json!(union[7]));
    assert_eq!(entries[2]["links"], json!({ "union": union[7], "confederate": confederate[7] }));
    assert_eq!((&entries[3]["order"], &entries[3]["dice"]), (&json!({ "throw": {} }), &json!(1)));

    // The next order; one that needs no die is not declared.
    let took =
        pair.ask("game.order", "confederate", json!({ "order": { "take": { "count": 2 } } })).await.unwrap();
    assert_eq!((&took["version"], took["events"].as_array().unwrap().len()), (&json!(7), 1));
    pair.throw("union").await.unwrap();
    assert!(pair.tell("union", &union[7]).await.is_err(), "a link counts once");
    pair.tell("union", &union[6]).await.unwrap();
    pair.tell("confederate", &confederate[6]).await.unwrap();

    // Its record is sound, and can be continued by two players.
    let record = pair.client.ask("game.save", json!({ "game": pair.game })).await.unwrap()["record"].clone();
    let refused = pair.client.ask("game.load", json!({ "record": record })).await.unwrap_err();
    assert!(refused["message"].as_str().unwrap().starts_with("mode: "), "{refused}");
    pair.client.ask("game.load", json!({ "record": record, "mode": "two" })).await.unwrap();
    site.close().await;
}

#[tokio::test]
async fn the_dice_get_their_shares_however_many_entries_there_are() {
    let folder = tempdir().unwrap();
    let limits = Limits { entries: 4, ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, Front::default()).await;
    let mut pair = Pair::begin_with(&site, json!({ "shares": "each-throw" })).await;
    let chains = ["north", "south"].map(|start| chain(start, 2));
    for (seat, chain) in ["union", "confederate"].into_iter().zip(&chains) {
        pair.come(seat, &chain[1]).await.unwrap();
    }
    pair.throw("union").await.unwrap();
    // The game has its entries: what could be repeated without end is refused, and so is a chain in the place of one.
    let refused = pair.commit("union", &chains[0][0]).await.unwrap_err();
    assert!(refused["message"].as_str().unwrap().contains("once they have fallen"), "{refused}");
    for (seat, chain) in ["union", "confederate"].into_iter().zip(&chains) {
        pair.tell(seat, &chain[1]).await.unwrap();
    }
    let log = pair.client.ask("game.view", json!({ "game": pair.game })).await.unwrap();
    assert_eq!(log["thrown"], json!(1));
    for refused in
        [pair.commit("union", &chains[0][0]).await, pair.ask("game.undo", "union", json!({})).await]
    {
        let refused = refused.unwrap_err();
        assert!(
            refused["message"].as_str().unwrap().contains("it can only be played to its end now"),
            "{refused}"
        );
    }
    site.close().await;
}

#[tokio::test]
async fn who_lost_the_chain_begins_another() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let (mut pair, [union, confederate]) = match_of_two(&site).await;
    let other = chain("east", 8);
    // Between throws neither side knows anything: a new chain is as good as the first.
    pair.commit("union", &other[7]).await.unwrap();
    pair.throw("union").await.unwrap();
    assert!(pair.tell("union", &union[7]).await.is_err());
    pair.tell("union", &other[7]).await.unwrap();
    pair.tell("confederate", &confederate[7]).await.unwrap();
    assert_eq!(pair.stand().await.0, shares("committed", "committed"));
    // Once an order is fixed, the server may know the other link: until its dice have fallen no chain is begun.
    pair.throw("confederate").await.unwrap();
    let refused = pair.commit("confederate", &chain("west", 8)[7]).await.unwrap_err();
    assert_eq!(refused["code"], 2);
    assert!(refused["message"].as_str().unwrap().contains("once they have fallen"), "{refused}");
    pair.tell("confederate", &confederate[6]).await.unwrap();
    pair.tell("union", &other[6]).await.unwrap();
    pair.commit("confederate", &chain("west", 8)[7]).await.unwrap();
    assert_eq!(pair.stand().await.0, shares("committed", "committed"));
    site.close().await;
}

#[tokio::test]
async fn the_clock_of_who_owes_a_link_runs() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let (mut pair, [union, confederate]) = match_of_two_with(&site, json!({ "bank": 3600 })).await;
    let running = |told: Result<Value, Value>| told.unwrap()["view"]["clock"]["running"].clone();
    let mut told = Vec::new();
    for (at, thrower, other) in [(7, "union", "confederate"), (6, "confederate", "union")] {
        told.push(running(pair.throw(thrower).await));
        for seat in [thrower, other] {
            let link = if seat == "union" { &union[at] } else { &confederate[at] };
            told.push(running(pair.tell(seat, link).await));
        }
    }
    // Of two who owe one it is the clock of the player who declared the order; then the turn is the next player's.
    assert_eq!(told, ["union", "confederate", "confederate", "confederate", "union", "union"]);
    let record = pair.client.ask("game.save", json!({ "game": pair.game })).await.unwrap()["record"].clone();
    let audit = site.games.library().audit(record.as_str().unwrap().as_bytes(), &[]);
    assert_eq!(audit.broken, None);
    site.close().await;
}

#[tokio::test]
async fn shares_for_each_throw_are_for_two_people() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    for more in [json!({}), json!({ "mode": "hot-seat" }), json!({ "mode": "two", "dice": [1] })] {
        let mut new = json!({ "scenario": "heap", "shares": "each-throw" });
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let refused = client.ask("game.new", new).await.unwrap_err();
        assert!(refused["message"].as_str().unwrap().starts_with("shares: "), "{refused}");
    }
    site.close().await;
}
