//! The file of a league.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use ai::Budget;
use serde::Deserialize;
use serde_json::{Map, Value};
use tournament::{Setting, Sprt};

use super::contender::{Contender, Who};

/// A league: who meets whom, in what, and for how long.
#[derive(Debug, Clone)]
pub(super) struct League {
    /// The scenarios, each with its options.
    pub settings: Vec<Setting>,
    pub players: Vec<Contender>,
    /// The player whom alone the others meet; without one everyone meets everyone.
    pub gauntlet: Option<String>,
    /// How many games two players have in a scenario at most.
    pub games: u64,
    /// The seed of the first pair.
    pub seed: u64,
    /// The test of each pair of players in each scenario; they stop when it is decided.
    pub test: Option<Sprt>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct LeagueToml {
    scenarios: Vec<String>,
    #[serde(default)]
    options: BTreeMap<String, bool>,
    games: u64,
    #[serde(default = "one")]
    seed: u64,
    trials: Option<u32>,
    clock: Option<f64>,
    gauntlet: Option<String>,
    test: Option<TestToml>,
    #[serde(rename = "player")]
    players: Vec<PlayerToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TestToml {
    elo: [f64; 2],
    #[serde(default = "twentieth")]
    alpha: f64,
    #[serde(default = "twentieth")]
    beta: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerToml {
    name: Option<String>,
    is: String,
    trials: Option<u32>,
    clock: Option<f64>,
    weights: Option<PathBuf>,
}

fn one() -> u64 {
    1
}

fn twentieth() -> f64 {
    0.05
}

impl League {
    /// Reads a league's file.
    ///
    /// # Errors
    /// What is wrong with it, with the line if there is one.
    pub(super) fn read(text: &str) -> Result<League, String> {
        let read: LeagueToml = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            hexmap::brief(format!("line {line}: {}", hexmap::misfit(error.message())))
        })?;
        let common = thought(read.trials, read.clock)?;
        let options: Map<String, Value> =
            read.options.into_iter().map(|(id, on)| (id, Value::Bool(on))).collect();
        let player = |player: PlayerToml| -> Result<Contender, String> {
            let name = player.name.unwrap_or_else(|| player.is.clone());
            let at = |what: String| format!("player '{name}': {what}");
            let who = Who::read(&player.is).map_err(at)?;
            let own = thought(player.trials, player.clock).map_err(at)?;
            if matches!(who, Who::Program(..)) && (own != Budget::Own || player.weights.is_some()) {
                return Err(at("its command says how it plays, not trials, clock or weights".to_owned()));
            }
            if matches!(who, Who::Exploiter(..)) && player.weights.is_some() {
                return Err(at("an exploiter has weights of its own".to_owned()));
            }
            let thought = if own == Budget::Own { common } else { own };
            Ok(Contender { who, thought, weights: player.weights, name })
        };
        let players = read.players.into_iter().map(player).collect::<Result<_, _>>()?;
        let test = read.test.map(|test| Sprt { elo: test.elo, alpha: test.alpha, beta: test.beta });
        let setting = |scenario| Setting { scenario, options: options.clone() };
        let league = League {
            settings: read.scenarios.into_iter().map(setting).collect(),
            players,
            gauntlet: read.gauntlet,
            games: read.games,
            seed: read.seed,
            test,
        };
        league.check()?;
        Ok(league)
    }

    /// Checks values against each other.
    ///
    /// # Errors
    /// What is wrong.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.games == 0 || self.games % 2 == 1 {
            return Err(format!(
                "games: {}: they are played in pairs, and an even number was expected",
                self.games
            ));
        }
        if self.settings.is_empty() {
            return Err("scenarios: at least one was expected".to_owned());
        }
        if self.players.len() < 2 {
            return Err("players: at least two were expected".to_owned());
        }
        let mut names = BTreeSet::new();
        if let Some(twice) = self.players.iter().find(|player| !names.insert(player.name.as_str())) {
            return Err(format!(
                "player '{}': there are two of that name: NAME=… tells them apart",
                twice.name
            ));
        }
        if let Some(name) = self.gauntlet.as_deref().filter(|name| !names.contains(name)) {
            return Err(format!("gauntlet: there is no player '{name}'"));
        }
        match &self.test {
            Some(test) if !(test.elo[0] < test.elo[1] && test.elo.iter().all(|elo| elo.is_finite())) => {
                Err("test: elo: two numbers were expected, the smaller first".to_owned())
            }
            Some(test) if ![test.alpha, test.beta].iter().all(|share| *share > 0.0 && *share < 0.5) => {
                Err("test: alpha and beta: numbers between 0 and 0.5 were expected".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// The meetings, by the players' numbers.
    pub(super) fn meetings(&self) -> Vec<(usize, usize)> {
        let met =
            |player: usize| self.gauntlet.as_ref().is_none_or(|name| self.players[player].name == *name);
        let all = (0..self.players.len()).flat_map(|a| (a + 1..self.players.len()).map(move |b| (a, b)));
        all.filter(|(a, b)| met(*a) || met(*b)).collect()
    }
}

fn thought(trials: Option<u32>, clock: Option<f64>) -> Result<Budget, String> {
    match (trials, clock) {
        (Some(_), Some(_)) => Err("clock: either this or 'trials' was expected, not both".to_owned()),
        (Some(trials), None) => Ok(Budget::Trials(trials)),
        (None, Some(clock)) if clock > 0.0 && clock <= 86_400.0 => {
            Ok(Budget::Time(Duration::from_secs_f64(clock)))
        }
        (None, Some(_)) => Err("clock: a number of seconds above 0 was expected".to_owned()),
        (None, None) => Ok(Budget::Own),
    }
}

#[cfg(test)]
mod tests {
    use ai::Level;

    use super::*;

    const FILE: &str = "scenarios = [\"training\"]\ngames = 20\ntrials = 100\n\
                        test = { elo = [0, 50] }\ngauntlet = \"new\"\n\
                        [[player]]\nname = \"new\"\nis = \"general\"\nclock = 1.5\n\
                        [[player]]\nis = \"veteran\"\n\
                        [[player]]\nname = \"old\"\nis = \"general@old/longroll\"\n";

    #[test]
    fn a_league_is_read_from_its_file() {
        let league = League::read(FILE).expect("it is sound");
        assert_eq!((league.games, league.seed, league.settings.len()), (20, 1, 1));
        assert_eq!(league.test, Some(Sprt { elo: [0.0, 50.0], alpha: 0.05, beta: 0.05 }));
        assert_eq!(league.players[0].thought, Budget::Time(Duration::from_millis(1500)));
        assert_eq!(league.players[1].who, Who::Level(Level::Veteran));
        assert_eq!(league.players[1].thought, Budget::Trials(100));
        assert_eq!(league.meetings(), [(0, 1), (0, 2)]);
    }

    #[test]
    fn what_is_wrong_with_a_league_is_said() {
        for (from, to, what) in [
            ("games = 20", "games = 21", "an even number was expected"),
            ("games = 20", "game = 20", "line 2"),
            ("trials = 100", "trials = 100\nclock = 2.0", "not both"),
            ("[0, 50]", "[50, 0]", "the smaller first"),
            ("elo = [0, 50]", "elo = [0, 50], alpha = 0.7", "between 0 and 0.5"),
            ("gauntlet = \"new\"", "gauntlet = \"gone\"", "no player 'gone'"),
            ("is = \"veteran\"", "is = \"admiral\"", "player 'admiral': 'admiral'"),
            ("is = \"veteran\"", "name = \"old\"\nis = \"veteran\"", "two of that name"),
            ("is = \"veteran\"", "is = \"exec:bot\"\ntrials = 3", "its command says how it plays"),
        ] {
            let fault = League::read(&FILE.replace(from, to)).expect_err(what);
            assert!(fault.contains(what), "{fault}");
        }
    }
}
