//! Ratings of players: Glicko-2.

use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// The deviation of a player of whom nothing is known, and the most there is.
const MOST_DEVIATION: f64 = 350.0;

/// How strong a player is, as far as that is known. Games against whom it rests on is not kept: a
/// rating is that of one system of rules.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PlayerRating {
    /// The rating; 1500 for a new player.
    pub rating: f64,
    /// Its standard deviation: the true strength is within two of them 95 times in 100.
    pub deviation: f64,
    /// By how much the strength is expected to change from event to event.
    pub volatility: f64,
}

impl Default for PlayerRating {
    /// The rating of an unknown player.
    fn default() -> PlayerRating {
        PlayerRating { rating: 1500.0, deviation: MOST_DEVIATION, volatility: 0.06 }
    }
}

/// A game as ratings see it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatedGame {
    /// The Union's and the Confederates' player, by their places in the list of players.
    pub players: [usize; 2],
    /// Which of the two won; `None` for a draw.
    pub winner: Option<usize>,
    /// By how many rating points the Union is the better side to have.
    pub advantage: f64,
}

/// The ratings after a period, from those before it. All its games count as played at once, each against the
/// opponent as rated before; the rating of a player without games becomes less certain.
pub fn rate(before: &[PlayerRating], games: &[RatedGame]) -> Vec<PlayerRating> {
    let rated = |(player, own): (usize, &PlayerRating)| {
        let results: Vec<(Glicko2Rating, Outcomes)> = games
            .iter()
            .filter_map(|game| {
                let seat = game.players.iter().position(|seated| *seated == player)?;
                // The library knows no handicap, so the opponent of the player with the better side counts as
                // weaker by it.
                let handicap = if seat == 0 { -game.advantage } else { game.advantage };
                let opponent = before.get(game.players[1 - seat])?;
                let opponent = PlayerRating { rating: opponent.rating + handicap, ..*opponent };
                let outcome = match game.winner {
                    None => Outcomes::DRAW,
                    Some(winner) if winner == player => Outcomes::WIN,
                    Some(_) => Outcomes::LOSS,
                };
                Some((glicko(&opponent), outcome))
            })
            .collect();
        let Glicko2Rating { rating, deviation, volatility } =
            glicko2_rating_period(&glicko(own), &results, &Glicko2Config::new());
        // The library sets this bound to those alone who did not play.
        PlayerRating { rating, deviation: deviation.min(MOST_DEVIATION), volatility }
    };
    before.iter().enumerate().map(rated).collect()
}

fn glicko(of: &PlayerRating) -> Glicko2Rating {
    Glicko2Rating { rating: of.rating, deviation: of.deviation, volatility: of.volatility }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn player(rating: f64, deviation: f64) -> PlayerRating {
        PlayerRating { rating, deviation, volatility: 0.06 }
    }

    fn game(players: [usize; 2], winner: Option<usize>) -> RatedGame {
        RatedGame { players, winner, advantage: 0.0 }
    }

    /// Mark Glickman, "Example of the Glicko-2 system", 2022: a player rated 1500 with deviation
    /// 200 beats one of 1400 (30) and loses to 1550 (100) and to 1700 (300), with tau at 0.5.
    #[test]
    fn the_example_that_was_published_comes_out() {
        let before =
            [player(1500.0, 200.0), player(1400.0, 30.0), player(1550.0, 100.0), player(1700.0, 300.0)];
        let after = rate(&before, &[game([0, 1], Some(0)), game([2, 0], Some(2)), game([0, 3], Some(3))])[0];
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn a_win_with_the_worse_side_brings_more() {
        let before = [PlayerRating::default(); 2];
        let gain = |players: [usize; 2], advantage| {
            let game = RatedGame { players, winner: Some(0), advantage };
            rate(&before, &[game])[0].rating - 1500.0
        };
        let even = gain([0, 1], 0.0);
        assert!(gain([0, 1], 200.0) < even && even < gain([1, 0], 200.0));
        assert_eq!(gain([0, 1], -200.0), gain([1, 0], 200.0));
        // Two games, each side once, each won by the better side: they show nothing.
        let both =
            [[0, 1], [1, 0]].map(|players| RatedGame { players, winner: Some(players[0]), advantage: 200.0 });
        assert!(rate(&before, &both).iter().all(|after| (after.rating - 1500.0).abs() < 1e-9));
    }

    /// Without a bound of our own a player of the greatest deviation who meets one of a very different rating
    /// would become less certain than an unrated player.
    #[test]
    fn nobody_is_less_certain_than_a_stranger() {
        let before = [player(1500.0, 350.0), player(5000.0, 30.0)];
        assert_eq!(rate(&before, &[game([0, 1], Some(1))])[0].deviation, MOST_DEVIATION);
    }

    fn players() -> impl Strategy<Value = Vec<PlayerRating>> {
        let one = (600.0..2600.0f64, 30.0..350.0f64, 0.03..0.09f64)
            .prop_map(|(rating, deviation, volatility)| PlayerRating { rating, deviation, volatility });
        prop::collection::vec(one, 4)
    }

    fn games() -> impl Strategy<Value = Vec<RatedGame>> {
        let one =
            (0usize..4, 1usize..4, 0u8..3, -250.0..250.0f64).prop_map(|(first, on, result, advantage)| {
                let players = [first, (first + on) % 4];
                RatedGame { players, winner: players.get(usize::from(result)).copied(), advantage }
            });
        prop::collection::vec(one, 0..12)
    }

    proptest! {
        #[test]
        fn a_win_lowers_no_rating(before in players(), mut games in games(), advantage in -250.0..250.0f64) {
            games.push(RatedGame { players: [0, 1], winner: Some(1), advantage });
            let lost = rate(&before, &games);
            if let Some(last) = games.last_mut() {
                last.winner = Some(0);
            }
            let won = rate(&before, &games);
            prop_assert!(won[0].rating > lost[0].rating && won[1].rating < lost[1].rating);
            let alone = rate(&before, &games[games.len() - 1..]);
            prop_assert!(alone[0].rating >= before[0].rating && alone[1].rating <= before[1].rating);
        }

        #[test]
        fn the_order_of_a_period_s_games_is_nothing(
            (games, shuffled) in games()
                .prop_flat_map(|games| (Just(games.clone()), Just(games).prop_shuffle())),
            before in players(),
        ) {
            for (one, other) in rate(&before, &games).iter().zip(rate(&before, &shuffled)) {
                prop_assert!((one.rating - other.rating).abs() < 1e-6);
                prop_assert!((one.deviation - other.deviation).abs() < 1e-6);
                prop_assert!((one.volatility - other.volatility).abs() < 1e-6);
            }
        }

        #[test]
        fn whoever_does_not_play_becomes_less_certain(before in players(), periods in 1usize..40) {
            let mut now = before.clone();
            for _ in 0..periods {
                let next = rate(&now, &[]);
                for (next, now) in next.iter().zip(&now) {
                    prop_assert_eq!(next.rating, now.rating);
                    prop_assert!(next.deviation > now.deviation || now.deviation == MOST_DEVIATION);
                    prop_assert!(next.deviation <= MOST_DEVIATION);
                }
                now = next;
            }
        }

        #[test]
        fn every_rating_stays_a_number(before in players(), games in games()) {
            for after in rate(&before, &games) {
                prop_assert!(after.rating.is_finite() && after.volatility.is_finite());
                prop_assert!(after.deviation > 0.0 && after.deviation <= MOST_DEVIATION);
            }
        }
    }
}
