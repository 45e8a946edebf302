//! Rally (17).
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
    pub(crate) fn decide_rally(&self, course: &mut Course, side: Side, a: Activation, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_rally(&self, state: &State, a: &Activation) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn far_from_enemies(&self, state: &State, unit: UnitId) -> bool {
        todo!()
    }

    pub(crate) fn recover(&self, course: &mut Course, unit: UnitId, hits: u8, case: Case) {
        todo!()
    }

    pub(crate) fn rebuild(&self, course: &mut Course, unit: UnitId, case: Case) {
        todo!()
    }

    pub(crate) fn decide_return(&self, course: &mut Course, side: Side, unit: UnitId, hexes: Vec<Hex>, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn decide_displace(&self, course: &mut Course, side: Side, unit: UnitId, hexes: Vec<Hex>, order: &Order) -> Result<(), Refusal> {
        todo!()
    }
}
