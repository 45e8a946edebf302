//! What the tests of several crates share.

/// How often a test repeats itself: `short` in `./test`, `long` in `tests/nightly`. The short run is
/// the beginning of the long one, and covers every case by itself.
pub fn nightly<T>(short: T, long: T) -> T {
    if std::env::var_os("LONGROLL_NIGHTLY").is_some() { long } else { short }
}
