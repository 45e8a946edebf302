//! The pages that are part of the program.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// A file of the pages, by its path below `web/`.
pub fn web(path: &str) -> Option<Cow<'static, [u8]>> {
    Web::get(path).map(|file| file.data)
}

/// The paths of all files of the pages.
pub fn web_paths() -> impl Iterator<Item = Cow<'static, str>> {
    Web::iter()
}
