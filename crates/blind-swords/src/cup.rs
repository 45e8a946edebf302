//! The Command Decision Phase and the draw cup (8, 10.2, 10.3).
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
    pub(crate) fn decide_keys(&self, course: &mut Course, side: Side, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_keys(&self, state: &State, side: Side) -> Vec<Order> {
        todo!()
    }
}
