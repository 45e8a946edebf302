//! 4 Sequence of play.

use serde_json::{Value, json};

use crate::check::*;

#[test]
fn case_4_1_player_turns_alternate_movement_and_combat_and_then_the_turn_advances() {
    let mut table =
        on("chickamauga-1975").units(&["a union infantry 5 0302", "x confederate infantry 4 2517"]).set();
    assert_eq!(table.asked(), "union movement");
    let events = table.end_movement(Union);
    assert_eq!(event(&events, "phase-began")["phase"], "combat");
    assert_eq!(table.asked(), "union combat");
    table.end_combat(Union);
    assert_eq!(table.asked(), "confederate movement");
    assert_eq!(table.view()["turn"], 1);
    table.end_movement(Confederate);
    let events = table.end_combat(Confederate);
    assert_eq!(event(&events, "phase-began")["turn"], 2);
    assert_eq!(table.asked(), "union movement");
    // Nobody acts in the other's player-turn.
    assert_eq!(table.case(Confederate, serde_json::json!({"end-movement": {}})), "4.1");
}

#[test]
fn case_4_1_the_end_of_a_movement_phase_counts_the_units_that_can_still_move() {
    let units = ["a union infantry 4 0205", "b union infantry 3 0305", "x confederate infantry 4 1105"];
    let mut table = on("training").units(&units).movement(Union).set();
    let told = table.ending(Union);
    assert_eq!(
        (&told["verb"], &told["unmoved"], &told["untouched"]),
        (&json!("end-movement"), &json!(2), &json!(true))
    );
    assert_eq!((&told["lost"], &told["points"]), (&json!([]), &json!({ "union": 0, "confederate": 0 })));
    assert_eq!(table.ending(Confederate), Value::Null, "it is not asked");
    table.moves(Union, "a", "0206");
    let told = table.ending(Union);
    assert_eq!((&told["unmoved"], &told["untouched"]), (&json!(1), &json!(false)));
}
