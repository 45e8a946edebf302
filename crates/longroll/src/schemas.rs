//! `longroll schemas -o DIR`

use std::path::PathBuf;

use crate::outcome::{Outcome, Stop};

/// Write the JSON Schemas of the protocol
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder to write them to
    #[arg(short, long, value_name = "DIR", default_value = "docs/schemas")]
    output: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    if !schemars::GENERATES {
        return Err(Stop::because(
            "this program was built without schemas: run `cargo run --features schemas -- schemas`",
        ));
    }
    let write = || {
        std::fs::create_dir_all(&arguments.output)?;
        for (name, schema) in ::protocol::schemas(systems::registry()) {
            std::fs::write(arguments.output.join(name), schema)?;
        }
        Ok(())
    };
    write().map_err(|error: std::io::Error| Stop::because(format!("{}: {error}", arguments.output.display())))
}
