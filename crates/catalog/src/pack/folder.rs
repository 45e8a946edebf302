//! A pack as a folder, or whatever was named where one is wanted.

use std::fs;
use std::path::Path;

use super::archive::read_zip;
use super::files::{Files, Gathered, LONGEST_FILE, LONGEST_PACK, is_data, too_long};

/// Folders within folders: deeper than any pack, and an end to links that lead in circles.
const DEEPEST: usize = 8;

/// The data files of the pack at that path, a folder or a zip.
///
/// # Errors
/// Why it cannot be read, in one sentence.
pub(super) fn read_path(path: &Path) -> Result<Files, String> {
    let about = fs::metadata(path).map_err(|error| error.to_string())?;
    if about.is_dir() {
        let mut files = Gathered::default();
        gather(path, "", DEEPEST, &mut files)?;
        return Ok(files.done());
    }
    // Deflate at its worst makes a file a little longer; a zip of ten times the pack holds
    // something else.
    if about.len() > 10 * LONGEST_PACK as u64 {
        return Err(format!("a pack's zip has at most {} MiB", 10 * LONGEST_PACK / (1024 * 1024)));
    }
    read_zip(&fs::read(path).map_err(|error| error.to_string())?)
}

fn gather(folder: &Path, below: &str, depth: usize, files: &mut Gathered) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        // What is hidden (a repository's own files) is no data.
        if name.starts_with('.') {
            continue;
        }
        let inside = format!("{below}{name}");
        let path = entry.path();
        let about = fs::metadata(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        if about.is_dir() {
            if depth == 0 {
                return Err(format!("{inside}: a pack has at most {DEEPEST} folders one in the other"));
            }
            gather(&path, &format!("{inside}/"), depth - 1, files)?;
        } else if is_data(name) {
            if about.len() > LONGEST_FILE as u64 {
                return Err(too_long(&inside));
            }
            files.add(&inside, fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?)?;
        }
    }
    Ok(())
}
