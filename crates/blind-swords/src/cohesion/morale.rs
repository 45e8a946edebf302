//! Morale Hits, Break Tests and the way to the Broken Track (15.6, 15.7, 15.9).

use tabletop::{Case, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::sequence::execution::Execution;
use crate::unit::UnitId;

/// Morale Hits of a Disrupted unit: there is no worse marker (15.6).
pub(crate) const DISRUPTED: u8 = 2;

impl Battle {
    /// One Morale Hit: Shaken, then Disrupted, then a Break Test (15.6). A unit that is gone is not
    /// touched.
    pub(crate) fn morale_hit(&self, execution: &mut Execution, unit: UnitId, case: Case) {
        if execution.state.hex(unit).is_none() {
            return;
        }
        let hits = execution.state.unit(unit).hits;
        if hits < DISRUPTED {
            execution.apply(Event::MoraleHit { unit, hits: hits + 1, case });
        } else {
            self.break_test(execution, unit);
        }
    }

    /// A Break Test against the modified CR (15.7). Passed, it still shakes the unit.
    pub(super) fn break_test(&self, execution: &mut Execution, unit: UnitId) {
        if execution.state.hex(unit).is_none() {
            return;
        }
        let cohesion = self.cohesion(&execution.state, unit);
        let die = execution.throw();
        execution.apply(Event::BreakThrown { unit, die, cohesion });
        match self.broken_box(die, cohesion) {
            Some(track) => self.break_unit(execution, unit, track, case!("15.7")),
            None => {
                let hits = execution.state.unit(unit).hits;
                if hits < DISRUPTED {
                    execution.apply(Event::MoraleHit { unit, hits: hits + 1, case: case!("15.7") });
                }
            }
        }
    }

    /// The box that a Break Test sends a unit to; `None` where it is passed (15.7).
    pub(crate) fn broken_box(&self, die: u8, cohesion: u8) -> Option<u8> {
        let over = usize::from(die.checked_sub(cohesion)?);
        let boxes = self.scenario.tables.broken_box;
        over.checked_sub(1).map(|i| *boxes[i.min(boxes.len() - 1)])
    }

    /// Puts a unit on the Broken Track; batteries and Fragile units are eliminated (15.9).
    pub(crate) fn break_unit(&self, execution: &mut Execution, unit: UnitId, track: u8, case: Case) {
        let Some(from) = execution.state.hex(unit) else { return };
        execution.apply(if self.is_gun(unit) || self.unit(unit).fragile {
            Event::Eliminated { unit, from, case }
        } else {
            Event::Broken { unit, from, track, case }
        });
    }

    /// A Deplete result: the worn side, or of a worn unit a Break Test (15.1a).
    pub(crate) fn deplete(&self, execution: &mut Execution, unit: UnitId, case: Case) {
        if execution.state.hex(unit).is_none() {
            return;
        }
        if execution.state.unit(unit).worn {
            self.break_test(execution, unit);
        } else {
            execution.apply(Event::Depleted { unit, case });
        }
    }
}
