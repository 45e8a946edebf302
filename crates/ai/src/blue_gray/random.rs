//! The random commander: any legal order, all about equally likely.

use blue_gray::{Ask, Battle, Order, Phase, Push, State, UnitId};
use hexmap::Hex;
use tabletop::{RuleCheck, Side};

use super::cover::cover;
use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::Commander;
use crate::decision::Decision;
use crate::information_set::InformationSet;

#[derive(Debug, Clone)]
pub struct RandomCommander {
    chance: Chance,
}

type BlueGrayOrder = Order<UnitId, Hex>;

impl RandomCommander {
    /// The random commander with that seed.
    pub fn new(seed: u64) -> RandomCommander {
        RandomCommander { chance: Chance::new(seed) }
    }

    /// The random commander that uses this source of chance.
    pub fn with(chance: Chance) -> RandomCommander {
        RandomCommander { chance }
    }

    /// A legal order for the side that is asked; `None` once the game is over.
    pub fn order(&mut self, battle: &Battle, state: &State) -> Option<BlueGrayOrder> {
        let side = state.asked()?;
        if state.question().is_some() {
            return self.answer(battle, state);
        }
        match state.phase {
            Phase::Movement => Some(self.movement(battle, state, side)),
            Phase::Combat => Some(self.combat(battle, state, side)),
            Phase::Over => None,
        }
    }

    fn movement(&mut self, battle: &Battle, state: &State, side: Side) -> BlueGrayOrder {
        let without_messages = &mut RuleCheck::without_messages();
        let units = battle.roster(side);
        // Drawn from all units, and drawn again if the unit cannot move: the same as drawing from
        // those that can. Ending the phase is one choice among them, except while a hex is crowded;
        // then some unit can move.
        let choices = units.len() + usize::from(!state.is_crowded());
        loop {
            let Some(&unit) = units.get(self.chance.below(choices)) else { return Order::EndMovement {} };
            if battle.may_move(state, side, unit, without_messages).is_err() {
                continue;
            }
            if self.chance.one_in(2)
                && let Some(way) = battle.departures(state, unit).first()
            {
                return Order::Exit { unit, path: Some(way.path.clone()) };
            }
            let path = battle.any_destination(state, unit, |n| self.chance.below(n));
            if path.is_some() {
                return Order::Move { unit, to: None, path };
            }
        }
    }

    fn combat(&mut self, battle: &Battle, state: &State, side: Side) -> BlueGrayOrder {
        let may_end = battle.nothing_owed(state, &mut RuleCheck::without_messages()).is_ok();
        if may_end && self.chance.one_in(2) {
            return Order::EndCombat {};
        }
        // A few attempts at any attack, then one that is sure to be legal.
        let able = battle.attackers(state, side);
        for _ in 0..3 {
            if let Some(order) = self.any_attack(battle, state, side, &able) {
                return order;
            }
        }
        match cover(battle, state, self.chance.below(1 << 16)) {
            Some(cover) => {
                Order::Attack { attackers: cover.attackers, defenders: cover.against, column: None }
            }
            None => Order::EndCombat {},
        }
    }

    /// An attack by some of the units that are able to.
    fn any_attack(
        &mut self,
        battle: &Battle,
        state: &State,
        side: Side,
        able: &[UnitId],
    ) -> Option<BlueGrayOrder> {
        let quiet = &mut RuleCheck::without_messages();
        let &first = self.chance.pick(able)?;
        let at = state.hex(first)?;
        let mut aims: Vec<Hex> = battle.next_to(state, side, at).collect();
        aims.extend(battle.aims(state, first).map(|a| a.hex).filter(|&h| battle.attackable(state, h)));
        let &target = self.chance.pick(&aims)?;
        let mut attackers = Vec::new();
        for &unit in able {
            let Some(hex) = state.hex(unit) else { continue };
            let joins = battle.scenario.field.in_contact(hex, target)
                || battle.may_bombard(state, unit, quiet).is_ok() && battle.open_aim(hex, target).is_some();
            // Whole stacks join or stay out together, but for guns that need not (r9.14).
            let apart =
                battle.options.separate_bombardments && !battle.scenario.field.in_contact(hex, target);
            let with_first = unit == first || hex == at && !apart;
            if joins
                && (with_first
                    || attackers.iter().any(|&u| state.hex(u) == Some(hex))
                    || self.chance.one_in(2))
            {
                attackers.push(unit);
            }
        }
        let attack = battle.declare(state, side, &attackers, &[target], None, quiet).ok()?;
        let column = self.chance.one_in(4).then(|| {
            let columns: Vec<_> = battle.scenario.tables.columns_down(attack.column).collect();
            let column = self.chance.pick(&columns).copied().unwrap_or(attack.column);
            battle.scenario.tables.column_name(column).to_owned()
        });
        Some(Order::Attack { attackers, defenders: vec![target], column })
    }

    fn answer(&mut self, battle: &Battle, state: &State) -> Option<BlueGrayOrder> {
        let question = state.question()?;
        let &unit = self.chance.pick(&question.units)?;
        Some(match question.ask {
            Ask::Retreat => {
                let (to, displace) = self.way_out(battle, state, unit)?;
                Order::Retreat { unit, to, displace }
            }
            Ask::WithdrawBattery if self.chance.one_in(2) => {
                let (to, displace) = self.way_out(battle, state, unit)?;
                Order::WithdrawBattery { unit, to, displace }
            }
            Ask::WithdrawBattery => Order::Stand {},
            Ask::Exchange => {
                let ways = battle.payments(state, state.combat.as_ref()?);
                Order::Lose { units: self.chance.pick(&ways)?.clone() }
            }
            Ask::Advance if self.chance.one_in(3) => Order::Hold {},
            Ask::Advance => {
                let moves = battle.advances(state, state.combat.as_ref()?);
                let &(unit, to) = self.chance.pick(&moves)?;
                Order::Advance { unit, to: Some(to) }
            }
            Ask::RetreatBeforeCombat if self.chance.one_in(2) => Order::RetreatBeforeCombat {},
            Ask::RetreatBeforeCombat => Order::Stand {},
        })
    }

    /// A way to retreat, with a whole chain of displacements where that is the only one.
    fn way_out(
        &mut self,
        battle: &Battle,
        state: &State,
        unit: UnitId,
    ) -> Option<(Hex, Vec<Push<UnitId, Hex>>)> {
        let ways = battle.ways(state, unit);
        if let Some(&to) = self.chance.pick(&ways.open) {
            return Some((to, Vec::new()));
        }
        let &(to, _) =
            self.chance.pick(&ways.pushed.iter().map(|(h, l)| (*h, l.len())).collect::<Vec<_>>())?;
        let mut displace = Vec::new();
        loop {
            let links = battle.next_links(state, unit, to, &displace).ok()?;
            let link = self.chance.pick(&links)?;
            displace.push(Push { unit: link.unit, to: link.to });
            if !link.on {
                return Some((to, displace));
            }
        }
    }
}

impl Commander<Battle> for RandomCommander {
    fn decide(&mut self, known: InformationSet<'_, Battle>, _: Budget) -> Option<Decision<BlueGrayOrder>> {
        let state = known.sample(&mut self.chance);
        self.order(known.rules(), &state).map(Decision::plain)
    }
}
