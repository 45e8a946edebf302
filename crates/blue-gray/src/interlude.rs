//! Going on from a finished battle to another one: its losses, carried over by the values of an
//! interlude's file, change the data of the second battle and no rule.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hexmap::{Faults, Source, Spanned, read_toml};
use serde::Deserialize;
use serde_json::Value;
use tabletop::{CarriedUnit, Case, InterludeInfo, InterludeOption, Sequel, Side};
use toml::{Table, Value as Toml};

use crate::scenario::Scenario;

/// An interlude with the data files that it changes.
#[derive(Debug)]
pub struct Interlude {
    info: InterludeInfo,
    toml: InterludeToml,
    scenario: Arc<Scenario>,
    /// The text of the second battle's scenario.
    text: String,
    map: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct InterludeToml {
    id: String,
    title: String,
    about: String,
    source: String,
    from: Vec<Spanned<String>>,
    to: Spanned<String>,
    case: Case,
    option: Vec<OptionToml>,
    victory: VictoryToml,
    heir: Vec<HeirToml>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct OptionToml {
    id: Spanned<String>,
    title: String,
    text: String,
    because: String,
    unit: String,
    values: Vec<i32>,
    default: i32,
    /// The percent of that side's losses that are made good.
    #[serde(default)]
    replaced: Option<Side>,
    /// How much the movement quota of that side is lower.
    #[serde(default)]
    quota: Option<Side>,
    /// But only if that unit was eliminated in the battle before.
    #[serde(default)]
    if_eliminated: Option<Spanned<String>>,
    /// With 0, the works of the map are not there.
    #[serde(default)]
    works: bool,
    /// With 0, these units are not there.
    #[serde(default)]
    brings: Vec<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct VictoryToml {
    /// The value of a point of the battle before: `1/2`.
    share: Spanned<String>,
    /// The most points that are brought along.
    most: i32,
    text: String,
    /// The bounds of the levels of victory, from a draw upwards, all but the last.
    levels: Vec<i32>,
}

/// A unit of the second battle, and those of the first that it was made of.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeirToml {
    unit: Spanned<String>,
    of: Vec<Spanned<String>>,
    #[serde(default)]
    note: Option<String>,
}

/// Reads an interlude's file, checked against the scenarios that it names. `read` gives the text of a data
/// file.
///
/// # Errors
/// Every fault, with its line.
pub(crate) fn read_interlude(
    file: &str,
    text: &str,
    scenarios: &[Arc<Scenario>],
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<Interlude, Faults> {
    let toml: InterludeToml = read_toml(file, text)?;
    let source = Source::new(file, text);
    let mut faults = Faults::default();
    let named = |id: &Spanned<String>| {
        let found = scenarios.iter().find(|scenario| scenario.info.id == *id.get_ref());
        found.ok_or_else(|| source.fault(id.span().start, format!("there is no scenario '{}'", id.get_ref())))
    };
    let to = named(&toml.to)?;
    let mut before: Vec<&String> = Vec::new();
    for id in &toml.from {
        match named(id) {
            Ok(scenario) => before.extend(&scenario.roster),
            Err(fault) => faults.add(fault),
        }
    }
    let here: BTreeSet<&str> = to.roster.iter().map(String::as_str).collect();
    let there: BTreeSet<&str> = before.iter().map(|id| id.as_str()).collect();
    let mut unit = |id: &Spanned<String>, known: &BTreeSet<&str>| {
        if !known.contains(id.get_ref().as_str()) {
            let what = format!("'{}' is not a unit of the order of battle", id.get_ref());
            faults.add(source.fault(id.span().start, what));
        }
    };
    for heir in &toml.heir {
        unit(&heir.unit, &here);
        heir.of.iter().for_each(|id| unit(id, &there));
    }
    for option in &toml.option {
        option.brings.iter().for_each(|id| unit(id, &here));
        option.if_eliminated.iter().for_each(|id| unit(id, &there));
    }
    for option in &toml.option {
        let rising = option.values.windows(2).all(|two| two[0] < two[1]);
        if !rising || !option.values.contains(&option.default) || option.values.iter().any(|v| *v < 0) {
            let what = "rising values of at least 0 were expected, and the default among them";
            faults.add(source.fault(option.id.span().start, what));
        }
    }
    if share(toml.victory.share.get_ref()).is_none() {
        let what = format!("'{}'; a share such as 1/2 was expected", toml.victory.share.get_ref());
        faults.add(source.fault(toml.victory.share.span().start, what));
    }
    if !(0..=1000).contains(&toml.victory.most) {
        let what = format!("most: {}; 0 to 1000 points were expected", toml.victory.most);
        faults.add(source.fault(toml.victory.share.span().start, what));
    }
    if toml.victory.levels.len() + 1 != to.victory.levels.len() {
        let what =
            format!("a bound for all but the last of the {} levels was expected", to.victory.levels.len());
        faults.add(source.fault(toml.victory.share.span().start, what));
    }
    let texts = (read(&to.sources.scenario), read(&to.sources.map));
    let (Some(text), Some(map)) = texts else {
        faults.add(source.fault(toml.to.span().start, "its files are not there"));
        return Err(faults);
    };
    let tidy = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let info = InterludeInfo {
        id: toml.id.clone(),
        title: toml.title.clone(),
        about: tidy(&toml.about),
        source: tidy(&toml.source),
        from: toml.from.iter().map(|id| id.get_ref().clone()).collect(),
        to: to.info.id.clone(),
        case: toml.case,
        system: to.system_of(toml.case).to_owned(),
        options: toml
            .option
            .iter()
            .map(|option| InterludeOption {
                id: option.id.get_ref().clone(),
                title: option.title.clone(),
                text: tidy(&option.text),
                because: tidy(&option.because),
                unit: option.unit.clone(),
                values: option.values.clone(),
                default: option.default,
            })
            .collect(),
    };
    faults.into_result(Interlude { info, toml, scenario: to.clone(), text, map })
}

/// Parses a fraction such as `1/2` into its two numbers.
pub fn share(text: &str) -> Option<(i32, i32)> {
    let (over, under) = text.split_once('/')?;
    let (over, under) = (over.parse().ok()?, under.parse().ok()?);
    (0 <= over && 0 < under && over <= 1000 && under <= 1000).then_some((over, under))
}

/// The remains of a finished battle.
struct Finished<'a> {
    units: Vec<(&'a str, &'a str, i32, bool)>,
    net: i32,
}

impl<'a> Finished<'a> {
    fn read(view: &'a Value) -> Option<Finished<'a>> {
        let unit = |unit: &'a Value| {
            let word = |name: &str| unit[name].as_str();
            let strength = i32::try_from(unit["strength"].as_i64()?).ok()?;
            Some((word("id")?, word("name")?, strength, word("status")? == "eliminated"))
        };
        let points = |side: &str| i32::try_from(view["victory"][side].as_i64()?).ok();
        let units = view["units"].as_array()?.iter().map(unit).collect::<Option<_>>()?;
        Some(Finished { units, net: points("union")? - points("confederate")? })
    }

    fn is_eliminated(&self, id: &str) -> bool {
        self.units.iter().any(|unit| unit.0 == id && unit.3)
    }
}

impl Interlude {
    pub fn info(&self) -> &InterludeInfo {
        &self.info
    }

    /// The second battle, after the first ended as in this view.
    ///
    /// # Errors
    /// A battle that it does not follow, one that is not over, and values that cannot be chosen.
    pub fn sequel(&self, view: &Value, chosen: &BTreeMap<String, i32>) -> Result<Sequel, String> {
        let scenario = view["scenario"].as_str().unwrap_or_default();
        if !self.info.from.iter().any(|id| id == scenario) {
            let from = self.info.from.join(" or ");
            return Err(format!("'{}' follows {from}, and this game is of {scenario}", self.info.title));
        }
        if !view["question"].is_null() {
            return Err("this game is not over: only a finished battle has a sequel".to_owned());
        }
        let finished = Finished::read(view).ok_or("this is not a view of a battle under these rules")?;
        let values = self.values(chosen)?;
        let mut changes =
            Changes { values: &values, finished: &finished, units: Vec::new(), lines: Vec::new() };
        let mut scenario: Table = toml::from_str(&self.text).map_err(|error| error.to_string())?;
        self.carry_units(&mut scenario, &mut changes)?;
        self.lower_quota(&mut scenario, &mut changes)?;
        self.count_both(&mut scenario, &mut changes)?;
        let mut files = BTreeMap::new();
        if self.toml.option.iter().any(|option| option.works && values[option.id.get_ref()] == 0) {
            let mut map: Table = toml::from_str(&self.map).map_err(|error| error.to_string())?;
            map.remove("works");
            changes.lines.push("Neither side dug in: there are no works.".to_owned());
            files.insert(self.scenario.sources.map.clone(), written(&map)?);
        }
        let notes = scenario.entry("notes").or_insert_with(|| Toml::Array(Vec::new()));
        if let Toml::Array(notes) = notes {
            notes.extend(changes.told().map(Toml::String));
        }
        files.insert(self.scenario.sources.scenario.clone(), written(&scenario)?);
        Ok(Sequel {
            scenario: self.info.to.clone(),
            title: self.info.title.clone(),
            files,
            units: changes.units,
            lines: changes.lines,
            options: values,
        })
    }

    fn values(&self, chosen: &BTreeMap<String, i32>) -> Result<BTreeMap<String, i32>, String> {
        let options = &self.info.options;
        if let Some(unknown) = chosen.keys().find(|id| options.iter().all(|option| option.id != **id)) {
            let known: Vec<_> = options.iter().map(|option| option.id.as_str()).collect();
            return Err(format!("options: '{unknown}' is none of {}", known.join(", ")));
        }
        let value = |option: &InterludeOption| {
            let value = chosen.get(&option.id).copied().unwrap_or(option.default);
            if option.values.contains(&value) {
                return Ok((option.id.clone(), value));
            }
            let known: Vec<_> = option.values.iter().map(ToString::to_string).collect();
            Err(format!("options.{}: {value} is none of {}", option.id, known.join(", ")))
        };
        options.iter().map(value).collect()
    }

    /// Weakens the heirs of what was eliminated, and leaves out whom an option does not bring.
    fn carry_units(&self, scenario: &mut Table, changes: &mut Changes<'_>) -> Result<(), String> {
        let mut all = Vec::new();
        for unit in &self.scenario.units {
            let heir = self.toml.heir.iter().find(|heir| *heir.unit.get_ref() == unit.id);
            let mut strength = unit.strength;
            let mut text = String::new();
            if let Some(heir) = heir {
                let of: Vec<_> = (changes.finished.units.iter())
                    .filter(|before| heir.of.iter().any(|id| id.get_ref() == before.0))
                    .collect();
                let whole: i32 = of.iter().map(|before| before.2).sum();
                let lost: i32 = of.iter().filter(|before| before.3).map(|before| before.2).sum();
                let back = self.percent(unit.side, changes.values);
                strength = left(unit.strength, lost, whole, back);
                if lost > 0 {
                    let gone: Vec<_> = of.iter().filter(|before| before.3).map(|before| before.1).collect();
                    let (gone, whole) = (gone.join(", "), if lost == whole { "all" } else { "part" });
                    text =
                        format!("{whole} of what it was made of was eliminated ({gone}); {back} % came back");
                    text.extend(heir.note.iter().map(|note| format!(". {note}")));
                }
            }
            let absent = self.toml.option.iter().find(|option| {
                option.brings.iter().any(|id| *id.get_ref() == unit.id)
                    && changes.values[option.id.get_ref()] == 0
            });
            if let Some(option) = absent {
                (strength, text) = (0, format!("not chosen: {}", option.title));
            }
            if text.is_empty() {
                continue;
            }
            if strength != unit.strength {
                let mut change = Table::new();
                change.insert("unit".to_owned(), unit.id.clone().into());
                match strength {
                    0 => change.insert("remove".to_owned(), true.into()),
                    _ => change.insert("strength".to_owned(), i64::from(strength).into()),
                };
                change.insert("case".to_owned(), self.info.case.to_string().into());
                all.push(Toml::Table(change));
            }
            if strength == 0 {
                forget(scenario, &unit.id);
            }
            let (printed, name) = (unit.strength, unit.called());
            changes.units.push(CarriedUnit {
                unit: unit.id.clone(),
                name,
                side: unit.side,
                printed,
                strength,
                text,
            });
        }
        match scenario.entry("change").or_insert_with(|| Toml::Array(Vec::new())) {
            Toml::Array(changes) => changes.extend(all),
            _ => return Err("change: a list was expected".to_owned()),
        }
        Ok(())
    }

    /// How much of a side's losses is made good.
    fn percent(&self, side: Side, values: &BTreeMap<String, i32>) -> i32 {
        let option = self.toml.option.iter().find(|option| option.replaced == Some(side));
        option.map_or(0, |option| values[option.id.get_ref()].min(100))
    }

    fn lower_quota(&self, scenario: &mut Table, changes: &mut Changes<'_>) -> Result<(), String> {
        for option in self.toml.option.iter().filter(|option| option.quota.is_some()) {
            let fewer = changes.values[option.id.get_ref()];
            let spared =
                option.if_eliminated.as_ref().is_some_and(|id| !changes.finished.is_eliminated(id.get_ref()));
            if fewer == 0 || spared {
                continue;
            }
            let quota = scenario.get_mut("quota").and_then(Toml::as_table_mut);
            let quota = quota
                .filter(|quota| quota.get("side").and_then(Toml::as_str) == option.quota.map(Side::word));
            let limit = quota.and_then(|quota| quota.get_mut("limit"));
            let Some(Toml::Integer(limit)) = limit else {
                return Err(format!("options.{}: that side has no quota here", option.id.get_ref()));
            };
            *limit = (*limit - i64::from(fewer)).max(1);
            let line = format!("{}: {limit} units may be moved in a phase.", option.title);
            changes.lines.push(line);
        }
        Ok(())
    }

    /// Counts the points of both battles, and sets the levels for both.
    fn count_both(&self, scenario: &mut Table, changes: &mut Changes<'_>) -> Result<(), String> {
        let victory = &self.toml.victory;
        let (over, under) = share(victory.share.get_ref()).unwrap_or((1, 1));
        // Fractions are dropped, for either side.
        let net = (changes.finished.net * over / under).clamp(-victory.most, victory.most);
        let leader = if net < 0 { Side::Confederate } else { Side::Union };
        let table = scenario
            .get_mut("victory")
            .and_then(Toml::as_table_mut)
            .ok_or("victory: a table was expected")?;
        if let Some(Toml::Array(levels)) = table.get_mut("level") {
            for (level, bound) in levels.iter_mut().zip(&victory.levels) {
                if let Some(level) = level.as_table_mut() {
                    level.insert("upto".to_owned(), i64::from(*bound).into());
                    level.insert("case".to_owned(), self.info.case.to_string().into());
                }
            }
        }
        if net != 0 {
            let mut brought = Table::new();
            brought.insert("side".to_owned(), leader.word().into());
            brought.insert("points".to_owned(), i64::from(net.abs()).into());
            brought.insert("text".to_owned(), victory.text.clone().into());
            brought.insert("case".to_owned(), self.info.case.to_string().into());
            table.insert("brought".to_owned(), Toml::Array(vec![Toml::Table(brought)]));
        }
        changes.lines.push(match net {
            0 => "Neither side brings points from the battle before.".to_owned(),
            _ => format!("The {} side brings {} points, {}.", leader, net.abs(), victory.text),
        });
        Ok(())
    }
}

/// The changes of an interlude so far.
struct Changes<'a> {
    values: &'a BTreeMap<String, i32>,
    finished: &'a Finished<'a>,
    units: Vec<CarriedUnit>,
    lines: Vec<String>,
}

impl Changes<'_> {
    /// Sentences that describe the changes to players.
    fn told(&self) -> impl Iterator<Item = String> {
        let side = |side: Side| {
            let lost =
                self.units.iter().filter(move |unit| unit.side == side && unit.strength < unit.printed);
            let points: u32 = lost.clone().map(|unit| u32::from(unit.printed - unit.strength)).sum();
            format!(
                "{side} units that are weaker or gone after the battle before: {}, by {points} strength points in all.",
                lost.count()
            )
        };
        Side::BOTH.map(side).into_iter().chain(self.lines.clone())
    }
}

/// The rest of a strength if `lost` of `whole` was eliminated and `back` percent of that made good. Halves
/// are rounded up.
pub fn left(printed: u8, lost: i32, whole: i32, back: i32) -> u8 {
    if whole <= 0 {
        return printed;
    }
    let hundreds = i32::from(printed) * (100 * whole - lost * (100 - back));
    let rounded = (2 * hundreds + 100 * whole) / (200 * whole);
    u8::try_from(rounded).unwrap_or(0).min(printed)
}

/// Takes a unit that does not take part out of the lists that name it.
fn forget(table: &mut Table, id: &str) {
    for (key, value) in table.iter_mut() {
        match value {
            Toml::Array(list) if key == "units" || key == "except" => {
                list.retain(|one| one.as_str() != Some(id));
            }
            Toml::Array(list) => {
                list.iter_mut().filter_map(Toml::as_table_mut).for_each(|table| forget(table, id));
            }
            Toml::Table(table) => forget(table, id),
            _ => {}
        }
    }
}

fn written(table: &Table) -> Result<String, String> {
    toml::to_string_pretty(table).map_err(|error| error.to_string())
}
