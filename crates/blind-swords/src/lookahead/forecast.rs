//! What a fire or a Close Combat can bring, by the rules themselves: the procedure that an order
//! would begin is run by the very code that carries orders out, once for every way in which its
//! dice can fall, until it is known what becomes of the Lead Unit and what falls on the attackers.
//!
//! A forecast knows of no chits, of no rare events and of nothing that a side has told the program
//! in advance: neither what is held or told nor how long the answer takes may show it. A side that
//! is asked something on the way is supposed to pass, or to take the first of what the rules hold
//! to be equal.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hexmap::Hex;
use tabletop::{BranchingDice, RuleCheck, Side, every_way};

use crate::battle::Battle;
use crate::data::tables::Test;
use crate::event::Event;
use crate::lookahead::fate::Fate;
use crate::lookahead::prospects::{Chances, Outcome, TestChances};
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{CloseCombat, Effect, Effects, Fire, Procedure, Retreat, RetreatStage};
use crate::state::{ChitPlace, Place, State};
use crate::unit::UnitId;

/// Beyond this number of open ways, no further unit of the hex is depleted: each opens up to four, and a sandbox
/// position may have two hundred units in one hex.
const MOST_OPEN: usize = 300;

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Forecast {
    pub tests: TestChances,
    /// What becomes of the Lead Unit.
    pub chances: Chances,
    /// The chances that one of the attackers is depleted or tested for it, takes Morale Hits, is
    /// thrown back (15.2); in a fire nothing of the kind happens.
    pub attacker: [f64; 3],
}

/// What has happened so far that the position does not show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    /// How far the Lead Unit was ordered to retreat.
    retreat: Option<u8>,
    /// Whether a Deplete, a Morale and a Retreat result have fallen on an attacker.
    attacker: [bool; 3],
}

/// A way on which it is still open what becomes of whom the forecast is about.
#[derive(Debug, Clone)]
struct Branch {
    state: State,
    seen: Seen,
}

impl PartialEq for Branch {
    fn eq(&self, other: &Branch) -> bool {
        // What branches differ in is most often what is to be done next: that is looked at first.
        self.seen == other.seen && self.state.top() == other.state.top() && self.state == other.state
    }
}

/// Whose fate is followed, and where on the stack.
struct Followed {
    lead: UnitId,
    /// In a Close Combat also what falls on the attackers of that side.
    attackers: Option<Side>,
    /// Where on the stack the test's effects are.
    effects: usize,
}

/// Things with their chances; equal ones are one.
struct Spread<T>(Vec<(T, f64)>);

impl<T: PartialEq> Spread<T> {
    fn add(&mut self, thing: T, chance: f64) {
        match self.0.iter_mut().find(|(known, _)| *known == thing) {
            Some((_, sum)) => *sum += chance,
            None => self.0.push((thing, chance)),
        }
    }
}

impl Battle {
    /// What a fire can bring the Lead Unit of its target.
    pub(super) fn forecast_fire(&self, state: &State, fire: &Fire, lead: UnitId) -> Forecast {
        let mut start = self.without_reactions(state);
        let before = start.stack.len();
        let fire = Fire { lead: Some(lead), ..fire.clone() };
        start.stack.push(Procedure::Fire(fire.clone()));
        let followed = Followed { lead, attackers: None, effects: before };
        self.forecast(
            &start,
            &followed,
            |execution| self.throw_for_fire(execution, &fire),
            |execution, test| self.begin_test_of_fire(execution, &fire, test),
        )
    }

    /// What a Close Combat from that Assaulting Hex can bring the defenders' Lead Unit and the
    /// attackers.
    pub(super) fn forecast_close_combat(
        &self,
        state: &State,
        close_combat: &CloseCombat,
        assaulting: Hex,
        lead: UnitId,
    ) -> Forecast {
        let mut start = self.without_reactions(state);
        let before = start.stack.len();
        let close_combat =
            CloseCombat { assaulting: Some(assaulting), lead: Some(lead), ..close_combat.clone() };
        start.stack.push(Procedure::CloseCombat(close_combat.clone()));
        let attackers = Some(close_combat.side);
        let followed = Followed { lead, attackers, effects: before + 1 };
        self.forecast(
            &start,
            &followed,
            |execution| self.throw_for_close_combat(execution, close_combat.clone()).unwrap_or(Test::None),
            |execution, test| self.begin_test_of_close_combat(execution, test),
        )
    }

    /// The position without what could be played at a moment, and without the question that the
    /// order would answer.
    fn without_reactions(&self, state: &State) -> State {
        let mut start = state.clone();
        for chit in start.chits.iter_mut().filter(|chit| chit.place == ChitPlace::Held) {
            chit.place = ChitPlace::Aside;
        }
        // A fire takes the place of the question that it answers.
        if let Some(Procedure::Opportunity { .. } | Procedure::FireBack { .. }) = start.top() {
            start.stack.pop();
        }
        start
    }

    /// Throws for a combat every way, then follows each test every way.
    fn forecast(
        &self,
        start: &State,
        followed: &Followed,
        throw: impl Fn(&mut Execution) -> Test,
        test: impl Fn(&mut Execution, Test),
    ) -> Forecast {
        let mut forecast = Forecast::default();
        let mut thrown = Spread(Vec::new());
        every_way(
            |dice| self.executed_on(Cow::Borrowed(start), dice, &throw).0,
            |reached, chance| thrown.add(reached, chance),
        );
        let mut open: Vec<(Branch, f64)> = Vec::new();
        for ((state, found), weight) in thrown.0 {
            forecast.tests[found as usize] += weight;
            let mut begun = Spread(Vec::new());
            every_way(
                |dice| {
                    let begin = |execution: &mut Execution| test(execution, found);
                    let ((state, ()), _) = self.executed_on(Cow::Borrowed(&state), dice, begin);
                    Branch { state, seen: Seen::default() }
                },
                |branch, chance| begun.add(branch, weight * chance),
            );
            open.extend(begun.0);
        }
        let mut ends: BTreeMap<(Outcome, Seen), f64> = BTreeMap::new();
        while !open.is_empty() {
            if open.len() > MOST_OPEN {
                for (branch, _) in &mut open {
                    let effects = branch.state.stack.get_mut(followed.effects);
                    if let Some(Procedure::Effects(effects)) = effects {
                        effects.queue.retain(|effect| !matches!(effect, Effect::DepleteNext));
                    }
                }
            }
            let mut next = Spread(Vec::new());
            for (branch, weight) in open {
                every_way(
                    |dice| self.follow_branch(branch.clone(), followed, dice),
                    |(branch, settled), chance| {
                        if settled {
                            let outcome = self.outcome(&branch.state, &branch.seen, followed.lead);
                            *ends.entry((outcome, branch.seen)).or_default() += weight * chance;
                        } else {
                            next.add(branch, weight * chance);
                        }
                    },
                );
            }
            open = next.0;
        }
        for ((outcome, seen), chance) in ends {
            *forecast.chances.entry(outcome).or_default() += chance;
            for (sum, fell) in forecast.attacker.iter_mut().zip(seen.attacker) {
                *sum += if fell { chance } else { 0.0 };
            }
        }
        forecast
    }

    /// The position after something that the rules carry out, what it came to, and its events.
    fn executed_on<T>(
        &self,
        state: Cow<State>,
        dice: &mut BranchingDice,
        what: impl FnOnce(&mut Execution) -> T,
    ) -> ((State, T), Vec<Event>) {
        let mut rule_check = RuleCheck::without_messages();
        let events = Vec::new();
        let mut execution = Execution { battle: self, state, events, dice, rule_check: &mut rule_check };
        let came = what(&mut execution);
        let Execution { state, events, .. } = execution;
        ((state.into_owned(), came), events)
    }

    /// Goes on by the rules until it is known what is asked for, or the way may meet another: dice
    /// have just been thrown, or the Lead Unit's retreat is all that is left. Says whether it is
    /// settled.
    fn follow_branch(
        &self,
        Branch { mut state, mut seen }: Branch,
        followed: &Followed,
        dice: &mut BranchingDice,
    ) -> (Branch, bool) {
        loop {
            let settled = self.is_settled(&state, &seen, followed);
            if settled || dice.thrown() > 0 || self.drop_all_but_retreat(&mut state, followed) {
                return (Branch { state, seen }, settled);
            }
            self.note_attackers(&state, &mut seen, followed);
            let ((next, ()), events) =
                self.executed_on(Cow::Owned(state), dice, |execution| match execution.state.asked() {
                    None => self.step(execution),
                    Some(_) => self.suppose(execution),
                });
            for event in &events {
                if let Event::RetreatOrdered { unit, hexes, .. } = event
                    && *unit == followed.lead
                {
                    seen.retreat = Some(*hexes);
                }
            }
            state = next;
        }
    }

    /// Drops all other effects to come when the Lead Unit is about to retreat, if they touch no unit
    /// of interest: ways then meet that differ in nothing else. Returns whether it dropped them.
    fn drop_all_but_retreat(&self, state: &mut State, followed: &Followed) -> bool {
        let Some(Procedure::Effects(effects)) = state.stack.get(followed.effects) else { return false };
        let retreats = |procedure: &Procedure| {
            matches!(procedure, Procedure::Retreat(retreat)
                if retreat.unit == followed.lead && retreat.stage == RetreatStage::Planning)
        };
        if !state.top().is_some_and(retreats) || self.touches(state, effects, followed) {
            return false;
        }
        let retreat = state.stack.pop();
        state.stack.truncate(followed.effects);
        state.stack.extend(retreat);
        true
    }

    /// Answers a question: passes, or takes the first of what is offered.
    pub(super) fn suppose(&self, execution: &mut Execution) {
        let mut offers = self.offers(&execution.state);
        let at = offers.iter().position(|order| *order == Order::Pass {}).unwrap_or(0);
        let answered = (at < offers.len())
            .then(|| offers.swap_remove(at))
            .is_some_and(|order| self.decide(execution, &order).is_ok());
        if !answered {
            // Nothing can be answered: the question is dropped, so that there is an end.
            execution.pop();
        }
    }

    /// Notes what the next effect does to an attacker.
    fn note_attackers(&self, state: &State, seen: &mut Seen, followed: &Followed) {
        let Some(Procedure::Effects(effects)) = state.top() else { return };
        let (unit, which) = match effects.queue.first() {
            Some(Effect::Deplete(unit)) => (*unit, 0),
            Some(Effect::Morale(unit, _)) => (*unit, 1),
            Some(Effect::Retreat(unit, _)) => (*unit, 2),
            _ => return,
        };
        if Some(self.unit(unit).side) == followed.attackers && state.hex(unit).is_some() {
            seen.attacker[which] = true;
        }
    }

    /// Whether nothing that is still to come can touch the Lead Unit, or the attackers if they are
    /// followed.
    fn is_settled(&self, state: &State, seen: &Seen, followed: &Followed) -> bool {
        let retreat = state.stack.iter().rev().find_map(|procedure| match procedure {
            Procedure::Retreat(retreat) if retreat.unit == followed.lead => Some(retreat),
            _ => None,
        });
        if seen.retreat.is_some() && retreat.is_some_and(|retreat| !stays_on_map(retreat)) {
            return false;
        }
        match state.stack.get(followed.effects) {
            Some(Procedure::Effects(effects)) => !self.touches(state, effects, followed),
            _ => true,
        }
    }

    /// Whether what is left of these effects can still touch whom the forecast is about.
    fn touches(&self, state: &State, effects: &Effects, followed: &Followed) -> bool {
        let lead = state.hex(followed.lead).is_some();
        let close = followed.attackers.is_some();
        effects.queue.iter().any(|effect| match effect {
            Effect::Deplete(unit)
            | Effect::Morale(unit, _)
            | Effect::Break(unit)
            | Effect::Retreat(unit, _) => {
                *unit == followed.lead && lead || Some(self.unit(*unit).side) == followed.attackers
            }
            Effect::Attacker { .. } => close,
            Effect::Skedaddle { .. } => close || lead,
            Effect::DepleteNext | Effect::Panic(_) | Effect::Panics(_) | Effect::RetreatAll(_) => false,
        })
    }

    /// What has become of the Lead Unit.
    fn outcome(&self, state: &State, seen: &Seen, lead: UnitId) -> Outcome {
        let there = state.unit(lead);
        let fate = match there.place {
            Place::Broken(track) => Fate::Broken(track),
            Place::Eliminated => Fate::Eliminated,
            _ => seen.retreat.map_or(Fate::Stays, Fate::Retreats),
        };
        match fate {
            // Which side is up no longer matters, and markers have come off.
            Fate::Broken(_) | Fate::Eliminated => Outcome { worn: true, hits: 0, fate },
            _ => Outcome { worn: there.worn, hits: there.hits, fate },
        }
    }
}

/// Whether a retreat has its way, and that way does not leave the map.
fn stays_on_map(retreat: &Retreat) -> bool {
    !retreat.off
        && !matches!(retreat.stage, RetreatStage::Ordered | RetreatStage::Planning | RetreatStage::Choosing)
}
