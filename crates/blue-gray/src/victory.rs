//! Victory: the account of points, at any moment and at the end.

use std::collections::VecDeque;

use hexmap::{Direction, Hex, HexSet};
use tabletop::{BySide, Case, Side, case};

use crate::battle::Battle;
use crate::scenario::Level;
use crate::state::{Place, State};
use crate::unit::{Start, UnitId};

/// One line of the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Who gets the points.
    pub side: Side,
    /// How many; 0 for a line that says why something does not count.
    pub points: i32,
    /// The case.
    pub case: Case,
    /// What for.
    pub text: String,
}

/// The points as they stand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Account {
    /// Each side's sum.
    pub points: BySide<i32>,
    /// Every line.
    pub lines: Vec<Line>,
}

impl Account {
    fn add(&mut self, side: Side, points: i32, case: Case, text: String) {
        self.points[side] += points;
        self.lines.push(Line { side, points, case, text });
    }
}

impl Battle {
    /// The account of points as it would be if the game ended now.
    pub fn account(&self, state: &State) -> Account {
        let victory = &self.scenario.victory;
        let mut account = Account::default();
        let isolated = self.isolated(state);
        let strength =
            |units: &[UnitId]| units.iter().map(|&u| i32::from(self.unit(u).strength)).sum::<i32>();
        let of = |side: Side, place: Place| -> Vec<UnitId> {
            self.ids().filter(|&u| self.unit(u).side == side && state.place(u) == place).collect()
        };
        for rule in &victory.eliminated {
            let victims = rule.side.other();
            for (units, why) in [
                (of(victims, Place::Eliminated), "eliminated"),
                (
                    isolated.iter().copied().filter(|&u| self.unit(u).side == victims).collect(),
                    "cut off from the exits",
                ),
            ] {
                if units.is_empty() {
                    continue;
                }
                let count = if rule.per_strength { strength(&units) } else { units.len() as i32 };
                let case = match &victory.isolation {
                    Some(i) if why != "eliminated" => i.case,
                    _ => rule.case,
                };
                let what = if rule.per_strength { "strength points" } else { "units" };
                account.add(rule.side, count * rule.points, case, format!("{count} {victims} {what} {why}"));
            }
        }
        for rule in &victory.exited {
            let points = strength(&of(rule.side, Place::Exited));
            if points == 0 {
                continue;
            }
            let blocked = victory
                .line
                .as_ref()
                .filter(|l| rule.needs_line && l.side == rule.side && !self.line_is_free(state));
            match blocked {
                None => account.add(
                    rule.side,
                    points * rule.points,
                    rule.case,
                    format!("{points} strength points left the map, {} each", rule.points),
                ),
                Some(line) => account.add(
                    rule.side,
                    0,
                    line.case,
                    format!("{points} strength points left the map, but no road from the exits is free of the enemy"),
                ),
            }
        }
        for rule in &victory.not_exited {
            if let Some(unit) = self.named(&rule.unit)
                && state.place(unit) != Place::Exited
            {
                account.add(
                    rule.side,
                    rule.points,
                    rule.case,
                    format!("{} has not left the map", self.unit(unit).called()),
                );
            }
        }
        for (side, points) in
            [(Side::Union, state.scored.union), (Side::Confederate, state.scored.confederate)]
        {
            if points > 0 {
                let taken: Vec<Hex> = victory
                    .taken
                    .iter()
                    .filter(|t| t.side == side && state.taken[t.watch])
                    .map(|t| self.scenario.watches[t.watch].hex)
                    .collect();
                let case = victory.taken.first().map_or(case!("4.1"), |t| t.case);
                account.add(side, points, case, format!("taken once: {}", self.numbers(&taken)));
            }
        }
        for rule in &victory.held {
            let watch = &self.scenario.watches[rule.watch];
            let holder = state.holders[rule.watch];
            if rule.side.is_none_or(|side| side == holder) {
                account.add(
                    holder,
                    rule.points,
                    rule.case,
                    format!("{} ({})", watch.name, self.number(watch.hex)),
                );
            }
        }
        for rule in &victory.town {
            let grid = &self.map().grid;
            let towns: Vec<Hex> = grid
                .hexes()
                .filter(|&hex| {
                    // Zones are mutual over a hexside, so the town's own reach finds who reaches it.
                    self.map().ground(hex).town
                        && self.scenario.field.zone(hex).any(|near| {
                            state.stack(near).any(|u| {
                                let unit = self.unit(u);
                                unit.side == rule.side
                                    && unit.arm == rule.arm
                                    && unit.traits.no_zone.is_none()
                            })
                        })
                })
                .collect();
            if !towns.is_empty() {
                let text =
                    format!("town hexes in the zones of its {}: {}", rule.arm.word(), self.numbers(&towns));
                account.add(rule.side, rule.points * towns.len() as i32, rule.case, text);
            }
        }
        account
    }

    /// The level of victory for a net of Union minus Confederate points.
    pub fn level(&self, net: i32) -> &Level {
        let levels = &self.scenario.victory.levels;
        let fits = |l: &&Level| l.upto.is_none_or(|upto| net.abs() <= upto);
        // The loader made sure that the last level has no bound.
        levels.iter().find(fits).unwrap_or(&levels[levels.len() - 1])
    }

    /// 21.31: whether a chain of road hexes leads from an exit to the other edge, free of the enemy's units.
    pub fn line_is_free(&self, state: &State) -> bool {
        let Some(line) = &self.scenario.victory.line else { return true };
        let enemy = line.side.other();
        let free = |hex: Hex| state.holder(self, hex) != Some(enemy);
        let road = self.along_roads(line.from.iter().copied().filter(|&h| free(h)), free);
        line.to.iter().any(|&hex| road.contains(hex))
    }

    /// Every hex that roads join to these hexes, by hexes that are `free`.
    fn along_roads(&self, from: impl Iterator<Item = Hex>, free: impl Fn(Hex) -> bool) -> HexSet {
        let map = self.map();
        let mut seen = HexSet::new(map.grid.len());
        let mut queue: VecDeque<Hex> = from.filter(|&h| map.has_road(h)).collect();
        for &hex in &queue {
            seen.insert(hex);
        }
        while let Some(hex) = queue.pop_front() {
            for (direction, next) in map.grid.neighbours(hex) {
                if map.side(hex, direction).road && free(next) && seen.insert(next) {
                    queue.push_back(next);
                }
            }
        }
        seen
    }

    /// 21.32: the units that cannot trace a way to the road to the exits, those not yet on the map from an entry hex.
    pub fn isolated(&self, state: &State) -> Vec<UnitId> {
        let Some(rule) = &self.scenario.victory.isolation else { return Vec::new() };
        let enemy = rule.side.other();
        let free = |hex: Hex| state.holder(self, hex) != Some(enemy);
        let road = self.along_roads(rule.exits.iter().copied().filter(|&h| free(h)), free);
        // Outwards from the road, over hexsides that a unit could cross towards it.
        let grid = &self.map().grid;
        let mut distance = vec![u32::MAX; grid.len()];
        let mut queue: VecDeque<Hex> = road.iter().collect();
        for hex in &queue {
            distance[hex.index()] = 0;
        }
        while let Some(hex) = queue.pop_front() {
            for direction in Direction::ALL {
                let Some(next) = grid.neighbour(hex, direction) else { continue };
                let crossable = self.scenario.field.cost(next, direction.opposite()).is_some();
                if crossable && free(next) && distance[next.index()] == u32::MAX {
                    distance[next.index()] = distance[hex.index()] + 1;
                    queue.push_back(next);
                }
            }
        }
        let near = |hex: Hex| distance[hex.index()] <= rule.reach;
        self.ids()
            .filter(|&u| {
                let unit = self.unit(u);
                unit.side == rule.side
                    && match (state.place(u), &unit.start) {
                        (Place::On(hex), _) => !near(hex),
                        (Place::Due, Start::Due { entry, .. }) => !entry.iter().any(|&h| free(h) && near(h)),
                        _ => false,
                    }
            })
            .collect()
    }
}
