//! The muster of a movement phase: who can go where, and the plan that is made of it.

use blue_gray::{Battle, Event, Order, Phase, Place, State, UnitId};
use hexmap::{Hex, Reach};
use tabletop::{Case, RuleCheck, Rules};

use super::judgement::Judgement;

/// Where one unit can end its move.
#[derive(Debug, Clone)]
pub(super) struct Able {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub from: Hex,
    /// Where it can go; where it stands comes first.
    pub to: Vec<Hex>,
    /// By which exit hex it can leave the map.
    pub exit: bool,
}

/// Where everybody is to be at the end of a movement phase.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    /// Units that move, and where to; `None` is off the map.
    pub moves: Vec<(UnitId, Option<Hex>)>,
}

impl Plan {
    /// Where the plan sends a unit, if anywhere.
    pub fn of(&self, unit: UnitId) -> Option<Option<Hex>> {
        self.moves.iter().find(|(u, _)| *u == unit).map(|&(_, to)| to)
    }

    /// Sends a unit there instead.
    pub fn send(&mut self, unit: UnitId, from: Hex, to: Option<Hex>) {
        self.moves.retain(|(u, _)| *u != unit);
        if to != Some(from) {
            self.moves.push((unit, to));
        }
    }
}

/// Everybody of the phasing side who can still move, with where to. Ways are the rules' own; that two units may stand in a
/// hex is seen to when the plan is made.
pub(super) fn muster(battle: &Battle, state: &State) -> Vec<Able> {
    muster_towards(battle, state, None)
}

/// The same, where only these hexes and those next to them are of interest, and exits: for who cannot come to any of them no ways
/// are searched.
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
        // Every step costs a point at least.
        let far = u32::from(battle.unit(unit).movement) + 1;
        let near = |goals: &[Hex]| goals.iter().any(|&goal| grid.distance(from, goal) <= far);
        if exit || goals.is_none_or(near) {
            battle.search(state, unit, from, &mut reach);
            to.extend(reach.hexes().iter().copied().filter(|&h| !battle.scenario.field.is_ferry(h)));
        }
        able.push(Able { unit, from, to, exit });
    }
    able
}

/// Lets a unit stand elsewhere on a copy of the position.
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

/// The position of a plan carried out, as the combat phase finds it.
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

/// The next order that carries a plan on, if any of it can be carried on.
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

/// How many more units may be moved against a quota.
pub(super) fn quota_left(battle: &Battle, state: &State) -> usize {
    battle.quota_limit(state).map_or(usize::MAX, |limit| usize::from(limit.saturating_sub(state.moved)))
}

impl Judgement<'_> {
    /// Whether a unit counts against a quota that is in force.
    pub fn is_rationed(&self, state: &State, unit: UnitId) -> bool {
        let traits = self.battle.unit(unit).traits;
        self.battle.quota_limit(state).is_some()
            && traits.quota_exempt.is_none_or(|(until, _)| state.turn >= until)
    }
}
