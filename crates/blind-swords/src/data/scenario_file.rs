//! Reads a scenario from its data file: who is where, what is in the cup, and its special rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexmap::{Faults, HexSet, Map, Spanned};
use sha2::{Digest, Sha256};
use tabletop::{BySide, Credit, OptionInfo, ScenarioInfo, Side, Sources};

use crate::data::chit_file::ChitBook;
use crate::data::draft::Draft;
use crate::data::numbers::Numbers;
use crate::data::primer_file::Primer;
use crate::data::reader::Reader;
use crate::data::scenario_toml::{AtToml, CommonToml, ScenarioToml};
use crate::data::tables::Tables;
use crate::data::unit_file::{Roster, knit};
use crate::data::victory_file::victory;
use crate::scenario::{CommonEvent, Frozen, Release, Scenario, SilentBatteries, SpecialAttack, Start};
use crate::unit::{Arm, BrigadeId, Unit};

/// One battle: its order of battle, its charts, and their texts.
pub(crate) struct OrderOfBattle {
    pub roster: Roster,
    pub tables: Arc<Tables>,
    /// The file of the order of battle.
    pub file: String,
    pub text: String,
}

/// A map as it was read.
#[derive(Debug)]
pub(crate) struct LoadedMap {
    pub map: Arc<Map>,
    pub file: String,
    pub text: String,
}

pub(crate) struct ScenarioSources<'a> {
    pub system: &'a str,
    pub maps: &'a BTreeMap<String, LoadedMap>,
    pub theatres: &'a BTreeMap<String, OrderOfBattle>,
    pub chits: &'a ChitBook,
    pub numbers: &'a Arc<Numbers>,
    pub primer: &'a Primer,
    pub options: &'a [OptionInfo],
    /// What charts, chits and numbers say of where their facts come from.
    pub credits: &'a [Credit],
    /// The texts of charts and chits, which a scenario's hash covers beside its own files. It
    /// leaves out the numbers of the rules' text: records from before they were data still fit
    /// theirs, and a pack that changes them has a hash of its own.
    pub common_texts: [&'a str; 2],
    /// Their files, by what they are.
    pub common_files: [(&'static str, &'a str); 3],
}

/// Reads a scenario.
///
/// # Errors
/// Every fault with file and line.
pub(crate) fn read_scenario(
    sources: &ScenarioSources<'_>,
    file: &str,
    text: &str,
) -> Result<Scenario, Faults> {
    let mut r = Reader::new(file, text);
    let toml: ScenarioToml = r.toml()?;
    let Some(loaded) = sources.maps.get(toml.map.get_ref()) else {
        r.fault_of(&toml.map, format!("there is no map '{}'", toml.map.get_ref()));
        return Err(r.faults);
    };
    let Some(theatre) = sources.theatres.get(toml.battle.get_ref()) else {
        r.fault_of(&toml.battle, format!("there is no order of battle '{}'", toml.battle.get_ref()));
        return Err(r.faults);
    };
    let times = toml.times.get_ref().clone();
    if times.is_empty() || times.len() > 99 {
        r.fault_of(&toml.times, "a game has 1 to 99 game-turns");
    }
    let mut d = Draft {
        r,
        map: loaded.map.clone(),
        times,
        units: Vec::new(),
        brigades: Vec::new(),
        chits: Vec::new(),
    };
    let area = toml.area.as_ref().map(|a| d.area(&a.east));
    let starts = d.units(&theatre.roster, &toml.at, area.as_ref());
    for barred in &toml.no_reserve {
        if let Some(brigade) = d.brigade(&barred.brigade) {
            d.brigades[brigade.index()].no_reserve = Some(barred.case);
        }
    }
    d.cup(sources.chits, &toml);
    let frozen = toml.frozen.as_ref().map(|f| Frozen {
        units: f.units.iter().filter_map(|u| d.unit(u)).collect(),
        until: d.turn(&f.until),
        case: f.case,
    });
    let release = toml.release.as_ref().and_then(|s| {
        let (chit, brigade) = (d.chit(&s.chit), d.brigade(&s.brigade));
        let hex = d.r.hex(&d.map.grid, &s.hex);
        Some(Release {
            chit: chit?,
            brigade: brigade?,
            hex: hex?,
            distance: s.distance,
            at_once: s.at_once,
            case: s.case,
        })
    });
    let opening_attack = toml
        .opening_attack
        .as_ref()
        .and_then(|s| Some(SpecialAttack { chit: d.division_chit(&s.chit)?, bonus: s.bonus, case: s.case }));
    let silent_batteries = toml
        .silent_batteries
        .as_ref()
        .and_then(|s| Some(SilentBatteries { side: s.side, chit: d.division_chit(&s.chit)?, case: s.case }));
    let common = toml.common.as_ref().map_or_else(BySide::default, |c| {
        let mut earned = BySide::default();
        for side in Side::BOTH {
            earned[side] = c[side].as_ref().and_then(|toml| d.common(toml));
        }
        earned
    });
    let resupply = toml.resupply.as_ref().and_then(|s| Some((d.r.hex(&d.map.grid, &s.hex)?, s.case)));
    let victory = victory(&mut d, &toml.victory);

    let mut hash = Sha256::new();
    let own: [&str; 3] = [&loaded.text, &theatre.text, text];
    for text in sources.common_texts.into_iter().chain(own) {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    let options = sources.options.iter().filter(|option| option.is_of(&toml.id)).cloned().collect();
    let info = ScenarioInfo {
        id: toml.id,
        title: toml.title,
        system: sources.system.to_owned(),
        edition: toml.edition,
        about: toml.about.split_whitespace().collect::<Vec<_>>().join(" "),
        date: toml.date,
        sides: Side::BOTH,
        first: toml.first,
        turns: d.times.len() as u32,
        map: toml.map.into_inner(),
        options,
        notes: toml.notes,
    };
    let scenario = Scenario {
        info,
        case: toml.case,
        data: tabletop::hex_string(&hash.finalize()),
        sources: Sources {
            scenario: file.to_owned(),
            map: loaded.file.clone(),
            units: theatre.file.clone(),
            shared: sources.common_files.iter().map(|&(what, path)| (what, path.to_owned())).collect(),
        },
        credits: std::iter::once(Credit::new("Order of battle", &theatre.roster.source))
            .chain(sources.credits.iter().cloned())
            .collect(),
        tables: theatre.tables.clone(),
        numbers: sources.numbers.clone(),
        primer: Arc::new(sources.primer.by(&theatre.tables)),
        map: d.map,
        area,
        area_case: toml.area.as_ref().map_or(toml.case, |a| a.case),
        units: d.units,
        brigades: d.brigades,
        chits: d.chits,
        starts,
        times: d.times,
        keys: toml.cup.keys,
        random: toml.cup.random,
        common,
        frozen,
        release,
        opening_attack,
        silent_batteries,
        resupply,
        victory,
        step_costs: Default::default(),
        sight: Default::default(),
    };
    d.r.faults.into_result(scenario)
}

impl Draft<'_> {
    /// The hexes in play: of each row that has one in the list, that hex and all west of it
    /// (20.1a).
    fn area(&mut self, east: &Spanned<String>) -> HexSet {
        let map = self.map.clone();
        let grid = &map.grid;
        let border = self.r.hexes(grid, east);
        let mut area = HexSet::new(grid.len());
        for hex in grid.hexes() {
            let (column, row) = grid.place(hex);
            if border.iter().any(|&b| grid.place(b).1 == row && column <= grid.place(b).0) {
                area.insert(hex);
            }
        }
        area
    }

    /// The units of the scenario with their brigades, and where they begin.
    fn units(&mut self, roster: &Roster, entries: &[AtToml], area: Option<&HexSet>) -> Vec<Start> {
        let mut starts: Vec<Start> = Vec::new();
        let mut old_brigades: Vec<BrigadeId> = Vec::new();
        for at in entries {
            let id = at.unit.get_ref();
            let Some(unit) = roster.units.iter().find(|u| u.id == *id) else {
                self.r.fault_of(&at.unit, format!("there is no unit '{id}' in the order of battle"));
                continue;
            };
            if self.units.iter().any(|u| u.id == *id) {
                self.r.fault_of(&at.unit, format!("'{id}' begins in two places"));
                continue;
            }
            let map = self.map.clone();
            let Some(hex) = self.r.hex(&map.grid, &at.hex) else { continue };
            let number = at.hex.get_ref();
            if area.is_some_and(|area| !area.contains(hex)) {
                self.r.fault_in(&map.grid, hex, at.hex.span().start, format!("{number} is not in play"));
            }
            if at.hits > 2
                || at.skirmish && unit.arm != Arm::Infantry
                || at.dismounted && unit.dismounted.is_none()
            {
                self.r.fault_of(&at.unit, format!("'{id}' cannot be in that condition"));
            }
            let start = Start {
                hex,
                turn: at.arrives.as_ref().map_or(0, |time| self.turn(time)),
                hits: at.hits,
                skirmish: at.skirmish,
                mounted: unit.arm == Arm::Cavalry && !at.dismounted,
                worn: false,
            };
            let enemy = |(s, u): &(&Start, &Unit)| {
                s.turn == 0 && start.turn == 0 && s.hex == hex && u.side != unit.side
            };
            if let Some((_, enemy)) = starts.iter().zip(&self.units).find(enemy) {
                let what = format!("'{}' of the other side is in {number}", enemy.id);
                self.r.fault_in(&map.grid, hex, at.hex.span().start, what);
            }
            if let Some(brigade) = unit.brigade
                && !old_brigades.contains(&brigade)
            {
                old_brigades.push(brigade);
            }
            self.units.push(unit.clone());
            starts.push(start);
        }
        // Brigades keep the order of the order of battle; those without units in this scenario are
        // left out.
        old_brigades.sort();
        for unit in &mut self.units {
            unit.brigade = unit
                .brigade
                .and_then(|old| old_brigades.iter().position(|b| *b == old))
                .map(|new| BrigadeId(new as u8));
        }
        self.brigades = old_brigades.iter().map(|b| roster.brigades[b.index()].clone()).collect();
        knit(&mut self.units, &mut self.brigades);
        starts
    }

    fn common(&mut self, toml: &CommonToml) -> Option<CommonEvent> {
        let upto = *toml.upto.get_ref();
        if !(1..=6).contains(&upto) {
            self.r.fault_of(&toml.upto, "a face of a die was expected");
        }
        match toml.earns.get_ref().as_str() {
            "surprise-attack" => {
                let Some(bonus) = toml.bonus else {
                    self.r.fault_of(&toml.earns, "a surprise attack needs a bonus");
                    return None;
                };
                Some(CommonEvent::SurpriseAttack { upto, chit: self.division_chit(&toml.chit)?, bonus })
            }
            "aware" => Some(CommonEvent::Aware { upto, chit: self.chit(&toml.chit)? }),
            other => {
                self.r.fault_of(
                    &toml.earns,
                    format!("'{other}'; \"surprise-attack\" or \"aware\" was expected"),
                );
                None
            }
        }
    }
}
