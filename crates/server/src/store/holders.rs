//! The networks that games, packs and accounts are counted for: no addresses, but hashes under the server's
//! key, which nobody without the key can find the address of.

use sha2::{Digest, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use tabletop::hex_string;

use super::link::Link;
use super::unstarted::{ORDERED, STANDS};
use super::{Store, StoreError};
use crate::limits::{Client, Holder, Shares};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// A game without an order.
    Game,
    /// A data pack.
    Pack,
    /// A pack that is shared.
    Share,
    /// An account.
    Account,
    /// A tournament that is not over.
    Tournament,
}

impl Held {
    fn word(self) -> &'static str {
        match self {
            Held::Game => "game",
            Held::Pack => "pack",
            Held::Share => "share",
            Held::Account => "account",
            Held::Tournament => "tournament",
        }
    }
}

impl Store {
    /// The networks of a client as they are kept; none for programs on this machine, and on a server that was
    /// started without its key.
    pub(crate) fn holder(&self, client: Client) -> Option<Holder<String>> {
        let (key, networks) = (self.key.as_ref()?.derived("networks"), client.holder()?);
        let hashed = |level: usize| {
            let network =
                Sha256::new().chain_update(key).chain_update(format!("{level} {}", networks[level]));
            hex_string(&network.finalize()[..8])
        };
        Some([0, 1, 2].map(hashed))
    }

    /// Forgets the networks of what is no more, and of games that have begun.
    ///
    /// # Errors
    /// The database's own.
    pub(crate) async fn sweep_holders(&self) -> Result<(), StoreError> {
        let text = format!(
            "DELETE FROM holders WHERE NOT EXISTS (SELECT 1 FROM games WHERE kind = 'game' AND games.id = item \
             AND NOT {ORDERED} AND NOT {STANDS}) \
             AND NOT EXISTS (SELECT 1 FROM packs WHERE kind = 'pack' AND packs.id = item) \
             AND NOT EXISTS (SELECT 1 FROM shared_packs WHERE kind = 'share' AND shared_packs.id = item) \
             AND NOT EXISTS (SELECT 1 FROM accounts WHERE kind = 'account' AND accounts.id = item) \
             AND NOT EXISTS (SELECT 1 FROM tournaments WHERE kind = 'tournament' AND tournaments.id = item AND open = 1)"
        );
        self.change_by(sqlx::query(AssertSqlSafe(text))).await.map(|_| ())
    }
}

/// Notes for which networks an item is counted, the first that brought it.
pub(super) async fn hold(
    link: &mut Link,
    (held, item): (Held, &str),
    holder: Option<&Holder<String>>,
) -> Result<(), sqlx::Error> {
    let Some(holder) = holder else { return Ok(()) };
    let insert = sqlx::query(
        "INSERT INTO holders (kind, item, networks) VALUES ($1, $2, $3) ON CONFLICT (kind, item) DO NOTHING",
    );
    link.execute(insert.bind(held.word()).bind(item).bind(holder.join(" "))).await.map(|_| ())
}

/// An item is no more.
pub(super) async fn let_go(link: &mut Link, (held, item): (Held, &str)) -> Result<(), sqlx::Error> {
    let delete = sqlx::query("DELETE FROM holders WHERE kind = $1 AND item = $2");
    link.execute(delete.bind(held.word()).bind(item)).await.map(|_| ())
}

/// The items that `which` finds, by their `id` and in the order of `came`, with the networks that they are
/// counted for; those with `stays` never give way.
pub(super) async fn shares(
    link: &mut Link,
    held: Held,
    which: &str,
) -> Result<Shares<String, String>, sqlx::Error> {
    shares_by(link, (held, "id"), which, &[]).await
}

/// The same, counted for the networks of what that column of theirs names. What is bound is `$2` and so on.
pub(super) async fn shares_by(
    link: &mut Link,
    (held, by): (Held, &str),
    which: &str,
    bound: &[&str],
) -> Result<Shares<String, String>, sqlx::Error> {
    let text = format!(
        "SELECT i.id AS id, i.stays AS stays, h.networks AS networks FROM ({which}) i \
         LEFT JOIN holders h ON h.kind = $1 AND h.item = i.{by} ORDER BY i.came, i.id"
    );
    let mut shares = Shares::default();
    let query = sqlx::query(AssertSqlSafe(text)).bind(held.word());
    let query = bound.iter().fold(query, |query, bound| query.bind((*bound).to_owned()));
    for row in link.rows(query).await? {
        shares.enter_so(row.try_get("id")?, read(&row)?, row.try_get::<i64, _>("stays")? > 0);
    }
    Ok(shares)
}

/// The networks that an item is counted for.
pub(super) async fn holder_of(
    link: &mut Link,
    (held, item): (Held, &str),
) -> Result<Option<Holder<String>>, sqlx::Error> {
    let query = sqlx::query("SELECT networks FROM holders WHERE kind = $1 AND item = $2");
    let row = link.row(query.bind(held.word()).bind(item)).await?;
    row.map_or(Ok(None), |row| read(&row))
}

fn read(row: &AnyRow) -> Result<Option<Holder<String>>, sqlx::Error> {
    let networks: Option<String> = row.try_get("networks")?;
    let networks: Vec<String> = networks.unwrap_or_default().split(' ').map(str::to_owned).collect();
    Ok(networks.try_into().ok())
}
