//! Close Combats under way on level open ground: 2016 is attacked from 2015, 1915, 2115 and 1916.

use serde_json::{Value, json};
use tabletop::{Protocol, Rules, Side};

use super::Table;
use super::field::{field, rebel, union};

/// Tyler's and Garnett's brigades.
pub const TYLER: &str = "b62-tyler";
pub const GARNETT: &str = "b62-garnett";

/// A Union regiment of Tyler's with that SP and CR, worn two SP and one CR less.
pub fn blue(id: &str, hex: &str, strength: f64, cohesion: u8) -> Value {
    union(id, TYLER, hex, (strength, cohesion), ((strength - 2.0).max(0.5), cohesion - 1))
}

/// A Confederate regiment of Garnett's.
pub fn grey(id: &str, hex: &str, strength: f64, cohesion: u8) -> Value {
    rebel(id, GARNETT, hex, (strength, cohesion), ((strength - 2.0).max(0.5), cohesion - 1))
}

/// The Close Combat Step of Tyler's brigade under Attack.
pub fn closing(units: Value) -> Table {
    let mut table = field(units);
    table.step(Side::Union, TYLER, "close", "attack");
    table
}

/// An attack by these units on a hex.
pub fn attack(units: &[&str], target: &str) -> Value {
    json!({ "close": { "assaults": [{ "units": units, "target": target }] } })
}

impl Table {
    /// A step of a brigade's activation under some order.
    pub fn step(&mut self, side: Side, brigade: &str, step: &str, order: &str) {
        self.apply(json!({ "event": "phase-began", "phase": "activation" }));
        self.apply(json!({ "event": "step-cleared", "step": "activation" }));
        self.under_way(json!({ "activation": {
            "side": side, "brigade": brigade, "grant": "full", "step": step, "order": order, "pace": 2,
            "bonus": 0, "moving": null, "assaults": [], "closed": [], "stations": [] } }));
    }

    /// Who is asked, and what about.
    pub fn question(&self) -> String {
        let side = self.battle.asked(&self.state).unwrap_or_else(|| panic!("nobody is asked"));
        let options = json!(self.battle.options(&self.state, side));
        format!("{} {}", side.word(), options["question"]["kind"].as_str().unwrap_or("nothing"))
    }

    /// What a legal order would do.
    pub fn preview(&self, side: Side, order: &Value) -> Value {
        let order = self.battle.read_order(order).unwrap_or_else(|e| panic!("{e}"));
        json!(self.battle.preview(&self.state, side, &order))
    }

    /// The shifts of an attack, by id, from its first Assaulting Hex; and its column.
    pub fn shifts(&self, order: &Value) -> (Vec<String>, String) {
        let way = self.preview(Side::Union, order)["assaults"][0]["ways"][0].clone();
        let ids =
            way["shifts"].as_array().unwrap().iter().map(|s| s["id"].as_str().unwrap().to_owned()).collect();
        (ids, way["column"].as_str().unwrap().to_owned())
    }
}
