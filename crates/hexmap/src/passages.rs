//! Passages: the steps that the ground of a grid allows, for one class of movers.

use crate::{Direction, Grid, Hex};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage {
    pub to: Hex,
    pub cost: u8,
}

/// The steps out of one hex, in the order of the directions.
#[derive(Debug, Clone, Copy)]
struct Steps {
    steps: [Passage; 6],
    count: u8,
}

/// The steps that the ground allows from every hex, each with its cost: worked out once, because
/// searches take them by the million.
#[derive(Debug, Clone)]
pub struct Passages {
    from: Vec<Steps>,
}

impl Passages {
    /// The steps for which `cost(from, direction, to)` gives a cost, which is at least 1.
    pub fn new(grid: &Grid, cost: impl Fn(Hex, Direction, Hex) -> Option<u8>) -> Passages {
        let steps = |from: Hex| {
            let mut steps = Steps { steps: [Passage { to: from, cost: 0 }; 6], count: 0 };
            for (direction, to) in grid.neighbours(from) {
                if let Some(cost) = cost(from, direction, to) {
                    steps.steps[usize::from(steps.count)] = Passage { to, cost };
                    steps.count += 1;
                }
            }
            steps
        };
        Passages { from: grid.hexes().map(steps).collect() }
    }

    /// The steps out of a hex, in the order of the directions.
    #[inline]
    pub fn from(&self, hex: Hex) -> &[Passage] {
        let steps = &self.from[hex.index()];
        &steps.steps[..usize::from(steps.count)]
    }

    /// For how many hexes there are steps: those of the grid.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.from.len()
    }
}
