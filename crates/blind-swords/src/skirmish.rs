//! Skirmish Order (16).
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
    pub(crate) fn drive_off_skirmishers(&self, course: &mut Course, mover: UnitId) -> bool {
        todo!()
    }

    pub(crate) fn step_skirmishers(&self, course: &mut Course, side: Side, units: Vec<UnitId>, mover: UnitId) {
        todo!()
    }

    pub(crate) fn decide_skirmishers(&self, course: &mut Course, side: Side, units: Vec<UnitId>, mover: UnitId, ways: Vec<Hex>, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_skirmishers(&self, units: &[UnitId], ways: &[Hex]) -> Vec<Order> {
        todo!()
    }
}
