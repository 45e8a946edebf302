//! Trials: a position played on under the rules, both sides by the policy without search, then
//! evaluated.

use blind_swords::{Battle, Order, State};
use tabletop::{Rules, Side};

use super::field::Field;
use super::ground::Ground;
use super::scripts::Script;
use crate::chance::Chance;

/// No trial asks more questions than this.
const LONGEST: usize = 3000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Horizon {
    /// It ends after this many activations, the one under way included.
    pub activations: u32,
    /// Or when this many more game-turns have passed and the next has begun.
    pub turns: u8,
}

/// A candidate: an order, and the script to go on with.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    pub order: Order,
    pub script: usize,
}

/// How trials are made: the rules, the side, the horizon.
pub(super) struct Trial<'a> {
    pub battle: &'a Battle,
    pub ground: &'a Ground,
    /// The plain script first: it handles everything but the brigade in question.
    pub scripts: &'a [Script],
    pub side: Side,
    pub horizon: Horizon,
}

impl Trial<'_> {
    /// Plays on from a position and evaluates the result; `None` if the order is refused.
    pub(super) fn run(&self, from: &State, candidate: &Candidate, dice: &mut Chance) -> Option<f64> {
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
