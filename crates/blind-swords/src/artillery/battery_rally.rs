//! The rally of batteries at the end of the Artillery Phase (9.4, K55).

use tabletop::{Case, Refusal, Side, case, spelled};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::{Order, Rally};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::BatteryRally;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// Whether a battery has kept still in the steps before, with friends on foot at hand and the
    /// enemy far.
    fn may_rest(&self, state: &State, unit: UnitId) -> bool {
        self.is_gun(unit)
            && state.hex(unit).is_some()
            && !state.unit(unit).disturbed
            && self.has_foot_at_hand(state, unit)
            && self.far_from_enemies(state, unit)
    }

    fn has_foot_at_hand(&self, state: &State, unit: UnitId) -> bool {
        let Some(hex) = state.hex(unit) else { return false };
        let side = self.unit(unit).side;
        let foot = |&u: &UnitId| self.unit(u).side == side && self.is_foot(state, u);
        state.stack(hex).iter().any(foot) || self.around(hex).any(|near| state.stack(near).iter().any(foot))
    }

    /// What a battery could rally from.
    fn rallies_of(&self, state: &State, unit: UnitId) -> Vec<Rally> {
        let there = state.unit(unit);
        let fresh = self.unit(unit).faces.fresh.is_some();
        [(Rally::Recover, there.hits > 0), (Rally::Rebuild, there.worn && fresh)]
            .into_iter()
            .filter_map(|(rally, has)| has.then_some(rally))
            .collect()
    }

    /// The rallies open to a side.
    fn battery_rallies(&self, state: &State, side: Side) -> Vec<(UnitId, Rally)> {
        self.on_map(state, side)
            .filter(|&(unit, _)| self.may_rest(state, unit))
            .flat_map(|(unit, _)| self.rallies_of(state, unit).into_iter().map(move |rally| (unit, rally)))
            .collect()
    }

    /// The sides that can rally a battery are asked, the Union first.
    pub(super) fn begin_battery_rally(&self, execution: &mut Execution) {
        let able = |side: Side| !self.battery_rallies(&execution.state, side).is_empty();
        if let Some(side) = [Side::Union, Side::Confederate].into_iter().find(|&side| able(side)) {
            execution.push(BatteryRally { side });
        }
    }

    fn next_battery_rally(&self, execution: &mut Execution, side: Side) {
        let next = side.other();
        if side == Side::Union && !self.battery_rallies(&execution.state, next).is_empty() {
            execution.set(BatteryRally { side: next });
        } else {
            execution.pop();
        }
    }

    fn require_rest(&self, judging: &mut Judging, side: Side, unit: UnitId) -> Result<(), Refusal> {
        let state = judging.state;
        let (printed, name) = (self.unit(unit), &self.unit(unit).name);
        let own = printed.side == side && self.is_gun(unit) && state.hex(unit).is_some();
        judging.rule_check.check(case!("9.4"), "it is a battery of that side on the map", own, || {
            format!("{name} is not a battery of yours on the map")
        })?;
        judging.rule_check.check(
            case!("9.4"),
            "it has not fired, moved, retreated or lost a step in this phase",
            !state.unit(unit).disturbed,
            || format!("{name} has fired, moved, retreated or lost a step in this phase"),
        )?;
        judging.rule_check.check(
            case!("9.4"),
            "infantry is with it or next to it",
            self.has_foot_at_hand(state, unit),
            || format!("no friendly infantry is with {name} or next to it"),
        )?;
        let distance = *self.scenario.tables.rally_distance;
        judging.rule_check.check(
            case!("K55"),
            format!("no enemy is within {} hexes of it", spelled(distance.saturating_sub(1))),
            self.far_from_enemies(state, unit),
            || format!("an enemy is less than {} hexes from {name}", spelled(distance)),
        )
    }
}

impl Ask for BatteryRally {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "battery-rally"
    }

    fn case(&self, _: &State) -> Case {
        case!("9.4")
    }

    fn words(&self, _: &Battle, _: &State) -> String {
        "one battery may rally".to_owned()
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::BatteryRally
    }

    /// Every rally open to the side, and none.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let rallies = battle.battery_rallies(state, self.side).into_iter();
        tries(rallies.map(|(unit, rally)| Order::Rally { unit, rally }).chain([Order::Pass {}]))
    }

    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let side = self.side;
        match *order {
            Order::Pass {} => accept(move |execution| {
                execution.apply(Event::Passed { side, case: case!("9.4") });
                battle.next_battery_rally(execution, side);
            }),
            Order::Rally { unit, rally } => {
                battle.require_rest(judging, side, unit)?;
                let has = battle.rallies_of(judging.state, unit).contains(&rally);
                judging.rule_check.check(case!("9.4"), "there is something to rally from", has, || {
                    match rally {
                        Rally::Recover => format!("{} has no Morale Hits", battle.unit(unit).name),
                        Rally::Rebuild => {
                            format!("{} has no better side to flip to", battle.unit(unit).name)
                        }
                    }
                })?;
                accept(move |execution| {
                    battle.next_battery_rally(execution, side);
                    match rally {
                        Rally::Recover => {
                            let hits = execution.state.unit(unit).hits;
                            battle.recover(execution, unit, hits, case!("9.4"));
                        }
                        Rally::Rebuild => battle.rebuild(execution, unit, case!("9.4")),
                    }
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }
}
