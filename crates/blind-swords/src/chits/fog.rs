//! The Fog of War (10.5b, K47 to K50).

use hexmap::Hex;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::data::numbers::RareEvent;
use crate::data::tables::Fog;
use crate::event::{Event, FogResult};
use crate::order::Order;
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Chaos, Procedure, RareChoice, Wayward};
use crate::state::{Rare, State};

impl Battle {
    /// The Fog of War is drawn: its die, and what it brings.
    pub(crate) fn throw_fog(&self, execution: &mut Execution, chit: ChitId) {
        let die = execution.throw();
        let fog = *self.scenario.tables.fog[usize::from(die.saturating_sub(1)).min(5)];
        let mut faces = vec![die];
        let result = match fog {
            Fog::General { union_upto } => {
                let whose = execution.throw();
                faces.push(whose);
                FogResult::General(if whose <= *union_upto { Side::Union } else { Side::Confederate })
            }
            Fog::Rare if self.options.rare_events => {
                let event = execution.throw();
                faces.push(event);
                FogResult::Rare(event)
            }
            other => FogResult::from(other),
        };
        execution.apply(Event::FogThrown { faces, result });
        execution.apply(Event::ChitDiscarded { chit, case: case!("10.5b") });
        match result {
            // The other side chooses; where nothing can be chosen nothing comes of it (K47).
            FogResult::Chaos(side) => self.ask_if_any(execution, Chaos { side: side.other() }),
            FogResult::Wayward(side) if self.can_lead_astray(&execution.state, side.other()) => {
                execution.push(Wayward { side: side.other() });
            }
            FogResult::General(side) => self.throw_for_general(execution, side),
            FogResult::Rare(event) => self.rare_event(execution, event),
            FogResult::Wayward(_) | FogResult::Nothing => {}
        }
    }

    /// Asks a question if there is an answer to it.
    fn ask_if_any(&self, execution: &mut Execution, procedure: impl Into<Procedure>) {
        execution.push(procedure);
        if self.offers(&execution.state).is_empty() {
            execution.pop();
        }
    }

    /// Two dice for a general: the colored one names him, the white one decides (10.5b, K49).
    fn throw_for_general(&self, execution: &mut Execution, side: Side) {
        let (colored, white) = (execution.throw(), execution.throw());
        let tables = &self.scenario.tables;
        let named =
            tables.generals[side].get(usize::from(colored.saturating_sub(1))).and_then(Option::as_ref);
        let chit = named.and_then(|id| self.chit_ids().find(|&c| self.chit(c).id == *id));
        let chit = chit.filter(|&c| self.is_in_play(&execution.state, c));
        let hit = chit.and_then(|c| {
            let casualty = execution.state.chit(c).casualty;
            match white <= *tables.general_hit {
                true if !casualty => Some(true),
                false if casualty => Some(false),
                _ => None,
            }
        });
        execution.apply(Event::GeneralThrown { side, faces: vec![colored, white], chit, hit });
    }

    /// Whether a general's chit is in play: his men are in the game (K49).
    fn is_in_play(&self, state: &State, chit: ChitId) -> bool {
        match &self.chit(chit).kind {
            ChitKind::Command { brigades, .. } => brigades.iter().any(|&b| self.is_in_game(state, b)),
            ChitKind::Commander { .. } => true,
            _ => false,
        }
    }

    /// A result of the optional second table (K50).
    fn rare_event(&self, execution: &mut Execution, event: u8) {
        // Friendly fire and conflicting orders are for 1862, which has no divisions (10.9).
        let of_1862 = self.scenario.brigades.iter().all(|b| b.division.is_none());
        match self.scenario.numbers.rare_event(event) {
            RareEvent::FoolishAttack => execution.apply(Event::RareCame { rare: Rare::FoolishAttack }),
            RareEvent::Deception => execution.apply(Event::RareCame { rare: Rare::Deception }),
            RareEvent::FriendlyFire if of_1862 => {
                self.ask_if_any(execution, RareChoice { side: Side::Confederate, event });
            }
            RareEvent::ConflictingOrders if of_1862 => {
                self.ask_if_any(execution, RareChoice { side: Side::Union, event });
            }
            RareEvent::FriendlyFire | RareEvent::ConflictingOrders => {}
            RareEvent::UnionBonus => {
                execution.apply(Event::RareCame { rare: Rare::Bonus(Side::Union) });
            }
            RareEvent::ConfederateBonus => {
                execution.apply(Event::RareCame { rare: Rare::Bonus(Side::Confederate) });
            }
        }
    }
}

impl Ask for Chaos {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "chaos"
    }

    fn case(&self, _: &State) -> Case {
        case!("10.5b")
    }

    fn words(&self, _: &Battle, _: &State) -> String {
        "choose the enemy hex in Battlefield Chaos".to_owned()
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Chaos
    }

    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let mut hexes: Vec<Hex> = battle.on_map(state, self.side.other()).map(|(_, hex)| hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        tries(hexes.into_iter().map(|hex| Order::Chaos { hex }))
    }

    /// 10.5b: the enemy hex in Battlefield Chaos.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Order::Chaos { hex } = *order else { return Err(battle.not_asked(judging, order)) };
        let there = battle.enemy_in(judging.state, self.side, hex);
        judging.rule_check.check(case!("10.5b"), "enemies stand in the hex", there, || {
            format!("no enemy stands in {}", battle.number(hex))
        })?;
        accept(move |execution| {
            let units = execution.state.stack(hex).to_vec();
            execution.pop();
            execution.apply(Event::ChaosCame { hex, units });
        })
    }
}
