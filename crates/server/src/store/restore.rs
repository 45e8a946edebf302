//! Putting the games of a backup back.

use std::path::Path;

use super::damage::wrong_with;
use super::entry_count::EntryCount;
use super::key::place;
use super::open::{FILE, KeyChoice, Settings};
use super::scratch::Scratch;
use super::transfer::{Database, MoveError, Moved, transfer};
use super::{Location, Store, StoreError};

/// Copies the games of a backup to a place that holds none, and reads each of them there. The key
/// has to be where the settings say.
///
/// # Errors
/// [`MoveError`]; nothing is kept then.
pub async fn restore(backup: &Path, to: &Database, settings: &Settings) -> Result<Moved, MoveError> {
    match wrong_with(backup).await? {
        Some(what) => return Err(MoveError::Damaged { file: backup.to_owned(), what }),
        None if !tokio::fs::metadata(backup).await.is_ok_and(|about| about.len() > 0) => {
            return Err(MoveError::Nothing(backup.to_owned()));
        }
        None => {}
    }
    let folder = match to {
        Database::Folder(folder) => folder.clone(),
        Database::Server(_) => std::env::temp_dir(),
    };
    let unmade = |source| MoveError::Unwritten { folder: folder.clone(), source };
    tokio::fs::create_dir_all(&folder).await.map_err(unmade)?;
    // A file of an older program is brought up to this one's form: in a copy.
    let scratch = Scratch::beside(&folder.join("longroll-restore")).map_err(unmade)?;
    tokio::fs::copy(backup, scratch.folder.join(FILE)).await.map_err(unmade)?;
    let key = settings.key.file(&folder).map_or(KeyChoice::Without, KeyChoice::File);
    let settings = Settings { key, ..settings.clone() };
    match to {
        Database::Folder(folder) => put_in_place(&scratch, folder, settings).await,
        Database::Server(_) => transfer(&Database::Folder(scratch.folder.clone()), to, &settings).await,
    }
}

async fn put_in_place(scratch: &Scratch, folder: &Path, settings: Settings) -> Result<Moved, MoveError> {
    let file = folder.join(FILE);
    let to = Location::File(file.clone());
    // A log without its file may hold games, and would be taken for this one's.
    if let Some(what) = wrong_with(&file).await? {
        return Err(MoveError::Damaged { file, what });
    }
    if tokio::fs::symlink_metadata(&file).await.is_ok() {
        return Err(MoveError::NotEmpty(to));
    }
    let store = Store::open_with(&scratch.folder, settings).await?;
    let damaged = check(&store).await;
    store.close().await;
    let (games, damaged) = damaged?;
    let part = scratch.folder.join(FILE);
    let entries = EntryCount::read(&part);
    let unmade = |source| MoveError::Unwritten { folder: folder.to_owned(), source };
    std::fs::File::open(&part).and_then(|copy| copy.sync_all()).map_err(unmade)?;
    EntryCount::forget(&file).map_err(unmade)?;
    match place(&part, &file) {
        Ok(()) => {
            EntryCount::read(&file).note(entries.entries());
            Ok(Moved { games, damaged, to })
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Err(MoveError::NotEmpty(to)),
        Err(source) => Err(unmade(source)),
    }
}

/// How many games there are, and which of them are damaged.
async fn check(store: &Store) -> Result<(usize, Vec<(String, String)>), StoreError> {
    let games = store.games().await?;
    let mut damaged = Vec::new();
    for game in &games {
        match store.load(game).await {
            Ok(_) => {}
            Err(StoreError::Unreadable { what, .. }) => damaged.push((game.clone(), what)),
            Err(error) => return Err(error),
        }
    }
    Ok((games.len(), damaged))
}
