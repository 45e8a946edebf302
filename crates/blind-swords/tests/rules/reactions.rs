//! What a move brings about: Opportunity Fire, Skirmishers, cavalry (13.7, 13.8, 16.1, 16.2).

use crate::check::Table;
use crate::check::field::{field, guns, union, with};
use crate::check::moves::{blue, grey, horse, trooper};
use serde_json::{Value, json};
use tabletop::Protocol;
use tabletop::Side::{Confederate, Union};

fn pass(table: &mut Table) -> Vec<blind_swords::Event> {
    let side = table.on_turn().unwrap_or(Union);
    table.ok(side, json!({ "pass": {} }), &[])
}

fn skirmishers(unit: Value) -> Value {
    with(unit, json!({ "skirmish": true }))
}

#[test]
fn kernstown_13_7_k63_whoever_leaves_a_hex_next_to_enemies_is_fired_on_first() {
    let mut table = field(json!([blue("u-1", "1310"), grey("x-1", "1309"), grey("y-1", "1210")]));
    table.movement_step(Union, "attack");
    let events = table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1312" } }), &[]);
    assert!(table.steps(&events).is_empty());
    assert_eq!(table.waits_for(), "opportunity");
    table.offers_hold();
    // All at once, and the mover leads its hex.
    let shots = json!([{ "units": ["x-1"], "target": "1310" }, { "units": ["y-1"], "target": "1310" }]);
    // 11 on the table: nothing, twice.
    let events = table.ok(Confederate, json!({ "fire": { "shots": shots } }), &[1, 1, 1, 1]);
    assert_eq!(table.all(&events, "combat-thrown").len(), 2);
    assert_eq!(table.event(&events, "combat-thrown")["lead"], "u-1");
    // The fire over, it goes on without being asked again: 1311 is next to nobody.
    assert_eq!(table.steps(&events).len(), 2);
    assert_eq!(table.place("u-1"), "1312");
}

#[test]
fn kernstown_13_7_every_hex_left_is_a_new_occasion_and_no_limit_is_set() {
    let mut table = field(json!([blue("u-1", "1310"), grey("x-1", "1210")]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "path": ["1309", "1409"] } }), &[]);
    let events = pass(&mut table);
    assert_eq!(table.steps(&events).len(), 1);
    // 1309 is next to 1210 too.
    assert_eq!(table.waits_for(), "opportunity");
    let events = pass(&mut table);
    assert_eq!(table.steps(&events).len(), 1);
    assert_eq!(table.place("u-1"), "1409");
}

#[test]
fn kernstown_13_7_a_march_is_told_who_can_fire_at_it_and_with_what_chance() {
    let preview = |table: &Table, path: &[&str]| {
        let order = json!({ "move": { "units": ["u-1"], "path": path } });
        json!(table.battle.preview(&table.state, Union, &table.battle.read_order(&order).unwrap()))
    };
    let begin = |instructions: Value| {
        let mut table = field(json!([blue("u-1", "1310"), grey("x-1", "1210"), grey("y-1", "1210")]));
        table.apply(json!({ "event": "instructed", "side": "confederate", "instructions": instructions }));
        table.movement_step(Union, "attack");
        table
    };
    let mut table = begin(json!({}));
    let told = preview(&table, &["1309", "1409"]);
    // The events end where the enemy is asked first; what comes after is told as if it passed.
    assert_eq!(told["events"], json!([]));
    let march = &told["march"];
    assert_eq!(march["path"], json!(["1309", "1409"]));
    assert_eq!(march["undo"], json!(false));
    let fires = march["opportunity"].as_array().unwrap();
    let about = |fire: &Value| (fire["hex"].clone(), fire["by"].clone(), fire["case"].clone());
    let both = json!(["x-1", "y-1"]);
    assert_eq!(about(&fires[0]), (json!("1310"), both.clone(), json!("13.7")));
    assert_eq!(about(&fires[1]), (json!("1309"), both, json!("13.7")));
    // Whatever the enemy holds, or has told the program, it is told the same.
    for instructions in [json!({ "opportunity-fire": "always" }), json!({ "opportunity-fire": "never" })] {
        assert_eq!(preview(&begin(instructions), &["1309", "1409"]), told);
    }
    let holding = begin(json!({})).holding(&["c-take-aim"]);
    assert_eq!(preview(&holding, &["1309", "1409"]), told);
    // The chances are those that the enemy is told of the same fire.
    table.ok(Union, json!({ "move": { "units": ["u-1"], "path": ["1309", "1409"] } }), &[]);
    let fire = json!({ "fire": { "shots": [{ "units": ["x-1", "y-1"], "target": "1310" }] } });
    let fire = table.battle.read_order(&fire).unwrap();
    let told = json!(table.battle.preview(&table.state, Confederate, &fire));
    let chances = &told["fires"][0]["targets"][0]["chances"];
    let chance = |value: &Value| value.as_f64().unwrap();
    let effect = 1.0 - chance(&chances["no-effect"]);
    assert!(effect > 0.0 && (chance(&fires[0]["effect"]) - effect).abs() < 1e-9, "{chances}");
    assert!(chance(&fires[0]["stops"]) < effect, "{}", fires[0]);
    // Away from enemies nothing is met, and the move can be taken back.
    let mut table = field(json!([blue("u-1", "1314"), grey("x-1", "1210")]));
    table.movement_step(Union, "attack");
    let march = &preview(&table, &["1313"])["march"];
    assert_eq!((&march["opportunity"], &march["undo"]), (&json!([]), &json!(true)));
    let left = chance(&march["left"]);
    table.ok(Union, json!({ "move": { "units": ["u-1"], "path": ["1313"] } }), &[]);
    let view = json!(table.battle.view(&table.state, Some(Union), &tabletop::Situation::default()));
    assert_eq!(view["activation"]["moving"]["left"], json!(left));
}

#[test]
fn kernstown_13_7_each_unit_of_a_stack_leaves_singly() {
    let mut table = field(json!([blue("a-1", "1310"), blue("b-1", "1310"), grey("x-1", "1309")]));
    table.movement_step(Union, "attack");
    table.refused(Union, json!({ "move": { "units": ["a-1", "b-1"], "to": "1312" } }), "13.7");
    let mut table = field(json!([blue("a-1", "1311"), blue("b-1", "1311"), grey("x-1", "1309")]));
    table.movement_step(Union, "attack");
    // Into the enemy's presence together, but not past it.
    table.refused(Union, json!({ "move": { "units": ["a-1", "b-1"], "to": "1208" } }), "13.3");
    table.refused(Union, json!({ "move": { "units": ["a-1", "b-1"], "path": ["1310", "1411"] } }), "13.7");
    table.ok(Union, json!({ "move": { "units": ["a-1", "b-1"], "to": "1310" } }), &[]);
}

#[test]
fn kernstown_13_7_a_retreat_ends_the_move() {
    let weak = with(blue("u-1", "1310"), json!({ "cohesion": 0 }));
    let rebels = with(grey("x-1", "1309"), json!({ "strength": 10.0 }));
    let mut table = field(json!([weak, rebels]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1312" } }), &[]);
    // 66 on the 5 column: Severe; then a retreat of three hexes.
    let fire = json!({ "fire": { "shots": [{ "units": ["x-1"], "target": "1310" }] } });
    let mut events = table.order(Confederate, fire, &[6, 6, 1, 3]).unwrap();
    while table.waits_for() == "retreat" {
        let offer = table.offers()[0].clone();
        events.extend(table.ok(Union, offer, &[]));
    }
    assert!(table.steps(&events).is_empty(), "the move went on");
    assert!(!table.all(&events, "retreated").is_empty());
    assert!(table.all(&events, "move-ended").iter().any(|e| e["units"] == json!(["u-1"])));
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1310" } }), "13.1");
}

#[test]
fn kernstown_k63_hits_without_a_retreat_do_not_stop_the_move() {
    let weak = with(blue("u-1", "1310"), json!({ "cohesion": 0 }));
    let mut table = field(json!([weak, grey("x-1", "1309")]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1312" } }), &[]);
    // 61 on the 1 column: Routine or Tough; a Morale Hit.
    let fire = json!({ "fire": { "shots": [{ "units": ["x-1"], "target": "1310" }] } });
    let events = table.ok(Confederate, fire, &[5, 1, 1, 4]);
    assert_eq!(table.all(&events, "morale-hit").len(), 1);
    assert_eq!(table.place("u-1"), "1312");
}

#[test]
fn kernstown_k63_batteries_fire_and_suffer_it_too() {
    let mut table = field(json!([guns("g-1", "union", "S", "1310", 4.0), grey("x-1", "1309")]));
    table.battery_step(Union, "1310");
    table.ok(Union, json!({ "move": { "units": ["g-1"], "to": "1312" } }), &[]);
    assert_eq!(table.waits_for(), "opportunity");
    pass(&mut table);
    assert_eq!(table.place("g-1"), "1312");
    let mut table = field(json!([blue("u-1", "1310"), guns("g-1", "confederate", "S", "1309", 4.0)]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1312" } }), &[]);
    assert_eq!(table.waits_for(), "opportunity");
}

#[test]
fn kernstown_k64_fire_then_the_step_then_skirmishers_then_cavalry() {
    let mut table = field(json!([
        blue("u-1", "1311"),
        grey("x-1", "1312"),
        skirmishers(grey("s-1", "1309")),
        trooper("h-1", "1308"),
        blue("z-9", "4000"),
    ]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "path": ["1310", "1410"] } }), &[]);
    assert_eq!(table.waits_for(), "opportunity");
    let mut events = pass(&mut table);
    assert_eq!(table.steps(&events).len(), 1);
    // The Skirmishers go; where there is a choice it is their owner's.
    while table.waits_for() == "skirmish-withdrawal" {
        let offer = table.offers()[0].clone();
        events.extend(table.ok(Confederate, offer, &[]));
    }
    assert_eq!(table.all(&events, "withdrew").len(), 1);
    assert_eq!(table.waits_for(), "cavalry-withdrawal");
    let names = Table::names(&events);
    let at = |name: &str| names.iter().position(|n| n == name).unwrap();
    assert!(at("moved") < at("withdrew"), "{names:?}");
    table.ok(Confederate, json!({ "withdraw": { "unit": "h-1", "to": "1307" } }), &[]);
    assert_eq!(table.place("h-1"), "1307");
    assert_eq!(table.place("u-1"), "1410");
}

#[test]
fn kernstown_13_8_cavalry_withdraws_from_infantry_within_two_hexes() {
    let mut table = field(json!([blue("u-1", "1312"), trooper("h-1", "1308"), blue("z-9", "4000")]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "path": ["1311", "1310", "1309"] } }), &[]);
    // Three hexes away it was not asked; two away it is.
    assert_eq!(table.place("u-1"), "1310");
    assert_eq!(table.waits_for(), "cavalry-withdrawal");
    table.offers_hold();
    table.refused(Confederate, json!({ "withdraw": { "unit": "h-1", "to": "1309" } }), "K66");
    // As far from the mover as before is not away from it.
    table.refused(Confederate, json!({ "withdraw": { "unit": "h-1", "to": "1209" } }), "K66");
    // It may stand its ground, and is asked again at the next step.
    pass(&mut table);
    assert_eq!(table.waits_for(), "cavalry-withdrawal");
    // Its movement goes on; leaving the mover's side it is fired on.
    table.ok(Confederate, json!({ "withdraw": { "unit": "h-1", "to": "1307" } }), &[]);
    assert_eq!(table.waits_for(), "opportunity");
    pass(&mut table);
    assert_eq!((table.place("u-1"), table.place("h-1")), ("1309".to_owned(), "1307".to_owned()));
}

#[test]
fn kernstown_13_8_not_from_other_cavalry_and_not_on_foot() {
    let mut table = field(json!([horse("u-1", "1311"), trooper("h-1", "1308"), blue("z-9", "4000")]));
    table.movement_step(Union, "attack");
    table.walk(Union, "u-1", "1310");
    assert_eq!(table.waits_for(), "activation");
    let afoot = with(trooper("h-1", "1308"), json!({ "mounted": false }));
    let mut table = field(json!([blue("u-1", "1311"), afoot, blue("z-9", "4000")]));
    table.movement_step(Union, "attack");
    table.walk(Union, "u-1", "1310");
    assert_eq!(table.waits_for(), "activation");
}

#[test]
fn kernstown_k66_cavalry_that_leaves_the_side_of_an_enemy_is_fired_on() {
    let mut table = field(json!([blue("u-1", "1310"), blue("v-1", "1208"), trooper("h-1", "1308")]));
    table.movement_step(Union, "attack");
    // v stands next to it already.
    table.ok(Union, json!({ "move": { "units": ["u-1"], "path": ["1410"] } }), &[]);
    assert_eq!(table.waits_for(), "cavalry-withdrawal");
    table.ok(Confederate, json!({ "withdraw": { "unit": "h-1", "to": "1307" } }), &[]);
    assert_eq!(table.waits_for(), "opportunity");
    assert_eq!(table.on_turn(), Some(Union));
    pass(&mut table);
    assert_eq!(table.place("h-1"), "1307");
    assert_eq!(table.waits_for(), "activation");
}

#[test]
fn kernstown_k66_once_for_each_step() {
    // Next to the mover, then two hexes from it: it has withdrawn from this step.
    let mut table = field(json!([blue("u-1", "1311"), trooper("h-1", "1309"), blue("z-9", "4000")]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1310" } }), &[]);
    table.ok(Confederate, json!({ "withdraw": { "unit": "h-1", "to": "1308" } }), &[]);
    pass(&mut table);
    assert_eq!((table.place("h-1"), table.waits_for()), ("1308".to_owned(), "activation".to_owned()));
}

#[test]
fn kernstown_k66_each_mounted_unit_singly_in_its_owners_order() {
    let mut table = field(json!([
        blue("u-1", "1311"),
        trooper("h-1", "1308"),
        trooper("i-1", "1308"),
        blue("z-9", "4000")
    ]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1310" } }), &[]);
    table.ok(Confederate, json!({ "withdraw": { "unit": "i-1", "to": "1307" } }), &[]);
    assert_eq!(table.waits_for(), "cavalry-withdrawal");
    table.refused(Confederate, json!({ "withdraw": { "unit": "i-1", "to": "1306" } }), "13.8");
    pass(&mut table);
    assert_eq!((table.place("h-1"), table.place("i-1")), ("1308".to_owned(), "1307".to_owned()));
}

#[test]
fn kernstown_16_2_skirmishers_withdraw_before_whoever_comes_next_to_them() {
    let mut table =
        field(json!([blue("u-1", "1311"), skirmishers(grey("s-1", "1309")), blue("z-9", "4000")]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1310" } }), &[]);
    assert_eq!(table.waits_for(), "skirmish-withdrawal");
    table.offers_hold();
    let hexes: Vec<String> =
        table.offers().iter().map(|o| o["withdraw"]["to"].as_str().unwrap().to_owned()).collect();
    // One hex away from where they stood, two from the mover.
    assert_eq!(hexes.len(), 3, "{hexes:?}");
    for hex in &hexes {
        assert_eq!(table.battle.distance(table.hex(hex), table.hex("1309")), 1);
        assert_eq!(table.battle.distance(table.hex(hex), table.hex("1310")), 2);
    }
    table.refused(Confederate, json!({ "withdraw": { "unit": "s-1", "to": "1307" } }), "K67");
    // No Opportunity Fire at them.
    let events = table.ok(Confederate, json!({ "withdraw": { "unit": "s-1", "to": "1308" } }), &[]);
    assert_eq!(Table::names(&events)[0], "withdrew");
    assert_eq!(table.waits_for(), "activation");
}

#[test]
fn kernstown_16_2_only_the_skirmishers_of_a_stack_go() {
    let mut table = field(json!([
        blue("u-1", "1311"),
        skirmishers(grey("s-1", "1309")),
        grey("x-1", "1309"),
        blue("z-9", "4000")
    ]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1310" } }), &[]);
    table.ok(Confederate, json!({ "withdraw": { "unit": "s-1", "to": "1308" } }), &[]);
    assert_eq!((table.place("s-1"), table.place("x-1")), ("1308".to_owned(), "1309".to_owned()));
}

#[test]
fn kernstown_k67_they_go_as_far_as_they_must_and_break_where_they_cannot() {
    // Every hex next to 1309 is next to a Union unit: two hexes it is, and there is no clean way.
    let mut table = field(json!([
        blue("u-1", "1311"),
        blue("a-1", "1307"),
        blue("b-1", "1108"),
        blue("c-1", "1508"),
        skirmishers(grey("s-1", "1309"))
    ]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1310" } }), &[]);
    let hexes: Vec<Value> = table.offers().iter().map(|o| o["withdraw"]["to"].clone()).collect();
    assert_eq!(hexes.len(), 2);
    assert!(hexes.contains(&json!("1110")) && hexes.contains(&json!("1510")), "{hexes:?}");
    table.ok(Confederate, json!({ "withdraw": { "unit": "s-1", "to": "1110" } }), &[]);
    // Shut in on all sides it is broken.
    let mut ring: Vec<Value> = Vec::new();
    for (i, hex) in ["1308", "1209", "1210", "1409", "1410"].iter().enumerate() {
        ring.push(union(&format!("r-{i}"), "b62-sullivan", hex, (3.0, 3), (1.0, 2)));
    }
    ring.push(blue("u-1", "1311"));
    ring.push(skirmishers(grey("s-1", "1309")));
    let mut table = field(Value::Array(ring));
    table.movement_step(Union, "attack");
    let events = table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1310" } }), &[]);
    assert_eq!(table.event(&events, "broken")["track"], 1);
    assert_eq!(table.place("s-1"), "box 1");
}

#[test]
fn kernstown_16_1_skirmishers_pay_a_point_less_and_never_less_than_one() {
    let start = || {
        field(json!([
            skirmishers(blue("u-1", "1032")),
            skirmishers(blue("v-1", "1310")),
            grey("z-9", "4041")
        ]))
    };
    let mut table = start();
    table.movement_step(Union, "attack");
    assert_eq!(table.walk(Union, "u-1", "1031"), crate::check::moves::priced(&[("1031", 2)]));
    assert_eq!(table.walk(Union, "v-1", "1309"), crate::check::moves::priced(&[("1309", 2)]));
    // No March Column for them.
    let mut table = field(json!([skirmishers(blue("u-1", "2016")), grey("z-9", "4041")]));
    table.movement_step(Union, "maneuver");
    assert_eq!(table.walk(Union, "u-1", "2116"), crate::check::moves::priced(&[("2116", 2)]));
}

#[test]
fn kernstown_16_1_skirmishers_do_not_engage_even_under_attack() {
    let mut table = field(json!([skirmishers(blue("u-1", "1311")), skirmishers(grey("x-1", "1309"))]));
    table.movement_step(Union, "attack");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1310" } }), "16.1");
}

#[test]
fn kernstown_16_1_skirmish_order_is_left_for_two_points() {
    let start = |order: &str| {
        let mut table = field(json!([skirmishers(blue("u-1", "1310")), grey("z-9", "4041")]));
        table.movement_step(Union, order);
        table
    };
    let mut table = start("attack");
    table.offers_hold();
    let events = table.ok(Union, json!({ "leave-skirmish": { "unit": "u-1" } }), &[]);
    assert_eq!(table.event(&events, "skirmish-left")["unit"], "u-1");
    assert!(!table.state.unit(table.unit("u-1")).skirmish);
    table.refused(Union, json!({ "leave-skirmish": { "unit": "u-1" } }), "16.1");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1307" } }), "13.3");
    assert_eq!(table.walk(Union, "u-1", "1308").len(), 2);
    // Not without the points.
    let mut table = field(json!([skirmishers(blue("u-1", "1310")), grey("z-9", "4041")]));
    table.step_of(Union, json!({ "order": "defend", "pace": 1 }));
    table.refused(Union, json!({ "leave-skirmish": { "unit": "u-1" } }), "16.1");
    // Under Defend it takes the whole move.
    let mut table = start("defend");
    table.ok(Union, json!({ "leave-skirmish": { "unit": "u-1" } }), &[]);
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1309" } }), "13.1");
}

#[test]
fn kernstown_k91_skirmish_order_is_left_before_the_first_step_and_roads_give_no_discount() {
    let mut table = field(json!([skirmishers(blue("u-1", "1310")), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.walk(Union, "u-1", "1309");
    table.refused(Union, json!({ "leave-skirmish": { "unit": "u-1" } }), "K91");
    // A point by the lane, and no less.
    let mut table = field(json!([skirmishers(blue("u-1", "1140")), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    assert_eq!(table.walk(Union, "u-1", "1240"), crate::check::moves::priced(&[("1240", 2)]));
}

#[test]
fn kernstown_16_4_skirmishers_are_no_target_of_a_charge() {
    let mut table =
        field(json!([horse("h-1", "1312"), skirmishers(grey("s-1", "1309")), blue("z-9", "4000")]));
    table.movement_step(Union, "attack");
    table.refused(Union, json!({ "move": { "units": ["h-1"], "to": "1310", "charge": true } }), "13.10");
}

#[test]
fn kernstown_4_2_k108_one_unit_begins_in_skirmish_order_and_none_takes_it_up_later() {
    let table = crate::check::start(2);
    let skirmish: Vec<&str> = table
        .battle
        .ids()
        .filter(|&u| table.state.unit(u).skirmish)
        .map(|u| table.battle.unit(u).id.as_str())
        .collect();
    assert_eq!(skirmish, ["u62-8oh-b"]);
    // There is no order by which a unit could take it up.
    let mut table = field(json!([blue("u-1", "1310"), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.refused(Union, json!({ "leave-skirmish": { "unit": "u-1" } }), "16.1");
    let verbs: Vec<String> =
        table.offers().iter().map(|o| o.as_object().unwrap().keys().next().unwrap().clone()).collect();
    assert!(verbs.iter().all(|v| v == "move" || v == "end"), "{verbs:?}");
}

#[test]
fn kernstown_13_7_a_stack_that_finds_enemies_beside_it_on_its_way_halts() {
    // The trooper withdraws from the first step to where the way passes it by, and stands there.
    let halted = |units: &[&str]| {
        let mut all = vec![trooper("h-1", "1510"), blue("z-9", "4000")];
        all.extend(units.iter().map(|unit| blue(unit, "1312")));
        let mut table = field(json!(all));
        table.step_of(Union, json!({ "pace": 4 }));
        let path = ["1311", "1310", "1309", "1409", "1408"];
        table.ok(Union, json!({ "move": { "units": units, "path": path } }), &[]);
        table.ok(Confederate, json!({ "withdraw": { "unit": "h-1", "to": "1509" } }), &[]);
        while table.waits_for() != "activation" {
            pass(&mut table);
        }
        table.place("u-1")
    };
    // Together they can leave no hex next to an enemy; one unit goes on under fire.
    assert_eq!(halted(&["u-1", "u-2"]), "1409");
    assert_eq!(halted(&["u-1"]), "1408");
}

/// Their own move has stirred up an enemy ahead: batteries stop rather than come near it.
#[test]
fn kernstown_13_7_batteries_stop_before_an_enemy_who_stands_ahead_now() {
    let arrives = |enemy: &str, stirred: bool| {
        let mut table = field(json!([guns("g-1", "union", "S", "1310", 4.0), grey("x-1", enemy)]));
        table.apply(json!({ "event": "phase-began", "phase": "artillery" }));
        table.under_way(json!({ "batteries": { "side": "union", "passed": false } }));
        let march = json!({ "side": "union", "units": ["g-1"], "at": "1310", "path": [["1311", 2]], "exit": false,
            "kind": "battery", "stage": "leaving", "withdrawn": [], "stirred": stirred });
        table.apply(json!({ "event": "stack", "change": { "push": { "march": march } } }));
        table.go(&[]);
        table.place("g-1")
    };
    // From three hexes to two.
    assert_eq!(arrives("1313", true), "1310");
    assert_eq!(arrives("1313", false), "1311", "it stood there before");
    // To three, and from two to three: no nearer.
    assert_eq!(arrives("1314", true), "1311");
    assert_eq!(arrives("1308", true), "1311");
}

#[test]
fn kernstown_k111_sharpshooters_among_the_defenders_are_counted_of_the_mover_alone() {
    let shifts = |mover: bool, other: bool| {
        let sharp =
            |unit: Value, yes: bool| if yes { with(unit, json!({ "sharpshooter": true })) } else { unit };
        let mut table = field(json!([
            sharp(blue("u-1", "1310"), mover),
            sharp(with(blue("u-2", "1310"), json!({ "strength": 6.0 })), other),
            grey("x-1", "1309"),
        ]));
        table.movement_step(Union, "attack");
        table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1311" } }), &[]);
        assert_eq!(table.waits_for(), "opportunity");
        let shot = json!({ "fire": { "shots": [{ "units": ["x-1"], "target": "1310" }] } });
        crate::check::fires::shifts(&table, Confederate, &shot).0
    };
    let sharp = crate::check::fires::shift("target-sharpshooters", -1);
    assert_eq!(shifts(true, false), sharp, "a quarter of the hex, all of the mover");
    assert_eq!(shifts(false, true), []);
}
