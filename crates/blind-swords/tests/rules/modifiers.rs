//! What the log tells of a result: every strength, factor, shift and rating that made it (4.8, 12.1,
//! 12.3, 14.3, 15.5, 15.6), and that they add up.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::chance::any_order;
use crate::check::close_combats::{attack, closing};
use crate::check::field::{field, rebel, union, with};
use crate::check::fires::{fire, open, target};
use crate::check::{Table, start};
use blind_swords::{Battle, Event, Order, State, Strength};
use serde_json::{Value, json};
use tabletop::{Modifier, Protocol, RuleCheck, Rules, Side};
use testing::Chance;

const TYLER: &str = "b62-tyler";
const BURKS: &str = "b62-burks";

/// What was counted in whole games.
#[derive(Debug, Default)]
struct Seen {
    fires: u32,
    closes: u32,
    shifted: u32,
    multiplied: u32,
    ratings: u32,
}

/// The strength that the lines about units come to: each unit's, multiplied by what follows it.
fn strength(modifiers: &[Modifier]) -> f64 {
    let (mut sum, mut of_unit) = (0.0, 0.0);
    for one in modifiers.iter().take_while(|one| one.column.is_none() && one.shift.is_none()) {
        if let Some(strength) = one.strength {
            sum += of_unit;
            of_unit = strength;
        }
        of_unit *= one.times.unwrap_or(1.0);
    }
    sum + of_unit
}

/// The number of the column of that name.
fn number(battle: &Battle, column: &str) -> i32 {
    let columns = &battle.scenario.tables.combat.columns;
    columns.iter().position(|known| known.name == column).unwrap() as i32
}

/// The rating that the lines come to.
fn rating(modifiers: &[Modifier]) -> i16 {
    modifiers.iter().filter_map(|one| one.rating).sum()
}

/// Holds what is told of an event to what was thrown.
fn add_up(battle: &Battle, event: &Event, modifiers: &[Modifier], seen: &mut Seen) {
    let shown = || format!("{event:?}\n{modifiers:#?}");
    for one in modifiers {
        assert!(!one.text.is_empty() && one.system == battle.system_of(one.case), "{}", shown());
    }
    match event {
        Event::CombatThrown { close, column, cohesion, .. } => {
            let table = &battle.scenario.tables.combat;
            let brought = Strength((strength(modifiers) * 256.0) as i32);
            let columns: Vec<&String> = modifiers.iter().filter_map(|one| one.column.as_ref()).collect();
            let [first, last] = columns[..] else { panic!("{}", shown()) };
            assert_eq!(table.column(brought).unwrap_or(0) as i32, number(battle, first), "{}", shown());
            let shifts: i32 = modifiers.iter().filter_map(|one| one.shift).map(i32::from).sum();
            assert_eq!(number(battle, first) + shifts, number(battle, last), "{}", shown());
            assert_eq!(last, column, "{}", shown());
            assert_eq!(rating(modifiers), i16::from(*cohesion), "{}", shown());
            seen.fires += u32::from(!close);
            seen.closes += u32::from(*close);
            seen.shifted += u32::from(modifiers.iter().any(|one| one.shift.is_some()));
            seen.multiplied +=
                u32::from(modifiers.iter().any(|one| one.times.is_some_and(|times| times != 1.0)));
        }
        Event::BreakThrown { cohesion, .. } | Event::RebuildThrown { cohesion, .. } => {
            assert_eq!(rating(modifiers), i16::from(*cohesion), "{}", shown());
            seen.ratings += 1;
        }
        Event::CommandThrown { rating: upto, .. } => {
            // Of a rating as it is printed there is nothing to tell.
            assert!(modifiers.is_empty() || rating(modifiers) == i16::from(*upto), "{}", shown());
        }
        Event::EarningThrown { die, earned, .. } => {
            assert_eq!(i16::from(*die) <= rating(modifiers), *earned, "{}", shown());
        }
        Event::TestThrown { .. } | Event::Voided { .. } => {}
        _ => assert!(modifiers.is_empty(), "{}", shown()),
    }
}

/// Plays a scenario at random.
fn play(number: u8, seed: u64, seen: &mut Seen) {
    let mut table = start(number);
    table.battle.options.rare_events = seed.is_multiple_of(2);
    table.battle.options.chew = seed.is_multiple_of(2);
    let mut chance = Chance(7919 * (u64::from(number) + 10 * seed));
    while let Some(side) = table.state.asked() {
        let offers = table.battle.offers(&table.state);
        // Whoever can fight does, every other time: random orders seldom do.
        let fights: Vec<Order> =
            offers.iter().filter(|order| ["fire", "close"].contains(&order.verb())).cloned().collect();
        let bold = !fights.is_empty() && chance.below(2) == 0;
        let order = any_order(&mut chance, if bold { &fights } else { &offers });
        let before = table.state.clone();
        let check = &mut RuleCheck::quiet();
        let events = table.battle.execute(&mut table.state, side, &order, &mut chance, check).unwrap();
        let modifiers = table.battle.modifiers(&before, &events);
        for (number, event) in events.iter().enumerate() {
            add_up(&table.battle, event, modifiers.of(number), seen);
        }
    }
}

#[test]
fn modifiers_add_up_to_what_was_thrown_in_every_scenario() {
    for scenario in 1..=6 {
        let mut seen = Seen::default();
        for seed in 1..=8 {
            play(scenario, seed, &mut seen);
        }
        assert!(seen.fires > 30 && seen.shifted > 20, "scenario {scenario}: {seen:?}");
        assert!(seen.multiplied > 10 && seen.ratings > 5, "scenario {scenario}: {seen:?}");
    }
}

/// What the log says of the last events of that kind: each line's text, with what it changes.
fn lines(battle: &Battle, before: &State, events: &[Event], kind: &str) -> Vec<String> {
    let modifiers = battle.modifiers(before, events);
    let at = events.iter().rposition(|event| battle.event_value(event)["event"] == kind).unwrap();
    let told = json!(battle.redact(&events[at], modifiers.of(at), None));
    let change = |one: &Value| {
        let fields = ["strength", "times", "shift", "rating", "column"];
        let found = fields.iter().find_map(|name| one.get(*name).map(|value| format!(" {name} {value}")));
        found.unwrap_or_default()
    };
    let told = told["modifiers"].as_array().unwrap();
    told.iter()
        .map(|one| {
            format!("{}: {}{}", one["case"].as_str().unwrap(), one["text"].as_str().unwrap(), change(one))
        })
        .collect()
}

/// The log of a fire of the Union, on which nobody plays a chit.
fn thrown(table: &mut Table, order: Value, dice: &[u8]) -> Vec<String> {
    let before = table.state.clone();
    let events = table.ok(Side::Union, order, dice);
    lines(&table.battle, &before, &events, "combat-thrown")
}

#[test]
fn case_12_1c_12_3_a_fire_is_told_with_its_band_columns_and_shifts() {
    // 3525 and 3526 are woods on one level: through the one at the other.
    let far = rebel("c-1", BURKS, "3526", (3.0, 3), (1.0, 2));
    let mut table = open(json!([union("u-1", TYLER, "3524", (12.0, 3), (3.0, 2)), far]), TYLER);
    let told = thrown(&mut table, fire(&["u-1"], "3526"), &[1, 1]);
    assert_eq!(
        told,
        [
            "4.1: u-1 strength 12.0",
            "12.1c: Long range times 0.5",
            "12.3: 6 SP fire column \"6-7\"",
            "12.3: Target in orchard or woods shift -1",
            "12.3: Through orchard or woods shift -1",
            "12.3: Thrown on column \"4\"",
            "4.1: Printed CR of c-1 rating 3",
            "15.5a: Without support rating -1",
        ]
    );
}

#[test]
fn case_15_6_morale_hits_lower_strength_and_cr_in_the_log() {
    let shaken = with(target(), json!({ "hits": 1 }));
    let firer = with(union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)), json!({ "hits": 2 }));
    let mut table = open(json!([firer, shaken]), TYLER);
    let told = thrown(&mut table, fire(&["u-1"], "3721"), &[1, 1]);
    assert_eq!(told[0], "15.6: u-1 with two Morale Hits strength 2.0");
    assert!(told.contains(&"15.6: Morale Hits rating -1".to_owned()), "{told:?}");
}

#[test]
fn kernstown_k61_a_fire_that_is_pushed_off_the_table_says_by_what() {
    let mut table = field(json!([
        union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "3721", (1.0, 3), (0.5, 2))
    ]))
    .holding(&["u-good-ground"]);
    table.fire_step(Side::Confederate, BURKS);
    table.ok(Side::Confederate, fire(&["c-1"], "3621"), &[]);
    let before = table.state.clone();
    let events = table.ok(Side::Union, json!({ "play": { "chit": "u-good-ground" } }), &[]);
    let told = lines(&table.battle, &before, &events, "voided");
    assert_eq!(told[2..].len(), 3, "{told:?}");
    assert_eq!(told[2], "12.3: 1 SP fire column \"1\"");
    assert!(told[3].contains("Good Ground shift -2"), "{told:?}");
    assert_eq!(told[4], "K61: Left of the first column");
}

#[test]
fn case_14_3d_a_close_combat_is_told_with_its_strengths_odds_and_ratings() {
    let mut table = closing(json!([
        union("u-1", TYLER, "3621", (6.0, 4), (2.0, 3)),
        rebel("c-1", BURKS, "3721", (2.0, 3), (1.0, 2)),
    ]));
    table.ok(Side::Union, attack(&["u-1"], "3721"), &[]);
    let before = table.state.clone();
    let events = table.ok(Side::Confederate, json!({ "pass": {} }), &[1, 1, 1, 1]);
    let told = lines(&table.battle, &before, &events, "combat-thrown");
    assert_eq!(told[0], "4.1: u-1 strength 6.0", "{told:?}");
    assert!(told[1].contains("6 SP in the Assaulting Hex, 3621"), "{told:?}");
    assert_eq!(told[2], "14.3d: 6 SP in all against 2");
    assert_eq!(told[3], "14.3d: 3:1 or more shift 3");
    assert!(told.contains(&"4.1: Printed CR of c-1 rating 3".to_owned()), "{told:?}");
}
