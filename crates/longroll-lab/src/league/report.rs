//! The report of a league.

use std::io::{self, Write};

use tournament::{Encounter, Pentanomial, Rating, Sprt, Verdict};

pub(super) fn tested(out: &mut impl Write, name: &str, test: &Sprt, pairs: &Pentanomial) -> io::Result<()> {
    let [from, to] = test.elo;
    let (lower, upper) = test.bounds();
    let said = match test.verdict(pairs) {
        None => "undecided".to_owned(),
        Some(Verdict::Stronger) => format!("{name} is stronger by {to} Elo points rather than by {from}"),
        Some(Verdict::Weaker) => format!("{name} is stronger by {from} Elo points rather than by {to}"),
    };
    let [lost, half, even, more, won] = pairs.0;
    writeln!(
        out,
        "  test: {said} (ratio {:.2}, bounds {lower:.2} and {upper:.2}; pairs with 0 to 2 points: {lost}, \
         {half}, {even}, {more}, {won})",
        test.ratio(pairs)
    )
}

pub(super) fn table(
    out: &mut impl Write,
    names: &[&str],
    encounters: &[Encounter],
    ratings: &[Option<Rating>],
) -> io::Result<()> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    let elo = |player: &usize| ratings[*player].map_or(f64::NEG_INFINITY, |rating| rating.elo);
    order.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    writeln!(out, "  {:wide$}  {:>6}  {:>13}  {:>6}  {:>7}", "", "Elo", "95 %", "games", "points")?;
    for player in order {
        let (mut games, mut points) = (0.0, 0.0);
        for Encounter { players: (a, b), points: (won, lost) } in encounters {
            if *a == player || *b == player {
                games += won + lost;
                points += if *a == player { won } else { lost };
            }
        }
        let (elo, error) = match ratings[player] {
            None => ("-".to_owned(), String::new()),
            Some(Rating { elo, error: 0.0 }) => (format!("{elo:.0}"), "reference".to_owned()),
            Some(Rating { elo, error }) => (format!("{elo:+.0}"), format!("± {:.0}", 1.96 * error)),
        };
        let share = if games > 0.0 { format!("{:.1} %", 100.0 * points / games) } else { String::new() };
        writeln!(out, "  {:wide$}  {elo:>6}  {error:>13}  {games:>6}  {share:>7}", names[player])?;
    }
    Ok(())
}
