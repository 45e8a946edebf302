//! The process of a bot: lines to it, lines from it, and an end to it whatever it does.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use protocol::LONGEST_MESSAGE;

/// How many lines of its own a bot may be ahead of us; then it waits to be heard.
const AHEAD: usize = 64;

/// How long a bot that was told the end may take to end itself.
const GRACE: Duration = Duration::from_secs(1);

/// How long a program whose output has ended may take to end itself.
const DYING: Duration = Duration::from_millis(500);

/// How often it is looked at meanwhile.
const GLANCE: Duration = Duration::from_millis(5);

/// Why a bot was not heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Silence {
    /// The time is up.
    Stalled,
    /// Its output has ended.
    Gone,
    /// A line was longer than any message.
    Endless,
}

/// A running program that is spoken with line by line. Reading and writing are done by threads of
/// their own: a program that neither reads nor writes holds up nobody.
pub(super) struct Process {
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<Result<Vec<u8>, Silence>>,
}

impl Process {
    /// Starts a program with its arguments. What it writes on its standard error is seen by whoever
    /// sees ours.
    ///
    /// # Errors
    /// Those of the operating system.
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<Process> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        let (to, lines) = channel();
        let (heard, from) = sync_channel(AHEAD);
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write(input, &lines));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read(output, &heard));
        }
        Ok(Process { child, to: Some(to), from })
    }

    /// Sends a line, or will do so once the program reads.
    pub(super) fn say(&self, line: String) {
        if let Some(to) = &self.to {
            // If nobody takes it any more, the silence that follows tells so.
            let _ = to.send(line);
        }
    }

    /// The next line, if one comes by then.
    pub(super) fn hear(&self, until: Instant) -> Result<Vec<u8>, Silence> {
        match self.from.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Err(Silence::Stalled),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Gone),
        }
    }

    /// With what code it ended, in words, if it has ended. Its output is closed a moment before
    /// that: the code is waited for as long.
    pub(super) fn fate(&mut self) -> String {
        let until = Instant::now() + DYING;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("it ended ({status})"),
                Ok(None) if Instant::now() < until => thread::sleep(GLANCE),
                _ => return "it closed its output".to_owned(),
            }
        }
    }

    /// Closes its input and waits a little for it to end of itself.
    pub(super) fn part(&mut self) {
        self.to = None;
        let until = Instant::now() + GRACE;
        while self.hear(until).is_ok() {}
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.to = None;
        // Either fails only if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input
            .write_all(line.as_bytes())
            .and_then(|()| input.write_all(b"\n"))
            .and_then(|()| input.flush())
            .is_err()
        {
            return;
        }
    }
}

fn read(output: ChildStdout, heard: &SyncSender<Result<Vec<u8>, Silence>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let limit = LONGEST_MESSAGE as u64 + 1;
        match output.by_ref().take(limit).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if line.len() > LONGEST_MESSAGE => {
                let _ = heard.send(Err(Silence::Endless));
                return;
            }
            Ok(_) => {}
        }
        let line = line.trim_ascii().to_vec();
        if !line.is_empty() && heard.send(Ok(line)).is_err() {
            return;
        }
    }
}
