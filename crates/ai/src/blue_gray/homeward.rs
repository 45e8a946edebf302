//! The way home: what a unit is worth to its side that must leave the map, or else brings the enemy
//! points (the Train of Chickamauga).

use blue_gray::{State, UnitId};
use hexmap::{Direction, Hex};

use super::judgement::Judgement;

/// What is left of the worth of coming home, for each game-turn's march to the exit.
const MARCH: f64 = 0.75;

/// What is left of it where the enemy bars every road now.
const BARRED: f64 = 0.4;

impl Judgement<'_> {
    /// Whether a unit must leave the map, or else brings the enemy points.
    pub fn is_homebound(&self, unit: UnitId) -> bool {
        self.survey.stranded[unit.index()] > 0.0
    }

    /// The chance that a homebound unit in that hex comes home, with so many movement phases to go:
    /// the nearer and the more time there is to spare, the greater.
    pub fn homecoming(&self, state: &State, unit: UnitId, hex: Hex, turns: u8) -> f64 {
        let allowance = self.battle.unit(unit).movement.max(1);
        let free = self.way_home(state, unit, hex);
        let barred = || self.survey.way_out(self.battle, unit, hex).map(|(_, cost)| cost);
        let Some(cost) = free.or_else(barred) else { return 0.0 };
        let cost = cost.saturating_add(self.exit_cost());
        let marches = cost.div_ceil(allowance);
        let Some(spare) = turns.checked_sub(marches) else { return 0.0 };
        let late = 0.5_f64.powi(i32::from(spare) + 1);
        let open = if free.is_some() { 1.0 } else { BARRED };
        MARCH.powf(f64::from(cost) / f64::from(allowance)) * (1.0 - late) * open
    }

    /// The movement cost to an exit past the enemy as he stands: through none of his units and
    /// zones of control. `None` if every way is barred.
    pub fn way_home(&self, state: &State, unit: UnitId, hex: Hex) -> Option<u8> {
        let field = &self.battle.scenario.field;
        let grid = &field.map.grid;
        let of = self.battle.unit(unit);
        let enemy = of.side.other();
        let exits = &self.survey.exits;
        // As far as any march is reckoned; rings by cost.
        let mut rings: Vec<Vec<Hex>> = vec![vec![hex]];
        let mut best = vec![u8::MAX; grid.len()];
        best[hex.index()] = 0;
        let mut at = 0;
        while at < rings.len() {
            let mut i = 0;
            while let Some(&here) = rings[at].get(i) {
                i += 1;
                if usize::from(best[here.index()]) != at {
                    continue;
                }
                if exits.iter().any(|(exit, ..)| *exit == here) {
                    return Some(at as u8);
                }
                for direction in Direction::ALL {
                    let Some(to) = grid.neighbour(here, direction) else { continue };
                    let Some(points) = field.cost(here, direction) else { continue };
                    if of.traits.roads_only.is_some() && !field.has_way(here, direction) {
                        continue;
                    }
                    let shut = state.in_zone(enemy, to) || state.holder(self.battle, to) == Some(enemy);
                    let total = at + usize::from(points);
                    if !shut && total < usize::from(best[to.index()]) {
                        best[to.index()] = total as u8;
                        if rings.len() <= total {
                            rings.resize(total + 1, Vec::new());
                        }
                        rings[total].push(to);
                    }
                }
            }
            at += 1;
        }
        None
    }
}
