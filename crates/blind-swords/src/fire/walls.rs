//! Walls and whom they protect (3.2d, 12.3, 14.3d).

use hexmap::Hex;

use crate::battle::Battle;

impl Battle {
    /// Whether a wall protects a hex against an enemy in that other hex: not against one in an
    /// adjacent hex of the same wall, nor in the hex to which its end points (12.3, K17).
    pub(crate) fn wall_protects(&self, target: Hex, from: Hex) -> bool {
        self.map().ground(target).wall
            && !self.map().walls.iter().any(|w| {
                let along = w.hexes.contains(&from) && self.distance(from, target) == 1;
                w.hexes.contains(&target) && (along || w.points_to.contains(&from))
            })
    }
}
