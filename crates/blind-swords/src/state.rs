//! The position: everything that changes while a battle is played.

use std::sync::Arc;

use hexmap::Hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tabletop::{BySide, Side};

use crate::chit::{Chit, ChitId};
use crate::order::{Asking, StandingOrders};
use crate::sequence::procedure::{Activation, CloseCombat, Procedure};
use crate::stacks::Stacks;
use crate::unit::{BrigadeId, UnitId};

/// Where the sequence of play stands (7.0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// 8: the cup is made up.
    CommandDecision,
    /// 9: batteries.
    Artillery,
    /// 10: chits are drawn.
    ChitDraw,
    /// 11 to 17: a brigade acts.
    Activation,
    /// 18: the turn ends.
    EndTurn,
    Over,
}

impl Phase {
    /// The word in views and lists of games.
    pub fn word(self) -> &'static str {
        match self {
            Phase::CommandDecision => "command-decision",
            Phase::Artillery => "artillery",
            Phase::ChitDraw => "chit-draw",
            Phase::Activation => "activation",
            Phase::EndTurn => "end-turn",
            Phase::Over => "over",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// Yet to come (13.11).
    Due,
    On(Hex),
    /// On the Broken Track: Box 1 to 3, or 0 for the Available Box (15.9).
    Broken(u8),
    /// Out of the game for good.
    Eliminated,
    /// Off the map for good (13.12).
    Exited,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    pub place: Place,
    /// Whether its Battleworn side is up.
    pub worn: bool,
    /// Morale Hits: 1 is Shaken, 2 Disrupted (15.6).
    pub hits: u8,
    /// Cavalry on its horses (13.9).
    pub mounted: bool,
    /// In Skirmish Order (16).
    pub skirmish: bool,
    pub low_ammo: bool,
    /// Resupplied once: it cannot be marked again (13.13).
    pub resupplied: bool,
    /// May not move until it thaws (20.2h).
    pub frozen: bool,
    /// In Battlefield Chaos until the turn ends (10.5b).
    pub chaos: bool,
    /// Has been on the Broken Track (the Rebuild Option, 17.2).
    pub was_broken: bool,
    /// Its part of this step or phase is done: a battery has acted (9.1), a unit has fired (12.1).
    pub fired: bool,
    /// It has moved in this step.
    pub moved: bool,
    /// It has rallied, or tried to, in this step.
    pub rallied: bool,
    /// It made a Charge Move and must close (13.10).
    pub charged: bool,
    /// A battery is done for this Artillery Phase (9.1).
    pub acted: bool,
    /// A battery fired, moved, retreated or lost a step in this turn's Artillery Steps (9.4).
    pub disturbed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChitPlace {
    /// Not in use now: an Event chit with its owner before the cup is made up, a command chit not
    /// in the game.
    Aside,
    Cup,
    /// Drawn, and its owner is deciding.
    Drawn,
    /// Held by its owner, face down.
    Held,
    /// Used up for the rest of the turn.
    Discarded,
    /// Out of play this turn (8.2).
    Excluded,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChitState {
    pub place: ChitPlace,
    /// It came into the cup as a Key Chit (8.1).
    pub key: bool,
    /// The general is a casualty: the red cross chit takes its place (10.5b).
    pub casualty: bool,
    /// It has been shown to both sides this turn.
    pub shown: bool,
}

/// The rare events of the optional Fog table that wait to be used this turn (10.5b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rare {
    /// A two-column left shift on one Union attack, the Confederate's to use.
    FoolishAttack,
    /// One Union unit is stopped from firing or closing, the Confederate's to use.
    Deception,
    /// A two-column shift either way, for that side.
    Bonus(Side),
}

impl Rare {
    /// Whether it is for that side to use.
    pub(crate) fn is_for(self, side: Side) -> bool {
        match self {
            Rare::FoolishAttack | Rare::Deception => side == Side::Confederate,
            Rare::Bonus(owner) => owner == side,
        }
    }
}

/// A special attack under way (20.4e, 20.5d).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecialState {
    pub side: Side,
    pub chit: ChitId,
    /// Brigades that have still to make their activation.
    pub left: Vec<BrigadeId>,
    /// It is the Surprise Attack: every unit has that allowance, Attack is the order.
    pub surprise: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Number of the game-turn, counted from 1.
    pub turn: u8,
    pub phase: Phase,
    /// The units, by [`UnitId`]; `stacks` says the same of who is where.
    pub(crate) units: Vec<Condition>,
    /// The units in each hex, in the order they came; positions share it as long as no unit moves.
    pub(crate) stacks: Arc<Stacks>,
    /// State of every chit, indexed by [`ChitId`].
    pub chits: Vec<ChitState>,
    /// Brigades activated this turn by their division's or their own chit (10.7).
    pub used: Vec<bool>,
    /// The last holder of each watched hex.
    pub holders: Vec<Side>,
    /// Procedures under way and questions open, the innermost last. The last one that asks is the
    /// one that is asked.
    pub stack: Vec<Procedure>,
    /// The next chit drawn is negated (10.5a).
    pub fortunes: bool,
    /// The sides whose first Event chit of this turn has been drawn, and whether it was used as a
    /// Common Event.
    pub first_event: BySide<Option<bool>>,
    /// The Surprise Attack, or the general's awareness, has been earned: in which turn.
    pub earned: BySide<Option<u8>>,
    /// The Surprise Attack has been made.
    pub surprised: bool,
    pub special: Option<SpecialState>,
    /// The release of 20.2i has come about.
    pub released: bool,
    /// The frozen units have thawed (K94).
    pub thawed: bool,
    /// Rare events that wait to be used this turn.
    pub rare: Vec<Rare>,
    /// Units stopped by Deception until the turn ends.
    pub deceived: Vec<UnitId>,
    /// Who stood in the hexes of the Close Combats declared last, and where (K109).
    pub attacked: Vec<(UnitId, Hex)>,
    /// Points at the ends of turns so far.
    pub points: BySide<i32>,
    /// Strength that left by its own edges and counts (K99), in quarter points of strength.
    pub exited: BySide<i32>,
    /// Standing instructions. A side's are hidden from the other.
    pub instructions: BySide<StandingOrders>,
    /// When each side is asked whether it plays a chit (K43). Both know it.
    pub asking: BySide<Asking>,
}

impl State {
    /// The condition of every unit, by [`UnitId`].
    pub fn units(&self) -> &[Condition] {
        &self.units
    }

    pub fn unit(&self, unit: UnitId) -> &Condition {
        &self.units[unit.index()]
    }

    /// The hex a unit stands in, if it is on the map.
    pub fn hex(&self, unit: UnitId) -> Option<Hex> {
        match self.unit(unit).place {
            Place::On(hex) => Some(hex),
            _ => None,
        }
    }

    #[inline]
    pub fn stack(&self, hex: Hex) -> &[UnitId] {
        self.stacks.of(hex)
    }

    pub fn chit(&self, chit: ChitId) -> &ChitState {
        &self.chits[chit.index()]
    }

    /// Returns the innermost open procedure or question.
    pub fn top(&self) -> Option<&Procedure> {
        self.stack.last()
    }

    /// The activation under way, if there is one.
    pub(crate) fn activation(&self) -> Option<&Activation> {
        self.stack.iter().rev().find_map(|procedure| match procedure {
            Procedure::Activation(activation) => Some(activation),
            _ => None,
        })
    }

    /// The innermost Close Combat under way, if there is one.
    pub(crate) fn close_combat(&self) -> Option<&CloseCombat> {
        self.stack.iter().rev().find_map(|procedure| match procedure {
            Procedure::CloseCombat(close_combat) => Some(close_combat),
            _ => None,
        })
    }

    /// Whether no chit is in the cup.
    pub(crate) fn is_cup_empty(&self) -> bool {
        self.chits.iter().all(|chit| chit.place != ChitPlace::Cup)
    }

    /// The chits a side holds (10.3a).
    pub fn held<'a>(&'a self, chits: &'a [Chit], side: Side) -> impl Iterator<Item = ChitId> + 'a {
        (0..self.chits.len() as u8).map(ChitId).filter(move |c| {
            self.chits[c.index()].place == ChitPlace::Held && chits[c.index()].side == Some(side)
        })
    }
}
