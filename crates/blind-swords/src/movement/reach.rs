//! Where units can go, and why not elsewhere (13.1 to 13.6, 9.5, 16.1).

use hexmap::{Direction, Grid, Hex, HexSet, Reach, Step};
use tabletop::{Case, Side, case, spelled};

use crate::battle::Battle;
use crate::movement::step_costs::{MoverClass, StepCost, StepCostTable, StepCosts};
use crate::pick::draw;
use crate::state::State;
use crate::unit::UnitId;

thread_local! {
    /// The working memory of searches: kept, because a search is short and its memory is not.
    static REACH: std::cell::Cell<Reach> = std::cell::Cell::default();
}

/// Where the enemies of a side stand.
#[derive(Clone, Copy)]
pub(crate) struct Threat<'a> {
    pub adjacent: &'a HexSet,
    pub held: &'a HexSet,
}

impl<'a> Threat<'a> {
    pub(crate) fn new(state: &'a State, side: Side) -> Threat<'a> {
        let enemy = side.other();
        Threat { adjacent: state.stacks.near(enemy), held: state.stacks.held(enemy) }
    }
}

/// What an engaged battery must get away from (9.5b, K56).
struct Flight {
    /// The enemies who engaged it when it began, with their distances.
    from: Vec<(Hex, u32)>,
    /// It began next to one of them.
    adjacent: bool,
}

impl Flight {
    /// Where batteries engage others than these, who do so at that distance (9.5b).
    fn shunned(&self, grid: &Grid, threat: &Threat, engaged: u8) -> HexSet {
        if self.from.is_empty() {
            // Farther from an enemy by a hex is next to a hex as near as before.
            let mut near = threat.adjacent.clone();
            for _ in 1..engaged {
                near.join(&grid.next_to(&near));
            }
            return near;
        }
        let near = if self.adjacent { engaged - 1 } else { engaged };
        let others = threat.held.iter().filter(|hex| !self.from.iter().any(|(enemy, _)| enemy == hex));
        others.flat_map(|hex| grid.within(hex, near)).collect()
    }
}

/// Why units may not make a step, as it is said after the number of the hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Barrier {
    By(Case, &'static str),
    /// An enemy so near that it would engage a battery there (9.5b).
    Engaged(u8),
}

impl Barrier {
    pub(crate) fn case(self) -> Case {
        match self {
            Barrier::By(case, _) => case,
            Barrier::Engaged(_) => case!("9.5b"),
        }
    }
}

impl std::fmt::Display for Barrier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Barrier::By(_, text) => f.write_str(text),
            Barrier::Engaged(within) => {
                let within = spelled(u32::from(*within));
                write!(f, "is within {within} hexes of the enemy, which batteries may not engage")
            }
        }
    }
}

const NEARER: Barrier =
    Barrier::By(case!("K56"), "is nearer to an enemy that the battery may only move away from");

/// The terms on which units move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    /// In half points, what is spent included.
    pub allowance: u8,
    /// Movement spent, counted in half points.
    pub spent: u8,
    /// They have done something of their move already: the one hex that is always allowed is gone
    /// (K57).
    pub begun: bool,
    /// They may move next to enemies (13.6).
    pub engages: bool,
    /// March Column (13.5a).
    pub marches: bool,
    /// It is a Charge Move (13.10).
    pub charge: bool,
}

/// Units of one hex about to move.
pub(crate) struct Walk<'a> {
    battle: &'a Battle,
    state: &'a State,
    threat: Threat<'a>,
    units: &'a [UnitId],
    side: Side,
    pub start: Hex,
    pub terms: Terms,
    /// By the class of each mover, what steps cost.
    costs: Vec<&'a [StepCosts]>,
    room: u16,
    skirmish: bool,
    flight: Option<Flight>,
    /// Hexes that may not be entered from wherever: a search asks of very many steps, and of few why
    /// not.
    closed: HexSet,
    /// Of a step into another hex it matters from where it is made.
    wary: bool,
}

impl<'a> Walk<'a> {
    /// The units, who stand together in `start`, on these terms.
    pub(crate) fn new(
        battle: &'a Battle,
        state: &'a State,
        threat: &Threat<'a>,
        units: &'a [UnitId],
        start: Hex,
        terms: Terms,
    ) -> Walk<'a> {
        let mut classes: Vec<MoverClass> = Vec::with_capacity(1);
        for &unit in units {
            let class = MoverClass { mover: battle.mover(state, unit), skirmish: state.unit(unit).skirmish };
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        let engaged = *battle.scenario.numbers.battery_engaged;
        let flight = units.iter().any(|&u| battle.is_gun(u)).then(|| {
            let from: Vec<(Hex, u32)> = threat
                .held
                .iter()
                .map(|hex| (hex, battle.distance(start, hex)))
                .filter(|&(_, distance)| distance <= u32::from(engaged))
                .collect();
            Flight { adjacent: from.iter().any(|&(_, distance)| distance == 1), from }
        });
        let skirmish = classes.iter().any(|p| p.skirmish);
        let grid = &battle.map().grid;
        let table = battle.step_costs();
        let mut closed = threat.held.clone();
        if let Some(area) = &battle.scenario.area {
            closed.join_others(area);
        }
        match &flight {
            // Batteries keep off; those who are engaged get away (9.5b, K56).
            Some(flight) => closed.join(&flight.shunned(grid, threat, engaged)),
            None if skirmish || !terms.engages => closed.join(threat.adjacent),
            None => {}
        }
        Walk {
            battle,
            state,
            threat: *threat,
            units,
            side: units.first().map_or(Side::Union, |&u| battle.unit(u).side),
            start,
            terms,
            room: units.iter().map(|&u| battle.room(state, u)).sum(),
            skirmish,
            costs: classes.iter().map(|&class| table.of(class)).collect(),
            wary: terms.charge || flight.as_ref().is_some_and(|flight| !flight.from.is_empty()),
            flight,
            closed,
        }
    }

    /// Why the units may not make a step, whatever it costs; nothing if they may.
    #[inline]
    pub(crate) fn barrier(&self, from: Hex, direction: Direction, to: Hex) -> Option<Barrier> {
        if self.closed.contains(to) {
            Some(self.closure(from, to))
        } else if self.wary {
            self.step_barrier(from, direction, to)
        } else {
            None
        }
    }

    /// Why they may not make this step into a hex that is not closed.
    fn step_barrier(&self, from: Hex, direction: Direction, to: Hex) -> Option<Barrier> {
        if self.is_nearer(from, to) {
            return Some(NEARER);
        }
        if self.terms.charge { self.charge_barrier(from, direction, to) } else { None }
    }

    /// Why a hex is closed to them.
    #[cold]
    fn closure(&self, from: Hex, to: Hex) -> Barrier {
        if !self.battle.in_play(to) {
            Barrier::By(self.battle.scenario.area_case, "is out of play")
        } else if self.threat.held.contains(to) {
            Barrier::By(case!("13.1"), "is held by the enemy")
        } else if self.is_nearer(from, to) {
            NEARER
        } else if self.flight.is_some() {
            Barrier::Engaged(*self.battle.scenario.numbers.battery_engaged)
        } else if self.skirmish {
            Barrier::By(case!("16.1"), "is next to the enemy, which a unit in Skirmish Order may not engage")
        } else {
            let case = if self.threat.adjacent.contains(from) { case!("K65") } else { case!("13.6") };
            Barrier::By(case, "is next to the enemy, which these units may not engage now")
        }
    }

    /// The step leads an engaged battery nearer to whom it must get away from (K56).
    #[inline]
    fn is_nearer(&self, from: Hex, to: Hex) -> bool {
        let distance = |a: Hex, b: Hex| self.battle.distance(a, b);
        let enemies = self.flight.as_ref().map_or(&[][..], |flight| &flight.from);
        enemies.iter().any(|&(enemy, _)| distance(to, enemy) < distance(from, enemy))
    }

    /// 13.10: ground and hexsides of a Charge Move, and no crowding on the way.
    fn charge_barrier(&self, from: Hex, direction: Direction, to: Hex) -> Option<Barrier> {
        if !self.battle.is_charge_ground(to) {
            return Some(Barrier::By(case!("13.10"), "cannot be charged through"));
        }
        if self.battle.map().side(from, direction).slope != hexmap::Slope::None {
            return Some(Barrier::By(case!("13.10"), "is beyond a slope, which no charge may cross"));
        }
        self.is_crowded(to).then_some(Barrier::By(case!("13.10"), "would be overstacked by the charge"))
    }

    pub(crate) fn is_stack(&self) -> bool {
        self.units.len() > 1
    }

    /// Enemies stand next to that hex.
    pub(crate) fn is_threatened(&self, hex: Hex) -> bool {
        self.threat.adjacent.contains(hex)
    }

    /// Horses and others would stand together there (6.1b).
    pub(crate) fn is_motley(&self, hex: Hex) -> bool {
        let others = self.state.stack(hex).iter().filter(|u| !self.units.contains(u));
        let all = || others.clone().chain(self.units).map(|&u| self.battle.is_mounted(self.state, u));
        all().any(|m| m) && !all().all(|m| m)
    }

    /// More than the limit would be in the hex while the movers are there (6.1c).
    pub(crate) fn is_crowded(&self, hex: Hex) -> bool {
        let others: u16 = self
            .state
            .stack(hex)
            .iter()
            .filter(|u| !self.units.contains(u))
            .map(|&u| self.battle.room(self.state, u))
            .sum();
        others > 0 && others + self.room > *self.battle.scenario.tables.stacking.limit
    }

    /// What the step costs the units, in half points: the slowest pays for all (K68). `None` where
    /// a battery would climb a Steep Slope otherwise than from where it began (9.5a).
    #[inline]
    pub(crate) fn cost(&self, from: Hex, direction: Direction, to: Hex, spent: u8) -> Option<u8> {
        let costs = self.costs.iter().map(|costs| {
            let step = costs[StepCostTable::index(from, direction)];
            // Along a road the limit of 10 points holds in every hex (13.5b).
            step.least(self.terms.marches, || !self.is_crowded(to))
        });
        let cost = StepCost::of(costs.max()?);
        let left = self.terms.allowance - spent;
        let first = spent == self.terms.spent && !self.terms.begun;
        match cost {
            StepCost::Whole => first.then_some(left),
            // One hex is always allowed (13.3).
            StepCost::Points(points) if points > left && first => Some(left),
            StepCost::Points(points) => Some(points),
        }
    }

    #[inline]
    fn enter(
        &self,
        from: Hex,
        direction: Direction,
        to: Hex,
        spent: u8,
        careful: bool,
    ) -> Option<(u8, Step)> {
        if self.barrier(from, direction, to).is_some() {
            return None;
        }
        let cost = self.cost(from, direction, to, spent)?;
        // Units of a stack leave a hex next to enemies one by one (13.7).
        let stop = (careful || self.units.len() > 1) && self.threat.adjacent.contains(to);
        Some((cost, if stop { Step::Stop } else { Step::Through }))
    }

    /// Whether the move could end there, stacking aside: engaged batteries have got away, a charge
    /// has its enemy.
    pub(crate) fn fulfilled(&self, hex: Hex) -> bool {
        if let Some(flight) = &self.flight {
            return flight.from.iter().all(|&(enemy, was)| self.battle.distance(hex, enemy) > was);
        }
        !self.terms.charge || self.battle.has_charge_target(self.state, self.side, hex)
    }

    /// Whether the units could stay in a hex (6.1).
    pub(crate) fn may_stay(&self, hex: Hex) -> bool {
        (self.state.stack(hex).is_empty() && self.units.len() == 1)
            || self.battle.may_stand_with(self.state, self.units, hex, false)
    }

    /// A unit whom others forced into a wrong stack, and who finds no right one, may end where
    /// there is room (K38).
    fn may_stay_wrong(&self, hex: Hex) -> bool {
        let wrong =
            self.units.iter().any(|&u| self.battle.is_wrongly_stacked(u, self.state.stack(self.start)));
        wrong && self.battle.may_stand_with(self.state, self.units, hex, true)
    }

    /// Searches as far as `limit`, or until the way to a target is settled. `careful`: not past
    /// enemies.
    fn search<T>(&self, target: Option<Hex>, limit: u8, careful: bool, read: impl FnOnce(&Reach) -> T) -> T {
        let mut reach = REACH.take();
        reach.search_to(
            &self.battle.map().grid,
            self.start,
            target,
            self.terms.spent,
            limit,
            |from, direction, to, spent| self.enter(from, direction, to, spent, careful),
        );
        let result = read(&reach);
        REACH.set(reach);
        result
    }

    /// The hexes in which the move can end, with what is spent then.
    pub(crate) fn ends(&self) -> Vec<(Hex, u8)> {
        if self.terms.allowance == 0 {
            return Vec::new();
        }
        self.search(None, self.terms.allowance, false, |reach| {
            let all = || {
                reach
                    .hexes()
                    .iter()
                    .filter_map(|&h| Some((h, reach.cost(h)?)))
                    .filter(|&(h, _)| self.fulfilled(h))
            };
            let right: Vec<(Hex, u8)> = all().filter(|&(h, _)| self.may_stay(h)).collect();
            if right.is_empty() { all().filter(|&(h, _)| self.may_stay_wrong(h)).collect() } else { right }
        })
    }

    /// One of those hexes, drawn by `pick` from all that are in reach: only what is drawn is looked
    /// at.
    pub(crate) fn some_end(&self, mut pick: impl FnMut(usize) -> usize) -> Option<Hex> {
        if self.terms.allowance == 0 {
            return None;
        }
        self.search(None, self.terms.allowance, false, |reach| {
            let mut draw = |does: &dyn Fn(Hex) -> bool| {
                draw(reach.hexes().to_vec(), &mut pick, |&hex| self.fulfilled(hex) && does(hex))
            };
            draw(&|hex| self.may_stay(hex)).or_else(|| draw(&|hex| self.may_stay_wrong(hex)))
        })
    }

    /// Whether a single step leads to where the move can end, which settles most questions whether
    /// any way does.
    pub(crate) fn ends_next_door(&self) -> bool {
        let Terms { spent, allowance, .. } = self.terms;
        let left = allowance.saturating_sub(spent);
        self.battle.map().grid.neighbours(self.start).any(|(direction, to)| {
            self.enter(self.start, direction, to, spent, false).is_some_and(|(cost, _)| cost <= left)
                && self.fulfilled(to)
                && self.may_stay(to)
        })
    }

    /// Whether there is any hex in which the move can end: whether [`Walk::ends`] finds one.
    pub(crate) fn ends_anywhere(&self) -> bool {
        self.terms.allowance > 0 && (self.ends_next_door() || !self.ends().is_empty())
    }

    /// Whether the move may end in that hex: by the rules of stacking, as far as any hex in reach
    /// allows (K38).
    pub(crate) fn may_end(&self, hex: Hex) -> bool {
        self.may_stay(hex)
            || (self.may_stay_wrong(hex) && !self.ends().iter().any(|&(h, _)| self.may_stay(h)))
    }

    /// A cheapest way to a hex with what each step costs; of several one that does not pass by
    /// enemies, if there is one.
    pub(crate) fn way(&self, to: Hex) -> Option<Vec<(Hex, u8)>> {
        let found = |limit, careful| {
            self.search(Some(to), limit, careful, |reach| {
                let cost = reach.cost(to)?;
                let mut spent = self.terms.spent;
                let steps = reach.path(self.start, to).into_iter().map(|hex| {
                    let total = reach.cost(hex).unwrap_or(spent);
                    let step = (hex, total - spent);
                    spent = total;
                    step
                });
                Some((cost, steps.collect::<Vec<_>>()))
            })
        };
        let (cost, way) = found(self.terms.allowance, false)?;
        // A stack stops next to enemies in any case (13.7). And a way that passes by no enemy is the
        // one that a careful search would find: among equal ways it only leaves out others.
        let passes = way.iter().any(|&(hex, _)| hex != to && self.is_threatened(hex));
        if self.units.len() > 1 || !passes {
            return Some(way);
        }
        match found(cost, true) {
            Some((same, careful)) if same == cost => Some(careful),
            _ => Some(way),
        }
    }
}
