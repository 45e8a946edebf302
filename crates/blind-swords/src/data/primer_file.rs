//! Reads the primer: what people are told of orders and chits in a sentence each, and which Key
//! Chits suit a first game. No rule reads it.

use hexmap::Faults;
use hexmap::Spanned;
use serde::Deserialize;

use tabletop::spelled;

use crate::chit::{BrigadeOrder, Chit, ChitKind};
use crate::data::chit_file::PrintedChit;
use crate::data::reader::Reader;
use crate::data::tables::{OrderRow, Tables};

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

/// The sentences of the orders. What the chart of orders says stands in them as `{infantry}`,
/// `{cavalry}` and `{recovers}`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Orders {
    attack: Spanned<String>,
    defend: Spanned<String>,
    maneuver: Spanned<String>,
    regroup: Spanned<String>,
}

impl Orders {
    fn of(&self, order: BrigadeOrder) -> &Spanned<String> {
        match order {
            BrigadeOrder::Attack => &self.attack,
            BrigadeOrder::Defend => &self.defend,
            BrigadeOrder::Maneuver => &self.maneuver,
            BrigadeOrder::Regroup => &self.regroup,
        }
    }
}

/// A sentence with what the chart says of its order.
fn filled(sentence: &str, row: &OrderRow) -> String {
    let points = |halves: u8| (f64::from(halves) / 2.0).to_string();
    sentence
        .replace("{infantry}", &points(row.infantry))
        .replace("{cavalry}", &points(row.cavalry))
        .replace("{recovers}", &spelled(u32::from(row.recovers)))
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
    /// The sentences of the orders with what a chart says of them, by [`BrigadeOrder`]; none before
    /// it is known which chart.
    orders: Option<[String; 4]>,
    /// Chits by id, the best first, and why each.
    keys: Vec<(String, String)>,
}

impl Primer {
    /// What an order lets a brigade do.
    pub(crate) fn order(&self, order: BrigadeOrder) -> Option<&str> {
        Some(&self.orders.as_ref()?[order as usize])
    }

    /// The primer of those who play by these charts.
    pub(crate) fn by(&self, tables: &Tables) -> Primer {
        let orders = self.sentences.as_ref().map(|(orders, _)| {
            BrigadeOrder::ALL.map(|order| filled(orders.of(order).get_ref(), tables.order(order)))
        });
        Primer { orders, ..self.clone() }
    }

    /// What a chit does that is no Event chit.
    pub(crate) fn chit(&self, chit: &Chit) -> Option<&str> {
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
    pub(crate) fn key(&self, id: &str) -> Option<(usize, &str)> {
        let at = self.keys.iter().position(|(chit, _)| chit == id)?;
        Some((at + 1, &self.keys[at].1))
    }
}

/// Reads the file; `chits` are those that there are.
///
/// # Errors
/// Every fault with its line: what is no Event chit, or is named twice, and what a sentence asks of
/// the chart that is not there.
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
    for order in BrigadeOrder::ALL {
        let sentence = toml.orders.of(order);
        let mut left = sentence.get_ref().clone();
        for known in ["{infantry}", "{cavalry}", "{recovers}"] {
            left = left.replace(known, "");
        }
        if left.contains(['{', '}']) {
            let what = "in braces stand 'infantry', 'cavalry' or 'recovers', as in the chart of orders";
            r.fault_of(sentence, what);
        }
    }
    r.faults.into_result(Primer { sentences: Some((toml.orders, toml.kinds)), orders: None, keys })
}
