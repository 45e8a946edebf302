//! The next round, as it is added to a file.

use hexmap::brief;
use toml_edit::Value;

use super::ClubFile;
use super::rounds::word;
use crate::club::draw::{Draw, NotDrawn};
use crate::club::event::{Event, GameResult};
use tabletop::Side;

/// A file to begin with: a Swiss with everything that can be written, in comments.
pub const BLANK: &str = r#"# A tournament of a club, kept by hand. 'longroll tournament FILE' checks this file and tells the
# standings, the ratings and the next round; with --next it adds that round below.

title = "Autumn Swiss"
kind = "swiss"               # or "round-robin", or "knock-out"
rounds = 3                   # of a Swiss; the others have as many as it takes
scenarios = ["training"]     # of the first round, the second, …; after the last it begins anew
games = 2                    # of a match, so that each has either side once; or 1
# options = { touch-move = true }       # of the scenarios, where they are not at their default
# lots = "7 October, drawn by Ada"      # any text: lots are drawn from it; without it from the title
# tie-breaks = ["buchholz", "sonneborn-berger", "games-won"]   # also median-buchholz, direct-encounter
# rated = false

# Those with a rating are seeded by it, the others by lot. What is not known is left out.
[[player]]
name = "Ada"
rating = 1620                # or { rating = 1620, deviation = 80, volatility = 0.06 }

[[player]]
name = "Ben"
# enters = 2                 # the first round that a late entrant plays
# withdrew = 3               # the last round played before withdrawing

[[player]]
name = "The veteran"
commander = "veteran"        # a commander of this program: random, recruit, veteran, general, marshal

# What a round looks like, once it was added:
#
# [[round]]
# scenario = "training"
# byes = ["Ben"]
# games = [
#   { union = "Ada", confederate = "The veteran", result = "union" },
#   { union = "The veteran", confederate = "Ada", result = "draw", record = "ada-2.jsonl", hash = "…" },
# ]
#
# A result is "union", "confederate" or "draw"; "union forfeits", "confederate forfeits" or "both forfeit"
# if it was not played; "" before that. A record is verified, with the hash that was noted in play if
# there is one. 'advice = true' says that a player had advice: then the game is not rated.
"#;

impl ClubFile {
    /// The text of this file with a round added at its end, with the line endings of the file; nothing
    /// before it is changed.
    pub fn with_round(&self, text: &str, draw: &Draw) -> String {
        let quoted = |player: usize| text_value(self.name(player));
        let mut added = String::new();
        if !text.is_empty() && !text.ends_with('\n') {
            added.push('\n');
        }
        added.push_str(&format!("\n[[round]] # {}\n", draw.number));
        added.push_str(&format!("scenario = {}\n", text_value(self.scenario(draw.number))));
        if !draw.byes.is_empty() {
            let byes: Vec<String> = draw.byes.iter().map(|player| quoted(*player)).collect();
            added.push_str(&format!("byes = [{}]\n", byes.join(", ")));
        }
        added.push_str("games = [\n");
        for drawn in &draw.matches {
            let [first, second] = drawn.players;
            for game in 0..self.games {
                let [union, confederate] =
                    if game.is_multiple_of(2) { [first, second] } else { [second, first] };
                let result = drawn.forfeits.map_or("", |player| {
                    let side = if player == union { Side::Union } else { Side::Confederate };
                    word(GameResult::Forfeited(side))
                });
                added.push_str(&format!(
                    "  {{ union = {}, confederate = {}, result = {} }},\n",
                    quoted(union),
                    quoted(confederate),
                    text_value(result)
                ));
            }
        }
        added.push_str("]\n");
        let windows = text.lines().next().is_some_and(|first| text[first.len()..].starts_with("\r\n"));
        text.to_owned() + &if windows { added.replace('\n', "\r\n") } else { added }
    }
}

fn text_value(text: &str) -> String {
    Value::from(text).to_string()
}

impl Event {
    /// Why there is no next round, in words.
    pub fn why(&self, not: &NotDrawn) -> String {
        let name = |player: usize| self.entrants.get(player).map_or("", |entrant| &entrant.name);
        let why = match not {
            NotDrawn::Unfinished => format!("round {} is not finished", self.played.len()),
            NotDrawn::Over => "the tournament is over".to_owned(),
            NotDrawn::TooFew => "fewer than two players are left".to_owned(),
            NotDrawn::Astray(round, [a, b]) => {
                format!("in round {round} '{}' and '{}' should have met", name(*a), name(*b))
            }
            NotDrawn::Undecided(round, [a, b]) => format!(
                "in round {round} neither '{}' nor '{}' won: add a game, or name one of them in 'through'",
                name(*a),
                name(*b)
            ),
        };
        brief(why)
    }
}
