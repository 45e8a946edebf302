//! Playing chits: when, on whom, and what follows (10.4a, 18.1, K45, K100).

use hexmap::Hex;
use tabletop::{Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::chit::{Chit, ChitId, ChitKind, Effect, Event as EventChit, ReactionWindow};
use crate::chits::when::When;
use crate::event::{Clearing, Event};
use crate::order::{Order, Rally};
use crate::sequence::ask::Judging;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{FireBack, FireKind, Procedure, Reserve, Trigger};
use crate::state::{ChitPlace, State};

impl Battle {
    /// All cases of playing a chit.
    ///
    /// # Errors
    /// The first case that forbids it.
    pub(super) fn may_play(
        &self,
        judging: &mut Judging,
        side: Side,
        when: When,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Play { chit, brigade, .. } = order else { return Err(self.not_asked(judging, order)) };
        let printed = self.chit(*chit);
        self.has_chit(judging, side, when, *chit)?;
        let event = match &printed.kind {
            ChitKind::Event(event) => event,
            ChitKind::Commander { .. } => {
                let free = matches!(when, When::Held | When::End);
                judging.rule_check.check(
                    case!("10.6"),
                    "a CIC chit is played before a draw or at the end",
                    free,
                    || format!("{} is played before a draw or at the end of the turn", printed.name),
                )?;
                return match brigade {
                    Some(brigade) => self.may_command(judging, side, *brigade),
                    None => self.lacks(judging, printed, "brigade"),
                };
            }
            _ => return Err(self.not_asked(judging, order)),
        };
        self.may_play_now(judging, side, when, printed, event)?;
        match when {
            When::At(what) => self.fits_window(judging, side, what, event),
            _ => self.fits_target(judging, side, printed, event, order),
        }
    }

    /// Whether the side has the chit at hand.
    pub(super) fn has_chit(
        &self,
        judging: &mut Judging,
        side: Side,
        when: When,
        chit: ChitId,
    ) -> Result<(), Refusal> {
        let place = if matches!(when, When::Drawn) { ChitPlace::Drawn } else { ChitPlace::Held };
        let own = self.chit(chit).side == Some(side) && judging.state.chit(chit).place == place;
        // Nothing is said of the other side's chits.
        judging.rule_check.check(case!("10.3a"), "it is a chit that the side holds", own, || {
            "you do not hold that chit".to_owned()
        })
    }

    /// Whether a chit of that kind is played at this moment.
    pub(super) fn is_moment_of(&self, state: &State, side: Side, when: When, event: &EventChit) -> bool {
        let own = state.acting() == Some(side);
        let reaction_window = match when {
            When::Drawn => ReactionWindow::OnDraw,
            When::Held => ReactionWindow::HeldStep,
            When::End => ReactionWindow::EndTurn,
            When::At(what) => what.reaction_window(own),
        };
        let own_only = matches!(when, When::At(Trigger::RetreatOrdered | Trigger::CommandRollFailed(_)));
        event.reaction_windows.contains(&reaction_window) && (own || !own_only)
    }

    /// Whether the chit's moment is now.
    pub(super) fn may_play_now(
        &self,
        judging: &mut Judging,
        side: Side,
        when: When,
        printed: &Chit,
        event: &EventChit,
    ) -> Result<(), Refusal> {
        let fits = self.is_moment_of(judging.state, side, when, event);
        judging.rule_check.check(case!("10.4a"), "the chit may be played at this moment", fits, || {
            format!("{} is not played at this moment: {}", printed.name, event.text)
        })?;
        let begun = judging.state.turn >= event.from_turn;
        judging.rule_check.check(case!("K100"), "the chit works already", begun, || {
            let at = self.scenario.times.get(usize::from(event.from_turn.saturating_sub(1)));
            format!("{} cannot be played before the {} turn", printed.name, at.map_or("next", String::as_str))
        })
    }

    /// Whether the chit fits what has just been announced, which is the procedure below the moment.
    fn fits_window(
        &self,
        judging: &mut Judging,
        side: Side,
        what: &Trigger,
        event: &EventChit,
    ) -> Result<(), Refusal> {
        let state = judging.state;
        // The moment itself may be open, or about to open.
        let below =
            state.stack.iter().rev().find(|procedure| !matches!(procedure, Procedure::ReactionWindow { .. }));
        let ask = &mut judging.rule_check;
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
                    || "this chit cannot be played on the Surprise Attack".to_owned(),
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
                        || "the firing units are in Battlefield Chaos".to_owned(),
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
            _ => ask.check(case!("10.4a"), "the event the chit reacts to is under way", false, || {
                format!("the {side} side has nothing to play on")
            }),
        }
    }

    /// Good Ground: no wall stands there (3.2d), and no Battlefield Chaos is on it.
    fn is_good_ground(&self, state: &State, ask: &mut RuleCheck, hex: Hex) -> Result<(), Refusal> {
        let number = self.number(hex);
        ask.check(case!("3.2d"), "Good Ground is not a wall hex", !self.map().ground(hex).wall, || {
            format!("{number} is a wall hex: no Good Ground there")
        })?;
        let calm = !state.stack(hex).iter().any(|&u| state.unit(u).chaos);
        ask.check(case!("10.5b"), "the owner's chits keep away from Battlefield Chaos", calm, || {
            format!("{number} is in Battlefield Chaos")
        })
    }

    fn lacks(&self, judging: &mut Judging, printed: &Chit, what: &str) -> Result<(), Refusal> {
        judging.rule_check.check(case!("10.4a"), "the order says what the chit is played on", false, || {
            format!("{} is played on a {what}: choose one", printed.name)
        })
    }

    /// Whether the chit can do what the order says out of turn.
    pub(super) fn fits_target(
        &self,
        judging: &mut Judging,
        side: Side,
        printed: &Chit,
        event: &EventChit,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Play { unit, brigade, shot, rally, .. } = order else {
            return Err(self.not_asked(judging, order));
        };
        match event.effect {
            Effect::LowAmmo => match unit {
                Some(unit) => self.may_run_low(judging, side, *unit),
                None => self.lacks(judging, printed, "unit"),
            },
            Effect::FindAmmo => match unit {
                Some(unit) => self.may_find_ammo(judging, side, *unit),
                None => self.lacks(judging, printed, "unit"),
            },
            Effect::Rally => match (unit, rally) {
                (Some(unit), Some(rally)) => self.may_rally_by_chit(judging, side, *unit, *rally),
                _ => self.lacks(judging, printed, "unit, with how it rallies"),
            },
            Effect::ReserveMove => match brigade {
                Some(brigade) => self.may_reserve(judging, side, *brigade),
                None => self.lacks(judging, printed, "brigade"),
            },
            Effect::Firefight => match shot {
                Some(shot) => self.may_fire_fight(judging, side, shot),
                None => self.lacks(judging, printed, "hex, by the units of another"),
            },
            Effect::RebelYell { .. } => match shot {
                Some(shot) => self.may_yell(judging, side, shot),
                None => self.lacks(judging, printed, "hex, by the units of another"),
            },
            _ => judging.rule_check.check(
                event.case,
                "the chit is one to be played out of turn",
                false,
                || format!("{} is not played out of turn", printed.name),
            ),
        }
    }

    /// A chit is played out of turn, as `may_play` has allowed.
    pub(super) fn play(&self, execution: &mut Execution, side: Side, order: &Order) {
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
                execution.push(Reserve { side, brigade, moving: None });
            }
            (Effect::Firefight, _, _, Some(shot)) => {
                let from = shot.units.iter().find_map(|&u| execution.state.hex(u)).unwrap_or(shot.target);
                // Who is left in the hex fires back, once this fire is over.
                execution.push(FireBack { side: side.other(), hex: shot.target, target: from, asks: false });
                self.volley(execution, side, FireKind::Firefight, vec![shot.clone()]);
            }
            (Effect::RebelYell { .. }, _, _, Some(shot)) => self.yell(execution, side, chit, shot),
            _ => {}
        }
    }
}
