//! Walls and whom they protect (3.2d, 12.3, 14.3d).

use hexmap::Hex;

use crate::battle::Battle;

impl Battle {
    /// Whether a wall protects a hex against an enemy in that other hex: not against one behind the same wall, nor in the
    /// hex to which its end points (K17).
    pub(crate) fn wall_protects(&self, target: Hex, from: Hex) -> bool {
        self.map().ground(target).wall
            && !self
                .map()
                .walls
                .iter()
                .any(|w| w.hexes.contains(&target) && (w.hexes.contains(&from) || w.points_to.contains(&from)))
    }
}
