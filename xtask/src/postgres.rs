//! A PostgreSQL server for tests, in a temporary folder. `cargo xtask postgres COMMAND` runs a
//! command beside one.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::apt;
use crate::command::{find, output};

const PACKAGE: &str = "postgresql";
/// Debian keeps the server's programs outside of PATH.
const FOLDERS: &str = "/usr/lib/postgresql";
/// How long the server may take to start.
const STARTING: Duration = Duration::from_secs(60);
/// The variable with the address of the server.
const VARIABLE: &str = "TISANE_TEST_POSTGRES";
/// The variable with its certificate.
const CERTIFICATE: &str = "TISANE_TEST_POSTGRES_CERTIFICATE";
/// The variable with a command that stops it immediately and starts it again.
const RESTART: &str = "TISANE_TEST_POSTGRES_RESTART";

/// Run a command beside a temporary PostgreSQL server, whose address is in TISANE_TEST_POSTGRES
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(
        value_name = "COMMAND",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let server = Server::start()?;
    let mut command = Command::new(&args.command[0]);
    server.describe(command.args(&args.command[1..]));
    let status = command.status().with_context(|| format!("starting {}", args.command[0]))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Why there can be no server on this machine, if so.
pub(crate) fn missing() -> Option<&'static str> {
    match programs().is_some() || apt::is_possible() {
        true => None,
        false => Some("PostgreSQL is not installed: on Debian, apt-get install postgresql"),
    }
}

/// The folder of the server's programs.
fn programs() -> Option<PathBuf> {
    let has_all = |folder: &PathBuf| {
        ["initdb", "pg_ctl", "postgres"].iter().all(|name| folder.join(name).is_file())
    };
    let versions = std::fs::read_dir(FOLDERS).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    folders.sort();
    let in_path = find("initdb").and_then(|file| file.parent().map(Path::to_owned));
    in_path.into_iter().chain(folders.into_iter().rev()).find(has_all)
}

pub(crate) struct Server {
    programs: PathBuf,
    user: User,
    folder: PathBuf,
    process: Child,
    port: u16,
    has_certificate: bool,
}

impl Server {
    /// Starts a server, which is installed first if necessary and possible.
    pub(crate) fn start() -> anyhow::Result<Server> {
        let look = || programs().context(missing().unwrap_or("PostgreSQL was not installed"));
        let programs = look().or_else(|_| {
            apt::install(&[PACKAGE])?;
            look()
        })?;
        let folder = std::env::temp_dir().join(format!("tisane-postgres-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let user = User::find()?;
        user.give(&folder)?;
        let data = folder.join("data");
        let mut init = user.command(&programs.join("initdb"));
        init.args(["--auth=trust", "--username=postgres", "--no-sync", "--encoding=UTF8"]);
        init.args(["--locale=C", "--no-instructions", "-D"]).arg(&data);
        output(init)?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut postgres = user.command(&programs.join("postgres"));
        postgres.arg("-D").arg(&data).args(["-p", &port.to_string()]).arg("-k").arg(&folder);
        for setting in [
            "listen_addresses=127.0.0.1",
            "max_connections=400",
            "shared_buffers=32MB",
            // Tests need no disk: nothing outlives the machine.
            "fsync=off",
            "full_page_writes=off",
        ] {
            postgres.args(["-c", setting]);
        }
        let has_certificate = certificate(&user, &data).is_ok();
        if has_certificate {
            postgres.args(["-c", "ssl=on"]);
            std::fs::copy(data.join("server.crt"), folder.join("server.crt"))?;
        }
        let log = std::fs::File::create(folder.join("log"))?;
        postgres.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let process = postgres.spawn().context("starting postgres")?;
        let mut server = Server { programs, user, folder, process, port, has_certificate };
        server.wait()?;
        Ok(server)
    }

    fn wait(&mut self) -> anyhow::Result<()> {
        let began = Instant::now();
        let log = || std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        while !log().contains("ready to accept connections") {
            let ended = self.process.try_wait()?.is_some();
            ensure!(!ended && began.elapsed() < STARTING, "postgres did not start:\n{}", log());
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Tells a command where the server is.
    pub(crate) fn describe(&self, command: &mut Command) {
        let address = format!("postgres://postgres@127.0.0.1:{}/postgres", self.port);
        command.env(VARIABLE, address);
        // It starts again with the same settings.
        let mut restart = self.control(&["restart", "-m", "immediate"]);
        restart.arg("-l").arg(self.folder.join("restarted.log")); // the first one is ours
        let words = std::iter::once(restart.get_program()).chain(restart.get_args());
        let words: Vec<String> = words.map(|word| format!("'{}'", word.display())).collect();
        command.env(RESTART, words.join(" "));
        if self.has_certificate {
            command.env(CERTIFICATE, self.folder.join("server.crt"));
        }
    }
}

impl Server {
    /// pg_ctl, for the process that runs now: it may have been restarted.
    fn control(&self, action: &[&str]) -> Command {
        let mut command = self.user.command(&self.programs.join("pg_ctl"));
        command.args(action).args(["-s", "-w", "-D"]).arg(self.folder.join("data"));
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Connections are closed first.
        let stopped = self.control(&["stop", "-m", "fast"]).status();
        if !stopped.is_ok_and(|status| status.success()) {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A certificate for this machine, signed by itself, if OpenSSL is there.
fn certificate(user: &User, data: &Path) -> anyhow::Result<()> {
    let mut openssl = user.command(&find("openssl").context("openssl was not found")?);
    openssl.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30"]);
    openssl.args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]);
    openssl.arg("-keyout").arg(data.join("server.key"));
    openssl.arg("-out").arg(data.join("server.crt"));
    output(openssl).map(drop)
}

/// PostgreSQL does not run as root.
enum User {
    Own,
    Other(&'static str),
}

impl User {
    fn find() -> anyhow::Result<User> {
        if !apt::is_root() {
            return Ok(User::Own);
        }
        let exists = |name: &&str| {
            let id = Command::new("id").args(["-u", name]).output();
            id.is_ok_and(|output| output.status.success())
        };
        match ["postgres", "nobody"].into_iter().find(exists) {
            Some(name) if find("setpriv").is_some() => Ok(User::Other(name)),
            _ => bail!("PostgreSQL does not run as root, and there is no other user to run it as"),
        }
    }

    /// The program ends with us.
    fn command(&self, program: &Path) -> Command {
        let mut command = match self {
            User::Own => Command::new(program),
            User::Other(name) => {
                let mut command = Command::new("setpriv");
                command.arg(format!("--reuid={name}")).arg(format!("--regid={}", self.group()));
                command.args(["--clear-groups", "--pdeathsig=INT"]).arg(program);
                command
            }
        };
        command.current_dir(std::env::temp_dir());
        command
    }

    fn group(&self) -> String {
        let User::Other(name) = self else { return String::new() };
        let id = Command::new("id").args(["-g", name]).output();
        id.map_or(String::new(), |id| String::from_utf8_lossy(&id.stdout).trim().to_owned())
    }

    fn give(&self, folder: &Path) -> anyhow::Result<()> {
        if let User::Other(name) = self {
            let mut chown = Command::new("chown");
            chown.arg(name).arg(folder);
            output(chown)?;
        }
        Ok(())
    }
}
