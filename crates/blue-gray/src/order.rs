//! Orders: what a side may ask for. One type for both inside (dense ids) and outside (printed
//! ones).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::standing_orders::instructions::Instructions;

/// A question put to one side beyond the phase's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// Where do these units retreat (7.7)?
    Retreat,
    /// Do these batteries accept the retreat (8.16)?
    WithdrawBattery,
    /// Which units pay the exchange (7.6)?
    Exchange,
    /// Does one of these advance (7.75)?
    Advance,
    /// Does this unit try to retreat before combat?
    RetreatBeforeCombat,
}

impl Ask {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Ask::Retreat => "retreat",
            Ask::WithdrawBattery => "withdraw-battery",
            Ask::Exchange => "exchange",
            Ask::Advance => "advance",
            Ask::RetreatBeforeCombat => "retreat-before-combat",
        }
    }
}

/// One link of a chain of displacements (7.81), or any unit with a hex to go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Push<U, H> {
    pub unit: U,
    pub to: H,
}

/// An order. `U` and `H` are units and hexes: [`UnitId`](crate::UnitId) and [`Hex`](hexmap::Hex)
/// inside, strings in the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Order<U, H> {
    /// Move a unit (5), or bring it on as a reinforcement.
    Move {
        unit: U,
        /// Where to, by a cheapest path.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<H>,
        /// The hexes entered in order, start excluded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<Vec<H>>,
    },
    /// Take a unit off the map.
    Exit {
        unit: U,
        /// The hexes entered, the last an exit hex; none if it stands on one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<Vec<H>>,
    },
    /// End the movement phase (5.14).
    EndMovement {},
    /// Attack (7).
    Attack {
        attackers: Vec<U>,
        /// The hexes that are being attacked.
        defenders: Vec<H>,
        /// A lower column than the odds give (7.9).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        column: Option<String>,
    },
    /// Retreat a unit (7.7).
    Retreat {
        unit: U,
        to: H,
        /// Who makes room, nearest first (7.81).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        displace: Vec<Push<U, H>>,
    },
    /// Throw for a retreat before combat.
    RetreatBeforeCombat {},
    /// Take a bombarding battery back on Ar (8.16).
    WithdrawBattery {
        unit: U,
        to: H,
        /// Who makes room, nearest first (7.81).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        displace: Vec<Push<U, H>>,
    },
    /// Stay: the other batteries do not withdraw, or the unit does not try to retreat before
    /// combat.
    Stand {},
    /// Pay an exchange (7.6).
    Lose {
        units: Vec<U>,
    },
    /// Advance after combat (7.75).
    Advance {
        unit: U,
        /// Which vacated hex, if it can reach more than one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<H>,
    },
    /// Decline to advance after the combat.
    Hold {},
    EndCombat {},
    /// What the program is to answer for this side from now on. At any time; it takes no number in
    /// the record.
    Instruct {
        /// The standing orders; they take the place of those before.
        instructions: Instructions<U, H>,
    },
}

impl<U, H> Order<U, H> {
    /// The verb it is offered under.
    pub fn verb(&self) -> &'static str {
        match self {
            Order::Move { .. } => "move",
            Order::Exit { .. } => "exit",
            Order::EndMovement {} => "end-movement",
            Order::Attack { .. } => "attack",
            Order::Retreat { .. } => "retreat",
            Order::RetreatBeforeCombat {} => "retreat-before-combat",
            Order::WithdrawBattery { .. } => "withdraw-battery",
            Order::Stand {} => "stand",
            Order::Lose { .. } => "lose",
            Order::Advance { .. } => "advance",
            Order::Hold {} => "hold",
            Order::EndCombat {} => "end-combat",
            Order::Instruct { .. } => "instruct",
        }
    }

    /// The same order in other terms. The first unit or hex that has none there stops it.
    ///
    /// # Errors
    /// Whatever `unit` or `hex` says of it.
    pub fn translate<U2, H2, E>(
        &self,
        mut unit: impl FnMut(&U) -> Result<U2, E>,
        mut hex: impl FnMut(&H) -> Result<H2, E>,
    ) -> Result<Order<U2, H2>, E> {
        fn pushes<U, H, U2, H2, E>(
            chain: &[Push<U, H>],
            unit: &mut impl FnMut(&U) -> Result<U2, E>,
            hex: &mut impl FnMut(&H) -> Result<H2, E>,
        ) -> Result<Vec<Push<U2, H2>>, E> {
            chain.iter().map(|p| Ok(Push { unit: unit(&p.unit)?, to: hex(&p.to)? })).collect()
        }
        Ok(match self {
            Order::Move { unit: u, to, path } => Order::Move {
                unit: unit(u)?,
                to: to.as_ref().map(&mut hex).transpose()?,
                path: path.as_ref().map(|p| p.iter().map(&mut hex).collect()).transpose()?,
            },
            Order::Exit { unit: u, path } => Order::Exit {
                unit: unit(u)?,
                path: path.as_ref().map(|p| p.iter().map(&mut hex).collect()).transpose()?,
            },
            Order::EndMovement {} => Order::EndMovement {},
            Order::Attack { attackers, defenders, column } => Order::Attack {
                attackers: attackers.iter().map(&mut unit).collect::<Result<_, _>>()?,
                defenders: defenders.iter().map(&mut hex).collect::<Result<_, _>>()?,
                column: column.clone(),
            },
            Order::Retreat { unit: u, to, displace } => Order::Retreat {
                unit: unit(u)?,
                to: hex(to)?,
                displace: pushes(displace, &mut unit, &mut hex)?,
            },
            Order::RetreatBeforeCombat {} => Order::RetreatBeforeCombat {},
            Order::WithdrawBattery { unit: u, to, displace } => Order::WithdrawBattery {
                unit: unit(u)?,
                to: hex(to)?,
                displace: pushes(displace, &mut unit, &mut hex)?,
            },
            Order::Stand {} => Order::Stand {},
            Order::Lose { units } => {
                Order::Lose { units: units.iter().map(&mut unit).collect::<Result<_, _>>()? }
            }
            Order::Advance { unit: u, to } => {
                Order::Advance { unit: unit(u)?, to: to.as_ref().map(&mut hex).transpose()? }
            }
            Order::Hold {} => Order::Hold {},
            Order::EndCombat {} => Order::EndCombat {},
            Order::Instruct { instructions } => {
                Order::Instruct { instructions: instructions.translate(&mut unit, &mut hex)? }
            }
        })
    }
}
