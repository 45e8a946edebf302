//! Attacks that a whole division makes without rolls, and what earns them (20.4e, 20.5, K102, K104,
//! K105).

use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::event::Event;
use crate::order::Order;
use crate::protocol::question::Question;
use crate::scenario::CommonEvent;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Grant, Special};
use crate::state::{ChitPlace, State};
use crate::unit::BrigadeId;

impl Battle {
    /// A special attack begins: its brigades will act one after another. The division's chit has no
    /// more to do this turn.
    pub(crate) fn begin_special(&self, execution: &mut Execution, chit: ChitId, surprise: bool) {
        let Some(side) = self.chit(chit).side else { return };
        let brigades: Vec<BrigadeId> = match &self.chit(chit).kind {
            ChitKind::Command { brigades, .. } => {
                brigades.iter().copied().filter(|&b| self.is_in_game(&execution.state, b)).collect()
            }
            _ => Vec::new(),
        };
        if brigades.is_empty() {
            return;
        }
        execution.apply(Event::SpecialBegan { side, chit, brigades, surprise });
        if execution.state.chit(chit).place == ChitPlace::Cup {
            execution.apply(Event::ChitDiscarded { chit, case: case!("K105") });
        }
        execution.push(Special { side, asks: false });
    }

    /// The attack goes on, or is over.
    pub(crate) fn step_special(&self, execution: &mut Execution, side: Side) {
        match self.attackers_left(&execution.state)[..] {
            [] => {
                execution.pop();
                if execution.state.special.is_some() {
                    execution.apply(Event::SpecialEnded {});
                }
            }
            [brigade] => self.attack_with(execution, side, brigade),
            _ => execution.set(Special { side, asks: true }),
        }
    }

    fn attack_with(&self, execution: &mut Execution, side: Side, brigade: BrigadeId) {
        // Asked again only once this brigade is done, and if there is a choice then.
        execution.set(Special { side, asks: false });
        let chit = execution.state.special.as_ref().map(|s| s.chit);
        self.activate(execution, side, brigade, Grant::Special, chit);
    }

    fn attackers_left(&self, state: &State) -> Vec<BrigadeId> {
        let left = state.special.as_ref().map(|s| s.left.clone()).unwrap_or_default();
        left.into_iter().filter(|&b| self.is_in_game(state, b)).collect()
    }

    fn special_case(state: &State) -> Case {
        match &state.special {
            Some(special) if !special.surprise => case!("20.4e"),
            _ => case!("20.5d"),
        }
    }

    /// What a special attack adds to the CR of a brigade's units, from its first activation to its
    /// last (20.4e, 20.5e).
    pub(crate) fn special_bonus(&self, state: &State, brigade: BrigadeId) -> u8 {
        self.special_bonus_and_case(state, brigade).0
    }

    pub(crate) fn special_bonus_and_case(&self, state: &State, brigade: BrigadeId) -> (u8, Case) {
        let surprise = case!("20.5e");
        let Some(special) = &state.special else { return (0, surprise) };
        let theirs = match &self.chit(special.chit).kind {
            ChitKind::Command { brigades, .. } => brigades.contains(&brigade),
            _ => false,
        };
        let bonus = match self.scenario.common[special.side] {
            Some(CommonEvent::SurpriseAttack { bonus, .. }) if special.surprise => (bonus, surprise),
            _ => self.scenario.opening_attack.map_or((0, surprise), |a| (a.bonus, a.case)),
        };
        if theirs { bonus } else { (0, surprise) }
    }

    /// The chit of the Surprise Attack, if the side may make it now: earned in an earlier turn, not
    /// made yet, its general well (20.5d-h, K105).
    pub(crate) fn surprise_chit(&self, state: &State, side: Side) -> Option<ChitId> {
        let Some(CommonEvent::SurpriseAttack { chit, .. }) = self.scenario.common[side] else { return None };
        let ChitKind::Command { brigades, .. } = &self.chit(chit).kind else { return None };
        let earned = state.earned[side].is_some_and(|turn| turn < state.turn);
        let able = earned && !state.surprised && !state.chit(chit).casualty;
        (able && brigades.iter().any(|&b| self.is_in_game(state, b))).then_some(chit)
    }

    /// What a side's first Event chit of a turn can still earn it, used as a Common Event: the chit
    /// of its general, and the highest die that earns it (20.5, K104).
    pub(crate) fn earnable(&self, state: &State, side: Side) -> Option<(ChitId, u8)> {
        if state.earned[side].is_some() {
            return None;
        }
        match self.scenario.common[side]? {
            CommonEvent::SurpriseAttack { upto, chit, .. } | CommonEvent::Aware { upto, chit } => {
                Some((chit, upto))
            }
        }
    }

    /// The dice at the end of a turn, the Confederate's first (K96). A general who is a casualty
    /// earns nothing (K104).
    pub(crate) fn throw_for_earnings(&self, execution: &mut Execution) {
        for side in [Side::Confederate, Side::Union] {
            let used = execution.state.first_event[side] == Some(true);
            let Some((chit, upto)) = self.earnable(&execution.state, side).filter(|_| used) else { continue };
            if execution.state.chit(chit).casualty {
                continue;
            }
            let die = execution.throw();
            execution.apply(Event::EarningThrown { side, die, earned: die <= upto });
        }
    }
}

impl Ask for Special {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "special"
    }

    fn case(&self, state: &State) -> Case {
        if state.special.is_none() { case!("20.5") } else { case!("20.4") }
    }

    fn words(&self, _: &Battle, state: &State) -> String {
        match state.special {
            None => "begin the Surprise Attack before the next draw, or pass".to_owned(),
            Some(_) => "choose the next brigade of the attack".to_owned(),
        }
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Special
    }

    /// The brigades that are left; or to begin, and to wait.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        if state.special.is_none() {
            return tries([Order::Surprise {}, Order::Pass {}]);
        }
        tries(battle.attackers_left(state).into_iter().map(|brigade| Order::Activate { brigade }))
    }

    /// The next brigade of the attack; or, before a draw, whether the Surprise Attack is made now.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let side = self.side;
        let under_way = judging.state.special.is_some();
        match *order {
            Order::Surprise {} if !under_way => {
                let chit = battle.surprise_chit(judging.state, side);
                judging.rule_check.check(
                    case!("20.5d"),
                    "the Surprise Attack has been earned",
                    chit.is_some(),
                    || "the Surprise Attack cannot be made now".to_owned(),
                )?;
                accept(move |execution| {
                    execution.pop();
                    if let Some(chit) = chit {
                        battle.begin_special(execution, chit, true);
                    }
                })
            }
            Order::Pass {} if !under_way => accept(|execution| {
                execution.pop();
                battle.draw_chit(execution);
            }),
            Order::Activate { brigade } if under_way => {
                let case = Battle::special_case(judging.state);
                let left = battle.attackers_left(judging.state).contains(&brigade);
                judging.rule_check.check(case, "the brigade has still to make its attack", left, || {
                    format!("{} has no part left in this attack", battle.brigade(brigade).name)
                })?;
                accept(move |execution| battle.attack_with(execution, side, brigade))
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }
}
