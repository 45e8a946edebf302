//! What is done without anybody asking: a tournament begins at its date, or is called off if it has none and its
//! maker's account is deleted, its matches begin, results are noted, a round ends, and the next one is drawn.
//!
//! Each is one change of the tournament, kept before the next: a pairing before its matches begin, and
//! a match begun under a name that was kept with the pairing. So a server that is lost between two
//! steps, or two servers at a time, do nothing twice.

use std::sync::{Arc, PoisonError};

use ai::Level;
use catalog::Library;
use protocol::RpcError;
use serde_json::Value;
use tabletop::{AnyGame, BySide, Side};
use tournament::club::{Kind, NotDrawn};

use super::Tournaments;
use super::file::lots;
use super::kept::{Contest, Game, Rating, Round, Stage, Tournament, Waits, forfeit};
use crate::club::matches::{MatchTerms, NoMatch, Outcome, PlayedTo, Stand, match_name};
use crate::club::ratings::{Player, Rated};
use crate::games::{Arranged, BegunBy, Games, Sitter, broken};
use crate::secrets::{for_logs, fresh_secret};
use crate::store::{GameStand, Kept};

const DAY: i64 = 24 * 3600;

impl Round {
    /// When it ends at the latest: later than it was drawn for, if no server was up for a while.
    pub(super) fn over(&self, games: &Games) -> i64 {
        games.ends(self.drawn, self.ends.saturating_sub(self.drawn))
    }
}

impl Tournament {
    /// Who plays for an entrant.
    fn player(&self, place: usize) -> Option<Player> {
        let entrant = self.entrants.get(place)?;
        let commander = || entrant.commander.clone().map(Player::Commander);
        entrant.account.clone().map(Player::Account).or_else(commander)
    }

    fn is_commander(&self, place: usize) -> bool {
        self.entrants.get(place).is_some_and(|entrant| entrant.commander.is_some())
    }

    /// Whether both are people, whose match is one of two accounts.
    fn between_people(&self, players: [usize; 2]) -> bool {
        !players.iter().any(|place| self.is_commander(*place))
    }

    /// What a game counts for ratings that no match tells of: one between a person and a commander.
    pub(super) fn rated(&self, game: &Game, scenario: &str) -> Option<Rated> {
        let commanders = game.players.map(|place| self.is_commander(place));
        if commanders[0] == commanders[1] || !game.was_played() {
            return None;
        }
        let winner = match game.result.as_deref()? {
            "union" => Some(Side::Union),
            "confederate" => Some(Side::Confederate),
            "draw" => None,
            _ => return None,
        };
        let players =
            BySide { union: self.player(game.players[0])?, confederate: self.player(game.players[1])? };
        Some(Rated {
            game: game.game.clone()?,
            scenario: scenario.to_owned(),
            players,
            winner,
            margin: game.margin?,
            by: game.by?,
            finished: game.finished?,
            usual: true,
        })
    }

    /// After the last round of a knock-out: of two who are even the better seed goes on. Whether
    /// anything was changed.
    fn let_through(&mut self, seeds: &[usize], even: &[[usize; 2]]) -> bool {
        let seed = |player: usize| seeds.iter().position(|seeded| *seeded == player);
        let Some(round) = self.played.last_mut() else { return false };
        let mut changed = false;
        for contest in round.contests.iter_mut().filter(|contest| even.contains(&contest.players)) {
            if contest.through.is_none() {
                contest.through = contest.players.into_iter().min_by_key(|player| seed(*player));
                changed = true;
            }
        }
        changed
    }
}

impl Game {
    fn played(&mut self, outcome: (Option<Side>, i32, PlayedTo), hash: Option<String>, finished: i64) {
        let (winner, margin, by) = outcome;
        self.waits = None;
        self.result = Some(winner.map_or("draw", Side::word).to_owned());
        self.by = Some(by);
        self.margin = Some(margin);
        self.finished = Some(finished);
        self.hash = hash;
    }
}

impl Tournaments {
    /// The next thing that there is to do for a tournament; false if there is nothing at this time.
    pub(super) async fn advance(&self, games: &Arc<Games>, of: &mut Tournament) -> Result<bool, RpcError> {
        let now = self.clock.now();
        match of.stage {
            Stage::Open if of.begins.is_some_and(|begins| begins <= now) => {
                self.begin_now(games, of).await?;
                Ok(true)
            }
            // Only its maker could begin it, or call it off.
            Stage::Open if of.begins.is_none() => {
                let is_abandoned = !self.is_there(Some(&of.maker)).await?;
                if is_abandoned {
                    of.cancel(now);
                }
                Ok(is_abandoned)
            }
            Stage::Running => {
                if self.begin_matches(games, of, now).await? || self.note_results(games, of, now).await? {
                    return Ok(true);
                }
                if !of.is_settled() {
                    return Ok(false);
                }
                self.withdraw_deleted(of, now).await?;
                // A round that is forfeited whole is kept with the next.
                let draw_all = || {
                    let mut changed = false;
                    while of.stage == Stage::Running && of.is_settled() && draw(games.library(), of, now)? {
                        changed = true;
                    }
                    Ok(changed)
                };
                games.allowances().work().read(None, draw_all)
            }
            _ => Ok(false),
        }
    }

    /// Begins a tournament: its players are fixed, as strong as they are rated now. With fewer than
    /// two it is cancelled.
    pub(super) async fn begin_now(&self, games: &Arc<Games>, of: &mut Tournament) -> Result<(), RpcError> {
        let now = self.clock.now();
        let mut there = Vec::new();
        for mut entrant in std::mem::take(&mut of.entrants) {
            entrant.networks = None;
            if self.is_there(entrant.account.as_deref()).await? {
                there.push(entrant);
            }
        }
        of.entrants = there;
        if of.entrants.len() < 2 {
            of.cancel(now);
            return Ok(());
        }
        let ratings = games.ratings().await?;
        let rating = ratings.systems.get(&of.system);
        for place in 0..of.entrants.len() {
            let known = of.player(place).and_then(|player| rating?.ladder.rating(&player.key(), now));
            of.entrants[place].rating = known.map(Rating::from);
        }
        of.lots = lots()?;
        of.stage = Stage::Running;
        Ok(())
    }

    /// Whether an account is there; a commander always is.
    async fn is_there(&self, account: Option<&str>) -> Result<bool, RpcError> {
        match account {
            None => Ok(true),
            Some(id) => Ok(self.store.account(id).await.map_err(|error| broken(&error))?.is_some()),
        }
    }

    /// Begins the matches of the last round that were not begun yet.
    async fn begin_matches(
        &self,
        games: &Arc<Games>,
        of: &mut Tournament,
        now: i64,
    ) -> Result<bool, RpcError> {
        let Some(round) = of.played.last() else { return Ok(false) };
        let ends = round.over(games);
        let (mut changed, mut gone) = (false, Vec::new());
        for at in 0..round.contests.len() {
            let Some(round) = of.played.last() else { break };
            let contest = &round.contests[at];
            if contest.begun || contest.games.iter().all(|game| game.result.is_some()) {
                continue;
            }
            let players = contest.players;
            let begun = if of.between_people(players) {
                self.begin_match(games, of, (contest, &round.scenario), now).await
            } else {
                self.begin_games(games, of, (contest, &round.scenario), now).await
            };
            let names = match begun {
                // It is looked at again the next time.
                Ok(names) if names.len() < contest.games.len() => continue,
                Ok(names) => names,
                Err(NoMatch::NoAccount) => {
                    gone.extend(players);
                    continue;
                }
                // There is none for the others either, until somebody gives an order.
                Err(NoMatch::Refused(error)) if error.code == RpcError::LIMIT && now < ends => {
                    let mut told = self.no_room.lock().unwrap_or_else(PoisonError::into_inner);
                    if told.insert(contest.id.clone()) {
                        tracing::warn!(error = error.message, "a match of a tournament waits for a place");
                    }
                    break;
                }
                Err(why) => {
                    tracing::error!(?why, "a match of a tournament does not begin");
                    if now < ends {
                        continue;
                    }
                    Vec::new()
                }
            };
            let Some(contest) = of.played.last_mut().and_then(|round| round.contests.get_mut(at)) else {
                break;
            };
            contest.begun = true;
            self.no_room.lock().unwrap_or_else(PoisonError::into_inner).remove(&contest.id);
            changed = true;
            for (number, game) in contest.games.iter_mut().enumerate() {
                game.game = names.get(number).cloned();
                if game.game.is_none() {
                    game.end("both forfeit", now);
                }
            }
        }
        for place in gone {
            let account = of.entrants.get(place).and_then(|entrant| entrant.account.clone());
            if !self.is_there(account.as_deref()).await? {
                of.withdraw(place, now);
                changed = true;
            }
        }
        Ok(changed)
    }

    /// Begins a match of two accounts: the names of its games.
    async fn begin_match(
        &self,
        games: &Arc<Games>,
        of: &Tournament,
        (contest, scenario): (&Contest, &str),
        now: i64,
    ) -> Result<Vec<String>, NoMatch> {
        let account = |place: usize| {
            let account = of.entrants.get(place).and_then(|entrant| entrant.account.clone());
            account.ok_or(NoMatch::NoAccount)
        };
        let [union, confederate] = contest.players;
        let players = BySide { union: account(union)?, confederate: account(confederate)? };
        let terms = MatchTerms {
            rated: true,
            shown: true,
            games: of.games,
            clock: of.clock.clone(),
            ..MatchTerms::of(scenario)
        };
        let by = BegunBy::Tournament(of.networks.clone());
        games.begin_match_of((None, by), &contest.id, &terms, &players, now).await?;
        let begun = games.the_match(&contest.id).await?;
        Ok(begun.into_iter().flat_map(|begun| begun.games).map(|game| game.game).collect())
    }

    /// Begins the games of a match with commanders in it.
    async fn begin_games(
        &self,
        games: &Arc<Games>,
        of: &Tournament,
        (contest, scenario): (&Contest, &str),
        now: i64,
    ) -> Result<Vec<String>, NoMatch> {
        let mut names = Vec::new();
        for game in &contest.games {
            let mut sitters = Vec::new();
            for place in game.players {
                sitters.push(match of.player(place) {
                    Some(Player::Account(id)) => {
                        if !self.is_there(Some(&id)).await? {
                            return Err(NoMatch::NoAccount);
                        }
                        Sitter::Account(id)
                    }
                    Some(Player::Commander(level)) => {
                        Sitter::Commander(Level::from_word(&level).unwrap_or(Level::Recruit))
                    }
                    None => return Err(NoMatch::NoAccount),
                });
            }
            let (Some(confederate), Some(union)) = (sitters.pop(), sitters.pop()) else { continue };
            let Some(id) = game.game.clone() else { continue };
            let arranged = Arranged {
                id: id.clone(),
                scenario: scenario.to_owned(),
                name: of.title.clone(),
                sitters: BySide { union, confederate },
                holder: of.networks.clone(),
            };
            games.begin_arranged(&arranged, now).await?;
            names.push(id);
        }
        Ok(names)
    }

    /// Notes how games of the last round ended, and at its end what is forfeited; sees to it that
    /// commanders play. Whether there was anything to note.
    async fn note_results(
        &self,
        games: &Arc<Games>,
        of: &mut Tournament,
        now: i64,
    ) -> Result<bool, RpcError> {
        let mut changed = false;
        let Some(round) = of.played.last().cloned() else { return Ok(false) };
        for (at, contest) in round.contests.iter().enumerate().filter(|(_, contest)| contest.begun) {
            if contest.games.iter().all(|game| game.result.is_some()) {
                continue;
            }
            let people = of.between_people(contest.players);
            let the_match = if people { games.the_match(&contest.id).await? } else { None };
            for (number, game) in contest.games.iter().enumerate() {
                let (None, Some(id)) = (&game.result, &game.game) else { continue };
                let stand = self.store.game_stand(id).await.map_err(|error| broken(&error))?;
                let outcome = match the_match.as_ref().and_then(|of| of.games.get(number)) {
                    Some(found) => match &found.stand {
                        Stand::Over(result) => Some((result.winner, result.margin, result.by)),
                        _ => None,
                    },
                    None if stand.as_ref().is_some_and(|stand| stand.asked.is_none()) => {
                        games.outcome(id).await?.map(|outcome: Outcome| {
                            let margin = outcome.points.union.saturating_sub(outcome.points.confederate);
                            (outcome.winner, margin, outcome.by)
                        })
                    }
                    None => None,
                };
                let mut ended = game.clone();
                match (outcome, stand) {
                    (Some((_, _, PlayedTo::NoShow)), _) => {
                        let kept = self.store.load(id).await.map_err(|error| broken(&error))?;
                        let absent = kept.and_then(|kept| claimed_against(&kept.entries));
                        ended.end(absent.map_or("both forfeit", forfeit), now);
                    }
                    (Some(outcome), stand) => {
                        ended.played(outcome, stand.and_then(|stand| stand.head), now);
                        self.onlookers().remove(id);
                    }
                    (None, None) => ended.end("both forfeit", now),
                    (None, Some(stand)) => {
                        let commanders = BySide::from_fn(|side| of.is_commander(game.player(side)));
                        let over = round.over(games);
                        let at = now.min(over);
                        if people && of.clock.is_none() {
                            self.note_waiting(games, &mut ended, &stand, at).await?;
                        }
                        let up = |from, to| games.seconds_up(from, to);
                        let waited =
                            ended.waits.as_ref().map(|waits| waits.waited_until(at, up)).unwrap_or_default();
                        let forfeited = match now >= over {
                            true => self.forfeits(games, (id, waited), commanders).await?,
                            false => None,
                        };
                        match forfeited {
                            Some(word) => ended.end(word, now),
                            None if stand.asked.is_some_and(|side| commanders[side]) => {
                                self.let_think(games, id, commanders);
                            }
                            None => {}
                        }
                    }
                }
                if ended != *game
                    && let Some(round) = of.played.last_mut()
                {
                    round.contests[at].games[number] = ended;
                    changed = true;
                }
            }
        }
        Ok(changed)
    }

    /// A commander is asked: it thinks, and of two both play on.
    fn let_think(&self, games: &Arc<Games>, game: &str, commanders: BySide<bool>) {
        if !Side::BOTH.into_iter().all(|side| commanders[side]) {
            return games.wake(game);
        }
        let mut onlookers = self.onlookers();
        if !onlookers.get(game).is_some_and(crate::games::Onlooker::is_there) {
            onlookers.insert(game.to_owned(), games.look_on(game));
        }
    }

    /// Notes which side a game between two people waits for at that moment: the side that is asked. While one player
    /// has not come to the table, or holds back a share of the dice, it waits for that player; while that is true of
    /// both, for nobody.
    async fn note_waiting(
        &self,
        games: &Games,
        game: &mut Game,
        stand: &GameStand,
        at: i64,
    ) -> Result<(), RpcError> {
        let mut waits = game.waits.take().unwrap_or(Waits { since: at, ..Waits::default() });
        let mut side = if waits.both_came { stand.asked } else { waits.side };
        if !waits.both_came && waits.head != stand.head {
            let id = game.game.as_deref().unwrap_or_default();
            let kept = self.store.load(id).await.map_err(|error| broken(&error))?;
            if let Some(kept) = kept {
                let mut table = read(games, &kept)?;
                Side::BOTH.into_iter().for_each(|side| table.expect(side));
                side = match *table.waiting() {
                    [absent] => Some(absent),
                    [] => table.asked(),
                    _ => None,
                };
                waits.both_came = table.waiting().is_empty();
                waits.head = stand.head.clone().filter(|_| !waits.both_came);
            }
        }
        waits.turn_to(side, at, |from, to| games.seconds_up(from, to));
        game.waits = Some(waits);
        Ok(())
    }

    /// What comes of a game that is not over when its round ends; nothing while a commander is to
    /// answer. A person who has made no entry in its record (no order, no share of the dice) has not
    /// come to the table and forfeits it. Of two people who have come, the one forfeits who has
    /// kept the other waiting longer: by the clocks of the game, or else by the seconds that it has `waited` for each.
    /// If that is even, and against a commander, which takes no time, the person who is asked forfeits; or the person
    /// without whom a commander that is asked throws no die.
    async fn forfeits(
        &self,
        games: &Games,
        (game, waited): (&str, BySide<i64>),
        commanders: BySide<bool>,
    ) -> Result<Option<&'static str>, RpcError> {
        let kept = self.store.load(game).await.map_err(|error| broken(&error))?;
        let Some(kept) = kept else { return Ok(Some("both forfeit")) };
        let came =
            |side: Side| commanders[side] || kept.entries.iter().any(|entry| entry["side"] == side.word());
        match (came(Side::Union), came(Side::Confederate)) {
            (false, false) => return Ok(Some("both forfeit")),
            (false, true) => return Ok(Some(forfeit(Side::Union))),
            (true, false) => return Ok(Some(forfeit(Side::Confederate))),
            (true, true) => {}
        }
        let mut table = read(games, &kept)?;
        let Some(asked) = table.asked() else { return Ok(None) };
        if !commanders[asked] && !commanders[asked.other()] {
            games.tell_time(&mut *table);
            let by_clocks =
                |waited: BySide<u64>| BySide::from_fn(|side| i64::try_from(waited[side]).unwrap_or(i64::MAX));
            let waited = table.seconds_waited().map_or(waited, by_clocks);
            let late = if waited[asked.other()] > waited[asked] { asked.other() } else { asked };
            let game = for_logs(game);
            tracing::info!(game, ?waited, ?asked, ?late, "a game is forfeited at the end of a round");
            return Ok(Some(forfeit(late)));
        }
        if !commanders[asked] {
            return Ok(Some(forfeit(asked)));
        }
        let person = asked.other();
        if !commanders[person] {
            table.expect(person);
        }
        Ok((!table.waiting().is_empty()).then(|| forfeit(person)))
    }

    /// Players whose account was deleted withdraw.
    async fn withdraw_deleted(&self, of: &mut Tournament, now: i64) -> Result<(), RpcError> {
        for place in 0..of.entrants.len() {
            let entrant = &of.entrants[place];
            if entrant.withdrew.is_none() && !self.is_there(entrant.account.as_deref()).await? {
                of.withdraw(place, now);
            }
        }
        Ok(())
    }
}

/// Draws the next round, or ends the tournament.
fn draw(library: &Library, of: &mut Tournament, now: i64) -> Result<bool, RpcError> {
    let file = of.file(library).map_err(|faults| {
        tracing::error!(faults, "a tournament cannot be read");
        RpcError::ours("the tournament cannot be read")
    })?;
    if of.kind() == Some(Kind::KnockOut) {
        let last = file.event.played.last();
        let even =
            |contest: &&tournament::club::Contest| contest.winner().is_none() && contest.halves() != [0, 0];
        let even: Vec<[usize; 2]> =
            last.into_iter().flat_map(|round| &round.contests).filter(even).map(|one| one.players).collect();
        if of.let_through(&file.event.seeds(), &even) {
            return Ok(true);
        }
    }
    let draw = match file.event.draw() {
        Ok(draw) => draw,
        Err(NotDrawn::Over | NotDrawn::TooFew) => {
            of.stage = Stage::Over;
            return Ok(true);
        }
        Err(not) => {
            tracing::error!(why = file.event.why(&not), "the next round of a tournament is not drawn");
            return Ok(false);
        }
    };
    let mut contests = Vec::new();
    for drawn in &draw.matches {
        let [first, second] = drawn.players;
        let people = of.between_people(drawn.players);
        let mut played = Vec::new();
        for number in 0..of.games {
            let players = if number % 2 == 0 { [first, second] } else { [second, first] };
            let mut game = Game::new(None, players);
            match drawn.forfeits {
                Some(place) => {
                    let side = if players[0] == place { Side::Union } else { Side::Confederate };
                    game.end(forfeit(side), now);
                }
                None if !people => game.game = Some(fresh_secret()?),
                None => {}
            }
            played.push(game);
        }
        contests.push(Contest {
            id: match_name()?,
            players: drawn.players,
            begun: drawn.forfeits.is_some(),
            games: played,
            through: None,
        });
    }
    let scenario = file.scenario(draw.number).to_owned();
    tracing::info!(scenario, round = draw.number, "a round of a tournament is drawn");
    let ends = now + i64::from(of.days) * DAY;
    of.played.push(Round { scenario, drawn: now, ends, byes: draw.byes, contests });
    Ok(true)
}

/// The side that a game was claimed against: it did not come, or gave no share of the dice.
fn claimed_against(entries: &[Value]) -> Option<Side> {
    let claim = entries.iter().find(|entry| entry["claim"] == true)?;
    claim["side"].as_str().and_then(Side::from_word).map(Side::other)
}

/// The table of a game that is kept. Whoever is answered on this thread does not wait for it.
fn read(games: &Games, kept: &Kept) -> Result<Box<dyn AnyGame>, RpcError> {
    let load = || games.library().load(&kept.header, &kept.entries, None);
    Ok(games.allowances().work().read(None, load)?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn whoever_a_game_is_claimed_against_forfeits_though_both_have_made_entries() {
        let mut entries = vec![
            json!({ "seated": true }),
            json!({ "side": "confederate", "commit": "0".repeat(64) }),
            json!({ "side": "union", "seed": "north" }),
        ];
        assert_eq!(claimed_against(&entries), None);
        entries.push(json!({ "side": "union", "claim": true }));
        assert_eq!(claimed_against(&entries), Some(Side::Confederate));
    }
}
