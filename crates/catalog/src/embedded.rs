//! The data files that are part of the program.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../data"]
struct Data;

/// A data file's text, by its path below `data/`.
pub fn data(path: &str) -> Option<String> {
    Data::get(path).and_then(|file| String::from_utf8(file.data.into_owned()).ok())
}

/// The paths of all data files.
pub fn data_paths() -> impl Iterator<Item = Cow<'static, str>> {
    Data::iter()
}
