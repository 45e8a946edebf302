//! The packs that people share on a server, as `longroll admin` lists and removes them.

use serde_json::json;
use server::store::KeptShare;

use super::{How, Output, open, tables};
use crate::game_store::runtime;
use crate::outcome::Stop;

/// All shares, in the order in which they were made.
pub(super) fn list(how: &How) -> Result<Output, Stop> {
    let shares = runtime()?.block_on(async {
        let store = open(how).await?;
        let shares = store.shared_packs().await.map_err(Stop::because)?;
        store.close().await;
        Ok::<_, Stop>(shares)
    })?;
    let shares = json!(shares);
    Ok(Output { text: tables::shares(&shares), json: json!({ "shares": shares }) })
}

/// Removes the one share whose name begins so. A server that runs sees it when it is next asked.
pub(super) fn remove(how: &How, share: &str) -> Result<Output, Stop> {
    let KeptShare { id, title, author, .. } = runtime()?.block_on(async {
        let store = open(how).await?;
        let shares = store.shared_packs().await.map_err(Stop::because)?;
        let mut fitting = shares.iter().filter(|known| known.id.starts_with(share));
        let found = match (fitting.next(), fitting.next()) {
            (Some(found), None) => found.clone(),
            (None, _) => return Err(Stop::because(format!("no share of a name that begins with '{share}'"))),
            (Some(_), Some(_)) => {
                return Err(Stop::because(format!("several shares of a name that begins with '{share}'")));
            }
        };
        store.unshare_pack(&found.id).await.map_err(Stop::because)?;
        store.close().await;
        Ok(found)
    })?;
    Ok(Output {
        text: format!("{title}, by {author}, is shared no longer\n"),
        json: json!({ "removed": id }),
    })
}
