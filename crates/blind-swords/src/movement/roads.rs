//! What a step from hex to hex costs: ground, hexside, roads (13.3, 13.5, 16.1).

use hexmap::{Direction, Hex, Slope};

use crate::battle::Battle;
use crate::data::tables::Mover;

/// Who pays: whose costs, and whether with the discount of Skirmish Order (16.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Payer {
    pub mover: Mover,
    pub skirmish: bool,
}

/// What a step costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Toll {
    /// Half points.
    Points(u8),
    /// The whole allowance, and only from where the move begins (9.5a).
    Whole,
}

impl Battle {
    /// The cost of the ground of the hex entered and of the hexside crossed, in half points, roads aside (13.3).
    pub(crate) fn open_toll(&self, payer: Payer, from: Hex, direction: Direction, to: Hex) -> Toll {
        let costs = &self.scenario.tables.costs;
        let (ground, slope) = (self.map().ground(to), self.map().side(from, direction).slope);
        let who = payer.mover as usize;
        let mut points = if ground.woods {
            costs.woods[who]
        } else if ground.orchard {
            costs.orchard[who]
        } else {
            costs.clear[who]
        };
        if ground.wall {
            points += costs.wall[who];
        }
        if ground.angled {
            points += costs.angled[who];
        }
        // A step of one level that is not drawn as a slope costs nothing, and going down only a steep one does (K21).
        match slope {
            Slope::None | Slope::Down => {}
            Slope::Up => points += costs.slope_up[who],
            Slope::SteepUp if payer.mover == Mover::Guns => return Toll::Whole,
            Slope::SteepUp => points += costs.steep_up[who],
            Slope::SteepDown => points += costs.steep_down[who],
        }
        if payer.skirmish {
            points = points.saturating_sub(costs.skirmish_less).max(costs.skirmish_least);
        }
        Toll::Points(points)
    }

    /// The cost along the road that crosses the hexside, if one does: of several kinds the best counts (K19). Ground,
    /// hexside and the discount of Skirmish Order do not matter (3.2f, K20, K91). `march`: March Column is allowed.
    pub(crate) fn road_toll(&self, payer: Payer, from: Hex, direction: Direction, march: bool) -> Option<u8> {
        let costs = &self.scenario.tables.costs;
        let side = self.map().side(from, direction);
        let who = payer.mover as usize;
        if side.road || side.turnpike {
            let column = march && !payer.skirmish;
            Some(if column { costs.march[who].min(costs.road[who]) } else { costs.road[who] })
        } else {
            side.lane.then(|| costs.lane[who])
        }
    }
}
