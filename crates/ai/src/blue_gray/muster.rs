//! The muster of a movement phase: which units can go where, and the plan made from it.

use blue_gray::{Battle, Event, Order, Phase, Place, State, UnitId};
use hexmap::{Hex, Reach};
use tabletop::{Case, RuleCheck, Rules};

use super::judgement::Judgement;

/// Where one unit can end its move.
#[derive(Debug, Clone)]
pub(super) struct Able {
    pub unit: UnitId,
    pub from: Hex,
    /// The hexes where it can end its move; its own hex comes first.
    pub to: Vec<Hex>,
    /// Whether it can leave the map.
    pub exit: bool,
}

/// Where units are to be at the end of a movement phase.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    /// The units that move, with their destinations; `None` is off the map.
    pub moves: Vec<(UnitId, Option<Hex>)>,
}

impl Plan {
    /// The destination of a unit in the plan, if it moves.
    pub(super) fn of(&self, unit: UnitId) -> Option<Option<Hex>> {
        self.moves.iter().find(|(u, _)| *u == unit).map(|&(_, to)| to)
    }

    /// Changes the destination of a unit.
    pub(super) fn send(&mut self, unit: UnitId, from: Hex, to: Option<Hex>) {
        self.moves.retain(|(u, _)| *u != unit);
        if to != Some(from) {
            self.moves.push((unit, to));
        }
    }
}

/// All units of the phasing side that can still move, with where they can go. Paths are searched
/// under the rules; stacking is checked when the plan is made.
pub(super) fn muster(battle: &Battle, state: &State) -> Vec<Able> {
    muster_towards(battle, state, None)
}

/// The same if only these hexes, the hexes next to them, and exits matter: units that can reach
/// none of them are not searched, but for those that never attack and have a way of their own.
pub(super) fn muster_towards(battle: &Battle, state: &State, goals: Option<&[Hex]>) -> Vec<Able> {
    let grid = &battle.map().grid;
    let side = state.phasing;
    let quiet = &mut RuleCheck::without_messages();
    let mut reach = Reach::new();
    let mut able = Vec::new();
    for (unit, from) in battle.on_map(state, side) {
        if battle.may_move(state, side, unit, quiet).is_err() {
            continue;
        }
        let mut to = vec![from];
        let exit = !battle.departures(state, unit).is_empty();
        // Every step costs at least one point.
        let far = u32::from(battle.unit(unit).movement) + 1;
        let near = |goals: &[Hex]| goals.iter().any(|&goal| grid.distance(from, goal) <= far);
        let apart = battle.unit(unit).traits.never_attacks.is_some();
        if exit || apart || goals.is_none_or(near) {
            battle.search(state, unit, from, &mut reach);
            to.extend(reach.hexes().iter().copied().filter(|&h| !battle.scenario.field.is_ferry(h)));
        }
        // A strategic march keeps away from the enemy (r6.44): it leads to no attack.
        if goals.is_none() {
            to.extend(battle.strategic_reach(state, unit, from).into_iter().map(|(hex, _)| hex));
        }
        able.push(Able { unit, from, to, exit });
    }
    able
}

/// Places a unit elsewhere on a copy of the position.
pub(super) fn place(battle: &Battle, state: &mut State, unit: UnitId, to: Option<Hex>) {
    let case = Case::new("5.0");
    let event = match to {
        Some(hex) => {
            Event::Moved { unit, path: vec![hex], cost: 0, entered: state.hex(unit).is_none(), case }
        }
        None => Event::Exited { unit, path: Vec::new(), cost: 0, case },
    };
    battle.apply(state, &event);
}

/// The position at the start of the combat phase, after a plan has been carried out.
pub(super) fn at_combat(battle: &Battle, state: &State, plan: &Plan) -> State {
    let mut after = state.clone();
    for &(unit, to) in &plan.moves {
        place(battle, &mut after, unit, to);
    }
    to_combat(battle, &mut after);
    after
}

/// Begins the combat phase on a copy of the position, unless it is night.
pub(super) fn to_combat(battle: &Battle, state: &mut State) {
    if !battle.scenario.is_night(state.turn) {
        let (turn, side) = (state.turn, state.phasing);
        battle.apply(state, &Event::PhaseBegan { turn, side, phase: Phase::Combat, night: false });
    }
}

/// The next order that carries out the plan, if any part of it can still be carried out.
pub(super) fn next_order(battle: &Battle, state: &State, plan: &Plan) -> Option<Order<UnitId, Hex>> {
    let quiet = &mut RuleCheck::without_messages();
    let side = state.phasing;
    for &(unit, to) in &plan.moves {
        if state.marks(unit).moved || !matches!(state.place(unit), Place::On(_) | Place::Due) {
            continue;
        }
        match to {
            Some(hex) if state.hex(unit) != Some(hex) => {
                if let Ok(march) = battle.march(state, side, unit, Some(hex), None, quiet) {
                    return Some(Order::Move { unit, to: None, path: Some(march.path) });
                }
            }
            Some(_) => {}
            None => {
                if let Ok(way) = battle.departure(state, side, unit, None, None, quiet) {
                    return Some(Order::Exit { unit, path: Some(way.path) });
                }
            }
        }
    }
    None
}

/// How many more units may move against the quota.
pub(super) fn quota_left(battle: &Battle, state: &State) -> usize {
    battle.quota_limit(state).map_or(usize::MAX, |limit| usize::from(limit.saturating_sub(state.moved)))
}

impl Judgement<'_> {
    /// The muster, without exits that would be in vain; if only some hexes matter, see [`muster_towards`].
    pub(super) fn muster(&self, state: &State, goals: Option<&[Hex]>) -> Vec<Able> {
        let mut able = muster_towards(self.battle, state, goals);
        if able.iter().any(|able| able.exit) && self.leaves_in_vain(state) {
            able.iter_mut().for_each(|able| able.exit &= self.is_homebound(able.unit));
        }
        able
    }

    /// Whether a unit counts against a quota that is in force.
    pub(super) fn is_rationed(&self, state: &State, unit: UnitId) -> bool {
        let traits = self.battle.unit(unit).traits;
        self.battle.quota_limit(state).is_some()
            && traits.quota_exempt.is_none_or(|(until, _)| state.turn >= until)
    }
}
