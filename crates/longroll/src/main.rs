//! The program `longroll`.

#![warn(unreachable_pub)]

use std::process::ExitCode;

fn main() -> ExitCode {
    longroll::main()
}
