//! Views told as patches: whoever asked for them has the same view at every version as who is told
//! it whole, and is sent far less.

use std::collections::BTreeMap;
use std::time::Duration;

use ai::{Budget, Chance, ComputerPlayer, Level};
use catalog::{Library, Start};
use protocol::{Ask, Outcome, Secret, handlers, schemas};
use serde_json::{Value, json};
use tabletop::{Act, AnyGame, BySide, Side, Viewer};
use tempfile::tempdir;

use crate::site::{Client, Site, soon};
use testing::shape::Shapes;

/// What half of what is sent of each order to each seat may come to, in bytes.
const MOST: usize = 2048;

/// Somebody who watches a game and keeps its view by what is told.
struct Seat {
    client: Client,
    shapes: Shapes,
    token: Value,
    view: Value,
    /// The bytes that came of each new version.
    bytes: Vec<usize>,
    patches: usize,
    wholes: usize,
}

impl Seat {
    async fn sit(site: &Site, game: &str, token: &Value, patches: bool) -> Seat {
        let mut client = site.client().await;
        let mut watch = json!({ "game": game, "token": token });
        if patches {
            watch["patches"] = json!(true);
        }
        let mut watched = client.ask("game.watch", watch).await.unwrap();
        let view = watched["view"].take();
        let shapes = Shapes::new(&schemas(systems::registry()));
        Seat { client, shapes, token: token.clone(), view, bytes: Vec::new(), patches: 0, wholes: 0 }
    }

    /// Takes in what is told of a new version.
    async fn hear(&mut self) {
        let mut changed = self.client.hear().await;
        self.bytes.push(sent("params", &changed));
        let shape = &self.shapes.named("game.changed.json")["properties"]["params"];
        // A value of a patch may be any part of a view, which is held against its own schema elsewhere.
        let mut outline = changed.clone();
        for step in outline.get_mut("patch").and_then(Value::as_array_mut).into_iter().flatten() {
            step.as_object_mut().unwrap().entry("value").and_modify(|value| *value = Value::Null);
        }
        assert_eq!(self.shapes.misfit(shape, &outline), None);
        if changed["view"].is_object() {
            self.wholes += 1;
            self.view = changed["view"].take();
            return;
        }
        self.patches += 1;
        assert_eq!(changed["from"], self.view["version"]);
        let steps: json_patch::Patch = serde_json::from_value(changed["patch"].clone()).unwrap();
        json_patch::patch(&mut self.view, &steps).unwrap();
        assert_eq!(changed["version"], self.view["version"]);
        // It holds nothing that the view does not.
        for step in changed["patch"].as_array().unwrap() {
            if let Some(value) = step.get("value") {
                assert_eq!(self.view.pointer(step["path"].as_str().unwrap()), Some(value), "{step}");
            }
        }
    }

    /// The view asked for anew, which must be the one that is kept.
    async fn check(&mut self, game: &str) {
        let params = json!({ "game": game, "token": self.token });
        let asked = self.client.ask("game.view", params).await.unwrap();
        assert!(asked == self.view, "asked anew:\n{asked}\nkept by what was told:\n{}", self.view);
    }
}

/// How many bytes a message comes to.
fn sent(name: &str, told: &Value) -> usize {
    json!({ "jsonrpc": "2.0", "method": "game.changed", name: told }).to_string().len()
}

/// A game on a server, and the same game beside it, which tells what can be ordered.
struct Table {
    site: Site,
    game: String,
    mirror: Box<dyn AnyGame>,
    players: BySide<ComputerPlayer>,
    seats: Vec<Seat>,
    /// Which seat gives the orders of a side.
    hand: BySide<usize>,
    /// How many orders of each kind were given.
    given: BTreeMap<&'static str, usize>,
}

impl Table {
    /// A game of a scenario from its start, with the seats of that mode and a watcher.
    async fn lay(folder: &std::path::Path, scenario: &str, mode: &str, level: Level, patches: bool) -> Table {
        Table::lay_for(folder, (scenario, mode, level), patches, Duration::from_secs(3600)).await
    }

    /// The same on a server that puts games away after `idle`.
    async fn lay_for(
        folder: &std::path::Path,
        (scenario, mode, level): (&str, &str, Level),
        patches: bool,
        idle: Duration,
    ) -> Table {
        let library = systems::library().unwrap();
        let seed = [5; 32];
        let start = Start { scenario, ..Start::default() };
        let mut mirror = library.begin(&start, seed).unwrap();
        if mode == "two" {
            for side in Side::BOTH {
                mirror.expect(side);
                mirror.come(side);
            }
        }
        let players = player(&library, &*mirror, level);
        let save = Ask::Save;
        let saved =
            handlers::ask(&mut *mirror, "1", Viewer::Both, &save, Secret::Told(seed), Outcome::Answered);
        let saved: Value = serde_json::from_str(saved.unwrap().get()).unwrap();
        let site = Site::open_library(folder, library, idle).await;
        let mut client = site.client().await;
        let load = json!({ "record": saved["record"], "mode": mode });
        let began = client.ask("game.load", load).await.unwrap();
        let game = began["game"].as_str().unwrap().to_owned();
        let mut seats = Vec::new();
        for token in began["tokens"].as_object().unwrap().values().chain([&Value::Null]) {
            seats.push(Seat::sit(&site, &game, token, patches).await);
        }
        // The Confederates' token comes first.
        let hand = if mode == "two" { BySide { union: 1, confederate: 0 } } else { BySide::default() };
        Table { site, game, mirror, players, seats, hand, given: BTreeMap::new() }
    }

    /// Waits until the game has left memory, though it is watched.
    async fn leave(&self) {
        soon(self.site.games.none_open()).await;
    }

    /// Asks something that changes the game, and lets everybody take in what they are told.
    async fn give(&mut self, side: Side, method: &'static str, order: Option<&Value>) {
        let before = self.mirror.version();
        match (method, order) {
            ("game.undo", _) => self.mirror.act(side, Act::Undo).unwrap(),
            ("game.redo", _) => self.mirror.act(side, Act::Redo).unwrap(),
            (_, Some(order)) => self.mirror.order(side, order, None).unwrap(),
            _ => unreachable!("an order is given"),
        }
        let hand = &mut self.seats[self.hand[side]];
        let mut params = json!({ "game": self.game, "token": hand.token });
        if let Some(order) = order {
            params["order"] = order.clone();
        }
        let mut answer = hand.client.ask(method, params).await.unwrap();
        assert_eq!(answer["version"], self.mirror.version());
        *self.given.entry(method).or_default() += 1;
        if self.mirror.version() == before {
            // It takes no number: nobody is told, and the answer alone has the view.
            *self.given.entry("no number").or_default() += 1;
            let kept = std::mem::replace(&mut hand.view, answer["view"].take());
            hand.check(&self.game).await;
            // A patch applies to what was told last by a notice.
            hand.view = kept;
            return;
        }
        let answered = sent("result", &answer);
        for (number, seat) in self.seats.iter_mut().enumerate() {
            seat.hear().await;
            if number == self.hand[side]
                && let Some(bytes) = seat.bytes.last_mut()
            {
                *bytes += answered;
            }
        }
    }

    /// The next order of the side that is asked.
    fn decide(&mut self, side: Side) -> Value {
        let position = self.players[side].copy(&*self.mirror).unwrap();
        self.players[side].decide(&position, Budget::Own).unwrap().order
    }

    async fn check(&mut self) {
        for seat in &mut self.seats {
            seat.check(&self.game).await;
        }
    }
}

fn player(library: &Library, table: &dyn AnyGame, level: Level) -> BySide<ComputerPlayer> {
    let seat = |side| library.seat(table, side, level, 11).unwrap();
    BySide { union: seat(Side::Union), confederate: seat(Side::Confederate) }
}

/// Plays a whole game at random, with orders taken back and given again, and holds every view
/// against the one that is asked for anew.
async fn law(scenario: &str, mode: &str) {
    let folder = tempdir().unwrap();
    let mut table = Table::lay(folder.path(), scenario, mode, Level::Random, true).await;
    let mut chance = Chance::new(7);
    for turn in 0.. {
        let Some(side) = table.mirror.asked() else { break };
        // Orders without a number come between; what they change is in the next patch.
        if scenario.starts_with("kernstown") && turn % 3 == 0 {
            let fire = if turn % 2 == 0 { "never" } else { "ask" };
            let order = json!({ "instruct": { "instructions": { "opportunity-fire": fire } } });
            table.give(side, "game.order", Some(&order)).await;
        }
        let order = table.decide(side);
        table.give(side, "game.order", Some(&order)).await;
        table.check().await;
        if chance.one_in(2) && table.mirror.options(Viewer::Side(side))["undo"] == true {
            table.give(side, "game.undo", None).await;
            table.check().await;
            if chance.one_in(2) && table.mirror.options(Viewer::Side(side))["redo"] == true {
                table.give(side, "game.redo", None).await;
                table.check().await;
            }
        }
    }
    for method in ["game.order", "game.undo", "game.redo"] {
        let given = table.given.get(method).copied().unwrap_or(0);
        assert!(given > 3, "only {given} of {method} in {scenario}");
    }
    println!("{scenario}, {mode}: {:?}", table.given);
    for seat in &table.seats {
        assert!(seat.patches > 20 * seat.wholes, "{} patches, {} whole", seat.patches, seat.wholes);
    }
    table.site.close().await;
}

#[tokio::test]
async fn patched_views_of_blue_and_gray_are_those_that_are_asked_for() {
    law("training", "two").await;
    law("training", "hot-seat").await;
}

#[tokio::test]
async fn patched_views_of_kernstown_are_those_that_are_asked_for() {
    law("kernstown-training", "two").await;
    law("kernstown-training", "hot-seat").await;
}

#[tokio::test]
async fn a_watched_game_that_left_memory_goes_on_as_it_was_and_its_watchers_are_told_what_changed() {
    for scenario in ["training", "kernstown-training"] {
        let folder = tempdir().unwrap();
        let game = (scenario, "two", Level::Random);
        let mut table = Table::lay_for(folder.path(), game, true, Duration::from_millis(1)).await;
        for turn in 0..60 {
            let Some(side) = table.mirror.asked() else { break };
            let order = table.decide(side);
            table.leave().await;
            table.give(side, "game.order", Some(&order)).await;
            table.leave().await;
            table.check().await;
            if turn % 3 == 0 && table.mirror.options(Viewer::Side(side))["undo"] == true {
                table.leave().await;
                table.give(side, "game.undo", None).await;
                table.leave().await;
                table.check().await;
                table.leave().await;
                table.give(side, "game.redo", None).await;
            }
        }
        assert!(table.given["game.undo"] > 3 && table.given["game.redo"] > 3, "{:?}", table.given);
        for seat in &table.seats {
            assert!(seat.patches > 20 * seat.wholes, "{} patches, {} whole", seat.patches, seat.wholes);
        }
        table.site.close().await;
    }
}

/// The median of what each order of a game between computers comes to for each seat in bytes, and
/// what 19 of 20 do not exceed.
async fn sizes(scenario: &str, orders: usize, patches: bool) -> (usize, usize) {
    let folder = tempdir().unwrap();
    let mut table = Table::lay(folder.path(), scenario, "two", Level::Recruit, patches).await;
    for _ in 0..orders {
        let Some(side) = table.mirror.asked() else { break };
        let order = table.decide(side);
        table.give(side, "game.order", Some(&order)).await;
    }
    let mut all: Vec<usize> = table.seats.iter().flat_map(|seat| seat.bytes.iter().copied()).collect();
    all.sort_unstable();
    table.site.close().await;
    (all[all.len() / 2], all[all.len() * 19 / 20])
}

#[tokio::test]
async fn an_order_comes_to_few_bytes_for_each_seat() {
    for (scenario, orders) in [("chickamauga-1975", 200), ("kernstown-1-stone-wall", 200)] {
        let (whole, most_whole) = sizes(scenario, 20, false).await;
        let (median, most) = sizes(scenario, orders, true).await;
        println!("{scenario}: whole {whole} ({most_whole}), patched {median} ({most}) bytes");
        assert!(median < MOST, "{scenario}: {median} bytes an order and seat");
        assert!(whole > 8 * median, "{scenario}: {whole} bytes whole, {median} patched");
    }
}
