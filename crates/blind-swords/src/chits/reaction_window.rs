//! Moments at which chits may be played (10.1, K45, K53).

use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind, Effect};
use crate::chits::when::When;
use crate::data::numbers::paced;
use crate::event::Event;
use crate::order::{Order, Part, StandingOrder, StandingOrders};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Grant, OpenWindow, Procedure, Trigger};
use crate::state::{Rare, State};
use crate::unit::UnitId;

impl Battle {
    /// Opens a reaction window above the procedure it is about, if a side has something to decide: the
    /// active side first (K45).
    pub(crate) fn open_window(&self, execution: &mut Execution, what: Trigger, active: Side) {
        for (side, passed) in [(active, false), (active.other(), true)] {
            if self.is_asked_at(execution, &what, side) {
                return execution.push(OpenWindow { side, what, passed });
            }
        }
        self.window_over(execution, what, Some(active));
    }

    /// After Command Confusion had its chance, the order stands (K53).
    fn window_over(&self, execution: &mut Execution, what: Trigger, active: Option<Side>) {
        if let (Trigger::OrderGiven, Some(active)) = (what, active) {
            self.open_window(execution, Trigger::OrderStands, active);
        }
    }

    /// After a play in a window both sides may play again, the other side first.
    fn window_goes_on(&self, execution: &mut Execution, window: &OpenWindow, active: Option<Side>) {
        for (side, passed) in [(window.side.other(), false), (window.side, true)] {
            if self.is_asked_at(execution, &window.what, side) {
                return execution.push(OpenWindow { side, what: window.what.clone(), passed });
            }
        }
        self.window_over(execution, window.what.clone(), active);
    }

    fn is_asked_at(&self, execution: &Execution, what: &Trigger, side: Side) -> bool {
        let state: &State = &execution.state;
        self.is_asked_of_chits(state, side, When::At(what)) || !self.rare_plays(state, side, what).is_empty()
    }

    /// Notes in the procedure on top, which the moment was about, what the chit does to it. True
    /// where that procedure is gone.
    fn use_chit(&self, execution: &mut Execution, chit: ChitId) -> bool {
        let ChitKind::Event(event) = &self.chit(chit).kind else { return false };
        let Some(mut procedure) = execution.top() else { return false };
        let numbers = &self.scenario.numbers;
        match (&mut procedure, event.effect) {
            (Procedure::Activation(a), Effect::QuickMarch) => a.pace = paced(a.pace, *numbers.quick_march),
            (Procedure::Activation(a), Effect::Fatigue) => a.pace = paced(a.pace, *numbers.fatigue),
            (Procedure::Activation(a), Effect::Confident) => a.bonus += *numbers.confident,
            (Procedure::Activation(a), Effect::CommandConfusion { orders }) => {
                let die = execution.throw();
                let order = orders.get(usize::from(die.saturating_sub(1))).copied().flatten();
                execution.apply(Event::ConfusionThrown { die, order });
                if let Some(order) = order {
                    a.order = Some(order);
                    execution.apply(Event::Ordered { brigade: a.brigade, order, case: case!("10.9") });
                }
            }
            (Procedure::Fire(fire), _) => fire.chits.push(chit),
            (Procedure::CloseCombat(close_combat), _) => close_combat.chits.push(chit),
            (Procedure::Command(command), Effect::InspiredLeadership) => command.grant = Grant::Full,
            (Procedure::Retreat(_), Effect::HoldTheLine) => {
                execution.pop();
                return true;
            }
            _ => return false,
        }
        execution.set(procedure);
        false
    }

    /// Notes a rare event in the procedure it shifts, or stops the unit.
    fn use_rare(&self, execution: &mut Execution, rare: Rare, units: &[UnitId], columns: i8) {
        let columns = match rare {
            Rare::FoolishAttack => self.rare_columns(rare),
            Rare::Bonus(_) => columns,
            Rare::Deception => 0,
        };
        execution.apply(Event::RareUsed { rare, units: units.to_vec(), columns });
        let Some(mut procedure) = execution.top() else { return };
        match &mut procedure {
            Procedure::Fire(fire) => fire.rare += columns,
            Procedure::CloseCombat(close_combat) => close_combat.rare += columns,
            _ => return,
        }
        execution.set(procedure);
    }
}

impl Ask for OpenWindow {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "moment"
    }

    fn case(&self, _: &State) -> Case {
        case!("10.4a")
    }

    fn words(&self, _: &Battle, _: &State) -> String {
        "play a chit at this moment, or pass".to_owned()
    }

    fn topic(&self, _: &Battle, state: &State) -> Question {
        Question::ReactionWindow(self.what.reaction_window(state.acting() == Some(self.side)))
    }

    fn standing_order(&self, _: &Battle, state: &State, told: &StandingOrders) -> StandingOrder {
        let moment = self.what.reaction_window(state.acting() == Some(self.side));
        if told.no_chits_at.contains(&moment) { StandingOrder::Never } else { StandingOrder::Ask }
    }

    /// Every chit and rare event that fits, and passing.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let held = state.held(&battle.scenario.chits, self.side);
        let plays = held.flat_map(|chit| battle.tries_of_chit(state, self.side, When::At(&self.what), chit));
        tries(plays.chain(battle.rare_plays(state, self.side, &self.what)).chain([Order::Pass {}]))
    }

    /// A chit or rare event is played at this moment, or the side passes.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let OpenWindow { side, what, passed } = self;
        let active = judging.state.acting();
        match order {
            Order::Pass {} => accept(move |execution| {
                execution.pop();
                let other = side.other();
                if !passed && battle.is_asked_at(execution, what, other) {
                    execution.push(OpenWindow { side: other, what: what.clone(), passed: true });
                } else {
                    battle.window_over(execution, what.clone(), active);
                }
            }),
            Order::Play { chit, .. } => {
                battle.may_play(judging, *side, When::At(what), order)?;
                accept(move |execution| {
                    let chit = *chit;
                    execution.apply(Event::ChitPlayed { chit, unit: None, brigade: None, hex: None });
                    execution.pop();
                    if !battle.use_chit(execution, chit) {
                        battle.window_goes_on(execution, self, active);
                    }
                })
            }
            Order::Rare { units, brigade: None, columns } => {
                let rare = battle.may_use_rare(judging, *side, what, units, *columns)?;
                accept(move |execution| {
                    execution.pop();
                    battle.use_rare(execution, rare, units, columns.unwrap_or(0));
                    battle.window_goes_on(execution, self, active);
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }

    fn parts(&self, battle: &Battle, state: &State) -> Option<Vec<Part>> {
        let plays = state.held(&battle.scenario.chits, self.side).map(Part::Play);
        let others = battle.rare_plays(state, self.side, &self.what).into_iter().chain([Order::Pass {}]);
        Some(plays.chain(others.map(Part::Order)).collect())
    }

    fn when(&self) -> Option<When<'_>> {
        Some(When::At(&self.what))
    }
}
