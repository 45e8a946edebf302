//! Cohesion Tests and what they bring (15.0 to 15.3, 15.6, 15.7).
#![allow(unused_imports, unused_variables)]

use hexmap::Hex;
use serde_json::Value;
use tabletop::{Case, Refusal, Side, case};

use crate::battle::Battle;
use crate::chit::ChitId;
use crate::course::Course;
use crate::event::Event;
use crate::frame::{Activation, Advance, Effects, Fire, FireKind, Frame, Grant, March, Melee, Moving, Occasion, Retreat, Volley};
use crate::order::{Assault, Order, Shot};
use crate::state::State;
use crate::tables::Test;
use crate::unit::{BrigadeId, UnitId};

impl Battle {
    pub(crate) fn begin_test(&self, course: &mut Course, close: bool, test: Test, side: Side, causes: Vec<UnitId>, hex: Hex, lead: UnitId, assaulting: Option<Hex>) {
        todo!()
    }

    pub(crate) fn step_effects(&self, course: &mut Course, effects: Effects) {
        todo!()
    }

    pub(crate) fn decide_effects(&self, course: &mut Course, side: Side, effects: Effects, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_effects(&self, effects: &Effects) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn break_unit(&self, course: &mut Course, unit: UnitId, track: u8, case: Case) {
        todo!()
    }

    pub(crate) fn morale_hit(&self, course: &mut Course, unit: UnitId, case: Case) {
        todo!()
    }
}
