//! The library: which finished games stand in it, who puts them there and takes them out, and how they
//! are found.
//!
//! Games of tournaments, and of matches that others were shown, come in by themselves once they are
//! over; any other when one of its players says so. Each player of a game may take it out, and copies of it that
//! others brought. What is searched by is found in the game's record when it comes in, and anew when the program finds more.

use std::collections::{BTreeMap, HashMap, VecDeque};

use ai::Level;
use protocol::RpcError;
use serde_json::{Value, json};
use tabletop::{BySide, FactKind, Side};

use super::ratings::Player;
use crate::accounts::{Accounts, Denied, SignedIn, Why, seat_named};
use crate::games::{Games, OnShelf, plays};
use crate::limits::Client;
use crate::secrets::{SeatHash, for_logs};
use crate::store::{
    self, Happened, InLibrary, LibraryQuery, Original, PutIn, Shelved, SortBy, Source, Which,
};

/// How many games a page of the list has.
const PAGE: usize = 20;

/// How many things that happened can be asked for together.
const MOST_HAPPENED: usize = 4;

/// How many records an account may bring.
const MOST_BROUGHT: usize = 200;

/// How many games are seen to at a time.
const AT_A_TIME: usize = 8;

/// The library of a server.
pub(crate) struct Library<'a> {
    pub(crate) games: &'a Games,
    pub(crate) accounts: &'a Accounts,
}

/// Games that failed, the one that waits longest for another try first.
type Failed = VecDeque<String>;

/// The next few of those found: first those that have not failed yet, then the others in turn. Those that are
/// found no more are forgotten.
fn in_turn<T>(failed: &mut Failed, found: Vec<T>, game: impl Fn(&T) -> &String) -> Vec<T> {
    failed.retain(|one| found.iter().any(|found| game(found) == one));
    let mut found = found;
    found.sort_by_key(|found| failed.iter().position(|one| one == game(found)).map_or(0, |at| at + 1));
    found.truncate(AT_A_TIME);
    found
}

/// Notes what became of a game: one that failed goes to the back of the queue.
fn see_to(failed: &mut Failed, game: &str, outcome: Result<(), Denied>) {
    failed.retain(|one| one != game);
    if let Err(denied) = outcome {
        failed.push_back(game.to_owned());
        let game = for_logs(game);
        tracing::error!(game, error = denied.sentence, "a game could not be put into the library");
    }
}

/// A refusal of the game in a sentence.
fn refused(error: RpcError) -> Denied {
    let mut letters = error.message.chars();
    let told: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let told = if told.ends_with('.') { told } else { format!("{told}.") };
    match error.code {
        RpcError::OURS => Denied::new(Why::Ours, told),
        RpcError::LIMIT => Denied::new(Why::Busy, told),
        RpcError::NO_GAME | RpcError::NOT_YOURS => Denied::new(Why::Missing, told),
        _ => Denied::malformed(told),
    }
}

impl Games {
    /// Sees to the library: games that are over come in, and facts of an older form are found anew.
    /// It is to be called every few seconds.
    pub async fn look_after_library(&self) {
        let Some(accounts) = self.accounts() else { return };
        let library = Library { games: self, accounts };
        if let Err(denied) = library.look_after().await {
            tracing::error!(error = denied.sentence, "the library could not be seen to");
        }
    }
}

impl Library<'_> {
    async fn look_after(&self) -> Result<(), Denied> {
        let (store, failed) = (self.games.store(), self.games.library_failures());
        let (new, old) = &mut *failed.lock().await;
        let found = store.not_in_library(AT_A_TIME + new.len()).await?;
        for (game, source) in in_turn(new, found, |(game, _)| game) {
            see_to(new, &game, self.shelve(&game, source, (None, None)).await);
        }
        let found = store.library_of_old(AT_A_TIME + old.len()).await?;
        for of in in_turn(old, found, |of| &of.game) {
            let found = match self.games.shelf(&of.game, None).await {
                Ok(shelf) => store.put_in_library(&of, &shelf.facts, usize::MAX).await.map(|_| ()),
                Err(error) => {
                    see_to(old, &of.game, Err(refused(error)));
                    continue;
                }
            };
            see_to(old, &of.game, found.map_err(Denied::from));
        }
        Ok(())
    }

    /// Puts a finished game in, for that account, as work of that client.
    async fn shelve(
        &self,
        game: &str,
        source: Source,
        (by, client): (Option<String>, Option<Client>),
    ) -> Result<(), Denied> {
        let shelf = self.games.shelf(game, client).await.map_err(refused)?;
        let new = self.row(game, &shelf, source, by).await?;
        match self.games.store().put_in_library(&new, &shelf.facts, MOST_BROUGHT).await? {
            PutIn::Now => Ok(()),
            PutIn::There(other) if other == game => Ok(()),
            PutIn::There(other)
                if source == Source::Player && self.show_again(&other, &new, client).await? =>
            {
                Ok(())
            }
            PutIn::There(_) => Err(Denied::new(Why::Taken, "This game is already in the library.")),
            PutIn::TooMany => Err(too_many()),
        }
    }

    /// Shows a copy of a game again that its players have taken out; whether it was one.
    async fn show_again(&self, copy: &str, of: &InLibrary, client: Option<Client>) -> Result<bool, Denied> {
        let store = self.games.store();
        let Some(out) = store.in_library(copy).await?.filter(|there| there.source == Source::TakenOut) else {
            return Ok(false);
        };
        let shelf = self.games.shelf(copy, client).await.map_err(refused)?;
        let again = InLibrary { source: of.source, by: of.by.clone(), players: of.players.clone(), ..out };
        store.put_in_library(&again, &shelf.facts, MOST_BROUGHT).await?;
        Ok(true)
    }

    /// The game whose players decide whether a game with dice of that commitment is shown: all others with those
    /// dice were made of its record. None if it was played elsewhere.
    async fn original(&self, commitment: &str) -> Result<Option<Original>, Denied> {
        Ok(self.games.store().played_with(commitment).await?)
    }

    /// What is kept of a game.
    async fn row(
        &self,
        game: &str,
        shelf: &OnShelf,
        source: Source,
        by: Option<String>,
    ) -> Result<InLibrary, Denied> {
        let store = self.games.store();
        let finished = match source {
            Source::Imported => self.accounts.now(),
            _ => store.changed(game).await?.unwrap_or_else(|| self.accounts.now()),
        };
        let outcome = &shelf.outcome;
        Ok(InLibrary {
            game: game.to_owned(),
            scenario: shelf.header.scenario.clone(),
            title: shelf.title.clone(),
            players: self.players(game, shelf, source).await?,
            winner: outcome.winner,
            level: outcome.level.clone(),
            reason: json!(outcome.by).as_str().unwrap_or_default().to_owned(),
            margin: i64::from(outcome.points.union) - i64::from(outcome.points.confederate),
            turn: i64::from(shelf.turn),
            finished,
            practice: shelf.header.practice,
            source,
            by,
            hash: shelf.hash.clone(),
        })
    }

    /// Who played. Of a record that was brought nobody knows more than it says.
    async fn players(&self, game: &str, shelf: &OnShelf, source: Source) -> Result<BySide<String>, Denied> {
        let store = self.games.store();
        let of_match = match source {
            Source::Imported => None,
            _ => store
                .matches(Which::Of(game))
                .await?
                .into_iter()
                .flat_map(|of| of.games)
                .find(|one| one.game == game),
        };
        if let Some(of) = of_match {
            return Ok(BySide::from_fn(|side| Player::Account(of.players[side].clone()).key()));
        }
        let held = match source {
            Source::Imported => Vec::new(),
            _ => store.accounts_at(game).await?,
        };
        let seats = shelf.header.seats.as_ref();
        Ok(BySide::from_fn(|side| match seats.map(|seats| &*seats[side]) {
            None | Some("person") => holder(&held, side)
                .map_or_else(|| "person".to_owned(), |id| Player::Account(id.to_owned()).key()),
            Some(bot) if bot.starts_with("bot:") => bot.to_owned(),
            Some(level) => Player::Commander(level.to_owned()).key(),
        }))
    }

    /// The seat that somebody shows: by its token, or since their account holds it.
    async fn seat(
        &self,
        who: Option<&SignedIn>,
        game: &str,
        token: Option<&str>,
    ) -> Result<Option<SeatHash>, Denied> {
        if let Some(token) = token.filter(|token| seat_named(token).is_none()) {
            return Ok(Some(SeatHash::of(token)));
        }
        let Some(who) = who else { return Ok(None) };
        let seats = self.accounts.seats(who).await?;
        Ok(seats.into_iter().find(|seat| seat.game == game).map(|seat| SeatHash::kept(seat.hash)))
    }

    /// Whether somebody is a player of a game.
    async fn check_player(
        &self,
        who: Option<&SignedIn>,
        game: &str,
        (token, client): (Option<&str>, Client),
    ) -> Result<(), Denied> {
        let not_yours = || Denied::new(Why::Missing, "Only a player of a game may add it or take it out.");
        let seat = self.seat(who, game, token).await?.ok_or_else(not_yours)?;
        let place = self.games.seat_of(game, seat, client).await.map_err(refused)?;
        if plays(place) { Ok(()) } else { Err(not_yours()) }
    }

    /// A player puts a game in.
    pub(crate) async fn put(
        &self,
        who: Option<&SignedIn>,
        game: &str,
        (token, client): (Option<&str>, Client),
    ) -> Result<(), Denied> {
        let commitment = self.games.store().commitment_of(game).await?.unwrap_or_default();
        let original = self.original(&commitment).await?;
        if let Some(original) = &original
            && original.game != game
        {
            has_ended(original)?;
        }
        let of = original.as_ref().map_or(game, |original| original.game.as_str());
        self.check_player(who, of, (token, client)).await?;
        match self.games.store().in_library(game).await? {
            Some(there) if there.source != Source::TakenOut => Ok(()),
            _ => {
                let by = who.map(|who| who.account.id.clone());
                self.shelve(game, Source::Player, (by, Some(client))).await
            }
        }
    }

    /// A player takes a game out with all copies of it that others brought, even while it goes on, or the account that
    /// brought a record takes that out.
    pub(crate) async fn take_out(
        &self,
        who: Option<&SignedIn>,
        game: &str,
        (token, client): (Option<&str>, Client),
    ) -> Result<(), Denied> {
        let store = self.games.store();
        let commitment = store.commitment_of(game).await?.unwrap_or_default();
        let none = || Denied::new(Why::Missing, "This game is not in the library.");
        let mut shown = store.library_of_dice(&commitment).await?;
        if shown.is_empty() {
            return Err(none());
        }
        let original = self.original(&commitment).await?;
        let of = original.as_ref().map_or(game, |original| original.game.as_str());
        let player = self.check_player(who, of, (token, client)).await;
        if original.is_none() && player.is_ok() {
            // What was loaded of a record gives nobody a say over others.
            shown.retain(|there| there.game == game);
        } else if let Err(denied) = player {
            let brought = |there: &InLibrary| {
                there.game == game
                    && there.source == Source::Imported
                    && who.is_some_and(|who| there.by.as_deref() == Some(&*who.account.id))
            };
            shown.retain(brought);
            if shown.is_empty() {
                return Err(denied);
            }
        }
        if shown.is_empty() {
            return Err(none());
        }
        for there in shown {
            let out = InLibrary { source: Source::TakenOut, by: None, ..there };
            store.put_in_library(&out, &[], usize::MAX).await?;
        }
        Ok(())
    }

    /// An account brings the record of a finished game: its name, and whether it was there already. The record of a
    /// game that was played here is brought by its players alone, and the game itself is put in.
    pub(crate) async fn import(
        &self,
        who: &SignedIn,
        record: String,
        token: Option<&str>,
        client: Client,
    ) -> Result<(String, bool), Denied> {
        let store = self.games.store();
        let brought = self.games.judge_record(record, client).await.map_err(refused)?;
        let known = |hash: String| async move {
            let query = LibraryQuery { hash: Some(hash), ..LibraryQuery::default() };
            Ok::<_, Denied>(store.library(&query, 1).await?.into_iter().next().map(|found| found.of.game))
        };
        if let Some(game) = known(brought.shelf.hash.clone()).await? {
            return Ok((game, true));
        }
        if let Some(original) = self.original(&brought.shelf.header.commitment).await? {
            has_ended(&original)?;
            self.put(Some(who), &original.game, (token, client)).await?;
            return Ok((original.game, false));
        }
        self.games.allowances().recorded(client, brought.bytes);
        let game = brought.game().to_owned();
        let by = Some(who.account.id.clone());
        let new = self.row(&game, &brought.shelf, Source::Imported, by).await?;
        match self.games.keep_record(&brought, &new, MOST_BROUGHT).await? {
            PutIn::Now => {
                tracing::info!(game = for_logs(&game), "a record was brought into the library");
                Ok((game, false))
            }
            PutIn::There(other) => match known(brought.shelf.hash.clone()).await? {
                Some(shown) => Ok((shown, true)),
                None => Err(Denied::new(
                    Why::Taken,
                    format!("Its players have taken this game out of the library ({other:.8})."),
                )),
            },
            PutIn::TooMany => Err(too_many()),
        }
    }

    /// A page of the list.
    pub(crate) async fn list(&self, asked: &HashMap<String, String>) -> Result<Value, Denied> {
        let query = self.query(asked).await?;
        let store = self.games.store();
        let mut found = store.library(&query, PAGE + 1).await?;
        let more = found.len() > PAGE;
        found.truncate(PAGE);
        let next = found.last().filter(|_| more).map(|last| {
            let (value, game) = last.cursor(query.sort);
            format!("{value}-{game}")
        });
        let mut names = BTreeMap::new();
        let mut told = Vec::new();
        for one in &found {
            told.push(self.told(one, &mut names).await?);
        }
        let (battles, levels) = store.library_choices().await?;
        let battles: Vec<Value> = battles
            .into_iter()
            .map(|(scenario, title)| json!({ "scenario": scenario, "title": title }))
            .collect();
        Ok(json!({ "games": told, "next": next, "battles": battles, "levels": levels }))
    }

    /// Where a game stands in the library, for its own page.
    pub(crate) async fn one(&self, game: &str) -> Result<Value, Denied> {
        let source = self.games.store().shown_in_library(game).await?.map(|there| there.source.word());
        Ok(json!({ "source": source }))
    }

    async fn told(
        &self,
        one: &Shelved,
        names: &mut BTreeMap<String, Option<String>>,
    ) -> Result<Value, Denied> {
        let of = &one.of;
        let mut players = json!({});
        for side in Side::BOTH {
            players[side.word()] = match Player::of_key(&of.players[side]) {
                Some(Player::Account(id)) => {
                    json!({ "kind": "person", "name": self.name(&id, names).await? })
                }
                Some(Player::Commander(level)) => json!({ "kind": "commander", "name": level }),
                None => match of.players[side].strip_prefix("bot:") {
                    Some(bot) => json!({ "kind": "bot", "name": bot }),
                    None => json!({ "kind": "person", "name": null }),
                },
            };
        }
        let by = match &of.by {
            Some(id) => self.name(id, names).await?,
            None => None,
        };
        Ok(json!({
            "game": of.game, "scenario": of.scenario, "title": of.title, "players": players,
            "winner": of.winner, "level": of.level, "reason": of.reason, "margin": of.margin, "turn": of.turn,
            "finished": of.finished, "practice": of.practice, "source": of.source.word(), "by": by,
            "reviewed": one.reviewed, "moments": one.moments,
        }))
    }

    async fn name(
        &self,
        id: &str,
        names: &mut BTreeMap<String, Option<String>>,
    ) -> Result<Option<String>, Denied> {
        if let Some(known) = names.get(id) {
            return Ok(known.clone());
        }
        let name = self.games.store().account(id).await?.map(|account| account.name);
        names.insert(id.to_owned(), name.clone());
        Ok(name)
    }

    /// What is asked for, from the fields of an address.
    async fn query(&self, asked: &HashMap<String, String>) -> Result<LibraryQuery, Denied> {
        let field = |name: &str| asked.get(name).map(|text| text.trim()).filter(|text| !text.is_empty());
        let number = |name: &str| {
            let read = |text: &str| {
                text.parse::<i64>()
                    .map_err(|_| Denied::malformed(format!("{name}: a whole number was expected.")))
            };
            field(name).map(read).transpose()
        };
        let side = |name: &str| {
            let read = |text: &str| {
                let sides = "neither \"union\" nor \"confederate\"";
                Side::from_word(text).ok_or_else(|| Denied::malformed(format!("{name}: {sides}.")))
            };
            field(name).map(read).transpose()
        };
        let winner = match field("winner") {
            None => None,
            Some("draw") => Some(None),
            Some(_) => Some(side("winner")?),
        };
        let sort = match field("sort") {
            None | Some("newest") => SortBy::Newest,
            Some("oldest") => SortBy::Oldest,
            Some("margin") => SortBy::Margin,
            Some(_) => {
                return Err(Denied::malformed("sort: \"newest\", \"oldest\" or \"margin\" were expected."));
            }
        };
        let after = match field("after") {
            None => None,
            Some(text) => {
                let (value, game) = text.split_once('-').unwrap_or_default();
                let value = value
                    .parse()
                    .map_err(|_| Denied::malformed("after: what \"next\" said was expected."))?;
                Some((value, game.to_owned()))
            }
        };
        let player = match field("player") {
            None => None,
            Some(name) => Some(self.player(name).await?),
        };
        let mut happened = Vec::new();
        for at in 1..=MOST_HAPPENED {
            let name = |field: &str| format!("{field}{at}");
            let Some(kind) = field(&name("kind")) else { continue };
            let kind = FactKind::from_word(kind).ok_or_else(|| {
                let words = FactKind::ALL.map(FactKind::word).join(", ");
                Denied::malformed(format!("kind{at}: one of {words} was expected."))
            })?;
            happened.push(Happened {
                kind,
                name: field(&name("name")).unwrap_or_default().to_owned(),
                side: side(&name("side"))?,
                before: number(&name("before"))?,
                after: number(&name("after"))?,
                odds: number(&name("odds"))?.map(|odds| odds.saturating_mul(100)),
            });
        }
        Ok(LibraryQuery {
            scenario: field("scenario").map(str::to_owned),
            winner,
            level: field("level").map(str::to_owned),
            margin: number("margin")?,
            player,
            side: side("side")?,
            since: number("since")?,
            until: number("until")?,
            happened,
            sort,
            after,
            hash: None,
        })
    }

    /// A player by name, as the library knows them.
    async fn player(&self, name: &str) -> Result<String, Denied> {
        if let Some(account) = self.accounts.named(name).await? {
            return Ok(Player::Account(account.id).key());
        }
        let level = Level::from_word(&name.to_lowercase());
        // Nobody is called so: no game is found.
        Ok(level.map_or_else(
            || Player::Account(String::new()).key(),
            |level| Player::Commander(level.word().to_owned()).key(),
        ))
    }

    /// The games that an account brought or put in, for what it takes along.
    pub(crate) async fn export(&self, who: &SignedIn) -> Result<Value, Denied> {
        let by = self.games.store().put_in_by(&who.account.id).await?;
        let told = |of: store::InLibrary| json!({ "game": of.game, "source": of.source.word(), "title": of.title, "finished": of.finished });
        Ok(by.into_iter().map(told).collect())
    }
}

/// The account that played a side, as far as it can be told from who holds which seat. None, if several hold this one or
/// one account holds both seats of a game for two: whoever makes a game by links has the links of both.
fn holder(held: &[(String, String)], side: Side) -> Option<&str> {
    let mut here = held
        .iter()
        .filter(|(seat, _)| seat == side.word() || seat == "both")
        .map(|(_, account)| account.as_str());
    let first = here.next()?;
    let has_both = held.iter().any(|(seat, account)| seat == side.other().word() && account == first);
    (here.all(|other| other == first) && !has_both).then_some(first)
}

/// Refuses copies of a game that goes on: no end of it is the one it will have.
fn has_ended(original: &Original) -> Result<(), Denied> {
    if original.over {
        return Ok(());
    }
    Err(Denied::malformed(
        "The game with these dice is still being played here: its record can be added once it is over.",
    ))
}

fn too_many() -> Denied {
    Denied::malformed(format!("An account brings at most {MOST_BROUGHT} records; take some out first."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_has_the_name_of_the_one_account_that_holds_its_seat_alone() {
        let named = |held: &[(&str, &str)]| {
            let held: Vec<(String, String)> =
                held.iter().map(|(seat, account)| ((*seat).to_owned(), (*account).to_owned())).collect();
            Side::BOTH.map(|side| holder(&held, side).map(str::to_owned))
        };
        let names = |union: Option<&str>, confederate: Option<&str>| {
            [union, confederate].map(|name| name.map(str::to_owned))
        };
        assert_eq!(named(&[]), names(None, None));
        assert_eq!(named(&[("union", "ann"), ("confederate", "ben")]), names(Some("ann"), Some("ben")));
        assert_eq!(named(&[("both", "ann")]), names(Some("ann"), Some("ann")));
        assert_eq!(named(&[("union", "ann"), ("union", "cal")]), names(None, None));
        assert_eq!(named(&[("union", "ann"), ("confederate", "ann")]), names(None, None));
        // Whoever made the game kept both links, and Ben the one that he was sent.
        assert_eq!(
            named(&[("union", "ann"), ("confederate", "ann"), ("confederate", "ben")]),
            names(None, None)
        );
        assert_eq!(
            named(&[("union", "ann"), ("confederate", "ben"), ("confederate", "cal")]),
            names(Some("ann"), None)
        );
    }
}
