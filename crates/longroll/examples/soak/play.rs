//! The games that are played: by random commanders, beforehand.

use std::sync::Arc;

use ai::{Budget, Level};
use catalog::{Library, Start};
use serde_json::Value;
use tabletop::{BySide, Header, Side, hex_string};

/// A game to be played again.
pub struct Play {
    /// What has been played before, as a record with its secret, so that the dice fall alike.
    pub record: String,
    /// How many entries that has.
    pub begun: u64,
    /// The orders that follow, each with the side that gives it.
    pub orders: Vec<(Side, Value)>,
}

/// So many games of a scenario of which that share has been played, with at least so many orders to
/// come, if they are so long.
///
/// # Errors
/// There is no such scenario, or nobody plays it.
pub fn plays(count: usize, scenario: &str, begun: f64, orders: usize) -> Result<Vec<Arc<Play>>, String> {
    let library = systems::library().map_err(|e| e.to_string())?;
    (1..=count).map(|seed| Play::of(&library, scenario, seed as u8, (begun, orders)).map(Arc::new)).collect()
}

impl Play {
    fn of(
        library: &Library,
        scenario: &str,
        seed: u8,
        (begun, orders): (f64, usize),
    ) -> Result<Play, String> {
        let secret = [seed; 32];
        let start = Start { scenario, ..Start::default() };
        let mut table = library.begin(&start, secret).map_err(|e| e.to_string())?;
        let seated = |side| {
            library.seat(&*table, side, Level::Random, u64::from(seed)).ok_or("nobody plays these rules")
        };
        let (union, confederate) = (seated(Side::Union)?, seated(Side::Confederate)?);
        let mut players = BySide { union, confederate };
        let header = Header { secret: Some(hex_string(&secret)), ..table.header().clone() };
        let mut given = Vec::new();
        // From the start on, or to the end: only then is it known how much a share is.
        while (begun > 0.0 || given.len() < orders)
            && let Some(side) = table.asked()
        {
            let player = &mut players[side];
            let position = player.copy(&*table).ok_or("the table is of other rules")?;
            let decided = player.decide(&position, Budget::Trials(1)).ok_or("there is no legal order")?;
            table.order(side, &decided.order, None).map_err(|e| e.to_string())?;
            given.push((side, decided.order));
        }
        let before = (given.len() as f64 * begun) as usize;
        let following = given.split_off(before);
        let mut record = format!("{}\n", header.value());
        for entry in table.entries(0).into_iter().take(before) {
            record.push_str(&entry.to_string());
            record.push('\n');
        }
        Ok(Play { record, begun: before as u64, orders: following.into_iter().take(orders).collect() })
    }
}
