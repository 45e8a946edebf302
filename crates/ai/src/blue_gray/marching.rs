//! Marching: a hex for every unit that does not attack, chosen by what draws it there and what
//! threatens it there.

use blue_gray::{Battle, Order, Place, State, UnitId};
use hexmap::{Hex, Reach};
use tabletop::Side;

use super::judgement::{Judgement, Presence};
use super::muster::{Able, Plan, quota_left};

/// The terrain for a unit, hex by hex.
pub(super) struct Country {
    /// By hex: the enemy strength that could come next to it.
    access: Vec<u16>,
    /// By hex: the distance to the nearest enemy.
    near: Vec<u8>,
    /// By hex: the number of friends that will be there.
    taken: Vec<u8>,
    /// By hex: the strength of friends that will be there.
    strength: Vec<u16>,
    /// By hex: whether a unit there may not stack.
    shut: Vec<bool>,
}

impl Country {
    /// From where the enemy of `side` could come next, and where its own units stand.
    pub(super) fn of(battle: &Battle, state: &State, side: Side) -> Country {
        let field = &battle.scenario.field;
        let grid = &field.map.grid;
        let count = grid.len();
        let mut country = Country {
            access: vec![0; count],
            near: vec![u8::MAX; count],
            taken: vec![0; count],
            strength: vec![0; count],
            shut: vec![false; count],
        };
        let mut noted: Vec<Option<UnitId>> = vec![None; count];
        let mut reach = Reach::new();
        let mut ring: Vec<Hex> = Vec::new();
        for (unit, hex) in battle.on_map(state, side.other()) {
            if country.near[hex.index()] != 0 {
                country.near[hex.index()] = 0;
                ring.push(hex);
            }
            if !battle.can_attack(state, unit) {
                continue;
            }
            let strength = u16::from(battle.unit(unit).strength);
            let mut note = |from: Hex| {
                for near in field.zone(from) {
                    if noted[near.index()] != Some(unit) {
                        noted[near.index()] = Some(unit);
                        country.access[near.index()] += strength;
                    }
                }
            };
            note(hex);
            if battle.unit(unit).traits.immobile.is_none() && !state.in_zone(side, hex) {
                battle.search(state, unit, hex, &mut reach);
                reach.hexes().iter().for_each(|&to| note(to));
            }
        }
        let mut distance = 0;
        while !ring.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for hex in ring {
                for (_, to) in grid.neighbours(hex) {
                    if country.near[to.index()] == u8::MAX {
                        country.near[to.index()] = distance;
                        next.push(to);
                    }
                }
            }
            ring = next;
        }
        country
    }

    /// Adds a unit to a hex, or removes it.
    pub(super) fn count(&mut self, battle: &Battle, unit: UnitId, hex: Hex, comes: bool) {
        let of = battle.unit(unit);
        let (i, strength) = (hex.index(), u16::from(of.strength));
        if comes {
            self.taken[i] += 1;
            self.strength[i] += strength;
        } else {
            self.taken[i] -= 1;
            self.strength[i] -= strength;
        }
        if of.traits.stacks_with_nothing.is_some() {
            self.shut[i] = comes;
        }
    }

    /// The enemy strength that could come next to a hex.
    pub(super) fn access(&self, hex: Hex) -> u16 {
        self.access[hex.index()]
    }

    /// The distance from a hex to the nearest enemy.
    pub(super) fn near(&self, hex: Hex) -> u8 {
        self.near[hex.index()]
    }

    /// Whether there is room for a unit in a hex.
    pub(super) fn has_room(&self, battle: &Battle, unit: UnitId, hex: Hex) -> bool {
        let taken = usize::from(self.taken[hex.index()]);
        let alone = battle.unit(unit).traits.stacks_with_nothing.is_some();
        taken == 0 || (taken < battle.scenario.tables.stacking && !self.shut[hex.index()] && !alone)
    }
}

impl Judgement<'_> {
    /// The value of a hex to a unit, apart from places and exits.
    pub(super) fn comfort(&self, country: &Country, unit: UnitId, hex: Hex) -> f64 {
        let battle = self.battle;
        let of = battle.unit(unit);
        let i = hex.index();
        let access = country.access[i];
        let multiple = u16::from(battle.scenario.tables.ground_multiple(battle.map().ground(hex)).max(1));
        let mut sum = 0.0;
        if access > 0 {
            sum += self.weights.cover * f64::from(multiple - 1);
            let own = (country.strength[i] + u16::from(of.strength)) * multiple;
            let beyond = f64::from(access.saturating_sub(own));
            // A unit of greater worth pays more for exposure, where its escort is too weak.
            let dear = self.survey.stranded[unit.index()]
                + if of.traits.never_attacks.is_some() { 2.0 } else { 0.0 };
            sum -= self.weights.exposure * (beyond.min(20.0) + dear * (beyond / 10.0).min(1.0));
        }
        let friends = battle.map().grid.neighbours(hex).filter(|(_, n)| country.taken[n.index()] > 0).count();
        sum += self.weights.company * (friends.min(3) as f64);
        let near = f64::from(country.near[i].min(40));
        if of.traits.never_attacks.is_some() {
            sum + near * self.weights.contact
        } else {
            sum - near * self.weights.contact
        }
    }

    /// The value to a unit of leaving the map now, compared with being nowhere.
    fn leaving(&self, state: &State, unit: UnitId) -> f64 {
        let of = self.battle.unit(unit);
        f64::from(of.strength) * self.survey.passage[of.side] + self.survey.stranded[unit.index()]
            - self.power(state, unit)
    }

    /// The value of a hex to a unit.
    fn appeal(
        &self,
        state: &State,
        country: &Country,
        presence: &Presence,
        holders: &[Option<Side>],
        unit: UnitId,
        hex: Hex,
    ) -> f64 {
        let mut sum = self.places_with(presence, state, holders, unit, hex)
            + self.comfort(country, unit, hex)
            + self.urge(state, holders, unit, hex);
        if self.survey.stranded[unit.index()] > 0.0 {
            sum += self.way_worth(state, unit, hex);
        }
        sum
    }

    /// A plan for the movement phase: attacks that pay, and for every other unit the hex it
    /// prefers.
    pub(super) fn plan(&self, state: &State) -> Plan {
        let able = self.muster(state, None);
        let mut plan = Plan { moves: Vec::new() };
        let mut free = vec![true; able.len()];
        let quota = quota_left(self.battle, state);
        let quota = self.gather(state, &able, &mut plan, &mut free, quota);
        self.spread(state, &able, &mut plan, &free, quota);
        plan
    }

    /// Finds a hex for every unit that is free.
    pub(super) fn spread(
        &self,
        state: &State,
        able: &[Able],
        plan: &mut Plan,
        free: &[bool],
        mut quota: usize,
    ) {
        if !free.contains(&true) {
            return;
        }
        let battle = self.battle;
        let side = state.phasing;
        let mut country = Country::of(battle, state, side);
        let mut presence = self.presence(state);
        let mut holders = self.holders(state);
        for (unit, hex) in battle.on_map(state, side) {
            let to = plan.of(unit).flatten().unwrap_or(hex);
            if to != hex {
                self.change(&mut presence, state, unit, hex, -1.0);
                self.change(&mut presence, state, unit, to, 1.0);
            }
            if plan.of(unit) != Some(None) {
                country.count(battle, unit, to, true);
            }
        }
        // The unit that gains most by moving chooses first.
        let mut order: Vec<(f64, usize)> = Vec::new();
        for (i, unit) in able.iter().enumerate().filter(|&(i, _)| free[i]) {
            country.count(battle, unit.unit, unit.from, false);
            let near = f64::from(country.near[unit.from.index()].min(60));
            let gain = if quota < able.len() {
                let mut without = presence.clone();
                self.change(&mut without, state, unit.unit, unit.from, -1.0);
                let stay = self.appeal(state, &country, &without, &holders, unit.unit, unit.from);
                let (best, _) = self.choose(state, &country, &without, &holders, unit);
                best - stay
            } else {
                -near
            };
            country.count(battle, unit.unit, unit.from, true);
            order.push((gain, i));
        }
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, i) in order {
            let unit = &able[i];
            let rationed = self.is_rationed(state, unit.unit);
            if rationed && quota == 0 {
                continue;
            }
            country.count(battle, unit.unit, unit.from, false);
            self.change(&mut presence, state, unit.unit, unit.from, -1.0);
            let (_, to) = self.choose(state, &country, &presence, &holders, unit);
            if let Some(hex) = to {
                country.count(battle, unit.unit, hex, true);
                self.change(&mut presence, state, unit.unit, hex, 1.0);
                for (place, holder) in self.survey.places.iter().zip(&mut holders) {
                    if place.hex == hex {
                        *holder = Some(side);
                    }
                }
            }
            if to != Some(unit.from) {
                plan.send(unit.unit, unit.from, to);
                quota = quota.saturating_sub(usize::from(rationed));
            }
        }
    }

    /// The best hex for a unit (`None`: off the map), and what it is worth.
    fn choose(
        &self,
        state: &State,
        country: &Country,
        presence: &Presence,
        holders: &[Option<Side>],
        able: &Able,
    ) -> (f64, Option<Hex>) {
        let battle = self.battle;
        let side = state.phasing;
        let mut best = (f64::NEG_INFINITY, Some(able.from));
        for &hex in &able.to {
            let stays = hex == able.from;
            if !stays && (state.in_zone(side.other(), hex) || !country.has_room(battle, able.unit, hex)) {
                continue;
            }
            let crowded = stays && !country.has_room(battle, able.unit, hex);
            let mut appeal = self.appeal(state, country, presence, holders, able.unit, hex);
            if crowded {
                appeal -= 50.0;
            }
            if appeal > best.0 + 1e-9 {
                best = (appeal, Some(hex));
            }
        }
        if able.exit {
            let gone = self.leaving(state, able.unit) + self.places_without(presence, state, holders, side);
            if gone > best.0 {
                best = (gone, None);
            }
        }
        best
    }

    /// The next reinforcement that can enter, and where it goes.
    pub(super) fn reinforcement(&self, state: &State) -> Option<Order<UnitId, Hex>> {
        self.reinforcement_but(state, |_, _| false)
    }

    /// The same, but for units that are better kept off the map than brought on in that hex.
    pub(super) fn reinforcement_but(
        &self,
        state: &State,
        is_kept_off: impl Fn(UnitId, Hex) -> bool,
    ) -> Option<Order<UnitId, Hex>> {
        let battle = self.battle;
        let side = state.phasing;
        let mut context: Option<(Country, Presence, Vec<Option<Side>>)> = None;
        for unit in battle.ids() {
            if battle.unit(unit).side != side || state.place(unit) != Place::Due {
                continue;
            }
            let mut ways = battle.destinations(state, unit);
            ways.retain(|way| !is_kept_off(unit, way.hex));
            if ways.is_empty() {
                continue;
            }
            let (country, presence, holders) = context.get_or_insert_with(|| {
                let mut country = Country::of(battle, state, side);
                for (unit, hex) in battle.on_map(state, side) {
                    country.count(battle, unit, hex, true);
                }
                (country, self.presence(state), self.holders(state))
            });
            let safe = |hex: Hex| !state.in_zone(side.other(), hex);
            let best = ways
                .iter()
                .filter(|way| safe(way.hex) || ways.iter().all(|w| !safe(w.hex)))
                .map(|way| {
                    // Entry hexes are left free for the units that enter next.
                    let appeal = self.appeal(state, country, presence, holders, unit, way.hex);
                    (appeal - if way.path.len() == 1 { 1.0 } else { 0.0 }, way)
                })
                .max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, way)) = best {
                return Some(Order::Move { unit, to: None, path: Some(way.path.clone()) });
            }
        }
        None
    }
}
