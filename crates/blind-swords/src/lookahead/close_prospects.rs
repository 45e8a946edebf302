//! What a Close Combat can bring both sides, before Defensive Fire and chits: for each hex that can be the Assaulting Hex
//! the odds with every shift, and what can happen to the defending Lead Unit and to the attacker's largest (14.3, 15.2).

use hexmap::Hex;
use serde_json::{Value, json};
use tabletop::Side;

use crate::battle::Battle;
use crate::lookahead::prospects::{chances_value, tests_value};
use crate::order::DeclaredCloseCombat;
use crate::points::Strength;
use crate::sequence::procedure::CloseCombat;
use crate::state::State;
use crate::unit::UnitId;

/// Three to one (15.2a).
pub(crate) fn overwhelms(stronger: Strength, weaker: Strength) -> bool {
    stronger.0 >= 3 * weaker.0
}

impl Battle {
    /// What declared Close Combats would do.
    pub(crate) fn preview_close(&self, state: &State, side: Side, assaults: &[DeclaredCloseCombat]) -> Value {
        let mut value = json!({
            "assaults": assaults.iter().map(|a| self.preview_assault(state, side, a)).collect::<Vec<_>>(),
        });
        self.outward(&mut value);
        value
    }

    fn preview_assault(&self, state: &State, side: Side, assault: &DeclaredCloseCombat) -> Value {
        let from = self.origins(state, &assault.units);
        let close_combat = CloseCombat::drafted(side, assault.target, &assault.units, from.clone());
        let leads = self.leads(state, assault.target);
        let ways: Vec<Value> = from
            .iter()
            .flat_map(|&hex| leads.iter().map(move |&lead| (hex, lead)))
            .map(|(hex, lead)| self.preview_close_combat(state, &close_combat, hex, lead))
            .collect();
        json!({ "target": assault.target, "units": assault.units, "ways": ways })
    }

    fn preview_close_combat(
        &self,
        state: &State,
        close_combat: &CloseCombat,
        assaulting: Hex,
        lead: UnitId,
    ) -> Value {
        let odds = self.close_odds(state, close_combat, assaulting, lead);
        let table = &self.scenario.tables.combat;
        let named = |column: usize| table.columns.get(column).map(|(name, _)| name.clone());
        let cohesion = self.cohesion(state, lead);
        let forecast = self.forecast_close_combat(state, close_combat, assaulting, lead);
        let [depleted, morale, retreats] = forecast.attacker;
        let there = state.unit(lead);
        json!({
            "assaulting": assaulting,
            "lead": lead,
            "cohesion": cohesion,
            "supported": self.is_supported(state, lead),
            "attack": odds.attack,
            "total": odds.total,
            "defence": odds.defence,
            "start": named(odds.first),
            "shifts": odds.shifts,
            "column": named(odds.column),
            "tests": tests_value(forecast.tests),
            "chances": chances_value(&forecast.chances, there.worn, there.hits),
            "attacker": { "depleted": depleted, "morale": morale, "retreats": retreats },
        })
    }
}
