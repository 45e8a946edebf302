//! Which program asks for games: only one like it plays them as it would.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A program, by what tells how its commanders play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Origin {
    /// Version of the program that ran.
    program: String,
    /// The SHA-256 of all data in it.
    data: String,
}

/// The SHA-256 of all data in this program: the same commanders play the same battles.
fn own_data() -> &'static str {
    static DATA: LazyLock<String> = LazyLock::new(|| {
        let files = catalog::embedded::data_paths().filter_map(|path| {
            let text = catalog::embedded::data(&path)?;
            Some((path.into_owned(), text))
        });
        catalog::pack::identity(&files.collect())
    });
    &DATA
}

impl Origin {
    pub(crate) fn here() -> Origin {
        Origin { program: env!("CARGO_PKG_VERSION").to_owned(), data: own_data().to_owned() }
    }

    /// Checks that this program plays games as the one that asks for them does.
    ///
    /// # Errors
    /// What differs.
    pub(crate) fn check(&self) -> Result<(), String> {
        let own = env!("CARGO_PKG_VERSION");
        if self.program != own {
            return Err(format!(
                "this worker is longroll {own}, and the games are asked for by longroll {}",
                self.program
            ));
        }
        if self.data != own_data() {
            let short = |hash: &str| hash.chars().take(12).collect::<String>();
            return Err(format!(
                "the data of this worker are not those of the program that asks: {} in place of {}",
                short(own_data()),
                short(&self.data)
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_of_another_program_or_with_other_data_is_told_why_it_may_not() {
        assert_eq!(Origin::here().check(), Ok(()));
        let other = Origin { data: "0123456789abcdef".to_owned(), ..Origin::here() };
        let why = other.check().expect_err("other data");
        assert!(why.contains("data of this worker") && why.ends_with("in place of 0123456789ab"), "{why}");
        let other = Origin { program: "0.0.9".to_owned(), ..Origin::here() };
        assert!(other.check().expect_err("another version").ends_with("by longroll 0.0.9"));
    }
}
