//! What people reported of what others say, as `longroll admin` lists it and takes it away.

use serde_json::json;
use server::store::Report;

use super::{How, Output, open, tables};
use crate::game_store::runtime;
use crate::outcome::Stop;

/// Lists all reports, the oldest first.
pub(super) fn list(how: &How) -> Result<Output, Stop> {
    let reports = runtime()?.block_on(async {
        let store = open(how).await?;
        let reports = store.reports().await.map_err(Stop::because)?;
        store.close().await;
        Ok::<_, Stop>(reports)
    })?;
    let reports = json!(reports);
    Ok(Output { text: tables::reports(&reports), json: json!({ "reports": reports }) })
}

/// Takes away the one report whose name begins so.
pub(super) fn end(how: &How, report: &str) -> Result<Output, Stop> {
    let Report { id, game, .. } = runtime()?.block_on(async {
        let store = open(how).await?;
        let reports = store.reports().await.map_err(Stop::because)?;
        let mut fitting = reports.into_iter().filter(|known| known.id.starts_with(report));
        let found = match (fitting.next(), fitting.next()) {
            (Some(found), None) => found,
            (None, _) => {
                return Err(Stop::because(format!("no report of a name that begins with '{report}'")));
            }
            (Some(_), Some(_)) => {
                return Err(Stop::because(format!("several reports of a name that begins with '{report}'")));
            }
        };
        store.end_report(&found.id).await.map_err(Stop::because)?;
        store.close().await;
        Ok(found)
    })?;
    Ok(Output {
        text: format!("the report {id:.8} of game {game:.8} is gone\n"),
        json: json!({ "ended": id }),
    })
}
