//! The stack of procedures: what the last of them asks, or how it goes on. The one place that knows
//! all of them; what each of them is and does stands in its chapter.

use tabletop::{Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::close_combat::choices::{AssaultingHex, DefensiveFire, Rider};
use crate::close_combat::declaration::CloseStep;
use crate::command::activation::OrdersStep;
use crate::fire::FireStep;
use crate::fire::lead::{LeadChoice, Led};
use crate::movement::movement_step::MovementStep;
use crate::order::{Order, Shot, StandingOrder};
use crate::rally::RallyStep;
use crate::sequence::ask::{Ask, Judging, OpenQuestion};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{
    Activation, CloseCombat, CloseCombatStage, Fire, FireKind, FireStage, Procedure, RetreatStage, Step,
};
use crate::state::State;

impl Procedure {
    /// What it asks; nothing, where it goes on by itself.
    pub(crate) fn question(&self) -> Option<OpenQuestion<'_>> {
        let whole: &dyn Ask = match self {
            Procedure::Activation(activation) => return activation.question(),
            Procedure::CloseCombat(close_combat) => return close_combat.question(),
            Procedure::Fire(fire) => return fire.question(),
            Procedure::Keys(keys) => keys,
            Procedure::Batteries(batteries) => batteries,
            Procedure::BatteryHex(batteries) => batteries,
            Procedure::BatteryRally(rally) => rally,
            Procedure::Held(held) if held.asks => held,
            Procedure::Drawn(drawn) => drawn,
            Procedure::Commander(commander) => commander,
            Procedure::Command(command) if command.asks => command,
            Procedure::Special(special) if special.asks => special,
            Procedure::Chaos(chaos) => chaos,
            Procedure::Wayward(wayward) => wayward,
            Procedure::RareChoice(choice) => choice,
            Procedure::ReactionWindow(window) => window,
            Procedure::Reserve(reserve) => reserve,
            Procedure::Arrivals(arrivals) if !arrivals.choice.is_empty() => arrivals,
            Procedure::Opportunity(opportunity) => opportunity,
            Procedure::CavalryWithdrawal(withdrawal) => withdrawal,
            Procedure::SkirmishWithdrawal(withdrawal) if !withdrawal.ways.is_empty() => withdrawal,
            Procedure::Effects(effects) if effects.choosing.is_some() => effects,
            Procedure::Retreat(retreat) if retreat.stage == RetreatStage::Choosing => retreat,
            Procedure::CloseCombats(close_combats) => close_combats,
            Procedure::Advance(advance) if advance.onward.is_none() => advance,
            Procedure::FireBack(fire_back) if fire_back.asks => fire_back,
            Procedure::Return(placing) => placing,
            Procedure::Displace(placing) => placing,
            Procedure::Turn(_)
            | Procedure::March(_)
            | Procedure::Volley(_)
            | Procedure::Held(_)
            | Procedure::Command(_)
            | Procedure::Special(_)
            | Procedure::Arrivals(_)
            | Procedure::SkirmishWithdrawal(_)
            | Procedure::Effects(_)
            | Procedure::Retreat(_)
            | Procedure::Advance(_)
            | Procedure::FireBack(_) => return None,
        };
        Some(OpenQuestion::Whole(whole))
    }

    /// The side that began the procedure, if one did: the active side while it is under way (K45).
    fn doer(&self) -> Option<Side> {
        match self {
            Procedure::Fire(fire) => Some(fire.side),
            Procedure::Retreat(retreat) => Some(retreat.side),
            Procedure::CloseCombat(close_combat) => Some(close_combat.side),
            Procedure::Activation(activation) => Some(activation.side),
            Procedure::Command(command) => Some(command.side),
            Procedure::Reserve(reserve) => Some(reserve.side),
            _ => None,
        }
    }
}

impl Activation {
    fn question(&self) -> Option<OpenQuestion<'_>> {
        Some(OpenQuestion::Step(match self.step {
            Step::Orders if self.order.is_none() => Box::new(OrdersStep(self)),
            Step::Fire => Box::new(FireStep(self)),
            Step::Movement => Box::new(MovementStep(self)),
            Step::Close if self.closed.is_empty() => Box::new(CloseStep(self)),
            // Once they are declared and led they are carried out.
            Step::Close => {
                let (hex, tied) = self.ties.first()?;
                let owner = self.side.other();
                Box::new(LeadChoice { owner, hex: *hex, tied, combat: Led::Declared(self) })
            }
            Step::Rally => Box::new(RallyStep(self)),
            Step::Arrivals | Step::Orders => return None,
        }))
    }
}

impl Fire {
    /// A fire before anything has been played on it.
    pub(crate) fn declared(side: Side, kind: FireKind, shot: Shot, flanking: bool) -> Fire {
        let stage = FireStage::Lead;
        Fire { side, kind, shot, flanking, lead: None, chits: Vec::new(), rare: 0, stage }
    }

    fn question(&self) -> Option<OpenQuestion<'_>> {
        let FireStage::ChoosingLead(tied) = &self.stage else { return None };
        let (owner, hex) = (self.side.other(), self.shot.target);
        Some(OpenQuestion::Step(Box::new(LeadChoice { owner, hex, tied, combat: Led::Fire(self) })))
    }
}

impl CloseCombat {
    fn question(&self) -> Option<OpenQuestion<'_>> {
        Some(OpenQuestion::Step(match &self.stage {
            CloseCombatStage::Rider(unit) => Box::new(Rider { close_combat: self, unit: *unit }),
            CloseCombatStage::Announcing => Box::new(DefensiveFire(self)),
            CloseCombatStage::Naming(hexes) => Box::new(AssaultingHex { close_combat: self, hexes }),
            CloseCombatStage::ChoosingLead(tied) => {
                let (owner, hex) = (self.side.other(), self.target);
                Box::new(LeadChoice { owner, hex, tied, combat: Led::CloseCombat(self) })
            }
            CloseCombatStage::Riders
            | CloseCombatStage::Defence
            | CloseCombatStage::Assaulting
            | CloseCombatStage::Lead
            | CloseCombatStage::Chits
            | CloseCombatStage::Throw
            | CloseCombatStage::Aftermath => return None,
        }))
    }
}

impl State {
    /// What is asked now; nothing once the game is over.
    pub(crate) fn question(&self) -> Option<OpenQuestion<'_>> {
        self.top().and_then(Procedure::question)
    }

    /// The side that is asked now; `None` once the game is over.
    pub fn asked(&self) -> Option<Side> {
        self.question().map(|question| question.side())
    }

    /// The active side (K45): the one that began the innermost procedure begun by a side; `None`
    /// where there is none.
    pub(crate) fn acting(&self) -> Option<Side> {
        self.stack.iter().rev().find_map(Procedure::doer)
    }
}

impl Battle {
    /// One step of a procedure that asks no question.
    pub(crate) fn step(&self, execution: &mut Execution) {
        match execution.top() {
            None => {}
            Some(Procedure::Turn(_)) => self.step_turn(execution),
            Some(Procedure::Activation(activation)) => self.step_activation(execution, activation),
            Some(Procedure::Arrivals(arrivals)) => self.step_arrivals(execution, arrivals),
            Some(Procedure::March(march)) => self.step_march(execution, march),
            Some(Procedure::SkirmishWithdrawal(withdrawal)) => self.step_skirmishers(execution, withdrawal),
            Some(Procedure::Volley(volley)) => self.step_volley(execution, volley),
            Some(Procedure::Fire(fire)) => self.step_fire(execution, fire),
            Some(Procedure::Effects(effects)) => self.step_effects(execution, effects),
            Some(Procedure::Retreat(retreat)) => self.step_retreat(execution, retreat),
            Some(Procedure::CloseCombat(close_combat)) => self.step_close_combat(execution, close_combat),
            Some(Procedure::Advance(advance)) => self.step_advance(execution, advance),
            Some(Procedure::FireBack(fire_back)) => self.step_fire_back(execution, fire_back),
            Some(Procedure::Held(held)) => self.step_held(execution, held),
            Some(Procedure::Command(command)) => self.step_command(execution, command),
            Some(Procedure::Special(special)) => self.step_special(execution, special.side),
            // Everything else always asks.
            Some(_) => execution.pop(),
        }
    }

    /// An order of the side that is asked, judged by the question and carried out.
    ///
    /// # Errors
    /// The first case that forbids it; nothing has changed then.
    pub(crate) fn decide(&self, execution: &mut Execution, order: &Order) -> Result<(), Refusal> {
        let Some(procedure) = execution.top() else { return Ok(()) };
        let Some(question) = procedure.question() else { return Ok(()) };
        let mut judging = Judging { state: &execution.state, rule_check: execution.rule_check };
        let action = question.judge(self, &mut judging, order)?;
        action(execution);
        Ok(())
    }

    /// How the question at hand judges an order.
    ///
    /// # Errors
    /// The first case that forbids it.
    pub(crate) fn verdict(&self, state: &State, order: &Order) -> Result<(), Refusal> {
        let mut judging = Judging { state, rule_check: &mut RuleCheck::quiet() };
        state.question().map_or(Ok(()), |question| question.judge(self, &mut judging, order).map(|_| ()))
    }

    /// Legal orders of the side that is asked: all where they are few; where they are many, enough
    /// to do everything with.
    pub fn offers(&self, state: &State) -> Vec<Order> {
        state.question().map_or_else(Vec::new, |question| question.offers(self, state))
    }

    /// The order that the side that is asked has told the program in advance to give here, if it
    /// has.
    pub(super) fn answered(&self, state: &State) -> Option<Order> {
        let question = state.question()?;
        match question.standing_order(self, state, &state.instructions[question.side()]) {
            StandingOrder::Ask => None,
            StandingOrder::Never => Some(Order::Pass {}),
            // The first offer that is not a pass is the fullest.
            StandingOrder::Always => {
                let offers = question.offers(self, state);
                offers.into_iter().find(|o| !matches!(o, Order::Pass {})).or(Some(Order::Pass {}))
            }
        }
    }

    /// The refusal of an order that the question at hand does not ask for.
    pub(crate) fn not_asked(&self, judging: &mut Judging, order: &Order) -> Refusal {
        let state = judging.state;
        if let Some(barred) = self.barred_by_its_order(state, order) {
            return barred;
        }
        let (case, text) = match state.question() {
            Some(question) => (question.case(state), question.words(self, state)),
            None => (case!("7.0"), "nothing: the game is over".to_owned()),
        };
        let verb = order.verb();
        match judging.rule_check.check(case, "the order is one that is asked for now", false, || {
            format!("'{verb}' does not answer the question: {text}")
        }) {
            Err(refusal) => refusal,
            Ok(()) => Refusal { case, message: text },
        }
    }
}
