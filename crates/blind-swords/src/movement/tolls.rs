//! What every step on the map costs whom, worked out once for a scenario: a search for ways asks for it again and again.

use std::sync::OnceLock;

use hexmap::{Direction, Hex};

use crate::battle::Battle;
use crate::data::tables::Mover;
use crate::movement::roads::{Payer, Toll};

/// No road crosses the hexside.
const NO_ROAD: u8 = u8::MAX;

/// What a step costs one payer, in half points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepToll {
    /// Across country.
    pub open: Toll,
    /// Along the road, or [`NO_ROAD`]; and in March Column.
    road: u8,
    march: u8,
}

impl StepToll {
    /// What it costs along the road, if there is one.
    #[inline]
    pub fn along(self, march: bool) -> Option<u8> {
        let toll = if march { self.march } else { self.road };
        (toll != NO_ROAD).then_some(toll)
    }
}

/// The costs of a scenario, once somebody has asked for them. A copy of the scenario works them out anew: its map and
/// tables may be given others.
#[derive(Debug, Default)]
pub(crate) struct Known(OnceLock<Tolls>);

impl Clone for Known {
    fn clone(&self) -> Known {
        Known::default()
    }
}

/// The costs of all steps.
#[derive(Debug)]
pub(crate) struct Tolls {
    steps: usize,
    /// By payer, hex and direction. Steps off the sheet are never asked for.
    by_payer: Vec<StepToll>,
}

impl Tolls {
    fn new(battle: &Battle) -> Tolls {
        let grid = &battle.map().grid;
        let mut by_payer = Vec::new();
        for payer in PAYERS {
            for from in grid.hexes() {
                for direction in Direction::ALL {
                    by_payer.push(match grid.neighbour(from, direction) {
                        Some(to) => StepToll {
                            open: battle.open_toll(payer, from, direction, to),
                            road: battle.road_toll(payer, from, direction, false).unwrap_or(NO_ROAD),
                            march: battle.road_toll(payer, from, direction, true).unwrap_or(NO_ROAD),
                        },
                        None => StepToll { open: Toll::Whole, road: NO_ROAD, march: NO_ROAD },
                    });
                }
            }
        }
        Tolls { steps: grid.len() * Direction::ALL.len(), by_payer }
    }

    /// What a step costs.
    #[inline]
    pub fn step(&self, payer: Payer, from: Hex, direction: Direction) -> StepToll {
        let row = payer.mover as usize * 2 + usize::from(payer.skirmish);
        self.by_payer[row * self.steps + from.index() * Direction::ALL.len() + direction.index()]
    }
}

/// Whoever pays, in the order of the table.
const PAYERS: [Payer; 6] = {
    const fn payer(mover: Mover, skirmish: bool) -> Payer {
        Payer { mover, skirmish }
    }
    [
        payer(Mover::Foot, false),
        payer(Mover::Foot, true),
        payer(Mover::Mounted, false),
        payer(Mover::Mounted, true),
        payer(Mover::Guns, false),
        payer(Mover::Guns, true),
    ]
};

impl Battle {
    /// The costs of all steps on the map of the scenario.
    pub(crate) fn tolls(&self) -> &Tolls {
        self.scenario.tolls.0.get_or_init(|| Tolls::new(self))
    }
}
