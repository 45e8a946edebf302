//! The program `longroll`.

use std::process::ExitCode;

fn main() -> ExitCode {
    longroll::main()
}
