//! Event chits drawn and held (10.1, 10.3a, 10.4).
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
    pub(crate) fn decide_held(&self, course: &mut Course, side: Side, passed: bool, end: bool, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_held(&self, state: &State, side: Side, end: bool) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn decide_drawn(&self, course: &mut Course, side: Side, chit: ChitId, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_drawn(&self, state: &State, side: Side, chit: ChitId) -> Vec<Order> {
        todo!()
    }
}
