//! Reads the primer: what people are told of orders and chits in a sentence each, and which Key
//! Chits suit a first game. No rule reads it.

use hexmap::Faults;
use serde::Deserialize;
use toml::Spanned;

use crate::chit::{BrigadeOrder, Chit, ChitKind};
use crate::data::chit_file::PrintedChit;
use crate::data::reader::Reader;

/// The file, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrimerToml {
    #[serde(rename = "source")]
    _source: String,
    orders: Orders,
    kinds: Kinds,
    #[serde(default)]
    key: Vec<KeyToml>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Orders {
    attack: String,
    defend: String,
    maneuver: String,
    regroup: String,
}

/// Chits that are no Event chits, by what they are.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Kinds {
    command: String,
    division: String,
    commander: String,
    fortunes_of_war: String,
    fog_of_war: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyToml {
    chit: Spanned<String>,
    why: String,
}

/// What a first game is told.
#[derive(Debug, Clone, Default)]
pub(crate) struct Primer {
    sentences: Option<(Orders, Kinds)>,
    /// Chits by id, the best first, and why each.
    keys: Vec<(String, String)>,
}

impl Primer {
    /// What an order lets a brigade do.
    pub fn order(&self, order: BrigadeOrder) -> Option<&str> {
        let (orders, _) = self.sentences.as_ref()?;
        Some(match order {
            BrigadeOrder::Attack => &orders.attack,
            BrigadeOrder::Defend => &orders.defend,
            BrigadeOrder::Maneuver => &orders.maneuver,
            BrigadeOrder::Regroup => &orders.regroup,
        })
    }

    /// What a chit does that is no Event chit.
    pub fn chit(&self, chit: &Chit) -> Option<&str> {
        let (_, kinds) = self.sentences.as_ref()?;
        Some(match &chit.kind {
            ChitKind::Event(_) => return None,
            ChitKind::Command { brigades, .. } if brigades.len() == 1 => &kinds.command,
            ChitKind::Command { .. } => &kinds.division,
            ChitKind::Commander { .. } => &kinds.commander,
            ChitKind::FortunesOfWar => &kinds.fortunes_of_war,
            ChitKind::FogOfWar => &kinds.fog_of_war,
        })
    }

    /// Why a chit is a good Key Chit of a first game, and its place among those: 1 is the best.
    pub fn key(&self, id: &str) -> Option<(usize, &str)> {
        let at = self.keys.iter().position(|(chit, _)| chit == id)?;
        Some((at + 1, &self.keys[at].1))
    }
}

/// Reads the file; `chits` are those that there are.
///
/// # Errors
/// Every fault with its line: what is no Event chit, or is named twice.
pub(crate) fn read_primer(file: &str, text: &str, chits: &[PrintedChit]) -> Result<Primer, Faults> {
    let mut r = Reader::new(file, text);
    let toml: PrimerToml = r.toml()?;
    let mut keys: Vec<(String, String)> = Vec::new();
    for key in toml.key {
        let id = key.chit.get_ref();
        let is_event =
            |printed: &PrintedChit| printed.chit.id == *id && matches!(printed.chit.kind, ChitKind::Event(_));
        if !chits.iter().any(is_event) {
            r.fault_of(&key.chit, format!("there is no Event chit '{id}'"));
        }
        if keys.iter().any(|(known, _)| known == id) {
            r.fault_of(&key.chit, format!("'{id}' is named twice"));
        }
        keys.push((key.chit.into_inner(), key.why));
    }
    r.faults.into_result(Primer { sentences: Some((toml.orders, toml.kinds)), keys })
}
