//! Brigades on the move: steps under way, and what a way cost.

use serde_json::{Value, json};
use tabletop::Side;

use super::Table;
use super::field::{rebel, union, with};

/// A Union regiment of 3 SP in Tyler's brigade.
pub fn blue(id: &str, hex: &str) -> Value {
    union(id, "b62-tyler", hex, (3.0, 3), (1.0, 2))
}

/// A Confederate regiment of 3 SP in Garnett's brigade.
pub fn grey(id: &str, hex: &str) -> Value {
    rebel(id, "b62-garnett", hex, (3.0, 3), (1.0, 2))
}

/// A Union regiment of horse in Tyler's brigade; it can dismount.
pub fn horse(id: &str, hex: &str) -> Value {
    with(blue(id, hex), json!({ "type": "cavalry", "weapon": "C", "mounted": true }))
}

/// A Confederate regiment of horse in Garnett's brigade; it can dismount.
pub fn trooper(id: &str, hex: &str) -> Value {
    with(grey(id, hex), json!({ "type": "cavalry", "weapon": "C", "mounted": true }))
}

/// The brigade of that side's units here.
pub fn brigade(side: Side) -> &'static str {
    if side == Side::Union { "b62-tyler" } else { "b62-garnett" }
}

impl Table {
    /// The Movement Step of that side's brigade.
    pub fn movement_step(&mut self, side: Side, order: &str) {
        self.step_of(side, json!({ "order": order }));
    }

    /// The same with other fields of the activation.
    pub fn step_of(&mut self, side: Side, fields: Value) {
        self.apply(json!({ "event": "phase-began", "phase": "activation" }));
        self.apply(json!({ "event": "step-cleared", "step": "activation" }));
        let activation = with(
            json!({ "side": side, "brigade": brigade(side), "grant": "full", "step": "movement", "order": "attack",
                    "pace": 2, "bonus": 0, "moving": null, "assaults": [], "closed": [], "stations": [] }),
            fields,
        );
        self.under_way(json!({ "activation": activation }));
    }

    /// A Reserve Move of that side's brigade.
    pub fn reserve_step(&mut self, side: Side) {
        self.apply(json!({ "event": "step-cleared", "step": "activation" }));
        self.under_way(json!({ "reserve": { "side": side, "brigade": brigade(side), "moving": null } }));
    }

    /// Moves a unit to a hex; what each step cost, in half points, and the hexes entered.
    pub fn walk(&mut self, side: Side, unit: &str, to: &str) -> Vec<(String, u64)> {
        let events = self.ok(side, json!({ "move": { "units": [unit], "to": to } }), &[]);
        self.steps(&events)
    }

    /// The hexes entered, with what each cost in half points.
    pub fn steps(&self, events: &[blind_swords::Event]) -> Vec<(String, u64)> {
        self.all(events, "moved")
            .iter()
            .map(|e| (e["to"].as_str().unwrap().to_owned(), e["cost"].as_u64().unwrap()))
            .collect()
    }

    /// Where a unit is offered to move to.
    pub fn reach(&self, unit: &str) -> Vec<String> {
        let mut hexes: Vec<String> = self
            .offers()
            .iter()
            .filter_map(|o| {
                let order = o.get("move")?;
                let plain = order["units"] == json!([unit]) && order.get("charge").is_none();
                plain.then(|| order["to"].as_str().unwrap_or("off").to_owned())
            })
            .collect();
        hexes.sort();
        hexes
    }

    /// What is asked now, by the name of its frame.
    pub fn waits_for(&self) -> String {
        let procedure = serde_json::to_value(self.state.top().unwrap()).unwrap();
        procedure.as_object().unwrap().keys().next().unwrap().clone()
    }

    /// Who is asked now.
    pub fn on_turn(&self) -> Option<Side> {
        tabletop::Rules::asked(&self.battle, &self.state)
    }

    /// Every offer is accepted: none is refused with a reason.
    pub fn offers_hold(&self) {
        use tabletop::{LoadedDice, Protocol, RuleCheck, Rules};
        let side = self.battle.asked(&self.state).unwrap();
        for order in self.battle.offers(&self.state) {
            let mut dice = LoadedDice::new([1; 60]);
            if let Err(refusal) =
                self.battle.judge(&self.state, side, &order, &mut dice, &mut RuleCheck::quiet())
            {
                panic!("{} is offered and refused: {refusal}", self.battle.order_value(&order));
            }
        }
    }
}

/// One cost in half points for each hex.
pub fn priced(steps: &[(&str, u64)]) -> Vec<(String, u64)> {
    steps.iter().map(|&(hex, cost)| (hex.to_owned(), cost)).collect()
}
