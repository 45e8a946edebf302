//! Trials: a position played on by the rules and the recruit's answers for both sides, then judged.

use blind_swords::{Battle, Order, State, UnitId};
use tabletop::{Rules, Side};

use super::field::Field;
use super::ground::Ground;
use crate::chance::Chance;

/// No trial asks more questions.
const LONGEST: usize = 3000;

/// How far a trial goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Horizon {
    /// Until so many activations are over, the one under way included.
    pub activations: u32,
    /// Or the game-turn after so many more has begun.
    pub turns: u8,
}

/// One thing that could be done: an order, or to leave units where they are.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Course {
    /// An order.
    Give(Order),
    /// These units stay for the rest of the step.
    Stay(Vec<UnitId>),
}

/// How trials are made: by which rules, for which side, how far.
pub(super) struct Trial<'a> {
    pub battle: &'a Battle,
    pub ground: &'a Ground,
    pub side: Side,
    pub horizon: Horizon,
}

impl Trial<'_> {
    /// Plays on from a position and judges where it leads; `None` where the order is refused. `stayed`: units that stay
    /// where they are in this step.
    pub fn run(&self, from: &State, course: &Course, stayed: &[UnitId], dice: &mut Chance) -> Option<f64> {
        let (battle, horizon) = (self.battle, self.horizon);
        let mut held = stayed.to_vec();
        let mut state = match course {
            Course::Give(order) => battle.after(from, order, dice).ok()?,
            Course::Stay(units) => {
                held.extend(units);
                from.clone()
            }
        };
        let last = from.turn.saturating_add(horizon.turns);
        let active_in = |state: &State| battle.active(state).map(|(side, brigade, ..)| (side, brigade));
        let mut active = active_in(from);
        let mut over = 0;
        for _ in 0..LONGEST {
            let now = active_in(&state);
            if active.is_some() && now != active {
                over += 1;
                held.clear();
            }
            active = now;
            if over >= horizon.activations || state.turn > last || battle.asked(&state).is_none() {
                break;
            }
            let order = Field::new(battle, self.ground, &state).answer(&held)?;
            state = battle.after(&state, &order, dice).ok()?;
        }
        Some(Field::new(battle, self.ground, &state).worth(self.side))
    }
}
