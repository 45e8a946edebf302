//! Whom the owner of tied units lets lead (12.2, K33).
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use crate::check::Table;
use crate::check::close_combats::{attack, blue, closing, grey};
use crate::check::field::{guns, rebel, union, with};
use crate::check::fires::{fire, fires, open, preview};
use serde_json::{Value, json};
use tabletop::Rules;
use tabletop::Side::{Confederate, Union};
use testing::Chance;

const TYLER: &str = "b62-tyler";
const BURKS: &str = "b62-burks";
const GARNETT: &str = "b62-garnett";

fn lead(unit: &str) -> Value {
    json!({ "lead": { "unit": unit } })
}

/// 3-3 on the side that shows.
fn fresh(id: &str) -> Value {
    rebel(id, BURKS, "3721", (3.0, 3), (1.0, 2))
}

fn worn(id: &str) -> Value {
    with(rebel(id, BURKS, "3721", (6.0, 4), (3.0, 3)), json!({ "worn": true }))
}

/// Who is offered to lead when these two in 3721 are fired at.
fn asked(first: Value, second: Value) -> Vec<String> {
    let mut table = open(json!([union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)), first, second]), TYLER);
    let told = preview(&table, Union, &fire(&["u-1"], "3721"));
    let told: Vec<String> = told[0]["targets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|target| target["lead"].as_str().unwrap().to_owned())
        .collect();
    table.ok(Union, fire(&["u-1"], "3721"), &[]);
    if table.question() == "union fire" {
        assert_eq!(told.len(), 1, "{told:?}");
        return Vec::new();
    }
    assert_eq!(table.question(), "confederate lead");
    let offered: Vec<String> =
        table.offers().iter().map(|o| o["lead"]["unit"].as_str().unwrap().to_owned()).collect();
    assert_eq!(told, offered, "the preview tells of each who may lead");
    table.offers_hold();
    offered
}

#[test]
fn kernstown_k33_the_owner_is_asked_wherever_the_choice_can_matter() {
    let both = ["c-1", "c-2"];
    let mut others = vec![
        ("alike", fresh("c-2"), false),
        ("worn", worn("c-2"), true),
        ("Fragile", with(fresh("c-2"), json!({ "fragile": true })), true),
        ("modified CR", rebel("c-2", BURKS, "3721", (3.0, 4), (1.0, 2)), true),
        ("hits", with(fresh("c-2"), json!({ "hits": 1 })), true),
        // Shaken, with the same modified CR.
        ("hits alone", with(rebel("c-2", BURKS, "3721", (3.0, 4), (1.0, 2)), json!({ "hits": 1 })), true),
        ("Skirmish Order", with(fresh("c-2"), json!({ "skirmish": true })), true),
        ("brigade", rebel("c-2", GARNETT, "3721", (3.0, 3), (1.0, 2)), true),
        ("half a regiment", with(fresh("c-2"), json!({ "regiment": "7 VA" })), true),
        ("arm", guns("c-2", "confederate", "R", "3721", 3.0), true),
        ("larger", rebel("c-2", BURKS, "3721", (4.0, 5), (1.0, 2)), false),
    ];
    for (what, other, asks) in others.drain(..) {
        let expected: &[&str] = if asks { &both } else { &[] };
        assert_eq!(asked(fresh("c-1"), other), expected, "{what}");
    }
    // Mounted or not: they share a hex where one has just been made to.
    let rider = |id: &str, mounted: bool| {
        with(fresh(id), json!({ "type": "cavalry", "weapon": "C", "mounted": mounted }))
    };
    assert_eq!(asked(rider("c-1", true), rider("c-2", false)), both);
    assert_eq!(asked(rider("c-1", true), rider("c-2", true)), [""; 0]);
}

#[test]
fn kernstown_12_2_a_worn_lead_unit_is_tested_and_a_fresh_one_is_turned() {
    for (chosen, dice, names) in [
        ("c-1", &[5, 1, 5, 1][..], ["combat-thrown", "test-thrown", "depleted"]),
        ("c-2", &[5, 1, 5, 1, 6], ["combat-thrown", "test-thrown", "break-thrown"]),
    ] {
        let units = json!([union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)), fresh("c-1"), worn("c-2")]);
        let mut table = open(units, TYLER);
        table.ok(Union, fire(&["u-1"], "3721"), &[]);
        table.refused(Union, lead(chosen), "12.2");
        table.refused(Confederate, json!({ "pass": {} }), "12.2");
        let events = table.ok(Confederate, lead(chosen), dice);
        assert_eq!(Table::names(&events)[..3], names, "{chosen}");
    }
}

#[test]
fn kernstown_k33_each_fire_of_several_has_its_own_lead_unit() {
    let mut table = open(
        json!([
            union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
            union("u-2", TYLER, "3821", (4.0, 3), (1.0, 2)),
            fresh("c-1"),
            worn("c-2"),
        ]),
        TYLER,
    );
    table.ok(Union, fires(&[(&["u-1"], "3721"), (&["u-2"], "3721")]), &[]);
    table.ok(Confederate, lead("c-1"), &[1, 1]);
    assert_eq!(table.question(), "confederate lead");
    let events = table.ok(Confederate, lead("c-2"), &[1, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["lead"], "c-2");
}

/// Two of Garnett's, equal in strength, fresh and worn.
fn tied(hex: &str, ids: [&str; 2]) -> [Value; 2] {
    let turned = with(rebel(ids[1], GARNETT, hex, (5.0, 4), (3.0, 3)), json!({ "worn": true }));
    [grey(ids[0], hex, 3.0, 3), turned]
}

#[test]
fn kernstown_k33_of_a_close_combat_it_is_chosen_as_it_is_declared_and_holds() {
    let [one, other] = tied("2016", ["c-1", "c-2"]);
    let mut table = closing(json!([blue("u-1", "2015", 6.0, 3), one, other]));
    let ways = table.preview(Union, &attack(&["u-1"], "2016"))["assaults"][0]["ways"].clone();
    assert_eq!(ways.as_array().unwrap().len(), 2, "one for each who may lead");
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    assert_eq!(table.question(), "confederate lead");
    assert_eq!(table.battle.asked(&table.state), Some(Confederate));
    assert_eq!(table.offers(), [lead("c-1"), lead("c-2")]);
    table.refused(Union, lead("c-1"), "12.2");
    table.refused(Confederate, lead("u-1"), "12.2");
    table.ok(Confederate, lead("c-2"), &[]);
    assert_eq!(table.question(), "confederate defensive-fire");
    assert_eq!(table.view(Some(Union))["combat"]["lead"], "c-2");
    let events = table.ok(Confederate, json!({ "pass": {} }), &[1, 1, 3, 4]);
    assert_eq!(table.event(&events, "combat-thrown")["lead"], "c-2");
    assert_eq!(table.event(&events, "test-thrown")["lead"], "c-2");
}

#[test]
fn kernstown_k33_all_close_combats_of_a_step_are_led_before_the_first_is_resolved() {
    let ([a, b], [c, d]) = (tied("2016", ["c-1", "c-2"]), tied("2113", ["c-3", "c-4"]));
    let mut table = closing(json!([blue("u-1", "2015", 6.0, 3), blue("u-2", "2114", 6.0, 3), a, b, c, d]));
    let both = json!({ "close": { "assaults": [
        { "units": ["u-1"], "target": "2016" }, { "units": ["u-2"], "target": "2113" }] } });
    table.ok(Union, both, &[]);
    table.refused(Confederate, lead("c-3"), "12.2");
    table.ok(Confederate, lead("c-2"), &[]);
    table.ok(Confederate, lead("c-3"), &[]);
    assert_eq!(table.question(), "union melees");
    table.ok(Union, json!({ "resolve": { "target": "2113" } }), &[]);
    assert_eq!(table.view(None)["combat"]["lead"], "c-3");
    // The chosen one is gone before its turn comes: the largest that is left leads.
    let mut gone = table.copy();
    gone.apply(json!({ "event": "broken", "unit": "c-3", "from": "2113", "track": 1, "case": "15.7" }));
    let events = gone.ok(Confederate, json!({ "pass": {} }), &[1, 1, 3, 4]);
    assert_eq!(gone.event(&events, "combat-thrown")["lead"], "c-4");
}

#[test]
fn kernstown_k33_attackers_choose_who_leads_under_defensive_fire() {
    let turned = with(blue("u-2", "2015", 5.0, 4), json!({ "worn": true }));
    let mut table = closing(json!([blue("u-1", "2015", 3.0, 3), turned, grey("c-1", "2016", 3.0, 3)]));
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    let shot = json!({ "fire": { "shots": [{ "units": ["c-1"], "target": "2015" }] } });
    table.ok(Confederate, shot, &[]);
    assert_eq!(table.question(), "union lead");
    table.refused(Confederate, lead("u-2"), "12.2");
    // And is it only for that fire: the defender's lone unit leads the Close Combat.
    let events = table.ok(Union, lead("u-2"), &[1, 1, 1, 1, 3, 4]);
    let thrown = table.all(&events, "combat-thrown");
    assert_eq!((&thrown[0]["lead"], &thrown[1]["lead"]), (&json!("u-2"), &json!("c-1")));
}

/// Stacks of two to four with any traits: the owner is asked exactly if the largest differ.
#[test]
fn kernstown_k33_in_generated_stacks() {
    let mut count = [0; 2];
    for seed in 1..=400 {
        let mut chance = Chance(seed * 104_729);
        let mut stack = Vec::new();
        for i in 0..2 + chance.below(3) {
            let strength = [2.0, 3.0][chance.below(2)];
            let brigade = [BURKS, GARNETT][usize::from(chance.below(6) == 0)];
            let id = format!("c-{i}");
            let mut unit = rebel(&id, brigade, "3721", (strength, 3), (strength, 3));
            let mut rare = |unit: &mut Value, field: &str, value: Value| {
                if chance.below(7) == 0 {
                    unit[field] = value;
                }
            };
            rare(&mut unit, "worn", json!(true));
            rare(&mut unit, "fragile", json!(true));
            rare(&mut unit, "hits", json!(1));
            rare(&mut unit, "skirmish", json!(true));
            rare(&mut unit, "cohesion", json!(4));
            rare(&mut unit, "regiment", json!("7 VA"));
            stack.push(unit);
        }
        let mut units = vec![union("u-1", TYLER, "3621", (8.0, 3), (1.0, 2))];
        units.extend(stack.iter().cloned());
        let mut table = open(json!(units), TYLER);
        let most = stack.iter().map(|u| u["strength"].as_f64().unwrap()).fold(0.0, f64::max);
        let tied: Vec<&Value> = stack.iter().filter(|u| u["strength"] == json!(most)).collect();
        let traits = |unit: &Value| {
            let id = unit["id"].as_str().unwrap();
            let cohesion = table.battle.cohesion(&table.state, table.unit(id));
            let is = |field: &str| unit.get(field) == Some(&json!(true));
            // A Fragile unit has a worn side only.
            let side = (is("worn") || is("fragile"), is("fragile"), is("skirmish"));
            (cohesion, side, unit["hits"].clone(), unit["brigade"].clone(), unit["regiment"].clone())
        };
        let differ = tied.iter().any(|unit| traits(unit) != traits(tied[0]));
        let expected: Vec<Value> =
            if differ { tied.iter().map(|u| lead(u["id"].as_str().unwrap())).collect() } else { Vec::new() };
        count[usize::from(differ)] += 1;
        if table.order(Union, fire(&["u-1"], "3721"), &[]).is_ok() && table.question() == "confederate lead" {
            assert_eq!(table.offers(), expected, "seed {seed}");
        } else {
            assert!(!differ, "seed {seed}");
        }
    }
    assert!(count[0] > 60 && count[1] > 60, "{count:?}");
}
