//! Whole dialogues through a pipe: games at one keyboard, against bots, and followed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder of a test's own, with a word list.
fn folder(name: &str, words: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("words.txt"), words.replace(' ', "\n")).unwrap();
    folder
}

/// What is said, and what is refused, when these lines are typed.
fn dialogue(folder: &Path, args: &[&str], lines: &[&str]) -> (String, String) {
    dialogue_in_bytes(folder, args, (lines.join("\n") + "\n").as_bytes())
}

fn dialogue_in_bytes(folder: &Path, args: &[&str], typed: &[u8]) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tisane"))
        .args(args)
        .args(["--lexicon", "words.txt"])
        .current_dir(folder)
        .env("TISANE_DATA", folder.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A game that is over does not read on.
    let _ = child.stdin.take().unwrap().write_all(typed);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (said, refused) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(0), "{said}{refused}");
    let (untrained, refused) =
        refused.split_once('\n').expect("it is said that nothing was learned about these words");
    assert!(
        untrained.starts_with("warning: nothing was learned about ")
            && untrained.contains("with words"),
        "{untrained}"
    );
    (said, refused.to_owned())
}

/// Why a command is refused.
fn refusal(folder: &Path, args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tisane"));
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
drawn for the first turn: Ann D, Bo H
words are not checked when they are played: whoever doubts the last play types challenge; a wrong challenge costs the next turn
Ann to move: AACENRT
Ann  8G CART  +12  12
Bo to move: BELLLSU
Bo  K8 BELL  +21  21
Ann to move: AEEINOT
Ann  challenge: not in the lexicon: CARTB
Bo  play taken back
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
            "Bo  challenge: CART is valid; the next turn is lost\nBo  turn lost\nAnn to move: "
        ),
        "{double}"
    );
    let points = play("5");
    assert!(
        points
            .contains("Bo  challenge: CART is valid; 5 points for the play's owner\nBo to move: "),
        "{points}"
    );
}

#[test]
fn undo_says_that_a_challenge_was_taken_back_and_the_play_still_lies() {
    let folder = folder("undone-challenge", ENGLISH);
    let args = |rule| ["play", "--players", "Ann,Bo", "--seed", "2", "--challenge", rule];
    for rule in ["5", "single", "double"] {
        let (said, refused) =
            dialogue(&folder, &args(rule), &["8g cart", "challenge", "undo", "scores"]);
        assert_eq!(refused, "", "{rule}");
        assert!(
            said.contains("\nBo  challenge taken back\nBo to move: BELLLSU\n")
                && !said.contains("turn taken back"),
            "{rule}: {said}"
        );
        assert!(
            said.contains("  Ann                    12\n"),
            "{rule}: the five points are gone, and no more: {said}"
        );
    }
    // The play that was withdrawn lies there again, then it is taken back, too.
    let (said, _) = dialogue(&folder, &args("double"), &["8g ract", "challenge", "undo", "undo"]);
    assert!(said.contains("Ann  play taken back\nBo to move: BELLLSU\nBo  challenge taken back\nBo to move: BELLLSU\n"), "{said}");
    assert!(said.contains("\nAnn  turn taken back\nAnn to move: AACENRT\n"), "{said}");
    let (said, _) = dialogue(
        &folder,
        &["play", "--players", "Ann,Bo,Cy", "--seed", "2"],
        &["8g cart", "resign", "undo"],
    );
    assert!(said.contains("  resigned\n") && said.contains("  resignation taken back\n"), "{said}");
}

#[test]
fn refusals_are_the_rules_sentences_and_change_nothing() {
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
        "\"5\" cannot be spelled",
        "you do not have Q on your rack (AACENRT)",
        "invalid words can't be played, so there is nothing to challenge",
        "there is no last play to accept",
        "there is nothing to take back",
        "save needs the name of a file",
        "\"fly\" is not a move",
        "which tiles? -qvu exchanges Q, V and U, and pass gives up the turn",
        "\"-3\" does not say which tiles to exchange; name them, as in -qvu",
        "hint stands alone, without \"3\"",
        "not in the lexicon: RANT",
    ];
    assert_eq!(refused.lines().count(), expected.len(), "{refused}");
    for (line, expected) in refused.lines().zip(expected) {
        assert!(line.contains(expected), "{line}\n{expected}");
    }
    assert_eq!(said.lines().count(), 3, "nothing happened: {said}");
    assert!(said.contains("\nwords are checked when they are played\n"), "{said}");
}

#[test]
fn a_move_is_taken_back_and_the_game_saved() {
    let folder = folder("undo", ENGLISH);
    let lines = ["8g cart", "undo", "8H CART", "save mine.gcg", "quit"];
    let (said, refused) =
        dialogue(&folder, &["play", "--players", "Ann,Bo", "--seed", "2", "--clock", "5"], &lines);
    assert_eq!(refused, "");
    assert!(
        said.contains("Ann  turn taken back\nAnn to move: AACENRT\nAnn  8H CART  +12  12\n"),
        "{said}"
    );
    let saved = std::fs::read_to_string(folder.join("mine.gcg")).unwrap();
    assert!(
        saved.contains(">Ann: ACRT 8H CART +12 12\n#rack2 BELLLSU\n"),
        "Bo saved it, and does not know Ann's other tiles: {saved}"
    );
}

#[test]
fn a_move_that_is_made_again_draws_the_same_tiles() {
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
fn a_kept_game_goes_on_as_if_it_had_not_been_left() {
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
        // What is said of challenges, and whose turn it is, is said once more.
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
fn kept_games_are_listed_and_found_by_name() {
    let folder = folder("listed", ENGLISH);
    let tisane = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tisane"));
        let output = command
            .args(args)
            .current_dir(&folder)
            .env("TISANE_DATA", folder.join("data"))
            .output()
            .unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let mut review = Command::new(env!("CARGO_BIN_EXE_tisane"));
    let nothing = review.arg("review").env("TISANE_DATA", folder.join("data")).output().unwrap();
    assert_eq!(nothing.status.code(), Some(1), "nothing found is no fault");
    assert!(nothing.stderr.starts_with(b"error: no game is kept yet\n"));
    let args = ["play", "--players", "Ann,Bo", "--seed", "2"];
    let (said, _) = dialogue(&folder, &args, &["8g cart", "quit"]);
    assert!(said.ends_with("\n`tisane play english-1` goes on with it\n"), "{said}");
    let (said, _) = dialogue(&folder, &["play", "english-1"], &["pass", "resign"]);
    assert!(said.ends_with("\n`tisane review english-1` looks back on it\n"), "{said}");
    dialogue(&folder, &args, &["8g cart", "quit"]);
    let list = tisane(&["review"]);
    assert!(
        list.contains("english-1  Ann 12, Bo 0\n")
            && list.contains("english-2  Ann 12, Bo 0  goes on\n"),
        "{list}"
    );
    let review = tisane(&["review", "english-1", "--static", "--lexicon", "words.txt"]);
    assert!(
        review.contains("8G CART") && review.contains("Ann  12 points, resigned\n"),
        "{review}"
    );
    let none = tisane(&["review", "english-9"]);
    assert!(
        none.contains(
            "there is no file english-9\n\nhint: `tisane review` lists the games that were kept"
        ),
        "{none}"
    );
}

#[test]
fn a_kept_game_whose_last_line_is_cut_off_says_so() {
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
    for (game, way_out) in [
        ("setup", "`tisane play` begins another"),
        ("turn", "looks back on the turns that are there; `tisane play` begins"),
    ] {
        let refused = refusal(&folder, &["play", game, "-l", "words.txt"]);
        assert!(
            refused.contains(&format!("{game}.gcg is cut off, so the game cannot go on\n")),
            "{refused}"
        );
        assert!(refused.contains(way_out), "{refused}");
    }
    let listed = Command::new(env!("CARGO_BIN_EXE_tisane"))
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
    assert!(state("english-1").ends_with("goes on"), "{listed}");
    assert!(state("setup").ends_with("cut off") && state("turn").ends_with("cut off"), "{listed}");
    assert!(state("nothing").ends_with("cannot be read"), "{listed}");
}

#[test]
fn the_best_of_no_moves_is_refused() {
    let folder = folder("none", ENGLISH);
    let (said, refused) = dialogue(&folder, &["follow"], &["rack aeinrst", "best 0", "best many"]);
    assert_eq!(said.matches("MOVE").count(), 1, "only those shown after rack: {said}");
    for n in ["0", "many"] {
        assert!(
            refused.contains(&format!(
                "{n:?} is not a number of moves; type 1 or more, as in best 20"
            )),
            "{refused}"
        );
    }
}

#[test]
fn a_kept_game_goes_on_by_the_rules_it_was_begun_with() {
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
    let mut command = Command::new(env!("CARGO_BIN_EXE_tisane"));
    let elsewhere = command
        .args(["play", "english-1.gcg"])
        .env("TISANE_DATA", folder.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = elsewhere.stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"pass\n").unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(said.contains("passed"), "the third pass ends it: {said}");
}

#[test]
fn a_game_in_which_somebody_only_resigned_is_kept() {
    let folder = folder("resigned", ENGLISH);
    let (said, _) =
        dialogue(&folder, &["play", "--players", "Ann,Bo,Cy", "--seed", "4"], &["resign"]);
    assert!(said.ends_with("`tisane play english-1` goes on with it\n"), "{said}");
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
        "there is no turn to look back on: {said}"
    );
    let over = refusal(&folder, &["play", "english-2"]);
    assert!(over.contains("english-2.gcg was given up before the first turn\n"), "{over}");
}

#[test]
fn bytes_that_are_no_text_are_a_bad_line_like_others() {
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
    assert!(said.contains("Me  pass\n"), "{said}");
}

#[test]
fn a_kept_game_has_rules_of_its_own() {
    let folder = folder("own-rules", ENGLISH);
    dialogue(&folder, &["play", "--players", "Ann,Bo", "--seed", "2"], &["8g cart"]);
    let other = refusal(&folder, &["play", "english-1", "-r", "erudit"]);
    assert!(
        other.contains(
            "english-1.gcg is played by english, not by erudit\n\nhint: leave --ruleset out"
        ),
        "{other}"
    );
}

#[test]
fn bots_have_names_without_their_settings() {
    let folder = folder("settings", ENGLISH);
    let (said, _) = dialogue(
        &folder,
        &["play", "--level", "champion,rollouts=50,endgame=off", "--seed", "2"],
        &["pass", "quit"],
    );
    assert!(said.contains("champion  ") && !said.contains("rollouts"), "{said}");
}

#[test]
fn bots_go_on_where_they_were() {
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
fn what_cannot_go_on_is_refused_with_the_way_out() {
    let folder = folder("refused", ENGLISH);
    dialogue(
        &folder,
        &["play", "--players", "Ann,Bo", "--seed", "2"],
        &["8g cart", "save mine.gcg", "quit"],
    );
    let text = std::fs::read_to_string(folder.join("mine.gcg")).unwrap();
    assert!(
        text.contains("#rack2 BELLLSU") && !text.contains("#rack1"),
        "the score sheet shows the rack of who saved it: {text}"
    );
    let refused = |text: String, args: &[&str]| {
        std::fs::write(folder.join("other.gcg"), text).unwrap();
        refusal(&folder, &[&["play", "other.gcg"], args].concat())
    };
    let with_words = ["--lexicon", "words.txt"];
    std::fs::write(folder.join("others.txt"), "at").unwrap();
    let other_words = refused(text.clone(), &["--lexicon", "others.txt"]);
    assert!(
        other_words.contains("was played with the words of words, not with those of others\n\nhint: name them with --lexicon"),
        "{other_words}"
    );
    let changed = refused(text.replace("+12 12", "+13 13"), &with_words);
    assert!(changed.contains("other.gcg was played by other rules or with other words than these, or was changed since\n"), "{changed}");
    let other_rules = refused(text.clone(), &["--lexicon", "words.txt", "--set", "rack=5"]);
    assert!(other_rules.contains("was played by other rules"), "{other_rules}");
    let foreign: String = text
        .lines()
        .filter(|line| !line.contains('{'))
        .map(|line| line.to_owned() + "\n")
        .collect();
    let foreign = refused(foreign, &with_words);
    assert!(foreign.contains("other.gcg does not say what is in the bag\n\nhint: `tisane follow other.gcg` goes on with it"), "{foreign}");
    dialogue(&folder, &["play", "mine.gcg"], &["resign"]);
    let over = refusal(&folder, &["play", "mine.gcg"]);
    assert!(
        over.contains(
            "the game in mine.gcg is over\n\nhint: `tisane review mine.gcg` looks back on it"
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
fn tiles_of_two_letters_and_other_scripts_are_typed_as_they_are_spelled() {
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
    assert_eq!(refused, "G8 has К on it, but подкод wants П there\n");
    let (_, refused) =
        dialogue(&russian, &["play", "--players", "Аня,Бо", "-r", "russian"], &["привет"]);
    assert!(
        refused.contains("\"привет\" is not a move") && !refused.contains("did you mean"),
        "{refused}"
    );
}

#[test]
fn a_bot_answers_until_the_end() {
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
fn a_game_elsewhere_is_followed_and_resumed() {
    let folder = folder("follow", "retains retinas quiz at ta an zax");
    let lines = ["rack aeinrst", "2", "quiz", "1", "draw zzz", "draw axy", "zoo", "cgp", "quit"];
    let (said, refused) = dialogue(&folder, &["follow", "game.gcg"], &lines);
    assert!(
        said.starts_with("a new game, to be kept in game.gcg from its first turn on\n"),
        "{said}"
    );
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
            "Me has AXY\nMe to move: AXY and 4 tiles more: type draw and what you drew\n"
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
    assert!(!said.contains("a new game"), "{said}");
    assert!(
        said.starts_with("Me to move: AXY and 4 tiles more: ")
            && said.contains("\nOpponent  play taken back  -22  0\n"),
        "{said}"
    );
    assert!(said.contains("Me  exchange of 3 tiles\n"), "{said}");
    assert!(refused.contains("the last entry is no play\n"), "{refused}");
    assert!(said.contains("Me                     66\nOpponent               22\n"), "{said}");
}

#[test]
fn a_followed_game_is_not_lost_silently() {
    let folder = folder("follow-unkept", "at ta");
    let lost =
        "the game was not kept: save FILE does that, or `tisane follow FILE` from the start\n";
    assert!(dialogue(&folder, &["follow"], &["pass", "quit"]).0.ends_with(lost));
    assert!(dialogue(&folder, &["follow"], &["pass"]).0.ends_with(lost));
    assert!(dialogue(&folder, &["follow"], &["save mine.gcg", "pass"]).0.ends_with(lost));
    assert!(
        dialogue(&folder, &["follow"], &["pass", "save mine.gcg", "quit"])
            .0
            .ends_with("saved to mine.gcg\n")
    );
    assert!(
        !dialogue(&folder, &["follow"], &["unseen"]).0.contains("kept"),
        "there is nothing to keep"
    );
    let (said, _) = dialogue(&folder, &["follow", "mine.gcg"], &["scores", "quit"]);
    assert!(!said.contains("saved to"), "nothing was entered: {said}");
}

/// What it takes to play on is not true any more once somebody else writes in the file.
#[test]
fn a_game_that_was_played_is_followed_from_then_on() {
    let folder = folder("follow-played", ENGLISH);
    dialogue(
        &folder,
        &["play", "--players", "Ann,Bo", "--seed", "2"],
        &["8g cart", "save mine.gcg"],
    );
    let (_, refused) = dialogue(&folder, &["follow", "mine.gcg"], &["pass"]);
    assert!(
        refused.starts_with(
            "warning: once something is entered here, `tisane play` cannot go on with this game"
        ),
        "{refused}"
    );
    let saved = std::fs::read_to_string(folder.join("mine.gcg")).unwrap();
    assert!(
        saved.contains(">Ann: ACRT 8G CART +12 12\n>Bo:") && !saved.contains("tisane"),
        "{saved}"
    );
    let over = refusal(&folder, &["play", "mine.gcg"]);
    assert!(over.contains("mine.gcg does not say what is in the bag\n\nhint: `tisane follow mine.gcg` goes on with it"), "{over}");
}

#[test]
fn what_three_players_had_left_is_asked_for_as_it_is_typed() {
    let folder = folder("follow-left", "at ta");
    let (_, refused) =
        dialogue(&folder, &["follow", "--players", "Me,Ann,Bo"], &["left qz", "left qz -"]);
    let expected = "left needs the tiles of 2 other players, - for none, as in left qz -\n";
    assert!(
        refused.starts_with(expected)
            && refused.lines().count() == 2
            && !refused.lines().nth(1).unwrap().contains("needs"),
        "{refused}"
    );
}

#[test]
fn no_place_of_a_word_is_out_of_reach() {
    let folder = folder("follow-more", "retains");
    let lines = ["retains", "more", "more", "12", "quit"];
    let (said, refused) = dialogue(&folder, &["follow", "--players", "Ana,Me"], &lines);
    assert!(said.contains("more: type more\n"), "{said}");
    assert!(
        said.contains("\n12  ") && said.contains("\nAna  "),
        "the twelfth is shown, and chosen: {said}"
    );
    assert_eq!(refused, "there are no more places; best 20 shows so many moves\n");
}

#[test]
fn undo_takes_back_what_was_typed_last() {
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
        said.lines().filter_map(|line| line.strip_prefix("taken back: ")).collect();
    assert_eq!(
        taken_back,
        ["Me has AXY", "Opponent  pass", "Me  8B RETAINS  +66  66", "Me has AEINRST"]
    );
    assert!(
        said.contains("93 unseen: "),
        "the tiles that were drawn are forgotten, the turn before is not: {said}"
    );
    assert_eq!(refused.lines().last(), Some("there is nothing to take back"));
}

#[test]
fn a_followed_game_ends_when_its_rules_say_so() {
    let folder = folder("follow-end", "at ta");
    let lines =
        ["pass", "pass", "pass", "pass", "pass", "pass", "8G at", "cgp", "best", "undo", "8G at"];
    let (said, refused) = dialogue(&folder, &["follow", "over.gcg"], &lines);
    assert!(said.contains("the game is over: there were too many turns without points\nMe                      0\n"), "{said}");
    assert_eq!(refused, "the game is over: there were too many turns without points\n".repeat(3));
    assert!(
        said.contains("taken back: Opponent  pass\nOpponent to move\nOpponent  8G AT  +4  4\n"),
        "{said}"
    );
}

/// A game of two racks of three tiles, C, A, T, D, O, G, and nothing else.
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
fn no_moves_are_proposed_where_the_last_play_can_only_be_challenged() {
    let folder = folder("solve-out", "at ta do cat");
    let set = of_six_tiles();
    let with_set =
        |args: &[&'static str]| [args.to_vec(), set.iter().map(String::as_str).collect()].concat();
    let (said, _) = dialogue(
        &folder,
        &with_set(&["play", "--players", "Ann,Bo", "--seed", "2"]),
        &["8G ACO", "quit"],
    );
    assert!(said.contains("that was the last play: Bo may challenge or accept\n"), "{said}");
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
fn tiles_of_another_at_the_keyboard_are_not_told_and_it_is_said_why() {
    let folder = folder("solve-hidden", ENGLISH);
    dialogue(&folder, &["play", "--players", "Ann,Bo", "--seed", "2"], &["8g cart"]);
    let hidden = refusal(&folder, &["solve", "english-1", "--static", "-l", "words.txt"]);
    assert!(
        hidden.starts_with(
            "error: the tiles of Bo are not told while the game goes on\n\nhint: say which tiles"
        ),
        "{hidden}"
    );
    assert!(hidden.contains("--rack") && hidden.contains("--turn 1 is the last turn"), "{hidden}");
}

#[test]
fn the_last_racks_of_a_followed_game_are_settled() {
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
    assert!(said.contains("Opponent  play taken back  -12  0\nMe to move: DGO\n"), "{said}");
}

#[test]
fn a_word_that_can_go_nowhere_is_told_why() {
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
        "ANTIDISESTABLISHMENT leaves the board, whose longest line has 15 squares",
        "OVERCONFIDENCE cannot be placed: it takes more than the 7 tiles of a rack",
        "PIZZAZZZ cannot be placed: no ZZ is left for it",
    ];
    let said: Vec<&str> = refused.lines().collect();
    for expected in expected {
        assert!(said.contains(&expected), "{expected}\n{refused}");
    }
    assert!(refused.contains("16A is not on the board"), "{refused}");
    assert!(refused.contains("runs off the board"), "{refused}");
}

/// Whatever ends the program.
#[test]
fn a_game_is_kept_after_every_turn() {
    let folder = folder("kept", ENGLISH);
    let mut child = Command::new(env!("CARGO_BIN_EXE_tisane"))
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
fn words_from_elsewhere_are_taken_with_a_warning() {
    let folder = folder("foreign", "at an");
    let (said, refused) = dialogue(
        &folder,
        &["follow", "--players", "Ana,Me", "-r", "spanish"],
        &["chal", "1", "-2", "H8 xx"],
    );
    assert!(said.contains("Ana  ") && said.contains("CHAL"), "{said}");
    assert!(refused.contains("warning: CHAL is not in words\n"), "{refused}");
    assert!(said.contains("Me  exchange of 2 tiles\n"), "{said}");
    assert_eq!(refused.lines().last(), Some("H8 has L on it, but xx wants X there"));
}
