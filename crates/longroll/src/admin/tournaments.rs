//! The tournaments of a server, as `longroll admin` lists and deletes them.

use std::cmp::Reverse;

use serde_json::{Value, json};

use super::{How, Output, open, tables};
use crate::game_store::runtime;
use crate::outcome::Stop;

/// Lists all tournaments, the newest first.
pub(super) fn list(how: &How) -> Result<Output, Stop> {
    let mut kept = runtime()?.block_on(async {
        let store = open(how).await?;
        let kept = store.tournaments().await.map_err(Stop::because)?;
        store.close().await;
        Ok::<_, Stop>(kept)
    })?;
    kept.sort_by_key(|kept| Reverse(kept.line["made"].as_i64()));
    let told = |kept: &server::store::KeptTournament| {
        let of = |field: &str| kept.line[field].clone();
        let entered = kept.line["entrants"].as_array().map_or(0, Vec::len);
        json!({
            "tournament": kept.id, "title": of("title"), "by": of("maker_name"), "stage": of("stage"),
            "made": of("made"), "entered": entered,
        })
    };
    let told: Value = kept.iter().map(told).collect();
    Ok(Output { text: tables::tournaments(&told), json: json!({ "tournaments": told }) })
}

/// Deletes the one tournament whose name begins so. A server that runs finds it gone.
pub(super) fn delete(how: &How, tournament: &str) -> Result<Output, Stop> {
    let (id, title) = runtime()?.block_on(async {
        let store = open(how).await?;
        let kept = store.tournaments().await.map_err(Stop::because)?;
        let mut fitting = kept.into_iter().filter(|known| known.id.starts_with(tournament));
        let found = match (fitting.next(), fitting.next()) {
            (Some(found), None) => found,
            (None, _) => {
                return Err(Stop::because(format!(
                    "no tournament of a name that begins with '{tournament}'"
                )));
            }
            (Some(_), Some(_)) => {
                return Err(Stop::because(format!(
                    "several tournaments of a name that begins with '{tournament}'"
                )));
            }
        };
        let deleted = store.delete_tournament(&found.id).await.map_err(Stop::because)?;
        store.close().await;
        let title = found.line["title"].as_str().unwrap_or_default().to_owned();
        match deleted {
            true => Ok((found.id, title)),
            false => Err(Stop::because(format!("{title} has begun, and its games count for ratings"))),
        }
    })?;
    Ok(Output {
        text: format!("the tournament {id:.8}, {title}, is deleted\n"),
        json: json!({ "deleted": id }),
    })
}
