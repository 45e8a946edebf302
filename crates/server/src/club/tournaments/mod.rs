//! Tournaments: who makes one, who enters it, and what is done with it until it is over.
//!
//! Pairings, standings and ratings are those of `longroll tournament`: the server keeps what that
//! command would be told in a file, and asks the same code ([`file`]). What happens without anybody
//! asking is in [`rounds`].

mod file;
pub(crate) mod kept;
mod rounds;
pub(crate) mod told;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ai::Level;
use catalog::Library;
use protocol::RpcError;
use serde::Deserialize;
use serde_json::Value;
use tabletop::{ClockSettings, text};
use tournament::club::Kind;

use crate::accounts::{Clock, Denied, SignedIn, Why};
use crate::games::{Games, Onlooker, broken};
use crate::limits::{Client, Room, Shares};
use crate::secrets::{for_logs, fresh_secret};
use crate::store::{KeptTournament, NewTournament, Store, StoreError};
use kept::{Entrant, Stage, Tournament};

/// How often somebody else may be faster before it is given up.
const MOST_TRIES: usize = 8;
/// The most steps at a time: a tournament that has more to do goes on the next time.
const MOST_STEPS: usize = 64;
/// The most players.
const MOST_ENTRANTS: usize = 64;
/// How many accounts that were removed stay out.
const MOST_REMOVED: usize = 1000;
/// The most rounds of a Swiss.
const MOST_ROUNDS: usize = 20;
/// The most scenarios.
const MOST_SCENARIOS: usize = 20;
/// The longest round, in days.
const MOST_DAYS: u32 = 60;
/// How many that are not over an account may have made.
const MOST_OPEN: i64 = 5;
/// How many that an account has called off are kept, the newest.
const MOST_CANCELLED: i64 = 10;
/// How many that are not over there may be in all.
const MOST_IN_ALL: usize = 400;
/// How many are listed: all that are not over, and some that are.
const MOST_LISTED: i64 = 500;
const DAY: i64 = 24 * 3600;
/// Seconds after which a tournament that was called off is deleted.
const CANCELLED_KEPT: i64 = 30 * DAY;
/// How far off a tournament may begin, in seconds.
const FARTHEST: i64 = 400 * DAY;

/// The commanders that may enter.
const LEVELS: [Level; 3] = [Level::Recruit, Level::Veteran, Level::General];

/// A tournament that is to be made.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    title: String,
    kind: String,
    #[serde(default)]
    rounds: usize,
    scenarios: Vec<String>,
    games: u8,
    #[serde(default)]
    clock: Option<ClockSettings>,
    days: u32,
    most: usize,
    #[serde(default)]
    invited: Vec<String>,
    #[serde(default)]
    commanders: Vec<String>,
    #[serde(default)]
    begins: Option<i64>,
}

/// What is asked for is not possible any more, or not yet.
fn too_late(sentence: &str) -> Denied {
    Denied::new(Why::Taken, sentence)
}

fn failed(error: &RpcError) -> Denied {
    Denied::new(Why::Ours, format!("{}.", error.message))
}

/// All tournaments of a server.
pub(crate) struct Tournaments {
    store: Store,
    clock: Clock,
    /// Who looks on at games between commanders.
    onlookers: Mutex<HashMap<String, Onlooker>>,
    /// What the list tells of each that it holds, and of which version.
    lines: tokio::sync::Mutex<HashMap<String, (i64, Value)>>,
    /// The standings of those that were asked for last, and of which version.
    standings: Mutex<HashMap<String, (i64, Value)>>,
    /// The matches of which the log says that there is no room for them.
    no_room: Mutex<HashSet<String>>,
}

impl Tournaments {
    /// Those in that store.
    pub(crate) fn new(store: Store, clock: Clock) -> Arc<Tournaments> {
        let (onlookers, lines, standings, no_room) = Default::default();
        Arc::new(Tournaments { store, clock, onlookers, lines, standings, no_room })
    }

    /// What time it is.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now()
    }

    fn onlookers(&self) -> MutexGuard<'_, HashMap<String, Onlooker>> {
        self.onlookers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a tournament: its name.
    pub(crate) async fn make(
        &self,
        games: &Games,
        (who, client): (&SignedIn, Client),
        plan: Plan,
    ) -> Result<String, Denied> {
        let holder = self.store.holder(client);
        let made = Tournament { networks: holder.clone(), ..self.plan(games, who, plan)? };
        if self.store.open_tournaments_of(&who.account.id).await? >= MOST_OPEN {
            let sentence = format!("At most {MOST_OPEN} of your tournaments may be open at once.");
            return Err(Denied::new(Why::Taken, sentence));
        }
        let id = fresh_secret()?;
        let line = serde_json::json!(made);
        let new = NewTournament { id: &id, version: 0, open: true, line: &line, games: &[] };
        if !self.store.make_tournament(&new, (MOST_IN_ALL, holder.as_ref())).await? {
            let sentence = format!(
                "{MOST_IN_ALL} tournaments may be open here at once, and of one network a part of them: try again when \
                 one is over."
            );
            return Err(Denied::new(Why::Taken, sentence));
        }
        tracing::info!(tournament = for_logs(&id), "a tournament is made");
        Ok(id)
    }

    fn plan(&self, games: &Games, who: &SignedIn, plan: Plan) -> Result<Tournament, Denied> {
        let Plan { title, kind, rounds, scenarios, games: of_match, clock, days, most, .. } = plan;
        let title = text::TITLE.read("title", &title).map_err(Denied::text)?.to_owned();
        match Kind::ALL.into_iter().find(|known| known.word() == kind) {
            None => return Err(Denied::malformed("The kind is swiss, round-robin or knock-out.")),
            Some(Kind::Swiss) if !(1..=MOST_ROUNDS).contains(&rounds) => {
                return Err(Denied::malformed(format!("A Swiss has 1 to {MOST_ROUNDS} rounds.")));
            }
            Some(Kind::RoundRobin | Kind::KnockOut) if rounds != 0 => {
                return Err(Denied::malformed(
                    "Only a Swiss has a number of rounds; the others have as many as it takes.",
                ));
            }
            Some(_) => {}
        }
        let library = games.library();
        let mut system = None;
        if scenarios.is_empty() || scenarios.len() > MOST_SCENARIOS {
            return Err(Denied::malformed(format!("1 to {MOST_SCENARIOS} battles are expected.")));
        }
        for id in &scenarios {
            let known = library.scenario(id).filter(|_| library.offering(id).is_none());
            let known = known.ok_or_else(|| Denied::malformed(format!("There is no battle '{id}' here.")))?;
            if *system.get_or_insert(&known.system) != &known.system {
                return Err(Denied::malformed("A tournament keeps to one system of rules."));
            }
        }
        if !(1..=2).contains(&of_match) {
            return Err(Denied::malformed("A match has 1 or 2 games."));
        }
        if !(1..=MOST_DAYS).contains(&days) {
            return Err(Denied::malformed(format!("A round has 1 to {MOST_DAYS} days.")));
        }
        if !(2..=MOST_ENTRANTS).contains(&most) {
            return Err(Denied::malformed(format!("2 to {MOST_ENTRANTS} players may enter.")));
        }
        if let Some(clock) = &clock {
            clock.check().map_err(|what| Denied::malformed(format!("The clock: {what}.")))?;
        }
        let now = self.clock.now();
        if plan.begins.is_some_and(|begins| begins <= now || begins > now + FARTHEST) {
            return Err(Denied::malformed("It must begin on a later day, within 400 days."));
        }
        if plan.invited.len() > MOST_ENTRANTS {
            return Err(Denied::malformed(format!("At most {MOST_ENTRANTS} names of players are expected.")));
        }
        let invited = plan.invited.iter().enumerate().map(|(at, name)| {
            text::PERSON.read(&format!("invited[{at}]"), name).map(str::to_owned).map_err(Denied::text)
        });
        let invited = invited.collect::<Result<Vec<String>, _>>()?;
        let mut made = Tournament {
            title,
            kind,
            rounds,
            scenarios: scenarios.clone(),
            system: system.cloned().unwrap_or_default(),
            games: of_match,
            clock,
            days,
            most,
            invited,
            begins: plan.begins,
            maker: who.account.id.clone(),
            maker_name: who.account.name.clone(),
            networks: None,
            made: now,
            stage: Stage::Open,
            cancelled: None,
            lots: String::new(),
            entrants: Vec::new(),
            removed: Vec::new(),
            played: Vec::new(),
        };
        for level in &plan.commanders {
            seat_commander(&mut made, level, true)?;
        }
        Ok(made)
    }

    /// Changes a tournament; anew if somebody else was faster.
    async fn change(
        &self,
        id: &str,
        change: impl Fn(&mut Tournament) -> Result<(), Denied>,
    ) -> Result<(), Denied> {
        for _ in 0..MOST_TRIES {
            let kept = self.store.tournament(id).await?.ok_or_else(missing)?;
            let mut of = read(&kept).map_err(|error| failed(&error))?;
            change(&mut of)?;
            if self.keep(&kept, &of).await? {
                return Ok(());
            }
        }
        Err(Denied::new(Why::Busy, "Others are changing this tournament right now; try again."))
    }

    /// Keeps a tournament as it is now; false if somebody else has changed it.
    async fn keep(&self, kept: &KeptTournament, of: &Tournament) -> Result<bool, StoreError> {
        let mut games = Vec::new();
        // Games of rounds that are over were kept with them.
        if let Some(round) = of.played.last() {
            for game in round.contests.iter().flat_map(|contest| &contest.games) {
                let rated = of.rated(game, &round.scenario).map(|rated| serde_json::json!(rated));
                games.extend(game.game.clone().map(|id| (id, rated)));
            }
        }
        let line = serde_json::json!(of);
        let new = NewTournament {
            id: &kept.id,
            version: kept.version,
            open: of.is_open(),
            line: &line,
            games: &games,
        };
        self.store.keep_tournament(&new).await
    }

    /// Enters an account. Where anybody may, one network can take a part of the places only.
    pub(crate) async fn enter(&self, (who, client): (&SignedIn, Client), id: &str) -> Result<(), Denied> {
        let networks = self.store.holder(client);
        let enter = |of: &mut Tournament| {
            if of.stage != Stage::Open {
                return Err(too_late("Entries are closed."));
            }
            if of.place_of(&who.account.id).is_some() {
                return Ok(());
            }
            let name = who.account.name.to_lowercase();
            if !of.invited.is_empty() && !of.invited.iter().any(|invited| invited.to_lowercase() == name) {
                return Err(Denied::malformed("Only players named by its organizer may enter."));
            }
            if of.removed.contains(&who.account.id) {
                return Err(Denied::malformed("Its organizer has removed you."));
            }
            if of.entrants.len() >= of.most {
                return Err(too_late("The tournament is full."));
            }
            if of.invited.is_empty() {
                let mut shares = Shares::default();
                for (place, entrant) in of.entrants.iter().enumerate() {
                    shares.enter(place, entrant.networks.clone());
                }
                // Nobody gives way to another.
                if shares.room(of.most, networks.as_ref()) != Room::Free {
                    return Err(too_late(
                        "No more may enter from your network: where anybody may enter, the last places are for others. \
                         A tournament that names its players has no such limit.",
                    ));
                }
            }
            of.entrants.push(Entrant {
                name: who.account.name.clone(),
                account: Some(who.account.id.clone()),
                commander: None,
                rating: None,
                withdrew: None,
                networks: networks.clone(),
            });
            Ok(())
        };
        self.change(id, enter).await
    }

    /// Its maker removes a player before it begins, who cannot enter again.
    pub(crate) async fn remove(&self, who: &SignedIn, id: &str, name: &str) -> Result<(), Denied> {
        let remove = |of: &mut Tournament| {
            made_by(of, who)?;
            let named = |entrant: &Entrant| entrant.commander.is_none() && entrant.name == name;
            let none = || Denied::new(Why::Missing, format!("No player called '{name}' has entered."));
            let place = of.entrants.iter().position(named).ok_or_else(none)?;
            of.removed.extend(of.entrants.remove(place).account);
            let surplus = of.removed.len().saturating_sub(MOST_REMOVED);
            of.removed.drain(..surplus);
            Ok(())
        };
        self.change(id, remove).await
    }

    /// An account leaves: before it begins as if it had never entered, later it withdraws.
    pub(crate) async fn leave(&self, games: &Arc<Games>, who: &SignedIn, id: &str) -> Result<(), Denied> {
        let now = self.clock.now();
        let leave = |of: &mut Tournament| {
            let none = || Denied::new(Why::Missing, "You are not in this tournament.");
            let place = of.place_of(&who.account.id).ok_or_else(none)?;
            match of.stage {
                Stage::Open => drop(of.entrants.remove(place)),
                Stage::Running => of.withdraw(place, now),
                Stage::Over | Stage::Cancelled => return Err(too_late("It is over.")),
            }
            Ok(())
        };
        // Whatever is over by now counts as it was played.
        self.go_on(games, id).await.map_err(|error| failed(&error))?;
        self.change(id, leave).await?;
        self.go_on(games, id).await.map_err(|error| failed(&error))
    }

    /// Lets a commander take part, or not.
    pub(crate) async fn seat_commander(
        &self,
        who: &SignedIn,
        id: &str,
        (level, on): (&str, bool),
    ) -> Result<(), Denied> {
        let seat = |of: &mut Tournament| {
            made_by(of, who)?;
            seat_commander(of, level, on)
        };
        self.change(id, seat).await
    }

    /// Begins a tournament before its date, or that has none.
    pub(crate) async fn begin(&self, games: &Arc<Games>, who: &SignedIn, id: &str) -> Result<(), Denied> {
        for _ in 0..MOST_TRIES {
            let kept = self.store.tournament(id).await?.ok_or_else(missing)?;
            let mut of = read(&kept).map_err(|error| failed(&error))?;
            made_by(&of, who)?;
            if of.entrants.len() < 2 {
                return Err(Denied::malformed("At least two players are needed."));
            }
            self.begin_now(games, &mut of).await.map_err(|error| failed(&error))?;
            if self.keep(&kept, &of).await? {
                return self.go_on(games, id).await.map_err(|error| failed(&error));
            }
        }
        Err(Denied::new(Why::Busy, "Others are changing this tournament right now; try again."))
    }

    /// Calls a tournament off that has not begun.
    pub(crate) async fn cancel(&self, who: &SignedIn, id: &str) -> Result<(), Denied> {
        let now = self.clock.now();
        let cancel = |of: &mut Tournament| {
            made_by(of, who)?;
            of.cancel(now);
            Ok(())
        };
        self.change(id, cancel).await?;
        Ok(self.store.keep_newest_cancelled(&who.account.id, MOST_CANCELLED).await?)
    }

    /// Deletes tournaments that were called off [`CANCELLED_KEPT`] ago.
    pub(crate) async fn sweep(&self) {
        if let Err(error) = self.try_sweep().await {
            broken(&error);
        }
    }

    async fn try_sweep(&self) -> Result<(), StoreError> {
        let before = self.clock.now() - CANCELLED_KEPT;
        for kept in self.store.cancelled_tournaments().await? {
            let Ok(of) = read(&kept) else { continue };
            if of.stage == Stage::Cancelled && of.cancelled.unwrap_or(of.made) <= before {
                self.store.delete_tournament(&kept.id).await?;
                tracing::info!(
                    tournament = for_logs(&kept.id),
                    "a tournament that was called off is deleted"
                );
            }
        }
        Ok(())
    }

    /// Does what there is to do for all tournaments that are not over. What fails is told in the log
    /// and tried again the next time.
    pub(crate) async fn look_after(&self, games: &Arc<Games>) {
        let open = match self.store.open_tournaments().await {
            Ok(open) => open,
            Err(error) => return drop(broken(&error)),
        };
        for id in open {
            if let Err(error) = self.go_on(games, &id).await {
                let tournament = for_logs(&id);
                tracing::error!(tournament, error = error.message, "a tournament does not go on");
            }
        }
        // A game that was deleted needs nobody to look on.
        self.onlookers().retain(|_, onlooker| onlooker.is_there());
    }

    /// Does what there is to do for one.
    async fn go_on(&self, games: &Arc<Games>, id: &str) -> Result<(), RpcError> {
        for _ in 0..MOST_STEPS {
            let kept = self.store.tournament(id).await.map_err(|error| broken(&error))?;
            let Some(kept) = kept else { return Ok(()) };
            let mut of = read(&kept)?;
            if !self.advance(games, &mut of).await? {
                return Ok(());
            }
            // If somebody else was faster it is looked at anew.
            self.keep(&kept, &of).await.map_err(|error| broken(&error))?;
            if of.stage == Stage::Cancelled {
                let trimmed = self.store.keep_newest_cancelled(&of.maker, MOST_CANCELLED).await;
                trimmed.map_err(|error| broken(&error))?;
            }
        }
        Ok(())
    }

    /// A tournament as it is.
    pub(crate) async fn one(&self, id: &str) -> Result<Tournament, Denied> {
        self.version_of(id).await.map(|(_, of)| of)
    }

    /// The same with its version.
    async fn version_of(&self, id: &str) -> Result<(i64, Tournament), Denied> {
        let kept = self.store.tournament(id).await?.ok_or_else(missing)?;
        Ok((kept.version, read(&kept).map_err(|error| failed(&error))?))
    }

    /// What the list tells of at most [`MOST_LISTED`] of them: those that are not over first, then the newest. Only
    /// those that have changed are read.
    async fn listed(&self, library: &Library) -> Result<Vec<Value>, Denied> {
        let mut lines = self.lines.lock().await;
        let mut before = std::mem::take(&mut *lines);
        let mut listed = Vec::new();
        for (id, version) in self.store.newest_tournaments(MOST_LISTED).await? {
            let line = match before.remove(&id) {
                Some((of, line)) if of == version => Some(line),
                _ => self.one(&id).await.ok().map(|of| of.listed(&id, library)),
            };
            if let Some(line) = line {
                listed.push(line.clone());
                lines.insert(id, (version, line));
            }
        }
        Ok(listed)
    }
}

fn missing() -> Denied {
    Denied::new(Why::Missing, "There is no such tournament.")
}

/// That it is its maker who asks, before it has begun.
fn made_by(of: &Tournament, who: &SignedIn) -> Result<(), Denied> {
    if of.maker != who.account.id {
        return Err(Denied::malformed("Only its organizer may do that."));
    }
    if of.stage != Stage::Open {
        return Err(too_late("It has already begun, or is over."));
    }
    Ok(())
}

fn seat_commander(of: &mut Tournament, level: &str, on: bool) -> Result<(), Denied> {
    if !LEVELS.iter().any(|known| known.word() == level) {
        return Err(Denied::malformed("A commander is a recruit, a veteran or a general."));
    }
    let of_level = |entrant: &Entrant| entrant.commander.as_deref() == Some(level);
    let there = of.entrants.iter().any(of_level);
    if there && !on {
        of.entrants.retain(|entrant| !of_level(entrant));
    } else if on && !there {
        if of.entrants.len() >= of.most {
            return Err(too_late("The tournament is full."));
        }
        of.entrants.push(Entrant {
            name: commander_name(level),
            account: None,
            commander: Some(level.to_owned()),
            rating: None,
            withdrew: None,
            networks: None,
        });
    }
    Ok(())
}

/// What a commander is called among players. No account can be called so.
pub(crate) fn commander_name(level: &str) -> String {
    format!("{level} (computer)")
}

fn read(kept: &KeptTournament) -> Result<Tournament, RpcError> {
    Tournament::deserialize(&kept.line).map_err(|error| {
        tracing::error!(tournament = for_logs(&kept.id), %error, "a tournament cannot be read");
        RpcError::ours("this tournament cannot be read")
    })
}
