//! Which chapter a frame belongs to: who takes its steps, who judges the orders it asks for, what it offers.

use tabletop::{Case, Refusal, Side, case};

use crate::battle::Battle;
use crate::order::{Habit, Order};
use crate::sequence::course::Course;
use crate::sequence::frame::{Frame, MeleeStage, Step};
use crate::state::State;

impl Battle {
    /// One step of a frame that asks nobody.
    pub(crate) fn step(&self, course: &mut Course) {
        match course.top() {
            None => {}
            Some(Frame::Turn {}) => self.step_turn(course),
            Some(Frame::Activation(a)) => self.step_activation(course, a),
            Some(Frame::Arrivals { side, units, .. }) => self.step_arrivals(course, side, units),
            Some(Frame::March(march)) => self.step_march(course, march),
            Some(Frame::SkirmishWithdrawal { side, units, mover, .. }) => {
                self.step_skirmishers(course, side, units, mover);
            }
            Some(Frame::Volley(volley)) => self.step_volley(course, volley),
            Some(Frame::Fire(fire)) => self.step_fire(course, fire),
            Some(Frame::Effects(effects)) => self.step_effects(course, effects),
            Some(Frame::Retreat(retreat)) => self.step_retreat(course, retreat),
            Some(Frame::Melee(melee)) => self.step_melee(course, melee),
            Some(Frame::FireBack { side, hex, target, .. }) => self.step_fire_back(course, side, hex, target),
            Some(Frame::Held { side, passed, end, .. }) => self.step_held(course, side, passed, end),
            Some(Frame::Command { side, chit, grant, .. }) => self.step_command(course, side, chit, grant),
            Some(Frame::Special { side, .. }) => self.step_special(course, side),
            // Everything else always asks.
            Some(_) => course.pop(),
        }
    }

    /// An order of the side that is asked, judged by the chapter whose frame asks, and carried out.
    pub(crate) fn decide(&self, course: &mut Course, side: Side, order: &Order) -> Result<(), Refusal> {
        let Some(frame) = course.top() else { return Ok(()) };
        match frame {
            Frame::Keys { .. } => self.decide_keys(course, side, order),
            Frame::Batteries { passed, .. } => self.decide_batteries(course, side, passed, order),
            Frame::BatteryHex { hex, ready, .. } => self.decide_battery_hex(course, side, hex, ready, order),
            Frame::BatteryRally { .. } => self.decide_battery_rally(course, side, order),
            Frame::Held { passed, end, .. } => self.decide_held(course, side, passed, end, order),
            Frame::Drawn { chit, .. } => self.decide_drawn(course, side, chit, order),
            Frame::Commander { chit, .. } => self.decide_commander(course, side, chit, order),
            Frame::Command { chit, grant, .. } => self.decide_command(course, side, chit, grant, order),
            Frame::Special { .. } => self.decide_special(course, side, order),
            Frame::Chaos { .. } => self.decide_chaos(course, side, order),
            Frame::Wayward { .. } => self.decide_wayward(course, side, order),
            Frame::RareChoice { event, .. } => self.decide_rare(course, side, event, order),
            Frame::Moment { what, passed, .. } => self.decide_moment(course, side, &what, passed, order),
            Frame::Activation(a) => match a.step {
                Step::Arrivals | Step::Orders => self.decide_order(course, side, a, order),
                Step::Fire => self.decide_fire(course, side, a, order),
                Step::Movement => self.decide_movement(course, side, a, order),
                Step::Close => self.decide_close(course, side, a, order),
                Step::Rally => self.decide_rally(course, side, a, order),
            },
            Frame::Reserve { brigade, moving, .. } => {
                self.decide_reserve(course, side, brigade, moving, order)
            }
            Frame::Arrivals { units, choice, .. } => self.decide_arrival(course, side, units, choice, order),
            Frame::Opportunity { mover, hex, .. } => self.decide_opportunity(course, side, mover, hex, order),
            Frame::CavalryWithdrawal { units, mover, .. } => {
                self.decide_cavalry(course, side, &units, mover, order)
            }
            Frame::SkirmishWithdrawal { units, mover, ways, .. } => {
                self.decide_skirmishers(course, side, units, mover, ways, order)
            }
            Frame::FireBack { hex, target, .. } => self.decide_fire_back(course, side, hex, target, order),
            Frame::Fire(fire) => self.decide_lead_of_fire(course, side, fire, order),
            Frame::Effects(effects) => self.decide_effects(course, side, effects, order),
            Frame::Retreat(retreat) => self.decide_retreat(course, side, retreat, order),
            Frame::Melees { .. } => self.decide_melees(course, side, order),
            Frame::Melee(melee) => self.decide_melee(course, side, melee, order),
            Frame::Advance(advance) => self.decide_advance(course, side, advance, order),
            Frame::Return { unit, hexes, .. } => self.decide_return(course, side, unit, hexes, order),
            Frame::Displace { unit, hexes, .. } => self.decide_displace(course, side, unit, hexes, order),
            Frame::Turn {} | Frame::March(_) | Frame::Volley(_) => Ok(()),
        }
    }

    /// Legal orders of the side that is asked: all where they are few; where they are many, enough to do everything with.
    pub fn offers(&self, state: &State) -> Vec<Order> {
        let Some(frame) = state.top() else { return Vec::new() };
        match frame {
            Frame::Keys { side } => self.offer_keys(state, *side),
            Frame::Batteries { side, .. } => self.offer_batteries(state, *side),
            Frame::BatteryHex { side, hex, ready } => self.offer_battery_hex(state, *side, *hex, ready),
            Frame::BatteryRally { side } => self.offer_battery_rally(state, *side),
            Frame::Held { side, end, .. } => self.offer_held(state, *side, *end),
            Frame::Drawn { side, chit } => self.offer_drawn(state, *side, *chit),
            Frame::Commander { side, chit } => self.offer_commander(state, *side, *chit),
            Frame::Command { side, chit, grant, .. } => self.offer_command(state, *side, *chit, *grant),
            Frame::Special { side, .. } => self.offer_special(state, *side),
            Frame::Chaos { side } => self.offer_chaos(state, *side),
            Frame::Wayward { side } => self.offer_wayward(state, *side),
            Frame::RareChoice { side, event } => self.offer_rare(state, *side, *event),
            Frame::Moment { side, what, .. } => self.offer_moment(state, *side, what),
            Frame::Activation(a) => match a.step {
                Step::Arrivals | Step::Orders => self.offer_orders(state, a),
                Step::Fire => self.offer_fire(state, a),
                Step::Movement => self.offer_movement(state, a),
                Step::Close => self.offer_close(state, a),
                Step::Rally => self.offer_rally(state, a),
            },
            Frame::Reserve { side, brigade, moving } => {
                self.offer_reserve(state, *side, *brigade, moving.as_ref())
            }
            Frame::Arrivals { units, choice, .. } => self.offer_arrival(units, choice),
            Frame::Opportunity { side, mover, hex } => self.offer_opportunity(state, *side, *mover, *hex),
            Frame::CavalryWithdrawal { units, mover, .. } => self.offer_cavalry(state, units, *mover),
            Frame::SkirmishWithdrawal { units, ways, .. } => self.offer_skirmishers(units, ways),
            Frame::FireBack { side, hex, target, .. } => self.offer_fire_back(state, *side, *hex, *target),
            Frame::Fire(fire) => self.offer_lead_of_fire(fire),
            Frame::Effects(effects) => self.offer_effects(effects),
            Frame::Retreat(retreat) => self.offer_retreat(state, retreat),
            Frame::Melees { side } => self.offer_melees(state, *side),
            Frame::Melee(melee) => self.offer_melee(state, melee),
            Frame::Advance(advance) => self.offer_advance(state, advance),
            Frame::Return { unit, hexes, .. } | Frame::Displace { unit, hexes, .. } => {
                hexes.iter().map(|&hex| Order::Place { unit: *unit, hex }).collect()
            }
            Frame::Turn {} | Frame::March(_) | Frame::Volley(_) => Vec::new(),
        }
    }

    /// The order that a side has told the program in advance to give here, if it has.
    pub(crate) fn answered(&self, state: &State, side: Side) -> Option<Order> {
        let told = &state.instructions[side];
        let habit = match state.top()? {
            Frame::Batteries { .. } if told.pass_artillery => return Some(Order::Pass {}),
            Frame::Held { .. } if told.pass_held => return Some(Order::Pass {}),
            Frame::Moment { what, .. } => {
                let moment = what.moment(side, self.acting(state));
                return told.no_chits_at.contains(&moment).then_some(Order::Pass {});
            }
            Frame::Opportunity { .. } => told.opportunity_fire,
            Frame::CavalryWithdrawal { .. } => told.withdrawal,
            Frame::Melee(m) => match m.stage {
                MeleeStage::Announcing => told.defensive_fire,
                MeleeStage::Rider(_) => told.withdrawal,
                _ => Habit::Ask,
            },
            Frame::Advance(_) if told.advance == Habit::Never => Habit::Never,
            _ => Habit::Ask,
        };
        match habit {
            Habit::Ask => None,
            Habit::Never => Some(Order::Pass {}),
            // The first offer that is not a pass is the fullest.
            Habit::Always => {
                self.offers(state).into_iter().find(|o| !matches!(o, Order::Pass {})).or(Some(Order::Pass {}))
            }
        }
    }

    /// The case under which a frame asks, and what it asks in a few words.
    pub(crate) fn question_of(&self, state: &State, frame: &Frame) -> (Case, &'static str, String) {
        let called = |u: &crate::unit::UnitId| self.unit(*u).name.clone();
        match frame {
            Frame::Keys { side } => {
                let keys = self.scenario.keys[*side];
                (case!("8.1"), "keys", format!("choose {keys} Key Chit{}", if keys == 1 { "" } else { "s" }))
            }
            Frame::Batteries { .. } => {
                (case!("9.1"), "batteries", "choose a hex of batteries to act with, or pass".into())
            }
            Frame::BatteryHex { hex, .. } => (
                case!("9.1"),
                "battery-hex",
                format!("fire or move with the batteries of {}", self.number(*hex)),
            ),
            Frame::BatteryRally { .. } => (case!("9.4"), "battery-rally", "one battery may rally".into()),
            Frame::Held { end: false, .. } => (case!("10.1"), "held", "play a held chit, or pass".into()),
            Frame::Held { .. } => {
                (case!("18.1"), "held", "play a held chit before the turn ends, or pass".into())
            }
            Frame::Drawn { chit, .. } => {
                (case!("10.3a"), "drawn", format!("play {} now or hold it", self.chit(*chit).name))
            }
            Frame::Commander { chit, .. } => (
                case!("10.6"),
                "commander",
                format!("{} may activate any brigade, or be held", self.chit(*chit).name),
            ),
            Frame::Command { chit, grant, .. } => {
                let what = match grant {
                    crate::sequence::frame::Grant::Limited => "a brigade for a Limited Activation",
                    crate::sequence::frame::Grant::Spent => "a brigade that loses its activation",
                    _ => "the brigade to activate",
                };
                (case!("10.7"), "command", format!("{}: choose {what}", self.chit(*chit).name))
            }
            Frame::Special { .. } if state.special.is_none() => {
                (case!("20.5"), "special", "begin the Surprise Attack before the next draw, or pass".into())
            }
            Frame::Special { .. } => {
                (case!("20.4"), "special", "choose the next brigade of the attack".into())
            }
            Frame::Chaos { .. } => {
                (case!("10.5b"), "chaos", "choose the enemy hex in Battlefield Chaos".into())
            }
            Frame::Wayward { .. } => {
                (case!("10.5b"), "wayward", "move one enemy unit astray by one hex".into())
            }
            Frame::RareChoice { .. } => (case!("10.5b"), "rare", "a rare event: choose".into()),
            Frame::Moment { .. } => (case!("10.4a"), "moment", "play a chit at this moment, or pass".into()),
            Frame::Activation(a) => {
                let name = &self.brigade(a.brigade).name;
                match a.step {
                    Step::Arrivals | Step::Orders => {
                        (case!("11.1"), "orders", format!("{name}: give the brigade its order"))
                    }
                    Step::Fire => (case!("12.0"), "fire", format!("{name}: Fire Combat Step")),
                    Step::Movement => (case!("13.0"), "movement", format!("{name}: Movement Step")),
                    Step::Close => {
                        (case!("14.2"), "close", format!("{name}: declare every Close Combat of this step"))
                    }
                    Step::Rally => (case!("17.0"), "rally", format!("{name}: Rally Step")),
                }
            }
            Frame::Reserve { brigade, .. } => {
                (case!("13.5a"), "reserve", format!("{}: Reserve Move", self.brigade(*brigade).name))
            }
            Frame::Arrivals { units, .. } => (
                case!("K93"),
                "arrival",
                format!("choose where {} comes on", units.first().map_or(String::new(), called)),
            ),
            Frame::Opportunity { mover, .. } => {
                (case!("13.7"), "opportunity", format!("Opportunity Fire at {} as it leaves?", called(mover)))
            }
            Frame::CavalryWithdrawal { units, .. } => {
                (case!("13.8"), "cavalry-withdrawal", format!("may {} withdraw one hex?", self.called(units)))
            }
            Frame::SkirmishWithdrawal { units, .. } => (
                case!("16.2"),
                "skirmish-withdrawal",
                format!("choose where {} withdraws", units.first().map_or(String::new(), called)),
            ),
            Frame::FireBack { hex, .. } => {
                (case!("10.4a"), "fire-back", format!("the units in {} may fire back", self.number(*hex)))
            }
            Frame::Fire(_) => (case!("12.2"), "lead", "choose the Lead Unit".into()),
            Frame::Effects(e) => {
                let panic = matches!(e.queue.first(), Some(crate::sequence::frame::Effect::Panic(_)));
                let case = if panic { case!("K82") } else { case!("15.1a") };
                (case, "choose", if panic { "choose who panics" } else { "choose between equals" }.into())
            }
            Frame::Retreat(r) => {
                (case!("15.4"), "retreat", format!("choose the way {} retreats", called(&r.unit)))
            }
            Frame::Melees { .. } => (case!("14.3"), "melees", "choose the next Close Combat".into()),
            Frame::Melee(m) => match &m.stage {
                MeleeStage::Rider(unit) => {
                    (case!("14.3b"), "rider", format!("may {} withdraw instead of fighting?", called(unit)))
                }
                MeleeStage::Announcing => (
                    case!("14.3a"),
                    "defensive-fire",
                    format!("Defensive Fire for {}", self.number(m.target)),
                ),
                MeleeStage::Naming(_) => (case!("14.3c"), "assaulting", "name the Assaulting Hex".into()),
                _ => (case!("12.2"), "lead", "choose the Lead Unit".into()),
            },
            Frame::Advance(a) => {
                (case!("15.8"), "advance", format!("units may advance into {}", self.number(a.hex)))
            }
            Frame::Return { unit, .. } => {
                (case!("17.2b"), "return", format!("choose where {} comes back", called(unit)))
            }
            Frame::Displace { unit, .. } => {
                (case!("K39"), "displace", format!("choose where {} moves aside", called(unit)))
            }
            Frame::Turn {} | Frame::March(_) | Frame::Volley(_) => {
                (case!("7.0"), "turn", format!("game-turn {}", state.turn))
            }
        }
    }

    /// The side whose doing is under way: the active side (K45). Of several procedures, the innermost that somebody
    /// began.
    pub(crate) fn acting(&self, state: &State) -> Side {
        state
            .stack
            .iter()
            .rev()
            .find_map(|f| match f {
                Frame::Fire(f) => Some(f.side),
                Frame::Retreat(r) => Some(r.side),
                Frame::Melee(m) => Some(m.side),
                Frame::Activation(a) => Some(a.side),
                Frame::Command { side, .. } | Frame::Reserve { side, .. } => Some(*side),
                _ => None,
            })
            .unwrap_or(Side::Union)
    }
}

/// The refusal of an order that the frame on top does not ask for.
pub(crate) fn not_asked(course: &mut Course, order: &Order) -> Refusal {
    let battle = course.battle;
    let (case, _, text) = match course.top() {
        Some(frame) => battle.question_of(&course.state, &frame),
        None => (case!("7.0"), "over", "nothing: the game is over".to_owned()),
    };
    let verb = order.verb();
    match course.rule_check.check(case, "the order is one that is asked for now", false, || {
        format!("'{verb}' is not what is asked now: {text}")
    }) {
        Err(refusal) => refusal,
        Ok(()) => Refusal { case, message: text },
    }
}
