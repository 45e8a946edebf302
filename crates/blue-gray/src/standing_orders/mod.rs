//! Standing orders: a side's answers given in advance (7.7, 7.75, 7.6, 8.16, and a retreat before combat).
//! How an answer is chosen is our own rule, in docs/protocol.md; the answer itself is an order like any
//! other, judged and carried out by the same code.

mod conditional;
mod foresight;
pub(crate) mod instructions;
mod matching;
mod replies;
mod retreats;

use hexmap::Hex;
use tabletop::{Refusal, RuleCheck, Side};

pub use conditional::{Answer, Circumstances, ConditionalOrder, OddsRange, PlayerTurn, Reply};
pub(crate) use foresight::{Choice, Foreseen, Foresight};
use instructions::CASE;
pub use instructions::{
    AdvanceRule, BatteryRule, BeforeCombatRule, ExchangeRule, Instructions, RetreatRule, UnitRetreat,
};
pub(crate) use matching::Found;
pub use retreats::PlannedRetreat;

use crate::Event;
use crate::battle::Battle;
use crate::order::{Ask, Order};
use crate::state::{Question, State};
use crate::unit::{Arm, UnitId, UnitSet};

impl Battle {
    /// The event of new standing orders: they replace the earlier ones.
    ///
    /// # Errors
    /// 7.7: a unit of the other side, a unit or hex that is named twice, or conditional orders that
    /// could not answer anything or are too many.
    pub(crate) fn instructed(
        &self,
        state: &State,
        side: Side,
        instructions: &Instructions<UnitId, Hex>,
        rule_check: &mut RuleCheck,
    ) -> Result<Vec<Event<UnitId, Hex>>, Refusal> {
        let stranger = instructions.retreats.iter().find(|one| self.unit(one.unit).side != side);
        rule_check.check(CASE, "standing orders are for one's own units", stranger.is_none(), || {
            let unit = stranger.map_or(String::new(), |one| self.unit(one.unit).called());
            format!("{unit} is not a {side} unit")
        })?;
        let mut units = UnitSet::default();
        let twice = instructions.retreats.iter().find(|one| !units.insert(one.unit));
        rule_check.check(CASE, "no unit is named twice", twice.is_none(), || {
            let unit = twice.map_or(String::new(), |one| self.unit(one.unit).called());
            format!("{unit} is named twice")
        })?;
        let stay = &instructions.stay;
        let twice = stay.iter().enumerate().find(|(i, hex)| stay[..*i].contains(hex));
        rule_check.check(CASE, "no hex is named twice", twice.is_none(), || {
            format!("{} is named twice", twice.map_or("", |(_, &hex)| self.number(hex)))
        })?;
        self.may_be_laid(side, &instructions.conditional, rule_check)?;
        let mut instructions = instructions.clone();
        instructions.conditional = self.still_to_come(state, &instructions.conditional);
        Ok(vec![Event::Instructed { side, instructions }])
    }

    /// The order that the standing orders of the side asked give here, if they give exactly one. Orders for
    /// this very situation take precedence over general ones.
    pub(crate) fn standing_answer(&self, state: &State) -> Option<Order<UnitId, Hex>> {
        let question = state.question()?;
        let told = &state.instructions[question.side];
        match self.conditional_answer(state) {
            Found::Answer(_, order) => return Some(order),
            Found::Ask => return None,
            Found::Nothing => {}
        }
        match question.ask {
            Ask::Retreat => self.standing_retreat(state, question, told),
            Ask::WithdrawBattery => (told.battery == BatteryRule::Stand).then_some(Order::Stand {}),
            Ask::Exchange if told.exchange == ExchangeRule::Ask => None,
            Ask::Exchange => self.least_payment(state),
            Ask::Advance => self.standing_advance(state, question, told),
            Ask::RetreatBeforeCombat => match told.before_combat {
                BeforeCombatRule::Ask => None,
                BeforeCombatRule::Try => Some(Order::RetreatBeforeCombat {}),
                BeforeCombatRule::Stand => Some(Order::Stand {}),
            },
        }
    }

    /// Of all ways to pay, that of the least strength; between equals that with fewer batteries,
    /// with fewer units, and then the first in the order of battle.
    fn least_payment(&self, state: &State) -> Option<Order<UnitId, Hex>> {
        let price = |units: &Vec<UnitId>| {
            let strength: u16 = units.iter().map(|&u| u16::from(self.unit(u).strength)).sum();
            let guns = units.iter().filter(|&&u| self.unit(u).arm == Arm::Artillery).count();
            let mut order = units.clone();
            order.sort_unstable();
            (strength, guns, units.len(), order)
        };
        let units = self.payments(state, state.combat.as_ref()?).into_iter().min_by_key(price)?;
        Some(Order::Lose { units })
    }

    /// The advance by standing orders: `Hold` if every unit that could advance has orders to stay.
    fn standing_advance(
        &self,
        state: &State,
        question: &Question,
        told: &Instructions<UnitId, Hex>,
    ) -> Option<Order<UnitId, Hex>> {
        let stays = |unit: UnitId| {
            state
                .hex(unit)
                .is_some_and(|hex| told.stay.contains(&hex) || (told.stay_in_works && self.has_works(hex)))
        };
        let going: Vec<UnitId> = question.units.iter().copied().filter(|&u| !stays(u)).collect();
        match told.advance {
            _ if going.is_empty() => Some(Order::Hold {}),
            AdvanceRule::Ask => None,
            AdvanceRule::Never => Some(Order::Hold {}),
            AdvanceRule::Strongest => {
                let strongest = going.into_iter().min_by_key(|&u| (u8::MAX - self.unit(u).strength, u))?;
                let mut ways =
                    self.advances(state, state.combat.as_ref()?).into_iter().filter(|&(u, _)| u == strongest);
                // Which of several hexes is the side's choice.
                let (unit, to) = ways.next()?;
                ways.next().is_none().then_some(Order::Advance { unit, to: Some(to) })
            }
        }
    }

    /// Whether works protect a hex on any side (9).
    fn has_works(&self, hex: Hex) -> bool {
        self.map().grid.neighbours(hex).any(|(direction, _)| self.map().side(hex, direction).works)
    }

    /// The position as a side knows it: without the other side's standing orders.
    pub(crate) fn as_known_to(&self, state: &State, side: Side) -> State {
        let mut known = state.clone();
        known.instructions[side.other()] = Instructions::default();
        known.followed[side.other()].clear();
        known
    }

    /// Whether the other side's standing orders answered something in what came of an order that
    /// took no die. It has decided then, and the order stands.
    pub(crate) fn other_side_answered(&self, before: &State, order: &Order<UnitId, Hex>) -> bool {
        let Some(side) = before.asked() else { return false };
        if before.instructions[side.other()] == Instructions::default() {
            return false;
        }
        let mut dice = tabletop::LoadedDice::default();
        let events = self.resolve(before, side, order, &mut dice, &mut RuleCheck::without_messages());
        let answered =
            |e: &Event<UnitId, Hex>| matches!(e, Event::StandingOrder { side: by, .. } if *by != side);
        events.is_ok_and(|events| events.iter().any(answered))
    }
}
