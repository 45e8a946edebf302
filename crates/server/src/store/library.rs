//! The library: finished games that everybody may find, and the facts that they are searched by.
//!
//! A row tells of a game what its record tells; it is bound by a hash. Facts follow from the record,
//! so they are found again when their form has changed, and are bound by nothing.

use serde_json::json;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe, Row};
use tabletop::{BySide, FACTS, Fact, FactKind, Side};

use super::accounts::seal;
use super::error::Broken;
use super::link::Link;
use super::writing::{ROWS, insert_game, rows_of};
use super::{NewGame, Store, StoreError};

/// How a game came into the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// It is one of a match that others were shown.
    Match,
    /// It is one of a tournament.
    Tournament,
    /// One of its players put it there.
    Player,
    /// Its record was brought.
    Imported,
    /// One of its players took it out: it is not shown, and does not come back by itself.
    TakenOut,
}

impl Source {
    const ALL: [Source; 5] =
        [Source::Match, Source::Tournament, Source::Player, Source::Imported, Source::TakenOut];

    /// The word in the database and in answers.
    pub fn word(self) -> &'static str {
        match self {
            Source::Match => "match",
            Source::Tournament => "tournament",
            Source::Player => "player",
            Source::Imported => "imported",
            Source::TakenOut => "taken-out",
        }
    }
}

/// A game of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InLibrary {
    /// The game.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The battle.
    pub title: String,
    /// Who played: `account:` and an id, `commander:` and a level, `bot:` and a name, or `person`.
    pub players: BySide<String>,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The level of victory, if it was played to its end.
    pub level: Option<String>,
    /// How it ended: a word of [`PlayedTo`](crate::club::matches::PlayedTo).
    pub reason: String,
    /// The Union's points less the Confederacy's.
    pub margin: i64,
    /// The game-turn in which it ended.
    pub turn: i64,
    /// When: seconds since 1970.
    pub finished: i64,
    /// Whether it was for practice.
    pub practice: bool,
    /// How it came here.
    pub source: Source,
    /// The account that brought it or put it here.
    pub by: Option<String>,
    /// The hash of its record's last line.
    pub hash: String,
}

/// What became of a game that was to be put into the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PutIn {
    /// It is there.
    Now,
    /// This game with the same record is there.
    There(String),
    /// The account has brought as many as it may.
    TooMany,
}

/// The game of which all others with its dice are copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Original {
    /// The game.
    pub game: String,
    /// Whether it is over.
    pub over: bool,
}

/// A game of the library as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelved {
    /// The game.
    pub of: InLibrary,
    /// Whether anything of it was reviewed.
    pub reviewed: bool,
    /// Of each thing that was asked for, with which version it happened first.
    pub moments: Vec<i64>,
}

/// Something that is to have happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happened {
    /// What.
    pub kind: FactKind,
    /// Part of the name of the place, hex or unit; anything if it is empty.
    pub name: String,
    /// By which side.
    pub side: Option<Side>,
    /// Before this turn.
    pub before: Option<i64>,
    /// After this turn.
    pub after: Option<i64>,
    /// At such odds at least: a hundred times the attacker's strength for one of the defender's.
    pub odds: Option<i64>,
}

/// How games are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SortBy {
    /// The one that ended last first.
    #[default]
    Newest,
    /// The one that ended first first.
    Oldest,
    /// The one with the greatest difference of points first.
    Margin,
}

/// Which games are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LibraryQuery {
    /// Of this scenario.
    pub scenario: Option<String>,
    /// Won by this side; drawn, if it is `Some(None)`.
    pub winner: Option<Option<Side>>,
    /// With this level of victory.
    pub level: Option<String>,
    /// With at least so many points between the sides.
    pub margin: Option<i64>,
    /// With this player, as [`InLibrary::players`] has it.
    pub player: Option<String>,
    /// That this player had this side.
    pub side: Option<Side>,
    /// Ended at this time or later: seconds since 1970.
    pub since: Option<i64>,
    /// Ended before this time.
    pub until: Option<i64>,
    /// In which all of these happened.
    pub happened: Vec<Happened>,
    /// How they are sorted.
    pub sort: SortBy,
    /// Whose record has this hash.
    pub hash: Option<String>,
    /// After this one: what it is sorted by, and the game.
    pub after: Option<(i64, String)>,
}

/// Something that a statement is handed.
enum Cell {
    Text(String),
    Number(i64),
}

/// A statement as it is put together, with what it is handed.
#[derive(Default)]
struct Statement {
    conditions: Vec<String>,
    cells: Vec<Cell>,
}

impl Statement {
    /// The place of one more thing that it is handed.
    fn hand(&mut self, cell: Cell) -> String {
        self.cells.push(cell);
        format!("${}", self.cells.len())
    }

    fn text(&mut self, text: impl Into<String>) -> String {
        self.hand(Cell::Text(text.into()))
    }

    fn bind<'q>(&self, mut query: Query<'q, Any, AnyArguments>) -> Query<'q, Any, AnyArguments> {
        for cell in &self.cells {
            query = match cell {
                Cell::Text(text) => query.bind(text.clone()),
                Cell::Number(number) => query.bind(*number),
            };
        }
        query
    }

    /// What holds of a fact `f` that is such a thing.
    fn is(&mut self, what: &Happened) -> String {
        let mut all = vec![format!("f.kind = {}", self.text(what.kind.word()))];
        if let Some(side) = what.side {
            all.push(format!("f.side = {}", self.text(side.word())));
        }
        if !what.name.is_empty() {
            // Whoever writes a sign of a pattern means the sign.
            let plain =
                what.name.to_lowercase().replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
            all.push(format!("f.subject LIKE {} ESCAPE '\\'", self.text(format!("%{plain}%"))));
        }
        for (column, compared, number) in
            [("turn", "<", what.before), ("turn", ">", what.after), ("odds", ">=", what.odds)]
        {
            if let Some(number) = number {
                all.push(format!("f.{column} {compared} {}", self.hand(Cell::Number(number))));
            }
        }
        all.join(" AND ")
    }
}

/// All games of the library.
pub(super) const COLUMNS: &str = "SELECT l.game AS game, l.scenario AS scenario, l.title AS title, \
     l.union_player AS union_player, l.confederate_player AS confederate_player, l.winner AS winner, \
     l.level AS level, l.reason AS reason, l.margin AS margin, l.turn AS turn, l.finished AS finished, \
     l.practice AS practice, l.source AS source, l.by_account AS by_account, l.hash AS hash, l.seal AS seal, \
     (SELECT COUNT(*) FROM reviews r WHERE r.game = l.game) AS reviewed FROM library l";

impl InLibrary {
    fn seal(&self) -> String {
        let InLibrary { game, scenario, title, players, winner, level, .. } = self;
        let InLibrary { reason, margin, turn, finished, practice, source, hash, by: _, .. } = self;
        let told = json!([
            game,
            scenario,
            title,
            players,
            winner,
            level,
            reason,
            margin,
            turn,
            finished,
            practice,
            source.word(),
            hash
        ]);
        seal("longroll library 1\0", &told)
    }

    /// From its row, if it is as it was written.
    fn read(row: &AnyRow) -> Result<Option<InLibrary>, sqlx::Error> {
        let source: String = row.try_get("source")?;
        let Some(source) = Source::ALL.into_iter().find(|known| known.word() == source) else {
            return Ok(None);
        };
        let kept = InLibrary {
            game: row.try_get("game")?,
            scenario: row.try_get("scenario")?,
            title: row.try_get("title")?,
            players: BySide {
                union: row.try_get("union_player")?,
                confederate: row.try_get("confederate_player")?,
            },
            winner: row.try_get::<Option<String>, _>("winner")?.as_deref().and_then(Side::from_word),
            level: row.try_get("level")?,
            reason: row.try_get("reason")?,
            margin: row.try_get("margin")?,
            turn: row.try_get("turn")?,
            finished: row.try_get("finished")?,
            practice: row.try_get::<i64, _>("practice")? == 1,
            source,
            by: row.try_get("by_account")?,
            hash: row.try_get("hash")?,
        };
        let sealed: String = row.try_get("seal")?;
        let whole = sealed == kept.seal();
        if !whole {
            tracing::error!("a game of the library is not as it was written");
        }
        Ok(whole.then_some(kept))
    }

    fn sorted_by(&self, sort: SortBy) -> i64 {
        match sort {
            SortBy::Newest | SortBy::Oldest => self.finished,
            SortBy::Margin => self.margin.abs(),
        }
    }
}

impl Shelved {
    /// Where a list that is sorted so goes on after it.
    pub fn cursor(&self, sort: SortBy) -> (i64, String) {
        (self.of.sorted_by(sort), self.of.game.clone())
    }
}

/// Whether a game of the library is as it was written.
pub(super) fn is_whole(row: &AnyRow) -> bool {
    InLibrary::read(row).is_ok_and(|kept| kept.is_some())
}

impl Store {
    /// Puts a game into the library with its facts, in the place of what was there of it. An account
    /// brings at most `most` records.
    ///
    /// # Errors
    /// The database's own.
    pub async fn put_in_library(
        &self,
        new: &InLibrary,
        facts: &[Fact],
        most: usize,
    ) -> Result<PutIn, StoreError> {
        self.put(None, new, facts, most).await
    }

    /// Keeps a game whose record was brought and puts it into the library, both or neither of them.
    ///
    /// # Errors
    /// As [`Store::create`] and [`Store::put_in_library`].
    pub async fn bring_into_library(
        &self,
        game: &NewGame,
        new: &InLibrary,
        facts: &[Fact],
        most: usize,
    ) -> Result<PutIn, StoreError> {
        self.put(Some(game), new, facts, most).await
    }

    async fn put(
        &self,
        game: Option<&NewGame>,
        new: &InLibrary,
        facts: &[Fact],
        most: usize,
    ) -> Result<PutIn, StoreError> {
        let game = game.map(|game| Ok::<_, StoreError>((self.bind_new(game)?, &game.entries))).transpose()?;
        let put = async {
            let mut link = self.change().await?;
            if let Some(no) = stands_against(&mut link, new, most).await? {
                return Ok(no);
            }
            if let Some(((sealed, moving), entries)) = &game {
                insert_game(&mut link, sealed, moving, entries).await?;
            }
            write(&mut link, new, facts).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(PutIn::Now)
        };
        match self.done(put.await) {
            // Somebody else put it there at the same time.
            Err(StoreError::Stale) => Ok(PutIn::There(new.game.clone())),
            other => other,
        }
    }

    /// A game of the library, shown or taken out.
    ///
    /// # Errors
    /// The database's own.
    pub async fn in_library(&self, game: &str) -> Result<Option<InLibrary>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let text = format!("{COLUMNS} WHERE l.game = $1");
            let row = link.row(sqlx::query(AssertSqlSafe(text)).bind(game)).await?;
            link.release();
            Ok(row.map(|row| InLibrary::read(&row)).transpose()?.flatten())
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// The row of the library that shows the record of a game: its own, or that of a copy that was brought.
    ///
    /// # Errors
    /// The database's own.
    pub async fn shown_in_library(&self, game: &str) -> Result<Option<InLibrary>, StoreError> {
        let own = "l.game = $1 OR l.hash = (SELECT head FROM games WHERE id = $1)";
        Ok(self.library_where(own, game).await?.into_iter().next())
    }

    /// What the library shows of games with dice of that commitment.
    ///
    /// # Errors
    /// The database's own.
    pub async fn library_of_dice(&self, commitment: &str) -> Result<Vec<InLibrary>, StoreError> {
        let of = "l.game IN (SELECT id FROM games WHERE commitment = $1)";
        self.library_where(of, commitment).await
    }

    async fn library_where(&self, of: &'static str, what: &str) -> Result<Vec<InLibrary>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let text = format!("{COLUMNS} WHERE l.source <> 'taken-out' AND ({of}) ORDER BY l.game");
            let rows = link.rows(sqlx::query(AssertSqlSafe(text)).bind(what)).await?;
            link.release();
            let read = rows.iter().map(InLibrary::read).collect::<Result<Vec<_>, sqlx::Error>>()?;
            Ok(read.into_iter().flatten().collect())
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// The commitment of a game's dice, which no other game has but those that were made of its record.
    ///
    /// # Errors
    /// The database's own.
    pub async fn commitment_of(&self, game: &str) -> Result<Option<String>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let row = link.row(sqlx::query("SELECT commitment FROM games WHERE id = $1").bind(game)).await?;
            link.release();
            row.map_or(Ok(None), |row| row.try_get("commitment"))
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// The oldest game with dice of that commitment, if it was played here (its secret is here, which a record that is
    /// loaded does not bring) and players have seats in it. Of two made in one second it is the one that was played.
    ///
    /// # Errors
    /// The database's own.
    pub async fn played_with(&self, commitment: &str) -> Result<Option<Original>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT id, asked, CASE WHEN secret IS NOT NULL AND id IN (SELECT game FROM seats) THEN 1 ELSE 0 END AS played \
                 FROM games WHERE commitment = $1 ORDER BY created, played DESC, id LIMIT 1",
            );
            let row = link.row(query.bind(commitment)).await?;
            link.release();
            let Some(row) = row else { return Ok(None) };
            if row.try_get::<i64, _>("played")? != 1 {
                return Ok(None);
            }
            let over = row.try_get::<Option<String>, _>("asked")?.is_none();
            Ok(Some(Original { game: row.try_get("id")?, over }))
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// Games of the library, at most `most`.
    ///
    /// # Errors
    /// The database's own.
    pub async fn library(&self, query: &LibraryQuery, most: usize) -> Result<Vec<Shelved>, StoreError> {
        let mut statement = Statement::default();
        let mut all = vec![format!("l.source <> {}", statement.text(Source::TakenOut.word()))];
        for (column, text) in [("scenario", &query.scenario), ("level", &query.level), ("hash", &query.hash)]
        {
            if let Some(text) = text {
                all.push(format!("l.{column} = {}", statement.text(text)));
            }
        }
        match query.winner {
            Some(Some(side)) => all.push(format!("l.winner = {}", statement.text(side.word()))),
            Some(None) => all.push("l.winner IS NULL".to_owned()),
            None => {}
        }
        if let Some(player) = &query.player {
            let place = statement.text(player);
            let of = |side: Side| format!("l.{}_player = {place}", side.word());
            all.push(match query.side {
                Some(side) => of(side),
                None => format!("({} OR {})", of(Side::Union), of(Side::Confederate)),
            });
        }
        for (column, compared, number) in
            [("size", ">=", query.margin), ("finished", ">=", query.since), ("finished", "<", query.until)]
        {
            if let Some(number) = number {
                all.push(format!("l.{column} {compared} {}", statement.hand(Cell::Number(number))));
            }
        }
        for what in &query.happened {
            let is = statement.is(what);
            all.push(format!("EXISTS (SELECT 1 FROM library_facts f WHERE f.game = l.game AND {is})"));
        }
        let (column, order, compared) = match query.sort {
            SortBy::Newest => ("finished", "DESC", "<"),
            SortBy::Oldest => ("finished", "ASC", ">"),
            SortBy::Margin => ("size", "DESC", "<"),
        };
        if let Some((value, game)) = &query.after {
            let (value, game) = (statement.hand(Cell::Number(*value)), statement.text(game));
            all.push(format!(
                "(l.{column} {compared} {value} OR (l.{column} = {value} AND l.game {compared} {game}))"
            ));
        }
        statement.conditions = all;
        let text = format!(
            "{COLUMNS} WHERE {} ORDER BY l.{column} {order}, l.game {order} LIMIT {most}",
            statement.conditions.join(" AND ")
        );
        let found = async {
            let mut link = self.link().await?;
            let rows = link.rows(statement.bind(sqlx::query(AssertSqlSafe(text)))).await?;
            let mut shelved = Vec::new();
            for row in &rows {
                if let Some(of) = InLibrary::read(row)? {
                    let reviewed = row.try_get::<i64, _>("reviewed")? > 0;
                    shelved.push(Shelved { of, reviewed, moments: Vec::new() });
                }
            }
            for one in &mut shelved {
                for what in &query.happened {
                    let mut first = Statement::default();
                    let (game, is) = (first.text(&one.of.game), first.is(what));
                    let text = format!(
                        "SELECT MIN(f.version) AS first FROM library_facts f WHERE f.game = {game} AND {is}"
                    );
                    let row = link.row(first.bind(sqlx::query(AssertSqlSafe(text)))).await?;
                    let first = row.map(|row| row.try_get::<Option<i64>, _>("first")).transpose()?.flatten();
                    one.moments.extend(first);
                }
            }
            link.release();
            Ok::<_, sqlx::Error>(shelved)
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// The battles and the levels of victory of which there are games.
    ///
    /// # Errors
    /// The database's own.
    pub async fn library_choices(&self) -> Result<(Vec<(String, String)>, Vec<String>), StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = "SELECT scenario, MIN(title) AS title FROM library WHERE source <> 'taken-out' \
                 GROUP BY scenario ORDER BY scenario";
            let rows = link.rows(sqlx::query(query)).await?;
            let battles = rows.iter().map(|row| Ok((row.try_get("scenario")?, row.try_get("title")?)));
            let battles = battles.collect::<Result<_, sqlx::Error>>()?;
            let query = "SELECT DISTINCT level FROM library WHERE source <> 'taken-out' AND level IS NOT NULL \
                 ORDER BY level";
            let rows = link.rows(sqlx::query(query)).await?;
            let levels = rows.iter().map(|row| row.try_get("level")).collect::<Result<_, sqlx::Error>>()?;
            link.release();
            Ok::<_, sqlx::Error>((battles, levels))
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// Finished games that are to stand in the library and do not yet: those of matches that others
    /// were shown, and of tournaments: of each the oldest and the newest in turn, so that many games that end at once
    /// keep no others waiting for long.
    ///
    /// # Errors
    /// The database's own.
    pub async fn not_in_library(&self, most: usize) -> Result<Vec<(String, Source)>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let mut lists: Vec<Vec<(String, Source)>> = Vec::new();
            for (source, text) in [
                (
                    Source::Tournament,
                    "SELECT t.game AS game FROM tournament_games t JOIN games p ON p.id = t.game",
                ),
                (
                    Source::Match,
                    "SELECT t.game AS game FROM match_games t JOIN matches m ON m.id = t.of_match AND m.shown = 1 \
                     JOIN games p ON p.id = t.game",
                ),
            ] {
                for order in ["ASC", "DESC"] {
                    let text = format!(
                        "{text} WHERE p.asked IS NULL AND NOT EXISTS (SELECT 1 FROM library l WHERE l.game = t.game) \
                         ORDER BY p.updated {order}, t.game LIMIT {most}"
                    );
                    let rows = link.rows(sqlx::query(AssertSqlSafe(text))).await?;
                    let games = rows.iter().map(|row| Ok((row.try_get("game")?, source)));
                    lists.push(games.collect::<Result<_, sqlx::Error>>()?);
                }
            }
            link.release();
            let mut all = Vec::new();
            for at in 0..most {
                for found in lists.iter().filter_map(|list| list.get(at)) {
                    if !all.iter().any(|(known, _)| *known == found.0) {
                        all.push(found.clone());
                    }
                }
            }
            Ok::<_, sqlx::Error>(all)
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// Games of the library whose facts are of another form than this program finds.
    ///
    /// # Errors
    /// The database's own.
    pub async fn library_of_old(&self, most: usize) -> Result<Vec<InLibrary>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let text = format!(
                "{COLUMNS} WHERE l.form <> $1 AND l.source <> 'taken-out' ORDER BY l.finished, l.game LIMIT {most}"
            );
            let rows = link.rows(sqlx::query(AssertSqlSafe(text)).bind(i64::from(FACTS))).await?;
            link.release();
            rows.iter().filter_map(|row| InLibrary::read(row).transpose()).collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// Lets the facts of all games of the library be found anew; of how many.
    ///
    /// # Errors
    /// The database's own.
    pub async fn find_library_anew(&self) -> Result<u64, StoreError> {
        self.change_by(sqlx::query("UPDATE library SET form = 0 WHERE source <> 'taken-out'")).await
    }

    /// The facts of a game of the library, in order: kind, side, what of, turn and version.
    ///
    /// # Errors
    /// The database's own.
    pub async fn library_facts(
        &self,
        game: &str,
    ) -> Result<Vec<(String, String, String, i64, i64, Option<i64>)>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT kind, side, name, turn, version, odds FROM library_facts WHERE game = $1 ORDER BY number",
            );
            let rows = link.rows(query.bind(game)).await?;
            link.release();
            let read = |row: &AnyRow| {
                Ok((
                    row.try_get("kind")?,
                    row.try_get("side")?,
                    row.try_get("name")?,
                    row.try_get("turn")?,
                    row.try_get("version")?,
                    row.try_get("odds")?,
                ))
            };
            rows.iter().map(read).collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// What an account put into the library, or brought.
    ///
    /// # Errors
    /// The database's own.
    pub async fn put_in_by(&self, account: &str) -> Result<Vec<InLibrary>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let text = format!("{COLUMNS} WHERE l.by_account = $1 ORDER BY l.finished, l.game");
            let rows = link.rows(sqlx::query(AssertSqlSafe(text)).bind(account)).await?;
            link.release();
            rows.iter().filter_map(|row| InLibrary::read(row).transpose()).collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// When a game last changed: seconds since 1970.
    ///
    /// # Errors
    /// The database's own.
    pub async fn changed(&self, game: &str) -> Result<Option<i64>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let row = link.row(sqlx::query("SELECT updated FROM games WHERE id = $1").bind(game)).await?;
            link.release();
            row.map(|row| row.try_get("updated")).transpose()
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// What accounts hold seats of a game: each seat's word, and the account that held it first.
    ///
    /// # Errors
    /// The database's own.
    pub async fn accounts_at(&self, game: &str) -> Result<Vec<(String, String)>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT seat, account FROM account_seats WHERE game = $1 ORDER BY created, account, seat",
            );
            let rows = link.rows(query.bind(game)).await?;
            link.release();
            rows.iter()
                .map(|row| Ok((row.try_get("seat")?, row.try_get("account")?)))
                .collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }
}

/// What keeps a game from being put into the library, if anything does: it stands there under another
/// name, or its account has brought as many records as it may.
async fn stands_against(link: &mut Link, new: &InLibrary, most: usize) -> Result<Option<PutIn>, sqlx::Error> {
    let same = sqlx::query("SELECT game, source FROM library WHERE hash = $1 AND game <> $2");
    if let Some(row) = link.row(same.bind(&new.hash).bind(&new.game)).await? {
        let (game, source): (String, String) = (row.try_get("game")?, row.try_get("source")?);
        if !gives_way(&source, new.source) {
            return Ok(Some(PutIn::There(game)));
        }
        remove(link, &game).await?;
    }
    if let (Source::Imported, Some(by)) = (new.source, &new.by) {
        let count =
            sqlx::query("SELECT COUNT(*) AS there FROM library WHERE by_account = $1 AND source = $2");
        let row = link.row(count.bind(by).bind(new.source.word())).await?;
        let there: i64 = row.map_or(Ok(0), |row| row.try_get("there"))?;
        if usize::try_from(there).unwrap_or(usize::MAX) >= most {
            return Ok(Some(PutIn::TooMany));
        }
    }
    Ok(None)
}

/// Whether another game with the same record makes room in the library for one that was played here: anybody
/// can bring a copy of a record, or load it, put it in and take it out again. A game of a match or a tournament
/// comes before all copies, a player's before those that were brought.
fn gives_way(there: &str, new: Source) -> bool {
    let played = [Source::Match, Source::Tournament];
    match new {
        Source::Match | Source::Tournament => played.iter().all(|source| source.word() != there),
        Source::Player => there == Source::Imported.word(),
        Source::Imported | Source::TakenOut => false,
    }
}

/// Removes what the library keeps of a game.
async fn remove(link: &mut Link, game: &str) -> Result<(), sqlx::Error> {
    for statement in ["DELETE FROM library_facts WHERE game = $1", "DELETE FROM library WHERE game = $1"] {
        link.execute(sqlx::query(statement).bind(game)).await?;
    }
    Ok(())
}

/// Writes what the library keeps of a game in the place of what was there of it.
async fn write(link: &mut Link, new: &InLibrary, facts: &[Fact]) -> Result<(), sqlx::Error> {
    remove(link, &new.game).await?;
    let insert = sqlx::query(
        "INSERT INTO library (game, scenario, title, union_player, confederate_player, winner, level, \
         reason, margin, size, turn, finished, practice, source, by_account, hash, form, seal) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
    )
    .bind(&new.game)
    .bind(&new.scenario)
    .bind(&new.title)
    .bind(&new.players.union)
    .bind(&new.players.confederate)
    .bind(new.winner.map(Side::word))
    .bind(&new.level)
    .bind(&new.reason)
    .bind(new.margin)
    .bind(new.margin.abs())
    .bind(new.turn)
    .bind(new.finished)
    .bind(i64::from(new.practice))
    .bind(new.source.word())
    .bind(&new.by)
    .bind(&new.hash)
    .bind(i64::from(FACTS))
    .bind(new.seal());
    link.execute(insert).await?;
    let mut numbers = 1_i64..;
    for facts in facts.chunks(ROWS) {
        let text = format!(
            "INSERT INTO library_facts (game, number, version, turn, kind, side, subject, name, odds) VALUES {}",
            rows_of(facts.len(), 9)
        );
        let mut insert = sqlx::query(AssertSqlSafe(text));
        for (fact, number) in facts.iter().zip(&mut numbers) {
            insert = insert
                .bind(&new.game)
                .bind(number)
                .bind(i64::from(fact.version))
                .bind(i64::from(fact.turn))
                .bind(fact.kind.word())
                .bind(fact.side.word())
                .bind(format!("{} {}", fact.name, fact.id).to_lowercase())
                .bind(&fact.name)
                .bind(fact.odds.map(i64::from));
        }
        link.execute(insert).await?;
    }
    Ok(())
}
