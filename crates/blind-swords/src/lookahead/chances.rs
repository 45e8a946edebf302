//! What a fire or a Close Combat is likely to bring, in numbers: for opponents. The page is told
//! the same in words.

use hexmap::Hex;
use tabletop::Side;

use crate::battle::Battle;
use crate::data::tables::{Depletion, Test};
use crate::fire::shifts::Aim;
use crate::lookahead::fate::Fate;
use crate::lookahead::prospects::{Chances, Tested};
use crate::order::{DeclaredCloseCombat, Shot};
use crate::points::Strength;
use crate::sequence::procedure::{CloseCombat, Fire, FireKind, Procedure};
use crate::state::State;
use crate::unit::UnitId;

/// The odds of a fire or of a Close Combat before the dice.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    pub lead: UnitId,
    /// Where a Close Combat comes from; of a fire, its target.
    pub from: Hex,
    /// Index of the column, counted from 0.
    pub column: usize,
    /// What all who attack bring, and in a Close Combat what the defenders have.
    pub strength: (Strength, Strength),
    /// The chance of no test (in a Close Combat: of a Close Fight), and of a Routine, a Tough and a
    /// Severe one.
    pub tests: [f64; 4],
}

/// What becomes of a Lead Unit, each a chance; several can befall it at once.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prospect {
    pub worn: f64,
    pub hit: f64,
    /// It is ordered to retreat, whether or not there is a way (15.4).
    pub retreats: f64,
    /// It is broken or eliminated by a Break Test.
    pub gone: f64,
}

impl Battle {
    /// The odds of a fire as it could be made now; `None` where it comes to nothing. `flanking`: it
    /// is part of Flanking Fire.
    pub fn fire_odds(&self, state: &State, shot: &Shot, flanking: bool) -> Option<Odds> {
        let kind = self.fire_kind_now(state);
        let lead = match &kind {
            FireKind::Opportunity(mover) => *mover,
            _ => *self.leads(state, shot.target).first()?,
        };
        self.odds_of_fire(state, &kind, shot, flanking, lead, &[], 0)
    }

    /// The odds of the fire that a moment is about, with what has been played on it.
    pub fn declared_fire(&self, state: &State) -> Option<(Side, Odds)> {
        let fire: &Fire = state.stack.iter().rev().find_map(|procedure| match procedure {
            Procedure::Fire(fire) => Some(fire),
            _ => None,
        })?;
        let lead = fire.lead?;
        let odds =
            self.odds_of_fire(state, &fire.kind, &fire.shot, fire.flanking, lead, &fire.chits, fire.rare)?;
        Some((fire.side, odds))
    }

    #[expect(clippy::too_many_arguments, reason = "all that shifts a fire")]
    fn odds_of_fire(
        &self,
        state: &State,
        kind: &FireKind,
        shot: &Shot,
        flanking: bool,
        lead: UnitId,
        chits: &[crate::chit::ChitId],
        rare: i8,
    ) -> Option<Odds> {
        let shares = self.shares(state, kind, shot);
        let aim = Aim {
            kind,
            shot,
            shares: &shares,
            sights: &self.sights(state, shot),
            flanking,
            lead,
            chits,
            rare,
        };
        let column = self.fire_column(kind, &shares, &self.fire_shifts(state, &aim))?;
        let strength = (crate::fire::firepower::total(&shares), Strength::NONE);
        let tests = self.test_chances(column, self.cohesion(state, lead));
        Some(Odds { lead, from: shot.target, column, strength, tests })
    }

    /// What those odds bring the Lead Unit, followed through the Cohesion Test.
    pub fn fire_prospect(&self, state: &State, odds: &Odds) -> Prospect {
        self.follow_odds(state, odds, false)
    }

    /// The odds of a Close Combat from each hex that can be the Assaulting Hex, against each unit
    /// that can lead.
    pub fn close_odds_of(&self, state: &State, side: Side, assault: &DeclaredCloseCombat) -> Vec<Odds> {
        let from = self.origins(state, &assault.units);
        let close_combat = CloseCombat::drafted(side, assault.target, &assault.units, from.clone());
        let Some(&lead) = self.leads(state, assault.target).first() else { return Vec::new() };
        from.into_iter().map(|hex| self.odds_of_close_combat(state, &close_combat, hex, lead)).collect()
    }

    /// The odds of the Close Combat that a moment is about, with what has been played on it.
    pub fn declared_close(&self, state: &State) -> Option<(Side, Odds)> {
        let close_combat: &CloseCombat = state.stack.iter().rev().find_map(|procedure| match procedure {
            Procedure::CloseCombat(close_combat) => Some(close_combat),
            _ => None,
        })?;
        let lead = close_combat.lead.or_else(|| self.leads(state, close_combat.target).first().copied())?;
        let assaulting = close_combat.assaulting.or_else(|| close_combat.from.first().copied())?;
        Some((close_combat.side, self.odds_of_close_combat(state, close_combat, assaulting, lead)))
    }

    fn odds_of_close_combat(
        &self,
        state: &State,
        close_combat: &CloseCombat,
        from: Hex,
        lead: UnitId,
    ) -> Odds {
        let odds = self.close_odds(state, close_combat, from, lead);
        let tests = self.test_chances(odds.column, self.cohesion(state, lead));
        Odds { lead, from, column: odds.column, strength: (odds.total, odds.defence), tests }
    }

    /// What those odds of a Close Combat bring the defending Lead Unit.
    pub fn close_prospect(&self, state: &State, odds: &Odds) -> Prospect {
        self.follow_odds(state, odds, true)
    }

    /// What a Close Combat can cost the attacker: the chances that its largest unit is depleted,
    /// shaken, thrown back, as if none were lost in between.
    pub fn close_price(&self, odds: &Odds) -> [f64; 3] {
        let table = &self.scenario.tables.close_tests;
        let unhurt = self.scenario.numbers.overwhelms(odds.strength.0, odds.strength.1);
        let mut price = [0.0; 3];
        for (test, weight) in odds.tests.iter().enumerate() {
            for depletion in table.depletion[test] {
                let depletes = match *depletion {
                    Depletion::Attacker => true,
                    Depletion::Both => !unhurt,
                    _ => false,
                };
                price[0] += if depletes { weight / 6.0 } else { 0.0 };
            }
            for skedaddle in table.skedaddle[test] {
                price[1] += f64::from(skedaddle.attacker_morale) * weight / 6.0;
                price[2] += if skedaddle.attacker_retreat > 0 { weight / 6.0 } else { 0.0 };
            }
        }
        price
    }

    fn follow_odds(&self, state: &State, odds: &Odds, close: bool) -> Prospect {
        let (lead, Some(hex)) = (odds.lead, state.hex(odds.lead)) else { return Prospect::default() };
        let spared = close
            && self.scenario.numbers.overwhelms(odds.strength.1, odds.strength.0)
            && odds.strength.1 > Strength::NONE;
        let mut chances = Chances::new();
        for test in [Test::None, Test::Routine, Test::Tough, Test::Severe] {
            let weight = odds.tests[test as usize];
            if weight == 0.0 || (test == Test::None && !close) {
                continue;
            }
            let tested = Tested { close, test, hex, lead, alone: false, spared };
            for (outcome, chance) in self.lead_after_test(state, &tested) {
                *chances.entry(outcome).or_default() += weight * chance;
            }
        }
        let there = state.unit(lead);
        let mut prospect = Prospect::default();
        for (outcome, chance) in chances {
            match outcome.fate {
                Fate::Broken(_) | Fate::Eliminated => {
                    prospect.gone += chance;
                    continue;
                }
                Fate::Retreats(_) => prospect.retreats += chance,
                Fate::Stays => {}
            }
            prospect.worn += if outcome.worn && !there.worn { chance } else { 0.0 };
            prospect.hit += if outcome.hits > there.hits { chance } else { 0.0 };
        }
        prospect
    }

    /// The hexes that come under Flanking Fire from these fires (12.4).
    pub fn flanked_by(&self, state: &State, shots: &[Shot]) -> Vec<Hex> {
        self.flanked(state, shots)
    }
}
