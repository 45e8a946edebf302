//! Reading a whole data folder: its games, its reference and its tutorials.

use std::cell::RefCell;
use std::io::ErrorKind;
use std::path::Path;

use hexmap::Faults;

use crate::library::Library;
use crate::system::{Read, Systems};
use crate::{embedded, pack, reference, tutorial};

impl Library {
    /// The library that is part of the program.
    ///
    /// # Errors
    /// The faults of its data files, if one was changed for the worse and the program built from it
    /// all the same.
    pub fn embedded(registry: Systems) -> Result<Library, Faults> {
        Library::read(registry, &embedded::data)
    }

    /// The library of a data folder. `read` gives the text of a file by its path below that folder.
    ///
    /// # Errors
    /// Every fault of every file.
    pub fn read(registry: Systems, read: Read<'_>) -> Result<Library, Faults> {
        let mut faults = Faults::default();
        let mut library = Library::new();
        library.registry = registry;
        let own = match Library::read_games(registry, read, None) {
            Ok(games) => {
                library = games;
                None
            }
            Err(more) => {
                faults.extend(more);
                // Which charts there are is the same for all data, so what a reference includes can
                // be checked by the program's own.
                Some(Library::read_games(registry, &embedded::data, None).ok())
            }
        };
        match reference::read(registry, read, own.as_ref().map_or(Some(&library), Option::as_ref)) {
            Ok(reference) => library.reference = reference,
            Err(more) => faults.extend(more),
        }
        match tutorial::read(registry, read, &library) {
            Ok(tutorials) => library.tutorials = tutorials,
            Err(more) => faults.extend(more),
        }
        faults.into_result(library)
    }

    /// The library of a data folder on disk.
    ///
    /// # Errors
    /// Every fault of every file. A file that is there and cannot be read is at fault, and not
    /// missing.
    pub fn at(registry: Systems, folder: &Path) -> Result<Library, Faults> {
        let unread = RefCell::new(Faults::default());
        let read = |path: &str| {
            let bytes = match std::fs::read(folder.join(path)) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::NotFound => return None,
                Err(error) => {
                    unread.borrow_mut().push(path, 1, error.to_string());
                    return None;
                }
            };
            let text = String::from_utf8(bytes).map_err(|error| pack::no_text(&error));
            text.map_err(|(line, what)| unread.borrow_mut().push(path, line, what)).ok()
        };
        let library = Library::read(registry, &read);
        let mut faults = unread.into_inner();
        match library {
            Ok(library) => faults.into_result(library),
            Err(more) => {
                let known: Vec<String> = faults.0.iter().map(|fault| fault.file.clone()).collect();
                let rest = more.0.into_iter().filter(|fault| !known.contains(&fault.file));
                rest.for_each(|fault| faults.add(fault));
                Err(faults)
            }
        }
    }
}
