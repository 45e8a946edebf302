//! What a Close Combat can bring both sides, without further Defensive Fire or chits: for each hex that can
//! be the Assaulting Hex the odds with every shift, and what can happen to the defending Lead Unit
//! and to the attacker's largest (14.3, 15.2).

use hexmap::Hex;
use tabletop::Side;

use crate::battle::Battle;
use crate::chit::ChitId;
use crate::lookahead::prospects::{chances_value, tests_value};
use crate::order::DeclaredCloseCombat;
use crate::protocol::preview::{AssaultPreview, AttackerChances, ClosePreview, CloseWay};
use crate::sequence::procedure::CloseCombat;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// What declared Close Combats would do.
    pub(crate) fn preview_close(
        &self,
        state: &State,
        side: Side,
        assaults: &[DeclaredCloseCombat],
    ) -> ClosePreview<'_> {
        let assaults = assaults.iter().map(|assault| self.preview_assault(state, side, assault, &[]));
        ClosePreview { assaults: assaults.collect() }
    }

    /// What a Close Combat would do that a chit begins, which works on it as well (18.1).
    pub(crate) fn preview_close_by_chit(
        &self,
        state: &State,
        side: Side,
        assault: &DeclaredCloseCombat,
        chit: ChitId,
    ) -> ClosePreview<'_> {
        ClosePreview { assaults: vec![self.preview_assault(state, side, assault, &[chit])] }
    }

    fn preview_assault(
        &self,
        state: &State,
        side: Side,
        assault: &DeclaredCloseCombat,
        chits: &[ChitId],
    ) -> AssaultPreview<'_> {
        let from = self.origins(state, &assault.units);
        let drafted = CloseCombat::drafted(side, assault.target, &assault.units, from.clone());
        self.preview_ways(state, &CloseCombat { chits: chits.to_vec(), ..drafted }, &from)
    }

    /// A Close Combat by each of these Assaulting Hexes, on its Lead Unit or each that may lead.
    pub(crate) fn preview_ways(
        &self,
        state: &State,
        close_combat: &CloseCombat,
        from: &[Hex],
    ) -> AssaultPreview<'_> {
        let CloseCombat { target, units, .. } = close_combat;
        let leads = self.leads_of_close_combat(state, close_combat);
        let ways = from
            .iter()
            .flat_map(|&hex| leads.iter().map(move |&lead| (hex, lead)))
            .map(|(hex, lead)| self.preview_close_combat(state, close_combat, hex, lead))
            .collect();
        AssaultPreview { target: *target, units: units.clone(), ways }
    }

    fn preview_close_combat(
        &self,
        state: &State,
        close_combat: &CloseCombat,
        assaulting: Hex,
        lead: UnitId,
    ) -> CloseWay<'_> {
        let odds = self.close_odds(state, close_combat, assaulting, lead);
        let table = &self.scenario.tables.combat;
        let named = |column: usize| table.columns.get(column).map(|column| column.name.as_str());
        let cohesion = self.cohesion(state, lead);
        let forecast = self.forecast_close_combat(state, close_combat, assaulting, lead);
        let [depleted, morale, retreats] = forecast.attacker;
        let there = state.unit(lead);
        CloseWay {
            assaulting,
            attack: odds.attack,
            attacker: AttackerChances { depleted, morale, retreats },
            chances: chances_value(&forecast.chances, there.worn, there.hits),
            cohesion,
            column: named(odds.column),
            defence: odds.defence,
            lead,
            start: named(odds.first),
            shifts: odds.shifts,
            supported: self.is_supported(state, lead),
            tests: tests_value(forecast.tests),
            total: odds.total,
        }
    }
}
