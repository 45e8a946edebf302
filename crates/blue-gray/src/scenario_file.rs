//! Reads a scenario and its order of battle from their data files.

use std::sync::Arc;

use hexmap::{Faults, Hex, Source};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tabletop::{BySide, Case, OptionInfo, ScenarioInfo, Side, Sources};
use toml::Spanned;

use crate::scenario::{
    Exits, ForEliminated, ForExited, ForHeld, ForNotExited, ForTaken, ForTown, Isolation, Level, Line,
    NightRule, Quota, Reinforcements, Scenario, Special, Victory, Watch,
};
use crate::tables::Tables;
use crate::terrain::Field;
use crate::unit::{Arm, MOST_UNITS, Start, Traits, Unit};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Sheet {
    id: String,
    title: String,
    edition: String,
    exclusive: String,
    map: Spanned<String>,
    date: String,
    about: String,
    #[serde(default)]
    notes: Vec<String>,
    turns: Spanned<u8>,
    night: Vec<Spanned<u8>>,
    first: Side,
    orders_of_battle: OrdersOfBattle,
    #[serde(default)]
    change: Vec<Change>,
    reinforcements: ReinforcementsSheet,
    #[serde(default)]
    exits: Option<ExitsSheet>,
    #[serde(default)]
    special: Vec<SpecialSheet>,
    #[serde(default)]
    quota: Option<QuotaSheet>,
    #[serde(default)]
    night_rule: Vec<NightSheet>,
    #[serde(default)]
    watch: Vec<WatchSheet>,
    victory: VictorySheet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrdersOfBattle {
    file: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    unit: Spanned<String>,
    #[serde(default)]
    remove: bool,
    #[serde(default)]
    movement: Option<u8>,
    #[serde(default)]
    strength: Option<u8>,
    #[serde(rename = "case")]
    _case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ReinforcementsSheet {
    case: Case,
    column: bool,
    only_empty: bool,
    into_zones: bool,
    late: Spanned<String>,
    #[serde(default)]
    zones_case: Option<Case>,
    #[serde(default)]
    late_case: Option<Case>,
    #[serde(default)]
    cost_case: Option<Case>,
    #[serde(default)]
    stacking_case: Option<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExitsSheet {
    case: Case,
    hexes: Vec<Spanned<String>>,
    cost: Points,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    points: u8,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SpecialSheet {
    #[serde(default)]
    unit: Option<Spanned<String>>,
    #[serde(default)]
    side: Option<Side>,
    #[serde(default, rename = "type")]
    arm: Option<Arm>,
    #[serde(default)]
    except: Vec<Spanned<String>>,
    #[serde(default)]
    never_attacks: Option<Case>,
    #[serde(default)]
    gives_way: Option<Case>,
    #[serde(default)]
    stacks_with_nothing: Option<Case>,
    #[serde(default)]
    lets_nothing_through: Option<Case>,
    #[serde(default)]
    roads_only: Option<Case>,
    #[serde(default)]
    never_displaced: Option<Case>,
    #[serde(default)]
    no_zone: Option<Case>,
    #[serde(default)]
    never_advances: Option<Case>,
    #[serde(default)]
    immobile: Option<Case>,
    #[serde(default)]
    withdraws: Option<UpTo>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UpTo {
    upto: u8,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuotaSheet {
    side: Side,
    limit: u8,
    case: Case,
    #[serde(default)]
    more: Option<More>,
    #[serde(default)]
    exempt: Option<Exempt>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct More {
    hex: Spanned<String>,
    units: u8,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exempt {
    units: Vec<Spanned<String>>,
    until: u8,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct NightSheet {
    side: Side,
    moves: bool,
    leaves_zones: bool,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WatchSheet {
    hex: Spanned<String>,
    name: String,
    holder: Side,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct VictorySheet {
    system: Spanned<String>,
    level: Vec<LevelSheet>,
    #[serde(default)]
    eliminated: Vec<EliminatedSheet>,
    #[serde(default)]
    exited: Vec<ExitedSheet>,
    #[serde(default)]
    not_exited: Vec<NotExitedSheet>,
    #[serde(default)]
    held: Vec<HeldSheet>,
    #[serde(default)]
    taken: Vec<TakenSheet>,
    #[serde(default)]
    town: Vec<TownSheet>,
    #[serde(default)]
    line: Option<LineSheet>,
    #[serde(default)]
    isolation: Option<IsolationSheet>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelSheet {
    #[serde(default)]
    upto: Option<Spanned<i32>>,
    name: String,
    score: f32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EliminatedSheet {
    side: Side,
    per: Spanned<String>,
    points: i32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ExitedSheet {
    side: Side,
    points: i32,
    #[serde(default)]
    needs_line: bool,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NotExitedSheet {
    unit: Spanned<String>,
    side: Side,
    points: i32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeldSheet {
    hex: Spanned<String>,
    side: Spanned<String>,
    points: i32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TakenSheet {
    hex: Spanned<String>,
    side: Side,
    points: i32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TownSheet {
    side: Side,
    #[serde(rename = "type")]
    arm: Arm,
    points: i32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineSheet {
    side: Side,
    from: Vec<Spanned<String>>,
    edge: Spanned<String>,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IsolationSheet {
    side: Side,
    exits: Vec<Spanned<String>>,
    reach: u32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsSheet {
    #[serde(rename = "source")]
    _source: String,
    unit: Vec<UnitSheet>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitSheet {
    id: Spanned<String>,
    side: Side,
    name: String,
    #[serde(rename = "type")]
    arm: Arm,
    strength: Spanned<u8>,
    #[serde(default)]
    movement: Option<u8>,
    #[serde(default)]
    hex: Option<Spanned<String>>,
    #[serde(default)]
    turn: Option<Spanned<u8>>,
    #[serde(default)]
    entry: Vec<Spanned<String>>,
    #[serde(default, rename = "recorded")]
    _recorded: Option<String>,
    #[serde(default, rename = "note")]
    _note: Option<String>,
}

/// The movement allowance of every unit that has none printed (2.4).
pub const MOVEMENT: u8 = 6;

/// The greatest strength a unit may have; far beyond any counter.
pub const MOST_STRENGTH: u8 = 99;

/// The greatest movement allowance a unit may have.
pub const MOST_MOVEMENT: u8 = 60;

/// What a scenario is read with.
pub struct Shelf<'a> {
    /// Gives the text of a data file.
    pub read: &'a dyn Fn(&str) -> Option<String>,
    /// The system's id.
    pub system: &'a str,
    /// The printed tables.
    pub tables: &'a Arc<Tables>,
    /// The maps.
    pub maps: &'a [Laid],
    /// The names of maps that do not read: a scenario on one of them cannot be looked into.
    pub unread: &'a [String],
    /// The options of every scenario.
    pub options: &'a [OptionInfo],
}

/// A map that was read, for its scenarios.
pub struct Laid {
    /// Its name.
    pub name: String,
    /// Its ground with what the tables say of it.
    pub field: Arc<Field>,
    /// The file it was read from.
    pub file: String,
    /// That file's text.
    pub text: String,
}

/// One file being read.
struct Reader<'a> {
    source: Source<'a>,
    field: Arc<Field>,
    faults: Faults,
}

impl Reader<'_> {
    fn fault(&mut self, at: usize, what: impl Into<String>) {
        self.faults.add(self.source.fault(at, what));
    }

    fn fault_in(&mut self, hex: Hex, at: usize, what: impl Into<String>) {
        let fault = self.source.fault(at, what).at_hex(self.field.map.grid.number(hex));
        self.faults.add(fault);
    }

    fn hex(&mut self, text: &Spanned<String>) -> Option<Hex> {
        let hex = self.field.map.grid.parse(text.get_ref());
        if hex.is_none() {
            self.fault(text.span().start, format!("'{}' is no hex of the map", text.get_ref()));
        }
        hex
    }

    fn hexes(&mut self, texts: &[Spanned<String>]) -> Vec<Hex> {
        texts.iter().filter_map(|t| self.hex(t)).collect()
    }

    fn unit(&mut self, units: &[Unit], id: &Spanned<String>) -> Option<usize> {
        let found = units.iter().position(|u| u.id == *id.get_ref());
        if found.is_none() {
            self.fault(id.span().start, format!("'{}' is no unit of the order of battle", id.get_ref()));
        }
        found
    }

    fn watch(&mut self, watches: &[Watch], hex: &Spanned<String>) -> Option<usize> {
        let at = self.hex(hex)?;
        let found = watches.iter().position(|w| w.hex == at);
        if found.is_none() {
            let what = format!("{} is not among the watched hexes ([[watch]])", hex.get_ref());
            self.fault_in(at, hex.span().start, what);
        }
        found
    }
}

/// Reads a scenario.
///
/// # Errors
/// Every fault of the scenario file and its order of battle, with file and line.
pub fn read_scenario(shelf: &Shelf<'_>, file: &str) -> Result<Scenario, Faults> {
    let missing = |what: &str| {
        let mut faults = Faults::default();
        faults.push(what, 1, "there is no such file");
        faults
    };
    let text = (shelf.read)(file).ok_or_else(|| missing(file))?;
    let sheet: Sheet = toml::from_str(&text).map_err(|e| Faults::from_toml(file, &text, &e))?;
    let units_file = sheet.orders_of_battle.file.get_ref().clone();
    let source = Source::new(file, &text);
    let units_text = (shelf.read)(&units_file).ok_or_else(|| {
        source.fault(sheet.orders_of_battle.file.span().start, format!("there is no file {units_file}"))
    })?;
    if shelf.unread.contains(sheet.map.get_ref()) {
        return Err(Faults::default());
    }
    let Some(map) = shelf.maps.iter().find(|map| map.name == *sheet.map.get_ref()) else {
        let what = format!("there is no map '{}'", sheet.map.get_ref());
        return Err(source.fault(sheet.map.span().start, what).into());
    };
    let mut hash = Sha256::new();
    let field = &map.field;
    for part in [&text, &units_text, &map.text] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    let (mut units, faults) = read_units(&units_file, &units_text, field, shelf.tables)?;
    let mut r = Reader { source, field: field.clone(), faults };

    for change in &sheet.change {
        let Some(at) = r.unit(&units, &change.unit) else { continue };
        if change.remove {
            units.remove(at);
        } else {
            units[at].movement = change.movement.unwrap_or(units[at].movement);
            units[at].strength = change.strength.unwrap_or(units[at].strength);
        }
    }
    let specials = specials(&mut r, &sheet, &units);
    for unit in &mut units {
        for special in &specials {
            if special.means(unit, true) {
                merge(&mut unit.traits, &special.traits);
            }
        }
    }
    if let Some(exempt) = sheet.quota.as_ref().and_then(|q| q.exempt.as_ref()) {
        for id in &exempt.units {
            if let Some(at) = r.unit(&units, id) {
                units[at].traits.quota_exempt = Some((exempt.until, exempt.case));
            }
        }
    }

    let turns = *sheet.turns.get_ref();
    if turns == 0 {
        r.fault(sheet.turns.span().start, "a game has at least one game-turn");
    }
    for night in &sheet.night {
        if *night.get_ref() == 0 || *night.get_ref() > turns {
            r.fault(night.span().start, format!("game-turn {} is none of the {turns}", night.get_ref()));
        }
    }
    let mut night_rules = BySide::<NightRule>::default();
    for rule in &sheet.night_rule {
        night_rules[rule.side] =
            NightRule { moves: rule.moves, leaves_zones: rule.leaves_zones, case: rule.case };
    }

    let watches: Vec<Watch> = sheet
        .watch
        .iter()
        .filter_map(|w| {
            Some(Watch { hex: r.hex(&w.hex)?, name: w.name.clone(), holder: w.holder, case: w.case })
        })
        .collect();
    let quota = sheet.quota.as_ref().map(|q| Quota {
        side: q.side,
        limit: q.limit,
        case: q.case,
        more: q.more.as_ref().and_then(|m| Some((r.watch(&watches, &m.hex)?, m.units, m.case))),
    });
    let exits = sheet.exits.as_ref().map(|e| Exits {
        hexes: r.hexes(&e.hexes),
        cost: e.cost.points,
        case: e.case,
        cost_case: e.cost.case,
    });
    let arrivals = &sheet.reinforcements;
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
    let victory = victory(&mut r, &sheet.victory, &units, &watches);
    let info = ScenarioInfo {
        id: sheet.id,
        title: sheet.title,
        system: shelf.system.to_owned(),
        edition: sheet.edition,
        about: sheet.about.split_whitespace().collect::<Vec<_>>().join(" "),
        date: sheet.date,
        sides: Side::BOTH,
        first: sheet.first,
        turns: u32::from(turns),
        map: map.name.clone(),
        options: shelf.options.to_vec(),
        notes: sheet.notes,
    };
    let scenario = Scenario {
        info,
        sources: Sources {
            scenario: file.to_owned(),
            map: map.file.clone(),
            units: units_file,
            shared: Vec::new(),
        },
        exclusive: sheet.exclusive,
        data: tabletop::hex_string(&hash.finalize()),
        tables: shelf.tables.clone(),
        field: field.clone(),
        units,
        turns,
        night: sheet.night.iter().map(|n| *n.get_ref()).collect(),
        night_rules,
        first: sheet.first,
        reinforcements,
        exits,
        specials,
        quota,
        watches,
        victory,
    };
    r.faults.into_result(scenario)
}

/// The units with what is wrong with them; a unit whose start is at fault is among them all the same, so that the scenario
/// does not miss it.
fn read_units(
    file: &str,
    text: &str,
    field: &Arc<Field>,
    tables: &Tables,
) -> Result<(Vec<Unit>, Faults), Faults> {
    let sheet: UnitsSheet = toml::from_str(text).map_err(|e| Faults::from_toml(file, text, &e))?;
    let mut r = Reader { source: Source::new(file, text), field: field.clone(), faults: Faults::default() };
    let mut units: Vec<Unit> = Vec::new();
    if sheet.unit.len() > MOST_UNITS {
        r.fault(0, format!("{} units; at most {MOST_UNITS} are possible", sheet.unit.len()));
    }
    for unit in sheet.unit.into_iter().take(MOST_UNITS) {
        if units.iter().any(|u| u.id == *unit.id.get_ref()) {
            r.fault(unit.id.span().start, format!("there are two units '{}'", unit.id.get_ref()));
        }
        if *unit.strength.get_ref() == 0 {
            r.fault(unit.strength.span().start, "a strength of at least 1 was expected");
        }
        if *unit.strength.get_ref() > MOST_STRENGTH || unit.movement.is_some_and(|m| m > MOST_MOVEMENT) {
            let what = format!(
                "'{}': a strength of at most {MOST_STRENGTH} and a movement of at most {MOST_MOVEMENT} were expected",
                unit.id.get_ref()
            );
            r.fault(unit.id.span().start, what);
        }
        let start = start(&mut r, &unit);
        if let Start::At(hex) = start {
            let at = unit.hex.as_ref().unwrap_or(&unit.id).span().start;
            let with: Vec<&Unit> = units.iter().filter(|u| u.start == Start::At(hex)).collect();
            let number = field.map.grid.number(hex);
            if with.iter().any(|u| u.side != unit.side) {
                r.fault_in(hex, at, format!("'{}' begins in {number} with an enemy", unit.id.get_ref()));
            } else if with.len() >= tables.stacking {
                r.fault_in(hex, at, format!("'{}' begins in {number}, which is full", unit.id.get_ref()));
            }
        }
        units.push(Unit {
            id: unit.id.get_ref().clone(),
            side: unit.side,
            arm: unit.arm,
            strength: *unit.strength.get_ref(),
            movement: unit.movement.unwrap_or(MOVEMENT),
            name: unit.name,
            start,
            traits: Traits::default(),
            ineffective: false,
        });
    }
    Ok((units, r.faults))
}

/// Where and when a unit comes into play.
fn start(r: &mut Reader<'_>, unit: &UnitSheet) -> Start {
    let (id, at) = (unit.id.get_ref(), unit.id.span().start);
    match (&unit.hex, &unit.turn) {
        (Some(text), None) => match r.hex(text) {
            Some(hex) => {
                if r.field.is_river(hex) || r.field.is_ferry(hex) {
                    r.fault_in(hex, text.span().start, format!("'{id}' begins in the water"));
                }
                Start::At(hex)
            }
            None => Start::Due { turn: 0, entry: Vec::new() },
        },
        (None, Some(turn)) => {
            if unit.entry.is_empty() {
                r.fault(at, format!("'{id}' has a game-turn and no entry hexes"));
            }
            Start::Due { turn: *turn.get_ref(), entry: r.hexes(&unit.entry) }
        }
        _ => {
            r.fault(at, format!("'{id}' needs a start hex, or a game-turn and entry hexes"));
            Start::Due { turn: 0, entry: Vec::new() }
        }
    }
}

fn specials(r: &mut Reader<'_>, sheet: &Sheet, units: &[Unit]) -> Vec<Special> {
    let mut specials = Vec::new();
    for s in &sheet.special {
        if let Some(id) = &s.unit {
            r.unit(units, id);
        }
        for id in &s.except {
            r.unit(units, id);
        }
        specials.push(Special {
            unit: s.unit.as_ref().map(|u| u.get_ref().clone()),
            side: s.side,
            arm: s.arm,
            except: s.except.iter().map(|e| e.get_ref().clone()).collect(),
            traits: Traits {
                never_attacks: s.never_attacks,
                gives_way: s.gives_way,
                stacks_with_nothing: s.stacks_with_nothing,
                lets_nothing_through: s.lets_nothing_through,
                roads_only: s.roads_only,
                never_displaced: s.never_displaced,
                no_zone: s.no_zone,
                never_advances: s.never_advances,
                immobile: s.immobile,
                withdraws: s.withdraws.as_ref().map(|w| (w.upto, w.case)),
                quota_exempt: None,
            },
        });
    }
    specials
}

/// Adds the exclusive rules of one special to a unit's.
pub fn merge(into: &mut Traits, from: &Traits) {
    let both = |a: &mut Option<Case>, b: Option<Case>| *a = b.or(*a);
    both(&mut into.never_attacks, from.never_attacks);
    both(&mut into.gives_way, from.gives_way);
    both(&mut into.stacks_with_nothing, from.stacks_with_nothing);
    both(&mut into.lets_nothing_through, from.lets_nothing_through);
    both(&mut into.roads_only, from.roads_only);
    both(&mut into.never_displaced, from.never_displaced);
    both(&mut into.no_zone, from.no_zone);
    both(&mut into.never_advances, from.never_advances);
    both(&mut into.immobile, from.immobile);
    into.withdraws = from.withdraws.or(into.withdraws);
    into.quota_exempt = from.quota_exempt.or(into.quota_exempt);
}

fn victory(r: &mut Reader<'_>, sheet: &VictorySheet, units: &[Unit], watches: &[Watch]) -> Victory {
    if sheet.system.get_ref() != "points" {
        r.fault(sheet.system.span().start, "\"points\" was expected");
    }
    let mut bound = 0;
    for level in &sheet.level {
        if let Some(upto) = &level.upto {
            if *upto.get_ref() <= bound {
                r.fault(upto.span().start, "the levels' bounds do not rise");
            }
            bound = *upto.get_ref();
        }
    }
    if sheet.level.last().is_none_or(|l| l.upto.is_some()) {
        r.fault(sheet.system.span().start, "a last level of victory without a bound was expected");
    }
    let line = sheet.line.as_ref().and_then(|l| {
        let from = r.hexes(&l.from);
        let map = &r.field.map;
        let to: Vec<Hex> =
            map.edge_exits.iter().filter(|e| e.road && e.edge == l.edge.get_ref()).map(|e| e.hex).collect();
        if to.is_empty() {
            r.fault(
                l.edge.span().start,
                format!("no road leaves the map by the edge '{}'", l.edge.get_ref()),
            );
            return None;
        }
        Some(Line { side: l.side, from, to, case: l.case })
    });
    let isolation = sheet.isolation.as_ref().map(|i| Isolation {
        side: i.side,
        exits: r.hexes(&i.exits),
        reach: i.reach,
        case: i.case,
    });
    let mut victory = Victory {
        levels: sheet
            .level
            .iter()
            .map(|l| Level {
                upto: l.upto.as_ref().map(|u| *u.get_ref()),
                name: l.name.clone(),
                score: l.score,
                case: l.case,
            })
            .collect(),
        exited: sheet
            .exited
            .iter()
            .map(|e| ForExited { side: e.side, points: e.points, needs_line: e.needs_line, case: e.case })
            .collect(),
        town: sheet
            .town
            .iter()
            .map(|t| ForTown { side: t.side, arm: t.arm, points: t.points, case: t.case })
            .collect(),
        line,
        isolation,
        ..Victory::default()
    };
    for e in &sheet.eliminated {
        let per_strength = match e.per.get_ref().as_str() {
            "strength" => true,
            "unit" => false,
            other => {
                r.fault(e.per.span().start, format!("'{other}'; \"strength\" or \"unit\" was expected"));
                continue;
            }
        };
        victory.eliminated.push(ForEliminated { side: e.side, per_strength, points: e.points, case: e.case });
    }
    for n in &sheet.not_exited {
        if r.unit(units, &n.unit).is_some() {
            let unit = n.unit.get_ref().clone();
            victory.not_exited.push(ForNotExited { unit, side: n.side, points: n.points, case: n.case });
        }
    }
    for h in &sheet.held {
        let side = match h.side.get_ref().as_str() {
            "either" => None,
            word => match Side::from_word(word) {
                Some(side) => Some(side),
                None => {
                    let what = format!("'{word}'; \"union\", \"confederate\" or \"either\" was expected");
                    r.fault(h.side.span().start, what);
                    continue;
                }
            },
        };
        if let Some(watch) = r.watch(watches, &h.hex) {
            victory.held.push(ForHeld { watch, side, points: h.points, case: h.case });
        }
    }
    for t in &sheet.taken {
        if let Some(watch) = r.watch(watches, &t.hex) {
            victory.taken.push(ForTaken { watch, side: t.side, points: t.points, case: t.case });
        }
    }
    victory
}
