//! Where a unit's move can end (5.1): searches from where it stands, or from where it comes on.

use hexmap::{Hex, Reach};
use tabletop::{Refusal, RuleCheck, Side, case};

use super::mover::Mover;
use crate::battle::Battle;
use crate::reasons::told;
use crate::state::State;
use crate::unit::{Start, UnitId};

thread_local! {
    /// The working memory of searches: kept, because a search is short and its memory is not.
    static REACH: std::cell::Cell<Reach> = std::cell::Cell::default();
}

/// Searches with kept memory. A search within a search gets memory of its own.
fn with_reach<T>(search: impl FnOnce(&mut Reach) -> T) -> T {
    let mut reach = REACH.take();
    let result = search(&mut reach);
    REACH.set(reach);
    result
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    pub hex: Hex,
    pub cost: u8,
    /// One of the cheapest paths there.
    pub path: Vec<Hex>,
    /// It would have to stop there: an enemy zone (5.13).
    pub stop: bool,
    /// Only strategic movement leads there (r6.4).
    pub strategic: bool,
}

/// The result of a search from one start.
pub(super) struct Found<'a> {
    reach: &'a Reach,
    /// The reach of a strategic march, and the allowance beyond which it counts.
    farther: Option<(&'a Reach, u8)>,
    /// The entry hex of a reinforcement, with what it cost: a hex reached like the others.
    entry: Option<(Hex, u8)>,
}

impl Found<'_> {
    /// The hexes in reach, in the order of [`Found::ends`].
    pub(super) fn hexes(&self) -> Vec<Hex> {
        let mut hexes = Vec::with_capacity(self.reach.hexes().len() + 1);
        hexes.extend(self.entry.map(|(hex, _)| hex));
        hexes.extend_from_slice(self.reach.hexes());
        hexes.extend(self.farther().map(|(hex, _)| hex));
        hexes
    }

    /// The hexes that only a strategic march reaches, with their costs.
    fn farther(&self) -> impl Iterator<Item = (Hex, u8)> + '_ {
        self.farther.into_iter().flat_map(|(reach, allowance)| {
            let costs = reach.hexes().iter().filter_map(|&hex| Some((hex, reach.cost(hex)?)));
            costs.filter(move |&(_, cost)| cost > allowance)
        })
    }

    /// The hexes in reach with their costs.
    pub(super) fn ends(&self) -> impl Iterator<Item = (Hex, u8)> + '_ {
        self.entry
            .into_iter()
            .chain(self.reach.hexes().iter().filter_map(|&h| Some((h, self.reach.cost(h)?))))
            .chain(self.farther())
    }

    /// The hexes entered on the way to one of them.
    pub(super) fn path(&self, start: Hex, to: Hex) -> Vec<Hex> {
        let mut path = match self.farther {
            Some((farther, _)) if self.reach.cost(to).is_none() => farther.path(start, to),
            _ => self.reach.path(start, to),
        };
        if self.entry.is_some() {
            path.insert(0, start);
        }
        path
    }
}

impl Battle {
    /// Finds the hexes a unit can end its move in, each by a cheapest path. Empty if it may not
    /// move.
    pub fn destinations(&self, state: &State, unit: UnitId) -> Vec<Destination> {
        let mut found: Vec<Destination> = Vec::new();
        let crowd = state.is_crowded();
        self.explore(state, unit, |mover, start, reach| {
            for (hex, cost) in reach.ends() {
                if self.stays(state, unit, hex, crowd, &mut RuleCheck::without_messages()).is_err() {
                    continue;
                }
                let (path, stop) = (reach.path(start, hex), mover.in_zone(hex));
                let better = Destination { hex, cost, path, stop, strategic: cost > mover.allowance };
                match found.iter_mut().find(|d| d.hex == hex) {
                    None => found.push(better),
                    Some(old) if old.cost > cost => *old = better,
                    Some(_) => {}
                }
            }
        });
        found
    }

    /// One of the destinations of a unit with the path to it, by the caller's own choice: `choose`
    /// is given how many hexes are in reach and names one by its number, again and again until the
    /// unit may stay there.
    pub fn any_destination(
        &self,
        state: &State,
        unit: UnitId,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Option<Vec<Hex>> {
        let mut starts = self.starts(state, unit, &mut RuleCheck::without_messages()).unwrap_or_default();
        if starts.len() > 1 {
            starts = vec![starts[choose(starts.len())]];
        }
        let crowd = state.is_crowded();
        let mut chosen = None;
        self.explore_from(state, unit, &starts, |_, start, reach| {
            let mut hexes = reach.hexes();
            while chosen.is_none() && !hexes.is_empty() {
                let hex = hexes.swap_remove(choose(hexes.len()));
                if self.stays(state, unit, hex, crowd, &mut RuleCheck::without_messages()).is_ok() {
                    chosen = Some(reach.path(start, hex));
                }
            }
        });
        chosen
    }

    /// Why a unit has no destination: what keeps it where it is, or out of every hex around it.
    pub(crate) fn why_nowhere(&self, state: &State, side: Side, unit: UnitId) -> Refusal {
        let quiet = &mut RuleCheck::quiet();
        let may_move = self.may_move(state, side, unit, quiet);
        let starts = match may_move.and_then(|()| self.starts(state, unit, quiet)) {
            Ok(starts) => starts,
            Err(no) => return no,
        };
        let mover = Mover::new(self, state, unit);
        let crowd = state.is_crowded();
        let mut whys: Vec<Refusal> = Vec::new();
        for (start, spent) in starts {
            let arriving = state.hex(unit) != Some(start);
            if arriving {
                whys.extend(self.stays(state, unit, start, crowd, quiet).err());
                if mover.in_zone(start) {
                    continue;
                }
            }
            for (direction, to) in self.map().grid.neighbours(start) {
                let step = mover.step(start, direction, to, spent);
                if step.is_some_and(|(cost, _)| spent.saturating_add(cost) <= mover.allowance) {
                    whys.extend(self.stays(state, unit, to, crowd, quiet).err());
                } else {
                    whys.push(mover.why_not(start, direction, to, spent));
                }
            }
        }
        let case = whys.first().map_or(case!("5.16"), |no| no.case);
        let what = format!("{} has nowhere to go", self.unit(unit).called());
        Refusal::new(case, told(what, whys.into_iter().map(|no| no.message).collect()))
    }

    /// Searches a unit's ways from everywhere its move can start. Nothing if it may not move.
    pub(super) fn explore(&self, state: &State, unit: UnitId, each: impl FnMut(&Mover<'_>, Hex, &Found<'_>)) {
        if self.may_move(state, state.phasing, unit, &mut RuleCheck::without_messages()).is_ok() {
            let starts = self.starts(state, unit, &mut RuleCheck::without_messages()).unwrap_or_default();
            self.explore_from(state, unit, &starts, each);
        }
    }

    fn explore_from(
        &self,
        state: &State,
        unit: UnitId,
        starts: &[(Hex, u8)],
        mut each: impl FnMut(&Mover<'_>, Hex, &Found<'_>),
    ) {
        let mover = Mover::new(self, state, unit);
        with_reach(|reach| {
            for &(start, spent) in starts {
                let arriving = state.hex(unit) != Some(start);
                // A reinforcement that arrives in an enemy zone stops there.
                if arriving && mover.in_zone(start) {
                    reach.search(&self.map().grid, start, spent, spent, |_, _, _, _| None);
                } else {
                    mover.search(reach, start, spent);
                }
                let mut march = Reach::new();
                let marches = self.search_strategic(state, unit, start, spent, &mut march);
                let farther = marches.then_some((&march, mover.allowance));
                each(&mover, start, &Found { reach, farther, entry: arriving.then_some((start, spent)) });
            }
        });
    }

    /// Where a unit's move starts, with the points spent when it stands there: its hex, or the
    /// entry hexes open to it.
    pub(super) fn starts(
        &self,
        state: &State,
        unit: UnitId,
        rule_check: &mut RuleCheck,
    ) -> Result<Vec<(Hex, u8)>, Refusal> {
        if let Some(hex) = state.hex(unit) {
            return Ok(vec![(hex, 0)]);
        }
        let Start::Due { entry, .. } = &self.unit(unit).start else { return Ok(Vec::new()) };
        let mut refusal = None;
        let mut starts = Vec::new();
        for &hex in entry {
            match self.may_enter(state, unit, hex, rule_check) {
                Ok(cost) => starts.push((hex, cost)),
                Err(no) => refusal = refusal.or(Some(no)),
            }
        }
        match refusal {
            Some(no) if starts.is_empty() => Err(no),
            _ => Ok(starts),
        }
    }

    /// Searches a unit's paths from a hex within its allowance, in either side's turn, and whether or not it
    /// may end its move there.
    pub fn search(&self, state: &State, unit: UnitId, from: Hex, reach: &mut Reach) {
        Mover::new(self, state, unit).search(reach, from, 0);
    }
}
