//! Confidence intervals of 95 % for measured numbers.

use ai::mean_and_error;

/// A measured number and its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub estimate: f64,
    pub low: f64,
    pub high: f64,
}

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The share of successes with Wilson's score interval, which stays between 0 and 1 and is accurate
/// for few games and for shares near 0 or 1. Half successes (draws) are allowed: the interval is
/// then a little too wide, never too narrow. `None` if `of` is 0.
pub fn wilson(successes: f64, of: u64) -> Option<Interval> {
    if of == 0 {
        return None;
    }
    let n = of as f64;
    let share = successes / n;
    let scale = 1.0 + Z * Z / n;
    let centre = (share + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    Some(Interval { estimate: share, low: (centre - half).max(0.0), high: (centre + half).min(1.0) })
}

/// The mean of independent values, with an interval by Student's t. `None` for fewer than two
/// values.
pub fn mean(values: &[f64]) -> Option<Interval> {
    if values.len() < 2 {
        return None;
    }
    let (mean, error) = mean_and_error(values);
    let half = student(values.len() - 1) * error;
    Some(Interval { estimate: mean, low: mean - half, high: mean + half })
}

/// The 97.5 % quantile of Student's t: the Cornish-Fisher expansion about the normal quantile, good
/// to three digits from five degrees of freedom on; below five, from the table.
fn student(freedom: usize) -> f64 {
    match freedom {
        0 | 1 => 12.706,
        2 => 4.303,
        3 => 3.182,
        4 => 2.776,
        _ => {
            let v = freedom as f64;
            let (z3, z5, z7) = (Z.powi(3), Z.powi(5), Z.powi(7));
            Z + (z3 + Z) / (4.0 * v)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * v * v)
                + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * v.powi(3))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks against Newcombe's four digits and the table of t.
    fn close(interval: Option<Interval>, estimate: f64, low: f64, high: f64) {
        let Some(interval) = interval else { panic!("there is an interval") };
        for (is, should) in [(interval.estimate, estimate), (interval.low, low), (interval.high, high)] {
            assert!((is - should).abs() < 1e-3, "{interval:?}");
        }
    }

    #[test]
    fn wilson_is_as_published() {
        // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        close(wilson(81.0, 263), 0.3080, 0.2553, 0.3662);
        close(wilson(15.0, 148), 0.1014, 0.0624, 0.1605);
        close(wilson(0.0, 20), 0.0, 0.0, 0.1611);
        close(wilson(1.0, 29), 0.0345, 0.0061, 0.1718);
        assert_eq!(wilson(0.0, 0), None);
    }

    #[test]
    fn student_s_quantiles_are_those_of_the_tables() {
        for (freedom, quantile) in
            [(3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
        {
            assert!((student(freedom) - quantile).abs() < 0.01, "{freedom}: {}", student(freedom));
        }
        assert!((student(9) - 2.262).abs() < 5e-4);
    }

    #[test]
    fn a_mean_has_the_interval_of_its_sample() {
        // Mean 5, standard deviation sqrt(32/7), t of 7 degrees 2.365.
        close(mean(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]), 5.0, 3.2125, 6.7875);
        close(mean(&[3.0, 3.0, 3.0]), 3.0, 3.0, 3.0);
        assert_eq!(mean(&[1.0]), None);
    }
}
