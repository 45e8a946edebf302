//! Whether hexes above the limit of stacking can still be brought down to it in this phase (the
//! ruling on 5.32).
//!
//! Friends never stop each other on the way, and no enemy moves: where each unit could go does not
//! depend on the others. So the question is one of giving places: every unit too many goes to a hex
//! with room, or to a full one from which another goes on in turn. It is answered exactly, by
//! augmenting paths; under a movement quota by the cheapest ones. Only units that stack with
//! nothing or let nothing pass are taken to stay where they are.

use std::collections::{HashMap, VecDeque};

use hexmap::{Hex, Reach};
use tabletop::RuleCheck;

use super::mover::Mover;
use crate::battle::Battle;
use crate::state::State;
use crate::unit::UnitId;

/// Why hexes above the limit cannot be cleared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Jam {
    NoRoom,
    /// It would take more units than the movement quota still lets move.
    Quota(u8),
}

/// Where a unit could go on to.
#[derive(Debug, Clone, Default)]
struct Ways {
    hexes: Vec<Hex>,
    /// Whether it could leave the map.
    off: bool,
}

/// A hex that the search for a place has come to: at what cost, and by whom from which.
struct Node {
    hex: Hex,
    cost: i32,
    from: Option<(usize, UnitId)>,
}

/// Units being given places, in a position with hexes above the limit.
struct Clearing<'a> {
    battle: &'a Battle,
    state: &'a State,
    limit: usize,
    /// How many units are too many.
    surplus: usize,
    /// The destination of each unit, `None` off the map.
    plan: Vec<(UnitId, Option<Hex>)>,
    ways: HashMap<UnitId, Ways>,
}

impl Battle {
    /// Whether every hex above the limit could be brought down to it by moves that can still be
    /// made in this phase.
    pub(super) fn can_clear(&self, state: &State) -> Result<(), Jam> {
        let limit = self.scenario.tables.stacking;
        let crowds = self.crowded(state);
        let surplus = crowds.iter().map(|&hex| state.count(hex) - limit).sum();
        let clearing =
            || Clearing { battle: self, state, limit, surplus, plan: Vec::new(), ways: HashMap::new() };
        let mut any = clearing();
        if !any.place_all(&crowds, false) {
            return Err(Jam::NoRoom);
        }
        let Some(quota) = self.quota_limit(state) else { return Ok(()) };
        let left = quota.saturating_sub(state.moved);
        let within = |clearing: &Clearing<'_>| clearing.tolls() <= i32::from(left);
        if within(&any) {
            return Ok(());
        }
        let mut cheapest = clearing();
        cheapest.ways = any.ways;
        if cheapest.place_all(&crowds, true) && within(&cheapest) { Ok(()) } else { Err(Jam::Quota(left)) }
    }

    /// Whether a unit could be one of those that go on to clear a hex, the quota aside: it has not
    /// been moved and may be, and neither stops others on their way nor is stopped by them.
    pub(super) fn can_go_on(&self, state: &State, unit: UnitId) -> bool {
        let traits = self.unit(unit).traits;
        traits.stacks_with_nothing.is_none()
            && traits.lets_nothing_through.is_none()
            && self.free_to_move(state, state.phasing, unit, &mut RuleCheck::without_messages()).is_ok()
    }

    /// A hex next to one into which a unit could step from there, that has room for it and is
    /// `open`.
    pub(super) fn room_beside(
        &self,
        state: &State,
        unit: UnitId,
        from: Hex,
        open: impl Fn(&Hex) -> bool,
    ) -> Option<Hex> {
        self.rooms_beside(&Mover::new(self, state, unit), from).find(open)
    }

    /// The hexes next to one that a mover could step into and that have room.
    fn rooms_beside<'a>(&'a self, mover: &'a Mover<'_>, from: Hex) -> impl Iterator<Item = Hex> + 'a {
        let steps = self.map().grid.neighbours(from).filter(move |&(direction, to)| {
            mover.step(from, direction, to, 0).is_some_and(|(cost, _)| cost <= mover.allowance)
        });
        steps.map(|(_, to)| to).filter(move |&to| {
            self.is_open(mover.state, to) && mover.state.count(to) < self.scenario.tables.stacking
        })
    }

    /// Whether a unit may end a move in a hex that has room: the hex is no ferry, and no unit in it is barred
    /// from stacking.
    fn is_open(&self, state: &State, hex: Hex) -> bool {
        let alone = |u: UnitId| self.unit(u).traits.stacks_with_nothing.is_some();
        !self.scenario.field.is_ferry(hex) && !state.stack(hex).any(alone)
    }
}

impl Clearing<'_> {
    /// Gives a place to each unit too many; the `cheapest` for the quota, or any.
    fn place_all(&mut self, crowds: &[Hex], cheapest: bool) -> bool {
        (0..self.surplus).all(|_| self.place_one(crowds, cheapest))
    }

    /// The quota that the plan uses.
    fn tolls(&self) -> i32 {
        self.plan.iter().map(|&(unit, _)| self.toll(unit)).sum()
    }

    fn toll(&self, unit: UnitId) -> i32 {
        i32::from(self.battle.counts_against_quota(self.state, unit))
    }

    /// How many units are in a hex by the plan.
    fn load(&self, hex: Hex) -> usize {
        let come = self.plan.iter().filter(|(_, to)| *to == Some(hex)).count();
        let gone = self.plan.iter().filter(|(unit, _)| self.state.hex(*unit) == Some(hex)).count();
        self.state.count(hex) + come - gone
    }

    /// The units in a hex by the plan that could go on from there, or go elsewhere instead.
    fn leavers(&self, hex: Hex) -> Vec<UnitId> {
        let staying = self
            .state
            .stack(hex)
            .filter(|u| !self.plan.iter().any(|(p, _)| p == u) && self.battle.can_go_on(self.state, *u));
        staying.chain(self.plan.iter().filter(|(_, to)| *to == Some(hex)).map(|&(u, _)| u)).collect()
    }

    /// Finds a place for one more unit, others going on or elsewhere where that helps; says whether
    /// there is one.
    fn place_one(&mut self, crowds: &[Hex], cheapest: bool) -> bool {
        let mut nodes: Vec<Node> = crowds
            .iter()
            .filter(|&&hex| self.load(hex) > self.limit)
            .map(|&hex| Node { hex, cost: 0, from: None })
            .collect();
        let mut queue: VecDeque<usize> = (0..nodes.len()).collect();
        let mut best: Option<(i32, usize, UnitId, Option<Hex>)> = None;
        'search: while let Some(at) = queue.pop_front() {
            let (hex, spent) = (nodes[at].hex, nodes[at].cost);
            for unit in self.leavers(hex) {
                let origin = self.state.hex(unit);
                let toll = if cheapest { self.toll(unit) } else { 0 };
                let before = if origin == Some(hex) { spent } else { spent - toll };
                self.explore(unit);
                let ways = &self.ways[&unit];
                let back = origin.filter(|&o| o != hex);
                let mut found = Vec::new();
                for to in ways.hexes.iter().copied().chain(back).filter(|&to| to != hex) {
                    let cost = if origin == Some(to) { before } else { before + toll };
                    if self.load(to) < self.limit {
                        found.push((cost, Some(to)));
                        continue;
                    }
                    match nodes.iter_mut().position(|n| n.hex == to) {
                        None => {
                            nodes.push(Node { hex: to, cost, from: Some((at, unit)) });
                            queue.push_back(nodes.len() - 1);
                        }
                        Some(n) if cost < nodes[n].cost => {
                            (nodes[n].cost, nodes[n].from) = (cost, Some((at, unit)));
                            queue.push_back(n);
                        }
                        Some(_) => {}
                    }
                }
                if ways.off {
                    found.push((before + toll, None));
                }
                for (cost, to) in found {
                    if best.is_none_or(|(least, ..)| cost < least) {
                        best = Some((cost, at, unit, to));
                    }
                }
                if best.is_some() && !cheapest {
                    break 'search;
                }
            }
        }
        let Some((_, mut at, mut unit, mut to)) = best else { return false };
        loop {
            self.plan.retain(|(u, _)| *u != unit);
            if to != self.state.hex(unit) {
                self.plan.push((unit, to));
            }
            to = Some(nodes[at].hex);
            let Some(next) = nodes[at].from else { return true };
            (at, unit) = next;
        }
    }

    /// Finds out where a unit could go on to. As many rooms as there are units to be placed are
    /// enough: who has so many finds one free whatever the others take, and the hexes next to it
    /// are looked at first.
    fn explore(&mut self, unit: UnitId) {
        if self.ways.contains_key(&unit) {
            return;
        }
        let (battle, state) = (self.battle, self.state);
        let mut ways = Ways::default();
        if let Some(from) = state.hex(unit) {
            let mover = Mover::new(battle, state, unit);
            ways.hexes = battle.rooms_beside(&mover, from).take(self.surplus).collect();
            if ways.hexes.len() < self.surplus {
                let mut reach = Reach::new();
                battle.search(state, unit, from, &mut reach);
                let farther = battle.strategic_reach(state, unit, from);
                let reached = reach.hexes().iter().copied().chain(farther.into_iter().map(|(hex, _)| hex));
                ways.hexes = reached.filter(|&hex| battle.is_open(state, hex)).collect();
                ways.off = battle.has_way_off(state, unit);
            }
        }
        self.ways.insert(unit, ways);
    }
}
