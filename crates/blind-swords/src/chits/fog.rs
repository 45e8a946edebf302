//! The Fog of War (10.5b, K47 to K50).

use hexmap::Hex;
use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::chits::rare;
use crate::data::tables::Fog;
use crate::event::{Event, FogResult};
use crate::order::Order;
use crate::sequence::course::Course;
use crate::sequence::frame::Frame;
use crate::sequence::stack::not_asked;
use crate::state::{Rare, State};

impl Battle {
    /// The Fog of War is drawn: its die, and what it brings.
    pub(crate) fn throw_fog(&self, course: &mut Course, chit: ChitId) {
        let die = course.throw();
        let fog = self.scenario.tables.fog[usize::from(die.saturating_sub(1)).min(5)];
        let mut faces = vec![die];
        let result = match fog {
            Fog::General { union_upto } => {
                let whose = course.throw();
                faces.push(whose);
                FogResult::General(if whose <= union_upto { Side::Union } else { Side::Confederate })
            }
            Fog::Rare if self.options.rare_events => {
                let event = course.throw();
                faces.push(event);
                FogResult::Rare(event)
            }
            other => FogResult::from(other),
        };
        course.happen(Event::FogThrown { faces, result });
        course.happen(Event::ChitDiscarded { chit, case: case!("10.5b") });
        match result {
            // The other side chooses; where nothing can be chosen nothing comes of it (K47).
            FogResult::Chaos(side) => self.ask_if_any(course, Frame::Chaos { side: side.other() }),
            FogResult::Wayward(side) if self.can_lead_astray(&course.state, side.other()) => {
                course.push(Frame::Wayward { side: side.other() });
            }
            FogResult::General(side) => self.throw_for_general(course, side),
            FogResult::Rare(event) => self.rare_event(course, event),
            FogResult::Wayward(_) | FogResult::Nothing => {}
        }
    }

    /// Asks a question if there is an answer to it.
    pub(crate) fn ask_if_any(&self, course: &mut Course, frame: Frame) {
        course.push(frame);
        if self.offers(&course.state).is_empty() {
            course.pop();
        }
    }

    /// Two dice for a general: the colored one names him, the white one decides (10.5b, K49).
    fn throw_for_general(&self, course: &mut Course, side: Side) {
        let (colored, white) = (course.throw(), course.throw());
        let tables = &self.scenario.tables;
        let named =
            tables.generals[side].get(usize::from(colored.saturating_sub(1))).and_then(Option::as_ref);
        let chit = named.and_then(|id| self.chit_ids().find(|&c| self.chit(c).id == *id));
        let chit = chit.filter(|&c| self.is_in_play(&course.state, c));
        let hit = chit.and_then(|c| {
            let casualty = course.state.chit(c).casualty;
            match white <= tables.general_hit {
                true if !casualty => Some(true),
                false if casualty => Some(false),
                _ => None,
            }
        });
        course.happen(Event::GeneralThrown { side, faces: vec![colored, white], chit, hit });
    }

    /// Whether a general's chit is in play: his men are in the game (K49).
    fn is_in_play(&self, state: &State, chit: ChitId) -> bool {
        match &self.chit(chit).kind {
            ChitKind::Command { brigades, .. } => brigades.iter().any(|&b| self.is_in_game(state, b)),
            ChitKind::Commander { .. } => true,
            _ => false,
        }
    }

    /// 10.5b: the enemy hex in Battlefield Chaos.
    pub(crate) fn decide_chaos(&self, course: &mut Course, side: Side, order: &Order) -> Result<(), Refusal> {
        let Order::Chaos { hex } = order else { return Err(not_asked(course, order)) };
        let there = self.enemy_in(&course.state, side, *hex);
        course.rule_check.check(case!("10.5b"), "enemies stand in the hex", there, || {
            format!("no enemy stands in {}", self.number(*hex))
        })?;
        let units = course.state.stack(*hex).to_vec();
        course.pop();
        course.happen(Event::ChaosCame { hex: *hex, units });
        Ok(())
    }

    /// Every hex with enemies.
    pub(crate) fn offer_chaos(&self, state: &State, side: Side) -> Vec<Order> {
        let mut hexes: Vec<Hex> = self.on_map(state, side.other()).map(|(_, hex)| hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.into_iter().map(|hex| Order::Chaos { hex }).collect()
    }

    /// A result of the optional second table (K50).
    fn rare_event(&self, course: &mut Course, event: u8) {
        // 3 and 4 are for 1862, which has no divisions (10.9).
        let of_1862 = self.scenario.brigades.iter().all(|b| b.division.is_none());
        match event {
            rare::FOOLISH_ATTACK => course.happen(Event::RareCame { rare: Rare::FoolishAttack }),
            rare::DECEPTION => course.happen(Event::RareCame { rare: Rare::Deception }),
            rare::FRIENDLY_FIRE if of_1862 => {
                self.ask_if_any(course, Frame::RareChoice { side: Side::Confederate, event });
            }
            rare::CONFLICTING_ORDERS if of_1862 => {
                self.ask_if_any(course, Frame::RareChoice { side: Side::Union, event });
            }
            rare::UNION_BONUS => course.happen(Event::RareCame { rare: Rare::Bonus(Side::Union) }),
            rare::CONFEDERATE_BONUS => {
                course.happen(Event::RareCame { rare: Rare::Bonus(Side::Confederate) })
            }
            _ => {}
        }
    }
}
