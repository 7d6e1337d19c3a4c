//! The binary is run and its text compared: help, tables, JSON, exit codes, errors.
//! `TRYCMD=overwrite cargo test -p tisane` writes the files in `tests/cmd` anew; read the difference before you keep it.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TISANE: &str = env!("CARGO_BIN_EXE_tisane");

/// A data folder with two small lexicons, each test program's own.
fn data() -> PathBuf {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{}", std::process::id()));
    std::fs::create_dir_all(data.join("lexicons")).unwrap();
    build(&data, "little", "english", "qi 80\nza 70\ntea 20\neat 10\nate 10\nteam 20\nmeat 20\ntisane 60\nat 10\ncot 10\ncoat 10\n");
    build(&data, "poco", "spanish", "chal\nperro\ncalle\noh\n");
    data
}

fn build(data: &Path, name: &str, ruleset: &str, words: &str) {
    let out = data.join("lexicons").join(format!("{name}.lexicon"));
    let args = ["lexicon", "build", "-", "--ruleset", ruleset, "--title", "For tests", "--licence", "CC0-1.0", "--out"];
    let (code, _, stderr) = run(Command::new(TISANE).args(args).arg(out), words);
    assert_eq!(code, 0, "{stderr}");
}

/// Exit code, standard output, standard error.
fn run(command: &mut Command, input: &str) -> (i32, String, String) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_command_says_what_it_should() {
    let data = data();
    let cases = trycmd::TestCases::new();
    cases.env("TISANE_DATA", data.to_str().unwrap()).env("COLUMNS", "80").insert_var("[DATA]", data.display().to_string()).unwrap();
    cases.case("tests/cmd/*.trycmd").case("../../README.md");
}

#[test]
fn words_come_from_standard_input_too() {
    let data = data();
    let tisane = |args: &[&str], input| run(Command::new(TISANE).args(args).env("TISANE_DATA", &data), input);
    assert_eq!(tisane(&["words", "check", "-l", "little", "-"], "qi\n za\n").0, 0);
    assert_eq!(tisane(&["words", "check", "-l", "little", "-"], "qi\nxyzzy\n").0, 1);
    let (code, found, _) = tisane(&["words", "anagram", "-l", "little", "-", "--json"], "tea\nxyz\n");
    assert_eq!((code, found.lines().count()), (0, 2));
}

#[test]
fn a_lexicon_survives_every_form_it_can_be_exported_in() {
    let data = data();
    let tisane = |args: &[&str], input: &str| run(Command::new(TISANE).args(args).env("TISANE_DATA", &data), input);
    let (_, words, _) = tisane(&["lexicon", "export", "-l", "little"], "");
    assert_eq!(words.lines().count(), 11);
    for form in ["kwg", "kbwg", "lexicon"] {
        let file = data.join(format!("little.{form}"));
        let file = file.to_str().unwrap();
        assert_eq!(tisane(&["lexicon", "export", "-l", "little", "--format", form, "--out", file], "").0, 0);
        let (_, again, _) = tisane(&["lexicon", "export", "-l", file, "-r", "english"], "");
        assert_eq!(again, words, "{form}");
    }
    let (_, levels, _) = tisane(&["lexicon", "export", "-l", "little", "--levels"], "");
    assert!(levels.contains("TISANE\t60\n"), "{levels}");
}

#[test]
fn a_reader_who_has_enough_is_no_error() {
    let mut child = Command::new(TISANE).args(["rulesets", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 1]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[test]
fn colour_is_for_terminals_or_on_request() {
    let tisane = |args: &[&str]| run(Command::new(TISANE).args(args).env_remove("NO_COLOR").env("TERM", "xterm"), "").1;
    assert!(!tisane(&["rulesets", "english"]).contains('\x1b'));
    assert!(tisane(&["rulesets", "english", "--color", "always"]).contains('\x1b'));
    assert!(!tisane(&["rulesets", "english", "--color", "never"]).contains('\x1b'));
}

#[test]
fn shells_get_their_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, script, _) = run(Command::new(TISANE).args(["completions", shell]), "");
        assert!(code == 0 && script.contains("rulesets"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    for page in ["", "serve", "rulesets", "lexicon build", "words check"] {
        let (code, roff, _) = run(Command::new(TISANE).arg("man").args(page.split_whitespace()), "");
        let title = format!(".TH {}", ["tisane"].into_iter().chain(page.split_whitespace()).collect::<Vec<_>>().join("-"));
        assert!(code == 0 && roff.contains(&title), "{page}: {roff}");
    }
}

/// What a server of ours printed first, and the server.
#[cfg(unix)]
fn serve(args: &[&str]) -> (String, std::process::Child) {
    let mut child = Command::new(TISANE)
        .arg("serve")
        .args(args)
        .env("TISANE_DATA", data())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.as_mut().unwrap()), &mut line).unwrap();
    (line, child)
}

#[cfg(unix)]
#[test]
fn the_server_prints_its_address_answers_and_stops_when_asked() {
    let (line, mut server) = serve(&["--listen", "127.0.0.1:0"]);
    let address = line.trim().strip_prefix("Tisane is at http://").unwrap();
    let mut socket = std::net::TcpStream::connect(address).unwrap();
    socket.write_all(format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes()).unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("ok\n"), "{answer}");
    Command::new("kill").arg("-INT").arg(server.id().to_string()).status().unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn two_servers_find_two_ports_unless_one_is_named() {
    let (first, mut one) = serve(&[]);
    let (second, mut two) = serve(&[]);
    let address = first.trim().strip_prefix("Tisane is at http://").unwrap().to_owned();
    assert_ne!(first, second);
    let (code, _, stderr) = run(Command::new(TISANE).args(["serve", "--listen", &address]), "");
    assert_eq!(code, 2);
    assert!(
        stderr.starts_with(&format!("error: cannot listen on {address}: ")) && stderr.contains("\nhint: choose another port"),
        "{stderr}"
    );
    for server in [&mut one, &mut two] {
        server.kill().unwrap();
        server.wait().unwrap();
    }
}
