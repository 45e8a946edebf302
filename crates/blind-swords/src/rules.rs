//! The battle as `tabletop` plays it.

use std::borrow::Cow;

use serde_json::{Value, json};
use tabletop::{
    BySide, Case, ClockTurn, Dice, Failure, Modifier, Modifiers, PlaceInfo, Protocol, Refusal, RuleChange,
    RuleCheck, Rules, Score, Seat, Side, Situation, Standing, UnitInfo, VictoryInfo, VictoryLineInfo, case,
};

use crate::battle::Battle;
use crate::changes::CHANGES;
use crate::event::Event;
use crate::order::Order;
use crate::protocol::describe::EventView;
use crate::protocol::offered::{Offered, Preview, Targets};
use crate::protocol::view::SeatView;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::Procedure;
use crate::state::{Place, State};
use crate::victory::standing::{VictoryLine, VictoryView};

impl Rules for Battle {
    type State = State;
    type Order = Order;
    type Event = Event;

    const CHANGES: &'static [RuleChange] = CHANGES;

    fn start(&self) -> State {
        // The first question comes before the first die (8.1).
        self.opened().0
    }

    fn asked(&self, state: &State) -> Option<Side> {
        state.asked()
    }

    fn judge(
        &self,
        state: &State,
        side: Side,
        order: &Order,
        dice: &mut dyn Dice,
        rule_check: &mut RuleCheck,
    ) -> Result<Vec<Event>, Refusal> {
        self.executed(state, side, order, dice, rule_check).map(|execution| execution.events)
    }

    fn execute(
        &self,
        state: &mut State,
        side: Side,
        order: &Order,
        dice: &mut dyn Dice,
        rule_check: &mut RuleCheck,
    ) -> Result<Vec<Event>, Refusal> {
        let execution = self.executed(state, side, order, dice, rule_check)?;
        let (after, events) = (execution.state, execution.events);
        if let Cow::Owned(after) = after {
            *state = after;
        }
        Ok(events)
    }

    fn stand(&self, _: &State, side: Side, order: &Order) -> Option<Result<Vec<Event>, Refusal>> {
        // Nothing else follows, or the other side would notice: what is asked now, the side answers
        // itself.
        match order {
            Order::Instruct { instructions } => {
                Some(Ok(vec![Event::Instructed { side, instructions: instructions.clone() }]))
            }
            _ => None,
        }
    }

    fn has_standing_orders(&self) -> bool {
        true
    }

    fn apply(&self, state: &mut State, event: &Event) {
        self.apply_event(state, event);
    }

    fn may_undo(&self, _: &State, order: &Order) -> bool {
        // What has been shown to the other side stays shown.
        !matches!(order, Order::Play { .. } | Order::Common {} | Order::Hold {} | Order::Instruct { .. })
    }

    fn system_of(&self, case: Case) -> &str {
        Battle::system_of(self, case)
    }

    fn determinize(&self, state: &State, side: Side, dice: &mut dyn Dice) -> State {
        self.veiled(state, side, dice)
    }

    fn score(&self, state: &State) -> Score {
        let standing = self.standing_now(state);
        Score { points: standing.points, level: standing.level, winner: standing.winner }
    }

    fn data(&self) -> &str {
        &self.scenario.data
    }

    fn faces(&self, events: &[Event]) -> Vec<u8> {
        events.iter().flat_map(Event::faces).collect()
    }

    fn faults(&self, state: &State) -> Vec<String> {
        self.invariants(state)
    }
}

impl Protocol for Battle {
    type View<'a> = SeatView<'a>;
    type Options<'a> = Offered<'a>;
    type Targets<'a> = Targets<'a>;
    type Preview<'a> = Preview<'a>;
    type EventView<'a> = EventView<'a>;

    fn read_order(&self, order: &Value) -> Result<Order, String> {
        let mut order = order.clone();
        self.inward(&mut order);
        serde_json::from_value(order).map_err(|e| format!("order: {}", hexmap::misfit(e)))
    }

    fn order_value(&self, order: &Order) -> Value {
        let mut value = json!(order);
        self.outward(&mut value);
        value
    }

    fn read_event(&self, event: &Value) -> Result<Event, String> {
        let mut event = event.clone();
        self.inward(&mut event);
        serde_json::from_value(event).map_err(|e| format!("event: {}", hexmap::misfit(e)))
    }

    fn event_value(&self, event: &Event) -> Value {
        let mut value = json!(event);
        self.outward(&mut value);
        value
    }

    fn keeps(&self, order: &Order, by: Side, seat: Seat) -> bool {
        seat != Some(by) && matches!(order, Order::Keys { .. } | Order::Instruct { .. })
    }

    fn keeps_reasons(&self, state: &State, by: Side, seat: Seat) -> bool {
        // A reason may name what its giver holds, has chosen, or has told the program in advance.
        seat != Some(by) && state.asked().is_some()
    }

    fn tells_nothing(&self, state: &State, order: &Order) -> bool {
        match order {
            Order::Pass {} => {
                matches!(state.top(), Some(Procedure::ReactionWindow { .. } | Procedure::Held { .. }))
            }
            Order::Hold {} | Order::Keys { .. } => true,
            _ => false,
        }
    }

    fn modifiers(&self, before: &State, events: &[Event]) -> Modifiers {
        self.modifiers_of(before, events)
    }

    fn redact<'a>(
        &'a self,
        event: &'a Event,
        modifiers: &'a [Modifier],
        seat: Seat,
    ) -> Option<EventView<'a>> {
        Some(self.event_view(Cow::Borrowed(event), seat)?.modified(modifiers))
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat, situation: &'a Situation) -> SeatView<'a> {
        self.seen(state, seat, situation)
    }

    fn options(&self, state: &State, side: Side) -> Offered<'_> {
        self.options_answer(state, side)
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

    fn preview(&self, state: &State, side: Side, order: &Order) -> Preview<'_> {
        self.preview_answer(state, side, order)
    }

    fn victory(&self, state: &State) -> VictoryInfo {
        let VictoryView { confederate, leader, level, lines, union } = self.victory_view(state);
        let line = |VictoryLine { case, points, side, text, .. }| VictoryLineInfo {
            side,
            points,
            case,
            printed: None,
            text,
        };
        let points = BySide { union, confederate };
        VictoryInfo { points, level, leader, lines: lines.into_iter().map(line).collect() }
    }

    fn place_infos(&self, state: &State) -> Vec<PlaceInfo> {
        let hexes = self.scenario.victory.control_hexes.iter().zip(&state.holders);
        hexes
            .map(|(watch, &side)| PlaceInfo {
                hex: self.number(watch.hex).to_owned(),
                name: watch.name.clone(),
                side,
            })
            .collect()
    }

    fn unit_infos(&self, state: &State, _: Seat) -> Vec<UnitInfo> {
        let told = |unit| {
            let printed = self.unit(unit);
            let place = match state.unit(unit).place {
                Place::On(hex) => self.number(hex),
                Place::Due => "due",
                Place::Broken(_) => "broken",
                Place::Eliminated => "eliminated",
                Place::Exited => "exited",
            };
            UnitInfo {
                id: printed.id.clone(),
                side: printed.side,
                kind: printed.arm.word().to_owned(),
                strength: format!("{:?}", self.printed(state, unit).strength.number()),
                place: place.to_owned(),
                name: printed.name.clone(),
            }
        };
        self.ids().map(told).collect()
    }

    fn clock_turn(&self, state: &State) -> ClockTurn {
        let acting = self.activation_of(state).map(|activation| activation.side);
        ClockTurn { number: u32::from(state.turn), player: None, acting }
    }

    fn standing(&self, state: &State) -> Standing {
        Standing {
            turn: u32::from(state.turn),
            turns: self.scenario.times.len() as u32,
            phase: state.phase.word().to_owned(),
            phasing: state.asked(),
        }
    }
}

impl Battle {
    /// Carries out an order on a copy of the position, up to the next question.
    fn executed<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        order: &Order,
        dice: &'a mut dyn Dice,
        rule_check: &'a mut RuleCheck,
    ) -> Result<Execution<'a>, Refusal> {
        let mut execution = Execution::new(self, state, dice, rule_check);
        if let Order::Ask { when } = order {
            // The open question stays open.
            execution.apply(Event::AskingChosen { side, when: *when });
            return Ok(execution);
        }
        if let Order::Instruct { instructions } = order {
            // So it stands in records from before instructions had no number: what was asked then
            // was answered at once.
            execution.apply(Event::Instructed { side, instructions: instructions.clone() });
        } else {
            let question = state.question();
            let asked = question.as_ref().map(|question| question.side());
            let case = question.map_or(case!("7.0"), |question| question.case(state));
            execution.rule_check.check(
                case,
                "the side is asked now",
                asked == Some(side),
                || match asked {
                    Some(asked) => format!("the {asked} side is asked now"),
                    None => "the game is over".to_owned(),
                },
            )?;
            execution.decide(order)?;
        }
        execution.proceed()?;
        Ok(execution)
    }
}
