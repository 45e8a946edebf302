//! Reach: every hex that can be reached within an allowance, at the least cost.

use crate::{Direction, Grid, Hex};

/// Whether a mover that has just entered a hex may go on from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It may go on.
    Through,
    /// It may enter but must stop there.
    Stop,
}

const UNREACHED: u8 = u8::MAX;

/// The result of a search, and its working memory: keep one and reuse it for every search.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    cost: Vec<u8>,
    from: Vec<Hex>,
    buckets: Vec<Vec<Hex>>,
    reached: Vec<Hex>,
}

impl Reach {
    /// An empty reach.
    pub fn new() -> Reach {
        Reach::default()
    }

    /// Finds every hex within `allowance` points of `start`, each by a cheapest path.
    ///
    /// `enter(from, direction, to, spent)` gives the cost of that step and whether the mover may go
    /// on, or `None` where it may not enter. Every step costs at least 1. Whether it must stop must
    /// depend on `to` alone, so that the cheapest way into a hex is also the best one to go on
    /// from. `start` itself is not counted as reached. Ties between equal paths are broken by the
    /// order of hexes and directions, so that the same question always gets the same path.
    pub fn search(
        &mut self,
        grid: &Grid,
        start: Hex,
        spent: u8,
        allowance: u8,
        enter: impl FnMut(Hex, Direction, Hex, u8) -> Option<(u8, Step)>,
    ) {
        self.search_to(grid, start, None, spent, allowance, enter);
    }

    /// The same search, stopped as soon as the cheapest path to `target` is settled. That path and
    /// its cost are those of the whole search; other hexes may be missing or have a higher cost.
    /// Without a target it is the whole search.
    pub fn search_to(
        &mut self,
        grid: &Grid,
        start: Hex,
        target: Option<Hex>,
        spent: u8,
        allowance: u8,
        mut enter: impl FnMut(Hex, Direction, Hex, u8) -> Option<(u8, Step)>,
    ) {
        // Cleared before it is resized: the last search may have been on a larger grid.
        for hex in self.reached.drain(..) {
            self.cost[hex.index()] = UNREACHED;
        }
        self.cost.resize(grid.len(), UNREACHED);
        self.from.resize(grid.len(), start);
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        if spent > allowance {
            return;
        }
        self.buckets.resize_with(usize::from(allowance) + 1, Vec::new);
        // The start is marked while searching, so that no path returns to it.
        self.cost[start.index()] = spent;
        self.reached.push(start);
        self.buckets[usize::from(spent)].push(start);
        // A hex that costs the whole allowance leads nowhere: every step costs something.
        for at in spent..allowance {
            if target.is_some_and(|target| target != start && self.cost[target.index()] <= at) {
                break;
            }
            // For the same reason nothing is added to a bucket while it is being emptied.
            let mut bucket = std::mem::take(&mut self.buckets[usize::from(at)]);
            for hex in bucket.drain(..) {
                if self.cost[hex.index()] != at {
                    continue;
                }
                for (&direction, &near) in Direction::ALL.iter().zip(grid.around(hex)) {
                    let Some(to) = near else { continue };
                    let known = self.cost[to.index()];
                    if known <= at {
                        continue;
                    }
                    let Some((cost, step)) = enter(hex, direction, to, at) else { continue };
                    let total = at.saturating_add(cost);
                    if total > allowance || total >= known {
                        continue;
                    }
                    if known == UNREACHED {
                        self.reached.push(to);
                    }
                    self.cost[to.index()] = total;
                    self.from[to.index()] = hex;
                    if step == Step::Through && total < allowance {
                        self.buckets[usize::from(total)].push(to);
                    }
                }
            }
            self.buckets[usize::from(at)] = bucket;
        }
        // The start always comes first in `reached`, but it is not a destination.
        self.cost[start.index()] = UNREACHED;
        self.reached.remove(0);
    }

    /// The hexes reached, in the order in which they were first seen.
    #[inline]
    pub fn hexes(&self) -> &[Hex] {
        &self.reached
    }

    /// The cost of the cheapest path to a hex, if it is within reach.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        self.cost.get(hex.index()).copied().filter(|&c| c != UNREACHED)
    }

    /// The hexes entered on a cheapest path, in order; empty if out of reach.
    pub fn path(&self, start: Hex, to: Hex) -> Vec<Hex> {
        let mut path = Vec::new();
        if self.cost(to).is_none() {
            return path;
        }
        let mut hex = to;
        while hex != start {
            path.push(hex);
            hex = self.from[hex.index()];
        }
        path.reverse();
        path
    }
}
