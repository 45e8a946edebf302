//! Connections that send the dearest messages that are known, one after another.

use serde_json::{Value, json};
use tokio::sync::watch;

use crate::player::Connection;

/// Has packs of twelve maps, as large as maps may be, checked and drawn without a pause.
///
/// # Errors
/// What the server said.
pub async fn attack(address: String, mut stopped: watch::Receiver<()>) -> Result<(), String> {
    let mut line = Connection::open(&address).await?;
    let files: Value = (0..12).map(|n| (format!("blue-gray/{n}/map.toml"), map())).collect();
    loop {
        tokio::select! {
            checked = line.ask("pack.check", json!({ "files": files })) => drop(checked?),
            _ = stopped.changed() => return Ok(()),
        }
    }
}

/// A map of 4,096 hexes of woods.
fn map() -> Value {
    let rows = format!("{}\n", "w".repeat(64)).repeat(64);
    json!({
        "title": "M", "about": "M", "hex_metres": 400,
        "ground": { "legend": { "w": "woods" }, "rows": rows },
        "grid": {
            "layout": "flat-even-lower", "numbering": "column-row", "columns": 64, "rows": 64, "first_column": 1,
            "first_row": 1,
        },
    })
}
