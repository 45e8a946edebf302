//! A battle of Kernstown as a booklet: its counters with both faces, its chits and markers, its
//! tracks, its set-up, its charts.

use std::collections::BTreeMap;

use blind_swords::{Arm, Chit, ChitKind, Face as Printed, Faces, Measure, Scenario, Unit};
use print::{Block, Counter, Kit, Table, Tray, Turn};
use render::{Band, BandedFace, Face, Force, MarkerFace, Status};
use serde_json::Value;
use tabletop::Side;

use super::numbers::numbers;
use crate::kit::words;
use crate::{KitAsked, kit};

/// How many units share one marker of Morale Hits, and one marker of any other kind.
const UNITS_A_HIT: usize = 2;
const UNITS_A_STATUS: usize = 6;

pub(super) fn kit(scenario: &Scenario, asked: &KitAsked<'_>) -> Kit {
    let info = &scenario.info;
    Kit {
        title: info.title.clone(),
        subtitle: format!("{} ({})", info.date, info.edition),
        about: kit::about(info, &scenario.map, asked.pack),
        notices: kit::notices(&scenario.credits),
        charts: charts(scenario, asked.reference),
        counters: counters(scenario),
    }
}

fn force(side: Side) -> Force {
    match side {
        Side::Union => Force::Union,
        Side::Confederate => Force::Confederate,
    }
}

/// Units by side and brigade, then chits, then markers.
fn counters(scenario: &Scenario) -> Vec<Counter> {
    let mut counters = Vec::new();
    for side in Side::BOTH {
        for unit in scenario.units.iter().filter(|unit| unit.side == side) {
            counters.push(counter(scenario, unit, &unit.id, &unit.faces, true));
            if let Some(faces) = &unit.dismounted {
                let id = format!("{}-dismounted", unit.id);
                counters.push(counter(scenario, unit, &id, faces, false));
            }
        }
    }
    counters.extend(scenario.chits.iter().flat_map(chits));
    counters.extend(markers(scenario));
    counters
}

/// A chit, and for a general the one that takes its place when he is hit (4.4, 10.5b).
fn chits(chit: &Chit) -> Vec<Counter> {
    let force = chit.side.map(force);
    let name = || chit.name.split_whitespace().map(str::to_owned);
    let counter = |id: String, lines: Vec<String>| Counter {
        id,
        front: Face::Marker(MarkerFace { force, lines }),
        back: Face::Blank(force),
    };
    let id = format!("chit-{}", chit.id);
    let (rating, casualty) = match &chit.kind {
        ChitKind::Command { rating, casualty, .. } => (rating, casualty),
        ChitKind::Commander { active_on, casualty, .. } => (active_on, casualty),
        ChitKind::Event(_) | ChitKind::FortunesOfWar | ChitKind::FogOfWar => {
            return vec![counter(id, name().collect())];
        }
    };
    let hit = name().chain(["casualty".to_owned(), casualty.to_string()]);
    vec![
        counter(id, name().chain([rating.to_string()]).collect()),
        counter(format!("casualty-{}", chit.id), hit.collect()),
    ]
}

fn counter(scenario: &Scenario, unit: &Unit, id: &str, faces: &Faces, mounted: bool) -> Counter {
    let brigade = unit.brigade.map(|brigade| &scenario.brigades[brigade.index()]);
    let order = brigade.and_then(|own| {
        scenario.brigades.iter().filter(|other| other.side == own.side).position(|other| other.id == own.id)
    });
    let face = |printed: &Printed, worn: bool| {
        Face::Banded(BandedFace {
            force: force(unit.side),
            arm: match unit.arm {
                Arm::Infantry => render::Arm::Infantry,
                Arm::Cavalry => render::Arm::Cavalry,
                Arm::Artillery => render::Arm::Artillery,
            },
            band: Band { name: brigade.map_or_else(String::new, |brigade| brigade.name.clone()), order },
            name: unit.name.clone(),
            strength: printed.strength.to_string(),
            weapon: faces.weapon.to_string(),
            cohesion: printed.cohesion.to_string(),
            mounted,
            sharpshooter: unit.sharpshooter,
            fragile: faces.fresh.is_none(),
            worn,
            markers: Vec::new(),
        })
    };
    let back = match faces.fresh {
        Some(_) => face(&faces.worn, true),
        // A Fragile unit has only one face.
        None => Face::Blank(Some(force(unit.side))),
    };
    Counter { id: id.to_owned(), front: face(faces.fresh.as_ref().unwrap_or(&faces.worn), false), back }
}

/// Whether a side's points are kept on a track.
fn has_points(scenario: &Scenario) -> bool {
    scenario.victory.measure != Measure::UnionHexes
}

/// The game-turn marker, those of points, of brigades and of control hexes, and the status markers
/// of units.
fn markers(scenario: &Scenario) -> Vec<Counter> {
    let words = |force, lines: Vec<String>| Face::Marker(MarkerFace { force, lines });
    let turn = || words(None, vec!["GAME".to_owned(), "TURN".to_owned()]);
    let mut all = vec![Counter { id: "game-turn".to_owned(), front: turn(), back: turn() }];
    if has_points(scenario) {
        // Which side is ahead is the face that lies up (4.2).
        all.extend([1, 10].map(|worth| {
            let face = |side| words(Some(force(side)), vec!["VP".to_owned(), format!("×{worth}")]);
            let (front, back) = (face(Side::Union), face(Side::Confederate));
            Counter { id: format!("points-{worth}"), front, back }
        }));
    }
    all.extend(scenario.brigades.iter().map(|brigade| {
        let face = |status: &str| {
            let name = brigade.name.split_whitespace().chain([status]);
            words(Some(force(brigade.side)), name.map(str::to_owned).collect())
        };
        let id = format!("brigade-{}", brigade.id);
        Counter { id, front: face("available"), back: face("activated") }
    }));
    for (watch, number) in
        scenario.victory.control_hexes.iter().map(|watch| (watch, scenario.map.grid.number(watch.hex)))
    {
        let held = |by: Side| {
            let lines = std::iter::once(number).chain(watch.name.split_whitespace());
            words(Some(force(by)), lines.map(str::to_owned).collect())
        };
        all.push(Counter {
            id: format!("held-{number}"),
            front: held(Side::Union),
            back: held(Side::Confederate),
        });
    }
    let mut lay = |id: &str, front: Status, back: Face, each: usize| {
        all.extend((1..=scenario.units.len().div_ceil(each)).map(|n| Counter {
            id: format!("{id}-{n}"),
            front: Face::Status(front),
            back: back.clone(),
        }));
    };
    lay("morale", Status::Shaken, Face::Status(Status::Disrupted), UNITS_A_HIT);
    lay("low-ammo", Status::LowAmmunition, Face::Blank(None), UNITS_A_STATUS);
    lay("skirmish", Status::Skirmish, Face::Blank(None), UNITS_A_STATUS);
    all
}

fn charts(scenario: &Scenario, reference: &Value) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("Game-turns".to_owned()), track(scenario)];
    blocks.extend(tracks(scenario));
    blocks.extend(Side::BOTH.into_iter().filter_map(|side| set_up(scenario, side)));
    blocks.extend(arrivals(scenario));
    let ours = |system: &str| system == scenario.info.system;
    // The scenarios are the last chapters: only this scenario's cases are printed from them.
    let own = scenario.case.to_string();
    let wanted = |number: &str| {
        let chapter = |number: &str| number.split('.').next().map(str::to_owned);
        !matches!(chapter(number).as_deref(), Some("20" | "21")) || number.starts_with(&own)
    };
    blocks.extend(kit::printed(reference, &ours, &wanted));
    blocks.extend(numbers(scenario));
    blocks.extend(kit::doubts(&scenario.map));
    blocks
}

/// The track of victory points, and the Broken Track of each side.
fn tracks(scenario: &Scenario) -> Vec<Block> {
    let mut blocks = Vec::new();
    if has_points(scenario) {
        let square = |n: u8| Turn { number: n.to_string(), night: false, notes: Vec::new() };
        blocks.push(Block::Heading("Victory points (4.2, 18.2)".to_owned()));
        blocks.push(Block::Track((0..10).map(square).collect()));
    }
    for side in Side::BOTH {
        blocks.push(Block::Heading(format!("Broken Track (15.9): {side}")));
        let tray = |(name, notes): (&str, &[&str])| Tray { name: name.to_owned(), notes: words(notes) };
        let boxes: [(&str, &[&str]); 4] = [
            ("3", &["end of turn:", "to 2"]),
            ("2", &["end of turn:", "to 1"]),
            ("1", &["end of turn:", "to Available"]),
            ("Available", &["until rebuilt"]),
        ];
        blocks.push(Block::Trays(boxes.map(tray).to_vec()));
    }
    blocks
}

fn track(scenario: &Scenario) -> Block {
    let turn = |(number, time): (u8, &String)| {
        let come = |side: Side| {
            let due = |index: usize| scenario.starts[index].turn == number;
            let count =
                (0..scenario.units.len()).filter(|&i| scenario.units[i].side == side && due(i)).count();
            (count > 0).then(|| format!("{count} {side}"))
        };
        Turn { number: time.clone(), night: false, notes: Side::BOTH.into_iter().filter_map(come).collect() }
    };
    Block::Track((1..).zip(&scenario.times).map(turn).collect())
}

/// Formats a unit as `7 OH-a 6-R-4`.
fn line(unit: &Unit) -> String {
    let face = unit.faces.fresh.unwrap_or(unit.faces.worn);
    format!("{} {}-{}-{}", unit.name, face.strength, unit.faces.weapon, face.cohesion)
}

/// The set-up of a side, by hex.
fn set_up(scenario: &Scenario, side: Side) -> Option<Block> {
    let mut rows: Vec<Vec<String>> = scenario
        .units
        .iter()
        .zip(&scenario.starts)
        .filter(|(unit, start)| unit.side == side && start.turn == 0)
        .map(|(unit, start)| {
            let mut state = Vec::new();
            if start.hits > 0 {
                state.push(if start.hits == 1 { "Shaken" } else { "Disrupted" });
            }
            if start.skirmish {
                state.push("Skirmish Order");
            }
            let brigade =
                unit.brigade.map_or_else(String::new, |b| scenario.brigades[b.index()].name.clone());
            vec![scenario.map.grid.number(start.hex).to_owned(), line(unit), brigade, state.join(", ")]
        })
        .collect();
    rows.sort_by(|a, b| a[0].cmp(&b[0]));
    let head = words(&["Hex", "Unit", "Brigade", "Begins"]);
    let title = format!("Set-up: {side} ({})", scenario.case);
    (!rows.is_empty()).then_some(Block::Table(Table { title, head, rows }))
}

/// Which units arrive when and where; `None` if all units start on the map.
fn arrivals(scenario: &Scenario) -> Option<Block> {
    let mut groups: BTreeMap<(u8, Side, &str), Vec<String>> = BTreeMap::new();
    for (unit, start) in scenario.units.iter().zip(&scenario.starts).filter(|(_, start)| start.turn > 0) {
        let number = scenario.map.grid.number(start.hex);
        groups.entry((start.turn, unit.side, number)).or_default().push(line(unit));
    }
    let time = |turn: u8| scenario.times.get(usize::from(turn) - 1).cloned().unwrap_or_default();
    let rows: Vec<Vec<String>> = groups
        .into_iter()
        .map(|((turn, side, hex), units)| {
            vec![time(turn), side.to_string(), hex.to_owned(), units.join("; ")]
        })
        .collect();
    let head = words(&["Time", "Side", "Hex", "Units"]);
    let title = "Arrivals (13.11)".to_owned();
    (!rows.is_empty()).then_some(Block::Table(Table { title, head, rows }))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use blind_swords::Library;

    use super::*;

    fn kits() -> Vec<(std::sync::Arc<Scenario>, Kit)> {
        let read = catalog::embedded::data;
        let reference = catalog::Library::reference_of(crate::registry(), &read)
            .unwrap_or_else(|faults| panic!("{faults}"));
        let rules = Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
        ["kernstown-1-stone-wall", "kernstown-2-historical", "kernstown-5-historical-1864"]
            .into_iter()
            .map(|id| {
                let scenario = rules.scenario(id).expect("it is there");
                let asked = KitAsked { scenario: id, pack: None, reference: &reference, read: &read };
                let kit = kit(&scenario, &asked);
                (scenario, kit)
            })
            .collect()
    }

    #[test]
    fn every_unit_has_both_its_faces_and_its_place_in_the_lists() {
        for (scenario, kit) in kits() {
            let ids: BTreeSet<&str> = kit.counters.iter().map(|counter| counter.id.as_str()).collect();
            assert_eq!(ids.len(), kit.counters.len(), "{}", scenario.info.id);
            let listed: Vec<&str> = kit
                .charts
                .iter()
                .filter_map(|block| match block {
                    Block::Table(t) if t.title.starts_with("Set-up") => Some((t, 1)),
                    Block::Table(t) if t.title.starts_with("Arrivals") => Some((t, 3)),
                    _ => None,
                })
                .flat_map(|(table, column)| table.rows.iter().flat_map(move |row| row[column].split("; ")))
                .collect();
            assert_eq!(listed.len(), scenario.units.len());
            for unit in &scenario.units {
                let own = kit.counters.iter().find(|counter| counter.id == unit.id).expect("a counter");
                let Face::Banded(front) = &own.front else { panic!("{} is a unit", unit.id) };
                let face = unit.faces.fresh.unwrap_or(unit.faces.worn);
                assert_eq!(
                    (&front.strength, &front.cohesion),
                    (&face.strength.to_string(), &face.cohesion.to_string())
                );
                match &own.back {
                    Face::Banded(back) => {
                        assert!(back.worn && back.strength == unit.faces.worn.strength.to_string());
                    }
                    _ => assert!(unit.fragile, "{} has a blank back", unit.id),
                }
                assert!(listed.contains(&line(unit).as_str()));
            }
            assert_eq!(ids.iter().filter(|id| id.starts_with("chit-")).count(), scenario.chits.len());
        }
    }

    #[test]
    fn the_tracks_and_their_markers_are_there() {
        for (scenario, kit) in kits() {
            let id = &scenario.info.id;
            let counter = |id: &str| kit.counters.iter().find(|counter| counter.id == id);
            for brigade in &scenario.brigades {
                let own = counter(&format!("brigade-{}", brigade.id)).expect("a marker of its status");
                assert_ne!(own.front, own.back, "{id} {}", brigade.id);
            }
            for chit in &scenario.chits {
                let general = matches!(chit.kind, ChitKind::Command { .. } | ChitKind::Commander { .. });
                let hit = counter(&format!("casualty-{}", chit.id));
                assert_eq!(hit.is_some(), general, "{id} {}", chit.id);
            }
            let trays: Vec<&Vec<Tray>> = kit
                .charts
                .iter()
                .filter_map(|block| if let Block::Trays(trays) = block { Some(trays) } else { None })
                .collect();
            assert_eq!(trays.len(), 2, "{id}: a Broken Track a side");
            assert!(trays.iter().all(|boxes| boxes.len() == 4));
            let tracks = kit.charts.iter().filter(|block| matches!(block, Block::Track(_))).count();
            let points = scenario.victory.measure != Measure::UnionHexes;
            assert_eq!((tracks, counter("points-10").is_some()), (1 + usize::from(points), points), "{id}");
        }
    }

    #[test]
    fn the_notices_say_where_every_file_has_its_facts_from() {
        for (scenario, kit) in kits() {
            for of in ["Order of battle: ", "Charts: The rulebook, by the case", "Chits: ", "Numbers: "] {
                let says = |block: &Block| matches!(block, Block::Text(words) if words.starts_with(of));
                assert_eq!(
                    kit.notices.iter().filter(|block| says(block)).count(),
                    1,
                    "{} {of}",
                    scenario.case
                );
            }
        }
    }

    #[test]
    fn the_charts_are_those_of_the_rules_and_of_this_scenario() {
        for (scenario, kit) in kits() {
            let titles: Vec<&str> = kit
                .charts
                .iter()
                .filter_map(|block| match block {
                    Block::Table(table) => Some(table.title.as_str()),
                    _ => None,
                })
                .collect();
            for chart in ["Combat", "Shifts of Fire Combat", "Cohesion Tests of Close Combat"] {
                assert!(titles.iter().any(|title| title.starts_with(chart)), "{chart}: {titles:?}");
            }
            let scenarios = titles.iter().filter(|title| title.contains("(20.") || title.contains("(21."));
            let own = format!("({}", scenario.case);
            assert!(
                scenarios.clone().count() > 0 && scenarios.clone().all(|title| title.contains(&own)),
                "{titles:?}"
            );
            let Some(Block::Track(turns)) = kit.charts.iter().find(|block| matches!(block, Block::Track(_)))
            else {
                panic!("there is no track");
            };
            assert_eq!(turns.len(), scenario.times.len());
        }
    }
}
