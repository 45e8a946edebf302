//! Events: what happened. A state is what applying events yields.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tabletop::{Case, Side, case};

use crate::order::Ask;
use crate::phase::Phase;
use crate::standing_orders::instructions::{self, Instructions};
use crate::tables::CombatResult;

/// An event. `U` and `H` are units and hexes, as in [`Order`](crate::Order).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event<U, H> {
    /// A phase began (4.1).
    PhaseBegan {
        turn: u8,
        side: Side,
        phase: Phase,
        /// Whether it is night (10).
        night: bool,
    },
    /// A unit moved (5) or came on.
    Moved {
        unit: U,
        /// The hexes entered in order, start excluded.
        path: Vec<H>,
        /// Movement points spent by the unit.
        cost: u8,
        /// Whether it came on from off the map.
        entered: bool,
        case: Case,
    },
    Exited {
        unit: U,
        /// Hexes entered before it left the map.
        path: Vec<H>,
        /// Movement points spent by the unit.
        cost: u8,
        case: Case,
    },
    /// An attack was declared (7.1).
    AttackDeclared {
        /// Adjacent attackers: they suffer the result.
        attackers: Vec<U>,
        /// Bombarding batteries (8.1).
        bombarding: Vec<U>,
        /// The hexes that are being attacked.
        defenders: Vec<H>,
        /// Total strength points of the attack.
        attack: u16,
        /// Strength points of the defence, after multiplication.
        defence: u16,
        /// The column, a lower one if the attacker chose so (7.9).
        column: String,
        /// The attacker chose that column (7.9).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lowered: bool,
    },
    /// A unit threw to retreat before combat.
    WithdrawalThrown {
        unit: U,
        die: u8,
        /// Whether the unit may now withdraw.
        succeeded: bool,
        case: Case,
    },
    /// Nobody is left to be attacked.
    AttackVoided {},
    /// The die of an attack (7.6).
    DieThrown {
        die: u8,
        column: String,
        result: CombatResult,
    },
    /// A unit retreated (7.71).
    Retreated {
        unit: U,
        from: H,
        to: H,
        case: Case,
    },
    /// A unit made room (7.81).
    Displaced {
        unit: U,
        from: H,
        to: H,
    },
    Eliminated {
        unit: U,
        hex: H,
        case: Case,
    },
    /// A unit advanced after combat (7.75).
    Advanced {
        unit: U,
        from: H,
        to: H,
    },
    /// No unit advanced after the combat.
    Held {
        /// The side that could have advanced.
        side: Side,
    },
    /// Batteries that could have withdrawn stay (8.16), or a unit does not try to retreat before
    /// combat.
    Stood {
        units: Vec<U>,
        case: Case,
    },
    Asked {
        side: Side,
        ask: Ask,
        units: Vec<U>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hexes: Vec<H>,
        /// The strength to be paid, in an exchange.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        need: Option<u16>,
        case: Case,
    },
    /// A side's standing order answers the question that is open.
    StandingOrder {
        side: Side,
        case: Case,
    },
    /// A side gave standing orders, which nobody else is told.
    Instructed {
        side: Side,
        /// The side's standing instructions from now on.
        instructions: Instructions<U, H>,
    },
    /// The question last asked is settled.
    Settled {},
    CombatEnded {},
    /// The combat phase is over but for units that must still leave enemy zones (11.31).
    CombatPhaseEnded {},
    /// A unit lost its attack effectiveness (11.1).
    EffectivenessLost {
        unit: U,
    },
    /// All units recovered their attack effectiveness (11.4).
    EffectivenessRecovered {
        units: Vec<U>,
    },
    /// Reinforcements that could not come on are lost.
    ReinforcementsLost {
        units: Vec<U>,
        case: Case,
    },
    /// A side scored points during play.
    Scored {
        side: Side,
        points: i32,
        /// The hex whose capture scored them.
        hex: H,
        case: Case,
    },
    GameEnded {
        union: i32,
        confederate: i32,
        level: String,
        case: Case,
    },
}

impl<U, H> Event<U, H> {
    pub fn case(&self) -> Case {
        use Event::*;
        match self {
            PhaseBegan { phase: Phase::Combat, .. } => case!("7.0"),
            PhaseBegan { night: true, .. } => case!("10.1"),
            PhaseBegan { .. } | Settled {} | CombatPhaseEnded {} => case!("4.1"),
            Moved { case, .. }
            | Exited { case, .. }
            | WithdrawalThrown { case, .. }
            | Retreated { case, .. }
            | Eliminated { case, .. }
            | Stood { case, .. }
            | Asked { case, .. }
            | StandingOrder { case, .. }
            | ReinforcementsLost { case, .. }
            | Scored { case, .. }
            | GameEnded { case, .. } => *case,
            Instructed { .. } => instructions::CASE,
            AttackDeclared { lowered: true, .. } => case!("7.9"),
            AttackDeclared { .. } | DieThrown { .. } | CombatEnded {} | AttackVoided {} => case!("7.6"),
            Displaced { .. } => case!("7.81"),
            Advanced { .. } | Held { .. } => case!("7.75"),
            EffectivenessLost { .. } => case!("11.1"),
            EffectivenessRecovered { .. } => case!("11.4"),
        }
    }

    /// The same event in other terms.
    ///
    /// # Errors
    /// Whatever `unit` or `hex` says of the first that has none there.
    pub fn translate<U2, H2, E>(
        &self,
        mut unit: impl FnMut(&U) -> Result<U2, E>,
        mut hex: impl FnMut(&H) -> Result<H2, E>,
    ) -> Result<Event<U2, H2>, E> {
        use Event::*;
        macro_rules! all {
            ($list:expr, $f:ident) => {
                $list.iter().map(&mut $f).collect::<Result<Vec<_>, E>>()?
            };
        }
        Ok(match self {
            PhaseBegan { turn, side, phase, night } => {
                PhaseBegan { turn: *turn, side: *side, phase: *phase, night: *night }
            }
            Moved { unit: u, path, cost, entered, case } => {
                Moved { unit: unit(u)?, path: all!(path, hex), cost: *cost, entered: *entered, case: *case }
            }
            Exited { unit: u, path, cost, case } => {
                Exited { unit: unit(u)?, path: all!(path, hex), cost: *cost, case: *case }
            }
            AttackDeclared { attackers, bombarding, defenders, attack, defence, column, lowered } => {
                AttackDeclared {
                    attackers: all!(attackers, unit),
                    bombarding: all!(bombarding, unit),
                    defenders: all!(defenders, hex),
                    attack: *attack,
                    defence: *defence,
                    column: column.clone(),
                    lowered: *lowered,
                }
            }
            WithdrawalThrown { unit: u, die, succeeded, case } => {
                WithdrawalThrown { unit: unit(u)?, die: *die, succeeded: *succeeded, case: *case }
            }
            AttackVoided {} => AttackVoided {},
            DieThrown { die, column, result } => {
                DieThrown { die: *die, column: column.clone(), result: *result }
            }
            Retreated { unit: u, from, to, case } => {
                Retreated { unit: unit(u)?, from: hex(from)?, to: hex(to)?, case: *case }
            }
            Displaced { unit: u, from, to } => Displaced { unit: unit(u)?, from: hex(from)?, to: hex(to)? },
            Eliminated { unit: u, hex: h, case } => Eliminated { unit: unit(u)?, hex: hex(h)?, case: *case },
            Advanced { unit: u, from, to } => Advanced { unit: unit(u)?, from: hex(from)?, to: hex(to)? },
            Held { side } => Held { side: *side },
            Stood { units, case } => Stood { units: all!(units, unit), case: *case },
            Asked { side, ask, units, hexes, need, case } => Asked {
                side: *side,
                ask: *ask,
                units: all!(units, unit),
                hexes: all!(hexes, hex),
                need: *need,
                case: *case,
            },
            StandingOrder { side, case } => StandingOrder { side: *side, case: *case },
            Instructed { side, instructions } => {
                Instructed { side: *side, instructions: instructions.translate(&mut unit, &mut hex)? }
            }
            Settled {} => Settled {},
            CombatEnded {} => CombatEnded {},
            CombatPhaseEnded {} => CombatPhaseEnded {},
            EffectivenessLost { unit: u } => EffectivenessLost { unit: unit(u)? },
            EffectivenessRecovered { units } => EffectivenessRecovered { units: all!(units, unit) },
            ReinforcementsLost { units, case } => {
                ReinforcementsLost { units: all!(units, unit), case: *case }
            }
            Scored { side, points, hex: h, case } => {
                Scored { side: *side, points: *points, hex: hex(h)?, case: *case }
            }
            GameEnded { union, confederate, level, case } => {
                GameEnded { union: *union, confederate: *confederate, level: level.clone(), case: *case }
            }
        })
    }
}
