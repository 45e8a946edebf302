//! What the enemy's next attacks could ask of a side: the verb `foresee` of `game.targets`.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use crate::standing_orders::told;
use serde_json::{Value, json};
use tabletop::{AnyGame, Failure};

/// r and s in 0505; a and b are two hexes from them, and it is the Union's turn to move.
const UNITS: [&str; 4] = [
    "a union infantry 18 0503",
    "b union infantry 9 0503",
    "r confederate infantry 2 0505",
    "s confederate infantry 1 0505",
];

fn moving(units: &[&str]) -> Table {
    on("proving-ground").units(units).movement(Union).set()
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list")).clone()
}

/// The questions of this result, before anything is answered.
fn of<'a>(foreseen: &'a Value, result: &str) -> Vec<&'a Value> {
    let questions = foreseen["attack"]["questions"].as_array().unwrap();
    questions.iter().filter(|question| question["result"] == result).collect()
}

// 7.15

#[test]
fn case_7_15_which_hexes_the_enemy_could_attack() {
    let table = moving(&UNITS);
    let foreseen = table.targets(Confederate, "foresee", Value::Null);
    assert_eq!(foreseen["verb"], "foresee");
    assert_eq!(foreseen["during"], json!({"turn": 1, "side": "union"}));
    assert_eq!(foreseen.get("attack"), None);
    let threat = &list(&foreseen["targets"])[0];
    assert_eq!((&threat["hex"], &threat["units"]), (&json!("0505"), &json!(["r", "s"])));
    assert_eq!(threat["by"][0]["unit"], "a", "the strongest first");
    assert!(list(&threat["by"][0]["from"]).contains(&json!("0504")));
    // Of the Union's own: the Confederates move after it, in this game-turn or the next.
    let other = table.targets(Union, "foresee", Value::Null);
    assert_eq!(other["during"]["side"], "confederate");
    assert_eq!(other["targets"][0]["hex"], "0503");
    // Nobody is near, and at night nobody attacks.
    let far = moving(&["a union infantry 18 0101", "r confederate infantry 2 0909"]);
    let none = far.targets(Confederate, "foresee", Value::Null);
    assert_eq!((&none["targets"], &none["reason"]["case"]), (&json!([]), &json!("7.15")));
    // In the combat phase only those that stand next to it.
    let fight = on("proving-ground").units(&UNITS).combat(Union).set();
    assert_eq!(fight.targets(Confederate, "foresee", Value::Null)["targets"], json!([]));
}

#[test]
fn case_10_1_at_night_nothing_is_foreseen() {
    let night = (1..=40).find(|&turn| {
        let scenario = &moving(&UNITS).game.rules().scenario.clone();
        turn <= scenario.turns && scenario.is_night(turn)
    });
    let Some(turn) = night else { panic!("the proving ground has a night") };
    let table = on("proving-ground").units(&UNITS).turn(turn).movement(Union).set();
    let none = table.targets(Confederate, "foresee", Value::Null);
    assert_eq!((&none["targets"], &none["reason"]["case"]), (&json!([]), &json!("10.1")));
}

#[test]
fn case_7_15_a_gun_without_room_next_to_the_hexes_fires_from_where_it_stands_only_if_it_is_named() {
    // 0506 alone is next to both, and two stand there.
    let units = [
        "a union infantry 5 0506",
        "b union infantry 5 0506",
        "g union artillery 6 0308",
        "r confederate infantry 2 0505",
        "s confederate infantry 2 0507",
    ];
    let from = |attackers: Value| {
        let subject = json!({"hexes": ["0505", "0507"], "attackers": attackers});
        let foreseen = moving(&units).targets(Confederate, "foresee", subject);
        list(&foreseen["attack"]["from"]).iter().map(|one| one["unit"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(from(json!([])), ["a", "b"]);
    assert_eq!(from(json!([{"unit": "a"}, {"unit": "b"}, {"unit": "g"}])), ["a", "b", "g"]);
}

// 7.7

#[test]
fn case_7_7_the_tree_of_an_attack() {
    let table = moving(&UNITS);
    let subject = |draft: Value| json!({"hexes": ["0505"], "attackers": [{"unit": "a", "from": "0504"}], "conditional": draft});
    let foreseen = table.targets(Confederate, "foresee", subject(json!([])));
    let attack = &foreseen["attack"];
    assert_eq!((&attack["from"], &attack["cut"]), (&json!([{"unit": "a", "to": "0504"}]), &json!(false)));
    assert_eq!(attack["odds"]["odds"], "6-1");
    // Only Dr asks anything at these odds: where r and s go, three hexes each.
    let question = of(&foreseen, "Dr")[0];
    assert_eq!(list(&attack["questions"]).len(), 1);
    assert_eq!(
        (&question["ask"], &question["open"], &question["case"]),
        (&json!("retreat"), &json!(true), &json!("7.71"))
    );
    assert_eq!(question["when"], json!({"hexes": ["0505"], "attackers": ["a"], "results": ["Dr"]}));
    assert_eq!(list(&question["options"]).len(), 6);
    let first = &question["options"][0];
    assert_eq!(first["give"], json!({"retreat": {"unit": "r", "to": first["moves"][0]["to"]}}));
    assert_eq!((&first["always"], &first["lost"]), (&json!(true), &json!([])));
    // An answer is drafted: what follows on it is told.
    let r = json!({"retreat": {"unit": "r", "to": "0605"}});
    let mut draft = json!([{"ask": question["ask"], "when": question["when"], "answers": [{"give": r}]}]);
    let foreseen = table.targets(Confederate, "foresee", subject(draft.clone()));
    let question = of(&foreseen, "Dr")[0];
    assert_eq!((&question["open"], &question["given"][0]["give"]), (&json!(false), &r));
    assert_eq!(question["given"][0]["way"], json!([0, 0]));
    assert_eq!(question["given"][0]["text"], "R retreats to 0605.");
    let next = &question["given"][0]["next"][0];
    assert_eq!((&next["after"], &next["open"]), (&json!([0, 0]), &json!(true)));
    assert_eq!((&next["units"], &next["when"]), (&json!(["s"]), &json!({"results": ["Dr"]})));
    // And the last, after which nothing is asked.
    let s = json!({"retreat": {"unit": "s", "to": "0506"}});
    draft[0]["answers"][0]["next"] =
        json!([{"ask": "retreat", "when": next["when"], "answers": [{"give": s}]}]);
    let foreseen = table.targets(Confederate, "foresee", subject(draft.clone()));
    let last = &of(&foreseen, "Dr")[0]["given"][0]["next"][0];
    assert_eq!((&last["given"][0]["way"], &last["given"][0]["next"]), (&json!([0, 0, 0, 0]), &json!([])));
    // Nothing has been laid down by all this; what is laid down is what is told without a draft.
    let laid = |table: &Table| table.targets(Confederate, "foresee", json!({"hexes": ["0505"]}));
    let mut table = table;
    assert_eq!(of(&laid(&table), "Dr")[0]["open"], true);
    told(&mut table, Confederate, json!({"retreat": "from-enemy"}));
    let general = laid(&table);
    assert_eq!(of(&general, "Dr")[0]["given"][0]["way"], Value::Null, "a general order answers");
    told(&mut table, Confederate, json!({ "conditional": draft }));
    let foreseen = laid(&table);
    assert_eq!(of(&foreseen, "Dr")[0]["given"][0]["way"], json!([0, 0]));
    // All that could be next to it attack, unless somebody is named.
    assert_eq!(list(&foreseen["attack"]["from"]).len(), 2);
}

#[test]
fn case_7_75_an_advance_is_foreseen_whatever_the_enemy_answers() {
    // a is thrown back, wherever it goes; b with it or not.
    let table = on("proving-ground")
        .units(&["a union infantry 3 0504", "b union infantry 1 0604", "r confederate infantry 9 0505"])
        .combat(Union)
        .set();
    let foreseen = table.targets(Confederate, "foresee", json!({"hexes": ["0505"]}));
    let advance = of(&foreseen, "Ar");
    assert_eq!(advance.len(), 1);
    assert_eq!((&advance[0]["ask"], &advance[0]["hexes"]), (&json!("advance"), &json!(["0504", "0604"])));
    let give: Vec<Value> = list(&advance[0]["options"]).iter().map(|option| option["give"].clone()).collect();
    let to = |hex: &str| json!({"advance": {"unit": "r", "to": hex}});
    assert_eq!(give, [json!({"hold": {}}), to("0504"), to("0604")]);
    assert_eq!(advance[0]["options"][1]["moves"], json!([{"unit": "r", "from": "0505", "to": "0504"}]));
}

#[test]
fn case_7_72_who_would_be_lost_is_told() {
    // r and s go to the corner one after the other, and there is room for one of them.
    let table = on("proving-ground")
        .units(&[
            "a union infantry 18 0202",
            "r confederate infantry 3 0102",
            "s confederate infantry 1 0102",
            "c confederate infantry 1 0101",
        ])
        .combat(Union)
        .set();
    let foreseen = table.targets(Confederate, "foresee", json!({"hexes": ["0102"]}));
    let options = list(&of(&foreseen, "Dr")[0]["options"]);
    let lost: Vec<(&Value, &Value)> =
        options.iter().map(|option| (&option["give"]["retreat"]["unit"], &option["lost"])).collect();
    assert_eq!(lost, [(&json!("r"), &json!(["s"])), (&json!("s"), &json!(["r"]))]);
}

#[test]
fn nothing_hidden_is_foreseen() {
    let foresee = |table: &Table| table.targets(Confederate, "foresee", json!({"hexes": ["0505"]}));
    let table = moving(&UNITS);
    let before = foresee(&table);
    let mut table = table;
    let hold = json!([{"ask": "advance", "answers": [{"give": {"hold": {}}}]}]);
    told(&mut table, Union, json!({"retreat": "from-enemy", "conditional": hold}));
    assert_eq!(foresee(&table), before);
}

#[test]
fn what_cannot_be_is_refused_and_what_is_malformed_named() {
    let table = moving(&UNITS);
    let ask = |subject: Value| match AnyGame::targets(&table.game, Confederate, "foresee", &subject) {
        Err(Failure::Refused { refusal, .. }) => format!("{}: {}", refusal.case, refusal.message),
        Err(Failure::Malformed(text)) => text,
        other => panic!("{other:?}"),
    };
    assert_eq!(ask(json!({"hexes": ["0503"]})), "7.0: no Confederate unit stands in 0503");
    let of = |unit: &str, from: &str| json!({"hexes": ["0505"], "attackers": [{"unit": unit, "from": from}]});
    assert_eq!(ask(of("r", "0504")), "7.0: r is not a Union unit on the map");
    assert!(ask(of("a", "0505")).starts_with("5.31: a cannot stand in 0505"));
    assert!(ask(of("a", "0503")).starts_with("7.15: a in 0503 cannot attack 0505"));
    let low = json!({"hexes": ["0505"], "column": "9-9"});
    assert!(ask(low).starts_with("7.9: '9-9'"));
    let hold = json!([{"ask": "retreat", "answers": [{"give": {"hold": {}}}]}]);
    assert!(ask(json!({"hexes": ["0505"], "conditional": hold})).contains("does not answer"));
    assert!(ask(json!({"hexes": ["9999"]})).starts_with("subject: '9999' is not a hex"));
    assert!(ask(json!("0505")).starts_with("subject: "));
    assert!(
        ask(json!({"hexes": ["0505"], "attackers": [{"unit": "nobody"}]})).contains("'nobody' is not a unit")
    );
}
