//! The report of an experiment in machine-readable form. It contains nothing that depends on the
//! machine or the day: repeating the experiment gives the same bytes, unless the commanders had a
//! clock.

use serde_json::{Value, json};
use tabletop::Side;

use crate::experiments::measure::difference;
use crate::experiments::post::CommanderSpec;
use crate::experiments::run::{Played, Results};
use crate::interval::Interval;
use crate::series::Game;

pub struct Report<'a> {
    pub results: &'a Results,
    pub version: &'a str,
    pub command: &'a str,
}

/// How a variant differs from the one it is compared with, seed by seed.
pub(crate) struct Difference {
    pub(crate) title: String,
    pub(crate) by: Option<Interval>,
}

/// The differences of a variant from the one it is compared with; empty if there is none.
pub(crate) fn differences(results: &Results, index: usize) -> Vec<Difference> {
    let experiment = &results.experiment;
    let against = experiment.variants[index].against.as_ref();
    let other = against.and_then(|id| experiment.variants.iter().position(|variant| variant.id == *id));
    let Some(other) = other else { return Vec::new() };
    let (from, to) = (results.variants[other].ended(), results.variants[index].ended());
    let won = |game: &Game| {
        Some(match game.duel.score.winner {
            Some(Side::Union) => 1.0,
            Some(Side::Confederate) => 0.0,
            None => 0.5,
        })
    };
    let margin = |game: &Game| Some(f64::from(game.duel.score.margin(Side::Union)));
    let of = |title: &str, value: &dyn Fn(&Game) -> Option<f64>| Difference {
        title: title.to_owned(),
        by: difference(&from, &to, value),
    };
    let mut all = vec![of("Union's share of wins", &won), of("Union's margin in points", &margin)];
    for measure in &experiment.measures {
        all.push(of(&measure.title, &|game| measure.of(game)));
    }
    all
}

/// JSON of an interval: `{estimate, low, high}` or null.
fn interval(of: Option<Interval>) -> Value {
    of.map_or(Value::Null, |of| json!({ "estimate": of.estimate, "low": of.low, "high": of.high }))
}

pub fn json(report: &Report<'_>) -> Value {
    let results = report.results;
    let experiment = &results.experiment;
    let variants: Vec<Value> =
        results.variants.iter().enumerate().map(|(index, played)| variant(results, index, played)).collect();
    json!({
        "title": experiment.title,
        "question": experiment.question,
        "longroll": report.version,
        "command": report.command,
        "games": experiment.games,
        "seed": experiment.seed,
        "trials": experiment.trials,
        "clock": experiment.clock,
        "variants": variants,
    })
}

fn variant(results: &Results, index: usize, played: &Played) -> Value {
    let variant = &results.experiment.variants[index];
    let mut tally = played.tally.value(&played.series.names());
    // Thinking times depend on the machine.
    for commander in tally["commanders"].as_array_mut().into_iter().flatten() {
        if let Some(fields) = commander.as_object_mut() {
            fields.remove("seconds");
        }
    }
    let measures: Vec<Value> = results
        .experiment
        .measures
        .iter()
        .map(|measure| {
            let games = played.ended();
            json!({ "title": measure.title, "mean": interval(measure.mean(games.into_iter())) })
        })
        .collect();
    let differences: Vec<Value> = differences(results, index)
        .iter()
        .map(|difference| json!({ "title": difference.title, "by": interval(difference.by) }))
        .collect();
    json!({
        "id": variant.id,
        "title": variant.title,
        "scenario": variant.scenario,
        "options": variant.options,
        "union": played.series.seats.union.level.word(),
        "confederate": played.series.seats.confederate.level.word(),
        "posts": { "union": post(variant.post(Side::Union)), "confederate": post(variant.post(Side::Confederate)) },
        "data": played.data,
        "pack": played.pack,
        "results": tally,
        "measures": measures,
        "against": variant.against,
        "differences": differences,
    })
}

/// How a commander differs from the default.
fn post(post: &CommanderSpec) -> Value {
    json!({ "trials": post.trials, "weights": post.weights })
}

/// Every game as CSV, one line each: the winner, the margin, and everything that was counted.
pub fn csv(report: &Report<'_>) -> String {
    let results = report.results;
    let mut names: Vec<&str> =
        results.variants.iter().flat_map(|played| played.tally.counts.keys().map(String::as_str)).collect();
    names.sort_unstable();
    names.dedup();
    let mut text =
        "variant,seed,union,confederate,winner,level,union_points,confederate_points,turns,orders".to_owned();
    for name in &names {
        for side in Side::BOTH {
            text.push_str(&format!(",{} {name}", side.word()));
        }
    }
    text.push('\n');
    for (variant, played) in results.experiment.variants.iter().zip(&results.variants) {
        for game in played.ended() {
            let duel = &game.duel;
            text.push_str(&format!(
                "{},{},{},{},{},{},{},{},{},{}",
                quoted(&variant.id),
                game.seed,
                played.series.seats.union.level,
                played.series.seats.confederate.level,
                duel.score.winner.map_or("", Side::word),
                quoted(&duel.score.level),
                duel.score.points.union,
                duel.score.points.confederate,
                duel.turns,
                duel.orders,
            ));
            for name in &names {
                for side in Side::BOTH {
                    text.push_str(&format!(",{}", duel.counts.of(name, side)));
                }
            }
            text.push('\n');
        }
    }
    text
}

/// A CSV field, quoted where necessary.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
