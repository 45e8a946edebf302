//! Conditional orders: a side's answers to what a combat may ask of it, laid down in advance as a
//! tree. Each says which question it answers and in which situation, what is answered, and what is
//! answered to what the same combat asks next.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::order::{Ask, Order, Push};
use crate::tables::CombatResult;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerTurn {
    pub turn: u8,
    pub side: Side,
}

/// Odds between two columns of the combat results table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsRange {
    /// The lowest odds column that applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<String>,
    /// The highest odds column that applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<String>,
}

/// A situation in which a question is asked. What is left out may be as it likes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[serde(bound(deserialize = "U: Deserialize<'de>, H: Deserialize<'de>"))]
pub struct Circumstances<U, H> {
    /// The question is about each of these units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<U>,
    /// The question is about each of these hexes: those to advance into.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub into: Vec<H>,
    /// The question is about no other units and no other hexes than those.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exactly: bool,
    /// Each of these hexes is attacked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<H>,
    /// Each of these units attacks or bombards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attackers: Vec<U>,
    /// An attack is made from each of these hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<H>,
    /// The combat had one of these results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<CombatResult>,
    /// The die of the combat is not thrown yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub before_die: bool,
    /// The odds, as declared before the die and as thrown on after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<OddsRange>,
}

impl<U, H> Default for Circumstances<U, H> {
    fn default() -> Self {
        Circumstances {
            units: Vec::new(),
            into: Vec::new(),
            exactly: false,
            hexes: Vec::new(),
            attackers: Vec::new(),
            from: Vec::new(),
            results: Vec::new(),
            before_die: false,
            odds: None,
        }
    }
}

/// What answers a question: the orders of those names, or that the side wants to be asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[serde(bound(deserialize = "U: Deserialize<'de>, H: Deserialize<'de>"))]
pub enum Reply<U, H> {
    /// Ask the player when it happens.
    Ask {},
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
    /// Stay where one could withdraw or retreat before combat.
    Stand {},
    /// Pay an exchange (7.6).
    Lose { units: Vec<U> },
    /// Advance after combat (7.75).
    Advance {
        unit: U,
        /// Which vacated hex, if it can reach more than one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<H>,
    },
    /// Decline to advance after the combat.
    Hold {},
}

/// One of the answers of a conditional order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[serde(bound(deserialize = "U: Deserialize<'de>, H: Deserialize<'de>"))]
pub struct Answer<U, H> {
    pub give: Reply<U, H>,
    /// What is answered to what the same combat asks after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<ConditionalOrder<U, H>>,
}

/// What is answered to one question in some situation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[serde(bound(deserialize = "U: Deserialize<'de>, H: Deserialize<'de>"))]
pub struct ConditionalOrder<U, H> {
    pub ask: Ask,
    /// It holds in this player-turn alone; in all of them, if it is left out. Only of one that
    /// follows on no other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub during: Option<PlayerTurn>,
    /// The situation in which it applies.
    #[serde(default)]
    pub when: Circumstances<U, H>,
    /// The answers: the first that is legal is given.
    pub answers: Vec<Answer<U, H>>,
}

fn all<A, B, E>(list: &[A], to: &mut impl FnMut(&A) -> Result<B, E>) -> Result<Vec<B>, E> {
    list.iter().map(to).collect()
}

impl<U, H> Circumstances<U, H> {
    fn translate<U2, H2, E>(
        &self,
        unit: &mut impl FnMut(&U) -> Result<U2, E>,
        hex: &mut impl FnMut(&H) -> Result<H2, E>,
    ) -> Result<Circumstances<U2, H2>, E> {
        Ok(Circumstances {
            units: all(&self.units, unit)?,
            into: all(&self.into, hex)?,
            exactly: self.exactly,
            hexes: all(&self.hexes, hex)?,
            attackers: all(&self.attackers, unit)?,
            from: all(&self.from, hex)?,
            results: self.results.clone(),
            before_die: self.before_die,
            odds: self.odds.clone(),
        })
    }
}

impl<U: Clone, H: Clone> Reply<U, H> {
    /// The answer that an order is; none if it is the order of a phase.
    pub fn of(order: &Order<U, H>) -> Option<Reply<U, H>> {
        Some(match order.clone() {
            Order::Retreat { unit, to, displace } => Reply::Retreat { unit, to, displace },
            Order::RetreatBeforeCombat {} => Reply::RetreatBeforeCombat {},
            Order::WithdrawBattery { unit, to, displace } => Reply::WithdrawBattery { unit, to, displace },
            Order::Stand {} => Reply::Stand {},
            Order::Lose { units } => Reply::Lose { units },
            Order::Advance { unit, to } => Reply::Advance { unit, to },
            Order::Hold {} => Reply::Hold {},
            Order::Move { .. }
            | Order::Exit { .. }
            | Order::EndMovement {}
            | Order::Attack { .. }
            | Order::EndCombat {}
            | Order::Instruct { .. } => return None,
        })
    }

    /// The order it is; none for "ask me".
    pub fn order(&self) -> Option<Order<U, H>> {
        Some(match self.clone() {
            Reply::Ask {} => return None,
            Reply::Retreat { unit, to, displace } => Order::Retreat { unit, to, displace },
            Reply::RetreatBeforeCombat {} => Order::RetreatBeforeCombat {},
            Reply::WithdrawBattery { unit, to, displace } => Order::WithdrawBattery { unit, to, displace },
            Reply::Stand {} => Order::Stand {},
            Reply::Lose { units } => Order::Lose { units },
            Reply::Advance { unit, to } => Order::Advance { unit, to },
            Reply::Hold {} => Order::Hold {},
        })
    }
}

impl<U, H> Reply<U, H> {
    fn translate<U2, H2, E>(
        &self,
        unit: &mut impl FnMut(&U) -> Result<U2, E>,
        hex: &mut impl FnMut(&H) -> Result<H2, E>,
    ) -> Result<Reply<U2, H2>, E> {
        let pushes = |chain: &[Push<U, H>],
                      unit: &mut dyn FnMut(&U) -> Result<U2, E>,
                      hex: &mut dyn FnMut(&H) -> Result<H2, E>| {
            let push = |p: &Push<U, H>| Ok(Push { unit: unit(&p.unit)?, to: hex(&p.to)? });
            chain.iter().map(push).collect::<Result<Vec<_>, E>>()
        };
        Ok(match self {
            Reply::Ask {} => Reply::Ask {},
            Reply::Retreat { unit: u, to, displace } => {
                Reply::Retreat { unit: unit(u)?, to: hex(to)?, displace: pushes(displace, unit, hex)? }
            }
            Reply::RetreatBeforeCombat {} => Reply::RetreatBeforeCombat {},
            Reply::WithdrawBattery { unit: u, to, displace } => Reply::WithdrawBattery {
                unit: unit(u)?,
                to: hex(to)?,
                displace: pushes(displace, unit, hex)?,
            },
            Reply::Stand {} => Reply::Stand {},
            Reply::Lose { units } => Reply::Lose { units: all(units, unit)? },
            Reply::Advance { unit: u, to } => {
                Reply::Advance { unit: unit(u)?, to: to.as_ref().map(hex).transpose()? }
            }
            Reply::Hold {} => Reply::Hold {},
        })
    }
}

impl<U, H> ConditionalOrder<U, H> {
    /// The same in other terms.
    ///
    /// # Errors
    /// Whatever `unit` or `hex` says of the first that has none there.
    pub(crate) fn translate<U2, H2, E>(
        &self,
        unit: &mut impl FnMut(&U) -> Result<U2, E>,
        hex: &mut impl FnMut(&H) -> Result<H2, E>,
    ) -> Result<ConditionalOrder<U2, H2>, E> {
        let mut answers = Vec::with_capacity(self.answers.len());
        for Answer { give, next } in &self.answers {
            let give = give.translate(unit, hex)?;
            let mut follow = Vec::with_capacity(next.len());
            for one in next {
                follow.push(one.translate(unit, hex)?);
            }
            answers.push(Answer { give, next: follow });
        }
        let when = self.when.translate(unit, hex)?;
        Ok(ConditionalOrder { ask: self.ask, during: self.during, when, answers })
    }
}

/// Conditional orders one after another, those that follow on others after them, each with how deep
/// it stands: 1 for those that follow on none. It needs no stack of calls, however deep they are.
pub(crate) fn walk<U, H>(orders: &[ConditionalOrder<U, H>]) -> Vec<(usize, &ConditionalOrder<U, H>)> {
    let mut found: Vec<(usize, &ConditionalOrder<U, H>)> = orders.iter().map(|one| (1, one)).collect();
    let mut at = 0;
    while let Some(&(depth, order)) = found.get(at) {
        found.extend(order.answers.iter().flat_map(|answer| &answer.next).map(|next| (depth + 1, next)));
        at += 1;
    }
    found
}
