//! Orders of Blue & Gray as strokes on the map.

use blue_gray::{Battle, Order, State};
use hexmap::Hex;

use crate::strokes::{Drawn, Purpose, Stroke};

impl Drawn for Battle {
    fn strokes(&self, state: &State, order: &Self::Order) -> Vec<Stroke> {
        let between = |from: Hex, to: Hex, purpose| Stroke::new(self.number(from), self.number(to), purpose);
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
