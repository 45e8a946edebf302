//! The Artillery Phase (9), resupply (13.13), the silence of scenario 4 (20.4f).

use crate::check::Table;
use crate::check::field::{field, field_of, guns, with};
use crate::check::moves::{blue, grey, horse, priced};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};
use tabletop::{Protocol, Rules};

/// The Artillery Steps, the Union to begin.
fn steps(units: Value) -> Table {
    let mut table = field(units);
    table.apply(json!({ "event": "phase-began", "phase": "artillery" }));
    table.under_way(json!({ "batteries": { "side": "union", "passed": false } }));
    table
}

fn choose(hex: &str) -> Value {
    json!({ "batteries": { "hex": hex } })
}

fn go(unit: &str, to: &str) -> Value {
    json!({ "move": { "units": [unit], "to": to } })
}

fn low_on_ammunition(table: &mut Table) {
    let marked = json!({ "event": "ammo", "unit": "g-1", "low": true, "for-good": false, "case": "10.4a" });
    table.apply(marked);
}

fn pass() -> Value {
    json!({ "pass": {} })
}

#[test]
fn kernstown_9_0_k107_batteries_have_six_points_and_chew_eight_where_chosen() {
    let mut table = field(json!([guns("g-1", "union", "S", "1000", 3.0), grey("z-9", "4041")]));
    table.battery_step(Union, "1000");
    // A point a hex by the lane.
    table.refused(Union, go("g-1", "1701"), "13.3");
    let events = table.ok(Union, go("g-1", "1602"), &[]);
    assert_eq!(table.steps(&events).len(), 6);
    for (chew, hex) in [(false, "1602"), (true, "1802")] {
        let units = json!([{ "id": "c62-chew", "hex": "1000" }, blue("u-1", "4041")]);
        let mut table = crate::check::field::field(units);
        table.battle.options.chew = chew;
        table.battery_step(Confederate, "1000");
        let farthest = table.reach("c62-chew").contains(&"1802".to_owned());
        assert_eq!(farthest, chew);
        assert_eq!(table.walk(Confederate, "c62-chew", hex).len(), if chew { 8 } else { 6 });
    }
}

#[test]
fn kernstown_9_1_the_batteries_of_a_hex_move_or_fire_each_once() {
    let mut table = steps(json!([
        guns("g-1", "union", "R", "1310", 3.0),
        guns("h-1", "union", "R", "1310", 3.0),
        guns("k-1", "union", "R", "1610", 3.0),
        guns("x-1", "confederate", "S", "1616", 3.0),
    ]));
    table.offers_hold();
    table.refused(Union, choose("1616"), "9.1");
    table.refused(Union, choose("1311"), "9.1");
    table.ok(Union, choose("1310"), &[]);
    table.refused(Union, go("k-1", "1609"), "9.1");
    table.ok(Union, go("g-1", "1309"), &[]);
    // Moved is moved: no second move, no fire.
    table.refused(Union, go("g-1", "1308"), "9.1");
    let fire = json!({ "fire": { "shots": [{ "units": ["g-1"], "target": "1616" }] } });
    table.refused(Union, fire, "9.1");
    table.offers_hold();
    // The other does nothing, and is done too (K58).
    let events = table.ok(Union, json!({ "end": {} }), &[]);
    assert!(table.all(&events, "batteries-done").iter().any(|e| e["units"] == json!(["h-1"])));
    assert_eq!(table.on_turn(), Some(Confederate));
    table.ok(Confederate, pass(), &[]);
    table.refused(Union, choose("1310"), "9.1");
    table.ok(Union, choose("1610"), &[]);
}

#[test]
fn kernstown_9_1_batteries_of_one_hex_fire_together_and_are_done() {
    let mut table = steps(json!([
        guns("g-1", "union", "R", "1310", 3.0),
        guns("h-1", "union", "R", "1310", 3.0),
        guns("x-1", "confederate", "S", "1315", 3.0),
    ]));
    table.ok(Union, choose("1310"), &[]);
    let fire = json!({ "fire": { "shots": [{ "units": ["g-1", "h-1"], "target": "1315" }] } });
    let events = table.ok(Union, fire, &[1, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["column"], "6-7");
    // The last of the hex: the other side is asked at once.
    assert_eq!(table.on_turn(), Some(Confederate));
    assert_eq!(table.waits_for(), "batteries");
}

#[test]
fn kernstown_9_2_the_confederates_do_the_same() {
    let mut table =
        steps(json!([guns("g-1", "union", "R", "1310", 3.0), guns("x-1", "confederate", "S", "1316", 3.0)]));
    table.ok(Union, pass(), &[]);
    assert_eq!(table.on_turn(), Some(Confederate));
    table.refused(Confederate, choose("1310"), "9.1");
    table.ok(Confederate, choose("1316"), &[]);
    table.ok(Confederate, go("x-1", "1317"), &[]);
    assert_eq!(table.on_turn(), Some(Union));
}

#[test]
fn kernstown_k54_passing_is_not_final_the_steps_end_when_both_pass_in_succession() {
    let units = json!([
        guns("g-1", "union", "R", "1310", 3.0),
        guns("k-1", "union", "R", "1610", 3.0),
        guns("x-1", "confederate", "S", "1316", 3.0),
        guns("y-1", "confederate", "S", "1616", 3.0),
    ]);
    let mut table = steps(units.clone());
    table.ok(Union, pass(), &[]);
    table.ok(Confederate, choose("1316"), &[]);
    table.ok(Confederate, json!({ "end": {} }), &[]);
    // Passing was not final.
    assert_eq!((table.on_turn(), table.waits_for().as_str()), (Some(Union), "batteries"));
    table.ok(Union, pass(), &[]);
    let events = table.ok(Confederate, pass(), &[]);
    assert!(!table.all(&events, "phase-began").is_empty());
}

#[test]
fn kernstown_9_3_who_has_no_battery_left_passes() {
    let mut table = steps(json!([
        guns("g-1", "union", "R", "1310", 3.0),
        guns("x-1", "confederate", "S", "1316", 3.0),
        guns("y-1", "confederate", "S", "1616", 3.0),
    ]));
    table.ok(Union, choose("1310"), &[]);
    table.ok(Union, json!({ "end": {} }), &[]);
    table.ok(Confederate, choose("1316"), &[]);
    table.ok(Confederate, json!({ "end": {} }), &[]);
    // The Union is not asked; the Confederate's pass is the second in succession.
    assert_eq!((table.on_turn(), table.waits_for().as_str()), (Some(Confederate), "batteries"));
    let events = table.ok(Confederate, pass(), &[]);
    assert!(!table.all(&events, "phase-began").is_empty());
}

#[test]
fn kernstown_9_3_who_loses_the_last_battery_to_a_fire_passes() {
    let mut lost = 0;
    for seed in 1..60 {
        let mut table = steps(json!([
            guns("g-1", "union", "R", "1310", 12.0),
            guns("h-1", "union", "R", "1210", 12.0),
            with(guns("x-1", "confederate", "S", "1312", 1.0), json!({ "worn": true, "hits": 2 })),
        ]));
        table.ok(Union, choose("1310"), &[]);
        let fire = json!({ "fire": { "shots": [{ "units": ["g-1"], "target": "1312" }] } });
        let fire = table.battle.read_order(&fire).unwrap();
        let mut dice = Seeded(seed);
        let quiet = &mut tabletop::RuleCheck::quiet();
        table.battle.execute(&mut table.state, Union, &fire, &mut dice, quiet).unwrap();
        let eliminated = table.place("x-1") == "eliminated";
        lost += u32::from(eliminated);
        // The Union has another battery to act with.
        let next = if eliminated { Union } else { Confederate };
        assert_eq!(table.on_turn(), Some(next), "seed {seed}");
        table.ok(next, pass(), &[]);
    }
    assert!(lost > 0, "no fire eliminated the battery");
}

/// Dice of a seed.
struct Seeded(u64);

impl tabletop::Dice for Seeded {
    fn throw(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u8 % 6 + 1
    }
}

#[test]
fn kernstown_9_1_batteries_that_can_do_nothing_are_done_by_being_chosen_if_that_is_chosen() {
    // An Angled hex is no place to fire from (9.5c), and enemies around keep the battery where it
    // is.
    for brisk in [false, true] {
        let mut table = field_of(
            "kernstown-4-breckinridge",
            json!([
                guns("g-2", "union", "R", "1310", 3.0),
                grey64("x-1", "4041"),
                guns("x-2", "confederate", "S", "4040", 3.0),
            ]),
        );
        table.battle.options.brisk = brisk;
        table.apply(json!({ "event": "phase-began", "phase": "artillery" }));
        table.under_way(json!({ "batteries": { "side": "union", "passed": false } }));
        // 20.4f: in the first Artillery Phase they do not move, and nobody is in range.
        table.ok(Union, choose("1310"), &[]);
        assert_eq!(table.on_turn(), Some(if brisk { Confederate } else { Union }));
    }
}

fn grey64(id: &str, hex: &str) -> Value {
    json!({ "id": id, "side": "confederate", "type": "infantry", "weapon": "R", "brigade": "b64-patton", "hex": hex,
            "strength": 3, "cohesion": 4, "fragile": true })
}

#[test]
fn kernstown_9_4_one_battery_a_side_rallies_at_the_end() {
    let tired =
        |id: &str, hex: &str| with(guns(id, "union", "S", hex, 4.0), json!({ "hits": 2, "worn": true }));
    let afoot = with(horse("h-1", "1710"), json!({ "mounted": false }));
    let start = || {
        let mut table = field(json!([
            tired("g-1", "1310"),
            tired("k-1", "1610"),
            tired("l-1", "2010"),
            tired("m-1", "2410"),
            tired("n-1", "2710"),
            blue("u-1", "1309"),
            afoot,
            horse("i-1", "2011"),
            blue("v-1", "2409"),
            grey("x-1", "2408"),
            blue("w-1", "2709"),
        ]));
        table.apply(json!({ "event": "phase-began", "phase": "artillery" }));
        table.apply(json!({ "event": "moved", "unit": "n-1", "from": "2711", "to": "2710", "cost": 1, "case": "9.1" }));
        table.under_way(json!({ "battery-rally": { "side": "union" } }));
        table
    };
    let rally = |unit: &str, how: &str| json!({ "rally": { "unit": unit, "rally": how } });
    let mut table = start();
    table.offers_hold();
    // Mounted cavalry is no infantry; who has moved has no rest.
    table.refused(Union, rally("l-1", "recover"), "9.4");
    table.refused(Union, rally("n-1", "recover"), "9.4");
    table.refused(Union, rally("u-1", "recover"), "9.4");
    // One rally for the side.
    table.ok(Union, rally("g-1", "recover"), &[]);
    assert_ne!(table.waits_for(), "battery-rally");
    // With dismounted cavalry at hand; a rebuild is a die against the CR: 2, less 2 for the hits
    // and 1 without support.
    let mut table = start();
    let events = table.ok(Union, rally("k-1", "rebuild"), &[1]);
    let thrown = table.event(&events, "rebuild-thrown");
    assert_eq!((thrown["made"].clone(), thrown["case"].clone()), (json!(false), json!("9.4")));
    let mut table = start();
    table.apply(json!({ "event": "recovered", "unit": "k-1", "hits": 0, "case": "9.4" }));
    table.refused(Union, rally("k-1", "recover"), "9.4");
    let events = table.ok(Union, rally("k-1", "rebuild"), &[2]);
    assert!(!table.all(&events, "rebuilt").is_empty());
    assert!(!table.state.unit(table.unit("k-1")).worn);
}

#[test]
fn kernstown_9_5a_up_a_steep_slope_only_as_the_whole_move() {
    let mut table = field(json!([guns("g-1", "union", "S", "2124", 3.0), grey("z-9", "4041")]));
    table.battery_step(Union, "2124");
    let events = table.ok(Union, json!({ "move": { "units": ["g-1"], "path": ["2224"] } }), &[]);
    assert_eq!(table.steps(&events), priced(&[("2224", 12)]));
    let mut table = field(json!([guns("g-1", "union", "S", "2024", 3.0), grey("z-9", "4041")]));
    table.battery_step(Union, "2024");
    let climb = |path: Value| json!({ "move": { "units": ["g-1"], "path": path } });
    table.refused(Union, climb(json!(["2124", "2224"])), "9.5a");
    // By the gentler way round.
    table.ok(Union, climb(json!(["2124", "2225", "2224"])), &[]);
}

#[test]
fn kernstown_9_5b_batteries_keep_more_than_two_hexes_off() {
    let mut table = field(json!([guns("g-1", "union", "S", "1314", 3.0), grey("x-1", "1310")]));
    table.battery_step(Union, "1314");
    table.refused(Union, go("g-1", "1312"), "9.5b");
    let reach = table.reach("g-1");
    assert!(reach.contains(&"1313".to_owned()));
    assert!(reach.iter().all(|h| table.battle.distance(table.hex(h), table.hex("1310")) > 2), "{reach:?}");
}

#[test]
fn kernstown_k56_an_engaged_battery_only_gets_away() {
    let units =
        |hex: &str| json!([guns("g-1", "union", "S", hex, 3.0), grey("x-1", "1310"), grey("y-1", "1314")]);
    // Two hexes from x, and two from y.
    let mut table = field(units("1312"));
    table.battery_step(Union, "1312");
    table.refused(Union, go("g-1", "1311"), "K56");
    // As far from x as before is not enough.
    table.refused(Union, go("g-1", "1212"), "K56");
    table.offers_hold();
    // Next to x: the hex two away is open to it, though y is two hexes from there.
    let mut table = field(units("1311"));
    table.battery_step(Union, "1311");
    table.refused(Union, go("g-1", "1210"), "K56");
    table.ok(Union, go("g-1", "1312"), &[]);
    if table.waits_for() == "opportunity" {
        table.ok(Confederate, pass(), &[]);
    }
    assert_eq!(table.place("g-1"), "1312");
}

#[test]
fn kernstown_k55_three_hexes_from_the_enemy_and_all_hits_go() {
    let tired = |id: &str, hex: &str| with(guns(id, "union", "S", hex, 4.0), json!({ "hits": 2 }));
    let mut table = field(json!([
        tired("g-1", "1310"),
        tired("m-1", "2410"),
        with(horse("h-1", "1309"), json!({ "mounted": false })),
        blue("v-1", "2409"),
        grey("x-1", "2408"),
    ]));
    table.apply(json!({ "event": "phase-began", "phase": "artillery" }));
    table.under_way(json!({ "battery-rally": { "side": "union" } }));
    table.refused(Union, json!({ "rally": { "unit": "m-1", "rally": "recover" } }), "K55");
    // Dismounted cavalry is infantry enough.
    let events = table.ok(Union, json!({ "rally": { "unit": "g-1", "rally": "recover" } }), &[]);
    assert_eq!(table.event(&events, "recovered")["hits"], 0);
}

#[test]
fn kernstown_k57_the_one_hex_that_is_always_allowed_lifts_neither_slope_nor_engagement() {
    // Shut in by enemies three hexes off on both sides: every next hex is too near to one of them.
    let mut table =
        field(json!([guns("g-1", "union", "S", "1313", 3.0), grey("x-1", "1310"), grey("y-1", "1316")]));
    table.battery_step(Union, "1313");
    table.refused(Union, go("g-1", "1312"), "9.5b");
    table.refused(Union, go("g-1", "1314"), "9.5b");
    // The Steep Slope is no second hex, though the first cost next to nothing.
    let mut table = field(json!([guns("g-1", "union", "S", "2024", 3.0), grey("z-9", "4041")]));
    table.battery_step(Union, "2024");
    let climb = json!({ "move": { "units": ["g-1"], "path": ["2124", "2224"] } });
    table.refused(Union, climb, "9.5a");
}

#[test]
fn kernstown_k58_who_retreats_before_acting_is_done_and_who_stands_by_too() {
    let units = json!([
        guns("g-1", "union", "R", "1310", 3.0),
        guns("h-1", "union", "R", "1310", 3.0),
        guns("k-1", "union", "R", "1610", 3.0),
        guns("x-1", "confederate", "S", "1316", 3.0),
    ]);
    let mut table = steps(units);
    table.ok(Union, choose("1310"), &[]);
    table.ok(Union, go("g-1", "1309"), &[]);
    let events = table.ok(Union, json!({ "end": {} }), &[]);
    assert_eq!(table.event(&events, "batteries-done")["units"], json!(["h-1"]));
    table.apply(json!({ "event": "retreated", "unit": "k-1", "from": "1610", "to": "1609", "case": "15.4" }));
    // Nothing is left to the Union: the Confederate's step, and it alone goes on.
    table.ok(Confederate, choose("1316"), &[]);
    let events = table.ok(Confederate, json!({ "end": {} }), &[]);
    assert!(!table.all(&events, "phase-began").is_empty());
}

#[test]
fn kernstown_9_5c_guns_do_not_fire_from_angled_ground_but_from_woods() {
    let shot =
        |unit: &str, target: &str| json!({ "fire": { "shots": [{ "units": [unit], "target": target }] } });
    let mut table = field(json!([guns("g-1", "union", "R", "2330", 3.0), grey("x-1", "2230")]));
    table.battery_step(Union, "2330");
    table.refused(Union, shot("g-1", "2230"), "9.5c");
    let mut table = field(json!([guns("g-1", "union", "R", "1031", 3.0), grey("x-1", "1032")]));
    table.battery_step(Union, "1031");
    table.ok(Union, shot("g-1", "1032"), &[1, 1]);
}

#[test]
fn kernstown_9_5d_a_retreat_is_what_a_battery_does_in_this_phase() {
    let mut table = steps(json!([
        guns("g-1", "union", "R", "1310", 3.0),
        guns("h-1", "union", "R", "1310", 3.0),
        guns("x-1", "confederate", "S", "1316", 3.0),
    ]));
    let retreat = |unit: &str| json!({ "event": "retreated", "unit": unit, "from": "1310", "to": "1309", "case": "15.4" });
    table.apply(retreat("g-1"));
    table.refused(Union, choose("1309"), "9.1");
    table.ok(Union, choose("1310"), &[]);
    table.refused(Union, go("g-1", "1308"), "9.1");
    // In other phases it makes no difference.
    let mut table = field(json!([guns("g-1", "union", "R", "1310", 3.0), grey("z-9", "4041")]));
    table.apply(json!({ "event": "phase-began", "phase": "activation" }));
    table.apply(retreat("g-1"));
    assert!(!table.state.unit(table.unit("g-1")).acted);
}

#[test]
fn kernstown_13_13_union_batteries_are_resupplied_at_1014_for_good() {
    let mut table = field(json!([guns("g-1", "union", "S", "1114", 3.0), grey("z-9", "4041")]));
    low_on_ammunition(&mut table);
    table.battery_step(Union, "1114");
    let events = table.ok(Union, go("g-1", "1014"), &[]);
    let ammo = table.event(&events, "ammo");
    assert_eq!((ammo["low"].clone(), ammo["case"].clone()), (json!(false), json!("13.13")));
    let there = table.state.unit(table.unit("g-1"));
    assert!(!there.low_ammo && there.resupplied);
}

#[test]
fn kernstown_9_5e_low_ammo_is_cleared_by_going_back_to_1014_and_by_union_guns_only() {
    // Passing through is not enough, and it is of no use to Confederates.
    let mut table = field(json!([guns("g-1", "union", "S", "1114", 3.0), grey("z-9", "4041")]));
    low_on_ammunition(&mut table);
    table.battery_step(Union, "1114");
    table.ok(Union, json!({ "move": { "units": ["g-1"], "path": ["1014", "1013"] } }), &[]);
    assert!(table.state.unit(table.unit("g-1")).low_ammo);
    let mut table = field(json!([guns("g-1", "confederate", "S", "1114", 3.0), blue("z-9", "4041")]));
    low_on_ammunition(&mut table);
    table.battery_step(Confederate, "1114");
    table.ok(Confederate, go("g-1", "1014"), &[]);
    assert!(table.state.unit(table.unit("g-1")).low_ammo);
}

/// An enemy who rides ahead of it stops it there: that is not where its move was to end.
#[test]
fn kernstown_13_13_a_battery_that_is_stopped_at_1014_takes_no_ammunition() {
    let clears = |enemy: &str, path: Value| {
        let mut table = field(json!([guns("g-1", "union", "S", "1014", 4.0), grey("x-1", enemy)]));
        low_on_ammunition(&mut table);
        table.apply(json!({ "event": "phase-began", "phase": "artillery" }));
        table.under_way(json!({ "batteries": { "side": "union", "passed": false } }));
        let march = json!({ "side": "union", "units": ["g-1"], "at": "1014", "path": path, "exit": false,
            "kind": "battery", "stage": "leaving", "withdrawn": [], "stirred": true });
        table.apply(json!({ "event": "stack", "change": { "push": { "march": march } } }));
        table.ok(Union, json!({ "instruct": { "instructions": {} } }), &[]);
        (table.place("g-1"), !table.state.unit(table.unit("g-1")).low_ammo)
    };
    assert_eq!(clears("1011", json!([["1013", 2]])), ("1014".to_owned(), false));
    assert_eq!(clears("1011", json!([])), ("1014".to_owned(), true));
    assert_eq!(clears("1010", json!([["1013", 2]])), ("1013".to_owned(), false));
}

#[test]
fn kernstown_k103_20_4_the_union_guns_of_scenario_4_do_not_see_breckinridge_at_first() {
    let rebels = |id: &str, brigade: &str, hex: &str| with(grey(id, hex), json!({ "brigade": brigade }));
    let units = json!([
        guns("g-1", "union", "R", "1310", 3.0),
        rebels("w-1", "b64-smith", "1315"),
        rebels("y-1", "b64-york", "1415"),
    ]);
    let start = |turn: u8| {
        let mut table = field_of("kernstown-4-breckinridge", units.clone());
        table.apply(json!({ "event": "turn-began", "turn": turn }));
        table.battery_step(Union, "1310");
        table
    };
    let shot = |target: &str| json!({ "fire": { "shots": [{ "units": ["g-1"], "target": target }] } });
    let mut table = start(1);
    table.refused(Union, go("g-1", "1309"), "20.4f");
    let why = table.refused(Union, shot("1315"), "20.4f");
    assert!(why.contains("no battery may fire at units in 1315 (K103)"), "{why}");
    table.offers_hold();
    assert!(!table.is_offered(&shot("1315")) && table.is_offered(&shot("1415")));
    assert!(table.reach("g-1").is_empty());
    table.ok(Union, shot("1415"), &[1, 1]);
    // The parts of what is offered know of nobody else either.
    for table in [start(1), start(2)] {
        let offers = table.battle.offers(&table.state);
        let parts = table.battle.parts(&table.state);
        let orders = parts.iter().flat_map(|part| table.battle.orders_in(&table.state, part));
        assert_eq!(orders.collect::<Vec<_>>(), offers);
        for (part, drawn) in parts.iter().flat_map(|part| (0..7).map(move |drawn| (part, drawn))) {
            let order = table.battle.order_in(&table.state, part, |count| drawn % count);
            assert!(order.is_none_or(|order| offers.contains(&order)));
        }
    }
    let mut table = start(2);
    table.ok(Union, shot("1315"), &[1, 1]);
    let mut table = start(2);
    table.ok(Union, go("g-1", "1309"), &[]);
}

#[test]
fn kernstown_k47_batteries_in_chaos_and_frozen_ones_do_not_move() {
    let mut table = field(json!([guns("g-1", "union", "S", "1310", 3.0), grey("z-9", "4041")]));
    table.apply(json!({ "event": "chaos-came", "hex": "1310", "units": ["g-1"] }));
    table.battery_step(Union, "1310");
    table.refused(Union, go("g-1", "1309"), "K47");
    assert_eq!(table.offers(), [json!({ "end": {} })]);
    let mut table = field(json!([{ "id": "c62-lanier", "hex": "1310" }, blue("z-9", "4041")]));
    table.battery_step(Confederate, "1310");
    table.refused(Confederate, go("c62-lanier", "1309"), "20.2h");
}
