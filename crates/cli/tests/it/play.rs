//! `play` and `follow` through a pipe.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{self, TISANE};

/// A new folder with a word list.
fn folder(name: &str, words: &str) -> PathBuf {
    let folder = common::folder(name);
    std::fs::write(folder.join("words.txt"), words.replace(' ', "\n")).unwrap();
    folder
}

/// Types these lines; returns standard output and standard error.
fn dialogue(folder: &Path, args: &[&str], lines: &[&str]) -> (String, String) {
    dialogue_in_bytes(folder, args, (lines.join("\n") + "\n").as_bytes())
}

fn dialogue_in_bytes(folder: &Path, args: &[&str], typed: &[u8]) -> (String, String) {
    let mut child = Command::new(TISANE)
        .args(args)
        .args(["--lexicon", "words.txt"])
        .current_dir(folder)
        .env("TISANE_DATA", folder.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A finished game stops reading.
    let _ = child.stdin.take().unwrap().write_all(typed);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (said, refused) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(0), "{said}{refused}");
    let (untrained, refused) = refused.split_once('\n').expect("a warning about the missing model");
    assert!(
        untrained.starts_with("warning: no model for ") && untrained.contains("with words"),
        "{untrained}"
    );
    (said, refused.to_owned())
}

/// The error of a command that fails.
fn refusal(folder: &Path, args: &[&str]) -> String {
    let mut command = Command::new(TISANE);
    let output = command
        .args(args)
        .current_dir(folder)
        .env("TISANE_DATA", folder.join("data"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

const ENGLISH: &str = "an ran cart carts bell bells tea eat at";

#[test]
fn two_people_play_at_one_keyboard() {
    let folder = folder("people", ENGLISH);
    let lines = ["8g cart", "K8 bell", "challenge", "8G carts", "unseen", "resign"];
    let (said, refused) =
        dialogue(&folder, &["play", "--players", "Ann,Bo", "--seed", "2"], &lines);
    let expected = "\
tiles drawn for the first turn: Ann D, Bo H
challenge rule double: type challenge to challenge the last play; a wrong challenge loses your next turn
Ann to move: AACENRT
Ann  8G CART  +12  12
Bo to move: BELLLSU
Bo  K8 BELL  +21  21
Ann to move: AEEINOT
Ann  challenges: not in the lexicon: CARTB
Bo  takes the play back
Ann to move: AEEINOT
";
    assert!(said.starts_with(expected), "{said}");
    assert_eq!(refused, "you do not have S on your rack (AEEINOT)\n");
    for line in [
        "unseen: A×7 ",
        "Ann  resigned\nthe game is over: one player is left\n",
        "winner: Bo\nsaved to ",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    let saved = std::fs::read_to_string(folder.join("data/games/english-1.gcg")).unwrap();
    assert!(
        saved.contains(
            ">Ann: AACENRT 8G CART +12 12\n>Bo: BELLLSU K8 BELL +21 21\n>Bo: BELLLSU -- -21 0\n"
        ),
        "{saved}"
    );
    assert!(saved.contains("#description Ann resigned after 2 turns\n"), "{saved}");
}

#[test]
fn the_order_of_all_players_can_be_drawn() {
    let folder = folder("order", ENGLISH);
    let orders: Vec<Vec<String>> = (1..9)
        .map(|seed| {
            let seed = seed.to_string();
            let players = ["play", "--players", "Ann,Bo,Cy", "--first", "draw-all"];
            let args = [&players[..], &["--seed", &seed]].concat();
            let (said, _) = dialogue(&folder, &args, &["pass", "pass", "pass", "quit"]);
            assert!(said.starts_with("tiles drawn for the turn order: Ann "), "{said}");
            let movers = said.lines().filter_map(|line| Some(line.split_once(" to move")?.0));
            movers.map(str::to_owned).collect()
        })
        .collect();
    for order in &orders {
        assert_eq!((order.len(), &order[0]), (4, &order[3]), "{order:?}");
    }
    let backwards = |order: &Vec<String>| order[..2] == ["Ann", "Cy"] || order[..2] == ["Cy", "Bo"];
    assert!(orders.iter().any(backwards), "{orders:?}");
}

#[test]
fn a_wrong_challenge_costs_what_the_rule_says() {
    let folder = folder("wrong", ENGLISH);
    let play = |rule: &str| {
        dialogue(
            &folder,
            &["play", "--players", "Ann,Bo", "--seed", "2", "--challenge", rule],
            &["8g cart", "challenge", "quit"],
        )
        .0
    };
    let double = play("double");
    assert!(
        double.contains(
            "Bo  challenges: CART is valid; the challenger loses the next turn\nBo  loses the turn\nAnn to move: "
        ),
        "{double}"
    );
    let points = play("5");
    assert!(
        points.contains(
            "Bo  challenges: CART is valid; 5 points to the player challenged\nBo to move: "
        ),
        "{points}"
    );
}

#[test]
fn undo_reverts_a_challenge() {
    let folder = folder("undone-challenge", ENGLISH);
    let args = |rule| ["play", "--players", "Ann,Bo", "--seed", "2", "--challenge", rule];
    for rule in ["5", "single", "double"] {
        let (said, refused) =
            dialogue(&folder, &args(rule), &["8g cart", "challenge", "undo", "scores"]);
        assert_eq!(refused, "", "{rule}");
        assert!(
            said.contains("\nBo  challenge undone\nBo to move: BELLLSU\n")
                && !said.contains("move undone"),
            "{rule}: {said}"
        );
        assert!(
            said.contains("  Ann                    12\n"),
            "{rule}: the five points are gone, and no more: {said}"
        );
    }
    // Undo restores the withdrawn play, then undoes it.
    let (said, _) = dialogue(&folder, &args("double"), &["8g ract", "challenge", "undo", "undo"]);
    assert!(said.contains("Ann  takes the play back\nBo to move: BELLLSU\nBo  challenge undone\nBo to move: BELLLSU\n"), "{said}");
    assert!(said.contains("\nAnn  move undone\nAnn to move: AACENRT\n"), "{said}");
    let (said, _) = dialogue(
        &folder,
        &["play", "--players", "Ann,Bo,Cy", "--seed", "2"],
        &["8g cart", "resign", "undo"],
    );
    assert!(said.contains("  resigned\n") && said.contains("  resignation undone\n"), "{said}");
}

#[test]
fn refused_commands_change_nothing() {
    let folder = folder("refusals", ENGLISH);
    let lines = [
        "8z cart",
        "1a cart",
        "8g cartoon",
        "8g 5",
        "-q",
        "challenge",
        "accept",
        "undo",
        "save",
        "fly",
        "-",
        "-3",
        "hint 3",
        "8g rant",
    ];
    let (said, refused) = dialogue(
        &folder,
        &["play", "--players", "Ann,Bo", "--seed", "2", "--challenge", "void"],
        &lines,
    );
    let expected = [
        "8z is not on the board",
        "the first play must cover H8",
        "you do not have OO on your rack (AACENRT)",
        "\"5\" cannot be read",
        "you do not have Q on your rack (AACENRT)",
        "invalid words can't be played, so there is nothing to challenge",
        "there is nothing to accept",
        "there is nothing to undo",
        "save needs a file name",
        "\"fly\" is not a move",
        "which tiles? -qvu exchanges Q, V and U; pass skips your turn",
        "\"-3\" does not say which tiles to exchange; type them: -qvu",
        "hint takes no argument, but got \"3\"",
        "not in the lexicon: RANT",
    ];
    assert_eq!(refused.lines().count(), expected.len(), "{refused}");
    for (line, expected) in refused.lines().zip(expected) {
        assert!(line.contains(expected), "{line}\n{expected}");
    }
    assert_eq!(said.lines().count(), 3, "nothing changed: {said}");
    assert!(said.contains("\nchallenge rule void: invalid words can't be played\n"), "{said}");
}

#[test]
fn undo_and_save() {
    let folder = folder("undo", ENGLISH);
    let lines = ["8g cart", "undo", "8H CART", "save mine.gcg", "quit"];
    let (said, refused) =
        dialogue(&folder, &["play", "--players", "Ann,Bo", "--seed", "2", "--clock", "5"], &lines);
    assert_eq!(refused, "");
    assert!(
        said.contains("Ann  move undone\nAnn to move: AACENRT\nAnn  8H CART  +12  12\n"),
        "{said}"
    );
    let saved = std::fs::read_to_string(folder.join("mine.gcg")).unwrap();
    assert!(
        saved.contains(">Ann: ACRT 8H CART +12 12\n#rack2 BELLLSU\n"),
        "Bo saved it, and does not know Ann's other tiles: {saved}"
    );
}

#[test]
fn a_repeated_move_draws_the_same_tiles() {
    let folder = folder("again", ENGLISH);
    let lines = ["8g cart", "pass", "undo", "undo", "8g cart", "pass", "quit"];
    let (said, refused) =
        dialogue(&folder, &["play", "--players", "Ann,Bo", "--seed", "2"], &lines);
    assert_eq!(refused, "");
    let racks: Vec<&str> =
        said.lines().filter_map(|line| line.strip_prefix("Ann to move: ")).collect();
    assert_eq!(racks, ["AACENRT", "AEEINOT", "AACENRT", "AEEINOT"], "{said}");
}

#[test]
fn a_saved_game_continues_unchanged() {
    let folder = folder("resumed", ENGLISH);
    let args = ["play", "--players", "Ann,Bo,Cy", "--seed", "2", "--clock", "5"];
    let (first, then) = (
        ["8g cart", "-bu", "undo", "K8 bell", "save mine.gcg"],
        ["challenge", "pass", "-ae", "unseen", "undo", "pass"],
    );
    let (whole, _) = dialogue(&folder, &args, &[&first[..], &then].concat());
    for file in ["mine.gcg", "english-1.gcg"] {
        let (before, _) = dialogue(&folder, &args, &first);
        let (after, refused) = dialogue(&folder, &["play", file], &then);
        assert_eq!(refused, "");
        // The challenge rule and the player to move are repeated.
        let after: Vec<&str> =
            after.lines().skip(2).take_while(|line| !line.starts_with("saved to ")).collect();
        let said: Vec<&str> =
            whole.lines().skip(before.lines().count() - 2).take(after.len()).collect();
        assert!(after.len() > 8, "{after:?}");
        assert_eq!(after, said, "{file}");
        std::fs::remove_dir_all(folder.join("data/games")).unwrap();
    }
}

#[test]
fn lists_saved_games_and_finds_them_by_name() {
    let folder = folder("listed", ENGLISH);
    let tisane = |args: &[&str]| {
        let mut command = Command::new(TISANE);
        let output = command
            .args(args)
            .current_dir(&folder)
            .env("TISANE_DATA", folder.join("data"))
            .output()
            .unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let mut review = Command::new(TISANE);
    let nothing = review.arg("review").env("TISANE_DATA", folder.join("data")).output().unwrap();
    assert_eq!(nothing.status.code(), Some(1), "an empty list is not an error");
    assert!(nothing.stderr.starts_with(b"error: there are no saved games\n"));
    let args = ["play", "--players", "Ann,Bo", "--seed", "2"];
    let (said, _) = dialogue(&folder, &args, &["8g cart", "quit"]);
    assert!(said.ends_with("\nto continue: tisane play english-1\n"), "{said}");
    let (said, _) = dialogue(&folder, &["play", "english-1"], &["pass", "resign"]);
    assert!(said.ends_with("\nto analyse it: tisane review english-1\n"), "{said}");
    dialogue(&folder, &args, &["8g cart", "quit"]);
    let list = tisane(&["review"]);
    assert!(
        list.contains("english-1  Ann 12, Bo 0\n")
            && list.contains("english-2  Ann 12, Bo 0  in progress\n"),
        "{list}"
    );
    let review = tisane(&["review", "english-1", "--static", "--lexicon", "words.txt"]);
    assert!(
        review.contains("8G CART") && review.contains("Ann  12 points, resigned\n"),
        "{review}"
    );
    let none = tisane(&["review", "english-9"]);
    assert!(
        none.contains("no such file: english-9\n\nhint: `tisane review` lists the saved games"),
        "{none}"
    );
}

#[test]
fn reports_saved_games_that_are_cut_off() {
    let folder = folder("cut", ENGLISH);
    dialogue(&folder, &["play", "--players", "Ann,Bo", "--seed", "2"], &["8g cart", "quit"]);
    let kept = folder.join("data/games/english-1.gcg");
    let whole = std::fs::read_to_string(&kept).unwrap();
    let cut = |name: &str, end: usize| {
        std::fs::write(folder.join("data/games").join(name), &whole[..end]).unwrap()
    };
    cut("setup.gcg", whole.find("\"challenge\"").unwrap());
    cut("turn.gcg", whole.find("8G CART").unwrap() + 5);
    cut("nothing.gcg", 3);
    for (game, way_out) in
        [("setup", "`tisane play` starts a new one"), ("turn", "still shows the turns before it")]
    {
        let refused = refusal(&folder, &["play", game, "-l", "words.txt"]);
        assert!(
            refused.contains(&format!("{game}.gcg is cut off, so the game can't be continued\n")),
            "{refused}"
        );
        assert!(refused.contains(way_out), "{refused}");
    }
    let listed = Command::new(TISANE)
        .arg("review")
        .env("TISANE_DATA", folder.join("data"))
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let state = |game: &str| {
        listed
            .lines()
            .find(|line| line.starts_with(game))
            .unwrap_or_else(|| panic!("{listed}"))
            .to_owned()
    };
    assert!(state("english-1").ends_with("in progress"), "{listed}");
    assert!(state("setup").ends_with("cut off") && state("turn").ends_with("cut off"), "{listed}");
    assert!(state("nothing").ends_with("unreadable"), "{listed}");
}

#[test]
fn best_needs_a_positive_number() {
    let folder = folder("none", ENGLISH);
    let (said, refused) = dialogue(&folder, &["follow"], &["rack aeinrst", "best 0", "best many"]);
    assert_eq!(said.matches("MOVE").count(), 1, "only those shown after rack: {said}");
    for n in ["0", "many"] {
        assert!(
            refused.contains(&format!("{n:?} is not a number of moves; type best 20")),
            "{refused}"
        );
    }
}

#[test]
fn a_saved_game_keeps_its_rules() {
    let folder = folder("resumed-rules", ENGLISH);
    dialogue(
        &folder,
        &[
            "play",
            "--players",
            "Ann,Bo",
            "--seed",
            "2",
            "--set",
            "end.passes=3",
            "--set",
            "end.scale_with_seats=false",
        ],
        &["pass"; 2],
    );
    let mut command = Command::new(TISANE);
    let elsewhere = command
        .args(["play", "english-1.gcg"])
        .env("TISANE_DATA", folder.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = elsewhere.stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"pass\n").unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(said.contains("passed"), "the third pass ends the game: {said}");
}

#[test]
fn saves_games_with_only_a_resignation() {
    let folder = folder("resigned", ENGLISH);
    let (said, _) =
        dialogue(&folder, &["play", "--players", "Ann,Bo,Cy", "--seed", "4"], &["resign"]);
    assert!(said.ends_with("to continue: tisane play english-1\n"), "{said}");
    let (said, _) = dialogue(&folder, &["play", "english-1"], &["scores", "rack"]);
    assert!(
        said.contains("Ann to move: ") && said.contains("\n> Ann                     0\n"),
        "{said}"
    );
    let rack = said.lines().find_map(|line| line.strip_prefix("Ann to move: ")).unwrap();
    assert!(said.contains(&format!("79 tiles in the bag\n{rack}\n")), "{said}");
    let (said, _) = dialogue(&folder, &["play", "--players", "Ann,Bo", "--seed", "4"], &["resign"]);
    assert!(
        said.contains("\nsaved to ") && !said.contains("tisane review"),
        "there is no turn to analyse: {said}"
    );
    let over = refusal(&folder, &["play", "english-2"]);
    assert!(over.contains("english-2.gcg ended before the first turn\n"), "{over}");
}

#[test]
fn skips_lines_that_are_not_utf_8() {
    let folder = folder("bytes", ENGLISH);
    let (said, refused) = dialogue_in_bytes(
        &folder,
        &["play", "--players", "Ann,Bo", "--seed", "2"],
        b"8g c\xe4rt\n8g cart\n",
    );
    assert_eq!(refused, "the line is not UTF-8 text\n");
    assert!(said.contains("Ann  8G CART  +12  12\n"), "{said}");
    let (said, refused) = dialogue_in_bytes(&folder, &["follow"], b"\xff\npass\n");
    assert_eq!(refused, "the line is not UTF-8 text\n");
    assert!(said.contains("Me  passes\n"), "{said}");
}

#[test]
fn refuses_another_ruleset_for_a_saved_game() {
    let folder = folder("own-rules", ENGLISH);
    dialogue(&folder, &["play", "--players", "Ann,Bo", "--seed", "2"], &["8g cart"]);
    let other = refusal(&folder, &["play", "english-1", "-r", "erudit"]);
    assert!(
        other
            .contains("english-1.gcg uses the ruleset english, not erudit\n\nhint: omit --ruleset"),
        "{other}"
    );
}

#[test]
fn names_of_bots_omit_their_settings() {
    let folder = folder("settings", ENGLISH);
    let (said, _) = dialogue(
        &folder,
        &["play", "--level", "champion,rollouts=50,endgame=off", "--seed", "2"],
        &["pass", "quit"],
    );
    assert!(said.contains("champion  ") && !said.contains("rollouts"), "{said}");
}

#[test]
fn bots_continue_saved_games() {
    let folder =
        folder("resumed-bot", "qi za at ta an na tan ant nat eat tea ate eta tae in it ti is si");
    let args = ["play", "--level", "beginner", "--level", "beginner", "--seed", "4"];
    dialogue(&folder, &args, &["pass"; 4]);
    dialogue(&folder, &args, &["pass"; 2]);
    dialogue(&folder, &["play", "english-2.gcg"], &["pass"; 2]);
    let turns = |file: &str| -> Vec<String> {
        let text = std::fs::read_to_string(folder.join("data/games").join(file)).unwrap();
        text.lines().filter(|line| line.starts_with(['>'])).map(str::to_owned).collect()
    };
    assert_eq!(turns("english-2.gcg"), turns("english-1.gcg"));
    assert!(turns("english-1.gcg").len() >= 12, "{:?}", turns("english-1.gcg"));
}

#[test]
fn explains_why_a_game_cannot_be_continued() {
    let folder = folder("refused", ENGLISH);
    dialogue(
        &folder,
        &["play", "--players", "Ann,Bo", "--seed", "2"],
        &["8g cart", "save mine.gcg", "quit"],
    );
    let text = std::fs::read_to_string(folder.join("mine.gcg")).unwrap();
    assert!(
        text.contains("#rack2 BELLLSU") && !text.contains("#rack1"),
        "the file has the rack of the player who saved it: {text}"
    );
    let refused = |text: String, args: &[&str]| {
        std::fs::write(folder.join("other.gcg"), text).unwrap();
        refusal(&folder, &[&["play", "other.gcg"], args].concat())
    };
    let with_words = ["--lexicon", "words.txt"];
    std::fs::write(folder.join("others.txt"), "at").unwrap();
    let other_words = refused(text.clone(), &["--lexicon", "others.txt"]);
    assert!(
        other_words.contains(
            "was played with the lexicon words, not with others\n\nhint: choose it with --lexicon"
        ),
        "{other_words}"
    );
    let changed = refused(text.replace("+12 12", "+13 13"), &with_words);
    assert!(
        changed.contains("other.gcg was played with another ruleset or lexicon, or was edited\n"),
        "{changed}"
    );
    let other_rules = refused(text.clone(), &["--lexicon", "words.txt", "--set", "rack=5"]);
    assert!(other_rules.contains("was played with another ruleset"), "{other_rules}");
    let foreign: String = text
        .lines()
        .filter(|line| !line.contains('{'))
        .map(|line| line.to_owned() + "\n")
        .collect();
    let foreign = refused(foreign, &with_words);
    assert!(foreign.contains("other.gcg does not record the bag, so `tisane play` can't continue it\n\nhint: `tisane follow other.gcg` can"), "{foreign}");
    dialogue(&folder, &["play", "mine.gcg"], &["resign"]);
    let over = refusal(&folder, &["play", "mine.gcg"]);
    assert!(
        over.contains(
            "the game in mine.gcg is over\n\nhint: to analyse it: tisane review mine.gcg"
        ),
        "{over}"
    );
    for damaged in [
        text.replace("\"seed\":\"", "\"seed\":\"x"),
        text.replace("\"event\":", "\"what\":"),
        text.replace("#- {", "#- "),
        text.replace("english", "erudit"),
    ] {
        refused(damaged, &with_words);
    }
}

#[test]
fn reads_other_scripts_and_two_letter_tiles() {
    let spanish = folder("spanish", "chan ancha");
    let (said, refused) = dialogue(
        &spanish,
        &["play", "--players", "Ana,Blas", "--seed", "2", "-r", "spanish"],
        &["8g chan"],
    );
    assert_eq!(refused, "");
    assert!(said.contains("Ana to move: AAB[CH]NRS\nAna  8G CHAN  +"), "{said}");
    let russian = folder("russian", "код под");
    let (said, refused) = dialogue(
        &russian,
        &["play", "--players", "Аня,Бо", "--seed", "2", "-r", "russian"],
        &["8g код", "8G подкод"],
    );
    assert!(said.contains("Аня to move: ДЗКООПЦ\nАня  8G КОД  +"), "{said}");
    assert_eq!(refused, "G8 has К on it, but подкод needs П there\n");
    let (_, refused) =
        dialogue(&russian, &["play", "--players", "Аня,Бо", "-r", "russian"], &["привет"]);
    assert!(
        refused.contains("\"привет\" is not a move") && !refused.contains("did you mean"),
        "{refused}"
    );
}

#[test]
fn a_bot_plays_until_the_end() {
    let folder = folder("bot", "qi za at ta an na tan ant nat eat tea ate eta tae in it ti is si");
    let passes = ["pass"; 60];
    let (said, _) =
        dialogue(&folder, &["play", "--level", "beginner", "--seed", "4", "--show-racks"], &passes);
    assert!(said.contains("beginner has "), "{said}");
    assert!(said.contains("the game is over: ") && said.contains("winner: beginner\n"), "{said}");
    let again =
        dialogue(&folder, &["play", "--level", "beginner", "--seed", "4", "--show-racks"], &passes)
            .0;
    assert_eq!(again.replace("english-2", "english-1"), said, "the same seed, the same game");
}

#[test]
fn follow_continues_a_saved_game() {
    let folder = folder("follow", "retains retinas quiz at ta an zax");
    let lines = ["rack aeinrst", "2", "quiz", "1", "draw zzz", "draw axy", "zoo", "cgp", "quit"];
    let (said, refused) = dialogue(&folder, &["follow", "game.gcg"], &lines);
    assert!(said.starts_with("new game; it will be saved to game.gcg\n"), "{said}");
    for line in [
        "1  8B RETAINS     66  -        66.0\n",
        "Me  8B RETINAS  +66  66\nOpponent to move\n",
        "#  MOVE       SCORE  WITH BLANKS\n1  E6 QU(I)Z     22  2–21\n",
        "Opponent  E6 QU(I)Z  +22  22\n",
        "15/15/15/15/15/4Q10/4U10/1RETINAS7/4Z10/15/15/15/15/15/15 AXY/ 66/22 0 ld english; lex words;\n",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    assert!(refused.contains(" more than the set\n"), "{refused}");
    assert!(refused.contains("ZOO cannot be placed: the rack AXY lacks OO\n"), "{refused}");
    assert!(
        said.contains(
            "Me has AXY\nMe to move: AXY and 4 tiles more; type draw and the tiles you drew\n"
        ),
        "{said}"
    );
    let saved = std::fs::read_to_string(folder.join("game.gcg")).unwrap();
    assert!(
        saved.contains(">Me: AEINRST 8B RETINAS +66 66\n") && saved.contains("#incomplete\n"),
        "{saved}"
    );

    let (said, refused) = dialogue(
        &folder,
        &["follow", "game.gcg"],
        &["phony", "phony", "-3", "undo", "undo", "scores"],
    );
    assert!(!said.contains("new game"), "{said}");
    assert!(
        said.starts_with("Me to move: AXY and 4 tiles more; ")
            && said.contains("\nOpponent  takes the play back  -22  0\n"),
        "{said}"
    );
    assert!(said.contains("Me  exchanges 3 tiles\n"), "{said}");
    assert!(refused.contains("the last entry is not a play\n"), "{refused}");
    assert!(said.contains("Me                     66\nOpponent               22\n"), "{said}");
}

#[test]
fn follow_warns_about_unsaved_games() {
    let folder = folder("follow-unkept", "at ta");
    let lost =
        "the game was not saved; next time use save FILE, or start with `tisane follow FILE`\n";
    assert!(dialogue(&folder, &["follow"], &["pass", "quit"]).0.ends_with(lost));
    assert!(dialogue(&folder, &["follow"], &["pass"]).0.ends_with(lost));
    assert!(dialogue(&folder, &["follow"], &["save mine.gcg", "pass"]).0.ends_with(lost));
    assert!(
        dialogue(&folder, &["follow"], &["pass", "save mine.gcg", "quit"])
            .0
            .ends_with("saved to mine.gcg\n")
    );
    assert!(
        !dialogue(&folder, &["follow"], &["unseen"]).0.contains("saved"),
        "there is nothing to save"
    );
    let (said, _) = dialogue(&folder, &["follow", "mine.gcg"], &["scores", "quit"]);
    assert!(!said.contains("saved to"), "nothing was entered: {said}");
}

/// `follow` changes the game, so `play` must not continue it.
#[test]
fn follow_continues_a_game_of_play() {
    let folder = folder("follow-played", ENGLISH);
    dialogue(
        &folder,
        &["play", "--players", "Ann,Bo", "--seed", "2"],
        &["8g cart", "save mine.gcg"],
    );
    let (_, refused) = dialogue(&folder, &["follow", "mine.gcg"], &["pass"]);
    assert!(
        refused.starts_with("warning: after a change here, `tisane play` can't continue this game"),
        "{refused}"
    );
    let saved = std::fs::read_to_string(folder.join("mine.gcg")).unwrap();
    assert!(
        saved.contains(">Ann: ACRT 8G CART +12 12\n>Bo:") && !saved.contains("tisane"),
        "{saved}"
    );
    let over = refusal(&folder, &["play", "mine.gcg"]);
    assert!(over.contains("mine.gcg does not record the bag, so `tisane play` can't continue it\n\nhint: `tisane follow mine.gcg` can"), "{over}");
}

#[test]
fn left_needs_a_rack_for_each_opponent() {
    let folder = folder("follow-left", "at ta");
    let (_, refused) =
        dialogue(&folder, &["follow", "--players", "Me,Ann,Bo"], &["left qz", "left qz -"]);
    let expected = "left needs the racks of 2 opponents, - if empty: left qz -\n";
    assert!(
        refused.starts_with(expected)
            && refused.lines().count() == 2
            && !refused.lines().nth(1).unwrap().contains("needs"),
        "{refused}"
    );
}

#[test]
fn more_shows_every_placement() {
    let folder = folder("follow-more", "retains");
    let lines = ["retains", "more", "more", "12", "quit"];
    let (said, refused) = dialogue(&folder, &["follow", "--players", "Ana,Me"], &lines);
    assert!(said.contains("more; type more\n"), "{said}");
    assert!(
        said.contains("\n12  ") && said.contains("\nAna  "),
        "the twelfth is shown, and chosen: {said}"
    );
    assert_eq!(refused, "there are no more placements; best 20 shows 20 moves\n");
}

#[test]
fn undo_reverts_the_last_entry() {
    let folder = folder("follow-undo", "retains retinas quiz at ta an zax");
    let lines = [
        "rack aeinrst",
        "8B retains",
        "pass",
        "draw axy",
        "undo",
        "unseen",
        "undo",
        "undo",
        "undo",
        "undo",
    ];
    let (said, refused) = dialogue(&folder, &["follow"], &lines);
    let taken_back: Vec<&str> =
        said.lines().filter_map(|line| line.strip_prefix("undone: ")).collect();
    assert_eq!(
        taken_back,
        ["Me has AXY", "Opponent  passes", "Me  8B RETAINS  +66  66", "Me has AEINRST"]
    );
    assert!(
        said.contains("93 unseen: "),
        "the drawn tiles are undone, the turn before is not: {said}"
    );
    assert_eq!(refused.lines().last(), Some("there is nothing to undo"));
}

#[test]
fn follow_knows_the_end_of_the_game() {
    let folder = folder("follow-end", "at ta");
    let lines =
        ["pass", "pass", "pass", "pass", "pass", "pass", "8G at", "cgp", "best", "undo", "8G at"];
    let (said, refused) = dialogue(&folder, &["follow", "over.gcg"], &lines);
    assert!(
        said.contains(
            "the game is over: too many scoreless turns in a row\nMe                      0\n"
        ),
        "{said}"
    );
    assert_eq!(refused, "the game is over: too many scoreless turns in a row\n".repeat(3));
    assert!(
        said.contains("undone: Opponent  passes\nOpponent to move\nOpponent  8G AT  +4  4\n"),
        "{said}"
    );
}

/// A game with the six tiles C, A, T, D, O, G and racks of three.
fn of_six_tiles() -> Vec<String> {
    let tile = |face: char| {
        format!(
            "{{ tile = \"{face}\", value = 2, count = {} }}",
            usize::from("CATDOG".contains(face))
        )
    };
    let tiles = format!("tiles=[{}]", ('A'..='Z').map(tile).collect::<Vec<_>>().join(", "));
    let settings = ["rack=3", "bonuses=[]", "total_tiles=none", "blanks={ count = 0 }", &tiles];
    settings.into_iter().flat_map(|setting| ["--set".to_owned(), setting.to_owned()]).collect()
}

#[test]
fn solve_knows_when_no_move_is_left() {
    let folder = folder("solve-out", "at ta do cat");
    let set = of_six_tiles();
    let with_set =
        |args: &[&'static str]| [args.to_vec(), set.iter().map(String::as_str).collect()].concat();
    let (said, _) = dialogue(
        &folder,
        &with_set(&["play", "--players", "Ann,Bo", "--seed", "2"]),
        &["8G ACO", "quit"],
    );
    assert!(said.contains("that was the last play; Bo can challenge or accept it\n"), "{said}");
    let asked = refusal(
        &folder,
        &with_set(&["solve", "english-1", "--static", "-l", "words.txt", "--rack", "DGT"]),
    );
    let expected = "\
error: there is no move left to make: Ann went out

hint: `tisane play english-1` challenges or accepts the last play; --turn 1 is the last turn
";
    assert!(asked.ends_with(expected), "{asked}");
    let turn = with_set(&[
        "solve",
        "english-1",
        "--static",
        "-l",
        "words.txt",
        "--turn",
        "2",
        "--rack",
        "DGT",
    ]);
    assert_eq!(refusal(&folder, &turn), asked);
}

#[test]
fn solve_hides_racks_of_games_in_progress() {
    let folder = folder("solve-hidden", ENGLISH);
    dialogue(&folder, &["play", "--players", "Ann,Bo", "--seed", "2"], &["8g cart"]);
    let hidden = refusal(&folder, &["solve", "english-1", "--static", "-l", "words.txt"]);
    assert!(
        hidden.starts_with(
            "error: the rack of Bo is hidden while the game goes on\n\nhint: give the rack"
        ),
        "{hidden}"
    );
    assert!(
        hidden.contains("--rack") && hidden.contains("the last turn with a known rack is --turn 1"),
        "{hidden}"
    );
}

#[test]
fn follow_settles_the_final_racks() {
    let folder = folder("follow-out", "at ta do cat");
    let set = of_six_tiles();
    let args: Vec<&str> =
        ["follow", "out.gcg"].into_iter().chain(set.iter().map(String::as_str)).collect();
    let (said, _) = dialogue(&folder, &args, &["rack dog", "pass", "8G cat", "quit"]);
    assert!(said.contains("the game is over: Opponent went out\nMe                      0\nOpponent               24\n"), "{said}");
    let saved = std::fs::read_to_string(folder.join("out.gcg")).unwrap();
    assert!(
        saved.contains(">Opponent:  (DGO) +12 24\n") && !saved.contains("#incomplete"),
        "{saved}"
    );
    let (said, _) = dialogue(&folder, &args, &["phony", "scores", "quit"]);
    assert!(said.starts_with("the game is over: Opponent went out\n"), "{said}");
    assert!(said.contains("Opponent  takes the play back  -12  0\nMe to move: DGO\n"), "{said}");
}

#[test]
fn follow_explains_why_a_word_does_not_fit() {
    let folder = folder("follow-why", "retains at ta an");
    let lines = [
        "8B retains",
        "antidisestablishment",
        "overconfidence",
        "pizzazzz",
        "zz",
        "16A at",
        "8M tart",
    ];
    let (_, refused) = dialogue(&folder, &["follow", "--players", "Ana,Me"], &lines);
    let expected = [
        "ANTIDISESTABLISHMENT is too long: the longest line of the board has 15 squares",
        "OVERCONFIDENCE cannot be placed: it needs more than the 7 tiles of a rack",
        "PIZZAZZZ cannot be placed: no ZZ is left in the set",
    ];
    let said: Vec<&str> = refused.lines().collect();
    for expected in expected {
        assert!(said.contains(&expected), "{expected}\n{refused}");
    }
    assert!(refused.contains("16A is not on the board"), "{refused}");
    assert!(refused.contains("runs off the board"), "{refused}");
}

#[test]
fn play_saves_after_every_turn() {
    let folder = folder("kept", ENGLISH);
    let mut child = Command::new(TISANE)
        .args(["play", "--players", "Ann,Bo", "--seed", "2", "--lexicon", "words.txt"])
        .current_dir(&folder)
        .env("TISANE_DATA", folder.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut typing = child.stdin.take().unwrap();
    typing.write_all(b"8g cart\n").unwrap();
    let path = folder.join("data/games/english-1.gcg");
    let is_kept = || {
        std::fs::read_to_string(&path)
            .is_ok_and(|text| text.contains(">Ann: AACENRT 8G CART +12 12\n"))
    };
    let kept = (0..600).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        is_kept()
    });
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(kept && is_kept(), "the turn is in the file while the game goes on");
}

#[test]
fn follow_warns_about_unknown_words() {
    let folder = folder("foreign", "at an");
    let (said, refused) = dialogue(
        &folder,
        &["follow", "--players", "Ana,Me", "-r", "spanish"],
        &["chal", "1", "-2", "H8 xx"],
    );
    assert!(said.contains("Ana  ") && said.contains("CHAL"), "{said}");
    assert!(refused.contains("warning: CHAL is not in words\n"), "{refused}");
    assert!(said.contains("Me  exchanges 2 tiles\n"), "{said}");
    assert_eq!(refused.lines().last(), Some("H8 has L on it, but xx needs X there"));
}
