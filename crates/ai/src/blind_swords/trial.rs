//! Trials: a position played on by the rules and what looks best at a glance for both sides, then judged.

use blind_swords::{Battle, Order, State};
use tabletop::{Rules, Side};

use super::field::Field;
use super::ground::Ground;
use super::scripts::Script;
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

/// One thing that could be done: an order, and the manner in which to go on.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    pub order: Order,
    /// Which of the scripts.
    pub script: usize,
}

/// How trials are made: by which rules, for which side, how far.
pub(super) struct Trial<'a> {
    pub battle: &'a Battle,
    pub ground: &'a Ground,
    /// The plain one first: all but the brigade in question is handled by it.
    pub scripts: &'a [Script],
    pub side: Side,
    pub horizon: Horizon,
}

impl Trial<'_> {
    /// Plays on from a position and judges where it leads; `None` where the order is refused.
    pub fn run(&self, from: &State, candidate: &Candidate, dice: &mut Chance) -> Option<f64> {
        let (battle, horizon) = (self.battle, self.horizon);
        let plain = &self.scripts.first()?.weights;
        let mut state = battle.after(from, &candidate.order, dice).ok()?;
        let mut script = &self.scripts.get(candidate.script)?.weights;
        let last = from.turn.saturating_add(horizon.turns);
        let active_in = |state: &State| battle.active(state).map(|(side, brigade, ..)| (side, brigade));
        let mut active = active_in(from);
        let mut over = 0;
        for _ in 0..LONGEST {
            let now = active_in(&state);
            if active.is_some() && now != active {
                over += 1;
                script = plain;
            }
            active = now;
            let Some(asked) = battle.asked(&state) else { break };
            if over >= horizon.activations || state.turn > last {
                break;
            }
            let weights = if asked == self.side { script } else { plain };
            let order = Field::new(battle, self.ground, weights, &state).answer()?;
            state = battle.after(&state, &order, dice).ok()?;
        }
        Some(Field::new(battle, self.ground, plain, &state).worth(self.side))
    }
}
