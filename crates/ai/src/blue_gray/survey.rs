//! A survey of the map: what is worth having in a battle, and how far every hex is from it. Made
//! once per game.

use std::sync::Arc;

use blue_gray::{Arm, Battle, Scenario, State, UnitId};
use hexmap::{Direction, Hex, HexSet};
use tabletop::{BySide, Side};

use super::weights::BlueGrayWeights;

/// Farther than any unit can march.
pub(super) const FAR: u8 = u8::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tenure {
    /// By the side that was there last; the number is its index among the control hexes of the
    /// scenario.
    Held(usize),
    /// The same, but it counts only once, when it is taken.
    Taken(usize),
    /// By zones of control of units of that side and type.
    Zones(Side, Arm),
}

/// A hex that can bring points.
#[derive(Debug)]
pub(super) struct Place {
    pub hex: Hex,
    pub tenure: Tenure,
    /// The points that each side gets for it.
    pub points: BySide<f64>,
    /// The square root of these points.
    pub lure: BySide<f64>,
}

/// Facts that do not change in a battle.
#[derive(Debug)]
pub(super) struct Survey {
    scenario: Arc<Scenario>,
    pub places: Vec<Place>,
    /// Every exit hex with the movement cost to reach it, and the same by roads and trails only.
    pub exits: Vec<(Hex, Vec<u8>, Vec<u8>)>,
    /// The far ends of the roads that exits need.
    pub ends: Vec<Hex>,
    /// The movement cost from every hex to every place, then to every exit, then to every end of a road,
    /// ignoring units: hex by hex.
    marches: Vec<u8>,
    /// The points that each side gets per strength point that leaves the map.
    pub passage: BySide<f64>,
    /// By unit: the points that the enemy gets if it has not left the map.
    pub stranded: Vec<f64>,
    /// By allowance and movement points: the fraction that is left of the worth of something that
    /// far away.
    worn: Vec<Vec<f64>>,
    /// By unit: the points that the enemy gets for its elimination.
    pub prize: Vec<f64>,
}

impl Survey {
    pub(super) fn new(battle: &Battle, weights: &BlueGrayWeights) -> Survey {
        let scenario = &battle.scenario;
        let victory = &scenario.victory;
        let mut places = Vec::new();
        let watched = |watch: usize| scenario.control_hexes[watch].hex;
        for held in &victory.held {
            let points = BySide::from_fn(|side| {
                if held.side.is_none_or(|s| s == side) { f64::from(held.points) } else { 0.0 }
            });
            places.push((watched(held.watch), Tenure::Held(held.watch), points));
        }
        for taken in &victory.taken {
            let points =
                BySide::from_fn(|side| if taken.side == side { f64::from(taken.points) } else { 0.0 });
            places.push((watched(taken.watch), Tenure::Taken(taken.watch), points));
        }
        // A hex that lets more units move brings no points, but is worth having.
        if let Some(quota) = &scenario.quota
            && let Some((watch, ..)) = quota.more
        {
            let points = BySide::from_fn(|side| if side == quota.side { weights.freedom } else { 0.0 });
            places.push((watched(watch), Tenure::Held(watch), points));
        }
        for town in &victory.town {
            let points = BySide::from_fn(|side| if town.side == side { f64::from(town.points) } else { 0.0 });
            for hex in battle.map().grid.hexes().filter(|&h| battle.map().ground(h).town) {
                places.push((hex, Tenure::Zones(town.side, town.arm), points));
            }
        }
        let places: Vec<Place> = places
            .into_iter()
            .map(|(hex, tenure, points)| Place {
                hex,
                tenure,
                points,
                lure: BySide::from_fn(|side| points[side].sqrt()),
            })
            .collect();
        let open = HexSet::new(battle.map().grid.len());
        let march = |goal: Hex, ways_only: bool| march_to(battle, &[goal], ways_only, &open);
        let exits: Vec<(Hex, Vec<u8>, Vec<u8>)> = (scenario.exits.iter().flat_map(|e| &e.hexes))
            .map(|&hex| (hex, march(hex, false), march(hex, true)))
            .collect();
        let ends = victory.line.as_ref().map(|line| line.to.clone()).unwrap_or_default();
        let goals: Vec<Vec<u8>> = (places.iter().map(|place| march(place.hex, false)))
            .chain(exits.iter().map(|(_, march, _)| march.clone()))
            .chain(ends.iter().map(|&hex| march(hex, false)))
            .collect();
        let hexes = 0..battle.map().grid.len();
        let marches = hexes.flat_map(|hex| goals.iter().map(move |march| march[hex])).collect();
        let mut passage = BySide::default();
        for rule in &victory.exited {
            passage[rule.side] += f64::from(rule.points);
        }
        let mut stranded = vec![0.0; battle.units().len()];
        for rule in &victory.not_exited {
            if let Some(unit) = battle.named(&rule.unit) {
                stranded[unit.index()] += f64::from(rule.points);
            }
        }
        let prize = battle
            .ids()
            .map(|u| {
                let unit = battle.unit(u);
                let rules = victory.eliminated.iter().filter(|r| r.side != unit.side);
                rules
                    .map(|r| {
                        f64::from(r.points) * if r.per_strength { f64::from(unit.strength) } else { 1.0 }
                    })
                    .sum()
            })
            .collect();
        let most = battle.units().iter().map(|u| u.movement).max().unwrap_or(0);
        let worn = (0..=most)
            .map(|allowance| {
                (0..=FAR)
                    .map(|cost| {
                        if cost == FAR {
                            0.0
                        } else {
                            weights.reach.powf(f64::from(cost) / f64::from(allowance.max(1)))
                        }
                    })
                    .collect()
            })
            .collect();
        Survey { scenario: scenario.clone(), places, exits, ends, marches, passage, stranded, worn, prize }
    }

    /// Whether this is a survey of that battle.
    pub(super) fn is_of(&self, battle: &Battle) -> bool {
        Arc::ptr_eq(&self.scenario, &battle.scenario) && self.prize.len() == battle.units().len()
    }

    /// The movement cost from a hex to every place, then to every exit, then to every end of a road.
    pub(super) fn marches(&self, hex: Hex) -> &[u8] {
        let count = self.places.len() + self.exits.len() + self.ends.len();
        &self.marches[hex.index() * count..][..count]
    }

    /// The fraction that is left of the worth of something for a unit of that allowance, this many
    /// movement points away and with this many player-turns to go.
    pub(super) fn worn(&self, allowance: u8, cost: u8, turns: u8) -> f64 {
        if u16::from(cost) > u16::from(allowance) * u16::from(turns) && cost > 0 {
            return 0.0;
        }
        self.worn[usize::from(allowance)][usize::from(cost)]
    }

    /// The nearest exit for a unit in a hex, by its index, and the movement cost to reach it.
    pub(super) fn way_out(&self, battle: &Battle, unit: UnitId, hex: Hex) -> Option<(usize, u8)> {
        let bound = battle.unit(unit).traits.roads_only.is_some();
        (self.exits.iter().enumerate())
            .map(|(i, (_, free, roads))| (i, if bound { roads[hex.index()] } else { free[hex.index()] }))
            .filter(|&(_, cost)| cost != FAR)
            .min_by_key(|&(_, cost)| cost)
    }
}

impl Place {
    /// The side that holds it; `None` if neither does.
    pub(super) fn holder(&self, battle: &Battle, state: &State) -> Option<Side> {
        match self.tenure {
            Tenure::Held(watch) | Tenure::Taken(watch) => state.holders.get(watch).copied(),
            Tenure::Zones(side, arm) => {
                let reached = battle.scenario.field.zone(self.hex).any(|near| {
                    state.stack(near).any(|u| {
                        let unit = battle.unit(u);
                        unit.side == side && unit.arm == arm && unit.traits.no_zone.is_none()
                    })
                });
                Some(if reached { side } else { side.other() })
            }
        }
    }

    /// Whether nothing more can be gained from it.
    pub(super) fn is_settled(&self, state: &State) -> bool {
        matches!(self.tenure, Tenure::Taken(watch) if state.taken.get(watch).copied().unwrap_or(false))
    }
}

/// The movement cost from every hex to the nearest of `goals`, by roads and trails only or by any
/// way, on which no `shut` hex is entered; other units are ignored. [`FAR`] where there is none.
pub(super) fn march_to(battle: &Battle, goals: &[Hex], ways_only: bool, shut: &HexSet) -> Vec<u8> {
    let field = &battle.scenario.field;
    let grid = &field.map.grid;
    let mut cost = vec![FAR; grid.len()];
    let mut rings: Vec<Vec<Hex>> = vec![Vec::new(); usize::from(FAR)];
    for &goal in goals {
        cost[goal.index()] = 0;
        rings[0].push(goal);
    }
    for at in 0..rings.len() {
        let mut i = 0;
        while let Some(&hex) = rings[at].get(i) {
            i += 1;
            // A unit in a shut hex may leave it; no path enters one.
            if usize::from(cost[hex.index()]) != at || shut.contains(hex) {
                continue;
            }
            for direction in Direction::ALL {
                let Some(from) = grid.neighbour(hex, direction) else { continue };
                let inward = direction.opposite();
                let Some(points) = field.cost(from, inward) else { continue };
                if ways_only && !field.has_way(from, inward) {
                    continue;
                }
                let total = at + usize::from(points);
                if total < usize::from(cost[from.index()]) && total < rings.len() {
                    cost[from.index()] = total as u8;
                    rings[total].push(from);
                }
            }
        }
    }
    cost
}
