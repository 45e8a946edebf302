//! Reads the chits from their data file.

use hexmap::Faults;
use hexmap::Spanned;
use serde::Deserialize;
use tabletop::{Case, Side};

use crate::chit::{BrigadeOrder, Chit, ChitKind, Effect, Event, ReactionWindow};
use crate::data::label::Label;
use crate::data::reader::Reader;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChitsToml {
    source: String,
    commander: Vec<CommanderToml>,
    command: Vec<CommandToml>,
    event: Vec<EventToml>,
    wild: Vec<WildToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CommanderToml {
    id: Spanned<String>,
    name: String,
    side: Side,
    active_on: Spanned<u8>,
    casualty: Spanned<u8>,
    #[serde(default)]
    aware: Option<Spanned<u8>>,
    #[serde(rename = "case")]
    _case: Case,
    label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CommandToml {
    id: Spanned<String>,
    name: String,
    side: Side,
    #[serde(default)]
    brigade: Option<String>,
    #[serde(default)]
    division: Option<String>,
    rating: Spanned<u8>,
    casualty: Spanned<u8>,
    #[serde(default)]
    released: Option<Spanned<u8>>,
    #[serde(rename = "case")]
    _case: Case,
    label: Label,
    casualty_label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EventToml {
    id: Spanned<String>,
    name: String,
    side: Side,
    effect: Spanned<String>,
    #[serde(default)]
    columns: Option<Spanned<i8>>,
    #[serde(default)]
    orders: Option<Spanned<Vec<Spanned<String>>>>,
    #[serde(rename = "moments")]
    reaction_windows: Vec<ReactionWindow>,
    text: String,
    case: Case,
    name_label: Label,
    label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WildToml {
    id: Spanned<String>,
    name: String,
    effect: Spanned<String>,
    #[serde(rename = "case")]
    _case: Case,
    label: Label,
}

/// Whom a command chit activates, before it is known which brigades a scenario has.
#[derive(Debug, Clone)]
pub(crate) enum Formation {
    Brigade(String),
    /// The brigades of a division, by its name.
    Division(String),
}

/// A chit as it is printed, before it is known which brigades a scenario has.
#[derive(Debug, Clone)]
pub(crate) struct PrintedChit {
    pub chit: Chit,
    pub formation: Option<Formation>,
    /// What its values rest on, or what an event does.
    pub label: Label,
    pub name_label: Label,
    /// What the value of a general's replacement rests on.
    pub casualty_label: Label,
}

#[derive(Debug)]
pub(crate) struct ChitBook {
    pub source: String,
    /// In the order of the file.
    pub chits: Vec<PrintedChit>,
}

/// Reads the chits.
///
/// # Errors
/// Every fault with file and line.
pub(crate) fn read_chits(file: &str, text: &str) -> Result<ChitBook, Faults> {
    let mut r = Reader::new(file, text);
    let toml: ChitsToml = r.toml()?;
    let mut book = Vec::new();
    let mut ids = Vec::new();
    for c in &toml.commander {
        r.id(&c.id, &mut ids);
        let kind = ChitKind::Commander {
            active_on: face(&mut r, &c.active_on),
            casualty: face(&mut r, &c.casualty),
            aware: c.aware.as_ref().map(|a| face(&mut r, a)),
        };
        let chit = chit(&c.id, &c.name, Some(c.side), kind);
        book.push(printed(chit, None, c.label));
    }
    for c in &toml.command {
        r.id(&c.id, &mut ids);
        let formation = match (&c.brigade, &c.division) {
            (Some(brigade), None) => Some(Formation::Brigade(brigade.clone())),
            (None, Some(division)) => Some(Formation::Division(division.clone())),
            _ => {
                r.fault_of(&c.id, format!("'{}' needs either a brigade or a division", c.id.get_ref()));
                None
            }
        };
        let kind = ChitKind::Command {
            brigades: Vec::new(),
            rating: face(&mut r, &c.rating),
            casualty: face(&mut r, &c.casualty),
            released: c.released.as_ref().map(|a| face(&mut r, a)),
        };
        let chit = chit(&c.id, &c.name, Some(c.side), kind);
        book.push(PrintedChit { casualty_label: c.casualty_label, ..printed(chit, formation, c.label) });
    }
    for e in &toml.event {
        r.id(&e.id, &mut ids);
        let Some(effect) = effect(&mut r, e) else { continue };
        let kind = ChitKind::Event(Event {
            effect,
            reaction_windows: e.reaction_windows.clone(),
            case: e.case,
            from_turn: 1,
            from_case: None,
            text: e.text.clone(),
            not_first_turn: None,
        });
        let chit = chit(&e.id, &e.name, Some(e.side), kind);
        book.push(PrintedChit { name_label: e.name_label, ..printed(chit, None, e.label) });
    }
    for w in &toml.wild {
        r.id(&w.id, &mut ids);
        let kind = match w.effect.get_ref().as_str() {
            "fortunes-of-war" => ChitKind::FortunesOfWar,
            "fog-of-war" => ChitKind::FogOfWar,
            other => {
                r.fault_of(
                    &w.effect,
                    format!("'{other}'; \"fortunes-of-war\" or \"fog-of-war\" was expected"),
                );
                continue;
            }
        };
        let chit = chit(&w.id, &w.name, None, kind);
        book.push(printed(chit, None, w.label));
    }
    r.faults.into_result(ChitBook { source: toml.source, chits: book })
}

fn chit(id: &Spanned<String>, name: &str, side: Option<Side>, kind: ChitKind) -> Chit {
    Chit { id: id.get_ref().clone(), name: name.to_owned(), side, kind }
}

/// A chit all of which rests on the same.
fn printed(chit: Chit, formation: Option<Formation>, label: Label) -> PrintedChit {
    PrintedChit { chit, formation, label, name_label: label, casualty_label: label }
}

/// A face of a die up to which something works; 0 where nothing does.
fn face(r: &mut Reader<'_>, value: &Spanned<u8>) -> u8 {
    if *value.get_ref() > 6 {
        r.fault_of(value, format!("{}; a face of a die, or 0, was expected", value.get_ref()));
    }
    *value.get_ref()
}

fn effect(r: &mut Reader<'_>, e: &EventToml) -> Option<Effect> {
    let word = e.effect.get_ref().as_str();
    let shifts = matches!(word, "rebel-yell" | "good-ground" | "take-aim");
    let columns = match &e.columns {
        Some(columns) if shifts => *columns.get_ref(),
        Some(columns) => {
            r.fault_of(columns, format!("'{word}' shifts no columns"));
            0
        }
        None if shifts => {
            r.fault_of(&e.effect, format!("'{word}' needs columns to shift"));
            0
        }
        None => 0,
    };
    if word != "command-confusion"
        && let Some(orders) = &e.orders
    {
        r.fault_of(orders, format!("'{word}' changes no orders"));
    }
    Some(match word {
        "rebel-yell" => Effect::RebelYell { columns },
        "good-ground" => Effect::GoodGround { columns },
        "take-aim" => Effect::TakeAim { columns },
        "low-ammo" => Effect::LowAmmo,
        "find-ammo" => Effect::FindAmmo,
        "quick-march" => Effect::QuickMarch,
        "fatigue" => Effect::Fatigue,
        "command-confusion" => Effect::CommandConfusion { orders: orders(r, e) },
        "confident" => Effect::Confident,
        "firefight" => Effect::Firefight,
        "reserve-move" => Effect::ReserveMove,
        "rally" => Effect::Rally,
        "inspired-leadership" => Effect::InspiredLeadership,
        "hold-the-line" => Effect::HoldTheLine,
        "nothing" => Effect::Nothing,
        other => {
            r.fault_of(&e.effect, format!("'{other}' is not an effect that the rules know"));
            return None;
        }
    })
}

/// The orders that Command Confusion puts in the place of the given one, by the die.
fn orders(r: &mut Reader<'_>, e: &EventToml) -> [Option<BrigadeOrder>; 6] {
    let mut orders = [None; 6];
    let Some(toml) = &e.orders else {
        r.fault_of(&e.effect, "'command-confusion' needs orders, one for each face of the die");
        return orders;
    };
    if toml.get_ref().len() != 6 {
        r.fault_of(toml, "six orders were expected, for dice 1 to 6; \"\" where nothing changes");
    }
    for (order, word) in orders.iter_mut().zip(toml.get_ref()) {
        let text = word.get_ref();
        if text.is_empty() {
            continue;
        }
        *order = BrigadeOrder::ALL.into_iter().find(|o| o.word().to_lowercase() == *text);
        if order.is_none() {
            r.fault_of(
                word,
                format!("'{text}'; \"attack\", \"defend\", \"maneuver\", \"regroup\" or \"\" was expected"),
            );
        }
    }
    orders
}
