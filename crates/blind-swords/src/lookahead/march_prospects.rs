//! What a move can meet on its way: the hexes that it enters, the Opportunity Fire of the enemies
//! next to it (13.7), and whether it can be taken back.

use hexmap::Hex;
use tabletop::{RuleCheck, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::lookahead::prospects::chances_value;
use crate::order::Order;
use crate::protocol::preview::{MarchPreview, OpportunityPreview, SupportPreview};
use crate::sequence::execution::{Execution, Still};
use crate::sequence::procedure::{Fire, FireKind, Opportunity, Procedure};
use crate::state::State;

impl Battle {
    /// What a move can meet; `state` is the position after `events`, which led up to the first
    /// reaction. A side that is asked something on the way is supposed to pass, whatever it has told
    /// the program in advance.
    pub(crate) fn preview_march(
        &self,
        state: &State,
        order: &Order,
        events: &[Event],
    ) -> Option<MarchPreview> {
        let Order::Move { units, .. } = order else { return None };
        let &mover = units.first()?;
        let (mut dice, mut rule_check) = (Still::default(), RuleCheck::without_messages());
        let mut execution = Execution::new(self, state, &mut dice, &mut rule_check);
        let (mut opportunity, mut reactions) = (Vec::new(), Vec::new());
        while execution.state.stack.iter().any(|procedure| matches!(procedure, Procedure::March(_))) {
            let Some(asked) = execution.state.asked() else {
                self.step(&mut execution);
                continue;
            };
            if let Some(Procedure::Opportunity(fire)) = execution.top()
                && fire.mover == mover
            {
                opportunity.push(self.preview_opportunity(&execution.state, &fire));
                execution.pop();
                continue;
            }
            let at = execution.state.hex(mover).filter(|hex| reactions.last() != Some(hex));
            reactions.extend(at.filter(|_| asked != self.unit(mover).side));
            self.suppose(&mut execution);
        }
        let moving = match execution.state.top() {
            Some(Procedure::Activation(activation)) => activation.moving.as_ref(),
            Some(Procedure::Reserve(reserve)) => reserve.moving.as_ref(),
            _ => None,
        };
        let supporters = |unit| self.supporters(&execution.state, unit).collect();
        let left = moving.map_or(0, |moving| moving.allowance.saturating_sub(moving.spent));
        let entered = |event: &Event| match event {
            Event::Moved { unit, to, cost, .. } if *unit == mover => Some((*to, u32::from(*cost))),
            _ => None,
        };
        let steps = events.iter().chain(&execution.events).filter_map(entered);
        let (path, costs): (Vec<Hex>, Vec<u32>) = steps.unzip();
        Some(MarchPreview {
            cost: f64::from(costs.iter().sum::<u32>()) / 2.0,
            left: f64::from(left) / 2.0,
            undo: opportunity.is_empty() && reactions.is_empty(),
            opportunity,
            path,
            reactions,
            support: units.iter().map(|&unit| SupportPreview { by: supporters(unit), unit }).collect(),
        })
    }

    /// The fullest fire at a unit that leaves a hex, each fire by itself.
    fn preview_opportunity(&self, state: &State, asked: &Opportunity) -> OpportunityPreview {
        let &Opportunity { side, mover, hex } = asked;
        let kind = FireKind::Opportunity(mover);
        let shots = self.fullest_fire(state, side, &kind, &self.onlookers(state, mover, hex));
        let flanking = self.flanked(state, &shots).contains(&hex);
        let there = state.unit(mover);
        // Chances that it is unhurt, and that it goes on.
        let (mut unhurt, mut goes_on) = (1.0, 1.0);
        for shot in &shots {
            let fire = Fire::declared(side, kind.clone(), shot.clone(), flanking);
            let forecast = self.forecast_fire(state, &fire, mover);
            let chances = chances_value(&forecast.chances, there.worn, there.hits);
            unhurt *= chances.no_effect;
            let gone = chances.broken.iter().sum::<f64>() + chances.eliminated;
            goes_on *= 1.0 - gone - chances.retreat.values().sum::<f64>();
        }
        OpportunityPreview {
            by: shots.into_iter().flat_map(|shot| shot.units).collect(),
            case: case!("13.7"),
            effect: 1.0 - unhurt,
            hex,
            stops: 1.0 - goes_on,
            unit: mover,
        }
    }
}
