//! The roads that victory asks for: the line of 21.31, and who is cut off from the exits (21.32).
//! What is open depends on where the enemy stands alone; it is found once, and found again when he
//! stands elsewhere.

use std::cell::Cell;
use std::sync::{Arc, Weak};
use std::thread::LocalKey;

use hexmap::{Hex, HexSet, Spread};
use tabletop::Side;

use crate::battle::Battle;
use crate::scenario::Scenario;
use crate::state::{Place, State};
use crate::unit::{Start, UnitId};

/// What was found last, of one question of one scenario: kept, because it is asked far more often
/// than the enemy moves.
type Last = LocalKey<Cell<Option<OpenRoads>>>;

thread_local! {
    static LINE: Cell<Option<OpenRoads>> = Cell::default();
    static EXITS: Cell<Option<OpenRoads>> = Cell::default();
}

/// What is open while certain hexes are held.
struct OpenRoads {
    scenario: Weak<Scenario>,
    held: HexSet,
    /// What roads join to where they are followed from, by hexes that are not held.
    road: HexSet,
    /// All that lies up to so many steps from the road, with what is held: after the first ring, the
    /// second, and so on, as far as anybody has asked.
    seen: Vec<HexSet>,
    /// The outermost ring.
    ring: HexSet,
}

impl OpenRoads {
    /// What lies up to `rings + 1` steps from the road, by steps that could be made towards it;
    /// nothing, if there is nothing farther out.
    fn around(&mut self, rings: usize, backwards: &Spread) -> Option<&HexSet> {
        while self.seen.len() <= rings && !self.ring.is_empty() {
            let mut seen = self.seen.last().cloned().unwrap_or_else(|| {
                let mut seen = self.held.clone();
                seen.join(&self.road);
                seen
            });
            self.ring = backwards.from(&self.ring);
            self.ring.leave_out(&seen);
            seen.join(&self.ring);
            self.seen.push(seen);
        }
        self.seen.get(rings)
    }
}

impl Battle {
    /// 21.31: whether a chain of road hexes leads from an exit to the other edge, free of the
    /// enemy's units.
    pub fn line_is_free(&self, state: &State) -> bool {
        let Some(line) = &self.scenario.victory.line else { return true };
        let held = self.held_by(state, line.side.other());
        self.open_roads(&LINE, &line.from, held, |roads| line.to.iter().any(|&hex| roads.road.contains(hex)))
    }

    /// The hexes in which units of a side stand.
    pub fn held_by(&self, state: &State, side: Side) -> HexSet {
        let mut held = HexSet::new(self.map().grid.len());
        for (_, hex) in self.on_map(state, side) {
            held.insert(hex);
        }
        held
    }

    /// Reads what is open, followed by road from these hexes, while those are held.
    fn open_roads<T>(
        &self,
        last: &'static Last,
        from: &[Hex],
        held: HexSet,
        read: impl FnOnce(&mut OpenRoads) -> T,
    ) -> T {
        let same = |roads: &OpenRoads| {
            std::ptr::eq(roads.scenario.as_ptr(), Arc::as_ptr(&self.scenario)) && roads.held == held
        };
        let mut roads = last.take().filter(same).unwrap_or_else(|| {
            let road = self.along_roads(from, &held);
            let ring = road.clone();
            OpenRoads { scenario: Arc::downgrade(&self.scenario), held, road, seen: Vec::new(), ring }
        });
        let result = read(&mut roads);
        last.set(Some(roads));
        result
    }

    /// Every hex that roads join to these hexes, by hexes that are not `held`.
    fn along_roads(&self, from: &[Hex], held: &HexSet) -> HexSet {
        let mut seen = HexSet::new(self.map().grid.len());
        // Closed hexes count as seen while searching, so that one question settles both.
        let mut closed = held.clone();
        let mut stack: Vec<Hex> = Vec::new();
        for &hex in from {
            if self.map().has_road(hex) && closed.insert(hex) {
                stack.push(hex);
            }
        }
        while let Some(hex) = stack.pop() {
            seen.insert(hex);
            for next in self.scenario.field.road_neighbours(hex) {
                if closed.insert(next) {
                    stack.push(next);
                }
            }
        }
        seen
    }

    /// 21.32: the units that cannot trace a way to the road to the exits, those not yet on the map
    /// from an entry hex.
    pub fn isolated(&self, state: &State) -> Vec<UnitId> {
        let Some(rule) = &self.scenario.victory.isolation else { return Vec::new() };
        let held = self.held_by(state, rule.side.other());
        self.open_roads(&EXITS, &rule.exits, held, |roads| {
            let mut seekers: Vec<UnitId> = self
                .roster(rule.side)
                .iter()
                .copied()
                .filter(|&unit| !self.finds(state, unit, &roads.road, &roads.held))
                .collect();
            // Outwards from the road, over hexsides that a unit could cross towards it, until
            // everyone is found.
            for ring in 0..rule.reach as usize {
                if seekers.is_empty() {
                    break;
                }
                if roads.around(ring, self.scenario.field.backwards()).is_none() {
                    break;
                }
                let seen = &roads.seen[ring];
                seekers.retain(|&unit| !self.finds(state, unit, seen, &roads.held));
            }
            seekers
        })
    }

    /// Whether a unit stands in one of these hexes, or need not. Units not yet on the map may come on
    /// in one of them, if the enemy does not hold it.
    fn finds(&self, state: &State, unit: UnitId, open: &HexSet, held: &HexSet) -> bool {
        match (state.place(unit), &self.unit(unit).start) {
            (Place::On(hex), _) => open.contains(hex),
            (Place::Due, Start::Due { entry, .. }) => {
                entry.iter().any(|&hex| !held.contains(hex) && open.contains(hex))
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was found for another position or another battle is not taken for what is asked.
    #[test]
    fn what_is_open_is_found_again_when_the_enemy_stands_elsewhere() {
        let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let library = crate::Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .expect("the shipped data is sound");
        let battle = |scenario: &str| {
            library.battle(scenario, &serde_json::Map::new(), None).expect("the scenario is shipped")
        };
        for battle in [battle("chickamauga-1975"), battle("chickamauga-2006")] {
            let mut state = State::start(&battle);
            // One enemy alone: else the roads are barred wherever it stands.
            let line = battle.scenario.victory.line.as_ref().expect("exits need a road");
            let enemies = battle.roster(line.side.other());
            let enemy = enemies[0];
            for &unit in enemies {
                state.take(&battle, unit, Place::Eliminated);
            }
            let mut answers = Vec::new();
            for hex in battle.map().grid.hexes().filter(|&hex| battle.map().has_road(hex)) {
                if state.count(hex) > 0 {
                    continue;
                }
                state.put(&battle, enemy, hex);
                let told = (battle.line_is_free(&state), battle.isolated(&state));
                // Another thread has found nothing before.
                let anew = std::thread::scope(|scope| {
                    scope
                        .spawn(|| (battle.line_is_free(&state), battle.isolated(&state)))
                        .join()
                        .expect("the same question")
                });
                assert_eq!(told, anew);
                answers.push(told);
            }
            answers.dedup();
            assert!(answers.len() > 1, "the answer changes with where the enemy stands");
        }
    }
}
