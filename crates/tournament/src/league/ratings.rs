//! Ratings of several players from the games between them: the Elo points under which the results
//! are likeliest (the Bradley-Terry model, a draw counted as half a win), with their errors.

/// Elo points of one natural unit of strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The games of two players against each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Encounter {
    /// The two players, by their numbers.
    pub players: (usize, usize),
    /// The points of each, half a point for a draw.
    pub points: (f64, f64),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Elo points above the first player.
    pub elo: f64,
    /// The standard error of that difference, in Elo points.
    pub error: f64,
}

/// The ratings of that many players; the first is the reference, at 0 points. A player not connected to it by
/// a chain of games has none. Each two who met are given `drawn` more games that ended in a draw: with none,
/// a player who won all games would be infinitely strong.
pub fn ratings(players: usize, encounters: &[Encounter], drawn: f64) -> Vec<Option<Rating>> {
    let known = connected(players, encounters);
    // Their places among the unknowns: all but the reference.
    let places: Vec<Option<usize>> = {
        let mut next = 0;
        let place = |(player, known): (usize, &bool)| {
            (player > 0 && *known).then(|| {
                next += 1;
                next - 1
            })
        };
        known.iter().enumerate().map(place).collect()
    };
    let unknown = places.iter().flatten().count();
    let met = met(encounters, drawn);
    let mut strength = vec![0.0_f64; players];
    let mut inverse = Vec::new();
    for _ in 0..100 {
        let mut slope = vec![0.0; unknown];
        let mut information = vec![vec![0.0; unknown]; unknown];
        for &Encounter { players: (a, b), points: (won, lost) } in &met {
            let games = won + lost;
            let expected = 1.0 / (1.0 + (strength[b] - strength[a]).exp());
            let (gain, weight) = (won - games * expected, games * expected * (1.0 - expected));
            for (player, sign) in [(a, 1.0), (b, -1.0)] {
                let Some(row) = places[player] else { continue };
                slope[row] += sign * gain;
                information[row][row] += weight;
            }
            if let (Some(a), Some(b)) = (places[a], places[b]) {
                information[a][b] -= weight;
                information[b][a] -= weight;
            }
        }
        inverse = inverted(information);
        let mut furthest = 0.0_f64;
        for (player, place) in places.iter().enumerate() {
            let Some(row) = *place else { continue };
            let step: f64 = inverse[row].iter().zip(&slope).map(|(factor, slope)| factor * slope).sum();
            // Newton's step is too long where a player won nearly everything.
            let step = step.clamp(-1.0, 1.0);
            strength[player] += step;
            furthest = furthest.max(step.abs());
        }
        if furthest < 1e-10 {
            break;
        }
    }
    (0..players)
        .map(|player| {
            let error = match places[player] {
                Some(row) => inverse[row][row].sqrt(),
                None if known[player] => 0.0,
                None => return None,
            };
            Some(Rating { elo: strength[player] * SCALE, error: error * SCALE })
        })
        .collect()
}

/// The players connected to the first by games.
fn connected(players: usize, encounters: &[Encounter]) -> Vec<bool> {
    let mut known: Vec<bool> = (0..players).map(|player| player == 0).collect();
    for _ in 0..players {
        for Encounter { players: (a, b), .. } in encounters {
            let either = known[*a] || known[*b];
            (known[*a], known[*b]) = (either, either);
        }
    }
    known
}

/// Each two who met once, with the drawn games that they are given.
fn met(encounters: &[Encounter], drawn: f64) -> Vec<Encounter> {
    let mut met: Vec<Encounter> = Vec::new();
    for &Encounter { players: (a, b), points: (won, lost) } in encounters {
        let (players, points) = if a < b { ((a, b), (won, lost)) } else { ((b, a), (lost, won)) };
        match met.iter_mut().find(|before| before.players == players) {
            Some(before) => {
                before.points.0 += points.0;
                before.points.1 += points.1;
            }
            None => {
                met.push(Encounter { players, points: (points.0 + drawn / 2.0, points.1 + drawn / 2.0) });
            }
        }
    }
    met
}

/// The inverse of a positive definite matrix.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        for column in 0..size {
            matrix[pivot][column] /= scale;
            inverse[pivot][column] /= scale;
        }
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encounter(a: usize, b: usize, won: f64, lost: f64) -> Encounter {
        Encounter { players: (a, b), points: (won, lost) }
    }

    #[test]
    fn ratings_are_those_of_a_published_example() {
        // Citations of four journals (Stigler 1994), as fitted in Turner and Firth, "Bradley-Terry
        // Models in R", 2012, section 2.1: Biometrika, Communications in Statistics, JASA, JRSS-B.
        let rated = ratings(
            4,
            &[
                encounter(0, 1, 730.0, 33.0),
                encounter(0, 2, 498.0, 320.0),
                encounter(0, 3, 221.0, 284.0),
                encounter(1, 2, 68.0, 813.0),
                encounter(1, 3, 17.0, 276.0),
                encounter(2, 3, 142.0, 325.0),
            ],
            0.0,
        );
        let published = [(0.0, 0.0), (-2.9491, 0.1026), (-0.4796, 0.0606), (0.2690, 0.0708)];
        for (rating, (strength, error)) in rated.into_iter().zip(published) {
            let rating = rating.expect("all are connected");
            assert!((rating.elo / SCALE - strength).abs() < 1e-4, "{rating:?}: {strength}");
            assert!((rating.error / SCALE - error).abs() < 1e-4, "{rating:?}: {error}");
        }
    }

    #[test]
    fn three_of_four_is_191_points() {
        let rated = ratings(2, &[encounter(1, 0, 30.0, 10.0), encounter(0, 1, 50.0, 150.0)], 0.0);
        let rating = rated[1].expect("it met the first");
        assert!((rating.elo - 190.85).abs() < 0.01, "{rating:?}");
    }

    #[test]
    fn whoever_won_all_has_a_finite_rating_and_whoever_met_nobody_has_none() {
        let rated = ratings(4, &[encounter(0, 1, 0.0, 10.0), encounter(2, 3, 1.0, 1.0)], 1.0);
        let rating = rated[1].expect("it met the first");
        assert!((rating.elo - 400.0 * 21_f64.log10()).abs() < 0.01, "{rating:?}");
        assert_eq!((rated[2], rated[3]), (None, None));
    }
}
