//! The Wild chits (10.5).
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
    pub(crate) fn decide_chaos(&self, course: &mut Course, side: Side, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_chaos(&self, state: &State, side: Side) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn decide_rare(&self, course: &mut Course, side: Side, event: u8, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_rare(&self, state: &State, side: Side, event: u8) -> Vec<Order> {
        todo!()
    }
}
