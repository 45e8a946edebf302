//! Games played at random are played and told as they were before: a checksum of each kind of thing
//! that was told, for every scenario. A change that means to change one says so by its snapshot
//! (`INSTA_UPDATE=always`); any other that does has changed more than it meant to.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use std::fmt::Write;

use crate::check::chance::any_order;
use crate::check::{Table, start};
use blind_swords::{Mover, Order, VERBS};
use hexmap::Hex;
use serde_json::{Value, json};
use tabletop::{Protocol, RuleCheck, Rules, Side, Situation};
use testing::{Chance, Checksums};

/// No game comes near to so many.
const MOST_ORDERS: i32 = 20_000;

/// Numbers with a fraction, in so many places as do not hang on the last bit.
fn numbers(of: &[f64]) -> String {
    of.iter().map(|number| format!("{number:.6} ")).collect()
}

/// What the side that is asked is told about its orders, and what it is told of those it may not
/// give.
fn note_orders(sums: &mut Checksums, table: &Table, chance: &mut Chance, offers: &[Order]) {
    let (battle, state) = (&table.battle, &table.state);
    let side = state.asked().unwrap();
    let units: Vec<&str> = battle.scenario.units.iter().map(|unit| unit.id.as_str()).collect();
    for _ in 0..2 {
        let order = any_order(chance, offers);
        sums.note("preview", json!(battle.preview(state, side, &order)));
        for side in Side::BOTH {
            let mut noted = RuleCheck::noted();
            let verdict = battle.judge(state, side, &order, &mut Chance(7), &mut noted);
            let verdict = verdict
                .map(|events| events.iter().map(|event| battle.event_value(event)).collect::<Vec<_>>());
            sums.note("judged", format!("{verdict:?} {:?}", noted.trail()));
        }
        let unit = json!({ "unit": chance.any(&units) });
        for subject in [battle.order_value(&order)[order.verb()].clone(), unit, json!({})] {
            let verb = if chance.below(3) == 0 { *chance.any(&VERBS) } else { order.verb() };
            sums.note(
                "targets",
                format!("{:?}", battle.targets(state, side, verb, &subject).map(|told| json!(told))),
            );
        }
    }
}

/// What an opponent is told to look ahead with.
fn note_outlook(sums: &mut Checksums, table: &Table, chance: &mut Chance, offers: &[Order]) {
    let (battle, state) = (&table.battle, &table.state);
    let side = state.asked().unwrap();
    sums.note("question", format!("{:?} {:?}", battle.question(state), battle.active(state)));
    sums.note("question", format!("{} {:?}", battle.depth(state), battle.retreating(state)));
    sums.note("standing", format!("{:?} {:?}", battle.standing_now(state), battle.score(state)));
    for declared in [battle.declared_fire(state), battle.declared_close(state)].into_iter().flatten() {
        sums.note("odds", format!("{declared:?}"));
    }
    match any_order(chance, offers) {
        Order::Fire { shots } => {
            sums.note("odds", format!("{:?}", battle.flanked_by(state, &shots)));
            for odds in shots.iter().filter_map(|shot| battle.fire_odds(state, shot, shots.len() > 1)) {
                sums.note("odds", format!("{odds:?} {:?}", battle.fire_prospect(state, &odds)));
            }
        }
        Order::Close { assaults } => {
            for odds in assaults.iter().flat_map(|one| battle.close_odds_of(state, side, one)) {
                let price = numbers(&battle.close_price(&odds));
                sums.note("odds", format!("{odds:?} {:?} {price}", battle.close_prospect(state, &odds)));
            }
        }
        _ => {}
    }
    let hexes: Vec<Hex> = battle.map().grid.hexes().collect();
    let (from, to) = (*chance.any(&hexes), *chance.any(&hexes));
    sums.note("sight", format!("{:?} {}", battle.sight(state, from, to), battle.sees(state, from, to)));
    for part in battle.parts(state) {
        let order = battle.order_in(state, &part, |count| chance.below(count));
        sums.note("parts", format!("{} {:?}", part.verb(), order.map(|o| battle.order_value(&o))));
    }
}

fn note_views(sums: &mut Checksums, table: &Table) {
    let situation = Situation { game: "1".to_owned(), undo: true, ..Situation::default() };
    for seat in [None, Some(Side::Union), Some(Side::Confederate)] {
        let mut view = Vec::new();
        table.battle.write_view(&table.state, seat, &situation, &mut view);
        sums.note("view", String::from_utf8(view).unwrap());
    }
    for side in Side::BOTH {
        sums.note("options", json!(table.battle.options(&table.state, side)));
        let drawn = table.battle.determinize(&table.state, side, &mut Chance(11));
        sums.note("drawn", format!("{:?}", drawn.chits));
    }
}

/// Plays the scenario at random and says what was told.
fn told_of(number: u8, seed: u64) -> String {
    let mut sums = Checksums::default();
    let mut table = start(number);
    table.battle.options.brisk = seed == 1;
    table.battle.options.rare_events = seed == 2;
    table.battle.options.chew = seed == 2;
    let mut chance = Chance(7919 * (u64::from(number) + 10 * seed));
    for count in 0..MOST_ORDERS {
        let Some(side) = table.state.asked() else { break };
        let offers = table.battle.offers(&table.state);
        if count % 3 == 0 {
            note_orders(&mut sums, &table, &mut chance, &offers);
        }
        if count % 5 == 0 {
            note_outlook(&mut sums, &table, &mut chance, &offers);
        }
        if count % 9 == 0 {
            note_views(&mut sums, &table);
        }
        let order = any_order(&mut chance, &offers);
        sums.note("played", table.battle.order_value(&order));
        let check = &mut RuleCheck::quiet();
        let before = table.state.clone();
        let events = table.battle.execute(&mut table.state, side, &order, &mut chance, check).unwrap();
        let modifiers = table.battle.modifiers(&before, &events);
        for (at, event) in events.iter().enumerate() {
            sums.note("played", table.battle.event_value(event));
            for seat in [None, Some(Side::Union), Some(Side::Confederate)] {
                let line = table.battle.redact(event, modifiers.of(at), seat);
                sums.note("log", line.map(|told| json!(told)).unwrap_or(Value::Null));
            }
        }
    }
    assert!(table.state.asked().is_none(), "scenario {number}: the game does not end");
    sums.lines()
}

/// What the files of a scenario come to, without their texts.
fn read_from_files(number: u8) -> String {
    let mut sums = Checksums::default();
    let battle = start(number).battle;
    let read = &*battle.scenario;
    sums.note("data", format!("{:?} {:?} {:?} {:?}", read.info, read.case, read.tables, read.map));
    sums.note("data", format!("{:?}", read.numbers));
    sums.note("data", format!("{:?} {:?} {:?}", read.units, read.brigades, read.chits));
    sums.note("data", format!("{:?} {:?} {:?} {:?}", read.starts, read.times, read.keys, read.random));
    sums.note("data", format!("{:?} {:?} {:?}", read.common, read.frozen, read.release));
    sums.note("data", format!("{:?} {:?}", read.opening_attack, read.silent_batteries));
    sums.note("data", format!("{:?} {:?} {:?}", read.area, read.resupply, read.victory));
    for mover in [Mover::Foot, Mover::Mounted, Mover::Guns] {
        for to in battle.map().grid.hexes().step_by(41) {
            sums.note("ways", format!("{:?}", battle.approaches(&[to], mover)));
        }
    }
    sums.lines()
}

#[test]
fn games_are_played_and_told_as_before() {
    let mut all = String::new();
    for number in 1..=6 {
        writeln!(all, "scenario {number}\n{}", read_from_files(number)).unwrap();
        for seed in 1..=2 {
            writeln!(all, "scenario {number}, game {seed}\n{}", told_of(number, seed)).unwrap();
        }
    }
    insta::assert_snapshot!(all);
}
