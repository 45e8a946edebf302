//! What a chit can be played on now: every play that is open, or one drawn from what it might be
//! played on.

use std::ops::ControlFlow::{self, Break, Continue};

use tabletop::Side;

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind, Effect};
use crate::chits::when::When;
use crate::order::{Order, Rally};
use crate::state::{Place, State};

impl Battle {
    /// Every way of playing a chit now.
    pub(crate) fn plays(&self, state: &State, side: Side, when: When, chit: ChitId) -> Vec<Order> {
        let mut plays = self.tries_of_chit(state, side, when, chit);
        plays.retain(|order| self.is_play(state, side, when, order));
        plays
    }

    /// Whether there is any way of playing a chit now.
    pub(crate) fn is_playable(&self, state: &State, side: Side, when: When, chit: ChitId) -> bool {
        // Most chits have another moment, which is seen at once.
        if let ChitKind::Event(event) = &self.chit(chit).kind
            && !self.is_moment_of(state, side, when, event)
        {
            return false;
        }
        let mut stop_at = |order| {
            if self.is_play(state, side, when, &order) { Break(()) } else { Continue(()) }
        };
        self.each_try_of_chit(state, side, when, chit, &mut stop_at).is_break()
    }

    /// What the plays of a chit are among, to be sifted by [`Battle::is_play`].
    pub(crate) fn tries_of_chit(&self, state: &State, side: Side, when: When, chit: ChitId) -> Vec<Order> {
        let mut tries = Vec::new();
        let _ = self.each_try_of_chit(state, side, when, chit, &mut |order| {
            tries.push(order);
            Continue(())
        });
        tries
    }

    /// Visits them, until the visitor has seen enough.
    fn each_try_of_chit(
        &self,
        state: &State,
        side: Side,
        when: When,
        chit: ChitId,
        visit: &mut dyn FnMut(Order) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let printed = self.chit(chit);
        match (&printed.kind, when) {
            (ChitKind::Commander { .. }, When::Held | When::End) => {
                self.commanded(state, side).map(|b| on_brigade(chit, b)).try_for_each(visit)
            }
            (ChitKind::Event(_), When::At(_)) => {
                visit(Order::Play { chit, unit: None, brigade: None, shot: None, rally: None })
            }
            (ChitKind::Event(event), _) => {
                // What it could be played on is worked out only when its moment is now.
                let now = self.allows(state, |judging| {
                    self.has_chit(judging, side, when, chit)?;
                    self.may_play_now(judging, side, when, printed, event)
                });
                if now {
                    self.each_target_of_chit(state, side, chit, event.effect, visit)
                } else {
                    Continue(())
                }
            }
            _ => Continue(()),
        }
    }

    /// Whether one of the tries is a way of playing the chit now. What has been asked of all of
    /// them together is not asked again.
    pub(crate) fn is_play(&self, state: &State, side: Side, when: When, order: &Order) -> bool {
        let Order::Play { chit, .. } = order else { return false };
        let printed = self.chit(*chit);
        self.allows(state, |judging| match (&printed.kind, when) {
            (ChitKind::Event(event), When::Drawn | When::Held | When::End) => {
                self.fits_target(judging, side, printed, event, order)
            }
            _ => self.may_play(judging, side, when, order),
        })
    }

    /// Visits what a chit could be played on, to be sifted. Who has nothing to gain from it is left
    /// out at once.
    fn each_target_of_chit(
        &self,
        state: &State,
        side: Side,
        chit: ChitId,
        effect: Effect,
        visit: &mut dyn FnMut(Order) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let on_unit = |unit, rally| Order::Play { chit, unit: Some(unit), brigade: None, shot: None, rally };
        let with = |shot| Order::Play { chit, unit: None, brigade: None, shot: Some(shot), rally: None };
        let placed = |side| {
            self.ids().filter(move |&u| self.unit(u).side == side && state.unit(u).place != Place::Due)
        };
        match effect {
            Effect::LowAmmo => placed(side.other()).map(|u| on_unit(u, None)).try_for_each(visit),
            Effect::FindAmmo => {
                placed(side).filter(|&u| state.unit(u).low_ammo).map(|u| on_unit(u, None)).try_for_each(visit)
            }
            Effect::Rally => placed(side)
                .flat_map(|u| {
                    let there = state.unit(u);
                    let recover = (there.hits > 0).then_some(Rally::Recover);
                    let rebuild = there.worn.then_some(Rally::Rebuild);
                    recover.into_iter().chain(rebuild).map(move |r| on_unit(u, Some(r)))
                })
                .try_for_each(visit),
            Effect::ReserveMove => self
                .brigade_ids()
                .filter(|&b| self.brigade(b).side == side)
                .map(|b| on_brigade(chit, b))
                .try_for_each(visit),
            Effect::Firefight => self.each_fire_fight(state, side, &mut |shot| visit(with(shot))),
            Effect::RebelYell { .. } => self.yells(state, side).into_iter().map(with).try_for_each(visit),
            _ => Continue(()),
        }
    }
}

fn on_brigade(chit: ChitId, brigade: crate::unit::BrigadeId) -> Order {
    Order::Play { chit, unit: None, brigade: Some(brigade), shot: None, rally: None }
}
