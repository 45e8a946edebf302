//! Studies: positions of games with comments, each with variations, which are games for practice that
//! were played on from there. A study is one account's; others read it if they are shown it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tabletop::text;

use crate::accounts::{Accounts, Denied, SignedIn, Why};
use crate::games::Games;
use crate::limits::Client;
use crate::secrets::fresh_secret;
use crate::store::{KeptStudy, StoreError, Studies};

/// How many studies an account has.
const MOST_STUDIES: usize = 100;

/// How many positions a study has.
const MOST_MOMENTS: usize = 64;

/// How many variations a position has.
const MOST_VARIATIONS: usize = 8;

/// How many open studies are listed.
const MOST_LISTED: usize = 100;

/// Of so many studies it is known what lists tell of them.
const MOST_KNOWN: usize = 2000;

/// What a list tells of a study, but for the name of its account.
#[derive(Debug, Clone)]
pub(crate) struct Summary {
    /// The seal of what it says.
    seal: String,
    account: String,
    told: Value,
}

impl Summary {
    fn of(kept: &KeptStudy, seal: String) -> Summary {
        let told = json!({
            "study": kept.id, "title": kept.line["title"], "shown": kept.shown,
            "created": kept.created, "updated": kept.updated,
            "moments": kept.line["moments"].as_array().map_or(0, Vec::len),
        });
        Summary { seal, account: kept.account.clone(), told }
    }
}

/// Who is shown a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Shown {
    /// Nobody else.
    Private,
    /// Whoever has its address.
    Link,
    /// Everybody: it is listed.
    Open,
}

impl Shown {
    fn word(self) -> &'static str {
        match self {
            Shown::Private => "private",
            Shown::Link => "link",
            Shown::Open => "open",
        }
    }
}

/// A study, as it is kept and sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Study {
    pub(crate) title: String,
    /// What it is about, in plain text.
    #[serde(default)]
    pub(crate) about: String,
    pub(crate) moments: Vec<Moment>,
}

/// A position of a game that is over, with what is said of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Moment {
    game: String,
    version: i64,
    #[serde(default)]
    comment: String,
    #[serde(default)]
    variations: Vec<Variation>,
}

/// A game for practice that was played on from there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Variation {
    game: String,
    #[serde(default)]
    comment: String,
}

/// A study as it is sent to be kept.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sent {
    /// The one that is changed; without it, it is a new one.
    #[serde(default)]
    study: Option<String>,
    shown: Shown,
    title: String,
    #[serde(default)]
    about: String,
    moments: Vec<Moment>,
}

/// The studies of a server.
pub(crate) struct Desk<'a> {
    pub(crate) games: &'a Games,
    pub(crate) accounts: &'a Accounts,
}

fn none() -> Denied {
    Denied::new(Why::Missing, "There is no such study, or it is not shown to you.")
}

/// Reads a comment: what is kept of it.
fn read_comment(field: &str, comment: &mut String) -> Result<(), Denied> {
    *comment = text::COMMENT.read_optional(field, comment).map_err(Denied::text)?.to_owned();
    Ok(())
}

impl Desk<'_> {
    /// Keeps a study, as part of what that client's records grow by: what it is called.
    pub(crate) async fn keep(&self, who: &SignedIn, sent: Sent, client: Client) -> Result<String, Denied> {
        let Sent { study, shown, title, about, moments } = sent;
        let title = text::TITLE.read("title", &title).map_err(Denied::text)?.to_owned();
        let mut of = Study { title, about, moments };
        self.check(&mut of).await?;
        let now = self.accounts.now();
        let before = match &study {
            None => None,
            Some(id) => {
                let found = self.games.store().study(id).await?;
                Some(found.filter(|found| found.account == who.account.id).ok_or_else(none)?)
            }
        };
        let kept = KeptStudy {
            id: match study {
                Some(id) => id,
                None => fresh_secret()?,
            },
            account: who.account.id.clone(),
            shown: shown.word().to_owned(),
            created: before.map_or(now, |before| before.created),
            updated: now,
            line: json!(of),
        };
        self.games.allowances().recorded(client, kept.line.to_string().len());
        if self.games.store().keep_study(&kept, MOST_STUDIES).await? {
            return Ok(kept.id);
        }
        Err(Denied::malformed(format!("An account has at most {MOST_STUDIES} studies; delete one first.")))
    }

    /// What is wrong with a study, by its place; its comments become what is kept of them.
    async fn check(&self, of: &mut Study) -> Result<(), Denied> {
        read_comment("about", &mut of.about)?;
        if of.moments.len() > MOST_MOMENTS {
            return Err(Denied::malformed(format!("moments: at most {MOST_MOMENTS}.")));
        }
        for (at, moment) in of.moments.iter_mut().enumerate() {
            let place = format!("moments[{at}]");
            read_comment(&format!("{place}.comment"), &mut moment.comment)?;
            match self.games.store().length_of(&moment.game).await? {
                Some((_, length, true)) if (0..=length).contains(&moment.version) => {}
                Some((_, _, false)) => {
                    return Err(Denied::malformed(format!(
                        "{place}.game: a game that is over was expected."
                    )));
                }
                Some((_, length, _)) => {
                    return Err(Denied::malformed(format!(
                        "{place}.version: between 0 and {length} was expected."
                    )));
                }
                None => return Err(Denied::malformed(format!("{place}.game: there is no such game here."))),
            }
            if moment.variations.len() > MOST_VARIATIONS {
                return Err(Denied::malformed(format!("{place}.variations: at most {MOST_VARIATIONS}.")));
            }
            for (at, variation) in moment.variations.iter_mut().enumerate() {
                let place = format!("{place}.variations[{at}]");
                read_comment(&format!("{place}.comment"), &mut variation.comment)?;
                let from = (&*moment.game, moment.version);
                if !self.games.store().is_played_on_from(&variation.game, from).await? {
                    return Err(Denied::malformed(format!(
                        "{place}.game: a game that was played on from this very moment was expected."
                    )));
                }
            }
        }
        Ok(())
    }

    /// A study, for whoever is shown it.
    pub(crate) async fn read(&self, who: Option<&SignedIn>, id: &str) -> Result<Value, Denied> {
        let kept = self.games.store().study(id).await?.ok_or_else(none)?;
        let yours = who.is_some_and(|who| who.account.id == kept.account);
        if kept.shown == "private" && !yours {
            return Err(none());
        }
        let of: Study = serde_json::from_value(kept.line.clone()).map_err(|_| none())?;
        let mut told = self.signed(Summary::of(&kept, String::new())).await?;
        told["about"] = json!(of.about);
        told["yours"] = json!(yours);
        told["moments"] = json!(of.moments);
        let mut titles = json!({});
        let variations = of.moments.iter().flat_map(|moment| moment.variations.iter().map(|one| &one.game));
        let all: BTreeSet<&String> = of.moments.iter().map(|moment| &moment.game).chain(variations).collect();
        for game in all {
            let found = self.games.store().length_of(game).await?;
            titles[game.as_str()] = json!(found.map(|(title, ..)| title));
        }
        // A game that is gone has none.
        told["titles"] = titles;
        Ok(told)
    }

    /// What a list tells of a study, with the name of its account.
    async fn signed(&self, listed: Summary) -> Result<Value, Denied> {
        let Summary { account, mut told, .. } = listed;
        told["by"] = json!(self.games.store().account(&account).await?.map(|account| account.name));
        Ok(told)
    }

    /// What a list tells of studies. Each is read once for what it says: a hundred may have fifty megabytes.
    async fn listed(&self, which: Studies<'_>) -> Result<Vec<Value>, Denied> {
        let mut all = Vec::new();
        for (id, seal) in self.games.store().studies(which).await? {
            let known = self.games.listed_studies().lock().await.get(&id).cloned();
            let listed = match known.filter(|known| known.seal == seal) {
                Some(known) => known,
                None => {
                    let Some(kept) = self.games.store().study(&id).await? else { continue };
                    let listed = Summary::of(&kept, seal);
                    let mut known = self.games.listed_studies().lock().await;
                    if known.len() >= MOST_KNOWN {
                        known.clear();
                    }
                    known.insert(id, listed.clone());
                    listed
                }
            };
            all.push(self.signed(listed).await?);
        }
        Ok(all)
    }

    /// The studies that are open to all, and one's own.
    pub(crate) async fn list(&self, who: Option<&SignedIn>) -> Result<Value, Denied> {
        let open = self.listed(Studies::Open(MOST_LISTED)).await?;
        let yours = match who {
            Some(who) => self.listed(Studies::Of(&who.account.id)).await?,
            None => Vec::new(),
        };
        Ok(json!({ "open": open, "yours": yours }))
    }

    /// Deletes one's own study.
    pub(crate) async fn delete(&self, who: &SignedIn, id: &str) -> Result<(), Denied> {
        if self.games.store().delete_study(&who.account.id, id).await? { Ok(()) } else { Err(none()) }
    }

    /// What the studies of an account are called.
    pub(crate) async fn of(&self, who: &SignedIn) -> Result<Vec<String>, Denied> {
        let studies = self.games.store().studies(Studies::Of(&who.account.id)).await?;
        Ok(studies.into_iter().map(|(id, _)| id).collect())
    }
}

/// A study, for what its account takes along; none if it is gone.
pub(crate) async fn exported(games: &Games, id: &str) -> Result<Option<Value>, StoreError> {
    let told = |one: KeptStudy| {
        json!({
            "study": one.id, "shown": one.shown, "created": one.created, "updated": one.updated, "text": one.line,
        })
    };
    Ok(games.store().study(id).await?.map(told))
}
