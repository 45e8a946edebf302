//! 4 Sequence of play.

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
