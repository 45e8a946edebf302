//! The rounds of a file, and whether they can have been played.

use std::collections::BTreeSet;

use catalog::Library;
use tabletop::{BySide, Side};

use super::fields::{Fields, Placed, Reading};
use super::{ClubFile, scenario};
use crate::club::draw::NotDrawn;
use crate::club::event::{Contest, Event, GameResult, Kind, MatchGame, Round, same_name};

/// A round as it is written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RoundFile {
    pub scenario: String,
    pub games: Vec<GameFile>,
}

/// A game as it is written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GameFile {
    pub at: usize,
    pub players: BySide<usize>,
    pub result: Option<GameResult>,
    pub result_at: usize,
    /// The file of its record, and where that is named.
    pub record: Option<(String, usize)>,
    /// A hash of the record that was noted in play.
    pub hash: Option<String>,
    pub advice: bool,
}

const RESULTS: [(&str, GameResult); 6] = [
    ("union", GameResult::Won(Side::Union)),
    ("confederate", GameResult::Won(Side::Confederate)),
    ("draw", GameResult::Drawn),
    ("union forfeits", GameResult::Forfeited(Side::Union)),
    ("confederate forfeits", GameResult::Forfeited(Side::Confederate)),
    ("both forfeit", GameResult::BothForfeited),
];

pub(super) fn word(result: GameResult) -> &'static str {
    RESULTS.iter().find(|(_, known)| *known == result).map_or("", |(word, _)| word)
}

/// Reads the rounds into the tournament.
pub(super) fn read<'t>(
    reading: &Reading<'t>,
    fields: &Fields<'_, 't>,
    library: &Library,
    file: &mut ClubFile,
) {
    for value in fields.list("round") {
        let Some(fields) = Fields::of(reading, value, "round") else { continue };
        let number = file.rounds.len() + 1;
        if let Some(open) =
            file.rounds.last().and_then(|round| round.games.iter().find(|game| game.result.is_none()))
        {
            let what = "result: what came of it was expected, for another round follows";
            reading.fault(open.result_at, what);
        }
        let scenario = match fields.text("scenario") {
            Some((id, at)) => {
                let system = Some(file.system.as_str()).filter(|system| !system.is_empty());
                scenario(reading, library, system, id, at);
                id.to_owned()
            }
            None => file.planned(number).to_owned(),
        };
        // A day in any form: it is for people.
        fields.value("date");
        let games: Vec<GameFile> =
            fields.list("games").filter_map(|value| game(reading, value, &file.event)).collect();
        let named = |key: &'static str, event: &Event| -> Vec<(usize, usize)> {
            let texts = fields.texts(key);
            texts
                .into_iter()
                .filter_map(|(name, at)| Some((player(reading, event, key, name, at)?, at)))
                .collect()
        };
        let byes = named("byes", &file.event);
        let through =
            if file.event.kind == Kind::KnockOut { named("through", &file.event) } else { Vec::new() };
        fields.end();
        let round = contests(reading, file, number, &games, &byes, &through);
        as_drawn(reading, &file.event, fields.at, &round);
        file.event.played.push(round);
        file.rounds.push(RoundFile { scenario, games });
    }
}

fn player(reading: &Reading<'_>, event: &Event, key: &str, name: &str, at: usize) -> Option<usize> {
    let found = event.entrants.iter().position(|entrant| same_name(&entrant.name, name));
    if found.is_none() {
        reading.fault(at, format!("{key}: there is no player '{name}'"));
    }
    found
}

fn game<'t>(reading: &Reading<'t>, value: Placed<'t>, event: &Event) -> Option<GameFile> {
    let fields = Fields::of(reading, value, "games")?;
    let seat = |side: &'static str| {
        let (name, at) = fields.needed(side)?;
        player(reading, event, side, name, at)
    };
    let (union, confederate) = (seat("union"), seat("confederate"));
    let (word, result_at) = fields.text("result").unwrap_or(("", fields.at));
    let result = RESULTS.iter().find(|(known, _)| *known == word).map(|(_, result)| *result);
    if result.is_none() && !word.is_empty() {
        let words = RESULTS.map(|(word, _)| word).join(", ");
        reading.fault(result_at, format!("result: '{word}': one of these was expected: {words}"));
    }
    let record = fields.text("record").filter(|(path, _)| !path.is_empty());
    let hash = fields.text("hash").and_then(|(text, at)| {
        let hash = text.trim().to_ascii_lowercase();
        if hash.len() != 64 || !hash.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            reading.fault(at, "hash: 64 hexadecimal digits were expected");
            return None;
        }
        if record.is_none() {
            reading.fault(at, "hash: it is of a record, and none is named");
        }
        Some(hash)
    });
    let advice = fields.flag("advice").unwrap_or(false);
    fields.end();
    let players = BySide { union: union?, confederate: confederate? };
    if players.union == players.confederate {
        reading.fault(fields.at, "games: two players were expected");
        return None;
    }
    let record = record.map(|(path, at)| (path.to_owned(), at));
    Some(GameFile { at: fields.at, players, result, result_at, record, hash, advice })
}

/// The matches that the games of a round make.
fn contests(
    reading: &Reading<'_>,
    file: &ClubFile,
    number: usize,
    games: &[GameFile],
    byes: &[(usize, usize)],
    through: &[(usize, usize)],
) -> Round {
    let event = &file.event;
    let name = |player: usize| file.name(player);
    let mut round = Round::default();
    let mut begins: Vec<usize> = Vec::new();
    for game in games {
        let [union, confederate] = [game.players.union, game.players.confederate];
        let forfeits = matches!(game.result, Some(GameResult::Forfeited(_) | GameResult::BothForfeited));
        for player in [union, confederate] {
            if !event.entrants[player].plays_in(number) && !forfeits {
                reading.fault(game.at, format!("games: '{}' does not play in round {number}", name(player)));
            }
        }
        let played = MatchGame { players: game.players, result: game.result };
        let same = |contest: &&mut Contest| contest.opponent(union) == Some(confederate);
        if let Some(contest) = round.contests.iter_mut().find(same) {
            contest.games.push(played);
            let twice = contest.games.iter().filter(|other| other.players.union == union).count() > 1;
            if twice && contest.games.len() <= file.games {
                reading.fault(
                    game.at,
                    format!("games: '{}' has had the Union in this match already", name(union)),
                );
            }
            if contest.games.len() > file.games && event.kind != Kind::KnockOut {
                reading.fault(game.at, format!("games: a match has {} here", file.games));
            }
            continue;
        }
        for player in [union, confederate] {
            if round.contest_of(player).is_some() {
                reading
                    .fault(game.at, format!("games: '{}' has another opponent in this round", name(player)));
            }
        }
        begins.push(game.at);
        round.contests.push(Contest { players: [union, confederate], games: vec![played], through: None });
    }
    for (contest, at) in round.contests.iter_mut().zip(&begins) {
        let [a, b] = contest.players;
        if contest.games.len() < file.games {
            let what = format!(
                "games: a match has {}, each side once; '{}' and '{}' have 1",
                file.games,
                name(a),
                name(b)
            );
            reading.fault(*at, what);
        }
        let named: Vec<&(usize, usize)> =
            through.iter().filter(|(player, _)| contest.players.contains(player)).collect();
        if let [(_, at), (_, again), ..] = named[..] {
            reading.fault(*at.max(again), "through: only one of two can go on");
        }
        contest.through = named.first().map(|(player, _)| *player);
        if let (Some((player, at)), Some(winner)) = (named.first(), contest.winner())
            && winner != *player
        {
            reading.fault(*at, format!("through: '{}' won this match", name(winner)));
        }
    }
    for (player, at) in through {
        if round.contest_of(*player).is_none() {
            reading.fault(*at, format!("through: '{}' has no match in this round", name(*player)));
        }
    }
    for (player, at) in byes {
        if round.contest_of(*player).is_some() || round.byes.contains(player) {
            reading.fault(*at, format!("byes: '{}' is in this round already", name(*player)));
        } else if !event.entrants[*player].plays_in(number) {
            reading.fault(*at, format!("byes: '{}' does not play in round {number}", name(*player)));
        } else {
            round.byes.push(*player);
        }
    }
    round
}

/// Whether it is a round that there is and, where the draw leaves no choice, that it was drawn so.
fn as_drawn(reading: &Reading<'_>, event: &Event, at: usize, round: &Round) {
    let number = event.played.len() + 1;
    let name = |player: usize| event.entrants[player].name.as_str();
    if event.kind == Kind::Swiss {
        // In a Swiss the organizer decides who meets.
        if number > event.all_rounds() {
            reading.fault(at, format!("round {number}: {}", event.why(&NotDrawn::Over)));
        }
        if round.byes.len() > 1 {
            reading.fault(at, format!("round {number}: at most one bye was expected"));
        }
        return;
    }
    let drawn = match event.draw() {
        Ok(drawn) => drawn,
        // What is wrong with earlier rounds has been said.
        Err(NotDrawn::Unfinished) => return,
        Err(not) => {
            reading.fault(at, format!("round {number}: {}", event.why(&not)));
            return;
        }
    };
    let pair = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
    let ours: BTreeSet<[usize; 2]> = drawn.matches.iter().map(|drawn| pair(drawn.players)).collect();
    let theirs: BTreeSet<[usize; 2]> = round.contests.iter().map(|contest| pair(contest.players)).collect();
    for [a, b] in ours.difference(&theirs) {
        let what = format!("round {number}: '{}' and '{}' meet in it, as it is drawn", name(*a), name(*b));
        reading.fault(at, what);
    }
    for [a, b] in theirs.difference(&ours) {
        let what =
            format!("round {number}: '{}' and '{}' do not meet in it, as it is drawn", name(*a), name(*b));
        reading.fault(at, what);
    }
    if drawn.byes.iter().collect::<BTreeSet<_>>() != round.byes.iter().collect() {
        let byes: Vec<&str> = drawn.byes.iter().map(|player| name(*player)).collect();
        let byes = if byes.is_empty() { "none".to_owned() } else { byes.join(", ") };
        reading.fault(at, format!("round {number}: byes: as it is drawn, {byes}"));
    }
}
