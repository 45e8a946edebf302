//! Moments at which chits may be played (10.1, K45).
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
    pub(crate) fn open_moment(&self, course: &mut Course, what: Occasion, active: Side) {
        todo!()
    }

    pub(crate) fn decide_moment(&self, course: &mut Course, side: Side, what: &Occasion, passed: bool, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_moment(&self, state: &State, side: Side, what: &Occasion) -> Vec<Order> {
        todo!()
    }
}
