//! Experiments over several machines: their games are cut into shards, which any worker over the
//! database may play, this program among them.

mod origin;
mod pairs;
mod shard;
mod venue;

use std::sync::Arc;

use longroll::game_store::database;
use longroll::outcome::Stop;
use server::store::Database;
use server::work::Work;

pub(crate) use origin::Origin;
pub(crate) use shard::Shards;
pub(crate) use venue::Spread;

/// Who plays the games of an experiment: arguments of every command that plays them by the
/// hundred.
#[derive(clap::Args)]
pub(crate) struct Hands {
    /// How many games this program plays at a time; with --database, 0 leaves all to workers
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=256))]
    pub jobs: u16,
    /// Spread the games over all workers of this database ('longroll work'): a PostgreSQL database
    /// (postgres://...) or a data folder. The report is the same; run again after an interruption,
    /// the command goes on where it was. Other accounts see arguments: a password is better in
    /// PGPASSWORD or ~/.pgpass
    #[arg(long, value_name = "ADDRESS|DIR", value_parser = database)]
    database: Option<Database>,
}

impl Hands {
    /// The way to the workers, if they are asked for; `bar` shows how many games are done.
    ///
    /// # Errors
    /// The database cannot be opened, or this worker cannot be set up.
    pub(crate) fn spread(&self, bar: &indicatif::ProgressBar) -> Result<Option<Spread>, Stop> {
        self.spread_with(bar, || Ok(Arc::new(Shards::default())))
    }

    /// The same, where this program's own worker does that kind of work.
    ///
    /// # Errors
    /// As of [`Hands::spread`], and what keeps that work from being done.
    pub(crate) fn spread_with(
        &self,
        bar: &indicatif::ProgressBar,
        work: impl FnOnce() -> Result<Arc<dyn Work>, Stop>,
    ) -> Result<Option<Spread>, Stop> {
        match &self.database {
            Some(database) => Spread::open(database, self.jobs, work()?, bar.clone()).map(Some),
            None if self.jobs == 0 => {
                Err(Stop::because("--jobs 0: without --database at least 1 was expected"))
            }
            None => Ok(None),
        }
    }
}
