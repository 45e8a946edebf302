//! Spreading: steps from many hexes at once.

use crate::{Hex, HexSet};

/// Steps between hexes of one grid, applied to whole sets.
#[derive(Debug, Clone)]
pub struct Spread {
    /// The number of hexes of the grid.
    count: usize,
    /// By difference of indices: the hexes that have such a step. Grids are regular, so there are
    /// few differences.
    strides: Vec<(isize, HexSet)>,
}

impl Spread {
    /// These steps, each from a hex to a hex, on a grid of `count` hexes.
    pub fn new(count: usize, steps: impl IntoIterator<Item = (Hex, Hex)>) -> Spread {
        let mut strides: Vec<(isize, HexSet)> = Vec::new();
        for (from, to) in steps {
            let stride = to.index() as isize - from.index() as isize;
            let at = strides.iter().position(|(other, _)| *other == stride).unwrap_or_else(|| {
                strides.push((stride, HexSet::new(count)));
                strides.len() - 1
            });
            strides[at].1.insert(from);
        }
        Spread { count, strides }
    }

    /// The hexes that are one step away from a hex of the set.
    pub fn from(&self, set: &HexSet) -> HexSet {
        let mut reached = HexSet::new(self.count);
        for (stride, starts) in &self.strides {
            reached.join_moved(set, starts, *stride);
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(count: usize, of: impl IntoIterator<Item = usize>) -> HexSet {
        let mut set = HexSet::new(count);
        of.into_iter().for_each(|i| {
            set.insert(Hex(i as u16));
        });
        set
    }

    /// A set spreads as its hexes do one by one, also across word boundaries and at the ends of the
    /// grid.
    #[test]
    fn a_set_spreads_as_its_hexes_do() {
        for count in [5, 64, 65, 200, 1000] {
            let to = |i: usize| {
                [1_isize, -1, 29, -30, 64, -128]
                    .into_iter()
                    .filter(move |stride| (i as isize * 7 + stride) % 3 != 0)
                    .filter_map(move |stride| i.checked_add_signed(stride).filter(|&j| j < count))
            };
            let steps = (0..count).flat_map(|i| to(i).map(move |j| (Hex(i as u16), Hex(j as u16))));
            let spread = Spread::new(count, steps);
            for every in [1, 2, 7, 63] {
                let from: Vec<usize> = (0..count).step_by(every).collect();
                let reached = spread.from(&set(count, from.iter().copied()));
                assert_eq!(reached, set(count, from.into_iter().flat_map(to)), "{count} by {every}");
            }
        }
    }
}
