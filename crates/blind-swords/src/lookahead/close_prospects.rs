//! What a Close Combat can bring both sides, before Defensive Fire and chits: for each hex that can be the Assaulting Hex
//! the odds with every shift, and what can happen to the defending Lead Unit and to the attacker's largest (14.3, 15.2).

use hexmap::Hex;
use tabletop::Side;

use crate::battle::Battle;
use crate::data::tables::{Depletion, Test};
use crate::lookahead::prospects::{Chances, Tested, chances_value, tests_value};
use crate::order::DeclaredCloseCombat;
use crate::points::Strength;
use crate::protocol::preview::{AssaultPreview, AttackerChances, ClosePreview, CloseWay};
use crate::sequence::procedure::CloseCombat;
use crate::state::State;
use crate::unit::UnitId;

/// Three to one (15.2a).
pub(crate) fn overwhelms(stronger: Strength, weaker: Strength) -> bool {
    stronger.0 >= 3 * weaker.0
}

impl Battle {
    /// What declared Close Combats would do.
    pub(crate) fn preview_close(
        &self,
        state: &State,
        side: Side,
        assaults: &[DeclaredCloseCombat],
    ) -> ClosePreview<'_> {
        let assaults = assaults.iter().map(|assault| self.preview_assault(state, side, assault));
        ClosePreview { assaults: assaults.collect() }
    }

    fn preview_assault(
        &self,
        state: &State,
        side: Side,
        assault: &DeclaredCloseCombat,
    ) -> AssaultPreview<'_> {
        let from = self.origins(state, &assault.units);
        let close_combat = CloseCombat::drafted(side, assault.target, &assault.units, from.clone());
        let leads = self.leads(state, assault.target);
        let ways = from
            .iter()
            .flat_map(|&hex| leads.iter().map(move |&lead| (hex, lead)))
            .map(|(hex, lead)| self.preview_close_combat(state, &close_combat, hex, lead))
            .collect();
        AssaultPreview { target: assault.target, units: assault.units.clone(), ways }
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
        let named = |column: usize| table.columns.get(column).map(|(name, _)| name.as_str());
        let cohesion = self.cohesion(state, lead);
        let tests = self.test_chances(odds.column, cohesion);
        // At three to one only the weaker side depletes (15.2a).
        let spared = overwhelms(odds.defence, odds.total) && odds.defence > Strength::NONE;
        let mut chances = Chances::new();
        let mut attacker = [0.0; 3];
        for test in [Test::None, Test::Routine, Test::Tough, Test::Severe] {
            let weight = tests[test as usize];
            if weight == 0.0 {
                continue;
            }
            let tested = Tested { close: true, test, hex: close_combat.target, lead, alone: false, spared };
            for (outcome, chance) in self.lead_after_test(state, &tested) {
                *chances.entry(outcome).or_default() += weight * chance;
            }
            let close = &self.scenario.tables.close_tests;
            let unhurt = overwhelms(odds.total, odds.defence);
            for depletion in close.depletion[test as usize] {
                let depletes = match depletion {
                    Depletion::Attacker => true,
                    Depletion::Both => !unhurt,
                    _ => false,
                };
                attacker[0] += if depletes { weight / 6.0 } else { 0.0 };
            }
            for skedaddle in close.skedaddle[test as usize] {
                attacker[1] += if skedaddle.attacker_morale > 0 { weight / 6.0 } else { 0.0 };
                attacker[2] += if skedaddle.attacker_retreat > 0 { weight / 6.0 } else { 0.0 };
            }
        }
        let there = state.unit(lead);
        CloseWay {
            assaulting,
            attack: odds.attack,
            attacker: AttackerChances { depleted: attacker[0], morale: attacker[1], retreats: attacker[2] },
            chances: chances_value(&chances, there.worn, there.hits),
            cohesion,
            column: named(odds.column),
            defence: odds.defence,
            lead,
            start: named(odds.first),
            shifts: odds.shifts,
            supported: self.is_supported(state, lead),
            tests: tests_value(tests),
            total: odds.total,
        }
    }
}
