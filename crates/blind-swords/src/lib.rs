//! The Blind Swords rules as Kernstown has them, in folders like the rulebook:
//!
//! | chapter | where |
//! | --- | --- |
//! | 4 units and their values | `unit`, `values`, `points` |
//! | 6 stacking | `stacks`, `values` |
//! | 7 sequence of play | `sequence` |
//! | 8 Command Decision Phase, 10.2 and 10.3 the cup | `command::cup` |
//! | 9 Artillery Phase | `artillery` |
//! | 10.1, 10.3a, 10.4, 18.1 Event chits | `chits` |
//! | 10.5 Fog of War | `chits::fog`, `chits::rare`, `chits::wayward` |
//! | 10.6 to 10.9 command chits | `command` |
//! | 11 orders, and a brigade's activation | `command::activation` |
//! | 12 Fire Combat | `fire`; sight: `fire::sight`; 12.3 shifts: `fire::shifts`; 12.4 `fire::volley` |
//! | 13 movement | `movement`; the step `movement_step`, 13.7 `opportunity`, 13.8 and 13.9 `cavalry`, 13.10 `charge` |
//! | 14 Close Combat | `close_combat`; 14.3 `close_combat::combat`, what is asked in it `close_combat::choices` |
//! | 15.0 to 15.2 Cohesion Tests | `cohesion` |
//! | 15.4 retreat | `cohesion::retreat`, `cohesion::ways` |
//! | 15.6, 15.7, 15.9 Morale Hits and Break Tests | `cohesion::morale` |
//! | 15.8 advance | `close_combat::advance` |
//! | 16 Skirmish Order | `movement::skirmish` |
//! | 17 rally | `rally`; batteries (9.4): `artillery::battery_rally` |
//! | 18.2 and 20 victory | `victory` |
//! | 20 scenarios | `scenario`, `data`; 20.4e and 20.5 `command::special_attack` |
//!
//! Beside the chapters: `data` reads and checks the data files, `charts` shows them as charts,
//! `protocol` tells the battle and
//! answers what may be ordered, `lookahead` reckons what orders are likely to bring. What is under
//! way is a stack of `sequence::procedure`s; `sequence::stack` says what each of them asks and how
//! it goes on. A question is a `sequence::ask::Ask`, written in the chapter it belongs to: who is
//! asked, about what, who may be the answer, and how an answer is judged. What follows from an
//! order is found by a `sequence::execution`, and `apply` alone changes a position.
//!
//! Special rules are values of the [`Scenario`]; no chapter asks which scenario it is in. Pure: no
//! clock, no files, no chance but the dice handed in.

#![warn(unreachable_pub)]

mod apply;
mod artillery;
mod battle;
mod changes;
mod charts;
mod chit;
mod chits;
mod close_combat;
mod cohesion;
mod command;
mod data;
mod event;
mod fire;
mod library;
mod lookahead;
mod movement;
mod order;
mod pick;
mod points;
mod protocol;
mod rally;
mod rules;
mod sandbox;
mod scenario;
mod sequence;
mod stacks;
mod state;
mod unit;
mod values;
mod victory;

pub use battle::{Battle, Options};
pub use chit::{BrigadeOrder, Chit, ChitId, ChitKind, Effect, Event as EventChit, ReactionWindow};
pub use data::SYSTEM;
pub use data::cell::Cell;
pub use data::label::Label;
pub use data::numbers::{Numbers, RareEvent, Ratio};
pub use data::shift::{CloseShift, FireShift, Shift};
pub use data::tables::{Band, CohesionTable, Column, Depletion, Fog, Mover, Skedaddle, Tables, Test};
pub use event::Event;
pub use fire::sight::{Hindrance, Obstacle, Sight, View};
pub use library::{INDEX, Library};
pub use lookahead::chances::{Odds, Prospect};
pub use order::{
    Asking, DeclaredCloseCombat, Order, Part, Rally, Shot, StandingOrder, StandingOrders, VERBS,
};
pub use points::Strength;
pub use protocol::describe::{EventView, RedactedEvent};
pub use protocol::offered::{Offered, Preview, Targets};
pub use protocol::question::Question;
pub use protocol::view::SeatView;
pub use sandbox::{Position, SandboxActivation, SandboxFace, SandboxUnit};
pub use scenario::{CommonEvent, Measure, Scenario, Start, Victory};
pub use state::{ChitPlace, ChitState, Condition, Phase, Place, State};
pub use unit::{Arm, Brigade, BrigadeId, Face, Faces, Labels, Unit, UnitId, Weapon};
pub use victory::standing::Standing;

/// For this crate's own tests: within it they would compile all of it a second time.
#[doc(hidden)]
pub mod inside {
    pub use crate::fire::lines::{passes, walk};
    pub use crate::pick::draw;
    pub use crate::stacks::Stacks;
}
