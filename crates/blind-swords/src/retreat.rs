//! Retreat (15.4).
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
    pub(crate) fn order_retreat(&self, course: &mut Course, unit: UnitId, hexes: u8, causes: Vec<UnitId>, panic: bool) {
        todo!()
    }

    pub(crate) fn step_retreat(&self, course: &mut Course, retreat: Retreat) {
        todo!()
    }

    pub(crate) fn decide_retreat(&self, course: &mut Course, side: Side, retreat: Retreat, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_retreat(&self, state: &State, retreat: &Retreat) -> Vec<Order> {
        todo!()
    }
}
