//! Where units retreat by a standing order (7.7), and what would come of it now.

use hexmap::Hex;

use crate::battle::Battle;
use crate::order::{Order, Push};
use crate::standing_orders::{Instructions, RetreatRule};
use crate::state::{Question, State};
use crate::unit::{UnitId, UnitSet};

/// A retreat as a standing order chooses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedRetreat {
    pub to: Hex,
    /// Who makes room there (7.81).
    pub displaced: Option<Push<UnitId, Hex>>,
}

/// With more units to retreat at once the side is asked, whatever it has ordered: no attack and no rule of a printed
/// scenario sends back as many, and each step would look at all of them again.
const MAX_RETREATING: usize = 16;

/// How good a hex is by a rule: the least is taken. The last tells hexes apart by their numbers.
type Rank<'a> = ([u32; 3], &'a str);

impl Instructions<UnitId, Hex> {
    pub(crate) fn retreat_of(&self, unit: UnitId) -> RetreatRule<Hex> {
        self.retreats.iter().find(|one| one.unit == unit).map_or(self.retreat, |one| one.rule)
    }
}

impl Battle {
    /// The retreat of the first unit that is asked about. Nothing, so that the side is asked: if
    /// one of them is to be asked about; if a chain of displacements would be needed; if one of
    /// those that must retreat would be lost that way, unless there is no other.
    pub(super) fn standing_retreat(
        &self,
        state: &State,
        question: &Question,
        told: &Instructions<UnitId, Hex>,
    ) -> Option<Order<UnitId, Hex>> {
        if question.units.iter().any(|&unit| told.retreat_of(unit) == RetreatRule::Ask) {
            return None;
        }
        let (&unit, others) = question.units.split_first()?;
        let going = self.sent_back(state).map_or_else(Vec::new, |(units, _)| units);
        if going.len() > MAX_RETREATING {
            return None;
        }
        let going = going.into_iter().collect();
        let plan = self.planned_retreat(state, unit, told.retreat_of(unit), going)?;
        let ways = self.ways(state, unit);
        let only = match (ways.open.as_slice(), ways.pushed.as_slice()) {
            ([_], _) => true,
            ([], [(_, links)]) => links.len() == 1,
            _ => false,
        };
        if !(only && others.is_empty()) && self.loses_a_unit(state, told) {
            return None;
        }
        Some(Order::Retreat { unit, to: plan.to, displace: plan.displaced.into_iter().collect() })
    }

    /// The best way by a rule: into a hex with room; if there is none, where one unit makes room,
    /// the weakest of those between hexes that are equal. Nothing where there is no such way, or the
    /// side wants to be asked. Those that are `going` too are no friends to retreat to.
    fn planned_retreat(
        &self,
        state: &State,
        unit: UnitId,
        rule: RetreatRule<Hex>,
        going: UnitSet,
    ) -> Option<PlannedRetreat> {
        if rule == RetreatRule::Ask {
            return None;
        }
        let rank = |hex: Hex| self.rank(state, unit, rule, going, hex);
        let ways = self.ways(state, unit);
        if let Some(to) = ways.open.iter().copied().min_by_key(|&hex| rank(hex)) {
            return Some(PlannedRetreat { to, displaced: None });
        }
        let links = ways.pushed.iter().flat_map(|(hex, links)| links.iter().map(move |link| (*hex, link)));
        links
            .filter(|(_, link)| !link.on)
            .min_by_key(|&(hex, link)| (rank(hex), self.unit(link.unit).strength, rank(link.to), link.unit))
            .map(|(to, link)| PlannedRetreat { to, displaced: Some(Push { unit: link.unit, to: link.to }) })
    }

    fn rank(
        &self,
        state: &State,
        unit: UnitId,
        rule: RetreatRule<Hex>,
        going: UnitSet,
        hex: Hex,
    ) -> Rank<'_> {
        let side = self.unit(unit).side;
        let grid = &self.map().grid;
        let friends = self.on_map(state, side).filter(|&(u, _)| u != unit && !going.contains(u));
        let friend = friends.map(|(_, at)| grid.distance(at, hex)).min().unwrap_or(u32::MAX);
        // A retreating unit ends two hexes from the enemy whichever way it goes: the number of enemies near
        // says more than the distance of the nearest.
        let enemies: Vec<u32> =
            self.on_map(state, side.other()).map(|(_, at)| grid.distance(at, hex)).collect();
        let within = |range: u32| enemies.iter().filter(|&&distance| distance <= range).count() as u32;
        let enemy = within(2) << 16 | within(3) << 8 | within(4);
        let order = match rule {
            RetreatRule::Ask | RetreatRule::NearestFriend => [friend, enemy, 0],
            RetreatRule::FromEnemy => [enemy, friend, 0],
            RetreatRule::Toward(to) => [grid.distance(to, hex), enemy, friend],
        };
        (order, self.number(hex))
    }

    /// Whether a unit that must retreat is lost if all follow their standing orders, one after another.
    /// `false` if the side would be asked about one.
    fn loses_a_unit(&self, state: &State, told: &Instructions<UnitId, Hex>) -> bool {
        let mut state = state.clone();
        state.questions.clear();
        // Each step sends one of them back, and none twice.
        for _ in self.ids() {
            let Some((units, _)) = self.sent_back(&state) else { return false };
            let first = units.iter().copied().find(|&unit| !self.ways(&state, unit).is_empty());
            let Some(unit) = first else { return true };
            let rule = told.retreat_of(unit);
            let going = units.into_iter().collect();
            let Some(plan) = self.planned_retreat(&state, unit, rule, going) else { return false };
            if let Some(push) = plan.displaced {
                state.put(self, push.unit, push.to);
                state.marks_mut(push.unit).displaced = true;
            }
            state.put(self, unit, plan.to);
            state.marks_mut(unit).retreated = true;
            state.retreating.retain(|&u| u != unit);
        }
        false
    }

    /// Where each unit of a side on the map would retreat now, if it alone had to: none for one that
    /// its side would be asked about.
    pub(crate) fn planned_retreats(
        &self,
        state: &State,
        side: tabletop::Side,
        told: &Instructions<UnitId, Hex>,
    ) -> Vec<(UnitId, Hex, Option<PlannedRetreat>)> {
        self.on_map(state, side)
            .map(|(unit, from)| {
                let alone = std::iter::once(unit).collect();
                (unit, from, self.planned_retreat(state, unit, told.retreat_of(unit), alone))
            })
            .collect()
    }
}
