//! Games between computers that always have something to think about.

use std::time::Duration;

use serde_json::json;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::player::Connection;

/// Looks at games between two computers, one after another, so that they are played; how many orders
/// they gave in that span.
///
/// # Errors
/// What the server said.
pub async fn look_on(
    address: String,
    (scenario, level): (String, String),
    (from, until): (Instant, Instant),
    mut stopped: watch::Receiver<()>,
) -> Result<u64, String> {
    let mut line = Connection::open(&address).await?;
    let mut orders = 0;
    loop {
        let commander = json!({ "level": level });
        let new = json!({
            "scenario": scenario,
            "commanders": { "union": commander, "confederate": commander },
        });
        let made = line.ask("game.new", new).await?;
        let watch = json!({ "game": made["game"], "patches": true });
        let mut version = line.ask("game.watch", watch).await?["version"].as_u64().unwrap_or(0);
        loop {
            let told = tokio::select! {
                told = line.hear("game.changed") => told?,
                _ = stopped.changed() => return Ok(orders),
                // It is over, or somebody thinks for long.
                () = tokio::time::sleep(LONGEST) => break,
            };
            let now = told["version"].as_u64().unwrap_or(version);
            if (from..until).contains(&Instant::now()) {
                orders += now.saturating_sub(version);
            }
            version = now;
        }
    }
}

/// When nothing has come for so long, the next game begins.
const LONGEST: Duration = Duration::from_secs(60);
