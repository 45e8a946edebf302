//! Games played at random are played and told as they were before: a checksum of each kind of thing
//! that was told, for every scenario. A change that means to change one says so by its snapshot
//! (`INSTA_UPDATE=always`); any other that does has changed more than it meant to.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::check::chance::Chance;
use crate::check::{Table, start};
use blind_swords::{Mover, Order, VERBS};
use hexmap::Hex;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tabletop::{Protocol, RuleCheck, Rules, Side, Situation};

/// No game comes near to so many.
const MOST_ORDERS: i32 = 20_000;

/// What was told, by its kind.
#[derive(Default)]
struct Told(BTreeMap<&'static str, Sha256>);

impl Told {
    fn note(&mut self, kind: &'static str, what: impl std::fmt::Display) {
        let sum = self.0.entry(kind).or_default();
        sum.update(what.to_string());
        sum.update("\n");
    }

    /// A line a kind, in few digits: enough to see a change.
    fn lines(self) -> String {
        let mut lines = String::new();
        for (kind, sum) in self.0 {
            let sum: [u8; 32] = sum.finalize().into();
            let digits: String = sum[..6].iter().map(|byte| format!("{byte:02x}")).collect();
            writeln!(lines, "{kind:<10} {digits}").unwrap();
        }
        lines
    }
}

/// Numbers with a fraction, in so many places as do not hang on the last bit.
fn numbers(of: &[f64]) -> String {
    of.iter().map(|number| format!("{number:.6} ")).collect()
}

/// What the side that is asked is told about its orders, and what it is told of those it may not
/// give.
fn note_orders(told: &mut Told, table: &Table, chance: &mut Chance, offers: &[Order]) {
    let (battle, state) = (&table.battle, &table.state);
    let side = state.asked().unwrap();
    let units: Vec<&str> = battle.scenario.units.iter().map(|unit| unit.id.as_str()).collect();
    for _ in 0..2 {
        let order = chance.order(offers);
        told.note("preview", json!(battle.preview(state, side, &order)));
        for side in Side::BOTH {
            let mut noted = RuleCheck::noted();
            let verdict = battle.judge(state, side, &order, &mut Chance(7), &mut noted);
            let verdict = verdict
                .map(|events| events.iter().map(|event| battle.event_value(event)).collect::<Vec<_>>());
            told.note("judged", format!("{verdict:?} {:?}", noted.trail()));
        }
        let unit = json!({ "unit": chance.any(&units) });
        for subject in [battle.order_value(&order)[order.verb()].clone(), unit, json!({})] {
            let verb = if chance.below(3) == 0 { *chance.any(&VERBS) } else { order.verb() };
            told.note(
                "targets",
                format!("{:?}", battle.targets(state, side, verb, &subject).map(|told| json!(told))),
            );
        }
    }
}

/// What an opponent is told to look ahead with.
fn note_outlook(told: &mut Told, table: &Table, chance: &mut Chance, offers: &[Order]) {
    let (battle, state) = (&table.battle, &table.state);
    let side = state.asked().unwrap();
    told.note("question", format!("{:?} {:?}", battle.question(state), battle.active(state)));
    told.note("question", format!("{} {:?}", battle.depth(state), battle.retreating(state)));
    told.note("standing", format!("{:?} {:?}", battle.standing_now(state), battle.score(state)));
    for declared in [battle.declared_fire(state), battle.declared_close(state)].into_iter().flatten() {
        told.note("odds", format!("{declared:?}"));
    }
    match chance.order(offers) {
        Order::Fire { shots } => {
            told.note("odds", format!("{:?}", battle.flanked_by(state, &shots)));
            for odds in shots.iter().filter_map(|shot| battle.fire_odds(state, shot, shots.len() > 1)) {
                told.note("odds", format!("{odds:?} {:?}", battle.fire_prospect(state, &odds)));
            }
        }
        Order::Close { assaults } => {
            for odds in assaults.iter().flat_map(|one| battle.close_odds_of(state, side, one)) {
                let price = numbers(&battle.close_price(&odds));
                told.note("odds", format!("{odds:?} {:?} {price}", battle.close_prospect(state, &odds)));
            }
        }
        _ => {}
    }
    let hexes: Vec<Hex> = battle.map().grid.hexes().collect();
    let (from, to) = (*chance.any(&hexes), *chance.any(&hexes));
    told.note("sight", format!("{:?} {}", battle.sight(state, from, to), battle.sees(state, from, to)));
    for part in battle.parts(state) {
        let order = battle.order_in(state, &part, |count| chance.below(count));
        told.note("parts", format!("{} {:?}", part.verb(), order.map(|o| battle.order_value(&o))));
    }
}

fn note_views(told: &mut Told, table: &Table) {
    let situation = Situation { game: "1".to_owned(), undo: true, ..Situation::default() };
    for seat in [None, Some(Side::Union), Some(Side::Confederate)] {
        let mut view = Vec::new();
        table.battle.write_view(&table.state, seat, &situation, &mut view);
        told.note("view", String::from_utf8(view).unwrap());
    }
    for side in Side::BOTH {
        told.note("options", json!(table.battle.options(&table.state, side)));
        let drawn = table.battle.determinize(&table.state, side, &mut Chance(11));
        told.note("drawn", format!("{:?}", drawn.chits));
    }
}

/// Plays the scenario at random and says what was told.
fn told_of(number: u8, seed: u64) -> String {
    let mut told = Told::default();
    let mut table = start(number);
    table.battle.options.brisk = seed == 1;
    table.battle.options.rare_events = seed == 2;
    table.battle.options.chew = seed == 2;
    let mut chance = Chance(7919 * (u64::from(number) + 10 * seed));
    for count in 0..MOST_ORDERS {
        let Some(side) = table.state.asked() else { break };
        let offers = table.battle.offers(&table.state);
        if count % 3 == 0 {
            note_orders(&mut told, &table, &mut chance, &offers);
        }
        if count % 5 == 0 {
            note_outlook(&mut told, &table, &mut chance, &offers);
        }
        if count % 9 == 0 {
            note_views(&mut told, &table);
        }
        let order = chance.order(&offers);
        told.note("played", table.battle.order_value(&order));
        let check = &mut RuleCheck::quiet();
        let before = table.state.clone();
        let events = table.battle.execute(&mut table.state, side, &order, &mut chance, check).unwrap();
        let modifiers = table.battle.modifiers(&before, &events);
        for (at, event) in events.iter().enumerate() {
            told.note("played", table.battle.event_value(event));
            for seat in [None, Some(Side::Union), Some(Side::Confederate)] {
                let line = table.battle.redact(event, modifiers.of(at), seat);
                told.note("log", line.map(|told| json!(told)).unwrap_or(Value::Null));
            }
        }
    }
    assert!(table.state.asked().is_none(), "scenario {number}: the game does not end");
    told.lines()
}

/// What the files of a scenario come to, without their texts.
fn read_from_files(number: u8) -> String {
    let mut told = Told::default();
    let battle = start(number).battle;
    let read = &*battle.scenario;
    told.note("data", format!("{:?} {:?} {:?} {:?}", read.info, read.case, read.tables, read.map));
    told.note("data", format!("{:?}", read.numbers));
    told.note("data", format!("{:?} {:?} {:?}", read.units, read.brigades, read.chits));
    told.note("data", format!("{:?} {:?} {:?} {:?}", read.starts, read.times, read.keys, read.random));
    told.note("data", format!("{:?} {:?} {:?}", read.common, read.frozen, read.release));
    told.note("data", format!("{:?} {:?}", read.opening_attack, read.silent_batteries));
    told.note("data", format!("{:?} {:?} {:?}", read.area, read.resupply, read.victory));
    for mover in [Mover::Foot, Mover::Mounted, Mover::Guns] {
        for to in battle.map().grid.hexes().step_by(41) {
            told.note("ways", format!("{:?}", battle.approaches(&[to], mover)));
        }
    }
    told.lines()
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
