//! Weights files, for the commands whose commanders can judge by them.

use std::path::PathBuf;

use tabletop::{BySide, Side};

use crate::outcome::Stop;
use crate::record;

/// The weights by which the commanders judge: arguments of every command that lets them play.
#[derive(clap::Args, Default)]
pub struct Weights {
    /// Let both commanders judge by the weights in this file (written by 'longroll tune')
    #[arg(long, value_name = "FILE", conflicts_with_all = ["union_weights", "confederate_weights"])]
    weights: Option<PathBuf>,
    /// The same only for the commander named for the Union
    #[arg(long, value_name = "FILE")]
    union_weights: Option<PathBuf>,
    /// The same only for the commander named for the Confederates
    #[arg(long, value_name = "FILE")]
    confederate_weights: Option<PathBuf>,
}

impl Weights {
    /// The names and texts of the files; `None` for a commander that uses the program's own
    /// weights.
    pub fn read(&self) -> Result<BySide<Option<(String, String)>>, Stop> {
        let read = |side: Side| -> Result<_, Stop> {
            let own = match side {
                Side::Union => &self.union_weights,
                Side::Confederate => &self.confederate_weights,
            };
            let Some(file) = own.as_ref().or(self.weights.as_ref()) else { return Ok(None) };
            Ok(Some((file.display().to_string(), record::text(file)?)))
        };
        Ok(BySide { union: read(Side::Union)?, confederate: read(Side::Confederate)? })
    }
}
