//! A shard: some games of an experiment as a job.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ai::{Budget, Level};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use server::work::{Piece, Unfinished, Work};
use tabletop::Side;
use tournament::{BattleData, Bout, Finished, Match, Series};

use super::origin::Origin;
use crate::battle::systems;

pub(super) const KIND: &str = "games";

/// The most shards of a series: a very long series has longer shards.
const MOST_SHARDS: u64 = 2000;

/// The content of a job of this kind.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Shard {
    #[serde(flatten)]
    origin: Origin,
    pub bout: Bout,
}

impl Shard {
    /// These games, to be played by this program or one like it.
    pub(super) fn of(bout: Bout) -> Shard {
        Shard { origin: Origin::here(), bout }
    }

    /// How many games of that series are a shard: some seconds' work. It follows from the series
    /// alone, so that the same experiment is always cut in the same way.
    pub(super) fn size(series: &Series) -> u64 {
        let of_level = |level| match level {
            Level::Random => 60,
            Level::Recruit => 20,
            Level::Veteran => 4,
            Level::General | Level::Marshal => 2,
        };
        let of_side = |side: Side| match series.seats[side].budget {
            Budget::Own => of_level(series.seats[side].level),
            // How long they think is for the user to say.
            Budget::Trials(_) | Budget::Time(_) => 2,
        };
        let quick = of_side(Side::Union).min(of_side(Side::Confederate));
        // Pairs stay together.
        quick.max(series.games.div_ceil(MOST_SHARDS).next_multiple_of(2))
    }

    /// The games of a result.
    ///
    /// # Errors
    /// That it is none of this shard.
    pub(super) fn games(&self, result: Value) -> Result<Vec<Finished>, String> {
        let games: Vec<Finished> = serde_json::from_value(result).map_err(|error| error.to_string())?;
        match games.len() as u64 == self.bout.series.games {
            true => Ok(games),
            false => Err(format!("{} games were played, not {}", games.len(), self.bout.series.games)),
        }
    }
}

#[derive(Default)]
pub(crate) struct Shards {
    /// The battle of the last shard: the next one is most likely of the same.
    last: Mutex<Option<(BattleData, Arc<dyn Match>)>>,
}

impl Shards {
    fn battle(&self, data: &BattleData) -> Result<Arc<dyn Match>, String> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, battle)) = last.as_ref().filter(|(known, _)| known == data) {
            return Ok(Arc::clone(battle));
        }
        let battle: Arc<dyn Match> = data.find(&systems())?.into();
        *last = Some((data.clone(), Arc::clone(&battle)));
        Ok(battle)
    }
}

impl Work for Shards {
    fn kind(&self) -> &str {
        KIND
    }

    fn run(&self, piece: &Piece<'_>) -> Result<Value, Unfinished> {
        let shard = Shard::deserialize(&piece.job.work).map_err(|error| {
            Unfinished::Refused(format!("this worker does not understand the experiment: {error}"))
        })?;
        shard.origin.check().map_err(Unfinished::Refused)?;
        let battle = self.battle(&shard.bout.battle).map_err(Unfinished::Failed)?;
        let played = AtomicU64::new(0);
        let told = |_: &Finished| piece.tell(json!(played.fetch_add(1, Ordering::Relaxed) + 1));
        let games = shard.bout.play_on(&*battle, &told).map_err(Unfinished::Failed)?;
        serde_json::to_value(games).map_err(|error| Unfinished::Failed(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Map;
    use tabletop::BySide;

    fn bout(level: Level) -> Bout {
        let options = Map::new();
        let read = catalog::embedded::data;
        let battle = tournament::find(&systems(), &read, "training", &options).expect("it is there");
        let seat = ai::Seat { level, budget: Budget::Own };
        Bout {
            battle: BattleData::of(&*battle, "training", options, None),
            series: Series {
                seats: BySide { union: seat, confederate: seat },
                games: 10,
                seed: u64::MAX - 1,
                swap: true,
                jobs: 1,
                run: ai::RunOptions::default(),
            },
            weights: BySide { union: None, confederate: None },
        }
    }

    /// The games without their times, which depend on the machine.
    fn without_times(mut games: Vec<Finished>) -> Vec<Finished> {
        for game in games.iter_mut().flatten() {
            game.duel.thought = BySide::default();
            game.duel.longest = BySide::default();
        }
        games
    }

    /// The games come back through JSON, part by part, as they were.
    #[test]
    fn the_games_of_all_shards_are_the_games() {
        let bout = bout(Level::Random);
        let battle = bout.battle.find(&systems()).expect("the data are ours");
        let whole = bout.play_on(&*battle, &|_| {}).expect("no weights");
        for size in [2, 4, 10, 20] {
            let parts = bout.parts(size).into_iter().map(|part| {
                let sent = json!(Shard::of(part)).to_string();
                let shard: Shard = serde_json::from_str(&sent).expect("as it was sent");
                shard.origin.check().expect("it is ours");
                let battle = shard.bout.battle.find(&systems()).expect("the data are ours");
                let games = shard.bout.play_on(&*battle, &|_| {}).expect("no weights");
                let result = serde_json::from_str(&json!(games).to_string()).expect("as it was sent");
                shard.games(result).expect("they are all there")
            });
            let joined = Bout::joined(parts.collect(), size);
            assert_eq!(without_times(joined), without_times(whole.clone()), "{size} games a shard");
        }
    }

    #[test]
    fn a_battle_with_other_data_is_not_found() {
        let mut changed = bout(Level::Recruit);
        changed.battle.data = "fedcba98".to_owned();
        let why = changed.battle.find(&systems()).err().expect("other data");
        assert!(why.starts_with("the data of training are others here: "), "{why}");
    }

    #[test]
    fn a_series_has_few_shards_of_some_seconds_and_keeps_its_pairs_together() {
        let size = |level, games| Shard::size(&Series { games, ..bout(level).series });
        assert_eq!([Level::Random, Level::General].map(|level| size(level, 200)), [60, 2]);
        for games in [1, 4001, 100_001, 10_000_000, u64::MAX] {
            let size = size(Level::General, games);
            assert!(size % 2 == 0 && games.div_ceil(size) <= MOST_SHARDS, "{games} games by {size}");
        }
        let timed =
            ai::Seat { level: Level::Random, budget: Budget::Time(std::time::Duration::from_secs(60)) };
        let series = bout(Level::Random).series;
        let seats = BySide { confederate: timed, ..series.seats };
        assert_eq!(Shard::size(&Series { seats, ..series }), 2);
    }

    #[test]
    fn some_of_the_games_are_not_the_result() {
        let shard = Shard::of(bout(Level::Random));
        let why = shard.games(json!([{ "Err": "seed 1: a fault" }])).expect_err("there are 10");
        assert_eq!(why, "1 games were played, not 10");
    }
}
