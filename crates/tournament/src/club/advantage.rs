//! How much better one side of a scenario is to have, as it was measured.

use hexmap::{Faults, Source, Spanned, read_toml};
use serde::{Deserialize, Serialize};

/// The data file with what was measured.
const FILE: &str = "ratings/advantages.toml";

/// The most rating points that the better side of a scenario counts.
const MOST_POINTS: f64 = 400.0;

/// The measured balance of a scenario between equal commanders, its options at their defaults.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Advantage {
    pub scenario: String,
    /// The Union's share of the games, a draw counted as half a win: from 0 to 1.
    pub union: f64,
    /// The 95 % interval of that share.
    pub interval: [f64; 2],
    pub games: u64,
    pub between: String,
    pub source: String,
}

impl Advantage {
    /// By how many rating points the Union is the better side to have: of two equal players the
    /// better one would win as often. It is never more than 400, whatever was measured: commanders
    /// who never win with a side show that they have found no way to, and not that there is none.
    /// (Chess counts no difference between players as more either: FIDE's rating regulations,
    /// 8.3.1.)
    pub fn points(&self) -> f64 {
        (400.0 * (self.union / (1.0 - self.union)).log10()).clamp(-MOST_POINTS, MOST_POINTS)
    }
}

/// The measured balance of all scenarios.
#[derive(Debug, Clone, Default)]
pub struct Advantages(Vec<Advantage>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "advantage")]
    advantages: Vec<Spanned<Advantage>>,
}

impl Advantages {
    /// The program's own measurements.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn shipped() -> Result<Advantages, Faults> {
        match catalog::embedded::data(FILE) {
            Some(text) => Advantages::read(FILE, &text),
            None => Err(Faults::from(Source::new(FILE, "").fault(0, "there is no such file"))),
        }
    }

    /// Reads them from the text of a file.
    ///
    /// # Errors
    /// Every fault at its line.
    pub fn read(name: &str, text: &str) -> Result<Advantages, Faults> {
        let file: File = read_toml(name, text)?;
        let source = Source::new(name, text);
        let mut faults = Faults::default();
        let mut read: Vec<Advantage> = Vec::new();
        for spanned in file.advantages {
            let at = spanned.span().start;
            let advantage = spanned.into_inner();
            let [low, high] = advantage.interval;
            let mut fault = |what: String| faults.add(source.fault(at, what));
            if !(0.0..=1.0).contains(&advantage.union) {
                fault(format!("union: {}: a share from 0 to 1 was expected", advantage.union));
            } else if !(0.0 <= low && low <= advantage.union && advantage.union <= high && high <= 1.0) {
                fault(format!("interval: one that holds {} was expected", advantage.union));
            }
            if advantage.games == 0 {
                fault("games: at least one was expected".to_owned());
            }
            if read.iter().any(|other| other.scenario == advantage.scenario) {
                fault(format!("scenario: '{}' is there already", advantage.scenario));
            }
            read.push(advantage);
        }
        faults.into_result(Advantages(read))
    }

    /// The measurement of a scenario, if there is one.
    pub fn of(&self, scenario: &str) -> Option<&Advantage> {
        self.0.iter().find(|advantage| advantage.scenario == scenario)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Advantage> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::wilson;

    fn shipped() -> Advantages {
        Advantages::shipped().expect("it is sound")
    }

    #[test]
    fn shares_become_rating_points() {
        let of = |union| Advantage { union, ..shipped().0.remove(0) };
        assert_eq!(of(0.5).points(), 0.0);
        // 64 % are 100 points, 76 % are 200.
        assert!((of(0.64).points() - 100.0).abs() < 0.5);
        assert!((of(0.24).points() + 200.0).abs() < 0.5);
        assert!(of(0.095).points() > -400.0 && of(0.9).points() < 400.0);
        // A side that never won is no worse than one that won a game in twenty.
        assert_eq!([0.0, 0.05, 0.95, 1.0].map(|share| of(share).points()), [-400.0, -400.0, 400.0, 400.0]);
    }

    /// Copied figures may be mistyped: each is told in docs/laboratory.md as it is here, and its
    /// interval is Wilson's for its games.
    #[test]
    fn each_is_what_the_laboratory_reports() {
        let report = include_str!("../../../../docs/laboratory.md");
        for advantage in shipped().iter() {
            let [low, high] = advantage.interval;
            let percent = |share: f64| format!("{:.1}", share * 100.0);
            let told = format!("{} % ({} to {})", percent(advantage.union), percent(low), percent(high));
            assert!(report.contains(&told), "{}: {told}", advantage.scenario);
            let of = wilson(advantage.union * advantage.games as f64, advantage.games).expect("some games");
            assert!((of.low - low).abs() < 0.002 && (of.high - high).abs() < 0.002, "{advantage:?}: {of:?}");
        }
    }

    #[test]
    fn each_is_of_a_scenario_that_there_is() {
        let library = systems::library().expect("the data is sound");
        for advantage in shipped().iter() {
            assert!(library.scenario(&advantage.scenario).is_some(), "{}", advantage.scenario);
        }
        assert!(shipped().iter().count() > 8);
        assert_eq!(shipped().of("training"), None, "it was not measured");
    }

    #[test]
    fn every_fault_is_told_at_its_line() {
        let entry = |union: &str, interval: &str, games: &str| {
            format!(
                "[[advantage]]\nscenario = \"a\"\nunion = {union}\ninterval = {interval}\ngames = {games}\n\
                 between = \"veteran\"\nsource = \"here\"\n"
            )
        };
        let text = entry("0.5", "[0.4, 0.6]", "9")
            + &entry("1.5", "[0.4, 0.6]", "0")
            + &entry("0.5", "[0.6, 0.7]", "9");
        let faults = Advantages::read("a.toml", &text).expect_err("it is not sound");
        assert_eq!(
            faults.to_string(),
            "a.toml:8: union: 1.5: a share from 0 to 1 was expected\n\
             a.toml:8: games: at least one was expected\n\
             a.toml:8: scenario: 'a' is there already\n\
             a.toml:15: interval: one that holds 0.5 was expected\n\
             a.toml:15: scenario: 'a' is there already"
        );
        let faults =
            Advantages::read("a.toml", "[[advantage]]\nscenarios = 3\n").expect_err("it is not sound");
        assert!(faults.to_string().starts_with("a.toml:2: "), "{faults}");
    }
}
