//! Reinforcements: the exclusive rules by which units come on.

use hexmap::Hex;
use tabletop::{Refusal, RuleCheck, case};

use crate::battle::Battle;
use crate::state::State;
use crate::unit::{Start, UnitId};

impl Battle {
    /// Whether a unit that is due may enter by that hex now, and the points it has then spent.
    ///
    /// # Errors
    /// The case that keeps it off.
    pub fn may_enter(
        &self,
        state: &State,
        unit: UnitId,
        hex: Hex,
        rule_check: &mut RuleCheck,
    ) -> Result<u8, Refusal> {
        let of = self.unit(unit);
        let rules = &self.scenario.reinforcements;
        let number = self.number(hex);
        let Start::Due { turn, entry } = &of.start else {
            return Err(Refusal::new(case!("5.0"), format!("{} is not a reinforcement", of.called())));
        };
        rule_check.check(rules.case, "the reinforcement is due", state.turn >= *turn, || {
            format!("{} is due on game-turn {turn}", of.called())
        })?;
        rule_check.check(
            rules.case,
            "the first hex of the path is an entry hex",
            entry.contains(&hex),
            || format!("{} enters by {}, not by {number}", of.called(), self.numbers(entry)),
        )?;
        let holder = state.holder(hex);
        rule_check.check(
            case!("5.12"),
            "no enemy holds the entry hex",
            holder != Some(of.side.other()),
            || format!("an enemy unit holds {number}"),
        )?;
        if rules.only_empty {
            rule_check.check(rules.stacking_case, "the entry hex is empty", holder.is_none(), || {
                format!("a unit stands in {number}; it must move on before another can enter there")
            })?;
        }
        let solid = state
            .stack(hex)
            .find_map(|o| self.unit(o).traits.lets_nothing_through.or(of.traits.lets_nothing_through));
        if let Some(case) = solid {
            rule_check.check(case, "the units let each other pass", false, || {
                format!("{number} is blocked by a unit")
            })?;
        }
        let zone = self.in_enemy_zone(state, of.side, hex);
        rule_check.check(
            rules.zones_case,
            "the entry hex may be entered in an enemy zone",
            !zone || rules.into_zones,
            || format!("{number} is in an enemy zone of control"),
        )?;
        let night = self.scenario.is_night(state.turn);
        rule_check.check(case!("10.2"), "at night no unit enters an enemy zone", !(zone && night), || {
            format!("at night no unit may enter an enemy zone of control, and {number} is in one")
        })?;
        let cost = self.entry_cost(state, hex);
        // By strategic movement too (r6.4).
        let mut march = hexmap::Reach::new();
        let pays = cost <= of.movement
            || cost <= self.most_points(state, unit)
                && self.search_strategic(state, unit, hex, cost, &mut march);
        rule_check.check(rules.cost_case, "the unit can pay for the entry hex", pays, || {
            format!("{number} would take {cost} movement points and {} has {}", of.called(), of.movement)
        })?;
        Ok(cost)
    }

    /// The cost to enter by that hex now: the hex's own, and in column one point more for each unit before.
    pub fn entry_cost(&self, state: &State, hex: Hex) -> u8 {
        let map = self.map();
        let leaves = |road: bool| map.edge_exits.iter().any(|e| e.hex == hex && e.road == road);
        let base = self.scenario.tables.entry_cost(map.ground(hex), leaves(true), leaves(false));
        let before = if self.scenario.reinforcements.column {
            state.entered.iter().find(|(h, _)| *h == hex).map_or(0, |(_, n)| *n)
        } else {
            0
        };
        base + before
    }

    /// The units of the phasing side that are lost because they did not come on in their turn.
    pub(crate) fn lost_reinforcements(&self, state: &State) -> Vec<UnitId> {
        if !self.scenario.reinforcements.lost {
            return Vec::new();
        }
        self.ids()
            .filter(|&u| {
                let of = self.unit(u);
                of.side == state.phasing
                    && state.place(u) == crate::state::Place::Due
                    && matches!(of.start, Start::Due { turn, .. } if state.turn >= turn)
            })
            .collect()
    }
}
