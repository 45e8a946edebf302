//! What a step from hex to hex costs: ground, hexside, roads (13.3, 13.5, 16.1).

use hexmap::{Direction, Hex, Slope};

use crate::battle::Battle;
use crate::data::tables::Mover;
use crate::movement::step_costs::{MoverClass, StepCost, StepCostTable, StepCosts};

impl Battle {
    /// The costs of all steps on the map of the scenario.
    pub(crate) fn step_costs(&self) -> &StepCostTable {
        self.scenario.step_costs.get(|| {
            StepCostTable::new(&self.map().grid, |class, from, direction, to| {
                StepCosts::new(
                    self.open_cost(class, from, direction, to),
                    self.road_cost(class, from, direction, false),
                    self.road_cost(class, from, direction, true),
                )
            })
        })
    }

    /// The cost of the ground of the hex entered and of the hexside crossed, in half points, roads
    /// aside (13.3).
    pub(crate) fn open_cost(&self, class: MoverClass, from: Hex, direction: Direction, to: Hex) -> StepCost {
        let costs = &self.scenario.tables.costs;
        let (ground, slope) = (self.map().ground(to), self.map().side(from, direction).slope);
        let who = class.mover as usize;
        let mut points = if ground.woods {
            *costs.woods[who]
        } else if ground.orchard {
            *costs.orchard[who]
        } else {
            *costs.clear[who]
        };
        if ground.wall {
            points += *costs.wall[who];
        }
        if ground.angled {
            points += *costs.angled[who];
        }
        // A step of one level that is not drawn as a slope costs nothing, and going down only a
        // steep one does (K21).
        match slope {
            Slope::None | Slope::Down => {}
            Slope::Up => points += *costs.slope_up[who],
            Slope::SteepUp if class.mover == Mover::Guns => return StepCost::Whole,
            Slope::SteepUp => points += *costs.steep_up[who],
            Slope::SteepDown => points += *costs.steep_down[who],
        }
        if class.skirmish {
            points = points.saturating_sub(*costs.skirmish_less).max(*costs.skirmish_least);
        }
        StepCost::Points(points)
    }

    /// The cost along the road that crosses the hexside, if one does: of several kinds the best
    /// counts (K19). Ground, hexside and the discount of Skirmish Order do not matter (3.2f, K20,
    /// K91). `march`: March Column is allowed.
    pub(crate) fn road_cost(
        &self,
        class: MoverClass,
        from: Hex,
        direction: Direction,
        march: bool,
    ) -> Option<u8> {
        let costs = &self.scenario.tables.costs;
        let side = self.map().side(from, direction);
        let who = class.mover as usize;
        if side.road || side.turnpike {
            let column = march && !class.skirmish;
            Some(if column { costs.march[who].min(*costs.road[who]) } else { *costs.road[who] })
        } else {
            side.lane.then(|| *costs.lane[who])
        }
    }
}
