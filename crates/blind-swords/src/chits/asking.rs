//! When a side is asked whether it plays a chit that it holds (10.1, K43).

use tabletop::Side;

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::chits::when::When;
use crate::order::Asking;
use crate::state::{ChitPlace, State};

impl Battle {
    /// Whether a side is asked now about the chits it holds. Asked at every moment, it is asked by
    /// what both sides know alone: that it holds an Event chit, and that one of those it might hold
    /// could be played. CIC chits are held openly.
    pub(super) fn is_asked_of_chits(&self, state: &State, side: Side, when: When) -> bool {
        let is_open = |chit: ChitId| !matches!(self.chit(chit).kind, ChitKind::Event(_));
        let mut held = state.held(&self.scenario.chits, side);
        match state.asking[side] {
            Asking::WhenPlayable => held.any(|chit| self.is_playable(state, side, when, chit)),
            Asking::EveryMoment => {
                let held: Vec<ChitId> = held.collect();
                held.iter().any(|&chit| is_open(chit) && self.is_playable(state, side, when, chit))
                    || held.iter().any(|&chit| !is_open(chit)) && self.might_play(state, side, when)
            }
        }
    }

    /// Whether any Event chit could be played now that the side might hold for all that the other
    /// side knows.
    fn might_play(&self, state: &State, side: Side, when: When) -> bool {
        let unseen: Vec<ChitId> = self
            .event_chits(side)
            .filter(|&chit| !(state.chit(chit).shown && state.chit(chit).place == ChitPlace::Discarded))
            .collect();
        let mut all_held = state.clone();
        for &chit in &unseen {
            all_held.chits[chit.index()].place = ChitPlace::Held;
        }
        unseen.into_iter().any(|chit| self.is_playable(&all_held, side, when, chit))
    }
}
