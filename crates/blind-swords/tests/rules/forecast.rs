//! What previews say of fires and Close Combats: it is what the rules bring, and nothing hidden
//! shows in it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use std::collections::BTreeMap;

use crate::check::Table;
use crate::check::close_combats::{TYLER, attack, blue, closing, grey};
use crate::check::field::{field, guns, union, with};
use crate::check::fires::{fire, target};
use crate::check::generated::{at_every_question, shown};
use blind_swords::{
    ChitPlace, DeclaredCloseCombat, Event, Odds, Order, Prospect, Question, StandingOrder, StandingOrders,
    State,
};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};
use tabletop::{LoadedDice, Protocol, RuleCheck, Rules, Side, every_way};
use testing::Chance;

/// What comes of an order if it is given and carried out once for every way in which the dice can
/// fall. Where somebody is asked how a combat goes on, he passes or takes what is offered first.
fn every_end<T: Ord>(
    table: &Table,
    side: Side,
    order: &Value,
    mut told: impl FnMut(&State, &[Event]) -> T,
) -> BTreeMap<T, f64> {
    let battle = &table.battle;
    let order = battle.read_order(order).unwrap();
    let mut ends = BTreeMap::new();
    every_way(
        |dice| {
            let mut state = table.state.clone();
            let quiet = &mut RuleCheck::without_messages();
            let mut events = battle.execute(&mut state, side, &order, dice, quiet).unwrap();
            while let Some(Question::Retreat(_) | Question::Opportunity(..) | Question::Choice) =
                battle.question(&state)
            {
                let offers = battle.offers(&state);
                let order = offers.iter().find(|order| **order == Order::Pass {}).unwrap_or(&offers[0]);
                let asked = state.asked().unwrap();
                events.extend(battle.execute(&mut state, asked, order, dice, quiet).unwrap());
            }
            told(&state, &events)
        },
        |end, chance| *ends.entry(end).or_insert(0.0) += chance,
    );
    ends
}

/// What has become of a unit in a combat, as previews write it; what follows when the combat is
/// over, does not count.
fn fate(table: &Table, unit: &str, state: &State, events: &[Event]) -> String {
    let id = table.unit(unit);
    let mut fate = json!("stays");
    for event in events {
        match event {
            Event::Broken { unit, track, .. } if *unit == id => {
                return format!("true 0 {}", json!({ "broken": track }));
            }
            Event::Eliminated { unit, .. } if *unit == id => return "true 0 \"eliminated\"".to_owned(),
            Event::RetreatOrdered { unit, hexes, .. } if *unit == id => fate = json!({ "retreats": hexes }),
            _ => {}
        }
    }
    let there = state.unit(id);
    format!("{} {} {fate}", there.worn, there.hits)
}

fn assert_near(told: f64, counted: f64, what: &str) {
    assert!((told - counted).abs() < 1e-9, "{what}: {told} is told, {counted} comes");
}

/// The outcomes of a preview are those, with those chances.
fn assert_told(chances: &Value, counted: &BTreeMap<String, f64>) {
    let outcomes = chances["outcomes"].as_array().unwrap();
    assert_eq!(outcomes.len(), counted.len(), "{outcomes:?} {counted:?}");
    for outcome in outcomes {
        let key = format!("{} {} {}", outcome["worn"], outcome["hits"], outcome["fate"]);
        let chance = counted.get(&key).unwrap_or_else(|| panic!("{key} never came: {counted:?}"));
        assert_near(outcome["chance"].as_f64().unwrap(), *chance, &key);
    }
}

/// Union units that fire at one unit, with that unit; the fire as it is told and as it comes about.
fn assert_fire_told(units: Value, firers: &[&str], hex: &str) -> Value {
    let mut table = field(units);
    table.fire_step(Union, TYLER);
    let order = fire(firers, hex);
    let chances = table.preview(Union, &order)["fires"][0]["targets"][0]["chances"].clone();
    let counted = every_end(&table, Union, &order, |state, events| fate(&table, "c-1", state, events));
    assert_told(&chances, &counted);
    chances
}

/// A Close Combat of Tyler's from one hex, as it is told and as it comes about; what is told.
fn assert_close_told(units: Value, closing_units: &[&str], hex: &str) -> Value {
    let mut table = closing(units);
    let order = attack(closing_units, hex);
    let told = table.preview(Union, &order)["assaults"][0]["ways"][0].clone();
    table.ok(Union, order, &[]);
    let pass = json!({ "pass": {} });
    let counted = every_end(&table, Confederate, &pass, |state, events| fate(&table, "c-1", state, events));
    assert_told(&told["chances"], &counted);
    let attacker = |unit: &blind_swords::UnitId| table.battle.unit(*unit).side == Union;
    // Whatever breaks an attacker of no hits is that it was depleted while it was worn.
    let fell = every_end(&table, Confederate, &pass, |_, events| {
        [
            events.iter().any(|e| match e {
                Event::Depleted { unit, .. } | Event::BreakThrown { unit, .. } => attacker(unit),
                _ => false,
            }),
            events.iter().any(
                |e| matches!(e, Event::MoraleHit { unit, case, .. } if attacker(unit) && case.number() == "15.6"),
            ),
            events.iter().any(|e| matches!(e, Event::RetreatOrdered { unit, .. } if attacker(unit))),
        ]
    });
    for (at, name) in ["depleted", "morale", "retreats"].into_iter().enumerate() {
        let sum: f64 = fell.iter().filter(|(fell, _)| fell[at]).map(|(_, chance)| chance).sum();
        assert_near(told["attacker"][name].as_f64().unwrap(), sum, name);
    }
    told
}

/// The six hexes around 3721, and six regiments of Tyler's in them.
fn ring(strongest: f64) -> Vec<Value> {
    let hexes = ["3621", "3622", "3720", "3722", "3821", "3822"];
    let strength = |at: usize| if at == 0 { strongest } else { 1.0 };
    (0..6).map(|at| union(&format!("u-{}", at + 1), TYLER, hexes[at], (strength(at), 3), (0.5, 2))).collect()
}

#[test]
fn kernstown_15_4_a_preview_knows_that_there_is_no_way_to_retreat() {
    let mut units = ring(9.0);
    units.push(target());
    let chances = assert_fire_told(json!(units), &["u-1"], "3721");
    assert_eq!(chances["retreat"], json!({}), "every way is barred");
    assert!(chances["broken"][2].as_f64().unwrap() > 0.2, "Box 3: {chances}");
    // With one hex open it retreats, and breaks only of a Break Test.
    units.remove(4);
    let chances = assert_fire_told(json!(units), &["u-1"], "3721");
    assert!(chances["retreat"]["2"].as_f64().unwrap() > 0.05, "{chances}");
    assert!(chances["broken"][2].as_f64().unwrap() < 0.1, "{chances}");
}

#[test]
fn kernstown_k85_a_preview_knows_that_a_retreat_leaves_the_map() {
    // The Union stands north and west of c-1 on the south edge: what is left is the edge, its own.
    let hex = south_edge();
    let (at, around) = (hex.clone(), neighbours(&hex));
    let mut units = vec![grey("c-1", &at, 3.0, 3)];
    for (number, hex) in around.iter().enumerate() {
        units.push(blue(&format!("u-{}", number + 1), hex, 9.0, 3));
    }
    let chances = assert_fire_told(json!(units), &["u-1"], &at);
    assert_eq!(chances["retreat"], json!({}), "it leaves the map");
    assert!(chances["broken"][0].as_f64().unwrap() > 0.2, "Box 1: {chances}");
    // A battery is lost with it.
    units[0] = guns("c-1", "confederate", "R", &at, 3.0);
    let chances = assert_fire_told(json!(units), &["u-1"], &at);
    assert_eq!(chances["retreat"], json!({}));
    assert!(chances["eliminated"].as_f64().unwrap() > 0.2, "{chances}");
}

/// A hex on the edge by which the Confederates go home, which is not a corner.
fn south_edge() -> String {
    let table = field(json!([]));
    let battle = &table.battle;
    let mut edge = battle.map().grid.hexes().filter(|hex| {
        let unit = grey("c-1", battle.number(*hex), 3.0, 3);
        battle.around(*hex).count() == 4 && is_home(&unit, *hex)
    });
    let hex = edge.next().unwrap_or_else(|| panic!("no such hex"));
    battle.number(hex).to_owned()
}

/// Whether a unit that is alone between enemies leaves the map for Box 1.
fn is_home(unit: &Value, hex: hexmap::Hex) -> bool {
    let empty = field(json!([]));
    let mut units = vec![unit.clone()];
    for (number, near) in empty.battle.around(hex).enumerate() {
        units.push(blue(&format!("u-{number}"), empty.battle.number(near), 9.0, 3));
    }
    let mut table = field(json!(units));
    drive(&mut table, "c-1", 1);
    table.place("c-1") == "box 1"
}

fn neighbours(hex: &str) -> Vec<String> {
    let table = field(json!([]));
    table.battle.around(table.hex(hex)).map(|near| table.battle.number(near).to_owned()).collect()
}

/// The unit has to retreat that far, whoever causes it.
fn drive(table: &mut Table, unit: &str, hexes: u8) {
    let side = table.battle.unit(table.unit(unit)).side;
    let origin = table.place(unit);
    table.apply(json!({ "event": "stack", "change": { "push": { "retreat": {
        "side": side, "unit": unit, "origin": origin, "distance": hexes, "causes": [], "walked": [], "path": [],
        "off": false, "panic": false, "stage": "planning" } } } }));
    table.ok(side, json!({ "instruct": { "instructions": {} } }), &[]);
}

#[test]
fn kernstown_15_2_a_preview_knows_that_nobody_is_left_to_be_shaken() {
    // A worn attacker that is depleted may break, and then there is nobody whom AM and AR could
    // fall on.
    let worn =
        |cohesion: u8| with(union("u-1", TYLER, "2015", (4.0, 3), (3.0, cohesion)), json!({ "worn": true }));
    let told = assert_close_told(json!([worn(1), grey("c-1", "2016", 4.0, 3)]), &["u-1"], "2016");
    let fresh = assert_close_told(
        json!([union("u-1", TYLER, "2015", (3.0, 1), (1.0, 0)), grey("c-1", "2016", 4.0, 3)]),
        &["u-1"],
        "2016",
    );
    let chance = |told: &Value, name: &str| told["attacker"][name].as_f64().unwrap();
    assert_eq!(told["column"], fresh["column"]);
    assert_near(chance(&told, "depleted"), chance(&fresh, "depleted"), "both may be depleted");
    assert!(chance(&told, "morale") < chance(&fresh, "morale") - 0.01, "{told} {fresh}");
    assert!(chance(&told, "retreats") < chance(&fresh, "retreats") - 0.01, "{told} {fresh}");
    // Beside a second regiment they fall on that.
    let two = json!([worn(1), blue("u-2", "2015", 3.0, 3), grey("c-1", "2016", 4.0, 3)]);
    assert_close_told(two, &["u-1", "u-2"], "2016");
}

#[test]
fn kernstown_15_2_the_preview_of_a_close_combat_agrees_with_every_throw_of_the_dice() {
    let disrupted = with(grey("c-1", "2016", 5.0, 4), json!({ "hits": 2 }));
    assert_close_told(json!([blue("u-1", "2015", 6.0, 4), disrupted]), &["u-1"], "2016");
    // Three to one, and a gun, which does not come back.
    let gun = with(guns("c-1", "confederate", "S", "2016", 2.0), json!({ "worn": true }));
    assert_close_told(json!([blue("u-1", "2015", 9.0, 4), gun]), &["u-1"], "2016");
    // In the midst of enemies a defender that must go is lost.
    let mut units: Vec<Value> = ["2015", "1915", "1916", "2115", "2116", "2017"]
        .iter()
        .enumerate()
        .map(|(at, hex)| blue(&format!("u-{}", at + 1), hex, 3.0, 3))
        .collect();
    units.push(grey("c-1", "2016", 3.0, 3));
    let told = assert_close_told(json!(units), &["u-1"], "2016");
    assert_eq!(told["chances"]["retreat"], json!({}), "{told}");
}

/// What a preview says of a Lead Unit, as opponents reckon it.
fn prospect(chances: &Value, worn: bool, hits: u8) -> Prospect {
    let mut prospect = Prospect::default();
    for outcome in chances["outcomes"].as_array().unwrap() {
        let chance = outcome["chance"].as_f64().unwrap();
        if outcome["fate"] == "eliminated" || outcome["fate"].get("broken").is_some() {
            prospect.gone += chance;
            continue;
        }
        prospect.retreats += if outcome["fate"].get("retreats").is_some() { chance } else { 0.0 };
        prospect.worn += if outcome["worn"] == true && !worn { chance } else { 0.0 };
        prospect.hit += if outcome["hits"].as_u64().unwrap() > u64::from(hits) { chance } else { 0.0 };
    }
    prospect
}

/// Whether a unit can retreat so far and stay on the map.
fn can_retreat(table: &Table, unit: blind_swords::UnitId, hexes: u8) -> bool {
    let mut other = Table { battle: table.battle.clone(), state: table.state.clone(), events: Vec::new() };
    let id = table.battle.unit(unit).id.clone();
    let side = table.battle.unit(unit).side;
    let origin = table.place(&id);
    other.apply(json!({ "event": "stack", "change": { "push": { "retreat": {
        "side": side, "unit": id, "origin": origin, "distance": hexes, "causes": [], "walked": [], "path": [],
        "off": false, "panic": false, "stage": "planning" } } } }));
    let order = Order::Instruct { instructions: StandingOrders::default() };
    let judged =
        other.battle.judge(&other.state, side, &order, &mut LoadedDice::default(), &mut RuleCheck::quiet());
    !judged.unwrap().iter().any(|event| {
        matches!(event, Event::Broken { unit: u, .. } | Event::Eliminated { unit: u, .. } | Event::RetreatedOff { unit: u, .. } if *u == unit)
    })
}

/// Fires and Close Combats that are offered at a question, a few of each.
fn combats(table: &Table, chance: &mut Chance) -> Vec<Order> {
    let offers = table.battle.offers(&table.state);
    let (fires, closes): (Vec<Order>, Vec<Order>) = offers
        .into_iter()
        .filter(|order| matches!(order, Order::Fire { .. } | Order::Close { .. }))
        .partition(|order| matches!(order, Order::Fire { .. }));
    let mut some = Vec::new();
    for of in [fires, closes] {
        for _ in 0..of.len().min(3) {
            some.push(chance.any(&of).clone());
        }
    }
    some
}

/// How often the two agreed in all, and how often where the rules know that a retreat is barred.
#[derive(Default)]
struct Compared {
    fires: u32,
    closes: u32,
    barred: u32,
    lost: u32,
}

impl Compared {
    /// What previews tell of each fire and Close Combat of an order, held against what opponents
    /// reckon with.
    fn compare(&mut self, table: &Table, side: Side, order: &Order) {
        let (battle, state) = (&table.battle, &table.state);
        let preview = json!(battle.preview(state, side, order));
        match order {
            Order::Fire { shots } => {
                let flanked = battle.flanked_by(state, shots);
                for (shot, fire) in shots.iter().zip(preview["fires"].as_array().unwrap()) {
                    let told = &fire["targets"][0];
                    match battle.fire_odds(state, shot, flanked.contains(&shot.target)) {
                        None => assert!(told["tests"].is_null(), "{}: {fire}", shown(table)),
                        Some(odds) => {
                            self.lead(table, told, &odds, &battle.fire_prospect(state, &odds));
                            self.fires += 1;
                        }
                    }
                }
            }
            Order::Close { assaults } => {
                for (assault, told) in assaults.iter().zip(preview["assaults"].as_array().unwrap()) {
                    for odds in battle.close_odds_of(state, side, assault) {
                        let ways = told["ways"].as_array().unwrap();
                        let from = json!(battle.number(odds.from));
                        let way = ways.iter().find(|way| way["assaulting"] == from).unwrap();
                        self.lead(table, way, &odds, &battle.close_prospect(state, &odds));
                        self.attackers(table, way, assault, &odds);
                        self.closes += 1;
                    }
                }
            }
            _ => panic!("{order:?} has no preview of this kind"),
        }
    }

    /// The chances of each test, and of what becomes of the Lead Unit.
    fn lead(&mut self, table: &Table, told: &Value, odds: &Odds, reckoned: &Prospect) {
        let what = format!("{}: {told}", shown(table));
        assert_eq!(told["lead"], json!(table.battle.unit(odds.lead).id), "{what}");
        for (name, chance) in ["none", "routine", "tough", "severe"].into_iter().zip(odds.tests) {
            assert_near(told["tests"][name].as_f64().unwrap(), chance, &what);
        }
        let there = table.state.unit(odds.lead);
        let rules = prospect(&told["chances"], there.worn, there.hits);
        assert_near(rules.retreats + rules.gone, reckoned.retreats + reckoned.gone, &what);
        if (1..=3).all(|hexes| can_retreat(table, odds.lead, hexes)) {
            assert_near(rules.retreats, reckoned.retreats, &what);
            assert_near(rules.worn, reckoned.worn, &what);
            assert_near(rules.hit, reckoned.hit, &what);
        } else {
            assert!(rules.retreats <= reckoned.retreats + 1e-9, "{what}");
            self.barred += 1;
        }
    }

    /// What falls on the attackers, which is the same where none of them can be lost before it
    /// does.
    fn attackers(&mut self, table: &Table, told: &Value, assault: &DeclaredCloseCombat, odds: &Odds) {
        let (battle, state) = (&table.battle, &table.state);
        let what = format!("{}: {told}", shown(table));
        let mut front = assault.units.iter().filter(|&&u| state.hex(u) == Some(odds.from));
        let steady = front.all(|&u| !state.unit(u).worn && state.unit(u).hits < 2);
        let names = ["depleted", "morale", "retreats"];
        for (name, reckoned) in names.into_iter().zip(battle.close_price(odds)) {
            let told = told["attacker"][name].as_f64().unwrap();
            if steady {
                assert_near(told, reckoned, &what);
            } else {
                assert!(told <= reckoned + 1e-9, "{what}: {told} {reckoned}");
                self.lost += u32::from(told < reckoned - 1e-9);
            }
        }
    }
}

/// A regiment in any condition.
fn any_unit(chance: &mut Chance, blue_side: bool, number: usize, hex: &str) -> Value {
    let strength = 2.0 + chance.below(4) as f64;
    let cohesion = 2 + chance.below(4) as u8;
    let condition = json!({ "worn": chance.below(3) == 0, "hits": chance.below(3) });
    let unit = match (blue_side, chance.below(5)) {
        (true, _) => blue(&format!("u-{number}"), hex, strength, cohesion),
        (false, 0) => guns(&format!("c-{number}"), "confederate", "S", hex, strength),
        (false, _) => grey(&format!("c-{number}"), hex, strength, cohesion),
    };
    with(unit, condition)
}

/// Stacks of any units against one another: up to three hexes of Tyler's around 2016, and other
/// Confederates about.
fn any_position(chance: &mut Chance) -> (Table, Vec<String>) {
    let around = ["2015", "1915", "2115"];
    let mut units = Vec::new();
    let mut attackers = Vec::new();
    for hex in &around[..1 + chance.below(3)] {
        for _ in 0..=chance.below(2) {
            attackers.push(format!("u-{}", units.len()));
            units.push(any_unit(chance, true, units.len(), hex));
        }
    }
    for _ in 0..=chance.below(3) {
        units.push(any_unit(chance, false, units.len(), "2016"));
    }
    for hex in ["1916", "2017", "2116"] {
        if chance.below(2) == 0 {
            units.push(any_unit(chance, false, units.len(), hex));
        }
    }
    (closing(json!(units)), attackers)
}

#[test]
fn kernstown_15_0_opponents_reckon_what_the_rules_bring() {
    let mut compared = Compared::default();
    at_every_question(300, |table, chance, _| {
        for order in combats(table, chance) {
            compared.compare(table, table.state.asked().unwrap(), &order);
        }
    });
    let mut chance = Chance(1862);
    for _ in 0..60 {
        let (mut table, attackers) = any_position(&mut chance);
        let attackers: Vec<&str> = attackers.iter().map(String::as_str).collect();
        let close = table.battle.read_order(&attack(&attackers, "2016")).unwrap();
        compared.compare(&table, Union, &close);
        table.fire_step(Union, TYLER);
        let shoot = table.battle.read_order(&fire(&attackers[..1], "2016")).unwrap();
        compared.compare(&table, Union, &shoot);
    }
    let Compared { fires, closes, barred, lost } = compared;
    assert!(fires > 150 && closes > 60, "{fires} fires, {closes} Close Combats");
    assert!(barred > 0 && lost > 0, "{barred} cannot retreat, {lost} that nobody is left for");
}

/// A position that a side cannot tell from this one: the other side holds other chits, and has told
/// the program in advance to do whatever it can.
fn other_hidden(table: &Table, side: Side) -> State {
    let battle = &table.battle;
    let mut other = table.state.clone();
    for chit in battle.chit_ids().filter(|&chit| battle.chit(chit).side == Some(side.other())) {
        let place = &mut other.chits[chit.index()].place;
        *place = if *place == ChitPlace::Held { ChitPlace::Cup } else { ChitPlace::Held };
    }
    let always = StandingOrder::Always;
    other.instructions[side.other()] = StandingOrders {
        opportunity_fire: always,
        defensive_fire: always,
        withdrawal: always,
        advance: always,
        ..StandingOrders::default()
    };
    other
}

#[test]
fn kernstown_k43_a_preview_does_not_show_what_is_hidden() {
    let mut compared = 0;
    let mut compare = |table: &Table, side: Side, order: &Order| {
        let told = json!(table.battle.preview(&table.state, side, order));
        let hidden = other_hidden(table, side);
        let other = json!(table.battle.preview(&hidden, side, order));
        assert_eq!(told, other, "{}", shown(table));
        compared += 1;
    };
    at_every_question(200, |table, chance, _| {
        for order in combats(table, chance) {
            compare(table, table.state.asked().unwrap(), &order);
        }
    });
    let mut chance = Chance(1864);
    for _ in 0..20 {
        let (table, attackers) = any_position(&mut chance);
        let attackers: Vec<&str> = attackers.iter().map(String::as_str).collect();
        let close = table.battle.read_order(&attack(&attackers, "2016")).unwrap();
        compare(&table, Union, &close);
    }
    assert!(compared > 150, "{compared}");
}
