//! What no play should ever lead to.

use hexmap::HexSet;
use tabletop::Side;

use crate::battle::Battle;
use crate::sequence::procedure::Procedure;
use crate::state::{ChitPlace, Phase, Place, State};

impl Battle {
    /// What no play should ever lead to.
    pub(crate) fn invariants(&self, state: &State) -> Vec<String> {
        let mut faults = Vec::new();
        let mut on_map = 0;
        let calm = matches!(state.top(), Some(Procedure::Keys { .. } | Procedure::Held { .. }));
        for hex in self.map().grid.hexes() {
            let stack = state.stack(hex);
            if stack.is_empty() {
                continue;
            }
            on_map += stack.len();
            let number = self.number(hex);
            if stack.iter().any(|&u| self.unit(u).side != self.unit(stack[0]).side) {
                faults.push(format!("both sides stand in {number}"));
            }
            if !self.in_play(hex) {
                faults.push(format!("a unit stands outside the area in {number}"));
            }
            for &unit in stack {
                if state.hex(unit) != Some(hex) {
                    faults.push(format!("{} is in {number} and is not", self.unit(unit).id));
                }
            }
        }
        for side in Side::BOTH {
            let held: HexSet = self.on_map(state, side).map(|(_, hex)| hex).collect();
            if !state.stacks.held(side).iter().eq(held.iter()) {
                faults.push(format!("the hexes that the {side} side holds are not those noted"));
            }
            if *state.stacks.near(side) != self.map().grid.next_to(&held) {
                faults.push(format!("the hexes next to the {side} side are not those noted"));
            }
        }
        let placed = self.ids().filter(|&u| state.hex(u).is_some()).count();
        if placed != on_map {
            faults.push(format!("{placed} units are on the map, {on_map} in its hexes"));
        }
        for unit in self.ids() {
            let there = state.unit(unit);
            let name = &self.unit(unit).id;
            if there.hits > 2 {
                faults.push(format!("{name} has {} Morale Hits", there.hits));
            }
            if matches!(there.place, Place::Broken(_)) && (self.unit(unit).fragile || self.is_gun(unit)) {
                faults.push(format!("{name} is on the Broken Track and should be eliminated"));
            }
            if !there.worn && self.unit(unit).faces.fresh.is_none() {
                faults.push(format!("{name} shows a fresh side it does not have"));
            }
        }
        for side in Side::BOTH {
            let drawn = self
                .chit_ids()
                .filter(|&c| self.chit(c).side == Some(side) && state.chit(c).place == ChitPlace::Drawn);
            if calm && drawn.count() > 0 {
                faults.push(format!("no decision is open about a drawn {side} chit"));
            }
        }
        if state.stack.is_empty() != (state.phase == Phase::Over) {
            faults.push("the stack is empty in the midst of the game".to_owned());
        }
        if !state.stack.is_empty() && state.asked().is_none() {
            faults.push("no side is asked".to_owned());
        }
        faults
    }
}
