//! The stack of what is under way: procedures, and the questions they ask. Every chapter has its procedures here as plain
//! values, so that a game can stop at any question and go on from there.
//!
//! The rule of the stack: only the last procedure acts. If it asks somebody ([`Procedure::asks`]), the game waits for that side's
//! order; otherwise the execution lets it take its next step, which may push further procedures, change it, or pop it.

mod activation;
mod close_combat;
mod effects;
mod fire;
mod march;
mod trigger;

use hexmap::Hex;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::chit::ChitId;
use crate::unit::{BrigadeId, UnitId};

pub use activation::{Activation, Grant, Moving, Step};
pub use close_combat::{Advance, CloseCombat, CloseCombatStage};
pub use effects::{Choice, Effect, Effects, Retreat, RetreatStage};
pub use fire::{Fire, FireKind, FireStage, Volley};
pub use march::{March, MarchKind, MarchStage};
pub use trigger::Trigger;

/// A procedure or question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Procedure {
    /// The turn itself, the lowest procedure of all (7.0): goes by the phase.
    Turn {},
    /// 8.1: a side chooses its Key Chits.
    Keys { side: Side },
    /// 9.1 to 9.3: a side's Artillery Step. `passed`: the other side has just passed.
    Batteries { side: Side, passed: bool },
    /// 9.1: the batteries of a hex fire or move, one after another; `ready` have still to.
    BatteryHex { side: Side, hex: Hex, ready: Vec<UnitId> },
    /// 9.4: a side may rally one battery.
    BatteryRally { side: Side },
    /// 10.1, 18.1: a side may play what it holds. `passed`: the other side has just passed. `asks`: it is asked,
    /// which it is if it has something to play, or whenever it holds anything (K43).
    Held { side: Side, passed: bool, end: bool, asks: bool },
    /// 10.3a: the owner of an Event chit just drawn decides.
    Drawn { side: Side, chit: ChitId },
    /// 10.3c: the owner of a CIC chit just drawn activates a brigade or holds it.
    Commander { side: Side, chit: ChitId },
    /// 10.7: the owner of a command chit chooses a brigade; `asks`: where there is more than one.
    Command { side: Side, chit: ChitId, grant: Grant, asks: bool },
    /// 20.4e, 20.5d: a side chooses the next brigade of its special attack, or, before it has begun, whether to make it.
    Special { side: Side, asks: bool },
    /// 10.5b: `side` chooses the enemy hex in Battlefield Chaos.
    Chaos { side: Side },
    /// 10.5b: `side` moves an enemy unit astray.
    Wayward { side: Side },
    /// 10.5b, optional: `side` chooses for that rare event (friendly fire, conflicting orders).
    RareChoice { side: Side, event: u8 },
    /// A moment at which `side` may play a chit, or use a rare event (K45). `first` decides first; `passed`: the other
    /// side has just passed.
    #[serde(rename = "moment")]
    ReactionWindow { side: Side, what: Trigger, passed: bool },
    /// 11 to 17: a brigade acts.
    Activation(Activation),
    /// 13.5a: a brigade moves out of turn by a chit.
    Reserve { side: Side, brigade: BrigadeId, moving: Option<Moving> },
    /// 13.11: where reinforcements go whose hex is barred; the first is being asked about.
    Arrivals { side: Side, units: Vec<UnitId>, choice: Vec<Hex> },
    /// 13: units on their way along a path.
    March(March),
    /// 13.7: `side` may fire at a unit that leaves a hex next to its own.
    Opportunity { side: Side, mover: UnitId, hex: Hex },
    /// 13.8: any of these units may withdraw from a mover.
    CavalryWithdrawal { side: Side, units: Vec<UnitId>, mover: UnitId },
    /// 16.2: skirmishers withdraw; the first has more than one way.
    SkirmishWithdrawal { side: Side, units: Vec<UnitId>, mover: UnitId, ways: Vec<Hex> },
    /// Fires announced together, the next first (12.4).
    Volley(Volley),
    /// One fire being resolved (12.3).
    Fire(Fire),
    /// What a Cohesion Test brought, still to be carried out in its order (15).
    Effects(Effects),
    /// A unit retreats (15.4).
    Retreat(Retreat),
    /// 14.3: the active side chooses the next of its Close Combats. What is left stands in the activation.
    #[serde(rename = "melees")]
    CloseCombats { side: Side },
    /// A Close Combat being resolved (14.3).
    #[serde(rename = "melee")]
    CloseCombat(CloseCombat),
    /// 15.8: units of `side` may advance into the hex.
    Advance(Advance),
    /// 10.4a: a unit fired at by the Firefight chit fires back.
    FireBack { side: Side, hex: Hex, target: Hex, asks: bool },
    /// 17.2b: where a unit back from the Broken Track is placed.
    Return { side: Side, unit: UnitId, hexes: Vec<Hex> },
    /// 17.2b: a rebuilt unit that overstacks its hex leaves it.
    Displace { side: Side, unit: UnitId, hexes: Vec<Hex> },
}

impl Procedure {
    /// Who is asked by this procedure; nobody where it goes on by itself.
    pub fn asks(&self) -> Option<Side> {
        match self {
            Procedure::Keys { side }
            | Procedure::Batteries { side, .. }
            | Procedure::BatteryHex { side, .. }
            | Procedure::BatteryRally { side }
            | Procedure::Drawn { side, .. }
            | Procedure::Commander { side, .. }
            | Procedure::Chaos { side }
            | Procedure::Wayward { side }
            | Procedure::RareChoice { side, .. }
            | Procedure::ReactionWindow { side, .. }
            | Procedure::Reserve { side, .. }
            | Procedure::Opportunity { side, .. }
            | Procedure::CavalryWithdrawal { side, .. }
            | Procedure::CloseCombats { side }
            | Procedure::Return { side, .. }
            | Procedure::Displace { side, .. }
            | Procedure::Held { side, asks: true, .. }
            | Procedure::Command { side, asks: true, .. }
            | Procedure::Special { side, asks: true } => Some(*side),
            Procedure::Activation(a) => match a.step {
                Step::Arrivals => None,
                Step::Orders if a.order.is_some() => None,
                // Once they are declared they are carried out.
                Step::Close if !a.closed.is_empty() => None,
                Step::Orders | Step::Fire | Step::Movement | Step::Close | Step::Rally => Some(a.side),
            },
            Procedure::Arrivals { side, choice, .. } if !choice.is_empty() => Some(*side),
            Procedure::SkirmishWithdrawal { side, ways, .. } if !ways.is_empty() => Some(*side),
            Procedure::FireBack { side, asks: true, .. } => Some(*side),
            Procedure::Fire(f) => match &f.stage {
                FireStage::ChoosingLead(_) => Some(f.side.other()),
                _ => None,
            },
            Procedure::Effects(e) => e.choosing.as_ref().map(|c| c.side),
            Procedure::Retreat(r) => (r.stage == RetreatStage::Choosing).then_some(r.side),
            Procedure::CloseCombat(m) => match &m.stage {
                CloseCombatStage::Rider(_)
                | CloseCombatStage::Announcing
                | CloseCombatStage::ChoosingLead(_) => Some(m.side.other()),
                CloseCombatStage::Naming(_) => Some(m.side),
                _ => None,
            },
            Procedure::Advance(a) => Some(a.side),
            Procedure::Turn {}
            | Procedure::Arrivals { .. }
            | Procedure::SkirmishWithdrawal { .. }
            | Procedure::FireBack { .. }
            | Procedure::Held { .. }
            | Procedure::Command { .. }
            | Procedure::Special { .. }
            | Procedure::March(_)
            | Procedure::Volley(_) => None,
        }
    }
}

/// A change of the stack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A procedure on top.
    Push(Box<Procedure>),
    /// Another procedure in place of the top.
    Set(Box<Procedure>),
    /// Another procedure in place of one further down, counted from the bottom.
    At(usize, Box<Procedure>),
    /// The top is done.
    Pop,
}
