//! Whole games to replay, recorded beforehand by the random commander.

use std::path::Path;

use ai::RandomCommander;
use blue_gray::{Battle, Library};
use serde_json::{Map, Value, json};
use tabletop::{Game as Played, GameSystem, Header, Opening, Protocol, Side, hex_string};

/// A game that was played to its end.
pub struct Game {
    /// With the secret, so that loading it gives the same dice.
    pub header: Header,
    /// The orders, each with its side.
    pub orders: Vec<(Side, Value)>,
    /// The whole record.
    pub record: Vec<Value>,
}

/// The project's data folder.
pub fn data() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

impl Game {
    /// The random commander's game of that scenario and seed.
    pub fn of(scenario: &str, seed: u8) -> Game {
        let folder = data();
        let library = Library::load(&|path| std::fs::read_to_string(folder.join(path)).ok())
            .expect("the data is sound");
        let secret = [seed; 32];
        let begun = library.begin(scenario, &Map::new(), None, &[], secret).expect("it begins");
        let header = begun.header().clone();
        let battle: Battle = library.battle(scenario, &Map::new(), None).expect("it is there");
        let mut game = Played::new(battle, header.clone(), Opening::new(secret));
        let mut commander = RandomCommander::new(u64::from(seed));
        let mut orders = Vec::new();
        while let Some(order) = commander.order(game.rules(), game.state()) {
            let side = game.state().asked().expect("somebody is asked");
            orders.push((side, game.rules().order_value(&order)));
            game.order(side, order, None).expect("it is legal");
        }
        let header = Header { secret: Some(hex_string(&secret)), ..header };
        Game { header, orders, record: game.record() }
    }

    /// The record without entries: loading it starts the same game over.
    pub fn beginning(&self) -> String {
        format!("{}\n", self.header.value())
    }

    /// Checks that a list of entries holds these orders, from the first on; how many they are.
    #[track_caller]
    pub fn begins_as(&self, entries: &Value) -> usize {
        let entries = entries.as_array().expect("a list");
        for (entry, (side, order)) in entries.iter().zip(&self.orders) {
            assert_eq!((&entry["side"], &entry["order"]), (&json!(side), order));
        }
        entries.len()
    }

    /// Checks that a game that was saved has the entries of this one.
    #[track_caller]
    pub fn is_played_by(&self, saved: &Value) {
        let lines = saved["record"].as_str().expect("a record").lines().skip(1);
        let entries: Vec<Value> = lines.map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
        let differ = entries.iter().zip(&self.record[1..]).position(|(entry, recorded)| entry != recorded);
        assert_eq!((differ, entries.len()), (None, self.record.len() - 1), "the record differs");
    }

    /// The whole record as in a file.
    pub fn text(&self) -> String {
        self.record.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// A request as one line.
pub fn request(id: usize, method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}
