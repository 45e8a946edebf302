//! The stack of what is under way: procedures, and the questions they ask. Every chapter has its frames here as plain
//! values, so that a game can stop at any question and go on from there.
//!
//! The rule of the stack: only the last frame acts. If it asks somebody ([`Frame::asks`]), the game waits for that side's
//! order; otherwise the course lets it take its next step, which may push further frames, change it, or pop it.

use hexmap::Hex;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::chit::{BrigadeOrder, ChitId, Moment};
use crate::order::{Assault, Shot};
use crate::state::Rare;
use crate::tables::Test;
use crate::unit::{BrigadeId, UnitId};

/// A procedure or question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Frame {
    /// The turn itself, the lowest frame of all (7.0): goes by the phase.
    Turn {},
    /// 8.1: a side chooses its Key Chits.
    Keys { side: Side },
    /// 9.1 to 9.3: a side's Artillery Step. `passed`: the other side has just passed.
    Batteries { side: Side, passed: bool },
    /// 9.1: the batteries of a hex fire or move, one after another; `ready` have still to.
    BatteryHex { side: Side, hex: Hex, ready: Vec<UnitId> },
    /// 9.4: a side may rally one battery.
    BatteryRally { side: Side },
    /// 10.1, 18.1: a side may play what it holds. `passed`: the other side has just passed. `asks`: it has something to
    /// play (K43).
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
    Moment { side: Side, what: Occasion, passed: bool },
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
    Melees { side: Side },
    /// A Close Combat being resolved (14.3).
    Melee(Melee),
    /// 15.8: units of `side` may advance into the hex.
    Advance(Advance),
    /// 10.4a: a unit fired at by the Firefight chit fires back.
    FireBack { side: Side, hex: Hex, target: Hex, asks: bool },
    /// 17.2b: where a unit back from the Broken Track is placed.
    Return { side: Side, unit: UnitId, hexes: Vec<Hex> },
    /// 17.2b: a rebuilt unit that overstacks its hex leaves it.
    Displace { side: Side, unit: UnitId, hexes: Vec<Hex> },
}

/// What an activation grants (10.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grant {
    /// Everything.
    Full,
    /// Fire Combat only.
    Limited,
    /// Nothing: the brigade is marked (10.5a).
    Spent,
    /// Everything, whatever the marker says, and the marker stays as it is (10.6).
    Commander,
    /// The Surprise Attack or the opening attack.
    Special,
}

/// The steps of an activation (7.0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Reinforcements are placed (K92).
    Arrivals,
    /// 11: the order is to be given.
    Orders,
    /// 12.
    Fire,
    /// 13.
    Movement,
    /// 14: Close Combats are declared, then resolved.
    Close,
    /// 17.
    Rally,
}

/// A brigade acting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Activation {
    pub side: Side,
    pub brigade: BrigadeId,
    pub grant: Grant,
    pub step: Step,
    pub order: Option<BrigadeOrder>,
    /// What multiplies its allowances, in halves: 2 as they are, 4 Quick March, 1 Fatigue.
    pub pace: u8,
    /// Added to the CR of its units (Confident).
    pub bonus: u8,
    /// The units that are in the midst of their move.
    pub moving: Option<Moving>,
    /// Close Combats declared and not yet resolved.
    pub assaults: Vec<Assault>,
    /// Hexes that are or were the target of a declared Close Combat in this step (14.3a).
    pub closed: Vec<Hex>,
    /// Where those stood who were declared to attack.
    pub stations: Vec<(UnitId, Hex)>,
}

/// Units in the midst of their move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moving {
    pub units: Vec<UnitId>,
    /// In half points.
    pub spent: u8,
    /// In half points, settled when the move began (K69).
    pub allowance: u8,
    /// It has entered a hex, mounted, dismounted or left Skirmish Order.
    pub begun: bool,
    /// It is a Charge Move (13.10).
    pub charge: bool,
    /// Where it began.
    pub from: Hex,
}

/// Units on their way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    pub side: Side,
    pub units: Vec<UnitId>,
    /// Where they are.
    pub at: Hex,
    /// The hexes still to be entered, with what each costs in half points.
    pub path: Vec<(Hex, u8)>,
    /// Off the map from the last hex.
    pub exit: bool,
    pub kind: MarchKind,
    pub stage: MarchStage,
    /// Cavalry that has withdrawn from its last step (13.8).
    pub withdrawn: Vec<UnitId>,
    /// Enemies have withdrawn on the way: what lies ahead may have changed.
    pub stirred: bool,
}

/// What kind of movement it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarchKind {
    /// A brigade's Movement Step.
    Step,
    /// A battery in the Artillery Phase.
    Battery,
    /// The Reserve Move chit.
    Reserve,
    /// A Wayward Move (10.5b).
    Wayward,
    /// Mounting or dismounting: no hex is entered (13.9).
    Mounting,
    /// Cavalry withdraws from a mover (13.8).
    Withdrawal,
}

/// Where a step of a march stands (K64).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarchStage {
    /// Opportunity Fire is to be offered in the hex being left.
    Leaving,
    /// The next hex is entered.
    Entering,
    /// Skirmishers withdraw.
    Skirmishers,
    /// Cavalry may withdraw.
    Cavalry,
}

/// Fires announced together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    pub side: Side,
    pub kind: FireKind,
    pub shots: Vec<Shot>,
    /// Hexes that are under Flanking Fire (12.4).
    pub flanked: Vec<Hex>,
}

/// Why somebody fires.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FireKind {
    /// A brigade's Fire Combat Step.
    Step,
    /// Batteries in the Artillery Phase.
    Battery,
    /// Opportunity Fire at that unit (13.7).
    Opportunity(UnitId),
    /// Defensive Fire against an attack on that hex (14.3a).
    Defensive(Hex),
    /// The Firefight chit.
    Firefight,
}

/// One fire being resolved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fire {
    pub side: Side,
    pub kind: FireKind,
    pub shot: Shot,
    pub flanking: bool,
    pub lead: Option<UnitId>,
    /// Chits played on it.
    pub chits: Vec<ChitId>,
    /// Rare shifts announced on it, in columns.
    pub rare: i8,
    pub stage: FireStage,
}

/// Where a fire stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FireStage {
    /// The Lead Unit is to be found.
    Lead,
    /// Its owner chooses between these (12.2).
    ChoosingLead(Vec<UnitId>),
    /// Chits may be played.
    Chits,
    /// The dice are thrown.
    Throw,
}

/// What a Cohesion Test brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects {
    /// The side that fired or attacked.
    pub side: Side,
    /// In a Close Combat the attackers; in a fire, who fired (K84).
    pub causes: Vec<UnitId>,
    /// The hex that was fired at or attacked.
    pub hex: Hex,
    /// By the tables of Close Combat.
    pub close: bool,
    /// In a Close Combat, the Assaulting Hex.
    pub assaulting: Option<Hex>,
    pub lead: UnitId,
    /// Still to be carried out, the next first.
    pub queue: Vec<Effect>,
    pub choosing: Option<Choice>,
    /// Units that this result has depleted so far.
    pub depleted: Vec<UnitId>,
    /// Units whose retreat was ordered by this result and how far, for 15.2 (K78).
    pub retreated: Vec<UnitId>,
    /// Which test it was.
    pub test: Test,
}

/// A choice between units that the rules leave open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub side: Side,
    pub units: Vec<UnitId>,
}

/// One thing to be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The unit is flipped to its worn side, or takes a Break Test (15.1a).
    Deplete(UnitId),
    /// The next largest unit of the hex is depleted (D2).
    DepleteNext,
    /// The attacker's largest unit of the Assaulting Hex is depleted, takes hits and retreats, once it is known which.
    Attacker { deplete: bool, morale: u8, retreat: u8 },
    /// Morale Hits (15.6).
    Morale(UnitId, u8),
    /// A Break Test (15.7).
    Break(UnitId),
    /// A retreat of that many hexes (15.4).
    Retreat(UnitId, u8),
    /// That many units panic (15.1b): they are chosen, all before the first of them runs (15.2).
    Panic(u8),
    /// This unit panics.
    Panics(UnitId),
    /// All who are left in the hex retreat that far, in their owner's order (15.2c).
    RetreatAll(u8),
    /// The Skedaddle part of the test, once Depletion is done: the die and its test.
    Skedaddle { die: u8 },
}

/// A unit on its retreat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retreat {
    pub side: Side,
    pub unit: UnitId,
    pub origin: Hex,
    pub distance: u8,
    pub causes: Vec<UnitId>,
    /// Hexes entered so far.
    pub walked: Vec<Hex>,
    /// Hexes still to be entered, once the way is settled.
    pub path: Vec<Hex>,
    /// It leaves the map at the end of the path.
    pub off: bool,
    pub panic: bool,
    pub stage: RetreatStage,
}

/// Where a retreat stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatStage {
    /// Chits may be played before it begins (Hold the Line).
    Ordered,
    /// The way is to be found.
    Planning,
    /// The owner chooses among equal ways.
    Choosing,
    /// Opportunity Fire in the hex being left, except the first.
    Leaving,
    /// The next hex is entered.
    Walking,
    /// Skirmishers next to its last hex withdraw (16.2).
    Ended,
}

/// A Close Combat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Melee {
    pub side: Side,
    pub target: Hex,
    /// Who was committed.
    pub units: Vec<UnitId>,
    /// The hexes they attack from, as they were when it began.
    pub from: Vec<Hex>,
    pub assaulting: Option<Hex>,
    pub lead: Option<UnitId>,
    pub chits: Vec<ChitId>,
    pub rare: i8,
    /// Mounted defenders who have still to be asked whether they withdraw (14.3b).
    pub riders: Vec<UnitId>,
    /// Units of the defender that were in the hex when it was thrown for.
    pub defenders: Vec<UnitId>,
    /// Withdrawal alone emptied the hex: one hex of advance (K75).
    pub withdrawn: bool,
    pub stage: MeleeStage,
}

/// Where a Close Combat stands (14.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeleeStage {
    /// The next of `riders` may withdraw.
    Riders,
    /// Its owner is asked.
    Rider(UnitId),
    /// Defensive Fire is to be offered.
    Defence,
    /// The defender announces it.
    Announcing,
    /// The Assaulting Hex is to be found.
    Assaulting,
    /// The attacker names it among these.
    Naming(Vec<Hex>),
    /// The Lead Unit is to be found.
    Lead,
    /// Its owner chooses between these.
    ChoosingLead(Vec<UnitId>),
    /// Chits may be played.
    Chits,
    /// The dice are thrown.
    Throw,
    /// The test is carried out; then somebody may advance.
    Aftermath,
}

/// An advance after Close Combat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance {
    pub side: Side,
    /// The hex that was left.
    pub hex: Hex,
    /// Who may still advance.
    pub units: Vec<UnitId>,
    /// One hex or two.
    pub reach: u8,
}

/// What a moment is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// The activation below has been given its order, which the enemy may still confuse (K53).
    OrderGiven,
    /// The order of the activation below stands.
    OrderStands,
    /// The fire below is declared.
    FireDeclared,
    /// The Close Combat below is about to be thrown for.
    CloseDeclared,
    /// A command roll has failed; the command chit and its owner.
    CommandRollFailed(ChitId),
    /// The retreat below is ordered.
    RetreatOrdered,
}

impl Occasion {
    /// The moment it is for that side, when `active` is the side that acts.
    pub fn moment(&self, side: Side, active: Side) -> Moment {
        let own = side == active;
        match self {
            Occasion::OrderGiven | Occasion::OrderStands if own => Moment::OwnOrderGiven,
            Occasion::OrderGiven | Occasion::OrderStands => Moment::EnemyOrderGiven,
            Occasion::FireDeclared if own => Moment::OwnFireDeclared,
            Occasion::FireDeclared => Moment::EnemyFireDeclared,
            Occasion::CloseDeclared if own => Moment::OwnCloseDeclared,
            Occasion::CloseDeclared => Moment::EnemyCloseDeclared,
            Occasion::CommandRollFailed(_) => Moment::OwnCommandRollFailed,
            Occasion::RetreatOrdered => Moment::OwnRetreatOrdered,
        }
    }
}

impl Frame {
    /// Who is asked by this frame; nobody where it goes on by itself.
    pub fn asks(&self) -> Option<Side> {
        match self {
            Frame::Keys { side }
            | Frame::Batteries { side, .. }
            | Frame::BatteryHex { side, .. }
            | Frame::BatteryRally { side }
            | Frame::Drawn { side, .. }
            | Frame::Commander { side, .. }
            | Frame::Chaos { side }
            | Frame::Wayward { side }
            | Frame::RareChoice { side, .. }
            | Frame::Moment { side, .. }
            | Frame::Reserve { side, .. }
            | Frame::Opportunity { side, .. }
            | Frame::CavalryWithdrawal { side, .. }
            | Frame::Melees { side }
            | Frame::Return { side, .. }
            | Frame::Displace { side, .. }
            | Frame::Held { side, asks: true, .. }
            | Frame::Command { side, asks: true, .. }
            | Frame::Special { side, asks: true } => Some(*side),
            Frame::Activation(a) => match a.step {
                Step::Arrivals => None,
                Step::Orders if a.order.is_some() => None,
                // Once they are declared they are carried out.
                Step::Close if !a.closed.is_empty() => None,
                Step::Orders | Step::Fire | Step::Movement | Step::Close | Step::Rally => Some(a.side),
            },
            Frame::Arrivals { side, choice, .. } if !choice.is_empty() => Some(*side),
            Frame::SkirmishWithdrawal { side, ways, .. } if !ways.is_empty() => Some(*side),
            Frame::FireBack { side, asks: true, .. } => Some(*side),
            Frame::Fire(f) => match &f.stage {
                FireStage::ChoosingLead(_) => Some(f.side.other()),
                _ => None,
            },
            Frame::Effects(e) => e.choosing.as_ref().map(|c| c.side),
            Frame::Retreat(r) => (r.stage == RetreatStage::Choosing).then_some(r.side),
            Frame::Melee(m) => match &m.stage {
                MeleeStage::Rider(_) | MeleeStage::Announcing | MeleeStage::ChoosingLead(_) => {
                    Some(m.side.other())
                }
                MeleeStage::Naming(_) => Some(m.side),
                _ => None,
            },
            Frame::Advance(a) => Some(a.side),
            Frame::Turn {}
            | Frame::Arrivals { .. }
            | Frame::SkirmishWithdrawal { .. }
            | Frame::FireBack { .. }
            | Frame::Held { .. }
            | Frame::Command { .. }
            | Frame::Special { .. }
            | Frame::March(_)
            | Frame::Volley(_) => None,
        }
    }
}

/// A change of the stack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A frame on top.
    Push(Box<Frame>),
    /// Another frame in place of the top.
    Set(Box<Frame>),
    /// Another frame in place of one further down, counted from the bottom.
    At(usize, Box<Frame>),
    /// The top is done.
    Pop,
}

/// Whether a rare event is for that side to use.
pub(crate) fn is_for(rare: Rare, side: Side) -> bool {
    match rare {
        Rare::FoolishAttack | Rare::Deception => side == Side::Confederate,
        Rare::Bonus(owner) => owner == side,
    }
}
