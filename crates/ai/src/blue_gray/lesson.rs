//! Lessons: what a side could have ordered otherwise in its turn, and how that is played on.
//!
//! The moves of a movement phase are one plan, so each unit is sent elsewhere in it, or left where
//! it was, by itself: not to have moved a unit can be a mistake too. Attacks and answers are set
//! against those of the general.

use blue_gray::{Battle, CombatResult, Order, Phase, Place, State, UnitId};
use hexmap::Hex;
use tabletop::{RuleCheck, Rules, Side, agree, capital};

use super::aims::{Aim, Aims, Moved};
use super::deal::Deal;
use super::judgement::Judgement;
use super::muster::{Plan, at_combat, place};
use super::planner::{ardour, attack_order};
use super::planning::Planning;
use super::standing::Standing;
use super::survey::Survey;
use super::weights::BlueGrayWeights;
use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::Commanded;
use crate::information_set::InformationSet;
use crate::lesson::{Choice, End, Horizon, Round, Taken, Tutor, Variation};
use crate::level::Level;

type BlueGrayOrder = Order<UnitId, Hex>;

/// Trials spent on the search for the general's plan.
const TRIALS: u32 = 1500;

/// So many moves are compared at most, and so few points may be at stake by the evaluation.
const MOVES: (usize, f64) = (12, -0.5);

/// Game-turns that each alternative is played on for; to the end of the game if fewer than the second would
/// be left.
const TURNS: (u8, u8) = (2, 2);

/// More orders than any game that is played on has needed.
const MOST: usize = 3000;

pub(super) struct BlueGrayTutor {
    survey: Survey,
    weights: BlueGrayWeights,
}

/// A unit that could have been sent elsewhere.
struct Elsewhere {
    unit: UnitId,
    to: Option<Hex>,
    /// The plan's gain by the evaluation.
    gain: f64,
}

impl BlueGrayTutor {
    pub(super) fn new(battle: &Battle) -> BlueGrayTutor {
        let weights = BlueGrayWeights::default().of(Level::General);
        BlueGrayTutor { survey: Survey::new(battle, &weights), weights }
    }

    fn judgement<'a>(&'a self, battle: &'a Battle, standing: &'a Standing) -> Judgement<'a> {
        Judgement { battle, survey: &self.survey, weights: &self.weights, standing, quick: false }
    }

    /// The choices of the movement phase.
    fn moves(&self, taken: &Taken<'_, Battle>) -> Vec<Choice<Battle>> {
        let (battle, side) = (taken.rules(), taken.side());
        // Nothing is hidden in this game: any position that fits is the position.
        let state = |at: usize| taken.known(at).sample(&mut Chance::new(0));
        let moves = |at: &usize| {
            let state = state(*at);
            state.phase == Phase::Movement && state.phasing == side && state.question().is_none()
        };
        let own: Vec<usize> = (0..taken.count()).filter(moves).collect();
        let ends = own.iter().find(|&&at| matches!(taken.order(at), Order::EndMovement {}));
        let (Some(&first), Some(&end)) = (own.first(), ends) else { return Vec::new() };
        let (start, after) = (state(first), state(end));
        let moved = |(unit, from): (UnitId, Hex)| match after.place(unit) {
            Place::On(hex) if hex != from => Some((unit, Some(hex))),
            Place::Exited => Some((unit, None)),
            _ => None,
        };
        let plan = Plan { moves: battle.on_map(&start, side).filter_map(moved).collect() };
        let standing = Standing::default();
        let judgement = self.judgement(battle, &standing);
        let mut chance = Chance::new(u64::from(start.turn));
        let general = judgement.deliberate(&start, &mut Budget::Own.begin(TRIALS), &mut chance).plan;
        let planning = Planning::begin(judgement, &start, plan.clone());
        let mut elsewhere: Vec<Elsewhere> = planning
            .each_elsewhere(&general)
            .into_iter()
            .map(|(unit, to, gain)| Elsewhere { unit, to, gain })
            .collect();
        elsewhere.retain(|of| of.gain > MOVES.1);
        elsewhere.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        elsewhere.truncate(MOVES.0);
        let choice = |of: Elsewhere| {
            let orders: Vec<&BlueGrayOrder> = (first..end).map(|at| taken.order(at)).collect();
            let orders = changed(battle, &start, side, &orders, (of.unit, of.to))?;
            let mut other = plan.clone();
            let from = start.hex(of.unit)?;
            other.send(of.unit, from, of.to);
            let given = (first..end).rev().find(|&at| mover(taken.order(at)) == Some(of.unit));
            let went = plan.of(of.unit).unwrap_or(Some(from));
            let name = battle.unit(of.unit).called();
            let mut hexes: Vec<Hex> = [Some(from), went, of.to].into_iter().flatten().collect();
            hexes.sort_unstable();
            hexes.dedup();
            Some(Choice {
                at: given.unwrap_or(end),
                done: Variation { at: end, orders: vec![Order::EndMovement {}] },
                order: orders
                    .iter()
                    .find(|order| mover(order) == Some(of.unit))
                    .map(|order| (start.clone(), (*order).clone())),
                instead: Variation { at: first, orders },
                what: capital(&sent(battle, &name, from, went)),
                better: sent(battle, &name, from, of.to),
                why: judgement.why_there(&start, &other, (of.unit, from, went, of.to)),
                hexes: hexes.into_iter().map(|hex| battle.number(hex).to_owned()).collect(),
            })
        };
        elsewhere.into_iter().filter_map(choice).collect()
    }

    /// The choice of an attack or an answer, if the general orders something else.
    fn order(&self, taken: &Taken<'_, Battle>, at: usize) -> Option<Choice<Battle>> {
        let (battle, side) = (taken.rules(), taken.side());
        let known = taken.known(at);
        let state = known.sample(&mut Chance::new(0));
        if state.question().is_none() && state.phase == Phase::Movement {
            return None;
        }
        let order = taken.order(at);
        let mut general = battle.commander(Level::General, u64::from(state.turn));
        let decision = general.decide(InformationSet::new(battle, &state, side), Budget::Own)?;
        if same(order, &decision.order) {
            return None;
        }
        let standing = Standing::default();
        let judgement = self.judgement(battle, &standing);
        let line = |order: &BlueGrayOrder| Variation { at, orders: vec![order.clone()] };
        // For an answer there is no reason but its value.
        let attacks = matches!(decision.order, Order::Attack { .. });
        let mut why = if attacks { decision.reason } else { String::new() };
        if let Some(cut) = judgement.cut_off(&state, order) {
            why = format!("{cut} {why}").trim_end().to_owned();
        }
        Some(Choice {
            at,
            done: line(order),
            instead: line(&decision.order),
            what: capital(&judgement.doing(&state, order)),
            better: judgement.doing(&state, &decision.order),
            why,
            hexes: hexes(battle, &state, [order, &decision.order]),
            order: Some((state, decision.order)),
        })
    }
}

impl Tutor<Battle> for BlueGrayTutor {
    fn choices(&mut self, taken: &Taken<'_, Battle>) -> Vec<Choice<Battle>> {
        let battle = taken.rules();
        if taken.count() > 0 {
            let state = taken.known(0).sample(&mut Chance::new(0));
            self.weights = BlueGrayWeights::default().of(Level::General);
            self.weights.urge *= ardour(battle, &state, taken.side());
        }
        let mut choices = self.moves(taken);
        choices.extend((0..taken.count()).filter_map(|at| self.order(taken, at)));
        choices
    }

    fn play_on(
        &self,
        battle: &Battle,
        (mut state, side, order): (State, Side, &BlueGrayOrder),
        horizon: Horizon,
        round: Round,
    ) -> Option<End> {
        let standing = Standing::default();
        let judgement = self.judgement(battle, &standing);
        let quick = Judgement { quick: true, ..judgement };
        let deal = Deal { seed: round.seed, round: round.number };
        let until = state.turn.saturating_add(TURNS.0);
        let until = Some(until)
            .filter(|_| horizon == Horizon::Near)
            .filter(|turn| turn.saturating_add(TURNS.1) <= battle.scenario.turns);
        if !quick.execute(&mut state, order, deal) {
            return None;
        }
        quick.go_on(&mut state, side, until, deal);
        let mut end = End { worth: judgement.worth_to(&state, side), ..End::default() };
        end.held =
            self.survey.places.iter().map(|place| place.holder(battle, &state) == Some(side)).collect();
        for unit in battle.ids() {
            let of = battle.unit(unit);
            let (whose, strength) = (usize::from(of.side != side), f64::from(of.strength));
            match state.place(unit) {
                Place::Eliminated => end.lost[whose] += strength,
                Place::Exited => end.left[whose] += strength,
                _ => {}
            }
        }
        Some(end)
    }

    fn place(&self, battle: &Battle, which: usize) -> String {
        let standing = Standing::default();
        let judgement = self.judgement(battle, &standing);
        self.survey.places.get(which).map_or_else(String::new, |place| judgement.ground_name(place.hex))
    }
}

impl Judgement<'_> {
    /// Plays on to a side's movement phase of that game-turn, or to the end of the game: both sides
    /// move all their units without search. What can be put right by moving back costs little.
    fn go_on(&self, state: &mut State, side: Side, until: Option<u8>, deal: Deal) {
        let mut chance = deal.chance();
        for _ in 0..MOST {
            let moves = state.phase == Phase::Movement && state.phasing == side;
            if state.phase == Phase::Over || (moves && until.is_some_and(|turn| state.turn >= turn)) {
                return;
            }
            let order = if state.question().is_some() {
                self.answer(state, &mut chance)
            } else if state.phase == Phase::Movement {
                Some(self.reinforcement(state).unwrap_or_else(|| {
                    let plan = self.plan(state);
                    self.carry_out(state, &plan);
                    Order::EndMovement {}
                }))
            } else {
                Some(self.next_attack(state).map_or_else(|| self.last_attack(state), |a| attack_order(&a)))
            };
            match order {
                Some(order) if self.execute(state, &order, deal) => {}
                _ => return,
            }
        }
    }

    /// Places the units of a plan where it has them, as far as there is room.
    fn carry_out(&self, state: &mut State, plan: &Plan) {
        let battle = self.battle;
        let from: Vec<Option<Hex>> = plan.moves.iter().map(|(unit, _)| state.hex(*unit)).collect();
        for &(unit, to) in &plan.moves {
            place(battle, state, unit, to);
        }
        let mut back: Vec<_> = plan.moves.iter().zip(from).collect();
        while let Some(&hex) = battle.crowded(state).first() {
            let Some(at) = back.iter().rposition(|((unit, _), _)| state.hex(*unit) == Some(hex)) else {
                return;
            };
            let ((unit, _), from) = back.remove(at);
            place(battle, state, *unit, from);
        }
    }

    /// The value of a position to a side in points: those that it has, and those expected; its threats count
    /// a little as well.
    fn worth_to(&self, state: &State, side: Side) -> f64 {
        let standing = self.standing(state, side);
        if state.phase == Phase::Over {
            return standing;
        }
        standing + self.weights.menace * self.fear(&self.dangers(state, side.other()))
    }

    /// Why a unit is better off where a plan has it: it was at `from` and went to `went`.
    fn why_there(
        &self,
        start: &State,
        plan: &Plan,
        (unit, from, went, to): (UnitId, Hex, Option<Hex>, Option<Hex>),
    ) -> String {
        let aims = Aims::new(*self, start, at_combat(self.battle, start, plan));
        let moved = Moved { unit, from: Some(from), to };
        let (Some(there), Aim::Shift | Aim::FallBack) = (to, aims.of(moved)) else {
            return aims.why(moved);
        };
        let reach = |hex: Hex| aims.reach(std::iter::once(hex));
        let number = |hex: Hex| self.battle.number(hex);
        // Where the enemy could do as much here as there it is something else that counts.
        if went.is_some_and(|went| reach(went) == reach(there)) {
            return String::new();
        }
        let there = match reach(there) {
            0 => format!("no enemy can move next to it in {}", number(there)),
            most => format!("up to {most} enemy strength points can move next to it in {}", number(there)),
        };
        match went {
            Some(went) => {
                let most = reach(went);
                let most = if most == 0 { "none".to_owned() } else { format!("up to {most}") };
                format!("{}, {most} in {}.", capital(&there), number(went))
            }
            None => format!("{}.", capital(&there)),
        }
    }

    /// An order as the beginning of a sentence: "attacking 1216 at 1-2 with x3".
    fn doing(&self, state: &State, order: &BlueGrayOrder) -> String {
        let battle = self.battle;
        let called = |unit: &UnitId| battle.unit(*unit).called();
        match order {
            Order::Move { .. } | Order::Exit { .. } => "moving".to_owned(),
            Order::EndMovement {} => "ending the movement phase".to_owned(),
            Order::Attack { attackers, defenders, .. } => {
                let at = self.declared(state, order).map_or_else(String::new, |attack| {
                    let column = battle.scenario.tables.column_name(attack.final_column());
                    format!(" at {column}")
                });
                format!("attacking {}{at} with {}", battle.numbers(defenders), self.names(attackers))
            }
            Order::Retreat { unit, to, .. } => {
                format!("retreating {} to {}", called(unit), battle.number(*to))
            }
            Order::WithdrawBattery { unit, to, .. } => {
                format!("withdrawing {} to {}", called(unit), battle.number(*to))
            }
            Order::RetreatBeforeCombat {} => "trying to retreat before combat".to_owned(),
            Order::Stand {} => {
                let units = state.question().map_or_else(Vec::new, |question| question.units.clone());
                format!("keeping {} in place", self.names(&units))
            }
            Order::Lose { units } => format!("giving up {}", self.names(units)),
            Order::Advance { unit, to } => {
                let to = to.map_or_else(String::new, |to| format!(" to {}", battle.number(to)));
                format!("advancing {}{to}", called(unit))
            }
            Order::Hold {} => "not advancing".to_owned(),
            Order::EndCombat {} => "ending the combat phase".to_owned(),
            Order::Instruct { .. } => "giving standing orders".to_owned(),
        }
    }

    fn declared(&self, state: &State, order: &BlueGrayOrder) -> Option<blue_gray::Attack> {
        let Order::Attack { attackers, defenders, column } = order else { return None };
        let quiet = &mut RuleCheck::without_messages();
        self.battle.declare(state, state.phasing, attackers, defenders, column.as_deref(), quiet).ok()
    }

    /// The attackers without a way back if they must retreat (7.72).
    fn cut_off(&self, state: &State, order: &BlueGrayOrder) -> Option<String> {
        let battle = self.battle;
        let attack = self.declared(state, order)?;
        let results = battle.scenario.tables.results(attack.final_column());
        let faces = results.iter().filter(|result| **result == CombatResult::Ar).count();
        let cut: Vec<UnitId> = attack
            .adjacent
            .iter()
            .map(|&(unit, _)| unit)
            .filter(|&unit| battle.ways(state, unit).is_empty())
            .collect();
        let names = capital(&self.names(&cut));
        let are = agree(cut.len(), "it is", "they are");
        (faces > 0 && !cut.is_empty())
            .then(|| format!("{names} cannot retreat: driven back ({faces} in 6), {are} lost (7.72)."))
    }
}

/// The orders of a movement phase with one unit sent elsewhere, or left where it was; the last ends
/// the phase. `None` if they are refused in this way.
fn changed(
    battle: &Battle,
    start: &State,
    side: Side,
    orders: &[&BlueGrayOrder],
    (unit, to): (UnitId, Option<Hex>),
) -> Option<Vec<BlueGrayOrder>> {
    let from = start.hex(unit)?;
    let rest = || orders.iter().filter(|order| mover(order) != Some(unit)).map(|order| (*order).clone());
    let own = match to {
        Some(hex) if hex == from => None,
        Some(hex) => Some(Order::Move { unit, to: Some(hex), path: None }),
        None => Some(Order::Exit { unit, path: None }),
    };
    // Others may have to go first, or to come after it.
    let last = rest().chain(own.clone()).chain([Order::EndMovement {}]).collect();
    let first = own.clone().into_iter().chain(rest()).chain([Order::EndMovement {}]).collect();
    [last, first].into_iter().find(|orders: &Vec<BlueGrayOrder>| {
        let mut state = start.clone();
        orders.iter().all(|order| {
            let dice = &mut Chance::new(0);
            state.asked() == Some(side)
                && battle.execute(&mut state, side, order, dice, &mut RuleCheck::without_messages()).is_ok()
        })
    })
}

/// The unit that an order moves.
fn mover(order: &BlueGrayOrder) -> Option<UnitId> {
    match order {
        Order::Move { unit, .. } | Order::Exit { unit, .. } => Some(*unit),
        _ => None,
    }
}

/// "moving x3 from 0913 to 1216", "leaving x3 in 0913", "taking x3 off the map".
fn sent(battle: &Battle, name: &str, from: Hex, to: Option<Hex>) -> String {
    match to {
        Some(to) if to == from => format!("leaving {name} in {}", battle.number(from)),
        Some(to) => format!("moving {name} from {} to {}", battle.number(from), battle.number(to)),
        None => format!("taking {name} off the map"),
    }
}

/// Whether two orders are the same but for how they are written.
fn same(one: &BlueGrayOrder, other: &BlueGrayOrder) -> bool {
    let sorted = |units: &[UnitId]| {
        let mut units = units.to_vec();
        units.sort_unstable();
        units
    };
    let in_order = |hexes: &[Hex]| {
        let mut hexes = hexes.to_vec();
        hexes.sort_unstable();
        hexes
    };
    match (one, other) {
        (
            Order::Attack { attackers, defenders, column },
            Order::Attack { attackers: other, defenders: against, column: lower },
        ) => {
            sorted(attackers) == sorted(other) && in_order(defenders) == in_order(against) && column == lower
        }
        (Order::Lose { units }, Order::Lose { units: other }) => sorted(units) == sorted(other),
        (Order::Advance { unit, to }, Order::Advance { unit: other, to: hex }) => {
            unit == other && (to == hex || to.is_none() || hex.is_none())
        }
        _ => one == other,
    }
}

/// The printed hexes that orders are about.
fn hexes(battle: &Battle, state: &State, orders: [&BlueGrayOrder; 2]) -> Vec<String> {
    let mut hexes: Vec<Hex> = Vec::new();
    for order in orders {
        match order {
            Order::Attack { attackers, defenders, .. } => {
                hexes.extend(attackers.iter().filter_map(|&unit| state.hex(unit)));
                hexes.extend(defenders);
            }
            Order::Retreat { unit, to, .. } | Order::WithdrawBattery { unit, to, .. } => {
                hexes.extend(state.hex(*unit));
                hexes.push(*to);
            }
            Order::Advance { unit, to } => {
                hexes.extend(state.hex(*unit));
                hexes.extend(to);
            }
            Order::Lose { units } => hexes.extend(units.iter().filter_map(|&unit| state.hex(unit))),
            _ => {}
        }
    }
    hexes.sort_unstable();
    hexes.dedup();
    hexes.into_iter().map(|hex| battle.number(hex).to_owned()).collect()
}
