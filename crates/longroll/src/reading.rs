//! A reading of the sheets: the data files of a pack or folder, with the program's own below them.

use std::path::Path;

use catalog::facts::{Facts, facts};
use catalog::pack::{self, ABOUT, Files};
use hexmap::Faults;

use crate::outcome::Stop;

/// The word for the program's own data where a path is expected.
pub(crate) const OWN: &str = "own";

/// Data files, indexed by their paths.
pub(crate) struct Reading {
    /// Those that are not the program's own.
    pub files: Files,
}

impl Reading {
    /// Only the data built into the program.
    pub(crate) fn own() -> Reading {
        Reading { files: Files::new() }
    }

    /// That of the pack or folder at that path, or the program's own.
    pub(crate) fn at(path: &Path) -> Result<Reading, Stop> {
        if path.as_os_str() == OWN {
            return Ok(Reading::own());
        }
        Ok(Reading { files: pack::files_at(path).map_err(Stop::because)? })
    }

    /// The paths of its files that are not the program's own.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &String> {
        self.files.keys().filter(|path| *path != ABOUT)
    }

    /// The text of a file; empty if there is none.
    pub(crate) fn text(&self, path: &str) -> String {
        pack::text(&self.files, path).unwrap_or_default()
    }

    pub(crate) fn facts(&self, path: &str) -> Result<Facts, Faults> {
        facts(path, &self.text(path))
    }
}
