//! The movement quota of an exclusive rule (17.1).

use tabletop::{Refusal, RuleCheck, Side};

use crate::battle::Battle;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// 17.1: the units moved against a quota.
    pub(super) fn within_quota(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let Some(quota) = self.scenario.quota.as_ref().filter(|q| q.side == side) else { return Ok(()) };
        if let Some((until, case)) = self.unit(unit).traits.quota_exempt
            && state.turn < until
        {
            return rule_check.check(
                case,
                "the unit does not count against the movement quota yet",
                true,
                String::new,
            );
        }
        let limit = self.quota_limit(state).unwrap_or(u8::MAX);
        rule_check.check(quota.case, "the movement quota is not used up", state.moved < limit, || {
            format!("the {side} side has moved the {limit} units that it may move in this phase")
        })
    }

    /// The quota of the phasing side as it stands now (17.11, 17.14).
    pub fn quota_limit(&self, state: &State) -> Option<u8> {
        let quota = self.scenario.quota.as_ref().filter(|q| q.side == state.phasing)?;
        let more = quota.more.filter(|&(watch, ..)| state.holders.get(watch) == Some(&quota.side));
        Some(quota.limit + more.map_or(0, |(_, units, _)| units))
    }

    /// Whether moving this unit counts against a quota.
    pub(crate) fn counts_against_quota(&self, state: &State, unit: UnitId) -> bool {
        let of = self.unit(unit);
        self.scenario.quota.as_ref().is_some_and(|q| q.side == of.side)
            && of.traits.quota_exempt.is_none_or(|(until, _)| state.turn >= until)
    }
}
