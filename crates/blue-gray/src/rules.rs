//! The battle as `tabletop` plays it.

use std::convert::Infallible;

use hexmap::Hex;
use serde_json::{Value, json};
use tabletop::{
    AttackInfo, BySide, Case, ClockTurn, Dice, Failure, Modifier, Modifiers, PlaceInfo, PrintedCase,
    Protocol, Refusal, RuleChange, RuleCheck, Rules, Score, Seat, Side, Situation, Standing, UnitInfo,
    VictoryInfo, VictoryLineInfo,
};

use crate::battle::Battle;
use crate::changes::CHANGES;
use crate::describe::EventView;
use crate::event::Event;
use crate::execution::Execution;
use crate::order::Order;
use crate::phase::Phase;
use crate::preview::Preview;
use crate::standing_orders::Instructions;
use crate::state::{Place, Presence, State};
use crate::targets::{Offered, Targets};
use crate::unit::UnitId;
use crate::view::{VictoryLine, VictoryView, View};

impl Rules for Battle {
    type State = State;
    type Order = Order<UnitId, Hex>;
    type Event = Event<UnitId, Hex>;

    const CHANGES: &'static [RuleChange] = CHANGES;

    fn start(&self) -> State {
        let state = State::start(self);
        if self.opening.phase != Phase::Combat {
            return state;
        }
        // A sandbox that begins with a combat phase begins where a movement phase would have ended.
        let mut dice = tabletop::LoadedDice::default();
        let mut execution = Execution::new(self, &state, &mut dice);
        execution.end_movement();
        execution.state
    }

    fn asked(&self, state: &State) -> Option<Side> {
        state.asked()
    }

    fn judge(
        &self,
        state: &State,
        side: Side,
        order: &Self::Order,
        dice: &mut dyn Dice,
        rule_check: &mut RuleCheck,
    ) -> Result<Vec<Self::Event>, Refusal> {
        self.resolve(state, side, order, dice, rule_check)
    }

    fn stand(
        &self,
        state: &State,
        side: Side,
        order: &Self::Order,
    ) -> Option<Result<Vec<Self::Event>, Refusal>> {
        // Nothing else follows, or the other side would notice: what is asked now, the side answers
        // itself.
        match order {
            Order::Instruct { instructions } => {
                Some(self.instructed(state, side, instructions, &mut RuleCheck::quiet()))
            }
            _ => None,
        }
    }

    fn has_standing_orders(&self) -> bool {
        true
    }

    fn apply(&self, state: &mut State, event: &Self::Event) {
        self.apply_event(state, event);
    }

    fn may_undo(&self, before: &State, order: &Self::Order) -> bool {
        !self.is_touched(before) && !self.other_side_answered(before, order)
    }

    fn system_of(&self, case: Case) -> &str {
        self.scenario.system_of(case)
    }

    fn printed(&self, case: Case) -> Option<PrintedCase> {
        self.scenario.printed(case)
    }

    /// Only the other side's standing orders are hidden in Blue & Gray: a side assumes that the other is
    /// asked everything.
    fn determinize(&self, state: &State, side: Side, _: &mut dyn Dice) -> State {
        self.as_known_to(state, side)
    }

    fn score(&self, state: &State) -> Score {
        let points = self.account(state).points;
        let net = points.union - points.confederate;
        let level = &self.level(net).name;
        match self.winner(net) {
            None => Score { points, level: level.clone(), winner: None },
            Some(side) => Score { points, level: format!("{} {level}", side.word()), winner: Some(side) },
        }
    }

    fn data(&self) -> &str {
        &self.scenario.data
    }

    fn faces(&self, events: &[Self::Event]) -> Vec<u8> {
        events
            .iter()
            .filter_map(|e| match e {
                Event::DieThrown { die, .. } | Event::WithdrawalThrown { die, .. } => Some(*die),
                _ => None,
            })
            .collect()
    }

    fn faults(&self, state: &State) -> Vec<String> {
        self.invariants(state)
    }
}

impl Protocol for Battle {
    type View<'a> = View<'a>;
    type Options<'a> = Offered<'a>;
    type Targets<'a> = Targets<'a>;
    type Preview<'a> = Preview<'a>;
    type EventView<'a> = EventView<'a>;

    fn read_order(&self, order: &Value) -> Result<Self::Order, String> {
        let printed: Order<String, String> =
            serde_json::from_value(order.clone()).map_err(|e| format!("order: {}", hexmap::misfit(e)))?;
        printed
            .translate(|u| self.read_unit(u), |h| self.read_hex(h))
            .map_err(|e| format!("order: {}", hexmap::misfit(e)))
    }

    fn order_value(&self, order: &Self::Order) -> Value {
        json!(infallible(order.translate(|&u| Ok(self.unit(u).id.as_str()), |&h| Ok(self.number(h)))))
    }

    fn read_event(&self, event: &Value) -> Result<Self::Event, String> {
        let printed: Event<String, String> =
            serde_json::from_value(event.clone()).map_err(|e| format!("event: {}", hexmap::misfit(e)))?;
        printed
            .translate(|u| self.read_unit(u), |h| self.read_hex(h))
            .map_err(|e| format!("event: {}", hexmap::misfit(e)))
    }

    fn event_value(&self, event: &Self::Event) -> Value {
        json!(self.printed_event(event))
    }

    fn keeps(&self, order: &Self::Order, by: Side, seat: Seat) -> bool {
        seat != Some(by) && matches!(order, Order::Instruct { .. })
    }

    fn keeps_reasons(&self, state: &State, by: Side, seat: Seat) -> bool {
        // A reason may depend on the giver's standing orders.
        let told = state.instructions[by] != Instructions::default();
        told && seat != Some(by) && state.asked().is_some()
    }

    fn modifiers(&self, before: &State, events: &[Self::Event]) -> Modifiers {
        self.modifiers_of(before, events)
    }

    fn redact(&self, event: &Self::Event, modifiers: &[Modifier], seat: Seat) -> Option<EventView<'_>> {
        if matches!(event, Event::Instructed { side, .. } if seat != Some(*side)) {
            return None;
        }
        Some(self.event_view(event).modified(modifiers))
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat, situation: &'a Situation) -> View<'a> {
        View {
            situation: self.position_view(state, seat, situation),
            units: self.ids().map(|unit| self.unit_view(state, unit)).collect(),
        }
    }

    fn write_view(&self, state: &State, seat: Seat, situation: &Situation, out: &mut Vec<u8>) {
        Battle::write_view(self, state, seat, situation, out);
    }

    fn options<'a>(&'a self, state: &'a State, side: Side) -> Offered<'a> {
        self.offered(state, side)
    }

    fn targets<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        verb: &'a str,
        subject: &Value,
    ) -> Result<Targets<'a>, Failure> {
        self.targets_answer(state, side, verb, subject)
    }

    fn preview<'a>(&'a self, state: &'a State, side: Side, order: &'a Self::Order) -> Preview<'a> {
        self.previewed(state, side, order)
    }

    fn victory(&self, state: &State) -> VictoryInfo {
        let VictoryView { union, confederate, level, leader, lines, .. } = self.victory_view(state);
        let line = |line: VictoryLine<'_>| VictoryLineInfo {
            side: line.side,
            points: line.points,
            case: line.case,
            printed: line.printed,
            text: line.text,
        };
        VictoryInfo {
            points: BySide { union, confederate },
            level: level.to_owned(),
            leader,
            lines: lines.into_iter().map(line).collect(),
        }
    }

    fn place_infos(&self, state: &State) -> Vec<PlaceInfo> {
        let hexes = self.scenario.control_hexes.iter().zip(&state.holders);
        hexes
            .map(|(watch, &side)| PlaceInfo {
                hex: self.number(watch.hex).to_owned(),
                name: watch.name.clone(),
                side,
            })
            .collect()
    }

    fn attack_info(&self, event: &Self::Event) -> Option<AttackInfo> {
        let Event::AttackDeclared { defenders, column, .. } = event else { return None };
        let (attack, defence) = column.split_once('-')?;
        Some(AttackInfo {
            hexes: defenders.iter().map(|&hex| self.number(hex).to_owned()).collect(),
            odds: (attack.parse().ok()?, defence.parse().ok()?),
        })
    }

    fn unit_infos(&self, state: &State, _: Seat) -> Vec<UnitInfo> {
        let told = |unit| {
            let printed = self.unit(unit);
            let place = match state.place(unit) {
                Place::On(hex) => self.number(hex),
                Place::Due => "due",
                Place::Exited => "exited",
                Place::Eliminated => "eliminated",
            };
            UnitInfo {
                id: printed.id.clone(),
                side: printed.side,
                kind: printed.arm.word().to_owned(),
                strength: printed.strength.to_string(),
                place: place.to_owned(),
                name: printed.name.clone(),
            }
        };
        self.ids().map(told).collect()
    }

    fn clock_turn(&self, state: &State) -> ClockTurn {
        let phasing = Some(state.phasing);
        ClockTurn { number: u32::from(state.turn), player: phasing, acting: phasing }
    }

    fn standing(&self, state: &State) -> Standing {
        Standing {
            turn: u32::from(state.turn),
            turns: u32::from(self.scenario.turns),
            phase: state.phase.word().to_owned(),
            phasing: Some(state.phasing),
        }
    }
}

/// Unwraps what cannot fail: every unit and hex has a name.
fn infallible<T>(result: Result<T, Infallible>) -> T {
    match result {
        Ok(value) => value,
        Err(never) => match never {},
    }
}

impl Battle {
    /// An event with ids and printed numbers.
    pub(crate) fn printed_event(&self, event: &Event<UnitId, Hex>) -> Event<&str, &str> {
        infallible(event.translate(|&u| Ok(self.unit(u).id.as_str()), |&h| Ok(self.number(h))))
    }

    /// Standing orders with ids and printed numbers.
    pub(crate) fn printed_instructions(&self, told: &Instructions<UnitId, Hex>) -> Instructions<&str, &str> {
        infallible(told.translate(|&u| Ok(self.unit(u).id.as_str()), |&h| Ok(self.number(h))))
    }

    fn invariants(&self, state: &State) -> Vec<String> {
        let mut faults = Vec::new();
        let field = &self.scenario.field;
        let limit = self.scenario.tables.stacking;
        let settled = state.phase != Phase::Movement && state.questions.is_empty() && state.combat.is_none();
        let mut on_map = 0;
        for hex in field.map.grid.hexes() {
            let stack: Vec<UnitId> = state.stack(hex).collect();
            let number = self.number(hex);
            on_map += stack.len();
            let present = stack.iter().map(|&u| Presence::unit(self.unit(u)));
            if state.presence(hex) != present.fold(Presence::ground(field, hex), Presence::and) {
                faults.push(format!("who is in {number} is not who is noted there"));
            }
            if stack.is_empty() {
                continue;
            }
            if field.is_river(hex) || field.is_ferry(hex) {
                faults.push(format!("a unit stands in the water of {number}"));
            }
            if settled && stack.len() > limit {
                faults.push(format!("{} units stand in {number}", stack.len()));
            }
            let side = self.unit(stack[0]).side;
            if stack.iter().any(|&u| self.unit(u).side != side) {
                faults.push(format!("both sides stand in {number}"));
            }
            if stack.len() > 1 && stack.iter().any(|&u| self.unit(u).traits.stacks_with_nothing.is_some()) {
                faults.push(format!("a unit that stacks with nothing is stacked in {number}"));
            }
            for &unit in &stack {
                if state.place(unit) != Place::On(hex) {
                    faults.push(format!("{} is in {number} and is not", self.unit(unit).id));
                }
            }
        }
        let placed = self.ids().filter(|&u| state.hex(u).is_some()).count();
        if placed != on_map {
            faults.push(format!("{placed} units are on the map, {on_map} in its hexes"));
        }
        for side in Side::BOTH {
            let mut zones = vec![0_u8; field.map.grid.len()];
            for (unit, hex) in self.on_map(state, side) {
                if self.unit(unit).traits.no_zone.is_none() {
                    for near in field.zone(hex) {
                        zones[near.index()] += 1;
                    }
                }
            }
            if field.map.grid.hexes().any(|h| zones[h.index()] != state.zone_count(side, h)) {
                faults.push(format!("the {side} zones of control are miscounted"));
            }
        }
        if state.phase != Phase::Combat && (state.combat.is_some() || !state.questions.is_empty()) {
            faults.push("a combat is open outside the combat phase".to_owned());
        }
        if state.questions.len() > 1 {
            faults.push("more than one question is open".to_owned());
        }
        faults
    }
}
