//! The files of a pack: which paths and how much of it.

use std::collections::BTreeMap;
use std::string::FromUtf8Error;

/// Texts by their path below the data folder.
pub type Files = BTreeMap<String, String>;

/// How many data files a pack may have.
pub(super) const MOST_FILES: usize = 100;

/// How long one may be, in bytes. The longest of the program's own has a twelfth of it.
pub(super) const LONGEST_FILE: usize = 512 * 1024;

/// How long all of them may be together, in bytes.
pub(super) const LONGEST_PACK: usize = 2 * 1024 * 1024;

/// How many signs that begin a value all of them may have: `=`, `,`, `[` and `{`. All files of all games have half as
/// many.
const MOST_SIGNS: usize = 60_000;

/// Files being gathered, within the limits.
#[derive(Default)]
pub(super) struct Gathered {
    files: Files,
    bytes: usize,
    signs: usize,
}

impl Gathered {
    /// Adds a file.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence: its path, its length, or that it is no UTF-8.
    pub(super) fn add(&mut self, path: &str, content: Vec<u8>) -> Result<(), String> {
        check_path(path)?;
        if content.len() > LONGEST_FILE {
            return Err(too_long(path));
        }
        self.bytes += content.len();
        if self.bytes > LONGEST_PACK {
            return Err(format!("the files of a pack have at most {} KiB together", LONGEST_PACK / 1024));
        }
        self.signs += content.iter().filter(|byte| b"=,[{".contains(byte)).count();
        if self.signs > MOST_SIGNS {
            return Err(format!("{path}: the files of a pack have at most {MOST_SIGNS} values together"));
        }
        let text = String::from_utf8(content).map_err(|error| {
            let (line, what) = no_text(&error);
            format!("{path}:{line}: {what}")
        })?;
        if self.files.contains_key(path) {
            return Err(format!("{path}: there are two files of that path"));
        }
        if self.files.len() >= MOST_FILES {
            return Err(format!("a pack has at most {MOST_FILES} data files"));
        }
        self.files.insert(path.to_owned(), text);
        Ok(())
    }

    pub(super) fn done(self) -> Files {
        self.files
    }
}

/// The fault of a file that is no text, with the first line that is not.
pub(crate) fn no_text(error: &FromUtf8Error) -> (usize, &'static str) {
    let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    (before.iter().filter(|byte| **byte == b'\n').count() + 1, "this is no UTF-8 text")
}

pub(super) fn too_long(path: &str) -> String {
    format!("{path}: a data file has at most {} KiB", LONGEST_FILE / 1024)
}

/// Whether a file of that name is data; others (a read-me, a licence, a picture of the sheet) are
/// passed over.
pub(super) fn is_data(path: &str) -> bool {
    path.ends_with(".toml")
}

/// A path leads from the data folder down to a data file, in plain words.
///
/// # Errors
/// What is wrong with it.
pub(super) fn check_path(path: &str) -> Result<(), String> {
    let told: String = path.chars().take(100).flat_map(char::escape_default).collect();
    check_way(path)?;
    if !is_data(path) {
        return Err(format!("{told}: a data file's name ends in .toml"));
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "/-_.".contains(c);
    if path.len() > 200 || !path.chars().all(plain) {
        return Err(format!("{told}: a path has at most 200 letters, digits, '-', '_', '.' and '/'"));
    }
    Ok(())
}

/// No path of a pack leads out of it, whether it is data or not.
///
/// # Errors
/// That this one does.
pub(super) fn check_way(path: &str) -> Result<(), String> {
    let outside =
        path.contains(['\\', ':', '\0']) || path.split('/').any(|step| matches!(step, "" | "." | ".."));
    if outside {
        let told: String = path.chars().take(100).flat_map(char::escape_default).collect();
        return Err(format!("'{told}' does not lead to a file inside the pack"));
    }
    Ok(())
}
