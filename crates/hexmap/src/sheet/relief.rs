//! The additional features of maps with relief: levels, slopes, walls, lanes and turnpikes,
//! decorative streams.

use super::Reader;
use super::form::{Border, Chain, MapToml, WallToml};
use crate::{Hex, Slope, Stream, Wall};

/// The level that a letter stands for: `1` to `9`, then `A` for 10, `B` for 11 and so on.
fn level(letter: char) -> Option<u8> {
    let value = match letter {
        '1'..='9' | 'A'..='Z' => letter.to_digit(36)?,
        _ => return None,
    };
    u8::try_from(value).ok()
}

impl Reader<'_> {
    /// Reads all of these into the map. The levels come first, since slopes are checked against
    /// them.
    pub(super) fn relief(&mut self, sheet: &MapToml) {
        if let Some(rows) = &sheet.levels {
            self.letters(&rows.rows, "level", level, |map, hex, value| map.ground[hex.index()].level = value);
        }
        for chain in &sheet.lane {
            self.chain(chain, |side| side.lane = true);
        }
        for chain in &sheet.turnpike {
            self.chain(chain, |side| (side.road, side.turnpike) = (true, true));
        }
        for stream in &sheet.stream {
            self.stream(stream);
        }
        for (slopes, up, down, rise) in
            [(&sheet.slope, Slope::Up, Slope::Down, 1), (&sheet.steep, Slope::SteepUp, Slope::SteepDown, 2)]
        {
            for slope in slopes {
                self.slope(slope, up, down, rise);
            }
        }
        for wall in &sheet.wall {
            self.wall(wall);
        }
    }

    /// A stream that runs through hexes and is only drawn.
    fn stream(&mut self, stream: &Chain) {
        self.chain(stream, |_| {});
        let before = self.faults.0.len();
        let hexes = self.hexes(&stream.hexes);
        // Words that are not hexes have already been reported with the chain.
        self.faults.0.truncate(before);
        if let Some(name) = &stream.name {
            self.map.streams.push(Stream { name: name.clone(), hexes });
        }
    }

    /// Slopes on hexsides, each written from the lower hex to the upper.
    fn slope(&mut self, slopes: &Border, up: Slope, down: Slope, rise: u8) {
        for (lower, upper, at) in self.sides(&slopes.sides) {
            let (low, high) = (self.map.ground(lower).level, self.map.ground(upper).level);
            if low > 0 && high > 0 && high != low + rise {
                let (from, to) = (self.number(lower), self.number(upper));
                let what = format!(
                    "{to} has level {high} and {from} level {low}; here the second hex is to be {rise} higher"
                );
                self.fault_in(lower, at, what);
                continue;
            }
            self.map.change_side(lower, upper, |side, first| side.slope = if first { up } else { down });
        }
    }

    fn wall(&mut self, wall: &WallToml) {
        let hexes = self.hexes(&wall.hexes);
        for &hex in &hexes {
            self.map.ground[hex.index()].wall = true;
        }
        let points_to = wall.points_to.as_ref().map_or_else(Vec::new, |p| self.hexes(p));
        let beside = wall.beside.as_ref().and_then(|hex| self.hex(hex));
        let named = points_to.iter().map(|&hex| (hex, &wall.points_to));
        for (other, at) in named.chain(beside.map(|hex| (hex, &wall.beside))).collect::<Vec<_>>() {
            let touches = hexes.iter().any(|&hex| self.map.grid.adjacent(hex, other));
            if let Some(at) = at
                && !touches
            {
                let what = format!("{} touches no hex of this wall", self.number(other));
                self.fault_in(other, at.span().start, what);
            }
        }
        let (name, both_sides) = (wall.name.clone(), wall.both_sides);
        self.map.walls.push(Wall { name, hexes, points_to, beside, both_sides });
    }

    fn number(&self, hex: Hex) -> String {
        self.map.grid.number(hex).to_owned()
    }
}
