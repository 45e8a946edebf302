//! The Artillery Phase (9).
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
    pub(crate) fn decide_batteries(&self, course: &mut Course, side: Side, passed: bool, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_batteries(&self, state: &State, side: Side) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn decide_battery_hex(&self, course: &mut Course, side: Side, hex: Hex, ready: Vec<UnitId>, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_battery_hex(&self, state: &State, side: Side, hex: Hex, ready: &[UnitId]) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn decide_battery_rally(&self, course: &mut Course, side: Side, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_battery_rally(&self, state: &State, side: Side) -> Vec<Order> {
        todo!()
    }
}
