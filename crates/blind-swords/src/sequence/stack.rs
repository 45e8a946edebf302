//! Which chapter a procedure belongs to: who takes its steps, who judges the orders it asks for, what it offers.

use tabletop::{Case, Refusal, Side, case};

use crate::battle::Battle;
use crate::order::{Order, StandingOrder};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{CloseCombatStage, Procedure, Step};
use crate::state::State;

impl Battle {
    /// One step of a procedure that asks nobody.
    pub(crate) fn step(&self, execution: &mut Execution) {
        match execution.top() {
            None => {}
            Some(Procedure::Turn {}) => self.step_turn(execution),
            Some(Procedure::Activation(a)) => self.step_activation(execution, a),
            Some(Procedure::Arrivals { side, units, .. }) => self.step_arrivals(execution, side, units),
            Some(Procedure::March(march)) => self.step_march(execution, march),
            Some(Procedure::SkirmishWithdrawal { side, units, mover, .. }) => {
                self.step_skirmishers(execution, side, units, mover);
            }
            Some(Procedure::Volley(volley)) => self.step_volley(execution, volley),
            Some(Procedure::Fire(fire)) => self.step_fire(execution, fire),
            Some(Procedure::Effects(effects)) => self.step_effects(execution, effects),
            Some(Procedure::Retreat(retreat)) => self.step_retreat(execution, retreat),
            Some(Procedure::CloseCombat(close_combat)) => self.step_close_combat(execution, close_combat),
            Some(Procedure::FireBack { side, hex, target, .. }) => {
                self.step_fire_back(execution, side, hex, target)
            }
            Some(Procedure::Held { side, passed, end, .. }) => self.step_held(execution, side, passed, end),
            Some(Procedure::Command { side, chit, grant, .. }) => {
                self.step_command(execution, side, chit, grant)
            }
            Some(Procedure::Special { side, .. }) => self.step_special(execution, side),
            // Everything else always asks.
            Some(_) => execution.pop(),
        }
    }

    /// An order of the side that is asked, judged by the chapter whose procedure asks, and carried out.
    pub(crate) fn decide(&self, execution: &mut Execution, side: Side, order: &Order) -> Result<(), Refusal> {
        let Some(procedure) = execution.top() else { return Ok(()) };
        match procedure {
            Procedure::Keys { .. } => self.decide_keys(execution, side, order),
            Procedure::Batteries { passed, .. } => self.decide_batteries(execution, side, passed, order),
            Procedure::BatteryHex { hex, ready, .. } => {
                self.decide_battery_hex(execution, side, hex, ready, order)
            }
            Procedure::BatteryRally { .. } => self.decide_battery_rally(execution, side, order),
            Procedure::Held { passed, end, .. } => self.decide_held(execution, side, passed, end, order),
            Procedure::Drawn { chit, .. } => self.decide_drawn(execution, side, chit, order),
            Procedure::Commander { chit, .. } => self.decide_commander(execution, side, chit, order),
            Procedure::Command { chit, grant, .. } => {
                self.decide_command(execution, side, chit, grant, order)
            }
            Procedure::Special { .. } => self.decide_special(execution, side, order),
            Procedure::Chaos { .. } => self.decide_chaos(execution, side, order),
            Procedure::Wayward { .. } => self.decide_wayward(execution, side, order),
            Procedure::RareChoice { event, .. } => self.decide_rare(execution, side, event, order),
            Procedure::ReactionWindow { what, passed, .. } => {
                self.decide_window(execution, side, &what, passed, order)
            }
            Procedure::Activation(a) => match a.step {
                Step::Arrivals | Step::Orders => self.decide_order(execution, side, a, order),
                Step::Fire => self.decide_fire(execution, side, a, order),
                Step::Movement => self.decide_movement(execution, side, a, order),
                Step::Close => self.decide_close(execution, side, a, order),
                Step::Rally => self.decide_rally(execution, side, a, order),
            },
            Procedure::Reserve { brigade, moving, .. } => {
                self.decide_reserve(execution, side, brigade, moving, order)
            }
            Procedure::Arrivals { units, choice, .. } => {
                self.decide_arrival(execution, side, units, choice, order)
            }
            Procedure::Opportunity { mover, hex, .. } => {
                self.decide_opportunity(execution, side, mover, hex, order)
            }
            Procedure::CavalryWithdrawal { units, mover, .. } => {
                self.decide_cavalry(execution, side, &units, mover, order)
            }
            Procedure::SkirmishWithdrawal { units, mover, ways, .. } => {
                self.decide_skirmishers(execution, side, units, mover, ways, order)
            }
            Procedure::FireBack { hex, target, .. } => {
                self.decide_fire_back(execution, side, hex, target, order)
            }
            Procedure::Fire(fire) => self.decide_lead_of_fire(execution, side, fire, order),
            Procedure::Effects(effects) => self.decide_effects(execution, side, effects, order),
            Procedure::Retreat(retreat) => self.decide_retreat(execution, side, retreat, order),
            Procedure::CloseCombats { .. } => self.decide_close_combats(execution, side, order),
            Procedure::CloseCombat(close_combat) => {
                self.decide_close_combat_choice(execution, side, close_combat, order)
            }
            Procedure::Advance(advance) => self.decide_advance(execution, side, advance, order),
            Procedure::Return { unit, hexes, .. } => self.decide_return(execution, side, unit, hexes, order),
            Procedure::Displace { unit, hexes, .. } => {
                self.decide_displace(execution, side, unit, hexes, order)
            }
            Procedure::Turn {} | Procedure::March(_) | Procedure::Volley(_) => Ok(()),
        }
    }

    /// Legal orders of the side that is asked: all where they are few; where they are many, enough to do everything with.
    pub fn offers(&self, state: &State) -> Vec<Order> {
        let Some(procedure) = state.top() else { return Vec::new() };
        match procedure {
            Procedure::Keys { side } => self.offer_keys(state, *side),
            Procedure::Batteries { side, .. } => self.offer_batteries(state, *side),
            Procedure::BatteryHex { side, hex, ready } => self.offer_battery_hex(state, *side, *hex, ready),
            Procedure::BatteryRally { side } => self.offer_battery_rally(state, *side),
            Procedure::Held { side, end, .. } => self.offer_held(state, *side, *end),
            Procedure::Drawn { side, chit } => self.offer_drawn(state, *side, *chit),
            Procedure::Commander { side, chit } => self.offer_commander(state, *side, *chit),
            Procedure::Command { side, chit, grant, .. } => self.offer_command(state, *side, *chit, *grant),
            Procedure::Special { side, .. } => self.offer_special(state, *side),
            Procedure::Chaos { side } => self.offer_chaos(state, *side),
            Procedure::Wayward { side } => self.offer_wayward(state, *side),
            Procedure::RareChoice { side, event } => self.offer_rare(state, *side, *event),
            Procedure::ReactionWindow { side, what, .. } => self.offer_window(state, *side, what),
            Procedure::Activation(a) => match a.step {
                Step::Arrivals | Step::Orders => self.offer_orders(state, a),
                Step::Fire => self.offer_fire(state, a),
                Step::Movement => self.offer_movement(state, a),
                Step::Close => self.offer_close(state, a),
                Step::Rally => self.offer_rally(state, a),
            },
            Procedure::Reserve { side, brigade, moving } => {
                self.offer_reserve(state, *side, *brigade, moving.as_ref())
            }
            Procedure::Arrivals { units, choice, .. } => self.offer_arrival(units, choice),
            Procedure::Opportunity { side, mover, hex } => self.offer_opportunity(state, *side, *mover, *hex),
            Procedure::CavalryWithdrawal { units, mover, .. } => self.offer_cavalry(state, units, *mover),
            Procedure::SkirmishWithdrawal { units, ways, .. } => self.offer_skirmishers(units, ways),
            Procedure::FireBack { side, hex, target, .. } => {
                self.offer_fire_back(state, *side, *hex, *target)
            }
            Procedure::Fire(fire) => self.offer_lead_of_fire(fire),
            Procedure::Effects(effects) => self.offer_effects(effects),
            Procedure::Retreat(retreat) => self.offer_retreat(state, retreat),
            Procedure::CloseCombats { side } => self.offer_close_combats(state, *side),
            Procedure::CloseCombat(close_combat) => self.offer_close_combat_choice(state, close_combat),
            Procedure::Advance(advance) => self.offer_advance(state, advance),
            Procedure::Return { unit, hexes, .. } | Procedure::Displace { unit, hexes, .. } => {
                hexes.iter().map(|&hex| Order::Place { unit: *unit, hex }).collect()
            }
            Procedure::Turn {} | Procedure::March(_) | Procedure::Volley(_) => Vec::new(),
        }
    }

    /// The order that a side has told the program in advance to give here, if it has.
    pub(crate) fn answered(&self, state: &State, side: Side) -> Option<Order> {
        let told = &state.instructions[side];
        let habit = match state.top()? {
            Procedure::Batteries { .. } if told.pass_artillery => return Some(Order::Pass {}),
            Procedure::Held { .. } if told.pass_held => return Some(Order::Pass {}),
            Procedure::ReactionWindow { what, .. } => {
                let reaction_window = what.reaction_window(side, self.acting(state));
                return told.no_chits_at.contains(&reaction_window).then_some(Order::Pass {});
            }
            Procedure::Opportunity { .. } => told.opportunity_fire,
            Procedure::CavalryWithdrawal { .. } => told.withdrawal,
            Procedure::CloseCombat(m) => match m.stage {
                CloseCombatStage::Announcing => told.defensive_fire,
                CloseCombatStage::Rider(_) => told.withdrawal,
                _ => StandingOrder::Ask,
            },
            Procedure::Advance(_) if told.advance == StandingOrder::Never => StandingOrder::Never,
            _ => StandingOrder::Ask,
        };
        match habit {
            StandingOrder::Ask => None,
            StandingOrder::Never => Some(Order::Pass {}),
            // The first offer that is not a pass is the fullest.
            StandingOrder::Always => {
                self.offers(state).into_iter().find(|o| !matches!(o, Order::Pass {})).or(Some(Order::Pass {}))
            }
        }
    }

    /// The case under which a procedure asks, and what it asks in a few words.
    pub(crate) fn question_of(&self, state: &State, procedure: &Procedure) -> (Case, &'static str, String) {
        let called = |u: &crate::unit::UnitId| self.unit(*u).name.clone();
        match procedure {
            Procedure::Keys { side } => {
                let keys = self.scenario.keys[*side];
                (case!("8.1"), "keys", format!("choose {keys} Key Chit{}", if keys == 1 { "" } else { "s" }))
            }
            Procedure::Batteries { .. } => {
                (case!("9.1"), "batteries", "choose a hex of batteries to act with, or pass".into())
            }
            Procedure::BatteryHex { hex, .. } => (
                case!("9.1"),
                "battery-hex",
                format!("fire or move with the batteries of {}", self.number(*hex)),
            ),
            Procedure::BatteryRally { .. } => (case!("9.4"), "battery-rally", "one battery may rally".into()),
            Procedure::Held { end: false, .. } => (case!("10.1"), "held", "play a held chit, or pass".into()),
            Procedure::Held { .. } => {
                (case!("18.1"), "held", "play a held chit before the turn ends, or pass".into())
            }
            Procedure::Drawn { chit, .. } => {
                (case!("10.3a"), "drawn", format!("play {} now or hold it", self.chit(*chit).name))
            }
            Procedure::Commander { chit, .. } => (
                case!("10.6"),
                "commander",
                format!("{} may activate any brigade, or be held", self.chit(*chit).name),
            ),
            Procedure::Command { chit, grant, .. } => {
                let what = match grant {
                    crate::sequence::procedure::Grant::Limited => "a brigade for a Limited Activation",
                    crate::sequence::procedure::Grant::Spent => "a brigade that loses its activation",
                    _ => "the brigade to activate",
                };
                (case!("10.7"), "command", format!("{}: choose {what}", self.chit(*chit).name))
            }
            Procedure::Special { .. } if state.special.is_none() => {
                (case!("20.5"), "special", "begin the Surprise Attack before the next draw, or pass".into())
            }
            Procedure::Special { .. } => {
                (case!("20.4"), "special", "choose the next brigade of the attack".into())
            }
            Procedure::Chaos { .. } => {
                (case!("10.5b"), "chaos", "choose the enemy hex in Battlefield Chaos".into())
            }
            Procedure::Wayward { .. } => {
                (case!("10.5b"), "wayward", "move one enemy unit astray by one hex".into())
            }
            Procedure::RareChoice { .. } => (case!("10.5b"), "rare", "a rare event: choose".into()),
            Procedure::ReactionWindow { .. } => {
                (case!("10.4a"), "moment", "play a chit at this moment, or pass".into())
            }
            Procedure::Activation(a) => {
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
            Procedure::Reserve { brigade, .. } => {
                (case!("13.5a"), "reserve", format!("{}: Reserve Move", self.brigade(*brigade).name))
            }
            Procedure::Arrivals { units, .. } => (
                case!("K93"),
                "arrival",
                format!("choose where {} comes on", units.first().map_or(String::new(), called)),
            ),
            Procedure::Opportunity { mover, .. } => {
                (case!("13.7"), "opportunity", format!("Opportunity Fire at {} as it leaves?", called(mover)))
            }
            Procedure::CavalryWithdrawal { units, .. } => {
                (case!("13.8"), "cavalry-withdrawal", format!("may {} withdraw one hex?", self.called(units)))
            }
            Procedure::SkirmishWithdrawal { units, .. } => (
                case!("16.2"),
                "skirmish-withdrawal",
                format!("choose where {} withdraws", units.first().map_or(String::new(), called)),
            ),
            Procedure::FireBack { hex, .. } => {
                (case!("10.4a"), "fire-back", format!("the units in {} may fire back", self.number(*hex)))
            }
            Procedure::Fire(_) => (case!("12.2"), "lead", "choose the Lead Unit".into()),
            Procedure::Effects(e) => {
                let panic = matches!(e.queue.first(), Some(crate::sequence::procedure::Effect::Panic(_)));
                let case = if panic { case!("K82") } else { case!("15.1a") };
                (case, "choose", if panic { "choose who panics" } else { "choose between equals" }.into())
            }
            Procedure::Retreat(r) => {
                (case!("15.4"), "retreat", format!("choose the way {} retreats", called(&r.unit)))
            }
            Procedure::CloseCombats { .. } => {
                (case!("14.3"), "melees", "choose the next Close Combat".into())
            }
            Procedure::CloseCombat(m) => match &m.stage {
                CloseCombatStage::Rider(unit) => {
                    (case!("14.3b"), "rider", format!("may {} withdraw instead of fighting?", called(unit)))
                }
                CloseCombatStage::Announcing => (
                    case!("14.3a"),
                    "defensive-fire",
                    format!("Defensive Fire for {}", self.number(m.target)),
                ),
                CloseCombatStage::Naming(_) => {
                    (case!("14.3c"), "assaulting", "name the Assaulting Hex".into())
                }
                _ => (case!("12.2"), "lead", "choose the Lead Unit".into()),
            },
            Procedure::Advance(a) => {
                (case!("15.8"), "advance", format!("units may advance into {}", self.number(a.hex)))
            }
            Procedure::Return { unit, .. } => {
                (case!("17.2b"), "return", format!("choose where {} comes back", called(unit)))
            }
            Procedure::Displace { unit, .. } => {
                (case!("K39"), "displace", format!("choose where {} moves aside", called(unit)))
            }
            Procedure::Turn {} | Procedure::March(_) | Procedure::Volley(_) => {
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
                Procedure::Fire(f) => Some(f.side),
                Procedure::Retreat(r) => Some(r.side),
                Procedure::CloseCombat(m) => Some(m.side),
                Procedure::Activation(a) => Some(a.side),
                Procedure::Command { side, .. } | Procedure::Reserve { side, .. } => Some(*side),
                _ => None,
            })
            .unwrap_or(Side::Union)
    }
}

/// The refusal of an order that the procedure on top does not ask for.
pub(crate) fn not_asked(execution: &mut Execution, order: &Order) -> Refusal {
    let battle = execution.battle;
    let (case, _, text) = match execution.top() {
        Some(procedure) => battle.question_of(&execution.state, &procedure),
        None => (case!("7.0"), "over", "nothing: the game is over".to_owned()),
    };
    let verb = order.verb();
    match execution.rule_check.check(case, "the order is one that is asked for now", false, || {
        format!("'{verb}' is not what is asked now: {text}")
    }) {
        Err(refusal) => refusal,
        Ok(()) => Refusal { case, message: text },
    }
}
