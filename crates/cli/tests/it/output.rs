//! Compares the output of the binary: help, tables, JSON, exit codes, errors.
//! `TRYCMD=overwrite cargo test -p tisane` updates the files in `tests/cmd`; review the diff.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{TISANE, data, folder, run};

#[test]
fn output_matches_the_recorded_cases() {
    let data = data();
    let cases = trycmd::TestCases::new();
    cases
        .env("TISANE_DATA", data.to_str().unwrap())
        .env("COLUMNS", "80")
        .insert_var("[DATA]", data.display().to_string())
        .unwrap();
    cases.case("tests/cmd/*.trycmd").case("../../README.md").case("../../docs/*.md");
}

#[test]
fn help_shows_defaults() {
    let help = |command: &str| {
        let mut tisane = Command::new(TISANE);
        let (_, help, _) = run(tisane.args([command, "--help"]).env_remove("TISANE_RULESET"), "");
        help.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for command in ["match", "ladder", "train"] {
        assert!(help(command).contains("The game's rules [default: english]"), "{command}");
    }
    assert!(help("play").contains("The game's rules [default: english]"));
    assert!(help("train").contains("[default: 16,16,32,128]"));
}

#[test]
fn solve_reads_its_own_output() {
    let data = data();
    let solve = |args: &[&str], input: &str| {
        run(Command::new(TISANE).arg("solve").args(args).env("TISANE_DATA", &data), input)
    };
    let board = |middle: &str| format!("15/15/15/15/15/15/15/{middle}/15/15/15/15/15/15/15");
    let options = ["-l", "little", "--static", "--top", "2", "--color", "always"];
    let position = format!("{} AIMSTQ?/ 0/0 0", board("7TEA5"));
    let (code, drawn, error) = solve(&[&[&*position][..], &options].concat(), "");
    assert_eq!((code, &*error), (0, ""));
    assert!(drawn.contains("\u{1b}["), "{drawn}");
    assert_eq!(solve(&[&["-"][..], &options].concat(), &drawn), (0, drawn, String::new()));
    let position = format!("{} EHOLP[RR]/ 0/0 0", board("6[CH]AL6"));
    let first = solve(&[&position, "-r", "spanish", "-l", "poco", "--static", "--json"], "");
    let again = first.1.split_once("\"position\":\"").unwrap().1.split_once('"').unwrap().0;
    assert_eq!(solve(&[again, "-l", "poco", "--static", "--json"], ""), first);
}

#[test]
fn wordsolver_answers_boards_before_an_invalid_one() {
    let answer = |boards: &str| {
        run(Command::new(TISANE).args(["wordsolver", "tests/cmd/course-words.txt", "-"]), boards)
    };
    let good = std::fs::read_to_string("tests/cmd/course-board.txt").unwrap();
    let (_, alone, _) = answer(&good);
    let (code, answered, error) = answer(&format!("# mine\n{good}\n2\n.. !!\n.. ..\nabc\n"));
    assert_eq!((code, answered), (2, alone));
    assert!(error.contains("\"!!\" is not a square"), "{error}");
}

#[test]
fn reads_words_from_standard_input() {
    let data = data();
    let tisane = |args: &[&str], input| {
        run(Command::new(TISANE).args(args).env("TISANE_DATA", &data), input)
    };
    assert_eq!(tisane(&["words", "check", "-l", "little", "-"], "qi\n za\n").0, 0);
    assert_eq!(tisane(&["words", "check", "-l", "little", "-"], "qi\nxyzzy\n").0, 1);
    let (code, found, _) =
        tisane(&["words", "anagram", "-l", "little", "-", "--json"], "tea\nxyz\n");
    assert_eq!((code, found.lines().count()), (0, 2));
    assert!(
        found
            .lines()
            .zip(["tea", "xyz"])
            .all(|(line, query)| line.contains(&format!("\"query\":\"{query}\""))),
        "{found}"
    );
    let (code, found, none) = tisane(&["words", "anagram", "-l", "little", "-"], "tea\nxyz\niq\n");
    assert_eq!((code, &*found), (0, "tea\nATE\nEAT\nTEA\n\nxyz\n\niq\nQI\n"));
    assert_eq!(none, "no words for xyz in little\n");
}

#[test]
fn skips_and_reports_unreadable_lines() {
    let data = data();
    let long = format!("qi\n{}\nza\n", "A".repeat(1 << 20));
    for (question, answers) in
        [("check", &["valid    QI", "valid    ZA"][..]), ("anagram", &["qi", "QI", "", "za", "ZA"])]
    {
        let mut command = Command::new(TISANE);
        let (code, out, error) = run(
            command.args(["words", question, "-l", "little", "-"]).env("TISANE_DATA", &data),
            &long,
        );
        let lines: Vec<&str> =
            out.lines().map(|line| line.split("  the ").next().unwrap_or(line)).collect();
        assert_eq!((code, &lines[..]), (1, answers), "{error}");
        assert_eq!(
            error,
            "warning: line 2 of standard input is skipped: the line is longer than 65536 bytes\n"
        );
    }
}

#[test]
fn answers_words_line_by_line() {
    let mut child = Command::new(TISANE)
        .args(["words", "check", "-l", "little", "-"])
        .env("TISANE_DATA", data())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    // The next line is written after the answer to the last.
    for (line, answer) in
        [("# my words\nat # short\n", "valid    AT"), ("xyzzy\n", "invalid  XYZZY")]
    {
        input.write_all(line.as_bytes()).unwrap();
        assert!(answers.next().unwrap().unwrap().starts_with(answer), "{line}");
    }
    drop(answers);
    // A closed pipe is not an error.
    let _ = input.write_all("za\n".repeat(100).as_bytes());
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn finds_word_lists_in_the_data_folder() {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lists-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    std::fs::create_dir_all(data.join("lexicons")).unwrap();
    let put =
        |name: &str, text: &str| std::fs::write(data.join("lexicons").join(name), text).unwrap();
    put("club.txt", "tea\ntea # again\nélan\nr2d2\n");
    put("english.txt", "xyzzy\n");
    put("two.txt", "eat\n");
    put("two.tsv", "tea\n");
    put("broken.lexicon", "no lexicon at all");
    put("graph.kwg", "no graph, either");
    put("empty.txt", "");
    let tisane = |args: &[&str]| run(Command::new(TISANE).args(args).env("TISANE_DATA", &data), "");

    // The default game spells its words, names ignore case, and unusable words are reported.
    let (code, checked, warned) = tisane(&["words", "check", "-l", "Club", "tea", "elan"]);
    assert_eq!(code, 0, "{checked}{warned}");
    assert_eq!(
        warned,
        "warning: 1 word of Club can't be spelled with these tiles; `tisane lexicon info Club` lists them\n"
    );
    assert_eq!(tisane(&["words", "check", "-l", "Club", "tea"]).2, warned);
    assert!(tisane(&["lexicon", "info", "club"]).1.contains("words     2\n"));

    // The warning and `lexicon info` agree; words too long for the board are counted apart.
    put("long.txt", "tea\ntea\nteas\nq\nr2d2\ntee time\nsupercalifragilistic\ntintinnabulations\n");
    let warning = "warning: 3 words of long can't be spelled with these tiles; `tisane lexicon info long` lists them\n";
    let (_, checked, warned) = tisane(&["words", "check", "-l", "long", "supercalifragilistic"]);
    assert_eq!((checked.as_str(), warned.as_str()), ("valid    SUPERCALIFRAGILISTIC\n", warning));
    let (_, _, stderr) = tisane(&["lexicon", "info", "long"]);
    let left_out = |stderr: &str| -> usize {
        stderr
            .lines()
            .filter_map(|line| line.split_once(" left out: "))
            .map(|(n, _)| n.parse::<usize>().unwrap())
            .sum()
    };
    assert_eq!(left_out(&stderr), 3, "{stderr}");
    let (_, _, warned) = tisane(&["solve", "--static", "-l", "long", "--rack", "tea"]);
    assert_eq!(warned, format!("{warning}warning: 2 words of long are too long for the board\n"));
    std::fs::write(data.join("small.txt"), "3\n.. .. ..\n c  a  t\n.. .. ..\ndgos*ie\n").unwrap();
    let small = data.join("small.txt");
    let (_, _, warned) = tisane(&["solve", "--static", "-l", "long", small.to_str().unwrap()]);
    assert!(
        warned.starts_with(&format!(
            "{warning}warning: 3 words of long are too long for the board\n"
        )),
        "{warned}"
    );
    let (_, _, warned) = tisane(&["words", "check", "-l", "long", "-r", "spanish", "tea"]);
    let listing = "`tisane lexicon info long --ruleset spanish` lists them";
    assert!(
        warned.starts_with(&format!(
            "warning: 3 words of long can't be spelled with these tiles; {listing}\n"
        )),
        "{warned}"
    );
    assert_eq!(
        left_out(&tisane(&["lexicon", "info", "long", "--ruleset", "spanish"]).2),
        5,
        "two are too long"
    );

    // The user's list hides the built-in one.
    assert_eq!(tisane(&["words", "check", "-l", "english", "xyzzy"]).0, 0);
    let listed = tisane(&["lexicon", "list"]).1;
    assert_eq!(listed.lines().filter(|line| line.starts_with("english ")).count(), 1, "{listed}");
    let noted = |file: &str, note: &str| {
        let below = listed.lines().skip_while(|line| !line.ends_with(file)).nth(1);
        assert!(
            below.is_some_and(|below| below.trim_start().starts_with(note)),
            "{file}: {note}\n{listed}"
        );
    };
    noted("english.txt", "replaces the built-in one");
    noted("broken.lexicon", "this is not a lexicon file");
    noted("graph.kwg", "arc 0 leads to place ");
    noted("empty.txt", "the list has no words");
    let as_json = tisane(&["lexicon", "list", "--json"]).1;
    assert!(as_json.contains("empty.txt (the list has no words)"), "{as_json}");
    let (code, _, refused) = tisane(&["lexicon", "info", "empty"]);
    assert_eq!(
        (code, &*refused),
        (2, "error: empty has no words\n\nhint: a word list has one word per line\n")
    );

    // Of two files with one name the first is used, with a warning.
    noted("two.tsv", "used instead of two.txt, which has the same name");
    let (code, _, warned) = tisane(&["words", "check", "-l", "two", "tea"]);
    assert_eq!(
        (code, &*warned),
        (0, "warning: using two.tsv, not two.txt; give a path to choose\n")
    );
}

#[test]
fn reads_positions_from_standard_input() {
    let tisane = |args: &[&str], input: &str| {
        run(Command::new(TISANE).args(args).env("TISANE_DATA", data()), input)
    };
    let drawing = include_str!("../cmd/exist.txt");
    let solve =
        ["solve", "-", "--rack", "NEW", "-l", "tests/cmd/words.txt", "--top", "1", "--json"];
    let (code, answer, stderr) = tisane(&solve, drawing);
    assert_eq!((code, &*stderr), (0, ""));
    for form in [
        // Windows line ends, row numbers, column names and a frame make no difference.
        drawing.replace('\n', "\r\n"),
        "  ABCDEFGHIJKLMNO\n".to_owned()
            + &(1..)
                .zip(drawing.lines())
                .map(|(n, row)| format!("{n:>2}|{row}|\n"))
                .collect::<String>(),
        "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 /\n".to_owned(),
    ] {
        assert_eq!(tisane(&solve, &form).1, answer, "{form}");
    }
    let (code, answers, _) = tisane(
        &["solve", "--batch", "-", "-l", "tests/cmd/words.txt"],
        include_str!("../cmd/positions.cgp"),
    );
    assert_eq!((code, answers.lines().count()), (1, 6));
    let (code, _, stderr) = tisane(&solve, "");
    assert_eq!((code, &*stderr), (2, "error: standard input is empty\n"));
}

#[test]
fn the_environment_sets_default_ruleset_and_lexicon() {
    let tisane = |variables: &[(&str, &str)], args: &[&str]| {
        run(
            Command::new(TISANE)
                .args(args)
                .envs(variables.iter().copied())
                .env("TISANE_DATA", data()),
            "",
        )
    };
    let russian = [("TISANE_RULESET", "erudit")];
    let little = [("TISANE_LEXICON", "little")];
    let lexicon = |variables, args: &[&str]| {
        let (code, json, stderr) = tisane(variables, args);
        assert_ne!(code, 2, "{args:?}: {stderr}");
        json.split("\"lexicon\":\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(lexicon(&[], &["words", "check", "tea", "--json"]), "english");
    assert_eq!(lexicon(&russian, &["words", "check", "ёлка", "--json"]), "russian");
    assert_eq!(lexicon(&little, &["words", "check", "tea", "--json"]), "little");
    assert_eq!(lexicon(&little, &["words", "check", "-r", "spanish", "tea", "--json"]), "spanish");
    assert_eq!(lexicon(&russian, &["words", "check", "-l", "little", "tea", "--json"]), "little");
    assert_eq!(lexicon(&russian, &["solve", "--rack", "КОТ", "--json"]), "russian");
    assert_eq!(lexicon(&little, &["solve", "--rack", "TEA", "--json"]), "little");
    assert_eq!(lexicon(&little, &["solve", "-r", "spanish", "--rack", "TEA", "--json"]), "spanish");
    let russian_words = [("TISANE_LEXICON", "russian")];
    assert_eq!(
        lexicon(&russian_words, &["solve", "--rack", "КОТ", "--static", "--json"]),
        "russian"
    );
    assert_eq!(lexicon(&russian_words, &["words", "check", "кот", "--json"]), "russian");
    // The position takes precedence.
    let cgp = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 TEA/ 0/0 0 ld english;";
    assert_eq!(lexicon(&russian, &["solve", cgp, "--json"]), "english");
    let (code, _, stderr) = tisane(&[("TISANE_RULESET", "erudite")], &["words", "check", "кот"]);
    assert_eq!(code, 2);
    assert!(
        stderr.contains("unknown ruleset \"erudite\"") && stderr.contains("did you mean erudit?"),
        "{stderr}"
    );
}

#[test]
fn the_family_filter_applies_to_moves() {
    let plays = |args: &[&str]| {
        let solve = ["solve", "--rack", "KRAUT", "-l", "english", "--sort", "score", "--json"];
        run(Command::new(TISANE).args(solve).args(args).env("TISANE_DATA", data()), "").1
    };
    assert!(plays(&["--all"]).contains(" KRAUT\""));
    assert!(!plays(&["--all", "--family"]).contains(" KRAUT\""));
}

#[test]
fn a_batch_is_answered_in_order_and_at_once() {
    let racks = ["NEW", "TEN", "SENT", "HASH", "QQ", "RYE", "TART?"];
    let lines: Vec<String> = (0..200)
        .map(|n| {
            format!("15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 {}/", racks[n % racks.len()])
        })
        .collect();
    let input = lines.join("\n");
    let answers = |threads: &str| {
        let args = [
            "solve",
            "--batch",
            "-",
            "--top",
            "3",
            "-l",
            "tests/cmd/words.txt",
            "--threads",
            threads,
        ];
        run(Command::new(TISANE).args(args).env("TISANE_DATA", data()), &input).1
    };
    let one = answers("1");
    assert_eq!(one.lines().count(), 200);
    assert_eq!(one, answers("5"));

    let mut child = Command::new(TISANE)
        .args(["solve", "--batch", "-", "-l", "tests/cmd/words.txt"])
        .env("TISANE_DATA", data())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = std::io::BufReader::new(child.stdout.take().unwrap());
    for line in &lines[..3] {
        writeln!(stdin, "{line}").unwrap();
        let mut answer = String::new();
        std::io::BufRead::read_line(&mut stdout, &mut answer).unwrap();
        assert!(answer.starts_with("{\"count\":"), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn invalid_lines_do_not_stop_a_batch() {
    let good = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 NEW/\n";
    let long = "/".repeat(100_000);
    let input = [
        good.as_bytes(),
        b"  # a comment\n",
        b"\xff\xfe\n",
        long.as_bytes(),
        b"\r\n\r\n",
        b"15/15 \0/\n",
        good.trim_end().as_bytes(),
    ]
    .concat();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("odd.cgp");
    std::fs::write(&file, input).unwrap();
    let mut command = Command::new(TISANE);
    command
        .args(["solve", "-l", "tests/cmd/words.txt", "--batch"])
        .arg(file)
        .env("TISANE_DATA", data());
    let (code, answers, stderr) = run(&mut command, "");
    assert_eq!((code, &*stderr), (1, ""));
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines.len(), 5, "{answers}");
    assert_eq!(lines[0], lines[4]);
    assert!(lines[1].contains("not UTF-8") && lines[1].ends_with("\"line\":3}"), "{answers}");
    assert_eq!(lines[2], "{\"error\":\"the line is longer than 65536 bytes\",\"line\":4}");
    assert!(lines[3].ends_with("\"line\":6}"), "{answers}");
}

#[test]
fn wordsolver_matches_the_published_answers() {
    let boards = include_str!("../cmd/course-boards.txt");
    let args = ["wordsolver", "tests/cmd/course-words.txt", "tests/cmd/course-boards.txt"];
    let (code, answers, stderr) =
        run(Command::new(TISANE).args(args).env("TISANE_DATA", data()), "");
    assert_eq!((code, &*stderr), (0, ""));
    assert_eq!(answers, include_str!("../cmd/course-answers.txt"));
    let from_stdin = run(
        Command::new(TISANE)
            .args(["wordsolver", "tests/cmd/course-words.txt", "-"])
            .env("TISANE_DATA", data()),
        boards,
    );
    assert_eq!(from_stdin, (0, answers, String::new()));
    let no_play = "3\n.. .. ..\n.. 2. ..\n.. .. ..\nqqq\n";
    let (code, answer, _) = run(
        Command::new(TISANE)
            .args(["wordsolver", "tests/cmd/course-words.txt", "-"])
            .env("TISANE_DATA", data()),
        no_play,
    );
    assert_eq!(
        (code, &*answer),
        (1, "Input Board:\n.. .. ..\n.. 2. ..\n.. .. ..\nTray: qqq\nNo solution\n\n")
    );
}

#[test]
fn the_bench_signature_does_not_depend_on_threads() {
    let bench = |threads: &str| {
        let args = ["bench", "--games", "2", "--time", "0", "--threads", threads];
        let (code, answer, stderr) =
            run(Command::new(TISANE).args(args).env("TISANE_DATA", data()), "");
        assert_eq!((code, &*stderr), (0, ""));
        answer.lines().last().unwrap().to_owned()
    };
    let signature = bench("1");
    assert!(signature.starts_with("signature: ") && signature.len() == 27, "{signature}");
    assert_eq!(bench("3"), signature);
}

/// Interrupts a command once it listens; returns exit code, standard output and standard error.
#[cfg(target_os = "linux")]
fn interrupt(args: &[&str]) -> (Option<i32>, String, String) {
    const SIGINT: u64 = 1 << 1;
    let mut command = Command::new(TISANE);
    let child = command
        .args(args)
        .env("TISANE_DATA", data())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let listens = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & SIGINT != 0
    };
    while !listens() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    Command::new("kill").arg("-INT").arg(child.id().to_string()).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_in_the_middle_of_a_move() {
    let endless = "champion,rollouts=1000000000";
    let (code, out, error) =
        interrupt(&["match", endless, endless, "--games", "2", "--threads", "2"]);
    assert_eq!(
        (code, &*out, &*error),
        (Some(1), "", "stopped before the first pair was finished\n")
    );
    let (code, out, _) =
        interrupt(&["ladder", "static", endless, "--pairs", "1", "--threads", "2"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("; 0 pairs in english with english, seed 1"), "{out}");
    let (_, out, _) = interrupt(&["ladder", endless, endless, "--pairs", "1000", "--threads", "2"]);
    assert!(!out.contains("--pairs"), "as many as requested: {out}");
    let (code, out, error) = interrupt(&["bench", "--time", "1000000"]);
    assert_eq!((code, &*error), (Some(1), "stopped early, so there is no signature\n"));
    assert!(out.starts_with("GAME "), "{out}");
}

#[test]
fn exported_lexicons_have_the_same_words() {
    let data = data();
    let tisane = |args: &[&str], input: &str| {
        run(Command::new(TISANE).args(args).env("TISANE_DATA", &data), input)
    };
    let (_, words, _) = tisane(&["lexicon", "export", "-l", "little"], "");
    assert_eq!(words.lines().count(), 11);
    for form in ["kwg", "kbwg", "lexicon"] {
        let file = data.join(format!("little.{form}"));
        let file = file.to_str().unwrap();
        assert_eq!(
            tisane(
                &["lexicon", "export", "-l", "little", "--format", form, "--force", "--out", file],
                ""
            )
            .0,
            0
        );
        let (_, again, _) = tisane(&["lexicon", "export", "-l", file, "-r", "english"], "");
        assert_eq!(again, words, "{form}");
    }
    let (_, levels, _) = tisane(&["lexicon", "export", "-l", "little", "--levels"], "");
    assert!(levels.contains("TISANE\t60\n"), "{levels}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Command::new(TISANE)
        .args(["rulesets", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 1]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[test]
fn uses_colour_at_terminals_or_on_request() {
    let tisane = |args: &[&str]| {
        run(Command::new(TISANE).args(args).env_remove("NO_COLOR").env("TERM", "xterm"), "").1
    };
    assert!(!tisane(&["rulesets", "english"]).contains('\x1b'));
    assert!(tisane(&["rulesets", "english", "--color", "always"]).contains('\x1b'));
    assert!(!tisane(&["rulesets", "english", "--color", "never"]).contains('\x1b'));
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, script, _) = run(Command::new(TISANE).args(["completions", shell]), "");
        assert!(code == 0 && script.contains("rulesets"), "{shell}");
        // Scripts of some shells complete no values.
        let has_values = shell != "powershell" && shell != "elvish";
        assert_eq!(script.contains("words-with-friends"), has_values, "{shell}");
        assert_eq!(script.contains("english-classic"), has_values, "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    for page in ["", "serve", "solve", "score", "rulesets", "lexicon build", "words check"] {
        let (code, roff, _) =
            run(Command::new(TISANE).arg("man").args(page.split_whitespace()), "");
        let title = format!(
            ".TH {}",
            ["tisane"].into_iter().chain(page.split_whitespace()).collect::<Vec<_>>().join("-")
        );
        assert!(code == 0 && roff.contains(&title), "{page}: {roff}");
    }
}

/// Starts a server; returns the first line it prints.
#[cfg(unix)]
fn serve(name: &str, args: &[&str]) -> (String, std::process::Child) {
    let mut child = Command::new(TISANE)
        .arg("serve")
        .args(args)
        .env("TISANE_DATA", folder(name))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(
        &mut std::io::BufReader::new(child.stdout.as_mut().unwrap()),
        &mut line,
    )
    .unwrap();
    (line, child)
}

#[cfg(unix)]
#[test]
fn serve_prints_its_address_and_stops_on_ctrl_c() {
    let (line, mut server) = serve("serve", &["--listen", "127.0.0.1:0"]);
    let address = line.trim().strip_prefix("Tisane is at http://").unwrap();
    let mut socket = std::net::TcpStream::connect(address).unwrap();
    socket
        .write_all(
            format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
                .as_bytes(),
        )
        .unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("ok\n"), "{answer}");
    Command::new("kill").arg("-INT").arg(server.id().to_string()).status().unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn serve_prints_the_public_url_and_keeps_its_data_private() {
    use std::os::unix::fs::PermissionsExt;
    let data = std::env::temp_dir().join(format!("tisane-private-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    let url = "https://tisane.example";
    let mut server = Command::new(TISANE)
        .args(["serve", "--listen", "127.0.0.1:0", "--public-url", url, "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(server.stdout.take().unwrap()));
    assert!(lines.next().unwrap().unwrap().starts_with("Tisane is at http://127.0.0.1:"));
    assert_eq!(lines.next().unwrap().unwrap(), format!("Public address: {url}"));
    let mode = |file| std::fs::metadata(file).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(data.clone()), mode(data.join("tisane.db"))), (0o700, 0o600));
    Command::new("kill").arg("-INT").arg(server.id().to_string()).status().unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn serve_finds_a_free_port() {
    let (first, mut one) = serve("serve-one", &[]);
    let (second, mut two) = serve("serve-two", &[]);
    let address = first.trim().strip_prefix("Tisane is at http://").unwrap().to_owned();
    assert!(second.starts_with("Tisane is at ") && first != second, "{second}");
    let (code, _, stderr) = run(Command::new(TISANE).args(["serve", "--listen", &address]), "");
    assert_eq!(code, 2);
    assert!(
        stderr.starts_with(&format!("error: cannot listen on {address}: "))
            && stderr.contains("\nhint: choose another port"),
        "{stderr}"
    );
    for server in [&mut one, &mut two] {
        server.kill().unwrap();
        server.wait().unwrap();
    }
}

#[test]
fn models_apply_with_the_family_filter() {
    let data = data();
    let best = |more: &[&str]| {
        let args = ["solve", "-r", "dutch", "--rack", "RETINAB", "--static", "--json"];
        let (code, out, stderr) =
            run(Command::new(TISANE).args(args).args(more).env("TISANE_DATA", &data), "");
        assert_eq!(code, 0, "{stderr}");
        out
    };
    let lines = |json: String| json.split_once("\"lines\"").unwrap().1.to_owned();
    assert_eq!(lines(best(&[])), lines(best(&["--family"])));
}

#[test]
fn suggests_lexicon_files_without_their_extension() {
    let data = data();
    std::fs::write(data.join("club.txt"), "tea\n").unwrap();
    let (code, _, refused) = run(
        Command::new(TISANE).args(["words", "check", "-l", "club", "tea"]).current_dir(&data),
        "",
    );
    assert!(
        code == 2 && refused.contains("hint: did you mean club.txt? choose from "),
        "{refused}"
    );
}

#[test]
fn never_overwrites_other_files() {
    let data = data();
    let mine = data.join("mine.txt");
    let of = |args: &[&str], input| {
        run(Command::new(TISANE).args(args).current_dir(&data).env("TISANE_DATA", &data), input)
    };
    for text in [
        "# Notes\n\n> somebody: said\n",
        "# all comments\n",
        "#!/bin/sh\nls\n",
        "my shopping list\n",
    ] {
        std::fs::write(&mine, text).unwrap();
        for command in ["follow", "play"] {
            let (_, _, refused) = of(&[command, "-l", "little"], "save mine.txt\n");
            assert!(
                refused.contains(
                    "mine.txt already exists and is not a score sheet; choose another name"
                ),
                "{command}: {refused}"
            );
        }
        assert_eq!(std::fs::read_to_string(&mine).unwrap(), text);
    }
    let (_, _, refused) = of(&["train", "-l", "little", "--out", "mine.txt"], "");
    assert!(refused.contains("mine.txt already exists and is not a model"), "{refused}");
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "my shopping list\n");
    for _ in 0..2 {
        let (_, said, refused) = of(&["follow", "-l", "little"], "save mine.gcg\n");
        assert!(
            said.contains("mine.gcg") && !refused.contains("mine.gcg"),
            "GCG files are: {said}{refused}"
        );
    }
}

/// There is no exact search with three players, but a move that ends the game is certain.
#[test]
fn going_out_among_three_players_is_exact() {
    let board = "4EXODE6/1DOFF1KERATIN1U/1OHO8YEN/1POOJA1B3MEWS/5SQUINTY2A/4RHINO1e3V/2B4C2R3E/GOAT1D1E2ZIN1d/1URACILS2E4/1PIG1S4T4/\
                 2L2R4T4/2L2A1GENII3/2A2T1L7/5E1A7/5D1M7";
    let solved = |rest: &str| {
        let args = ["solve", &format!("{board} {rest}"), "--iterations", "32", "--json"];
        let (code, out, stderr) =
            run(Command::new(TISANE).args(args).env("TISANE_DATA", data()), "");
        assert_eq!(code, 0, "{stderr}");
        let found: serde_json::Value = serde_json::from_str(&out).unwrap();
        let line = found["lines"]
            .as_array()
            .unwrap()
            .iter()
            .find(|line| line["move"] == "J10 AINEE")
            .unwrap()
            .clone();
        (line["win"].as_f64().unwrap(), line["spread"].as_f64().unwrap())
    };
    assert_eq!(solved("AEEI/RU/WV 300/325/280 0"), (1.0, 2.0));
    assert_eq!(solved("AEEI/RU/WV 300/290/280 0"), (1.0, 37.0));
    assert_eq!(solved("AEEI/RUW/V 300/339/280 0"), (0.0, -8.0));
}

#[test]
fn unknown_tiles_are_spread_over_all_opponents() {
    let board = "7PA6/7UG6/7FE6/7F3AVOW/4V1LINTOL2H/N2YAQONA3D1I/A3G7I1N/R2BACKET3EME/CUB1R1OXEN2TOY/1MIRITI6Z1/4E8ER/4SELcOUTH2I/\
                 9SEEING/8WEST2I/5JUPe5D";
    let solved = |racks: &str| {
        let args = [
            "solve",
            &format!("{board} {racks} 300/341/340 0"),
            "--iterations",
            "64",
            "--top",
            "4",
            "--json",
        ];
        let (code, out, stderr) =
            run(Command::new(TISANE).args(args).env("TISANE_DATA", data()), "");
        assert_eq!(code, 0, "{stderr}");
        let found: serde_json::Value = serde_json::from_str(&out).unwrap();
        let spreads = found["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["spread"].as_f64().unwrap())
            .collect::<Vec<_>>();
        (spreads, found["position"].as_str().unwrap().to_owned(), stderr)
    };
    let guess = "opponents' rack sizes are assumed to be 3 and 3, in turn order; a CGP can give their racks";
    let (spreads, _, stderr) = solved("DEDAOO//");
    assert!(stderr.contains(guess), "{stderr}");
    assert!(
        spreads.iter().any(|&spread| spread != spreads[0]),
        "the game goes on after each of them: {spreads:?}"
    );
    let (_, _, stderr) = solved("DEDAOO/RLA/RAS");
    assert!(!stderr.contains("assumed"), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn writes_html_pages_to_standard_output() {
    let review = |html: &str| {
        let args = ["review", "tests/cmd/game.gcg", "--static", "--html", html];
        run(Command::new(TISANE).args(args).env("TISANE_DATA", data()), "")
    };
    for out in ["-", "/dev/stdout"] {
        let (code, page, stderr) = review(out);
        assert_eq!(code, 0, "{stderr}");
        assert!(
            page.starts_with("<!doctype html") && page.trim_end().ends_with("</html>"),
            "{out}: {page}"
        );
    }
    let (code, _, refused) = review("/dev/full");
    assert!(code == 2 && refused.contains("/dev/full cannot be written"), "{refused}");
}

/// As with `<(cat file)` in a shell.
#[cfg(target_os = "linux")]
#[test]
fn reads_pipes_like_files() {
    let tisane = |args: &[&str], input: &str| {
        run(Command::new(TISANE).args(args).env("TISANE_DATA", data()), input)
    };
    let drawing = include_str!("../cmd/exist.txt");
    let solve = |position: &str| {
        ["solve", position, "--rack", "NEW", "-l", "little", "--static", "--json"]
            .map(str::to_owned)
    };
    let of = |position: &str, input: &str| {
        let args = solve(position);
        tisane(&args.each_ref().map(String::as_str), input)
    };
    assert_eq!(of("/dev/stdin", drawing), of("-", drawing));
    let (code, _, refused) = of("/dev/null", "");
    assert_eq!((code, &*refused), (2, "error: /dev/null is empty\n"));
    let positions = include_str!("../cmd/small.perft");
    assert_eq!(tisane(&["perft", "/dev/stdin"], positions), tisane(&["perft", "-"], positions));
    for args in [
        &["words", "check", "-l", "/dev/stdin", "qi"][..],
        &["solve", "--rack", "QI", "--static", "-l", "/dev/stdin"],
        &["lexicon", "info", "/dev/stdin"],
    ] {
        let (code, said, refused) = tisane(args, "qi\ntea\n");
        assert_eq!(code, 0, "{args:?}: {said}{refused}");
    }
    let (code, _, refused) = tisane(&["words", "check", "-l", "/dev/null", "qi"], "");
    assert!(code == 2 && refused.starts_with("error: null has no words\n"), "{refused}");
}

#[test]
fn a_challenge_bonus_belongs_to_the_play() {
    let sheet = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("challenged-{}.gcg", std::process::id()));
    let turns = ">ann: EIQSTVX 8E EXIST +32 32\n>ann: EIQSTVX (challenge) +5 37\n>bob: ENWWAAA I5 NEW. +11 11\n";
    std::fs::write(&sheet, format!("#player1 ann Ann\n#player2 bob Bob\n{turns}#incomplete\n"))
        .unwrap();
    let args = ["--static", "--json", "-r", "english", "-l", "english"];
    let (code, said, refused) = run(Command::new(TISANE).arg("review").arg(&sheet).args(args), "");
    assert_eq!(code, 0, "{refused}");
    let view: serde_json::Value = serde_json::from_str(&said).unwrap();
    let of_turn = |turn: usize| {
        ["points", "total", "lead"].map(|key| view["turns"][turn][key].as_i64().unwrap())
    };
    assert_eq!([of_turn(0), of_turn(1)], [[32, 37, 37], [11, 11, -26]]);
}
