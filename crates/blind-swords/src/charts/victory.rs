//! The chart of a scenario's levels of victory (20).

use tabletop::Chart;

use crate::scenario::Victory;

/// From which measure to which each level goes.
pub(super) fn levels(victory: &Victory) -> Chart {
    let mut over: Option<i32> = None;
    let mut rows = Vec::new();
    for level in &victory.levels {
        let from = over.map(|over| over.saturating_add(1));
        let span = match (from, level.upto) {
            (Some(from), Some(upto)) if from == upto => upto.to_string(),
            (Some(from), Some(upto)) => format!("{from} to {upto}"),
            (None, Some(upto)) => format!("{upto} or less"),
            (Some(from), None) => format!("{from} or more"),
            (None, None) => "any".to_owned(),
        };
        rows.push(vec![span, level.name.clone()]);
        over = level.upto;
    }
    Chart::new("Levels of victory", &["Points or hexes", "Level"], rows)
}
