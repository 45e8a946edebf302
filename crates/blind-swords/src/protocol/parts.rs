//! What may be ordered now, part by part: for players who choose a part first and want the orders of that one alone.
//! [`Battle::offers`] is all parts together.

use tabletop::Side;

use crate::battle::Battle;
use crate::chit::ChitId;
use crate::chits::play::When;
use crate::movement::MovementTerms;
use crate::movement::paths::Goal;
use crate::movement::reach::Threat;
use crate::order::{Order, Shot};
use crate::pick::draw;
use crate::sequence::procedure::{CloseCombatStage, FireKind, Procedure, Step};
use crate::state::State;
use crate::unit::UnitId;

/// A part of what may be ordered now, all of one verb. Whether there is anything in it, nobody has looked yet.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Moves of these units together, with exits and charges (13.1).
    Move(Vec<UnitId>),
    /// Fires of these units together (12.1e).
    Fire(Vec<UnitId>),
    /// Pairs of fires that flank (12.4).
    Flanking,
    /// All fires with which the question can be answered: Opportunity Fire, Defensive Fire, fire back.
    Answer,
    /// The plays of a chit.
    Play(ChitId),
    /// One order, which is legal.
    Order(Order),
}

impl Part {
    /// The verb of its orders.
    pub fn verb(&self) -> &'static str {
        match self {
            Part::Move(_) => "move",
            Part::Fire(_) | Part::Flanking | Part::Answer => "fire",
            Part::Play(_) => "play",
            Part::Order(order) => order.verb(),
        }
    }
}

impl Battle {
    /// The parts of what the side that is asked may order now, in the order of [`Battle::offers`]. Where little is to be
    /// worked out, each order is a part.
    pub fn parts(&self, state: &State) -> Vec<Part> {
        let Some(procedure) = state.top() else { return Vec::new() };
        let held = |side| state.held(&self.scenario.chits, side).map(Part::Play);
        let rest = |orders: Vec<Order>| orders.into_iter().map(Part::Order);
        match procedure {
            Procedure::Activation(a) if a.step == Step::Fire => {
                let groups = self.firing_groups(state, &FireKind::Step, &self.ready_to_fire(state, a));
                let alone = groups.into_iter().map(Part::Fire);
                alone.chain([Part::Flanking, Part::Order(Order::End {})]).collect()
            }
            Procedure::Activation(a) if a.step == Step::Movement => {
                let movement_terms = self.movement_terms(state, a);
                let mut parts = self.feet(state, &movement_terms);
                parts.extend(
                    self.may_end_moving(state, &movement_terms).then_some(Part::Order(Order::End {})),
                );
                parts
            }
            Procedure::Reserve { brigade, moving, .. } => {
                let mut parts = self.feet(state, &self.reserve_movement_terms(*brigade, moving.clone()));
                parts.push(Part::Order(Order::End {}));
                parts
            }
            Procedure::BatteryHex { hex, ready, .. } => {
                let ready = self.still_ready(state, *hex, ready);
                let groups = self.firing_groups(state, &FireKind::Battery, &ready);
                let moves = ready.iter().map(|&unit| Part::Move(vec![unit]));
                groups.into_iter().map(Part::Fire).chain(moves).chain([Part::Order(Order::End {})]).collect()
            }
            Procedure::Held { side, .. } => {
                let others = self.deceptions(state, *side).into_iter().chain([Order::Pass {}]);
                held(*side).chain(others.map(Part::Order)).collect()
            }
            Procedure::ReactionWindow { side, what, .. } => {
                let others = self.rare_plays(state, *side, what).into_iter().chain([Order::Pass {}]);
                held(*side).chain(others.map(Part::Order)).collect()
            }
            Procedure::Drawn { side, chit } => {
                std::iter::once(Part::Play(*chit)).chain(rest(self.keep_drawn(state, *side))).collect()
            }
            Procedure::Opportunity { .. } | Procedure::FireBack { .. } => {
                vec![Part::Answer, Part::Order(Order::Pass {})]
            }
            Procedure::CloseCombat(m) if m.stage == CloseCombatStage::Announcing => {
                vec![Part::Answer, Part::Order(Order::Pass {})]
            }
            _ => rest(self.offers(state)).collect(),
        }
    }

    /// The legal orders of one part of what may be ordered now; none, if there is nothing in it.
    pub fn orders_in(&self, state: &State, part: &Part) -> Vec<Order> {
        let (Some(procedure), Some(side)) = (state.top(), state.asked()) else { return Vec::new() };
        let mut orders = Vec::new();
        match (part, procedure) {
            (Part::Order(order), _) => orders.push(order.clone()),
            (Part::Move(units), _) => {
                orders.extend(self.goals_now(state, side, units).into_iter().map(|goal| goal.order(units)));
            }
            (Part::Fire(units), _) => {
                let kind = self.fire_kind_now(state);
                let shots = self.shots_of_group(state, side, &kind, units);
                orders.extend(shots.into_iter().map(|shot| Order::Fire { shots: vec![shot] }));
                if let Procedure::BatteryHex { .. } = procedure {
                    self.drop_unseen(state, side, &mut orders);
                }
            }
            (Part::Flanking, Procedure::Activation(a)) => {
                let shots = self.possible_shots(state, side, &FireKind::Step, &self.ready_to_fire(state, a));
                let pairs = self.flanking_fires(state, side, &FireKind::Step, &shots);
                orders.extend(pairs.into_iter().map(|pair| Order::Fire { shots: pair.into() }));
            }
            (Part::Answer, _) => {
                orders = self.offers(state);
                orders.retain(|order| matches!(order, Order::Fire { .. }));
            }
            (Part::Play(chit), _) => {
                if let Some(when) = when_now(procedure) {
                    orders = self.plays(state, side, when, *chit);
                }
            }
            (Part::Flanking, _) => {}
        }
        orders
    }

    /// One of the legal orders of a part; nothing, if there is none. `pick` is given how many there are to choose from
    /// and names one of them by its number: if it names each equally often, each legal order comes equally often.
    pub fn order_in(&self, state: &State, part: &Part, pick: impl FnMut(usize) -> usize) -> Option<Order> {
        let (procedure, side) = (state.top()?, state.asked()?);
        match (part, procedure) {
            (Part::Move(units), _) => {
                // Of many moves only the one that is wanted is written out as an order.
                self.some_goal_now(state, side, units, pick).map(|goal| goal.order(units))
            }
            // Of many fires and plays only those are judged that are drawn.
            (Part::Fire(units), _) => {
                let kind = self.fire_kind_now(state);
                let known =
                    |shot: &Shot| kind != FireKind::Battery || !self.is_unseen(state, side, shot.target);
                let legal = |shot: &Shot| {
                    known(shot) && self.may_shoot(state, side, &kind, std::slice::from_ref(shot))
                };
                let tries = self.tries_of_group(state, side, &kind, units);
                draw(tries, pick, legal).map(|shot| Order::Fire { shots: vec![shot] })
            }
            (Part::Play(chit), _) => {
                let when = when_now(procedure)?;
                let tries = self.tries_of_chit(state, side, when, *chit);
                draw(tries, pick, |order| self.is_play(state, side, when, order))
            }
            _ => draw(self.orders_in(state, part), pick, |_| true),
        }
    }

    /// Where these units, of the side that is asked, can go now.
    fn goals_now(&self, state: &State, side: Side, units: &[UnitId]) -> Vec<Goal> {
        let threat = Threat::new(self, state, side);
        match (state.top(), units, self.movement_terms_now(state)) {
            (Some(Procedure::BatteryHex { hex, .. }), &[unit], _) => {
                self.battery_goals(state, &threat, unit, *hex)
            }
            (_, _, Some(movement_terms)) => self.goals(state, &movement_terms, &threat, units),
            _ => Vec::new(),
        }
    }

    /// One of those goals.
    fn some_goal_now(
        &self,
        state: &State,
        side: Side,
        units: &[UnitId],
        pick: impl FnMut(usize) -> usize,
    ) -> Option<Goal> {
        let threat = Threat::new(self, state, side);
        match (state.top()?, units, self.movement_terms_now(state)) {
            (Procedure::BatteryHex { hex, .. }, &[unit], _) => {
                self.some_battery_goal(state, &threat, unit, *hex, pick)
            }
            (_, _, Some(movement_terms)) => self.some_goal(state, &movement_terms, &threat, units, pick),
            _ => None,
        }
    }

    /// What a brigade may do with its feet, part by part.
    fn feet(&self, state: &State, movement_terms: &MovementTerms) -> Vec<Part> {
        let mut parts = Vec::new();
        for units in self.able_groups(state, movement_terms) {
            let mut others = Vec::new();
            self.offer_changes(state, movement_terms, &units, &mut others);
            parts.push(Part::Move(units));
            parts.extend(others.into_iter().map(Part::Order));
        }
        parts
    }

    /// The terms on which a brigade moves now, if one does.
    pub(crate) fn movement_terms_now(&self, state: &State) -> Option<MovementTerms> {
        match state.top()? {
            Procedure::Activation(a) => Some(self.movement_terms(state, a)),
            Procedure::Reserve { brigade, moving, .. } => {
                Some(self.reserve_movement_terms(*brigade, moving.clone()))
            }
            _ => None,
        }
    }
}

/// When a chit would be played that the procedure asks for.
fn when_now(procedure: &Procedure) -> Option<When<'_>> {
    match procedure {
        Procedure::Held { end, .. } => Some(When::held(*end)),
        Procedure::Drawn { .. } => Some(When::Drawn),
        Procedure::ReactionWindow { what, .. } => Some(When::At(what)),
        _ => None,
    }
}
