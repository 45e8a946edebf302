//! Reading a record from a file.

use std::path::Path;

use catalog::Library;
use hexmap::brief;
use tabletop::AnyGame;

use crate::outcome::Stop;

pub fn text(file: &Path) -> Result<String, Stop> {
    std::fs::read_to_string(file).map_err(|error| Stop::because(format!("{}: {error}", file.display())))
}

/// The game in a record file.
pub fn load(library: &Library, file: &Path) -> Result<Box<dyn AnyGame>, Stop> {
    let wrong = |what: String| Stop::because(format!("{}: {}", file.display(), brief(what)));
    // Bytes: the reader says what is wrong with a file that is no UTF-8.
    let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let (header, entries) = ::protocol::record::read_record(&bytes).map_err(|error| wrong(error.message))?;
    let secret = header.seed();
    library.load(&header, &entries, secret).map_err(|failure| wrong(failure.to_string()))
}
