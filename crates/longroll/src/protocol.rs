//! `longroll protocol`

use std::io;
use std::sync::Arc;

use ::protocol::Line;

use crate::data::Data;
use crate::outcome::Outcome;

/// Speak the protocol over standard input and output
///
/// JSON-RPC 2.0, one message per line; described in docs/protocol.md.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let library = arguments.data.library()?;
    Line::new(Arc::new(library)).run(io::stdin().lock(), io::stdout().lock())?;
    Ok(())
}
