//! The Artillery Phase: the alternating steps of the batteries (9.1 to 9.3, K54, K58, K59).

pub(crate) mod battery_move;
pub(crate) mod battery_rally;

use hexmap::Hex;
use tabletop::{Case, Refusal, Side, case};

use crate::battle::Battle;
use crate::event::{Clearing, Event};
use crate::movement::Asked;
use crate::movement::reach::Threat;
use crate::order::{Order, Part, Shot, StandingOrder, StandingOrders};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{
    Arrivals, Batteries, BatteryHex, FireKind, March, MarchKind, MarchStage, Procedure,
};
use crate::state::State;
use crate::unit::UnitId;

/// Who has the first Artillery Step, unless a position says otherwise (9.1, K59).
pub(crate) const FIRST: Side = Side::Union;

impl Battle {
    /// The phase begins: marks are cleared, batteries that are due come on, and `first` has the
    /// first step: the Union (9.1, K59), unless a position says otherwise. When all of the phase is
    /// over, the procedure below is on top again.
    pub(crate) fn begin_artillery(&self, execution: &mut Execution, first: Side) {
        execution.apply(Event::StepCleared { step: Clearing::Artillery });
        let acts = |side: Side| {
            self.has_ready(&execution.state, side) || !self.due_batteries(&execution.state, side).is_empty()
        };
        match [first, first.other()].into_iter().find(|&side| acts(side)) {
            Some(side) => execution.push(Batteries { side, passed: false }),
            None => return,
        }
        for side in [Side::Confederate, Side::Union] {
            let units = self.due_batteries(&execution.state, side);
            if !units.is_empty() {
                execution.push(Arrivals { side, units, choice: Vec::new() });
            }
        }
    }

    /// A side's batteries in a hex that have still to act.
    fn ready_in(&self, state: &State, side: Side, hex: Hex) -> Vec<UnitId> {
        let ready = |&u: &UnitId| self.is_gun(u) && self.unit(u).side == side && !state.unit(u).acted;
        state.stack(hex).iter().copied().filter(ready).collect()
    }

    /// The hexes a side can act with: those that hold a battery which has not acted (K54).
    fn ready_hexes(&self, state: &State, side: Side) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = Vec::new();
        for (unit, hex) in self.on_map(state, side) {
            if self.is_gun(unit) && !state.unit(unit).acted && !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        hexes
    }

    fn has_ready(&self, state: &State, side: Side) -> bool {
        self.on_map(state, side).any(|(unit, _)| self.is_gun(unit) && !state.unit(unit).acted)
    }

    /// The next Artillery Step: of that side, if it has a battery left to act with; otherwise it
    /// passes (9.3).
    fn next_batteries(&self, execution: &mut Execution, side: Side, passed: bool) {
        let ready = |side: Side| self.has_ready(&execution.state, side);
        if ready(side) {
            execution.set(Batteries { side, passed });
        } else if !passed && ready(side.other()) {
            execution.set(Batteries { side: side.other(), passed: true });
        } else {
            self.end_battery_steps(execution);
        }
    }

    /// Who has no battery left to act with passes (9.3): before it is asked, the step goes on.
    fn settle_batteries(&self, execution: &mut Execution) {
        if let Some(Procedure::Batteries(Batteries { side, passed })) = execution.top() {
            self.next_batteries(execution, side, passed);
        }
    }

    fn end_battery_steps(&self, execution: &mut Execution) {
        execution.pop();
        self.begin_battery_rally(execution);
    }

    fn require_ready(
        &self,
        judging: &mut Judging,
        batteries: &BatteryHex,
        units: &[UnitId],
    ) -> Result<(), Refusal> {
        let left = self.still_ready(judging.state, batteries.hex, &batteries.ready);
        let other = units.iter().find(|u| !left.contains(u));
        judging.rule_check.check(
            case!("9.1"),
            "they are batteries of the chosen hex that have still to act",
            other.is_none() && !units.is_empty(),
            || {
                format!(
                    "{} is not a battery of {} that has still to act",
                    self.called(units),
                    self.number(batteries.hex)
                )
            },
        )
    }

    /// Those who are still in the hex and have not acted or retreated (K58).
    fn still_ready(&self, state: &State, hex: Hex, ready: &[UnitId]) -> Vec<UnitId> {
        ready.iter().copied().filter(|&u| state.hex(u) == Some(hex) && !state.unit(u).acted).collect()
    }

    /// These batteries are done with this act; when they were the last of the hex, the other side
    /// has the next step.
    fn use_batteries(&self, execution: &mut Execution, batteries: &BatteryHex, units: &[UnitId]) {
        execution.apply(Event::BatteriesDone { units: units.to_vec() });
        let BatteryHex { side, hex, ready } = batteries;
        let ready = self.still_ready(&execution.state, *hex, ready);
        if ready.is_empty() {
            execution.pop();
            self.settle_batteries(execution);
        } else {
            execution.set(BatteryHex { side: *side, hex: *hex, ready });
        }
    }

    /// 13.13: batteries that end their move where there is ammunition take it, for good.
    pub(crate) fn end_battery_move(&self, execution: &mut Execution, march: &March) {
        let Some((hex, case)) = self.scenario.resupply else { return };
        for &unit in &march.units {
            let there = execution.state.hex(unit) == Some(hex) && march.path.is_empty();
            if there && march.side == Side::Union && execution.state.unit(unit).low_ammo {
                execution.apply(Event::Ammo { unit, low: false, for_good: true, case });
            }
        }
    }

    /// What may be done with the batteries of a hex, but to be done with them.
    fn battery_acts(&self, state: &State, batteries: &BatteryHex) -> Vec<Order> {
        let BatteryHex { side, hex, ready } = batteries;
        let ready = self.still_ready(state, *hex, ready);
        let shots: Vec<Shot> = self.possible_shots(state, *side, &FireKind::Battery, &ready);
        let mut acts: Vec<Order> = shots.into_iter().map(|shot| Order::Fire { shots: vec![shot] }).collect();
        let threat = Threat::new(state, *side);
        for &unit in &ready {
            self.offer_battery_moves(state, &threat, unit, *hex, &mut acts);
        }
        acts
    }

    /// Whether there is any of those acts.
    fn has_battery_act(&self, state: &State, batteries: &BatteryHex) -> bool {
        let BatteryHex { side, hex, ready } = batteries;
        let ready = self.still_ready(state, *hex, ready);
        let threat = Threat::new(state, *side);
        ready.iter().any(|&unit| self.can_roll_somewhere(state, &threat, unit, *hex))
            || self.can_fire(state, *side, &FireKind::Battery, &ready)
    }
}

impl Ask for Batteries {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "batteries"
    }

    fn case(&self, _: &State) -> Case {
        case!("9.1")
    }

    fn words(&self, _: &Battle, _: &State) -> String {
        "choose a hex of batteries to act, or pass".to_owned()
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Batteries
    }

    fn standing_order(&self, _: &Battle, _: &State, told: &StandingOrders) -> StandingOrder {
        if told.pass_artillery { StandingOrder::Never } else { StandingOrder::Ask }
    }

    /// 9.3: who has no battery left to act with passes, the option or not. A fire of the step
    /// before may have taken the last.
    fn ends_itself(&self, battle: &Battle, execution: &Execution) -> Option<Order> {
        let done = !battle.first_form && !battle.has_ready(&execution.state, self.side);
        done.then_some(Order::Pass {})
    }

    /// The hexes it can act with, and none.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let hexes = battle.ready_hexes(state, self.side).into_iter();
        tries(hexes.map(|hex| Order::Batteries { hex }).chain([Order::Pass {}]))
    }

    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Batteries { side, passed } = *self;
        match *order {
            Order::Pass {} => accept(move |execution| {
                execution.apply(Event::Passed { side, case: case!("9.3") });
                if passed {
                    battle.end_battery_steps(execution);
                } else {
                    battle.next_batteries(execution, side.other(), true);
                }
            }),
            Order::Batteries { hex } => {
                let ready = battle.ready_in(judging.state, side, hex);
                judging.rule_check.check(
                    case!("9.1"),
                    "a battery there has still to act",
                    !ready.is_empty(),
                    || format!("no battery in {} has still to act", battle.number(hex)),
                )?;
                accept(move |execution| {
                    execution.apply(Event::BatteriesChosen { side, hex });
                    execution.set(Batteries { side: side.other(), passed: false });
                    execution.push(BatteryHex { side, hex, ready });
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }
}

impl Ask for BatteryHex {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "battery-hex"
    }

    fn case(&self, _: &State) -> Case {
        case!("9.1")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("fire or move with the batteries of {}", battle.number(self.hex))
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (self.ready.clone(), vec![self.hex])
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::BatteryHex(self.hex)
    }

    fn ends_itself(&self, battle: &Battle, execution: &Execution) -> Option<Order> {
        let brisk = battle.options.brisk && !battle.first_form;
        (brisk && !battle.has_battery_act(&execution.state, self)).then_some(Order::End {})
    }

    /// Every fire and move of its batteries, and to be done with them.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let acts = battle.battery_acts(state, self).into_iter().map(Candidate::Legal);
        acts.chain([Candidate::Try(Order::End {})]).collect()
    }

    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let side = self.side;
        match order {
            Order::End {} | Order::Pass {} => accept(|execution| {
                let left = battle.still_ready(&execution.state, self.hex, &self.ready);
                if !left.is_empty() {
                    execution.apply(Event::BatteriesDone { units: left });
                }
                execution.pop();
                battle.settle_batteries(execution);
            }),
            Order::Fire { shots } => {
                let units: Vec<UnitId> = shots.iter().flat_map(|s| s.units.iter().copied()).collect();
                battle.require_ready(judging, self, &units)?;
                battle.require_awake(judging, shots)?;
                battle.check_shots(judging, side, &FireKind::Battery, shots)?;
                accept(move |execution| {
                    battle.use_batteries(execution, self, &units);
                    battle.volley(execution, side, FireKind::Battery, shots.clone());
                })
            }
            Order::Move { units, to, path, exit, charge } => {
                let asked = Asked { units, to: *to, path: path.as_deref(), exit: *exit, charge: *charge };
                battle.require_ready(judging, self, units)?;
                let plan = battle.judge_battery_move(judging, side, &asked)?;
                accept(move |execution| {
                    battle.use_batteries(execution, self, units);
                    execution.push(March {
                        side,
                        units: units.clone(),
                        at: plan.start,
                        path: plan.path,
                        exit: *exit,
                        kind: MarchKind::Battery,
                        stage: MarchStage::Leaving,
                        withdrawn: Vec::new(),
                        stirred: false,
                    });
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }

    fn parts(&self, battle: &Battle, state: &State) -> Option<Vec<Part>> {
        let ready = battle.still_ready(state, self.hex, &self.ready);
        let groups = battle.firing_groups(state, &FireKind::Battery, &ready);
        let moves = ready.iter().map(|&unit| Part::Move(vec![unit]));
        Some(groups.into_iter().map(Part::Fire).chain(moves).chain([Part::Order(Order::End {})]).collect())
    }

    fn fire_kind(&self) -> Option<FireKind> {
        Some(FireKind::Battery)
    }

    fn battery_hex(&self) -> Option<Hex> {
        Some(self.hex)
    }
}
