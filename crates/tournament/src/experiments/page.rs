//! The report of an experiment as a self-contained page: tables, plots, and how to repeat the
//! experiment.

use std::collections::BTreeSet;

use ai::Budget;
use render::plot::{Panel, Spread, Whisker, Whiskers, spread_svg, whiskers_svg};
use tabletop::Side;

use crate::experiments::report::{Report, differences};
use crate::experiments::run::{Played, Results};
use crate::experiments::tables::{escape, number, share, signed, table};
use crate::interval::{Interval, mean};

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 1.05rem/1.5 Georgia, 'Times New Roman', serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; background: Canvas; color: CanvasText; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
.question { font-size: 1.25rem; font-style: italic; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1.5rem 0; font-size: .95rem; }
caption { text-align: left; font-weight: bold; padding-bottom: .4rem; }
th, td { border-bottom: 1px solid color-mix(in srgb, CanvasText 30%, Canvas); padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top; font-variant-numeric: tabular-nums; }
tbody th { font-weight: normal; }
small { white-space: nowrap; opacity: .8; }
svg { max-width: 100%; height: auto; display: block; margin: 1.5rem 0; }
pre { overflow-x: auto; padding: .8rem; border: 1px solid color-mix(in srgb, CanvasText 30%, Canvas); }
.fault { font-weight: bold; }
";

/// The page; `source` is the text of the experiment's file.
pub fn html(report: &Report<'_>, source: &str) -> String {
    let results = report.results;
    let experiment = &results.experiment;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n<p class=\"question\">{1}</p>\n",
        escape(&experiment.title),
        escape(&experiment.question)
    );
    for paragraph in experiment.about.split("\n\n").filter(|text| !text.trim().is_empty()) {
        page.push_str(&format!("<p>{}</p>\n", escape(paragraph.trim())));
    }
    page.push_str(&faults(results));
    page.push_str("<h2>Who wins</h2>\n");
    page.push_str(&winners(results));
    page.push_str(&levels(results));
    if experiment.variants.iter().any(|variant| variant.against.is_some()) {
        page.push_str("<h2>What the change makes of it</h2>\n");
        page.push_str(&changes(results));
    }
    if !experiment.measures.is_empty() {
        page.push_str("<h2>What was measured</h2>\n");
        page.push_str(&measures(results));
    }
    page.push_str("<h2>How the margins spread</h2>\n");
    page.push_str(&spread(results));
    page.push_str("<h2>What was counted</h2>\n");
    page.push_str(&counts(results));
    page.push_str("<h2>How it was made</h2>\n");
    page.push_str(&method(report, source));
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// The titles of the variants, each with its games.
fn variants(results: &Results) -> impl Iterator<Item = (&str, &Played)> {
    results.experiment.variants.iter().map(|variant| variant.title.as_str()).zip(&results.variants)
}

/// The digits after the decimal point, for about three significant digits.
fn digits(of: Option<Interval>) -> usize {
    match of.map_or(0.0, |of| of.high.abs().max(of.low.abs())) {
        most if most >= 100.0 => 0,
        most if most >= 10.0 => 1,
        _ => 3,
    }
}

fn triple(of: Option<Interval>) -> Option<(f64, f64, f64)> {
    of.map(|of| (of.estimate, of.low, of.high))
}

fn faults(results: &Results) -> String {
    let mut text = String::new();
    for (title, played) in variants(results) {
        for fault in &played.tally.faults {
            text.push_str(&format!("<p class=\"fault\">{}: {}</p>\n", escape(title), escape(fault)));
        }
    }
    text
}

fn winners(results: &Results) -> String {
    let lines: Vec<Vec<String>> = results
        .experiment
        .variants
        .iter()
        .zip(&results.variants)
        .map(|(variant, played)| {
            let union = played.tally.sides.union;
            let who = |side: Side| {
                format!("{}{}", played.series.seats[side].level, variant.post(side).particulars())
            };
            vec![
                escape(&variant.title),
                escape(&format!("{} against {}", who(Side::Union), who(Side::Confederate))),
                union.won.to_string(),
                union.drawn.to_string(),
                union.lost.to_string(),
                share(union.rate()),
                signed(played.tally.union_margin, 1),
            ]
        })
        .collect();
    let heads = [
        "variant",
        "Union against Confederates",
        "Union won",
        "drawn",
        "Confederates won",
        "the Union's share, draws half",
        "points the Union is ahead",
    ];
    let rates = variants(results).map(|(title, played)| Whisker {
        label: title.to_owned(),
        value: triple(played.tally.sides.union.rate()),
    });
    let plot = whiskers_svg(&Whiskers {
        title: "The Union's share of wins".to_owned(),
        axis: "share of games, draws counted half; 95 % interval".to_owned(),
        even: Some(0.5),
        share: true,
        lines: rates.collect(),
    });
    table("Who wins, with 95 % intervals", &heads, &lines) + &plot
}

fn levels(results: &Results) -> String {
    let all: BTreeSet<&str> =
        results.variants.iter().flat_map(|played| played.tally.levels.keys().map(String::as_str)).collect();
    let heads: Vec<&str> = std::iter::once("variant").chain(all.iter().copied()).collect();
    let lines: Vec<Vec<String>> = variants(results)
        .map(|(title, played)| {
            let count =
                |level: &&str| played.tally.levels.get(*level).map_or_else(|| "0".to_owned(), u64::to_string);
            std::iter::once(escape(title)).chain(all.iter().map(count)).collect()
        })
        .collect();
    table("Games by their level of victory", &heads, &lines)
}

fn changes(results: &Results) -> String {
    let experiment = &results.experiment;
    let mut lines = Vec::new();
    for (index, variant) in experiment.variants.iter().enumerate() {
        let other = experiment.variants.iter().find(|other| Some(&other.id) == variant.against.as_ref());
        let other = other.map_or("", |other| other.title.as_str());
        for difference in differences(results, index) {
            let by = signed(difference.by, digits(difference.by));
            lines.push(vec![escape(&variant.title), escape(other), escape(&difference.title), by]);
        }
    }
    let heads = ["variant", "against", "of what", "difference"];
    table("Differences, game by game of the same seed, with 95 % intervals", &heads, &lines)
}

fn measures(results: &Results) -> String {
    let mut text = String::new();
    for measure in &results.experiment.measures {
        let means: Vec<(String, Option<Interval>)> = variants(results)
            .map(|(title, played)| (title.to_owned(), measure.mean(played.ended().into_iter())))
            .collect();
        let lines: Vec<Vec<String>> =
            means.iter().map(|(title, mean)| vec![escape(title), number(*mean, digits(*mean))]).collect();
        text.push_str(&table(&measure.title, &["variant", "mean of a game, with 95 % interval"], &lines));
        let lines = means.into_iter().map(|(label, mean)| Whisker { label, value: triple(mean) });
        text.push_str(&whiskers_svg(&Whiskers {
            title: measure.title.clone(),
            axis: "mean of a game; 95 % interval".to_owned(),
            even: None,
            share: false,
            lines: lines.collect(),
        }));
    }
    text
}

/// A plot for every group of variants that are compared with each other: points of different
/// scenarios share no axis.
fn spread(results: &Results) -> String {
    let of = &results.experiment.variants;
    let mut groups: Vec<(&str, Vec<Panel>)> = Vec::new();
    for (variant, played) in of.iter().zip(&results.variants) {
        let first = variant.against.as_ref().unwrap_or(&variant.id).as_str();
        let panel = panel(&variant.title, played);
        match groups.iter_mut().find(|(group, _)| *group == first) {
            Some((_, panels)) => panels.push(panel),
            None => groups.push((first, vec![panel])),
        }
    }
    groups
        .into_iter()
        .map(|(first, panels)| {
            let title = of.iter().find(|variant| variant.id == first).map_or(first, |variant| &variant.title);
            spread_svg(&Spread {
                title: format!("Margins: {title}"),
                axis: "points that the Union is ahead at the end".to_owned(),
                panels,
            })
        })
        .collect()
}

fn panel(title: &str, played: &Played) -> Panel {
    let margins = played.ended().into_iter().map(|game| f64::from(game.duel.score.margin(Side::Union)));
    let values: Vec<f64> = margins.collect();
    let mean = mean(&values);
    let note = mean.map_or_else(String::new, |of| {
        let note =
            format!("{} games, mean {:.1} ({:.1} to {:.1})", values.len(), of.estimate, of.low, of.high);
        note.replace('-', "\u{2212}")
    });
    Panel { label: title.to_owned(), note, values, mean: triple(mean) }
}

fn counts(results: &Results) -> String {
    let names: BTreeSet<&str> =
        results.variants.iter().flat_map(|played| played.tally.counts.keys().map(String::as_str)).collect();
    let mut lines = Vec::new();
    for name in names {
        for (title, played) in variants(results) {
            let Some(count) = played.tally.counts.get(name) else { continue };
            lines.push(vec![
                name.to_owned(),
                escape(title),
                number(count.union, 1),
                number(count.confederate, 1),
            ]);
        }
    }
    table("On average in a game, with 95 % intervals", &["count", "variant", "Union", "Confederates"], &lines)
}

fn method(report: &Report<'_>, source: &str) -> String {
    let experiment = &report.results.experiment;
    let thought = match experiment.budget() {
        Budget::Own => "as many positions as befit their level".to_owned(),
        Budget::Trials(trials) => format!("{trials} positions in a player-turn"),
        Budget::Time(time) => {
            format!(
                "{} s about a player-turn by the clock, so that no two runs are alike",
                time.as_secs_f64()
            )
        }
    };
    let mut text = format!(
        "<p>Longroll {} played {} games of each variant, from seed {} on; the variants have their seeds, and so their dice, in common. The commanders tried {thought}. A draw \
         counts as half a win. Shares have Wilson's interval, means Student's; both hold the true value 95 times in 100. What wins between computers is no proof of what \
         wins between people.</p>\n",
        escape(report.version),
        experiment.games,
        experiment.seed
    );
    let lines: Vec<Vec<String>> = experiment
        .variants
        .iter()
        .zip(&report.results.variants)
        .map(|(variant, played)| {
            let options: Vec<String> = variant
                .options
                .iter()
                .map(|(id, on)| format!("{id} {}", if *on { "on" } else { "off" }))
                .collect();
            let changes: Vec<&str> = variant.changes.iter().map(|change| change.file.as_str()).collect();
            let or_none = |list: String| if list.is_empty() { "none".to_owned() } else { escape(&list) };
            vec![
                escape(&variant.title),
                escape(&variant.scenario),
                or_none(options.join(", ")),
                or_none(changes.join(", ")),
                format!("<code>{:.16}</code>", played.data),
            ]
        })
        .collect();
    let heads = ["variant", "scenario", "options", "files changed", "data (SHA-256, its beginning)"];
    text.push_str(&table("What was played", &heads, &lines));
    text.push_str(&format!(
        "<p>To make it again:</p>\n<pre>{}</pre>\n<p>The experiment, <code>experiment.toml</code> beside this page; every game is a line of <code>results.csv</code>, and all numbers are in <code>results.json</code>:</p>\n<pre>{}</pre>\n",
        escape(report.command),
        escape(source)
    ));
    text
}
