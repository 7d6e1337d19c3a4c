//! The server as a process: kills, signals, backups and moderation.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{TISANE, folder};

/// A server on a free port, and its address.
fn start(data: &Path) -> (Child, String) {
    let mut child = Command::new(TISANE)
        .args(["serve", "--listen", "0", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let line = BufReader::new(child.stdout.take().unwrap()).lines().next().unwrap().unwrap();
    (child, line.rsplit("http://").next().unwrap().to_owned())
}

/// A short form of the test in CONTRIBUTING.md.
#[test]
fn a_killed_server_keeps_every_acknowledged_move() {
    let args =
        ["load", "--games", "12", "--kills", "2", "--rate", "60", "--seconds", "2", "--data"];
    let output = Command::new(TISANE).args(args).arg(folder("kill")).output().unwrap();
    let (out, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{error}");
    assert!(out.contains("all stored exactly once"), "{out}");
}

#[test]
fn backs_up_a_running_server() {
    let data = folder("backup");
    let (mut server, _) = start(&data);
    let copy = data.join("copy.db");
    let backup =
        || Command::new(TISANE).arg("backup").arg(&copy).arg("--data").arg(&data).output().unwrap();
    assert!(backup().status.success());
    assert!(std::fs::read(&copy).unwrap().starts_with(b"SQLite format 3"));
    let again = backup();
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("already exists"));
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn reads_the_settings_file() {
    let data = folder("settings");
    std::fs::write(data.join("server.toml"), "listen = \"127.0.0.1:0\"\nbehind_proxy = true\n")
        .unwrap();
    let mut server = Command::new(TISANE)
        .args(["serve", "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let line = BufReader::new(server.stdout.take().unwrap()).lines().next().unwrap().unwrap();
    assert!(line.contains("http://127.0.0.1:") && !line.ends_with(":8472"), "{line}");
    server.kill().unwrap();
    server.wait().unwrap();
    std::fs::write(data.join("server.toml"), "lisen = \"127.0.0.1:0\"\n").unwrap();
    let output = Command::new(TISANE).args(["serve", "--data"]).arg(&data).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("lisen"));
}

/// The status of the answer to a new guest.
fn new_guest(address: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let body = "{\"name\":\"Ada\"}";
    let head = "POST /api/me HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close";
    write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn limits_come_from_options_environment_or_file() {
    let file = folder("limits");
    std::fs::write(file.join("server.toml"), "[limits]\nguests_per_minute = 2\n").unwrap();
    let serve = |data: &Path| {
        let mut serve = Command::new(TISANE);
        serve
            .args(["serve", "--listen", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        serve
    };
    let (mut by_option, mut by_environment, by_file) =
        (serve(&folder("option")), serve(&folder("environment")), serve(&file));
    by_option.args(["--guests-per-minute", "2"]);
    by_environment.env("TISANE_GUESTS_PER_MINUTE", "2");
    for mut serve in [by_option, by_environment, by_file] {
        let mut server = serve.spawn().unwrap();
        let line = BufReader::new(server.stdout.take().unwrap()).lines().next().unwrap().unwrap();
        let address = line.rsplit("http://").next().unwrap();
        let guests = [new_guest(address), new_guest(address), new_guest(address)];
        assert_eq!(guests, ["200", "200", "429"], "{serve:?}");
        server.kill().unwrap();
        server.wait().unwrap();
    }
}

#[cfg(unix)]
#[test]
fn sigterm_stops_the_server() {
    let (mut server, address) = start(&folder("end"));
    assert_eq!(new_guest(&address), "200");
    assert!(
        Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap().success()
    );
    assert!(server.wait().unwrap().success());
}

#[test]
fn refuses_an_unknown_log_level() {
    let output = Command::new(TISANE)
        .args(["serve", "--data"])
        .arg(folder("level"))
        .env("TISANE_LOG", "loud")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("TISANE_LOG is \"loud\"") && error.contains("warn"), "{error}");
}

#[test]
fn a_log_in_a_file_has_no_colours() {
    let mut server = Command::new(TISANE)
        .args(["serve", "--listen", "0", "--data"])
        .arg(folder("colours"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let line = BufReader::new(server.stdout.take().unwrap()).lines().next().unwrap().unwrap();
    let address = line.rsplit("http://").next().unwrap().to_owned();
    let statuses: Vec<String> = (0..40).map(|_| new_guest(&address)).collect();
    assert!(statuses.iter().any(|status| status == "429"), "{statuses:?}");
    server.kill().unwrap();
    let mut log = String::new();
    server.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    server.wait().unwrap();
    assert!(log.contains("429") && !log.contains('\u{1b}'), "{log}");
}

/// The status and the cookie of the answer to a request with a JSON body.
fn post(address: &str, path: &str, cookie: &str, body: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\ncookie: {cookie}"
    );
    write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let set = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap_or_default();
    (answer.split(' ').nth(1).unwrap().to_owned(), set.split(';').next().unwrap().to_owned())
}

#[test]
fn admin_commands_reach_a_running_server() {
    let data = folder("admin");
    let admin = |args: &[&str]| {
        let output =
            Command::new(TISANE).arg("admin").args(args).arg("--data").arg(&data).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let (code, _, error) = admin(&["bans"]);
    assert_eq!(code, 2);
    assert!(error.contains("no such database"), "{error}");

    let (mut server, address) = start(&data);
    let (_, cookie) = post(&address, "/api/me", "", "{\"name\":\"Ada\"}");
    let log_in = "{\"name\":\"Ada\",\"password\":\"correct horse\"}";
    assert_eq!(post(&address, "/api/me/account", &cookie, log_in).0, "200");
    assert_eq!(post(&address, "/api/login", "", log_in).0, "200");

    assert_eq!(admin(&["bans"]), (0, "no bans\n".to_owned(), String::new()));
    let (code, _, error) = admin(&["grant", "Nobody"]);
    assert_eq!(code, 2);
    assert!(
        error.contains("unknown player \"Nobody\"") && error.contains("tisane admin players"),
        "{error}"
    );
    post(&address, "/api/me", "", "{\"name\":\"Bo\"}");
    let (code, _, error) = admin(&["grant", "Bo"]);
    assert_eq!(code, 2);
    assert!(error.contains("guests can't be administrators"), "{error}");
    assert_eq!(admin(&["grant", "ada"]), (0, "Done.\n".to_owned(), String::new()));
    let (_, players, _) = admin(&["players", "AD"]);
    assert!(players.contains("Ada") && players.contains("admin"), "{players}");
    let (code, _, error) = admin(&["ban", "Ada"]);
    assert_eq!(code, 2);
    assert!(error.contains("this player is an administrator; revoke the role first"), "{error}");
    let (code, _, error) = admin(&["ban", "--address", "0.0.0.0/0"]);
    assert_eq!(code, 2);
    assert!(error.contains("too wide"), "{error}");
    for days in ["-1", "0", "3651"] {
        let (code, _, error) = admin(&["mute", "Bo", "--days", days]);
        assert_eq!(code, 2);
        assert!(error.contains("give a whole number from 1 to 3650"), "{error}");
    }
    std::fs::write(data.join("server.toml"), "trusted_proxy = [\"10.0.0.2\"]").unwrap();
    for (range, own) in
        [("127.0.0.1", "this machine's own address"), ("10.0.0.0/24", "a trusted proxy")]
    {
        let (code, _, error) = admin(&["ban", "--address", range]);
        assert_eq!(code, 2);
        assert!(error.contains(own) && error.contains("--force"), "{error}");
    }
    assert_eq!(admin(&["ban", "--address", "10.0.0.0/24", "--force"]).0, 0);
    assert_eq!(admin(&["unban", "1"]).0, 0);

    assert_eq!(admin(&["revoke", "Ada"]).0, 0);
    assert_eq!(
        admin(&["ban", "Ada", "--days", "3", "--reason", "spam", "--address", "192.0.2.7/24"]).0,
        0
    );
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while post(&address, "/api/games", &cookie, "{\"ruleset\":\"english\"}").0 != "403" {
        assert!(std::time::Instant::now() < deadline, "the server has not heard of the ban");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let (_, bans, _) = admin(&["bans", "--json"]);
    assert!(
        bans.contains("\"address\":\"192.0.2.0/24\"")
            && bans.contains("\"reason\":\"spam\"")
            && bans.contains("\"name\":\"Ada\""),
        "{bans}"
    );
    let (_, log, _) = admin(&["log"]);
    assert_eq!(log.lines().filter(|line| line.contains("command line")).count(), 5, "{log}");
    assert!(log.lines().nth(1).unwrap().starts_with("0 min"), "{log}");
    server.kill().unwrap();
    server.wait().unwrap();

    // It also works without a server, and the next one applies it.
    assert_eq!(admin(&["unban", "2"]).0, 0);
    let (mut server, address) = start(&data);
    assert_eq!(post(&address, "/api/login", "", log_in).0, "200");
    server.kill().unwrap();
    server.wait().unwrap();
}
