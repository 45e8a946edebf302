//! The sequence of play: turns and phases (7, K96).

pub(crate) mod ask;
pub(crate) mod begin;
pub(crate) mod empty_steps;
pub(crate) mod execution;
pub(crate) mod invariants;
pub(crate) mod opening;
pub(crate) mod procedure;
pub(crate) mod stack;

use tabletop::Side;

use crate::artillery;
use crate::battle::Battle;
use crate::chit::ChitId;
use crate::event::Event;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Held, Keys};
use crate::state::{ChitPlace, Phase, Place, State};
use crate::unit::UnitId;

impl Battle {
    /// The turn goes on: whatever the phase began is done when this is called.
    fn step_turn(&self, execution: &mut Execution) {
        match execution.state.phase {
            // The cup is empty until both sides have chosen (8).
            Phase::CommandDecision if execution.state.is_cup_empty() => {
                execution.push(Keys { side: Side::Union });
            }
            Phase::CommandDecision => {
                execution.apply(Event::PhaseBegan { phase: Phase::Artillery });
                self.begin_artillery(execution, artillery::FIRST);
            }
            Phase::Artillery => self.begin_draws(execution),
            Phase::ChitDraw | Phase::Activation if execution.state.is_cup_empty() => {
                execution.apply(Event::PhaseBegan { phase: Phase::EndTurn });
                execution.push(Held { side: Side::Union, passed: false, end: true, asks: false });
            }
            Phase::ChitDraw | Phase::Activation => {
                execution.push(Held { side: Side::Union, passed: false, end: false, asks: false });
            }
            Phase::EndTurn => self.finish_turn(execution),
            Phase::Over => execution.pop(),
        }
    }

    pub(crate) fn cup(&self, state: &State) -> Vec<ChitId> {
        self.chit_ids().filter(|&c| state.chit(c).place == ChitPlace::Cup).collect()
    }

    /// 10: chits are drawn; the opening attack comes before the first (20.4e, K102).
    fn begin_draws(&self, execution: &mut Execution) {
        execution.apply(Event::PhaseBegan { phase: Phase::ChitDraw });
        if let Some(attack) = self.scenario.opening_attack
            && execution.state.turn == 1
        {
            self.begin_special(execution, attack.chit, false);
        }
    }

    /// 18.2 to 18.5, when no held chit is left to be played. The game ends with the points of the
    /// last turn (K96).
    fn finish_turn(&self, execution: &mut Execution) {
        self.throw_for_earnings(execution);
        self.score_turn(execution);
        let turn = execution.state.turn;
        if usize::from(turn) >= self.scenario.times.len() {
            return self.end_game(execution);
        }
        let track: Vec<UnitId> =
            self.ids().filter(|&u| matches!(execution.state.unit(u).place, Place::Broken(1..))).collect();
        if !track.is_empty() {
            execution.apply(Event::TrackMoved { units: track });
        }
        execution.apply(Event::TurnEnded { turn });
        execution.apply(Event::TurnBegan { turn: turn + 1 });
        execution.apply(Event::PhaseBegan { phase: Phase::CommandDecision });
    }

    /// 10.5b: Battlefield Chaos keeps the owner's chits off a hex.
    pub(crate) fn is_in_chaos(&self, state: &State, unit: UnitId) -> bool {
        let hex = state.hex(unit);
        state.unit(unit).chaos || hex.is_some_and(|h| state.stack(h).iter().any(|&u| state.unit(u).chaos))
    }
}
