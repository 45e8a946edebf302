//! The shape of a scenario's data file.

use hexmap::Spanned;
use serde::Deserialize;
use tabletop::{BySide, Case, Side};

use crate::data::victory_file::VictoryToml;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ScenarioToml {
    pub id: String,
    pub title: String,
    pub edition: String,
    pub case: Case,
    pub date: String,
    pub map: Spanned<String>,
    /// Whose order of battle, and whose generals.
    pub battle: Spanned<String>,
    pub first: Side,
    pub about: String,
    #[serde(default)]
    pub notes: Vec<String>,
    #[serde(rename = "source")]
    pub _source: String,
    /// The clock times of the game-turns.
    pub times: Spanned<Vec<String>>,
    pub at: Vec<AtToml>,
    #[serde(default)]
    pub area: Option<AreaToml>,
    pub cup: CupToml,
    #[serde(default)]
    pub commander: Vec<CommanderToml>,
    #[serde(default)]
    pub event: Vec<EventToml>,
    #[serde(default)]
    pub resupply: Option<HexToml>,
    #[serde(default)]
    pub frozen: Option<FrozenToml>,
    #[serde(default)]
    pub release: Option<ReleaseToml>,
    #[serde(default)]
    pub no_reserve: Vec<BarredToml>,
    #[serde(default)]
    pub opening_attack: Option<OpeningToml>,
    #[serde(default)]
    pub silent_batteries: Option<SilentToml>,
    #[serde(default)]
    pub common: Option<BySide<Option<CommonToml>>>,
    pub victory: VictoryToml,
}

/// Where a unit begins, or comes on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AtToml {
    pub unit: Spanned<String>,
    pub hex: Spanned<String>,
    #[serde(default)]
    pub arrives: Option<Spanned<String>>,
    #[serde(default)]
    pub hits: u8,
    #[serde(default)]
    pub skirmish: bool,
    #[serde(default)]
    pub dismounted: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AreaToml {
    pub case: Case,
    /// The eastmost hex of each row in play.
    pub east: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CupToml {
    pub case: Spanned<Case>,
    pub excluded: BySide<Vec<Spanned<String>>>,
    pub keys: BySide<u8>,
    pub random: BySide<u8>,
    /// Commanders, command chits and Wild chits.
    pub chits: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct CommanderToml {
    pub chit: Spanned<String>,
    pub active_on: u8,
    #[serde(rename = "case")]
    pub _case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct EventToml {
    pub chit: Spanned<String>,
    #[serde(default)]
    pub from: Option<Spanned<String>>,
    #[serde(default)]
    pub case: Option<Case>,
    /// It cannot be played in the first turn, under that case.
    #[serde(default)]
    pub not_first_turn: Option<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexToml {
    pub hex: Spanned<String>,
    pub case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrozenToml {
    pub units: Vec<Spanned<String>>,
    pub until: Spanned<String>,
    pub case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ReleaseToml {
    pub chit: Spanned<String>,
    pub brigade: Spanned<String>,
    pub hex: Spanned<String>,
    pub distance: u32,
    pub at_once: bool,
    pub case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BarredToml {
    pub brigade: Spanned<String>,
    pub case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningToml {
    pub chit: Spanned<String>,
    pub bonus: u8,
    pub case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SilentToml {
    pub side: Side,
    pub chit: Spanned<String>,
    pub case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommonToml {
    pub earns: Spanned<String>,
    pub chit: Spanned<String>,
    pub upto: Spanned<u8>,
    #[serde(default)]
    pub bonus: Option<u8>,
    #[serde(rename = "case")]
    pub _case: Case,
}
