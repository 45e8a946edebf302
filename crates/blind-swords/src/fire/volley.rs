//! Fires announced together, resolved one after another (12.1, 12.4).

use tabletop::{RuleCheck, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::Shot;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Fire, FireKind, Volley};
use crate::state::{Phase, State};
use crate::unit::UnitId;

impl Battle {
    /// Announces fires that have been judged. Each is resolved in its turn (12.4).
    pub(crate) fn volley(&self, execution: &mut Execution, side: Side, kind: FireKind, shots: Vec<Shot>) {
        let flanked = self.flanked(&execution.state, &shots);
        let case = match kind {
            FireKind::Step => case!("12.3"),
            FireKind::Battery => case!("9.1"),
            FireKind::Opportunity(_) => case!("13.7"),
            FireKind::Defensive(_) => case!("14.3a"),
            FireKind::Firefight => case!("10.4a"),
        };
        for shot in &shots {
            execution.apply(Event::FireDeclared {
                side,
                units: shot.units.clone(),
                target: shot.target,
                canister: shot.canister,
                flanking: flanked.contains(&shot.target),
                case,
            });
        }
        execution.push(Volley { side, kind, shots, flanked });
    }

    /// Begins the next fire of a volley, or ends the volley.
    ///
    /// A fire whose target has gone comes to nothing: its units have not fired and may fire
    /// elsewhere in their step. A fire that has become impossible in another way is spent.
    pub(crate) fn step_volley(&self, execution: &mut Execution, mut volley: Volley) {
        if volley.shots.is_empty() {
            execution.pop();
            return;
        }
        let mut shot = volley.shots.remove(0);
        let (side, kind) = (volley.side, volley.kind.clone());
        let flanking = volley.flanked.contains(&shot.target);
        execution.set(volley);
        let state = &execution.state;
        shot.units.retain(|&u| state.hex(u).is_some());
        let stands = match kind {
            FireKind::Opportunity(mover) => state.hex(mover) == Some(shot.target),
            _ => self.enemy_in(state, side, shot.target),
        };
        if !stands {
            execution.apply(Event::Voided { close: false, case: case!("12.4") });
            return;
        }
        let judged = self.judge_shot(state, side, &kind, &shot, flanking, &mut RuleCheck::without_messages());
        let marked = self.marked_as_fired(state, &kind, &shot.units);
        if !marked.is_empty() {
            execution.apply(Event::HaveFired { units: marked });
        }
        match judged {
            Err(refusal) => execution.apply(Event::Voided { close: false, case: refusal.case }),
            Ok(()) => execution.push(Fire::declared(side, kind, shot, flanking)),
        }
    }

    /// The units whose fire is their act of the step or phase. There is no limit to the others'
    /// (13.7), but a battery that fires in the Artillery Phase has been disturbed for its rally
    /// (9.4).
    fn marked_as_fired(&self, state: &State, kind: &FireKind, units: &[UnitId]) -> Vec<UnitId> {
        match kind {
            FireKind::Step | FireKind::Battery => units.to_vec(),
            _ if state.phase == Phase::Artillery => {
                units.iter().copied().filter(|&u| self.is_gun(u)).collect()
            }
            _ => Vec::new(),
        }
    }
}
