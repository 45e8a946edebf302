//! The stack of procedures under way. Each chapter's procedures are plain values here, so that a
//! game can stop at any question and resume there. What they do is in the chapters.
//!
//! The rule of the stack: only the last procedure acts. If it asks a side, the game waits for
//! that side's order; otherwise the execution lets it take its next step, which may push further
//! procedures, change it, or pop it.

mod activation;
mod artillery;
mod chits;
mod close_combat;
mod command;
mod effects;
mod fire;
mod movement;
mod rally;
mod trigger;

use serde::{Deserialize, Serialize};

pub(crate) use activation::{Activation, Grant, Moving, Step};
pub(crate) use artillery::{Batteries, BatteryHex, BatteryRally};
pub(crate) use chits::{Chaos, Drawn, FireBack, Held, OpenWindow, RareChoice, Wayward};
pub(crate) use close_combat::{Advance, CloseCombat, CloseCombatStage, CloseCombats};
pub(crate) use command::{Command, Commander, Keys, Special};
pub(crate) use effects::{Choice, Effect, Effects, Retreat, RetreatStage};
pub(crate) use fire::{Fire, FireKind, FireStage, Volley};
pub(crate) use movement::{
    Arrivals, CavalryWithdrawal, March, MarchKind, MarchStage, Opportunity, Reserve, SkirmishWithdrawal,
};
pub(crate) use rally::{Displace, Return};
pub(crate) use trigger::Trigger;

/// The turn itself, the lowest procedure of all (7.0): goes by the phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {}

/// Writes the enum of all procedures, each variant with the struct of its name or another, and how
/// each becomes one.
macro_rules! procedures {
    ($($(#[$attribute:meta])* $variant:ident($data:ty),)*) => {
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Procedure {
            $($(#[$attribute])* $variant($data),)*
        }

        $(impl From<$data> for Procedure {
            fn from(data: $data) -> Procedure {
                Procedure::$variant(data)
            }
        })*
    };
}

procedures! {
    Turn(Turn),
    Keys(Keys),
    Batteries(Batteries),
    BatteryHex(BatteryHex),
    BatteryRally(BatteryRally),
    Held(Held),
    Drawn(Drawn),
    Commander(Commander),
    Command(Command),
    Special(Special),
    Chaos(Chaos),
    Wayward(Wayward),
    RareChoice(RareChoice),
    #[serde(rename = "moment")]
    ReactionWindow(OpenWindow),
    Activation(Activation),
    Reserve(Reserve),
    Arrivals(Arrivals),
    March(March),
    Opportunity(Opportunity),
    CavalryWithdrawal(CavalryWithdrawal),
    SkirmishWithdrawal(SkirmishWithdrawal),
    Volley(Volley),
    Fire(Fire),
    Effects(Effects),
    Retreat(Retreat),
    #[serde(rename = "melees")]
    CloseCombats(CloseCombats),
    #[serde(rename = "melee")]
    CloseCombat(CloseCombat),
    Advance(Advance),
    FireBack(FireBack),
    Return(Return),
    Displace(Displace),
}

/// A change to the stack of procedures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    Push(Box<Procedure>),
    /// Another procedure in place of the top.
    Set(Box<Procedure>),
    /// Another procedure in place of one further down, counted from the bottom.
    At(usize, Box<Procedure>),
    Pop,
}
