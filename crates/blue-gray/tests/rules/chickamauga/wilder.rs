//! 20: Wilder.

use serde_json::json;

use crate::check::*;

/// Wilder in 1306, attacked from 1206 by x, with these others.
fn on_wilder(others: &[&str], dice: &[u8]) -> Table {
    let mut units = vec!["u-wilder 1306", "x confederate infantry 8 1206"];
    units.extend(others);
    on("chickamauga-2006").units(&units).combat(Confederate).dice(dice).set()
}

#[test]
fn chickamauga_20_0_wilder_moves_seven_points_in_2006() {
    for (edition, movement) in [("chickamauga-1975", 6), ("chickamauga-2006", 7)] {
        let table =
            on(edition).units(&["u-wilder 1203", "x confederate infantry 4 2020"]).movement(Union).set();
        assert_eq!(table.unit("u-wilder")["movement"], movement);
        assert_eq!(
            table.cost(Union, "u-wilder", "1210"),
            (movement == 7).then_some(7),
            "seven hexes of road"
        );
        assert_eq!(table.unit("u-wilder")["strength"], 8);
    }
}

#[test]
fn chickamauga_20_0_wilder_retreats_before_combat_on_one_to_four() {
    for die in 1..=6_u8 {
        let mut table = on_wilder(&[], &[die, 1]);
        table.attacks(Confederate, &["x"], &["1306"]);
        assert_eq!(table.asked(), "union retreat-before-combat");
        assert_eq!(table.question_case(), "20.0");
        assert_eq!(table.case(Confederate, json!({"retreat-before-combat": {}})), "20.0");
        let chances = table.preview(Union, json!({"retreat-before-combat": {}}))["chances"].clone();
        assert_eq!(chances[0]["sixths"], 4);
        let events = table.order(Union, json!({"retreat-before-combat": {}}));
        let thrown = event(&events, "withdrawal-thrown");
        assert_eq!(
            (&thrown["die"], &thrown["succeeded"], &thrown["case"]),
            (&json!(die), &json!(die <= 4), &json!("20.0"))
        );
        let printed = json!({"case": "20.0", "system": "chickamauga-2006"});
        let text = "Retreats before combat on a die up to";
        assert_eq!(
            thrown["modifiers"],
            json!([{"case": "20.0", "printed": printed, "rating": 4, "system": "chickamauga", "text": text}])
        );
        if die <= 4 {
            assert!(!kinds(&events).contains(&"die-thrown"), "the attack waits");
            assert_eq!(table.asked(), "union retreat");
            assert_eq!(table.question_case(), "20.0");
            assert_eq!(table.hexes(Union, "retreat", "u-wilder"), ["1305", "1405", "1406"], "under 7.7");
            assert_eq!(table.case(Union, json!({"retreat": {"unit": "u-wilder", "to": "1307"}})), "7.72");
            let events = table.retreats(Union, "u-wilder", "1405");
            assert!(kinds(&events).contains(&"attack-voided"));
            assert!(!kinds(&events).contains(&"die-thrown"));
            assert_eq!(table.asked(), "confederate advance");
            table.order(Confederate, json!({"advance": {"unit": "x"}}));
            assert_eq!(table.at("x"), "1306");
            assert_eq!(table.unit("x")["attacked"], true);
            table.end_combat(Confederate);
        } else {
            assert_eq!(event(&events, "die-thrown")["column"], "1-1");
            assert_eq!(event(&events, "die-thrown")["die"], 1);
            assert_eq!(table.asked(), "union retreat");
            assert_eq!(table.question_case(), "7.71");
        }
    }
}

#[test]
fn chickamauga_20_0_wilder_may_stand_and_has_no_such_choice_without_a_way_out_or_in_1975() {
    let mut table = on_wilder(&[], &[4]);
    table.attacks(Confederate, &["x"], &["1306"]);
    let events = table.order(Union, json!({"stand": {}}));
    assert_eq!(event(&events, "die-thrown")["die"], 4, "the one die is that of the combat");
    assert!(!kinds(&events).contains(&"withdrawal-thrown"));
    assert_eq!(table.asked(), "confederate retreat");
    // With 1305, 1405 and 1406 in zones there is nowhere to go, and no throw; with 1305 open there
    // is.
    let mut table = on_wilder(&["y confederate infantry 1 1505", "v confederate infantry 1 1507"], &[1]);
    table.attacks(Confederate, &["x"], &["1306"]);
    assert_eq!(table.asked(), "union retreat-before-combat");
    assert_eq!(table.hexes(Union, "retreat", "u-wilder"), Vec::<String>::new(), "he has not thrown yet");
    let mut table = on_wilder(
        &["y confederate infantry 1 1505", "z confederate infantry 1 1304", "v confederate infantry 1 1507"],
        &[1],
    );
    let events = table.attacks(Confederate, &["x"], &["1306"]);
    assert!(kinds(&events).contains(&"die-thrown"), "nobody was asked: {:?}", kinds(&events));
    assert_eq!(table.at("u-wilder"), "eliminated");
    // 1975.
    let units = ["u-wilder 1306", "x confederate infantry 8 1206"];
    let mut table = on("chickamauga-1975").units(&units).combat(Confederate).dice(&[4]).set();
    let events = table.attacks(Confederate, &["x"], &["1306"]);
    assert!(kinds(&events).contains(&"die-thrown"));
}

#[test]
fn chickamauga_20_0_who_shares_wilders_hex_fights_on_at_the_new_odds() {
    // 8 against 8 and 2 is 1-2; against 2 alone it is 4-1.
    let mut table = on_wilder(&["m union infantry 2 1306"], &[2, 4]);
    let events = table.attacks(Confederate, &["x"], &["1306"]);
    assert_eq!(event(&events, "attack-declared")["column"], "1-2");
    table.order(Union, json!({"retreat-before-combat": {}}));
    let events = table.retreats(Union, "u-wilder", "1405");
    let thrown = event(&events, "die-thrown");
    assert_eq!((&thrown["column"], &thrown["result"]), (&json!("4-1"), &json!("Dr")));
    assert_eq!(table.view()["question"]["units"], json!(["m"]));
    assert_eq!(table.case(Union, json!({"retreat": {"unit": "u-wilder", "to": "1305"}})), "7.71");
    table.retreats(Union, "m", "1405");
    assert_eq!(table.asked(), "confederate advance");
    // Wilder who stays is counted.
    let mut table = on_wilder(&["m union infantry 2 1306"], &[5, 4]);
    table.attacks(Confederate, &["x"], &["1306"]);
    let events = table.order(Union, json!({"retreat-before-combat": {}}));
    assert_eq!(event(&events, "die-thrown")["column"], "1-2");
}

#[test]
fn chickamauga_20_0_a_column_chosen_before_is_an_upper_bound_on_the_new_odds() {
    let mut table = on_wilder(&["m union infantry 2 1306"], &[2, 1]);
    let lowered = json!({"attack": {"attackers": ["x"], "defenders": ["1306"], "column": "1-3"}});
    let events = table.order(Confederate, lowered);
    assert_eq!(event(&events, "attack-declared")["column"], "1-3");
    table.order(Union, json!({"retreat-before-combat": {}}));
    let events = table.retreats(Union, "u-wilder", "1405");
    assert_eq!(event(&events, "die-thrown")["column"], "1-3");
    // Naming the column of the odds themselves binds nobody.
    let mut table = on_wilder(&["m union infantry 2 1306"], &[2, 1]);
    let same = json!({"attack": {"attackers": ["x"], "defenders": ["1306"], "column": "1-2"}});
    table.order(Confederate, same);
    table.order(Union, json!({"retreat-before-combat": {}}));
    let events = table.retreats(Union, "u-wilder", "1405");
    assert_eq!(event(&events, "die-thrown")["column"], "4-1");
}

#[test]
fn chickamauga_20_0_in_an_attack_on_two_hexes_the_other_is_attacked_alone() {
    // x in 1206 is next to both 1306 and 1307.
    let both = |dice: &[u8]| {
        let mut table = on_wilder(&["m union infantry 4 1307"], dice);
        let events = table.attacks(Confederate, &["x"], &["1306", "1307"]);
        assert_eq!(event(&events, "attack-declared")["column"], "1-2");
        table.order(Union, json!({"retreat-before-combat": {}}));
        let events = table.retreats(Union, "u-wilder", "1405");
        assert_eq!(event(&events, "die-thrown")["column"], "2-1");
        table
    };
    // 2-1, die 1: m goes too, and x may follow into either hex.
    let mut table = both(&[1, 1]);
    assert_eq!(table.view()["question"]["units"], json!(["m"]));
    table.retreats(Union, "m", "1406");
    assert_eq!(table.view()["question"]["hexes"], json!(["1306", "1307"]));
    table.order(Confederate, json!({"advance": {"unit": "x", "to": "1306"}}));
    assert_eq!(table.at("x"), "1306");
    // 2-1, die 6: x is thrown back, and Wilder, who took no part, does not advance; m may.
    let mut table = both(&[1, 6]);
    table.retreats(Confederate, "x", "1106");
    assert_eq!(table.asked(), "union advance");
    assert_eq!(table.view()["question"]["units"], json!(["m"]));
}

#[test]
fn chickamauga_20_0_wilder_is_out_of_the_phase_once_he_went() {
    // The guns may not fire at him where he stands alone, nor count him with c in 1405; and he is
    // not asked again.
    let others = ["g confederate artillery 9 1604"];
    let mut table = on_wilder(&others, &[1]);
    table.attacks(Confederate, &["x"], &["1306"]);
    table.order(Union, json!({"retreat-before-combat": {}}));
    table.retreats(Union, "u-wilder", "1405");
    table.order(Confederate, json!({"hold": {}}));
    assert_eq!(table.attack_case(Confederate, &["g"], &["1405"]), "7.14");
    let mut table = on_wilder(&["g confederate artillery 9 1604", "c union infantry 3 1405"], &[1, 2]);
    table.attacks(Confederate, &["x"], &["1306"]);
    table.order(Union, json!({"retreat-before-combat": {}}));
    table.retreats(Union, "u-wilder", "1405");
    table.order(Confederate, json!({"hold": {}}));
    let events = table.attacks(Confederate, &["g"], &["1405"]);
    let thrown = event(&events, "die-thrown");
    assert_eq!(thrown["column"], "3-1", "against c alone");
    assert_eq!(table.view()["question"]["units"], json!(["c", "u-wilder"]), "both suffer the result");
}

#[test]
fn chickamauga_20_0_wilder_evades_a_bombardment_too_and_nobody_takes_his_hex() {
    let mut table = on("chickamauga-2006")
        .units(&["u-wilder 1306", "g confederate artillery 9 1304"])
        .combat(Confederate)
        .dice(&[3])
        .set();
    table.attacks(Confederate, &["g"], &["1306"]);
    assert_eq!(table.asked(), "union retreat-before-combat");
    table.order(Union, json!({"retreat-before-combat": {}}));
    let events = table.retreats(Union, "u-wilder", "1307");
    assert!(kinds(&events).contains(&"attack-voided"));
    assert_eq!(table.asked(), "confederate combat");
    assert_eq!(table.unit("g")["attacked"], true);
}

#[test]
fn chickamauga_20_0_wilder_displaces_where_he_must() {
    let others = [
        "y confederate infantry 1 1505",
        "v confederate infantry 1 1507",
        "c union infantry 1 1305",
        "d union infantry 1 1305",
    ];
    let mut table = on_wilder(&others, &[1]);
    table.attacks(Confederate, &["x"], &["1306"]);
    table.order(Union, json!({"retreat-before-combat": {}}));
    let back =
        json!({"retreat": {"unit": "u-wilder", "to": "1305", "displace": [{"unit": "c", "to": "1304"}]}});
    table.order(Union, back);
    assert_eq!((table.at("u-wilder"), table.at("c")), ("1305".to_owned(), "1304".to_owned()));
}

#[test]
fn chickamauga_20_0_an_attack_is_reckoned_as_if_wilder_stood() {
    let chances = on_wilder(&[], &[]).odds(Confederate, &["x"], &["1306"])["chances"].clone();
    let retreat = |result: &str, text: &str| json!({"result": result, "sixths": 3, "text": text});
    assert_eq!(
        chances,
        json!([retreat("Dr", "the defenders retreat: Wilder"), retreat("Ar", "the attackers retreat: x"),])
    );
}
