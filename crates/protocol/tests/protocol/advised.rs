//! Advice as intents: every order in a group that says what it is for, in words that hold.

use std::sync::Arc;

use protocol::Line;
use protocol::schemas;
use serde_json::{Value, json};

use testing::shape::Shapes;

struct Talk(Line);

impl Talk {
    fn begin() -> Talk {
        Talk(Line::new(Arc::new(systems::library().unwrap())))
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer = self.0.hear(request.to_string().as_bytes()).unwrap();
        let mut answer: Value = serde_json::from_str(&answer).unwrap();
        assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
        answer["result"].take()
    }

    /// Units of the training battle in the movement phase of a side, and its advice.
    fn advised(&mut self, side: &str, units: Value) -> Value {
        let position = json!({
            "scenario": "training", "units": units, "side": side, "phase": "movement", "dice": [1],
        });
        let began = self.ask("game.position", position);
        self.ask("game.advice", json!({ "game": began["game"], "side": side }))
    }
}

fn unit(side: &str, id: &str, strength: u32, hex: &str) -> Value {
    json!({ "id": id, "side": side, "type": "infantry", "strength": strength, "hex": hex })
}

/// Each order is in exactly one group, whose own list is its part of the counsel, in order.
fn check_groups(advice: &Value) {
    let counsel = advice["counsel"].as_array().unwrap();
    let intents = advice["intents"].as_array().unwrap();
    assert!(!counsel.is_empty() && !intents.is_empty(), "{advice}");
    let summary = advice["summary"].as_str().unwrap();
    assert!(summary.ends_with('.') && summary.len() > 10, "{summary}");
    for (at, intent) in intents.iter().enumerate() {
        let text = intent["text"].as_str().unwrap();
        assert!(text.ends_with('.') && text.len() > 10, "{text}");
        assert!(text.starts_with(|first: char| !first.is_lowercase()), "{text}");
        let own = counsel.iter().filter(|order| order["intent"] == at).map(|order| order["order"].clone());
        assert_eq!(intent["orders"], json!(own.collect::<Vec<_>>()), "{text}");
        assert!(!intent["orders"].as_array().unwrap().is_empty(), "{text}");
    }
    for order in counsel {
        assert!(order["intent"].as_u64() < Some(intents.len() as u64), "{order}");
    }
}

fn texts(advice: &Value) -> Vec<&str> {
    advice["intents"].as_array().unwrap().iter().filter_map(|intent| intent["text"].as_str()).collect()
}

#[test]
fn an_attack_and_the_moves_that_make_it_are_one_intent() {
    let mut talk = Talk::begin();
    // Three strong divisions a step away from a weak one in the open.
    let units = json!([
        unit("union", "Alpha", 12, "0505"),
        unit("union", "Bravo", 12, "0404"),
        unit("confederate", "x", 3, "0705"),
        unit("confederate", "far", 1, "1201"),
    ]);
    let advice = talk.advised("union", units);
    check_groups(&advice);
    let attack = texts(&advice).into_iter().position(|text| text.starts_with("Attack 0705 at ")).unwrap();
    let orders = advice["intents"][attack]["orders"].as_array().unwrap();
    assert!(orders.last().unwrap()["attack"]["defenders"] == json!(["0705"]), "{orders:?}");
    assert!(orders.iter().any(|order| order["move"].is_object()), "{orders:?}");
    assert!(advice["summary"].as_str().unwrap().starts_with("Attack 0705"), "{}", advice["summary"]);
    // Who is said to attack is who attacks.
    let named = texts(&advice)[attack];
    for attacker in orders.last().unwrap()["attack"]["attackers"].as_array().unwrap() {
        assert!(named.contains(attacker.as_str().unwrap()), "{named}: {attacker}");
    }
    assert!(texts(&advice).contains(&"Then end the movement phase."));
}

#[test]
fn each_body_of_the_army_has_its_part_in_the_plan() {
    let mut talk = Talk::begin();
    // Two divisions come to attack, the third is far from anybody.
    let units = json!([
        unit("union", "Alpha", 12, "0505"),
        unit("union", "Bravo", 12, "0404"),
        unit("union", "Charlie", 7, "0209"),
        unit("confederate", "x", 3, "0705"),
    ]);
    let advice = talk.advised("union", units);
    check_groups(&advice);
    let summary = advice["summary"].as_str().unwrap();
    assert!(summary.starts_with("Attack 0705 with 24 strength points and "), "{summary}");
    assert!(summary.ends_with(" with 7."), "{summary}");
}

#[test]
fn who_is_outnumbered_falls_back_and_says_before_what() {
    let mut talk = Talk::begin();
    let mut units = vec![unit("union", "Alpha", 2, "0605")];
    for (id, hex) in [("w", "0905"), ("x", "0904"), ("y", "0906"), ("z", "0804")] {
        units.push(unit("confederate", id, 9, hex));
    }
    let advice = talk.advised("union", json!(units));
    check_groups(&advice);
    let texts = texts(&advice);
    let back = texts.iter().find(|text| text.starts_with("Fall back")).unwrap_or_else(|| panic!("{texts:?}"));
    // Four of nine strength points each are in reach of it.
    assert!(back.contains("up to 36 enemy strength points could move next"), "{back}");
    assert!(advice["summary"].as_str().unwrap().to_lowercase().contains("fall back"), "{advice}");
}

#[test]
fn every_order_of_both_systems_is_told_with_what_it_is_for() {
    let mut talk = Talk::begin();
    let all = schemas(systems::registry());
    let shapes = Shapes::new(&all);
    let of_advice = shapes.named("game.advice.json")["properties"]["result"].clone();
    for scenario in ["training", "kernstown-1-stone-wall"] {
        let began = talk.ask("game.new", json!({ "scenario": scenario, "seed": "intents" }));
        let game = began["game"].clone();
        let mut side = began["view"]["question"]["side"].clone();
        let stands = |view: &Value| json!([view["turn"], view["phase"]]);
        let (mut stood, mut apart) = (stands(&began["view"]), 0);
        let mut dice = began["view"]["dice"]["thrown"].clone();
        let mut given = 0;
        // Advice is followed for a while: movement, combat, questions, chits.
        while given < 25 && side.is_string() {
            let advice = talk.ask("game.advice", json!({ "game": game, "side": side }));
            check_groups(&advice);
            assert_eq!(shapes.misfit(&of_advice, &advice), None);
            for advised in advice["counsel"].as_array().unwrap() {
                let order = json!({ "game": game, "side": side, "order": advised["order"] });
                let ordered = talk.ask("game.order", order);
                given += 1;
                // What throws a die or ends a phase stands apart; in the training battle nothing else does.
                let thrown = ordered["view"]["dice"]["thrown"] != dice;
                dice = ordered["view"]["dice"]["thrown"].clone();
                let ended = stands(&ordered["view"]) != stood;
                let told = advised["apart"] == true;
                assert!(told || !thrown && !ended, "{scenario}: {advised}: {ordered}");
                let asks = ordered["view"]["question"]["side"] != side;
                assert!(!told || thrown || ended || asks || scenario != "training", "{advised}");
                apart += usize::from(thrown || ended);
                stood = stands(&ordered["view"]);
                let now = &ordered["view"]["question"]["side"];
                if *now != side {
                    side = now.clone();
                    break;
                }
            }
        }
        assert!(apart > 0 && apart < given, "{scenario}: {apart} of {given} stood apart");
    }
}
