//! The files that are part of the program: its data and its pages.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../data"]
struct Data;

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// A data file's text, by its path below `data/`.
pub fn data(path: &str) -> Option<String> {
    Data::get(path).and_then(|file| String::from_utf8(file.data.into_owned()).ok())
}

/// The paths of all data files.
pub fn data_paths() -> impl Iterator<Item = Cow<'static, str>> {
    Data::iter()
}

/// A file of the pages, by its path below `web/`.
pub fn web(path: &str) -> Option<Cow<'static, [u8]>> {
    Web::get(path).map(|file| file.data)
}

/// The paths of all files of the pages.
pub fn web_paths() -> impl Iterator<Item = Cow<'static, str>> {
    Web::iter()
}
