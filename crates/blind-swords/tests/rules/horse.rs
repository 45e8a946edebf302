//! Cavalry: mounting and dismounting, Charge Moves (13.9, 13.10).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::close_combats::attack;
use crate::check::field::{field, guns, with};
use crate::check::moves::{blue, grey, horse, trooper};
use hexmap::{Hex, Slope};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};

fn mount(unit: &str) -> Value {
    json!({ "mount": { "unit": unit } })
}

fn charge(unit: &str, to: &str) -> Value {
    json!({ "move": { "units": [unit], "to": to, "charge": true } })
}

#[test]
fn kernstown_13_9_dismounting_costs_three_points_and_the_allowance_stays() {
    let mut table = field(json!([horse("h-1", "1310"), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.offers_hold();
    let events = table.ok(Union, mount("h-1"), &[]);
    assert_eq!(table.event(&events, "mounted")["mounted"], false);
    // Six points less three: three hexes on foot.
    table.refused(Union, json!({ "move": { "units": ["h-1"], "to": "1306" } }), "13.3");
    assert_eq!(table.walk(Union, "h-1", "1308").len(), 2);
    // One point is left: it may not mount again.
    table.refused(Union, mount("h-1"), "13.9");
}

#[test]
fn kernstown_13_9_it_may_be_done_at_any_time_of_the_move() {
    let mut table = field(json!([horse("h-1", "1310"), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.walk(Union, "h-1", "1309");
    table.ok(Union, mount("h-1"), &[]);
    table.walk(Union, "h-1", "1307");
    // The points are spent: its move is over.
    table.refused(Union, json!({ "move": { "units": ["h-1"], "to": "1306" } }), "13.1");
}

#[test]
fn kernstown_k69_the_allowance_is_that_of_the_state_in_which_the_move_began() {
    let afoot = with(horse("h-1", "1310"), json!({ "mounted": false }));
    let mut table = field(json!([afoot, grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    // Four points less three.
    table.ok(Union, mount("h-1"), &[]);
    assert!(table.state.unit(table.unit("h-1")).mounted);
    table.refused(Union, json!({ "move": { "units": ["h-1"], "to": "1308" } }), "13.3");
    table.walk(Union, "h-1", "1309");
}

#[test]
fn kernstown_k69_next_to_the_enemy_it_draws_fire_in_the_old_state_first() {
    let mut table = field(json!([horse("h-1", "1310"), grey("x-1", "1309")]));
    table.movement_step(Union, "attack");
    table.ok(Union, mount("h-1"), &[]);
    assert_eq!(table.waits_for(), "opportunity");
    assert!(table.state.unit(table.unit("h-1")).mounted);
    table.ok(Confederate, json!({ "pass": {} }), &[]);
    assert!(!table.state.unit(table.unit("h-1")).mounted);
}

#[test]
fn kernstown_13_9_not_without_the_points_nor_without_the_counter() {
    let mut table = field(json!([
        horse("h-1", "1310"),
        blue("u-1", "1312"),
        json!({ "id": "u62-1md-cav", "brigade": "b62-tyler", "hex": "1210" }),
        grey("z-9", "4041"),
    ]));
    table.movement_step(Union, "defend");
    table.refused(Union, mount("u-1"), "13.9");
    table.refused(Union, mount("u62-1md-cav"), "13.9");
    table.walk(Union, "h-1", "1309");
    table.refused(Union, mount("h-1"), "13.9");
}

#[test]
fn kernstown_k37_not_where_the_result_could_not_stay() {
    let mut table = field(json!([horse("h-1", "1310"), horse("i-1", "1310"), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.refused(Union, mount("h-1"), "K37");
    table.walk(Union, "i-1", "1311");
    table.ok(Union, mount("h-1"), &[]);
}

#[test]
fn kernstown_13_10_a_charge_ends_next_to_infantry_or_guns_and_binds() {
    let mut table = field(json!([horse("h-1", "1312"), grey("x-1", "1309")]));
    table.movement_step(Union, "attack");
    table.offers_hold();
    // It must end next to its enemy.
    table.refused(Union, charge("h-1", "1311"), "13.10");
    let events = table.ok(Union, charge("h-1", "1310"), &[]);
    assert_eq!(table.event(&events, "charged")["unit"], "h-1");
    assert!(table.state.unit(table.unit("h-1")).charged);
    table.refused(Union, json!({ "move": { "units": ["h-1"], "to": "1311" } }), "13.1");
    // It is bound to close.
    table.ok(Union, json!({ "end": {} }), &[]);
    table.refused(Union, json!({ "close": { "assaults": [] } }), "13.10");
}

#[test]
fn kernstown_13_10_not_under_an_order_without_close_combat() {
    let mut table = field(json!([horse("h-1", "1311"), grey("x-1", "1309")]));
    table.movement_step(Union, "defend");
    table.refused(Union, charge("h-1", "1310"), "13.10");
}

#[test]
fn kernstown_13_10_not_shaken_not_on_foot() {
    let shaken = with(horse("h-1", "1312"), json!({ "hits": 1 }));
    let mut table = field(json!([shaken, blue("u-1", "1311"), grey("x-1", "1309")]));
    table.movement_step(Union, "attack");
    table.refused(Union, charge("h-1", "1310"), "13.10");
    table.refused(Union, charge("u-1", "1310"), "13.10");
}

#[test]
fn kernstown_13_10_only_on_clear_ground_and_light_woods() {
    // From an orchard.
    let mut table = field(json!([horse("h-1", "2305"), grey("x-1", "2302")]));
    table.movement_step(Union, "attack");
    table.refused(Union, charge("h-1", "2303"), "13.10");
    // Through an orchard.
    let mut table = field(json!([horse("h-1", "2306"), grey("x-1", "2303")]));
    table.movement_step(Union, "attack");
    let through = json!({ "move": { "units": ["h-1"], "path": ["2305", "2304"], "charge": true } });
    table.refused(Union, through, "13.10");
    // At an enemy in an orchard.
    let mut table = field(json!([horse("h-1", "2302"), grey("x-1", "2305")]));
    table.movement_step(Union, "attack");
    table.refused(Union, charge("h-1", "2304"), "13.10");
    // Into Angled ground.
    let mut table = field(json!([horse("h-1", "2230"), grey("x-1", "2431")]));
    table.movement_step(Union, "attack");
    table.refused(Union, charge("h-1", "2330"), "13.10");
}

#[test]
fn kernstown_13_10b_a_charge_may_begin_on_angled_ground() {
    // 13.10c bars such hexes on its way, 13.10f as its target.
    let mut table = field(json!([horse("h-1", "2531"), grey("x-1", "2732")]));
    table.movement_step(Union, "attack");
    table.ok(Union, charge("h-1", "2632"), &[]);
}

#[test]
fn kernstown_13_10_not_across_a_slope_nor_at_an_enemy_beyond_one() {
    // 2225 to 2224 goes up a slope.
    let mut table = field(json!([horse("h-1", "2225"), grey("x-1", "2223")]));
    table.movement_step(Union, "attack");
    let up = json!({ "move": { "units": ["h-1"], "path": ["2224"], "charge": true } });
    table.refused(Union, up, "13.10");
    let mut table = field(json!([horse("h-1", "2126"), grey("x-1", "2224")]));
    table.movement_step(Union, "attack");
    let below = json!({ "move": { "units": ["h-1"], "path": ["2125", "2124"], "charge": true } });
    table.refused(Union, below, "13.10");
}

/// Whether u-1, which has charged to 1024, strikes c-1 in that hex with the columns of a charge.
fn strikes(from: &str, enemy: Value) -> bool {
    let hex = enemy["hex"].as_str().unwrap().to_owned();
    let mut table = field(json!([horse("u-1", from), enemy]));
    table.step(Union, "b62-tyler", "close", "attack");
    table.apply(json!({ "event": "charged", "unit": "u-1" }));
    let order = attack(&["u-1"], &hex);
    let (shifts, column) = table.shifts(&order);
    // The dice are thrown on that very column.
    table.ok(Union, order, &[]);
    if table.question() == "confederate defensive-fire" {
        let events = table.ok(Confederate, json!({ "pass": {} }), &[1, 1, 3, 4]);
        assert_eq!(table.event(&events, "combat-thrown")["column"], json!(column));
    }
    shifts.contains(&"charge".to_owned())
}

#[test]
fn kernstown_13_10f_the_columns_of_a_charge_count_against_infantry_and_guns_on_good_ground_only() {
    assert!(strikes("1310", grey("c-1", "1309")));
    assert!(strikes("1310", guns("c-1", "confederate", "S", "1309", 3.0)));
    assert!(!strikes("1310", trooper("c-1", "1309")), "cavalry");
    let afoot = with(trooper("c-1", "1309"), json!({ "mounted": false }));
    assert!(strikes("1310", afoot), "dismounted cavalry is infantry");
    assert!(!strikes("2304", grey("c-1", "2305")), "an orchard");
    assert!(!strikes("2330", grey("c-1", "2431")), "Angled ground");
}

#[test]
fn kernstown_13_10g_the_columns_of_a_charge_do_not_count_through_a_slope() {
    assert!(!strikes("1024", grey("c-1", "1025")), "up");
    assert!(!strikes("1025", grey("c-1", "1024")), "down");
    assert!(strikes("1024", grey("c-1", "1124")));
    // The example of a charge that ends beside two enemies and closes with the other of them.
    let rider = with(horse("u-1", "1022"), json!({ "brigade": "b62-brodhead", "cohesion": 4 }));
    let mut table = field(json!([rider, grey("c-1", "1124"), grey("c-2", "1025")]));
    table.step(Union, "b62-brodhead", "movement", "attack");
    let path = json!({ "move": { "units": ["u-1"], "path": ["1023", "1024"], "charge": true } });
    table.ok(Union, path, &[]);
    table.ok(Union, json!({ "end": {} }), &[]);
    // It must close with one of them, whichever.
    table.refused(Union, json!({ "end": {} }), "13.10");
    let charges = |hex: &str| table.shifts(&attack(&["u-1"], hex)).0.contains(&"charge".to_owned());
    assert!(charges("1124") && !charges("1025"));
}

/// Every pair of hexes of the sheet: a charge can end next to the enemy exactly where its columns
/// would count, and they count exactly where the ground and the hexside allow it.
#[test]
fn kernstown_13_10_the_columns_count_exactly_where_a_charge_can_strike() {
    let mut seen = [0; 2];
    let table = field(json!([horse("u-1", "1310"), grey("c-1", "1309")]));
    let map = table.battle.map();
    let numbers = |hex: Hex| table.battle.number(hex).to_owned();
    for (i, from) in map.grid.hexes().enumerate() {
        let near: Vec<Hex> = table.battle.around(from).collect();
        let to = near[i % near.len()];
        let (ground, side) = (map.ground(to), map.side_between(from, to).unwrap());
        let good = !ground.orchard && !ground.angled && side.slope == Slope::None;
        assert_eq!(
            strikes(&numbers(from), grey("c-1", &numbers(to))),
            good,
            "{} {}",
            numbers(from),
            numbers(to)
        );
        seen[usize::from(good)] += 1;
    }
    assert!(seen[0] > 100 && seen[1] > 500, "{seen:?}");
}

#[test]
fn kernstown_k112_of_equals_in_the_assaulting_hex_one_that_has_charged_is_enough() {
    let shifts = |strength: f64| {
        let other = with(horse("u-2", "1310"), json!({ "strength": strength }));
        let mut table = field(json!([horse("u-1", "1310"), other, grey("c-1", "1309")]));
        table.step(Union, "b62-tyler", "close", "attack");
        table.apply(json!({ "event": "charged", "unit": "u-1" }));
        let named = |order: Value| table.shifts(&order).0.contains(&"charge".to_owned());
        [named(attack(&["u-1", "u-2"], "1309")), named(attack(&["u-2", "u-1"], "1309"))]
    };
    assert_eq!(shifts(3.0), [true, true], "equals");
    assert_eq!(shifts(3.5), [false, false], "the other is larger");
    assert_eq!(shifts(2.5), [true, true], "the other is smaller");
}

#[test]
fn kernstown_13_10_not_at_cavalry_and_not_through_a_full_hex() {
    let mut table = field(json!([horse("h-1", "1312"), trooper("x-1", "1309")]));
    table.movement_step(Union, "attack");
    table.refused(Union, charge("h-1", "1310"), "13.10");
    let full = with(horse("i-1", "1311"), json!({ "strength": 8.0 }));
    let mut table = field(json!([horse("h-1", "1312"), full, guns("x-1", "confederate", "S", "1309", 3.0)]));
    table.movement_step(Union, "attack");
    let through = json!({ "move": { "units": ["h-1"], "path": ["1311", "1310"], "charge": true } });
    table.refused(Union, through, "13.10");
    // Round it.
    table.ok(Union, charge("h-1", "1310"), &[]);
}

#[test]
fn kernstown_k70_declared_before_it_moves_and_moving_at_least_one_hex() {
    let mut table = field(json!([horse("h-1", "1313"), horse("i-1", "1210"), grey("x-1", "1309")]));
    table.movement_step(Union, "attack");
    table.refused(Union, charge("i-1", "1210"), "13.1");
    table.walk(Union, "h-1", "1312");
    table.refused(Union, charge("h-1", "1310"), "K70");
}

#[test]
fn kernstown_k37_guns_leave_room_for_a_change_of_mount_up_to_the_limit() {
    // A battery of 4 SP takes 3 of the 10 points of room.
    let changes = |strength: f64, mounted: bool| {
        let rider = with(horse("h-1", "1310"), json!({ "strength": strength, "mounted": mounted }));
        let mut table = field(json!([rider, guns("g-1", "union", "R", "1310", 4.0), grey("z-9", "4041")]));
        table.movement_step(Union, "attack");
        table.is_offered(&mount("h-1"))
    };
    assert!(changes(7.0, true));
    assert!(!changes(8.0, true));
}
