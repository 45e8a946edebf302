//! Movement (13.1 to 13.6, 13.12).
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
    pub(crate) fn decide_movement(&self, course: &mut Course, side: Side, a: Activation, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_movement(&self, state: &State, a: &Activation) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn step_march(&self, course: &mut Course, march: March) {
        todo!()
    }

    pub(crate) fn decide_reserve(&self, course: &mut Course, side: Side, brigade: BrigadeId, moving: Option<Moving>, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_reserve(&self, state: &State, side: Side, brigade: BrigadeId, moving: Option<&Moving>) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn decide_wayward(&self, course: &mut Course, side: Side, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_wayward(&self, state: &State, side: Side) -> Vec<Order> {
        todo!()
    }
}
