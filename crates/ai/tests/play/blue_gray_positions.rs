//! Positions that every commander must solve, on the map of the training battle.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::path::Path;
use std::sync::OnceLock;

use ai::{Budget, Commanded, InformationSet, Level};
use blue_gray::{Ask, Battle, Event, Library, Order, Phase, State};
use serde_json::{Map, Value, json};
use tabletop::{Case, LoadedDice, RuleCheck, Rules, Side};

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|faults| panic!("{faults}"))
    })
}

/// A Union movement phase of the training battle on that game-turn with these units: `"side strength hex"`.
fn position(turn: u8, units: &[&str]) -> Battle {
    position_of("training", Side::Union, turn, units)
}

/// A movement phase of that side.
fn position_of(scenario: &str, side: Side, turn: u8, units: &[&str]) -> Battle {
    let units: Vec<Value> = units
        .iter()
        .enumerate()
        .map(|(i, text)| {
            let words: Vec<&str> = text.split(' ').collect();
            let strength: u8 = words[1].parse().unwrap();
            json!({ "id": format!("x{i}"), "side": words[0], "type": "infantry", "strength": strength, "hex": words[2] })
        })
        .collect();
    let position = json!({ "units": units, "turn": turn, "side": side, "phase": "movement" });
    library().battle(scenario, &Map::new(), Some(&position)).unwrap()
}

/// Lets a commander of that level play until `done`; returns the position and every attack with its
/// reason.
fn played(battle: &Battle, level: Level, done: impl Fn(&State) -> bool) -> (State, Vec<String>) {
    let mut state = battle.start();
    let mut commander = battle.commander(level, 1);
    let mut reasons = Vec::new();
    let mut enemy = battle.commander(Level::Recruit, 2);
    while !done(&state) {
        let side = battle.asked(&state).unwrap();
        let asked = if side == Side::Union { &mut commander } else { &mut enemy };
        let decision = asked.decide(InformationSet::new(battle, &state, side), Budget::Trials(300)).unwrap();
        let mut dice = LoadedDice::new(vec![1]);
        let events = battle
            .judge(&state, side, &decision.order, &mut dice, &mut RuleCheck::quiet())
            .unwrap_or_else(|refusal| panic!("{level}: {refusal}"));
        if matches!(decision.order, Order::Attack { .. }) {
            reasons.push(decision.reason);
        }
        for event in &events {
            battle.apply(&mut state, event);
        }
    }
    (state, reasons)
}

fn at_combat(battle: &Battle, level: Level) -> State {
    played(battle, level, |state| state.phase != Phase::Movement || state.phasing != Side::Union).0
}

const LEVELS: [Level; 3] = [Level::Recruit, Level::Veteran, Level::General];

#[test]
fn a_place_that_nobody_defends_is_taken_on_the_last_turn() {
    for level in LEVELS {
        let battle = position(5, &["union 4 0505", "confederate 4 1108"]);
        let state = at_combat(&battle, level);
        let crossroads = battle.scenario.control_hexes.iter().position(|w| w.name == "Crossroads").unwrap();
        assert_eq!(state.holders[crossroads], Side::Union, "{level}");
    }
}

#[test]
fn nobody_walks_into_a_certain_loss() {
    for level in LEVELS {
        let battle =
            position(3, &["union 2 0503", "confederate 8 0303", "confederate 8 0304", "confederate 8 0306"]);
        let state = at_combat(&battle, level);
        for (unit, hex) in battle.on_map(&state, Side::Union) {
            let zone = battle.in_enemy_zone(&state, Side::Union, hex);
            assert!(!zone, "{level}: {} went to {}", battle.unit(unit).id, battle.number(hex));
        }
    }
}

#[test]
fn a_retreat_is_cut_where_that_destroys_the_enemy() {
    for level in LEVELS {
        let battle = position(2, &["union 5 0302", "union 5 0308", "union 5 0301", "confederate 4 0305"]);
        let state = at_combat(&battle, level);
        let enemy = battle.on_map(&state, Side::Confederate).next().unwrap().0;
        let stand: Vec<&str> = battle.on_map(&state, Side::Union).map(|(_, h)| battle.number(h)).collect();
        assert!(battle.ways(&state, enemy).is_empty(), "{level} left a way out, from {stand:?}");
    }
}

#[test]
fn an_attack_says_what_it_is_for_at_what_odds_and_what_it_risks() {
    for level in LEVELS {
        let battle = position(2, &["union 5 0302", "union 5 0308", "union 5 0301", "confederate 4 0305"]);
        let (_, reasons) = played(&battle, level, |state| state.phasing != Side::Union);
        assert_eq!(reasons.len(), 1, "{level}: {reasons:?}");
        let reason = &reasons[0];
        for part in [
            "Attack 0305 at 3-1 with ",
            "to destroy x3, whose retreat is cut",
            ": five chances in six of driving off or destroying the defenders, ",
            "one chance in six of an exchange",
        ] {
            assert!(reason.contains(part), "{level}: {reason}");
        }
        assert!(reason.ends_with('.'), "{level}: {reason}");
    }
}

#[test]
fn guns_alone_have_nothing_to_lose() {
    let units = json!([
        { "id": "guns", "side": "union", "type": "artillery", "strength": 4, "hex": "0303" },
        { "id": "them", "side": "confederate", "type": "infantry", "strength": 4, "hex": "0305" },
    ]);
    let position = json!({ "units": units, "turn": 2, "side": "union", "phase": "combat" });
    let battle = library().battle("training", &Map::new(), Some(&position)).unwrap();
    let (_, reasons) = played(&battle, Level::Recruit, |state| state.phasing != Side::Union);
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    assert!(reasons[0].contains("and no risk"), "{reasons:?}");
}

/// The last Union movement phase of Chickamauga with these units; a unit at "out" has left the map.
fn last_turn(units: &[&str]) -> (Battle, State) {
    let named = units.iter().enumerate().map(|(i, text)| {
        let words: Vec<&str> = text.split(' ').collect();
        let strength: u8 = words[1].parse().unwrap();
        let hex = if words[2] == "out" { "2503" } else { words[2] };
        json!({ "id": format!("x{i}"), "side": words[0], "type": "infantry", "strength": strength, "hex": hex })
    });
    let position =
        json!({ "units": named.collect::<Vec<Value>>(), "turn": 15, "side": "union", "phase": "movement" });
    let battle = library().battle("chickamauga-1975", &Map::new(), Some(&position)).unwrap();
    let mut state = battle.start();
    for (unit, text) in battle.ids().zip(units) {
        if text.ends_with("out") {
            let event = Event::Exited { unit, path: Vec::new(), cost: 1, case: Case::new("18.1") };
            battle.apply(&mut state, &event);
        }
    }
    (battle, state)
}

/// The Union's movement phase of a position as a commander of that level plays it.
fn moved(battle: &Battle, mut state: State, level: Level) -> State {
    let mut commander = battle.commander(level, 1);
    while state.phase == Phase::Movement && state.phasing == Side::Union {
        let known = InformationSet::new(battle, &state, Side::Union);
        let decision = commander.decide(known, Budget::Trials(300)).unwrap();
        let judged = battle.judge(
            &state,
            Side::Union,
            &decision.order,
            &mut LoadedDice::new(vec![1]),
            &mut RuleCheck::quiet(),
        );
        for event in &judged.unwrap_or_else(|refusal| panic!("{level}: {refusal}")) {
            battle.apply(&mut state, event);
        }
    }
    state
}

#[test]
fn chickamauga_21_31_the_road_that_the_exits_need_is_closed_at_the_end() {
    for level in [Level::Veteran, Level::General] {
        let (battle, state) =
            last_turn(&["confederate 6 out", "confederate 5 out", "union 5 0104", "union 4 0114"]);
        assert!(battle.account(&state).points.confederate >= 110, "the road is free as yet");
        let after = moved(&battle, state, level);
        let points = battle.account(&after).points;
        assert!(points.confederate < 110, "{level} left a road: {points:?}");
    }
}

#[test]
fn chickamauga_18_1_no_exit_is_left_open_on_the_last_turn() {
    for level in [Level::Veteran, Level::General] {
        let units =
            ["confederate 6 0106", "confederate 6 0106", "union 5 0304", "union 5 0114", "union 5 0310"];
        let (battle, state) = last_turn(&units);
        let after = moved(&battle, state, level);
        for exit in &battle.scenario.exits.as_ref().unwrap().hexes {
            assert!(
                after.in_zone(Side::Union, *exit) || after.holder(*exit) == Some(Side::Union),
                "{level} left {}, from {:?}",
                battle.number(*exit),
                battle.on_map(&after, Side::Union).map(|(_, hex)| battle.number(hex)).collect::<Vec<_>>()
            );
        }
    }
}

/// The Confederates' combat phase of Chickamauga with these units, `"id arm strength hex"`, after an
/// attack with a die of its own, as each commander plays on: the hexes that it attacks.
fn played_on(units: &[&str], attack: (&str, &str), die: u8) -> Vec<(Level, Vec<String>)> {
    let named = units.iter().map(|text| {
        let words: Vec<&str> = text.split(' ').collect();
        if words[0] == "u-train" {
            return json!({ "id": "u-train", "hex": words[1] });
        }
        let strength: u8 = words[2].parse().unwrap();
        let side = if words[0].starts_with('u') { "union" } else { "confederate" };
        json!({ "id": words[0], "side": side, "type": words[1], "strength": strength, "hex": words[3] })
    });
    let units: Vec<Value> = named.collect();
    let position = json!({ "units": units, "turn": 3, "side": "confederate", "phase": "combat" });
    let battle = library().battle("chickamauga-1975", &Map::new(), Some(&position)).unwrap();
    let attacker = vec![battle.named(attack.0).unwrap()];
    let defender = vec![battle.map().grid.parse(attack.1).unwrap()];
    let first = Order::Attack { attackers: attacker, defenders: defender, column: None };
    let run = |level| {
        let mut state = battle.start();
        let mut commander = battle.commander(level, 1);
        let mut enemy = battle.commander(Level::Recruit, 2);
        let (mut next, mut hexes) = (Some(first.clone()), Vec::new());
        while state.phase == Phase::Combat && state.phasing == Side::Confederate {
            let side = battle.asked(&state).unwrap();
            let asked = if side == Side::Confederate { &mut commander } else { &mut enemy };
            let advance = state.question().is_some_and(|question| question.ask == Ask::Advance);
            let order = next.take().unwrap_or_else(|| {
                let known = InformationSet::new(&battle, &state, side);
                // Whoever advanced would be out of it.
                if advance { Order::Hold {} } else { asked.decide(known, Budget::Trials(300)).unwrap().order }
            });
            if let Order::Attack { defenders, .. } = &order {
                hexes.extend(defenders.iter().map(|&hex| battle.number(hex).to_owned()));
            }
            let events = battle
                .judge(&state, side, &order, &mut LoadedDice::new(vec![die]), &mut RuleCheck::quiet())
                .unwrap_or_else(|refusal| panic!("{level}: {refusal}"));
            for event in &events {
                battle.apply(&mut state, event);
            }
        }
        (level, hexes)
    };
    [Level::Random].into_iter().chain(LEVELS).map(run).collect()
}

#[test]
fn chickamauga_19_3_a_unit_that_is_left_with_the_train_attacks_it() {
    let units = ["u-train 1204", "u1 infantry 3 1105", "d infantry 4 1106", "e infantry 4 1205"];
    // Ar: u1 is where it was, and e in its zone.
    for (level, hexes) in played_on(&units, ("d", "1105"), 4) {
        assert_eq!(hexes, ["1105", "1204"], "{level}");
    }
}

#[test]
fn case_7_11_an_enemy_that_is_left_to_a_battery_is_bombarded() {
    // Dr, or De: u2 is in contact with a, which has fought, and only the guns can attack it.
    let units = ["u1 infantry 5 1203", "u2 infantry 9 1205", "a infantry 5 1204", "g artillery 2 1207"];
    for (level, hexes) in played_on(&units, ("a", "1203"), 1) {
        assert_eq!(hexes, ["1203", "1205"], "{level}");
    }
}

/// What the general does first, and why, with a Confederate at an exit of Chickamauga.
fn at_the_exit(turn: u8, union: &[&str]) -> (Battle, Order<blue_gray::UnitId, hexmap::Hex>, String) {
    let mut units = vec!["confederate 6 0111"];
    units.extend(union);
    let battle = position_of("chickamauga-1975", Side::Confederate, turn, &units);
    let state = battle.start();
    let mut general = battle.commander(Level::General, 1);
    let known = InformationSet::new(&battle, &state, Side::Confederate);
    let decision = general.decide(known, Budget::Trials(300)).unwrap();
    (battle, decision.order, decision.reason)
}

/// 21.31: the roads leave the eastern edge by 2503, 2512 and 2517.
const BARRED: [&str; 3] = ["union 2 2503", "union 2 2512", "union 2 2517"];

#[test]
fn nobody_marches_off_the_map_while_the_road_that_exits_need_is_barred() {
    // Pressed by an enemy that is too strong for it.
    let pressed = ["union 9 0311", "union 9 0312", "union 9 0212", "union 9 0310"];
    // A last road that is free can be barred as well.
    for (turn, barred) in [(4, 3), (10, 3), (14, 3), (4, 2), (10, 2), (14, 2)] {
        let union = [&BARRED[..barred], &pressed].concat();
        let (_, order, reason) = at_the_exit(turn, &union);
        assert!(!matches!(order, Order::Exit { .. }), "turn {turn}, {barred} barred: {order:?}, {reason}");
    }
    // On the last turn, while it is free, the unit leaves; and says on what that hangs.
    let (_, order, reason) = at_the_exit(15, &BARRED[..2]);
    assert!(matches!(order, Order::Exit { .. }), "{order:?}, {reason}");
    let told = "each strength point that leaves is worth 10 points if a road from the exits to one of 2503, 2512 and \
                2517 is free at the end (open now)";
    assert!(reason.contains(told), "{reason}");
}
