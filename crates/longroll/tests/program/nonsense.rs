//! Nonsense of every kind, sent to games in every state: it is always answered, never causes an
//! internal error, and never changes a game unless it happens to be a legal order.

use std::sync::Arc;

use ai::Chance;
use protocol::Line;
use serde_json::{Map, Value, json};

use testing::nightly;

use crate::game::{Game, request};

const VERBS: [&str; 13] = [
    "move",
    "exit",
    "end-movement",
    "attack",
    "retreat",
    "retreat-before-combat",
    "withdraw-battery",
    "stand",
    "lose",
    "advance",
    "hold",
    "end-combat",
    "surrender",
];

const FIELDS: [&str; 9] =
    ["unit", "to", "path", "attackers", "defenders", "column", "units", "displace", "side"];

const WORDS: [&str; 12] =
    ["0000", "9999", "0714", "1327", "union", "", "6-1", "1-5", "0-0", "ü", "../..", "99999999999999999999"];

/// Generates values from words that have a meaning here and from some that do not.
struct Babble {
    chance: Chance,
    words: Vec<String>,
}

impl Babble {
    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        self.chance.pick(of).expect("there is one")
    }

    fn word(&mut self) -> Value {
        json!(self.chance.pick(&self.words).expect("there is one"))
    }

    fn value(&mut self, depth: u8) -> Value {
        match self.chance.below(if depth == 0 { 7 } else { 14 }) {
            0 => Value::Null,
            1 => json!(self.chance.one_in(2)),
            2 => json!(self.chance.below(20)),
            3 => json!(-1),
            4..=6 => self.word(),
            7..=10 => (0..self.chance.below(4)).map(|_| self.value(depth - 1)).collect(),
            11 => (0..self.chance.below(40)).map(|_| self.word()).collect(),
            _ => self.object(depth - 1),
        }
    }

    fn object(&mut self, depth: u8) -> Value {
        let mut object = Map::new();
        for _ in 0..self.chance.below(4) {
            object.insert(self.pick(&FIELDS).to_owned(), self.value(depth));
        }
        Value::Object(object)
    }

    /// Something like an order, with fields of the right form.
    fn order(&mut self) -> Value {
        if self.chance.one_in(8) {
            return self.value(3);
        }
        let verb = self.pick(&VERBS);
        let mut with = Map::new();
        let list = |babble: &mut Babble| -> Value {
            (0..1 + babble.chance.below(3)).map(|_| babble.word()).collect()
        };
        for field in FIELDS {
            if self.chance.one_in(3) {
                let value = match field {
                    _ if self.chance.one_in(6) => self.value(2),
                    "unit" | "to" | "column" | "side" => self.word(),
                    "displace" => json!([{ "unit": self.word(), "to": self.word() }]),
                    _ => list(self),
                };
                with.insert(field.to_owned(), value);
            }
        }
        json!({ verb: with })
    }
}

/// The answer to a request; there must be one.
fn ask(line: &mut Line, method: &str, params: &Value) -> Result<Value, Value> {
    let answer = line.hear(request(1, method, params).as_bytes()).expect("it is answered");
    let mut answer: Value = serde_json::from_str(&answer).expect("it is JSON");
    if answer["error"].is_null() {
        return Ok(answer["result"].take());
    }
    assert_ne!(answer["error"]["code"], -32603, "{method} {params}\n{answer}");
    assert!(answer["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer}");
    Err(answer["error"].take())
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let library = Arc::new(systems::library().expect("the data is sound"));
    let mut carried_out = 0;
    for (scenario, seed) in [("training", 6), ("chickamauga-2006", 7), ("chattanooga-1975", 8)] {
        let played = Game::of(scenario, seed);
        let mut line = Line::new(Arc::clone(&library));
        ask(&mut line, "game.load", &json!({ "record": played.beginning() })).expect("it begins");
        let view = ask(&mut line, "game.view", &json!({ "game": "1" })).expect("it is there");
        let mut words: Vec<String> = WORDS.iter().map(|word| (*word).to_owned()).collect();
        for unit in view["units"].as_array().expect("units") {
            words.push(unit["id"].as_str().expect("an id").to_owned());
            words.extend(unit["hex"].as_str().map(str::to_owned));
        }
        let mut babble = Babble { chance: Chance::new(u64::from(seed)), words };
        for (number, (side, order)) in played.orders.iter().enumerate() {
            if number % nightly(24, 12) == 0 {
                carried_out += nonsense(&mut line, &mut babble, side.word());
            }
            ask(&mut line, "game.order", &json!({ "game": "1", "side": side, "order": order }))
                .expect("it is legal");
        }
        // And after the end of the game.
        assert_eq!(nonsense(&mut line, &mut babble, "union"), 0);
    }
    assert!(carried_out > 0, "not all of it is nonsense");
}

/// A dozen pieces of nonsense, each undone if it was a legal order. Returns how many were.
fn nonsense(line: &mut Line, babble: &mut Babble, side: &str) -> u32 {
    let mut carried_out = 0;
    let look = json!({ "game": "1" });
    for _ in 0..12 {
        let before = ask(line, "game.view", &look).expect("it is there");
        let order = babble.order();
        let params = json!({ "game": "1", "side": side, "order": order });
        let _ = ask(line, "game.explain", &params);
        let preview = ask(line, "game.preview", &params);
        let legal = preview.is_ok_and(|preview| preview["legal"] == true);
        // Orders that throw a die could not be undone and would end the game that is being
        // followed.
        let throws = order["attack"].is_object() || order["retreat-before-combat"].is_object();
        if !(legal && throws) && before["phase"] != "over" {
            let done = ask(line, "game.order", &params);
            assert_eq!(done.is_ok(), legal, "{params}");
            if done.is_ok() && ask(line, "game.undo", &json!({ "game": "1", "side": side })).is_err() {
                panic!("a legal piece of nonsense could not be taken back: {params}");
            }
            carried_out += u32::from(legal);
        }
        let after = ask(line, "game.view", &look).expect("it is there");
        assert_eq!(before["units"], after["units"], "{params}");
        let verb = babble.pick(&VERBS);
        let subject = babble.value(2);
        let _ = ask(
            line,
            "game.targets",
            &json!({ "game": "1", "side": side, "verb": verb, "subject": subject }),
        );
        let whatever = babble.object(3);
        let method =
            babble.pick(&["game.new", "game.position", "game.load", "game.view", "game.log", "game.order"]);
        let _ = ask(line, method, &whatever);
    }
    carried_out
}

#[test]
fn impossible_positions_are_refused_in_words() {
    let library = Arc::new(systems::library().expect("the data is sound"));
    let mut line = Line::new(library);
    let mut babble = Babble {
        chance: Chance::new(9),
        words: WORDS
            .iter()
            .chain(&["infantry", "artillery", "cavalry", "train", "confederate", "a", "b"])
            .map(|w| (*w).to_owned())
            .collect(),
    };
    let mut begun = 0;
    for _ in 0..nightly(500, 5_000) {
        let mut units = Vec::new();
        for _ in 0..babble.chance.below(4) {
            let mut unit = Map::new();
            for (field, usual) in [
                ("id", json!("a")),
                ("side", json!("union")),
                ("type", json!("infantry")),
                ("strength", json!(5)),
                ("hex", json!("0303")),
                ("turn", Value::Null),
            ] {
                match babble.chance.below(8) {
                    0 => drop(unit.insert(field.to_owned(), babble.value(1))),
                    1 => {}
                    _ => drop(unit.insert(field.to_owned(), usual)),
                }
            }
            units.push(Value::Object(unit));
        }
        let mut params = json!({ "scenario": "training", "units": units });
        for field in ["turn", "phase", "side", "options", "dice", "seed"] {
            if babble.chance.one_in(6) {
                params[field] = babble.value(2);
            }
        }
        if let Ok(began) = ask(&mut line, "game.position", &params) {
            begun += 1;
            let game = json!({ "game": began["game"], "side": "union", "order": { "end-movement": {} } });
            let _ = ask(&mut line, "game.order", &game);
        }
    }
    assert!(begun > 0, "some positions are possible");
}
