//! What `longroll serve --club` brings: accounts, and notices to them.

use std::sync::Arc;

use server::PublicUrl;
use server::games::Games;

use crate::outcome::Stop;

/// Accounts, for who runs Longroll for others.
#[derive(clap::Args)]
#[command(next_help_heading = "For a club (needs a program that was built with --features club)")]
pub(crate) struct Club {
    /// Let people have accounts, with a name and a password or passkeys; players by link need none
    #[arg(long, requires = "public_urls")]
    club: bool,
    /// Wrong passwords within an hour from one address; 0: no limit [default: 60, but for this machine]
    #[arg(long, value_name = "N", requires = "club")]
    failed_sign_ins_per_hour: Option<u32>,
    /// Wrong passwords within an hour for one name, wherever they come from; 0: no limit
    #[arg(long, value_name = "N", default_value_t = 20, requires = "club")]
    failed_sign_ins_per_name: u32,
    /// Accounts made within an hour from one address; 0: no limit [default: 10, but for this machine]
    #[arg(long, value_name = "N", requires = "club")]
    accounts_per_hour: Option<u32>,
    /// Maximum number of accounts in the club
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "club")]
    max_accounts: u32,
    /// The mail server for notices: smtps://USER:PASSWORD@HOST, or smtp://…?tls=required to begin
    /// without encryption, or smtp://HOST to do without; better given in the environment, where others
    /// do not see the password
    #[arg(
        long,
        value_name = "URL",
        env = "LONGROLL_MAIL",
        hide_env_values = true,
        requires = "club",
        requires = "mail_from"
    )]
    mail: Option<String>,
    /// Whom mail is from, as in "Longroll <games@example.org>"
    #[arg(long, value_name = "SENDER", env = "LONGROLL_MAIL_FROM", requires = "mail")]
    mail_from: Option<String>,
    /// Let people have notices sent to addresses of this server's own network too, and without
    /// encryption
    #[arg(long, requires = "club")]
    notices_to_own_network: bool,
}

impl Club {
    /// Checks that this program supports the options given.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        if self.club && cfg!(not(feature = "club")) {
            return Err(Stop::because(
                "this program was built without accounts: --club needs one that was built with --features club",
            ));
        }
        Ok(())
    }

    /// Lets people have accounts, if that is asked for.
    #[cfg(feature = "club")]
    pub(crate) fn open(&self, games: &Arc<Games>, addresses: &[PublicUrl]) -> Result<(), Stop> {
        use server::Limit;
        use server::accounts::{Accounts, Clock, Settings};
        use server::notices::{MailSettings, NoticeSettings, Notices};

        if !self.club {
            return Ok(());
        }
        let usual = Settings::default();
        let settings = Settings {
            failures_of: self.failed_sign_ins_per_hour.map_or(usual.failures_of, Limit::set),
            failures_for: self.failed_sign_ins_per_name,
            accounts_of: self.accounts_per_hour.map_or(usual.accounts_of, Limit::set),
            accounts: usize::try_from(self.max_accounts).unwrap_or(usize::MAX),
            ..usual
        };
        let refusals = Arc::clone(games.allowances().refusals());
        let store = games.store().clone();
        let accounts = Accounts::new(store, settings, Clock::default(), refusals, addresses);
        games.open_accounts(accounts.map_err(Stop::because)?);
        let mail = match (&self.mail, &self.mail_from) {
            (Some(mail), Some(from)) => Some(MailSettings::new(mail, from).map_err(Stop::because)?),
            _ => None,
        };
        let settings = NoticeSettings {
            address: addresses.first().map(|url| url.origin().to_owned()).unwrap_or_default(),
            own_network: self.notices_to_own_network,
            mail,
        };
        let notices = Notices::new(games.store().clone(), Clock::default(), settings);
        games.open_notices(notices.map_err(Stop::because)?);
        Ok(())
    }

    /// Opens nothing: [`Club::check`] has already refused it.
    #[cfg(not(feature = "club"))]
    pub(crate) fn open(&self, _: &Arc<Games>, _: &[PublicUrl]) -> Result<(), Stop> {
        let Club {
            failed_sign_ins_per_hour: _,
            failed_sign_ins_per_name: _,
            accounts_per_hour: _,
            max_accounts: _,
            mail: _,
            mail_from: _,
            notices_to_own_network: _,
            ..
        } = self;
        Ok(())
    }
}
