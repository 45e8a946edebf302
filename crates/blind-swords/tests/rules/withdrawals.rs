//! What withdraws before units on their way: how far these go then, under Maneuver or otherwise, and
//! who withdraws from an advance (11.4, 13.6, 15.8, 16.2, K64, K65, K67).
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use crate::check::Table;
use crate::check::chance::any_order;
use crate::check::close_combats::closing;
use crate::check::field::{field, guns, rebel, union, with};
use crate::check::moves::{blue, grey, horse, trooper};
use blind_swords::{Event, Order, State, UnitId};
use hexmap::Hex;
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};
use tabletop::{Protocol, RuleCheck, Rules, Side};
use testing::Chance;

fn regiment(id: &str, hex: &str, strength: f64) -> Value {
    with(blue(id, hex), json!({ "strength": strength }))
}

fn skirmishers(unit: Value) -> Value {
    with(unit, json!({ "skirmish": true }))
}

fn way(units: &[&str], path: &[&str]) -> Value {
    json!({ "move": { "units": units, "path": path } })
}

fn withdraw(table: &mut Table, unit: &str, to: &str) {
    table.ok(Confederate, json!({ "withdraw": { "unit": unit, "to": to } }), &[]);
}

/// A march past 1214 and 1113, while cavalry in 1312 withdraws to 1212 as soon as it can.
fn past(units: Value, movers: &[&str], order: Option<&str>) -> Table {
    let mut table = field(units);
    match order {
        Some(order) => table.step_of(Union, json!({ "order": order, "pace": 4 })),
        None => table.reserve_step(Union),
    }
    table.ok(Union, way(movers, &["1315", "1314", "1214", "1113", "1112"]), &[]);
    while table.waits_for() == "cavalry-withdrawal" {
        if table.place("c-1") == "1312"
            && table.offers().contains(&json!({ "withdraw": { "unit": "c-1", "to": "1212" } }))
        {
            withdraw(&mut table, "c-1", "1212");
        } else {
            table.ok(Confederate, json!({ "pass": {} }), &[]);
        }
    }
    table
}

#[test]
fn kernstown_k65_a_march_stops_in_the_last_hex_where_it_may_stand_away_from_the_enemy() {
    let units = || vec![blue("u-1", "1316"), trooper("c-1", "1312")];
    for order in [Some("maneuver"), None] {
        // 1112 is next to 1212 now, and in 1113 there is no room.
        let full = [units(), vec![regiment("u-2", "1113", 9.0)]].concat();
        let mut table = past(json!(full), &["u-1"], order);
        assert_eq!(table.place("u-1"), "1214");
        // What it did not use it has still.
        table.offers_hold();
        table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1215" } }), &[]);
        // With room there it goes as far.
        let room = [units(), vec![regiment("u-2", "1113", 7.0)]].concat();
        assert_eq!(past(json!(room), &["u-1"], order).place("u-1"), "1113");
        assert_eq!(past(json!(units()), &["u-1"], order).place("u-1"), "1113");
        // Horses do not stand among others (6.1b).
        let mixed = [units(), vec![with(horse("u-2", "1113"), json!({ "strength": 1.0 }))]].concat();
        assert_eq!(past(json!(mixed), &["u-1"], order).place("u-1"), "1214");
    }
    // Under Attack it goes where it was to go.
    let full = [units(), vec![regiment("u-2", "1113", 9.0)]].concat();
    assert_eq!(past(json!(full), &["u-1"], Some("attack")).place("u-1"), "1112");
}

#[test]
fn kernstown_k65_a_stack_stops_where_all_of_it_may_stand() {
    let units = |strength: f64| {
        json!([
            blue("u-1", "1316"),
            blue("u-2", "1316"),
            regiment("u-3", "1113", strength),
            trooper("c-1", "1312")
        ])
    };
    let table = past(units(5.0), &["u-1", "u-2"], Some("maneuver"));
    assert_eq!((table.place("u-1"), table.place("u-2")), ("1214".to_owned(), "1214".to_owned()));
    let table = past(units(4.0), &["u-1", "u-2"], Some("maneuver"));
    assert_eq!(table.place("u-1"), "1113");
}

#[test]
fn kernstown_k65_with_no_hex_left_on_its_way_a_unit_steps_aside_and_is_done() {
    let mut table = field(json!([
        blue("u-1", "1315"),
        regiment("u-2", "1314", 9.0),
        regiment("u-3", "1313", 9.0),
        regiment("u-4", "1312", 9.0),
        trooper("c-1", "1513")
    ]));
    table.step_of(Union, json!({ "order": "maneuver", "pace": 4 }));
    table.ok(Union, way(&["u-1"], &["1314", "1313", "1312", "1412"]), &[]);
    // In 1314 it cannot stay, and no more in the next two.
    withdraw(&mut table, "c-1", "1512");
    while table.waits_for() == "cavalry-withdrawal" {
        table.ok(Confederate, json!({ "pass": {} }), &[]);
    }
    assert_eq!(table.question(), "union displace");
    table.offers_hold();
    let offer = table.offers()[0].clone();
    table.ok(Union, offer, &[]);
    assert_eq!(table.waits_for(), "activation");
    let unit = table.unit("u-1");
    let hex = table.state.hex(unit).unwrap();
    assert_eq!(table.battle.distance(hex, table.hex("1312")), 1);
    assert!(table.battle.may_stand(&table.state, unit, hex, false));
    assert!(!near(&table, &table.state, Union, hex));
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1316" } }), "13.1");
}

/// Units of the two sides in hexes drawn at random, no hex overstacked; cavalry and Skirmishers
/// above all on the side that withdraws.
fn crowd(chance: &mut Chance) -> Vec<Value> {
    let mut units: Vec<Value> = Vec::new();
    let mut held: Vec<(String, Side, &str, f64)> = Vec::new();
    let mut draw = |chance: &mut Chance, side: Side, arm: &'static str, strength: f64| loop {
        let column = if side == Union { 11 + chance.below(8) } else { 8 + chance.below(6) };
        let hex = format!("{:02}{column:02}", 10 + chance.below(8));
        let there = || held.iter().filter(|(other, ..)| *other == hex);
        let alike = there().all(|&(_, s, a, _)| s == side && (a == "horse") == (arm == "horse"));
        if alike && there().map(|(.., strength)| strength).sum::<f64>() + strength <= 10.0 {
            held.push((hex.clone(), side, arm, strength));
            return hex;
        }
    };
    for i in 0..16 + chance.below(12) {
        let strength = [3.0, 9.0, 9.0][chance.below(3)];
        let riders = chance.below(8) == 0;
        let hex = draw(chance, Union, if riders { "horse" } else { "foot" }, strength);
        let unit = union(&format!("u-{i}"), "b62-tyler", &hex, (strength, 3), (1.0, 2));
        units.push(match (riders, chance.below(8)) {
            (true, _) => with(unit, json!({ "type": "cavalry", "weapon": "C", "mounted": true })),
            (false, 0) => skirmishers(unit),
            _ => unit,
        });
    }
    for i in 0..3 + chance.below(6) {
        let hex = draw(chance, Confederate, "horse", 2.0);
        units.push(with(trooper(&format!("h-{i}"), &hex), json!({ "strength": 2.0 })));
    }
    for i in 0..chance.below(3) {
        let hex = draw(chance, Confederate, "foot", 2.0);
        units.push(skirmishers(rebel(&format!("s-{i}"), "b62-garnett", &hex, (2.0, 3), (1.0, 2))));
    }
    for i in 0..chance.below(3) {
        let hex = draw(chance, Confederate, "foot", 3.0);
        units.push(grey(&format!("c-{i}"), &hex));
    }
    units
}

/// A move of one unit or of all of a hex, that is legal and of some the nearest to the enemy; the
/// end of the step where there is none.
fn some_move(table: &Table, chance: &mut Chance) -> Order {
    let offers = table.battle.offers(&table.state);
    let moves: Vec<&Order> = offers.iter().filter(|o| matches!(o, Order::Move { .. })).collect();
    if moves.is_empty() {
        return table.battle.read_order(&json!({ "end": {} })).unwrap();
    }
    let far = |order: &Order| match order {
        Order::Move { to: Some(to), .. } => {
            let held = |&hex: &Hex| table.battle.enemy_in(&table.state, Union, hex);
            let enemies = table.battle.map().grid.hexes().filter(held);
            enemies.map(|hex| table.battle.distance(hex, *to)).min().unwrap_or(0)
        }
        _ => u32::MAX,
    };
    let drawn = [0; 6].map(|_| *chance.any(&moves));
    let order = drawn.into_iter().min_by_key(|order| far(order)).unwrap().clone();
    if let (Order::Move { units, to, path, exit, charge }, 0) = (&order, chance.below(2))
        && let Some(hex) = table.state.hex(units[0])
    {
        let all = table.state.stack(hex).to_vec();
        let whole = Order::Move { units: all, to: *to, path: path.clone(), exit: *exit, charge: *charge };
        let check = &mut RuleCheck::without_messages();
        if table.battle.judge(&table.state, Union, &whole, &mut Chance(7), check).is_ok() {
            return whole;
        }
    }
    order
}

/// What happened, event by event, with the position before and after each.
fn replay(table: &Table, before: &State, events: &[Event], mut look: impl FnMut(&Event, &State, &State)) {
    let mut state = before.clone();
    for event in events {
        let mut after = state.clone();
        table.battle.apply(&mut after, event);
        look(event, &state, &after);
        state = after;
    }
}

fn near(table: &Table, state: &State, side: Side, hex: Hex) -> bool {
    table.battle.enemies_around(state, side, hex).next().is_some()
}

/// Whatever withdraws wherever to: nobody comes to stand next to an enemy under Maneuver or by a
/// Reserve Move, nobody ends where it may not stand, and a stack does not pass by enemies.
#[test]
fn kernstown_k65_whatever_withdraws_no_march_ends_where_it_may_not() {
    let mut chance = Chance(65);
    let (mut short, mut whole) = (0, 0);
    for round in 0..320 {
        let units = crowd(&mut chance);
        let mut table = field(Value::Array(units.clone()));
        let engages = round % 4 == 3;
        match round % 4 {
            0 => table.reserve_step(Union),
            3 => table.step_of(Union, json!({ "order": "attack", "pace": 4 })),
            _ => table.step_of(Union, json!({ "order": "maneuver", "pace": 3 })),
        }
        let step = table.waits_for();
        for _ in 0..8 {
            if table.waits_for() != step {
                break;
            }
            let start = table.state.clone();
            let order = some_move(&table, &mut chance);
            let Order::Move { units: movers, to: Some(to), .. } = &order else { break };
            let from = start.hex(movers[0]).unwrap();
            let mut events = Vec::new();
            let mut next = order.clone();
            loop {
                let side = table.on_turn().unwrap();
                let check = &mut RuleCheck::without_messages();
                let brought = table.battle.judge(&table.state, side, &next, &mut chance, check).unwrap();
                brought.iter().for_each(|event| table.battle.apply(&mut table.state, event));
                events.extend(brought);
                let faults = table.battle.faults(&table.state);
                assert!(faults.is_empty(), "{faults:?}: {order:?} in {units:?}");
                if table.waits_for() == step || table.on_turn().is_none() {
                    break;
                }
                next = any_order(&mut chance, &table.battle.offers(&table.state));
            }
            let told = || format!("{} in {units:?}", table.battle.order_value(&order));
            let retreats = !table.all(&events, "retreat-ordered").is_empty();
            replay(&table, &start, &events, |event, before, after| {
                let &Event::Moved { unit, from, to, .. } = event else { return };
                let barred = !engages || before.unit(unit).skirmish;
                assert!(!(barred && near(&table, after, Union, to)), "next to an enemy: {}", told());
                assert!(
                    !(movers.len() > 1 && near(&table, before, Union, from)),
                    "a stack passed by: {}",
                    told()
                );
            });
            let state = &table.state;
            for &unit in movers {
                let Some(hex) = state.hex(unit) else { continue };
                if !retreats {
                    assert!(hex == from || table.battle.may_stand(state, unit, hex, false), "{}", told());
                }
                short += usize::from(hex != *to && hex != from && !retreats);
                whole += usize::from(hex == *to);
            }
        }
    }
    assert!(short > 20 && whole > 400, "{short} {whole}");
}

/// A battery leaves the side of a horseman, who rides to where it would come near him again.
#[test]
fn kernstown_k65_batteries_look_ahead_too() {
    let ends = |ride: Option<&str>, friends: &[Value]| {
        let units = [&[guns("g-1", "union", "S", "1314", 2.0), trooper("h-1", "1313")][..], friends].concat();
        let mut table = field(Value::Array(units));
        table.battery_step(Union, "1314");
        table.ok(Union, way(&["g-1"], &["1215", "1114", "1113"]), &[]);
        while ["opportunity", "cavalry-withdrawal"].contains(&table.waits_for().as_str()) {
            match ride.filter(|_| table.waits_for() == "cavalry-withdrawal" && table.place("h-1") == "1313") {
                Some(to) => withdraw(&mut table, "h-1", to),
                None => drop(table.ok(Confederate, json!({ "pass": {} }), &[])),
            }
        }
        table.place("g-1")
    };
    let full = [regiment("u-1", "1114", 10.0)];
    assert_eq!(ends(None, &full), "1113");
    assert_eq!(ends(Some("1312"), &[]), "1114");
    assert_eq!(ends(Some("1312"), &full), "1215");
}

/// Whether any Skirmishers stand next to a unit.
fn screened(table: &Table, state: &State, unit: UnitId) -> bool {
    let Some(hex) = state.hex(unit) else { return false };
    let side = table.battle.unit(unit).side;
    table
        .battle
        .enemies_around(state, side, hex)
        .any(|near| state.stack(near).iter().any(|&u| state.unit(u).skirmish))
}

/// An advance after a fight for 1312, which its defender has left.
fn advancing(units: Value, reach: u8) -> Table {
    let mut table = closing(units);
    table.apply(json!({ "event": "stack", "change": { "push": { "advance": {
        "side": "union", "hex": "1312", "units": ["u-1", "u-2"], "reach": reach } } } }));
    table
}

fn advance(unit: &str, path: &[&str]) -> Value {
    json!({ "advance": { "unit": unit, "path": path } })
}

#[test]
fn kernstown_k67_an_advance_of_two_hexes_drives_off_skirmishers_next_to_the_first() {
    let units = json!([
        blue("u-1", "1313"),
        blue("u-2", "1413"),
        skirmishers(grey("c-s", "1412")),
        grey("c-9", "4000")
    ]);
    let mut table = advancing(units, 2);
    table.offers_hold();
    let events = table.ok(Union, advance("u-1", &["1312", "1212"]), &[]);
    // After the first hex the Skirmishers go, before the second is entered.
    assert_eq!(table.all(&events, "advanced").len(), 1);
    assert_eq!((table.waits_for().as_str(), table.place("u-1").as_str()), ("skirmish-withdrawal", "1312"));
    table.offers_hold();
    let offer = table.offers()[0].clone();
    let events = table.ok(Confederate, offer, &[]);
    let names = Table::names(&events);
    assert_eq!((names[0].as_str(), names[1].as_str()), ("withdrew", "advanced"), "{names:?}");
    assert_eq!(table.place("u-1"), "1212");
    // Then the others may follow.
    while table.waits_for() == "skirmish-withdrawal" {
        let offer = table.offers()[0].clone();
        table.ok(Confederate, offer, &[]);
    }
    assert_eq!(table.question(), "union advance");
    table.ok(Union, advance("u-2", &["1312"]), &[]);
    assert_eq!(table.place("u-2"), "1312");
}

#[test]
fn kernstown_k67_skirmishers_leave_the_second_hex_of_an_advance_to_it() {
    let units = |others: &[Value]| {
        let mut units = vec![blue("u-1", "1313"), blue("u-2", "1413"), skirmishers(grey("c-s", "1212"))];
        units.extend(others.iter().cloned());
        json!(units)
    };
    let on = advance("u-1", &["1312", "1212"]);
    let mut table = advancing(units(&[]), 2);
    assert!(table.offers().contains(&on));
    table.ok(Union, on.clone(), &[]);
    while table.waits_for() == "skirmish-withdrawal" {
        let offer = table.offers()[0].clone();
        table.ok(Confederate, offer, &[]);
    }
    assert_eq!(table.place("u-1"), "1212");
    // Others there stay, and bar it.
    let mut table = advancing(units(&[grey("c-1", "1212")]), 2);
    assert!(!table.offers().contains(&on));
    table.refused(Union, on, "15.8");
}

#[test]
fn kernstown_13_8_cavalry_does_not_withdraw_from_an_advance() {
    let units =
        json!([blue("u-1", "1313"), blue("u-2", "1413"), trooper("h-1", "1310"), trooper("h-2", "1112")]);
    let mut table = advancing(units, 2);
    let events = table.ok(Union, advance("u-1", &["1312", "1311"]), &[]);
    assert_eq!(table.all(&events, "advanced").len(), 2);
    assert_eq!(table.place("u-1"), "1311");
}

#[test]
fn kernstown_k67_no_advance_goes_on_beside_skirmishers_and_what_is_offered_is_accepted() {
    let mut chance = Chance(67);
    let (mut steps, mut driven) = (0, 0);
    for _ in 0..300 {
        let mut units = vec![blue("u-1", "1313"), blue("u-2", "1413")];
        for i in 0..2 + chance.below(6) {
            let hex = format!("{:02}{:02}", 10 + chance.below(5), 9 + chance.below(7));
            if ["1312", "1313", "1413"].contains(&hex.as_str()) {
                continue;
            }
            let unit = grey(&format!("c-{i}"), &hex);
            units.push(if chance.below(4) == 0 { unit } else { skirmishers(unit) });
        }
        let mut table = advancing(json!(units), 2);
        while table.waits_for() == "advance" {
            let (battle, state) = (&table.battle, &table.state);
            let offers = battle.offers(state);
            for unit in ["u-1", "u-2"].map(|id| table.unit(id)) {
                let first = table.hex("1312");
                let ways = battle.around(first).map(|to| vec![first, to]).chain([vec![first]]);
                for path in ways {
                    let order = Order::Advance { unit, path };
                    let check = &mut RuleCheck::without_messages();
                    let legal = battle.judge(state, Union, &order, &mut chance, check).is_ok();
                    assert_eq!(offers.contains(&order), legal, "{} in {units:?}", battle.order_value(&order));
                }
            }
            let before = state.clone();
            let order = any_order(&mut chance, &offers);
            let mut events = table.give(Union, &order, &[]).unwrap();
            while table.waits_for() == "skirmish-withdrawal" {
                let next = any_order(&mut chance, &table.battle.offers(&table.state));
                events.extend(table.give(Confederate, &next, &[]).unwrap());
            }
            replay(&table, &before, &events, |event, before, _| {
                let &Event::Advanced { unit, from, .. } = event else { return };
                let second = from == table.hex("1312");
                assert!(!(second && screened(&table, before, unit)), "{units:?}");
                steps += 1;
            });
            driven += table.all(&events, "withdrew").len();
            if let Order::Advance { unit, path } = &order {
                assert_eq!(table.state.hex(*unit), path.last().copied(), "{units:?}");
                assert!(!screened(&table, &table.state, *unit), "{units:?}");
            }
        }
    }
    assert!(steps > 200 && driven > 100, "{steps} {driven}");
}
