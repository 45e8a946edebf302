//! Accounts: a name and a password or passkeys, where somebody is signed in, and which seats are theirs.
//!
//! Whoever plays by links needs none. An account only holds seats that somebody has shown the token
//! of; it is then as good as that token for whoever is signed in, and never tells it.

mod browser;
mod clock;
mod lines;
mod mailed;
mod names;
mod passkeys;
mod passwords;
pub(crate) mod tries;

use std::sync::Arc;

use protocol::RpcError;
use protocol::answer::You;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::games::{Caller, MOST_SEATS, broken};
use crate::http::PublicUrl;
use crate::limits::{Client, Limit, Refusals, Scope};
use crate::secrets::{SeatHash, fresh_secret, token_hash};
use crate::store::{
    Account, AccountKept, AccountSeat, Ended, NewAccount, NewSession, Session, SessionFacts, Store,
    StoreError, Which,
};
pub use clock::Clock;
pub(crate) use lines::Line;
use lines::Lines;
pub(crate) use passkeys::{MadePasskey, Proof, ShownPasskey};
pub use passwords::Cost;
use passwords::Passwords;
use tries::Tries;
use webauthn_rs::Webauthn;

const DAY: i64 = 24 * 3600;

/// A session ends when it was not seen for so long, in seconds.
const UNSEEN: i64 = 60 * DAY;

/// And in any case after so long, in seconds.
pub(crate) const LONGEST: i64 = 365 * DAY;

/// How often it is noted that a session was seen, in seconds.
const NOTED: i64 = 300;

/// For so long after its account is gone nobody else gets a name, in seconds.
const NAME_RESTS: i64 = 365 * DAY;

/// How many sessions an account has at once; one more ends the one that was longest unseen.
const MOST_SESSIONS: usize = 32;

/// What is allowed, and what a password costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Wrong passwords within an hour from one address.
    pub failures_of: Limit,
    /// Wrong passwords within an hour for one name, wherever they come from; 0: no limit.
    pub failures_for: u32,
    /// Accounts made within an hour from one address.
    pub accounts_of: Limit,
    /// Accounts, in all.
    pub accounts: usize,
    /// What a password costs.
    pub cost: Cost,
    /// How many passwords are hashed at once.
    pub hashed_at_once: usize,
    /// How many wait for that; more are turned away.
    pub waiting: usize,
    /// How many passkeys and links one account may show within ten minutes: each leaves a row behind for so
    /// long.
    pub ceremonies: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            failures_of: Limit::usual(60),
            failures_for: 20,
            accounts_of: Limit::usual(10),
            accounts: 100_000,
            cost: Cost::default(),
            hashed_at_once: 2,
            waiting: 64,
            ceremonies: 64,
        }
    }
}

/// Why something is not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// What was sent is not what was expected.
    Malformed,
    /// Nobody is signed in.
    SignedOut,
    /// The name or the password is wrong.
    Wrong,
    /// There is one like it.
    Taken,
    /// There is none such.
    Missing,
    /// It was done too often: in how many seconds again.
    TooOften(i64),
    /// There is no room for it at this moment.
    Busy,
    /// The program or its database failed.
    Ours,
}

/// That something is not done, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Denied {
    pub(crate) why: Why,
    /// One sentence.
    pub(crate) sentence: String,
}

impl Denied {
    pub(crate) fn new(why: Why, sentence: impl Into<String>) -> Denied {
        Denied { why, sentence: sentence.into() }
    }

    pub(crate) fn too_often(what: &str, seconds: i64) -> Denied {
        let wait = crate::limits::wait(std::time::Duration::from_secs(seconds.max(1).unsigned_abs()));
        Denied::new(Why::TooOften(seconds.max(1)), format!("{what}; try again in {wait}."))
    }

    /// What was sent is not what was expected.
    pub(crate) fn malformed(sentence: impl Into<String>) -> Denied {
        Denied::new(Why::Malformed, sentence)
    }

    /// A text is not what its rule expects.
    pub(crate) fn text(what: String) -> Denied {
        Denied::malformed(format!("{what}."))
    }

    /// The program or the machine failed.
    pub(crate) fn ours() -> Denied {
        Denied::new(Why::Ours, "Something went wrong on the server; nothing was changed.")
    }

    /// The same whether there is such a name or not.
    fn wrong() -> Denied {
        Denied::new(Why::Wrong, "The name or the password is wrong.")
    }
}

impl From<StoreError> for Denied {
    fn from(error: StoreError) -> Denied {
        let told = broken(&error).message;
        let mut letters = told.chars();
        let told: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        Denied::new(Why::Ours, format!("{told}."))
    }
}

impl From<RpcError> for Denied {
    fn from(_: RpcError) -> Denied {
        Denied::ours()
    }
}

/// Who asks, as far as it is known before anybody is signed in.
#[derive(Debug, Clone)]
pub(crate) struct Asker<'a> {
    pub(crate) client: Client,
    /// What the browser says that it is.
    pub(crate) agent: &'a str,
    /// The pass that the browser was given when somebody last signed in there.
    pub(crate) pass: Option<&'a str>,
}

/// Somebody is signed in now.
#[derive(Debug)]
pub(crate) struct Opened {
    /// What the browser keeps.
    pub(crate) secret: String,
    pub(crate) who: SignedIn,
}

/// Who is signed in, and in which session.
#[derive(Debug, Clone)]
pub(crate) struct SignedIn {
    pub(crate) account: Account,
    pub(crate) session: Session,
}

/// A session as its owner is shown it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SessionTold {
    /// What it is called.
    pub(crate) session: String,
    /// When it began: seconds since 1970, UTC.
    pub(crate) created: i64,
    /// When it was last seen, within minutes.
    pub(crate) seen: i64,
    /// When it ends.
    pub(crate) until: i64,
    /// What the browser said that it was.
    pub(crate) browser: String,
    /// Whether it is the one that asks.
    pub(crate) this: bool,
}

/// What became of seats that were to be kept in an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SeatsKept {
    /// How many of those that were shown it holds now.
    pub(crate) kept: usize,
    /// How many tokens open nothing here.
    pub(crate) unknown: usize,
}

/// There is such a name, or one like it.
fn taken() -> Denied {
    Denied::new(
        Why::Taken,
        "This name is taken, was taken until recently, or looks too much like one that is.",
    )
}

/// The accounts of a server.
pub struct Accounts {
    store: Store,
    settings: Settings,
    clock: Clock,
    passwords: Passwords,
    /// What takes passkeys, if any of the server's addresses can have them.
    passkeys: Option<Webauthn>,
    refusals: Arc<Refusals>,
    failures_of: Tries<Scope>,
    failures_for: Tries<String>,
    accounts_of: Tries<Scope>,
    links_for: Tries<String>,
    lines: Lines,
}

/// A try that counts as a failure unless it is settled.
struct Try<'a> {
    accounts: &'a Accounts,
    client: Client,
    /// The name whose password was tried.
    name: Option<String>,
}

impl Try<'_> {
    /// It was none, or not the asker's fault.
    fn forgive(self) {
        self.accounts.failures_of.refund_of(self.client);
        if let Some(name) = &self.name {
            self.accounts.failures_for.refund(name);
        }
    }
}

impl Accounts {
    /// The accounts in that store; `refusals` remembers who was refused something, and passkeys are
    /// taken at those of `addresses` that can have them.
    ///
    /// # Errors
    /// That no password can be hashed so.
    pub fn new(
        store: Store,
        settings: Settings,
        clock: Clock,
        refusals: Arc<Refusals>,
        addresses: &[PublicUrl],
    ) -> Result<Arc<Accounts>, String> {
        let passwords = Passwords::new(settings.cost, settings.hashed_at_once, settings.waiting)
            .map_err(|denied| denied.sentence)?;
        Ok(Arc::new(Accounts {
            store,
            settings,
            clock,
            passwords,
            passkeys: passkeys::relying_party(addresses),
            refusals,
            failures_of: Tries::default(),
            failures_for: Tries::default(),
            accounts_of: Tries::default(),
            links_for: Tries::default(),
            lines: Lines::default(),
        }))
    }

    /// What tells the time here.
    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The time, in seconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now()
    }

    /// The account of that name, if there is one.
    pub(crate) async fn named(&self, name: &str) -> Result<Option<Account>, Denied> {
        Ok(self.store.account_named(&names::spelling(name)).await?)
    }

    /// How many passwords were hashed so far.
    pub fn hashed(&self) -> u64 {
        self.passwords.hashed()
    }

    /// Counts a try of a passkey before it is looked at, so that many at once are not more.
    fn attempt_by_passkey(&self, client: Client) -> Result<Try<'_>, Denied> {
        if let Some(most) = self.settings.failures_of.of(client) {
            self.failures_of.spend_of(client, most, self.clock.now()).map_err(|wait| {
                self.refusals.note("failed-sign-ins-per-hour", client);
                Denied::too_often("Too many wrong passwords or passkeys came from your address", wait)
            })?;
        }
        Ok(Try { accounts: self, client, name: None })
    }

    /// Counts a try of a password before it is looked at, so that many at once are not more.
    fn attempt(&self, client: Client, name: &str) -> Result<Try<'_>, Denied> {
        let now = self.clock.now();
        let by_address = self.attempt_by_passkey(client)?;
        let most = self.settings.failures_for;
        if most > 0
            && let Err(wait) = self.failures_for.spend(&name.to_owned(), most, now)
        {
            by_address.forgive();
            self.refusals.note("failed-sign-ins-per-name", client);
            return Err(Denied::too_often("Too many wrong passwords were given for this name", wait));
        }
        Ok(Try { name: Some(name.to_owned()), ..by_address })
    }

    /// Counts an account that is to be made.
    fn count_account(&self, client: Client) -> Result<(), Denied> {
        let Some(most) = self.settings.accounts_of.of(client) else { return Ok(()) };
        self.accounts_of.spend_of(client, most, self.clock.now()).map_err(|wait| {
            self.refusals.note("accounts-per-hour", client);
            Denied::too_often("Too many accounts were made from your address", wait)
        })
    }

    /// Makes an account and signs its owner in.
    pub(crate) async fn create(
        &self,
        asker: &Asker<'_>,
        name: &str,
        password: &str,
    ) -> Result<Opened, Denied> {
        let name = names::read(name).map_err(|sentence| Denied::new(Why::Malformed, sentence))?;
        passwords::check_new(password, &name.shown)?;
        self.count_account(asker.client)?;
        let password = self.passwords.hash(password).await?;
        let id = fresh_secret()?;
        let new = NewAccount { id, name: name.shown, keys: name.keys, password, passkey: None };
        self.make(asker, new).await
    }

    /// Keeps a new account and signs its owner in.
    async fn make(&self, asker: &Asker<'_>, new: NewAccount) -> Result<Opened, Denied> {
        let holder = self.store.holder(asker.client);
        let room = (self.settings.accounts, holder.as_ref());
        match self.store.make_account(&new, self.clock.now(), room).await? {
            AccountKept::Made => {}
            AccountKept::Taken => return Err(taken()),
            AccountKept::Full => {
                let full = "This server, or your network, has as many accounts as it can hold.";
                return Err(Denied::new(Why::Busy, full));
            }
        }
        tracing::info!("an account was made");
        let account = self.store.account(&new.id).await?.ok_or_else(Denied::wrong)?;
        self.open(account, asker).await
    }

    /// Signs somebody in. It takes the same time and the same work whether there is such a name or
    /// not. The session that the browser had before ends.
    pub(crate) async fn sign_in(
        &self,
        asker: &Asker<'_>,
        (name, password): (&str, &str),
        before: Option<&str>,
    ) -> Result<Opened, Denied> {
        passwords::check_length(password)?;
        let key = names::spelling(name);
        let attempt = match self.pass_of(asker, &key).await? {
            // Counted apart: strangers who try the name keep its owner from no browser of theirs.
            Some(pass) => self.attempt(asker.client, &format!("{key} at {pass}"))?,
            None => self.attempt(asker.client, &key)?,
        };
        let looked = async {
            let account = self.store.account_named(&key).await?;
            let fits = self.passwords.fits(password, account.as_ref().and_then(Account::password)).await?;
            Ok(account.filter(|_| fits))
        };
        let account = match looked.await {
            Ok(Some(account)) => account,
            Ok(None) => return Err(Denied::wrong()),
            Err(denied) => {
                attempt.forgive();
                return Err(denied);
            }
        };
        attempt.forgive();
        self.open_instead(account, asker, before).await
    }

    /// The pass for a browser in which somebody has signed in to that account.
    pub(crate) fn new_pass(&self, account: &Account) -> Option<String> {
        self.store.browser_pass(account, self.now())
    }

    /// The pass of a browser, if it is one for the account of that name and its password.
    async fn pass_of<'a>(&self, asker: &Asker<'a>, name: &str) -> Result<Option<&'a str>, Denied> {
        let Some(pass) = asker.pass else { return Ok(None) };
        let account = self.store.account_named(name).await?;
        let earliest = self.now() - LONGEST;
        Ok(account.filter(|of| self.store.is_browser_pass(pass, of, earliest)).map(|_| pass))
    }

    /// A new session in place of the one that the browser had before.
    async fn open_instead(
        &self,
        account: Account,
        asker: &Asker<'_>,
        before: Option<&str>,
    ) -> Result<Opened, Denied> {
        if let Some(before) = before
            && let Some(old) = self.store.session(&token_hash(before), self.clock.now()).await?
        {
            self.end(&old.account, Ended::One(&old.id)).await?;
        }
        self.open(account, asker).await
    }

    /// A new session.
    async fn open(&self, account: Account, asker: &Asker<'_>) -> Result<Opened, Denied> {
        let now = self.clock.now();
        let there = self.store.sessions(&account.id, now).await?;
        for one in there.iter().skip(MOST_SESSIONS - 1) {
            self.end(&account.id, Ended::One(&one.id)).await?;
        }
        let secret = fresh_secret()? + &fresh_secret()?;
        let new = NewSession {
            hash: token_hash(&secret),
            id: fresh_secret()?,
            account: account.id.clone(),
            created: now,
            until: now + UNSEEN,
            browser: browser::named(asker.agent),
        };
        self.store.open_session(&new).await?;
        let session = Session { hash: new.hash, id: new.id, account: new.account, created: now, seen: now };
        Ok(Opened { secret, who: SignedIn { account, session } })
    }

    /// Who is signed in with that secret; nobody if the session is over.
    pub(crate) async fn who(&self, secret: &str) -> Result<Option<SignedIn>, Denied> {
        let hash = token_hash(secret);
        let Some(session) = self.goes_on(&hash).await? else { return Ok(None) };
        let account = self.store.account(&session.account).await?;
        Ok(account.map(|account| SignedIn { account, session }))
    }

    /// The session whose secret has this hash, if it goes on; it is noted as seen.
    async fn goes_on(&self, hash: &str) -> Result<Option<Session>, StoreError> {
        let now = self.clock.now();
        let Some(session) = self.store.session(hash, now).await? else { return Ok(None) };
        if now - session.seen >= NOTED {
            let until = (now + UNSEEN).min(session.created + LONGEST);
            self.store.see_session(&session, now, until).await?;
        }
        Ok(Some(session))
    }

    /// Ends sessions, here and now with all their lines.
    async fn end(&self, account: &str, which: Ended<'_>) -> Result<usize, Denied> {
        let ended = self.store.end_sessions(account, which).await?;
        ended.iter().for_each(|hash| self.lines.cut(hash));
        Ok(ended.len())
    }

    /// Signs out: that session is over.
    pub(crate) async fn sign_out(&self, who: &SignedIn) -> Result<(), Denied> {
        self.end(&who.account.id, Ended::One(&who.session.id)).await.map(|_| ())
    }

    /// Ends one of one's own sessions.
    pub(crate) async fn end_session(&self, who: &SignedIn, session: &str) -> Result<(), Denied> {
        match self.end(&who.account.id, Ended::One(session)).await? {
            0 => Err(Denied::new(Why::Missing, "This session has already ended.")),
            _ => Ok(()),
        }
    }

    /// Ends all of one's own sessions.
    pub(crate) async fn sign_out_everywhere(&self, who: &SignedIn) -> Result<(), Denied> {
        self.end(&who.account.id, Ended::All).await.map(|_| ())
    }

    /// The sessions that go on, the last seen first.
    pub(crate) async fn sessions(&self, who: &SignedIn) -> Result<Vec<SessionTold>, Denied> {
        let told = |facts: SessionFacts| SessionTold {
            this: facts.hash == who.session.hash,
            session: facts.id,
            created: facts.created,
            seen: facts.seen,
            until: facts.until,
            browser: facts.browser,
        };
        let sessions = self.store.sessions(&who.account.id, self.clock.now()).await?;
        Ok(sessions.into_iter().map(told).collect())
    }

    async fn confirm_by_password(
        &self,
        client: Client,
        who: &SignedIn,
        password: &str,
    ) -> Result<(), Denied> {
        passwords::check_length(password)?;
        // Counted apart: strangers who try the name keep nobody who is signed in from this.
        let attempt = self.attempt(client, &format!("{} signed in", names::spelling(&who.account.name)))?;
        match self.passwords.fits(password, who.account.password()).await {
            Ok(true) => attempt.forgive(),
            Ok(false) => return Err(Denied::new(Why::Wrong, "The password is wrong.")),
            Err(denied) => {
                attempt.forgive();
                return Err(denied);
            }
        }
        Ok(())
    }

    /// Sets another password, or a first one. All sessions end, and the one who asks gets a new one.
    pub(crate) async fn change_password(
        &self,
        asker: &Asker<'_>,
        who: &SignedIn,
        proof: Proof,
        new: &str,
    ) -> Result<Opened, Denied> {
        passwords::check_new(new, &who.account.name)?;
        self.confirm(asker.client, who, proof).await?;
        let hash = self.passwords.hash(new).await?;
        let ended = self.store.set_password(&who.account, &hash, self.clock.now()).await?;
        ended.iter().for_each(|hash| self.lines.cut(hash));
        let account = self.store.account(&who.account.id).await?.ok_or_else(Denied::wrong)?;
        self.open(account, asker).await
    }

    /// Deletes the account, which its owner has confirmed. Its games stay, and its seats are whose links
    /// they are. From then on it can begin nothing; its matches that go on are still to be given up.
    pub(crate) async fn delete(&self, who: &SignedIn) -> Result<(), Denied> {
        let ended = self.store.delete_account(&who.account.id, self.clock.now() + NAME_RESTS).await?;
        ended.iter().for_each(|hash| self.lines.cut(hash));
        tracing::info!("an account was deleted by its owner");
        Ok(())
    }

    /// Puts the seats of these tokens into the account.
    pub(crate) async fn keep_seats(&self, who: &SignedIn, tokens: &[String]) -> Result<SeatsKept, Denied> {
        let mut done = SeatsKept { kept: 0, unknown: 0 };
        for token in tokens {
            let held = match self.store.seated(&token_hash(token)).await {
                Ok(Some(held)) => held,
                // Damaged ones are told where games are listed.
                Ok(None) | Err(StoreError::Unreadable { .. }) => {
                    done.unknown += 1;
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let seat = (&*held.id, held.you);
            if !self.store.hold_seat(&who.account.id, seat, (self.clock.now(), true), MOST_SEATS).await? {
                let sentence = format!("An account holds at most {MOST_SEATS} seats; take some of them out.");
                return Err(Denied::new(Why::Malformed, sentence));
            }
            done.kept += 1;
        }
        Ok(done)
    }

    /// Takes a seat out of the account. Whoever has its link holds it as before.
    /// A seat of a match or a tournament stays while its game goes on: it has no link.
    pub(crate) async fn let_go(&self, who: &SignedIn, game: &str, you: You) -> Result<(), Denied> {
        if self.store.game_stand(game).await?.is_some_and(|stand| stand.asked.is_some()) {
            let is_of_match = !self.store.matches(Which::Of(game)).await?.is_empty();
            if is_of_match || self.store.tournament_of(game).await?.is_some() {
                let of = if is_of_match { "match" } else { "tournament" };
                let sentence = format!(
                    "This game is one of a {of}, and its seat has no link: give the game up instead."
                );
                return Err(Denied::new(Why::Taken, sentence));
            }
        }
        match self.store.let_go_of_seat(&who.account.id, game, you).await? {
            true => Ok(()),
            false => Err(Denied::new(Why::Missing, "This account does not hold that seat.")),
        }
    }

    /// The seats of the account, the newest first.
    pub(crate) async fn seats(&self, who: &SignedIn) -> Result<Vec<AccountSeat>, Denied> {
        Ok(self.store.account_seats(&who.account.id).await?)
    }

    /// A line that is opened in the session of that secret; none if the session is over. It is cut
    /// when the session ends.
    pub(crate) async fn line(self: &Arc<Accounts>, secret: &str, cut: &CancellationToken) -> Option<Line> {
        let hash = token_hash(secret);
        // First it is entered and then the session is looked for: one that ends meanwhile cuts it.
        let line = Lines::enter(self, &hash, cut);
        match self.goes_on(&hash).await {
            Ok(Some(_)) => Some(line),
            Ok(None) => None,
            Err(error) => {
                broken(&error);
                None
            }
        }
    }

    /// The seat that the account of a session holds in a game.
    pub(crate) async fn seat(
        &self,
        session: Option<&str>,
        game: &str,
        (you, of): (You, &str),
    ) -> Result<SeatHash, RpcError> {
        let none = || RpcError::not_yours("this seat is one of an account's: sign in to that account");
        let session = session.filter(|_| of == game).ok_or_else(none)?;
        let now = self.clock.now();
        let found = self.store.seat_in_session(session, (game, you), now).await;
        found.map_err(|error| broken(&error))?.map(SeatHash::kept).ok_or_else(none)
    }

    /// All seats of the account of a session, the newest first.
    pub(crate) async fn seats_in(&self, session: &str) -> Result<Vec<SeatHash>, RpcError> {
        let found = async {
            let Some(session) = self.goes_on(session).await? else { return Ok(Vec::new()) };
            self.store.account_seats(&session.account).await
        };
        let seats = found.await.map_err(|error: StoreError| broken(&error))?;
        Ok(seats.into_iter().map(|seat| SeatHash::kept(seat.hash)).collect())
    }

    /// Who is signed in in a session, and whether they hold a seat of a game; nobody if it is over.
    pub(crate) async fn caller(&self, session: &str, game: &str) -> Result<Caller, RpcError> {
        let found = async {
            let Some(session) = self.goes_on(session).await? else { return Ok(Caller::default()) };
            let account = self.store.account(&session.account).await?;
            let seats = self.store.account_seats(&session.account).await?;
            let plays = seats.iter().any(|seat| seat.game == game);
            Ok(Caller { name: account.map(|account| account.name), plays })
        };
        found.await.map_err(|error: StoreError| broken(&error))
    }

    /// Cuts the lines of sessions that are over: that have run out, or that another server has ended.
    pub async fn look_after_lines(&self) {
        for hash in self.lines.sessions() {
            match self.store.session(&hash, self.clock.now()).await {
                Ok(Some(_)) => {}
                Ok(None) => self.lines.cut(&hash),
                Err(error) => drop(broken(&error)),
            }
        }
        let now = self.clock.now();
        self.failures_of.tidy(now);
        self.failures_for.tidy(now);
        self.accounts_of.tidy(now);
        self.links_for.tidy(now);
    }

    /// Forgets sessions and challenges that are over, and names that may be taken again.
    pub async fn sweep(&self) {
        let now = self.clock.now();
        for swept in [self.store.sweep_accounts(now).await, self.store.sweep_challenges(now).await] {
            if let Err(error) = swept {
                broken(&error);
            }
        }
    }
}

/// The seat and the game that a token names that is none: `account:union:` and the game is the seat
/// that the account holds that is signed in.
pub(crate) fn seat_named(token: &str) -> Option<(You, &str)> {
    let (seat, game) = token.strip_prefix("account:")?.split_once(':')?;
    Some((You::from_word(seat)?, game))
}
