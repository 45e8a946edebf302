//! Opening the database: looked over first, then brought up to this program's form.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use super::announcer::Announcer;
use super::checkpoints::Checkpoints;
use super::damage::{damaged, look_over};
use super::entry_count::{self, EntryCount};
use super::error::OpenError;
use super::forms::{self, FORMS, bring_up};
use super::groups::Writer;
use super::link::{Seam, Turns};
use super::location::{self, Access, Location, READERS, ServerAddress};
use super::ready::LEAST_ROOM;
use super::secrets::take_key;
use super::{Store, StoreError};

/// The file's name in the data folder.
pub(super) const FILE: &str = "games.sqlite";

/// The key's name, if it is beside the database.
const KEY_FILE: &str = "longroll.key";

/// How long a connection waits while another writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where the key to the secrets of the dice is.
#[derive(Debug, Clone, Default)]
pub enum KeyChoice {
    /// In a file of that name beside the database.
    #[default]
    Beside,
    /// In this file.
    File(PathBuf),
    /// It is to be done without: games can be watched, and played as far as no die is needed.
    Without,
}

impl KeyChoice {
    /// The file, for the database in that folder.
    pub fn file(&self, folder: &Path) -> Option<PathBuf> {
        match self {
            KeyChoice::Beside => Some(folder.join(KEY_FILE)),
            KeyChoice::File(file) => Some(file.clone()),
            KeyChoice::Without => None,
        }
    }
}

/// How a database is opened.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The PostgreSQL database that games are kept in, if it is not a file in the data folder.
    pub server: Option<ServerAddress>,
    /// Where the key is.
    pub key: KeyChoice,
    /// How long a connection waits while another writes.
    pub patience: Duration,
    /// How many pages the file may have, if it is not to grow as far as the disk goes.
    pub most_pages: Option<u32>,
    /// With fewer bytes free on its disk the store is said not to be ready; 64 MiB by default.
    pub least_room: u64,
    /// Opens a file that has lost entries, as it is.
    pub accept_loss: bool,
    /// What stands between the store and the database.
    pub seam: Option<Arc<dyn Seam>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            server: None,
            key: KeyChoice::default(),
            patience: PATIENCE,
            most_pages: None,
            least_room: LEAST_ROOM,
            accept_loss: false,
            seam: None,
        }
    }
}

impl Store {
    /// Opens the database in that folder, or begins it; its key is beside it.
    ///
    /// # Errors
    /// [`OpenError`]; a damaged file is copied aside and never written to.
    pub async fn open(folder: &Path) -> Result<Store, OpenError> {
        Store::open_with(folder, Settings::default()).await
    }

    /// The same in another way.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_with(folder: &Path, settings: Settings) -> Result<Store, OpenError> {
        tokio::fs::create_dir_all(folder)
            .await
            .map_err(|source| OpenError::Folder { folder: folder.to_owned(), source })?;
        match settings.server.clone() {
            Some(address) => Store::open_server(folder, address, settings).await,
            None => Store::open_file(folder, settings).await,
        }
    }

    async fn open_file(folder: &Path, settings: Settings) -> Result<Store, OpenError> {
        let file = folder.join(FILE);
        look_over(&file).await?;
        let location = Location::File(file.clone());
        // Before the database is asked: a server that runs may write to both.
        let entry_count = EntryCount::read(&file);
        let has_lost = |counted: i64| match entry_count.missing(counted) {
            0 => Ok(()),
            missing if settings.accept_loss => {
                tracing::warn!(at = %location, missing, "entries are missing, and the loss is accepted");
                Ok(())
            }
            missing => Err(OpenError::Lost { at: location.clone(), missing }),
        };
        if !tokio::fs::metadata(&file).await.is_ok_and(|about| about.len() > 0) {
            has_lost(0)?;
        }
        let failed = |source| OpenError::Store(StoreError::Database { at: location.clone(), source });
        let way = location::file(&file, Access::Make).map_err(failed)?;
        let pool = location::file_pool(settings.patience, settings.most_pages);
        let pool = pool.connect_with(way.clone()).await.map_err(failed)?;
        let opened = async {
            has_lost(entry_count::counted(&pool).await.map_err(failed)?)?;
            let form = bring_up(&pool).await.map_err(failed)?;
            if form > FORMS.len() as i64 {
                return Err(OpenError::Newer { at: location.clone(), form, known: FORMS.len() });
            }
            if let Some(what) = forms::unlike(&pool).await.map_err(failed)? {
                return Err(damaged(&file, what).await);
            }
            let key = take_key(&pool, &location, settings.key.file(folder)).await?.map(Arc::new);
            entry_count::begin(&pool).await.map_err(failed)?;
            // From the first moment the main file is more than a husk whose games are all in the
            // log.
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_all(&pool).await.map_err(failed)?;
            let mut keeper = AnyConnection::connect_with(&way).await.map_err(failed)?;
            let set_up = location::set_up_file(&mut keeper, settings.patience, settings.most_pages);
            set_up.await.map_err(failed)?;
            let counted = entry_count::counted(&pool).await.map_err(failed)?;
            match settings.accept_loss {
                true => entry_count.begin_at(counted),
                false => entry_count.note(counted),
            }
            Ok((key, keeper))
        }
        .await;
        match opened {
            Ok((key, keeper)) => {
                let written = Arc::new(AtomicBool::new(false));
                let entry_count = Arc::new(entry_count);
                let counts = Arc::clone(&entry_count);
                let checkpoints =
                    Some(Arc::new(Checkpoints::start(keeper, file, Arc::clone(&written), counts)));
                let node = node().map_err(failed)?;
                let turns = Some(Turns::new(settings.patience));
                let Settings { seam, least_room, .. } = settings;
                let store = Store {
                    pool,
                    location: location.clone(),
                    node,
                    seam,
                    key,
                    least_room,
                    written,
                    checkpoints,
                    entry_count: Some(entry_count),
                    closing: TaskTracker::new(),
                    writer: None,
                    turns,
                    places: Some(Arc::new(Semaphore::new(READERS))),
                    listeners: Arc::default(),
                    announcer: None,
                    takings: Arc::default(),
                };
                Ok(Store { writer: Some(Writer::start(store.clone())), ..store })
            }
            Err(error) => {
                pool.close().await;
                Err(error)
            }
        }
    }

    async fn open_server(
        folder: &Path,
        address: ServerAddress,
        settings: Settings,
    ) -> Result<Store, OpenError> {
        let location = Location::Server(address.clone());
        let failed = |source| OpenError::Store(StoreError::Database { at: location.clone(), source });
        let way = location::server(&address).map_err(failed)?;
        let pool = location::server_pool(settings.patience).connect_with(way).await.map_err(failed)?;
        let opened = async {
            let form = bring_up(&pool).await.map_err(failed)?;
            if form > FORMS.len() as i64 {
                return Err(OpenError::Newer { at: location.clone(), form, known: FORMS.len() });
            }
            if let Some(what) = forms::unlike(&pool).await.map_err(failed)? {
                return Err(OpenError::Unlike { at: location.clone(), what });
            }
            Ok(take_key(&pool, &location, settings.key.file(folder)).await?.map(Arc::new))
        }
        .await;
        match opened {
            Ok(key) => {
                let written = Arc::new(AtomicBool::new(false));
                let node = node().map_err(failed)?;
                let Settings { seam, .. } = settings;
                let announcer = Announcer::start(pool.clone(), seam.clone());
                let store = Store {
                    pool,
                    location: location.clone(),
                    node,
                    seam,
                    key,
                    least_room: 0,
                    written,
                    checkpoints: None,
                    entry_count: None,
                    closing: TaskTracker::new(),
                    writer: None,
                    turns: None,
                    places: Some(Arc::new(Semaphore::new(location::WORKERS))),
                    listeners: Arc::default(),
                    announcer: Some(announcer),
                    takings: Arc::default(),
                };
                Ok(Store { writer: Some(Writer::start(store.clone())), ..store })
            }
            Err(error) => {
                pool.close().await;
                Err(error)
            }
        }
    }
}

/// A name for this server that no other has.
pub(super) fn node() -> Result<String, sqlx::Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| sqlx::Error::Io(std::io::Error::other(error)))?;
    Ok(tabletop::hex_string(&bytes))
}
