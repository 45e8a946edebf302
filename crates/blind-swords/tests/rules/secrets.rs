//! What of orders and reasons is kept from whom, and what may be taken back (4.4, 8.1, 10.3a, K43).

use crate::check::{Table, start};
use blind_swords::Order;
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};
use tabletop::{Protocol, Rules};

fn order(table: &Table, order: Value) -> Order {
    table.battle.read_order(&order).unwrap_or_else(|e| panic!("{e}"))
}

/// Orders that tell what their side knows alone, and some that everybody sees.
fn secret_and_open(table: &Table) -> (Vec<Order>, Vec<Order>) {
    let orders = |all: Value| -> Vec<Order> {
        all.as_array().into_iter().flatten().map(|one| order(table, one.clone())).collect()
    };
    let secret = json!([{ "keys": { "chits": ["u-rally"] } }, { "instruct": { "instructions": {} } }]);
    let open = json!([
        { "pass": {} }, { "end": {} }, { "hold": {} }, { "common": {} }, { "ask": { "when": "every-moment" } },
        { "play": { "chit": "u-rally" } }, { "order": { "order": "attack" } }
    ]);
    (orders(secret), orders(open))
}

#[test]
fn kernstown_8_1_key_chits_and_instructions_are_their_givers_own() {
    let table = start(2);
    let (secret, open) = secret_and_open(&table);
    for order in &secret {
        assert!(!table.battle.keeps(order, Union, Some(Union)), "{order:?}");
        assert!(table.battle.keeps(order, Union, Some(Confederate)), "{order:?}");
        assert!(table.battle.keeps(order, Union, None), "{order:?}");
    }
    for order in &open {
        assert!(!table.battle.keeps(order, Union, Some(Confederate)), "{order:?}");
        assert!(!table.battle.keeps(order, Union, None), "{order:?}");
    }
}

#[test]
fn kernstown_k43_reasons_are_their_givers_own_until_the_game_is_over() {
    let mut table = start(2);
    let kept = |table: &Table| {
        [None, Some(Union), Some(Confederate)]
            .map(|seat| table.battle.keeps_reasons(&table.state, Union, seat))
    };
    assert_eq!(kept(&table), [true, false, true]);
    table.apply(
        json!({ "event": "game-ended", "union": 1, "confederate": 0, "level": "A draw", "case": "20.2" }),
    );
    assert_eq!(kept(&table), [false; 3]);
}

#[test]
fn kernstown_10_3a_what_was_shown_is_not_taken_back() {
    let table = start(2);
    let may_undo = |of: Value| table.battle.may_undo(&table.state, &order(&table, of));
    for shown in [
        json!({ "play": { "chit": "u-rally" } }),
        json!({ "common": {} }),
        json!({ "hold": {} }),
        json!({ "instruct": { "instructions": {} } }),
    ] {
        assert!(!may_undo(shown.clone()), "{shown}");
    }
    for other in [json!({ "pass": {} }), json!({ "end": {} }), json!({ "keys": { "chits": [] } })] {
        assert!(may_undo(other.clone()), "{other}");
    }
}

#[test]
fn kernstown_k43_a_pass_where_a_chit_could_be_played_tells_nothing() {
    let tells_nothing =
        |table: &Table, of: Value| table.battle.tells_nothing(&table.state, &order(table, of));
    let mut table = start(2);
    for silent in [json!({ "hold": {} }), json!({ "keys": { "chits": ["u-rally"] } })] {
        assert!(tells_nothing(&table, silent.clone()), "{silent}");
    }
    for open in [json!({ "end": {} }), json!({ "common": {} }), json!({ "play": { "chit": "u-rally" } })] {
        assert!(!tells_nothing(&table, open.clone()), "{open}");
    }
    assert!(!tells_nothing(&table, json!({ "pass": {} })), "nobody is asked about chits");
    table.under_way(json!({ "held": { "side": "union", "passed": false, "end": false, "asks": true } }));
    assert!(tells_nothing(&table, json!({ "pass": {} })));
    table.under_way(json!({ "batteries": { "side": "union", "passed": false } }));
    assert!(!tells_nothing(&table, json!({ "pass": {} })), "everybody sees who acts with a battery");
}
