//! What a side may tell the program in advance. Each says which question is answered for it, and
//! how; what says nothing leaves the question to the side.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tabletop::{Case, case};

use super::conditional::ConditionalOrder;

/// The case under which a side gives standing orders: most are about retreats.
pub(crate) const CASE: Case = case!("7.7");

/// Where units retreat (7.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatRule<H> {
    /// Ask the player when it happens.
    #[default]
    Ask,
    /// Retreat toward the nearest friendly unit.
    NearestFriend,
    /// Away from the enemy: where the fewest are near.
    FromEnemy,
    Toward(H),
}

impl<H> RetreatRule<H> {
    fn translate<H2, E>(&self, hex: &mut impl FnMut(&H) -> Result<H2, E>) -> Result<RetreatRule<H2>, E> {
        Ok(match self {
            RetreatRule::Ask => RetreatRule::Ask,
            RetreatRule::NearestFriend => RetreatRule::NearestFriend,
            RetreatRule::FromEnemy => RetreatRule::FromEnemy,
            RetreatRule::Toward(to) => RetreatRule::Toward(hex(to)?),
        })
    }
}

/// Where one unit retreats, whatever the others do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitRetreat<U, H> {
    pub unit: U,
    pub rule: RetreatRule<H>,
}

/// Who pays an exchange (7.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExchangeRule {
    /// Ask the player when it happens.
    #[default]
    Ask,
    /// The units with the least strength that is enough.
    Least,
}

/// Who advances after combat (7.75).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AdvanceRule {
    /// Ask the player when it happens.
    #[default]
    Ask,
    Never,
    /// The strongest unit that may advance.
    Strongest,
}

/// Whether a battery that bombarded takes the retreat (8.16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BatteryRule {
    /// Ask the player when it happens.
    #[default]
    Ask,
    Stand,
}

/// Whether a unit that may retreat before combat tries to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BeforeCombatRule {
    /// Ask the player when it happens.
    #[default]
    Ask,
    /// The unit throws the die for it.
    Try,
    Stand,
}

/// A side's standing orders. `U` and `H` are units and hexes, as in [`Order`](crate::Order).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[serde(bound(deserialize = "U: Deserialize<'de>, H: Deserialize<'de>"))]
pub struct Instructions<U, H> {
    /// Where units retreat of which nothing else is said.
    #[serde(default)]
    pub retreat: RetreatRule<H>,
    /// Retreat rules that name single units.
    #[serde(default)]
    pub retreats: Vec<UnitRetreat<U, H>>,
    #[serde(default)]
    pub exchange: ExchangeRule,
    #[serde(default)]
    pub advance: AdvanceRule,
    /// Units behind works do not advance.
    #[serde(default)]
    pub stay_in_works: bool,
    /// Units in these hexes do not advance.
    #[serde(default)]
    pub stay: Vec<H>,
    /// Whether batteries accept a retreat result.
    #[serde(default)]
    pub battery: BatteryRule,
    /// Whether units try to retreat before combat.
    #[serde(default)]
    pub before_combat: BeforeCombatRule,
    /// Conditional orders. They go before all that is said above.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditional: Vec<ConditionalOrder<U, H>>,
}

impl<U, H> Default for Instructions<U, H> {
    fn default() -> Self {
        Instructions {
            retreat: RetreatRule::Ask,
            retreats: Vec::new(),
            exchange: ExchangeRule::Ask,
            advance: AdvanceRule::Ask,
            stay_in_works: false,
            stay: Vec::new(),
            battery: BatteryRule::Ask,
            before_combat: BeforeCombatRule::Ask,
            conditional: Vec::new(),
        }
    }
}

impl<U, H> Instructions<U, H> {
    /// The same in other terms.
    ///
    /// # Errors
    /// Whatever `unit` or `hex` says of the first that has none there.
    pub fn translate<U2, H2, E>(
        &self,
        mut unit: impl FnMut(&U) -> Result<U2, E>,
        mut hex: impl FnMut(&H) -> Result<H2, E>,
    ) -> Result<Instructions<U2, H2>, E> {
        let mut retreats = Vec::with_capacity(self.retreats.len());
        for one in &self.retreats {
            retreats.push(UnitRetreat { unit: unit(&one.unit)?, rule: one.rule.translate(&mut hex)? });
        }
        let mut conditional = Vec::with_capacity(self.conditional.len());
        for one in &self.conditional {
            conditional.push(one.translate(&mut unit, &mut hex)?);
        }
        Ok(Instructions {
            retreat: self.retreat.translate(&mut hex)?,
            retreats,
            exchange: self.exchange,
            advance: self.advance,
            stay_in_works: self.stay_in_works,
            stay: self.stay.iter().map(&mut hex).collect::<Result<_, _>>()?,
            battery: self.battery,
            before_combat: self.before_combat,
            conditional,
        })
    }
}
