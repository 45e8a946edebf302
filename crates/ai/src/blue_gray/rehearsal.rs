//! Rehearsals: a plan is played out under the real rules with the commander's own dice. First its
//! own attacks, then the enemy's player-turn and the following ones of both sides, with fast
//! policies; near the end, the whole rest of the game.

use blue_gray::{Order, Phase, Place, State, UnitId};
use hexmap::Hex;
use tabletop::{RuleCheck, Rules, Side};

use super::deal::{Deal, Dealt};
use super::declarations::Attack;
use super::judgement::Judgement;
use super::muster::{Plan, place, quota_left};
use super::planner::attack_order;
use crate::chance::Chance;
use crate::interrupt::interrupted;

/// More orders than any rehearsal has needed.
const MOST: usize = 1500;

/// For how many game-turns a plan is rehearsed: its merit shows after the enemy's reply and the
/// side's own next turn.
const TURNS: u8 = 2;

/// If fewer game-turns than this would be left after those, it is rehearsed to the end of the game.
const LAST_TURNS: u8 = 2;

impl Judgement<'_> {
    /// The result of playing a plan out with those dice, for [`TURNS`] game-turns, or to the end of
    /// the game if that is near.
    pub(super) fn rehearse(&self, state: &State, plan: &Plan, deal: Deal) -> f64 {
        let side = state.phasing;
        let quick = Judgement { quick: true, ..*self };
        let mut chance = deal.chance();
        let mut after = state.clone();
        for &(unit, to) in &plan.moves {
            place(self.battle, &mut after, unit, to);
        }
        quick.execute(&mut after, &Order::EndMovement {}, deal);
        // Near the end it is played out to the end: then it is known which side has won.
        let until = Some(state.turn.saturating_add(TURNS));
        let until = until.filter(|turn| turn.saturating_add(LAST_TURNS) <= self.battle.scenario.turns);
        quick.play_on(&mut after, side, until, deal, &mut chance);
        self.judged(&after, side)
    }

    /// The value of a position to a side at the end of a rehearsal.
    fn judged(&self, after: &State, side: Side) -> f64 {
        if after.phase == Phase::Over {
            return self.decided(after, self.standing(after, side));
        }
        // The threats that the side has then count a little as well.
        let menace = self.weights.menace * self.fear(&self.dangers(after, side.other()));
        self.decided(after, self.standing(after, side) + menace)
    }

    /// The result of playing on from an answer with those dice: the rest of the phase, what both
    /// sides do in their next player-turns, to the side's movement phase after that. `None` if the
    /// answer is refused.
    pub(super) fn rehearse_answer(
        &self,
        state: &State,
        side: Side,
        order: &Order<UnitId, Hex>,
        deal: Deal,
    ) -> Option<f64> {
        let quick = Judgement { quick: true, ..*self };
        let mut after = state.clone();
        if !quick.execute(&mut after, order, deal) {
            return None;
        }
        // In the enemy's turn the side's own next turn is played as well: a unit that has advanced must fight
        // its way out.
        let own = state.phasing == side;
        let until = state.turn + 1 + u8::from(!own && side == self.battle.scenario.first);
        let until = Some(until).filter(|turn| turn.saturating_add(1) <= self.battle.scenario.turns);
        quick.play_on(&mut after, side, until, deal, &mut deal.chance());
        let value = self.judged(&after, side);
        // The quick policies find fewer ways to surround a unit than a general does.
        Some(match order {
            Order::Advance { unit, to: Some(_) } if after.place(*unit) == Place::Eliminated => {
                value - self.weights.trap * self.worth(state, *unit)
            }
            _ => value,
        })
    }

    /// The result of playing a combat phase that begins with this attack to its end with those
    /// dice.
    pub(super) fn rehearse_combat(&self, state: &State, attack: &Attack, deal: Deal) -> f64 {
        let side = state.phasing;
        let quick = Judgement { quick: true, ..*self };
        let mut chance = deal.chance();
        let mut after = state.clone();
        let mut next = Some(attack_order(attack));
        // It stops before the last order, so that it is still this side's phase and the enemy's
        // reply is evaluated.
        for _ in 0..MOST {
            if interrupted() {
                break;
            }
            let order = match next.take() {
                Some(order) => Some(order),
                None if after.question().is_some() => quick.answer(&after, &mut chance),
                None => Some(
                    quick.next_attack(&after).map_or_else(|| quick.last_attack(&after), |a| attack_order(&a)),
                ),
            };
            match order {
                Some(Order::EndCombat {}) | None => break,
                Some(order) => {
                    if !quick.execute(&mut after, &order, deal) {
                        break;
                    }
                }
            }
        }
        self.decided(&after, self.outlook(&after, side))
    }

    /// Plays on to a side's movement phase of that game-turn, or to the end of the game.
    fn play_on(&self, state: &mut State, side: Side, until: Option<u8>, deal: Deal, chance: &mut Chance) {
        for _ in 0..MOST {
            let moves = state.phase == Phase::Movement && state.phasing == side;
            if interrupted()
                || state.phase == Phase::Over
                || (moves && until.is_some_and(|turn| state.turn >= turn))
            {
                return;
            }
            let order = if state.question().is_some() {
                self.answer(state, chance)
            } else if state.phase == Phase::Movement {
                self.reply(state);
                Some(Order::EndMovement {})
            } else {
                Some(self.next_attack(state).map_or_else(|| self.last_attack(state), |a| attack_order(&a)))
            };
            match order {
                Some(order) if self.execute(state, &order, deal) => {}
                _ => return,
            }
        }
    }

    /// Carries out an order of the side that is asked; returns whether it was legal.
    pub(super) fn execute(&self, state: &mut State, order: &Order<UnitId, Hex>, deal: Deal) -> bool {
        let Some(side) = state.asked() else { return false };
        let Ok(events) = self.battle.judge(
            state,
            side,
            order,
            &mut dice(deal, state, order),
            &mut RuleCheck::without_messages(),
        ) else {
            return false;
        };
        for event in &events {
            self.battle.apply(state, event);
        }
        true
    }

    /// Moves the phasing side quickly: attacks that pay, exits, and undefended places.
    fn reply(&self, state: &mut State) {
        let battle = self.battle;
        let prizes: Vec<Hex> = self
            .survey
            .places
            .iter()
            .filter(|p| {
                let worth = p.points.union + p.points.confederate > 0.0;
                worth && !p.is_settled(state) && p.holder(battle, state) != Some(state.phasing)
            })
            .map(|p| p.hex)
            .collect();
        let mut goals = prizes.clone();
        goals.extend(battle.on_map(state, state.phasing.other()).map(|(_, hex)| hex));
        goals.sort_unstable();
        goals.dedup();
        let able = self.muster(state, Some(&goals));
        let mut plan = Plan { moves: Vec::new() };
        let mut free = vec![true; able.len()];
        let quota = self.gather(state, &able, &mut plan, &mut free, quota_left(battle, state));
        for (unit, free) in able.iter().zip(&mut free) {
            *free &= unit.exit || unit.to.iter().any(|h| prizes.contains(h)) || self.is_homebound(unit.unit);
        }
        self.spread(state, &able, &mut plan, &free, quota);
        for &(unit, to) in &plan.moves {
            place(battle, state, unit, to);
        }
        // Where too many units would stand the last to arrive stay out.
        while let Some(&hex) = battle.crowded(state).first() {
            let Some(&(unit, _)) = plan.moves.iter().rev().find(|(u, _)| state.hex(*u) == Some(hex)) else {
                return;
            };
            let Some(home) = able.iter().find(|a| a.unit == unit).map(|a| a.from) else { return };
            plan.moves.retain(|(u, _)| *u != unit);
            place(battle, state, unit, Some(home));
        }
    }
}

/// The dice for the consequences of an order. An attack on the same hex throws the same dice,
/// whichever units make it and whatever was attacked before.
fn dice(deal: Deal, state: &State, order: &Order<UnitId, Hex>) -> Dealt {
    let hexes: &[Hex] = match order {
        Order::Attack { defenders, .. } => defenders,
        _ => state.combat.as_ref().map_or(&[], |combat| &combat.hexes),
    };
    let hex = hexes.iter().map(|hex| hex.index()).min().unwrap_or(usize::MAX);
    let asked = state.combat.as_ref().map_or(0, |combat| combat.asked.len());
    deal.dice([u64::from(state.turn), state.phasing as u64, hex as u64, asked as u64])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use std::path::Path;

    use blue_gray::{Ask, Library};
    use serde_json::{Map, json};
    use tabletop::{Dice, LoadedDice};

    use super::*;
    use crate::blue_gray::standing::Standing;
    use crate::blue_gray::survey::Survey;
    use crate::blue_gray::weights::BlueGrayWeights;

    /// A unit that may advance towards a stronger enemy is lost by some dice and not by others.
    #[test]
    fn an_advance_that_costs_the_unit_is_charged_for_it_many_times_over() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let library = Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|f| panic!("{f}"));
        let unit = |id, side, strength, hex| json!({ "id": id, "side": side, "type": "infantry", "strength": strength, "hex": hex });
        let units = json!([
            unit("ours", "union", 4, "0304"),
            unit("driven", "confederate", 1, "0305"),
            unit("near", "confederate", 5, "0207"),
            unit("far", "confederate", 3, "0407"),
        ]);
        let position = json!({ "units": units, "turn": 2, "side": "union", "phase": "combat" });
        let battle = library.battle("training", &Map::new(), Some(&position)).unwrap();
        let mut state = battle.start();
        let named = |id: &str| battle.ids().find(|&u| battle.unit(u).id == id).unwrap();
        let (ours, driven) = (named("ours"), named("driven"));
        let from = state.hex(driven).unwrap();
        let attack = Order::Attack { attackers: vec![ours], defenders: vec![from], column: None };
        let quiet = &mut RuleCheck::quiet();
        let events =
            battle.judge(&state, Side::Union, &attack, &mut LoadedDice::new(vec![1]), quiet).unwrap();
        events.iter().for_each(|event| battle.apply(&mut state, event));
        assert_eq!(state.question().map(|question| question.ask), Some(Ask::Advance));
        let advance = Order::Advance { unit: ours, to: Some(from) };

        let survey = Survey::new(&battle, &BlueGrayWeights::default());
        let standing = Standing::default();
        let weights = [0.0, 3.0].map(|trap| BlueGrayWeights { trap, ..BlueGrayWeights::default() });
        let [plain, dear] = weights.each_ref().map(|weights| Judgement {
            battle: &battle,
            survey: &survey,
            weights,
            standing: &standing,
            quick: false,
        });
        let ends = |judgement: &Judgement<'_>, order| -> Vec<f64> {
            let deal = |round| Deal { seed: 5, round };
            let end = |round| judgement.rehearse_answer(&state, Side::Union, order, deal(round)).unwrap();
            (0..24).map(end).collect()
        };
        let charged: Vec<f64> = ends(&plain, &advance)
            .iter()
            .zip(ends(&dear, &advance))
            .map(|(plain, dear)| plain - dear)
            .collect();
        let whole = 3.0 * plain.worth(&state, ours);
        let lost = charged.iter().filter(|&&by| (by - whole).abs() < 1e-9).count();
        let safe = charged.iter().filter(|&&by| by == 0.0).count();
        assert!(whole > 1.0 && lost > 0 && safe > 0 && lost + safe == 24, "{charged:?}, {whole} each");
        let hold = Order::Hold {};
        assert_eq!(ends(&plain, &hold), ends(&dear, &hold), "who holds is charged nothing");
    }

    #[test]
    fn an_attack_is_thrown_alike_in_every_plan_whoever_makes_it() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let library = Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|f| panic!("{f}"));
        let battle = library.battle("chattanooga-1975", &Map::new(), None).unwrap();
        let state = battle.start();
        let units = |side| battle.on_map(&state, side).collect::<Vec<_>>();
        let (own, enemy) = (units(Side::Union), units(Side::Confederate));
        let thrown = |attackers: &[usize], defenders: &[usize], turn: u8| -> Vec<u8> {
            let order = Order::Attack {
                attackers: attackers.iter().map(|&i| own[i].0).collect(),
                defenders: defenders.iter().map(|&i| enemy[i].1).collect(),
                column: None,
            };
            let mut state = state.clone();
            state.turn = turn;
            (0..30).map(|round| dice(Deal { seed: 9, round }, &state, &order).throw()).collect()
        };
        assert_ne!(enemy[0].1, enemy[5].1);
        assert_eq!(thrown(&[0], &[0], 1), thrown(&[1, 2], &[0], 1));
        assert_eq!(thrown(&[0], &[0, 5], 1), thrown(&[0], &[5, 0], 1));
        assert_ne!(thrown(&[0], &[0], 1), thrown(&[0], &[5], 1), "another hex");
        assert_ne!(thrown(&[0], &[0], 1), thrown(&[0], &[0], 2), "another game-turn");
    }
}
