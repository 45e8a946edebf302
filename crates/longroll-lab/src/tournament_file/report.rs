//! The report of a tournament.

use std::io::{self, Write};

use catalog::Library;
use serde_json::{Value, json};
use tournament::club::{
    Advantages, ClubFile, Draw, Drawn, Kind, NotDrawn, Place, PlayerRating, Ratings, RecordCheck, Verified,
};

pub(super) struct Report<'a> {
    file: &'a ClubFile,
    library: &'a Library,
    advantages: &'a Advantages,
    records: &'a [RecordCheck],
    places: Vec<Place>,
    ratings: Ratings,
    /// The next round, or why there is none.
    pub draw: Result<Draw, NotDrawn>,
}

impl<'a> Report<'a> {
    pub(super) fn of(
        file: &'a ClubFile,
        library: &'a Library,
        advantages: &'a Advantages,
        records: &'a [RecordCheck],
    ) -> Report<'a> {
        Report {
            file,
            library,
            advantages,
            records,
            places: file.event.standings(&file.tie_breaks),
            ratings: file.ratings(library, advantages, records),
            draw: file.event.draw(),
        }
    }

    pub(super) fn tell(&self, out: &mut impl Write) -> io::Result<()> {
        let file = self.file;
        let played = file.event.played.len();
        let all = file.event.all_rounds();
        let so_far = match (played, &self.draw) {
            (0, _) => "nothing is played yet".to_owned(),
            (_, Err(NotDrawn::Unfinished)) => format!("round {played} goes on"),
            _ => format!("after round {played}"),
        };
        writeln!(out, "{}: {} of {all} rounds, {so_far}", file.title, file.event.kind.word())?;
        writeln!(out)?;
        self.table(out)?;
        self.next(out)?;
        self.remarks(out)
    }

    fn table(&self, out: &mut impl Write) -> io::Result<()> {
        let file = self.file;
        let points = if file.event.kind == Kind::KnockOut { "rounds" } else { "points" };
        let mut heads = vec![String::new(), "player".to_owned(), points.to_owned()];
        heads.extend(file.tie_breaks.iter().map(|tie_break| tie_break.word().to_owned()));
        heads.extend(["won-drawn-lost", "rating", "before"].map(str::to_owned));
        let mut rows = vec![heads];
        for (at, place) in self.places.iter().enumerate() {
            let mut row = vec![(at + 1).to_string(), self.named(place.player), quarters(2 * place.halves)];
            row.extend(place.tie_breaks.iter().map(|value| value.map_or("-".to_owned(), quarters)));
            row.push(place.games.map(|games| games.to_string()).join("-"));
            row.push(rating(&self.ratings.after[place.player]));
            row.push(rating(&self.ratings.before[place.player]));
            rows.push(row);
        }
        let columns = rows.first().map_or(0, Vec::len);
        let wide: Vec<usize> = (0..columns)
            .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        for row in rows {
            let mut line = String::new();
            for (column, (cell, wide)) in row.iter().zip(&wide).enumerate() {
                // Names stand at the left, numbers at the right.
                let cell = if column == 1 { format!("{cell:wide$}") } else { format!("{cell:>wide$}") };
                line.push_str("  ");
                line.push_str(&cell);
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn next(&self, out: &mut impl Write) -> io::Result<()> {
        let file = self.file;
        writeln!(out)?;
        let draw = match &self.draw {
            Ok(draw) => draw,
            Err(not) => {
                let why = file.event.why(not);
                return writeln!(out, "No next round: {why}");
            }
        };
        writeln!(out, "Round {}, {}:", draw.number, file.scenario(draw.number))?;
        for (at, Drawn { players: [first, second], forfeits }) in draw.matches.iter().enumerate() {
            let [first, second] = [first, second].map(|player| file.name(*player));
            match forfeits {
                Some(player) => {
                    writeln!(out, "  {}  {first} and {second}: {} forfeits", at + 1, file.name(*player))?
                }
                None if file.games == 2 => {
                    writeln!(out, "  {}  {first} (the Union first) and {second}", at + 1)?;
                }
                None => writeln!(out, "  {}  {first} (Union) and {second} (Confederate)", at + 1)?,
            }
        }
        for player in &draw.byes {
            writeln!(out, "  {} has a bye", file.name(*player))?;
        }
        if draw.repeated > 0 {
            writeln!(out, "  {} of these meet again or have a second bye: fewer cannot be", draw.repeated)?;
        }
        Ok(())
    }

    fn remarks(&self, out: &mut impl Write) -> io::Result<()> {
        let file = self.file;
        writeln!(out)?;
        let games = self.ratings.games;
        writeln!(out, "Ratings ({}), Glicko-2 over one period; games rated: {games}.", file.system)?;
        for scenario in self.scenarios() {
            match (file.advantage(self.library, self.advantages, scenario), self.advantages.of(scenario)) {
                (Some(points), Some(measured)) => {
                    let side = if points < 0.0 { "Confederates" } else { "Union" };
                    let [low, high] = measured.interval;
                    writeln!(
                        out,
                        "  {scenario}: the {side} count as {:.0} points stronger: the Union won {:.1} % ({:.1} to \
                         {:.1}) of {} games between {}s",
                        points.abs(),
                        100.0 * measured.union,
                        100.0 * low,
                        100.0 * high,
                        measured.games,
                        measured.between,
                    )?;
                }
                (None, Some(_)) => {
                    writeln!(
                        out,
                        "  {scenario}: not measured with these options, so the sides count as equal"
                    )?;
                }
                _ => writeln!(out, "  {scenario}: not measured, so the sides count as equal")?,
            }
        }
        for unrated in &self.ratings.unrated {
            let [union, confederate] = unrated.players.map(|player| file.name(player));
            writeln!(
                out,
                "  not rated: round {}, {union} and {confederate}: {}",
                unrated.round, unrated.why
            )?;
        }
        if !self.records.is_empty() {
            let sound = self.records.iter().filter(|record| record.verified == Verified::Sound).count();
            writeln!(
                out,
                "Records: {} agree; {sound} of them are proved to be what was played.",
                self.records.len()
            )?;
            for record in self.records {
                if let Verified::Unproved(reasons) = &record.verified {
                    writeln!(out, "  {}: not proved: {}", record.file, reasons.join("; "))?;
                }
            }
        }
        Ok(())
    }

    /// The scenarios that were played or are to be, each once.
    fn scenarios(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.file.scenarios.iter().map(String::as_str).collect();
        all.extend((1..=self.file.event.played.len()).map(|round| self.file.scenario(round)));
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|scenario| seen.insert(*scenario));
        all
    }

    /// A name, with what has to be known about it.
    fn named(&self, player: usize) -> String {
        let mut name = self.file.name(player).to_owned();
        if let Some(level) = self.file.commander(player) {
            name.push_str(&format!(" ({level})"));
        }
        if let Some(last) = self.file.event.entrants[player].withdrew {
            name.push_str(&format!(", withdrew after {last}"));
        }
        name
    }

    pub(super) fn value(&self) -> Value {
        let file = self.file;
        let place = |(at, place): (usize, &Place)| {
            let told = file.tie_breaks.iter().zip(&place.tie_breaks);
            let tie_breaks: serde_json::Map<String, Value> = told
                .map(|(tie_break, value)| {
                    (tie_break.word().to_owned(), json!(value.map(|of| f64::from(of) / 4.0)))
                })
                .collect();
            let [won, drawn, lost] = place.games;
            json!({
                "place": at + 1,
                "name": file.name(place.player),
                "commander": file.commander(place.player),
                "withdrew": file.event.entrants[place.player].withdrew,
                "points": f64::from(place.halves) / 2.0,
                "tie_breaks": tie_breaks,
                "games": { "won": won, "drawn": drawn, "lost": lost },
                "rating": rating_value(&self.ratings.after[place.player]),
                "before": rating_value(&self.ratings.before[place.player]),
            })
        };
        let next = self.draw.as_ref().ok().map(|draw| {
            let matches: Vec<Value> = draw.matches.iter().map(|drawn| self.match_value(drawn)).collect();
            json!({
                "round": draw.number,
                "scenario": file.scenario(draw.number),
                "matches": matches,
                "byes": draw.byes.iter().map(|player| file.name(*player)).collect::<Vec<_>>(),
                "repeated": draw.repeated,
            })
        });
        let unrated = self.ratings.unrated.iter().map(|unrated| {
            let [union, confederate] = unrated.players.map(|player| file.name(player));
            json!({ "round": unrated.round, "union": union, "confederate": confederate, "why": unrated.why })
        });
        let advantages = self.scenarios().into_iter().map(|scenario| {
            let points = file.advantage(self.library, self.advantages, scenario);
            json!({
                "scenario": scenario,
                "points": points.map(tenth),
                "measured": points.and(self.advantages.of(scenario)),
            })
        });
        let records = self.records.iter().map(|record| {
            let reasons = match &record.verified {
                Verified::Sound => &[][..],
                Verified::Unproved(reasons) => reasons,
            };
            json!({ "file": record.file, "sound": record.verified == Verified::Sound, "unproved": reasons })
        });
        json!({
            "title": file.title,
            "kind": file.event.kind.word(),
            "system": file.system,
            "rounds": file.event.all_rounds(),
            "played": file.event.played.len(),
            "standings": self.places.iter().enumerate().map(place).collect::<Vec<_>>(),
            "next": next,
            "no_next": self.draw.as_ref().err().map(|not| file.event.why(not)),
            "rated_games": self.ratings.games,
            "unrated": unrated.collect::<Vec<_>>(),
            "advantages": advantages.collect::<Vec<_>>(),
            "records": records.collect::<Vec<_>>(),
        })
    }

    fn match_value(&self, drawn: &Drawn) -> Value {
        let [first, second] = drawn.players.map(|player| self.file.name(player));
        let game = |at: usize| {
            let [union, confederate] = if at.is_multiple_of(2) { [first, second] } else { [second, first] };
            json!({ "union": union, "confederate": confederate })
        };
        json!({
            "games": (0..self.file.games).map(game).collect::<Vec<_>>(),
            "forfeits": drawn.forfeits.map(|player| self.file.name(player)),
        })
    }
}

/// Quarters as a decimal number: 9 are 2.25.
fn quarters(quarters: u32) -> String {
    let whole = quarters / 4;
    match quarters % 4 {
        0 => whole.to_string(),
        1 => format!("{whole}.25"),
        2 => format!("{whole}.5"),
        _ => format!("{whole}.75"),
    }
}

fn rating(of: &PlayerRating) -> String {
    format!("{:.0} ± {:.0}", of.rating, of.deviation)
}

/// To a tenth of a point, so that no machine tells it otherwise.
fn tenth(points: f64) -> f64 {
    (points * 10.0).round() / 10.0
}

fn rating_value(of: &PlayerRating) -> Value {
    let volatility = (of.volatility * 1e6).round() / 1e6;
    json!({ "rating": tenth(of.rating), "deviation": tenth(of.deviation), "volatility": volatility })
}
