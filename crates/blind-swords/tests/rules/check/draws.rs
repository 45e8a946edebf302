//! Chits: a cup made up by hand, draws, and what is held.

use serde_json::{Value, json};
use tabletop::{Protocol, Rules, Side};

use super::Table;

impl Table {
    /// Nothing is under way but the Chit Draw Phase, with these chits in the cup and no others in
    /// play.
    pub fn drawing(mut self, cup: &[&str]) -> Table {
        while self.state.stack.len() > 1 {
            self.apply(json!({ "event": "stack", "change": "pop" }));
        }
        self.apply(json!({ "event": "turn-ended", "turn": self.state.turn }));
        self.apply(json!({ "event": "cup-filled", "chits": cup }));
        self.apply(json!({ "event": "phase-began", "phase": "chit-draw" }));
        self
    }

    /// These chits are held by their owners.
    pub fn holding(mut self, chits: &[&str]) -> Table {
        for chit in chits {
            self.apply(json!({ "event": "chit-held", "chit": chit }));
        }
        self
    }

    /// It is that turn.
    pub fn in_turn(mut self, turn: u8) -> Table {
        self.apply(json!({ "event": "turn-began", "turn": turn }));
        self
    }

    /// The program goes on until somebody is asked.
    pub fn go(&mut self, dice: &[u8]) -> Vec<blind_swords::Event> {
        self.ok(Side::Union, json!({ "instruct": { "instructions": {} } }), dice)
    }

    /// What is asked, by the name of its frame, of whom; the step of an activation.
    pub fn now_asked(&self) -> (String, Side) {
        let side = self.battle.asked(&self.state).unwrap_or_else(|| panic!("nobody is asked"));
        let procedure = serde_json::to_value(self.state.top()).unwrap();
        let (name, fields) = procedure.as_object().unwrap().iter().next().unwrap();
        match fields["step"].as_str() {
            Some(step) if name == "activation" => (step.to_owned(), side),
            _ => (name.clone(), side),
        }
    }

    /// Asserts what is asked of whom.
    pub fn asks(&self, question: &str, side: Side) {
        assert_eq!(self.now_asked(), (question.to_owned(), side), "{:?}", self.state.stack);
    }

    /// Where a chit is.
    pub fn chit(&self, id: &str) -> String {
        let chit = self.battle.chit_ids().find(|&c| self.battle.chit(c).id == id);
        let chit = chit.unwrap_or_else(|| panic!("there is no chit {id}"));
        serde_json::to_value(self.state.chit(chit).place).unwrap().as_str().unwrap().to_owned()
    }

    /// A general becomes a casualty, or returns.
    pub fn general(&mut self, side: Side, chit: &str, hit: bool) {
        self.apply(
            json!({ "event": "general-thrown", "side": side, "faces": [1, 1], "chit": chit, "hit": hit }),
        );
    }

    /// Whether an order is among those offered.
    pub fn is_offered(&self, order: &Value) -> bool {
        self.offers().contains(order)
    }
}

impl Table {
    /// The same game at the same point, to go on differently.
    pub fn copy(&self) -> Table {
        Table { battle: self.battle.clone(), state: self.state.clone(), events: Vec::new() }
    }

    /// Whether an order would be accepted now.
    pub fn is_legal(&self, side: Side, order: &Value) -> bool {
        let mut dice = tabletop::LoadedDice::default();
        self.battle.read_order(order).is_ok_and(|o| {
            self.battle.judge(&self.state, side, &o, &mut dice, &mut tabletop::RuleCheck::quiet()).is_ok()
        })
    }
}
