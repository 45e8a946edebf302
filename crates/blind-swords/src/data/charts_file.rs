//! Reads the charts from their data file.

use std::collections::BTreeMap;

use hexmap::Faults;
use hexmap::Spanned;
use tabletop::{BySide, Side, case};

use crate::chit::BrigadeOrder;
use crate::data::cell::Cell;
use crate::data::charts_toml::{
    ChartsToml, CostToml, CostsToml, FactorToml, FactorsToml, FogToml, LimitToml, OrderToml, PointsToml,
    RangeToml, ShiftToml,
};
use crate::data::combat_file;
use crate::data::label::Label;
use crate::data::reader::Reader;
use crate::data::shift::{CloseShift, FireShift, Shift};
use crate::data::tables::{Costs, Factors, Fog, Morale, OrderRow, Panic, Range, Stacking, Tables};

/// Reads the charts: those of each battle by its name, which differ in their generals.
///
/// # Errors
/// Every fault with file and line.
pub(crate) fn read_charts(file: &str, text: &str) -> Result<BTreeMap<String, Tables>, Faults> {
    let mut r = Reader::new(file, text);
    let toml: ChartsToml = r.toml()?;
    let limits = &toml.limits;
    let whole = |r: &mut Reader<'_>, limit: &LimitToml| limit.cell(r.pieces(&limit.value, 1, 60) as u8);
    let hexes = |r: &mut Reader<'_>, limit: &LimitToml| whole(r, limit).map(u32::from);
    let tables = Tables {
        source: toml.source,
        combat: combat_file::combat(&mut r, &toml.combat),
        fire_shifts: shifts(&mut r, &toml.fire_shift, FireShift::WORDS),
        close_shifts: shifts(&mut r, &toml.close_shift, CloseShift::WORDS),
        fire_tests: combat_file::tests(&mut r, &toml.fire_test, false),
        close_tests: combat_file::tests(&mut r, &toml.close_test, true),
        ranges: ranges(&mut r, &toml.range),
        factors: factors(&mut r, &toml.factors),
        costs: costs(&mut r, &toml.costs),
        orders: orders(&mut r, &toml.order),
        battery_allowance: {
            let allowance = &limits.battery_allowance;
            allowance.cell(r.pieces(&allowance.value, 2, 120) as u8)
        },
        stacking: Stacking {
            limit: limits.stacking.cell(r.pieces(&limits.stacking.value, 4, 400)),
            gun: limits.gun.cell(r.pieces(&limits.gun.value, 4, 40)),
        },
        panic: Panic {
            upto: whole(&mut r, &limits.panic_cohesion),
            morale: whole(&mut r, &limits.panic_morale),
            retreat: whole(&mut r, &limits.panic_retreat),
        },
        rally_distance: hexes(&mut r, &limits.rally_distance),
        return_distance: hexes(&mut r, &limits.return_distance),
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
        general_hit: Cell { value: toml.generals.hit, case: toml.generals.case, label: toml.generals.label },
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

/// The shifts of a kind of combat: each of these words exactly once.
fn shifts<const N: usize>(r: &mut Reader<'_>, entries: &[ShiftToml], words: [&'static str; N]) -> [Shift; N] {
    for (i, toml) in entries.iter().enumerate() {
        let id = toml.id.get_ref();
        if !words.contains(&id.as_str()) {
            r.fault_of(
                &toml.id,
                format!("no rule asks for a shift '{id}'; one of {} was expected", words.join(", ")),
            );
        }
        if entries[..i].iter().any(|other| other.id.get_ref() == id) {
            r.fault_of(&toml.id, format!("there are two shifts '{id}'"));
        }
    }
    let find = |word: &str| entries.iter().find(|toml| toml.id.get_ref() == word);
    let missing: Vec<&str> = words.iter().copied().filter(|word| find(word).is_none()).collect();
    if !missing.is_empty() {
        let at = entries.last().map_or(0, |toml| toml.id.span().start);
        r.fault(at, format!("these shifts are missing: {}", missing.join(", ")));
    }
    words.map(|id| match find(id) {
        Some(toml) => {
            let columns = Cell { value: toml.columns, case: toml.case, label: toml.label };
            Shift { id, name: toml.name.clone(), columns, when: toml.when.clone() }
        }
        None => {
            let columns = Cell { value: 0, case: case!("12.3"), label: Label::Reconstructed };
            Shift { id, name: String::new(), columns, when: String::new() }
        }
    })
}

fn factors(r: &mut Reader<'_>, toml: &FactorsToml) -> Factors {
    let mut quarters = |toml: &FactorToml| Cell {
        value: i32::from(r.pieces(&toml.factor, 4, 40)),
        case: toml.case,
        label: toml.label,
    };
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

fn ranges(r: &mut Reader<'_>, entries: &[RangeToml]) -> Vec<Cell<Range>> {
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
            let range = Range {
                weapon: toml.weapon,
                artillery: toml.battery,
                canister: band(&toml.canister),
                effective: band(&toml.effective),
                long: band(&toml.long),
                extreme: band(&toml.extreme),
                reason: toml.reason.clone(),
            };
            Cell { value: range, case: case!("12.1c"), label: toml.label }
        })
        .collect()
}

fn costs(r: &mut Reader<'_>, toml: &CostsToml) -> Costs {
    let mut by_mover = |cost: &CostToml| {
        let labels = r.labels(&cost.labels, 3);
        let mut cells = [Cell { value: 0, case: toml.case, label: Label::Reconstructed }; 3];
        if cost.points.get_ref().len() != 3 {
            let what = "three numbers were expected: on foot, mounted, batteries";
            r.fault_of(&cost.points, what);
        }
        for ((cell, points), label) in cells.iter_mut().zip(cost.points.get_ref()).zip(labels) {
            let value = r.pieces(points, 2, 120) as u8;
            *cell = Cell { value, label, ..*cell };
        }
        cells
    };
    let (clear, woods, orchard) = (by_mover(&toml.clear), by_mover(&toml.woods), by_mover(&toml.orchard));
    let (wall, angled) = (by_mover(&toml.wall), by_mover(&toml.angled));
    let (slope_up, steep_up) = (by_mover(&toml.slope_up), by_mover(&toml.steep_up));
    let (steep_down, lane) = (by_mover(&toml.steep_down), by_mover(&toml.lane));
    let (road, march) = (by_mover(&toml.road), by_mover(&toml.march));
    let mut halves = |toml: &PointsToml| Cell {
        value: r.pieces(&toml.points, 2, 120) as u8,
        case: toml.case,
        label: toml.label,
    };
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

fn orders(r: &mut Reader<'_>, entries: &[OrderToml]) -> [Cell<OrderRow>; 4] {
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
        };
        let Some(toml) = entries.iter().find(|s| *s.order.get_ref() == order) else {
            let at = entries.last().map_or(0, |s| s.order.span().start);
            r.fault(at, format!("the order {} is missing", order.word()));
            return Cell { value: empty, case: case!("11.1"), label: Label::Reconstructed };
        };
        let row = OrderRow {
            infantry: r.pieces(&toml.infantry, 2, 120) as u8,
            cavalry: r.pieces(&toml.cavalry, 2, 120) as u8,
            engages: toml.engages,
            fires: toml.fires,
            closes: toml.closes,
            marches: toml.marches,
            recovers: toml.recovers,
            rebuilds: toml.rebuilds,
            ..empty
        };
        Cell { value: row, case: toml.case, label: toml.label }
    })
}

fn fog(r: &mut Reader<'_>, toml: &FogToml) -> [Cell<Fog>; 6] {
    let labels = r.labels(&toml.labels, 6);
    if toml.dice.get_ref().len() != 6 {
        r.fault_of(&toml.dice, "six results were expected, for dice 1 to 6");
    }
    let union_upto =
        Cell { value: toml.union_general_upto, case: toml.case, label: toml.union_general_label };
    let rare = Cell { value: Fog::Rare, case: toml.case, label: Label::Reconstructed };
    let mut fog = [rare; 6];
    for ((cell, word), label) in fog.iter_mut().zip(toml.dice.get_ref()).zip(labels) {
        let result = match word.get_ref().as_str() {
            "union-chaos" => Fog::Chaos(Side::Union),
            "confederate-chaos" => Fog::Chaos(Side::Confederate),
            "union-wayward" => Fog::Wayward(Side::Union),
            "confederate-wayward" => Fog::Wayward(Side::Confederate),
            "general" => Fog::General { union_upto },
            "rare" => Fog::Rare,
            other => {
                let what = format!(
                    "'{other}'; \"union-chaos\", \"confederate-chaos\", \"union-wayward\", \
                     \"confederate-wayward\", \"general\" or \"rare\" was expected"
                );
                r.fault_of(word, what);
                continue;
            }
        };
        *cell = Cell { value: result, case: toml.case, label };
    }
    fog
}
