//! What a sample says of the number behind it.

/// The mean of some values and its standard error, which is infinite for fewer than two values.
pub fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    if values.len() < 2 {
        return (values.iter().sum(), f64::INFINITY);
    }
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_says_nothing_of_its_error() {
        assert_eq!(mean_and_error(&[]), (0.0, f64::INFINITY));
        assert_eq!(mean_and_error(&[3.0]), (3.0, f64::INFINITY));
        assert_eq!(mean_and_error(&[2.0, 4.0]), (3.0, 1.0));
    }
}
