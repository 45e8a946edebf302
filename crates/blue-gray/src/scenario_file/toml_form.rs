//! A scenario's file as it is written down.

use hexmap::Spanned;
use serde::Deserialize;
use tabletop::{Case, Side};

use super::specials::SpecialToml;
use super::victory::VictoryToml;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ScenarioToml {
    pub id: String,
    pub title: String,
    pub edition: String,
    pub exclusive: String,
    pub map: Spanned<String>,
    pub date: String,
    pub about: String,
    #[serde(default)]
    pub notes: Vec<String>,
    pub turns: Spanned<u8>,
    pub night: Vec<Spanned<u8>>,
    pub first: Side,
    pub orders_of_battle: OrdersOfBattle,
    #[serde(default)]
    pub change: Vec<Change>,
    pub reinforcements: ReinforcementsToml,
    #[serde(default)]
    pub exits: Option<ExitsToml>,
    #[serde(default)]
    pub special: Vec<SpecialToml>,
    #[serde(default)]
    pub quota: Option<QuotaToml>,
    #[serde(default)]
    pub night_rule: Vec<NightToml>,
    #[serde(default)]
    pub watch: Vec<WatchToml>,
    pub victory: VictoryToml,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrdersOfBattle {
    pub file: Spanned<String>,
    /// Of a joined map, the sheet whose numbers it has.
    #[serde(default)]
    pub sheet: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    pub unit: Spanned<String>,
    #[serde(default)]
    pub remove: bool,
    #[serde(default)]
    pub movement: Option<u8>,
    #[serde(default)]
    pub strength: Option<u8>,
    #[serde(rename = "case")]
    pub _case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ReinforcementsToml {
    pub case: Case,
    pub column: bool,
    pub only_empty: bool,
    pub into_zones: bool,
    pub late: Spanned<String>,
    #[serde(default)]
    pub zones_case: Option<Case>,
    #[serde(default)]
    pub late_case: Option<Case>,
    #[serde(default)]
    pub cost_case: Option<Case>,
    #[serde(default)]
    pub stacking_case: Option<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExitsToml {
    pub case: Case,
    pub hexes: Vec<Spanned<String>>,
    pub cost: Points,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Points {
    pub points: u8,
    pub case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QuotaToml {
    pub side: Side,
    pub limit: u8,
    pub case: Case,
    #[serde(default)]
    pub more: Option<More>,
    #[serde(default)]
    pub exempt: Option<Exempt>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct More {
    pub hex: Spanned<String>,
    pub units: u8,
    pub case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Exempt {
    pub units: Vec<Spanned<String>>,
    pub until: u8,
    pub case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct NightToml {
    pub side: Side,
    pub moves: bool,
    pub leaves_zones: bool,
    pub case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WatchToml {
    pub hex: Spanned<String>,
    pub name: String,
    pub holder: Side,
    pub case: Case,
}
