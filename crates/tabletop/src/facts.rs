//! Searchable facts about a game: places taken, units lost or exited, attacks.
//!
//! They are what a spectator sees once the game is over, and follow from the record alone.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Action, Game, Protocol, Side};

/// The version of the facts' format: stored facts are found anew when it changes.
pub const FACTS: u32 = 1;

/// A named place that sides take from each other, and who holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceInfo {
    pub hex: String,
    pub name: String,
    pub side: Side,
}

/// An attack that was made at certain odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttackInfo {
    pub hexes: Vec<String>,
    /// The strengths on both sides as the column has them: 3 and 1.
    pub odds: (u32, u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
    /// A side took a place from the other.
    Taken,
    Eliminated,
    /// A side's unit left the map.
    Left,
    /// A side attacked a hex.
    Attack,
}

impl FactKind {
    pub const ALL: [FactKind; 4] = [FactKind::Taken, FactKind::Eliminated, FactKind::Left, FactKind::Attack];

    pub fn word(self) -> &'static str {
        match self {
            FactKind::Taken => "taken",
            FactKind::Eliminated => "eliminated",
            FactKind::Left => "left",
            FactKind::Attack => "attack",
        }
    }

    pub fn from_word(word: &str) -> Option<FactKind> {
        FactKind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// The version of the entry with which it did.
    pub version: u32,
    pub turn: u32,
    pub kind: FactKind,
    /// The side that took the place, attacked, or lost the unit.
    pub side: Side,
    /// The name of the place, the hex or the unit.
    pub name: String,
    /// The hex, or the unit's id.
    pub id: String,
    /// Of an attack: a hundred times the attacker's strength for one of the defender's.
    pub odds: Option<u32>,
}

impl<R: Protocol> Game<R> {
    /// The facts of the game, in order, without orders that were taken back.
    pub fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        let (mut holders, mut gone) = (Vec::new(), Vec::new());
        let mut turn = 0;
        let entries = self.entries();
        self.walk(|version, state| {
            let places = self.rules().place_infos(state);
            let units = self.rules().unit_infos(state, None);
            let now: Vec<Option<FactKind>> = units.iter().map(|unit| gone_to(&unit.place)).collect();
            if version > 0 {
                let fact = |kind, side, name: &str, id: &str, odds| Fact {
                    version,
                    turn,
                    kind,
                    side,
                    name: name.to_owned(),
                    id: id.to_owned(),
                    odds,
                };
                if let Some(entry) = entries.get(version as usize - 1)
                    && let (Action::Order { events, .. }, Some(side)) = (&entry.action, entry.side)
                {
                    for attack in events.iter().filter_map(|event| self.rules().attack_info(event)) {
                        let odds = attack.odds.0 * 100 / attack.odds.1.max(1);
                        for hex in &attack.hexes {
                            let place = places.iter().find(|place| place.hex == *hex);
                            let name = place.map_or(hex, |place| &place.name);
                            facts.push(fact(FactKind::Attack, side, name, hex, Some(odds)));
                        }
                    }
                }
                for (place, before) in places.iter().zip(&holders) {
                    if place.side != *before {
                        facts.push(fact(FactKind::Taken, place.side, &place.name, &place.hex, None));
                    }
                }
                for (at, unit) in units.iter().enumerate() {
                    let before = gone.get(at).copied().flatten();
                    if let Some(kind) = now[at].filter(|kind| Some(*kind) != before) {
                        facts.push(fact(kind, unit.side, &unit.name, &unit.id, None));
                    }
                }
            }
            // What an order does happens in the turn in which it is given.
            turn = self.rules().standing(state).turn;
            holders = places.into_iter().map(|place| place.side).collect();
            gone = now;
        });
        facts
    }
}

/// How a unit is no longer in the game, by where it is.
fn gone_to(place: &str) -> Option<FactKind> {
    match place {
        "eliminated" => Some(FactKind::Eliminated),
        "exited" => Some(FactKind::Left),
        _ => None,
    }
}
