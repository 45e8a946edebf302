//! The report of a simulation: in words, as JSON, as a plot.

use std::io::{self, Write};
use std::time::Duration;

use render::plot::{Panel, Spread, spread_svg};
use serde_json::{Value, json};
use tabletop::{BySide, Side};
use tournament::{Count, Finished, Game, Interval, Series, Showing, Tally};

use super::Arguments;

/// The report in words, for people.
pub(crate) fn tell(
    out: &mut impl Write,
    scenario: &str,
    series: &Series,
    tally: &Tally,
    took: Duration,
) -> io::Result<()> {
    let names = series.names();
    let pairs = if series.swap { format!(" in {} pairs", series.games / 2) } else { String::new() };
    let (union, confederate) = (series.seats.union.level, series.seats.confederate.level);
    writeln!(
        out,
        "{scenario}: {} games{pairs} from seed {}, {union} against {confederate}",
        tally.games, series.seed
    )?;
    tell_players(out, &names, tally, series.swap)?;
    let seconds = took.as_secs_f64().max(1e-9);
    let views = if tally.view_bytes > 0 {
        format!(", with both views of each ({:.1} MB)", tally.view_bytes as f64 / 1e6)
    } else {
        String::new()
    };
    writeln!(out, "  {} orders{views} in {seconds:.2} s", tally.orders)?;
    let (games, orders) = (tally.games as f64 / seconds, tally.orders as f64 / seconds);
    writeln!(out, "  {games:.1} games and {orders:.0} orders a second")?;
    tell_faults(out, tally)
}

/// How two players did: who won how often, by how much, and how long they thought.
pub(crate) fn tell_players(
    out: &mut impl Write,
    names: &BySide<String>,
    tally: &Tally,
    swap: bool,
) -> io::Result<()> {
    for (end, count) in &tally.levels {
        writeln!(out, "  {count:>7}  {:5.1}%  {end}", *count as f64 * 100.0 / tally.games.max(1) as f64)?;
    }
    writeln!(
        out,
        "  points on average: Union {:.1}, Confederate {:.1}",
        tally.points.union, tally.points.confederate
    )?;
    writeln!(out)?;
    let wide = names.union.len().max(names.confederate.len()).max("  as Confederate".len());
    writeln!(
        out,
        "  {:wide$}  {:>5} {:>5} {:>5}   share won, draws half    margin",
        "", "won", "drawn", "lost"
    )?;
    for named in Side::BOTH {
        let showing = &tally.commanders[named];
        line(out, &names[named], wide, showing.count, showing.margin)?;
        if swap {
            for side in Side::BOTH {
                line(out, &format!("  as {side}"), wide, showing.on[side], None)?;
            }
        }
    }
    if swap {
        line(out, "the Union", wide, tally.sides.union, tally.union_margin)?;
    }
    if let Some(pairs) = &tally.pairs {
        line(out, "pairs", wide, pairs.count, pairs.margin)?;
        writeln!(out, "  (pairs: {} by the sum of both margins of a seed)", names.union)?;
    }
    writeln!(out)?;
    for named in Side::BOTH {
        writeln!(out, "  {:wide$}  {}", names[named], thinking(&tally.commanders[named]))?;
    }
    Ok(())
}

pub(crate) fn tell_faults(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    for fault in &tally.faults {
        writeln!(out, "fault: {fault}")?;
    }
    Ok(())
}

fn line(
    out: &mut impl Write,
    name: &str,
    wide: usize,
    count: Count,
    margin: Option<Interval>,
) -> io::Result<()> {
    let rate = count.rate().map_or_else(
        || "not played".to_owned(),
        |rate| {
            format!("{:5.1} % ({:.1} to {:.1})", rate.estimate * 100.0, rate.low * 100.0, rate.high * 100.0)
        },
    );
    let margin = margin.map_or_else(String::new, |m| {
        format!("{} ({} to {})", signed(m.estimate), signed(m.low), signed(m.high))
    });
    let text = format!(
        "  {name:wide$}  {:>5} {:>5} {:>5}   {rate:23}  {margin}",
        count.won, count.drawn, count.lost
    );
    writeln!(out, "{}", text.trim_end())
}

/// To one decimal place, with its sign; zero has none.
fn signed(value: f64) -> String {
    let tenths = (value * 10.0).round();
    if tenths == 0.0 { "0.0".to_owned() } else { format!("{:+.1}", tenths / 10.0) }
}

fn thinking(showing: &Showing) -> String {
    format!("thinks {} about a player-turn, {} at most", duration(showing.turn), duration(showing.longest))
}

/// A duration in a suitable unit.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// The report as JSON, for programs.
pub(crate) fn json(arguments: &Arguments, series: &Series, tally: &Tally, took: Duration) -> Value {
    let mut value = tally.value(&series.names());
    let seconds = took.as_secs_f64().max(1e-9);
    value["scenario"] = json!(arguments.scenario);
    value["union"] = json!(arguments.union.word());
    value["confederate"] = json!(arguments.confederate.word());
    value["options"] = json!(arguments.options);
    value["swap"] = json!(series.swap);
    value["clock"] = json!(arguments.clock.map(|clock| clock.as_secs_f64()));
    value["trials"] = json!(arguments.trials);
    value["seed"] = json!(series.seed);
    value["jobs"] = json!(series.jobs);
    value["seconds"] = json!(seconds);
    value["games_per_second"] = json!(tally.games as f64 / seconds);
    value["orders_per_second"] = json!(tally.orders as f64 / seconds);
    value
}

/// A plot of the first commander's margins: for each side if sides were swapped, otherwise of all
/// games.
pub(crate) fn plot(title: &str, series: &Series, finished: &[Finished], tally: &Tally) -> String {
    let names = series.names();
    let games: Vec<&Game> = finished.iter().filter_map(|game| game.as_ref().ok()).collect();
    let sides: &[Side] = if series.swap { &Side::BOTH } else { &[Side::Union] };
    let other = &names.confederate;
    let panels = sides
        .iter()
        .map(|side| {
            let margins = games.iter().filter(|game| game.side_of(Side::Union) == *side);
            let values: Vec<f64> = margins.map(|game| f64::from(game.margin(Side::Union))).collect();
            let count = tally.commanders.union.on[*side];
            panel(&format!("{} as {side} against {other}", names.union), count, values)
        })
        .collect();
    let axis = format!("points that {} is ahead at the end", names.union);
    spread_svg(&Spread { title: title.to_owned(), axis, panels })
}

fn panel(label: &str, count: Count, values: Vec<f64>) -> Panel {
    let mean = tournament::mean(&values);
    let told = mean.map_or_else(String::new, |m| {
        format!("; mean {} ({} to {})", signed(m.estimate), signed(m.low), signed(m.high))
    });
    Panel {
        label: label.to_owned(),
        note: format!("won {}, drawn {}, lost {}{told}", count.won, count.drawn, count.lost),
        values,
        mean: mean.map(|m| (m.estimate, m.low, m.high)),
    }
}
