//! Reads how a scenario is won.

use hexmap::Spanned;
use serde::Deserialize;
use tabletop::{BySide, Case, Side};

use crate::data::draft::Draft;
use crate::scenario::{Award, Bonus, Casualties, ControlHex, Exits, Measure, Victory, VictoryLevel};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryToml {
    case: Case,
    measure: Spanned<String>,
    #[serde(default)]
    start: BySide<i32>,
    watch: Vec<WatchToml>,
    #[serde(default)]
    casualties: Option<BySide<CasualtiesToml>>,
    #[serde(default)]
    exits: BySide<Option<ExitsToml>>,
    #[serde(default)]
    award: Vec<AwardToml>,
    #[serde(default)]
    bonus: Vec<BonusToml>,
    level: Vec<LevelToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WatchToml {
    hex: Spanned<String>,
    name: String,
    holder: Side,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CasualtiesToml {
    divisor: Spanned<i32>,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ExitsToml {
    strength: Spanned<i32>,
    #[serde(default)]
    from: Option<Spanned<String>>,
    #[serde(default)]
    retreats_count: bool,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AwardToml {
    hexes: Spanned<String>,
    #[serde(default)]
    union: i32,
    #[serde(default)]
    confederate: i32,
    #[serde(default)]
    from: Option<Spanned<String>>,
    #[serde(default)]
    unless: Option<UnlessToml>,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnlessToml {
    side: Side,
    hex: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BonusToml {
    side: Side,
    turn: Spanned<String>,
    hexes: Spanned<String>,
    points: Spanned<Vec<i32>>,
    #[serde(default)]
    unless: Option<UnlessToml>,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelToml {
    name: String,
    #[serde(default)]
    upto: Option<Spanned<i32>>,
    #[serde(default)]
    winner: Option<Side>,
    score: Spanned<f32>,
}

/// Reads it; what is wrong goes to the scenario's faults.
pub(super) fn victory(d: &mut Draft<'_>, toml: &VictoryToml) -> Victory {
    let map = d.map.clone();
    let measure = match toml.measure.get_ref().as_str() {
        "union-hexes" => Measure::UnionHexes,
        "confederate-net" => Measure::ConfederateNet,
        "difference" => Measure::Difference,
        other => {
            let what =
                format!("'{other}'; \"union-hexes\", \"confederate-net\" or \"difference\" was expected");
            d.r.fault_of(&toml.measure, what);
            Measure::Difference
        }
    };
    let control_hexes: Vec<ControlHex> = toml
        .watch
        .iter()
        .filter_map(|w| {
            Some(ControlHex { hex: d.r.hex(&map.grid, &w.hex)?, name: w.name.clone(), holder: w.holder })
        })
        .collect();
    let unless = |d: &mut Draft<'_>, toml: &Option<UnlessToml>| {
        let toml = toml.as_ref()?;
        let hex = d.watched(&control_hexes, &toml.hex)?;
        Some((toml.side, hex))
    };
    let mut awards = Vec::new();
    for a in &toml.award {
        let (from, unless) = (a.from.as_ref().map_or(1, |t| d.turn(t)), unless(d, &a.unless));
        let points = BySide { union: a.union, confederate: a.confederate };
        for hex in d.all_watched(&control_hexes, &a.hexes) {
            awards.push(Award { hex, points, from, unless, case: a.case });
        }
    }
    let mut bonuses = Vec::new();
    for b in &toml.bonus {
        if b.points.get_ref().is_empty() {
            d.r.fault_of(&b.points, "points for one hex, two, three … were expected");
        }
        let (turn, unless) = (d.turn(&b.turn), unless(d, &b.unless));
        let hexes = d.all_watched(&control_hexes, &b.hexes);
        let points = b.points.get_ref().clone();
        bonuses.push(Bonus { side: b.side, turn, hexes, points, unless, case: b.case });
    }
    let mut casualties = BySide::default();
    let mut exits = BySide::default();
    for side in Side::BOTH {
        casualties[side] = toml.casualties.as_ref().map(|c| {
            let divisor = d.divisor(&c[side].divisor);
            Casualties { divisor, case: c[side].case }
        });
        exits[side] = toml.exits[side].as_ref().map(|e| Exits {
            strength: d.divisor(&e.strength),
            from: e.from.as_ref().map_or(1, |t| d.turn(t)),
            retreats_count: e.retreats_count,
            case: e.case,
        });
    }
    let levels = levels(d, toml);
    Victory {
        control_hexes,
        awards,
        bonuses,
        start: toml.start,
        casualties,
        exits,
        measure,
        levels,
        case: toml.case,
    }
}

fn levels(d: &mut Draft<'_>, toml: &VictoryToml) -> Vec<VictoryLevel> {
    let mut bound = None;
    for level in &toml.level {
        if let Some(upto) = &level.upto {
            if bound.is_some_and(|b| *upto.get_ref() <= b) {
                d.r.fault_of(upto, "the levels' bounds do not rise");
            }
            bound = Some(*upto.get_ref());
        }
        if !(0.0..=1.0).contains(level.score.get_ref()) {
            d.r.fault_of(&level.score, "a score from 0 to 1 was expected");
        }
    }
    let (last, others) = match toml.level.split_last() {
        Some((last, others)) => (Some(last), others),
        None => (None, &[][..]),
    };
    if last.is_none_or(|l| l.upto.is_some()) || others.iter().any(|l| l.upto.is_none()) {
        d.r.fault_of(&toml.measure, "levels with bounds and a last one without were expected");
    }
    toml.level
        .iter()
        .map(|l| VictoryLevel {
            name: l.name.clone(),
            upto: l.upto.as_ref().map(|u| *u.get_ref()),
            winner: l.winner,
            score: *l.score.get_ref(),
        })
        .collect()
}

impl Draft<'_> {
    fn watched(&mut self, control_hexes: &[ControlHex], number: &Spanned<String>) -> Option<hexmap::Hex> {
        let map = self.map.clone();
        let hex = self.r.hex(&map.grid, number)?;
        if !control_hexes.iter().any(|w| w.hex == hex) {
            self.r.fault_of(number, format!("{} is not among the watched hexes", number.get_ref()));
        }
        Some(hex)
    }

    fn all_watched(&mut self, control_hexes: &[ControlHex], list: &Spanned<String>) -> Vec<hexmap::Hex> {
        let map = self.map.clone();
        let hexes = self.r.hexes(&map.grid, list);
        for hex in &hexes {
            if !control_hexes.iter().any(|w| w.hex == *hex) {
                self.r.fault_of(list, format!("{} is not among the watched hexes", map.grid.number(*hex)));
            }
        }
        hexes
    }

    fn divisor(&mut self, value: &Spanned<i32>) -> i32 {
        if *value.get_ref() < 1 {
            self.r.fault_of(value, "a number of at least 1 was expected");
        }
        *value.get_ref()
    }
}
