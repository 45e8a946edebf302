//! The server: a process of its own, and what it costs by the system's account.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server is idle that has used so little of a processor in so long a time: then the threads have
/// ended that prepared files for its visitors, and have given their memory back.
const IDLE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(12));

/// How long that is waited for at most.
const MOST_BUSY: Duration = Duration::from_secs(120);

/// `longroll serve` on a port of this machine.
pub struct Served {
    program: Child,
    address: String,
    /// Where it shows its metrics.
    metrics: String,
}

impl Served {
    /// Starts it, without limits, and waits until it is there. Its games are in that folder, or in
    /// that database, for which the folder has the key. Of its log it tells what is of that level.
    ///
    /// # Errors
    /// It does not start.
    pub async fn start(
        program: &Path,
        folder: &Path,
        database: Option<&str>,
        (port, log): (u16, &str),
    ) -> Result<Served, String> {
        let unlimited = ["--max-connections", "--max-unstarted"].iter().flat_map(|limit| [*limit, "0"]);
        let mut command = Command::new(program);
        command
            .args(["serve", "--host", "127.0.0.1", "--port", &port.to_string(), "--data-dir"])
            .arg(folder)
            .arg("--key-file")
            .arg(folder.join("longroll.key"))
            .args(unlimited)
            .args(["--metrics", "127.0.0.1:0"])
            .env("LONGROLL_LOG", log)
            .stdout(Stdio::piped());
        if let Some(database) = database {
            command.args(["--database", database]);
        }
        let mut program = command.spawn().map_err(|e| format!("{}: {e}", program.display()))?;
        let out = program.stdout.take();
        let mut served = Served { program, address: String::new(), metrics: String::new() };
        let out = out.ok_or("it does not speak")?;
        let read = tokio::task::spawn_blocking(move || {
            let (mut out, mut lines) = (BufReader::new(out), String::new());
            out.read_line(&mut lines).and_then(|_| out.read_line(&mut lines)).map(|_| lines)
        });
        let lines = read.await.map_err(|e| e.to_string())?.map_err(|e| e.to_string())?;
        let told = |what: &str| lines.lines().find_map(|line| line.strip_prefix(what)).map(str::to_owned);
        served.address = told("Longroll is at http://").ok_or("it did not start")?;
        let metrics = told("Metrics are at http://").ok_or("it shows no metrics")?;
        served.metrics = metrics.trim_end_matches("/metrics").to_owned();
        Ok(served)
    }

    /// Its address and port.
    pub fn address(&self) -> &str {
        &self.address
    }

    fn proc(&self, file: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.program.id())).unwrap_or_default()
    }

    /// Its memory in RAM, in bytes, without that of files, such as the program itself, of which the
    /// system keeps in RAM what it likes.
    pub fn memory(&self) -> u64 {
        let status = self.proc("status");
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes.unwrap_or(0) * 1024
    }

    /// How many games it has in memory, by its metrics.
    ///
    /// # Errors
    /// It does not tell.
    pub fn open_games(&self) -> Result<usize, String> {
        let ask = || {
            let mut stream = TcpStream::connect(&self.metrics)?;
            stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
            let mut told = String::new();
            stream.read_to_string(&mut told).map(|_| told)
        };
        let told = ask().map_err(|error| format!("its metrics: {error}"))?;
        let open = told.lines().find_map(|line| line.strip_prefix("longroll_open_games ")?.parse().ok());
        open.ok_or("its metrics do not tell how many games are open".to_owned())
    }

    /// The processor time it has used, in its own code and in the system's.
    pub fn processor_time(&self) -> Duration {
        let stat = self.proc("stat");
        // The name of the program may hold anything: what counts comes after it.
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        let hundredths: u64 = fields.iter().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
        Duration::from_millis(hundredths * 10)
    }

    /// Waits until it does nothing any more: what it prepares when it starts takes memory for a while.
    ///
    /// # Errors
    /// It does not come to rest.
    pub async fn settle(&self) -> Result<(), String> {
        let began = Instant::now();
        while began.elapsed() < MOST_BUSY {
            let before = self.processor_time();
            tokio::time::sleep(IDLE.1).await;
            if self.processor_time() - before < IDLE.0 {
                return Ok(());
            }
        }
        Err("a server that nobody asks anything does not come to rest".to_owned())
    }

    /// Ends it.
    pub async fn end(self) {
        drop(self);
        // What it held is given back before the next one comes.
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The load average over the last minute, and how many processors there are.
pub fn load() -> (String, usize) {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("?").to_owned();
    (load, std::thread::available_parallelism().map_or(1, usize::from))
}
