//! What a side may do now, and where: the answers to `game.options`, `game.targets` and
//! `game.preview`, all made of what the procedure on top offers.

use std::borrow::Cow;

use serde_json::{Value, json};
use tabletop::{Case, Failure, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind, Effect, Event};
use crate::event;
use crate::order::{DeclaredCloseCombat, Order, Shot, VERBS};
use crate::protocol::offered::{
    Ending, NothingOwed, Offered, OrderTarget, OrderTargets, Preview, Targets, VerbView,
};
use crate::protocol::preview::{ClosePreview, FirePreview};
use crate::protocol::reasons::Subject;
use crate::sequence::execution::{Execution, Still};
use crate::sequence::procedure::Procedure;
use crate::state::State;
use crate::unit::UnitId;

/// Canister and the ranges (12.1c).
const CANISTER: Case = case!("12.1c");

impl Battle {
    /// What a side may do now: each verb with its case and the subjects it can be given to.
    pub(crate) fn options_answer(&self, state: &State, side: Side) -> Offered<'_> {
        let mut verbs: Vec<(&'static str, Case, Vec<Value>)> = Vec::new();
        let mut ending = None;
        if let Some(question) = state.question().filter(|question| question.side() == side) {
            let case = question.case(state);
            let offers = question.offers(self, state);
            if let Some(end) = offers.iter().find(|order| matches!(order, Order::End {})) {
                let mut able: Vec<UnitId> = offers.iter().flat_map(units_of).copied().collect();
                able.sort_unstable();
                able.dedup();
                let untouched = !able.is_empty() && question.is_untouched(self, state);
                ending = Some(Ending { able: able.len(), untouched, verb: end.verb() });
            }
            for order in offers {
                let at = match verbs.iter().position(|(v, ..)| *v == order.verb()) {
                    Some(at) => at,
                    None => {
                        verbs.push((order.verb(), case, Vec::new()));
                        verbs.len() - 1
                    }
                };
                if let Some(subject) = self.subject(&order)
                    && !verbs[at].2.contains(&subject)
                {
                    verbs[at].2.push(subject);
                }
            }
        }
        let verb = |(verb, case, subjects)| VerbView { case, subjects, verb };
        Offered {
            ending,
            owed: NothingOwed::default(),
            question: self.question_view(state, Some(side)),
            verbs: verbs.into_iter().map(verb).collect(),
        }
    }

    /// What an order is about: its first unit, or its chit, brigade or hex.
    fn subject(&self, order: &Order) -> Option<Value> {
        let mut value = match order {
            Order::Move { units, .. } => json!(units.first()?),
            Order::Fire { shots } => json!(shots.first()?.units.first()?),
            Order::Close { assaults } => json!(assaults.first()?.units.first()?),
            Order::Mount { unit }
            | Order::LeaveSkirmish { unit }
            | Order::Wayward { unit, .. }
            | Order::Place { unit, .. }
            | Order::Withdraw { unit, .. }
            | Order::Lead { unit }
            | Order::Retreat { unit, .. }
            | Order::Choose { unit }
            | Order::Advance { unit, .. }
            | Order::Rally { unit, .. } => json!(unit),
            Order::Play { chit, .. } => json!(chit),
            Order::Activate { brigade } => json!(brigade),
            Order::Batteries { hex } | Order::Chaos { hex } | Order::Assaulting { hex } => json!(hex),
            Order::Resolve { target } => json!(target),
            Order::Order { order } => json!(order),
            Order::Keys { .. }
            | Order::Pass {}
            | Order::End {}
            | Order::Hold {}
            | Order::Common {}
            | Order::Surprise {}
            | Order::Rare { .. }
            | Order::Ask { .. }
            | Order::Instruct { .. } => return None,
        };
        self.outward(&mut value);
        Some(value)
    }

    /// The orders of a verb that are offered for a subject; `null` for all. Where there are none,
    /// with the reason.
    ///
    /// # Errors
    /// Unknown verbs and subjects.
    pub(crate) fn targets_answer<'a>(
        &'a self,
        state: &State,
        side: Side,
        verb: &'a str,
        subject: &Value,
    ) -> Result<Targets<'a>, Failure> {
        if verb == "sight" {
            return self.sight_answer(state, subject).map(Targets::Sight);
        }
        if verb == "reach" {
            return self.reach_answer(state, subject).map(Targets::Reach);
        }
        if !VERBS.contains(&verb) {
            let known = VERBS.join(", ");
            return Err(Failure::Malformed(format!("verb: '{verb}' is none of {known}, sight, reach")));
        }
        let about = self.read_subject(subject).map_err(Failure::Malformed)?;
        let mut orders: Vec<Order> = match &about {
            _ if state.asked() != Some(side) => Vec::new(),
            Subject::Units(units) if verb == "move" => self.group_moves(state, units),
            _ => self
                .offers(state)
                .into_iter()
                .filter(|o| o.verb() == verb && (subject.is_null() || self.involves(o, subject)))
                .collect(),
        };
        if verb == "close" {
            // Everybody together and each hex alone can come to the same: it is told once. Opponents
            // that draw from the offers at random go on drawing from all of them.
            let mut told: Vec<Order> = Vec::new();
            orders.retain(|order| {
                !told.contains(order) && {
                    told.push(order.clone());
                    true
                }
            });
        }
        let reason = orders.is_empty().then(|| self.why_none(state, side, verb, &about));
        let costs = self.move_costs(state, &orders);
        let targets = orders.into_iter().map(|order| self.order_target(order, &costs)).collect();
        Ok(Targets::Orders(OrderTargets { reason, targets, verb }))
    }

    /// What the moves among these orders cost a brigade's units, in movement points.
    fn move_costs(&self, state: &State, orders: &[Order]) -> Vec<(Order, f64)> {
        let Some(question) = state.question() else { return Vec::new() };
        let Some(movement_terms) = question.movement_terms(self, state) else { return Vec::new() };
        let threat = self.threat_to_brigade(state, movement_terms.brigade);
        let mut known: Vec<&[UnitId]> = Vec::new();
        let mut costs = Vec::new();
        for order in orders {
            let Order::Move { units, .. } = order else { continue };
            if known.contains(&units.as_slice()) {
                continue;
            }
            known.push(units);
            let spent = self.terms(state, &movement_terms, units, false).spent;
            let goals = self.goal_costs(state, &movement_terms, &threat, units).into_iter();
            costs.extend(goals.filter_map(|(goal, halves)| {
                Some((goal.order(units), f64::from(halves?.saturating_sub(spent)) / 2.0))
            }));
        }
        costs
    }

    fn order_target(&self, order: Order, costs: &[(Order, f64)]) -> OrderTarget<'_> {
        let cost = costs.iter().find(|(known, _)| *known == order).map(|&(_, cost)| cost);
        let hex = self.target_hex(&order).map(|hex| self.number(hex));
        let case = match &order {
            Order::Order { order } => Some(order.case()),
            Order::Fire { shots } if shots.iter().any(|shot| shot.canister) => Some(CANISTER),
            _ => None,
        };
        let text = match &order {
            Order::Order { order } => self.scenario.primer.order(*order),
            _ => None,
        };
        OrderTarget { case, cost, hex, order: self.named_in(order), text }
    }

    /// The moves of units that go together (13.4), which are not offered unasked: there would be
    /// too many.
    fn group_moves(&self, state: &State, units: &[UnitId]) -> Vec<Order> {
        let Some(question) = state.question() else { return Vec::new() };
        let Some(movement_terms) = question.movement_terms(self, state) else { return Vec::new() };
        let mut moves = Vec::new();
        let threat = self.threat_to_brigade(state, movement_terms.brigade);
        self.offer_ways(state, &movement_terms, &threat, units, &mut moves);
        moves.retain(|order| question.accepts(self, state, order));
        moves
    }

    /// Whether an order is about that subject: any of its units, or what [`Battle::subject`] says.
    fn involves(&self, order: &Order, subject: &Value) -> bool {
        match order {
            Order::Move { .. } | Order::Fire { .. } | Order::Close { .. } => {
                units_of(order).iter().any(|&&u| subject.as_str() == Some(self.unit(u).id.as_str()))
            }
            _ => self.subject(order).as_ref() == Some(subject),
        }
    }

    fn target_hex(&self, order: &Order) -> Option<hexmap::Hex> {
        match order {
            Order::Move { to, path, .. } => to.or_else(|| path.as_ref().and_then(|p| p.last().copied())),
            Order::Fire { shots } => shots.first().map(|s| s.target),
            Order::Close { assaults } => assaults.first().map(|a| a.target),
            Order::Place { hex, .. }
            | Order::Batteries { hex }
            | Order::Chaos { hex }
            | Order::Assaulting { hex } => Some(*hex),
            Order::Withdraw { to, .. } | Order::Wayward { to, .. } => Some(*to),
            Order::Retreat { path, .. } | Order::Advance { path, .. } => path.last().copied(),
            Order::Resolve { target } => Some(*target),
            _ => None,
        }
    }

    /// What a chit would bring that starts a fire or a Close Combat (18.1).
    fn preview_of_chit(&self, state: &State, side: Side, chit: ChitId, shot: &Shot) -> Preview<'_> {
        match &self.chit(chit).kind {
            ChitKind::Event(Event { effect: Effect::Firefight, .. }) => {
                let shots = std::slice::from_ref(shot);
                Preview::Fire(self.named_in(self.preview_fire(state, side, shots)))
            }
            ChitKind::Event(Event { effect: Effect::RebelYell { .. }, .. }) => {
                let assault = DeclaredCloseCombat { units: shot.units.clone(), target: shot.target };
                Preview::Close(self.named_in(self.preview_close_by_chit(state, side, &assault, chit)))
            }
            _ => Preview::Nothing {},
        }
    }

    /// What can come of the combat under way once a chit is played on it, none is, or its Assaulting
    /// Hex is named.
    fn preview_under_way(&self, state: &State, side: Side, order: &Order) -> Option<Preview<'_>> {
        let (chit, named) = match order {
            Order::Play { chit, .. } => (Some(*chit), None),
            Order::Assaulting { hex } => (None, Some(*hex)),
            Order::Pass {} => (None, None),
            _ => return None,
        };
        let mut before = state.clone();
        before.stack.pop_if(|top| matches!(top, Procedure::ReactionWindow(_)));
        match before.stack.pop()? {
            Procedure::Fire(mut fire) => {
                fire.chits.extend(chit);
                let fires = vec![self.preview_shot(&before, side, &fire)];
                Some(Preview::Fire(self.named_in(FirePreview { fires, refused: None })))
            }
            Procedure::CloseCombat(mut close_combat) => {
                close_combat.chits.extend(chit);
                let hex = named.or(close_combat.assaulting)?;
                let assaults = vec![self.preview_ways(&before, &close_combat, &[hex])];
                Some(Preview::Close(self.named_in(ClosePreview { assaults })))
            }
            _ => None,
        }
    }

    /// What a legal order would do: of combats the odds and chances; of orders without dice, the
    /// events up to the next question.
    pub(crate) fn preview_answer(&self, state: &State, side: Side, order: &Order) -> Preview<'_> {
        if let Some(preview) = self.preview_under_way(state, side, order) {
            return preview;
        }
        match order {
            Order::Fire { shots } => Preview::Fire(self.named_in(self.preview_fire(state, side, shots))),
            Order::Close { assaults } => {
                Preview::Close(self.named_in(self.preview_close(state, side, assaults)))
            }
            Order::Play { chit, shot: Some(shot), .. } => self.preview_of_chit(state, side, *chit, shot),
            _ => {
                let mut dice = Still::default();
                let mut rule_check = RuleCheck::quiet();
                let mut execution = Execution::new(self, state, &mut dice, &mut rule_check);
                let carried_out = execution.decide(order).is_ok();
                // A move is told step by step, up to the first reaction; of other orders what
                // follows may be hidden.
                while carried_out
                    && matches!(order, Order::Move { .. })
                    && matches!(execution.top(), Some(Procedure::March(_)))
                {
                    self.step(&mut execution);
                }
                let events = std::mem::take(&mut execution.events);
                let march =
                    carried_out.then(|| self.preview_march(&execution.state, order, &events)).flatten();
                // What a die decides is not told before it is thrown, nor what lies in the cup before it
                // is drawn: of a last chit no die decides, but who knows which one it is?
                let drawn = events.iter().any(|event| matches!(event, event::Event::ChitDrawn { .. }));
                if !carried_out || dice.thrown || drawn {
                    return Preview::Nothing {};
                }
                let told = |event| self.event_view(Cow::Owned(event), Some(side));
                Preview::Events {
                    events: events.into_iter().filter_map(told).collect(),
                    march: march.map(|march| self.named_in(march)),
                }
            }
        }
    }
}

/// The units that act by an order of a step.
fn units_of(order: &Order) -> Vec<&UnitId> {
    match order {
        Order::Move { units, .. } => units.iter().collect(),
        Order::Fire { shots } => shots.iter().flat_map(|shot| &shot.units).collect(),
        Order::Close { assaults } => assaults.iter().flat_map(|assault| &assault.units).collect(),
        Order::Mount { unit } | Order::LeaveSkirmish { unit } | Order::Rally { unit, .. } => vec![unit],
        _ => Vec::new(),
    }
}
