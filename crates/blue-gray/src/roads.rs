//! The roads that victory asks for: the line of 21.31, and who is cut off from the exits (21.32). What is
//! open depends only on the hexes the enemy holds; it is found once, and again when these change.

use std::cell::Cell;
use std::sync::{Arc, Weak};
use std::thread::LocalKey;

use hexmap::{Hex, HexSet, Spread};
use tabletop::Side;

use crate::battle::Battle;
use crate::scenario::Scenario;
use crate::state::{Place, State};
use crate::unit::{Start, UnitId};

/// The last answer to one question in one scenario: kept, because it is asked far more often than the enemy
/// moves.
type Last = LocalKey<Cell<Option<OpenRoads>>>;

thread_local! {
    static LINE: Cell<Option<OpenRoads>> = Cell::default();
    static EXITS: Cell<Option<OpenRoads>> = Cell::default();
}

/// The hexes open while certain others are held.
struct OpenRoads {
    scenario: Weak<Scenario>,
    held: HexSet,
    /// First the road: what roads join to where they are followed from, by hexes that are not held. Then the
    /// hexes around it, ring after ring, as far as a caller has asked.
    rings: Vec<HexSet>,
    /// By ring: the hexes up to there, with the held ones reached. It stays valid until an enemy enters or
    /// leaves one of these.
    seen: Vec<HexSet>,
}

impl OpenRoads {
    /// The same while other hexes are held, as far out as that changes nothing; `None` if the road
    /// itself is another.
    fn with_held(mut self, held: &HexSet) -> Option<OpenRoads> {
        if self.held != *held {
            let sound = self.seen.iter().take_while(|seen| self.held.same_within(held, seen)).count();
            self.seen.truncate(sound);
            self.rings.truncate(sound);
            self.held.clone_from(held);
        }
        (!self.rings.is_empty()).then_some(self)
    }

    /// The hexes up to that many steps from the road, by steps that could be made towards it, with the held
    /// hexes there; `None` if there are none that far out.
    fn around(&mut self, steps: usize, backwards: &Spread) -> Option<&HexSet> {
        while self.seen.len() <= steps {
            let (Some(seen), Some(ring)) = (self.seen.last(), self.rings.last()) else { break };
            if ring.is_empty() {
                break;
            }
            let next = backwards.from(ring);
            let mut ring = next.clone();
            ring.leave_out(seen);
            ring.leave_out(&self.held);
            let mut seen = seen.clone();
            seen.join(&next);
            self.rings.push(ring);
            self.seen.push(seen);
        }
        self.seen.get(steps)
    }
}

impl Battle {
    /// 21.31: whether a chain of road hexes leads from an exit to the other edge, free of the
    /// enemy's units.
    pub fn line_is_free(&self, state: &State) -> bool {
        let Some(line) = &self.scenario.victory.line else { return true };
        let held = self.held_by(state, line.side.other());
        self.open_roads(&LINE, &line.from, &held, |roads| {
            line.to.iter().any(|&hex| roads.rings[0].contains(hex))
        })
    }

    /// 21.31: the hexes in which the enemy bars the line, on all ways on which the fewest of them would have to be
    /// cleared; none if the line is free.
    pub fn line_bars(&self, state: &State) -> Vec<Hex> {
        let Some(line) = &self.scenario.victory.line else { return Vec::new() };
        let held = self.held_by(state, line.side.other());
        let (before, after) = (self.held_on_way(&line.from, &held), self.held_on_way(&line.to, &held));
        let fewest = line.to.iter().filter_map(|&hex| before[hex.index()]).min();
        let mut bars: Vec<Hex> = self.on_map(state, line.side.other()).map(|(_, hex)| hex).collect();
        // The hex itself is counted from both ends.
        bars.retain(|hex| {
            let ways = before[hex.index()].zip(after[hex.index()]);
            ways.map(|(before, after)| before + after - 1) == fewest
        });
        bars.sort_unstable();
        bars.dedup();
        bars
    }

    /// By hex: how many held hexes lie on the way there by road from these hexes on which there are fewest, that
    /// hex among them. `None` where no road leads.
    fn held_on_way(&self, from: &[Hex], held: &HexSet) -> Vec<Option<usize>> {
        let mut least = vec![None; self.map().grid.len()];
        let roads = from.iter().copied().filter(|&hex| self.map().has_road(hex));
        let (mut later, mut now): (Vec<Hex>, Vec<Hex>) = roads.partition(|&hex| held.contains(hex));
        for count in 0.. {
            while let Some(hex) = now.pop() {
                if least[hex.index()].is_some() {
                    continue;
                }
                least[hex.index()] = Some(count);
                for next in self.scenario.field.road_neighbours(hex) {
                    if held.contains(next) { &mut later } else { &mut now }.push(next);
                }
            }
            if later.is_empty() {
                break;
            }
            std::mem::swap(&mut now, &mut later);
        }
        least
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
        held: &HexSet,
        read: impl FnOnce(&mut OpenRoads) -> T,
    ) -> T {
        let same = |roads: &OpenRoads| std::ptr::eq(roads.scenario.as_ptr(), Arc::as_ptr(&self.scenario));
        let known = last.take().filter(same).and_then(|roads| roads.with_held(held));
        let mut roads = known.unwrap_or_else(|| {
            let (road, seen) = self.along_roads(from, held);
            let (scenario, held) = (Arc::downgrade(&self.scenario), held.clone());
            OpenRoads { scenario, held, rings: vec![road], seen: vec![seen] }
        });
        let result = read(&mut roads);
        last.set(Some(roads));
        result
    }

    /// Every hex that roads join to these hexes, by hexes that are not `held`; and the same with the
    /// held hexes that were come to.
    fn along_roads(&self, from: &[Hex], held: &HexSet) -> (HexSet, HexSet) {
        let mut seen = HexSet::new(self.map().grid.len());
        let mut stack: Vec<Hex> = Vec::new();
        let mut come = |hex: Hex, stack: &mut Vec<Hex>| {
            if seen.insert(hex) && !held.contains(hex) {
                stack.push(hex);
            }
        };
        for &hex in from {
            if self.map().has_road(hex) {
                come(hex, &mut stack);
            }
        }
        while let Some(hex) = stack.pop() {
            for next in self.scenario.field.road_neighbours(hex) {
                come(next, &mut stack);
            }
        }
        let mut road = seen.clone();
        road.leave_out(held);
        (road, seen)
    }

    /// 21.32: the units that cannot trace a way to the road to the exits, those not yet on the map
    /// from an entry hex.
    pub fn isolated(&self, state: &State) -> Vec<UnitId> {
        let Some(rule) = &self.scenario.victory.isolation else { return Vec::new() };
        let held = self.held_by(state, rule.side.other());
        self.open_roads(&EXITS, &rule.exits, &held, |roads| {
            let mut seekers: Vec<UnitId> = self
                .roster(rule.side)
                .iter()
                .copied()
                .filter(|&unit| !self.finds(state, unit, &roads.rings[0], &held))
                .collect();
            // Outwards from the road, over hexsides that a unit could cross towards it, until
            // everyone is found.
            for steps in 1..=rule.reach as usize {
                if seekers.is_empty() {
                    break;
                }
                let Some(seen) = roads.around(steps, self.scenario.field.backwards()) else { break };
                seekers.retain(|&unit| !self.finds(state, unit, seen, &held));
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
