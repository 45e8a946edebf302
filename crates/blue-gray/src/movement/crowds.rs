//! Where a move may end, and hexes that hold more units in passing than may end a phase there (5.3).

use hexmap::Hex;
use tabletop::{Inquiry, Refusal, case};

use super::mover::Mover;
use crate::battle::Battle;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// Whether a unit may end its move in a hex: not on a ferry (5.24), and by the limit of stacking (5.32).
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn may_stay(
        &self,
        state: &State,
        unit: UnitId,
        hex: Hex,
        inquiry: &mut Inquiry,
    ) -> Result<(), Refusal> {
        self.stays(state, unit, hex, state.is_crowded(), inquiry)
    }

    pub(super) fn stays(
        &self,
        state: &State,
        unit: UnitId,
        hex: Hex,
        crowd: bool,
        inquiry: &mut Inquiry,
    ) -> Result<(), Refusal> {
        let of = self.unit(unit);
        inquiry.require(
            case!("5.24"),
            "the move does not end on a ferry",
            !self.scenario.field.is_ferry(hex),
            || format!("no move ends in the ferry hex {}", self.number(hex)),
        )?;
        for other in state.stack(hex).filter(|&o| o != unit) {
            let alone = of.traits.stacks_with_nothing.or(self.unit(other).traits.stacks_with_nothing);
            if let Some(case) = alone {
                inquiry.require(case, "the two may stack", false, || {
                    format!("{} and {} may not stack", of.called(), self.unit(other).called())
                })?;
            }
        }
        let there = state.stack(hex).filter(|&o| o != unit).count();
        let crowded = crowd || there >= self.scenario.tables.stacking;
        inquiry.require(
            case!("5.32"),
            "at most two units are in a hex, or the others can still move on",
            !crowded || self.can_thin_out(state, unit, hex),
            || {
                if there >= self.scenario.tables.stacking {
                    format!(
                        "two units are in {} already, and not enough of them can still move on",
                        self.number(hex)
                    )
                } else {
                    "units stacked above the limit elsewhere could then no longer move on".to_owned()
                }
            },
        )
    }

    /// The hexes that hold more units than may end a phase there (5.32).
    pub fn crowded(&self, state: &State) -> Vec<Hex> {
        if !state.is_crowded() {
            return Vec::new();
        }
        let mut hexes: Vec<Hex> = self
            .on_map(state, state.phasing)
            .map(|(_, hex)| hex)
            .filter(|&h| state.count(h) > self.scenario.tables.stacking)
            .collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// The ruling on 5.32: whether, with `unit` in `hex`, every hex above the limit could still be brought down to
    /// it by moves of units that have not moved yet, each to a room of its own.
    fn can_thin_out(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let limit = self.scenario.tables.stacking;
        let can_move_on = |state: &State, u: UnitId| {
            u != unit
                && !state.marks(u).moved
                && self.may_move(state, state.phasing, u, &mut Inquiry::wordless()).is_ok()
        };
        // Most often nobody there can move on at all.
        let there = state.stack(hex).filter(|&u| u != unit).count();
        if there >= limit && state.stack(hex).filter(|&u| can_move_on(state, u)).count() + limit <= there {
            return false;
        }
        let mut after = state.clone();
        after.put(self, unit, hex);
        after.marks_mut(unit).moved = true;
        after.moved += u8::from(self.counts_against_quota(state, unit));
        let crowds = self.crowded(&after);
        let all: usize = crowds.iter().map(|&crowd| after.count(crowd) - limit).sum();
        // The rooms that somebody could move on to, by the units that could.
        let mut surplus: Vec<(usize, Vec<Vec<Hex>>)> = Vec::new();
        for crowd in crowds {
            let too_many = after.count(crowd) - limit;
            let movers = after.stack(crowd).filter(|&u| can_move_on(&after, u));
            let rooms: Vec<Vec<Hex>> = movers.map(|mover| self.rooms(&after, mover, crowd, all)).collect();
            if rooms.iter().filter(|r| !r.is_empty()).count() < too_many {
                return false;
            }
            surplus.push((too_many, rooms));
        }
        let quota =
            self.quota_limit(&after).is_none_or(|limit| usize::from(after.moved) + all <= usize::from(limit));
        quota && place_all(&mut surplus, &mut |hex| limit - after.count(hex), &mut Vec::new())
    }

    /// The rooms that a unit could move on to from a crowded hex: all of them; or, of those next to it, `enough`, which is
    /// as many as there are units to be placed. Who has so many finds one free whatever the others take.
    fn rooms(&self, state: &State, unit: UnitId, from: Hex, enough: usize) -> Vec<Hex> {
        let open =
            |h: &Hex| state.count(*h) < self.scenario.tables.stacking && !self.scenario.field.is_ferry(*h);
        let mover = Mover::new(self, state, unit);
        let steps = self.map().grid.neighbours(from).filter(|&(direction, to)| {
            mover.step(from, direction, to, 0).is_some_and(|(cost, _)| cost <= mover.allowance)
        });
        let mut rooms: Vec<Hex> = steps.map(|(_, to)| to).filter(open).take(enough).collect();
        if rooms.len() < enough {
            self.explore(state, unit, |_, _, found| {
                rooms = found.hexes();
                rooms.retain(open);
            });
        }
        rooms
    }
}

/// Whether so many units of each crowd can be given rooms, no room taken beyond its size. `surplus` holds, for each
/// crowd, how many must go and the rooms open to each that can.
fn place_all(
    surplus: &mut [(usize, Vec<Vec<Hex>>)],
    size: &mut dyn FnMut(Hex) -> usize,
    taken: &mut Vec<Hex>,
) -> bool {
    let all: usize = surplus.iter().map(|(n, _)| n).sum();
    let Some(crowd) = surplus.iter().position(|(n, _)| *n > 0) else { return true };
    // Who has as many rooms as there are units to place can always be placed last.
    let easy = |rooms: &Vec<Hex>| rooms.len() >= all + taken.len();
    if surplus.iter().all(|(n, movers)| movers.iter().filter(|r| easy(r)).count() >= *n) {
        return true;
    }
    for mover in 0..surplus[crowd].1.len() {
        let rooms = std::mem::take(&mut surplus[crowd].1[mover]);
        surplus[crowd].0 -= 1;
        for &room in &rooms {
            if taken.iter().filter(|&&t| t == room).count() < size(room) {
                taken.push(room);
                if place_all(surplus, size, taken) {
                    return true;
                }
                taken.pop();
            }
        }
        surplus[crowd].0 += 1;
        surplus[crowd].1[mover] = rooms;
    }
    false
}
