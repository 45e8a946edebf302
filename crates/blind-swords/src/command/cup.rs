//! The Command Decision Phase and the draw cup (8, 10.2, 10.3).

use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::event::Event;
use crate::order::Order;
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Command, Drawn, Grant, Keys};
use crate::state::{ChitPlace, Place, State};
use crate::unit::BrigadeId;

impl Battle {
    /// A side's Event chits of this scenario.
    pub(crate) fn event_chits(&self, side: Side) -> impl Iterator<Item = ChitId> + '_ {
        self.chit_ids().filter(move |&c| {
            self.chit(c).side == Some(side) && matches!(self.chit(c).kind, ChitKind::Event(_))
        })
    }

    /// 8.2: chits that join the Key Chits at random; the rest is excluded.
    fn include_chits(&self, execution: &mut Execution, side: Side) {
        let mut left: Vec<ChitId> =
            self.event_chits(side).filter(|&c| execution.state.chit(c).place == ChitPlace::Aside).collect();
        let (mut chits, mut faces) = (Vec::new(), Vec::new());
        for _ in 0..self.scenario.random[side] {
            if left.is_empty() {
                break;
            }
            let (at, thrown) = execution.pick(left.len());
            chits.push(left.remove(at));
            faces.extend(thrown);
        }
        execution.apply(Event::ChitsIncluded { side, chits, faces });
    }

    /// 8.3: the command chits of who is in the game or due (K41), CIC and Wild chits. The chit of
    /// the opening attack stays out in its turn (K102).
    pub(crate) fn fixed_chits(&self, state: &State) -> Vec<ChitId> {
        let attacks =
            |c: ChitId| state.turn == 1 && self.scenario.opening_attack.is_some_and(|a| a.chit == c);
        self.chit_ids()
            .filter(|&c| match &self.chit(c).kind {
                ChitKind::Event(_) => false,
                ChitKind::Command { brigades, .. } => {
                    !attacks(c) && brigades.iter().any(|&b| self.is_in_game(state, b))
                }
                ChitKind::Commander { .. } | ChitKind::FortunesOfWar | ChitKind::FogOfWar => true,
            })
            .collect()
    }

    /// Whether a brigade has a unit on the map, in the Available Box, or due by now (K41, K42).
    pub(crate) fn is_in_game(&self, state: &State, brigade: BrigadeId) -> bool {
        self.brigade(brigade).units.iter().any(|&u| match state.unit(u).place {
            Place::On(_) | Place::Broken(0) => true,
            _ => self.is_due(state, u),
        })
    }

    /// 10.3: a chit is drawn at random, and what it says is begun.
    pub(crate) fn draw_chit(&self, execution: &mut Execution) {
        let cup = self.cup(&execution.state);
        if cup.is_empty() {
            return;
        }
        let (at, faces) = execution.pick(cup.len());
        let chit = cup[at];
        let negated = execution.state.fortunes;
        execution.apply(Event::ChitDrawn { chit, faces, negated });
        let printed = self.chit(chit);
        match (&printed.kind, printed.side) {
            (ChitKind::Command { .. }, Some(side)) if negated => {
                execution.push(Command { side, chit, grant: Grant::Spent, asks: false });
            }
            // 10.5a: everything else that comes after Fortunes of War is gone.
            _ if negated => execution.apply(Event::ChitDiscarded { chit, case: case!("10.5a") }),
            (ChitKind::Event(_), Some(side)) => execution.push(Drawn { side, chit }),
            (ChitKind::FortunesOfWar, _) => {
                execution.apply(Event::FortunesDrawn {});
                execution.apply(Event::ChitDiscarded { chit, case: case!("10.5a") });
            }
            (ChitKind::FogOfWar, _) => self.throw_fog(execution, chit),
            (ChitKind::Commander { .. }, Some(side)) => self.draw_commander(execution, side, chit),
            (ChitKind::Command { .. }, Some(side)) => self.draw_command(execution, side, chit),
            // No chit file has such a chit: neither side could use it.
            (ChitKind::Event(_) | ChitKind::Commander { .. } | ChitKind::Command { .. }, None) => {
                execution.apply(Event::ChitDiscarded { chit, case: case!("10.3") });
            }
        }
    }
}

impl Ask for Keys {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "keys"
    }

    fn case(&self, _: &State) -> Case {
        case!("8.1")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("choose {}", tabletop::counted(battle.scenario.keys[self.side], "Key Chit"))
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Keys
    }

    fn candidates(&self, battle: &Battle, _: &State) -> Vec<Candidate> {
        let own: Vec<ChitId> = battle.event_chits(self.side).collect();
        let mut choices = Vec::new();
        // So many of one's own Event chits, each once: nothing else is asked of them.
        each_choice(&own, battle.scenario.keys[self.side].into(), &mut Vec::new(), &mut |chits| {
            choices.push(Candidate::Legal(Order::Keys { chits: chits.to_vec() }));
        });
        choices
    }

    /// 8.1: a side's Key Chits. Both choose unseen; the second choice fills the cup.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Order::Keys { chits } = order else { return Err(battle.not_asked(judging, order)) };
        let side = self.side;
        let wanted = usize::from(battle.scenario.keys[side]);
        judging.rule_check.check(
            case!("8.1"),
            "as many chits as the scenario says",
            chits.len() == wanted,
            || format!("{wanted} Key Chits are to be chosen, not {}", chits.len()),
        )?;
        for (i, &chit) in chits.iter().enumerate() {
            let printed = battle.chit(chit);
            let eligible = printed.side == Some(side) && matches!(printed.kind, ChitKind::Event(_));
            judging.rule_check.check(
                case!("8.1"),
                "a Key Chit is an Event chit of one's own",
                eligible,
                || format!("{} is not an Event chit of the {side} side", printed.name),
            )?;
            judging.rule_check.check(
                case!("8.1"),
                "each chit is chosen once",
                !chits[..i].contains(&chit),
                || format!("{} is named twice", printed.name),
            )?;
        }
        accept(move |execution| {
            execution.apply(Event::KeysChosen { side, chits: chits.clone() });
            if side == Side::Union {
                execution.set(Keys { side: Side::Confederate });
            } else {
                for side in Side::BOTH {
                    battle.include_chits(execution, side);
                }
                execution.apply(Event::CupFilled { chits: battle.fixed_chits(&execution.state) });
                execution.pop();
            }
        })
    }
}

/// Visits every choice of `count` of these, in their order, added to what is chosen already.
fn each_choice(of: &[ChitId], count: usize, chosen: &mut Vec<ChitId>, visit: &mut dyn FnMut(&[ChitId])) {
    if count == 0 {
        return visit(chosen);
    }
    for (i, &chit) in of.iter().enumerate() {
        chosen.push(chit);
        each_choice(&of[i + 1..], count - 1, chosen, visit);
        chosen.pop();
    }
}
