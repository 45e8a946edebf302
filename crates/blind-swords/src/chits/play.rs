//! Playing chits: when, on whom, and what follows (10.4a, 18.1, K45, K100).

use hexmap::Hex;
use tabletop::{Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::chit::{Chit, ChitId, ChitKind, Effect, Event as EventChit, Moment};
use crate::event::{Clearing, Event};
use crate::order::{Order, Rally};
use crate::sequence::course::Course;
use crate::sequence::frame::{FireKind, Frame, Occasion};
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
    At(&'a Occasion),
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
        course: &mut Course,
        side: Side,
        when: When,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Play { chit, brigade, .. } = order else { return Err(not_asked(course, order)) };
        let printed = self.chit(*chit);
        self.has_chit(course, side, when, *chit)?;
        let event = match &printed.kind {
            ChitKind::Event(event) => event,
            ChitKind::Commander { .. } => {
                let free = matches!(when, When::Held | When::End);
                course.rule_check.check(
                    case!("10.6"),
                    "a CIC chit is played before a draw or at the end",
                    free,
                    || format!("{} is played before a draw or at the end of the turn", printed.name),
                )?;
                return match brigade {
                    Some(brigade) => self.may_command(course, side, *brigade),
                    None => self.lacks(course, printed, "brigade"),
                };
            }
            _ => return Err(not_asked(course, order)),
        };
        self.may_play_now(course, side, when, printed, event)?;
        match when {
            When::At(what) => self.fits_moment(course, side, what, event),
            _ => self.fits_target(course, side, printed, event, order),
        }
    }

    /// Whether the side has the chit at hand.
    pub(crate) fn has_chit(
        &self,
        course: &mut Course,
        side: Side,
        when: When,
        chit: ChitId,
    ) -> Result<(), Refusal> {
        let place = if matches!(when, When::Drawn) { ChitPlace::Drawn } else { ChitPlace::Held };
        let own = self.chit(chit).side == Some(side) && course.state.chit(chit).place == place;
        // Nothing is said of the other side's chits.
        course.rule_check.check(case!("10.3a"), "it is a chit that the side holds", own, || {
            "you do not hold that chit".to_owned()
        })
    }

    /// Whether the chit's moment is now.
    pub(crate) fn may_play_now(
        &self,
        course: &mut Course,
        side: Side,
        when: When,
        printed: &Chit,
        event: &EventChit,
    ) -> Result<(), Refusal> {
        let active = self.acting(&course.state);
        let moment = match when {
            When::Drawn => Moment::OnDraw,
            When::Held => Moment::HeldStep,
            When::End => Moment::EndTurn,
            When::At(what) => what.moment(side, active),
        };
        let own_only = matches!(when, When::At(Occasion::RetreatOrdered | Occasion::CommandRollFailed(_)));
        let fits = event.moments.contains(&moment) && (side == active || !own_only);
        course.rule_check.check(case!("10.4a"), "the chit may be played at this moment", fits, || {
            format!("{} is not played at this moment: {}", printed.name, event.text)
        })?;
        let begun = course.state.turn >= event.from_turn;
        course.rule_check.check(case!("K100"), "the chit works by now", begun, || {
            let at = self.scenario.times.get(usize::from(event.from_turn.saturating_sub(1)));
            format!("{} works from the {} turn on", printed.name, at.map_or("next", String::as_str))
        })
    }

    /// Whether the chit fits what has just been announced, which is the frame below the moment.
    fn fits_moment(
        &self,
        course: &mut Course,
        side: Side,
        what: &Occasion,
        event: &EventChit,
    ) -> Result<(), Refusal> {
        let state = &course.state;
        // The moment itself may be open, or about to open.
        let below = state.stack.iter().rev().find(|frame| !matches!(frame, Frame::Moment { .. }));
        let ask = &mut course.rule_check;
        let confuses = matches!(event.effect, Effect::CommandConfusion { .. });
        match (what, below) {
            (Occasion::OrderGiven | Occasion::OrderStands, Some(Frame::Activation(_))) => {
                let first = *what == Occasion::OrderGiven;
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
            (Occasion::FireDeclared, Some(Frame::Fire(fire))) => match event.effect {
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
            (Occasion::CloseDeclared, Some(Frame::Melee(melee))) => match event.effect {
                Effect::GoodGround { .. } => self.is_good_ground(state, ask, melee.target),
                _ => Ok(()),
            },
            (Occasion::RetreatOrdered, Some(Frame::Retreat(retreat))) => {
                let calm = !self.is_in_chaos(state, retreat.unit);
                ask.check(case!("10.5b"), "the owner's chits keep away from Battlefield Chaos", calm, || {
                    format!("{} is in Battlefield Chaos", self.unit(retreat.unit).name)
                })
            }
            (Occasion::CommandRollFailed(_), Some(Frame::Command { .. })) => Ok(()),
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

    fn lacks(&self, course: &mut Course, printed: &Chit, what: &str) -> Result<(), Refusal> {
        course.rule_check.check(case!("10.4a"), "the order says what the chit is played on", false, || {
            format!("{} is played on a {what}: name it", printed.name)
        })
    }

    /// Whether the chit can do what the order says out of turn.
    pub(crate) fn fits_target(
        &self,
        course: &mut Course,
        side: Side,
        printed: &Chit,
        event: &EventChit,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Play { unit, brigade, shot, rally, .. } = order else {
            return Err(not_asked(course, order));
        };
        match event.effect {
            Effect::LowAmmo => match unit {
                Some(unit) => self.may_run_low(course, side, *unit),
                None => self.lacks(course, printed, "unit"),
            },
            Effect::FindAmmo => match unit {
                Some(unit) => self.may_find_ammo(course, side, *unit),
                None => self.lacks(course, printed, "unit"),
            },
            Effect::Rally => match (unit, rally) {
                (Some(unit), Some(rally)) => self.may_rally_by_chit(course, side, *unit, *rally),
                _ => self.lacks(course, printed, "unit, with how it rallies"),
            },
            Effect::ReserveMove => match brigade {
                Some(brigade) => self.may_reserve(course, side, *brigade),
                None => self.lacks(course, printed, "brigade"),
            },
            Effect::Firefight => match shot {
                Some(shot) => self.may_fire_fight(course, side, shot),
                None => self.lacks(course, printed, "hex, by the units of another"),
            },
            Effect::RebelYell { .. } => match shot {
                Some(shot) => self.may_yell(course, side, shot),
                None => self.lacks(course, printed, "hex, by the units of another"),
            },
            _ => {
                course.rule_check.check(event.case, "the chit is one to be played out of turn", false, || {
                    format!("{} is not played out of turn", printed.name)
                })
            }
        }
    }

    /// A chit is played out of turn, as `may_play` has allowed.
    pub(crate) fn play(&self, course: &mut Course, side: Side, order: &Order) {
        let Order::Play { chit, unit, brigade, shot, rally } = order else { return };
        let (chit, unit, brigade) = (*chit, *unit, *brigade);
        let event = match (&self.chit(chit).kind, brigade) {
            (ChitKind::Commander { .. }, Some(brigade)) => return self.command(course, side, chit, brigade),
            (ChitKind::Event(event), _) => event,
            _ => return,
        };
        let hex = shot.as_ref().map(|s| s.target);
        course.happen(Event::ChitPlayed { chit, unit, brigade, hex });
        match (event.effect, unit, brigade, shot) {
            (Effect::LowAmmo, Some(unit), ..) => {
                course.happen(Event::Ammo { unit, low: true, for_good: false, case: event.case });
            }
            (Effect::FindAmmo, Some(unit), ..) => {
                course.happen(Event::Ammo { unit, low: false, for_good: false, case: event.case });
            }
            (Effect::Rally, Some(unit), ..) => match rally {
                Some(Rally::Rebuild) => self.rebuild(course, unit, event.case),
                _ => {
                    let all = course.state.unit(unit).hits;
                    self.recover(course, unit, all, event.case);
                }
            },
            (Effect::ReserveMove, _, Some(brigade), _) => {
                course.happen(Event::StepCleared { step: Clearing::Activation });
                course.push(Frame::Reserve { side, brigade, moving: None });
            }
            (Effect::Firefight, _, _, Some(shot)) => {
                let from = shot.units.iter().find_map(|&u| course.state.hex(u)).unwrap_or(shot.target);
                // Who is left in the hex fires back, once this fire is over.
                course.push(Frame::FireBack {
                    side: side.other(),
                    hex: shot.target,
                    target: from,
                    asks: false,
                });
                self.volley(course, side, FireKind::Firefight, vec![shot.clone()]);
            }
            (Effect::RebelYell { .. }, _, _, Some(shot)) => self.yell(course, side, chit, shot),
            _ => {}
        }
    }
}
