//! Orders of Blind Swords as strokes on the map.

use blind_swords::{Battle, Order, State};
use hexmap::Hex;

use crate::strokes::{Drawn, Purpose, Stroke};

impl Drawn for Battle {
    fn strokes(&self, state: &State, order: &Self::Order) -> Vec<Stroke> {
        let of = |unit, to: Hex, purpose| {
            state.hex(unit).map(|from| Stroke::new(self.number(from), self.number(to), purpose))
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
