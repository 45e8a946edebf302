//! The shape of the charts' data file.

use std::collections::BTreeMap;

use hexmap::Spanned;
use serde::Deserialize;
use tabletop::{BySide, Case};

use crate::chit::BrigadeOrder;
use crate::data::cell::Cell;
use crate::data::combat_file::{CombatToml, TestsToml};
use crate::data::label::Label;
use crate::unit::Weapon;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ChartsToml {
    pub source: String,
    pub combat: CombatToml,
    pub fire_shift: Vec<ShiftToml>,
    pub close_shift: Vec<ShiftToml>,
    pub factors: FactorsToml,
    pub fire_test: TestsToml,
    pub close_test: TestsToml,
    pub range: Vec<RangeToml>,
    pub costs: CostsToml,
    pub order: Vec<OrderToml>,
    pub limits: LimitsToml,
    pub fog: FogToml,
    pub generals: GeneralsToml,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShiftToml {
    pub id: Spanned<String>,
    pub name: String,
    pub columns: i8,
    pub case: Case,
    pub label: Label,
    pub when: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FactorToml {
    pub factor: Spanned<f64>,
    pub case: Case,
    pub label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct FactorsToml {
    pub effective: FactorToml,
    pub long: FactorToml,
    pub extreme: FactorToml,
    pub canister: FactorToml,
    pub opportunity_fire: FactorToml,
    pub supporting_defensive_fire: FactorToml,
    pub battlefield_chaos: FactorToml,
    pub low_ammo: FactorToml,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RangeToml {
    pub weapon: Weapon,
    pub battery: bool,
    #[serde(default)]
    pub canister: Option<Spanned<String>>,
    #[serde(default)]
    pub effective: Option<Spanned<String>>,
    #[serde(default)]
    pub long: Option<Spanned<String>>,
    #[serde(default)]
    pub extreme: Option<Spanned<String>>,
    pub label: Label,
    #[serde(default)]
    pub reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CostToml {
    pub points: Spanned<Vec<Spanned<f64>>>,
    pub labels: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PointsToml {
    pub points: Spanned<f64>,
    pub case: Case,
    pub label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct CostsToml {
    pub case: Case,
    pub clear: CostToml,
    pub woods: CostToml,
    pub orchard: CostToml,
    pub wall: CostToml,
    pub angled: CostToml,
    pub slope_up: CostToml,
    pub steep_up: CostToml,
    pub steep_down: CostToml,
    pub lane: CostToml,
    pub road: CostToml,
    pub march: CostToml,
    pub leave_skirmish: PointsToml,
    pub skirmish_less: PointsToml,
    pub skirmish_least: PointsToml,
    pub mount: PointsToml,
    pub exit: PointsToml,
    pub surprise: PointsToml,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrderToml {
    pub order: Spanned<BrigadeOrder>,
    pub infantry: Spanned<f64>,
    pub cavalry: Spanned<f64>,
    pub engages: bool,
    pub fires: bool,
    pub closes: bool,
    pub marches: bool,
    pub recovers: u8,
    pub rebuilds: bool,
    pub case: Case,
    pub label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitToml {
    pub value: Spanned<f64>,
    pub case: Case,
    pub label: Label,
}

impl LimitToml {
    /// That number as it was read.
    pub(crate) fn cell<T>(&self, value: T) -> Cell<T> {
        Cell { value, case: self.case, label: self.label }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct LimitsToml {
    pub battery_allowance: LimitToml,
    pub stacking: LimitToml,
    pub gun: LimitToml,
    pub panic_cohesion: LimitToml,
    pub panic_morale: LimitToml,
    pub panic_retreat: LimitToml,
    pub rally_distance: LimitToml,
    pub return_distance: LimitToml,
    #[serde(rename = "broken-box-1")]
    pub broken_box_1: LimitToml,
    #[serde(rename = "broken-box-2")]
    pub broken_box_2: LimitToml,
    #[serde(rename = "broken-box-3")]
    pub broken_box_3: LimitToml,
    pub morale_strength: LimitToml,
    pub morale_cohesion: LimitToml,
    pub unsupported: LimitToml,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct FogToml {
    pub case: Case,
    pub dice: Spanned<Vec<Spanned<String>>>,
    pub labels: Spanned<String>,
    pub union_general_upto: u8,
    pub union_general_label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GeneralsToml {
    pub case: Case,
    pub hit: u8,
    pub label: Label,
    pub battle: BTreeMap<String, BySide<[Spanned<String>; 6]>>,
}
