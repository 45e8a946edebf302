//! What previews tell of fires; and what a Cohesion Test brings its Lead Unit in closed form, for
//! opponents, who weigh fires by the thousand. Previews are made by the rules (`forecast`). The
//! closed form follows neither a retreat to where it leads nor those who stand with the Lead Unit;
//! a law over generated positions holds it to the rules in all else.

use std::collections::BTreeMap;

use hexmap::Hex;
use serde::Serialize;
use tabletop::{RuleCheck, Side, case};

use crate::battle::Battle;
use crate::chits::when::When;
use crate::cohesion::morale::DISRUPTED;
use crate::data::tables::{Depletion, Test};
use crate::fire::aims::band_name;
use crate::fire::firepower::total;
use crate::fire::shifts::FireColumn;
use crate::lookahead::fate::Fate;
use crate::order::Shot;
use crate::points::Strength;
use crate::protocol::preview::{
    ChitOnFire, FirePreview, FireTarget, FiringUnit, NextColumn, OutcomeChance, OutcomeChances, RefusedFire,
    ShotPreview, SightFrom, TestsView,
};
use crate::sequence::procedure::{Fire, FireKind, Trigger};
use crate::state::State;
use crate::unit::UnitId;

/// What becomes of a Lead Unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Outcome {
    /// Whether its Battleworn side is up.
    pub worn: bool,
    pub hits: u8,
    pub fate: Fate,
}

/// A Cohesion Test to be followed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tested {
    /// By the tables of Close Combat, where it is the defenders'.
    pub close: bool,
    pub test: Test,
    /// The hex that was fired at or attacked.
    pub hex: Hex,
    pub lead: UnitId,
    /// No other unit there can be touched (13.7).
    pub alone: bool,
    /// A BD* leaves it be (15.2a).
    pub spared: bool,
}

/// Probability of each outcome, from 0 to 1.
pub(crate) type Chances = BTreeMap<Outcome, f64>;

/// The chance of each test, by [`Test`].
pub(crate) type TestChances = [f64; 4];

impl Battle {
    /// The chances of each test for a unit of that CR on that column (12.3b).
    pub(super) fn test_chances(&self, column: usize, cohesion: u8) -> TestChances {
        let mut ways = [0u8; 4];
        for colored in 1..=6 {
            for white in 1..=6 {
                ways[self.scenario.tables.combat.test(column, colored, white, cohesion) as usize] += 1;
            }
        }
        ways.map(|ways| f64::from(ways) / 36.0)
    }

    /// What a Cohesion Test brings the Lead Unit that takes it.
    pub(super) fn lead_after_test(&self, state: &State, tested: &Tested) -> Chances {
        let &Tested { close, test, hex, lead, alone, spared } = tested;
        let table = self.cohesion_table(close);
        let there = state.unit(lead);
        let mut chances = Chances::new();
        for depletion in table.depletion[test as usize] {
            let start = Outcome { worn: there.worn, hits: there.hits, fate: Fate::Stays };
            let mut now = Chances::from([(start, 1.0 / 6.0)]);
            let depleted = match *depletion {
                Depletion::Lead | Depletion::Two | Depletion::All => true,
                Depletion::Both => !spared,
                Depletion::None | Depletion::Attacker => false,
            };
            if depleted {
                now = follow(now, |o| self.after_depletion(state, lead, o, &[]));
            }
            // A worn companion that is depleted is Shaken or gone: either way it no longer supports
            // the others.
            let lost = if alone { Vec::new() } else { self.worn_companions(state, hex, lead, *depletion) };
            for skedaddle in table.skedaddle[test as usize] {
                let mut then: Chances = now.iter().map(|(&o, &chance)| (o, chance / 6.0)).collect();
                for _ in 0..skedaddle.morale {
                    then = follow(then, |o| self.after_hit(state, lead, o, &lost));
                }
                if skedaddle.break_test {
                    then = follow(then, |o| self.after_break_test(state, lead, o, &lost));
                }
                let far = skedaddle.retreat.max(skedaddle.all_retreat);
                for (mut outcome, chance) in then {
                    if far > 0 && outcome.fate.on_map() {
                        outcome.fate = Fate::Retreats(far);
                    }
                    *chances.entry(outcome).or_default() += chance;
                }
            }
        }
        chances
    }

    fn after_depletion(
        &self,
        state: &State,
        unit: UnitId,
        outcome: Outcome,
        lost: &[UnitId],
    ) -> Vec<(Outcome, f64)> {
        if outcome.worn {
            self.after_break_test(state, unit, outcome, lost)
        } else {
            vec![(Outcome { worn: true, ..outcome }, 1.0)]
        }
    }

    fn after_hit(
        &self,
        state: &State,
        unit: UnitId,
        outcome: Outcome,
        lost: &[UnitId],
    ) -> Vec<(Outcome, f64)> {
        if outcome.hits < DISRUPTED {
            vec![(Outcome { hits: outcome.hits + 1, ..outcome }, 1.0)]
        } else {
            self.after_break_test(state, unit, outcome, lost)
        }
    }

    /// A Break Test (15.7).
    fn after_break_test(
        &self,
        state: &State,
        unit: UnitId,
        outcome: Outcome,
        lost: &[UnitId],
    ) -> Vec<(Outcome, f64)> {
        let supported = self.is_supported_without(state, unit, lost);
        let cohesion = self.rated(state, unit, outcome.worn, outcome.hits, supported);
        let for_good = self.is_gun(unit) || self.unit(unit).fragile;
        let after = |die: u8| match self.broken_box(die, cohesion) {
            None => Outcome { hits: (outcome.hits + 1).min(DISRUPTED), ..outcome },
            Some(_) if for_good => Outcome { worn: true, hits: 0, fate: Fate::Eliminated },
            Some(track) => Outcome { worn: true, hits: 0, fate: Fate::Broken(track) },
        };
        (1..=6).map(|die| (after(die), 1.0 / 6.0)).collect()
    }

    /// The worn units with the Lead Unit that such a Depletion tests (15.1a).
    fn worn_companions(&self, state: &State, hex: Hex, lead: UnitId, depletion: Depletion) -> Vec<UnitId> {
        let mut left: Vec<UnitId> = state.stack(hex).iter().copied().filter(|&u| u != lead).collect();
        let struck = match depletion {
            Depletion::All => left,
            Depletion::Two => {
                left = self.largest(state, &left);
                left.truncate(1);
                left
            }
            _ => Vec::new(),
        };
        struck.into_iter().filter(|&u| state.unit(u).worn).collect()
    }

    /// What announced fires would do, dice and chits aside: for each its strength with every
    /// factor, every shift, the column, and for each unit that may lead the target what can happen
    /// to it. `error` where the rules forbid it.
    pub(crate) fn preview_fire(&self, state: &State, side: Side, shots: &[Shot]) -> FirePreview<'_> {
        let kind = self.fire_kind_now(state);
        let flanked = self.flanked(state, shots);
        let mut fires = Vec::new();
        for shot in shots {
            let flanking = flanked.contains(&shot.target);
            let fire = Fire::declared(side, kind.clone(), shot.clone(), flanking);
            fires.push(self.preview_shot(state, side, &fire));
        }
        let judged = self.judge_shots(state, side, &kind, shots, &mut RuleCheck::quiet());
        let refused = judged.err().map(|no| RefusedFire { case: no.case, message: no.message });
        FirePreview { fires, refused }
    }

    /// One fire, with the chits that `side` holds and could play on it.
    pub(crate) fn preview_shot(&self, state: &State, side: Side, fire: &Fire) -> ShotPreview<'_> {
        let Fire { kind, shot, flanking, .. } = fire;
        let table = &self.scenario.tables.combat;
        let shares = self.shares(state, kind, shot);
        let named = |column: usize| table.columns.get(column).map(|column| column.name.as_str());
        let brought = total(&shares);
        let leads = match kind {
            FireKind::Opportunity(mover) => vec![*mover],
            _ if fire.lead.is_some() => fire.lead.into_iter().collect(),
            _ if self.enemy_in(state, fire.side, shot.target) => self.leads(state, shot.target),
            _ => Vec::new(),
        };
        let sights = self.sights(state, shot);
        let targets = leads
            .into_iter()
            .map(|lead| {
                let FireColumn { shifts, column, .. } = self.column_of(state, fire, lead);
                let (tests, chances) = self.fire_chances(state, fire, lead, column).unzip();
                FireTarget {
                    chances,
                    chits: self.chits_on_fire(state, side, fire, lead),
                    cohesion: self.cohesion(state, lead),
                    column: column.and_then(named),
                    lead,
                    shifts,
                    supported: self.is_supported(state, lead),
                    tests,
                }
            })
            .collect();
        let sights = self
            .origins(state, &shot.units)
            .into_iter()
            .zip(sights)
            .map(|(from, sight)| SightFrom { from, sight })
            .collect();
        let units = shares.into_iter().map(|share| FiringUnit {
            band: band_name(share.band),
            brought: share.brought,
            factors: share.factors,
            hex: share.hex,
            printed: share.printed,
            strength: share.strength,
            unit: share.unit,
        });
        ShotPreview {
            canister: shot.canister,
            flanking: *flanking,
            flanking_case: flanking.then_some(case!("12.4")),
            next_column: table.next_column(brought).map(|next| NextColumn {
                column: &next.name,
                missing: Strength((next.least.0 - brought.0).max(0)),
            }),
            sights,
            start: table.column(brought).and_then(named),
            strength: brought,
            target: shot.target,
            targets,
            units: units.collect(),
        }
    }
}

impl Battle {
    /// What a fire can bring the Lead Unit; `None` where it comes to nothing.
    fn fire_chances(
        &self,
        state: &State,
        fire: &Fire,
        lead: UnitId,
        column: Option<usize>,
    ) -> Option<(TestsView, OutcomeChances)> {
        column?;
        let forecast = self.forecast_fire(state, fire, lead);
        let there = state.unit(lead);
        Some((tests_value(forecast.tests), chances_value(&forecast.chances, there.worn, there.hits)))
    }

    /// What each chit that a side holds and could play on the fire would make of it (10.4a).
    fn chits_on_fire(&self, state: &State, side: Side, fire: &Fire, lead: UnitId) -> Vec<ChitOnFire<'_>> {
        let mut held = state.held(&self.scenario.chits, side).peekable();
        if held.peek().is_none() {
            return Vec::new();
        }
        let mut declared = state.clone();
        declared.stack.push(fire.clone().into());
        let when = When::At(&Trigger::FireDeclared);
        let playable =
            held.filter(|&chit| !fire.chits.contains(&chit) && self.is_playable(&declared, side, when, chit));
        let with = |chit| {
            let mut fire = fire.clone();
            fire.chits.push(chit);
            let column = self.column_of(state, &fire, lead).column;
            let (tests, chances) = self.fire_chances(state, &fire, lead, column).unzip();
            let column = column.and_then(|column| self.scenario.tables.combat.columns.get(column));
            let column = column.map(|column| column.name.as_str());
            Some(ChitOnFire { chances, chit, column, shift: self.shift_of_chit(chit)?, tests })
        };
        playable.filter_map(with).collect()
    }
}

/// One thing befalls all outcomes in which the unit is still there.
fn follow(chances: Chances, what: impl Fn(Outcome) -> Vec<(Outcome, f64)>) -> Chances {
    let mut after = Chances::new();
    for (outcome, chance) in chances {
        let branches = if outcome.fate.on_map() { what(outcome) } else { vec![(outcome, 1.0)] };
        for (next, share) in branches {
            *after.entry(next).or_default() += chance * share;
        }
    }
    after
}

/// The chances of the tests by name.
pub(super) fn tests_value(tests: TestChances) -> TestsView {
    let [none, routine, tough, severe] = tests;
    TestsView { none, routine, severe, tough }
}

/// Chances of what happens to a unit that is now worn or not and has these hits: summed up by kind,
/// and each outcome.
pub(super) fn chances_value(chances: &Chances, worn: bool, hits: u8) -> OutcomeChances {
    let sum = |of: &dyn Fn(&Outcome) -> bool| -> f64 {
        chances.iter().filter(|(o, _)| of(o)).fold(0.0, |sum, (_, c)| sum + c)
    };
    let unhurt = Outcome { worn, hits, fate: Fate::Stays };
    let broken: Vec<f64> = (1..=3).map(|track| sum(&|o| o.fate == Fate::Broken(track))).collect();
    let farthest =
        chances.keys().filter_map(|o| if let Fate::Retreats(far) = o.fate { Some(far) } else { None }).max();
    let retreats: BTreeMap<u8, f64> =
        (1..=farthest.unwrap_or(0)).map(|far| (far, sum(&|o| o.fate == Fate::Retreats(far)))).collect();
    let possible = chances.iter().filter(|&(_, &chance)| chance > 0.0);
    let outcomes =
        possible.map(|(&Outcome { worn, hits, fate }, &chance)| OutcomeChance { chance, fate, hits, worn });
    OutcomeChances {
        broken,
        depleted: sum(&|o| o.fate.on_map() && o.worn && !worn),
        eliminated: sum(&|o| o.fate == Fate::Eliminated),
        morale: sum(&|o| o.fate.on_map() && o.hits > hits),
        no_effect: chances.get(&unhurt).copied().unwrap_or(0.0),
        outcomes: outcomes.collect(),
        retreat: retreats,
    }
}
