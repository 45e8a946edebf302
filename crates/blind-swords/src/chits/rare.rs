//! The optional second table of the Fog of War (10.5b, K50).

use tabletop::{Case, Refusal, Side, case};

use crate::battle::Battle;
use crate::data::numbers::RareEvent;
use crate::data::shift::FireShift;
use crate::event::Event;
use crate::order::Order;
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Grant, RareChoice, Trigger};
use crate::state::{Rare, State};
use crate::unit::{BrigadeId, UnitId};

impl Battle {
    /// The columns that a rare event shifts, to the right above 0.
    pub(super) fn rare_columns(&self, rare: Rare) -> i8 {
        let shift = match rare {
            Rare::FoolishAttack => FireShift::FogFoolishAttack,
            Rare::Bonus(Side::Union) => FireShift::FogUsaBonus,
            Rare::Bonus(Side::Confederate) => FireShift::FogCsaBonus,
            Rare::Deception => return 0,
        };
        *self.scenario.tables.fire_shift(shift).columns
    }

    fn may_fire_on_friends(
        &self,
        judging: &mut Judging,
        side: Side,
        a: UnitId,
        b: UnitId,
    ) -> Result<(), Refusal> {
        for unit in [a, b] {
            let fits = self.unit(unit).side == side.other()
                && judging.state.hex(unit).is_some()
                && self.is_foot(judging.state, unit);
            judging.rule_check.check(case!("10.5b"), "they are enemy infantry on the map", fits, || {
                format!("{} is not enemy infantry on the map", self.unit(unit).name)
            })?;
        }
        let near = a != b && self.could_hit(judging.state, a, b) && self.could_hit(judging.state, b, a);
        judging.rule_check.check(case!("10.5b"), "they are in range and sight of each other", near, || {
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

    /// Which rare event an order at a moment uses; at this moment, for this side, as it says.
    pub(super) fn may_use_rare(
        &self,
        judging: &mut Judging,
        side: Side,
        what: &Trigger,
        units: &[UnitId],
        columns: Option<i8>,
    ) -> Result<Rare, Refusal> {
        if !units.is_empty() {
            let order = Order::Rare { units: units.to_vec(), brigade: None, columns };
            let now = *what == Trigger::OrderStands;
            judging.rule_check.check(
                case!("K50"),
                "Deception comes before a draw or after an order",
                now,
                || {
                    "Deception is used before a draw, or when the unit’s brigade has been given its order"
                        .to_owned()
                },
            )?;
            self.may_deceive(judging, side, &order)?;
            return Ok(Rare::Deception);
        }
        let fits = self.shifting(judging.state, side, what).find(|&rare| {
            columns.is_none_or(|c| self.is_shift(rare, c)) && (columns.is_some() || !is_bonus(rare))
        });
        judging.rule_check.check(
            case!("K50"),
            "a rare event that fits waits to be used",
            fits.is_some(),
            || "you have no rare event that shifts this combat that way".to_owned(),
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
        let by_union = state.acting() == Some(Side::Union);
        state.rare.iter().copied().filter(move |&rare| {
            combat
                && rare.is_for(side)
                && rare != Rare::Deception
                && (by_union || rare != Rare::FoolishAttack)
        })
    }

    /// Every use of a rare event at this moment.
    pub(super) fn rare_plays(&self, state: &State, side: Side, what: &Trigger) -> Vec<Order> {
        let mut plays: Vec<Order> = self
            .shifting(state, side, what)
            .flat_map(|rare| {
                let columns = self.rare_columns(rare);
                if is_bonus(rare) { vec![columns, -columns] } else { vec![columns] }
            })
            .map(|columns| Order::Rare { units: Vec::new(), brigade: None, columns: Some(columns) })
            .collect();
        if *what == Trigger::OrderStands && state.acting() == Some(Side::Union) {
            let acting = state.activation().map(|a| a.brigade);
            let deceptions = self.deceptions(state, side).into_iter().filter(|order| match order {
                Order::Rare { units, .. } => units.iter().all(|&u| self.unit(u).brigade == acting),
                _ => false,
            });
            plays.extend(deceptions);
        }
        plays
    }

    /// Deception: one Union unit on the map neither fires nor closes for the rest of the turn.
    pub(super) fn may_deceive(
        &self,
        judging: &mut Judging,
        side: Side,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Rare { units, brigade: None, columns: None } = order else {
            return Err(self.not_asked(judging, order));
        };
        let waits = Rare::Deception.is_for(side) && judging.state.rare.contains(&Rare::Deception);
        judging.rule_check.check(case!("10.5b"), "Deception waits to be used", waits, || {
            "no Deception waits to be used".to_owned()
        })?;
        let fits =
            matches!(units[..], [u] if self.unit(u).side == Side::Union && judging.state.hex(u).is_some());
        judging.rule_check.check(case!("10.5b"), "it stops one Union unit on the map", fits, || {
            "one Union unit on the map is deceived".to_owned()
        })
    }

    pub(super) fn deceive(&self, execution: &mut Execution, order: &Order) {
        if let Order::Rare { units, .. } = order {
            execution.apply(Event::RareUsed { rare: Rare::Deception, units: units.clone(), columns: 0 });
        }
    }

    pub(super) fn deceptions(&self, state: &State, side: Side) -> Vec<Order> {
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

impl Ask for RareChoice {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "rare"
    }

    fn case(&self, _: &State) -> Case {
        case!("10.5b")
    }

    fn words(&self, _: &Battle, _: &State) -> String {
        "a rare event: choose".to_owned()
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Rare
    }

    /// Every pair of units, or every brigade.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        if battle.scenario.numbers.rare_event(self.event) == RareEvent::ConflictingOrders {
            let brigades = battle.confusable(state, self.side);
            let order = |b| Order::Rare { units: Vec::new(), brigade: Some(b), columns: None };
            return tries(brigades.map(order));
        }
        let enemies = battle.on_map(state, self.side.other()).map(|(u, _)| u);
        let foot: Vec<UnitId> = enemies.filter(|&u| battle.is_foot(state, u)).collect();
        let each_with_others = std::iter::successors(foot.split_first(), |(_, rest)| rest.split_first());
        let pairs = each_with_others.flat_map(|(&a, rest)| rest.iter().map(move |&b| vec![a, b]));
        tries(pairs.map(|units| Order::Rare { units, brigade: None, columns: None }))
    }

    /// Friendly fire, or conflicting orders: whom it meets.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let side = self.side;
        let Order::Rare { units, brigade, columns: None } = order else {
            return Err(battle.not_asked(judging, order));
        };
        match (battle.scenario.numbers.rare_event(self.event), &units[..], *brigade) {
            (RareEvent::FriendlyFire, &[a, b], None) => {
                battle.may_fire_on_friends(judging, side, a, b)?;
                accept(move |execution| {
                    execution.pop();
                    battle.morale_hit(execution, a, case!("10.5b"));
                    battle.morale_hit(execution, b, case!("10.5b"));
                })
            }
            (RareEvent::ConflictingOrders, [], Some(brigade)) => {
                let open = battle.confusable(judging.state, side).any(|b| b == brigade);
                judging.rule_check.check(
                    case!("10.5b"),
                    "it is an enemy brigade that could still be activated",
                    open,
                    || {
                        format!(
                            "{} is not an enemy brigade that could still act",
                            battle.brigade(brigade).name
                        )
                    },
                )?;
                accept(move |execution| {
                    execution.pop();
                    let (side, grant) = (side.other(), Grant::Spent);
                    execution.apply(Event::Activated { side, brigade, grant, chit: None });
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }
}
