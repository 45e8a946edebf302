//! Every question that can be asked: its kind, its case, its words, what it is about, and what may
//! be answered.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::check::Table;
use crate::check::field::{field, guns, rebel, union, with};
use crate::check::generated::at_every_question;
use serde_json::{Value, json};
use tabletop::Protocol;
use tabletop::Side::{Confederate, Union};

/// One of each kind, and of each way to ask it.
const ASKED: &str = r#"[
    { "keys": { "side": "union" } },
    { "batteries": { "side": "union", "passed": false } },
    { "battery-hex": { "side": "union", "hex": "3620", "ready": ["g-1"] } },
    { "battery-rally": { "side": "union" } },
    { "held": { "side": "union", "passed": false, "end": false, "asks": true } },
    { "held": { "side": "confederate", "passed": false, "end": true, "asks": true } },
    { "drawn": { "side": "union", "chit": "u-confident" } },
    { "commander": { "side": "confederate", "chit": "k62-jackson" } },
    { "command": { "side": "union", "chit": "k62-tyler", "grant": "full", "asks": true } },
    { "command": { "side": "union", "chit": "k62-tyler", "grant": "limited", "asks": true } },
    { "command": { "side": "union", "chit": "k62-tyler", "grant": "spent", "asks": true } },
    { "special": { "side": "confederate", "asks": true } },
    { "chaos": { "side": "union" } },
    { "wayward": { "side": "union" } },
    { "rare-choice": { "side": "confederate", "event": 2 } },
    { "rare-choice": { "side": "confederate", "event": 3 } },
    { "moment": { "side": "union", "what": "order-given", "passed": false } },
    { "moment": { "side": "union", "what": "order-stands", "passed": false } },
    { "moment": { "side": "union", "what": "fire-declared", "passed": false } },
    { "moment": { "side": "confederate", "what": "close-declared", "passed": false } },
    { "moment": { "side": "union", "what": "retreat-ordered", "passed": false } },
    { "moment": { "side": "union", "what": { "command-roll-failed": "k62-tyler" }, "passed": false } },
    { "activation": { "step": "orders", "order": null } },
    { "activation": { "step": "fire", "order": "attack" } },
    { "activation": { "step": "movement", "order": "maneuver" } },
    { "activation": { "step": "close", "order": "attack" } },
    { "activation": { "step": "rally", "order": "regroup" } },
    { "reserve": { "side": "union", "brigade": "b62-tyler", "moving": null } },
    { "arrivals": { "side": "union", "units": ["u-3", "u-2"], "choice": ["1311", "1312"] } },
    { "opportunity": { "side": "confederate", "mover": "u-1", "hex": "3621" } },
    { "cavalry-withdrawal": { "side": "confederate", "units": ["h-1", "h-2"], "mover": "u-1" } },
    { "skirmish-withdrawal": { "side": "confederate", "units": ["c-2", "c-1"], "mover": "u-1",
                               "ways": ["3821", "3822"] } },
    { "fire": { "side": "union", "kind": "step", "shot": { "units": ["u-1"], "target": "3721" },
                "flanking": false, "lead": null, "chits": [], "rare": 0,
                "stage": { "choosing-lead": ["c-1", "c-2"] } } },
    { "effects": { "queue": [{ "panic": 1 }], "choosing": { "side": "union", "units": ["c-1", "h-1"] } } },
    { "effects": { "queue": ["deplete-next"],
                   "choosing": { "side": "confederate", "units": ["c-1", "c-2"] } } },
    { "retreat": { "side": "confederate", "unit": "c-1", "origin": "3721", "distance": 2, "causes": ["u-1"],
                   "walked": [], "path": [], "off": false, "panic": false, "stage": "choosing" } },
    { "melees": { "side": "union" } },
    { "melee": { "stage": { "rider": "c-1" } } },
    { "melee": { "stage": "announcing" } },
    { "melee": { "stage": { "naming": ["3621", "3622"] } } },
    { "melee": { "stage": { "choosing-lead": ["c-1", "c-2"] } } },
    { "advance": { "side": "union", "hex": "3721", "units": ["u-1", "u-2"], "reach": 1 } },
    { "fire-back": { "side": "confederate", "hex": "3721", "target": "3621", "asks": true } },
    { "return": { "side": "union", "unit": "u-3", "hexes": ["1311", "1312"] } },
    { "displace": { "side": "union", "unit": "u-1", "hexes": ["3521", "3522"] } }
]"#;

/// What a kind of procedure has besides, where it matters little here.
fn besides(name: &str) -> Value {
    match name {
        "activation" => {
            json!({ "side": "union", "brigade": "b62-tyler", "grant": "full", "pace": 2, "bonus": 0,
            "moving": null, "assaults": [], "closed": [], "stations": [] })
        }
        "effects" => {
            json!({ "side": "union", "causes": ["u-1"], "hex": "3721", "close": false, "assaulting": null,
            "lead": "c-2", "depleted": [], "retreated": [], "test": "tough" })
        }
        "melee" => {
            json!({ "side": "union", "target": "3721", "units": ["u-1", "u-2"], "from": ["3621", "3622"],
            "assaulting": null, "lead": null, "chits": [], "rare": 0, "riders": [], "defenders": [],
            "withdrawn": false })
        }
        _ => json!({}),
    }
}

/// Two regiments and a battery next to two regiments and two of horse; others are far away, or are
/// to come.
fn table() -> Table {
    let regiment = |id, hex| union(id, "b62-tyler", hex, (3.0, 3), (1.0, 2));
    let enemy = |id, hex| rebel(id, "b62-burks", hex, (3.0, 3), (1.0, 2));
    let horse = json!({ "type": "cavalry", "weapon": "C", "mounted": true });
    let table = field(json!([
        with(regiment("u-1", "3621"), json!({ "worn": true, "hits": 1 })),
        regiment("u-2", "3622"),
        with(regiment("u-3", "1014"), json!({ "turn": 9 })),
        with(regiment("u-4", "1310"), json!({ "worn": true, "hits": 2 })),
        guns("g-1", "union", "R", "3620", 3.0),
        with(guns("g-2", "union", "R", "3012", 3.0), json!({ "worn": true, "hits": 1 })),
        enemy("c-1", "3721"),
        enemy("c-2", "3721"),
        enemy("s-1", "3623"),
        with(enemy("h-1", "3722"), horse.clone()),
        with(enemy("h-2", "3722"), horse),
    ]));
    table.holding(&["u-take-aim", "u-rally", "c-hold-the-line"])
}

fn asked(procedure: &Value) -> Table {
    let (name, fields) = procedure.as_object().unwrap().iter().next().unwrap();
    let mut table = table();
    table.apply(json!({ "event": "phase-began", "phase": "activation" }));
    if name == "drawn" {
        table.apply(json!({ "event": "chit-drawn", "chit": fields["chit"], "faces": [3], "negated": false }));
    }
    if name == "melees" {
        let declared =
            json!([{ "units": ["u-1"], "target": "3721" }, { "units": ["u-2"], "target": "3722" }]);
        let closing =
            json!({ "step": "close", "order": "attack", "assaults": declared, "closed": ["3721", "3722"] });
        table.under_way(json!({ "activation": with(besides("activation"), closing) }));
        table.apply(json!({ "event": "stack", "change": { "push": procedure } }));
    } else {
        table.under_way(json!({ name: with(besides(name), fields.clone()) }));
    }
    table
}

#[test]
fn every_question_is_put_in_words_with_its_case_and_what_it_is_about() {
    let mut all = String::new();
    for procedure in serde_json::from_str::<Vec<Value>>(ASKED).unwrap() {
        let table = asked(&procedure);
        let side = tabletop::Rules::asked(&table.battle, &table.state);
        let side = side.unwrap_or_else(|| panic!("nobody is asked: {procedure}"));
        let question = json!(table.battle.options(&table.state, side));
        let told = &question["question"];
        assert_eq!(told["side"], json!(side));
        let text = |told: &Value| told["text"].as_str().unwrap().to_owned();
        writeln!(all, "{}, {}, {}: {}", told["kind"], told["case"], side.word(), text(told)).unwrap();
        for seat in [None, Some(side.other())] {
            let others = &table.view(seat)["question"];
            if text(others) != text(told) {
                writeln!(all, "    others: {}", text(others)).unwrap();
            }
        }
        if told["units"] != json!([]) || told["hexes"] != json!([]) {
            writeln!(all, "    about {} {}", told["units"], told["hexes"]).unwrap();
        }
        writeln!(all, "    {:?}", table.battle.question(&table.state).unwrap()).unwrap();
        for verb in question["verbs"].as_array().unwrap() {
            writeln!(all, "    {} {}", verb["verb"], verb["subjects"]).unwrap();
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn no_kind_of_question_is_left_out_here() {
    let kind = |table: &Table| {
        let side = tabletop::Rules::asked(&table.battle, &table.state).unwrap();
        json!(table.battle.options(&table.state, side))["question"]["kind"].as_str().unwrap().to_owned()
    };
    let procedures: Vec<Value> = serde_json::from_str(ASKED).unwrap();
    let listed: BTreeSet<String> = procedures.iter().map(|procedure| kind(&asked(procedure))).collect();
    let mut met = BTreeSet::new();
    at_every_question(120, |table, _, _| {
        met.insert(kind(table));
    });
    assert!(met.is_subset(&listed), "{met:?}");
    assert!(met.len() > 10, "{met:?}");
}

/// The words of a view are those of the options, but for the chit that is kept from the others.
#[test]
fn kernstown_10_3_the_chit_just_drawn_is_named_to_its_owner_alone() {
    let table = asked(&json!({ "drawn": { "side": "union", "chit": "u-confident" } }));
    assert_eq!(table.view(Some(Union))["question"]["chit"], json!("u-confident"));
    for seat in [None, Some(Confederate)] {
        assert_eq!(table.view(seat)["question"].get("chit"), None);
    }
}

#[test]
fn kernstown_14_3_the_close_combat_to_be_resolved_is_shown_in_its_hex() {
    let table = asked(&json!({ "melees": { "side": "union" } }));
    let told = json!(table.battle.targets(&table.state, Union, "resolve", &Value::Null).unwrap());
    let hexes: Vec<&Value> =
        told["targets"].as_array().unwrap().iter().map(|target| &target["hex"]).collect();
    assert_eq!(hexes, ["3721", "3722"]);
}

/// The side whose fire, retreat, Close Combat, activation, command or Reserve Move is under way is
/// the active one: the other may play what is for enemy moments.
#[test]
fn kernstown_k45_the_active_side_is_the_one_whose_doing_is_under_way() {
    let fire = json!({ "side": "union", "kind": "step", "shot": { "units": ["u-1"], "target": "3721" },
        "flanking": false, "lead": null, "chits": [], "rare": 0, "stage": "chits" });
    let retreat = json!({ "side": "union", "unit": "u-1", "origin": "3621", "distance": 2, "causes": [],
        "walked": [], "path": [], "off": false, "panic": false, "stage": "ordered" });
    let doings = [
        json!({ "fire": fire }),
        json!({ "retreat": retreat }),
        json!({ "melee": with(besides("melee"), json!({ "stage": "chits" })) }),
        json!({ "activation": with(besides("activation"), json!({ "step": "fire", "order": "attack" })) }),
        json!({ "command": { "side": "union", "chit": "k62-tyler", "grant": "full", "asks": false } }),
        json!({ "reserve": { "side": "union", "brigade": "b62-tyler", "moving": null } }),
    ];
    for doing in doings {
        for (side, window) in [(Union, "OwnFireDeclared"), (Confederate, "EnemyFireDeclared")] {
            let mut table = table();
            table.under_way(doing.clone());
            let moment = json!({ "side": side, "what": "fire-declared", "passed": false });
            table.apply(json!({ "event": "stack", "change": { "push": { "moment": moment } } }));
            let asked = format!("{:?}", table.battle.question(&table.state).unwrap());
            assert_eq!(asked, format!("ReactionWindow({window})"), "{doing}");
        }
    }
}

/// Whatever the defender is asked in a Close Combat, it may look at its Defensive Fire.
#[test]
fn kernstown_14_3a_a_fire_is_looked_at_as_the_question_means_it() {
    let strength = |procedure: Value, side, unit: &str, target: &str| {
        let table = asked(&procedure);
        let order = json!({ "fire": { "shots": [{ "units": [unit], "target": target }] } });
        table.preview(side, &order)["fires"][0]["strength"].clone()
    };
    let stages = [
        json!({ "rider": "c-1" }),
        json!("announcing"),
        json!({ "naming": ["3621", "3622"] }),
        json!({ "choosing-lead": ["c-1", "c-2"] }),
    ];
    for stage in stages {
        let melee = json!({ "melee": { "stage": stage } });
        assert_eq!(strength(melee.clone(), Confederate, "c-1", "3622"), json!(3.0), "{melee}");
        assert_eq!(strength(melee.clone(), Confederate, "s-1", "3622"), json!(1.5), "it supports: {melee}");
    }
    let step = json!({ "activation": { "step": "fire", "order": "attack" } });
    assert_eq!(strength(step, Union, "u-2", "3721"), json!(3.0));
    let leaves = json!({ "opportunity": { "side": "confederate", "mover": "u-2", "hex": "3622" } });
    assert_eq!(strength(leaves, Confederate, "c-1", "3622"), json!(1.5));
}
