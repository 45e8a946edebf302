//! What a seat may not know, drawn anew: the enemy's Key Chits and hand, what was put into the cup
//! unseen, the enemy's standing instructions (4.4, 8.1, 10.3a, K40, K43).

use tabletop::{Dice, Side};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::order::StandingOrders;
use crate::sequence::execution::pick;
use crate::sequence::procedure::{Drawn, Procedure};
use crate::state::{ChitPlace, ChitState, State};

impl Battle {
    /// A position that `side` cannot tell from this one. It depends only on what the side knows,
    /// and on the dice.
    pub(crate) fn veiled(&self, state: &State, side: Side, dice: &mut dyn Dice) -> State {
        let mut other = state.clone();
        other.instructions[side.other()] = StandingOrders::default();
        for owner in Side::BOTH {
            let unseen: Vec<ChitId> =
                self.chit_ids().filter(|&c| self.is_face_down(state, c, owner, side)).collect();
            // How many are where is known; which are, is not. Sorted, they tell no more than that.
            let mut there: Vec<ChitState> = unseen.iter().map(|&c| *state.chit(c)).collect();
            there.sort_unstable_by_key(|c| (c.place as u8, c.key, c.casualty));
            for i in (1..there.len()).rev() {
                there.swap(i, pick(dice, i + 1).0);
            }
            for (&chit, &now) in unseen.iter().zip(&there) {
                other.chits[chit.index()] = now;
            }
        }
        self.rename_drawn(&mut other, side);
        other
    }

    /// Whether a chit of `owner` lies face down to `side`: of its own those that went unseen into
    /// the cup or out of play, of the enemy's all that have not been shown.
    fn is_face_down(&self, state: &State, chit: ChitId, owner: Side, side: Side) -> bool {
        let printed = self.chit(chit);
        let there = state.chit(chit);
        let face_down =
            printed.side == Some(owner) && matches!(printed.kind, ChitKind::Event(_)) && !there.shown;
        let own_unseen = matches!(there.place, ChitPlace::Cup | ChitPlace::Excluded) && !there.key;
        face_down && (owner != side || own_unseen)
    }

    /// The enemy may be deciding about a chit that it has just drawn: it is another one now.
    fn rename_drawn(&self, state: &mut State, side: Side) {
        let drawn = self
            .chit_ids()
            .find(|&c| self.chit(c).side == Some(side.other()) && state.chit(c).place == ChitPlace::Drawn);
        for procedure in &mut state.stack {
            if let (Procedure::Drawn(Drawn { side: owner, chit }), Some(drawn)) = (procedure, drawn)
                && *owner != side
            {
                *chit = drawn;
            }
        }
    }
}
