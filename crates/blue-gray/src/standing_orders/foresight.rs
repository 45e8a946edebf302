//! What a combat that has not been fought yet would ask of a side: the combat is carried out on
//! copies of the position, once for each way in which its die can fall and the other side can
//! answer, by the code that carries out combats.

use hexmap::Hex;
use tabletop::{Side, every_way};

use super::matching::{Found, Way};
use crate::Event;
use crate::battle::Battle;
use crate::combat::Attack;
use crate::execution::Execution;
use crate::order::Order;
use crate::standing_orders::Instructions;
use crate::state::{Question, State};
use crate::tables::CombatResult;
use crate::unit::UnitId;

const MOST_QUESTIONS: usize = 300;
/// The most positions searched with every answer of the other side; beyond them it gives the first answer
/// that it could.
const MOST_POSITIONS: usize = 400;

/// A question that would be asked.
#[derive(Debug, Clone)]
pub(crate) struct Foreseen {
    pub question: Question,
    /// The question, worded for the player.
    pub text: String,
    /// The result of the combat; none before its die is thrown.
    pub result: Option<CombatResult>,
    /// The way to the conditional answer that it follows on; none if it follows on none.
    pub after: Way,
    /// The answers that are legal, the one or the other only after some of what the other side may
    /// have answered.
    pub options: Vec<Choice>,
    /// The answers that were laid down, as far as there are any.
    pub given: Vec<Given>,
    /// In some of the positions no conditional order answers.
    pub open: bool,
}

/// An answer that could be given.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    pub order: Order<UnitId, Hex>,
    /// It is legal whatever the other side has answered.
    pub always: bool,
    /// Each unit it moves, from which hex and to which.
    pub moves: Vec<(UnitId, Hex, Hex)>,
    /// The units of its own side that would be lost before the next question.
    pub lost: Vec<UnitId>,
}

/// An answer that is given, and what would be asked after it.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    pub order: Order<UnitId, Hex>,
    /// The way to it among the conditional orders; none if it is answered in general.
    pub way: Option<Way>,
    pub then: Vec<Foreseen>,
}

/// An answer, and the way to it if a conditional order gives it.
type Answered = (Order<UnitId, Hex>, Option<Way>);

/// The questions that an attack brings.
pub(crate) struct Foresight<'a> {
    battle: &'a Battle,
    side: Side,
    told: &'a Instructions<UnitId, Hex>,
    questions: usize,
    positions: usize,
    /// Whether the search was cut short.
    pub cut: bool,
}

/// The position, whichever face brought the result: what follows hangs on the result alone.
fn of_any_face(mut state: State) -> State {
    if let Some(combat) = &mut state.combat {
        combat.thrown = combat.thrown.map(|(_, result)| (0, result));
    }
    state
}

impl<'a> Foresight<'a> {
    /// Of a side with these standing orders.
    pub(crate) fn new(battle: &'a Battle, side: Side, told: &'a Instructions<UnitId, Hex>) -> Foresight<'a> {
        Foresight { battle, side, told, questions: 0, positions: 0, cut: false }
    }

    /// The questions that an attack in that position would put to the side.
    pub(crate) fn of_attack(&mut self, state: &State, attack: &Attack) -> Vec<Foreseen> {
        // Both sides are asked everything; what answers is looked up question by question.
        let mut asking = state.clone();
        asking.instructions = tabletop::BySide::default();
        asking.followed = tabletop::BySide::default();
        let mut states = Vec::new();
        let battle = self.battle;
        every_way(
            |dice| {
                let mut execution = Execution::new(battle, &asking, dice);
                execution.attack(attack);
                of_any_face(execution.state)
            },
            |end, _| {
                if !states.contains(&end) {
                    states.push(end);
                }
            },
        );
        self.questions_in(states)
    }

    /// Plays each of these positions on until the side is asked or the combat is over, whatever the other
    /// side answers.
    fn until_asked(&mut self, mut open: Vec<State>) -> Vec<State> {
        let mut asked: Vec<State> = Vec::new();
        let mut seen: Vec<State> = Vec::new();
        open.reverse();
        while let Some(state) = open.pop() {
            // A combat that is over asks nothing more.
            let Some(question) = state.question().filter(|_| state.combat.is_some()) else { continue };
            if question.side == self.side {
                if !asked.contains(&state) {
                    asked.push(state);
                }
                continue;
            }
            if seen.contains(&state) {
                continue;
            }
            self.positions += 1;
            let (mut answers, more) = self.battle.answers_to(&state);
            self.cut |= more;
            if self.positions > MOST_POSITIONS {
                self.cut |= answers.len() > 1;
                answers.truncate(1);
            }
            for order in answers {
                open.extend(self.after(&state, &order).into_iter().map(|(state, _)| state));
            }
            seen.push(state);
        }
        asked
    }

    /// The positions that an answer to the open question leads to, for each result of the dice, with their
    /// events.
    fn after(&self, state: &State, order: &Order<UnitId, Hex>) -> Vec<(State, Vec<Event<UnitId, Hex>>)> {
        let Some(side) = state.asked() else { return Vec::new() };
        let mut ends = Vec::new();
        every_way(
            |dice| {
                let mut execution = Execution::new(self.battle, state, dice);
                let quiet = &mut tabletop::RuleCheck::without_messages();
                let answered = execution.answer(side, order, None, quiet);
                answered.ok().map(|()| {
                    execution.proceed();
                    (of_any_face(execution.state), execution.events)
                })
            },
            |end, _| ends.extend(end),
        );
        ends
    }

    /// The questions of the side that these positions lead to, those that are the same as one.
    fn questions_in(&mut self, states: Vec<State>) -> Vec<Foreseen> {
        let mut alike: Vec<Vec<State>> = Vec::new();
        let key = |state: &State| {
            let result = state.combat.as_ref().and_then(|combat| combat.thrown).map(|(_, result)| result);
            let question = state.question().map(|q| (q.ask, q.units.clone(), q.hexes.clone()));
            (question, result)
        };
        for state in self.until_asked(states) {
            match alike.iter_mut().find(|group| key(&group[0]) == key(&state)) {
                Some(group) => group.push(state),
                None => alike.push(vec![state]),
            }
        }
        let mut questions = Vec::new();
        for group in alike {
            if self.questions == MOST_QUESTIONS {
                self.cut = true;
                break;
            }
            self.questions += 1;
            questions.extend(self.question_in(&group));
        }
        questions
    }

    /// A question that is asked in all of these positions.
    fn question_in(&mut self, group: &[State]) -> Option<Foreseen> {
        let (first, rest) = group.split_first()?;
        let question = first.question()?.clone();
        let (mut options, more) = self.battle.answers_to(first);
        self.cut |= more;
        let mut common = vec![true; options.len()];
        for state in rest {
            let (others, more) = self.battle.answers_to(state);
            self.cut |= more;
            for (option, common) in options.iter().zip(&mut common) {
                *common &= others.contains(option);
            }
            for other in others {
                if !options.contains(&other) {
                    options.push(other);
                    common.push(false);
                }
            }
        }
        let choices = options.into_iter().zip(common);
        let options = choices.map(|(order, always)| self.choice(group, order, always)).collect();
        let mut open = false;
        let mut answered: Vec<(Answered, Vec<State>)> = Vec::new();
        for state in group {
            match self.answer(state) {
                None => open = true,
                Some(answer) => match answered.iter_mut().find(|(one, _)| *one == answer) {
                    Some((_, states)) => states.push(state.clone()),
                    None => answered.push((answer, vec![state.clone()])),
                },
            }
        }
        let mut given = Vec::new();
        for ((order, way), states) in answered {
            let mut next = Vec::new();
            for state in states {
                for (mut end, _) in self.after(&state, &order) {
                    if let Some(way) = &way
                        && end.combat.is_some()
                    {
                        end.followed[self.side].clone_from(way);
                    }
                    next.push(end);
                }
            }
            given.push(Given { order, way, then: self.questions_in(next) });
        }
        let result = first.combat.as_ref().and_then(|combat| combat.thrown).map(|(_, result)| result);
        let after = first.followed[self.side].clone();
        let text = self.battle.question_text(first);
        Some(Foreseen { question, text, result, after, options, given, open })
    }

    /// The standing orders' answer here, and the conditional order that gives it.
    fn answer(&self, state: &State) -> Option<Answered> {
        let mut told = state.clone();
        told.instructions[self.side].clone_from(self.told);
        match self.battle.conditional_answer(&told) {
            Found::Answer(way, order) => Some((order, Some(way))),
            Found::Ask => None,
            Found::Nothing => self.battle.standing_answer(&told).map(|order| (order, None)),
        }
    }

    fn choice(&self, group: &[State], order: Order<UnitId, Hex>, always: bool) -> Choice {
        let mut choice = Choice { order, always, moves: Vec::new(), lost: Vec::new() };
        // The first position in which it is legal says what comes of it.
        let ends = group.iter().map(|state| self.after(state, &choice.order)).find(|ends| !ends.is_empty());
        for event in ends.iter().flatten().take(1).flat_map(|(_, events)| events) {
            match event {
                // The side has answered: what comes after the next question is not of this answer.
                Event::Asked { .. } | Event::DieThrown { .. } | Event::CombatEnded {} => break,
                Event::Retreated { unit, from, to, .. }
                | Event::Displaced { unit, from, to }
                | Event::Advanced { unit, from, to } => choice.moves.push((*unit, *from, *to)),
                Event::Eliminated { unit, .. } if self.battle.unit(*unit).side == self.side => {
                    choice.lost.push(*unit);
                }
                _ => {}
            }
        }
        choice
    }
}
