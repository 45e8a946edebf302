//! Between the tests and the rules: set up a position, give orders, look at what came of them.
//!
//! Everything goes through the protocol's own words, so that a test reads like a game at the table:
//! ```ignore
//! let mut table = on("chickamauga-1975")
//!     .units(&["a union infantry 5 1207", "x confederate infantry 4 1209"])
//!     .combat(Side::Union)
//!     .dice(&[1])
//!     .set();
//! table.order(Union, json!({"attack": {"attackers": ["a"], "defenders": ["1209"]}}));
//! ```
#![allow(dead_code, reason = "each test file uses its own part of this")]
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use std::path::Path;
use std::sync::OnceLock;

use blue_gray::{Battle, Library};
use serde_json::{Map, Value, json};
#[allow(unused_imports, reason = "not every test file plays both sides")]
pub use tabletop::Side::{self, Confederate, Union};
use tabletop::{AnyGame, Failure, Game, GameSystem, Protocol, RuleCheck, Rules, Viewer};

/// The library, with the test's own maps and scenarios (`tests/ground`) beside the shipped ones.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |file: &str| {
            std::fs::read_to_string(here.join("tests/ground").join(file))
                .or_else(|_| std::fs::read_to_string(here.join("../../data").join(file)))
                .ok()
        };
        Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"))
    })
}

/// A position being set up.
pub struct SetUp {
    scenario: String,
    units: Option<Vec<Value>>,
    turn: u8,
    phase: &'static str,
    side: Option<Side>,
    dice: Vec<u8>,
    options: Map<String, Value>,
}

/// Begins a set-up on a scenario's map and rules. Without [`SetUp::units`] it is the scenario
/// itself.
pub fn on(scenario: &str) -> SetUp {
    SetUp {
        scenario: scenario.to_owned(),
        units: None,
        turn: 1,
        phase: "movement",
        side: None,
        dice: Vec::new(),
        options: Map::new(),
    }
}

impl SetUp {
    /// Units as `"id side type strength hex"`, or `"id hex"` for a unit of the scenario; a trailing
    /// `ineffective` or `movement=7` is understood, and `turn=2` in place of a hex.
    pub fn units(mut self, units: &[&str]) -> SetUp {
        let read = |text: &&str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            let mut unit = json!({ "id": words[0] });
            let mut rest = &words[1..];
            if rest.first().is_some_and(|w| Side::from_word(w).is_some()) {
                unit["side"] = json!(rest[0]);
                unit["type"] = json!(rest[1]);
                unit["strength"] = json!(rest[2].parse::<u8>().unwrap());
                rest = &rest[3..];
            }
            for word in rest {
                match word.split_once('=') {
                    None if *word == "ineffective" => unit["ineffective"] = json!(true),
                    None => unit["hex"] = json!(word),
                    Some(("entry", hexes)) => unit["entry"] = json!(hexes.split(',').collect::<Vec<_>>()),
                    Some((key, value)) => unit[key] = json!(value.parse::<u8>().unwrap()),
                }
            }
            unit
        };
        self.units = Some(units.iter().map(read).collect());
        self
    }

    /// It is this game-turn.
    pub fn turn(mut self, turn: u8) -> SetUp {
        self.turn = turn;
        self
    }

    /// It is this side's movement phase.
    pub fn movement(mut self, side: Side) -> SetUp {
        (self.phase, self.side) = ("movement", Some(side));
        self
    }

    /// It is this side's combat phase, just begun.
    pub fn combat(mut self, side: Side) -> SetUp {
        (self.phase, self.side) = ("combat", Some(side));
        self
    }

    /// These faces are thrown first.
    pub fn dice(mut self, faces: &[u8]) -> SetUp {
        self.dice = faces.to_vec();
        self
    }

    /// With that option.
    pub fn option(mut self, id: &str) -> SetUp {
        self.options.insert(id.to_owned(), json!(true));
        self
    }

    /// The game at this position.
    pub fn set(self) -> Table {
        let position = self.units.map(|units| {
            let mut position = json!({ "units": units, "turn": self.turn, "phase": self.phase });
            if let Some(side) = self.side {
                position["side"] = json!(side);
            }
            position
        });
        let battle = library()
            .battle(&self.scenario, &self.options, position.as_ref())
            .unwrap_or_else(|e| panic!("{e}"));
        let header = library()
            .begin(&self.scenario, &self.options, position.as_ref(), &self.dice, [7; 32])
            .unwrap_or_else(|e| panic!("{e}"))
            .header()
            .clone();
        let opening = tabletop::Opening { loaded: self.dice, ..tabletop::Opening::new([7; 32]) };
        Table { game: Game::new(battle, header, opening) }
    }
}

/// A game on the table.
pub struct Table {
    pub game: Game<Battle>,
}

impl Table {
    /// Gives an order that must be legal; returns its events as they are told.
    #[track_caller]
    pub fn order(&mut self, side: Side, order: Value) -> Vec<Value> {
        let before = self.game.version();
        if let Err(failure) = AnyGame::order(&mut self.game, side, &order, None) {
            panic!("{order} was refused: {failure}");
        }
        let faults = self.game.rules().faults(self.game.state());
        assert!(faults.is_empty(), "after {order}: {faults:?}");
        let entries = self.game.log(Viewer::Side(side), before);
        entries.into_iter().filter_map(|entry| entry.events).flatten().collect()
    }

    /// Gives an order that must be refused and change nothing; returns the case and the sentence.
    #[track_caller]
    pub fn refused(&mut self, side: Side, order: Value) -> (String, String) {
        let before = self.view();
        let result = AnyGame::order(&mut self.game, side, &order, None);
        assert_eq!(before, self.view(), "a refused order changed something");
        match result {
            Err(Failure::Refused { refusal, .. }) => (refusal.case.to_string(), refusal.message),
            Err(other) => panic!("{order} failed otherwise: {other}"),
            Ok(()) => panic!("{order} was accepted"),
        }
    }

    /// The case by which an order is refused.
    #[track_caller]
    pub fn case(&mut self, side: Side, order: Value) -> String {
        self.refused(side, order).0
    }

    /// Whether an order would be legal; gives nothing.
    pub fn legal(&self, side: Side, order: Value) -> bool {
        let order = self.game.rules().read_order(&order).unwrap_or_else(|e| panic!("{e}"));
        let mut dice = tabletop::LoadedDice::default();
        self.game.rules().judge(self.game.state(), side, &order, &mut dice, &mut RuleCheck::quiet()).is_ok()
    }

    /// The whole view.
    pub fn view(&self) -> Value {
        serde_json::from_str(&self.game.view("", Viewer::Watcher, None)).unwrap()
    }

    /// What ending the phase would cost that side; null where it has no phase to end.
    pub fn ending(&self, side: Side) -> Value {
        json!(self.game.rules().options(self.game.state(), side))["ending"].clone()
    }

    /// A unit's view.
    #[track_caller]
    pub fn unit(&self, id: &str) -> Value {
        let view = self.view();
        let units = view["units"].as_array().unwrap();
        units.iter().find(|u| u["id"] == id).unwrap_or_else(|| panic!("there is no unit {id}")).clone()
    }

    /// Where a unit is: its hex, or "due", "exited", "eliminated".
    #[track_caller]
    pub fn at(&self, id: &str) -> String {
        let unit = self.unit(id);
        unit["hex"].as_str().or(unit["status"].as_str()).unwrap().to_owned()
    }

    /// Who is asked what: `"union retreat"`, `"confederate movement"`; `"over"` at the end.
    pub fn asked(&self) -> String {
        let question = &self.view()["question"];
        match question["side"].as_str() {
            Some(side) => format!("{side} {}", question["kind"].as_str().unwrap()),
            None => "over".to_owned(),
        }
    }

    /// The case of the open question.
    pub fn question_case(&self) -> String {
        self.view()["question"]["case"].as_str().unwrap().to_owned()
    }

    /// `game.targets`.
    #[track_caller]
    pub fn targets(&self, side: Side, verb: &str, subject: Value) -> Value {
        AnyGame::targets(&self.game, side, verb, &subject).unwrap_or_else(|e| panic!("{e}"))
    }

    /// The hexes that `game.targets` gives, sorted.
    #[track_caller]
    pub fn hexes(&self, side: Side, verb: &str, subject: &str) -> Vec<String> {
        let targets = self.targets(side, verb, json!(subject));
        let mut hexes: Vec<String> = targets["targets"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| t["hex"].as_str().unwrap().to_owned())
            .collect();
        hexes.sort();
        hexes
    }

    /// The cost at which a unit reaches a hex, if it does.
    #[track_caller]
    pub fn cost(&self, side: Side, unit: &str, hex: &str) -> Option<u64> {
        let targets = self.targets(side, "move", json!(unit));
        targets["targets"]
            .as_array()
            .unwrap()
            .iter()
            .find(|t| t["hex"] == hex)
            .map(|t| t["cost"].as_u64().unwrap())
    }

    /// `game.preview`.
    #[track_caller]
    pub fn preview(&self, side: Side, order: Value) -> Value {
        AnyGame::preview(&self.game, side, &order).unwrap_or_else(|e| panic!("{e}"))
    }

    /// The attack of these units on these hexes, previewed.
    #[track_caller]
    pub fn odds(&self, side: Side, attackers: &[&str], defenders: &[&str]) -> Value {
        let preview = self.preview(side, json!({"attack": {"attackers": attackers, "defenders": defenders}}));
        assert_eq!(preview["legal"], true, "{preview}");
        preview
    }

    /// Moves a unit.
    #[track_caller]
    pub fn moves(&mut self, side: Side, unit: &str, to: &str) -> Vec<Value> {
        self.order(side, json!({"move": {"unit": unit, "to": to}}))
    }

    /// Attacks.
    #[track_caller]
    pub fn attacks(&mut self, side: Side, attackers: &[&str], defenders: &[&str]) -> Vec<Value> {
        self.order(side, json!({"attack": {"attackers": attackers, "defenders": defenders}}))
    }

    /// The case by which an attack is refused.
    #[track_caller]
    pub fn attack_case(&mut self, side: Side, attackers: &[&str], defenders: &[&str]) -> String {
        self.case(side, json!({"attack": {"attackers": attackers, "defenders": defenders}}))
    }

    /// Retreats a unit.
    #[track_caller]
    pub fn retreats(&mut self, side: Side, unit: &str, to: &str) -> Vec<Value> {
        self.order(side, json!({"retreat": {"unit": unit, "to": to}}))
    }

    /// Ends the movement phase.
    #[track_caller]
    pub fn end_movement(&mut self, side: Side) -> Vec<Value> {
        self.order(side, json!({"end-movement": {}}))
    }

    /// Ends the combat phase.
    #[track_caller]
    pub fn end_combat(&mut self, side: Side) -> Vec<Value> {
        self.order(side, json!({"end-combat": {}}))
    }
}

impl Table {
    /// Carries everything on hand to its end: nobody advances, batteries stand, retreats and
    /// exchanges go the first way.
    pub fn settle(&mut self) {
        loop {
            let question = self.view()["question"].clone();
            let Some(side) = question["side"].as_str().and_then(Side::from_word) else { return };
            let unit = question["units"][0].clone();
            match question["kind"].as_str().unwrap() {
                "advance" => self.order(side, json!({"hold": {}})),
                "withdraw-battery" | "retreat-before-combat" => self.order(side, json!({"stand": {}})),
                "exchange" => {
                    let units = self.targets(side, "lose", Value::Null)["targets"][0]["units"].clone();
                    self.order(side, json!({"lose": {"units": units}}))
                }
                "retreat" => {
                    let way = self.targets(side, "retreat", unit.clone())["targets"][0].clone();
                    let (mut chain, mut next) = (Vec::new(), way["displace"].clone());
                    while let Some(link) = next.get(0).cloned() {
                        chain.push(json!({"unit": link["unit"], "to": link["hex"]}));
                        let begun = json!({"unit": unit, "to": way["hex"], "displace": chain});
                        next = self.targets(side, "retreat", begun)["targets"][0]["displace"].clone();
                    }
                    self.order(side, json!({"retreat": {"unit": unit, "to": way["hex"], "displace": chain}}))
                }
                _ => return,
            };
        }
    }

    /// Who still owes an attack, and which hexes are still owed one, sorted.
    pub fn owed(&self) -> (Vec<String>, Vec<String>) {
        let owed = self.view()["owed"].clone();
        let read = |key: &str| {
            let mut list: Vec<String> =
                owed[key].as_array().unwrap().iter().map(|v| v.as_str().unwrap().to_owned()).collect();
            list.sort();
            list
        };
        (read("attackers"), read("defenders"))
    }

    /// Exactly these units still owe an attack, and exactly these hexes are still owed one.
    #[track_caller]
    pub fn assert_owed(&self, attackers: &[&str], defenders: &[&str]) {
        let (owing, owed) = self.owed();
        assert_eq!(owing, attackers, "who owes an attack");
        assert_eq!(owed, defenders, "who is owed one");
    }
}

/// The order to attack.
pub fn attack(attackers: &[&str], defenders: &[&str]) -> Value {
    json!({"attack": {"attackers": attackers, "defenders": defenders}})
}

/// A retreat with its chain of displacements, nearest first.
pub fn retreat(unit: &str, to: &str, chain: &[(&str, &str)]) -> Value {
    let displace: Vec<Value> = chain.iter().map(|(unit, to)| json!({"unit": unit, "to": to})).collect();
    json!({"retreat": {"unit": unit, "to": to, "displace": displace}})
}

/// The units eliminated, with the case of each.
pub fn eliminated(events: &[Value]) -> Vec<String> {
    events
        .iter()
        .filter(|e| e["event"] == "eliminated")
        .map(|e| format!("{} by {}", e["unit"].as_str().unwrap(), e["case"].as_str().unwrap()))
        .collect()
}

/// The kinds of these events, in order.
pub fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|e| e["event"].as_str().unwrap()).collect()
}

/// The first event of a kind.
#[track_caller]
pub fn event<'a>(events: &'a [Value], kind: &str) -> &'a Value {
    events
        .iter()
        .find(|e| e["event"] == kind)
        .unwrap_or_else(|| panic!("no {kind} among {:?}", kinds(events)))
}
