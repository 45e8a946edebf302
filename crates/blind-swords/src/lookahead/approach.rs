//! How far it is to a hex over the ground, without regard to units: for computer opponents.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hexmap::Hex;

use crate::battle::Battle;
use crate::data::tables::Mover;
use crate::movement::step_costs::{MoverClass, StepCost};

impl Battle {
    /// What it costs to come to one of these hexes from every other, in half points, by the ground
    /// and the roads and with no units about; `u16::MAX` from where there is no way. By [`Hex`]
    /// index.
    pub fn approaches(&self, to: &[Hex], mover: Mover) -> Vec<u16> {
        let class = MoverClass { mover, skirmish: false };
        let mut costs = vec![u16::MAX; self.map().grid.len()];
        let mut open = BinaryHeap::new();
        for &hex in to {
            costs[hex.index()] = 0;
            open.push(Reverse((0_u16, hex)));
        }
        while let Some(Reverse((cost, to))) = open.pop() {
            if cost > costs[to.index()] {
                continue;
            }
            for (direction, from) in self.map().grid.neighbours(to) {
                if !self.in_play(from) {
                    continue;
                }
                let back = direction.opposite();
                let road = self.road_cost(class, from, back, false).map(u16::from);
                let open_ground = match self.open_cost(class, from, back, to) {
                    StepCost::Points(points) => u16::from(points),
                    StepCost::Whole => u16::from(*self.scenario.tables.battery_allowance),
                };
                let total = cost.saturating_add(road.map_or(open_ground, |road| road.min(open_ground)));
                if total < costs[from.index()] {
                    costs[from.index()] = total;
                    open.push(Reverse((total, from)));
                }
            }
        }
        costs
    }
}
