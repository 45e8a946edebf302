//! Reinforcements (13.11, K92, K93).

use hexmap::Hex;
use tabletop::{Case, Refusal, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::movement::reach::Walk;
use crate::movement::terms::MovementTerms;
use crate::order::Order;
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::Arrivals;
use crate::state::{Place, State};
use crate::unit::{BrigadeId, UnitId};

impl Battle {
    /// Whether a unit is to come on by this turn and has not.
    pub(crate) fn is_due(&self, state: &State, unit: UnitId) -> bool {
        state.unit(unit).place == Place::Due && self.scenario.starts[unit.index()].turn <= state.turn
    }

    /// A brigade's units that are to come on by this turn and have not (K92).
    pub(crate) fn due_units(&self, state: &State, brigade: BrigadeId) -> Vec<UnitId> {
        self.brigade(brigade).units.iter().copied().filter(|&u| self.is_due(state, u)).collect()
    }

    /// A side's batteries that come on in this Artillery Phase (K59).
    pub(crate) fn due_batteries(&self, state: &State, side: Side) -> Vec<UnitId> {
        self.ids().filter(|&u| self.is_gun(u) && self.unit(u).side == side && self.is_due(state, u)).collect()
    }

    /// The next unit is placed, or its owner is asked where.
    pub(crate) fn step_arrivals(&self, execution: &mut Execution, arrivals: Arrivals) {
        let Some(&unit) = arrivals.units.first() else { return execution.pop() };
        let hexes = match execution.state.hex(unit) {
            None => self.entries(&execution.state, unit),
            Some(hex) => self.ways_out(&execution.state, unit, hex),
        };
        match hexes[..] {
            [] => execution.set(arrivals.without_first()),
            [hex] => self.place_arrival(execution, &arrivals, hex),
            ref choice => execution.set(Arrivals { choice: choice.to_vec(), ..arrivals }),
        }
    }

    fn place_arrival(&self, execution: &mut Execution, arrivals: &Arrivals, to: Hex) {
        let Some(&unit) = arrivals.units.first() else { return };
        execution.set(arrivals.without_first());
        execution.apply(match execution.state.hex(unit) {
            Some(from) => Event::Moved { unit, from, to, cost: 0, case: case!("13.11") },
            None => {
                let assigned = to == self.scenario.starts[unit.index()].hex;
                Event::Arrived { unit, hex: to, case: if assigned { case!("13.11") } else { case!("K93") } }
            }
        });
        self.drive_off_skirmishers(execution, unit);
    }

    /// Where a reinforcement may be placed: in its assigned hex, even with friends there. If the enemy
    /// bars that hex, in the nearest hexes that the enemy does not bar and that are nearer to its own
    /// side, or else in the nearest it does not bar (K93).
    fn entries(&self, state: &State, unit: UnitId) -> Vec<Hex> {
        let side = self.unit(unit).side;
        let assigned = self.scenario.starts[unit.index()].hex;
        let free = |hex: Hex| {
            !self.enemy_in(state, side, hex) && self.enemies_around(state, side, hex).next().is_none()
        };
        if free(assigned) {
            return vec![assigned];
        }
        let home = self.nearest(assigned, |hex| free(hex) && self.is_nearer_home(side, hex, assigned));
        if home.is_empty() { self.nearest(assigned, free) } else { home }
    }

    /// Not farther from either of a side's home edges than another hex, and nearer to one of them.
    fn is_nearer_home(&self, side: Side, hex: Hex, than: Hex) -> bool {
        // Eastward in half hexes, and southward in rows.
        let place = |hex: Hex| {
            let (q, r) = self.map().grid.axial(hex);
            match side {
                Side::Union => (2 * q + r, -r),
                Side::Confederate => (-(2 * q + r), r),
            }
        };
        let (there, here) = (place(hex), place(than));
        there.0 >= here.0 && there.1 >= here.1 && there != here
    }

    /// Where a unit can step aside out of a hex that reinforcements overstack (13.11); nowhere once
    /// it is overstacked no more.
    fn ways_out(&self, state: &State, unit: UnitId, hex: Hex) -> Vec<Hex> {
        if !self.is_overstacked(state, hex) {
            return Vec::new();
        }
        let side = self.unit(unit).side;
        self.around(hex)
            .filter(|&to| !self.enemy_in(state, side, to) && self.may_stand(state, unit, to, false))
            .collect()
    }

    fn is_overstacked(&self, state: &State, hex: Hex) -> bool {
        state.stack(hex).len() > 1 && self.crowd(state, hex) > *self.scenario.tables.stacking.limit
    }

    /// The hexes that reinforcements of a brigade overstack.
    fn crowded_entries(&self, state: &State, brigade: BrigadeId) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = Vec::new();
        for &unit in &self.brigade(brigade).units {
            if let Some(hex) = state.hex(unit)
                && self.scenario.starts[unit.index()].turn > 0
                && !hexes.contains(&hex)
                && self.is_overstacked(state, hex)
            {
                hexes.push(hex);
            }
        }
        hexes
    }

    /// A hex that reinforcements overstack and that a unit of theirs could still leave: their first
    /// move is to end within the limit (13.11).
    pub(super) fn crowd_to_clear(&self, state: &State, movement_terms: &MovementTerms) -> Option<Hex> {
        let crowded = self.crowded_entries(state, movement_terms.brigade);
        if crowded.is_empty() {
            return None;
        }
        let threat = self.threat_to_brigade(state, movement_terms.brigade);
        let leaves = |group: &Vec<UnitId>, hex: Hex| {
            state.hex(group[0]) == Some(hex) && {
                let terms = self.terms(state, movement_terms, group, false);
                !Walk::new(self, state, &threat, group, hex, terms).ends().is_empty()
            }
        };
        let groups = self.able_groups(state, movement_terms);
        crowded.into_iter().find(|&hex| groups.iter().any(|group| leaves(group, hex)))
    }

    /// The Movement Step does not end before that.
    pub(super) fn require_no_crowd(
        &self,
        judging: &mut Judging,
        movement_terms: &MovementTerms,
    ) -> Result<(), Refusal> {
        let crowd = self.crowd_to_clear(judging.state, movement_terms);
        judging.rule_check.check(
            case!("13.11"),
            "no hex is left overstacked by reinforcements",
            crowd.is_none(),
            || {
                format!(
                    "reinforcements overstack {} and can still move",
                    crowd.map_or("", |h| self.number(h))
                )
            },
        )
    }

    /// Reinforcements that overstack a hex and had no move, or none that helped, step aside, the
    /// largest first, until it is overstacked no more (13.11). Says whether there are any.
    pub(crate) fn spread_out(&self, execution: &mut Execution, brigade: BrigadeId) -> bool {
        let state = &execution.state;
        let crowded = self.crowded_entries(state, brigade);
        let mut units: Vec<UnitId> = self
            .brigade(brigade)
            .units
            .iter()
            .copied()
            .filter(|&u| state.hex(u).is_some_and(|hex| crowded.contains(&hex)))
            .collect();
        if units.is_empty() {
            return false;
        }
        units.sort_by_key(|&u| std::cmp::Reverse(self.printed(state, u).strength));
        let side = self.brigade(brigade).side;
        execution.push(Arrivals { side, units, choice: Vec::new() });
        true
    }
}

impl Arrivals {
    /// Those who are left when the first is placed, or stays out.
    fn without_first(&self) -> Arrivals {
        let units = self.units.iter().skip(1).copied().collect();
        Arrivals { side: self.side, units, choice: Vec::new() }
    }
}

impl Ask for Arrivals {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "arrival"
    }

    fn case(&self, _: &State) -> Case {
        case!("K93")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        let name = self.units.first().map_or("", |&u| &battle.unit(u).name);
        format!("choose where {name} comes on")
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (self.units.iter().take(1).copied().collect(), self.choice.clone())
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Arrival
    }

    /// Where the first of them may go.
    fn candidates(&self, _: &Battle, _: &State) -> Vec<Candidate> {
        let first = self.units.iter().take(1);
        tries(first.flat_map(|&unit| self.choice.iter().map(move |&hex| Order::Place { unit, hex })))
    }

    /// The owner chooses where the unit goes.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let (&Order::Place { unit, hex }, Some(&first)) = (order, self.units.first()) else {
            return Err(battle.not_asked(judging, order));
        };
        judging.rule_check.check(
            case!("13.11"),
            "it is this unit that is placed now",
            unit == first,
            || format!("{} is placed now", battle.unit(first).name),
        )?;
        let case = if judging.state.hex(first).is_some() { case!("13.11") } else { case!("K93") };
        judging.rule_check.check(
            case,
            "the hex is one of the nearest that are open to it",
            self.choice.contains(&hex),
            || format!("{} goes to {}", battle.unit(first).name, battle.numbers(&self.choice)),
        )?;
        accept(move |execution| battle.place_arrival(execution, self, hex))
    }
}
