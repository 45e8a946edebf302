//! Passkeys (WebAuthn): a browser or a security key signs what the server asks it to, and only for
//! this server's name. Nothing that it could be stolen with is kept here or typed there.
//!
//! Adding a passkey, and showing one, is a ceremony: the server asks, the browser answers. What the
//! server asked goes along with the question, sealed under the server's key and good for a few minutes: so
//! questions take no room here. Each is answered once; only that it was answered is kept.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tabletop::text;
use url::Url;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Uuid, Webauthn, WebauthnBuilder, WebauthnError,
};

use super::{Accounts, Asker, Denied, Opened, SignedIn, Why, names};
use crate::http::PublicUrl;
use crate::limits::Client;
use crate::secrets::fresh_secret;
use crate::store::{Account, CeremonyAnswered, KeptPasskey, NewAccount, PasskeyRemoved};

/// How long a ceremony may take, in seconds: to find a security key, and its number.
const MINUTES: i64 = 10 * 60;

/// How many passkeys an account has.
const MOST_PASSKEYS: usize = 16;

/// What begins a ceremony.
#[derive(Debug, Serialize)]
pub(crate) struct Begun {
    /// What it is called, until it is over.
    pub(crate) ceremony: String,
    /// What the browser is asked.
    pub(crate) options: Value,
}

/// What a browser answers that made a passkey.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MadePasskey {
    ceremony: String,
    credential: RegisterPublicKeyCredential,
    /// What its owner calls it.
    #[serde(default)]
    name: String,
}

/// What a browser answers that was asked for a passkey.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShownPasskey {
    ceremony: String,
    credential: PublicKeyCredential,
}

/// What shows that it is the owner who asks, and not somebody at a browser that was left open.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Proof {
    /// The password.
    Password(String),
    /// A passkey of the account.
    Passkey(Box<ShownPasskey>),
    /// What whoever came by a link by mail was given.
    Link(String),
}

/// A passkey as its owner is told of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct PasskeyTold {
    /// What the authenticator calls it.
    pub(crate) passkey: String,
    /// What its owner calls it.
    pub(crate) name: String,
    /// Seconds since 1970.
    pub(crate) created: i64,
    /// When somebody last signed in with it: seconds since 1970; 0 if nobody did.
    pub(crate) used: i64,
}

/// A ceremony that is under way, as it is sealed.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct UnderWay {
    pub(super) id: String,
    /// Seconds since 1970.
    pub(super) until: i64,
    pub(super) of: Ceremony,
}

/// What the server has to know when the browser answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Ceremony {
    /// A passkey is added to this account.
    Adding { account: String, state: Box<PasskeyRegistration> },
    /// A passkey is made together with an account of that name.
    Creating { id: String, name: String, state: Box<PasskeyRegistration> },
    /// A link was sent to whoever reads the mail of this account.
    Mailed { account: String },
    /// Somebody came to this account by such a link.
    Proven { account: String },
    /// A passkey is shown.
    Showing { state: Box<DiscoverableAuthentication> },
}

/// What takes passkeys for this server: by the first of its addresses that can be told from others.
/// Browsers have passkeys for names that are reached by https, and for this machine.
pub(super) fn relying_party(addresses: &[PublicUrl]) -> Option<Webauthn> {
    let can = |address: &&PublicUrl| {
        let name = address.host().parse::<std::net::Ipv4Addr>().is_err() && !address.host().starts_with('[');
        name && (address.origin().starts_with("https:") || address.host() == "localhost")
    };
    let first = addresses.iter().find(can)?;
    let origin = |address: &PublicUrl| Url::parse(address.origin()).ok();
    let at = origin(first)?;
    let mut builder = WebauthnBuilder::new(first.host(), &at).ok()?.rp_name("Longroll");
    let inside = format!(".{}", first.host());
    for other in addresses.iter().filter(can).filter(|other| *other != first) {
        if other.host() == first.host() || other.host().ends_with(&inside) {
            builder = builder.append_allowed_origin(&origin(other)?);
        }
    }
    builder.build().ok()
}

/// An account's number where passkeys are asked for: its own, of 128 bits.
fn number(account: &str) -> Result<Uuid, Denied> {
    Uuid::try_parse(account).map_err(|_| Denied::ours())
}

fn refused() -> Denied {
    Denied::new(Why::Wrong, "This passkey was not accepted.")
}

/// What a browser sent is not what it was asked for.
fn not_accepted(error: &WebauthnError) -> Denied {
    tracing::info!(%error, "a passkey was not accepted");
    refused()
}

fn failed(error: &WebauthnError) -> Denied {
    tracing::error!(%error, "a passkey could not be asked for");
    Denied::ours()
}

pub(super) fn over() -> Denied {
    Denied::new(Why::Missing, "This took too long, or was already answered; start again.")
}

/// What a passkey is called if its owner calls it nothing, and what was wrong with what they say.
fn read_name(name: &str) -> Result<String, Denied> {
    let name = text::TITLE.read_optional("name", name).map_err(Denied::text)?;
    Ok(if name.is_empty() { "Passkey".to_owned() } else { name.to_owned() })
}

/// As browsers write it.
fn id_text(id: &[u8]) -> String {
    use base64::Engine;
    base64::prelude::BASE64_URL_SAFE_NO_PAD.encode(id)
}

impl Accounts {
    /// Whether passkeys are taken here.
    pub(crate) fn takes_passkeys(&self) -> bool {
        self.passkeys.is_some()
    }

    fn relying_party(&self) -> Result<&Webauthn, Denied> {
        let none =
            "Passkeys need an address with a name that is reached by https, which this server has not.";
        self.passkeys.as_ref().ok_or_else(|| Denied::new(Why::Missing, none))
    }

    /// The passkeys of the account, the oldest first.
    pub(crate) async fn passkeys_of(&self, who: &SignedIn) -> Result<Vec<PasskeyTold>, Denied> {
        let kept = self.store.passkeys(&who.account.id).await?;
        let told = |kept: KeptPasskey| PasskeyTold {
            passkey: kept.id,
            name: kept.name,
            created: kept.created,
            used: kept.used,
        };
        Ok(kept.into_iter().map(told).collect())
    }

    /// Seals what a ceremony has to know, and asks the browser.
    fn begin(&self, ceremony: Ceremony, options: Value) -> Result<Begun, Denied> {
        Ok(Begun { ceremony: self.seal_ceremony(ceremony, MINUTES)?, options })
    }

    /// What a ceremony has to know, good for `seconds`, as only this server can read it.
    pub(super) fn seal_ceremony(&self, of: Ceremony, seconds: i64) -> Result<String, Denied> {
        let under_way = UnderWay { id: fresh_secret()?, until: self.clock.now() + seconds, of };
        let text = serde_json::to_string(&under_way).map_err(|_| Denied::ours())?;
        Ok(self.store.seal_ceremony(&text)?)
    }

    /// The ceremony that was sealed, if its time is not over. What may be answered once has to be noted as
    /// answered.
    pub(super) fn under_way(&self, sealed: &str) -> Result<UnderWay, Denied> {
        let text = self.store.unseal_ceremony(sealed).ok_or_else(over)?;
        let under_way: UnderWay = serde_json::from_str(&text).map_err(|_| over())?;
        if under_way.until > self.clock.now() { Ok(under_way) } else { Err(over()) }
    }

    /// Notes that an account has answered a ceremony rightly, for the first time.
    pub(super) async fn answered(&self, (id, until): (&str, i64), account: &str) -> Result<(), Denied> {
        let times = (self.clock.now(), until);
        match self.store.answer_ceremony((id, account), times, self.settings.ceremonies).await? {
            CeremonyAnswered::Now => Ok(()),
            CeremonyAnswered::Before => Err(over()),
            CeremonyAnswered::TooOften => {
                Err(Denied::too_often("Somebody signs in to this account too often", MINUTES))
            }
        }
    }

    /// What the browser is asked that makes a passkey for an account.
    async fn ask_for_new(&self, id: &str, name: &str) -> Result<(Value, Box<PasskeyRegistration>), Denied> {
        let there = self.store.passkeys(id).await?;
        let known = there.iter().filter_map(|kept| serde_json::from_str::<Passkey>(&kept.key).ok());
        let known = known.map(|passkey| passkey.cred_id().clone()).collect();
        let party = self.relying_party()?;
        let begun = party.start_passkey_registration(number(id)?, name, name, Some(known));
        let (options, state) = begun.map_err(|error| failed(&error))?;
        let mut options = serde_json::to_value(options.public_key).unwrap_or_default();
        // It is found without a name: whoever signs in types none.
        let chosen = &mut options["authenticatorSelection"];
        chosen["residentKey"] = "required".into();
        chosen["requireResidentKey"] = true.into();
        Ok((options, Box::new(state)))
    }

    /// The passkey that a browser made.
    fn made(
        &self,
        account: &str,
        made: &MadePasskey,
        state: &PasskeyRegistration,
    ) -> Result<KeptPasskey, Denied> {
        let name = read_name(&made.name)?;
        let party = self.relying_party()?;
        let passkey = party.finish_passkey_registration(&made.credential, state);
        let passkey = passkey.map_err(|error| not_accepted(&error))?;
        let key = serde_json::to_string(&passkey).map_err(|_| refused())?;
        let id = id_text(passkey.cred_id());
        let created = self.clock.now();
        Ok(KeptPasskey { id, account: account.to_owned(), name, key, created, used: 0 })
    }

    /// Begins to add a passkey to one's own account.
    pub(crate) async fn begin_adding(
        &self,
        client: Client,
        who: &SignedIn,
        proof: Proof,
    ) -> Result<Begun, Denied> {
        self.relying_party()?;
        self.confirm(client, who, proof).await?;
        let (options, state) = self.ask_for_new(&who.account.id, &who.account.name).await?;
        self.begin(Ceremony::Adding { account: who.account.id.clone(), state }, options)
    }

    /// Adds a passkey to one's own account.
    pub(crate) async fn add_passkey(&self, who: &SignedIn, made: &MadePasskey) -> Result<(), Denied> {
        let UnderWay { id, until, of } = self.under_way(&made.ceremony)?;
        let state = match of {
            Ceremony::Adding { account, state } if account == who.account.id => state,
            _ => return Err(over()),
        };
        let kept = self.made(&who.account.id, made, &state)?;
        self.answered((&id, until), &who.account.id).await?;
        if !self.store.add_passkey(&kept, MOST_PASSKEYS).await? {
            let sentence = format!("This passkey is already in use, or the account has {MOST_PASSKEYS}.");
            return Err(Denied::new(Why::Taken, sentence));
        }
        tracing::info!("a passkey was added to an account");
        Ok(())
    }

    /// Takes a passkey away from one's own account.
    pub(crate) async fn remove_passkey(&self, who: &SignedIn, passkey: &str) -> Result<(), Denied> {
        match self.store.remove_passkey(&who.account.id, passkey).await? {
            PasskeyRemoved::Gone => Ok(()),
            PasskeyRemoved::Missing => {
                Err(Denied::new(Why::Missing, "This account does not have that passkey."))
            }
            PasskeyRemoved::LastWayIn => Err(Denied::new(
                Why::Taken,
                "It is the only way into this account: add another passkey or set a password first.",
            )),
        }
    }

    /// Begins to make an account that is entered by a passkey.
    pub(crate) async fn begin_creating(&self, name: &str) -> Result<Begun, Denied> {
        self.relying_party()?;
        let name = names::read(name).map_err(|sentence| Denied::new(Why::Malformed, sentence))?;
        if self.named(&name.shown).await?.is_some() {
            return Err(super::taken());
        }
        let id = fresh_secret()?;
        let (options, state) = self.ask_for_new(&id, &name.shown).await?;
        self.begin(Ceremony::Creating { id, name: name.shown, state }, options)
    }

    /// Makes an account that is entered by a passkey, and signs its owner in.
    pub(crate) async fn create_with(&self, asker: &Asker<'_>, made: &MadePasskey) -> Result<Opened, Denied> {
        let UnderWay { id: ceremony, until, of } = self.under_way(&made.ceremony)?;
        let Ceremony::Creating { id, name, state } = of else { return Err(over()) };
        let name = names::read(&name).map_err(|sentence| Denied::new(Why::Malformed, sentence))?;
        let kept = self.made(&id, made, &state)?;
        if self.store.passkey(&kept.id).await?.is_some() {
            return Err(Denied::new(Why::Taken, "This passkey is already in use."));
        }
        self.count_account(asker.client)?;
        self.answered((&ceremony, until), &id).await?;
        let (password, passkey) = (String::new(), Some(kept));
        let new = NewAccount { id, name: name.shown, keys: name.keys, password, passkey };
        self.make(asker, new).await
    }

    /// Begins to ask a browser for a passkey. Who it is that signs in the passkey says.
    pub(crate) fn ask_for_passkey(&self) -> Result<Begun, Denied> {
        let begun = self.relying_party()?.start_discoverable_authentication();
        let (options, state) = begun.map_err(|error| failed(&error))?;
        let options = serde_json::to_value(options.public_key).unwrap_or_default();
        self.begin(Ceremony::Showing { state: Box::new(state) }, options)
    }

    /// The account whose passkey was shown.
    async fn shown(&self, client: Client, shown: &ShownPasskey) -> Result<Account, Denied> {
        let attempt = self.attempt_by_passkey(client)?;
        let looked = self.look_at(shown).await;
        // Only what is wrong is a failure of whoever asks.
        if !looked.as_ref().is_err_and(|denied| denied.why == Why::Wrong) {
            attempt.forgive();
        }
        looked
    }

    async fn look_at(&self, shown: &ShownPasskey) -> Result<Account, Denied> {
        let UnderWay { id: ceremony, until, of } = self.under_way(&shown.ceremony)?;
        let Ceremony::Showing { state } = of else { return Err(over()) };
        let party = self.relying_party()?;
        let (user, id) = party
            .identify_discoverable_authentication(&shown.credential)
            .map_err(|error| not_accepted(&error))?;
        let mut kept = self.store.passkey(&id_text(id)).await?.ok_or_else(refused)?;
        if number(&kept.account)? != user {
            return Err(refused());
        }
        let mut passkey: Passkey = serde_json::from_str(&kept.key).map_err(|_| Denied::ours())?;
        let finished = party.finish_discoverable_authentication_v2(&shown.credential, *state, &passkey);
        let finished = finished.map_err(|error| not_accepted(&error))?;
        self.answered((&ceremony, until), &kept.account).await?;
        passkey.update_credential(&finished);
        kept.key = serde_json::to_string(&passkey).map_err(|_| refused())?;
        kept.used = self.clock.now();
        self.store.use_passkey(&kept).await?;
        self.store.account(&kept.account).await?.ok_or_else(refused)
    }

    /// Signs in whose passkey it is. The session that the browser had before ends.
    pub(crate) async fn sign_in_with(
        &self,
        asker: &Asker<'_>,
        shown: &ShownPasskey,
        before: Option<&str>,
    ) -> Result<Opened, Denied> {
        let account = self.shown(asker.client, shown).await?;
        self.open_instead(account, asker, before).await
    }

    /// That it is its owner who asks, and not somebody at a browser that was left open.
    pub(crate) async fn confirm(&self, client: Client, who: &SignedIn, proof: Proof) -> Result<(), Denied> {
        match proof {
            Proof::Password(password) => self.confirm_by_password(client, who, &password).await,
            Proof::Passkey(shown) => {
                let account = self.shown(client, &shown).await?;
                if account.id == who.account.id { Ok(()) } else { Err(refused()) }
            }
            Proof::Link(proof) => {
                let UnderWay { id, until, of } = self.under_way(&proof)?;
                match of {
                    Ceremony::Proven { account } if account == who.account.id => {
                        self.answered((&id, until), &account).await
                    }
                    _ => Err(over()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken_at(addresses: &[&str]) -> Option<Vec<String>> {
        let addresses: Vec<PublicUrl> = addresses.iter().map(|address| address.parse().unwrap()).collect();
        let party = relying_party(&addresses)?;
        Some(party.get_allowed_origins().iter().map(|origin| origin.origin().ascii_serialization()).collect())
    }

    #[test]
    fn passkeys_are_for_a_name_that_is_reached_by_https() {
        for none in
            ["http://games.example", "https://192.0.2.7", "https://[2001:db8::1]", "http://127.0.0.1:80"]
        {
            assert_eq!(taken_at(&[none]), None, "{none}");
        }
        assert_eq!(taken_at(&[]), None);
        assert_eq!(taken_at(&["http://localhost:7000"]).unwrap(), ["http://localhost:7000"]);
        let several =
            ["https://192.0.2.7", "https://a.example", "https://a.example:8443", "https://b.a.example"];
        let taken = taken_at(&several).unwrap();
        for origin in &several[1..] {
            assert!(taken.iter().any(|one| one == origin), "{origin}: {taken:?}");
        }
        let apart = taken_at(&["https://a.example", "https://other.example"]).unwrap();
        assert_eq!(apart, ["https://a.example"], "a passkey is for one name");
    }
}
