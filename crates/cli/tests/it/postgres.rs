//! A server on PostgreSQL, from the command line.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{TISANE, folder, run};

/// The address of the server; `cargo xtask postgres COMMAND` sets it.
const VARIABLE: &str = "TISANE_TEST_POSTGRES";
const PASSWORD: &str = "s3cret";

fn server() -> String {
    std::env::var(VARIABLE).unwrap_or_else(|_| {
        panic!(
            "{VARIABLE} is not set: run this test with `cargo xtask postgres cargo nextest run …`"
        )
    })
}

/// The address of a new database, with a password. The server trusts everybody.
fn new_database() -> String {
    let (server, name) = (server(), format!("cli-{}", std::process::id()));
    let create = format!("CREATE DATABASE \"{name}\"");
    let created = Command::new("psql").args([&server, "--quiet", "--command", &create]).status();
    assert!(created.expect("psql is installed").success());
    let (place, _) = server.rsplit_once('/').unwrap();
    format!("{place}/{name}").replace("postgres@", &format!("postgres:{PASSWORD}@"))
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path, database: &str) -> Server {
        let mut serve = Command::new(TISANE);
        serve.args(["serve", "--listen", "0", "--unlimited", "--data"]).arg(data);
        serve.env("TISANE_DATABASE", database).env("TISANE_LOG", "debug");
        let mut child = serve.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_owned();
        assert!(!address.is_empty(), "{:?}", child.wait_with_output());
        Server { child, address }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json"
        );
        let length = body.len();
        write!(stream, "{head}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Ends it, and returns what it logged.
    fn stop(mut self) -> String {
        self.child.kill().unwrap();
        String::from_utf8(self.child.wait_with_output().unwrap().stderr).unwrap()
    }
}

/// A database of SQLite is copied, served and moderated, and the password is printed nowhere.
#[test]
#[ignore = "needs PostgreSQL: cargo xtask test postgres"]
fn a_server_moves_to_postgresql() {
    let data = folder("postgres");
    let file = data.join("tisane.db");
    let first = Server::start(&data, file.to_str().unwrap());
    assert!(first.ask("POST", "/api/me", "{\"name\":\"Ada\"}").contains("200 OK"));
    first.stop();
    let address = new_database();
    let copy = || run(Command::new(TISANE).arg("copy-database").arg(&file).arg(&address), "");
    let (code, printed, errors) = copy();
    assert_eq!(code, 0, "{errors}");
    assert!(printed.starts_with("Copied and compared 0 games with 0 events"), "{printed}");
    let (code, _, errors) = copy();
    assert_ne!(code, 0);
    assert!(errors.contains("is not empty: table players has rows"), "{errors}");
    let mut seen = printed + &errors;

    // Two servers at once, which SQLite would refuse.
    let servers = [Server::start(&data, &address), Server::start(&data, &address)];
    for server in &servers {
        let ready = server.ask("GET", "/readyz", "");
        assert!(ready.contains("200 OK"), "{ready}");
    }
    assert!(servers[0].ask("POST", "/api/me", "{\"name\":\"Bo\"}").contains("200 OK"));
    let mut admin = Command::new(TISANE);
    admin.args(["admin", "players", "--database", &address]);
    let (code, players, errors) = run(&mut admin, "");
    assert_eq!(code, 0, "{errors}");
    assert!(players.contains("Ada") && players.contains("Bo"), "{players}");
    let mut backup = Command::new(TISANE);
    backup.args(["backup", "out.db", "--database", &address]);
    let (code, _, errors) = run(&mut backup, "");
    assert!(code != 0 && errors.contains("pg_dump"), "{errors}");
    seen += &errors;
    for server in servers {
        seen += &server.stop();
    }
    assert!(!seen.contains(PASSWORD), "{seen}");
}

/// Needs no PostgreSQL.
#[test]
fn addresses_that_fail_are_shown_without_the_password() {
    let data = folder("postgres-fails");
    let nowhere = format!("postgres://ada:{PASSWORD}@127.0.0.1:1/tisane");
    let wrong = format!("postgres://ada:{PASSWORD}@db:port/tisane");
    let unknown = format!("postgres://ada:{PASSWORD}@db/tisane?sslmode=maybe");
    std::fs::write(data.join("a.db"), "").unwrap();
    let file = data.join("a.db");
    for (args, expected) in [
        (vec!["serve", "--database", &nowhere], "can't be reached"),
        (vec!["serve", "--database", &wrong], "not a PostgreSQL address"),
        (vec!["admin", "bans", "--database", &nowhere], "can't be reached"),
        (vec!["admin", "bans", "--database", &unknown], "unknown sslmode \"maybe\""),
        (vec!["backup", "b.db", "--database", &nowhere], "pg_dump --format=custom"),
        (vec!["copy-database", file.to_str().unwrap(), &nowhere], "can't be reached"),
        (vec!["copy-database", file.to_str().unwrap(), &wrong], "not a PostgreSQL address"),
    ] {
        let (code, printed, errors) =
            run(Command::new(TISANE).args(&args).env("TISANE_DATA", &data), "");
        assert_ne!(code, 0, "{args:?}");
        assert!(errors.contains(expected), "{args:?}: {errors}");
        assert!(!format!("{printed}{errors}").contains(PASSWORD), "{args:?}: {errors}");
    }
}
