//! A tournament as the file that `longroll tournament` reads. The server itself reads its tournaments
//! from that text: who meets whom, standings and ratings are reckoned from it, here as there.

use std::fmt::Write;

use catalog::Library;
use tabletop::hex_string;
use toml_edit::Value;
use tournament::club::ClubFile;

use super::kept::Tournament;

/// What the file is called where it is exported.
pub(crate) const FILE: &str = "tournament.toml";

impl Tournament {
    /// The text of its file.
    pub(crate) fn text(&self) -> String {
        let name = |place: &usize| self.entrants.get(*place).map_or("", |entrant| &entrant.name);
        let names = |places: &[usize]| {
            let quoted: Vec<String> = places.iter().map(|place| quoted(name(place))).collect();
            quoted.join(", ")
        };
        let mut out = String::from(
            "# A tournament as a server of Longroll kept it. Whoever has this file and the records beside it\n\
             # can check standings, ratings and every die: longroll tournament tournament.toml\n\n",
        );
        let scenarios: Vec<String> = self.scenarios.iter().map(|id| quoted(id)).collect();
        // Writing to a text cannot fail.
        let _ = writeln!(out, "title = {}\nkind = {}", quoted(&self.title), quoted(&self.kind));
        if self.rounds > 0 {
            let _ = writeln!(out, "rounds = {}", self.rounds);
        }
        let _ = writeln!(out, "scenarios = [{}]\ngames = {}", scenarios.join(", "), self.games);
        let _ = writeln!(out, "lots = {}", quoted(&self.lots));
        for entrant in &self.entrants {
            let _ = writeln!(out, "\n[[player]]\nname = {}", quoted(&entrant.name));
            if let Some(of) = entrant.rating {
                let _ = writeln!(
                    out,
                    "rating = {{ rating = {:?}, deviation = {:?}, volatility = {:?} }}",
                    of.rating, of.deviation, of.volatility
                );
            }
            if let Some(level) = &entrant.commander {
                let _ = writeln!(out, "commander = {}", quoted(level));
            }
            if let Some(last) = entrant.withdrew {
                let _ = writeln!(out, "withdrew = {last}");
            }
        }
        for (at, round) in self.played.iter().enumerate() {
            let _ = writeln!(out, "\n[[round]] # {}\nscenario = {}", at + 1, quoted(&round.scenario));
            if !round.byes.is_empty() {
                let _ = writeln!(out, "byes = [{}]", names(&round.byes));
            }
            let through: Vec<usize> = round.contests.iter().filter_map(|contest| contest.through).collect();
            if !through.is_empty() {
                let _ = writeln!(out, "through = [{}]", names(&through));
            }
            out.push_str("games = [\n");
            for (table, contest) in round.contests.iter().enumerate() {
                for (number, game) in contest.games.iter().enumerate() {
                    let [union, confederate] = game.players.map(|place| quoted(name(&place)));
                    let result = quoted(game.result.as_deref().unwrap_or_default());
                    let _ =
                        write!(out, "  {{ union = {union}, confederate = {confederate}, result = {result}");
                    if let Some(hash) = &game.hash {
                        let record = quoted(&record_name(at, table, number));
                        let _ = write!(out, ", record = {record}, hash = {}", quoted(hash));
                    }
                    out.push_str(" },\n");
                }
            }
            out.push_str("]\n");
        }
        out
    }

    /// The tournament as that file is read.
    ///
    /// # Errors
    /// Its faults, each at its line; there are some only where the server's data are no longer those
    /// it was begun with.
    pub(crate) fn file(&self, library: &Library) -> Result<ClubFile, String> {
        ClubFile::read_kept(FILE, &self.text(), library).map_err(|faults| faults.to_string())
    }

    /// The games that were played at the table, each with the name of its record's file.
    pub(crate) fn records(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (at, round) in self.played.iter().enumerate() {
            for (table, contest) in round.contests.iter().enumerate() {
                for (number, game) in contest.games.iter().enumerate() {
                    if let Some(id) = game.game.clone().filter(|_| game.was_played()) {
                        found.push((record_name(at, table, number), id));
                    }
                }
            }
        }
        found
    }
}

/// The file of a record: its round, table and game, each from 1.
fn record_name(round: usize, table: usize, game: usize) -> String {
    format!("records/round-{}-table-{}-game-{}.jsonl", round + 1, table + 1, game + 1)
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A text that nobody can choose, for lots to be drawn from.
///
/// # Errors
/// A fault of ours if the operating system gives no random bytes.
pub(crate) fn lots() -> Result<String, protocol::RpcError> {
    Ok(hex_string(&protocol::seeds::fresh_seed()?))
}

#[cfg(test)]
mod tests {
    use tournament::club::{GameResult, Kind};

    use super::super::kept::{Contest, Entrant, Game, Rating, Round, Stage};
    use super::*;

    fn entrant(name: &str, rating: Option<f64>) -> Entrant {
        Entrant {
            name: name.to_owned(),
            account: Some(name.to_owned()),
            commander: None,
            rating: rating.map(|rating| Rating { rating, deviation: 80.5, volatility: 0.06 }),
            withdrew: None,
            networks: None,
        }
    }

    /// Two players met in the first round of a knock-out; each won a game.
    fn even() -> Tournament {
        let won = |players, side: &str| {
            let mut game = Game::new(Some(format!("{players:?}")), players);
            game.end(side, 7);
            game.hash = Some("ab".repeat(32));
            game
        };
        Tournament {
            title: "A \"cup\" \\ = [x]".to_owned(),
            kind: "knock-out".to_owned(),
            rounds: 0,
            scenarios: vec!["training".to_owned()],
            system: library().scenario("training").expect("it is there").system.clone(),
            games: 2,
            clock: None,
            days: 7,
            most: 8,
            invited: Vec::new(),
            begins: None,
            maker: String::new(),
            maker_name: String::new(),
            networks: None,
            made: 0,
            stage: Stage::Running,
            cancelled: None,
            lots: "lots".to_owned(),
            removed: Vec::new(),
            entrants: vec![entrant("Ann # 1", Some(1400.25)), entrant("Ben's", Some(1600.0))],
            played: vec![Round {
                scenario: "training".to_owned(),
                drawn: 0,
                ends: 9,
                byes: Vec::new(),
                contests: vec![Contest {
                    id: String::new(),
                    players: [1, 0],
                    begun: true,
                    games: vec![won([1, 0], "union"), won([0, 1], "union")],
                    through: Some(1),
                }],
            }],
        }
    }

    fn library() -> Library {
        systems::library().expect("the data is sound")
    }

    #[test]
    fn what_is_kept_is_what_the_file_says() {
        let of = even();
        let file = of.file(&library()).expect("it is read");
        assert_eq!((file.title.as_str(), file.event.kind, file.games), (&*of.title, Kind::KnockOut, 2));
        assert_eq!((file.name(0), file.name(1)), ("Ann # 1", "Ben's"));
        assert_eq!(file.event.entrants[0].rating, Some(1400.25));
        let contest = &file.event.played[0].contests[0];
        assert_eq!((contest.players, contest.winner()), ([1, 0], Some(1)));
        assert!(of.text().contains("record = \"records/round-1-table-1-game-2.jsonl\""), "{}", of.text());
        assert_eq!(of.records().len(), 2);
    }

    #[test]
    fn whoever_withdraws_forfeits_what_is_not_over() {
        let mut of = even();
        let second = &mut of.played[0].contests[0].games[1];
        *second = Game::new(second.game.clone(), second.players);
        of.played[0].contests[0].through = None;
        of.withdraw(1, 8);
        assert_eq!(of.entrants[1].withdrew, Some(1));
        let file = of.file(&library()).expect("it is read");
        let results: Vec<_> = file.event.played[0].contests[0].games.iter().map(|game| game.result).collect();
        let forfeits = GameResult::Forfeited(tabletop::Side::Confederate);
        assert_eq!(results, [Some(GameResult::Won(tabletop::Side::Union)), Some(forfeits)]);
    }
}
