//! What is told of ratings, as JSON.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use protocol::RpcError;
use serde_json::{Value, json};
use tabletop::{Side, text};
use tournament::club::Advantage;

use super::{Player, Rated, Rating, advantage_of, advantages};
use crate::club::tournaments::commander_name;
use crate::club::tournaments::told::rating_told;
use crate::games::{Games, broken};

/// What was measured of a side of a scenario.
pub(crate) fn advantage(of: &Advantage) -> Value {
    let points = of.points().round();
    json!({
        "side": if points < 0.0 { Side::Confederate } else { Side::Union },
        "points": points.abs(),
        "union": of.union,
        "interval": of.interval,
        "games": of.games,
        "between": of.between,
        "source": of.source,
    })
}

/// The names of players.
pub(crate) struct Names(HashMap<Player, String>);

impl Names {
    pub(super) async fn of(games: &Games, rated: &[Rated]) -> Result<Names, RpcError> {
        let mut names = HashMap::new();
        let players: BTreeSet<&Player> =
            rated.iter().flat_map(|game| Side::BOTH.map(|side| &game.players[side])).collect();
        for player in players {
            let name = match player {
                Player::Commander(level) => commander_name(level),
                Player::Account(id) => {
                    let found = games.store().account(id).await.map_err(|error| broken(&error))?;
                    found.map_or_else(|| text::LEFT.to_owned(), |account| account.name)
                }
            };
            names.insert(player.clone(), name);
        }
        Ok(Names(names))
    }

    fn name(&self, player: &Player) -> &str {
        self.0.get(player).map_or("", String::as_str)
    }
}

fn record([won, drawn, lost]: [u32; 3]) -> Value {
    json!({ "won": won, "drawn": drawn, "lost": lost })
}

/// The systems of rules of what can be played here, each with the titles of its battles.
fn systems(games: &Games) -> BTreeMap<&str, Vec<&str>> {
    let mut systems: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for known in games.library().scenarios() {
        let titles = systems.entry(&known.system).or_default();
        if !titles.contains(&known.title.as_str()) {
            titles.push(&known.title);
        }
    }
    systems
}

/// The ladders of all systems of rules, and what was measured of their scenarios.
pub(crate) async fn ladders(games: &Games, now: i64) -> Result<Value, RpcError> {
    let ratings = games.ratings().await?;
    let (names, library) = (&ratings.names, games.library());
    let told: Vec<Value> = systems(games)
        .into_iter()
        .filter_map(|(system, battles)| {
            let Rating { games: played, ladder } = ratings.systems.get(system)?;
            let players: Vec<Value> = ladder
                .standings(now)
                .into_iter()
                .filter_map(|(key, of)| {
                    let player = Player::of_key(key)?;
                    let mut told = rating_told(&of);
                    told["name"] = json!(names.name(&player));
                    if let Player::Commander(level) = &player {
                        told["commander"] = json!(level);
                    }
                    told["games"] = record(ladder.record(key, |_, _| true));
                    Some(told)
                })
                .collect();
            Some(json!({ "system": system, "battles": battles, "rated": played.len(), "players": players }))
        })
        .collect();
    let advantages = advantages();
    let measured: Vec<Value> = library
        .scenarios()
        .map(|known| {
            json!({
                "scenario": known.id,
                "title": known.title,
                "edition": known.edition,
                "system": known.system,
                "measured": advantages.of(&known.id).map(advantage),
            })
        })
        .collect();
    Ok(json!({ "systems": told, "advantages": measured }))
}

/// As many rated games are told at once.
const MOST_GAMES: usize = 1000;

/// What is told from that one on, and where the rest begins.
fn page<T>(all: &[T], from: usize) -> (&[T], Option<usize>) {
    let rest = all.get(from..).unwrap_or_default();
    let told = &rest[..rest.len().min(MOST_GAMES)];
    (told, (told.len() < rest.len()).then_some(from + told.len()))
}

/// The rated games in the order of their ends, from that one on, so that anybody can reckon the ratings anew.
pub(crate) async fn rated_games(games: &Games, from: usize) -> Result<Value, RpcError> {
    let ratings = games.ratings().await?;
    let names = &ratings.names;
    let advantages = advantages();
    let (page, next) = page(&ratings.games, from);
    let told: Vec<Value> = page
        .iter()
        .map(|game| {
            let points = advantage_of(&advantages, game).map_or(0.0, Advantage::points);
            json!({
                "game": game.game,
                "scenario": game.scenario,
                "system": games.library().scenario(&game.scenario).map(|known| &known.system),
                "union": names.name(&game.players[Side::Union]),
                "confederate": names.name(&game.players[Side::Confederate]),
                "winner": game.winner,
                "margin": game.margin,
                "by": game.by,
                "finished": game.finished,
                "advantage": (points * 10.0).round() / 10.0,
            })
        })
        .collect();
    Ok(json!({ "games": told, "next": next }))
}

/// A player's ratings, game by game, with what was won of which side and against whom; `None` where
/// nobody of that name has a rated game.
pub(crate) async fn player(games: &Games, name: &str, now: i64) -> Result<Option<Value>, RpcError> {
    let ratings = games.ratings().await?;
    let names = &ratings.names;
    let wanted = name.to_lowercase();
    let known = names.0.iter().find(|(_, known)| known.to_lowercase() == wanted);
    let Some((player, name)) = known else { return Ok(None) };
    let key = player.key();
    let library = games.library();
    let title = |scenario: &str| {
        library.scenario(scenario).map_or_else(|| scenario.to_owned(), |known| known.title.clone())
    };
    let mut told = Vec::new();
    for (system, _) in systems(games) {
        let Some(Rating { games: played, ladder }) = ratings.systems.get(system) else { continue };
        let Some(steps) = ladder.players.get(&key) else { continue };
        let mut battles: BTreeMap<&str, ()> = BTreeMap::new();
        let mut opponents: BTreeSet<String> = BTreeSet::new();
        let mut history = Vec::new();
        for step in steps {
            // Both lists are in the order of ends.
            let Some(game) = played.get(step.game) else { continue };
            battles.insert(&game.scenario, ());
            let opponent = &game.players[step.side.other()];
            opponents.insert(opponent.key());
            let mut point = rating_told(&step.rating);
            point["game"] = json!(game.game);
            point["scenario"] = json!(game.scenario);
            point["title"] = json!(title(&game.scenario));
            point["side"] = json!(step.side);
            point["opponent"] = json!(names.name(opponent));
            point["result"] = json!(match game.winner {
                None => "drawn",
                Some(side) if side == step.side => "won",
                Some(_) => "lost",
            });
            point["margin"] = json!(if step.side == Side::Union { game.margin } else { -game.margin });
            point["by"] = json!(game.by);
            point["finished"] = json!(game.finished);
            history.push(point);
        }
        let scenario_of: HashMap<&str, &str> =
            played.iter().map(|game| (game.game.as_str(), game.scenario.as_str())).collect();
        let by_battle: Vec<Value> = battles
            .keys()
            .map(|scenario| {
                let of = |wanted: Side| {
                    record(ladder.record(&key, |game, side| {
                        side == wanted && scenario_of.get(game.game.as_str()) == Some(scenario)
                    }))
                };
                json!({
                    "scenario": scenario,
                    "title": title(scenario),
                    "union": of(Side::Union),
                    "confederate": of(Side::Confederate),
                    "measured": advantages().of(scenario).map(advantage),
                })
            })
            .collect();
        let head_to_head: Vec<Value> = opponents
            .iter()
            .filter_map(|other| {
                let against = ladder.record(&key, |game, side| game.players[side.other()] == *other);
                let mut told = record(against);
                told["name"] = json!(names.name(&Player::of_key(other)?));
                Some(told)
            })
            .collect();
        let mut of = rating_told(&ladder.rating(&key, now).unwrap_or_default());
        of["system"] = json!(system);
        of["games"] = record(ladder.record(&key, |_, _| true));
        of["history"] = json!(history);
        of["battles"] = json!(by_battle);
        of["opponents"] = json!(head_to_head);
        told.push(of);
    }
    let level = match player {
        Player::Commander(level) => Some(level),
        Player::Account(_) => None,
    };
    Ok(Some(json!({ "name": name, "commander": level, "systems": told })))
}

#[cfg(test)]
mod tests {
    use super::{MOST_GAMES, page};

    #[test]
    fn a_long_list_is_told_a_page_at_a_time_and_nothing_is_left_out() {
        let all: Vec<usize> = (0..2 * MOST_GAMES + 1).collect();
        let (mut told, mut from) = (Vec::new(), Some(0));
        let mut pages = 0;
        while let Some(at) = from {
            let (some, next) = page(&all, at);
            told.extend_from_slice(some);
            (from, pages) = (next, pages + 1);
        }
        assert_eq!((told, pages), (all.clone(), 3));
        assert_eq!(page(&all[..MOST_GAMES], 0).1, None);
        assert_eq!(page(&all, usize::MAX), (&[][..], None));
    }
}
