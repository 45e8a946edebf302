//! Who stands in which hex (6.1): the units on the map in one line, stack by stack, so that a
//! position is copied in a few strokes however many hexes the map has.

use hexmap::{Grid, Hex, HexSet};
use tabletop::{BySide, Side};

use crate::unit::UnitId;

/// A stack's place in the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Span {
    first: u8,
    count: u8,
}

/// The stacks of all hexes. The line is sorted by hex, so that equal stacks are equal values
/// whatever led to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stacks {
    /// By hex; in an empty hex only the count means anything.
    spans: Vec<Span>,
    /// Those on the map, sorted by hex, in a hex in the order they came.
    line: Vec<UnitId>,
    /// The hex of each of the line.
    hexes: Vec<Hex>,
    /// The hexes that each side holds, and those next to them.
    held: BySide<HexSet>,
    near: BySide<HexSet>,
}

impl Stacks {
    /// The stacks of an empty map of that many hexes.
    pub fn new(hexes: usize) -> Stacks {
        let none = || BySide::from_fn(|_| HexSet::new(hexes));
        Stacks {
            spans: vec![Span::default(); hexes],
            line: Vec::new(),
            hexes: Vec::new(),
            held: none(),
            near: none(),
        }
    }

    /// Who stands in a hex, in the order they came.
    #[inline]
    pub fn of(&self, hex: Hex) -> &[UnitId] {
        let span = self.spans[hex.index()];
        if span.count == 0 {
            return &[];
        }
        &self.line[usize::from(span.first)..][..usize::from(span.count)]
    }

    /// The hexes in which anybody stands, each once, in the order of hexes.
    pub fn occupied(&self) -> impl Iterator<Item = Hex> + '_ {
        self.hexes.chunk_by(PartialEq::eq).filter_map(|stack| stack.first().copied())
    }

    /// A unit comes into a hex: it is the last of its stack. It stands nowhere else.
    pub fn put(&mut self, unit: UnitId, hex: Hex) {
        let at = self.hexes.partition_point(|&other| other <= hex);
        self.line.insert(at, unit);
        self.hexes.insert(at, hex);
        let span = &mut self.spans[hex.index()];
        if span.count == 0 {
            span.first = at as u8;
        }
        span.count += 1;
        self.shift(at + 1, |first| first + 1);
    }

    pub fn take(&mut self, unit: UnitId, hex: Hex) {
        let Some(within) = self.of(hex).iter().position(|&u| u == unit) else { return };
        let span = &mut self.spans[hex.index()];
        let first = usize::from(span.first);
        span.count -= 1;
        if span.count == 0 {
            // An empty hex keeps no position, so that equal stacks are equal values.
            span.first = 0;
        }
        let end = first + usize::from(span.count);
        self.line.remove(first + within);
        self.hexes.remove(first + within);
        self.shift(end, |first| first - 1);
    }

    /// Notes which side holds a hex, once units have come into it or left it.
    pub fn hold(&mut self, grid: &Grid, hex: Hex, holder: Option<Side>) {
        for side in Side::BOTH {
            let (held, near) = (&mut self.held[side], &mut self.near[side]);
            if holder == Some(side) {
                if held.insert(hex) {
                    near.extend(grid.around(hex).iter().flatten().copied());
                }
            } else if held.remove(hex) {
                for &beside in grid.around(hex).iter().flatten() {
                    if !grid.around(beside).iter().flatten().any(|&h| held.contains(h)) {
                        near.remove(beside);
                    }
                }
            }
        }
    }

    /// The hexes that a side holds.
    #[inline]
    pub fn held(&self, side: Side) -> &HexSet {
        &self.held[side]
    }

    /// The hexes next to those that a side holds.
    #[inline]
    pub fn near(&self, side: Side) -> &HexSet {
        &self.near[side]
    }

    /// The stacks that stand from there on in the line have changed their places.
    fn shift(&mut self, from: usize, by: impl Fn(u8) -> u8) {
        let mut at = from;
        while let Some(hex) = self.hexes.get(at) {
            let span = &mut self.spans[hex.index()];
            span.first = by(span.first);
            at += usize::from(span.count).max(1);
        }
    }
}
