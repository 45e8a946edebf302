//! Answers to questions: retreats, advances, exchanges, withdrawals. All that are possible, and the
//! one that is best one step ahead; a general rehearses them (`general`).

use blue_gray::{Ask, Order, Push, Question, State, UnitId};
use hexmap::Hex;
use tabletop::{BySide, RuleCheck, Rules, Side};

use super::judgement::Judgement;
use super::ranges::Ranges;
use super::stakes::Stakes;
use crate::chance::Chance;
use crate::interrupt::interrupted;

type BlueGrayOrder = Order<UnitId, Hex>;

impl Judgement<'_> {
    /// The worth of a position to a side that expects the enemy's next player-turn and then has its
    /// own.
    pub(super) fn outlook(&self, state: &State, side: Side) -> f64 {
        self.outlook_with(state, side, None)
    }

    /// The same, with cached ranges of both sides.
    pub(super) fn outlook_with(&self, state: &State, side: Side, kept: Option<&mut BySide<Ranges>>) -> f64 {
        if self.quick || state.phasing != side {
            return self.standing(state, side);
        }
        let (own, enemy) = match kept {
            Some(BySide { union, confederate }) if side == Side::Union => (Some(union), Some(confederate)),
            Some(BySide { union, confederate }) => (Some(confederate), Some(union)),
            None => (None, None),
        };
        let sweep = self.sweep(state, side, enemy);
        let feared = sweep.as_ref().map(|sweep| self.fear(&self.dangers_of(state, side, sweep)));
        self.standing_before(state, side, sweep.as_ref()) - feared.unwrap_or_default()
            + self.weights.menace * self.fear(&self.dangers_with(state, side.other(), own))
    }

    /// The answer to the open question, looking one step ahead.
    pub(super) fn answer(&self, state: &State, chance: &mut Chance) -> Option<BlueGrayOrder> {
        let question = state.question()?;
        match question.ask {
            Ask::RetreatBeforeCombat => Some(self.slip_away(state, question)),
            Ask::Exchange => {
                let ways = self.battle.payments(state, state.combat.as_ref()?);
                let cost = |units: &[UnitId]| units.iter().map(|&u| self.worth(state, u)).sum::<f64>();
                let units = ways.into_iter().min_by(|a, b| cost(a).total_cmp(&cost(b)))?;
                Some(Order::Lose { units })
            }
            _ => self.best_of(state, question.side, self.answers(state, 1), chance),
        }
    }

    /// Every answer to the open question; for a retreat into a hex where others must make room,
    /// `chains` different displacements at most.
    pub(super) fn answers(&self, state: &State, chains: usize) -> Vec<BlueGrayOrder> {
        let Some(question) = state.question() else { return Vec::new() };
        let mut orders = Vec::new();
        match question.ask {
            Ask::Retreat => {
                for &unit in &question.units {
                    if interrupted() && !orders.is_empty() {
                        break;
                    }
                    for (to, displace) in self.ways_out(state, unit, chains) {
                        orders.push(Order::Retreat { unit, to, displace });
                    }
                }
            }
            Ask::WithdrawBattery => {
                orders.push(Order::Stand {});
                for &unit in &question.units {
                    for (to, displace) in self.ways_out(state, unit, chains) {
                        orders.push(Order::WithdrawBattery { unit, to, displace });
                    }
                }
            }
            Ask::Exchange => {
                let ways = state.combat.as_ref().map(|combat| self.battle.payments(state, combat));
                orders.extend(ways.into_iter().flatten().map(|units| Order::Lose { units }));
            }
            Ask::Advance => {
                orders.push(Order::Hold {});
                let moves = state.combat.as_ref().map(|combat| self.battle.advances(state, combat));
                let moves = moves.into_iter().flatten();
                orders.extend(moves.map(|(unit, to)| Order::Advance { unit, to: Some(to) }));
            }
            Ask::RetreatBeforeCombat => orders.extend([Order::Stand {}, Order::RetreatBeforeCombat {}]),
        }
        orders
    }

    /// The order that leads to the position of most worth; of equals, the first.
    fn best_of(
        &self,
        state: &State,
        side: Side,
        orders: Vec<BlueGrayOrder>,
        chance: &mut Chance,
    ) -> Option<BlueGrayOrder> {
        if orders.len() < 2 {
            return orders.into_iter().next();
        }
        let mut best: Option<(f64, BlueGrayOrder)> = None;
        for order in orders {
            if interrupted() && best.is_some() {
                break;
            }
            let Some(value) = self.one_step(state, side, &order, chance) else { continue };
            if best.as_ref().is_none_or(|(b, _)| value > b + 1e-9) {
                best = Some((value, order));
            }
        }
        best.map(|(_, order)| order)
    }

    /// The value of an answer one step ahead; `None` if it is refused.
    pub(super) fn one_step(
        &self,
        state: &State,
        side: Side,
        order: &BlueGrayOrder,
        chance: &mut Chance,
    ) -> Option<f64> {
        let after = self.after(state, side, order, chance)?;
        let mut value = self.outlook(&after, side);
        if !self.quick && after.phasing == side && after.phase == state.phase {
            value += self.total(&after);
        }
        match order {
            Order::Retreat { unit, to, .. } | Order::WithdrawBattery { unit, to, .. } => {
                value += self.shelter(state, *unit, *to);
            }
            // What the enemy could do next is in no outlook that is not of the side's own phase: a
            // unit that advances may stand alone among those that have not fought yet.
            Order::Advance { unit, to: Some(to) } if self.quick || after.phasing != side => {
                let before = state.hex(*unit).map_or(0.0, |from| self.pressed(state, from));
                value -= self.weights.threat * (self.pressed(&after, *to) - before);
            }
            _ => {}
        }
        Some(value)
    }

    /// The position after an order, thrown with the commander's own dice; `None` if it is refused.
    pub(super) fn after(
        &self,
        state: &State,
        side: Side,
        order: &BlueGrayOrder,
        chance: &mut Chance,
    ) -> Option<State> {
        let events =
            self.battle.judge(state, side, order, chance, &mut RuleCheck::without_messages()).ok()?;
        let mut after = state.clone();
        for event in &events {
            self.battle.apply(&mut after, event);
        }
        Some(after)
    }

    /// The worth of a hex to a unit that retreats into it.
    fn shelter(&self, state: &State, unit: UnitId, to: Hex) -> f64 {
        let battle = self.battle;
        let side = battle.unit(unit).side;
        let mut sum = 0.0;
        // A unit that retreats into a hex that is yet to be attacked adds nothing to its defence
        // and shares its fate.
        if state.phasing != side && battle.owed(state, to) {
            sum -= 0.3 * self.worth(state, unit);
        }
        let ground = battle.map().ground(to);
        sum += self.weights.cover * f64::from(battle.scenario.tables.ground_multiple(ground).max(1) - 1);
        let enemies = |hex: Hex| {
            battle.map().grid.neighbours(hex).filter(|&(_, h)| state.in_zone(side.other(), h)).count()
        };
        sum -= 0.1 * enemies(to) as f64;
        sum + 0.05 * f64::from(u8::from(state.count(to) == 0))
    }

    /// Every way to retreat; where other units must make room, up to so many chains of
    /// displacements for each hex, each begun by another unit. One at least, once the thinking is called off.
    fn ways_out(&self, state: &State, unit: UnitId, chains: usize) -> Vec<(Hex, Vec<Push<UnitId, Hex>>)> {
        let ways = self.battle.ways(state, unit);
        let mut out: Vec<(Hex, Vec<Push<UnitId, Hex>>)> =
            ways.open.iter().map(|&to| (to, Vec::new())).collect();
        for &(to, _) in &ways.pushed {
            let Ok(mut first) = self.battle.next_links(state, unit, to, &[]) else { continue };
            // The shortest chain, and of several the one with the weakest unit.
            first.sort_by_key(|l| (l.on, self.battle.unit(l.unit).strength));
            for link in first.into_iter().take(chains) {
                if interrupted() && !out.is_empty() {
                    return out;
                }
                let mut chain = vec![Push { unit: link.unit, to: link.to }];
                let mut on = link.on;
                while on && let Ok(links) = self.battle.next_links(state, unit, to, &chain) {
                    let next = links.iter().min_by_key(|l| (l.on, self.battle.unit(l.unit).strength));
                    let Some(next) = next else { break };
                    chain.push(Push { unit: next.unit, to: next.to });
                    on = next.on;
                }
                if !on {
                    out.push((to, chain));
                }
            }
        }
        out
    }

    /// Whether a unit tries to slip away from an attack: it does if standing is expected to cost
    /// more than the ground is worth.
    fn slip_away(&self, state: &State, question: &Question) -> BlueGrayOrder {
        let (Some(combat), Some(&unit)) = (state.combat.as_ref(), question.units.first()) else {
            return Order::Stand {};
        };
        let Some(hex) = state.hex(unit) else { return Order::Stand {} };
        let mut stakes = Stakes::default();
        for unit in state.stack(hex) {
            stakes.dr -= self.retreat_cost(
                state,
                unit,
                if self.battle.ways(state, unit).is_empty() { 1.0 } else { 0.0 },
            );
            stakes.de -= self.worth(state, unit);
        }
        stakes.ex = stakes.de / 2.0;
        stakes.ar = f64::from(self.battle.unit(unit).strength) * self.weights.repulse;
        stakes.ae = stakes.ar;
        let tables = &self.battle.scenario.tables;
        let stand = stakes.expected(tables.results(combat.column));
        if stand < -self.retreat_cost(state, unit, 0.0) {
            Order::RetreatBeforeCombat {}
        } else {
            Order::Stand {}
        }
    }
}
