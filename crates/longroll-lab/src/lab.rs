//! `longroll lab NAME|FILE`

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use longroll::level::level;
use longroll::outcome::{Outcome, Stop};
use longroll::record;
use tabletop::Side;
use tournament::{
    Experiment, Report, Results, Venue, csv, html, json, prepare, run as make, shipped, shipped_text,
};

use crate::battle::systems;
use crate::simulate::bar;
use crate::spread::Hands;

/// Run an experiment and write its report
///
/// An experiment is a small file of variants, commanders, games and a seed; docs/laboratory.md
/// describes its format. The report is a page with tables and plots (index.html), the same data for
/// programs (results.json, results.csv) and the experiment itself: running it again gives the same
/// bytes. Without a name, the experiments that come with the program are listed.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The experiment: one that comes with the program, or a file
    experiment: Option<String>,
    /// Folder that the report is written to
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Play this many games of each variant instead of the experiment's own number
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Use this commander instead of the experiment's own, where a variant names none
    #[arg(long, value_name = "LEVEL", value_parser = level())]
    commander: Option<ai::Level>,
    /// Let commanders try this many positions in a player-turn, where a variant names no number
    #[arg(long, value_name = "N")]
    trials: Option<u32>,
    /// Play only this variant and what it is compared with (may be repeated)
    #[arg(long = "variant", value_name = "ID")]
    variants: Vec<String>,
    #[command(flatten)]
    hands: Hands,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let Some(name) = &arguments.experiment else { return list() };
    let (source, name) = source(name)?;
    let wrong = |what: String| Stop::because(format!("{name}: {what}"));
    let mut experiment = Experiment::read(&source).map_err(wrong)?;
    experiment.games = arguments.games.unwrap_or(experiment.games);
    if experiment.games < 2 {
        return Err(Stop::because(format!("--games {}: at least 2 were expected", experiment.games)));
    }
    if let Some(level) = arguments.commander {
        experiment.commander = level.word().to_owned();
    }
    if let Some(trials) = arguments.trials {
        experiment.trials = Some(trials);
        experiment.clock = None;
    }
    if !arguments.variants.is_empty() {
        experiment.keep_only(&arguments.variants).map_err(|what| wrong(format!("--variant: {what}")))?;
    }
    let prepared = prepare(&systems(), experiment).map_err(wrong)?;
    let output = arguments.output.clone().unwrap_or_else(|| PathBuf::from(format!("lab-{name}")));
    // Before hours are spent on games whose report cannot be written.
    let failed = |path: &Path, error: io::Error| Stop::because(format!("{}: {error}", path.display()));
    std::fs::create_dir_all(&output).map_err(|error| failed(&output, error))?;
    let bar = bar(prepared.experiment.games.saturating_mul(prepared.experiment.variants.len() as u64));
    let spread = arguments.hands.spread(&bar)?;
    let results = match &spread {
        None => make(prepared, arguments.hands.jobs, &|_, _| bar.inc(1)).map_err(wrong)?,
        Some(spread) => {
            let games = spread.play(&prepared.bouts(1)).map_err(wrong)?;
            prepared.results(games)
        }
    };
    bar.finish_and_clear();
    let command = command(&name, arguments);
    let report = Report { results: &results, version: env!("CARGO_PKG_VERSION"), command: &command };
    for (file, text) in [
        ("index.html", html(&report, &source)),
        ("results.json", format!("{:#}\n", json(&report))),
        ("results.csv", csv(&report)),
        ("experiment.toml", source.clone()),
    ] {
        let path = output.join(file);
        std::fs::write(&path, text).map_err(|error| failed(&path, error))?;
    }
    if let Some(spread) = spread {
        spread.finish();
    }
    tell(&results, &output)?;
    let faulty = results.variants.iter().any(|played| !played.tally.faults.is_empty());
    if faulty { Err(Stop::Faulty) } else { Ok(()) }
}

fn list() -> Outcome {
    let mut out = io::stdout().lock();
    for name in shipped() {
        let text = shipped_text(&name).unwrap_or_default();
        let experiment = Experiment::read(&text).map_err(|what| Stop::because(format!("{name}: {what}")))?;
        writeln!(out, "{name}")?;
        writeln!(out, "    {}", experiment.question)?;
        let (variants, games) = (experiment.variants.len(), experiment.games);
        writeln!(
            out,
            "    {variants} variants of {games} games each, the {} on both sides",
            experiment.commander
        )?;
    }
    out.flush()?;
    Ok(())
}

/// The text of an experiment, and its name.
fn source(named: &str) -> Result<(String, String), Stop> {
    if let Some(text) = shipped_text(named) {
        return Ok((text, named.to_owned()));
    }
    let path = Path::new(named);
    if !path.is_file() {
        let known = shipped().join(", ");
        return Err(Stop::because(format!("'{named}' is neither a file nor one of the experiments {known}")));
    }
    let name = path.file_stem().map_or_else(|| named.to_owned(), |stem| stem.to_string_lossy().into_owned());
    Ok((record::text(path)?, name))
}

/// The command that repeats the experiment, to be run beside its report.
fn command(name: &str, arguments: &Arguments) -> String {
    let mut command = format!("longroll lab experiment.toml --output {name}-again");
    if let Some(games) = arguments.games {
        command.push_str(&format!(" --games {games}"));
    }
    if let Some(level) = arguments.commander {
        command.push_str(&format!(" --commander {level}"));
    }
    if let Some(trials) = arguments.trials {
        command.push_str(&format!(" --trials {trials}"));
    }
    for variant in &arguments.variants {
        command.push_str(&format!(" --variant {variant}"));
    }
    command
}

/// Prints the main result, and where the rest is.
fn tell(results: &Results, output: &Path) -> Outcome {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", results.experiment.question)?;
    for (variant, played) in results.experiment.variants.iter().zip(&results.variants) {
        let union = played.tally.sides[Side::Union];
        let rate = union.rate().map_or_else(String::new, |rate| {
            format!("{:.1} % ({:.1} to {:.1})", rate.estimate * 100.0, rate.low * 100.0, rate.high * 100.0)
        });
        let games = union.games();
        writeln!(out, "  {}: the Union wins {rate} of {games} games", variant.title)?;
        for fault in &played.tally.faults {
            writeln!(out, "  fault: {fault}")?;
        }
    }
    writeln!(out, "{}", output.join("index.html").display())?;
    out.flush()?;
    Ok(())
}
