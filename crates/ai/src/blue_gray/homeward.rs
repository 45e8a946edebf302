//! The way home: what a unit is worth to its side that must leave the map, or else brings the enemy
//! points (the Train of Chickamauga).

use std::cell::Cell;
use std::sync::{Arc, Weak};

use blue_gray::{Scenario, State, UnitId};
use hexmap::{Hex, HexSet};
use tabletop::Side;

use super::judgement::Judgement;
use super::survey::{FAR, march_to};

/// The fraction of the worth of coming home that remains for each game-turn's march to the exit.
const MARCH: f64 = 0.75;

/// The fraction that remains while the enemy bars every road.
const BARRED: f64 = 0.4;

/// The cost of every way home while certain hexes are shut.
struct WaysHome {
    scenario: Weak<Scenario>,
    /// Whether only roads and trails count.
    ways_only: bool,
    shut: HexSet,
    /// One cost per hex, by index.
    cost: Vec<u8>,
}

thread_local! {
    /// The last result: plans differ in the own units' destinations, seldom in the enemy's hexes.
    static WAYS: Cell<Option<WaysHome>> = Cell::default();
}

impl Judgement<'_> {
    /// Whether a unit must leave the map, or else brings the enemy points.
    pub(super) fn is_homebound(&self, unit: UnitId) -> bool {
        self.survey.stranded[unit.index()] > 0.0
    }

    /// The chance that a homebound unit in that hex comes home with that many movement phases left: greater
    /// the nearer it is and the more time is to spare.
    pub(super) fn homecoming(&self, state: &State, unit: UnitId, hex: Hex, turns: u8) -> f64 {
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

    /// Whether a unit that would have to leave the map again has too little chance to, coming on in that hex.
    pub(super) fn is_kept_off(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let turns = self.turns_left(state, self.battle.unit(unit).side);
        self.is_homebound(unit) && self.homecoming(state, unit, hex, turns) < self.weights.homecoming
    }

    /// The movement cost to an exit past the enemy as he stands: through none of his units and
    /// zones of control. `None` if every way is barred.
    pub(super) fn way_home(&self, state: &State, unit: UnitId, hex: Hex) -> Option<u8> {
        let shut = self.shut_by(state, self.battle.unit(unit).side.other());
        let ways_only = self.battle.unit(unit).traits.roads_only.is_some();
        let scenario = &self.battle.scenario;
        let same = |ways: &WaysHome| {
            std::ptr::eq(ways.scenario.as_ptr(), Arc::as_ptr(scenario))
                && ways.ways_only == ways_only
                && ways.shut == shut
        };
        let ways = WAYS.take().filter(same).unwrap_or_else(|| {
            let exits: Vec<Hex> = self.survey.exits.iter().map(|(exit, ..)| *exit).collect();
            let cost = march_to(self.battle, &exits, ways_only, &shut);
            WaysHome { scenario: Arc::downgrade(scenario), ways_only, shut, cost }
        });
        let cost = ways.cost[hex.index()];
        WAYS.set(Some(ways));
        (cost != FAR).then_some(cost)
    }

    /// The hexes that are closed to the other side by where the units of this one stand: those that
    /// they are in, and those in their zones of control.
    fn shut_by(&self, state: &State, side: Side) -> HexSet {
        let mut shut = HexSet::new(self.battle.map().grid.len());
        for (unit, hex) in self.battle.on_map(state, side) {
            shut.insert(hex);
            if self.battle.unit(unit).traits.no_zone.is_none() {
                for near in self.battle.scenario.field.zone(hex) {
                    shut.insert(near);
                }
            }
        }
        shut
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use blue_gray::Battle;
    use hexmap::Reach;
    use tabletop::{RuleCheck, Rules};

    use super::*;
    use crate::blue_gray::random::RandomCommander;
    use crate::blue_gray::standing::Standing;
    use crate::blue_gray::survey::Survey;
    use crate::blue_gray::weights::BlueGrayWeights;
    use crate::chance::Chance;

    /// The cost of a way home, searched from where the unit stands.
    fn searched(battle: &Battle, state: &State, unit: UnitId, hex: Hex, exits: &[Hex]) -> Option<u8> {
        let field = &battle.scenario.field;
        let side = battle.unit(unit).side;
        let ways_only = battle.unit(unit).traits.roads_only.is_some();
        let mut reach = Reach::new();
        reach.search(&field.map.grid, hex, 0, 200, |from, direction, to, _| {
            let shut = state.in_zone(side.other(), to) || state.holder(to) == Some(side.other());
            let way = !ways_only || field.has_way(from, direction);
            (!shut && way).then(|| field.cost(from, direction)).flatten().map(|c| (c, hexmap::Step::Through))
        });
        let of = |exit: &Hex| if *exit == hex { Some(0) } else { reach.cost(*exit) };
        exits.iter().filter_map(of).min()
    }

    /// In the positions of a random game the way home, kept for all hexes, is the one that a search
    /// from each hex finds.
    #[test]
    fn the_way_home_is_the_shortest_that_is_open() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let library = blue_gray::Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .expect("the shipped data is sound");
        let battle = library
            .battle("chickamauga-1975", &serde_json::Map::new(), None)
            .expect("the scenario is shipped");
        let weights = BlueGrayWeights::default();
        let survey = Survey::new(&battle, &weights);
        let standing = Standing::default();
        let judgement = Judgement {
            battle: &battle,
            survey: &survey,
            weights: &weights,
            standing: &standing,
            quick: true,
        };
        let train = battle.ids().find(|&unit| judgement.is_homebound(unit)).expect("there is a Train");
        let exits: Vec<Hex> = survey.exits.iter().map(|(exit, ..)| *exit).collect();
        let mut dice = Chance::new(3);
        let mut commander = RandomCommander::new(4);
        let mut state = battle.start();
        let (mut open, mut barred) = (0, 0);
        for step in 0.. {
            let Some(side) = battle.asked(&state) else { break };
            if step % 20 == 0 {
                for hex in battle.map().grid.hexes().filter(|hex| (hex.index() + step) % 7 == 0) {
                    let way = judgement.way_home(&state, train, hex);
                    assert_eq!(way, searched(&battle, &state, train, hex, &exits), "step {step}, {hex:?}");
                    if way.is_some() { open += 1 } else { barred += 1 }
                }
            }
            let order = commander.order(&battle, &state).expect("a side is asked");
            let quiet = &mut RuleCheck::quiet();
            battle.execute(&mut state, side, &order, &mut dice, quiet).expect("it is legal");
        }
        assert!(open > 500 && barred > 500, "{open} open, {barred} barred");
    }
}
