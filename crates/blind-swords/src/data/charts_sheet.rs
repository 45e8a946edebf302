//! The shape of the charts' data file.

use std::collections::BTreeMap;

use serde::Deserialize;
use tabletop::{BySide, Case};
use toml::Spanned;

use crate::chit::BrigadeOrder;
use crate::data::combat_file::{CombatSheet, TestsSheet};
use crate::data::label::Label;
use crate::unit::Weapon;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Sheet {
    #[serde(rename = "source")]
    pub _source: String,
    pub combat: CombatSheet,
    pub fire_shift: Vec<ShiftSheet>,
    pub close_shift: Vec<ShiftSheet>,
    pub factors: FactorsSheet,
    pub fire_test: TestsSheet,
    pub close_test: TestsSheet,
    pub range: Vec<RangeSheet>,
    pub costs: CostsSheet,
    pub order: Vec<OrderSheet>,
    pub limits: LimitsSheet,
    pub fog: FogSheet,
    pub generals: GeneralsSheet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShiftSheet {
    pub id: Spanned<String>,
    pub name: String,
    pub columns: i8,
    pub case: Case,
    #[serde(rename = "label")]
    pub _label: Label,
    #[serde(rename = "when")]
    pub _when: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FactorSheet {
    pub factor: Spanned<f64>,
    #[serde(rename = "case")]
    pub _case: Case,
    #[serde(rename = "label")]
    pub _label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct FactorsSheet {
    pub effective: FactorSheet,
    pub long: FactorSheet,
    pub extreme: FactorSheet,
    pub canister: FactorSheet,
    pub opportunity_fire: FactorSheet,
    pub supporting_defensive_fire: FactorSheet,
    pub battlefield_chaos: FactorSheet,
    pub low_ammo: FactorSheet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RangeSheet {
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
    #[serde(rename = "label")]
    pub _label: Label,
    #[serde(default, rename = "reason")]
    pub _reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CostSheet {
    pub points: Spanned<Vec<Spanned<f64>>>,
    pub labels: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PointsSheet {
    pub points: Spanned<f64>,
    #[serde(rename = "case")]
    pub _case: Case,
    #[serde(rename = "label")]
    pub _label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct CostsSheet {
    #[serde(rename = "case")]
    pub _case: Case,
    pub clear: CostSheet,
    pub woods: CostSheet,
    pub orchard: CostSheet,
    pub wall: CostSheet,
    pub angled: CostSheet,
    pub slope_up: CostSheet,
    pub steep_up: CostSheet,
    pub steep_down: CostSheet,
    pub lane: CostSheet,
    pub road: CostSheet,
    pub march: CostSheet,
    pub leave_skirmish: PointsSheet,
    pub skirmish_less: PointsSheet,
    pub skirmish_least: PointsSheet,
    pub mount: PointsSheet,
    pub exit: PointsSheet,
    pub surprise: PointsSheet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrderSheet {
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
    #[serde(rename = "label")]
    pub _label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitSheet {
    pub value: Spanned<f64>,
    #[serde(rename = "case")]
    pub _case: Case,
    #[serde(rename = "label")]
    pub _label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct LimitsSheet {
    pub battery_allowance: LimitSheet,
    pub stacking: LimitSheet,
    pub gun: LimitSheet,
    pub panic_cohesion: LimitSheet,
    pub panic_morale: LimitSheet,
    pub panic_retreat: LimitSheet,
    pub rally_distance: LimitSheet,
    pub return_distance: LimitSheet,
    #[serde(rename = "broken-box-1")]
    pub broken_box_1: LimitSheet,
    #[serde(rename = "broken-box-2")]
    pub broken_box_2: LimitSheet,
    #[serde(rename = "broken-box-3")]
    pub broken_box_3: LimitSheet,
    pub morale_strength: LimitSheet,
    pub morale_cohesion: LimitSheet,
    pub unsupported: LimitSheet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct FogSheet {
    #[serde(rename = "case")]
    pub _case: Case,
    pub dice: Spanned<Vec<Spanned<String>>>,
    pub labels: Spanned<String>,
    pub union_general_upto: u8,
    #[serde(rename = "union-general-label")]
    pub _union_general_label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GeneralsSheet {
    #[serde(rename = "case")]
    pub _case: Case,
    pub hit: u8,
    #[serde(rename = "label")]
    pub _label: Label,
    pub battle: BTreeMap<String, BySide<[Spanned<String>; 6]>>,
}
