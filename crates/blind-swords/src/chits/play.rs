//! Playing chits: when, on whom, and what follows (10.4a, 18.1, K45, K100).

use hexmap::Hex;
use tabletop::{Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::chit::{Chit, ChitId, ChitKind, Effect, Event as EventChit, ReactionWindow};
use crate::event::{Clearing, Event};
use crate::order::{Order, Rally};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{FireKind, Procedure, Trigger};
use crate::sequence::stack::not_asked;
use crate::state::{ChitPlace, State};

/// When a chit is played.
#[derive(Debug, Clone, Copy)]
pub(crate) enum When<'a> {
    /// As it is drawn.
    Drawn,
    /// Before a draw.
    Held,
    /// At the end of the turn.
    End,
    /// When something has just been announced, or has failed.
    At(&'a Trigger),
}

impl When<'_> {
    /// In a step for held chits.
    pub fn held(end: bool) -> When<'static> {
        if end { When::End } else { When::Held }
    }
}

impl Battle {
    /// All cases of playing a chit.
    ///
    /// # Errors
    /// The first case that forbids it.
    pub(crate) fn may_play(
        &self,
        execution: &mut Execution,
        side: Side,
        when: When,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Play { chit, brigade, .. } = order else { return Err(not_asked(execution, order)) };
        let printed = self.chit(*chit);
        self.has_chit(execution, side, when, *chit)?;
        let event = match &printed.kind {
            ChitKind::Event(event) => event,
            ChitKind::Commander { .. } => {
                let free = matches!(when, When::Held | When::End);
                execution.rule_check.check(
                    case!("10.6"),
                    "a CIC chit is played before a draw or at the end",
                    free,
                    || format!("{} is played before a draw or at the end of the turn", printed.name),
                )?;
                return match brigade {
                    Some(brigade) => self.may_command(execution, side, *brigade),
                    None => self.lacks(execution, printed, "brigade"),
                };
            }
            _ => return Err(not_asked(execution, order)),
        };
        self.may_play_now(execution, side, when, printed, event)?;
        match when {
            When::At(what) => self.fits_window(execution, side, what, event),
            _ => self.fits_target(execution, side, printed, event, order),
        }
    }

    /// Whether the side has the chit at hand.
    pub(crate) fn has_chit(
        &self,
        execution: &mut Execution,
        side: Side,
        when: When,
        chit: ChitId,
    ) -> Result<(), Refusal> {
        let place = if matches!(when, When::Drawn) { ChitPlace::Drawn } else { ChitPlace::Held };
        let own = self.chit(chit).side == Some(side) && execution.state.chit(chit).place == place;
        // Nothing is said of the other side's chits.
        execution.rule_check.check(case!("10.3a"), "it is a chit that the side holds", own, || {
            "you do not hold that chit".to_owned()
        })
    }

    /// Whether the chit's moment is now.
    pub(crate) fn may_play_now(
        &self,
        execution: &mut Execution,
        side: Side,
        when: When,
        printed: &Chit,
        event: &EventChit,
    ) -> Result<(), Refusal> {
        let active = self.acting(&execution.state);
        let reaction_window = match when {
            When::Drawn => ReactionWindow::OnDraw,
            When::Held => ReactionWindow::HeldStep,
            When::End => ReactionWindow::EndTurn,
            When::At(what) => what.reaction_window(side, active),
        };
        let own_only = matches!(when, When::At(Trigger::RetreatOrdered | Trigger::CommandRollFailed(_)));
        let fits = event.reaction_windows.contains(&reaction_window) && (side == active || !own_only);
        execution.rule_check.check(case!("10.4a"), "the chit may be played at this moment", fits, || {
            format!("{} is not played at this moment: {}", printed.name, event.text)
        })?;
        let begun = execution.state.turn >= event.from_turn;
        execution.rule_check.check(case!("K100"), "the chit works by now", begun, || {
            let at = self.scenario.times.get(usize::from(event.from_turn.saturating_sub(1)));
            format!("{} works from the {} turn on", printed.name, at.map_or("next", String::as_str))
        })
    }

    /// Whether the chit fits what has just been announced, which is the procedure below the moment.
    fn fits_window(
        &self,
        execution: &mut Execution,
        side: Side,
        what: &Trigger,
        event: &EventChit,
    ) -> Result<(), Refusal> {
        let state = &execution.state;
        // The moment itself may be open, or about to open.
        let below =
            state.stack.iter().rev().find(|procedure| !matches!(procedure, Procedure::ReactionWindow { .. }));
        let ask = &mut execution.rule_check;
        let confuses = matches!(event.effect, Effect::CommandConfusion { .. });
        match (what, below) {
            (Trigger::OrderGiven | Trigger::OrderStands, Some(Procedure::Activation(_))) => {
                let first = *what == Trigger::OrderGiven;
                ask.check(
                    case!("K53"),
                    "Command Confusion comes first, the others after it",
                    confuses == first,
                    || if first { "the order may still be confused" } else { "the order stands" }.to_owned(),
                )?;
                let surprise = state.special.as_ref().is_some_and(|s| s.surprise);
                let barred = surprise && !matches!(event.effect, Effect::Confident);
                ask.check(
                    case!("20.5e"),
                    "the Surprise Attack is neither slowed, sped up nor confused",
                    !barred,
                    || "such a chit is not played on the Surprise Attack".to_owned(),
                )?;
                match event.not_first_turn.filter(|_| state.turn == 1) {
                    Some(case) => ask.check(case, "not on the first turn", false, || {
                        "it is not played in the first turn".to_owned()
                    }),
                    None => Ok(()),
                }
            }
            (Trigger::FireDeclared, Some(Procedure::Fire(fire))) => match event.effect {
                Effect::GoodGround { .. } => self.is_good_ground(state, ask, fire.shot.target),
                _ => {
                    let calm = !fire.shot.units.iter().any(|&u| self.is_in_chaos(state, u));
                    ask.check(
                        case!("10.5b"),
                        "the owner's chits keep away from Battlefield Chaos",
                        calm,
                        || "who fires is in Battlefield Chaos".to_owned(),
                    )
                }
            },
            (Trigger::CloseDeclared, Some(Procedure::CloseCombat(close_combat))) => match event.effect {
                Effect::GoodGround { .. } => self.is_good_ground(state, ask, close_combat.target),
                _ => Ok(()),
            },
            (Trigger::RetreatOrdered, Some(Procedure::Retreat(retreat))) => {
                let calm = !self.is_in_chaos(state, retreat.unit);
                ask.check(case!("10.5b"), "the owner's chits keep away from Battlefield Chaos", calm, || {
                    format!("{} is in Battlefield Chaos", self.unit(retreat.unit).name)
                })
            }
            (Trigger::CommandRollFailed(_), Some(Procedure::Command { .. })) => Ok(()),
            _ => ask.check(case!("10.4a"), "what the moment is about is under way", false, || {
                format!("the {side} side has nothing to play on")
            }),
        }
    }

    /// Good Ground: no wall stands there (3.2d), and no Battlefield Chaos is on it.
    fn is_good_ground(&self, state: &State, ask: &mut RuleCheck, hex: Hex) -> Result<(), Refusal> {
        let number = self.number(hex);
        ask.check(case!("3.2d"), "Good Ground is no wall hex", !self.map().ground(hex).wall, || {
            format!("{number} is a wall hex: no Good Ground there")
        })?;
        let calm = !state.stack(hex).iter().any(|&u| state.unit(u).chaos);
        ask.check(case!("10.5b"), "the owner's chits keep away from Battlefield Chaos", calm, || {
            format!("{number} is in Battlefield Chaos")
        })
    }

    fn lacks(&self, execution: &mut Execution, printed: &Chit, what: &str) -> Result<(), Refusal> {
        execution.rule_check.check(case!("10.4a"), "the order says what the chit is played on", false, || {
            format!("{} is played on a {what}: name it", printed.name)
        })
    }

    /// Whether the chit can do what the order says out of turn.
    pub(crate) fn fits_target(
        &self,
        execution: &mut Execution,
        side: Side,
        printed: &Chit,
        event: &EventChit,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Play { unit, brigade, shot, rally, .. } = order else {
            return Err(not_asked(execution, order));
        };
        match event.effect {
            Effect::LowAmmo => match unit {
                Some(unit) => self.may_run_low(execution, side, *unit),
                None => self.lacks(execution, printed, "unit"),
            },
            Effect::FindAmmo => match unit {
                Some(unit) => self.may_find_ammo(execution, side, *unit),
                None => self.lacks(execution, printed, "unit"),
            },
            Effect::Rally => match (unit, rally) {
                (Some(unit), Some(rally)) => self.may_rally_by_chit(execution, side, *unit, *rally),
                _ => self.lacks(execution, printed, "unit, with how it rallies"),
            },
            Effect::ReserveMove => match brigade {
                Some(brigade) => self.may_reserve(execution, side, *brigade),
                None => self.lacks(execution, printed, "brigade"),
            },
            Effect::Firefight => match shot {
                Some(shot) => self.may_fire_fight(execution, side, shot),
                None => self.lacks(execution, printed, "hex, by the units of another"),
            },
            Effect::RebelYell { .. } => match shot {
                Some(shot) => self.may_yell(execution, side, shot),
                None => self.lacks(execution, printed, "hex, by the units of another"),
            },
            _ => execution.rule_check.check(
                event.case,
                "the chit is one to be played out of turn",
                false,
                || format!("{} is not played out of turn", printed.name),
            ),
        }
    }

    /// A chit is played out of turn, as `may_play` has allowed.
    pub(crate) fn play(&self, execution: &mut Execution, side: Side, order: &Order) {
        let Order::Play { chit, unit, brigade, shot, rally } = order else { return };
        let (chit, unit, brigade) = (*chit, *unit, *brigade);
        let event = match (&self.chit(chit).kind, brigade) {
            (ChitKind::Commander { .. }, Some(brigade)) => {
                return self.command(execution, side, chit, brigade);
            }
            (ChitKind::Event(event), _) => event,
            _ => return,
        };
        let hex = shot.as_ref().map(|s| s.target);
        execution.apply(Event::ChitPlayed { chit, unit, brigade, hex });
        match (event.effect, unit, brigade, shot) {
            (Effect::LowAmmo, Some(unit), ..) => {
                execution.apply(Event::Ammo { unit, low: true, for_good: false, case: event.case });
            }
            (Effect::FindAmmo, Some(unit), ..) => {
                execution.apply(Event::Ammo { unit, low: false, for_good: false, case: event.case });
            }
            (Effect::Rally, Some(unit), ..) => match rally {
                Some(Rally::Rebuild) => self.rebuild(execution, unit, event.case),
                _ => {
                    let all = execution.state.unit(unit).hits;
                    self.recover(execution, unit, all, event.case);
                }
            },
            (Effect::ReserveMove, _, Some(brigade), _) => {
                execution.apply(Event::StepCleared { step: Clearing::Activation });
                execution.push(Procedure::Reserve { side, brigade, moving: None });
            }
            (Effect::Firefight, _, _, Some(shot)) => {
                let from = shot.units.iter().find_map(|&u| execution.state.hex(u)).unwrap_or(shot.target);
                // Who is left in the hex fires back, once this fire is over.
                execution.push(Procedure::FireBack {
                    side: side.other(),
                    hex: shot.target,
                    target: from,
                    asks: false,
                });
                self.volley(execution, side, FireKind::Firefight, vec![shot.clone()]);
            }
            (Effect::RebelYell { .. }, _, _, Some(shot)) => self.yell(execution, side, chit, shot),
            _ => {}
        }
    }
}
