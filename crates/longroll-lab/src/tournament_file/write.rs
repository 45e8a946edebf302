//! The file of a tournament, written so that a power cut leaves the old or the new one.

use longroll::outcome::Stop;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file that is not there yet.
pub(super) fn new(path: &Path, text: &str) -> Result<(), Stop> {
    let written = OpenOptions::new().write(true).create_new(true).open(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Stop::because(format!("{}: this exists already", path.display())),
        _ => Stop::because(format!("{}: {error}", path.display())),
    })
}

/// Puts a new text in the place of the one that was read.
pub(super) fn replace(path: &Path, read: &str, text: &str) -> Result<(), Stop> {
    let failed = |error: io::Error| Stop::because(format!("{}: {error}", path.display()));
    // The file itself, where the name is a link to it.
    let path = fs::canonicalize(path).map_err(failed)?;
    let mut part = path.clone().into_os_string();
    part.push(format!(".part-{}", std::process::id()));
    let part = PathBuf::from(part);
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&part)?;
        file.write_all(text.as_bytes())?;
        file.set_permissions(fs::metadata(&path)?.permissions())?;
        file.sync_all()?;
        if fs::read(&path)? != read.as_bytes() {
            return Err(io::Error::other("it was changed meanwhile, and nothing was added"));
        }
        fs::rename(&part, &path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written.map_err(failed)
}
