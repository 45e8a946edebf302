//! The way units take: given hex by hex, or found; why it is closed to them; where all it could end
//! (13.1 to 13.7).

use hexmap::Hex;
use tabletop::{Case, Refusal, RuleCheck, case, spelled};

use crate::battle::Battle;
use crate::movement::reach::{Barrier, Threat, Walk};
use crate::movement::terms::MovementTerms;
use crate::movement::{Asked, Plan};
use crate::order::Order;
use crate::pick::draw;
use crate::state::State;
use crate::unit::UnitId;

/// Half points as people read them.
pub(super) fn points(halves: u8) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    Hex(Hex),
    /// Off the map, from where it begins.
    Off,
    /// To a hex by a Charge Move.
    Charge(Hex),
}

impl Goal {
    /// The order that leads units there.
    pub(crate) fn order(self, units: &[UnitId]) -> Order {
        let (to, exit, charge) = match self {
            Goal::Hex(hex) => (Some(hex), false, false),
            Goal::Off => (None, true, false),
            Goal::Charge(hex) => (Some(hex), false, true),
        };
        Order::Move { units: units.to_vec(), to, path: None, exit, charge }
    }
}

impl Battle {
    /// Every case of the way and of its end.
    pub(crate) fn judge_way(
        &self,
        rule_check: &mut RuleCheck,
        walk: &Walk,
        asked: &Asked,
    ) -> Result<Plan, Refusal> {
        let terms = walk.terms;
        let one = asked.to.is_none() || asked.path.is_none();
        rule_check.check(case!("13.1"), "the way is given once", one, || {
            "give its destination or its path, not both".to_owned()
        })?;
        let stays = asked.path.is_none_or(<[Hex]>::is_empty) && asked.to.is_none_or(|to| to == walk.start);
        rule_check.check(case!("13.1"), "the move leads somewhere", !stays || asked.exit, || {
            format!("{} would stay in {}", self.called(asked.units), self.number(walk.start))
        })?;
        let path = match (asked.path, asked.to) {
            (Some(path), _) => self.follow(rule_check, walk, path)?,
            (None, Some(to)) if to != walk.start => self.find_way(rule_check, walk, to)?,
            _ => Vec::new(),
        };
        let end = path.last().map_or(walk.start, |&(hex, _)| hex);
        let mut spent = terms.spent + path.iter().map(|&(_, cost)| cost).sum::<u8>();
        let several = asked.units.len() > 1;
        let steps = path.len() + usize::from(asked.exit);
        rule_check.check(
            case!("13.7"),
            "units leave a hex next to enemies one by one",
            !(several && steps > 0 && walk.is_threatened(walk.start)),
            || format!("enemies are next to {}: each unit leaves it singly", self.number(walk.start)),
        )?;
        if asked.exit {
            spent = self.require_exit(rule_check, walk, end, spent)?;
            rule_check.check(case!("13.10"), "a charge does not leave the map", !asked.charge, || {
                "a charge ends next to an enemy".to_owned()
            })?;
        } else {
            let fulfilled = walk.fulfilled(end);
            let case = if asked.charge { case!("13.10") } else { case!("K56") };
            rule_check.check(case, "the move ends where it must", fulfilled, || {
                if asked.charge {
                    format!("in {} there is no adjacent enemy that it could charge", self.number(end))
                } else {
                    let within = spelled(u32::from(*self.scenario.numbers.battery_engaged));
                    format!("{} is not farther from every enemy within {within} hexes", self.number(end))
                }
            })?;
            let stays = walk.may_end(end);
            let (case, text) = self.stacking_fault(walk, asked.units, end);
            rule_check.check(case, "the units may stay where the move ends", stays, || text)?;
        }
        Ok(Plan { start: walk.start, path, spent, allowance: terms.allowance, before: terms.spent })
    }

    /// A way given hex by hex.
    fn follow(
        &self,
        rule_check: &mut RuleCheck,
        walk: &Walk,
        path: &[Hex],
    ) -> Result<Vec<(Hex, u8)>, Refusal> {
        let (mut from, mut spent, mut steps) = (walk.start, walk.terms.spent, Vec::new());
        for (i, &to) in path.iter().enumerate() {
            let direction = self.map().grid.direction(from, to);
            let (here, there) = (self.number(from), self.number(to));
            rule_check.check(
                case!("13.1"),
                "each hex is next to the one before",
                direction.is_some(),
                || format!("{there} is not next to {here}"),
            )?;
            let Some(direction) = direction else { continue };
            self.require_open(rule_check, walk, from, direction, to)?;
            let cost = walk.cost(from, direction, to, spent);
            rule_check.check(
                case!("9.5a"),
                "a battery climbs a Steep Slope only from where it began",
                cost.is_some(),
                || format!("a battery climbs from {here} to {there} only as its whole move"),
            )?;
            let cost = cost.unwrap_or(0);
            let enough = u16::from(spent) + u16::from(cost) <= u16::from(walk.terms.allowance);
            rule_check.check(case!("13.3"), "the movement points suffice", enough, || {
                format!(
                    "{there} costs {} and {} of {} are left",
                    points(cost),
                    points(walk.terms.allowance - spent),
                    points(walk.terms.allowance)
                )
            })?;
            let passes = i + 1 < path.len() && walk.is_stack() && walk.is_threatened(to);
            rule_check.check(case!("13.7"), "a stack does not pass by enemies", !passes, || {
                format!("enemies are next to {there}: each unit leaves it singly")
            })?;
            spent += cost;
            steps.push((to, cost));
            from = to;
        }
        Ok(steps)
    }

    fn require_open(
        &self,
        rule_check: &mut RuleCheck,
        walk: &Walk,
        from: Hex,
        direction: hexmap::Direction,
        to: Hex,
    ) -> Result<(), Refusal> {
        let barrier = walk.barrier(from, direction, to);
        let case = barrier.map_or(case!("13.1"), Barrier::case);
        rule_check.check(case, "the hex may be entered", barrier.is_none(), || {
            let barrier = barrier.map_or_else(String::new, |barrier| barrier.to_string());
            format!("{} {barrier}", self.number(to))
        })
    }

    /// A cheapest way; where there is none, what stands in it.
    fn find_way(&self, rule_check: &mut RuleCheck, walk: &Walk, to: Hex) -> Result<Vec<(Hex, u8)>, Refusal> {
        if let Some(way) = walk.way(to) {
            return Ok(way);
        }
        // What bars the last step, whichever way it is made, bars the hex.
        let steps: Vec<_> = self.map().grid.neighbours(to).map(|(d, from)| (from, d.opposite())).collect();
        let bars: Vec<Barrier> = steps.iter().filter_map(|&(from, d)| walk.barrier(from, d, to)).collect();
        // The plainest reason is given: not what bars only those who stand next to the enemy
        // already.
        let plain = bars.iter().min_by_key(|barrier| barrier.case() == case!("K65"));
        if let (Some(barrier), true) = (plain, bars.len() == steps.len()) {
            rule_check.check(barrier.case(), "the hex may be entered", false, || {
                format!("{} {barrier}", self.number(to))
            })?;
        }
        rule_check.check(case!("13.3"), "the movement points suffice", false, || {
            format!(
                "{} is out of reach with {} movement points",
                self.number(to),
                points(walk.terms.allowance - walk.terms.spent)
            )
        })?;
        Ok(Vec::new())
    }

    /// 13.12, K71: what must be so to leave the map; what is spent then.
    fn require_exit(
        &self,
        rule_check: &mut RuleCheck,
        walk: &Walk,
        end: Hex,
        spent: u8,
    ) -> Result<u8, Refusal> {
        let number = self.number(end);
        let edge = self.map().grid.neighbours(end).count() < 6;
        rule_check.check(
            self.scenario.area_case,
            "the whole map is in play",
            self.scenario.area.is_none(),
            || "no unit may leave the area of play voluntarily (K71)".to_owned(),
        )?;
        rule_check.check(case!("13.12"), "it leaves from the edge of the map", edge, || {
            format!("{number} is not on the edge of the map")
        })?;
        let total = spent.saturating_add(*self.scenario.tables.costs.exit);
        rule_check.check(
            case!("13.12"),
            "the movement points suffice to leave",
            total <= walk.terms.allowance,
            || {
                format!(
                    "leaving the map costs a movement point, and {} are left",
                    points(walk.terms.allowance - spent)
                )
            },
        )?;
        Ok(total)
    }

    /// Which rule of stacking keeps units out of a hex, in words (6.1).
    fn stacking_fault(&self, walk: &Walk, units: &[UnitId], hex: Hex) -> (Case, String) {
        let (number, called) = (self.number(hex), self.called(units));
        if walk.is_crowded(hex) {
            (case!("6.1"), format!("{called} would overstack {number}"))
        } else if walk.is_motley(hex) {
            (case!("6.1b"), format!("{called} would stack mounted and other units in {number}"))
        } else {
            (case!("6.1d"), format!("{called} would stack half a regiment with other units in {number}"))
        }
    }

    /// Units of the brigade that could begin or go on with a move, as groups that move together:
    /// who is in the midst of a move goes on as one.
    pub(crate) fn able_groups(&self, state: &State, movement_terms: &MovementTerms) -> Vec<Vec<UnitId>> {
        let able = |&u: &UnitId| {
            let there = state.unit(u);
            state.hex(u).is_some() && !there.moved && !there.frozen && !there.chaos
        };
        let moving: &[UnitId] = movement_terms.moving.as_ref().map_or(&[], |m| &m.units);
        let mut groups: Vec<Vec<UnitId>> = Vec::new();
        if !moving.is_empty() && moving.iter().all(able) {
            groups.push(moving.to_vec());
        }
        let brigade = &self.brigade(movement_terms.brigade).units;
        groups.extend(brigade.iter().filter(|u| able(u) && !moving.contains(u)).map(|&u| vec![u]));
        groups
    }

    /// Every move of single units, of those who are under way, with charges, changes of mount and
    /// exits.
    pub(super) fn offer_feet(&self, state: &State, movement_terms: &MovementTerms) -> Vec<Order> {
        let mut offers = Vec::new();
        let groups = self.able_groups(state, movement_terms);
        if groups.is_empty() {
            return offers;
        }
        let threat = self.threat_to_brigade(state, movement_terms.brigade);
        for units in &groups {
            self.offer_ways(state, movement_terms, &threat, units, &mut offers);
            self.offer_changes(state, movement_terms, units, &mut offers);
        }
        offers
    }

    /// Every move of these units, with exits and charges.
    pub(crate) fn offer_ways(
        &self,
        state: &State,
        movement_terms: &MovementTerms,
        threat: &Threat,
        units: &[UnitId],
        offers: &mut Vec<Order>,
    ) {
        let goals = self.goals(state, movement_terms, threat, units);
        offers.extend(goals.into_iter().map(|goal| goal.order(units)));
    }

    pub(crate) fn goals(
        &self,
        state: &State,
        movement_terms: &MovementTerms,
        threat: &Threat,
        units: &[UnitId],
    ) -> Vec<Goal> {
        let costs = self.goal_costs(state, movement_terms, threat, units);
        costs.into_iter().map(|(goal, _)| goal).collect()
    }

    /// Where these units can go, and what they will have spent of their allowance there, in half
    /// points; of leaving the map that is not told.
    pub(crate) fn goal_costs(
        &self,
        state: &State,
        movement_terms: &MovementTerms,
        threat: &Threat,
        units: &[UnitId],
    ) -> Vec<(Goal, Option<u8>)> {
        let mut goals = Vec::new();
        let Some(start) = units.first().and_then(|&u| state.hex(u)) else { return goals };
        let terms = self.terms(state, movement_terms, units, false);
        if terms.allowance == 0 {
            return goals;
        }
        let walk = Walk::new(self, state, threat, units, start, terms);
        if self.may_leave(&walk, units) {
            goals.extend(walk.ends().into_iter().map(|(hex, spent)| (Goal::Hex(hex), Some(spent))));
            goals.extend(self.may_exit(&walk).then_some((Goal::Off, None)));
            if self.may_charge(state, movement_terms, &walk, units) {
                let terms = self.terms(state, movement_terms, units, true);
                let walk = Walk::new(self, state, threat, units, start, terms);
                goals.extend(walk.ends().into_iter().map(|(hex, spent)| (Goal::Charge(hex), Some(spent))));
            }
        }
        goals
    }

    /// One of those goals, drawn by `pick`.
    pub(crate) fn some_goal(
        &self,
        state: &State,
        movement_terms: &MovementTerms,
        threat: &Threat,
        units: &[UnitId],
        pick: impl FnMut(usize) -> usize,
    ) -> Option<Goal> {
        let start = units.first().and_then(|&u| state.hex(u))?;
        let terms = self.terms(state, movement_terms, units, false);
        let walk = Walk::new(self, state, threat, units, start, terms);
        if self.may_exit(&walk) || self.may_charge(state, movement_terms, &walk, units) {
            return draw(self.goals(state, movement_terms, threat, units), pick, |_| true);
        }
        let leaves = terms.allowance > 0 && self.may_leave(&walk, units);
        if leaves { walk.some_end(pick).map(Goal::Hex) } else { None }
    }

    /// Whether these units can go anywhere.
    pub(crate) fn can_go(
        &self,
        state: &State,
        movement_terms: &MovementTerms,
        threat: &Threat,
        units: &[UnitId],
    ) -> bool {
        let Some(start) = units.first().and_then(|&u| state.hex(u)) else { return false };
        let terms = self.terms(state, movement_terms, units, false);
        let next_door = terms.allowance > 0 && {
            let walk = Walk::new(self, state, threat, units, start, terms);
            self.may_leave(&walk, units) && walk.ends_next_door()
        };
        next_door || !self.goals(state, movement_terms, threat, units).is_empty()
    }

    /// Units leave a hex next to enemies one by one (13.7).
    fn may_leave(&self, walk: &Walk, units: &[UnitId]) -> bool {
        units.len() == 1 || !walk.is_threatened(walk.start)
    }

    /// Whether the units could leave the map from where they are.
    fn may_exit(&self, walk: &Walk) -> bool {
        self.scenario.area.is_none()
            && self.map().grid.neighbours(walk.start).count() < 6
            && walk.terms.spent + *self.scenario.tables.costs.exit <= walk.terms.allowance
    }

    /// Whether the units could begin a Charge Move.
    fn may_charge(
        &self,
        state: &State,
        movement_terms: &MovementTerms,
        walk: &Walk,
        units: &[UnitId],
    ) -> bool {
        movement_terms.closes && !walk.terms.begun && units.iter().all(|&u| self.can_charge(state, u))
    }

    /// What else these units may do with their move: mount, dismount, leave Skirmish Order.
    pub(crate) fn offer_changes(
        &self,
        state: &State,
        movement_terms: &MovementTerms,
        units: &[UnitId],
        offers: &mut Vec<Order>,
    ) {
        let terms = self.terms(state, movement_terms, units, false);
        if terms.allowance == 0 {
            return;
        }
        for &unit in units {
            if self.can_change_mount(state, movement_terms, unit) {
                offers.push(Order::Mount { unit });
            }
            let leave = *self.scenario.tables.costs.leave_skirmish;
            if state.unit(unit).skirmish
                && !terms.begun
                && leave <= self.allowance(state, movement_terms, &[unit])
            {
                offers.push(Order::LeaveSkirmish { unit });
            }
        }
    }
}
