//! Exclusive rules of single units, of arms and of sides.

use hexmap::Spanned;
use serde::Deserialize;
use tabletop::{Case, Side};

use super::reader::Reader;
use crate::scenario::Special;
use crate::unit::{Arm, Traits, Unit};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SpecialToml {
    #[serde(default)]
    unit: Option<Spanned<String>>,
    #[serde(default)]
    side: Option<Side>,
    #[serde(default, rename = "type")]
    arm: Option<Arm>,
    #[serde(default)]
    except: Vec<Spanned<String>>,
    #[serde(default)]
    never_attacks: Option<Case>,
    #[serde(default)]
    gives_way: Option<Case>,
    #[serde(default)]
    stacks_with_nothing: Option<Case>,
    #[serde(default)]
    lets_nothing_through: Option<Case>,
    #[serde(default)]
    roads_only: Option<Case>,
    #[serde(default)]
    never_displaced: Option<Case>,
    #[serde(default)]
    no_zone: Option<Case>,
    #[serde(default)]
    never_advances: Option<Case>,
    #[serde(default)]
    immobile: Option<Case>,
    #[serde(default)]
    withdraws: Option<UpTo>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UpTo {
    upto: u8,
    case: Case,
}

/// The exclusive rules of units, with faults where they name no unit.
pub(super) fn specials(r: &mut Reader<'_>, entries: &[SpecialToml], units: &[Unit]) -> Vec<Special> {
    let mut specials = Vec::new();
    for s in entries {
        if let Some(id) = &s.unit {
            r.unit(units, id);
        }
        for id in &s.except {
            r.unit(units, id);
        }
        specials.push(Special {
            unit: s.unit.as_ref().map(|u| u.get_ref().clone()),
            side: s.side,
            arm: s.arm,
            except: s.except.iter().map(|e| e.get_ref().clone()).collect(),
            traits: Traits {
                never_attacks: s.never_attacks,
                gives_way: s.gives_way,
                stacks_with_nothing: s.stacks_with_nothing,
                lets_nothing_through: s.lets_nothing_through,
                roads_only: s.roads_only,
                never_displaced: s.never_displaced,
                no_zone: s.no_zone,
                never_advances: s.never_advances,
                immobile: s.immobile,
                withdraws: s.withdraws.as_ref().map(|w| (w.upto, w.case)),
                quota_exempt: None,
            },
        });
    }
    specials
}

/// Adds the exclusive rules of one special to a unit's.
pub(crate) fn merge(into: &mut Traits, from: &Traits) {
    let both = |a: &mut Option<Case>, b: Option<Case>| *a = b.or(*a);
    both(&mut into.never_attacks, from.never_attacks);
    both(&mut into.gives_way, from.gives_way);
    both(&mut into.stacks_with_nothing, from.stacks_with_nothing);
    both(&mut into.lets_nothing_through, from.lets_nothing_through);
    both(&mut into.roads_only, from.roads_only);
    both(&mut into.never_displaced, from.never_displaced);
    both(&mut into.no_zone, from.no_zone);
    both(&mut into.never_advances, from.never_advances);
    both(&mut into.immobile, from.immobile);
    into.withdraws = from.withdraws.or(into.withdraws);
    into.quota_exempt = from.quota_exempt.or(into.quota_exempt);
}
