//! Where a move may end, and hexes that hold more units in passing than may end a phase there
//! (5.3).

use hexmap::Hex;
use tabletop::{Refusal, RuleCheck, case};

use super::clearing::Jam;
use crate::battle::Battle;
use crate::state::{Place, State};
use crate::unit::UnitId;

/// The condition of 5.32 in the middle of a phase.
const STILL_CLEARED: &str = "at most two units are in a hex, or the others can still move on";

impl Battle {
    /// Whether a unit may end its move in a hex: not on a ferry (5.24), and by the limit of
    /// stacking (5.32).
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn may_stay(
        &self,
        state: &State,
        unit: UnitId,
        hex: Hex,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        self.stays(state, unit, hex, state.is_crowded(), rule_check)
    }

    pub(super) fn stays(
        &self,
        state: &State,
        unit: UnitId,
        hex: Hex,
        crowd: bool,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let of = self.unit(unit);
        rule_check.check(
            case!("5.24"),
            "the move does not end on a ferry",
            !self.scenario.field.is_ferry(hex),
            || format!("no move ends in the ferry hex {}", self.number(hex)),
        )?;
        for other in state.stack(hex).filter(|&o| o != unit) {
            let alone = of.traits.stacks_with_nothing.or(self.unit(other).traits.stacks_with_nothing);
            if let Some(case) = alone {
                rule_check.check(case, "the two may stack", false, || {
                    format!("{} and {} may not stack", of.called(), self.unit(other).called())
                })?;
            }
        }
        let there = state.stack(hex).filter(|&o| o != unit).count();
        let crowded = crowd || there >= self.scenario.tables.stacking;
        let jam = if crowded { self.can_thin_out(state, unit, hex).err() } else { None };
        rule_check.check(case!("5.32"), STILL_CLEARED, jam.is_none(), || match jam {
            Some(Jam::NoRoom) if there >= self.scenario.tables.stacking => {
                format!(
                    "two units are in {} already, and not enough of them can still move on",
                    self.number(hex)
                )
            }
            _ => self.jammed(jam),
        })
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

    /// The ruling on 5.32: whether, with `unit` in `hex`, every hex above the limit could still be
    /// brought down to it.
    fn can_thin_out(&self, state: &State, unit: UnitId, hex: Hex) -> Result<(), Jam> {
        // Usually no unit there can move on at all.
        let others = || state.stack(hex).filter(|&u| u != unit);
        let too_many = (others().count() + 1).saturating_sub(self.scenario.tables.stacking);
        if others().filter(|&u| self.can_go_on(state, u)).take(too_many).count() < too_many {
            return Err(Jam::NoRoom);
        }
        // And usually a unit can step aside.
        if self.evidently_thins_out(state, unit, hex) {
            return Ok(());
        }
        let mut after = state.clone();
        after.put(self, unit, hex);
        after.marks_mut(unit).moved = true;
        after.moved += u8::from(self.counts_against_quota(state, unit));
        self.can_clear(&after)
    }

    /// Whether, with `unit` in `hex`, every hex above the limit holds just one unit too many, one unit of
    /// each can step into an adjacent hex of its own that already has room, and the quota lets them all move.
    /// This is the usual case; `false` decides nothing.
    fn evidently_thins_out(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let limit = self.scenario.tables.stacking;
        let from = state.hex(unit);
        let load = |at: Hex| state.count(at) + usize::from(at == hex) - usize::from(from == Some(at));
        let counts = |unit: UnitId| u8::from(self.counts_against_quota(state, unit));
        let mut crowds = self.crowded(state);
        crowds.extend((load(hex) > limit && !crowds.contains(&hex)).then_some(hex));
        let mut left = self.quota_limit(state).map(|quota| quota.saturating_sub(state.moved + counts(unit)));
        let mut taken: Vec<Hex> = Vec::new();
        crowds.into_iter().filter(|&crowd| load(crowd) > limit).all(|crowd| {
            let goes = |other: UnitId| {
                let lets = left.is_none_or(|left| counts(other) <= left);
                (other != unit && lets && self.can_go_on(state, other)).then_some(())?;
                // Where the unit itself goes to there is less room than there seems to be.
                let open = |to: &Hex| *to != hex && !taken.contains(to);
                Some((other, self.room_beside(state, other, crowd, open)?))
            };
            let one_too_many = load(crowd) == limit + 1;
            let Some((other, to)) = state.stack(crowd).find_map(goes).filter(|_| one_too_many) else {
                return false;
            };
            left = left.map(|left| left - counts(other));
            taken.push(to);
            true
        })
    }

    /// The same for a unit that leaves the map: it may be one that the quota would be needed for.
    ///
    /// # Errors
    /// 5.32.
    pub(crate) fn may_leave_the_others(
        &self,
        state: &State,
        unit: UnitId,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        if !state.is_crowded() {
            return Ok(());
        }
        let mut after = state.clone();
        after.take(self, unit, Place::Exited);
        after.moved += u8::from(self.counts_against_quota(state, unit));
        let jam = self.can_clear(&after).err();
        rule_check.check(case!("5.32"), STILL_CLEARED, jam.is_none(), || self.jammed(jam))
    }

    fn jammed(&self, jam: Option<Jam>) -> String {
        match jam {
            Some(Jam::Quota(0)) => {
                "the movement quota would be used up, and units stacked above the limit must still move on"
                    .to_owned()
            }
            Some(Jam::Quota(left)) => {
                let units = tabletop::counted(left, "more unit");
                format!(
                    "the movement quota would let {units} move on, too few to bring every hex down to two again"
                )
            }
            _ => "units stacked above the limit elsewhere could then no longer move on".to_owned(),
        }
    }
}
