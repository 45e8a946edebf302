//! The sequential probability ratio test, as chess engines are tested by it: games are played until
//! one of two hypotheses about how much stronger a player is can be rejected. It goes by pairs of
//! games, not by games, for the two games of a pair share their dice (the *pentanomial* model of
//! Fishtest and fastchess).
//!
//! The ratio is the generalized one: the likelihood of the results under the most likely
//! distribution with the one mean, divided by that under the most likely one with the other (M. Van
//! den Bergh, "Comments on Normalized Elo", proposition 1.1).

use tabletop::Side;

use crate::series::Game;

/// How many pairs a player ended with 0, ½, 1, 1½ and 2 points of their two games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair of games for the player named under the Union.
    pub fn add_pair(&mut self, pair: [&Game; 2]) {
        self.add(pair.map(half_points).iter().sum());
    }

    /// Counts a pair by the half points that it brought, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// The half points of a game for the player named under the Union: 2 for a win, 1 for a draw.
fn half_points(game: &Game) -> usize {
    match game.duel.score.winner {
        None => 1,
        Some(winner) if winner == game.side_of(Side::Union) => 2,
        Some(_) => 0,
    }
}

/// A test of two hypotheses about how many Elo points the first of two players is stronger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The first hypothesis, and the second, which is greater.
    pub elo: [f64; 2],
    /// How often the second may be accepted though the first is true.
    pub alpha: f64,
    /// How often the first may be accepted though the second is true.
    pub beta: f64,
}

/// The verdict of a finished test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The player is no stronger than the first hypothesis says.
    Weaker,
    /// It is at least as strong as the second says.
    Stronger,
}

impl Sprt {
    /// The logarithm of the ratio of likelihoods: the higher, the more speaks for the second
    /// hypothesis.
    pub fn ratio(&self, results: &Pentanomial) -> f64 {
        // A result that has not come up may still do.
        let counts = results.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let all: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / all);
        let [first, second] = self.elo.map(|elo| likeliest(&seen, share(elo)));
        (0..5).map(|i| counts[i] * (second[i] / first[i]).ln()).sum()
    }

    /// Below the first the test ends for the first hypothesis, above the second for the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The verdict on these results, if they allow one.
    pub fn verdict(&self, results: &Pentanomial) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        match self.ratio(results) {
            ratio if ratio <= lower => Some(Verdict::Weaker),
            ratio if ratio >= upper => Some(Verdict::Stronger),
            _ => None,
        }
    }
}

/// The expected share of points of a player that many Elo points stronger.
pub(super) fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The likeliest distribution of the results of a pair, as shares of its points, that has that mean.
fn likeliest(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let away = |i: usize| i as f64 / 4.0 - mean;
    // The sum falls from plus to minus infinity between these ends.
    let (mut low, mut high) = (-1.0 / away(4), -1.0 / away(0));
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        let sum: f64 = (0..5).map(|i| seen[i] * away(i) / (1.0 + middle * away(i))).sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = (low + high) / 2.0;
    std::array::from_fn(|i| seen[i] / (1.0 + theta * away(i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(elo: [f64; 2], results: [u64; 5]) -> f64 {
        Sprt { elo, alpha: 0.05, beta: 0.05 }.ratio(&Pentanomial(results))
    }

    #[test]
    fn the_ratio_is_that_of_fastchess() {
        // Two tests of its logistic model; pairs won and lost and pairs drawn twice count as one.
        assert!((ratio([0.5, 2.5], [223, 9863, 20279 + 1000, 10037, 246]) + 3.07).abs() < 0.005);
        assert!((ratio([0.0, 2.0], [871, 26175, 55003 + 980, 26678, 821]) + 4.98).abs() < 0.005);
    }

    #[test]
    fn a_test_ends_when_its_bounds_are_reached() {
        let test = Sprt { elo: [0.0, 100.0], alpha: 0.05, beta: 0.05 };
        assert_eq!(test.verdict(&Pentanomial::default()), None);
        assert_eq!(test.verdict(&Pentanomial([5, 0, 10, 0, 7])), None);
        assert_eq!(test.verdict(&Pentanomial([2, 0, 20, 0, 40])), Some(Verdict::Stronger));
        assert_eq!(test.verdict(&Pentanomial([20, 0, 40, 0, 20])), Some(Verdict::Weaker));
        let (lower, upper) = test.bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    }

    #[test]
    fn a_test_errs_no_more_often_than_it_may() {
        // Equal players, whose pairs come out as in these shares; at most 5 in 100 tests may call
        // the first one stronger by 100.
        let test = Sprt { elo: [0.0, 100.0], alpha: 0.05, beta: 0.05 };
        let mut chance = ai::Chance::new(7);
        let mut wrong = 0;
        for _ in 0..1000 {
            let mut results = Pentanomial::default();
            let verdict = loop {
                results.add([0, 0, 2, 2, 2, 2, 2, 2, 4, 4][chance.below(10)]);
                if let Some(verdict) = test.verdict(&results) {
                    break verdict;
                }
            };
            wrong += u32::from(verdict == Verdict::Stronger);
        }
        assert!(wrong <= 65, "{wrong} of 1000");
    }
}
