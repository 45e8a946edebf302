//! Event chits drawn and held (10.1, 10.3a, 10.4, 18.1, K43, K44).

use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::chits::when::When;
use crate::event::Event;
use crate::order::{Order, Part, StandingOrder, StandingOrders};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Drawn, Held, Special};
use crate::state::{ChitPlace, State};

impl Battle {
    /// Who is asked next about held chits: the sides in turn until both have passed in succession.
    /// Who is not asked has passed (K43).
    pub(crate) fn step_held(&self, execution: &mut Execution, held: Held) {
        if self.is_asked_to_play_held(&execution.state, held.side, held.end) {
            execution.set(Held { asks: true, ..held });
        } else {
            self.pass_held(execution, &held);
        }
    }

    fn pass_held(&self, execution: &mut Execution, held: &Held) {
        let Held { side, passed, end, .. } = *held;
        if !passed {
            return execution.set(Held { side: side.other(), passed: true, end, asks: false });
        }
        execution.pop();
        if end {
            return;
        }
        // K105: between the held chits and the draw.
        let attacks = |side| self.surprise_chit(&execution.state, side).is_some();
        match Side::BOTH.into_iter().find(|&side| attacks(side)) {
            Some(side) => execution.push(Special { side, asks: true }),
            None => self.draw_chit(execution),
        }
    }

    fn is_asked_to_play_held(&self, state: &State, side: Side, end: bool) -> bool {
        self.is_asked_of_chits(state, side, When::held(end)) || !self.deceptions(state, side).is_empty()
    }

    /// What else can be done with the chit just drawn: to use its Common side, and to hold it.
    fn keep_drawn(&self, state: &State, side: Side) -> Vec<Order> {
        let mut offers = Vec::new();
        if self.is_first(state, side) && self.earnable(state, side).is_some() {
            offers.push(Order::Common {});
        }
        offers.push(Order::Hold {});
        offers
    }

    /// Whether the chit that a side has just drawn is its first Event chit of the turn (K104): no
    /// other has left the cup.
    fn is_first(&self, state: &State, side: Side) -> bool {
        let left_cup = |c: &ChitId| {
            matches!(state.chit(*c).place, ChitPlace::Drawn | ChitPlace::Held | ChitPlace::Discarded)
        };
        self.chit_ids()
            .filter(|&c| self.chit(c).side == Some(side) && matches!(self.chit(c).kind, ChitKind::Event(_)))
            .filter(left_cup)
            .count()
            == 1
    }
}

impl Ask for Held {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "held"
    }

    fn case(&self, _: &State) -> Case {
        if self.end { case!("18.1") } else { case!("10.1") }
    }

    fn words(&self, _: &Battle, _: &State) -> String {
        if self.end { "play a held chit before the turn ends, or pass" } else { "play a held chit, or pass" }
            .to_owned()
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Held { end: self.end }
    }

    fn standing_order(&self, _: &Battle, _: &State, told: &StandingOrders) -> StandingOrder {
        if told.pass_held { StandingOrder::Never } else { StandingOrder::Ask }
    }

    /// Every play of a held chit, and passing.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let held = state.held(&battle.scenario.chits, self.side);
        let plays = held.flat_map(|chit| battle.tries_of_chit(state, self.side, When::held(self.end), chit));
        tries(plays.chain(battle.deceptions(state, self.side)).chain([Order::Pass {}]))
    }

    /// A held chit is played, or the side passes.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Held { side, end, .. } = *self;
        let next = Held { side: side.other(), passed: false, end, asks: false };
        match order {
            Order::Pass {} => accept(move |execution| {
                let case = if end { case!("18.1") } else { case!("10.1") };
                execution.apply(Event::Passed { side, case });
                battle.pass_held(execution, self);
            }),
            Order::Play { .. } => {
                battle.may_play(judging, side, When::held(end), order)?;
                accept(move |execution| {
                    execution.set(next);
                    battle.play(execution, side, order);
                })
            }
            Order::Rare { .. } => {
                battle.may_deceive(judging, side, order)?;
                accept(move |execution| {
                    execution.set(next);
                    battle.deceive(execution, order);
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }

    fn parts(&self, battle: &Battle, state: &State) -> Option<Vec<Part>> {
        let plays = state.held(&battle.scenario.chits, self.side).map(Part::Play);
        let others = battle.deceptions(state, self.side).into_iter().chain([Order::Pass {}]);
        Some(plays.chain(others.map(Part::Order)).collect())
    }

    fn when(&self) -> Option<When<'_>> {
        Some(When::held(self.end))
    }
}

impl Ask for Drawn {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "drawn"
    }

    fn case(&self, _: &State) -> Case {
        case!("10.3a")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("play {} now or hold it", battle.chit(self.chit).name)
    }

    /// A chit just drawn is named to its owner alone (K44).
    fn words_for_others(&self, _: &Battle, _: &State) -> String {
        "play the chit just drawn or hold it".to_owned()
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Drawn(self.chit)
    }

    /// Every play of the chit just drawn, its Common side, and holding it.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let plays = battle.tries_of_chit(state, self.side, When::Drawn, self.chit);
        tries(plays.into_iter().chain(battle.keep_drawn(state, self.side)))
    }

    /// The owner of the Event chit just drawn plays it, uses its Common side, or holds it (10.3a).
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Drawn { side, chit } = *self;
        match order {
            Order::Hold {} => accept(move |execution| {
                execution.pop();
                execution.apply(Event::ChitHeld { chit });
            }),
            Order::Common {} => {
                let common = battle.scenario.common[side].is_some();
                judging.rule_check.check(
                    case!("10.4b"),
                    "the scenario uses Common Events",
                    common,
                    || "this scenario uses no Common Events".to_owned(),
                )?;
                let first = battle.is_first(judging.state, side);
                judging.rule_check.check(
                    case!("K104"),
                    "it is the side's first Event chit of the turn",
                    first,
                    || "only the first Event chit drawn in a turn can be used as a Common Event".to_owned(),
                )?;
                let earnable = battle.earnable(judging.state, side).is_some();
                judging.rule_check.check(case!("20.5"), "there is something to earn", earnable, || {
                    "it has been earned already".to_owned()
                })?;
                accept(move |execution| {
                    execution.pop();
                    execution.apply(Event::CommonUsed { chit });
                })
            }
            Order::Play { chit: played, .. } => {
                judging.rule_check.check(
                    case!("10.3a"),
                    "it is the chit just drawn",
                    *played == chit,
                    || format!("{} was drawn; other chits wait for their step", battle.chit(chit).name),
                )?;
                battle.may_play(judging, side, When::Drawn, order)?;
                accept(move |execution| {
                    execution.pop();
                    battle.play(execution, side, order);
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }

    fn parts(&self, battle: &Battle, state: &State) -> Option<Vec<Part>> {
        let others = battle.keep_drawn(state, self.side).into_iter().map(Part::Order);
        Some(std::iter::once(Part::Play(self.chit)).chain(others).collect())
    }

    fn when(&self) -> Option<When<'_>> {
        Some(When::Drawn)
    }
}
