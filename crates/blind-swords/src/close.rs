//! Close Combat (14).
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
    pub(crate) fn decide_close(&self, course: &mut Course, side: Side, a: Activation, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_close(&self, state: &State, a: &Activation) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn decide_melees(&self, course: &mut Course, side: Side, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_melees(&self, state: &State, side: Side) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn begin_melee(&self, course: &mut Course, side: Side, assault: Assault) {
        todo!()
    }

    pub(crate) fn step_melee(&self, course: &mut Course, melee: Melee) {
        todo!()
    }

    pub(crate) fn decide_melee(&self, course: &mut Course, side: Side, melee: Melee, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_melee(&self, state: &State, melee: &Melee) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn preview_close(&self, state: &State, side: Side, assaults: &[Assault]) -> Value {
        todo!()
    }
}
