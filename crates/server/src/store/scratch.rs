//! A folder for work that is not finished, which goes with it.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// A folder of one's own; it is removed when this is dropped.
pub(super) struct Scratch {
    pub(super) folder: PathBuf,
}

impl Scratch {
    /// Beside that file, so that what is made there can be given its name.
    pub(super) fn beside(file: &Path) -> io::Result<Scratch> {
        let mut name = OsString::from(file);
        name.push(format!(".part-{}", std::process::id()));
        let folder = PathBuf::from(name);
        let mut made = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut made, 0o700);
        made.create(&folder)?;
        Ok(Scratch { folder })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing in it is of use to anybody.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
