//! The ways a unit can retreat (15.4, K83 to K85).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hexmap::Hex;

use crate::battle::Battle;
use crate::sequence::procedure::Retreat;
use crate::state::State;
use crate::unit::UnitId;

/// A way to retreat: the hexes entered, and whether it leaves the map from the last of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Way {
    pub path: Vec<Hex>,
    pub off: bool,
}

/// What a way costs, the first counting most: hexes next to those who caused the retreat, hexes
/// next to other enemies, steps not toward home, hexes.
type Price = [u16; 4];

const FAR: Price = [u16::MAX; 4];

/// How many equal ways an owner is shown; any other that is as good may be taken.
const MOST_WAYS: usize = 64;

struct Search {
    price: Vec<Price>,
    /// For each hex the hexes from which it is reached at that price.
    from: Vec<Vec<Hex>>,
}

impl Battle {
    /// What entering a hex adds to the price.
    fn toll(&self, state: &State, retreat: &Retreat, from: Hex, to: Hex) -> Price {
        let causing = |unit: &UnitId| retreat.causes.contains(unit);
        let near: Vec<Hex> = self.enemies_around(state, retreat.side, to).collect();
        let mine = near.iter().any(|&h| state.stack(h).iter().any(causing));
        let others = near.iter().any(|&h| state.stack(h).iter().any(|u| !causing(u)));
        let direction = self.map().grid.direction(from, to);
        let home = direction.is_some_and(|d| self.is_homeward(retreat.side, d));
        [u16::from(mine), u16::from(others), u16::from(!home), 1]
    }

    fn search_ways(&self, state: &State, retreat: &Retreat, at: Hex) -> Search {
        let count = self.map().grid.len();
        let mut search = Search { price: vec![FAR; count], from: vec![Vec::new(); count] };
        let mut queue = BinaryHeap::new();
        let mut best = FAR;
        search.price[at.index()] = [0; 4];
        queue.push(Reverse(([0; 4], at)));
        while let Some(Reverse((price, hex))) = queue.pop() {
            // Whatever is dearer than a hex where it can end just as far as it must is of no use.
            if price > best {
                break;
            }
            if price > search.price[hex.index()] {
                continue;
            }
            if hex != at
                && self.distance(retreat.origin, hex) == u32::from(retreat.distance)
                && self.may_stand(state, retreat.unit, hex, true)
            {
                best = price;
            }
            for to in self.around(hex) {
                if to == retreat.origin
                    || retreat.walked.contains(&to)
                    || self.enemy_in(state, retreat.side, to)
                {
                    continue;
                }
                let toll = self.toll(state, retreat, hex, to);
                let total: Price = std::array::from_fn(|i| price[i] + toll[i]);
                let known = &mut search.price[to.index()];
                if total < *known {
                    *known = total;
                    search.from[to.index()] = vec![hex];
                    queue.push(Reverse((total, to)));
                } else if total == *known {
                    search.from[to.index()].push(hex);
                }
            }
        }
        search
    }

    /// The best ways that are left to a retreating unit; none if it has none at all.
    pub(super) fn ways(&self, state: &State, retreat: &Retreat) -> Vec<Way> {
        let Some(at) = state.hex(retreat.unit) else { return Vec::new() };
        let search = self.search_ways(state, retreat, at);
        let reached = |hex: &Hex| search.price[hex.index()] != FAR;
        // On the map: exactly as far as it must, or farther where it can stand nowhere at that
        // distance.
        let mut ends: Vec<(Hex, u32)> = self
            .map()
            .grid
            .hexes()
            .filter(|h| *h != at && reached(h) && self.may_stand(state, retreat.unit, *h, true))
            .map(|h| (h, self.distance(retreat.origin, h)))
            .filter(|(_, far)| *far >= u32::from(retreat.distance))
            .collect();
        let nearest = ends.iter().map(|(_, far)| *far).min();
        ends.retain(|(_, far)| Some(*far) == nearest);
        let best = ends.iter().map(|(h, _)| search.price[h.index()]).min();
        let stays = ends.into_iter().map(|(h, _)| h).filter(|h| Some(search.price[h.index()]) == best);
        // Off the map by a home edge, before it has gone as far as it must.
        let edge = |hex: &Hex| {
            reached(hex)
                && self.distance(retreat.origin, *hex) < u32::from(retreat.distance)
                && !self.edges(*hex).is_empty()
        };
        let home = |hex: &Hex| self.leaves_home(retreat.side, *hex);
        let off: Vec<Hex> = self.map().grid.hexes().filter(|h| self.in_play(*h) && edge(h)).collect();
        let cheapest_off = off.iter().filter(|h| home(h)).map(|h| search.price[h.index()]).min();
        let leave = |price: Price, only_home: bool| -> Vec<Way> {
            off.iter()
                .filter(|h| (!only_home || home(h)) && search.price[h.index()] == price)
                .flat_map(|&h| paths(&search, at, h))
                .map(|path| Way { path, off: true })
                .collect()
        };
        // Leaving loses ties to staying, and its length is no argument (K85).
        match (best, cheapest_off) {
            (Some(stay), Some(go)) if go[..3] < stay[..3] => leave(go, true),
            (Some(_), _) => stays
                .flat_map(|h| paths(&search, at, h))
                .map(|path| Way { path, off: false })
                .take(MOST_WAYS)
                .collect(),
            (None, Some(go)) => leave(go, true),
            (None, None) => match off.iter().map(|h| search.price[h.index()]).min() {
                Some(go) => leave(go, false),
                None => Vec::new(),
            },
        }
    }
}

/// Every cheapest path to a hex, up to a number that no table would talk through.
fn paths(search: &Search, at: Hex, to: Hex) -> Vec<Vec<Hex>> {
    let mut done = Vec::new();
    let mut open = vec![vec![to]];
    while let Some(path) = open.pop() {
        let first = path[path.len() - 1];
        if first == at {
            let mut path = path;
            path.pop();
            path.reverse();
            done.push(path);
            if done.len() >= MOST_WAYS {
                break;
            }
            continue;
        }
        for &before in &search.from[first.index()] {
            let mut longer = path.clone();
            longer.push(before);
            open.push(longer);
        }
    }
    done.sort();
    done
}
