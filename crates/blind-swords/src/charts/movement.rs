//! The charts of stacking, orders and movement (6.1, 11, 13.3).

use tabletop::Chart;

use super::words::{KEY, NOTHING, marked, pieces, rests};
use crate::data::cell::Cell;
use crate::data::tables::{Cost, Costs, Mover, OrderRow, Stacking};

/// Costs and allowances are kept in half points.
const HALVES: u8 = 2;

/// Room is kept in quarter points.
const QUARTERS: u8 = 4;

/// Stacking (6.1).
pub(super) fn stacking(stacking: &Stacking) -> Chart {
    let rows = [("Points in a hex", stacking.limit), ("A gun counts", stacking.gun)];
    let rows = rows.map(|(what, room)| vec![what.to_owned(), pieces(*room, QUARTERS), rests(room.label)]);
    Chart::new("Stacking", &["What", "Points", "Rests on"], rows.into())
}

/// What the orders allow (11).
pub(super) fn orders(orders: &[Cell<OrderRow>]) -> Chart {
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let row = |row: &Cell<OrderRow>| {
        let recovery = match row.recovers {
            0 => "none",
            1 => "one hit",
            _ => "all hits",
        };
        vec![
            row.order.word().to_owned(),
            pieces(row.infantry, HALVES),
            pieces(row.cavalry, HALVES),
            yes(row.engages),
            yes(row.fires),
            yes(row.closes),
            yes(row.marches),
            recovery.to_owned(),
            yes(row.rebuilds),
        ]
    };
    let head =
        ["Order", "On foot", "Mounted", "Engages", "Fires", "Closes", "March Column", "Recovery", "Rebuild"];
    Chart::new("Brigade orders", &head, orders.iter().map(row).collect())
}

/// Movement costs (13.3).
pub(super) fn costs(costs: &Costs) -> Chart {
    let row = |what: &str, cost: &Cost| {
        let cells = cost.iter().map(|points| marked(&pieces(**points, HALVES), points));
        std::iter::once(what.to_owned()).chain(cells).collect::<Vec<String>>()
    };
    // A battery climbs with all it has (9.5a).
    let mut steep_up = row("Steep Slope up, added", &costs.steep_up);
    let guns = Mover::Guns as usize;
    steep_up[1 + guns] = marked("whole allowance", &costs.steep_up[guns]);
    // Whom it concerns: foot, horse, guns.
    let single = |what: &str, points: Cell<u8>, concerns: [bool; 3]| {
        let cell = marked(&pieces(*points, HALVES), &points);
        let cells = concerns.map(|concerned| if concerned { cell.clone() } else { NOTHING.to_owned() });
        std::iter::once(what.to_owned()).chain(cells).collect::<Vec<String>>()
    };
    let foot = [true, false, false];
    let rows = vec![
        row("Clear", &costs.clear),
        row("Light woods", &costs.woods),
        row("Orchard", &costs.orchard),
        row("Wall, added", &costs.wall),
        row("Angled, added", &costs.angled),
        row("Slope up, added", &costs.slope_up),
        steep_up,
        row("Steep Slope down, added", &costs.steep_down),
        row("Along a lane", &costs.lane),
        row("Along road or turnpike", &costs.road),
        row("The same in March Column", &costs.march),
        single("In Skirmish Order, less for each hex", costs.skirmish_less, foot),
        single("In Skirmish Order, at least", costs.skirmish_least, foot),
        single("Leaving Skirmish Order", costs.leave_skirmish, foot),
        single("Mounting or dismounting", costs.mount, [true, true, false]),
        single("Leaving the map", costs.exit, [true; 3]),
    ];
    Chart::new("Movement points", &["Terrain", "On foot", "Mounted", "Battery"], rows).noted(KEY)
}
