//! `longroll league`

mod contender;
mod file;
mod report;
mod sent;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use catalog::{Library, Start};
use indicatif::ProgressBar;
use longroll::data::{Data, options};
use longroll::level::{budget, seconds};
use longroll::outcome::{Outcome, Stop};
use longroll::record;
use server::work::Work;
use tabletop::{BySide, Side};
use tournament::{
    Count, Encounter, Finished, Game, Pairing, Pentanomial, ResultsFile, Setting, Sprt, Tally, ratings,
};

use crate::simulate::{bar, report as simulate_report};
use crate::spread::{Hands, Spread};
pub(crate) use contender::Contender;
use contender::{Entrant, Who};
use file::League;
pub(crate) use sent::{KIND as PAIRS, Pairs, PairsWork, Sendable};

/// The default time limit for a program's answer.
pub(crate) const ANSWER: Duration = Duration::from_secs(300);

/// Let players meet in pairs of games, and rate them: commanders of this program, commanders of
/// other builds of it, other programs
///
/// Both games of a pair have the same dice, with the players swapped. A game in which a player
/// fails (it ends, stalls, or gives an order that is refused) has no result: it is told with its
/// seed, and nothing more is played. 'longroll play SCENARIO --seed N' plays the game of a seed at
/// the terminal. docs/laboratory.md describes the file.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The league's file; without one the arguments below say who meets whom
    #[arg(conflicts_with_all = ["scenarios", "players", "games", "seed", "clock", "trials", "options", "test"])]
    file: Option<PathBuf>,
    /// A scenario in which they meet (may be repeated); 'longroll scenarios' lists them
    #[arg(long = "scenario", value_name = "SCENARIO", required_unless_present = "file")]
    scenarios: Vec<String>,
    /// A player: a level, an exploiter (rush, sit, strike, trade, wait, bar), LEVEL@PROGRAM for that level of
    /// another build of Longroll, or exec:PROGRAM; NAME=… gives it another name (to be repeated:
    /// everyone meets everyone)
    #[arg(long = "player", value_name = "PLAYER", required_unless_present = "file", value_parser = Contender::read)]
    players: Vec<Contender>,
    /// How many games two players have in a scenario, an even number
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// The seed of the first pair; each further pair has the next seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How long a commander may think about a player-turn, in seconds; without this and --trials,
    /// its level's default
    #[arg(long, value_name = "SECONDS", conflicts_with = "trials", value_parser = seconds)]
    clock: Option<Duration>,
    /// How many positions a commander may try in a player-turn
    #[arg(long, value_name = "N")]
    trials: Option<u32>,
    /// Turn an option of the scenarios on, or off with ID=off (may be repeated)
    #[arg(long = "option", value_name = "ID")]
    options: Vec<String>,
    /// Stop two players in a scenario as soon as a sequential test has decided by how many Elo
    /// points the first is stronger, FROM or TO, erring once in twenty
    #[arg(long, value_name = "FROM,TO", allow_hyphen_values = true, value_parser = test)]
    test: Option<Sprt>,
    /// Keep the results in this file, and go on where it ends
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// How long a program may take for an answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    bot_clock: Duration,
    #[command(flatten)]
    hands: Hands,
    #[command(flatten)]
    data: Data,
}

/// Parses the hypotheses of a test.
fn test(text: &str) -> Result<Sprt, String> {
    let wanted = || "two numbers of Elo points with a comma between were expected".to_owned();
    let (from, to) = text.split_once(',').ok_or_else(wanted)?;
    let number = |text: &str| text.trim().parse().map_err(|_| wanted());
    Ok(Sprt { elo: [number(from)?, number(to)?], alpha: 0.05, beta: 0.05 })
}

impl Arguments {
    /// The league that is asked for.
    fn league(&self) -> Result<League, Stop> {
        if let Some(file) = &self.file {
            let wrong = |what: String| Stop::because(format!("{}: {what}", file.display()));
            return League::read(&record::text(file)?).map_err(wrong);
        }
        let options = options(&self.options)?;
        let setting = |scenario: &String| Setting { scenario: scenario.clone(), options: options.clone() };
        let thought = budget(self.clock, self.trials);
        let player = |player: &Contender| Contender { thought, ..player.clone() };
        let league = League {
            settings: self.scenarios.iter().map(setting).collect(),
            players: self.players.iter().map(player).collect(),
            gauntlet: None,
            games: self.games,
            seed: self.seed,
            test: self.test,
        };
        league.check().map_err(Stop::because)?;
        Ok(league)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let league = arguments.league()?;
    let library = arguments.data.library()?;
    let packs = arguments.data.arguments();
    let entrant = |contender| Contender::entrant(contender, &library, &packs, arguments.bot_clock);
    let entrants = league.players.iter().map(entrant).collect::<Result<Vec<_>, _>>()?;
    let mut results = match &arguments.results {
        Some(file) => Some(ResultsFile::open(file).map_err(Stop::because)?),
        None => None,
    };
    if let Some(results) = &mut results {
        for entrant in &entrants {
            results.enter(entrant.name(), &entrant.identity()?).map_err(Stop::because)?;
        }
    }
    let bar = bar(0);
    // The builds that meet here are offered to the worker of this program.
    let builds = || {
        let builds = league.players.iter().filter_map(|player| match &player.who {
            Who::Build(_, program) => Some(PathBuf::from(program)),
            Who::Level(_) | Who::Exploiter(_) | Who::Program(..) => None,
        });
        let work: Arc<dyn Work> = Arc::new(PairsWork::offering(&builds.collect::<Vec<_>>())?);
        Ok(work)
    };
    let spread = arguments.hands.spread_with(&bar, builds)?;
    let mut out = io::stdout().lock();
    let mut encounters = Vec::new();
    for setting in &league.settings {
        let data = data_of(&library, setting).map_err(Stop::because)?;
        for (a, b) in league.meetings() {
            let meeting = Meeting {
                league: &league,
                library: &library,
                setting,
                data: &data,
                both: BySide { union: &entrants[a], confederate: &entrants[b] },
                jobs: arguments.hands.jobs,
                answer: arguments.bot_clock,
                spread: spread.as_ref(),
                bar: &bar,
            };
            let games = meeting.play(results.as_mut())?;
            let tally = Tally::of(&games, true);
            bar.suspend(|| meeting.tell(&mut out, &games, &tally))?;
            if !tally.faults.is_empty() {
                return Err(Stop::Faulty);
            }
            let Count { won, drawn, lost } = tally.commanders.union.count;
            let half = drawn as f64 / 2.0;
            encounters.push(Encounter { players: (a, b), points: (won as f64 + half, lost as f64 + half) });
        }
    }
    bar.finish_and_clear();
    if let Some(spread) = spread {
        spread.finish();
    }
    let names: Vec<&str> = entrants.iter().map(Entrant::name).collect();
    report::table(&mut out, &names, &encounters, &ratings(names.len(), &encounters, 1.0))?;
    out.flush()?;
    Ok(())
}

/// The SHA-256 of a scenario's data.
fn data_of(library: &Library, setting: &Setting) -> Result<String, String> {
    let start =
        Start { scenario: &setting.scenario, options: setting.options.clone(), position: None, dice: &[] };
    let table = library.begin(&start, [0; 32]).map_err(|failure| failure.to_string())?;
    Ok(table.header().data.clone())
}

/// Two players of a league in a scenario.
struct Meeting<'a> {
    league: &'a League,
    library: &'a Library,
    setting: &'a Setting,
    data: &'a str,
    both: BySide<&'a Entrant<'a>>,
    jobs: u16,
    answer: Duration,
    spread: Option<&'a Spread>,
    bar: &'a ProgressBar,
}

/// The state of a meeting under way.
#[derive(Default)]
struct SoFar {
    count: Count,
    pairs: Pentanomial,
    /// Why a result could not be kept.
    unkept: Option<String>,
}

impl SoFar {
    fn add(&mut self, pair: [&Game; 2]) {
        for game in pair {
            self.count.add(game.duel.score.winner, game.side_of(Side::Union));
        }
        self.pairs.add_pair(pair);
    }

    /// Whether the test has been decided.
    fn decided(&self, test: Option<&Sprt>) -> bool {
        test.is_some_and(|test| test.verdict(&self.pairs).is_some())
    }
}

impl Meeting<'_> {
    fn names(&self) -> BySide<String> {
        BySide::from_fn(|named| self.both[named].name().to_owned())
    }

    /// Plays what the results do not hold yet, with a progress bar that shows the score so far.
    /// Returns all games.
    fn play(&self, results: Option<&mut ResultsFile>) -> Result<Vec<Finished>, Stop> {
        let names = self.names();
        let mut seeds: Vec<u64> =
            (0..self.league.games / 2).map(|pair| self.league.seed.wrapping_add(pair)).collect();
        let kept = results.as_ref().map(|results| results.pairs(self.setting, self.data, &names));
        let mut kept = kept.unwrap_or_default();
        kept.retain(|[game, _]| seeds.contains(&game.seed));
        seeds.retain(|seed| !kept.iter().any(|[game, _]| game.seed == *seed));
        let mut so_far = SoFar::default();
        for [first, second] in &kept {
            so_far.add([first, second]);
        }
        let test = self.league.test.as_ref();
        let mut games: Vec<Finished> = kept.into_iter().flatten().map(Ok).collect();
        if so_far.decided(test) {
            return Ok(games);
        }
        let bar = self.bar;
        bar.set_length(self.league.games);
        bar.set_position(games.len() as u64);
        bar.set_message("");
        let sendable = match self.spread {
            Some(_) => Sendable::of(self.library, self.setting, self.data, self.both, self.answer)?,
            None => None,
        };
        let shared = Mutex::new((so_far, results));
        let told = |pair: &[Finished]| {
            let Ok(mut shared) = shared.lock() else { return true };
            let (so_far, results) = &mut *shared;
            if sendable.is_none() {
                bar.inc(pair.len() as u64);
            }
            let [Ok(first), Ok(second)] = pair else { return true };
            so_far.add([first, second]);
            if let Some(results) = results {
                let noted = results.note(self.setting, self.data, &names, &[first, second]);
                so_far.unkept = so_far.unkept.take().or(noted.err());
            }
            if let Some(rate) = so_far.count.rate() {
                let ratio = test.map_or_else(String::new, |test| {
                    let (lower, upper) = test.bounds();
                    format!(", test {:.2} ({lower:.2} to {upper:.2})", test.ratio(&so_far.pairs))
                });
                bar.set_message(format!("; {} has {:.0} %{ratio}", names.union, rate.estimate * 100.0));
            }
            so_far.unkept.is_some() || so_far.decided(test)
        };
        let played = match (self.spread, &sendable) {
            (Some(spread), Some(sendable)) => {
                spread.play_pairs(sendable, &seeds, &mut |pair| told(pair)).map_err(Stop::because)?
            }
            (spread, _) => {
                if let Some(spread) = spread {
                    spread.say(&format!(
                        "{} against {} is played here: one of them is a program, or needs files, that \
                         workers do not have",
                        names.union, names.confederate
                    ));
                }
                self.here(&names, &seeds, &told)
            }
        };
        if let Some(why) = shared.into_inner().ok().and_then(|(so_far, _)| so_far.unkept) {
            return Err(Stop::because(why));
        }
        games.extend(played);
        Ok(games)
    }

    /// Plays the pairs of these seeds in this program.
    fn here(
        &self,
        names: &BySide<String>,
        seeds: &[u64],
        told: &(dyn Fn(&[Finished]) -> bool + Sync),
    ) -> Vec<Finished> {
        let pairing = Pairing {
            setting: self.setting,
            entrants: BySide {
                union: &|| self.both.union.player(),
                confederate: &|| self.both.confederate.player(),
            },
            names,
            seeds,
            jobs: self.jobs,
        };
        pairing.play(self.library, told)
    }

    fn tell(&self, out: &mut impl Write, games: &[Finished], tally: &Tally) -> Outcome {
        let names = self.names();
        writeln!(
            out,
            "{}: {} games in pairs from seed {}, {} against {}",
            self.setting.scenario, tally.games, self.league.seed, names.union, names.confederate
        )?;
        if tally.games > 0 {
            simulate_report::tell_players(out, &names, tally, true)?;
        }
        if let Some(test) = &self.league.test {
            let mut pairs = Pentanomial::default();
            for pair in games.chunks(2) {
                if let [Ok(first), Ok(second)] = pair {
                    pairs.add_pair([first, second]);
                }
            }
            report::tested(out, &names.union, test, &pairs)?;
        }
        simulate_report::tell_faults(out, tally)?;
        writeln!(out)?;
        out.flush()?;
        Ok(())
    }
}
