//! Databases on the PostgreSQL server that `./test` starts.

use std::process::Command;

/// A new database of that name on that server: its address.
pub fn database(name: &str) -> String {
    let server = std::env::var("LONGROLL_POSTGRES").expect("LONGROLL_POSTGRES names a server: see ./test");
    let name = format!("{name}_{}", std::process::id());
    let made = Command::new("psql")
        .args([&format!("{server}/postgres"), "-q", "-c", &format!("CREATE DATABASE {name}")])
        .status()
        .expect("psql comes with PostgreSQL");
    assert!(made.success());
    format!("{server}/{name}")
}
