//! Intents: a plan in sentences, its orders grouped by what they are for.

use blind_swords::{Battle, Order, UnitId};
use hexmap::Hex;
use tabletop::{Rules, Side, agree, capital, counted, listed};

use super::field::Field;
use super::ground::Ground;
use super::reasons::hexes;
use super::weights::BlindSwordsWeights;
use crate::intents::{Intent, Intents, Planned};

/// Orders with one purpose, and the units that they move.
struct Group {
    /// Their purpose, as the end of a sentence; empty where the text says all.
    aim: String,
    text: String,
    orders: Vec<usize>,
    moved: Vec<(UnitId, Option<Hex>)>,
}

/// The intents of a plan. `purpose` is that of the active brigade.
pub(super) fn intents(
    battle: &Battle,
    ground: &Ground,
    weights: &BlindSwordsWeights,
    purpose: &str,
    planned: &[Planned<Battle>],
) -> Intents {
    let Some((start, _)) = planned.first() else { return Intents::default() };
    let Some(side) = battle.asked(start) else { return Intents::default() };
    let mut groups: Vec<Group> = Vec::new();
    for (at, (state, decision)) in planned.iter().enumerate() {
        let field = Field::new(battle, ground, weights, state);
        let (aim, text) = match field.moves(side, &decision.order, purpose) {
            Some(aim) => (aim, String::new()),
            None if decision.reason.is_empty() => (String::new(), plain(&decision.order).to_owned()),
            None => (String::new(), decision.reason.clone()),
        };
        let moved = moved(&decision.order);
        match groups.iter_mut().find(|group| group.aim == aim && group.text == text) {
            Some(group) => {
                group.orders.push(at);
                group.moved.extend(moved);
            }
            None => groups.push(Group { aim, text, orders: vec![at], moved }),
        }
    }
    let field = Field::new(battle, ground, weights, start);
    let summary = field.summary(side, &groups, purpose);
    let groups = groups.into_iter().map(|group| {
        let text = if group.aim.is_empty() { group.text } else { field.march(side, &group) };
        Intent { text, orders: group.orders }
    });
    Intents { summary, groups: groups.collect() }
}

impl Field<'_> {
    /// The purpose of a move; `None` if the order is no move.
    fn moves(&self, side: Side, order: &Order, purpose: &str) -> Option<String> {
        match order {
            Order::Move { units, to: Some(to), charge, .. } => {
                Some(self.aim(side, units, *to, *charge, purpose))
            }
            Order::Move { exit: true, .. } => Some("off the map".to_owned()),
            _ => None,
        }
    }

    /// Moves with one aim, in a sentence, and what is feared most where they end.
    fn march(&self, side: Side, group: &Group) -> String {
        let units: Vec<UnitId> = group.moved.iter().map(|(unit, _)| *unit).collect();
        let go = agree(units.len(), "goes", "go");
        let text = format!("{} {go} {}", capital(&self.battle.called(&units)), group.aim);
        let ends = || group.moved.iter().filter_map(|&(unit, to)| Some((unit, to?)));
        let Some(nearest) = ends().map(|(_, to)| self.nearest(side, to)).min() else {
            return format!("{text}.");
        };
        let most = ends().max_by(|a, b| {
            let fire = |to: Hex| self.fire_on(side.other(), to);
            fire(a.1).total_cmp(&fire(b.1))
        });
        let feared = most.map_or(String::new(), |(unit, to)| self.feared(side, &[unit], to));
        format!("{text}, {} from the nearest enemy. {feared}", hexes(nearest))
    }

    fn summary(&self, side: Side, groups: &[Group], purpose: &str) -> String {
        let marches: Vec<&Group> = groups.iter().filter(|group| !group.moved.is_empty()).collect();
        let brigade =
            self.battle.active(self.state).filter(|&(of, ..)| of == side).map(|(_, brigade, ..)| brigade);
        if marches.is_empty() {
            return groups.first().map_or(String::new(), |group| group.text.clone());
        }
        let told = marches.iter().map(|group| {
            let count = group.moved.len();
            format!("{} {} {}", counted(count, "unit"), agree(count, "goes", "go"), group.aim)
        });
        let told = listed(told);
        match brigade {
            Some(brigade) if purpose.is_empty() => format!("{}: {told}.", self.battle.brigade(brigade).name),
            Some(brigade) => format!("{} acts {purpose}: {told}.", self.battle.brigade(brigade).name),
            None => format!("{}.", capital(&told)),
        }
    }
}

/// The units that an order moves, and where to.
fn moved(order: &Order) -> Vec<(UnitId, Option<Hex>)> {
    match order {
        Order::Move { units, to, .. } => units.iter().map(|&unit| (unit, *to)).collect(),
        _ => Vec::new(),
    }
}

/// Orders that are given without a reason of their own: what led to them all the same.
fn plain(order: &Order) -> &'static str {
    match order {
        Order::End {} => "Then end the step.",
        Order::Pass {} => "Pass: nothing here is worth doing.",
        Order::Hold {} => "Hold: nothing else is better.",
        _ => "The best choice here.",
    }
}
