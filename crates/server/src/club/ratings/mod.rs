//! Ratings: Glicko-2 by system of rules, from all rated games that are over.
//!
//! What counts: games of rated matches between two accounts, unless they were broken off before both had given
//! an order, and games of tournaments between an account and a commander. Games with advice, with loaded dice or on
//! a data pack are none of these.

pub(crate) mod told;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use catalog::Library;
use protocol::RpcError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tabletop::{BySide, Side};
use tournament::club::{Advantage, Advantages, Ladder, LadderGame};

use crate::club::matches::PlayedTo;
use crate::games::{Games, broken};
use crate::store::{RatingsVersion, Which};

/// Who plays: an account, or a commander.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Player {
    /// The account that is called so.
    Account(String),
    /// The commander of that level.
    Commander(String),
}

impl Player {
    /// One word for it, by which ladders know it.
    pub(crate) fn key(&self) -> String {
        match self {
            Player::Account(id) => format!("account:{id}"),
            Player::Commander(level) => format!("commander:{level}"),
        }
    }

    /// Of that word.
    pub(crate) fn of_key(key: &str) -> Option<Player> {
        match key.split_once(':')? {
            ("account", id) => Some(Player::Account(id.to_owned())),
            ("commander", level) => Some(Player::Commander(level.to_owned())),
            _ => None,
        }
    }
}

/// A rated game that is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rated {
    pub(crate) game: String,
    pub(crate) scenario: String,
    pub(crate) players: BySide<Player>,
    /// Who won; nobody drew.
    pub(crate) winner: Option<Side>,
    pub(crate) margin: i32,
    pub(crate) by: PlayedTo,
    /// When it was over: seconds since 1970.
    pub(crate) finished: i64,
    /// Whether the measured advantage of a side counts: the options are at their defaults, and no
    /// points were bid for a side.
    pub(crate) usual: bool,
}

/// All rated games of a system of rules with the ratings that they come to.
pub(crate) struct Rating {
    pub(crate) games: Vec<Rated>,
    pub(crate) ladder: Ladder,
}

/// What the rated games come to, and how their players are called.
pub(crate) struct Ratings {
    /// All rated games, whatever the system, in the order of their ends.
    pub(crate) games: Vec<Rated>,
    pub(crate) systems: BTreeMap<String, Rating>,
    pub(crate) names: told::Names,
}

impl Ratings {
    async fn of(games: &Games) -> Result<Ratings, RpcError> {
        let all = rated_games(games).await?;
        let names = told::Names::of(games, &all).await?;
        let library = games.library();
        let systems: BTreeSet<&String> = library.scenarios().map(|known| &known.system).collect();
        let reckon = |system: &String| (system.clone(), rating(library, &all, system));
        let work = games.allowances().work();
        let systems = work.read(None, || systems.into_iter().map(reckon).collect());
        Ok(Ratings { games: all, systems, names })
    }
}

/// The ratings that were computed last, kept until another game counts or an account of a player is gone.
#[derive(Default)]
pub(crate) struct RatingsCache {
    last: tokio::sync::Mutex<Option<(RatingsVersion, Arc<Ratings>)>>,
    computed: AtomicU64,
}

impl RatingsCache {
    /// How often ratings were computed.
    pub(crate) fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    /// The ratings as they are now. However many ask at once, they are computed once.
    ///
    /// # Errors
    /// The database's own.
    pub(crate) async fn now(&self, games: &Games) -> Result<Arc<Ratings>, RpcError> {
        let mut last = self.last.lock().await;
        let version = games.store().ratings_version().await.map_err(|error| broken(&error))?;
        if let Some((of, ratings)) = &*last
            && *of == version
        {
            return Ok(Arc::clone(ratings));
        }
        let ratings = Arc::new(Ratings::of(games).await?);
        self.computed.fetch_add(1, Ordering::Relaxed);
        *last = Some((version, Arc::clone(&ratings)));
        Ok(ratings)
    }
}

/// Whether a scenario is played with its options at their defaults. What hides nothing but when a
/// side is asked is not counted.
fn usual(library: &Library, scenario: &str, options: &Map<String, Value>) -> bool {
    let known = library.scenario(scenario).map_or(&[][..], |scenario| &scenario.options);
    known
        .iter()
        .filter(|option| option.hides.is_none())
        .all(|option| options.get(&option.id).and_then(Value::as_bool).is_none_or(|on| on == option.default))
}

/// All rated games that are over, whatever the system, in the order of their ends.
///
/// # Errors
/// The database's own.
async fn rated_games(games: &Games) -> Result<Vec<Rated>, RpcError> {
    let mut found = Vec::new();
    for of in games.matches(Which::Rated).await? {
        if !of.terms.rated {
            continue;
        }
        let usual = of.terms.bid.is_none() && usual(games.library(), &of.terms.scenario, &of.terms.options);
        for game in of.games {
            // Nobody gains by accounts that are made to give up to another.
            let Some(result) = game.result().filter(|result| !result.unplayed).cloned() else { continue };
            found.push(Rated {
                game: game.game,
                scenario: of.terms.scenario.clone(),
                players: BySide::from_fn(|side| Player::Account(game.players[side].clone())),
                winner: result.winner,
                margin: result.margin,
                by: result.by,
                finished: result.finished,
                usual,
            });
        }
    }
    let kept = games.store().rated_against_commanders().await.map_err(|error| broken(&error))?;
    found.extend(kept.into_iter().filter_map(|value| serde_json::from_value(value).ok()));
    found.sort_by(|a: &Rated, b: &Rated| (a.finished, &a.game).cmp(&(b.finished, &b.game)));
    Ok(found)
}

/// What was measured of a scenario, if it counts for that game.
pub(crate) fn advantage_of<'a>(advantages: &'a Advantages, game: &Rated) -> Option<&'a Advantage> {
    advantages.of(&game.scenario).filter(|_| game.usual)
}

/// The measured advantages; none if the program's own data cannot be read, which is told in the log.
pub(crate) fn advantages() -> Advantages {
    Advantages::shipped().unwrap_or_else(|faults| {
        tracing::error!(%faults, "the measured advantages cannot be read");
        Advantages::default()
    })
}

/// The ratings of a system of rules.
fn rating(library: &Library, all: &[Rated], system: &str) -> Rating {
    let advantages = advantages();
    let of = |game: &&Rated| library.scenario(&game.scenario).is_some_and(|known| known.system == system);
    let games: Vec<Rated> = all.iter().filter(of).cloned().collect();
    let ladder = Ladder::of(
        games
            .iter()
            .map(|game| LadderGame {
                game: game.game.clone(),
                ended: game.finished,
                players: BySide::from_fn(|side| game.players[side].key()),
                winner: game.winner,
                advantage: advantage_of(&advantages, game).map_or(0.0, Advantage::points),
            })
            .collect(),
    );
    Rating { games, ladder }
}
