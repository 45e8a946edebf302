//! 9 Terrain: what the map and the terrain effects chart come to, worked out once for every
//! hexside.

use hexmap::{Crossing, Direction, Hex, HexSet, Map, Sighting, Spread, Water, sight_line};
use tabletop::{Case, case};

use crate::tables::Tables;

/// No passage.
const CLOSED: u8 = u8::MAX;

/// A line of sight between two hexes in bombardment range (8.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    /// The target.
    pub to: Hex,
    /// The distance.
    pub range: u32,
    /// The hexes that block it; empty if it is clear.
    pub blocked_by: Vec<Hex>,
    /// For each of those whether it is one of a pair beside a hexside along which the line runs
    /// (8.32).
    pub beside: Vec<bool>,
    /// Whether it crosses a creek, bridge or ford hexside or a river hex.
    pub over_water: bool,
    /// The hexes it passes.
    pub passes: Vec<Hex>,
}

impl Sight {
    /// The hexes that block it, each with the case.
    pub fn obstacles(&self) -> impl Iterator<Item = (Hex, Case)> + '_ {
        let case = |beside: bool| if beside { case!("8.32") } else { case!("8.31") };
        self.blocked_by.iter().zip(&self.beside).map(move |(&hex, &beside)| (hex, case(beside)))
    }

    /// Whether it is blocked, and only beside hexsides along which it runs (8.32).
    pub fn is_blocked_along(&self) -> bool {
        !self.beside.is_empty() && self.beside.iter().all(|&beside| beside)
    }
}

/// The map as the rules see it.
#[derive(Debug)]
pub struct Field {
    /// The sheet.
    pub map: Map,
    cost: Vec<[u8; 6]>,
    /// Bit d: a zone of control reaches over hexside d (6.6); so does an attack (9).
    zone: Vec<u8>,
    ferries: HexSet,
    /// Bit d: a road goes through hexside d.
    roads: Vec<u8>,
    /// From every hex to the neighbours from which it can be entered by movement (5.2).
    backwards: Spread,
    sights: Vec<Vec<Sight>>,
}

impl Field {
    /// Works a sheet out by the tables.
    pub fn new(map: Map, tables: &Tables) -> Field {
        let grid = &map.grid;
        let mut cost = vec![[CLOSED; 6]; grid.len()];
        let mut zone = vec![0_u8; grid.len()];
        for hex in grid.hexes() {
            for (direction, to) in grid.neighbours(hex) {
                let side = map.side(hex, direction);
                let points = tables.cost(map.ground(hex), side, map.ground(to));
                cost[hex.index()][direction.index()] = points.unwrap_or(CLOSED);
                // 6.6: not over a creek without bridge or ford, not into ferry hexes; nobody stands
                // in rivers.
                if !side.is_plain_creek()
                    && map.ground(to).water == Water::None
                    && map.ground(hex).water == Water::None
                {
                    zone[hex.index()] |= 1 << direction.index();
                }
            }
        }
        let (nearest, farthest) = tables.bombardment;
        let sights = grid
            .hexes()
            .map(|from| {
                grid.hexes()
                    .filter(|&to| (nearest..=farthest).contains(&grid.distance(from, to)))
                    .map(|to| sight(&map, tables, from, to))
                    .collect()
            })
            .collect();
        let mut roads = vec![0_u8; grid.len()];
        for hex in grid.hexes() {
            for (direction, _) in grid.neighbours(hex) {
                let bit = 1 << direction.index();
                roads[hex.index()] |= if map.side(hex, direction).road { bit } else { 0 };
            }
        }
        let entered = grid.hexes().flat_map(|hex| {
            let open = |d: Direction, near: Hex| cost[near.index()][d.opposite().index()] != CLOSED;
            grid.neighbours(hex).filter(move |&(d, near)| open(d, near)).map(move |(_, near)| (hex, near))
        });
        let backwards = Spread::new(grid.len(), entered);
        let ferries = map.grid.hexes().filter(|&h| map.ground(h).water == Water::Ferry).collect();
        Field { map, cost, zone, ferries, roads, backwards, sights }
    }

    /// Points to enter the neighbour in that direction, units aside; `None` if that is prohibited.
    pub fn cost(&self, from: Hex, direction: Direction) -> Option<u8> {
        let cost = self.cost[from.index()][direction.index()];
        (cost != CLOSED).then_some(cost)
    }

    /// Whether a zone of control, and so an attack, reaches from one hex over that hexside.
    pub fn zone_reaches(&self, from: Hex, direction: Direction) -> bool {
        self.zone[from.index()] & (1 << direction.index()) != 0
    }

    /// The neighbours that roads join to this hex.
    pub fn road_neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.masked(hex, self.roads[hex.index()])
    }

    /// From every hex to the neighbours from which it can be entered by movement.
    pub fn backwards(&self) -> &Spread {
        &self.backwards
    }

    fn masked(&self, hex: Hex, mask: u8) -> impl Iterator<Item = Hex> + '_ {
        let around = self.map.grid.around(hex);
        (0..6).filter(move |d| mask & (1 << d) != 0).filter_map(|d| around[d])
    }

    /// The neighbours that a zone of control from this hex reaches.
    pub fn zone(&self, from: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.masked(from, self.zone[from.index()])
    }

    /// Whether a unit in one hex may attack into the other: they touch and no plain creek lies
    /// between (7.15, 9).
    pub fn in_contact(&self, a: Hex, b: Hex) -> bool {
        self.map.grid.direction(a, b).is_some_and(|d| self.zone_reaches(a, d))
    }

    /// The line of sight to a hex in bombardment range.
    pub fn sight(&self, from: Hex, to: Hex) -> Option<&Sight> {
        self.sights[from.index()].iter().find(|s| s.to == to)
    }

    /// All lines of sight in bombardment range.
    pub fn sights(&self, from: Hex) -> &[Sight] {
        &self.sights[from.index()]
    }

    /// The printed number of a hex.
    pub fn number(&self, hex: Hex) -> &str {
        self.map.grid.number(hex)
    }

    /// Whether nothing may end its move there: river ferries (5.24).
    pub fn is_ferry(&self, hex: Hex) -> bool {
        self.ferries.contains(hex)
    }

    /// Whether nothing can ever stand there.
    pub fn is_river(&self, hex: Hex) -> bool {
        self.map.ground(hex).water == Water::River
    }

    /// Whether a road or a trail joins the two hexes.
    pub fn has_way(&self, from: Hex, direction: Direction) -> bool {
        let side = self.map.side(from, direction);
        side.road || side.trail
    }
}

/// 8.31-8.34 and the clarification about water, for one line.
fn sight(map: &Map, tables: &Tables, from: Hex, to: Hex) -> Sight {
    let line = sight_line(&map.grid, from, to);
    let blocks = |hex: Hex| tables.blocks_sight(map.ground(hex));
    let mut blocked_by = Vec::new();
    let mut beside = Vec::new();
    let mut passes = Vec::new();
    for step in &line {
        match *step {
            Sighting::Through(hex) => {
                passes.push(hex);
                if blocks(hex) {
                    blocked_by.push(hex);
                    beside.push(false);
                }
            }
            // 8.32: along a hexside only both hexes together block. The edge of the sheet does not
            // (a ruling).
            Sighting::Along(a, b) => {
                passes.push(a);
                passes.extend(b);
                if let Some(b) = b
                    && blocks(a)
                    && blocks(b)
                {
                    blocked_by.extend([a, b]);
                    beside.extend([true, true]);
                }
            }
        }
    }
    Sight {
        to,
        range: map.grid.distance(from, to),
        blocked_by,
        beside,
        over_water: crosses_water(map, from, &line, to),
        passes,
    }
}

/// Whether a line crosses water. Where it runs along a hexside it can be followed through either
/// hex: it crosses only if both ways do (a ruling: a line that only runs along a hexside does not
/// cross it).
fn crosses_water(map: &Map, from: Hex, line: &[Sighting], to: Hex) -> bool {
    let wet = |a: Hex, b: Hex| {
        map.side_between(a, b).is_some_and(|s| s.creek || s.crossing != Crossing::None)
            || map.ground(b).water != Water::None
    };
    // The last hex reached on the way through the left-hand and the right-hand hexes, and whether
    // water was met.
    let (mut left, mut right) = ((from, false), (from, false));
    for step in line {
        let (l, r) = match *step {
            Sighting::Through(hex) => (hex, hex),
            Sighting::Along(a, b) => (a, b.unwrap_or(a)),
        };
        left = (l, left.1 || wet(left.0, l));
        right = (r, right.1 || wet(right.0, r));
    }
    // The target's own ground is not crossed.
    let last = |(hex, met): (Hex, bool)| met || map.side_between(hex, to).is_some_and(|s| s.creek);
    last(left) && last(right)
}
