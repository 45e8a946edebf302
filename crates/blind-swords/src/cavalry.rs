//! Cavalry: withdrawal, mounting, charges (13.8 to 13.10).
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
    pub(crate) fn decide_cavalry(&self, course: &mut Course, side: Side, unit: UnitId, mover: UnitId, waiting: Vec<UnitId>, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_cavalry(&self, state: &State, unit: UnitId, mover: UnitId) -> Vec<Order> {
        todo!()
    }
}
