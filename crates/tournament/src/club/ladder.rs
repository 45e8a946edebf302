//! The ladder of a server: a rating for each player after every rated game.
//!
//! It follows only from the list of games, in the order of their ends. Each game is a period of its own for
//! the two who played it. Each [`PERIOD`] without a game makes a rating less certain and does not change it.

use std::collections::BTreeMap;

use tabletop::{BySide, Side};

use super::rating::{PlayerRating, RatedGame, rate};

/// Seconds without a game that count as a period without games: 30 days.
pub const PERIOD: i64 = 30 * 24 * 3600;

/// The number of periods after which ratings become no less certain.
const MOST_PERIODS: i64 = 1200;

#[derive(Debug, Clone, PartialEq)]
pub struct LadderGame {
    pub game: String,
    /// When it ended: seconds since 1970.
    pub ended: i64,
    pub players: BySide<String>,
    /// `None` if the game was drawn.
    pub winner: Option<Side>,
    /// By how many rating points the Union is the better side to have.
    pub advantage: f64,
}

/// A player's rating after a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The game, by its place in the order of ends.
    pub game: usize,
    pub side: Side,
    pub rating: PlayerRating,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ladder {
    /// The games, in the order of their ends; those that ended at once in the order of their names.
    pub games: Vec<LadderGame>,
    /// Every player's steps, one for each game.
    pub players: BTreeMap<String, Vec<Step>>,
}

impl Ladder {
    pub fn of(mut games: Vec<LadderGame>) -> Ladder {
        games.sort_by(|a, b| (a.ended, &a.game).cmp(&(b.ended, &b.game)));
        let mut ladder = Ladder::default();
        for (number, game) in games.iter().enumerate() {
            let before = [Side::Union, Side::Confederate].map(|side| {
                let steps = ladder.players.get(&game.players[side]).map_or(&[][..], Vec::as_slice);
                now(&games, steps, game.ended)
            });
            let winner = game.winner.map(|side| usize::from(side == Side::Confederate));
            let after = rate(&before, &[RatedGame { players: [0, 1], winner, advantage: game.advantage }]);
            for (side, rating) in [Side::Union, Side::Confederate].into_iter().zip(after) {
                let steps = ladder.players.entry(game.players[side].clone()).or_default();
                steps.push(Step { game: number, side, rating });
            }
        }
        ladder.games = games;
        ladder
    }

    /// How strong a player is at that time; nothing of one who has no rated game.
    pub fn rating(&self, player: &str, at: i64) -> Option<PlayerRating> {
        let steps = self.players.get(player)?;
        Some(now(&self.games, steps, at))
    }

    /// All players at that time, the highest rating first, those of equal rating by what they are
    /// called.
    pub fn standings(&self, at: i64) -> Vec<(&str, PlayerRating)> {
        let of = |(player, steps): (&'_ String, &Vec<Step>)| (player.clone(), now(&self.games, steps, at));
        let mut rated: Vec<(String, PlayerRating)> = self.players.iter().map(of).collect();
        rated.sort_by(|(a, of_a), (b, of_b)| of_b.rating.total_cmp(&of_a.rating).then_with(|| a.cmp(b)));
        let named = |(player, rating): (String, PlayerRating)| {
            self.players.get_key_value(&player).map(|(known, _)| (known.as_str(), rating))
        };
        rated.into_iter().filter_map(named).collect()
    }

    /// Won, drawn and lost games of a player, of those that `counts`.
    pub fn record(&self, player: &str, counts: impl Fn(&LadderGame, Side) -> bool) -> [u32; 3] {
        let mut record = [0; 3];
        for step in self.players.get(player).into_iter().flatten() {
            let game = &self.games[step.game];
            if counts(game, step.side) {
                let place = match game.winner {
                    Some(side) if side == step.side => 0,
                    None => 1,
                    Some(_) => 2,
                };
                record[place] += 1;
            }
        }
        record
    }
}

/// A player's rating at a time, after those games.
fn now(games: &[LadderGame], steps: &[Step], at: i64) -> PlayerRating {
    let Some(last) = steps.last() else { return PlayerRating::default() };
    let idle = (at.saturating_sub(games[last.game].ended) / PERIOD).clamp(0, MOST_PERIODS);
    let mut rating = last.rating;
    for _ in 0..idle {
        if let Some(after) = rate(&[rating], &[]).first() {
            rating = *after;
        }
    }
    rating
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str, ended: i64, [union, confederate]: [&str; 2], winner: Option<Side>) -> LadderGame {
        let players = BySide { union: union.to_owned(), confederate: confederate.to_owned() };
        LadderGame { game: name.to_owned(), ended, players, winner, advantage: 0.0 }
    }

    const WON: Option<Side> = Some(Side::Union);

    #[test]
    fn the_order_in_which_games_are_handed_in_is_nothing() {
        let games = [
            game("c", 300, ["ada", "ben"], WON),
            game("a", 100, ["ben", "cid"], None),
            game("b", 100, ["cid", "ada"], Some(Side::Confederate)),
        ];
        let forth = Ladder::of(games.to_vec());
        let back = Ladder::of(games.iter().rev().cloned().collect());
        assert_eq!(forth, back);
        assert_eq!(forth.games.iter().map(|game| game.game.as_str()).collect::<String>(), "abc");
        let names: Vec<&str> = forth.standings(300).iter().map(|(name, _)| *name).collect();
        // Ben lost to Ada when she was rated higher.
        assert_eq!(names, ["ada", "ben", "cid"]);
        assert_eq!(forth.record("ada", |_, _| true), [2, 0, 0]);
        assert_eq!(forth.record("ben", |_, _| true), [0, 1, 1]);
        assert_eq!(forth.record("ada", |_, side| side == Side::Union), [1, 0, 0]);
    }

    /// A game between two of whom nothing is known, as by Glickman's formulas: 1500 (350) after one
    /// win is 1662 (290).
    #[test]
    fn the_first_game_rates_as_the_formulas_say() {
        let ladder = Ladder::of(vec![game("a", 0, ["ada", "ben"], WON)]);
        let ada = ladder.rating("ada", 0).expect("she has played");
        assert!((ada.rating - 1662.31).abs() < 0.01 && (ada.deviation - 290.32).abs() < 0.01, "{ada:?}");
        let ben = ladder.rating("ben", 0).expect("he has played");
        assert!((ada.rating + ben.rating - 3000.0).abs() < 1e-9);
        assert_eq!(ladder.rating("cid", 0), None);
    }

    #[test]
    fn whoever_stays_away_becomes_less_certain_by_the_month() {
        let ladder = Ladder::of(vec![game("a", 0, ["ada", "ben"], WON)]);
        let of = |at| ladder.rating("ada", at).expect("she has played");
        assert_eq!(of(PERIOD - 1), of(0));
        assert_eq!(of(PERIOD).rating, of(0).rating);
        assert!(of(PERIOD).deviation > of(0).deviation);
        assert!(of(PERIOD * 100_000).deviation <= 350.0);
        // And so the next game moves her further.
        let soon = Ladder::of(vec![game("a", 0, ["ada", "ben"], WON), game("b", 9, ["ada", "ben"], WON)]);
        let late =
            Ladder::of(vec![game("a", 0, ["ada", "ben"], WON), game("b", 20 * PERIOD, ["ada", "ben"], WON)]);
        let gain = |ladder: &Ladder| ladder.players["ada"][1].rating.rating;
        assert!(gain(&late) > gain(&soon));
    }
}
