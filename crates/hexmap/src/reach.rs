//! Reach: every hex that can be reached within an allowance, at the least cost.

use crate::{Direction, Grid, Hex, Passages};

/// Whether a mover that has just entered a hex may go on from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Through,
    /// It may enter but must stop there.
    Stop,
}

const UNREACHED: u8 = u8::MAX;

/// The result of a search for a hex.
#[derive(Debug, Clone, Copy)]
struct Mark {
    /// Points to get there, or [`UNREACHED`].
    cost: u8,
    /// The hex before on the way there.
    from: Hex,
}

/// The result of a search, and its working memory: keep one and reuse it for every search.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    marks: Vec<Mark>,
    buckets: Vec<Vec<Hex>>,
    reached: Vec<Hex>,
}

impl Reach {
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
        if !self.begin(grid.len(), start, spent, allowance) {
            return;
        }
        // A hex that costs the whole allowance leads nowhere: every step costs something.
        for at in spent..allowance {
            if target.is_some_and(|target| target != start && self.marks[target.index()].cost <= at) {
                break;
            }
            // For the same reason nothing is added to a bucket while it is being emptied.
            let mut bucket = std::mem::take(&mut self.buckets[usize::from(at)]);
            for hex in bucket.drain(..) {
                if self.marks[hex.index()].cost != at {
                    continue;
                }
                for (&direction, &near) in Direction::ALL.iter().zip(grid.around(hex)) {
                    let Some(to) = near else { continue };
                    let known = self.marks[to.index()].cost;
                    // The step costs something: it is no better than what is known.
                    if known <= at + 1 {
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
                    self.marks[to.index()] = Mark { cost: total, from: hex };
                    if step == Step::Through && total < allowance {
                        self.buckets[usize::from(total)].push(to);
                    }
                }
            }
            self.buckets[usize::from(at)] = bucket;
        }
        self.end(start);
    }

    /// The same as [`Reach::search`] by steps that were worked out before. `enter(from, to, total)`
    /// is asked of those that can be paid for, whether the mover may enter and go on; `total` is
    /// what it has then spent.
    pub fn search_by(
        &mut self,
        passages: &Passages,
        start: Hex,
        spent: u8,
        allowance: u8,
        mut enter: impl FnMut(Hex, Hex, u8) -> Option<Step>,
    ) {
        if !self.begin(passages.len(), start, spent, allowance) {
            return;
        }
        for at in spent..allowance {
            let mut bucket = std::mem::take(&mut self.buckets[usize::from(at)]);
            for &hex in &bucket {
                if self.marks[hex.index()].cost != at {
                    continue;
                }
                for passage in passages.from(hex) {
                    let to = passage.to;
                    let total = at.saturating_add(passage.cost);
                    let known = self.marks[to.index()].cost;
                    if total > allowance || total >= known {
                        continue;
                    }
                    let Some(step) = enter(hex, to, total) else { continue };
                    if known == UNREACHED {
                        self.reached.push(to);
                    }
                    self.marks[to.index()] = Mark { cost: total, from: hex };
                    if step == Step::Through && total < allowance {
                        self.buckets[usize::from(total)].push(to);
                    }
                }
            }
            bucket.clear();
            self.buckets[usize::from(at)] = bucket;
        }
        self.end(start);
    }

    /// Clears the working memory and marks the start; says whether there is anything to search.
    fn begin(&mut self, hexes: usize, start: Hex, spent: u8, allowance: u8) -> bool {
        // Cleared before it is resized: the last search may have been on a larger grid.
        for hex in self.reached.drain(..) {
            self.marks[hex.index()].cost = UNREACHED;
        }
        self.marks.resize(hexes, Mark { cost: UNREACHED, from: start });
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        if spent > allowance {
            return false;
        }
        if self.buckets.len() <= usize::from(allowance) {
            self.buckets.resize_with(usize::from(allowance) + 1, Vec::new);
        }
        // The start is marked while searching, so that no path returns to it.
        self.marks[start.index()].cost = spent;
        self.reached.push(start);
        self.buckets[usize::from(spent)].push(start);
        true
    }

    fn end(&mut self, start: Hex) {
        // The start always comes first in `reached`, but it is not a destination.
        self.marks[start.index()].cost = UNREACHED;
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
        self.marks.get(hex.index()).map(|mark| mark.cost).filter(|&cost| cost != UNREACHED)
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
            hex = self.marks[hex.index()].from;
        }
        path.reverse();
        path
    }
}
