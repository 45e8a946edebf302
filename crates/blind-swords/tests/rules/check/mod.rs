//! The table at which the cases are tried: a position on the real map, orders, and what comes of
//! them.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "a test that cannot go on is to stop, and each file uses its part"
)]

pub mod chance;
pub mod close_combats;
pub mod draws;
pub mod field;
pub mod fires;
pub mod generated;
pub mod moves;

use std::sync::{Arc, LazyLock};

use blind_swords::{Battle, Event, Library, Options, Order, Place, Scenario, State, UnitId};
use hexmap::Hex;
use serde_json::{Value, json};
use tabletop::{LoadedDice, Protocol, Refusal, RuleCheck, Rules, Seat, Side, Situation};

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    match Library::load(&|file| std::fs::read_to_string(data.join(file)).ok()) {
        Ok(library) => library,
        Err(faults) => panic!("{faults}"),
    }
});

/// Everything that can be played.
pub fn library() -> &'static Library {
    &LIBRARY
}

/// A scenario by its id.
pub fn scenario(id: &str) -> Arc<Scenario> {
    LIBRARY.scenario(id).unwrap_or_else(|| panic!("there is no scenario {id}"))
}

/// A game at some position, with what has happened since it was set up.
pub struct Table {
    pub battle: Battle,
    pub state: State,
    pub events: Vec<Event>,
}

/// The scenario with that number at its start.
pub fn start(number: u8) -> Table {
    let id = [
        "kernstown-1-stone-wall",
        "kernstown-2-historical",
        "kernstown-3-jackson-aware",
        "kernstown-4-breckinridge",
        "kernstown-5-historical-1864",
        "kernstown-6-what-if",
    ][usize::from(number) - 1];
    let battle = Battle::new(scenario(id), Options::default());
    let state = battle.start();
    Table { battle, state, events: Vec::new() }
}

impl Table {
    /// The unit of that id.
    pub fn unit(&self, id: &str) -> UnitId {
        self.battle.named(id).unwrap_or_else(|| panic!("there is no unit {id}"))
    }

    /// The hex of that number.
    pub fn hex(&self, number: &str) -> Hex {
        self.battle.map().grid.parse(number).unwrap_or_else(|| panic!("there is no hex {number}"))
    }

    /// Where a unit stands, by its printed number.
    pub fn place(&self, id: &str) -> String {
        match self.state.unit(self.unit(id)).place {
            Place::On(hex) => self.battle.number(hex).to_owned(),
            Place::Due => "due".to_owned(),
            Place::Broken(track) => format!("box {track}"),
            Place::Eliminated => "eliminated".to_owned(),
            Place::Exited => "exited".to_owned(),
        }
    }

    /// Gives an order as the protocol writes it, with these dice; what happened.
    pub fn order(&mut self, side: Side, order: Value, dice: &[u8]) -> Result<Vec<Event>, Refusal> {
        let order = self.battle.read_order(&order).unwrap_or_else(|e| panic!("{e}: {order}"));
        self.give(side, &order, dice)
    }

    /// Gives an order.
    pub fn give(&mut self, side: Side, order: &Order, dice: &[u8]) -> Result<Vec<Event>, Refusal> {
        let before = self.state.clone();
        let mut loaded = LoadedDice::new(dice.iter().copied());
        let events = self.battle.judge(&self.state, side, order, &mut loaded, &mut RuleCheck::quiet())?;
        assert!(loaded.0.is_empty(), "{} dice were left over", loaded.0.len());
        assert_eq!(before, self.state, "judging changed the position");
        for event in &events {
            // As records have it: written, read, applied.
            let read =
                self.battle.read_event(&self.battle.event_value(event)).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(&read, event);
            self.battle.apply(&mut self.state, &read);
        }
        self.events.extend(events.iter().cloned());
        let faults = self.battle.faults(&self.state);
        assert!(faults.is_empty(), "{faults:?}");
        Ok(events)
    }

    /// An order that must be legal.
    pub fn ok(&mut self, side: Side, order: Value, dice: &[u8]) -> Vec<Event> {
        let shown = order.to_string();
        self.order(side, order, dice).unwrap_or_else(|refusal| panic!("{shown} was refused: {refusal}"))
    }

    /// An order that must be refused under that case; nothing has changed then.
    pub fn refused(&mut self, side: Side, order: Value, case: &str) -> String {
        let shown = order.to_string();
        match self.order(side, order, &[]) {
            Ok(_) => panic!("{shown} was accepted; {case} should refuse it"),
            Err(refusal) => {
                assert_eq!(refusal.case.number(), case, "{shown}: {}", refusal.message);
                assert!(!refusal.message.is_empty());
                refusal.message
            }
        }
    }

    /// What the side that is asked is offered, as the protocol writes it.
    pub fn offers(&self) -> Vec<Value> {
        self.battle.offers(&self.state).iter().map(|o| self.battle.order_value(o)).collect()
    }

    /// What a seat sees.
    pub fn view(&self, seat: Seat) -> Value {
        let mut bytes = Vec::new();
        self.battle.write_view(&self.state, seat, &Situation::default(), &mut bytes);
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Passes until somebody is asked something that cannot be passed, or `enough` says so.
    pub fn pass_until(&mut self, enough: impl Fn(&Table) -> bool) {
        while !enough(self) {
            let side = self.battle.asked(&self.state).unwrap_or_else(|| panic!("the game is over"));
            self.ok(side, json!({ "pass": {} }), &[]);
        }
    }
}
