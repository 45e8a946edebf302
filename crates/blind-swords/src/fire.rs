//! Fire Combat (12).
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
    pub(crate) fn decide_fire(&self, course: &mut Course, side: Side, a: Activation, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_fire(&self, state: &State, a: &Activation) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn check_shots(&self, course: &mut Course, side: Side, kind: &FireKind, shots: &[Shot]) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn volley(&self, course: &mut Course, side: Side, kind: FireKind, shots: Vec<Shot>) {
        todo!()
    }

    pub(crate) fn possible_shots(&self, state: &State, side: Side, kind: &FireKind, units: &[UnitId]) -> Vec<Shot> {
        todo!()
    }

    pub(crate) fn step_volley(&self, course: &mut Course, volley: Volley) {
        todo!()
    }

    pub(crate) fn step_fire(&self, course: &mut Course, fire: Fire) {
        todo!()
    }

    pub(crate) fn decide_lead_of_fire(&self, course: &mut Course, side: Side, fire: Fire, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_lead_of_fire(&self, fire: &Fire) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn preview_fire(&self, state: &State, side: Side, shots: &[Shot]) -> Value {
        todo!()
    }
}
