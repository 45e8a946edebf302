//! An order as strokes on the map: from where, to where, and for what purpose.

use hexmap::Hex;
use serde::Serialize;
use tabletop::Protocol;

/// What a stroke stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// A unit goes there.
    Move,
    /// A unit attacks there, or fires there.
    Attack,
}

/// A stroke between two printed hexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stroke {
    /// The hex it begins at.
    pub from: String,
    /// The hex it ends at.
    pub to: String,
    /// What it stands for.
    pub purpose: Purpose,
}

/// Rules whose orders can be drawn.
pub trait Drawn: Protocol {
    /// The strokes of an order, in a position in which it could be given.
    fn strokes(&self, state: &Self::State, order: &Self::Order) -> Vec<Stroke>;
}

impl Drawn for blue_gray::Battle {
    fn strokes(&self, state: &blue_gray::State, order: &Self::Order) -> Vec<Stroke> {
        use blue_gray::Order;
        let between = |from: Hex, to: Hex, purpose| stroke(self.number(from), self.number(to), purpose);
        let of = |unit, to, purpose| state.hex(unit).map(|from| between(from, to, purpose));
        match order {
            Order::Move { unit, to, path } => {
                let path = path.as_deref().unwrap_or_default();
                let Some(end) = to.or(path.last().copied()) else { return Vec::new() };
                // A unit that enters the map is drawn from its hex of entry.
                let from = state.hex(*unit).or(path.first().copied());
                from.map(|from| between(from, end, Purpose::Move)).into_iter().collect()
            }
            Order::Exit { unit, path } => {
                let end = path.as_ref().and_then(|path| path.last().copied());
                end.and_then(|end| of(*unit, end, Purpose::Move)).into_iter().collect()
            }
            Order::Attack { attackers, defenders, .. } => {
                let mut strokes = Vec::new();
                for from in attackers.iter().filter_map(|&unit| state.hex(unit)) {
                    // If several hexes are attacked each attacker is drawn to those next to it;
                    // artillery that is next to none, to the first.
                    let near = |hex: &Hex| self.scenario.field.in_contact(from, *hex);
                    let mut to: Vec<Hex> = defenders.iter().copied().filter(near).collect();
                    if to.is_empty() {
                        to.extend(defenders.first());
                    }
                    strokes.extend(to.into_iter().map(|to| between(from, to, Purpose::Attack)));
                }
                strokes.dedup();
                strokes
            }
            Order::Retreat { unit, to, .. } | Order::WithdrawBattery { unit, to, .. } => {
                of(*unit, *to, Purpose::Move).into_iter().collect()
            }
            Order::Advance { unit, to } => {
                to.and_then(|to| of(*unit, to, Purpose::Move)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Drawn for blind_swords::Battle {
    fn strokes(&self, state: &blind_swords::State, order: &Self::Order) -> Vec<Stroke> {
        use blind_swords::Order;
        let of = |unit, to: Hex, purpose| {
            state.hex(unit).map(|from| stroke(self.number(from), self.number(to), purpose))
        };
        let mut strokes: Vec<Stroke> = match order {
            Order::Move { units, to, path, .. } => {
                let end = to.or_else(|| path.as_ref()?.last().copied());
                units.iter().filter_map(|&unit| of(unit, end?, Purpose::Move)).collect()
            }
            Order::Fire { shots } => shots
                .iter()
                .flat_map(|shot| shot.units.iter().filter_map(|&unit| of(unit, shot.target, Purpose::Attack)))
                .collect(),
            Order::Close { assaults } => assaults
                .iter()
                .flat_map(|assault| {
                    assault.units.iter().filter_map(|&unit| of(unit, assault.target, Purpose::Attack))
                })
                .collect(),
            Order::Withdraw { unit, to } => of(*unit, *to, Purpose::Move).into_iter().collect(),
            Order::Retreat { unit, path } | Order::Advance { unit, path } => {
                path.last().and_then(|&end| of(*unit, end, Purpose::Move)).into_iter().collect()
            }
            _ => Vec::new(),
        };
        strokes.dedup();
        strokes
    }
}

fn stroke(from: &str, to: &str, purpose: Purpose) -> Stroke {
    Stroke { from: from.to_owned(), to: to.to_owned(), purpose }
}
