//! Orders: what a side may ask for. One key each, as the protocol writes them.

use hexmap::Hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chit::{BrigadeOrder, ChitId, ReactionWindow};
use crate::unit::{BrigadeId, UnitId};

/// One fire: units that combine their strength against one hex (12.1e).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    pub units: Vec<UnitId>,
    pub target: Hex,
    /// Batteries elect Canister (12.1c-iv).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub canister: bool,
}

/// One Close Combat: who attacks which hex (14.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeclaredCloseCombat {
    pub units: Vec<UnitId>,
    pub target: Hex,
}

/// How a unit rallies (17.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rally {
    /// 17.2a.
    Recover,
    /// 17.2b.
    Rebuild,
}

/// What to do, told in advance, when a certain question comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StandingOrder {
    /// Ask the player when it happens.
    #[default]
    Ask,
    /// Always do it, the first way that is open.
    Always,
    Never,
}

/// When a side that holds chits is asked whether it plays one (K43). The choice is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Asking {
    /// While it holds an Event chit, whenever one of its chits could be played: that it is asked
    /// tells nothing more.
    EveryMoment,
    /// Only when it can play something: quick, but that it is asked tells something.
    #[default]
    WhenPlayable,
}

/// A side's standing instructions: which questions the program answers for it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct StandingOrders {
    /// Opportunity Fire (13.7): with everything that can fire, or never.
    pub opportunity_fire: StandingOrder,
    /// Defensive Fire (14.3a).
    pub defensive_fire: StandingOrder,
    /// Cavalry Withdrawal (13.8, 14.3b).
    pub withdrawal: StandingOrder,
    /// Advance after Close Combat (15.8): never, or ask.
    pub advance: StandingOrder,
    /// Moments at which no chit is to be played.
    pub no_chits_at: Vec<ReactionWindow>,
    /// Pass in every Artillery Step to come of this turn (9.3).
    pub pass_artillery: bool,
    /// Pass in every step for held chits (10.1, 18.1).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pass_held: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// 8.1: the Key Chits of this turn.
    Keys {
        /// Chits from the side's own Event chits.
        chits: Vec<ChitId>,
    },
    /// Nothing, at a step that offers something: an Artillery Step (9.3), a held-chit step (10.1),
    /// a chit at this moment, a reaction, a rally.
    Pass {},
    /// 9.1: the batteries of this hex act.
    Batteries { hex: Hex },
    /// 12, 9.1, 13.7, 14.3a: fires announced together, resolved in this order. Several at one hex
    /// may flank it (12.4).
    Fire { shots: Vec<Shot> },
    /// 13: moves a unit, or units of one hex together (13.4).
    Move {
        units: Vec<UnitId>,
        /// Where to, by a cheapest way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Hex>,
        /// Or the hexes entered, in order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<Vec<Hex>>,
        /// Off the map from the last hex (13.12).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        exit: bool,
        /// A Charge Move (13.10).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        charge: bool,
    },
    /// 13.9: mounts or dismounts, in the midst of a unit's move.
    Mount {
        /// The cavalry unit that mounts or dismounts.
        unit: UnitId,
    },
    /// 16.1: leaves Skirmish Order before moving.
    LeaveSkirmish { unit: UnitId },
    /// The step, or the acts of these batteries, are over.
    End {},
    /// 10: plays a chit that is held or was just drawn. What it needs is in the fields.
    Play {
        chit: ChitId,
        /// The unit it is played on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
        /// The brigade it is played on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        brigade: Option<BrigadeId>,
        /// The fire or assault it starts: who, and at which hex.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shot: Option<Shot>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rally: Option<Rally>,
    },
    /// 10.3a: keeps the chit just drawn.
    Hold {},
    /// 10.4b: uses the chit just drawn as its Common Event.
    Common {},
    /// 10.5b: the enemy hex in Battlefield Chaos.
    Chaos { hex: Hex },
    /// 10.5b: the enemy unit that goes astray, and where.
    Wayward { unit: UnitId, to: Hex },
    /// 10.7: the brigade that is activated.
    Activate { brigade: BrigadeId },
    /// 20.5d: the Surprise Attack begins.
    Surprise {},
    /// 11: the brigade's order.
    Order { order: BrigadeOrder },
    /// 13.11: where a reinforcement goes whose hex is barred; 17.2b: where a rebuilt unit comes
    /// back.
    Place { unit: UnitId, hex: Hex },
    /// 13.8, 14.3b, 16.2: the unit withdraws.
    Withdraw { unit: UnitId, to: Hex },
    /// 12.2: which of the equals is the Lead Unit.
    Lead { unit: UnitId },
    /// 15.4: the way a unit retreats.
    Retreat {
        unit: UnitId,
        /// The hexes entered, in order; empty to leave the map at once.
        path: Vec<Hex>,
    },
    /// 15.1b: who panics; 15.1a, 15.2: which of the equals is affected.
    Choose { unit: UnitId },
    /// 14.2: every Close Combat of this step.
    Close {
        /// All of the side's assaults at once.
        assaults: Vec<DeclaredCloseCombat>,
    },
    /// 14.3: the Close Combat to be resolved next.
    Resolve { target: Hex },
    /// 14.3c: the Assaulting Hex.
    Assaulting { hex: Hex },
    /// 15.8: a unit advances, by one hex or two.
    Advance {
        unit: UnitId,
        /// The hexes entered in order, start excluded.
        path: Vec<Hex>,
    },
    /// 17.2, 9.4: a unit rallies.
    Rally { unit: UnitId, rally: Rally },
    /// 10.5b, optional: the two-column shift, the unit stopped, the units hit, the brigade that
    /// loses its turn.
    Rare {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<UnitId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        brigade: Option<BrigadeId>,
        /// Columns, to the right above 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        columns: Option<i8>,
    },
    /// K43: when this side is asked whether it plays a chit. May be given at any time.
    Ask { when: Asking },
    /// What the program is to answer for this side. May be given at any time; it takes no number in
    /// the record.
    Instruct {
        /// The instructions; they take the place of those before.
        instructions: StandingOrders,
    },
}

/// The verbs of all orders that answer a question: instructions may be given at any time and have
/// no targets.
pub const VERBS: [&str; 27] = [
    "keys",
    "pass",
    "batteries",
    "fire",
    "move",
    "mount",
    "leave-skirmish",
    "end",
    "play",
    "hold",
    "common",
    "chaos",
    "wayward",
    "activate",
    "surprise",
    "order",
    "place",
    "withdraw",
    "lead",
    "retreat",
    "choose",
    "close",
    "resolve",
    "assaulting",
    "advance",
    "rally",
    "rare",
];

impl Order {
    /// The verb, as options list it.
    pub fn verb(&self) -> &'static str {
        match self {
            Order::Keys { .. } => "keys",
            Order::Pass {} => "pass",
            Order::Batteries { .. } => "batteries",
            Order::Fire { .. } => "fire",
            Order::Move { .. } => "move",
            Order::Mount { .. } => "mount",
            Order::LeaveSkirmish { .. } => "leave-skirmish",
            Order::End {} => "end",
            Order::Play { .. } => "play",
            Order::Hold {} => "hold",
            Order::Common {} => "common",
            Order::Chaos { .. } => "chaos",
            Order::Wayward { .. } => "wayward",
            Order::Activate { .. } => "activate",
            Order::Surprise {} => "surprise",
            Order::Order { .. } => "order",
            Order::Place { .. } => "place",
            Order::Withdraw { .. } => "withdraw",
            Order::Lead { .. } => "lead",
            Order::Retreat { .. } => "retreat",
            Order::Choose { .. } => "choose",
            Order::Close { .. } => "close",
            Order::Resolve { .. } => "resolve",
            Order::Assaulting { .. } => "assaulting",
            Order::Advance { .. } => "advance",
            Order::Rally { .. } => "rally",
            Order::Rare { .. } => "rare",
            Order::Ask { .. } => "ask",
            Order::Instruct { .. } => "instruct",
        }
    }
}

/// A part of what may be ordered now, all of one verb. It may turn out to be empty.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Moves of these units together, with exits and charges (13.1).
    Move(Vec<UnitId>),
    /// Fires of these units together (12.1e).
    Fire(Vec<UnitId>),
    /// Pairs of fires that flank (12.4).
    Flanking,
    /// All fires with which the question can be answered: Opportunity Fire, Defensive Fire, fire
    /// back.
    Answer,
    Play(ChitId),
    /// A single order, already found legal.
    Order(Order),
}

impl Part {
    pub fn verb(&self) -> &'static str {
        match self {
            Part::Move(_) => "move",
            Part::Fire(_) | Part::Flanking | Part::Answer => "fire",
            Part::Play(_) => "play",
            Part::Order(order) => order.verb(),
        }
    }
}
