//! Reinforcements (13.11, K92, K93).

use crate::check::Table;
use crate::check::field::{field, field_of, guns, with};
use crate::check::moves::{blue, grey};
use serde_json::{Value, json};
use tabletop::Side::{self, Confederate, Union};

fn due(unit: Value, turn: u8) -> Value {
    with(unit, json!({ "turn": turn }))
}

/// A brigade is activated; what happens before its order is asked for.
fn activate(table: &mut Table, side: Side, grant: &str) -> Vec<blind_swords::Event> {
    table.step_of(side, json!({ "step": "arrivals", "order": null, "grant": grant }));
    table.ok(side, json!({ "instruct": { "instructions": {} } }), &[])
}

#[test]
fn kernstown_13_11_k92_they_come_on_before_the_order_even_overstacked() {
    let units = json!([
        due(blue("a-1", "1014"), 1),
        due(blue("b-1", "1014"), 1),
        due(blue("c-1", "1014"), 1),
        due(blue("d-1", "1014"), 1),
        due(blue("later-1", "1014"), 2),
        blue("u-1", "1310"),
        grey("z-9", "4041"),
    ]);
    let mut units = units;
    units[4]["id"] = json!("l-1");
    let mut table = field(units);
    let events = activate(&mut table, Union, "full");
    assert_eq!(table.all(&events, "arrived").len(), 4);
    assert_eq!(table.all(&events, "arrived")[0]["case"], "13.11");
    assert_eq!(table.place("l-1"), "due");
    // Twelve points in the hex; now the order is asked for.
    table.ok(Union, json!({ "order": { "order": "maneuver" } }), &[]);
    // Entering cost nothing: the whole allowance is there. The first move is to end within the
    // limit.
    table.refused(Union, json!({ "end": {} }), "13.11");
    table.offers_hold();
    table.walk(Union, "a-1", "1114");
    table.ok(Union, json!({ "end": {} }), &[]);
}

#[test]
fn kernstown_13_11_a_limited_activation_brings_nobody() {
    let mut table = field(json!([due(blue("a-1", "1014"), 1), blue("u-1", "1310"), grey("z-9", "1309")]));
    activate(&mut table, Union, "limited");
    assert_eq!(table.place("a-1"), "due");
}

#[test]
fn kernstown_13_11_under_regroup_the_largest_step_aside_one_by_one() {
    let big = with(due(blue("b-1", "1014"), 1), json!({ "strength": 6.0 }));
    let mut table = field(json!([
        due(blue("a-1", "1014"), 1),
        big,
        due(blue("c-1", "1014"), 1),
        blue("u-1", "1310"),
        grey("z-9", "4041"),
    ]));
    activate(&mut table, Union, "full");
    table.ok(Union, json!({ "order": { "order": "regroup" } }), &[]);
    assert_eq!(table.waits_for(), "arrivals");
    table.offers_hold();
    table.refused(Union, json!({ "place": { "unit": "a-1", "hex": "1013" } }), "13.11");
    table.refused(Union, json!({ "place": { "unit": "b-1", "hex": "1012" } }), "13.11");
    let events = table.ok(Union, json!({ "place": { "unit": "b-1", "hex": "1013" } }), &[]);
    assert_eq!(table.event(&events, "moved")["case"], "13.11");
    // Six points are left in the hex: enough.
    assert_eq!(table.waits_for(), "activation");
}

#[test]
fn kernstown_16_2_reinforcements_that_step_aside_drive_off_skirmishers() {
    let big = with(due(blue("b-1", "1014"), 1), json!({ "strength": 8.0 }));
    let thin = with(grey("x-1", "1012"), json!({ "skirmish": true }));
    let mut table = field(json!([due(blue("a-1", "1014"), 1), big, thin]));
    activate(&mut table, Union, "full");
    table.ok(Union, json!({ "order": { "order": "regroup" } }), &[]);
    table.ok(Union, json!({ "place": { "unit": "b-1", "hex": "1013" } }), &[]);
    assert_eq!(table.waits_for(), "skirmish-withdrawal");
}

#[test]
fn kernstown_k93_a_barred_hex_is_changed_for_the_nearest_free_one_nearer_home() {
    // An enemy next to 1014. 1013 and 1015 are as near; 1013 is nearer the Union's east edge.
    let mut table = field(json!([due(blue("a-1", "1014"), 1), grey("x-1", "1114")]));
    let events = activate(&mut table, Union, "full");
    let arrived = table.event(&events, "arrived");
    assert_eq!((arrived["hex"].clone(), arrived["case"].clone()), (json!("1013"), json!("K93")));
    // The enemy in the hex itself bars 1013 too.
    let mut table = field(json!([due(blue("a-1", "1014"), 1), grey("x-1", "1014")]));
    let events = activate(&mut table, Union, "full");
    assert_eq!(table.event(&events, "arrived")["hex"], "1012");
}

#[test]
fn kernstown_k93_of_several_hexes_the_owner_chooses() {
    let rebels = with(due(grey("a-1", "2134"), 1), json!({ "brigade": "b62-garnett" }));
    let mut table = field_of("kernstown-1-stone-wall", json!([rebels, blue("x-1", "2133")]));
    activate(&mut table, Confederate, "full");
    assert_eq!(table.waits_for(), "arrivals");
    let hexes: Vec<Value> = table.offers().iter().map(|o| o["place"]["hex"].clone()).collect();
    // West and south-west: not south-east, which is farther from the west edge.
    assert_eq!(hexes, [json!("2135"), json!("2235")]);
    table.refused(Confederate, json!({ "place": { "unit": "a-1", "hex": "2035" } }), "K93");
    let events = table.ok(Confederate, json!({ "place": { "unit": "a-1", "hex": "2235" } }), &[]);
    assert_eq!(table.event(&events, "arrived")["case"], "K93");
    assert_eq!(table.waits_for(), "activation");
}

#[test]
fn kernstown_k92_a_brigade_partly_on_the_map_brings_the_rest_and_all_may_act() {
    let mut table = field(json!([due(blue("a-1", "1014"), 1), blue("u-1", "1310"), grey("z-9", "4041"),]));
    activate(&mut table, Union, "full");
    table.ok(Union, json!({ "order": { "order": "maneuver" } }), &[]);
    table.walk(Union, "a-1", "1114");
    table.walk(Union, "u-1", "1311");
    assert_eq!(table.state.exited[Union], 0);
}

#[test]
fn kernstown_k59_batteries_that_are_due_come_on_first_and_may_act() {
    let due = with(guns("g-1", "union", "S", "1014", 3.0), json!({ "turn": 1 }));
    let mut table = field(json!([due, blue("u-1", "1014"), guns("x-1", "confederate", "S", "4041", 3.0)]));
    table.apply(json!({ "event": "phase-began", "phase": "artillery" }));
    table.under_way(json!({ "batteries": { "side": "union", "passed": false } }));
    table.apply(json!({ "event": "stack", "change": { "push": {
        "arrivals": { "side": "union", "units": ["g-1"], "choice": [] } } } }));
    let events = table.ok(Union, json!({ "instruct": { "instructions": {} } }), &[]);
    assert_eq!(table.event(&events, "arrived")["hex"], "1014");
    table.ok(Union, json!({ "batteries": { "hex": "1014" } }), &[]);
    table.ok(Union, json!({ "move": { "units": ["g-1"], "to": "1013" } }), &[]);
}
