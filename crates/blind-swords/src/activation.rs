//! A brigade's activation: its steps and its order (10.7, 11).
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
    pub(crate) fn step_activation(&self, course: &mut Course, a: Activation) {
        todo!()
    }

    pub(crate) fn decide_order(&self, course: &mut Course, side: Side, a: Activation, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_orders(&self, state: &State, a: &Activation) -> Vec<Order> {
        todo!()
    }
}
