//! The results of a league in a file, a line for each game, so that it can be continued another day. The file
//! also says who the players were: a name stands for one player for good.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ai::{Counts, Duel};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tabletop::{BySide, Score, Side};

use crate::league::table::Setting;
use crate::series::Game;

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum ResultLine {
    Player(PlayerLine),
    Game(Box<GameLine>),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerLine {
    player: String,
    is: Value,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine {
    scenario: String,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    options: Map<String, Value>,
    /// The SHA-256 of the scenario's data.
    data: String,
    seed: u64,
    union: String,
    confederate: String,
    winner: Option<Side>,
    level: String,
    points: BySide<i32>,
    turns: u32,
    orders: u64,
    /// Thinking time of a game, in seconds.
    thought: BySide<f64>,
    /// Seconds about the game-turn that took longest.
    longest: BySide<f64>,
}

/// The results so far, and the file that takes further ones.
pub struct ResultsFile {
    path: PathBuf,
    file: File,
    players: BTreeMap<String, Value>,
    games: Vec<GameLine>,
}

impl ResultsFile {
    /// Opens a file of results, or begins one. A last line that was not written whole is taken
    /// away.
    ///
    /// # Errors
    /// What is wrong with the file, with its line.
    pub fn open(path: &Path) -> Result<ResultsFile, String> {
        let at = |what: String| format!("{}: {what}", path.display());
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(at(error.to_string())),
        };
        let (mut players, mut games) = (BTreeMap::new(), Vec::new());
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for (number, line) in text[..whole].lines().enumerate() {
            match serde_json::from_str(line) {
                Ok(ResultLine::Player(PlayerLine { player, is })) => {
                    players.insert(player, is);
                }
                Ok(ResultLine::Game(game)) => games.push(*game),
                Err(_) => {
                    return Err(at(format!("line {}: neither a player nor a game of a league", number + 1)));
                }
            }
        }
        let opened = OpenOptions::new().append(true).create(true).open(path);
        let file = opened.and_then(|file| file.set_len(whole as u64).map(|()| file));
        Ok(ResultsFile {
            path: path.to_owned(),
            file: file.map_err(|error| at(error.to_string()))?,
            players,
            games,
        })
    }

    /// Records a player's identity, `is`.
    ///
    /// # Errors
    /// The name stood for another player before, or the file cannot be written.
    pub fn enter(&mut self, player: &str, is: &Value) -> Result<(), String> {
        match self.players.get(player) {
            Some(before) if before == is => Ok(()),
            Some(before) => Err(format!(
                "{}: '{player}' was {before} when it played these games, and is {is} now: it needs another \
                 name, or the results another file",
                self.path.display()
            )),
            None => {
                self.players.insert(player.to_owned(), is.clone());
                let line = PlayerLine { player: player.to_owned(), is: is.clone() };
                self.write(&[ResultLine::Player(line)])
            }
        }
    }

    /// The games that these two have had in this setting, in whole pairs; the first is named under
    /// the Union.
    pub fn pairs(&self, setting: &Setting, data: &str, names: &BySide<String>) -> Vec<[Game; 2]> {
        let of = |union: &str, confederate: &str| -> BTreeMap<u64, &GameLine> {
            let games = self.games.iter().filter(|game| {
                game.scenario == setting.scenario
                    && game.options == setting.options
                    && game.data == data
                    && game.union == union
                    && game.confederate == confederate
            });
            games.map(|game| (game.seed, game)).collect()
        };
        let (first, second) = (of(&names.union, &names.confederate), of(&names.confederate, &names.union));
        let both = first.iter().filter_map(|(seed, game)| Some((game, second.get(seed)?)));
        both.enumerate().map(|(at, (first, second))| [first.game(at, false), second.game(at, true)]).collect()
    }

    /// Notes the games of a pair.
    ///
    /// # Errors
    /// That the file cannot be written.
    pub fn note(
        &mut self,
        setting: &Setting,
        data: &str,
        names: &BySide<String>,
        pair: &[&Game],
    ) -> Result<(), String> {
        let lines: Vec<GameLine> = pair.iter().map(|game| GameLine::of(setting, data, names, game)).collect();
        self.games.extend(lines.iter().cloned());
        let lines: Vec<ResultLine> = lines.into_iter().map(|line| ResultLine::Game(Box::new(line))).collect();
        self.write(&lines)
    }

    fn write(&mut self, lines: &[ResultLine]) -> Result<(), String> {
        let mut text = String::new();
        for line in lines {
            text.push_str(&serde_json::to_string(line).map_err(|error| error.to_string())?);
            text.push('\n');
        }
        self.file.write_all(text.as_bytes()).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

impl GameLine {
    fn of(setting: &Setting, data: &str, names: &BySide<String>, game: &Game) -> GameLine {
        let Duel { score, turns, orders, thought, longest, .. } = &game.duel;
        let at = |side: Side| names[game.side_of(side)].clone();
        GameLine {
            scenario: setting.scenario.clone(),
            options: setting.options.clone(),
            data: data.to_owned(),
            seed: game.seed,
            union: at(Side::Union),
            confederate: at(Side::Confederate),
            winner: score.winner,
            level: score.level.clone(),
            points: score.points,
            turns: *turns,
            orders: *orders,
            thought: BySide::from_fn(|side| thought[side].as_secs_f64()),
            longest: BySide::from_fn(|side| longest[side].as_secs_f64()),
        }
    }

    fn game(&self, pair: usize, swapped: bool) -> Game {
        let time = |seconds: &BySide<f64>| {
            BySide::from_fn(|side| Duration::try_from_secs_f64(seconds[side]).unwrap_or_default())
        };
        Game {
            number: 2 * pair as u64 + u64::from(swapped),
            seed: self.seed,
            swapped,
            duel: Duel {
                score: Score { points: self.points, level: self.level.clone(), winner: self.winner },
                turns: self.turns,
                orders: self.orders,
                view_bytes: 0,
                thought: time(&self.thought),
                longest: time(&self.longest),
                counts: Counts::default(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seed: u64, swapped: bool, union: i32) -> Game {
        Game {
            number: 0,
            seed,
            swapped,
            duel: Duel {
                score: Score {
                    points: BySide { union, confederate: 5 },
                    level: "a level".to_owned(),
                    winner: (union != 5).then_some(if union > 5 { Side::Union } else { Side::Confederate }),
                },
                turns: 3,
                orders: 70,
                view_bytes: 0,
                thought: BySide { union: Duration::from_millis(1500), confederate: Duration::ZERO },
                longest: BySide::default(),
                counts: Counts::default(),
            },
        }
    }

    fn names(first: &str, second: &str) -> BySide<String> {
        BySide { union: first.to_owned(), confederate: second.to_owned() }
    }

    #[test]
    fn a_league_goes_on_where_it_was_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jsonl");
        let setting = Setting { scenario: "training".to_owned(), options: Map::new() };
        let (a, b) = (game(1, false, 9), game(1, true, 2));
        {
            let mut results = ResultsFile::open(&path).expect("a new file");
            results.enter("one", &Value::from(1)).expect("it is new");
            results.enter("two", &Value::from(2)).expect("it is new");
            results.note(&setting, "d", &names("one", "two"), &[&a, &b]).expect("it is written");
            // Of this pair the program only lived to note a half, and half a line.
            results.note(&setting, "d", &names("one", "two"), &[&game(2, false, 5)]).expect("it is written");
            results.file.write_all(b"{\"scenario\":").expect("it is written");
        }
        let mut results = ResultsFile::open(&path).expect("its whole lines are sound");
        let pairs = results.pairs(&setting, "d", &names("one", "two"));
        assert_eq!(pairs.len(), 1);
        assert_eq!((pairs[0][0].margin(Side::Union), pairs[0][1].margin(Side::Union)), (4, 3));
        assert_eq!(pairs[0][0].duel.thought, a.duel.thought);
        // Named the other way round they are the same games.
        let pairs = results.pairs(&setting, "d", &names("two", "one"));
        assert_eq!((pairs[0][0].margin(Side::Union), pairs[0][1].margin(Side::Union)), (-3, -4));
        // Other data are another game, and a name stands for one player.
        assert!(results.pairs(&setting, "e", &names("one", "two")).is_empty());
        assert_eq!(results.enter("one", &Value::from(1)), Ok(()));
        assert!(results.enter("one", &Value::from(3)).is_err_and(|why| why.contains("'one' was 1")));
        std::fs::write(&path, "{\"what\": 1}\n").expect("it is written");
        assert!(ResultsFile::open(&path).is_err_and(|why| why.contains("line 1")));
    }
}
