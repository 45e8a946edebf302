//! CIC and command chits (10.6, 10.7, 10.9).

pub(crate) mod activation;
pub(crate) mod barred;
pub(crate) mod cup;
pub(crate) mod special_attack;

use tabletop::{Case, Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::event::Event;
use crate::order::Order;
use crate::protocol::question::Question;
use crate::scenario::CommonEvent;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Command, Commander, Grant, Trigger};
use crate::state::{ChitPlace, State};
use crate::unit::BrigadeId;

/// Up to what die a general acts.
pub(crate) struct CommandRating {
    pub upto: u8,
    /// What makes it another than the printed one, in a few words, and the case.
    pub why: Option<(&'static str, Case)>,
}

impl Battle {
    /// 10.6: a CIC chit is drawn. A general who is not always active throws for it.
    fn draw_commander(&self, execution: &mut Execution, side: Side, chit: ChitId) {
        let rating = self.command_rating(&execution.state, chit).upto;
        if rating < 6 {
            let die = execution.throw();
            let made = die <= rating;
            execution.apply(Event::CommandThrown { chit, die, rating, made });
            if !made {
                return execution.apply(Event::ChitDiscarded { chit, case: case!("10.6") });
            }
        }
        execution.push(Commander { side, chit });
    }

    /// 10.7: a command chit is drawn. The die comes before the brigade is chosen (K52); without a
    /// brigade that can act the chit is discarded (K42).
    fn draw_command(&self, execution: &mut Execution, side: Side, chit: ChitId) {
        if self.eligible(&execution.state, chit).is_empty() {
            return execution.apply(Event::ChitDiscarded { chit, case: case!("K42") });
        }
        let rating = self.command_rating(&execution.state, chit).upto;
        let die = execution.throw();
        let made = die <= rating;
        execution.apply(Event::CommandThrown { chit, die, rating, made });
        let grant = if made { Grant::Full } else { Grant::Limited };
        execution.push(Command { side, chit, grant, asks: false });
        if !made {
            self.open_window(execution, Trigger::CommandRollFailed(chit), side);
        }
    }

    /// Up to what die a chit's general acts, and why (10.6, 10.7, 20.2i, K106).
    pub(crate) fn command_rating(&self, state: &State, chit: ChitId) -> CommandRating {
        let hit = state.chit(chit).casualty;
        let side = self.chit(chit).side;
        let printed = |upto: u8| CommandRating { upto, why: None };
        let of = |upto: u8, why, case| CommandRating { upto, why: Some((why, case)) };
        match self.chit(chit).kind {
            ChitKind::Commander { casualty, .. } | ChitKind::Command { casualty, .. } if hit => {
                of(casualty, "as a casualty", case!("10.5b"))
            }
            ChitKind::Commander { active_on, aware, .. } => {
                let is_aware = side.is_some_and(|side| {
                    matches!(self.scenario.common[side], Some(CommonEvent::Aware { chit: c, .. }) if c == chit)
                        && state.earned[side].is_some()
                });
                match aware.filter(|_| is_aware) {
                    Some(aware) => of(aware, "once aware", case!("20.5")),
                    None => printed(active_on),
                }
            }
            ChitKind::Command { rating, released, .. } => {
                let release = self.scenario.release.filter(|r| state.released && r.chit == chit);
                match (release, released) {
                    (Some(release), Some(released)) => of(released, "once released", release.case),
                    _ => printed(rating),
                }
            }
            _ => printed(0),
        }
    }

    /// The brigades that a command chit can still activate this turn (10.7, K42).
    fn eligible(&self, state: &State, chit: ChitId) -> Vec<BrigadeId> {
        match &self.chit(chit).kind {
            ChitKind::Command { brigades, .. } => brigades
                .iter()
                .copied()
                .filter(|&b| self.may_be_activated(state, b, &mut RuleCheck::without_messages()).is_ok())
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a brigade's command chit can still activate it this turn (10.7, K42).
    fn may_be_activated(
        &self,
        state: &State,
        brigade: BrigadeId,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let name = &self.brigade(brigade).name;
        let used = state.used[brigade.index()];
        rule_check.check(case!("10.7"), "it has not been activated this turn", !used, || {
            format!("{name} has been activated this turn")
        })?;
        let there = self.is_in_game(state, brigade);
        rule_check.check(case!("K42"), "the brigade has units to act with", there, || {
            format!("{name} has no unit on the map, in the Available Box or due")
        })
    }

    /// 10.6: whom a CIC can activate: any brigade of his side that is in the game, whatever its
    /// marker says.
    pub(crate) fn may_command(
        &self,
        judging: &mut Judging,
        side: Side,
        brigade: BrigadeId,
    ) -> Result<(), Refusal> {
        let name = &self.brigade(brigade).name;
        judging.rule_check.check(
            case!("10.6"),
            "it is a brigade of the CIC's side",
            self.brigade(brigade).side == side,
            || format!("{name} is the enemy's"),
        )?;
        let there = self.is_in_game(judging.state, brigade);
        judging.rule_check.check(case!("K42"), "the brigade has units to act with", there, || {
            format!("{name} has no unit on the map, in the Available Box or due")
        })
    }

    /// A CIC chit is used on a brigade: a full activation that leaves the marker alone (10.6, K51).
    pub(crate) fn command(&self, execution: &mut Execution, side: Side, chit: ChitId, brigade: BrigadeId) {
        execution.apply(Event::ChitPlayed { chit, unit: None, brigade: Some(brigade), hex: None });
        self.activate(execution, side, brigade, Grant::Commander, Some(chit));
    }

    /// The brigades that a side's CIC can activate.
    pub(crate) fn commanded<'a>(
        &'a self,
        state: &'a State,
        side: Side,
    ) -> impl Iterator<Item = BrigadeId> + 'a {
        self.brigade_ids().filter(move |&b| self.brigade(b).side == side && self.is_in_game(state, b))
    }

    /// A command chit whose roll is settled: a single brigade leaves nothing to ask.
    pub(crate) fn step_command(&self, execution: &mut Execution, command: Command) {
        let Command { side, chit, grant, .. } = command;
        match self.eligible(&execution.state, chit)[..] {
            [] => {
                execution.pop();
                execution.apply(Event::ChitDiscarded { chit, case: case!("K42") });
            }
            [brigade] => {
                execution.pop();
                self.activate(execution, side, brigade, grant, Some(chit));
            }
            _ => execution.set(Command { asks: true, ..command }),
        }
    }

    /// 10.7: a command chit that has done its work goes back into the cup while it has brigades
    /// left.
    fn put_back(&self, execution: &mut Execution) {
        let drawn = self.chit_ids().find(|&c| {
            execution.state.chit(c).place == ChitPlace::Drawn
                && matches!(self.chit(c).kind, ChitKind::Command { .. })
        });
        let Some(chit) = drawn else { return };
        if self.eligible(&execution.state, chit).is_empty() {
            execution.apply(Event::ChitDiscarded { chit, case: case!("10.7") });
        } else {
            execution.apply(Event::ChitReturned { chit });
        }
    }
}

impl Ask for Commander {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "commander"
    }

    fn case(&self, _: &State) -> Case {
        case!("10.6")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("{} may activate any brigade, or be held", battle.chit(self.chit).name)
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Commander(self.chit)
    }

    /// Every brigade of the side, and holding the chit.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let brigades = battle.commanded(state, self.side);
        tries(brigades.map(|brigade| Order::Activate { brigade }).chain([Order::Hold {}]))
    }

    /// The owner of a CIC chit activates any brigade, or holds the chit (10.3c, 10.6).
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Commander { side, chit } = *self;
        match *order {
            Order::Hold {} => accept(move |execution| {
                execution.pop();
                execution.apply(Event::ChitHeld { chit });
            }),
            Order::Activate { brigade } => {
                battle.may_command(judging, side, brigade)?;
                accept(move |execution| {
                    execution.pop();
                    battle.command(execution, side, chit, brigade);
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }
}

impl Ask for Command {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "command"
    }

    fn case(&self, _: &State) -> Case {
        case!("10.7")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        let what = match self.grant {
            Grant::Limited => "a brigade for a Limited Activation",
            Grant::Spent => "a brigade that loses its activation",
            Grant::Full | Grant::Commander | Grant::Special => "the brigade to activate",
        };
        format!("{}: choose {what}", battle.chit(self.chit).name)
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Command { limited: self.grant == Grant::Limited, spent: self.grant == Grant::Spent }
    }

    /// The brigades that are left to the chit.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        tries(battle.eligible(state, self.chit).into_iter().map(|brigade| Order::Activate { brigade }))
    }

    /// The owner of a command chit names the brigade (10.7).
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Order::Activate { brigade } = *order else { return Err(battle.not_asked(judging, order)) };
        let (printed, name) = (battle.chit(self.chit), &battle.brigade(brigade).name);
        let commands =
            matches!(&printed.kind, ChitKind::Command { brigades, .. } if brigades.contains(&brigade));
        judging.rule_check.check(case!("10.7"), "the brigade is one of the chit's", commands, || {
            format!("{name} is not under {}", printed.name)
        })?;
        battle.may_be_activated(judging.state, brigade, judging.rule_check)?;
        accept(move |execution| {
            execution.pop();
            battle.activate(execution, self.side, brigade, self.grant, Some(self.chit));
        })
    }
}
