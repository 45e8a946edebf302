//! What `game.options` says of ending a step.

use serde_json::{Value, json};
use tabletop::Protocol;
use tabletop::Side::{self, Confederate, Union};

use crate::check::Table;
use crate::check::field::{field, rebel, union, with};

/// What ending the step would leave undone; null where that side has no step to end.
fn ending(table: &Table, side: Side) -> Value {
    json!(table.battle.options(&table.state, side))["ending"].clone()
}

/// Tyler's brigade has its order: one regiment stands next to an enemy, two Disrupted ones are far away.
fn ordered(order: &str) -> Table {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
        with(union("u-2", "b62-tyler", "2621", (3.0, 3), (1.0, 2)), json!({ "hits": 2 })),
        with(union("u-3", "b62-tyler", "2620", (3.0, 3), (1.0, 2)), json!({ "hits": 1 })),
        rebel("c-1", "b62-burks", "3721", (3.0, 3), (1.0, 2)),
    ]))
    .drawing(&["k62-tyler"]);
    table.go(&[1]);
    table.ok(Union, json!({ "order": { "order": order } }), &[]);
    table
}

#[test]
fn kernstown_12_0_a_step_tells_how_many_units_can_still_act_and_only_the_last_that_nothing_was_done() {
    let mut table = ordered("attack");
    for (step, able, untouched) in [("fire", 1, false), ("movement", 3, false), ("close", 1, true)] {
        table.asks(step, Union);
        let told = json!({ "able": able, "untouched": untouched, "verb": "end" });
        assert_eq!(ending(&table, Union), told, "{step}");
        assert_eq!(ending(&table, Confederate), Value::Null, "it is not asked");
        table.ok(Union, json!({ "end": {} }), &[]);
    }
}

#[test]
fn kernstown_13_0_a_brigade_that_has_moved_has_done_something() {
    let mut table = ordered("attack");
    table.ok(Union, json!({ "end": {} }), &[]);
    table.asks("movement", Union);
    table.ok(Union, json!({ "move": { "units": ["u-3"], "to": "2520" } }), &[]);
    table.ok(Union, json!({ "end": {} }), &[]);
    table.asks("close", Union);
    assert_eq!(ending(&table, Union)["untouched"], false);
}

#[test]
fn kernstown_17_0_the_rally_step_counts_those_who_can_rally() {
    let mut table = ordered("regroup");
    table.asks("rally", Union);
    assert_eq!(ending(&table, Union), json!({ "able": 2, "untouched": true, "verb": "end" }));
    table.ok(Union, json!({ "rally": { "unit": "u-2", "rally": "recover" } }), &[]);
    assert_eq!(ending(&table, Union), json!({ "able": 1, "untouched": false, "verb": "end" }));
}
