//! Lessons: what a side could have ordered otherwise in a game-turn, and how that is played on.
//!
//! A move is set against the best move of the same units, or against leaving them where they are;
//! every other order against that of the general.

use blind_swords::{Battle, Order, Place, Question, State, UnitId};
use hexmap::Hex;
use tabletop::{BySide, Rules, Side, capital};

use super::field::Field;
use super::ground::Ground;
use super::scripts::{Script, scripts};
use super::weights::BlindSwordsWeights;
use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::{Commanded, Commander};
use crate::interrupt::interrupted;
use crate::lesson::{Choice, End, Horizon, Round, Taken, Tutor, Variation};
use crate::level::Level;

/// Activations that each alternative is played on for, the one under way included, unless the next game-turn
/// ends first.
const NEAR: (u32, u8) = (4, 1);

/// No game that is played on asks more questions than this.
const LONGEST: usize = 20_000;

/// The most moves compared, and by how much the evaluation without search must know a better one.
const MOVES: (usize, f64) = (8, 0.1);

const OTHERS: usize = 16;

pub(super) struct BlindSwordsTutor {
    ground: Ground,
    plain: Script,
}

impl BlindSwordsTutor {
    pub(super) fn new(battle: &Battle) -> Option<BlindSwordsTutor> {
        let weights = BlindSwordsWeights::default().of(Level::General);
        let plain = scripts(&weights).into_iter().next()?;
        Some(BlindSwordsTutor { ground: Ground::new(battle, plain.weights.reach), plain })
    }

    fn field<'a>(&'a self, battle: &'a Battle, state: &'a State) -> Field<'a> {
        Field::new(battle, &self.ground, &self.plain.weights, state)
    }

    /// The choice of a move, with by how much another is judged better without search.
    fn of_move(&self, taken: &Taken<'_, Battle>, at: usize) -> Option<(f64, Choice<Battle>)> {
        let Order::Move { units, to, path, exit, .. } = taken.order(at) else { return None };
        let battle = taken.rules();
        let state = position(taken, at);
        let field = self.field(battle, &state);
        let ranked = field.ranked();
        let end = to.or_else(|| path.as_ref()?.last().copied());
        let from = state.hex(*units.first()?)?;
        // The policy without search leaves a unit alone where no move is worth something.
        let worth = |wanted: &dyn Fn(&Order) -> bool| {
            ranked.iter().find(|(_, order)| wanted(order)).map(|(worth, order)| (*worth, order.clone()))
        };
        let of_units = |order: &Order| matches!(order, Order::Move { units: of, .. } if of == units);
        let leads = |order: &Order| match order {
            Order::Move { to, path, .. } => to.or_else(|| path.as_ref()?.last().copied()),
            _ => None,
        };
        let done = worth(&|order| {
            of_units(order)
                && leads(order) == end
                && matches!(order, Order::Move { exit: off, .. } if off == exit)
        });
        let done = done.map_or(-1.0, |(worth, _)| worth);
        let other = worth(&|order| of_units(order) && (leads(order) != end || *exit));
        let stays = || worth(&|order| *order == Order::End {}).map(|(_, order)| (0.0, order));
        let (best, instead) = match other {
            Some((best, order)) if best > 0.0 => (best, order),
            _ => stays()?,
        };
        let name = battle.called(units);
        let sent = |order: &Order| match order {
            Order::Move { exit: true, .. } => format!("taking {name} off the map"),
            Order::Move { .. } => match leads(order) {
                Some(to) => format!("moving {name} from {} to {}", battle.number(from), battle.number(to)),
                None => format!("moving {name}"),
            },
            _ => format!("leaving {name} in {}", battle.number(from)),
        };
        let moves = matches!(instead, Order::Move { .. });
        let hexes = [Some(from), end, leads(&instead)];
        let why = if moves {
            field.reason(&instead, self.plain.purpose)
        } else {
            field.feared(taken.side(), units, from)
        };
        let choice = Choice {
            at,
            done: Variation { at, orders: vec![taken.order(at).clone()] },
            what: capital(&sent(taken.order(at))),
            better: sent(&instead),
            why,
            hexes: named(battle, hexes.into_iter().flatten()),
            order: moves.then(|| (state.clone(), instead.clone())),
            instead: Variation { at, orders: vec![instead] },
        };
        Some((best - done, choice))
    }

    /// The choice of any other order, if the general orders something else.
    fn of_other(
        &self,
        taken: &Taken<'_, Battle>,
        general: &mut dyn Commander<Battle>,
        at: usize,
    ) -> Option<Choice<Battle>> {
        let battle = taken.rules();
        let state = position(taken, at);
        let order = taken.order(at);
        let question = battle.question(&state)?;
        // Where there is nothing to choose nothing can be wrong.
        if matches!(order, Order::Move { .. }) || battle.offers(&state).len() < 2 {
            return None;
        }
        let decision = general.decide(taken.known(at), Budget::Own)?;
        if decision.order == *order {
            return None;
        }
        let hexes = [order, &decision.order].into_iter().flat_map(|order| hexes(&state, order));
        Some(Choice {
            at,
            done: Variation { at, orders: vec![order.clone()] },
            instead: Variation { at, orders: vec![decision.order.clone()] },
            what: capital(&doing(battle, &state, question, order)),
            better: doing(battle, &state, question, &decision.order),
            // What else the general weighed is another choice than this.
            why: decision.reason.split(" Also considered:").next().unwrap_or_default().to_owned(),
            hexes: named(battle, hexes),
            order: Some((state, decision.order)),
        })
    }
}

impl Tutor<Battle> for BlindSwordsTutor {
    fn choices(&mut self, taken: &Taken<'_, Battle>) -> Vec<Choice<Battle>> {
        let all = (0..taken.count()).take_while(|_| !interrupted());
        let mut moves: Vec<(f64, Choice<Battle>)> =
            all.clone().filter_map(|at| self.of_move(taken, at)).collect();
        moves.retain(|(gain, _)| *gain > MOVES.1);
        moves.sort_by(|a, b| b.0.total_cmp(&a.0));
        let moves = moves.into_iter().take(MOVES.0).map(|(_, choice)| choice);
        let mut general = taken.rules().commander(Level::General, 1);
        let others = all.filter_map(|at| self.of_other(taken, &mut *general, at)).take(OTHERS);
        moves.chain(others).collect()
    }

    fn play_on(
        &self,
        battle: &Battle,
        (from, side, order): (State, Side, &Order),
        horizon: Horizon,
        round: Round,
    ) -> Option<End> {
        let mut dice = Chance::new(!round.chance().below(1 << 30) as u64);
        let last = from.turn.saturating_add(NEAR.1);
        let active_in = |state: &State| battle.active(state).map(|(side, brigade, ..)| (side, brigade));
        let mut active = active_in(&from);
        let mut state = from;
        // Questions that are asked only to reveal nothing would waste time here.
        state.asking = BySide::default();
        let mut over = 0;
        let mut next = Some(order.clone());
        for _ in 0..LONGEST {
            let order = match next.take() {
                Some(order) => order,
                None if horizon == Horizon::Near && (over >= NEAR.0 || state.turn > last) => break,
                None => match self.field(battle, &state).answer() {
                    Some(order) => order,
                    None => break,
                },
            };
            state = battle.after(&state, &order, &mut dice).ok()?;
            let now = active_in(&state);
            if active.is_some() && now != active {
                over += 1;
            }
            active = now;
            if battle.asked(&state).is_none() {
                break;
            }
        }
        let mut end = End { worth: self.field(battle, &state).worth(side), ..End::default() };
        end.held = state.holders.iter().map(|holder| *holder == side).collect();
        for unit in battle.ids() {
            let whose = usize::from(battle.unit(unit).side != side);
            let faces = battle.faces(&state, unit);
            let strength = faces.fresh.unwrap_or(faces.worn).strength.number();
            match state.unit(unit).place {
                Place::Broken(_) | Place::Eliminated => end.lost[whose] += strength,
                Place::On(_) if state.unit(unit).worn => {
                    end.lost[whose] += strength - faces.worn.strength.number();
                }
                _ => {}
            }
        }
        for of in Side::BOTH {
            end.left[usize::from(of != side)] = f64::from(state.exited[of]) / 4.0;
        }
        Some(end)
    }

    fn cost(&self, points: f64, within: f64) -> String {
        format!("cost about as much as {points:.1} strength points are worth (± {within:.1})")
    }

    fn place(&self, battle: &Battle, which: usize) -> String {
        let watched = battle.scenario.victory.control_hexes.get(which);
        watched.map_or_else(String::new, |watch| format!("{} ({})", watch.name, battle.number(watch.hex)))
    }
}

/// A position that fits what the side knew, in which that order was given.
fn position(taken: &Taken<'_, Battle>, at: usize) -> State {
    taken.known(at).sample(&mut Chance::new(at as u64))
}

fn named(battle: &Battle, hexes: impl Iterator<Item = Hex>) -> Vec<String> {
    let mut hexes: Vec<Hex> = hexes.collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.into_iter().map(|hex| battle.number(hex).to_owned()).collect()
}

/// The hexes that an order is about.
fn hexes(state: &State, order: &Order) -> Vec<Hex> {
    let of = |units: &[UnitId]| units.iter().filter_map(|&unit| state.hex(unit)).collect::<Vec<_>>();
    match order {
        Order::Fire { shots } => {
            shots.iter().flat_map(|shot| of(&shot.units).into_iter().chain([shot.target])).collect()
        }
        Order::Close { assaults } => {
            assaults.iter().flat_map(|one| of(&one.units).into_iter().chain([one.target])).collect()
        }
        Order::Move { units, to, .. } => of(units).into_iter().chain(*to).collect(),
        Order::Withdraw { unit, to } => of(&[*unit]).into_iter().chain([*to]).collect(),
        Order::Retreat { unit, path } | Order::Advance { unit, path } => {
            of(&[*unit]).into_iter().chain(path.last().copied()).collect()
        }
        Order::Batteries { hex } | Order::Place { hex, .. } | Order::Chaos { hex } => vec![*hex],
        Order::Mount { unit } | Order::Rally { unit, .. } | Order::Choose { unit } | Order::Lead { unit } => {
            of(&[*unit])
        }
        _ => Vec::new(),
    }
}

/// An order as the beginning of a sentence: "giving Fulkerson's brigade Attack".
fn doing(battle: &Battle, state: &State, question: Question, order: &Order) -> String {
    let unit = |unit: &UnitId| battle.unit(*unit).name.clone();
    let number = |hex: Hex| battle.number(hex);
    let of = |question: Question| match question {
        Question::Fire(brigade)
        | Question::Movement(brigade, _)
        | Question::Close(brigade)
        | Question::Rally(brigade) => format!(" of {}", battle.brigade(brigade).name),
        _ => String::new(),
    };
    match order {
        Order::Order { order } => match question {
            Question::Orders(brigade) => {
                format!("giving {} the order {}", battle.brigade(brigade).name, order.word())
            }
            _ => format!("the order {}", order.word()),
        },
        Order::Activate { brigade } => format!("activating {}", battle.brigade(*brigade).name),
        Order::Keys { chits } => {
            let names = chits.iter().map(|&chit| battle.chit(chit).name.clone());
            format!("choosing {} as Key Chits", tabletop::listed(names))
        }
        Order::Play { chit, .. } => format!("playing {}", battle.chit(*chit).name),
        Order::Hold {} => "keeping the chit".to_owned(),
        Order::Common {} => "using the chit as a Common Event".to_owned(),
        Order::Fire { shots } => {
            let told = shots
                .iter()
                .map(|shot| format!("with {} at {}", battle.called(&shot.units), number(shot.target)));
            format!("firing {}", tabletop::listed(told))
        }
        Order::Close { assaults } if assaults.is_empty() => "making no Close Combat".to_owned(),
        Order::Close { assaults } => {
            let told = assaults
                .iter()
                .map(|one| format!("with {} in {}", battle.called(&one.units), number(one.target)));
            format!("closing {}", tabletop::listed(told))
        }
        Order::Move { units, to: Some(to), .. } => {
            format!("moving {} to {}", battle.called(units), number(*to))
        }
        Order::Move { units, .. } => format!("moving {}", battle.called(units)),
        Order::Mount { unit: rider } if state.unit(*rider).mounted => format!("dismounting {}", unit(rider)),
        Order::Mount { unit: rider } => format!("mounting {}", unit(rider)),
        Order::LeaveSkirmish { unit: one } => format!("taking {} out of Skirmish Order", unit(one)),
        Order::End {} => match question {
            Question::Fire(_) => format!("ending the Fire Combat Step{}", of(question)),
            Question::Movement(..) => format!("ending the Movement Step{}", of(question)),
            Question::Close(_) => format!("ending the Close Combat Step{}", of(question)),
            Question::Rally(_) => format!("ending the Rally Step{}", of(question)),
            _ => "ending the step".to_owned(),
        },
        Order::Pass {} => "passing".to_owned(),
        Order::Batteries { hex } => format!("acting with the batteries in {}", number(*hex)),
        Order::Withdraw { unit: one, to } => format!("withdrawing {} to {}", unit(one), number(*to)),
        Order::Place { unit: one, hex } => format!("placing {} in {}", unit(one), number(*hex)),
        Order::Lead { unit: one } => format!("naming {} as Lead Unit", unit(one)),
        Order::Choose { unit: one } => format!("choosing {}", unit(one)),
        Order::Retreat { unit: one, path } => match path.last() {
            Some(&end) => format!("retreating {} to {}", unit(one), number(end)),
            None => format!("retreating {} off the map", unit(one)),
        },
        Order::Advance { unit: one, path } => match path.last() {
            Some(&end) => format!("advancing {} to {}", unit(one), number(end)),
            None => format!("advancing {}", unit(one)),
        },
        Order::Resolve { target } => format!("resolving the Close Combat in {} first", number(*target)),
        Order::Assaulting { hex } => format!("taking {} as the Assaulting Hex", number(*hex)),
        Order::Rally { unit: one, .. } => format!("rallying {}", unit(one)),
        Order::Chaos { hex } => format!("letting Battlefield Chaos fall on {}", number(*hex)),
        Order::Wayward { unit: one, to } => format!("sending {} astray to {}", unit(one), number(*to)),
        Order::Surprise {} => "beginning the Surprise Attack".to_owned(),
        Order::Rare { .. } => "choosing so at the rare event".to_owned(),
        Order::Ask { .. } | Order::Instruct { .. } => "instructing the program".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use std::path::Path;

    use blind_swords::Library;
    use serde_json::Map;

    use super::*;
    use crate::commander::Commander;
    use crate::information_set::InformationSet;
    use crate::lesson::{Given, Of};

    /// The orders of both sides in the first game-turn, played by recruits.
    fn first_turn(battle: &Battle, seed: u64) -> BySide<Vec<Given<Battle>>> {
        let mut recruits: BySide<Box<dyn Commander<Battle>>> =
            BySide::from_fn(|side: Side| battle.commander(Level::Recruit, side as u64));
        let (mut state, mut dice) = (battle.start(), Chance::new(seed));
        let mut given = BySide::<Vec<Given<Battle>>>::default();
        for version in 1.. {
            let Some(side) = battle.asked(&state).filter(|_| state.turn == 1) else { break };
            let known = InformationSet::new(battle, &state, side);
            let order = recruits[side].decide(known, Budget::Own).unwrap().order;
            let next = battle.after(&state, &order, &mut dice).unwrap();
            given[side].push(Given { version, state: std::mem::replace(&mut state, next), order });
        }
        given
    }

    #[test]
    fn what_is_hidden_changes_no_word() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let read = |file: &str| std::fs::read_to_string(data.join(file)).ok();
        let library = Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
        let battle = library.battle("kernstown-1-stone-wall", &Map::new(), None).unwrap();
        let mut given = first_turn(&battle, 3);
        // The other side would take as long again.
        let side = Side::Confederate;
        let given = std::mem::take(&mut given[side]);
        let mut chance = Chance::new(77);
        let others: Vec<Given<Battle>> = given
            .iter()
            .map(|of| Given { state: battle.determinize(&of.state, side, &mut chance), ..of.clone() })
            .collect();
        assert!(given.iter().zip(&others).any(|(a, b)| a.state.chits != b.state.chits));
        let lesson = |given: Vec<Given<Battle>>| {
            Of { rules: battle.clone(), side, turn: 1, version: 40, given }.think().unwrap()
        };
        assert_eq!(lesson(given), lesson(others));
    }
}
