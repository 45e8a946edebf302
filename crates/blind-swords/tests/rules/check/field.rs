//! Positions set up by hand, with some step under way: for the chapters that begin in the middle of
//! things.

use serde_json::{Map, Value, json};
use tabletop::{Protocol, Rules, Side};

use super::{LIBRARY, Table};

/// The 1862 battle on the whole map, with these units and no others.
pub fn field(units: Value) -> Table {
    field_of("kernstown-2-historical", units)
}

/// Any scenario's map and rules, with these units and no others. Every step is asked for, empty or
/// not.
pub fn field_of(scenario: &str, units: Value) -> Table {
    let position = json!({ "units": units });
    let mut battle = LIBRARY.battle(scenario, &Map::new(), Some(&position)).unwrap_or_else(|e| panic!("{e}"));
    battle.options.brisk = false;
    let state = battle.start();
    Table { battle, state, events: Vec::new() }
}

/// A regiment of the Union: its brigade, hex, SP and CR fresh, SP and CR worn.
pub fn union(id: &str, brigade: &str, hex: &str, fresh: (f64, u8), worn: (f64, u8)) -> Value {
    regiment(id, "union", brigade, hex, fresh, worn)
}

/// A regiment of the Confederates.
pub fn rebel(id: &str, brigade: &str, hex: &str, fresh: (f64, u8), worn: (f64, u8)) -> Value {
    regiment(id, "confederate", brigade, hex, fresh, worn)
}

fn regiment(id: &str, side: &str, brigade: &str, hex: &str, fresh: (f64, u8), worn: (f64, u8)) -> Value {
    json!({ "id": id, "side": side, "type": "infantry", "weapon": "R", "brigade": brigade, "hex": hex,
            "strength": fresh.0, "cohesion": fresh.1, "worn_face": { "strength": worn.0, "cohesion": worn.1 } })
}

/// A battery.
pub fn guns(id: &str, side: &str, weapon: &str, hex: &str, strength: f64) -> Value {
    json!({ "id": id, "side": side, "type": "artillery", "weapon": weapon, "hex": hex, "strength": strength,
            "cohesion": 3, "worn_face": { "strength": (strength / 2.0).ceil(), "cohesion": 2 } })
}

/// The same with other fields.
pub fn with(mut unit: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        unit[name] = value.clone();
    }
    unit
}

impl Table {
    /// Lets an event happen, as the record writes it.
    pub fn apply(&mut self, event: Value) {
        let event = self.battle.read_event(&event).unwrap_or_else(|e| panic!("{e}: {event}"));
        self.battle.apply(&mut self.state, &event);
    }

    /// Everything under way is dropped, and that takes its place.
    pub fn under_way(&mut self, procedure: Value) {
        while self.state.stack.len() > 1 {
            self.apply(json!({ "event": "stack", "change": "pop" }));
        }
        self.apply(json!({ "event": "stack", "change": { "push": procedure } }));
    }

    /// The Fire Combat Step of a brigade under Attack.
    pub fn fire_step(&mut self, side: Side, brigade: &str) {
        self.apply(json!({ "event": "phase-began", "phase": "activation" }));
        self.apply(json!({ "event": "step-cleared", "step": "activation" }));
        self.under_way(json!({ "activation": {
            "side": side, "brigade": brigade, "grant": "full", "step": "fire", "order": "attack", "pace": 2,
            "bonus": 0, "moving": null, "assaults": [], "closed": [], "stations": [] } }));
    }

    /// The Artillery Step of the batteries in a hex.
    pub fn battery_step(&mut self, side: Side, hex: &str) {
        let ready: Vec<&str> = self
            .state
            .stack(self.hex(hex))
            .iter()
            .map(|&u| self.battle.unit(u).id.as_str())
            .filter(|id| {
                self.battle.named(id).is_some_and(|u| self.battle.unit(u).arm == blind_swords::Arm::Artillery)
            })
            .collect();
        let ready = json!(ready);
        self.apply(json!({ "event": "phase-began", "phase": "artillery" }));
        self.under_way(json!({ "battery-hex": { "side": side, "hex": hex, "ready": ready } }));
    }

    /// The events that the last orders brought, by name, without what nobody is told.
    pub fn names(events: &[blind_swords::Event]) -> Vec<String> {
        let name =
            |e: &blind_swords::Event| serde_json::to_value(e).unwrap()["event"].as_str().unwrap().to_owned();
        events.iter().map(name).filter(|n| n != "stack" && n != "step-cleared").collect()
    }

    /// An event among these by its name, as the record writes it.
    pub fn event(&self, events: &[blind_swords::Event], name: &str) -> Value {
        self.all(events, name)
            .into_iter()
            .next()
            .unwrap_or_else(|| panic!("there is no {name} in {events:?}"))
    }

    /// All events of that name.
    pub fn all(&self, events: &[blind_swords::Event], name: &str) -> Vec<Value> {
        events.iter().map(|e| self.battle.event_value(e)).filter(|e| e["event"] == name).collect()
    }
}
