//! The charts of chits and generals (10).

use tabletop::{Chart, Side, capital};

use super::words::{KEY, NOTHING, marked, rests};
use crate::chit::{ChitKind, ReactionWindow};
use crate::data::cell::Cell;
use crate::data::chit_file::{ChitBook, Formation};
use crate::data::tables::{Fog, Tables};
use crate::data::unit_file::Roster;

/// The Fog of War table (10.5b).
pub(super) fn fog(fog: &[Cell<Fog>]) -> Chart {
    let row = |(die, cell): (u8, &Cell<Fog>)| {
        let says = match **cell {
            Fog::Chaos(side) => format!("Battlefield Chaos, {side}"),
            Fog::Wayward(side) => format!("Wayward Move, {side}"),
            Fog::General { union_upto } => format!(
                "General Casualty: the Union's on a second die up to {}, else the Confederate's",
                *union_upto
            ),
            Fog::Rare => "nothing, or by the option a rare event".to_owned(),
        };
        vec![die.to_string(), marked(&says, cell)]
    };
    Chart::new("Fog of War", &["Die", "Result"], (1..).zip(fog).map(row).collect()).noted(KEY)
}

/// Whom a General Casualty of that battle names (10.5b).
pub(super) fn generals(battle: &str, tables: &Tables, chits: &ChitBook) -> Chart {
    let named = |id: &Option<String>| {
        let printed = id.as_ref().and_then(|id| chits.chits.iter().find(|printed| printed.chit.id == *id));
        printed.map_or_else(|| NOTHING.to_owned(), |printed| printed.chit.name.clone())
    };
    let [union, confederate] = [Side::Union, Side::Confederate].map(|side| &tables.generals[side]);
    let rows = (1_u8..).zip(union.iter().zip(confederate));
    let rows =
        rows.map(|(die, (union, confederate))| vec![die.to_string(), named(union), named(confederate)]);
    let hit = &tables.general_hit;
    let note =
        format!("Hit on a white die up to {}, above it back if out. Rests on: {}.", **hit, rests(hit.label));
    let head = ["Colored die", "Union", "Confederate"];
    Chart::new(format!("General Casualty, {battle}"), &head, rows.collect()).noted(note)
}

fn side_of(side: Option<Side>) -> String {
    side.map_or_else(|| NOTHING.to_owned(), |side| side.to_string())
}

/// When each commander is active (10.6).
pub(super) fn commanders(chits: &ChitBook) -> Chart {
    let upto = |die: u8| match die {
        6.. => "always".to_owned(),
        1 => "1".to_owned(),
        number => format!("1–{number}"),
    };
    let rows = chits.chits.iter().filter_map(|printed| {
        let ChitKind::Commander { active_on, casualty, aware } = printed.chit.kind else {
            return None;
        };
        Some(vec![
            printed.chit.name.clone(),
            side_of(printed.chit.side),
            upto(active_on),
            upto(casualty),
            aware.map_or_else(|| NOTHING.to_owned(), upto),
            rests(printed.label),
        ])
    });
    let head = ["Commander", "Side", "Active on", "Replacement", "Aware (20.5)", "Rests on"];
    Chart::new("CIC chits", &head, rows.collect())
}

/// The generals whose chits activate brigades (10.7).
pub(super) fn leaders(chits: &ChitBook, rosters: &[(&str, &Roster)]) -> Chart {
    // The battle whose order of battle has whom the chit activates.
    let battle = |formation: &Option<Formation>| {
        let fights = |roster: &Roster| match formation {
            Some(Formation::Brigade(id)) => roster.brigades.iter().any(|b| b.id == *id),
            Some(Formation::Division(name)) => {
                roster.brigades.iter().any(|b| b.division.as_ref() == Some(name))
            }
            None => false,
        };
        rosters.iter().find(|(_, roster)| fights(roster)).map(|&(name, _)| name)
    };
    let rows = chits.chits.iter().filter_map(|printed| {
        let ChitKind::Command { rating, casualty, released, .. } = printed.chit.kind else {
            return None;
        };
        let side = side_of(printed.chit.side);
        let of = battle(&printed.formation);
        Some(vec![
            printed.chit.name.clone(),
            of.map_or_else(|| side.clone(), |battle| format!("{side}, {battle}")),
            rating.to_string(),
            released.map_or_else(|| NOTHING.to_owned(), |rating| rating.to_string()),
            casualty.to_string(),
            rests(printed.label),
            rests(printed.casualty_label),
        ])
    });
    let head = [
        "General",
        "Side",
        "Rating",
        "Released (20.2i)",
        "Replacement",
        "Rating rests on",
        "Replacement rests on",
    ];
    Chart::new("Command Ratings", &head, rows.collect())
}

/// When a chit can be played, in words.
fn when(window: ReactionWindow) -> &'static str {
    match window {
        ReactionWindow::OnDraw => "when drawn",
        ReactionWindow::HeldStep => "before a draw",
        ReactionWindow::EndTurn => "at the end of the turn",
        ReactionWindow::OwnOrderGiven => "when your brigade is given its order",
        ReactionWindow::EnemyOrderGiven => "when an enemy brigade is given its order",
        ReactionWindow::OwnFireDeclared => "when your fire is declared",
        ReactionWindow::EnemyFireDeclared => "when enemy fire is declared",
        ReactionWindow::OwnCloseDeclared => "when your Close Combat is declared",
        ReactionWindow::EnemyCloseDeclared => "when an enemy Close Combat is declared",
        ReactionWindow::OwnCommandRollFailed => "when your command roll has failed",
        ReactionWindow::OwnRetreatOrdered => "when your unit has to retreat",
    }
}

/// The Event chits of both sides (10.4).
pub(super) fn events(chits: &ChitBook) -> Chart {
    let rows = chits.chits.iter().filter_map(|printed| {
        let ChitKind::Event(event) = &printed.chit.kind else { return None };
        let windows: Vec<&str> = event.reaction_windows.iter().map(|&window| when(window)).collect();
        Some(vec![
            printed.chit.name.clone(),
            side_of(printed.chit.side),
            event.text.clone(),
            capital(&windows.join(", ")),
            rests(printed.name_label),
            rests(printed.label),
        ])
    });
    let head = ["Chit", "Side", "What it does", "When", "Name rests on", "Effect rests on"];
    Chart::new("Event chits", &head, rows.collect())
}
