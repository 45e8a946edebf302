//! Challenges: somebody wants to play, on these terms, against anybody, somebody, or whoever has the
//! link; and the match that comes of it. Who has asked for it is told of them.

use std::collections::BTreeMap;

use protocol::RpcError;
use serde::{Deserialize, Serialize};
use tabletop::{BySide, Side};

use super::matches::{Begun, GameResult, Match, MatchTerms, NoMatch, Score, Stand};
use crate::accounts::{Accounts, Denied, SignedIn, Why};
use crate::games::{BegunBy, Games, MOST_UNSTARTED, lost};
use crate::limits::Client;
use crate::secrets::{fresh_coin, fresh_secret, token_hash};
use crate::store::{Asked, ChallengeKept, KeptChallenge, Notices, Which};

const DAY: i64 = 24 * 3600;

/// How many challenges an account has at once.
const MOST_MADE: usize = 20;

/// How many an account is sent at once.
const MOST_SENT: usize = 50;

/// How many days a challenge stands, at most and if it is not said.
const MOST_DAYS: u16 = 90;
const USUAL_DAYS: u16 = 14;

/// How many games to watch, and how many that are over, are told.
const MOST_SHOWN: usize = 50;

/// Which side in the first game whoever makes a challenge plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SideChoice {
    /// The Union's.
    Union,
    /// The Confederacy's.
    Confederate,
    /// The one or the other: a fair coin decides as the challenge is accepted.
    Either,
}

impl From<Side> for SideChoice {
    fn from(side: Side) -> SideChoice {
        match side {
            Side::Union => SideChoice::Union,
            Side::Confederate => SideChoice::Confederate,
        }
    }
}

/// What is offered: as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Offered {
    terms: MatchTerms,
    side: SideChoice,
}

/// A challenge that is to be made.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewChallenge {
    /// On which terms the match is to be played.
    pub(crate) terms: MatchTerms,
    /// Which side in the first game whoever makes it plays.
    pub(crate) side: SideChoice,
    /// The name of the account that it is for.
    #[serde(default)]
    pub(crate) to: Option<String>,
    /// Whether it is for whoever has its link.
    #[serde(default)]
    pub(crate) link: bool,
    /// For how many days it stands.
    #[serde(default)]
    pub(crate) days: Option<u16>,
}

/// A challenge as it is told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ChallengeTold {
    /// What it is called.
    pub(crate) challenge: String,
    /// Who made it.
    pub(crate) by: String,
    /// Who it is for; nobody, if it is open to all or to whoever has the link.
    pub(crate) to: Option<String>,
    /// Whether it is for whoever has its link.
    pub(crate) link: bool,
    /// On which terms.
    pub(crate) terms: MatchTerms,
    /// The battle.
    pub(crate) title: String,
    /// Which side in the first game whoever made it plays.
    pub(crate) side: SideChoice,
    /// When it was made: seconds since 1970.
    pub(crate) created: i64,
    /// When it ends: seconds since 1970.
    pub(crate) until: i64,
    /// Whether it is of the account that asks.
    pub(crate) yours: bool,
    /// Whether it is for the account that asks.
    pub(crate) to_you: bool,
}

/// A challenge that was made.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ChallengeMade {
    /// What it is called.
    pub(crate) challenge: String,
    /// The secret of its link, if it has one: it is told only now.
    pub(crate) link: Option<String>,
    /// The match that has begun, where the opponent had made the same challenge.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub(crate) begun: Option<String>,
}

/// A game of a match as it is told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct MatchGameTold {
    /// The game.
    pub(crate) game: String,
    /// Whether it is still kept: its result may be known though it is not.
    pub(crate) kept: bool,
    /// The names of who plays the sides; none for an account that is gone.
    pub(crate) players: BySide<Option<String>>,
    /// The side of the account that asks, if it plays one.
    pub(crate) you: Option<Side>,
    /// Where it stands, if it goes on: the game-turn, how many there are, and who is asked.
    pub(crate) turn: Option<i64>,
    /// How many game-turns there are.
    pub(crate) turns: Option<i64>,
    /// Who is asked.
    pub(crate) asked: Option<Side>,
    /// When it last changed, if it goes on: seconds since 1970.
    pub(crate) updated: Option<i64>,
    /// How it ended, if it is over.
    pub(crate) result: Option<GameResult>,
}

/// A match as it is told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct MatchTold {
    /// What it is called.
    #[serde(rename = "match")]
    pub(crate) id: String,
    /// On which terms.
    pub(crate) terms: MatchTerms,
    /// The battle.
    pub(crate) title: String,
    /// When it began: seconds since 1970.
    pub(crate) created: i64,
    /// Whether all its games are over, or gone.
    pub(crate) over: bool,
    /// Who plays: first who has the Union in the first game. None for an account that is gone.
    pub(crate) players: Vec<Option<String>>,
    /// How each of them has done.
    pub(crate) scores: Vec<Score>,
    /// Which of them asks, if it is one of them: 0 or 1.
    pub(crate) you: Option<usize>,
    /// Its games in their order.
    pub(crate) games: Vec<MatchGameTold>,
}

/// What waits for an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct NoticesTold {
    /// Whether it has asked for notice of challenges.
    pub(crate) wanted: bool,
    /// Where its feed is, if it has.
    pub(crate) feed: Option<String>,
    /// How many challenges are for it.
    pub(crate) to_you: usize,
    /// How many that are open to all have come since it last looked, if it has asked for notice.
    pub(crate) new: usize,
}

/// The feed of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClubFeed {
    /// Whose it is.
    pub(crate) name: String,
    /// What it tells, the newest first.
    pub(crate) entries: Vec<ClubNews>,
}

/// What a feed tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClubNews {
    /// What no other entry is called.
    pub(crate) id: String,
    /// In a sentence.
    pub(crate) title: String,
    /// The terms in words.
    pub(crate) text: String,
    /// Seconds since 1970.
    pub(crate) at: i64,
}

/// What accounts do with each other on a server.
pub(crate) struct Club<'a> {
    pub(crate) games: &'a Games,
    pub(crate) accounts: &'a Accounts,
}

impl Club<'_> {
    /// Makes a challenge.
    pub(crate) async fn challenge(
        &self,
        client: Client,
        who: &SignedIn,
        new: NewChallenge,
    ) -> Result<ChallengeMade, Denied> {
        let days = new.days.unwrap_or(USUAL_DAYS);
        if !(1..=MOST_DAYS).contains(&days) {
            let sentence = format!("days: between 1 and {MOST_DAYS} were expected.");
            return Err(Denied::new(Why::Malformed, sentence));
        }
        if new.link && new.to.is_some() {
            let sentence = "A challenge is for one player or for anyone with its link, not both.";
            return Err(Denied::new(Why::Malformed, sentence));
        }
        let to = match &new.to {
            None => None,
            Some(name) => {
                let found = self.accounts.named(name).await?;
                let found = found.ok_or_else(|| Denied::new(Why::Missing, "No one here has that name."))?;
                if found.id == who.account.id {
                    return Err(Denied::new(Why::Malformed, "You cannot challenge yourself."));
                }
                Some(found.id)
            }
        };
        self.check_terms(client, who, &new.terms).await?;
        let offered = Offered { terms: new.terms, side: new.side };
        self.keep(fresh_secret()?, who, offered, to, new.link, days).await?.ok_or_else(|| lost().into())
    }

    /// Checks the terms of a challenge that an account would make. An account that has no room for one more must not
    /// make the server read data packs.
    async fn check_terms(&self, client: Client, who: &SignedIn, terms: &MatchTerms) -> Result<(), Denied> {
        let made = self.games.store().challenges_made(&who.account.id, self.accounts.now()).await?;
        if made >= MOST_MADE {
            return Err(too_many());
        }
        self.games.check_terms(terms, client).await.map_err(denied)
    }

    /// Keeps a challenge under that name; nothing if there is one of that name already.
    async fn keep(
        &self,
        id: String,
        who: &SignedIn,
        offered: Offered,
        to: Option<String>,
        by_link: bool,
        days: u16,
    ) -> Result<Option<ChallengeMade>, Denied> {
        let now = self.accounts.now();
        let link = if by_link { Some(fresh_secret()?) } else { None };
        let new = KeptChallenge {
            id,
            link: link.as_deref().map(token_hash),
            by: who.account.id.clone(),
            to,
            terms: serde_json::json!(offered).to_string(),
            created: now,
            until: now + i64::from(days) * DAY,
        };
        match self.games.store().make_challenge(&new, (MOST_MADE, MOST_SENT)).await? {
            ChallengeKept::Made => Ok(Some(ChallengeMade { challenge: new.id, link, begun: None })),
            ChallengeKept::There => Ok(None),
            ChallengeKept::TooMany => Err(too_many()),
            ChallengeKept::ToTooMany => {
                let sentence = "They have as many challenges as anybody can be sent, or as your network may send; try \
                                again another day.";
                Err(Denied::new(Why::Taken, sentence))
            }
        }
    }

    /// Challenges the opponent of a match that is over to another, with the sides changed; accepts it where
    /// they have asked for it already.
    pub(crate) async fn rematch(
        &self,
        client: Client,
        who: &SignedIn,
        of: &str,
    ) -> Result<ChallengeMade, Denied> {
        let none = || Denied::new(Why::Missing, "You have not played that match.");
        let of = self.games.the_match(of).await?.ok_or_else(none)?;
        let (first, second) = of.players().ok_or_else(none)?;
        let me = &*who.account.id;
        let (before, opponent) = match () {
            () if first == me => (Side::Union, second),
            () if second == me => (Side::Confederate, first),
            () => return Err(none()),
        };
        if !of.is_over() {
            return Err(Denied::new(Why::Taken, "This match is not over yet."));
        }
        if self.games.store().account(opponent).await?.is_none() {
            return Err(Denied::new(Why::Missing, "Your opponent has left."));
        }
        let offered = Offered { terms: of.terms.clone(), side: before.other().into() };
        // Each match has one rematch, whoever asks for it first.
        let challenge = token_hash(&format!("longroll rematch 1\0{}", of.id))[..32].to_owned();
        if self.games.the_match(&challenge).await?.is_some() {
            return Err(Denied::new(Why::Taken, "The rematch has already begun."));
        }
        self.check_terms(client, who, &offered.terms).await?;
        let opponent = Some(opponent.to_owned());
        if let Some(made) = self.keep(challenge.clone(), who, offered, opponent, false, USUAL_DAYS).await? {
            return Ok(made);
        }
        let there = self.games.store().challenges(Asked::One(&challenge), self.accounts.now()).await?;
        if there.iter().any(|one| one.by == me) {
            let sentence = "You have already asked for this; your opponent has not answered yet.";
            return Err(Denied::new(Why::Taken, sentence));
        }
        self.accept(client, who, &challenge, None).await?;
        Ok(ChallengeMade { begun: Some(challenge.clone()), challenge, link: None })
    }

    /// Takes a challenge back that the account has made, or declines one that it was sent.
    pub(crate) async fn end(&self, who: &SignedIn, challenge: &str) -> Result<(), Denied> {
        match self.games.store().end_challenge(challenge, &who.account.id).await? {
            true => Ok(()),
            false => Err(gone()),
        }
    }

    /// Accepts a challenge: the match has begun. Of two who accept at the same time one has it.
    pub(crate) async fn accept(
        &self,
        client: Client,
        who: &SignedIn,
        challenge: &str,
        link: Option<&str>,
    ) -> Result<MatchTold, Denied> {
        let now = self.accounts.now();
        let found = self.games.store().challenges(Asked::One(challenge), now).await?.into_iter().next();
        let me = &who.account.id;
        let Some(found) = found else { return self.accepted_before(who, challenge).await };
        if found.by == *me {
            return Err(Denied::new(Why::Malformed, "This challenge is your own."));
        }
        let meant = match (&found.to, &found.link) {
            (Some(to), _) => to == me,
            (None, Some(hash)) => link.is_some_and(|link| token_hash(link) == *hash),
            (None, None) => true,
        };
        if !meant {
            return Err(gone());
        }
        let offered: Offered = serde_json::from_str(&found.terms)
            .map_err(|_| Denied::new(Why::Ours, "This challenge cannot be read."))?;
        let is_union = match offered.side {
            SideChoice::Union => true,
            SideChoice::Confederate => false,
            SideChoice::Either => fresh_coin()?,
        };
        let players = match is_union {
            true => BySide { union: found.by.clone(), confederate: me.clone() },
            false => BySide { union: me.clone(), confederate: found.by.clone() },
        };
        let of = (Some(&*found.id), BegunBy::Challenge(client));
        let begun = self.games.begin_match_of(of, &found.id, &offered.terms, &players, now).await;
        match begun {
            Ok(Begun::Now) => {}
            Ok(Begun::Before) | Err(NoMatch::NoChallenge) => {
                return self.accepted_before(who, challenge).await;
            }
            Err(NoMatch::NoAccount) => return Err(gone()),
            Err(NoMatch::Full(account)) => {
                let whose = if account == *me { "Your account" } else { "The challenger's account" };
                let sentence = format!("{whose} plays as many games of matches as it can at once.");
                return Err(Denied::new(Why::Taken, sentence));
            }
            Err(NoMatch::Unstarted(account)) => {
                let what = if account == *me {
                    "Start or resign one of yours first"
                } else {
                    "The challenger has no room for this match"
                };
                let sentence = format!(
                    "An account may have {MOST_UNSTARTED} games from challenges in which nobody has given an order \
                     yet. {what}."
                );
                return Err(Denied::new(Why::Taken, sentence));
            }
            Err(NoMatch::Refused(error)) => return Err(denied(error)),
        }
        let of = self.games.the_match(&found.id).await?.ok_or_else(lost)?;
        self.told(of, Some(me), &mut Names::default()).await
    }

    /// What became of a challenge that is no longer there: who accepted it is told the match, as after
    /// an answer that was lost on its way.
    async fn accepted_before(&self, who: &SignedIn, challenge: &str) -> Result<MatchTold, Denied> {
        let me = &who.account.id;
        let of = self.games.the_match(challenge).await?;
        match of.filter(|of| of.players().is_some_and(|(one, other)| one == me || other == me)) {
            Some(of) => self.told(of, Some(me), &mut Names::default()).await,
            None => Err(gone()),
        }
    }

    /// The challenges that an account sees, or that everybody does.
    pub(crate) async fn challenges(&self, who: Option<&SignedIn>) -> Result<Vec<ChallengeTold>, Denied> {
        let asked = who.map_or(Asked::Open, |who| Asked::Seen(&who.account.id));
        let found = self.games.store().challenges(asked, self.accounts.now()).await?;
        self.tell_challenges(found, who.map(|who| &*who.account.id)).await
    }

    /// The challenge of that link.
    pub(crate) async fn invitation(
        &self,
        who: Option<&SignedIn>,
        link: &str,
    ) -> Result<ChallengeTold, Denied> {
        let hash = token_hash(link);
        let found = self.games.store().challenges(Asked::Link(&hash), self.accounts.now()).await?;
        let told = self.tell_challenges(found, who.map(|who| &*who.account.id)).await?;
        told.into_iter().next().ok_or_else(gone)
    }

    async fn tell_challenges(
        &self,
        found: Vec<KeptChallenge>,
        me: Option<&str>,
    ) -> Result<Vec<ChallengeTold>, Denied> {
        let mut names = Names::default();
        let mut told = Vec::new();
        for kept in found {
            let Ok(Offered { terms, side }) = serde_json::from_str(&kept.terms) else { continue };
            let Some(by) = names.of(self.games, &kept.by).await? else { continue };
            let to = match &kept.to {
                Some(to) => names.of(self.games, to).await?,
                None => None,
            };
            told.push(ChallengeTold {
                title: self.title(&terms),
                challenge: kept.id,
                by,
                to,
                link: kept.link.is_some(),
                terms,
                side,
                created: kept.created,
                until: kept.until,
                yours: me == Some(&kept.by),
                to_you: me.is_some() && me == kept.to.as_deref(),
            });
        }
        Ok(told)
    }

    fn title(&self, terms: &MatchTerms) -> String {
        let scenario = self.games.library().scenario(&terms.scenario);
        scenario.map_or_else(|| terms.scenario.clone(), |scenario| scenario.title.clone())
    }

    /// The matches of an account that go on, and its newest, the newest first.
    pub(crate) async fn matches(&self, who: &SignedIn) -> Result<Vec<MatchTold>, Denied> {
        let me = &*who.account.id;
        self.tell_matches(self.games.matches(Which::Lately(me)).await?, Some(me)).await
    }

    /// The matches that others are shown: those that go on, and those that are over; the newest first.
    pub(crate) async fn shown(&self) -> Result<(Vec<MatchTold>, Vec<MatchTold>), Denied> {
        let found = self.games.matches(Which::Shown).await?;
        let (mut over, mut going): (Vec<Match>, Vec<Match>) = found.into_iter().partition(Match::is_over);
        going.truncate(MOST_SHOWN);
        over.truncate(MOST_SHOWN);
        Ok((self.tell_matches(going, None).await?, self.tell_matches(over, None).await?))
    }

    /// The match that a game is of.
    pub(crate) async fn match_of(
        &self,
        who: Option<&SignedIn>,
        game: &str,
    ) -> Result<Option<MatchTold>, Denied> {
        let Some(of) = self.games.match_of(game).await? else { return Ok(None) };
        let mut told = self.told(of, who.map(|who| &*who.account.id), &mut Names::default()).await?;
        // Who knows the name of a game may watch it, and not the other one of its match.
        told.games.retain(|one| one.game == game || one.you.is_some());
        Ok(Some(told))
    }

    async fn tell_matches(&self, found: Vec<Match>, me: Option<&str>) -> Result<Vec<MatchTold>, Denied> {
        let mut names = Names::default();
        let mut told = Vec::new();
        for of in found {
            told.push(self.told(of, me, &mut names).await?);
        }
        Ok(told)
    }

    async fn told(&self, of: Match, me: Option<&str>, names: &mut Names) -> Result<MatchTold, Denied> {
        let ids: Vec<&str> = of.players().map_or(Vec::new(), |(one, other)| vec![one, other]);
        let mut players = Vec::new();
        for id in &ids {
            players.push(names.of(self.games, id).await?);
        }
        let mut games = Vec::new();
        for one in &of.games {
            let mut told = MatchGameTold {
                game: one.game.clone(),
                kept: one.kept,
                players: BySide {
                    union: names.of(self.games, &one.players.union).await?,
                    confederate: names.of(self.games, &one.players.confederate).await?,
                },
                you: me.and_then(|me| one.side(me)),
                turn: None,
                turns: None,
                asked: None,
                updated: None,
                result: None,
            };
            match &one.stand {
                Stand::Going(now) => {
                    (told.turn, told.turns) = (Some(now.turn), Some(now.turns));
                    (told.asked, told.updated) = (now.asked, Some(now.updated));
                }
                Stand::Over(result) => told.result = Some(result.clone()),
                Stand::Gone => {}
            }
            games.push(told);
        }
        Ok(MatchTold {
            title: self.title(&of.terms),
            over: of.is_over(),
            scores: ids.iter().map(|id| of.score(id)).collect(),
            you: ids.iter().position(|id| me == Some(id)),
            players,
            games,
            id: of.id,
            terms: of.terms,
            created: of.created,
        })
    }

    /// What waits for an account.
    pub(crate) async fn notices(&self, who: &SignedIn) -> Result<NoticesTold, Denied> {
        let me = &*who.account.id;
        let notices = self.games.store().notices(me).await?;
        let found = self.games.store().challenges(Asked::Seen(me), self.accounts.now()).await?;
        let seen = notices.as_ref().map_or(i64::MAX, |notices| notices.seen);
        Ok(NoticesTold {
            wanted: notices.is_some(),
            feed: notices.map(|notices| format!("/club/feed/{}.atom", notices.feed)),
            to_you: found.iter().filter(|one| one.to.as_deref() == Some(me)).count(),
            new: found.iter().filter(|one| one.to.is_none() && one.by != me && one.created > seen).count(),
        })
    }

    /// Asks for notices, or for none any more.
    pub(crate) async fn want_notices(&self, who: &SignedIn, wanted: bool) -> Result<NoticesTold, Denied> {
        let account = who.account.id.clone();
        if wanted {
            let notices = Notices { account, feed: fresh_secret()?, seen: self.accounts.now() };
            self.games.store().want_notices(&notices).await?;
        } else {
            self.games.store().want_no_notices(&account).await?;
        }
        self.notices(who).await
    }

    /// The account's owner has looked at the challenges.
    pub(crate) async fn seen(&self, who: &SignedIn) -> Result<(), Denied> {
        Ok(self.games.store().see_notices(&who.account.id, self.accounts.now()).await?)
    }

    /// The feed at that secret; nothing if there is none.
    pub(crate) async fn feed(&self, secret: &str) -> Result<Option<ClubFeed>, Denied> {
        let Some(notices) = self.games.store().notices_at(secret).await? else { return Ok(None) };
        let me = &*notices.account;
        let Some(account) = self.games.store().account(me).await? else { return Ok(None) };
        let now = self.accounts.now();
        let found = self.games.store().challenges(Asked::Seen(me), now).await?;
        let mut entries = Vec::new();
        for one in self.tell_challenges(found, Some(me)).await? {
            if !one.yours {
                entries.push(news_of(&one));
            }
        }
        for of in self.tell_matches(self.games.matches(Which::Lately(me)).await?, Some(me)).await? {
            let opponent = of.you.and_then(|you| of.players.get(1 - you).cloned().flatten());
            entries.push(ClubNews {
                id: format!("match-{}", of.id),
                title: format!(
                    "Your match against {} has begun: {}",
                    opponent.as_deref().unwrap_or("somebody"),
                    of.title
                ),
                text: String::new(),
                at: of.created,
            });
        }
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.at));
        entries.truncate(MOST_SHOWN);
        Ok(Some(ClubFeed { name: account.name, entries }))
    }

    /// What the account that a challenge is for is told of it; nothing if it is for nobody, or gone.
    pub(crate) async fn challenge_in_words(&self, id: &str) -> Result<Option<ClubNews>, Denied> {
        let found = self.games.store().challenges(Asked::One(id), self.accounts.now()).await?;
        let Some(to) = found.first().and_then(|one| one.to.clone()) else { return Ok(None) };
        Ok(self.tell_challenges(found, Some(&to)).await?.first().map(news_of))
    }

    /// What is kept of an account here, for whoever takes it along.
    pub(crate) async fn export(&self, who: &SignedIn) -> Result<serde_json::Value, Denied> {
        let me = &*who.account.id;
        let mine = self.challenges(Some(who)).await?.into_iter().filter(|one| one.yours || one.to_you);
        Ok(serde_json::json!({
            "matches": self.tell_matches(self.games.matches(Which::By(me)).await?, Some(me)).await?,
            "challenges": mine.collect::<Vec<_>>(),
            "notices": self.notices(who).await?,
        }))
    }
}

/// The names of accounts that were looked up.
#[derive(Default)]
struct Names(BTreeMap<String, Option<String>>);

impl Names {
    async fn of(&mut self, games: &Games, id: &str) -> Result<Option<String>, Denied> {
        if let Some(known) = self.0.get(id) {
            return Ok(known.clone());
        }
        let name = games.store().account(id).await?.map(|account| account.name);
        self.0.insert(id.to_owned(), name.clone());
        Ok(name)
    }
}

/// What a feed tells of a challenge.
fn news_of(one: &ChallengeTold) -> ClubNews {
    let whom = if one.to_you { "you" } else { "anybody" };
    ClubNews {
        id: one.challenge.clone(),
        title: format!("{} challenges {whom}: {}", one.by, one.title),
        text: in_words(one),
        at: one.created,
    }
}

/// The terms of a challenge in words.
fn in_words(one: &ChallengeTold) -> String {
    let side = |side: Side| match side {
        Side::Union => "the Union",
        Side::Confederate => "the Confederacy",
    };
    let mut lines = vec![match (one.terms.games, one.side) {
        (2, _) => "Two games, each player has each side once.".to_owned(),
        (_, SideChoice::Union) => format!("{} plays the Union.", one.by),
        (_, SideChoice::Confederate) => format!("{} plays the Confederacy.", one.by),
        (_, SideChoice::Either) => "A coin decides who plays which side.".to_owned(),
    }];
    if let Some(bid) = one.terms.bid {
        lines.push(format!("Whoever plays {} gives {} points.", side(bid.side), bid.points));
    }
    let clock = if one.terms.clock.is_some() { "With clocks" } else { "Without clocks" };
    lines.push(format!("{clock}, {}.", if one.terms.rated { "rated" } else { "not rated" }));
    lines.join("\n")
}

fn gone() -> Denied {
    let sentence = "This challenge is no longer open: it was accepted or withdrawn, or has expired.";
    Denied::new(Why::Missing, sentence)
}

fn too_many() -> Denied {
    let sentence =
        format!("You have {MOST_MADE} challenges that no one has accepted yet; withdraw one first.");
    Denied::new(Why::Taken, sentence)
}

/// What is told over HTTP of what the games refuse.
fn denied(error: RpcError) -> Denied {
    let why = match error.code {
        RpcError::OURS => Why::Ours,
        RpcError::LIMIT => Why::Busy,
        RpcError::NO_PACK => Why::Missing,
        _ => Why::Malformed,
    };
    Denied::new(why, format!("{}.", error.message))
}
