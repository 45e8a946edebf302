//! Leaving the map: the exclusive rules about exit hexes.

use hexmap::{Hex, Reach};
use tabletop::{Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::state::State;
use crate::unit::UnitId;

/// An exit that was found legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    pub hex: Hex,
    /// The hexes entered before, the last the exit hex; empty if the unit stands on it.
    pub path: Vec<Hex>,
    /// Movement points spent, including the exit.
    pub cost: u8,
}

impl Battle {
    /// Every exit hex by which a unit can leave the map now, each by a cheapest path.
    pub fn departures(&self, state: &State, unit: UnitId) -> Vec<Departure> {
        let Some(exits) = &self.scenario.exits else { return Vec::new() };
        let Some(here) = state.hex(unit) else { return Vec::new() };
        // Most units are nowhere near: the distance alone tells.
        let movement = u32::from(self.most_points(state, unit));
        exits
            .hexes
            .iter()
            .filter(|&&hex| self.map().grid.distance(here, hex) + u32::from(exits.cost) <= movement)
            .filter_map(|&hex| {
                self.departure(
                    state,
                    state.phasing,
                    unit,
                    Some(hex),
                    None,
                    &mut RuleCheck::without_messages(),
                )
                .ok()
            })
            .collect()
    }

    /// Judges an exit: by a path, or by the cheapest way to `by` (to the nearest exit hex if that
    /// is left open).
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn departure(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        by: Option<Hex>,
        path: Option<&[Hex]>,
        rule_check: &mut RuleCheck,
    ) -> Result<Departure, Refusal> {
        let of = self.unit(unit);
        let Some(exits) = &self.scenario.exits else {
            return Err(Refusal::new(case!("5.16"), "no unit leaves the map in this battle"));
        };
        self.may_move(state, side, unit, rule_check)?;
        let here = state.hex(unit);
        rule_check.check(exits.case, "the unit is on the map", here.is_some(), || {
            format!("{} is not on the map yet", of.called())
        })?;
        let Some(here) = here else {
            return Err(Refusal::new(exits.case, format!("{} is not on the map yet", of.called())));
        };
        if let Some(path) = path {
            let hex = path.last().copied().unwrap_or(here);
            rule_check.check(
                exits.case,
                "the path ends on an exit hex",
                exits.hexes.contains(&hex),
                || {
                    format!(
                        "{} is not an exit hex; units leave by {}",
                        self.number(hex),
                        self.numbers(&exits.hexes)
                    )
                },
            )?;
            let (path, spent) = self.walk(state, unit, path, exits.cost, rule_check)?;
            let way = Departure { hex, path, cost: spent.saturating_add(exits.cost) };
            let marches = self.asks_for_strategic(state, unit, way.cost);
            return self.leave(state, unit, way, marches, rule_check);
        }
        // The nearest exit hex, and of two equally near the first in the list.
        let mut reach = Reach::new();
        self.search(state, unit, here, &mut reach);
        let near = exits
            .hexes
            .iter()
            .filter(|&&hex| by.is_none_or(|b| b == hex))
            .filter_map(|&hex| if hex == here { Some((0, hex)) } else { Some((reach.cost(hex)?, hex)) })
            .filter(|&(_, hex)| !self.in_enemy_zone(state, side, hex))
            .min_by_key(|(cost, _): &(u8, Hex)| *cost);
        if near.is_none_or(|(spent, _)| spent.saturating_add(exits.cost) > of.movement)
            && let Some(way) = self.strategic_departure(state, unit, here, by)
        {
            self.walk(state, unit, &way.path, exits.cost, rule_check)?;
            return self.leave(state, unit, way, true, rule_check);
        }
        rule_check.check(exits.case, "an exit hex is in reach", near.is_some(), || {
            format!(
                "{} cannot reach an exit hex free of enemy zones; units leave by {}",
                of.called(),
                self.numbers(&exits.hexes)
            )
        })?;
        let Some((spent, hex)) = near else {
            return Err(Refusal::new(exits.case, "no exit hex is in reach"));
        };
        self.leave(
            state,
            unit,
            Departure { hex, path: reach.path(here, hex), cost: spent.saturating_add(exits.cost) },
            false,
            rule_check,
        )
    }

    /// The cheapest way off the map by strategic movement (r6.4), by a road or trail that leaves it.
    fn strategic_departure(
        &self,
        state: &State,
        unit: UnitId,
        here: Hex,
        by: Option<Hex>,
    ) -> Option<Departure> {
        let exits = self.scenario.exits.as_ref()?;
        let mut reach = Reach::new();
        if !self.search_strategic(state, unit, here, 0, &mut reach) {
            return None;
        }
        let open = exits.hexes.iter().filter(|&&hex| by.is_none_or(|b| b == hex) && self.leads_off(hex));
        let ways = open.filter_map(|&hex| {
            let spent = if hex == here { 0 } else { reach.cost(hex)? };
            let cost = spent.saturating_add(exits.cost);
            (cost <= self.most_points(state, unit)).then_some((cost, hex))
        });
        let (cost, hex) = ways.min_by_key(|&(cost, _)| cost)?;
        Some(Departure { hex, path: reach.path(here, hex), cost })
    }

    fn leave(
        &self,
        state: &State,
        unit: UnitId,
        way: Departure,
        marches: bool,
        rule_check: &mut RuleCheck,
    ) -> Result<Departure, Refusal> {
        let of = self.unit(unit);
        let points = if marches { self.most_points(state, unit) } else { of.movement };
        if marches {
            rule_check.check(
                case!("r6.45"),
                "a road or trail leaves the map there",
                self.leads_off(way.hex),
                || {
                    let number = self.number(way.hex);
                    format!(
                        "strategic movement follows roads and trails, and none leaves the map at {number}"
                    )
                },
            )?;
        }
        let cost_case = self.scenario.exits.as_ref().map_or(case!("5.15"), |e| e.cost_case);
        // A ruling: the last hex is left by movement, so 5.13 forbids it from an enemy zone.
        let zone = self.in_enemy_zone(state, of.side, way.hex);
        rule_check.check(case!("5.13"), "the exit hex is in no enemy zone of control", !zone, || {
            format!("{} is in an enemy zone of control and cannot be left", self.number(way.hex))
        })?;
        rule_check.check(cost_case, "the unit can pay for leaving the map", way.cost <= points, || {
            format!(
                "leaving the map would take {} movement points in all and {} has {points}",
                way.cost,
                of.called()
            )
        })?;
        self.may_leave_the_others(state, unit, rule_check)?;
        Ok(way)
    }

    /// Whether a unit on the map could leave it by its points and the ground, whatever else it may
    /// do.
    pub(crate) fn has_way_off(&self, state: &State, unit: UnitId) -> bool {
        let (Some(exits), Some(here)) = (&self.scenario.exits, state.hex(unit)) else { return false };
        let of = self.unit(unit);
        let mut reach = Reach::new();
        self.search(state, unit, here, &mut reach);
        exits.hexes.iter().any(|&hex| {
            let spent = if hex == here { Some(0) } else { reach.cost(hex) };
            spent.is_some_and(|spent: u8| spent.saturating_add(exits.cost) <= of.movement)
                && !self.in_enemy_zone(state, of.side, hex)
        }) || self.strategic_departure(state, unit, here, None).is_some()
    }
}
