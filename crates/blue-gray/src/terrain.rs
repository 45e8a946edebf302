//! 9 Terrain: what the map and the terrain effects chart come to, worked out once for every
//! hexside.

use hexmap::{Crossing, Direction, Hex, HexSet, Map, Passages, Sighting, Spread, Water, sight_line};
use tabletop::{Case, case};

use crate::tables::Tables;

const CLOSED: u8 = u8::MAX;

/// How a battery reaches a hex that it does not attack as an adjacent unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aim {
    pub hex: Hex,
    /// The range (8.12).
    pub range: u32,
    /// The line crosses water (9.0, erratum).
    pub over_water: bool,
    pub case: Case,
}

/// A line of sight between two hexes in bombardment range (8.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    pub to: Hex,
    pub range: u32,
    /// The hexes that block it; empty if it is clear.
    pub blocked_by: Vec<Hex>,
    /// For each of those whether it is one of a pair beside a hexside along which the line runs
    /// (8.32).
    pub beside: Vec<bool>,
    /// Whether it crosses a creek, bridge or ford hexside or an impassable hex.
    pub over_water: bool,
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
    pub map: Map,
    cost: Vec<[u8; 6]>,
    /// Bit d: a zone of control reaches over hexside d (6.6); so does an attack (9).
    zone: Vec<u8>,
    /// The neighbours that a zone of control from each hex reaches.
    zones: Vec<Neighbours>,
    ferries: HexSet,
    /// The steps of movement, units aside: anywhere, and along roads and trails only.
    anywhere: Passages,
    along_ways: Passages,
    /// The neighbours that roads join to each hex.
    roads: Vec<Neighbours>,
    towns: Vec<Hex>,
    /// From every hex to the neighbours from which it can be entered by movement (5.2).
    backwards: Spread,
    sights: Vec<Vec<Sight>>,
    /// The hexes that a battery in each hex could bombard, if enemies were there.
    aims: Vec<Vec<Aim>>,
}

/// Some neighbours of a hex, in the order of the directions.
#[derive(Debug, Clone, Copy)]
struct Neighbours {
    hexes: [Hex; 6],
    count: u8,
}

impl Neighbours {
    /// Those in the directions of the bits of `mask`.
    fn masked(map: &Map, hex: Hex, mask: u8) -> Neighbours {
        let mut some = Neighbours { hexes: [hex; 6], count: 0 };
        for (_, near) in map.grid.neighbours(hex).filter(|(d, _)| mask & (1 << d.index()) != 0) {
            some.hexes[usize::from(some.count)] = near;
            some.count += 1;
        }
        some
    }

    fn hexes(&self) -> &[Hex] {
        &self.hexes[..usize::from(self.count)]
    }
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
                // 6.6: not over a creek without bridge or ford, not into ferry hexes; no unit may be in a
                // river. 9: no combat goes into or out of pontoons.
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
        let by_road = |hex: Hex| {
            let sides = grid.neighbours(hex).filter(|&(direction, _)| map.side(hex, direction).road);
            sides.fold(0_u8, |mask, (direction, _)| mask | 1 << direction.index())
        };
        let roads = grid.hexes().map(|hex| Neighbours::masked(&map, hex, by_road(hex))).collect();
        let towns = grid.hexes().filter(|&hex| map.ground(hex).town).collect();
        let entered = grid.hexes().flat_map(|hex| {
            let open = |d: Direction, near: Hex| cost[near.index()][d.opposite().index()] != CLOSED;
            grid.neighbours(hex).filter(move |&(d, near)| open(d, near)).map(move |(_, near)| (hex, near))
        });
        let backwards = Spread::new(grid.len(), entered);
        let ferries = map.grid.hexes().filter(|&h| map.ground(h).water == Water::Ferry).collect();
        let zones = map.grid.hexes().map(|hex| Neighbours::masked(&map, hex, zone[hex.index()])).collect();
        let points = |from: Hex, direction: Direction| {
            let points = cost[from.index()][direction.index()];
            (points != CLOSED).then_some(points)
        };
        let anywhere = Passages::new(&map.grid, |from, direction, _| points(from, direction));
        let along_ways = Passages::new(&map.grid, |from, direction, _| {
            let side = map.side(from, direction);
            points(from, direction).filter(|_| side.road || side.trail)
        });
        let mut field = Field {
            map,
            cost,
            zone,
            zones,
            ferries,
            anywhere,
            along_ways,
            roads,
            towns,
            backwards,
            sights,
            aims: Vec::new(),
        };
        field.aims = field.map.grid.hexes().map(|hex| field.all_aims(hex)).collect();
        field
    }

    /// The hexes that a battery could bombard from a hex, if enemies were there: over creeks next to it, and
    /// in range.
    fn all_aims(&self, from: Hex) -> Vec<Aim> {
        let near = self.map.grid.neighbours(from).map(|(_, to)| to);
        let far = self.sights(from).iter().map(|sight| sight.to);
        near.chain(far).filter_map(|to| self.open_aim(from, to)).collect()
    }

    /// How a battery in one hex bombards another, range and line of sight alone; nothing where it
    /// does not.
    pub(crate) fn open_aim(&self, from: Hex, to: Hex) -> Option<Aim> {
        if self.shuns_combat(from) || self.shuns_combat(to) {
            return None;
        }
        let range = self.map.grid.distance(from, to);
        if range == 1 && !self.in_contact(from, to) {
            // 8.45: over a creek hexside without bridge or ford.
            return Some(Aim { hex: to, range, over_water: true, case: case!("8.45") });
        }
        let sight = self.sight(from, to).filter(|sight| sight.blocked_by.is_empty())?;
        Some(Aim { hex: to, range, over_water: sight.over_water, case: case!("8.11") })
    }

    /// What a battery could bombard from a hex, if enemies were there.
    pub fn aims(&self, from: Hex) -> &[Aim] {
        &self.aims[from.index()]
    }

    /// The steps of movement that the ground allows, units aside; of a unit that keeps to roads and
    /// trails, those.
    pub fn passages(&self, ways_only: bool) -> &Passages {
        if ways_only { &self.along_ways } else { &self.anywhere }
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
        self.roads[hex.index()].hexes().iter().copied()
    }

    /// From every hex to the neighbours from which it can be entered by movement.
    pub fn backwards(&self) -> &Spread {
        &self.backwards
    }

    /// The hexes of towns, in their order.
    pub fn towns(&self) -> &[Hex] {
        &self.towns
    }

    /// The neighbours that a zone of control from this hex reaches.
    #[inline]
    pub fn zone(&self, from: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.zones[from.index()].hexes().iter().copied()
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

    /// Whether no combat goes into or out of it, by fire neither: pontoons (9).
    pub fn shuns_combat(&self, hex: Hex) -> bool {
        self.map.ground(hex).water == Water::Pontoon
    }

    /// Whether a unit can stand there after a retreat, others aside: not in a river, and not on a ferry, on
    /// which no unit ends a move (5.24).
    pub fn can_be_retreated_to(&self, hex: Hex) -> bool {
        !matches!(self.map.ground(hex).water, Water::River | Water::Ferry)
    }

    /// Whether no unit can ever be there.
    pub fn is_river(&self, hex: Hex) -> bool {
        self.map.ground(hex).water == Water::River
    }

    /// Whether a road or a trail joins the two hexes.
    pub fn has_way(&self, from: Hex, direction: Direction) -> bool {
        let side = self.map.side(from, direction);
        side.road || side.trail
    }
}

/// 8.31-8.34, and the erratum on 9.0 about water, for one line.
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

/// Whether a line crosses a creek, bridge or ford hexside or an impassable hex, which in these games
/// is one of a river, ferries and pontoons included. Where the line runs along a hexside it can be
/// followed through either hex: it crosses only if both ways do (a ruling: a line that only runs
/// along a hexside does not cross it). At the edge of the sheet there is one way only.
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
