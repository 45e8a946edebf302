//! How the games of a match begin, and how it is known how they ended.

use std::sync::Arc;

use protocol::params::{Mode, NewGame};
use protocol::{Ask, RpcError};
use tabletop::BySide;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::arranged::ourselves;
use super::failure::{broken, lost};
use super::message::Message;
use super::shared::Shared;
use super::unstarted::{BegunBy, Noted};
use super::{Connection, Games};
use crate::club::matches::{Begun, Match, MatchTerms, NoMatch, Outcome, RatedGame};
use crate::limits::Client;
use crate::secrets::{SeatHash, for_logs};
use crate::store::{self, AbandonedSeat, MatchKept, Which};

/// How many seats an account holds beside those of matches and tournaments.
pub(crate) const MOST_SEATS: usize = 256;

/// How many games of matches an account plays at once where it accepts a challenge, or its own is accepted. Matches of
/// tournaments begin all the same: otherwise an account that is full would cost its opponent the game.
const MOST_PLAYED: usize = 256;

/// How many games of challenges in which nobody has given an order an account may have: they never give way to
/// other games.
pub(crate) const MOST_UNSTARTED: usize = 40;

impl Games {
    /// Begins a match under that name: in its first game `players` have these sides, in its second
    /// the others. All of it is kept at once, or nothing. `now` in seconds since 1970.
    ///
    /// # Errors
    /// Why it does not begin: see [`NoMatch`].
    pub async fn begin_match(
        &self,
        id: &str,
        terms: &MatchTerms,
        players: &BySide<String>,
        now: i64,
    ) -> Result<Begun, NoMatch> {
        self.begin_match_of((None, BegunBy::Tournament(None)), id, terms, players, now).await
    }

    /// The same; a match that comes of a challenge takes the challenge away.
    pub(crate) async fn begin_match_of(
        &self,
        (challenge, by): (Option<&str>, BegunBy),
        id: &str,
        terms: &MatchTerms,
        players: &BySide<String>,
        now: i64,
    ) -> Result<Begun, NoMatch> {
        terms.check().map_err(RpcError::malformed)?;
        if players.union == players.confederate {
            return Err(RpcError::malformed("players: a match is between two accounts").into());
        }
        let mut games = Vec::new();
        for number in 1..=terms.games {
            let game = self.shared.new_match_game(terms, by.client()).await?;
            let sides = match number {
                1 => players.clone(),
                _ => BySide { union: players.confederate.clone(), confederate: players.union.clone() },
            };
            games.push((game, sides));
        }
        let new = store::NewMatch {
            id: id.to_owned(),
            terms: serde_json::json!(terms).to_string(),
            rated: terms.rated,
            shown: terms.shown,
            created: now,
            games,
            challenge: challenge.map(str::to_owned),
            holder: by.holder(&self.shared.store),
        };
        let pack_added = match new.games.first() {
            Some((game, _)) => self.shared.pack_added(&game.header).await?,
            None => 0,
        };
        let most = challenge.map_or((usize::MAX, usize::MAX), |_| (MOST_PLAYED, MOST_UNSTARTED));
        let kept = match self.shared.note_games(&new, &by).await {
            Ok(noted) => {
                let kept = self.shared.store.begin_match(&new, most).await.map_err(|error| broken(&error));
                if kept == Ok(MatchKept::Made) {
                    noted.into_iter().for_each(Noted::made);
                }
                kept
            }
            Err(error) => Err(error),
        };
        match kept? {
            MatchKept::Made => {
                if let Some(client) = by.client() {
                    self.shared.allowances.recorded(client, pack_added);
                }
                tracing::info!(
                    scenario = terms.scenario,
                    rated = terms.rated,
                    games = terms.games,
                    "a match begins"
                );
                Ok(Begun::Now)
            }
            MatchKept::There => Ok(Begun::Before),
            MatchKept::NoChallenge => Err(NoMatch::NoChallenge),
            MatchKept::NoAccount => Err(NoMatch::NoAccount),
            MatchKept::Full(account) => Err(NoMatch::Full(account)),
            MatchKept::Unstarted(account) => Err(NoMatch::Unstarted(account)),
        }
    }

    /// Whether a match on these terms could begin: the first fault is told as it would be then. Reading the scenario
    /// and its pack is work of that client.
    ///
    /// # Errors
    /// [`RpcError::MALFORMED`] with the field.
    pub async fn check_terms(&self, terms: &MatchTerms, client: Client) -> Result<(), RpcError> {
        terms.check().map_err(RpcError::malformed)?;
        self.shared.new_match_game(terms, Some(client)).await.map(|_| ())
    }

    /// A match, as it stands now; `None` if none has begun under that name.
    ///
    /// # Errors
    /// The database's.
    pub async fn the_match(&self, id: &str) -> Result<Option<Match>, RpcError> {
        Ok(self.matches(Which::One(id)).await?.into_iter().next())
    }

    /// The match that a game is of, if it is of one.
    ///
    /// # Errors
    /// The database's.
    pub async fn match_of(&self, game: &str) -> Result<Option<Match>, RpcError> {
        Ok(self.matches(Which::Of(game)).await?.into_iter().next())
    }

    /// Matches as they stand now, the newest first.
    ///
    /// # Errors
    /// The database's.
    pub async fn matches(&self, which: Which<'_>) -> Result<Vec<Match>, RpcError> {
        let kept = self.shared.store.matches(which).await.map_err(|error| broken(&error))?;
        let read = |kept: store::KeptMatch| {
            let id = kept.id.clone();
            let found = Match::of(kept);
            if found.is_none() {
                tracing::error!(of_match = for_logs(&id), "a match cannot be read");
            }
            found
        };
        Ok(kept.into_iter().filter_map(read).collect())
    }

    /// Gives up match games whose player is deleted, and notes results that could not be noted when their games
    /// ended.
    pub async fn look_after_matches(&self) {
        self.resign_abandoned(ourselves()).await;
        self.shared.settle_results().await;
    }

    /// Gives up match games that go on for players whose accounts are deleted: nobody else could play their seats.
    /// A failure is logged; the next call tries again.
    pub(crate) async fn resign_abandoned(&self, client: Client) {
        let seats = match self.shared.store.abandoned_seats().await {
            Ok(seats) => seats,
            Err(error) => return tracing::error!(%error, "matches of deleted accounts could not be read"),
        };
        for AbandonedSeat { game, hash } in seats {
            match self.resign(&game, SeatHash::kept(hash), client).await {
                Ok(()) => {}
                // It has ended meanwhile: the other account is deleted too, or another server was faster. Or a computer
                // plays on for the player, whose time ran out.
                Err(error)
                    if matches!(error.code, RpcError::GONE | RpcError::NO_GAME | RpcError::NOT_YOURS) => {}
                Err(error) => {
                    let game = for_logs(&game);
                    tracing::error!(game, error = error.message, "a game could not be given up");
                }
            }
        }
    }

    /// Gives a game up for a seat.
    ///
    /// # Errors
    /// As of `game.resign`.
    pub(crate) async fn resign(&self, game: &str, seat: SeatHash, client: Client) -> Result<(), RpcError> {
        // Nobody hears over it: the game only has to know who asks.
        let (connection, _messages) = Connection::new(client, CancellationToken::new());
        let (reply, told) = oneshot::channel();
        self.shared.send(game, Message::Ask { connection, seat: Some(seat), ask: Ask::Resign, reply });
        told.await.unwrap_or_else(|_| Err(lost())).map(|_| ())
    }

    /// All rated games that are over, or those of one account; the first that ended first.
    ///
    /// # Errors
    /// The database's.
    pub async fn finished_rated(&self, account: Option<&str>) -> Result<Vec<RatedGame>, RpcError> {
        let which = account.map_or(Which::Rated, Which::By);
        let mut found = Vec::new();
        for of in self.matches(which).await? {
            if !of.terms.rated {
                continue;
            }
            for game in of.games {
                if let Some(result) = game.result().cloned() {
                    found.push(RatedGame {
                        of_match: of.id.clone(),
                        game: game.game,
                        scenario: of.terms.scenario.clone(),
                        players: game.players,
                        result,
                    });
                }
            }
        }
        found.sort_by(|a, b| (a.result.finished, &a.game).cmp(&(b.result.finished, &b.game)));
        Ok(found)
    }
}

impl Shared {
    /// A game on these terms, which is kept nowhere yet. Setting it up is work of that client, if one asks for it.
    async fn new_match_game(
        &self,
        terms: &MatchTerms,
        client: Option<Client>,
    ) -> Result<store::NewGame, RpcError> {
        let turn = self.turn_for(client, terms.pack.as_deref()).await;
        let new = NewGame {
            scenario: terms.scenario.clone(),
            pack: terms.pack.clone(),
            options: terms.options.clone(),
            seed: None,
            dice: Vec::new(),
            mode: Some(Mode::Two),
            name: None,
            commanders: Default::default(),
            advice: None,
            shares: None,
            clock: terms.clock.clone(),
        };
        let (mut table, _, seed, seating) = self.set_up(new, &turn).await?;
        table.record_coming();
        let header = table.header().clone();
        // Each seat is put into an account at once.
        self.tell_time(&mut *table);
        table.take_seat(None);
        let (kept, _nobody_is_told) = self.assemble(&turn, &*table, header, Some(seed), seating).await?;
        Ok(kept)
    }

    /// Notes the games of a match that is about to be made, if there may be as many.
    async fn note_games(
        self: &Arc<Shared>,
        new: &store::NewMatch,
        by: &BegunBy,
    ) -> Result<Vec<Noted>, RpcError> {
        let mut noted = Vec::new();
        for (game, _) in &new.games {
            noted.push(self.note_unstarted(&game.id, by).await?);
        }
        Ok(noted)
    }

    /// Notes how games of matches ended, of which that was not noted yet. A game that cannot be read
    /// is told in the log and looked at again the next time.
    pub(super) async fn settle_results(self: &Arc<Shared>) {
        let games = match self.store.unsettled().await {
            Ok(games) => games,
            Err(error) => return tracing::error!(%error, "which matches have ended could not be read"),
        };
        for game in games {
            let (reply, told) = oneshot::channel();
            self.send(&game, Message::Outcome { reply });
            match told.await.unwrap_or_else(|_| Err(lost())) {
                Ok(Some(outcome)) => self.note_result(&game, &outcome).await,
                Ok(None) => {}
                Err(error) => {
                    let game = for_logs(&game);
                    tracing::error!(game, error = error.message, "how a game ended could not be read");
                }
            }
        }
    }

    /// Notes how a game ended, if it is one of a match.
    pub(super) async fn note_result(&self, game: &str, outcome: &Outcome) {
        if let Err(error) = self.store.note_result(game, &serde_json::json!(outcome)).await {
            tracing::error!(game = for_logs(game), %error, "how a match ended could not be noted");
        }
    }
}
