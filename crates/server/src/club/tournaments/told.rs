//! What is told of tournaments, as JSON; and the file in which one is taken along.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use catalog::Library;
use catalog::pack::Zip;
use futures_util::{Stream, stream};
use protocol::RpcError;
use serde_json::{Value, json};
use tabletop::Side;
use tournament::club::{ClubFile, PlayerRating};

use super::file::FILE;
use super::kept::{Contest, Stage, Tournament};
use super::{LEVELS, Tournaments};
use crate::accounts::{Denied, SignedIn, Why};
use crate::club::ratings;
use crate::games::Games;
use crate::limits::{Client, Wanted};

/// Of so many tournaments the standings are kept at hand.
const MOST_STANDINGS: usize = 200;

fn title(library: &Library, scenario: &str) -> String {
    library.scenario(scenario).map_or_else(|| scenario.to_owned(), |known| known.title.clone())
}

/// A rating as it is told: whole points.
pub(crate) fn rating_told(of: &PlayerRating) -> Value {
    json!({ "rating": of.rating.round(), "deviation": of.deviation.round() })
}

impl Tournament {
    /// In a list.
    pub(super) fn listed(&self, id: &str, library: &Library) -> Value {
        json!({
            "id": id,
            "title": self.title,
            "kind": self.kind,
            "stage": self.stage,
            "battles": self.scenarios.iter().map(|scenario| title(library, scenario)).collect::<Vec<_>>(),
            "players": self.entrants.len(),
            "most": self.most,
            "round": self.played.len(),
            "rounds": self.all_rounds(),
            "begins": self.begins,
            "made": self.made,
            "by": self.maker_name,
        })
    }

    /// How many rounds there are, as far as that is known.
    fn all_rounds(&self) -> Option<usize> {
        let players = self.entrants.len();
        match self.kind.as_str() {
            "swiss" => Some(self.rounds),
            _ if self.stage == Stage::Open || players < 2 => None,
            "round-robin" => Some(players.next_multiple_of(2) - 1),
            _ => Some(players.next_power_of_two().ilog2() as usize),
        }
    }

    /// Everything but the standings, for its page; `who` is who asks.
    fn told(&self, id: &str, games: &Games, who: Option<&SignedIn>) -> Value {
        let library = games.library();
        let mut told = self.listed(id, library);
        let place = who.and_then(|who| self.place_of(&who.account.id));
        let maker = who.is_some_and(|who| who.account.id == self.maker);
        told["system"] = json!(self.system);
        told["scenarios"] = json!(self.scenarios);
        told["games"] = json!(self.games);
        told["days"] = json!(self.days);
        told["clock"] = json!(self.clock);
        told["invited"] = json!(self.invited);
        told["levels"] = json!(LEVELS.map(|level| level.word()));
        told["you"] = json!({
            "name": who.map(|who| &who.account.name),
            "maker": maker,
            "takes-part": place.is_some(),
            "withdrew": place.is_some_and(|place| self.entrants[place].withdrew.is_some()),
        });
        told["entrants"] = self
            .entrants
            .iter()
            .map(|entrant| {
                json!({ "name": entrant.name, "commander": entrant.commander, "withdrew": entrant.withdrew })
            })
            .collect();
        if self.has_begun() {
            told["played"] = self.rounds_told(games, place);
        }
        told
    }

    fn has_begun(&self) -> bool {
        !matches!(self.stage, Stage::Open | Stage::Cancelled)
    }

    /// The standings, and what goes with them.
    fn standings(&self, library: &Library) -> Value {
        match self.file(library) {
            Ok(file) => self.standings_of(&file, library),
            Err(faults) => {
                tracing::error!(faults, "a tournament cannot be read");
                json!({ "fault": "Its standings cannot be reckoned: the server's data have changed." })
            }
        }
    }

    fn standings_of(&self, file: &ClubFile, library: &Library) -> Value {
        let advantages = ratings::advantages();
        let rated = file.ratings(library, &advantages, &[]);
        let words: Vec<&str> = file.tie_breaks.iter().map(|tie_break| tie_break.word()).collect();
        let standings: Vec<Value> = file
            .event
            .standings(&file.tie_breaks)
            .iter()
            .map(|place| {
                let [won, drawn, lost] = place.games;
                let tie_breaks: Vec<Option<f64>> =
                    place.tie_breaks.iter().map(|value| value.map(|of| f64::from(of) / 4.0)).collect();
                json!({
                    "name": file.name(place.player),
                    "commander": file.commander(place.player),
                    "withdrew": self.entrants.get(place.player).and_then(|entrant| entrant.withdrew),
                    "points": f64::from(place.halves) / 2.0,
                    "tie-breaks": tie_breaks,
                    "games": { "won": won, "drawn": drawn, "lost": lost },
                    "rating": rating_told(&rated.after[place.player]),
                    "before": rating_told(&rated.before[place.player]),
                })
            })
            .collect();
        let mut measured: BTreeMap<&str, Value> = BTreeMap::new();
        for scenario in &self.scenarios {
            let of = advantages.of(scenario).map(ratings::told::advantage);
            measured.insert(scenario, json!({ "title": title(library, scenario), "measured": of }));
        }
        json!({
            "tie-breaks": words, "standings": standings, "rated": rated.games, "advantages": measured,
        })
    }

    fn rounds_told(&self, games: &Games, you: Option<usize>) -> Value {
        let library = games.library();
        let name = |place: usize| self.entrants.get(place).map_or("", |entrant| entrant.name.as_str());
        let contest = |contest: &Contest| {
            let games: Vec<Value> = contest
                .games
                .iter()
                .map(|game| {
                    let seat = Side::BOTH.into_iter().find(|side| Some(game.player(*side)) == you);
                    json!({
                        "game": game.game,
                        "union": name(game.players[0]),
                        "confederate": name(game.players[1]),
                        "result": game.result,
                        "by": game.by,
                        "margin": game.margin,
                        "hash": game.hash,
                        "you": seat,
                    })
                })
                .collect();
            json!({
                "players": contest.players.map(name),
                "games": games,
                "through": contest.through.map(name),
            })
        };
        self.played
            .iter()
            .map(|round| {
                json!({
                    "scenario": round.scenario,
                    "title": title(library, &round.scenario),
                    "drawn": round.drawn,
                    "ends": round.over(games),
                    "byes": round.byes.iter().map(|place| name(*place)).collect::<Vec<_>>(),
                    "matches": round.contests.iter().map(contest).collect::<Vec<_>>(),
                })
            })
            .collect()
    }
}

impl Tournaments {
    /// All tournaments, and what can be played in one.
    pub(crate) async fn list(&self, games: &Games) -> Result<Value, Denied> {
        let library = games.library();
        let listed = self.listed(library).await?;
        let battles: Vec<Value> = library
            .scenarios()
            .filter(|known| library.offering(&known.id).is_none())
            .map(|known| {
                json!({ "id": known.id, "title": known.title, "edition": known.edition, "system": known.system })
            })
            .collect();
        Ok(json!({ "tournaments": listed, "battles": battles, "levels": LEVELS.map(|level| level.word()) }))
    }

    /// A tournament, as who asks sees it: a question of that client. Standings are reckoned once for each version.
    pub(crate) async fn told(
        &self,
        games: &Games,
        id: &str,
        (who, client): (Option<&SignedIn>, Client),
    ) -> Result<Value, Denied> {
        let work = games.allowances().work();
        let _place = work.place(false).await;
        let (version, of) = self.version_of(id).await?;
        let tell = || {
            let mut told = of.told(id, games, who);
            if of.has_begun()
                && let (Some(told), Value::Object(standings)) =
                    (told.as_object_mut(), self.standings_at(id, version, || of.standings(games.library())))
            {
                told.extend(standings);
            }
            told
        };
        Ok(work.read(Some(client), tell))
    }

    /// The standings of that version, reckoned if they are not known.
    fn standings_at(&self, id: &str, version: i64, reckon: impl FnOnce() -> Value) -> Value {
        let known = || self.standings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, standings)) = known().get(id).filter(|(of, _)| *of == version) {
            return standings.clone();
        }
        let standings = reckon();
        let mut known = known();
        if known.len() >= MOST_STANDINGS {
            known.clear();
        }
        known.insert(id.to_owned(), (version, standings.clone()));
        standings
    }

    /// A tournament that has begun, so that there is a file of it.
    async fn begun(&self, id: &str) -> Result<Tournament, Denied> {
        let of = self.one(id).await?;
        let none = || Denied::new(Why::Missing, "It has not begun: there is no file yet.");
        if of.has_begun() { Ok(of) } else { Err(none()) }
    }

    /// A tournament as the file that `longroll tournament` reads.
    pub(crate) async fn file_of(&self, id: &str) -> Result<String, Denied> {
        Ok(self.begun(id).await?.text())
    }

    /// The same with the records of all games that were played, as the parts of a zip. Each is work of that client,
    /// and one record of it is in memory.
    pub(crate) async fn archive(
        &self,
        games: Arc<Games>,
        id: &str,
        client: Client,
    ) -> Result<impl Stream<Item = Result<Vec<u8>, RpcError>> + use<>, Denied> {
        let of = self.begun(id).await?;
        let mut zip = Zip::default();
        zip.add(FILE, &of.text()).map_err(|message| Denied::new(Why::Ours, format!("{message}.")))?;
        let state = (games, Some(zip), of.records().into_iter());
        Ok(stream::try_unfold(state, move |(games, zip, mut records)| async move {
            let Some(mut zip) = zip else { return Ok(None) };
            let Some((name, game)) = records.next() else {
                let end = zip.done().map_err(RpcError::ours)?;
                return Ok(Some((end, (games, None, records))));
            };
            let turn = games.allowances().work().turn_to_work(client).await;
            let record = games.record_shown(&game).await?;
            let added = move |_: &Wanted| {
                zip.add(&name, &record).map_err(RpcError::ours)?;
                Ok((zip.take(), zip))
            };
            let (part, zip) = games.work(&turn, added).await?;
            Ok(Some((part, (games, Some(zip), records))))
        }))
    }
}
