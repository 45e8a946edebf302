//! How well and for how long a computer plays, as typed.

use std::time::Duration;

use ai::{Budget, Level};
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Parses the name of a level.
pub fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::word))
        .try_map(|word| Level::from_word(&word).ok_or("it is not a level"))
}

/// Parses a number of seconds, which may have a fraction.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let wanted = "a number of seconds above 0 was expected, at most a day";
    let number: f64 = text.parse().map_err(|_| wanted.to_owned())?;
    if number > 0.0 && number <= 86_400.0 {
        Ok(Duration::from_secs_f64(number))
    } else {
        Err(wanted.to_owned())
    }
}

pub fn budget(clock: Option<Duration>, trials: Option<u32>) -> Budget {
    match (clock, trials) {
        (Some(time), _) => Budget::Time(time),
        (None, Some(trials)) => Budget::Trials(trials),
        (None, None) => Budget::Own,
    }
}
