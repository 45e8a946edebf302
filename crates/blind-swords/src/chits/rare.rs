//! The optional second table of the Fog of War (10.5b, K50).

use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::data::numbers::RareEvent;
use crate::data::shift::FireShift;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Grant, Procedure, Trigger};
use crate::sequence::stack::not_asked;
use crate::state::{Rare, State};
use crate::unit::{BrigadeId, UnitId};

impl Battle {
    /// The columns that a rare event shifts, to the right above 0.
    pub(crate) fn rare_columns(&self, rare: Rare) -> i8 {
        let shift = match rare {
            Rare::FoolishAttack => FireShift::FogFoolishAttack,
            Rare::Bonus(Side::Union) => FireShift::FogUsaBonus,
            Rare::Bonus(Side::Confederate) => FireShift::FogCsaBonus,
            Rare::Deception => return 0,
        };
        *self.scenario.tables.fire_shift(shift).columns
    }

    /// Friendly fire, or conflicting orders: whom it meets.
    pub(crate) fn decide_rare(
        &self,
        execution: &mut Execution,
        side: Side,
        event: u8,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Rare { units, brigade, columns: None } = order else {
            return Err(not_asked(execution, order));
        };
        match (self.scenario.numbers.rare_event(event), &units[..], brigade) {
            (RareEvent::FriendlyFire, &[a, b], None) => {
                self.may_fire_on_friends(execution, side, a, b)?;
                execution.pop();
                self.morale_hit(execution, a, case!("10.5b"));
                self.morale_hit(execution, b, case!("10.5b"));
            }
            (RareEvent::ConflictingOrders, [], Some(brigade)) => {
                let open = self.confusable(&execution.state, side).any(|b| b == *brigade);
                execution.rule_check.check(
                    case!("10.5b"),
                    "it is an enemy brigade that could still be activated",
                    open,
                    || format!("{} is no enemy brigade that could still act", self.brigade(*brigade).name),
                )?;
                let brigade = *brigade;
                execution.pop();
                execution.apply(Event::Activated {
                    side: side.other(),
                    brigade,
                    grant: Grant::Spent,
                    chit: None,
                });
            }
            _ => return Err(not_asked(execution, order)),
        }
        Ok(())
    }

    fn may_fire_on_friends(
        &self,
        execution: &mut Execution,
        side: Side,
        a: UnitId,
        b: UnitId,
    ) -> Result<(), Refusal> {
        for unit in [a, b] {
            let fits = self.unit(unit).side == side.other()
                && execution.state.hex(unit).is_some()
                && self.is_foot(&execution.state, unit);
            execution.rule_check.check(case!("10.5b"), "they are enemy infantry on the map", fits, || {
                format!("{} is no enemy infantry on the map", self.unit(unit).name)
            })?;
        }
        let near = a != b && self.could_hit(&execution.state, a, b) && self.could_hit(&execution.state, b, a);
        execution.rule_check.check(case!("10.5b"), "they are in range and sight of each other", near, || {
            format!("{} are not in range and sight of each other", self.called(&[a, b]))
        })
    }

    fn could_hit(&self, state: &State, firer: UnitId, target: UnitId) -> bool {
        let (Some(from), Some(to)) = (state.hex(firer), state.hex(target)) else { return false };
        let range = self.distance(from, to);
        let weapon = self.faces(state, firer).weapon;
        let in_range = self.scenario.tables.band(weapon, self.unit(firer).arm, range.max(1)).is_some();
        in_range && (range <= 1 || self.sees(state, from, to))
    }

    fn confusable<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = BrigadeId> + 'a {
        self.brigade_ids().filter(move |&b| {
            self.brigade(b).side == side.other() && !state.used[b.index()] && self.is_in_game(state, b)
        })
    }

    /// Every pair of units, or every brigade.
    pub(crate) fn offer_rare(&self, state: &State, side: Side, event: u8) -> Vec<Order> {
        if self.scenario.numbers.rare_event(event) == RareEvent::ConflictingOrders {
            return self
                .confusable(state, side)
                .map(|b| Order::Rare { units: Vec::new(), brigade: Some(b), columns: None })
                .collect();
        }
        let foot: Vec<UnitId> =
            self.on_map(state, side.other()).map(|(u, _)| u).filter(|&u| self.is_foot(state, u)).collect();
        let mut pairs = Vec::new();
        for (i, &a) in foot.iter().enumerate() {
            for &b in &foot[i + 1..] {
                if self.could_hit(state, a, b) && self.could_hit(state, b, a) {
                    pairs.push(Order::Rare { units: vec![a, b], brigade: None, columns: None });
                }
            }
        }
        pairs
    }

    /// Which rare event an order at a moment uses; at this moment, for this side, as it says.
    pub(crate) fn may_use_rare(
        &self,
        execution: &mut Execution,
        side: Side,
        what: &Trigger,
        units: &[UnitId],
        columns: Option<i8>,
    ) -> Result<Rare, Refusal> {
        if !units.is_empty() {
            let order = Order::Rare { units: units.to_vec(), brigade: None, columns };
            let now = *what == Trigger::OrderStands;
            execution.rule_check.check(
                case!("K50"),
                "Deception comes before a draw or after an order",
                now,
                || "a unit is deceived before a draw, or when its brigade has its order".to_owned(),
            )?;
            self.may_deceive(execution, side, &order)?;
            return Ok(Rare::Deception);
        }
        let fits = self.shifting(&execution.state, side, what).find(|&rare| {
            columns.is_none_or(|c| self.is_shift(rare, c)) && (columns.is_some() || !is_bonus(rare))
        });
        execution.rule_check.check(
            case!("K50"),
            "a rare event that fits waits to be used",
            fits.is_some(),
            || "no rare event of yours shifts this combat so".to_owned(),
        )?;
        fits.ok_or(Refusal { case: case!("K50"), message: String::new() })
    }

    /// A bonus goes either way, the foolish attack to the left.
    fn is_shift(&self, rare: Rare, columns: i8) -> bool {
        let printed = self.rare_columns(rare);
        columns == printed || is_bonus(rare) && columns == -printed
    }

    /// The rare events that could shift the combat of this moment.
    fn shifting<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        what: &'a Trigger,
    ) -> impl Iterator<Item = Rare> + 'a {
        let combat = matches!(what, Trigger::FireDeclared | Trigger::CloseDeclared);
        let by_union = self.acting(state) == Side::Union;
        state.rare.iter().copied().filter(move |&rare| {
            combat
                && rare.is_for(side)
                && rare != Rare::Deception
                && (by_union || rare != Rare::FoolishAttack)
        })
    }

    /// Every use of a rare event at this moment.
    pub(crate) fn rare_plays(&self, state: &State, side: Side, what: &Trigger) -> Vec<Order> {
        let mut plays: Vec<Order> = self
            .shifting(state, side, what)
            .flat_map(|rare| {
                let columns = self.rare_columns(rare);
                if is_bonus(rare) { vec![columns, -columns] } else { vec![columns] }
            })
            .map(|columns| Order::Rare { units: Vec::new(), brigade: None, columns: Some(columns) })
            .collect();
        if *what == Trigger::OrderStands && self.acting(state) == Side::Union {
            let acting = state.stack.iter().rev().find_map(|f| match f {
                Procedure::Activation(a) => Some(a.brigade),
                _ => None,
            });
            let deceptions = self.deceptions(state, side).into_iter().filter(|order| match order {
                Order::Rare { units, .. } => units.iter().all(|&u| self.unit(u).brigade == acting),
                _ => false,
            });
            plays.extend(deceptions);
        }
        plays
    }

    /// Deception: one Union unit on the map neither fires nor closes for the rest of the turn.
    pub(crate) fn may_deceive(
        &self,
        execution: &mut Execution,
        side: Side,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Rare { units, brigade: None, columns: None } = order else {
            return Err(not_asked(execution, order));
        };
        let waits = Rare::Deception.is_for(side) && execution.state.rare.contains(&Rare::Deception);
        execution.rule_check.check(case!("10.5b"), "Deception waits to be used", waits, || {
            "no Deception waits to be used".to_owned()
        })?;
        let fits =
            matches!(units[..], [u] if self.unit(u).side == Side::Union && execution.state.hex(u).is_some());
        execution.rule_check.check(case!("10.5b"), "it stops one Union unit on the map", fits, || {
            "one Union unit on the map is deceived".to_owned()
        })
    }

    /// The unit is stopped.
    pub(crate) fn deceive(&self, execution: &mut Execution, order: &Order) {
        if let Order::Rare { units, .. } = order {
            execution.apply(Event::RareUsed { rare: Rare::Deception, units: units.clone(), columns: 0 });
        }
    }

    /// Whom Deception could stop.
    pub(crate) fn deceptions(&self, state: &State, side: Side) -> Vec<Order> {
        if !Rare::Deception.is_for(side) || !state.rare.contains(&Rare::Deception) {
            return Vec::new();
        }
        self.on_map(state, Side::Union)
            .map(|(unit, _)| Order::Rare { units: vec![unit], brigade: None, columns: None })
            .collect()
    }
}

fn is_bonus(rare: Rare) -> bool {
    matches!(rare, Rare::Bonus(_))
}
