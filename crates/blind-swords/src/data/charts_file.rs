//! Reads the charts from their data file.

use std::collections::BTreeMap;

use hexmap::Faults;
use tabletop::{BySide, Case, Side};
use toml::Spanned;

use crate::chit::BrigadeOrder;
use crate::data::charts_toml::{
    ChartsToml, CostToml, CostsToml, FactorToml, FactorsToml, FogToml, LimitToml, OrderToml, PointsToml,
    RangeToml, ShiftToml,
};
use crate::data::combat_file;
use crate::data::reader::Reader;
use crate::data::tables::{Costs, Factors, Fog, Morale, OrderRow, Panic, Range, Shift, Stacking, Tables};

/// Shifts that the rules ask for by their ids.
const FIRE_SHIFTS: [&str; 18] = [
    "target-in-cover",
    "over-units",
    "through-cover",
    "firer-skirmish",
    "target-skirmish",
    "mixed-far",
    "canister-smoothbore",
    "flanking-fire",
    "carbines",
    "target-sharpshooters",
    "firing-sharpshooters",
    "good-ground",
    "stone-wall",
    "target-cavalry",
    "fog-foolish-attack",
    "fog-usa-bonus",
    "fog-csa-bonus",
    "take-aim",
];
const CLOSE_SHIFTS: [&str; 23] = [
    "odds-3-1",
    "odds-2-1",
    "odds-3-2",
    "odds-2-3",
    "odds-1-2",
    "odds-1-3",
    "defending-guns",
    "better-attacker",
    "better-defender",
    "up-slope",
    "up-steep-slope",
    "attacking-muskets",
    "defending-muskets",
    "rebel-yell",
    "flank-attack",
    "defending-cavalry",
    "charge",
    "good-ground",
    "stone-wall",
    "fog-foolish-attack",
    "fog-usa-bonus",
    "fog-csa-bonus",
    "low-ammo",
];

/// Reads the charts: those of each battle by its name, which differ in their generals.
///
/// # Errors
/// Every fault with file and line.
pub(crate) fn read_charts(file: &str, text: &str) -> Result<BTreeMap<String, Tables>, Faults> {
    let mut r = Reader::new(file, text);
    let toml: ChartsToml = r.toml()?;
    let limits = &toml.limits;
    let whole = |r: &mut Reader<'_>, limit: &LimitToml| r.pieces(&limit.value, 1, 60) as u8;
    let tables = Tables {
        combat: combat_file::combat(&mut r, &toml.combat),
        fire_shifts: shifts(&mut r, toml.fire_shift, &FIRE_SHIFTS),
        close_shifts: shifts(&mut r, toml.close_shift, &CLOSE_SHIFTS),
        fire_tests: combat_file::tests(&mut r, &toml.fire_test, false),
        close_tests: combat_file::tests(&mut r, &toml.close_test, true),
        ranges: ranges(&mut r, &toml.range),
        factors: factors(&mut r, &toml.factors),
        costs: costs(&mut r, &toml.costs),
        orders: orders(&mut r, &toml.order),
        battery_allowance: r.pieces(&limits.battery_allowance.value, 2, 120) as u8,
        stacking: Stacking {
            limit: r.pieces(&limits.stacking.value, 4, 400),
            gun: r.pieces(&limits.gun.value, 4, 40),
        },
        panic: Panic {
            upto: whole(&mut r, &limits.panic_cohesion),
            morale: whole(&mut r, &limits.panic_morale),
            retreat: whole(&mut r, &limits.panic_retreat),
        },
        rally_distance: u32::from(whole(&mut r, &limits.rally_distance)),
        return_distance: u32::from(whole(&mut r, &limits.return_distance)),
        broken_box: [
            whole(&mut r, &limits.broken_box_1),
            whole(&mut r, &limits.broken_box_2),
            whole(&mut r, &limits.broken_box_3),
        ],
        morale: Morale {
            strength: whole(&mut r, &limits.morale_strength),
            cohesion: whole(&mut r, &limits.morale_cohesion),
            unsupported: whole(&mut r, &limits.unsupported),
        },
        fog: fog(&mut r, &toml.fog),
        generals: BySide::default(),
        general_hit: toml.generals.hit,
    };
    for (limit, most) in [(&limits.broken_box_1, 3), (&limits.broken_box_2, 3), (&limits.broken_box_3, 3)] {
        if !(1.0..=f64::from(most)).contains(limit.value.get_ref()) {
            r.fault_of(&limit.value, "the Broken Track has boxes 1 to 3");
        }
    }
    let by_battle = toml
        .generals
        .battle
        .iter()
        .map(|(battle, generals)| {
            let named = |general: &Spanned<String>| {
                (!general.get_ref().is_empty()).then(|| general.get_ref().clone())
            };
            let generals = BySide::from_fn(|side: Side| generals[side].each_ref().map(named));
            (battle.clone(), Tables { generals, ..tables.clone() })
        })
        .collect();
    r.faults.into_result(by_battle)
}

fn shifts(r: &mut Reader<'_>, entries: Vec<ShiftToml>, known: &[&str]) -> Vec<Shift> {
    let mut shifts: Vec<Shift> = Vec::new();
    for toml in &entries {
        let id = toml.id.get_ref();
        if !known.contains(&id.as_str()) {
            r.fault_of(
                &toml.id,
                format!("no rule asks for a shift '{id}'; one of {} was expected", known.join(", ")),
            );
        }
        if shifts.iter().any(|s| s.id == *id) {
            r.fault_of(&toml.id, format!("there are two shifts '{id}'"));
        }
        shifts.push(Shift {
            id: id.clone(),
            name: toml.name.clone(),
            columns: toml.columns,
            case: toml.case,
        });
    }
    let missing: Vec<&str> = known.iter().copied().filter(|k| !shifts.iter().any(|s| s.id == *k)).collect();
    if !missing.is_empty() {
        let at = entries.last().map_or(0, |s| s.id.span().start);
        r.fault(at, format!("these shifts are missing: {}", missing.join(", ")));
    }
    shifts
}

fn factors(r: &mut Reader<'_>, toml: &FactorsToml) -> Factors {
    let mut quarters = |factor: &FactorToml| i32::from(r.pieces(&factor.factor, 4, 40));
    Factors {
        canister: quarters(&toml.canister),
        effective: quarters(&toml.effective),
        long: quarters(&toml.long),
        extreme: quarters(&toml.extreme),
        opportunity: quarters(&toml.opportunity_fire),
        supporting: quarters(&toml.supporting_defensive_fire),
        chaos: quarters(&toml.battlefield_chaos),
        low_ammo: quarters(&toml.low_ammo),
    }
}

fn ranges(r: &mut Reader<'_>, entries: &[RangeToml]) -> Vec<Range> {
    entries
        .iter()
        .map(|toml| {
            let mut band = |text: &Option<Spanned<String>>| {
                let text = text.as_ref()?;
                let words = text.get_ref();
                let (from, upto) = words.split_once('-').unwrap_or((words, words));
                match (from.parse::<u8>(), upto.parse::<u8>()) {
                    (Ok(from), Ok(upto)) if 1 <= from && from <= upto => Some((from, upto)),
                    _ => {
                        r.fault_of(text, format!("'{words}'; hexes such as \"3-8\" or \"2\" were expected"));
                        None
                    }
                }
            };
            Range {
                weapon: toml.weapon,
                artillery: toml.battery,
                canister: band(&toml.canister),
                effective: band(&toml.effective),
                long: band(&toml.long),
                extreme: band(&toml.extreme),
            }
        })
        .collect()
}

fn costs(r: &mut Reader<'_>, toml: &CostsToml) -> Costs {
    let mut by_mover = |cost: &CostToml| {
        r.labels(&cost.labels, 3);
        let mut halves = [0; 3];
        if cost.points.get_ref().len() != 3 {
            let what = "three numbers were expected: on foot, mounted, batteries";
            r.fault_of(&cost.points, what);
        }
        for (half, points) in halves.iter_mut().zip(cost.points.get_ref()) {
            *half = r.pieces(points, 2, 120) as u8;
        }
        halves
    };
    let (clear, woods, orchard) = (by_mover(&toml.clear), by_mover(&toml.woods), by_mover(&toml.orchard));
    let (wall, angled) = (by_mover(&toml.wall), by_mover(&toml.angled));
    let (slope_up, steep_up) = (by_mover(&toml.slope_up), by_mover(&toml.steep_up));
    let (steep_down, lane) = (by_mover(&toml.steep_down), by_mover(&toml.lane));
    let (road, march) = (by_mover(&toml.road), by_mover(&toml.march));
    let mut halves = |points: &PointsToml| r.pieces(&points.points, 2, 120) as u8;
    Costs {
        clear,
        woods,
        orchard,
        wall,
        angled,
        slope_up,
        steep_up,
        steep_down,
        lane,
        road,
        march,
        leave_skirmish: halves(&toml.leave_skirmish),
        skirmish_less: halves(&toml.skirmish_less),
        skirmish_least: halves(&toml.skirmish_least),
        mount: halves(&toml.mount),
        exit: halves(&toml.exit),
        surprise: halves(&toml.surprise),
    }
}

fn orders(r: &mut Reader<'_>, entries: &[OrderToml]) -> [OrderRow; 4] {
    if entries.len() != 4 {
        let at = entries.last().map_or(0, |s| s.order.span().start);
        r.fault(at, format!("{} orders; the four of chapter 11 were expected", entries.len()));
    }
    BrigadeOrder::ALL.map(|order| {
        let empty = OrderRow {
            order,
            infantry: 0,
            cavalry: 0,
            engages: false,
            fires: false,
            closes: false,
            marches: false,
            recovers: 0,
            rebuilds: false,
            case: Case::new("11.1"),
        };
        let Some(toml) = entries.iter().find(|s| *s.order.get_ref() == order) else {
            let at = entries.last().map_or(0, |s| s.order.span().start);
            r.fault(at, format!("the order {} is missing", order.word()));
            return empty;
        };
        OrderRow {
            infantry: r.pieces(&toml.infantry, 2, 120) as u8,
            cavalry: r.pieces(&toml.cavalry, 2, 120) as u8,
            engages: toml.engages,
            fires: toml.fires,
            closes: toml.closes,
            marches: toml.marches,
            recovers: toml.recovers,
            rebuilds: toml.rebuilds,
            case: toml.case,
            ..empty
        }
    })
}

fn fog(r: &mut Reader<'_>, toml: &FogToml) -> [Fog; 6] {
    r.labels(&toml.labels, 6);
    if toml.dice.get_ref().len() != 6 {
        r.fault_of(&toml.dice, "six results were expected, for dice 1 to 6");
    }
    let mut fog = [Fog::Rare; 6];
    for (result, word) in fog.iter_mut().zip(toml.dice.get_ref()) {
        *result = match word.get_ref().as_str() {
            "union-chaos" => Fog::Chaos(Side::Union),
            "confederate-chaos" => Fog::Chaos(Side::Confederate),
            "union-wayward" => Fog::Wayward(Side::Union),
            "confederate-wayward" => Fog::Wayward(Side::Confederate),
            "general" => Fog::General { union_upto: toml.union_general_upto },
            "rare" => Fog::Rare,
            other => {
                r.fault_of(word, format!("'{other}'; \"union-chaos\", \"confederate-chaos\", \"union-wayward\", \"confederate-wayward\", \"general\" or \"rare\" was expected"));
                continue;
            }
        };
    }
    fog
}
