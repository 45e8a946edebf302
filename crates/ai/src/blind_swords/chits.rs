//! The estimated worth of chits: chosen, held and played.

use blind_swords::{BrigadeOrder, ChitId, ChitKind, Effect, Order, Question, Rally};
use tabletop::Side;

use super::field::{Field, shifted};
use crate::chance::Chance;

/// The worth of playing a chit that does nothing.
pub(super) const USELESS: f64 = -1.0;

impl Field<'_> {
    pub(super) fn effect(&self, chit: ChitId) -> Option<Effect> {
        match &self.battle.chit(chit).kind {
            ChitKind::Event(event) => Some(event.effect),
            _ => None,
        }
    }

    /// The worth of a chit as a Key Chit.
    pub(super) fn key_worth(&self, side: Side, chit: ChitId) -> f64 {
        let ChitKind::Event(event) = &self.battle.chit(chit).kind else { return 0.0 };
        if self.state.turn < event.from_turn {
            return 0.0;
        }
        let hurt = self.of(side).filter(|p| self.state.unit(p.unit).hits > 0).count() as f64;
        let contact = self.of(side).any(|p| self.nearest(side, p.hex) <= 2);
        let weights = self.weights;
        let hot = if contact { 1.0 } else { weights.chit_afar };
        match event.effect {
            Effect::RebelYell { .. } => weights.chit_rebel_yell * hot,
            Effect::GoodGround { .. } => weights.chit_good_ground * hot,
            Effect::Firefight => weights.chit_firefight * hot,
            Effect::Rally => weights.chit_rally + hurt.min(2.0),
            Effect::TakeAim { .. } => weights.chit_take_aim * hot,
            Effect::HoldTheLine => weights.chit_hold_the_line * hot,
            Effect::InspiredLeadership => weights.chit_inspired_leadership,
            Effect::CommandConfusion { .. } => weights.chit_command_confusion,
            Effect::Fatigue => weights.chit_fatigue,
            Effect::QuickMarch => weights.chit_quick_march - hot,
            Effect::ReserveMove => weights.chit_reserve_move - hot,
            Effect::Confident => weights.chit_confident * hot,
            Effect::LowAmmo => weights.chit_low_ammo * hot,
            Effect::FindAmmo => {
                if self.of(side).any(|p| self.state.unit(p.unit).low_ammo) {
                    weights.chit_find_ammo
                } else {
                    0.1
                }
            }
            Effect::Nothing => 0.0,
        }
    }

    /// The worth of a play, compared with holding the chit.
    pub(super) fn play_worth(&self, side: Side, question: Question, order: &Order) -> f64 {
        let Order::Play { chit, unit, brigade, shot, rally } = order else { return 0.0 };
        let end = matches!(question, Question::Held { end: true });
        let thrift = if end { 0.0 } else { self.weights.thrift };
        let Some(effect) = self.effect(*chit) else {
            // A CIC chit that was held.
            return brigade.map_or(0.0, |b| self.brigade_worth(b, false));
        };
        let piece = unit.and_then(|u| self.piece(u));
        match effect {
            Effect::TakeAim { columns } | Effect::GoodGround { columns } | Effect::RebelYell { columns } => {
                match (question, shot) {
                    (Question::ReactionWindow(_), _) => self.shift_worth(side, columns) - self.weights.thrift,
                    (_, Some(shot)) => {
                        let assault = blind_swords::DeclaredCloseCombat {
                            units: shot.units.clone(),
                            target: shot.target,
                        };
                        self.assault_worth(side, &assault) + 0.3 - self.weights.boldness
                    }
                    _ => 0.0,
                }
            }
            Effect::LowAmmo => piece.map_or(0.0, |p| {
                let near = 1.0 / (1.0 + f64::from(self.nearest(p.side, p.hex)) / 4.0);
                p.strength * 0.25 * near * self.ahead() + if end { 0.1 } else { 0.0 }
            }),
            Effect::FindAmmo => piece.map_or(0.0, |p| p.strength * 0.2),
            Effect::Rally => unit.map_or(0.0, |u| self.rally_worth(u, rally.unwrap_or(Rally::Recover)) - 0.4),
            Effect::Firefight => shot.as_ref().map_or(0.0, |shot| {
                let out = self.shot_worth(shot, false);
                let from = shot.units.first().and_then(|&u| self.state.hex(u));
                let back = from.map_or(0.0, |hex| {
                    let power: f64 = self
                        .state
                        .stack(shot.target)
                        .iter()
                        .filter_map(|&u| self.piece(u))
                        .map(|p| self.power(p, p.hex, hex))
                        .sum();
                    let stack = self.state.stack(hex).iter().filter_map(|&u| self.piece(u));
                    stack.map(|p| self.harm(power, p, hex)).fold(0.0, f64::max)
                });
                out - 0.7 * back - thrift
            }),
            Effect::ReserveMove => brigade.map_or(0.0, |b| {
                let plight = self.plight(b);
                let home = self.weights.leave > 0.0;
                if home && self.reserves_move(order) {
                    plight.strength / 8.0
                } else if !home && plight.nearest >= 4 && plight.away > 1.0 && self.reserves_move(order) {
                    0.25 * plight.want * plight.strength / 8.0
                } else {
                    USELESS
                }
            }),
            Effect::InspiredLeadership => 1.0,
            Effect::HoldTheLine => self.stand_worth(),
            Effect::QuickMarch | Effect::Confident | Effect::Fatigue | Effect::CommandConfusion { .. } => {
                self.march_chit_worth(effect)
            }
            Effect::Nothing => USELESS,
        }
    }

    /// Whether anybody would move if this Reserve Move were played now.
    fn reserves_move(&self, order: &Order) -> bool {
        // No die is thrown before the brigade moves.
        let Ok(after) = self.battle.after(self.state, order, &mut Chance::new(0)) else { return false };
        let moves = matches!(self.battle.question(&after), Some(Question::Reserve(_)));
        let field = Field::new(self.battle, self.ground, self.weights, &after);
        moves && field.next_move(false).is_some_and(|order| order != Order::End {})
    }

    /// The worth of a shift in the fire or Close Combat that is declared.
    fn shift_worth(&self, side: Side, columns: i8) -> f64 {
        let columns = i32::from(columns);
        let (owner, gain) =
            if let (Some((owner, odds)), true) = (self.battle.declared_fire(self.state), !self.in_melee()) {
                let Some(piece) = self.piece(odds.lead) else { return 0.0 };
                let tests = self.ground.tests(odds.column as i32 + columns, piece.cohesion);
                let prize = self.prize(owner, odds.from) * 0.3;
                let worth = |tests| self.harm_of(tests, piece) + prize * shifted(tests);
                (owner, worth(tests) - worth(odds.tests))
            } else if let Some((owner, odds)) = self.battle.declared_close(self.state) {
                let Some(piece) = self.piece(odds.lead) else { return 0.0 };
                let tests = self.ground.tests((odds.column as i32 + columns).max(0), piece.cohesion);
                let prize = self.prize(owner, piece.hex);
                let worth = |tests| self.close_harm_of(tests, piece) + prize * shifted(tests);
                (owner, worth(tests) - worth(odds.tests))
            } else {
                return 0.0;
            };
        if owner == side { gain } else { -gain }
    }

    /// The tests of the combat that is declared, with a chit played on it and without; `None` if the chit shifts
    /// none.
    pub(super) fn tests_with(&self, chit: ChitId) -> Option<[[f64; 4]; 2]> {
        let (Effect::TakeAim { columns } | Effect::GoodGround { columns } | Effect::RebelYell { columns }) =
            self.effect(chit)?
        else {
            return None;
        };
        let (odds, least) = match self.battle.declared_fire(self.state).filter(|_| !self.in_melee()) {
            Some((_, odds)) => (odds, i32::MIN),
            None => (self.battle.declared_close(self.state)?.1, 0),
        };
        let column = (odds.column as i32 + i32::from(columns)).max(least);
        Some([self.ground.tests(column, self.piece(odds.lead)?.cohesion), odds.tests])
    }

    fn in_melee(&self) -> bool {
        matches!(
            self.battle.question(self.state),
            Some(Question::ReactionWindow(
                blind_swords::ReactionWindow::OwnCloseDeclared
                    | blind_swords::ReactionWindow::EnemyCloseDeclared
            ))
        )
    }

    /// The worth of letting a unit stand where it has been ordered to retreat.
    fn stand_worth(&self) -> f64 {
        let Some(piece) = self.battle.retreating(self.state).and_then(|u| self.piece(u)) else { return 0.0 };
        let goal = self.ground.goals.iter().any(|g| g.hex == piece.hex);
        if goal { 1.0 } else { piece.strength * 0.1 - 0.25 }
    }

    /// The worth of a chit on an order that has just been given.
    fn march_chit_worth(&self, effect: Effect) -> f64 {
        let Some((_, brigade, order, _)) = self.battle.active(self.state) else { return 0.0 };
        let plight = self.plight(brigade);
        let attack = order == Some(BrigadeOrder::Attack);
        let marches = attack || order == Some(BrigadeOrder::Maneuver);
        let big = plight.strength / 10.0;
        match effect {
            Effect::QuickMarch => {
                if marches && (plight.away > 1.2 || self.weights.leave > 0.0) {
                    big.min(1.0)
                } else {
                    -0.1
                }
            }
            Effect::Confident => {
                if attack && plight.nearest <= 3 {
                    big
                } else {
                    -0.1
                }
            }
            Effect::Fatigue => {
                if marches && (2..=9).contains(&plight.nearest) && plight.away < 4.0 {
                    big * 0.8 - 0.2
                } else {
                    -0.1
                }
            }
            _ => {
                if attack && plight.nearest <= 4 {
                    big - 0.2
                } else {
                    -0.1
                }
            }
        }
    }

    /// The worth of a rare event.
    pub(super) fn rare_worth(&self, side: Side, order: &Order) -> f64 {
        let Order::Rare { units, columns, brigade } = order else { return 0.0 };
        if let Some(columns) = columns {
            return self.shift_worth(side, *columns) - self.weights.thrift;
        }
        if matches!(self.battle.question(self.state), Some(Question::ReactionWindow(_))) {
            return self.shift_worth(side, -2) - self.weights.thrift;
        }
        if let Some(brigade) = brigade {
            return self.brigade_worth(*brigade, false);
        }
        units.iter().filter_map(|&u| self.piece(u)).map(|p| p.worth).sum()
    }
}
