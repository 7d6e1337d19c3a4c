//! The server's database: locking, backups and full disks.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::common::{TISANE, folder};

fn serve(data: &Path) -> Command {
    let mut serve = Command::new(TISANE);
    serve.args(["serve", "--listen", "0", "--unlimited", "--data"]).arg(data);
    serve
}

/// The command with files limited to this many blocks of 512 bytes, like a full disk.
fn limited(command: &Command, blocks: u32) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
    shell.arg(command.get_program()).args(command.get_args());
    shell
}

struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server, or returns its output if it fails.
fn start(command: &mut Command) -> Result<Server, Output> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    if line.is_empty() {
        return Err(child.wait_with_output().unwrap());
    }
    let address = line.trim().rsplit("http://").next().unwrap().to_owned();
    let mut errors = child.stderr.take().unwrap();
    std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink())); // so that the pipe never fills
    Ok(Server { child, address })
}

/// Status, headers and body of an answer.
fn ask(server: &Server, method: &str, path: &str, cookie: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close"
    );
    write!(stream, "{head}\r\ncookie: {cookie}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

/// A new guest's cookie, or the status.
fn guest(server: &Server) -> Result<String, u16> {
    let (status, answer) = ask(server, "POST", "/api/me", "", "{\"name\":\"Ada\"}");
    let cookie = answer.split("tisane=").nth(1).map(|rest| rest.split(';').next().unwrap());
    if status == 200 { Ok(format!("tisane={}", cookie.unwrap())) } else { Err(status) }
}

#[test]
fn refuses_a_second_server_on_one_database() {
    let data = folder("lock");
    let mut first = start(&mut serve(&data)).unwrap_or_else(|output| panic!("{output:?}"));
    let other = folder("lock-link");
    let link = other.join("link.db");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(data.join("tisane.db"), &link).unwrap();
    let mut by_link = serve(&other);
    by_link.arg("--database").arg(&link);
    for mut second in [serve(&data), by_link] {
        let Err(output) = start(&mut second) else { panic!("two servers run on one database") };
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("already running on this database"), "{error}");
        assert!(error.contains(&format!("process {}, since 20", first.child.id())), "{error}");
        assert!(error.contains("--database"), "{error}");
    }
    let copy = data.join("copy.db");
    let _ = std::fs::remove_file(&copy);
    let backup =
        Command::new(TISANE).arg("backup").arg(&copy).arg("--data").arg(&data).output().unwrap();
    assert!(backup.status.success(), "{backup:?}");
    guest(&first).expect("the first goes on");
    first.child.kill().unwrap(); // SIGKILL: it can't clean up
    first.child.wait().unwrap();
    let third = start(&mut serve(&data)).unwrap_or_else(|output| panic!("{output:?}"));
    guest(&third).expect("the third has the database");
}

#[test]
fn a_backup_without_space_leaves_nothing() {
    let (data, target) = (folder("no-space"), folder("no-space-copy"));
    drop(start(&mut serve(&data)).unwrap_or_else(|output| panic!("{output:?}")));
    let copy = target.join("copy.db");
    let mut backup = Command::new(TISANE);
    backup.arg("backup").arg(&copy).arg("--data").arg(&data);
    // 40 KB: enough for the index of the log (32 KB), too little for the copy.
    let output = limited(&backup, 80).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("copy.db")
            && (error.contains("no space left") || error.contains("can't be written")),
        "{error}"
    );
    assert_eq!(std::fs::read_dir(&target).unwrap().count(), 0, "nothing is left behind");
    assert!(backup.output().unwrap().status.success());
}

#[test]
fn a_full_disk_loses_no_acknowledged_write() {
    for blocks in [1, 60, 150, 300, 600, 1200] {
        let data = folder(&format!("limit-{blocks}"));
        let mut cookies = Vec::new();
        match start(&mut limited(&serve(&data), blocks)) {
            Err(output) => {
                let error = String::from_utf8_lossy(&output.stderr);
                assert!(
                    output.status.code() == Some(2) && error.contains("tisane.db"),
                    "{blocks} blocks: {error}"
                );
            }
            Ok(server) => {
                let refused = loop {
                    match guest(&server) {
                        Ok(cookie) => cookies.push(cookie),
                        Err(status) => break status,
                    }
                    assert!(cookies.len() < 2000, "{blocks} blocks are no limit");
                };
                assert_eq!(refused, 500, "{blocks} blocks");
                let ready = std::iter::repeat_with(|| ask(&server, "GET", "/readyz", "", ""));
                let (_, answer) = ready
                    .take(100_000)
                    .find(|(status, _)| *status == 503)
                    .expect("it is not ready");
                assert!(answer.contains("can't save games"), "{answer}");
            }
        }
        let server =
            start(&mut serve(&data)).unwrap_or_else(|output| panic!("{blocks} blocks: {output:?}"));
        for cookie in &cookies {
            assert_eq!(
                ask(&server, "GET", "/api/me", cookie, "").0,
                200,
                "{blocks} blocks: an acknowledged guest is lost"
            );
        }
        guest(&server).unwrap_or_else(|status| panic!("{blocks} blocks: {status}"));
        if blocks >= 1200 {
            assert!(!cookies.is_empty(), "some of it was acknowledged");
        }
    }
}
