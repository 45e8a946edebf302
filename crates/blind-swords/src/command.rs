//! CIC and command chits, and special attacks (10.6, 10.7, 20.4e, 20.5).
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
    pub(crate) fn decide_commander(&self, course: &mut Course, side: Side, chit: ChitId, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_commander(&self, state: &State, side: Side, chit: ChitId) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn decide_command(&self, course: &mut Course, side: Side, chit: ChitId, grant: Grant, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_command(&self, state: &State, side: Side, chit: ChitId, grant: Grant) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn decide_special(&self, course: &mut Course, side: Side, order: &Order) -> Result<(), Refusal> {
        todo!()
    }

    pub(crate) fn offer_special(&self, state: &State, side: Side) -> Vec<Order> {
        todo!()
    }

    pub(crate) fn special_bonus(&self, state: &State, brigade: BrigadeId) -> u8 {
        todo!()
    }
}
