//! The data files, read and checked: charts, units, chits, scenarios.

pub(crate) mod cell;
pub(crate) mod charts_file;
pub(crate) mod charts_toml;
pub(crate) mod chit_file;
pub(crate) mod combat_file;
pub(crate) mod cup_file;
pub(crate) mod draft;
pub(crate) mod label;
pub(crate) mod numbers;
pub(crate) mod numbers_file;
pub(crate) mod primer_file;
pub(crate) mod reader;
pub(crate) mod scenario_file;
pub(crate) mod scenario_toml;
pub(crate) mod shift;
pub(crate) mod tables;
pub(crate) mod unit_file;
pub(crate) mod victory_file;

/// The id of these rules, as cited with the cases of the rulebook.
pub const SYSTEM: &str = "kernstown";
