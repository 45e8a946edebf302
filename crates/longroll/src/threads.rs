//! On how many processors a computer thinks: an argument of every command in which one plays.

use ai::Threads;

#[derive(clap::Args)]
pub struct ThreadCount {
    /// On how many processors a general may think about one order (as many as are free for 'play'
    /// and 'serve', elsewhere one if it is not given): it thinks the faster, and with the same
    /// trials decides the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl ThreadCount {
    /// The number asked for, or this default.
    pub fn or(&self, usual: Threads) -> Threads {
        self.threads.map_or(usual, |count| Threads::new(count.into()))
    }
}
