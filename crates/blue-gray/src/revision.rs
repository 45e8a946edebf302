//! Standard rules of the revision of 2006 that are played as options, and the numbers that they
//! state.

use std::collections::BTreeMap;

use hexmap::{Faults, Source, Spanned, read_toml};
use serde::Deserialize;
use tabletop::{Case, case};

use crate::unit::{Arm, Unit};

/// The file of the revision's rules.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RevisionToml {
    source: String,
    note: String,
    strategic_movement: StrategicToml,
    bombardment_odds: OddsToml,
    long_range: LongRangeToml,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StrategicToml {
    distance: u32,
    addition: BTreeMap<Arm, u8>,
    less_at_night: u8,
    #[serde(default)]
    barred: Vec<BarredToml>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct BarredToml {
    scenario: String,
    #[serde(rename = "type")]
    arm: Arm,
    case: Case,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct OddsToml {
    least: Spanned<String>,
    #[serde(default)]
    lifted: Vec<LiftedToml>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct LiftedToml {
    scenario: String,
    case: Case,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct LongRangeToml {
    range: u32,
    less: Spanned<PartToml>,
    least: u8,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartToml {
    part: u8,
    of: u8,
}

/// The revision's rules, for all scenarios.
#[derive(Debug, Clone)]
pub(crate) struct Revisions {
    pub source: String,
    pub note: String,
    toml: RevisionToml,
    least_odds: (u16, u16),
}

/// The revision's rules as one scenario has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// r6.4.
    pub strategic: StrategicMovement,
    /// r9.18.
    pub bombardment_odds: BombardmentOdds,
    /// r9.19.
    pub long_range: LongRange,
}

/// r6.41 to r6.46: strategic movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrategicMovement {
    /// How far from every enemy it begins, and how far from every enemy it keeps.
    pub distance: u32,
    /// The points that it adds, by type.
    addition: BTreeMap<Arm, u8>,
    /// How many points fewer it adds at night.
    less_at_night: u8,
    /// The types that an exclusive rule keeps from it.
    barred: Vec<(Arm, Case)>,
}

/// r9.18: the least odds of a bombardment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BombardmentOdds {
    attack: u16,
    defence: u16,
    /// The exclusive rule that lifts it.
    pub lifted: Option<Case>,
}

/// r9.19: the fire of guns far from their target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongRange {
    range: u32,
    part: u16,
    of: u16,
    least: u16,
}

impl Revisions {
    /// Reads them.
    ///
    /// # Errors
    /// The first fault, with file and line.
    pub(crate) fn read(file: &str, text: &str) -> Result<Revisions, Faults> {
        let toml: RevisionToml = read_toml(file, text)?;
        let source = Source::new(file, text);
        let least = &toml.bombardment_odds.least;
        let odds =
            least.get_ref().split_once('-').and_then(|(a, d)| Some((a.parse().ok()?, d.parse().ok()?)));
        let Some(least_odds) = odds.filter(|&(a, d): &(u16, u16)| a > 0 && d > 0) else {
            let what = format!("invalid odds '{}': expected something like '1-5'", least.get_ref());
            return Err(source.fault(least.span().start, what).into());
        };
        let less = &toml.long_range.less;
        if less.get_ref().part >= less.get_ref().of {
            return Err(source.fault(less.span().start, "a part of more than itself was expected").into());
        }
        Ok(Revisions { source: toml.source.clone(), note: toml.note.clone(), toml, least_odds })
    }

    /// The rules as a scenario has them.
    pub(crate) fn of(&self, scenario: &str) -> Revision {
        let RevisionToml { strategic_movement: strategic, bombardment_odds: odds, long_range, .. } =
            &self.toml;
        let barred = strategic.barred.iter().filter(|barred| barred.scenario == scenario);
        let (attack, defence) = self.least_odds;
        let less = long_range.less.get_ref();
        Revision {
            strategic: StrategicMovement {
                distance: strategic.distance,
                addition: strategic.addition.clone(),
                less_at_night: strategic.less_at_night,
                barred: barred.map(|barred| (barred.arm, barred.case)).collect(),
            },
            bombardment_odds: BombardmentOdds {
                attack,
                defence,
                lifted: odds
                    .lifted
                    .iter()
                    .find(|lifted| lifted.scenario == scenario)
                    .map(|lifted| lifted.case),
            },
            long_range: LongRange {
                range: long_range.range,
                part: u16::from(less.part),
                of: u16::from(less.of),
                least: u16::from(long_range.least),
            },
        }
    }
}

impl StrategicMovement {
    /// The points that it adds to the allowance of a unit (r6.42, r6.43, r6.46).
    ///
    /// # Errors
    /// The case by which the unit has none.
    pub fn addition(&self, unit: &Unit, night: bool) -> Result<u8, Case> {
        if let Some(&(_, case)) = self.barred.iter().find(|(arm, _)| *arm == unit.arm) {
            return Err(case);
        }
        let addition = self.addition.get(&unit.arm).ok_or(case!("r6.42"))?;
        Ok(addition.saturating_sub(if night { self.less_at_night } else { 0 }))
    }

    /// The most that it adds to the allowance of any type.
    pub fn most(&self) -> u8 {
        self.addition.values().copied().max().unwrap_or(0)
    }

    pub fn addition_case(&self, unit: &Unit, night: bool) -> Case {
        match (night, unit.arm) {
            (true, _) => case!("r6.46"),
            (false, Arm::Cavalry) => case!("r6.43"),
            (false, _) => case!("r6.42"),
        }
    }
}

impl BombardmentOdds {
    /// Whether a bombardment of these strengths is allowed.
    pub fn allow(&self, attack: u16, defence: u16) -> bool {
        u32::from(attack) * u32::from(self.defence) >= u32::from(defence) * u32::from(self.attack)
    }

    pub fn name(&self) -> String {
        format!("{}-{}", self.attack, self.defence)
    }
}

impl LongRange {
    /// The strength that is left of a gun's, if that range takes some of it.
    pub(crate) fn left(&self, strength: u16, range: u32) -> Option<u16> {
        let (kept, of) = (u32::from(strength) * u32::from(self.of - self.part), u32::from(self.of));
        // Rounded to the nearest whole number.
        let left = (2 * kept + of) / (2 * of);
        (range == self.range).then_some(u16::try_from(left).unwrap_or(strength).max(self.least))
    }
}
