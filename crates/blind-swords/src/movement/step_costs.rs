//! The costs of all steps of a map, kept once they are worked out: path searches need them again
//! and again.

use std::sync::{Arc, OnceLock};

use hexmap::{Direction, Grid, Hex};

use crate::data::tables::Mover;

const NO_ROAD: u8 = u8::MAX;

/// Encodes a cost of the whole allowance: see [`StepCost::Whole`].
const WHOLE: u8 = NO_ROAD - 1;

/// Who pays: by what the unit is, and whether with the discount of Skirmish Order (16.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MoverClass {
    pub mover: Mover,
    pub skirmish: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StepCost {
    /// A cost in half movement points.
    Points(u8),
    /// The whole allowance, and only from where the move begins (9.5a).
    Whole,
}

/// What a step costs a class of movers, across country and along the road: in half points, or
/// [`WHOLE`], or [`NO_ROAD`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepCosts {
    open: u8,
    /// Along the road where that is cheaper, else across country.
    road: u8,
    /// The same costs in March Column.
    march: u8,
}

impl StepCosts {
    /// `road` and `march` are half points; neither where no road crosses the hexside.
    pub(crate) fn new(open: StepCost, road: Option<u8>, march: Option<u8>) -> StepCosts {
        let open = match open {
            // No allowance is so great.
            StepCost::Points(points) => points.min(WHOLE - 1),
            StepCost::Whole => WHOLE,
        };
        let along = |cost: Option<u8>| cost.map_or(NO_ROAD, |cost| cost.min(open));
        StepCosts { open, road: along(road), march: along(march) }
    }

    /// What it costs across country, or along the road if there is one and it is `open`, as a byte
    /// that is the greater the more it costs ([`StepCost::of`]).
    #[inline]
    pub(crate) fn least(self, march: bool, open: impl FnOnce() -> bool) -> u8 {
        let along = if march { self.march } else { self.road };
        if along != NO_ROAD && open() { along } else { self.open }
    }
}

impl StepCost {
    /// The cost that a byte says.
    #[inline]
    pub(crate) fn of(byte: u8) -> StepCost {
        if byte == WHOLE { StepCost::Whole } else { StepCost::Points(byte) }
    }
}

#[derive(Debug)]
pub(crate) struct StepCostTable {
    steps: usize,
    /// By class, hex and direction. Steps off the sheet are never asked for.
    by_class: Vec<StepCosts>,
}

impl StepCostTable {
    /// `cost` tells what each step between two hexes of the sheet costs.
    pub(crate) fn new(
        grid: &Grid,
        cost: impl Fn(MoverClass, Hex, Direction, Hex) -> StepCosts,
    ) -> StepCostTable {
        let mut by_class = Vec::new();
        for class in CLASSES {
            for from in grid.hexes() {
                for direction in Direction::ALL {
                    by_class.push(match grid.neighbour(from, direction) {
                        Some(to) => cost(class, from, direction, to),
                        None => StepCosts::new(StepCost::Whole, None, None),
                    });
                }
            }
        }
        StepCostTable { steps: grid.len() * Direction::ALL.len(), by_class }
    }

    /// What the steps cost a class, each at its [`StepCostTable::index`].
    pub(crate) fn of(&self, class: MoverClass) -> &[StepCosts] {
        let row = class.mover as usize * 2 + usize::from(class.skirmish);
        &self.by_class[row * self.steps..][..self.steps]
    }

    /// Where the costs of a step stand.
    #[inline]
    pub(crate) fn index(from: Hex, direction: Direction) -> usize {
        from.index() * Direction::ALL.len() + direction.index()
    }
}

/// The classes of movers, in the order of the table.
const CLASSES: [MoverClass; 6] = {
    const fn class(mover: Mover, skirmish: bool) -> MoverClass {
        MoverClass { mover, skirmish }
    }
    [
        class(Mover::Foot, false),
        class(Mover::Foot, true),
        class(Mover::Mounted, false),
        class(Mover::Mounted, true),
        class(Mover::Guns, false),
        class(Mover::Guns, true),
    ]
};

/// The costs of a scenario's map. A copy of the scenario works them out anew: its map and tables
/// may be given others.
#[derive(Debug, Default)]
pub(crate) struct StepCostCache(Arc<OnceLock<StepCostTable>>);

impl Clone for StepCostCache {
    fn clone(&self) -> StepCostCache {
        StepCostCache::default()
    }
}

impl StepCostCache {
    /// The same cache, for a scenario with the same map and tables.
    pub(crate) fn shared(&self) -> StepCostCache {
        StepCostCache(Arc::clone(&self.0))
    }

    /// The costs, which `make` works out for the first who asks.
    pub(crate) fn get(&self, make: impl FnOnce() -> StepCostTable) -> &StepCostTable {
        self.0.get_or_init(make)
    }
}
