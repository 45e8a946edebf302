//! The Firefight chit: a hex fires out of turn, and the units left in the target fire back.

use hexmap::Hex;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::order::{Order, Part, Shot};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{FireBack, FireKind};
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// After the first fire: if units are left that can answer it, their side is asked.
    pub(crate) fn step_fire_back(&self, execution: &mut Execution, fire_back: FireBack) {
        if self.answers_to_fire(&execution.state, &fire_back).is_empty() {
            execution.pop();
        } else {
            execution.set(FireBack { asks: true, ..fire_back });
        }
    }

    fn answers_to_fire(&self, state: &State, fire_back: &FireBack) -> Vec<Shot> {
        let FireBack { side, hex, target, .. } = *fire_back;
        let own: Vec<_> = state.stack(hex).iter().copied().filter(|&u| self.unit(u).side == side).collect();
        self.possible_shots_at(state, side, &FireKind::Firefight, &own, target)
    }
}

impl Ask for FireBack {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "fire-back"
    }

    fn case(&self, _: &State) -> Case {
        case!("10.4a")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("the units in {} may fire back", battle.number(self.hex))
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (Vec::new(), vec![self.hex, self.target])
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::FireBack
    }

    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let shots = battle.answers_to_fire(state, self).into_iter();
        let fires = shots.map(|shot| Candidate::Legal(Order::Fire { shots: vec![shot] }));
        fires.chain([Candidate::Try(Order::Pass {})]).collect()
    }

    /// The answer: one fire at those who fired first, or none.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let FireBack { side, hex, target, .. } = *self;
        match order {
            Order::Pass {} => accept(|execution| execution.pop()),
            Order::Fire { shots } => {
                let from_hex = |shot: &Shot| shot.units.iter().all(|&u| judging.state.hex(u) == Some(hex));
                let answers = shots.len() == 1 && shots.iter().all(|s| s.target == target && from_hex(s));
                judging.rule_check.check(
                    case!("10.4a"),
                    "the target of a Firefight answers with one fire",
                    answers,
                    || {
                        format!(
                            "units in {} answer with one fire, at {}",
                            battle.number(hex),
                            battle.number(target)
                        )
                    },
                )?;
                battle.check_shots(judging, side, &FireKind::Firefight, shots)?;
                accept(move |execution| {
                    execution.pop();
                    battle.volley(execution, side, FireKind::Firefight, shots.clone());
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }

    fn parts(&self, _: &Battle, _: &State) -> Option<Vec<Part>> {
        Some(vec![Part::Answer, Part::Order(Order::Pass {})])
    }

    fn fire_kind(&self) -> Option<FireKind> {
        Some(FireKind::Firefight)
    }
}
