//! Flanking Fire (12.4, K29, K30).

use hexmap::Hex;

use crate::battle::Battle;
use crate::fire::lines::entries;
use crate::order::Shot;
use crate::state::State;

impl Battle {
    /// Whether the lines from two hexes into a third lie enough whole hexsides apart (12.4, K29).
    pub fn flank_each_other(&self, target: Hex, a: Hex, b: Hex) -> bool {
        let grid = &self.map().grid;
        let (one, other) = (entries(grid, target, a), entries(grid, target, b));
        // Hexsides of a hex that are next to each other have none between them.
        let between = usize::from(*self.scenario.numbers.hexsides_apart);
        let apart = |x: usize, y: usize| (x + 6 - y) % 6 > between && (y + 6 - x) % 6 > between;
        !one.is_empty() && !other.is_empty() && one.iter().all(|&x| other.iter().all(|&y| apart(x, y)))
    }

    /// The hexes that come under Flanking Fire from fires announced together: one pair of firers is
    /// enough (K30).
    pub(crate) fn flanked(&self, state: &State, shots: &[Shot]) -> Vec<Hex> {
        if let [Shot { units, .. }] = shots
            && units.len() == 1
        {
            return Vec::new();
        }
        let mut targets: Vec<Hex> = shots.iter().map(|s| s.target).collect();
        targets.sort();
        targets.dedup();
        targets.retain(|&target| {
            let mut from: Vec<Hex> = shots
                .iter()
                .filter(|s| s.target == target)
                .flat_map(|s| s.units.iter().filter_map(|&u| state.hex(u)))
                .collect();
            from.sort();
            from.dedup();
            from.iter()
                .enumerate()
                .any(|(i, &a)| from[i + 1..].iter().any(|&b| self.flank_each_other(target, a, b)))
        });
        targets
    }
}
