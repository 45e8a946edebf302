//! `longroll protocol`

use std::io;
use std::sync::Arc;

use server::Line;

use crate::outcome::{Outcome, Stop};

/// Speak the protocol over standard input and output
///
/// JSON-RPC 2.0, one message a line; docs/protocol.md says what there is to say.
#[derive(clap::Args)]
pub struct Arguments {}

pub fn run(_: &Arguments) -> Outcome {
    let library = server::Library::embedded().map_err(Stop::because)?;
    Line::new(Arc::new(library)).run(io::stdin().lock(), io::stdout().lock())?;
    Ok(())
}
