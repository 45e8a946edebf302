//! A link by mail, for who has forgotten their password or has no device at hand. It goes to the
//! addresses at which the account has shown that it reads mail, and signs in once.

use super::passkeys::{Ceremony, UnderWay, over};
use super::{Accounts, Asker, Denied, Opened, names};
use crate::limits::Client;
use crate::store::Account;

/// How long a link is good for, in seconds.
const LINK: i64 = 15 * 60;

/// How long whoever came by it needs no password, in seconds.
const PROVEN: i64 = 10 * 60;

/// How many links are sent for one name within an hour.
const LINKS_PER_HOUR: u32 = 3;

/// Somebody came by a link.
#[derive(Debug)]
pub(crate) struct CameByLink {
    pub(crate) opened: Opened,
    /// What stands for a password, once and for minutes.
    pub(crate) proof: String,
}

impl Accounts {
    /// Counts a link that is asked for, whether there is such a name or not.
    pub(crate) fn count_link(&self, client: Client, name: &str) -> Result<(), Denied> {
        let attempt = self.attempt_by_passkey(client)?;
        let spent = self.links_for.spend(&names::spelling(name), LINKS_PER_HOUR, self.clock.now());
        spent.map_err(|wait| {
            attempt.forgive();
            self.refusals.note("links-per-name", client);
            Denied::too_often("Too many links were asked for this name", wait)
        })
    }

    /// The secret of a link for the account of that name, if there is one.
    pub(crate) async fn make_link(&self, name: &str) -> Result<Option<(Account, String)>, Denied> {
        let Some(account) = self.named(name).await? else { return Ok(None) };
        let secret = self.seal_ceremony(Ceremony::Mailed { account: account.id.clone() }, LINK)?;
        Ok(Some((account, secret)))
    }

    /// Signs in whoever came by a link. The session that the browser had before ends.
    pub(crate) async fn sign_in_by_link(
        &self,
        asker: &Asker<'_>,
        link: &str,
        before: Option<&str>,
    ) -> Result<CameByLink, Denied> {
        let UnderWay { id, until, of } = self.under_way(link)?;
        let Ceremony::Mailed { account } = of else { return Err(over()) };
        let account = self.store.account(&account).await?.ok_or_else(over)?;
        self.answered((&id, until), &account.id).await?;
        let proof = self.seal_ceremony(Ceremony::Proven { account: account.id.clone() }, PROVEN)?;
        Ok(CameByLink { opened: self.open_instead(account, asker, before).await?, proof })
    }
}
