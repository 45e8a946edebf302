//! Games played at random are played and told as they were before: a checksum of each kind of thing
//! that was told, for every scenario. A change that means to change one says so by its snapshot
//! (`INSTA_UPDATE=always`); any other that does has changed more than it meant to.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use std::fmt::Write;

use crate::check::library;
use blue_gray::{Ask, Battle, Order, Phase, Push, State, UnitId};
use hexmap::Hex;
use serde_json::{Map, Value, json};
use tabletop::{Protocol, RuleCheck, Rules, Side, Situation};
use testing::{Chance, Checksums};

/// No game comes near to so many.
const MOST_ORDERS: u32 = 5_000;
/// So many attacks are drawn before another order is given.
const MOST_ATTACKS: u32 = 2_000;

type BlueGrayOrder = Order<UnitId, Hex>;

/// An attack by some units on some hexes that they could attack, if it is legal.
fn attack(battle: &Battle, state: &State, chance: &mut Chance, able: &[UnitId]) -> Option<BlueGrayOrder> {
    let side = state.asked()?;
    let first = *chance.any(able);
    let at = state.hex(first)?;
    let touch = |hex, defender| battle.scenario.field.in_contact(hex, defender);
    let mut defenders: Vec<Hex> = battle.next_to(state, side, at).filter(|_| chance.below(2) == 0).collect();
    if defenders.is_empty() {
        let aims: Vec<Hex> =
            battle.next_to(state, side, at).chain(battle.aims(state, first).map(|aim| aim.hex)).collect();
        defenders.push(*aims.get(chance.below(aims.len().max(1)))?);
    }
    // Whole stacks join: who is next to all of them, or may see them.
    let joins: Vec<Hex> = able
        .iter()
        .filter_map(|&unit| state.hex(unit))
        .filter(|&hex| defenders.iter().all(|&to| touch(hex, to) || battle.open_aim(hex, to).is_some()))
        .filter(|&hex| hex == at || chance.below(3) == 0)
        .collect();
    let attackers: Vec<UnitId> = able
        .iter()
        .copied()
        .filter(|&unit| state.hex(unit).is_some_and(|hex| joins.contains(&hex)))
        .collect();
    let attack =
        battle.declare(state, side, &attackers, &defenders, None, &mut RuleCheck::without_messages()).ok()?;
    let columns: Vec<_> = battle.scenario.tables.columns_down(attack.column).collect();
    let column = (chance.below(4) == 0 && !columns.is_empty())
        .then(|| battle.scenario.tables.column_name(*chance.any(&columns)).to_owned());
    Some(Order::Attack { attackers, defenders, column })
}

/// A way out for a unit, with the whole chain of displacements where it needs one.
fn way_out(
    battle: &Battle,
    state: &State,
    chance: &mut Chance,
    unit: UnitId,
) -> (Hex, Vec<Push<UnitId, Hex>>) {
    let ways = battle.ways(state, unit);
    if !ways.open.is_empty() {
        return (*chance.any(&ways.open), Vec::new());
    }
    let to = chance.any(&ways.pushed).0;
    let mut displace = Vec::new();
    loop {
        let links = battle.next_links(state, unit, to, &displace).unwrap();
        let link = chance.any(&links);
        displace.push(Push { unit: link.unit, to: link.to });
        if !link.on {
            return (to, displace);
        }
    }
}

/// Any legal order for the side that is asked.
fn any_order(battle: &Battle, state: &State, chance: &mut Chance) -> Option<BlueGrayOrder> {
    let side = state.asked()?;
    let verbs = battle.verbs(state, side);
    let units_of = |verb: &str| verbs.iter().find(|open| open.0 == verb).map(|open| open.2.as_slice());
    if let Some(question) = state.question() {
        let unit = *chance.any(&question.units);
        let refuses = chance.below(2) == 0;
        return Some(match question.ask {
            Ask::WithdrawBattery | Ask::RetreatBeforeCombat if refuses => Order::Stand {},
            Ask::Advance if refuses => Order::Hold {},
            Ask::RetreatBeforeCombat => Order::RetreatBeforeCombat {},
            Ask::Advance => {
                let (unit, to) = *chance.any(&battle.advances(state, state.combat.as_ref()?));
                Order::Advance { unit, to: Some(to) }
            }
            Ask::Exchange => {
                let units = chance.any(&battle.payments(state, state.combat.as_ref()?)).clone();
                Order::Lose { units }
            }
            Ask::Retreat => {
                let (to, displace) = way_out(battle, state, chance, unit);
                Order::Retreat { unit, to, displace }
            }
            Ask::WithdrawBattery => {
                let (to, displace) = way_out(battle, state, chance, unit);
                Order::WithdrawBattery { unit, to, displace }
            }
        });
    }
    if state.phase == Phase::Combat {
        let able = units_of("attack").unwrap_or_default();
        let may_end = units_of("end-combat").is_some();
        if may_end && (able.is_empty() || chance.below(3) == 0) {
            return Some(Order::EndCombat {});
        }
        let drawn = (0..MOST_ATTACKS).find_map(|_| attack(battle, state, chance, able));
        return drawn.or(may_end.then_some(Order::EndCombat {}));
    }
    let movers = units_of("move").unwrap_or_default();
    if units_of("end-movement").is_some() && (movers.is_empty() || chance.below(16) == 0) {
        return Some(Order::EndMovement {});
    }
    if let Some(&unit) = units_of("exit").filter(|_| chance.below(4) == 0).map(|units| chance.any(units)) {
        let path = battle.departures(state, unit).first().map(|way| way.path.clone());
        return Some(Order::Exit { unit, path });
    }
    for _ in 0..2 * movers.len() {
        let unit = *chance.any(movers);
        let path = battle.any_destination(state, unit, |count| chance.below(count));
        if path.is_some() {
            return Some(Order::Move { unit, to: None, path });
        }
    }
    units_of("end-movement").map(|_| Order::EndMovement {})
}

/// What a side is told about an order, and about what it may not order.
fn note_order(
    sums: &mut Checksums,
    (battle, state): (&Battle, &State),
    chance: &mut Chance,
    order: &BlueGrayOrder,
) {
    let asked = state.asked().unwrap();
    sums.note("preview", json!(battle.preview(state, asked, order)));
    for side in Side::BOTH {
        let mut noted = RuleCheck::noted();
        let judged = battle.judge(state, side, order, &mut Chance(7), &mut noted);
        let judged =
            judged.map(|events| events.iter().map(|event| battle.event_value(event)).collect::<Vec<_>>());
        sums.note("judged", format!("{judged:?} {:?}", noted.trail()));
    }
    let units: Vec<UnitId> = battle.ids().collect();
    let hexes: Vec<Hex> = battle.map().grid.hexes().collect();
    let asked_of: Vec<UnitId> = battle.verbs(state, asked).into_iter().flat_map(|open| open.2).collect();
    let of_any = asked_of.is_empty() || chance.below(3) == 0;
    let unit = *chance.any(if of_any { &units } else { &asked_of });
    let (from, to) = (*chance.any(&hexes), *chance.any(&hexes));
    let near: Vec<Hex> =
        state.hex(unit).map(|hex| battle.next_to(state, asked, hex).collect()).unwrap_or_default();
    let enemy = battle.number(if near.is_empty() { to } else { *chance.any(&near) });
    let standing: Vec<Hex> = battle.on_map(state, asked).map(|(_, hex)| hex).collect();
    let own = battle.number(if standing.is_empty() { to } else { *chance.any(&standing) });
    let id = &battle.unit(unit).id;
    sums.note(
        "sight",
        format!("{:?}", battle.targets(state, asked, "sight", &json!(battle.number(from))).map(|t| json!(t))),
    );
    for (verb, subject) in [
        ("move", json!(id)),
        ("exit", json!(id)),
        ("retreat", json!(id)),
        ("attack", json!({ "attackers": [id] })),
        ("attack", json!({ "attackers": [id], "defenders": [enemy] })),
        ("zones", json!(id)),
        ("zones", Value::Null),
        ("reach", json!("confederate")),
        ("reach", json!(id)),
    ] {
        for side in Side::BOTH {
            let targets = battle.targets(state, side, verb, &subject).map(|told| json!(told));
            sums.note(verb, format!("{targets:?}"));
        }
    }
    for subject in [Value::Null, json!({ "hexes": [own] })] {
        let foreseen = battle.targets(state, asked, "foresee", &subject).map(|told| json!(told));
        sums.note("foresee", format!("{foreseen:?}"));
    }
    let value = battle.order_value(order)[order.verb()].clone();
    sums.note(
        "targets",
        format!("{:?}", battle.targets(state, asked, order.verb(), &value).map(|t| json!(t))),
    );
    // Most of these are refused.
    let wrong: [BlueGrayOrder; 6] = [
        Order::EndMovement {},
        Order::EndCombat {},
        Order::Move { unit, to: Some(*chance.any(&hexes)), path: None },
        Order::Move { unit, to: None, path: Some(vec![*chance.any(&hexes)]) },
        Order::Attack { attackers: vec![unit], defenders: vec![*chance.any(&hexes)], column: None },
        Order::Exit { unit, path: None },
    ];
    for order in wrong {
        sums.note("refused", json!(battle.preview(state, asked, &order)));
    }
}

/// What is told of a position.
fn note_position(sums: &mut Checksums, battle: &Battle, state: &State) {
    let situation = Situation { game: "1".to_owned(), undo: true, ..Situation::default() };
    for seat in [None, Some(Side::Union), Some(Side::Confederate)] {
        let mut view = Vec::new();
        battle.write_view(state, seat, &situation, &mut view);
        sums.note("view", String::from_utf8(view).unwrap());
        sums.note("units", format!("{:?}", battle.unit_infos(state, seat)));
    }
    for side in Side::BOTH {
        sums.note("options", json!(battle.options(state, side)));
        sums.note("roads", format!("{:?}", battle.held_by(state, side)));
    }
    sums.note("roads", format!("{:?} {:?}", battle.isolated(state), battle.line_bars(state)));
    sums.note("victory", format!("{:?}", battle.victory(state)));
    sums.note("victory", format!("{:?} {:?}", battle.score(state), battle.standing(state)));
    sums.note("question", battle.question_text(state));
    sums.note("places", format!("{:?}", battle.place_infos(state)));
    assert_eq!(battle.faults(state), Vec::<String>::new());
}

/// Plays the scenario at random, with all its options or none, and says what was told.
fn told_of(scenario: &str, with_options: bool, seed: u64) -> String {
    let mut sums = Checksums::default();
    let offered = &library().scenario(scenario).unwrap().info.options;
    let chosen: Map<String, Value> =
        offered.iter().filter(|_| with_options).map(|option| (option.id.clone(), json!(true))).collect();
    let battle = library().battle(scenario, &chosen, None).unwrap();
    let mut state = battle.start();
    let mut chance = Chance(7919 * seed);
    for count in 0..MOST_ORDERS {
        let Some(order) = any_order(&battle, &state, &mut chance) else { break };
        let side = state.asked().unwrap();
        if count % 17 == 0 || state.question().is_some() && count % 4 == 0 {
            note_order(&mut sums, (&battle, &state), &mut chance, &order);
        }
        if count % 29 == 0 {
            note_position(&mut sums, &battle, &state);
        }
        sums.note("played", battle.order_value(&order));
        sums.note("played", battle.may_undo(&state, &order));
        let before = state.clone();
        let events = battle.execute(&mut state, side, &order, &mut chance, &mut RuleCheck::quiet()).unwrap();
        let modifiers = battle.modifiers(&before, &events);
        for (at, event) in events.iter().enumerate() {
            sums.note("played", battle.event_value(event));
            sums.note("log", json!(battle.redact(event, modifiers.of(at), None)));
            sums.note("attack", format!("{:?}", battle.attack_info(event)));
            sums.note("log", battle.sentence(event));
        }
    }
    assert!(state.asked().is_none(), "{scenario}, game {seed}: it does not end");
    note_position(&mut sums, &battle, &state);
    sums.lines()
}

/// What the files of a scenario come to.
fn read_from_files(scenario: &str) -> String {
    let mut sums = Checksums::default();
    let battle = library().battle(scenario, &Map::new(), None).unwrap();
    let read = &*battle.scenario;
    sums.note("data", format!("{:?} {:?} {:?}", read.units, read.specials, read.quota));
    sums.note("data", format!("{:?} {:?}", read.exits, read.victory));
    sums.note("data", format!("{:?}", read.tables));
    for case in read.victory.levels.iter().map(|level| level.case).chain([read.reinforcements.case]) {
        sums.note("cited", read.cited(case));
    }
    let start = battle.start();
    let table = battle.targets(&start, Side::Union, "table", &Value::Null).unwrap();
    sums.note("table", json!(table));
    sums.lines()
}

#[test]
fn games_are_played_and_told_as_before() {
    let mut all = String::new();
    for scenario in [
        "training",
        "chickamauga-1975",
        "chickamauga-2006",
        "chattanooga-1975",
        "chattanooga-2006",
        "two-battles",
    ] {
        writeln!(all, "{scenario}\n{}", read_from_files(scenario)).unwrap();
        for (game, with_options) in [(1, false), (2, true)] {
            writeln!(all, "{scenario}, game {game}\n{}", told_of(scenario, with_options, game)).unwrap();
        }
    }
    insta::assert_snapshot!(all);
}
