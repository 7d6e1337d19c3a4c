//! Options and answers that a new user meets first.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use crate::common::{TISANE, data, folder, run};

/// Runs the binary with this data folder.
fn tisane_in(data: &Path, args: &[&str]) -> (i32, String, String) {
    run(Command::new(TISANE).args(args).env("TISANE_DATA", data), "")
}

fn tisane(args: &[&str]) -> (i32, String, String) {
    tisane_in(&data(), args)
}

fn lines(json: &str) -> Vec<String> {
    let answer: serde_json::Value = serde_json::from_str(json).unwrap();
    let lines = answer["lines"].as_array().unwrap().iter();
    lines.map(|line| line["move"].as_str().unwrap().to_owned()).collect()
}

const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

#[test]
fn config_toml_sets_defaults_that_options_override() {
    let data = folder("config");
    std::fs::write(data.join("config.toml"), "ruleset = 'french'\ntime = '100ms'\n").unwrap();
    let solved = |args: &[&str]| {
        let all = [&["solve", "--rack", "TEA", "--json", "--iterations", "2"][..], args].concat();
        let (code, out, error) = tisane_in(&data, &all);
        assert_eq!(code, 0, "{error}");
        let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
        answer["ruleset"].as_str().unwrap().to_owned()
    };
    assert_eq!(solved(&[]), "french");
    assert_eq!(solved(&["-r", "spanish"]), "spanish");
    assert_eq!(solved(&["--no-config"]), "english");
    std::fs::write(data.join("config.toml"), "rulset = 'french'\n").unwrap();
    let (code, _, error) = tisane_in(&data, &["bots"]);
    assert_eq!(code, 2);
    assert!(error.contains("config.toml: unknown field `rulset`"), "{error}");
    assert_eq!(tisane_in(&data, &["bots", "--no-config"]).0, 0);
}

#[test]
fn quiet_hides_warnings_and_verbose_adds_details() {
    let args = ["solve", "tests/cmd/tart.txt", "--rack", "ACS", "-l", "tests/cmd/words.txt"];
    let all = |more: &str| {
        let (code, _, error) = tisane(&[&args[..], &["--static", more]].concat());
        assert_eq!(code, 0, "{error}");
        error
    };
    assert!(all("--json").starts_with("warning: "));
    assert_eq!(all("--quiet"), "");
    let details = all("-v");
    assert!(details.contains("note: ruleset english, lexicon words ("), "{details}");
}

#[test]
fn the_version_names_the_built_in_data() {
    let (code, long, _) = tisane(&["--version"]);
    assert_eq!(code, 0);
    assert!(long.starts_with(&format!("tisane {}", env!("CARGO_PKG_VERSION"))), "{long}");
    assert!(long.contains(" rulesets, ") && long.contains("\n  english "), "{long}");
    assert_eq!(tisane(&["-V"]).1.lines().count(), 1);
}

#[test]
fn errors_quote_at_most_60_characters() {
    let long = "x".repeat(100_000);
    for args in [
        &["solve", &*long][..],
        &["words", "check", "-l", &long, "tea"],
        &["solve", "--rack", "TEA", "-r", &long],
        &["play", "--level", &long],
        &["solve", "--rack", &long],
        &["solve", "--rack", "TEA", "--time", &long],
        &["help", &long],
        &[&long],
    ] {
        let (code, _, error) = tisane(args);
        assert_eq!(code, 2, "{}", args[0]);
        assert!(error.len() < 2000 && !error.contains(&"x".repeat(61)), "{}", args[0]);
    }
}

#[test]
fn an_exchange_is_an_answer() {
    let (code, out, _) = tisane(&["solve", "--rack", "VV", "--static", "--json"]);
    assert_eq!((code, lines(&out)[0].starts_with('-')), (0, true), "{out}");
}

#[test]
fn a_pass_is_not_best_because_the_rack_is_short() {
    for method in [&["--static"][..], &["--iterations", "40"]] {
        let (_, out, _) = tisane(&[&["solve", "--rack", "S", "--json"][..], method].concat());
        assert_eq!(lines(&out), ["-S", "pass"], "{method:?}");
    }
}

#[test]
fn a_game_that_is_over_is_not_simulated() {
    let over = format!("{EMPTY} AEINRST/ 0/0 6");
    let (code, out, warned) = tisane(&["solve", &over, "--top", "1"]);
    assert_eq!(code, 0, "{warned}");
    assert!(out.contains("the game is over, so nothing was simulated"), "{out}");
    assert!(!out.contains("WIN %") && warned.contains("over"), "{out}{warned}");
}

#[test]
fn plays_down_are_listed_on_request() {
    let solve = |more: &[&str]| {
        tisane(&[&["solve", "--rack", "QI", "-l", "little", "--static"][..], more].concat()).1
    };
    let folded = "only plays across are listed";
    assert!(solve(&[]).contains(folded), "{}", solve(&[]));
    assert!(!solve(&["--both"]).contains(folded));
    let mut both = lines(&solve(&["--both", "--json"]));
    both.sort();
    assert_eq!(both, ["8G QI", "8H QI", "H7 QI", "H8 QI"]);
}

#[test]
fn inference_says_whether_it_was_used() {
    let solve = |position: &[&str]| {
        let args = ["--infer", "--iterations", "2", "--top", "1", "-l", "english"];
        tisane(&[&["solve"], position, &args].concat())
    };
    let (_, out, warned) = solve(&[&format!("{EMPTY} AEINRST/ 0/0 0")]);
    assert!(warned.contains("warning: nothing to infer from"), "{warned}");
    assert!(!out.contains("inferred"), "{out}");
    let (_, out, _) = solve(&["tests/cmd/game.gcg", "--turn", "2"]);
    assert!(out.contains("opponents' racks were inferred from their last moves"), "{out}");
}

#[test]
fn several_positions_and_games_are_answered_in_order() {
    let cgp = format!("{EMPTY} QI/ 0/0 0");
    let (code, out, _) =
        tisane(&["solve", &cgp, "tests/cmd/exist.txt", "--rack", "ZA", "--static", "--json"]);
    assert_eq!((code, out.lines().count()), (0, 2), "{out}");
    let (first, second) = out.split_once('\n').unwrap();
    assert!(first.contains(EMPTY) && second.contains("4EXIST6"), "{out}");
    let games = ["tests/cmd/game.gcg", "tests/cmd/one-tile.gcg"];
    let (code, out, _) = tisane(&["review", games[0], games[1], "--static", "--json"]);
    assert_eq!((code, out.lines().count()), (0, 2), "{out}");
}

#[test]
fn saved_games_are_listed_as_json() {
    let data = folder("saved-list");
    assert_eq!(tisane_in(&data, &["review", "--json"]).1, "{\"games\":[]}\n");
    let play = ["play", "--seed", "1", "--first", "me", "--level", "greedy"];
    run(Command::new(TISANE).args(play).env("TISANE_DATA", &data), "pass\n");
    let (code, out, error) = tisane_in(&data, &["review", "--json"]);
    assert_eq!(code, 0, "{error}");
    let list: serde_json::Value = serde_json::from_str(&out).unwrap();
    let game = &list["games"][0];
    assert_eq!((&game["name"], &game["state"]), (&"english-1".into(), &"in progress".into()));
    assert_eq!(game["players"][0]["name"], "You");
}

#[test]
fn the_first_turn_can_be_chosen() {
    let first = |who: &str| {
        let data = folder(&format!("first-{who}"));
        let play = ["play", "--first", who, "--level", "greedy", "--seed", "3"];
        run(Command::new(TISANE).args(play).env("TISANE_DATA", data), "")
    };
    let (code, me, error) = first("me");
    assert_eq!(code, 0, "{error}");
    assert!(me.contains("You to move") && !me.contains("greedy  "), "{me}");
    let (_, bot, _) = first("bot");
    assert!(bot.contains("greedy  ") && !bot.contains("tiles drawn"), "{bot}");
    assert!(first("draw").1.contains("tiles drawn for the first turn"));
    let (code, _, error) = tisane(&["play", "--first", "bot", "--players", "Ann,Bo"]);
    assert_eq!((code, error.starts_with("error: --first bot needs a bot")), (2, true), "{error}");
}

#[test]
fn hints_are_plays_before_exchanges() {
    let data = folder("hints");
    std::fs::write(data.join("words.txt"), "aa\nii\nvi\n").unwrap();
    // With such a lexicon every exchange is worth more than a play of two points.
    let mut shown = 0;
    for seed in 1..20 {
        let mut command = Command::new(TISANE);
        command.args(["play", "--first", "me", "--seed", &seed.to_string(), "-l", "words.txt"]);
        command.current_dir(&data).env("TISANE_DATA", &data);
        let (_, out, _) = run(&mut command, "hint\nquit\n");
        let moves = out.lines().skip_while(|line| !line.starts_with("#  MOVE")).skip(1);
        let is_play: Vec<bool> = moves
            .map_while(|line| line.split_whitespace().nth(1))
            .take(5)
            .map(|text| text.starts_with(|c: char| c.is_ascii_digit()))
            .collect();
        assert!(is_play.is_sorted_by(|a, b| a >= b), "{out}");
        shown += usize::from(is_play.first() == Some(&true));
    }
    assert!(shown > 0, "some rack has a play");
}

#[test]
fn a_short_match_has_no_intervals() {
    let (code, out, _) = tisane(&["match", "greedy", "static", "--pairs", "2"]);
    assert_eq!(code, 0);
    assert!(out.contains("too few pairs for confidence intervals") && !out.contains('±'), "{out}");
}

#[test]
fn rejected_words_are_reported_once() {
    let data = folder("rejects");
    let list = data.join("list.txt");
    std::fs::write(&list, "tea\nr2d2\nx1\ny2\nz3\n").unwrap();
    let build = |more: &[&str]| {
        let out = data.join("list.lexicon");
        let args = ["lexicon", "build", list.to_str().unwrap(), "-r", "english", "--force", "-o"];
        tisane(&[&args[..], &[out.to_str().unwrap()], more].concat()).2
    };
    let (short, long) = (build(&[]), build(&["-v"]));
    assert!(short.contains("and 1 more"), "{short}");
    for word in ["r2d2", "x1", "y2", "z3"] {
        assert_eq!(long.to_lowercase().matches(word).count(), 1, "{long}");
    }
}

#[test]
fn bash_completes_levels() {
    let script = tisane(&["completions", "bash"]).1;
    let level = script.split("--level)").nth(1).unwrap();
    let values = level.lines().nth(1).unwrap();
    assert!(values.contains("casual") && values.contains("champion"), "{values}");
}

#[test]
fn manual_pages_keep_aligned_blocks() {
    let page = tisane(&["man", "solve"]).1;
    assert!(page.contains(".SH NOTES\n"), "{page}");
    assert!(page.contains("Examples:\n.nf\n  tisane solve \\-\\-rack AEINRST\n"), "{page}");
}

#[cfg(target_os = "linux")]
#[test]
fn file_names_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let data = folder("names");
    let copy = |from: &str, name: &[u8]| {
        let path = data.join(OsStr::from_bytes(name));
        std::fs::copy(from, &path).unwrap();
        path
    };
    let solve = |path: &Path, command: &[&str], more: &[&str]| {
        let mut tisane = Command::new(TISANE);
        tisane.args(command).arg(path).args(more).env("TISANE_DATA", &data);
        let (code, out, error) = run(&mut tisane, "");
        assert_eq!(code, 0, "{command:?}: {out}{error}");
    };
    let board = copy("tests/cmd/exist.txt", b"board-\xff.txt");
    solve(&board, &["solve"], &["--rack", "NEW", "--static"]);
    solve(&board, &["place"], &["exists"]);
    solve(&board, &["score"], &["8E EXISTS"]);
    let game = copy("tests/cmd/game.gcg", b"game-\xff.gcg");
    solve(&game, &["review"], &["--static"]);
    let boards = copy("tests/cmd/course-board.txt", b"boards-\xff.txt");
    solve(&boards, &["wordsolver", "tests/cmd/course-words.txt"], &[]);
    let words = copy("tests/cmd/words.txt", b"words-\xff.txt");
    let out = data.join("words.lexicon");
    solve(&words, &["lexicon", "build"], &["-r", "english", "-o", out.to_str().unwrap()]);
}

#[test]
fn programs_get_json_from_train_and_wordsolver() {
    let (code, out, _) = tisane(&["train", "--list", "--json"]);
    assert_eq!(code, 0);
    let list: serde_json::Value = serde_json::from_str(&out).unwrap();
    let models = list["models"].as_array().unwrap();
    assert!(models.iter().any(|model| model["ruleset"] == "english"), "{out}");
    let args = ["wordsolver", "tests/cmd/course-words.txt", "tests/cmd/course-board.txt", "--json"];
    let (code, out, _) = tisane(&args);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["move"], &answer["score"]), (0, &"F1 TROOLIE".into(), &67.into()));
}

#[test]
fn leaves_of_other_programs_are_read_and_written() {
    let file = data().join("english.klv2");
    let file = file.to_str().unwrap();
    let (code, out, error) = tisane(&["train", "--klv2", file]);
    assert_eq!((code, &*error), (0, ""), "{out}");
    let position = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRSQ/";
    let solve = |more: &[&str]| tisane(&[&["solve", position, "--static"], more].concat());
    let own = solve(&[]);
    assert_eq!(own.0, 0, "{own:?}");
    assert_eq!(solve(&["--leaves", file]), own, "the file has the leaves of the model");
    let (code, _, error) = solve(&["--leaves", file, "--ruleset", "spanish"]);
    assert_eq!(code, 2);
    assert!(error.contains("these leaves are for other tiles than those of spanish"), "{error}");
    let (code, _, error) = solve(&["--leaves", "tests/cmd/words.txt"]);
    assert_eq!(code, 2);
    assert!(error.contains("this is neither a model nor a KLV2 file"), "{error}");
}

#[test]
fn help_has_topics_and_commands() {
    assert!(tisane(&["help", "cgp"]).1.starts_with("CGP: a position in one line\n"));
    assert_eq!(tisane(&["help", "solve"]).1, tisane(&["solve", "--help"]).1);
    assert_eq!(tisane(&["help", "words", "check"]).1, tisane(&["words", "check", "--help"]).1);
    assert_eq!(tisane(&["help"]).1, tisane(&["--help"]).1);
    let (code, _, error) = tisane(&["help", "cpg"]);
    assert!(code == 2 && error.contains("did you mean cgp?"), "{error}");
}

#[test]
fn a_misspelled_game_names_its_line() {
    let (code, _, error) = tisane(&["review", "tests/cmd/misspelled.gcg", "--static"]);
    assert_eq!(code, 2);
    assert!(error.contains("hint: check line 3"), "{error}");
}

#[test]
fn times_have_units() {
    let solve = |time: &str| {
        tisane(&["solve", "--rack", "TEA", "-l", "little", "--time", time, "--json"]).0
    };
    assert_eq!([solve("100ms"), solve("0.1s"), solve("soon")], [0, 0, 2]);
}

#[cfg(target_os = "linux")]
#[test]
fn rulesets_and_lexicons_may_have_names_that_are_not_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("names-not-utf8");
    let file = |name: &[u8], text: &str| {
        let path = folder.join(OsStr::from_bytes(name));
        std::fs::write(&path, text).unwrap();
        path
    };
    let words = file(b"mots-\xe9t\xe9.txt", "tea\neat\n");
    let game = include_str!("../../../../rulesets/english.toml");
    let rules = file(b"r\xe8gles.toml", &game.replace("name = \"english\"", "name = \"mine\""));
    let tisane =
        |args: &[&OsStr]| run(Command::new(TISANE).args(args).env("TISANE_DATA", data()), "");
    let os = |text: &'static str| OsStr::new(text);
    let (words, rules) = (words.as_os_str(), rules.as_os_str());
    let both = [os("--lexicon"), words, os("--ruleset"), rules];
    let (code, out, error) = tisane(&[&[os("words"), os("check"), os("tea")], &both[..]].concat());
    assert_eq!((code, error), (0, String::new()), "{out}");
    let solve = [os("solve"), os("--rack"), os("TEA"), os("--static"), os("--json")];
    let (code, out, _) = tisane(&[&solve[..], &both[..]].concat());
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("\"ruleset\":\"mine\""), "{out}");
    let (code, out, _) = tisane(&[os("lexicon"), os("info"), words]);
    assert_eq!(code, 0, "{out}");
    assert_eq!(tisane(&[os("rulesets"), rules]).0, 0);
    let gone = OsStr::from_bytes(b"rien-\xe0.txt");
    let (code, _, error) = tisane(&[os("words"), os("check"), os("tea"), os("-l"), gone]);
    assert_eq!((code, error.contains("no such file")), (2, true), "{error}");
}
