//! Close Combat (14), its tests (15.2) and the advance after it (15.8).
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use crate::check::Table;
use crate::check::close_combats::{attack, blue, closing, grey};
use crate::check::field::{guns, with};
use serde_json::{Value, json};
use tabletop::Protocol;
use tabletop::Side::{Confederate, Union};

const PASS: fn() -> Value = || json!({ "pass": {} });

/// 6 SP from 2015 against 3 SP in 2016: column 6-7, two to the right at 2:1.
fn plain() -> Table {
    closing(json!([blue("u-1", "2015", 6.0, 3), grey("c-1", "2016", 3.0, 3)]))
}

fn worn(table: &Table, id: &str) -> bool {
    table.state.unit(table.unit(id)).worn
}

fn hits(table: &Table, id: &str) -> u8 {
    table.state.unit(table.unit(id)).hits
}

#[test]
fn kernstown_14_0_a_cohesion_test_always_follows() {
    let mut table = plain();
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    assert_eq!(table.question(), "confederate defensive-fire");
    // 11 hurts nobody with a CR of 2; colored 3 and white 4 of the Close Fight are both nothing.
    let events = table.ok(Confederate, PASS(), &[1, 1, 3, 4]);
    assert_eq!(table.event(&events, "combat-thrown")["test"], "none");
    assert_eq!(table.event(&events, "test-thrown")["test"], "none");
    assert_eq!(table.event(&events, "test-thrown")["close"], true);
}

#[test]
fn kernstown_14_1_batteries_skirmishers_and_rebel_sharpshooters_never_attack() {
    let mut table = closing(json!([
        blue("u-1", "2015", 4.0, 3),
        with(blue("u-2", "1915", 3.0, 3), json!({ "skirmish": true })),
        guns("u-3", "union", "R", "2115", 4.0),
        grey("c-1", "2016", 3.0, 3),
    ]));
    table.refused(Union, attack(&["u-2"], "2016"), "14.1");
    // Batteries have no brigade, and are refused for what they are.
    table.refused(Union, attack(&["u-3"], "2016"), "14.1");
    table.refused(Union, attack(&["u-1", "u-3"], "2016"), "14.1");
    let mut table = crate::check::field::field(json!([
        with(grey("c-1", "2015", 3.0, 3), json!({ "sharpshooter": true, "weapon": "SS" })),
        blue("u-1", "2016", 3.0, 3),
    ]));
    table.step(Confederate, crate::check::close_combats::GARNETT, "close", "attack");
    table.refused(Confederate, attack(&["c-1"], "2016"), "14.1");
    // Only the declaring of none is offered.
    assert_eq!(table.offers(), [json!({ "end": {} })]);
}

#[test]
fn kernstown_14_2_all_attacks_of_the_step_are_declared_at_once_against_adjacent_hexes() {
    let mut table = closing(json!([
        blue("u-1", "2015", 4.0, 3),
        blue("u-2", "2115", 4.0, 3),
        blue("u-3", "2215", 4.0, 3),
        grey("c-1", "2016", 3.0, 3),
        grey("c-2", "2116", 3.0, 3),
    ]));
    table.refused(Union, attack(&["u-3"], "2016"), "14.2");
    table.refused(Union, attack(&["u-1"], "1915"), "14.2");
    table.refused(Union, attack(&[], "2016"), "14.2");
    let twice = json!({ "close": { "assaults": [
        { "units": ["u-1"], "target": "2016" }, { "units": ["u-2"], "target": "2016" }] } });
    table.refused(Union, twice, "14.2");
    let both = json!({ "close": { "assaults": [
        { "units": ["u-1"], "target": "2016" }, { "units": ["u-2"], "target": "2116" }] } });
    table.ok(Union, both, &[]);
    assert_eq!(table.question(), "union melees");
}

#[test]
fn kernstown_14_3_the_attacks_are_resolved_one_by_one_in_the_order_of_the_active_side() {
    let mut table = closing(json!([
        blue("u-1", "2015", 4.0, 3),
        blue("u-2", "2115", 4.0, 3),
        grey("c-1", "2016", 3.0, 3),
        grey("c-2", "2116", 3.0, 3),
    ]));
    let both = json!({ "close": { "assaults": [
        { "units": ["u-1"], "target": "2016" }, { "units": ["u-2"], "target": "2116" }] } });
    table.ok(Union, both, &[]);
    table.refused(Union, json!({ "resolve": { "target": "1915" } }), "14.3");
    table.ok(Union, json!({ "resolve": { "target": "2116" } }), &[]);
    let events = table.ok(Confederate, PASS(), &[1, 1, 3, 4]);
    // The other one follows by itself.
    assert_eq!(table.event(&events, "melee-began")["target"], "2016");
}

#[test]
fn kernstown_14_3a_who_is_attacked_fires_and_neighbours_of_the_attackers_with_half() {
    let units =
        json!([blue("u-1", "2015", 4.0, 3), grey("c-1", "2016", 4.0, 3), grey("c-2", "2115", 4.0, 3),]);
    let mut table = closing(units.clone());
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    let fire = |units: &[&str]| json!({ "fire": { "shots": [{ "units": units, "target": "2015" }] } });
    let strength = |table: &Table, units: &[&str]| {
        table.preview(Confederate, &fire(units))["fires"][0]["strength"].clone()
    };
    assert_eq!(strength(&table, &["c-1"]), 4.0);
    assert_eq!(strength(&table, &["c-2"]), 2.0);
    let events = table.ok(Confederate, fire(&["c-2"]), &[1, 1, 1, 1, 3, 4]);
    assert_eq!(table.event(&events, "fire-declared")["case"], "14.3a");
    // Not where it is attacked itself.
    let mut table = closing(json!([
        blue("u-1", "2015", 4.0, 3),
        blue("u-2", "2114", 4.0, 3),
        units[1].clone(),
        units[2].clone(),
    ]));
    let both = json!({ "close": { "assaults": [
        { "units": ["u-1"], "target": "2016" }, { "units": ["u-2"], "target": "2115" }] } });
    table.ok(Union, both, &[]);
    table.ok(Union, json!({ "resolve": { "target": "2016" } }), &[]);
    table.refused(Confederate, fire(&["c-2"]), "14.3a");
}

#[test]
fn kernstown_14_3b_mounted_defenders_may_withdraw_from_infantry() {
    let rider =
        || with(grey("c-1", "2016", 3.0, 3), json!({ "type": "cavalry", "weapon": "C", "mounted": true }));
    let mut table = closing(json!([blue("u-1", "2015", 4.0, 3), rider()]));
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    assert_eq!(table.question(), "confederate rider");
    let withdraw = |to: &str| json!({ "withdraw": { "unit": "c-1", "to": to } });
    // Away from the attacker: not to a hex next to it.
    table.refused(Confederate, withdraw("1915"), "14.3b");
    let events = table.ok(Confederate, withdraw("2017"), &[]);
    assert_eq!(table.event(&events, "withdrew")["case"], "14.3b");
    assert_eq!(table.place("c-1"), "2017");
    // It suffers no Opportunity Fire, and the attacker may advance.
    assert_eq!(table.question(), "union advance");
    // From cavalry it does not withdraw.
    let horse =
        with(blue("u-1", "2015", 4.0, 3), json!({ "type": "cavalry", "weapon": "C", "mounted": true }));
    let mut table = closing(json!([horse, rider()]));
    let events = table.ok(Union, attack(&["u-1"], "2016"), &[1, 1, 3, 4]);
    assert!(table.all(&events, "withdrew").is_empty());
}

#[test]
fn kernstown_14_3b_odds_are_against_who_leads_once_a_lead_unit_has_withdrawn() {
    let rider = |id: &str, cohesion| {
        with(grey(id, "2016", 3.0, cohesion), json!({ "type": "cavalry", "weapon": "C", "mounted": true }))
    };
    let mut table = closing(json!([
        blue("u-1", "2015", 4.0, 3),
        blue("u-2", "2115", 5.0, 3),
        rider("c-1", 3),
        rider("c-2", 4),
    ]));
    table.ok(Union, attack(&["u-1", "u-2"], "2016"), &[]);
    assert_eq!(table.question(), "confederate lead");
    table.ok(Confederate, json!({ "lead": { "unit": "c-1" } }), &[]);
    assert_eq!(table.question(), "confederate rider");
    table.ok(Confederate, json!({ "withdraw": { "unit": "c-1", "to": "2017" } }), &[]);
    while table.question() != "union assaulting" {
        table.ok(Confederate, PASS(), &[]);
    }
    let order = table.battle.read_order(&json!({ "assaulting": { "hex": "2015" } })).unwrap();
    let told = json!(table.battle.preview(&table.state, Union, &order));
    let [way] = &told["assaults"][0]["ways"].as_array().unwrap()[..] else { panic!("{told}") };
    assert_eq!((&way["lead"], &way["cohesion"]), (&json!("c-2"), &json!(4)));
}

#[test]
fn kernstown_16_2_cavalry_that_withdraws_from_a_close_combat_drives_off_skirmishers() {
    let rider =
        with(grey("c-1", "2016", 3.0, 3), json!({ "type": "cavalry", "weapon": "C", "mounted": true }));
    let thin = with(blue("u-2", "2018", 3.0, 3), json!({ "skirmish": true }));
    let mut table = closing(json!([blue("u-1", "2015", 4.0, 3), rider, thin]));
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    table.ok(Confederate, json!({ "withdraw": { "unit": "c-1", "to": "2017" } }), &[]);
    assert_eq!(table.question(), "union skirmish-withdrawal");
    table.ok(Union, json!({ "withdraw": { "unit": "u-2", "to": "2019" } }), &[]);
    assert_eq!((table.place("u-2").as_str(), table.question().as_str()), ("2019", "union advance"));
}

#[test]
fn kernstown_k75_one_hex_of_advance_after_a_withdrawal_and_a_fight_where_others_stay() {
    let rider =
        with(grey("c-1", "2016", 3.0, 3), json!({ "type": "cavalry", "weapon": "C", "mounted": true }));
    let mut table = closing(json!([blue("u-1", "2015", 4.0, 3), rider]));
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    table.ok(Confederate, json!({ "withdraw": { "unit": "c-1", "to": "2017" } }), &[]);
    let advance = |path: &[&str]| json!({ "advance": { "unit": "u-1", "path": path } });
    table.refused(Union, advance(&["2016", "1916"]), "K79");
    table.ok(Union, advance(&["2016"]), &[]);
    assert_eq!(table.place("u-1"), "2016");
}

#[test]
fn kernstown_14_3c_only_the_assaulting_hex_finds_the_column_and_all_attackers_the_odds() {
    let mut table = closing(json!([
        blue("u-1", "2015", 4.0, 3),
        blue("u-2", "2115", 5.0, 3),
        grey("c-1", "2016", 3.0, 3),
    ]));
    table.ok(Union, attack(&["u-1", "u-2"], "2016"), &[]);
    table.ok(Confederate, PASS(), &[]);
    assert_eq!(table.question(), "union assaulting");
    table.refused(Union, json!({ "assaulting": { "hex": "1915" } }), "14.3c");
    let order = table.battle.read_order(&json!({ "assaulting": { "hex": "2015" } })).unwrap();
    let told = json!(table.battle.preview(&table.state, Union, &order));
    let ways = told["assaults"][0]["ways"].as_array().unwrap();
    assert_eq!((ways.len(), &ways[0]["column"]), (1, &json!("10-12")));
    let events = table.ok(Union, json!({ "assaulting": { "hex": "2015" } }), &[1, 1, 3, 4]);
    assert_eq!(table.event(&events, "assault-from")["hex"], "2015");
    // 4 SP begin on 4; all 9 against 3 are 3:1, three to the right; the supported attacker is the
    // better one by one more.
    assert_eq!(table.event(&events, "combat-thrown")["column"], "10-12");
}

#[test]
fn kernstown_14_3d_odds_shift_the_column_once() {
    let odds = |attacker: f64, defender: f64| {
        let table = closing(json!([blue("u-1", "2015", attacker, 3), grey("c-1", "2016", defender, 3)]));
        table.shifts(&attack(&["u-1"], "2016")).0
    };
    assert_eq!(odds(9.0, 3.0), ["odds-3-1"]);
    assert_eq!(odds(8.0, 3.0), ["odds-2-1"]);
    assert_eq!(odds(5.0, 3.0), ["odds-3-2"]);
    assert!(odds(4.0, 3.0).is_empty());
    assert_eq!(odds(3.0, 5.0), ["odds-2-3"]);
    assert_eq!(odds(3.0, 8.0), ["odds-1-2"]);
    assert_eq!(odds(3.0, 9.0), ["odds-1-3"]);
}

#[test]
fn kernstown_14_3d_arms_weapons_quality_and_flanks_shift_the_column() {
    let shifts = |units: Value, who: &[&str]| closing(units).shifts(&attack(who, "2016")).0;
    // Half the defenders' SP are guns.
    let with_guns = shifts(
        json!([
            blue("u-1", "2015", 4.0, 3),
            grey("c-1", "2016", 2.0, 2),
            guns("c-2", "confederate", "R", "2016", 2.0),
        ]),
        &["u-1"],
    );
    assert!(with_guns.contains(&"defending-guns".to_owned()), "{with_guns:?}");
    // Quality, after want of support.
    assert_eq!(
        shifts(json!([blue("u-1", "2015", 4.0, 4), grey("c-1", "2016", 4.0, 3)]), &["u-1"]),
        ["better-attacker"]
    );
    assert_eq!(
        shifts(json!([blue("u-1", "2015", 4.0, 3), grey("c-1", "2016", 4.0, 4)]), &["u-1"]),
        ["better-defender"]
    );
    // Muskets.
    let musket = |unit: Value| with(unit, json!({ "weapon": "S" }));
    assert_eq!(
        shifts(json!([musket(blue("u-1", "2015", 4.0, 3)), grey("c-1", "2016", 4.0, 3)]), &["u-1"]),
        ["attacking-muskets"]
    );
    assert_eq!(
        shifts(json!([blue("u-1", "2015", 4.0, 3), musket(grey("c-1", "2016", 4.0, 3))]), &["u-1"]),
        ["defending-muskets"]
    );
    // Mounted defenders.
    let horse =
        with(grey("c-1", "2016", 4.0, 3), json!({ "type": "cavalry", "weapon": "C", "mounted": true }));
    assert_eq!(shifts(json!([blue("u-1", "2015", 4.0, 3), horse]), &["u-1"]), ["defending-cavalry"]);
    // A flank two hexes from the Assaulting Hex; next to it is none.
    let flank = |other: &str| {
        shifts(
            json!([blue("u-1", "2015", 2.0, 3), blue("u-2", other, 2.0, 3), grey("c-1", "2016", 4.0, 4)]),
            &["u-1", "u-2"],
        )
    };
    assert!(flank("2116").contains(&"flank-attack".to_owned()));
    assert!(!flank("2115").contains(&"flank-attack".to_owned()));
}

#[test]
fn kernstown_14_3d_slopes_and_walls_protect_who_stands_above_or_behind_them() {
    // 1025 lies up a Slope from 1024, 1125 up a Steep Slope from 1124; both the other way round are
    // no hindrance.
    let shifts = |from: &str, to: &str| {
        let table = closing(json!([blue("u-1", from, 4.0, 3), grey("c-1", to, 4.0, 3)]));
        table.shifts(&attack(&["u-1"], to)).0
    };
    assert_eq!(shifts("1024", "1025"), ["up-slope"]);
    assert!(shifts("1025", "1024").is_empty());
    assert_eq!(shifts("1124", "1125"), ["up-steep-slope"]);
    assert!(shifts("1125", "1124").is_empty());
    // The wall of 1933 does not protect against 1834 behind the same wall, nor against 1932 to
    // which it points.
    let walled = |from: &str| shifts(from, "1933").contains(&"stone-wall".to_owned());
    assert!(walled("1934"));
    assert!(!walled("1932"));
    assert!(!walled("1834"));
}

#[test]
fn kernstown_14_3e_the_dice_are_read_on_the_shifted_column() {
    let mut table = plain();
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    // 66 on 10-12: Severe up to 3.
    let events = table.ok(Confederate, PASS(), &[6, 6, 1, 1]);
    let thrown = table.event(&events, "combat-thrown");
    assert_eq!(
        (&thrown["column"], &thrown["faces"], &thrown["test"]),
        (&json!("10-12"), &json!([6, 6]), &json!("severe"))
    );
}

#[test]
fn kernstown_14_3f_the_test_is_read_on_the_tables_of_close_combat() {
    let mut table = plain();
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    // Severe: colored 1 is D, white 1 is M RA1.
    let events = table.ok(Confederate, PASS(), &[6, 6, 1, 1]);
    assert_eq!(table.event(&events, "test-thrown")["text"], json!(["D", "M RA1"]));
    assert!(worn(&table, "c-1"));
    assert_eq!(hits(&table, "c-1"), 1);
}

#[test]
fn kernstown_15_2a_both_deplete_unless_one_side_is_three_times_as_strong() {
    // Close Fight, colored 5: BD*.
    let both = |attacker: f64, defender: f64| {
        let mut table = closing(json!([blue("u-1", "2015", attacker, 3), grey("c-1", "2016", defender, 3)]));
        table.ok(Union, attack(&["u-1"], "2016"), &[]);
        table.ok(Confederate, PASS(), &[1, 1, 5, 4]);
        (worn(&table, "u-1"), worn(&table, "c-1"))
    };
    assert_eq!(both(5.0, 3.0), (true, true));
    assert_eq!(both(3.0, 9.0), (true, false));
    let mut table = closing(json!([blue("u-1", "2015", 3.0, 3), grey("c-1", "2016", 1.0, 3)]));
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    table.ok(Confederate, PASS(), &[1, 1, 5, 4]);
    assert_eq!((worn(&table, "u-1"), worn(&table, "c-1")), (false, true));
}

#[test]
fn kernstown_15_2c_a_close_fight_can_throw_the_attacker_back() {
    let mut table = plain();
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    // Close Fight: colored 3 nothing, white 2 AM AR1.
    let events = table.ok(Confederate, PASS(), &[1, 1, 3, 2]);
    assert_eq!(table.event(&events, "test-thrown")["text"], json!(["-", "AM AR1"]));
    assert_eq!(hits(&table, "u-1"), 1);
    while table.question() == "union retreat" {
        let way = table.offers().remove(0);
        table.ok(Union, way, &[]);
    }
    assert_eq!(table.battle.distance(table.hex(&table.place("u-1")), table.hex("2015")), 1);
}

#[test]
fn kernstown_k77_attacker_results_fall_on_the_largest_in_the_assaulting_hex() {
    let mut table = closing(json!([
        blue("u-1", "2015", 3.0, 3),
        blue("u-2", "2015", 4.0, 3),
        blue("u-3", "2115", 5.0, 3),
        grey("c-1", "2016", 4.0, 4),
    ]));
    table.ok(Union, attack(&["u-1", "u-2", "u-3"], "2016"), &[]);
    table.ok(Confederate, PASS(), &[]);
    // 7 SP at 3:1: 11 asks nothing of a CR of 3; AD.
    table.ok(Union, json!({ "assaulting": { "hex": "2015" } }), &[1, 1, 1, 4]);
    assert_eq!((worn(&table, "u-1"), worn(&table, "u-2"), worn(&table, "u-3")), (false, true, false));
}

#[test]
fn kernstown_k72_it_takes_half_a_point_to_declare_and_a_committed_attack_goes_through_at_nothing() {
    let shaken = with(blue("u-1", "2015", 1.0, 3), json!({ "hits": 1 }));
    let mut table = closing(json!([shaken, grey("c-1", "2016", 3.0, 3)]));
    table.refused(Union, attack(&["u-1"], "2016"), "K72");
    // 1 SP is Shaken by Defensive Fire and attacks with none: column C.
    let mut table = closing(json!([blue("u-1", "2015", 1.0, 4), grey("c-1", "2016", 6.0, 3)]));
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    let fire = json!({ "fire": { "shots": [{ "units": ["c-1"], "target": "2015" }] } });
    // 6 SP: 51 is Severe for nobody of CR 3, Routine; colored 1 nothing, white 4 M. Then 11, Close
    // Fight, nothing.
    let events = table.ok(Confederate, fire, &[5, 1, 1, 4, 1, 1, 3, 4]);
    assert_eq!(hits(&table, "u-1"), 1);
    let thrown = table.all(&events, "combat-thrown").pop().unwrap();
    assert_eq!(thrown["column"], "C");
}

#[test]
fn kernstown_k113_a_unit_of_no_strength_may_join_an_attack_that_has_half_a_point() {
    let spent = |hits: u8| with(blue("u-1", "2015", 1.0, 3), json!({ "hits": hits }));
    let mut table = closing(json!([spent(1), blue("u-2", "2015", 0.5, 3), grey("c-1", "2016", 3.0, 3)]));
    assert_eq!(table.battle.strength(&table.state, table.unit("u-1")).number(), 0.0);
    table.refused(Union, attack(&["u-1"], "2016"), "K72");
    assert!(table.is_offered(&attack(&["u-1", "u-2"], "2016")));
    table.ok(Union, attack(&["u-1", "u-2"], "2016"), &[]);
    assert_eq!(table.view(None)["combat"]["units"], json!(["u-1", "u-2"]));
    // Two that have none together have none.
    let other = with(blue("u-2", "2015", 0.5, 3), json!({ "hits": 1 }));
    let mut table = closing(json!([spent(2), other, grey("c-1", "2016", 3.0, 3)]));
    table.refused(Union, attack(&["u-1", "u-2"], "2016"), "K72");
}

/// Two units too weak to attack alone stand on either side of a third that could help only one of them.
#[test]
fn kernstown_13_10_of_those_who_have_charged_as_many_close_as_can() {
    let weak = |id: &str, hex: &str| with(blue(id, hex, 1.0, 3), json!({ "hits": 1 }));
    // Each of the two can be helped, but not both.
    for (helped, target) in [("u-1", "2015"), ("u-3", "2017")] {
        let mut table = closing(json!([
            weak("u-1", "2014"),
            blue("u-2", "2016", 3.0, 3),
            weak("u-3", "2018"),
            grey("c-1", "2015", 3.0, 3),
            grey("c-2", "2017", 3.0, 3),
        ]));
        for unit in ["u-1", "u-2", "u-3"] {
            table.apply(json!({ "event": "charged", "unit": unit }));
        }
        table.offers_hold();
        table.refused(Union, json!({ "end": {} }), "13.10");
        table.refused(Union, attack(&["u-2"], target), "13.10");
        table.refused(Union, attack(&[helped], target), "K72");
        table.ok(Union, attack(&[helped, "u-2"], target), &[]);
    }
}

/// A charger whom nobody can help, a second one, and a crowd each of whom could attack two hexes: trying all of their
/// ways would never end.
#[test]
fn kernstown_13_10_a_crowd_does_not_matter_to_who_can_close() {
    let mut units = vec![
        with(blue("u-1", "2010", 1.0, 3), json!({ "hits": 1 })),
        grey("c-1", "2011", 3.0, 3),
        blue("u-2", "2014", 3.0, 3),
        grey("c-2", "2015", 3.0, 3),
    ];
    for column in 18..34 {
        units.push(grey(&format!("c-{column}"), &format!("21{column}"), 3.0, 3));
        units.push(blue(&format!("u-{column}"), &format!("20{column}"), 1.0, 3));
        units.push(blue(&format!("u-{column}b"), &format!("20{column}"), 1.0, 3));
    }
    let mut table = closing(json!(units));
    for unit in ["u-1", "u-2"] {
        table.apply(json!({ "event": "charged", "unit": unit }));
    }
    table.refused(Union, json!({ "end": {} }), "13.10");
    table.ok(Union, attack(&["u-2"], "2015"), &[]);
}

/// Dozens who have nothing left have charged, and two could help: of so many ways the best may not be found, but one is.
#[test]
fn kernstown_13_10_dozens_who_have_charged_with_nothing_left_do_not_end_the_step_for_nothing() {
    let mut units = Vec::new();
    for column in 18..34 {
        units.push(grey(&format!("c-{column}"), &format!("21{column}"), 3.0, 3));
        let spent = blue(&format!("u-{column}"), &format!("20{column}"), 1.0, 3);
        units.push(with(spent, json!({ "hits": 1 })));
    }
    units.extend([blue("u-x", "2018", 3.0, 3), blue("u-y", "2033", 3.0, 3)]);
    let mut table = closing(json!(units));
    for column in 18..34 {
        table.apply(json!({ "event": "charged", "unit": format!("u-{column}") }));
    }
    table.refused(Union, json!({ "end": {} }), "13.10");
}

/// Two weak chargers can each be helped by either of two others, one of whom has a place nobody else can take.
#[test]
fn kernstown_13_10_whoever_helps_gives_way_to_one_who_can_help_there_alone() {
    let weak = |id: &str, hex: &str| with(blue(id, hex, 1.0, 3), json!({ "hits": 1 }));
    let mut table = closing(json!([
        weak("u-1", "2014"),
        blue("u-2", "2016", 3.0, 3),
        weak("u-3", "2018"),
        blue("u-4", "2014", 3.0, 3),
        grey("c-1", "2015", 3.0, 3),
        grey("c-2", "2017", 3.0, 3),
    ]));
    for unit in ["u-1", "u-3"] {
        table.apply(json!({ "event": "charged", "unit": unit }));
    }
    table.offers_hold();
    table.refused(Union, attack(&["u-1", "u-2"], "2015"), "13.10");
    let both = json!({ "close": { "assaults": [
        { "units": ["u-1", "u-4"], "target": "2015" }, { "units": ["u-3", "u-2"], "target": "2017" }] } });
    table.ok(Union, both, &[]);
}

/// Every one of a crowd in the hex may be tested for depletion, with up to four ends each.
#[test]
fn kernstown_14_8_what_an_attack_on_a_crowd_may_bring_can_be_foretold() {
    let attackers: Vec<String> = (0..6).map(|n| format!("u-{n}")).collect();
    let attackers: Vec<&str> = attackers.iter().map(String::as_str).collect();
    let mut units: Vec<Value> = attackers.iter().map(|id| blue(id, "2015", 8.0, 6)).collect();
    units.push(grey("c-lead", "2016", 5.0, 3));
    for n in 0..24 {
        units.push(with(grey(&format!("c-{n}"), "2016", 0.5, 3), json!({ "worn": true })));
    }
    let table = closing(json!(units));
    let preview = table.preview(Union, &attack(&attackers, "2016"));
    let ways = preview["assaults"][0]["ways"].as_array().unwrap();
    assert!(!ways.is_empty(), "{preview}");
}

#[test]
fn kernstown_k73_a_unit_attacks_once_and_an_emptied_hex_is_not_attacked() {
    let mut table = closing(json!([
        blue("u-1", "2015", 8.0, 4),
        blue("u-2", "2115", 4.0, 3),
        grey("c-1", "2016", 3.0, 3),
        grey("c-2", "2116", 3.0, 2),
    ]));
    let twice = json!({ "close": { "assaults": [
        { "units": ["u-1"], "target": "2016" }, { "units": ["u-1"], "target": "2116" }] } });
    table.refused(Union, twice, "K73");
    let both = json!({ "close": { "assaults": [
        { "units": ["u-1"], "target": "2016" }, { "units": ["u-2"], "target": "2116" }] } });
    table.ok(Union, both, &[]);
    // The other target leaves its hex before its turn comes.
    table.apply(json!({ "event": "retreated", "unit": "c-2", "from": "2116", "to": "2216", "case": "15.4" }));
    table.ok(Union, json!({ "resolve": { "target": "2016" } }), &[]);
    let events = table.ok(Confederate, PASS(), &[1, 1, 3, 4]);
    assert_eq!(table.event(&events, "voided")["case"], "K73");
    assert!(table.all(&events, "advanced").is_empty());
}

#[test]
fn kernstown_k74_defensive_fire_finds_its_lead_among_all_who_stand_in_the_hex() {
    let mut table = closing(json!([
        blue("u-1", "2015", 3.0, 3),
        blue("u-2", "2015", 6.0, 3),
        grey("c-1", "2016", 4.0, 3),
    ]));
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    let fire = json!({ "fire": { "shots": [{ "units": ["c-1"], "target": "2015" }] } });
    let events = table.ok(Confederate, fire, &[1, 1, 1, 1, 3, 4]);
    assert_eq!(table.event(&events, "combat-thrown")["lead"], "u-2");
}

#[test]
fn kernstown_k76_when_defensive_fire_has_seen_all_attackers_off_nobody_advances() {
    let mut table = closing(json!([blue("u-1", "2015", 3.0, 1), grey("c-1", "2016", 9.0, 4)]));
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    let fire = json!({ "fire": { "shots": [{ "units": ["c-1"], "target": "2015" }] } });
    // 9 SP: 66 is Severe for CR 0; colored 1 D, white 2 M R1.
    let events = table.ok(Confederate, fire, &[6, 6, 1, 2]);
    assert_eq!(table.all(&events, "test-thrown").len(), 1);
    while table.question() == "union retreat" {
        let way = table.offers().remove(0);
        let events = table.ok(Union, way, &[]);
        assert!(table.all(&events, "advanced").is_empty());
    }
    assert_ne!(table.place("u-1"), "2015");
    assert!(!table.question().ends_with("advance"));
}

#[test]
fn kernstown_k78_all_defenders_retreat_the_lead_first() {
    let mut table = closing(json!([
        blue("u-1", "2015", 8.0, 4),
        grey("c-1", "2016", 4.0, 4),
        grey("c-2", "2016", 3.0, 4),
    ]));
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    // Close Fight: colored 3 nothing, white 6 RA1.
    table.ok(Confederate, PASS(), &[1, 1, 3, 6]);
    let mut gone = Vec::new();
    while table.question() == "confederate retreat" {
        let way = table.offers().remove(0);
        gone.push(way["retreat"]["unit"].as_str().unwrap().to_owned());
        table.ok(Confederate, way, &[]);
    }
    assert_eq!(gone.first().map(String::as_str), Some("c-1"));
    let far = |id: &str| table.battle.distance(table.hex(&table.place(id)), table.hex("2016"));
    assert_eq!((far("c-1"), far("c-2")), (1, 1));
}

/// Defenders in 2016 fall back; the attackers are asked to advance.
fn beaten(test: &[u8]) -> Table {
    let mut table = closing(json!([
        blue("u-1", "2015", 6.0, 3),
        blue("u-2", "2115", 3.0, 3),
        grey("c-1", "2016", 3.0, 5)
    ]));
    table.ok(Union, attack(&["u-1", "u-2"], "2016"), &[]);
    table.ok(Confederate, PASS(), &[]);
    table.ok(Union, json!({ "assaulting": { "hex": "2015" } }), test);
    while table.question() == "confederate retreat" {
        let way = table.offers().remove(0);
        table.ok(Confederate, way, &[]);
    }
    table
}

#[test]
fn kernstown_15_8_who_fought_for_a_hex_may_take_it_flanks_included() {
    // Close Fight at 11; RA1.
    let mut table = beaten(&[1, 1, 3, 6]);
    assert_eq!(table.question(), "union advance");
    let advance = |unit: &str, path: &[&str]| json!({ "advance": { "unit": unit, "path": path } });
    table.refused(Union, advance("u-2", &["1916"]), "15.8");
    let events = table.ok(Union, advance("u-2", &["2016"]), &[]);
    assert!(table.all(&events, "fire-declared").is_empty());
    assert_eq!(table.place("u-2"), "2016");
    // The other may follow while there is room: 6 and 3 are 9.
    table.ok(Union, advance("u-1", &["2016"]), &[]);
    assert_eq!(table.place("u-1"), "2016");
}

#[test]
fn kernstown_k79_two_hexes_only_after_a_retreat_of_two_or_a_break() {
    let two = json!({ "advance": { "unit": "u-1", "path": ["2016", "1916"] } });
    let mut table = beaten(&[1, 1, 3, 6]);
    table.refused(Union, two.clone(), "K79");
    // Tough at 66: colored 1 BD*, which at 3:1 is the defender's alone, white 5 M RA2.
    let mut table = beaten(&[6, 6, 1, 5]);
    table.ok(Union, two, &[]);
    assert_eq!(table.place("u-1"), "1916");
}

#[test]
fn kernstown_14_2_attacks_on_two_hexes_are_offered_together_and_one_by_one() {
    // Only u-1 is next to both.
    let mut table = closing(json!([
        blue("u-1", "2115", 4.0, 4),
        blue("u-2", "1915", 4.0, 4),
        blue("u-3", "2216", 4.0, 4),
        grey("c-1", "2016", 3.0, 4),
        grey("c-2", "2116", 3.0, 4),
    ]));
    let one = |units: &[&str], target: &str| json!({ "units": units, "target": target });
    let close = |assaults: &[Value]| json!({ "close": { "assaults": assaults } });
    let offers = table.offers();
    for order in [
        close(&[one(&["u-1", "u-2"], "2016"), one(&["u-3"], "2116")]),
        close(&[one(&["u-1", "u-3"], "2116"), one(&["u-2"], "2016")]),
        close(&[one(&["u-1", "u-2"], "2016")]),
        close(&[one(&["u-1", "u-3"], "2116")]),
        close(&[one(&["u-1"], "2016")]),
        close(&[one(&["u-2"], "2016")]),
        close(&[one(&["u-1"], "2116")]),
        close(&[one(&["u-3"], "2116")]),
        json!({ "end": {} }),
    ] {
        assert_eq!(offers.iter().filter(|&offer| *offer == order).count(), 1, "{order} in {offers:?}");
    }
    assert_eq!(offers.len(), 9, "{offers:?}");
    table.offers_hold();
    table.ok(Union, offers[1].clone(), &[]);
}

#[test]
fn kernstown_14_3a_defensive_fire_is_offered_once_for_each_group_that_can_give_it() {
    let offered = |defenders: &[Value]| {
        let mut units = vec![blue("u-1", "2015", 4.0, 3)];
        units.extend(defenders.iter().cloned());
        let mut table = closing(json!(units));
        table.ok(Union, attack(&["u-1"], "2016"), &[]);
        table.offers_hold();
        let mut fires: Vec<String> = table
            .offers()
            .iter()
            .filter_map(|order| order["fire"]["shots"].as_array())
            .map(|shots| format!("{} {}", shots[0]["units"], shots[0]["canister"]))
            .collect();
        fires.sort();
        fires
    };
    let (foot, battery) = (grey("c-1", "2016", 3.0, 3), guns("g-1", "confederate", "R", "2016", 4.0));
    assert_eq!(offered(std::slice::from_ref(&foot)), [r#"["c-1"] null"#]);
    assert_eq!(offered(std::slice::from_ref(&battery)), [r#"["g-1"] null"#, r#"["g-1"] true"#]);
    let all = offered(&[foot, battery]);
    let both = [r#"["c-1","g-1"] null"#, r#"["c-1","g-1"] true"#];
    assert_eq!(all, [&both[..], &[r#"["c-1"] null"#, r#"["g-1"] null"#, r#"["g-1"] true"#]].concat());
}

#[test]
fn kernstown_15_8_nobody_advances_from_afar_or_into_enemies() {
    let offered = |units: Value| {
        let mut table = closing(units);
        table.apply(json!({ "event": "stack", "change": { "push": { "advance": {
            "side": "union", "hex": "2016", "units": ["u-1", "u-2"], "reach": 1 } } } }));
        assert_eq!(table.question(), "union advance");
        table.offers_hold();
        table.offers()
    };
    let pass = PASS();
    // 2014 is two hexes off.
    let (near, far) = (blue("u-1", "2015", 3.0, 3), blue("u-2", "2014", 3.0, 3));
    let advance = json!({ "advance": { "unit": "u-1", "path": ["2016"] } });
    assert_eq!(offered(json!([near, far])), [advance, pass.clone()]);
    assert_eq!(offered(json!([near, far, grey("c-1", "2016", 3.0, 3)])), [pass]);
}

#[test]
fn kernstown_15_8_the_second_hex_of_an_advance_may_be_the_one_it_began_in() {
    let mut table = closing(json!([blue("u-1", "2015", 3.0, 3), grey("c-1", "2019", 3.0, 3)]));
    table.apply(json!({ "event": "stack", "change": { "push": { "advance": {
        "side": "union", "hex": "2016", "units": ["u-1"], "reach": 2 } } } }));
    let there_and_back = json!({ "advance": { "unit": "u-1", "path": ["2016", "2015"] } });
    assert!(table.is_offered(&there_and_back));
    let events = table.ok(Union, there_and_back, &[]);
    assert_eq!(table.all(&events, "advanced").len(), 2);
    assert_eq!(table.place("u-1"), "2015");
}

#[test]
fn kernstown_16_4_skirmishers_alone_are_not_attacked() {
    let thin = with(grey("c-1", "2016", 3.0, 3), json!({ "skirmish": true }));
    let mut table = closing(json!([blue("u-1", "2015", 6.0, 3), thin.clone()]));
    assert!(!table.is_offered(&attack(&["u-1"], "2016")));
    table.refused(Union, attack(&["u-1"], "2016"), "16.4");
    // With others in the hex they are.
    let mut table = closing(json!([blue("u-1", "2015", 6.0, 3), thin, grey("c-2", "2016", 3.0, 3)]));
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
}

#[test]
fn kernstown_14_3_the_view_shows_the_close_combat_under_way() {
    let mut table = closing(json!([
        blue("u-1", "2015", 6.0, 3),
        blue("u-2", "2115", 3.0, 3),
        grey("c-1", "2016", 3.0, 5)
    ]));
    assert_eq!(table.view(None)["combat"], Value::Null);
    table.ok(Union, attack(&["u-1", "u-2"], "2016"), &[]);
    assert_eq!(
        table.view(None)["combat"],
        json!({ "assaulting": null, "kind": "close", "lead": null, "side": "union", "target": "2016",
                "units": ["u-1", "u-2"] })
    );
}

#[test]
fn case_14_2_a_close_combat_is_offered_once() {
    // One unit next to two enemies: all together is the same as either alone.
    let table = closing(json!([
        blue("u-1", "2015", 6.0, 4),
        grey("c-1", "2016", 2.0, 3),
        grey("c-2", "1915", 2.0, 3),
    ]));
    let told = json!(table.battle.targets(&table.state, Union, "close", &Value::Null).unwrap());
    let orders: Vec<String> =
        told["targets"].as_array().unwrap().iter().map(|target| target["order"].to_string()).collect();
    let distinct: std::collections::BTreeSet<&String> = orders.iter().collect();
    assert_eq!(distinct.len(), orders.len(), "{orders:#?}");
    assert_eq!(orders.len(), 2);
}

#[test]
fn kernstown_14_1_union_sharpshooters_may_attack() {
    let sharp = with(blue("u-1", "2015", 4.0, 3), json!({ "sharpshooter": true, "weapon": "SS" }));
    let mut table = closing(json!([sharp, grey("c-1", "2016", 3.0, 3)]));
    assert!(table.is_offered(&attack(&["u-1"], "2016")));
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    assert_eq!(table.question(), "confederate defensive-fire");
}

/// A Close Combat under way at that stage, with nobody left in 2016.
fn left_alone(stage: Value) -> Vec<String> {
    let mut table = closing(json!([blue("u-1", "2015", 6.0, 3), grey("c-1", "1020", 3.0, 3)]));
    let melee = json!({ "side": "union", "target": "2016", "units": ["u-1"], "from": ["2015"],
        "assaulting": "2015", "lead": null, "chits": [], "rare": 0, "riders": [], "defenders": [],
        "withdrawn": false, "stage": stage });
    table.apply(json!({ "event": "stack", "change": { "push": { "melee": melee } } }));
    let events = table.go(&[]);
    assert_eq!(table.question(), "union close");
    Table::names(&events)
}

#[test]
fn kernstown_14_3_without_a_defender_a_close_combat_is_over() {
    for stage in ["defence", "assaulting", "lead"] {
        let names = left_alone(json!(stage));
        assert!(!names.iter().any(|name| name == "combat-thrown"), "{stage}: {names:?}");
    }
}

#[test]
fn kernstown_k50_a_rare_shift_is_used_on_a_close_combat() {
    let column = |rare: Value, columns: i8, side: tabletop::Side| {
        let mut table = plain();
        table.apply(json!({ "event": "rare-came", "rare": rare }));
        table.ok(Union, attack(&["u-1"], "2016"), &[]);
        table.ok(Confederate, PASS(), &[]);
        table.asks("moment", side);
        let events = table.ok(side, json!({ "rare": { "columns": columns } }), &[1, 1, 3, 4]);
        table.event(&events, "combat-thrown")["column"].as_str().unwrap().to_owned()
    };
    let mut table = plain();
    table.ok(Union, attack(&["u-1"], "2016"), &[]);
    let events = table.ok(Confederate, PASS(), &[1, 1, 3, 4]);
    assert_eq!(table.event(&events, "combat-thrown")["column"], "10-12");
    assert_eq!(column(json!("foolish-attack"), -2, Confederate), "6-7");
    assert_eq!(column(json!({ "bonus": "union" }), 2, Union), "16-18");
    assert_eq!(column(json!({ "bonus": "confederate" }), -2, Confederate), "6-7");
}
