//! r6.4 Strategic movement, an option: far from every enemy, along roads and trails, a unit marches
//! farther than its allowance. A move is ordinary where the allowance pays for it, and else the
//! whole of it is strategic: the two never mix (r6.44).

use hexmap::{Hex, Reach};
use tabletop::{Refusal, RuleCheck, Side, case};

use super::mover::Mover;
use crate::battle::Battle;
use crate::revision::StrategicMovement;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// Whether a move that cost that many points was strategic.
    pub(crate) fn is_strategic(&self, unit: UnitId, cost: u8) -> bool {
        self.strategic().is_some() && cost > self.unit(unit).movement
    }

    /// The most points that a unit may have if it marches strategically, wherever it begins.
    pub(crate) fn most_points(&self, state: &State, unit: UnitId) -> u8 {
        let of = self.unit(unit);
        let night = self.scenario.is_night(state.turn);
        let addition = self.strategic().and_then(|rule| rule.addition(of, night).ok());
        of.movement.saturating_add(addition.unwrap_or(0))
    }

    /// Whether a move costs more points than the unit has, so that strategic movement decides.
    pub(crate) fn asks_for_strategic(&self, state: &State, unit: UnitId, points: u8) -> bool {
        let of = self.unit(unit);
        let night = self.scenario.is_night(state.turn);
        self.strategic().is_some_and(|rule| {
            let addition = rule.addition(of, night).unwrap_or(rule.most());
            points > of.movement && points <= of.movement.saturating_add(addition)
        })
    }

    /// The nearest enemy of a side to a hex, if strategic movement may not come so near (r6.41, r6.44).
    pub(super) fn too_near(
        &self,
        rule: &StrategicMovement,
        state: &State,
        side: Side,
        hex: Hex,
    ) -> Option<(UnitId, Hex)> {
        let grid = &self.map().grid;
        let near = self.on_map(state, side.other()).filter(|&(_, at)| grid.distance(at, hex) < rule.distance);
        near.min_by_key(|&(_, at)| grid.distance(at, hex))
    }

    /// A unit on a strategic march that begins in a hex, where it stands or by which it comes on.
    ///
    /// # Errors
    /// r6.42 or an exclusive case for a type that has none, r6.41 too near to an enemy, r6.45
    /// without a road or trail onto the map.
    pub(super) fn strategic_mover<'a>(
        &'a self,
        rule: &'a StrategicMovement,
        state: &'a State,
        unit: UnitId,
        start: Hex,
        rule_check: &mut RuleCheck,
    ) -> Result<Mover<'a>, Refusal> {
        let of = self.unit(unit);
        let night = self.scenario.is_night(state.turn);
        let addition = rule.addition(of, night);
        let case = addition.err().unwrap_or(rule.addition_case(of, night));
        rule_check.check(case, "the unit has strategic movement", addition.is_ok(), || {
            format!("{} has no strategic movement", of.called())
        })?;
        let near = self.too_near(rule, state, of.side, start);
        rule_check.check(case!("r6.41"), "the unit begins far from every enemy", near.is_none(), || {
            let (enemy, at) = near.unwrap_or((unit, start));
            let away = self.map().grid.distance(start, at);
            let (enemy, at) = (self.unit(enemy).called(), self.number(at));
            let begins = format!("{} begins in {}", of.called(), self.number(start));
            let far = rule.distance;
            format!(
                "strategic movement begins {far} or more hexes from every enemy, and {begins}, {away} from {enemy} in {at}"
            )
        })?;
        if state.hex(unit).is_none() {
            let by_road = self.leads_off(start);
            rule_check.check(case!("r6.45"), "a road or trail leads onto the map there", by_road, || {
                format!(
                    "strategic movement follows roads and trails, and none leads onto the map at {}",
                    self.number(start)
                )
            })?;
        }
        Ok(Mover::new(self, state, unit).marching(rule, addition.unwrap_or(0)))
    }

    /// Whether a road or trail leaves the map in a hex.
    pub(crate) fn leads_off(&self, hex: Hex) -> bool {
        self.map().edge_exits.iter().any(|edge| edge.hex == hex)
    }

    /// Searches the paths of a strategic march from a hex with that many points spent; returns whether the
    /// unit may march so. Hexes that the unit's own allowance reaches are searched too.
    pub(crate) fn search_strategic(
        &self,
        state: &State,
        unit: UnitId,
        start: Hex,
        spent: u8,
        reach: &mut Reach,
    ) -> bool {
        let Some(rule) = self.strategic() else { return false };
        let quiet = &mut RuleCheck::without_messages();
        let mover = self.strategic_mover(rule, state, unit, start, quiet);
        mover.map(|mover| mover.search(reach, start, spent)).is_ok()
    }

    /// The hexes that a unit could reach from a hex by strategic movement only, each with its cost: in either
    /// side's turn, and whether or not it may end its move there.
    pub fn strategic_reach(&self, state: &State, unit: UnitId, from: Hex) -> Vec<(Hex, u8)> {
        let mut reach = Reach::new();
        if !self.search_strategic(state, unit, from, 0, &mut reach) {
            return Vec::new();
        }
        let costs = reach.hexes().iter().filter_map(|&hex| Some((hex, reach.cost(hex)?)));
        costs.filter(|&(_, cost)| self.is_strategic(unit, cost)).collect()
    }

    /// Why a hex that costs more points than a unit has is not reached by strategic movement either.
    pub(super) fn why_not_strategic(
        &self,
        rule: &StrategicMovement,
        state: &State,
        unit: UnitId,
        start: Hex,
        to: Hex,
        cost: u8,
    ) -> Refusal {
        let of = self.unit(unit);
        let far = format!(
            "{} is {cost} movement points away and {} has {}",
            self.number(to),
            of.called(),
            of.movement
        );
        let no = match self.strategic_mover(rule, state, unit, start, &mut RuleCheck::quiet()) {
            Err(no) => no,
            Ok(mover) => {
                let mut reach = Reach::new();
                mover.heedless().search(&mut reach, start, 0);
                if reach.cost(to).is_some() {
                    let text = format!("strategic movement keeps {} hexes from every enemy", rule.distance);
                    Refusal::new(case!("r6.44"), format!("{text}, and no such way leads there"))
                } else {
                    let text =
                        "strategic movement follows roads and trails all the way, and none leads there";
                    Refusal::new(case!("r6.45"), text)
                }
            }
        };
        Refusal::new(no.case, format!("{far}; {}", no.message))
    }
}
