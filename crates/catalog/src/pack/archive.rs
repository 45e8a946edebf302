//! A pack as a zip.

use std::fmt::Display;
use std::io::{self, Cursor, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::files::{Files, Gathered, LONGEST_FILE, check_way, is_data, too_long};

/// How many entries a zip may have, data or not.
const MOST_ENTRIES: usize = 1000;

/// The data files of a zip. They may lie in one folder of it, as they do when a folder was packed
/// whole.
///
/// # Errors
/// Why it is no pack, in one sentence. Nothing is unpacked beyond the limits, whatever the zip says
/// of itself.
pub fn read_zip(bytes: &[u8]) -> Result<Files, String> {
    let no_zip = |error| format!("this is not a readable zip: {error}");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(no_zip)?;
    if archive.len() > MOST_ENTRIES {
        return Err(format!(
            "a pack's zip has at most {MOST_ENTRIES} entries, this one has {}",
            archive.len()
        ));
    }
    if archive.has_duplicate_names() {
        return Err("two entries of the zip have the same name".to_owned());
    }
    let mut found: Vec<(usize, String)> = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(no_zip)?;
        let path = std::str::from_utf8(entry.name_raw())
            .map_err(|_| format!("the name of entry {} of the zip is no UTF-8 text", index + 1))?;
        let path = normalized(path);
        if path.is_empty() {
            // The folder that was packed, as `tar -a` writes it: './'.
            continue;
        }
        check_way(path.strip_suffix('/').unwrap_or(&path))?;
        if entry.is_symlink() {
            return Err(format!("{path}: a pack holds files, not links"));
        }
        if !path.ends_with('/') && is_data(&path) && !hidden(&path) {
            if entry.encrypted() {
                return Err(format!("{path}: a pack is not encrypted"));
            }
            found.push((index, path));
        }
    }
    let folder = root(found.iter().map(|(_, path)| path.as_str()))?;
    let mut files = Gathered::default();
    for (index, path) in found {
        let Some(inside) = path.strip_prefix(&folder) else {
            return Err(format!("{path} lies outside '{folder}', where the pack.toml is"));
        };
        let entry = archive.by_index(index).map_err(|error| format!("{path}: {error}"))?;
        let mut content = Vec::new();
        // What an entry says of its length may be a lie.
        let limit = LONGEST_FILE as u64 + 1;
        entry.take(limit).read_to_end(&mut content).map_err(|error| format!("{path}: {error}"))?;
        if content.len() > LONGEST_FILE {
            return Err(too_long(&path));
        }
        files.add(inside, content)?;
    }
    Ok(files.done())
}

/// The path of an entry as zips write it. `tar -a` begins each with './', and an old PowerShell separates
/// its steps by '\'.
fn normalized(name: &str) -> String {
    let steps = name.split(['/', '\\']).filter(|step| *step != ".");
    steps.collect::<Vec<_>>().join("/")
}

/// Whether a file manager left this in a zip.
fn hidden(path: &str) -> bool {
    path.split('/').any(|step| step.starts_with('.') || step == "__MACOSX")
}

/// The folder of the zip in which the pack lies: where its `pack.toml` is.
fn root<'a>(paths: impl Iterator<Item = &'a str>) -> Result<String, String> {
    let found: Vec<&str> = paths.filter_map(|path| path.strip_suffix(super::ABOUT)).collect();
    if found.contains(&"") {
        return Ok(String::new());
    }
    match found.as_slice() {
        [folder] if folder.ends_with('/') && folder.matches('/').count() == 1 => Ok((*folder).to_owned()),
        _ => Err(format!("there is no {} at the root of the zip, which makes it a pack", super::ABOUT)),
    }
}

/// A pack's files as a zip: the same files are the same zip, byte for byte.
///
/// # Errors
/// What the library that writes it says, which no pack causes.
pub fn write_zip(files: &Files) -> Result<Vec<u8>, String> {
    let mut zip = Zip::default();
    for (path, text) in files {
        zip.add(path, text)?;
    }
    zip.done()
}

/// A zip that is written file by file. What is written can be taken at any time, so that a long one need not be in
/// memory whole.
pub struct Zip {
    to: ZipWriter<StreamWriter<Written>>,
    written: Written,
}

impl Default for Zip {
    fn default() -> Zip {
        let written = Written::default();
        Zip { to: ZipWriter::new_stream(written.clone()), written }
    }
}

impl Zip {
    /// Adds a file.
    ///
    /// # Errors
    /// What the library that writes it says.
    pub fn add(&mut self, path: &str, text: &str) -> Result<(), String> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default());
        self.to.start_file(path, options).map_err(not_written)?;
        self.to.write_all(text.as_bytes()).map_err(not_written)
    }

    /// What was written since the last time.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.written.lock())
    }

    /// What was not taken yet, to the end of the zip.
    ///
    /// # Errors
    /// What the library that writes it says.
    pub fn done(self) -> Result<Vec<u8>, String> {
        let Zip { to, written } = self;
        to.finish().map_err(not_written)?;
        Ok(std::mem::take(&mut written.lock()))
    }
}

/// Where a zip is written to, and taken from.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn not_written(error: impl Display) -> String {
    format!("the zip could not be written: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_that_are_taken_are_the_zip() {
        let mut zip = Zip::default();
        let mut parts = Vec::new();
        for (path, text) in [("pack.toml", "title = 'a'"), ("maps/a.toml", "hexes = []"), ("note.toml", "")] {
            zip.add(path, text).unwrap();
            parts.push(zip.take());
            assert!(!parts[parts.len() - 1].is_empty() && zip.take().is_empty());
        }
        parts.push(zip.done().unwrap());
        let files = read_zip(&parts.concat()).unwrap();
        let read: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        assert_eq!(read, [("maps/a.toml", "hexes = []"), ("note.toml", ""), ("pack.toml", "title = 'a'")]);
    }
}
