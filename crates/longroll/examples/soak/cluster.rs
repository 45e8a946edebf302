//! A PostgreSQL of one's own, reached by a socket in its folder and by nobody else, that ends with
//! this program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The cluster.
pub struct Cluster {
    folder: TempDir,
    programs: PathBuf,
}

impl Cluster {
    /// Makes one in that folder, and starts it.
    ///
    /// # Errors
    /// There is no PostgreSQL 15 or later, or it does not start.
    pub fn start(folder: &Path) -> Result<Cluster, String> {
        let programs = programs().ok_or("PostgreSQL 15 or later is missing: install postgresql")?;
        let folder = tempfile::tempdir_in(folder).map_err(|e| format!("no folder: {e}"))?;
        let cluster = Cluster { folder, programs };
        if is_root()? {
            run(Command::new("chown").arg("postgres").arg(cluster.folder.path()))?;
        }
        let data = cluster.data();
        let how = ["-U", "longroll", "--auth=trust", "-E", "UTF8", "--locale=C", "-D"];
        run(cluster.command("initdb")?.args(how).arg(data))?;
        cluster.serve()?;
        Ok(cluster)
    }

    /// Starts it in its folder, where it has stopped or was killed.
    ///
    /// # Errors
    /// It does not start.
    pub fn serve(&self) -> Result<(), String> {
        let folder = self.socket_folder()?;
        let options = format!(
            "-c listen_addresses='' -c unix_socket_directories='{}' -c max_connections=200",
            folder.display()
        );
        let mut command = self.command("pg_ctl")?;
        command.arg("-D").arg(self.data()).arg("-l").arg(self.folder.path().join("log"));
        run(command.args(["-w", "-o", &options, "start"]))
    }

    /// Stops it at once, as a loss of power would.
    ///
    /// # Errors
    /// It does not stop.
    pub fn crash(&self) -> Result<(), String> {
        let mut command = self.command("pg_ctl")?;
        run(command.arg("-D").arg(self.data()).args(["-w", "-m", "immediate", "stop"]))
    }

    /// Its folder, on the disk that it writes to.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The address of its one database, for `longroll --database`.
    ///
    /// # Errors
    /// The folder has a name that is no text.
    pub fn address(&self) -> Result<String, String> {
        let folder = self.socket_folder()?;
        let folder = folder.to_str().ok_or("the folder's name is no text")?;
        Ok(format!("postgres://longroll@{}/postgres", folder.replace('/', "%2F")))
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn socket_folder(&self) -> Result<PathBuf, String> {
        self.folder.path().canonicalize().map_err(|e| e.to_string())
    }

    /// A program of PostgreSQL, which never runs as root.
    fn command(&self, name: &str) -> Result<Command, String> {
        let program = self.programs.join(name);
        let mut command = match is_root()? {
            true => Command::new("runuser"),
            false => Command::new(&program),
        };
        if is_root()? {
            command.args(["-u", "postgres", "--"]).arg(program);
        }
        command.current_dir(self.folder.path());
        Ok(command)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // It may have been stopped; then there is nothing to do.
        let _ = self.crash();
    }
}

/// Runs a program to its end; what it said if it failed. What it leaves running must not hold our
/// end of a pipe open.
fn run(command: &mut Command) -> Result<(), String> {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let status = status.map_err(|e| format!("{command:?}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}

fn is_root() -> Result<bool, String> {
    let own = std::fs::metadata("/proc/self").map_err(|e| e.to_string())?;
    Ok(std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

/// Where the programs of the newest PostgreSQL are, as Debian has them.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let version = |folder: &Path| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let newest =
        versions.filter_map(|entry| version(&entry.path()).map(|number| (number, entry.path()))).max()?;
    (newest.0 >= 15).then(|| newest.1.join("bin"))
}
