//! Matches: which games two accounts play against each other, on which terms, and how they ended.
//!
//! A match, its games and the seats of both accounts are written in one transaction, so that there is
//! never half a match. How a game ended is found in the game; here it is noted for good, since a
//! finished game may be let go of. Each row is bound by a hash, as accounts are.

use protocol::answer::You;
use serde_json::{Value, json};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use tabletop::{BySide, Side};

use super::accounts::{seal, seat_seal};
use super::error::Broken;
use super::holders::{Held, hold};
use super::link::Link;
use super::unstarted::{OF_TOURNAMENT, ORDERED, STANDS};
use super::writing::insert_game;
use super::{Location, NewGame, Store, StoreError};
use crate::limits::Holder;

/// A match that is to be kept.
#[derive(Debug, Clone)]
pub struct NewMatch {
    /// What it is called: 128 random bits in hexadecimal.
    pub id: String,
    /// On which terms, as JSON.
    pub terms: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether others are shown its games.
    pub shown: bool,
    /// Seconds since 1970.
    pub created: i64,
    /// Its games in their order, each with the accounts that play the sides.
    pub games: Vec<(NewGame, BySide<String>)>,
    /// The challenge that it comes of, which is then no more.
    pub challenge: Option<String>,
    /// The networks that its games are counted for, until they have an order.
    pub holder: Option<Holder<String>>,
}

/// What became of a match that was to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchKept {
    /// It is kept.
    Made,
    /// There is one of that name.
    There,
    /// The challenge is no longer there.
    NoChallenge,
    /// There is no such account.
    NoAccount,
    /// This account plays as many games of matches as it can.
    Full(String),
    /// This account has as many games of challenges in which nobody has given an order as it can.
    Unstarted(String),
}

/// A match as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptMatch {
    /// What it is called.
    pub id: String,
    /// On which terms, as JSON.
    pub terms: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether others are shown its games.
    pub shown: bool,
    /// Seconds since 1970.
    pub created: i64,
    /// Its games in their order.
    pub games: Vec<KeptMatchGame>,
}

/// A game of a match as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptMatchGame {
    /// The game.
    pub game: String,
    /// Which of the match it is: 1 or 2.
    pub number: i64,
    /// The accounts that play the sides. They may be gone.
    pub players: BySide<String>,
    /// When its result was noted that it had ended: seconds since 1970; 0 if none was noted.
    pub finished: i64,
    /// Its result as JSON, if one was noted.
    pub result: Option<String>,
    /// Where it stands; nothing if the game is no longer kept.
    pub now: Option<GameNow>,
}

/// Where a game of a match stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameNow {
    /// The game-turn.
    pub turn: i64,
    /// How many there are.
    pub turns: i64,
    /// Who is asked; nobody once it is over.
    pub asked: Option<Side>,
    /// When it last changed: seconds since 1970.
    pub updated: i64,
    /// The battle.
    pub title: Option<String>,
}

/// A seat in a match game that goes on, whose account is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbandonedSeat {
    /// The game.
    pub game: String,
    /// The hash of the seat's token.
    pub hash: String,
}

/// Which games ratings were computed of: another, once a game more counts or a player's account is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingsVersion {
    /// Results of games of matches that were noted.
    noted: i64,
    /// Games of tournaments that count by themselves.
    counted: i64,
    /// Names of accounts that are gone, and until when the last of them stays reserved.
    gone: (i64, i64),
}

/// Which matches are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which<'a> {
    /// The one that is called so.
    One(&'a str),
    /// The one that this game is of.
    Of(&'a str),
    /// Those that this account plays or played.
    By(&'a str),
    /// Of those the ones that go on, and the newest.
    Lately(&'a str),
    /// Those that count for ratings.
    Rated,
    /// Those that others are shown.
    Shown,
}

/// All games of matches, each with its match.
pub(super) const COLUMNS: &str = "SELECT m.id AS id, m.terms AS terms, m.rated AS rated, m.shown AS shown, \
     m.created AS created, m.seal AS seal, g.game AS game, g.number AS number, \
     g.union_account AS union_account, g.confederate_account AS confederate_account, \
     g.finished AS finished, g.result AS result, g.seal AS game_seal, \
     p.id AS there, p.turn AS turn, p.turns AS turns, p.asked AS asked, p.updated AS updated, p.title AS title \
     FROM matches m JOIN match_games g ON g.of_match = m.id LEFT JOIN games p ON p.id = g.game";

impl KeptMatch {
    fn seal(&self) -> String {
        let KeptMatch { id, terms, rated, shown, created, games: _ } = self;
        seal("longroll match 1\0", &json!([id, terms, rated, shown, created]))
    }
}

impl KeptMatchGame {
    fn seal(&self, of: &str) -> String {
        let KeptMatchGame { game, number, players, finished, result, now: _ } = self;
        seal("longroll match game 1\0", &json!([of, game, number, players, finished, result]))
    }
}

/// An account's matches are never removed either, and each look at a page is not to read them all.
const LATELY: &str = "WHERE m.id IN (\
     SELECT of_match FROM match_games WHERE finished = 0 AND (union_account = $1 OR confederate_account = $1) \
     UNION SELECT id FROM (SELECT id FROM matches WHERE id IN (\
     SELECT of_match FROM match_games WHERE union_account = $1 OR confederate_account = $1) \
     ORDER BY created DESC, id LIMIT 100) AS newest)";

/// Of the matches that others are shown the newest that go on, and the newest that are over: they are never removed, and
/// whoever looks is not to read them all.
const SHOWN: &str = "WHERE $1 = '' AND m.id IN (\
     SELECT id FROM (SELECT id FROM matches WHERE shown = 1 AND id IN (\
     SELECT of_match FROM match_games WHERE finished = 0) \
     ORDER BY created DESC, id LIMIT 100) AS going \
     UNION SELECT id FROM (SELECT id FROM matches WHERE shown = 1 AND NOT EXISTS (\
     SELECT 1 FROM match_games WHERE of_match = matches.id AND finished = 0) \
     ORDER BY created DESC, id LIMIT 100) AS ended)";

impl Store {
    /// Keeps a match with its games and puts their seats into the accounts; nothing of it, if
    /// anything stands in its way. `most` is how many games of matches an account
    /// may play at once, and how many of challenges in which nobody has given an order it may have.
    ///
    /// # Errors
    /// [`StoreError::NoKey`] if the secrets of dice cannot be kept, [`StoreError::Uncertain`] if it
    /// cannot be told whether the match was kept (who asks again with the same name is told so), or
    /// the database's own.
    pub async fn begin_match(&self, new: &NewMatch, most: (usize, usize)) -> Result<MatchKept, StoreError> {
        match self.try_begin_match(new, most).await {
            // Somebody else began the same match at the same time.
            Err(Broken::Undone(source) | Broken::Unknown(source))
                if source.as_database_error().is_some_and(|e| e.is_unique_violation()) =>
            {
                Ok(MatchKept::There)
            }
            Err(Broken::Undone(source))
                if source.as_database_error().is_some_and(|e| e.is_foreign_key_violation()) =>
            {
                Ok(MatchKept::NoAccount)
            }
            outcome => self.done(outcome),
        }
    }

    async fn try_begin_match(&self, new: &NewMatch, most: (usize, usize)) -> Result<MatchKept, Broken> {
        let mut link = self.change().await?;
        let there = sqlx::query("SELECT id FROM matches WHERE id = $1").bind(&new.id);
        if link.row(there).await?.is_some() {
            return Ok(MatchKept::There);
        }
        // Before the challenge is taken: deleting an account locks the account first, too, so that neither waits for
        // the other in a circle.
        if let Some((_, players)) = new.games.first() {
            for side in Side::BOTH {
                if link.row(sqlx::query(self.account_held()).bind(&players[side])).await?.is_none() {
                    return Ok(MatchKept::NoAccount);
                }
            }
        }
        if let Some(challenge) = &new.challenge {
            let taken = sqlx::query("DELETE FROM challenges WHERE id = $1 AND until > $2");
            if link.execute(taken.bind(challenge).bind(new.created)).await? == 0 {
                return Ok(MatchKept::NoChallenge);
            }
        }
        if let Some(stop) = may_hold(&mut link, new, most).await? {
            return Ok(stop);
        }
        let games = new.games.iter().zip(1_i64..).map(|((game, players), number)| KeptMatchGame {
            game: game.id.clone(),
            number,
            players: players.clone(),
            finished: 0,
            result: None,
            now: None,
        });
        let kept = KeptMatch {
            id: new.id.clone(),
            terms: new.terms.clone(),
            rated: new.rated,
            shown: new.shown,
            created: new.created,
            games: games.collect(),
        };
        let insert = sqlx::query(
            "INSERT INTO matches (id, terms, rated, shown, created, seal) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&kept.id)
        .bind(&kept.terms)
        .bind(i64::from(kept.rated))
        .bind(i64::from(kept.shown))
        .bind(kept.created)
        .bind(kept.seal());
        link.execute(insert).await?;
        for ((game, players), of_match) in new.games.iter().zip(&kept.games) {
            let (sealed, moving) = self.bind_new(game).map_err(Broken::Refused)?;
            insert_game(&mut link, &sealed, &moving, &game.entries).await?;
            hold(&mut link, (Held::Game, &game.id), new.holder.as_ref()).await?;
            let insert = sqlx::query(
                "INSERT INTO match_games (game, of_match, number, union_account, confederate_account, \
                 finished, result, seal) VALUES ($1, $2, $3, $4, $5, 0, NULL, $6)",
            )
            .bind(&of_match.game)
            .bind(&kept.id)
            .bind(of_match.number)
            .bind(&players.union)
            .bind(&players.confederate)
            .bind(of_match.seal(&kept.id));
            link.execute(insert).await?;
            for side in Side::BOTH {
                let seat = You::from(side).word();
                let insert = sqlx::query(
                    "INSERT INTO account_seats (account, game, seat, created, seal) VALUES ($1, $2, $3, $4, $5)",
                )
                .bind(&players[side])
                .bind(&game.id)
                .bind(seat)
                .bind(kept.created)
                .bind(seat_seal(&players[side], &game.id, seat, kept.created));
                link.execute(insert).await?;
            }
        }
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(MatchKept::Made)
    }

    /// The statement that finds an account which is about to play: on a server nobody deletes it until the
    /// transaction ends. In a file writers take turns anyway.
    fn account_held(&self) -> &'static str {
        match self.location {
            Location::File(_) => "SELECT id FROM accounts WHERE id = $1",
            Location::Server(_) => "SELECT id FROM accounts WHERE id = $1 FOR KEY SHARE",
        }
    }

    /// Matches, the newest first. One that is not as it was written is left out, and told in the log.
    ///
    /// # Errors
    /// The database's own.
    pub async fn matches(&self, which: Which<'_>) -> Result<Vec<KeptMatch>, StoreError> {
        let (of, what) = match which {
            Which::One(id) => ("WHERE m.id = $1", id),
            Which::Of(game) => ("WHERE m.id IN (SELECT of_match FROM match_games WHERE game = $1)", game),
            Which::By(account) => (
                "WHERE m.id IN (SELECT of_match FROM match_games \
                 WHERE union_account = $1 OR confederate_account = $1)",
                account,
            ),
            Which::Lately(account) => (LATELY, account),
            Which::Rated => ("WHERE m.rated = 1 AND $1 = ''", ""),
            Which::Shown => (SHOWN, ""),
        };
        let found = async {
            let mut link = self.link().await?;
            let text = format!("{COLUMNS} {of} ORDER BY m.created DESC, m.id, g.number");
            let rows = link.rows(sqlx::query(AssertSqlSafe(text)).bind(what)).await?;
            link.release();
            let mut matches: Vec<KeptMatch> = Vec::new();
            for row in &rows {
                let Some((read, game)) = read(row)? else {
                    tracing::error!(at = %self.location, "a match is not as it was written");
                    continue;
                };
                match matches.last_mut() {
                    Some(last) if last.id == read.id => last.games.push(game),
                    _ => matches.push(KeptMatch { games: vec![game], ..read }),
                }
            }
            Ok(matches)
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// The games of matches that are over and of which no result was noted.
    ///
    /// # Errors
    /// The database's own.
    pub async fn unsettled(&self) -> Result<Vec<String>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT g.game AS game FROM match_games g JOIN games p ON p.id = g.game \
                 WHERE g.finished = 0 AND p.asked IS NULL ORDER BY p.updated, g.game",
            );
            let rows = link.rows(query).await?;
            link.release();
            rows.iter().map(|row| row.try_get("game")).collect::<Result<Vec<String>, _>>()
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// The seats in match games that go on whose accounts are deleted. A game that is not as it was written is left
    /// out: a wrong bit in the name of an account must not cost its player the game.
    ///
    /// # Errors
    /// The database's own.
    pub async fn abandoned_seats(&self) -> Result<Vec<AbandonedSeat>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let mut seats = Vec::new();
            for side in Side::BOTH {
                let column = match side {
                    Side::Union => "union_account",
                    Side::Confederate => "confederate_account",
                };
                let text = format!(
                    "{COLUMNS} WHERE g.finished = 0 AND p.asked IS NOT NULL \
                     AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = g.{column}) ORDER BY g.game"
                );
                let rows = link.rows(sqlx::query(AssertSqlSafe(text))).await?;
                for row in &rows {
                    let Some((_, KeptMatchGame { game, .. })) = read(row)? else {
                        tracing::error!(at = %self.location, "a match is not as it was written");
                        continue;
                    };
                    let query = sqlx::query("SELECT hash FROM seats WHERE game = $1 AND seat = $2");
                    let seat = link.row(query.bind(&game).bind(You::from(side).word())).await?;
                    if let Some(seat) = seat {
                        seats.push(AbandonedSeat { game, hash: seat.try_get("hash")? });
                    }
                }
            }
            link.release();
            Ok(seats)
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// Notes how a game of a match ended, if that was not noted yet.
    ///
    /// # Errors
    /// The database's own.
    pub async fn note_result(&self, game: &str, result: &Value) -> Result<(), StoreError> {
        let noted = async {
            // Most games are none of a match: nobody waits for those.
            let mut reading = self.link().await?;
            let unsettled = sqlx::query("SELECT game FROM match_games WHERE game = $1 AND finished = 0");
            let is_unsettled = reading.row(unsettled.bind(game)).await?.is_some();
            reading.release();
            if !is_unsettled {
                return Ok(());
            }
            let mut link = self.change().await?;
            let text = format!("{COLUMNS} WHERE g.game = $1 AND g.finished = 0");
            let row = link.row(sqlx::query(AssertSqlSafe(text)).bind(game)).await?;
            let found = row.map(|row| read(&row)).transpose()?.flatten();
            let Some((of, mut kept)) = found else { return Ok(()) };
            let Some(now) = &kept.now else { return Ok(()) };
            // Without a clock 0 would be no time at all.
            kept.finished = now.updated.max(1);
            kept.result = Some(result.to_string());
            let update = sqlx::query(
                "UPDATE match_games SET finished = $1, result = $2, seal = $3 WHERE game = $4 AND finished = 0",
            );
            let update = update.bind(kept.finished).bind(&kept.result).bind(kept.seal(&of.id)).bind(game);
            link.execute(update).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(())
        };
        self.done(noted.await)
    }

    /// Which games ratings are computed of at present. A result is noted once, and stays.
    ///
    /// # Errors
    /// The database's own.
    pub async fn ratings_version(&self) -> Result<RatingsVersion, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT (SELECT COUNT(*) FROM match_games WHERE finished > 0) AS noted, \
                 (SELECT COUNT(*) FROM tournament_games WHERE counts IS NOT NULL) AS counted, \
                 (SELECT COUNT(*) FROM account_names WHERE account IS NULL) AS gone, \
                 (SELECT COALESCE(MAX(until), 0) FROM account_names WHERE account IS NULL) AS until",
            );
            let row = link.row(query).await?.ok_or(sqlx::Error::RowNotFound)?;
            link.release();
            Ok(RatingsVersion {
                noted: row.try_get("noted")?,
                counted: row.try_get("counted")?,
                gone: (row.try_get("gone")?, row.try_get("until")?),
            })
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// Whether a game counts for ratings.
    ///
    /// # Errors
    /// The database's own.
    pub async fn is_rated(&self, game: &str) -> Result<bool, StoreError> {
        Ok(self.matches(Which::Of(game)).await?.iter().any(|found| found.rated))
    }
}

/// What keeps the accounts from playing a match, if anything.
async fn may_hold(
    link: &mut Link,
    new: &NewMatch,
    (most, most_unstarted): (usize, usize),
) -> Result<Option<MatchKept>, sqlx::Error> {
    let Some((_, players)) = new.games.first() else { return Ok(None) };
    for side in Side::BOTH {
        let account = &players[side];
        let query = sqlx::query(
            "SELECT COUNT(*) AS held FROM match_games g JOIN games p ON p.id = g.game \
             WHERE (g.union_account = $1 OR g.confederate_account = $1) AND p.asked IS NOT NULL",
        )
        .bind(account);
        let held: i64 = link.row(query).await?.map_or(Ok(0), |row| row.try_get("held"))?;
        if usize::try_from(held).unwrap_or(usize::MAX) + new.games.len() > most {
            return Ok(Some(MatchKept::Full(account.clone())));
        }
        let text = format!(
            "SELECT COUNT(*) AS held FROM match_games g JOIN games ON games.id = g.game \
             WHERE (g.union_account = $1 OR g.confederate_account = $1) AND asked IS NOT NULL \
             AND NOT {ORDERED} AND NOT {STANDS} AND NOT {OF_TOURNAMENT}"
        );
        let row = link.row(sqlx::query(AssertSqlSafe(text)).bind(account)).await?;
        let unstarted: i64 = row.map_or(Ok(0), |row| row.try_get("held"))?;
        if usize::try_from(unstarted).unwrap_or(usize::MAX).saturating_add(new.games.len()) > most_unstarted {
            return Ok(Some(MatchKept::Unstarted(account.clone())));
        }
    }
    Ok(None)
}

/// Whether a match and one of its games are as they were written.
pub(super) fn is_whole(row: &AnyRow) -> bool {
    read(row).is_ok_and(|kept| kept.is_some())
}

/// A match and one of its games from their row, if it is as it was written.
fn read(row: &AnyRow) -> Result<Option<(KeptMatch, KeptMatchGame)>, sqlx::Error> {
    let there: Option<String> = row.try_get("there")?;
    let now = match there {
        None => None,
        Some(_) => Some(GameNow {
            turn: row.try_get("turn")?,
            turns: row.try_get("turns")?,
            asked: row.try_get::<Option<String>, _>("asked")?.as_deref().and_then(Side::from_word),
            updated: row.try_get("updated")?,
            title: row.try_get("title")?,
        }),
    };
    let kept = KeptMatch {
        id: row.try_get("id")?,
        terms: row.try_get("terms")?,
        rated: row.try_get::<i64, _>("rated")? == 1,
        shown: row.try_get::<i64, _>("shown")? == 1,
        created: row.try_get("created")?,
        games: Vec::new(),
    };
    let game = KeptMatchGame {
        game: row.try_get("game")?,
        number: row.try_get("number")?,
        players: BySide {
            union: row.try_get("union_account")?,
            confederate: row.try_get("confederate_account")?,
        },
        finished: row.try_get("finished")?,
        result: row.try_get("result")?,
        now,
    };
    let (sealed, game_sealed): (String, String) = (row.try_get("seal")?, row.try_get("game_seal")?);
    let whole = sealed == kept.seal() && game_sealed == game.seal(&kept.id);
    Ok(whole.then_some((kept, game)))
}
