//! Reads a scenario and its order of battle from their data files.

mod reader;
mod specials;
mod toml_form;
mod units;
mod victory;

use std::sync::Arc;

use hexmap::{Faults, Source, read_toml};
use sha2::{Digest, Sha256};
use tabletop::{BySide, Case, Credit, OptionInfo, ScenarioInfo, Side, Sources};

pub(crate) use specials::merge;
pub(crate) use units::{MOST_MOVEMENT, MOST_STRENGTH};

use crate::editions::{Editions, Numbering};
use crate::numbers::Numbers;
use crate::revision::Revisions;
use crate::scenario::{ControlHex, Exits, NightRule, Quota, Reinforcements, Scenario, Victory, is_standard};
use crate::tables::Tables;
use crate::terrain::Field;
use reader::Reader;
use specials::specials;
use toml_form::ScenarioToml;
use units::{Roster, read_units};
use victory::victory;

pub(crate) struct ScenarioSources<'a> {
    /// Gives the text of a data file.
    pub read: &'a dyn Fn(&str) -> Option<String>,
    pub system: &'a str,
    pub tables: &'a Arc<Tables>,
    /// The numbers of the rules' text.
    pub numbers: Numbers,
    pub numbers_file: &'a str,
    /// How the editions number their exclusive cases.
    pub editions: &'a Editions,
    pub revisions: &'a Revisions,
    pub maps: &'a [LoadedMap],
    /// The names of maps that do not read: a scenario on one of them cannot be looked into.
    pub unread: &'a [String],
    pub options: &'a [OptionInfo],
}

/// A map that was read, for its scenarios.
pub(crate) struct LoadedMap {
    pub name: String,
    /// Its ground with what the tables say of it.
    pub field: Arc<Field>,
    /// The file it was read from.
    pub file: String,
    pub text: String,
    /// Of a map of two sheets, their files, each with its text.
    pub sheets: Vec<(String, String)>,
}

/// Reads a scenario.
///
/// # Errors
/// Every fault of the scenario file and its order of battle, with file and line.
pub(crate) fn read_scenario(
    sources: &ScenarioSources<'_>,
    file: &str,
    text: &str,
) -> Result<Scenario, Faults> {
    let toml: ScenarioToml = read_toml(file, text)?;
    let units_file = toml.orders_of_battle.file.get_ref().clone();
    let source = Source::new(file, text);
    let units_text = (sources.read)(&units_file).ok_or_else(|| {
        source.fault(toml.orders_of_battle.file.span().start, format!("there is no file {units_file}"))
    })?;
    if sources.unread.contains(toml.map.get_ref()) {
        return Err(Faults::default());
    }
    let Some(map) = sources.maps.iter().find(|map| map.name == *toml.map.get_ref()) else {
        let what = format!("there is no map '{}'", toml.map.get_ref());
        return Err(source.fault(toml.map.span().start, what).into());
    };
    let field = &map.field;
    let sheet = toml.orders_of_battle.sheet.as_ref();
    if let Some(sheet) = sheet.filter(|sheet| field.map.grid.sheets().all(|name| name != *sheet.get_ref())) {
        let what = format!("'{}' is not a sheet of this map", sheet.get_ref());
        return Err(source.fault(sheet.span().start, what).into());
    }
    let mut hash = Sha256::new();
    let sheets = map.sheets.iter().map(|(_, text)| text.as_str());
    for part in [text, &units_text, &map.text].into_iter().chain(sheets) {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    let Roster { mut units, source: units_source, faults } =
        read_units(&units_file, &units_text, field, sheet.map(|sheet| sheet.get_ref().clone()), sources)?;
    let mut r = Reader { source, field: field.clone(), faults, sheet: None };

    let roster = units.iter().map(|unit| unit.id.clone()).collect();
    for change in &toml.change {
        let Some(at) = r.unit(&units, &change.unit) else { continue };
        if change.remove {
            units.remove(at);
        } else {
            units[at].movement = change.movement.unwrap_or(units[at].movement);
            units[at].strength = change.strength.unwrap_or(units[at].strength);
        }
    }
    let specials = specials(&mut r, &toml.special, &units);
    for unit in &mut units {
        for special in &specials {
            if special.means(unit, true) {
                merge(&mut unit.traits, &special.traits);
            }
        }
    }
    if let Some(exempt) = toml.quota.as_ref().and_then(|q| q.exempt.as_ref()) {
        for id in &exempt.units {
            if let Some(at) = r.unit(&units, id) {
                units[at].traits.quota_exempt = Some((exempt.until, exempt.case));
            }
        }
    }

    let turns = *toml.turns.get_ref();
    if turns == 0 {
        r.fault(toml.turns.span().start, "a game has at least one game-turn");
    }
    for night in &toml.night {
        if *night.get_ref() == 0 || *night.get_ref() > turns {
            r.fault(night.span().start, format!("game-turn {} is none of the {turns}", night.get_ref()));
        }
    }
    let mut night_rules = BySide::<NightRule>::default();
    for rule in &toml.night_rule {
        night_rules[rule.side] =
            NightRule { moves: rule.moves, leaves_zones: rule.leaves_zones, case: rule.case };
    }

    let control_hexes: Vec<ControlHex> = toml
        .watch
        .iter()
        .filter_map(|w| {
            Some(ControlHex { hex: r.hex(&w.hex)?, name: w.name.clone(), holder: w.holder, case: w.case })
        })
        .collect();
    let quota = toml.quota.as_ref().map(|q| Quota {
        side: q.side,
        limit: q.limit,
        case: q.case,
        more: q.more.as_ref().and_then(|m| Some((r.watch(&control_hexes, &m.hex)?, m.units, m.case))),
    });
    let exits = toml.exits.as_ref().map(|e| Exits {
        hexes: r.hexes(&e.hexes),
        cost: e.cost.points,
        case: e.case,
        cost_case: e.cost.case,
    });
    let arrivals = &toml.reinforcements;
    let lost = match arrivals.late.get_ref().as_str() {
        "lost" => true,
        "delayed" => false,
        other => {
            let what = format!("'{other}'; \"delayed\" or \"lost\" was expected");
            r.fault(arrivals.late.span().start, what);
            false
        }
    };
    let case = |given: Option<Case>| given.unwrap_or(arrivals.case);
    let reinforcements = Reinforcements {
        case: arrivals.case,
        column: arrivals.column,
        only_empty: arrivals.only_empty,
        into_zones: arrivals.into_zones,
        zones_case: case(arrivals.zones_case),
        lost,
        late_case: case(arrivals.late_case),
        cost_case: case(arrivals.cost_case),
        stacking_case: case(arrivals.stacking_case),
    };
    let victory = victory(&mut r, &toml.victory, &units, &control_hexes);
    let numbering = sources.editions.of(&toml.id);
    let revision = sources.revisions.of(&toml.id);
    let options = offered(sources.options, &toml.id, &victory, &toml.exclusive, &numbering);
    let revised = options.iter().any(|option| option.case.as_ref().is_some_and(|case| case.starts_with('r')));
    let info = ScenarioInfo {
        id: toml.id,
        title: toml.title,
        system: sources.system.to_owned(),
        edition: toml.edition,
        about: toml.about.split_whitespace().collect::<Vec<_>>().join(" "),
        date: toml.date,
        sides: Side::BOTH,
        first: toml.first,
        turns: u32::from(turns),
        map: map.name.clone(),
        options,
        notes: toml.notes.into_iter().chain(revised.then(|| sources.revisions.note.clone())).collect(),
    };
    let scenario = Scenario {
        info,
        sources: Sources {
            scenario: file.to_owned(),
            map: map.file.clone(),
            units: units_file,
            shared: std::iter::once(("numbers", sources.numbers_file.to_owned()))
                .chain(
                    ["first-sheet", "second-sheet"].into_iter().zip(map.sheets.iter().map(|s| s.0.clone())),
                )
                .collect(),
        },
        credits: std::iter::once(Credit::new("Order of battle", units_source))
            .chain(sources.tables.credits.iter().cloned())
            .chain([Credit::new("Numbers", &sources.numbers.source)])
            .chain([Credit::new("Numbers of cases", &sources.editions.source)])
            .chain(revised.then(|| Credit::new("Rules of 2006", &sources.revisions.source)))
            .collect(),
        exclusive: toml.exclusive,
        numbering,
        revision,
        data: tabletop::hex_string(&hash.finalize()),
        tables: sources.tables.clone(),
        movement_allowance: sources.numbers.movement_allowance,
        field: field.clone(),
        units,
        roster,
        turns,
        night: toml.night.iter().map(|n| *n.get_ref()).collect(),
        night_rules,
        first: toml.first,
        reinforcements,
        exits,
        specials,
        quota,
        control_hexes,
        victory,
    };
    r.faults.into_result(scenario)
}

/// The options that a scenario offers: those whose data its file has. An exclusive case comes with its
/// rulebook and what the edition prints for it.
fn offered(
    options: &[OptionInfo],
    scenario: &str,
    victory: &Victory,
    exclusive: &str,
    numbering: &Numbering,
) -> Vec<OptionInfo> {
    let told = |option: &OptionInfo| {
        let case = option.case.as_deref().and_then(Case::parse).filter(|&case| !is_standard(case));
        let rulebook = case.map(|_| exclusive.to_owned());
        let printed = case.and_then(|case| numbering.printed(case));
        OptionInfo { rulebook, printed, ..option.clone() }
    };
    options.iter().filter(|option| option.is_of(scenario) && victory.offers(&option.id)).map(told).collect()
}
